"""What a chain with open decisions comes to where each decision goes as well as can be for whoever makes it.

Sweeps give each state what its edges come to: the mean where chance falls, the most or the least where somebody
decides; until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass

STILL = 1e-15
"""Sweeps end where nothing changes by more than this, for each unit there is."""

MOST_SWEEPS = 100_000

FEW = 2_000
"""So many edges are gone over one by one; for more, arrays are swept, where NumPy and SciPy are installed."""

Edges: TypeAlias = Sequence[Sequence[tuple[float, int, float]]]
"""Of each state how likely another is to come next, which, and what is gained; 1 for each answer to a decision."""


@dataclass(frozen=True)
class OpenChain:
    """The `edges` of each state, and for each where somebody decides 1 if that is for the most, -1 if for the least."""

    edges: Edges
    signs: Mapping[int, int]


def find_values(chain: OpenChain) -> list[float]:
    """What each state comes to with all decisions at their best."""
    if sum(map(len, chain.edges)) > FEW:
        try:
            return _sweep_arrays(chain)
        except ImportError:
            pass
    return _sweep(chain)


def _sweep(chain: OpenChain) -> list[float]:
    values = [0.0] * len(chain.edges)
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for state in reversed(range(len(values))):
            value = _back_up(chain, values, state)
            change, values[state] = max(change, abs(value - values[state])), value
        if change <= STILL * max(1.0, max(map(abs, values))):
            break
    return values


def _back_up(chain: OpenChain, values: Sequence[float], state: int) -> float:
    """What a state comes to by what comes after it."""
    edges, sign = chain.edges[state], chain.signs.get(state)
    if sign is None:
        return sum(chance * (gain + values[to]) for chance, to, gain in edges)
    return sign * max(sign * (gain + values[to]) for _, to, gain in edges)


def _sweep_arrays(chain: OpenChain) -> list[float]:
    import numpy
    from scipy.sparse import csr_matrix

    count = len(chain.edges)
    falls = [(at, *edge) for at, edges in enumerate(chain.edges) if at not in chain.signs for edge in edges]
    rows, chances, columns, gains = _columns(falls, 4)
    ways = csr_matrix((chances, (rows, columns)), shape=(count, count))
    right = numpy.bincount(numpy.array(rows, int), numpy.array(chances) * numpy.array(gains), minlength=count)
    deciding = sorted(chain.signs)
    answers = [(at, to, gain) for at in deciding for _, to, gain in chain.edges[at]]
    owners, goals, won = (numpy.array(each) for each in _columns(answers, 3))
    first = numpy.flatnonzero(numpy.r_[True, owners[1:] != owners[:-1]]) if deciding else owners
    signs = numpy.array([chain.signs[at] for at in deciding], float)
    several = signs.repeat([len(chain.edges[at]) for at in deciding]) if deciding else signs
    values = numpy.zeros(count)
    for _ in range(MOST_SWEEPS):
        then = right + ways @ values
        for _ in range(1 if deciding else 0):
            then[deciding] = signs * numpy.maximum.reduceat(several * (won + then[goals]), first)
        change, values = abs(then - values).max(), then
        if change <= STILL * max(1.0, abs(values).max()):
            break
    return list(values.tolist())


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> tuple[Sequence[Any], ...]:
    return tuple(zip(*rows, strict=True)) if rows else ((),) * count
