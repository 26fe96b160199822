"""What is said about tables: lists, odds and rows to add, in words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.diagnostics.messages import tables
from interpreter.diagnostics.messages.tables import Box, KeyFacts, OddsFacts, PatternFacts, RowName
from interpreter.source import Source, Span

pytestmark = pytest.mark.quick

TEXT = "table throws on swing\n  8 : out\n"
SOURCE = Source("a.rules", TEXT)
NAME = Span(SOURCE, 6, 12)
ROW = Span(SOURCE, 24, 31)
ROLL = PatternFacts("roll", "swing", "2", "12", dice="2d6", sample="1+6")
DIE = PatternFacts("roll", "offset", "1", "6", dice="1d6")
NUMBER = PatternFacts("number", "", "1", "6")
MEMBER = PatternFacts("member", "base", "first", "third", ("first", "second", "third"))
SET = PatternFacts("set", "base", members=("first", "second", "third"))


def gap(*boxes: Box, odds: tuple[OddsFacts, ...] = (), crosstab: bool = False) -> Diagnostic:
    return tables.table_gap("throws", NAME, KeyFacts(boxes, odds), crosstab)


# ---- lists


@pytest.mark.parametrize(
    ("patterns", "words"),
    [
        (("2",), "2"),
        (("2", "12"), "2 or 12"),
        (("2", "4..6", "4+4"), "2, 4 to 6 or 4+4"),
        (("none", "first and third"), "none, or first and third"),
        (("any",), "anything"),
        (("1", "3", "5", "7", "9", "11", "13"), "1, 3, 5, 7, 9, 11 or 13"),
        (("1", "3", "5", "7", "9", "11", "13", "15"), "1, 3, 5, 7, 9, 11 and 2 more"),
    ],
)
def test_keys_are_listed_as_people_speak(patterns: tuple[str, ...], words: str) -> None:
    assert gap((patterns,)).message == f"table `throws` has no row for {words}"


def test_keys_with_several_parts_are_joined_by_with() -> None:
    assert gap((("5",), ("first and third",))).message.endswith("no row for 5 with first and third")
    assert gap((("5", "6"), ("any",)), (("7",), ("none",))).message.endswith("for 5 or 6 with anything; 7 with none")


def test_many_boxes_are_shortened() -> None:
    message = gap(*(((str(at),), ("none",)) for at in range(9))).message
    assert message.endswith("4 with none; 5 with none; and 3 more")


# ---- odds


def test_odds_follow_the_keys() -> None:
    assert gap((("2", "12"),), odds=(OddsFacts(2, 2, 36),)).message == (
        "table `throws` has no row for 2 or 12: 2 of 36 rolls, 5.6%"
    )


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (OddsFacts(3, 3, 55, narrowed=True), "3 of the 55 rolls the table is for, 5.5%"),
        (OddsFacts(1, 1, 36, together=True), "1 of 36 combinations of rolls, 2.8%"),
        (OddsFacts(1, 5, 6), "1 to 5 of 6 rolls, 16.7% to 83.3%, depending on the other keys"),
        (OddsFacts(1, 1, 6, among=((("none", "first"),),)), "1 of 6 rolls, 16.7%, with none or first"),
    ],
)
def test_odds_say_what_they_are_odds_of(odds: OddsFacts, words: str) -> None:
    assert gap((("5",), ("none",)), odds=(odds,)).message.endswith(f"5 with none: {words}")


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


# ---- rows to add


@pytest.mark.parametrize(
    ("boxes", "advice"),
    [
        (((("2", "12"),),), "add a row `2, 12 : ...`"),
        (((("5", "6"), ("none", "first and third")),), "add a row `5, 6 | none, first and third : ...`"),
        (((("5",), ("any",)), (("6",), ("none",))), "add rows `5 | any : ...` and `6 | none : ...`"),
        (
            tuple(((str(at),), ("none",)) for at in range(4)),
            "add a row `any | any : ...` for all other keys",
        ),
        (((tuple("abcdefg"),),), "add a row `any : ...` for all other keys"),
    ],
)
def test_a_gap_proposes_rows(boxes: tuple[Box, ...], advice: str) -> None:
    assert gap(*boxes).help == advice


@pytest.mark.parametrize(
    ("boxes", "advice"),
    [
        (((("3", "4"), ("any",)),), "add a line for `3, 4`"),
        (((("any",), ("third",)),), "add a column headed `third`"),
        (((("3",), ("third",)),), "add a line or column for `any`"),
    ],
)
def test_a_gap_of_a_crosstab_proposes_lines_and_columns(boxes: tuple[Box, ...], advice: str) -> None:
    found = gap(*boxes, crosstab=True)
    assert found.help == advice
    assert found.message.startswith("table `throws` has no cell for")


# ---- rows


def test_an_overlap_points_at_all_rows_concerned() -> None:
    seven = KeyFacts(((("7",),),), (OddsFacts(6, 6, 36),))
    found = tables.table_overlap(RowName("throws", ROW, "7+"), seven, ["7-", "any"], [(NAME, seven)], 3)
    assert (found.code, found.severity, found.span) == ("table-overlap", Severity.ERROR, ROW)
    assert found.message == "`7+`, `7-` and `any` of table `throws` give different results for 7: 6 of 36 rolls, 16.7%"
    assert [(each.span, each.text) for each in found.labels] == [(NAME, "another result for 7")]
    assert found.notes == ("3 more rows of this table contradict each other",)
    assert "add a row for these values alone" in found.help


def test_an_unused_row_says_who_takes_its_keys() -> None:
    takers = [(NAME, KeyFacts(((("4+4",),),)))]
    found = tables.table_row_unreachable(RowName("throws", ROW, "8", cell=True, more=1), False, takers)
    assert found.message == "the cell `8` of table `throws` is never used: more specific rows match all that it matches"
    assert [each.text for each in found.labels] == ["matches 4+4"]
    assert found.notes == ("so for 1 more cell",)
    rest = tables.table_row_unreachable(RowName("throws", ROW, "any"), True, ())
    assert rest.message == "the row `any` of table `throws` is never used: every value has a row of its own"


def test_patterns_that_never_count_are_a_warning() -> None:
    found = tables.table_pattern_unreachable(RowName("throws", ROW, "8, 9"), ["8", "9"], ())
    assert found.severity is Severity.WARNING
    assert found.message.startswith("`8` and `9` in the row `8, 9` of table `throws` are never used:")
    assert found.help.startswith("remove them")


def test_a_pattern_said_twice_is_named() -> None:
    found = tables.table_pattern_repeated(RowName("throws", ROW, "8, 8"), ["8"])
    assert (found.code, found.message) == (
        "table-pattern-repeated",
        "the row `8, 8` of table `throws` has `8` more than once",
    )


def test_a_table_too_large_says_how_large() -> None:
    found = tables.table_too_large("throws", NAME, 1_000_001, 100_000)
    assert found.message == "the key of `throws` has 1,000,001 possible values; a table can have at most 100,000"
    assert "far too many" in tables.table_too_large("throws", NAME, 2**62, 100_000).message


# ---- patterns


@pytest.mark.parametrize(
    ("key", "label", "advice"),
    [
        (
            ROLL,
            "a roll of `swing` (2d6)",
            "write a total from 2 to 12, a range such as `2..12`, `2+` or `12-`, faces such as `1+6`, or `any`",
        ),
        (
            DIE,
            "a roll of `offset` (1d6)",
            "write a total from 1 to 6, a range such as `1..6`, `1+` or `6-`, or `any`",
        ),
        (
            NUMBER,
            "a number from 1 to 6",
            "write a number from 1 to 6, a range such as `1..6`, `1+` or `6-`, or `any`",
        ),
        (
            MEMBER,
            "one of `base`",
            "write `first`, `second` or `third`, a range such as `first..third`, or `any`; "
            "separate several with commas",
        ),
        (
            SET,
            "a set of `base`",
            "write a set, such as `none` or `first and second`, or `any`; separate several with commas",
        ),
        (PatternFacts("set"), "a set", "write a set (`none`), or `any`; separate several with commas"),
        (PatternFacts("yes or no"), "yes or no", "write `yes`, `no` or `any`"),
        (PatternFacts("a text"), "a text", "look up a number or a member of a kind instead; a text cannot be a key"),
    ],
)
def test_no_pattern_is_told_what_may_stand_there(key: PatternFacts, label: str, advice: str) -> None:
    found = tables.not_a_pattern(ROW, "x > 4", key)
    assert (found.code, found.message) == ("not-a-pattern", "`x > 4` is not a pattern for this table")
    assert (found.label, found.help, found.fix) == (f"the key is {label}", advice, None)


def test_patterns_that_want_commas_are_rewritten() -> None:
    found = tables.not_a_pattern(ROW, "2 or 12", ROLL, ["2", "12"])
    assert (found.help, found.fix) == ("separate patterns with commas: `2, 12`", Fix(ROW, "2, 12"))


@pytest.mark.parametrize(
    ("key", "range_"),
    [
        (ROLL, "the total of `swing` (2d6) goes from 2 to 12 here"),
        (NUMBER, "the key goes from 1 to 6 here"),
        (MEMBER, "the key is `first`, `second` or `third` here"),
        (SET, "the key is `none` or a set of `first`, `second` or `third` here"),
        (PatternFacts("yes or no"), "the key is yes or no here"),
    ],
)
def test_what_is_outside_is_told_what_is_inside(key: PatternFacts, range_: str) -> None:
    assert tables.table_pattern_outside(ROW, "13", (), key).help == range_


def test_what_is_partly_outside_is_told_what_of_it() -> None:
    found = tables.table_pattern_outside(ROW, "0..15", ("0..1", "13..15"), ROLL)
    assert found.message == "`0..1` and `13..15` in `0..15` can never happen here"
    assert found.label.startswith("partly")


def test_an_unknown_name_gets_the_nearest_one() -> None:
    found = tables.pattern_name_unknown(ROW, "thrid", MEMBER)
    assert found.message == "`thrid` is not a member of `base`"
    assert (found.help, found.fix) == ("did you mean `third`?", Fix(ROW, "third"))
    other = tables.pattern_name_unknown(ROW, "pitcher", MEMBER)
    assert (other.help, other.fix) == ("write `first`, `second` or `third`", None)


def test_a_backward_range_is_turned() -> None:
    found = tables.pattern_backwards(ROW, "6..4", "4", "6")
    assert (found.code, found.fix) == ("pattern-backwards", Fix(ROW, "4..6"))


def test_faces_in_the_wrong_number_count_the_dice() -> None:
    found = tables.faces_miscounted(ROW, "4+4+4", 3, ROLL, 2)
    assert found.message == "`4+4+4` shows 3 dice, but `swing` is 2 dice (2d6)"
    assert found.help == "write 2 faces, such as `1+6`, or the total"
    alone = tables.faces_miscounted(ROW, "4+4", 2, DIE, 1)
    assert alone.message == "`4+4` shows 2 dice, but `offset` is one die (1d6)"
    assert alone.help == "write the face alone, `1` to `6`"


def test_a_face_that_no_die_has_is_named() -> None:
    found = tables.faces_beyond_die(ROW, "4+7", 7, ROLL, (1, 2, 3, 4, 5, 6))
    assert found.message == "no die of `swing` (2d6) shows 7"
    assert found.help == "each face is a number from 1 to 6"
