"""The diagnostics of house rules that are checked with several games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.house import names_of_games
from interpreter.source import Span


def gather_by_game(checked: Sequence[tuple[str, Sequence[Diagnostic]]]) -> tuple[Diagnostic, ...]:
    """The diagnostics found with each game, by its name. What all games share is reported once, as for the first;
    anything else names the games in which it occurs."""
    if len(checked) == 1:
        return tuple(checked[0][1])
    found: dict[tuple[str, Span | None, str], tuple[Diagnostic, list[str]]] = {}
    for name, diagnostics in checked:
        for each in diagnostics:
            _, names = found.setdefault((each.code, each.span, each.message), (each, []))
            names.append(name)
    return tuple(
        each if len(names) == len(checked) else replace(each, notes=(*each.notes, names_of_games(names)))
        for each, names in found.values()
    )
