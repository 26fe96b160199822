"""The exact means of a game's measures and who wins, to be held against those of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.chains.states import OutOfReach
from interpreter.odds.answers import WINNERS, Answer, Asked, answer, list_phases
from interpreter.odds.figures import Setting, name_winners


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


def _list_beyond(found: Answer) -> dict[str, OutOfReach]:
    beyond = {each.measure.name: each.beyond for each in found.measures if each.beyond is not None}
    return {**({WINNERS: found.beyond} if found.beyond is not None else {}), **beyond}
