"""The Lark grammar, loaded once and turned into tables that read it.

Lark is asked for an LALR parser with a contextual lexer: which words are keywords depends on what may stand
at that point. The lexer is handed one line at a time; line ends and indentation come from `lines`. Computing the
tables takes Lark longer than reading a ruleset, so they come with the program, made by `tests/tools/grammar_tables.py`.
They are those of one grammar and one version of Lark; where either is another, tables are computed, and kept.
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

STARTS = ("declaration", "inserted", "cells", "row_keys")
LAYOUT_TOKENS = ("_NL", "_INDENT", "_DEDENT")

SHIPPED = "ground_rules.tables"
"""The file beside the grammar with the tables that come with the program."""


def find_folder() -> Path:
    inside = Path(__file__).parent.parent / "grammar"
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / "grammar"


def read_grammar() -> str:
    return (find_folder() / "ground_rules.lark").read_text(encoding="utf-8")


@cache
def load_parser() -> Lark:
    """The parser of the language, made when first asked for: from tables that were kept, if there are any."""
    text = read_grammar()
    ready = load_shipped_tables(text)
    if ready is not None:
        return load(ready)
    name = cupboard.make_key(text, lark.__version__)
    kept = cupboard.fetch_as("grammar", name, lambda content: load(marshal.loads(content)))
    if kept is not None:
        return kept
    made = make_tables(text)
    cupboard.store("grammar", name, marshal.dumps(made))
    return load(made)


def load(tables: dict[str, Any]) -> Lark:
    return Lark.__new__(Lark)._load(tables, propagate_positions=_takes_room)


def _takes_room(piece: object) -> bool:
    """Whether a piece counts for where what it belongs to begins and ends: line ends and indentation do not."""
    return not isinstance(piece, Token) or piece.type not in LAYOUT_TOKENS


def load_shipped_tables(text: str) -> dict[str, Any] | None:
    """The tables that come with the program, if they are those of this grammar and of Lark as it is installed."""
    try:
        found = pickle.loads((find_folder() / SHIPPED).read_bytes())
        read: dict[str, Any] | None = found["tables"] if found["of"] == compute_origin(text) else None
    except (FileNotFoundError, pickle.UnpicklingError, EOFError, ValueError, KeyError, TypeError):
        return None
    return read


def compute_origin(text: str) -> str:
    return sha256(f"{lark.__version__}\n{text}".encode()).hexdigest()


def make_tables(text: str) -> dict[str, Any]:
    """The parser of a grammar as plain data that Lark can load again."""
    made = Lark(text, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    plain: dict[str, Any] = _to_plain({"data": data, "memo": memo})
    return plain


def _to_plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {_to_plain(name): _to_plain(each) for name, each in value.items()}
    for kind in (list, tuple, set, frozenset):
        if isinstance(value, kind):
            return kind(map(_to_plain, value))
    return str(value) if isinstance(value, str) else value
