"""Texts with values in braces: `"{batting} score, {runs of batting}."`

Between braces stands a value, or a condition with what to show if it holds and if it does not:
`{second in held ? (2)|[ ]}`. Two braces stand for one.
"""

from __future__ import annotations

import re

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.diagnostics import Diagnostics
from interpreter.errors import types
from interpreter.parser import parse_inserted
from interpreter.source import Span

RESERVED = "reserved-word"

WORD = re.compile(r"\w+")


def template(context: Context, text: syntax.Text) -> model.Template | None:
    """The pieces and holes of a text; None, with diagnostics, if a hole makes no sense."""
    start = text.span.start + 1
    pieces, holes, piece, at, sound = [], [], "", 0, True
    names: set[str] = set()
    while at < len(text.text):
        character = text.text[at]
        if text.text[at : at + 2] in ("{{", "}}"):
            piece, at = piece + character, at + 2
            continue
        if character == "}":
            context.world.report(types.text_brace(Span(text.span.source, start + at, start + at + 1)))
            return None
        if character != "{":
            piece, at = piece + character, at + 1
            continue
        end = text.text.find("}", at)
        if end < 0:
            context.world.report(types.text_brace(Span(text.span.source, start + at, start + at + 1)))
            return None
        hole = _hole(context, text.span, start + at + 1, start + end, names)
        sound = sound and hole is not None
        if hole is not None:
            pieces.append(piece)
            holes.append(hole)
        piece, at = "", end + 1
    return model.Template((*pieces, piece), tuple(holes)) if sound else None


def _inserted(context: Context, span: Span, start: int, end: int, names: set[str]) -> syntax.Expression | None:
    """The value in braces; `names` are those of which it is known that they are nothing but a name. What is wrong with
    it is not said where it only follows from a name that cannot be one."""
    found, text = Diagnostics(), span.source.text[start:end]
    if text in names:
        return syntax.Reference(text, span=Span(span.source, start, end))
    node = parse_inserted(span.source, start, end, found)
    if isinstance(node, syntax.Reference) and node.name == text:
        names.add(text)
    if not found.found:
        return node
    reserved = {each.span.text for each in context.world.diagnostics.errors if each.code == RESERVED and each.span}
    if not reserved & set(WORD.findall(text)):
        context.world.diagnostics.extend(found.found)
    return node


def _hole(context: Context, span: Span, start: int, end: int, names: set[str]) -> model.Hole | None:
    inside = span.source.text[start:end]
    question = inside.find("?")
    stop = end if question < 0 else start + question
    node = _inserted(context, span, start, stop, names)
    if node is None:
        return None
    if question < 0:
        value = context.infer(node)
        return model.Hole(value) if value is not None else None
    test = context.condition(node)
    shown, _, otherwise = inside[question + 1 :].removeprefix(" ").partition("|")
    return model.Hole(test, (shown, otherwise)) if test is not None else None
