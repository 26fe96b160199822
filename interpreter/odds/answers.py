"""What is asked of a game's odds, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from interpreter.chains.states import OutOfReach
from interpreter.data_classes import dataclass
from interpreter.odds.every_phase import find_every_phase
from interpreter.odds.chain_figures import (
    Figure,
    Odds,
    Setting,
    Winners,
    find_measure_odds,
    find_phase_figure,
    find_winners,
    make_search,
)
from interpreter.odds.guard import compare_measure, compare_winners, describe_unchecked
from interpreter.odds.positions import find_state, list_positions
from interpreter.program import MeasureInfo, Program

AFFORDABLE = 2_500_000
"""So many edges may be found for measures of whole games that nobody asked for by name."""

SUMMARY = 1_000
"""A phase that is summed up in one way takes as long as so many edges."""

UNASKED = 4
"""A measure of the whole game that nobody asked for by name may take so many times fewer steps."""

WINNERS = "winners"
"""How it is asked who wins, beside the measures."""


class NeverThere(Exception):
    """It never comes to the position from which on something is asked."""


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
    they are out of reach (`beyond`). Of a phase it is `throughout` if all phases of a game are meant, and not the first
    alone."""

    measure: MeasureInfo
    label: str
    figure: Figure | None = None
    states: int = 0
    edges: int = 0
    table: tuple[Cell, ...] = ()
    beyond: OutOfReach | None = None
    throughout: bool = False

    @property
    def name(self) -> str:
        """What it is called, with whose it is."""
        return f"{self.measure.name}[{self.label}]" if self.label else self.measure.name


@dataclass(frozen=True)
class Answer:
    """The odds of measures, and who wins; or why the whole game is out of reach (`beyond`): then the measures of it
    are left out, if they were not asked for by name. So are those that would take long, each or all together
    (`omitted`). Figures that are no fractions are compared with simulated games; `unchecked` is why some were not."""

    measures: tuple[MeasureOdds, ...]
    winners: Winners | None
    beyond: OutOfReach | None = None
    omitted: tuple[str, ...] = ()
    unchecked: str = ""

    @property
    def found(self) -> bool:
        """Whether there is any figure."""
        return self.winners is not None or any(each.figure is not None for each in self.measures)


def answer(setting: Setting, asked: Asked) -> Answer:
    """The odds that are asked for. Raises NeverThere."""
    winners, beyond = None, None
    if WINNERS in asked.measures or not (asked.measures or asked.given or asked.by):
        try:
            winners = _find_winners(setting)
        except OutOfReach as reason:
            beyond = reason
    whole = _list_measures_of_games(setting.program)
    slow = winners is not None and len(whole) * (winners.edges + SUMMARY * setting.known.summaries) > AFFORDABLE
    omitted = whole if slow and not asked.measures else ()
    wanted = asked.measures or _list_measures(setting.program, whole=winners is not None and not slow)
    measures = tuple(_find_measures(setting, asked, wanted))
    if not asked.measures:
        late = {each.measure.name for each in measures if each.beyond is not None and each.beyond.larger}
        omitted += tuple(name for name in whole if name in late)
    shown = tuple(each for each in measures if each.measure.name not in omitted)
    return Answer(shown, winners, beyond, omitted, describe_unchecked(setting))


def _find_winners(setting: Setting) -> Winners:
    """Who wins. Raises OutOfReach."""
    winners = find_winners(setting)
    if winners.exact is None:
        compare_winners(setting, winners)
    return winners


def _refuse_void(setting: Setting) -> None:
    """Raises OutOfReach where games may end without a result: they do not count, and chains cannot leave them out."""
    if setting.program.voidable and find_winners(setting).void:
        raise OutOfReach("some games end without a result, and those do not count")


def _list_measures(program: Program, whole: bool) -> tuple[str, ...]:
    """The measures of phases; those of the whole game, too, if that is in reach."""
    phases = list_phases(program)
    return tuple(each.name for each in program.measures if whole or each.per in phases)


def _list_measures_of_games(program: Program) -> tuple[str, ...]:
    phases = list_phases(program)
    return tuple(each.name for each in program.measures if each.per not in phases)


def list_phases(program: Program) -> set[str]:
    """The names of all phases but the game."""
    return {each.name for each in program.routines if each.kind == "phase"} - {"game"}


def _find_measures(setting: Setting, asked: Asked, wanted: tuple[str, ...]) -> Iterator[MeasureOdds]:
    for number, measure in enumerate(setting.program.measures):
        if measure.name in wanted:
            yield from _find_members(setting, asked, number)


def _find_members(setting: Setting, asked: Asked, number: int) -> Iterator[MeasureOdds]:
    """The odds of each member of a measure; if those of one are out of reach, so are those of the next."""
    found = None
    for member, label in enumerate(setting.program.measures[number].labels or ("",)):
        if found is not None and found.beyond is not None:
            found = replace(found, label=label)
        else:
            found = _find_member(setting, asked, number, member)
        yield found


def _find_member(setting: Setting, asked: Asked, number: int, member: int) -> MeasureOdds:
    measure, whole = setting.program.measures[number], not (asked.given or asked.by)
    label, phase = measure.labels[member] if measure.labels else "", measure.per in list_phases(setting.program)
    try:
        _refuse_void(setting)
        found = _look_throughout(setting, number, label) if whole else None
        if found is not None and found.figure is not None:
            if found.figure.exact is None:
                compare_measure(setting, (number, 0), found.figure.mean, found.figure.variance, first=False)
            return found
        if phase and not (measure.name in asked.measures or asked.given or asked.by):
            make_search(setting, number)  # there may be a better reason
            raise OutOfReach("the phases of a game do not all begin alike")
        odds = find_measure_odds(_bound(setting, measure, asked), number, member, whole)
        if phase or odds.exact is None:
            compare_measure(setting, (number, member), *odds.first_moments, first=phase)
        return _look_at(odds, measure, label, asked)
    except OutOfReach as reason:
        return MeasureOdds(measure, label, beyond=reason)


def _bound(setting: Setting, measure: MeasureInfo, asked: Asked) -> Setting:
    """The setting in which a measure is looked for: with fewer steps if it is one of the whole game and was not asked
    for by name."""
    if asked.measures or measure.per in list_phases(setting.program):
        return setting
    return replace(setting, bounds=replace(setting.bounds, steps=setting.bounds.steps // UNASKED))


def _look_at(odds: Odds, measure: MeasureInfo, label: str, asked: Asked) -> MeasureOdds:
    """What a chain says of what is asked."""
    state = find_state(odds, asked.given) if asked.given else odds.start
    if state is None:
        raise NeverThere
    size = len(odds.states.stops), odds.states.edge_count
    return MeasureOdds(measure, label, odds.figure(state), *size, tuple(_find_table(odds, asked)))


def _look_throughout(setting: Setting, number: int, label: str) -> MeasureOdds | None:
    """What is measured of all phases of a game, if it is measured of phases, and that is known."""
    measure = setting.program.measures[number]
    if measure.per not in list_phases(setting.program):
        return None
    with suppress(OutOfReach):
        every = find_every_phase(setting, number)
        return replace(_look_at(every, measure, label, Asked((), {}, ())), throughout=True)
    if setting.known.won is not None:
        with suppress(OutOfReach):
            figure, states, edges = find_phase_figure(setting, number)
            return MeasureOdds(measure, label, figure, states, edges, throughout=True)
    return None


def _find_table(odds: Odds, asked: Asked) -> Iterator[Cell]:
    """The mean from every position on that slots make up."""
    for values in list_positions(odds, asked.by) if asked.by else ():
        state = find_state(odds, {**asked.given, **dict(zip(asked.by, values, strict=True))})
        if state is not None:
            yield Cell(values, odds.mean(state), odds.exact_mean(state))
