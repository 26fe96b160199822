"""A party whose places are connected by sockets.

Whatever touches the game runs in a thread, one task at a time, while sockets stay responsive. The view of a place is
made once for everyone connected to it, and is always complete: a phone that slept is up to date with the next message,
and a slow one skips some.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import inf
from typing import TypeVar

from interpreter.desk.games import MOST_SEED, begin_again, change_game, change_players
from interpreter.diagnostics import Rejected
from interpreter.party import Party, Place, see
from interpreter.party.answering import answer_page
from interpreter.play.trace import narrate
from interpreter.scene import draw_pictures
from interpreter.table import Table

MOST_WAITING = 50
"""Answers that wait for a slow connection; older ones are dropped."""

LINES_A_PACE = 3
"""Another pace passes for each three lines, four at most, so that what was counted at once can be read."""

PACES_A_PICTURE = 2
"""The least for what is held up before it is taken from the table."""

LINES_AT_A_GLANCE = 3
"""Lines under a picture that are seen at a glance."""

PACES_FORCED = 2
"""Before somebody's only answer is given for them."""

PACES_TO_READ = 14
"""For a picture with more lines, such as a hand that is counted."""

Result = TypeVar("Result")


class Connection:
    """The messages that wait to be sent to one page."""

    def __init__(self, key: str) -> None:
        """`key` is that of the place it belongs to."""
        self.key = key
        self.answers: deque[str] = deque(maxlen=MOST_WAITING)
        self.shown = -1
        self.wake = asyncio.Event()

    def answer(self, message: dict[str, object]) -> None:
        self.answers.append(json.dumps(message))
        self.wake.set()


class Hall:
    """The game, and who is connected to it."""

    def __init__(self, party: Party, pace: float, follow: Callable[[Party], object] | None = None) -> None:
        """Between what bots and dice do, `pace` seconds pass. `follow` gets each game after the first."""
        self.party = party
        self.pace = pace
        self.follow = follow or (lambda other: None)
        self.connections: set[Connection] = set()
        self.states: dict[str, tuple[int, str]] = {}
        self.trouble = ""
        self.newest = 0
        self.paces: float = 0
        self.looking: set[Connection] = set()
        self._looked = asyncio.Event()
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()

    # ---- the game

    async def run(self) -> None:
        """Play whenever bots or dice can, until the server stops. The first page that is opened begins the game."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._go_on()

    async def change(self, party: Party) -> None:
        """Go on with another game, for the same places."""

        def take_over() -> None:
            party.number += self.party.number + 1
            self.party = party
            self.newest = 0

        await self._do(take_over)
        await self.show_all()
        self._changed.set()

    async def _go_on(self) -> None:
        """Play to the next question. Pauses follow only what people see."""
        party = self.party
        moments = party.go_on()
        await self._pause(_count_paces(party.table, 0))
        while not self.trouble and (moment := await self._do(lambda: next(moments, None))) is not None:
            if party is not self.party:
                return
            if told := len(list(narrate(party.table.program, moment))):
                await self.show_all()
                await self._pause(_count_paces(party.table, told))
        await self.show_all()

    async def _pause(self, paces: int) -> None:
        """Wait this many paces; where pictures are held up, until all pages have shown them, or should have."""
        self._looked.clear()
        if not self.looking:
            await asyncio.sleep(self.pace * paces)
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._looked.wait(), self.pace * self.paces)
            self.looking.clear()

    def _stop_looking(self, connection: Connection) -> None:
        self.looking.discard(connection)
        if not self.looking:
            self._looked.set()

    async def _do(self, act: Callable[[], Result]) -> Result | None:
        """Do something with the game, alone. A change that cannot be saved stops the game, and all see why; so does
        a bug of ours, which would otherwise leave them waiting."""
        async with self._lock:
            try:
                return await asyncio.to_thread(act)
            except Rejected as rejected:
                self.trouble = "; ".join(each.message for each in rejected.diagnostics)
            except Exception as error:
                traceback.print_exc()
                self.trouble = f"This is a bug in groundrules, and the game stops here: {error!r}"
            return None

    async def answer(self, connection: Connection, message: Mapping[str, object]) -> None:
        """Take what a page says."""
        if "looked" in message:
            self._stop_looking(connection)
            return
        place = self._place(connection.key)
        if party := await self._do(lambda: self._begin_another(place, message)):
            await self.change(party)
            return
        asked = await self._do(lambda: answer_page(self.party, self._place(connection.key), message))
        answer, changed = asked or (None, False)
        if answer is not None:
            connection.answer(answer)
        if changed or self.trouble:
            await self.show_all()
            self._changed.set()

    def _begin_another(self, place: Place, message: Mapping[str, object]) -> Party | None:
        """The next game: the same again for those who played it to its end, or any for the host, at any time."""
        seed = secrets.randbelow(MOST_SEED)
        if "again" in message and (place.is_host or (place.is_player and self.party.table.session.over)):
            party: Party | None = begin_again(self.party, seed, bool(message.get("swap")))
        elif "players" in message and place.is_host and isinstance(players := message["players"], int):
            party = change_players(self.party, players, seed)
        else:
            party = change_game(self.party, str(message["game"]), seed) if "game" in message and place.is_host else None
        if party is not None:
            self.follow(party)
        return party

    # ---- who is connected

    async def join(self, connection: Connection) -> None:
        self.connections.add(connection)
        await self._draw(connection.key)
        connection.wake.set()
        self._changed.set()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._stop_looking(connection)

    async def show_all(self) -> None:
        """Show to all pages how the game stands now, and first what the last moment held up on the way."""
        number = self.party.table.session.moments[-1].number
        is_new, self.newest, self.paces = number > self.newest, max(number, self.newest), 0
        for key in {connection.key for connection in self.connections}:
            await self._draw(key, is_new)
        self.looking = set(self.connections) if self.paces else set()
        for connection in self.connections:
            connection.wake.set()

    def _place(self, key: str) -> Place:
        return self.party.find_place(key)

    async def _draw(self, key: str, is_new: bool = False) -> None:
        known = self.states.get(key)
        if self.trouble:
            last = self.states.get(key, (0, ""))[0]
            self.states[key] = last + 1, json.dumps({"trouble": self.trouble})
        elif known is None or known[0] != self.party.number:
            seen = await self._do(lambda: self._see(self._place(key), is_new))
            if seen is not None:
                self.states[key] = seen

    def _see(self, place: Place, is_new: bool) -> tuple[int, str]:
        """What a place sees now. Of pictures each says how long it is held up, in milliseconds; None is until a tap."""
        pictures = draw_pictures(self.party.faces[place.key].look(False)) if is_new and self.pace else []
        is_alone = len(self.party.table.setup.people) == 1 == len(self.connections)
        paces = [_count_paces_of(len(each["lines"]), is_alone) for each in pictures]
        self.paces = max(self.paces, sum(paces))
        spans = (None if each == inf else 1000 * self.pace * each for each in paces)
        held = [{**each, "for": span} for each, span in zip(pictures, spans, strict=True)]
        return self.party.number, json.dumps({"state": see(self.party, place), "pictures": held})

    def take_messages(self, connection: Connection) -> Iterator[str]:
        """Take the messages for a page."""
        connection.wake.clear()
        while connection.answers:
            yield connection.answers.popleft()
        number, state = self.states.get(connection.key, (-1, ""))
        if state and number != connection.shown:
            connection.shown = number
            yield state


def _count_paces_of(lines: int, is_alone: bool) -> float:
    """How long a picture with this many lines is held up; for ever if there is much to read and nobody else waits."""
    if lines <= LINES_AT_A_GLANCE:
        return PACES_A_PICTURE + lines
    return inf if is_alone else PACES_TO_READ


def _count_paces(table: Table, lines: int) -> int:
    """The pause after some lines of the story, or before an answer is given for somebody who has no other."""
    if table.has_one_answer:
        return PACES_FORCED
    return 1 + min(lines // LINES_A_PACE, 4) if lines else 0
