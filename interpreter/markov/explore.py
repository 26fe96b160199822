"""All states of a question and the edges between them, explored breadth first.

Every state is held to the rules of `canonical` while it is explored: another member of its class is drawn at random and
takes the same steps, which must lead to the same states with the same samples, its shifts carried along (that classes
behave alike is what makes the chain lumpable; Kemeny and Snell, "Finite Markov Chains", 1960, 6.3). Where that fails, a
rule is wrong for some slots: they are left as they are from then on, all begins again, and `Space.broken` names them.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from interpreter.analysis.partition import partition_after
from interpreter.data_classes import dataclass
from interpreter.markov.canonical import Canonical
from interpreter.markov.chain import Chain
from interpreter.markov.expand import FAILED, OVER, Expander, Numbers, Question, Steps
from interpreter.program import Chance, Decide, Mark, Program, Sample, Say

BATCH = 20_000
"""This many states are explored at once."""

CUT = 1e-17
"""A state that is visited less often than this in a game is not explored; what is lost is part of the bound."""


class OutOfReach(Exception):
    """There are more states than may be explored, or the game fails in one of them."""


class Outcomes(NamedTuple):
    """One outcome of each class that the game cannot tell apart, and how likely the class is."""

    outcomes: Numbers
    chances: NDArray[np.float64]


@dataclass
class Edges:
    """Edges in the order in which they were found: where each begins and leads, how likely it is (1 for an answer), the
    answer (-1 for chance), what it adds to the shift of each group, and the samples taken: of which edge, and which."""

    sources: Numbers
    goals: Numbers
    chances: NDArray[np.float64]
    answers: Numbers
    shifts: Numbers
    sampled: Numbers
    samples: Numbers


@dataclass
class Space:
    """The states of a question: of each its row, its block (`OVER` where the game is over) and its node. State 0 is the
    start. `broken` are the slots for which a rule turned out to be wrong."""

    canonical: Canonical
    rows: Numbers
    blocks: Numbers
    nodes: Numbers
    edges: Edges
    cut: NDArray[np.bool_]
    """The states that are not explored: they are visited less often than `CUT`."""
    broken: list[str] = field(default_factory=list)


def explore(program: Program, question: Question, most: int = 1_000_000, kept: int = 0) -> Space:
    """All states of a question. Raises OutOfReach for more than `most`."""
    broken: list[str] = []
    while True:
        canonical = Canonical(program, question, kept)
        try:
            return replace(_Exploration(program, question, canonical, most).explore(), broken=broken)
        except _Broken as found:
            broken += [program.slots[slot].name for slot in found.slots]
            kept |= sum(1 << slot for slot in found.slots if not kept >> slot & 1)


class _Broken(Exception):
    def __init__(self, slots: set[int]) -> None:
        super().__init__()
        self.slots = slots


class _Exploration:
    def __init__(self, program: Program, question: Question, canonical: Canonical, most: int) -> None:
        self.program, self.question, self.canonical, self.most = program, question, canonical, most
        self.expand = Expander(program, question, canonical.slots, canonical.pauses, canonical.unchecked)
        self.random = np.random.default_rng(len(program.blocks))
        width = len(canonical.slots) + 1
        self.rows = np.zeros((1, width), np.int64)
        self.blocks = np.array([program.start])
        self.nodes = np.array([0])
        self.keys = self.random.integers(-(2**62), 2**62, width + 1) * 2 + 1
        self.numbers: dict[int, int] = {}
        self.found: list[Edges] = []
        self.outcomes: dict[int, Outcomes] = {}
        self.waiting = np.ones(1, bool)
        self.mass = np.ones(1)

    def explore(self) -> Space:
        """Explore whatever is visited often enough. Only all edges so far say how often that is; in between, the mass
        that first arrives at a state is a lower bound."""
        while len(todo := self._list_waiting()):
            for first in range(0, len(todo), BATCH):
                self._expand(todo[first : first + BATCH])
        cut = self.waiting & (self.blocks != OVER)
        return Space(self.canonical, self.rows, self.blocks, self.nodes, self._join(), cut)

    def _list_waiting(self) -> Numbers:
        waiting = np.flatnonzero(self.waiting & (self.blocks != OVER))
        often = waiting[self.mass[waiting] > CUT]
        if len(often) or not len(waiting) or self.question.open:
            return waiting if self.question.open else often
        edges = self._join()
        chain = Chain(len(self.blocks), edges.sources, edges.goals, edges.chances)
        self.mass = chain.find_visits(chain.start(0))
        return waiting[self.mass[waiting] > CUT]

    def _join(self) -> Edges:
        """All edges so far."""
        if len(self.found) > 1:
            joined = Edges(*[np.concatenate([getattr(each, name) for each in self.found]) for name in _NAMES])
            self.found = [joined]
        return self.found[0]

    def _expand(self, states: Numbers) -> None:
        self.waiting[states] = False
        for block in np.unique(self.blocks[states]):
            if block == OVER:
                continue
            here = states[self.blocks[states] == block]
            end = self.program.blocks[block].terminator
            if block in self.canonical.pauses or block == self.program.start:
                self._step(here, Outcomes(np.zeros(1, np.int64), np.ones(1)))
            elif isinstance(end, Chance):
                self._step(here, self._outcomes_of(int(block), end))
            else:
                assert isinstance(end, Decide)
                self._answer(here, end)

    def _outcomes_of(self, block: int, roll: Chance) -> Outcomes:
        if block not in self.outcomes:
            classes = np.array(partition_after(_unheard(self.program, self.question), [self.program.start], roll))
            _kinds, first, counts = np.unique(classes, return_index=True, return_counts=True)
            self.outcomes[block] = Outcomes(first, counts / roll.outcomes)
        return self.outcomes[block]

    def _step(self, states: Numbers, outcomes: Outcomes) -> None:
        many = len(outcomes.outcomes)
        self._link(
            np.repeat(states, many),
            np.tile(outcomes.outcomes, len(states)),
            np.tile(outcomes.chances, len(states)),
            np.full(many * len(states), -1),
        )

    def _answer(self, states: Numbers, end: Decide) -> None:
        values = self.program.choices[end.choice].values
        columns = [self.canonical.slots.index(end.flags + at) + 1 for at in range(len(values))]
        which, answers = np.nonzero(self.rows[states][:, columns])
        self._link(states[which], answers, np.ones(len(which)), answers)

    def _link(self, sources: Numbers, outcomes: Numbers, chances: NDArray[np.float64], answers: Numbers) -> None:
        steps, nodes, shifts = self._run(self.rows[sources], self.blocks[sources], outcomes)
        self._hold(sources, outcomes, steps, nodes, shifts)
        goals = self._intern(steps.rows, steps.blocks, nodes)
        np.add.at(self.mass, goals, self.mass[sources] * chances)
        sampled = np.repeat(np.arange(len(sources)), steps.counts)
        samples = steps.samples[np.arange(steps.samples.shape[1]) < steps.counts[:, None]]
        first = sum(len(each.sources) for each in self.found)
        self.found.append(Edges(sources, goals, chances, answers, shifts, sampled + first, samples))

    def _run(self, rows: Numbers, blocks: Numbers, outcomes: Numbers) -> tuple[Steps, Numbers, Numbers]:
        steps = self.expand(rows, blocks, outcomes)
        if (steps.blocks == FAILED).any():
            raise OutOfReach("the game fails")
        nodes = self.canonical.locate(steps.rows, steps.blocks)
        if ((nodes < 0) & (steps.blocks != OVER)).any():
            raise AssertionError("a state in no context")
        shifts = self.canonical.normalise(steps.rows, nodes)
        return steps, nodes, shifts

    def _intern(self, rows: Numbers, blocks: Numbers, nodes: Numbers) -> Numbers:
        """The numbers of canonical states; new ones are added."""
        keys = rows @ self.keys[:-1] + blocks * self.keys[-1]
        unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        numbers, new = np.empty(len(unique), np.int64), list[int]()
        for at, key in enumerate(unique.tolist()):
            number = self.numbers.get(key)
            if number is None:
                number = self.numbers[key] = len(self.blocks) + len(new)
                new.append(at)
            numbers[at] = number
        if new:
            if len(self.blocks) + len(new) > self.most:
                raise OutOfReach(f"more than {self.most:,} states")
            added = first[new]
            self.rows = np.concatenate([self.rows, rows[added]])
            self.blocks = np.concatenate([self.blocks, blocks[added]])
            self.nodes = np.concatenate([self.nodes, nodes[added]])
            self.waiting = np.concatenate([self.waiting, np.ones(len(new), bool)])
            self.mass = np.concatenate([self.mass, np.zeros(len(new))])
        found = numbers[inverse]
        if not (np.array_equal(self.rows[found], rows) and np.array_equal(self.blocks[found], blocks)):
            raise OutOfReach("two states have one key")
        return found

    # ---- what classes promise

    def _hold(self, sources: Numbers, outcomes: Numbers, steps: Steps, nodes: Numbers, shifts: Numbers) -> None:
        """Take the same steps from another member of each class."""
        twins, moved = self.canonical.twin(self.rows[sources], self.nodes[sources], self.random)
        wrong = self._differs(sources, outcomes, twins, moved, (steps, nodes, shifts))
        if wrong.any():
            raise _Broken(self._blame(sources[wrong][0], outcomes[wrong][0], twins[wrong][0], moved[wrong][0]))

    def _differs(
        self, sources: Numbers, outcomes: Numbers, twins: Numbers, moved: Numbers, found: tuple[Steps, Numbers, Numbers]
    ) -> NDArray[np.bool_]:
        steps, nodes, shifts = found
        other = self.expand(twins, self.blocks[sources], outcomes)
        wrong = other.blocks != steps.blocks
        other.blocks[wrong], other.rows[wrong] = OVER, 0
        fits = self.canonical.locate(other.rows, other.blocks)
        wrong |= (fits < 0) & (other.blocks != OVER)
        carried = self.canonical.normalise(other.rows, fits)
        goes_on = self._is_alive(nodes) & self._is_alive(self.nodes[sources])
        wrong |= (other.rows != steps.rows).any(axis=1) | (other.counts != steps.counts)
        wrong |= (carried - shifts != np.where(goes_on, moved, 0)).any(axis=1)
        more = (moved @ self.canonical.weights)[:, None]
        inside = np.arange(steps.samples.shape[1]) < steps.counts[:, None]
        wrong |= ((other.samples - steps.samples != more) & inside).any(axis=1)
        return np.asarray(wrong, np.bool_)

    def _is_alive(self, nodes: Numbers) -> NDArray[np.bool_]:
        """For each node and group whether a slot of the group is live there."""
        found = np.zeros((len(nodes), len(self.canonical.groups)), bool)
        for at, form in self.canonical.forms.items():
            found[np.ix_(nodes == at, [place for place, _ in form.groups])] = True
        return found

    def _blame(self, source: int, outcome: int, twin: Numbers, moved: Numbers) -> set[int]:
        """The slots of the first rule that alone makes the difference; of all rules, if none does."""
        form, row = self.canonical.forms[int(self.nodes[source])], self.rows[source]
        single = [*form.dead.tolist(), *(column for column, _ in form.clamps)]
        rules: list[tuple[list[int], int | None]] = [([column], None) for column in single]
        rules += [(columns.tolist(), place) for place, columns in form.groups]
        here, outcomes = np.array([source]), np.array([outcome])
        steps = self._run(row[None].copy(), self.blocks[here], outcomes)
        for columns, place in rules:
            other, shifted = row[None].copy(), np.zeros((1, len(moved)), np.int64)
            other[0, columns] = twin[columns]
            if place is not None:
                shifted[0, place] = moved[place]
            if self._differs(here, outcomes, other, shifted, steps)[0]:
                return {self.canonical.slots[column - 1] for column in columns}
        return {self.canonical.slots[column - 1] for column in np.flatnonzero(twin != row) if column}


_NAMES = ("sources", "goals", "chances", "answers", "shifts", "sampled", "samples")


def _unheard(program: Program, question: Question) -> Program:
    """A program without what is told to people, and without the samples of other measures."""
    blocks = [
        replace(
            block,
            instructions=tuple(
                each
                for each in block.instructions
                if not isinstance(each, Mark | Say)
                and not (isinstance(each, Sample) and each.measure != question.measure)
            ),
        )
        for block in program.blocks
    ]
    return replace(program, blocks=tuple(blocks))
