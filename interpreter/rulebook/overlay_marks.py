"""A rulebook with marks: which house rules changed what, and what that says now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.model import Model
from interpreter.rulebook import Passage, Rulebook, TableEntry, make_rulebook
from interpreter.rulebook.prose import make_page


def make_marked_rulebook(model: Model, settings: Mapping[str, int]) -> Rulebook:
    """The rulebook of a game with the names of the house rules beside what they changed, and what that says now."""
    book, texts = make_rulebook(model, settings), _list_texts(model)

    def passages(entries: tuple[Passage, ...]) -> tuple[Passage, ...]:
        return tuple(
            replace(each, by=by, text=texts[each.sort, each.name]) if by else each
            for each in entries
            for by in (_find_overlays(model, each.sort, each.name),)
        )

    marked = replace(
        book,
        dice=tuple(replace(each, by=_find_overlays(model, "dice", each.name)) for each in book.dice),
        options=tuple(replace(each, by=_find_overlays(model, "option", each.name)) for each in book.options),
        tables=tuple(mark_table(each, model) for each in book.tables),
        phases=passages(book.phases),
        rules=passages(book.rules),
        definitions=passages(book.definitions),
        choices=passages(book.choices),
        changed={key: _find_overlays(model, *key.split(" ", 1)) for key in map(" ".join, texts)},
        house_rules=tuple((each.name, each.title) for each in model.house),
    )
    return replace(marked, page=make_page(model, settings, marked))


def _list_texts(model: Model) -> dict[tuple[str, str], str]:
    return {(word, name): text for each in model.house for word, name, text in each.changed}


def _find_overlays(model: Model, word: str, name: str) -> str:
    """The house rules that changed or brought a declaration, joined by commas."""
    return ", ".join(each.name for each in model.house if any(one[:2] == (word, name) for one in each.changed))


def mark_table(entry: TableEntry, model: Model) -> TableEntry:
    """A table with the names of the house rules beside what they changed of it."""
    files = {file: each.name for each in model.house for file in each.files}
    rows = zip(entry.rows, model.tables[entry.name].rows, strict=True)
    return replace(
        entry,
        by=_find_overlays(model, "table", entry.name),
        rows=tuple(replace(row, by=files.get(info.span.source.name, "")) for row, info in rows),
    )
