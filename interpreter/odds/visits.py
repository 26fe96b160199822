"""How often a chain comes to each of its states.

What has come to some states is moved on along all of their edges, step by step, until next to nothing is left on the
way.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from interpreter.odds.merging import Arrays, Merged

FEW = 300
"""So many edges are gone over one by one; for more, whole arrays are moved, where NumPy is installed."""

LEFT = 1e-17
"""So much may be left on the way."""

CRUMB = 1e-24
"""Less than that is not moved on."""

MOST_STEPS = 20_000


def count_visits(chain: Merged, start: int) -> list[float]:
    """The mean number of times that each class of states is come to from one on."""
    if chain.edge_count > FEW:
        with suppress(ImportError):
            return _count_by_arrays(chain, start)
    return _count_one_by_one(chain, start)


def _count_by_arrays(chain: Merged, start: int) -> list[float]:
    import numpy

    edges = _put_together(chain)
    now: Any = numpy.zeros(chain.count)
    now[start] = 1.0
    total, before = now, numpy.zeros(chain.count, bool)
    sources, chances, goals = edges.sources, edges.chances, edges.goals
    for _ in range(MOST_STEPS):
        here = now > CRUMB
        if (here != before).any():
            some = numpy.flatnonzero(here[edges.sources])
            sources, chances, goals, before = edges.sources[some], edges.chances[some], edges.goals[some], here
        now = numpy.bincount(goals, chances * now[sources], chain.count)
        total = total + now
        if now.sum() < LEFT:
            break
    return list(total.tolist())


def _put_together(chain: Merged) -> Arrays:
    """The edges, those as one that lead from one class to the same other, whatever they gain."""
    import numpy

    edges = chain.arrays
    unique: Any = numpy.unique(edges.sources * chain.count + edges.goals, return_inverse=True)
    ways, numbers = unique
    return Arrays(ways // chain.count, numpy.bincount(numbers, edges.chances), ways % chain.count, None)


def _count_one_by_one(chain: Merged, start: int) -> list[float]:
    total, now = [0.0] * chain.count, {start: 1.0}
    for _ in range(MOST_STEPS):
        then: dict[int, float] = {}
        for state, mass in now.items():
            total[state] += mass
            for chance, to, _ in chain.edges[state]:
                then[to] = then.get(to, 0.0) + mass * float(chance)
        now = {state: mass for state, mass in then.items() if mass > CRUMB}
        if sum(now.values()) < LEFT:
            break
    return total
