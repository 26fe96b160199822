"""Writing to the terminal: colour where it is expected, diagnostics in each of their forms, data as JSON.

Colour is for terminals; the variables NO_COLOR and FORCE_COLOR, when set to something, decide otherwise. What goes
to a pipe is plain, and never wrapped.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from interpreter.characters import escape_invisible
from interpreter.diagnostics import Diagnostic, Severity, rendering
from interpreter.diagnostics.rendering import align_columns as align_columns

LEAST_COLUMNS, LEAST_LINES = 40, 12
"""A terminal smaller than this has plain lines."""

PROSE_COLUMNS = 110
"""The longest line of prose, however wide the terminal is."""

PALETTES = {False: rendering.PLAIN, True: rendering.COLOURED}


def wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def can_use_screen() -> bool:
    """Whether there is a terminal, for keys and for showing, that can show a whole screen and is large enough."""
    if os.environ.get("TERM", "") in ("", "dumb") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES


def palette(stream: TextIO) -> rendering.Palette:
    return PALETTES[wants_colour(stream)]


def strong(text: str) -> str:
    colours = palette(sys.stdout)
    return colours.paint(colours.strong, text)


def aside(text: str) -> str:
    colours = palette(sys.stdout)
    return colours.paint(colours.aside, text)


def write_diagnostics(diagnostics: Iterable[Diagnostic], stream: TextIO, short: bool = False) -> None:
    """Each in full form, with a blank line after it, or in short form, one a line."""
    colours = palette(stream)
    for each in diagnostics:
        print(rendering.render_short(each) if short else rendering.render_full(each, colours) + "\n", file=stream)


def print_markdown(text: str) -> None:
    """A text in Markdown: drawn on a terminal, where a link is its words, and as it is anywhere else."""
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(no_color=not wants_colour(sys.stdout), highlight=False)
    console.width = min(console.width, PROSE_COLUMNS)
    console.print(Markdown(re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text), code_theme="ansi_dark"))


def write_json(value: object) -> None:
    """One JSON value on standard output, indented, with letters as they are, and escapes for what cannot be seen."""
    print(escape_invisible(json.dumps(value, indent=2, ensure_ascii=False)))


def write_json_of_broken(value: Mapping[str, object], diagnostics: Sequence[Diagnostic]) -> None:
    """An object, with diagnostics if there are any."""
    broken = {"diagnostics": [rendering.to_object(each) for each in diagnostics]} if diagnostics else {}
    write_json({**value, **broken})


def write_rejected(diagnostics: Sequence[Diagnostic], as_json: bool) -> None:
    """Why nothing could be done: to standard error, or as an object where JSON was asked for."""
    if as_json:
        write_json({"diagnostics": [rendering.to_object(each) for each in diagnostics]})
    else:
        write_diagnostics(diagnostics, sys.stderr)


def count_noun(number: int, noun: str) -> str:
    """A number of things in words: `1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def count_problems(diagnostics: Sequence[Diagnostic]) -> str:
    errors = sum(each.severity is Severity.ERROR for each in diagnostics)
    warnings = len(diagnostics) - errors
    parts = [count_noun(errors, "error")] * bool(errors) + [count_noun(warnings, "warning")] * bool(warnings)
    return " and ".join(parts) or "no problems"
