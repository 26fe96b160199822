"""How often a chain comes to each of its states."""

from __future__ import annotations

from contextlib import suppress

from interpreter.odds.merging import Merged

FEW = 300
"""So many edges are gone over one by one; for more, whole arrays are moved, where NumPy and SciPy are installed."""

LEFT = 1e-15
"""So much may be left on the way."""

MOST_STEPS = 20_000


def count_visits(chain: Merged) -> list[float]:
    """The mean number of times that each class of states is come to."""
    if chain.edge_count > FEW:
        with suppress(ImportError):
            return _count_by_arrays(chain)
    return _count_one_by_one(chain)


def _count_by_arrays(chain: Merged) -> list[float]:
    from interpreter.odds.flows import Flow

    return list(Flow(chain, chain.start, gaining=False).visits[:, 0].tolist())


def _count_one_by_one(chain: Merged) -> list[float]:
    total = [0.0] * chain.count
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
