"""What engines of exact odds are asked about a game, and how their answers are held against brute force.

An engine is a function that takes a program and a strategy for each seat, and gives a function from a `Question` to an
answer: figures by the names that `find_figures` has for them, or None where it refuses. `open_markov` is the one of the
project.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any, TypeAlias

from interpreter import api
from interpreter.bots.seats import DEFAULT
from interpreter.markov import best, optimal
from interpreter.markov.exact import make_exact
from interpreter.markov.figures import find_winners as find_chances
from interpreter.markov.out_of_reach import OutOfReach
from interpreter.markov.question import Question as Asked
from interpreter.markov.space import Space
from interpreter.odds.figures import Setting, count_states, find_figure, is_cut
from interpreter.odds.known_means import Mean, Means, find_quotient
from interpreter.program import VOID, Program
from interpreter.simulate.simulation import Plan, simulate
from interpreter.summary import Summary
from tests.support.brute_force import (
    OPEN,
    Graph,
    TooLarge,
    Undefined,
    divide,
    explore,
    find_best_mean,
    find_best_win,
    find_winners,
    measure,
)

NEAR = 1e-10

FEW = 1_000
"""Who wins is found in fractions if there are no more states."""

GAMES, ERRORS = 100_000, 5
"""How many games are played where there are too many positions, and how many standard errors a figure may be off."""

Answer: TypeAlias = Mapping[str, Any]
"""Numbers, and distributions as mappings. `bound` is by how much the engine may be off by its own account."""


@dataclass(frozen=True)
class Question:
    """`kind` is "winners", "measure", "quotient", "best win" (for the `member` that is a side) or "best measure"."""

    kind: str
    name: str = ""
    member: int = 0
    most: bool = True

    def __str__(self) -> str:
        return f"{self.kind} {self.name}[{self.member}]{'' if self.most else ' least'}"


Ask: TypeAlias = Callable[[Question], "Answer | None"]
Engine: TypeAlias = Callable[[Program, tuple[str, ...]], Ask]


@dataclass(frozen=True)
class Case:
    """A game as it is asked about: its text, its options, players, and a strategy for each seat."""

    text: str
    options: tuple[tuple[str, str | int], ...] = ()
    players: int | None = None
    strategies: tuple[str, ...] = ()

    def lower(self) -> Program:
        return _read(self.text).program(dict(self.options), self.players)

    def __str__(self) -> str:
        words = [*(f"--set {name}={value}" for name, value in self.options)]
        words += [f"--players {self.players}"] if self.players else []
        words += [f"strategies {', '.join(each or 'open' for each in self.strategies)}"] if any(self.strategies) else []
        return " ".join(words)


@cache
def _read(text: str) -> api.Ruleset:
    return api.read(text)


# ---- what is asked


def list_cases(text: str, players: int | None = None) -> Iterator[Case]:
    """A game by default; with other options, and its strategies in turn round the table; and with decisions open."""
    ruleset = _read(text)
    program = ruleset.program(players=players)
    seats = len(program.seats)
    yield Case(text, (), players, (DEFAULT,) * seats)
    others = {}
    for option in ruleset.options.values():
        values = [*option.alternatives, *(option.range or ())[-1:]]
        others[option.name] = next(each for each in reversed(values) if each != option.default)
    own = program.strategies or (DEFAULT,)
    if others or program.strategies:
        yield Case(text, tuple(others.items()), players, tuple(own[seat % len(own)] for seat in range(seats)))
    if program.choices:
        yield Case(text, (), players, (OPEN,) * seats)


def list_questions(program: Program, strategies: tuple[str, ...]) -> Iterator[Question]:
    if OPEN in strategies:
        yield Question("best win")
        for each in program.measures:
            if each.name in ("m", "w", "k"):
                yield Question("best measure", each.name)
                yield Question("best measure", each.name, most=False)
        return
    yield Question("winners")
    for each in program.measures:
        for member in range(len(each.labels) or 1):
            yield Question("measure", each.name, member)
    for quotient in program.quotients:
        yield Question("quotient", quotient.name)


# ---- those who answer


def find_figures(graph: Graph, question: Question) -> Answer:
    """What brute force says: `first` figures are of the first sample of each game, the others of all samples. Raises
    TooLarge, Undefined."""
    program = graph.program
    names = [each.name for each in program.measures]
    match question.kind:
        case "winners":
            return {"distribution": find_winners(graph)}
        case "quotient":
            (quotient,) = (each for each in program.quotients if each.name == question.name)
            return {"mean": divide(graph, quotient.top, quotient.bottom)}
        case "best win":
            return {"value": find_best_win(graph, question.member)}
        case "best measure":
            key = names.index(question.name), question.member
            values = {}
            for name, first in (("value", False), ("first value", True)):
                with suppress(Undefined):
                    values[name] = find_best_mean(graph, key, question.most, first)
            return values
    key = names.index(question.name), question.member
    found: dict[str, Any] = {}
    for before, first in (("", False), ("first ", True)):
        measured = measure(graph, key, first)
        found |= {f"{before}mean": measured.mean, f"{before}variance": measured.variance}
        found |= {f"{before}distribution": measured.distribution, f"{before}number": measured.number}
    return found


def open_markov(program: Program, strategies: tuple[str, ...]) -> Ask:  # noqa: C901
    """The room `markov`. A rule that turns out to be wrong for some slot is an error."""
    setting, names = Setting(program, strategies, most=60_000), [each.name for each in program.measures]

    def hold(space: Space) -> Space:
        if space.broken:
            raise AssertionError(f"a rule is wrong for {space.broken}")
        return space

    def find_winners_of() -> Answer:
        space = hold(setting.explore(Asked()))
        found = find_chances(space)
        few = count_states(space)[0] <= FEW and not space.entered and not is_cut(space)
        exact = find_chances(space, make_exact(space.chain, space.fractions)).chances if few else found.chances
        chances: dict[Any, Any] = defaultdict(int)
        for bits, chance in exact.items():
            won = tuple(each for each in range(VOID) if bits >> each & 1)
            chances[(VOID,) if bits >> VOID else won] += chance
        return {"distribution": chances, "bound": found.bound}

    def find_values(number: int, member: int) -> Answer:
        answer: dict[str, Any] = {}
        for first, before in ((False, ""), (True, "first ")):
            with suppress(OutOfReach):
                asked = Asked(number, member, first)
                figure = find_figure(setting, asked, hold(setting.explore(asked)))
                if (figure.number or 0.0) > 1 - NEAR:
                    shares = dict(figure.distribution)
                    answer |= {f"{before}mean": figure.mean, f"{before}distribution": shares, "bound": figure.bound}
                    answer |= {f"{before}number": figure.number, f"{before}variance": figure.variance}
        return answer

    def find_quotient_of(name: str) -> Answer | None:
        means: dict[str, Mean] = {}
        for number, info in enumerate(program.measures):
            for member, label in enumerate(info.labels or ("",)):
                asked = Asked(number, member)
                figure = find_figure(setting, asked, hold(setting.explore(asked)))
                called = f"{info.name}[{label}]" if label else info.name
                means[called] = Mean(info.per, figure.mean, figure.exact, figure.bound, True, figure.number)
        (quotient,) = (each for each in program.quotients if each.name == name)
        mean = find_quotient(Means(means, {}, 0.0, {}), program, quotient)
        return None if mean is None else {"mean": mean.mean, "bound": mean.bound}

    def give(name: str, found: best.Best) -> Answer:
        return {name: found.value, "bound": found.bound} if hold(found.space) else {}

    def find_best(question: Question) -> Answer:
        choices = frozenset(range(len(program.choices)))
        if question.kind == "best win":
            return give("value", best.find_best_win(program, question.member, choices, 60_000))
        answer: dict[str, Any] = {}
        for first, name in ((False, "value"), (True, "first value")):
            with suppress(OutOfReach, optimal.Endless):
                asked = Asked(names.index(question.name), question.member, first, choices)
                answer |= give(name, best.find_best_sum(program, asked, question.most, 60_000))
        return answer

    def answer(question: Question) -> Answer | None:
        with suppress(OutOfReach, optimal.Endless):
            if question.kind.startswith("best"):
                return (find_best(question) or None) if {*strategies} == {OPEN} else None
            if question.kind == "winners":
                return find_winners_of()
            if question.kind == "quotient":
                return find_quotient_of(question.name)
            return find_values(names.index(question.name), question.member) or None
        return None

    return answer


# ---- held against each other


@dataclass(frozen=True)
class Difference:
    """A figure that is wrong: what the engine says, and what is right."""

    figure: str
    found: object
    right: object

    def __str__(self) -> str:
        return f"{self.figure}: {self.found} where {self.right} is right"


def list_differences(answer: Answer, right: Answer) -> Iterator[Difference]:
    """The figures of an answer that are too far from the right ones."""
    bound = NEAR + float(answer.get("bound", 0.0))
    for name in sorted(answer.keys() - {"bound"}):
        if name not in right:
            raise Undefined(f"there is no {name}")
        if not isinstance(answer[name], Mapping):
            if not _are_near(answer[name], right[name], bound):
                yield Difference(name, float(answer[name]), float(right[name]))
            continue
        for key in sorted({*answer[name], *right[name]}):
            found, known = answer[name].get(key, 0), right[name].get(key, 0)
            if not _are_near(found, known, bound):
                yield Difference(f"{name}[{key}]", float(found), float(known))


def _are_near(found: Fraction | float, right: Fraction | float, bound: float) -> bool:
    return abs(float(found) - float(right)) <= bound * max(1.0, abs(float(right)))


@cache
def _explore(case: Case) -> Graph:
    return explore(case.lower(), case.strategies)


def compare(case: Case, question: Question, answer: Answer) -> list[Difference]:
    """What is wrong with an answer by brute force. Raises TooLarge, Undefined."""
    return list(list_differences(answer, find_figures(_explore(case), question)))


@cache
def _play(case: Case) -> Summary:
    program = case.lower()
    summary = Summary.of(program)
    for part in simulate(Plan(program, case.strategies, 1), GAMES):
        summary = summary.combine(part)
    return summary


def compare_with_games(case: Case, question: Question, answer: Answer) -> list[Difference] | None:
    """What is wrong with an answer by many games that are played; None where they cannot say."""
    if OPEN in case.strategies or (question.kind != "winners" and "mean" not in answer):
        return None
    summary = _play(case)
    if summary.broken is not None or not summary.decided:
        return None
    if question.kind == "winners":
        return [*_list_wrong_shares(summary, answer["distribution"], len(case.lower().parties))]
    if question.kind == "quotient":
        at = [each.name for each in case.lower().quotients].index(question.name)
        mean, error = summary.find_quotient(at).mean, summary.find_quotient(at).stderr
    else:
        at = [each.name for each in case.lower().measures].index(question.name)
        tally = summary.members[at][question.member] if summary.members[at] else summary.measures[at]
        mean, error = tally.mean, tally.stderr
    if mean is None or error is None:
        return None
    near = abs(float(mean) - float(answer["mean"])) <= ERRORS * error + 1e-3 * (not error)
    return [] if near else [Difference("mean", answer["mean"], f"{float(mean)} ± {error}")]


def _list_wrong_shares(
    summary: Summary, chances: Mapping[tuple[int, ...], float], parties: int
) -> Iterator[Difference]:
    games = summary.games
    shares = {
        f"party {each}": (summary.wins[each], sum(chances[won] for won in chances if each in won))
        for each in range(parties)
    }
    shares |= {"draw": (summary.drawn, chances.get((), 0.0)), "no result": (summary.void, chances.get((VOID,), 0.0))}
    for name, (times, chance) in shares.items():
        share = times / games
        if abs(share - float(chance)) > ERRORS * max(sqrt(share * (1 - share) / games), 1 / games):
            yield Difference(name, float(chance), f"{share} of {games} games")


def count_equal(case: Case) -> int:
    """How many questions about a game chains answer as brute force does; none is answered otherwise."""
    program, equal = case.lower(), 0
    ask = open_markov(program, case.strategies)
    for question in list_questions(program, case.strategies):
        if (answer := ask(question)) is not None:
            with suppress(TooLarge, Undefined):
                assert compare(case, question, answer) == [], str(question)
                equal += 1
    return equal
