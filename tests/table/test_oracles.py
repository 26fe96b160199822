"""Nothing typed at a table is an oracle: what is hidden from who asks is told by no answer, and no refusal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.api import read
from interpreter.lower import lower
from interpreter.play.session import Session
from interpreter.play.umpire import Overrule, read_ruling
from interpreter.program.sight import sees
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table, respond
from interpreter.table.seats import SeatAssignment, make_decider
from tests.support.paths import read_game
from tests.support.shipped import load


def table_of(text: str, people: tuple[int, ...] = (0,), seed: int = 3, **asks: bool) -> Table:
    rules = load(text) if text.isidentifier() else read(text)
    program = lower(rules.model, {}, rules.players[0])
    session = Session(Stepper(program), seed, own_cards=asks.get("ask_cards", False))
    takers = [SeatAssignment(seat in people) for seat in range(len(program.seats))]
    setup = Setup(dict.fromkeys(people, ""), values={}, **asks)
    return Table(rules.model, session, make_decider(session.engine, takers, seed), setup)


def played(table: Table, answers: int) -> Table:
    """After so many answers of the people, each the default."""
    for _ in range(answers):
        list(table.go_on())
        table.confirm_hand_over()
        respond(table, "")
    list(table.go_on())
    table.confirm_hand_over()
    return table


def everything(table: Table) -> object:
    """All that can be seen of a game: where it stands, and what has been told."""
    return tuple(table.session.moments), table.session.position, table.views, table.question


def unseen(table: Table) -> Iterator[str]:
    """The cards that the viewer does not see."""
    program, slots = table.program, table.session.position.slots
    for zone in program.zones:
        for place in range(zone.members):
            if not sees(program, table.viewer, zone, place):
                cards = slots[zone.first + place]
                yield from (program.shapes[zone.shape].labels[card] for card in range(52) if cards >> card & 1)


PLACES = [((0,), 3), ((1,), 4), ((0, 1), 8)]
RULINGS = ["umpire card {}", "umpire choose {}", "umpire {}"]


@pytest.mark.parametrize(
    ("people", "answers", "form"),
    [*((*place, form) for place in PLACES for form in RULINGS), *((*place, "why not {}") for place in PLACES[1:])],
)
@pytest.mark.long
def test_every_card_out_of_sight_gets_the_same_answer(people: tuple[int, ...], answers: int, form: str) -> None:
    table = played(table_of("cribbage", people), answers)
    before, found = everything(table), list(unseen(table))
    assert len(found) > 30
    told = set()
    for card in found[::6]:
        reply = respond(table, form.format(card))
        assert not reply.moments
        assert everything(table) == before
        told.add("\n".join(reply.lines).replace(card, "CARD"))
    assert len(told) == 1


def test_where_all_cards_out_of_sight_lie_in_the_pile_an_umpire_may_say_which_came() -> None:
    text = """game turned "Turned"
players 2
cards deck: c1, c2, c3, c4, c5
pile stock : deck, face down = all deck
pile row   : deck, face up
{more}
phase game
  shuffle stock
  {first}
  deal from stock to row
  choose go by lowest of all player
  deal from stock to row
choice go
  "Go?"
  go  "go"
  not_go "no"
  default go
"""
    table = played(table_of(text.format(more="", first="nothing")), 0)
    assert respond(table, "umpire card c3").moments[0].ruling == "The umpire rules: the card is c3."
    aside = text.format(more="pile aside : deck, face down", first="deal from stock to aside")
    table = played(table_of(aside), 0)
    told = {respond(table, f"umpire card c{number}").lines for number in range(1, 6)}
    assert len(told) == 1
    assert "cannot change this card while other cards of its deck are hidden" in str(told)


def test_whoever_plays_a_game_back_may_carry_every_ruling_out() -> None:
    table = played(table_of("cribbage"), 3)
    rulings = [read_ruling(table.model, table.session, f"card {card}") for card in unseen(table)]
    assert any(isinstance(each, Overrule) for each in rulings)


def test_an_umpire_does_not_tell_whether_there_was_a_choice() -> None:
    """The last choice that left something to choose would be another, where a hidden hand left none."""
    text = """game forced "Forced"
players 2
cards deck: c1, c2, c3, c4
pile stock : deck, face down = all deck
hand held of each player : deck, seen by its player
pile row : deck, face up
phase game
  shuffle stock
  choose greeting by highest of all player
  deal 2 from stock to held of highest of all player
  choose played by highest of all player
  put played from held of highest of all player to row
  choose greeting by lowest of all player
choice greeting
  "Hello?"
  hello "hello"
  silent "nothing"
  default hello
choice played
  "Which?"
  pick card from held of chooser where card > c1
  default highest
"""
    told = set()
    for seed in range(12):
        table = played(table_of(text, seed=seed), 0)
        told.add(respond(table, "umpire choose silent").lines)
    assert len(told) == 1


CODE = read_game("secret.rules")


def asked(code: int, *lines: str, after: str = "do thrown", answers: int = 1) -> list[object]:
    table_text = (
        CODE + "table thrown on die by code_high\n       | yes  | no\n  1..3 | high | low\n  4..6 | low | high\n"
    )
    table_text += "define code_high = code > 4\n"
    table = played(table_of(table_text.format(code=code, after=after)), answers)
    return [(reply.lines, reply.rows) for reply in (respond(table, line) for line in lines)]


@pytest.mark.quick
def test_the_odds_do_not_tell_what_is_hidden() -> None:
    assert asked(2, "odds") == asked(7, "odds")
    assert "depends on what is hidden" in str(asked(2, "odds"))
    openly = asked(2, "odds", after="when die is 6 : high")
    assert openly == asked(7, "odds", after="when die is 6 : high")
    assert "high" in str(openly)


@pytest.mark.quick
def test_an_umpire_calls_no_rule_that_hangs_on_what_is_hidden() -> None:
    told = [asked(code, "umpire high", "umpire nonsense", answers=3) for code in (2, 7)]
    assert told[0] == told[1]


@pytest.mark.quick
def test_a_hidden_state_is_not_for_the_umpire() -> None:
    told = [asked(code, *(f"umpire code = {number}" for number in range(12)), answers=0) for code in (2, 7)]
    assert told[0] == told[1]
    assert str(told[0]).count("The umpire cannot change `code`, since not everyone sees it") == 10
    table = played(table_of(CODE.format(code=1, after="nothing")), 0)
    assert "told is 2; it was 0" in str(respond(table, "umpire told = 2").moments[0].ruling)


@pytest.mark.quick
def test_why_not_tells_no_value_that_is_hidden() -> None:
    told = [asked(code, "why not careful", answers=0) for code in (2, 7)]
    assert told[0] == told[1]
    assert "told > 5" in str(told[0])
    assert "code" not in str(told[0])
    (told_of_bold,) = asked(2, "why not bold", answers=0)
    assert "its condition is not true" in str(told_of_bold)
