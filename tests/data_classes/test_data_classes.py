"""Data classes are as the standard library makes them, but that the type checker alone sees that none is changed."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

from interpreter import data_classes


def make_classes(dataclass: Callable[..., Any]) -> dict[str, Any]:
    """One class of each kind that there is."""

    @dataclass(frozen=True)
    class Place:
        row: int
        seat: str = "left"
        note: str = field(default="", compare=False)
        about: tuple[int, ...] = field(default_factory=tuple, repr=False)

    @dataclass(frozen=True)
    class Box(Place):
        price: int = 3

    @dataclass(frozen=True)
    class Empty: ...

    @dataclass(frozen=True, eq=False)
    class Itself:
        row: int

    @dataclass(frozen=True, kw_only=True)
    class Named:
        row: int = 1
        seat: str

    @dataclass(frozen=True, slots=True)
    class Narrow:
        row: int

    @dataclass(frozen=True, order=True)
    class Ordered:
        row: int

    @dataclass(frozen=True)
    class Spoken:
        row: int

        def __repr__(self) -> str:
            return "spoken"

        def __hash__(self) -> int:
            return 7

    @dataclass(frozen=True)
    class Same:
        row: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    return {key: value for key, value in locals().items() if key != "dataclass"}


OURS, STANDARD = make_classes(data_classes.dataclass), make_classes(dataclasses.dataclass)

CALLS = [
    *[("Place", (1,), more) for more in ({}, {"note": "wet"}, {"seat": "right"}, {"about": (1,)})],
    *[("Box", (1,), {}), ("Box", (1, "left", "", (), 4), {}), ("Empty", (), {}), ("Itself", (1,), {})],
    *[("Named", (), {"seat": "left"}), ("Narrow", (1,), {}), ("Ordered", (1,), {}), ("Ordered", (2,), {})],
    *[("Spoken", (1,), {}), ("Spoken", (2,), {}), ("Same", (1,), {})],
]


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_objects_are_alike(name: str, given: tuple[Any, ...], named: dict[str, Any]) -> None:
    ours, standard = OURS[name](*given, **named), STANDARD[name](*given, **named)
    assert repr(ours) == repr(standard)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert OURS[name].__match_args__ == STANDARD[name].__match_args__
    for other, others, more in CALLS:
        equal = standard == STANDARD[other](*others, **more)
        assert (ours == OURS[other](*others, **more)) == equal
        if equal:
            assert hash(ours) == hash(OURS[other](*others, **more))
    if "row" in named or given:
        assert dataclasses.replace(ours, row=9).row == 9


def test_objects_of_one_class_are_never_those_of_another() -> None:
    assert OURS["Place"](1) != OURS["Box"](1)
    assert len({OURS["Place"](1), OURS["Place"](1), OURS["Box"](1), OURS["Place"](2)}) == 3


def test_what_is_made_wrong_is_told_as_ever() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'row'"):
        OURS["Place"]()
    with pytest.raises(TypeError, match="unhashable"):
        hash(OURS["Place"]([]))


@data_classes.dataclass(frozen=True)
class Ring:
    """One that may have itself inside."""

    parts: list[Any]


def test_a_ring_is_shown_once_and_kept_whole() -> None:
    ring = Ring([1])
    ring.parts.append(ring)
    assert repr(ring) == "Ring(parts=[1, ...])"
    assert pickle.loads(pickle.dumps(Ring([2]))) == Ring([2])
