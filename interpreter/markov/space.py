"""The states of a scope, and the edges between them."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from interpreter.data_classes import dataclass
from interpreter.markov.canonical import Canonical
from interpreter.markov.chain import Chain
from interpreter.markov.question import OVER, Floats, Fractions, Numbers
from interpreter.program import VOID, Decide, Program, Slot

Truths = NDArray[np.bool_]
Seats = TypeVar("Seats", int, Numbers)


class Edges(NamedTuple):
    """Edges in the order in which they were found: source, goal, probability (answers are equally likely), the answer
    (-1 for chance), what it adds to the shift of each group, and the samples taken: the edge and the value of each."""

    sources: Numbers
    goals: Numbers
    chances: Floats
    answers: Numbers
    shifts: Numbers
    sampled: Numbers
    samples: Numbers

    @staticmethod
    def join(several: list[Edges]) -> Edges:
        return Edges(*map(np.concatenate, zip(*several, strict=True)))


@dataclass
class Space:
    """The states of a scope: of each its row, its block (`OVER` where the game is over) and its node. State 0 of a
    whole game is its start. `cut` are the states that are visited too seldom to be explored, `entered` the phases that
    are explored by themselves, `broken` the slots for which a rule turned out to be wrong, and `fractions` the exact
    probabilities."""

    canonical: Canonical
    rows: Numbers
    blocks: Numbers
    nodes: Numbers
    edges: Edges
    cut: Truths
    entered: list[Entered] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    fractions: Fractions = field(default_factory=dict)

    def list_all(self) -> list[Space]:
        """This space and those of the entered phases, each after the spaces it is entered from."""
        found: dict[int, Space] = {}

        def look_at(each: Space) -> None:
            if id(each) not in found:
                for entered in each.entered:
                    look_at(entered.space)
                found[id(each)] = each

        look_at(self)
        return [*found.values()][::-1]

    @property
    def chain(self) -> Chain:
        edges = self.edges
        return Chain(len(self.blocks), edges.sources, edges.goals, edges.chances)

    @property
    def void(self) -> Truths:
        """The states of games that are over without a result."""
        return np.asarray((self.blocks == OVER) & (self.rows[:, 0] >> VOID & 1 == 1))

    @property
    def summed(self) -> Truths:
        """The states in which a sum that samples depend on is live."""
        return np.asarray(np.any(self.canonical.is_alive(self.nodes) & (self.canonical.weights != 0), axis=1))

    @property
    def added(self) -> Numbers:
        """What each edge adds to the samples that follow."""
        return np.asarray(self.edges.shifts @ self.canonical.weights)

    @property
    def choosers(self) -> Numbers:
        """The seat that decides in each state, -1 where none does."""
        found, program = np.full(len(self.blocks), -1), self.canonical.graph.program
        for block in self.canonical.nodes:
            if block >= 0 and isinstance(end := program.blocks[block].terminator, Decide):
                here = np.flatnonzero(self.blocks == block)
                found[here] = read_chooser(self.canonical, self.rows[here], end)
        return found


def read_chooser(canonical: Canonical, rows: Numbers, end: Decide) -> Numbers:
    """The seat that decides in each of some states."""
    if isinstance(end.chooser, Slot):
        return rows[:, canonical.slots.index(end.chooser.index) + 1]
    return np.full(len(rows), end.chooser)


def side_of(program: Program, seat: Seats) -> Seats:
    """The side of a seat, or of several."""
    return seat % len(program.sides or program.seats)


@dataclass
class Entered:
    """States that enter a phase, their entry states in its space, and the shifts of its groups."""

    space: Space
    states: Numbers
    entries: Numbers
    shifts: Numbers
