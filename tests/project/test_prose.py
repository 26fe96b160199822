"""Docstrings and comments are in standard English, not in a dialect of this project."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import interpreter

ROOT = Path(interpreter.__file__).parent

DIALECT = re.compile(
    r"\bso (?:many|much)\b|\b(?:come|comes|came|coming) to\b|\b(?:hang|hangs|hung|hanging) on\b|\bas a whole\b"
    r"|\b(?:told|tells?|telling)\b|\b(?:go|goes|going|went|gone) (?:on|over|through)\b|\bwhat there is\b"
    r"|\ball that\b|\bof use\b|\b(?:stand|stands|stood|standing) (?:for|in)\b|\bbesides\b",
    re.IGNORECASE,
)

MOST_IN_A_THOUSAND_LINES = 2


def list_prose(source: str) -> Iterator[str]:
    """The comments, and the strings that are statements by themselves."""
    lines = io.StringIO(source).readline
    yield from (each.string for each in tokenize.generate_tokens(lines) if each.type == tokenize.COMMENT)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def count_dialect(source: str) -> int:
    return sum(len(DIALECT.findall(" ".join(each.split()))) for each in list_prose(source))


def test_prose_is_free_of_dialect() -> None:
    found, lines = Counter[str](), Counter[str]()
    for path in ROOT.rglob("*.py"):
        source, room = path.read_text(encoding="utf-8"), path.relative_to(ROOT).with_suffix("").parts[0]
        found[room] += count_dialect(source)
        lines[room] += source.count("\n")
    allowed = {room: lines[room] * MOST_IN_A_THOUSAND_LINES // 1000 for room in found}
    assert {room: number for room, number in found.items() if number > allowed[room]} == {}


@pytest.mark.quick
def test_pages_are_free_of_dialect() -> None:
    pages = [ROOT.parent / "README.md", *(ROOT.parent / "grammar").rglob("*.md")]
    texts = [re.sub(r"^```.*?^```$|`[^`]*`", "", each.read_text(encoding="utf-8"), flags=re.M | re.S) for each in pages]
    lines = sum(each.count("\n") for each in texts)
    assert sum(len(DIALECT.findall(each)) for each in texts) <= lines * MOST_IN_A_THOUSAND_LINES // 1000


@pytest.mark.quick
def test_phrases_are_found_in_prose_alone() -> None:
    assert count_dialect('"""So many cards, as\na whole."""\nx = 1  # what it comes to\nTEXT = "so many"\n') == 3
