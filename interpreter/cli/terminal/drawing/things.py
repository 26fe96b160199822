"""Each thing on the table in several sizes, the largest first: dice, cards, sheets, scores, lamps, charts, seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from typing import Any, TypeAlias

from interpreter.cli.terminal.drawing.canvas import (
    ACCENT,
    CHOSEN,
    COLOURS,
    DIM,
    PLAYABLE,
    STRONG,
    Canvas,
    draw_box,
    draw_lines,
    draw_rows,
    draw_words,
    flow,
    paint_side,
    stack,
)
from interpreter.data_classes import dataclass
from interpreter.diagnostics.rendering import measure_width

Data: TypeAlias = dict[str, Any]

LARGE, NORMAL, COMPACT, LINE = range(4)
"""The sizes: for a large window, for 80 by 24, for 40 columns, and in words."""

Sized: TypeAlias = tuple[int, Canvas]

PIPS = {1: "    5    ", 2: "1       9", 3: "1   5   9", 4: "1 3   7 9", 5: "1 3 5 7 9", 6: "1 34 67 9"}
"""Which of nine spots each face of a die shows."""

BACK, COUNTED = "▒", 12
GAP = "   "


@dataclass(frozen=True)
class Pen:
    """What drawing needs to know beside the thing: the columns there are, what a click on each thing does and the digit
    that does it too, by the id of the thing or what is typed for it; the things that are chosen; and the seats."""

    width: int
    acts: Mapping[str, str] = field(default_factory=dict)
    digits: Mapping[str, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    seats: Sequence[Data] = ()

    def act(self, *names: str) -> str:
        return next((self.acts[name] for name in names if name in self.acts), "")

    def place(self, *names: str) -> str:
        """What a click does on a thing that is drawn without its number."""
        return self.act(*names).replace("answer", "place")

    def number(self, name: str) -> str:
        return self.digits.get(name, "")

    def style(self, name: str, other: str = "") -> str:
        if name in self.chosen:
            return CHOSEN
        return PLAYABLE if name in self.acts else other

    def name_of(self, owner: str, short: int = 99) -> str:
        """What a player or a side is called."""
        found = next((each["name"] for each in self.seats if owner in (each["id"], each.get("of"))), "")
        return found if len(found) <= short else next(each["sign"] for each in self.seats if each["name"] == found)

    def has_turn(self, owner: str) -> bool:
        return any(each["turn"] for each in self.seats if owner in (each["id"], each.get("of")))

    def paint(self, owner: str) -> str:
        colour = next((each["colour"] for each in self.seats if owner in (each["id"], each.get("of"))), "")
        return f"bold {COLOURS[colour]}" if colour in COLOURS else STRONG


# ---- cards


def name_card(card: Data) -> str:
    return f"{card['rank']}{card['suit']}" if card["suit"] else str(card["name"])


def paint_card(card: Data) -> str:
    return f"bold {COLOURS['red']}" if card["red"] else "bold"


def write_cards(cards: Sequence[Data], pen: Pen, playing: bool = False) -> Canvas:
    """Cards in a line of words; those that can be played are underlined, and the others are dim."""
    words: list[Canvas] = []
    for card in cards:
        word = Canvas()
        plain = DIM if playing and any(each["id"] in pen.acts for each in cards) else paint_card(card)
        number = f"{pen.number(card['id'])}:" if pen.number(card["id"]) else ""
        end = word.put(0, 0, number, ACCENT if number else "", pen.act(card["id"]))
        word.put(end, 0, name_card(card), pen.style(card["id"], plain), pen.act(card["id"]))
        words.append(word)
    return flow(words, pen.width, 1 if all(card["suit"] for card in cards) else 3)


def draw_card(card: Data, size: int, style: str, corners: str = "╭╮╰╯─│") -> Canvas:
    name = name_card(card)
    if not card["suit"]:
        width = min(max(measure_width(name), 4), 18) + 4
        lines = draw_words(name, width - 4, style or STRONG)
        box = draw_box(width, lines.height + 2, style, corners)
        box.paste(lines, 2, 1)
    elif size == LARGE:
        box, ink = draw_box(7, 5, style, corners), style or paint_card(card)
        box.put(1, 1, card["rank"], ink)
        box.put(3, 2, card["suit"], ink)
        box.put(6 - len(card["rank"]), 3, card["rank"], ink)
    else:
        box = draw_box(6, 3, style, corners)
        box.put(1 + (len(name) < 3), 1, name, style or paint_card(card))
    return box


def draw_fan(cards: Sequence[Data], pen: Pen, size: int, playing: bool = False) -> Canvas:
    """Cards that lie over one another, from the left; under those that can be played, their numbers and tags."""
    canvas, x, can = Canvas(), 0, playing and any(each["id"] in pen.acts for each in cards)
    lying = Canvas(), 0
    suits = [suit for suit, _ in groupby(card["suit"] for card in cards)]
    sorted_ = len(cards) > 5 and len(set(suits)) == len(suits)
    tags = [card.get("tag") or "" for card in cards if card["id"] in pen.acts]
    wide = max(map(measure_width, tags), default=0)
    for at, card in enumerate(cards):
        name = card["id"]
        style = f"{ACCENT}" if name in pen.chosen else DIM if can and name not in pen.acts else ""
        one = draw_card(card, size, style, "╔╗╚╝═║" if name in pen.chosen or card.get("best") else "╭╮╰╯─│")
        if name in pen.acts and playing:
            below = f"{pen.number(name)} {card.get('tag') or ''}".strip() or "▲"
            one.put(1, one.height, below, pen.style(name), pen.act(name))
            one.restyle("", pen.act(name))
        x += 2 * (sorted_ and at > 0 and card["suit"] != cards[at - 1]["suit"])
        canvas.paste(one, x, 0)
        lying = (one, x) if name in pen.chosen else lying
        x += max(one.width - bool(card["suit"]), wide + 3 if wide > 3 else 0)
    canvas.paste(*lying, 0)
    return canvas


def draw_hand(hand: Data, pen: Pen) -> Iterator[Sized]:
    for size in (LARGE, NORMAL):
        yield size, draw_fan(hand["cards"], pen, size, True)
        if all(card["suit"] for card in hand["cards"]) and len(hand["cards"]) > 1:
            break_at = -(-len(hand["cards"]) // 2)
            halves = hand["cards"][:break_at], hand["cards"][break_at:]
            yield size, stack([draw_fan(half, pen, size, True) for half in halves])
    yield COMPACT, write_cards(hand["cards"], pen, True)


def draw_cards(things: Sequence[Data], pen: Pen) -> Iterator[Sized]:
    """Piles and rows, side by side."""
    for size in (LARGE, NORMAL):
        parts = []
        for thing in things:
            if thing["kind"] == "pile":
                picture = draw_card(thing["top"], size, "") if "top" in thing else _draw_pile(thing["count"], size)
                picture.put(picture.width, picture.height // 2, f"×{thing['count']}", DIM)
            elif thing["cards"]:
                picture = draw_fan(thing["cards"], pen, size, True)
            else:
                picture = draw_box(6, 3, DIM, "┌┐└┘╌╎")
            parts.append(stack([draw_lines([name_thing(thing, pen)], DIM), picture]))
        yield size, flow(parts, pen.width)
    parts = []
    for name, same in groupby(things, lambda each: name_thing(each, pen)):
        part, x = Canvas(), 0
        x = part.put(0, 0, f"{name} ", DIM)
        for thing in same:
            cards = thing["cards"] if "cards" in thing else [thing["top"]] if "top" in thing else []
            room = replace(pen, width=max(pen.width - x, 8))
            words = write_cards(cards, room)
            part.paste(words, x, 0)
            x += words.width + 1
            x = part.put(x - (not cards), 0, f"×{thing['count']} " if "count" in thing else "– " if not cards else "")
        parts.append(part)
    yield COMPACT, flow(parts, pen.width)


def _draw_pile(count: int, size: int) -> Canvas:
    large = size == LARGE
    box = draw_box(7 if large else 6, 5 if large else 3, "" if count else DIM)
    for y in range(1, box.height - 1):
        box.put(1, y, (BACK if count else " ") * (box.width - 2), DIM)
    return box


def name_thing(thing: Data, pen: Pen) -> str:
    owner = pen.name_of(thing.get("of", "")) if thing["kind"] != "hand" and "title" not in thing else ""
    return f"{thing.get('name', '')}{f' of {owner}' if owner else ''}"


def draw_trick(trick: Data, pen: Pen) -> Iterator[Sized]:
    """The cards of a trick, each before whoever played it, with everybody round the table."""
    cards = {card.get("by", ""): card for card in trick["cards"]}
    sides = [[each for each in pen.seats if each["side"] == side] for side in ("left", "top", "right", "bottom")]
    for size in (LARGE, NORMAL):
        columns = []
        for seats in (sides[0], [], sides[2]):
            columns.append(stack([_draw_place(each, cards.get(each["id"]), size, pen) for each in seats], 1))
        middle = flow([_draw_place(each, cards.get(each["id"]), size, pen) for each in sides[1]], pen.width, 2)
        below = flow([_draw_place(each, cards.get(each["id"]), size, pen) for each in sides[3]], pen.width, 2)
        canvas, wide = Canvas(), max(middle.width, below.width) + 4
        high = max(columns[0].height, columns[2].height)
        start = columns[0].width + 2
        canvas.paste(middle, start + (wide - middle.width) // 2, 0)
        top = max(0, middle.height - high // 2 + (size == LARGE))
        canvas.paste(columns[0], 0, top)
        canvas.paste(columns[2], start + wide, top)
        canvas.paste(below, start + (wide - below.width) // 2, max(middle.height, 0) + 1)
        name = draw_lines([name_thing(trick, pen)], DIM)
        yield size, stack([name, canvas if len(cards) == len(trick["cards"]) else draw_fan(trick["cards"], pen, size)])
    parts = [draw_lines([f"{name_thing(trick, pen)}:"], DIM)]
    for card in trick["cards"]:
        part = Canvas()
        x = part.put(0, 0, f"{pen.name_of(card.get('by', ''))} ".lstrip(), pen.paint(card.get("by", "")))
        part.put(x, 0, name_card(card) + "*" * bool(card.get("best")), paint_card(card))
        parts.append(part)
    *_, (_, everybody) = draw_seats(pen)
    yield COMPACT, stack([flow(parts, pen.width, 2), everybody])


def _draw_place(seat: Data, card: Data | None, size: int, pen: Pen) -> Canvas:
    head = draw_seat(seat, pen, False)
    if card is None:
        face = draw_box(7 if size == LARGE else 6, 5 if size == LARGE else 3, DIM, "┌┐└┘╌╎")
    else:
        best = bool(card.get("best"))
        face = draw_card(card, size, ACCENT if best else "", "╔╗╚╝═║" if best else "╭╮╰╯─│")
    canvas, wide = Canvas(), max(head.width, face.width)
    canvas.paste(head, (wide - head.width) // 2, 0)
    canvas.paste(face, (wide - face.width) // 2, head.height)
    return canvas


# ---- dice


def draw_dice(things: Sequence[Data], pen: Pen) -> Iterator[Sized]:
    named = len(things) > 1 or "," in things[0]["called"]
    for size, rows in ((NORMAL, 1), (NORMAL, 2), (COMPACT, 1)):
        parts = []
        for thing in things:
            dice = [_draw_die(die, thing["spots"], size, pen) for die in thing["dice"]]
            in_row = -(-len(dice) // rows)
            laid = stack([flow(dice[at : at + in_row], pen.width, 1) for at in range(0, len(dice), in_row)])
            parts.append(stack([*([draw_lines([thing["called"]], DIM)] * named), laid]))
        yield size, flow(parts, pen.width)
    words = Canvas()
    for y, thing in enumerate(things):
        x = words.put(0, y, f"{thing['called']}: ", DIM)
        for die in thing["dice"]:
            style = pen.style(die["id"], DIM if die.get("used") else STRONG)
            x = 1 + words.put(x, y, die["face"], style, pen.place(die["id"]))
    yield LINE, words


def _draw_die(die: Data, spots: bool, size: int, pen: Pen) -> Canvas:
    """A die with its digit at its lower edge, in a double frame if it is held, and faint if it is used."""
    face, held = die["face"], die["id"] in pen.chosen or (die.get("held") and die["id"] not in pen.acts)
    own = DIM if die.get("used") else COLOURS.get(die.get("colour", ""), "")
    corners, style = ("╔╗╚╝═║", ACCENT) if held else ("┌┐└┘─│", own)
    pips = PIPS.get(int(face)) if spots and face.isdecimal() else None
    if size == COMPACT:
        box = Canvas()
        x = box.put(0, 0, pen.number(die["id"]), DIM)
        box.put(x, 0, f"⟦{face}⟧" if held else f"[{face}]", f"{style} {STRONG}")
    elif pips is not None:
        box = draw_box(9, 5, style, corners)
        for at, mark in enumerate(pips):
            box.put(2 + 2 * (at % 3), 1 + at // 3, "●" if mark != " " else " ", style or STRONG)
    else:
        box = draw_box(max(measure_width(face) + 4, 5), 3, style, corners)
        box.put(2, 1, face, style or STRONG)
    if size != COMPACT:
        box.put(box.width // 2, box.height - 1, pen.number(die["id"]), style or ACCENT)
    return box.restyle("", pen.place(die["id"]))


# ---- sheets and scores


def draw_sheet(sheet: Data, pen: Pen) -> Iterator[Sized]:
    columns = sheet["columns"]
    mine = [each["id"] for each in pen.seats if each["mine"] and each["id"] in columns] or columns[:1]
    yield NORMAL, _draw_columns(sheet, columns, pen)
    if len(sheet["rows"]) > 8:
        half = -(-len(sheet["rows"]) // 2)
        halves = [sheet | {"rows": rows} for rows in (sheet["rows"][:half], sheet["rows"][half:])]
        yield COMPACT, flow([_draw_columns(each, columns, pen) for each in halves], pen.width)
        yield COMPACT, flow([_draw_columns(each, mine, pen) for each in halves], pen.width)
    yield COMPACT, _draw_columns(sheet, mine, pen)
    parts = []
    for row in sheet["rows"]:
        text, style = write_cell(row["cells"].get(mine[0], {}))
        if text.strip():
            part = Canvas()
            act, head = pen.act(row["id"]), f"{pen.number(row['id'])} {row['name']} ".lstrip()
            part.put(part.put(0, 0, head, pen.style(row["id"]), act), 0, text.strip(), style, act)
            parts.append(part)
    yield LINE, flow(parts, pen.width, 2) if parts else draw_lines([f"{sheet['name']}: empty"], DIM)


def _draw_columns(sheet: Data, columns: Sequence[str], pen: Pen) -> Canvas:
    numbered = any(pen.number(row["id"]) for row in sheet["rows"])
    heads = [(f"{'▸' * pen.has_turn(one)}{pen.name_of(one, 9)}", pen.paint(one)) for one in columns]
    rows: list[list[tuple[str, str]]] = [[(sheet.get("name", ""), DIM), *heads]]
    for row in sheet["rows"]:
        number = f"{pen.number(row['id']):>2} " if numbered else ""
        style = pen.style(row["id"], STRONG if row["sum"] else "")
        cells = (write_cell(row["cells"].get(one, {}), row["sum"]) for one in columns)
        rows.append([(number + row["name"], style), *cells])
    canvas = draw_rows(rows)
    for y, row in enumerate(sheet["rows"], 1):
        act = pen.act(row["id"])
        found = {at: cell for at, cell in canvas.cells.items() if act and at[1] == y}
        canvas.cells |= {at: (text, style, act) for at, (text, style, _) in found.items()}
    return canvas


def write_cell(cell: Data, total: bool = False) -> tuple[str, str]:
    """What a box shows: what it has, or between brackets what it would bring now."""
    if "would" in cell:
        return (f"«{cell['would']}»", ACCENT) if cell["best"] else (f"‹{cell['would']}›", DIM)
    return f"{cell.get('text', '')} ", STRONG if total else ""


def draw_score(score: Data, pen: Pen) -> Iterator[Sized]:
    """A line score; where it is wider than the window, without its first columns."""
    columns = max((len(row["cells"]) for row in score["rows"]), default=1)
    for first in range(columns):
        rows = [[("", ""), ("…" * (first > 0), DIM), *((each, DIM) for each in score["columns"][first:])]]
        for row in score["rows"]:
            sign = "▸" if pen.has_turn(row["of"]) else " "
            now = score["now"] if pen.has_turn(row["of"]) else -1
            cells = [(f"[{text}]" if at == now and text else text, "") for at, text in enumerate(row["cells"])]
            totals = [(each, STRONG) for each in row["totals"]]
            rows.append([(f"{sign} {row['name']}", pen.paint(row["of"])), ("", ""), *cells[first:], *totals])
        canvas = draw_rows(rows)
        if canvas.width <= pen.width or first == columns - 1:
            yield NORMAL, canvas
            return


# ---- lamps, charts, captions


def draw_gauges(things: Sequence[Data], pen: Pen) -> Iterator[Sized]:
    """Lamps and counts, side by side."""
    parts = []
    for thing in things:
        part, limit, value = Canvas(), thing["of"], thing["value"]
        x = part.put(0, 0, f"{thing['name']} ", DIM)
        if thing["kind"] == "lamps":
            x = part.put(x, 0, "●" * value, ACCENT)
            part.put(x, 0, "○" * max((limit or 0) - value, 0))
        else:
            x = part.put(x, 0, str(value), STRONG)
            part.put(x, 0, f" of {limit}" if limit is not None else "", DIM)
        parts.append(part)
    yield NORMAL, flow(parts, pen.width)


def draw_chart(chart: Data, pen: Pen) -> Iterator[Sized]:
    """The rows of a table on a roll; the one that was just thrown is marked."""
    rows, words = [], []
    for row in chart["rows"]:
        style, what = ACCENT if row["hot"] else "", row["what"].replace("_", " ")
        sign = "▸" if row["hot"] else " "
        rows.append([(sign, style), (row["when"], style), (what, style), (row["odds"], style or DIM)])
        words += [f"▸ {row['when']}: {what} ({row['odds']})"] * row["hot"]
    yield NORMAL, draw_rows(rows, False)
    for word in words:
        yield LINE, draw_words(word, pen.width, ACCENT)


def draw_captions(things: Sequence[Data], pen: Pen) -> Iterator[Sized]:
    lines = [thing["text"] for thing in things]
    if any(GAP in line.strip() or line.startswith(" ") for line in lines):
        blocks = list(_split_columns(lines, pen.width))
        yield NORMAL, stack([draw_lines(block) for block in blocks])
    else:
        yield NORMAL, stack([draw_words(line, pen.width) for line in lines])


def _split_columns(lines: Sequence[str], width: int) -> Iterator[list[str]]:
    """Lines set out in columns, in bands no wider than the window; each band begins with the first column again."""
    high = max(map(len, lines))
    if high <= width:
        yield list(lines)
        return
    padded = [line.ljust(high) for line in lines]
    blank = [at for at in range(high) if all(line[at] == " " for line in padded)]
    edge = next((at for at in blank if at and at - 1 not in blank), 0)
    cuts = [at for at in blank if at + 1 not in blank and at > edge]
    head = edge if 0 < edge <= width // 2 else 0
    start = head
    while start < high and cuts:
        end = max((at for at in (*cuts, high) if start < at <= start + width - head), default=0)
        if not end:
            break
        yield [f"{line[:head]}{line[start:end]}".rstrip() for line in padded]
        start = end
    else:
        if cuts:
            return
    for line in lines:
        words = draw_words(" ".join(line.split()), width)
        yield list(words.read_lines())


# ---- seats


def draw_seat(seat: Data, pen: Pen, long: bool = True) -> Canvas:
    canvas = Canvas()
    x = canvas.put(0, 0, "▸" if seat["turn"] else " ", ACCENT)
    x = canvas.put(x, 0, f" {seat['sign']} ", paint_side(seat["colour"]))
    x = canvas.put(x + 1, 0, seat["name"] + (" (you)" if seat["mine"] else ""), STRONG if seat["turn"] else "")
    if "points" in seat:
        x = canvas.put(x + 2, 0, str(seat["points"]), STRONG)
    if seat.get("backs"):
        x = canvas.put(x + 2, 0, f"{BACK * min(seat['backs'], COUNTED) if long else BACK}×{seat['backs']}", DIM)
    if seat.get("note") and long:
        canvas.put(x + 2, 0, seat["note"], DIM)
    elif seat.get("note"):
        canvas.put(5, 1, seat["note"], DIM)
    return canvas


def draw_seats(pen: Pen) -> Iterator[Sized]:
    yield NORMAL, stack([draw_seat(each, pen) for each in pen.seats])
    parts = []
    for seat in pen.seats:
        part = Canvas()
        x = part.put(0, 0, "▸" * seat["turn"] + seat["name"], pen.paint(seat["id"]))
        x = part.put(x, 0, f" {seat['points']}" if "points" in seat else "", STRONG)
        x = part.put(x, 0, f" {BACK}{seat['backs']}" if seat.get("backs") else "", DIM)
        parts.append(part)
    notes = [f"{each['name']}: {each['note']}" for each in pen.seats if each.get("note")]
    yield COMPACT, stack([flow(parts, pen.width, 2), *(draw_words(note, pen.width, DIM) for note in notes)])
    yield LINE, flow(parts, pen.width, 2)
