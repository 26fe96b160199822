"""What a server serves: tables, each with its links, and perhaps a workbench."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette

from interpreter.data_classes import dataclass
from interpreter.desk import Data
from interpreter.party.places import HOST, SPECTATORS, name_chair
from interpreter.web.bench import Bench
from interpreter.web.guard import Crowd
from interpreter.web.hall import Hall
from interpreter.web.links import Links

BENCH, GALLERY = "bench", "gallery"

MOST_TABLES = 20
"""Games at once; when another is begun, the oldest ends."""

MOST_CHAIRS = 62
"""Seats that have links. All are made at once, so that a seat keeps its link whatever player sits there."""

LOCAL = ("127.0.0.1", "localhost")


@dataclass(frozen=True)
class Opening:
    """Where a server is reached: it listens at `listens`, and its links contain `address`."""

    listens: str
    address: str
    port: int

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that browsers may use."""
        return tuple(f"{name}:{self.port}" for name in dict.fromkeys((*LOCAL, self.listens, self.address)))

    def make_link(self, token: str) -> str:
        return f"http://{self.address}:{self.port}/t/{token}"


class Site:
    """What a server serves: tables, each with its links, and perhaps a workbench behind a link of its own."""

    def __init__(self, opening: Opening, secret: bytes, bench: Bench | None = None) -> None:
        self.opening = opening
        self.secret = secret
        self.bench = bench
        self.bench_links = Links(secret, BENCH, [BENCH, GALLERY] if bench else [])
        self.crowd = Crowd()
        self.tables: list[tuple[Hall, Links]] = []
        self._games: dict[Hall, asyncio.Task[None]] = {}
        self.pictures: dict[str, Data] = {}
        self._is_running = False

    def add_table(self, hall: Hall, game: str) -> Links:
        """Serve a table; `game` is what its links are made from, beside the secret."""
        links = Links(self.secret, game, [*map(name_chair, range(MOST_CHAIRS)), SPECTATORS, HOST])
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

    def find_own_page(self, token: str) -> str | None:
        """The page that a link of our own leads to: the gallery or the workbench."""
        return self.bench_links.find_key(token)

    def _start(self, hall: Hall) -> None:
        self._games[hall] = asyncio.create_task(hall.run())

    @asynccontextmanager
    async def run(self, app: Starlette) -> AsyncIterator[None]:
        """Play the games while the server runs."""
        del app
        self._is_running = True
        for hall, _ in self.tables:
            self._start(hall)
        yield
        for game in self._games.values():
            game.cancel()
        if self.bench is not None:
            self.bench.stop()
