"""Whether two trees or models are the same, places and all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from interpreter.source import Span


def assert_same(one: object, other: object) -> None:
    """Two values are equal, places and all."""
    assert type(one) is type(other)
    if isinstance(one, Span) and isinstance(other, Span):
        assert type(one.source) is type(other.source)
        assert (one.source.text, one.start, one.end) == (other.source.text, other.start, other.end)
    elif is_dataclass(one):
        for each in fields(one):
            assert_same(getattr(one, each.name), getattr(other, each.name))
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        assert_same(tuple(one.items()), tuple(other.items()))
    elif isinstance(one, Sequence) and isinstance(other, Sequence) and not isinstance(one, str):
        for each, its in zip(one, other, strict=True):
            assert_same(each, its)
    else:
        assert one == other
