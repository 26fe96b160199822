"""The tree of search: what others answer next is tried too, where that tells more than games by a base strategy.

`search` tries an answer by games in which everybody decides by a base strategy from then on. Where another seat decides
before the next throw or draw, that says little of how good the answer is: whoever decides next looks for the best
reply. So these decisions make up a tree, which grows by one with every game that is played out: the game goes down the
tree, at each decision to the answer that promises most to whoever decides there, and is played out from where it leaves
the tree. A throw, a draw and the end of the game are leaves.

- This is Monte Carlo tree search over what seats see: for each game the position is drawn anew from what the seat that
  searches sees, and a node is all that the seat sees that decides there (Peter Cowling, Edward Powley and Daniel
  Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games
  4, 2012; each seat has nodes of its own). Every seat plays for itself.
- Answers are chosen by upper confidence bounds (Levente Kocsis and Csaba Szepesvári, "Bandit Based Monte-Carlo
  Planning", ECML 2006), in which the answer of the base strategy has half of the weight beforehand (after Christopher
  Rosin, "Multi-armed Bandits with Episode Context", Annals of Mathematics and Artificial Intelligence 61, 2011).
- Where nothing is hidden from anybody, positions that come to the same are one node, and how the game ends for certain
  is handed up (Mark Winands, Yngvi Björnsson and Jahn-Takeshi Saito, "Monte-Carlo Tree Search Solver", Computers and
  Games 2008).
- A tree is of no use where games hardly ever come to the same nodes, as with hands of many cards, and where the luck
  that is to come makes more difference than the answers: there the answers are better compared by games with the same
  luck. So the tree is given up after some games if either is so (`SAMPLE`, `RARELY`, `TELLING`).

All is counted in whole numbers, so that every machine and every engine finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cache, cached_property
from math import isqrt

from interpreter.analysis.graph import find_slots_read, find_ways
from interpreter.analysis.liveness_by_calls import LivenessByCalls
from interpreter.bots.advice import Advice, GameView
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts, find_winners
from interpreter.bots.redraw import Redrawer
from interpreter.bots.sight import Onlooker, Seen
from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, GameOver, Position, Step
from interpreter.program import Chance, Decide, Draw, Mark, Program, Sample, Say
from interpreter.stepper import Stepper

EVENTS = Mark, Say, Sample
"""What makes no difference to who wins."""

ONE = 2**20
"""What means are counted in, as whole numbers."""

SAMPLE = 60
"""After so many games, or an eighth of all, it is looked at whether the tree is of any use."""

RARELY = 12
"""It is not if fewer than one game in so many came to where another seat had decided in one before, or to where it is
known how the game ends."""

TELLING = 6
"""Nor is it, if luck comes in later, if after a quarter of all games no two answers differ by the root of so many
standard errors."""

MOST_FORCED = 100
"""How often in a row an answer is given at once because it is the only one."""


def find_followed(program: Program) -> frozenset[int]:
    """The blocks in which somebody decides, and somebody may decide again before anything is thrown or drawn."""
    ways = find_ways(program, [program.start])
    deciding = {at for at in ways if isinstance(program.blocks[at].terminator, Decide)}
    return frozenset(at for at in deciding if _leads_to(program, ways, ways[at], deciding))


def _leads_to(program: Program, ways: dict[int, tuple[int, ...]], starts: Sequence[int], goals: set[int]) -> bool:
    """Whether some of these blocks lead to one of the goals without a stop."""
    found, waiting = set[int](), list(starts)
    while waiting:
        at = waiting.pop()
        if at in goals:
            return True
        if at not in found and not program.blocks[at].terminator.stops:
            found.add(at)
            waiting += ways[at]
    return False


class Sight:
    """What seats see of positions."""

    def __init__(self, program: Program, redrawing: Redrawer, base: str) -> None:
        """`base` is the strategy by which games are played out: what it looks at makes a difference."""
        self.program, self.redrawing = program, redrawing
        seats = range(len(program.seats))
        self._hides = [redrawing.hides_anything(seat) for seat in seats]
        self.is_open = not any(self._hides)
        self._onlookers = [Onlooker(program, seat) for seat in seats]
        self.base, self.engine = base, Stepper(program, events=False)
        self.list_live, self.leads_to_luck = cache(self._list_live), cache(self._find_luck)

    def redraw(self, position: Position, seat: int, chances: Stream) -> Position:
        """A position that looks the same to a seat."""
        return self.redrawing.redraw(position, seat, chances) if self._hides[seat] else position

    def see(self, position: Position, seat: int) -> Seen:
        """All that a seat sees; where nothing is hidden, all that makes a difference to how the game goes on."""
        seen: Seen = (position.block, seat, position.winners)
        if self.is_open:
            return *seen, *(position.slots[slot] for slot in self.list_live(position.block))
        return *seen, *self._onlookers[seat].look(position.slots)

    def _find_luck(self, block: int) -> bool:
        ways = find_ways(self.program, [block])
        return any(isinstance(self.program.blocks[at].terminator, Chance | Draw) for at in ways)

    @cached_property
    def _live(self) -> Mapping[int, int]:
        """The slots, as bits, on which it depends from each block on who wins, and what the base strategy decides."""
        program = self.program
        blocks = [
            replace(each, instructions=tuple(part for part in each.instructions if not isinstance(part, EVENTS)))
            for each in program.blocks
        ]
        lines = [line for choice in range(len(program.choices)) for line in program.advice(self.base, choice)]
        asked = find_slots_read(program, find_ways(program, [program.queries[line].entry for line in lines]))
        silent = replace(program, blocks=tuple(blocks))
        return LivenessByCalls(silent, [program.start], asked, {}, certain=True).before

    def _list_live(self, block: int) -> list[int]:
        return [slot for slot in range(len(self.program.slots)) if self._live[block] >> slot & 1]


@dataclass(eq=False)
class Branch:
    """An answer that may be given in a node: how often it was tried, and what that came to in all for who gave it.
    Where nothing is hidden, also the node to which it leads, once it was tried."""

    weight: int
    tries: int = 0
    total: int = 0
    node: Node | None = None


@dataclass(eq=False)
class Node:
    """What somebody who decides sees, and what came of it for them; or where nobody does. `step` leads there, the only
    one where nothing is hidden. `usual` is the answer of the base strategy, and `known` is how the game ends for
    certain if everybody plays their best."""

    step: Step
    usual: int | None = None
    branches: dict[int, Branch] = field(default_factory=dict)
    tries: int = 0
    total: int = 0
    known: tuple[int, ...] | None = None


class Tree:
    """Looks for the best answer at a position where `seat` decides, in the decisions that follow one another."""

    def __init__(
        self, sight: Sight, playouts: Playouts, base: str, advice: Advice, position: Position, seat: int
    ) -> None:
        """`base` is the strategy by which the playouts decide."""
        self.program, self.sight = sight.program, sight
        self.playouts, self.base, self.advice = playouts, base, advice
        self.position, self.seat = position, seat
        self.worth = Payoff(self.program)
        self.engine = sight.engine
        self.played = self._met = 0
        self._nodes: dict[Seen, Node] = {}

    def find_best(self, think: int, seed: int) -> int | None:
        """The best answer, as far as so many games tell, each with a number under `seed`; None if one does not come to
        an end, or if the tree is of no use. With each game the tree grows by a decision."""
        root = self._find_node(self.engine.resume(self.position))
        root.tries = 1
        is_lucky = self.sight.leads_to_luck(self.position.block)
        while self.played < think and root.known is None:
            ends = self._try(root, seed, self.played)
            self.played += 1
            if not ends or (self.played == min(SAMPLE, think // 8) and self._met * RARELY < self.played):
                return None
            if self.played == think // 4 and is_lucky and not self._is_telling(root):
                return None
        return max(root.branches, key=lambda answer: self._rate(root.branches[answer]))

    def _is_telling(self, root: Node) -> bool:
        """Whether some answers are better than others by far more than luck."""
        best = max(root.branches.values(), key=lambda branch: branch.tries)
        return any(self._is_better(best, other) for other in root.branches.values() if other.tries)

    def _is_better(self, one: Branch, other: Branch) -> bool:
        """By so many standard errors, whose square `TELLING` is, and which are no larger than those of a fair coin."""
        gain = one.total * other.tries - other.total * one.tries
        scatter = self.worth.whole**2 * (one.tries + other.tries) * one.tries * other.tries
        return gain > 0 and 4 * gain**2 > TELLING * scatter

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
        step = self.engine.resume(self.sight.redraw(self.position, self.seat, Stream(seed, game, 1)))
        path: list[Node] = []
        taken: list[Branch] = []
        is_met = False
        while isinstance(step.stop, DecisionStop) and node.known is None and node.tries and node not in path:
            is_met = is_met or step.stop.chooser != self.seat
            answer = self._choose(node, step, step.stop)
            path.append(node)
            taken.append(node.branches[answer])
            node, step = self._follow(step, answer, taken[-1])
        self._met += is_met or node.known is not None
        end = node.known
        if end is None:
            (end,) = self.playouts.ends([step.position], seed, game)
        if end is not None:
            self._learn([*path, node], taken, end)
        return end is not None

    def _follow(self, step: Step, answer: int, branch: Branch) -> tuple[Node, Step]:
        """Where the game goes on to with an answer, up to what somebody has to choose."""
        if branch.node is not None:
            return branch.node, branch.node.step
        step = self.engine.answer(step.position, answer)
        for _ in range(MOST_FORCED):
            if not isinstance(step.stop, DecisionStop) or len(step.stop.offered) > 1:
                break
            step = self.engine.answer(step.position, step.stop.offered[0])
        node = self._find_node(step)
        if self.sight.is_open:
            branch.node = node
        return node, step

    def _find_node(self, step: Step) -> Node:
        if isinstance(step.stop, GameOver) and self.sight.is_open:
            return Node(step, known=find_winners(step.position))
        if not isinstance(step.stop, DecisionStop):
            return Node(step)
        seen = self.sight.see(step.position, step.stop.chooser)
        return self._nodes.setdefault(seen, Node(step))

    def _choose(self, node: Node, step: Step, stop: DecisionStop) -> int:
        """The answer that promises most to who decides: by what came of it, or of the node as long as it is untried,
        and the more the less often it was tried."""
        unsure = self.worth.whole * isqrt(node.tries * ONE * ONE)
        untried = node.total * ONE // node.tries
        if node.usual is None:
            node.usual = self.advice.advise(self.base, stop, GameView(self.engine, step.position))
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
