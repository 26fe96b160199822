"""What goes through the sockets of a table and of a workbench."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.desk.games import NOT_YET
from interpreter.party.places import HOST
from interpreter.web.bench import Bench
from interpreter.web.guard import MOST_MESSAGE_BYTES, MOST_TEXT_BYTES, Allowance
from interpreter.web.hall import Connection, Hall
from interpreter.web.links import Links
from interpreter.web.site import Opening, Site

BENCH_PACE = 0.4
"""The seconds between what bots and dice do at a table that was begun from the workbench."""

MOST_ASKED = 50
"""So many answers a workbench waits for at most."""


async def serve_table(page: WebSocket, site: Site, hall: Hall, links: Links, key: str) -> None:
    connection = Connection(key)
    if key == HOST:
        connection.answer({"links": list_links(hall, links, site.opening)})
    sender = asyncio.create_task(_send(page, hall, connection))
    try:
        await hall.join(connection)
        await _listen(page, hall, connection)
    finally:
        hall.leave(connection)
        sender.cancel()


def list_links(hall: Hall, links: Links, opening: Opening) -> list[dict[str, str]]:
    """The places with their links, for the host, whose own is left out."""
    places = (place for place in hall.party.places.values() if not place.is_host)
    return [
        {"key": place.key, "name": place.name, "url": opening.make_link(links.tokens[place.key])} for place in places
    ]


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
        if not allowance.take() or message is None:
            await page.close(1008)
            return
        await hall.answer(connection, message)


async def serve_bench(page: WebSocket, site: Site, bench: Bench) -> None:
    """Answer what the page of a workbench asks, each message by itself."""
    asked: set[asyncio.Task[None]] = set()
    try:
        while (text := await _receive(page)) is not None:
            message = read_message(text, MOST_TEXT_BYTES)
            if message is None or len(asked) > MOST_ASKED:
                await page.close(1008)
                return
            task = asyncio.create_task(_answer(page, site, bench, message))
            asked.add(task)
            task.add_done_callback(asked.discard)
    finally:
        for task in asked:
            task.cancel()


async def _answer(page: WebSocket, site: Site, bench: Bench, message: dict[str, Any]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        if message.get("do") == "play":
            await page.send_json({"id": message.get("id"), "last": True, **await _begin_table(site, bench, message)})
            return
        async for answer in bench.answer(message):
            await page.send_json({"id": message.get("id"), **answer})
        await page.send_json({"id": message.get("id"), "last": True})


async def _begin_table(site: Site, bench: Bench, message: dict[str, Any]) -> dict[str, object]:
    """A table for a text as it stands, with a link for whoever asked."""
    party = await asyncio.to_thread(bench.begin, message)
    if party is None:
        return NOT_YET
    links = site.add_table(Hall(party, BENCH_PACE), secrets.token_urlsafe())
    return {"url": f"/t/{links.tokens[next(iter(party.places))]}"}


async def _receive(page: WebSocket) -> str | None:
    """The next text; None when the page is gone."""
    try:
        return await page.receive_text()
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return None


def read_message(text: str, most: int) -> dict[str, Any] | None:
    """A message from a page; None if it is none, or too long."""
    if len(text) > most:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
