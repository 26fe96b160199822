"""The gallery in a real browser: a tile for each game, and a game that is begun there."""

from __future__ import annotations

from pathlib import Path

from interpreter import loader
from interpreter.web import Bench, Folder
from tests.support.browsing import PHONE, browsing, visit
from tests.support.served import serving_bench

MOST_BYTES = 300_000
"""So much a page may weigh, with all that it asks for."""


def test_a_game_is_found_in_the_gallery_and_begun(tmp_path: Path) -> None:
    with browsing() as browser, serving_bench(Bench(Folder(tmp_path)), "gallery") as link:
        page = visit(browser, link, PHONE)
        weights: list[int] = []
        page.page.on("response", lambda each: weights.append(len(each.body())))
        page.wait_for(".tile")
        assert page.page.locator(".tile").count() == len(loader.read_cards())
        page.page.fill("#search", "pig")
        page.wait_until("document.querySelectorAll('.tile').length === 1")
        page.wait_for(".picture .die")
        assert page.list_violations() == []
        page.page.get_by_role("button", name="Play Pig against a bot").click()
        page.wait_for("#go", "Roll")
        assert sum(weights) < MOST_BYTES
        page.page.get_by_role("link", name="All games").click()
        page.wait_for(".going", "Pig")
        assert not page.complaints
        assert not page.strangers
