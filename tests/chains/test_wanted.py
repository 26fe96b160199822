"""What states need not tell: what makes no difference to a walk, and what nobody asks for any more."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from interpreter import load
from interpreter.api import read
from interpreter.chains import forks
from interpreter.chains.finding import explore
from interpreter.chains.forks import Goal
from interpreter.chains.phase_exploring import PhaseExploration
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.states import Bounds, Edges, Start, States
from interpreter.chains.wanted import Wanted
from interpreter.odds.condensing import Condensing
from interpreter.odds.distribution import find_ends
from interpreter.odds.merging import merge_states
from interpreter.program import Chance, Program

POT = """\
game pot "A pot"
  source "made up"

players 3

dice die = 1d6

phase game
  keep starter : player = lowest of all player
  keep mover   : player = lowest of all player
  keep score of each player : 0..12 = 0
  keep gold  of each player : 0..9  = 0
  roll die for mover
  when total of die > 3 : set starter to left of starter
  set mover to starter
  repeat turn until some one in all player where score of one >= 8
  share_out (those one in all player where score of one >= 8)
  win those one in all player with most gold of one

phase turn in game
  roll die for mover
  add total of die to score of mover
  when score of mover < 8 : set mover to left of mover

rule share_out (winners: set of player)
  for each one in winners, from STARTER : add 3 to gold of one
"""


def explore_all(program: Program, whole: bool = False) -> tuple[Region, States, Procedures]:
    region = Region(program, None)
    procedures = Procedures(region, Condensing)
    bounds = Bounds(20_000, 200)
    states = explore(region, Start(program.start), Goal(), bounds, procedures if whole else None)
    return region, states, procedures


def chances(states: States) -> Mapping[tuple[int, ...], float]:
    chain = merge_states(states)
    return {winners: chance for (_, winners), chance in find_ends(chain, chain.start).ends.items()}


def tell(region: Region, states: States) -> list[set[str]]:
    """The names of the slots that each state tells, but for the first, where it is thrown for who begins."""
    others = (held for at, held in enumerate(states.held) if at != states.start)
    return [{region.program.slots[slot].name for slot in held} for held in others]


def test_what_makes_no_difference_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    region, states, _ = explore_all(read(POT.replace("STARTER", "starter")).program())
    assert not any("starter" in each for each in tell(region, states)), "one alone shares, whoever began"
    monkeypatch.setattr(forks, "FEW_CASES", 0)
    region, others, _ = explore_all(read(POT.replace("STARTER", "starter")).program())
    assert any("starter" in each for each in tell(region, others))
    assert len(states.stops) < len(others.stops)
    assert chances(states) == pytest.approx(chances(others), abs=1e-14)


def test_what_makes_a_difference_is_told() -> None:
    """If the first who shares gets more, it matters who began: here all three share."""
    text = POT.replace("STARTER", "starter").replace("(those one in all player where score of one >= 8)", "all player")
    text = text.replace("add 3 to gold of one", "gold_for one\n\nrule gold_for (one: player)\n  " + MORE)
    region, states, _ = explore_all(read(text).program())
    assert any("starter" in each for each in tell(region, states))
    assert chances(states) == pytest.approx({(0,): 0.5, (1,): 0.5}, abs=1e-14)


MORE = "when no other in all player where gold of other > 0 : add 2 to gold of one\n  otherwise : add 1 to gold of one"


HALVES = """\
game halves "Half of a number"
  source "made up"

players 2

dice die = 1d6

phase game
  keep pool  : 0..99 = 0
  keep half  : 0..99 = 0
  keep turns : 0..9  = 0
  keep late  : yes or no = no
  repeat turn until turns is 3
  roll die for lowest of all player
  when half > 3 or (late and total of die is 6) : win lowest of all player
  otherwise : win highest of all player

phase turn in game
  roll die for lowest of all player
  set half to pool / 2
  add 1 to turns
  when turns > 2 : set late to yes
  add total of die to pool
"""


def test_what_is_asked_for_late_parts_walks_that_went_alike_before() -> None:
    """A quotient is calculated before another test is met; only the last roll asks how much it was."""
    _, states, _ = explore_all(read(HALVES).program())
    wins = sum((one + two) // 2 > 3 or last == 6 for one, two, last in product(range(1, 7), repeat=3))
    assert chances(states) == pytest.approx({(0,): wins / 216, (1,): 1 - wins / 216}, abs=1e-14)


def test_ways_into_a_phase_that_differ_in_what_is_never_asked_share_their_states() -> None:
    """Who has thrown first does not matter once the round is under way."""
    found = []
    for first in ("high_die", "first_seat"):
        program = load("ace_in_the_pot").program({"first_throw": first}, 3)
        _, states, procedures = explore_all(program, whole=True)
        (inner,) = procedures.inner.values()
        found.append((len(inner.stops), dict(chances(states))))
    (by_lot, likely), (fixed, _) = found
    assert fixed <= by_lot < 1.1 * fixed
    assert likely == pytest.approx(dict.fromkeys([(0,), (1,), (2,)], 1 / 3), abs=1e-12)


def test_what_a_phase_changes_is_asked_for_after_it() -> None:
    """Who begins the second round is who sits next to who began the first."""
    program = load("ace_in_the_pot").program({"first_throw": "first_seat", "rounds": 2}, 2)
    _, plain, _ = explore_all(program)
    _, whole, procedures = explore_all(program, whole=True)
    assert procedures.found
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


def test_a_slot_is_not_wanted_where_it_is_set_before_it_is_asked_for() -> None:
    program = read(POT.replace("STARTER", "starter")).program()
    region = Region(program, None)
    mover = next(at for at, slot in enumerate(program.slots) if slot.name == "mover")
    first, turn = (at for at in sorted(region.reached) if isinstance(region.program.blocks[at].terminator, Chance))
    wanted = Wanted(region)
    assert wanted.ask(mover, turn)
    assert not wanted.ask(mover, turn)
    assert wanted.is_wanted(mover, turn)
    assert not wanted.is_wanted(mover, first)


def test_a_chain_stays_where_other_slots_are_kept_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many rounds are settled is held against a number after the round alone."""
    gone_over: list[int] = []
    edges_of = PhaseExploration.edges_of

    def note(inner: PhaseExploration, number: int) -> Edges:
        gone_over.append(number)
        return edges_of(inner, number)

    monkeypatch.setattr(PhaseExploration, "edges_of", note)
    program = load("ace_in_the_pot").program({"first_throw": "first_seat"}, 3)
    _, kept, _ = explore_all(program, whole=True)
    few = len(gone_over)
    monkeypatch.setattr(PhaseExploration, "knows", lambda inner, slots: True)
    _, anew, _ = explore_all(program, whole=True)
    assert few < 0.8 * (len(gone_over) - few)
    assert chances(kept) == pytest.approx(chances(anew), abs=1e-14)
