"""Invisible characters: the table of those that no text may contain, and how they are shown.

They could make a terminal or an editor show a line in another order than it is written, or steer it, or make two texts
look alike that are not: control characters, marks that turn the direction of writing, spaces without a width, letters
without a shape, tags. Four kinds change what is seen where they belong, and may stand there only: joiners and
non-joiners between letters of scripts whose letters join (Arabic, the scripts of India, ...), a joiner between two
emoji, the selector of an emoji or of a plain sign after a sign that has both forms, the selectors of Mongolian after a
Mongolian letter. Marks above and below letters are letters' own, but no more than four on one.
"""

from __future__ import annotations

import re

CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff"

DIRECTIONS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"

INVISIBLE = (
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    r"\U0001bca0-\U0001bca3\U00013430-\U0001343f\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)

SUSPECT = CONTROLS + DIRECTIONS + INVISIBLE + r"\r"
"""Characters to escape, everywhere or out of place: the inside of a character class in a regular expression."""

JOINING = r"[\u0600-\u07ff\u0840-\u0dff\u1000-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc\U00011000-\U000116ff]"

EMOJI = r"\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"

MARKS = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"

BELONGS = "|".join(
    (
        rf"(?<={JOINING})[\u200c\u200d](?={JOINING})",
        rf"(?<=[{EMOJI}\ufe0f])\u200d(?=[{EMOJI}])",
        rf"(?<=[{EMOJI}\u00a9\u00ae\u203c\u2049\u2122\u2139])[\ufe0e\ufe0f]",
        r"(?<=[0-9#*])\ufe0f(?=\u20e3)",
        r"(?<=[\u1820-\u18aa])[\u180b-\u180d\u180f]",
        r"\r(?=\n)",
    )
)

UNSEEN = re.compile(rf"(?=[{SUSPECT}])(?!{BELONGS})(?s:.)|{MARKS}(?<={MARKS}{{5}})")
"""A character that no text may hold, where it stands."""

SHOWN = re.compile(rf"[\t\n\r]|{UNSEEN.pattern}")


def make_visible(text: str) -> str:
    """Replace each character that cannot be seen by a visible sign, keeping the length; for one line."""
    if text.isascii() and text.isprintable():
        return text
    return SHOWN.sub(lambda found: _choose_sign(found.group()), text)


def _choose_sign(character: str) -> str:
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "\N{REPLACEMENT CHARACTER}"


def escape_invisible(text: str) -> str:
    """JSON that says the same, with escapes for the characters in it that cannot be seen."""
    return UNSEEN.sub(lambda found: _escape(found.group()), text)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
