"""A program that looks its options up plays the very games of the programs in which they are fixed."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.chance import Stream
from interpreter.engine import Outcome
from interpreter.loader import list_game_names
from interpreter.lower import complete_options, lower, lower_with_open_options
from interpreter.model import Model
from interpreter.program import Program, Site
from interpreter.stepper import Stepper
from tests.support.shipped import load

SETTINGS = 2
"""How many ways of setting the options are tried for each game."""


def choose_options(game: Model, chance: Stream) -> dict[str, int]:
    """Any options, of those with many values one of the first few."""
    return {name: each.values[chance.randbelow(min(len(each.values), 5))] for name, each in game.options.items()}


def list_what_happened(program: Program, outcome: Outcome, sites: frozenset[Site]) -> tuple[object, ...]:
    """What happened in a game, of the places that were reached these alone: rows looked up for a value are none."""
    reached = Counter({site: marks for site, marks in zip(program.sites, outcome.marks, strict=True) if site in sites})
    return reached, outcome.samples, outcome.rolls, outcome.position.winners, type(outcome.stop)


@pytest.mark.parametrize("name", [each for each in list_game_names() if each != "gin_rummy"])
def test_the_same_games_are_played(name: str) -> None:
    game = load(name).model
    players = game.players[-1]
    opened = lower_with_open_options(game, players, ())
    stepper = Stepper(opened.program, events=False)
    for seed in range(SETTINGS):
        options = choose_options(game, Stream(1, seed))
        fixed = lower(game, options, players, plain=True)
        values = {opened.options[each]: value for each, value in complete_options(game, options).items()}
        expected = Stepper(fixed, events=False).play_out(None, Stream(seed, 0))
        played = stepper.starting_with(values).play_out(None, Stream(seed, 0))
        sites = frozenset(fixed.sites)
        assert list_what_happened(opened.program, played, sites) == list_what_happened(fixed, expected, sites)
