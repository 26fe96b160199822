"""All states of a question and the edges between them, explored breadth first, scope by scope.

Every state is held to the rules of `canonical` while it is explored: another member of its class is drawn at random and
takes the same steps, which must lead to the same states with the same samples, its shifts carried along (that classes
behave alike is what makes the chain lumpable; Kemeny and Snell, "Finite Markov Chains", 1960, 6.3). Where that fails, a
rule is wrong for some slots: they are left as they are from then on, all begins again, and `Space.broken` names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from interpreter.analysis.partition import partition_after
from interpreter.analysis.weights import FAIR, Weights
from interpreter.bits import bits_of
from interpreter.markov.canonical import Canonical
from interpreter.markov.choice import Scoped, choose_phases
from interpreter.markov.expand import Expander, Steps
from interpreter.markov.liveness import Liveness
from interpreter.markov.phases import Phases
from interpreter.markov.question import EXIT, FAILED, OVER, Floats, Numbers, Question
from interpreter.markov.reach import OutOfReach
from interpreter.markov.space import Edges, Entered, Space
from interpreter.markov.states import CUT, Limit, States
from interpreter.markov.summaries import Summaries
from interpreter.markov.unfold import find_return
from interpreter.program import Chance, Decide, Mark, Program, Sample, Say, Slot

BATCH, MOST_STEPS = 20_000, 200_000
"""This many states are explored at once, and this many steps are taken at once."""

NAMED = 6
"""So many variables are named in which states differ."""

Take: TypeAlias = Callable[[Numbers, Numbers, Numbers, Numbers | None], Steps]
"""Takes rows of some states, with an outcome for each, to where they lead. Slots that are part of no state hold 0, or
what the last argument says."""


class Outcomes(NamedTuple):
    """One outcome of each class that the game cannot tell apart, and how likely the class is."""

    outcomes: Numbers
    chances: Floats


def explore(
    program: Program,
    question: Question,
    most: int = 1_000_000,
    kept: int = 0,
    apart: bool = True,
    weights: Weights = FAIR,
    cut: float = CUT,
) -> Space:
    """All states of a question that are visited more often than `cut` in a game. Phases may be explored by themselves
    if `apart`. `kept` slots make no use of any rule. Raises OutOfReach for more than `most` states, Unsupported."""
    phases = Phases(program, question, apart)

    def explore_all(explorer: Explorer) -> Space:
        game = explorer.explorer_of(explorer.scoped.whole)
        game.enter(np.zeros((1, game.states.rows.shape[1]), np.int64))
        game.explore()
        return game.spaces({})

    return _hold_to_rules(choose_phases(phases, kept), explore_all, Limit(most, cut), weights)


def explore_phase(
    program: Program,
    question: Question,
    routine: int,
    most: int = 1_000_000,
    weights: Weights = FAIR,
    cut: float = CUT,
) -> list[Space] | None:
    """The spaces of a phase in which all samples are taken, if each is entered in one state alone, its state 0, in
    every game: how games go on around it does not matter then. None if that is not so. Raises OutOfReach,
    Unsupported."""
    phases = Phases(program, question)
    if phases.is_whole or not phases.may_be_apart(routine):
        return None

    def explore_them(explorer: Explorer) -> list[Space] | None:
        found = _list_scopes(explorer.scoped, routine)
        for each in found or ():
            game = explorer.explorer_of(each)
            row = np.zeros((1, game.states.rows.shape[1]), np.int64)
            for column, number in each.forms[0].fixed:
                row[0, column] = number
            game.enter(row)
            game.explore()
        return None if not found else [explorer.explorer_of(each).spaces({}) for each in found]

    return _hold_to_rules(choose_phases(phases, 0, routine), explore_them, Limit(most, cut), weights)


def _list_scopes(scoped: Scoped, routine: int) -> list[Canonical] | None:
    """The scopes of a phase, if each has one state where it is entered and all samples are taken in them."""
    found, inside = [], set[Liveness]()
    bodies = scoped.whole.live.bodies()
    for live in bodies:
        if live.graph.scope.routine == routine:
            found.append(scoped.canonical_of(live))
            inside |= live.bodies().keys()
    outside = [part for live in bodies if live not in inside for parts in live.graph.parts for part in parts]
    if any(isinstance(part, Sample) for part in outside):
        return None
    if any(each.list_numbers(0) or each.is_alive(np.zeros(1, np.int64))[0][each.weights != 0].any() for each in found):
        return None
    return found


Found = TypeVar("Found")


def _hold_to_rules(scoped: Scoped, explore: Callable[[Explorer], Found], limit: Limit, weights: Weights) -> Found:
    """What is explored, begun again without the rules that turn out to be wrong for some slots."""
    broken: list[str] = []
    while True:
        explorer = Explorer(scoped, limit, weights, broken)
        try:
            return explore(explorer)
        except _Broken as found:
            broken += [scoped.phases.program.slots[slot].name for slot in found.slots]
            scoped, limit = Scoped(scoped.phases, scoped.kept | bits_of(found.slots)), Limit(limit.most, limit.cut)
        except OutOfReach as reason:
            if reason.larger:
                raise OutOfReach(str(reason), True, explorer.name_differences()) from None
            raise


class _Broken(Exception):
    def __init__(self, slots: set[int]) -> None:
        super().__init__()
        self.slots = slots


class Explorer:
    """What the explorations of all scopes share. `broken` are slots for which a rule turned out to be wrong before."""

    def __init__(self, scoped: Scoped, limit: Limit, weights: Weights, broken: list[str]) -> None:
        self.scoped, self.limit, self.weights, self.broken = scoped, limit, weights, broken
        self.phases = phases = scoped.phases
        self.random = np.random.default_rng(len(phases.program.blocks))
        self.unheard = _unheard(phases.program, phases.question)
        self._outcomes: dict[int, Outcomes] = {}
        self._found: dict[Canonical, Exploration] = {}

    def explorer_of(self, canonical: Canonical) -> Exploration:
        """The exploration of a scope."""
        if canonical not in self._found:
            self._found[canonical] = Exploration(self, canonical)
        return self._found[canonical]

    def outcomes_of(self, block: int, roll: Chance) -> Outcomes:
        if block not in self._outcomes:
            classes = np.arange(roll.outcomes)
            if not (self.scoped.kept | self.phases.question.told) >> roll.target.index & 1:
                classes = np.array(partition_after(self.unheard, [self.phases.program.start], roll))
            _kinds, first, inverse = np.unique(classes, return_index=True, return_inverse=True)
            weigh = partial(self.weights.of, self.phases.program, roll)
            likely = Counter((kind, weigh(at)) for at, kind in enumerate(inverse.tolist()))
            chances = [Fraction(0)] * len(first)
            for (kind, chance), number in likely.items():
                chances[kind] += number * chance
            self._outcomes[block] = Outcomes(first, np.array(chances, np.float64))
        return self._outcomes[block]

    def name_differences(self) -> list[str]:
        """The variables in which the states of the largest scope differ most."""
        largest = max(self._found.values(), key=lambda each: each.states.size)
        rows, slots = largest.states.rows, largest.canonical.slots
        several = {slot: len(np.unique(rows[:, column])) for column, slot in enumerate(slots, 1)}
        names = {slot: self.phases.program.slots[slot].name for slot in slots}
        most = sorted((slot for slot in slots if several[slot] > 1), key=lambda slot: -several[slot])
        return [names[slot] for slot in most[:NAMED]]


class Exploration:
    """The exploration of a scope. `begun` is how many walks begin in each state, `mass` how often a state is visited in
    all of them, as far as is known."""

    def __init__(self, shared: Explorer, canonical: Canonical) -> None:
        self.shared, self.canonical = shared, canonical
        self.program = shared.phases.program
        self.expand = Expander(shared.phases, canonical)
        self.states = States(len(canonical.slots) + 1, shared.limit, shared.random)
        self.found: list[Edges] = []
        self.waiting, self.mass, self.begun = np.zeros(0, bool), np.zeros(0), np.zeros(0)
        self.passages = {at: Passage(self, at) for at in canonical.graph.entered}
        self.summaries = Summaries(len(canonical.groups))

    def enter(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        """The states by which rows enter the scope, and how far their groups are shifted."""
        nodes = np.zeros(len(rows), np.int64)
        shifts = self.canonical.normalise(rows, nodes)
        graph, routine = self.canonical.graph, self.canonical.graph.scope.routine
        block = graph.program.start if routine is None else graph.nodes[0].block
        entries = self.states.intern(rows, np.full(len(rows), block), nodes)
        self._grow()
        fresh = np.unique(entries[self.begun[entries] == 0])
        self.begun[fresh] = 1.0
        self.mass[fresh] += 1.0
        return entries, shifts

    def sum_up(self, entries: Numbers) -> None:
        """Explore the scope from some entries on, and sum it up."""
        known, entries = self.summaries.first, np.unique(entries)
        old = entries[entries < len(known)]
        fresh = np.concatenate([old[known[old] < 0], entries[entries >= len(known)]])
        if len(fresh):
            self.explore()
            self.summaries.add(self.space(), fresh)

    def explore(self) -> None:
        """Explore whatever is visited often enough. Only all edges so far say how often that is; in between, the mass
        that first arrives at a state is a lower bound."""
        while len(todo := self._list_waiting()):
            for first in range(0, len(todo), BATCH):
                self._expand(todo[first : first + BATCH])

    def space(self) -> Space:
        """What was found, without the phases that are entered."""
        cut = self.waiting & (self.states.blocks > OVER)
        states = self.states
        return Space(self.canonical, states.rows, states.blocks, states.nodes, self._join(), cut)

    def spaces(self, known: dict[Exploration, Space]) -> Space:
        """What was found, with the spaces of the phases that are entered, which may be `known`."""
        if self not in known:
            entered = [each.entered(known) for each in self.passages.values() if len(each.sources)]
            known[self] = replace(self.space(), entered=entered, broken=self.shared.broken)
        return known[self]

    def _grow(self) -> None:
        more = self.states.size - len(self.mass)
        self.waiting = np.concatenate([self.waiting, np.ones(more, bool)])
        self.mass = np.concatenate([self.mass, np.zeros(more)])
        self.begun = np.concatenate([self.begun, np.zeros(more)])

    def _list_waiting(self) -> Numbers:
        waiting = np.flatnonzero(self.waiting & (self.states.blocks > OVER))
        if self.shared.phases.question.open:
            return waiting
        cut = self.shared.limit.cut
        often = waiting[self.mass[waiting] > cut] if cut else waiting
        if len(often) or not len(waiting):
            return often
        self.mass = self.space().chain.find_visits(self.begun)
        return waiting[self.mass[waiting] > cut]

    def _join(self) -> Edges:
        """All edges so far."""
        if len(self.found) != 1:
            none = np.zeros(0, np.int64)
            empty = Edges(
                none, none, np.zeros(0), none, np.zeros((0, len(self.canonical.groups)), np.int64), none, none
            )
            self.found = [Edges.join([empty, *self.found])]
        return self.found[0]

    def _expand(self, states: Numbers) -> None:
        self.waiting[states] = False
        nodes = self.states.nodes[states]
        inside = np.isin(nodes, list(self.passages))
        for node in np.unique(nodes[inside]):
            self._pass(states[nodes == node], self.passages[int(node)])
        blocks, states = self.states.blocks[states][~inside], states[~inside]
        for block in np.unique(blocks):
            here = states[blocks == block]
            end = self.program.blocks[block].terminator
            if isinstance(end, Chance):
                self._step(here, self.shared.outcomes_of(int(block), end))
            elif isinstance(end, Decide):
                self._answer(here, end)
            else:
                self._step(here, Outcomes(np.zeros(1, np.int64), np.ones(1)))

    def _step(self, states: Numbers, outcomes: Outcomes) -> None:
        many = len(outcomes.outcomes)
        most = max(1, MOST_STEPS // many)
        for first in range(0, len(states), most):
            some = states[first : first + most]
            chances, sources = np.tile(outcomes.chances, len(some)), np.repeat(some, many)
            self._link(self._take, sources, np.tile(outcomes.outcomes, len(some)), chances, np.full(len(sources), -1))

    def _answer(self, states: Numbers, end: Decide) -> None:
        values = self.program.choices[end.choice].values
        columns = [self.canonical.slots.index(end.flags + at) + 1 for at in range(len(values))]
        which, answers = np.nonzero(self.states.rows[states][:, columns])
        kept = self._find_worthwhile(states[which], which, answers, end)
        which, answers = which[kept], answers[kept]
        self._link(self._take, states[which], answers, np.ones(len(which)), answers)

    def _find_worthwhile(self, sources: Numbers, which: Numbers, answers: Numbers, end: Decide) -> NDArray[np.bool_]:
        """The answers worth a look: where one wins at once, and alone, none of the others can be better."""
        if self.shared.phases.question.measure is not None:
            return np.ones(len(which), bool)
        rows = self.states.rows[sources]
        chooser = end.chooser
        seats = rows[:, self.canonical.slots.index(chooser.index) + 1] if isinstance(chooser, Slot) else chooser
        steps = self._take(rows, sources, answers, None)
        wins = (steps.blocks == OVER) & (steps.rows[:, 0] == 1 << seats % len(self.program.sides or self.program.seats))
        return np.asarray(wins | ~np.isin(which, which[wins]))

    def _pass(self, states: Numbers, passage: Passage) -> None:
        which, exits, chances = passage.list_exits(states)
        self._link(passage.take, states[which], exits, chances, np.full(len(which), -1))

    def _take(self, rows: Numbers, states: Numbers, outcomes: Numbers, rest: Numbers | None) -> Steps:
        return self.expand(rows, self.states.blocks[states], outcomes, rest)

    def _link(self, take: Take, sources: Numbers, outcomes: Numbers, chances: Floats, answers: Numbers) -> None:
        self.shared.limit.add(edges=len(sources))
        steps, nodes, shifts = self._run(take, self.states.rows[sources], sources, outcomes)
        self._hold(take, sources, outcomes, (steps, nodes, shifts))
        goals = self.states.intern(steps.rows, steps.blocks, nodes)
        self._grow()
        np.add.at(self.mass, goals, self.mass[sources] * chances)
        sampled = np.repeat(np.arange(len(sources)), steps.counts)
        samples = steps.samples[np.arange(steps.samples.shape[1]) < steps.counts[:, None]]
        first = sum(len(each.sources) for each in self.found)
        self.found.append(Edges(sources, goals, chances, answers, shifts, sampled + first, samples))

    def _run(self, take: Take, rows: Numbers, sources: Numbers, outcomes: Numbers) -> tuple[Steps, Numbers, Numbers]:
        steps = take(rows, sources, outcomes, None)
        if (steps.blocks == FAILED).any():
            raise OutOfReach("the game fails")
        nodes = self.canonical.locate(steps.rows, steps.blocks)
        if ((nodes < 0) & (steps.blocks != OVER)).any():
            raise AssertionError("a state in no context")
        shifts = self.canonical.normalise(steps.rows, nodes)
        return steps, nodes, shifts

    # ---- what classes promise

    def _hold(self, take: Take, sources: Numbers, outcomes: Numbers, found: tuple[Steps, Numbers, Numbers]) -> None:
        """Take the same steps from another member of each class."""
        rows, nodes = self.states.rows[sources], self.states.nodes[sources]
        twins, moved = self.canonical.twin(rows, nodes, self.shared.random)
        wrong = self._differs(take, sources, outcomes, twins, moved, found)
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            raise _Broken(self._blame(take, sources[at], outcomes[at], twins[at], moved[at]))

    def _differs(
        self,
        take: Take,
        sources: Numbers,
        outcomes: Numbers,
        twins: Numbers,
        moved: Numbers,
        found: tuple[Steps, Numbers, Numbers],
    ) -> NDArray[np.bool_]:
        steps, nodes, shifts = found
        other = take(twins, sources, outcomes, self.canonical.fill(self.shared.random))
        wrong = other.blocks != steps.blocks
        other.blocks[wrong], other.rows[wrong] = OVER, 0
        fits = self.canonical.locate(other.rows, other.blocks)
        wrong |= (fits < 0) & (other.blocks != OVER)
        carried = self.canonical.normalise(other.rows, fits)
        goes_on = self.canonical.is_alive(nodes) & self.canonical.is_alive(self.states.nodes[sources])
        wrong |= (other.rows != steps.rows).any(axis=1) | (other.counts != steps.counts)
        wrong |= (carried - shifts != np.where(goes_on, moved, 0)).any(axis=1)
        more = (moved @ self.canonical.weights)[:, None]
        inside = np.arange(steps.samples.shape[1]) < steps.counts[:, None]
        wrong |= ((other.samples - steps.samples != more) & inside).any(axis=1)
        return np.asarray(wrong, np.bool_)

    def _blame(self, take: Take, source: int, outcome: int, twin: Numbers, moved: Numbers) -> set[int]:
        """The slots of the first rule that alone makes the difference (that some are part of no state, to begin with);
        of all rules, if none does."""
        form, row = self.canonical.forms[int(self.states.nodes[source])], self.states.rows[source]
        single = [*form.dead.tolist(), *(column for column, _ in form.clamps)]
        rules: list[tuple[list[int], int | None]] = [([], None), *(([column], None) for column in single)]
        rules += [(columns.tolist(), place) for place, columns in form.groups]
        here, outcomes = np.array([source]), np.array([outcome])
        steps = self._run(take, row[None].copy(), here, outcomes)
        for columns, place in rules:
            other, shifted = row[None].copy(), np.zeros((1, len(moved)), np.int64)
            other[0, columns] = twin[columns]
            if place is not None:
                shifted[0, place] = moved[place]
            if self._differs(take, here, outcomes, other, shifted, steps)[0]:
                return {self.canonical.slots[column - 1] for column in columns} or {*self.canonical.unseen}
        return {self.canonical.slots[column - 1] for column in np.flatnonzero(twin != row) if column}


class Passage:
    """How a phase that is explored by itself is passed from one of the nodes where it is entered. What it does not
    write stays as it is."""

    def __init__(self, outer: Exploration, node: int) -> None:
        graph, shared = outer.canonical.graph, outer.shared
        scope = graph.entered[node]
        assert scope.routine is not None
        phase = shared.phases.all[scope.routine]
        live = outer.canonical.live.within[node]
        after = live.outside
        self.outer, self.inner = outer, shared.explorer_of(shared.scoped.canonical_of(live))
        inside = {slot: column for column, slot in enumerate(self.inner.canonical.slots, 1)}
        columns = list(enumerate(outer.canonical.slots, 1))
        entering = [(column, inside[slot]) for column, slot in columns if slot in inside]
        self.entering = np.array(entering, np.int64).reshape(-1, 2)
        leaving = [(column, inside[slot]) for column, slot in columns if after >> slot & 1 and slot in inside]
        self.leaving = np.array(leaving, np.int64).reshape(-1, 2)
        self.written = np.array([column for column, slot in columns if phase.written >> slot & 1], np.int64)
        calls = graph.nodes[node].calls
        self.goals = {EXIT - end: find_return(graph.program, end, calls)[0] for end in phase.ends}
        self.sources, self.entries = np.zeros(0, np.int64), np.zeros(0, np.int64)
        self.shifts = np.zeros((0, len(self.inner.canonical.groups)), np.int64)

    def entered(self, known: dict[Exploration, Space]) -> Entered:
        return Entered(self.inner.spaces(known), self.sources, self.entries, self.shifts)

    def list_exits(self, states: Numbers) -> tuple[Numbers, Numbers, Floats]:
        """The exits of some states: of which state, the how manieth of its exits, and how likely it is."""
        entries, shifts = self._enter(self.outer.states.rows[states])
        self.inner.sum_up(entries)
        self.sources = np.concatenate([self.sources, states])
        self.entries = np.concatenate([self.entries, entries])
        self.shifts = np.concatenate([self.shifts, shifts])
        summaries = self.inner.summaries
        counts = summaries.counts[entries]
        which = np.repeat(np.arange(len(states)), counts)
        exits = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        return which, exits, summaries.chances[summaries.first[entries[which]] + exits]

    def take(self, rows: Numbers, states: Numbers, exits: Numbers, rest: Numbers | None) -> Steps:
        entries, shifts = self._enter(rows)
        self.inner.sum_up(entries)
        summaries, inner = self.inner.summaries, self.inner
        strange = exits >= summaries.counts[entries]
        at = np.where(strange, 0, summaries.first[entries] + exits)
        left = summaries.exits[at]
        values, blocks, nodes = inner.states.rows[left], inner.states.blocks[left], inner.states.nodes[left]
        shifts = shifts + summaries.shifts[at]
        for node, form in inner.canonical.forms.items():
            here = np.flatnonzero(nodes == node)
            for place, columns in form.groups:
                values[np.ix_(here, columns)] += shifts[here, place][:, None]
        rows = rows.copy()
        rows[:, self.written] = 0
        rows[:, self.leaving[:, 0]] = values[:, self.leaving[:, 1]]
        rows[:, 0] |= values[:, 0]
        goals = np.full(len(blocks), OVER)
        for block, goal in self.goals.items():
            goals[blocks == block] = goal
        goals[strange] = FAILED
        return self._go_on(rows, goals, rest)

    def _go_on(self, rows: Numbers, blocks: Numbers, rest: Numbers | None) -> Steps:
        """From where a phase comes back to on to the next stop."""
        inside = blocks >= 0
        steps = self.outer.expand(rows[inside], blocks[inside], np.zeros(inside.sum(), np.int64), rest)
        goals, counts = blocks.copy(), np.zeros(len(rows), np.int64)
        samples = np.zeros((len(rows), steps.samples.shape[1]), np.int64)
        rows[inside], goals[inside], counts[inside], samples[inside] = steps
        return Steps(rows, goals, counts, samples)

    def _enter(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        given = np.zeros((len(rows), self.inner.states.rows.shape[1]), np.int64)
        given[:, self.entering[:, 1]] = rows[:, self.entering[:, 0]]
        return self.inner.enter(given)


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
