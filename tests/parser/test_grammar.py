"""The tables of the grammar that come with the program."""

from __future__ import annotations

import pickle
from pathlib import Path

import lark
import pytest

from interpreter import loader
from interpreter.diagnostics import Diagnostics
from interpreter.parser import grammar, parse
from interpreter.parser.builder import Builder
from interpreter.parser.nodes import NODES
from interpreter.source import Source
from tests.support.afresh import forget_all


@pytest.fixture(autouse=True)
def fresh() -> None:
    grammar.load_parser.cache_clear()


def test_the_tables_are_those_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    text = grammar.read_grammar()
    assert grammar.load_shipped_tables(text) is not None, "run `python -m tests.tools.grammar_tables`"
    source = Source(
        "a.rules", Path(loader.list_games()[0].path).read_text(encoding="utf-8") + "rule wrong\n  ro dice\n"
    )
    found, mistakes = parse(source, shown := Diagnostics()), shown.found
    made = grammar.load(grammar.make_tables(text))
    monkeypatch.setattr("interpreter.parser.chunk_reader.load_parser", lambda: made)
    forget_all()
    again = Diagnostics()
    assert parse(source, again) == found
    assert again.found == mistakes


@pytest.mark.quick
def test_every_rule_becomes_a_node() -> None:
    rules = [each for each in grammar.load_parser().rules if each.alias or not each.options.expand1]
    names = {each.alias or each.origin.name for each in rules}
    assert [each for each in names if each[0] != "_" and each not in NODES and not hasattr(Builder, each)] == []
    assert not NODES.keys() - names


@pytest.mark.quick
def test_they_are_read_and_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "make_tables", lambda text: pytest.fail("they were worked out"))
    assert grammar.load_parser().options.start == list(grammar.STARTS)


@pytest.mark.parametrize(
    "spoil", ["another grammar", "another Lark", "half a file", "no file", "no tables", "a list", "a text", "empty"]
)
def test_others_are_worked_out(spoil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = grammar.read_grammar()
    whole = (grammar.find_folder() / grammar.SHIPPED).read_bytes()
    files = {
        "half a file": whole[: len(whole) // 2],
        "no tables": pickle.dumps({"of": grammar.compute_origin(text)}),
        "a list": pickle.dumps([]),
        "a text": b"nothing of the kind",
        "empty": b"",
    }
    if spoil != "no file":
        (tmp_path / grammar.SHIPPED).write_bytes(files.get(spoil, whole))
    if spoil == "another Lark":
        monkeypatch.setattr(lark, "__version__", "0.1")
    monkeypatch.setattr(grammar, "find_folder", lambda: tmp_path)
    assert grammar.load_shipped_tables(text + "\n" * (spoil == "another grammar")) is None
