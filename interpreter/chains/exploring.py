"""Goes through the states that a start leads to, one by one, with the edges of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple, TypeAlias

from interpreter.chains.asking import Impassable
from interpreter.chains.forks import RETURNED, Forks, Leaf
from interpreter.chains.leads import FAR
from interpreter.chains.partly_known import Needed
from interpreter.chains.patience import EDGE, FEW
from interpreter.chains.regions import OPEN
from interpreter.chains.relations import Met, Relations, Unanswerable, ValueOf
from interpreter.chains.searching import MANY, Entered, Outcome, Search, Summary
from interpreter.chains.states import CUT, Bundle, Decision, Edge, Edges, Lost, OutOfReach, States
from interpreter.chains.sums import LinearSum, Value, combine, held_by, make_row_reader
from interpreter.program import FULL

Arrival: TypeAlias = tuple[int, float]
"""The state that comes next, and what is gained until then."""


class Plan(NamedTuple):
    """What is known of a leaf: the slots that a state has where it leads, what gives their numbers for what slots held
    before, those that come of counters with tops, who decides then, and what is gained if that is always the same."""

    slots: tuple[int, ...]
    read: Callable[[Mapping[int, int]], tuple[int, ...]]
    sums: list[tuple[int, LinearSum]]
    decision: Decision | None
    gain: int | None


make_fraction = cache(Fraction)

SOME = 1_000
"""Where there are more states than these, it is found out what is of no use in some of them."""

FAR_ON = 2_654_435_761
"""To take every so many makes an order in which neighbours are far apart: 2**32 by the golden ratio (Knuth, The Art of
Computer Programming, volume 3, section 6.4)."""

MANY_AT_ONCE = 16
"""So many outcomes of a phase are gone over in one step."""


class Exploration:
    """Finds the states with these slots tracked."""

    def __init__(self, search: Search, tracked: Set[int] | None = None) -> None:
        self.tracked = search.tracked if tracked is None else tracked
        self.search, self.region = search, search.region
        self.bounds, self.apart = search.bounds, search.bounds.apart
        self.go_by_search()
        self.seen = sorted(search.form_slots)
        self.numbers: dict[tuple[object, ...], int] = {}
        self.stops: list[int] = []
        self.held: list[Mapping[int, int]] = []
        self.winners: list[tuple[int, ...]] = []
        self.edges: list[Edges] = []
        self.decisions: dict[int, Decision] = {}
        self.waiting: list[int] = []
        self.gone_over = -1
        self.taken = 0
        self.far: set[int] = set()
        self.beginning = False
        self.telling: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        self.drops = search.whole is not None and OPEN not in search.region.strategies
        self.live: dict[int, tuple[int, ...]] = {}
        self.looked_at: dict[int, frozenset[int]] = {}
        self.values: dict[int, set[int]] = {}
        self.plans: dict[Leaf, Plan] = {}
        self.endings: dict[tuple[object, ...], int] = {}
        self.keys: dict[Summary, list[int]] = {}
        self.shifted: dict[tuple[object, ...], dict[int, Arrival]] = {}
        self.returned: dict[tuple[object, ...], Arrival] = {}

    def go_by_search(self) -> None:
        """Have the walks and relations that the search has now."""
        self.forks, self.relations = self.search.forks, self.search.relations
        self.related = self.relations.slots
        self.stale: dict[tuple[object, ...], list[int]] = {}

    def explore(self) -> States:
        first, gained = self.begin()
        self.go_on()
        return self.make_states(first, gained)

    def make_states(self, first: int, gained: float) -> States:
        """The chain as far as it is known; what is too far apart is cut off there."""
        stops, held = self.stops, self.held
        if self.far:
            stops, held = list(stops), list(held)
            for number in self.far:
                stops[number], held[number] = CUT, {}
        return States(
            first, int(gained), tuple(stops), tuple(held), tuple(self.winners), tuple(self.edges),
            self.relations, self.forks.walks, self.decisions,
        )  # fmt: skip

    def widen(self, apart: int) -> None:
        """Let slots that are kept in relation be so far apart from now on."""
        self.apart = apart
        self.waiting += [number for number in self.far if self.relations.spread(self.held[number]) <= apart]
        self.far.difference_update(self.waiting)

    def begin(self) -> tuple[int, float]:
        """The first state, and what is gained until it is come to."""
        begin = self.search.start
        slots = begin.slots if begin.hidden else range(len(self.region.program.slots))
        everything = {slot: begin.slots.get(slot, 0) for slot in slots}
        forks = Forks(self.region, self.search.goal, Relations(), Met(), self.search.entries)
        leaf = forks.leaf(begin.block, -1, everything)
        self.beginning = True
        first, gained = self.follow(leaf, everything, ())
        self.beginning = False
        return first, gained + self.held_at_start(begin.slots)

    def go_on(self) -> None:
        """All that the states lead to that there are."""
        while self.waiting:
            number = self.gone_over = self.take_next()
            self.search.patience.frontier = self
            try:
                self.edges[number] = self.edges_of(number)
                self.search.memory.check()
            except Needed as needed:
                if needed.stop is None:
                    needed.stop = self.stops[number]
                raise

    def take_next(self) -> int:
        """A state that waits: the last one, so that games are soon over and it shows what has to be known; where there
        are many any one, so that it shows soonest if there are too many."""
        waiting = self.waiting
        if len(self.stops) > FEW:
            self.taken += FAR_ON
            at = self.taken % len(waiting)
            waiting[at], waiting[-1] = waiting[-1], waiting[at]
        return waiting.pop()

    def count_at_most(self) -> int:
        """How many states there can be at one of the stops come to, by what slots may hold in every game."""
        ranges = self.region.slot_ranges
        several = [[ranges.get(slot, FULL) for slot in self.slots_at(stop)] for stop in set(self.stops)]
        return max(prod(high - low + 1 for low, high in each) for each in several)

    def count_outcomes(self) -> int:
        """How many outcomes there are to the state that is gone over."""
        stop = self.stops[self.gone_over]
        return 1 if stop in self.search.entries or self.gone_over in self.decisions else len(self.region.outcomes(stop))

    def held_at_start(self, slots: Mapping[int, int]) -> int:
        """What has been gained before it begins."""
        if self.search.goal.measure is None:
            return 0
        return sum(times * slots.get(slot, 0) for slot, times in self.search.form or ())

    def edges_of(self, number: int) -> Edges:
        """All that leads on from a state."""
        stop, state = self.stops[number], self.held[number]
        if stop < 0:
            return ()
        if stop in self.search.entries:
            return self.edges_over(number, stop)
        if number in self.decisions:
            return tuple(self.answer(number, stop, each) for each in self.decisions[number].offered)
        weights: dict[Arrival, int] = {}
        _, total = self.region.weigh_outcomes(stop)
        for way, weight in self.arrivals(stop, state, self.winners[number]):
            weights[way] = weights.get(way, 0) + weight
        return self.make_edges(weights, total)

    def make_edges(self, weights: Mapping[Arrival, int], total: int) -> Edges:
        """The edges of a state, of which is known how likely each is among so many."""
        return tuple(Edge(make_fraction(weight, total), to, gain) for (to, gain), weight in weights.items())

    def arrivals(
        self, stop: int, state: Mapping[int, int], winners: tuple[int, ...]
    ) -> Iterator[tuple[Arrival, int]]:
        """What may come of a roll in a state, each with its weight."""
        pay, follow = self.search.patience.pay, self.follow
        for leaf, alike in self.forks.fall(stop, state, pay):
            pay(EDGE, len(alike.outcomes))
            yield follow(leaf, state, winners), alike.weight

    def edges_over(self, number: int, entry: int) -> Edges:
        """What leads on from where a phase is entered that is taken as a whole."""
        summary, arrivals = self.leave_phase(number, entry)
        gains, squares = summary.gains(self.search.form or ())
        goals, after = zip(*arrivals, strict=True)
        if any(after):
            if squares is not None:
                changes = zip(gains, squares, after, strict=True)
                squares = [square + more * (more + 2 * gain) for gain, square, more in changes]
            gains = [gain + more for gain, more in zip(gains, after, strict=True)]
        return Bundle(summary.chances, goals, gains, squares)

    def leave_phase(self, number: int, entry: int) -> tuple[Summary, list[Arrival]]:
        """What comes of a phase that is taken as a whole, and what comes after each of its outcomes."""
        assert self.search.whole is not None, "it is taken as a whole"
        state, winners = self.held[number], self.winners[number]
        block = self.search.find_continuation(entry, state)
        looked_at = self.find_looked_at(block)
        usual = RETURNED - self.search.entries[entry]

        def look_after(each: Outcome) -> bool:
            return each.stop == usual and self.look_after(each, block, state, self.stops[number])

        summary = self.search.whole.summarise(self.search, Entered(entry, state, looked_at, look_after))
        self.search.patience.frontier = self
        lost = self.search.whole.list_written(entry) - looked_at
        state = {slot: value for slot, value in state.items() if slot not in lost}
        self.search.patience.pay(1 + len(summary.outcomes) // MANY_AT_ONCE)

        def arrive(each: Outcome) -> Arrival:
            return self.arrive_after(each, block, state, winners, usual)

        other = self.held_against(summary, state)
        if other is None:
            return summary, [arrive(each) for each in summary.outcomes]
        assert summary.slot is not None, "it is held against another"
        before, keys = state[summary.slot] - state[other], self.keys_of(summary)
        others = (value for slot, value in state.items() if slot not in (summary.slot, other))
        known = self.shifted.setdefault((block, winners, summary.slot, *others), {})
        try:
            return summary, [known[before + key] for key in keys]
        except KeyError:
            for key, each in zip(keys, summary.outcomes, strict=True):
                if before + key not in known:
                    known[before + key] = arrive(each)
            return summary, [known[before + key] for key in keys]

    def look_after(self, outcome: Outcome, block: int, state: Mapping[int, int], stop: int) -> bool:
        """Look whether more has to be known of states at a stop, for what comes after an outcome of a phase that goes
        on at a block; it is tracked then."""
        try:
            self.forks.leaf(block, -1, self.list_held_after(outcome, state))
        except Needed as needed:
            with suppress(Lost):
                self.say_where(needed, block)
                self.search.track(needed.slots, stop if needed.stop is None else needed.stop)
                return True
        except (Unanswerable, Impassable):
            pass
        return False

    def say_where(self, needed: Needed, block: int) -> None:
        """Say that slots are needed from a block on that comes after a phase, if nobody asked for them there before."""
        if not all(self.search.wanted.is_wanted(slot, block) for slot in needed.slots):
            needed.stop = block

    def find_looked_at(self, block: int) -> frozenset[int]:
        """The slots that may matter after a phase that goes on at a block."""
        if block not in self.looked_at:
            self.looked_at[block] = self.search.list_looked_at(block)
        return self.looked_at[block]

    def keys_of(self, summary: Summary) -> list[int]:
        """What tells outcomes of phases apart that are entered in one way: how they end, and what they add."""
        if summary not in self.keys:
            endings = [
                (each.stop, each.winners, tuple(sorted(each.held.items())), tuple(sorted(each.moved.items())))
                for each in summary.outcomes
            ]
            numbers = [self.endings.setdefault(each, len(self.endings)) for each in endings]
            self.keys[summary] = [added + FAR * each for added, each in zip(summary.added, numbers, strict=True)]
        return self.keys[summary]

    def arrive_after(
        self, outcome: Outcome, block: int, state: Mapping[int, int], winners: tuple[int, ...], usual: int
    ) -> Arrival:
        """What comes after an outcome of a phase, which as a rule ends in a `usual` way, and goes on at a block."""
        won = (*winners, *outcome.winners)
        if outcome.stop != usual:
            return self.number(outcome.stop, (), (), won), 0
        return self.return_to(block, self.list_held_after(outcome, state), won)

    def list_held_after(self, outcome: Outcome, state: Mapping[int, int]) -> dict[int, int]:
        """What slots hold after an outcome of a phase that was entered in a state. Raises Needed."""
        after = {**state, **outcome.held}
        for slot, more in outcome.added_to.items():
            if slot in self.tracked:
                if slot not in after:
                    raise Needed(frozenset({slot}))
                after[slot] += more
        self.relations.normalize(after)
        return after

    def held_against(self, summary: Summary, state: Mapping[int, int]) -> int | None:
        """Where a phase does nothing to two slots that are kept in relation but add to one of them, the other one."""
        group = next((each for each in self.relations.groups if summary.slot in each), frozenset[int]())
        if summary.slot is None or len(group) != 2 or not group <= state.keys() or group & summary.written:
            return None
        return min(group - {summary.slot})

    def return_to(self, block: int, state: dict[int, int], winners: tuple[int, ...]) -> Arrival:
        """The state that comes after a phase, and what is gained until then: many ways to end it come to the same."""
        key = (block, winners, *state.values())
        found = self.returned.get(key)
        if found is None:
            self.search.patience.pay()
            try:
                found = self.returned[key] = self.follow(self.forks.leaf(block, -1, state), state, winners)
            except Needed as needed:
                self.say_where(needed, block)
                raise
        else:
            self.search.patience.pay(1)
        return found

    def answer(self, number: int, stop: int, answer: int) -> Edge:
        """What an answer leads to, where a decision is open."""
        self.search.patience.pay()
        state = self.held[number]
        to, gain = self.follow(self.forks.leaf(stop, answer, state), state, self.winners[number])
        return Edge(Fraction(1), to, gain)

    def follow(self, leaf: Leaf, state: Mapping[int, int], winners: tuple[int, ...]) -> Arrival:
        """The state that a leaf leads to, and what is gained."""
        plan = self.plans.get(leaf)
        if plan is None:
            plan = self.plans[leaf] = self.plan(leaf)
        gain = self.gain(leaf, state) if plan.gain is None else plan.gain
        try:
            values = plan.read(state)
        except KeyError as missing:
            raise Needed(frozenset({missing.args[0]})) from None
        far = False
        if self.related and leaf.stop >= 0:
            held = dict(zip(plan.slots, values, strict=True))
            if plan.sums and not self.beginning:
                for slot, value in plan.sums:
                    self.relations.check_tops(slot, value, state, held)
            far, values = self.relations.normalize(held) > self.apart, tuple(held.values())
        if len(self.stops) > SOME and self.drops and leaf.stop in self.region.stale:
            values = self.drop_stale(leaf.stop, plan.slots, values)
        won = (*winners, *leaf.winners) if leaf.winners else winners
        return self.number(leaf.stop, plan.slots, values, won, plan.decision, far), gain

    def drop_stale(self, stop: int, slots: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
        """What slots hold, with 0 for what is of no use just then: so that states are the same which do the same."""
        places = self.telling.get((stop, slots))
        if places is None:
            telling = {each for guards, _ in self.region.stale[stop].values() for each in guards.slots}
            places = self.telling[stop, slots] = [at for at, slot in enumerate(slots) if slot in telling]
        told = tuple([values[at] for at in places])
        stale = self.stale.get((stop, slots, told))
        if stale is None:
            held = {slots[at]: values[at] for at in places}
            stale = self.stale[stop, slots, told] = [
                slots.index(slot)
                for slot, (guards, views) in self.region.stale[stop].items()
                if slot in slots and slot not in self.related and not guards.list_views(held) & views
            ]
        if not stale:
            return values
        without = list(values)
        for at in stale:
            without[at] = 0
        return tuple(without)

    def plan(self, leaf: Leaf) -> Plan:
        """What is known of a leaf, whatever the state is that it is followed from."""
        values = self.values_at(leaf)
        if not self.beginning:
            self.relations.check_values(values)
        sums = [
            (slot, value)
            for slot, value in values.items()
            if isinstance(value, LinearSum) and not value.slots.isdisjoint(self.relations.tops)
        ]
        decision = Decision(leaf.chooser, leaf.offered) if leaf.offered and leaf.stop >= 0 else None
        return Plan(tuple(values), make_row_reader(values), sums, decision, self.find_sure_gain(leaf))

    def values_at(self, leaf: Leaf) -> dict[int, Value]:
        """What slots hold where a leaf leads."""
        return {slot: leaf.slots.get(slot, held_by(slot)) for slot in self.slots_at(leaf.stop)}

    def find_sure_gain(self, leaf: Leaf) -> int | None:
        """What a leaf gains, if that is the same from all states."""
        if self.beginning or isinstance(leaf.sampled, LinearSum):
            return None
        changes = [combine(leaf.slots[slot], held_by(slot), -1) for slot in self.seen if slot in leaf.slots]
        return self.gain(leaf, {}) if all(isinstance(change, int) for change in changes) else None

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The slots of states at a stop."""
        if stop not in self.live:
            self.live[stop] = self.find_live(stop)
        return self.live[stop]

    def find_live(self, stop: int) -> tuple[int, ...]:
        return self.search.slots_at(stop)

    def number(
        self, stop: int, slots: tuple[int, ...], values: tuple[int, ...], winners: tuple[int, ...],
        decision: Decision | None = None, far: bool = False,
    ) -> int:
        """The number of a state, which may be a new one; if it is too `far` apart nothing leads on from there."""
        key = (stop, winners, decision, values)
        found = self.numbers.get(key)
        if found is not None:
            return found
        if len(self.stops) >= self.bounds.states:
            raise OutOfReach(f"it has more than {self.bounds.states:,} states", larger=True)
        held = dict(zip(slots, values, strict=True))
        self.watch(held)
        self.numbers[key] = len(self.stops)
        if far:
            self.far.add(len(self.stops))
        else:
            self.waiting.append(len(self.stops))
        self.edges.append(())
        self.stops.append(stop)
        self.held.append(held)
        self.winners.append(winners)
        if decision is not None:
            self.decisions[self.numbers[key]] = decision
        return self.numbers[key]

    def watch(self, held: Mapping[int, int]) -> None:
        """Look whether a slot that comes to have many values can be kept in relation. Raises Again if so."""
        for slot, value in held.items():
            if slot in self.related or slot in self.search.settled:
                continue
            seen = self.values.setdefault(slot, set())
            seen.add(value)
            if len(seen) > self.search.many.get(slot, MANY):
                self.search.relate(slot)

    # ---- gains

    def gain(self, leaf: Leaf, state: Mapping[int, int]) -> int:
        """What a leaf gains: what is sampled beyond what was added up before, or what is added to that now."""
        if leaf.sampled is not None:
            form, more = self.split(leaf.sampled, state)
            self.search.agree(form)
            return more
        if self.beginning and self.search.start.hidden:
            return sum(times * self.set_up(leaf, slot) for slot, times in self.search.form or ())
        return sum(times * self.added(leaf, slot, state) for slot, times in self.search.form or ())

    def set_up(self, leaf: Leaf, slot: int) -> int:
        """What a slot is set to before the first stop."""
        value = leaf.slots.get(slot)
        if not isinstance(value, int):
            raise Needed(frozenset({slot}))
        return value

    def split(self, sampled: Value, state: Mapping[int, int]) -> tuple[tuple[tuple[int, int], ...], int]:
        """The part of a sum that is not known from the state, and the rest as a number."""
        if isinstance(sampled, int):
            return (), sampled
        known = {slot: state[slot] for slot in sampled.slots if slot in state and slot not in self.related}
        more = sampled.more + sum(times * known[slot] for slot, times in sampled.terms if slot in known)
        return tuple((slot, times) for slot, times in sampled.terms if slot not in known), more

    def added(self, leaf: Leaf, slot: int, state: Mapping[int, int]) -> int:
        """What is added to a slot that is only ever added to."""
        value = leaf.slots.get(slot)
        if value is None:
            return 0
        change = combine(value, held_by(slot), -1)
        if isinstance(change, LinearSum) and slot in change.slots & self.related and not self.beginning:
            raise Unanswerable(frozenset({slot}), ValueOf(slot))
        return _at(change, state)


def _at(value: Value, state: Mapping[int, int]) -> int:
    """The number that a value is in a state. Raises Needed."""
    if isinstance(value, int):
        return value
    if not value.slots <= state.keys():
        raise Needed(value.slots - state.keys())
    return value.at(state.__getitem__)
