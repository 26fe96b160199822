"""Boards in several sizes: squares wherever they lie, a diamond, rows of points, a pegboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.cli.terminal.drawing.canvas import (
    ACCENT,
    COLOURS,
    DIM,
    JOINTS,
    STRONG,
    Canvas,
    draw_words,
    flow,
    paint_side,
    stack,
)
from interpreter.cli.terminal.drawing.things import COMPACT, LARGE, LINE, NORMAL, Data, Pen, Sized

SCALES = (
    *((LARGE, 12, 6), (LARGE, 10, 5), (LARGE, 8, 4), (LARGE, 6, 3), (NORMAL, 5, 2), (NORMAL, 4, 2), (NORMAL, 4, 1)),
    *((COMPACT, 2, 1), (COMPACT, 1, 1)),
)
"""The sizes of a square, in columns and lines: with lines round it if it has room for them."""


PICKED = f"{STRONG} reverse"
"""A chosen man, unlike those of any side."""


class Board:
    """A board with what stands at each of its places."""

    def __init__(self, board: Data, pen: Pen) -> None:
        self.board, self.pen = board, pen
        self.standing: dict[str, list[Data]] = {}
        self.starts: dict[str, Data] = {}
        for piece in board["pieces"]:
            if piece["dress"] == "start":
                self.starts[piece["at"]] = piece
            else:
                self.standing.setdefault(piece["at"], []).append(piece)
        self.marks = {at: each["text"] for each in board["marks"] for at in each["at"]}
        self.links = {each["from"]: each for each in board["links"]}

    def group(self, place: str) -> list[tuple[Data, int]]:
        """The pieces at a place, those alike counted."""
        found: dict[str, tuple[Data, int]] = {}
        for piece in self.standing.get(place, ()):
            owner = str(piece.get("of", piece["sign"]))
            count = 1 if piece["dress"] == "card" else piece["count"]
            found[owner] = (piece, found.get(owner, (piece, 0))[1] + count)
        return list(found.values())

    def act(self, place: str) -> str:
        says = [piece["say"] for piece in self.standing.get(place, ()) if "say" in piece]
        return self.pen.place(place, f"{self.board['id']}/{place}", *says)

    def is_chosen(self, place: str) -> bool:
        says = {piece["say"] for piece in self.standing.get(place, ()) if "say" in piece}
        return bool(self.pen.chosen & {place, f"{self.board['id']}/{place}", *says})

    def fill(self, place: Data, room: int) -> tuple[str, str]:
        """What a place shows in so many columns, and how."""
        name = place["id"]
        act, pieces = self.act(name), self.group(name)
        if pieces:
            signs = "".join(f"{piece['sign']}{count if count > 1 else ''}" for piece, count in pieces)
            text = signs if len(signs) <= room else "".join(piece["sign"] for piece, _ in pieces)[:room]
            style = paint_side(pieces[0][0].get("colour", ""))
            around = "[]" if self.is_chosen(name) else "  "
            text = f"{around[0]}{text}{around[1]}" if len(text) + 2 <= room else text
        elif name in self.marks and len(self.marks[name]) <= room:
            text, style = self.marks[name], STRONG
        elif name in self.links:
            up = self.links[name]["dress"] == "ladder"
            text = f"{'▲' if up else '▼'}{self.links[name]['to']}"
            text, style = text if len(text) <= room else text[:1], COLOURS["green" if up else "red"]
        elif name in self.starts:
            text, style = self.starts[name]["sign"].lower(), COLOURS.get(self.starts[name].get("colour", ""), "")
        else:
            owner = self.pen.seats[place["of"]] if place.get("of", 99) < len(self.pen.seats) else {}
            text, style = "·", COLOURS.get(owner.get("colour", ""), DIM)
        if self.is_chosen(name):
            return text, PICKED
        return text, f"{style} underline" if act else style

    def list_pieces(self) -> Canvas:
        """Who stands where, in words."""
        names = {place["id"]: place["name"] for place in self.board["places"]}
        where: dict[str, list[str]] = {}
        for at in self.standing:
            for piece, count in self.group(at):
                text = names.get(at, at) + (f" ×{count}" if count > 1 else "")
                where.setdefault(piece.get("of", ""), []).append(text)
        lines = {one: f"{self.pen.name_of(one)}: {', '.join(at)}" for one, at in where.items()}
        return stack([draw_words(line, self.pen.width, self.pen.paint(one)) for one, line in lines.items()])

    def list_beside(self) -> list[Canvas]:
        """What stands at no place of the board."""
        places = {place["id"] for place in self.board["places"]}
        parts = []
        for at in self.standing:
            if at not in places:
                part = Canvas()
                x = part.put(0, 0, f"{at} ", DIM)
                for piece, count in self.group(at):
                    act = self.pen.place(piece.get("say", ""))
                    style = ACCENT + " underline" if act else paint_side(piece.get("colour", ""))
                    style = PICKED if piece.get("say") in self.pen.chosen else style
                    x = part.put(x, 0, f" {piece['sign']} ", style, act)
                    x = 1 + part.put(x, 0, f"×{count}" if count > 1 else "", "", act)
                parts.append(part)
        return parts

    def add_below(self, canvas: Canvas) -> Canvas:
        beside = self.list_beside() if self.board["shape"]["form"] != "track" else []
        return stack([canvas, flow(beside, max(self.pen.width, 1))]) if beside else canvas


def draw_board(board: Data, pen: Pen) -> Iterator[Sized]:
    drawn = Board(board, pen)
    match board["shape"]["form"]:
        case "diamond":
            pictures = _draw_diamond(drawn)
        case "points":
            pictures = _draw_points(drawn)
        case "track":
            pictures = _draw_track(drawn)
        case _:
            pictures = _draw_squares(drawn)
    yield from ((size, drawn.add_below(picture)) for size, picture in pictures)
    if drawn.standing:
        yield LINE, drawn.list_pieces()


# ---- squares


def _draw_squares(board: Board) -> Iterator[Sized]:
    places = board.board["places"]
    form = board.board["shape"]["form"]
    for size, wide, high in SCALES:
        spots = {place["id"]: (round(place["x"] * wide), round(place["y"] * high)) for place in places}
        boxed = high > 1 and form != "ring"
        if size != COMPACT and (size, form) != (NORMAL, "ring") and not boxed and form != "grid":
            continue
        if len(set(spots.values())) == len({(place["x"], place["y"]) for place in places}):
            yield size, _draw_places(board, spots, wide, high, boxed)


def _draw_places(board: Board, spots: dict[str, tuple[int, int]], wide: int, high: int, boxed: bool) -> Canvas:
    canvas = Canvas()
    if boxed:
        _draw_frames(canvas, set(spots.values()), wide, high)
    seen: dict[tuple[int, int], str] = {}
    for place in board.board["places"]:
        spot, name = spots[place["id"]], place["id"]
        if spot in seen and name not in board.standing:
            continue
        seen[spot] = name
        room = wide - 1 if boxed else max(wide - 1, 1)
        text, style = board.fill(place, room)
        named = place["name"].isdecimal() or board.board["shape"]["form"] in ("map", "grid")
        if room > 2 and text == "·" and named and len(place["name"]) <= room:
            text = place["name"]
        if boxed or room > 2:
            x, y = spot[0] + 1 + (room - len(text)) // 2, spot[1] + (high // 2 if boxed else 0)
        else:
            x, y = spot
            text = "○" if text == "·" and "of" not in place and board.board["shape"]["form"] != "grid" else text
        canvas.put(x, y, text, style, board.act(name))
    return canvas


def _draw_frames(canvas: Canvas, spots: set[tuple[int, int]], wide: int, high: int) -> None:
    """The lines round squares, those of neighbours joined."""
    joints: dict[tuple[int, int], int] = {}

    def join(x: int, y: int, bits: int) -> None:
        joints[x, y] = joints.get((x, y), 0) | bits

    for x, y in spots:
        for step in range(wide + 1):
            bits = 2 * (step < wide) + 8 * (step > 0)
            join(x + step, y, bits)
            join(x + step, y + high, bits)
        for step in range(high + 1):
            bits = 4 * (step < high) + (step > 0)
            join(x, y + step, bits)
            join(x + wide, y + step, bits)
    for (x, y), bits in joints.items():
        canvas.put(x, y, JOINTS[bits], DIM)


# ---- a diamond


def _draw_diamond(board: Board) -> Iterator[Sized]:
    for size, wide, high in ((LARGE, 12, 6), (LARGE, 8, 4), (NORMAL, 4, 2), (COMPACT, 3, 1)):
        canvas, margin = Canvas(), 8 if size != COMPACT else 1
        places = board.board["places"]
        top = int(high > 1)
        spots = {each["id"]: (margin + round(each["x"] * wide), top + round(each["y"] * high)) for each in places}
        corners = list(dict.fromkeys(spots.values()))
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], *corners[:1]], strict=True) if high > 1 else ():
            step = 1 if to_y > y else -1
            for row in range(y + step, to_y, step):
                column = x + (to_x - x) * (row - y) // (to_y - y)
                canvas.put(column, row, "╲" if (to_x > x) == (to_y > y) else "╱", DIM)
        done = set[tuple[int, int]]()
        for place in places:
            x, y = spots[place["id"]]
            if (x, y) in done and place["id"] not in board.standing:
                continue
            text, style = board.fill(place, 1)
            text = f" {text} " if board.group(place["id"]) else f" {'◇' if text == '·' else text} "
            canvas.put(x - 1, y, text, style, board.act(place["id"]))
            name = place["name"].split()[0]
            if high > 1 and (x, y) not in done:
                middle = x - len(name) // 2
                left, right = min(each for each, _ in corners), max(each for each, _ in corners)
                column = x - 2 - len(name) if x == left else x + 3 if x == right else middle
                beyond = 1 if y == max(each for _, each in corners) else -1
                canvas.put(max(column, 0), y if x in (left, right) else y + beyond, name, DIM)
            done.add((x, y))
        yield size, canvas


# ---- points


def _draw_points(board: Board) -> Iterator[Sized]:
    """Two rows of points, with men piled up from the edges; what stands between them is beside the board."""
    places = board.board["places"]
    middle = board.board["size"]["h"] / 2
    narrow = board.pen.width < 14 * 3 + 1
    large, small = ((LARGE, 8, 5, 3), (LARGE, 7, 5, 2), (LARGE, 5, 5, 1)), ((COMPACT, 3, 3, 1), (COMPACT, 3, 2, 1))
    for size, wide, rows, high in (*large, (NORMAL, 3, 5, 1), *small):
        canvas = Canvas()
        last = 2 * rows * high + 2
        columns = {x: x * wide - narrow * ((x > 5) + (x > 12)) for x in range(14)}
        for place in places:
            x, pieces = columns[round(place["x"])], board.group(place["id"])
            above = place["y"] < middle
            at, step = (1, 1) if above else (last - 1, -1)
            if place["name"].isdecimal():
                canvas.put(x, 0 if above else last, f"{place['name']:>2}", DIM)
            if not pieces:
                canvas.put(x, at, " ·" if place["name"].isdecimal() else "  ", DIM)
                continue
            piece, count = pieces[0]
            style = paint_side(piece.get("colour", ""))
            style = PICKED if board.is_chosen(place["id"]) else style
            style += " underline" if board.act(place["id"]) else ""
            for level in range(min(count, rows)):
                full = level == rows - 1 and count > rows
                text = f"{count:>2}" if full else f" {piece['sign']} "[: wide - 1]
                text = text.strip().center(wide - 2) if high > 1 else text
                for line in range(high):
                    shown = text if line == high // 2 else " " * len(text)
                    canvas.put(x, at + step * (level * high + line), shown, style, board.act(place["id"]))
        beside = {each["name"]: columns[round(each["x"])] for each in places if not each["name"].isdecimal()}
        for name, column in beside.items():
            for y in range(1, last):
                if (column + 1, y) not in canvas.cells:
                    canvas.put(column + 1, y, "│", DIM)
            if not narrow:
                canvas.put(column + 1 - len(name) // 2, last // 2, name, DIM)
        yield size, canvas


# ---- a pegboard


def _draw_track(board: Board) -> Iterator[Sized]:
    """Rows of holes with a lane for each player; where they have no room, how far each has come."""
    places, lanes = board.board["places"], board.board["shape"].get("lanes") or [""]
    rows = round(board.board["size"]["h"])
    for size, wide, headed in ((LARGE, 4, True), (NORMAL, 2, True), (NORMAL, 1, False)):
        canvas, high = Canvas(), len(lanes) + headed
        for row in range(rows):
            for lane, owner in enumerate(lanes):
                sign = next((each["sign"] for each in board.pen.seats if each["id"] == owner), "")
                canvas.put(0, row * high + headed + lane, sign, board.pen.paint(owner))
        for place in places:
            column, row = round(place["x"]), round(place["y"])
            x, y = 2 + column * wide + column // 5, row * high + headed
            if headed and place["name"].isdecimal() and int(place["name"]) % 5 == 0:
                canvas.put(x + 1 - len(place["name"]), y - 1, place["name"], DIM)
            for lane, owner in enumerate(lanes):
                pegs = [piece for piece in board.standing.get(place["id"], ()) if piece.get("of") == owner]
                sign = "·" if not pegs else "○" if all(piece.get("past") for piece in pegs) else "●"
                canvas.put(x, y + lane, sign, board.pen.paint(owner) if pegs else DIM)
        yield size, canvas
    yield COMPACT, _draw_bars(board, lanes)


def _draw_bars(board: Board, lanes: Sequence[str]) -> Canvas:
    places = board.board["places"]
    order = {place["id"]: at for at, place in enumerate(places, 1)}
    canvas, room = Canvas(), max(min(board.pen.width, 76) - 16, 10)
    for y, owner in enumerate(lanes):
        pegs = [each for each in board.board["pieces"] if each.get("of") == owner and not each.get("past")]
        at = max([order.get(each["at"], 0) for each in pegs], default=0)
        x = canvas.put(0, y, f"{board.pen.name_of(owner, 9):9} ", board.pen.paint(owner))
        done = at * room // len(places)
        x = canvas.put(x, y, "━" * done + "●", board.pen.paint(owner))
        canvas.put(x, y, "─" * (room - done), DIM)
        canvas.put(x + room - done + 1, y, str(at), STRONG)
    return canvas
