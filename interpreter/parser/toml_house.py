"""Reads house rules in TOML to the same tree as those in the language.

Options, rows, dice and defaults of choices can be changed, and examples added. A schema says which keys and values
are allowed (see `check`), and only what fits it comes here. The texts are in the language itself, parsed by the same
grammar at their places in the TOML file, so that every message has a line, a column and a caret there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from interpreter import syntax
from interpreter.characters import UNSEEN
from interpreter.diagnostics import Diagnostic, Diagnostics, Fix, Label
from interpreter.diagnostics.messages import toml as errors
from interpreter.diagnostics.messages.lexical import nested_too_deep, number_too_large, unseen_character
from interpreter.parser.builder import Builder
from interpreter.parser.chunk_reader import read_part
from interpreter.parser.toml_places import (
    MAX_DEPTH,
    MOST_DIGITS,
    NotToml,
    PastLimit,
    PlacedValue,
    locate_values,
    strip_quotes,
)
from interpreter.source import Source, Span
from interpreter.throws import read_dice_type

Parse = Callable[[Source, Diagnostics], syntax.File]

WORD = re.compile(r"[^\W\d]\w*")

ROW = ("was", "now")

RESTATING = (syntax.Example, syntax.ChangedExample, syntax.ChangedExamples)

LITERAL = "'''"
BETWEEN_LINES = re.compile(r"[^\n]")
"""What is blanked, so that the rest stands where it stood."""


def read_toml(source: Source, diagnostics: Diagnostics) -> PlacedValue | None:
    """The table that a TOML file of house rules is; None, with a diagnostic, if it is no TOML."""
    unseen = UNSEEN.search(source.text)
    if unseen is not None:
        diagnostics.add(unseen_character(Span(source, *unseen.span()), unseen.group(), "file"))
        return None
    try:
        return locate_values(source)
    except NotToml as error:
        diagnostics.add(errors.toml_syntax(Span(source, error.at, error.at + 1), str(error)))
        return None
    except PastLimit as limit:
        diagnostics.add(_report_past_limit(limit))
        return None


def build_toml_tree(source: Source, root: PlacedValue, diagnostics: Diagnostics, parse: Parse) -> syntax.File:
    """The tree of house rules in TOML, of which everything that does not fit the schema of the game has been left out;
    `parse` reads whole declarations in the language. What means nothing there is reported."""
    declarations = _HouseRuleReader(source, diagnostics, parse).declarations(root.table)
    return syntax.File(tuple(declarations), span=Span(source, 0, len(source.text)))


def read_option_literal(entry: PlacedValue) -> syntax.Literal | None:
    """The value of an option; None if it cannot be one of any."""
    value = {"yes": True, "no": False}.get(entry.value, entry.value) if isinstance(entry.value, str) else entry.value
    if isinstance(value, (bool, int)) or (isinstance(value, str) and _is_word(value)):
        return syntax.Literal(value, span=entry.inside)
    return None


def is_whole_table(entry: PlacedValue) -> bool:
    """Whether the rows of a table replace all rows of the game."""
    return "replace" in entry.table and entry.table["replace"].value is True


def report_no_literal(entry: PlacedValue, name: str) -> Diagnostic:
    wanted = "a whole number, a name in quotes, or `true` or `false` for yes or no"
    return errors.toml_value(entry.span, name, wanted, f"{name} = 7")


def _report_past_limit(limit: PastLimit) -> Diagnostic:
    if limit.nested:
        return nested_too_deep(limit.span, "tables and lists", MAX_DEPTH)
    return number_too_large(limit.span, 10**MOST_DIGITS - 1)


class _HouseRuleReader:
    """Turns tables of TOML into declarations."""

    def __init__(self, source: Source, diagnostics: Diagnostics, parse: Parse) -> None:
        self.source, self.diagnostics, self.parse = source, diagnostics, parse
        self.builder = Builder(source, diagnostics)

    def declarations(self, table: dict[str, PlacedValue]) -> Iterator[syntax.Declaration]:
        if "house_rules" not in table or "for" not in table:
            return
        yield self.header(table)
        for word, read in (
            ("options", self.options),
            ("tables", self.tables),
            ("dice", self.dice),
            ("choices", self.choices),
        ):
            if word in table:
                yield from read(table[word].table)
        if "examples" in table:
            yield from self.examples(table["examples"])
        for each in _list_entries(table.get("without_examples")):
            title = self.text(each)
            if title is not None:
                yield syntax.Removed("example", title, span=title.span)
        if "own_examples" in table:
            yield from self.own_examples(table["own_examples"])

    def header(self, table: dict[str, PlacedValue]) -> syntax.Header:
        name, game = self.name(table["house_rules"]), self.name(table["for"])
        title, source = (self.text(table[key]) if key in table else None for key in ("title", "source"))
        return syntax.Header(
            "house_rules",
            name,
            title or syntax.Text(name.text.replace("_", " "), span=name.span),
            (source,) if source else (),
            (),
            (game,),
            tuple(map(self.name, _list_entries(table.get("after")))),
            span=name.span,
        )

    def name(self, entry: PlacedValue) -> syntax.Name:
        self.locate_text(entry)
        return syntax.Name(str(entry.value), span=entry.inside)

    def text(self, entry: PlacedValue) -> syntax.Text | None:
        return syntax.Text(str(entry.value), span=entry.span) if self.locate_text(entry) is not None else None

    # ---- knobs

    def options(self, table: dict[str, PlacedValue]) -> Iterator[syntax.Declaration]:
        """`rounds = 7`"""
        for key, entry in table.items():
            literal = self.literal(entry, key)
            if literal is not None:
                span = entry.key.to(entry.span)
                yield syntax.Option(_make_name(entry, key), literal, None, None, None, (), (), span=span)

    def literal(self, entry: PlacedValue, key: str) -> syntax.Literal | None:
        literal = read_option_literal(entry)
        if literal is None:
            self.diagnostics.add(report_no_literal(entry, key))
        return literal

    def examples(self, entry: PlacedValue) -> Iterator[syntax.Declaration]:
        options = []
        for key, each in entry.table.items():
            literal = self.literal(each, key)
            if literal is not None:
                options.append(syntax.WithOption(_make_name(each, key), literal, span=each.key.to(each.span)))
        if options:
            yield syntax.ChangedExamples(tuple(options), span=entry.key)

    def dice(self, table: dict[str, PlacedValue]) -> Iterator[syntax.Declaration]:
        """`swing = "3d6"`"""
        for key, entry in table.items():
            number, faces, shown, written = read_dice_type(str(entry.value))
            words = tuple(syntax.Name(word, span=entry.inside) for word in written)
            span = entry.key.to(entry.span)
            dice = syntax.Dice(_make_name(entry, key), number, faces, (), shown, words=words, span=span)
            yield syntax.Replaced(dice, span=span)

    def choices(self, table: dict[str, PlacedValue]) -> Iterator[syntax.Declaration]:
        """`[choices.order]` with `default = "field"`"""
        for key, entry in table.items():
            for each in entry.table.values():
                value = self.part(each, "inserted")
                if value is not None:
                    name = _make_name(entry, key)
                    lines = syntax.Choice(name, None, None, (), value, (), span=each.span)
                    yield syntax.ChangedChoice(name, lines, (), span=entry.key)

    # ---- rows

    def tables(self, table: dict[str, PlacedValue]) -> Iterator[syntax.Declaration]:
        """`[tables.throws]` with a line for each row, below `replace = true` if these are all rows."""
        for key, entry in table.items():
            name, whole = _make_name(entry, key), is_whole_table(entry)
            rows = [self.row(word, each) for word, each in entry.table.items() if not (whole and word == "replace")]
            found = tuple(each for each in rows if each is not None)
            if whole and len(found) == len(rows):
                written = tuple(each.row for each in found)
                yield syntax.Replaced(
                    syntax.Table(name, (), (), None, (), None, written, (), span=entry.key), span=entry.key
                )
            elif found and not whole:
                yield syntax.ChangedTable(name, found, span=entry.key)

    def row(self, key: str, entry: PlacedValue) -> syntax.RowChange | None:
        """`"11" = "win 2"`, or `"11" = { was = "win 1", now = "win 2" }`."""
        cells = self.part(PlacedValue(key, entry.key, entry.key), "row_keys")
        parts = entry.table or {"now": entry}
        was, now = (self.part(parts[word], "cells") if word in parts else None for word in ROW)
        removed = "now" not in parts
        result, before = (was, None) if removed else (now, was)
        if cells is None or result is None or ("was" in parts and was is None):
            return None
        span = entry.key.to(entry.span)
        return syntax.RowChange(syntax.Row(cells, result, (), span=span), before, removed, span=span)

    def own_examples(self, entry: PlacedValue) -> Iterator[syntax.Declaration]:
        text = entry.span.text
        if text[:3] != LITERAL or not text.strip("'").strip():
            self.diagnostics.add(errors.not_examples(entry.span))
            return
        whole, start, end = self.source.text, entry.span.start + len(LITERAL), entry.span.end - len(LITERAL)
        alone = BETWEEN_LINES.sub(" ", whole[:start]) + whole[start:end] + BETWEEN_LINES.sub(" ", whole[end:])
        found = Diagnostics()
        tree = self.parse(Source(self.source.name, alone), found)
        self.diagnostics.extend(_move_spans(self.source, each) for each in found.found)
        for declaration in _move_spans(self.source, tree).declarations:
            is_removed = isinstance(declaration, syntax.Removed) and declaration.word == "example"
            if is_removed or isinstance(declaration, RESTATING):
                yield declaration
            else:
                self.diagnostics.add(errors.not_examples(declaration.span))

    def locate_text(self, entry: PlacedValue) -> Span | None:
        """The place between the quotes of a text; None, with a diagnostic, if it stands there as something else."""
        if entry.inside.text != entry.value:
            self.diagnostics.add(errors.toml_escapes(entry.span))
            return None
        return entry.inside

    def part(self, entry: PlacedValue, rule: str) -> Any:
        place = self.locate_text(entry)
        if place is None:
            return None
        tree = read_part(self.source, place.start, place.end, rule, self.diagnostics)
        return self.builder.build(tree)


def _make_name(entry: PlacedValue, key: str) -> syntax.Name:
    return syntax.Name(key, span=strip_quotes(entry.key))


def _list_entries(entry: PlacedValue | None) -> list[PlacedValue]:
    if entry is None:
        return []
    return entry.value if isinstance(entry.value, list) else [entry]


def _move_spans(source: Source, item: Any) -> Any:
    """A piece of a tree, or a diagnostic, with its places in another source of the same length."""
    if isinstance(item, tuple):
        return tuple(_move_spans(source, each) for each in item)
    if isinstance(item, Span):
        return Span(source, item.start, item.end)
    if isinstance(item, (syntax.Node, Diagnostic, Label, Fix)):
        return replace(item, **{each.name: _move_spans(source, getattr(item, each.name)) for each in fields(item)})
    return item


def _is_word(text: str) -> bool:
    return WORD.fullmatch(text) is not None and UNSEEN.search(text) is None
