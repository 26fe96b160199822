"""Exact means as they are known, without what finds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from interpreter.data_classes import dataclass
from interpreter.markov.question import OutOfReach
from interpreter.program import MeasureInfo, Program, QuotientInfo


@dataclass(frozen=True)
class Mean:
    """A mean, also as a fraction if that is known, and how far off it may be. It is `throughout` if all that is
    measured in a game is meant, and not the first phase alone."""

    per: str
    mean: float
    exact: Fraction | None
    bound: float
    throughout: bool


@dataclass(frozen=True)
class Means:
    """Means by the names of measures; how likely it is who wins, which may be off by `bound`; and what is out of reach,
    and why."""

    measures: Mapping[str, Mean]
    winners: Mapping[str, float]
    bound: float
    beyond: Mapping[str, OutOfReach]


def average_members(means: Means, measure: MeasureInfo) -> Mean | None:
    """The mean of a measure, over all of its members if it is measured for each of several; None if it is not known."""
    names = [f"{measure.name}[{label}]" for label in measure.labels] or [measure.name]
    if not all(name in means.measures for name in names):
        return None
    found = [means.measures[name] for name in names]
    fractions = [each.exact for each in found if each.exact is not None]
    exact = sum(fractions, Fraction(0)) / len(found) if len(fractions) == len(found) else None
    mean = sum(each.mean for each in found) / len(found)
    return replace(found[0], mean=mean, exact=exact, bound=max(each.bound for each in found))


def find_quotient(means: Means, program: Program, quotient: QuotientInfo) -> Mean | None:
    """What one measure comes to for each one of another in the long run: over many games that is the quotient of their
    means. None if they are not known, throughout a game, or not as often measured as each other."""
    top, bottom = (average_members(means, program.measures[at]) for at in (quotient.top, quotient.bottom))
    if top is None or bottom is None or top.per != bottom.per or not (top.throughout and bottom.throughout):
        return None
    if not bottom.mean:
        return None
    mean, exact = top.mean / bottom.mean, None
    if top.exact is not None and bottom.exact is not None:
        exact = top.exact / bottom.exact
    bound = (top.bound + abs(mean) * bottom.bound) / abs(bottom.mean)
    return Mean(program.measures[quotient.bottom].name, mean, exact, bound, True)
