"""Exact statistics of one measure over many games, in whole numbers that can be added up in any order.

A game gives a measure any number of samples: one for the game, one for each member of a kind, one for each time
a phase ends. Samples of one game depend on each other, so games, not samples, are the independent units. The
mean over all samples is therefore a ratio of two sums over games, r = (y1 + ... + yn) / (m1 + ... + mn), with mk
samples adding up to yk in game k, and its standard error that of a ratio,

    stderr^2 = n / (n - 1) * sum over k of (yk - r * mk)^2 / (m1 + ... + mn)^2

(W. G. Cochran, Sampling Techniques, third edition, 1977, section 2.11). With one sample a game this is the usual s /
sqrt(n). The sum of squares opens into sums of yk * yk, yk * mk and mk * mk, so only whole numbers are kept, and
splitting the games over processes changes nothing. Fractions come in only when someone asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from fractions import Fraction
from math import sqrt
from typing import Protocol

from interpreter.data_classes import dataclass


class Ratio(Protocol):
    """The sum over games of a total, for each one of a number: with the sums over games of their products. Its mean is
    the ratio; None where the number is 0 over all games."""

    games: int
    total_total: int
    total_size: int
    size_size: int

    @property
    def total(self) -> int: ...

    @property
    def samples(self) -> int: ...

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.total, self.samples) if self.samples else None

    @property
    def squared_error(self) -> Fraction | None:
        """The square of the mean's standard error; None where fewer than two games, or no samples, leave it unknown."""
        mean = self.mean
        if mean is None or self.games < 2:
            return None
        squares = self.total_total - 2 * mean * self.total_size + mean * mean * self.size_size
        return Fraction(self.games, self.games - 1) * squares / self.samples**2

    @property
    def stderr(self) -> float | None:
        squared = self.squared_error
        return None if squared is None else sqrt(squared)


@dataclass
class Quotient(Ratio):
    """One measure per another: a ratio of two sums over games, as a mean is,
    with the total of the other measure in place of the number of samples."""

    games: int = 0
    total: int = 0
    samples: int = 0
    total_total: int = 0
    total_size: int = 0
    size_size: int = 0

    def add_game(self, totals: Sequence[int]) -> None:
        """Of one measure, and of the other; nothing where the game is without a result."""
        total, size = totals or (0, 0)
        self.games += 1
        self.total += total
        self.samples += size
        self.total_total += total * total
        self.total_size += total * size
        self.size_size += size * size

    def to_dict(self) -> dict[str, object]:
        """Everything as plain data: what `simulate --json` prints of a measure per another."""
        return {"mean": None if self.mean is None else float(self.mean), "stderr": self.stderr}


@dataclass
class Tally(Ratio):
    """The statistics of a measure after some games. `counts` has how often each value was sampled; the sums
    are over games, of products of the number (`size`) and the total of a game's samples."""

    counts: Counter[int] = field(default_factory=Counter)
    games: int = 0
    total_total: int = 0
    total_size: int = 0
    size_size: int = 0

    def add_game(self, samples: Sequence[int]) -> None:
        total, size = sum(samples), len(samples)
        self.counts.update(samples)
        self.add_sums(1, total * total, total * size, size * size)

    def add_sums(self, games: int, total_total: int, total_size: int, size_size: int) -> None:
        self.games += games
        self.total_total += total_total
        self.total_size += total_size
        self.size_size += size_size

    def combine(self, other: Tally) -> Tally:
        return Tally(
            self.counts + other.counts,
            self.games + other.games,
            self.total_total + other.total_total,
            self.total_size + other.total_size,
            self.size_size + other.size_size,
        )

    @property
    def samples(self) -> int:
        return self.counts.total()

    @property
    def total(self) -> int:
        return sum(value * count for value, count in self.counts.items())

    @property
    def variance(self) -> Fraction | None:
        """The variance of the samples about their mean, with one less than their number below the line; None where
        there are fewer than two."""
        mean, samples = self.mean, self.samples
        if mean is None or samples < 2:
            return None
        squares = sum(value * value * count for value, count in self.counts.items())
        return (squares - samples * mean * mean) / (samples - 1)

    @property
    def lowest(self) -> int | None:
        return min(self.counts, default=None)

    @property
    def highest(self) -> int | None:
        return max(self.counts, default=None)

    @property
    def histogram(self) -> dict[int, int]:
        return dict(sorted(self.counts.items()))

    def to_dict(self) -> dict[str, object]:
        """Everything as plain data: what `simulate --json` prints of a measure."""
        mean, variance = self.mean, self.variance
        return {
            "mean": None if mean is None else float(mean),
            "stderr": self.stderr,
            "variance": None if variance is None else float(variance),
            "min": self.lowest,
            "max": self.highest,
            "samples": self.samples,
            "histogram": {str(value): count for value, count in self.histogram.items()},
        }
