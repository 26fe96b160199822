"""A game that several people play, each from a place of their own: who sees what, who may say what."""

from __future__ import annotations

import json

import pytest

from interpreter.party import Party, Place, see
from interpreter.party.answering import answer_page
from interpreter.scene import picture_card
from tests.support.games_alike import DUEL
from tests.support.seated import table_of
from tests.support.small_games import PASSING, RACE

pytestmark = pytest.mark.quick


@pytest.fixture
def duel() -> Party:
    """Two people with three cards each, after both have laid one away; Anna is asked which to play."""
    party = Party(table_of(DUEL, {0: "Anna", 1: "Ben"}))
    list(party.go_on())
    say(party, "seat0", "")
    say(party, "seat1", "")
    return party


def say(party: Party, key: str, line: str) -> str:
    said = party.say(party.places[key], line)
    list(party.go_on())
    return " ".join(said.lines)


def seen(party: Party, key: str) -> str:
    return json.dumps(see(party, party.places[key]))


def question(party: Party, key: str) -> dict[str, object]:
    asked = see(party, party.places[key])["question"]
    assert isinstance(asked, dict)
    return asked


@pytest.fixture
def passing() -> Party:
    """Anna leads a club, and Ben has only one."""
    party = Party(table_of(PASSING, {0: "Anna", 1: "Ben"}))
    list(party.go_on())
    for key in ("seat0", "seat1"):
        say(party, key, "")
    party.say(party.places["seat0"], "3 of Clubs")
    return party


def test_who_has_only_one_answer_is_told_so_and_nobody_else(passing: Party) -> None:
    assert [question(passing, key)["text"] for key in ("seat1", "seat0")] == [
        "Ben plays 2 of Clubs. (The only choice.)",
        "Ben is choosing.",
    ]
    list(passing.go_on())
    assert "Ben plays 2 of Clubs. (The only choice.)" in seen(passing, "seat1")
    for key in ("seat0", "spectators"):
        assert "Ben plays 2 of Clubs." in seen(passing, key)
        assert "only choice" not in seen(passing, key)


def test_there_is_a_place_for_each_person_one_for_all_who_look_on_and_one_for_the_host(duel: Party) -> None:
    assert list(duel.places.values()) == [
        Place("seat0", "Anna", 0),
        Place("seat1", "Ben", 1),
        Place("spectators", "Spectators"),
        Place("host", "Host"),
    ]


def test_only_who_is_asked_sees_the_answers_and_may_give_one(duel: Party) -> None:
    assert question(duel, "seat0")["mine"] is True
    assert question(duel, "seat1") == {"mine": False, "text": "It is Anna's turn."}
    assert say(duel, "seat1", "c1") == "It is Anna's turn, not yours."
    assert say(duel, "spectators", "c1") == "It is Anna's turn; from here you can only look on."
    number = duel.number
    say(duel, "seat0", "")
    assert duel.number > number
    assert question(duel, "seat1")["mine"] is True


def test_each_sees_their_own_cards_and_no_others(duel: Party) -> None:
    position = duel.table.session.position
    held = next(zone for zone in duel.table.program.zones if zone.name == "held")
    for seat in range(2):
        mine, theirs = (position.slots[held.first + each] for each in (seat, 1 - seat))
        shown = seen(duel, f"seat{seat}")
        assert all(f'"c{card + 1}"' in shown for card in range(12) if mine >> card & 1)
        assert not any(f'"c{card + 1}"' in shown for card in range(12) if theirs >> card & 1)
        assert not any(f'"c{card + 1}"' in seen(duel, key) for key in ("spectators", "host") for card in range(12))


def test_a_move_is_taken_back_once_all_others_agree() -> None:
    party = Party(table_of(RACE, {0: "Anna", 1: "Ben"}))
    list(party.go_on())
    before = seen(party, "spectators")
    say(party, "seat0", "")
    assert say(party, "seat0", "undo") == "Ben is asked."
    proposal = see(party, party.places["seat1"])["proposal"]
    assert proposal == {"text": "Anna wants to take back: the last move", "mine": True}
    assert say(party, "spectators", "agree") == "Nobody asks you about that."
    assert say(party, "seat1", "agree").startswith("Taken back: ")
    number = party.number
    assert seen(party, "spectators").replace(f'"number": {number}', "") == before.replace('"number": 0', "")


def test_who_refuses_leaves_the_game_as_it_is_and_so_does_whoever_plays_on() -> None:
    party = Party(table_of(RACE, {0: "Anna", 1: "Ben"}))
    list(party.go_on())
    say(party, "seat0", "")
    say(party, "seat0", "undo")
    assert say(party, "seat1", "refuse") == "It stays as it is."
    told = {"text": "Ben does not agree, so it stays as it is.", "mine": False}
    assert [see(party, party.places[key])["proposal"] for key in ("seat0", "seat1")] == [told, told]
    assert say(party, "seat1", "agree") == "Nobody asks you about that."
    say(party, "seat0", "undo")
    asked = next(key for key in party.places if question(party, key)["mine"])
    say(party, asked, "")
    assert party.proposal is None
    other = next(key for key in ("seat0", "seat1") if not question(party, key)["mine"])
    assert "turn, not yours" in say(party, other, "agree")


def test_who_plays_alone_takes_back_without_asking() -> None:
    party = Party(table_of(RACE, {0: "Anna"}))
    list(party.go_on())
    say(party, "seat0", "")
    assert say(party, "seat0", "undo").startswith("Taken back: ")


def test_spectators_take_nothing_back_and_only_the_host_is_an_umpire(duel: Party) -> None:
    assert say(duel, "spectators", "undo") == "Only players and the host can ask for that."
    assert say(duel, "seat0", "umpire tricks of Anna = 3") == "Only the host can rule as an umpire."
    number = duel.number
    say(duel, "host", "umpire leader = Ben")
    assert duel.number == number + 1
    assert "Ben" in str(see(duel, duel.places["seat1"])["story"])


def test_what_one_asks_is_answered_from_their_own_place(duel: Party) -> None:
    assert "you hold" not in say(duel, "spectators", "show")
    assert "you hold c" in say(duel, "seat1", "show")
    assert "The best answer" not in say(duel, "seat1", "odds")
    assert say(duel, "seat0", "quit").startswith("Close this page")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("x" * 5_000, "x" * 24),
        ("Ben (Player 2)", "Ben Player 2"),
        ("\u202eannA\x00\n", "annA"),
    ],
    ids=["spaces", "long", "brackets", "unseen"],
)
def test_a_name_is_shown_beside_its_seat(typed: str, shown: str) -> None:
    party = Party(table_of(DUEL, {0: "", 1: ""}))
    assert party.rename(party.places["seat0"], typed).changed
    assert party.places["seat0"].name == shown
    for key, place in party.places.items():
        assert [seat["name"] for seat in see(party, place)["seats"]] == [shown, "Player 2"]
        assert see(party, place)["nameless"] == (key == "seat1")


@pytest.mark.parametrize(
    ("key", "typed"),
    [("seat1", "anna"), ("seat1", "player 1"), ("seat1", " \x07"), ("host", "Bo")],
    ids=["taken", "seat", "nothing", "host"],
)
def test_nobody_is_called_as_another_is(key: str, typed: str) -> None:
    party = Party(table_of(DUEL, {0: "", 1: ""}))
    party.rename(party.places["seat0"], "Anna")
    said = party.rename(party.places[key], typed)
    assert said.lines
    assert not said.changed


def test_what_is_not_offered_is_listed_for_those_who_may_know(duel: Party) -> None:
    """Who is asked sees all cards that they do not hold; the others nothing of that hand."""
    asked = {key: answer_page(duel, place, {"absent": True})[0] for key, place in duel.places.items()}
    names = {key: each["absent"]["names"] for key, each in asked.items() if each is not None}  # type: ignore[index]
    offers = {offer["say"] for offer in question(duel, "seat0")["answers"]}  # type: ignore[attr-defined]
    assert offers
    assert not offers & set(names["seat0"])
    assert offers | set(names["seat0"]) == {f"c{card}" for card in range(1, 13)}
    assert names["spectators"] == names["host"] == ()


def test_odds_are_for_games_with_dice_and_who_was_answered_is_told(duel: Party) -> None:
    assert see(duel, duel.places["seat0"])["odds"] is False
    assert see(duel, duel.places["seat0"])["answered"] is False
    alone = Party(table_of(DUEL, {0: "Anna"}))
    list(alone.go_on())
    say(alone, "seat0", "")
    assert see(alone, alone.places["seat0"])["answered"] is True
    assert see(Party(table_of(RACE, {0: "Anna"})), alone.places["seat0"])["odds"] is True


def test_the_rules_are_the_rulebook_as_data(duel: Party) -> None:
    answer, changed = answer_page(duel, duel.places["spectators"], {"rules": True})
    assert answer is not None
    assert not changed
    assert '"title": "Duel"' in json.dumps(answer)


def test_the_end_is_told_to_all() -> None:
    party = Party(table_of(RACE, {}))
    list(party.go_on())
    for key in party.places:
        state = see(party, party.places[key])
        assert state["question"] is None
        assert "wins." in str(state["result"])


@pytest.mark.parametrize(
    ("name", "rank", "suit", "is_red"),
    [
        ("four of clubs", "4", "♣", False),
        ("ten of hearts", "10", "♥", True),
        ("ace of spades", "A", "♠", False),
        ("king of diamonds", "K", "♦", True),
        ("3 of Clubs", "3", "♣", False),
        ("10 of Hearts", "10", "♥", True),
        ("J♦", "J", "♦", True),
        ("third of may", "", "", False),
        ("0 of clubs", "", "", False),
        ("home run", "", "", False),
    ],
)
def test_cards_look_as_they_are_called(name: str, rank: str, suit: str, is_red: bool) -> None:
    picture = picture_card(name)
    assert (picture.name, picture.rank, picture.suit, picture.is_red) == (name, rank, suit, is_red)
