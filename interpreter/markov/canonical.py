"""Canonical states: one for each class of states with the same future.

The rules are `liveness` (what is dead is 0), `shifts` (the least slot of a group is 0) and `clamps` (a counter stops at
its last number that matters). The module of each has its proof. `twin` draws another member of a state's class, by
which `explore` checks the rules at run time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from interpreter.markov.clamps import find_clamps
from interpreter.markov.liveness import Liveness
from interpreter.markov.phases import Phases
from interpreter.markov.question import EXIT, Numbers
from interpreter.markov.shifts import Shifts
from interpreter.markov.unfold import Graph
from interpreter.markov.uses import bits
from interpreter.program import Check, Slot

Truths = NDArray[np.bool_]


class Form(NamedTuple):
    """How the columns of the states at a node are treated: the constants, which identify the node within its block, the
    dead, the groups (by index) and the clamps."""

    fixed: tuple[tuple[int, int], ...]
    dead: Numbers
    groups: tuple[tuple[int, Numbers], ...]
    clamps: tuple[tuple[int, int], ...]


class _Table(NamedTuple):
    """The forms by node, the last for none: which groups are live, and which columns are dead; and the nodes of each
    clamp, and of each set of columns of a group that is shifted."""

    alive: Truths
    dead: Truths
    clamped: dict[tuple[int, int], Truths]
    shifted: dict[tuple[int, tuple[int, ...]], Truths]


def _tabulate(forms: Mapping[int, Form], groups: int, width: int) -> _Table:
    size = max(forms) + 2
    table = _Table(np.zeros((size, groups), bool), np.zeros((size, width), bool), {}, {})
    table.dead[-1, 1:] = True
    for at, form in forms.items():
        table.dead[at, form.dead] = True
        for clamp in form.clamps:
            table.clamped.setdefault(clamp, np.zeros(size, bool))[at] = True
        for place, columns in form.groups:
            table.alive[at, place] = True
            table.shifted.setdefault((place, tuple(columns.tolist())), np.zeros(size, bool))[at] = True
    return table


class Canonical:
    """The canonical states of a scope. `slots` are the columns of rows, from the second on; `groups` the groups, in the
    order of the columns of shifts, and `weights` how often each counts. `nodes` are those of each block. The checks
    `unchecked` are left out. `varied` is how many constants each slot has: those with most are compared first."""

    def __init__(self, phases: Phases, live: Liveness, kept: int = 0) -> None:
        graph, self.graph, self.live = live.graph, live.graph, live
        shifts = Shifts(live, kept)
        clamps = {slot: top for slot, top in find_clamps(shifts).items() if not kept >> slot & 1}
        known = [graph.constants[at] for at in graph.stops]
        clamps = {slot: top for slot, top in clamps.items() if all(each.get(slot, top) <= top for each in known)}
        self.varied = Counter(slot for slot, _ in {item for each in known for item in each.items()})
        self.groups = sorted(shifts.groups)
        self.weights = np.array([shifts.weights.get(group, 0) for group in self.groups], np.int64)
        self.slots = self._list_slots(graph, live)
        self.unchecked = _find_unchecked(graph, live, shifts, clamps)
        self.forms = {at: self._form(graph, live, shifts, clamps, at) for at in dict.fromkeys((0, *graph.stops))}
        self._table = _tabulate(self.forms, len(self.groups), len(self.slots) + 1)
        self.nodes: dict[int, list[int]] = {}
        for at in graph.stops:
            self.nodes.setdefault(graph.nodes[at].block, []).append(at)
        found = phases.ranges
        self.ranges = [found[Slot(slot)] for slot in self.slots]
        rest = {*range(len(graph.program.slots))} - {*self.slots} - graph.constants[0].keys()
        self.unseen = {slot: _some_of(*found[Slot(slot)]) for slot in sorted(rest)}

    def _list_slots(self, graph: Graph, live: Liveness) -> list[int]:
        """Those that are live or constant at some stop: constants are kept so that `locate` checks them."""
        stops = {*graph.stops, 0} if graph.scope.routine is not None else graph.stops
        found = {slot for at in stops for slot in graph.constants[at]}
        seen = 0
        for at in stops:
            seen |= live.after(at) if graph.nodes[at].block <= EXIT else live.before[at]
        return sorted(found | {slot for slot in range(live.slots) if seen >> slot & 1})

    def _form(self, graph: Graph, live: Liveness, shifts: Shifts, clamps: dict[int, int], at: int) -> Form:
        if at == 0 and graph.scope.routine is None:
            return Form((), np.zeros(0, np.int64), (), ())
        alive = live.before[at]
        column = {slot: place for place, slot in enumerate(self.slots, 1)}
        fixed = {slot: number for slot, number in graph.constants[at].items() if slot in column}
        groups = []
        for place, group in enumerate(self.groups):
            columns = [column[slot] for slot in shifts.groups[group] if alive >> slot & 1 and slot not in fixed]
            if columns:
                groups.append((place, np.array(columns, np.int64)))
        dead = [place for slot, place in column.items() if not alive >> slot & 1 and slot not in fixed]
        return Form(
            tuple((column[slot], fixed[slot]) for slot in sorted(fixed, key=self.varied.__getitem__, reverse=True)),
            np.array(dead, np.int64),
            tuple(groups),
            tuple((column[slot], top) for slot, top in clamps.items() if alive >> slot & 1 and slot not in fixed),
        )

    def list_numbers(self, at: int) -> set[int]:
        """The slots in which states at a node can differ; of a group, all but the first."""
        form = self.forms[at]
        left_out = {*form.dead.tolist(), *(column for column, _ in form.fixed), *(each[1][0] for each in form.groups)}
        return {slot for column, slot in enumerate(self.slots, 1) if column not in left_out}

    def list_summed(self, at: int) -> set[int]:
        """The slots at a node on whose shifts samples depend."""
        groups = (columns.tolist() for place, columns in self.forms[at].groups if self.weights[place])
        return {self.slots[column - 1] for columns in groups for column in columns}

    def is_alive(self, nodes: Numbers) -> Truths:
        """For each of some nodes (-1 for none) and each group, whether a slot of the group is live there."""
        return np.asarray(self._table.alive[nodes])

    def fill(self, random: np.random.Generator) -> Numbers:
        """Random numbers for the slots that are part of no state: they must not matter."""
        found = np.zeros(len(self.graph.program.slots), np.int64)
        lows, highs = np.array([*self.unseen.values()], np.int64).reshape(-1, 2).T
        found[[*self.unseen]] = random.integers(lows, highs, endpoint=True)
        return found

    def locate(self, rows: Numbers, blocks: Numbers) -> Numbers:
        """The node of each state; -1 if the game is over or the state is in no node."""
        found = np.full(len(blocks), -1)
        for block in np.unique(blocks).tolist():
            here = np.flatnonzero(blocks == block)
            for at in self.nodes.get(block, ()):
                fits = here
                for column, number in self.forms[at].fixed:
                    fits = fits[rows[fits, column] == number]
                found[fits] = at
        return found

    def normalise(self, rows: Numbers, nodes: Numbers) -> Numbers:
        """Make rows canonical, in place. Returns the shift of each group."""
        shifts = np.zeros((len(rows), len(self.groups)), np.int64)
        np.copyto(rows, 0, where=self._table.dead[nodes])
        for (column, top), live in self._table.clamped.items():
            rows[(rows[:, column] > top) & live[nodes], column] = top
        for place, here in self._list_shifted(nodes):
            least = rows[here].min(axis=1)
            rows[here] -= least[:, None]
            shifts[here[0][:, 0], place] = least
        return shifts

    def shift(self, rows: Numbers, nodes: Numbers, shifts: Numbers) -> None:
        """Shift the groups of rows, in place."""
        for place, here in self._list_shifted(nodes):
            rows[here] += shifts[here[0], place]

    def _list_shifted(self, nodes: Numbers) -> Iterator[tuple[int, tuple[Numbers, Numbers]]]:
        """Each group, with the rows where it is live, and its columns there."""
        for (place, columns), live in self._table.shifted.items():
            yield place, (np.flatnonzero(live[nodes])[:, None], np.array(columns))

    def twin(self, rows: Numbers, nodes: Numbers, random: np.random.Generator) -> tuple[Numbers, Numbers]:
        """A random member of the class of each state, and the shifts of its groups. No slot leaves its range: faint
        code need not stand that."""
        rows, shifts = rows.copy(), np.zeros((len(rows), len(self.groups)), np.int64)
        dead, highest = self._table.dead[nodes], np.array([0, *(high for _, high in self.ranges)])
        for column in np.flatnonzero(dead.any(axis=0)).tolist():
            low, high = _some_of(*self.ranges[column - 1])
            rows[:, column] = np.where(dead[:, column], random.integers(low, high + 1, len(rows)), rows[:, column])
        for place, here in self._list_shifted(nodes):
            room = (highest[here[1]] - rows[here]).min(axis=1).clip(0)
            more = np.minimum(random.integers(1, 6, len(room)), room)
            shifts[here[0][:, 0], place] = more
            rows[here] += more[:, None]
        for (column, top), live in self._table.clamped.items():
            over = (rows[:, column] >= top) & live[nodes]
            room = (highest[column] - rows[over, column]).clip(0)
            rows[over, column] += np.minimum(random.integers(1, 8, len(room)), room)
        return rows, shifts


def _some_of(low: int, high: int) -> tuple[int, int]:
    """The ends of a part of a range, near 0 if possible."""
    first = min(max(low, -2), high) if low < 0 else low
    return first, min(high, first + 7)


def _find_unchecked(graph: Graph, live: Liveness, shifts: Shifts, clamps: dict[int, int]) -> frozenset[tuple[int, int]]:
    """The checks, by block and index, of slots that are dead, shifted or clamped in some context, and all checks of
    registers. They are left out: a game that would fail there plays on."""
    free = {at for at in range(live.slots) if shifts.is_shifted(Slot(at))} | clamps.keys()
    found = set[tuple[int, int]]()
    for at, node in enumerate(graph.nodes):
        if node.block <= EXIT or at in graph.entered:
            continue
        alive = live.after(at)
        block = graph.program.blocks[node.block]
        for place, part in enumerate(block.instructions):
            if isinstance(part, Check) and not isinstance(part.value, int):
                is_plain = isinstance(part.value, Slot) and part.value.index not in free
                if not (is_plain and alive & bits(graph.program, [part.value])):
                    found.add((node.block, place))
    return frozenset(found)
