"""Standard streams that are closed when the program begins, as after `>&-`, and input that cannot be read.

A file that is opened later would get the number of a closed stream, and the stream's text would go into it. So each is
replaced: closed input has ended, closed output refuses to be written, which is reported like a full disk, and text for
closed standard error is dropped.
"""

from __future__ import annotations

import os
import sys
from typing import IO

STANDARD_INS = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))
"""Each stream, how the empty device that replaces it is opened, and the mode of the stream."""


def open_closed_streams() -> None:
    for number, (name, flags, mode) in enumerate(STANDARD_INS):
        if getattr(sys, name) is None:
            setattr(sys, name, _stand_in(number, flags, mode))


def _stand_in(number: int, flags: int, mode: str) -> IO[str]:
    if not _is_open(number):
        opened = os.open(os.devnull, flags)
        os.dup2(opened, number)
        if opened != number:
            os.close(opened)
        os.set_inheritable(number, True)
    return open(number, mode, encoding="utf-8", errors="replace", closefd=False)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def read_line(most: int) -> str:
    """A line of standard input with its end, or its first characters; empty at the end of the input."""
    try:
        return sys.stdin.readline(most)
    except OSError:
        return ""
