"""Hover texts of names, in Markdown: the declaration, or the table with its odds and house rules."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from interpreter.check.world import RESERVED, Use
from interpreter.data_classes import dataclass
from interpreter.diagnostics.wording import describe_sort
from interpreter.model import Citation, Model
from interpreter.rulebook import TableEntry, extract_declaration, make_table
from interpreter.rulebook.overlay_marks import mark_table
from interpreter.source import NOWHERE, Span
from interpreter.workshop.naming import find_use
from interpreter.workshop.texts import Checkup, Workshop

WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Hover:
    """The hover text at a place."""

    span: Span
    text: str


def describe(workshop: Workshop, path: Path, offset: int) -> Hover | None:
    """What stands at a place, if it is a name that means something: a table with its odds and what house rules changed
    of it, or a declaration in its own words, with where it comes from."""
    checkup = workshop.check(path)
    sound = workshop.find_sound(path)
    use = find_use(checkup, offset) or _find_in_base(workshop, checkup, offset)
    if use is None:
        return None
    parts = [_head(use, checkup), *_describe_body(use, sound)]
    return Hover(use.span, "\n\n".join(each for each in parts if each))


def _find_in_base(workshop: Workshop, checkup: Checkup, offset: int) -> Use | None:
    """What the word at a place of house rules means in their game, where they are not right yet."""
    base = workshop.find_base(checkup) if not checkup.uses else None
    word = next((each for each in WORD.finditer(checkup.source.text) if each.start() <= offset <= each.end()), None)
    if base is None or base.result is None or word is None:
        return None
    declared = (use for use in base.result.uses.values() if use.name == word[0] and use.span == use.declared)
    use = next(declared, None)
    return replace(use, span=Span(checkup.source, *word.span())) if use is not None else None


def _head(use: Use, checkup: Checkup) -> str:
    where = use.declared.source
    elsewhere = f", in `{where.name}`" if use.declared is not NOWHERE and where is not checkup.source else ""
    return f"**{use.name}**: {describe_sort(use.word)}{elsewhere}"


def _describe_body(use: Use, sound: Checkup | None) -> list[str]:
    if use.declared is NOWHERE:
        return [RESERVED.get(use.name, "")]
    model = sound.model if sound is not None else None
    if model is not None and use.word == "table" and use.name in model.tables:
        entry = mark_table(make_table(model, model.tables[use.name]), model)
        return [_cite(model.tables[use.name].citation), _draw_table(entry)]
    line = use.declared.source.line(use.declared.line)
    text = line.strip() if line[:1].isspace() else extract_declaration(use.declared)
    return [_find_citation(model, use), f"```rules\n{text}\n```"]


def _find_citation(model: Model | None, use: Use) -> str:
    if model is None:
        return ""
    named = (model.routines, model.defines, model.choices, model.dice, model.options, model.measures, model.zones)
    found = next((infos[use.name] for infos in named if use.name in infos), None)
    return _cite(found.citation) if found is not None and found.span == use.declared else ""


def _cite(citation: Citation) -> str:
    ids = ", ".join((*citation.ids, *(f"{each} (open)" for each in citation.open_ids)))
    return ", ".join(each for each in (citation.section, ids) if each)


def _draw_table(entry: TableEntry) -> str:
    """A table in Markdown: its keys, results, odds, and the house rules that wrote a row."""
    odds, by = any(row.odds for row in entry.rows), any(row.by for row in entry.rows)
    results = entry.columns or ("",)
    heads = [" | ".join(entry.keys), *results, *(["odds", ""] if odds else []), *(["by"] if by else [])]
    lines = [heads, ["---"] * len(heads)]
    for row in entry.rows:
        marks = [*([row.odds, row.percent] if odds else []), *([row.by] if by else [])]
        lines.append([row.key, *row.results, *marks])
    return "\n".join(f"| {' | '.join(_escape(cell) for cell in line)} |" for line in lines)


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
