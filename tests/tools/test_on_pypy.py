"""What PyPy is given to keep games with (`on_pypy`) does what the stepper does, here without PyPy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.stepper import Stepper
from tests.support.same_games import BLOCK, Reference, cases_of, kept_of
from tests.tools.on_pypy import highest, lowest, quicken, size


@given(st.integers(1, 2**63 - 1))
def test_operators_on_sets(members: int) -> None:
    assert lowest(members) == (members & -members).bit_length() - 1
    assert highest(members) == members.bit_length() - 1
    assert size(members) == members.bit_count()


def test_no_members() -> None:
    assert size(0) == 0


@pytest.mark.parametrize("ruleset", ["two_dice", "marker", "cooperstown"])
def test_the_same_games(ruleset: str) -> None:
    """While it counts, and after that."""
    case = cases_of(ruleset)[-1]
    reference = Reference(case)
    reference.stepper = Stepper(case.program)
    quicken(reference.stepper, 2_000)
    loop = reference.stepper._walker.rush
    found = [reference.digests(range(first, first + BLOCK)) for first in (0, BLOCK)]
    kept = kept_of(case)
    assert found == list(zip(kept.told, kept.counted, strict=True))[:2]
    assert reference.stepper._walker.rush is not loop
