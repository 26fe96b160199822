"""`rulebook_lookup` at the table: the rulebook of the game that is played, or one entry of it.

The rulebook is lines: a heading at the margin, then entries, each a line two spaces in with what belongs to it further
in. `rulebook_lookup` alone tells the tables, which say what follows from what; `rules NAME` everything of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

TABLES = "Tables"

HINT = "`rules NAME` tells what is called so: a table, a rule, a phase, a choice, an option."

SIDELINES = ("phase", "rule", "define", "choice")
"""Words that may stand before the name of an entry."""


def tables_told(book: Sequence[str]) -> tuple[str, ...]:
    """All tables; the whole rulebook of a game that has none."""
    tables = [line for heading, entry in _entries(book) if heading == TABLES for line in (*entry, "")]
    return (*(tables or (*book, "")), HINT)


def entry_told(book: Sequence[str], name: str) -> tuple[str, ...]:
    """Every entry of this name, or else those with it in their names; none if there is no such entry."""
    wanted = _folded(name)
    entries = [(_name(entry[0]), entry) for _, entry in _entries(book)]
    exact = [entry for called, entry in entries if called == wanted]
    found = exact or [entry for called, entry in entries if wanted in called]
    return tuple(line for entry in found for line in (*entry, ""))[:-1]


APART = ("Kinds", "Where cards lie", "Strategies", "Measures", "Open points", "Notes", "Examples")
"""What stands under these headings is no rule by itself."""


def _entries(book: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The entries with their headings; their lines without the empty ones around them."""
    heading, entry = "", list[str]()
    for line in (*book, "end"):
        if line and not line.startswith("   "):
            if entry and heading not in APART:
                yield heading, _trimmed(entry)
            heading, entry = (heading, [line]) if line.startswith("  ") else (line, [])
        elif entry:
            entry.append(line)


def _trimmed(entry: list[str]) -> list[str]:
    while not entry[-1].strip():
        entry.pop()
    return [line.removeprefix("  ") for line in entry]


def _name(line: str) -> str:
    words = line.split()
    return _folded(words[1] if len(words) > 1 and words[0] in SIDELINES else words[0])


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())
