"""The commands in the manual's console blocks print what stands below them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.paths import CHAPTERS
from tests.support.walkthroughs import Command, list_commands, read_blocks


def list_shown(path: Path) -> list[Command]:
    blocks = read_blocks(path.read_text(encoding="utf-8"))
    return [command for block in blocks if block.language == "console" for command in list_commands(block)]


SHOWN = [(path, command) for path in CHAPTERS for command in list_shown(path)]


@pytest.mark.parametrize(
    ("path", "command"), SHOWN, ids=[f"{path.stem}: {command.text}" for path, command in SHOWN]
)
def test_commands_print_what_is_shown(
    path: Path, command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.is_ours()
    command.check(path, monkeypatch, capsys)
