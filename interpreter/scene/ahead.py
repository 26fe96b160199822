"""Where an answer leads: what the chooser's men do on the boards if it is given.

The answer is tried on the position as the chooser knows it, so that it shows nothing that is hidden from them: where
players have secrets, only secret answers are tried, and what the chooser does not see is as it was in the beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, Failure, Position
from interpreter.play.trace import NO_CHOICE, narrate
from interpreter.program.sight import sees_slot
from interpreter.scene.drawing import Data
from interpreter.scene.furniture import Look
from interpreter.scene.scene import lay
from interpreter.scene.seats import name_seat, name_side
from interpreter.scene.ties import find_verb, word_answer

MOST_AHEAD = 12
"""The most answers that are tried."""


@dataclass(frozen=True)
class BoxAhead:
    """A box that can be filled with two answers, one after the other: its row, its name, and what it does."""

    row: str
    name: str
    words: str
    answers: tuple[int, int]


def draw_ahead(look: Look, says: Sequence[str]) -> dict[str, list[Data]]:
    """For each of some answers, what it would put on the boards: the chooser's pieces where none of theirs stands now,
    and marks where there is another now."""
    start, session, stop, program = _find_known(look), look.session, look.session.stop, look.program
    if not isinstance(stop, DecisionStop) or start is None:
        return {}
    numbers = {answer.say: number for answer, number in zip(look.answers or (), stop.offered, strict=False)}
    whose = {name_seat(stop.chooser)} | ({name_side(stop.chooser % len(program.sides))} if program.sides else set())
    before, found = Counter(_list_pieces(look, whose)), dict[str, list[Data]]()
    for say in [each for each in says if each in numbers][:MOST_AHEAD]:
        step = session.engine.answer(start, numbers[say])
        if not isinstance(step.stop, Failure):
            last = replace(session.moments[-1], position=step.position, stop=step.stop, events=())
            after = Counter(_list_pieces(look.at_moments([*session.moments, last]), whose))
            found[say] = [dict(piece) for piece in (after - before).elements()]
    return found


def foresee_only_answer(look: Look) -> str:
    """What happens by the only answer that the viewer has: in the rules' words, if they name it. Nothing, if nothing is
    said and the table stays as it is, or if all that is left is that enough is picked."""
    session, stop, program = look.session, look.session.stop, look.program
    assert isinstance(stop, DecisionStop)
    info = program.choices[stop.choice]
    if info.names[stop.offered[0]] == "none" and program.find_picked(stop.choice, session.position.slots):
        return ""
    step, before = session.engine.answer(session.position, stop.offered[0]), session.moments[-1]
    last = replace(before, position=step.position, stop=step.stop, events=step.events, answered=stop)
    told = [each.text.strip() for each in narrate(program, last, look.viewer) if each.kind != "decided"]
    is_seen = bool(told) or lay(look).things != lay(look.at_moments([*session.moments, last])).things
    only = f"You have only one choice: {info.labels[stop.offered[0]]}." if is_seen else ""
    return next((each for each in told if each.endswith(NO_CHOICE)), only)


def list_boxes_ahead(look: Look, things: Sequence[Data]) -> list[BoxAhead]:
    """The boxes of score sheets, among the things that lie there, that are answers to the next question, if just one
    answer leads to one of the same chooser, before anything is thrown or drawn or somebody else chooses. They score
    there what they show now."""
    session, stop, program = look.session, look.session.stop, look.program
    rows = {row["id"]: row for thing in things if thing["kind"] == "sheet" for row in thing["rows"]}
    is_shown = any("would" in cell for row in rows.values() for cell in row["cells"].values())
    if not is_shown or program.has_secrets or not isinstance(stop, DecisionStop) or look.answers is None:
        return []
    steps = [(number, session.engine.answer(session.position, number)) for number in stop.offered]
    leads = [(number, step) for number, step in steps if isinstance(step.stop, DecisionStop)]
    if len(leads) != 1 or len(steps) < 2:
        return []
    [(number, step)] = leads
    after = look.at_moments([*session.moments, replace(session.moments[-1], position=step.position, stop=step.stop)])
    asked, drawing, verb = step.stop, lay(after), find_verb(after)
    assert isinstance(asked, DecisionStop)
    info = look.furniture.game.choices[program.choices[asked.choice].name]
    if asked.chooser != stop.chooser or info.several is not None:
        return []
    then = {row["id"]: row for thing in drawing.things if thing["kind"] == "sheet" for row in thing["rows"]}
    tied = [(drawing.ties.find(info.candidate.type, info.values[each]), each) for each in asked.offered]
    boxes = [(on[0], each) for on, each in tied if len(on) == 1 and then.get(on[0]) == rows.get(on[0], ())]
    names = {box: rows[box]["name"] for box, _ in boxes}
    return [BoxAhead(box, names[box], word_answer(verb, names[box], False), (number, each)) for box, each in boxes]


def _find_known(look: Look) -> Position | None:
    """The position as the viewer knows it; None if an answer could show more."""
    session, program, stop = look.session, look.program, look.session.stop
    if not program.has_secrets:
        return session.position
    if program.zones or not isinstance(stop, DecisionStop) or not program.choices[stop.choice].secret:
        return None
    began = session.engine.begin().position.slots
    slots = enumerate(zip(session.position.slots, began, strict=True))
    known = tuple(now if _is_known(look, slot) else first for slot, (now, first) in slots)
    return replace(session.position, slots=known)


def _is_known(look: Look, slot: int) -> bool:
    """Whether the viewer knows what a slot holds, or nothing in it comes from what is hidden."""
    program, info = look.program, look.program.slots[slot]
    secret = info.kind == "choice" and any(each.secret and each.name == info.name for each in program.choices)
    computed = info.kind == "local" and slot in look.furniture.hidden_numbers.get(look.session.position.block, ())
    return sees_slot(program, look.viewer, slot) and not secret and not computed


def _list_pieces(look: Look, whose: set[str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """What stands on the boards of these: its board, place, colour and so on; and the marks of all places."""
    shown = ("at", "of", "dress", "colour", "sign")
    for thing in (each for each in lay(look).things if each["kind"] == "board"):
        board, names = ("board", thing["id"]), {place["id"]: place["name"] for place in thing["places"]}
        for piece in thing["pieces"]:
            if piece.get("of") in whose and not piece.get("past"):
                yield (board, ("place", names.get(piece["at"], "")), *((each, piece[each]) for each in shown))
        for mark in thing["marks"]:
            yield from ((board, ("at", place), ("mark", mark["text"])) for place in mark["at"])
