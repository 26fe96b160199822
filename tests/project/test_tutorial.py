"""The tutorial is a script: its files are written, its commands print what it shows, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.book.markdown import make_anchor
from tests.support.paths import ROOT
from tests.support.walkthroughs import BLOCK, list_commands, read_blocks, renew, write_file

PATH = ROOT / "grammar" / "tutorial.md"
TUTORIAL = PATH.read_text(encoding="utf-8")
PROSE = BLOCK.sub("", TUTORIAL)


def test_each_step_does_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in read_blocks(TUTORIAL):
        if block.file:
            write_file(block, tmp_path)
            continue
        for command in list_commands(block):
            command.check(PATH, monkeypatch, capsys)
    written = sorted(tmp_path.glob("*.rules"))
    assert [path.name for path in written] == ["apples.rules", "birds.rules", "showdown.rules"]
    assert cli.main(["format", "--check", *(path.name for path in written)]) == 0, capsys.readouterr().out


@pytest.mark.quick
def test_each_file_is_named_before_it_is_first_shown() -> None:
    for file in {block.file for block in read_blocks(TUTORIAL) if block.file}:
        before = TUTORIAL[: TUTORIAL.index(f"```rules {file}\n")]
        assert f"`{file}`" in BLOCK.sub("", before)


@pytest.mark.quick
def test_the_commands_in_the_text_make_sense() -> None:
    commands = [" ".join(each.split()) for each in re.findall(r"`(groundrules [^`A-Z]+)`", PROSE)]
    assert len(commands) > 6
    for command in commands:
        cli.read_arguments(cli.CommandLine(shlex.split(command)[1:]))


@pytest.mark.quick
def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", PROSE)
    headings = {make_anchor(each) for each in re.findall(r"^## (.*)$", PROSE, re.MULTILINE)}
    assert {anchor for path, anchor in links if not path} == headings
    assert all((ROOT / "grammar" / path).exists() for path, _ in links)


@pytest.mark.quick
def test_what_is_printed_otherwise_now_is_cut_as_before() -> None:
    shown = "Red rolls the dice: 7\n...\n> stop\nRed has 3.\n...\n"
    output = "Red throws 7\nWhat now?\n> stop\nRed now has 3.\nGreen rolls the dice: 9\n"
    assert renew(shown, output) == "Red throws 7\n...\n> stop\nRed now has 3.\n...\n"
