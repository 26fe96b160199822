"""Texts with values in braces: `"{batting} score, {runs of batting}."`

Between braces stands a value, or a condition with what to show if it holds and if it does not:
`{second in held ? (2)|[ ]}`. Two braces stand for one.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.errors import types
from interpreter.source import Span

ReadValue = Callable[[int, int], syntax.Expression | None]
"""Reads the value between two places of the file."""


def read_template(text: syntax.Text, read_value: ReadValue, diagnostics: Diagnostics) -> syntax.Template:
    """The pieces and holes of a text."""
    written, source, start = text.text, text.span.source, text.span.start + 1
    pieces: list[str] = []
    holes: list[syntax.Hole] = []
    names: set[str] = set()
    piece, at = "", 0
    while at < len(written):
        end = written.find("}", at) if written[at] == "{" else -1
        if written[at : at + 2] in ("{{", "}}"):
            piece, at = piece + written[at], at + 2
        elif written[at] not in "{}":
            piece, at = piece + written[at], at + 1
        elif end < 0:
            diagnostics.add(types.text_brace(Span(source, start + at, start + at + 1)))
            holes.append(syntax.Hole(None))
            pieces.append(piece)
            piece, at = "", len(written)
        else:
            pieces.append(piece)
            holes.append(_hole(Span(source, start + at + 1, start + end), read_value, names))
            piece, at = "", end + 1
    return syntax.Template(written, (*pieces, piece), tuple(holes), span=text.span)


def _hole(inside: Span, read_value: ReadValue, names: set[str]) -> syntax.Hole:
    """One hole; `names` are those of which it is known that they are nothing but a name, and need no reading."""
    asked, question, shown = inside.text.partition("?")
    place = Span(inside.source, inside.start, inside.start + len(asked))
    value = syntax.Reference(asked, span=place) if asked in names else read_value(place.start, place.end)
    if value == syntax.Reference(asked):
        names.add(asked)
    first, _, second = shown.removeprefix(" ").partition("|")
    return syntax.Hole(value, (first, second) if question else None, span=inside)
