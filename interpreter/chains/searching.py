"""Finds out what the states of a chain are made of.

Which slots make them up is found by trying: a walk that has to know a slot asks for it, it is tracked from then on, and
all begins again. What a figure adds up and no walk looks at is a gain of edges, and no part of states. Where a tracked
slot comes to have many values, it is tried to keep it in relation to others: of slots that are only compared with each
other the differences are enough, and of one that is compared with numbers alone, all beyond the greatest of them is the
same. What the walks ask proves that, or the attempt is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from enum import Enum
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from interpreter.chains import memory
from interpreter.chains.asking import Impassable
from interpreter.chains.forks import RETURNED, Forks, Goal
from interpreter.chains.partly_known import Needed
from interpreter.chains.patience import Patience
from interpreter.chains.regions import Region, refuse_cards
from interpreter.chains.relations import Guard, Limit, Met, Relations, Test, Truth, Unanswerable, slots_of
from interpreter.chains.states import Bounds, Lost, OutOfReach, Start
from interpreter.chains.wanted import Wanted
from interpreter.data_classes import dataclass
from interpreter.program import FULL, Slot

MANY, MOST = 24, 1000
"""A slot with more values than that is tried to be kept in relation; if nothing has looked at it yet, with more."""

MOST_RAISED = 8
"""So often tops are tried again that were too low."""

ROUNDING = 1e-14
"""How far a number, and its square, may be from whole ones by rounding alone."""


@dataclass(frozen=True)
class Outcome:
    """What may come of a phase that is taken as a whole: where it ends (OVER, CUT, or that a routine returns), what
    slots `held` then, what is `added` to a `slot`, and by how much its last step `moved` others; what the figure gains
    besides, in the mean, and the mean of the square of that."""

    chance: float
    stop: int
    held: Mapping[int, int]
    moved: Mapping[int, int]
    slot: int | None
    added: int
    gain: float
    square: float
    winners: tuple[int, ...]

    @cached_property
    def added_to(self) -> Mapping[int, int]:
        """How much is added to each slot of which no more is known than that: the one slot was not moved."""
        return {**self.moved, self.slot: self.added} if self.slot is not None and self.added else self.moved

    @property
    def is_sure(self) -> bool:
        """Whether the figure always gains the same whole number besides: the mean, but for rounding."""
        whole = round(self.gain)
        return max(abs(self.gain - whole), abs(self.square - whole**2)) <= ROUNDING * (1 + whole**2)


Form: TypeAlias = tuple[tuple[int, int], ...]
"""What a figure adds up: slots, and how often each."""


class Gains(NamedTuple):
    """What each outcome gains; if that is known in the mean alone, `squares` has the means of the squares."""

    means: Sequence[float]
    squares: Sequence[float] | None


class Summary:
    """All that may come of a phase that is taken as a whole, where it is entered in one way; there is something. It
    says how much is `added` to one slot at most."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.outcomes = tuple(outcomes)
        self.slot = outcomes[0].slot
        self.chances = tuple(each.chance for each in outcomes)
        self.added = tuple(each.added for each in outcomes)
        self._gains: dict[Form, Gains] = {}

    @cached_property
    def written(self) -> frozenset[int]:
        """The slots whose values are known then, or how they differ from before."""
        return frozenset(slot for each in self.outcomes for slot in (*each.held, *each.moved))

    def gains(self, form: Form) -> Gains:
        """What each outcome gains for a figure."""
        if form not in self._gains:
            self._gains[form] = self._find_gains(dict(form).get(self.slot, 0) if self.slot is not None else 0)
        return self._gains[form]

    def _find_gains(self, times: int) -> Gains:
        pairs = [(times * each.added, each) for each in self.outcomes]
        if all(each.is_sure for each in self.outcomes):
            return Gains([more + round(each.gain) for more, each in pairs], None)
        squares = [more * (more + 2 * each.gain) + each.square for more, each in pairs]
        return Gains([more + each.gain for more, each in pairs], squares)


class Unsummarised(Exception):
    """A phase cannot be taken as a whole."""

    def __init__(self, routine: int) -> None:
        super().__init__(f"routine {routine} cannot be taken as a whole")
        self.routine = routine


class Again(Exception):
    """Something was learnt; all begins again."""


class Entered(NamedTuple):
    """A phase that is taken as a whole is entered, in a state. After it some slots are `looked_at`; where it takes long
    to find how likely outcomes are, `look_after` tells of each before whether more is."""

    entry: int
    state: Mapping[int, int]
    looked_at: frozenset[int]
    look_after: Callable[[Outcome], bool]


class Summaries(Protocol):
    """Phases that are taken as a whole; so many summaries are `found`."""

    found: int

    @property
    def entries(self) -> Mapping[int, int]:
        """The routine of each entry."""

    def summarise(self, search: Search, entered: Entered) -> Summary:
        """What comes of one that is entered."""

    def find_known(self, search: Search, entry: int, state: Mapping[int, int]) -> Mapping[int, int]:
        """What one has to know that is entered in a state."""

    def list_written(self, entry: int) -> frozenset[int]:
        """The slots that one may write to."""

    def is_inside(self, entry: int) -> bool:
        """Whether one lies within another."""

    def forget(self, touched: frozenset[int]) -> None:
        """What rests on these slots is not so any more."""

    def widen(self, apart: int) -> None:
        """Those that were cut off are looked into again: slots may be so far apart now."""

    def give_up(self, routine: int) -> None:
        """Take this one not as a whole."""

    def tell_apart(self, entry: int, slots: frozenset[int]) -> None:
        """One looks at what these slots hold: nothing else stands in for that, if anything did. Raises Again then."""


Found = TypeVar("Found")


class Counting(Enum):
    """Whether phases that are taken as a whole count what the figure adds up: not at all, and then no more may be known
    of it than the mean; if nothing else is to be counted in the phase (ALONE); or BESIDE something else. To count may
    take for ever: such a search goes on no longer if phases turn out to be taken as a whole."""

    NOTHING, ALONE, BESIDE = range(3)


class Search:
    """Looks for the slots that make up states, and for how they are kept."""

    def __init__(
        self,
        region: Region,
        start: Start,
        goal: Goal,
        bounds: Bounds,
        whole: Summaries | None = None,
        counting: Counting = Counting.NOTHING,
    ) -> None:
        self.region, self.start, self.goal, self.bounds = region, start, goal, bounds
        self.memory = memory.Memory(memory.MOST if counting is Counting.NOTHING else memory.MOST_COUNTING)
        self.form: Form | None = None if goal.gains is None else ((goal.gains, 1),)
        self.wanted = Wanted(region)
        self.relations, self.whole = Relations(), whole
        self.take_whole()
        self.met = Met()
        self.forks = Forks(region, goal, self.relations, self.met, self.entries)
        self.many: dict[int, int] = {}
        self.patience = Patience(bounds, self.forks, whole if counting is Counting.NOTHING else None)
        self.settled: set[int] = set()
        self.unlimited: set[int] = set()
        self.raised = self.width = 0
        self.counting = counting

    def find_by(self, explore: Callable[[Search], Found]) -> Found:
        """What an exploration finds, which begins again whenever it turns out what it has to know."""
        refuse_cards(self.region.program, self.start.block)
        while True:
            try:
                return explore(self)
            except Again:
                continue
            except Needed as needed:
                self.track(needed.slots, needed.stop)
            except Unanswerable as wrong:
                self.unrelate(wrong.slots)
            except Unsummarised as failed:
                self.take_apart(failed.routine)
            except Impassable as impassable:
                raise OutOfReach(str(impassable)) from None
            except OutOfReach as reason:
                reason.names = self.name_tracked()
                raise

    def name_tracked(self) -> tuple[str, ...]:
        """The names of the variables that states are made of, each once."""
        slots = [self.region.program.slots[slot] for slot in sorted(self.tracked)]
        return tuple(dict.fromkeys(slot.name.partition("[")[0] for slot in slots if slot.kind == "state"))

    @property
    def tests(self) -> Mapping[Test, Guard]:
        """The tests that walks met, each with what is so wherever it is."""
        return self.met.tests

    @property
    def tracked(self) -> Set[int]:
        """The slots that make up states."""
        return self.wanted.asked.keys()

    @property
    def entries(self) -> Mapping[int, int]:
        """The entries of phases that are taken as a whole, each with its routine."""
        return self.whole.entries if self.whole is not None else {}

    @property
    def form_slots(self) -> frozenset[int]:
        """The slots that the figure adds up."""
        return frozenset(slot for slot, _ in self.form or ())

    def take_whole(self) -> None:
        """Have it known which phases are taken as a whole."""
        if self.whole is not None:
            self.wanted.take_whole({each: self.whole.list_written(entry) for entry, each in self.entries.items()})

    def begin_at(self, start: Start) -> None:
        """Look for the chain from another start, with all that was found until now."""
        self.start = start
        self.patience.begin_again()

    def learn_from(self, other: Search) -> None:
        """Begin with what another search for a figure of the same game took to find: an end is in sight."""
        self.patience.learn_from(other.patience)
        if self.whole is not None:
            for routine in set(self.entries.values()) - set(other.entries.values()):
                self.take_apart(routine)
        self.wanted.learn_from(other.wanted)
        self.settled |= other.settled
        self.unlimited |= other.unlimited
        self.many, self.width = dict(other.many), other.width
        self.change(other.relations)

    def take_apart(self, routine: int) -> None:
        """This phase is not taken as a whole any more."""
        assert self.whole is not None, "it was"
        before = self.entries
        self.whole.give_up(routine)
        self.take_whole()
        left = set(before.values()) - set(self.entries.values())
        gone = {entry for entry, each in before.items() if each in left} | {RETURNED - each for each in left}
        self.renew_walks(frozenset(gone))

    def track(self, slots: frozenset[int], stop: int | None = None) -> None:
        """These slots are part of states from now on: of those that lead to a stop, or of all."""
        new = [slot for slot in slots if self.wanted.ask(slot, stop)]
        if not new:
            names = ", ".join(self.region.program.slots[slot].name for slot in sorted(slots))
            raise Lost(slots, names)
        if self.goal.measure is not None:
            self.form = None
        if self.whole is not None:
            for slot in slots - self.settled:
                self._relate_soon(slot)

    def _relate_soon(self, slot: int) -> None:
        """Keep a slot in relation from the first if it may come to have many values, and is compared with the only
        other of its variable, or with numbers alone."""
        low, high = self.region.ranges.get(Slot(slot), FULL)
        if high - low <= MANY or slot in self.relations.slots:
            return
        alike, group = self._list_alike(slot), self.compared_with(slot)
        tests = [test for test in self.tests if slot in slots_of(test)]
        if len(group) == 2 and group == alike and group.isdisjoint(self.relations.slots):
            for each in group:
                self.wanted.ask(each, None)
            self.keep_in_relation((*self.relations.groups, group), self.relations.tops)
        elif tests and alike == {slot} and all(isinstance(each, Truth) and each.sum.slots == alike for each in tests):
            top = self.greatest(slot)
            assert top is not None, "it is held against numbers"
            self.keep_in_relation(self.relations.groups, {**self.relations.tops, slot: top})

    def _list_alike(self, slot: int) -> set[int]:
        """The slots of the same variable."""
        names = [each.name.partition("[")[0] for each in self.region.program.slots]
        return {at for at, name in enumerate(names) if name == names[slot]}

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The tracked slots that matter at a stop."""
        wanted = sorted(self.list_wanted(stop)) if stop >= 0 else ()
        return tuple(slot for slot in wanted if self.region.is_live(slot, stop))

    def list_wanted(self, block: int) -> frozenset[int]:
        """The slots that are asked for from a block on."""
        return frozenset(slot for slot in self.tracked if self.wanted.is_wanted(slot, block))

    def list_looked_at(self, block: int) -> frozenset[int]:
        """The slots that matter after a phase that goes on at a block."""
        wanted = self.list_wanted(block)
        return wanted if self.counting is Counting.NOTHING else wanted | self.form_slots

    def find_continuation(self, entry: int, state: Mapping[int, int]) -> int:
        """Where a phase goes on that is taken as a whole. Raises Needed."""
        info = self.region.program.routines[self.entries[entry]]
        ways = [each for each in info.continuations if each in self.region.reached]
        if len(ways) == 1:
            return ways[0]
        if info.return_slot not in state:
            raise Needed(frozenset({info.return_slot}))
        return info.continuations[state[info.return_slot]]

    def agree(self, form: Form) -> None:
        """What is sampled adds up this. Raises Again where that was not known before."""
        if self.form is None:
            self.form = form
            if form:
                raise Again
        if form != self.form:
            raise Needed(frozenset(slot for slot, _ in {*form, *self.form}))

    def relate(self, slot: int) -> None:
        """Try to keep a slot in relation that comes to have many values. Raises Again if it is from now on."""
        group = self.compared_with(slot)
        if group:
            groups = [each for each in self.relations.groups if not each & group]
            self.keep_in_relation((*groups, group), self.relations.tops)
        elif tops := self._find_own_tops(slot) or self.find_tops(slot):
            self.keep_in_relation(self.relations.groups, {**self.relations.tops, **tops})
        elif self.many.get(slot, MANY) < MOST and not any(slot in slots_of(test) for test in self.tests):
            self.many[slot] = 4 * self.many.get(slot, MANY)
            return
        else:
            self.settled.add(slot)
            return
        raise Again

    def _find_own_tops(self, slot: int) -> dict[int, int]:
        """The top of a slot that is compared with numbers alone; and those of all tracked slots of the same variable,
        if these are more than two: what one of many players has is compared as what another has. Empty if it is looked
        at in any other way."""
        alike = self._list_alike(slot) & self.tracked
        tops = {each: self.greatest(each) for each in ({slot, *alike} if len(alike) > 2 else {slot})}
        return {each: top for each, top in tops.items() if top is not None} if tops[slot] is not None else {}

    def change(self, relations: Relations) -> None:
        """Keep slots in these relations from now on."""
        touched = self.relations.find_changed(relations)
        self.relations = relations
        if self.goal.measure is not None:
            self.form = None
        if self.whole is not None:
            self.whole.forget(touched)
        self.renew_walks(frozenset())

    def renew_walks(self, gone: frozenset[int]) -> None:
        """Forget the walks that ask what states do not tell any more, or lead to stops that are gone."""
        before, self.forks = self.forks, Forks(self.region, self.goal, self.relations, self.met, self.entries)
        self.forks.keep_trees(before, gone)
        self.patience.go_on_with(self.forks)

    def unrelate(self, slots: frozenset[int]) -> None:
        """Keep these slots as they are; but where a top was too low, try a higher one."""
        tops = self.find_tops(min(slots)) if slots <= self.relations.tops.keys() else {}
        if any(top > self.relations.tops.get(slot, 0) for slot, top in tops.items()) and self.raised < MOST_RAISED:
            self.raised += 1
            self.keep_in_relation(self.relations.groups, {**self.relations.tops, **tops})
            return
        if not slots.isdisjoint(self.relations.limits):
            if self.find_limits(self.relations.tops) == self.relations.limits:
                self.unlimited |= slots
            self.keep_in_relation(self.relations.groups, self.relations.tops)
            return
        for group in self.relations.groups:
            if group & slots:
                slots |= group
        self.settled |= slots
        groups = tuple(group for group in self.relations.groups if not group & slots)
        left = {slot: top for slot, top in self.relations.tops.items() if slot not in slots}
        self.keep_in_relation(groups, left)

    def keep_in_relation(self, groups: tuple[frozenset[int], ...], tops: Mapping[int, int]) -> None:
        """Keep slots so, with the tops as low as can be hoped."""
        self.change(Relations(groups, tops, self.find_limits(tops)))

    def find_limits(self, tops: Mapping[int, int]) -> dict[int, tuple[Limit, ...]]:
        """Lower tops for slots that are held against numbers in sums with others."""
        found: dict[int, tuple[Limit, ...]] = {}
        hanging: set[int] = set()
        for slot in sorted(tops.keys() - self.unlimited, key=lambda slot: (-len(self.find_partners(slot)), -slot)):
            limits = tuple(self.make_limits(slot))
            slots = {each for limit in limits for each in limit.slots}
            if slot not in hanging and slots and slots.isdisjoint(found):
                found[slot] = limits
                hanging |= slots
        return found

    def find_partners(self, slot: int) -> set[int]:
        """The slots that a slot is held against numbers with."""
        return {each for limit in self.make_limits(slot) for each, _ in limit.terms}

    def make_limits(self, slot: int) -> Iterator[Limit]:
        """What the tests of sums say of the top of a slot that is one of the terms; nothing if there is more of it."""
        for test, known in self.tests.items():
            terms = {each: abs(times) for each, times in test.sum.terms} if isinstance(test, Truth) else {}
            if slot in terms and isinstance(test, Truth) and len({times > 0 for _, times in test.sum.terms}) == 1:
                others = tuple((each, times) for each, times in terms.items() if each != slot)
                yield Limit(known, others, abs(test.sum.more) + 1)

    def compared_with(self, slot: int) -> frozenset[int]:
        """The slots that a slot is only compared with, and those that these are, and itself; none if it is looked at
        in any other way."""
        group = {slot}
        for _ in range(2):
            for test in self.tests:
                slots = slots_of(test)
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
            tests = [test for test in self.tests if slots_of(test) & group]
            group = group.union(*map(slots_of, tests))
        if group & self.settled or not all(isinstance(test, Truth) for test in tests):
            return {}
        sums = [test.sum for test in tests if isinstance(test, Truth)]
        tops = [abs(each.more) + 1 for each in sums if len({times > 0 for _, times in each.terms}) == 1]
        return dict.fromkeys(group, max(tops)) if tops else {}

    def greatest(self, slot: int) -> int | None:
        """A number that no comparison with a slot reaches."""
        tests = [test for test in self.tests if isinstance(test, Truth) and test.sum.slots == {slot}]
        return max((abs(test.sum.more) + 1 for test in tests), default=None)
