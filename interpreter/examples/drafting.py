"""Plays random games, and drafts examples that follow them to a place.

A draft starts in a phase that was under way, gives what was kept there, and follows the last answers of the game.
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
from interpreter.diagnostics.messages.conventions import UNREAD
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Position, Reached, Step, Stop, pick_default_answer
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.writing import write_value
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.throws import write_dice

MOST_STOPS_OF_A_GAME = 1_000
MAX_WAYS = 3
"""Ways that are found to one place."""

MAX_KEPT = 40
"""Answers that a draft follows."""

LENGTHS = (1, 2, 3, 4, 6, 8)
"""Answers followed by drafts that begin in the middle of a phase."""

MAX_WHOLE = 16
"""Answers followed from the beginning of the game."""

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
    """A stop that was answered, by its number in the game."""

    number: int
    position: Position
    phases: Phases
    stop: Stop
    answer: int


@dataclass(frozen=True)
class Way:
    """The last answers before a place of the game, and the choice that comes next, if one does."""

    key: SiteKey
    moves: tuple[Move, ...]
    next_choice: str


@dataclass(frozen=True)
class Given:
    """A line of an example for a value that the game keeps: the phase that keeps it, its slot, and the number there."""

    owner: str
    text: str
    slot: int
    number: int


@dataclass(frozen=True)
class Draft:
    """An example to be written. `settings` are lines for options."""

    key: SiteKey
    settings: tuple[str, ...]
    start: str
    given: tuple[Given, ...]
    script: tuple[str, ...]
    then: tuple[str, ...] = ("ended game",)
    title: str = ""

    @property
    def name(self) -> str:
        """Its title if no other example has it."""
        kind, name, row, _ = self.key
        shown = row.replace('"', "'")
        return f"{UNREAD}row {shown} of {name}" if kind == "row" else f"{UNREAD}{kind} {name}"

    @property
    def text(self) -> str:
        lines = [*self.settings, *([f"start {self.start}"] if self.start else [])]
        lines += [f"given {each.text}" for each in self.given]
        lines += [*self.script, *(f"then {each}" for each in self.then)]
        return "\n  ".join([f'example "{self.title or self.name}"', *_join_lines(lines)]) + "\n"


def _join_lines(lines: Sequence[str]) -> list[str]:
    """Puts neighbouring rolls, cards and values on one line."""
    joined, last = list[str](), ""
    for line in lines:
        word = next((each for each in JOINED if line.startswith(each)), "")
        if word and word == last and len(joined[-1]) + len(line) < MAX_WIDTH:
            joined[-1] += f", {line.removeprefix(word)}"
        else:
            joined.append(line)
        last = word
    return joined


def find_ways(stepper: Stepper, wanted: set[SiteKey], stops: int) -> Iterator[Way]:
    """Ways to the `wanted` places, in random games with at most this number of stops in all. Every other game takes
    default answers."""
    program, found = stepper.program, Counter[SiteKey]()
    for number in count():
        stream, step = Stream(1, number), stepper.begin()
        moves, phases, seen = list[Move](), Phases(), set[SiteKey]()
        for at in range(min(stops, MOST_STOPS_OF_A_GAME)):
            phases, stop = _follow_phases(program, phases, step, at), step.stop
            reached = {key_of(program.sites[each.site]) for each in step.events if isinstance(each, Reached)}
            asked = isinstance(stop, DecisionStop) and len(stop.offered) > 1
            choice = program.choices[stop.choice].name if asked and isinstance(stop, DecisionStop) else ""
            new = sorted(each for each in reached & wanted - seen if found[each] < MAX_WAYS)
            yield from (Way(key, tuple(moves[-MAX_KEPT:]), choice) for key in new)
            found.update(new)
            seen |= reached
            stops -= 1
            if isinstance(stop, DecisionStop):
                likely = pick_default_answer(stop)
                answer = likely if number % 2 else stop.offered[stream.randbelow(len(stop.offered))]
            elif isinstance(stop, ChanceStop | DrawStop):
                answer = stream.randbelow(stop.outcomes)
            else:
                break
            moves.append(Move(at, step.position, phases, stop, answer))
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


def list_drafts(game: model.Model, program: Program, way: Way, settings: tuple[str, ...]) -> Iterator[Draft]:
    for start, moves in _list_starts(way.moves):
        owners = {*(name for name, _ in moves[0].phases), ""}
        given = tuple(each for each in list_given(game, program, moves[0].position) if each.owner in owners)
        yield Draft(way.key, settings, start, given, _write_script(game, program, moves, way.next_choice))
    if len(way.moves) <= MAX_WHOLE and not (way.moves and way.moves[0].number):
        yield Draft(way.key, settings, "", (), _write_script(game, program, way.moves, way.next_choice))


def _list_starts(moves: Sequence[Move]) -> Iterator[tuple[str, Sequence[Move]]]:
    """Phases with the moves in them; also with the last moves only, as if the phase had begun there."""
    for name, since in moves[-1].phases if moves else ():
        if since >= moves[0].number:
            yield name, moves[since - moves[0].number :]
    for length in LENGTHS:
        if length <= len(moves):
            yield from ((name, moves[-length:]) for name, _ in moves[-length].phases[:3])


def _write_script(game: model.Model, program: Program, moves: Sequence[Move], next_choice: str) -> tuple[str, ...]:
    lines = tuple(filter(None, (_write_answer(game, program, each.stop, each.answer) for each in moves)))
    return (*lines, f"stop at choose {next_choice}") if next_choice else lines


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


def list_given(game: model.Model, program: Program, position: Position) -> Iterator[Given]:
    """What phases keep and were begun with, and the places of cards, as examples write it."""
    variables = [
        *(each for routine in game.routines.values() if routine.kind == "phase" for each in routine.parameters),
        *(each.variable for routine in game.routines.values() for each in routine.state),
        *(zone.variable for zone in game.zones.values() if not zone.full and not game.decks[zone.cards].copies),
    ]
    slots: dict[str, list[int]] = {}
    for slot, each in enumerate(program.slots):
        if each.kind in ("state", "zone"):
            slots.setdefault(re.sub(r"\[.*", "", each.name), []).append(slot)
    names, players = [each.name for each in variables], len(program.seats)
    for variable in (each for each in variables if names.count(each.name) == 1):
        for place, slot in enumerate(slots.get(variable.name, ())):
            of = "" if variable.each is None else write_value(game, variable.each, place, players)
            number = position.slots[slot]
            value = write_value(game, variable.type, number, players)
            few = variable.role != "zone" or number.bit_count() <= MAX_CARDS
            if value and few and (of or variable.each is None):
                yield Given(variable.owner, f"{variable.name}{f' of {of}' if of else ''} is {value}", slot, number)
