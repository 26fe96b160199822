"""Both engines play the same games of random rulesets: what is told, what is counted, and what cannot go on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from interpreter.api import Rejected, Ruleset, read
from interpreter.bots.seats import DEFAULT, Bots
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.native import Native
from interpreter.program import Program
from interpreter.simulate.simulation import Broken, Summary
from interpreter.stepper import Stepper
from interpreter.summary import Lost
from tests.native.test_native import assert_same
from tests.support.random_rulesets import random_ruleset

RULESETS = int(os.environ.get("RANDOM_RULESETS", "5"))
"""How many are tried."""

GAMES, SEED = 15, 1982
ADVISED = ("first_one", "second_one")


def accepted() -> Iterator[tuple[int, Ruleset]]:
    """Random rulesets, every other one near the ends of ranges. The few in which a comparison happens to be certain
    are passed over."""
    seed = found = 0
    while found < RULESETS:
        try:
            yield seed, read(random_ruleset(seed, edges=seed % 2 == 1))
            found += 1
        except Rejected as rejected:
            if {each.code for each in rejected.diagnostics} - {"always-same"} != {"out-of-range"}:
                raise
        seed += 1
    assert seed < 2 * RULESETS


def compare(program: Program, strategies: tuple[str, ...], seed: int) -> int:
    """Games told one by one; and counted by each tier, up to the first that cannot go on, and from the next. The result
    is how many went to their end."""
    stepper, bots, native = Stepper(program), Bots(program, strategies), Native(program, strategies, keep=False)
    outcomes, lost = [], []
    for game in range(GAMES):
        outcomes.append(stepper.play_out(None, Stream(SEED, game), bots.in_game(game)))
        lost.append({line: Lost(times, game) for line, times in bots.lost.items()})
        assert native.play_out(None, SEED, game, events=True) == outcomes[-1], (seed, game)
    for tier in ("fast", "best") if seed % 3 == 0 else ("fast",):
        native, first = Native(program, strategies, keep=False, tier=tier), 0
        while first < GAMES:
            summary = Summary.of(program)
            for game in range(first, GAMES):
                stop = outcomes[game].stop
                if isinstance(stop, Failure):
                    summary.broken = Broken(game, stop)
                    break
                summary.add_game(outcomes[game])
                summary.add_lost(lost[game])
            assert native.play(SEED, range(first, GAMES)) == summary, (seed, tier)
            first = GAMES if summary.broken is None else summary.broken.game + 1
    return sum(not isinstance(each.stop, Failure) for each in outcomes)


@pytest.mark.long
def test_both_engines_play_random_rulesets_alike() -> None:
    whole = usual = 0
    for seed, ruleset in accepted():
        program = ruleset.program(players=2 + 2 * (seed % 2))
        strategies = (ADVISED, (DEFAULT, ADVISED[0]), (DEFAULT, DEFAULT))[seed % 3] * (len(program.seats) // 2)
        ended = compare(program, strategies, seed)
        if seed % 2 == 0:
            whole, usual = whole + ended, usual + GAMES
    assert whole > usual / 4


@pytest.mark.parametrize("seed", range(3))
def test_a_random_ruleset_is_the_same_every_time(seed: int) -> None:
    assert random_ruleset(seed) == random_ruleset(seed)


def test_dice_that_are_thrown_in_different_numbers_may_be_played_by_a_table() -> None:
    """Where the next throw goes into the same slot and has more results, there is still a table, or none."""
    program = read(random_ruleset(363)).program(players=4)
    batches = [Native(program, keep=False, tier=tier).play(SEED, range(GAMES)) for tier in ("fast", "best")]
    assert_same(*(replace(each, broken=None) for each in batches))
