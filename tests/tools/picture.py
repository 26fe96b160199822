"""Makes the pictures of the table that README.md and the guide show: the real program, in the light and in the dark.

    python -m tests.tools.picture           writes grammar/pictures/table_light.svg and three others

On a page, a person plays cribbage and lays away cards; on a terminal, a person plays Red in a game of Marker Baseball
and takes the usual answer a few times.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from interpreter import load
from interpreter.bots.seats import Bots
from interpreter.cli.terminal.screen import TableApp
from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from tests.support.browsing import browsing, visit
from tests.support.paths import ROOT
from tests.support.served import serving

FOLDER = ROOT / "grammar" / "pictures"
GAME, SEED, SIZE, ANSWERS = "marker", 9, (92, 27), 27
PAGE_GAME, PAGE_SEED, PAGE_SIZE, PAGE_STOPS = "cribbage", 11, {"width": 1120, "height": 800}, 98
COLOURS = {"page_light.jpg": "light", "page_dark.jpg": "dark"}
THEMES = {"table_light.svg": "textual-light", "table_dark.svg": "textual-dark"}
SETTLED = 1_500
"""The milliseconds after which nothing moves on a page any more."""

OUTSIDE_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that would be loaded from elsewhere: whoever looks at the picture has one."""


def draw(theme: str) -> str:
    """The screen, as SVG."""
    rules = load(GAME)
    program = rules.program()
    bots = Bots(program, ("default",) * len(program.seats), SEED)
    session = Session(Stepper(program), SEED)
    table = Table(rules.model, session, bots.decide, Setup({0: "Anna"}), lambda entry: None)
    app = TableApp(table, rules.title)
    app.theme = theme
    drawn: list[str] = []

    async def play() -> None:
        async with app.run_test(size=SIZE) as pilot:
            for _ in range(ANSWERS):
                await app.workers.wait_for_complete()
                await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            drawn.append(app.export_screenshot(title=rules.title))

    asyncio.run(play())
    return OUTSIDE_FONT.sub("", drawn[0])


def draw_pages(folder: Path) -> None:
    """The page of a seat, when a few cards have been played."""
    rules = load(PAGE_GAME)
    program = rules.program()
    bots = Bots(program, ("default",) * len(program.seats), PAGE_SEED)
    table = Table(
        rules.model, Session(Stepper(program), PAGE_SEED), bots.decide, Setup({0: "Anna"}), lambda entry: None
    )
    while len(table.session.moments) < PAGE_STOPS or not table.asking:
        table.session.step(bots.decide)
    with browsing() as browser, serving(table) as served:
        for name, colours in COLOURS.items():
            visited = visit(browser, served.link("seat0"), PAGE_SIZE, colours)
            visited.wait_for(".can")
            visited.page.wait_for_timeout(SETTLED)
            visited.page.screenshot(path=folder / name, type="jpeg", quality=85)


def write_pictures(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    draw_pages(folder)
    for name, theme in THEMES.items():
        (folder / name).write_text(draw(theme), encoding="utf-8")


if __name__ == "__main__":
    write_pictures(FOLDER)
