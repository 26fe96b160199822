"""Explores a scope breadth first: its states and edges, and the phases entered in it.

Each state is checked against the rules of `canonical`: another member of its class, drawn at random, takes the same
steps, with random numbers in all slots that are part of no state. Both must lead to the same states with the same
samples and shifts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from interpreter.analysis.partition import partition_after
from interpreter.analysis.weights import FAIR, Weights
from interpreter.markov.canonical import Canonical
from interpreter.markov.chain import add_up
from interpreter.markov.expand import WINDOW, Expander, Steps
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.phase_choice import Scoped
from interpreter.markov.question import EXIT, FAILED, OVER, Floats, Numbers
from interpreter.markov.space import Edges, Entered, Space, read_chooser, side_of
from interpreter.markov.states import Limit, States, find_kinds
from interpreter.markov.summaries import Summaries
from interpreter.markov.unfold import find_return
from interpreter.program import ANSWERS_IN_SLOT, Chance, Decide

BATCH, MOST_STEPS = 20_000, 50_000
"""The most states explored, and steps taken, in one batch."""

MERGED, BLOCKS = 32, 128
"""So many outcomes of a state count as an edge more, since taking a step is cheap, and so many blocks of loops."""

TWINS, FIRST = 8, 10_000
"""The twins that check each of the first steps, and about how many these are; later steps have one."""

ALIKE = 1e-9
"""Probabilities of summaries that are no further apart are the same but for rounding."""

NAMED = 6
"""The most variables named in which states differ."""

Truths = NDArray[np.bool_]

Take: TypeAlias = Callable[[Numbers, "Numbers | None"], "tuple[Ways, Steps]"]
"""Takes all steps from rows of states, with the numbers of slots that are part of no state (0 by default)."""


class Broken(Exception):
    """The run-time check shows that a rule is wrong for some slots."""

    def __init__(self, slots: set[int]) -> None:
        super().__init__()
        self.slots = slots


class Outcomes(NamedTuple):
    """One outcome of each class of equivalent outcomes, and how often the class comes in `whole` rolls."""

    outcomes: Numbers
    often: Floats
    whole: int


class Ways(NamedTuple):
    """Steps: `which` row each begins in, its probability (answers are equally likely), the answer (-1 for chance)."""

    which: Numbers
    chances: Floats
    answers: Numbers


def _list_answers(which: Numbers, answers: Numbers) -> Ways:
    return Ways(which, 1.0 / np.bincount(which)[which], answers)


class Goals(NamedTuple):
    """Successors, made canonical: their nodes, the shifts of their groups, and which are in no node."""

    nodes: Numbers
    shifts: Numbers
    lost: Truths


class Explorer:
    """What the explorations of all scopes share. `broken` are the slots for which a rule was wrong in an earlier
    run."""

    def __init__(self, scoped: Scoped, limit: Limit, weights: Weights, broken: list[str]) -> None:
        self.scoped, self.limit, self.weights, self.broken = scoped, limit, weights, broken
        self.phases = phases = scoped.phases
        self.random = np.random.default_rng(len(phases.program.blocks))
        self.fractions: dict[float, Fraction | None] = {1.0: Fraction(1)}
        self._outcomes: dict[int, Outcomes] = {}
        self._found: dict[Canonical, Exploration] = {}

    def explorer_of(self, canonical: Canonical) -> Exploration:
        if canonical not in self._found:
            self._found[canonical] = Exploration(self, canonical)
        return self._found[canonical]

    def explore(self, canonical: Canonical) -> Space:
        """The space of a scope that is entered in one state, its state 0."""
        game = self.explorer_of(canonical)
        row = np.zeros((1, game.states.rows.shape[1]), np.int64)
        for column, number in canonical.forms[0].fixed:
            row[0, column] = number
        game.enter(row)
        game.explore()
        return game.spaces({})

    def outcomes_of(self, block: int) -> Outcomes:
        """The outcomes of the roll at the end of a block; elsewhere there is one."""
        roll = self.phases.program.blocks[block].terminator
        if not isinstance(roll, Chance):
            return Outcomes(np.zeros(1, np.int64), np.ones(1), 1)
        if block not in self._outcomes:
            classes = np.arange(roll.outcomes)
            if not (self.scoped.kept | self.phases.question.observed) >> roll.target.index & 1:
                classes = np.array(partition_after(self.phases.program, [self.phases.program.start], roll))
            _kinds, first, inverse = np.unique(classes, return_index=True, return_inverse=True)
            weigh = partial(self.weights.of, self.phases.program, roll)
            each = np.array([float(weigh(at) * roll.outcomes) for at in range(roll.outcomes)])
            self._outcomes[block] = Outcomes(first, add_up(inverse, each, len(first)), roll.outcomes)
        return self._outcomes[block]

    def divide(self, often: Floats, whole: int) -> Floats:
        """The probability of what comes as often as this in so many rolls."""
        if self.weights is FAIR:
            for each in np.unique(often).tolist():
                self.fractions[each / whole] = Fraction(int(each), whole)
        return often / whole

    def name_differences(self) -> list[str]:
        """The variables in which the states of the largest scope differ most."""
        largest = max(self._found.values(), key=lambda each: each.states.size)
        rows, slots = largest.states.rows, largest.canonical.slots
        several = [(len(np.unique(rows[:, column])), -slot) for column, slot in enumerate(slots, 1)]
        most = sorted((each for each in several if each[0] > 1), reverse=True)
        return [self.phases.program.slots[-slot].name for _, slot in most[:NAMED]]


class Exploration:
    """The exploration of a scope. Of the states `listed` so far, those `waiting` are not explored. States may have
    `leads`, differences of the slots of a group."""

    def __init__(self, shared: Explorer, canonical: Canonical) -> None:
        self.shared, self.canonical = shared, canonical
        self.expand = Expander(shared.phases, canonical)
        self.states = States(len(canonical.slots) + 1, shared.limit, shared.random)
        none = np.zeros(0, np.int64)
        shifts = np.zeros((0, len(canonical.groups)), np.int64)
        self.found, self.edges = [Edges(none, none, np.zeros(0), none, shifts, none, none)], 0
        self.waiting, self.listed = np.zeros(0, np.int64), 0
        self.passages = {at: Passage(self, at) for at in canonical.graph.entered}
        self.summaries = Summaries(len(canonical.groups), shared.limit)
        self.leads = any(len(columns) > 1 for form in canonical.forms.values() for _, columns in form.groups)

    def enter(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        """The entry states of rows, and the shifts of their groups."""
        nodes = np.zeros(len(rows), np.int64)
        shifts = self.canonical.normalise(rows, nodes)
        graph, routine = self.canonical.graph, self.canonical.graph.scope.routine
        block = graph.program.start if routine is None else graph.nodes[0].block
        entries = self.states.intern(rows, np.full(len(rows), block), nodes)
        fresh = np.unique(entries[self.states.begun[entries] == 0])
        self.states.begun[fresh] = 1.0
        self.states.mass[fresh] += 1.0
        return entries, shifts

    def sum_up(self, entries: Numbers) -> None:
        """Explore the scope from some entries, and summarise it."""
        known, entries = self.summaries.first, np.unique(entries)
        old = entries[entries < len(known)]
        fresh = np.concatenate([old[known[old] < 0], entries[entries >= len(known)]])
        if len(fresh):
            self.explore()
            self.summaries.add(self.space(), fresh)

    def explore(self) -> None:
        """Explore all states with enough mass, until those that would be next have less than those that are cut. The
        true visits follow from all edges so far; in between, the mass that arrives first is a lower bound. Where
        somebody decides, all states are explored, unless leads may grow without end in a game to be won."""
        while len(todo := self._list_waiting()):
            for first in range(0, len(todo), BATCH):
                self._expand(todo[first : first + BATCH])

    def space(self) -> Space:
        """The states and edges found, without entered phases."""
        states, fractions = self.states, self.shared.fractions
        self.found = [Edges.join(self.found)] if len(self.found) > 1 else self.found
        cut = np.zeros(states.size, bool)
        cut[self.waiting] = True
        return Space(self.canonical, states.rows, states.blocks, states.nodes, self.found[0], cut, fractions=fractions)

    def spaces(self, known: dict[Exploration, Space]) -> Space:
        """The same with the spaces of the entered phases, memoised in `known`."""
        if self not in known:
            entered = [each.entered(known) for each in self.passages.values() if len(each.sources)]
            known[self] = replace(self.space(), entered=entered, broken=self.shared.broken)
        return known[self]

    def _list_waiting(self) -> Numbers:
        """The states to be explored next."""
        states, cut, question = self.states, self.shared.limit.cut, self.shared.phases.question
        fresh = self.listed + np.flatnonzero(states.blocks[self.listed :] > OVER)
        self.waiting = np.concatenate([self.waiting, fresh])
        self.listed = states.size
        if not cut or (question.open and (question.measure is not None or not self.leads)):
            often = np.ones(len(self.waiting), bool)
        elif not (often := states.mass[self.waiting] > cut).any() and len(self.waiting):
            states.mass[:] = self.space().chain.find_visits(states.begun)
            mass = states.mass[self.waiting]
            often = mass > (cut if mass[mass > cut].sum() > mass[mass <= cut].sum() else np.inf)
        todo, self.waiting = self.waiting[often], self.waiting[~often]
        return todo

    def _expand(self, states: Numbers) -> None:
        nodes = self.states.nodes[states]
        inside = np.isin(nodes, list(self.passages))
        for node in np.unique(nodes[inside]):
            self._pass(self.passages[int(node)], states[nodes == node])
        blocks, states = self.states.blocks[states][~inside], states[~inside]
        for block in np.unique(blocks):
            here = states[blocks == block]
            end = self.shared.phases.program.blocks[block].terminator
            if isinstance(end, Decide):
                self._answer(here, end)
            else:
                self._step(here, self.shared.outcomes_of(int(block)))

    def _pass(self, passage: Passage, states: Numbers) -> None:
        exits = np.cumsum(passage.enter(states))
        for some in np.split(states, np.flatnonzero(np.diff(exits // MOST_STEPS)) + 1):
            self._link(passage.take, some)

    def _step(self, states: Numbers, outcomes: Outcomes) -> None:
        for first in range(0, len(states), together := max(1, MOST_STEPS // len(outcomes.outcomes))):
            some = states[first : first + together]
            self._link(partial(self._roll, some, outcomes), some)

    def _roll(self, states: Numbers, outcomes: Outcomes, rows: Numbers, rest: Numbers | None) -> tuple[Ways, Steps]:
        many = len(outcomes.outcomes)
        which, several = np.repeat(np.arange(len(states)), many), np.tile(outcomes.outcomes, len(states))
        steps = self.expand(rows, self.states.blocks[states], which, several, rest, WINDOW)
        sources = np.empty(len(steps.blocks), np.int64)
        sources[steps.into] = which
        often = add_up(steps.into, np.tile(outcomes.often, len(states)), len(sources))
        self.shared.limit.add(edges=len(which) // MERGED)
        return Ways(sources, self.shared.divide(often, outcomes.whole), np.full(len(sources), -1)), steps

    def _answer(self, states: Numbers, end: Decide) -> None:
        """Link the answers that are offered. If one beats all others at once, no other can be better."""
        rows, program = self.states.rows_of(states), self.shared.phases.program
        columns = [self.canonical.slots.index(slot) + 1 for slot in end.offer_slots(program)]
        numbers = np.arange(len(program.choices[end.choice].values))
        words = rows[:, columns][:, numbers // ANSWERS_IN_SLOT]
        which, answers = np.nonzero(words >> numbers % ANSWERS_IN_SLOT & 1)
        ways = _list_answers(which, answers)
        if self.shared.phases.question.measure is None and len(program.parties) > 1:
            _, steps = self._take(states, ways, rows, None)
            sides = side_of(program, read_chooser(self.canonical, rows, end))[which]
            wins = (steps.blocks == OVER) & (steps.rows[:, 0] == 1 << sides)
            kept = wins | ~np.isin(which, which[wins])
            ways = _list_answers(which[kept], answers[kept])
        self._link(partial(self._take, states, ways), states)

    def _take(self, states: Numbers, ways: Ways, rows: Numbers, rest: Numbers | None) -> tuple[Ways, Steps]:
        return ways, self.expand(rows, self.states.blocks[states], ways.which, ways.answers, rest)

    def _link(self, take: Take, states: Numbers) -> None:
        ways, steps = take(self.states.rows_of(states), None)
        self.shared.limit.add(edges=len(ways.which) + steps.work // BLOCKS)
        found = self._find_goals(steps)
        if (steps.blocks == FAILED).any():
            raise OutOfReach("the game fails")
        if found.lost.any():
            raise AssertionError("a state in no context")
        self._check_twins(take, states, (ways, steps), found)
        which, chances, answers = ways
        sources = states[which]
        goals = self.states.intern(steps.rows, steps.blocks, found.nodes)
        np.add.at(self.states.mass, goals, self.states.mass[sources] * chances)
        sampled = np.repeat(np.arange(len(which)), steps.counts) + self.edges
        self.edges += len(which)
        self.found.append(Edges(sources, goals, chances, answers, found.shifts, sampled, steps.samples))

    def _find_goals(self, steps: Steps) -> Goals:
        nodes = self.canonical.locate(steps.rows, steps.blocks)
        shifts = self.canonical.normalise(steps.rows, nodes)
        return Goals(nodes, shifts, (nodes < 0) & (steps.blocks != OVER))

    # ---- the rules checked

    def _check_twins(self, take: Take, states: Numbers, taken: tuple[Ways, Steps], found: Goals) -> None:
        """Take all steps from other members of each class. Raises Broken where they do not lead to the same."""
        rows, canonical, random = self.states.rows_of(states), self.canonical, self.shared.random
        alive = canonical.is_alive(self.states.nodes[states])
        none = np.zeros((len(states), len(canonical.groups)), np.int64)
        for _ in range(TWINS if self.shared.limit.edges < FIRST else 1):
            twins, moved = canonical.twin(rows, self.states.nodes[states], random)
            others = take(twins, canonical.fill(random))
            most = max(steps.counts.max(initial=0) for _, steps in (taken, others))
            one = self._describe(*taken, found, alive, none, most)
            other = self._describe(*others, self._find_goals(others[1]), alive, moved, most)
            wrong = find_differences(one, taken[0].chances, other, others[0].chances)
            if len(wrong):
                columns = np.flatnonzero(twins[wrong[0]] != rows[wrong[0]])
                raise Broken({canonical.slots[column - 1] for column in columns if column} or {*canonical.unseen})

    def _describe(
        self, ways: Ways, steps: Steps, goals: Goals, alive: Truths, moved: Numbers, most: int
    ) -> list[Numbers]:
        """What must be alike, a row for each step: where it begins and leads, the answer, its shifts and at most `most`
        samples, without what its source was `moved`."""
        which, counts = ways.which, steps.counts
        goes_on = self.canonical.is_alive(goals.nodes) & alive[which]
        shifts = goals.shifts - np.where(goes_on, moved[which], 0)
        samples = np.zeros((len(which), most), np.int64)
        weighed = np.repeat(moved[which] @ self.canonical.weights, counts)
        samples[np.arange(most) < counts[:, None]] = steps.samples - weighed
        return [which, ways.answers, goals.nodes, steps.blocks, steps.rows, shifts, counts, samples]


def find_differences(one: list[Numbers], chances: Floats, other: list[Numbers], likely: Floats) -> Numbers:
    """The sources, by the first column, whose steps are not equally likely to lead to the same."""
    if all(map(np.array_equal, one, other)) and (np.abs(chances - likely) <= ALIKE).all():
        return one[0][:0]
    kinds, which = find_kinds(np.vstack([*map(np.column_stack, (one, other))]))
    apart = np.bincount(which, np.concatenate([chances, -likely]), len(kinds))
    return np.asarray(kinds[np.abs(apart) > ALIKE, 0])


class Passage:
    """The edges of a summarised phase from a node that enters it. Slots that it does not write keep their numbers."""

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

    def enter(self, states: Numbers) -> Numbers:
        """Note that the phase is entered from some states; the number of its exits from each."""
        entries, shifts = self._enter(self.outer.states.rows_of(states))
        self.sources = np.concatenate([self.sources, states])
        self.entries = np.concatenate([self.entries, entries])
        self.shifts = np.concatenate([self.shifts, shifts])
        return self.inner.summaries.counts[entries]

    def take(self, rows: Numbers, rest: Numbers | None) -> tuple[Ways, Steps]:
        entries, shifts = self._enter(rows)
        summaries, inner = self.inner.summaries, self.inner
        counts = summaries.counts[entries]
        which = np.repeat(np.arange(len(rows)), counts)
        at = np.arange(len(which)) + np.repeat(summaries.first[entries] - np.cumsum(counts) + counts, counts)
        left = summaries.exits[at]
        values, blocks, nodes = inner.states.rows_of(left), inner.states.blocks[left], inner.states.nodes[left]
        inner.canonical.shift(values, nodes, shifts[which] + summaries.shifts[at])
        rows = rows[which]
        rows[:, self.written] = 0
        rows[:, self.leaving[:, 0]] = values[:, self.leaving[:, 1]]
        rows[:, 0] |= values[:, 0]
        goals = np.full(len(blocks), OVER)
        for block, goal in self.goals.items():
            goals[blocks == block] = goal
        return Ways(which, summaries.chances[at], np.full(len(which), -1)), self._go_on(rows, goals, rest)

    def _go_on(self, rows: Numbers, blocks: Numbers, rest: Numbers | None) -> Steps:
        """Continue from where a phase returns to the next stop."""
        inside = np.flatnonzero(blocks >= 0)
        steps = self.outer.expand(rows, blocks, inside, np.zeros(len(inside), np.int64), rest)
        goals, counts = blocks.copy(), np.zeros(len(rows), np.int64)
        rows[inside], goals[inside], counts[inside] = steps[:3]
        return Steps(rows, goals, counts, steps.samples, steps.into, steps.work)

    def _enter(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        """The entry states of rows, summarised, and the shifts of their groups."""
        given = np.zeros((len(rows), self.inner.states.rows.shape[1]), np.int64)
        given[:, self.entering[:, 1]] = rows[:, self.entering[:, 0]]
        entries, shifts = self.inner.enter(given)
        self.inner.sum_up(entries)
        return entries, shifts
