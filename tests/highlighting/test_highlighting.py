"""Rulesets in colour: a real tokenizer of editors' grammars, and Pygments, see comments, texts and words where the
parser does."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, String, Token
from textmate_grammar.parsers.base import LanguageParser

from interpreter import loader, syntax
from interpreter.diagnostics import Diagnostics
from interpreter.highlighting import RulesLexer
from interpreter.loader import ShippedFile
from interpreter.parser import parse
from interpreter.parser.vocabulary import list_reserved_words
from interpreter.source import Source
from tests.tools import editor_grammar

logging.getLogger("textmate_grammar").setLevel(logging.ERROR)

RULESETS = [
    *loader.list_games(),
    *loader.list_classics(),
    *loader.list_libraries(),
    *(each for each in loader.list_house_rules() if each.path.suffix == ".rules"),
]
IDS = [each.name for each in RULESETS]


@pytest.fixture(scope="module")
def tokenizer() -> LanguageParser:
    return LanguageParser(json.loads(editor_grammar.PLACE.read_text(encoding="utf-8")))


def scopes_of(tokenizer: LanguageParser, source: Source) -> list[str]:
    """The sort of each character of a text, by the grammar for editors: nothing, or what its scope begins with."""
    sorts = [""] * len(source.text)
    for (line, column), text, scopes in tokenizer.parse_string(source.text).flatten():
        start = source.line_starts[line] + column
        sort = next((each.split(".")[0] for each in reversed(scopes) if not each.startswith("source")), "")
        sorts[start : start + len(text)] = [sort] * len(text)
    return sorts


def lexed(source: Source) -> list[object]:
    """The sort of each character of a text, by the lexer for Pygments."""
    return [kind for _, kind, text in RulesLexer(stripnl=False).get_tokens_unprocessed(source.text) for _ in text]


def texts_of(tree: syntax.File) -> Iterator[tuple[int, int]]:
    """Where quoted texts begin and end, by the parser: those of examples' titles will do."""
    for each in tree.declarations:
        if isinstance(each, syntax.Example):
            yield each.title.span.start, each.title.span.end


@pytest.mark.parametrize("entry", RULESETS[::2], ids=IDS[::2])
def test_editors_and_pygments_see_what_the_parser_sees(entry: ShippedFile, tokenizer: LanguageParser) -> None:
    source = loader.read_source(entry.path)
    tree, scopes, kinds = parse(source, Diagnostics()), scopes_of(tokenizer, source), lexed(source)
    assert len(kinds) == len(source.text)
    assert Token.Error not in kinds
    for each in tree.comments:
        assert set(scopes[each.span.start : each.span.end]) == {"comment"}, each.span.place
        assert set(kinds[each.span.start : each.span.end]) == {Comment.Single}, each.span.place
    assert scopes.count("comment") == kinds.count(Comment.Single) == sum(len(each.text) for each in tree.comments)
    for start, end in texts_of(tree):
        assert scopes[start] == scopes[end - 1] == "string"
        assert kinds[start] == kinds[end - 1] == String.Double
    for each in tree.declarations:
        assert scopes[each.span.start] == "keyword", each.span.place
        assert kinds[each.span.start] == Keyword.Declaration, each.span.place


def test_words_that_can_be_no_names_are_never_taken_for_names(tokenizer: LanguageParser) -> None:
    for word in sorted(list_reserved_words()):
        source = Source("a.rules", f"rule r\n  x {word} y\n")
        at = source.text.index(f" {word} ") + 1
        assert scopes_of(tokenizer, source)[at] in ("keyword", "constant"), word
        assert lexed(source)[at] in Keyword, word


def test_what_stands_in_braces_in_a_text_is_told_apart(tokenizer: LanguageParser) -> None:
    source = Source("a.rules", 'rule r\n  say "One {name of 3} # more"\n')
    scopes, kinds = scopes_of(tokenizer, source), lexed(source)
    expected = (("One", "string", String.Double), ("name", "variable", Token.Name), ("# m", "string", String))
    for part, scope, kind in expected:
        assert scopes[source.text.index(part)] == scope
        assert kinds[source.text.index(part)] in kind


def test_the_kept_grammar_is_the_one_that_follows_from_the_language() -> None:
    kept = editor_grammar.PLACE.read_text(encoding="utf-8")
    assert kept == editor_grammar.make_text(), "python -m tests.tools.editor_grammar"


def test_pygments_finds_the_lexer_by_its_name() -> None:
    assert isinstance(get_lexer_by_name("groundrules"), RulesLexer)
