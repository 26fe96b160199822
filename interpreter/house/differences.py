"""Lists what differs between two games: tables cell by cell, options by their values, the rest by lines.

Both are given as the syntax trees of all their files. Wording and order of declarations do not count, nor do
comments; it does not matter whether a game says something in its library or itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import product

from interpreter import syntax
from interpreter.amend import name_of, strip_citations, word_of
from interpreter.amend.patterns import Extent, Meanings, covers
from interpreter.data_classes import dataclass
from interpreter.formatter import format_declaration, format_node

IGNORED = ("header", "expects", "note")
"""Declarations that say nothing of how a game is played."""

CHANGED, NEW, GONE = "changed", "new", "gone"


@dataclass(frozen=True)
class ChangedCell:
    """One thing that is otherwise: what it is, and what it was and is; empty where there is nothing."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Difference:
    """A declaration that differs. `state` is "changed", "new" or "gone"; `cells` are of tables and options, `lines`
    of everything else, each with `-` or `+` before it."""

    word: str
    name: str
    state: str
    cells: tuple[ChangedCell, ...] = ()
    lines: tuple[str, ...] = ()


def find_differences(before: Sequence[syntax.File], after: Sequence[syntax.File]) -> tuple[Difference, ...]:
    """Everything that differs, in the order of the first game, what is new last."""
    one, other = _index_by_name(before), _index_by_name(after)
    meanings = Meanings(one.values()), Meanings(other.values())
    found = [_compare_declarations(key, one[key], other.get(key), meanings) for key in one]
    new = [Difference(*key, NEW, lines=_lines("+", node)) for key, node in other.items() if key not in one]
    return tuple(each for each in (*found, *new) if each is not None)


def _index_by_name(files: Sequence[syntax.File]) -> dict[tuple[str, str], syntax.Declaration]:
    """All declarations; an option that is named again has its later value."""
    named: dict[tuple[str, str], syntax.Declaration] = {}
    for file in files:
        library = file.header is not None and file.header.word == "library"
        for node in file.declarations:
            key = word_of(node), name_of(node)
            if key[0] in IGNORED or (library and key[0] == "example"):
                continue
            while isinstance(node, syntax.Also) and key in named:
                key = key[0], f"{key[1]} "
            known = named.get(key)
            if isinstance(node, syntax.Option) and isinstance(known, syntax.Option) and not node.alternatives:
                node = replace(known, default=node.default, because=node.because)
            named[key] = node
    return named


def _compare_declarations(
    key: tuple[str, str],
    one: syntax.Declaration,
    other: syntax.Declaration | None,
    meanings: tuple[Meanings, Meanings],
) -> Difference | None:
    if other is None:
        return Difference(*key, GONE, lines=_lines("-", one))
    match one, other:
        case syntax.Option(), syntax.Option() if _is_alike(one, other):
            cells: tuple[ChangedCell, ...] = (
                ChangedCell("", format_node(one.default), format_node(other.default)),
            )
            cells = cells if one.default != other.default else ()
        case syntax.Table(), syntax.Table() if _is_alike(one, other):
            cells = tuple(_table_cells(_Side(one, meanings[0]), _Side(other, meanings[1])))
        case _:
            one, other = strip_citations(one), strip_citations(other)
            if one == other:
                return None
            lines = tuple(_changed_lines(format_declaration(one), format_declaration(other)))
            return Difference(*key, CHANGED, lines=lines)
    return Difference(*key, CHANGED, cells) if cells else None


def _is_alike(one: syntax.Option | syntax.Table, other: syntax.Option | syntax.Table) -> bool:
    if isinstance(one, syntax.Option) and isinstance(other, syntax.Option):
        return (one.values, one.alternatives) == (other.values, other.alternatives)
    if isinstance(one, syntax.Table) and isinstance(other, syntax.Table):
        keys = (one.parameters, one.keys, one.across, one.columns)
        return keys == (other.parameters, other.keys, other.across, other.columns)
    return False


# ---- tables


@dataclass(frozen=True)
class _Side:
    """A table, and what its keys mean in its game."""

    table: syntax.Table
    meanings: Meanings

    @cached_property
    def entries(self) -> dict[str, _Entry]:
        return {each.key: each for each in _list_entries(self.table, self.meanings)}

    def result(self, key: str, other: _Entry | None) -> str:
        """What a key gives: by a row of its own, or else by the narrowest that covers what the key covers there."""
        if key in self.entries:
            return self.entries[key].result
        wider = [each for each in self.entries.values() if other is not None and each.covers(other)]
        narrowest = [each for each in wider if not any(each.covers(one) for one in wider if one is not each)]
        return narrowest[0].result if narrowest else ""


@dataclass(frozen=True)
class _Entry:
    """A key as written, what it covers, and its result."""

    key: str
    extents: tuple[Extent, ...]
    result: str

    def covers(self, other: _Entry) -> bool:
        return all(covers(mine, theirs) for mine, theirs in zip(self.extents, other.extents, strict=True))


def _table_cells(one: _Side, other: _Side) -> Iterator[ChangedCell]:
    before, after = one.entries, other.entries
    order = list(after) + [key for key in before if key not in after]
    together: dict[tuple[str, str], list[str]] = {}
    for key in order:
        pair = one.result(key, after.get(key)), other.result(key, before.get(key))
        if pair[0] != pair[1]:
            together.setdefault(pair, []).append(key)
    yield from (ChangedCell(", ".join(keys), *pair) for pair, keys in together.items())


def _list_entries(table: syntax.Table, meanings: Meanings) -> Iterator[_Entry]:
    """Each key of a table; in a crosstab a line and a column."""
    for row in table.rows:
        if table.across is not None and table.heading is not None:
            for heading, cell in zip(table.heading.cells, row.cells[1:], strict=False):
                yield from _row_entries(table, (row.cells[0], heading), format_node(cell), meanings)
        else:
            yield from _row_entries(table, row.cells, format_node(row.results) if row.results else "", meanings)


def _row_entries(
    table: syntax.Table, cells: Sequence[syntax.Cell], result: str, meanings: Meanings
) -> Iterator[_Entry]:
    extents = meanings.find_extents(table, cells)
    written = [[format_node(each) for each in cell.sequences] for cell in cells]
    for keys, covered in zip(product(*written), product(*extents), strict=True):
        yield _Entry(" | ".join(keys), covered, result)


# ---- lines


def _lines(sign: str, node: syntax.Declaration) -> tuple[str, ...]:
    text = format_declaration(strip_citations(node)).rstrip("\n")
    return tuple(f"{sign} {line}".rstrip() for line in text.split("\n") if line.strip())


def _changed_lines(before: str, after: str) -> Iterator[str]:
    """The lines that went and came, with the first line of the declaration for a heading."""
    one, other = before.rstrip("\n").split("\n"), after.rstrip("\n").split("\n")
    plain = list(map(_strip_layout, one)), list(map(_strip_layout, other))
    changes = SequenceMatcher(None, *plain, autojunk=False).get_opcodes()
    lengths = [high - low for _, low, high, _, _ in changes]
    for (tag, low, high, from_, to), below in zip(changes, (*lengths[1:], 0), strict=True):
        if tag != "equal":
            gone, new = _slide(plain[0], low, high, below), _slide(plain[1], from_, to, below)
            yield from (f"- {line}" for line in one[gone] if line.strip())
            yield from (f"+ {line}" for line in other[new] if line.strip())


def _strip_layout(line: str) -> str:
    """A line without the spaces that only align it."""
    return line[: _measure_indent(line)] + re.sub(r'("[^"]*")| +', lambda found: found[1] or " ", line.lstrip())


def _measure_indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _slide(lines: Sequence[str], low: int, high: int, most: int) -> slice:
    """The same change, moved down by at most this many lines to where it begins with the line indented least."""
    moves = [0]
    while low < high and len(moves) <= most and lines[low + moves[-1]] == lines[high + moves[-1]]:
        moves.append(len(moves))
    move = min(moves, key=lambda each: _measure_indent(lines[low + each]) if low < high else 0)
    return slice(low + move, high + move)
