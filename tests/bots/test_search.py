"""Bots that every game has: `random` on a stream of its own, and `search`, which knows what its seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from interpreter import loader
from interpreter.api import read
from interpreter.bots.advice import MAX_PLAYOUTS, GameView
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, force_answer
from interpreter.bots.redraw import Redrawer
from interpreter.bots.search import Candidate, Search, find_best_strategy
from interpreter.bots.seats import Bots, check_strategies, set_playouts
from interpreter.chance import Stream
from interpreter.diagnostics import Diagnostics
from interpreter.engine import ChanceStop, Decided, DecisionStop, GameOver, Position, View
from interpreter.native import player
from interpreter.play.session import Session
from interpreter.program import Chance, Decide, Finish
from interpreter.simulate.players import StepperPlayer
from interpreter.simulate.simulation import Plan, play_games
from interpreter.simulate.tournament import Match, Standing, play_match
from interpreter.stepper import Stepper
from tests.support.paths import read_game
from tests.support.shipped import load
from tests.support.small_games import ENDLESS, marks, race, session_of

PIG = read_game("pig.rules")


def decisions(seed: int, game: int, strategies: tuple[str, ...] = ("random", "random")) -> list[int]:
    session = Session(Stepper(race().program({"goal": 50})), seed, game)
    bots = Bots(session.program, strategies, seed, game)
    while not session.over:
        session.step(bots.decide)
    return [event.answer for event in session.events if isinstance(event, Decided)]


# ---- random


def test_random_repeats_with_the_seed_and_the_game_and_differs_otherwise() -> None:
    assert decisions(1, 0) == decisions(1, 0)
    assert len({tuple(decisions(seed, game)) for seed in (1, 2) for game in (0, 1)}) == 4


def test_random_takes_each_answer_about_as_often() -> None:
    taken = Counter(answer for seed in range(60) for answer in decisions(seed, 0))
    assert abs(taken[0] - taken[1]) < 4 * taken.total() ** 0.5


@pytest.mark.quick
def test_random_chooses_the_same_again_after_a_move_is_taken_back() -> None:
    session = session_of(race())
    bots = Bots(session.program, ("random", "random"), 7)
    first = [session.step(bots.decide).position for _ in range(8)]
    for _ in range(8):
        session.undo()
    assert [session.step(bots.decide).position for _ in range(8)] == first


def test_random_decides_alike_at_the_table_and_in_a_simulation() -> None:
    program = race().program({"goal": 50})
    bots = Bots(program, ("random", "random"), 3)
    events = Stepper(program).play_out(None, Stream(3, 4), bots.start_game(4)).events
    assert [event.answer for event in events if isinstance(event, Decided)] == decisions(3, 4)


@pytest.mark.parametrize("name", sorted(entry.name for entry in loader.list_games()))
def test_random_plays_every_game(name: str) -> None:
    program = load(name).program()
    summary = play_games(Plan(program, ("random",) * len(program.seats), 5), range(1))
    assert summary.broken is None
    assert summary.games == 1


# ---- search


class Counted(Playouts):
    """Playouts in which whoever has this position's first winner wins, and which count themselves."""

    def __init__(self, winners: Sequence[int]) -> None:
        self.left, self.played = list(winners), 0

    def ends(self, positions: Sequence[Position], seed: int, first: int) -> list[tuple[int, ...] | None]:
        """The next of those given, for all positions."""
        self.played += len(positions)
        winner = self.left.pop(0)
        return [(winner,)] * len(positions)


def searched(winners: Sequence[int], think: int = 100) -> tuple[int, int]:
    """The answer in the first position of the race, and how many playouts it took."""
    session, playouts = session_of(race()), Counted(winners)
    assert isinstance(session.stop, DecisionStop)
    search = Search(session.program, "default", playouts)
    here = GameView(session.engine, session.position)
    return search.decide(session.stop, here, think, Stream(1, 1)), playouts.played


@pytest.mark.quick
def test_what_wins_is_taken_and_what_does_not_is_left() -> None:
    assert searched([1, 0]) == (1, 100)
    assert searched([0, 1]) == (0, 100)


@pytest.mark.quick
def test_the_base_strategy_decides_where_nothing_is_better() -> None:
    assert searched([0, 0]) == (0, 100)
    assert searched([1, 1]) == (0, 100)
    assert searched([], think=1) == (0, 0)


def test_another_answer_must_be_better_by_more_than_the_noise() -> None:
    assert Candidate(1, [1, 1, 0, 1, 1, 1, 1]).beats(Candidate(0, [0, 0, 1, 0, 0, 0, 0]))
    assert not Candidate(1, [1, 0, 1, 0, 1, 0]).beats(Candidate(0, [0, 1, 0, 1, 0, 0]))
    assert not Candidate(1, [1, 1]).beats(Candidate(0, [1, 1]))
    assert Candidate(1, [1, 1, 0, 1, 1, 1, 1]).beats(Candidate(0, [0, 0, 1, 0, 0, 0, 0, 9])), "the same trials only"


@pytest.mark.parametrize("think", [24, 100, 1000])
def test_think_bounds_the_playouts(think: int) -> None:
    session = Session(Stepper(marks().program()), 1)
    playouts = Counted([0] * 1000)
    assert isinstance(session.stop, DecisionStop)
    Search(session.program, "default", playouts).decide(
        session.stop, GameView(session.engine, session.position), think, Stream(1, 1)
    )
    assert 0 < playouts.played <= think


def test_wins_are_shared_by_sides_and_seats() -> None:
    worth = Payoff(load("marker").program(players=4))
    assert [worth.of_winners((0,), seat) for seat in range(4)] == [2, 0, 2, 0]
    assert worth.of_winners((), 0) == worth.of_winners(None, 1) == worth.of_winners((0, 1), 2) == 1


def test_the_base_is_the_best_strategy_of_the_ruleset() -> None:
    assert find_best_strategy(race().program({"goal": 50})) == "daring"
    assert find_best_strategy(load("two_dice").program()) == "default"


def test_search_repeats_and_beats_random() -> None:
    match = Match(read(PIG).program(), "search@24", "random", 2)
    standing = Standing(match, list(play_match(match, 15)))
    assert standing.stderr is not None
    assert standing.share - 2 * standing.stderr > 0.5
    assert list(play_match(match, 3)) == standing.rounds[:3]


# ---- names


@pytest.mark.parametrize("name", ["random", "search", "search:wary", "search@20", "search:default@1000000"])
def test_names_that_every_game_knows(name: str) -> None:
    found = Diagnostics()
    check_strategies(race().program(), [name], found)
    assert not found.found


@pytest.mark.parametrize("name", ["serch", "search:", "search:wery", "search@", "search@0", f"search@{MAX_PLAYOUTS}0"])
@pytest.mark.quick
def test_names_that_no_game_knows(name: str) -> None:
    found = Diagnostics()
    check_strategies(race().program(), [name], found)
    assert [each.code for each in found.found] == ["strategy-unknown"]


def test_think_is_said_of_searches_that_do_not_say_it_themselves() -> None:
    names = [set_playouts(each, 30) for each in ("search", "search:wary", "search@9", "wary", "random")]
    assert names == ["search@30", "search:wary@30", "search@9", "wary", "random"]


def test_machine_code_decides_as_the_stepper_does() -> None:
    program = load("marker").program()
    stepper, position = Stepper(program, events=False), Stepper(program).begin().position
    positions = []
    for number in range(60):
        stop = stepper.resume(position).stop
        assert isinstance(stop, ChanceStop | DecisionStop)
        answer = stop.offered[0] if isinstance(stop, DecisionStop) else number * 37 % stop.outcomes
        position = stepper.answer(position, answer).position
        positions.append(position)
    strategies = ("late", "default")
    expected = Playouts(program, strategies, native=False).ends(positions, 5, 3)
    assert Playouts(program, strategies, native=True).ends(positions, 5, 3) == expected


@pytest.mark.parametrize("strategies", [("default", "default"), ("late", "default")])
def test_better_code_takes_any_answer_that_is_tried(strategies: tuple[str, ...]) -> None:
    """Code that may be used anywhere does not reckon with the answers that strategies give."""
    program = load("marker").program()
    search, stepper = Search(program), Stepper(program, events=False)
    position, tried = stepper.begin().position, []
    for number in range(120):
        stop = stepper.resume(position).stop
        assert isinstance(stop, ChanceStop | DecisionStop)
        if isinstance(stop, DecisionStop):
            tried += [force_answer(search.program, position, each) for each in stop.offered]
        answer = stop.offered[-1] if isinstance(stop, DecisionStop) else number * 37 % stop.outcomes
        position = stepper.answer(position, answer).position
    expected = Playouts(program, strategies, native=False).ends(tried, 5, 3)
    assert len(set(expected)) > 1
    native = player.Native(program, strategies, tier="best", anywhere=True, keep=False)
    assert native.ends(tried, 5, 3)[0] == expected


def test_better_code_plays_from_positions_that_are_drawn_anew() -> None:
    """What nothing ever reads may hold anything there: it is taken for a card, and put in another's place."""
    program, drawn = load("cooperstown").program(), list[Position]()
    redrawing = Redrawer(program)

    def decide(stop: DecisionStop, view: View) -> int:
        drawn.append(redrawing.redraw(view.position(), stop.chooser, Stream(1, len(drawn))))
        return stop.offered[0]

    Stepper(program, events=False).play_out(None, Stream(1, 0), decide)
    native = player.Native(program, ("manager",) * len(program.seats), tier="best", anywhere=True, keep=False)
    assert drawn
    assert None not in native.ends(drawn, 5, 3)[0]


def test_playouts_from_every_stop_go_on_in_machine_code_however_many_parts_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A position whose stop lies in another part than the game's start is not left to the stepper."""
    monkeypatch.setitem(player.PART, "fast", 12)
    program = read(PIG).program()
    stepper, position = Stepper(program, events=False), Stepper(program).begin().position
    positions = []
    while not isinstance(stop := stepper.resume(position).stop, GameOver):
        assert isinstance(stop, ChanceStop | DecisionStop)
        positions.append(position)
        answer = stop.offered[-1] if isinstance(stop, DecisionStop) else 5
        position = stepper.answer(position, answer).position
    positions.append(position)
    assert {type(program.blocks[each.block].terminator) for each in positions} == {Chance, Decide, Finish}
    native = player.Native(program, ("ten", "ten"), keep=False)
    found, _ = native.ends(positions, 5, 3)
    assert found == Playouts(program, ("ten", "ten"), native=False).ends(positions, 5, 3)
    assert None not in found


@pytest.mark.parametrize("tier", ["fast", "best"])
def test_a_position_that_comes_back_to_nowhere_is_not_for_machine_code(tier: str) -> None:
    program = load("two_dice").program()
    start = Stepper(program).begin().position
    routine = max(program.routines, key=lambda each: len(each.continuations))
    native = player.Native(program, tier=tier, anywhere=True, keep=False)
    for number, right in ((0, True), (len(routine.continuations), False), (-1, False)):
        slots = list(start.slots)
        slots[routine.return_slot] = number
        found, _ = native.ends([replace(start, slots=tuple(slots))], 5, 3)
        assert (found != [None]) is right


def test_what_is_not_for_machine_code_is_played_by_the_stepper(monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(PIG).program()
    positions, strategies = [Stepper(program).begin().position] * 12, ("ten", "ten")
    expected = Playouts(program, strategies, native=False).ends(positions, 5, 3)
    real, refusing = player.Native.ends, [2, 0]

    def ends(
        native: player.Native, starts: Sequence[Position], seed: int, first: int
    ) -> tuple[list[tuple[int, ...] | None], int]:
        found, words = real(native, starts, seed, first)
        return [None if at % 3 == refusing[0] else each for at, each in enumerate(found)], words

    monkeypatch.setattr(player.Native, "ends", ends)
    for refusing[0] in (0, 2):
        assert Playouts(program, strategies, native=True).ends(positions, 5, 3) == expected


def test_a_game_that_does_not_end_is_not_tried_at_each_of_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(ENDLESS.replace("keep stuck : 0..1 = 0", "keep stuck : 0..1 = 1")).program()
    tried: list[int] = []
    real = Playouts.ends

    def ends(
        playouts: Playouts, positions: Sequence[Position], seed: int, first: int
    ) -> Sequence[tuple[int, ...] | None]:
        tried.append(len(positions))
        return real(playouts, positions, seed, first)

    monkeypatch.setattr(Playouts, "ends", ends)
    playing = StepperPlayer(Plan(program, ("search@48", "search@48"), 7, 60))
    for game in range(2):
        broken = playing.play(range(game, game + 1)).broken
        assert broken is not None
        assert broken.failure.reason == "stop-budget"
    assert tried == [24, 24, 24] * 2
