"""Every code has its page, with a wrong and a right example and what the program says of the wrong one.

Codes are found in the package itself: each is written once, where its diagnostic is made. Set GOLDEN=write in the
environment to write what is said anew, then read what changed.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.book.markdown import make_anchor
from interpreter.check.conventions import find_unconventional
from interpreter.diagnostics import Diagnostic, Diagnostics, messages, rendering
from interpreter.examples.overlay_failures import attribute_to_overlay
from interpreter.examples.run_example import run_examples
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import Source
from tests.support.paths import ROOT
from tests.support.walkthroughs import list_commands, read_blocks

PAGES = {code: loader.read_page(code) or "" for code in loader.list_codes()}
BLOCK = re.compile(r"^## (Wrong|Right|The message)\n(?:(?!##)[^\n]*\n)*?```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^(?:game|library) (\w+)", re.MULTILINE)

CONVENTIONS = ("option-unexplained", "source-missing", "example-missing", "example-unread")
"""What `check --strict` alone looks for."""


@cache
def codes() -> frozenset[str]:
    """Every code in `diagnostics.messages`; one that is put together while running with `*` for what is put in."""
    found = set()
    for path in Path(messages.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Diagnostic":
                found.update(patterns(node.args[0]))
    return frozenset(found)


def patterns(code: ast.expr) -> Iterator[str]:
    match code:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
        case ast.IfExp(_, one, other):
            yield from (*patterns(one), *patterns(other))
        case _:
            pytest.fail(f"{ast.unparse(code)}: write the code where the diagnostic is made")


def blocks(code: str) -> dict[str, str]:
    return {title.lower(): text for title, text in BLOCK.findall(PAGES[code])}


def diagnostics(name: str, text: str) -> tuple[Diagnostic, ...]:
    """What checking says of a ruleset, and, if it is fit, what its examples say. House rules in the text are put to
    the game before them, or to the shipped game that they are for."""
    source, house = sources(name, text)
    checked = check_game(replace(loader.sources_of(source), house=house))
    if checked.model is None or text.startswith("library"):
        return checked.diagnostics.in_order
    if name in CONVENTIONS:
        return tuple(find_unconventional(parse(source, Diagnostics())))
    report = (
        attribute_to_overlay(run_examples(checked.model), checked.model, ()) if house else run_examples(checked.model)
    )
    return (*checked.diagnostics.in_order, *(failure for each in report.results for failure in each.failures))


def sources(name: str, text: str) -> tuple[Source, list[Source]]:
    """The game in a text, and the house rules."""
    first, *others = re.split(r"^(?=house_rules\b)", text, flags=re.MULTILINE)
    toml = any(each.startswith("house_rules =") for each in others)
    house = [Source(f"house{at or ''}.{'toml' if toml else 'rules'}", each) for at, each in enumerate(others)]
    called = NAME.search(first)
    file = f"{called[1] if called else name}.rules"
    return Source(file, first) if first.strip() else loader.find_base_game(house[0]), house


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as they are seen from here."""
    monkeypatch.chdir(ROOT)


WITH_BLOCKS = [code for code in PAGES if "wrong" in blocks(code)]


@pytest.mark.quick
def test_there_are_pages() -> None:
    assert len(PAGES) > 30
    assert len(WITH_BLOCKS) > 20


@pytest.mark.quick
def test_the_index_has_every_page_once_below_a_chapter() -> None:
    index = (loader.find_page("x").parent / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\[([\w-]+)\]\(\1\.md\)", index)) == sorted(PAGES)
    assert PAGES["table-gap"].endswith("\n## In the manual\n\n[Tables](../manual/tables.md)\n")
    for link, anchor in re.findall(r"^### \[[^]]*\]\(([^)#]*)#?([^)]*)\)$", index, re.MULTILINE):
        chapter = (ROOT / "grammar" / "diagnostics" / link).read_text(encoding="utf-8")
        assert not anchor or anchor in map(make_anchor, re.findall(r"^## (.*)$", chapter, re.MULTILINE))


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_code_has_a_page(code: str) -> None:
    assert any(fnmatchcase(page, code) for page in PAGES)


@pytest.mark.parametrize("code", PAGES)
def test_every_page_is_about_a_code_and_well_formed(code: str) -> None:
    assert any(fnmatchcase(code, each) for each in codes())
    page = PAGES[code]
    assert page.startswith(f"# {code}\n\n")
    paragraphs = page.partition("## Wrong")[0].strip().split("\n\n")[1:]
    assert len(paragraphs) >= 2, "what it means, and why it matters"
    assert list(blocks(code)) in (["wrong", "the message", "right"], ["the message"], [])
    assert len(re.findall("^## (?!In the manual)", page, re.MULTILINE)) == len(blocks(code))


@pytest.mark.parametrize("code", WITH_BLOCKS)
def test_the_wrong_example_gives_just_this_code_and_the_right_one_no_error(code: str) -> None:
    assert {each.code for each in diagnostics(code, blocks(code)["wrong"])} == {code}
    assert [rendering.render_full(each) for each in diagnostics(code, blocks(code)["right"])] == []


@pytest.mark.parametrize("code", WITH_BLOCKS)
def test_the_page_shows_what_is_said_of_the_wrong_example(code: str) -> None:
    shown = blocks(code)["the message"]
    drawn = "\n\n".join(rendering.render_full(each) for each in diagnostics(code, blocks(code)["wrong"])) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path = loader.find_page(code)
        path.write_text(path.read_text(encoding="utf-8").replace(shown, drawn, 1), encoding="utf-8")
    else:
        assert drawn == shown


COMMANDS = {
    code: list(list_commands(block))
    for code, page in PAGES.items()
    for block in read_blocks(page)
    if block.language == "console"
}

FILES = {
    "empty.rules": b"",
    "games/notes.txt": b"hello",
    "latin.rules": b'game caf\xe9 "Caf\xe9"\n',
    "loaded.toml": b"die = [1, 1, 1]\n",
    "picture.rules": b"\0\0",
}
"""What lies in the folder where the commands of pages are run."""


@pytest.mark.parametrize("code", COMMANDS)
def test_the_page_shows_what_a_command_prints(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS[code]:
        command.check(loader.find_page(code), monkeypatch, capsys)


LEADS_ON = ("house-table-not-there", "house-unknown-game", "unknown-library")
"""Where what is found at last does not fit."""


@pytest.mark.parametrize("code", WITH_BLOCKS)
def test_what_mends_the_wrong_example_leaves_nothing_wrong(code: str) -> None:
    """All that carries a fix is mended, one thing after another; which may show what nobody could know before."""
    text = blocks(code)["wrong"]
    for _ in range(4):
        fixes = list_fixes(code, text)
        if not fixes:
            break
        start, end, replacement = fixes[0]
        text = text[:start] + replacement + text[end:]
    else:
        pytest.fail("there is always more to mend")
    if text != blocks(code)["wrong"] and code not in LEADS_ON:
        assert [rendering.render_full(each) for each in diagnostics(code, text)] == []


def list_fixes(code: str, text: str) -> list[tuple[int, int, str]]:
    """What is to be written where in a page's example; house rules in it come after the game."""
    house = re.search(r"^house_rules\b", text, re.MULTILINE)
    found = []
    for fix in (each.fix for each in diagnostics(code, text) if each.fix is not None):
        first = house.start() if house is not None and fix.span.source.name.startswith("house") else 0
        found.append((first + fix.span.start, first + fix.span.end, fix.replacement))
    return found
