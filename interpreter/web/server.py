"""Pages and sockets over a hall, and the server that carries them."""

from __future__ import annotations

import asyncio
import json
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from interpreter.party.places import HOST
from interpreter.web.guard import MOST_CONNECTIONS, MOST_MESSAGE_BYTES, Allowance, Guard
from interpreter.web.hall import Connection, Hall
from interpreter.web.links import Links, draw_code

STATIC = Path(__file__).parent / "static"

MOST_REQUESTS = 1_000
"""So many requests and sockets are served at once; more are told to come again."""

TICKS_A_SECOND = 10
"""So often uvicorn looks after its connections."""

MOST_IDLE_SECONDS = 10

LOCAL = ("127.0.0.1", "localhost")


@dataclass(frozen=True)
class Opening:
    """Where a server is reached: it listens at `listens`, and `address` is what stands in its links."""

    listens: str
    address: str
    port: int

    @property
    def hosts(self) -> tuple[str, ...]:
        """What browsers may call it."""
        return tuple(f"{name}:{self.port}" for name in dict.fromkeys((*LOCAL, self.listens, self.address)))

    def make_link(self, token: str) -> str:
        return f"http://{self.address}:{self.port}/t/{token}"


def make_app(hall: Hall, links: Links, opening: Opening) -> Starlette:
    async def show_table(request: Request) -> Response:
        if links.find_key(request.path_params["token"]) is None:
            return PlainTextResponse("No seat is behind this link.\n", 404)
        return FileResponse(STATIC / "table.html")

    async def show_code(request: Request) -> Response:
        key = request.path_params["key"]
        if links.find_key(request.path_params["token"]) != HOST or key not in links.tokens:
            return PlainTextResponse("No seat is behind this link.\n", 404)
        return Response(draw_code(opening.make_link(links.tokens[key])), media_type="image/svg+xml")

    async def show_entrance(request: Request) -> Response:
        del request
        return PlainTextResponse("A game is played here. Open the link of your seat.\n")

    async def talk(page: WebSocket) -> None:
        key = links.find_key(page.path_params["token"])
        if key is None or len(hall.connections) >= MOST_CONNECTIONS:
            await page.close(1008 if key is None else 1013)
            return
        await page.accept()
        connection = Connection(hall.party.places[key])
        if key == HOST:
            connection.answer({"links": list_links(hall, links, opening)})
        sender = asyncio.create_task(_send(page, hall, connection))
        try:
            await hall.join(connection)
            await _listen(page, hall, connection)
        finally:
            hall.leave(connection)
            sender.cancel()

    @asynccontextmanager
    async def run_game(app: Starlette) -> AsyncIterator[None]:
        del app
        game = asyncio.create_task(hall.run())
        yield
        game.cancel()

    return Starlette(
        routes=[
            Route("/", show_entrance),
            Route("/t/{token}", show_table),
            Route("/t/{token}/code/{key}", show_code),
            WebSocketRoute("/t/{token}/socket", talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=opening.hosts)],
        lifespan=run_game,
    )


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
    while True:
        try:
            text = await page.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        message = _read_message(text)
        if not allowance.take() or message is None:
            await page.close(1008)
            return
        match message:
            case {"say": str(line)}:
                await hall.say(connection, line)
            case {"why": int(number)} if number is not True:
                await hall.explain(connection, number)
            case {"rules": True}:
                await hall.show_rules(connection)


def _read_message(text: str) -> dict[str, object] | None:
    """A message from a page; None if it is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


# ---- starting


def serve(server: Server, listening: socket.socket) -> None:
    """Serve until Ctrl-C."""
    asyncio.run(server.serve([listening]))


class Server(uvicorn.Server):
    """A server that tells when pages can be opened, and closes connections on which nothing is asked."""

    def __init__(self, app: Starlette, on_start: Callable[[], None]) -> None:
        """`on_start` is called when pages can be opened."""
        config = uvicorn.Config(
            app,
            log_level="error",
            http=H11Protocol,
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE_BYTES,
            limit_concurrency=MOST_REQUESTS,
            timeout_graceful_shutdown=1,
            server_header=False,
            proxy_headers=False,
        )
        super().__init__(config)
        self.on_start = on_start
        self._idle_since: dict[object, int] = {}

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.on_start()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            self._close_idle(counter)
        return await super().on_tick(counter)

    def _close_idle(self, counter: int) -> None:
        """Close what was connected long ago and has asked for nothing since: it would keep others out."""
        idle = {each for each in self.server_state.connections if isinstance(each, H11Protocol) and each.cycle is None}
        self._idle_since = {each: self._idle_since.get(each, counter) for each in idle}
        for each in idle:
            if counter - self._idle_since[each] >= MOST_IDLE_SECONDS * TICKS_A_SECOND:
                each.transport.close()


def open_browser(url: str) -> None:
    webbrowser.open(url)


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address. Raises `OSError` if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


def find_own_address() -> str:
    """The address under which others in the same network reach this machine, as far as it can be told."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent there
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
