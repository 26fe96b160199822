"""Phases taken as a whole: what one does to a game, for each way in which it may be entered.

Nine innings are one half-inning used eighteen times. A phase that is come to again and again is explored by itself,
from its entry until it returns. What it must know of the state in which it is entered is found as the slots of states
are, by demand: so its summaries make a tree, which forks by what slots hold then. A summary lists how likely the phase
leaves which slots how; of one slot that it only adds to, how much it adds. What only the figure adds up, besides, is
kept as means, together with the means of the squares. Phases within phases are taken as a whole themselves.

A phase that does more than that, or must know too much, is given up: it is walked through like everything else, and so
fails safe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_ended, find_ways
from interpreter.chains.asking import Impassable
from interpreter.chains.exploring import Exploration
from interpreter.chains.forks import RETURNED, Leaf
from interpreter.chains.partly_known import Needed
from interpreter.chains.regions import Region
from interpreter.chains.searching import Outcome, Search, Summary, Unsummarised
from interpreter.chains.states import CUT, Edge, Edges
from interpreter.chains.sums import LinearSum, combine, held_by
from interpreter.program import Call, Chance, Program

MOST_WAYS = 300
"""In so many ways a phase may be entered, at most."""


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


Condense: TypeAlias = Callable[[Sequence[Sequence[InnerEdge]], int], Sequence[Way]]
"""Finds the ways to end a chain from a state on. A state without edges is an end."""


@dataclass
class _Node:
    """Summaries of one phase. It forks by what slots hold at its entry, or there is one; `tracked` make up states."""

    tracked: set[int]
    fork: tuple[int, ...] = ()
    ways: dict[tuple[int, ...], _Node] = field(default_factory=dict)
    summary: Summary | None = None

    def knows(self, slots: frozenset[int]) -> bool:
        """Whether some of these matter to it."""
        if not slots.isdisjoint(self.tracked) or not slots.isdisjoint(self.fork):
            return True
        return any(node.knows(slots) for node in self.ways.values())

    def is_cut(self) -> bool:
        """Whether some of its summaries were cut off."""
        if self.summary is not None and any(each.stop == CUT for each in self.summary.outcomes):
            return True
        return any(node.is_cut() for node in self.ways.values())


@dataclass(frozen=True)
class _Phase:
    """A phase: its blocks, and the slots that it may write to and that matter after it."""

    routine: int
    blocks: frozenset[int]
    changed: frozenset[int]


class Procedures:
    """The phases of a region that are taken as a whole."""

    def __init__(self, region: Region, condense: Condense) -> None:
        self.region, self.condense = region, condense
        self.phases = _find_repeated(region)
        self.entries = {entry: phase.routine for entry, phase in self.phases.items()}
        self.roots: dict[tuple[int, frozenset[int], frozenset[int]], _Node] = {}
        self.found = 0
        self.counts = dict.fromkeys(self.phases, 0)

    def forget(self, touched: frozenset[int]) -> None:
        """Forget the summaries that know of some slots: these are kept in another way now."""
        self.roots = {key: node for key, node in self.roots.items() if not node.knows(touched)}
        self.counts = dict.fromkeys(self.phases, 0)

    def forget_cut(self) -> None:
        """Forget the summaries that were cut off."""
        self.roots = {key: node for key, node in self.roots.items() if not node.is_cut()}
        self.counts = dict.fromkeys(self.phases, 0)

    def give_up(self, routine: int) -> None:
        """Walk through this phase from now on."""
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
        node = self.roots.setdefault((entry, after, form), _Node(set()))
        given = dict[int, int]()
        while True:
            while node.fork:
                missing = frozenset(node.fork) - state.keys()
                if missing:
                    raise Needed(missing)
                held = {slot: state[slot] for slot in node.fork}
                given.update(held)
                node = node.ways.setdefault(tuple(held.values()), _Node(set(node.tracked)))
            if node.summary is not None:
                return node.summary
            self._look_into(search, phase, entry, node, given, after)

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
        self, search: Search, phase: _Phase, entry: int, node: _Node, given: Mapping[int, int], after: frozenset[int]
    ) -> None:
        """Find the outcomes of a node, or more that it must know."""
        inner = _Inner(search, node.tracked, phase.routine, given, after)
        try:
            node.summary = Summary(inner.summarise(entry, self.condense))
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
        self.counts[entry] += 1
        if self.counts[entry] > MOST_WAYS:
            raise Unsummarised(phase.routine)


@dataclass(frozen=True)
class _Change:
    """What an edge adds to slots, and to the figure besides: the mean, and the mean of the square."""

    added: tuple[tuple[int, int], ...] = ()
    gain: float = 0
    square: float = 0


class _Inner(Exploration):
    """Finds the states of a phase that is entered where some slots hold what is `given`. Edges have the numbers of
    changes in place of gains. Of what it changes the slots `after` matter then."""

    def __init__(
        self, search: Search, tracked: set[int], routine: int, given: Mapping[int, int], after: frozenset[int]
    ) -> None:
        super().__init__(search, tracked)
        self.routine, self.given, self.after = routine, given, after
        self.looked_at = after | tracked
        self.form = dict(search.form or ())
        self.seen = sorted((after - tracked) | self.form.keys())
        self.noted = [_Change()]
        self.changes = {self.noted[0]: 0}
        self.adding: set[int] = set()

    def slots_at(self, stop: int) -> tuple[int, ...]:
        """The tracked slots that matter at a stop, or afterwards."""
        return tuple(sorted(self.after & self.tracked)) if stop <= RETURNED else super().slots_at(stop)

    def summarise(self, entry: int, condense: Condense) -> list[Outcome]:
        """Everything that comes of it."""
        self.beginning = True
        first, change = self.follow(self.forks.leaf(entry, -1, self.given), self.given, ())
        self.beginning = False
        self.go_on()
        for number in self.far:
            self.stops[number], self.held[number] = CUT, {}
        slot = next(iter(self.adding), None)
        ways = condense(self._list_edges(first, change), len(self.edges))
        return [
            Outcome(
                way.chance, self.stops[way.end], self.held[way.end], slot, way.added, way.gain, way.square,
                self.winners[way.end],
            )
            for way in ways
        ]  # fmt: skip

    def _list_edges(self, first: int, change: float) -> list[list[InnerEdge]]:
        """All edges, and one to begin with."""
        worths = [self._find_worth(each) for each in self.noted]
        edges = [[InnerEdge(edge.chance, edge.to, *worths[int(edge.gain)]) for edge in each] for each in self.edges]
        return [*edges, [InnerEdge(1, first, *worths[int(change)])]]

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
            self.adding |= {slot for slot, _ in change.added if slot in self.after and slot not in self.tracked}
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


# ---- which phases


def _find_repeated(region: Region) -> dict[int, _Phase]:
    """The phases of several throws that are come to from several places, or again and again, by their entries."""
    program = region.program
    reached = find_ways(program, [program.start])
    found = {}
    for routine, info in enumerate(program.routines):
        if info.kind != "phase" or info.entry not in reached or not _is_repeated(program, routine, reached):
            continue
        ways = find_ways(program, [info.entry])
        blocks = frozenset(ways)
        if _has_several_throws(program, ways) and not _leaves_others(program, blocks, routine):
            after = [at for at in info.continuations if at in region.reached]
            written = _list_written(program, blocks)
            changed = frozenset(slot for slot in written if any(region.is_live(slot, at) for at in after))
            found[info.entry] = _Phase(routine, blocks, changed)
    return found


def _has_several_throws(program: Program, ways: Mapping[int, Sequence[int]]) -> bool:
    throws = [at for at in ways if isinstance(program.blocks[at].terminator, Chance)]
    return len(throws) > 1 or any(at in _list_following(ways, at) for at in throws)


def _list_following(ways: Mapping[int, Sequence[int]], block: int) -> set[int]:
    found: set[int] = set()
    waiting = list(ways[block])
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting.extend(ways[at])
    return found


def _leaves_others(program: Program, blocks: frozenset[int], routine: int) -> bool:
    """Whether a phase may be left together with one around it: it hangs on that, and is no whole by itself."""
    ended = find_ended(program, blocks)
    return any(each != routine and program.routines[each].entry not in blocks for each in ended)


def _list_written(program: Program, blocks: frozenset[int]) -> set[int]:
    return {slot for at in blocks for slot in find_effects(program, program.blocks[at].parts).slots_written()}


def _is_repeated(program: Program, routine: int, reached: Mapping[int, object]) -> bool:
    ends = {at: program.blocks[at].terminator for at in reached}
    calls = {at: end.then for at, end in ends.items() if isinstance(end, Call) and end.routine == routine}
    return len(calls) > 1 or any(at in find_ways(program, [then]) for at, then in calls.items())
