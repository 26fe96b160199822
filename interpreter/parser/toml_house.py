"""Reads house rules in TOML to the same tree as those in the language.

Options, rows, dice and defaults of choices can be changed, and examples added. Here is checked that each key may stand
where it does, and has a value of the right sort; whether the game has such an option, or such a row, is seen when the
changes are made, as with house rules in the language. The texts are in the language itself, parsed by the same grammar
at their places in the TOML file, so that every message has a line, a column and a caret there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
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

Parse = Callable[[Source], tuple[syntax.File, tuple[Diagnostic, ...]]]

WORD = re.compile(r"[^\W\d]\w*")

FACES = rf"(-?[0-9]{{1,9}}( *, *-?[0-9]{{1,9}})+|{WORD.pattern}( *, *{WORD.pattern})*)"
DICE = rf"(?!0+[d ])[0-9]{{1,3}}(d(?!0+(?![\s\S]))[0-9]{{1,4}}| +of +{FACES})"

ABOUT_FILE = ("house_rules", "title", "for", "after", "source", "own_examples", "without_examples")
TABLES = ("options", "tables", "dice", "choices", "examples")

ROW = ("was", "now", "remove")

RESTATING = (syntax.Example, syntax.ChangedExample, syntax.ChangedExamples)

LITERAL = "'''"
BETWEEN_LINES = re.compile(r"[^\n]")
"""What is blanked, so that the rest stands where it stood."""


def parse_toml(source: Source, diagnostics: Diagnostics, parse: Parse) -> syntax.File:
    """The tree of house rules in TOML, of which everything that does not belong there is left out and reported;
    `parse` reads whole declarations in the language."""
    root = _read_table(source, diagnostics)
    declarations = _HouseRuleReader(root, diagnostics, parse).declarations() if root is not None else ()
    return syntax.File(tuple(declarations), span=Span(source, 0, len(source.text)))


def _read_table(source: Source, diagnostics: Diagnostics) -> PlacedValue | None:
    """The table that a TOML file is; None, with a diagnostic, if it is no TOML."""
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


def _report_past_limit(limit: PastLimit) -> Diagnostic:
    if limit.nested:
        return nested_too_deep(limit.span, "tables and lists", MAX_DEPTH)
    return number_too_large(limit.span, 10**MOST_DIGITS - 1)


class _HouseRuleReader:
    """Turns tables of TOML into declarations."""

    def __init__(self, root: PlacedValue, diagnostics: Diagnostics, parse: Parse) -> None:
        self.root, self.diagnostics, self.parse = root, diagnostics, parse
        self.source = root.span.source
        self.builder = Builder(self.source, diagnostics)

    def declarations(self) -> Iterator[syntax.Declaration]:
        table = self.root.table
        self.check_keys(table, (*ABOUT_FILE, *TABLES), "in house rules")
        header = self.header(table)
        if header is not None:
            yield header
        for word, read in (
            ("options", self.options),
            ("tables", self.tables),
            ("dice", self.dice),
            ("choices", self.choices),
        ):
            if word in table:
                yield from read(self.entries(table[word], word))
        if "examples" in table:
            yield from self.examples(table["examples"])
        for each in _list_entries(table.get("without_examples")):
            title = self.text(each, "without_examples")
            if title is not None:
                yield syntax.Removed("example", title, span=title.span)
        if "own_examples" in table:
            yield from self.own_examples(table["own_examples"])

    def header(self, table: dict[str, PlacedValue]) -> syntax.Header | None:
        first = Span(self.source, 0, min(1, len(self.source.text)))
        for key, example in (("house_rules", "short_game"), ("for", "GAME")):
            if key not in table:
                self.diagnostics.add(errors.toml_missing(first, key, f'{key} = "{example}"'))
        name, game = (self.name(table[key], key) if key in table else None for key in ("house_rules", "for"))
        title, source = (self.text(table[key], key) if key in table else None for key in ("title", "source"))
        after = [self.name(each, "after") for each in _list_entries(table.get("after"))]
        if name is None or game is None:
            return None
        return syntax.Header(
            "house_rules",
            name,
            title or syntax.Text(name.text.replace("_", " "), span=name.span),
            (source,) if source else (),
            (),
            (game,),
            tuple(filter(None, after)),
            span=name.span,
        )

    # ---- keys, and values of the right sort

    def refuse(self, entry: PlacedValue, key: str, wanted: str, example: str) -> None:
        """Report a value of the wrong sort, or that its key, which is about the whole file, stands below a table."""
        own = self.root.table.get(key)
        if key in ABOUT_FILE and own is not None and own.key is not entry.key:
            self.diagnostics.add(errors.toml_place(strip_quotes(entry.key), key))
        else:
            self.diagnostics.add(errors.toml_value(entry.span, key, wanted, example))

    def check_keys(self, table: dict[str, PlacedValue], known: Sequence[str], where: str) -> None:
        for key, each in table.items():
            if key not in known:
                self.diagnostics.add(errors.toml_key(strip_quotes(each.key), key, where, known))

    def entries(self, entry: PlacedValue, *path: str) -> Iterator[tuple[str, PlacedValue]]:
        """The entries of a table, without those that are about the whole file, and which the file lacks."""
        if not isinstance(entry.value, dict):
            self.refuse(entry, path[-1], "a table", f"[{'.'.join(path)}]")
        for key, each in entry.table.items():
            if key in ABOUT_FILE and key not in self.root.table:
                self.diagnostics.add(errors.toml_place(strip_quotes(each.key), key))
            else:
                yield key, each

    def name(self, entry: PlacedValue, key: str) -> syntax.Name | None:
        if not isinstance(entry.value, str) or not _is_word(entry.value):
            self.refuse(entry, key, "a name in quotes", f'{key} = "my_game"')
            return None
        self.locate_text(entry)
        return syntax.Name(entry.value, span=entry.inside)

    def text(self, entry: PlacedValue, key: str) -> syntax.Text | None:
        if not self.is_text(entry, key) or self.locate_text(entry) is None:
            return None
        return syntax.Text(str(entry.value), span=entry.span)

    def is_text(self, entry: PlacedValue, key: str) -> bool:
        if not isinstance(entry.value, str):
            self.refuse(entry, key, "a text in quotes", f'{key} = "..."')
        return isinstance(entry.value, str)

    # ---- knobs

    def options(self, entries: Iterator[tuple[str, PlacedValue]]) -> Iterator[syntax.Declaration]:
        """`rounds = 7`"""
        for key, entry in entries:
            literal = self.literal(entry, key)
            if literal is not None:
                span = entry.key.to(entry.span)
                yield syntax.Option(_make_name(entry, key), literal, None, None, None, (), (), span=span)

    def literal(self, entry: PlacedValue, key: str) -> syntax.Literal | None:
        if isinstance(entry.value, str) and _is_word(entry.value):
            return syntax.Literal({"yes": True, "no": False}.get(entry.value, entry.value), span=entry.inside)
        if isinstance(entry.value, (bool, int)):
            return syntax.Literal(entry.value, span=entry.inside)
        self.refuse(entry, key, "a whole number, a name in quotes, or `true` or `false` for yes or no", f"{key} = 7")
        return None

    def examples(self, entry: PlacedValue) -> Iterator[syntax.Declaration]:
        options = []
        for key, each in self.entries(entry, "examples"):
            literal = self.literal(each, key)
            if literal is not None:
                options.append(syntax.WithOption(_make_name(each, key), literal, span=each.key.to(each.span)))
        if options:
            yield syntax.ChangedExamples(tuple(options), span=entry.key)

    def dice(self, entries: Iterator[tuple[str, PlacedValue]]) -> Iterator[syntax.Declaration]:
        """`swing = "3d6"`"""
        for key, entry in entries:
            if not isinstance(entry.value, str) or re.fullmatch(DICE, entry.value) is None:
                self.refuse(entry, key, "dice in quotes", f'{key} = "2d6"')
                continue
            number, faces, shown, written = read_dice_type(entry.value)
            words = tuple(syntax.Name(word, span=entry.inside) for word in written)
            span = entry.key.to(entry.span)
            dice = syntax.Dice(_make_name(entry, key), number, faces, (), shown, words=words, span=span)
            yield syntax.Replaced(dice, span=span)

    def choices(self, entries: Iterator[tuple[str, PlacedValue]]) -> Iterator[syntax.Declaration]:
        """`[choices.order]` with `default = "field"`"""
        for name, entry in entries:
            lines = dict(self.entries(entry, "choices", name))
            self.check_keys(lines, ("default",), "for a choice")
            default = lines.get("default")
            value = self.part(default, "inserted") if default and self.is_text(default, "default") else None
            if value is not None and default is not None:
                choice = syntax.Choice(_make_name(entry, name), None, None, (), value, (), span=default.span)
                yield syntax.ChangedChoice(choice.name, choice, (), span=entry.key)

    # ---- rows

    def tables(self, entries: Iterator[tuple[str, PlacedValue]]) -> Iterator[syntax.Declaration]:
        """`[tables.throws]` with a line for each row, below `replace = true` if these are all rows."""
        for key, entry in entries:
            name, lines = _make_name(entry, key), dict(self.entries(entry, "tables", key))
            whole = "replace" in lines and lines["replace"].value is True
            rows = [self.row(word, each, whole) for word, each in lines.items() if not (whole and word == "replace")]
            found = tuple(each for each in rows if each is not None)
            if whole and len(found) == len(rows):
                written = tuple(each.row for each in found)
                yield syntax.Replaced(
                    syntax.Table(name, (), (), None, (), None, written, (), span=entry.key), span=entry.key
                )
            elif found and not whole:
                yield syntax.ChangedTable(name, found, span=entry.key)

    def row(self, key: str, entry: PlacedValue, whole: bool) -> syntax.RowChange | None:
        """`"11" = "win 2"`, or, unless all rows are written, `"11" = { was = "win 1", now = "win 2" }`."""
        parts = {"now": entry} if isinstance(entry.value, str) else entry.table
        if not self.is_row(key, entry, parts, whole):
            return None
        cells = self.part(PlacedValue(key, entry.key, entry.key), "row_keys")
        was, now = (self.part(parts[word], "cells") if word in parts else None for word in ("was", "now"))
        result, before = (was, None) if "now" not in parts else (now, was)
        if cells is None or result is None or ("was" in parts and was is None):
            return None
        span = entry.key.to(entry.span)
        return syntax.RowChange(syntax.Row(cells, result, (), span=span), before, "now" not in parts, span=span)

    def is_row(self, key: str, entry: PlacedValue, parts: dict[str, PlacedValue], whole: bool) -> bool:
        """Whether a row is written as rows are; reported if not."""
        if whole and parts is entry.table:
            self.refuse(entry, key, "what it is now", f'"{key}" = "..."')
            return False
        if key == "replace" and entry.value is False:
            self.refuse(entry, key, "true", "replace = true")
            return False
        before = len(self.diagnostics.found)
        self.check_keys(parts, ROW, "for a row")
        for word in ("was", "now"):
            if word in parts:
                self.is_text(parts[word], word)
        changes, removes = "now" in parts, parts["remove"].value if "remove" in parts else False
        if not isinstance(removes, bool):
            self.refuse(parts["remove"], "remove", "true", "remove = true")
        elif len(self.diagnostics.found) == before and (changes == removes or (removes and "was" not in parts)):
            example = f'"{key}" = {{ was = "...", now = "..." }}'
            self.refuse(entry, key, "what it was, and what it is now", example)
        return len(self.diagnostics.found) == before

    def own_examples(self, entry: PlacedValue) -> Iterator[syntax.Declaration]:
        text = entry.span.text
        if text[:3] != LITERAL or not text.strip("'").strip():
            self.diagnostics.add(errors.not_examples(entry.span))
            return
        whole, start, end = self.source.text, entry.span.start + len(LITERAL), entry.span.end - len(LITERAL)
        alone = BETWEEN_LINES.sub(" ", whole[:start]) + whole[start:end] + BETWEEN_LINES.sub(" ", whole[end:])
        tree, found = self.parse(Source(self.source.name, alone))
        self.diagnostics.extend(_move_spans(self.source, each) for each in found)
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
