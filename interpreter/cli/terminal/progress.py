"""Shows how far a long piece of work has come, says why it takes long, and defers Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Protocol, TypeVar

from interpreter.cli.terminal.working import Delayed, make_line
from interpreter.simulate.players import Fallback

if TYPE_CHECKING:
    from rich.progress import Progress


class GamesPart(Protocol):
    """A part of the work, of so many games."""

    @property
    def games(self) -> int:
        ...


AnyPart = TypeVar("AnyPart", bound=GamesPart)


def with_progress(parts: Iterator[AnyPart], games: int | None) -> Iterator[AnyPart]:
    """The same parts; on a terminal, with a bar that is there soon, whether or not any have come, and grows as they do.
    `games` is how many there will be, if that is known."""
    if not sys.stderr.isatty():
        yield from parts
        return
    bar = _Bar(games)
    try:
        for part in parts:
            bar.add(part.games)
            yield part
    finally:
        bar.stop()


class _Bar(Delayed):
    """A bar that shows itself after a while."""

    def __init__(self, games: int | None) -> None:
        self.games, self.played, self.began = games, 0, time.perf_counter()
        super().__init__(self._make)

    def _make(self) -> Progress:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

        rate = TextColumn("{task.fields[rate]} games/s")
        bar = make_line(BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn())
        bar.add_task("", total=self.games, completed=self.played, rate="...")
        return bar

    def add(self, games: int) -> None:
        """So many more games were played."""
        self.played += games
        if self.shown is not None:
            rate = self.played / (time.perf_counter() - self.began)
            self.shown.update(
                self.shown.task_ids[0], completed=self.played, rate=f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
            )


# ---- why it takes long


def make_fallback_printer() -> Callable[[Fallback], None]:
    """What says on standard error, once for each reason, why machine code does not play."""
    told: set[Fallback] = set()

    def tell(fallback: Fallback) -> None:
        if fallback not in told:
            told.add(fallback)
            print_stepper_note(_format_reason(fallback))

    return tell


def print_stepper_note(why: str) -> None:
    print(f"The plain engine (stepper) plays, which is slower: {why}.", file=sys.stderr, flush=True)


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
