"""Words of the language that may be names too, and those that may not."""

from __future__ import annotations

import pytest

from interpreter.parser.vocabulary import FREE, STEPS, list_contextual_words
from tests.support.checking import failures, said

SPECIAL = {"highest", "lowest", "players", "chooser", "house_rules", "game"}
LINES_OF_CHOICES = {"because", "default", "pick", "seen", "remove"}
OTHERS = {"holds", "alike", "row", "faces", "total", "number", "left", "next", "size"}
WORDS = sorted({*FREE, *list_contextual_words().values(), *OTHERS} - SPECIAL)


def play_with(word: str, kept: str, value: str) -> str:
    return f"""game small "A small game"
kind spot: one_spot, two_spot
phase game
  keep {kept} : 0..9 = 0
  keep plain : 0..99 = {value}
  let old = {value}
  set {value} to {value} + old + 1
  add {value} to plain
  when {value} is 1 and old < 1 and (({value}) in 1..2 or {value} > 3) : set plain to the greater of {value} and plain
  when old is 0 or {value} is 3 : show 3 by {value}
  say "{{{value}}}"
rule show (much: 0..9) by (more: 0..9)
  add much + more to plain
table worth on {value} -> much
  0..8 : {value}
  9    : plain
example "a name"
  then ({value}) is 1, plain is 5, worth is 1
"""


@pytest.mark.parametrize("word", WORDS)
def test_something_is_called_by_it(word: str) -> None:
    game = play_with(word, word, word)
    assert said(game) == []
    assert failures(game) == []


@pytest.mark.parametrize("word", sorted({*WORDS} - {"number", "next", "bottom"}))
def test_something_of_each_is_called_by_it(word: str) -> None:
    game = play_with(word, f"{word} of each spot", f"{word} of two_spot")
    assert said(game.replace(f"by {word} of two_spot", f"by ({word} of two_spot)")) == []


@pytest.mark.parametrize("word", sorted({*WORDS, "none"} - LINES_OF_CHOICES))
def test_it_is_offered(word: str) -> None:
    game = f"""game small "A small game"
players 1
option way = {word}
  "Which way?"
  {word} "this way"
  other_way "the other way"
phase game
  keep last : going = stay
  choose going by lowest of all player
  when going is {word} and way is {word} : set last to going
  say "{{last}}, {{worth}}, {{next_one}}"
choice going
  "Where to?"
  stay "stay"
  {word} "go"
  default stay
table worth on going -> much
  {word} : 3
  stay : 2
table next_one on way -> where_to
  other_way : stay
  {word} : {"stay" if word in ("none", "count") else word}
strategy one
  going
    when way is {word} : {word}
    otherwise : stay
example "an offer"
  with way = {word}
  choose going is {word}
  then last is {word}, worth is 3
"""
    assert said(game) == []
    assert failures(game) == []


@pytest.mark.parametrize("word", sorted(STEPS))
@pytest.mark.parametrize("sort", ["rule", "phase"])
def test_what_begins_a_step_is_no_rule(word: str, sort: str) -> None:
    inside = " in game" if sort == "phase" else ""
    game = f'game small "A small game"\nphase game\n  say "."\n{sort} {word}{inside}\n  say "."\n'
    assert said(game) == [f"4:{len(sort) + 2}: reserved-word"]
