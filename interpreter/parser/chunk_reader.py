"""One chunk read by Lark's interactive parser, line by line, past its mistakes.

Before each line the state of the parser is noted. When a line does not fit, the mistake is explained, the parser goes
back to that state and on to the next line of the same block, so that one mistake gives one message and the next is
still found. A chunk with a mistake yields no tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from lark import Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import LexerThread
from lark.parsers.lalr_parser_state import ParserState

from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import lexical as layout_errors
from interpreter.diagnostics.messages import syntax as errors
from interpreter.parser.error_limit import ErrorLimit
from interpreter.parser.explanations import explain, find_reserved_word
from interpreter.parser.grammar import load_parser
from interpreter.parser.lines import Chunk, Line, scan_line
from interpreter.parser.misfit import Misfit
from interpreter.parser.vocabulary import STATEMENTS, list_contextual_words, list_spelled
from interpreter.source import Source

WHOLE = re.compile(r"\w+")
CONTINUES = ("otherwise", "until")


class Checkpoint(NamedTuple):
    """The parser before a line, to go back to."""

    line: int
    level: int
    state: ParserState[Any]


def read_whole_word(token: Token, text: str) -> Token:
    """The word as read, or what stands there in whole where only its first letters were read as a word."""
    start = token.start_pos or 0
    whole = WHOLE.match(text, start)
    if whole is None or whole.end() <= (token.end_pos or 0):
        return token
    return Token("STRANGE", whole.group(), start_pos=start, end_pos=whole.end())


def read_bare_step(token: Token, text: str) -> Token:
    """The first word of a step, alone on its line, begins a continued step and is no name."""
    step = f"_{token.upper()}"
    is_step = token == text.strip() and token in STATEMENTS and step in list_contextual_words()
    return token.update(step) if is_step else token


class LineParser:
    """Lark's interactive parser, which is given one line after the other and can go back."""

    def __init__(self, start: str) -> None:
        self.start = start
        self.parser = load_parser().parse_interactive(start=start)
        self.level = 0
        self.result: object = None

    def note(self, line: int) -> Checkpoint:
        return Checkpoint(line, self.level, self.parser.parser_state.copy(deepcopy_values=False))

    def go_back(self, note: Checkpoint) -> None:
        """Go back to before a line. What was built may be invalid; the parser state is right."""
        self.parser.parser_state = note.state.copy(deepcopy_values=False)
        self.level = note.level

    @property
    def awaits_block(self) -> bool:
        choices: dict[str, object] = self.parser.choices()  # type: ignore[no-untyped-call]
        return choices.keys() == {"_INDENT"}

    def indent(self, level: int) -> bool:
        """Enter or leave blocks. Whether there may be a block here."""
        try:
            while self.level != level:
                deeper = self.level < level
                self.parser.feed_token(Token("_INDENT" if deeper else "_DEDENT", ""))
                self.level += 1 if deeper else -1
        except UnexpectedToken:
            return False
        return True

    def words(self, text: str, start: int) -> Iterator[Token]:
        """The words of a text as the grammar sees them at this point, placed in the file; the last may not fit."""
        thread = LexerThread.from_text(self.parser.lexer_thread.lexer, text)
        words: Iterator[Token] = thread.lex(self.parser.parser_state)  # type: ignore[no-untyped-call]
        while True:
            try:
                word = next(words, None)
            except UnexpectedToken as error:
                word = error.token
            if word is None:
                return
            token = read_whole_word(word, text)
            token = read_bare_step(token, text) if self.start == "declaration" else token
            token.start_pos, token.end_pos = (token.start_pos or 0) + start, (token.end_pos or 0) + start
            yield token

    def feed(self, text: str, start: int, ending: Token) -> tuple[list[Token], Token | None]:
        """Read a text. What was read, and the first word that does not fit."""
        read: list[Token] = []
        for token in chain(self.words(text, start), [ending]):
            try:
                self.result = self.parser.feed_token(token)
            except UnexpectedToken:
                return read, token
            read.append(token)
        return read, None

    def list_expected(self, note: Checkpoint, level: int, read: list[Token]) -> frozenset[str]:
        """What could have followed the words read since the note. A failed word may have changed the parser."""
        self.go_back(note)
        self.indent(level)
        for token in read:
            self.parser.feed_token(token)
        return list_spelled(self.parser.accepts())  # type: ignore[no-untyped-call]


class ChunkReader:
    """Reads one chunk. `broken_off` is whether its last line is most likely continued in the next chunk."""

    def __init__(self, source: Source, chunk: Chunk, diagnostics: ErrorLimit) -> None:
        self.source, self.lines, self.diagnostics = source, chunk.lines, diagnostics
        self.cut_short = chunk.cut_short
        self.broken_off = False
        self.parser = LineParser("declaration")
        self.openers: dict[int, Checkpoint] = {}
        self.fine = True

    def read(self) -> Tree[Token] | None:
        """The chunk's tree, or None when something in it is wrong."""
        at = 0
        while at < len(self.lines):
            at = at + 1 if self.take(at) else self.find_next_line(at)
            if 0 not in self.openers or self.diagnostics.is_reached:
                return None
        if not self.can_begin_block(at, 0) or not self.fine:
            return None
        if not self.parser.indent(0):
            last = self.lines[-1].span(self.source)
            self.diagnostics.add(errors.unfinished_block(last, self.lines[0].first_word))
            return None
        tree = self.parser.parser.feed_token(Token("$END", ""))
        assert isinstance(tree, Tree)
        return tree

    def take(self, at: int) -> bool:
        """Read one line. Where it is wrong, explain, and leave the parser as it was."""
        line = self.lines[at]
        while not self.can_begin_block(at, line.level):
            if 0 not in self.openers or (line.first_word in CONTINUES and line.level == self.parser.level):
                return False
        note = self.parser.note(at)
        if line.trouble is not None:
            self.report(line.trouble)
        if line.faulty or not self.feed(line, note):
            self.parser.go_back(note)
            self.fine = False
            return False
        self.openers[line.level] = note
        return True

    def feed(self, line: Line, note: Checkpoint) -> bool:
        """Read a line's words; explain the first that does not fit. Whether all did."""
        if not self.parser.indent(line.level):
            self.report(explain(Misfit(self.source, self.lines, note.line)))
            return False
        end = line.start + len(line.text.rstrip())
        read, stranger = self.parser.feed(line.text, line.start, Token("_NL", "", start_pos=end, end_pos=end))
        wrong = find_reserved_word(read, line.level, line.text, line.start)
        if wrong is not None:
            read, stranger = read[:wrong], read[wrong]
        if stranger is None:
            return True
        self.broken_off = self.cut_short and note.line == len(self.lines) - 1 and stranger.type == "_NL"
        expected = self.parser.list_expected(note, line.level, read)
        self.report(explain(Misfit(self.source, self.lines, note.line, tuple(read), stranger, expected)))
        return False

    def report(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, unless something is already said about the same word."""
        start = diagnostic.span.start if diagnostic.span else 0
        if all(other.span is None or other.span.start != start for other in self.diagnostics.found):
            self.diagnostics.add(diagnostic)

    def can_begin_block(self, at: int, level: int) -> bool:
        """Whether the parser can continue at this level. If the line before needs a block that never began, that is
        reported, unless lines were left out there, and the parser returns to before that line."""
        if not self.parser.awaits_block or level > self.parser.level:
            return True
        opener = self.openers.pop(self.parser.level)
        misplaced = self.cut_short if at == len(self.lines) else self.lines[at].trouble is not None
        if at - opener.line == 1 and not misplaced:
            begun = self.lines[opener.line]
            self.diagnostics.add(errors.missing_block(begun.span(self.source), begun.first_word))
        self.parser.go_back(opener)
        self.fine = False
        return False

    def find_next_line(self, at: int) -> int:
        """The next line to read when one is left out: not one under it, and not one that only continues it. Where
        no block could begin, all of the block is left out."""
        misplaced = self.lines[at].level > self.parser.level and not self.parser.awaits_block
        level, at = self.lines[at].level - misplaced, at + 1
        while at < len(self.lines) and (
            self.lines[at].level > level
            or (self.lines[at].level == level and self.lines[at].first_word in CONTINUES and not misplaced)
        ):
            at += 1
        return at


def read_part(source: Source, start: int, end: int, rule: str, diagnostics: Diagnostics) -> Tree[Token] | None:
    """The tree of what stands at a place, by a rule of the grammar, or None when it is wrong."""
    scanned = scan_line(source, start, end, diagnostics)
    if scanned.faulty:
        return None
    if scanned.comment is not None:
        diagnostics.add(layout_errors.unknown_character(scanned.comment.span, "#"))
        return None
    parser = LineParser(rule)
    note = parser.note(0)
    read, stranger = parser.feed(scanned.text, start, Token("$END", "", start_pos=end, end_pos=end))
    if stranger is None:
        assert isinstance(parser.result, Tree)
        return parser.result
    line = replace(scanned, indent="")
    expected = parser.list_expected(note, 0, read)
    if rule != "inserted" and "$END" in expected:
        expected = expected - {"$END"} | {"QUOTE"}
    diagnostics.add(explain(Misfit(source, (line,), 0, tuple(read), stranger, expected)))
    return None
