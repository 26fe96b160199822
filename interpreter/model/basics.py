"""What the typed model is built on: citations, kinds and variables."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, NumberType, Type
from interpreter.source import NOWHERE, Span


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Anything with a place in a file."""

    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class Citation:
    """Where something comes from, and the ids it encodes or settles."""

    document: str = ""
    section: str = ""
    ids: tuple[str, ...] = ()
    open_ids: tuple[str, ...] = ()

    @cached_property
    def text(self) -> str:
        return ", ".join(filter(None, (self.document, self.section)))


NOT_CITED = Citation()
"""What comes from nowhere in particular."""


@dataclass(frozen=True)
class KindPart:
    """A part of the members of a kind: values[n] is what it is in member n."""

    name: str
    type: Type
    values: tuple[int, ...]


PAIRED = " and "
"""What stands between the kinds in the name of a kind that is put together from them."""


@dataclass(frozen=True)
class KindInfo(Placed):
    """A kind: its members' names as written and as shown. The answers of a choice that picks several things at once
    are such members, the first part counting most. In a `circle` the first comes again after the last.
    Those of a board have a column and a row; tiles have a lower and a higher number."""

    name: str
    members: tuple[str, ...]
    shown: tuple[str, ...]
    parts: tuple[KindPart, ...] = ()
    circle: bool = False
    is_board: bool = False
    is_tiles: bool = False

    @property
    def numbers(self) -> NumberType | None:
        """The numbers that are its members, if it is a range of numbers."""
        kind = self.parts[0].type if len(self.parts) == 1 else None
        return kind if isinstance(kind, NumberType) else None

    @property
    def is_whole(self) -> bool:
        """Whether its members have parts, and are not made by putting those together."""
        return self.is_board or self.is_tiles

    @property
    def is_pairing(self) -> bool:
        """Whether its members are those of several kinds put together, because something is kept for each."""
        return PAIRED in self.name

    @property
    def is_declared(self) -> bool:
        """Whether a ruleset gives it its name."""
        return not self.is_pairing and ".." not in self.name

    @property
    def written(self) -> str:
        """The members of one that is not written member by member: `2..12`, `a..h by 1..8`."""
        if self.numbers is None and not self.is_board:
            return ""
        ends = f"{self.members[0]}..{self.members[-1]}"
        if self.numbers is not None:
            return ends
        (first, low), (last, high) = ((each[0], each[1:]) for each in (self.members[0], self.members[-1]))
        return f"{first}..{last} by {low}..{high}"


@dataclass(frozen=True)
class Variable(Placed):
    """Something that holds a value. `role` is "state", "counter", "parameter", "local", "bound" (by a quantifier
    or `for each`), "dice", "choice", "zone" or "viewer". `owner` is the phase or routine it belongs to ("" for dice,
    choices and zones). `each` is the kind it is kept for, if any."""

    name: str
    owner: str
    role: str
    type: Type
    each: MemberType | None = None
