"""The tree of a game: its histories, one leading to others by each answer of chance or of a seat.

A history knows the position, what measures have taken so far, and for each seat its information state: the number of
everything that it has seen, in order. Two histories that look the same to a seat have the same number for it.
Successors of a position are computed once, however many histories reach it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from interpreter.bots.sight import Onlooker, Seen
from interpreter.data_classes import dataclass
from interpreter.engine import (
    ChanceStop,
    DecisionStop,
    DrawStop,
    Event,
    Failure,
    GameOver,
    Position,
    Sampled,
    Step,
    Stop,
)
from interpreter.program import Program, QueryInfo
from interpreter.stepper import Stepper

NOTHING_SEEN = 0


class TooLarge(Exception):
    """A tree has more histories than are allowed, or is deeper; the text says so."""


class GameFails(Exception):
    """A history of the game cannot continue."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.reason)
        self.failure = failure


@dataclass(frozen=True, eq=False, slots=True)
class History:
    """A game that stands somewhere. `known` has the information state of each seat, `samples` what the measure that is
    played for has taken."""

    position: Position
    stop: Stop
    known: tuple[int, ...]
    samples: tuple[int, ...]
    length: int

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.stop, GameOver)

    @property
    def answers(self) -> tuple[int, ...]:
        """The next outcomes of chance, equally likely, or the answers that are offered."""
        match self.stop:
            case ChanceStop(outcomes=outcomes) | DrawStop(outcomes=outcomes):
                return tuple(range(outcomes))
            case DecisionStop(offered=offered):
                return offered
            case _:
                return ()

    @property
    def chooser(self) -> int | None:
        """The seat that decides; None where chance does, or nobody."""
        return self.stop.chooser if isinstance(self.stop, DecisionStop) else None


@dataclass(frozen=True, slots=True)
class _Next:
    """The result of an answer, for every history at a position."""

    position: Position
    stop: Stop
    seen: tuple[Seen, ...]
    samples: tuple[int, ...]


class GameTree:
    """The histories of a program. `measure` is played for; where it is None, everybody plays to win."""

    def __init__(self, program: Program, measure: int | None = None) -> None:
        self.program, self.measure = program, measure
        self.stepper = Stepper(program, events=True)
        self._onlookers = tuple(Onlooker(program, seat) for seat in range(len(program.seats)))
        self._next: dict[tuple[Position, int], _Next] = {}
        self._looks: dict[Position, tuple[Seen, ...]] = {}
        self._numbers: dict[tuple[int, Seen], int] = {}
        self._seen: list[tuple[int, Seen]] = [(NOTHING_SEEN, ())]

    # ---- successors

    def begin(self) -> History:
        """The history before anything is answered."""
        return self._follow(None, self._make_next(None, self.stepper.begin()))

    def answer(self, history: History, answer: int) -> History:
        """The history after one more answer. Raises GameFails."""
        key = history.position, answer
        found = self._next.get(key)
        if found is None:
            found = self._make_next(history.position, self.stepper.answer(*key))
            self._next[key] = found
        return self._follow(history, found)

    def _make_next(self, before: Position | None, step: Step) -> _Next:
        if isinstance(step.stop, Failure):
            raise GameFails(step.stop)
        looks = self._look(before) if before is not None else ((),) * len(self._onlookers)
        after = self._look(step.position)
        seen = tuple(
            (*who.hear(step.events), *who.name_changes(old, new), *who.be_asked(step.stop))
            for who, old, new in zip(self._onlookers, looks, after, strict=True)
        )
        return _Next(step.position, step.stop, seen, tuple(self._sample(step.events)))

    def _look(self, position: Position) -> tuple[Seen, ...]:
        if position not in self._looks:
            self._looks[position] = tuple(who.look(position.slots) for who in self._onlookers)
        return self._looks[position]

    def _sample(self, events: tuple[Event, ...]) -> Iterator[int]:
        return (each.value for each in events if isinstance(each, Sampled) and each.measure == self.measure)

    def _follow(self, before: History | None, following: _Next) -> History:
        known = before.known if before is not None else (NOTHING_SEEN,) * len(self._onlookers)
        numbers = tuple(self._number(last, seen) for last, seen in zip(known, following.seen, strict=True))
        samples, length = (before.samples, before.length + 1) if before is not None else ((), 0)
        return History(following.position, following.stop, numbers, samples + following.samples, length)

    # ---- what seats know

    def _number(self, last: int, seen: Seen) -> int:
        """The information state after one in which this was seen; the same where nothing was."""
        if not seen:
            return last
        found = self._numbers.setdefault((last, seen), len(self._seen))
        if found == len(self._seen):
            self._seen.append((last, seen))
        return found

    def describe_knowledge(self, number: int) -> str:
        """Everything seen up to an information state, in order."""
        parts: list[str] = []
        while number != NOTHING_SEEN:
            number, seen = self._seen[number]
            parts.append("; ".join(" ".join(map(str, each)) for each in seen))  # type: ignore[call-overload]
        return " | ".join(reversed(parts))

    # ---- results

    def reward(self, history: History, seat: int) -> Fraction:
        """The payoff of a finished game for a seat: its measure, or its share of the win."""
        program = self.program
        parties = program.sides or program.seats
        if self.measure is None:
            won = history.position.won
            return Fraction(seat % len(parties) in won, len(won)) if won else Fraction(1, len(parties))
        if history.position.void:
            return Fraction(0)
        labels = program.measures[self.measure].labels
        own = history.samples[seat % len(labels)] if labels else sum(history.samples)
        return Fraction(own)


class HistoryView:
    """A history, as whoever decides may look at it: strategies ask queries of it."""

    def __init__(self, tree: GameTree, history: History) -> None:
        self._tree, self._history = tree, history

    def position(self) -> Position:
        """The position, as a value."""
        return self._history.position

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        """The values of a query here."""
        return self._tree.stepper.ask(self._history.position, query)

    def answered(self) -> int:
        """How many stops have been answered before this one."""
        return self._history.length
