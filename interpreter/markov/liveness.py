"""Strong liveness: which slots and registers still matter at a node.

A variable is live where its value may influence a sample, an award, a decision or a branch; a variable
that is read only to compute what is itself not live is faint, and not live (Giegerich, Möncke and Wilhelm, "Invariance
of Approximative Semantics with Respect to Program Transformations", 1981). Checks do not count: a game that would fail
there plays on.

Soundness: two states that differ in faint or dead variables alone take the same path, with the same samples and awards,
for every outcome. A branch counts only if its targets differ; those that lead to the same node through nodes that do
nothing live are the same target.

Sets are the bits of a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from interpreter.bits import bits_of
from interpreter.markov.phases import Phases
from interpreter.markov.question import EXIT, Scope
from interpreter.markov.unfold import Graph, unfold
from interpreter.markov.uses import NO_USE, Use, find_uses
from interpreter.program import Branch, Jump, Part, Sample, Switch


class Scopes:
    """The graphs of scopes and their liveness, memoised. `kept` bits are live everywhere."""

    def __init__(self, phases: Phases, kept: int = 0, graphs: Iterable[Graph] = ()) -> None:
        self.phases, self.kept = phases, kept
        self._graphs = {each.scope: each for each in graphs}
        self._uses: dict[Scope, list[tuple[Use, ...]]] = {}
        self._live: dict[tuple[Scope, int], Liveness] = {}

    def uses_of(self, scope: Scope) -> list[tuple[Use, ...]]:
        if scope not in self._uses:
            self._uses[scope] = find_uses(self.graph_of(scope), self.phases.question)
        return self._uses[scope]

    def graph_of(self, scope: Scope) -> Graph:
        if scope not in self._graphs:
            self._graphs[scope] = unfold(self.phases, scope)
        return self._graphs[scope]

    def list_graphs_without(self, routine: int) -> list[Graph]:
        entered = ((graph, {each.routine for each in graph.entered.values()}) for graph in self._graphs.values())
        return [graph for graph, routines in entered if routine not in routines]

    def live_in(self, scope: Scope, outside: int) -> Liveness:
        """The liveness of a scope, given the bits that are live at its exits."""
        if (scope, outside) not in self._live:
            self._live[scope, outside] = Liveness(self, scope, outside)
        return self._live[scope, outside]


class Liveness:
    """`before` are the bits that are live before each node, and `ways` the edges of the graph, which skip nodes that do
    nothing live. `outside` are the bits that are live at the exits of the scope. The liveness of each summarised phase,
    given the bits it writes that are live after it, is `within`, by node.
    """

    def __init__(self, scopes: Scopes, scope: Scope, outside: int = 0) -> None:
        self.scopes, self.graph, self.outside = scopes, scopes.graph_of(scope), outside
        self.always = scopes.kept
        self.slots = len(self.graph.program.slots)
        self.ways = list(self.graph.ways)
        self.uses = [*scopes.uses_of(scope)]
        self.within: dict[int, Liveness] = {}
        while True:
            self.before = [self.always] * len(self.graph.nodes)
            self._solve()
            if not self._shorten():
                return

    def after(self, at: int) -> int:
        if self.graph.nodes[at].block <= EXIT:
            return self.always | self.outside
        live = self.always | (self.graph.split[at] if len(self.ways[at]) > 1 else 0)
        for each in self.ways[at]:
            live |= self.before[each]
        return live

    def bodies(self) -> dict[Liveness, int]:
        """This scope and the phases entered in it, at any depth, each with the bits that are live at such an entry
        (none for the scope itself)."""
        found = {self: 0}
        for at, inner in self.within.items():
            for each in inner.bodies():
                found[each] = found.get(each, 0) | self.before[at]
        return found

    def live_parts(self, at: int) -> list[Part]:
        """The instructions of a node that matter, and its terminator."""
        kept, live = [], self.after(at)
        for part, (needed, written, read) in zip(reversed(self.graph.parts[at]), reversed(self.uses[at]), strict=True):
            if needed is None or live & needed:
                live = live & ~written | read
                kept.append(part)
        return kept[::-1]

    def _solve(self) -> None:
        leading: list[list[int]] = [[] for _ in self.ways]
        for at, ways in enumerate(self.ways):
            for each in ways:
                leading[each].append(at)
        queue, waiting = [-at for at in reversed(range(len(self.ways)))], {*range(len(self.ways))}
        while queue:
            at = -heappop(queue)
            waiting.discard(at)
            live = self.after(at)
            if at in self.graph.entered:
                live |= self._enter(at, live)
            for needed, written, read in reversed(self.uses[at]):
                if needed is None or live & needed:
                    live = live & ~written | read
            live |= self.always
            if live != self.before[at]:
                self.before[at] = live
                for each in leading[at]:
                    if each not in waiting:
                        waiting.add(each)
                        heappush(queue, -each)

    def _enter(self, at: int, live: int) -> int:
        """The bits that a phase entered at a node reads, given the live bits after it. Slots that tell contexts apart
        are live, too."""
        scope, graph = self.graph.entered[at], self.graph
        assert scope.routine is not None
        members = [graph.nodes[each].members for each in graph.ways[at]]
        selecting = {graph.selectors[at] for each in members for at, held in enumerate(each) if held is not None}
        outside = (live | bits_of(selecting)) & self.scopes.phases.all[scope.routine].written
        self.within[at] = self.scopes.live_in(scope, outside)
        return self.within[at].before[0]

    def _shorten(self) -> bool:
        """Let edges skip nodes that do nothing live. Returns whether that removes a branch."""
        goals = [self._goal(at, set()) for at in range(len(self.ways))]
        changed = False
        for at, ways in enumerate(self.ways):
            end = self.graph.parts[at][-1]
            shorter = tuple(dict.fromkeys(goals[each] for each in ways))
            if len(shorter) == 1 and len(ways) > 1 and isinstance(end, Branch | Switch):
                self.uses[at] = (*self.uses[at][:-1], NO_USE)
                changed = True
            self.ways[at] = shorter
        return changed

    def _goal(self, at: int, passed: set[int]) -> int:
        """The first node from here on that does something live."""
        while at not in passed and len(self.ways[at]) == 1 and self._is_idle(at):
            passed.add(at)
            (at,) = self.ways[at]
        return at

    def _is_idle(self, at: int) -> bool:
        end = self.graph.parts[at][-1]
        if not isinstance(end, Jump | Branch | Switch) or at == 0:
            return False
        live = self.after(at)
        return not any(needed is None or live & needed for needed, _, _ in self.uses[at][:-1])


def take_samples(bodies: Iterable[Liveness]) -> bool:
    """Whether samples are taken in some of these scopes, the phases entered in them aside."""
    return any(isinstance(part, Sample) for live in bodies for parts in live.graph.parts for part in parts)
