"""Writes the tables of the grammar anew: `python tests/grammar_tables.py`, after each change of the grammar.

They come with the program, so that Lark need not work them out each time it starts. `test_grammar.py` tells when they
are those of another grammar.
"""

from __future__ import annotations

import json
from typing import Any

from interpreter.parser import grammar


def made() -> dict[str, Any]:
    """The tables of the grammar as it is."""
    text = grammar.grammar_text()
    return grammar.tables(text, grammar.built(text))


def written(tables: dict[str, Any]) -> str:
    """Tables as a text, with a line for each state."""

    def part(value: Any) -> str:
        if not isinstance(value, list):
            return json.dumps(value)
        return "[\n" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in value) + "\n]"

    return "{\n" + ",\n".join(f'"{name}": {part(value)}' for name, value in tables.items()) + "\n}\n"


if __name__ == "__main__":
    (grammar.folder() / grammar.SHIPPED).write_text(written(made()), encoding="utf-8")
