"""House rules in TOML, for those who only turn knobs, read to the same tree as those in the language.

Options, rows, dice and defaults of choices can be changed, and examples added. What stands in the texts is the language
itself, parsed by the same grammar at its place in the TOML file, so that every message has a line, a column and a caret
there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from lark import Token, Tree

from interpreter import syntax
from interpreter.diagnostics import Diagnostic, Diagnostics, Fix, Label
from interpreter.errors import toml as errors
from interpreter.errors.layout import nested_too_deep, number_too_large
from interpreter.parser.house import HouseRules
from interpreter.parser.reading import read_part
from interpreter.parser.toml_places import DEEPEST, MOST_DIGITS, PastLimit, Placed, places, unquoted
from interpreter.source import Source, Span

Made = TypeVar("Made")
Reader = Callable[[Tree[Token]], Made]
Parse = Callable[[Source, Diagnostics], syntax.File]

AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
WORD = re.compile(r"[^\W\d]\w*")
DICE = re.compile(r"\d{1,3}d\d{1,4}")

TOP = (
    *("house_rules", "title", "for", "after", "source"),
    *("options", "tables", "dice", "choices", "examples", "without_examples", "own_examples"),
)
ABOUT_EXAMPLES = ("without_examples", "own_examples")
"""Keys that nothing in a table is called."""

ROW = ("was", "now", "remove")

LITERAL = "'''"
BETWEEN_LINES = re.compile(r"[^\n]")
"""What is blanked, so that the rest stands where it stood."""


def parse_toml(source: Source, diagnostics: Diagnostics, parse: Parse) -> syntax.File:
    """The tree of a TOML file of house rules; `parse` reads whole declarations in the language. What means nothing is
    left out and reported."""
    span = Span(source, 0, len(source.text))
    try:
        root = places(source)
    except tomllib.TOMLDecodeError as error:
        diagnostics.add(errors.toml_syntax(*_syntax(source, str(error))))
        return syntax.File((), span=span)
    except PastLimit as limit:
        diagnostics.add(_past_limit(limit))
        return syntax.File((), span=span)
    return syntax.File(tuple(_House(source, diagnostics, parse).declarations(root)), span=span)


def _past_limit(limit: PastLimit) -> Diagnostic:
    if limit.nested:
        return nested_too_deep(limit.span, "tables and lists", DEEPEST)
    return number_too_large(limit.span, 10**MOST_DIGITS - 1)


def _syntax(source: Source, message: str) -> tuple[Span, str]:
    """Where `tomllib` stopped, and why."""
    found = AT.search(message)
    at = len(source.text)
    if found and found[1]:
        at = source.line_starts[int(found[1]) - 1] + int(found[2]) - 1
    return Span(source, min(at, len(source.text)), at + 1), message[: found.start()] if found else message


class _House:
    """Turns tables of TOML into declarations."""

    def __init__(self, source: Source, diagnostics: Diagnostics, parse: Parse) -> None:
        self.source, self.diagnostics, self.parse = source, diagnostics, parse
        self.builder = HouseRules(source, diagnostics)

    def declarations(self, root: Placed) -> Iterator[syntax.Declaration]:
        """The header, and a declaration for each change."""
        table = root.table
        for key, entry in table.items():
            if key not in TOP:
                self.diagnostics.add(errors.toml_key(unquoted(entry.key), key, "in house rules", TOP))
        header = self.header(table, root)
        if header is None:
            return
        yield header
        for word, read in (("options", self.options), ("tables", self.tables), ("dice", self.dice)):
            if word in table:
                yield from read(self.table(table[word], word))
        if "choices" in table:
            yield from self.choices(self.table(table["choices"], "choices"))
        if "examples" in table:
            yield from self.examples(table["examples"])
        if "without_examples" in table:
            yield from self.without(table["without_examples"])
        if "own_examples" in table:
            yield from self.own_examples(table["own_examples"])

    def table(self, entry: Placed, what: str) -> dict[str, Placed]:
        """The entries of what should be a table."""
        if not isinstance(entry.value, dict):
            self.diagnostics.add(errors.toml_value(entry.span, what, "a table", f"[{what}]"))
        return entry.table

    def in_place(self, table: dict[str, Placed]) -> Iterator[tuple[str, Placed]]:
        """The entries of a table, less what belongs above the first table of the file."""
        for key, entry in table.items():
            if key in ABOUT_EXAMPLES:
                self.diagnostics.add(errors.toml_place(unquoted(entry.key), key))
            else:
                yield key, entry

    # ---- the first lines

    def header(self, table: dict[str, Placed], root: Placed) -> syntax.Header | None:
        """What the house rules are called, and what they are for."""
        first = Span(self.source, 0, min(1, len(self.source.text)))
        for key, example in (("house_rules", 'house_rules = "short_game"'), ("for", 'for = "two_dice"')):
            if key not in table:
                self.diagnostics.add(errors.toml_missing(first, key, example))
        name = self.name(table.get("house_rules"), "house_rules")
        game = self.name(table.get("for"), "for")
        if name is None or game is None:
            return None
        title = self.text(table.get("title"), "title")
        source = self.text(table.get("source"), "source")
        return syntax.Header(
            "house_rules",
            name,
            title or syntax.Text(name.text.replace("_", " "), span=name.span),
            (source,) if source else (),
            (),
            game,
            tuple(self.after(table.get("after"))),
            span=name.span,
        )

    def name(self, entry: Placed | None, key: str) -> syntax.Name | None:
        """A name in quotes."""
        if entry is None:
            return None
        if not isinstance(entry.value, str) or not WORD.fullmatch(entry.value):
            self.diagnostics.add(errors.toml_value(entry.span, key, "a name in quotes", f'{key} = "two_dice"'))
            return None
        return syntax.Name(entry.value, span=unquoted(entry.span))

    def text(self, entry: Placed | None, key: str) -> syntax.Text | None:
        """Any text in quotes."""
        if entry is None or self.written(entry, key) is None:
            return None
        return syntax.Text(str(entry.value), span=entry.span)

    def after(self, entry: Placed | None) -> Iterator[syntax.Name]:
        """The house rules these come after: one, or a list."""
        if entry is not None:
            entries = entry.value if isinstance(entry.value, list) else [entry]
            for each in entries:
                name = self.name(each, "after")
                if name is not None:
                    yield name

    # ---- knobs

    def options(self, table: dict[str, Placed]) -> Iterator[syntax.Declaration]:
        """`rounds = 7`"""
        for key, entry in table.items():
            literal = self.literal(entry, key)
            if literal is not None:
                name = syntax.Name(key, span=unquoted(entry.key))
                span = entry.key.to(entry.span)
                yield syntax.Option(name, literal, None, None, None, (), (), span=span)

    def literal(self, entry: Placed, key: str) -> syntax.Literal | None:
        """The value of an option."""
        value = entry.value
        if isinstance(value, str) and value in ("yes", "no"):
            value = value == "yes"
        if isinstance(value, (bool, int)) or (isinstance(value, str) and WORD.fullmatch(value)):
            return syntax.Literal(value, span=unquoted(entry.span))
        if key in TOP:
            self.diagnostics.add(errors.toml_place(unquoted(entry.key), key))
            return None
        wanted = "a whole number, true, false or a name in quotes"
        self.diagnostics.add(errors.toml_value(entry.span, key, wanted, f"{key} = 7"))
        return None

    def examples(self, entry: Placed) -> Iterator[syntax.Declaration]:
        """Options that the game's own examples are to have."""
        options = []
        for key, each in self.table(entry, "examples").items():
            literal = self.literal(each, key)
            if literal is not None:
                name = syntax.Name(key, span=unquoted(each.key))
                options.append(syntax.WithOption(name, literal, span=each.key.to(each.span)))
        if options:
            yield syntax.ChangedExamples(tuple(options), span=entry.key)

    def without(self, entry: Placed) -> Iterator[syntax.Declaration]:
        """Examples that do not hold any more, by their titles."""
        for each in entry.value if isinstance(entry.value, list) else [entry]:
            title = self.text(each, "without_examples")
            if title is not None:
                yield syntax.Removed("example", title, span=title.span)

    def dice(self, table: dict[str, Placed]) -> Iterator[syntax.Declaration]:
        """`swing = "3d6"`"""
        for key, entry in self.in_place(table):
            if not isinstance(entry.value, str) or not DICE.fullmatch(entry.value):
                self.diagnostics.add(errors.toml_value(entry.span, key, "dice in quotes", f'{key} = "2d6"'))
                continue
            number, faces = entry.value.split("d")
            name, span = syntax.Name(key, span=unquoted(entry.key)), entry.key.to(entry.span)
            yield syntax.Replaced(syntax.Dice(name, int(number), int(faces), (), span=span), span=span)

    def choices(self, table: dict[str, Placed]) -> Iterator[syntax.Declaration]:
        """`[choices.order]` with `default = "field"`"""
        for key, entry in table.items():
            name = syntax.Name(key, span=unquoted(entry.key))
            for inner, each in self.in_place(self.table(entry, key)):
                if inner != "default":
                    self.diagnostics.add(errors.toml_key(unquoted(each.key), inner, "for a choice", ("default",)))
                    continue
                value = self.part(each, inner, "inserted", self.builder.expression)
                if value is not None:
                    lines = syntax.Choice(name, None, None, (), value, (), span=each.span)
                    yield syntax.ChangedChoice(name, lines, (), span=entry.key)

    # ---- rows

    def tables(self, table: dict[str, Placed]) -> Iterator[syntax.Declaration]:
        """`[tables.throws]` with a line for each row."""
        for key, entry in table.items():
            rows = [self.row(name, each) for name, each in self.in_place(self.table(entry, key))]
            found = tuple(each for each in rows if each is not None)
            if found:
                yield syntax.ChangedTable(syntax.Name(key, span=unquoted(entry.key)), found, span=entry.key)

    def row(self, key: str, entry: Placed) -> syntax.RowChange | None:
        """`"11" = "win 2"`, or `"11" = { was = "win 1", now = "win 2" }`."""
        cells = self.part(Placed(key, entry.key, entry.key), key, "row_keys", self.builder.key_cells)
        if not isinstance(entry.value, dict):
            result = self.part(entry, key, "cells", self.builder.cell)
            return self.change(cells, result, None, False, entry)
        parts = entry.table
        for inner, each in parts.items():
            if inner not in ROW:
                self.diagnostics.add(errors.toml_key(unquoted(each.key), inner, "for a row", ROW))
        removed = "remove" in parts and parts["remove"].value is True
        if ("now" in parts) == removed or (removed and "was" not in parts):
            example = f'"{key}" = {{ was = "...", now = "..." }}'
            self.diagnostics.add(errors.toml_value(entry.span, key, "what it was, and what it is now", example))
            return None
        was = self.part(parts["was"], "was", "cells", self.builder.cell) if "was" in parts else None
        now = self.part(parts["now"], "now", "cells", self.builder.cell) if "now" in parts else None
        return self.change(cells, was if removed else now, None if removed else was, removed, entry)

    def change(
        self,
        cells: tuple[syntax.Cell, ...] | None,
        result: syntax.Cell | None,
        was: syntax.Cell | None,
        removed: bool,
        entry: Placed,
    ) -> syntax.RowChange | None:
        """A change of a row, if all its parts could be read."""
        if cells is None or result is None:
            return None
        span = entry.key.to(entry.span)
        return syntax.RowChange(syntax.Row(cells, result, (), span=span), was, removed, span=span)

    def own_examples(self, entry: Placed) -> Iterator[syntax.Declaration]:
        """Examples in the language, on lines of their own between three quotes."""
        text = entry.span.text
        if not isinstance(entry.value, str) or text[:3] != LITERAL or not entry.value.strip():
            self.not_examples(entry.span)
            return
        whole, start, end = self.source.text, entry.span.start + len(LITERAL), entry.span.end - len(LITERAL)
        alone = BETWEEN_LINES.sub(" ", whole[:start]) + whole[start:end] + BETWEEN_LINES.sub(" ", whole[end:])
        found = Diagnostics()
        tree = self.parse(Source(self.source.name, alone), found)
        self.diagnostics.extend(_placed_in(self.source, each) for each in found.found)
        for declaration in _placed_in(self.source, tree).declarations:
            if isinstance(declaration, syntax.Example):
                yield declaration
            else:
                self.not_examples(declaration.span)

    def not_examples(self, span: Span) -> None:
        """Report what should have been examples."""
        wanted = "examples in the language, between three single quotes"
        self.diagnostics.add(errors.toml_value(span, "own_examples", wanted, f"own_examples = {LITERAL}..."))

    def written(self, entry: Placed, key: str) -> Span | None:
        """The place between the quotes of a text; None, with a diagnostic, if it is none."""
        inside = unquoted(entry.span)
        if not isinstance(entry.value, str):
            self.diagnostics.add(errors.toml_value(entry.span, key, "a text in quotes", f'{key} = "..."'))
            return None
        if inside.text != entry.value:
            self.diagnostics.add(errors.toml_escapes(entry.span))
            return None
        return inside

    def part(self, entry: Placed, key: str, rule: str, build: Reader[Made]) -> Made | None:
        """What a text in the language says."""
        place = self.written(entry, key)
        if place is None:
            return None
        tree = read_part(self.source, place.start, place.end, rule, self.diagnostics)
        return None if tree is None else build(tree)


def _placed_in(source: Source, item: Any) -> Any:
    """A piece of a tree, or a diagnostic, with its places in another source of the same length."""
    if isinstance(item, tuple):
        return tuple(_placed_in(source, each) for each in item)
    if isinstance(item, Span):
        return Span(source, item.start, item.end)
    if isinstance(item, (syntax.Node, Diagnostic, Label, Fix)):
        return replace(item, **{each.name: _placed_in(source, getattr(item, each.name)) for each in fields(item)})
    return item

