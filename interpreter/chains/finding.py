"""Chains for odds: the states that a start leads to, how likely each is to follow another, and what is gained there.

`searching` finds out what the states are made of, and `exploring` goes through them; where slots are kept in relation,
so wide as it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log

from interpreter.chains.exploring import Exploration
from interpreter.chains.forks import Goal
from interpreter.chains.regions import Region
from interpreter.chains.searching import Again, Search, Summaries
from interpreter.chains.states import CUT, Bounds, OutOfReach, Start, States


def explore(
    region: Region,
    start: Start,
    goal: Goal,
    bounds: Bounds | None = None,
    whole: Summaries | None = None,
    find_cut: Callable[[States], float] | None = None,
) -> States:
    """The chain from a start to a goal. Some phases may be taken as a whole. If `find_cut` says how likely a game
    leaves a chain, slots that are kept in relation may be as far apart as it takes.

    Raises OutOfReach."""
    search = Search(region, start, goal, bounds or Bounds(), whole)
    return find_states(search) if find_cut is None else widen(search, find_cut)


def find_states(search: Search) -> States:
    """The chain, as small as was found. Raises OutOfReach."""
    return search.find_by(lambda each: Exploration(each).explore())


NARROW, WIDE, WIDEST = 4, 20, 400
"""So far apart slots may be at first, where it shows soon what must be tracked; then; and at most."""

UNLIKELY, RARE = 1e-12, 1e-6
"""A chain is wide enough where a game leaves it with so little likelihood; and with this if no larger one is in
reach."""


def widen(search: Search, find_cut: Callable[[States], float]) -> States:
    """The chain with slots as far apart as it takes. Raises OutOfReach."""
    return search.find_by(lambda each: _explore_widening(Exploration(each), find_cut))


def _explore_widening(exploration: Exploration, find_cut: Callable[[States], float]) -> States:
    search, best, cut, width = exploration.search, None, 1.0, exploration.search.width or NARROW
    search.bounds = replace(search.bounds, apart=width)
    exploration.widen(width)
    begun = exploration.begin()
    while True:
        search.patience.steps, search.width = 0, width
        try:
            exploration.go_on()
        except OutOfReach as reason:
            if best is None or not reason.larger or cut > RARE:
                raise
            return best
        best = exploration.make_states(*begun)
        if width == NARROW:
            cut, width = float(CUT in best.stops), WIDE
        else:
            cut = find_cut(best) if CUT in best.stops else 0.0
            width = _guess_width(width, cut)
        if cut <= UNLIKELY or (width > WIDEST and cut <= RARE):
            return best
        if width > WIDEST:
            raise OutOfReach(f"its totals are often more than {search.width} apart")
        if search.whole is not None and CUT in exploration.stops:
            search.whole.widen(width)
            search.width = width
            raise Again
        search.bounds = replace(search.bounds, apart=width)
        exploration.widen(width)


def _guess_width(width: int, cut: float) -> int:
    """How far apart slots must be, if what is cut off falls as of a sum of throws: of many by the square of the width,
    of few by the width; so in between."""
    times = 8.0 if cut >= 1.0 else (log(UNLIKELY) / log(cut)) ** 0.75 if cut else 1.0
    return width + max(5, int(width * (min(times, 8.0) * 1.05 - 1)))
