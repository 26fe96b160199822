"""How far chains are looked for: in memory, and in steps."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.chains import memory
from interpreter.chains.finding import find_states
from interpreter.chains.forks import Goal
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.searching import Search
from interpreter.chains.states import Bounds, OutOfReach, Start
from interpreter.cli.exact_arguments import USUAL_STATES
from interpreter.cli.verbs.odds import QUICKLY
from interpreter.odds.chain_figures import find_winners
from interpreter.odds.condensing import Condensing
from interpreter.odds.whole_games import Setting
from interpreter.program import Program

SMALL = Bounds(20_000, 20)


def make_setting(name: str, players: int) -> Setting:
    return Setting(load(name).program({}, players), bounds=SMALL)


def make_search(program: Program, bounds: Bounds) -> Search:
    """A search for the chain of a whole game, with phases taken as a whole."""
    region = Region(program, None)
    return Search(region, Start(program.start), Goal(), bounds, Procedures(region, Condensing))


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


def test_where_many_states_wait_it_shows_soon_that_there_are_too_many() -> None:
    """Three at Pig come to some 1,000,000 positions. Not half of those that are known are gone through until then."""
    search = make_search(load("pig").program({}, 3), Bounds(20_000, 100))
    with pytest.raises(OutOfReach, match="more than 20,000 states"):
        find_states(search)
    frontier = search.patience.frontier
    assert len(frontier.stops) == 20_000
    assert 2 * len(frontier.waiting) > len(frontier.stops)


@pytest.mark.parametrize("name", ["yacht", "royal_game_of_ur"])
def test_who_has_time_to_spare_waits_for_nothing_of_which_no_end_is_in_sight(name: str) -> None:
    """A throw at Yacht tells 7,776 outcomes apart, and each walk takes 3,000 steps. At the Royal Game of Ur there are
    five outcomes, and millions of positions of the men."""
    search = make_search(load(name).program(), Bounds(USUAL_STATES, QUICKLY, spare=10_000_000))
    with pytest.raises(OutOfReach, match="more than 100,000 steps"):
        find_states(search)
    assert search.patience.taken < 150_000


@pytest.mark.long
def test_where_walks_serve_again_and_again_it_is_looked_for_longer() -> None:
    """Six at Ace in the Pot, who throw for who begins, take walks of 0.9 million steps in all; Liar's Dice takes new
    ones for all that comes."""
    setting = Setting(load("ace_in_the_pot").program({}, 6), bounds=Bounds(USUAL_STATES, QUICKLY))
    assert find_winners(setting).chances == pytest.approx({(seat,): 1 / 6 for seat in range(6)}, abs=1e-12)
    with pytest.raises(OutOfReach, match="more than 100,000 steps"):
        find_winners(make_setting("liars_dice", 2))
