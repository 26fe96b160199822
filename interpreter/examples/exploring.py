"""Plays games by chance until they come to places that no example reaches.

What is kept of a game is the way to the place: each stop on it with its position, the phases under way there, and the
answer as a script has it. Every other game takes the default of each choice, so that what only long play as intended
leads to is found too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter import model
from interpreter.chance import Stream
from interpreter.engine import (
    ChanceStop,
    DecisionStop,
    DrawStop,
    Event,
    Position,
    Reached,
    Step,
    pick_default_answer,
)
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.writing import write_value
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.throws import write_dice

MOST_STOPS = 3_000
"""How many stops of a game are looked at."""

MOST_KEPT = 40
"""How many stops before a place are kept of the way to it."""


@dataclass(frozen=True)
class Move:
    """A stop that was answered. `line` is the answer as a script has it, nothing where there was none to choose;
    `phases` are under way, the innermost first."""

    position: Position
    phases: tuple[str, ...]
    line: str


@dataclass(frozen=True)
class Sighting:
    """A way to a place: the last stops before it, from the game's beginning if it is `whole`, and the choice that is
    next to be made after it, if one is."""

    key: SiteKey
    moves: tuple[Move, ...]
    whole: bool
    next_choice: str


def find_sightings(game: model.Model, stepper: Stepper, wanted: set[SiteKey], games: int) -> Iterator[Sighting]:
    """Ways to the places that are `wanted`, one in each game that comes to one; whoever asks may take from them."""
    for number in range(games):
        if not wanted:
            return
        yield from _play_game(game, stepper, wanted, number)


def _play_game(game: model.Model, stepper: Stepper, wanted: set[SiteKey], number: int) -> Iterator[Sighting]:
    stream, program = Stream(1, number), stepper.program
    moves: list[Move] = []
    step, found = stepper.begin(), set[SiteKey]()
    phases = follow_phases(program, (), step.events)
    for count in range(MOST_STOPS):
        reached = {key_of(program.sites[each.site]) for each in step.events if isinstance(each, Reached)}
        for key in sorted((reached & wanted) - found):
            found.add(key)
            yield Sighting(key, tuple(moves), count == len(moves), _find_next_choice(program, step))
        if not isinstance(step.stop, ChanceStop | DrawStop | DecisionStop):
            return
        answer = _pick_answer(step.stop, stream, by_default=number % 2 == 1)
        moves = [*moves[-MOST_KEPT + 1 :], Move(step.position, phases, _write_answer(game, program, step.stop, answer))]
        step = stepper.answer(step.position, answer)
        phases = follow_phases(program, phases, step.events)


def follow_phases(program: Program, phases: tuple[str, ...], events: Sequence[Event]) -> tuple[str, ...]:
    """The phases under way after some events, the innermost first."""
    for event in events:
        if isinstance(event, Reached):
            site = program.sites[event.site]
            if site.kind == "phase":
                phases = (site.name, *phases)
            elif site.kind == "end" and site.name in phases:
                phases = phases[phases.index(site.name) + 1 :]
    return phases


def _pick_answer(stop: ChanceStop | DrawStop | DecisionStop, stream: Stream, by_default: bool) -> int:
    if not isinstance(stop, DecisionStop):
        return stream.randbelow(stop.outcomes)
    return pick_default_answer(stop) if by_default else stop.offered[stream.randbelow(len(stop.offered))]


def _find_next_choice(program: Program, step: Step) -> str:
    stop = step.stop
    return program.choices[stop.choice].name if isinstance(stop, DecisionStop) and len(stop.offered) > 1 else ""


def _write_answer(
    game: model.Model, program: Program, stop: ChanceStop | DrawStop | DecisionStop, answer: int
) -> str:
    match stop:
        case ChanceStop(dice):
            return f"roll {write_dice(program.dice[dice].name_outcome(answer))}"
        case DrawStop(zone, _, cards, onto):
            card = game.kinds[program.zones[zone].deck].members[cards[answer]]
            return f"draw {'face down ' if program.zones[onto].sight == 'down' else ''}{card}"
        case DecisionStop(choice, _, offered):
            info = program.choices[choice]
            if len(offered) == 1 or not 0 <= answer < len(info.values):
                return ""
            kind = game.choices[info.name].variable.type
            written = write_value(game, kind, info.values[answer], len(program.seats))
            return f"choose {info.name} is {written or info.names[answer]}"
