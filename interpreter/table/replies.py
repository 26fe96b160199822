"""The replies to a person at a table."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.play.session import Moment


@dataclass(frozen=True)
class Reply:
    """The reply to a person: lines, then rows to be laid out in columns (those numbered in `right` flush right), and
    the new moments of the game. `leave` is whether they want to leave, `stands_anew` whether the position has changed
    since it was shown."""

    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    leave: bool = False
    stands_anew: bool = False


def format_sentence(diagnostic: Diagnostic) -> str:
    text = f"{diagnostic.message[:1].upper()}{diagnostic.message[1:]}"
    return f"{text}; {diagnostic.help.rstrip('?.')}{'?' if diagnostic.help.endswith('?') else '.'}"
