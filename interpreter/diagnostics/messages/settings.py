"""Settings of a game: options and players. The caller knows where they were written, and adds the place."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import find_nearest, join_names, shorten_text

__getattr__ = Messages(__name__).__getattr__

_MAX_NAMES = 8


def suggest_name(word: str, known: Sequence[str], otherwise: str) -> str:
    """A help line: the nearest name, or else something more general."""
    near = find_nearest(word, known)
    return f"did you mean `{near}`?" if near else otherwise


def setting_value(option: str, value: str, alternatives: Sequence[tuple[str, str]], limits: str) -> Diagnostic:
    """A value that an option cannot have. `alternatives` are names and meanings; `limits` is the range, if any."""
    names = [name for name, _ in alternatives]
    wanted = limits or f"one of {join_names(names)}"
    return Diagnostic("setting-value", None,
        f"`{option}` cannot be `{shorten_text(value)}`",
        label=f"expected {wanted}",
        notes=tuple(f"{name}: {text}" for name, text in alternatives if text),
        help=suggest_name(value, names, f"write {wanted}"),
    )


def players_number(players: int, allowed: Sequence[int], ruleset: str) -> Diagnostic:
    wanted = _in_words(allowed)
    return Diagnostic("players-number", None,
        f"`{ruleset}` is for {wanted} players, not {players}",
        label=f"expected {wanted}",
        help="choose one of these numbers, or omit `--players`",
    )


def _in_words(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"exactly {numbers[0]}"
    if len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    if len(numbers) > _MAX_NAMES:
        return f"{', '.join(map(str, numbers[:3]))} and so on to {numbers[-1]}"
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
