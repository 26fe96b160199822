"""Who plays the games of a simulation changes nothing in what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from threading import Barrier, get_ident

import pytest

from interpreter import tiering
from interpreter.api import read
from interpreter.cache import take_trouble
from interpreter.native import Tiered
from interpreter.simulate import executors, players
from interpreter.simulate.executors import Executor, ThreadExecutor, choose_executor
from interpreter.simulate.players import AUTO, NATIVE, STEPPER, Plan, PlayOptions, StepperPlayer, is_native_available
from interpreter.simulate.simulation import schedule_checks
from interpreter.summary import Summary
from tests.simulate.test_simulate import BREAKS
from tests.support.small_games import race

GAMES = 230

needs_native = pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")


@cache
def plan(strategies: tuple[str, ...] = ("daring", "wary")) -> Plan:
    return Plan(race().program(players=len(strategies)), strategies, 7)


@cache
def careful(strategies: tuple[str, ...] = ("daring", "wary"), per_game: bool = True) -> Summary:
    return played(plan(strategies), PlayOptions(STEPPER, per_game=per_game))


def played(what: Plan, play_options: PlayOptions, games: int = GAMES) -> Summary:
    """What a crew comes to, with all its games one by one."""
    people = choose_executor(what, games, play_options)
    try:
        return added_up(what, people, games)
    finally:
        people.shutdown()


def added_up(what: Plan, people: Executor, games: int) -> Summary:
    summary, rows = Summary.of(what.program), []
    for part in people.play(range(games)):
        summary = summary.combine(part)
        rows += part.rows
    return replace(summary, rows=rows)


@needs_native
@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("clock", [None, count().__next__], ids=["no clock", "a slow clock"])
def test_machine_code_plays_the_same_games_in_any_number_of_threads(
    workers: int, clock: Callable[[], float] | None
) -> None:
    summary = played(plan(), PlayOptions(NATIVE, workers, per_game=True, clock=clock))
    assert summary == careful()
    assert summary.rows == careful().rows
    assert summary.games_of == {NATIVE: GAMES}


@needs_native
@pytest.mark.parametrize("every", [1, 7])
def test_what_is_not_for_machine_code_is_played_by_the_stepper(monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    real = Tiered.play

    def play(tiered: Tiered, seed: int, games: range, *, per_game: bool = False) -> Summary:
        """None of every so many games is played."""
        stop = next((game for game in games if game % every == 0), games.stop)
        return real(tiered, seed, range(games.start, stop), per_game=per_game)

    monkeypatch.setattr(Tiered, "play", play)
    summary = played(plan(), PlayOptions(NATIVE, workers=2, per_game=True))
    assert summary == careful()
    assert summary.rows == careful().rows
    refused = len(range(0, GAMES, every))
    assert summary.games_of == +Counter({NATIVE: GAMES - refused, STEPPER: refused})


@pytest.mark.quick
def test_the_games_one_by_one_add_up_to_the_whole() -> None:
    summary = careful()
    assert [game for game, _, _ in summary.rows] == list(range(GAMES))
    assert sum(len(winners) for _, winners, _ in summary.rows) == summary.wins.total()
    sums = [sum(column) for column in zip(*(figures for _, _, figures in summary.rows), strict=True)]
    wanted = []
    for tally, members in zip(summary.measures, summary.members, strict=True):
        wanted += [each.total for each in members] or [tally.total, tally.samples]
    assert sums == wanted


@needs_native
def test_machine_code_that_cannot_be_made_leaves_the_stepper_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", "off")

    def fail(player: players.NativePlayer) -> None:
        raise RuntimeError("no code")

    monkeypatch.setattr(players.NativePlayer, "prepare", fail)
    assert played(plan(), PlayOptions(AUTO)) == careful()
    assert "no machine code can be made here (no code)" in take_trouble()
    with pytest.raises(RuntimeError):
        choose_executor(plan(), GAMES, PlayOptions(NATIVE))


@needs_native
@pytest.mark.parametrize("play_options", [PlayOptions(NATIVE), PlayOptions(NATIVE, 3), PlayOptions(AUTO)], ids=str)
@pytest.mark.quick
def test_a_game_that_breaks_is_the_same_one_and_told_the_same_way(play_options: PlayOptions) -> None:
    fragile = Plan(read(BREAKS).program(), ("default", "default"), 1)
    expected = played(fragile, PlayOptions(STEPPER))
    assert expected.broken is not None
    found = played(fragile, play_options)
    assert (found, found.broken) == (expected, expected.broken)


def test_bots_that_look_ahead_are_played_by_the_stepper() -> None:
    ahead = Plan(plan().program, ("search@1", "daring"), 7)
    assert played(ahead, PlayOptions(AUTO), 3).games_of == {STEPPER: 3}


@needs_native
def test_bots_that_play_at_random_are_played_in_machine_code() -> None:
    random = Plan(plan().program, ("random", "daring"), 7)
    found = played(random, PlayOptions(NATIVE), 120)
    assert found == played(random, PlayOptions(STEPPER), 120)
    assert found.games_of == {NATIVE: 120}
    assert found != played(plan(), PlayOptions(STEPPER), 120)


def test_nobody_waits_for_few_games() -> None:
    chosen = choose_executor(plan(), tiering.FEW_GAMES - 1, PlayOptions(AUTO))
    assert isinstance(chosen, ThreadExecutor)
    assert isinstance(chosen.player, players.StepperPlayer)


# ---- until something holds


def test_it_is_looked_after_fixed_numbers_of_games() -> None:
    assert list(schedule_checks(3000)) == [1000, 1250, 1562, 1952, 2440, 3000]
    assert list(schedule_checks(10)) == [10]
    assert list(schedule_checks(10**6))[:5] == list(schedule_checks(10**9))[:5]
    assert len(list(schedule_checks(10**12))) < 100


def test_memory_stays_flat() -> None:
    people = choose_executor(plan(), 10**9, PlayOptions(NATIVE if is_native_available() else STEPPER, per_game=True))
    parts: Iterator[Summary] = people.play(range(10**9))
    sizes = []
    summary = Summary.of(plan().program)
    for _ in range(12):
        summary = summary.combine(next(parts))
        sizes.append(len(summary.rows))
    people.shutdown()
    assert max(sizes) <= executors.MAX_STRETCH


def test_stretches_grow_from_short_ones_however_many_games_there_are() -> None:
    threads = ThreadExecutor(None, 1)  # type: ignore[arg-type]
    stretches = threads._list_stretches(range(10**9))
    sizes = [len(next(stretches)) for _ in range(9)]
    assert sizes[:3] == [executors.FIRST_STRETCH * each for each in (1, 2, 4)]
    assert max(sizes) == executors.UNTIMED_STRETCH
    assert [len(each) for each in ThreadExecutor(None, 1)._list_stretches(range(500))] == [200, 300]  # type: ignore[arg-type]


def test_a_stretch_that_takes_no_time_is_followed_by_a_longer_one() -> None:
    sizer = executors.StretchSizer(lambda: 0.0, 2)
    sizer.play_timed(StepperPlayer(plan(), False), range(2))
    assert sizer.next() == 8


@pytest.mark.quick
def test_several_workers_play_at_the_same_time_and_one_where_it_is() -> None:
    together, here, begun = Barrier(2, timeout=60), get_ident(), count()

    class Waiting:
        """The first two stretches have to be played at the same time."""

        def play(self, games: range) -> Summary:
            if next(begun) < 2:
                together.wait()
            return replace(Summary.of(plan().program), games=len(games))

    class Alone(Waiting):
        def play(self, games: range) -> Summary:
            assert get_ident() == here
            return replace(Summary.of(plan().program), games=len(games))

    for player, workers in ((Waiting(), 2), (Alone(), 1)):
        executor = ThreadExecutor(player, workers)  # type: ignore[arg-type]
        assert sum(summary.games for summary in executor.play(range(400))) == 400
        executor.shutdown()


# ---- when better code is worth while


@needs_native
@pytest.mark.parametrize(
    ("games", "open_ended", "stretches", "made"),
    [
        (2_000, False, [(1_000, 0.1)], False),  # the rest is over in a moment
        (10_000_000, False, [(1_000, 0.1)], True),
        (10_000_000, True, [(1_000, 0.1)], False),  # it may be over at once
        (10_000_000, True, [(1_000, 0.1)] * 100, True),
        (0, False, [(1_000, 0.1)], False),
        (0, False, [(1_000, 0.1)] * 100, True),
    ],
)
def test_better_code_is_made_where_it_pays(
    monkeypatch: pytest.MonkeyPatch, games: int, open_ended: bool, stretches: list[tuple[int, float]], made: bool
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("interpreter.native.tiered.Tiered.improve", lambda tiered: asked.append(True))
    player = players.NativePlayer(plan(), PlayOptions(clock=lambda: 0.0, open_ended=open_ended), games)
    for stretch in stretches:
        player.record_time(*stretch)
    assert bool(asked) is made
