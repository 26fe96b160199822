"""The plain program that looks its options up plays the very games of the programs in which options are fixed."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.chance import Stream
from interpreter.loader import list_game_names
from interpreter.lower import complete_options, lower, lower_with_open_options
from interpreter.model import Model
from interpreter.program import Program, Site
from interpreter.stepper import Stepper
from tests.support.same_games import Played, Reference, describe
from tests.support.shipped import load


def choose_options(game: Model, chance: Stream) -> dict[str, int]:
    """Any options, of those with many values one of the first few."""
    return {name: each.values[chance.randbelow(min(len(each.values), 5))] for name, each in game.options.items()}


def list_what_happened(program: Program, played: Played, sites: frozenset[Site]) -> tuple[object, ...]:
    """What happened in a game, of the places that were reached these alone: rows looked up for a value are none."""
    marks = zip(program.sites, played.outcome.marks, strict=True)
    reached = Counter({site: times for site, times in marks if site in sites})
    return reached, played.outcome.rolls, describe(program, played)


@pytest.mark.parametrize("name", [each for each in list_game_names() if each != "gin_rummy"][::2])
def test_the_same_games_are_played(name: str) -> None:
    """With all strategies at one table."""
    game = load(name).model
    players = game.players[-1]
    opened = lower_with_open_options(game, players, ())
    stepper = Stepper(opened.program, events=False)
    options = choose_options(game, Stream(1, 0))
    fixed = lower(game, options, players)
    values = {opened.options[each]: value for each, value in complete_options(game, options).items()}
    steppers, sites = (stepper.starting_with(values), Stepper(fixed, events=False)), frozenset(fixed.sites)
    seats = ((*game.strategies, RANDOM, DEFAULT) * len(fixed.seats))[: len(fixed.seats)]
    told = [list_what_happened(each.program, Reference(each, seats, 1).play(0), sites) for each in steppers]
    assert told[0] == told[1]
