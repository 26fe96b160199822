"""The states that a start leads to, many at a time: those of one kind are the rows of an array, and each walk serves
all rows that pass its tests. It finds what `chains.exploring` does, for millions of states, with NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy

from interpreter.chains.exploring import Exploration
from interpreter.chains.forks import Fork, Leaf, Tree
from interpreter.chains.memory import TOO_MUCH
from interpreter.chains.partly_known import Needed
from interpreter.chains.patience import too_many_ways
from interpreter.chains.relations import Relations, Truth, Unanswerable, ValueOf
from interpreter.chains.searching import MANY, Search
from interpreter.chains.states import CUT, Decision, OutOfReach
from interpreter.chains.sums import LinearSum, Value, combine, held_by
from interpreter.data_classes import dataclass
from interpreter.odds.rows_in_relation import COMPARE, Array, Columns, are_doubtful, are_high, relate_columns
from interpreter.program import Chance

MOST_WALKED = 1_000_000
"""So many steps may be walked, in all; a walk serves any number of rows."""

WIDEST = 40_000_000
"""Rows are numbered by a table of no more places than this."""

MOST_EDGES = 16_000_000
"""So many edges there may be: to solve a chain of more would take more than 2 GB of memory."""

TOO_WIDE = "it has too many states to be numbered"


@dataclass(frozen=True)
class Kind:
    """States that differ in what their `slots` hold alone: where they stop, who has won, and who decides, if so."""

    stop: int
    winners: tuple[int, ...]
    decision: Decision | None
    slots: tuple[int, ...]


@dataclass(frozen=True)
class Edges:
    """Edges as columns: the state each comes from, the one it goes to, what is gained; and how likely it is, or the
    number of the answer."""

    sources: Array
    goals: Array
    gains: Array
    weights: Array


@dataclass(frozen=True)
class Many:
    """A chain of many states, which are numbered. `kinds` has each kind with the numbers of its states and their rows;
    `falls` are the edges where chance decides, `answers` those where somebody does."""

    start: int
    gained: int
    count: int
    relations: Relations
    kinds: tuple[tuple[Kind, Array, Array], ...]
    falls: Edges
    answers: Edges


class _Numbers:
    """Numbers for rows of integers: by a table that is made anew where it gets too small. In each column the values
    that are ever seen are counted, so that those may lie far apart."""

    def __init__(self, kind: Kind, search: Search) -> None:
        self.kind, self.search = kind, search
        self.columns = [_Codes() for _ in kind.slots]
        self.sizes = [1 for _ in kind.slots]
        self.table = numpy.full(1, -1, numpy.int32)
        self.rows: list[Array] = []
        self.numbers: list[Array] = []

    def find(self, rows: Array, count: int) -> tuple[Array, Array]:
        """The number of each row, and the rows that are new, numbered from `count` on. Raises OutOfReach, and Again
        if a slot with many values is kept in relation from now on."""
        codes = [self._encode(at, rows[:, at]) for at in range(len(self.columns))]
        if any(column.count > size for column, size in zip(self.columns, self.sizes, strict=True)):
            self._grow()
        keys = self._make_keys(codes, len(rows))
        fresh = numpy.flatnonzero(self.table[keys] < 0)
        new, first = numpy.unique(keys[fresh], return_index=True)
        added = rows[fresh[first]]
        if len(new):
            self.table[new] = numpy.arange(count, count + len(new), dtype=numpy.int32)
            self.rows.append(added)
            self.numbers.append(self.table[new])
        return self.table[keys], added

    def _encode(self, at: int, values: Array) -> Array:
        column = self.columns[at]
        before, codes = column.count, column.encode(values)
        if column.count > before:
            self._watch(self.kind.slots[at], column.count)
        return codes

    def _make_keys(self, codes: Sequence[Array], count: int) -> Array:
        keys = numpy.zeros(count, numpy.int64)
        for code, size in zip(codes, self.sizes, strict=True):
            keys = keys * size + code
        return keys

    def _grow(self) -> None:
        """Have a place for each row that may come, and some more. Raises OutOfReach."""
        counts = [column.count for column in self.columns]
        pairs = zip(counts, self.sizes, strict=True)
        self.sizes = [count + count // 4 if count > size else size for count, size in pairs]
        if prod(self.sizes) > WIDEST:
            self.sizes = counts
        if prod(self.sizes) > WIDEST:
            raise OutOfReach(TOO_WIDE)
        self.table = numpy.full(prod(self.sizes), -1, numpy.int32)
        if self.rows:
            rows, numbers = numpy.concatenate(self.rows), numpy.concatenate(self.numbers)
            self.rows, self.numbers = [rows], [numbers]
            codes = [column.encode(rows[:, at]) for at, column in enumerate(self.columns)]
            self.table[self._make_keys(codes, len(rows))] = numbers

    def _watch(self, slot: int, count: int) -> None:
        search = self.search
        if slot not in search.relations.slots and slot not in search.settled and count > search.many.get(slot, MANY):
            search.relate(slot)


class _Codes:
    """Small numbers for the values of a column, in the order in which they come up."""

    def __init__(self) -> None:
        self.low = self.count = 0
        self.codes = numpy.full(1, -1, numpy.int32)

    def encode(self, values: Array) -> Array:
        """The number of each value, which may be a new one."""
        self._widen(int(values.min()), int(values.max()))
        places = values - self.low
        found = self.codes[places]
        if found.min() < 0:
            new = numpy.unique(places[found < 0])
            self.codes[new] = numpy.arange(self.count, self.count + len(new), dtype=numpy.int32)
            self.count += len(new)
            found = self.codes[places]
        return found

    def _widen(self, low: int, high: int) -> None:
        before, after = max(0, self.low - low), max(0, high - self.low - len(self.codes) + 1)
        if before or after:
            if before + after + len(self.codes) > WIDEST:
                raise OutOfReach(TOO_WIDE)
            self.codes, self.low = numpy.pad(self.codes, (before, after), constant_values=-1), self.low - before


class Frontiers:
    """Finds all states with the slots tracked that a search has settled on."""

    def __init__(self, search: Search) -> None:
        self.search, self.region, self.forks = search, search.region, search.forks
        self.relations = search.relations
        self.count = self.edge_count = 0
        self.live: dict[int, tuple[int, ...]] = {}
        self.numbers: dict[Kind, _Numbers] = {}
        self.waiting: dict[Kind, list[tuple[Array, Array]]] = {}
        self.falls: list[tuple[Array, Array, Array, Array]] = []
        self.answers: list[tuple[Array, Array, Array, Array]] = []

    def explore(self) -> Many:
        begin = Exploration(self.search)
        state, before = begin.begin()
        held = begin.held[state]
        row = list(held.values())
        first = Kind(begin.stops[state], begin.winners[state], begin.decisions.get(state), tuple(held))
        start = int(self.number(first, numpy.array([row], numpy.int64))[0])
        while self.waiting:
            kind = max(self.waiting, key=lambda kind: sum(len(each) for each, _ in self.waiting[kind]))
            several = self.waiting.pop(kind)
            ids = numpy.concatenate([each for each, _ in several])
            rows = numpy.concatenate([each for _, each in several])
            try:
                self.leave(kind, ids, {slot: rows[:, at] for at, slot in enumerate(kind.slots)})
            except Needed as needed:
                needed.stop = kind.stop
                raise
        kinds = [
            (kind, numpy.concatenate(each.numbers), numpy.concatenate(each.rows)) for kind, each in self.numbers.items()
        ]
        falls, answers = _join(self.falls), _join(self.answers)
        return Many(start, int(before), self.count, self.relations, tuple(kinds), falls, answers)

    def leave(self, kind: Kind, ids: Array, columns: Columns) -> None:
        """Go on from states of a kind."""
        if kind.stop < 0:
            return
        if kind.decision is not None:
            for answer in kind.decision.offered:
                self.go(kind, answer, columns, ids, self.answers, float(answer))
            return
        assert isinstance(self.region.program.blocks[kind.stop].terminator, Chance), "dice are thrown"
        for outcome, chance in self.region.outcomes(kind.stop):
            self.go(kind, outcome, columns, ids, self.falls, float(chance))

    def go(self, kind: Kind, outcome: int, columns: Columns, ids: Array, edges: list[Any], weight: float) -> None:
        """Find the leaf that serves each row, and follow it."""
        everything = numpy.arange(len(ids))
        tree = self.tree(kind, outcome, columns, 0)
        waiting: list[tuple[Tree, Array]] = [(tree, everything)]
        while waiting:
            tree, some = waiting.pop()
            if isinstance(tree, Leaf) and not tree.serves(columns):
                self.walk(kind, outcome, columns, int(some[0]))
                waiting.append((self.tree(kind, outcome, columns, int(some[0])), some))
            elif isinstance(tree, Leaf):
                goals, gains = self.arrive(kind, tree, columns, some)
                whole = ids[some].astype(numpy.int32), goals.astype(numpy.int32), gains.astype(numpy.int32)
                edges.append((*whole, numpy.full(len(some), weight)))
                self.edge_count += len(some)
                if self.edge_count > MOST_EDGES:
                    raise OutOfReach(f"{TOO_MUCH}: more than {MOST_EDGES:,} edges")
            else:
                for answer, part in self.split(tree, columns, some):
                    if answer not in tree.ways:
                        self.walk(kind, outcome, columns, int(part[0]))
                    waiting.append((tree.ways[answer], part))

    def tree(self, kind: Kind, outcome: int, columns: Columns, row: int) -> Tree:
        key = kind.stop, outcome
        if key not in self.forks.trees:
            self.walk(kind, outcome, columns, row)
        return self.forks.trees[key]

    def walk(self, kind: Kind, outcome: int, columns: Columns, row: int) -> None:
        """Have a walk that serves a row. Raises OutOfReach where there are too many."""
        if self.search.patience.taken > MOST_WALKED:
            raise OutOfReach(too_many_ways(MOST_WALKED), walked=True)
        self.forks.leaf(kind.stop, outcome, _state(columns, row))

    def split(self, fork: Fork, columns: Columns, some: Array) -> Iterator[tuple[int, Array]]:
        """The rows by their answers to a test."""
        test = fork.test
        total = self.read(test.sum if isinstance(test, Truth) else held_by(test.slot), columns, some)
        self.check(fork, columns, some, total)
        if isinstance(test, Truth):
            total = COMPARE[test.operator.name](total, 0)
        for answer in numpy.unique(total):
            yield int(answer), some[total == answer]

    def check(self, fork: Fork, columns: Columns, some: Array, total: Array) -> None:
        """Raises Unanswerable unless all rows answer a test for all that they stand for."""
        if fork.slots.isdisjoint(self.relations.slots):
            return
        self.relations.check(fork.test, _state(columns, int(some[0])))
        if not fork.slots.isdisjoint(self.relations.tops):
            here = {slot: column[some] for slot, column in columns.items()}
            doubtful = numpy.flatnonzero(are_doubtful(self.relations, fork.test, here, total))
            if len(doubtful):
                self.relations.check(fork.test, _state(here, int(doubtful[0])))

    def read(self, value: Value, columns: Columns, some: Array) -> Array:
        """What a value is in each row. Raises Needed."""
        if isinstance(value, int):
            return numpy.full(len(some), value, numpy.int64)
        missing = value.slots - columns.keys()
        if missing:
            raise Needed(missing)
        total = numpy.full(len(some), value.more, numpy.int64)
        for slot, times in value.terms:
            total += times * columns[slot][some]
        return total

    def arrive(self, kind: Kind, leaf: Leaf, columns: Columns, some: Array) -> tuple[Array, Array]:
        """The numbers of the states that a leaf leads to, and what is gained."""
        gains = self.gain(leaf, columns, some)
        stop = leaf.stop
        slots = self.slots_at(stop)
        values = {slot: leaf.slots.get(slot, held_by(slot)) for slot in slots}
        self.relations.check_values(values)
        held = {slot: self.read(value, columns, some) for slot, value in values.items()}
        self.check_tops(values, columns, some, held)
        decision = Decision(leaf.chooser, leaf.offered) if leaf.offered else None
        after = Kind(stop, (*kind.winners, *leaf.winners), decision, slots)
        relate_columns(self.relations, held)
        rows = numpy.stack(list(held.values()), axis=1) if held else numpy.zeros((len(some), 0), numpy.int64)
        far = self.far_apart(slots, rows) if stop >= 0 else None
        if far is None or not far.any():
            return self.number(after, rows), gains
        goals = numpy.empty(len(some), numpy.int64)
        goals[far] = self.number(Kind(CUT, after.winners, None, ()), numpy.zeros((int(far.sum()), 0), numpy.int64))
        if not far.all():
            goals[~far] = self.number(after, rows[~far])
        return goals, gains

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The slots of states at a stop."""
        if stop not in self.live:
            self.live[stop] = self.search.slots_at(stop)
        return self.live[stop]

    def far_apart(self, slots: tuple[int, ...], rows: Array) -> Array | None:
        """Which rows are cut off since slots of a group are too far apart."""
        columns = [at for at, slot in enumerate(slots) if any(slot in group for group in self.relations.groups)]
        return (rows[:, columns] > self.search.bounds.apart).any(axis=1) if columns else None

    def check_tops(self, values: Mapping[int, Value], columns: Columns, some: Array, held: Columns) -> None:
        """Raises Unanswerable if what comes of a slot at its top is not known in some row."""
        tops = self.relations.tops
        parts = [(slot, each) for slot, value in values.items() if isinstance(value, LinearSum) for each in value.terms]
        doubtful = [(slot, each, times) for slot, (each, times) in parts if each in tops]
        here = {slot: column[some] for slot, column in columns.items()} if doubtful else {}
        for slot, each, times in doubtful:
            lost = are_high(self.relations, each, here)
            if times > 0 and slot in tops:
                lost = lost & ~are_high(self.relations, slot, held)
            if lost.any():
                raise Unanswerable(frozenset({each}), ValueOf(slot))

    def gain(self, leaf: Leaf, columns: Columns, some: Array) -> Array:
        """What is gained in each row."""
        related = self.relations.slots
        if leaf.sampled is not None:
            value = leaf.sampled
            form: tuple[tuple[int, int], ...] = ()
            if isinstance(value, LinearSum):
                form = tuple((slot, times) for slot, times in value.terms if slot not in columns or slot in related)
                known = tuple((slot, times) for slot, times in value.terms if (slot, times) not in form)
                value = LinearSum(known, value.more) if known else value.more
            self.search.agree(form)
            return self.read(value, columns, some)
        total = numpy.zeros(len(some), numpy.int64)
        for slot, times in self.search.form or ():
            value = leaf.slots.get(slot, held_by(slot))
            if value != held_by(slot):
                change = combine(value, held_by(slot), -1)
                if isinstance(change, LinearSum) and slot in change.slots & related:
                    raise Unanswerable(frozenset({slot}), ValueOf(slot))
                total += times * self.read(change, columns, some)
        return total

    def number(self, kind: Kind, rows: Array) -> Array:
        """The numbers of states of a kind, some of which may be new."""
        if kind not in self.numbers:
            self.numbers[kind] = _Numbers(kind, self.search)
        found, added = self.numbers[kind].find(rows, self.count)
        if len(added):
            new = numpy.arange(self.count, self.count + len(added))
            self.count += len(added)
            if self.count > self.search.bounds.states:
                raise OutOfReach(f"it has more than {self.search.bounds.states:,} states", larger=True)
            self.waiting.setdefault(kind, []).append((new, added))
        return found


def _state(columns: Columns, row: int) -> dict[int, int]:
    return {slot: int(column[row]) for slot, column in columns.items()}


def _join(parts: list[tuple[Array, ...]]) -> Edges:
    if not parts:
        none = numpy.zeros(0, numpy.int64)
        return Edges(none, none, none, numpy.zeros(0))
    sources, goals, gains, weights = (numpy.concatenate(each) for each in zip(*parts, strict=True))
    return Edges(sources, goals, gains, weights)
