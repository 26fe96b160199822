"""The states of one phase that is taken as a whole, and the ways in which it ends.

A phase is explored from its entry until it returns. Its edges say what they add to the slots that matter afterwards. Of
one slot it may add to on the way, how much is added in all is found together with the ways to end; what only the last
step adds, the winner of a round say, is part of how it ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeAlias

from interpreter.chains.exploring import SOME, Arrival, Exploration, Plan
from interpreter.chains.forks import RETURNED, Leaf
from interpreter.chains.leads import EVERYWHERE, Pair, Stretch, find_lead
from interpreter.chains.partly_known import Needed
from interpreter.chains.patience import EDGE, WIDER
from interpreter.chains.relations import Unanswerable, ValueOf
from interpreter.chains.searching import Again, Counting, Outcome, Search, Summary, Unsummarised
from interpreter.chains.states import CUT, Bundle, Edges, list_columns, list_goals
from interpreter.chains.sums import LinearSum, Value, combine, held_by
from interpreter.data_classes import dataclass

CRUMB = 1e-24
"""A way to end that is less likely is left out."""

LEFT = 1e-18
"""So much may be left on the way: it is missing among the ways to end. Where two numbers are counted these are many, so
that those are left out, too, which are no more likely."""


class Worth(NamedTuple):
    """What a change is worth: how much is added to the one slot that a game looks at, and what the figure gains: the
    mean, and the mean of its square. It comes only where the lead of that slot is `within` a stretch."""

    added: int = 0
    gain: float = 0.0
    square: float = 0.0
    within: Stretch = EVERYWHERE


class InnerEdges(NamedTuple):
    """Edges within a phase as columns, one state after the other: how many each state has; and of each edge how likely
    it is, where it leads, and the number of what it changes."""

    counts: list[int]
    chances: list[float]
    goals: list[int]
    changes: list[int]

    def add(
        self, counts: Iterable[int], chances: Iterable[float], goals: Iterable[int], changes: Iterable[int]
    ) -> None:
        """Add those of other states."""
        self.counts.extend(counts)
        self.chances.extend(chances)
        self.goals.extend(goals)
        self.changes.extend(changes)


class Way(NamedTuple):
    """One way in which a phase ends: how likely it is, in which state, what it has added to the one slot; and what the
    figure gains then in the mean, and the mean of the square of that."""

    chance: float
    end: int
    added: int
    gain: float
    square: float


class Condenser(Protocol):
    """Finds the ways to end a chain, which may grow from one start to the next."""

    def add(self, edges: InnerEdges, worths: Sequence[Worth]) -> None:
        """The states that come next, by their numbers: one without edges is an end. Of all changes until now, those of
        earlier states too, it is said what they are worth."""

    def ways_from(self, start: int, lead: int = 0) -> Sequence[Way]:
        """The ways to end from a state on, where the one slot has such a lead."""


Condense: TypeAlias = Callable[[], Condenser]


class _Alone(NamedTuple):
    """The chain of the states that one leads to, as far as it was `known`: the states, the slots it adds to, and what
    finds its ways to end. If these are two slots, what they add is one number: so many times (`spread`) what is counted
    for the figure, and what is added to the other one, which is less."""

    known: int
    states: list[int]
    adding: set[int]
    condenser: Condenser
    spread: int


@dataclass(frozen=True)
class _Change:
    """What an edge adds to slots, and to the figure besides: the mean, and the mean of the square; and the leads
    between two slots for which it is there."""

    added: tuple[tuple[int, int], ...] = ()
    gain: float = 0
    square: float = 0
    within: Stretch = EVERYWHERE


class PhaseExploration(Exploration):
    """Finds the states of a phase, from one way to enter it after another. Edges have the numbers of changes in place
    of gains. Of what it changes the slots `after` matter then; those that it adds to `midway`, not in its last step
    alone, are noted. States do not tell the `lead` between two slots of which it changes one: edges hang on it; and of
    slots for which something is `stood_in` they tell that alone, so that it is noted what is added to those, too."""

    def __init__(
        self,
        search: Search,
        tracked: set[int],
        routine: int,
        after: frozenset[int],
        midway: set[int],
        condense: Condense,
        lead: Pair | None = None,
        stood_in: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(search, tracked)
        self.lead, self.stood_in = lead, stood_in
        self.routine, self.after, self.condense = routine, after, condense
        self.entry = self.region.program.routines[routine].entry
        self.midway, self.moved, self.written_midway = midway, set[int](), set[int]()
        self.form = dict(search.form or ())
        is_beside = search.counting is Counting.BESIDE and [*self.form.values()] == [1]
        self.counted = next(iter(self.form)) if is_beside else None
        self.seen = self._list_seen()
        self.noted = [_Change()]
        self.changes = {self.noted[0]: 0}
        self.adding: set[int] = set()
        self.shared, self.handed_on = condense(), 0
        self.alone: dict[int, _Alone] = {}
        self.inside: dict[Summary, list[int]] = {}
        self.together: dict[tuple[Summary, int, int], int] = {}

    def _list_seen(self) -> list[int]:
        """The slots of which it is noted what is added to them."""
        return sorted(self._list_added_to() | self.form.keys() | set(self.lead or ()))

    def _list_added_to(self) -> frozenset[int]:
        """The slots that matter afterwards and of which no more is known then than what is added to them."""
        return self.after - (self.tracked - self.stood_in)

    def find_live(self, stop: int) -> tuple[int, ...]:
        """The tracked slots that matter at a stop, or afterwards."""
        if stop <= RETURNED:
            return tuple(sorted(self.after - self._list_added_to()))
        tracked = sorted(self.tracked) if stop >= 0 else ()
        return tuple(slot for slot in tracked if self.region.is_live(slot, stop))

    def find_looked_at(self, block: int) -> frozenset[int]:
        return self.after | self.tracked

    def knows(self, slots: frozenset[int]) -> bool:
        """Whether some of these matter to it."""
        return not slots.isdisjoint({*self.tracked, *self.after, *(self.lead or ())})

    def look_at_more(self, after: frozenset[int]) -> bool:
        """Let more slots matter afterwards; whether that can be. If the phase changes them in its last step alone, only
        the states are gone over again from which it may end, or in which a phase within it is entered."""
        if not self.written_midway.isdisjoint(after - self.after):
            return False
        self.after = after
        self.seen = self._list_seen()
        self.waiting += self._list_last()
        self.shared, self.handed_on = self.condense(), 0
        for known in (self.live, self.plans, self.shifted, self.returned, self.inside, self.together, self.alone):
            known.clear()
        return True

    def _list_last(self) -> list[int]:
        """The states from which the phase may end next, and those in which it comes to one within it."""
        ends = {number for number, stop in enumerate(self.stops) if stop <= RETURNED}
        inner = {number for number, stop in enumerate(self.stops) if stop in self.search.entries}
        goals = [list_goals(edges) for edges in self.edges]
        return [number for number, each in enumerate(goals) if number in inner or not ends.isdisjoint(each)]

    def summarise(
        self, entry: int, given: Mapping[int, int], look_after: Callable[[Outcome], bool]
    ) -> list[Outcome] | None:
        """Everything that comes of it where it is entered and slots hold what is `given`; None where more is found to
        matter afterwards. A chain that was entered before may be larger than others, and so may one where there seems
        to be an end."""
        if self.stops or self.search.patience.is_hopeful():
            self.bounds = replace(self.search.bounds, states=WIDER * self.search.bounds.states)
        self.adding = set()
        self.beginning = True
        if self.lead and not given.keys() >= set(self.lead):
            raise Needed(frozenset(self.lead))
        first, change = self.follow(self.forks.leaf(entry, -1, given), given, ())
        self.beginning = False
        self.go_on()
        if len(self.stops) > SOME and not self.handed_on and self._matters_more(look_after):
            return None
        slot, ways = self._find_ways(first, self.noted[int(change)], find_lead(self.lead, given) if self.lead else 0)
        return [
            Outcome(way.chance, *self._end_in(way.end), slot, way.added, way.gain, way.square, self.winners[way.end])
            for way in ways
        ]

    def _matters_more(self, look_after: Callable[[Outcome], bool]) -> bool:
        """Whether more matters after any of its ends than was known."""
        if self.lead or any(map(self._find_adding, self.noted)):
            return False
        ends = [number for number, edges in enumerate(self.edges) if not edges]
        outcomes = [Outcome(0.0, *self._end_in(each), None, 0, 0.0, 0.0, self.winners[each]) for each in ends]
        return sum(map(look_after, outcomes)) > 0

    def plan(self, leaf: Leaf) -> Plan:
        if leaf.stop > RETURNED:
            self.written_midway.update(leaf.slots)
        return super().plan(leaf)

    def _end_in(self, number: int) -> tuple[int, Mapping[int, int], Mapping[int, int]]:
        """Where it ends in a state, what slots hold then, and by how much others were moved in the last step; nothing
        is known where it was cut off."""
        if number in self.far:
            return CUT, {}, {}
        held = self.held[number].items()
        known = {slot: value for slot, value in held if slot >= 0}
        return self.stops[number], known, {~slot: value for slot, value in held if slot < 0 and value}

    def values_at(self, leaf: Leaf) -> dict[int, Value]:
        """What slots hold where a leaf leads. Where the phase ends, what its last step adds to slots is part of the
        state, as what is held by slots with other numbers (~)."""
        moving = self._list_moving(leaf.stop)
        self.moved.update(moving)
        moved = {~slot: self._find_change(leaf, slot) for slot in moving}
        values = super().values_at(leaf)
        for slot, value in values.items():
            if value != held_by(slot):
                self._tell_apart(value)
        return {**values, **moved}

    def _tell_apart(self, value: Value) -> None:
        """See to it that the slots hold themselves that a value hangs on."""
        if isinstance(value, LinearSum) and self.search.whole is not None:
            self.search.whole.tell_apart(self.entry, value.slots)

    def watch(self, held: Mapping[int, int]) -> None:
        super().watch({slot: value for slot, value in held.items() if slot >= 0} if self.moved else held)

    def _list_moving(self, stop: int) -> list[int]:
        """The slots that are added to in the last step alone, if it leads to the end of the phase."""
        moving = self.after - self.form.keys() - self.midway if stop <= RETURNED else ()
        return [slot for slot in self.seen if slot in moving]

    def _find_change(self, leaf: Leaf, slot: int) -> Value:
        """How much a leaf adds to a slot. Raises Unanswerable if the slot is known in relation and cannot be, or the
        change hangs on others of the phase's own that are; and Unsummarised if these are not its own."""
        change = combine(leaf.slots.get(slot, held_by(slot)), held_by(slot), -1)
        related = change.slots & self.related if isinstance(change, LinearSum) else frozenset[int]()
        if slot in related:
            raise Unanswerable(frozenset({slot}), ValueOf(slot))
        if related:
            if not related.isdisjoint(self.after) or any(self.region.is_live(each, self.entry) for each in related):
                raise Unsummarised(self.routine)
            raise Unanswerable(related, ValueOf(min(related)))
        self._tell_apart(change)
        return change

    def _note_midway(self, slots: Iterable[int]) -> None:
        """Note that these are added to before the phase ends. Raises Again if that was not known where it ended."""
        new = set(slots) - self.midway
        self.midway |= new
        if new & self.moved:
            raise Again

    def widen(self, apart: int) -> None:
        """Let slots that are kept in relation be so far apart from now on. What was cut off goes on."""
        super().widen(apart)
        self.shared, self.handed_on = self.condense(), 0
        self.alone.clear()

    def _find_ways(self, first: int, change: _Change, lead: int) -> tuple[int | None, list[Way]]:
        """The slot that is only added to, if there is one, and all ways to end after a change and from a state on."""
        if self.lead or any(map(self._find_adding, self.noted)):
            ways = self._find_ways_alone(first, change, lead)
        else:
            self.shared.add(self._list_edges(range(self.handed_on, len(self.edges))), self._list_worths())
            self.handed_on = len(self.edges)
            ways = self.shared.ways_from(first)
        before = self._find_worth(change)
        slots = sorted(self.adding, key=lambda slot: slot == self.counted)
        return next(iter(slots), None), [_add_before(way, before) for way in ways]

    def _find_ways_alone(self, first: int, change: _Change, lead: int) -> Sequence[Way]:
        """The ways to end from a state on, where a slot may be added to: another one from another state on."""
        alone = self.alone.get(first)
        if alone is None or alone.known != len(self.edges):
            alone = self.alone[first] = self._explore_alone(first)
        self.adding = alone.adding | self._find_adding(change)
        self._check_adding()
        if self.lead:
            more = dict(change.added)
            lead += more.get(self.lead[0], 0) - more.get(self.lead[1], 0)
            lead = -lead if self.lead[1] in alone.adding else lead
        spread = 1 if len(self.adding) > 1 and alone.adding == {self.counted} else alone.spread
        likely = (way for way in alone.condenser.ways_from(0, lead) if not alone.spread or way.chance > LEFT)
        ways = (_tell_apart(way, spread) for way in likely)
        return [way._replace(end=alone.states[way.end]) for way in ways]

    def _explore_alone(self, first: int) -> _Alone:
        """The chain of the states that one leads to."""
        states = self._list_reached(first)
        edges = self._list_edges(states)
        self.adding = set().union(*(self._find_adding(self.noted[each]) for each in set(edges.changes)))
        self._check_adding()
        numbers = {state: number for number, state in enumerate(states)}
        edges = edges._replace(goals=[numbers[to] for to in edges.goals])
        condenser, spread = self._make_condenser(edges), 0
        if len(self.adding) > 1:
            spread = 1 + max((way.added for way in condenser.ways_from(0)), default=0)
            condenser = self._make_condenser(edges, spread)
        return _Alone(len(self.edges), states, self.adding, condenser, spread)

    def _make_condenser(self, edges: InnerEdges, spread: int = 0) -> Condenser:
        """What finds the ways to end by some edges."""
        made = self.condense()
        made.add(edges, self._list_worths(spread))
        return made

    def _check_adding(self) -> None:
        """Raises Unsummarised where more than one slot is only added to, besides one that is counted for the figure; or
        Needed, if it is two that are compared."""
        if len(self.adding) > 1 and (self.lead or len(self.adding - {self.counted}) > 1):
            if self.lead and self.adding == set(self.lead):
                raise Needed(frozenset(self.lead))
            raise Unsummarised(self.routine)

    def _list_reached(self, first: int) -> list[int]:
        """The states that one leads to, and itself to begin with."""
        found, waiting = {first: None}, [first]
        while waiting:
            new = dict.fromkeys(to for to in list_goals(self.edges[waiting.pop()]) if to not in found)
            found.update(new)
            waiting += new
        return list(found)

    def _list_edges(self, states: Iterable[int]) -> InnerEdges:
        """The edges of some states."""
        found = InnerEdges([], [], [], [])
        for state in states:
            found.add([len(self.edges[state])], *list_columns(self.edges[state]))
        return found

    def _list_worths(self, spread: int = 0) -> list[Worth]:
        """What each change is worth."""
        return [self._find_worth(each, spread) for each in self.noted]

    def _find_adding(self, change: _Change) -> set[int]:
        """The slots that matter later and are only added to."""
        known = self._list_added_to()
        return {slot for slot, _ in change.added if slot in known or slot in (self.lead or ())}

    def _find_worth(self, change: _Change, spread: int = 0) -> Worth:
        """What a change adds to the one slot, and to the figure. If it is asked how much is counted for that beside the
        slot, it is part of what is added, so many times. Raises Unsummarised where something is taken away then."""
        beside = self.counted if len(self.adding) > 1 else None
        added = sum(more for slot, more in change.added if slot in self.adding and slot != beside)
        gains = {slot: self.form.get(slot, 0) * more for slot, more in change.added}
        sure = sum(gain for slot, gain in gains.items() if slot not in self.adding or slot == beside)
        if spread and added < 0:
            raise Unsummarised(self.routine)
        if spread and beside in gains:
            added, sure = added + spread * gains[beside], sure - gains[beside]
        within = change.within.reversed() if self.lead and self.lead[1] in self.adding else change.within
        return Worth(added, sure + change.gain, sure**2 + 2 * sure * change.gain + change.square, within)

    def arrivals(
        self, stop: int, state: Mapping[int, int], winners: tuple[int, ...]
    ) -> Iterator[tuple[Arrival, int]]:
        if not self.lead:
            yield from super().arrivals(stop, state, winners)
            return
        for leaf, alike, within in self.forks.fall_along(stop, state, self.lead, self.search.patience.pay):
            self.search.patience.pay(EDGE, len(alike.outcomes))
            to, change = self.follow(leaf, state, winners)
            yield (to, self._note(replace(self.noted[int(change)], within=within))), alike.weight

    # ---- what is added

    def gain(self, leaf: Leaf, state: Mapping[int, int]) -> int:
        """The number of what a leaf adds to each slot that is looked at."""
        if leaf.sampled is not None:
            raise Unsummarised(self.routine)
        adding = leaf.slots.keys() - self._list_moving(leaf.stop)
        several = [(slot, self._added(leaf, slot, state)) for slot in self.seen if slot in adding]
        added = tuple((slot, more) for slot, more in several if more)
        if leaf.stop > RETURNED:
            self._note_midway(slot for slot, _ in added)
        return self._note(_Change(added))

    def _added(self, leaf: Leaf, slot: int, state: Mapping[int, int]) -> int:
        change = self._find_change(leaf, slot)
        if not isinstance(change, LinearSum):
            return change
        missing = change.slots - state.keys()
        if slot in missing and slot in self.tracked:
            raise Unsummarised(self.routine)
        if missing:
            raise Needed(frozenset({slot}) if slot in missing else missing)
        return change.at(state.__getitem__)

    def _note(self, change: _Change) -> int:
        """The number of a change. Raises what `_check_adding` does."""
        if change not in self.changes:
            self.adding |= self._find_adding(change)
            self._check_adding()
            self.changes[change] = len(self.changes)
            self.noted.append(change)
        return self.changes[change]

    def make_edges(self, weights: Mapping[Arrival, int], total: int) -> Edges:
        goals, changes = zip(*weights, strict=True)
        return Bundle([weight / total for weight in weights.values()], goals, changes)

    def edges_over(self, number: int, entry: int) -> Edges:
        """What leads on from where a phase within this one is entered."""
        summary, ways = self.leave_phase(number, entry)
        for at in self._list_adding(summary):
            to, more = ways[at]
            ways[at] = to, self._put_together(summary, at, int(more))
        likely = dict(zip(ways, summary.chances, strict=True))
        if len(likely) < len(ways):
            likely = dict.fromkeys(ways, 0.0)
            for chance, way in zip(summary.chances, ways, strict=True):
                likely[way] += chance
        goals, changes = zip(*likely, strict=True)
        return Bundle(tuple(likely.values()), goals, changes)

    def _list_adding(self, summary: Summary) -> list[int]:
        """The outcomes of a phase within this one that add anything that matters, by their numbers."""
        if summary not in self.inside:
            seen = frozenset(self.seen)
            self.inside[summary] = [
                at
                for at, each in enumerate(summary.outcomes)
                if each.gain or each.square or not seen.isdisjoint(each.added_to)
            ]
        return self.inside[summary]

    def _put_together(self, summary: Summary, at: int, after: int) -> int:
        """The number of a change after an outcome of a phase within this one, and of what that adds."""
        if (summary, at, after) not in self.together:
            outcome, added = summary.outcomes[at], dict(self.noted[after].added)
            gain, square, counted = outcome.gain, outcome.square, Counter(outcome.added_to)
            if self.counted is not None and outcome.is_sure and gain:
                counted[self.counted] += round(gain)
                gain = square = 0.0
            for slot, more in counted.items():
                if slot in self.seen:
                    added[slot] = added.get(slot, 0) + more
                    self._note_midway([slot])
            sure = tuple(sorted((each, more) for each, more in added.items() if more))
            self.together[summary, at, after] = self._note(_Change(sure, gain, square))
        return self.together[summary, at, after]


def _tell_apart(way: Way, spread: int) -> Way:
    """A way with what is counted for the figure, so many times, taken out of what is added: it is gained."""
    if not spread:
        return way
    counted, added = divmod(way.added, spread)
    return _add_before(way._replace(added=added), Worth(0, counted, counted**2))


def _add_before(way: Way, before: Worth) -> Way:
    """A way with a change before it, which has come about whatever it was within."""
    added, gain, square, _ = before
    if not (added or gain or square):
        return way
    squares = way.square + 2 * gain * way.gain + square
    return way._replace(added=way.added + added, gain=way.gain + gain, square=squares)
