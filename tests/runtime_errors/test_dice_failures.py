"""What cannot be done with dice in play stops the game, in words."""

from __future__ import annotations

import pytest

from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.lower import lower
from interpreter.runtime_errors import diagnose_failure
from interpreter.stepper import Stepper
from tests.support.checking import model_of, short

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
dice throw = 3 of 1, 1
phase game
"""


@pytest.mark.parametrize(("rolled", "what"), [(2, "1 die is"), (1, "2 dice are")])
def test_dice_are_kept_that_are_not_there(rolled: int, what: str) -> None:
    game = model_of(f"{FRAME}  roll {rolled} of throw\n  roll throw keeping (1+1+1)\n")
    program = lower(game)
    stop = Stepper(program).play_out(None, Stream(1, 0)).stop
    assert isinstance(stop, Failure)
    told = short(diagnose_failure(program, stop, game))
    assert f"{what} named after `keeping` that `throw` does not show" in told
    assert told.startswith("game.rules:5:")
    assert "help: keep only dice that are there" in told
