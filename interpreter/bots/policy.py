"""Answers to open decisions by the state of the game, as they are kept on disk and asked for in a game.

A place is a block of the program where somebody decides. A position is made canonical there, as states were when the
answers were found (`markov.canonical`); only the slots that tell the answers apart are looked at then. So answers found
for one phase hold wherever the rules come to that place again. Beside them may be kept the value of each answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.program import Program

FILE_FORM = "groundrules policy 3"
"""What a file of answers begins with."""

Values: TypeAlias = tuple[int, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
Ranges: TypeAlias = Pairs
"""From which number of the last slot on there is which answer."""

Worths: TypeAlias = tuple[tuple[int, float], ...]


class NoPolicy(Exception):
    """A text is no file of answers."""


@dataclass(frozen=True)
class Form:
    """How positions are made canonical where some slots hold numbers that are `fixed`: slots that do not matter are 0,
    of each group the least is, and numbers stop at the tops of clamps."""

    fixed: Pairs
    dead: Values
    groups: tuple[Values, ...]
    clamps: Pairs

    def normalise(self, held: dict[int, int], slots: Sequence[int]) -> None:
        """Make what some slots hold canonical, if all `slots` hold this."""
        held.update((slot, 0) for slot in self.dead if slot in held)
        for group in self.groups:
            least = min(slots[slot] for slot in group)
            held.update((slot, slots[slot] - least) for slot in group if slot in held)
        held.update((slot, min(held[slot], top)) for slot, top in self.clamps if slot in held)


@dataclass(frozen=True)
class Place:
    """What to answer at one place, by what the slots hold `telling` the answers apart, of the slots `held` in which
    positions differ there: by all but the last, from which number of that one on; and the value of each answer, by all
    of them."""

    held: Values
    forms: tuple[Form, ...]
    telling: Values
    answers: Mapping[Values, Ranges]
    worths: Mapping[Values, Worths]

    def find_held(self, slots: Sequence[int]) -> dict[int, int] | None:
        """What is held in a position; None if there is none like it."""
        fitting = [form for form in self.forms if all(slots[slot] == number for slot, number in form.fixed)]
        if not fitting:
            return None
        held = {slot: slots[slot] for slot in self.held}
        fitting[-1].normalise(held, slots)
        return held


@dataclass(frozen=True)
class Policy:
    """All answers for the program with this `digest`. `goal` says what they are the best for."""

    digest: str
    goal: str
    value: float
    places: Mapping[int, Place]

    def find_answer(self, block: int, slots: Sequence[int]) -> int | None:
        """The answer where the game stands at a block, with slots that hold this; None if there is none."""
        place = self.places.get(block)
        held = None if place is None else place.find_held(slots)
        if place is None or held is None:
            return None
        *others, last = [held[slot] for slot in place.telling] or [0]
        ranges = place.answers.get(tuple(others), ())
        return next((answer for low, answer in reversed(ranges) if low <= last), None)

    def find_worths(self, block: int, slots: Sequence[int]) -> Worths:
        """The value of each answer there; nothing where that is not kept."""
        place = self.places.get(block)
        held = None if place is None else place.find_held(slots)
        return () if place is None or held is None else place.worths.get(tuple(held.values()), ())


def make_digest(program: Program) -> str:
    """A hash of all that answers depend on: not of names, nor of what is said."""
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
    return [place.held, forms, place.telling, list(place.answers.items()), list(place.worths.items())]


def read_policy(text: str) -> Policy:
    """The policy that a text is. Raises NoPolicy."""
    try:
        told = json.loads(text)
        if told["form"] != FILE_FORM:
            raise NoPolicy
        places = {place[0]: _read_place(place) for place in told["places"]}
        return Policy(told["program"], told["for"], told["value"], places)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise NoPolicy from None


def _read_place(told: list[Any]) -> Place:
    _, held, forms, telling, answers, worths = told
    if not {*telling} <= {*held}:
        raise NoPolicy
    return Place(
        _read_numbers(held),
        tuple(map(_read_form, forms)),
        _read_numbers(telling),
        {_read_numbers(values): _read_pairs(ranges) for values, ranges in answers},
        {_read_numbers(values): tuple((answer, float(worth)) for answer, worth in each) for values, each in worths},
    )


def _read_form(told: list[Any]) -> Form:
    fixed, dead, groups, clamps = told
    return Form(_read_pairs(fixed), _read_numbers(dead), tuple(map(_read_numbers, groups)), _read_pairs(clamps))


def _read_numbers(told: list[Any]) -> Values:
    if not all(isinstance(each, int) for each in told):
        raise NoPolicy
    return tuple(told)


def _read_pairs(told: list[Any]) -> Pairs:
    return tuple((one, other) for one, other in map(_read_numbers, told))
