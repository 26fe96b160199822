"""A workbench that lives in a browser alone: the rulesets that come with the program, texts that are saved nowhere, and
one game at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter import loader
from interpreter.desk.desk import TRYING, WRITING, Desk, list_colours, list_shipped, list_templates
from interpreter.desk.figures import Data
from interpreter.desk.games import begin_game
from interpreter.diagnostics import Rejected
from interpreter.party import Party, see
from interpreter.party.answering import answer_page
from interpreter.play.trace import narrate

STAGES = (50, 200, 1_000)
"""Numbers of games after which a simulation shows its figures, without machine code."""

PACE_MILLISECONDS = 400
"""The milliseconds between what bots and dice do."""

HOME = Path("/playground")
"""Where the files lie that there are not."""

OWN = "own/"


class Playground:
    """Answers the requests of a page; each answer has the request's `id`, and the last one is marked."""

    def __init__(self) -> None:
        self.desk = Desk(STAGES)
        self.tried = 0
        self.party: Party | None = None
        self.shipped = {name: each for name, each in list_shipped().items() if each.path.suffix == loader.SUFFIX}

    def answer(self, message: Data) -> Iterator[Data]:
        """The answers to a message from the workbench. Other messages may be answered between two of them."""
        for each in self._answer(message):
            yield {"id": message.get("id"), **each}
        yield {"id": message.get("id"), "last": True}

    def _answer(self, message: Data) -> Iterator[Data]:
        what, name = message.get("do"), str(message.get("name", ""))
        if what == "list":
            files = [{"name": key, "title": each.title} for key, each in self.shipped.items()]
            yield {"files": files, "folder": "", "templates": list_templates(), **list_colours()}
        elif what == "open":
            yield self._open(name)
        elif what == "save":
            yield {"download": name.removeprefix(OWN), "text": message.get("text", "")}
        elif what == "stop":
            self.tried += 1
        elif what == "play":
            for found in self.desk.answer({**message, "path": str(self._find(name))}):
                if "program" in found:
                    before = None if message.get("anew") else self.party
                    self.party = begin_game(found["model"], found["program"], int(message.get("seed", 0)), before)
                    self.party.shows_traces = True
                yield {"table": True} if "program" in found else found
        elif what in TRYING:
            yield from self._try({**message, "path": str(self._find(name))})
        elif what in WRITING:
            yield from self.desk.answer({**message, "path": str(self._find(name))})

    def _try(self, request: Data) -> Iterator[Data]:
        """Answers until something else is tried."""
        self.tried += 1
        number = self.tried
        for answer in self.desk.answer(request):
            yield answer
            if number != self.tried:
                return

    def answer_table(self, message: Data) -> Iterator[Data]:
        """The answers to a message from the page of the game. `wait` says how many milliseconds to wait after one."""
        party = self.party
        if party is None:
            return
        place = next(iter(party.places.values()))
        answer, changed = answer_page(party, place, message)
        if answer is not None:
            yield answer
        if changed or "join" in message:
            yield {"state": see(party, place)}
            for moment in party.go_on():
                if any(narrate(party.table.program, moment)):
                    yield {"state": see(party, place), "wait": PACE_MILLISECONDS}
                if party is not self.party:
                    return
            yield {"state": see(party, place)}

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
