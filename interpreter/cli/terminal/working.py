"""What shows on a terminal, while work goes on, that it does: not before it has taken a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

DELAY = 0.5
"""What is over in so many seconds shows nothing."""


class Delayed:
    """Something that shows itself after a while, with the one line that it has by then."""

    def __init__(self, make: Callable[[], Progress]) -> None:
        self.make = make
        self.shown: Progress | None = None
        self.lock = Lock()
        self.timer = Timer(DELAY, self._show)
        self.timer.daemon = True
        self.timer.start()

    def _show(self) -> None:
        made = self.make()
        with self.lock:
            if not self.timer.finished.is_set():
                made.start()
                self.shown = made

    def stop(self) -> None:
        """Take it away, or let it never come."""
        with self.lock:
            self.timer.cancel()
            if self.shown is not None:
                self.shown.stop()


@contextmanager
def show_working(meanwhile: str = "") -> Iterator[None]:
    """Show how long it has been worked, where nobody knows how long it will be, and what one can do `meanwhile`."""
    if not sys.stderr.isatty():
        yield
        return
    clock = Delayed(lambda: _make_clock(meanwhile))
    try:
        yield
    finally:
        clock.stop()


def _make_clock(meanwhile: str) -> Progress:
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    beside = TextColumn(meanwhile, style="dim", markup=False)
    clock = make_line(SpinnerColumn(), TextColumn("calculating"), TimeElapsedColumn(), beside)
    clock.add_task("")
    return clock


def make_line(*columns: ProgressColumn) -> Progress:
    """A line with these columns where errors go, which is gone when the work is done."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True), transient=True)
