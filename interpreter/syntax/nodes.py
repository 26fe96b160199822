"""What every node has, and the small nodes that stand everywhere: names, texts, comments, citations."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import field, fields
from functools import cache
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.source import NOWHERE, Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """Anything with a place in a file."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Name(Node):
    """A name where one is declared or referred to outside an expression; `shown` is the name for people, where
    a declaration says so."""

    text: str
    shown: str = ""


@dataclass(frozen=True)
class Text(Node):
    """A text in quotes, without them. Its span takes in the quotes, so text begins at span.start + 1."""

    text: str


@dataclass(frozen=True)
class Comment(Node):
    """A comment with its `#`. `own_line` is whether it is alone on its line."""

    text: str
    own_line: bool


@dataclass(frozen=True)
class IdRange(Node):
    """`MK-14`, or `MK-04 to MK-06` with `last`."""

    first: str
    last: str | None = None


@dataclass(frozen=True)
class Cite(Node):
    """Where something comes from: a section's title, and the ids of the facts it encodes."""

    section: Text | None
    ids: tuple[IdRange, ...]


@dataclass(frozen=True)
class Open(Node):
    """The ids of points that the document leaves open."""

    ids: tuple[IdRange, ...]


Mark: TypeAlias = Cite | Open


@cache
def list_parts(kind: Any) -> tuple[str, ...]:
    """The fields of a sort of nodes that may hold others."""
    return tuple(each.name for each in fields(kind) if each.name != "span" and each.type not in ("str", "int", "bool"))


def iterate_nodes(part: object, without: Container[type] = ()) -> Iterator[Node]:
    """Every node in a part of a tree, this one first; nothing in one of the sorts left out."""
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting.extend(reversed(each))
        elif isinstance(each, Node) and type(each) not in without:
            yield each
            waiting.extend([getattr(each, name) for name in reversed(list_parts(type(each)))])  # type: ignore[arg-type]
