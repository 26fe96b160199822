"""A rulebook as lines of text: headings, columns that stand under each other, nothing wrapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from interpreter.cli.terminal.console import align_columns
from interpreter.rulebook import Cited, OptionEntry, Passage, Rulebook, TableEntry, ZoneEntry

Heading = Callable[[str], str]


def format_rulebook(book: Rulebook, heading: Heading) -> Iterator[str]:
    """The whole rulebook; `heading` makes a line stand out."""
    yield f"{heading(book.title)}  ({book.name})"
    yield from (f"  {line}" for line in _format_facts(book))
    for title, lines in _format_parts(book, heading):
        yield from _format_part(heading(title), lines)


def _format_parts(book: Rulebook, heading: Heading) -> Iterator[tuple[str, Iterator[str]]]:
    def by(word: str, name: str) -> str:
        overlays = book.overlays_of(word, name)
        return f"<- {overlays}" if overlays else ""

    kinds = [(each.name, _format_members(each.members), by("kind", each.name)) for each in book.kinds]
    yield "Kinds", iter(align_columns(kinds))
    dice = [(each.name, each.dice, _format_mark(each.cited, by=each.by)) for each in book.dice]
    yield "Dice", iter(align_columns(dice))
    cards = [
        (each.name, ", ".join(each.made_of), f"{each.number} cards", _format_mark(each.cited), by("cards", each.name))
        for each in book.cards
    ]
    yield "Cards", iter(align_columns(cards))
    zones = [(*_format_zone(each), by(each.sort, each.name)) for each in book.zones]
    yield "Where cards lie", iter(align_columns(zones))
    notes = [[book.changes_note]] if book.changes_note else []
    yield "Options", _separate(iter([*(_format_option(each, heading) for each in book.options), *notes]))
    yield "Tables", _separate(_format_table(each, heading) for each in book.tables)
    yield "Phases", _format_passages(_filter_passages(book.phases))
    yield "Rules", _format_passages(_filter_passages(book.rules))
    yield "Definitions", _format_lines(_filter_passages(book.definitions))
    yield "Choices", _format_passages(_filter_passages(book.choices))
    for library in reversed(book.uses):
        yield f"From library {library}", _format_library(book, library)
    strategies = [(name, text, by("strategy", name)) for name, text in book.strategies]
    yield "Strategies", iter(align_columns(strategies))
    measures = [*((name, f"per {per}") for name, per in book.measures), *book.quotients]
    yield "Measures", iter(align_columns([(name, per, by("measure", name)) for name, per in measures]))
    yield "Open points", iter(align_columns([(each.id, "; ".join(each.settled_by)) for each in book.open_points]))
    yield "Notes", (f"{', '.join(ids)}: {text}" for ids, text in book.notes)
    yield "Examples", iter(align_columns([(name, ", ".join(ids)) for name, ids in book.examples]))


def _format_part(title: str, lines: Iterator[str]) -> Iterator[str]:
    for at, line in enumerate(lines):
        if at == 0:
            yield from ("", title)
        yield f"  {line}".rstrip()


def _separate(entries: Iterator[Sequence[str]]) -> Iterator[str]:
    for at, lines in enumerate(entries):
        yield from [""] * (at > 0)
        yield from lines


def _format_facts(book: Rulebook) -> list[str]:
    facts = [("source", source) for source in book.sources]
    if book.fact:
        facts.append(("marks", _explain_marks(book)))
    facts.extend(("house rules", f"{title} ({name})") for name, title in book.house_rules)
    facts.append(("players", f"{book.players} against {book.bank}" if book.bank else book.players))
    if book.aim:
        facts.append(("aim", book.aim))
    if book.seats:
        facts.append(("seats", _format_members(book.seats)))
    facts.extend(("uses", f"library {library}") for library in book.uses)
    return align_columns(facts)


def _explain_marks(book: Rulebook) -> str:
    """What stands behind the lines of games that cite their source."""
    points = f"; open {book.open_points[0].id}: a point that the source leaves open" if book.open_points else ""
    return f"[{book.fact}]: a fact of the source, by its number{points}"


def _format_members(members: Iterable[tuple[str, str]]) -> str:
    return ", ".join(name if name == shown else f'{name} "{shown}"' for name, shown in members)


def _format_zone(zone: ZoneEntry) -> tuple[str, str, str, str, str]:
    name = f"{zone.name} of each {zone.each}" if zone.each else zone.name
    start = f"begins with all {zone.cards}" if zone.full else ""
    return name, f"{zone.sort} of {zone.cards}", f"seen by {zone.seen_by}", start, _format_mark(zone.cited)


def _format_mark(cited: Cited, within: str = "", by: str = "") -> str:
    """A citation in a line: section, if its declaration has another one, ids in brackets, open points;
    and the house rules that changed it."""
    section = cited.section if cited.section != within else ""
    ids = f"[{', '.join(cited.ids)}]" if cited.ids else ""
    points = f"open {', '.join(cited.open)}" if cited.open else ""
    house = f"<- {by}" if by else ""
    return " ".join(filter(None, (section, ids, points, house)))


def _format_option(option: OptionEntry, heading: Heading) -> list[str]:
    given = f", {option.range}" if option.range else ""
    changed = f"  (by default {option.default})" if option.value != option.default else ""
    lines = [
        f"{heading(option.name)} = {option.value}{given}{changed}  {_format_mark(option.cited, by=option.by)}".rstrip()
    ]
    if option.question:
        lines.append(f"  {option.question}")
    marked = [("*" if name == option.value else " ", name, text) for name, text in option.alternatives]
    lines.extend(f"  {line}" for line in align_columns(marked, gap=" "))
    if option.because:
        lines.append(f"  because: {option.because}")
    lines.extend(f"  with {value}, {change}" for value, change in option.changes if change)
    unseen = [value for value, change in option.changes if not change]
    if unseen:
        lines.append(f"  with {' or '.join(unseen)}, no change is seen")
    return lines


def _format_table(table: TableEntry, heading: Heading) -> list[str]:
    keys = ", ".join(
        f"{key} in {only}" if only else key for key, only in zip_longest(table.keys, table.narrowed, fillvalue="")
    )
    with_odds, odds = any(row.odds for row in table.rows), "of the cards" if table.odds_of == "cards" else "odds"
    head = ["key", *([odds, "percent"] if with_odds else []), *(table.columns or ["result"]), ""]
    rows = [
        [*([row.key, row.odds, row.percent] if with_odds else [row.key]), *row.results, mark]
        for row in table.rows
        for mark in [_format_mark(row.cited, table.cited.section, row.by)]
    ]
    width = max(map(len, [head, *rows]))
    full = [[*row[:-1], *[""] * (width - len(row)), row[-1]] for row in [head, *rows]]
    lines = align_columns(full, right=(1, 2) if with_odds else ())
    return [f"{heading(table.name)} on {keys}  {_format_mark(table.cited)}".rstrip(), *(f"  {line}" for line in lines)]


def _filter_passages(passages: Sequence[Passage], library: str = "") -> list[Passage]:
    return [each for each in passages if each.library == library]


def _format_library(book: Rulebook, library: str) -> Iterator[str]:
    definitions = list(_format_lines(_filter_passages(book.definitions, library)))
    parts = [_format_passage(each) for of in (book.phases, book.rules) for each in _filter_passages(of, library)]
    parts.extend([definitions] if definitions else [])
    return _separate(iter([*parts, *(_format_passage(each) for each in _filter_passages(book.choices, library))]))


def _format_lines(passages: Sequence[Passage]) -> Iterator[str]:
    return (line for each in passages for line in _format_passage(each))


def _format_passages(passages: Sequence[Passage]) -> Iterator[str]:
    return _separate(_format_passage(each) for each in passages)


def _format_passage(passage: Passage) -> list[str]:
    """A declaration in its own words; what house rules changed has their names in its first line."""
    first, *others = passage.text.split("\n")
    return [f"{first}  <- {passage.by}" if passage.by else first, *others]
