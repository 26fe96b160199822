"""Everything on the table, as large as the window allows.

Each thing can be drawn in several sizes. All begin at their largest, and give way one after another, the least
important first, until they fit; what then still has room becomes larger again. What has no room in its smallest size
is named in a line of its own, and the view of the game in words shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from interpreter.cli.terminal.drawing.boards import draw_board
from interpreter.cli.terminal.drawing.canvas import DIM, Canvas, stack
from interpreter.cli.terminal.drawing.things import (
    COMPACT,
    LARGE,
    LINE,
    NORMAL,
    Data,
    Pen,
    Sized,
    draw_captions,
    draw_cards,
    draw_chart,
    draw_dice,
    draw_gauges,
    draw_hand,
    draw_score,
    draw_seats,
    draw_sheet,
    draw_trick,
    name_thing,
)
from interpreter.data_classes import dataclass

IMPORTANCE = ("chart", "seats", "cards", "caption", "gauges", "score", "trick", "sheet", "dice", "board", "hand")
"""What gives way first stands first."""

ASIDE = ("sheet", "chart", "seats")
"""What stands at the side where there is room for it."""

ORDER = ("score", "board", "trick", "cards", "dice", "gauges", "caption")

GROUPS = {"row": "cards", "pile": "cards", "lamps": "gauges", "count": "gauges"}

ALONE = {
    "board": draw_board,
    "hand": draw_hand,
    "trick": draw_trick,
    "sheet": draw_sheet,
    "score": draw_score,
    "chart": draw_chart,
}
TOGETHER = {"cards": draw_cards, "dice": draw_dice, "gauges": draw_gauges, "caption": draw_captions}
"""How things are drawn: one by one, or all of a kind at once."""

GAP = 3

FOLDED = LINE + 1
"""What has no room is named only."""


@dataclass(frozen=True)
class Item:
    """Something to be drawn: what it is, its name, and its pictures, the largest first."""

    kind: str
    name: str
    sizes: tuple[Sized, ...]


def draw_table(scene: Data, pen: Pen, height: int) -> Canvas:
    """The table in this many lines."""
    items = sorted(list_items(scene, pen), key=lambda each: IMPORTANCE.index(each.kind))
    at = [0] * len(items)

    def draw() -> Canvas:
        pairs = zip(items, at, strict=True)
        return place_items([(item, item.sizes[size][1]) for item, size in pairs if size < len(item.sizes)], pen.width)

    def fits(canvas: Canvas) -> bool:
        folded = any(size == len(item.sizes) for item, size in zip(items, at, strict=True))
        return canvas.height + folded <= height and canvas.width <= pen.width

    steps = sorted(
        (each[0] if number else -1, which, number)
        for which, item in enumerate(items)
        for number, each in enumerate((*item.sizes, (FOLDED, None)))
    )
    for _, which, number in steps:
        if number <= at[which] or number == 0:
            continue
        if fits(draw()):
            break
        at[which] = number
    for level, which in product((FOLDED, LINE, COMPACT, NORMAL, LARGE), reversed(range(len(items)))):
        sizes, last = items[which].sizes, len(items[which].sizes) - 1
        for number in (n for n in range(at[which]) if sizes[n][0] == level or (level == FOLDED and n == last)):
            before, at[which] = at[which], number
            if fits(draw()):
                break
            at[which] = before
    canvas = draw()
    folded = [item.name for item, size in zip(items, at, strict=True) if size == len(item.sizes)]
    if folded:
        note = f"v shows {', '.join(dict.fromkeys(folded))}"
        canvas.put(0, canvas.height, note if len(note) <= pen.width else f"v shows {len(folded)} more", DIM)
    return canvas


# ---- what there is to draw


def list_items(scene: Data, pen: Pen) -> Iterator[Item]:
    things = [each for each in scene["things"] if not _is_bare(each)]
    own = {seat["id"] for seat in pen.seats if seat["mine"]} | {seat.get("of") for seat in pen.seats if seat["mine"]}
    grouped: dict[tuple[str, str], list[Data]] = {}
    for thing in things:
        kind = GROUPS.get(thing["kind"], thing["kind"])
        kind = "cards" if kind == "hand" and (thing.get("of") not in own or not _can_play(thing, pen, things)) else kind
        alone = thing["id"] if kind in ALONE else ""
        grouped.setdefault((kind, thing.get("view", "") if kind == "caption" else alone), []).append(thing)
    for (kind, _), group in grouped.items():
        name = name_thing(group[0], pen) or group[0].get("view", kind).replace("_", " ")
        drawn = ALONE[kind](group[0], pen) if kind in ALONE else TOGETHER[kind](group, pen)
        yield Item(kind, name, tuple(each for each in drawn if each[1].width <= pen.width))
    if _needs_seats(things, pen):
        yield Item("seats", "seats", tuple(each for each in draw_seats(pen) if each[1].width <= pen.width))


def _is_bare(thing: Data) -> bool:
    """Whether nothing has to be drawn: a hand or a pile of somebody's without cards."""
    is_own_pile = thing["kind"] == "pile" and bool(thing.get("of"))
    return not thing["cards"] if thing["kind"] == "hand" else is_own_pile and not thing["count"]


def _can_play(hand: Data, pen: Pen, things: Sequence[Data]) -> bool:
    """Whether this is the hand to play from: the one with cards on offer, or else the first."""
    hands = [each for each in things if each["kind"] == "hand"]
    offering = [each for each in hands if any(card["id"] in pen.acts for card in each["cards"])]
    return hand in (offering or hands[:1])


def _needs_seats(things: Sequence[Data], pen: Pen) -> bool:
    """Whether somebody is to be named beside the things, since no sheet, score or trick does."""
    if any(thing["kind"] == "trick" for thing in things):
        return False
    told = any(seat.get("note") or seat.get("backs") or "points" in seat for seat in pen.seats)
    return told or (len(pen.seats) > 1 and not any(thing["kind"] in ("sheet", "score") for thing in things))


# ---- where it lies


def place_items(drawn: Sequence[tuple[Item, Canvas]], width: int) -> Canvas:
    """The hand at the bottom, and above it the others, with sheets and charts at their side or below."""

    def of(*kinds: str) -> list[Canvas]:
        return [canvas for kind in kinds for item, canvas in drawn if item.kind == kind]

    side, hand = stack(of(*ASIDE), 1), stack(of("hand"))
    candidates = []
    for gap in (1, 0):
        candidates.append(_stack_middle([pack([*of(*ORDER), *of(*ASIDE)], width, gap), hand], width, gap))
        main = pack(of(*ORDER), width - side.width - GAP, gap)
        if side.height and main.height and main.width + GAP + side.width <= width:
            both = Canvas()
            both.paste(main, 0, 0)
            both.paste(side, main.width + GAP, 0)
            candidates.append(_stack_middle([both, hand], width, gap))
    return min(candidates, key=lambda each: each.height)


def _stack_middle(parts: Sequence[Canvas], width: int, gap: int) -> Canvas:
    canvas = Canvas()
    for part in parts:
        if part.height:
            canvas.paste(part, max(width - part.width, 0) // 2, canvas.height + gap * (canvas.height > 0))
    return canvas


def pack(parts: Sequence[Canvas], width: int, gap: int) -> Canvas:
    """Pictures on shelves, from the left; one that is low goes below another on the same shelf."""
    canvas, top, x, column, below = Canvas(), 0, 0, 0, 0
    for part in parts:
        room = canvas.height - top
        if x and below + gap + part.height <= room and column + part.width <= width:
            y, left = top + below + gap, column
        elif x and x + GAP + part.width <= width:
            y, left = top, x + GAP
            column, below = left, 0
        else:
            top = canvas.height + gap * (canvas.height > 0)
            y, left, column, below = top, 0, 0, 0
        canvas.paste(part, left, y)
        x, below = max(x if y != top or left else 0, left + part.width), y - top + part.height
    return canvas
