"""Who sits where, and what bots decide."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.api import read
from interpreter.bots.advice import GameView
from interpreter.bots.best import BEST
from interpreter.bots.seats import (
    DEFAULT,
    RANDOM,
    SEARCH,
    Bots,
    assign_seats,
    check_strategies,
    list_strategies,
    map_seat_names,
)
from interpreter.check.namespace import STRATEGIES
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.engine import DecisionStop, Failure, Position, pick_default_answer
from interpreter.play.trace import Session
from interpreter.program import QueryInfo
from interpreter.stepper import Stepper
from tests.support.shipped import load
from tests.support.small_games import RACE, race, session_of

pytestmark = pytest.mark.quick


def test_seats_have_numbers_names_and_sides() -> None:
    program = load("marker").program(players=4)
    words = map_seat_names(program, ("red", "blue"))
    assert words["all"] == (0, 1, 2, 3)
    assert words["red"] == (0, 2)
    assert words["blue"] == (1, 3)
    assert words["3"] == words["player_3"] == (2,)


def test_what_is_said_of_fewer_seats_goes_first_wherever_it_stands() -> None:
    program = load("marker").program(players=4)
    written = [("3", "c"), ("all", "a"), ("Red", "b"), ("Player 2", "d")]
    assert assign_seats(program, written, "x", Diagnostics()) == ("b", "d", "c", "a")
    assert assign_seats(program, [("blue", "b")], "x", Diagnostics()) == ("x", "b", "x", "b")
    assert assign_seats(program, [("1", "a"), ("1", "b")], "x", Diagnostics())[0] == "b", "of two the last counts"


def test_unknown_seats_and_strategies_are_told_with_the_nearest() -> None:
    found = Diagnostics()
    program = race().program()
    assign_seats(program, [("playr_1", "wary")], "default", found)
    check_strategies(program, ["wery", "default"], found)
    assert [each.code for each in found.found] == ["seat-unknown", "strategy-unknown"]
    assert "`player_1`" in found.found[0].help
    assert "`wary`" in found.found[1].help
    assert list_strategies(program) == ("default", "daring", "wary")


def test_no_ruleset_has_a_strategy_called_like_those_of_every_game() -> None:
    assert set(STRATEGIES) == {DEFAULT, RANDOM, SEARCH, BEST}
    program = race().program()
    found = Diagnostics()
    check_strategies(program, STRATEGIES.keys() - {BEST}, found)  # `best` is solved for where somebody asks for it
    assert not found.found
    for name in STRATEGIES:
        with pytest.raises(Rejected) as rejected:
            read(RACE.replace("strategy wary", f"strategy {name}"))
        assert [each.code for each in rejected.value.diagnostics] == ["strategy-taken"]


def test_a_bot_takes_the_first_advice_that_holds_and_is_offered() -> None:
    session = session_of(race())
    stop = session.stop
    assert isinstance(stop, DecisionStop)
    here = GameView(session.engine, session.position)
    bots = Bots(session.program, ("daring", "wary"))
    assert bots.advise("daring", stop, here) == 1
    assert bots.advise("wary", stop, here) == 0
    assert bots.advise("default", stop, here) == pick_default_answer(stop) == 0


FAILED = Failure("empty-set", 0)


class Advised:
    """A position where the lines of a strategy answer so. Those below the one that is taken are not asked."""

    def __init__(self, *lines: tuple[int, ...] | Failure) -> None:
        self.lines = iter(enumerate(lines))

    def position(self) -> Position:
        return Position(0, ())

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        line, answer = next(self.lines)
        assert query == QueryInfo(0, "advice", "wary", "tempo", line=line)
        return answer


@pytest.mark.parametrize(
    ("lines", "offered", "taken"),
    [
        (((1,), (0,)), (0, 1), 1),
        (((), (0,)), (0, 1), 0),
        (((), (1,)), (0, 1), 1),
        (((1,), (0,)), (0,), 0),
        (((7,), (1,)), (0, 1), 1),
        (((1,),), (0,), 0),
        (((),), (0, 1), 0),
        ((), (1,), 1),
        ((FAILED,), (0, 1), 0),
        ((FAILED, (1,)), (0, 1), 1),
        (((1,), FAILED), (0, 1), 1),
    ],
)
def test_advice_that_does_not_hold_or_is_not_offered_is_passed_over(
    lines: tuple[tuple[int, ...] | Failure, ...], offered: tuple[int, ...], taken: int
) -> None:
    stop = DecisionStop(0, 1, offered, 0, 0)
    queries = [QueryInfo(0, "advice", "wary", "tempo", line=line) for line in range(len(lines))]
    program = replace(race().program(), queries=(QueryInfo(0, "advice", "wary", "other", line=0), *queries))
    assert Bots(program, ("default", "wary")).decide(stop, Advised(*lines)) == taken


def test_far_behind_the_wary_one_dares() -> None:
    session = Session(Stepper(race().program({"goal": 50})), 1)
    session.answer(0)
    session.answer(5)
    stop = session.stop
    assert isinstance(stop, DecisionStop)
    assert stop.chooser == 1
    here = GameView(session.engine, session.position)
    assert Bots(session.program, ("default", "wary")).decide(stop, here) == 1
    assert Bots(session.program, ("wary", "default")).decide(stop, here) == 0
