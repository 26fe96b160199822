"""Types and domains: which values there are, what they are called, and how they are written again in a row."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.bits import indices_of
from interpreter.domains import (
    MAX_DOMAIN_SIZE,
    Domain,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    Type,
    YesNoType,
    count_values,
    format_set,
    make_domain,
    write_patterns,
)
from interpreter.throws import group_outcomes_by_faces, list_sides, reduce_outcomes, roll_faces

pytestmark = pytest.mark.quick

BASES = ("plate", "first", "second", "third", "home")
ON_BASE = MemberType("base", 1, 3)


def of(kind: Type) -> Domain:
    return make_domain(kind, {"base": BASES}.__getitem__)


@pytest.mark.parametrize(
    ("kind", "values", "labels"),
    [
        (NumberType(-1, 2), (-1, 0, 1, 2), ("-1", "0", "1", "2")),
        (YesNoType(), (0, 1), ("no", "yes")),
        (ON_BASE, (1, 2, 3), ("first", "second", "third")),
        (SetType(None), (0,), ("none",)),
        (SetType(NumberType(1, 2)), (0, 2, 4, 6), ("none", "1", "2", "1 and 2")),
        (RollType("swing", 1, 3), (0, 1, 2), ("1", "2", "3")),
        (RollType("swing", 2, 2), (0, 1, 2, 3), ("1+1", "1+2", "2+1", "2+2")),
    ],
)
def test_a_domain_lists_every_value_with_its_name(kind: Type, values: tuple[int, ...], labels: tuple[str, ...]) -> None:
    domain = of(kind)
    assert (domain.values, domain.labels) == (values, labels)
    assert domain.size == count_values(kind)
    assert domain.chance == isinstance(kind, RollType)


def test_a_set_of_members_uses_the_bits_of_their_places() -> None:
    domain = of(SetType(ON_BASE))
    assert dict(zip(domain.labels, domain.values, strict=True)) == {
        "none": 0b0000,
        "first": 0b0010,
        "second": 0b0100,
        "first and second": 0b0110,
        "third": 0b1000,
        "first and third": 0b1010,
        "second and third": 0b1100,
        "first and second and third": 0b1110,
    }
    assert domain.members == ("first", "second", "third")
    assert format_set(0b1010, BASES) == "first and third"


@pytest.mark.parametrize(
    "kind", [NumberType(0, MAX_DOMAIN_SIZE), SetType(NumberType(0, 40)), RollType("d", 9, 6), TextType()]
)
def test_what_cannot_be_gone_through_is_no_domain(kind: Type) -> None:
    with pytest.raises(ValueError, match="not a domain"):
        of(kind)


@given(st.integers(1, 3), st.integers(1, 6))
def test_outcomes_are_in_the_order_of_counting_with_the_first_die_first(number: int, faces: int) -> None:
    every = list(product(range(1, faces + 1), repeat=number))
    assert [roll_faces(outcome, number, faces) for outcome in range(faces**number)] == every
    assert reduce_outcomes("total", number, list_sides(faces, ()), False) == tuple(map(sum, every))


@given(st.integers(1, 3), st.integers(1, 6))
def test_outcomes_with_the_same_faces_stand_together(number: int, faces: int) -> None:
    found = group_outcomes_by_faces(number, list_sides(faces, ()))
    for shown, outcomes in found.items():
        assert outcomes == {
            outcome for outcome in range(faces**number) if sorted(roll_faces(outcome, number, faces)) == list(shown)
        }
    assert sum(map(len, found.values())) == faces**number


def test_between_goes_by_totals_of_rolls_and_values_of_numbers() -> None:
    swing = of(RollType("swing", 2, 6))
    assert {swing.labels[at] for at in swing.between(11, 99)} == {"5+6", "6+5", "6+6"}
    assert {swing.labels[at] for at in swing.between(4, 4)} == {"1+3", "2+2", "3+1"}
    assert of(NumberType(3, 9)).between(8, 20) == {5, 6}
    assert of(NumberType(3, 9)).between(10, 20) == frozenset()
    assert swing.by_number[12] == {35}


def test_odds_are_exact_and_only_for_chance() -> None:
    swing = of(RollType("swing", 2, 6))
    assert swing.odds(swing.between(7, 7)) == Fraction(1, 6)
    assert of(NumberType(1, 6)).odds(frozenset({1})) is None


def test_a_narrowed_domain_keeps_order_chance_and_type() -> None:
    throw = of(RollType("throw", 3, 6))
    narrow = throw.narrow(throw.between(17, 18))
    assert narrow.labels == ("5+6+6", "6+5+6", "6+6+5", "6+6+6")
    assert narrow.chance
    assert narrow.is_narrowed
    assert not throw.is_narrowed
    assert narrow.between(18, 18) == {3}
    assert narrow.odds(frozenset({3})) == Fraction(1, 4)


# ---- naming values as patterns


def indices(domain: Domain, *labels: str) -> frozenset[int]:
    return frozenset(domain.labels.index(label) for label in labels)


def test_numbers_and_members_are_named_by_ranges() -> None:
    numbers, members = of(NumberType(1, 9)), of(MemberType("base", 0, 4))
    assert write_patterns(numbers, indices(numbers, "1", "3", "4", "6", "7", "8")) == ("1", "3", "4", "6..8")
    assert write_patterns(members, indices(members, "first", "second", "third")) == ("first..third",)
    assert write_patterns(members, frozenset(range(5))) == ("any",)


def test_a_range_never_bridges_a_hole_in_the_domain() -> None:
    numbers = of(NumberType(1, 9)).narrow([0, 1, 3, 4, 5, 8])
    assert write_patterns(numbers, frozenset({1, 2, 3, 4})) == ("2", "4..6")


def test_rolls_are_named_by_whole_totals_else_by_faces() -> None:
    swing = of(RollType("swing", 2, 6))
    assert write_patterns(swing, swing.between(2, 2) | swing.between(12, 12)) == ("2", "12")
    assert write_patterns(swing, swing.between(4, 6)) == ("4..6",)
    assert write_patterns(swing, indices(swing, "4+4")) == ("4+4",)
    assert write_patterns(swing, indices(swing, "3+5", "5+3", "1+1")) == ("2", "3+5")


def test_a_total_is_whole_when_all_of_it_that_the_table_is_for_is_there() -> None:
    swing = of(RollType("swing", 2, 6))
    doubles = swing.narrow(indices(swing, "1+1", "2+2", "3+3", "4+4"))
    assert write_patterns(doubles, indices(doubles, "2+2")) == ("4",)


def test_sets_and_yes_or_no_are_named_one_by_one() -> None:
    occupied = of(SetType(ON_BASE))
    assert write_patterns(occupied, frozenset({0, 5})) == ("none", "first and third")
    assert write_patterns(of(YesNoType()), frozenset({1})) == ("yes",)


@given(st.integers(1, 3), st.integers(2, 6), st.data())
def test_the_patterns_of_a_roll_name_exactly_its_outcomes(number: int, faces: int, data: st.DataObject) -> None:
    roll = RollType("d", number, faces)
    domain = of(roll)
    groups = group_outcomes_by_faces(number, list_sides(faces, ()))
    chosen = data.draw(st.sets(st.sampled_from(sorted(groups))))
    wanted = frozenset().union(*(groups[each] for each in chosen))
    named: set[int] = set()
    for pattern in write_patterns(domain, wanted):
        if pattern == "any":
            named |= set(range(domain.size))
        elif "+" in pattern:
            named |= groups[tuple(map(int, pattern.split("+")))]
        else:
            low, _, high = pattern.partition("..")
            named |= domain.between(int(low), int(high or low))
    assert named == wanted


# ---- dice of which some are rolled


def test_results_of_some_of_the_dice_come_after_those_of_all() -> None:
    kept = RollType("throw", 2, 3, parts=True)
    faces = [(one, other) for one in (1, 2, 3) for other in (1, 2, 3)]
    assert kept.outcomes == 12
    assert list(kept.all_faces) == [*faces, (1,), (2,), (3,)]
    assert [roll_faces(each, 2, 3) for each in range(12)] == list(kept.all_faces)
    assert (kept.first(2), kept.first(1)) == (0, 9)
    assert replace(kept, parts=False).all_faces == kept.all_faces[:9]


def test_a_key_that_may_be_some_of_the_dice_has_no_odds() -> None:
    domain = make_domain(RollType("throw", 2, 3, parts=True), lambda _: ())
    assert domain.labels[-2:] == ("2", "3")
    assert (domain.chance, domain.odds(frozenset(range(domain.size)))) == (False, None)
    assert {domain.labels[at] for at in domain.between(2, 2)} == {"1+1", "2"}


@given(st.integers(1, 3), st.integers(1, 5), st.booleans(), st.data())
def test_stretches_as_bits_are_stretches_of_what_values_count_as(
    number: int, faces: int, parts: bool, data: st.DataObject
) -> None:
    domain = of(RollType("d", number, faces, parts))
    totals = [sum(shown) for shown in domain.type.all_faces]  # type: ignore[union-attr]
    low, high = sorted(data.draw(st.tuples(st.integers(0, 16), st.integers(0, 16))))
    bits = domain.bits_between(low, high)
    assert set(indices_of(bits)) == {at for at, total in enumerate(totals) if low <= total <= high}
    some = data.draw(st.integers(1, domain.all_bits))
    shown = [totals[at] for at in indices_of(some)]
    assert domain.ends_of(some) == (min(shown), max(shown))
