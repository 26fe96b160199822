"""The Lark grammar, loaded once and turned into tables that read it.

Lark is asked for an LALR parser with a contextual lexer: which words are keywords depends on what may stand
at that point. The lexer is handed one line at a time; line ends and indentation come from `chunks`. Working out the
tables takes Lark longer than reading a ruleset, so they come with the program, made by `tests/tools/grammar_tables.py`.
They are those of one grammar and one version of Lark; where either is another, tables are worked out, and kept.
"""

from __future__ import annotations

import marshal
import pickle
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

from interpreter import cache as cupboard

LAYOUT_TOKENS = ("_NL", "_INDENT", "_DEDENT")
STARTS = ("declaration", "inserted", "cells", "row_keys")


SHIPPED = "ground_rules.tables"
"""The file beside the grammar with the tables that come with the program."""


def folder() -> Path:
    """Where the grammar lies, as installed or in the source tree."""
    inside = Path(__file__).parent.parent / "grammar"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "grammar"


def grammar_text() -> str:
    """The grammar."""
    return (folder() / "ground_rules.lark").read_text(encoding="utf-8")


def _has_place(node: object) -> bool:
    """Line ends and indentation do not lengthen the span of what they close."""
    return not (isinstance(node, Token) and node.type in LAYOUT_TOKENS)


@cache
def language() -> Lark:
    """The parser of the language, made when first asked for: from tables that were kept, if there are any."""
    text = grammar_text()
    ready = shipped(text)
    if ready is not None:
        return _loaded(ready)
    name = cupboard.key(text, lark.__version__)
    kept = cupboard.fetch("grammar", name)
    if kept is not None:
        try:
            return _loaded(marshal.loads(kept))
        except (ValueError, EOFError, TypeError, KeyError):
            pass  # another Lark than wrote it: they are made again
    made = built(text)
    cupboard.keep("grammar", name, marshal.dumps(tables(made)))
    return made


def _loaded(tables: Any) -> Lark:
    return Lark.__new__(Lark)._load(tables, propagate_positions=_has_place)


def shipped(text: str) -> dict[str, Any] | None:
    """The tables that come with the program, if they are those of this grammar and of Lark as it is installed."""
    try:
        found = pickle.loads((folder() / SHIPPED).read_bytes())
        read: dict[str, Any] | None = found["tables"] if found["of"] == origin(text) else None
    except (OSError, pickle.UnpicklingError, EOFError, ValueError, KeyError, TypeError):
        return None
    return read


def origin(text: str) -> str:
    """What tables are made from, in a few letters."""
    return sha256(f"{lark.__version__}\n{text}".encode()).hexdigest()


def written(text: str) -> bytes:
    """The tables of a grammar as a file that comes with the program: plain data, as any Python can read it."""
    return pickle.dumps({"of": origin(text), "tables": tables(built(text))}, protocol=4)


def built(text: str) -> Lark:
    """The parser of a grammar, worked out from its text."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        propagate_positions=_has_place,
        maybe_placeholders=True,
    )


def tables(made: Lark) -> dict[str, Any]:
    """All that a parser is made of, as plain data that Lark can load again."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = data["options"] | {"propagate_positions": True}
    plain: dict[str, Any] = _plain({"data": data, "memo": memo})
    return plain


def _plain(value: Any) -> Any:
    """The same value without classes of Lark's own."""
    match value:
        case dict():
            return {_plain(name): _plain(each) for name, each in value.items()}
        case list() | tuple() | set() | frozenset():
            plain = (list, tuple, set, frozenset)
            return next(each for each in plain if isinstance(value, each))(map(_plain, value))
        case str():
            return str(value)
        case _:
            return value
