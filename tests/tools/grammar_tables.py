"""Writes the tables of the grammar anew: `python -m tests.tools.grammar_tables`, after each change of the grammar or of
Lark.

They come with the program, so that Lark need not work them out each time it starts. `tests/parser/test_grammar.py`
tells when they are those of another grammar.
"""

from __future__ import annotations

import pickle

from interpreter.parser import grammar

if __name__ == "__main__":
    text = grammar.read_grammar()
    found = {"of": grammar.compute_origin(text), "tables": grammar.make_tables(text)}
    (grammar.find_folder() / grammar.SHIPPED).write_bytes(pickle.dumps(found, protocol=4))
