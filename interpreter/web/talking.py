"""The messages on the sockets of a table and of a workbench."""

from __future__ import annotations

import asyncio
import json
import secrets
import traceback
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.bots.seats import LEVELS
from interpreter.data_classes import dataclass
from interpreter.desk import Data
from interpreter.desk.desk import PLAY
from interpreter.loader import read_cards
from interpreter.party import Party
from interpreter.party.places import HOST
from interpreter.web.bench import Bench
from interpreter.web.gallery import ASKED, answer_gallery
from interpreter.web.guard import MOST_MESSAGE_BYTES, MOST_TEXT_BYTES, Allowance
from interpreter.web.hall import Connection, Hall
from interpreter.web.links import Links
from interpreter.web.site import GALLERY, Site

BENCH_PACE_SECONDS = 0.4
"""The seconds between what bots and dice do at a table that was begun from the workbench."""

NO_TEXT = "The text or its name holds half of a character, which no file can hold. Delete it."

MOST_ASKED = 50
"""Requests of a workbench at once."""


async def serve_table(page: WebSocket, site: Site, hall: Hall, links: Links, key: str) -> None:
    connection = Connection(key)
    if key in (HOST, hall.party.owner):
        urls = {key: site.opening.make_link(token) for key, token in links.tokens.items() if key != HOST}
        games = [{"name": each.name, "title": each.title} for each in read_cards()]
        connection.answer({"links": urls, "games": games, "levels": LEVELS})
    if hall.party.find_place(key).is_player or key == HOST:
        connection.answer({"again": True})
    if site.bench is not None and key in (HOST, next(iter(hall.party.places))):
        connection.answer({"home": f"/t/{site.bench_links.tokens[GALLERY]}"})
    sender = asyncio.create_task(_send(page, hall, connection))
    try:
        await hall.join(connection)
        await _listen(page, hall, connection)
    finally:
        hall.leave(connection)
        sender.cancel()


async def _send(page: WebSocket, hall: Hall, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await connection.wake.wait()
            for message in hall.take_messages(connection):
                await page.send_text(message)


async def _listen(page: WebSocket, hall: Hall, connection: Connection) -> None:
    allowance = Allowance()
    while (text := await _receive(page)) is not None:
        message = read_message(text, MOST_MESSAGE_BYTES)
        if not allowance.take() or message is None or not is_text(message):
            await page.close(1008)
            return
        await hall.answer(connection, message)


@dataclass
class LiveGame:
    """The game that runs beside the text on one page of a workbench."""

    hall: Hall | None = None
    url: str = ""

    async def play(self, site: Site, bench: Bench, message: dict[str, Any]) -> Data:
        """Go on with the game by the text as it stands now, or begin one; the link of its first seat."""
        hall = self.hall if any(each is self.hall for each, _ in site.tables) else None
        party = await bench.begin(message, hall.party if hall is not None and not message.get("anew") else None)
        if not isinstance(party, Party):
            return party
        party.shows_traces = True
        if hall is not None and hall.party.places.keys() == party.places.keys():
            await hall.change(party)
        else:
            self.hall = Hall(party, BENCH_PACE_SECONDS)
            links = site.add_table(self.hall, secrets.token_urlsafe())
            self.url = f"/t/{links.tokens[next(iter(party.places))]}"
        return {"url": self.url}


async def serve_bench(page: WebSocket, site: Site, bench: Bench) -> None:
    """Answer what the page of a workbench asks, each message by itself."""
    asked: set[asyncio.Task[None]] = set()
    game = LiveGame()
    try:
        while (text := await _receive(page)) is not None:
            message = read_message(text, MOST_TEXT_BYTES)
            if message is None or len(asked) > MOST_ASKED:
                await page.close(1008)
                return
            task = asyncio.create_task(_answer(page, site, bench, game, message))
            asked.add(task)
            task.add_done_callback(asked.discard)
    finally:
        for task in asked:
            task.cancel()


async def _answer(page: WebSocket, site: Site, bench: Bench, game: LiveGame, message: dict[str, Any]) -> None:
    """Send all answers to a message. Whatever fails, one of them says so."""
    try:
        if not is_text(message):
            await _reply(page, message, {"trouble": NO_TEXT})
        elif message.get("do") in ASKED:
            await _reply(page, message, await answer_gallery(site, bench, message))
        elif message.get("do") == PLAY:
            await _reply(page, message, await game.play(site, bench, message))
        else:
            async for answer in bench.answer(message):
                await _reply(page, message, answer)
    except Exception as error:
        traceback.print_exc()
        await _reply(page, message, {"trouble": f"This is a bug in groundrules, not in your text: {error!r}"})
    await _reply(page, message, {"last": True})


async def _reply(page: WebSocket, message: dict[str, Any], answer: Data) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await page.send_text(json.dumps({"id": message.get("id"), **answer}))


async def _receive(page: WebSocket) -> str | None:
    """The next text; None when the page is gone."""
    try:
        return await page.receive_text()
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return None


def is_text(message: object) -> bool:
    """Whether all of a message can be written to a file, which is not so for half of a character (a lone surrogate)."""
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def read_message(text: str, most: int) -> dict[str, Any] | None:
    """A message from a page; None if it is none, or too long."""
    if len(text) > most:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
