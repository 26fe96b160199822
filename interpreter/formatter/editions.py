"""Names of older rulesets that have become words of the language since get other names."""

from __future__ import annotations

import re

NEW_WORDS = ("while", "layout")

PIECE = re.compile(rf'"[^"\n]*"|#[^\n]*|\b({"|".join(NEW_WORDS)})\b')
"""A text, a comment, or one of these words by itself."""


def rename_new_words(text: str) -> str:
    return PIECE.sub(lambda found: f"the_{found[1]}" if found[1] else _rename_in_braces(found[0]), text)


def _rename_in_braces(piece: str) -> str:
    """Only braces of a text hold names."""
    return piece if piece[0] == "#" else re.sub(r"\{[^{}]*\}", lambda found: rename_new_words(found[0]), piece)
