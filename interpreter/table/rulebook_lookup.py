"""The command `rules`: the rulebook of the game, or one entry of it.

The rulebook is lines: a heading at the margin, then entries, each a line two spaces in with its details further in.
`rules` alone shows the tables; `rules NAME` everything of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.display import fold_name

TABLES = "Tables"

HINT = "Type `rules NAME` to read one of them, or a rule, a phase, a choice or an option."

SUBENTRY_WORDS = ("phase", "rule", "define", "choice")
"""Words that may stand before the name of an entry."""


def list_tables(book: Sequence[str]) -> tuple[str, ...]:
    """All tables; the whole rulebook of a game that has none."""
    tables = [line for heading, entry in _split_entries(book) if heading == TABLES for line in (*entry, "")]
    return (*(tables or (*book, "")), HINT)


def find_entries(book: Sequence[str], name: str) -> tuple[str, ...]:
    """Every entry of this name, or else those with it in their names; none if there is no such entry."""
    wanted = fold_name(name)
    entries = [(_find_name(entry[0]), entry) for _, entry in _split_entries(book)]
    exact = [entry for called, entry in entries if called == wanted]
    found = exact or [entry for called, entry in entries if wanted in called]
    return tuple(line for entry in found for line in (*entry, ""))[:-1]


UNSEARCHED = ("Kinds", "Where cards lie", "Strategies", "Measures", "Open points", "Notes", "Examples")
"""What stands under these headings is no rule by itself."""


def _split_entries(book: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The entries with their headings; their lines without the empty ones around them."""
    heading, entry = "", list[str]()
    for line in (*book, "end"):
        if line and not line.startswith("   "):
            if entry and heading not in UNSEARCHED:
                yield heading, _trim(entry)
            heading, entry = (heading, [line]) if line.startswith("  ") else (line, [])
        elif entry:
            entry.append(line)


def _trim(entry: list[str]) -> list[str]:
    while not entry[-1].strip():
        entry.pop()
    return [line.removeprefix("  ") for line in entry]


def _find_name(line: str) -> str:
    words = line.split()
    return fold_name(words[1] if len(words) > 1 and words[0] in SUBENTRY_WORDS else words[0])
