"""Walks kept as trees that fork by tests: one leaf serves every state that passes the same tests.

So there are about as many walks as the rules have paths, however many states there are. Outcomes of a roll after which
all walks until now went alike, two dice in either order say, share one tree, until a walk shows a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cached_property
from itertools import product
from math import prod
from typing import TypeAlias

from interpreter.chains.asking import Asking, Impassable, Opened, Sampled, takes_too_long
from interpreter.chains.leads import EVERYWHERE, Pair, Stretch, hold_lead, stretch_of
from interpreter.chains.partly_known import Needed
from interpreter.chains.regions import Region
from interpreter.chains.relations import Guard, Met, Relations, Test, Unanswerable, ValueOf, slots_of
from interpreter.chains.rolled import Rolled
from interpreter.chains.shortcuts import Found
from interpreter.chains.sums import LinearSum, Reader, Value, held_by, make_comparer, make_reader
from interpreter.data_classes import dataclass
from interpreter.program import FULL, Chance, Decide, Finish, Return

LONGEST = 20_000
"""How many blocks a walk may have."""

FEW_CASES, FEW_BLOCKS = 16, 200
"""What may hold so many numbers, at most, is tried with each, in case that it makes no difference, for so many blocks:
one that it never holds may lead to no end."""

OVER = -1
"""In place of a stop: the walk came to its goal, or to the end of the game."""


RETURNED = -3
"""In place of a stop, less the number of a routine: the walk came to where that returns, which is taken as a whole."""


@dataclass(frozen=True)
class Goal:
    """Where chains end, besides at the end of the game: where a `measure` is sampled, for the `nth` time in one walk;
    or where a `routine` returns. What is gained is what is sampled, or what is added to the slot `gains`."""

    measure: int | None = None
    nth: int = 0
    routine: int | None = None
    gains: int | None = None


@dataclass(frozen=True, eq=False)
class Leaf:
    """What a walk comes to: the stop, or OVER; what slots hold then, of those that it wrote to and that matter later;
    who has won on the way; what was sampled, if that was the goal; where a decision is open who decides, and what is
    offered; and the slots that were `unasked`, with which something was calculated all the same."""

    stop: int
    slots: Mapping[int, Value]
    winners: tuple[int, ...]
    sampled: Value | None
    chooser: int = -1
    offered: tuple[int, ...] = ()

    @cached_property
    def unasked(self) -> frozenset[int]:
        sums = (value for value in self.slots.values() if isinstance(value, LinearSum))
        return frozenset[int]().union(*(value.unasked for value in sums))

    def serves(self, slots: Container[int]) -> bool:
        """Whether it is right for a state that tells these slots: it was asked whenever it could have been."""
        return not self.unasked or not any(slot in slots for slot in self.unasked)


@dataclass(frozen=True)
class Walk:
    """A walk that was taken, as far as its machine went: to a stop, or OVER. What was sampled, if that was the goal;
    where a decision is open who decides, and what is offered."""

    machine: Asking
    stop: int
    sampled: Found | None = None
    chooser: int = -1
    offered: tuple[int, ...] = ()

    def leaf(self, outcome: int) -> Leaf:
        """What it comes to, if it began with a roll that comes to an outcome with which it goes alike."""

        def tell(value: Found) -> Value:
            return value.at(outcome) if isinstance(value, Rolled) else value

        held = {slot: tell(value) for slot, value in self.machine.slots.items()}
        sampled = None if self.sampled is None else tell(self.sampled)
        return Leaf(self.stop, held, tuple(self.machine.winners), sampled, self.chooser, self.offered)


class Fork:
    """Where walks part: by the answers to a test."""

    def __init__(self, test: Test, ways: dict[int, Tree]) -> None:
        self.test, self.ways = test, ways
        self.slots = slots_of(test)
        self.answer = _make_answer(test)


def _make_answer(test: Test) -> Reader:
    """What gives the answer of a state to a test. Where it does not tell a slot that raises KeyError."""
    if isinstance(test, ValueOf):
        return make_reader(held_by(test.slot))
    return make_comparer(test.sum, test.operator)


Tree: TypeAlias = Fork | Leaf


@dataclass(frozen=True)
class Alike:
    """Outcomes of a roll after which all walks until now went alike, and how much they weigh together. The first has
    the tree."""

    outcomes: tuple[int, ...]
    weight: int


class Forks:
    """All walks of a region to a goal. All tests are noted that any walk `met`; the walks there are took so
    many `steps`. They end, too, at the `entries` of phases that are taken as a whole, and where these return."""

    def __init__(
        self,
        region: Region,
        goal: Goal,
        relations: Relations,
        met: Met,
        entries: Mapping[int, int] | None = None,
    ) -> None:
        self.region, self.goal, self.relations = region, goal, relations
        self.trees: dict[tuple[int, int], Tree] = {}
        self.tops = relations.tops.keys()
        self.met, self.entries = met, entries or {}
        self.whole = frozenset(self.entries.values())
        self.alike: dict[int, list[Alike]] = {}
        self.mattering: dict[int, frozenset[int]] = {}
        self.walks = self.steps = 0

    def keep_trees(self, before: Forks, gone: frozenset[int]) -> None:
        """Take over walks that others took, as far as they may still be answered; but none to a stop that is gone."""
        self.trees = {key: tree for key, tree in before.trees.items() if _may_stay(tree, self.relations, gone)}
        self.alike = before.alike

    # ---- rolls

    def fall(self, stop: int, state: Mapping[int, int], pay: Callable[[], None]) -> Iterator[tuple[Leaf, Alike]]:
        """What may come of a roll in a state, and by which outcomes; each walk that tells them apart is paid for.
        Raises as `leaf` does."""
        for each in self.list_alike(stop):
            leaf = self._find(stop, each.outcomes[0], state)
            if leaf is not None:
                yield leaf, each
            else:
                yield from self._part(stop, each, state, pay)

    def fall_along(
        self, stop: int, state: Mapping[int, int], pair: Pair, pay: Callable[[], None]
    ) -> Iterator[tuple[Leaf, Alike, Stretch]]:
        """The same for every lead of one slot over another; each is so for a stretch of leads."""
        waiting = [(each, EVERYWHERE) for each in self.list_alike(stop)]
        while waiting:
            alike, left = waiting.pop()
            told = {**state, **hold_lead(pair, left.example)}
            leaf = self._find(stop, alike.outcomes[0], told)
            if leaf is None:
                (leaf, alike), *others = self._part(stop, alike, told, pay)
                waiting += [(each, left) for _, each in others]
            here = self._find_stretch(stop, alike.outcomes[0], told, pair)
            waiting += [(alike, each) for each in left.without(here)]
            yield leaf, alike, here

    def list_alike(self, stop: int) -> tuple[Alike, ...]:
        """The outcomes of a roll by what has come of them until now: at first all are one."""
        if stop not in self.alike:
            outcomes, total = self.region.weigh_outcomes(stop)
            self.alike[stop] = [Alike(tuple(outcome for outcome, _ in outcomes), total)]
        return tuple(self.alike[stop])

    def is_alone(self, stop: int, outcome: int) -> bool:
        """Whether no walk after another outcome is the same as after this one, as far as is known."""
        return (outcome,) in [each.outcomes for each in self.list_alike(stop)]

    def _part(
        self, stop: int, alike: Alike, state: Mapping[int, int], pay: Callable[[], None]
    ) -> list[tuple[Leaf, Alike]]:
        """Part outcomes by how they go on from a state from which none has gone before, and let their trees grow."""
        parts: dict[tuple[object, ...], tuple[Walk, list[int]]] = {}
        walks: list[Walk] = []
        for outcome in alike.outcomes:
            pay()
            walk = next((each for each in walks if each.machine.goes_alike(outcome)), None)
            if walk is None:
                walk = self._walk_on(stop, outcome, state)
                walks.append(walk)
            parts.setdefault(self._describe(walk, outcome), (walk, []))[1].append(outcome)
        several = [alike]
        if len(parts) > 1:
            several = self._part_trees(stop, alike, [outcomes for _, outcomes in parts.values()])
        grown = [self._grow(stop, outcomes[0], state, walk) for walk, outcomes in parts.values()]
        return list(zip(grown, several, strict=True))

    def _part_trees(self, stop: int, alike: Alike, parts: list[list[int]]) -> list[Alike]:
        """Part outcomes that had one tree until now: each part has the same from now on, for itself."""
        weights = dict(self.region.weigh_outcomes(stop)[0])
        found = [Alike(tuple(each), sum(weights[outcome] for outcome in each)) for each in parts]
        at = self.alike[stop].index(alike)
        self.alike[stop][at : at + 1] = found
        tree = self.trees.get((stop, alike.outcomes[0]))
        if tree is not None:
            self.trees.update({(stop, each[0]): _copy(tree) for each in parts[1:]})
        return found

    def _describe(self, walk: Walk, outcome: int) -> tuple[object, ...]:
        """All that matters of a walk: what it asked, and what came of it."""
        leaf = walk.leaf(outcome)
        asked = tuple(walk.machine.tests.items())
        return asked, leaf.stop, frozenset(leaf.slots.items()), leaf.winners, leaf.sampled, leaf.chooser, leaf.offered

    def list_mattering(self, stop: int) -> frozenset[int]:
        """The slots of which it matters later what they hold where a walk ends."""
        if stop not in self.mattering:
            gains = () if self.goal.gains is None else (self.goal.gains,)
            self.mattering[stop] = frozenset(gains).union(*map(self.region.list_live, self._list_next(stop)))
        return self.mattering[stop]

    def _list_next(self, stop: int) -> list[int]:
        """The blocks that come after a stop, which is one of them as a rule."""
        if stop >= 0:
            return [stop]
        after = self.region.program.routines[RETURNED - stop].continuations if stop <= RETURNED else ()
        return [block for block in after if block in self.region.reached]

    # ---- walks

    def leaf(self, block: int, outcome: int, state: Mapping[int, int]) -> Leaf:
        """What comes of a state with an outcome, or an answer, at a stop; with -1, from the beginning of a block.
        Raises Needed, Unanswerable, Impassable."""
        leaf = self._find(block, outcome, state)
        return leaf or self._grow(block, outcome, state, self._walk_on(block, outcome, state))

    def _find(self, block: int, outcome: int, state: Mapping[int, int]) -> Leaf | None:
        """The leaf that serves a state, if there is one."""
        tree, tops = self.trees.get((block, outcome)), self.tops
        while isinstance(tree, Fork):
            try:
                answer = tree.answer(state)
            except KeyError:
                raise Needed(tree.slots - state.keys()) from None
            if tops and not tops.isdisjoint(tree.slots):
                self.relations.check(tree.test, state)
            tree = tree.ways.get(answer)
        return tree if tree is not None and tree.serves(state) else None

    def _list_forks(self, block: int, outcome: int, state: Mapping[int, int]) -> list[Fork]:
        """The forks that lead a state to a leaf, or to an answer that none has given before."""
        tree, found = self.trees.get((block, outcome)), list[Fork]()
        while isinstance(tree, Fork):
            found.append(tree)
            tree = tree.ways.get(tree.answer(state))
        return found

    def _find_stretch(self, block: int, outcome: int, state: Mapping[int, int], pair: Pair) -> Stretch:
        """The leads of one slot over another for which the leaf serves that there is for a state."""
        found = EVERYWHERE
        for fork in self._list_forks(block, outcome, state):
            found = found.both(stretch_of(fork.test, pair, state))
        return found

    def _grow(self, block: int, outcome: int, state: Mapping[int, int], walk: Walk) -> Leaf:
        """Let the tree grow by all tests that a walk met, and that no fork above it asks. They need not come in the
        order of the forks: a walk that has been told more may ask for it before."""
        tree: Tree = (leaf := walk.leaf(outcome))
        above = self._list_forks(block, outcome, state)
        asked = {fork.test for fork in above}
        for test, answer in reversed(walk.machine.tests.items()):
            if test not in asked:
                tree = Fork(test, {answer: tree})
        if above:
            above[-1].ways[above[-1].answer(state)] = tree
        else:
            self.trees[block, outcome] = tree
        return leaf

    def _walk_on(self, block: int, outcome: int, state: Mapping[int, int]) -> Walk:
        """Walk on from a state, and note what was asked."""
        machine = Asking(self.region, state, self.relations, self.goal.nth)
        try:
            return self._walk(machine, block, outcome)
        except Needed as needed:
            found = self._walk_regardless(block, outcome, state, needed.slots) if needed.doubtful else None
            if found is None:
                raise
            machine = found.machine
            return found
        finally:
            self._note(block, machine)

    def _walk_regardless(
        self, block: int, outcome: int, state: Mapping[int, int], slots: frozenset[int]
    ) -> Walk | None:
        """The walk from a state that goes the same way whatever some other slots hold, if there is one. Where numbers
        differ that it comes to, they hang on these slots. Raises Needed if others have to be known first."""
        walks: list[Walk] = []
        needed: list[Needed] = []
        for case in self._list_cases(slots):
            machine = Asking(self.region, {**state, **case}, self.relations, self.goal.nth)
            try:
                walks.append(self._walk(machine, block, outcome, FEW_BLOCKS))
                machine.know_roll()
            except Needed as other:
                needed.append(other)
            except (Unanswerable, Impassable):
                return None
            machine.tests = {test: answer for test, answer in machine.tests.items() if not slots_of(test) <= slots}
            same = not any(slots_of(test) & slots for test in machine.tests) and not (walks and needed)
            if not same or (len(walks) > 1 and not self._put_together(walks, outcome, slots)):
                return None
        if needed:
            raise needed[0]
        return walks[0] if walks else None

    def _list_cases(self, slots: frozenset[int]) -> Iterator[dict[int, int]]:
        """All that some slots may hold, if that is not too much."""
        ranges = [self.region.slot_ranges.get(slot, FULL) for slot in slots]
        if prod(high - low + 1 for low, high in ranges) <= FEW_CASES:
            for values in product(*(range(low, high + 1) for low, high in ranges)):
                yield dict(zip(slots, values, strict=True))

    def _put_together(self, walks: list[Walk], outcome: int, slots: frozenset[int]) -> bool:
        """Have one walk in place of two that parted by what some slots held, unless it matters. What differs hangs on
        these; but only numbers may, nothing that is added to."""
        first, last = walks
        unknown, held = LinearSum((), 0, slots), [dict(each.machine.slots) for each in walks]
        for slot in held[0].keys() | held[1].keys():
            one, two = (each.get(slot, held_by(slot)) for each in held)
            are_numbers = isinstance(two, int) and (isinstance(one, int) or one == unknown)
            if one != two and not are_numbers:
                return False
            first.machine.slots[slot] = last.machine.slots[slot] = one if one == two else unknown
        del walks[1]
        return self._describe(first, outcome) == self._describe(last, outcome)

    def _note(self, block: int, machine: Asking) -> None:
        """Note what a walk from a block has asked."""
        known: Guard = ()
        for test, answer in machine.tests.items():
            self.met.note(block, test, known)
            if isinstance(test, ValueOf):
                known = *known, (test.slot, answer)
        if machine.asking is not None and machine.asking not in machine.tests:
            self.met.note(block, machine.asking, known)

    def _walk(self, machine: Asking, block: int, outcome: int, longest: int = LONGEST) -> Walk:
        """From a stop with an outcome to the next stop, or to the goal; with -1, from the beginning of a block. Of what
        it wrote there is left what matters later."""
        self.walks += 1
        try:
            walk = self._go_on(machine, block, outcome, longest)
        finally:
            self.steps += self.region.calculated.take_steps()
        mattering = self.list_mattering(walk.stop)
        machine.slots = {slot: value for slot, value in machine.slots.items() if slot in mattering}
        return walk

    def _go_on(self, machine: Asking, block: int, outcome: int, longest: int) -> Walk:
        stop = self.region.program.blocks[block].terminator
        if outcome >= 0 and isinstance(stop, Chance):
            machine.roll_to(outcome, stop.target.index)
            if self.is_alone(block, outcome):
                machine.know_roll()
            block = stop.then
        elif outcome >= 0 and isinstance(stop, Decide):
            values = self.region.program.choices[stop.choice].values
            machine.slots[stop.target.index], block = values[outcome], stop.then
        first = machine.next = block
        carried_out, loops = self.region.carried_out, self.region.calculated.loops
        for _ in range(longest):
            block = machine.block = machine.next
            if block in self.entries and block != first:
                return Walk(machine, block)
            if block in loops and machine.calculate(loops[block]):
                continue
            instructions, end, leave, steps = carried_out[block]
            self.steps += steps
            try:
                for carry_out in instructions:
                    carry_out(machine)
                if not end.local:
                    if isinstance(end, Chance):
                        return Walk(machine, block)
                    if isinstance(end, Finish) or (isinstance(end, Return) and end.routine == self.goal.routine):
                        return Walk(machine, OVER)
                    if isinstance(end, Return) and end.routine in self.whole:
                        return Walk(machine, RETURNED - end.routine)
                leave(machine)
            except Sampled as sampled:
                return Walk(machine, OVER, sampled.value)
            except Opened as opened:
                return Walk(machine, block, None, opened.chooser, opened.offered)
        raise takes_too_long(longest)


def _may_stay(tree: Tree, relations: Relations, gone: frozenset[int]) -> bool:
    """Whether states may answer all that a tree asks, and it leads to none of the stops that are gone."""
    if isinstance(tree, Leaf):
        return tree.stop not in gone
    may_answer = next(relations.list_unanswering(tree.test), None) is None
    return may_answer and all(_may_stay(each, relations, gone) for each in tree.ways.values())


def _copy(tree: Tree) -> Tree:
    """A tree that grows for itself."""
    if isinstance(tree, Leaf):
        return tree
    return Fork(tree.test, {answer: _copy(each) for answer, each in tree.ways.items()})
