"""Both engines play the same games when the options are set to something else.

Each ruleset is played with as many options as there are set to another value, and another strategy on each seat.
`python -m tests.tools.engines compare --options` holds every value of every option by itself against the stepper's
games, with the largest rulesets too.
"""

from __future__ import annotations

import pytest

from tests.support.rivals import FAST, Rivals
from tests.support.same_games import RULESETS, covering, under

LEFT_OUT = ("cooperstown", "cribbage", "round_the_bases")
"""Rulesets whose code takes long to make."""


@pytest.mark.parametrize("ruleset", [each for each in RULESETS if each not in LEFT_OUT])
def test_both_engines_play_the_same_under_other_options(ruleset: str) -> None:
    settings = covering(ruleset)[-1]
    Rivals(under(ruleset, settings, 1), [FAST]).check(range(20))
