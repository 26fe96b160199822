"""Reads the text of a saved game: its head, and its entries with their places."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from interpreter.characters import UNSEEN
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.parser.toml_places import NotToml, PastLimit, PlacedValue, locate_values
from interpreter.saved import ANEW, FORMAT, NEVER, SAME, Head, Rules, SavedGame
from interpreter.source import Source, Span

TWICE = "this number or name is used twice"
NO_LINE = "this line is not understood"
"""What is said of a file that is no TOML."""

ROLLS = ("key", "auto", "ask")

MOST_SEED = 2**64 - 1
MOST_PLAYERS = 62


def read_saved(source: Source) -> SavedGame:
    """The saved game in a text. A last line without an end is left out, and reported. Raises `Rejected` with what is
    wrong with it."""
    whole, end = source.text, source.text.rfind("\n") + 1
    text, dropped = whole[:end], whole[end:]
    read = Source(source.name, text)
    root = _locate_values(read)
    head = _HeadReader(read, root).read()
    moves = root.table.get("moves")
    entries = moves.table if moves is not None else {}
    first = Span(read, 0, len(text.partition("\n")[0]))
    return SavedGame(head, tuple(_list_in_order(entries)), dropped.strip(), first, _list_head_places(root))


def _list_head_places(root: PlacedValue) -> dict[str, Span]:
    options = root.table["options"].table if "options" in root.table else {}
    return {name: placed.span for name, placed in (*root.table.items(), *options.items())}


def _locate_values(source: Source) -> PlacedValue:
    try:
        return locate_values(source)
    except NotToml as error:
        at = min(error.at, max(len(source.text) - 1, 0))
        reason = TWICE if _is_repeated(source, error.at) else NO_LINE
        raise Rejected([errors.saved_syntax(Span(source, at, at + 1), reason, _find_uncut(source, at))]) from None
    except PastLimit as limit:
        raise Rejected([errors.saved_syntax(limit.span, str(limit))]) from None


def _is_repeated(source: Source, at: int) -> bool:
    """Whether a line is valid TOML by itself, after valid TOML: then it conflicts with an earlier line."""
    start, end = source.text.rfind("\n", 0, at) + 1, source.text.find("\n", at)
    return end >= 0 and _is_toml(source.text[:start]) and _is_toml(source.text[start:end])


def _find_uncut(source: Source, at: int) -> str:
    """The word here, if a comma before it makes the line TOML."""
    before, after = source.text[:at].rpartition("\n")[2], source.text[at:].partition("\n")[0]
    return after.partition("=")[0].strip() if _is_toml(f"{before},{after}") else ""


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _list_in_order(entries: dict[str, PlacedValue]) -> Iterator[PlacedValue]:
    for number, (key, entry) in enumerate(entries.items(), 1):
        if key != str(number):
            reason = f"expected entry {number}, found `{key}`"
            advice = "put back the missing line; entries are numbered from 1 without gaps"
            raise Rejected([errors.saved_move(entry.key, number, reason, advice, False)])
        yield entry


class _HeadReader:
    def __init__(self, source: Source, root: PlacedValue) -> None:
        self.source, self.table = source, root.table
        self.first = Span(source, 0, len(source.text.partition("\n")[0]))

    def read(self) -> Head:
        version = self.read_number("format", 0, 10**6)
        if version != FORMAT:
            raise Rejected([errors.saved_format(self.table["format"].span, version, FORMAT, version > FORMAT)])
        rolls, cards = self.read_word("rolls", ROLLS), self.read_word("cards", ("auto", "ask"))
        players = self.read_number("players", 1, MOST_PLAYERS)
        return Head(
            ruleset=Rules(self.read_text("ruleset"), self.read_text("content")),
            title=self.read_visible_text("title"),
            program=self.read_text("program"),
            house=tuple(self.read_house_rules()),
            options=tuple(self.read_options()),
            players=players,
            takers=self.read_seats(players),
            seed=self.read_number("seed", 0, MOST_SEED),
            game=self.read_number("game", 0, MOST_SEED),
            own_dice=rolls == "key",
            ask_dice=rolls == "ask",
            ask_cards=cards == "ask",
            undo=self.read_word("undo", (ANEW, SAME, NEVER)) if "undo" in self.table else SAME,
        )

    def report_wrong(self, key: str, wanted: str) -> Diagnostic:
        return errors.saved_head(self.table[key].span if key in self.table else self.first, key, wanted)

    def read_number(self, key: str, low: int, high: int) -> int:
        """A whole number; a large one may be quoted."""
        value = self.table[key].value if key in self.table else None
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            raise Rejected([self.report_wrong(key, f"a whole number from {low} to {high}")])
        return value

    def read_text(self, key: str) -> str:
        value = self.table[key].value if key in self.table else None
        if not isinstance(value, str):
            raise Rejected([self.report_wrong(key, "a text")])
        return value

    def read_visible_text(self, key: str) -> str:
        value = self.read_text(key)
        if UNSEEN.search(value):
            raise Rejected([self.report_wrong(key, "a text without invisible characters")])
        return value

    def read_word(self, key: str, known: tuple[str, ...]) -> str:
        value = self.read_text(key)
        if value not in known:
            raise Rejected([self.report_wrong(key, f"one of {', '.join(known)}")])
        return value

    def read_seats(self, players: int) -> tuple[str, ...]:
        value = self.table["seats"].value if "seats" in self.table else None
        texts = [each.value for each in value] if isinstance(value, list) else []
        if len(texts) != players or not all(isinstance(each, str) for each in texts):
            raise Rejected([self.report_wrong("seats", f"a list of {players} texts, one for each player")])
        return tuple(map(str, texts))

    def read_house_rules(self) -> Iterator[Rules]:
        listed = self.table["house"].value if "house" in self.table else []
        for each in listed if isinstance(listed, list) else [self.table["house"]]:
            name, content = (each.table[key].value if key in each.table else None for key in ("name", "content"))
            if not isinstance(name, str) or not isinstance(content, str):
                raise Rejected([self.report_wrong("house", "tables with a `name` and a `content`")])
            yield Rules(name, content)

    def read_options(self) -> Iterator[tuple[str, int | str]]:
        for name, placed in self.table["options"].table.items() if "options" in self.table else ():
            if not isinstance(placed.value, int | str):
                raise Rejected([errors.saved_head(placed.span, name, "a number or a text")])
            yield name, placed.value
