"""The figures of a game: who wins, and what is measured in it, each worked out from one space of states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from interpreter.data_classes import dataclass
from interpreter.markov import (
    FAIR,
    OutOfReach,
    Question,
    Samples,
    Space,
    Weights,
    Woven,
    explore,
    find_samples,
    find_winners,
    weave,
)
from interpreter.markov.exact_figures import find_exact_samples, find_exact_winners
from interpreter.program import VOID, Program

DEFAULT = "default"

MOST_STATES = 500_000
"""A game may have so many states if nothing else is said."""

FEW_EXACT, FEW_ENTRIES = 1_000, 8
"""Phases are compared in fractions if they have no more states than these, and no more entries."""

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

    def explore(self, question: Question, kept: int = 0, apart: bool = True) -> Space:
        """The states of a question. Raises OutOfReach."""
        asked = question._replace(open=self.woven.open)
        return explore(self.woven.program, asked, self.most, kept, apart, self.weights or FAIR)

    def explore_few(self, question: Question, found: Space) -> Space | None:
        """The states of a question, with nothing left out, where a figure may be a fraction; None where they are too
        many."""
        if self.weights is not None or count_states(found)[0] > FRACTIONS or is_cut(found):
            return None
        try:
            space = replace(self, most=FRACTIONS).explore(question, apart=False) if found.entered else found
        except OutOfReach:
            return None
        return None if is_cut(space) else space


@dataclass(frozen=True)
class Figure:
    """What a number comes to. `exact` and `exact_variance` are fractions, where the chain is small enough; `bound` is
    how far off floating point numbers may be: what was left out, and rounding as far as it is known. `number` is how
    often it is sampled in an average game."""

    mean: float
    variance: float
    exact: Fraction | None
    exact_variance: Fraction | None
    distribution: tuple[tuple[int, float], ...]
    bound: float
    number: float = 1.0


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
"""How far off a mean is by rounding, for each unit of it, by experience: it is not proved."""


def find_chances(setting: Setting) -> Winners:
    """Who wins, and how likely. Raises OutOfReach."""
    question = Question()
    space = setting.explore(question)
    found = find_winners(space)
    few = setting.explore_few(question, space)
    exact = None if few is None else find_exact_winners(few)
    states, edges = count_states(space)
    if exact is not None:
        fractions, none = _take_apart(exact)
        chances = {won: float(each) for won, each in fractions.items()}
        return Winners(chances, fractions, 0.0, states, edges, float(none))
    chances, void = _take_apart(found.chances)
    if not chances:
        raise OutOfReach("no game has a result")
    return Winners(chances, None, found.bound / (1.0 - void), states, edges, void)


def _take_apart(chances: Mapping[int, Any]) -> tuple[dict[tuple[int, ...], Any], Any]:
    """Who wins the games that count, in the order of seats, and the share of the others."""
    found: dict[tuple[int, ...], Any] = {}
    for bits, chance in chances.items():
        won = (VOID,) if bits >> VOID else tuple(each for each in range(VOID) if bits >> each & 1)
        found[won] = found.get(won, 0) + chance
    void = found.pop((VOID,), 0)
    return {won: found[won] / (1 - void) for won in sorted(found, key=lambda won: (not won, won)) if found[won]}, void


def find_figure(setting: Setting, question: Question, space: Space) -> Figure:
    """What a measure is over all samples that a space has. Raises OutOfReach."""
    exact = _find_alike(space) if setting.weights is None else None
    if exact is None and (few := setting.explore_few(question, space)) is not None:
        exact = find_exact_samples(few)
    return make_figure(find_samples(space), exact)


def _find_alike(space: Space) -> tuple[Fraction, Fraction] | None:
    """The mean and the variance of samples that are all taken in small phases, if these come to the same however they
    are entered: then it does not matter how often that is."""
    spaces = space.list_all()
    found = set[tuple[Fraction, Fraction] | None]()
    for each in spaces:
        if not len(each.edges.samples):
            continue
        summed = each.canonical.is_alive(np.zeros(1, np.int64)) & (each.canonical.weights != 0)
        if each is space or each.entered or len(each.blocks) > FEW_EXACT or is_cut(each) or summed.any():
            return None
        entries = {int(at) for other in spaces for one in other.entered if one.space is each for at in one.entries}
        if len(entries) > FEW_ENTRIES:
            return None
        found |= {find_exact_samples(each, entry) for entry in entries}
    return found.pop() if len(found) == 1 else None


def make_figure(found: Samples, exact: tuple[Fraction, Fraction] | None = None) -> Figure:
    """The figure of samples; raises OutOfReach where there are none."""
    if not found.number:
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
    phases: Iterable[int] = (
        at for at, each in enumerate(program.routines) if each.kind == "phase" and each.name == name
    )
    return next(iter(phases), None) if name != "game" else None


def name_winners(program: Program, winners: Sequence[int]) -> str:
    return " and ".join(program.parties[each] for each in winners) or "drawn"
