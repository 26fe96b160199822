"""Games that are served to browsers, in a thread of the test."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from interpreter.party import Party
from interpreter.table import Table
from interpreter.web import Bench, Hall, Links, Opening, Server, Site, serve
from interpreter.web.server import listen
from tests.support.command import COMMAND
from tests.support.paths import ROOT

PATIENCE = 60
"""The seconds after which what has not come will not come: many, for machines that have much to do."""


@dataclass
class Served:
    """A game that is served, and how it is reached."""

    hall: Hall
    links: Links
    opening: Opening

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.opening.port}"

    def link(self, key: str) -> str:
        return self.opening.make_link(self.links.tokens[key])

    def connect(self, key: str, **more: object) -> ClientConnection:
        """A socket of a place, as its page opens one."""
        return self.connect_to(self.links.tokens[key], **more)

    def connect_to(self, token: str, origin: str | None = "own", **more: object) -> ClientConnection:
        shown = f"http://{self.address}" if origin == "own" else origin
        return connect(f"ws://{self.address}/t/{token}/socket", origin=shown, **more)  # type: ignore[arg-type]


@contextmanager
def serving(table: Table, pace: float = 0, port: int = 0, secret: bytes = b"secret") -> Iterator[Served]:
    """A game that is served while the block lasts."""
    party = Party(table)
    listening = listen("127.0.0.1", port)
    opening = Opening("127.0.0.1", "127.0.0.1", listening.getsockname()[1])
    site, hall = Site(opening, secret), Hall(party, pace)
    links = site.add_table(hall, "game")
    with _running(site, listening):
        yield Served(hall, links, opening)


@contextmanager
def serving_bench(bench: Bench, page: str = "bench") -> Iterator[str]:
    """A workbench and its gallery that are served while the block lasts; the link of one of them."""
    listening = listen("127.0.0.1", 0)
    opening = Opening("127.0.0.1", "127.0.0.1", listening.getsockname()[1])
    site = Site(opening, b"secret", bench)
    with _running(site, listening):
        yield opening.make_link(site.bench_links.tokens[page])


@contextmanager
def _running(site: Site, listening: socket.socket) -> Iterator[None]:
    started = threading.Event()
    server = Server(site, started.set)
    thread = threading.Thread(target=serve, args=(server, listening))
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def receive(page: ClientConnection, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        message = json.loads(page.recv(PATIENCE))
        if kind in message:
            return message[kind]


def receive_question(page: ClientConnection) -> Any:
    """What is asked as soon as somebody is asked something, as this page shows it."""
    while True:
        state = receive(page, "state")
        question = state["question"]
        if question is None or question["mine"] or question["text"].endswith("turn."):
            return state


def send(page: ClientConnection, **message: object) -> None:
    page.send(json.dumps(message))


# ---- in a process of its own


def start_server(words: list[str], data: Path) -> subprocess.Popen[str]:
    command = [*COMMAND, "web", *words, "--no-browser", "--pace", "0"]
    environment = {**os.environ, "GROUNDRULES_DATA": str(data), "PYTHONUNBUFFERED": "1"}
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **both)  # type: ignore[call-overload,no-any-return]


def read_links(server: subprocess.Popen[str]) -> dict[str, str]:
    assert server.stdout is not None
    links = {}
    for line in server.stdout:
        name, _, url = line.strip().rpartition(": ")
        if url.startswith("http://"):
            links[name] = url
        if line.startswith("Ctrl-C"):
            return links
    raise AssertionError("the server ended")
