"""`groundrules show`: the rulebook with exact odds, and the stages of the road."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import shelf
from interpreter.cli import main
from interpreter.cli.rulebook import numbers_in_words

GAME = """\
# a game to show
game dozen "A Dozen"
  source "A leaflet of 1909"
  source "A letter"

players 2..6

kind colour: red "Red", blue

dice pair = 2d6                          cite "Dice" DZ-01

option house = kind in 1..3              open DZ-O1

option tone = soft                       open DZ-O2
  "How is it told?"
  because "Nobody likes noise."
  soft "in a low voice"
  loud "with a shout"

phase game
  keep held : colour = red
  roll pair
  when held is red : do wins             # the usual
  count_up
  set held to blue
  do by_colour

rule count_up                            cite "Counting" DZ-02, DZ-03
  nothing

  # in between
  nothing
# after it

table wins on pair                       cite "Winning" DZ-04
  2..11 : nothing
  12    : say "A dozen!"                 cite DZ-05
  6+6   : say "Two sixes!"

table by_colour on pair, held
  any | red  : nothing
  8+  | blue : nothing
  7-  | blue : nothing

table late on pair in 10..12 -> points, text
  10, 11 : 1, "few"
  12     : 2, "many"

note DZ-O3, DZ-06 "Only shown."

example "a dozen" shows DZ-04, DZ-05
  roll 12
  then said "Two sixes!"
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    text = GAME.replace("option house = kind in 1..3", "option house = 2 in 1..3").replace("  12    : say \"A dozen!\"", "  12    : say \"A dozen!\"")
    (tmp_path / "dozen.rules").write_text(text, encoding="utf-8")
    return "dozen.rules"
