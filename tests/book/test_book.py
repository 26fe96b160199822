"""Rulebooks as pages: what stands on them, that they are HTML, that their links lead somewhere."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath

import html5lib
import pytest

from interpreter import loader
from interpreter.book import Game, Site, make_leaflet, make_site
from interpreter.book.markdown import make_anchor, render_markdown
from interpreter.cli import main
from interpreter.pipeline import check_game
from interpreter.rulebook import Rulebook
from interpreter.rulebook.overlay_marks import make_marked_rulebook
from interpreter.source import Source, Sources
from tests.support.browsing import DESK, PHONE, browsing, visit


def book_of(name: str) -> Rulebook:
    model = check_game(loader.sources_of(loader.find_ruleset(name))).model
    assert model is not None
    return make_marked_rulebook(model, {})


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    games = [Game(name, book_of(name), "Games") for name in ("two_dice", "cribbage", "yacht")]
    codes = {code: loader.read_page(code) or "" for code in loader.list_codes()}
    return dict(make_site(Site(games, loader.read_texts(), codes, "1.0")))


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [given[key] or "" for key in ("href", "src") if key in given]
        self.anchors |= {given["id"] or ""} if "id" in given else set()


@pytest.mark.long
def test_every_page_is_html(pages: dict[str, str]) -> None:
    parser = html5lib.HTMLParser(strict=True)
    for path, text in pages.items():
        if path.endswith(".html"):
            parser.parse(text)


def test_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    read = {path: Links(text) for path, text in pages.items() if path.endswith(".html")}
    missing = {"games/marker.html"}
    for path, page in read.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            place, _, anchor = link.partition("#")
            there = normpath(join(path, "..", place)) if place else path
            assert there in pages or there in missing, (path, link)
            assert not anchor or there in missing or anchor in read[there].anchors, (path, link)


def test_a_rulebook_has_its_tables_with_odds_its_options_and_its_rules(pages: dict[str, str]) -> None:
    page = pages["games/two_dice.html"]
    for text in ("Two-dice Baseball", "2/36", "5.56%", "What happens when the sides are level", "TD-16", "home_run"):
        assert text in page


def test_rulesets_are_in_colour() -> None:
    page = render_markdown('```rules\ngame a "A"\n```\n\n```toml\nx = 1\n```\n\n```\nplain <b>\n```\n', str)
    assert '<span class="kd">game</span>' in page
    assert "plain &lt;b&gt;" in page


def test_headings_have_anchors() -> None:
    assert Links(render_markdown("# Players, sides", str)).anchors == {"players-sides"}
    assert make_anchor("Players, sides, kinds, dice") == "players-sides-kinds-dice"


HOSTILE = '''game hostile "<script>alert(1)</script>"
  source "<img src=x onerror=alert(2)>"
dice throw = 1d6
phase game
  roll throw
  say "</pre><script>alert(3)</script>"
  win highest of all player
'''


def test_what_a_ruleset_says_is_text_and_no_markup() -> None:
    source = Source("hostile.rules", HOSTILE)
    model = check_game(Sources(source)).model
    assert model is not None
    page = make_leaflet(Game("hostile", make_marked_rulebook(model, {}), ""))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_leaflet_is_one_file_with_what_house_rules_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two_dice.html"
    assert main(["book", "two_dice", "--house", "doubles", "--set", "tie=draw", "-o", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: Two-dice Baseball\n"
    page = path.read_text()
    html5lib.HTMLParser(strict=True).parse(page)
    assert Links(page).links == []
    assert "<script" not in page
    assert "Under the house rules: Doubles are always hits of one base" in page
    assert page.count("house rule: doubles") > 2
    assert "tie: <b>draw</b>" in page


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nonesuch", "-o", "x.html"], "error[file-missing]"),
        (["site", "--house", "doubles"], "error[wrong-usage]"),
        (["two_dice", "-o", "/dev/null/x.html"], "error[file-unwritable]"),
        ([__file__], "error[wrong-usage]"),
    ],
)
def test_what_makes_no_sense_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", *words]) in (1, 2)
    assert told in capsys.readouterr().err


# ---- in a browser


@pytest.fixture(scope="module")
def served(pages: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    for path, text in pages.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is told of requests."""


@pytest.mark.long
def test_no_obstacle_is_found_on_any_width(served: str) -> None:
    with browsing() as browser:
        for path, size, colours in (
            ("index.html", PHONE, "dark"),
            ("games/two_dice.html", PHONE, "light"),
            ("games/cribbage.html", DESK, "dark"),
            ("diagnostics/table-gap.html", DESK, "light"),
            ("manual/values.html", PHONE, "light"),
            ("guide.html", PHONE, "light"),
        ):
            page = visit(browser, f"{served}/{path}", size, colours)
            assert page.list_violations() == [], path
            assert page.page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
            assert not page.strangers


@pytest.mark.long
def test_the_search_finds_what_is_there(served: str) -> None:
    with browsing() as browser:
        page = visit(browser, f"{served}/index.html")
        page.page.fill("#sought", "dead-end walk")
        page.wait_for("#how-many", "0 found")
        page.page.fill("#sought", "table gap")
        page.wait_for("#found li", "Message: table-gap")
        page.page.locator("#found a").first.click()
        page.wait_for("h1", "table-gap")
        assert not page.complaints
