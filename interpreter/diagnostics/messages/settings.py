"""Settings of a game: options and players. The caller knows where they were written, and adds the place."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages.names import find_nearest

_MAX_TEXT = 40
_MAX_NAMES = 8


def shorten_text(text: str) -> str:
    """A text that someone typed, cut where it is too long to repeat."""
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}..."


def join_names(known: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in known)


def suggest_name(word: str, known: Sequence[str], otherwise: str) -> str:
    """A help line: the nearest name, or else something more general."""
    near = find_nearest(word, known)
    return f"did you mean `{near}`?" if near else otherwise


def setting_form(text: str, wanted: str, example: str) -> Diagnostic:
    """Something that should be two words with an equals sign between them."""
    return Diagnostic("setting-form", None,
        f"`{shorten_text(text)}` does not have the form `{wanted}`",
        label=f"expected `{wanted}`",
        help=f"write, for example, `{example}`",
    )


def setting_unknown(option: str, known: Sequence[str], ruleset: str) -> Diagnostic:
    listing = f"its options are {join_names(known)}" if known else "it has no options"
    return Diagnostic("setting-unknown", None,
        f"`{ruleset}` has no option called `{shorten_text(option)}`",
        label="not an option of this game",
        notes=(listing,),
        help=suggest_name(option, known, f"`groundrules show {ruleset}` explains each of them"),
    )


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
        help="choose another number, or omit it to play with as few as possible",
    )


def _in_words(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"exactly {numbers[0]}"
    if len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"{numbers[0]} to {numbers[-1]}"
    if len(numbers) > _MAX_NAMES:
        return f"{', '.join(map(str, numbers[:3]))} and so on to {numbers[-1]}"
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
