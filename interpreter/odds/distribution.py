"""How likely each total is, and how a chain ends.

Chances are moved along the edges, state by state and total by total, until next to nothing is left on the way; what is
left is the bound of the error.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from interpreter.chains.states import CUT, States
from interpreter.odds.merging import Merged, merge_states
from interpreter.odds.solving import transition_matrices

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
"""So many edges are gone over one by one; for more, whole arrays are moved, where NumPy and SciPy are installed."""


def find_distribution(chain: Merged, start: int) -> Distribution:
    """How likely each total is that is gained from a state on."""
    gains = [gain for edges in chain.edges for _, _, gain in edges]
    if len(gains) > FEW and min(gains) >= 0:
        with suppress(ImportError):
            return _move_arrays(chain, start)
    return _move_one_by_one(chain, start)


def find_ends(chain: Merged, start: int) -> Distribution:
    """How likely each way to end is from a state on."""
    plain = tuple(tuple((chance, to, 0) for chance, to, _ in edges) for edges in chain.edges)
    return find_distribution(replace(chain, edges=plain), start)


def find_cut(states: States) -> float:
    """How likely a game leaves a chain."""
    chain = merge_states(states)
    ends = find_ends(chain, chain.start).ends
    return sum(chance for (stop, _), chance in ends.items() if stop == CUT)


def _move_arrays(chain: Merged, start: int) -> Distribution:
    """The same with a row of totals for each state; rows grow where the last total is reached."""
    import numpy

    parts = transition_matrices(chain)
    over = sorted(chain.ends)
    whole = [at for at in over if chain.ends[at][0] != CUT]
    now = numpy.zeros((len(chain.edges), 1))
    now[start, 0] = 1.0
    totals, ends = numpy.zeros(1), numpy.zeros(len(over))
    for _ in range(MOST_STEPS):
        ends += now[over].sum(axis=1)
        totals = _sum_rows(totals, now[whole].sum(axis=0))
        now[over] = 0.0
        if now.sum() < LEFT:
            break
        width = now.shape[1] + max(parts)
        then = numpy.zeros((len(chain.edges), width))
        for gain, matrix in parts.items():
            then[:, gain : gain + now.shape[1]] += matrix @ now
        used = numpy.flatnonzero(then.max(axis=0) > CRUMB)
        now = then[:, : used[-1] + 1 if len(used) else 1]
    found: dict[End, float] = {}
    for at, chance in zip(over, ends.tolist(), strict=True):
        found[chain.ends[at]] = found.get(chain.ends[at], 0.0) + chance
    likely = [(total, chance) for total, chance in enumerate(totals.tolist()) if chance > 0.0]
    return Distribution(tuple(likely), found, max(1.0 - sum(found.values()), 0.0) + LEFT)


def _sum_rows(one: Any, other: Any) -> Any:
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


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
