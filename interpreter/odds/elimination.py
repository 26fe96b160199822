"""Solves x = gains + P x in fractions, by putting each state into those that lead to it.

States with few ways in and few ways out go first: little is added to the ways of others then, and fractions stay short.
The equation of a state is in whole numbers, with no common factor: so many times x is what its ways lead to, each so
many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm
from typing import TypeAlias

from interpreter.chains.states import OutOfReach
from interpreter.data_classes import dataclass

Row: TypeAlias = dict[int, int]
"""How many times each state is come to, for so many times that one is left."""

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
    """How a state was put into others: its own equation, whose gains are taken `whole` times and x `left` times; the
    ways into it, as numerators and denominators; and the ways on."""

    state: int
    whole: int
    left: int
    into: tuple[tuple[int, int, int], ...]
    onward: tuple[tuple[int, int], ...]


def make_exact_solver(every: Sequence[Iterable[tuple[Fraction, int]]]) -> Solver:
    """What solves x = gains + P x for the ways that lead on from each state. Raises TooLong, or OutOfReach where it
    may never end."""
    eliminations = _Equations(every).eliminate()

    def solve(gains: Sequence[Fraction]) -> list[Fraction]:
        found = list(gains)
        coming: list[list[tuple[int, int]]] = [[] for _ in found]
        for each in eliminations:
            gained = _add_up(found[each.state], coming[each.state])
            found[each.state] = gained = Fraction(gained.numerator * each.whole, gained.denominator * each.left)
            if gained:
                for before, weight, whole in each.into:
                    coming[before].append((weight * gained.numerator, whole * gained.denominator))
        for each in reversed(eliminations):
            onward = [(weight * found[to].numerator, each.left * found[to].denominator) for to, weight in each.onward]
            found[each.state] = _add_up(found[each.state], onward)
        return found

    return solve


def _add_up(first: Fraction, fractions: Sequence[tuple[int, int]]) -> Fraction:
    """A fraction and others, each a numerator and a denominator with or without common factors."""
    total, whole = first.numerator, first.denominator
    for numerator, denominator in fractions:
        if denominator == whole:
            total += numerator
        else:
            common = gcd(whole, denominator)
            total = total * (denominator // common) + numerator * (whole // common)
            whole = whole // common * denominator
    return Fraction(total, whole)


class _Equations:
    """The equations of states that are not put into others yet: of each how many times it is taken, and its ways."""

    def __init__(self, every: Sequence[Iterable[tuple[Fraction, int]]]) -> None:
        self.rows: list[Row] = []
        self.wholes: list[int] = []
        self.into: list[set[int]] = [set() for _ in every]
        for state, each in enumerate(every):
            ways = [*each]
            whole = lcm(*(chance.denominator for chance, _ in ways))
            row: Row = {}
            for chance, to in ways:
                row[to] = row.get(to, 0) + chance.numerator * (whole // chance.denominator)
                self.into[to].add(state)
            self.rows.append(row)
            self.wholes.append(whole)

    def eliminate(self) -> list[Elimination]:
        """Put every state into those that lead to it, one after the other. Raises TooLong, or OutOfReach."""
        found, digits = list[Elimination](), 0
        waiting = [(len(self.into[state]) * len(row), state) for state, row in enumerate(self.rows)]
        heapify(waiting)
        while waiting:
            cost, state = heappop(waiting)
            now = len(self.into[state]) * len(self.rows[state])
            if now > cost:
                heappush(waiting, (now, state))
                continue
            done = self._take_out(state)
            found.append(done)
            digits += len(done.into) * len(done.onward) * done.left.bit_length()
            if digits > MOST_DIGITS:
                raise TooLong
        return found

    def _take_out(self, state: int) -> Elimination:
        """Let all that lead to a state lead to what it leads to."""
        row, whole = self.rows[state], self.wholes[state]
        self.into[state].discard(state)
        left = whole - row.pop(state, 0)
        if not left:
            raise OutOfReach(ENDLESS, endless=True)
        onward, before = tuple(row.items()), list[tuple[int, int, int]]()
        for each in sorted(self.into[state]):
            before.append((each, self.rows[each].pop(state), self.wholes[each]))
            self._lead_on(each, before[-1][1], left, onward)
        for to, _ in onward:
            self.into[to].discard(state)
        return Elimination(state, whole, left, tuple(before), onward)

    def _lead_on(self, state: int, times: int, left: int, onward: Iterable[tuple[int, int]]) -> None:
        """Let a state that led so many `times` to another lead to what that leads to."""
        common = gcd(times, left)
        times, left = times // common, left // common
        row = self.rows[state]
        if left != 1:
            for to in row:
                row[to] *= left
        for to, weight in onward:
            row[to] = row.get(to, 0) + times * weight
            self.into[to].add(state)
        whole = self.wholes[state] * left
        if (common := gcd(whole, *row.values())) != 1:
            whole //= common
            for to in row:
                row[to] //= common
        self.wholes[state] = whole
