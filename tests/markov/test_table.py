"""Rows of numbers and their kinds."""

from __future__ import annotations

import numpy as np
import pytest

from interpreter.markov.states import find_kinds


@pytest.mark.parametrize("columns", [0, 1, 3])
@pytest.mark.parametrize("span", [2, 2**40])
def test_kinds_of_rows(columns: int, span: int) -> None:
    rows = np.random.default_rng(1).integers(-span, span, (40, columns))[np.arange(60) % 40]
    kinds, which = find_kinds(rows)
    assert (kinds == np.unique(rows, axis=0)).all()
    assert (kinds[which] == rows).all()
