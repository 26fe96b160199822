"""A rulebook with marks: which house rules changed what, and what that says now."""

from __future__ import annotations

from dataclasses import replace

from interpreter.cli.rulebook import Passage, Rulebook, TableEntry
from interpreter.house.flatten import Marked
from interpreter.model import Model


def mark(book: Rulebook, model: Model, marked: Marked) -> Rulebook:
    """The rulebook with the names of the house rules beside what they changed, and what that says now."""

    def passages(entries: tuple[Passage, ...]) -> tuple[Passage, ...]:
        return tuple(
            replace(each, by=by, text=marked.text(each.sort, each.name)) if by else each
            for each in entries
            for by in (marked.by(each.sort, each.name),)
        )

    return replace(
        book,
        dice=tuple(replace(each, by=marked.by("dice", each.name)) for each in book.dice),
        options=tuple(replace(each, by=marked.by("option", each.name)) for each in book.options),
        tables=tuple(_table(each, model, marked) for each in book.tables),
        phases=passages(book.phases),
        rules=passages(book.rules),
        definitions=passages(book.definitions),
        choices=passages(book.choices),
        house_rules=tuple((each.name, each.title) for each in model.house),
    )


def _table(entry: TableEntry, model: Model, marked: Marked) -> TableEntry:
    files = {file: each.name for each in model.house for file in each.files}
    rows = zip(entry.rows, model.tables[entry.name].rows, strict=True)
    return replace(
        entry,
        by=marked.by("table", entry.name),
        rows=tuple(replace(row, by=files.get(info.span.source.name, "")) for row, info in rows),
    )
