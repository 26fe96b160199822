"""The tables that come with the program are those of the grammar, and are read by just as Lark would."""

from __future__ import annotations

import json
import random
import re
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark import Token as LarkToken
from lark import Tree as LarkTree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from interpreter.diagnostics import Diagnostics
from interpreter.parser import grammar, parse, reading
from interpreter.parser.machine import Machine, Unfit
from interpreter.parser.pieces import LAYOUT_WORDS, Piece, Token, Tree
from interpreter.source import Source
from tests.grammar_tables import written

ROOT = Path(__file__).parent.parent
WORD = re.compile(r"\w+|[^\w\s]+")
TEXTS = [ROOT / "rulesets" / each for each in ("library/cribbage.rules", "house/slugfest.rules", "one_die.rules")]


@pytest.fixture(scope="module")
def lark() -> Lark:
    """Lark's own parser of the grammar."""
    return Lark(
        grammar.grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(grammar.STARTS),
        maybe_placeholders=True,
        propagate_positions=lambda piece: not (isinstance(piece, LarkToken) and piece.type in LAYOUT_WORDS),
    )


def test_the_tables_that_come_with_the_program_are_those_of_the_grammar(lark: Lark) -> None:
    shipped = (grammar.folder() / grammar.SHIPPED).read_text(encoding="utf-8")
    made = grammar.tables(grammar.grammar_text(), lark)
    assert shipped == written(made), "python tests/grammar_tables.py makes them anew"
    assert json.loads(shipped)["grammar"] == grammar.digest(grammar.grammar_text())


class Both(Machine):
    """A machine that does everything with Lark as well, and sees that nothing differs."""

    lark: Lark
    states_of: dict[Any, int]
    trees = 0

    def __init__(self, language: Any, start: str) -> None:
        super().__init__(language, start)
        self.start = start
        self.twin = self.lark.parse_interactive(start=start)
        self.torn = False

    def follow(self) -> None:
        """Put Lark where the machine was put back to. What it has read so far is then of no use any more."""
        there = {mine: theirs for theirs, mine in self.states_of.items()}
        state = self.twin.parser_state
        if [self.states_of[each] for each in state.state_stack] != self.states:
            self.torn = True
            state.state_stack[:] = [there[each] for each in self.states]
            state.value_stack[:] = [None] * len(self.pieces)
            state.parse_conf = copy(state.parse_conf)
            state.parse_conf.callbacks = {}

    def word(self, text: str, at: int) -> Token | None:
        self.follow()
        found = super().word(text, at)
        thread = self.lark.parse_interactive(text[at:], start=self.start).lexer_thread
        try:
            other = next(thread.lex(self.twin.parser_state), None)
        except UnexpectedToken as error:
            other = error.token
        except UnexpectedCharacters as error:
            start = error.pos_in_stream
            other = LarkToken("STRANGE", text[at + start], start, end_pos=start + 1)
        if found is None or other is None:
            assert found is other
            return found
        where = (at + (other.start_pos or 0), at + (other.end_pos or 0))
        assert (found.type, str(found), found.start_pos, found.end_pos) == (other.type, str(other), *where)
        return found

    def feed(self, token: Token) -> Piece:
        self.follow()
        given = LarkToken(token.type, str(token), token.start_pos, end_pos=token.end_pos)
        try:
            theirs = self.twin.feed_token(given)
        except UnexpectedToken:
            with pytest.raises(Unfit):
                super().feed(token)
            raise Unfit from None
        mine = super().feed(token)
        assert [self.states_of[each] for each in self.twin.parser_state.state_stack] == self.states
        if mine is not None and not self.torn:
            assert plain(mine) == plain(theirs)
            Both.trees += 1
        return mine

    def accepts(self) -> list[str]:
        self.follow()
        mine = super().accepts()
        assert set(mine) == self.twin.accepts()
        return mine


def plain(piece: Any) -> Any:
    """A piece of either kind, with its place, as plain data."""
    match piece:
        case Tree():
            return piece.data, piece.start_pos, piece.end_pos, [*map(plain, piece.children)]
        case LarkTree():
            meta = piece.meta
            where = (-1, -1) if meta.empty else (meta.start_pos, meta.end_pos)
            return str(piece.data), *where, [*map(plain, piece.children)]
        case Token() | LarkToken():
            return piece.type, str(piece), piece.start_pos, piece.end_pos
        case _:
            return piece


def garbled(text: str, chance: random.Random) -> str:
    """A text in which a word here and there is another, or missing."""
    words = [each[0] for each in WORD.finditer(text)]
    return WORD.sub(lambda word: chance.choice([*words, "", "", "?"]) if chance.random() < 0.02 else word[0], text)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_word_is_read_as_lark_reads_it(path: Path, lark: Lark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Both, "lark", lark, raising=False)
    monkeypatch.setattr(Both, "states_of", grammar.numbered(lark), raising=False)
    monkeypatch.setattr(reading, "Machine", Both)
    text = path.read_text(encoding="utf-8")
    before = Both.trees
    found = Diagnostics()
    parse(Source("whole.rules", text), found)
    assert Both.trees > before + 3
    assert not found.found
    parse(Source("garbled.rules", garbled(text, random.Random(path.stem))), found)
    assert found.found
