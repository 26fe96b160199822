"""Pages and sockets over a hall, and the server that carries them."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from interpreter.web.bench import Bench
from interpreter.web.guard import MOST_CONNECTIONS, MOST_MESSAGE_BYTES, MOST_TEXT_BYTES, Allowance, Guard
from interpreter.web.hall import Connection, Hall
from interpreter.web.links import Links, draw_code

STATIC = Path(__file__).parent / "static"

MOST_REQUESTS = 1_000
"""So many requests and sockets are served at once; more are told to come again."""

BENCH = "bench"

BENCH_PACE = 0.4
"""The seconds between what bots and dice do at a table that was begun from the workbench."""

MOST_ASKED = 50
"""So many answers a workbench waits for at most."""

MOST_TABLES = 20
"""So many games go on at once; where one more is begun, the oldest ends."""

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


class Site:
    """What a server serves: tables, each with its links, and perhaps a workbench behind a link of its own."""

    def __init__(self, opening: Opening, secret: bytes, bench: Bench | None = None) -> None:
        self.opening = opening
        self.secret = secret
        self.bench = bench
        self.bench_links = Links(secret, BENCH, [BENCH] if bench else [])
        self.tables: list[tuple[Hall, Links]] = []
        self._games: dict[Hall, asyncio.Task[None]] = {}
        self._is_running = False

    @property
    def connections(self) -> int:
        return sum(len(hall.connections) for hall, _ in self.tables)

    def add_table(self, hall: Hall, game: str) -> Links:
        """Serve a table; `game` is what its links are made from, beside the secret."""
        links = Links(self.secret, game, hall.party.places)
        self.tables.append((hall, links))
        if self._is_running:
            self._start(hall)
        if len(self.tables) > MOST_TABLES:
            self._games.pop(self.tables.pop(0)[0]).cancel()
        return links

    def find_place(self, token: str) -> tuple[Hall, Links, str] | None:
        """The table and the place that a link leads to."""
        found = None
        for hall, links in self.tables:
            key = links.find_key(token)
            found = (hall, links, key) if key is not None else found
        return found

    def is_bench(self, token: str) -> bool:
        return self.bench_links.find_key(token) is not None

    def _start(self, hall: Hall) -> None:
        self._games[hall] = asyncio.create_task(hall.run())

    @asynccontextmanager
    async def run(self, app: Starlette) -> AsyncIterator[None]:
        """Go on with the games while the server runs."""
        del app
        self._is_running = True
        for hall, _ in self.tables:
            self._start(hall)
        yield
        for game in self._games.values():
            game.cancel()
        if self.bench is not None:
            self.bench.stop()


def make_app(site: Site) -> Starlette:
    async def show_page(request: Request) -> Response:
        token = request.path_params["token"]
        if site.is_bench(token):
            return FileResponse(STATIC / "bench.html")
        return FileResponse(STATIC / "table.html") if site.find_place(token) else _refuse_link()

    async def show_code(request: Request) -> Response:
        place, key = site.find_place(request.path_params["token"]), request.path_params["key"]
        if place is None or place[2] != HOST or key not in place[1].tokens:
            return _refuse_link()
        return Response(draw_code(site.opening.make_link(place[1].tokens[key])), media_type="image/svg+xml")

    async def show_entrance(request: Request) -> Response:
        del request
        return PlainTextResponse("A game is played here. Open the link of your seat.\n")

    async def talk(page: WebSocket) -> None:
        token = page.path_params["token"]
        place = site.find_place(token)
        if site.bench is not None and site.is_bench(token):
            await page.accept()
            await serve_bench(page, site, site.bench)
        elif place is None or site.connections >= MOST_CONNECTIONS:
            await page.close(1008 if place is None else 1013)
        else:
            await page.accept()
            await _serve_table(page, site, *place)

    return Starlette(
        routes=[
            Route("/", show_entrance),
            Route("/t/{token}", show_page),
            Route("/t/{token}/code/{key}", show_code),
            WebSocketRoute("/t/{token}/socket", talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=site.opening.hosts)],
        lifespan=site.run,
    )


def _refuse_link() -> Response:
    return PlainTextResponse("No seat is behind this link.\n", 404)


async def _serve_table(page: WebSocket, site: Site, hall: Hall, links: Links, key: str) -> None:
    connection = Connection(hall.party.places[key])
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
        match message:
            case {"say": str(line)}:
                await hall.say(connection, line)
            case {"why": int(number)} if number is not True:
                await hall.explain(connection, number)
            case {"rules": True}:
                await hall.show_rules(connection)


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
        return {"trouble": "There is something wrong with this text: it cannot be played yet."}
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


# ---- starting


def serve(server: Server, listening: socket.socket) -> None:
    """Serve until Ctrl-C."""
    asyncio.run(server.serve([listening]))


class Server(uvicorn.Server):
    """A server that tells when pages can be opened, and closes connections on which nothing is asked."""

    def __init__(self, site: Site, on_start: Callable[[], None]) -> None:
        """`on_start` is called when pages can be opened."""
        config = uvicorn.Config(
            make_app(site),
            log_level="error",
            http=H11Protocol,
            ws="websockets-sansio",
            ws_max_size=MOST_TEXT_BYTES if site.bench else MOST_MESSAGE_BYTES,
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
