"""Visits the declarations of a ruleset, with where each comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from interpreter import model, syntax
from interpreter.check.world import World
from interpreter.diagnostics.messages import names
from interpreter.model.basics import NOT_CITED
from interpreter.source import Source

DeclarationT = TypeVar("DeclarationT", bound=syntax.Node)


def iterate_declarations(world: World, sort: type[DeclarationT]) -> Iterator[DeclarationT]:
    for file in world.trees.files:
        for declaration in file.tree.declarations:
            if isinstance(declaration, sort):
                yield declaration


def iterate_named(world: World, sort: type[DeclarationT], word: str) -> Iterator[DeclarationT]:
    """Those that gave their name its meaning: of two with the same name the first."""
    return (each for each in iterate_declarations(world, sort) if world.is_declared_by(each.name, word))  # type: ignore[attr-defined]


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
    for each in ranges:
        if each.last is not None and (expand_ids((each,))[-1:] != (each.last,) or each.first == each.last):
            world.report(names.ids_backwards(each.span, each.first, each.last))


def _find_header(world: World, source: Source) -> syntax.Header | None:
    """The first lines of the file that a source is: one of the game's, or one that came in with house rules."""
    for each in world.trees.files:
        if each.tree.span.source is source or each.tree.declarations[0].span.source is source:
            return each.tree.header
    brought = world.trees.amended.imported_files if world.trees.amended else ()
    return next((tree.header for tree, _ in brought if tree.span.source is source), None)


def describe_declaration(world: World, node: Any) -> dict[str, Any]:
    """The fields that every declaration has."""
    return {"name": node.name.text, "span": node.name.span, "citation": make_citation(world, node.marks)}


def make_citation(world: World, marks: Sequence[syntax.Mark], inherit: model.Citation = NOT_CITED) -> model.Citation:
    """Marks as one citation. The document is the first source of their file. What has no section of its
    own has that of what contains it, as a row has its table's."""
    for mark in marks:
        check_ids(world, mark.ids)
    sections = [mark.section for mark in marks if isinstance(mark, syntax.Cite) and mark.section]
    ids = tuple(one for mark in marks if isinstance(mark, syntax.Cite) for one in expand_ids(mark.ids))
    open_ids = tuple(one for mark in marks if isinstance(mark, syntax.Open) for one in expand_ids(mark.ids))
    if not sections:
        return model.Citation(inherit.document, inherit.section, ids, open_ids)
    header = _find_header(world, sections[0].span.source)
    document = header.sources[0].text if header and header.sources else ""
    return model.Citation(document, sections[0].text, ids, open_ids)
