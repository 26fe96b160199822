"""The exact means of a game's measures and who wins, to be held against those of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from interpreter.chains.regions import DEFAULT
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.odds.answers import WINNERS, Answer, Asked, answer, list_phases
from interpreter.odds.figures import Setting, name_winners
from interpreter.program import MeasureInfo, Program


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


def find_means(setting: Setting, measures: Sequence[str] = ()) -> Means:
    """The means of these measures, or of all in reach."""
    found, phases = answer(setting, Asked(tuple(measures), {}, ())), list_phases(setting.program)
    means = {}
    for each in found.measures:
        if each.figure is not None:
            name = f"{each.measure.name}[{each.label}]" if each.label else each.measure.name
            throughout = each.throughout or each.measure.per not in phases
            means[name] = Mean(each.measure.per, each.figure.mean, each.figure.exact, each.figure.bound, throughout)
    winners = found.winners
    chances = {name_winners(setting.program, won): chance for won, chance in winners.chances.items()} if winners else {}
    return Means(means, chances, winners.bound if winners else 0.0, _list_beyond(found))


AT_ONCE = Bounds(states=5_000, steps=8)
"""So far it is looked for figures of whole games that nobody asked for."""

SOON = Bounds(states=20_000, steps=20)
"""And so far for those of phases."""


def find_near_means(program: Program, strategies: Sequence[str], measures: Sequence[str], soon: Bounds = SOON) -> Means:
    """The means of these measures that are found soon. Where one of the whole game is not, others are not tried; where
    cards are dealt, none are."""
    near = Means({}, {}, 0.0, {})
    if program.zones or not {*strategies} <= {DEFAULT, *program.strategies}:
        return near
    phases = list_phases(program)
    wanted = [each for each in program.measures if each.name in measures]
    for setting, names in (
        (Setting(program, tuple(strategies), bounds=soon), [each.name for each in wanted if each.per in phases]),
        (Setting(program, tuple(strategies), bounds=AT_ONCE), [each.name for each in wanted if each.per not in phases]),
    ):
        for name in names:
            found = find_means(setting, (name,))
            near = replace(near, measures={**near.measures, **found.measures}, beyond={**near.beyond, **found.beyond})
            if found.beyond and setting.bounds is AT_ONCE:
                break
    return near


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


def _list_beyond(found: Answer) -> dict[str, OutOfReach]:
    beyond = {each.measure.name: each.beyond for each in found.measures if each.beyond is not None}
    return {**({WINNERS: found.beyond} if found.beyond is not None else {}), **beyond}
