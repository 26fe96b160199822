"""What is measured of a phase, whatever was before it: where that is so, no whole game has to be looked at.

A phase is explored from its entry with nothing known of the game. What it turns out to have to know, who is batting
say, it is given in every way in which the game may have it; and if the figures are the same for all of them, they hold
for all phases of a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from math import isclose, prod

from interpreter.chains.finding import find_states
from interpreter.chains.forks import Goal
from interpreter.chains.regions import Region, refuse_cards
from interpreter.chains.searching import Search
from interpreter.chains.states import Lost, OutOfReach, Start
from interpreter.display import format_seat
from interpreter.odds.chain_figures import Odds, Setting, find_phase, solve
from interpreter.odds.whole_games import SMALL
from interpreter.program import FULL, Slot

MOST_WAYS = 8
"""In so many ways a phase may begin, at most."""

SAME = 1e-11
"""So near are figures that are rounded and the same."""


def find_every_phase(setting: Setting, measure: int) -> Odds:
    """The odds of a measure, which are the same for all phases of a game. Raises OutOfReach where they may not be, or
    where that is not known soon."""
    setting = replace(setting, bounds=SMALL)
    routine = find_phase(setting.program, setting.program.measures[measure].per)
    assert routine is not None, "it is measured of a phase"
    entry = setting.program.routines[routine].entry
    refuse_cards(setting.program, entry)
    region = Region(setting.program, measure, setting.strategies, (entry,), setting.weights)
    known: frozenset[int] = frozenset()
    while True:
        try:
            return _find_alike(setting, region, entry, measure, sorted(known))
        except Lost as lost:
            if lost.slots <= known:
                raise
            known |= lost.slots


def _find_alike(setting: Setting, region: Region, entry: int, measure: int, known: list[int]) -> Odds:
    """The odds with these slots known, whatever they hold."""
    found: list[Odds] = []
    search = Search(region, Start(entry), Goal(measure), setting.bounds)
    for held in _list_ways(region, known):
        search.begin_at(Start(entry, dict(zip(known, held, strict=True)), hidden=True))
        found.append(solve(find_states(search)))
        if not _are_alike(found[0], found[-1]):
            raise OutOfReach("what comes of the phase hangs on what was before")
    return found[0]


def _list_ways(region: Region, known: list[int]) -> Iterator[tuple[int, ...]]:
    """All that these slots may hold together. Raises OutOfReach where that is too much."""
    values = [_list_values(region, slot) for slot in known]
    if prod(each.stop - each.start for each in values) > MOST_WAYS:
        raise OutOfReach("what comes of the phase hangs on too much of what was before")
    return product(*values)


def _list_values(region: Region, slot: int) -> range:
    """All that a slot may hold: nobody who does not play."""
    program = region.program
    low, high = region.ranges.get(Slot(slot), FULL)
    shape = program.shapes[program.slots[slot].shape]
    if shape.form == "member":
        seats = tuple(format_seat(program, seat) for seat in range(len(program.seats)))
        members = len(seats) if shape.labels[: len(seats)] == seats else len(shape.labels)
        low, high = max(low, shape.low), min(high, shape.low + members - 1)
    return range(low, high + 1)


def _are_alike(one: Odds, other: Odds) -> bool:
    """Whether means and variances are the same, as far as that can be told."""
    mean, other_mean = one.mean(one.start) + one.chain.gained, other.mean(other.start) + other.chain.gained
    variance, other_variance = (float(each.moments.variance(each.chain.classes[each.start])) for each in (one, other))
    near = partial(isclose, rel_tol=SAME, abs_tol=SAME)
    return near(mean, other_mean) and near(variance, other_variance)
