"""The declarations of a game while they are being changed: found by kind and name.

Nothing here knows the kinds of declarations one by one: a declaration goes by the word it begins with and its name,
an example by its title. So what is added to the language can be replaced and removed like everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from interpreter import syntax

Declared = syntax.Declaration

ONLY_ONE = ("players", "sides", "aim")
"""What a game has one of, without a name."""


def word_of(node: Declared) -> str:
    match node:
        case syntax.Kind(word) | syntax.Zone(word):
            return word
        case syntax.TakenTable():
            return "table"
        case _:
            return type(node).__name__.lower()


def name_of(node: Declared) -> str:
    """The name a declaration goes by; an example's title; empty where there is none."""
    if word_of(node) in ONLY_ONE:
        return ""
    if isinstance(node, syntax.Also):
        return node.phase.text
    named = getattr(node, "name", None) or getattr(node, "title", None)
    return named.text if isinstance(named, (syntax.Name, syntax.Text)) else ""


def place_of(node: Declared) -> syntax.Node:
    """The part of a declaration to point at: its name or title, or all of it."""
    named = getattr(node, "name", None) or getattr(node, "title", None)
    return named if isinstance(named, (syntax.Name, syntax.Text)) else node


Cited = TypeVar("Cited", bound=syntax.Node)


def strip_citations(node: Cited) -> Cited:
    """A declaration, or a line of one, without its citations and words, which say nothing of how it is played."""
    changes: dict[str, Any] = {name: () for name in ("marks", "words") if hasattr(node, name)}
    return replace(node, **changes)


def _words_of(node: Declared) -> tuple[syntax.Words, ...]:
    return getattr(node, "words", ())


def _drop_words(node: Declared) -> Declared:
    """A declaration with its remarks alone."""
    remarks = tuple(each for each in _words_of(node) if each.word == "remark")
    return node if remarks == _words_of(node) else replace(node, words=remarks)  # type: ignore[arg-type]


def _only_adds(old: Declared, new: Declared) -> bool:
    """Whether all steps of a rule or phase are still there, in order."""
    steps = iter(getattr(new, "body", ()))
    return isinstance(old, syntax.Rule | syntax.Phase) and all(each in steps for each in old.body)


class Draft:
    """The files of a game, libraries first, with declarations that can be put in the place of others.

    Every declaration has a place, a number that grows in the order of the text, and is found by its place, or by its
    word and its name. What is added to the game stands before its first example: its last file is in two parts.
    """

    def __init__(self, files: Sequence[syntax.File]) -> None:
        self._files = tuple(files)
        self._place: dict[int, tuple[dict[int, Declared], int]] = {}
        self._called: dict[str, dict[str, dict[int, Declared]]] = {}
        self._next = 0
        *libraries, game = self._files
        titles = [at for at, each in enumerate(game.declarations) if isinstance(each, syntax.Example)]
        first = titles[0] if titles else len(game.declarations)
        own = (game.declarations[:first], game.declarations[first:])
        parts = (*(file.declarations for file in libraries), *own)
        self._parts: list[dict[int, Declared]] = [{} for _ in parts]
        for part, some in zip(self._parts, parts, strict=True):
            for each in some:
                self._append(part, each)

    @property
    def files(self) -> tuple[syntax.File, ...]:
        *libraries, game, examples = (tuple(part.values()) for part in self._parts)
        declared = [*libraries, game + examples]
        return tuple(replace(file, declarations=each) for file, each in zip(self._files, declared, strict=True))

    def iterate(self) -> Iterator[Declared]:
        for part in self._parts:
            yield from part.values()

    def find_sort(self, word: str) -> dict[str, dict[int, Declared]]:
        """The declarations of one sort, by their names and places. A library's examples are its own, for only the
        game's are run: they are of no sort."""
        return self._called.get(word, {})

    def find_all(self, word: str, name: str) -> list[Declared]:
        """The declarations of one sort with one name; a library's option may be named again by the game."""
        return [each for _, each in sorted(self.find_sort(word).get(name, {}).items())]

    def find_keep(self, phase: str, name: str) -> syntax.Phase | syntax.Also | None:
        for each in (*self.find_all("phase", phase), *self.find_all("also", phase)):
            if isinstance(each, (syntax.Phase, syntax.Also)) and name in [kept.name.text for kept in each.state]:
                return each
        return None

    def find(self, word: str, name: str) -> Declared | None:
        return next(iter(self.find_all(word, name)), None)

    def find_table(self, name: str) -> syntax.Table | None:
        return next((each for each in self.find_all("table", name) if isinstance(each, syntax.Table)), None)

    def examples(self) -> list[syntax.Example]:
        return [each for each in self._parts[-1].values() if isinstance(each, syntax.Example)]

    def names(self, word: str) -> list[str]:
        return [name for name, some in self.find_sort(word).items() if some]

    def find_named(self, name: str) -> Declared | None:
        """A declaration of any sort with this name that a rule could mean."""
        apart = ("", "measure", "view", "layout", "strategy", "example", "header", "expects", "note")
        return next((each for word in self._called if word not in apart for each in self.find_all(word, name)), None)

    def is_in_game(self, node: Declared) -> bool:
        part, _ = self._place[id(node)]
        return any(part is own for own in self._parts[-2:])

    def replace(self, old: Declared, new: Declared) -> None:
        """What a declaration says in words is void once it is changed, unless the change brings words of its own; so
        are words of others that cover it, if a step of it is changed."""
        new = _drop_words(new) if _words_of(new) == _words_of(old) else new
        changed = name_of(old)
        for each in [*self.iterate()] if not _only_adds(old, new) else ():
            if each is not old and any(changed == name.text for words in _words_of(each) for name in words.covers):
                self._swap(each, _drop_words(each))
        self._swap(old, new)

    def _swap(self, old: Declared, new: Declared) -> None:
        part, place = self._forget(old)
        self._enter(part, place, new)

    def remove(self, old: Declared) -> None:
        part, place = self._forget(old)
        del part[place]

    def add(self, new: Declared) -> None:
        """Add a declaration to the game itself: an example at the end, anything else before the first of them."""
        self._append(self._parts[-1 if isinstance(new, syntax.Example) else -2], new)

    # ---- places

    def _append(self, part: dict[int, Declared], node: Declared) -> None:
        self._next += 1
        self._enter(part, self._next, node)

    def _enter(self, part: dict[int, Declared], place: int, node: Declared) -> None:
        part[place] = node
        self._place[id(node)] = (part, place)
        self._called.setdefault(self._sort(part, node), {}).setdefault(name_of(node), {})[place] = node

    def _forget(self, node: Declared) -> tuple[dict[int, Declared], int]:
        part, place = self._place.pop(id(node))
        del self._called[self._sort(part, node)][name_of(node)][place]
        return part, place

    def _sort(self, part: dict[int, Declared], node: Declared) -> str:
        return "" if isinstance(node, syntax.Example) and part is not self._parts[-1] else word_of(node)
