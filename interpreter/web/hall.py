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
from interpreter.engine import DecisionStop
from interpreter.party import Party, Place, see
from interpreter.party.answering import answer_page
from interpreter.party.party import AGAIN, AGREE, SWAP
from interpreter.play.session import Moment
from interpreter.play.trace import narrate
from interpreter.scene import draw_pictures, foresee_only_answer

MOST_WAITING = 50
"""Answers that wait for a slow connection; older ones are dropped."""

LINES_WAITED_FOR = 8
"""The game waits for no more than these: people find all of them in the log."""

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
        self.held: dict[str, float] = {}
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
        moment: Moment | None = party.table.session.moments[-1]
        while not self.trouble and moment is not None and party is self.party:
            told = len(list(narrate(party.table.program, moment)))
            if told or isinstance(moment.stop, DecisionStop):
                await self.show_all()
            await self._pause(count_paces(told))
            if moment is not party.table.session.moments[-1]:
                return
            moment = await self._do(lambda: next(moments, None))
        await self.show_all()

    async def _pause(self, paces: int) -> None:
        """Wait this many paces, or until somebody acts; where pictures are held up, until all pages have shown them."""
        self._looked.clear()
        looking, span = self.looking, max(self.held.values()) if self.looking else paces
        with suppress(TimeoutError):
            await asyncio.wait_for(self._looked.wait(), self.pace * span)
        looking.clear()

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
        place = self.party.find_place(connection.key)
        if party := await self._do(lambda: self._begin_another(place, message)):
            await self.change(party)
            return
        asked = await self._do(lambda: answer_page(self.party, self.party.find_place(connection.key), message))
        answer, changed = asked or (None, False)
        if answer is not None:
            connection.answer(answer)
        if changed or self.trouble:
            await self.show_all()
            self._changed.set()

    def _begin_another(self, place: Place, message: Mapping[str, object]) -> Party | None:
        """The next game: the same again, if all who play agree, or any for the host, at any time."""
        seed = secrets.randbelow(MOST_SEED)
        asked = self.party.proposal.what if self.party.proposal is not None else ""
        what = asked if message.get("say") == AGREE else str(message.get("again"))
        is_time = self.party.table.session.over or what == asked
        if what in (AGAIN, SWAP) and (place.is_host or (place.is_player and is_time)):
            is_agreed = self.party.agree_to_play_again(place, what)
            party: Party | None = begin_again(self.party, seed, what == SWAP) if is_agreed else None
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
        is_new, self.newest = number > self.newest, max(number, self.newest)
        self.held.clear() if is_new else None
        for key in {connection.key for connection in self.connections}:
            await self._draw(key, is_new)
        if is_new:
            self.looking = {each for each in self.connections if self.held.get(each.key)}
            self._looked.set()
        for connection in self.connections:
            connection.wake.set()

    async def _draw(self, key: str, is_new: bool = False) -> None:
        known = self.states.get(key)
        if self.trouble:
            last = self.states.get(key, (0, ""))[0]
            self.states[key] = last + 1, json.dumps({"trouble": self.trouble})
        elif known is None or known[0] != self.party.number:
            seen = await self._do(lambda: self._see(self.party.find_place(key), is_new))
            if seen is not None:
                self.states[key] = seen

    def _see(self, place: Place, is_new: bool) -> tuple[int, str]:
        """What a place sees now. What is held up before it says how long, in milliseconds: a trick before it is taken,
        or the only answer before it is given. The last of a deal stays until it is tapped, if one person plays bots."""
        state, face = see(self.party, place), self.party.faces[place.key]
        pictures = draw_pictures(face.look(False)) if is_new and self.pace else []
        if is_new and self.pace and face.has_one_answer and (told := foresee_only_answer(face.look(False))):
            pictures.append({**state, "lines": [told], "large": [0], "last": False})
        is_alone = place.is_player and len(self.party.table.people) == 1
        waits = [each["last"] and is_alone for each in pictures]
        paces = [count_paces(len(each["lines"]), 1 + each["last"]) for each in pictures]
        self.held |= {place.key: inf if any(waits) else sum(paces)} if is_new else {}
        times = [None if wait else 1000 * self.pace * span for wait, span in zip(waits, paces, strict=True)]
        held = [{**each, "for": time} for each, time in zip(pictures, times, strict=True)]
        return self.party.number, json.dumps({"state": state, "pictures": held})

    def take_messages(self, connection: Connection) -> Iterator[str]:
        """Take the messages for a page."""
        connection.wake.clear()
        while connection.answers:
            yield connection.answers.popleft()
        number, state = self.states.get(connection.key, (-1, ""))
        if state and number != connection.shown:
            connection.shown = number
            yield state


def count_paces(lines: int, held: int = 0) -> int:
    """How long the game waits after these lines: a pace for each. What is held up stays for twice that and two more,
    unless its button is pressed, and the last of a deal twice as long."""
    lines = min(lines, LINES_WAITED_FOR)
    return held * (2 * lines + 2) if held else lines
