"""README.md tells the truth: its tour is walked, its commands make sense, its Python runs, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from interpreter import cli
from tests.support.paths import ROOT
from tests.support.walkthroughs import list_commands, read_blocks

PATH = ROOT / "README.md"
README = PATH.read_text(encoding="utf-8")
BLOCKS = read_blocks(README)

EDITS = (("  4, 10 : hit 1 ", "  10    : hit 1 "), ("  11    : hit 2 ", "  4     : hit 2\n  11    : hit 2 "))
"""What the tour says to change in the copy, each before one of the checks."""


def blocks(language: str) -> list[str]:
    return [block.text for block in BLOCKS if block.language == language]


def test_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    edits = iter(EDITS)
    walked = 0
    for command in [command for block in BLOCKS if block.language == "console" for command in list_commands(block)]:
        words = shlex.split(command.text)
        if words[0] == "cp":
            shutil.copy(ROOT / words[1], words[2])
        elif command.is_ours():
            if words[1] == "check":
                change(Path(words[2]), *next(edits))
            command.check(PATH, monkeypatch, capsys)
            walked += 1
    assert walked >= 6


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
def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert all((ROOT / link).exists() for link in links)
