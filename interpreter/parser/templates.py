"""Texts with values in braces: `"{batting} score, {runs of batting}."`

Between braces is a value, or a condition with texts for true and false: `{second in held ? (2)|[ ]}`. The text for
false may be a condition again. A row shows one value for each of several members:
`{for each box in ones..sixes, highest first: score of box}`. A value takes at least 3 characters with `{pips:3}`. A
brace is written twice. The texts for true and false, and for each member, can have values in braces themselves.
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
WITHIN = re.compile(r"\{[^{}]*\}")
DEEPEST = 9

ReadValue = Callable[[int, int], syntax.Expression | None]
"""Reads the value between two places of the file."""


def read_template(text: syntax.Text, read_value: ReadValue, diagnostics: Diagnostics) -> syntax.Template:
    return _Reader(text.span.source, read_value, diagnostics).read(text.text, text.span.start + 1, text.span)


def _cover(text: str) -> str:
    """A text with dots in place of what it has in braces."""
    for _ in range(DEEPEST * ("{" in text)):
        text = WITHIN.sub(lambda found: "." * len(found[0]), text)
    return text


class _Reader:
    """Reads a text and its holes. `names` are those of which it is known that they are nothing but a name, and need
    no reading."""

    def __init__(self, source: Source, read_value: ReadValue, diagnostics: Diagnostics) -> None:
        self.source, self.read_value, self.diagnostics = source, read_value, diagnostics
        self.names: set[str] = set()

    def read(self, written: str, start: int, span: Span) -> syntax.Template:
        pieces: list[str] = []
        holes: list[syntax.Hole] = []
        piece, at = "", 0
        while found := SPECIAL.search(written, at):
            piece += written[at : found.start()]
            at = found.end()
            if found[0] in ("{{", "}}"):
                piece += found[0][0]
                continue
            end = written.find("}", at) if found[0] == "{" else -1
            if end >= 0 and "{" in written[at:end]:
                end = _cover(written[at:]).find("}") + at
            if end < at:
                self.diagnostics.add(types.text_brace(Span(self.source, start + at - 1, start + at)))
            pieces.append(piece)
            holes.append(self.read_hole(written[at:end], start + at) if end >= at else syntax.Hole(None))
            piece, at = "", end + 1 if end >= at else len(written)
        return syntax.Template(written, (*pieces, piece + written[at:]), tuple(holes), span=span)

    def read_hole(self, inside: str, start: int) -> syntax.Hole:
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
        rest = inside[found.end() :].lstrip()
        begins = start + len(inside) - len(rest)
        texts = rest.startswith("{")
        one = syntax.Hole(None, (self._read_case(rest, begins),)) if texts else self._read_one(rest, begins)
        span = Span(self.source, start, start + len(inside))
        first = order is not None and order[1] == "highest"
        one = one if among is not None else syntax.Hole(None)
        return replace(one, each=name, among=among, highest_first=first, span=span)

    def _read_one(self, inside: str, start: int) -> syntax.Hole:
        span, flat = Span(self.source, start, start + len(inside)), _cover(inside)
        at = flat.find("?") + 1
        asked = inside[: at - 1] if at else inside
        width = WIDTH.search(asked) if not at else None
        value = self._read_value(asked[: width.start()] if width is not None else asked, start)
        further, texts = list[syntax.Expression | None](), list[syntax.Template]()
        while at:
            bar = flat.find("|", at) if "|" in flat[at:] else len(inside)
            at += flat.startswith(" ", at, bar)
            texts.append(self._read_case(inside[at:bar], start + at))
            question = flat.find("?", bar)
            if question < 0 or "|" not in flat[question:]:
                case = inside[bar + 1 :]
                texts.append(last := self._read_case(case, start + bar + 1))
                if "|" in flat[bar + 1 :]:
                    self.diagnostics.add(types.case_without_condition(last.span, span))
                break
            further.append(self._read_value(inside[bar + 1 : question], start + bar + 1))
            at = question + 1
        wide = int(width[1]) if width is not None else 0
        return syntax.Hole(value, tuple(texts) or None, tuple(further), width=wide, span=span)

    def _read_case(self, written: str, start: int) -> syntax.Template:
        return self.read(written, start, Span(self.source, start, start + len(written)))

    def _read_value(self, written: str, start: int) -> syntax.Expression | None:
        end = start + len(written)
        if written in self.names:
            return syntax.Reference(written, span=Span(self.source, start, end))
        if "{" in written:
            at = start + written.index("{")
            self.diagnostics.add(types.brace_in_value(Span(self.source, at, at + 1)))
            return None
        value = self.read_value(start, end)
        if isinstance(value, syntax.Reference) and value.name == written:
            self.names.add(written)
        return value
