"""Finds the declaration and the uses of a name, and renames it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from interpreter import loader
from interpreter.check.world import Use
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Rejected, Severity
from interpreter.files import resolve
from interpreter.loader import FileSource
from interpreter.source import NOWHERE, Source, Span
from interpreter.workshop.texts import Checkup, Workshop

LOCAL = ("local name", "parameter", "bound", "local")
"""What is known only inside its declaration."""


class CannotRename(Exception):
    """A name cannot be changed to this one; the text says why."""


@dataclass(frozen=True)
class Place:
    """A stretch of characters in a file."""

    path: Path
    start: int
    end: int


@dataclass(frozen=True)
class Edit:
    """The new text for a span."""

    place: Place
    text: str


def place_of(span: Span) -> Place | None:
    """The place of a span in its file; None if it is in none."""
    source = span.source
    return Place(resolve(source.path), span.start, span.end) if isinstance(source, FileSource) else None


def find_use(checkup: Checkup, offset: int) -> Use | None:
    """The name that stands at a place of a text, or ends there, if it means something."""
    at = bisect_right(checkup.uses, offset, key=lambda use: use.span.start) - 1
    use = checkup.uses[at] if at >= 0 else None
    return use if use is not None and offset <= use.span.end else None


def find_definitions(checkup: Checkup, offset: int) -> tuple[Span, ...]:
    """Where what stands at a place is declared: a name; the library, or the game, that a header names; the row of the
    game that a row of house rules takes the place of."""
    use = find_use(checkup, offset)
    if use is not None and use.declared is not NOWHERE and (use.declared != use.span or not _changes(checkup, offset)):
        return (use.declared,)
    return _changes(checkup, offset) or tuple(_list_named_files(checkup, offset))


def _changes(checkup: Checkup, offset: int) -> tuple[Span, ...]:
    """The rows that the row of house rules at a place changes."""
    amended = checkup.result.amended if checkup.result is not None else None
    if amended is None:
        return ()
    found = (spans for key, spans in amended.targets.items() if _is_at(key, checkup.source, offset))
    return next(found, ())


def _is_at(span: Span, source: Source, offset: int) -> bool:
    return span.source is source and span.start <= offset <= span.end


def _list_named_files(checkup: Checkup, offset: int) -> Iterator[Span]:
    header = checkup.tree.header
    if header is None:
        return
    for each in header.uses:
        if _is_at(each.span, checkup.source, offset) and (found := loader.find_library(each.text, checkup.source)):
            yield Span(found, 0, 0)
    for each in header.games:
        if _is_at(each.span, checkup.source, offset) and (found := loader.find_game(each.text, checkup.source)):
            yield Span(found, 0, 0)


def find_references(workshop: Workshop, path: Path, offset: int) -> tuple[Place, ...]:
    """Every occurrence of the name at this place, its declaration included: in this file, in those beside it, and in
    the open ones."""
    use = find_use(workshop.check(path), offset)
    if use is None:
        return ()
    start, declared = place_of(use.span), place_of(use.declared)
    if start is None or declared is None:
        return () if start is None else (start,)
    files = [path] if use.word in LOCAL else _list_files_with(workshop, use.name, declared.path, path)
    linked: dict[Place, set[Place]] = {}
    for file in files:
        for one, other in _list_links(workshop, file, use.name):
            linked.setdefault(one, set()).add(other)
            linked.setdefault(other, set()).add(one)
    return tuple(sorted(_reach(start, linked), key=lambda place: (place.path, place.start)))


def _list_links(workshop: Workshop, path: Path, name: str) -> Iterator[tuple[Place, Place]]:
    """The places of a name in a file, and in those that it needs, each with that where it is declared. What a library
    expects of games is declared in each of them, and so it links them."""
    try:
        checkup = workshop.check(path)
    except Rejected:
        return
    known = checkup.result.uses.values() if checkup.result is not None else ()
    for each in (*known, *checkup.uses):
        if each.name == name:
            one, other = place_of(each.span), place_of(each.declared)
            if one is not None and other is not None:
                yield one, other


def _reach(start: Place, linked: Mapping[Place, set[Place]]) -> set[Place]:
    found, new = {start}, {start}
    while new:
        new = {other for one in new for other in linked.get(one, ())} - found
        found |= new
    return found


def _list_files_with(workshop: Workshop, name: str, *beside: Path) -> list[Path]:
    """The files that may speak of a name: those in the folders of these files, and open ones, that have the word."""
    roots = {_find_root(resolve(each)) for each in beside}
    files = {*workshop.open_paths, *(resolve(each) for each in beside)}
    for root in roots:
        try:
            files.update(resolve(each) for each in loader.list_rulesets_below(root))
        except Rejected:
            continue
    word = re.compile(rf"\b{re.escape(name)}\b")
    return sorted(each for each in files if _has(workshop, each, word))


def _find_root(path: Path) -> Path:
    """The folder of a game's file; that of a library or of house rules lies in it."""
    folder = path.parent
    return folder.parent if folder.name in ("library", "house", "classics") else folder


def _has(workshop: Workshop, path: Path, word: re.Pattern[str]) -> bool:
    try:
        return word.search(workshop.read(path).text) is not None
    except Rejected:
        return False


# ---- other names


def rename(workshop: Workshop, path: Path, offset: int, new: str) -> tuple[Edit, ...]:
    """What has to be written where, so that what stands at a place is called otherwise.

    Raises `CannotRename` if there is no name at that place, or if some file would not be right any more.
    """
    use = find_use(workshop.check(path), offset)
    if use is None:
        raise CannotRename("There is no name here.")
    if use.declared is NOWHERE:
        raise CannotRename(f"`{use.name}` is a word of the language.")
    if not loader.NAME.fullmatch(new):
        raise CannotRename("A name is one word of letters, digits and underscores, and does not begin with a digit.")
    edits = tuple(Edit(place, new) for place in find_references(workshop, path, offset))
    wrong = _find_new_mistake(workshop, edits)
    if wrong is not None:
        place = f" ({wrong.span.place})" if wrong.span is not None else ""
        raise CannotRename(f"With that name the rules would not be right: {wrong.message}{place}.")
    return edits


def _find_new_mistake(workshop: Workshop, edits: Iterable[Edit]) -> Diagnostic | None:
    """A diagnostic of a file that edits would introduce."""
    after = Workshop()
    for file in workshop.open_paths:
        after.change(file, workshop.read(file).text)
    by_file: dict[Path, list[Edit]] = {}
    for each in edits:
        by_file.setdefault(each.place.path, []).append(each)
    for file, own in by_file.items():
        after.change(file, apply_edits(workshop.read(file).text, own))
    for file in by_file:
        before, found = _list_errors(workshop.check(file)), _list_errors(after.check(file))
        if len(found) > len(before):
            return found[0]
    return None


def _list_errors(checkup: Checkup) -> list[Diagnostic]:
    return [each for each in checkup.diagnostics if each.severity is Severity.ERROR]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with what is to stand at some places of it instead, none of which overlap."""
    for each in sorted(edits, key=lambda edit: edit.place.start, reverse=True):
        text = text[: each.place.start] + each.text + text[each.place.end :]
    return text
