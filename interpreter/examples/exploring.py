"""Plays games by chance until they come to places that no example reaches.

What is kept of a game is the way to the place: each stop on it with its position, the phases under way there, and the
answer. Every other game takes the default of each choice, so that what only long play as intended leads to is found
too. Rows that no game came to are then looked for from the rows beside them (`climbing`).
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.chance import Stream
from interpreter.engine import DecisionStop, pick_default_answer
from interpreter.examples.climbing import climb
from interpreter.examples.covered import SiteKey
from interpreter.examples.walking import OpenStop, Sighting, Walk, Way
from interpreter.stepper import Stepper

MOST_STOPS = 3_000
"""How many stops of a game are looked at."""

MOST_BESIDE = 3
"""How many ways to a row are kept for coming to the rows beside it."""


def find_sightings(stepper: Stepper, wanted: set[SiteKey], games: int) -> Iterator[Sighting]:
    """Ways to the places that are `wanted`, one in each game that comes to one; whoever asks may take from them."""
    sighted = set[SiteKey]()
    beside: dict[SiteKey, list[Way]] = {}
    tables = {name for kind, name, *_ in wanted if kind == "row"}
    for number in range(games):
        if not wanted:
            return
        for sighting in _play_game(stepper, number):
            kind, name, *_ = sighting.key
            if kind == "row" and name in tables and len(ways := beside.setdefault(sighting.key, [])) < MOST_BESIDE:
                ways.append(sighting.way)
            if sighting.key in wanted:
                sighted.add(sighting.key)
                yield sighting
    for key in sorted(wanted - sighted):
        yield from climb(stepper, key, beside)


def _play_game(stepper: Stepper, number: int) -> Iterator[Sighting]:
    """The first ways to all places that a game comes to."""
    stream, found = Stream(1, number), set[SiteKey]()
    walk = Walk.begin(stepper)
    for _ in range(MOST_STOPS):
        new, before = sorted(walk.reached - found), walk
        found.update(new)
        stop = walk.stop
        if stop is not None:
            walk = walk.take(_pick_answer(stop, stream, by_default=number % 2 == 1))
        yield from (Sighting(key, before.way, walk.way) for key in new)
        if stop is None:
            return


def _pick_answer(stop: OpenStop, stream: Stream, by_default: bool) -> int:
    if not isinstance(stop, DecisionStop):
        return stream.randbelow(stop.outcomes)
    return pick_default_answer(stop) if by_default else stop.offered[stream.randbelow(len(stop.offered))]
