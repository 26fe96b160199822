"""The exact means of a game's measures and who wins, to be held against those of another game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

from interpreter.chains.regions import DEFAULT
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.odds.answers import WINNERS, Answer, Asked, answer, list_phases
from interpreter.odds.chain_figures import Setting, name_winners
from interpreter.odds.known_means import Mean, Means
from interpreter.program import Chance, Program


def find_means(setting: Setting, measures: Sequence[str] = ()) -> Means:
    """The means of these measures, or of all in reach."""
    return gather_means(setting.program, answer(setting, Asked(tuple(measures), {}, ())))


def gather_means(program: Program, found: Answer) -> Means:
    """The means that are known by an answer."""
    means, phases = {}, list_phases(program)
    for each in found.measures:
        if (figure := each.figure) is not None:
            throughout = each.throughout or each.measure.per not in phases
            means[each.name] = Mean(each.measure.per, figure.mean, figure.exact, figure.bound, throughout)
    winners = found.winners
    chances = {name_winners(program, won): chance for won, chance in winners.chances.items()} if winners else {}
    return Means(means, chances, winners.bound if winners else 0.0, _list_beyond(found), found.unchecked)


AT_ONCE = Bounds(states=5_000, steps=8)
"""So far it is looked for figures of whole games that nobody asked for."""

SOON = Bounds(states=20_000, steps=20)
"""And so far for those of phases."""

BESIDE_GAMES: dict[str, Any] = {
    "soon": Bounds(states=2_000, steps=8),
    "at_once": Bounds(states=300, steps=2),
    "outcomes": 2_000,
}
"""So far it is looked for means to show beside those of games that are played. With five dice or more it takes
longer to tell their outcomes apart than to play the games."""


def find_near_means(
    program: Program,
    strategies: Sequence[str],
    measures: Sequence[str],
    soon: Bounds = SOON,
    at_once: Bounds = AT_ONCE,
    outcomes: float = inf,
) -> Means:
    """The means of these measures that are found soon, those of whole games `at_once`. Where one of the whole game is
    not, others are not tried; where cards are dealt, or a roll has more `outcomes` than these, none are."""
    near = Means({}, {}, 0.0, {})
    if program.zones or not {*strategies} <= {DEFAULT, *program.strategies}:
        return near
    if any(isinstance(each.terminator, Chance) and each.terminator.outcomes > outcomes for each in program.blocks):
        return near
    phases = list_phases(program)
    wanted = [each for each in program.measures if each.name in measures]
    setting = Setting(program, tuple(strategies), counts=False)
    for bounds, names in (
        (soon, [each.name for each in wanted if each.per in phases]),
        (at_once, [each.name for each in wanted if each.per not in phases]),
    ):
        for name in names:
            found = find_means(replace(setting, bounds=bounds), (name,))
            near = replace(near, measures={**near.measures, **found.measures}, beyond={**near.beyond, **found.beyond})
            if found.beyond and bounds is at_once:
                break
    return near


def _list_beyond(found: Answer) -> dict[str, OutOfReach]:
    beyond = {each.measure.name: each.beyond for each in found.measures if each.beyond is not None}
    return {**({WINNERS: found.beyond} if found.beyond is not None else {}), **beyond}
