"""Policies: the answer to each open decision by the state of the game, on disk and in play.

A place is a block of the program where somebody decides. A position is made canonical there, as states were when the
answers were found (`markov.canonical`), and looked up by the slots on which the answer depends. So answers found for
one phase are right wherever the rules reach that place again. A policy may keep the value of each answer, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.program import Program

FILE_FORM = "groundrules policy 3"
"""The first words of a policy file."""

Values: TypeAlias = tuple[int, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
Ranges: TypeAlias = Pairs
"""Answers, each with the lowest value of the last slot for which it is right."""

Worths: TypeAlias = tuple[tuple[int, float], ...]


class NoPolicy(Exception):
    """A text is not a policy file."""


@dataclass(frozen=True)
class Form:
    """How positions with these `fixed` values are made canonical: dead slots become 0, groups keep their differences,
    and clamps have a top."""

    fixed: Pairs
    dead: Values
    groups: tuple[Values, ...]
    clamps: Pairs

    def normalise(self, held: dict[int, int], slots: Sequence[int]) -> None:
        """Make the values of some slots canonical, given those of all `slots`."""
        held.update((slot, 0) for slot in self.dead if slot in held)
        for group in self.groups:
            least = min(slots[slot] for slot in group)
            held.update((slot, slots[slot] - least) for slot in group if slot in held)
        held.update((slot, min(held[slot], top)) for slot, top in self.clamps if slot in held)


@dataclass(frozen=True)
class Place:
    """The answers at one place, by the values of the slots `keys`; and the values of all answers, by those of all
    slots `held` in which positions differ there."""

    held: Values
    forms: tuple[Form, ...]
    keys: Values
    answers: Mapping[Values, Ranges]
    worths: Mapping[Values, Worths]

    def find_held(self, slots: Sequence[int]) -> dict[int, int] | None:
        """The canonical values of a position; None for one that is unknown."""
        fitting = [form for form in self.forms if all(slots[slot] == number for slot, number in form.fixed)]
        if not fitting:
            return None
        held = {slot: slots[slot] for slot in self.held}
        fitting[-1].normalise(held, slots)
        return held


@dataclass(frozen=True)
class Policy:
    """Answers for the program with this `digest`. `goal` says in words what they aim for."""

    digest: str
    goal: str
    value: float
    places: Mapping[int, Place]

    def find_answer(self, block: int, slots: Sequence[int]) -> int | None:
        """The answer at a block; None if there is none."""
        place = self.places.get(block)
        held = place.find_held(slots) if place else None
        if place is None or held is None:
            return None
        *others, last = [held[slot] for slot in place.keys] or [0]
        ranges = place.answers.get(tuple(others), ())
        return next((answer for low, answer in reversed(ranges) if low <= last), None)

    def find_worths(self, block: int, slots: Sequence[int]) -> Worths:
        """The value of each answer at a block, if they are kept."""
        place = self.places.get(block)
        held = place.find_held(slots) if place else None
        return () if place is None or held is None else place.worths.get(tuple(held.values()), ())


def make_digest(program: Program) -> str:
    """A hash of everything that affects best play: not of names and texts."""
    values = [each.values for each in program.choices]
    return sha256(repr((program.start, program.blocks, program.arrays, values)).encode()).hexdigest()[:32]


def write_policy(policy: Policy) -> str:
    return json.dumps(
        {
            "form": FILE_FORM,
            "program": policy.digest,
            "for": policy.goal,
            "value": policy.value,
            "places": [[at, *_place_to_list(place)] for at, place in sorted(policy.places.items())],
        }
    )


def _place_to_list(place: Place) -> list[object]:
    forms = [[each.fixed, each.dead, each.groups, each.clamps] for each in place.forms]
    return [place.held, forms, place.keys, list(place.answers.items()), list(place.worths.items())]


def read_policy(text: str) -> Policy:
    """Raises NoPolicy."""
    try:
        read = json.loads(text)
        if read["form"] != FILE_FORM:
            raise NoPolicy
        places = {place[0]: _read_place(place) for place in read["places"]}
        return Policy(read["program"], read["for"], read["value"], places)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise NoPolicy from None


def _read_place(read: list[Any]) -> Place:
    _, held, forms, keys, answers, worths = read
    if not {*keys} <= {*held}:
        raise NoPolicy
    return Place(
        _read_numbers(held),
        tuple(map(_read_form, forms)),
        _read_numbers(keys),
        {_read_numbers(values): _read_pairs(ranges) for values, ranges in answers},
        {_read_numbers(values): tuple((answer, float(worth)) for answer, worth in each) for values, each in worths},
    )


def _read_form(read: list[Any]) -> Form:
    fixed, dead, groups, clamps = read
    return Form(_read_pairs(fixed), _read_numbers(dead), tuple(map(_read_numbers, groups)), _read_pairs(clamps))


def _read_numbers(read: list[Any]) -> Values:
    if not all(isinstance(each, int) for each in read):
        raise NoPolicy
    return tuple(read)


def _read_pairs(read: list[Any]) -> Pairs:
    return tuple((one, other) for one, other in map(_read_numbers, read))
