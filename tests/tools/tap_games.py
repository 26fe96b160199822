"""Taps at random on the pages of all games: `python -m tests.tools.tap_games [--seconds S] [--seed S] [TITLE ...]`.

Each game is begun in the gallery, against bots, on a phone and on a desk. For some seconds whatever can be tapped is
tapped: things, answers, and now and then any button. What a page complains of, whom else it asks, and a bug that it
reports are printed; so is a game in which nothing could be tapped.

The last time, on 30 November 2026, with `--seconds 4`: nothing in 41 games. The first time it found a game that stopped
as soon as a piece was touched.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from itertools import product
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, Error

from interpreter import loader
from interpreter.web.bench import Bench
from interpreter.web.folder import Folder
from tests.support.browsing import DESK, PHONE, Visit, browsing, visit
from tests.support.served import serving_bench

THINGS = "#surface .can:visible"
ANSWERS = "#offers button:visible, #go:visible:not(:disabled)"
BUTTONS = "button:visible:not(:disabled)"

CORNER = {"x": 7.0, "y": 9.0}
"""Of cards that overlap only a corner can be tapped; in the corner of a round piece there is nothing."""

PATIENCE = 1_500
"""The milliseconds after which something cannot be tapped, since another thing lies on it."""


def tap_game(browser: Browser, gallery: str, title: str, size: dict[str, int], seconds: float, seed: int) -> Visit:
    """Begin a game in the gallery, and tap."""
    visited, chance, taps = visit(browser, gallery, size), random.Random(f"{title} {seed}"), 0
    page = visited.page
    visited.wait_for(".tile")
    page.locator(".tile").filter(has=page.get_by_role("heading", name=title, exact=True)).locator("button.go").click()
    visited.wait_for("#surface")
    deadline = monotonic() + seconds
    while monotonic() < deadline:
        found = page.locator(chance.choices((THINGS, ANSWERS, BUTTONS), (10, 10, 1))[0])
        if count := found.count():
            corner = CORNER if chance.random() < 0.5 else None
            try:
                found.nth(chance.randrange(count)).click(timeout=PATIENCE, position=corner)  # type: ignore[arg-type]
                taps += 1
            except Error:
                pass
        else:
            page.wait_for_timeout(100)
    body = page.inner_text("body")
    visited.complaints += [line for line in body.split("\n") if "bug in groundrules" in line]
    visited.complaints += [] if taps else ["nothing could be tapped"]
    return visited


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("titles", metavar="TITLE", nargs="*")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    titles = arguments.titles or [each.title for each in loader.read_cards()]
    with (
        tempfile.TemporaryDirectory() as folder,
        browsing() as browser,
        serving_bench(Bench(Folder(Path(folder))), "gallery") as gallery,
    ):
        for title, size in product(titles, (PHONE, DESK)):
            found = tap_game(browser, gallery, title, size, arguments.seconds, arguments.seed)
            wrong = [*found.complaints, *(f"asked {each}" for each in found.strangers)]
            print(f"{title}, {size['width']} wide: {'; '.join(wrong) or 'nothing'}", flush=True)
            found.page.context.close()


if __name__ == "__main__":
    main()
