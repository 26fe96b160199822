"""Who sits where: names, signs, colours, and the sides of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.display import format_seat
from interpreter.engine import ChanceStop, DecisionStop
from interpreter.scene.furniture import Look

COLOURS = ("red", "blue", "green", "yellow", "violet", "orange", "teal", "brown")

CALLED = {each: each for each in (*COLOURS, "white", "black", "grey", "pink")} | {
    "light": "white", "dark": "black", "gray": "grey", "silver": "grey", "purple": "violet", "gold": "yellow",
}  # fmt: skip
"""The colours that people call a side by."""

ROUND = (
    *(("bottom",), ("bottom", "top"), ("bottom", "left", "right"), ("bottom", "left", "top", "right")),
    *(("bottom", "left", "top", "top", "right"), ("bottom", "left", "left", "top", "right", "right")),
)
"""The sides of a table of one to six seats, round from the viewer; at larger ones the others sit at the top."""


def name_seat(seat: int) -> str:
    return f"p{seat + 1}"


def name_side(side: int) -> str:
    return f"s{side + 1}"


def name_owner(kind: str, place: int) -> str:
    """The id of the player or side with this number; nothing for members of other kinds."""
    if kind == "player":
        return name_seat(place)
    return name_side(place) if kind == "side" else ""


def draw_seats(look: Look) -> list[dict[str, Any]]:
    """A seat for each player, in order, without what lies before it."""
    program, viewer = look.program, look.viewer
    count, stop = len(program.seats), look.session.stop
    acting = stop.thrower if isinstance(stop, ChanceStop) else stop.chooser if isinstance(stop, DecisionStop) else -1
    names = look.names or program.seats
    signs, colours = make_signs(names), choose_colours(program.sides or program.seats)
    places = ROUND[count - 1] if count <= len(ROUND) else ("bottom", "left", *("top",) * (count - 3), "right")
    first = max(viewer, 0)
    seats = []
    for seat, (name, sign) in enumerate(zip(names, signs, strict=True)):
        shown = {"id": name_seat(seat), "name": name, "sign": sign, "colour": colours[seat % len(colours)]}
        if name.endswith(f" ({(place := format_seat(program, seat))})"):
            shown |= {"called": name.removesuffix(f" ({place})"), "place": place}
        elif seat == viewer and seat in look.nameless:
            shown |= {"called": "You", "place": name}
        if program.sides:
            shown["of"] = name_side(seat % len(program.sides))
        drawn = {**shown, "mine": seat == viewer, "turn": seat == acting, "side": places[(seat - first) % count]}
        seats.append(drawn if seat in look.people or not look.people else {**drawn, "bot": look.bots.get(seat, "bot")})
    return seats


def make_signs(names: Sequence[str]) -> list[str]:
    """A letter for each name, or a digit: the first that tells all of them apart, or else a number."""
    for letters in ([name[0].upper() for name in names], [name.split()[-1][0].upper() for name in names]):
        if len(set(letters)) == len(names):
            return letters
    return [str(number) for number, _ in enumerate(names, 1)]


def make_initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper() or word[0].isdecimal()) or name[:1]


def find_colour(name: str) -> dict[str, str]:
    """The colour in what something is called, as data; nothing if there is none."""
    return next(({"colour": CALLED[word]} for word in name.casefold().replace(",", "").split() if word in CALLED), {})


def choose_colours(names: Sequence[str]) -> list[str]:
    """A colour for each name: its own if it is called by one, else the next that is free."""
    own = [CALLED.get(name.casefold(), "") for name in names]
    own = [colour if own.count(colour) == 1 else "" for colour in own]
    free = [colour for colour in COLOURS if colour not in own] or list(COLOURS)
    taken = iter(free * len(names))
    return [colour or next(taken) for colour in own]
