"""Writes the examples of the manual and of the pages on diagnostics in canonical form: `python -m
tests.tools.format_manual`."""

from __future__ import annotations

import re

from interpreter.diagnostics import Diagnostics
from interpreter.formatter import format_file
from interpreter.parser import parse
from interpreter.source import Source
from tests.support.paths import ROOT

PAGES = sorted((ROOT / "grammar").rglob("*.md"))
BLOCK = re.compile(r"^```(?:rules|fragment)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRONG = re.compile(r"^## Wrong\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def format_page(page: str) -> str:
    """A page with its examples formatted; those that are wrong, and house rules in TOML, are left as they are."""
    wrong = [each.span() for each in WRONG.finditer(page)]

    def format_block(found: re.Match[str]) -> str:
        if any(start <= found.start() < end for start, end in wrong):
            return found[0]
        return found[0].replace(found[1], format_games(found[1]))

    return BLOCK.sub(format_block, page)


def format_games(text: str) -> str:
    """A game, and house rules below it, each formatted by itself."""
    parts = re.split(r"^(?=house_rules\b)", text, flags=re.MULTILINE)
    made = [each if each.startswith("house_rules =") else _format_text(each) for each in parts if each.strip()]
    return "\n\n".join(each.strip("\n") for each in made) + "\n"


def _format_text(text: str) -> str:
    return format_file(parse(Source("example.rules", text), Diagnostics()))


def main() -> None:
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        path.write_text(format_page(text), encoding="utf-8")


if __name__ == "__main__":
    main()
