"""Odds at a table: of the roll that comes, or that follows an answer, and where there is nothing to show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Reply, Setup, Table
from interpreter.table.commands import run_command
from interpreter.table.odds import has_odds
from tests.support.seated import table_of
from tests.support.shipped import load
from tests.support.small_games import PASSING

pytestmark = pytest.mark.quick


@pytest.fixture
def yacht() -> Table:
    rules = load("yacht")
    return Table(rules.model, Session(Stepper(rules.program()), 7), lambda stop, view: 0, Setup({0: "Anna"}))


def ask(table: Table, line: str) -> Reply:
    reply = run_command(table, line)
    assert reply is not None
    return reply


def test_five_dice_tell_what_they_would_score_and_so_does_picking_none(yacht: Table) -> None:
    assert has_odds(yacht)
    rows = ask(yacht, "odds").rows
    assert {name: share.strip() for share, name, _ in rows}["yacht"] == f"{100 / 6**4:.1f} %"
    yacht.roll()
    assert ask(yacht, "odds") == ask(yacht, "odds none")
    assert ask(yacht, "odds").rows == rows


def test_an_answer_that_dice_follow_tells_what_they_would_score(yacht: Table) -> None:
    yacht.roll()
    assert has_odds(yacht)
    reply = ask(yacht, "odds 3, 3")
    assert reply.lines[0] == "If you choose 3, 3:"
    rows = {name: (share.strip(), mean) for share, name, mean in reply.rows}
    alike = 1 - Fraction(5, 6) ** 3 + Fraction(5, 216)
    assert rows["three of a kind"][0] == f"{100 * float(alike):.1f} %"
    assert rows["threes"] == ("100.0 %", "7.5")
    assert rows["yacht"] == ("0.5 %", f"{50 / 216:.1f}")
    assert next(iter(rows)) == "chance"


def test_boxes_that_are_filled_have_no_odds(yacht: Table) -> None:
    yacht.roll()
    while (question := yacht.question) is not None and "box" not in question.text:
        yacht.answer(yacht.session.stop.offered[-1])  # type: ignore[union-attr]
    yacht.answer(yacht.session.stop.offered[-1])  # type: ignore[union-attr]
    assert has_odds(yacht)
    yacht.roll()
    pair = next(each for each in yacht.question.offers if each.name.count(",") == 1)  # type: ignore[union-attr]
    rows = ask(yacht, f"odds {pair.name}").rows
    assert len(rows) == 12
    assert "chance" not in {name for _, name, _ in rows}


def test_no_odds_are_shown_where_no_roll_follows_or_players_have_secrets(yacht: Table) -> None:
    yacht.roll()
    assert ask(yacht, "odds 1, 3, 3, 5, 6").lines == ("No roll follows `1, 3, 3, 5, 6`.",)
    assert "You cannot choose `seven` now" in ask(yacht, "odds seven").lines[0]
    passing = table_of(PASSING, {0: "Anna", 1: "Ben"})
    assert not has_odds(passing)
    assert ask(passing, "odds 2 of Clubs").lines == ("No roll follows `2 of Clubs`.",)


def test_a_roll_that_leads_to_one_thing_or_another_has_odds() -> None:
    rules = load("two_dice")
    table = Table(rules.model, Session(Stepper(rules.program()), 7), lambda stop, view: 0, Setup({0: "Anna"}))
    assert not has_odds(table), "who bats first is no matter of rules or rows"
    while table.session.stop.dice != 0:  # type: ignore[union-attr]
        table.roll()
        list(table.go_on())
    assert has_odds(table)
    assert any("home run" in row[-1] for row in ask(table, "odds").rows)
