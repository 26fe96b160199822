"""Gathering the files of a ruleset: the game itself and the libraries it uses, each once."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import syntax
from interpreter.check.world import WORD, LoadedFile, World
from interpreter.diagnostics import Diagnostics
from interpreter.errors import examples, house, names
from interpreter.parser import parse
from interpreter.source import Source, Span

FindLibrary = Callable[[str], Source | None]


def load_files(world: World, source: Source, find_library: FindLibrary) -> syntax.Header | None:
    """Parse the source and every library it uses, libraries first.

    The header of the source; None if it has none, or if a library that it needs is not there to be understood.
    """
    tree = parse(source, world.diagnostics)
    header = _only_header(world, tree)
    if header is None:
        if not world.diagnostics.errors:
            first = tree.declarations[0].span if tree.declarations else Span(source, 0, 0)
            world.report(names.header_missing(Span(source, first.start, min(first.end, first.start + 1))))
        return None
    if header.word == "house_rules":
        world.report(house.game_missing(header.name.span, header.name.text, header.game.text if header.game else ""))
        return None
    report_same_titles(world, tree)
    world.standalone = header.word == "library"
    _load_uses(world, header, find_library, (header.name.text,) if world.standalone else ())
    world.files.append(LoadedFile(tree, header.name.text if world.standalone else ""))
    missing = {"unknown-library", "not-a-library", "library-circle"}
    return header if not missing & {each.code for each in world.diagnostics.errors} else None


def report_same_titles(world: World, tree: syntax.File) -> None:
    """Report examples of a file that have the title of another one."""
    first: dict[str, syntax.Text] = {}
    for each in tree.declarations:
        if isinstance(each, syntax.Example) and first.setdefault(each.title.text, each.title) is not each.title:
            world.report(examples.example_twice(each.title.span, each.title.text, first[each.title.text].span))


def unread_words(diagnostics: Diagnostics) -> frozenset[str]:
    """Every word of the declarations that hold a syntax error."""
    words: set[str] = set()
    for each in diagnostics.errors:
        if each.span is not None and each.span.source.text:
            words.update(WORD.findall(_declaration_around(each.span)))
    return frozenset(words)


def _declaration_around(span: Span) -> str:
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


def _only_header(world: World, tree: syntax.File) -> syntax.Header | None:
    headers = [each for each in tree.declarations if isinstance(each, syntax.Header)]
    changes = [each for each in tree.declarations if isinstance(each, syntax.CHANGES)]
    if not any(header.word == "house_rules" for header in headers):
        for change in changes:
            word, start = change.span.text.split(maxsplit=1)[0], change.span.start
            world.report(house.change_outside(Span(change.span.source, start, start + len(word)), word))
    for extra in headers[1:]:
        world.report(names.header_twice(extra.name.span, headers[0].name.span))
    return headers[0] if headers else None


def _load_uses(world: World, header: syntax.Header, find_library: FindLibrary, chain: tuple[str, ...]) -> None:
    for use in header.uses:
        if use.text in chain:
            world.report(names.library_circle(use.span, [*chain[chain.index(use.text) :], use.text]))
        elif all(use.text != each.library for each in world.files):
            _load_library(world, use, find_library, chain)


def _load_library(world: World, use: syntax.Name, find_library: FindLibrary, chain: tuple[str, ...]) -> None:
    source = find_library(use.text)
    if source is None:
        world.report(names.unknown_library(use.span, use.text, world.libraries))
        return
    tree = parse(source, world.diagnostics)
    header = _only_header(world, tree)
    if header is None:
        world.report(names.header_missing(Span(source, 0, 0)))
        return
    if header.word != "library":
        world.report(names.not_a_library(use.span, use.text))
        return
    report_same_titles(world, tree)
    _load_uses(world, header, find_library, (*chain, use.text))
    if all(use.text != each.library for each in world.files):
        world.files.append(LoadedFile(tree, use.text))
