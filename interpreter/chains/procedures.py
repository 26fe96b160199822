"""Phases taken as a whole: what one does to a game, for each way in which it may be entered.

Nine innings are one half-inning used eighteen times. A phase that is come to again and again is explored by itself,
from its entry until it returns. What it must know of the state in which it is entered is found as the slots of states
are, by demand: so its summaries make a tree, which forks by what slots hold then. A summary lists how likely the phase
leaves which slots how; of one slot that it only adds to, how much it adds. What only the figure adds up, besides, is
kept as means, together with the means of the squares. Phases within phases are taken as a whole themselves. Ways to
enter a phase that must know the same slots share the chain of its states: a half-inning that ends with the lead has one
for all leads.

A phase that does more than that, or must know too much, is given up: it is walked through like everything else, and so
fails safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, TypeAlias

from interpreter.chains.asking import Impassable
from interpreter.chains.exploring import Exploration
from interpreter.chains.forks import RETURNED, Leaf
from interpreter.chains.partly_known import Needed
from interpreter.chains.regions import Region
from interpreter.chains.repeated import Phase, find_repeated
from interpreter.chains.searching import LONGER, Outcome, Search, Summary, Unsummarised
from interpreter.chains.states import CUT, Edge, Edges
from interpreter.chains.sums import LinearSum, combine, held_by

MOST_WAYS, MOST_CHAINS = 2_000, 300
"""In so many ways a phase may be entered, at most, and so many chains of its states may that take: most ways share
one."""

CRUMB = 1e-24
"""A way to end that is less likely is left out."""


@dataclass(frozen=True)
class InnerEdge:
    """How likely a state of a phase comes next, how much the one slot gains that a game looks at, and how much the
    figure: the mean, and the mean of its square."""

    chance: Fraction | float
    to: int
    added: int
    gain: float
    square: float


@dataclass(frozen=True)
class Way:
    """One way in which a phase ends: how likely it is, in which state, what it has added to the one slot; and what the
    figure gains then in the mean, and the mean of the square of that."""

    chance: float
    end: int
    added: int
    gain: float
    square: float


class Condenser(Protocol):
    """Finds the ways to end a chain, which may grow from one start to the next."""

    def add(self, edges: Sequence[Sequence[InnerEdge]]) -> None:
        """The states that come next, by their numbers, with the edges of each. One without edges is an end."""

    def ways_from(self, start: int) -> Sequence[Way]:
        """The ways to end from a state on."""


Condense: TypeAlias = Callable[[], Condenser]


@dataclass
class _Node:
    """Summaries of one phase. It forks by what slots hold at its entry, or there is one. The slots that are `tracked`
    make up states; a fork has those of its ways, with which the next begins."""

    tracked: set[int]
    fork: tuple[int, ...] = ()
    ways: dict[tuple[int, ...], _Node] = field(default_factory=dict)
    summary: Summary | None = None

    def knows(self, slots: frozenset[int]) -> bool:
        """Whether some of these matter to it."""
        if not slots.isdisjoint(self.tracked) or not slots.isdisjoint(self.fork):
            return True
        return any(node.knows(slots) for node in self.ways.values())

    def forget_cut(self) -> None:
        """Forget its summaries that were cut off."""
        if self.summary is not None and any(each.stop == CUT for each in self.summary.outcomes):
            self.summary = None
        for node in self.ways.values():
            node.forget_cut()


class Procedures:
    """The phases of a region that are taken as a whole."""

    def __init__(self, region: Region, condense: Condense) -> None:
        self.region, self.condense = region, condense
        self.phases = find_repeated(region)
        self.entries = {entry: phase.routine for entry, phase in self.phases.items()}
        self.roots: dict[tuple[int, frozenset[int], frozenset[int]], _Node] = {}
        self.found = 0
        self.inner: dict[tuple[object, ...], _Inner] = {}
        self.forget_chains()

    def forget_chains(self) -> None:
        """Forget the chains of the phases; what they were summed up to stays."""
        self.inner.clear()
        self.ways = dict.fromkeys(self.phases, 0)
        self.chains = dict.fromkeys(self.phases, 0)

    def forget(self, touched: frozenset[int]) -> None:
        """Forget the summaries that know of some slots: these are kept in another way now."""
        self.roots = {key: node for key, node in self.roots.items() if not node.knows(touched)}
        self.forget_chains()

    def widen(self, apart: int) -> None:
        """Let slots that are kept in relation be so far apart, and forget the summaries that were cut off."""
        for node in self.roots.values():
            node.forget_cut()
        self.inner = {key: each for key, each in self.inner.items() if each.is_innermost()}
        for each in self.inner.values():
            each.widen(apart)
        self.ways = dict.fromkeys(self.phases, 0)

    def give_up(self, routine: int) -> None:
        """Walk through this phase from now on."""
        self.inner.clear()
        before = self.entries
        self.entries = {entry: each for entry, each in before.items() if each != routine}
        left = {entry for entry in before if entry not in self.entries}
        around = {entry for entry in before if any(each in self.phases[entry].blocks for each in left)}
        self.roots = {key: node for key, node in self.roots.items() if key[0] not in around}

    def summarise(
        self, search: Search, looked_at: frozenset[int], entry: int, state: Mapping[int, int]
    ) -> Summary:
        """What comes of a phase that is entered in a state. Raises Needed, Unsummarised, and what explorations do."""
        phase = self.phases[entry]
        after, form = looked_at & phase.changed, search.form_slots & phase.changed
        node = above = self.roots.setdefault((entry, after, form), _Node(set()))
        given = dict[int, int]()
        while True:
            while node.fork:
                missing = frozenset(node.fork) - state.keys()
                if missing:
                    raise Needed(missing)
                held = {slot: state[slot] for slot in node.fork}
                given.update(held)
                above, node = node, node.ways.setdefault(tuple(held.values()), _Node(set(node.tracked)))
            if node.summary is not None:
                return node.summary
            self._look_into(search, phase, entry, node, given, after)
            if node.summary is not None:
                above.tracked |= node.tracked

    def is_inside(self, entry: int) -> bool:
        """Whether a phase is come to within another that is taken as a whole, too."""
        return any(entry in self.phases[each].blocks for each in self.entries if each != entry)

    def find_known(self, search: Search, entry: int, state: Mapping[int, int]) -> Mapping[int, int]:
        """What a phase has to know that a whole game comes to in a state."""
        changed = self.phases[entry].changed
        node = self.roots[entry, frozenset(search.tracked) & changed, search.form_slots & changed]
        known = dict[int, int]()
        while node.fork:
            held = {slot: state[slot] for slot in node.fork}
            known.update(held)
            node = node.ways[tuple(held.values())]
        return known

    def _look_into(
        self, search: Search, phase: Phase, entry: int, node: _Node, given: Mapping[int, int], after: frozenset[int]
    ) -> None:
        """Find the outcomes of a node, or more that it must know."""
        key = entry, after, search.form, frozenset(node.tracked)
        inner = self.inner.pop(key, None)
        if inner is None:
            inner = _Inner(search, set(node.tracked), phase.routine, after, self.condense)
            self.chains[entry] += 1
        self.ways[entry] += 1
        if self.ways[entry] > MOST_WAYS or self.chains[entry] > MOST_CHAINS:
            raise Unsummarised(phase.routine)
        try:
            node.summary = Summary(inner.summarise(entry, given))
            self.inner[key] = inner
            self.found += 1
        except Impassable:
            raise Unsummarised(phase.routine) from None
        except Needed as needed:
            slots = needed.slots.union(*(group for group in search.relations.groups if group & needed.slots))
            if slots <= (given.keys() if inner.beginning else node.tracked):
                raise Unsummarised(phase.routine) from None
            if inner.beginning:
                node.fork = tuple(sorted(slots - given.keys()))
            else:
                node.tracked |= slots


@dataclass(frozen=True)
class _Change:
    """What an edge adds to slots, and to the figure besides: the mean, and the mean of the square."""

    added: tuple[tuple[int, int], ...] = ()
    gain: float = 0
    square: float = 0


class _Inner(Exploration):
    """Finds the states of a phase, from one way to enter it after another. Edges have the numbers of changes in place
    of gains. Of what it changes the slots `after` matter then."""

    def __init__(
        self, search: Search, tracked: set[int], routine: int, after: frozenset[int], condense: Condense
    ) -> None:
        super().__init__(search, tracked)
        self.routine, self.after, self.condense = routine, after, condense
        self.looked_at = after | tracked
        self.form = dict(search.form or ())
        self.seen = sorted((after - tracked) | self.form.keys())
        self.noted = [_Change()]
        self.changes = {self.noted[0]: 0}
        self.adding: set[int] = set()
        self.shared, self.handed_on = condense(), 0

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The tracked slots that matter at a stop, or afterwards."""
        return tuple(sorted(self.after & self.tracked)) if stop <= RETURNED else super().slots_at(stop)

    def summarise(self, entry: int, given: Mapping[int, int]) -> list[Outcome]:
        """Everything that comes of it where it is entered and slots hold what is `given`. A chain that was entered
        before may be larger than others."""
        if self.stops:
            self.bounds = replace(self.search.bounds, states=LONGER * self.search.bounds.states)
        self.adding = set()
        self.beginning = True
        first, change = self.follow(self.forks.leaf(entry, -1, given), given, ())
        self.beginning = False
        self.go_on()
        slot, ways = self._find_ways(first, self.noted[int(change)])
        return [
            Outcome(way.chance, *self._end_in(way.end), slot, way.added, way.gain, way.square, self.winners[way.end])
            for way in ways
        ]

    def _end_in(self, number: int) -> tuple[int, Mapping[int, int]]:
        """Where it ends in a state, and what slots hold then; nothing is known where it was cut off."""
        return (CUT, {}) if number in self.far else (self.stops[number], self.held[number])

    def is_innermost(self) -> bool:
        """Whether no phase within this one is taken as a whole."""
        return self.search.entries.keys().isdisjoint(self.stops)

    def widen(self, apart: int) -> None:
        """Let slots that are kept in relation be so far apart from now on. What was cut off goes on."""
        super().widen(apart)
        self.shared, self.handed_on = self.condense(), 0

    def _find_ways(self, first: int, change: _Change) -> tuple[int | None, list[Way]]:
        """The slot that is only added to, if there is one, and all ways to end after a change and from a state on."""
        if any(map(self._find_adding, self.noted)):
            ways = self._find_ways_alone(first, change)
        else:
            self.shared.add(self._list_edges(range(self.handed_on, len(self.edges)), range(len(self.edges))))
            self.handed_on = len(self.edges)
            ways = self.shared.ways_from(first)
        before = self._find_worth(change)
        return next(iter(self.adding), None), [_add_before(way, *before) for way in ways]

    def _find_ways_alone(self, first: int, change: _Change) -> Sequence[Way]:
        """The ways to end from a state on, where a slot may be added to: another one from another state on."""
        states = self._list_reached(first)
        here = {self.noted[int(edge.gain)] for state in states for edge in self.edges[state]} | {change}
        self.adding = set().union(*map(self._find_adding, here))
        if len(self.adding) > 1:
            raise Unsummarised(self.routine)
        alone = self.condense()
        alone.add(self._list_edges(states, {state: number for number, state in enumerate(states)}))
        return [replace(way, end=states[way.end]) for way in alone.ways_from(0)]

    def _list_reached(self, first: int) -> list[int]:
        """The states that one leads to, and itself to begin with."""
        found, waiting = {first: None}, [first]
        while waiting:
            new = dict.fromkeys(edge.to for edge in self.edges[waiting.pop()] if edge.to not in found)
            found.update(new)
            waiting += new
        return list(found)

    def _list_edges(self, states: Iterable[int], numbers: Mapping[int, int] | range) -> list[list[InnerEdge]]:
        """The edges of some states, all with other numbers."""
        worths = [self._find_worth(each) for each in self.noted]
        return [
            [InnerEdge(edge.chance, numbers[edge.to], *worths[int(edge.gain)]) for edge in self.edges[state]]
            for state in states
        ]

    def _find_adding(self, change: _Change) -> set[int]:
        """The slots that matter later and are only added to."""
        return {slot for slot, _ in change.added if slot in self.after and slot not in self.tracked}

    def _find_worth(self, change: _Change) -> tuple[int, float, float]:
        """What a change adds to the one slot, and to the figure."""
        added = sum(more for slot, more in change.added if slot in self.adding)
        sure = sum(self.form.get(slot, 0) * more for slot, more in change.added if slot not in self.adding)
        return added, sure + change.gain, sure**2 + 2 * sure * change.gain + change.square

    # ---- what is added

    def gain(self, leaf: Leaf, state: Mapping[int, int]) -> int:
        """The number of what a leaf adds to each slot that is looked at."""
        if leaf.sampled is not None:
            raise Unsummarised(self.routine)
        several = [(slot, self._added(leaf, slot, state)) for slot in self.seen if slot in leaf.slots]
        return self._note(_Change(tuple((slot, more) for slot, more in several if more)))

    def _added(self, leaf: Leaf, slot: int, state: Mapping[int, int]) -> int:
        change = combine(leaf.slots[slot], held_by(slot), -1)
        if not isinstance(change, LinearSum):
            return change
        missing = change.slots - state.keys()
        if (slot in missing and slot in self.tracked) or change.slots & self.related:
            raise Unsummarised(self.routine)
        if missing:
            raise Needed(frozenset({slot}) if slot in missing else missing)
        return change.at(state.__getitem__)

    def _note(self, change: _Change) -> int:
        """The number of a change. Raises Unsummarised where more than one slot is only added to."""
        if change not in self.changes:
            self.adding |= self._find_adding(change)
            if len(self.adding) > 1:
                raise Unsummarised(self.routine)
            self.changes[change] = len(self.changes)
            self.noted.append(change)
        return self.changes[change]

    def edges_over(self, number: int, entry: int) -> Edges:
        """What leads on from where a phase within this one is entered."""
        summary, arrivals = self.leave_phase(number, entry)
        likely: dict[tuple[int, int], float] = {}
        for outcome, (to, change) in zip(summary.outcomes, arrivals, strict=True):
            way = to, self._note(self._put_together(self.noted[int(change)], outcome))
            likely[way] = likely.get(way, 0.0) + outcome.chance
        return tuple(Edge(chance, *way) for way, chance in likely.items())

    def _put_together(self, after: _Change, outcome: Outcome) -> _Change:
        added = dict(after.added)
        slot = outcome.slot
        if slot is not None and outcome.added and slot in self.seen:
            added[slot] = added.get(slot, 0) + outcome.added
        sure = tuple(sorted((each, more) for each, more in added.items() if more))
        return _Change(sure, outcome.gain, outcome.square)


def _add_before(way: Way, added: int, gain: float, square: float) -> Way:
    """A way with a change before it."""
    if not (added or gain or square):
        return way
    squares = way.square + 2 * gain * way.gain + square
    return replace(way, added=way.added + added, gain=way.gain + gain, square=squares)
