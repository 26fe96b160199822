"""How soon an editor is answered: `python -m tests.tools.editor_speed [GAME ...]`, cooperstown and two_dice by itself.

A scripted editor talks to a language server of its own. Told is the processor time that the server takes, in
milliseconds, middle and worst: from its start to what it says first of the game, from a key to what it says then, and
for what is asked where names stand. (Linux alone says how much time another process took so exactly.)

On 29 November 2026, cooperstown: 109 ms from a key to what is said (worst 124); hover 3, definition 1, completion 6.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from lsprotocol import types

from interpreter.loader import find_ruleset
from tests.support.editor import Editor, editing
from tests.support.paths import ROOT

GAMES = ("cooperstown", "two_dice")
EDITS = 20
QUESTIONS_EACH = 3
"""How many places are asked about after each edit."""

NAME = re.compile(r"(?<=[ (])[a-z_]{4,}")


def spent(process: int) -> float:
    """The processor time in milliseconds that a process has taken, all its threads together."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in tasks) / 1e6


def change_something(text: str, random: Random) -> str:
    """A text with one line that is another: a number, or the end of a quoted text."""
    found = random.choice(list(re.finditer(r"(?<=[ .])[1-5]\b|(?<=[a-z])(?=\.\")", text)))
    return text[: found.start()] + ("6" if found.group() else "x") + text[found.end() :]


def place_of(text: str, offset: int) -> types.Position:
    return types.Position(text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1))


class Measuring:
    """One editor, and what it waited for."""

    def __init__(self, editor: Editor, process: int, path: Path) -> None:
        self.editor, self.process, self.path = editor, process, path
        self.times: dict[str, list[float]] = {}

    async def time(self, what: str, work: Callable[[], Awaitable[Any]]) -> None:
        before = spent(self.process)
        await work()
        self.times.setdefault(what, []).append(spent(self.process) - before)

    async def ask(self, text: str, offset: int) -> None:
        document, place = types.TextDocumentIdentifier(self.path.as_uri()), place_of(text, offset)
        editor = self.editor
        await self.time("hover", lambda: editor.text_document_hover_async(types.HoverParams(document, place)))
        definition = types.DefinitionParams(document, place)
        await self.time("definition", lambda: editor.text_document_definition_async(definition))
        completion = types.CompletionParams(document, place)
        await self.time("completion", lambda: editor.text_document_completion_async(completion))

    async def edit(self, text: str, random: Random) -> None:
        for _ in range(EDITS):
            edited = change_something(text, random)
            await self.time("edit", lambda: self.editor.write(self.path, edited))  # noqa: B023
            names = list(NAME.finditer(edited))
            for each in random.sample(names, QUESTIONS_EACH):
                await self.ask(edited, each.start() + 2)


async def measure(name: str, folder: Path) -> dict[str, list[float]]:
    path = folder / f"{name}.rules"
    path.write_text(find_ruleset(name).text, encoding="utf-8")
    async with editing(folder) as editor:
        await editor.write(path, path.read_text(encoding="utf-8"))
    async with editing(folder) as editor:
        process = editor._server.pid  # type: ignore[union-attr]
        measuring = Measuring(editor, process, path)
        await editor.write(path, path.read_text(encoding="utf-8"))
        measuring.times["start"] = [spent(process)]
        await measuring.edit(path.read_text(encoding="utf-8"), Random(1))
    return measuring.times


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "rulesets" / "library", Path(folder) / "library")
            for what, times in asyncio.run(measure(name, Path(folder))).items():
                print(f"{name:16} {what:12} {median(times):7.1f} {max(times):7.1f}", flush=True)


if __name__ == "__main__":
    main()
