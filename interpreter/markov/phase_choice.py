"""Chooses the phases that are summarised.

The rule: a phase is summarised if games stop in a loop of it, and wherever it is entered, the caller's states have at
least as many numbers that the phase's own states leave out as numbers that these have. What a caller shifts a phase
that samples it must shift, too: inside, samples get no other shifts than its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.analysis.graph import find_closure
from interpreter.bits import indices_of
from interpreter.markov.canonical import Canonical
from interpreter.markov.liveness import Liveness, Scopes, take_samples
from interpreter.markov.phases import Phases
from interpreter.markov.question import Scope
from interpreter.markov.unfold import Graph, find_selectors, unfold


class Scoped:
    """The canonical states of all scopes of a question. `kept` slots make no use of any rule."""

    def __init__(self, phases: Phases, kept: int = 0, graphs: Iterable[Graph] = ()) -> None:
        self.phases, self.kept = phases, kept
        self.scopes = Scopes(phases, kept, graphs)
        self._found: dict[Liveness, Canonical] = {}

    @property
    def whole(self) -> Canonical:
        return self.canonical_of(self.scopes.live_in(Scope(), 0))

    def canonical_of(self, live: Liveness) -> Canonical:
        if live not in self._found:
            self._found[live] = Canonical(self.phases, live, self.kept | self.phases.question.observed)
        return self._found[live]


def choose_phases(phases: Phases, kept: int = 0, wanted: int | None = None) -> Scoped:
    """Choose the phases that are summarised, `wanted` among them. Returns the resulting scopes."""
    routines = sorted(phases.all, key=lambda each: -len(phases.all[each].blocks))
    for routine in reversed(routines) if phases.summarises else ():
        if phases.can_be_summarised(routine) and (routine == wanted or _waits_in_loop(phases, routine)):
            phases.entries[phases.program.routines[routine].entry] = routine
    scoped = Scoped(phases, kept)
    while True:
        loss = {each for live in scoped.whole.live.bodies() for each in _find_loss(scoped, live)} - {wanted}
        if not loss:
            return scoped
        largest = next(routine for routine in routines if routine in loss)
        del phases.entries[phases.program.routines[largest].entry]
        scoped = Scoped(phases, kept, scoped.scopes.list_graphs_without(largest))


def _find_loss(scoped: Scoped, live: Liveness) -> Iterator[int]:
    """The phases entered in a scope for which summaries do not pay."""
    outer = scoped.canonical_of(live)
    for at, scope in live.graph.entered.items():
        inner = scoped.canonical_of(live.within[at])
        looked_at, held = inner.list_numbers(0), outer.list_numbers(at)
        assert scope.routine is not None
        if len(held - looked_at) < len(looked_at) or outer.list_summed(at) & _list_sampled(inner):
            yield scope.routine


def _list_sampled(canonical: Canonical) -> set[int]:
    """The slots live at the entry of a phase that samples, without those on whose shifts its samples depend."""
    if not take_samples(canonical.live.bodies()):
        return set()
    return {*indices_of(canonical.live.before[0])} - canonical.list_summed(0)


def _waits_in_loop(phases: Phases, routine: int) -> bool:
    """Whether games stop in a loop of a phase, nested phases aside."""
    entry = phases.program.routines[routine].entry
    slots = [slot for slot in find_selectors(phases, routine) if phases.live[entry] >> slot & 1]
    graph = unfold(phases, Scope(routine, tuple((slot, phases.choices[slot][0]) for slot in slots)))
    ways = dict(enumerate(graph.ways))
    return any(at in find_closure(ways[at], ways) for at in graph.stops)
