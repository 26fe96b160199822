"""Prints a syntax tree as canonical text.

`declarations` and `clauses` turn nodes into lines still in pieces, `values` prints what stands on one line,
`comments` finds each comment its line, and `layout` sets columns and blank lines. The result parses to the same
tree, and formatting it again changes nothing.
"""

from __future__ import annotations

from interpreter import syntax
from interpreter.formatter.comments import CommentPlacer
from interpreter.formatter.declarations import print_declaration
from interpreter.formatter.layout import Item, align, has_blank_above, lay_out_page, place_blank_lines
from interpreter.formatter.values import format_node as format_node


def format_file(file: syntax.File) -> str:
    items = [item for declaration in file.declarations for item in _make_items(declaration)]
    return _format_items(file, items)


def format_declaration(declaration: syntax.Declaration) -> str:
    return format_file(syntax.File((declaration,)))


def _make_items(declaration: syntax.Declaration) -> list[Item]:
    lines = list(print_declaration(declaration))
    items = [Item(line) for line in lines]
    items[0].begins = True
    items[0].alone = len(items) == 1
    for item in items:
        span = item.printed.span
        item.blank_above = has_blank_above(span.source, span.line)
    return items


def _format_items(file: syntax.File, items: list[Item]) -> str:
    source = file.span.source
    places = CommentPlacer(source, items)
    loose = [places.make_remark(comment, 0) for comment in file.comments if not places.place(comment)]
    place_blank_lines(items)
    align(items)
    lines = list(lay_out_page(items))
    for remark in loose:
        lines += [*([""] if remark.blank_above and lines else []), remark.text]
    return "".join(f"{line}\n" for line in lines)
