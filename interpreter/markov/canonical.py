"""Canonical states: one for each class of states with the same future.

The rules are `liveness` (what is dead is 0), `shifts` (the least slot of a group is 0) and `clamps` (a counter stops at
its last number that matters). The module of each has its proof. `twin` draws another member of a state's class, by
which `explore` checks the rules at run time.
"""

from __future__ import annotations

from collections.abc import Iterator
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


class Form(NamedTuple):
    """How the columns of the states at a node are treated: those that are constant there and identify the node within
    its block, the dead, the groups (by index) and the clamps."""

    fixed: tuple[tuple[int, int], ...]
    dead: Numbers
    groups: tuple[tuple[int, Numbers], ...]
    clamps: tuple[tuple[int, int], ...]


class _Nodes(NamedTuple):
    """Nodes of one block whose constants are in the same columns: the constants of each."""

    columns: Numbers
    numbers: Numbers
    nodes: Numbers


class Canonical:
    """The canonical states of a scope. `slots` are the columns of rows, from the second on; `groups` the groups, in the
    order of the columns of shifts, and `weights` how often each counts. The checks `unchecked` are left out."""

    def __init__(self, phases: Phases, live: Liveness, kept: int = 0) -> None:
        graph, self.graph, self.live = live.graph, live.graph, live
        self.stops = graph.stops
        shifts = Shifts(live, kept)
        clamps = {slot: top for slot, top in find_clamps(shifts).items() if not kept >> slot & 1}
        known = [graph.constants[at] for at in graph.stops]
        clamps = {slot: top for slot, top in clamps.items() if all(each.get(slot, top) <= top for each in known)}
        self.groups = sorted(shifts.groups)
        self.weights = np.array([shifts.weights.get(group, 0) for group in self.groups], np.int64)
        self.slots = self._list_slots(graph, live)
        self.unchecked = _find_unchecked(graph, live, shifts, clamps)
        self.forms = {at: self._form(graph, live, shifts, clamps, at) for at in dict.fromkeys((0, *self.stops))}
        self.keys = np.random.default_rng(0).integers(1, 2**62, len(self.slots) + 1)
        self.nodes = self._list_nodes(graph)
        found = phases.ranges
        self.ranges = [found[Slot(slot)] for slot in self.slots]
        rest = {*range(len(graph.program.slots))} - {*self.slots} - graph.constants[0].keys()
        self.unseen = {slot: _some_of(*found[Slot(slot)]) for slot in sorted(rest)}

    def _list_slots(self, graph: Graph, live: Liveness) -> list[int]:
        """Those that are live or constant at some stop: constants are kept so that `locate` checks them."""
        stops = {*self.stops, 0} if graph.scope.routine is not None else self.stops
        found = {slot for at in stops for slot in graph.constants[at]}
        seen = 0
        for at in stops:
            seen |= live.after(at) if graph.nodes[at].block <= EXIT else live.before[at]
        return sorted(found | {slot for slot in range(live.slots) if seen >> slot & 1})

    def _list_nodes(self, graph: Graph) -> dict[int, list[_Nodes]]:
        """The nodes of each block."""
        found: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for at in self.stops:
            columns = tuple(sorted(column for column, _ in self.forms[at].fixed))
            found.setdefault(graph.nodes[at].block, {}).setdefault(columns, []).append(at)
        return {
            block: [
                _Nodes(
                    np.array(columns, np.int64),
                    np.array([[dict(self.forms[at].fixed)[column] for column in columns] for at in nodes], np.int64),
                    np.array(nodes, np.int64),
                )
                for columns, nodes in alike.items()
            ]
            for block, alike in found.items()
        }

    def _form(self, graph: Graph, live: Liveness, shifts: Shifts, clamps: dict[int, int], at: int) -> Form:
        alive = live.before[at]
        if at == 0 and graph.scope.routine is None:
            return Form((), np.zeros(0, np.int64), (), ())
        column = {slot: place for place, slot in enumerate(self.slots, 1)}
        fixed = {slot: number for slot, number in graph.constants[at].items() if slot in column}
        groups = []
        for place, group in enumerate(self.groups):
            columns = [column[slot] for slot in shifts.groups[group] if alive >> slot & 1 and slot not in fixed]
            if columns:
                groups.append((place, np.array(columns, np.int64)))
        dead = [place for slot, place in column.items() if not alive >> slot & 1 and slot not in fixed]
        return Form(
            tuple((column[slot], number) for slot, number in fixed.items()),
            np.array(dead, np.int64),
            tuple(groups),
            tuple((column[slot], top) for slot, top in clamps.items() if alive >> slot & 1 and slot not in fixed),
        )

    def list_numbers(self, at: int) -> set[int]:
        """The slots in which states at a node can differ; of a group, all but the first."""
        form = self.forms[at]
        left_out = {*form.dead.tolist(), *(column for column, _ in form.fixed), *(each[1][0] for each in form.groups)}
        return {slot for column, slot in enumerate(self.slots, 1) if column not in left_out}

    def is_alive(self, nodes: Numbers) -> NDArray[np.bool_]:
        """For each of some nodes (-1 for none) and each group, whether a slot of the group is live there."""
        found = np.zeros((max(self.forms) + 2, len(self.groups)), bool)
        for at, form in self.forms.items():
            found[at, [place for place, _ in form.groups]] = True
        return np.asarray(found[nodes])

    def sort(self, nodes: Numbers) -> Iterator[tuple[Numbers, Form]]:
        """Groups an array of nodes: the positions of each node, and its form."""
        order = np.argsort(nodes.astype(np.int32), kind="stable")
        first = np.flatnonzero(np.diff(nodes[order], prepend=-2))
        for here in np.split(order, first[1:]) if len(first) else ():
            if (form := self.forms.get(int(nodes[here[0]]))) is not None:
                yield here, form

    def fill(self, random: np.random.Generator) -> Numbers:
        """Random numbers for the slots that are part of no state: they must not matter."""
        found = np.zeros(len(self.graph.program.slots), np.int64)
        found[[*self.unseen]] = _draw(random, [*self.unseen.values()])
        return found

    def locate(self, rows: Numbers, blocks: Numbers) -> Numbers:
        """The node of each state; -1 if the game is over or the state is in no node."""
        found = np.full(len(blocks), -1)
        for block in np.unique(blocks):
            here = np.flatnonzero(blocks == block)
            for columns, numbers, nodes in self.nodes.get(int(block), ()):
                held = rows[np.ix_(here, columns)]
                keys = numbers @ self.keys[columns]
                order = np.argsort(keys)
                near = order[np.searchsorted(keys, held @ self.keys[columns], sorter=order) % len(keys)]
                fits = (held == numbers[near]).all(axis=1)
                found[here[fits]] = nodes[near[fits]]
        return found

    def normalise(self, rows: Numbers, nodes: Numbers) -> Numbers:
        """Make rows canonical, in place. Returns the shift of each group."""
        shifts = np.zeros((len(rows), len(self.groups)), np.int64)
        rows[nodes < 0, 1:] = 0
        for here, form in self.sort(nodes):
            part = rows[here]
            part[:, form.dead] = 0
            for place, columns in form.groups:
                least = part[:, columns].min(axis=1)
                part[:, columns] -= least[:, None]
                shifts[here, place] = least
            for column, top in form.clamps:
                np.minimum(part[:, column], top, out=part[:, column])
            rows[here] = part
        return shifts

    def shift(self, rows: Numbers, nodes: Numbers, shifts: Numbers) -> None:
        """Shift the groups of rows, in place."""
        for here, form in self.sort(nodes):
            for place, columns in form.groups:
                rows[np.ix_(here, columns)] += shifts[here, place][:, None]

    def twin(self, rows: Numbers, nodes: Numbers, random: np.random.Generator) -> tuple[Numbers, Numbers]:
        """A random member of the class of each state, and the shifts of its groups. No slot leaves its range: faint
        code need not stand that."""
        rows, shifts = rows.copy(), np.zeros((len(rows), len(self.groups)), np.int64)
        highest = np.array([0, *(high for _, high in self.ranges)])
        for here, form in self.sort(nodes):
            part = rows[here]
            part[:, form.dead] = _draw(random, [_some_of(*self.ranges[at - 1]) for at in form.dead], len(here))
            for place, columns in form.groups:
                room = (highest[columns] - part[:, columns]).min(axis=1).clip(0)
                shifts[here, place] = np.minimum(random.integers(1, 6, len(here)), room)
                part[:, columns] += shifts[here, place][:, None]
            for column, top in form.clamps:
                more = np.minimum(random.integers(1, 8, len(here)), highest[column] - part[:, column])
                part[:, column] += np.where(part[:, column] >= top, more.clip(0), 0)
            rows[here] = part
        return rows, shifts


def _some_of(low: int, high: int) -> tuple[int, int]:
    """The ends of a part of a range, near 0 if possible."""
    first = min(max(low, -2), high) if low < 0 else low
    return first, min(high, first + 7)


def _draw(random: np.random.Generator, ranges: list[tuple[int, int]], rows: int = 1) -> Numbers:
    """Rows of random numbers, one from each range."""
    lows, highs = np.array(ranges, np.int64).reshape(-1, 2).T
    return random.integers(lows, highs, (rows, len(ranges)), endpoint=True)


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
