"""The tree of search: what others answer next is tried too, where that tells more than games by a base strategy.

`search` tries an answer by games in which everybody decides by a base strategy from then on. Where another seat decides
next, that says little of how good the answer is: whoever decides next looks for the best
reply. So these decisions make up a tree, which grows by one with every game that is played out: the game goes down the
tree, at each decision to the answer that promises most to whoever decides there, and is played out from where it leaves
the tree.

- This is Monte Carlo tree search. Every seat plays for itself. Answers are chosen by upper confidence bounds (Levente
  Kocsis and Csaba Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006), in which the answer of the base strategy
  has half of the weight beforehand (after Christopher Rosin, "Multi-armed Bandits with Episode Context", Annals of
  Mathematics and Artificial Intelligence 61, 2011).
- Positions that differ only in slots that do not matter are one node, and how the game ends for certain is handed up
  (Mark Winands, Yngvi Björnsson and Jahn-Takeshi Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008).
- It is for games in which nothing is hidden, and only where nothing is thrown or drawn any more: elsewhere games with
  the same luck compare answers better.

All is counted in whole numbers, so that every machine and every engine finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
"""What makes no difference to who wins."""

ONE = 2**20
"""What means are counted in, as whole numbers."""

MOST_FORCED = 100
"""How often in a row an answer is given at once because it is the only one."""


def find_followed(program: Program) -> frozenset[int]:
    """The blocks in which somebody decides, and somebody may decide again, but nothing is thrown or drawn any more."""
    ways = find_ways(program, [program.start])
    back = turn_round(ways)
    stops = {at: program.blocks[at].terminator for at in ways if program.blocks[at].terminator.stops}
    lucky = find_closure([at for at, end in stops.items() if isinstance(end, Chance | Draw)], back)
    before = find_closure([each for at, end in stops.items() if isinstance(end, Decide) for each in back[at]], back)
    return frozenset(at for at, end in stops.items() if isinstance(end, Decide) and at in before and at not in lucky)


def find_live(program: Program, base: str) -> Mapping[int, int]:
    """The slots, as bits, on which it depends from each block on who wins, and what the base strategy decides."""
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
    """An answer that may be given in a node: how often it was tried, what that came to in all for who gave it, and the
    node to which it leads, once it was tried."""

    weight: int
    tries: int = 0
    total: int = 0
    node: Node | None = None


@dataclass(eq=False)
class Node:
    """A position where somebody decides, and what came of it for them; or the end of a game. `step` leads there.
    `usual` is the base strategy's answer, and `known` how the game ends for certain if everybody plays their best."""

    step: Step
    usual: int | None = None
    branches: dict[int, Branch] = field(default_factory=dict)
    tries: int = 0
    total: int = 0
    known: tuple[int, ...] | None = None


class Tree:
    """Looks for the best answer at a position where `seat` decides, in the decisions that follow one another."""

    def __init__(self, live: Mapping[int, int], playouts: Playouts, base: str, advice: Advice, seat: int) -> None:
        """`base` is the strategy by which the playouts decide, and `live` are the slots that matter (`find_live`)."""
        self.program, self.live = advice.program, live
        self.playouts, self.base, self.advice, self.seat = playouts, base, advice, seat
        self.worth, self.engine = Payoff(self.program), Stepper(self.program, events=False)
        self.played = 0
        self._nodes: dict[tuple[object, ...], Node] = {}

    def find_best(self, position: Position, think: int, seed: int) -> int | None:
        """The best answer, as far as so many games tell, each with a number under `seed`; None if one does not come to
        an end. With each game the tree grows by a decision."""
        root = self._find_node(self.engine.resume(position))
        root.tries = 1
        while self.played < think and root.known is None:
            ends = self._try(root, seed, self.played)
            self.played += 1
            if not ends:
                return None
        return max(root.branches, key=lambda answer: self._rate(root.branches[answer]))

    def _rate(self, branch: Branch) -> tuple[int, int]:
        """How good an answer is in the end: one that is known to win, then those that were tried most often, but for
        those that are known to lose."""
        known = None if branch.node is None else branch.node.known
        if known is None:
            return 0, branch.tries
        return self.worth.of(known, self.seat) - self.worth.whole // 2, branch.tries

    # ---- going down

    def _try(self, node: Node, seed: int, game: int) -> bool:
        """Go down the tree, and play the game out from the first place where it has not been, unless it is known what
        comes of that. Whether it comes to an end."""
        path: list[Node] = []
        taken: list[Branch] = []
        while isinstance(node.step.stop, DecisionStop) and node.known is None and node.tries and node not in path:
            answer = self._choose(node, node.step.stop)
            path.append(node)
            taken.append(node.branches[answer])
            node = self._follow(node.step, answer, taken[-1])
        end = node.known
        if end is None:
            (end,) = self.playouts.ends([node.step.position], seed, game)
        if end is not None:
            self._learn([*path, node], taken, end)
        return end is not None

    def _follow(self, step: Step, answer: int, branch: Branch) -> Node:
        """Where the game goes on to with an answer, up to what somebody has to choose."""
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
        """The answer that promises most to who decides: by what came of it, or of the node as long as it is untried,
        and the more the less often it was tried."""
        unsure = self.worth.whole * isqrt(node.tries * ONE * ONE)
        untried = node.total * ONE // node.tries
        if node.usual is None:
            node.usual = self.advice.advise(self.base, stop, GameView(self.engine, node.step.position))
        others = 2 * (len(stop.offered) - 1)

        def promise(answer: int) -> int:
            branch = node.branches.setdefault(answer, Branch(2 if answer == node.usual else others))
            if branch.node is not None and branch.node.known is not None:
                return self.worth.of(branch.node.known, stop.chooser) * ONE
            mean = branch.total * ONE // branch.tries if branch.tries else untried
            return mean + unsure // (branch.weight * (1 + branch.tries))

        return max(stop.offered, key=promise)

    # ---- what comes of it

    def _learn(self, path: Sequence[Node], taken: Sequence[Branch], end: tuple[int, ...]) -> None:
        for number, node in enumerate(path):
            if not isinstance(node.step.stop, DecisionStop):
                continue
            chooser = node.step.stop.chooser
            told: list[Node | Branch] = [node, *taken[number : number + 1]]
            for each in told:
                each.tries += 1
                each.total += self.worth.of(end, chooser)
        for node in reversed(path):
            if node.known is None and isinstance(node.step.stop, DecisionStop):
                node.known = self._conclude(node, node.step.stop.chooser)

    def _conclude(self, node: Node, chooser: int) -> tuple[int, ...] | None:
        """How a game ends from a node for certain: as is best for who decides if that is known of all answers, or as
        one does that wins."""
        known = [branch.node.known for branch in node.branches.values() if branch.node is not None]
        ends = [each for each in known if each is not None]
        best = max(ends, key=lambda end: self.worth.of(end, chooser), default=None)
        if best is None or len(ends) == len(node.branches) or self.worth.of(best, chooser) == self.worth.whole:
            return best
        return None
