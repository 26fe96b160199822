"""The stepper does what a program says, event for event like its slow twin, and its positions are values."""

import copy
import re
from dataclasses import replace
from unittest.mock import patch

import pytest

from interpreter.chance import Stream
from interpreter.engine import (
    AtBlock,
    Awarded,
    ChanceStop,
    Decided,
    DecisionStop,
    GameOver,
    Position,
    Reached,
    Rolled,
    Said,
    Sampled,
)
from interpreter.program.verify import verify
from interpreter.stepper import Stepper, walk
from interpreter.stepper.translate import RegionWriter, Translator
from tests.support.programs import AT_BAT, CHOICE, CHOOSE, halves, played, small

pytestmark = pytest.mark.quick


# ---- one step after another


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
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"\w+ \w+"):
            call()


# ---- queries


def query(kind):
    return halves().query(kind)


def test_queries_can_be_applied_to_set_up_a_position():
    stepper = Stepper(halves())
    begun = stepper.begin().position
    changed = stepper.apply(begun, query("given"))
    assert isinstance(changed, Position)
    assert (changed.block, changed.slots[1], changed.slots[4]) == (begun.block, 2, 5)
    assert begun.slots[1] == 0
    assert stepper.apply(begun, query("view")) == begun


# ---- stopping at a block


def test_a_run_can_stop_where_a_block_is_about_to_begin():
    stepper = Stepper(halves())
    step = stepper.run_to(None, AT_BAT)
    assert (step.stop, step.position.block, step.events) == (AtBlock(AT_BAT), AT_BAT, ())
    position = stepper.apply(step.position, query("given"))
    assert isinstance(position, Position)
    assert isinstance(stepper.resume(position).stop, DecisionStop | ChanceStop)


def test_positions_where_something_is_said_are_seen_on_the_way():
    stepper = Stepper(halves())
    begun = stepper.begin().position
    step = stepper.answer(begun, 215)
    [(at, position)] = stepper.watch(begun, 215)
    assert step.events[at] == Said(0, (1,), 0)
    assert position.slots == (*step.position.slots[:2], 1, *step.position.slots[3:])


# ---- whole games


def test_the_rest_of_a_game_can_be_played_from_any_position():
    stepper, stream = Stepper(halves()), Stream(5, 17)
    begun = stepper.begin()
    half_way = stepper.answer(begun.position, stream.randbelow(216))
    rest = stepper.play_out(half_way.position, stream)
    whole = stepper.play_out(None, Stream(5, 17))
    assert rest.position == whole.position
    assert begun.events + half_way.events + rest.events == whole.events


def test_whoever_decides_is_asked_where_there_is_something_to_decide_and_can_look():
    program, seen = halves(), []

    def bold(stop, view):
        seen.append((stop, view.position(), view.ask(query("advice"))))
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
    for default, taken in ((0, 20), (-1, 20), (3, 20), (7, 20), (1, 20), (2, 30)):
        program = small(f"  f = 6\n  a = {default}\n  jump stop", stop=CHOICE)
        for hot in (0, 30):
            with patch.object(walk, "HOT", hot):
                assert Stepper(program).play_out(None, Stream(0, 0)).position.slots[1] == taken


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
        r"def|code|v|run|if|else|not|and|or|return|[tra]\d+|index|count|bit_length|bit_count|append|"
        r"fail|fail_unfit|steps|stops|budget|asks|below|rolls|marks|samples|winners|answer|events|reached|"
        r"Said|Sampled|Awarded|Rolled|Decided"
    )
    for events in (True, False):
        for block in range(len(renamed.blocks)):
            text = RegionWriter(renamed, carried, events).text(block)
            text = re.sub("'(out-of-range|bad-index|empty-set)'", "", text)
            assert '"' not in text
            assert "'" not in text
            assert [word for word in re.findall(r"[^\W\d]\w*", text) if not known.fullmatch(word)] == []
