"""The proof of tables, by what it tells about good and broken ones."""

from __future__ import annotations

import pytest

from interpreter.bits import bits_of
from interpreter.check.prove import MOST_OVERLAPS, Alternative, ProofRow, prove_table
from interpreter.diagnostics import Diagnostics, Severity
from interpreter.domains import MAX_DOMAIN_SIZE, NumberType, RollType, Type, YesNoType
from interpreter.source import NOWHERE
from interpreter.throws import group_outcomes_by_faces, list_sides
from tests.support.tabling import BASE, OCCUPIED, ON_BASE, SWING, crosstab, of, only, prove

pytestmark = pytest.mark.quick


# ---- what a good table says


def test_every_total_finds_its_row() -> None:
    swing = of(SWING)
    found, diagnostics = prove([swing], {"2, 12": "home run", "3..6": "out", "7": "double play", "8+": "hit"})
    assert found is not None
    assert not diagnostics.found
    by_label = dict(zip(swing.labels, found, strict=True))
    assert by_label["1+1"] == by_label["6+6"] == "home run"
    assert by_label["2+4"] == "out"
    assert by_label["3+4"] == "double play"
    assert by_label["6+5"] == "hit"


def test_faces_beat_their_total_wherever_they_stand() -> None:
    swing = of(SWING)
    for rows in ({"any": "out", "4+4": "walk", "8": "hit"}, {"4+4": "walk", "8": "hit", "any": "out"}):
        found, diagnostics = prove([swing], rows)
        assert not diagnostics.found
        assert found is not None
        by_label = dict(zip(swing.labels, found, strict=True))
        assert (by_label["4+4"], by_label["3+5"], by_label["1+1"]) == ("walk", "hit", "out")


def test_the_last_key_varies_fastest() -> None:
    domains = [of(NumberType(1, 2)), of(OCCUPIED).narrow([0, 1, 2])]
    found, _ = prove(domains, {"1 | any": "a", "2 | none": "b", "2 | any": "c"})
    assert found == ["a", "a", "a", "b", "c", "c"]


def test_rows_that_agree_may_overlap() -> None:
    found, diagnostics = prove([of(NumberType(1, 5))], {"1..3": "out", "3..5": "out"})
    assert found == ["out"] * 5
    assert not diagnostics.found


def test_patterns_of_one_row_may_overlap() -> None:
    _, diagnostics = prove([of(NumberType(1, 5))], {"1..3, 3..5": "out"})
    assert not diagnostics.found


def test_a_tuple_is_more_specific_only_where_no_part_is_wider() -> None:
    numbers = of(NumberType(1, 3))
    _, diagnostics = prove([numbers, numbers], {"any | any": "x", "1 | any": "a", "any | 1": "b"})
    assert only(diagnostics).code == "table-overlap"
    found, diagnostics = prove([numbers, numbers], {"any | any": "x", "1 | any": "a", "any | 1": "b", "1 | 1": "c"})
    assert not diagnostics.found
    assert found == ["c", "a", "a", "b", "x", "x", "b", "x", "x"]


# ---- gaps


def test_missing_totals_are_listed_with_their_odds() -> None:
    found, diagnostics = prove([of(SWING)], {"3..11": "out"})
    assert found is None
    diagnostic = only(diagnostics)
    assert diagnostic.code == "table-gap"
    assert diagnostic.message == "table `t` has no row for 2 or 12: 2 of 36 rolls, 5.6%"
    assert diagnostic.help == "add a row `2, 12 : ...`"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "table t"


@pytest.mark.parametrize(
    ("kind", "rows", "missing", "suggestion"),
    [
        (SWING, ["2..7", "9+", "2+6, 3+5"], "4+4: 1 of 36 rolls, 2.8%", "a row `4+4 : ...`"),
        (SWING, ["2..7", "4+4, 9+"], "2+6 or 3+5: 4 of 36 rolls, 11.1%", "a row `2+6, 3+5 : ...`"),
        (RollType("throw", 3, 6), ["4..17"], "3 or 18: 2 of 216 rolls, 0.9%", "a row `3, 18 : ...`"),
        (RollType("one", 1, 6), ["2, 4, 6"], "1, 3 or 5: 3 of 6 rolls, 50%", "a row `1, 3, 5 : ...`"),
        (NumberType(1, 20), ["12-", "16+"], "13 to 15", "a row `13..15 : ...`"),
        (NumberType(1, 6), ["any, 1"], None, None),
        (BASE, ["plate", "home"], "first to third", "a row `first..third : ...`"),
        (YesNoType(), ["yes"], "no", "a row `no : ...`"),
        (
            OCCUPIED,
            ["none", "first", "second", "third"],
            "first and second, first and third, second and third, or first and second and third",
            "a row `first and second, first and third, second and third, first and second and third : ...`",
        ),
    ],
)
def test_gaps_name_the_keys_as_a_player_would(
    kind: Type, rows: list[str], missing: str | None, suggestion: str | None
) -> None:
    _, diagnostics = prove([of(kind)], {row: row for row in rows})
    gaps = [each for each in diagnostics.found if each.code == "table-gap"]
    assert [each.message for each in gaps] == ([f"table `t` has no row for {missing}"] if missing else [])
    assert [each.help for each in gaps] == ([f"add {suggestion}"] if suggestion else [])


def test_a_long_gap_is_shortened() -> None:
    _, diagnostics = prove([of(NumberType(0, 99))], {", ".join(str(each) for each in range(0, 100, 2)): "even"})
    diagnostic = only(diagnostics)
    assert diagnostic.message == "table `t` has no row for 1, 3, 5, 7, 9, 11 and 44 more"
    assert diagnostic.help == "add a row `any : ...` for all other keys"


def test_a_gap_of_a_narrowed_roll_counts_only_the_rolls_it_is_for() -> None:
    throw = of(RollType("throw", 3, 6))
    _, diagnostics = prove([throw.narrow(throw.between(13, 17))], {"13..16": "hit"})
    assert only(diagnostics).message == "table `t` has no row for 17: 3 of the 55 rolls the table is for, 5.5%"


def test_a_gap_of_several_parts_is_gathered_into_boxes() -> None:
    die, occupied = of(RollType("offset", 1, 6)), of(OCCUPIED)
    rows = {"1..4 | any": "a", "5 | none": "b", "6 | first, second, third, none": "c"}
    _, diagnostics = prove([die, occupied.narrow([0, 1, 2, 4, 5])], rows)
    diagnostic = only(diagnostics)
    assert diagnostic.message == (
        "table `t` has no row for 5 with first, second, third, or first and third; 6 with first and third: "
        "1 of 6 rolls, 16.7%, with first, second or third; 2 of 6 rolls, 33.3%, with first and third"
    )
    assert diagnostic.help == (
        "add rows `5 | first, second, third, first and third : ...` and `6 | first and third : ...`"
    )


def test_odds_need_no_company_where_they_are_the_same_with_everything() -> None:
    _, diagnostics = prove([of(RollType("offset", 1, 6)), of(ON_BASE)], {"1..4 | any": "a"})
    assert only(diagnostics).message == "table `t` has no row for 5 or 6 with anything: 2 of 6 rolls, 33.3%"


def test_several_rolls_are_counted_together() -> None:
    die, other = of(RollType("one", 1, 6)), of(RollType("other", 1, 6))
    _, diagnostics = prove([die, other], {"1..5 | any": "a", "6 | 1..5": "b"})
    assert only(diagnostics).message == "table `t` has no row for 6 with 6: 1 of 36 combinations of rolls, 2.8%"


def test_the_same_dice_twice_have_no_odds() -> None:
    die = of(RollType("one", 1, 6))
    _, diagnostics = prove([die, die], {"1..5 | any": "a", "6 | 1..5": "b"})
    assert only(diagnostics).message == "table `t` has no row for 6 with 6"


def test_crosstab_gaps_ask_for_lines_or_columns() -> None:
    rank, suit = of(NumberType(1, 3)), of(ON_BASE)
    helps = []
    for lines, across in (("1; 2", "first; second..third"), ("1; 2+", "first; second")):
        _, diagnostics = prove([rank, suit], crosstab(lines, across), cells=True)
        assert only(diagnostics).message.startswith("table `t` has no cell for ")
        helps.append(only(diagnostics).help)
    assert helps == ["add a line for `3`", "add a column headed `third`"]


# ---- overlaps


def test_an_overlap_shows_both_rows_the_keys_and_the_odds() -> None:
    found, diagnostics = prove([of(SWING)], {"2..7": "out", "7+": "hit"})
    assert found is None
    diagnostic = only(diagnostics)
    assert diagnostic.code == "table-overlap"
    assert diagnostic.message == "`7+` and `2..7` of table `t` give different results for 7: 6 of 36 rolls, 16.7%"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "7+"
    assert [(each.span.text, each.text) for each in diagnostic.labels] == [("2..7", "another result for 7")]


def test_rows_for_the_same_keys_overlap_and_are_not_called_unused() -> None:
    _, diagnostics = prove([of(NumberType(1, 3))], {"1..2": "a", "2-": "b", "3": "b"})
    assert only(diagnostics).message == "`2-` and `1..2` of table `t` give different results for 1 or 2"


def test_three_rows_at_odds_make_one_message_for_each_later_row() -> None:
    _, diagnostics = prove([of(NumberType(1, 5))], {"1..3": "a", "2..4": "b", "3..5": "c"})
    assert [each.message for each in diagnostics.in_order] == [
        "`2..4` and `1..3` of table `t` give different results for 2 or 3",
        "`3..5`, `1..3` and `2..4` of table `t` give different results for 3 or 4",
    ]


def test_a_flood_of_overlaps_is_dammed() -> None:
    rows = {f"{at}..{at + 50}": f"r{at}" for at in range(1, 50)}
    _, diagnostics = prove([of(NumberType(1, 99))], rows)
    assert len(diagnostics.found) == MOST_OVERLAPS
    unreported = len(rows) - 1 - MOST_OVERLAPS
    assert diagnostics.found[0].notes == (f"{unreported} more rows of this table contradict each other",)


def test_a_crosstab_tells_a_line_at_odds_once() -> None:
    rank, suit = of(NumberType(1, 3)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1..2; 2..3", "first; second; third"), cells=True)
    diagnostic = only(diagnostics)
    assert diagnostic.message == (
        "`2..3 | first` and `1..2 | first` of table `t` give different results for 2 with first"
    )
    assert diagnostic.notes == ("so for 2 more cells",)


def test_a_crosstab_tells_a_column_at_odds_once() -> None:
    rank, suit = of(NumberType(1, 3)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1; 2; 3", "first..second; second..third"), cells=True)
    assert only(diagnostics).notes == ("so for 2 more cells",)


# ---- rows and patterns never used


def test_a_row_whose_keys_others_take_is_never_used() -> None:
    found, diagnostics = prove([of(SWING)], {"4+4": "walk", "8": "hit", "2+6, 3+5": "out", "7-, 9+": "rest"})
    assert found is None
    diagnostic = only(diagnostics)
    assert diagnostic.code == "table-row-unreachable"
    assert diagnostic.severity is Severity.ERROR
    assert diagnostic.message == "the row `8` of table `t` is never used: more specific rows match all that it matches"
    assert [(each.span.text, each.text) for each in diagnostic.labels] == [
        ("4+4", "matches 4+4"),
        ("2+6, 3+5", "matches 2+6 or 3+5"),
    ]


def test_a_row_for_the_rest_of_nothing_is_never_used() -> None:
    _, diagnostics = prove([of(NumberType(1, 3))], {"1": "a", "2..3": "b", "any": "c"})
    assert only(diagnostics).message == "the row `any` of table `t` is never used: every value has a row of its own"


def test_an_unused_line_of_a_crosstab_is_told_once() -> None:
    rank, suit = of(NumberType(1, 2)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1; 2; any", "first; second; third"), cells=True)
    diagnostic = only(diagnostics)
    assert diagnostic.message.startswith("the cell `any | first` of table `t` is never used")
    assert diagnostic.notes == ("so for 2 more cells",)


def test_a_pattern_twice_in_a_row_is_an_error() -> None:
    found, diagnostics = prove([of(NumberType(1, 3))], {"1, 2, 1": "a", "3": "b"})
    assert found is None
    diagnostic = only(diagnostics)
    assert (diagnostic.code, diagnostic.severity) == ("table-pattern-repeated", Severity.ERROR)
    assert diagnostic.message == "the row `1, 2, 1` of table `t` has `1` more than once"


def test_a_pattern_that_never_counts_is_a_warning() -> None:
    found, diagnostics = prove([of(NumberType(1, 3))], {"3, 1..2": "a", "1": "b", "2": "c"})
    assert found == ["b", "c", "a"]
    diagnostic = only(diagnostics)
    assert (diagnostic.code, diagnostic.severity) == ("table-pattern-unreachable", Severity.WARNING)
    assert diagnostic.message.startswith("`1..2` in the row `3, 1..2` of table `t` is never used")
    assert [each.text for each in diagnostic.labels] == ["matches 1", "matches 2"]


# ---- what the proof leaves to others


def test_a_pattern_that_matches_nothing_was_told_before() -> None:
    numbers = of(NumberType(1, 3))
    rows = [ProofRow(NOWHERE, "1..2", "a"), ProofRow(NOWHERE, "30", "b")]
    alternatives = [
        Alternative(0, NOWHERE, "1..2", (0b11,)),
        Alternative(1, NOWHERE, "30", (0,)),
    ]
    diagnostics = Diagnostics()
    assert prove_table("t", NOWHERE, (numbers,), alternatives, rows, diagnostics) is None
    assert not diagnostics.found


def test_a_table_with_too_many_keys_is_refused() -> None:
    numbers = of(NumberType(1, 1000))
    alternatives = [Alternative(0, NOWHERE, "any", (numbers.all_bits, numbers.all_bits))]
    diagnostics = Diagnostics()
    rows = [ProofRow(NOWHERE, "any", "a")]
    assert prove_table("t", NOWHERE, (numbers, numbers), alternatives, rows, diagnostics) is None
    assert only(diagnostics).code == "table-too-large"
    assert "1,000,000" in only(diagnostics).message
    assert f"{MAX_DOMAIN_SIZE:,}" in only(diagnostics).message


def test_a_large_table_of_many_rows_is_proved() -> None:
    dice = of(RollType("many", 6, 6))
    groups = group_outcomes_by_faces(6, list_sides(6, ()))
    shapes = [each for each in groups if each[0] == each[-1] or each[:2] == (1, 1)]
    shapes = [each for each in shapes if 15 <= sum(each) <= 34]
    sets = [dice.bits_between(total, total) for total in range(6, 37)]
    sets += [bits_of(groups[each]) for each in shapes]
    alternatives = [Alternative(at, NOWHERE, "", (one,)) for at, one in enumerate(sets)]
    rows = [ProofRow(NOWHERE, "", at) for at in range(len(sets))]
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, (dice,), alternatives, rows, diagnostics)
    assert index is not None
    assert len(rows) > 100
    wanted = {tuple(sorted(map(int, label.split("+")))): row for label, row in zip(dice.labels, index, strict=True)}
    assert all(
        row == (31 + shapes.index(shown) if shown in shapes else sum(shown) - 6) for shown, row in wanted.items()
    )
