"""Plays random games, and drafts examples that follow them to a place.

A draft starts in a phase that was under way, and follows the answers since then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeAlias

from interpreter import model
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Position, Reached, Step, Stop, pick_default_answer
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.writing import write_value
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.syntax import UNREAD
from interpreter.throws import write_dice

MOST_STOPS_OF_A_GAME = 1_000
MAX_WAYS = 3
"""Ways that are found to one place."""

MAX_KEPT = 40
"""Answers that a draft follows."""

LENGTHS = (1, 2, 4, 8)
"""Answers followed by drafts that begin in the middle of a phase."""

MAX_CARDS = 8
"""Cards that a draft gives for one place."""

JOINED = ("roll ", "draw face down ", "draw ", "given ", "then ")
"""Beginnings of lines that can be continued after a comma."""

MAX_WIDTH = 120
"""Characters of such a line."""

Phases: TypeAlias = tuple[tuple[str, int], ...]
"""The phases under way, innermost first, each with the number of its first stop."""


@dataclass(frozen=True)
class Move:
    """A stop that was answered."""

    position: Position
    phases: Phases
    stop: Stop
    answer: int


@dataclass(frozen=True)
class Draft:
    """An example to be written. `settings` are lines for options, `begun` is the first move that it follows."""

    key: SiteKey
    settings: tuple[str, ...]
    start: str
    begun: Move | None
    script: tuple[str, ...]
    given: tuple[str, ...] = ()
    then: tuple[str, ...] = ("ended game",)
    title: str = ""

    @property
    def name(self) -> str:
        kind, name, row, _ = self.key
        shown = row.replace('"', "'")
        return f"{UNREAD}row {shown} of {name}" if kind == "row" else f"{UNREAD}{kind} {name}"

    @property
    def text(self) -> str:
        lines = [*self.settings, *([f"start {self.start}"] if self.start else [])]
        lines += [f"given {each}" for each in self.given]
        lines += [*self.script, *(f"then {each}" for each in self.then)]
        return "\n  ".join([f'example "{self.title or self.name}"', *_join_lines(lines)]) + "\n"


def _join_lines(lines: Sequence[str]) -> list[str]:
    joined, last = list[str](), ""
    for line in lines:
        word = next((each for each in JOINED if line.startswith(each)), "")
        if word and word == last and len(joined[-1]) + len(line) < MAX_WIDTH:
            joined[-1] += f", {line.removeprefix(word)}"
        else:
            joined.append(line)
        last = word
    return joined


def find_drafts(
    game: model.Model, stepper: Stepper, wanted: set[SiteKey], stops: int, settings: tuple[str, ...]
) -> Iterator[Draft]:
    """Drafts for the `wanted` places, from random games with at most this number of stops in all. Every other game
    takes default answers."""
    program, found = stepper.program, Counter[SiteKey]()
    for number in count():
        stream, step = Stream(1, number), stepper.begin()
        moves, phases, seen = list[Move](), Phases(), set[SiteKey]()
        for at in range(min(stops, MOST_STOPS_OF_A_GAME)):
            phases, stop = _follow_phases(program, phases, step, at), step.stop
            reached = {key_of(program.sites[each.site]) for each in step.events if isinstance(each, Reached)}
            new = sorted(each for each in reached & wanted - seen if found[each] < MAX_WAYS)
            found.update(new)
            seen |= reached
            stops -= 1
            for start, since in _list_starts(moves) if new else ():
                script = _write_script(game, program, moves[since:], stop)
                begun = moves[since] if since < len(moves) else None
                yield from (Draft(key, settings, start, begun, script) for key in new)
            if isinstance(stop, DecisionStop):
                likely = pick_default_answer(stop)
                answer = likely if number % 2 else stop.offered[stream.randbelow(len(stop.offered))]
            elif isinstance(stop, ChanceStop | DrawStop):
                answer = stream.randbelow(stop.outcomes)
            else:
                break
            moves.append(Move(step.position, phases, stop, answer))
            step = stepper.answer(step.position, answer)
        if stops <= 0 or all(found[each] >= MAX_WAYS for each in wanted):
            return


def _follow_phases(program: Program, phases: Phases, step: Step, count: int) -> Phases:
    for event in step.events:
        site = program.sites[event.site] if isinstance(event, Reached) else None
        if site is not None and site.kind == "phase":
            phases = ((site.name, count), *phases)
        elif site is not None and site.kind == "end" and site.name in (names := [name for name, _ in phases]):
            phases = phases[names.index(site.name) + 1 :]
    return phases


def _list_starts(moves: Sequence[Move]) -> Iterator[tuple[str, int]]:
    """Where an example can begin: phases under way, as if they had begun at a later move, too; and the game."""
    if len(moves) <= MAX_KEPT:
        yield "", 0
    for length in LENGTHS:
        if length <= len(moves):
            yield from ((name, len(moves) - length) for name, _ in moves[-length].phases[:3])
    if moves:
        yield from ((name, since) for name, since in moves[-1].phases if since >= len(moves) - MAX_KEPT)


def _write_script(game: model.Model, program: Program, moves: Sequence[Move], stop: Stop) -> tuple[str, ...]:
    lines = tuple(filter(None, (_write_answer(game, program, each.stop, each.answer) for each in moves)))
    if isinstance(stop, DecisionStop) and len(stop.offered) > 1:
        return *lines, f"stop at choose {program.choices[stop.choice].name}"
    return lines


def _write_answer(game: model.Model, program: Program, stop: Stop, answer: int) -> str:
    match stop:
        case ChanceStop(dice):
            return f"roll {write_dice(program.dice[dice].name_outcome(answer))}"
        case DrawStop(zone, _, cards, onto):
            card = game.kinds[program.zones[zone].deck].members[cards[answer]]
            return f"draw {'face down ' if program.zones[onto].sight == 'down' else ''}{card}"
        case DecisionStop(choice, _, offered) if len(offered) > 1 and 0 <= answer < len(program.choices[choice].values):
            info = program.choices[choice]
            written = write_value(game, game.choices[info.name].variable.type, info.values[answer], len(program.seats))
            return f"choose {info.name} is {written or info.names[answer]}"
    return ""


def list_different(
    game: model.Model, program: Program, now: Position, before: Position | None
) -> Iterator[tuple[str, str]]:
    """What phases keep and were begun with, and the places of cards, where they are different: the phase, and what an
    example says of it."""
    variables = [
        *(each for routine in game.routines.values() if routine.kind == "phase" for each in routine.parameters),
        *(each.variable for routine in game.routines.values() for each in routine.state),
        *(zone.variable for zone in game.zones.values() if not zone.full and not zone.copies),
    ]
    slots: dict[str, list[int]] = {}
    for slot, each in enumerate(program.slots):
        if each.kind in ("state", "zone"):
            slots.setdefault(re.sub(r"\[.*", "", each.name), []).append(slot)
    names, players = Counter(each.name for each in variables), len(program.seats)
    for variable in (each for each in variables if names[each.name] == 1):
        for place, slot in enumerate(slots.get(variable.name, ())):
            number = now.slots[slot]
            if before is not None and before.slots[slot] == number:
                continue
            of = "" if variable.each is None else write_value(game, variable.each, place, players)
            value = write_value(game, variable.type, number, players)
            few = variable.role != "zone" or number.bit_count() <= MAX_CARDS
            if value and few and (of or variable.each is None):
                yield variable.owner, f"{variable.name}{f' of {of}' if of else ''} is {value}"
