"""What is hidden never shows: two games that look the same from a seat are the same for it.

Nothing that it is shown, told or advised may differ between them, and its bots must decide the same
(`tests/support/games_alike.py` makes such games).
"""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from interpreter.api import read
from interpreter.bots import search as searching
from interpreter.bots.advice import GameView
from interpreter.bots.redraw import Redrawer
from interpreter.bots.search import Search
from interpreter.bots.seats import Bots, list_strategies
from interpreter.chance import Stream
from interpreter.display import event_to_object, list_shown
from interpreter.engine import ChanceStop, DecisionStop, Engine
from interpreter.play.session import Moment
from interpreter.play.trace import explain_moment, find_prospects, narrate
from interpreter.stepper import Stepper
from tests.support.games_alike import Turn, games_alike
from tests.support.views import draw_views

# ---- what a seat gets to know


def shown(engine: Engine, turns: list[Turn], seat: int) -> list[object]:
    """Everything that is shown and told to a seat on the way, and what strategies advise at the end."""
    told: list[object] = []
    for before, turn in pairwise(turns):
        moment = Moment(turn.step.position, turn.step.stop, turn.step.events, before.step.stop)
        told.append([each.text for each in narrate(engine.program, moment, seat)])
        told.append([event_to_object(engine.program, each) for each in list_shown(engine.program, moment.events)])
        told.append(list(explain_moment(engine.program, moment)))
        told.append(draw_views(engine, moment.position, seat))
        if isinstance(moment.stop, ChanceStop):
            told.append(find_prospects(engine, moment.position, moment.stop))
    last = turns[-1].step
    assert isinstance(last.stop, DecisionStop)
    told += [last.stop.offered, last.stop.default]
    bots = Bots(engine.program, ())
    here = GameView(engine, last.position, 3)
    return [*told, *(bots.advise(each, last.stop, here) for each in (*list_strategies(engine.program), "random"))]


@pytest.mark.parametrize(
    ("name", "most", "number"),
    [
        *[("leak", 9, 12), ("telling", 9, 12), ("duel", 30, 8), ("tricks", 60, 8), ("rows", 60, 3)],
        *[("cribbage", 80, 3), ("cooperstown", 250, 2), ("round_the_bases", 80, 2)],
    ],
)
def test_what_is_hidden_changes_nothing_that_a_seat_is_shown_told_or_advised(name: str, most: int, number: int) -> None:
    found = 0
    for seed in range(20):
        for engine, seat, first, second in islice(games_alike(name, seed, most), number - found):
            found += 1
            assert shown(engine, first, seat) == shown(engine, second, seat)
    assert found == number


# ---- what search makes of it


def searched(search: Search, turns: list[Turn], seed: int) -> int:
    stop, here = turns[-1].step.stop, GameView(Stepper(search.program), turns[-1].step.position)
    assert isinstance(stop, DecisionStop)
    return search.decide(stop, here, 48, Stream(seed, 0))


@pytest.mark.parametrize(("name", "most", "number"), [("duel", 30, 12), ("cribbage", 60, 1)])
def test_what_is_hidden_changes_nothing_that_search_decides(name: str, most: int, number: int) -> None:
    found = 0
    for seed in range(20):
        for engine, _, first, second in islice(games_alike(name, seed, most), number - found):
            search = Search(engine.program, "default")
            found += 1
            assert searched(search, first, seed) == searched(search, second, seed)
    assert found == number


def test_a_search_that_looks_at_hidden_cards_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Redrawer, "redraw", lambda self, position, seat, chances: position)
    monkeypatch.setattr(searching, "find_followed", lambda program: frozenset())
    games = [game for seed in (8, 10) for game in games_alike("duel", seed, 30)]
    decided = [[searched(Search(each[0].program, "default"), turns, 1) for turns in each[2:]] for each in games]
    assert any(first != second for first, second in decided)


def test_what_is_drawn_anew_leaves_everything_in_sight_where_it_is() -> None:
    for seed in range(2):
        for engine, seat, turns, again in islice(games_alike("cribbage", seed, 60), 3):
            redrawing, program = Redrawer(engine.program), engine.program
            position = turns[-1].step.position
            new = [redrawing.redraw(position, seat, Stream(seed, number)) for number in range(5)]
            assert len({each.slots for each in new}) == 5
            for each in new:
                assert draw_views(engine, each, seat) == draw_views(engine, position, seat)
                for zone in program.zones:
                    places = range(zone.first, zone.first + zone.members)
                    assert [each.slots[at].bit_count() for at in places] == [
                        position.slots[at].bit_count() for at in places
                    ]
                held = [each.slots[zone.first + at] for zone in program.zones for at in range(zone.members)]
                assert sum(held) == (1 << 52) - 1, "every card once"
            zones = [zone.first + at for zone in program.zones for at in range(zone.size)]
            first, second = (
                redrawing.redraw(each[-1].step.position, seat, Stream(seed, 9)).slots for each in (turns, again)
            )
            assert [first[at] for at in zones] == [second[at] for at in zones]


GUESS = """game guess "Guess"
players 2
cards deck: c1, c2, c3, c4
pile stock               : deck, face down = all deck
hand held of each player : deck, seen by its player
phase game
  shuffle stock
  for each one in all player
    deal from stock to held of one
  settle
rule settle
  let it = {what}
  choose guess by highest of all player
  {then}
choice guess
  "Which card does the other hold?"
  pick it_is from all deck
  default c1
"""

WIN = "when number of guess is it : win highest of all player"


@pytest.mark.parametrize(
    ("what", "then", "possible"),
    [
        ("number of lowest of held of lowest of all player", WIN, False),
        ("size of held of lowest of all player", WIN, True),
        ("number of lowest of held of lowest of all player", 'say "{it}"', True),
    ],
)
@pytest.mark.quick
def test_numbers_that_come_from_hidden_cards_are_not_thought_about(what: str, then: str, possible: bool) -> None:
    engine = Stepper(read(GUESS.replace("{what}", what).replace("{then}", then)).program())
    step = engine.begin()
    while not isinstance(step.stop, DecisionStop):
        step = engine.answer(step.position, 0)
    search = Search(engine.program, "default")
    assert search.redrawing.is_possible(step.position, step.stop.chooser) is possible
    if not possible:
        assert search.decide(step.stop, GameView(engine, step.position), 200, Stream(1, 0)) == step.stop.default
