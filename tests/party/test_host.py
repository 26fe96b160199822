"""What the host does with the seats, and the end of a game: bots, swaps, other games, a file to share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.api import load
from interpreter.cli import main
from interpreter.desk.games import begin_again, begin_game, change_game
from interpreter.party import Party, see
from interpreter.party.answering import answer_page
from tests.support.games_alike import DUEL
from tests.support.seated import table_of

pytestmark = pytest.mark.quick


@pytest.fixture
def duel() -> Party:
    party = Party(table_of(DUEL, {0: "Anna", 1: "Ben"}))
    list(party.go_on())
    return party


def send(party: Party, key: str, **message: object) -> Any:
    return answer_page(party, party.find_place(key), message)[0]


def list_takers(party: Party) -> list[object]:
    chairs: Any = see(party, party.places["host"])["chairs"]
    return [each["taker"] for each in chairs]


def test_the_host_gives_a_seat_to_a_bot_and_back_and_nobody_else_does(duel: Party) -> None:
    assert send(duel, "seat1", seat=0, taker="easy")["naming"] == ("Only the host gives seats away.",)
    assert list_takers(duel) == ["human", "human"]
    held = duel.table.question
    assert held is not None
    assert held.seat == 0
    send(duel, "host", seat=0, taker="strong")
    assert list_takers(duel) == ["strong", "human"]
    list(duel.go_on())
    assert duel.table.question is not None
    assert duel.table.question.seat == 1
    send(duel, "host", seat=0, taker="human")
    assert list_takers(duel) == ["human", "human"]
    assert duel.find_place("seat0").seat == 0
    assert send(duel, "host", seat=7, taker="easy")["naming"]
    assert send(duel, "host", seat=0, taker="best:/etc/passwd")["naming"]


def test_a_player_may_be_the_host_too_and_stays_it_when_a_bot_has_the_seat() -> None:
    party = Party(table_of(DUEL, {0: "Anna"}), owner="seat0")
    assert see(party, party.find_place("seat0"))["chairs"]
    send(party, "seat0", seat=1, taker="strong")
    send(party, "seat0", seat=0, taker="easy")
    assert list_takers(party) == ["easy", "strong"]
    assert party.find_place("seat0").is_host
    send(party, "seat0", seat=0, taker="human")
    assert list_takers(party) == ["human", "strong"]
    assert party.find_place("seat0").is_player


def test_whose_seat_a_bot_has_looks_on_and_sees_no_hand(duel: Party) -> None:
    mine = str(see(duel, duel.find_place("seat0"))["things"])
    send(duel, "host", seat=0, taker="easy")
    place = duel.find_place("seat0")
    assert not place.is_player
    assert str(see(duel, place)["things"]) == str(see(duel, duel.places["spectators"])["things"]) != mine


def test_the_host_renames_whoever_has_a_seat(duel: Party) -> None:
    send(duel, "host", seat=1, name="Cleo")
    assert duel.find_place("seat1").name == "Cleo"


def play(seed: int = 4) -> Party:
    rules = load("pig")
    party = begin_game(rules.model, rules.program({}, 2), seed)
    place = party.places["seat0"]
    list(party.go_on())
    while not party.table.session.over:
        party.say(place, "")
        list(party.go_on())
    return party


def test_the_end_shows_how_the_points_went_and_is_the_same_for_all() -> None:
    party = play()
    results: list[Any] = [see(party, party.places[key])["result"] for key in ("seat0", "spectators")]
    mine, theirs = results
    assert {*mine["lead"]} == {"p1", "p2"}
    assert all(points[0] == 0 and max(points) == points[-1] for points in mine["lead"].values())
    assert mine["text"] == "Player 1 wins." or mine["winners"] == ["p2"]
    assert mine == {**theirs, "replay": True}
    assert not theirs["replay"]


def test_the_file_of_a_game_can_be_replayed_by_whoever_plays_and_only_at_its_end(
    tmp_path: Path, duel: Party, capsys: pytest.CaptureFixture[str]
) -> None:
    party = play()
    assert send(party, "spectators", replay=True) is None
    assert send(duel, "seat0", replay=True) == {"replay": {}}
    replay = send(party, "seat0", replay=True)["replay"]
    (tmp_path / replay["name"]).write_text(replay["text"], encoding="utf-8")
    assert main(["replay", str(tmp_path / replay["name"])]) == 0
    assert "wins." in capsys.readouterr().out


def test_seats_are_swapped_and_each_keeps_their_link() -> None:
    party = play()
    again = begin_again(party, 5, is_swapped=True)
    assert again.find_place("seat0").seat == 1
    assert list_takers(again) == ["fair", "human"]
    back = begin_again(again, 6, is_swapped=True)
    assert back.find_place("seat0").seat == 0


def test_another_game_is_played_by_the_same_people(duel: Party) -> None:
    party = change_game(duel, "hearts", 3)
    assert party is not None
    assert [place.name.partition(" ")[0] for place in party.places.values() if place.is_player] == ["Anna", "Ben"]
    assert list_takers(party) == ["human", "human", "fair", "fair"]
    assert change_game(duel, "../secret", 3) is None
