"""The places from which people follow a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.data_classes import dataclass
from interpreter.play.trace import NOBODY
from interpreter.table import Table
from interpreter.table.questions import name_person

HOST, SPECTATORS = "host", "spectators"


@dataclass(frozen=True)
class Place:
    """Where somebody follows a game from: `key` is unlike that of all others, `name` what people call it. `seat` is
    that of a player, or nobody's. A player who `hosts` has the rights of the host, too."""

    key: str
    name: str
    seat: int = NOBODY
    hosts: bool = False

    @property
    def is_host(self) -> bool:
        return self.hosts or self.key == HOST

    @property
    def is_player(self) -> bool:
        return self.seat != NOBODY


def name_chair(chair: int) -> str:
    """The key of a place where somebody plays, on whichever seat."""
    return f"seat{chair}"


def list_places(table: Table, chairs: Mapping[int, int], owner: str) -> Iterator[Place]:
    """The seats of people in their order, then the spectators and the host. Who has swapped seats has another chair."""
    for seat in sorted(table.people):
        key = name_chair(chairs.get(seat, seat))
        yield Place(key, name_person(table.program, table.setup, seat), seat, key == owner)
    yield Place(SPECTATORS, "Spectators")
    yield Place(HOST, "Host")
