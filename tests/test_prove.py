"""The proof of tables: beside a twin that looks at every key, and by what it tells about broken tables.

Also the patterns that the proof is about: what each form matches under each sort of key, and what is no pattern.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter import syntax
from interpreter.check import keys
from interpreter.check.patterns import match_pattern
from interpreter.check.prove import MOST_OVERLAPS, Alternative, RowFacts, prove_table
from interpreter.diagnostics import Diagnostic, Diagnostics, Severity
from interpreter.domains import (
    LARGEST_DOMAIN,
    Domain,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    Type,
    YesNoType,
    domain_of,
    outcomes_by_faces,
)
from interpreter.errors.tables import KeyFacts, OddsFacts
from interpreter.parser import parse
from interpreter.source import NOWHERE, Source, Span

BASES = ("plate", "first", "second", "third", "home")
SWING = RollType("swing", 2, 6)
BASE = MemberType("base", 0, 4)
ON_BASE = MemberType("base", 1, 3)
OCCUPIED = SetType(ON_BASE)


def of(kind: Type) -> Domain:
    return domain_of(kind, {"base": BASES}.__getitem__)


def resolve(name: str) -> int | None:
    return BASES.index(name) if name in BASES else None


# ---- a table in a few words, so that the tests read like tables


def pattern(text: str) -> syntax.Expression:
    """The first pattern of a row, read by the parser as in a ruleset."""
    diagnostics = Diagnostics()
    tree = parse(Source("a.rules", f"table t on key\n  {text} : nothing\n"), diagnostics)
    assert not diagnostics.found, diagnostics.found
    table = tree.declarations[0]
    assert isinstance(table, syntax.Table)
    statement = table.rows[0].cells[0].sequences[0].statements[0]
    assert isinstance(statement, syntax.Expression)
    return statement


def match(text: str, kind: Type, domain: Domain | None = None) -> tuple[frozenset[int] | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return match_pattern(pattern(text), domain or of(kind), kind, resolve, found.append), found


def read(text: str, domain: Domain) -> frozenset[int]:
    assert domain.type is not None
    indices, found = match(text, domain.type, domain)
    assert indices is not None
    assert not found
    return indices


def prove(domains: Sequence[Domain], rows: dict[str, str], cells: bool = False) -> tuple[list[str] | None, Diagnostics]:
    """The result of each key of a table that is written as `{"2, 12": "home_run"}`, keys apart by `|`.

    With `cells`, the rows are those of a crosstab: equal keys before the `|` make a line, behind it a column.
    """
    source = Source("a.rules", "\n".join(["table t", *rows]))
    starts = {row: source.text.index("\n" + row) + 1 for row in rows}
    spans = {row: Span(source, start, start + len(row)) for row, start in starts.items()}
    lines = list(dict.fromkeys(row.split(" | ")[0] for row in rows))
    across = list(dict.fromkeys(row.split(" | ")[-1] for row in rows))
    alternatives, facts = [], []
    for number, (row, result) in enumerate(rows.items()):
        parts = row.split(" | ")
        facts.append(
            RowFacts(
                spans[row],
                row,
                result,
                all(part == "any" for part in parts),
                (lines.index(parts[0]), across.index(parts[-1])) if cells else None,
            )
        )
        for combination in product(*(part.split(", ") for part in parts)):
            sets = tuple(read(text, domain) for text, domain in zip(combination, domains, strict=True))
            alternatives.append(Alternative(number, spans[row], " | ".join(combination), sets))
    diagnostics = Diagnostics()
    index = prove_table("t", Span(source, 0, 7), tuple(domains), alternatives, facts, diagnostics)
    return (None if index is None else [list(rows.values())[row] for row in index]), diagnostics


def crosstab(lines: str, across: str) -> dict[str, str]:
    """A crosstab with another result in each cell; lines and columns apart by `;`."""
    return {f"{line} | {column}": f"{line} {column}" for line in lines.split("; ") for column in across.split("; ")}


def only(diagnostics: Diagnostics) -> Diagnostic:
    (diagnostic,) = diagnostics.found
    return diagnostic


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
    assert diagnostic.help == "add rows for them, or a row `any : ...` for whatever is left"


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
    assert diagnostics.found[0].notes == (f"{len(rows) - 1 - MOST_OVERLAPS} more rows of this table contradict others",)


def test_a_crosstab_tells_a_line_at_odds_once() -> None:
    rank, suit = of(NumberType(1, 3)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1..2; 2..3", "first; second; third"), cells=True)
    diagnostic = only(diagnostics)
    assert diagnostic.message == (
        "`2..3 | first` and `1..2 | first` of table `t` give different results for 2 with first"
    )
    assert diagnostic.notes == ("the same goes for 2 more cells",)


def test_a_crosstab_tells_a_column_at_odds_once() -> None:
    rank, suit = of(NumberType(1, 3)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1; 2; 3", "first..second; second..third"), cells=True)
    assert only(diagnostics).notes == ("the same goes for 2 more cells",)


# ---- rows and patterns never used


def test_a_row_whose_keys_others_take_is_never_used() -> None:
    found, diagnostics = prove([of(SWING)], {"4+4": "walk", "8": "hit", "2+6, 3+5": "out", "7-, 9+": "rest"})
    assert found is None
    diagnostic = only(diagnostics)
    assert diagnostic.code == "table-row-unreachable"
    assert diagnostic.severity is Severity.ERROR
    assert diagnostic.message == "the row `8` of table `t` is never used: more specific rows take all its keys"
    assert [(each.span.text, each.text) for each in diagnostic.labels] == [
        ("4+4", "takes 4+4"),
        ("2+6, 3+5", "takes 2+6 or 3+5"),
    ]


def test_a_row_for_the_rest_of_nothing_is_never_used() -> None:
    _, diagnostics = prove([of(NumberType(1, 3))], {"1": "a", "2..3": "b", "any": "c"})
    assert only(diagnostics).message == "the row `any` of table `t` is never used: every key has a row of its own"


def test_an_unused_line_of_a_crosstab_is_told_once() -> None:
    rank, suit = of(NumberType(1, 2)), of(ON_BASE)
    _, diagnostics = prove([rank, suit], crosstab("1; 2; any", "first; second; third"), cells=True)
    diagnostic = only(diagnostics)
    assert diagnostic.message.startswith("the cell `any | first` of table `t` is never used")
    assert diagnostic.notes == ("the same goes for 2 more cells",)


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
    assert diagnostic.message.startswith("`1..2` in the row `3, 1..2` of table `t` never counts")
    assert [each.text for each in diagnostic.labels] == ["takes 1", "takes 2"]


# ---- what the proof leaves to others


def test_a_pattern_that_matches_nothing_was_told_before() -> None:
    numbers = of(NumberType(1, 3))
    rows = [RowFacts(NOWHERE, "1..2", "a"), RowFacts(NOWHERE, "30", "b")]
    alternatives = [
        Alternative(0, NOWHERE, "1..2", (frozenset({0, 1}),)),
        Alternative(1, NOWHERE, "30", (frozenset(),)),
    ]
    diagnostics = Diagnostics()
    assert prove_table("t", NOWHERE, (numbers,), alternatives, rows, diagnostics) is None
    assert not diagnostics.found


def test_a_table_with_too_many_keys_is_refused() -> None:
    numbers = of(NumberType(1, 1000))
    alternatives = [Alternative(0, NOWHERE, "any", (numbers.everything, numbers.everything))]
    diagnostics = Diagnostics()
    rows = [RowFacts(NOWHERE, "any", "a")]
    assert prove_table("t", NOWHERE, (numbers, numbers), alternatives, rows, diagnostics) is None
    assert only(diagnostics).code == "table-too-large"
    assert "1,000,000" in only(diagnostics).message
    assert f"{LARGEST_DOMAIN:,}" in only(diagnostics).message


def test_a_large_table_of_many_rows_is_proved() -> None:
    dice = of(RollType("many", 6, 6))
    shapes = [each for each in outcomes_by_faces(6, 6) if each[0] == each[-1] or each[:2] == (1, 1)]
    shapes = [each for each in shapes if 15 <= sum(each) <= 34]
    sets = [dice.between(total, total) for total in range(6, 37)]
    sets += [outcomes_by_faces(6, 6)[each] for each in shapes]
    alternatives = [Alternative(at, NOWHERE, "", (one,)) for at, one in enumerate(sets)]
    rows = [RowFacts(NOWHERE, "", at) for at in range(len(sets))]
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, (dice,), alternatives, rows, diagnostics)
    assert index is not None
    assert len(rows) > 100
    wanted = {tuple(sorted(map(int, label.split("+")))): row for label, row in zip(dice.labels, index, strict=True)}
    assert all(
        row == (31 + shapes.index(shown) if shown in shapes else sum(shown) - 6) for shown, row in wanted.items()
    )


# ---- the twin: every key, every alternative, one by one


def within(inner: Alternative, outer: Alternative) -> bool:
    return inner.sets != outer.sets and all(a <= b for a, b in zip(inner.sets, outer.sets, strict=True))


def winners(key: tuple[int, ...], alternatives: Sequence[Alternative]) -> list[Alternative]:
    matching = [each for each in alternatives if all(at in one for at, one in zip(key, each.sets, strict=True))]
    return [each for each in matching if not any(within(other, each) for other in matching)]


def twin(
    domains: Sequence[Domain], alternatives: Sequence[Alternative], rows: Sequence[RowFacts]
) -> tuple[list[set[int]], set[str]]:
    """For each key the rows that win it, and the codes of all that is wrong."""
    every = [winners(key, alternatives) for key in product(*(range(domain.size) for domain in domains))]
    winning = [id(each) for found in every for each in found]
    used = {each.row for found in every for each in found}
    codes = set()
    for found in every:
        results = {rows[each.row].result for each in found}
        codes |= {"table-gap"} if not results else {"table-overlap"} if len(results) > 1 else set()
    if used != set(range(len(rows))):
        codes.add("table-row-unreachable")
    if any(one.row == other.row and one.sets == other.sets for one, other in combinations(alternatives, 2)):
        codes.add("table-pattern-repeated")
    if any(id(each) not in winning and each.row in used for each in alternatives):
        codes.add("table-pattern-unreachable")
    return [{each.row for each in found} for found in every], codes


def plain_domain(size: int) -> Domain:
    return Domain(tuple(range(size)), tuple(f"v{at}" for at in range(size)))


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[Domain, ...], list[Alternative], list[RowFacts]]:
    """Small tables with a good many overlaps, some with a row that catches the rest."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    box = st.tuples(*(st.frozensets(st.integers(0, size - 1), min_size=1) for size in sizes))
    boxes = draw(st.lists(st.lists(box, min_size=1, max_size=3), min_size=1, max_size=5))
    if draw(st.booleans()):
        boxes.append([tuple(frozenset(range(size)) for size in sizes)])
    results = draw(st.lists(st.sampled_from("ab"), min_size=len(boxes), max_size=len(boxes)))
    alternatives = [Alternative(at, NOWHERE, "", sets) for at, row in enumerate(boxes) for sets in row]
    rows = [RowFacts(NOWHERE, f"row {at}", result) for at, result in enumerate(results)]
    return tuple(map(plain_domain, sizes)), alternatives, rows


def verdict(
    domains: tuple[Domain, ...], alternatives: Sequence[Alternative], rows: Sequence[RowFacts]
) -> tuple[tuple[Hashable, ...] | None, set[str]]:
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, domains, alternatives, rows, diagnostics)
    return index and tuple(rows[row].result for row in index), {each.code for each in diagnostics.found}


@settings(deadline=None, max_examples=400)
@given(tables())
def test_the_proof_agrees_with_its_twin(table: tuple[tuple[Domain, ...], list[Alternative], list[RowFacts]]) -> None:
    domains, alternatives, rows = table
    expected, codes = twin(domains, alternatives, rows)
    diagnostics = Diagnostics()
    index = prove_table("t", NOWHERE, domains, alternatives, rows, diagnostics)
    assert {each.code for each in diagnostics.found} == codes
    assert (index is None) == bool(codes - {"table-pattern-unreachable"})
    if index is not None:
        assert index == tuple(min(found) for found in expected)


@settings(deadline=None, max_examples=200)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_rows_never_matters(
    table: tuple[tuple[Domain, ...], list[Alternative], list[RowFacts]], random: object
) -> None:
    domains, alternatives, rows = table
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved = [Alternative(order.index(each.row), each.span, each.text, each.sets) for each in alternatives]
    random.shuffle(moved)  # type: ignore[attr-defined]
    assert verdict(domains, moved, [rows[at] for at in order]) == verdict(domains, alternatives, rows)


@st.composite
def sound_tables(draw: st.DrawFn) -> tuple[tuple[Domain, ...], list[Alternative], list[RowFacts]]:
    """A row that catches everything, and of the rows of some table those that leave nothing wrong."""
    domains, alternatives, rows = draw(tables())
    kept = [Alternative(0, NOWHERE, "", tuple(domain.everything for domain in domains))]
    facts = [RowFacts(NOWHERE, "row", "rest")]
    for each in alternatives:
        more = Alternative(len(facts), NOWHERE, "", each.sets)
        if verdict(domains, [*kept, more], [*facts, rows[each.row]])[0] is not None:
            kept.append(more)
            facts.append(rows[each.row])
    return domains, kept, facts


@settings(deadline=None, max_examples=200)
@given(sound_tables(), st.data())
def test_a_more_specific_row_changes_only_its_keys(
    table: tuple[tuple[Domain, ...], list[Alternative], list[RowFacts]], data: st.DataObject
) -> None:
    domains, alternatives, rows = table
    before, _ = verdict(domains, alternatives, rows)
    assert before is not None
    size = prod(domain.size for domain in domains)
    changed = data.draw(st.integers(0, size - 1))
    key = list(product(*(range(domain.size) for domain in domains)))[changed]
    narrow = Alternative(len(rows), NOWHERE, "", tuple(frozenset({at}) for at in key))
    assume(all(each.sets != narrow.sets for each in alternatives))
    after, codes = verdict(domains, [*alternatives, narrow], [*rows, RowFacts(NOWHERE, "new", "new")])
    if after is None:
        assert codes == {"table-row-unreachable"}
    else:
        assert [at for at in range(size) if after[at] != before[at]] == [changed]
        assert after[changed] == "new"


# ---- facts about keys


def keys_of(domains: Sequence[Domain], facts: KeyFacts) -> list[tuple[int, ...]]:
    """The keys that boxes of labels stand for, as often as they do."""
    return [
        key
        for box in facts.boxes
        for key in product(
            *(
                range(domain.size) if part == ("any",) else [domain.labels.index(label) for label in part]
                for domain, part in zip(domains, box, strict=True)
            )
        )
    ]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=3), st.data())
def test_boxes_hold_exactly_the_keys_and_odds_count_them(shape: list[tuple[int, bool]], data: st.DataObject) -> None:
    domains = [Domain(tuple(range(size)), tuple("xyz"[:size]), chance) for size, chance in shape]
    every = list(product(*(range(domain.size) for domain in domains)))
    chosen = data.draw(st.sets(st.integers(0, len(every) - 1), min_size=1))
    facts = keys.facts(domains, sorted(chosen))
    if len(facts.boxes) <= 7:
        assert sorted(keys_of(domains, facts)) == [every[at] for at in sorted(chosen)]
    counts: dict[tuple[int, ...], int] = {}
    for at in chosen:
        others = tuple(part for part, domain in zip(every[at], domains, strict=True) if not domain.chance)
        counts[others] = counts.get(others, 0) + 1
    rolls = prod(domain.size for domain in domains if domain.chance)
    plain = [domain for domain in domains if not domain.chance]
    if len(plain) == len(domains):
        assert facts.odds == ()
    elif len(set(counts.values())) > 3:
        (odds,) = facts.odds
        assert (odds.fewest, odds.most, odds.of) == (min(counts.values()), max(counts.values()), rolls)
    else:
        different = sorted(set(counts.values()))
        assert [(odds.fewest, odds.of) for odds in facts.odds] == [(count, rolls) for count in different]
        for odds in facts.odds:
            wanted = sorted(others for others, count in counts.items() if count == odds.fewest)
            assert not odds.among or len(odds.among) > 7 or sorted(keys_of(plain, KeyFacts(odds.among))) == wanted
            assert odds.among or len(wanted) == prod(domain.size for domain in plain)


def test_many_different_odds_are_given_as_the_least_and_the_most() -> None:
    die, number = of(RollType("one", 1, 6)), of(NumberType(1, 5))
    missing = [face * 5 + at for face in range(6) for at in range(5) if face > at]
    assert keys.facts([die, number], missing).odds == (OddsFacts(1, 5, 6),)


# ---- patterns


@pytest.mark.parametrize(
    ("kind", "text", "labels"),
    [
        (NumberType(1, 6), "4", "4"),
        (NumberType(1, 6), "(4)", "4"),
        (NumberType(-2, 2), "-1", "-1"),
        (NumberType(-2, 2), "(-2)..0", "-2, -1, 0"),
        (NumberType(1, 6), "4..6", "4, 5, 6"),
        (NumberType(1, 6), "5+", "5, 6"),
        (NumberType(1, 6), "0+", "1, 2, 3, 4, 5, 6"),
        (NumberType(1, 6), "2-", "1, 2"),
        (NumberType(1, 6), "any", "1, 2, 3, 4, 5, 6"),
        (SWING, "3", "1+2, 2+1"),
        (SWING, "11..12", "5+6, 6+5, 6+6"),
        (SWING, "11+", "5+6, 6+5, 6+6"),
        (SWING, "3-", "1+1, 1+2, 2+1"),
        (SWING, "4+3", "3+4, 4+3"),
        (SWING, "4+4", "4+4"),
        (RollType("throw", 3, 6), "6+6+5", "5+6+6, 6+5+6, 6+6+5"),
        (BASE, "first", "first"),
        (BASE, "first..third", "first, second, third"),
        (OCCUPIED, "none", "none"),
        (OCCUPIED, "third", "third"),
        (OCCUPIED, "third and first", "first and third"),
        (OCCUPIED, "(first and second) and third", None),
        (SetType(NumberType(1, 3)), "1 and 3", "1 and 3"),
        (SetType(NumberType(1, 3)), "2", "2"),
        (YesNoType(), "yes", "yes"),
    ],
)
def test_patterns_match_whole_values_of_their_key(kind: Type, text: str, labels: str | None) -> None:
    domain = of(kind)
    indices, found = match(text, kind)
    if labels is None:
        assert indices is None
        assert found[0].code == "not-a-pattern"
    else:
        assert not found
        assert ", ".join(domain.labels[at] for at in sorted(indices or ())) == labels


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (NumberType(1, 6), "4+4"),
        (NumberType(1, 6), "first"),
        (NumberType(1, 6), "yes"),
        (NumberType(1, 6), "none"),
        (NumberType(1, 6), '"four"'),
        (NumberType(1, 6), "2 + 2"),
        (NumberType(1, 6), "1..third"),
        (SWING, "first"),
        (SWING, "4 + 4"),
        (SWING, "not 4"),
        (SWING, "swing > 4"),
        (BASE, "3"),
        (BASE, "3+"),
        (BASE, "1..third"),
        (BASE, "none"),
        (BASE, "next of first"),
        (BASE, "highest(first)"),
        (OCCUPIED, "first..third"),
        (OCCUPIED, "all base"),
        (OCCUPIED, "first and 2"),
        (OCCUPIED, "bases with first"),
        (OCCUPIED, "some x in bases where x is first"),
        (YesNoType(), "1"),
        (YesNoType(), "first"),
        (YesNoType(), "yes if first otherwise no"),
        (SetType(None), "first"),
    ],
)
def test_other_values_are_no_patterns(kind: Type, text: str) -> None:
    indices, found = match(text, kind)
    assert indices is None
    assert [each.code for each in found] == ["not-a-pattern"]
    assert found[0].help
    assert found[0].fix is None


def test_a_text_is_no_key() -> None:
    found: list[Diagnostic] = []
    assert match_pattern(pattern("4"), Domain((), ()), TextType(), resolve, found.append) is None
    assert [each.code for each in found] == ["not-a-pattern"]


@pytest.mark.parametrize(
    ("kind", "text", "fix"),
    [(SWING, "2 or 12", "2, 12"), (BASE, "first and third", "first, third"), (BASE, "first or frist", None)],
)
def test_joined_patterns_want_commas(kind: Type, text: str, fix: str | None) -> None:
    _, found = match(text, kind)
    assert [each.code for each in found] == ["not-a-pattern"]
    assert (found[0].fix.replacement if found[0].fix else None) == fix


@pytest.mark.parametrize(
    ("kind", "text", "left", "message"),
    [
        (SWING, "13", "", "`13` can never come up here"),
        (SWING, "13+", "", "`13+` can never come up here"),
        (SWING, "1-", "", "`1-` can never come up here"),
        (SWING, "13..15", "", "`13..15` can never come up here"),
        (SWING, "11..15", "5+6, 6+5, 6+6", "`13..15` in `11..15` can never come up here"),
        (SWING, "0..2", "1+1", "`0..1` in `0..2` can never come up here"),
        (NumberType(2, 3), "1..4", "2, 3", "`1` and `4` in `1..4` can never come up here"),
        (ON_BASE, "home", "", "`home` can never come up here"),
        (ON_BASE, "plate..first", "first", "`plate` in `plate..first` can never come up here"),
        (ON_BASE, "third..home", "third", "`home` in `third..home` can never come up here"),
        (OCCUPIED, "first and home", "", "`first and home` can never come up here"),
        (OCCUPIED, "plate", "", "`plate` can never come up here"),
        (SetType(NumberType(1, 3)), "4", "", "`4` can never come up here"),
        (SetType(NumberType(1, 3)), "-1", "", "`-1` can never come up here"),
    ],
)
def test_what_can_never_come_is_told_and_the_rest_kept(kind: Type, text: str, left: str, message: str) -> None:
    domain = of(kind)
    indices, found = match(text, kind)
    assert indices is not None
    assert ", ".join(domain.labels[at] for at in sorted(indices)) == left
    assert [(each.code, each.message) for each in found] == [("table-pattern-outside", message)]


@pytest.mark.parametrize("text", ["12", "18", "1+1+1", "6+6+6"])
def test_a_narrowed_key_has_an_outside_of_its_own(text: str) -> None:
    kind = RollType("throw", 3, 6)
    throw = of(kind)
    indices, found = match(text, kind, throw.narrow(throw.between(13, 17)))
    assert indices == frozenset()
    assert found[0].help == "the total of `throw` (3d6) goes from 13 to 17 here"


def test_a_domain_made_by_hand_counts_rolls_all_the_same() -> None:
    swing = of(SWING)
    plain = Domain(swing.values, swing.labels, chance=True)
    assert match("12", SWING, plain)[0] == {35}


@pytest.mark.parametrize(
    ("kind", "text", "code", "fix"),
    [
        (SWING, "4+4+4", "faces-miscounted", None),
        (RollType("throw", 3, 6), "4+4", "faces-miscounted", None),
        (SWING, "4+7", "faces-beyond-die", None),
        (SWING, "0+4", "faces-beyond-die", None),
        (NumberType(1, 6), "6..4", "pattern-backwards", "4..6"),
        (SWING, "12..2", "pattern-backwards", "2..12"),
        (BASE, "third..first", "pattern-backwards", "first..third"),
        (BASE, "thrid", "pattern-name-unknown", "third"),
        (BASE, "first..thrid", "pattern-name-unknown", "third"),
        (OCCUPIED, "first and thrid", "pattern-name-unknown", "third"),
        (OCCUPIED, "pitcher", "pattern-name-unknown", None),
    ],
)
def test_slips_get_a_message_of_their_own(kind: Type, text: str, code: str, fix: str | None) -> None:
    indices, found = match(text, kind)
    assert indices is None
    assert [each.code for each in found] == [code]
    assert (found[0].fix.replacement if found[0].fix else None) == fix


@settings(deadline=None)
@given(st.integers(1, 3), st.integers(2, 6), st.data())
def test_faces_match_in_whatever_order_they_are_written(number: int, faces: int, data: st.DataObject) -> None:
    assume(number > 1)
    shown = data.draw(st.lists(st.integers(1, faces), min_size=number, max_size=number))
    kind = RollType("d", number, faces)
    indices, found = match("+".join(map(str, shown)), kind)
    assert not found
    assert indices == outcomes_by_faces(number, faces)[tuple(sorted(shown))]


@settings(deadline=None)
@given(st.integers(0, 20), st.integers(0, 20))
def test_ranges_match_the_totals_between_their_ends(low: int, high: int) -> None:
    assume(low <= high)
    domain = of(SWING)
    indices, _ = match(f"{low}..{high}", SWING)
    totals = [sum(map(int, label.split("+"))) for label in domain.labels]
    assert indices == {at for at, total in enumerate(totals) if low <= total <= high}
