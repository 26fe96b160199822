"""Arithmetic with dice that are kept, held against the same with lists of faces. What is known beforehand is reckoned
when code is made, so a builder without a game is enough."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

import pytest

from interpreter import model
from interpreter.domains import ThrowType
from interpreter.lower import throws
from interpreter.lower.builder import Builder
from interpreter.throws import MOST_BITS, count_throws, fits_number, list_throws

DICE = [(1, 6), (2, 6), (3, 4), (5, 6), (6, 6), (1, 31), (3, 20), (2, 10), (8, 4)]
NO_GAME = cast(model.Model, None)


@pytest.mark.quick
@pytest.mark.parametrize(("number", "faces"), DICE)
def test_dice_are_joined_taken_away_and_counted(number: int, faces: int) -> None:
    random, kind, builder = Random(number * faces), ThrowType("throw", number, faces), Builder(NO_GAME)
    for _ in range(60):
        one, other = (
            [random.randint(1, faces) for _ in range(random.randint(0, number))] for _ in ("one", "other")
        )
        left, right = kind.pack(one), kind.pack(other)
        assert kind.unpack(left) == tuple(sorted(one))
        assert throws.count_dice(builder, kind, left, 0) == len(one)
        assert throws.add_up(builder, kind, left, 0) == sum(one)
        rest = (Counter(one) - Counter(other)).elements()
        assert throws.subtract_throws(builder, kind, left, right, 0) == kind.pack(rest)
        if len(one) + len(other) <= number:
            assert throws.join_throws(builder, kind, left, right, 0) == kind.pack([*one, *other])
        face = random.randint(1, faces)
        assert throws.count_face(builder, kind, left, face, 0) == one.count(face)


@pytest.mark.parametrize(("number", "faces"), DICE)
def test_throws_are_found_among_all_where_they_stand(number: int, faces: int) -> None:
    kind, listed = ThrowType("throw", number, faces), list_throws(number, faces)
    assert len(listed) == count_throws(number, faces) == len(set(listed))
    by_dice = [tuple(reversed(kind.unpack(each))) for each in listed]
    assert by_dice == sorted(by_dice)
    for at, each in enumerate(listed):
        assert throws.find_throw_position(Builder(NO_GAME), kind, each, 0) == at


@pytest.mark.quick
def test_dice_whose_faces_come_to_too_much_are_not_kept() -> None:
    fitting = {number: max(faces for faces in range(1, 99) if fits_number(number, faces)) for number in range(1, 9)}
    assert fitting == {1: 31, 2: 20, 3: 20, 4: 15, 5: 15, 6: 15, 7: 15, 8: 12}
    assert all(max(list_throws(number, 4)) < 1 << MOST_BITS for number in fitting)
