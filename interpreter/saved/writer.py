"""A saved game to text: the head once, then a line for each entry."""

from __future__ import annotations

import json
from collections.abc import Iterator

from interpreter.chance import Stream
from interpreter.display import show_seat, show_value
from interpreter.domains import roll_faces
from interpreter.engine import ChanceStop, DecisionStop, DrawStop
from interpreter.play.own_cards import TurnStop
from interpreter.play.session import HAND, TOTAL, Entry, Moved, UndoClosed, Undone
from interpreter.play.trace import Moment
from interpreter.program import Program
from interpreter.saved import FORMAT, Head

MASKS = 10_007
"""Masked answers are numbers below this."""

MOVES = "[moves]"

ABOUT = """\
# A game kept by groundrules. `groundrules resume` goes on with it, `groundrules replay` shows it again.
# Each move is one line, written before its result is shown.
# The seed decides every roll and card: whoever reads this file can work out what is still to come, and what is masked.
"""


def head_text(head: Head) -> str:
    """Everything before the first entry."""
    return "\n".join([ABOUT, *_head_lines(head), "", MOVES, ""])


def _head_lines(head: Head) -> Iterator[str]:
    yield f"format = {FORMAT}"
    yield f"ruleset = {quoted(head.ruleset.name)}"
    yield f"title = {quoted(head.title)}"
    yield f"content = {quoted(head.ruleset.content)}"
    yield f"program = {quoted(head.program)}"
    yield f"players = {head.players}"
    yield f"seats = [{', '.join(map(quoted, head.takers))}]"
    yield f"seed = {quoted(str(head.seed)) if head.seed >= 2**63 else head.seed}"
    yield f"game = {head.game}"
    yield f"rolls = {quoted('ask' if head.ask_dice else 'key' if head.own_dice else 'auto')}"
    yield f"cards = {quoted('ask' if head.ask_cards else 'auto')}"
    yield f"undo = {quoted(head.undo)}"
    for house in head.house:
        yield from ("", "[[house]]", f"name = {quoted(house.name)}", f"content = {quoted(house.content)}")
    if head.options:
        yield from ("", "[options]")
        yield from (f"{name} = {value if isinstance(value, int) else quoted(value)}" for name, value in head.options)


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# ---- entries


def entry_line(program: Program, seed: int, number: int, entry: Entry) -> str:
    """One entry, without the end of its line."""
    if isinstance(entry, Moved):
        return _line(number, _move(program, seed, number, entry.moment))
    if isinstance(entry, UndoClosed):
        return _line(number, [("no_undo", "true")])
    return _line(number, [("undo" if isinstance(entry, Undone) else "redo", str(entry.count))])


def _line(number: int, pairs: list[tuple[str, str]]) -> str:
    return f"{number} = {{ {', '.join(f'{key} = {value}' for key, value in pairs)} }}"


def _move(program: Program, seed: int, number: int, moment: Moment) -> list[tuple[str, str]]:
    stop = moment.answered
    if moment.ruling:
        return [("umpire", quoted(moment.ruling_text))]
    if isinstance(stop, ChanceStop):
        return _roll(program, stop, moment)
    if isinstance(stop, DrawStop):
        return _draw(program, seed, number, stop, moment)
    assert isinstance(stop, DecisionStop)
    info = program.choices[stop.choice]
    told = [("masked", str(mask(seed, number, moment.answer)))] if info.secret else []
    told = told or [("answer", quoted(info.names[moment.answer]))]
    return [("choose", quoted(info.name)), *told, ("by", quoted(show_seat(program, stop.chooser)))]


def _roll(program: Program, stop: ChanceStop, moment: Moment) -> list[tuple[str, str]]:
    info = program.dice[stop.dice]
    faces = roll_faces(moment.answer, info.number, info.faces)
    shown = ("total", str(sum(faces))) if moment.source == TOTAL else ("roll", quoted("+".join(map(str, faces))))
    pairs = [shown, ("dice", quoted(info.name))]
    if stop.thrower >= 0:
        pairs.append(("by", quoted(show_seat(program, stop.thrower))))
    return pairs + [("hand", "true")] * (moment.source in (HAND, TOTAL))


def _draw(program: Program, seed: int, number: int, stop: DrawStop, moment: Moment) -> list[tuple[str, str]]:
    zone, by_hand = program.zones[stop.zone], moment.source == HAND
    pairs = [("turn" if isinstance(stop, TurnStop) else "draw", quoted(zone.name))]
    if program.zones[stop.onto].sight == "up":
        pairs.append(("card", quoted(show_value(program.shapes[zone.shape], stop.cards[moment.answer]))))
    elif by_hand:
        pairs.append(("masked", str(mask(seed, number, moment.answer))))
    return pairs + [("hand", "true")] * by_hand


# ---- what is not for every eye


def mask(seed: int, number: int, answer: int) -> int:
    """An answer that only some may know, as it stands in entry `number`."""
    return (answer + _shift(seed, number)) % MASKS


def unmask(seed: int, number: int, masked: int) -> int:
    """The answer that was masked in entry `number`."""
    return (masked - _shift(seed, number)) % MASKS


def _shift(seed: int, number: int) -> int:
    return Stream(seed, 2**64 - 1 - number).below(MASKS)
