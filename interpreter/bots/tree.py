"""Monte Carlo tree search, for positions from which nothing is rolled or drawn any more, in games that hide nothing.

There, flat playouts by a base strategy say little about an answer: the opponent will look for the best reply. So the
decisions ahead form a tree. Each playout descends it to the most promising answer of each player, leaves it at a new
node, and is played out from there. Where there is luck, trials with the same luck compare answers better (`search`).

- Answers are chosen by upper confidence bounds (Levente Kocsis and Csaba Szepesvári, "Bandit Based Monte-Carlo
  Planning", ECML 2006); the base strategy's answer has half of the prior weight (after Christopher Rosin, "Multi-armed
  Bandits with Episode Context", Annals of Mathematics and Artificial Intelligence 61, 2011).
- Positions that differ only in dead slots are one node, and proven results propagate upwards (Mark Winands, Yngvi
  Björnsson and Jahn-Takeshi Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008).

All numbers are integers, so every engine finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from math import isqrt

from interpreter.analysis.graph import find_closure, find_slots_read, find_ways, turn_round
from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.bots.advice import Advice, GameView
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, find_winners
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, GameOver, Position, Step
from interpreter.program import Chance, Decide, Draw, Mark, Program, Sample, Say
from interpreter.stepper import Stepper

EVENTS = Mark, Say, Sample
"""Instructions that do not affect who wins."""

ONE = 2**20
"""The unit of means."""

MOST_FORCED = 100
"""Answers in a row that are given at once because nothing else is offered."""


def find_followed(program: Program) -> frozenset[int]:
    """The blocks of decisions after which another may follow, but no roll or draw."""
    ways = find_ways(program, [program.start])
    back = turn_round(ways)
    stops = {at: program.blocks[at].terminator for at in ways if program.blocks[at].terminator.stops}
    lucky = find_closure([at for at, end in stops.items() if isinstance(end, Chance | Draw)], back)
    before = find_closure([each for at, end in stops.items() if isinstance(end, Decide) for each in back[at]], back)
    return frozenset(at for at, end in stops.items() if isinstance(end, Decide) and at in before and at not in lucky)


def find_live(program: Program, base: str) -> Mapping[int, int]:
    """By block, the slots, as bits, that can still affect who wins or what the base strategy decides."""
    blocks = [
        replace(each, instructions=tuple(part for part in each.instructions if not isinstance(part, EVENTS)))
        for each in program.blocks
    ]
    lines = [line for choice in range(len(program.choices)) for line in program.advice(base, choice)]
    asked = find_slots_read(program, find_ways(program, [program.queries[line].entry for line in lines]))
    silent = replace(program, blocks=tuple(blocks))
    return LivenessByCalls(silent, [program.start], asked, {}, certain=True).before


@dataclass(eq=False)
class Branch:
    """An answer in a node: its prior weight, its playouts, their total for the chooser, and where it leads."""

    weight: int
    tries: int = 0
    total: int = 0
    node: Node | None = None


@dataclass(eq=False)
class Node:
    """A decision, or the end of a game. `usual` is the base strategy's answer, and `known` how the game ends if
    everybody plays their best, once that is proven."""

    step: Step
    usual: int | None = None
    branches: dict[int, Branch] = field(default_factory=dict)
    tries: int = 0
    total: int = 0
    known: tuple[int, ...] | None = None


class Tree:
    """Looks for the best answer at a position where `seat` decides."""

    def __init__(self, live: Mapping[int, int], playouts: Playouts, base: str, advice: Advice, seat: int) -> None:
        """`base` is the strategy of the playouts, and `live` are the slots that matter (`find_live`)."""
        self.program, self.live = advice.program, live
        self.playouts, self.base, self.advice, self.seat = playouts, base, advice, seat
        self.worth, self.engine = Payoff(self.program), Stepper(self.program, events=False)
        self.played = 0
        self._nodes: dict[tuple[object, ...], Node] = {}

    def find_best(self, position: Position, think: int, seed: int) -> int | None:
        """The best answer after `think` playouts at most; None if one of them does not end."""
        root = self._find_node(self.engine.resume(position))
        root.tries = 1
        while self.played < think and root.known is None:
            is_over = self._play(root, seed)
            self.played += 1
            if not is_over:
                return None
        return max(root.branches, key=lambda answer: self._rate(root.branches[answer]))

    def _rate(self, branch: Branch) -> tuple[int, int]:
        """An answer proven to win is the best, one proven to lose the worst; in between, the number of playouts."""
        known = None if branch.node is None else branch.node.known
        if known is None:
            return 0, branch.tries
        return self.worth.of(known, self.seat) - self.worth.whole // 2, branch.tries

    def _play(self, node: Node, seed: int) -> bool:
        """One playout, unless it reaches a proven node. Returns False if it does not end."""
        path: list[tuple[Node, DecisionStop, Branch]] = []
        seen: set[Node] = set()
        while isinstance(stop := node.step.stop, DecisionStop) and node.known is None:
            if node in seen or not node.tries:
                break
            answer = self._choose(node, stop)
            path.append((node, stop, node.branches[answer]))
            seen.add(node)
            node = self._follow(node.step, answer, node.branches[answer])
        end = node.known
        if end is None:
            (end,) = self.playouts.ends([node.step.position], seed, self.played)
        if end is None:
            return False
        if isinstance(node.step.stop, DecisionStop):
            node.tries += 1
            node.total += self.worth.of(end, node.step.stop.chooser)
        for passed, stop, branch in reversed(path):
            value = self.worth.of(end, stop.chooser)
            for each in (passed, branch):
                each.tries += 1
                each.total += value
            passed.known = self._prove(passed, stop.chooser)
        return True

    def _follow(self, step: Step, answer: int, branch: Branch) -> Node:
        """The next node after an answer. Answers without an alternative are given at once."""
        if branch.node is None:
            step = self.engine.answer(step.position, answer)
            for _ in range(MOST_FORCED):
                if not isinstance(step.stop, DecisionStop) or len(step.stop.offered) > 1:
                    break
                step = self.engine.answer(step.position, step.stop.offered[0])
            branch.node = self._find_node(step)
        return branch.node

    def _find_node(self, step: Step) -> Node:
        position, stop = step.position, step.stop
        if isinstance(stop, GameOver):
            return Node(step, known=find_winners(position))
        if not isinstance(stop, DecisionStop):
            return Node(step)
        live = self.live[position.block]
        held = (value for slot, value in enumerate(position.slots) if live >> slot & 1)
        return self._nodes.setdefault((position.block, stop.chooser, position.winners, *held), Node(step))

    def _choose(self, node: Node, stop: DecisionStop) -> int:
        """The answer with the highest upper confidence bound. The mean of an untried answer is its node's."""
        unsure = self.worth.whole * isqrt(node.tries * ONE * ONE)
        untried = node.total * ONE // node.tries
        if node.usual is None:
            node.usual = self.advice.advise(self.base, stop, GameView(self.engine, node.step.position))
        others = 2 * (len(stop.offered) - 1)

        def bound(answer: int) -> int:
            branch = node.branches.setdefault(answer, Branch(2 if answer == node.usual else others))
            if branch.node is not None and branch.node.known is not None:
                return self.worth.of(branch.node.known, stop.chooser) * ONE
            mean = branch.total * ONE // branch.tries if branch.tries else untried
            return mean + unsure // (branch.weight * (1 + branch.tries))

        return max(stop.offered, key=bound)

    def _prove(self, node: Node, chooser: int) -> tuple[int, ...] | None:
        """The best proven end for the chooser, if it is a win or all answers are proven."""
        known = [branch.node.known for branch in node.branches.values() if branch.node is not None]
        ends = [each for each in known if each is not None]
        best = max(ends, key=lambda end: self.worth.of(end, chooser), default=None)
        if best is None or len(ends) == len(node.branches) or self.worth.of(best, chooser) == self.worth.whole:
            return best
        return None
