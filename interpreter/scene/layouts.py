"""Where the places of a board lie, for each shape, in units of one square; `x` goes right and `y` down.

A cross is the board of a race for four: four arms of equal length, squares all round, with a lane to the middle and a
yard for each player. A diamond has its first place below and the others round to the right. Points are the two rows of
twelve to a row, with the bar between their halves and a home for each player at the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass

Spot: TypeAlias = tuple[float, float]

CORNERS = ((2.0, 4.0), (4.0, 2.0), (2.0, 0.0), (0.0, 2.0))
"""The places of a diamond; any that follow lie where it begins."""

YARD = ((1, 1), (2, 1), (1, 2), (2, 2))


@dataclass
class Board:
    """The places of a board: those of its numbers, by whose they are (-1 for all) and the number, and those beside
    them, by `lane`, `yard` and so on, whose they are, and their number from 1."""

    form: str
    spots: dict[tuple[int, int], Spot]
    names: Mapping[int, str]
    beside: dict[tuple[str, int, int], Spot] = field(default_factory=dict)
    mark: str = ""
    """What the ids begin with where another board has the same places."""

    def find(self, owner: int, number: int, place: str = "") -> str:
        """The id of a place; "beside" where there is none."""
        if place:
            beside = next((each for each in (number, 1) if (place, owner, each) in self.beside), None)
            return place if beside is None else f"{place}.{owner + 1}.{beside}"
        spot = self.spots.get((owner, number)) or self.spots.get((-1, number))
        return self.name_spot(number, spot) if spot is not None else "beside"

    def find_all(self, number: int) -> list[str]:
        """The ids of all places of a number."""
        return list(dict.fromkeys(self.name_spot(number, spot) for (_, at), spot in self.spots.items() if at == number))

    def name_spot(self, number: int, spot: Spot) -> str:
        return self.mark + (self.names[number] if self.form != "map" else f"{spot[0]:g},{spot[1]:g}")

    def list_places(self) -> Iterator[dict[str, Any]]:
        seen = set[str]()
        for (owner, number), (x, y) in self.spots.items():
            name = self.find(owner, number)
            if name not in seen:
                seen.add(name)
                yield {"id": name, "x": round(x, 2), "y": round(y, 2), "name": self.names[number]}
        for (place, owner, number), (x, y) in self.beside.items():
            yield {"id": self.find(owner, number, place), "x": x, "y": y, "name": place, "of": owner}

    def turn(self) -> None:
        """Turn it half round, for those who sit at its other end."""
        width, height = self.size.values()
        self.spots = {key: (width - 1 - x, height - 1 - y) for key, (x, y) in self.spots.items()}

    @property
    def size(self) -> dict[str, float]:
        spots = (*self.spots.values(), *self.beside.values())
        return {"w": round(max(x for x, _ in spots) + 1, 2), "h": round(max(y for _, y in spots) + 1, 2)}


def place_members(
    form: str,
    size: Sequence[int],
    traits: Sequence[str],
    names: Mapping[int, str],
    quarters: Sequence[int],
    near: int = 0,
) -> Board:
    """A board of a shape; `names` are those of its numbers, in order, and `quarters` say from which quarter of a cross
    each player begins. `near` is whose home lies before the viewer."""
    numbers, count = list(names), len(names)
    beside = dict[tuple[str, int, int], Spot]()
    match form:
        case "grid":
            spots = list(_lay_rows(count, size[0], traits))
        case "track":
            spots = list(_lay_rows(count, size[0] if size else 30, ("serpentine",)))
        case "cross":
            spots, beside = _lay_cross(count, quarters)
        case "diamond":
            spots = [CORNERS[at] if at < len(CORNERS) else CORNERS[0] for at in range(count)]
        case "points":
            spots = [(_column(12 - at), 10.0) if at < 12 else (_column(at - 11), 0.0) for at in range(count)]
            owners = range(len(quarters))
            beside = {("bar", owner, 1): (6.0, 4.0 if owner == near else 6.0) for owner in owners}
            beside |= {("home", owner, 1): (13.0, 10.0 if owner == near else 0.0) for owner in owners}
        case _:
            spots = list(_lay_ring(count))
    return Board(form, {(-1, number): spot for number, spot in zip(numbers, spots, strict=True)}, names, beside)


def draw_map(rows: Sequence[tuple[int, str]], names: Mapping[int, str]) -> Board:
    """A board from rows of words, of which each player may have their own."""
    numbers, lines = {name: number for number, name in names.items()}, dict[int, int]()
    spots = dict[tuple[int, int], Spot]()
    for owner, row in rows:
        y = lines[owner] = lines.get(owner, -1) + 1
        spots |= {(owner, numbers[word]): (float(x), float(y)) for x, word in enumerate(row.split()) if word in numbers}
    return Board("map", spots, names)


def _lay_rows(count: int, width: int, traits: Sequence[str]) -> Iterator[Spot]:
    for at in range(count):
        y, x = divmod(at, width)
        x = width - 1 - x if "serpentine" in traits and y % 2 else x
        yield float(x), float((count - 1) // width - y if "upward" in traits else y)


def _lay_ring(count: int) -> Iterator[Spot]:
    radius = max(count / (2 * math.pi), 1)
    for at in range(count):
        angle = 2 * math.pi * at / count
        yield radius + radius * math.sin(angle), radius - radius * math.cos(angle)


def _column(point: int) -> float:
    """The column of a point of twelve, from the left, past the bar."""
    return float(point - 1 if point <= 6 else point)


def _lay_cross(count: int, quarters: Sequence[int]) -> tuple[list[Spot], dict[tuple[str, int, int], Spot]]:
    """The squares clockwise from the left arm; its corners are cut where 8 squares an arm are not shared."""
    arm, cut = (count - 4) // 8, count % 8 == 4
    width = 2 * arm + 3
    quarter = [(x, arm) for x in range(arm + (not cut))] + [(arm, y) for y in range(arm - 1, -1, -1)] + [(arm + 1, 0)]
    spots = [_turn(x, y, width, turns) for turns in range(4) for x, y in quarter]
    beside = dict[tuple[str, int, int], Spot]()
    for owner, turns in enumerate(quarters):
        lane = [(x, arm + 1) for x in range(1, arm + 1)]
        for place, squares in (("lane", lane), ("yard", YARD)):
            for number, (x, y) in enumerate(squares, 1):
                beside[place, owner, number] = _turn(x, y, width, turns)
    return spots, beside


def _turn(x: int, y: int, width: int, turns: int) -> Spot:
    for _ in range(turns % 4):
        x, y = width - 1 - y, x
    return float(x), float(y)
