"""Questions about the odds of a game, and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import isnan

from interpreter.bits import bits_of
from interpreter.data_classes import dataclass
from interpreter.markov.figures import condition, find_means
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Question
from interpreter.odds.figures import (
    Figure,
    Setting,
    Winners,
    count_states,
    find_chances,
    find_figure,
    find_phase,
    find_phase_figure,
)
from interpreter.odds.found_positions import Positions
from interpreter.program import MeasureInfo, Program

AFFORDABLE = 2_400_000
"""The edges of all chains together, after which no more measures are computed that nobody asked for by name. Those of
phases come first."""

BESIDE = 10
"""Where the whole game is out of reach, so many times fewer states are explored for a measure that nobody asked for."""

WINNERS = "winners"
"""How it is asked who wins, beside the measures."""


class NeverThere(Exception):
    """No game reaches the position from which on something is asked."""


@dataclass(frozen=True)
class Asked:
    """The names of measures (none: all in reach), what slots hold in the position from which on they are asked for
    (nothing: from the start), and the slots over which a table is."""

    measures: tuple[str, ...]
    given: Mapping[int, int]
    by: tuple[int, ...]


@dataclass(frozen=True)
class Cell:
    """Of a table: what its slots hold, and the mean from there on, as a fraction, too, if that is known."""

    values: tuple[int, ...]
    mean: float
    exact: Fraction | None


@dataclass(frozen=True)
class MeasureOdds:
    """The odds of a measure, or of one member of it (`label`), and how large the chain is that they come from; or why
    they are out of reach (`beyond`). They are of all samples of a game, or of the `first` one alone."""

    measure: MeasureInfo
    label: str
    figure: Figure | None = None
    states: int = 0
    edges: int = 0
    table: tuple[Cell, ...] = ()
    beyond: OutOfReach | None = None
    first: bool = False

    @property
    def name(self) -> str:
        """What it is called, with whose it is."""
        return f"{self.measure.name}[{self.label}]" if self.label else self.measure.name


@dataclass(frozen=True)
class Answer:
    """The odds of measures, and who wins; or why that is out of reach (`beyond`). Measures that are, too, or would take
    long with all others, are left out if they were not asked for by name (`omitted`)."""

    measures: tuple[MeasureOdds, ...]
    winners: Winners | None
    beyond: OutOfReach | None = None
    omitted: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is any figure."""
        return self.winners is not None or any(each.figure is not None for each in self.measures)


def answer(setting: Setting, asked: Asked) -> Answer:
    """The odds that are asked for. Raises NeverThere."""
    winners, beyond = None, None
    if WINNERS in asked.measures or not (asked.measures or asked.given or asked.by):
        try:
            winners = find_chances(setting)
        except OutOfReach as reason:
            beyond = reason
    phases = list_phases(setting.program)
    whole = tuple(each.name for each in setting.program.measures if each.per not in phases)
    is_beside = beyond is not None and not asked.measures
    omitted = whole if is_beside else ()
    wanted = asked.measures or tuple(each.name for each in setting.program.measures if each.name not in omitted)
    if is_beside:
        setting = replace(setting, most=setting.most // BESIDE)
    measures = tuple(_find_measures(setting, asked, wanted, winners.edges if winners else 0, beyond is None))
    if not asked.measures:
        known = {each.measure.name for each in measures}
        omitted += tuple(name for name in wanted if name not in known)
        if winners is not None or beyond is not None or any(each.figure for each in measures):
            omitted += tuple(dict.fromkeys(each.measure.name for each in measures if each.beyond))
            measures = tuple(each for each in measures if not each.beyond)
    return Answer(measures, winners, beyond, omitted)


def list_phases(program: Program) -> set[str]:
    """The names of all phases but the game."""
    return {each.name for each in program.routines if each.kind == "phase"} - {"game"}


def _find_measures(
    setting: Setting, asked: Asked, wanted: tuple[str, ...], spent: int, in_reach: bool
) -> Iterator[MeasureOdds]:
    """The odds of measures, after chains of `spent` edges; whether the whole game is `in_reach`, as far as is known."""
    phases, measures = list_phases(setting.program), setting.program.measures
    found: dict[int, list[MeasureOdds]] = {}
    for number in sorted(range(len(measures)), key=lambda each: measures[each].per not in phases):
        if measures[number].name in wanted and (asked.measures or spent <= AFFORDABLE):
            found[number] = list(_find_members(setting, asked, number, in_reach))
            spent += sum(each.edges for each in found[number])
            in_reach &= not any(each.first for each in found[number])
    for number in sorted(found):
        yield from found[number]


def _find_members(setting: Setting, asked: Asked, number: int, in_reach: bool) -> Iterator[MeasureOdds]:
    """The odds of each member of a measure; if those of one are out of reach, so are those of the next."""
    found, measure = None, setting.program.measures[number]
    for member, label in enumerate(measure.labels or ("",)):
        if found is not None and found.beyond is not None:
            found = replace(found, label=label)
        else:
            try:
                if asked.given or asked.by:
                    found = _find_from(setting, asked, number, member)
                else:
                    found = _find_member(setting, number, member, in_reach)
                    in_reach &= not found.first
            except OutOfReach as reason:
                found = MeasureOdds(measure, label, beyond=reason)
        yield found


def _find_member(setting: Setting, number: int, member: int, in_reach: bool) -> MeasureOdds:
    """The odds of all samples of a game; of a phase that of its first one alone, where the game is not `in_reach`."""
    measure = setting.program.measures[number]
    label = measure.labels[member] if measure.labels else ""
    question, routine = Question(number, member), find_phase(setting.program, measure.per)
    if routine is None:
        return _find_odds(setting, question, label)
    if (alike := find_phase_figure(setting, question, routine)) is not None:
        figure, spaces = alike
        states, edges = (sum(each) for each in zip(*map(count_states, spaces), strict=True))
        return MeasureOdds(measure, label, figure, states, edges)
    with suppress(OutOfReach):
        if in_reach:
            return _find_odds(setting, question, label)
    return _find_odds(setting, question._replace(first=True), label)


def _find_odds(setting: Setting, question: Question, label: str) -> MeasureOdds:
    assert question.measure is not None
    space = setting.explore(question)
    figure = find_figure(setting, question, space)
    measure = setting.program.measures[question.measure]
    return MeasureOdds(measure, label, figure, *count_states(space), first=question.first)


def _find_from(setting: Setting, asked: Asked, number: int, member: int) -> MeasureOdds:
    """The odds from a position on, or a table of means over positions. Of a phase, the first sample counts."""
    measure = setting.program.measures[number]
    label, routine = measure.labels[member] if measure.labels else "", find_phase(setting.program, measure.per)
    question = Question(number, member, first=routine is not None)
    space = setting.explore(question, bits_of([*asked.given, *asked.by]), summarise=False)
    positions = Positions(space, routine)
    state = positions.find(asked.given)
    if state is None:
        raise NeverThere
    figure = find_figure(setting, None, space, state)
    table = tuple(_find_table(setting, positions, asked)) if asked.by else ()
    return MeasureOdds(measure, label, figure, *count_states(space), table)


def _find_table(setting: Setting, positions: Positions, asked: Asked) -> Iterator[Cell]:
    """The mean from every position on that slots make up."""
    space, exact = positions.space, None
    means = find_means(space, condition(space))
    if not space.void.any() and (few := setting.explore_few(None, space)) is not None:
        exact = find_means(*few)
    for values in positions.list_values(asked.by):
        state = positions.find({**asked.given, **dict(zip(asked.by, values, strict=True))})
        if state is not None and not isnan(means[state]):
            yield Cell(values, float(means[state]), None if exact is None else exact[state])
