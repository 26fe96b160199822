"""A workshop with some texts open, and places in them that are marked with `^`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.workshop import Workshop

GAME = """\
game small "A small game"
  use turns

dice pair = 2d6
kind base : first, second
players 2
phase game
  keep runner : base or none = none
  keep mover : player = player_1
  keep score of each player : 0..99 = 0
  take_turns
  win those one in all player with most score of one

phase turn in game
  roll pair for mover
  do hits(mover)
  set mover to next of mover

table hits(thrower : player) on pair
  2..6   : out
  7..12  : hit for thrower

rule hit for (batter : player)
  let points = total of pair
  add points to score of batter
  set runner to second if runner is first otherwise first

rule out
  say "Out on {pair}."

example "a hit"
  given runner is none
  roll 3+4
  then score of player_1 is 7
"""

LIBRARY = """\
library turns "Turns"

expects phase turn "what a player does"

rule take_turns
  repeat 2 times : turn
"""


class Desk:
    """Texts by their names, in files of a folder and open in a workshop."""

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self.folder, self.workshop = folder.resolve(), Workshop()
        for name, text in texts.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.write(name, text)

    def write(self, name: str, text: str) -> Path:
        self.workshop.change(self.folder / name, text)
        return self.folder / name

    def text(self, name: str) -> str:
        return self.workshop.read(self.folder / name).text

    def find(self, name: str, marked: str) -> tuple[Path, int]:
        """The file, and the place in it where `^` stands in some text of it that occurs once."""
        text = marked.replace("^", "")
        assert self.text(name).count(text) == 1, text
        return self.folder / name, self.text(name).index(text) + marked.index("^")


def small_desk(folder: Path, **more: str) -> Desk:
    """A game, its library, and other texts that go by their file's name without the ending."""
    texts = {f"{name}.rules": text for name, text in more.items()}
    return Desk(folder, {"library/turns.rules": LIBRARY, "small.rules": GAME, **texts})
