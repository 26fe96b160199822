"""A program's text and the program are inverse."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.program import HIGHEST, Block, CheckInfo, Jump, Move, Register, Slot
from interpreter.program.text import BadProgramText, parse_program, print_program
from tests.support.programs import halves
from tests.support.random_programs import programs


@given(programs)
def test_parsing_undoes_printing(program):
    assert parse_program(print_program(program)) == program


@given(programs)
def test_printing_undoes_parsing(program):
    text = print_program(program)
    assert print_program(parse_program(text)) == text


@given(st.text(), st.text(), st.text())
def test_any_names_survive(slot, block, shown):
    program = halves()
    slots = tuple(replace(each, name=slot) if at in (1, 2) else each for at, each in enumerate(program.slots))
    blocks = (replace(program.blocks[0], name=block), *program.blocks[1:])
    sites = (replace(program.sites[0], name=shown, row=block, citation=slot, ids=(shown, slot)), *program.sites[1:])
    beside = {"seats": (slot, block), "checks": (CheckInfo(block, shown),)}
    named = replace(program, name=shown, slots=slots, blocks=blocks, sites=sites, **beside)
    assert parse_program(print_program(named)) == named


def test_the_text_can_be_shown_and_saved_whatever_the_names():
    named = replace(halves(), name="\ud800 \u2028 \x85 \x1b é", seats=("\u202e",))
    text = print_program(named)
    assert text.encode()
    assert text.replace("\n", "").isprintable()
    assert "é" in print_program(replace(halves(), name="é"))


def test_a_program_that_refers_to_nothing_can_still_be_printed_and_read():
    block = Block("odd", (Move(Slot(99), Register(77)), Move(Slot(-1), HIGHEST)), Jump(-5))
    program = replace(halves(), blocks=(block,))
    assert "  @99 = %77\n  @-1 = 9223372036854775807\n  jump @-5\n" in print_program(program)
    assert parse_program(print_program(program)) == program


@pytest.mark.quick
def test_it_reads_aloud():
    text = print_program(halves())
    row = text[text.index('block 5 "row_out"') :]
    assert row.startswith(
        'block 5 "row_out"\n'
        "  mark #2\n"
        "  say 1 with () at #2\n"
        "  %0 = add outs 1 at #2\n"
        "  check %0 from 0 to 3 what 0 at #2\n"
        "  outs = %0\n"
        "  %1 = ge outs 3 at #2\n"
        "  if %1 then half_ends else after_throw\n"
    )
    assert "\n  roll throw outcomes 216 by batting into throw then thrown at #7\n" in text
    assert "\n  choose steal by batting offers offer default default into steal then steal_chosen at #7\n" in text


@pytest.mark.quick
def test_names_that_are_not_plain_or_not_alone_get_their_number():
    program = halves()
    names = {1: "two words", 2: "twice", 3: "twice"}
    slots = tuple(replace(each, name=names.get(at, each.name)) for at, each in enumerate(program.slots))
    text = print_program(replace(program, slots=slots))
    assert "gt twice@2 twice@3 at #7" in text
    assert "two_words@1 = %0" in text


def test_comments_are_left_out():
    text = print_program(halves())
    commented = text.replace("\n", ' ; a comment with "quotes" and ; semicolons\n')
    assert parse_program(commented) == halves()


DAMAGES = [
    ("", "first line"),
    ("program", "line 1: the fields here are name"),
    ("jump half_begins", "line"),
    (("  jump half_begins\n", "  jump nowhere\n"), "no blocks called nowhere"),
    (("  outs = %0\n", "  outs %0\n"), "is no instruction"),
    (("  outs = %0\n", "  outs = plus 1 2 at #0\n"), "is no instruction"),
    (("  outs = %0\n", "  finish\n"), "a terminator"),
    (("  finish\n", "\n"), "a terminator"),
    (("roll throw outcomes 216", "roll throw outcomes many"), "expected a number"),
    (('block 1 "half_begins"', 'block 3 "half_begins"'), "should be number 1"),
    (("registers=8", "registers=eight"), "JSON"),
    (("registers=8", "registers=true"), "whole numbers"),
    (("registers=8", 'registers="8"'), "expected int, not '8'"),
    (("registers=8", "register=8"), "the fields here are name"),
    (('kind="dice" shape=0', 'kind="dice"'), "the fields here are name"),
    (('kind="dice" shape=0', 'kind="dice" shape=0 size=2'), "the fields here are name"),
    (("array 0 [", "array 0 [["), "JSON"),
    (("array 0 [", 'array 0 ["x",'), "expected tuple"),
    (('what 0 kind="value"', "what 0 kind=7"), "expected str, not 7"),
    (('labels=["first","second","third"]', 'labels=["first",2,"third"]'), "expected tuple"),
    (("choices=[null]", 'choices=[["yes",2,"both"]]'), "expected tuple"),
    (("array 0 [", "array 0 " + "[" * 100_000), "JSON"),
]


@pytest.mark.parametrize(("damage", "said"), DAMAGES)
@pytest.mark.quick
def test_what_is_no_program_is_told_by_its_line(damage, said):
    text = print_program(halves()).replace(*damage, 1) if isinstance(damage, tuple) else damage
    with pytest.raises(BadProgramText, match=said):
        parse_program(text)


@given(st.data())
def test_any_change_of_a_text_gives_a_program_or_a_complaint(data):
    text = print_program(halves())
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    pieces = st.sampled_from(["\n", " ", "@1", "(", "-", "99", "%", "#", '"', ";"])
    put = data.draw(st.one_of(st.text(max_size=5), pieces))
    with suppress(BadProgramText):
        changed = parse_program(text[:start] + put + text[end:])
        assert parse_program(print_program(changed)) == changed
