"""Every code has its page, with a wrong and a right example and what the program says of the wrong one, or with
commands and what they print.

Codes are found in the package itself, in its texts and where a diagnostic is made. Where an example has several
files, the name of each stands above it; what stays as it was is not shown again. Set GOLDEN=write in the environment
to write what is said anew, then read what changed.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from doctest import DocTestParser, DocTestRunner
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.book.markdown import make_anchor
from interpreter.check.conventions import find_unconventional
from interpreter.diagnostics import Diagnostic, Diagnostics, messages, rendering
from interpreter.diagnostics.messages import read_messages
from interpreter.examples.overlay_failures import attribute_to_overlay
from interpreter.examples.run_example import run_examples
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.rulebook.prose import find_unclear
from interpreter.scene import find_undrawn
from interpreter.source import Source
from tests.support.paths import ROOT
from tests.support.surroundings import FILES, SURROUNDINGS
from tests.support.walkthroughs import Block, list_commands, write_file

MODULES = sorted(path.stem for path in Path(messages.__path__[0]).glob("*.txt"))
PAGES = {code: loader.read_page(code) or "" for code in loader.list_codes()}
SECTION = re.compile(r"^## (Wrong|Right|The message)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BOX = re.compile(r"(?:^[A-Za-z ]*`([\w./]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^(?:game|library) (\w+)", re.MULTILINE)
HOUSE = "house_rules"

CONVENTIONS = ("option-unexplained", "source-missing", "example-missing", "example-unread")
"""What `check --strict` alone looks for."""


@cache
def codes() -> frozenset[str]:
    """Every code in `diagnostics.messages`; one that is put together while running with `*` for what is put in."""
    entries = (each for module in MODULES for each in read_messages(module).values())
    found = {line.code for each in entries for line in each.lines if line.code}
    for path in Path(messages.__path__[0]).glob("[!_]*.py"):
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


def read_sections(code: str) -> dict[str, list[Block]]:
    """The boxes below each heading of a page."""
    found = SECTION.findall(PAGES[code])
    return {title: [Block(language, file, text) for file, language, text in BOX.findall(part)] for title, part in found}


def read_files(code: str, title: str = "Wrong") -> dict[str, str]:
    """The files of an example. What the right one does not show is as in the wrong one."""
    boxes = read_sections(code)[title]
    before = read_files(code) if title == "Right" and boxes[0].file else {}
    return before | {each.file or name_file(code, each.text): each.text for each in boxes}


def name_file(code: str, text: str) -> str:
    called = NAME.search(text)
    return f"{called[1] if called else code}.rules"


def diagnostics(code: str, files: dict[str, str]) -> tuple[Diagnostic, ...]:
    """What checking says of a ruleset, and, if it is fit, what its examples say. House rules among the files are put to
    the game, or to the shipped game that they are for."""
    source, house = find_sources(files)
    checked = check_game(replace(loader.sources_of(source), house=house))
    if checked.model is None or source.text.startswith("library"):
        return checked.diagnostics.in_order
    if code == "words-wanted":
        return tuple(find_unclear(checked.model))
    if code in CONVENTIONS:
        return tuple(find_unconventional(parse(source, Diagnostics())))
    if code == "drawn-nowhere":
        return tuple(find_undrawn(checked.model))
    report = (
        attribute_to_overlay(run_examples(checked.model), checked.model, ()) if house else run_examples(checked.model)
    )
    return (*checked.diagnostics.in_order, *(failure for each in report.results for failure in each.failures))


def find_sources(files: dict[str, str]) -> tuple[Source, list[Source]]:
    """The game among the files, and the house rules."""
    house = [Source(name, text) for name, text in files.items() if text.startswith(HOUSE)]
    games = [Source(name, text) for name, text in files.items() if not text.startswith(HOUSE)]
    return games[0] if games else loader.find_base_game(house[0]), house


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as they are seen from here."""
    monkeypatch.chdir(ROOT)


WITH_BLOCKS = [code for code in PAGES if "Wrong" in read_sections(code)]


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


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert [code for code in codes() if not any(fnmatchcase(page, code) for page in PAGES)] == []
    assert [page for page in PAGES if not any(fnmatchcase(page, code) for code in codes())] == []


def test_every_page_is_well_formed() -> None:
    for code, page in PAGES.items():
        assert page.startswith(f"# {code}\n\n")
        paragraphs = page.partition("## Wrong")[0].strip().split("\n\n")[1:]
        assert len(paragraphs) >= 2, f"{code}: what it means, and why it matters"
        sections = read_sections(code)
        assert list(sections) in (["Wrong", "The message", "Right"], ["The message"]), code
        assert all(sections.values()), code
        assert len(re.findall("^## (?!In the manual)", page, re.MULTILINE)) == len(sections), code
        for title in {"Wrong", "Right"} & sections.keys():
            assert len({each.file for each in sections[title]}) == len(sections[title]), f"{code}: files have names"


@pytest.mark.parametrize("code", WITH_BLOCKS)
def test_the_page_shows_what_is_said_of_the_wrong_example_and_nothing_is_wrong_with_the_right_one(code: str) -> None:
    (shown,) = read_sections(code)["The message"]
    found = diagnostics(code, read_files(code))
    assert {each.code for each in found} == {code}
    assert [rendering.render_full(each) for each in diagnostics(code, read_files(code, "Right"))] == []
    drawn = "\n\n".join(map(rendering.render_full, found)) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path = loader.find_page(code)
        path.write_text(path.read_text(encoding="utf-8").replace(shown.text, drawn, 1), encoding="utf-8")
    else:
        assert drawn == shown.text


AT_THE_TABLE = ("answer-", "card-", "roll-", "ruling-")
"""What is said at the table, in a sentence and without the code: these begin so."""


@pytest.mark.parametrize("code", [code for code in PAGES if code not in WITH_BLOCKS])
def test_the_page_shows_what_is_printed(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the boxes of the page hold is written, run and typed in their order."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    boxes = read_sections(code)["The message"]
    assert any(f"[{code}]" in each.text for each in boxes) or code.startswith(AT_THE_TABLE)
    with SURROUNDINGS.get(code, nullcontext)() as shown_as:
        for box in boxes:
            if box.file:
                write_file(box, tmp_path)
            elif box.language == "pycon":
                assert doctest_box(box.text) == ""
            for command in list_commands(box) if box.language == "console" else ():
                command.check(loader.find_page(code), monkeypatch, capsys, shown_as)


def doctest_box(text: str) -> str:
    """What goes otherwise than a session with Python shows."""
    wrong: list[str] = []
    test = DocTestParser().get_doctest(text, {}, "page", None, 0)
    DocTestRunner(verbose=False).run(test, out=wrong.append)
    return "".join(wrong)


LEADS_ON = ("unknown-library",)
"""Where what is found at last does not fit."""


@pytest.mark.parametrize("code", WITH_BLOCKS)
def test_what_mends_the_wrong_example_leaves_nothing_wrong(code: str) -> None:
    """All that carries a fix is mended, one thing after another; which may show what nobody could know before."""
    files = read_files(code)
    for _ in range(4):
        fix = next((each.fix for each in diagnostics(code, files) if each.fix is not None), None)
        if fix is None:
            break
        name, start, end = fix.span.source.name, fix.span.start, fix.span.end
        files = files | {name: files[name][:start] + fix.replacement + files[name][end:]}
    else:
        pytest.fail("there is always more to mend")
    if files != read_files(code) and code not in LEADS_ON:
        assert [rendering.render_full(each) for each in diagnostics(code, files)] == []
