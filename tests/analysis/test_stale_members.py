"""What is of use of a value that each member has: what the sets say, and nothing else makes a difference."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter import load
from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.analysis.stale_members import Guards, Passing, StaleMembers, find_stale
from interpreter.api import read
from interpreter.chains import exploring
from interpreter.chains.finding import explore
from interpreter.chains.forks import Goal
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.states import Bounds, Start, States
from interpreter.engine import Position
from interpreter.odds.condensing import Condensing
from interpreter.odds.distribution import find_ends
from interpreter.odds.merging import merge_states
from interpreter.program import Chance, Program, Slot
from interpreter.program.instructions.operators import OPERATORS
from tests.support.scrambling import scramble

THROW_OFF = """\
game throw_off "A throw-off"
  source "made up"

players 2..6

dice die = 1d4

phase game
  keep level : set of player = all player
  keep lot of each player : 0..4 = 0
  repeat throw_again until size of level is 1
  win highest of level

rule throw_again
  for each one in level
    roll die for one
    set lot of one to total of die
  set level to THOSE
"""
ALONE = """\
rule throw_again
  when some one in all player where lot of one is 0 : throw_all
  otherwise
    roll die for lowest of level
    set lot of lowest of level to total of die
  set level to THOSE

rule throw_all
  for each one in all player
    roll die for one
    set lot of one to total of die
"""
"""Here only one of those who are level throws."""

MOST = "those one in level with most lot of one"
HIGH = "those one in level where no other in level where lot of other > lot of one"
KEPT = "those one in all player with most lot of one"
ONE = "(those one in all player with most lot of one)"
"""With this last one, a lot is looked at whoever is level."""

RULESETS = ("ace_in_the_pot", "going_to_boston", "round_the_spot", "pig", "liars_dice", "royal_game_of_ur")


@cache
def throw_off(players: int, those: str = MOST) -> Program:
    text, _, _ = THROW_OFF.partition("rule throw_again")
    return read((text + ALONE if those == ONE else THROW_OFF).replace("THOSE", those)).program(players=players)


@cache
def shipped(name: str, players: int) -> Program:
    return load(name).program(players=players)


@cache
def stale_of(program: Program) -> dict[int, dict[int, tuple[Guards, int]]]:
    live = LivenessByCalls(program, [program.start], set(), {}).before
    return find_stale(program, [program.start], live)


@pytest.mark.parametrize("players", [3, 6])
def test_a_lot_is_of_use_for_those_who_are_level_and_have_thrown(players: int) -> None:
    """Sets of few members are gone through one by one, those of many by a loop."""
    program = throw_off(players)
    named = {slot.name: at for at, slot in enumerate(program.slots)}
    (stop,) = (at for at, block in enumerate(program.blocks) if isinstance(block.terminator, Chance))
    level, to_come, one = (named[name] for name in ("level", "throw_again.one to come", "throw_again.one"))
    for member in range(players):
        guards, views = stale_of(program)[stop][named[f"lot[player_{member + 1}]"]]
        for held in range(8):
            is_level, comes, throws = held & 1, held >> 1 & 1, held >> 2
            told = {level: is_level << member, to_come: comes << member, one: member if throws else member - 1}
            expected = bool(is_level and not comes and not throws)
            assert bool(guards.list_views(told) & views) == expected, (member, told)


def test_what_is_looked_at_whoever_is_level_is_always_of_use() -> None:
    program = throw_off(3, KEPT)
    (stop,) = (at for at, block in enumerate(program.blocks) if isinstance(block.terminator, Chance))
    for slot, (guards, views) in stale_of(program)[stop].items():
        if program.slots[slot].name.startswith("lot"):
            outside = {each.index: 0 for each in guards.sets if isinstance(each, Slot)}
            assert guards.list_views({**outside, guards.slots[-1]: 7}) & views


NUMBERS = st.integers(0, 15) | st.sampled_from([0, 1, 2, 4, 8])


@given(st.sampled_from(["and", "or", "xor", "shr", "shl", "lowest", "eq"]), NUMBERS, NUMBERS, st.integers(0, 3))
def test_what_is_known_of_a_result_is_so(name: str, one: int, other: int, member: int) -> None:
    operator = OPERATORS[name]
    numbers = (one, other)[: operator.operands]
    assume(name != "lowest" or one)
    passing = Passing(StaleMembers(throw_off(3), {}, 1, Guards(member, (Slot(0),), ())), [])
    found = passing.operate(operator, numbers, 0)
    for known, so in zip(found, passing.read(operator.calculate(*numbers)), strict=True):
        assert (so.yes & ~known.yes, so.no & ~known.no) == (0, 0)


# ---- nothing else makes a difference


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([MOST, HIGH, KEPT, ONE]), st.integers(2, 6), st.integers(0, 2**32 - 1), st.integers(0, 12))
def test_nothing_else_makes_a_difference(those: str, players: int, seed: int, count: int) -> None:
    scramble_stale(throw_off(players, those), seed, count)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_nothing_else_makes_a_difference_to_a_ruleset(name: str, seed: int, count: int) -> None:
    scramble_stale(shipped(name, 2 if name == "royal_game_of_ur" else 4), seed, count)


def scramble_stale(program: Program, seed: int, count: int) -> None:
    """What is of no use in this view may as well hold another number."""
    stale = stale_of(program)

    def change(position: Position) -> list[int]:
        slots, held = list(position.slots), dict(enumerate(position.slots))
        for slot, (guards, views) in stale.get(position.block, {}).items():
            if not guards.list_views(held) & views:
                slots[slot] = 3 - slots[slot] if slots[slot] <= 3 else 0
        return slots

    scramble(program, seed, count, change)


# ---- chains


def explore_all(program: Program, whole: bool) -> States:
    region = Region(program, None)
    procedures = Procedures(region, Condensing) if whole else None
    return explore(region, Start(program.start), Goal(), Bounds(100_000, 200), procedures)


@pytest.mark.parametrize("those", [MOST, HIGH, KEPT])
def test_chains_have_fewer_states_and_the_same_ends(those: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ends, counts = [], []
    for some in (0, 1_000_000):
        monkeypatch.setattr(exploring, "SOME", some)
        states = explore_all(throw_off(4, those), whole=True)
        chain = merge_states(states)
        ends.append({winners: chance for (_, winners), chance in find_ends(chain, chain.start).ends.items()})
        counts.append(len(states.stops))
    assert ends[0] == pytest.approx(ends[1])
    assert counts[0] < counts[1] / 2, "with KEPT, too: who is still to throw has a lot that nobody looks at"
