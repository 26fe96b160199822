"""The native engine plays the same games as the stepper: event for event, and in every number it counts.

A thousand games of every ruleset and strategy are held against what is kept of the stepper's (`same_games`): those of
the code that tells everything, and what all kinds of code that count make of them. The stepper itself plays some of
them here and now. `python -m tests.tools.engines compare` does the same with many more.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter import api, shelf
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.native import Native, Tiered
from interpreter.stepper import Stepper
from interpreter.summary import Summary
from tests.support.rivals import Differs, Rivals
from tests.support.same_games import (
    RULESETS,
    SEED,
    Case,
    Reference,
    alone,
    blocks,
    cases_of,
    kept_games,
    kept_of,
    mixed,
    program_of,
)

STALE = "The stepper has to play the games of {} again: run `python -m tests.tools.engines keep --games 1000`."

SLOW = {"marker": 12, "cooperstown": 4, "cribbage": 3, "round_the_bases": 1}
"""How many games the stepper plays here of each strategy, where a whole block would take long."""

LARGE = ("cooperstown", "cribbage", "round_the_bases")
"""Rulesets of which the first code is made for the strategies beside the default, and the best code for the default,
since it takes long; `tests/tools/engines.py` makes all of it."""

TABLES = ("two_dice", "three_dice", "one_die", "foster_diamond", "foster_aces")
"""Rulesets that are played from a table."""

CODE = [
    *((name, "fast", True) for name in RULESETS),
    *((name, "best", True) for name in RULESETS),
    *((name, "best", False) for name in (*TABLES, "marker")),
]
"""Which code plays a thousand games of what: a ruleset, a tier, and whether it looks for a table."""


def assert_same(found: Summary, summary: Summary) -> None:
    """Every number is the same."""
    assert summary.broken is None
    assert found == summary


# ---- the games that are kept


def test_all_games_are_kept() -> None:
    assert set(RULESETS) == {entry.name for entry in shelf.shipped()}
    cases = [case for ruleset in RULESETS for case in cases_of(ruleset)]
    assert {name for name in kept_games() if "=" not in name} == {case.name for case in cases}
    assert all(list(digests(case)) for case in cases)


def digests(case: Case) -> Iterator[tuple[range, str, str]]:
    """The digests of a thousand games of a case, with the games that they are of."""
    games, kept = blocks(case), kept_of(case)
    assert len(kept.told) >= len(games), STALE.format(case.name)
    yield from zip(games, kept.told, kept.counted, strict=False)


def hold(rivals: Rivals) -> None:
    """A thousand games of a case are the stepper's."""
    for block in digests(rivals.case):
        rivals.hold(*block)


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(each, marks=pytest.mark.quick if each == "one_die" else pytest.mark.long) for each in RULESETS],
)
def test_it_tells_the_same_games(ruleset: str) -> None:
    for case in alone(ruleset):
        hold(Rivals(case, (), ("fast",)))


@pytest.mark.parametrize("ruleset", ["two_dice", "going_to_boston", "marker"])
def test_better_code_tells_the_same_games(ruleset: str) -> None:
    for case in alone(ruleset):
        hold(Rivals(case, (), ("best",)))


@pytest.mark.parametrize(("ruleset", "tier", "tabulate"), CODE)
@pytest.mark.long
def test_it_counts_the_same_games(ruleset: str, tier: str, tabulate: bool) -> None:
    plain, others = alone(ruleset)[:1], mixed(ruleset)
    if ruleset in LARGE:
        plain, others = ([], others) if tier == "fast" else (plain, [])
    for case in [*plain, *(others if tabulate else [])]:
        hold(Rivals(case, [(tier, tabulate)], ()))


@pytest.mark.parametrize(
    ("tellers", "words"),
    [
        (("fast",), r"game \d+, fast code:\n  after event \d+, .*\n  the stepper has Decided.*\n  not +Decided"),
        ((), r"fast code, game \d+:\n(  .*\n)*  marks: at \d+, the stepper has \d+, not \d+"),
    ],
)
def test_the_first_difference_is_shown(tellers: tuple[str, ...], words: str) -> None:
    """Somebody plays another strategy than the one that the digests are of."""
    plain, case = alone("marker")[0], alone("marker")[2]
    rivals = Rivals(case, [("fast", True)], tellers)
    rivals.case = plain
    with pytest.raises(Differs, match=words):
        hold(rivals)
    with pytest.raises(Differs, match="but not as is kept"):
        Rivals(plain, [("fast", True)], tellers).hold(range(3), "other", "digests")


# ---- the stepper's games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_stepper_plays_what_is_kept_and_what_is_not(ruleset: str) -> None:
    """Where it is quick a whole block of the games that are kept; otherwise a few that come after these."""
    for number, case in enumerate([alone(ruleset)[0], alone(ruleset)[-1]] if ruleset in LARGE else alone(ruleset)):
        first = 1_000 + number
        games = range(first, first + SLOW[ruleset]) if ruleset in SLOW else blocks(case)[-1 - number]
        reference, summary = Reference(case), Summary.of(case.program)
        native = Native(case.program, case.strategies)
        for game in games:
            outcome = reference.play(game)
            assert native.play_out(None, SEED, game, events=True) == outcome
            summary.add_game(outcome)
        if ruleset not in LARGE:
            assert_same(native.play(SEED, games), summary)
        if ruleset not in SLOW:
            assert (games, *reference.digests(games)) in list(digests(case))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("two_dice", {"last_half": "walk_off", "innings": 3, "run_on_last_out": "yes"}),
        ("foster_diamond", {"tie": "draw"}),
    ],
)
def test_a_table_plays_the_same_games(name: str, options: dict[str, str | int]) -> None:
    program = api.load(name).program(options)
    plain = Native(program).play(SEED, range(3_000), per_game=True)
    tabled, stepper = Native(program, tier="best", keep=False), Stepper(program, events=False)
    again = tabled.play(SEED, range(3_000), per_game=True)
    assert (again, again.rows) == (plain, plain.rows)
    summary, step, stream = Summary.of(program), stepper.begin(), Stream(SEED, 0)
    for _ in range(14):
        answer = stream.below(step.stop.outcomes) if hasattr(step.stop, "outcomes") else step.stop.offered[0]
        step = stepper.answer(step.position, answer)
    for game in range(20):
        summary.add_game(stepper.play_out(step.position, Stream(SEED, game)))
    assert_same(tabled.play(SEED, range(20), start=step.position), summary)


@pytest.mark.quick
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
    stepper, native = Stepper(program), Native(program, strategies)
    decide = Bots(program, strategies).decide
    step, stream = stepper.begin(), Stream(SEED, 0)
    for stop in range(60):
        answer = stream.below(step.stop.outcomes) if hasattr(step.stop, "outcomes") else step.stop.offered[0]
        step = stepper.answer(step.position, answer)
        if stop % 12 == 0:
            found, summary = native.play(SEED, range(3), start=step.position), Summary.of(program)
            for game in range(3):
                outcome = stepper.play_out(step.position, Stream(SEED, game), decide)
                assert native.play_out(step.position, SEED, game, events=True) == outcome
                summary.add_game(outcome)
            assert_same(found, summary)
            playouts = native.playouts(step.position, SEED, range(3))
            assert playouts.wins == [summary.wins[side] for side in range(len(program.sides))]
            assert playouts.totals == [sum(v * n for v, n in each.counts.items()) for each in summary.measures]


def test_better_code_is_taken_up_in_the_middle() -> None:
    program = program_of("ace_in_the_pot")
    tiered = Tiered(program, keep=False, worth=0)
    first = tiered.play(SEED, range(500), per_game=True)
    tiered.wait()
    assert tiered.tier == "best"
    assert tiered.play(SEED, range(500), per_game=True) == first
