"""Solves x = gains + P x in fractions, by putting each state into those that lead to it.

States with few ways in and few ways out go first: little is added to the ways of others then, and fractions stay short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from interpreter.chains.states import OutOfReach

Row: TypeAlias = dict[int, Fraction]

Solver: TypeAlias = Callable[[Sequence[Fraction]], list[Fraction]]
"""Finds x for the gains of each state."""

MOST_DIGITS = 2_000_000
"""So many binary digits the fractions may have all together that come up."""

ENDLESS = "some games never end"


class TooLong(Exception):
    """It would take long to solve that in fractions."""


class Unsolvable(Exception):
    """Equations in floating point that cannot be solved: there are too many, or states may never end, or something is
    added where nothing may be."""


@dataclass(frozen=True)
class Elimination:
    """How a state was put into others: how often it is come to once it has been, the ways into it, and the ways on."""

    state: int
    stays: Fraction
    into: tuple[tuple[int, Fraction], ...]
    onward: tuple[tuple[int, Fraction], ...]


def make_exact_solver(every: Sequence[Iterable[tuple[Fraction, int]]]) -> Solver:
    """What solves x = gains + P x for the ways that lead on from each state. Raises TooLong, or OutOfReach where it
    may never end."""
    eliminations = _eliminate([_add_up(ways) for ways in every])

    def solve(gains: Sequence[Fraction]) -> list[Fraction]:
        found = list(gains)
        for each in eliminations:
            found[each.state] *= each.stays
            for before, chance in each.into:
                found[before] += chance * found[each.state]
        for each in reversed(eliminations):
            found[each.state] += sum((chance * found[to] for to, chance in each.onward), Fraction(0))
        return found

    return solve


def _add_up(ways: Iterable[tuple[Fraction, int]]) -> Row:
    row: Row = {}
    for chance, to in ways:
        row[to] = row.get(to, Fraction(0)) + chance
    return row


def _eliminate(rows: list[Row]) -> list[Elimination]:
    into: list[set[int]] = [set() for _ in rows]
    for state, row in enumerate(rows):
        for to in row:
            into[to].add(state)
    found, digits = list[Elimination](), 0
    waiting = [(len(into[state]) * len(row), state) for state, row in enumerate(rows)]
    heapify(waiting)
    while waiting:
        cost, state = heappop(waiting)
        now = len(into[state]) * len(rows[state])
        if now > cost:
            heappush(waiting, (now, state))
            continue
        done = _take_out(rows, into, state)
        found.append(done)
        digits += len(done.into) * sum(chance.denominator.bit_length() for _, chance in done.onward)
        if digits > MOST_DIGITS:
            raise TooLong
    return found


def _take_out(rows: list[Row], into: list[set[int]], state: int) -> Elimination:
    """Let all that lead to a state lead to what it leads to."""
    row = rows[state]
    into[state].discard(state)
    back = row.pop(state, Fraction(0))
    if back == 1:
        raise OutOfReach(ENDLESS, endless=True)
    stays = 1 / (1 - back)
    onward = tuple((to, chance * stays) for to, chance in row.items())
    before = [(each, rows[each].pop(state)) for each in sorted(into[state])]
    for each, chance in before:
        for to, further in onward:
            rows[each][to] = rows[each].get(to, Fraction(0)) + chance * further
            into[to].add(each)
    for to, _ in onward:
        into[to].discard(state)
    return Elimination(state, stays, tuple(before), onward)
