"""Titles and words for readers: what they may mention, and when they are void."""

from __future__ import annotations

import pytest

from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.checking import checked, short

GAME = """\
game small "A small game"
  about "It has one rule."

option bonus = 3 in 1..5
  "How many points is a bonus?"

phase game
  remark "There is only one step."
  keep score "the score" : 0..50 = 0
  take_bonus

rule take_bonus
  in words "{WORDS}" also for twice
  add twice(bonus) to score

define twice "twice {{number}}" (number: 1..5) = number * 2

measure score per game = score
"""


@pytest.mark.quick
def test_titles_and_words_are_in_the_model() -> None:
    found = checked(GAME.replace("{WORDS}", "Score {twice(bonus)}").replace("{{number}}", "{number}"), {})
    assert not found.diagnostics.in_order
    assert found.model is not None
    rule = found.model.routines["take_bonus"]
    assert [(each.word, each.covers) for each in rule.words] == [("in words", ("twice",))]
    assert [each.word for each in found.model.routines["game"].words] == ["remark"]
    assert found.model.called == {"score": "the score", "twice": "twice {number}"}
    assert found.model.about == ("It has one rule.",)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("words", "code"), [("Score some points", "words-without-option"), ("Score {bonuses}", "unknown-name")]
)
def test_words_mention_every_option_that_their_rule_reads(words: str, code: str) -> None:
    found = checked(GAME.replace("{WORDS}", words), {}).diagnostics.in_order
    assert [each.code for each in found if each.code == code], [*map(short, found)]


@pytest.mark.quick
def test_words_are_void_when_house_rules_change_their_rule() -> None:
    game = GAME.replace("{WORDS}", "Score {twice(bonus)}").replace("{{number}}", "{number}")
    house = 'house_rules more "More" for small\n\nafter rule take_bonus\n  add 1 to score\n'
    changed = check_game(Sources(Source("small.rules", game), (Source("more.rules", house),))).model
    assert changed is not None
    assert changed.routines["take_bonus"].words == ()
    assert [each.word for each in changed.routines["game"].words] == ["remark"]
