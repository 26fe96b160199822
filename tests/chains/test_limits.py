"""How far chains are looked for: in memory, and in steps."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.chains import memory
from interpreter.chains.states import Bounds, OutOfReach
from interpreter.cli.exact_arguments import USUAL_STATES
from interpreter.cli.verbs.odds import QUICKLY
from interpreter.odds.figures import find_winners
from interpreter.odds.whole_games import Setting

SMALL = Bounds(20_000, 20)


def make_setting(name: str, players: int) -> Setting:
    return Setting(load(name).program({}, players), bounds=SMALL)


def test_a_chain_that_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of the machine before counts for nothing."""
    taken = iter(range(memory.MOST, 100 * memory.MOST, memory.MOST // 8))
    monkeypatch.setattr(memory, "measure_most", lambda: next(taken))
    with pytest.raises(OutOfReach, match="more than 2 GB of memory") as refused:
        find_winners(make_setting("two_dice", 2))
    assert not refused.value.larger, "with more states it would take more"


def test_memory_is_measured_in_bytes() -> None:
    before, taken = memory.measure_most(), bytearray(100_000_000)
    after = memory.measure_most()
    assert before == after == 0 or 50_000_000 < after < 20_000_000_000
    assert len(taken) == 100_000_000


@pytest.mark.long
def test_where_walks_serve_again_and_again_it_is_looked_for_longer() -> None:
    """Six at Ace in the Pot, who throw for who begins, take walks of 0.9 million steps in all; Liar's Dice takes new
    ones for all that comes."""
    setting = Setting(load("ace_in_the_pot").program({}, 6), bounds=Bounds(USUAL_STATES, QUICKLY))
    assert find_winners(setting).chances == pytest.approx({(seat,): 1 / 6 for seat in range(6)}, abs=1e-12)
    with pytest.raises(OutOfReach, match="more than 100,000 steps"):
        find_winners(make_setting("liars_dice", 2))
