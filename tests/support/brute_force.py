"""The odds of a game by brute force: every way that the stepper can go, in fractions.

It is slow and simple, so that faster engines can be held against it. A node is a whole position at a stop, with every
slot and all winners so far: nothing is left out, and nothing is known of the program but where the stepper takes it.
Circles of positions are solved by Gaussian elimination, one strongly connected component (Tarjan 1972) at a time.

Games without a result are counted by `find_winners` alone; all other figures are of the games that have one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from interpreter.bots.advice import DEFAULT, Advice, GameView
from interpreter.engine import ChanceStop, DecisionStop, Failure, GameOver, Position, Sampled, Step
from interpreter.program import VOID, Program
from interpreter.stepper import Stepper

OPEN = ""
"""In place of a strategy: what this seat decides is left open, for best play."""

MOST_STEPS, MOST_TOGETHER = 20_000, 40
"""How many outcomes and answers are followed, and how many positions a circle may have, before it is too large."""

Key: TypeAlias = tuple[int, int]
"""A measure and one of its members, or 0 if it has none."""


class TooLarge(Exception):
    """There are too many positions."""


class Undefined(Exception):
    """There is no such figure: some game fails, may last for ever, or more sides decide than two."""


@dataclass(frozen=True)
class Edge:
    """One way on from a node, and what is sampled on it. At an open decision every chance is 1."""

    chance: Fraction
    to: int
    samples: tuple[tuple[Key, int], ...]

    def list_values(self, key: Key) -> list[int]:
        return [value for each, value in self.samples if each == key]


@dataclass(frozen=True)
class Measured:
    """How many samples a game gives on average, and how likely each value of one is."""

    number: Fraction
    distribution: dict[int, Fraction]

    @property
    def mean(self) -> Fraction:
        return sum((value * chance for value, chance in self.distribution.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        squares = sum((value**2 * chance for value, chance in self.distribution.items()), Fraction(0))
        return squares - self.mean**2


@dataclass
class Graph:
    """All nodes of a game by their number: 0 is before it begins. `ends` has the winners at each end, or `(VOID,)`,
    and `deciders` who chooses where that is open."""

    program: Program
    edges: list[list[Edge]] = field(default_factory=lambda: [[]])
    ends: dict[int, tuple[int, ...]] = field(default_factory=dict)
    deciders: dict[int, int] = field(default_factory=dict)

    @cached_property
    def counting(self) -> list[Fraction]:
        """How likely each node leads to an end with a result."""
        return solve(
            list(map(_sum_chances, self.edges)), {end: Fraction(won != (VOID,)) for end, won in self.ends.items()}
        )

    def find_visits(self, until: Key | None = None) -> list[Fraction]:
        """How often a game comes to each node, on average; only up to the first sample of a measure if one is given."""
        before: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in self.edges]
        for node, edges in enumerate(self.edges):
            for edge in edges:
                if until is None or not edge.list_values(until):
                    before[edge.to][node] += edge.chance
        return solve(before, {0: Fraction(1)})

    @cached_property
    def visits(self) -> list[Fraction]:
        return self.find_visits()


def explore(program: Program, strategies: Sequence[str] = (), most: int = MOST_STEPS) -> Graph:
    """The graph of a game where each seat plays by its strategy, all by default. Raises TooLarge, Undefined."""
    stepper, advice, graph = Stepper(program), Advice(program), Graph(program)
    numbers: dict[Position | tuple[int, ...], int] = {}
    waiting: list[tuple[int, Step]] = []
    followed = 0

    def arrive(step: Step) -> int:
        if isinstance(step.stop, Failure):
            raise Undefined(f"a game fails: {step.stop.reason}")
        over = isinstance(step.stop, GameOver)
        key = ((VOID,) if step.position.void else tuple(sorted(step.position.won))) if over else step.position
        if key not in numbers:
            numbers[key] = len(graph.edges)
            graph.edges.append([])
            if isinstance(key, tuple):
                graph.ends[numbers[key]] = key
            else:
                waiting.append((numbers[key], step))
        return numbers[key]

    begun = stepper.begin()
    graph.edges[0] = [Edge(Fraction(1), arrive(begun), tuple(_list_samples(program, begun)))]
    while waiting:
        node, at = waiting.pop()
        found: dict[tuple[int, tuple[tuple[Key, int], ...]], Fraction] = defaultdict(Fraction)
        for chance, step in _go_on(graph, node, stepper, at, advice, strategies):
            found[arrive(step), tuple(_list_samples(program, step))] += chance
            followed += 1
        if followed > most:
            raise TooLarge(f"more than {most:,} steps")
        shares = found if node not in graph.deciders else dict.fromkeys(found, Fraction(1))
        graph.edges[node] = [Edge(chance, to, samples) for (to, samples), chance in shares.items()]
    return graph


def _go_on(
    graph: Graph, node: int, stepper: Stepper, step: Step, advice: Advice, strategies: Sequence[str]
) -> Iterator[tuple[Fraction, Step]]:
    """All that can come next, and how likely it is."""
    stop, position = step.stop, step.position
    match stop:
        case ChanceStop():
            chances = dict.fromkeys(range(stop.outcomes), Fraction(1, stop.outcomes))
        case DecisionStop():
            strategy = strategies[stop.chooser] if strategies else DEFAULT
            if strategy == OPEN and len(stop.offered) > 1:
                graph.deciders[node] = stop.chooser
            chances = dict.fromkeys(stop.offered, Fraction(1))
            if strategy != OPEN:
                chances = advice.weigh(strategy, stop, GameView(stepper, position))
        case _:
            raise TooLarge("cards are drawn")
    for answer, chance in chances.items():
        yield chance, stepper.answer(position, answer)


def _list_samples(program: Program, step: Step) -> Iterator[tuple[Key, int]]:
    """What was sampled in a step. The members of a kind are sampled one after the other, when the game is over."""
    counts: dict[int, int] = defaultdict(int)
    for event in step.events:
        if isinstance(event, Sampled):
            members = len(program.measures[event.measure].labels) or 1
            yield (event.measure, counts[event.measure] % members), event.value
            counts[event.measure] += 1


# ---- figures


def find_winners(graph: Graph) -> dict[tuple[int, ...], Fraction]:
    """How likely each set of winners is: empty for a draw, `(VOID,)` for a game without a result."""
    return {won: graph.visits[end] for end, won in graph.ends.items()}


def measure(graph: Graph, key: Key, first: bool = False) -> Measured:
    """All samples of a measure; or only the `first` of each game that has one."""
    counts: dict[int, Fraction] = defaultdict(Fraction)
    visits = graph.find_visits(key) if first else graph.visits
    for node, edges in enumerate(graph.edges):
        for edge in edges:
            for value in edge.list_values(key)[: 1 if first else None]:
                counts[value] += visits[node] * edge.chance * graph.counting[edge.to]
    number = sum(counts.values(), Fraction(0))
    counts = {value: count for value, count in counts.items() if count}
    if not number:
        raise Undefined("nothing is sampled in a game with a result")
    return Measured(number / graph.counting[0], {value: count / number for value, count in sorted(counts.items())})


def divide(graph: Graph, top: int, bottom: int) -> Fraction:
    """The sum of one measure, over all games and members, for each one of another."""
    sums = []
    for number in (top, bottom):
        members = [measure(graph, (number, each)) for each in range(len(graph.program.measures[number].labels) or 1)]
        sums.append(sum((each.number * each.mean for each in members), Fraction(0)))
    if not sums[1]:
        raise Undefined("nothing can be divided by 0")
    return sums[0] / sums[1]


def find_best_win(graph: Graph, side: int) -> Fraction:
    """How much of a win best play brings a side against best play: a win is shared by all winners, a draw by all who
    could have won, if they are several."""
    parties = range(len(graph.program.parties) if len(graph.program.parties) > 1 else 0)
    shares = {end: Fraction(side in (won or parties), len(won or parties) or 1) for end, won in graph.ends.items()}
    return _play_best(graph, shares, lambda edge: 0, lambda chooser: 1 if _side_of(graph, chooser) == side else -1)


def find_best_mean(graph: Graph, key: Key, most: bool, first: bool = False) -> Fraction:
    """The mean with best play of all samples of a game added up, or of its `first` sample: what one side can reach."""

    def gain(edge: Edge) -> int:
        return sum(edge.list_values(key)[: 1 if first else None])

    return _play_best(graph, {}, gain, lambda chooser: 1 if most else -1, key if first else None)


def _side_of(graph: Graph, seat: int) -> int:
    return seat % len(graph.program.sides or graph.program.seats)


def _play_best(
    graph: Graph,
    worth: Mapping[int, Fraction],
    gain: Callable[[Edge], int],
    sign_of: Callable[[int], int],
    until: Key | None = None,
) -> Fraction:
    """Backward induction: what each node is worth, the best answer of the side that decides taken each time."""
    sides = {_side_of(graph, chooser) for chooser in graph.deciders.values()}
    if len(sides) > (2 if worth and len(graph.program.parties) == 2 else 1) or (VOID,) in graph.ends.values():
        raise Undefined("more than two sides decide, or against more than one, or games may be without a result")
    stays = [[edge for edge in edges if until is None or not edge.list_values(until)] for edges in graph.edges]
    if until is not None and any(edge.to in graph.ends for edges in stays for edge in edges):
        raise Undefined("not every game has a sample")
    gained = {
        node: sum((edge.chance * gain(edge) for edge in edges), Fraction(0)) for node, edges in enumerate(graph.edges)
    }

    def decide(node: int, values: Sequence[Fraction]) -> Fraction:
        sign = sign_of(graph.deciders[node])
        ways = ((gain(edge), values[edge.to] if edge in stays[node] else 0) for edge in graph.edges[node])
        return sign * max(sign * (gained + Fraction(after)) for gained, after in ways)

    chances = [_sum_chances(edges) for edges in stays]
    return solve(chances, gained | dict(worth), dict.fromkeys(graph.deciders, decide))[0]


# ---- linear equations


def _sum_chances(edges: Sequence[Edge]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for edge in edges:
        found[edge.to] += edge.chance
    return found


def solve(
    weights: Sequence[Mapping[int, Fraction]],
    base: Mapping[int, Fraction],
    decisions: Mapping[int, Callable[[int, Sequence[Fraction]], Fraction]] = {},
) -> list[Fraction]:
    """The x for which x[n] is base[n] and the sum of weights[n][m] * x[m], or what the decision at n makes of x."""
    values = [Fraction(0)] * len(weights)
    for component in list_components(weights):
        if len(component) == 1 and component[0] not in weights[component[0]]:
            (node,) = component
            if node in decisions:
                values[node] = decisions[node](node, values)
            else:
                known = (weight * values[other] for other, weight in weights[node].items())
                values[node] = sum(known, base.get(node, Fraction(0)))
            continue
        if len(component) > MOST_TOGETHER or any(node in decisions for node in component):
            raise TooLarge("too many positions lead back to each other")
        _eliminate(component, weights, base, values)
    return values


def _eliminate(
    component: Sequence[int],
    weights: Sequence[Mapping[int, Fraction]],
    base: Mapping[int, Fraction],
    values: list[Fraction],
) -> None:
    """Gaussian elimination of the nodes of a component, given the values of all that it leads to."""
    inside, rows, constants = set(component), dict[int, dict[int, Fraction]](), dict[int, Fraction]()
    for node in component:
        rows[node] = {other: weight for other, weight in weights[node].items() if other in inside}
        outside = (weight * values[other] for other, weight in weights[node].items() if other not in inside)
        constants[node] = sum(outside, base.get(node, Fraction(0)))
    for at, node in enumerate(component):
        left = 1 - rows[node].pop(node, Fraction(0))
        if not left:
            raise Undefined("a game may last for ever")
        rows[node] = {other: weight / left for other, weight in rows[node].items()}
        constants[node] /= left
        for other in component[at + 1 :]:
            times = rows[other].pop(node, Fraction(0))
            for each, weight in rows[node].items() if times else ():
                rows[other][each] = rows[other].get(each, Fraction(0)) + times * weight
            constants[other] += times * constants[node]
    for node in reversed(component):
        values[node] = sum((weight * values[each] for each, weight in rows[node].items()), constants[node])


def list_components(ways: Sequence[Mapping[int, object]]) -> Iterator[list[int]]:
    """Strongly connected components, each after all that it leads to."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    done: set[int] = set()
    stack: list[int] = []
    for root in range(len(ways)):
        path = [] if root in index else [(root, iter(ways[root]))]
        while path:
            node, rest = path[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            following = next((each for each in rest if each not in done), None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    component = [stack.pop()]
                    while component[-1] != node:
                        component.append(stack.pop())
                    done.update(component)
                    yield component
            elif following in index:
                low[node] = min(low[node], index[following])
            else:
                path.append((following, iter(ways[following])))
