"""The workbench in a real browser: a mistake is marked and mended, examples run, games simulated, files saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser

from interpreter.loader import find_ruleset
from interpreter.web import Bench, Folder
from interpreter.web.folder import Opened
from tests.support.browsing import DESK, PHONE, Visit, visit
from tests.support.served import PATIENCE, serving_bench

PIG = find_ruleset("pig").text

TABS = {
    "game": "Start again",
    "rulebook": "Pig",
    "changes": "as it was",
    "examples": "pass",
    "simulate": "turns",
    "odds": "3.333",
    "sweep": "How many points win?",
}
"""What is seen under each, when all is there."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder, and the link of the workbench that most tests share."""
    folder = tmp_path_factory.mktemp("shared")
    with serving_bench(Bench(Folder(folder))) as link:
        yield folder, link


@pytest.fixture
def folder(shared: tuple[Path, str]) -> Path:
    (shared[0] / "pig.rules").write_text(PIG)
    return shared[0]


@pytest.fixture
def link(shared: tuple[Path, str], folder: Path) -> str:
    return shared[1]


def retype(visited: Visit, old: str, new: str) -> None:
    """Type over a part of the text, as with keys."""
    select = """old => {
      const text = document.getElementById("text"), at = text.value.indexOf(old);
      text.focus();
      text.setSelectionRange(at, at + old.length);
    }"""
    visited.page.evaluate(select, old)
    visited.page.keyboard.type(new)


def show(visited: Visit, tab: str, text: str) -> None:
    visited.page.click(f"#tab-{tab}")
    visited.wait_for("#panel", text)


class WaitingFolder(Folder):
    """A folder on a disk that gives nothing before it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = Event()

    def open(self, name: str) -> Opened:
        self.gate.wait(PATIENCE)
        return super().open(name)


def test_nothing_is_called_right_before_it_was_checked(browser: Browser, folder: Path) -> None:
    waiting = WaitingFolder(folder)
    with serving_bench(Bench(waiting)) as link:
        desk = visit(browser, link)
        desk.page.click("#show-files")
        desk.wait_for("#shipped-files button")
        assert desk.page.locator("#marks-title").inner_text() == "Not checked yet"
        waiting.gate.set()
        desk.wait_for("#marks-title", "No problems")
        assert desk.page.locator("#text").input_value() == PIG


def test_a_mistake_is_marked_and_mended_and_the_text_is_tried_and_saved(browser: Browser, folder: Path) -> None:
    with serving_bench(Bench(Folder(folder))) as link:
        desk = visit(browser, link)
        desk.wait_for("#marks-title", "No problems")
        show(desk, "rulebook", "John Scarne")
        retype(desk, "most score", "most scroe")
        desk.wait_for("#marks-title", "1 mistake")
        desk.wait_for("#colours .wrong", "scroe")
        desk.page.click(".fix")
        desk.wait_for("#marks-title", "No problems")
        retype(desk, "when die is 1", "when die is 2")
        desk.wait_for("#marks-title", "No problems")
        show(desk, "changes", "when die is 2")
        show(desk, "examples", "fail.")
        assert "example-failed" in desk.page.locator("#panel pre").first.inner_text()
        show(desk, "simulate", "100,000 games, beside the text as it was opened")
        assert ", before " in desk.page.locator("#panel").inner_text()
        show(desk, "odds", "19/6")
        assert (folder / "pig.rules").read_text() == PIG, "nothing is written without being asked"
        desk.page.click("#save")
        desk.wait_for("#connection", "Saved.")
        assert (folder / "pig.rules").read_text() == PIG.replace("when die is 1", "when die is 2")
        assert not desk.complaints
        assert not desk.strangers
    retype(desk, "when die is 2", "when die is 3")
    desk.page.click("#save")
    desk.wait_for("#connection", "Not saved: the connection was lost.")


def test_a_sweep_is_drawn_grows_and_is_stopped(browser: Browser, link: str) -> None:
    desk = visit(browser, link)
    desk.wait_for("#marks-title", "No problems")
    show(desk, "sweep", "How many points win?")
    desk.page.fill("#sweep-from", "20")
    desk.page.fill("#sweep-to", "500")
    desk.page.keyboard.press("Enter")
    desk.page.click("#sweep-stop")
    desk.wait_for("#sweep-status", "Stopped.")
    desk.page.fill("#sweep-to", "22")
    desk.page.click("#sweep-start")
    desk.wait_for("#sweep-status", "20,000 games for each value. Done.")
    desk.page.select_option("#sweep-figure", "turns")
    assert desk.page.locator("#sweep-plot .dot").count() == 3
    rows = desk.page.locator("#sweep-table tbody tr")
    assert rows.count() == 3
    assert rows.first.inner_text().split()[:2] == ["20", "20,000"]
    assert desk.list_violations() == []
    desk.page.select_option("#sweep-over", "players")
    desk.page.click("#sweep-start")
    desk.wait_until("document.querySelector('#sweep-table tbody th, #sweep-table tbody td')?.textContent === '1'")
    desk.wait_until("!document.getElementById('sweep-start').disabled")
    show(desk, "odds", "3.333")
    assert not desk.complaints


def test_the_game_beside_the_text_goes_on_by_each_sound_change(browser: Browser, link: str) -> None:
    desk = visit(browser, link)
    table = desk.page.frame_locator("#table")
    roll = table.locator("#go").filter(has_text="Roll")
    roll.click()
    rolled = table.locator("#told li").filter(has_text="Player 1 rolls the die").first.text_content()
    retype(desk, "{thrower} gains nothing", "{thrower} loses all")
    retype(desk, "when die is 1 ", "when die is 1 oops")
    desk.wait_for("#marks-title", "mistake")
    table.locator("#told li").filter(has_text=rolled).wait_for(state="attached")
    retype(desk, "when die is 1 oops", "when die is 1 ")
    desk.wait_for("#marks-title", "No problems")
    table.locator("#told li").filter(has_text=rolled).wait_for(state="attached")


def test_results_of_an_earlier_text_say_so(browser: Browser, link: str) -> None:
    desk = visit(browser, link)
    desk.wait_for("#marks-title", "No problems")
    show(desk, "odds", "3.333")
    retype(desk, "when die is 1", "when die is 2")
    desk.wait_for("#stale", "The text has changed since.")
    desk.wait_for("#tab-odds.stale")
    show(desk, "rulebook", "John Scarne")
    assert not desk.page.locator("#stale").is_visible()
    show(desk, "odds", "3.333")
    desk.page.click("#refresh")
    desk.wait_for("#panel", "19/6")
    assert not desk.page.locator("#stale").is_visible()


def test_a_new_file_begins_with_a_template(browser: Browser, tmp_path: Path) -> None:
    with serving_bench(Bench(Folder(tmp_path))) as link:
        desk = visit(browser, link)
        desk.wait_for("#marks-title", "No problems")
        desk.page.click("#new-file")
        desk.page.get_by_label("A Score Sheet").check()
        desk.page.keyboard.press("Enter")
        desk.wait_for("#file-name", "score_sheet.rules")
        desk.wait_for("#marks-title", "No problems")
        assert desk.page.locator("#line-numbers").inner_text().split()[:3] == ["1", "2", "3"]
        desk.page.click("#save")
        desk.wait_for("#connection", "Saved.")
        assert (tmp_path / "score_sheet.rules").read_text().startswith("game score_sheet")


def test_words_are_offered_and_a_link_holds_the_text(browser: Browser, folder: Path, link: str) -> None:
    desk = visit(browser, link)
    desk.wait_for("#marks-title", "No problems")
    retype(desk, "total of die", "total of ")
    desk.page.keyboard.press("Control+Space")
    desk.wait_for("#offers-of-words li", "die")
    while desk.page.locator("#offers-of-words [aria-selected=true]").inner_text().split()[0] != "die":
        desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Enter")
    desk.wait_for("#marks-title", "No problems")
    retype(desk, '"Pig"', '"Pig of a friend"')
    desk.page.click("#share")
    desk.wait_for("#share-link")
    shared = desk.page.locator("#share-link").input_value()
    friend = visit(browser, shared)
    show(friend, "rulebook", "Pig of a friend")
    assert (folder / "pig.rules").read_text() == PIG


def test_words_and_names_are_asked_for_without_a_mouse_and_without_a_keyboard(browser: Browser, link: str) -> None:
    desk = visit(browser, link)
    desk.wait_for("#marks-title", "No problems")
    retype(desk, "total of die", "total of die")
    desk.page.keyboard.press("Control+Enter")
    desk.wait_for("#described pre", "1d6")
    assert not set("*`") & set(desk.page.inner_text("#described")), "marks of a text for editors are none for people"
    desk.page.click("#offer-words")
    desk.wait_for("#offers-of-words li", "die")


@pytest.mark.parametrize(("size", "colours"), [(DESK, "light"), (PHONE, "dark")])
def test_no_obstacle_is_found_and_nothing_is_wider_than_a_page_at_two_hundred_percent(
    browser: Browser, link: str, size: dict[str, int], colours: str
) -> None:
    desk = visit(browser, link, size, colours)
    show(desk, "rulebook", "John Scarne")
    for tab, text in TABS.items():
        if size is DESK:
            show(desk, tab, text)
            assert desk.list_violations() == []
            desk.page.set_viewport_size({"width": 640, "height": 450})
            assert desk.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, tab
            desk.page.set_viewport_size(DESK)
    retype(desk, "most score", "most scroe")
    desk.wait_for("#marks-title", "1 mistake")
    assert desk.list_violations() == []
    assert not desk.complaints
    width = desk.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, "nothing is wider than the page"
