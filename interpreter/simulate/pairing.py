"""Two programs' games held against each other one by one, from what machine code keeps of each game.

As in `compare`, both have been played with the same dice, so that much of the luck cancels out of a difference. How
much a difference matters is given in standard deviations of what one game gives: so measures of any unit, and shares of
the games that somebody wins, can be put in one order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from interpreter.data_classes import dataclass
from interpreter.odds.known_means import Mean
from interpreter.program import Program
from interpreter.simulate.compare import Comparison, MeasurePair, start_comparison
from interpreter.summary import GameRow

CERTAIN = 4
"""The standard errors from which a difference counts. Among a hundred figures that do not differ, one in three hundred
such ledgers would call one different."""


@dataclass(frozen=True)
class Figure:
    """A measure, or the share of the games that somebody wins (`is_share`), on both sides; with `exact` means where
    they are known."""

    pair: MeasurePair
    is_share: bool
    exact: tuple[Mean, Mean] | None

    @property
    def is_exact(self) -> bool:
        """Whether the means by the rules say it: those of the first phase alone only say that there is a change,
        and not that there is none."""
        return self.exact is not None and (self.is_throughout or bool(self.exact_change))

    @property
    def is_throughout(self) -> bool:
        return self.exact is not None and all(each.throughout for each in self.exact)

    @property
    def exact_change(self) -> Fraction | float:
        """By how much the exact mean changes; 0 where that may be rounding."""
        assert self.exact is not None, "it is known"
        before, after = self.exact
        if before.exact is not None and after.exact is not None:
            return after.exact - before.exact
        change = after.mean - before.mean
        return change if abs(change) > before.bound + after.bound else 0.0

    @property
    def weight(self) -> float:
        """The difference in standard deviations of one game, the greater of both; 0 where it may be luck, and 1 where
        every game gives the same."""
        change = float(self.exact_change if self.is_exact else self._seen_change)
        if not change:
            return 0.0
        spread = max(self.pair.before.stderr or 0.0, self.pair.after.stderr or 0.0) * sqrt(self.pair.before.games)
        return abs(change) / spread if spread else 1.0

    @property
    def _seen_change(self) -> Fraction:
        """The difference in the games that were played; 0 where that may be luck."""
        difference, error = self.pair.difference, self.pair.stderr
        is_seen = difference is not None and error is not None and abs(difference) > CERTAIN * error
        return difference if is_seen and difference is not None else Fraction(0)

    def to_dict(self) -> dict[str, object]:
        exact: dict[str, object] | None = None
        if self.exact is not None:
            exact = {side: mean.to_dict() for side, mean in zip(("before", "after"), self.exact, strict=True)}
            exact |= {"difference": float(self.exact_change), "throughout": self.is_throughout}
        return {**self.pair.to_dict(), "exact": exact, "weight": self.weight}


@dataclass(frozen=True)
class PlayedGames:
    """The games of a program one by one, and how often they reached each rule, row and phase."""

    program: Program
    rows: Sequence[GameRow]
    marks: Counter[str]

    def compare(self, other: PlayedGames) -> Comparison:
        programs = self.program, other.program
        comparison = start_comparison(*programs)
        comparison.marks = self.marks, other.marks
        for rows in zip(self.rows, other.rows, strict=True):
            comparison.add_game(programs, rows)
        return comparison


def list_figures(compared: Comparison, measures: Sequence[str], exact: Mapping[str, tuple[Mean, Mean]]) -> list[Figure]:
    """What both have measured and who has won, by what differs most. `measures` leaves out others, and the winners;
    `exact` has means that are known from the rules."""
    figures = [Figure(each, False, exact.get(each.name)) for each in compared.measures]
    figures = [each for each in figures if not measures or each.pair.name in measures]
    figures += [Figure(each, True, None) for each in compared.winners if not measures]
    return sorted(figures, key=lambda each: -each.weight)
