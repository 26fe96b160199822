"""Best play of games of any size: of small ones state by state, of large ones whole arrays of states at a time.

How large a game is turns out by trying: a little at first, state by state, then all of it as arrays, which finds out
what its states are made of, too. If they are few they are gone through once more, one by one, since more can be said
then: fractions, what each answer comes to, and a strategy in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, Union

from interpreter.chains.states import OutOfReach
from interpreter.odds import best_play
from interpreter.odds.best_play import Aim, BestPlay, Position, find_best_play
from interpreter.odds.chain_figures import Setting

if TYPE_CHECKING:
    from interpreter.odds.best_of_many import BestOfMany

AnyBest: TypeAlias = Union[BestPlay, "BestOfMany"]

FIRST, FIRST_STEPS = 5_000, 400
"""So many states are looked at one by one before arrays are made of them, with so many steps for each."""

FEW, FEW_STEPS = 20_000, 8
"""So many states are looked at one by one; more of them many at a time. Where walks take long no more steps than that
are taken for each."""


def find_best(setting: Setting, aim: Aim) -> AnyBest:
    """Best play; where there are many states with NumPy, if that is installed. Raises OutOfReach, ManyDeciders,
    HiddenInformation."""
    bounds = setting.bounds
    try:
        little = replace(bounds, states=min(FIRST, bounds.states), steps=FIRST_STEPS, spare=0)
        return find_best_play(replace(setting, bounds=little), aim)
    except OutOfReach as reason:
        if not reason.larger:
            raise
        if reason.walked:
            few = replace(bounds, states=min(FEW, bounds.states), steps=FEW_STEPS)
            return find_best_play(replace(setting, bounds=few), aim)
    try:
        from interpreter.odds.best_of_many import explore_many, find_best_of_many
    except ImportError:
        return find_best_play(replace(setting, bounds=replace(bounds, states=min(FEW, bounds.states))), aim)
    search, chain = explore_many(setting, aim)
    if chain.count <= FEW:
        try:
            return find_best_play(setting, aim, search)
        except OutOfReach:
            pass
    return find_best_of_many(setting, aim, chain)


def find_position(best: AnyBest, given: Mapping[int, int]) -> Position | None:
    """A position where somebody decides and slots hold this, that is most like the first one; None if there is none."""
    if isinstance(best, BestPlay):
        return best_play.find_position(best, given)
    from interpreter.odds import best_of_many

    return best_of_many.find_position(best, given)
