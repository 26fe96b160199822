"""Answers to open decisions by the state of the game, as they are kept on disk and asked for in a game.

A place is a block of the program where somebody decides. Of the slots that tell its answers apart, only these are
looked at, so that answers found for one phase hold wherever the rules come to that place again. Beside them may be kept
what each answer comes to in each state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from interpreter.chains.relations import Limit, Relations
from interpreter.data_classes import dataclass
from interpreter.program import Program

FORM = "groundrules policy 2"
"""What a file of answers begins with."""

Values: TypeAlias = tuple[int, ...]
Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""From which number of the last slot on there is which answer."""

Worths: TypeAlias = tuple[tuple[int, float], ...]


class NoPolicy(Exception):
    """A text is no file of answers."""


@dataclass(frozen=True)
class Place:
    """What to answer at one place, by what the slots hold `telling` the answers apart, of the slots `held` that a state
    has there: by all but the last, from which number of that one on; and what each answer comes to, by all of them."""

    held: tuple[int, ...]
    telling: tuple[int, ...]
    answers: Mapping[Values, Ranges]
    worths: Mapping[Values, Worths]


@dataclass(frozen=True)
class Policy:
    """All answers for the program with this `digest`. `goal` says what they are the best for."""

    digest: str
    goal: str
    value: float
    relations: Relations
    places: Mapping[int, Place]

    def find_answer(self, block: int, slots: Sequence[int]) -> int | None:
        """The answer where the game stands at a block, with slots that hold this; None if there is none."""
        place = self.places.get(block)
        if place is None:
            return None
        held = self._relate(place, slots)
        *others, last = [held[slot] for slot in place.telling] or [0]
        ranges = place.answers.get(tuple(others), ())
        return next((answer for low, answer in reversed(ranges) if low <= last), None)

    def find_worths(self, block: int, slots: Sequence[int]) -> Worths:
        """What each answer comes to there; nothing where that is not kept."""
        place = self.places.get(block)
        if place is None:
            return ()
        return place.worths.get(tuple(self._relate(place, slots).values()), ())

    def _relate(self, place: Place, slots: Sequence[int]) -> dict[int, int]:
        held = {slot: slots[slot] for slot in place.held}
        self.relations.normalize(held)
        return held


def make_digest(program: Program) -> str:
    """A hash of all that answers depend on: not of names, nor of what is said."""
    values = [each.values for each in program.choices]
    return sha256(repr((program.start, program.blocks, program.arrays, values)).encode()).hexdigest()[:32]


def write_policy(policy: Policy) -> str:
    return json.dumps(
        {
            "form": FORM,
            "program": policy.digest,
            "for": policy.goal,
            "value": policy.value,
            "groups": [sorted(group) for group in policy.relations.groups],
            "tops": sorted(policy.relations.tops.items()),
            "limits": [
                [slot, [[each.guard, each.terms, each.number] for each in limits]]
                for slot, limits in sorted(policy.relations.limits.items())
            ],
            "places": [[at, *_place_to_list(place)] for at, place in sorted(policy.places.items())],
        }
    )


def _place_to_list(place: Place) -> list[object]:
    return [place.held, place.telling, list(place.answers.items()), list(place.worths.items())]


def read_policy(text: str) -> Policy:
    """The policy that a text is. Raises NoPolicy."""
    try:
        told = json.loads(text)
        if told["form"] != FORM:
            raise NoPolicy
        groups = tuple(frozenset(_read_numbers(group)) for group in told["groups"])
        places = {place[0]: _read_place(place) for place in told["places"]}
        limits = {slot: tuple(map(_read_limit, several)) for slot, several in told["limits"]}
        tops = dict(map(_read_pair, told["tops"]))
        if not limits.keys() <= tops.keys():
            raise NoPolicy
        relations = Relations(groups, tops, limits)
        return Policy(told["program"], told["for"], told["value"], relations, places)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise NoPolicy from None


def _read_limit(told: list[Any]) -> Limit:
    guard, terms, number = told
    return Limit(tuple(map(_read_pair, guard)), tuple(map(_read_pair, terms)), *_read_numbers([number]))


def _read_place(told: list[Any]) -> Place:
    _, held, telling, answers, worths = told
    if not {*telling} <= {*held}:
        raise NoPolicy
    return Place(
        _read_numbers(held),
        _read_numbers(telling),
        {_read_numbers(values): tuple(map(_read_pair, ranges)) for values, ranges in answers},
        {_read_numbers(values): tuple((answer, float(worth)) for answer, worth in each) for values, each in worths},
    )


def _read_numbers(told: list[Any]) -> tuple[int, ...]:
    if not all(isinstance(each, int) for each in told):
        raise NoPolicy
    return tuple(told)


def _read_pair(told: list[Any]) -> tuple[int, int]:
    one, other = _read_numbers(told)
    return one, other
