"""Files that cannot be used: missing, not text, too large, not the kind of file that is expected."""

from __future__ import annotations

import errno

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.source import Source, Span

__getattr__ = Messages(__name__).__getattr__


def _whole(path: str) -> Span:
    """The place of a file that has no text to point into."""
    return Span(Source(path, ""), 0, 0)


def file_unreadable(path: str, reason: str | None, number: int | None = None) -> Diagnostic:
    """A file that the system does not let us read; `reason` in the system's words, `number` by its own."""
    if number == errno.ELOOP:
        return Diagnostic("file-unreadable", _whole(path),
            f"`{path}` is a link that leads back to itself",
            help="replace it with a copy of the file that you want",
        )
    refused = number in (errno.EACCES, errno.EPERM)
    advice = "you have permission to read it" if refused else "its name is right and its disk is connected"
    return Diagnostic("file-unreadable", _whole(path),
        f"`{path}` cannot be read: {reason or 'the system gives no reason'}",
        help=f"check that {advice}",
    )


def file_empty(path: str) -> Diagnostic:
    begin = 'house_rules = "NAME"` and `for = "GAME"' if path.endswith(".toml") else 'game my_game "My Game"'
    return Diagnostic("file-empty", _whole(path),
        f"`{path}` is empty",
        help=f"begin it with `{begin}`",
    )
