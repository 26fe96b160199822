"""Saved games: files of another kind, impossible entries, missing games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Severity
from interpreter.diagnostics.messages import Messages
from interpreter.source import Source, Span

__getattr__ = Messages(__name__).__getattr__


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
