"""Drafts of examples: a way to a place in the game, written as an example that comes there.

A draft starts in a phase that was under way, gives what was kept there, and follows the last answers of the way. Which
of several drafts comes to the place, and what of it can be omitted, is found by running them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter import model
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages.conventions import UNREAD
from interpreter.engine import Position
from interpreter.examples.covered import SiteKey
from interpreter.examples.walking import Move, Way, write_answer
from interpreter.examples.writing import write_value
from interpreter.program import Program

LENGTHS = (1, 2, 3, 4, 6, 8)
"""How many answers drafts follow that begin in the middle of a phase."""

MOST_STARTS = 3
"""In how many of the phases under way drafts start, the innermost first."""

LONGEST_WHOLE = 16
"""The longest way from the game's beginning that is followed as a whole."""

MOST_CARDS = 8
"""How many cards are given at most for one place where they lie."""

MOST_WIDTH = 110
"""How wide a line may be."""

JOINED = ("roll ", "draw face down ", "draw ")
"""What lines of a script begin with that go into one where they follow each other."""


@dataclass(frozen=True)
class Given:
    """A value that the game keeps, at one place of the position: `name` as it is written, and whose it is."""

    name: str
    owner: str
    text: str


@dataclass(frozen=True)
class Draft:
    """An example to be written. `settings` are options and players, as lines of it."""

    key: SiteKey
    settings: tuple[str, ...]
    start: str
    given: tuple[Given, ...]
    script: tuple[str, ...]
    then: tuple[str, ...] = ()
    title: str = ""

    @property
    def name(self) -> str:
        """The title that it has if no other example has it."""
        kind, name, row, _ = self.key
        shown = row.replace('"', "'")
        return f"{UNREAD}row {shown} of {name}" if kind == "row" else f"{UNREAD}{kind} {name}"

    @property
    def text(self) -> str:
        lines = [f'example "{self.title or self.name}"', *(f"  {each}" for each in self.settings)]
        lines += [f"  start {self.start}"] if self.start else []
        lines += (f"  given {each}" for each in _fill_lines([each.text for each in self.given]))
        lines += (f"  {each}" for each in _join_rolls(self.script))
        lines += (f"  then {each}" for each in _fill_lines(self.then or ("ended game",)))
        return "\n".join(lines) + "\n"


def _fill_lines(entries: list[str] | tuple[str, ...]) -> Iterator[str]:
    line = ""
    for each in entries:
        if line and len(line) + len(each) > MOST_WIDTH:
            yield line
            line = ""
        line = f"{line}, {each}" if line else each
    if line:
        yield line


def _join_rolls(script: tuple[str, ...]) -> Iterator[str]:
    """The lines of a script, with rolls and cards that follow each other in one."""
    line = before = ""
    for each in script:
        word = next((word for word in JOINED if each.startswith(word)), "")
        rest = each.removeprefix(word)
        if word and word == before and len(line) + len(rest) <= MOST_WIDTH:
            line = f"{line}, {rest}"
            continue
        if line:
            yield line
        line, before = each, word
    if line:
        yield line


# ---- drafts of a way


def list_drafts(
    game: model.Model, program: Program, key: SiteKey, way: Way, settings: tuple[str, ...]
) -> Iterator[Draft]:
    """The ways to write an example that comes to a place, the likeliest of equally long ones first."""
    state = list_state(game, program)
    for start, moves in _list_starts(way.moves):
        owners = {*(each.name for each in moves[0].phases), ""}
        given = tuple(each for each in _list_given(game, program, state, moves[0].position) if each.owner in owners)
        yield Draft(key, settings, start, given, _write_script(game, program, moves, way.next_choice))
    if way.whole and len(way.moves) <= LONGEST_WHOLE:
        yield Draft(key, settings, "", (), _write_script(game, program, way.moves, way.next_choice))


def _list_starts(moves: tuple[Move, ...]) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """The phases in which drafts start, each with the moves that they follow: all that there were in a phase under way,
    the innermost first, and then only the last of them, as if the phase had begun there."""
    for phase in moves[-1].phases if moves else ():
        if phase.since >= moves[0].number:
            yield phase.name, moves[phase.since - moves[0].number :]
    for length in LENGTHS:
        if length <= len(moves):
            yield from ((phase.name, moves[-length:]) for phase in moves[-length].phases[:MOST_STARTS])


def _write_script(
    game: model.Model, program: Program, moves: tuple[Move, ...], next_choice: str
) -> tuple[str, ...]:
    lines = tuple(filter(None, (write_answer(game, program, each) for each in moves)))
    return (*lines, f"stop at choose {next_choice}") if next_choice else lines


@dataclass(frozen=True)
class Kept:
    """A variable of the game, and where its number stands, one for each member if it is kept for each."""

    variable: model.Variable
    slots: tuple[int, ...]


def list_state(game: model.Model, program: Program) -> list[Kept]:
    """What phases keep and were begun with, and the places of cards, in the order of the text."""
    variables = [
        *(each for routine in game.routines.values() if routine.kind == "phase" for each in routine.parameters),
        *(each.variable for routine in game.routines.values() for each in routine.state),
        *(zone.variable for zone in game.zones.values() if not zone.full and not game.decks[zone.cards].copies),
    ]
    names = [each.name for each in variables]
    found = (Kept(each, _find_slots(program, each)) for each in variables if names.count(each.name) == 1)
    return [each for each in found if each.slots]


def _find_slots(program: Program, variable: model.Variable) -> tuple[int, ...]:
    wanted = re.compile(rf"{re.escape(variable.name)}(\[[^\]]*\])?")
    kinds = ("state", "zone")
    slots = (number for number, each in enumerate(program.slots) if each.kind in kinds and wanted.fullmatch(each.name))
    return tuple(slots)


def write_state(
    game: model.Model, program: Program, state: list[Kept], position: Position
) -> Iterator[tuple[Given, int]]:
    """What the game keeps as an example writes it, with the slot where it stands; without what it cannot write."""
    players = len(program.seats)
    for kept in state:
        variable = kept.variable
        for place, slot in enumerate(kept.slots):
            name = variable.name
            if variable.each is not None:
                member = write_value(game, variable.each, place, players)
                if not member:
                    continue
                name = f"{name} of {member}"
            number = position.slots[slot]
            if variable.role == "zone" and number.bit_count() > MOST_CARDS:
                continue
            if value := write_value(game, variable.type, number, players):
                yield Given(name, variable.owner, f"{name} is {value}"), slot


def _list_given(game: model.Model, program: Program, state: list[Kept], position: Position) -> Iterator[Given]:
    return (given for given, _ in write_state(game, program, state, position))
