"""A workbench that lives in a browser alone: the rulesets that come with the program, and texts that are saved nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter import loader
from interpreter.desk.desk import Desk, list_colours
from interpreter.desk.figures import Data
from interpreter.diagnostics import Rejected

STAGES = (50, 200, 1_000)
"""After so many games a simulation shows what it has, where nothing is compiled to machine code."""

HOME = Path("/playground")
"""Where the files lie that there are not."""

SHIPPED, OWN = "shipped/", "own/"


class Playground:
    """What a page asks, answered; each answer goes with the message's `id`, and the last one says so."""

    def __init__(self) -> None:
        self.desk = Desk(STAGES)
        entries = (*loader.list_games(), *loader.list_classics(), *loader.list_libraries(), *loader.list_house_rules())
        self.shipped = {f"{SHIPPED}{each.path.name}": each for each in entries if each.path.suffix == loader.SUFFIX}

    def answer(self, message: Data) -> Iterator[Data]:
        for each in self._answer(message):
            yield {"id": message.get("id"), **each}
        yield {"id": message.get("id"), "last": True}

    def _answer(self, message: Data) -> Iterator[Data]:
        what, name = message.get("do"), str(message.get("name", ""))
        if what == "list":
            files = [{"name": key, "title": each.title} for key, each in self.shipped.items()]
            yield {"files": files, "folder": "", **list_colours()}
        elif what == "open":
            yield self._open(name)
        elif what == "save":
            yield {"download": name.removeprefix(OWN), "text": message.get("text", "")}
        elif what == "play":
            yield {"trouble": "Games are played with the program itself: `groundrules web`."}
        elif what in self.desk.duties:
            yield from self.desk.answer({**message, "path": str(self._find(name))})

    def _open(self, name: str) -> Data:
        if name not in self.shipped:
            return {"trouble": f"There is no `{name}` here."}
        try:
            text = loader.read_source(self.shipped[name].path).text
        except Rejected as rejected:
            return {"trouble": rejected.diagnostics[0].message}
        return {"name": name, "text": text, "writable": False, "mark": ""}

    def _find(self, name: str) -> Path:
        known = self.shipped.get(name)
        return known.path if known is not None else HOME / Path(name).name
