"""What a terminal shows during long work: how far it is, and why it takes long. It also defers Ctrl-C.

Nothing is shown before a while has passed, and nothing at all where errors do not go to a terminal.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer, current_thread, main_thread
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from interpreter.simulate.players import Fallback

DELAY = 0.5
"""Seconds before anything is shown."""


class Delayed:
    """A line on the terminal that appears after a while, and is gone when the work is done."""

    def __init__(self, make: Callable[[], Progress]) -> None:
        self.make = make
        self.shown: Progress | None = None
        self.lock = Lock()
        self.timer = Timer(DELAY, self._show)
        self.timer.daemon = True

    def __enter__(self) -> Delayed:
        self.timer.start()
        return self

    def _show(self) -> None:
        made = self.make()
        with self.lock:
            if not self.timer.finished.is_set():
                made.start()
                self.shown = made

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.timer.cancel()
            if self.shown is not None:
                self.shown.stop()


def _make_line(*columns: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def show_working(meanwhile: str = "") -> Iterator[None]:
    """Show how long the work has taken, where nobody knows how long it will be, and what to do `meanwhile`."""
    if not sys.stderr.isatty():
        yield
        return

    def make() -> Progress:
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

        beside = TextColumn(meanwhile, style="dim", markup=False)
        clock = _make_line(SpinnerColumn(), TextColumn("calculating"), TimeElapsedColumn(), beside)
        clock.add_task("")
        return clock

    with Delayed(make):
        yield


class GamesPart(Protocol):
    """A part of the work."""

    @property
    def games(self) -> int: ...


AnyPart = TypeVar("AnyPart", bound=GamesPart)


def with_progress(parts: Iterator[AnyPart], games: int | None) -> Iterator[AnyPart]:
    """The same parts, with a bar that grows as they come. `games` is how many there will be, if that is known."""
    if not sys.stderr.isatty():
        yield from parts
        return
    played, began = 0, time.perf_counter()

    def make() -> Progress:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[rate]} games/s")
        bar = _make_line(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
        bar.add_task("", total=games, completed=played, rate="...")
        return bar

    with Delayed(make) as bar:
        for part in parts:
            played += part.games
            if bar.shown is not None:
                rate = played / (time.perf_counter() - began)
                shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
                bar.shown.update(bar.shown.task_ids[0], completed=played, rate=shown)
            yield part


def make_fallback_printer() -> Callable[[Fallback], None]:
    """A function that says on standard error, once for each reason, why machine code does not play."""
    known: set[Fallback] = set()

    def tell(fallback: Fallback) -> None:
        if fallback not in known:
            known.add(fallback)
            why = _format_reason(fallback)
            print(f"The plain engine (stepper) plays, which is slower: {why}.", file=sys.stderr, flush=True)

    return tell


def _format_reason(fallback: Fallback) -> str:
    if fallback.strategies:
        names = " and ".join(f"`{each}`" for each in fallback.strategies)
        return f"machine code does not play the strateg{'y' if len(fallback.strategies) == 1 else 'ies'} {names}"
    return fallback.trouble or "machine code needs llvmlite, which is not installed"


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait until the block is done."""
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
