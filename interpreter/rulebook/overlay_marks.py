"""A rulebook with marks: which house rules changed what, and what that says now."""

from __future__ import annotations

from dataclasses import replace

from interpreter.house.flatten import OverlayMarks
from interpreter.model import Model
from interpreter.rulebook import Passage, Rulebook, TableEntry


def mark_rulebook(book: Rulebook, model: Model, marked: OverlayMarks) -> Rulebook:
    """The rulebook with the names of the house rules beside what they changed, and what that says now."""

    def passages(entries: tuple[Passage, ...]) -> tuple[Passage, ...]:
        return tuple(
            replace(each, by=by, text=marked.format_declaration(each.sort, each.name)) if by else each
            for each in entries
            for by in (marked.overlays_of(each.sort, each.name),)
        )

    return replace(
        book,
        dice=tuple(replace(each, by=marked.overlays_of("dice", each.name)) for each in book.dice),
        options=tuple(replace(each, by=marked.overlays_of("option", each.name)) for each in book.options),
        tables=tuple(mark_table(each, model, marked) for each in book.tables),
        phases=passages(book.phases),
        rules=passages(book.rules),
        definitions=passages(book.definitions),
        choices=passages(book.choices),
        house_rules=tuple((each.name, each.title) for each in model.house),
    )


def mark_table(entry: TableEntry, model: Model, marked: OverlayMarks) -> TableEntry:
    """A table with the names of the house rules beside what they changed of it."""
    files = {file: each.name for each in model.house for file in each.files}
    rows = zip(entry.rows, model.tables[entry.name].rows, strict=True)
    return replace(
        entry,
        by=marked.overlays_of("table", entry.name),
        rows=tuple(replace(row, by=files.get(info.span.source.name, "")) for row, info in rows),
    )
