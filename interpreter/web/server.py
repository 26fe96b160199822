"""Pages and sockets over a site, and the server that carries them."""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol

from interpreter.party.places import HOST
from interpreter.web.gallery import print_rules
from interpreter.web.guard import LEAFLET_POLICY, MOST_MESSAGE_BYTES, MOST_TEXT_BYTES, Guard
from interpreter.web.links import draw_code
from interpreter.web.site import Site
from interpreter.web.talking import serve_bench, serve_table

STATIC = Path(__file__).parent / "static"

MOST_REQUESTS = 1_000
"""Requests and sockets served at once; more are refused for now."""

TICKS_A_SECOND = 10
"""So often uvicorn looks after its connections."""

MOST_IDLE_SECONDS = 10


def make_app(site: Site) -> Starlette:
    async def show_page(request: Request) -> Response:
        token = request.path_params["token"]
        if own := site.find_own_page(token):
            return FileResponse(STATIC / f"{own}.html")
        return FileResponse(STATIC / "table.html") if site.find_place(token) else _refuse_link()

    async def show_code(request: Request) -> Response:
        place, key = site.find_place(request.path_params["token"]), request.path_params["key"]
        if place is None or place[2] not in (HOST, place[0].party.owner) or key not in place[1].tokens:
            return _refuse_link()
        return Response(draw_code(site.opening.make_link(place[1].tokens[key])), media_type="image/svg+xml")

    async def show_rules(request: Request) -> Response:
        is_ours = site.find_own_page(request.path_params["token"]) is not None
        page = await print_rules(site.bench, request.path_params["name"]) if is_ours and site.bench else ""
        return HTMLResponse(page, headers={"Content-Security-Policy": LEAFLET_POLICY}) if page else _refuse_link()

    async def show_entrance(request: Request) -> Response:
        del request
        return PlainTextResponse("A game is played here. Open the link of your seat.\n")

    async def talk(page: WebSocket) -> None:
        token = page.path_params["token"]
        place, bench = site.find_place(token), site.bench if site.find_own_page(token) else None
        if place is None and bench is None:
            await page.close(1008)
        elif await site.crowd.admit(page, token):
            try:
                if bench is not None:
                    await serve_bench(page, site, bench)
                elif place is not None:
                    await serve_table(page, site, *place)
            finally:
                site.crowd.leave(page)

    return Starlette(
        routes=[
            Route("/", show_entrance),
            Route("/t/{token}", show_page),
            Route("/t/{token}/code/{key}", show_code),
            Route("/t/{token}/rules/{name:path}", show_rules),
            WebSocketRoute("/t/{token}/socket", talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=site.opening.hosts)],
        lifespan=site.run,
    )


def _refuse_link() -> Response:
    return PlainTextResponse("No seat is behind this link.\n", 404)


def serve(server: Server, listening: socket.socket) -> None:
    asyncio.run(server.serve([listening]))


class Server(uvicorn.Server):
    """A server that reports when pages can be opened, and closes idle connections."""

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
    """A socket at this address. Raises `OSError` if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    return listening


def find_own_address() -> str:
    """The address under which others on the same network reach this machine, as far as is known."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent there
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
