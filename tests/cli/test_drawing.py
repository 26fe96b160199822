"""The table drawn with characters: every game at five sizes, and what single things look like."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

import pytest

from interpreter.bots.seats import Bots
from interpreter.cli.terminal.drawing import Asked, Canvas, draw_keys, draw_page, list_holdable
from interpreter.cli.terminal.drawing.arranging import draw_table
from interpreter.cli.terminal.drawing.things import Pen, draw_captions, draw_hand, draw_score, draw_sheet
from interpreter.cli.terminal.screen import KEYS
from interpreter.loader import list_game_names
from interpreter.play.session import Session
from interpreter.scene import draw
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table, respond
from tests.support.shipped import load

SIZES = ((40, 20), (60, 20), (80, 24), (120, 40), (200, 60))

QUESTIONS = 3
"""A game is looked at when its player has been asked this often."""


def play(name: str) -> Table:
    """A table where somebody is asked to choose."""
    rules = load(name)
    program = rules.program()
    bots = Bots(program, ("default",) * len(program.seats), 5)
    at = Table(rules.model, Session(Stepper(program), 5), bots.decide, Setup({0: ""}), lambda entry: None)
    for asked in range(4 * QUESTIONS):
        list(islice(at.go_on(), 400))
        question = at.question
        if question is None or (asked >= QUESTIONS and question.kind == "choice"):
            break
        at.answer(at.session.stop.offered[-1]) if question.kind == "choice" else at.roll()  # type: ignore[union-attr]
    return at


def ask(at: Table) -> Asked:
    question = at.question
    if question is None:
        return Asked("The game is over.", (("", "Leave", ""),))
    numbers = [str(each.number or "") for each in question.offers]
    offers = [(number, each.name, each.label) for number, each in zip(numbers, question.offers, strict=True)]
    return Asked(question.text, tuple(offers) or (("", "Roll", ""),))


@pytest.mark.parametrize("name", list_game_names())
def test_every_game_at_five_sizes(name: str) -> None:
    """Nothing is wider than the window, question and help are whole, and every answer can be chosen."""
    at = play(name)
    asked, scene = ask(at), draw(at.look(True))
    pieces = [each for thing in scene["things"] for each in thing.get("pieces", ()) if each.get("dress") == "man"]
    assert len({each["sign"] for each in pieces}) == len({each["of"] for each in pieces}), "colour is not needed"
    for size in SIZES:
        for chosen in {0, len(asked.offers) - 1}:
            holding = bool(list_holdable(scene))
            held = frozenset(scene["answers"][chosen]["on"]) if holding else None
            page = draw_page(name, scene, replace(asked, chosen=chosen, held=held), [("It begins.", "")], *size)
            assert (page.width, page.height) <= size, size
            assert asked.text.split() == read_below_rule(page)[: len(asked.text.split())]
            assert f"answer {chosen}" in page.acts or f"place {chosen}" in page.acts
            assert holding or any("reverse" in style for _, style, _ in page.cells.values()), "it is marked"
            kept = any(die.get("held") for thing in scene["things"] for die in thing.get("dice", ()))
            assert kept <= any(sign in "╔⟦" for sign, _, _ in page.cells.values()), "what was kept is marked"
            if not holding and len(asked.offers) < 8:
                shown = {int(act.split()[1]) for act in page.acts}
                assert shown == set(range(len(asked.offers))), size
        assert next(draw_keys(KEYS, size[0]).read_lines()).endswith("? help")
    if asked.offers and at.question is not None and at.question.offers:
        assert respond(at, at.question.offers[-1].name).moments


def read_below_rule(page: Canvas) -> list[str]:
    lines = list(page.read_lines())
    row, rule = max((row, found) for row, line in enumerate(lines) if (found := re.search("^──|├─+$|├─+ .*$", line)))
    return " ".join(line[rule.start() :].lstrip("│") for line in lines[row + 1 :]).split()


SEATS = [
    {"id": f"p{number}", "name": name, "sign": name[0], "colour": colour, "turn": number == 1, "mine": number == 1}
    for number, name, colour in ((1, "Ada", "red"), (2, "Ben", "blue"))
]


@pytest.mark.quick
def test_what_can_be_played_has_its_digit_and_the_rest_is_dim() -> None:
    cards = [
        {"id": name, "name": name, "rank": name[:-1], "suit": name[-1], "red": name[-1] in "♥♦"}
        for name in ("4♠", "10♥", "K♣")
    ]
    pen = Pen(80, {"10♥": "answer 0"}, {"10♥": "1"}, frozenset({"10♥"}), SEATS)
    large, normal, *_, compact = [picture for _, picture in draw_hand({"cards": cards}, pen)][::2]
    assert list(normal.read_lines()) == ["╭────╔════╗────╮", "│ 4♠ ║10♥ ║ K♣ │", "╰────╚════╝────╯", "      1"]
    assert large.height == normal.height + 2
    assert list(compact.read_lines()) == ["4♠ 1:10♥ K♣"]
    assert [compact.cells[x, 0][1] for x in (0, 9)] == ["dim", "dim"]
    assert "reverse" in compact.cells[5, 0][1]


@pytest.mark.quick
def test_a_sheet_shows_what_boxes_would_bring_and_at_40_columns_ones_own() -> None:
    cells = {"p1": {"text": "", "state": "offered", "would": "20", "best": True}, "p2": {"text": "7", "state": "full"}}
    row = {"id": "a", "name": "ones", "cells": cells, "sum": False}
    sheet = {"name": "score", "columns": ["p1", "p2"], "rows": [row]}
    (_, all_columns), (_, own), _ = draw_sheet(sheet, Pen(80, seats=SEATS))
    assert list(all_columns.read_lines()) == ["score  ▸Ada  Ben", "ones   «20»   7"]
    assert list(own.read_lines()) == ["score  ▸Ada", "ones   «20»"]


@pytest.mark.quick
def test_a_line_score_that_is_too_wide_begins_later_and_columns_stay_whole() -> None:
    rows = [{"of": "p1", "name": "Ada", "cells": list("123456"), "totals": ["21"]}]
    score = {"columns": [*"123456", "R"], "rows": rows, "now": 5}
    ((_, drawn),) = draw_score(score, Pen(26, seats=SEATS))
    assert list(drawn.read_lines()) == ["       …  3  4  5    6   R", "▸ Ada     3  4  5  [6]  21"]
    lines = ["      2   3   4", "Ada   0   1  11"]
    ((_, drawn),) = draw_captions([{"text": line} for line in lines], Pen(12))
    assert list(drawn.read_lines()) == ["      2   3", "Ada   0   1", "     4", "Ada 11"]


def test_a_pile_with_a_title_is_called_by_it_alone_and_an_empty_one_of_somebodys_is_left_out() -> None:
    piles = [
        {"id": f"won.{seat}", "kind": "pile", "name": "taken", "of": f"p{seat}", "count": count, **title}
        for seat, count, title in ((1, 4, {"name": "taken by Ada", "title": "taken by Ada"}), (2, 2, {}), (2, 0, {}))
    ]
    scene = {"things": piles, "seats": SEATS}
    page = "\n".join(draw_table(scene, Pen(80, {}, {}, frozenset(), SEATS), 12).read_lines())
    assert "taken by Ada" in page
    assert "taken by Ada of" not in page
    assert page.count("taken of Ben") == 1
