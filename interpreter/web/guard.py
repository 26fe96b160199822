"""What the server refuses.

A page elsewhere may point a name of its own at this machine, or open a socket to it: so the `Host` of every request and
the `Origin` of every socket have to be ours. What pages may do is said in a strict Content-Security-Policy: scripts,
styles and pictures from here, sockets to here, nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from interpreter.data_classes import dataclass

MOST_CONNECTIONS = 400
"""Sockets at once, over all links and addresses; another is refused."""

MOST_PER_LINK, MOST_PER_ADDRESS = 40, 100
"""Sockets at once by one link, and from one address; for another the oldest is closed, and its page says why."""

CLOSE_CODE_CROWDED = 4001
"""The code with which such a socket is closed: its page does not connect again by itself."""

MOST_MESSAGE_BYTES = 16_384
"""So long a message to a table may be."""

MOST_TEXT_BYTES = 4_000_000
"""So long one to a workbench, in which a whole text stands."""

MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 30, 10
"""Messages that a socket may send in a burst, and per second after it."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

LEAFLET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""For a rulebook, which holds its own style and nothing that runs."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Lets through what is meant for this server, and puts its headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self._is_ours(scope):
            await self._refuse(scope, receive, send)
        else:
            await self.app(scope, receive, _with_headers(send))

    def _is_ours(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return False
        origin = headers.get("origin")
        if scope["type"] == "websocket":
            return origin is not None and origin.removeprefix("http://") in self.hosts
        return origin is None or origin.removeprefix("http://") in self.hosts

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = PlainTextResponse("This server is called by another name.\n", 421)
        await answer(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


class Crowd:
    """The sockets that are open, oldest first, with the link and the address of each. One guest may hold many of them
    without keeping the others out."""

    def __init__(self) -> None:
        self._open: dict[WebSocket, tuple[str, str]] = {}

    async def admit(self, page: WebSocket, link: str) -> bool:
        """Open a socket; False if there are too many."""
        known = link, page.client.host if page.client is not None else ""
        for at, most in enumerate((MOST_PER_LINK, MOST_PER_ADDRESS)):
            alike = [each for each, other in self._open.items() if other[at] == known[at]]
            if len(alike) >= most:
                self.leave(alike[0])
                with suppress(RuntimeError):
                    await alike[0].close(CLOSE_CODE_CROWDED)
        if len(self._open) >= MOST_CONNECTIONS:
            await page.close(1013)
            return False
        self._open[page] = known
        await page.accept()
        return True

    def leave(self, page: WebSocket) -> None:
        self._open.pop(page, None)


@dataclass
class Allowance:
    """The number of messages a socket may still send; it grows again with time (token bucket)."""

    left: float = MESSAGES_AT_ONCE
    since: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """Take one. Returns False if there is none."""
        now = time.monotonic()
        self.left = min(MESSAGES_AT_ONCE, self.left + (now - self.since) * MESSAGES_A_SECOND)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
