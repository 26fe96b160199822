"""How often a chain comes to each of its states."""

from __future__ import annotations

from contextlib import suppress

from interpreter.odds.merging import Merged
from interpreter.odds.solving import transition_matrix

FEW = 300
"""So many edges are gone over one by one; for more, whole arrays are moved, where NumPy and SciPy are installed."""

LEFT = 1e-15
"""So much may be left on the way."""

MOST_STEPS = 20_000


def count_visits(chain: Merged) -> list[float]:
    """The mean number of times that each class of states is come to."""
    if sum(map(len, chain.edges)) > FEW:
        with suppress(ImportError):
            return _count_by_arrays(chain)
    return _count_one_by_one(chain)


def _count_by_arrays(chain: Merged) -> list[float]:
    import numpy

    back = transition_matrix(chain).T.tocsr()
    now = numpy.zeros(len(chain.edges))
    now[chain.start] = 1.0
    total = now.copy()
    for _ in range(MOST_STEPS):
        now = back @ now
        total += now
        if now.sum() < LEFT:
            break
    return list(total.tolist())


def _count_one_by_one(chain: Merged) -> list[float]:
    total = [0.0] * len(chain.edges)
    now = {chain.start: 1.0}
    for _ in range(MOST_STEPS):
        then: dict[int, float] = {}
        for state, mass in now.items():
            total[state] += mass
            for chance, to, _ in chain.edges[state]:
                then[to] = then.get(to, 0.0) + mass * float(chance)
        now = then
        if sum(now.values()) < LEFT:
            break
    return total
