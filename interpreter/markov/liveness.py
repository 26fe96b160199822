"""Strong liveness: which slots and registers still matter at a node.

A variable is live where its number may reach a sample, an award, a decision or the way that a game takes; a variable
that is read only to compute what is itself not live is faint, and not live (Giegerich, Möncke and Wilhelm, "Invariance
of Approximative Semantics with Respect to Program Transformations", 1981). What is checked does not count: a game that
would only fail is not told from one that plays on.

Why a state may leave out what is not live: two states that differ in it alone take the same ways, with the same
samples and awards, for every outcome. A branch counts only if its ways differ: of those that lead to the same node
through nodes that do nothing live, it does not matter which is taken.

Sets are the bits of a number: slots first, then registers.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.markov.unfold import Graph
from interpreter.program import Award, Branch, Check, Decide, Instruction, Jump, Operand, Part, Sample, Slot, Switch
from interpreter.program.instructions.fields import loads, operands, stores, target


class Liveness:
    """`before` are the bits that are live before each node, and `ways` those of the graph without what only passes
    through nodes that do nothing live. `always` are bits that count as live everywhere, `open` the choices whose
    answers are open, so that what is offered matters."""

    def __init__(self, graph: Graph, always: int = 0, open: frozenset[int] = frozenset()) -> None:
        self.graph, self.always, self.open = graph, always, open
        self.slots = len(graph.program.slots)
        self.before = [always] * len(graph.nodes)
        self.ways = list(graph.ways)
        self.uses = [[self._use(part) for part in parts] for parts in graph.parts]
        while True:
            self._solve()
            if not self._shorten():
                return
            self.before = [always] * len(graph.nodes)

    def bits(self, several: Iterable[Operand]) -> int:
        found = 0
        for each in several:
            if not isinstance(each, int):
                found |= 1 << (each.index if isinstance(each, Slot) else self.slots + each.index)
        return found

    def after(self, at: int) -> int:
        live = self.always
        for each in self.ways[at]:
            live |= self.before[each]
        return live

    def live_parts(self, at: int) -> list[Part]:
        """The instructions of a node that matter, and its terminator."""
        kept, live = [], self.after(at)
        for part, (needed, written, read) in zip(reversed(self.graph.parts[at]), reversed(self.uses[at]), strict=True):
            if needed is None or live & needed:
                live = live & ~written | read
                kept.append(part)
        return kept[::-1]

    def _use(self, part: Part) -> tuple[int | None, int, int]:
        """The bits one of which has to be live for a part to matter (None if it always does), those that it surely
        writes and those that it reads."""
        written = self.bits([goal] if (goal := target(part)) is not None else [])
        reads = self.bits(operands(part)) | _run(loads(part))
        match part:
            case Check():
                return 0, 0, 0
            case Sample() | Award():
                return None, 0, reads
            case Instruction():
                return written | _run(stores(part)), written, reads
            case Branch() | Switch():
                return None, 0, reads
            case Decide(flags=flags, choice=choice):
                offered = _run(range(flags, flags + len(self.graph.program.choices[choice].values)))
                reads = self.bits([part.chooser]) if choice in self.open else self.bits([part.default])
                return None, written, reads | offered
        return None, written, 0

    def _solve(self) -> None:
        leading: list[list[int]] = [[] for _ in self.ways]
        for at, ways in enumerate(self.ways):
            for each in ways:
                leading[each].append(at)
        waiting = dict.fromkeys(range(len(self.ways)))
        while waiting:
            at, _ = waiting.popitem()
            live = self.after(at)
            for needed, written, read in reversed(self.uses[at]):
                if needed is None or live & needed:
                    live = live & ~written | read
            live |= self.always
            if live != self.before[at]:
                self.before[at] = live
                waiting.update(dict.fromkeys(leading[at]))

    def _shorten(self) -> bool:
        """Let ways lead past nodes that do nothing live; whether that makes a branch needless."""
        goals = [self._goal(at, set()) for at in range(len(self.ways))]
        changed = False
        for at, ways in enumerate(self.ways):
            end = self.graph.parts[at][-1]
            shorter = tuple(dict.fromkeys(goals[each] for each in ways))
            if len(shorter) == 1 and len(ways) > 1 and isinstance(end, Branch | Switch):
                self.uses[at][-1] = None, 0, 0
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


def _run(slots: range) -> int:
    return (1 << slots.stop) - (1 << slots.start) if slots else 0
