"""What is of use by calls: no more than what is of use anywhere, and nothing else makes a difference."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.api import read
from interpreter.engine import Position
from interpreter.program import Chance, Program
from tests.support.random_programs import programs
from tests.support.scrambling import scramble
from tests.support.shipped import load

SHARED = """\
game shared "A rule that two phases use"
  source "made up"

players 2

dice die = 1d6

phase game
  keep score of each player : 0..99 = 0
  repeat 3 times : first
  repeat 3 times : second
  win those one in all player with most score of one

phase first in game
  keep doubled : 0..6 = 0
  roll die for lowest of all player
  set doubled to total of die
  pay total of die to lowest of all player
  pay doubled to highest of all player

phase second in game
  roll die for highest of all player
  pay total of die to highest of all player

rule pay (amount: 0..6) to (who: player)
  add amount to score of who
"""


RULESETS = ("ace_in_the_pot", "going_to_boston", "marker", "foster_aces", "cribbage", "pig")


def live_of(program: Program) -> dict[int, int]:
    return LivenessByCalls(program, [program.start], set(), {}).before


def find_slot(program: Program, name: str) -> int:
    return next(at for at, slot in enumerate(program.slots) if slot.name == name)


def test_a_rule_that_two_phases_use_keeps_nothing_alive_in_the_other() -> None:
    program = read(SHARED).program()
    live, doubled = live_of(program), find_slot(program, "doubled")
    first, second = (at for at in sorted(live) if isinstance(program.blocks[at].terminator, Chance))
    paid = [at for at in live if program.blocks[at].name == "pay"]
    assert live[paid[0]] >> doubled & 1, "the rule may return to where it is of use"
    assert not live[first] >> doubled & 1
    assert not live[second] >> doubled & 1


ENDING = """\
game ending "A rule that ends a phase"
  source "made up"

players 2

dice die = 1d6

phase game
  keep score of each player : 0..99 = 0
  keep kept : 0..9 = 0
  repeat 3 times : once
  win those one in all player with most score of one

rule once
  turn
  add kept to score of lowest of all player

phase turn in game
  roll die for lowest of all player
  set kept to total of die
  roll die for highest of all player
  stop_here

rule stop_here
  when total of die > 0 : end turn
"""


def test_what_is_of_use_after_a_phase_that_a_rule_ends_is_of_use_in_it() -> None:
    program = read(ENDING).program()
    live, kept = live_of(program), find_slot(program, "kept")
    first, last = (at for at in sorted(live) if isinstance(program.blocks[at].terminator, Chance))
    assert not live[first] >> kept & 1
    assert live[last] >> kept & 1


@given(programs, st.integers(0, 2**32 - 1), st.integers(0, 12))
def test_nothing_else_makes_a_difference(program: Program, seed: int, stops: int) -> None:
    scramble_useless(program, seed, stops)


@settings(max_examples=25)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_nothing_else_makes_a_difference_to_a_ruleset(name: str, seed: int, stops: int) -> None:
    scramble_useless(load(name).program(), seed, stops)


def scramble_useless(program: Program, seed: int, stops: int) -> None:
    """What is of no use may as well hold another number; but for where to return to: the stepper looks at that even if
    it is known."""
    live = live_of(program)

    def change(position: Position) -> list[int]:
        of_use = live[position.block]
        return [
            held if of_use >> slot & 1 or program.slots[slot].kind == "return" else 9 - held
            for slot, held in enumerate(position.slots)
        ]

    scramble(program, seed, stops, change)
