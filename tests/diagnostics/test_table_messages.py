"""What is said about tables: lists, odds and rows to add, in words. Each case is held in `golden/rendering/tables.txt`;
set GOLDEN=write in the environment to write it anew, then read what changed.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import tables
from interpreter.diagnostics.messages.tables import Box, KeyFacts, OddsFacts, PatternFacts, RowName
from interpreter.source import Source, Span
from tests.support.golden import compare_golden
from tests.support.paths import TESTS

pytestmark = pytest.mark.quick

SOURCE = Source("a.rules", "table throws on swing\n  8 : out\n")
NAME, ROW = Span(SOURCE, 6, 12), Span(SOURCE, 24, 31)
ROLL = PatternFacts("roll", "swing", "2", "12", dice="2d6", sample="1+6")
DIE = PatternFacts("roll", "offset", "1", "6", dice="1d6")
NUMBER = PatternFacts("number", "", "1", "6")
MEMBER = PatternFacts("member", "base", "first", "third", ("first", "second", "third"))
SET = PatternFacts("set", "base", members=("first", "second", "third"))
ANSWER = PatternFacts("yes or no")


def gap(*boxes: Box, odds: tuple[OddsFacts, ...] = (), crosstab: bool = False) -> Diagnostic:
    return tables.table_gap("throws", NAME, KeyFacts(boxes, odds), crosstab)


def row(name: str, cell: bool = False, more: int = 0) -> RowName:
    return RowName("throws", ROW, name, cell=cell, more=more)


SEVEN = KeyFacts(((("7",),),), (OddsFacts(6, 6, 36),))
PATTERNS = [
    *(("2",), ("2", "12"), ("2", "4..6", "4+4"), ("none", "first and third"), ("any",)),
    *(("1", "3", "5", "7", "9", "11", "13"), ("1", "3", "5", "7", "9", "11", "13", "15"), tuple("abcdefg")),
]
ODDS = [
    OddsFacts(2, 2, 36),
    OddsFacts(3, 3, 55, narrowed=True),
    OddsFacts(1, 1, 36, together=True),
    OddsFacts(1, 5, 6),
    OddsFacts(1, 1, 6, among=((("none", "first"),),)),
]
CASES = {
    "gaps": [
        *(gap((patterns,)) for patterns in PATTERNS),
        gap((("5",), ("first and third",))),
        gap((("5", "6"), ("none", "first and third"))),
        gap((("5", "6"), ("any",)), (("7",), ("none",))),
        *(gap(*(((str(at),), ("none",)) for at in range(number))) for number in (4, 9)),
    ],
    "odds": [gap((("5",), ("none",)), odds=(odds,)) for odds in ODDS],
    "gaps of crosstabs": [
        gap(box, crosstab=True) for box in ((("3", "4"), ("any",)), (("any",), ("third",)), (("3",), ("third",)))
    ],
    "rows": [
        tables.table_overlap(row("7+"), SEVEN, ["7-", "any"], [(NAME, SEVEN)], 3),
        tables.table_row_unreachable(row("8", cell=True, more=1), False, [(NAME, KeyFacts(((("4+4",),),)))]),
        tables.table_row_unreachable(row("any"), True, ()),
        tables.table_pattern_unreachable(row("8, 9"), ["8", "9"], ()),
        tables.table_pattern_repeated(row("8, 8"), ["8"]),
        tables.table_too_large("throws", NAME, 1_000_001, 100_000),
        tables.table_too_large("throws", NAME, 2**62, 100_000),
    ],
    "no patterns": [
        *(tables.not_a_pattern(ROW, "x > 4", key) for key in (ROLL, DIE, NUMBER, MEMBER, SET, ANSWER)),
        *(tables.not_a_pattern(ROW, "x > 4", PatternFacts(kind)) for kind in ("set", "a text")),
        tables.not_a_pattern(ROW, "2 or 12", ROLL, ["2", "12"]),
    ],
    "patterns outside": [
        *(tables.table_pattern_outside(ROW, "13", (), key) for key in (ROLL, NUMBER, MEMBER, SET, ANSWER)),
        tables.table_pattern_outside(ROW, "0..15", ("0..1", "13..15"), ROLL),
        tables.pattern_name_unknown(ROW, "thrid", MEMBER),
        tables.pattern_name_unknown(ROW, "pitcher", MEMBER),
        tables.pattern_backwards(ROW, "6..4", "4", "6"),
        tables.faces_miscounted(ROW, "4+4+4", 3, ROLL, 2),
        tables.faces_miscounted(ROW, "4+4", 2, DIE, 1),
        tables.faces_beyond_die(ROW, "4+7", 7, ROLL, (1, 2, 3, 4, 5, 6)),
    ],
}


def write(found: Diagnostic) -> str:
    place = found.span.place if found.span else ""
    lines = [f"{found.severity.value}[{found.code}] {place}: {found.message}"]
    lines += [f"  here: {found.label}"] if found.label else []
    lines += [f"  {each.span.place}: {each.text}" for each in found.labels]
    lines += [f"  note: {each}" for each in found.notes]
    lines += [f"  help: {found.help}"] if found.help else []
    lines += [f"  fix: {found.fix.span.text} -> {found.fix.replacement}"] if found.fix else []
    return "".join(f"{line}\n" for line in lines)


def test_what_is_said_about_tables() -> None:
    said = (f"{title}\n\n{''.join(map(write, cases))}" for title, cases in CASES.items())
    compare_golden(TESTS / "golden" / "rendering" / "tables.txt", "\n".join(said))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 18), "5.6%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(1, 2000), "0.1%"),
        (Fraction(1, 46656), "0.002%"),
        (Fraction(46655, 46656), "99.998%"),
    ],
)
def test_percentages_are_short_but_never_say_nothing_or_everything_for_something(share: Fraction, words: str) -> None:
    assert tables.format_percentage(share) == words


@given(st.fractions(0, 1, max_denominator=100_000))
def test_percentages_are_within_half_their_last_digit(share: Fraction) -> None:
    written = tables.format_percentage(share).removesuffix("%")
    digits = max(1, len(written.partition(".")[2]))
    assert abs(Fraction(written) - share * 100) <= Fraction(1, 2 * 10**digits)
    assert (Fraction(written) in (0, 100)) == (share in (0, 1))
