"""Starts a worker process: it ignores Ctrl-C, which is for its parent, and ends when its parent does.

A parent that is killed cannot tell its workers. Each would wait for work for ever, with the parent's output open, so
that whoever reads that would wait too. So a thread of each worker waits for the parent to end.
"""

from __future__ import annotations

import signal
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)
