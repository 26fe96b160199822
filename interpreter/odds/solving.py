"""Means and variances from every state of a chain, and how often each is come to.

What is gained from a state on satisfies x = r + P x. Where fractions stay short they are solved in fractions
(`elimination`); larger ones in floating point, by SciPy's sparse LU or, where that would fill up, by sweeps
x <- r + P x until nothing changes any more. Without SciPy the sweeps are done here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from interpreter.chains.states import CUT, OutOfReach
from interpreter.data_classes import dataclass
from interpreter.odds.elimination import ENDLESS, TooLong, make_exact_solver
from interpreter.odds.merging import Merged

MOST_EXACT = 3_000
"""So many states are solved in fractions, at most."""

MOST_EXACT_ENDS = 1_000
"""And so many where it is about who wins."""

MOST_FACTORED = 10_000
"""So many states are solved by LU, at most: beyond, it fills up."""

STILL = 1e-15
"""Sweeps end where nothing changes by more than this, for each unit there is."""

MOST_SWEEPS = 200_000


@dataclass(frozen=True)
class Moments:
    """For each class of states the mean of what is gained from there on, and of its square."""

    means: Sequence[Any]
    squares: Sequence[Any]

    def variance(self, state: int) -> Any:
        """The variance of what is gained from a state on."""
        return self.squares[state] - self.means[state] ** 2


def find_exact_moments(chain: Merged) -> Moments | None:
    """The moments as fractions; None if the chain is too large for that. Raises OutOfReach."""
    if chain.count > MOST_EXACT or chain.is_rounded:
        return None
    try:
        solve = make_exact_solver([[(chance, to) for chance, to, _ in edges] for edges in chain.edges])
    except TooLong:
        return None
    means = solve(_mean_gains(chain))
    return Moments(means, solve(_square_gains(chain, means)))


def find_exact_ends(chain: Merged) -> dict[tuple[int, ...], Fraction] | None:
    """How likely a chain ends with each set of winners, as fractions; None if it is too large for that, or if it may
    never end."""
    if chain.count > MOST_EXACT_ENDS or chain.is_rounded or any(stop == CUT for stop, _ in chain.ends.values()):
        return None
    try:
        solve = make_exact_solver([[(chance, to) for chance, to, _ in edges] for edges in chain.edges])
    except (TooLong, OutOfReach):
        return None
    found: dict[tuple[int, ...], Fraction] = {}
    for winners in {won for _, won in chain.ends.values()}:
        over = {state for state, (_, won) in chain.ends.items() if won == winners}
        key, chances = tuple(sorted(winners)), solve([Fraction(at in over) for at in range(chain.count)])
        found[key] = found.get(key, Fraction(0)) + chances[chain.start]
    return found


def find_moments(chain: Merged) -> Moments:
    """The moments in floating point. Raises OutOfReach."""
    try:
        return _find_by_arrays(chain)
    except ImportError:
        means = _sweep(chain, [float(each) for each in _mean_gains(chain)])
        return Moments(means, _sweep(chain, [float(each) for each in _square_gains(chain, means)]))


def _mean_gains(chain: Merged) -> list[Fraction]:
    return [sum((chance * gain for chance, _, gain in edges if gain), Fraction(0)) for edges in chain.edges]


def _square_gains(chain: Merged, means: Sequence[Any]) -> list[Any]:
    if chain.squares is None:
        return [
            sum((chance * gain * (gain + 2 * means[to]) for chance, to, gain in edges if gain), Fraction(0))
            for edges in chain.edges
        ]
    crossed = [sum(2 * chance * gain * means[to] for chance, to, gain in edges if gain) for edges in chain.edges]
    return [square + each for square, each in zip(chain.squares, crossed, strict=True)]


def _find_by_arrays(chain: Merged) -> Moments:
    import numpy

    sources, chances, goals, gains = chain.arrays
    solve = _make_solver(chain)
    gained = chances * gains
    means = solve(numpy.bincount(sources, gained, chain.count))
    if chain.squares is None:
        squares = numpy.bincount(sources, gained * (gains + 2 * means[goals]), chain.count)
    else:
        squares = numpy.array(chain.squares) + numpy.bincount(sources, 2 * gained * means[goals], chain.count)
    return Moments(means.tolist(), solve(squares).tolist())


def _make_solver(chain: Merged) -> Callable[[Any], Any]:
    """What solves x = gains + P x."""
    from scipy.sparse import csr_matrix, identity
    from scipy.sparse.linalg import splu

    sources, chances, goals, _ = chain.arrays
    ways = csr_matrix((chances, (sources, goals)), shape=(chain.count, chain.count))
    if chain.count <= MOST_FACTORED:
        try:
            solve: Callable[[Any], Any] = splu((identity(chain.count) - ways).tocsc()).solve
        except RuntimeError:
            raise OutOfReach(ENDLESS, endless=True) from None
        return solve
    return lambda gains: _sweep_arrays(ways, gains)


def _sweep_arrays(ways: Any, gains: Any) -> Any:
    found = gains
    for _ in range(MOST_SWEEPS):
        then = gains + ways @ found
        change, found = abs(then - found).max(), then
        if change <= STILL * max(1.0, abs(found).max()):
            break
    return found


def _sweep(chain: Merged, gains: list[float]) -> list[float]:
    edges = [[(float(chance), to) for chance, to, _ in each] for each in chain.edges]
    found = list(gains)
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for state in reversed(range(len(found))):
            value = gains[state] + sum(chance * found[to] for chance, to in edges[state])
            change = max(change, abs(value - found[state]))
            found[state] = value
        if change <= STILL * max(1.0, max(map(abs, found))):
            break
    return found
