"""Messages that are data: each is called with the facts that its lines need."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

import interpreter
from interpreter.diagnostics import messages
from interpreter.diagnostics.messages import WORDS, Message, read_messages
from interpreter.source import Source, Span

PACKAGE = "interpreter.diagnostics.messages"
MODULES = sorted(f"{PACKAGE}.{path.stem}" for path in Path(messages.__path__[0]).glob("*.txt"))
MESSAGES = [each for module in MODULES for each in read_messages(module).values()]
FILES = sorted(Path(interpreter.__path__[0]).rglob("*.py"))


@cache
def find_calls() -> tuple[tuple[Path, ast.expr, Message, ast.Call | None], ...]:
    return tuple(_find_calls())


def _find_calls() -> Iterator[tuple[Path, ast.expr, Message, ast.Call | None]]:
    """Where messages are used, and the calls."""
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = [*ast.walk(tree)]
        imports = [(each.module or "", each.names) for each in nodes if isinstance(each, ast.ImportFrom)]
        mine = [(module, each) for module, some in imports for each in some if module.startswith(PACKAGE)]
        names = {each.asname or each.name: find(module, each.name) for module, each in mine}
        calls = {id(each.func): each for each in nodes if isinstance(each, ast.Call)}
        for node in nodes:
            used: object = None
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = names.get(node.value.id)
                used = getattr(module, node.attr) if isinstance(module, ModuleType) else None
            elif isinstance(node, ast.Name):
                used = names.get(node.id)
            if isinstance(used, Message) and isinstance(node, ast.expr):
                yield path, node, used, calls.get(id(node))


def find(module: str, name: str) -> object:
    is_module = module == PACKAGE and name in STEMS
    return import_module(f"{module}.{name}") if is_module else getattr(import_module(module), name)


STEMS = {path.stem for path in Path(messages.__path__[0]).glob("*.py")}


def test_calls_give_the_facts_of_their_message() -> None:
    wrong = []
    for path, node, message, call in find_calls():
        if call is not None and not any(isinstance(each, ast.Starred) for each in call.args):
            given = [*message.parameters[: len(call.args)], *(each.arg for each in call.keywords)]
            lacking = set(message.parameters) - set(message.optional) - set(given)
            if lacking or set(given) - set(message.parameters) or len(call.args) > len(message.parameters):
                wrong.append(f"{path}:{node.lineno}: {message.name}")
    assert not wrong


def test_each_message_is_used() -> None:
    used = {id(message) for _, _, message, _ in find_calls()}
    assert not [each.name for each in MESSAGES if id(each) not in used]


@pytest.mark.quick
def test_lines_use_only_facts_of_their_message() -> None:
    for message in MESSAGES:
        facts = {*message.parameters, "guess", "text"}
        for line in message.lines:
            names = {name for _, name, _, _ in Formatter().parse(line.text) if name and line.word != "guess"}
            plain = (each.removeprefix("not ").removeprefix("several ") for each in line.conditions)
            parts = [each.partition(" is ") for each in plain]
            names |= {each[0] for each in parts} | {each[2].strip("{}") for each in parts if each[2][:1] == "{"}
            names |= {line.word.lstrip("*")} - set(WORDS) | ({line.place} if line.place else set())
            assert {name.partition(".")[0].partition("[")[0] for name in names} <= facts, message.name
        assert any(line.code for line in message.lines), message.name


def test_a_message_reads_as_it_is_written() -> None:
    span = Span(Source("a.rules", "one two three"), 4, 7)
    other = Span(span.source, 0, 3)
    lines = [
        "guess: near or name among known",
        "error[some-code] if several known: {name:a} in {known:or names}",
        "error[other-code] if not several known: {number:,} {number:thing|things}",
        "label if kind is dice and not number is {name}: rolled",
        "label: not rolled",
        "other: here",
        "*more: {text}",
        "note if number: first",
        "note: second",
        "help if guess: did you mean `{guess}`?",
        "help: ask",
        "fix other if guess: {guess}",
    ]
    message = Message("example(span, name, known, number, kind, other, more?, near?)", lines)
    found = message(span, "rulle", ["rule", "row"], 1000, kind="dice", other=other, more=[(span, "too")])
    assert (found.code, found.message, found.label) == ("some-code", "a rulle in `rule` or `row`", "rolled")
    assert [(each.span, each.text) for each in found.labels] == [(other, "here"), (span, "too")]
    assert (found.notes, found.help) == (("first", "second"), "did you mean `rule`?")
    assert found.fix is not None
    assert (found.fix.span, found.fix.replacement) == (other, "rule")
    plain = message(span, "x", ["rule"], 0, "cards", None, near="rows")
    assert (plain.code, plain.message, plain.label) == ("other-code", "0 things", "not rolled")
    assert (plain.labels, plain.notes, plain.help) == ((), ("second",), "did you mean `rows`?")
