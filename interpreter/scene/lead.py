"""How the points of all stood during a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.play.trace import NOBODY
from interpreter.program import UNDER_WAY
from interpreter.scene.furniture import Look
from interpreter.scene.scene import lay

MOST_STANDS = 40
"""The most moments of which the points are compared."""


def draw_ending(look: Look) -> dict[str, Any]:
    """The score sheets and scoreboards of a game that is over, as everybody sees them, and the points in its course."""
    look = _look_back(replace(look, viewer=NOBODY, reader=NOBODY, answers=None))
    sheets = [thing for thing in lay(look).things if thing["kind"] in ("sheet", "score")]
    return {"sheets": sheets, "lead": _trace_points(look)}


def _trace_points(look: Look) -> dict[str, list[int]]:
    """The points of each seat from the beginning to the end, as everybody sees them at the seats, on the scoreboard or
    at the foot of the sheet; nothing if there are none."""
    moments = [each for each in look.session.moments if each.position.slots]
    step = max(1, -(-len(moments) // MOST_STANDS))
    ends = [*range(1, len(moments), step), len(moments)]
    stood = [_read_points(look.at_moments(moments[max(0, end - MOST_STANDS) : end])) for end in ends]
    seats = [seat for seat in stood[-1] if sum(seat in each for each in stood) > 1]
    return {seat: [each[seat] for each in stood if seat in each] for seat in seats}


def _read_points(look: Look) -> dict[str, int]:
    drawing = lay(look)
    at_seats = {seat["id"]: seat["points"] for seat in drawing.seats if isinstance(seat.get("points"), int)}
    if at_seats:
        return at_seats
    for thing in drawing.things:
        rows: list[dict[str, Any]] = thing.get("rows", [])
        if thing["kind"] == "score":
            return {row["of"]: int(row["totals"][0]) for row in rows if row.get("totals") and row.get("of")}
        if thing["kind"] == "sheet" and rows and rows[-1].get("sum"):
            cells = rows[-1]["cells"].items()
            return {seat: int(cell["text"]) for seat, cell in cells if str(cell.get("text")).lstrip("-").isdecimal()}
    return {}


def _look_back(look: Look) -> Look:
    """The table as it was left: with the last values, and the phases under way that ended with the game."""
    moments = list(look.session.moments)
    before = next((each.position.slots for each in moments[-2:-1]), ())
    flags = {slot for name, slot in look.furniture.slots.items() if name.startswith(UNDER_WAY)}
    last = look.session.position.slots
    slots = tuple(before[slot] or now if slot in flags and before else now for slot, now in enumerate(last))
    end = replace(moments[-1], position=replace(moments[-1].position, slots=slots))
    return look.at_moments([*moments[:-1], end])
