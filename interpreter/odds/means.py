"""The exact means of a game's measures and who wins, to compare with those of another game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from interpreter.markov.out_of_reach import OutOfReach
from interpreter.odds.answers import WINNERS, Answer, Asked, answer, list_phases
from interpreter.odds.figures import Setting, name_winners
from interpreter.odds.known_means import Mean, Means, may_be_near
from interpreter.program import Program

SOON = 5_000
"""The most states for means that nobody asked for."""


def find_means(setting: Setting, measures: Sequence[str] = ()) -> Means:
    """The means of these measures, or of all in reach."""
    return gather_means(setting.program, answer(setting, Asked(tuple(measures), {}, ())))


def gather_means(program: Program, found: Answer) -> Means:
    """The means that are known by an answer."""
    means, phases = {}, list_phases(program)
    for each in found.measures:
        if (figure := each.figure) is not None:
            throughout = not each.first or each.measure.per not in phases
            rest = figure.exact, figure.bound, throughout, figure.number
            means[each.name] = Mean(each.measure.per, figure.mean, *rest)
    winners = found.winners
    chances = {name_winners(program, won): chance for won, chance in winners.chances.items()} if winners else {}
    return Means(means, chances, winners.bound if winners else 0.0, _list_beyond(found))


def find_near_means(
    program: Program, strategies: Sequence[str], measures: Sequence[str], most: int = SOON, outcomes: float = inf
) -> Means:
    """The means of these measures that take at most `most` states. After the first of the whole game that takes more,
    no others are tried; and none at all unless they may be near."""
    near, phases = Means({}, {}, 0.0, {}), list_phases(program)
    if not may_be_near(program, strategies, outcomes):
        return near
    wanted = sorted(
        (each for each in program.measures if each.name in measures), key=lambda each: each.per not in phases
    )
    setting = Setting(program, tuple(strategies), most=most)
    for each in wanted:
        found = find_means(setting, (each.name,))
        near = replace(near, measures={**near.measures, **found.measures}, beyond={**near.beyond, **found.beyond})
        if found.beyond and each.per not in phases:
            break
    return near


def _list_beyond(found: Answer) -> dict[str, OutOfReach]:
    beyond = {each.measure.name: each.beyond for each in found.measures if each.beyond is not None}
    return {**({WINNERS: found.beyond} if found.beyond is not None else {}), **beyond}
