"""The odds of a game: of its measures, and of who wins.

A measure of a phase is worked out for that phase alone, from where the first one of a game begins; one of a game, or of
each member of a kind, for the whole game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from interpreter.chains.finding import explore, find_states
from interpreter.chains.forks import Goal
from interpreter.chains.regions import Region, refuse_cards
from interpreter.chains.searching import Search
from interpreter.chains.states import CUT, OutOfReach, Start, States
from interpreter.data_classes import dataclass
from interpreter.engine import AtBlock, ChanceStop, DecisionStop, DrawStop, Position, pick_default_answer
from interpreter.odds.distribution import Distribution, find_distribution, find_ends
from interpreter.odds.elimination import ENDLESS
from interpreter.odds.merging import Merged, merge_states
from interpreter.odds.solving import Moments, find_exact_ends, find_exact_moments, find_moments
from interpreter.odds.whole_games import Setting as Setting
from interpreter.odds.whole_games import explore_phases, explore_whole
from interpreter.program import VOID, Program
from interpreter.stepper import Stepper

ROUNDING = 1e-12
"""How far off a figure in floating point is at most by experience, for each unit there is: it is not proved."""

FAR = 20_000
"""So many stops may come before a phase begins for the first time."""


@dataclass(frozen=True)
class Figure:
    """What a number comes to. `exact` and `exact_variance` are fractions, where the chain is small enough; `bound` is
    how far off floating point numbers may be by rounding, and the chances together by what was left on the way; `cut`
    is how likely the game leaves what was looked at, which the bound knows nothing of."""

    mean: float
    variance: float
    exact: Fraction | None
    exact_variance: Fraction | None
    distribution: tuple[tuple[int, float], ...]
    bound: float
    cut: float = 0.0


@dataclass(frozen=True)
class Odds:
    """A chain that is solved, and what it says from any of its states on."""

    states: States
    chain: Merged
    exact: Moments | None
    moments: Moments

    @property
    def start(self) -> int:
        """The state in which it begins."""
        return self.states.start

    @property
    def first_moments(self) -> tuple[float, float]:
        """The mean and the variance from the start on."""
        return self.mean(self.start) + self.chain.gained, float(self.moments.variance(self.chain.classes[self.start]))

    def mean(self, state: int) -> float:
        """The mean of what is gained from a state on."""
        return float(self.moments.means[self.chain.classes[state]])

    def exact_mean(self, state: int) -> Fraction | None:
        """The same as a fraction, if the chain is small enough."""
        return None if self.exact is None else Fraction(self.exact.means[self.chain.classes[state]])

    def figure(self, state: int) -> Figure:
        """All that is to say of what is gained from a state on; from the start, what had been gained before, too."""
        at = self.chain.classes[state]
        before = self.chain.gained if state == self.start else 0
        if self.chain.squares is None:
            found = find_distribution(self.chain, at)
        else:
            found = Distribution((), find_ends(self.chain, at).ends, 0.0)
        mean, variance = float(self.moments.means[at]) + before, float(self.moments.variance(at))
        return Figure(
            mean,
            variance,
            None if self.exact is None else self.exact.means[at] + before,
            None if self.exact is None else self.exact.variance(at),
            tuple((total + before, chance) for total, chance in found.totals),
            max(found.bound, 0.0 if self.exact else ROUNDING * max(1.0, abs(mean))),
            sum(chance for (stop, _), chance in found.ends.items() if stop == CUT),
        )


@dataclass(frozen=True)
class Winners:
    """How likely each set of seats or sides is to win (none: the game is drawn), as fractions, too, if the chain is
    small enough; and else how likely the game leaves what was looked at, which each of them may be off by. These are of
    the games that count; `void` is the share of the others, which end without a result."""

    chances: Mapping[tuple[int, ...], float]
    exact: Mapping[tuple[int, ...], Fraction] | None
    bound: float
    states: int
    edges: int
    void: float = 0.0


def solve(states: States) -> Odds:
    """The figures of a chain: as fractions where it is small enough. Raises OutOfReach."""
    chain = merge_states(states)
    exact = find_exact_moments(chain)
    return Odds(states, chain, exact, exact or find_moments(chain))


def find_measure_odds(setting: Setting, measure: int, member: int = 0, whole: bool = True) -> Odds:
    """The odds of a measure, of one member if it is measured for each of several. Unless states of all kinds are
    wanted, phases may be taken as a `whole`. Raises OutOfReach."""
    if whole and find_phase(setting.program, setting.program.measures[measure].per) is None:
        return solve(explore_whole(setting, measure, member))
    return solve(find_states(make_search(setting, measure, member)))


def make_search(setting: Setting, measure: int | None, member: int = 0, telling_rolls: bool = False) -> Search:
    """What finds the chain of a measure, of one member if it is measured for each of several; where that is None, of a
    whole game of which nothing is measured but who wins. Its states may be `telling_rolls` where somebody decides, even
    if nothing after that hangs on them. Raises OutOfReach."""
    program = setting.program
    routine = None if measure is None else find_phase(program, program.measures[measure].per)
    if routine is None:
        refuse_cards(program, program.start)
        region = Region(program, measure, setting.strategies, (), setting.weights, telling_rolls)
        return Search(region, Start(program.start), Goal(measure, member if measure is not None else 0), setting.bounds)
    begun = program.routines[routine].begun
    refuse_cards(program, begun)
    region = Region(program, measure, setting.strategies, (begun,), setting.weights, telling_rolls)
    start = Start(begun, dict(enumerate(_play_to(program, begun).slots)))
    return Search(region, start, Goal(measure), setting.bounds)


def find_gain_odds(setting: Setting, phase: str, slot: int) -> Odds:
    """The odds of what a phase adds to a slot. Raises OutOfReach."""
    program = setting.program
    routine = find_phase(program, phase)
    assert routine is not None, "there is no such phase"
    begun = program.routines[routine].begun
    region = Region(program, None, setting.strategies, (begun,), setting.weights)
    start = Start(begun, dict(enumerate(_play_to(program, begun).slots)))
    return solve(explore(region, start, Goal(routine=routine, gains=slot), setting.bounds))


def find_winners(setting: Setting) -> Winners:
    """Who wins, and how likely. Raises OutOfReach."""
    states = explore_whole(setting, None)
    exact = None if states.is_rounded else find_exact_ends(merge_states(states))
    size = len(states.stops), states.edge_count
    if exact is not None:
        fractions, none = _take_apart((won, chance) for won, chance in exact.items() if chance)
        return Winners({won: float(each) for won, each in fractions.items()}, fractions, 0.0, *size, float(none))
    found = setting.known.find_ends(states)
    ends = ((won, chance) for (stop, won), chance in found.ends.items() if stop != CUT)
    chances, void = _take_apart(ends)
    if not chances and not void:
        raise OutOfReach(ENDLESS, endless=True)
    bound = found.bound + found.ends.get((CUT, ()), 0.0)
    return Winners(chances, None, bound / max(1.0 - void, bound) if void else bound, *size, void)


def _take_apart(ends: Iterable[tuple[tuple[int, ...], Any]]) -> tuple[dict[tuple[int, ...], Any], Any]:
    """Who wins the games that count, in the order of seats, and the share of the others."""
    found: dict[tuple[int, ...], Any] = {}
    for won, chance in ends:
        key = (VOID,) if VOID in won else tuple(sorted({*won}))
        found[key] = found.get(key, 0) + chance
    void = found.pop((VOID,), 0)
    return {key: found[key] / (1 - void) for key in sorted(found, key=lambda key: (not key, key))}, void


def find_phase_figure(setting: Setting, measure: int) -> tuple[Figure, int, int]:
    """What is measured of a phase, over all of them in a game; and of how many states and edges the largest chain is
    that says so. Raises OutOfReach."""
    routine = find_phase(setting.program, setting.program.measures[measure].per)
    assert routine is not None, "it is measured of a phase"
    phases = [(phase.visits, solve(phase.states)) for phase in explore_phases(setting, measure, routine)]
    figures = [(visits, odds.figure(odds.start)) for visits, odds in phases]
    sizes = max((len(odds.states.stops), odds.states.edge_count) for _, odds in phases)
    return figures[0][1] if len(figures) == 1 else _mix(figures), *sizes


def _mix(several: Sequence[tuple[float, Figure]]) -> Figure:
    """Figures put together, each as often as it is met."""
    total = sum(visits for visits, _ in several)
    parts = [(visits / total, figure) for visits, figure in several]
    mean = sum(part * figure.mean for part, figure in parts)
    square = sum(part * (figure.variance + figure.mean**2) for part, figure in parts)
    chances: dict[int, float] = {}
    for part, figure in parts:
        for value, chance in figure.distribution:
            chances[value] = chances.get(value, 0.0) + part * chance
    first = parts[0][1]
    alike = all((each.exact, each.exact_variance) == (first.exact, first.exact_variance) for _, each in parts)
    exact, exact_variance = (first.exact, first.exact_variance) if alike else (None, None)
    return Figure(
        mean if exact is None else float(exact),
        square - mean**2 if exact_variance is None else float(exact_variance),
        exact,
        exact_variance,
        tuple(sorted(chances.items())),
        max(figure.bound for _, figure in parts) if exact is not None else ROUNDING * max(1.0, abs(mean)),
        sum(part * figure.cut for part, figure in parts),
    )


def find_phase(program: Program, name: str) -> int | None:
    """The routine of a phase other than the game itself."""
    phases = (at for at, each in enumerate(program.routines) if each.kind == "phase" and each.name == name)
    return next(phases, None) if name != "game" else None


def _play_to(program: Program, block: int) -> Position:
    """A position where a game comes to a block for the first time. Raises OutOfReach if it does not seem to."""
    stepper = Stepper(program, events=False)
    step = stepper.run_to(None, block)
    for turn in count(1):
        match step.stop:
            case AtBlock():
                return step.position
            case ChanceStop(outcomes=outcomes):
                answer = turn * 7919 % outcomes
            case DrawStop():
                answer = 0
            case DecisionStop():
                answer = pick_default_answer(step.stop)
            case _:
                break
        if turn > FAR:
            break
        step = stepper.run_to(step.position, block, answer)
    raise OutOfReach(f"no game came to that phase in {FAR:,} throws and decisions")


def name_winners(program: Program, winners: Sequence[int]) -> str:
    return " and ".join(program.parties[each] for each in winners) or "drawn"
