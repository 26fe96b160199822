"""The native engine plays the same games as the stepper: answer for answer, and in every number it counts.

A thousand games of every ruleset and strategy are held against what is kept of the stepper's (`same_games`), in all
kinds of machine code. The stepper itself plays some of them here and now. `python -m tests.tools.engines compare` does
the same with many more.
"""

from __future__ import annotations

import pytest

from interpreter import loader
from interpreter.chance import Stream
from interpreter.engine import Step
from interpreter.native import Native, Tiered
from interpreter.stepper import Stepper
from interpreter.summary import Summary
from tests.support.rivals import BEST, FAST, WAYS, Differs, Rivals, hold
from tests.support.same_games import (
    GAMES,
    RULESETS,
    SEED,
    Reference,
    alone,
    cases_of,
    kept_blocks,
    kept_games,
    mixed,
    program_of,
)
from tests.support.shipped import load

STALE = "The stepper has to play the games of {} again: run `python -m tests.tools.engines keep --games 1000`."

LARGE = ("cooperstown", "cribbage", "round_the_bases")
"""Rulesets of which no best code is made, since it takes long; `engines.py` makes all of it."""

QUICK = tuple(name for name in RULESETS if name not in LARGE)

ALL_WAYS = ("two_dice", "marker")
"""Rulesets of which the best code bears witness, too."""


def go_on(stepper: Stepper, step: Step, stream: Stream) -> Step:
    """To the next stop, with a throw, or with the first answer that is offered."""
    answer = stream.randbelow(step.stop.outcomes) if hasattr(step.stop, "outcomes") else step.stop.offered[0]
    return stepper.answer(step.position, answer)


def assert_same(found: Summary, summary: Summary) -> None:
    """Every number is the same."""
    assert summary.broken is None
    assert found == summary


# ---- the games that are kept


def test_all_games_are_kept() -> None:
    assert set(RULESETS) == {entry.name for entry in loader.list_games()}
    cases = [case for ruleset in RULESETS for case in cases_of(ruleset)]
    assert {name for name in kept_games() if "=" not in name} == {case.name for case in cases}


def hold_kept(rivals: Rivals) -> None:
    """A thousand games of a case are the stepper's."""
    blocks = list(kept_blocks(rivals.case, GAMES))
    assert sum(len(games) for games, _ in blocks) == GAMES, STALE.format(rivals.case.name)
    for games, digest in blocks:
        rivals.hold(games, digest)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_plays_the_games_that_are_kept(ruleset: str) -> None:
    for at, case in enumerate([*alone(ruleset)[:1], *mixed(ruleset)]):
        every = WAYS if ruleset in ALL_WAYS else (BEST,)
        hold_kept(Rivals(case, every if ruleset not in LARGE else () if at else (FAST,)))


@pytest.mark.parametrize("ruleset", QUICK)
def test_each_strategy_plays_the_games_that_are_kept(ruleset: str) -> None:
    for case in alone(ruleset)[1:]:
        hold_kept(Rivals(case, ()))


def test_the_first_difference_is_shown() -> None:
    """Somebody plays another strategy than the one that the digests are of."""
    plain, case = alone("marker")[0], alone("marker")[2]
    rivals = Rivals(case, [FAST])
    rivals.case = plain
    with pytest.raises(Differs, match=r"marker default, .*: game \d+: \S+: the stepper has .*, not "):
        hold_kept(rivals)
    with pytest.raises(Differs, match="but not as is kept"):
        Rivals(plain, ()).hold(range(3), "another digest")


# ---- the stepper's games


@pytest.mark.parametrize(
    "ruleset", [pytest.param(name, marks=[pytest.mark.quick] * (name == "two_dice")) for name in QUICK]
)
def test_the_first_games_are_the_same_here_and_now(ruleset: str) -> None:
    """Quick to say so where the two engines are not alike."""
    Rivals(alone(ruleset)[0], ()).check(range(20))


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_stepper_plays_what_is_kept(ruleset: str) -> None:
    cases = [alone(ruleset)[0]] if ruleset == "round_the_bases" else alone(ruleset)
    for number, case in enumerate(cases):
        games, digest = list(kept_blocks(case, GAMES))[-1 - number]
        assert case.reference().digest(games) == digest


@pytest.mark.parametrize("ruleset", LARGE)
def test_games_of_large_rulesets_are_the_same_here_and_now(ruleset: str) -> None:
    """Games that are not kept, of the strategies that another test makes the code of."""
    Rivals(mixed(ruleset)[-1], [FAST]).check(range(GAMES, GAMES + 2))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("two_dice", {"last_half": "walk_off", "innings": 3, "run_on_last_out": "yes"}),
        ("foster_diamond", {"tie": "draw"}),
    ],
)
def test_a_table_plays_the_same_games(name: str, options: dict[str, str | int]) -> None:
    program = load(name).program(options)
    plain = Native(program).play(SEED, range(3_000), per_game=True)
    tabled, stepper = Native(program, tier="best", keep=False), Stepper(program)
    again = tabled.play(SEED, range(3_000), per_game=True)
    assert (again, again.rows) == (plain, plain.rows)
    step, stream = stepper.begin(), Stream(SEED, 0)
    for _ in range(2):  # much later the best code refuses: it no longer knows the numbers of calls that it has copied
        step = go_on(stepper, step, stream)
    reference = Reference(stepper, start=step.position)
    assert hold(tabled, [reference.play(game) for game in range(20)], SEED, step.position) == []


def test_games_can_be_split_in_any_way() -> None:
    program = program_of("foster_aces")
    native = Native(program)
    whole = native.play(SEED, range(1_000), per_game=True)
    parts = [native.play(SEED, games, per_game=True) for games in (range(1), range(1, 500), range(500, 1_000))]
    for at, measure in enumerate(whole.measures):
        assert measure.counts == sum((part.measures[at].counts for part in parts[1:]), parts[0].measures[at].counts)
        assert measure.total_total == sum(part.measures[at].total_total for part in parts)
    assert whole.rows == [row for part in parts for row in part.rows]


def test_the_rest_of_a_game_goes_on_from_anywhere() -> None:
    program, strategies = program_of("marker"), ("bold", "late")
    stepper, native = Stepper(program), Native(program, strategies, witness=True)
    step, stream = stepper.begin(), Stream(SEED, 0)
    for stop in range(60):
        step = go_on(stepper, step, stream)
        if stop % 12 == 0:
            reference = Reference(stepper, strategies, start=step.position)
            assert hold(native, [reference.play(game) for game in range(3)], SEED, step.position, witness=True) == []


def test_better_code_is_taken_up_in_the_middle() -> None:
    program = program_of("ace_in_the_pot")
    tiered = Tiered(program, keep=False, eager=True)
    first = tiered.play(SEED, range(500), per_game=True)
    tiered.wait()
    assert tiered.tier == "best"
    assert tiered.play(SEED, range(500), per_game=True) == first
