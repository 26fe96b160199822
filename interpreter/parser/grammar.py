"""The Lark grammar, loaded once and turned into tables that read it.

Lark is asked for an LALR parser with a contextual lexer: which words are keywords depends on what may stand
at that point. The lexer is handed one line at a time; line ends and indentation come from `layout`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark, Token

LAYOUT_TOKENS = ("_NL", "_INDENT", "_DEDENT")
STARTS = ("declaration", "inserted", "cells", "row_keys")


def grammar_text() -> str:
    """The grammar as installed, or as it lies in the source tree."""
    inside = Path(__file__).parent.parent / "grammar"
    folder = inside if inside.is_dir() else Path(__file__).parent.parent.parent / "grammar"
    return (folder / "ground_rules.lark").read_text(encoding="utf-8")


def _has_place(node: object) -> bool:
    """Line ends and indentation do not lengthen the span of what they close."""
    return not (isinstance(node, Token) and node.type in LAYOUT_TOKENS)


@cache
def language() -> Lark:
    """The parser of the language, built when first asked for."""
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        propagate_positions=_has_place,
        maybe_placeholders=True,
    )
