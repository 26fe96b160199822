"""Reads words by Lark's tables, as Lark's own parser does, in less time.

The tables, the stacks and the tree are Lark's, so that all else that Lark knows (what may come next) can be asked of
the same stacks. Two things are done in another way. Most rules only pass on the one piece that they are made of:
nothing is built for these. And a piece only notes where it begins and ends, not its lines and columns.

A piece reaches from its first word to its last. Words that the grammar leaves out of the tree count too, so a piece
also knows how far it reached before anything was left out: its container. Line ends and indentation do not count: they
close what ends with them, and do not lengthen it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_analysis import Shift
from lark.utils import TextSlice

LAYOUT_TOKENS = ("_NL", "_INDENT", "_DEDENT")

Build: TypeAlias = Callable[[list[Any]], Any]


class Step(NamedTuple):
    """What to do in a state at a word: go on to the state `after` it, or first put so many pieces together, by a rule
    called `origin`. What is `passed_on` is one piece that stays as it is."""

    after: Any
    size: int = 0
    origin: str = ""
    build: Build | None = None
    passed_on: bool = False


class TableDriver:
    """The steps of a parser, which are worked out when they are first taken."""

    def __init__(self, parser: Lark) -> None:
        inner: Any = parser.parser.parser
        self.lexer: Any = parser.parser.lexer
        self.tables: dict[Any, dict[str, Any]] = inner.parser.parse_table.states
        self.builds: dict[Any, Build] = inner.parser.callbacks
        for rule, build in self.builds.items():
            if not _passes_on(rule, build):
                self.builds[rule] = _place_after(build)
        self.steps: dict[Any, dict[str, Step]] = {state: {} for state in self.tables}

    def feed(self, stacks: Any, token: Token) -> object:
        """Take a word, and change the stacks accordingly; at the end of a text give its tree. Raises `UnexpectedToken`,
        with the stacks somewhere on the way, if the word does not fit."""
        states, values, kind, steps = stacks.state_stack, stacks.value_stack, token.type, self.steps
        while True:
            step = steps[states[-1]].get(kind) or self._find_step(states[-1], token)
            if step.build is None:
                states.append(step.after)
                values.append(token)
                return None
            if step.passed_on:
                states.pop()
            else:
                made = step.size
                pieces = values[-made:] if made else []
                if made:
                    del states[-made:], values[-made:]
                values.append(step.build(pieces))
            states.append(self.tables[states[-1]][step.origin][1])
            if kind == "$END" and states[-1] == stacks.parse_conf.end_state:
                return values[-1]

    def split(self, text: str, stacks: Any) -> Iterator[Token]:
        """The words of a text, each as the grammar sees it where the stacks are by then. The last may not fit."""
        lexers, root = self.lexer.lexers, self.lexer.root_lexer
        whole, at = TextSlice.cast_from(text), 0
        while at < len(text):
            lexer = lexers[stacks.state_stack[-1]]
            found = lexer.match(whole, at)
            if found is None:
                lexer, found = root, root.match(whole, at)
            word, kind = found
            end = at + len(word)
            if kind not in lexer.ignore_types:
                token = Token(kind, word, start_pos=at, end_pos=end)
                named = lexer.callback.get(kind)
                yield named(token) if named is not None else token
                if lexer is root:
                    return
            at = end

    def _find_step(self, state: Any, token: Token) -> Step:
        table = self.tables[state]
        if token.type not in table:
            raise UnexpectedToken(token, set(table))  # type: ignore[no-untyped-call]
        action, what = table[token.type]
        if action is Shift:
            step = Step(what)
        else:
            build = self.builds[what]
            step = Step(None, len(what.expansion), what.origin.name, build, _passes_on(what, build))
        self.steps[state][token.type] = step
        return step


@cache
def drive(parser: Lark) -> TableDriver:
    """What reads words by the tables of a parser."""
    return TableDriver(parser)


def _passes_on(rule: Any, build: Build) -> bool:
    """Whether a rule is made of one piece, and that is what comes of it."""
    return len(rule.expansion) == 1 and isinstance(build, ExpandSingleChild)


def _place_after(build: Build) -> Build:
    def build_and_place(children: list[Any]) -> Any:
        piece = build(children)
        if isinstance(piece, Tree):
            start = _find_end(children, "start_pos", "container_start_pos")
            if start is not None:
                _place(piece.meta, start, _find_end(reversed(children), "end_pos", "container_end_pos"))
        return piece

    return build_and_place


def _find_end(children: Iterable[Any], end: str, container_end: str) -> int | None:
    """Where the first of some pieces that takes up room begins or, from behind, ends."""
    for each in children:
        if isinstance(each, Token):
            if each.type not in LAYOUT_TOKENS:
                return cast(int, getattr(each, end))
        elif isinstance(each, Tree) and not each.meta.empty:
            return cast(int, getattr(each.meta, container_end))
    return None


def _place(meta: Any, start: int, end: int | None) -> None:
    if meta.empty:
        meta.start_pos, meta.end_pos, meta.empty = start, end, False
    meta.container_start_pos, meta.container_end_pos = start, end
