"""Going through a ruleset's declarations, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from interpreter import model, syntax
from interpreter.check.world import World
from interpreter.errors import names
from interpreter.source import Span

Found = TypeVar("Found", bound=syntax.Node)


def each_of(world: World, sort: type[Found]) -> Iterator[tuple[Found, str]]:
    """Every declaration of one sort, in order, with the library it comes from."""
    for file in world.files:
        for declaration in file.tree.declarations:
            if isinstance(declaration, sort):
                yield declaration, file.library


def expand_ids(ranges: Sequence[syntax.IdRange]) -> tuple[str, ...]:
    """`MK-04 to MK-06` as its ids, in order."""
    found: list[str] = []
    for each in ranges:
        prefix, _, number = each.first.rpartition("-")
        last = each.last.rpartition("-")[2] if each.last else number
        letter = number[0] if number[0].isalpha() else ""
        first_digits, last_digits = number.removeprefix(letter), last.removeprefix(letter)
        width = len(first_digits)
        found.extend(
            f"{prefix}-{letter}{n:0{width}}"
            for n in range(int(first_digits), min(int(last_digits), int(first_digits) + 999) + 1)
        )
    return tuple(found)


def check_ids(world: World, ranges: Sequence[syntax.IdRange]) -> None:
    """Report ranges of ids that end before they begin."""
    for each in ranges:
        if each.last is not None and (expand_ids((each,))[-1:] != (each.last,) or each.first == each.last):
            world.report(names.ids_backwards(each.span, each.first, each.last))


def _house_header(world: World, span: Span) -> syntax.Header | None:
    """The first lines of the house rules that wrote something."""
    stack = world.house.stack if world.house else ()
    return next((each.header for each in stack if each.tree.span.source is span.source), None)


def citation(
    world: World, marks: Sequence[syntax.Mark], span: Span, inherit: model.Citation | None = None
) -> model.Citation:
    """Marks as one citation. The document is the first source of the file; a row without a section has its table's."""
    file = next(
        (
            each
            for each in world.files
            if each.tree.span.source is span.source or each.tree.declarations[0].span.source is span.source
        ),
        None,
    )
    header = file.tree.header if file else _house_header(world, span)
    document = header.sources[0].text if header and header.sources else ""
    for mark in marks:
        check_ids(world, mark.ids)
    sections = [mark.section.text for mark in marks if isinstance(mark, syntax.Cite) and mark.section]
    ids = tuple(one for mark in marks if isinstance(mark, syntax.Cite) for one in expand_ids(mark.ids))
    open_ids = tuple(one for mark in marks if isinstance(mark, syntax.Open) for one in expand_ids(mark.ids))
    section = sections[0] if sections else (inherit.section if inherit else "")
    return model.Citation(document if section else "", section, ids, open_ids)
