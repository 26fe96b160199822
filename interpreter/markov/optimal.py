"""Best play in a finite turn-based stochastic game: what each state is worth, and the answers that bring it.

A state is decided by chance, by a side that wants the most or by one that wants the least (Shapley, "Stochastic Games",
1953; Condon, "The Complexity of Stochastic Games", 1992). What is played for is the expected sum of all rewards and of
the value of the state in which the game ends; with no rewards and values of 0 and 1 it is the probability of winning.

States are solved in reverse topological order of their strongly connected components. What has no cycle takes one step
of backward induction, a level at a time. Components with cycles are solved by strategy iteration (Howard, "Dynamic
Programming and Markov Processes", 1960; for two sides Hoffman and Karp, "On Nonterminating Stochastic Games", 1966).
At last lower and upper values are guessed and verified, as in optimistic value iteration (Hartmanns and Kaminski 2020):
u >= v* if no answer leads above u, by induction (Park), and the guess is v plus a small multiple of the expected number
of steps that are left, of all answers that are nearly best.

Plays that never end do not count. An end component is a set of states that play need not leave (de Alfaro, "Formal
Verification of Probabilistic Systems", 1997). One in which a single side decides and nothing is gained is collapsed
into a state with all its exits (Brázdil et al., "Verification of Markov Decision Processes Using Learning Algorithms",
2014): all values in it are equal, and greedy play may stay there for ever. One in which whoever decides gains nothing
and loses something is left as it is, since best play leaves it (Bertsekas and Tsitsiklis, "An Analysis of Stochastic
Shortest Path Problems", 1991). All others are refused.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain, find_components, order_states
from interpreter.markov.question import Floats, Numbers
from interpreter.markov.reach import OutOfReach

Truths = NDArray[np.bool_]

BETTER = 1e-13
"""An answer replaces another if it is better by more than this, times the largest value."""

NEARLY = 1e-9
"""Answers that are worse by less than this, times the largest reward, count as nearly best."""

TOGETHER, ROUNDS = 12, 1_000
"""Rounds of strategy iteration in which both sides change their answers, not one after the other, and of all rounds."""


class Endless(OutOfReach):
    """Under some strategies the game never ends, or rewards are gathered without end."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, endless=True)


class Unsettled(OutOfReach):
    """Strategy iteration does not settle, or rounding leaves no useful bounds."""


@dataclass(frozen=True)
class Game:
    """Edges between states. `sides` says who decides in a state: 1 for the side that wants the most, -1 for the other,
    0 for chance, whose edges have probabilities `chances`. States without edges end the game and are worth `final`."""

    sides: Numbers
    sources: Numbers
    goals: Numbers
    chances: Floats
    rewards: Floats
    final: Floats

    @property
    def size(self) -> int:
        return len(self.sides)

    @property
    def decided(self) -> Truths:
        """The edges that are answers."""
        return np.asarray(self.sides[self.sources] != 0)


@dataclass(frozen=True)
class Optimum:
    """The value of each state with best play of both sides, how far it may be off, and the edge that is chosen in each
    state where a side decides (-1 in others)."""

    values: Floats
    bounds: Floats
    chosen: Numbers


def find_optimum(game: Game) -> Optimum:
    """Best play from every state on. Raises Endless, Unsettled."""
    components = find_end_components(game, np.ones(len(game.sources), bool))
    if (components < 0).all():
        return _solve(game, np.full(game.size, -1))
    idle = find_end_components(game, game.rewards == 0)
    if (idle < 0).all():
        return _solve_losing(game, components)
    return _solve_collapsed(game, idle)


def evaluate(game: Game, chosen: Numbers, start: int = 0) -> float:
    """The value of a strategy for both sides, by the chain that it makes of the game."""
    kept = np.concatenate([np.flatnonzero(~game.decided), chosen[chosen >= 0]])
    sources, goals, chances = game.sources[kept], game.goals[kept], game.chances[kept]
    chain = Chain(game.size, sources, goals, chances)
    visits = chain.find_visits(chain.start(start))
    ended = np.bincount(game.sources, minlength=game.size) == 0
    return float(visits[sources] @ (chances * game.rewards[kept]) + visits[ended] @ game.final[ended])


# ---- graphs


class _Groups(NamedTuple):
    """Places in the order of the numbers found there, and where those of each number begin (and the last end)."""

    places: Numbers
    first: Numbers

    @staticmethod
    def sort(numbers: Numbers, size: int) -> _Groups:
        """Counting sort."""
        count = len(numbers)
        table = csr_matrix((np.ones(count, np.int8), (numbers, np.arange(count))), (size, count))
        return _Groups(table.indices.astype(np.int64), table.indptr.astype(np.int64))

    def find(self, numbers: Numbers) -> Numbers:
        """The places of several numbers."""
        counts = self.first[numbers + 1] - self.first[numbers]
        ends = np.cumsum(counts)
        before = np.repeat(self.first[numbers] - (ends - counts), counts)
        return np.asarray(self.places[before + np.arange(len(before))])


def _unique(numbers: Numbers, scratch: Numbers) -> Numbers:
    """Each number once. `scratch` has a place for each."""
    scratch[numbers] = np.arange(len(numbers))
    return np.asarray(numbers[scratch[numbers] == np.arange(len(numbers))])


def find_end_components(game: Game, allowed: Truths) -> Numbers:
    """The maximal end component of each state by number, -1 for none, of the graph with all edges that are allowed."""
    size, sources, goals = game.size, game.sources, game.goals
    into, by_chance, scratch = _Groups.sort(goals, size), game.sides == 0, np.empty(size, np.int64)
    alive, lost = np.ones(len(sources), bool), np.zeros(size, bool)
    left = np.bincount(sources, minlength=size)
    cut = np.flatnonzero(~allowed)
    while True:
        while len(cut):
            alive[cut] = False
            np.subtract.at(left, sources[cut], 1)
            here = _unique(sources[cut], scratch)
            here = here[~lost[here] & (by_chance[here] | (left[here] == 0))]
            lost[here] = True
            cut = into.find(here)
            cut = cut[alive[cut]]
        alive &= ~lost[sources]
        here = np.flatnonzero(alive)
        if not len(here):
            return np.full(size, -1)
        _, labels = find_components(size, sources[here], goals[here])
        cut = here[labels[sources[here]] != labels[goals[here]]]
        if not len(cut):
            inside = np.zeros(size, bool)
            inside[sources[here]] = True
            return np.where(inside, labels, -1)


def _find_levels(size: int, sources: Numbers, goals: Numbers) -> Numbers:
    """The length of the longest path from each state of an acyclic graph."""
    into, levels, scratch = _Groups.sort(goals, size), np.zeros(size, np.int64), np.empty(size, np.int64)
    left = np.bincount(sources, minlength=size)
    here, level = np.flatnonzero(left == 0), 0
    while len(here):
        levels[here] = level
        before = sources[into.find(here)]
        np.subtract.at(left, before, 1)
        here = _unique(before, scratch)
        here, level = here[left[here] == 0], level + 1
    return levels


def _find_ways(game: Game, goals: Numbers, allowed: Truths) -> Numbers:
    """For each state an allowed edge that brings it nearer to some goals, -1 where there is none (and for goals)."""
    into, ways, seen = _Groups.sort(game.goals, game.size), np.full(game.size, -1), np.zeros(game.size, bool)
    here = goals
    while len(here):
        seen[here] = True
        edges = into.find(here)
        edges = edges[allowed[edges] & ~seen[game.sources[edges]]]
        here, first = np.unique(game.sources[edges], return_index=True)
        ways[here] = edges[first]
    return ways


# ---- end components


def _solve_losing(game: Game, components: Numbers) -> Optimum:
    """Solve a game where each end component only costs the side that decides there."""
    side = _find_sides(game, components)
    inside = (components[game.sources] >= 0) & (components[game.sources] == components[game.goals])
    if (side[components[game.sources[inside]]] * game.rewards[inside] > 0).any():
        raise Endless("rewards may be gathered without end")
    ended = np.bincount(game.sources, minlength=game.size) == 0
    ways = _find_ways(game, np.flatnonzero(ended), np.ones(len(game.sources), bool))
    if (ways[~ended] < 0).any():
        raise Endless("from some states on the game never ends")
    return _solve(game, ways)


def _find_sides(game: Game, components: Numbers) -> Numbers:
    """The side that decides in each end component. Raises Endless where there is none, or both."""
    side = np.zeros(components.max() + 1, np.int64)
    answered = np.bincount(game.sources, minlength=game.size) > 1
    for each in (1, -1):
        here = components[(components >= 0) & (game.sides == each) & answered]
        if (side[here] == -each).any():
            raise Endless("both sides together can keep the game from ending")
        side[here] = each
    if (side[components[components >= 0]] == 0).any():
        raise Endless("from some states on the game never ends")
    return side


def _solve_collapsed(game: Game, components: Numbers) -> Optimum:
    """Solve a game with one state in place of each end component in which nothing is gained."""
    side, member = _find_sides(game, components), components >= 0
    places = np.arange(game.size)
    _, first, inverse = np.unique(components[member], return_index=True, return_inverse=True)
    places[member] = np.flatnonzero(member)[first][inverse]
    idle = member[game.sources] & (places[game.sources] == places[game.goals]) & (game.rewards == 0)
    kept = np.flatnonzero(~idle)
    exits = np.bincount(places[game.sources[kept]], minlength=game.size)
    if (exits[places[member]] == 0).any():
        raise Endless("from some states on the game never ends")
    sides = game.sides.copy()
    sides[member] = side[components[member]]
    final = np.where(places == np.arange(game.size), game.final, 0.0)
    sources, goals = places[game.sources[kept]], places[game.goals[kept]]
    smaller = find_optimum(Game(sides, sources, goals, game.chances[kept], game.rewards[kept], final))
    chosen = np.full(game.size, -1)
    here = np.flatnonzero(smaller.chosen >= 0)
    edges = kept[smaller.chosen[here]]
    chosen[game.sources[edges]] = edges
    ways = _find_ways(game, game.sources[edges], idle)
    stays = member & (chosen < 0) & (game.sides != 0)
    chosen[stays] = ways[stays]
    return Optimum(smaller.values[places], smaller.bounds[places], chosen)


# ---- strategy iteration


def _solve(game: Game, ways: Numbers) -> Optimum:
    """Solve a game that ends under any strategies, or where best play begins from edges that lead to an end."""
    solver = _Solver(game, ways)
    for start, cycles, end in solver.levels.tolist():
        if start < cycles:
            here = slice(start, cycles)
            solver.values[here], solver.steps[here], solver.chosen[here] = solver.back_up(start, cycles)
        if cycles < end:
            here = slice(cycles, end)
            found, solver.chosen[here] = _Block(solver, cycles, end).iterate()
            solver.values[here], solver.steps[here] = found.T
    return solver.conclude()


class _Solver:
    """All states in the order in which they are solved: by levels, and in a level those on no cycle first. `steps` is
    the expected number of steps that are left, if both sides choose the longest play among all answers that are nearly
    best."""

    def __init__(self, game: Game, ways: Numbers) -> None:
        loops = (game.sources == game.goals) & ~game.decided
        left = 1 - np.bincount(game.sources[loops], game.chances[loops], game.size)
        weights = game.chances / left[game.sources]
        count, labels = find_components(game.size, game.sources, game.goals)
        apart = labels[game.sources] != labels[game.goals]
        level = _find_levels(count, labels[game.sources[apart]], labels[game.goals[apart]])[labels]
        cyclic = np.zeros(count, bool)
        cyclic[labels[game.sources[~apart & ~loops]]] = True
        kind = 2 * level + cyclic[labels]
        by_label = order_states(game.sources, game.goals, labels)
        by_kind = _Groups.sort(kind[by_label], 2 * int(level.max()) + 2)
        self.order, starts = by_label[by_kind.places], by_kind.first
        self.levels = np.column_stack([starts[2:-1:2], starts[3::2], starts[4::2]])
        place = np.empty(game.size, np.int64)
        place[self.order] = np.arange(game.size)
        self.edges, self.first = _Groups.sort(place[game.sources], game.size)
        self.sides, self.goals = game.sides[self.order], place[game.goals[self.edges]]
        self.gained = (weights * game.rewards)[self.edges]
        self.scale = max(1.0, *(float(np.abs(each).max(initial=0.0)) for each in (self.gained, game.final)))
        self.weights = np.where(loops, 0.0, weights)[self.edges]
        self.values, self.steps = game.final[self.order], np.zeros(game.size)
        back = np.empty(len(self.edges) + 1, np.int64)
        back[self.edges], back[-1] = np.arange(len(self.edges)), -1
        self.chosen = np.where(self.sides != 0, back[ways[self.order]], -1)

    def back_up(self, low: int, high: int, share: float = 1.0) -> tuple[Floats, Floats, Numbers]:
        """Values, steps and chosen edges of some states, by those of what they lead to."""
        edges, at = slice(self.first[low], self.first[high]), self.first[low:high] - self.first[low]
        signs, counts = self.sides[low:high], np.diff(self.first[low : high + 1])
        worths = self.gained[edges] + self.weights[edges] * self.values[self.goals[edges]]
        after = self.weights[edges] * self.steps[self.goals[edges]]
        signed = np.repeat(signs, counts) * worths
        best, chosen = _choose(signed, at, counts)
        near = _are_near(signed, np.repeat(best, counts), share * self.scale)
        longest = np.maximum.reduceat(np.where(near, after, 0.0), at)
        values = np.where(signs == 0, np.add.reduceat(worths, at), signs * best)
        steps = 1 + np.where(signs == 0, np.add.reduceat(after, at), longest)
        return values, steps, np.where(signs == 0, -1, edges.start + chosen)

    def conclude(self) -> Optimum:
        """Verify bounds, and bring all back into the order of the game."""
        size, ended, off = len(self.order), int((self.first[1:] == 0).sum()), 0.0
        if ended < size:
            values, steps, _ = self.back_up(ended, size, 0.5)
            scale = max(1.0, float(np.abs(self.values).max()))
            off = 2 * float(np.abs(values - self.values[ended:]).max()) + 16 * np.finfo(float).eps * scale
            if (steps - 0.5 > self.steps[ended:]).any() or off * self.steps.max() > NEARLY / 2 * self.scale:
                raise Unsettled("rounding leaves no useful bounds")
        values, bounds, chosen = np.empty(size), np.empty(size), np.empty(size, np.int64)
        values[self.order], bounds[self.order] = self.values, off * self.steps
        chosen[self.order] = np.where(self.chosen >= 0, self.edges[self.chosen], -1)
        return Optimum(values, bounds, chosen)


class _Block:
    """The components of one level that have cycles."""

    def __init__(self, solver: _Solver, low: int, high: int) -> None:
        edges = slice(solver.first[low], solver.first[high])
        goals, self.size = solver.goals[edges], high - low
        counts = np.diff(solver.first[low : high + 1])
        self.sources, self.weights = np.repeat(np.arange(self.size), counts), solver.weights[edges]
        self.inside = (goals >= low) & (goals < high)
        self.goals = np.where(self.inside, goals - low, 0)
        outside = np.where(self.inside, 0.0, self.weights)
        known = [solver.gained[edges] + outside * solver.values[goals], outside * solver.steps[goals]]
        self.known = np.column_stack(known)
        self.signs = solver.sides[low:high][self.sources]
        self.answers, self.by_chance = np.flatnonzero(self.signs), np.flatnonzero(self.signs == 0)
        self.signs = self.signs[self.answers]
        begun, self.start, self.scale = solver.chosen[low:high], edges.start, solver.scale
        self.begun = begun[begun >= 0] - edges.start

    def iterate(self) -> tuple[Floats, Numbers]:
        """Values and steps of each state, and the chosen edges."""
        deciders, at, counts = np.unique(self.sources[self.answers], return_index=True, return_counts=True)
        if not len(deciders):
            return self._evaluate(self.answers), np.full(self.size, -1)
        chosen = self.begun if len(self.begun) else self.answers[at]
        signs = self.signs[at]
        for round_ in range(ROUNDS):
            found = self._evaluate(chosen)
            worths = self.signs * self._weigh(found, 0)
            best, first = _choose(worths, at, counts)
            now = signs * found[deciders, 0]
            better = best > now + BETTER * max(1.0, float(np.abs(found[:, 0]).max()))
            if round_ > TOGETHER and better[signs < 0].any():
                better &= signs < 0
            if not better.any():
                break
            chosen = np.where(better, self.answers[first], chosen)
        else:
            raise Unsettled("strategy iteration does not settle")
        picked = np.full(self.size, -1)
        picked[deciders] = chosen + self.start
        near = _are_near(worths, np.repeat(best, counts), self.scale)
        for _ in range(ROUNDS):
            longest, first = _choose(np.where(near, self._weigh(found, 1), -1.0), at, counts)
            longer = 1 + longest > found[deciders, 1] + 0.25
            if not longer.any():
                return found, picked
            chosen = np.where(longer, self.answers[first], chosen)
            found[:, 1] = self._evaluate(chosen)[:, 1]
        raise Unsettled("strategy iteration does not settle")

    def _weigh(self, found: Floats, column: int) -> Floats:
        """What each answer leads to."""
        here = self.answers
        inside = np.where(self.inside[here], self.weights[here] * found[self.goals[here], column], 0.0)
        return np.asarray(self.known[here, column] + inside)

    def _evaluate(self, chosen: Numbers) -> Floats:
        """Values and steps if these edges are chosen."""
        kept = np.concatenate([self.by_chance, chosen])
        sources, inside = self.sources[kept], kept[self.inside[kept]]
        chain = Chain(self.size, self.sources[inside], self.goals[inside], self.weights[inside])
        gained = [np.bincount(sources, self.known[kept, column], self.size) for column in (0, 1)]
        return chain.find_gains(np.column_stack([gained[0], 1.0 + gained[1]]))


def _choose(worths: Floats, at: Numbers, counts: Numbers) -> tuple[Floats, Numbers]:
    """The most of each group of numbers, and where it is first found."""
    best = np.maximum.reduceat(worths, at)
    found = np.flatnonzero(worths >= np.repeat(best, counts))
    return best, found[np.searchsorted(found, at)]


def _are_near(worths: Floats, best: Floats, scale: float) -> Truths:
    return np.asarray(worths >= best - NEARLY * np.maximum(scale, np.abs(best)))
