"""Measures that are one measure for each one of another, such as what is lost for each chip that is staked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.odds.answers import MeasureOdds, list_phases
from interpreter.program import MeasureInfo, Program

_Means: TypeAlias = list[tuple[float, Fraction | None]]


@dataclass(frozen=True)
class QuotientOdds:
    """What a measure comes to for each one of another, in the long run; as a fraction, too, if that is known."""

    name: str
    of: str
    per: str
    mean: float
    exact: Fraction | None


def find_quotients(program: Program, known: Sequence[MeasureOdds]) -> Iterator[QuotientOdds]:
    """The quotients of measures that are known for a whole game: over many games, each is that of their means."""
    for info in program.quotients:
        top, bottom = program.measures[info.top], program.measures[info.bottom]
        amounts, others = (_list_means(program, each, known) for each in (top, bottom))
        if top.per == bottom.per and amounts and sum(mean for mean, _ in others):
            mean = sum(mean for mean, _ in amounts) / sum(mean for mean, _ in others)
            yield QuotientOdds(info.name, top.name, bottom.name, mean, _divide(amounts, others))


def _divide(amounts: _Means, others: _Means) -> Fraction | None:
    """The one sum divided by the other, where all of both are known as fractions."""
    several = [[exact for _, exact in each if exact is not None] for each in (amounts, others)]
    if [*map(len, several)] != [len(amounts), len(others)]:
        return None
    return sum(several[0], Fraction(0)) / sum(several[1], Fraction(0))


def _list_means(program: Program, measure: MeasureInfo, known: Sequence[MeasureOdds]) -> _Means:
    """The means of all members of a measure, with those that are fractions; none if they are not known throughout a
    game."""
    found = [each for each in known if each.measure == measure and each.figure is not None]
    whole = measure.per not in list_phases(program) or all(each.throughout for each in found)
    if not whole or len(found) < max(1, len(measure.labels)):
        return []
    return [(float(each.figure.mean), each.figure.exact) for each in found if each.figure is not None]
