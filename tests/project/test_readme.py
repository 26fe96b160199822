"""README.md and the guide are true: commands print what is shown, the Python runs, and links lead somewhere."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import cli
from tests.support.paths import ROOT
from tests.support.walkthroughs import list_commands, read_blocks

PAGES = ("README.md", "grammar/guide.md")
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
BLOCKS = {page: read_blocks(text) for page, text in TEXTS.items()}
LONGEST_README = 150

EDITS = (("  4, 10 : hit 1 ", "  10    : hit 1 "), ("  11    : hit 2 ", "  4     : hit 2\n  11    : hit 2 "))
"""What a page says to change in the copy, each before one of its checks."""


def blocks(language: str, pages: Sequence[str] = PAGES) -> list[str]:
    return [block.text for page in pages for block in BLOCKS[page] if block.language == language]


@pytest.mark.parametrize("page", PAGES)
def test_commands_print_what_is_shown(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    edits = iter(EDITS)
    walked = 0
    consoles = [block for block in BLOCKS[page] if block.language == "console"]
    for command in [command for block in consoles for command in list_commands(block)]:
        words = shlex.split(command.text)
        if words[0] == "cp":
            shutil.copy(ROOT / words[1], words[2])
        elif command.is_ours():
            if words[1] == "check":
                change(Path(words[2]), *next(edits))
            command.check(ROOT / page, monkeypatch, capsys)
            walked += 1
    assert walked >= 5


def test_house_rules_are_shown_as_they_ship() -> None:
    shown = [block for block in blocks("rules") if block.startswith("house_rules ")]
    assert shown
    for block in shown:
        shipped = (ROOT / "rulesets" / "house" / f"{block.split()[1]}.rules").read_text(encoding="utf-8")
        assert shipped.startswith(block)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
@pytest.mark.quick
def test_the_two_commands_make_sense(line: str) -> None:
    for command in line.split(" && "):
        words = shlex.split(command)
        if words[0].endswith("groundrules"):
            cli.read_arguments(cli.CommandLine(words[1:]))


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks("python")
    exec(program, {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"\(.*\) \d+ \d+", lines[0])
    assert 0.5 < eval(lines[1]) < 1


@pytest.mark.quick
@pytest.mark.parametrize("page", PAGES)
def test_the_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"", TEXTS[page])
    assert links
    assert all((ROOT / page).parent.joinpath(link or picture).exists() for link, picture in links)


@pytest.mark.quick
def test_the_first_page_is_short_and_its_pictures_load_nothing() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= LONGEST_README
    pictures = [path.read_text(encoding="utf-8") for path in (ROOT / "grammar" / "pictures").glob("*.svg")]
    assert len(pictures) == 2
    assert not any("url(http" in each or "href" in each for each in pictures)
