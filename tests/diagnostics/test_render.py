"""Diagnostics as people, editors and programs see them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from interpreter.diagnostics import Diagnostic, Diagnostics, Fix, Label, Severity, rendering
from interpreter.source import NOWHERE, Source, Span
from tests.support.golden import compare_golden
from tests.support.paths import TESTS

pytestmark = pytest.mark.quick

TEXT = """\
game dozen "Dozen"

dice pair = 2d6

table wins on pair
  2..11 : lose
  12    : win_it

"""


def source(text: str = TEXT, name: str = "dozen.rules") -> Source:
    return Source(name, text)


def place(of: Source, text: str, length: int | None = None) -> Span:
    start = of.text.index(text)
    return Span(of, start, start + (len(text) if length is None else length))


def drawn(diagnostic: Diagnostic) -> str:
    return "\n" + rendering.render_full(diagnostic) + "\n"


OF, LONG = source(), source("first\n" + "\n" * 9 + "eleventh\n")
WINS, PAIR = place(OF, "wins"), place(OF, "pair")
LIBRARY = source("kind colour: red\n", "library/colours.rules")
LETTERS = source("a\n  b\n  c\n  d\n  e\n  f\n\n\n")
DRAWN = {
    "everything": Diagnostic(
        "name-twice",
        WINS,
        "`wins` is used twice",
        label="here as a table",
        labels=(Label(PAIR, "here as dice"),),
        notes=("every name stands for one thing",),
        help="give one of them another name",
        fix=Fix(WINS, "winners"),
    ),
    "two_on_one_line": Diagnostic("x", WINS, "m", "one", labels=(Label(place(OF, "on"), "two"),)),
    "far_apart": Diagnostic("x", place(LONG, "eleventh"), "m", "", labels=(Label(place(LONG, "first"), "before"),)),
    "two_files": Diagnostic("x", WINS, "m", "here", labels=(Label(place(LIBRARY, "red"), "and there"),)),
    "a_few_lines": Diagnostic("x", place(OF, "wins", 44), "m", "all this"),
    "many_lines": Diagnostic("x", Span(LETTERS, 0, len(LETTERS.text)), "m", "too much"),
    "end_of_file": Diagnostic("x", Span(OF, len(OF.text), len(OF.text)), "m", "something is missing"),
    "no_place": Diagnostic("x", None, "m", help="write\nthis"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_places_are_drawn(name: str) -> None:
    text = rendering.render_full(DRAWN[name]) + "\n"
    compare_golden(TESTS / "golden" / "rendering" / f"{name}.txt", text)


def test_an_empty_span_gets_one_caret() -> None:
    of = source()
    at = of.text.index(" on")
    assert "5 | table wins on pair\n  |           ^ here" in drawn(Diagnostic("x", Span(of, at, at), "m", "here"))


@pytest.mark.parametrize(
    ("line", "marked", "shown", "carets"),
    [
        ("\tx\ty", "y", "    x   y", "        ^"),
        ("  \tx", "x", "    x", "    ^"),
        ("漢字 wins", "wins", "漢字 wins", "     ^^^^"),
        ("漢字 wins", "漢字", "漢字 wins", "^^^^"),
        ("e\u0301e\u0301 x", "x", "e\u0301e\u0301 x", "   ^"),
        ("a\x1b[31mb", "b", "a␛[31mb", "      ^"),
        ("a\x00b", "b", "a␀b", "  ^"),
        ("a\u202eb", "b", "a\N{REPLACEMENT CHARACTER}b", "  ^"),
        ("a\u2028b", "b", "a\N{REPLACEMENT CHARACTER}b", "  ^"),
        ("x\r", "x", "x", "^"),
    ],
)
def test_carets_stand_under_what_a_terminal_shows(line: str, marked: str, shown: str, carets: str) -> None:
    of = source(line)
    assert f"1 | {shown}\n  | {carets}\n" in drawn(Diagnostic("x", place(of, marked), "m"))


def test_a_long_line_is_cut_around_the_place() -> None:
    of = source("a" * 5000 + "bad" + "b" * 5000)
    line, carets = rendering.render_full(Diagnostic("x", place(of, "bad"), "m", "here")).split("\n")[-2:]
    assert len(line) == len("1 | ") + rendering.MAX_COLUMNS + 2
    assert line.startswith("1 | …a")
    assert line.endswith("b…")
    assert line.index("bad") == carets.index("^^^ here")


def test_a_long_span_on_a_long_line_is_cut_at_its_end() -> None:
    of = source("a" * 5000)
    line, carets = rendering.render_full(Diagnostic("x", Span(of, 1000, 4000), "m", "here")).split("\n")[-2:]
    assert len(line) == len("1 | ") + rendering.MAX_COLUMNS + 2
    assert carets == "  |  " + "^" * rendering.MAX_COLUMNS + " here"


def test_a_long_line_with_two_places_is_shown_once_for_each() -> None:
    of = source("here" + "." * 1000 + "there")
    found = Diagnostic("x", place(of, "here"), "m", "one", labels=(Label(place(of, "there"), "two"),))
    lines = rendering.render_full(found).split("\n")[3:]
    assert [line[:8] for line in lines] == ["1 | here", "  | ^^^^", "1 | …...", "  |     "]
    assert lines[2].index("there") == lines[3].index("-----")


def test_without_a_place_only_the_words() -> None:
    assert rendering.render_full(Diagnostic("x", NOWHERE, "m")) == "error[x]: m"
    assert rendering.render_short(Diagnostic("x", None, "m")) == "x: m"
    assert rendering.render_short(Diagnostic("x", NOWHERE, "m")) == "x: m"


def test_a_file_without_text_shows_its_place_only() -> None:
    assert rendering.render_full(Diagnostic("x", Span(source(""), 0, 0), "m")) == "error[x]: m\n --> dozen.rules:1:1"


def test_a_span_past_the_end_is_held_inside() -> None:
    assert "^" in drawn(Diagnostic("x", Span(source(), 500, 600), "m"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wins", "", "remove `wins`"),
        ("", "more", "insert `more`"),
        ("wins", "winners", "write `winners` instead of `wins`"),
        ("wins", "a\nb\n", "write this instead:\n         a\n         b"),
    ],
)
def test_fixes(old: str, new: str, said: str) -> None:
    of = source()
    found = Diagnostic("x", place(of, "wins"), "m", fix=Fix(place(of, "wins", len(old)), new))
    assert drawn(found).endswith(f"  = fix: {said}\n")


def test_a_fix_that_the_help_gives_already_is_not_repeated() -> None:
    of = source()
    found = Diagnostic("x", place(of, "wins"), "m", help="did you mean `wins`?", fix=Fix(place(of, "wins"), "wins"))
    assert "fix:" not in drawn(found)


def test_short_form_is_one_line() -> None:
    found = Diagnostic("x", place(source(), "wins"), "one\ntwo \x1b[2J", "label", severity=Severity.WARNING)
    assert rendering.render_short(found) == "dozen.rules:5:7: x: one two ␛[2J"


def test_colour_is_up_to_the_caller_and_changes_nothing_else() -> None:
    of = source()
    found = Diagnostic("x", place(of, "wins"), "m", "here", (Label(place(of, "pair"), "l"),), ("n",), "h")
    coloured = rendering.render_full(found, rendering.COLOURED)
    assert "\x1b[1;31m^^^^ here\x1b[0m" in coloured
    assert rendering.render_full(replace(found, severity=Severity.WARNING), rendering.COLOURED).startswith(
        "\x1b[1;33mwarning[x]"
    )
    for code in (rendering.COLOURED.error, *map(str, vars(rendering.COLOURED).values())):
        coloured = coloured.replace(code, "")
    assert coloured == rendering.render_full(found)


def test_the_object_holds_everything() -> None:
    of = source()
    found = Diagnostic(
        "x", place(of, "wins"), "m", "here", (Label(place(of, "pair"), "l"),), ("n",), "h", Fix(place(of, "wins"), "w")
    )
    where = {"file": "dozen.rules", "line": 5, "column": 7, "end_line": 5, "end_column": 11}
    there = {"file": "dozen.rules", "line": 3, "column": 6, "end_line": 3, "end_column": 10}
    assert rendering.to_object(found) == {
        "code": "x",
        "severity": "error",
        "message": "m",
        "place": where,
        "label": "here",
        "labels": [{"place": there, "text": "l"}],
        "notes": ["n"],
        "help": "h",
        "fix": {"place": where, "replacement": "w"},
    }
    bare = rendering.to_object(Diagnostic("x", None, "m"))
    assert bare["place"] is None
    assert bare["fix"] is None
    assert json.loads(json.dumps(bare)) == bare


def test_a_message_that_quotes_a_whole_file_loses_its_middle() -> None:
    found = Diagnostic("x", place(source(), "wins"), "begin" + "-" * 100_000 + "end")
    for drawn_line in (rendering.render_short(found), rendering.render_full(found).split("\n")[0]):
        assert len(drawn_line) < 700
        assert "begin---" in drawn_line
        assert drawn_line.endswith("---end")


def test_what_has_no_place_comes_first() -> None:
    placed = Diagnostic("table-gap", place(source(), "lose"), "there is a gap")
    nowhere = Diagnostic("file-missing", None, "there is no file")
    found = Diagnostics()
    for each in (placed, nowhere):
        found.add(each)
    assert found.in_order == (nowhere, placed)
