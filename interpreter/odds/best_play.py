"""Best play: what a game comes to where the seats whose decisions are open take the best answer each time.

There is one decider, who wants most or least of a measure, or there are two sides who see everything, one of which
wants to win and the other that it does not. The answers found are held against exact figures of the chain in which they
are given: where that is small, as fractions, so that nothing is left to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Protocol, TypeVar

from interpreter.analysis.graph import find_ways
from interpreter.chains.finding import find_states
from interpreter.chains.forks import OVER
from interpreter.chains.regions import OPEN, Region
from interpreter.chains.searching import Search
from interpreter.chains.states import CUT, Edge, OutOfReach, States
from interpreter.data_classes import dataclass
from interpreter.odds.chain_figures import ROUNDING, Setting, make_search
from interpreter.odds.merging import merge_states
from interpreter.odds.optimising import OpenChain, find_values
from interpreter.odds.solving import find_exact_moments, find_moments
from interpreter.program import Decide, Program

ALIKE = 1e-11
"""Answers that come to the same within this are equally good."""

MOST_RECKONED = 30_000
"""In chains of no more states than this, the values of sweeps are held against those of the chain that is left."""


@dataclass(frozen=True)
class Aim:
    """What is played for: `most` of a measure, or of one member of it, or the least; or, where that is None, that
    `side` wins. Whoever shares a win has so much less of it, and so does each of several sides of a
    game that nobody wins."""

    measure: int | None
    member: int = 0
    most: bool = True
    side: int = 0


class ManyDeciders(Exception):
    """More `sides` decide than an aim has room for."""

    def __init__(self, sides: Sequence[int]) -> None:
        super().__init__(str(sides))
        self.sides = tuple(sides)


class HiddenInformation(Exception):
    """Somebody decides without seeing everything."""


@dataclass(frozen=True)
class BestPlay:
    """What a game comes to with the best answers: `value`, as a fraction if that is known (`exact`), and how far off it
    may be. `values` are those of all states of the chain."""

    setting: Setting
    aim: Aim
    region: Region
    states: States
    value: float
    exact: Fraction | None
    bound: float
    values: Sequence[float]
    signs: Mapping[int, int]
    gains: Sequence[Sequence[float]]

    def worths(self, state: int) -> dict[int, float]:
        """What each answer that is offered in a state comes to."""
        offered = self.states.decisions[state].offered
        edges = zip(self.states.edges[state], self.gains[state], strict=True)
        return {answer: gain + self.values[edge.to] for answer, (edge, gain) in zip(offered, edges, strict=True)}

    @property
    def state_count(self) -> int:
        """How many states there are."""
        return len(self.states.stops)

    @property
    def choosers(self) -> frozenset[int]:
        return frozenset(each.chooser for each in self.states.decisions.values())

    @property
    def decision_count(self) -> int:
        """In how many of them somebody decides."""
        return len(self.signs)

    @cached_property
    def answers(self) -> dict[int, tuple[int, ...]]:
        """The best answers in each state where somebody decides: those that come to the same."""
        found = {}
        for state, sign in self.signs.items():
            worths = {answer: sign * worth for answer, worth in self.worths(state).items()}
            best = max(worths.values())
            found[state] = tuple(answer for answer, worth in worths.items() if worth >= best - ALIKE)
        return found

    @property
    def is_indifferent(self) -> bool:
        """Whether every answer is as good as any other."""
        return all(len(best) == len(self.states.decisions[state].offered) for state, best in self.answers.items())


@dataclass(frozen=True)
class Shortfall:
    """What a strategy comes to against the best answers of all others, and how far that is from the best; or why that
    cannot be said (`beyond`)."""

    strategy: str
    value: float | None = None
    short: float | None = None
    beyond: str = ""


def find_sides(program: Program) -> tuple[str, ...]:
    """Those of whom one wins."""
    return program.sides or program.seats


def side_of(program: Program, seat: int) -> int:
    """The side of a seat."""
    return seat % len(find_sides(program))


def is_decided(setting: Setting, aim: Aim) -> bool:
    """Whether the rules and the strategies decide all that what is played for hangs on."""
    if OPEN not in setting.strategies:
        return True
    try:
        region = make_search(setting, aim.measure, aim.member).region
        program, reached = region.program, region.reached
    except OutOfReach:
        program = setting.program
        reached = frozenset(find_ways(program, [program.start]))
    return not any(isinstance(program.blocks[at].terminator, Decide) for at in reached)


Chain = TypeVar("Chain")


def find_best_play(setting: Setting, aim: Aim, before: Search | None = None) -> BestPlay:
    """What comes of the best answers; a search from `before` knows what states are made of. Raises OutOfReach,
    ManyDeciders, HiddenInformation."""
    if setting.program.has_secrets:
        raise HiddenInformation
    if setting.program.voidable:
        make_search(setting, aim.measure, aim.member)  # there may be a better reason
        raise OutOfReach("games can end without a result, and those do not count")
    search, states = find_telling(setting, aim, find_states, _are_told_apart, before)
    signs = _find_signs(setting.program, states, aim)
    whole, gains = _find_gains(setting.program, states, aim)
    found = _solve(states, gains, signs)
    exact = _reckon(states, gains, signs, found)
    values: Sequence[float] = [float(each) / whole for each in exact or found]
    cut = _find_cut(states, gains, signs, found, whole, aim)
    first = exact[states.start] if exact else 0.0
    value = first / whole + states.gained if isinstance(first, Fraction) and not cut else None
    number = float(value) if value is not None else values[states.start] + states.gained
    bound = 0.0 if value is not None else ROUNDING * max(1.0, abs(number)) + cut
    parts = [[gain / whole for gain in each] for each in gains]
    return BestPlay(setting, aim, search.region, states, number, value, bound, values, signs, parts)


def find_telling(
    setting: Setting,
    aim: Aim,
    explore: Callable[[Search], Chain],
    are_told_apart: Callable[[Chain], bool],
    before: Search | None = None,
) -> tuple[Search, Chain]:
    """A chain whose states tell what is offered, wherever somebody decides, and what has found it: where that hangs on
    a roll on which nothing hangs after that, they are made to hold the roll. Raises OutOfReach."""
    for telling_rolls in (False, True):
        search = make_search(setting, aim.measure, aim.member, telling_rolls)
        if telling_rolls:
            search.track(frozenset(search.region.rolled))
        elif before is not None:
            search.learn_from(before)
        chain = explore(search)
        if are_told_apart(chain):
            return search, chain
    raise OutOfReach("what is offered hangs on what is not known any more when it is decided")


def _are_told_apart(states: States) -> bool:
    """Whether what slots hold tells what is offered, wherever somebody decides."""
    offered: dict[tuple[int, ...], tuple[int, ...]] = {}
    for state, decision in states.decisions.items():
        key = states.stops[state], *states.held[state].values()
        if offered.setdefault(key, decision.offered) != decision.offered:
            return False
    return True


@dataclass(frozen=True)
class Position:
    """Where somebody decides: the block, who does, what slots hold, what it comes to, and what each answer does."""

    stop: int
    chooser: int
    held: Mapping[int, int]
    value: float
    worths: Mapping[int, float]


def find_position(best: BestPlay, given: Mapping[int, int]) -> Position | None:
    """A position where somebody decides and slots hold this, that is most like the first one; None if there is none."""
    states, relations = best.states, best.states.relations

    def fits(held: Mapping[int, int]) -> bool:
        return all(
            slot in held and (held[slot] == value or (held[slot] < value and relations.is_high(slot, held)))
            for slot, value in given.items()
        )

    first = states.held[min(best.signs)]
    fit = [state for state in best.signs if fits(states.held[state])]
    if not fit:
        return None

    def likeness(state: int) -> tuple[int, int]:
        held = states.held[state]
        return sum(first.get(slot) == value for slot, value in held.items() if slot not in given), -state

    state = max(fit, key=likeness)
    chooser = states.decisions[state].chooser
    return Position(states.stops[state], chooser, states.held[state], best.values[state], best.worths(state))


class Solved(Protocol):
    """Best play, however it was found."""

    @property
    def setting(self) -> Setting: ...
    @property
    def aim(self) -> Aim: ...
    @property
    def value(self) -> float: ...
    @property
    def exact(self) -> Fraction | None: ...
    @property
    def bound(self) -> float: ...
    @property
    def choosers(self) -> frozenset[int]: ...


def find_shortfalls(
    best: Solved, strategies: Sequence[str], find: Callable[[Setting, Aim], Solved] = find_best_play
) -> Iterator[Shortfall]:
    """How far each strategy falls short of the best. `find` finds what it comes to."""
    program, aim = best.setting.program, best.aim
    ours = {side_of(program, each) for each in best.choosers}
    if aim.measure is None:
        ours &= {aim.side}
    for name in strategies:
        table = tuple(
            name if strategy == OPEN and side_of(program, seat) in ours else strategy
            for seat, strategy in enumerate(best.setting.strategies)
        )
        try:
            played = find(replace(best.setting, strategies=table), aim)
        except OutOfReach as reason:
            yield Shortfall(name, beyond=str(reason))
            continue
        short = best.value - played.value
        yield Shortfall(name, played.value, short if aim.most else -short)


def _find_signs(program: Program, states: States, aim: Aim) -> dict[int, int]:
    """For each state where somebody decides whether that is for the most of what is played for, or the least. Raises
    ManyDeciders."""
    choosers = {each.chooser for each in states.decisions.values()}
    signs = {chooser: find_sign(program, chooser, sorted(choosers), aim) for chooser in choosers}
    return {state: signs[each.chooser] for state, each in states.decisions.items()}


def find_sign(program: Program, chooser: int, choosers: Sequence[int], aim: Aim) -> int:
    """1 if a seat decides for the most of what is played for, -1 if for the least, where all these `choosers` decide.
    Raises ManyDeciders."""
    several = sorted({side_of(program, each) for each in choosers})
    if len(several) > 1 if aim.measure is not None else len({*several, aim.side}) > 2:
        raise ManyDeciders(several)
    if aim.measure is not None:
        return 1 if aim.most else -1
    return 1 if side_of(program, chooser) == aim.side else -1


def share_of(sides: int, winners: Sequence[int], aim: Aim) -> Fraction:
    """The share of a win that a game which ends so is to the side that it is about. Nothing, if a measure is."""
    won = set(winners) or set(range(sides) if sides > 1 else ())
    return Fraction(aim.measure is None and aim.side in won, len(won) or 1)


def _find_gains(program: Program, states: States, aim: Aim) -> tuple[int, list[list[int]]]:
    """What is gained by each edge, in parts of a whole: how many parts that is, and the gains."""
    if aim.measure is not None:
        return 1, [[int(edge.gain) for edge in edges] for edges in states.edges]
    sides = len(find_sides(program))
    ends = [state for state, stop in enumerate(states.stops) if stop == OVER]
    shares = {state: share_of(sides, states.winners[state], aim) for state in ends}
    whole = lcm(*(share.denominator for share in shares.values()))
    parts = {state: int(whole * share) for state, share in shares.items()}
    return whole, [[parts.get(edge.to, 0) for edge in edges] for edges in states.edges]


def _solve(states: States, gains: Sequence[Sequence[int]], signs: Mapping[int, int]) -> list[float]:
    edges = [
        [(float(edge.chance), edge.to, float(gain)) for edge, gain in zip(several, each, strict=True)]
        for several, each in zip(states.edges, gains, strict=True)
    ]
    return find_values(OpenChain(edges, signs))


def _reckon(
    states: States, gains: Sequence[Sequence[int]], signs: Mapping[int, int], values: Sequence[float]
) -> Sequence[Fraction] | Sequence[float] | None:
    """The values of the chain that is left where the best answers are given, as fractions if it is small enough; None
    if some answer turns out not to be the best."""
    if len(states.stops) > MOST_RECKONED:
        return None
    left = _give_answers(states, gains, signs, values)
    chain = merge_states(left)
    exact = find_exact_moments(chain)
    moments = exact or find_moments(chain)
    found = [moments.means[chain.classes[state]] for state in range(len(states.stops))]
    slack = 0 if exact else ALIKE
    for state, sign in signs.items():
        pairs = zip(states.edges[state], gains[state], strict=True)
        if any(sign * (gain + found[edge.to] - found[state]) > slack for edge, gain in pairs):
            return None
    return found


def _give_answers(
    states: States, gains: Sequence[Sequence[int]], signs: Mapping[int, int], values: Sequence[float]
) -> States:
    """The chain with one answer to each decision, the best."""
    edges = [
        [Edge(edge.chance, edge.to, gain) for edge, gain in zip(several, each, strict=True)]
        for several, each in zip(states.edges, gains, strict=True)
    ]
    for state, sign in signs.items():
        edges[state] = [max(edges[state], key=lambda edge, sign=sign: sign * (edge.gain + values[edge.to]))]  # type: ignore[misc]
    return replace(states, edges=tuple(map(tuple, edges)), decisions={})


def _find_cut(
    states: States,
    gains: Sequence[Sequence[int]],
    signs: Mapping[int, int],
    values: Sequence[float],
    whole: int,
    aim: Aim,
) -> float:
    """By how much a value may be off since games leave what is looked at: by what it were if all those were won."""
    cut = {state for state, stop in enumerate(states.stops) if stop == CUT}
    if not cut:
        return 0.0
    if aim.measure is not None:
        raise OutOfReach("games may go on too long")
    most = [
        [whole if edge.to in cut else gain for edge, gain in zip(several, each, strict=True)]
        for several, each in zip(states.edges, gains, strict=True)
    ]
    return abs(_solve(states, most, signs)[states.start] - values[states.start]) / whole
