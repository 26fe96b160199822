"""Frozen dataclasses of our own are those of the library in all that can be seen of them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from interpreter import frozen


def classes(make: Callable[..., Any]) -> dict[str, Any]:
    """Some classes, made by one of the two."""

    @make(frozen=True)
    class Root:
        """What all have."""

        place: int = dataclasses.field(default=0, kw_only=True, compare=False, repr=False)

    @make(frozen=True)
    class Leaf(Root):
        """One part."""

        part: Any

    @make(frozen=True)
    class Pair(Root):
        first: int
        second: tuple[int, ...] = ()
        third: list[int] = dataclasses.field(default_factory=list, compare=False)

        @property
        def sum(self) -> int:
            return self.first + sum(self.second)

    @make(frozen=True)
    class Empty:
        """No parts."""

    @make(frozen=True, eq=False)
    class Own:
        """Nothing is like it."""

        part: int

        def __post_init__(self) -> None:
            object.__setattr__(self, "part", self.part + 1)

    @make(frozen=True, kw_only=True, repr=False)
    class Named:
        """Its parts are named."""

        one: int
        two: int = 2

    return {each.__name__: each for each in (Leaf, Pair, Empty, Own, Named)}


OURS, THEIRS = classes(frozen.dataclass), classes(dataclasses.dataclass)
GIVEN: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Leaf", (3,), {}),
    ("Leaf", (3,), {"place": 7}),
    ("Leaf", ((3,),), {"place": 7}),
    ("Pair", (1,), {}),
    ("Pair", (1, (2, 3)), {"third": [4]}),
    ("Pair", (), {"first": 1, "second": (2, 3), "place": 2}),
    ("Empty", (), {}),
    ("Own", (1,), {}),
    ("Named", (), {"one": 1}),
    ("Named", (), {"two": 1, "one": 1}),
]


def both(at: int) -> tuple[Any, Any]:
    name, values, named = GIVEN[at]
    return OURS[name](*values, **named), THEIRS[name](*values, **named)


def shown(one: object) -> str:
    return repr(one).partition(" object at ")[0]


@pytest.mark.parametrize("at", range(len(GIVEN)))
def test_one_is_like_the_other(at: int) -> None:
    ours, theirs = both(at)
    assert vars(ours) == vars(theirs)
    assert shown(ours) == shown(theirs)
    assert [each.name for each in dataclasses.fields(ours)] == [each.name for each in dataclasses.fields(theirs)]
    assert ours.__match_args__ == theirs.__match_args__
    assert str(inspect.signature(type(ours))) == str(inspect.signature(type(theirs)))
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert vars(dataclasses.replace(copy.copy(ours))) == vars(dataclasses.replace(copy.copy(theirs)))


def test_the_same_ones_are_equal() -> None:
    pairs = [both(at) for at in range(len(GIVEN))]
    for ours, theirs in pairs:
        for other, others in pairs:
            assert (ours == other) is (theirs == others)
            if ours == other:
                assert hash(ours) == hash(other)
    assert OURS["Leaf"](3) != OURS["Pair"](3)


def test_what_is_wrong_is_refused_in_the_same_way() -> None:
    for made in (OURS, THEIRS):
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'part'"):
            made["Leaf"](3).part = 4
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'part'"):
            del made["Leaf"](3).part
        for values in ((), (1, 2)):
            with pytest.raises(TypeError, match=r"__init__\(\)"):
                made["Leaf"](*values)
        with pytest.raises(TypeError, match="unhashable"):
            hash(made["Leaf"]([]))
        match made["Pair"](1, (2,)):
            case Matched(first, second):
                raise AssertionError((first, second))
            case found:
                assert found.sum == 3


@frozen.dataclass(frozen=True)
class Matched:
    one: int
    two: int = 2


def test_it_can_be_taken_apart_pickled_and_made_before_any_other() -> None:
    assert Matched.__init__.__name__ == "init"
    found = pickle.loads(pickle.dumps(Matched(1)))
    match found:
        case Matched(one, two):
            assert (one, two) == (1, 2)
    assert Matched.__init__.__name__ == "__init__"
    assert found == Matched(1)
