"""What the commands of the pages on messages meet: files in their folder, and what else has to be as it rarely is."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from interpreter import cache, cli
from interpreter.cli.autosave import SaveFile
from interpreter.simulate import dask_executor

MANY_STEPS = 'game steps "Steps"\n\nphase game\n  say "{d1}"\n\n' + "".join(
    f"define d{each} = d{each + 1} + 1\n" for each in range(1, 62)
)

ALONE = """\
game alone "Alone"

players 1..2

phase game
  choose way by lowest of all player
  win lowest of all player

choice way
  "Which way?"
  short "the short way"
  long  "the long way"
  default short
"""

FILES = {
    "alone.rules": ALONE.encode(),
    "apples.rules": b'game apples "Apples"\n\nphase game\n  say "An apple."\n',
    "empty.rules": b"",
    "games/notes.txt": b"hello",
    "latin.rules": b'game caf\xe9 "Caf\xe9"\n',
    "loaded.toml": b"die = [1, 1, 1]\n",
    "log.rules": b"a line of a log\n" * 20_000,
    "notes.txt": b"hello",
    "picture.rules": b"\0\0",
    "steps.rules": f"{MANY_STEPS}define d62 = 1\n".encode(),
}
"""What lies in the folder where the commands of pages are run."""

Surroundings = Callable[[], AbstractContextManager[Mapping[str, str] | None]]
"""Makes something so while commands are run, and gives what pages show for what is different each time."""


@contextmanager
def link_files() -> Iterator[None]:
    Path("loop.rules").symlink_to("loop.rules")
    Path("games/mine.rules").symlink_to("../apples.rules")
    yield None


@contextmanager
def hide_package() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyarrow", None)
        yield None


@contextmanager
def play_elsewhere() -> Iterator[None]:
    """A saved game that is open in another window."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
        patch.setattr("sys.stdin", io.StringIO("quit\n"))
        cli.main(["play", "pig", "--seed", "1", "--save", "pig.toml", "--plain"])
    game = SaveFile(Path("pig.toml"))
    yield None
    game.close()


@contextmanager
def print_in_order() -> Iterator[None]:
    """What goes wrong is printed where it happens, as at a terminal, and not below the answer."""
    with redirect_stderr(sys.stdout):
        yield None


@contextmanager
def start_scheduler(workers: int, release: str = "", theirs: str = "") -> Iterator[dict[str, str]]:
    """A scheduler with so many workers. If a `release` is given it is ours, and the workers have `theirs`."""
    distributed: Any = pytest.importorskip("distributed")
    with (
        pytest.MonkeyPatch.context() as patch,
        distributed.LocalCluster(
            processes=False, n_workers=workers, dashboard_address="127.0.0.1:0", protocol="tcp", silence_logs=50
        ) as cluster,
    ):
        patch.setattr(dask_executor, "CONNECT_TIMEOUT", 5 if workers else 0.3)
        if release:
            patch.setattr(cache, "compute_release", lambda: release)
            patch.setattr(dask_executor, "find_worker_version", lambda: theirs)
        addresses = [worker.address for worker in cluster.workers.values()]
        yield {cluster.scheduler_address: "tcp://scheduler:48786"} | dict.fromkeys(addresses, "tcp://worker-01:48786")


SURROUNDINGS: dict[str, Surroundings] = {
    "file-outside": link_files,
    "file-unreadable": link_files,
    "package-missing": hide_package,
    "saved-changed": print_in_order,
    "saved-in-use": play_elsewhere,
    "worker-version": lambda: start_scheduler(1, "0.1.0 (1c5f0e2a)", "0.1.0 (8be92d41)"),
    "workers-missing": lambda: start_scheduler(0),
}
