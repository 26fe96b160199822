"""What comes back when a person at a table has said something."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.play.session import Moment


@dataclass(frozen=True)
class Reply:
    """What comes of what a person said: lines, then rows to be set out in columns (those numbered in `right` flush
    right), and the moments that the game went on by. `leave` tells that they want to leave, `stands_anew` that the
    game does not stand where it was shown to stand."""

    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    leave: bool = False
    stands_anew: bool = False


def format_sentence(diagnostic: Diagnostic) -> str:
    text = f"{diagnostic.message[:1].upper()}{diagnostic.message[1:]}"
    return f"{text}; {diagnostic.help.rstrip('?.')}{'?' if diagnostic.help.endswith('?') else '.'}"
