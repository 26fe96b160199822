"""A ruleset as a rulebook: everything a reader wants to know of it, gathered from the typed model as plain data.

Tables get the exact odds of each row where dice are among their keys, and over the whole deck where they are on a card.
Rules, phases and definitions are quoted from the file: a declaration is the line that begins in the first column and
everything indented under it. Open points are gathered from wherever they are settled.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import field

from interpreter.check.key_facts import collect_key_facts, find_card_keys
from interpreter.data_classes import dataclass
from interpreter.domains import Domain
from interpreter.examples.coverage import make_id_key
from interpreter.model import (
    Citation,
    DeckInfo,
    Declared,
    DiceInfo,
    KindInfo,
    Model,
    OptionInfo,
    RowInfo,
    TableInfo,
    ZoneInfo,
)
from interpreter.rulebook.page import Page
from interpreter.settings import format_setting
from interpreter.source import Span


@dataclass(frozen=True)
class Cited:
    """Where something comes from: the section, the ids of the facts it encodes, and of the open points it settles."""

    section: str
    ids: tuple[str, ...]
    open: tuple[str, ...]


@dataclass(frozen=True)
class KindEntry:
    """A kind and its members, each as written and as shown."""

    name: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DiceEntry:
    """Dice, such as `2d6`."""

    name: str
    dice: str
    cited: Cited
    by: str = ""


@dataclass(frozen=True)
class CardsEntry:
    """Cards: what they are made of, as written, and how many there are."""

    name: str
    made_of: tuple[str, ...]
    number: int
    cited: Cited


@dataclass(frozen=True)
class ZoneEntry:
    """A place where cards lie: "pile" or "hand", of which cards, one for each of which kind ("" for a single one), who
    sees them, and whether all of them lie there when the game begins."""

    name: str
    sort: str
    cards: str
    each: str
    seen_by: str
    full: bool
    cited: Cited


@dataclass(frozen=True)
class OptionEntry:
    """An option: its question, its value here and by default, its alternatives with what they mean (or the range of
    numbers), and the reason for the default; values with what they change most ("" where nothing is seen)."""

    name: str
    question: str
    value: str
    default: str
    alternatives: tuple[tuple[str, str], ...]
    range: str
    because: str
    cited: Cited
    by: str = ""
    changes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RowEntry:
    """A row: its key and result as written, and its odds, such as `5/36` and `13.89%`, where it has any."""

    key: str
    odds: str
    percent: str
    results: tuple[str, ...]
    place: str
    cited: Cited
    by: str = ""


@dataclass(frozen=True)
class TableEntry:
    """A table. `narrowed` has the keys that it is for, if not for all; `odds_of` is "rolls", "cards" or, without odds,
    ""."""

    name: str
    keys: tuple[str, ...]
    narrowed: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[RowEntry, ...]
    odds_of: str
    place: str
    cited: Cited
    by: str = ""


@dataclass(frozen=True)
class Passage:
    """A declaration in its own words. `sort` is "phase", "rule", "define" or "choice"; `library` is where it stands,
    if not in the game itself."""

    sort: str
    name: str
    text: str
    place: str
    cited: Cited
    library: str = ""
    by: str = ""


@dataclass(frozen=True)
class OpenPoint:
    """A point the source leaves open, and what settles it here."""

    id: str
    settled_by: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook:
    """Everything there is to read."""

    name: str
    title: str
    sources: tuple[str, ...]
    fact: str
    """The first fact that is cited, by its id: an example for who reads the marks."""
    uses: tuple[str, ...]
    players: str
    bank: str
    aim: str
    seats: tuple[tuple[str, str], ...]
    kinds: tuple[KindEntry, ...]
    dice: tuple[DiceEntry, ...]
    cards: tuple[CardsEntry, ...]
    zones: tuple[ZoneEntry, ...]
    options: tuple[OptionEntry, ...]
    tables: tuple[TableEntry, ...]
    phases: tuple[Passage, ...]
    rules: tuple[Passage, ...]
    definitions: tuple[Passage, ...]
    choices: tuple[Passage, ...]
    strategies: tuple[tuple[str, str], ...]
    measures: tuple[tuple[str, str], ...]
    quotients: tuple[tuple[str, str], ...]
    open_points: tuple[OpenPoint, ...]
    notes: tuple[tuple[tuple[str, ...], str], ...]
    examples: tuple[tuple[str, tuple[str, ...]], ...]
    house_rules: tuple[tuple[str, str], ...] = ()
    changes_note: str = ""
    page: Page | None = None
    """The rules in prose."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """The house rules that changed something, by its word and name, such as `measure runs`."""

    def overlays_of(self, word: str, name: str) -> str:
        return self.changed.get(f"{word} {name}", "")


def make_rulebook(model: Model, settings: Mapping[str, int]) -> Rulebook:
    """Gather the rulebook of a game, with these options set to other values than their defaults."""
    routines, everyone = model.routines.values(), model.kinds["player"]

    def passage(sort: str, info: Declared) -> Passage:
        own = info.span.source.name in {model.span.source.name, *(file for each in model.house for file in each.files)}
        library = "" if own else re.split(r"[/\\]", info.span.source.name)[-1].removesuffix(".rules")
        text = extract_declaration(info.span)
        return Passage(sort, info.name, text, info.span.place, _make_cited(info.citation), library)

    return Rulebook(
        name=model.name,
        title=model.title,
        sources=model.sources,
        fact=_find_first_fact(model),
        uses=model.uses,
        players=format_numbers(model.players),
        bank=model.bank,
        aim=f"{'most' if model.aim.most else 'least'} {model.aim.measure}" if model.aim else "",
        seats=tuple(zip(everyone.members, everyone.shown, strict=True)) if everyone.span.source.text else (),
        kinds=tuple(
            KindEntry(kind.name, _list_members(kind))
            for kind in model.kinds.values()
            if kind.name != "player"
            and kind.is_declared
            and not any(kind.name in each for each in (model.options, model.decks, model.choices))
        ),
        dice=tuple(
            DiceEntry(each.name, each.type.written + _describe_owners(each), _make_cited(each.citation))
            for each in model.dice.values()
        ),
        cards=tuple(_make_cards(model, each) for each in model.decks.values()),
        zones=tuple(map(_make_zone, model.zones.values())),
        options=tuple(_make_option(each, settings.get(each.name, each.default)) for each in model.options.values()),
        tables=tuple(make_table(model, each) for each in model.tables.values()),
        phases=tuple(passage("phase", each) for each in routines if each.kind == "phase"),
        rules=tuple(passage("rule", each) for each in routines if each.kind == "rule"),
        definitions=tuple(passage("define", each) for each in model.defines.values()),
        choices=tuple(passage("choice", each) for each in model.choices.values()),
        strategies=tuple((each.name, each.text) for each in model.strategies.values()),
        measures=tuple((each.name, each.per) for each in model.measures.values()),
        quotients=tuple((each.name, f"{each.top} per {each.bottom}") for each in model.quotients.values()),
        open_points=tuple(_list_open_points(model)),
        notes=tuple((each.ids, each.text) for each in model.notes),
        examples=tuple((each.name, each.ids) for each in model.examples),
    )


def format_numbers(numbers: tuple[int, ...]) -> str:
    """`2`, `2 to 6`, `2, 4, 6 ... 18`: ascending numbers, shortened where they go in equal steps."""
    if len(numbers) < 3:
        return " or ".join(map(str, numbers))
    step = numbers[1] - numbers[0]
    if numbers != tuple(range(numbers[0], numbers[-1] + 1, step)):
        return ", ".join(map(str, numbers))
    if step == 1:
        return f"{numbers[0]} to {numbers[-1]}"
    if len(numbers) < 5:
        return ", ".join(map(str, numbers))
    return f"{numbers[0]}, {numbers[1]}, {numbers[2]} ... {numbers[-1]}"


def _make_cited(citation: Citation) -> Cited:
    return Cited(citation.section, citation.ids, citation.open_ids)


def _make_option(option: OptionInfo, value: int) -> OptionEntry:
    counted = not any(option.texts)
    return OptionEntry(
        option.name,
        option.question,
        str(format_setting(option, value)),
        str(format_setting(option, option.default)),
        () if counted else tuple(zip(option.names, option.texts, strict=True)),
        f"{option.values[0]} to {option.values[-1]}" if counted else "",
        option.because,
        _make_cited(option.citation),
    )


# ---- cards


def _make_cards(model: Model, deck: DeckInfo) -> CardsEntry:
    kind = model.kinds[deck.name]
    made, at = list[str](), 0
    starts = {first: (ranks, suits) for ranks, suits, first in deck.parts}
    while at < len(kind.members):
        if at in starts:
            ranks, suits = starts[at]
            made.append(f"{_format_copies(deck, at)}{ranks} of {suits}")
            at += len(model.kinds[ranks].members) * len(model.kinds[suits].members)
        else:
            made.append(_format_copies(deck, at) + kind.members[at])
            at += 1
    return CardsEntry(deck.name, tuple(made), sum(deck.copies) or len(kind.members), _make_cited(deck.citation))


def _format_copies(deck: DeckInfo, card: int) -> str:
    return f"{deck.copies[card]} of " if deck.copies and deck.copies[card] > 1 else ""


def _list_members(kind: KindInfo) -> tuple[tuple[str, str], ...]:
    """The members of a kind, as written and as shown; numbers, or the places of a board, in a few words."""
    return ((kind.written, kind.written),) if kind.written else tuple(zip(kind.members, kind.shown, strict=True))


def _describe_owners(dice: DiceInfo) -> str:
    """Whose dice they are, and who sees them; nothing where they are everybody's."""
    each = dice.variable.each.kind if dice.variable.each is not None else ""
    owned = f", of each {each}" if each else ""
    return owned + {"up": "", "down": ", face down", "owner": f", seen by its {each}"}[dice.sight]


def _make_zone(zone: ZoneInfo) -> ZoneEntry:
    each = zone.variable.each.kind if zone.variable.each is not None else ""
    seen_by = {"up": "everybody", "down": "nobody", "owner": f"its {each}"}[zone.sight]
    sort = "pile" if zone.ordered else "hand"
    return ZoneEntry(zone.name, sort, zone.cards, each, seen_by, zone.full, _make_cited(zone.citation))


# ---- tables


def _find_table_card_keys(model: Model, table: TableInfo) -> tuple[int, ...]:
    """The keys of all cards of the deck that a table is on, if it is on cards."""
    return find_card_keys(table.keys, table.domains, model.decks, model.kinds)


def make_table(model: Model, table: TableInfo) -> TableEntry:
    """A table with the odds of each of its rows."""
    cards = _find_table_card_keys(model, table)
    rolls = any(odds for odds, _ in _format_odds(table))
    return TableEntry(
        table.name,
        tuple(key.span.text for key in table.keys),
        tuple(_format_domain(domain) if domain.is_narrowed else "" for domain in table.domains),
        table.columns,
        tuple(map(_make_row, table.rows, _format_odds(table, cards))),
        "cards" if cards else "rolls" if rolls else "",
        table.span.place,
        _make_cited(table.citation),
    )


def _format_domain(domain: Domain) -> str:
    totals = list(domain.by_number)
    if domain.chance and totals == list(range(totals[0], totals[-1] + 1)):
        return f"{totals[0]}..{totals[-1]}"
    if domain.chance:
        return ", ".join(map(str, totals))
    return f"{domain.labels[0]}..{domain.labels[-1]}"


def _format_odds(table: TableInfo, cards: tuple[int, ...] = ()) -> Iterator[tuple[str, str]]:
    """The odds of each row, as a fraction and in percent; from the least to the greatest where other keys matter."""
    keys: dict[int, list[int]] = defaultdict(list)
    for key, row in enumerate(table.index):
        keys[row].append(key)
    for row in range(len(table.rows)):
        found = collect_key_facts(table.domains, keys[row], cards).odds if keys[row] else ()
        shares = sorted({share for each in found for share in (each.fewest, each.most)})
        ends = dict.fromkeys((shares[0], shares[-1])) if shares else ()
        yield (
            " to ".join(f"{share}/{found[0].of}" for share in ends),
            " to ".join(_format_percent(share, found[0].of) for share in ends),
        )


def _format_percent(share: int, of: int) -> str:
    hundredths = (share * 20_000 + of) // (2 * of)
    return f"{hundredths // 100}.{hundredths % 100:02}%"


def _make_row(row: RowInfo, odds: tuple[str, str]) -> RowEntry:
    results = (row.shown,) if row.action is not None or not row.values else tuple(each.span.text for each in row.values)
    return RowEntry(row.text, *odds, results, row.span.place, _make_cited(row.citation))


# ---- in their own words


def extract_declaration(name: Span) -> str:
    """The whole declaration of this name: its line and everything indented under it."""
    source, first = name.source, name.line
    last = first
    for number in range(first + 1, len(source.line_starts) + 1):
        line = source.line(number)
        if line.strip() and line[0] not in " \t":
            break
        if line.strip():
            last = number
    return "\n".join(source.line(number).rstrip() for number in range(first, last + 1))


# ---- facts and open points


def _find_first_fact(model: Model) -> str:
    return next((each for _, citation in _list_cited_things(model) for each in citation.ids), "")


def _list_open_points(model: Model) -> Iterator[OpenPoint]:
    settled: dict[str, list[str]] = defaultdict(list)
    for what, citation in _list_cited_things(model):
        for each in citation.open_ids:
            settled[each].append(what)
    for note in model.notes:
        for each in note.ids:
            if each in settled or is_open_point(each):
                settled[each].append("note")
    yield from (OpenPoint(each, tuple(dict.fromkeys(settled[each]))) for each in sorted(settled, key=make_id_key))


def is_open_point(identifier: str) -> bool:
    """Whether an id is one of an open point: those are written with an O before the number."""
    return identifier.rpartition("-")[2].startswith("O")


def _list_cited_things(model: Model) -> Iterator[tuple[str, Citation]]:
    for word, infos in (
        ("option", model.options),
        ("dice", model.dice),
        ("cards", model.decks),
        ("zone", model.zones),
        ("define", model.defines),
        ("choice", model.choices),
        ("measure", model.measures | model.quotients),
    ):
        yield from ((f"{word} {each.name}", each.citation) for each in infos.values())
    for routine in model.routines.values():
        yield f"{routine.kind} {routine.name}", routine.citation
        yield from ((f"{state.name} in {routine.name}", state.citation) for state in routine.state)
    for table in model.tables.values():
        yield f"table {table.name}", table.citation
        yield from ((f"table {table.name}, row {row.text}", row.citation) for row in table.rows)
