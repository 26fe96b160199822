"""The workshop's data in the types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from lsprotocol import types

from interpreter import loader
from interpreter.check.world import Use
from interpreter.diagnostics import Diagnostic, Severity
from interpreter.lsp.places import Ruler, make_uri
from interpreter.source import NOWHERE, Source
from interpreter.workshop import Checkup
from interpreter.workshop.completion import Completion
from interpreter.workshop.outline import Symbol

SYMBOLS = {
    **dict.fromkeys(("game", "library", "house_rules"), types.SymbolKind.Module),
    **dict.fromkeys(("phase", "rule"), types.SymbolKind.Function),
    **dict.fromkeys(("kind", "sides", "players", "cards"), types.SymbolKind.Enum),
    **dict.fromkeys(("member", "offer"), types.SymbolKind.EnumMember),
    **dict.fromkeys(("dice", "pile", "hand", "keep"), types.SymbolKind.Variable),
    "option": types.SymbolKind.Property,
    "table": types.SymbolKind.Array,
    "define": types.SymbolKind.Constant,
    "choice": types.SymbolKind.Event,
    "example": types.SymbolKind.String,
}
"""What a declaration is to an editor, by the word that it begins with."""

COMPLETIONS = {
    "word": types.CompletionItemKind.Keyword,
    **dict.fromkeys(("rule", "phase"), types.CompletionItemKind.Function),
    **dict.fromkeys(("kind", "choice"), types.CompletionItemKind.Enum),
    **dict.fromkeys(("member", "offer", "value", "alternative"), types.CompletionItemKind.EnumMember),
    **dict.fromkeys(("library", "game"), types.CompletionItemKind.Module),
    "option": types.CompletionItemKind.Property,
    "define": types.CompletionItemKind.Constant,
    "table": types.CompletionItemKind.Struct,
}

TOKENS = {
    **dict.fromkeys(("rule", "phase"), "function"),
    **dict.fromkeys(("kind",), "enum"),
    **dict.fromkeys(("member", "offer", "alternative"), "enumMember"),
    **dict.fromkeys(("parameter", "part"), "parameter"),
    **dict.fromkeys(("option", "column"), "property"),
    **dict.fromkeys(("define", "table", "measure", "view", "layout", "strategy"), "type"),
}
LEGEND = types.SemanticTokensLegend([*dict.fromkeys((*TOKENS.values(), "variable"))], ["declaration", "defaultLibrary"])
"""The sorts of names that an editor may colour apart."""


def make_diagnostic(diagnostic: Diagnostic, source: Source, ruler: Ruler) -> types.Diagnostic:
    """A diagnostic about a text, with the other places that it speaks of and the page that explains it."""
    span = diagnostic.span
    start = types.Position(0, 0)
    where = ruler.find_range(span) if span is not None and span.source is source else types.Range(start, start)
    parts = [diagnostic.message, *diagnostic.notes, *([f"help: {diagnostic.help}"] if diagnostic.help else [])]
    related = ((ruler.find_location(each.span), each.text) for each in diagnostic.labels)
    page = loader.find_page(diagnostic.code)
    return types.Diagnostic(
        where,
        "\n".join(parts),
        types.DiagnosticSeverity.Error if diagnostic.severity is Severity.ERROR else types.DiagnosticSeverity.Warning,
        code=diagnostic.code,
        code_description=types.CodeDescription(make_uri(page)) if page.is_file() else None,
        source="groundrules",
        related_information=[
            types.DiagnosticRelatedInformation(place, text) for place, text in related if place is not None
        ],
    )


def make_symbols(symbols: Iterable[Symbol], ruler: Ruler) -> list[types.DocumentSymbol]:
    return [
        types.DocumentSymbol(
            each.name or each.word,
            SYMBOLS.get(each.word, types.SymbolKind.Object),
            ruler.find_range(each.span),
            ruler.find_range(each.at),
            detail=each.word,
            children=make_symbols(each.parts, ruler),
        )
        for each in symbols
    ]


def make_completions(offered: Sequence[Completion], replaced: types.Range) -> types.CompletionList:
    """The completions of a partial word, in the order in which they are offered."""
    items = [
        types.CompletionItem(
            each.text,
            kind=COMPLETIONS.get(each.sort, types.CompletionItemKind.Variable),
            detail=each.detail or (each.sort if each.sort != "word" else None),
            sort_text=f"{at:05}",
            text_edit=types.TextEdit(replaced, each.text),
        )
        for at, each in enumerate(offered)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def make_tokens(checkup: Checkup, ruler: Ruler) -> list[int]:
    """The names of a text, each as five numbers: how many lines and units after the one before it begins, how long it
    is, its sort, and whether it is declared there (1) or belongs to the language (2)."""
    data: list[int] = []
    line = start = 0
    for use in _without_overlaps(checkup.uses):
        where = ruler.find_range(use.span)
        if where.start.line != where.end.line:
            continue
        here, units = where.start.line, where.start.character
        sort = LEGEND.token_types.index(TOKENS.get(use.word, "variable"))
        marks = (use.span == use.declared) | (use.declared is NOWHERE) << 1
        data += [here - line, units - start if here == line else units, where.end.character - units, sort, marks]
        line, start = here, units
    return data


def _without_overlaps(uses: Iterable[Use]) -> Iterable[Use]:
    """A card's name, `ace of clubs`, is one name with two names in it: this returns the two."""
    found = sorted(uses, key=lambda use: (use.span.start, use.span.end))
    for use, following in zip_longest(found, found[1:]):
        if following is None or following.span.start >= use.span.end:
            yield use
