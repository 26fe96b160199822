"""Two games played with the same dice, and what differs between them.

Game k of the one and game k of the other draw from the same stream, so that much of their luck is common and cancels
out of a difference. A measure's mean is a ratio of sums over games, r = y / m, on either side (see `tally`). The
standard error of r' - r comes from what each pair of games adds to it,

    d_k = (y'_k - r' m'_k) / m' - (y_k - r m_k) / m,    stderr^2 = n / (n - 1) * sum over k of d_k^2

which opens into sums of products of whole numbers, so nothing is lost however many games there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from interpreter.display import format_winner
from interpreter.engine import Failure, Outcome
from interpreter.program import Program
from interpreter.simulate.players import StepperPlayer
from interpreter.simulate.simulation import BrokenGame, Plan
from interpreter.tally import Quotient, Tally

Samples = Sequence[int]

NOBODY = "nobody"
"""Who wins a drawn game."""


@dataclass
class MeasurePair:
    """A measure on both sides. `crossed` are the sums over games of the products of total and number there with total
    and number here."""

    name: str
    per: str
    before: Tally | Quotient = field(default_factory=Tally)
    after: Tally | Quotient = field(default_factory=Tally)
    crossed: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def add_game(self, before: Samples, after: Samples) -> None:
        self.before.add_game(before)
        self.after.add_game(after)
        (y, m), (y_after, m_after) = self._sum_up(before), self._sum_up(after)
        for at, product in enumerate((y_after * y, y_after * m, m_after * y, m_after * m)):
            self.crossed[at] += product

    @staticmethod
    def _sum_up(samples: Samples) -> tuple[int, int]:
        """What a game adds to the two sums of the ratio."""
        return sum(samples), len(samples)

    @property
    def difference(self) -> Fraction | None:
        """The mean after less the mean before; None where one of them is not known."""
        before, after = self.before.mean, self.after.mean
        return None if before is None or after is None else after - before

    @property
    def squared_error(self) -> Fraction | None:
        """The square of the difference's standard error; None where fewer than two games leave it unknown."""
        before, after = self.before.mean, self.after.mean
        if before is None or after is None or self.before.games < 2:
            return None
        n = self.before.games
        together, total_size, size_total, size_size = self.crossed
        common = together - before * total_size - after * size_total + before * after * size_size
        scale = Fraction(n, n - 1) / (self.before.samples * self.after.samples)
        own = (self.before.squared_error or Fraction(0)) + (self.after.squared_error or Fraction(0))
        return own - 2 * scale * common

    @property
    def stderr(self) -> float | None:
        """The difference's standard error; None as above."""
        squared = self.squared_error
        return None if squared is None else sqrt(max(squared, Fraction(0)))

    def to_dict(self) -> dict[str, object]:
        difference = self.difference
        return {
            "per": self.per,
            "before": _list_figures(self.before),
            "after": _list_figures(self.after),
            "difference": None if difference is None else float(difference),
            "stderr": self.stderr,
        }


def _list_figures(tally: Tally | Quotient) -> dict[str, object]:
    return {"mean": None if tally.mean is None else float(tally.mean), "stderr": tally.stderr}


@dataclass
class QuotientPair(MeasurePair):
    """One measure per another on both sides; a game gives what both came to, or nothing."""

    before: Tally | Quotient = field(default_factory=Quotient)
    after: Tally | Quotient = field(default_factory=Quotient)

    @staticmethod
    def _sum_up(samples: Samples) -> tuple[int, int]:
        total, number = samples or (0, 0)
        return total, number


@dataclass
class Comparison:
    """Two games compared. `measures` are those that both have; `lengths` counts rolls and how often phases are begun;
    `winners` are shares of the games. All these are of the games that stand; `void` are those without a result, before
    and after. `broken` is a game that could not go on, and on which side it was."""

    games: int
    measures: list[MeasurePair]
    lengths: list[MeasurePair]
    winners: list[MeasurePair]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...] = ()
    void: tuple[int, int] = (0, 0)
    broken: tuple[bool, BrokenGame] | None = None

    def to_dict(self) -> dict[str, object]:
        parts = (("measures", self.measures), ("lengths", self.lengths), ("winners", self.winners))
        figures = {name: {each.name: each.to_dict() for each in pairs} for name, pairs in parts}
        only = {"only_before": list(self.only_before), "only_after": list(self.only_after)}
        without = {"without_result": dict(zip(("before", "after"), self.void, strict=True))}
        return {"games": self.games, **without, **figures, **only}


def compare(before: Plan, after: Plan, games: int) -> Comparison:
    """Play the games 0 to `games` - 1 of both plans, up to the first that fails."""
    comparing = Comparing(before, after)
    for each in comparing.play(games):
        comparing.add(each)
    return comparing.comparison


@dataclass(frozen=True)
class Played:
    """A game played on both sides. `broken` is why it is no use, and on which side."""

    outcomes: tuple[Outcome, ...]
    broken: tuple[bool, BrokenGame] | None

    @property
    def games(self) -> int:
        return int(self.broken is None)


class Comparing:
    """Two games that are being compared, and what came of that so far."""

    def __init__(self, before: Plan, after: Plan) -> None:
        self.sides = _Side(before), _Side(after)
        self.comparison = _empty(before.program, after.program)

    def play(self, games: int) -> Iterator[Played]:
        """Play the games 0 to `games` - 1 of both, up to the first that fails. They have yet to be added."""
        for game in range(games):
            outcomes = tuple(side.player.play_game(game) for side in self.sides)
            stops = [each.stop for each in outcomes]
            failed = [(bool(late), BrokenGame(game, at)) for late, at in enumerate(stops) if isinstance(at, Failure)]
            yield Played(outcomes, failed[0] if failed else None)
            if failed:
                return

    def add(self, played: Played) -> None:
        self.comparison.broken = played.broken
        if played.broken is None:
            _take_in(self.comparison, self.sides, played.outcomes)
            self.comparison.games += 1


class _Side:
    """One of the two games, ready to be played."""

    def __init__(self, plan: Plan) -> None:
        self.program, self.player = plan.program, StepperPlayer(plan)

    def samples(self, outcome: Outcome) -> dict[str, list[int]]:
        """What each measure gave in a game: nothing, where it is without a result."""
        found: dict[str, list[int]] = {each.name: [] for each in self.program.measures}
        for measure, value in () if outcome.position.void else outcome.samples:
            found[self.program.measures[measure].name].append(value)
        names = list(found)
        for each in self.program.quotients:
            found[each.name] = [sum(found[names[number]]) for number in (each.top, each.bottom)]
        return found

    def winners(self, outcome: Outcome) -> set[str]:
        """Who won a game, by name, for the other game may have other sides."""
        return {format_winner(self.program, each) for each in outcome.position.won} or {NOBODY}

    def lengths(self, outcome: Outcome) -> Iterator[tuple[str, int]]:
        yield "rolls", sum(outcome.rolls)
        for site, marks in zip(self.program.sites, outcome.marks, strict=True):
            if site.kind == "phase" and site.name != "game":
                yield f"phase {site.name}", marks


def _names(program: Program) -> tuple[str, ...]:
    return program.parties


def _empty(before: Program, after: Program) -> Comparison:
    per, names = {each.name: each.per for each in before.measures}, [each.name for each in after.measures]
    over = {each.name: before.measures[each.bottom].name for each in before.quotients}
    divided = [each.name for each in after.quotients]
    measures = [MeasurePair(each, per[each]) for each in per if each in names]
    quotients = [QuotientPair(each, over[each]) for each in over if each in divided]
    return Comparison(
        0,
        [*measures, *quotients],
        [],
        [MeasurePair(each, "game") for each in (*dict.fromkeys((*_names(before), *_names(after))), NOBODY)],
        (*(each for each in per if each not in names), *(each for each in over if each not in divided)),
        (*(each for each in names if each not in per), *(each for each in divided if each not in over)),
    )


def _take_in(comparison: Comparison, sides: tuple[_Side, ...], outcomes: tuple[Outcome, ...]) -> None:
    before, after = (side.samples(outcome) for side, outcome in zip(sides, outcomes, strict=True))
    for pair in comparison.measures:
        pair.add_game(before[pair.name], after[pair.name])
    comparison.void = comparison.void[0] + outcomes[0].position.void, comparison.void[1] + outcomes[1].position.void
    one, other = (dict(side.lengths(outcome)) for side, outcome in zip(sides, outcomes, strict=True))
    if not comparison.lengths:
        comparison.lengths = [MeasurePair(each, "game") for each in one if each in other]
    for pair in comparison.lengths:
        pair.add_game(_once(outcomes[0], one[pair.name]), _once(outcomes[1], other[pair.name]))
    winners = [side.winners(outcome) for side, outcome in zip(sides, outcomes, strict=True)]
    for pair in comparison.winners:
        won, won_after = (_once(outcome, pair.name in some) for outcome, some in zip(outcomes, winners, strict=True))
        pair.add_game(won, won_after)


def _once(outcome: Outcome, value: int) -> Samples:
    """The one value that a game gives; none, where it is without a result."""
    return () if outcome.position.void else (int(value),)
