"""Tables as part of a ruleset: their shape, keys and results. The proof itself is tested in
`tests/check/test_prove.py`.

The wording is held in `golden/check/tables`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.domains import MemberType, NumberType, SetType, TextType, YesNoType
from tests.support.checking import checked, compare, mistakes, model_of, said

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
kind line: near, middle, far
dice pair = 2d6
dice die = 1d6
option fast = no
  "?"
  no  "no"
  yes "yes"
phase game
  keep at_line : line = near
  keep spots : set of line = none
  keep n : 0..9 = 0
  roll pair
  roll die
  say "{at_line} {spots} {n} {fast ? x|y} {pair} {die}"
"""


@pytest.mark.parametrize("path", mistakes("tables"), ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    compare(path)


@pytest.mark.parametrize(
    "table",
    [
        "on die\n  1..5 : nothing\n  6 : set n to 1 then add 1 to n",
        "on pair\n  2..12 : nothing\n  8 : set n to 1\n  4+4 : set n to 2",
        "on die in 2..3\n  2 : nothing\n  3 : set n to 1",
        "on at_line\n  near..middle : nothing\n  far : set n to 1",
        "on spots\n  any : nothing\n  near and far : set n to 1\n  none : set n to 2",
        "on fast\n  yes : nothing\n  no : set n to 1",
        "on size of spots\n  0 : nothing\n  1+ : set n to 1",
        "on highest of (spots with near)\n  near : nothing\n  middle..far : set n to 1",
        "on die by at_line\n  | near | middle, far\n  1..3 | nothing | set n to 1\n  4+ | set n to 2 | nothing",
        "(k: 0..9) on k\n  0..8 : set n to k\n  9 : nothing",
        "on ((die + pair) mod 3)\n  0 : nothing\n  1, 2 : set n to 1",
    ],
)
def test_tables_that_are_sound(table: str) -> None:
    given = "(3)" if table.startswith("(") else ""
    assert said(f"{FRAME}  do result{given}\ntable result {table}\n") == []


def test_columns_have_the_type_of_all_their_values() -> None:
    rows = """table several on die -> low, goal, held, sure, words, mixed
  1    : 3, near, none, yes, "one", near
  2..5 : -2, far, near and far, n > 3, "two", none
  6    : die, middle, spots, no, "many", far
"""
    model = model_of(FRAME + "  say \"{several.low} {several.goal} {several.held} {several.sure}\"\n"
                     "  say \"{several.words} {several.mixed}\"\n" + rows)  # fmt: skip
    line = MemberType("line", 0, 2)
    assert model.tables["several"].column_types == (
        NumberType(-2, 6), line, SetType(line), YesNoType(), TextType(), SetType(line),
    )  # fmt: skip


def test_one_column_may_be_left_out() -> None:
    rows = "table worth on die -> points\n  1..5 : 1\n  6 : 3\n"
    assert said(FRAME + "  set n to worth + worth.points\n" + rows) == []
    assert said(FRAME + "  set n to worth.chips\n" + rows) == ["16:18: unknown-name"]


def test_every_key_finds_its_row() -> None:
    table = model_of(f"{FRAME}  do result\ntable result on die, fast\n  1..3 | any : nothing\n  any | yes : nothing\n"
                     "  4..6 | no : set n to 1\n").tables["result"]  # fmt: skip
    assert table.index == (0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1)


def test_cells_of_a_crosstab_are_rows() -> None:
    head = f"{FRAME}  do result\ntable result on die by at_line\n  | near | middle, far\n"
    table = model_of(head + "  1..3 | nothing | set n to 1\n" + "  4+ | set n to 2 | nothing\n").tables["result"]
    assert len(table.rows) == 4
    assert table.index == (0, 1, 1) * 3 + (2, 3, 3) * 3
    assert table.crosstab


def test_citations_of_rows() -> None:
    text = FRAME.replace('game"\n', 'game"\n  source "The Book"\n', 1)
    rows = '  1..3 : nothing cite XX-1\n  4 : nothing\n  5, 6 : set n to 1 cite "Other" XX-2 to XX-4 open XX-O1\n'
    table = model_of(f'{text}  do result\ntable result on die cite "Section" XX-9\n{rows}').tables["result"]
    assert [(row.citation.text, row.citation.ids) for row in table.rows] == [
        ("The Book, Section", ("XX-1",)),
        ("The Book, Section", ()),
        ("The Book, Other", ("XX-2", "XX-3", "XX-4")),
    ]
    assert table.rows[2].citation.open_ids == ("XX-O1",)
    assert table.citation.ids == ("XX-9",)


@pytest.mark.parametrize(("last", "why"), [
    ("any", "every value has a row of its own"),
    ("2..5", "more specific rows match all that it matches"),
])  # fmt: skip
def test_a_row_for_the_rest_where_there_is_no_rest(last: str, why: str) -> None:
    rows = "".join(f"  {face} : nothing\n" for face in range(1, 7))
    found = checked(f"{FRAME}  do result\ntable result on die\n{rows}  {last} : set n to 1\n").diagnostics.in_order
    assert [each.message.partition(": ")[2] for each in found if each.code == "table-row-unreachable"] == [why]
