"""A rulebook as lines of text: headings, columns that stand under each other, nothing wrapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from interpreter.cli.rulebook import (
    CardsEntry,
    Cited,
    KindEntry,
    OptionEntry,
    Passage,
    RowEntry,
    Rulebook,
    TableEntry,
    ZoneEntry,
)
from interpreter.cli.terminal.console import columns

Heading = Callable[[str], str]


def rulebook_lines(book: Rulebook, heading: Heading) -> Iterator[str]:
    """The whole rulebook; `heading` makes a line stand out."""
    yield f"{heading(book.title)}  ({book.name})"
    yield from (f"  {line}" for line in _facts(book))
    for title, lines in _parts(book, heading):
        yield from _part(heading(title), lines)


def _parts(book: Rulebook, heading: Heading) -> Iterator[tuple[str, Iterator[str]]]:
    yield "Kinds", iter(columns([_kind(each) for each in book.kinds]))
    yield "Dice", iter(columns([(each.name, each.dice, _mark(each.cited, by=each.by)) for each in book.dice]))
    yield "Cards", iter(columns([_cards(each) for each in book.cards]))
    yield "Where cards lie", iter(columns([_zone(each) for each in book.zones]))
    yield "Options", _separated(_option(each, heading) for each in book.options)
    yield "Tables", _separated(_table(each, heading) for each in book.tables)
    yield "Phases", _passages(_of(book.phases))
    yield "Rules", _passages(_of(book.rules))
    yield "Definitions", _lines(_of(book.definitions))
    yield "Choices", _passages(_of(book.choices))
    for library in reversed(book.uses):
        yield f"From library {library}", _library(book, library)
    yield "Strategies", iter(columns(book.strategies))
    yield "Measures", iter(columns([(name, f"per {per}") for name, per in book.measures]))
    yield "Open points", iter(columns([(each.id, "; ".join(each.settled_by)) for each in book.open_points]))
    yield "Notes", (f"{', '.join(ids)}: {text}" for ids, text in book.notes)
    yield "Examples", iter(columns([(name, ", ".join(ids)) for name, ids in book.examples]))


def _part(title: str, lines: Iterator[str]) -> Iterator[str]:
    """A heading and its lines, or nothing where there are no lines."""
    for at, line in enumerate(lines):
        if at == 0:
            yield from ("", title)
        yield f"  {line}".rstrip()


def _separated(entries: Iterator[Sequence[str]]) -> Iterator[str]:
    for at, lines in enumerate(entries):
        yield from [""] * (at > 0)
        yield from lines


def _facts(book: Rulebook) -> list[str]:
    facts = [("from", source) for source in book.sources]
    facts.extend(("house rules", f"{title} ({name})") for name, title in book.house_rules)
    facts.append(("players", book.players))
    if book.seats:
        facts.append(("seats", _members(book.seats)))
    facts.extend(("uses", f"library {library}") for library in book.uses)
    return columns(facts)


def _kind(kind: KindEntry) -> tuple[str, str]:
    return kind.name, _members(kind.members)


def _members(members: Iterable[tuple[str, str]]) -> str:
    return ", ".join(name if name == shown else f'{name} "{shown}"' for name, shown in members)


def _cards(cards: CardsEntry) -> tuple[str, str, str, str]:
    return cards.name, ", ".join(cards.made_of), f"{cards.number} cards", _mark(cards.cited)


def _zone(zone: ZoneEntry) -> tuple[str, str, str, str, str]:
    name = f"{zone.name} of each {zone.each}" if zone.each else zone.name
    start = f"begins with all {zone.cards}" if zone.full else ""
    return name, f"{zone.sort} of {zone.cards}", f"seen by {zone.seen_by}", start, _mark(zone.cited)


def _mark(cited: Cited, within: str = "", by: str = "") -> str:
    """A citation in a line: section, if it is another than that of what it stands in, ids in brackets, open points;
    and the house rules that changed it."""
    section = cited.section if cited.section != within else ""
    ids = f"[{', '.join(cited.ids)}]" if cited.ids else ""
    points = f"open {', '.join(cited.open)}" if cited.open else ""
    house = f"<- {by}" if by else ""
    return " ".join(filter(None, (section, ids, points, house)))


def _option(option: OptionEntry, heading: Heading) -> list[str]:
    given = f", {option.range}" if option.range else ""
    changed = f"  (by default {option.default})" if option.value != option.default else ""
    lines = [f"{heading(option.name)} = {option.value}{given}{changed}  {_mark(option.cited, by=option.by)}".rstrip()]
    if option.question:
        lines.append(f"  {option.question}")
    marked = [("*" if name == option.value else " ", name, text) for name, text in option.alternatives]
    lines.extend(f"  {line}" for line in columns(marked, gap=" "))
    if option.because:
        lines.append(f"  because: {option.because}")
    return lines


def _table(table: TableEntry, heading: Heading) -> list[str]:
    keys = ", ".join(
        f"{key} in {only}" if only else key for key, only in zip_longest(table.keys, table.narrowed, fillvalue="")
    )
    with_odds = any(row.odds for row in table.rows)
    head = ["key", *([_odds_of(table), "percent"] if with_odds else []), *(table.columns or ["result"]), ""]
    rows = [
        [row.key, *([row.odds, row.percent] if with_odds else []), *row.results, _row_mark(table, row)]
        for row in table.rows
    ]
    width = max(map(len, [head, *rows]))
    full = [[*row[:-1], *[""] * (width - len(row)), row[-1]] for row in [head, *rows]]
    lines = columns(full, right=(1, 2) if with_odds else ())
    return [f"{heading(table.name)} on {keys}  {_mark(table.cited)}".rstrip(), *(f"  {line}" for line in lines)]


def _row_mark(table: TableEntry, row: RowEntry) -> str:
    return _mark(row.cited, table.cited.section, row.by)


def _of(passages: Sequence[Passage], library: str = "") -> list[Passage]:
    """Those that stand in a library, or in the game itself."""
    return [each for each in passages if each.library == library]


def _library(book: Rulebook, library: str) -> Iterator[str]:
    """What a library brings, in the same order as the game's own."""
    definitions = list(_lines(_of(book.definitions, library)))
    parts = [_passage(each) for of in (book.phases, book.rules) for each in _of(of, library)]
    parts.extend([definitions] if definitions else [])
    return _separated(iter([*parts, *(_passage(each) for each in _of(book.choices, library))]))


def _lines(passages: Sequence[Passage]) -> Iterator[str]:
    return (line for each in passages for line in _passage(each))


def _odds_of(table: TableEntry) -> str:
    return "of the cards" if table.odds_of == "cards" else "odds"


def _passages(passages: Sequence[Passage]) -> Iterator[str]:
    return _separated(_passage(each) for each in passages)


def _passage(passage: Passage) -> list[str]:
    """A declaration in its own words; what house rules changed has their names in its first line."""
    first, *others = passage.text.split("\n")
    return [f"{first}  <- {passage.by}" if passage.by else first, *others]
