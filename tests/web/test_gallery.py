"""The gallery in a real browser: a tile for each game, and a game that is begun there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import api, loader
from interpreter.desk.games import begin_game
from interpreter.lower import lower
from interpreter.web import Bench, Folder, Hall, Opening, Site
from interpreter.web.gallery import LYING, _draw, _list_games
from interpreter.web.server import STATIC
from tests.support.browsing import PHONE, browsing, visit
from tests.support.served import serving_bench
from tests.support.small_games import RACE

MOST_BYTES = 300_000
"""So much a page may weigh, with all that it asks for."""

STATE_BYTES = 50_000
"""What a game that stands somehow may add; of shipped games, Battleships adds most, half of this."""


def list_files(name: str, found: dict[str, str]) -> dict[str, str]:
    """A file of the pages, with all that it asks for."""
    if name not in found:
        found[name] = (STATIC / name).read_text(encoding="utf-8")
        for asked in re.findall(r'''/static/([\w.-]+)|from "\./([\w.-]+)"''', found[name]):
            list_files("".join(asked), found)
    return found


@pytest.mark.parametrize("page", ["table", "gallery"])
def test_a_page_is_light_and_asks_for_nothing_from_elsewhere(page: str) -> None:
    files = list_files(f"{page}.html", {})
    assert len(files) > 8
    assert sum(len(text.encode()) for text in files.values()) < MOST_BYTES - STATE_BYTES
    addresses = {each for text in files.values() for each in re.findall(r"[a-z]+://[^\s\"'`/]*", text)}
    assert addresses <= {"http://www.w3.org", "ws://${location.host}${location.pathname}"}


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
        page.page.get_by_role("button", name="Play a bot: Pig").click()
        page.wait_for("#go", "Roll")
        assert page.page.locator(".rail .seat").count() == 2, "Pig can be played by one alone"
        assert sum(weights) < MOST_BYTES
        page.page.get_by_role("link", name="All games").click()
        page.wait_for(".going", "Pig")
        assert not page.complaints
        assert not page.strangers


def test_ones_own_games_are_rulesets_and_the_rules_are_a_page_to_print(tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text(RACE)
    (tmp_path / "race-1.toml").write_text("saved = true")
    with browsing() as browser, serving_bench(Bench(Folder(tmp_path)), "gallery") as link:
        page = visit(browser, f"{link}/rules/own/mine.rules")
        page.wait_for("h1", "Race to Ten")
        assert page.page.evaluate("document.styleSheets.length") == 1
        assert not page.complaints + page.strangers
        for name in ("own/gone.rules", "own/race-1.toml", "own/..%2F..%2Fmine.rules"):
            assert page.page.goto(f"{link}/rules/{name}").status == 404  # type: ignore[union-attr]
        page.page.goto(link)
        page.wait_for("#foot button", "Play mine")
        page.page.fill("#search", "pig")
        page.wait_until("document.querySelectorAll('#foot button:not([hidden])').length === 0")
        page.page.fill("#search", "")
        assert page.page.locator("#foot button").count() == 1
        page.page.fill("#search", "nim")
        page.page.get_by_role("link", name="Read the rules: Nim").click()
        page.wait_for("h1", "Nim")


def test_a_game_that_cannot_begin_says_so_at_its_button_and_can_be_tried_again(tmp_path: Path) -> None:
    mine = tmp_path / "mine.rules"
    mine.write_text(RACE.replace("phase", "phrase", 1), encoding="utf-8")
    with browsing() as browser, serving_bench(Bench(Folder(tmp_path)), "gallery") as link:
        page = visit(browser, link, PHONE)
        page.wait_for("[data-own]", "Play mine")
        page.page.click("[data-own]")
        page.wait_for("#foot .said", "Fix the mistakes to play.")
        mine.write_text(RACE, encoding="utf-8")
        page.page.click("[data-own]")
        page.wait_for("#surface .seat")


def test_all_games_under_way_are_listed_the_latest_first(tmp_path: Path) -> None:
    site = Site(Opening("127.0.0.1", "127.0.0.1", 1), b"secret", bench := Bench(Folder(tmp_path)))
    for name in ("pig", "nim", "pig", "nim", "craps"):
        party = begin_game(model := api.load(name).model, lower(model, {}, max(2, model.players[0])), 1)
        site.add_table(Hall(party, 0), name)
    assert [each["title"] for each in _list_games(site, bench)["tables"]] == ["Craps", "Nim", "Pig", "Nim", "Pig"]


def test_a_picture_shows_something() -> None:
    """After four turns Yacht asks for a throw, and nothing lies there."""
    party = begin_game(model := api.load("yacht").model, lower(model, {}, 2), 1)
    assert {each["kind"] for each in _draw(party)["things"]} & set(LYING)
