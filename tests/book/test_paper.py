"""What a game needs on paper: boards with all their places, sheets with all their boxes, charts with odds."""

from __future__ import annotations

import pytest

from interpreter import loader
from interpreter.book import list_papers
from interpreter.pipeline import check_game
from interpreter.rulebook.overlay_marks import make_marked_rulebook

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ludo", {"Board": (("<circle", 40 + 4 * 8), (">40<", 1), ('class="of3"', 8))}),
        ("yacht", {"Score sheet": (("<tr", 1 + 13 + 2), ("<td", 6 * 15), ("small straight", 1))}),
        ("cribbage", {"Board": (("<circle", 2 * 121), (">skunk<", 1), (">double skunk<", 1))}),
        ("two_dice", {"Score sheet": ((">9<", 1), (">R<", 1)), "Board": (("<circle", 4),), "Charts": (("5.56 %", 3),)}),
        ("snakes_and_ladders", {"Board": (("<rect", 100), ('class="link slide"', 10), ('class="link"', 2 * 9))}),
        ("backgammon", {"Board": (("<path", 24), ("<rect", 4))}),
        ("farkle", {"Score sheet": (("<tr", 1 + 24), ("<td", 6 * 24))}),
        ("nim", {}),
    ],
)
def test_what_a_game_needs_on_paper_is_drawn(
    name: str, expected: dict[str, tuple[tuple[str, int], ...]]
) -> None:
    model = check_game(loader.sources_of(loader.find_ruleset(name))).model
    assert model is not None
    page = make_marked_rulebook(model, {}).page
    assert page is not None
    papers = {each.title: each.body for each in list_papers(model, {}, page)}
    assert papers.keys() == expected.keys()
    found = {title: tuple((part, body.count(part)) for part, _ in expected[title]) for title, body in papers.items()}
    assert found == expected
