"""What a row's key covers, judged by its words alone: enough to find the row that a change is about.

The checker proves tables with the full knowledge of types. This module only decides which written keys are equal or lie
within another: numbers and ranges, members of a kind in their order, sets of members, and rolls, whose faces and totals
are compared by their outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from interpreter import syntax
from interpreter.data_classes import dataclass
from interpreter.throws import list_sides

FAR = 10**12
MOST_OUTCOMES = 50_000


@dataclass(frozen=True)
class Interval:
    """A range of numbers, or of members of a kind by index."""

    of: str
    low: int
    high: int


@dataclass(frozen=True)
class WrittenKey:
    """A key that equals another only if it says the same; `words` in any order."""

    words: frozenset[str]


Outcomes: TypeAlias = frozenset[tuple[int, ...]]
Extent: TypeAlias = Interval | Outcomes | WrittenKey | None
"""What a key covers; None is everything."""


@dataclass(frozen=True, eq=False)
class RowExtents:
    """The extent of a row: for each key, that of its alternatives; `first` are those of its first key, if they cover
    one thing each."""

    row: syntax.Row
    extents: list[list[Extent]]
    first: frozenset[Extent] | None

    def is_disjoint(self, wanted: Extent) -> bool:
        """Whether it is plain that no alternative of the first key has anything in common with one that covers one
        thing."""
        return self.first is not None and wanted not in self.first


@cache
def list_rolls(number: int, sides: tuple[int, ...]) -> Outcomes:
    return frozenset(combinations_with_replacement(sorted(set(sides)), number))


class Meanings:
    """The meanings of the names in keys, in one game."""

    def __init__(self, declarations: Iterable[syntax.Declaration]) -> None:
        self.members: dict[str, tuple[str, int]] = {}
        self.dice: dict[str, tuple[int, tuple[int, ...]]] = {}
        self._kept: dict[int, RowExtents] = {}
        for each in declarations:
            if isinstance(each, syntax.Kind):
                self.members |= {member.name.text: (each.name.text, at) for at, member in enumerate(each.members)}
            elif isinstance(each, syntax.Choice):
                for at, offer in enumerate(each.offers):
                    self.members.setdefault(offer.name.text, (each.name.text, at))
            elif isinstance(each, syntax.Dice) and not each.words:
                self.dice[each.name.text] = (each.number, list_sides(each.faces, each.shown))

    def find_extents(self, table: syntax.Table, cells: Sequence[syntax.Cell]) -> list[list[Extent]]:
        keys = [*table.keys, table.across]
        return [
            [self.find_extent(each, keys[at] if at < len(keys) else None) for each in cell.sequences]
            for at, cell in enumerate(cells)
        ]

    def row_extents(self, table: syntax.Table, row: syntax.Row) -> RowExtents:
        """The extent of a row of a table, memoised."""
        if id(row) not in self._kept:
            extents = self.find_extents(table, row.cells)
            self._kept[id(row)] = RowExtents(row, extents, single_extents(extents[0]))
        return self._kept[id(row)]

    def find_extent(self, pattern: syntax.Sequence, key: syntax.Key | None) -> Extent:
        value = pattern.statements[0]
        while isinstance(value, syntax.Grouped):
            value = value.inner
        if isinstance(value, syntax.Anything):
            return None
        numbers = self._find_numbers(value)
        outcomes = self._find_outcomes(key)
        if outcomes is not None and isinstance(value, syntax.Faces):
            return frozenset({tuple(sorted(value.faces))})
        if outcomes is not None and numbers is not None:
            shown = frozenset(each for each in outcomes if numbers.low <= sum(each) <= numbers.high)
            return shown or numbers
        return numbers or self._find_members(value) or WrittenKey(frozenset(_collect_words(value)))

    def is_impossible(self, pattern: syntax.Sequence, key: syntax.Key) -> bool:
        """Whether a key of a table on dice covers only rolls that these dice cannot show."""
        outcomes, extent = self._find_outcomes(key), self.find_extent(pattern, key)
        return (
            outcomes is not None and extent is not None and not (isinstance(extent, frozenset) and extent <= outcomes)
        )

    def _find_outcomes(self, key: syntax.Key | None) -> Outcomes | None:
        if key is None or not isinstance(key.value, syntax.Reference) or key.value.name not in self.dice:
            return None
        number, sides = self.dice[key.value.name]
        if comb(len(sides) + number - 1, number) > MOST_OUTCOMES:
            return None
        return list_rolls(number, sides)

    def _find_numbers(self, value: object) -> Interval | None:
        match value:
            case syntax.Number(number):
                return Interval("", number, number)
            case syntax.Minus(syntax.Number(number)):
                return Interval("", -number, -number)
            case syntax.Grouped(inner):
                return self._find_numbers(inner)
            case syntax.OrMore(least):
                return Interval("", least, FAR)
            case syntax.OrLess(most):
                return Interval("", -FAR, most)
            case syntax.Range(low, high):
                first, last = self._find_numbers(low), self._find_numbers(high)
                return Interval("", first.low, last.high) if first and last else None
            case _:
                return None

    def _find_members(self, value: object) -> Interval | None:
        match value:
            case syntax.Reference(name) if name in self.members:
                kind, at = self.members[name]
                return Interval(kind, at, at)
            case syntax.Range(low, high):
                first, last = self._find_members(low), self._find_members(high)
                return Interval(first.of, first.low, last.high) if first and last and first.of == last.of else None
            case _:
                return None


def _collect_words(value: syntax.Statement) -> list[str]:
    """The words of a key; those of a set in whatever order."""
    if isinstance(value, syntax.AllOf):
        return [word for part in value.parts for word in _collect_words(part)]
    if isinstance(value, syntax.Grouped):
        return _collect_words(value.inner)
    if isinstance(value, syntax.Arithmetic):
        return [" + ".join(sorted(_list_terms(value)))]
    return [repr(value)]


def _list_terms(value: syntax.Expression) -> list[str]:
    """The terms of a sum, such as the words on dice."""
    if isinstance(value, syntax.Arithmetic) and value.operator == "+":
        return [*_list_terms(value.left), *_list_terms(value.right)]
    return [repr(value)]


def single_extents(extents: Iterable[Extent]) -> frozenset[Extent] | None:
    """Keys that cover one thing each, as most do; None if one of them covers more."""
    found = frozenset(extents)
    return found if all(map(is_single, found)) else None


def is_single(extent: Extent) -> bool:
    """Whether a key covers one value only, judged by its words."""
    match extent:
        case Interval(_, low, high):
            return low == high
        case frozenset():
            return len(extent) == 1
        case _:
            return extent is not None


def covers(outer: Extent, inner: Extent) -> bool:
    if outer is None:
        return True
    if isinstance(outer, Interval) and isinstance(inner, Interval):
        return outer.of == inner.of and outer.low <= inner.low and inner.high <= outer.high
    if isinstance(outer, frozenset) and isinstance(inner, frozenset):
        return inner <= outer
    return outer == inner


def overlap(one: Extent, other: Extent) -> bool:
    if isinstance(one, Interval) and isinstance(other, Interval):
        return one.of == other.of and one.low <= other.high and other.low <= one.high
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return bool(one & other)
    return one is None or other is None or one == other
