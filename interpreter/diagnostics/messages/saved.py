"""Saved games: files of another kind, impossible entries, missing games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.diagnostics.messages import Message, find_message
from interpreter.source import Source, Span


def __getattr__(name: str) -> Message:
    return find_message(__name__, name)


def saved_syntax(span: Span, reason: str, before: str = "") -> Diagnostic:
    """A saved game that is no TOML; `before` is what a comma is missing before, if that is all."""
    return Diagnostic("saved-syntax", span,
        f"this saved game cannot be read: {reason[:1].lower()}{reason[1:]}",
        label="not understood from here on",
        help=f"add a comma before `{before}`"
        if before
        else 'write an entry on one line, such as `12 = { roll = "4+4", dice = "throw", by = "Red" }`',
    )


def saved_format(span: Span, found: int, known: int) -> Diagnostic:
    newer = found > known
    return Diagnostic("saved-format", span,
        f"this saved game has format {found}; this program reads format {known}",
        label="written by a newer version of the program" if newer else "written by an older version of the program",
        help="install that newer version" if newer else "continue it with the version that you began it with",
    )


def saved_changed(path: str, what: str, same_play: bool, against: Sequence[str]) -> Diagnostic:
    """A saved game whose rules have changed. `against` is how a comparison with a copy of the old ones is asked for."""
    effect = "only in its wording" if same_play else "and may play differently now"
    command = shlex.join(["groundrules", "replay", path, *against])
    advice = f"if you have a copy of the old rules, `{command}` shows the first move where they differ"
    return Diagnostic("saved-changed", Span(Source(path, ""), 0, 0),
        f"{what} changed since this game was begun, {effect}",
        help="" if same_play else advice,
        severity=Severity.WARNING,
    )
