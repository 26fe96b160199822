"""How likely each total is, and how a chain ends.

In a small chain chances are moved along the edges, state by state and total by total, until next to nothing is left on
the way; what is left is the bound of the error. A larger one is solved total by total (`levels`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from interpreter.chains.phase_exploring import InnerEdges, Worth
from interpreter.chains.states import CUT, States
from interpreter.data_classes import dataclass
from interpreter.odds.elimination import Unsolvable
from interpreter.odds.merging import Merged, take_as_it_is
from interpreter.odds.visits import count_visits

LEFT = 1e-15
"""So much may be left on the way."""

MOST_STEPS = 20_000

End: TypeAlias = tuple[int, tuple[int, ...]]
"""How a chain ends: OVER or CUT, and the winners."""


@dataclass(frozen=True)
class Distribution:
    """The chances of each total, but for games that were cut off, of each way to end, and how much was left on
    the way (`bound`)."""

    totals: tuple[tuple[int, float], ...]
    ends: Mapping[End, float]
    bound: float


FEW = 300
"""So many edges are gone over one by one; for more, equations are solved, where NumPy and SciPy are installed."""


def find_distribution(chain: Merged, start: int) -> Distribution:
    """How likely each total is that is gained from a state on."""
    found = None
    if chain.edge_count > FEW and min(chain.columns.gains) >= 0:
        with suppress(ImportError):
            found = _solve_levels(chain, start)
    return found or _move_one_by_one(chain, start)


def find_ends(chain: Merged, start: int) -> Distribution:
    """How likely each way to end is from a state on, whatever is gained."""
    visits, found = count_visits(chain, start), dict[End, float]()
    for at, end in chain.ends.items():
        found[end] = found.get(end, 0.0) + visits[at]
    return Distribution((), found, max(1.0 - sum(found.values()), 0.0) + LEFT)


def find_all_ends(states: States) -> Distribution:
    """How likely each way to end is from the start of a chain."""
    chain = take_as_it_is(states)
    return find_ends(chain, chain.start)


def find_cut(found: Distribution) -> float:
    """How likely a game leaves a chain."""
    return sum(chance for (stop, _), chance in found.ends.items() if stop == CUT)


def _solve_levels(chain: Merged, start: int) -> Distribution | None:
    """The same total by total; None where games may never end. Raises ImportError without NumPy and SciPy."""
    import numpy

    from interpreter.odds.levels import Levels

    _, chances, goals, every = chain.arrays
    unique: Any = numpy.unique(every, return_inverse=True)
    gains, changes = unique
    edges = InnerEdges(list(chain.columns.counts), chances, goals, changes)
    try:
        ways = Levels(edges, [Worth(gain) for gain in gains.tolist()]).ways_from(start)
    except Unsolvable:
        return None
    totals: dict[int, float] = {}
    ends: dict[End, float] = {}
    for way in ways:
        end = chain.ends[way.end]
        ends[end] = ends.get(end, 0.0) + way.chance
        if end[0] != CUT:
            totals[way.added] = totals.get(way.added, 0.0) + way.chance
    return Distribution(tuple(totals.items()), ends, max(1.0 - sum(ends.values()), 0.0) + LEFT)


def _move_one_by_one(chain: Merged, start: int) -> Distribution:
    edges = [[(float(chance), to, gain) for chance, to, gain in each] for each in chain.edges]
    totals: dict[int, float] = {}
    ends: dict[End, float] = {}
    now: dict[int, dict[int, float]] = {start: {0: 1.0}}
    for _ in range(MOST_STEPS):
        then: dict[int, dict[int, float]] = {}
        for state, mass in now.items():
            if state in chain.ends:
                _add(totals, mass if chain.ends[state][0] != CUT else {})
                ends[chain.ends[state]] = ends.get(chain.ends[state], 0.0) + sum(mass.values())
            for chance, to, gain in edges[state]:
                into = then.setdefault(to, {})
                for total, part in mass.items():
                    into[total + gain] = into.get(total + gain, 0.0) + chance * part
        now = _without_crumbs(then)
        left = sum(sum(mass.values()) for mass in now.values())
        if left < LEFT:
            break
    bound = max(1.0 - sum(ends.values()), 0.0) + LEFT
    return Distribution(tuple(sorted(totals.items())), ends, bound)


CRUMB = 1e-22
"""Less than that is dropped, and counted in the bound."""


def _without_crumbs(several: dict[int, dict[int, float]]) -> dict[int, dict[int, float]]:
    kept = {state: {total: part for total, part in mass.items() if part > CRUMB} for state, mass in several.items()}
    return {state: mass for state, mass in kept.items() if mass}


def _add(totals: dict[int, float], mass: Mapping[int, float]) -> None:
    for total, part in mass.items():
        totals[total] = totals.get(total, 0.0) + part
