"""Patterns: what each form matches under each sort of key, and what is no pattern there."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from interpreter.check.patterns import match_pattern
from interpreter.diagnostics import Diagnostic
from interpreter.domains import Domain, NumberType, RollType, SetType, TextType, Type, YesNoType
from interpreter.throws import group_outcomes_by_faces, list_sides
from tests.support.tabling import BASE, OCCUPIED, ON_BASE, SWING, match, of, pattern, resolve

pytestmark = pytest.mark.quick


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
        (SWING, "13", "", "`13` can never happen here"),
        (SWING, "13+", "", "`13+` can never happen here"),
        (SWING, "1-", "", "`1-` can never happen here"),
        (SWING, "13..15", "", "`13..15` can never happen here"),
        (SWING, "11..15", "5+6, 6+5, 6+6", "`13..15` in `11..15` can never happen here"),
        (SWING, "0..2", "1+1", "`0..1` in `0..2` can never happen here"),
        (NumberType(2, 3), "1..4", "2, 3", "`1` and `4` in `1..4` can never happen here"),
        (ON_BASE, "home", "", "`home` can never happen here"),
        (ON_BASE, "plate..first", "first", "`plate` in `plate..first` can never happen here"),
        (ON_BASE, "third..home", "third", "`home` in `third..home` can never happen here"),
        (OCCUPIED, "first and home", "", "`first and home` can never happen here"),
        (OCCUPIED, "plate", "", "`plate` can never happen here"),
        (SetType(NumberType(1, 3)), "4", "", "`4` can never happen here"),
        (SetType(NumberType(1, 3)), "-1", "", "`-1` can never happen here"),
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


@given(st.integers(1, 3), st.integers(2, 6), st.data())
def test_faces_match_in_whatever_order_they_are_written(number: int, faces: int, data: st.DataObject) -> None:
    assume(number > 1)
    shown = data.draw(st.lists(st.integers(1, faces), min_size=number, max_size=number))
    kind = RollType("d", number, faces)
    indices, found = match("+".join(map(str, shown)), kind)
    assert not found
    assert indices == group_outcomes_by_faces(number, list_sides(faces, ()))[tuple(sorted(shown))]


@given(st.integers(0, 20), st.integers(0, 20))
def test_ranges_match_the_totals_between_their_ends(low: int, high: int) -> None:
    assume(low <= high)
    domain = of(SWING)
    indices, _ = match(f"{low}..{high}", SWING)
    totals = [sum(map(int, label.split("+"))) for label in domain.labels]
    assert indices == {at for at, total in enumerate(totals) if low <= total <= high}


def test_samples_in_messages_are_keys_of_the_table() -> None:
    kind = RollType("throw", 3, 6)
    throw = of(kind)
    _, found = match("first", kind, throw.narrow(throw.between(13, 17)))
    assert found[0].help == (
        "write a total from 13 to 17, a range such as `13..17`, `13+` or `17-`, faces such as `6+6+5`, or `any`"
    )
