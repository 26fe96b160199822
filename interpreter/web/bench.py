"""The workbench: what its page asks, and who answers that."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import TypeAlias

from interpreter import loader
from interpreter.desk import Data
from interpreter.desk.desk import PLAY, TRYING, WRITING, list_colours, list_templates
from interpreter.desk.games import MOST_SEED, NOT_YET, begin_game
from interpreter.diagnostics import Rejected
from interpreter.party import Party
from interpreter.source import MOST_CHARACTERS
from interpreter.web.folder import Changed, Folder, NotThere
from interpreter.web.worker import Worker

Answers: TypeAlias = AsyncIterator[Data]

MORE = ("at", "before", "over", "from", "to")
"""What a message may say beside the text."""

TOO_LONG: Data = {"trouble": f"This text is longer than {MOST_CHARACTERS:,} characters."}

SECONDS_WRITING, SECONDS_TRYING = 20, 60


class Bench:
    """A folder that is worked on, and the two processes that answer about its texts."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.writing, self.trying = Worker(SECONDS_WRITING, False), Worker(SECONDS_TRYING, True)

    async def answer(self, message: Data) -> Answers:
        """The answers to a message from the page."""
        match message:
            case {"do": "list"}:
                yield await asyncio.to_thread(self._list)
            case {"do": "open", "name": str(name)}:
                yield await asyncio.to_thread(self.open, name)
            case {"do": "save", "name": str(name), "text": str(text), "mark": str(mark)}:
                yield await asyncio.to_thread(self._save, name, text, mark)
            case {"do": "stop"}:
                self.trying.give_way()
            case {"do": str(what), "name": str(name), "text": str(text)} if what in WRITING + TRYING:
                async for each in self._ask(what, name, text, message):
                    yield each
            case _:
                yield {"trouble": "The workbench does not know this request. Load the page again."}

    async def _ask(self, what: str, name: str, text: str, message: Data) -> Answers:
        try:
            path = self.folder.find(name)
        except NotThere:
            yield {"trouble": f"There is no `{name}` here."}
            return
        if len(text) > MOST_CHARACTERS:
            yield TOO_LONG
            return
        more = {key: message[key] for key in MORE if isinstance(message.get(key), int | str)}
        worker = self.trying if what in TRYING else self.writing
        async for answer in worker.ask({"do": what, "path": str(path), "text": text, **more}):
            yield answer

    def _list(self) -> Data:
        shipped = {f"shipped/{each.path.name}": each.title for each in (*loader.list_games(), *loader.list_classics())}
        return {
            "files": [{"name": name, "title": shipped.get(name, "")} for name in self.folder.list_names()],
            "folder": self.folder.path.name,
            "templates": list_templates(),
            **list_colours(),
        }

    def open(self, name: str) -> Data:
        try:
            opened = self.folder.open(name)
        except (NotThere, Rejected) as error:
            told = error.diagnostics[0].message if isinstance(error, Rejected) else f"There is no `{name}` here."
            return {"trouble": told}
        return {"name": name, "text": opened.text, "writable": opened.writable, "mark": opened.mark}

    def _save(self, name: str, text: str, mark: str) -> Data:
        if len(text) > MOST_CHARACTERS:
            return TOO_LONG
        try:
            return {"saved": name, "mark": self.folder.save(name, text, mark)}
        except NotThere:
            return {"trouble": "Files are called `NAME.rules` or `NAME.toml` here, and lie in this folder."}
        except Changed:
            told = "This file is not as it was when you opened it: save it under another name, or open it again."
            return {"trouble": told}
        except OSError as error:
            return {"trouble": f"The file cannot be written: {error.strerror or error}"}

    async def build(self, name: str, text: str) -> Data:
        """The model and the program of a text, or an answer that says what is wrong with it."""
        answers = [each async for each in self._ask(PLAY, name, text, {})]
        return answers[-1] if answers else NOT_YET

    async def begin(self, message: Data, before: Party | None) -> Party | Data:
        """A game of a text, for one person against the bots, which goes the way of the one `before` as far as it can;
        if it cannot be played, an answer that says so."""
        found = await self.build(str(message.get("name")), str(message.get("text", "")))
        if "program" not in found:
            return found
        seed = secrets.randbelow(MOST_SEED)
        friends = message.get("friends") is True
        return await asyncio.to_thread(begin_game, found["model"], found["program"], seed, before, friends)

    def stop(self) -> None:
        self.writing.stop()
        self.trying.stop()
