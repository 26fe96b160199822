"""Phases taken as a whole: what one does to a game, for each way in which it may be entered.

A game of eighteen turns is one turn used eighteen times. A phase that is come to again and again is explored by itself,
from its entry until it returns. What it must know of the state in which it is entered is found as the slots of states
are, by demand: so its summaries make a tree, which forks by what slots hold then. A summary lists how likely the phase
leaves which slots how (`phase_exploring`). What only the figure adds up, besides, is kept as means, together with the
means of the squares. Phases within phases are taken as a whole themselves. Ways to enter a phase that must know the
same slots share the chain of its states: a turn that ends as soon as somebody leads has one for all leads.

A phase that does more than that, or must know too much, is given up: it is walked through like everything else, and so
fails safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import NoReturn, TypeAlias

from interpreter.chains.asking import Impassable
from interpreter.chains.leads import Pair
from interpreter.chains.partly_known import Needed
from interpreter.chains.phase_exploring import Condense, PhaseExploration
from interpreter.chains.regions import Region
from interpreter.chains.repeated import find_repeated
from interpreter.chains.searching import Again, Entered, Form, Search, Summary, Unsummarised
from interpreter.chains.stand_ins import StandIns
from interpreter.chains.states import CUT
from interpreter.data_classes import dataclass

MOST_WAYS = 500
"""In so many ways a phase may be entered all in all: if there are more, taking it as a whole hardly saves anything."""

SOME_WAYS = 60
"""So many summaries a phase may have that are hardly ever of use again."""

_Key: TypeAlias = tuple[int, frozenset[int], Form | None, frozenset[int], Pair | None]
"""What a chain of a phase hangs on: its entry, the slots that matter afterwards, the figure, the tracked slots, and two
whose lead is not told."""


@dataclass
class _Use:
    """How often a phase was looked into in another way, how many summaries that gave, and how often it was entered."""

    ways: int = 0
    found: int = 0
    entered: int = 0

    def is_for_once(self) -> bool:
        """Whether it is hardly ever entered in the same way again."""
        return self.found > SOME_WAYS and 5 * self.entered < 6 * self.found


@dataclass
class _Node:
    """Summaries of one phase. It forks by what slots hold at its entry, or there is one. The slots that are `tracked`
    make up states; a fork has those of its ways, with which the next begins. Of two slots it may be that edges hang on
    the lead, and states do not tell it (`leads`, each with whether that will do)."""

    tracked: set[int]
    fork: tuple[int, ...] = ()
    ways: dict[tuple[int, ...], _Node] = field(default_factory=dict)
    summary: Summary | None = None
    leads: dict[Pair, bool] = field(default_factory=dict)

    @property
    def lead(self) -> Pair | None:
        """The two slots of which it does not have to know who leads."""
        return next((pair for pair, will_do in self.leads.items() if will_do), None)

    def make(self) -> _Node:
        """One of its ways, which begins with what it knows."""
        return _Node(set(self.tracked), leads=dict(self.leads))

    def need(self, slots: frozenset[int], groups: Sequence[frozenset[int]]) -> None:
        """Have more slots make up states; but of two that are only compared, try whether edges may hang on the lead.
        The `groups` are known in relation where it is entered."""
        lead = self.lead
        if lead and not slots.isdisjoint(lead):
            self.leads[lead], slots = False, slots.union(lead)
        for group in groups:
            pair = min(group), max(group)
            if len(group) == 2 and group <= slots and not self.lead and pair not in self.leads:
                self.leads[pair], slots = True, slots - group
        self.tracked |= slots

    def knows(self, slots: frozenset[int]) -> bool:
        """Whether some of these matter to it."""
        if not slots.isdisjoint({*self.tracked, *self.fork, *(self.lead or ())}):
            return True
        return any(node.knows(slots) for node in self.ways.values())

    def list_tracked(self) -> set[int]:
        """All slots that make up states of its chains."""
        return self.tracked.union(*(node.list_tracked() for node in self.ways.values()))

    def forget_cut(self) -> bool:
        """Forget its summaries that were cut off, and tell whether there were any."""
        is_cut = self.summary is not None and any(each.stop == CUT for each in self.summary.outcomes)
        if is_cut:
            self.summary = None
        return any([is_cut, *(node.forget_cut() for node in self.ways.values())])


class Procedures:
    """The phases of a region that are taken as a whole."""

    def __init__(self, region: Region, condense: Condense) -> None:
        self.region, self.condense = region, condense
        self.phases = find_repeated(region)
        self.entries = {entry: phase.routine for entry, phase in self.phases.items()}
        self.roots: dict[tuple[int, frozenset[int], frozenset[int]], _Node] = {}
        self.needed: dict[tuple[int, frozenset[int]], set[int]] = {}
        self.found = 0
        self.inner: dict[_Key, PhaseExploration] = {}
        self.midway: dict[int, set[int]] = {}
        self.stand_ins = StandIns(self.phases)
        self.use = {entry: _Use() for entry in self.phases}

    def forget(self, touched: frozenset[int]) -> None:
        """Forget the summaries and chains that know of some slots: these are kept in another way now."""
        self.roots = {key: node for key, node in self.roots.items() if not node.knows(touched)}
        self.inner = {key: each for key, each in self.inner.items() if not each.knows(touched)}

    def widen(self, apart: int) -> None:
        """Let slots that are kept in relation be so far apart, and forget the summaries that were cut off."""
        cut = {entry for (entry, _, _), node in self.roots.items() if node.forget_cut()}
        self.inner = {key: each for key, each in self.inner.items() if cut.isdisjoint(each.stops)}
        for each in self.inner.values():
            each.widen(apart)

    def give_up(self, routine: int) -> None:
        """Walk through this phase from now on."""
        self.inner.clear()
        before = self.entries
        self.entries = {entry: each for entry, each in before.items() if each != routine}
        left = {entry for entry in before if entry not in self.entries}
        around = {entry for entry in before if any(each in self.phases[entry].blocks for each in left)}
        self.roots = {key: node for key, node in self.roots.items() if key[0] not in around}

    def summarise(self, search: Search, entered: Entered) -> Summary:
        """What comes of a phase that is entered. Raises Needed, Unsummarised, and what explorations do."""
        entry, state = entered.entry, entered.state
        phase = self.phases[entry]
        after, form = entered.looked_at & phase.changed, search.form_slots & phase.changed
        self._look_at_tests(search)
        if (entry, after, form) not in self.roots:
            self.roots[entry, after, form] = _Node(self._guess_tracked(entry, after, search.relations.slots))
        node = above = self.roots[entry, after, form]
        given = dict[int, int]()
        while True:
            while node.fork:
                missing = frozenset(node.fork) - state.keys()
                if missing:
                    raise Needed(missing)
                held = self._stand_in(entry, node.fork, state)
                given.update(held)
                above, node = node, node.ways.setdefault(tuple(held.values()), node.make())
            if node.summary is not None:
                self.use[entry].entered += 1
                return node.summary
            enough = self._look_into(search, entered, node, given, after)
            self._look_at_tests(search)
            if node.summary is not None or not enough:
                above.tracked |= node.tracked
                above.leads.update(node.leads)
            if not enough:
                raise Again

    def list_written(self, entry: int) -> frozenset[int]:
        """The slots that a phase may write to."""
        return self.phases[entry].written

    def is_inside(self, entry: int) -> bool:
        """Whether a phase is come to within another that is taken as a whole, too."""
        return any(entry in self.phases[each].blocks for each in self.entries if each != entry)

    def find_known(self, search: Search, entry: int, state: Mapping[int, int]) -> Mapping[int, int]:
        """What a phase has to know that a whole game comes to in a state."""
        changed, block = self.phases[entry].changed, search.find_continuation(entry, state)
        node = self.roots[entry, search.list_looked_at(block) & changed, search.form_slots & changed]
        known = dict[int, int]()
        while node.fork:
            held = self._stand_in(entry, node.fork, state)
            known.update((slot, state[slot]) for slot in node.fork)
            node = node.ways[tuple(held.values())]
        return known

    def _stand_in(self, entry: int, slots: Iterable[int], state: Mapping[int, int]) -> dict[int, int]:
        """What slots hold in a state in which a phase is entered, or what stands in for that."""
        return {slot: self.stand_ins.of(entry, slot, state[slot]) for slot in slots}

    def tell_apart(self, entry: int, slots: frozenset[int]) -> None:
        """Let nothing stand in for what these slots hold in a phase. Raises Again if something did."""
        stood_in = self.stand_ins.tell_apart(entry, slots)
        if stood_in:
            self._begin_again(stood_in)

    def _look_at_tests(self, search: Search) -> None:
        """Raises Again where something else stands in for what slots hold than before."""
        others = self.stand_ins.look_at(search.met)
        if others and any(node.knows(others) for node in self.roots.values()):
            self._begin_again(others)

    def _begin_again(self, slots: frozenset[int]) -> NoReturn:
        """Forget what knows of slots for which other numbers stand in now, but not what it took to find it. Raises
        Again."""
        for (entry, after, _), node in self.roots.items():
            self.needed.setdefault((entry, after), set()).update(node.list_tracked())
        self.forget(slots)
        raise Again

    def _guess_tracked(self, entry: int, after: frozenset[int], related: frozenset[int]) -> set[int]:
        """What states of a phase are made of, if these slots matter afterwards: at least what it took for fewer. Of
        those that are related it may be that states do not have to tell them any more."""
        needed = [each - related for key, each in self.needed.items() if key[0] == entry and key[1] <= after]
        known = [node.tracked for key, node in self.roots.items() if key[0] == entry and key[1] <= after]
        return set().union(*needed, *known)

    def _find_chain(self, wanted: _Key) -> PhaseExploration | None:
        """The chain of a phase that has been explored so far; maybe when fewer slots mattered after it."""
        if wanted in self.inner:
            return self.inner.pop(wanted)
        entry, after, *others = wanted
        for key in self.inner:
            if key[0] == entry and key[1] <= after and [*key[2:]] == others:
                found = self.inner.pop(key)
                return found if found.look_at_more(after) else None
        return None

    def _look_into(
        self, search: Search, entered: Entered, node: _Node, given: Mapping[int, int], after: frozenset[int]
    ) -> bool:
        """Find the outcomes of a node, or more that it must know; False if more matters afterwards."""
        entry, phase = entered.entry, self.phases[entered.entry]
        key = entry, after, search.form, frozenset(node.tracked), node.lead
        inner = self._find_chain(key)
        if inner is None:
            midway = self.midway.setdefault(entry, set())
            inner = PhaseExploration(
                search, set(node.tracked), phase.routine, after, midway, self.condense, node.lead,
                self.stand_ins.list_added_to(entry),
            )  # fmt: skip
        inner.go_by_search()
        use = self.use[entry]
        use.ways += 1
        if use.ways > MOST_WAYS or (use.is_for_once() and not node.lead):
            raise Unsummarised(phase.routine)
        try:
            outcomes = inner.summarise(entry, given, entered.look_after)
            self.inner[key] = inner
            if outcomes is None:
                return False
            node.summary = Summary(outcomes)
            use.found += 1
            self.found += 1
        except Impassable:
            raise Unsummarised(phase.routine) from None
        except Needed as needed:
            slots = needed.slots.union(*(group for group in search.relations.groups if group & needed.slots))
            if slots <= (given.keys() if inner.beginning else node.tracked):
                raise Unsummarised(phase.routine) from None
            if inner.beginning:
                self.inner[key] = inner
                node.fork = tuple(sorted(slots - given.keys()))
            else:
                groups = search.relations.groups
                node.need(slots, [each for each in groups if all(self.region.is_live(slot, entry) for slot in each)])
        return True
