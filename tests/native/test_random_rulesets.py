"""Both engines play the same games of random rulesets, but those that cannot go on, which are left to the stepper."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import count

import pytest

from interpreter.api import Rejected, Ruleset, read
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.diagnostics import Severity
from interpreter.lower import lower
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.mutations import check_mutant, find_missing, large_games, mutants, small_games
from tests.support.paths import read_game
from tests.support.random_conditions import random_conditions
from tests.support.random_dice_games import write_dice_game
from tests.support.random_further import random_further
from tests.support.random_rulesets import REFUSED, random_ruleset
from tests.support.rivals import agree, hold, plain
from tests.support.same_games import SEED, Reference

RULESETS = int(os.environ.get("RANDOM_RULESETS", "5"))
"""How many are tried."""

FEW = 12
MUTANTS = int(os.environ.get("MUTANTS", FEW))
GAMES = 15
ADVISED = ("first_one", "second_one")


def accepted() -> Iterator[tuple[int, Ruleset]]:
    """Random rulesets, every other one near the ends of ranges. The few that are refused are passed over."""
    seed = found = 0
    while found < RULESETS:
        try:
            yield seed, read(random_ruleset(seed, edges=seed % 2 == 1))
            found += 1
        except Rejected as rejected:
            if not {each.code for each in rejected.diagnostics if each.severity is Severity.ERROR} <= REFUSED:
                raise
        seed += 1
    assert seed < 2 * RULESETS


def compare(program: Program, strategies: tuple[str, ...], seed: int) -> int:
    """Games by each tier, one of which bears witness, also after those that cannot go on. The result is how many
    machine code played."""
    reference = Reference(Stepper(program), strategies)
    played, refused = [reference.play(game) for game in range(GAMES)], []
    for tier, witness in (("fast", seed % 2 == 0), ("best", seed % 2 == 1)):
        native = Native(program, strategies, keep=False, tier=tier, witness=witness)
        refused = hold(native, played, SEED, witness=witness)
    return GAMES - len(refused)


UNPLAYED = {
    "Words", "Note", "Cite", "Open", "IdRange", "Comment", "Expects", "Example", "Start", "StopAt", "WithOption",
    "WithPlayers", "Holds", "Rolled", "Drawn", "Chosen", "GivenValue", "Did", "Ended", "Said", "Won", "Asked",
    "Replaced",
}  # fmt: skip
"""What no engine plays: what examples, remarks and libraries say. House rules make whole games before one is played."""


def test_random_rulesets_have_every_construct() -> None:
    """What is in the language and in none of these was never played by both engines."""
    makers = (random_ruleset, random_further, random_conditions, write_dice_game)
    texts = [make(seed) for make in makers for seed in range(14)]
    assert find_missing(texts) - UNPLAYED == set()


@pytest.mark.long
def test_both_engines_play_random_rulesets_alike() -> None:
    whole = usual = 0
    for seed, ruleset in accepted():
        program = ruleset.program(players=2 + 2 * (seed % 2))
        pairs = (ADVISED, (DEFAULT, ADVISED[0]), (RANDOM, DEFAULT), (ADVISED[1], RANDOM))
        strategies = pairs[seed % len(pairs)] * (len(program.seats) // 2)
        ended = compare(program, strategies, seed)
        if seed % 2 == 0:
            whole, usual = whole + ended, usual + GAMES
    assert whole > usual / 4


def test_both_engines_play_mutants_alike() -> None:
    """Games in which a declaration was changed; `MUTANTS` in the environment says how many."""
    chance, played = random.Random(8), 0
    games = (*small_games(), *large_games()) if MUTANTS > FEW else small_games()
    for seed in count():
        game = games[seed % len(games)]
        for model in filter(None, (check_mutant(game, *each).model for each in mutants(game, seed, 8))):
            options = {each.name: chance.choice(each.values[:6]) for each in model.options.values()}
            agree(lower(model, options, chance.choice(model.players[:4])), seed, range(10))
            played += 1
            if played == MUTANTS:
                return


@pytest.mark.long
def test_both_engines_play_the_later_words_alike() -> None:
    """Of all rulesets; in a few each game breaks off, as when a set has no members where one is asked for."""
    played = usual = 0
    for seed in range(1, max(2, RULESETS - 3)):
        try:
            program = read(random_further(seed)).program(players=2 + seed % 2)
        except Rejected as rejected:
            if {each.code for each in rejected.diagnostics} - {"out-of-range", "always-same"}:
                raise
            continue
        played += compare(program, ("sly", RANDOM, DEFAULT)[: len(program.seats)], 1)
        usual += GAMES
    assert played > usual / 2


@pytest.mark.parametrize("seed", range(3))
def test_a_random_ruleset_is_the_same_every_time(seed: int) -> None:
    assert random_ruleset(seed) == random_ruleset(seed)


def test_dice_that_are_thrown_in_different_numbers_may_be_played_by_a_table() -> None:
    """Where the next throw goes into the same slot and has more results, there is still a table, or none."""
    program = read(read_game("throws_of_different_numbers.rules")).program(players=4)
    fast, best = (Native(program, keep=False, tier=tier).play(SEED, range(GAMES)) for tier in ("fast", "best"))
    assert plain(fast) == plain(best)
