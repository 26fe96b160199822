"""Positions as people say them, "lamp is red, tries is 1".

What each of several has is named as in rules, `held of player_1`, or as reports do, `held[player_1]`; and whoever that
is as in rules, or as people read it, `Player 1`. So are members of kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from interpreter.display import format_value
from interpreter.parts import read_fraction
from interpreter.program import Program, Shape

SAID = ("state", "dice", "choice")
"""The kinds of slots that something can be said of; and the cards of a place, as a set."""

NOTHING = ("none", "nobody", "empty", "nothing")
"""How a set without members is said."""


class NotUnderstood(Exception):
    """Something said of a position makes no sense. `text` is no name, and `known` are the names there are; or it is no
    value of what `name` calls, and `known` are its values, if they have names. `form` is how its values are shown."""

    def __init__(self, text: str, known: Sequence[str], name: str = "", form: str = "") -> None:
        super().__init__(text)
        self.text, self.known, self.name, self.form = text, tuple(known), name, form


def read_position(program: Program, text: str, members: Iterable[tuple[str, str]] = ()) -> dict[int, int]:
    """What slots hold where this is so. `members` of kinds can be called as they are written, which comes first in each
    pair, and as people read them. Raises NotUnderstood."""
    found: dict[int, int] = {}
    written: dict[str, list[str]] = {}
    for name, shown in members:
        written.setdefault(shown, []).append(name)
    for part in filter(None, (each.strip() for each in re.split(r",(?![^(]*\))", text))):
        name, sign, value = part.partition(" is ")
        if not sign:
            raise NotUnderstood(part, list_names(program))
        slot = find_slot(program, name)
        shape = program.shapes[program.slots[slot].shape]
        try:
            found[slot] = _read_value(shape, value.strip(), written)
        except ValueError as wrong:
            known = [written.get(label, [label])[0] for label in shape.labels]
            raise NotUnderstood(str(wrong), known, name.strip(), shape.form) from None
    return found


def list_names(program: Program) -> list[str]:
    """What can be said something of."""
    places = _list_places(program)
    return [slot.name for at, slot in enumerate(program.slots) if slot.kind in SAID or at in places]


def _list_places(program: Program) -> set[int]:
    """The slots that have the cards of a place."""
    return {zone.first + place for zone in program.zones for place in range(zone.members)}


def find_slot(program: Program, name: str) -> int:
    """The slot of this name. Raises NotUnderstood."""
    places, wanted = _list_places(program), _plain_slot(name)
    for at, slot in enumerate(program.slots):
        if _plain_slot(slot.name) == wanted and (slot.kind in SAID or at in places):
            return at
    raise NotUnderstood(name.strip(), list_names(program))


def _plain(name: str) -> str:
    """A name, the same however people write it: `Player 1` as `player_1`."""
    return name.strip().casefold().replace("_", " ")


def _plain_slot(name: str) -> str:
    """The same for what each of several has: `held of Player 1` as `held[player_1]`."""
    return _plain(name).replace(" of ", "[").removesuffix("]")


def _read_value(shape: Shape, text: str, written: Mapping[str, Collection[str]]) -> int:
    """The value of this shape that a text is. Raises ValueError with the part that is none."""
    if shape.form == "set":
        members = [] if text in NOTHING else text.split(" and ")
        return sum(1 << _read_member(shape, each.strip(), written) for each in members)
    if shape.form == "member" or (shape.form == "number" and text in shape.labels):
        return _read_member(shape, text, written)
    if shape.form == "yes_no" and text in ("yes", "no"):
        return int(text == "yes")
    if shape.form == "number" and shape.number and (parts := read_fraction(text, shape.number)) is not None:
        return parts
    if shape.form != "yes_no" and not shape.number and text.lstrip("-").isdecimal():
        return int(text)
    raise ValueError(text)


def _read_member(shape: Shape, text: str, written: Mapping[str, Collection[str]]) -> int:
    wanted = _plain(text)
    ways: tuple[Callable[[str], bool], ...] = (
        lambda label: _plain(label) == wanted,
        lambda label: wanted in map(_plain, written.get(label, ())),
        lambda label: _plain(label).startswith(f"{wanted} "),
    )
    for is_meant in ways:
        for at, label in enumerate(shape.labels):
            if is_meant(label):
                return shape.low + at
    raise ValueError(text)


def show_value(program: Program, slot: int, value: int) -> str:
    """What a slot holds, in words."""
    shape = program.shapes[program.slots[slot].shape]
    if shape.form == "member":
        return shape.labels[value - shape.low]
    if shape.form in ("number", "roll"):
        return format_value(shape, value)
    if shape.form == "set":
        members = [label for at, label in enumerate(shape.labels) if value >> (shape.low + at) & 1]
        return " and ".join(members) or "none"
    return ("no", "yes")[value] if shape.form == "yes_no" else str(value)
