"""Whole games, in which phases are taken as a whole, and what is measured of a phase throughout them.

How often a game comes to a phase in each state that it has to know follows from the chain of the whole game; what is
measured of it then, by a chain of its own. A mean over all the phases of a game is the one weighed with the other, as
many games played would have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import field, replace
from importlib.util import find_spec

from interpreter.analysis.weights import Weights
from interpreter.chains.finding import find_states, widen
from interpreter.chains.forks import Goal
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region, refuse_cards
from interpreter.chains.searching import Counting, Search
from interpreter.chains.states import Bounds, OutOfReach, Start, States
from interpreter.data_classes import dataclass
from interpreter.odds.condensing import Condensing
from interpreter.odds.distribution import Distribution, find_all_ends, find_cut
from interpreter.odds.merging import merge_states
from interpreter.odds.visits import count_visits
from interpreter.program import Program
from interpreter.summary import Summary

SMALL = Bounds(states=400, steps=8)
"""Chains of no more than this are looked for before others: their figures may be fractions."""

ALONE, BESIDE = 5, 2
"""So many steps for each state may be taken where phases count what a figure adds up if nothing else is to be counted;
and so many times more where it is counted beside something else. Without SciPy it is not: to solve such chains one by
one takes too long."""

MOST_ENTRIES = 60
"""A phase that begins in more ways than that is not measured throughout a game."""


@dataclass(frozen=True)
class Setting:
    """How a game is played: by these strategies, one for each seat, with dice that fall so (None: all faces alike), in
    chains that are no larger than that. It `counts` in phases what a figure adds up if that can be done: else there may
    be a mean and no distribution. What one figure took to find helps with the next (`known`)."""

    program: Program
    strategies: tuple[str, ...] = ()
    weights: Weights | None = None
    bounds: Bounds = field(default_factory=Bounds)
    counts: bool = True
    known: Known = field(default_factory=lambda: Known(), compare=False, repr=False)


@dataclass
class Known:
    """What was found of the whole game: the last `search`, and the one for who has `won`, with its chain; and how the
    last chain ends of which that was asked (`ended`). It `is_large` if a small chain was looked for in vain, of whose
    states these slots were part, as is `expected` of others. For some measures it is known what phases have to be
    `counting` for their distribution, and in how many steps for each state; it is `likely` the same for the next.
    Figures are compared with games that were `played`."""

    is_large: bool = False
    expected: Set[int] = frozenset()
    counting: dict[int | None, tuple[Counting, int]] = field(default_factory=dict)
    likely: tuple[Counting, int] = (Counting.NOTHING, 0)
    search: Search | None = None
    won: tuple[Search, States] | None = None
    ended: tuple[States, Distribution] | None = None
    played: dict[int | None, Summary] = field(default_factory=dict)

    @property
    def summaries(self) -> int:
        """How many summaries of phases it took to find who wins."""
        return self.won[0].whole.found if self.won is not None and self.won[0].whole is not None else 0

    def find_ends(self, states: States) -> Distribution:
        """How likely each way to end is from the start of a chain."""
        if self.ended is None or self.ended[0] is not states:
            self.ended = states, find_all_ends(states)
        return self.ended[1]


def explore_whole(setting: Setting, measure: int | None, member: int = 0) -> States:
    """The chain of a whole game: the states of all throws if these are few, else with phases that are taken as a whole.

    Raises OutOfReach."""
    known = setting.known
    refuse_cards(setting.program, setting.program.start)
    region = Region(setting.program, measure, setting.strategies, (), setting.weights)
    goal = Goal() if measure is None else Goal(measure, member)
    start = Start(setting.program.start)
    if not known.is_large:
        small = Search(region, start, goal, SMALL)
        with suppress(OutOfReach):
            return find_states(small)
        known.is_large = True
        known.expected = small.tracked

    def explore(counting: Counting, steps: int) -> States:
        bounds = replace(setting.bounds, steps=steps)
        return _explore_by_phases(known, Search(region, start, goal, bounds, Procedures(region, Condensing), counting))

    likely = known.counting.get(measure, known.likely)
    if measure is not None and likely[0] is not Counting.NOTHING:
        with suppress(OutOfReach):
            return explore(*likely)
    states = explore(Counting.NOTHING, setting.bounds.steps)
    if measure is None:
        assert known.search is not None, "it has just found the chain"
        known.won = known.search, states
    elif setting.counts and states.are_means and measure not in known.counting:
        known.counting[measure] = Counting.NOTHING, setting.bounds.steps
        ways = [(Counting.ALONE, ALONE), (Counting.BESIDE, BESIDE * setting.bounds.steps)]
        for each in ways if find_spec("scipy") is not None else ():
            with suppress(OutOfReach):
                found = explore(*each)
                if not found.are_means:
                    known.counting[measure] = known.likely = each
                    return found
    return states


def _explore_by_phases(known: Known, search: Search) -> States:
    """The chain that a search finds with phases that are taken as a whole. Raises OutOfReach."""
    if known.search is not None:
        search.learn_from(known.search)
    else:
        search.wanted.expect(known.expected)
    states = widen(search, lambda each: find_cut(known.find_ends(each)))
    known.search = search
    return states


@dataclass(frozen=True)
class Phase:
    """A chain of what is measured of a phase, and how often a game comes to one that is like this."""

    visits: float
    states: States


def explore_phases(setting: Setting, measure: int, routine: int) -> Iterator[Phase]:
    """The chains of all phases that a game comes to, in as many ways as they differ. Raises OutOfReach."""
    program, won = setting.program, setting.known.won
    entry = program.routines[routine].entry
    if won is None or won[0].whole is None or entry not in won[0].entries or won[0].whole.is_inside(entry):
        raise OutOfReach("the phase is not taken as a whole")
    region = Region(program, measure, setting.strategies, (entry,), setting.weights)
    entries = _list_entries(*won, entry)
    if len(entries) > MOST_ENTRIES:
        raise OutOfReach(f"the phase begins in more than {MOST_ENTRIES} ways")
    search = Search(region, Start(entry), Goal(measure), setting.bounds)
    for held, visits in entries:
        search.begin_at(Start(entry, held, hidden=True))
        yield Phase(visits, find_states(search))


def _list_entries(search: Search, states: States, entry: int) -> list[tuple[Mapping[int, int], float]]:
    """What a phase has to know where it is entered, and how often that is in a game."""
    chain = merge_states(states)
    counts = count_visits(chain, chain.start)
    found: dict[tuple[tuple[int, int], ...], float] = {}
    assert search.whole is not None, "phases are taken as a whole"
    for state, stop in enumerate(states.stops):
        if stop == entry:
            held = search.whole.find_known(search, entry, states.held[state])
            key = tuple(sorted(held.items()))
            found[key] = found.get(key, 0.0) + counts[state]
    return [(dict(key), visits) for key, visits in found.items()]
