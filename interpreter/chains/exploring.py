"""Chains for odds: the states that a start leads to, how likely each is to follow another, and what is gained there.

Which slots make up the states is found by trying: a walk that has to know a slot asks for it, it is tracked from then
on, and all begins again. What a figure adds up and no walk looks at is a gain of edges, and no part of states. Where a
tracked slot comes to have many values, it is tried to keep it in relation to others: of slots that are only compared
with each other the differences are enough, and of one that is compared with numbers alone, all beyond the greatest of
them is the same. What the walks ask proves that, or the attempt is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log
from typing import Protocol, TypeAlias, TypeVar

from interpreter.chains.asking import Impassable, Relations, Test, Truth, Unanswerable, ValueOf
from interpreter.chains.forks import RETURNED, Forks, Goal, Leaf
from interpreter.chains.partly_known import Needed
from interpreter.chains.regions import Region
from interpreter.chains.sums import LinearSum, Value, combine, held_by, make_reader

MANY, MOST = 24, 1000
"""A slot with more values than that is tried to be kept in relation; if nothing has looked at it yet, with more."""

FEW = 5_000
"""For so many states there is always time."""

MOST_RAISED = 8
"""So often tops are tried again that were too low."""

LONGER = 3
"""So many times more may be taken if phases turn out to be taken as a whole: most of it is done then."""

EDGE = 4
"""Steps in which an edge is gone over: what an instruction takes is one."""

CUT = -2
"""In place of a stop: what leads beyond the limit is cut off there."""


@dataclass(frozen=True)
class Edge:
    """How likely a state comes next, and what is gained on the way. Where a whole phase lies on it, its chance may be
    rounded; and if `square` is told, the gain is a mean, and that the mean of its square."""

    chance: Fraction | float
    to: int
    gain: float
    square: float | None = None


@dataclass(frozen=True)
class Outcome:
    """What may come of a phase that is taken as a whole: where it ends (OVER, CUT, or that a routine returns), what
    slots `held` then, what is `added` to a `slot`; what the figure gains besides, in the mean, and the mean of the
    square of that."""

    chance: float
    stop: int
    held: Mapping[int, int]
    slot: int | None
    added: int
    gain: float
    square: float
    winners: tuple[int, ...]


class Unsummarised(Exception):
    """A phase cannot be taken as a whole."""

    def __init__(self, routine: int) -> None:
        super().__init__(f"routine {routine} cannot be taken as a whole")
        self.routine = routine


class Summaries(Protocol):
    """Phases that are taken as a whole; so many summaries are `found`."""

    found: int

    @property
    def entries(self) -> Mapping[int, int]:
        """The routine of each entry."""

    def outcomes(self, caller: Exploration, entry: int, state: Mapping[int, int]) -> Sequence[Outcome]:
        """What comes of one that is entered in a state."""

    def find_known(self, search: Search, entry: int, state: Mapping[int, int]) -> Mapping[int, int]:
        """What one has to know that is entered in a state."""

    def is_inside(self, entry: int) -> bool:
        """Whether one lies within another."""

    def forget(self, touched: frozenset[int]) -> None:
        """What rests on these slots is not so any more."""

    def give_up(self, routine: int) -> None:
        """Take this one not as a whole."""


@dataclass(frozen=True)
class Decision:
    """An open decision: the seat that chooses, and the answers that it is offered."""

    chooser: int
    offered: tuple[int, ...]


@dataclass(frozen=True)
class States:
    """A finite chain. `stops` has for each state the block where dice are rolled, OVER or CUT; `held` what tracked
    slots hold there, and `winners` who has won; `edges` lead on, none from where it is over. It begins in `start`,
    where so much has been gained already. `relations` says which slots are known in relation only. Where a decision is
    open `decisions` says of a state who decides, and which answers there are: one edge for each."""

    start: int
    gained: int
    stops: tuple[int, ...]
    held: tuple[Mapping[int, int], ...]
    winners: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[Edge, ...], ...]
    relations: Relations
    walks: int
    decisions: Mapping[int, Decision] = field(default_factory=dict)

    @property
    def edge_count(self) -> int:
        """How many edges there are in all."""
        return sum(map(len, self.edges))

    @property
    def is_rounded(self) -> bool:
        """Whether some chances are numbers in floating point."""
        return any(isinstance(edge.chance, float) for edges in self.edges for edge in edges)


class OutOfReach(Exception):
    """There is no such chain, for this reason, or none that is small enough; `larger`: with wider bounds there may be
    one."""

    def __init__(self, reason: str, larger: bool = False) -> None:
        super().__init__(reason)
        self.larger = larger


class _Again(Exception):
    pass


class TooMany(Exception):
    """A slot comes to have many values."""

    def __init__(self, slot: int) -> None:
        self.slot = slot


@dataclass(frozen=True)
class Start:
    """Where a chain begins: at a block, with these slots. A slot that is not told is 0; or if others are `hidden`,
    nothing must hang on them."""

    block: int
    slots: Mapping[int, int] = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class Bounds:
    """How many `states` a chain may have, for each of them how many `steps` may be taken until it is found, and how far
    `apart` slots may be that are kept in relation."""

    states: int = 400_000
    steps: int = 120
    apart: int = 60


def explore(
    region: Region,
    start: Start,
    goal: Goal,
    bounds: Bounds | None = None,
    gains: int | None = None,
    whole: Summaries | None = None,
    find_cut: Callable[[States], float] | None = None,
) -> States:
    """The chain from a start to a goal. What is gained is what is sampled, or what is added to the slot `gains`; some
    phases may be taken as a whole. If `find_cut` says how likely a game leaves a chain, slots that are kept in relation
    may be as far apart as it takes.

    Raises OutOfReach."""
    search = Search(region, start, goal, bounds or Bounds(), gains, whole)
    return search.find() if find_cut is None else widen(search, find_cut)


NARROW, WIDE, WIDEST = 4, 20, 400
"""So far apart slots may be at first, where it shows soon what must be tracked; then; and at most."""

UNLIKELY, RARE = 1e-12, 1e-6
"""A chain is wide enough where a game leaves it with so little likelihood; and with this if no larger one is in
reach."""


def widen(search: Search, find_cut: Callable[[States], float]) -> States:
    """The chain with slots as far apart as it takes. Raises OutOfReach."""
    best, cut, width = None, 1.0, search.width or NARROW
    while cut > UNLIKELY and width <= WIDEST:
        search.bounds, search.steps, search.width = replace(search.bounds, apart=width), 0, width
        try:
            best = search.find()
        except OutOfReach as reason:
            if best is None or not reason.larger or cut > RARE:
                raise
            break
        cut = find_cut(best) if CUT in best.stops else 0.0
        width = WIDE if width == NARROW else _guess_width(width, cut)
    assert best is not None, "there is one width at least"
    return best


def _guess_width(width: int, cut: float) -> int:
    """How far apart slots must be, if what is cut off falls as of a sum of many throws: by the square of the width."""
    times = 8.0 if cut >= 1.0 else (log(UNLIKELY) / log(cut)) ** 0.5 if cut else 1.0
    return width + max(5, int(width * (min(times, 8.0) * 1.05 - 1)))


def refuse_cards(region: Region, block: int) -> None:
    """Raises OutOfReach where what begins at a block handles cards."""
    if region.handles_cards(block):
        raise OutOfReach("cards are dealt, in far more orders than there can be states")


Found = TypeVar("Found")


class Search:
    """Looks for the slots that make up states, and for how they are kept."""

    def __init__(
        self,
        region: Region,
        start: Start,
        goal: Goal,
        bounds: Bounds,
        gains: int | None = None,
        whole: Summaries | None = None,
    ) -> None:
        self.region, self.start, self.goal, self.bounds = region, start, goal, bounds
        self.form: tuple[tuple[int, int], ...] | None = None if gains is None else ((gains, 1),)
        self.tracked: set[int] = set()
        self.relations, self.whole = Relations(), whole
        self.tests: set[Test] = set()
        self.forks = Forks(region, goal, self.relations, self.tests, self.entries)
        self.many: dict[int, int] = {}
        self.steps = 0
        self.settled: set[int] = set()
        self.raised = self.width = 0

    def find(self) -> States:
        """The chain, as small as was found."""
        return self.find_by(lambda search: Exploration(search).explore())

    def find_by(self, explore: Callable[[Search], Found]) -> Found:
        """What an exploration finds, which begins again whenever it turns out what it has to know."""
        refuse_cards(self.region, self.start.block)
        while True:
            try:
                return explore(self)
            except _Again:
                continue
            except Needed as needed:
                self.track(needed.slots)
            except TooMany as many:
                self.relate(many.slot)
            except Unanswerable as wrong:
                self.unrelate(wrong.slots)
            except Unsummarised as failed:
                self.take_apart(failed.routine)
            except Impassable as impassable:
                raise OutOfReach(str(impassable)) from None

    @property
    def entries(self) -> Mapping[int, int]:
        """The entries of phases that are taken as a whole, each with its routine."""
        return self.whole.entries if self.whole is not None else {}

    @property
    def form_slots(self) -> frozenset[int]:
        """The slots that the figure adds up."""
        return frozenset(slot for slot, _ in self.form or ())

    def learn_from(self, other: Search) -> None:
        """Begin with what another search for a figure of the same game took to find."""
        if self.whole is not None:
            for routine in set(self.entries.values()) - set(other.entries.values()):
                self.take_apart(routine)
        self.tracked |= other.tracked
        self.settled |= other.settled
        self.many, self.width = dict(other.many), other.width
        self.change(other.relations)

    def take_apart(self, routine: int) -> None:
        """This phase is not taken as a whole any more."""
        assert self.whole is not None, "it was"
        before = self.entries
        self.whole.give_up(routine)
        left = set(before.values()) - set(self.entries.values())
        gone = {entry for entry, each in before.items() if each in left} | {RETURNED - each for each in left}
        self.renew_walks(frozenset(), frozenset(gone))

    def track(self, slots: frozenset[int]) -> None:
        """These slots are part of states from now on."""
        if slots <= self.tracked:
            names = ", ".join(self.region.program.slots[slot].name for slot in sorted(slots))
            raise OutOfReach(f"what {names} hold is lost on the way")
        self.tracked |= slots
        if self.goal.measure is not None:
            self.form = None

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The tracked slots that matter at a stop."""
        tracked = sorted(self.tracked) if stop >= 0 else ()
        return tuple(slot for slot in tracked if self.region.is_live(slot, stop))

    def pay(self, steps: int = EDGE) -> None:
        """An edge is gone over, maybe by a new walk. Raises OutOfReach where that were too many."""
        self.steps += steps
        most = self.bounds.steps * max(self.bounds.states, FEW)
        if self.whole is not None and self.whole.found:
            most *= LONGER
        if self.steps + self.forks.steps > most:
            raise OutOfReach(f"it takes more than {most:,} steps", larger=True)

    def agree(self, form: tuple[tuple[int, int], ...]) -> None:
        """What is sampled adds up this. Raises _Again where that was not known before."""
        if self.form is None:
            self.form = form
            if form:
                raise _Again
        if form != self.form:
            raise Needed(frozenset(slot for slot, _ in {*form, *self.form}))

    def relate(self, slot: int) -> None:
        """Try to keep a slot in relation."""
        group = self.compared_with(slot)
        if group:
            groups = [each for each in self.relations.groups if not each & group]
            self.change(Relations((*groups, group), self.relations.tops))
        elif (top := self.greatest(slot)) is not None:
            self.change(Relations(self.relations.groups, {**self.relations.tops, slot: top}))
        elif tops := self.find_tops(slot):
            self.change(Relations(self.relations.groups, {**self.relations.tops, **tops}))
        elif self.many.get(slot, MANY) < MOST and not any(slot in _slots(test) for test in self.tests):
            self.many[slot] = 4 * self.many.get(slot, MANY)
        else:
            self.settled.add(slot)

    def change(self, relations: Relations) -> None:
        """Keep slots in these relations from now on. The walks there are may not hold then."""
        touched = self.relations.slots | relations.slots
        self.relations = relations
        if self.goal.measure is not None:
            self.form = None
        if self.whole is not None:
            self.whole.forget(touched)
        self.renew_walks(touched, frozenset())

    def renew_walks(self, touched: frozenset[int], gone: frozenset[int]) -> None:
        """Forget the walks that ask for some slots, or lead to stops that are gone."""
        self.steps += self.forks.steps
        before, self.forks = self.forks, Forks(self.region, self.goal, self.relations, self.tests, self.entries)
        self.forks.keep_trees(before, touched, gone)

    def unrelate(self, slots: frozenset[int]) -> None:
        """Keep these slots as they are; but where a top was too low, try a higher one."""
        tops = self.find_tops(min(slots)) if slots <= self.relations.tops.keys() else {}
        if any(top > self.relations.tops.get(slot, 0) for slot, top in tops.items()) and self.raised < MOST_RAISED:
            self.raised += 1
            self.change(Relations(self.relations.groups, {**self.relations.tops, **tops}))
            return
        for group in self.relations.groups:
            if group & slots:
                slots |= group
        self.settled |= slots
        groups = tuple(group for group in self.relations.groups if not group & slots)
        left = {slot: top for slot, top in self.relations.tops.items() if slot not in slots}
        self.change(Relations(groups, left))

    def compared_with(self, slot: int) -> frozenset[int]:
        """The slots that a slot is only compared with, and those that these are, and itself; none if it is looked at
        in any other way."""
        group = {slot}
        for _ in range(2):
            for test in self.tests:
                slots = _slots(test)
                if slots & group:
                    if not isinstance(test, Truth) or sum(times for _, times in test.sum.terms) != 0:
                        return frozenset()
                    group |= slots
        return frozenset(group) if len(group) > 1 and not group & self.settled else frozenset()

    def find_tops(self, slot: int) -> dict[int, int]:
        """The same number for a slot and all that it is added to, and compared with: none of their sums that is held
        against a number reaches it. Empty if they are looked at in any other way."""
        group, size = {slot}, 0
        while size != len(group):
            size = len(group)
            tests = [test for test in self.tests if _slots(test) & group]
            group = group.union(*map(_slots, tests))
        if group & self.settled or not all(isinstance(test, Truth) for test in tests):
            return {}
        sums = [test.sum for test in tests if isinstance(test, Truth)]
        tops = [abs(each.more) + 1 for each in sums if len({times > 0 for _, times in each.terms}) == 1]
        return dict.fromkeys(group, max(tops)) if tops else {}

    def greatest(self, slot: int) -> int | None:
        """A number that no comparison with a slot reaches."""
        tests = [test for test in self.tests if isinstance(test, Truth) and test.sum.slots == {slot}]
        return max((abs(test.sum.more) + 1 for test in tests), default=None)


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
        forks = Forks(self.region, self.search.goal, Relations(), set(), self.search.entries)
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
        outcomes = self.search.whole.outcomes(self, entry, state)
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
            self.relations.check_tops(slot, value, held[slot], state)

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


def _slots(test: Test) -> frozenset[int]:
    return test.sum.slots if isinstance(test, Truth) else frozenset({test.slot})
