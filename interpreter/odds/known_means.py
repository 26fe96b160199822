"""Exact means as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from interpreter.bots.advice import DEFAULT
from interpreter.data_classes import dataclass
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.program import Chance, MeasureInfo, Program, QuotientInfo


@dataclass(frozen=True)
class Mean:
    """A mean, also as a fraction if that is known, and how far off it may be. It is `throughout` if everything
    measured in a game is meant, and not the first phase alone; `number` is how often that is in an average game, if
    that is known."""

    per: str
    mean: float
    exact: Fraction | None
    bound: float
    throughout: bool
    number: float | None = 1.0

    def to_dict(self) -> dict[str, object]:
        return {"mean": self.mean, "exact": None if self.exact is None else str(self.exact), "bound": self.bound}


@dataclass(frozen=True)
class Means:
    """Means by the names of measures; how likely it is who wins, which may be off by `bound`; and what is out of reach,
    and why."""

    measures: Mapping[str, Mean]
    winners: Mapping[str, float]
    bound: float
    beyond: Mapping[str, OutOfReach]


def may_be_near(program: Program, strategies: Sequence[str], outcomes: float) -> bool:
    """Whether means may be found soon: without cards, rolls of more than `outcomes`, and seats that play by lot."""
    ends = (each.terminator for each in program.blocks)
    is_small = all(each.outcomes <= outcomes for each in ends if isinstance(each, Chance))
    return is_small and not program.zones and {*strategies} <= {DEFAULT, *program.strategies}


def average_members(means: Means, measure: MeasureInfo) -> Mean | None:
    """The mean of a measure, over all of its members if it is measured for each of several; None if it is not known."""
    names = [f"{measure.name}[{label}]" for label in measure.labels] or [measure.name]
    if not all(name in means.measures for name in names):
        return None
    found = [means.measures[name] for name in names]
    fractions = [each.exact for each in found if each.exact is not None]
    exact = sum(fractions, Fraction(0)) / len(found) if len(fractions) == len(found) else None
    mean = sum(each.mean for each in found) / len(found)
    number = None if any(each.number is None for each in found) else sum(each.number or 0.0 for each in found)
    return replace(found[0], mean=mean, exact=exact, bound=max(each.bound for each in found), number=number)


def find_quotient(means: Means, program: Program, quotient: QuotientInfo) -> Mean | None:
    """The sum of one measure for each one of another in the long run: over many games that is the quotient of their
    sums in an average game. None if they are not known throughout a game."""
    top, bottom = (average_members(means, program.measures[at]) for at in (quotient.top, quotient.bottom))
    if top is None or bottom is None or not (top.throughout and bottom.throughout) or not bottom.mean:
        return None
    exact = None
    if top.per == bottom.per:
        times = 1.0
        if top.exact is not None and bottom.exact is not None:
            exact = top.exact / bottom.exact
    elif top.number is not None and bottom.number is not None:
        times = top.number / bottom.number
    else:
        return None
    mean = top.mean / bottom.mean * times
    bound = (top.bound * times + abs(mean) * bottom.bound) / abs(bottom.mean)
    return Mean(program.measures[quotient.bottom].name, mean, exact, bound, True)
