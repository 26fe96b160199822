"""From places in parts of files, where a game was checked, to the places in the files themselves."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from interpreter.check.world import World
from interpreter.diagnostics import Diagnostics
from interpreter.source import Places, Span

ROOMS = ("interpreter.model", "interpreter.diagnostics", "interpreter.check.world")
"""Where the classes are that have places in them."""

PLAIN = (
    *("str", "int", "bool", "Type", "RollType", "Citation", "str | None", "int | None", "Severity"),
    *("tuple[str, ...]", "tuple[int, ...]", "tuple[Type, ...]", "tuple[Domain, ...]", "tuple[Citation, ...]"),
)
"""Types that have none."""

T = TypeVar("T")


class Placing:
    """Puts what was found where it stands. What is left of an earlier version of a text is put where that now is which
    was declared there."""

    def __init__(self, places: Places, world: World | None = None) -> None:
        self._places = places
        self._surroundings = world.surroundings if world is not None else None
        self._declared = world.declared if world is not None else {}
        self._placed: dict[int, Any] = {}

    def find(self, span: Span) -> Span:
        if self._surroundings is not None and span.source not in self._places:
            span = self._declared.get(self._surroundings.declared.get(span), span)
        return self._places.find(span)

    def place_diagnostics(self, diagnostics: Diagnostics) -> Diagnostics:
        """The same diagnostics with all their places in files."""
        placed = Diagnostics()
        placed.extend(map(self.place, diagnostics.found))
        return placed

    def place(self, thing: T) -> T:
        """The same thing with all its places in files."""
        return self._place(thing) if self._places else thing

    def _place(self, thing: Any) -> Any:
        kind = type(thing)
        if kind is tuple:
            return tuple([self._place(each) for each in thing]) if thing and type(thing[0]) not in (int, str) else thing
        if kind is Span:
            return self.find(thing)
        if kind is dict:
            return {self._place(key): self._place(value) for key, value in thing.items()}
        sorts = _sort_fields(kind)  # type: ignore[arg-type]
        if sorts is None:
            return thing
        known = self._placed.get(id(thing))
        if known is None:
            plain, placed = sorts
            known = self._placed[id(thing)] = object.__new__(kind)
            given, values = thing.__dict__, known.__dict__
            for name in plain:
                values[name] = given[name]
            for name in placed:
                values[name] = self._place(given[name])
        return known


@cache
def _sort_fields(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The fields of a class that no places are in, and the others; None if there are none in any."""
    if not is_dataclass(kind) or not kind.__module__.startswith(ROOMS):
        return None
    plain = tuple(each.name for each in fields(kind) if each.type in PLAIN)
    return plain, tuple(each.name for each in fields(kind) if each.name not in plain)
