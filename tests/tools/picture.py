"""Makes the pictures of the table that README.md shows: the real program's screen, in the light and in the dark.

    python -m tests.tools.picture           writes grammar/pictures/table_light.svg and table_dark.svg

A person plays Red in a game of Marker Baseball and takes the usual answer a few times; then the screen is drawn.
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
from tests.support.paths import ROOT

FOLDER = ROOT / "grammar" / "pictures"
GAME, SEED, SIZE, ANSWERS = "marker", 9, (92, 27), 27
THEMES = {"table_light.svg": "textual-light", "table_dark.svg": "textual-dark"}
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


def write_pictures(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, theme in THEMES.items():
        (folder / name).write_text(draw(theme), encoding="utf-8")


if __name__ == "__main__":
    write_pictures(FOLDER)
