"""Limits of memory and time for texts from strangers, as far as the system supports them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

MOST_MEMORY = 3 << 30
"""The bytes that a process which checks texts may have, program and libraries included."""


def bound_memory() -> None:
    """Limit the memory of this process to `MOST_MEMORY`; beyond it, MemoryError is raised."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError if the block, in the main thread, takes longer; again each tenth of a second while it runs.

    Once may not do: Python swallows what is raised in a finalizer or in a callback of its garbage collector.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
