"""A folder in which games are played, kept, resumed and replayed from the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from interpreter.cli import main
from tests.support.small_games import RACE

WORDS = ("--seat", "1=human:Anna", "--seat", "2=human:Ben", "--seed", "3", "--set", "goal=30")

TYPED = ["1", "", "2", "", "undo", "why", "", "umpire roll 5", "redo", "nonsense", "double", "", "undo", "undo", "redo"]
TYPED += ["umpire score of anna = 3", "", ""] + ["1", ""] * 12


class Ground:
    """The command line, with typed lines, in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.code = 0

    def __call__(self, *words: object, typed: list[str] | None = None) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed or [])))
        self.code = main([str(each) for each in words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return str(out + err)

    def rules(self, text: str, name: str = "race") -> Path:
        path = self.folder / f"{name}.rules"
        path.write_text(text)
        return path

    def saved(self, typed: list[str], *words: str, text: str = RACE) -> Path:
        """A game that has been played and left."""
        path = self.folder / "game.toml"
        path.unlink(missing_ok=True)
        self("play", self.rules(text), *(words or WORDS), "--save", path, typed=typed)
        return path
