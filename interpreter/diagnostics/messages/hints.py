"""Help for a line that does not parse: what may have been meant, and how it is written.

Most of it is in the texts in `advice`: patterns, and indented below one or several of them the help, or the name
of a function in parentheses. Sections begin with `[NAME]`. What is defined above them is `{NAME}` in patterns.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class Hint(NamedTuple):
    """Help if a pattern is found."""

    pattern: str
    expected: list[str]
    """Words that are expected where the line went wrong, or with `!` not expected."""

    help: str


def read_hints(kind: str, **defined: str) -> dict[str, list[Hint]]:
    """The sections of a text. Names that are not defined in it are given."""
    text = (Path(__file__).parent / "advice" / f"{kind}.txt").read_text(encoding="utf-8").replace("\n    ", " ")
    hints: dict[str, list[Hint]] = {}
    patterns: list[str] = []
    for line in filter(None, text.splitlines()):
        if found := re.fullmatch(r"\[([a-z ,]+)\]", line):
            section = hints[found[1]] = []
        elif found := re.fullmatch(r"([A-Z_]+) = (.*)", line):
            defined[found[1]] = found[2]
        elif line.startswith("  "):
            section += [_read_hint(each, line.strip(), defined) for each in patterns]
            patterns.clear()
        elif not line.startswith("#"):
            patterns.append(line)
    return hints


def _read_hint(line: str, help: str, defined: dict[str, str]) -> Hint:
    pattern, _, expected = re.sub(r"\{([A-Z_]+)\}", lambda name: defined[name[1]], line).partition(" ~ ")
    return Hint(pattern, expected.split(), help)


def how_many(first: str, written: str) -> str:
    """Help for a computed number where only a number or a name can be written."""
    return f"put the number in parentheses: `{first} ({written}) ...`"


def did_you_mean(guess: str, instead_of: str = "") -> str:
    return f"did you mean `{guess}`{f' instead of `{instead_of}`' if instead_of else ''}?"


def one_name(first: str, second: str) -> str:
    """Two names in a row may be one name in two words."""
    return f"if `{first} {second}` is one name, write `{first}_{second}`"


def one_of_actions(first: str, second: str, sure: bool) -> str:
    """An action, probably or for `sure`, in a value that chooses between two."""
    chosen = "to choose between actions use `when` and `otherwise` in a rule"
    return chosen if sure else f"{chosen} (if `{first} {second}` is one name, write `{first}_{second}`)"


def rule_in_value(rule: str) -> str:
    """A rule is called where a value is expected."""
    return f"call the rule `{rule}`, which has no value, on a line of its own or after `then`"


def longer_value(rule: str, value: str) -> str:
    """A rule is called with a value of more than a word or two."""
    return f"put the value in parentheses: `{rule} ({value} ...)`"
