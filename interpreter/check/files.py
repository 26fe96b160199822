"""Gathering the files of a ruleset: the game itself and the libraries it uses, each once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from interpreter import syntax
from interpreter.amend import list_games_for
from interpreter.check.world import WORD, LoadedFile, Trees
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import examples, house, names
from interpreter.parser import parse, read_chart
from interpreter.source import Source, Sources, Span

FindGame = Callable[[str], Source | None]


def load_files(sources: Sources, diagnostics: Diagnostics) -> Trees | None:
    """The trees of a game and every library it uses, libraries first; None if it has no header, or if a library that it
    needs is not there to be understood."""
    tree = fill_charts(parse(sources.game, diagnostics), sources, diagnostics)
    header = _find_only_header(tree, diagnostics)
    if header is None:
        if not diagnostics.errors:
            first = tree.declarations[0].span if tree.declarations else Span(sources.game, 0, 0)
            diagnostics.add(names.header_missing(Span(first.source, first.start, min(first.end, first.start + 1))))
        return None
    if header.word == "house_rules":
        place = _find_name_of_game(sources.house[0], sources.game, sources.find_game) if sources.house else None
        game = _find_real_game(header, sources.find_game)
        diagnostics.add(house.game_missing(place or header.name.span, header.name.text, header.name.span, game))
        return None
    report_same_titles(tree, diagnostics)
    if _lacks_chart(tree):
        return None
    library = header.name.text if header.word == "library" else ""
    loading = _Loading(sources, diagnostics)
    loading.load_uses(header, (library,) if library else ())
    if loading.lacking:
        return None
    files = (*loading.files, LoadedFile(tree, library))
    return Trees(files, header, tuple(file.tree for file in files))


def _find_name_of_game(source: Source, game: Source, find_game: FindGame) -> Span | None:
    """Where house rules name a game that they are for."""
    header = parse(source, Diagnostics()).header
    names = header.games if header is not None else ()
    return next((each.span for each in names if find_game(each.text) is game), names[0].span if names else None)


def _find_real_game(header: syntax.Header | None, find_game: FindGame) -> str:
    """The first game that house rules are for in the end, if they are for others which are for it; "" if there is none.
    """
    followed: set[str] = set()
    name = ""
    while header is not None and header.word == "house_rules" and header.games:
        name = header.games[0].text
        source = find_game(name) if name not in followed else None
        followed.add(name)
        header = parse(source, Diagnostics()).header if source is not None else None
    return name if header is not None and header.word == "game" else ""


def fill_charts(tree: syntax.File, sources: Sources, diagnostics: Diagnostics) -> syntax.File:
    """A tree in which the tables with charts have the rows of these; without rows where there is a mistake in one."""
    filled = (_fill_chart(each, sources, diagnostics) for each in tree.declarations)
    return replace(tree, declarations=tuple(filled))


def _fill_chart(node: syntax.Declaration, sources: Sources, diagnostics: Diagnostics) -> syntax.Declaration:
    if isinstance(node, syntax.Replaced) and isinstance(node.declaration, syntax.Table):
        return replace(node, declaration=_fill_table(node.declaration, sources, diagnostics))
    return _fill_table(node, sources, diagnostics) if isinstance(node, syntax.Table) else node


def _fill_table(table: syntax.Table, sources: Sources, diagnostics: Diagnostics) -> syntax.Table:
    if table.chart is None:
        return table
    chart, mistakes = sources.find_chart(table.chart.text, table.chart.span.source), Diagnostics()
    if chart is None:
        mistakes.add(names.chart_missing(table.chart.span, table.chart.text))
    filled = read_chart(chart, table, mistakes) if chart is not None else table
    diagnostics.extend(mistakes.found)
    return filled if not mistakes.errors else table


def _lacks_chart(tree: syntax.File) -> bool:
    return any(isinstance(each, syntax.Table) and each.chart is not None for each in tree.declarations)


def report_same_titles(tree: syntax.File, diagnostics: Diagnostics) -> None:
    first: dict[str, syntax.Text] = {}
    for each in tree.declarations:
        if isinstance(each, syntax.Example) and first.setdefault(each.title.text, each.title) is not each.title:
            diagnostics.add(examples.example_twice(each.title.span, each.title.text, first[each.title.text].span))


def find_unread_words(diagnostics: Diagnostics, files: Sequence[LoadedFile]) -> frozenset[str]:
    """Every word of the declarations that hold a syntax error, and are in no tree for it. (`sides` declares `side`.)"""
    read = [each.span for file in files for each in file.tree.declarations]
    words: set[str] = set()
    for each in diagnostics.errors:
        if each.span is not None and each.span.source.text and not any(span.holds(each.span) for span in read):
            words.update(WORD.findall(_extract_declaration(each.span)))
    return frozenset(words | {"side"} if "sides" in words else words)


def _extract_declaration(span: Span) -> str:
    """The lines from the last one that begins in the first column up to the next such line."""
    source, number = span.source, span.line
    first = number
    while first > 1 and source.line(first)[:1] in ("", " ", "\t", "#"):
        first -= 1
    last = number
    while last < len(source.line_starts) and source.line(last + 1)[:1] in ("", " ", "\t", "#"):
        last += 1
    return source.text[
        source.line_starts[first - 1] : source.line_starts[last] if last < len(source.line_starts) else None
    ]


def _find_only_header(tree: syntax.File, diagnostics: Diagnostics) -> syntax.Header | None:
    headers = [each for each in tree.declarations if isinstance(each, syntax.Header)]
    changes = [each for each in tree.declarations if isinstance(each, syntax.CHANGES)]
    if not any(header.word == "house_rules" for header in headers):
        for name in (each for node in tree.declarations for each in list_games_for(node)[:1]):
            diagnostics.add(house.example_for_outside(name.span, name.text))
        for change in changes:
            word, start = change.span.text.split(maxsplit=1)[0], change.span.start
            diagnostics.add(house.change_outside(Span(change.span.source, start, start + len(word)), word))
    for extra in headers[1:]:
        diagnostics.add(names.header_twice(extra.name.span, headers[0].name.span))
    return headers[0] if headers else None


@dataclass
class _Loading:
    """Libraries on their way in. `lacking` says that one is missing."""

    sources: Sources
    diagnostics: Diagnostics
    files: list[LoadedFile] = field(default_factory=list)
    lacking: bool = False

    def load_uses(self, header: syntax.Header, chain: tuple[str, ...]) -> None:
        """Load the libraries that a header names, of which those of the chain use one another."""
        for use in header.uses:
            if use.text in chain:
                self.lacking = True
                circle = [*chain[chain.index(use.text) :], use.text]
                self.diagnostics.add(names.library_circle(use.span, circle))
            elif not self._has(use):
                self._load(use, chain)

    def _has(self, use: syntax.Name) -> bool:
        return any(use.text == each.library for each in self.files)

    def _load(self, use: syntax.Name, chain: tuple[str, ...]) -> None:
        source = self.sources.find_library(use.text)
        if source is None:
            self.lacking = True
            self.diagnostics.add(names.unknown_library(use.span, use.text, self.sources.libraries))
            return
        tree = fill_charts(parse(source, self.diagnostics), self.sources, self.diagnostics)
        header = _find_only_header(tree, self.diagnostics)
        if header is None:
            self.diagnostics.add(names.header_missing(Span(source, 0, 0)))
            return
        if header.word != "library":
            self.lacking = True
            self.diagnostics.add(names.not_a_library(use.span, use.text))
            return
        report_same_titles(tree, self.diagnostics)
        self.lacking = self.lacking or _lacks_chart(tree)
        self.load_uses(header, (*chain, use.text))
        if not self._has(use):
            self.files.append(LoadedFile(tree, use.text))
