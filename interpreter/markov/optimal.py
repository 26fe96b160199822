"""Best play in a finite turn-based stochastic game: the value of each state, and optimal answers.

A state belongs to chance, to a maximising side or to a minimising side (Shapley, "Stochastic Games",
1953; Condon, "The Complexity of Stochastic Games", 1992). The objective is the expected sum of all rewards and of the
value of the final state; with no rewards and values of 0 and 1 it is the probability of winning.

Strongly connected components are solved in reverse topological order, each by value iteration (in place: Gauss-Seidel),
in machine code. Then lower and upper bounds are guessed and verified, as in optimistic value iteration (Hartmanns and
Kaminski 2020): u >= v* if no answer leads above u, by induction (Park), and the guess is v plus a small multiple of the
expected number of remaining steps, by nearly best answers.

Plays that never end do not count. An end component is a set of states in which players may stay for ever (de Alfaro,
"Formal Verification of Probabilistic Systems", 1997). One where a single side decides and rewards are 0 is collapsed
into a state with all its exits (Brázdil et al., "Verification of Markov Decision Processes Using Learning Algorithms",
2014): all its values are equal, and greedy play might never leave. One where rewards only cost the side that decides is
left as it is, since best play leaves it (Bertsekas and Tsitsiklis, "An Analysis of Stochastic Shortest Path Problems",
1991). All others are refused.
"""

from __future__ import annotations

import ctypes
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain, find_components, order_states
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Floats, Numbers
from interpreter.native import compiler
from interpreter.native.llvm_text import Function, If, Loop

Truths = NDArray[np.bool_]

SETTLED = 4e-16
"""The relative change of values at which value iteration stops."""

NEARLY = 1e-9
"""Answers worse by less than this, times the largest reward, are nearly best."""

SWEEPS = 100_000
"""The most sweeps of value iteration over a component."""


class Endless(OutOfReach):
    """Under some strategies the game never ends, or rewards grow without bound."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, endless=True)


class Unsettled(OutOfReach):
    """Value iteration does not settle, or rounding leaves no useful bounds."""


@dataclass(frozen=True)
class Game:
    """Edges between states. `sides` says who decides in a state: 1 for the maximising side, -1 for the other, 0 for
    chance, whose edges have probabilities `chances`. States without edges are final and have values `final`."""

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
        return np.asarray(self.sides[self.sources] != 0)

    @property
    def chain(self) -> Chain:
        return Chain(self.size, self.sources, self.goals, self.chances)

    def list_taken(self, chosen: Numbers) -> Numbers:
        """The edges that may be taken with the chosen ones: these, and all of chance."""
        return np.concatenate([np.flatnonzero(~self.decided), chosen[chosen >= 0]])


@dataclass(frozen=True)
class Optimum:
    """The value of each state with best play of both sides, a bound on its error, and the edge chosen in each state
    where a side decides (-1 in others). If the game `ends`, it does whatever anybody answers."""

    values: Floats
    bounds: Floats
    chosen: Numbers
    ends: bool = False


def find_optimum(game: Game) -> Optimum:
    """Best play from every state. Raises Endless, Unsettled."""
    components = find_end_components(game, np.ones(len(game.sources), bool))
    if (components < 0).all():
        return replace(_solve(game), ends=True)
    idle = find_end_components(game, game.rewards == 0)
    if (idle < 0).all():
        return _solve_losing(game, components)
    return _solve_collapsed(game, idle)


def evaluate(game: Game, chosen: Numbers, start: int = 0) -> float:
    """The value of strategies of both sides, from the Markov chain that they induce."""
    kept = game.list_taken(chosen)
    chain, states, edges = game.chain.keep(kept).reach([start])
    visits = chain.find_visits((states == start).astype(float))
    ended = np.bincount(chain.sources, minlength=chain.size) == 0
    gained = visits[chain.sources] @ (chain.chances * game.rewards[kept[edges]])
    return float(gained + visits[ended] @ game.final[states[ended]])


# ---- graphs


def _group(numbers: Numbers, size: int) -> csr_matrix:
    """A row for each number: its columns are the places where the number stands."""
    count = len(numbers)
    return csr_matrix((np.ones(count, np.int8), (numbers, np.arange(count))), (size, count))


def find_end_components(game: Game, allowed: Truths) -> Numbers:
    """The maximal end component of each state by number, -1 for none, of the graph with all edges that are allowed."""
    size, sources, goals = game.size, game.sources, game.goals
    into, by_chance = _group(goals, size), game.sides == 0
    alive, lost = np.ones(len(sources), bool), np.zeros(size, bool)
    left = np.bincount(sources, minlength=size)
    cut = np.flatnonzero(~allowed)
    while True:
        while len(cut):
            alive[cut] = False
            np.subtract.at(left, sources[cut], 1)
            here = sources[cut]
            here = np.unique(here[~lost[here] & (by_chance[here] | (left[here] == 0))])
            lost[here] = True
            cut = into[here].indices
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


def _find_ways(game: Game, goals: Numbers, allowed: Truths) -> Numbers:
    """For each state an allowed edge that leads nearer to some goals; -1 if there is none, and for goals."""
    into, ways, seen = _group(game.goals, game.size), np.full(game.size, -1), np.zeros(game.size, bool)
    here = goals
    while len(here):
        seen[here] = True
        edges = into[here].indices
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
    return _solve(game)


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


# ---- value iteration


class _Equations(NamedTuple):
    """A game in the order of value iteration, state by state in each component: the edges of a state begin at `first`;
    an edge contributes `gained` plus `weights` times the value of its goal."""

    starts: Numbers
    sides: Numbers
    first: Numbers
    goals: Numbers
    weights: Floats
    gained: Floats

    def sweep(self, values: Floats, settled: float, most: int = SWEEPS) -> Numbers:
        """Iterate values in place, component by component, until their relative change is at most `settled`. Returns
        the best edge of each state."""
        chosen = np.full(len(values), -1)
        arrays = [each.ctypes.data for each in (*self, values, chosen)]
        if _load_sweeps()[1](len(self.starts) - 1, *arrays, settled, most) and most > 1:
            raise Unsettled("value iteration does not settle")
        return chosen

    def longest(self, kept: Truths) -> _Equations:
        """The same for the number of remaining steps, in the longest play by the edges that are kept."""
        first = np.concatenate([[0], np.cumsum(kept)])[self.first]
        sources = np.repeat(np.arange(len(first) - 1), np.diff(first))
        steps = np.where(self.sides == 0, 1.0 / np.maximum(np.diff(first), 1), 1.0)[sources]
        return _Equations(self.starts, np.abs(self.sides), first, self.goals[kept], self.weights[kept], steps)


def _solve(game: Game) -> Optimum:
    """Solve a game in which best play ends. Raises Unsettled."""
    loops = (game.sources == game.goals) & ~game.decided
    weights = game.chances / (1 - np.bincount(game.sources[loops], game.chances[loops], game.size))[game.sources]
    count, labels = find_components(game.size, game.sources, game.goals)
    order, place = order_states(game.sources, game.goals, labels), np.empty(game.size, np.int64)
    place[order] = np.arange(game.size)
    starts = np.concatenate([[0], np.cumsum(np.bincount(labels, minlength=count))])
    by_source = _group(place[game.sources], game.size)
    edges, first = by_source.indices, by_source.indptr.astype(np.int64)
    goals, gained = place[game.goals[edges]], (weights * game.rewards)[edges]
    weights = np.where(loops, 0.0, weights)[edges]
    equations = _Equations(starts, game.sides[order], first, goals, weights, gained)
    values = game.final[order]
    best = equations.sweep(values, SETTLED)
    bounds = _find_bounds(equations, values)
    chosen = np.full(game.size, -1)
    decided = np.flatnonzero((equations.sides != 0) & (best >= 0))
    chosen[order[decided]] = edges[best[decided]]
    return Optimum(values[place], bounds[place], chosen)


def _find_bounds(equations: _Equations, values: Floats) -> Floats:
    """A bound on the error of values: one that a sweep does not widen. Raises Unsettled."""
    sources = np.repeat(np.arange(len(values)), np.diff(equations.first))
    signs = equations.sides[sources]
    worths = signs * (equations.gained + equations.weights * values[equations.goals])
    scale = max(1.0, float(np.abs(equations.gained).max(initial=0.0)), float(np.abs(values).max(initial=0.0)))
    near = (signs == 0) | (worths >= (equations.sides * values)[sources] - NEARLY * scale)
    steps = np.zeros(len(values))
    equations.longest(near).sweep(steps, 1e-3)
    off = 16 * np.finfo(float).eps * scale  # the error of one step; four times more where that is too little
    while off * steps.max(initial=0.0) <= NEARLY / 2 * scale:
        upper, lower = values + off * steps, values - off * steps
        high, low = upper.copy(), lower.copy()
        equations.sweep(high, 0.0, 1)
        equations.sweep(low, 0.0, 1)
        if (high <= upper).all() and (low >= lower).all():
            return np.asarray(off * steps)
        off *= 4
    raise Unsettled("rounding leaves no useful bounds")


@cache
def _load_sweeps() -> Any:
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    code = compiler.Code(compiler.compiled(_write_sweeps(), "fast"))
    return code, code.function("sweep", number, number, *[pointer] * 8, ctypes.c_double, number)


def _write_sweeps() -> str:
    """Writes `sweep`, which returns the number of components that do not settle."""
    given = "ptr %starts, ptr %sides, ptr %first, ptr %goals, ptr %weights, ptr %gained, ptr %values, ptr %chosen"
    f = Function(f"i64 @sweep(i64 %many, {given}, double %settled, i64 %most)")
    failed, left, moved = f.place(), f.place(), f.place()
    f.store(0, failed)
    with Loop(f, "%many") as component:
        low = f.get("%starts", component)
        size = f.op("sub", f.get("%starts", component, 1), low)
        again, after = f.fresh(), f.fresh()
        f.store("%most", left)
        f.jump(again)
        f.label(again)
        f.store(0, moved)
        with Loop(f, size) as at:
            state = f.op("add", low, at)
            edge = f.get("%first", state)
            count = f.op("sub", f.get("%first", state, 1), edge)
            with If(f, f.is_("sgt", count, 0)):
                f.store(f.op("or", f.load(moved), _write_update(f, state, edge, count)), moved)
        f.increase(left, by=-1)
        f.branch(f.both(f.is_("ne", f.load(moved), 0), f.is_("sgt", f.load(left), 0)), again, after)
        f.label(after)
        f.increase(failed, by=f.load(moved))
    f.give(f.load(failed))
    return "declare double @llvm.fabs.f64(double)\n" + f.text()


def _write_update(f: Function, state: str, edge: str, count: str) -> str:
    """The new value of a state, and whether it changed."""

    def get(base: str, *at: str) -> str:
        return f.set(f"load double, ptr {f.at(base, *at)}, align 8")

    def keep(number: str, place: str) -> None:
        f.line(f"store double {number}, ptr {place}, align 8")

    total, best = f.place(), f.place()
    keep("0.0", total)
    keep("0xFFF0000000000000", best)  # minus infinity
    sign = f.set(f"sitofp i64 {f.get('%sides', state)} to double")
    with Loop(f, count) as at:
        weighted = f.set(f"fmul double {get('%weights', edge, at)}, {get('%values', f.get('%goals', edge, at))}")
        worth = f.set(f"fadd double {get('%gained', edge, at)}, {weighted}")
        keep(f.set(f"fadd double {get(total)}, {worth}"), total)
        signed = f.set(f"fmul double {worth}, {sign}")
        with If(f, f.set(f"fcmp ogt double {signed}, {get(best)}")):
            keep(signed, best)
            f.put(f.op("add", edge, at), "%chosen", state)
    by_chance = f.set(f"fcmp oeq double {sign}, 0.0")
    decided = f.set(f"fmul double {get(best)}, {sign}")
    value = f.set(f"select i1 {by_chance}, double {get(total)}, double {decided}")
    change = f.set(f"fsub double {value}, {get('%values', state)}")
    change, size = (f.set(f"call double @llvm.fabs.f64(double {each})") for each in (change, value))
    keep(value, f.at("%values", state))
    share = f.set(f"fmul double %settled, {f.set(f'fadd double {size}, 1.0')}")
    return f.number(f.set(f"fcmp ogt double {change}, {share}"))
