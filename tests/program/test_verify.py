"""The verifier passes good programs and finds every kind of damage."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.program import (
    HIGHEST,
    Answer,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    Decide,
    Finish,
    Jump,
    Lookup,
    Move,
    Program,
    Register,
    Return,
    Slot,
    Store,
    Unary,
)
from interpreter.program.text import parse_program, print_program
from interpreter.program.verify import verify
from tests.support.programs import halves
from tests.support.random_programs import programs


@pytest.mark.quick
def test_a_good_program_passes():
    assert verify(halves()) == []


@given(programs)
def test_random_well_formed_programs_pass(program):
    assert verify(program) == []


def test_blocks_that_nothing_leads_to_are_allowed():
    program = halves()
    assert verify(replace(program, blocks=(*program.blocks, Block("alone", (), Finish())))) == []


# ---- damage by hand, in the text of a good program

DAMAGES = [
    ("start=0", "start=99", "start: there is no block 99"),
    ("registers=8", "registers=-1", "there cannot be -1 registers"),
    ("registers=8", "registers=1", "there is no register 1"),
    ("registers=8", "registers=99999999999", "there cannot be 99999999999 registers"),
    ('name="outs" kind="state"', 'name="outs" kind="zustand"', "slot outs: there is no kind zustand"),
    ('name="outs" kind="state" shape=0', 'name="outs" kind="state" shape=2', "slot outs: there is no shape 2"),
    ('form="set"', 'form="heap"', "shape 1: there is no form heap"),
    ('form="set"', 'form="roll"', "shape 1: a roll needs dice with faces"),
    ('pieces=["A run: ","."]', 'pieces=["A run."]', "text 0: pieces, shapes and choices do not go together"),
    ("shapes=[0] choices", "shapes=[7] choices", "text 0: there is no shape 7"),
    ("array 0 [0", "array 0 [9223372036854775808", "array 0: a number does not fit 64 bits"),
    ("number=3 faces=6", "number=0 faces=6", "dice throw: no dice have 0 times 6 faces"),
    ("number=3 faces=6", "number=999999999 faces=6", "dice throw: no dice have"),
    ("values=[0,1]", "values=[0,1,2]", "choice steal: values, names and labels do not go together"),
    ("values=[0,1]", "values=[0,9223372036854775808]", "choice steal: a value does not fit 64 bits"),
    ('query 1 entry=25 kind="advice"', 'query 1 entry=25 kind="view"', "query view: there are 2 of this name"),
    ('entry=24 kind="view"', 'entry=99 kind="view"', "query view: there is no block 99"),
    ("entry=16 return_slot=7", "entry=99 return_slot=7", "routine score: there is no block 99"),
    ("entry=16 return_slot=7", "entry=16 return_slot=99", "routine score: there is no slot 99"),
    ("entry=16 return_slot=7", "entry=16 return_slot=8", "routine score: its return slot belongs to another"),
    ("entry=16 return_slot=7", "entry=16 return_slot=1", "routine score: its return slot is not of the kind"),
    ("entry=16 return_slot=7", "entry=16 begun=77 return_slot=7", "routine score: there is no block 77"),
    ("continuations=[18]", "continuations=[17]", "it does not come back by continuation 0"),
    ("continuations=[18]", "continuations=[]", "it does not come back by continuation 0"),
    ("call advance number 1", "call advance number 0", "call number 0 of its routine is made twice"),
    ("call score number 0", "call @2 number 0", "routine: there is no number 2"),
    ("jump over", "jump @40", "block: there is no number 40"),
    ("(row_out, row_hit_1,", "(row_out, @-1,", "blocks: there is no number -1"),
    ("then half_ends else after_throw", "then half_ends else @32", "no: there is no number 32"),
    ("switch %0 to (row_out, row_hit_1, row_hit_2, row_hit_4, row_nothing)", "switch %0 to ()", "nothing to choose"),
    ("  outs = %0\n", "  @17 = %0\n", "target: there is no slot 17"),
    ("  outs = %0\n", "  5 = %0\n", "a number cannot be written to"),
    ("  outs = %0\n", "  score_return = %0\n", "a return slot is written by calls alone"),
    ("  outs = %0\n", "  outs = 9223372036854775808\n", "9223372036854775808 does not fit 64 bits"),
    ("  mark #2\n", "  mark #8\n", "there is no site 8"),
    ("say 0 with (%0)", "say 0 with ()", "as many values as the text has holes"),
    ("say 0 with (%0)", "say 2 with (%0)", "text: there is no number 2"),
    ("sample runs_per_half", "sample @2", "measure: there is no number 2"),
    ("array 0 index throw", "array 1 index throw", "array: there is no number 1"),
    ("from 0 to 3 what 0", "from 3 to 0 what 0", "3 to 0 is no range"),
    ("from 0 to 3 what 0", "from 0 to 9223372036854775808 what 0", "is no range"),
    ("from 0 to 3 what 0", "from 0 to 3 what 2", "what: there is no number 2"),
    ("load runs[Ann] size 2", "load runs[Ann] size 16", "there are no slots 2 to 17"),
    ("load runs[Ann] size 2", "load runs[Ann] size 0", "there are no slots 2 to 1"),
    ("store runs[Ann] size 2", "store @-1 size 2", "there are no slots -1 to 0"),
    ("store runs[Ann] size 2", "store runs[Ann] size 6", "a return slot is written by calls alone"),
    ("outcomes 216", "outcomes 6", "the dice do not have 6 outcomes"),
    ("roll throw outcomes 216 by batting", "roll throw outcomes 216 by %0", "registers do not outlive a stop"),
    ("216 by batting into throw", "216 by batting into %0", "registers do not outlive a stop"),
    ("216 by batting into throw", "216 by batting into 3", "a number cannot be written to"),
    ("216 by batting into throw", "216 by batting into score_return", "a return slot is written by calls alone"),
    ("roll throw outcomes 216 by", "outs = 0\n  roll throw outcomes 216 by", "a block that stops has no instructions"),
    ("batting offers offer", "batting offers @17", "there are no offers from slot 17"),
    ("choose steal by batting", "choose @1 by batting", "choice: there is no number 1"),
    ("default default into", "default 0 into", "the default is in a slot"),
    ("  %0 = ne bases 0 at #7\n", "", "register 0 is read before it is written"),
    ("  %0 = array 0 index throw at #7\n", "", "register 0 is read before it is written"),
    ("index batting value %0 at", "index batting value %5 at", "register 5 is read before it is written"),
    ("store runs[Ann] size 2 index batting", "store runs[Ann] size 2 index %5", "register 5 is read before it"),
    ("say 0 with (%0)", "say 0 with (%5)", "register 5 is read before it is written"),
    ("  answer (%0)\n", "  answer (%1)\n", "register 1 is read before it is written"),
    ("  answer (%0)\n", "  jump throw\n", "query advice stops here"),
    ("  answer (%0)\n", "  finish\n", "query advice stops here"),
    ("  answer (%0)\n", "  jump advice\n", "query advice: it never answers"),
    ("  answer (%0)\n", "  return from score\n", "query advice returns from a routine that it does not call"),
    ("  finish\n", "  answer ()\n", "the game runs into a query's answer"),
    ("  finish\n", "  jump given\n", "the game runs into a query's answer"),
    ("  jump over\n", "  call advance number 3 then over\n", "it does not come back by continuation 3"),
]


@pytest.mark.parametrize(("old", "new", "said"), DAMAGES, ids=[said for _, _, said in DAMAGES])
@pytest.mark.quick
def test_damage_is_found(old, new, said):
    text = print_program(halves())
    assert old in text
    complaints = verify(parse_program(text.replace(old, new, 1)))
    assert [each for each in complaints if said in each], complaints


def with_block(program: Program, at: int, block: Block) -> Program:
    return replace(program, blocks=(*program.blocks[:at], block, *program.blocks[at + 1 :]))


def with_then(program: Program, at: int, then: int) -> Program:
    block = program.blocks[at]
    return with_block(program, at, replace(block, terminator=replace(block.terminator, then=then)))


def with_call(program: Program, block: int, routine: int, then: int) -> Program:
    """The same with a block that ends in a call."""
    routines = list(program.routines)
    number = len(routines[routine].continuations)
    routines[routine] = replace(routines[routine], continuations=(*routines[routine].continuations, then))
    changed = replace(program.blocks[block], terminator=Call(routine, number, then))
    return replace(with_block(program, block, changed), routines=tuple(routines))


def test_a_routine_that_calls_itself_is_found():
    program = with_call(halves(), 16, 1, 23)  # score calls advance, which calls score
    complaints = verify(program)
    assert "routine score: it calls itself" in complaints
    assert "routine advance: it calls itself" in complaints


def test_a_query_that_calls_a_rule_which_returns_is_fine():
    program = halves()
    program = replace(program, blocks=(*program.blocks, Block("answers", (), Answer(()))))
    assert verify(with_call(program, 26, 1, len(program.blocks) - 1)) == []


def test_a_query_that_calls_what_does_not_return_is_found():
    program = halves()
    blocks = (*program.blocks, Block("answers", (), Answer(())), Block("round", (), Jump(len(program.blocks) + 1)))
    routine = replace(program.routines[0], name="endless", entry=len(blocks) - 1, return_slot=7, continuations=())
    program = replace(program, blocks=blocks, routines=(*program.routines, replace(routine, return_slot=17)))
    slots = (*program.slots, replace(program.slots[7], name="endless_return"))
    program = with_call(replace(program, slots=slots), 26, 2, len(blocks) - 2)
    assert verify(program) == ["query given: routine endless does not return"]


def test_a_rule_may_end_the_phase_that_called_it():
    """`score` returns from `advance`, which called it."""
    program = halves()
    block = replace(program.blocks[16], terminator=Return(1))
    assert verify(with_block(program, 16, block)) == []


def test_a_register_must_be_written_on_every_way():
    program = halves()
    carried = replace(program.blocks[10], instructions=(Move(Slot(16), Register(0)),))
    blocks = {9: (Move(Register(0), 1),), 10: carried.instructions}
    for at, instructions in blocks.items():
        program = with_block(program, at, replace(program.blocks[at], instructions=instructions))
    routines = tuple(replace(each, continuations=(9,) * len(each.continuations)) for each in program.routines[1:])
    program = replace(program, routines=(program.routines[0], *routines))
    for at in (6, 7, 8):
        program = with_then(program, at, 9)
    assert verify(program) == []  # row_out and row_nothing both write it
    program = with_block(program, 9, replace(program.blocks[9], instructions=()))
    assert verify(program) == ["block 10 (after_throw): register 0 is read before it is written"]


def test_registers_do_not_outlive_a_call():
    program = halves()
    block = replace(program.blocks[10], instructions=(Move(Slot(16), Register(0)),))
    assert verify(with_block(program, 10, block)) == ["block 10 (after_throw): register 0 is read before it is written"]


def test_no_register_is_in_use_where_a_phase_has_begun():
    program = halves()
    routines = (replace(program.routines[0], begun=4), *program.routines[1:])
    assert verify(replace(program, routines=routines)) == []
    block = replace(program.blocks[12], terminator=Branch(Register(0), 30, 14))
    later = replace(program.blocks[30], instructions=(Move(Slot(16), Register(0)),))
    program = with_block(with_block(program, 12, block), 30, replace(later, terminator=Jump(14)))
    routines = (replace(program.routines[0], begun=30), *program.routines[1:])
    program = with_then(program, 29, 3)
    assert verify(program) == []
    complaints = verify(replace(program, routines=routines))
    assert complaints == ["block 30 (steal_chosen): register 0 is read before it is written"]


# ---- damage everywhere

REFERENCES = {"array", "block", "yes", "no", "then", "what", "text", "measure", "dice", "choice", "routine", "site"}
OPERANDS = {"target", "value", "left", "right", "index", "condition", "winner", "thrower", "chooser", "default"}


@given(programs, st.data())
def test_any_reference_that_leads_nowhere_is_found(program, data):
    at = data.draw(st.integers(0, len(program.blocks) - 1))
    block = program.blocks[at]
    places = [
        (place, field.name)
        for place, part in enumerate((*block.instructions, block.terminator))
        for field in fields(part)
        if field.name in REFERENCES | OPERANDS
    ]
    if not places:
        return
    place, name = data.draw(st.sampled_from(places))
    number = data.draw(st.sampled_from([-2, 10_000, HIGHEST]))
    bad = number if name in REFERENCES else data.draw(st.sampled_from([Slot(number), Register(number)]))
    if place == len(block.instructions):
        damaged = replace(block, terminator=replace(block.terminator, **{name: bad}))
    else:
        changed = replace(block.instructions[place], **{name: bad})
        damaged = replace(block, instructions=(*block.instructions[:place], changed, *block.instructions[place + 1 :]))
    assert verify(with_block(program, at, damaged))


@pytest.mark.parametrize("operator", ["", "plus", "lowest"])
@pytest.mark.quick
def test_unknown_operators_are_found(operator):
    program = halves()
    one = replace(program.blocks[0], instructions=(Binary(Register(0), operator, 1, 1, 0),))
    assert verify(with_block(program, 0, one))
    two = replace(program.blocks[0], instructions=(Unary(Register(0), operator or "add", 1, 0),))
    assert bool(verify(with_block(program, 0, two))) is (operator != "lowest")


def test_operands_of_another_kind_are_found():
    program = halves()
    for instruction in (Move(Slot(0), None), Lookup(Register(0), 0, "1", 0), Store(1, 1, 0, 1.5, 0)):
        block = replace(program.blocks[0], instructions=(instruction,))
        assert "is neither a number nor a slot nor a register" in verify(with_block(program, 0, block))[0]


def test_stops_that_never_come_need_to_be_right_too():
    program = halves()
    for stop in (Chance(0, 215, -1, Slot(0), 0, 0), Decide(0, 0, 17, Slot(0), Slot(0), 0, 0)):
        assert len(verify(replace(program, blocks=(*program.blocks, Block("alone", (), stop))))) == 1
