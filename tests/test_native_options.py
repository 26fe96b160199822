"""Both engines play the same games whatever the options are set to.

Each ruleset is played under as few settings as have every value of every option between them, and another strategy on
each seat. `long_games.py --options` plays the values one by one, with the largest rulesets too.
"""

from __future__ import annotations

import pytest
from same_games import RULESETS, Rivals, covering, under

FEWER = {"marker": 10, "cooperstown": 4}
"""How many games are played of rulesets where twenty take long."""

LEFT_OUT = ("cribbage", "round_the_bases")
"""Rulesets whose code takes long to make."""


@pytest.mark.parametrize("ruleset", [each for each in RULESETS if each not in LEFT_OUT])
def test_both_engines_play_the_same_under_other_options(ruleset: str) -> None:
    for at, settings in enumerate(covering(ruleset)[: 1 if ruleset == "cooperstown" else None]):
        Rivals(under(ruleset, settings, at), [("fast", True)]).check(range(FEWER.get(ruleset, 20)))
