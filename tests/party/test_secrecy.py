"""What is hidden changes nothing that a place is shown or told, be it a seat, the spectators' or the host's."""

from __future__ import annotations

from collections import deque
from itertools import islice, pairwise

import pytest

from interpreter.party import Party, see
from interpreter.party.reasons import explain
from interpreter.play.session import Moment, Session
from interpreter.scene import draw_pictures
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.commands import COMMANDS
from tests.support.games_alike import Turn, find_game, games_alike


def shown_at(name: str, engine: Stepper, turns: list[Turn], key: str) -> list[object]:
    """All that a place is shown of a game, and what it is told when it asks in every way there is."""
    model = find_game(name)[0].model
    session = Session(engine, 1)
    moments = [
        Moment(step.position, step.stop, step.events, before.step.stop, before.answer, number=number)
        for number, (before, step) in enumerate(((one, other.step) for one, other in pairwise(turns)), 1)
    ]
    session.moments = deque(moments)
    people = dict.fromkeys(range(len(engine.program.seats)), "")
    party = Party(Table(model, session, lambda stop, view: 0, Setup(people)))
    place = party.places[key]
    asked = [party.say(place, word) for word in COMMANDS if word.islower() and word not in ("undo", "redo", "quit")]
    things = (each["id"] for kind in ("seats", "things") for each in see(party, place)[kind])  # type: ignore[attr-defined]
    whys = [explain(party, place, {"why": each}) for each in (True, *(each.number for each in moments), *things)]
    look = party.faces[key].look(False)
    pictures = [draw_pictures(look.at_moments(moments[:number])) for number in range(len(moments) + 1)[2:]]
    return [see(party, place), asked, whys, pictures]


@pytest.mark.parametrize(
    ("name", "most", "number"), [("duel", 30, 6), ("tricks", 60, 4), ("cribbage", 26, 2), ("showdown", 30, 4)]
)
def test_it_shows_nowhere(name: str, most: int, number: int) -> None:
    found = 0
    for seed in range(20):
        for engine, seat, first, second in islice(games_alike(name, seed, most), number - found):
            if len(first) < 2:
                continue
            found += 1
            for key in (f"seat{seat}", "spectators", "host"):
                assert shown_at(name, engine, first, key) == shown_at(name, engine, second, key)
    assert found == number


def test_another_seat_is_shown_another_hand() -> None:
    """So that the test above can fail: whoever holds one of the two cards sees which."""
    differs = False
    for engine, seat, first, second in islice((game for seed in range(9) for game in games_alike("duel", seed, 30)), 8):
        others = [f"seat{each}" for each in range(2) if each != seat]
        differs |= any(shown_at("duel", engine, first, key) != shown_at("duel", engine, second, key) for key in others)
    assert differs
