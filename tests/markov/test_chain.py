"""Linear systems of chains, solved by LU and by series, against dense ones."""

from __future__ import annotations

import numpy as np
import pytest

from interpreter.markov import chain as chains
from interpreter.markov.chain import Chain
from interpreter.markov.out_of_reach import OutOfReach


def draw_chain(seed: int, size: int = 60) -> Chain:
    """Some components of a few states, some of dozens."""
    random = np.random.default_rng(seed)
    sources = np.repeat(np.arange(size - 1), 3)
    goals = np.clip(sources + random.integers(-4, 4, len(sources)), 0, size - 1)
    goals[::3] = sources[::3] + 1
    goals = np.where(sources % 25 == 24, np.maximum(goals, sources), goals)
    return Chain(size, sources, goals, np.tile([0.5, 0.2, 0.3], size - 1))


@pytest.mark.parametrize(("large", "terms"), [(500, 4_000), (5, 100_000), (5, 16)], ids=["LU", "series", "both"])
def test_systems_are_solved_as_dense_ones(monkeypatch: pytest.MonkeyPatch, large: int, terms: int) -> None:
    monkeypatch.setattr(chains, "LARGE", large)
    monkeypatch.setattr(chains, "TERMS", terms)
    for seed in range(4):
        chain = draw_chain(seed)
        dense = np.zeros((chain.size, chain.size))
        np.add.at(dense, (chain.sources, chain.goals), chain.chances)
        given = np.random.default_rng(seed).random((chain.size, 3)) - 0.2
        system = np.identity(chain.size) - dense
        assert np.allclose(chain.find_gains(given), np.linalg.solve(system, given), 1e-10)
        assert np.allclose(chain.find_visits(given), np.linalg.solve(system.T, given), 1e-10)
        assert np.allclose(chain.find_visits(given[:, 0]), np.linalg.solve(system.T, given[:, 0]), 1e-10)


def test_a_chain_that_never_ends_is_refused() -> None:
    with pytest.raises(OutOfReach):
        Chain(2, np.array([0, 1]), np.array([1, 0]), np.ones(2)).find_visits(np.ones(2))
