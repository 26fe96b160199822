"""Goes through the states that a start leads to, one by one, with the edges of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from interpreter.chains.forks import RETURNED, Forks, Leaf
from interpreter.chains.partly_known import Needed
from interpreter.chains.relations import Relations, Unanswerable, ValueOf
from interpreter.chains.searching import MANY, Outcome, Search, TooMany
from interpreter.chains.states import CUT, Decision, Edge, OutOfReach, States
from interpreter.chains.sums import LinearSum, Value, combine, held_by, make_reader

Reader: TypeAlias = tuple[int, Callable[[Mapping[int, int]], int]]
"""A slot, and what gives its number for what slots held before."""


class Exploration:
    """Finds the states with these slots tracked."""

    def __init__(self, search: Search, tracked: set[int] | None = None) -> None:
        self.tracked = search.tracked if tracked is None else tracked
        self.looked_at = frozenset(self.tracked)
        self.search, self.region, self.forks = search, search.region, search.forks
        self.relations, self.bounds = search.relations, search.bounds
        self.related = self.relations.slots
        self.numbers: dict[tuple[object, ...], int] = {}
        self.stops: list[int] = []
        self.held: list[Mapping[int, int]] = []
        self.winners: list[tuple[int, ...]] = []
        self.edges: list[tuple[Edge, ...]] = []
        self.decisions: dict[int, Decision] = {}
        self.waiting: list[int] = []
        self.beginning = False
        self.live: dict[int, tuple[int, ...]] = {}
        self.values: dict[int, set[int]] = {}
        self.readers: dict[Leaf, list[Reader]] = {}
        self.shifted: dict[tuple[object, ...], dict[int, tuple[int, float]]] = {}
        self.returned: dict[tuple[object, ...], tuple[int, float]] = {}
        self.sums: dict[Leaf, list[tuple[int, LinearSum]]] = {}

    def explore(self) -> States:
        """The whole chain."""
        first, gained = self.begin()
        self.go_on()
        return States(
            first, int(gained), tuple(self.stops), tuple(self.held), tuple(self.winners), tuple(self.edges),
            self.relations, self.forks.walks, self.decisions,
        )  # fmt: skip

    def begin(self) -> tuple[int, float]:
        """The first state, and what is gained until it is come to."""
        begin = self.search.start
        slots = begin.slots if begin.hidden else range(len(self.region.program.slots))
        everything = {slot: begin.slots.get(slot, 0) for slot in slots}
        forks = Forks(self.region, self.search.goal, Relations(), {}, self.search.entries)
        leaf = forks.leaf(begin.block, -1, everything)
        self.beginning = True
        first, gained = self.follow(leaf, everything, ())
        self.beginning = False
        return first, gained + self.held_at_start(begin.slots)

    def go_on(self) -> None:
        """All that the states lead to that there are."""
        while self.waiting:
            number = self.waiting.pop()
            self.edges[number] = self.edges_of(number)

    def held_at_start(self, slots: Mapping[int, int]) -> int:
        """What has been gained before it begins."""
        if self.search.goal.measure is None:
            return 0
        return sum(times * slots.get(slot, 0) for slot, times in self.search.form or ())

    def edges_of(self, number: int) -> tuple[Edge, ...]:
        """All that leads on from a state."""
        stop, state = self.stops[number], self.held[number]
        if stop < 0:
            return ()
        if stop in self.search.entries:
            return _put_together(self.edges_over(number, stop))
        if number in self.decisions:
            return tuple(self.answer(number, stop, each) for each in self.decisions[number].offered)
        chances: dict[tuple[int, float], Fraction] = {}
        for outcome, chance in self.region.outcomes(stop):
            way = self.follow(self.forks.leaf(stop, outcome, state), state, self.winners[number])
            chances[way] = chances.get(way, Fraction(0)) + chance
        return tuple(Edge(chance, to, gain) for (to, gain), chance in chances.items())

    def edges_over(self, number: int, entry: int) -> Iterator[Edge]:
        """What leads on from where a phase is entered that is taken as a whole."""
        form = dict(self.search.form or ())
        for each, to, gain in self.list_ways_over(number, entry):
            gain += form.get(each.slot, 0) * each.added if each.slot is not None else 0
            if each.square == each.gain**2 and each.gain == int(each.gain):
                yield Edge(each.chance, to, gain + int(each.gain))
            else:
                yield Edge(each.chance, to, gain + each.gain, gain**2 + 2 * gain * each.gain + each.square)

    def list_ways_over(self, number: int, entry: int) -> Iterator[tuple[Outcome, int, float]]:
        """The outcomes of a phase, each with the state that comes then, and what is gained after it."""
        assert self.search.whole is not None, "it is taken as a whole"
        state, winners = self.held[number], self.winners[number]
        block = self.continuation(entry, state)
        exit_of_phase = RETURNED - self.search.entries[entry]
        outcomes = self.search.whole.outcomes(self.search, self.looked_at, entry, state)
        shifted, before = self.shifted_from(block, state, winners, outcomes)
        self.search.pay(len(outcomes))
        for each in outcomes:
            known = shifted.get(before + each.added) if shifted is not None else None
            if known is not None:
                yield each, *known
                continue
            won = (*winners, *each.winners)
            if each.stop != exit_of_phase:
                yield each, self.number(each.stop, {}, won, None), 0
                continue
            after = {**state, **each.held}
            if each.added and each.slot in self.tracked:
                if each.slot not in after:
                    raise Needed(frozenset({each.slot}))
                after[each.slot] += each.added
            found = self.return_to(block, after, won)
            if shifted is not None:
                shifted[before + each.added] = found
            yield each, *found

    def shifted_from(
        self, block: int, state: Mapping[int, int], winners: tuple[int, ...], outcomes: Sequence[Outcome]
    ) -> tuple[dict[int, tuple[int, float]] | None, int]:
        """Where a phase does nothing but add to one of two slots that are kept in relation: what comes after it by the
        difference of the two, as far as it is known; and that difference before."""
        slot = outcomes[0].slot if outcomes else None
        group = next((each for each in self.relations.groups if slot in each), frozenset[int]())
        if slot is None or len(group) != 2 or not group <= state.keys():
            return None, 0
        if any(each.held or each.winners or each.stop != outcomes[0].stop for each in outcomes):
            return None, 0
        (other,) = group - {slot}
        others = (value for each, value in state.items() if each not in group)
        return self.shifted.setdefault((block, winners, slot, *others), {}), state[slot] - state[other]

    def return_to(self, block: int, state: dict[int, int], winners: tuple[int, ...]) -> tuple[int, float]:
        """The state that comes after a phase, and what is gained until then: many ways to end it come to the same."""
        self.relate(state)
        key = (block, winners, *state.values())
        found = self.returned.get(key)
        if found is None:
            found = self.returned[key] = self.follow(self.forks.leaf(block, -1, state), state, winners)
        else:
            self.search.pay(1)
        return found

    def continuation(self, entry: int, state: Mapping[int, int]) -> int:
        """Where a phase returns to."""
        info = self.region.program.routines[self.search.entries[entry]]
        ways = [each for each in info.continuations if each in self.region.reached]
        if len(ways) == 1:
            return ways[0]
        if info.return_slot not in state:
            raise Needed(frozenset({info.return_slot}))
        return info.continuations[state[info.return_slot]]

    def answer(self, number: int, stop: int, answer: int) -> Edge:
        """What an answer leads to, where a decision is open."""
        state = self.held[number]
        to, gain = self.follow(self.forks.leaf(stop, answer, state), state, self.winners[number])
        return Edge(Fraction(1), to, gain)

    def follow(self, leaf: Leaf, state: Mapping[int, int], winners: tuple[int, ...]) -> tuple[int, float]:
        """The state that a leaf leads to, and what is gained."""
        self.search.pay()
        gain = self.gain(leaf, state)
        readers = self.readers_of(leaf)
        try:
            held = {slot: read(state) for slot, read in readers}
        except KeyError as missing:
            raise Needed(frozenset({missing.args[0]})) from None
        if self.relations.tops and not self.beginning:
            self.check_tops(leaf, held, state)
        stop = leaf.stop
        if self.related and stop >= 0 and not self.relate(held):
            stop, held = CUT, {}
        decision = Decision(leaf.chooser, leaf.offered) if leaf.offered and stop >= 0 else None
        return self.number(stop, held, (*winners, *leaf.winners), decision), gain

    def slots_at(self, stop: int) -> tuple[int, ...]:
        if stop not in self.live:
            self.live[stop] = self.find_live(stop)
        return self.live[stop]

    def find_live(self, stop: int) -> tuple[int, ...]:
        tracked = sorted(self.tracked) if stop >= 0 else ()
        return tuple(slot for slot in tracked if self.region.is_live(slot, stop))

    def readers_of(self, leaf: Leaf) -> list[Reader]:
        """What gives the number of each slot of the state that a leaf leads to."""
        if leaf not in self.readers:
            values = {slot: leaf.slots.get(slot, held_by(slot)) for slot in self.slots_at(leaf.stop)}
            if not self.beginning:
                self.relations.check_values(values)
            self.readers[leaf] = [(slot, make_reader(value)) for slot, value in values.items()]
            self.sums[leaf] = [
                (slot, value)
                for slot, value in values.items()
                if isinstance(value, LinearSum) and not value.slots.isdisjoint(self.relations.tops)
            ]
        return self.readers[leaf]

    def check_tops(self, leaf: Leaf, held: Mapping[int, int], state: Mapping[int, int]) -> None:
        """Raises Unanswerable if what comes of a counter at its top is not known."""
        for slot, value in self.sums[leaf]:
            self.relations.check_tops(slot, value, state, held)

    def relate(self, held: dict[int, int]) -> bool:
        """Keep slots in relation that are so kept; False if they are too far apart."""
        return self.relations.normalize(held) <= self.bounds.apart

    def number(
        self, stop: int, held: Mapping[int, int], winners: tuple[int, ...], decision: Decision | None
    ) -> int:
        """The number of a state, which may be a new one."""
        key = (stop, winners, decision, *held.values())
        found = self.numbers.get(key)
        if found is not None:
            return found
        if len(self.stops) >= self.bounds.states:
            raise OutOfReach(f"it has more than {self.bounds.states:,} states", larger=True)
        self.watch(held)
        self.numbers[key] = len(self.stops)
        self.waiting.append(len(self.stops))
        self.edges.append(())
        self.stops.append(stop)
        self.held.append(held)
        self.winners.append(winners)
        if decision is not None:
            self.decisions[self.numbers[key]] = decision
        return self.numbers[key]

    def watch(self, held: Mapping[int, int]) -> None:
        """Raises TooMany if a slot comes to have many values."""
        for slot, value in held.items():
            if slot in self.related or slot in self.search.settled:
                continue
            seen = self.values.setdefault(slot, set())
            seen.add(value)
            if len(seen) > self.search.many.get(slot, MANY):
                raise TooMany(slot)

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


def _put_together(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """One edge for all that lead to one state and gain the same; if what is gained is known in the mean only, one for
    all that lead there."""
    alike: dict[tuple[int, float], float | Fraction] = {}
    means: dict[int, tuple[float, float, float]] = {}
    for edge in edges:
        if edge.square is None:
            alike[edge.to, edge.gain] = alike.get((edge.to, edge.gain), 0) + edge.chance
        else:
            chance, gain, square = means.get(edge.to, (0.0, 0.0, 0.0))
            part = float(edge.chance)
            means[edge.to] = chance + part, gain + part * edge.gain, square + part * edge.square
    certain = [Edge(chance, to, gain) for (to, gain), chance in alike.items()]
    others = [Edge(chance, to, gain / chance, square / chance) for to, (chance, gain, square) in means.items()]
    return (*certain, *others)


def _at(value: Value, state: Mapping[int, int]) -> int:
    """The number that a value is in a state. Raises Needed."""
    if isinstance(value, int):
        return value
    if not value.slots <= state.keys():
        raise Needed(value.slots - state.keys())
    return value.at(state.__getitem__)
