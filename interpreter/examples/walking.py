"""Games that are under way: what they have come to, and by which answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from interpreter import model
from interpreter.data_classes import dataclass
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Event, Position, Reached, Step
from interpreter.examples.coverage import key_of
from interpreter.examples.covered import SiteKey
from interpreter.examples.writing import write_value
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.throws import write_dice

OpenStop: TypeAlias = ChanceStop | DrawStop | DecisionStop
"""A stop that waits for an answer."""

MOST_KEPT = 40
"""How many stops before a place are kept of the way to it."""


@dataclass(frozen=True)
class Underway:
    """A phase that is under way, and the number of the first stop in it."""

    name: str
    since: int


@dataclass(frozen=True)
class Move:
    """A stop that was answered, by its number in the game. `phases` are under way, the innermost first."""

    number: int
    position: Position
    phases: tuple[Underway, ...]
    stop: OpenStop
    answer: int


@dataclass(frozen=True)
class Way:
    """The last stops before a moment of the game, from its beginning if it is `whole`, and the choice that is next to
    be made then, if one is."""

    moves: tuple[Move, ...]
    whole: bool
    next_choice: str


@dataclass(frozen=True)
class Sighting:
    """The way to a place, and the way to the stop after the next answer."""

    key: SiteKey
    way: Way
    further: Way


@dataclass(frozen=True)
class Walk:
    """A game that has come to a stop, after so many others."""

    stepper: Stepper
    step: Step
    number: int
    phases: tuple[Underway, ...]
    moves: tuple[Move, ...]

    @staticmethod
    def begin(stepper: Stepper) -> Walk:
        step = stepper.begin()
        return Walk(stepper, step, 0, _follow_phases(stepper.program, (), step.events, 0), ())

    def go_back(self, moves: Sequence[Move]) -> Walk:
        """The walk as it was before the last of these moves."""
        last = moves[-1]
        step = self.stepper.resume(last.position)
        return Walk(self.stepper, step, last.number, last.phases, tuple(moves[:-1]))

    @property
    def stop(self) -> OpenStop | None:
        stop = self.step.stop
        return stop if isinstance(stop, OpenStop) else None

    @property
    def reached(self) -> set[SiteKey]:
        """The places that the last answer led to."""
        sites = self.stepper.program.sites
        return {key_of(sites[each.site]) for each in self.step.events if isinstance(each, Reached)}

    @property
    def way(self) -> Way:
        stop, choice = self.step.stop, ""
        if isinstance(stop, DecisionStop) and len(stop.offered) > 1:
            choice = self.stepper.program.choices[stop.choice].name
        return Way(self.moves, self.number == len(self.moves), choice)

    def take(self, answer: int) -> Walk:
        """The walk after an answer to its stop."""
        stop, number = self.stop, self.number + 1
        assert stop is not None
        move = Move(self.number, self.step.position, self.phases, stop, answer)
        step = self.stepper.answer(self.step.position, answer)
        phases = _follow_phases(self.stepper.program, self.phases, step.events, number)
        return Walk(self.stepper, step, number, phases, (*self.moves[-MOST_KEPT + 1 :], move))


def _follow_phases(
    program: Program, phases: tuple[Underway, ...], events: Sequence[Event], stop: int
) -> tuple[Underway, ...]:
    """The phases under way after the events before a stop, the innermost first."""
    for event in events:
        if isinstance(event, Reached):
            site = program.sites[event.site]
            if site.kind == "phase":
                phases = (Underway(site.name, stop), *phases)
            elif site.kind == "end" and site.name in (names := [each.name for each in phases]):
                phases = phases[names.index(site.name) + 1 :]
    return phases


def write_answer(game: model.Model, program: Program, move: Move) -> str:
    """The answer as a script has it; nothing where there was none to choose."""
    answer = move.answer
    match move.stop:
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
