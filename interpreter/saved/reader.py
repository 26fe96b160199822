"""Text to a saved game: its head, and its entries with their places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from interpreter.characters import UNSEEN
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.parser.toml_places import PastLimit, Placed, places
from interpreter.saved import ANEW, FORMAT, NEVER, SAME, Head, Rules, SavedGame
from interpreter.source import Source, Span

AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

TWICE = "the same number or name stands here a second time"
NO_LINE = "this is not how a line of it is written"
"""What is said of a file that is no TOML."""

ROLLS = ("key", "auto", "ask")

MOST_SEED = 2**64 - 1
MOST_PLAYERS = 62


def read_saved(source: Source) -> SavedGame:
    """The saved game in a text. A last line without an end is left out, and told. Raises `Rejected` with what is wrong
    with it."""
    whole, end = source.text, source.text.rfind("\n") + 1
    text, dropped = whole[:end], whole[end:]
    read = Source(source.name, text)
    root = _places(read)
    head = _Head(read, root).head()
    moves = root.table.get("moves")
    entries = moves.table if moves is not None else {}
    first = Span(read, 0, len(text.partition("\n")[0]))
    return SavedGame(head, tuple(_in_order(entries)), dropped.strip(), first, _head_places(root))


def _head_places(root: Placed) -> dict[str, Span]:
    options = root.table["options"].table if "options" in root.table else {}
    return {name: placed.span for name, placed in (*root.table.items(), *options.items())}


def _places(source: Source) -> Placed:
    try:
        return places(source)
    except tomllib.TOMLDecodeError as error:
        raise Rejected([errors.saved_syntax(*_where(source, str(error)))]) from None
    except PastLimit as limit:
        raise Rejected([errors.saved_syntax(limit.span, str(limit))]) from None


def _where(source: Source, message: str) -> tuple[Span, str]:
    """Where `tomllib` stopped, and why."""
    found = AT.search(message)
    at = len(source.text) - 1
    if found and found[1]:
        at = source.line_starts[int(found[1]) - 1] + int(found[2]) - 1
    at = min(max(at, 0), len(source.text))
    return Span(source, at, at + 1), TWICE if message.startswith("Cannot overwrite") else NO_LINE


def _in_order(entries: dict[str, Placed]) -> Iterator[Placed]:
    """The entries, which have to be numbered from 1 on."""
    for number, (key, entry) in enumerate(entries.items(), 1):
        if key != str(number):
            reason = f"here entry {number} should stand, and this is `{key}`"
            advice = "entries are numbered from 1 on without a gap; put back the line that is missing"
            raise Rejected([errors.saved_move(entry.key, number, reason, advice, False)])
        yield entry


class _Head:
    """Reads the head, value by value."""

    def __init__(self, source: Source, root: Placed) -> None:
        self.source, self.table = source, root.table
        self.first = Span(source, 0, len(source.text.partition("\n")[0]))

    def head(self) -> Head:
        """The whole head. Raises `Rejected` at the first value that is missing or of the wrong sort."""
        version = self.number("format", 0, 10**6)
        if version != FORMAT:
            raise Rejected([errors.saved_format(self.table["format"].span, version, FORMAT)])
        rolls, cards = self.word("rolls", ROLLS), self.word("cards", ("auto", "ask"))
        players = self.number("players", 1, MOST_PLAYERS)
        return Head(
            ruleset=Rules(self.text("ruleset"), self.text("content")),
            title=self.seen("title"),
            program=self.text("program"),
            house=tuple(self.house()),
            options=tuple(self.options()),
            players=players,
            takers=self.seats(players),
            seed=self.number("seed", 0, MOST_SEED),
            game=self.number("game", 0, MOST_SEED),
            own_dice=rolls == "key",
            ask_dice=rolls == "ask",
            ask_cards=cards == "ask",
            undo=self.word("undo", (ANEW, SAME, NEVER)) if "undo" in self.table else SAME,
        )

    def wrong(self, key: str, wanted: str) -> Diagnostic:
        """What to say of a value that is not what it should be."""
        return errors.saved_head(self.table[key].span if key in self.table else self.first, key, wanted)

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number; a large one may stand in quotes."""
        value = self.table[key].value if key in self.table else None
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            raise Rejected([self.wrong(key, f"a whole number from {low} to {high}")])
        return value

    def text(self, key: str) -> str:
        """A text."""
        value = self.table[key].value if key in self.table else None
        if not isinstance(value, str):
            raise Rejected([self.wrong(key, "a text")])
        return value

    def seen(self, key: str) -> str:
        """A text that is shown to people."""
        value = self.text(key)
        if UNSEEN.search(value):
            raise Rejected([self.wrong(key, "a text of characters that can be seen")])
        return value

    def word(self, key: str, known: tuple[str, ...]) -> str:
        """One of a few words."""
        value = self.text(key)
        if value not in known:
            raise Rejected([self.wrong(key, f"one of {', '.join(known)}")])
        return value

    def seats(self, players: int) -> tuple[str, ...]:
        """Who has each seat."""
        value = self.table["seats"].value if "seats" in self.table else None
        texts = [each.value for each in value] if isinstance(value, list) else []
        if len(texts) != players or not all(isinstance(each, str) for each in texts):
            raise Rejected([self.wrong("seats", f"a list of {players} texts, one for each player")])
        return tuple(map(str, texts))

    def house(self) -> Iterator[Rules]:
        """The house rules, in order."""
        listed = self.table["house"].value if "house" in self.table else []
        for each in listed if isinstance(listed, list) else [self.table["house"]]:
            name, content = (each.table[key].value if key in each.table else None for key in ("name", "content"))
            if not isinstance(name, str) or not isinstance(content, str):
                raise Rejected([self.wrong("house", "tables with a `name` and a `content`")])
            yield Rules(name, content)

    def options(self) -> Iterator[tuple[str, int | str]]:
        """The options by name."""
        for name, placed in self.table["options"].table.items() if "options" in self.table else ():
            if not isinstance(placed.value, int | str):
                raise Rejected([errors.saved_head(placed.span, name, "a number or a text")])
            yield name, placed.value
