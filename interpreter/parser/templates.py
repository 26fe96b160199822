"""Texts with values in braces: `"{batting} score, {runs of batting}."`

Between braces is a value, or a condition with texts for true and false: `{second in held ? (2)|[ ]}`. The text for
false may be a condition again. A row shows one value for each of several members:
`{for each box in ones..sixes, highest first: score of box}`. A value takes at least 3 characters with `{pips:3}`. A
brace is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import types
from interpreter.source import Source, Span

FOR_EACH = re.compile(r"\s*for\s+each\s+([^\W\d]\w*)\s+in\b((?:(?!\bwhere\b)[^:])*\S\s*):")
HIGHEST_FIRST = re.compile(r"\s*,\s*(highest|lowest)\s+first\s*\Z")
WIDTH = re.compile(r"\s*:\s*(\d{1,2})\s*\Z")
BEGINS_ROW = re.compile(r"\s*for\s+each\b")
SPECIAL = re.compile(r"\{\{|\}\}|[{}]")

ReadValue = Callable[[int, int], syntax.Expression | None]
"""Reads the value between two places of the file."""


def read_template(text: syntax.Text, read_value: ReadValue, diagnostics: Diagnostics) -> syntax.Template:
    written, source, start = text.text, text.span.source, text.span.start + 1
    pieces: list[str] = []
    holes: list[syntax.Hole] = []
    reader = _Holes(source, read_value, diagnostics)
    piece, at = "", 0
    while found := SPECIAL.search(written, at):
        piece += written[at : found.start()]
        at = found.end()
        if found[0] in ("{{", "}}"):
            piece += found[0][0]
            continue
        end = written.find("}", at) if found[0] == "{" else -1
        if end < 0:
            diagnostics.add(types.text_brace(Span(source, start + at - 1, start + at)))
        pieces.append(piece)
        holes.append(reader.read(written[at:end], start + at) if end >= 0 else syntax.Hole(None))
        piece, at = "", end + 1 if end >= 0 else len(written)
    return syntax.Template(written, (*pieces, piece + written[at:]), tuple(holes), span=text.span)


class _Holes:
    """Reads the holes of one text. `names` are those of which it is known that they are nothing but a name, and need
    no reading."""

    def __init__(self, source: Source, read_value: ReadValue, diagnostics: Diagnostics) -> None:
        self.source, self.read_value, self.diagnostics = source, read_value, diagnostics
        self.names: set[str] = set()

    def read(self, inside: str, start: int) -> syntax.Hole:
        """The value between two braces, for each of several members or once."""
        found = FOR_EACH.match(inside)
        if found is None and BEGINS_ROW.match(inside):
            self.diagnostics.add(types.row_without_colon(Span(self.source, start, start + len(inside))))
            return syntax.Hole(None)
        if found is None:
            return self._read_one(inside, start)
        name = syntax.Name(found[1], span=Span(self.source, start + found.start(1), start + found.end(1)))
        order = HIGHEST_FIRST.search(found[2])
        end = found.start(2) + (order.start() if order is not None else len(found[2]))
        among = self.read_value(start + found.start(2), start + end)
        one = self._read_one(inside[found.end() :], start + found.end())
        span = Span(self.source, start, start + len(inside))
        first = order is not None and order[1] == "highest"
        value = one.value if among is not None else None
        return replace(one, each=name, among=among, value=value, highest_first=first, span=span)

    def _read_one(self, inside: str, start: int) -> syntax.Hole:
        span, (asked, question, shown) = Span(self.source, start, start + len(inside)), inside.partition("?")
        width = WIDTH.search(asked) if not question else None
        asked = asked[: width.start()] if width is not None else asked
        value, further, texts = self._read_value(asked, start), list[syntax.Expression | None](), list[str]()
        at = start + len(asked) + 1
        while question:
            text, _, rest = shown.partition("|")
            texts.append(text.removeprefix(" "))
            asked, question, later = rest.partition("?")
            if not question or "|" not in later:
                texts.append(rest)
                if "|" in rest:
                    begins = at + len(text) + 1
                    case = Span(self.source, begins, begins + len(rest))
                    self.diagnostics.add(types.case_without_condition(case, span))
                break
            further.append(self._read_value(asked, at + len(text) + 1))
            at, shown = at + len(text) + len(asked) + 2, later
        wide = int(width[1]) if width is not None else 0
        return syntax.Hole(value, tuple(texts) or None, tuple(further), width=wide, span=span)

    def _read_value(self, written: str, start: int) -> syntax.Expression | None:
        end = start + len(written)
        if written in self.names:
            return syntax.Reference(written, span=Span(self.source, start, end))
        value = self.read_value(start, end)
        if isinstance(value, syntax.Reference) and value.name == written:
            self.names.add(written)
        return value
