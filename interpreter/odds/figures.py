"""The figures of a game: who wins, and its measures, each from one state space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from interpreter.analysis.weights import FAIR, Weights
from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.markov.chain import Chain
from interpreter.markov.exact import make_exact
from interpreter.markov.explore import explore, explore_phase
from interpreter.markov.figures import Moments, Samples, find_moments, find_samples, find_winners
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import DEFAULT, Question
from interpreter.markov.space import Space
from interpreter.markov.weave import Woven, weave
from interpreter.program import VOID, Program

MOST_STATES = 1_000_000
"""The most states of a game if nothing else is said."""

ALIKE = 1e-9
"""Figures of phases that are no further apart are the same but for rounding; how far that is, is part of the bound."""

FRACTIONS = 1_000
"""Figures of no more states than these are fractions, if no state was left out."""


@dataclass(frozen=True)
class Setting:
    """How a game is played: by these strategies, one for each seat, with dice that fall so; and how many states it may
    have."""

    program: Program
    strategies: tuple[str, ...] = ()
    weights: Weights | None = None
    most: int = MOST_STATES

    @cached_property
    def woven(self) -> Woven:
        """The program with its strategies. Raises Unsupported."""
        return weave(self.program, self.strategies or (DEFAULT,) * len(self.program.seats))

    def explore(self, question: Question, kept: int = 0, summarise: bool = True) -> Space:
        """The states of a question. Raises OutOfReach."""
        question = question._replace(open=self.woven.open)
        return explore(self.woven.program, question, self.most, kept, summarise, self.weights or FAIR)

    def explore_few(self, question: Question | None, found: Space) -> tuple[Space, Chain] | None:
        """The states of a question, with their chain in fractions; None if there are too many, or if some were cut or
        summarised and no question is given to explore again."""
        if self.weights is not None or count_states(found)[0] > FRACTIONS:
            return None
        with suppress(OutOfReach):
            if found.entered or is_cut(found):
                if question is None:
                    return None
                question = question._replace(open=self.woven.open)
                found = explore(self.woven.program, question, FRACTIONS, summarise=False, cut=0)
            return found, make_exact(found.chain, found.fractions)
        return None


@dataclass(frozen=True)
class Figure:
    """A number's mean and more. `exact` and `exact_variance` are fractions, where the chain is small enough; `bound` is
    how far off floating point numbers may be: what was left out, and rounding as far as it is known. `number` is how
    often it is sampled in an average game, if that is known."""

    mean: float
    variance: float
    exact: Fraction | None
    exact_variance: Fraction | None
    distribution: tuple[tuple[int, float], ...]
    bound: float
    number: float | None = 1.0


@dataclass(frozen=True)
class Winners:
    """The probability of each set of winners (none: the game is drawn), as fractions, too, if the chain is small
    enough; and how far off each may be. These are of the games that count; `void` is the share of the others, which
    end without a result."""

    chances: Mapping[tuple[int, ...], float]
    exact: Mapping[tuple[int, ...], Fraction] | None
    bound: float
    states: int
    edges: int
    void: float = 0.0


ROUNDING = 1e-12
"""The relative rounding error of a mean: measured, not proved."""


def find_chances(setting: Setting) -> Winners:
    """Who wins, and how likely. Raises OutOfReach."""
    space = setting.explore(question := Question())
    found, exact = find_winners(space), False
    try:
        if (few := setting.explore_few(question, space)) is not None:
            found, exact = find_winners(*few), True
    except OutOfReach as reason:
        if reason.endless:
            raise
    chances, void = _split_off_void(found.chances)
    if not chances:
        raise OutOfReach("no game has a result")
    floats = {won: float(each) for won, each in chances.items()}
    return Winners(floats, chances if exact else None, found.bound / (1.0 - void), *count_states(space), float(void))


def _split_off_void(chances: Mapping[int, Any]) -> tuple[dict[tuple[int, ...], Any], Any]:
    """Who wins the games that count, in the order of seats, and the share of the others."""
    found: dict[tuple[int, ...], Any] = {}
    for bits, chance in chances.items():
        won = (VOID,) if bits >> VOID else tuple(indices_of(bits))
        found[won] = found.get(won, 0) + chance
    void = found.pop((VOID,), 0)
    return {won: found[won] / (1 - void) for won in sorted(found, key=lambda won: (not won, won)) if found[won]}, void


def find_figure(setting: Setting, question: Question | None, space: Space, state: int = 0) -> Figure:
    """What a measure is over all samples of a space from a state on; with a question, by a space of its own if that
    gives a fraction. Raises OutOfReach."""
    few, exact = setting.explore_few(question, space), None
    with suppress(OutOfReach):
        if few is not None and not few[0].void.any():
            exact = find_moments(*few, state)
    return make_figure(find_samples(space, state), exact)


def find_phase_figure(setting: Setting, question: Question, routine: int) -> tuple[Figure, list[Space]] | None:
    """What is measured of each of a phase, and the spaces that say so, if all phases in a game are alike: then it does
    not matter how often that is. None if they are not. Raises OutOfReach."""
    question = question._replace(open=setting.woven.open)
    spaces = explore_phase(setting.woven.program, question, routine, setting.most, setting.weights or FAIR)
    if not spaces:
        return None
    figures = [find_figure(setting, None, each) for each in spaces]
    first = figures[0]
    apart = max(_find_distance(first, each) for each in figures)
    alike = {(each.exact, each.exact_variance) for each in figures}
    if apart > ALIKE or (len(alike) > 1 and None not in alike):
        return None
    if len(alike) > 1:
        first = replace(first, exact=None, exact_variance=None)
    return replace(first, bound=first.bound + apart, number=None), spaces


def _find_distance(one: Figure, other: Figure) -> float:
    """How far figures are apart."""
    chances, others = dict(one.distribution), dict(other.distribution)
    apart = [abs(chances.get(value, 0.0) - others.get(value, 0.0)) for value in chances.keys() | others.keys()]
    return max(abs(one.mean - other.mean), abs(one.variance - other.variance), *apart)


def make_figure(found: Samples, exact: Moments | None = None) -> Figure:
    """The figure of samples; raises OutOfReach where there are none."""
    if found.number <= 0:
        raise OutOfReach("nothing is measured in any game")
    values = tuple((value, each / found.number) for value, each in sorted(found.counts.items()))
    mean, variance = found.mean, found.variance
    bound = found.bound * max(1.0, *(abs(value) for value, _ in values)) / found.number
    if exact is not None:
        return Figure(float(exact[0]), float(exact[1]), *exact, values, bound, found.number)
    return Figure(mean, variance, None, None, values, max(bound, ROUNDING * max(1.0, abs(mean))), found.number)


def count_states(space: Space) -> tuple[int, int]:
    """How many states and edges there are, phases included."""
    spaces = space.list_all()
    return sum(len(each.blocks) for each in spaces), sum(len(each.edges.sources) for each in spaces)


def is_cut(space: Space) -> bool:
    """Whether some states are left out."""
    return any(bool(each.cut.any()) for each in space.list_all())


def find_phase(program: Program, name: str) -> int | None:
    """The routine of a phase other than the game itself."""
    phases = (at for at, each in enumerate(program.routines) if each.kind == "phase" and each.name == name != "game")
    return next(phases, None)


def name_winners(program: Program, winners: Sequence[int]) -> str:
    return " and ".join(program.parties[each] for each in winners) or "drawn"
