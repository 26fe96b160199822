"""How far a long piece of work has come, on a terminal; and Ctrl-C, which may come at any time."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

from interpreter.summary import Summary

DELAY = 0.5
"""What is over in so many seconds has no bar."""


def with_progress(parts: Iterator[Summary], games: int | None) -> Iterator[Summary]:
    """The same summaries; on a terminal, with a bar that grows as they come. `games` is how many there will be, if
    that is known."""
    if not sys.stderr.isatty():
        yield from parts
        return
    began, played = time.perf_counter(), 0
    bar: Any = None
    try:
        for part in parts:
            played += part.games
            seconds = time.perf_counter() - began
            if bar is None and seconds > DELAY:
                bar = _bar()
                bar.add_task("", total=games, rate="...")
                bar.start()
            if bar is not None:
                bar.update(bar.task_ids[0], completed=played, rate=f"{played / seconds:,.0f}")
            yield part
    finally:
        if bar is not None:
            bar.stop()


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]} games/s"), TimeRemainingColumn())
    return Progress(*shown, console=Console(stderr=True), transient=True)


@contextmanager
def undivided() -> Iterator[None]:
    """What is done in here is done whole: Ctrl-C waits for it."""
    if current_thread() is not main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt
