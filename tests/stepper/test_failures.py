"""What operators do, what cannot be done, and games that would never end."""

from dataclasses import replace
from itertools import product
from unittest.mock import patch

import pytest

from interpreter.chance import Stream
from interpreter.engine import (
    LOOP_WINDOW,
    Failure,
    GameOver,
    Position,
    Reached,
    Said,
)
from interpreter.program import HIGHEST, LOWEST
from interpreter.stepper import Stepper, walk
from tests.support.programs import CHOICE, ROLL, halves, small
from tests.support.twin import Twin

# ---- what cannot be done

SPIN = "  c = add c 1 at #2\n  check c from 0 to 500000 what 0 at #2\n  jump other"

FAILURES = [
    ("%0 = add a 1", {"a": HIGHEST}, Failure("out-of-range", 0, -1, HIGHEST + 1, LOWEST, HIGHEST)),
    ("%0 = sub a 1", {"a": LOWEST}, Failure("out-of-range", 0, -1, LOWEST - 1, LOWEST, HIGHEST)),
    ("%0 = mul a 2", {"a": 2**62}, Failure("out-of-range", 0, -1, 2**63, LOWEST, HIGHEST)),
    ("%0 = mul a a", {"a": 2**62}, Failure("out-of-range", 0, -1, 2**124, LOWEST, HIGHEST)),
    ("%0 = div a b", {"a": LOWEST, "b": -1}, Failure("out-of-range", 0, -1, 2**63, LOWEST, HIGHEST)),
    ("%0 = div a b", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = mod a b", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = mod a 0", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = shl a b", {"a": 2, "b": 62}, Failure("out-of-range", 0, -1, 2**63, LOWEST, HIGHEST)),
    ("%0 = shl a b", {"a": 1, "b": 63}, Failure("out-of-range", 0, -1, 63, 0, 62)),
    ("%0 = shl a 1000000000000", {"a": 1}, Failure("out-of-range", 0, -1, 10**12, 0, 62)),
    ("%0 = shr a b", {"a": 1, "b": -1}, Failure("out-of-range", 0, -1, -1, 0, 62)),
    ("%0 = lowest a", {}, Failure("empty-set", 0)),
    ("%0 = highest a", {}, Failure("empty-set", 0)),
    ("%0 = lowest a", {"a": -4}, Failure("out-of-range", 0, -1, -4, 0, HIGHEST)),
    ("%0 = size a", {"a": -1}, Failure("out-of-range", 0, -1, -1, 0, HIGHEST)),
    ("%0 = array 0 index a", {"a": 3}, Failure("bad-index", 0, -1, 3, 0, 2)),
    ("%0 = array 0 index a", {"a": -1}, Failure("bad-index", 0, -1, -1, 0, 2)),
    ("%0 = array 1 index a", {}, Failure("bad-index", 0, -1, 0, 0, -1)),
    ("%0 = load a size 2 index a", {"a": 2}, Failure("bad-index", 0, -1, 2, 0, 1)),
    ("store a size 2 index a value 1", {"a": -1}, Failure("bad-index", 0, -1, -1, 0, 1)),
    ("check a from 2 to 4 what 0", {"a": 5}, Failure("out-of-range", 0, 0, 5, 2, 4)),
    ("check a from 2 to 4 what 0", {"a": 1}, Failure("out-of-range", 0, 0, 1, 2, 4)),
]


BUDGET = 100_000


def failing_by_each_way(program, slots):
    """The failure as a step, as a resumed position, and as a whole game played by regions."""
    position = Position(0, slots)
    step = Stepper(program, budget=BUDGET).resume(position)
    with patch.object(walk, "HOT", 0):
        outcome = Stepper(program, budget=BUDGET).play_out(position, Stream(0, 0))
    assert (outcome.position, outcome.stop, outcome.events) == (step.position, step.stop, step.events)
    assert Twin(program, budget=BUDGET).resume(position) == step
    return step


@pytest.mark.parametrize(("instruction", "given_slots", "failure"), FAILURES)
@pytest.mark.quick
def test_what_cannot_be_done_is_a_failure_not_an_exception(instruction, given_slots, failure):
    program = small(f"  mark #1\n  c = 7\n  {instruction} at #0\n  c = 8\n  finish")
    slots = (given_slots.get("a", 0), given_slots.get("b", 0), *(0,) * (len(program.slots) - 2))
    step = failing_by_each_way(program, slots)
    assert step.stop == failure
    assert step.events == (Reached(1),)
    assert step.position == Position(0, (*slots[:2], 7, *slots[3:]))


@pytest.mark.parametrize(
    ("value", "failure"),
    [
        (98, None),
        (99, Failure("out-of-range", 0, 0, 100, -5, 99)),
        (-7, Failure("out-of-range", 0, 0, -6, -5, 99)),
        (HIGHEST, Failure("out-of-range", 1, -1, HIGHEST + 1, LOWEST, HIGHEST)),
    ],
)
def test_a_sum_and_the_check_behind_it_fail_each_in_its_own_way(value, failure):
    program = small("  %0 = add a 1 at #1\n  check %0 from -5 to 99 what 0 at #0\n  a = %0\n  finish")
    step = failing_by_each_way(program, (value, *(0,) * (len(program.slots) - 1)))
    assert step.stop == (failure or GameOver(()))
    assert step.position.slots[0] == (value if failure else value + 1)


RESULTS = [
    ("div -7 2", -4),
    ("mod -7 2", 1),
    ("div 7 -2", -4),
    ("mod 7 -2", -1),
    (f"div {LOWEST} 1", LOWEST),
    (f"add {HIGHEST} 0", HIGHEST),
    (f"sub {LOWEST} 0", LOWEST),
    (f"mul {2**62} -2", LOWEST),
    ("shl -1 62", -(2**62)),
    (f"shl {2**61} 1", 2**62),
    (f"shr {LOWEST} 62", -2),
    ("and -1 12", 12),
    ("or -8 3", -5),
    ("xor -1 1", -2),
    ("min 3 -3", -3),
    ("max 3 -3", 3),
    *zip(("eq 1 2", "ne 1 2", "lt 1 2", "le 1 2", "gt 1 2", "ge 1 2"), (0, 1, 1, 1, 0, 0), strict=True),
    *zip(("eq 2 2", "ne 2 2", "lt 2 2", "le 2 2", "gt 2 2", "ge 2 2"), (1, 0, 0, 1, 0, 1), strict=True),
    ("lowest 40", 3),
    ("highest 40", 5),
    ("size 41", 3),
    ("size 0", 0),
    (f"highest {HIGHEST}", 62),
    (f"size {HIGHEST}", 63),
    (f"lowest {2**62}", 62),
]


@pytest.mark.parametrize(("expression", "result"), RESULTS)
@pytest.mark.quick
def test_operators(expression, result):
    """From numbers as well as from slots, into a slot as well as into a register that is branched on."""
    step = failing_by_each_way(small(f"  c = {expression} at #0\n  finish"), (0,) * 6)
    assert (step.stop, step.position.slots[2]) == (GameOver(()), result)
    operator, *numbers = expression.split()
    from_slots = " ".join([operator, *"ab"[: len(numbers)]])
    program = small(f"  %0 = {from_slots} at #0\n  say 0 with (%0) at #0\n  finish")
    slots = (*map(int, numbers), *(0,) * (6 - len(numbers)))
    assert failing_by_each_way(program, slots).events == (Said(0, (result,), 0),)
    branching = small(f"  %0 = {from_slots} at #0\n  if %0 then end else other", other="  finish")
    assert failing_by_each_way(branching, slots).position.block == (2 if result else 1)


def test_what_chance_or_a_decision_gave_is_checked_where_it_may_be_too_much():
    """Six outcomes, an array of five; values -10, 20 and 30 where 0 to 25, or 0 to 99, may be."""
    rolled = small("  jump stop", stop=ROLL.replace("game", "other"), other="  c = array 2 index b at #0\n  finish")
    within = "  check b from 0 to 25 what 0 at #0\n  finish"
    decided = small("  f = 7\n  jump stop", stop=CHOICE.replace("end", "other"), other=within)
    stops = set()
    for game in range(40):
        for program in (rolled, decided):
            expected = Twin(program).play_out(None, Stream(1, game), lambda stop, _, game=game: game % 3)
            with patch.object(walk, "HOT", 0):
                played = Stepper(program).play_out(None, Stream(1, game), lambda stop, _, game=game: game % 3)
            assert played == expected
            stops.add(expected.stop)
    too_much = [Failure("out-of-range", 0, 0, value, 0, 25) for value in (-10, 30)]
    assert stops == {GameOver(()), Failure("bad-index", 0, -1, 5, 0, 4), *too_much}
    for default, high in product(range(3), (25, 99)):
        other = within.replace("25", str(high))
        program = small(f"  f = 7\n  a = {default}\n  jump stop", stop=CHOICE.replace("end", "other"), other=other)
        with patch.object(walk, "HOT", 0):
            assert Stepper(program).play_out(None, Stream(0, 0)) == Twin(program).play_out(None, Stream(0, 0))


def test_what_is_known_of_a_slot_is_forgotten_when_it_may_be_written_to():
    stored = "  a = 1\n  b = 1\n  store a size 2 index c value 5 at #0\n"
    program = small(stored + "  c = mul a 10 at #0\n  c = add c b at #0\n  finish")
    for index, expected in ((0, 51), (1, 15)):
        assert failing_by_each_way(program, (0, 0, index, 0, 0, 0)).position.slots[2] == expected


def test_a_decision_without_an_answer_is_a_failure():
    program = small("  jump stop", stop=CHOICE)
    step = failing_by_each_way(program, (0,) * 6)
    assert step.stop == Failure("no-option", 1)
    assert step.position.block == 3


@pytest.mark.quick
def test_a_switch_or_return_that_leads_nowhere_is_a_failure():
    program = small("  switch a to (end, other)")
    assert failing_by_each_way(program, (2, 0, 0, 0, 0, 0)).stop == Failure("bad-index", -1, -1, 2, 0, 1)
    assert failing_by_each_way(program, (-1, 0, 0, 0, 0, 0)).stop == Failure("bad-index", -1, -1, -1, 0, 1)
    program = halves()
    damaged = Position(27, (0,) * 8 + (3,) + (0,) * 8)
    assert Stepper(program).resume(damaged).stop == Failure("bad-index", -1, -1, 3, 0, 2)
    assert Stepper(program).resume(replace(damaged, slots=(0,) * 8 + (-1,) + (0,) * 8)).stop.reason == "bad-index"


# ---- games that would never end

LOOP = "  a = add a 1 at #0\n  mark #1\n  jump game"


def test_a_run_without_a_stop_uses_up_its_steps_and_names_the_loop():
    step = failing_by_each_way(small(LOOP), (0,) * 6)
    assert step.stop == Failure("step-budget", 0, loop=(0, 1))
    assert step.position.slots[0] == len(step.events) == BUDGET


@pytest.mark.parametrize("budget", [0, 1, 5, *(LOOP_WINDOW + over for over in (31, 32, 33, 70, 1000))])
@pytest.mark.quick
def test_exactly_as_many_blocks_as_the_budget_are_carried_out(budget):
    with patch.object(walk, "HOT", 0):
        for stepper in (Stepper(small(LOOP), budget=budget), Stepper(small(LOOP), budget=budget, events=False)):
            assert stepper.begin().position == stepper.play_out(None, Stream(0, 0)).position
            assert stepper.begin().position.slots[0] == budget


def test_a_budget_that_suffices_to_the_last_block_suffices():
    program = small("  jump other", other="  jump end")
    assert Stepper(program, budget=3).begin().stop == GameOver(())
    assert isinstance(Stepper(program, budget=2).begin().stop, Failure)


@pytest.mark.parametrize("budget", [LOOP_WINDOW + over for over in (31, 96, 97, 150, 500)])
def test_steps_are_counted_exactly_after_stops_too(budget):
    """Sixty stops, which regions pass by themselves, and then a loop of two blocks."""
    program = small("  %0 = lt a 60 at #1\n  a = add a 1 at #0\n  if %0 then stop else other", stop=ROLL, other=SPIN)
    outcome = Stepper(program, budget=1_000_000).play_out(None, Stream(0, 0))
    assert outcome.stop.reason == "out-of-range"
    twin = Twin(program, budget=budget).play_out(None, Stream(0, 0))
    for hot in (0, 7, 1000):
        with patch.object(walk, "HOT", hot):
            outcome = Stepper(program, budget=budget).play_out(None, Stream(0, 0))
        assert (outcome.rolls, outcome.stop) == ((60,), Failure("step-budget", 2, loop=(2,)))
        assert outcome.position.slots[2] == budget - 1
        assert outcome == twin


def test_a_game_has_only_so_many_stops():
    program = small("  a = add a 1 at #0\n  jump stop", stop=ROLL)
    for hot in (0, 1000):
        for stops in (0, 1, 31, 1031, 1032, 1100, 3000):
            with patch.object(walk, "HOT", hot):
                outcome = Stepper(program, game_budget=stops).play_out(None, Stream(0, 0))
            assert outcome.stop == Failure("stop-budget", 2, value=stops, loop=(2,))
            assert (outcome.rolls, outcome.position.slots[0]) == ((stops,), stops + 1)
