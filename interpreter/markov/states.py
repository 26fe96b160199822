"""A table of states: rows of numbers, each with a number of its own.

States are found by a hash of 64 bits in a table with open addressing and linear probing (Knuth, "The Art of Computer
Programming", 6.4), in machine code.
"""

from __future__ import annotations

import ctypes
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Floats, Numbers
from interpreter.native import compiler
from interpreter.native.llvm_text import Function, Loop

EDGES, FEWEST = 5, 500_000
"""The most edges for each state of the limit, and the most in any case; other work counts as edges, too."""

CUT = 1e-17
"""A state that is visited less often than this in a game is not explored; what is lost is part of the bound."""


class Limit:
    """How many states there may be, in all tables together, and edges between them; and how seldom visited states are
    cut off."""

    def __init__(self, most: int, cut: float = CUT) -> None:
        self.most, self.cut, self.states, self.edges = most, cut, 0, 0
        self.most_edges = max(EDGES * most, FEWEST)

    def add(self, states: int = 0, edges: int = 0) -> None:
        """Raises OutOfReach."""
        self.states, self.edges = self.states + states, self.edges + edges
        if self.states > self.most:
            raise OutOfReach(f"there are more than {self.most:,} states", larger=True)
        if self.edges > self.most_edges:
            raise OutOfReach(f"exploring it takes more than {self.most_edges:,} steps", larger=True)


@cache
def _load_finder() -> Any:
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    code = compiler.Code(compiler.compiled(_write_finder(), "fast"))
    return code, code.function("find", number, pointer, number, pointer, number, number, pointer, pointer)


def _write_finder() -> str:
    """`find(keys, many, table, mask, size, numbers, first)` gives each key its number, a new one if it has none, and
    says where each new one is found first. The table has a key and its number, counted from 1, at each place."""
    arguments = "ptr %keys, i64 %many, ptr %table, i64 %mask, i64 %size, ptr %numbers, ptr %first"
    f = Function(f"i64 @find({arguments})")
    place, end = f.place(), f.place()
    f.store("%size", end)
    with Loop(f, "%many") as at:
        key = f.get("%keys", at)
        mixed = f.op("xor", key, f.op("lshr", key, 32))
        f.store(f.op("and", f.op("mul", mixed, 0x9E3779B97F4A7C15 - 2**64), "%mask"), place)
        probe, used, new, known, found = (f.fresh() for _ in range(5))
        f.jump(probe)
        f.label(probe)
        here = f.at("%table", f.op("mul", f.load(place), 2))
        number = f.get(here, 1)
        f.branch(f.is_("eq", number, 0), new, used)
        f.label(used)
        f.store(f.op("and", f.op("add", f.load(place), 1), "%mask"), place)
        f.branch(f.is_("eq", f.get(here, 0), key), known, probe)
        f.label(known)
        f.put(f.op("sub", number, 1), "%numbers", at)
        f.jump(found)
        f.label(new)
        fresh = f.load(end)
        f.put(at, "%first", f.op("sub", fresh, "%size"))
        f.put(fresh, "%numbers", at)
        f.put(key, here)
        f.store(f.op("add", fresh, 1), end)
        f.put(f.load(end), here, 1)
        f.jump(found)
        f.label(found)
    f.give(f.load(end))
    return f.text()


def find_kinds(rows: Numbers) -> tuple[Numbers, Numbers]:
    """The different rows, in order, and which of them each row is."""
    rows = rows.astype(np.int64, copy=False)
    low = rows.min(axis=0, initial=0)
    spans = rows.max(axis=0, initial=0) - low + 1
    if prod(spans.tolist()) >= 2**62:
        kinds, which = np.unique(rows, axis=0, return_inverse=True)
        return kinds, which.ravel()
    places = np.cumprod([1, *spans[:0:-1].tolist()])[::-1][: rows.shape[1]]
    found, which = np.unique((rows - low) @ places, return_inverse=True)
    return found[:, None] // places % spans + low, which


class States:
    """Each state has a row (in as few bytes a number as its numbers need), a block and a node. It is found by its hash,
    which is compared with its row. `begun` walks begin in it, and `mass` is a lower bound of the visits to it in all of
    them."""

    def __init__(self, width: int, limit: Limit, random: np.random.Generator) -> None:
        self.limit, self.size = limit, 0
        self._rows: NDArray[Any] = np.zeros((64, width), np.int8)
        self._places, self._often = np.zeros((64, 2), np.int64), np.zeros((64, 2))
        self._keys = random.integers(-(2**62), 2**62, width + 1) * 2 + 1
        self._table = np.zeros((0, 2), np.int64)

    @property
    def rows(self) -> Numbers:
        return self._rows[: self.size]

    def rows_of(self, states: Numbers) -> Numbers:
        return self._rows[states].astype(np.int64)

    @property
    def blocks(self) -> Numbers:
        return self._places[: self.size, 0]

    @property
    def nodes(self) -> Numbers:
        return self._places[: self.size, 1]

    @property
    def begun(self) -> Floats:
        return self._often[: self.size, 0]

    @property
    def mass(self) -> Floats:
        return self._often[: self.size, 1]

    def intern(self, rows: Numbers, blocks: Numbers, nodes: Numbers) -> Numbers:
        """The numbers of canonical states; new ones are added. Raises OutOfReach."""
        if 2 * (self.size + len(rows)) > len(self._table):
            used = self._table[self._table[:, 1] > 0]
            self._table = np.zeros((1 << (4 * (self.size + len(rows))).bit_length(), 2), np.int64)
            self._number(used[np.argsort(used[:, 1]), 0], 0)
        found, added = self._number(rows @ self._keys[:-1] + blocks * self._keys[-1], self.size)
        if len(added):
            self._add(rows[added], np.stack([blocks[added], nodes[added]], axis=1))
        if not (np.array_equal(self.rows[found], rows) and np.array_equal(self.blocks[found], blocks)):
            raise OutOfReach("two states have one hash")
        return found

    def _number(self, keys: Numbers, size: int) -> tuple[Numbers, Numbers]:
        """The numbers of keys, of which `size` have one, and where new ones are found first."""
        numbers, first = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
        arrays = [each.ctypes.data for each in (keys, self._table, numbers, first)]
        end = _load_finder()[1](arrays[0], len(keys), arrays[1], len(self._table) - 1, size, *arrays[2:])
        return numbers, first[: end - size]

    def _add(self, rows: Numbers, places: Numbers) -> None:
        self.limit.add(states=len(rows))
        size = self.size + len(rows)
        kind = np.promote_types(self._rows.dtype, np.min_scalar_type(min(rows.min(), -1 - rows.max())))
        self._rows = self._rows.astype(kind, copy=False)
        if size > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros((size, self._rows.shape[1]), kind)])
            self._places = np.concatenate([self._places, np.zeros((size, 2), np.int64)])
            self._often = np.concatenate([self._often, np.zeros((size, 2))])
        self._rows[self.size : size], self._places[self.size : size] = rows, places
        self.size = size
