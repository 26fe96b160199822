"""Reads words by the tables of a grammar: an LALR parser, and a lexer that asks it which words may come.

The tables are plain data (see `grammar`), worked out by Lark; what is done with them here is what Lark would do. A
state has actions, by the word that comes: a number from 0 is the state to go on in, one below 0 the rule by which the
last pieces are put together (-1 is rule 0). `gotos` says where to go on after that.

Which words are looked for depends on the state: patterns in their order, then words and signs, the longest first. What
a pattern finds is taken for a word of the language where one may stand that is written so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from interpreter.parser.pieces import Piece, Token, Tree, place

Match: TypeAlias = Callable[[str, int], "re.Match[str] | None"]
Builder: TypeAlias = Callable[[list[Piece]], Piece]

END = "$END"


class Unfit(Exception):
    """A word that cannot stand here."""


@dataclass(frozen=True)
class Rule:
    """A rule by which pieces are put together: `build` makes one of `size` of them. Where there is no `build` one piece
    stays as it is."""

    origin: str
    size: int
    build: Builder | None


@dataclass(frozen=True)
class Context:
    """What is looked for in some states: patterns, each with the words that it finds too, and words by their length."""

    patterns: tuple[tuple[Match, str, dict[str, str]], ...]
    written: tuple[tuple[int, dict[str, str]], ...]

    def word(self, text: str, at: int) -> Token | None:
        """The word that stands at a place, if one of these does."""
        for match, kind, words in self.patterns:
            found = match(text, at)
            if found is not None:
                word = found.group()
                return Token(words.get(word, kind), word, at, found.end())
        for length, kinds in self.written:
            word = text[at : at + length]
            if word in kinds:
                return Token(kinds[word], word, at, at + length)
        return None


class Language:
    """A grammar made ready for reading."""

    def __init__(self, tables: dict[str, Any]) -> None:
        """`tables` are those that `grammar.tables` makes. Raises KeyError, TypeError or ValueError if they are not."""
        symbols = tables["symbols"]
        self.tables = tables
        self.starts: dict[str, tuple[int, int]] = {name: (first, last) for name, (first, last) in tables["starts"]}
        self.spellings: dict[str, str] = {name: written for name, written, _ in tables["words"]}
        self.rules = [Rule(origin, size, _builder(*how)) for origin, size, *how in tables["rules"]]
        self.actions = [_named(row, symbols) for row in tables["actions"]]
        self.gotos = [_named(row, symbols) for row in tables["gotos"]]
        self.skip: Match = re.compile("(?:" + "|".join(tables["skipped"]) + ")*").match
        self._patterns = [(name, re.compile(pattern).match) for name, pattern in tables["patterns"]]
        self._words = tables["words"]
        self._contexts: list[Context | None] = [None] * len(self.actions)
        self._shared: dict[frozenset[str], Context] = {}

    def context(self, state: int) -> Context:
        """What is looked for in a state."""
        found = self._contexts[state]
        if found is None:
            found = self._contexts[state] = self._context(frozenset(self.actions[state]))
        return found

    def anywhere(self) -> Context:
        """All that may stand anywhere."""
        return self._context(frozenset([*self.spellings, *(name for name, _ in self._patterns)]))

    def _context(self, kinds: frozenset[str]) -> Context:
        if kinds not in self._shared:
            self._shared[kinds] = self._looking_for(kinds)
        return self._shared[kinds]

    def _looking_for(self, kinds: frozenset[str]) -> Context:
        patterns: dict[str, dict[str, str]] = {name: {} for name, _ in self._patterns if name in kinds}
        lengths: dict[int, dict[str, str]] = {}
        for name, written, within in self._words:
            if name in kinds:
                holders = [patterns[each] for each in within if each in patterns]
                for words in holders or [lengths.setdefault(len(written), {})]:
                    words[written] = name
        found = tuple((match, name, patterns[name]) for name, match in self._patterns if name in patterns)
        return Context(found, tuple(sorted(lengths.items(), reverse=True)))


def _named(row: list[int], symbols: list[str]) -> dict[str, int]:
    """A row of a table: symbols, each followed by what is to be done."""
    return {symbols[each]: what for each, what in zip(row[::2], row[1::2], strict=True)}


class Machine:
    """Reads one text: the states it went through and the pieces it has, which may be put back at any time."""

    def __init__(self, language: Language, start: str) -> None:
        self.language = language
        first, self.last = language.starts[start]
        self.states: list[int] = [first]
        self.pieces: list[Piece] = []

    def word(self, text: str, at: int) -> Token | None:
        """The next word from a place on, as the grammar sees it at this point; None where none is left. Where none
        fits it is what would fit elsewhere, or else a single sign that is no word at all."""
        skipped = self.language.skip(text, at)
        at = skipped.end() if skipped is not None else at
        if at >= len(text):
            return None
        found = self.language.context(self.states[-1]).word(text, at) or self.language.anywhere().word(text, at)
        return found or Token("STRANGE", text[at], at, at + 1)

    def feed(self, token: Token) -> Piece:
        """Go on with a word. The whole, if it was the last word; raises `Unfit` if it cannot stand here."""
        actions, gotos, rules = self.language.actions, self.language.gotos, self.language.rules
        states, pieces, kind = self.states, self.pieces, token.type
        while True:
            action = actions[states[-1]].get(kind)
            if action is None:
                raise Unfit(kind)
            if action >= 0:
                states.append(action)
                pieces.append(token)
                return None
            rule = rules[-1 - action]
            if rule.build is None:
                states.pop()
            elif rule.size:
                made = rule.build(pieces[-rule.size :])
                del states[-rule.size :], pieces[-rule.size :]
                pieces.append(made)
            else:
                pieces.append(rule.build([]))
            states.append(gotos[states[-1]][rule.origin])
            if kind == END and states[-1] == self.last:
                return pieces[-1]

    @property
    def choices(self) -> dict[str, int]:
        """The words that have an action here; not all of them are right."""
        return self.language.actions[self.states[-1]]

    def accepts(self) -> list[str]:
        """What may come next."""
        return [kind for kind in self.choices if self._accepts(kind)]

    def _accepts(self, kind: str) -> bool:
        states = list(self.states)
        while True:
            action = self.language.actions[states[-1]].get(kind)
            if action is None or action >= 0:
                return action is not None
            rule = self.language.rules[-1 - action]
            del states[len(states) - rule.size :]
            states.append(self.language.gotos[states[-1]][rule.origin])
            if kind == END and states[-1] == self.last:
                return True


# ---- putting pieces together


def _builder(data: str, single: bool, plan: Sequence[Sequence[int]] | None, after: int) -> Builder | None:
    """What makes a piece of others by a rule: `data` is its name, `single` tells whether one piece stands for itself,
    `plan` which pieces are kept (all if there is none), each with whether its own pieces take its place and how many
    that were left out stand before it; `after` is how many stand at the end."""
    if plan is None:
        return None if single else partial(_whole, data)
    return partial(_kept, data, single, [(at, bool(inline), before) for at, inline, before in plan], after)


def _whole(data: str, children: list[Piece]) -> Piece:
    tree = Tree(data, children)
    place(children, tree)
    return tree


def _kept(data: str, single: bool, plan: list[tuple[int, bool, int]], after: int, children: list[Piece]) -> Piece:
    kept: list[Piece] = []
    for at, inline, before in plan:
        if before:
            kept += [None] * before
        piece = children[at]
        if not inline:
            kept.append(piece)
        elif isinstance(piece, Tree):
            kept = kept + piece.children if kept else piece.children
    if after:
        kept += [None] * after
    made = kept[0] if single and len(kept) == 1 else Tree(data, kept)
    if isinstance(made, Tree):
        place(children, made)
    return made
