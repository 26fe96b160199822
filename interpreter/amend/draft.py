"""The declarations of a game while they are being changed: found by what they are and what they are called.

Nothing here knows the kinds of declarations one by one: a declaration goes by the word it begins with and its name,
an example by its title. So what is added to the language can be replaced and removed like everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter import syntax

Declared = syntax.Declaration

ONLY_ONE = ("players", "sides")
"""What a game has one of, without a name."""


def word_of(node: Declared) -> str:
    """The word a declaration begins with."""
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


class Draft:
    """The files of a game, libraries first, with declarations that can be put in the place of others."""

    def __init__(self, files: Sequence[syntax.File]) -> None:
        self.files = list(files)

    def each(self) -> Iterator[Declared]:
        """Every declaration, in order."""
        for file in self.files:
            yield from file.declarations

    def all_called(self, word: str, name: str) -> list[Declared]:
        """The declarations of one sort with one name; a library's option may be named again by the game."""
        return [each for each in self.each() if word_of(each) == word and name_of(each) == name]

    def keeps(self, phase: str, name: str) -> syntax.Phase | syntax.Also | None:
        """The declaration that lets a phase keep something."""
        for each in (*self.all_called("phase", phase), *self.all_called("also", phase)):
            if isinstance(each, (syntax.Phase, syntax.Also)) and name in [kept.name.text for kept in each.state]:
                return each
        return None

    def find(self, word: str, name: str) -> Declared | None:
        """The first of them, if there is one."""
        return next(iter(self.all_called(word, name)), None)

    def names(self, word: str) -> list[str]:
        """All names of one sort."""
        return list(dict.fromkeys(name_of(each) for each in self.each() if word_of(each) == word))

    def named(self, name: str) -> Declared | None:
        """A declaration of any sort with this name that a rule could mean."""
        apart = ("measure", "view", "strategy", "example", "header", "expects", "note")
        return next((each for each in self.each() if name_of(each) == name and word_of(each) not in apart), None)

    def put(self, old: Declared, new: Declared) -> None:
        """Put a declaration in the place of another."""
        self._exchange(old, (new,))

    def drop(self, old: Declared) -> None:
        """Take a declaration away."""
        self._exchange(old, ())

    def add(self, new: Declared) -> None:
        """Add a declaration to the game itself: an example at the end, anything else before the first of them."""
        game = self.files[-1]
        titles = [at for at, each in enumerate(game.declarations) if isinstance(each, syntax.Example)]
        at = titles[0] if titles and not isinstance(new, syntax.Example) else len(game.declarations)
        declarations = (*game.declarations[:at], new, *game.declarations[at:])
        self.files[-1] = replace(game, declarations=declarations)

    def _exchange(self, old: Declared, new: tuple[Declared, ...]) -> None:
        for number, file in enumerate(self.files):
            for at, each in enumerate(file.declarations):
                if each is old:
                    declarations = (*file.declarations[:at], *new, *file.declarations[at + 1 :])
                    self.files[number] = replace(file, declarations=declarations)
                    return
        raise AssertionError(old)
