"""Best play: the value of a game where the seats whose decisions are open take the best answer each time.

One side decides, for a win or for the most or least of a measure, or two sides who see everything decide, one of which
wants to win and the other that it does not. Of a measure of a phase the first sample counts, and only what is decided
in the phase is open: all else is the default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from interpreter.analysis.graph import find_ways
from interpreter.analysis.weights import FAIR
from interpreter.bits import bits_of
from interpreter.data_classes import dataclass
from interpreter.markov.best import Best, ManyDeciders, find_best_sum, find_best_win
from interpreter.markov.exact import find_exact_optimum
from interpreter.markov.optimal import find_end_components
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import OPEN, Floats, Numbers, Question
from interpreter.markov.space import side_of
from interpreter.markov.states import find_kinds
from interpreter.markov.weave import Woven, weave
from interpreter.odds.figures import Setting, find_phase
from interpreter.odds.found_positions import Positions
from interpreter.program import Decide, Program

ALIKE = 1e-11
"""The largest difference between values of equally good answers."""

FRACTIONS = 20_000
"""The most states of a game whose value is a fraction."""

Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Aim:
    """What is played for: `most` of a measure, or of one member of it, or the least; or, where that is None, that
    `side` wins. A win is shared by all winners, and a game that nobody wins by all who could have won it, if they are
    several, the bank among them."""

    measure: int | None
    member: int = 0
    most: bool = True
    side: int = 0


class HiddenInformation(Exception):
    """Somebody decides without seeing everything."""


class Answers(NamedTuple):
    """Edge by edge, those of each state together: the answers to open choices, their values, by how much each is worse
    than the best, and whether it is among the best."""

    states: Numbers
    answers: Numbers
    values: Floats
    costs: Floats
    best: Truths


@dataclass(frozen=True)
class BestPlay:
    """Best play of a game, and its value as a fraction, if that is known."""

    setting: Setting
    aim: Aim
    woven: Woven
    found: Best
    exact: Fraction | None

    @property
    def value(self) -> float:
        return self.found.value if self.exact is None else float(self.exact)

    @property
    def bound(self) -> float:
        """How far off the value may be."""
        return 0.0 if self.exact is not None else self.found.bound

    @property
    def state_count(self) -> int:
        return self.found.game.size

    @property
    def decision_count(self) -> int:
        """The number of states in which somebody decides."""
        return int((self.found.choosers >= 0).sum())

    @property
    def choosers(self) -> frozenset[int]:
        return frozenset(np.unique(self.found.choosers).tolist()) - {-1}

    @property
    def is_indifferent(self) -> bool:
        """Whether all answers are equally good."""
        return bool((self.answers.costs <= ALIKE).all())

    @cached_property
    def answers(self) -> Answers:
        game, optimum = self.found.game, self.found.optimum
        edges = np.flatnonzero(game.decided)
        edges = edges[np.argsort(game.sources[edges], kind="stable")]
        states = game.sources[edges]
        values = game.rewards[edges] + optimum.values[game.goals[edges]]
        costs = np.maximum(game.sides[states] * (optimum.values[states] - values), 0.0)
        best = costs <= ALIKE * max(1.0, float(np.abs(optimum.values).max()))
        if not optimum.ends:
            taken = ~game.decided
            taken[edges] = best
            # where play by any of the best answers might never end, only the chosen one does
            endless = find_end_components(game, taken)[states] >= 0
            best &= ~endless | (optimum.chosen[states] == edges)
        return Answers(states, self.found.space.edges.answers[edges], values, costs, best)

    def values_at(self, state: int) -> dict[int, float]:
        """The value of each answer in a state. Those that lose to one that wins at once are left out."""
        here = slice(*np.searchsorted(self.answers.states, [state, state + 1]))
        return dict(zip(self.answers.answers[here].tolist(), self.answers.values[here].tolist(), strict=True))


@dataclass(frozen=True)
class Shortfall:
    """The value of a strategy against the best answers of all others, and how far that is from the best; or why that
    cannot be said (`beyond`)."""

    strategy: str
    value: float | None = None
    short: float | None = None
    beyond: str = ""


@dataclass(frozen=True)
class DecisionPoint:
    """Where somebody decides: the block, who does, what slots hold, the value, and that of each answer."""

    stop: int
    chooser: int
    held: Mapping[int, int]
    value: float
    answer_values: Mapping[int, float]


def find_sides(program: Program) -> tuple[str, ...]:
    """The parties that can win."""
    return program.sides or program.seats


def is_decided(setting: Setting, aim: Aim) -> bool:
    """Whether the rules and the strategies decide everything. Raises Unsupported."""
    return not _weave(setting, aim).open


def _weave(setting: Setting, aim: Aim) -> Woven:
    program, routine = setting.program, _find_phase(setting, aim)
    within = None if routine is None else find_ways(program, [program.routines[routine].entry])
    return weave(program, setting.strategies, within)


def _find_phase(setting: Setting, aim: Aim) -> int | None:
    return None if aim.measure is None else find_phase(setting.program, setting.program.measures[aim.measure].per)


def find_best_play(setting: Setting, aim: Aim, observed: int = 0) -> BestPlay:
    """Best play, in positions that keep the slots `observed`, as bits. Raises OutOfReach, ManyDeciders,
    HiddenInformation."""
    if setting.program.has_secrets:
        raise HiddenInformation
    woven = _weave(setting, aim)
    found = _find(setting, aim, woven, observed)
    dice = bits_of(at for at, slot in enumerate(setting.program.slots) if slot.kind == "dice")
    if dice & ~observed and not _tells_offers(found):
        with suppress(OutOfReach):
            found = _find(setting, aim, woven, observed | dice)
    return BestPlay(setting, aim, woven, found, _find_exact(setting, found))


def _find(setting: Setting, aim: Aim, woven: Woven, observed: int) -> Best:
    weights = setting.weights or FAIR
    if aim.measure is None:
        return find_best_win(woven.program, aim.side, woven.open, setting.most, observed, weights)
    question = Question(aim.measure, aim.member, _find_phase(setting, aim) is not None, woven.open, observed)
    found = find_best_sum(woven.program, question, aim.most, setting.most, weights)
    if sides := _find_together(setting.program, found):
        raise ManyDeciders(sides)
    return found


def _find_together(program: Program, found: Best) -> list[int]:
    """The sides that decide, if several do in one game."""
    choosers, edges = found.choosers, found.space.edges
    sides = np.where(choosers < 0, -1, side_of(program, choosers))
    each: list[int] = np.unique(sides[sides >= 0]).tolist()
    for side in each if len(each) > 1 else ():
        seen, before = sides == side, np.zeros(len(sides), bool)
        while (seen != before).any():
            before = seen.copy()
            seen[edges.goals[seen[edges.sources]]] = True
        if ((sides[seen] >= 0) & (sides[seen] != side)).any():
            return each
    return []


def _find_exact(setting: Setting, found: Best) -> Fraction | None:
    if setting.weights is not None or found.game.size > FRACTIONS or found.space.cut.any() or found.space.entered:
        return None
    with suppress(OutOfReach):
        return Fraction(find_exact_optimum(found.game, found.space.fractions)[0])
    return None


def list_places(found: Best) -> Iterator[tuple[int, Decide, Numbers]]:
    """The blocks where somebody decides, and the states in which games stand there."""
    states = np.flatnonzero(found.choosers >= 0)
    blocks = found.space.blocks[states]
    for block in np.unique(blocks).tolist():
        end = found.space.canonical.graph.program.blocks[block].terminator
        assert isinstance(end, Decide), "somebody decides there"
        yield block, end, states[blocks == block]


def _tells_offers(found: Best) -> bool:
    """Whether what else slots hold says which answers are offered, wherever somebody decides."""
    space = found.space
    for _, end, states in list_places(found):
        offers = end.offer_slots(space.canonical.graph.program)
        others = [at for at, slot in enumerate(space.canonical.slots, 1) if slot not in offers]
        if len(find_kinds(space.rows[states][:, others])[0]) < len(states):
            return False
    return True


def find_position(best: BestPlay, given: Mapping[int, int]) -> DecisionPoint | None:
    """A position where somebody decides and slots hold this, that is most like the first one; None if there is none."""
    space, choosers = best.found.space, best.found.choosers
    state = Positions(space, None, np.flatnonzero(choosers >= 0)).find(given)
    if state is None:
        return None
    form = space.canonical.forms[int(space.nodes[state])]
    relative = {column for _, columns in form.groups for column in columns.tolist()} | {*form.dead.tolist()}
    held = {
        slot: int(space.rows[state, column])
        for column, slot in enumerate(space.canonical.slots, 1)
        if column not in relative
    }
    stop, value = best.woven.places[int(space.blocks[state])], float(best.found.optimum.values[state])
    return DecisionPoint(stop, int(choosers[state]), held, value, best.values_at(state))


def find_shortfalls(best: BestPlay, strategies: Sequence[str]) -> Iterator[Shortfall]:
    """How far each strategy falls short of the best."""
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
            setting = replace(best.setting, strategies=table)
            played = _find(setting, aim, _weave(setting, aim), 0)
        except OutOfReach as reason:
            yield Shortfall(name, beyond=str(reason))
            continue
        short = best.value - played.value
        yield Shortfall(name, played.value, short if aim.most else -short)
