"""A scene in lines of text: in a terminal, a transcript, an answer of the Python interface."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from interpreter.diagnostics.rendering import align_columns
from interpreter.scene.furniture import Look
from interpreter.scene.scene import lay

Data: TypeAlias = dict[str, Any]

MOST_NAMED = 60
"""The columns that the names of places may take."""

EMPTY = "·"
"""A place on a board where nothing stands."""

MOST_LETTERS = 3
"""An empty place of a map shows its name if that is no longer, and no number, which would look like a count."""

TILE = re.compile(r"\d+-\d+")
"""The name of a tile with two numbers."""

TABLE = "table"
"""What is on the table and in no view."""


def write_views(look: Look) -> dict[str, tuple[str, ...]]:
    """The lines of each view that is drawn, texts and things."""
    drawing = lay(look)
    names = {seat["id"]: seat["name"] for seat in drawing.seats}
    shown: dict[str, tuple[str, ...]] = {}
    boards = sum(thing["kind"] == "board" for thing in drawing.things)
    for thing in drawing.things:
        if "view" in thing:
            title = (thing["name"],) if thing["kind"] == "board" and boards > 1 else ()
            shown[thing["view"]] = (*shown.get(thing["view"], ()), *title, *write_thing(thing, names))
    seated = tuple(_write_seats(drawing.seats))
    for view in list(drawing.seat_views)[-1:] if seated else ():
        shown[view] = (*shown.get(view, ()), *seated)
    return shown


def _write_seats(seats: Sequence[Data]) -> Iterator[str]:
    for seat in seats:
        parts = [str(seat["points"])] if "points" in seat else []
        parts += [seat["note"]] if seat.get("note") else []
        if parts:
            yield f"{seat['name']}: {', '.join(parts)}"


def write_thing(thing: Data, names: dict[str, str]) -> Iterator[str]:
    owner = names.get(thing.get("of", ""), "") if thing["kind"] != "hand" and "title" not in thing else ""
    name = f"{thing.get('name', '')}{' of ' + owner if owner else ''}"
    match thing["kind"]:
        case "caption":
            yield thing["text"]
        case "hand":
            yield f"in your hand: {write_cards(thing['cards'])}"
        case "row" | "trick":
            yield f"{name}: {write_cards(thing['cards'], names if thing['kind'] == 'trick' else {})}"
        case "pile":
            top = f", {write_cards([thing['top']])} on top" if "top" in thing else ""
            yield f"{name}: {thing['count']} {'card' if thing['count'] == 1 else 'cards'}{top}"
        case "dice":
            yield f"{thing['called']}: {' '.join(each['face'] for each in thing['dice'])}"
        case "lamps":
            yield f"{name}: {'●' * thing['value']}{'○' * ((thing['of'] or 0) - thing['value'])}"
        case "count":
            yield f"{name}: {thing['value']}" + (f" of {thing['of']}" if thing["of"] is not None else "")
        case "sheet":
            yield from write_sheet(thing, names)
        case "score":
            yield from write_score(thing)
        case "board":
            yield from write_board(thing)
        case "chart":
            rows = [(each["when"], each["what"], each["odds"], "◂" * each["hot"]) for each in thing["rows"]]
            yield from align_columns(rows)


def write_cards(cards: Sequence[Data], names: dict[str, str] | None = None) -> str:
    """Cards in short, as `5♣ K♣`; in a trick with who played them."""
    shown = [_write_card(card) for card in cards]
    by = [f" ({(names or {})[card['by']]})" if card.get("by") in (names or {}) else "" for card in cards]
    comma = ", " if any(by) or any(" " in each for each in shown) else " "
    return comma.join(map("".join, zip(shown, by, strict=True))) or "none"


def _write_card(card: Data) -> str:
    """A tile that lies turned has its ends the other way round."""
    name = f"{card['rank']}{card['suit']}" if card["suit"] else str(card["name"])
    if not card.get("turned"):
        return name
    return "-".join(reversed(name.split("-"))) if TILE.fullmatch(name) else f"{name} turned"


def write_sheet(thing: Data, names: dict[str, str]) -> Iterator[str]:
    """A row for each member; in brackets what an empty box would bring."""
    rows = [("", *(names.get(column, column) for column in thing["columns"]))]
    for row in thing["rows"]:
        rows.append((row["name"], *(_write_cell(row["cells"].get(column, {})) for column in thing["columns"])))
    yield from align_columns(rows, right=range(1, len(rows[0])))


def _write_cell(cell: Data) -> str:
    if "would" in cell:
        return f"({cell['would']}{'*' * cell['best']})"
    return str(cell.get("text", ""))


def write_score(thing: Data) -> Iterator[str]:
    rows = [("", *thing["columns"]), *((row["name"], *row["cells"], *row["totals"]) for row in thing["rows"])]
    yield from align_columns(rows, right=range(1, len(rows[0])))


# ---- boards


def _is_cloth(board: Data) -> bool:
    """Whether the places of a board are words that people have to read, and there is room for these."""
    names = [place["name"] for place in board["places"]]
    wide = board["size"]["w"] * max(map(len, names), default=0)
    return board["shape"]["form"] in ("grid", "map") and min(map(len, names), default=0) > 2 and wide <= MOST_NAMED


def write_board(board: Data) -> Iterator[str]:
    """A board as rows of places, each with the signs of who stands there, as `W5`; where they are more than a row
    holds, and nothing but counters stands on them, who stands where. A place has room for all men of any one side, so
    that no row moves while they do; who is there beyond that is said below."""
    standing: dict[str, Counter[str]] = {}
    for piece in (each for each in board["pieces"] if not each.get("past") and each["dress"] != "start"):
        count = 1 if piece["dress"] == "card" else piece["count"]
        standing.setdefault(piece["at"], Counter())[piece["sign"]] += count
    if board["shape"]["form"] == "track":
        yield from (f"{sign} is at {at}" for at, signs in standing.items() for sign in signs if at != "beside")
        return
    marks = {at: each["text"][:2] for each in board["marks"] for at in each["at"]}
    spots = {place["id"] for place in board["places"]}
    sides = sum((signs for at, signs in standing.items() if at in spots), Counter[str]())
    room = max([1, *(len(each) for each in _write_men(sides)), *(2 for text in marks.values() if text.isdecimal())])
    step, named = 2 if board["shape"]["form"] in ("diamond", "ring") else 1, _is_cloth(board)
    cells, is_map = dict[tuple[int, int], str](), board["shape"]["form"] == "map"
    for place in board["places"]:
        men = standing.get(place["id"], Counter())
        there = "".join(_write_men(men))
        there = there if len(there) <= room else "".join(men)[:room]
        there = f"{place['name']} {there}".strip() if named else there
        spot, name = (round(place["x"] * step), round(place["y"])), place["name"]
        if there or spot not in cells:
            empty = name if is_map and len(name) <= MOST_LETTERS and not name.isdecimal() else EMPTY
            cells[spot] = there or marks.get(place["id"], "") or empty
    longest = max(len(place["name"]) for place in board["places"]) if named else -1
    width = max(longest + 1 + room, *map(len, cells.values())) if sides or not named else longest
    for y in range(max(y for _, y in cells) + 1):
        row = [cells.get((x, y), "") for x in range(max(x for x, _ in cells) + 1)]
        line = " ".join(cell.ljust(width) for cell in row).rstrip()
        if line:
            yield line
    names = {place["id"]: place["name"] for place in board["places"]}
    for at, signs in standing.items():
        if at not in spots or len("".join(_write_men(signs))) > room:
            yield f"{names.get(at, at)}: {' '.join(_write_men(signs))}"


def _write_men(men: Counter[str]) -> list[str]:
    return [f"{sign}{count if count > 1 else ''}" for sign, count in men.items() if sign]
