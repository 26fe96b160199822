"""Makes a table of the states that some throws lead to (see `tables`).

The first states are those of the throws played beforehand; the others are those that they lead to. A walk from one
throw to the next looks at few slots, and serves for all states in which these hold the same: so the walks that begin
with one outcome make a tree, which forks by what slots hold.

At the stop that comes up most, states are whole, so that the table can be entered and left there. Elsewhere they have
only the slots that some walk looked at, or that a state needs to which it leads: where one more turns out to be needed,
the states are made again, with the walks there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from interpreter.chains.walking import Leaves, Needed, Sum, Value, Walk
from interpreter.native.tabulation.tables import Edge, Table
from interpreter.program import Chance

if TYPE_CHECKING:
    from interpreter.native.tabulation.finding import Finder

MOST_STATES = 4_000
MOST_WALKS = 3_000
FEW_WALKS = 600
"""How large a table may be: its states, and how many walks it takes, or may take to go on where something is measured
so that it is worth the time."""

FEW_VALUES = 64
"""How many values a slot of a state may have."""

LARGEST = 16
"""What is added to a slot by one throw is less than that."""

LONGEST_WAY = 16
"""How many throws there may be between whole states."""


class TooLarge(Exception):
    """There would be too many states."""


class TooMany(Exception):
    """A slot has too many values for a state."""

    def __init__(self, slot: int) -> None:
        self.slot = slot


class Wanted(Exception):
    """More slots matter than was thought, and the states have to be made again."""


@dataclass(frozen=True)
class Leaf:
    """What a walk came to: the number of the stop, what the tracked slots hold then (a number, or what one held before
    and so much more), what is added to others, which of them are cleared before, the sites marked, the samples taken,
    and the answers to decisions."""

    stop: int
    held: tuple[Value, ...]
    added: tuple[tuple[int, int], ...]
    cleared: tuple[int, ...]
    marks: tuple[tuple[int, int], ...]
    samples: tuple[tuple[int, int, int], ...]
    answers: tuple[int, ...]


@dataclass
class Fork:
    """Where walks part: by what a slot holds."""

    slot: int
    ways: dict[int, Tree] = field(default_factory=dict)


Tree: TypeAlias = Fork | Leaf | None
"""The walks that begin with one outcome; None where the table is left."""

Kind: TypeAlias = tuple[int, ...]
"""The number of a stop, and the outcomes that are still to be looked at there."""


class Making:
    """Makes a table with these slots in its states. Raises Needed if there should be more of them, TooMany if one of
    them has too many values, and TooLarge. With `counted`, walks go on where something is measured, unless they would
    have to know what one of these slots holds."""

    def __init__(
        self,
        finder: Finder,
        stops: tuple[int, ...],
        home: int,
        tracked: tuple[int, ...],
        counted: frozenset[int] | None = None,
    ) -> None:
        self.counted = counted
        self.finder, self.stops, self.home, self.tracked = finder, stops, home, tracked
        self.outcomes = [at for at, slot in enumerate(tracked) if slot in finder.thrown]
        self.trees: dict[tuple[int, int], Tree] = {}
        self.matter: dict[Kind, set[int]] = {}
        self.left: set[Kind] = set()
        self.bounds: set[tuple[int, int, int]] = set()
        self.decisions = 0
        self.ends: list[int] = []
        self.walks = 0
        self.begin()

    def begin(self) -> None:
        """No states yet."""
        self.numbers: dict[tuple[int, ...], int] = {}
        self.order: list[tuple[int, ...]] = []
        self.values: list[set[int]] = [set() for _ in self.tracked]
        self.edges: list[tuple[Edge | None, ...]] = []
        self.wanting = False

    def table(self) -> Table:
        """The whole table."""
        self.make_states()
        while self.wanting:
            self.begin()
            self.make_states()
        finder, given = self.finder, [edge for several in self.edges for edge in several if edge]
        cleared = {slot for edge in given for slot in edge.cleared}
        adding = {slot for edge in given for slot, _ in edge.added} | cleared
        whole = tuple(self.is_whole(state) for state in self.order)
        return Table(
            self.stops,
            self.chance(self.stops[0]).outcomes,
            tuple(finder.classes[stop] for stop in self.stops),
            self.tracked,
            tuple(self.order),
            tuple(self.edges),
            whole,
            tuple(sorted(self.bounds)),
            self.decisions,
            tuple(self.ends),
            self.home,
            self.slack(),
            tuple(sorted(adding)),
            tuple(sorted(cleared)),
            {stop: finder.live[stop] for stop in self.stops},
        )

    def chance(self, stop: int) -> Chance:
        """What is thrown at a stop."""
        return self.finder.chance(stop)

    def make_states(self) -> None:
        """All states and their edges, as far as is known what matters."""
        for stop, slots in self.finder.visits:
            if stop == self.home:
                self.number(self.finder.state_of(self.stops, self.tracked, stop, slots))
        firsts = {stop: self.finder.first_of(stop) for stop in self.stops}
        while len(self.edges) < len(self.numbers):
            state = self.order[len(self.edges)]
            if state[0] >= len(self.stops):
                self.edges.append(())
                continue
            kind = self.kind(state)
            matter = self.what_matters(kind)
            given = {slot: value for slot, value in zip(self.tracked, state[1:], strict=True) if slot in matter}
            edges = tuple(self.edge_if_any(kind, given, outcome) for outcome in firsts[self.stops[state[0]]])
            if None in edges and not self.wanting:
                self.left.add(kind)
                self.want(kind, set(self.tracked))
            self.edges.append(edges)

    def number(self, state: tuple[int, ...]) -> int:
        """The number of a state, which may be a new one."""
        if state not in self.numbers:
            if len(self.numbers) >= MOST_STATES:
                raise TooLarge
            self.numbers[state] = len(self.numbers)
            self.order.append(state)
            for slot, value, values in zip(self.tracked, state[1:], self.values, strict=True):
                values.add(value)
                if len(values) > FEW_VALUES and not self.finder.has_few(slot):
                    raise TooMany(slot)
        return self.numbers[state]

    # ---- what matters

    def kind(self, state: tuple[int, ...]) -> Kind:
        """The kind of a state."""
        return (state[0], *(state[1 + at] for at in self.outcomes))

    def live_at(self, stop: int) -> set[int]:
        """The tracked slots that are live at a stop, or at another end of walks."""
        block = self.stops[stop] if stop < len(self.stops) else self.ends[stop - len(self.stops)]
        live = self.finder.live[block]
        return {slot for slot in self.tracked if live >> slot & 1}

    def what_matters(self, kind: Kind) -> set[int]:
        """The slots that states of a kind have."""
        if kind not in self.matter:
            stop, live = kind[0], self.live_at(kind[0])
            whole = stop >= len(self.stops) or self.stops[stop] == self.home
            self.matter[kind] = live if whole else live & {self.tracked[at] for at in self.outcomes}
        return self.matter[kind]

    def want(self, kind: Kind, slots: set[int]) -> None:
        """Some slots matter in states of a kind; if that is news, the states have to be made again."""
        before, live = self.what_matters(kind), self.live_at(kind[0])
        self.matter[kind] = before | (slots & live)
        self.wanting |= self.matter[kind] != before

    def is_whole(self, state: tuple[int, ...]) -> bool:
        """Whether states of a kind have to say of all tracked slots what they hold."""
        stop, kind = state[0], self.kind(state)
        return stop >= len(self.stops) or self.stops[stop] == self.home or kind in self.left

    def slack(self) -> int:
        """How many states in a row are not of the stop where the table is entered, at most."""
        home = self.stops.index(self.home)
        level = {number for number, state in enumerate(self.order) if state[0] != home and self.edges[number]}
        leading = {state: {edge.following for edge in self.edges[state] if edge} & level for state in level}
        for length in range(LONGEST_WAY):
            if not level:
                return length
            level = {state for state in level if leading[state] & level}
        raise TooLarge

    # ---- edges

    def edge_if_any(self, kind: Kind, given: dict[int, int], outcome: int) -> Edge | None:
        """What an outcome leads to from a state; None if out of the table, or if that can only be told next time."""
        try:
            return self.edge(kind, given, outcome)
        except Wanted:
            return None

    def edge(self, kind: Kind, given: dict[int, int], outcome: int) -> Edge | None:
        """What an outcome leads to from a state; None if out of the table."""
        leaf = self.leaf(kind, given, outcome)
        if leaf is None:
            return None
        numbers = [
            given[each.slot] + each.more if isinstance(each, Sum) and each.slot in given else each for each in leaf.held
        ]
        following = (leaf.stop, *(self.certain(kind, numbers[at]) for at in self.outcomes))
        matter = self.what_matters(following)
        state = (
            self.certain(kind, value) if slot in matter else 0
            for slot, value in zip(self.tracked, numbers, strict=True)
        )
        return Edge(self.number((leaf.stop, *state)), leaf.added, leaf.cleared, leaf.marks, leaf.samples, leaf.answers)

    def certain(self, kind: Kind, value: Value) -> int:
        """A value that matters. Raises Wanted if it depends on a slot that did not so far."""
        if isinstance(value, Sum):
            self.want(kind, {value.slot})
            raise Wanted
        assert isinstance(value, int)
        return value

    def leaf(self, kind: Kind, given: dict[int, int], outcome: int) -> Leaf | None:
        """What a walk from a state comes to: one there was before if there is any that will do."""
        stop, forks = self.stops[kind[0]], list[Fork]()
        tree = self.trees.get((stop, outcome), ...)
        while isinstance(tree, Fork):
            if tree.slot not in given:
                self.want(kind, {tree.slot})
                raise Wanted
            forks.append(tree)
            tree = tree.ways.get(given[tree.slot], ...)
        return self.grown(kind, given, outcome, forks) if tree is ... else tree

    def grown(self, kind: Kind, given: dict[int, int], outcome: int, forks: list[Fork]) -> Leaf | None:
        """A new walk; the tree grows by all forks that it meets."""
        chance = self.chance(self.stops[kind[0]])
        hidden = frozenset(self.tracked) - given.keys()
        sampling = self.counted is not None
        walk = Walk({chance.target.index: outcome}, given=given, hidden=hidden, sampling=sampling)
        self.walks += 1
        if self.walks > (MOST_WALKS if self.counted is None else FEW_WALKS):
            raise TooLarge
        leaf = self.finished(kind, walk, chance.then)
        tree: Tree = leaf
        for slot in reversed(list(walk.asked)[len(forks) :]):
            tree = Fork(slot, {given[slot]: tree})
        if forks:
            forks[-1].ways[given[forks[-1].slot]] = tree
        else:
            self.trees[self.stops[kind[0]], outcome] = tree
        return leaf

    def finished(self, kind: Kind, walk: Walk, block: int | None) -> Leaf | None:
        """What a walk comes to from a block, if it has not been taken yet. If it can only be told up to where something
        was measured, it ends there."""
        try:
            if block is not None:
                self.finder.walker.walk(block, walk)
            return self.leaf_of(walk)
        except Leaves:
            pass
        except Needed as needed:
            if needed.slots & walk.hidden:
                self.want(kind, set(needed.slots))
                raise Wanted from None
            may_be = walk.ended is None or not needed.slots & (self.counted or frozenset())
            if may_be and all(map(self.finder.may_be_tracked, needed.slots)) and not needed.slots <= set(self.tracked):
                raise
        return self.finished(kind, walk.ended, None) if walk.ended else None

    def leaf_of(self, walk: Walk) -> Leaf:
        """What a walk from throw to throw, or to another end, came to."""
        live, tracked = self.finder.live[walk.stop], set(self.tracked)
        values = {slot: walk.settled(value) for slot, value in walk.slots.items() if live >> slot & 1}
        added: list[tuple[int, int]] = []
        cleared: list[int] = []
        for slot, value in values.items():
            if slot in tracked or value == Sum(slot, 0):
                continue
            if isinstance(value, int) and 0 <= value < LARGEST:
                cleared.append(slot)
                added.append((slot, value))
            elif isinstance(value, int):
                raise Needed(frozenset({slot}))
            elif isinstance(value, Sum) and value.slot == slot and 0 <= value.more < LARGEST:
                added.append((slot, value.more))
            else:
                raise Leaves
        held = tuple(values.get(slot, walk.settled(Sum(slot, 0))) if live >> slot & 1 else 0 for slot in self.tracked)
        if not all(isinstance(each, int) or (isinstance(each, Sum) and each.slot in tracked) for each in held):
            raise Leaves
        self.bounds |= walk.bounds
        self.decisions = max(self.decisions, walk.decisions)
        marks = tuple(sorted((site, times) for site, times in walk.marks.items() if times))
        stop, samples, answers = self.number_of(walk.stop), tuple(walk.samples), tuple(walk.answers)
        return Leaf(stop, held, tuple(sorted(added)), tuple(cleared), marks, samples, answers)

    def number_of(self, block: int) -> int:
        """The number of a stop, or of another end of a walk."""
        if block in self.stops:
            return self.stops.index(block)
        if isinstance(self.finder.program.blocks[block].terminator, Chance):
            raise Leaves
        if block not in self.ends:
            self.ends.append(block)
        return len(self.stops) + self.ends.index(block)
