"""The stepper does what a program says, event for event like its slow twin, and its positions are values."""

import copy
import json
import pickle
import re
from dataclasses import replace
from itertools import product
from random import Random
from unittest.mock import patch
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import halves, programs, small
from twin import RESULTS as RESULTS_OF
from twin import Twin

from interpreter.chance import Stream
from interpreter.engine import (
    AtBlock,
    Awarded,
    ChanceStop,
    Decided,
    DecisionStop,
    Engine,
    Failure,
    GameOver,
    Position,
    Reached,
    Rolled,
    Said,
    Sampled,
    WrongPosition,
    default_answer,
    fingerprint,
    position_from_json,
    position_to_json,
)
from interpreter.program import BINARY, COMPARISONS, HIGHEST, LOWEST
from interpreter.program.text import parse_program, print_program
from interpreter.program.verify import verify
from interpreter.stepper import Stepper, walk
from interpreter.stepper.ranges import range_after
from interpreter.stepper.translate import RegionWriter, Translator

AT_BAT, THROW, THROWN, CHOOSE = 2, 3, 4, 29


def played(engine: Engine, answers: list[int]) -> list:
    steps = [engine.begin()]
    for answer in answers:
        steps.append(engine.answer(steps[-1].position, answer))
    return steps


# ---- one step after another


def test_a_game_begins_at_its_first_stop():
    step = Stepper(halves()).begin()
    assert step.stop == ChanceStop(dice=0, outcomes=216, thrower=0, site=7)
    assert step.position == Position(THROW, (0,) * 17)
    assert step.events == ()


def test_an_answer_leads_to_the_next_stop_with_the_events_in_order():
    stepper = Stepper(halves())
    step = stepper.answer(stepper.begin().position, 215)  # 6+6+6
    assert step.events == (Rolled(0, 215, 0, 7), Reached(5), Reached(1), Reached(0), Said(0, (1,), 0))
    assert step.stop == ChanceStop(0, 216, 0, 7)
    assert step.position.slots[:7] == (215, 0, 1, 0, 0, 0, 0)


def test_a_decision_is_offered_and_answered():
    stepper = Stepper(halves())
    at_first = stepper.answer(stepper.begin().position, 180)  # 6+1+1 is out; the next is a single
    hit = stepper.answer(at_first.position, 176)  # 5+6+3 = 14
    assert hit.stop == DecisionStop(choice=0, chooser=0, offered=(0, 1), default=0, site=7)
    stolen = stepper.answer(hit.position, 1)
    assert stolen.events == (Decided(0, 1, 0, 7),)
    assert (hit.position.slots[4], stolen.position.slots[4]) == (1, 2)


def test_a_game_ends_with_its_winners():
    outcome = Stepper(halves()).play_out(None, Stream(7, 1))
    assert outcome.stop == GameOver((0,)) if outcome.position.slots[2] > outcome.position.slots[3] else GameOver((1,))
    assert outcome.position.winners == outcome.stop.winners
    assert outcome.samples[-2:] == ((1, outcome.position.slots[2]), (1, outcome.position.slots[3]))
    assert outcome.events[-1] == Awarded(outcome.stop.winners[0], 7)
    assert outcome.events[-2] == Sampled(1, outcome.position.slots[3])


def test_stepping_is_a_function_of_position_and_answer():
    stepper = Stepper(halves())
    begun = stepper.begin()
    saved = copy.deepcopy(begun)
    first = stepper.answer(begun.position, 215)
    stepper.answer(begun.position, 0)
    assert begun == saved
    assert stepper.answer(begun.position, 215) == first == Stepper(halves()).answer(saved.position, 215)


def test_to_resume_at_a_stop_gives_the_stop_and_no_events():
    stepper = Stepper(halves())
    for step in played(stepper, [180, 176, 1, 215, 0]):
        again = stepper.resume(step.position)
        assert (again.position, again.stop, again.events) == (step.position, step.stop, ())


def test_to_resume_before_a_stop_goes_on_to_it():
    stepper = Stepper(halves())
    position = replace(stepper.begin().position, block=AT_BAT)
    assert stepper.resume(position) == stepper.begin()


def test_without_events_all_else_is_the_same():
    with_events, without = Stepper(halves()), Stepper(halves(), events=False)
    for one, other in zip(played(with_events, [180, 176, 1, 215]), played(without, [180, 176, 1, 215]), strict=True):
        assert (other.position, other.stop, other.events) == (one.position, one.stop, ())


def test_a_caller_who_errs_is_told():
    stepper = Stepper(halves())
    begun = stepper.begin().position
    hit = played(stepper, [180, 176])[-1].position
    over = stepper.play_out(None, Stream(1, 1)).position
    wrong = [
        lambda: stepper.answer(begun, 216),
        lambda: stepper.answer(begun, -1),
        lambda: stepper.answer(hit, 2),
        lambda: stepper.answer(hit, -1),
        lambda: stepper.answer(over, 0),
        lambda: stepper.answer(replace(begun, block=AT_BAT), 0),
        lambda: stepper.resume(replace(begun, block=99)),
        lambda: stepper.resume(replace(begun, slots=(0,))),
        lambda: stepper.ask(begun, "nothing"),
        lambda: stepper.apply(begun, "nothing"),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            call()


# ---- positions are values


def test_positions_are_compared_hashed_and_copied_by_value():
    one, other = Stepper(halves()).begin().position, Stepper(halves()).begin().position
    assert one == other
    assert len({one, other, copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))}) == 1
    assert one != replace(one, slots=(1, *one.slots[1:]))
    assert one != replace(one, winners=(0,))
    assert one != replace(one, block=AT_BAT)


def test_positions_become_json_and_come_back():
    program = halves()
    for step in [*played(Stepper(program), [180, 176, 1]), Stepper(program).play_out(None, Stream(4, 4))]:
        text = json.dumps(position_to_json(program, step.position))
        assert position_from_json(program, json.loads(text)) == step.position


SAVED = position_to_json(halves(), Stepper(halves()).begin().position)


@pytest.mark.parametrize(
    "saved",
    [
        None,
        [],
        "position",
        {},
        {key: value for key, value in SAVED.items() if key != "winners"},
        SAVED | {"more": 1},
        SAVED | {"program": "0" * 16},
        SAVED | {"program": None},
        SAVED | {"block": -1},
        SAVED | {"block": 32},
        SAVED | {"block": True},
        SAVED | {"block": "3"},
        SAVED | {"slots": [0] * 16},
        SAVED | {"slots": [0] * 18},
        SAVED | {"slots": None},
        SAVED | {"slots": [0] * 16 + [0.5]},
        SAVED | {"slots": [0] * 16 + [True]},
        SAVED | {"slots": [0] * 16 + [HIGHEST + 1]},
        SAVED | {"slots": [0] * 16 + [LOWEST - 1]},
        SAVED | {"winners": [None]},
        SAVED | {"winners": {}},
    ],
)
def test_what_is_no_position_of_the_program_is_refused(saved):
    with pytest.raises(WrongPosition):
        position_from_json(halves(), saved)


def test_positions_do_not_pass_between_programs_that_differ():
    text = print_program(halves())
    other_words = parse_program(text.replace("A run: ", "Run! ").replace("line=1", "line=5").replace('"out"', '"8-"'))
    other_limit = parse_program(text.replace("check %0 from 0 to 3", "check %0 from 0 to 4"))
    other_slot = parse_program(text.replace("left", "remaining"))
    assert position_from_json(other_words, SAVED) == Stepper(halves()).begin().position
    assert len(set(map(fingerprint, (halves(), other_words, other_limit, other_slot)))) == 3
    for other in (other_limit, other_slot):
        with pytest.raises(WrongPosition, match="another ruleset"):
            position_from_json(other, SAVED)


@settings(max_examples=200, deadline=None)
@given(programs, st.integers(0, 2**32))
def test_a_damaged_position_may_fail_but_never_raises(program, seed):
    random = Random(seed)
    slots = tuple(random.choice((0, 1, -1, 5, HIGHEST, LOWEST)) for _ in program.slots)
    position = Position(random.randrange(len(program.blocks)), slots)
    assert Stepper(program, budget=200).resume(position).stop is not None
    outcome = Stepper(program, budget=2000, game_budget=50).play_out(position, Stream(seed, 0))
    assert isinstance(outcome.stop, GameOver | Failure)


# ---- queries


def test_queries_are_asked_without_a_trace():
    stepper = Stepper(halves())
    position = played(stepper, [180, 215])[-1].position
    saved = copy.deepcopy(position)
    assert stepper.ask(position, "view") == (1, 0, 1, 0)
    assert stepper.ask(position, "advice") == (1,)
    assert position == saved


def test_queries_can_be_applied_to_set_up_a_position():
    stepper = Stepper(halves())
    begun = stepper.begin().position
    changed = stepper.apply(begun, "given")
    assert isinstance(changed, Position)
    assert (changed.block, changed.slots[1], changed.slots[4]) == (begun.block, 2, 5)
    assert begun.slots[1] == 0
    assert stepper.apply(begun, "view") == begun


def test_a_query_that_fails_gives_its_failure():
    program = small("  %0 = div 1 a at #1\n  finish", query="  %0 = div 1 b at #0\n  answer (%0)")
    stepper = Stepper(program)
    here = Position(0, (0,) * len(program.slots))
    failure = Failure("division-by-zero", 0)
    assert stepper.ask(here, "query") == stepper.apply(here, "query") == failure
    assert stepper.ask(replace(here, slots=(0, 1, *here.slots[2:])), "query") == (1,)


# ---- stopping at a block


def test_a_run_can_stop_where_a_block_is_about_to_begin():
    stepper = Stepper(halves())
    step = stepper.run_to(None, AT_BAT)
    assert (step.stop, step.position.block, step.events) == (AtBlock(AT_BAT), AT_BAT, ())
    position = stepper.apply(step.position, "given")
    assert isinstance(position, Position)
    assert isinstance(stepper.resume(position).stop, DecisionStop | ChanceStop)


def test_it_stops_at_a_block_even_where_the_game_would_stop_itself():
    stepper = Stepper(halves())
    assert stepper.run_to(None, THROW).stop == AtBlock(THROW)
    assert stepper.resume(stepper.run_to(None, THROW).position) == stepper.begin()


def test_a_run_to_a_block_stops_at_the_games_own_stops_on_the_way():
    stepper = Stepper(halves())
    assert stepper.run_to(None, THROWN) == stepper.begin()
    reached = stepper.run_to(stepper.begin().position, THROWN, answer=7)
    assert (reached.stop, reached.position.slots[0], reached.events) == (AtBlock(THROWN), 7, (Rolled(0, 7, 0, 7),))
    assert stepper.resume(reached.position).position == stepper.answer(stepper.begin().position, 7).position


def test_a_run_that_begins_at_the_block_stops_at_once():
    stepper = Stepper(halves())
    position = stepper.run_to(None, AT_BAT).position
    assert stepper.run_to(position, AT_BAT).position == position


# ---- what cannot be done

SPIN = "  c = add c 1 at #2\n  check c from 0 to 500000 what 0 at #2\n  jump other"
ROLL = "roll dice outcomes 6 by -1 into b then game at #2"
CHOICE = "choose choice by 1 flags f[0] default a into b then end at #1"

FAILURES = [
    ("%0 = add a 1", {"a": HIGHEST}, Failure("out-of-range", 0, "", HIGHEST + 1, LOWEST, HIGHEST)),
    ("%0 = sub a 1", {"a": LOWEST}, Failure("out-of-range", 0, "", LOWEST - 1, LOWEST, HIGHEST)),
    ("%0 = mul a 2", {"a": 2**62}, Failure("out-of-range", 0, "", 2**63, LOWEST, HIGHEST)),
    ("%0 = mul a a", {"a": 2**62}, Failure("out-of-range", 0, "", 2**124, LOWEST, HIGHEST)),
    ("%0 = div a b", {"a": LOWEST, "b": -1}, Failure("out-of-range", 0, "", 2**63, LOWEST, HIGHEST)),
    ("%0 = div a b", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = mod a b", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = mod a 0", {"a": 1}, Failure("division-by-zero", 0)),
    ("%0 = shl a b", {"a": 2, "b": 62}, Failure("out-of-range", 0, "", 2**63, LOWEST, HIGHEST)),
    ("%0 = shl a b", {"a": 1, "b": 63}, Failure("out-of-range", 0, "", 63, 0, 62)),
    ("%0 = shl a 1000000000000", {"a": 1}, Failure("out-of-range", 0, "", 10**12, 0, 62)),
    ("%0 = shr a b", {"a": 1, "b": -1}, Failure("out-of-range", 0, "", -1, 0, 62)),
    ("%0 = lowest a", {}, Failure("empty-set", 0)),
    ("%0 = highest a", {}, Failure("empty-set", 0)),
    ("%0 = lowest a", {"a": -4}, Failure("out-of-range", 0, "", -4, 0, HIGHEST)),
    ("%0 = size a", {"a": -1}, Failure("out-of-range", 0, "", -1, 0, HIGHEST)),
    ("%0 = array 0 index a", {"a": 3}, Failure("bad-index", 0, "", 3, 0, 2)),
    ("%0 = array 0 index a", {"a": -1}, Failure("bad-index", 0, "", -1, 0, 2)),
    ("%0 = array 1 index a", {}, Failure("bad-index", 0, "", 0, 0, -1)),
    ("%0 = load a size 2 index a", {"a": 2}, Failure("bad-index", 0, "", 2, 0, 1)),
    ("store a size 2 index a value 1", {"a": -1}, Failure("bad-index", 0, "", -1, 0, 1)),
    ("check a from 2 to 4 what 0", {"a": 5}, Failure("out-of-range", 0, "the count", 5, 2, 4)),
    ("check a from 2 to 4 what 0", {"a": 1}, Failure("out-of-range", 0, "the count", 1, 2, 4)),
]


def failing_by_each_way(program, slots):
    """The failure as a step, as a resumed position, and as a whole game played by regions."""
    position = Position(0, slots)
    step = Stepper(program).resume(position)
    with patch.object(walk, "HOT", 0):
        outcome = Stepper(program).play_out(position, Stream(0, 0))
    assert (outcome.position, outcome.stop, outcome.events) == (step.position, step.stop, step.events)
    assert Twin(program).resume(position) == step
    return step


@pytest.mark.parametrize(("instruction", "given_slots", "failure"), FAILURES)
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
        (99, Failure("out-of-range", 0, "the count", 100, -5, 99)),
        (-7, Failure("out-of-range", 0, "the count", -6, -5, 99)),
        (HIGHEST, Failure("out-of-range", 1, "", HIGHEST + 1, LOWEST, HIGHEST)),
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


def test_events_hold_plain_numbers():
    """Comparisons give 1, not True, so that what is shown and saved is a number."""
    program = small("  %0 = gt 2 1 at #0\n  say 0 with (%0) at #0\n  sample count value %0\n  award %0 at #0\n  finish")
    for event in Stepper(program).begin().events:
        assert "True" not in repr(event)


def test_a_decision_without_an_answer_is_a_failure():
    program = small("  jump stop", stop=CHOICE)
    step = failing_by_each_way(program, (0,) * 6)
    assert step.stop == Failure("no-option", 1)
    assert step.position.block == 3


def test_a_switch_or_return_that_leads_nowhere_is_a_failure():
    program = small("  switch a to (end, other)")
    assert failing_by_each_way(program, (2, 0, 0, 0, 0, 0)).stop == Failure("bad-index", -1, "", 2, 0, 1)
    assert failing_by_each_way(program, (-1, 0, 0, 0, 0, 0)).stop == Failure("bad-index", -1, "", -1, 0, 1)
    program = halves()
    damaged = Position(27, (0,) * 8 + (3,) + (0,) * 8)
    assert Stepper(program).resume(damaged).stop == Failure("bad-index", -1, "", 3, 0, 2)
    assert Stepper(program).resume(replace(damaged, slots=(0,) * 8 + (-1,) + (0,) * 8)).stop.reason == "bad-index"


# ---- games that would never end

LOOP = "  a = add a 1 at #0\n  mark #1\n  jump game"


def test_a_run_without_a_stop_uses_up_its_steps_and_names_the_loop():
    step = failing_by_each_way(small(LOOP), (0,) * 6)
    assert step.stop == Failure("step-budget", 0, loop=(0, 1))
    assert step.position.slots[0] == 100_000
    assert len(step.events) == 100_000


@pytest.mark.parametrize("budget", [0, 1, 5, 1031, 1032, 1033, 1070, 2000])
def test_exactly_as_many_blocks_as_the_budget_are_carried_out(budget):
    with patch.object(walk, "HOT", 0):
        for stepper in (Stepper(small(LOOP), budget=budget), Stepper(small(LOOP), budget=budget, events=False)):
            assert stepper.begin().position == stepper.play_out(None, Stream(0, 0)).position
            assert stepper.begin().position.slots[0] == budget


def test_a_budget_that_suffices_to_the_last_block_suffices():
    program = small("  jump other", other="  jump end")
    assert Stepper(program, budget=3).begin().stop == GameOver(())
    assert isinstance(Stepper(program, budget=2).begin().stop, Failure)


@pytest.mark.parametrize("budget", [1031, 1096, 1097, 1150, 1500])
def test_steps_are_counted_exactly_after_stops_too(budget):
    """Sixty stops, which regions pass by themselves, and then a loop of two blocks."""
    program = small("  %0 = lt a 60 at #1\n  a = add a 1 at #0\n  if %0 then stop else other", stop=ROLL, other=SPIN)
    outcome = Stepper(program, budget=1_000_000).play_out(None, Stream(0, 0))
    assert outcome.stop.reason == "out-of-range"
    for hot in (0, 7, 1000):
        with patch.object(walk, "HOT", hot):
            outcome = Stepper(program, budget=budget).play_out(None, Stream(0, 0))
        assert (outcome.rolls, outcome.stop) == ((60,), Failure("step-budget", 2, loop=(2,)))
        assert outcome.position.slots[2] == budget - 1
        assert outcome == Twin(program, budget=budget).play_out(None, Stream(0, 0))


def test_every_stop_brings_a_new_budget():
    program = small("  %0 = lt a 50 at #1\n  a = add a 1 at #0\n  if %0 then stop else end", stop=ROLL)
    outcome = Stepper(program, budget=2).play_out(None, Stream(0, 0))
    assert (outcome.stop, outcome.rolls) == (GameOver(()), (50,))


def test_a_game_has_only_so_many_stops():
    program = small("  a = add a 1 at #0\n  jump stop", stop=ROLL)
    for hot in (0, 1000):
        for stops in (0, 1, 31, 1031, 1032, 1100, 3000):
            with patch.object(walk, "HOT", hot):
                outcome = Stepper(program, game_budget=stops).play_out(None, Stream(0, 0))
            assert outcome.stop == Failure("step-budget", 2, loop=(2,))
            assert (outcome.rolls, outcome.position.slots[0]) == ((stops,), stops + 1)


# ---- whole games


def test_playing_out_is_answering_one_stop_after_another():
    program = halves()
    stepper, stream = Stepper(program), Stream(5, 17)
    step = stepper.begin()
    events = list(step.events)
    while not isinstance(step.stop, GameOver):
        answer = stream.below(216) if isinstance(step.stop, ChanceStop) else default_answer(step.stop)
        step = stepper.answer(step.position, answer)
        events += step.events
    with patch.object(walk, "HOT", 0):
        outcome = Stepper(program).play_out(None, Stream(5, 17))
    assert (outcome.position, outcome.stop, list(outcome.events)) == (step.position, step.stop, events)


def test_the_rest_of_a_game_can_be_played_from_any_position():
    stepper, stream = Stepper(halves()), Stream(5, 17)
    begun = stepper.begin()
    half_way = stepper.answer(begun.position, stream.below(216))
    rest = stepper.play_out(half_way.position, stream)
    whole = stepper.play_out(None, Stream(5, 17))
    assert rest.position == whole.position
    assert begun.events + half_way.events + rest.events == whole.events


def test_counts_are_the_same_with_and_without_events():
    for game in range(5):
        full, bare = (Stepper(halves(), events=each).play_out(None, Stream(3, game)) for each in (True, False))
        assert bare == replace(full, events=())
        assert full.marks[2] == sum(event == Reached(2) for event in full.events) == 54
        assert full.rolls == (sum(isinstance(event, Rolled) for event in full.events),)


def test_whoever_decides_is_asked_where_there_is_something_to_decide_and_can_look():
    program, seen = halves(), []

    def bold(stop, view):
        seen.append((stop, view.position(), view.ask("advice")))
        return 1

    with patch.object(walk, "HOT", 0):
        outcome = Stepper(program).play_out(None, Stream(8, 8), bold)
    decided = [event for event in outcome.events if isinstance(event, Decided)]
    assert len(seen) == sum(event.answer == 1 for event in decided) > 0
    assert len(seen) < len(decided)  # where only one answer is offered it is taken
    for stop, position, advice in seen:
        assert stop == DecisionStop(0, position.slots[6], (0, 1), 0, 7)
        assert position.block == CHOOSE
        assert advice == (int(position.slots[1] < 2),)


def test_what_is_not_offered_cannot_be_decided():
    with pytest.raises(ValueError, match="not offered"):
        Stepper(halves()).play_out(None, Stream(8, 8), lambda stop, view: 2)


def test_a_default_that_is_not_offered_gives_way_to_the_first_that_is():
    program = small("  f[1] = 1\n  f[2] = 1\n  a = 0\n  jump stop", stop=CHOICE)
    assert Stepper(program).play_out(None, Stream(0, 0)).position.slots[1] == 20
    for default in (-1, 3, 7):
        other = parse_program(print_program(program).replace("a = 0", f"a = {default}"))
        assert Stepper(other).play_out(None, Stream(0, 0)).position.slots[1] == 20
    offered = parse_program(print_program(program).replace("a = 0", "a = 2"))
    assert Stepper(offered).play_out(None, Stream(0, 0)).position.slots[1] == 30


# ---- nothing of a ruleset gets into the code


def test_translated_code_holds_no_word_of_the_ruleset():
    program = halves()
    evil = '__import__("os").abort()'
    renamed = replace(
        program,
        name=evil,
        checks=(evil,) * len(program.checks),
        slots=tuple(replace(each, name=evil) for each in program.slots),
        sites=tuple(replace(each, name=evil, file=evil, row=evil) for each in program.sites),
        blocks=tuple(replace(each, name=evil) for each in program.blocks),
        texts=tuple(replace(each, pieces=(evil,) * len(each.pieces)) for each in program.texts),
    )
    assert verify(renamed) == []
    carried = Translator(renamed, True).carried
    known = re.compile(
        r"def|code|v|run|if|else|not|and|or|return|t|f|n|r\d+|a\d+|index|count|bit_length|bit_count|append|"
        r"fail|fail_sum|fail_set|steps|stops|budget|asks|below|rolls|marks|samples|winners|answer|events|reached|"
        r"Said|Sampled|Awarded|Rolled|Decided"
    )
    for events in (True, False):
        for block in range(len(renamed.blocks)):
            text = RegionWriter(renamed, carried, events).text(block)
            assert '"' not in text
            assert "'" not in text
            assert [word for word in re.findall(r"[^\W\d]\w*", text) if not known.fullmatch(word)] == []


# ---- what the translator knows of numbers is true

extremes = st.sampled_from([LOWEST, LOWEST + 1, -(2**62), 2**61, 2**62, HIGHEST - 1, HIGHEST])
numbers = st.one_of(st.integers(-70, 70), extremes)
ranges = st.tuples(numbers, numbers).map(lambda pair: (min(pair), max(pair)))


@settings(max_examples=3000, deadline=None)
@given(st.sampled_from(BINARY), ranges, ranges, st.data())
def test_results_lie_in_the_range_that_is_worked_out(operator, left, right, data):
    one, other = data.draw(st.integers(*left)), data.draw(st.integers(*right))
    if (operator in ("div", "mod") and other == 0) or (operator in ("shl", "shr") and not 0 <= other <= 62):
        return
    low, high = range_after(operator, left, right)
    assert low <= RESULTS_OF[operator](one, other) <= high


@pytest.mark.parametrize("operator", COMPARISONS)
def test_comparisons_are_known_where_they_can_be(operator):
    """All ranges of small numbers: known exactly if and only if all pairs agree."""
    small_ranges = [(low, high) for low in range(4) for high in range(low, 4)]
    for left, right in product(small_ranges, small_ranges):
        pairs = product(range(left[0], left[1] + 1), range(right[0], right[1] + 1))
        results = {RESULTS_OF[operator](*pair) for pair in pairs}
        assert range_after(operator, left, right) == (min(results), max(results))


# ---- event for event like the twin


def decider(program, seed: int):
    """Decides by what a query says and what the position is, so that a wrong view would show."""
    queries = [query.name for query in program.queries]

    def decide(stop, view):
        looked = [view.ask(query) for query in queries]
        return stop.offered[crc32(repr((seed, view.position(), looked)).encode()) % len(stop.offered)]

    return decide


def agree(program, seed: int, budget: int, game_budget: int) -> None:
    random = Random(seed)
    twin = Twin(program, budget=budget, game_budget=game_budget)
    full = Stepper(program, budget=budget, game_budget=game_budget)
    bare = Stepper(program, budget=budget, game_budget=game_budget, events=False)
    step = twin.begin()
    assert full.begin() == step
    assert bare.begin() == replace(step, events=())
    for _ in range(20):
        for query in program.queries:
            assert full.ask(step.position, query.name) == twin.ask(step.position, query.name)
            assert full.apply(step.position, query.name) == twin.apply(step.position, query.name)
        if isinstance(step.stop, GameOver | Failure):
            break
        offered = range(step.stop.outcomes) if isinstance(step.stop, ChanceStop) else step.stop.offered
        answer, block = random.choice(list(offered)), random.randrange(len(program.blocks))
        assert full.run_to(step.position, block, answer) == twin.run_to(step.position, block, answer)
        following = twin.answer(step.position, answer)
        assert full.answer(step.position, answer) == following
        assert bare.answer(step.position, answer) == replace(following, events=())
        step = following
    for decide in (None, decider(program, seed)):
        outcome = twin.play_out(None, Stream(seed, 0), decide)
        assert full.play_out(None, Stream(seed, 0), decide) == outcome
        assert bare.play_out(None, Stream(seed, 0), decide) == replace(outcome, events=())


@settings(max_examples=250, deadline=None)
@given(programs, st.integers(0, 2**32 - 1), st.sampled_from([3, 40, 1100, 2000]), st.sampled_from([5, 60, 1100]))
def test_it_agrees_with_its_twin_over_random_programs(program, seed, budget, game_budget):
    assert verify(program) == []
    with patch.object(walk, "HOT", seed % 3):
        agree(program, seed, budget, game_budget)


@pytest.mark.parametrize("seed", range(10))
def test_it_agrees_with_its_twin_over_a_game(seed):
    agree(halves(), seed, 100_000, 1_000_000)
