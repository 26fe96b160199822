"""The value of strategies in a game and of the best response to them: their exploitability.

The best response of a seat knows the strategies of the others, and sees what its seat sees. In each of its information
states it takes the answer with the highest mean over the histories in it, weighted by chance and the others'
strategies. All figures are fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction

from interpreter.bots.advice import Advice
from interpreter.bots.seats import RANDOM
from interpreter.data_classes import dataclass
from interpreter.game_tree.histories import GameTree, History, HistoryView, TooLarge
from interpreter.program import Program

USUAL_HISTORIES = 200_000
"""Histories in a tree, by default."""

DEEPEST = 400
"""Throws, cards and decisions in a history."""


@dataclass(frozen=True)
class Reply:
    """The gain of a seat by its best response: its value before, and after."""

    seat: int
    value: Fraction
    best: Fraction

    @property
    def gain(self) -> Fraction:
        """By how much the others can be beaten from this seat."""
        return self.best - self.value


@dataclass(frozen=True)
class Exploited:
    """The exploitability of strategies. `information_states` counts those in which somebody decides."""

    replies: tuple[Reply, ...]
    histories: int
    information_states: int

    @property
    def mean_gain(self) -> Fraction:
        """The mean gain of the seats (exploitability)."""
        return sum((each.gain for each in self.replies), Fraction(0)) / len(self.replies)


@dataclass
class _Tree:
    """All histories, each after the one it follows. Of each: who decides and in which information state, the histories
    that follow with the chance of each as things are played, and what a game that is over is worth to each seat."""

    choosers: list[int | None] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    answers: list[tuple[int, ...]] = field(default_factory=list)
    following: list[list[int]] = field(default_factory=list)
    chances: list[list[Fraction]] = field(default_factory=list)
    rewards: list[tuple[Fraction, ...]] = field(default_factory=list)


def find_exploitability(
    program: Program, strategies: Sequence[str], measure: int | None = None, most: int = USUAL_HISTORIES
) -> Exploited:
    """The exploitability of a strategy profile. Raises TooLarge, GameFails."""
    tree = _grow(GameTree(program, measure), strategies, most)
    seats = range(len(program.seats))
    values = _find_values(tree, len(seats))
    replies = tuple(Reply(seat, values[seat], _find_best(tree, seat)) for seat in seats)
    decided = {
        (chooser, known) for chooser, known in zip(tree.choosers, tree.known, strict=True) if chooser is not None
    }
    return Exploited(replies, len(tree.choosers), len(decided))


def weigh_answers(
    tree: GameTree, history: History, strategies: Sequence[str], advice: Advice
) -> Mapping[int, Fraction]:
    """The probability of each answer, of chance or of a seat that plays by its strategy."""
    answers, chooser = history.answers, history.chooser
    if chooser is None or strategies[chooser] == RANDOM:
        return dict.fromkeys(answers, Fraction(1, len(answers)))
    return advice.weigh(strategies[chooser], history.stop, HistoryView(tree, history))  # type: ignore[arg-type]


def list_histories(tree: GameTree, most: int = USUAL_HISTORIES) -> Iterator[tuple[History, list[int]]]:
    """All histories, each with the numbers of those that follow it, which come later. Raises TooLarge, GameFails."""
    histories = [tree.begin()]
    coming = 1 + len(histories[0].answers)
    for history in histories:
        if history.length > DEEPEST:
            raise TooLarge(f"a game may go on for more than {DEEPEST} throws, cards and decisions")
        first = len(histories)
        for answer in history.answers:
            if coming > most:
                raise TooLarge(f"there are more than {most:,} ways in which a game can go")
            histories.append(tree.answer(history, answer))
            coming += len(histories[-1].answers)
        yield history, [*range(first, len(histories))]


def _grow(game: GameTree, strategies: Sequence[str], most: int) -> _Tree:
    found, advice = _Tree(), Advice(game.program)
    kept: dict[object, Mapping[int, Fraction]] = {}
    seats = range(len(game.program.seats))
    for history, following in list_histories(game, most):
        chooser = history.chooser
        found.choosers.append(chooser)
        found.known.append(0 if chooser is None else history.known[chooser])
        found.answers.append(history.answers)
        found.following.append(following)
        found.rewards.append(tuple(game.reward(history, seat) for seat in seats) if history.over else ())
        if history.position not in kept:
            kept[history.position] = {} if history.over else weigh_answers(game, history, strategies, advice)
        weights = kept[history.position]
        found.chances.append([weights.get(each, Fraction(0)) for each in history.answers])
    return found


def _find_values(tree: _Tree, seats: int) -> tuple[Fraction, ...]:
    """The value of the game for each seat under the strategies."""
    values: list[tuple[Fraction, ...]] = list(tree.rewards)
    for at in reversed(range(len(values))):
        if not values[at]:
            ways = [pair for pair in zip(tree.chances[at], tree.following[at], strict=True) if pair[0]]
            values[at] = tuple(sum((way * values[to][seat] for way, to in ways), Fraction(0)) for seat in range(seats))
    return values[0]


def _find_best(tree: _Tree, seat: int) -> Fraction:
    """The value for a seat that plays a best response to all others."""
    reach = _find_reach(tree, seat)
    together: dict[int, list[int]] = {}
    for at, chooser in enumerate(tree.choosers):
        if chooser == seat and reach[at]:
            together.setdefault(tree.known[at], []).append(at)
    taken: dict[int, int] = {}
    values: dict[int, Fraction] = {}

    def find_answer(known: int) -> int:
        """The number of the best answer among those that are offered in an information state."""
        if known not in taken:
            several = together[known]
            worths = [
                sum((reach[at] * find_value(tree.following[at][answer]) for at in several), Fraction(0))
                for answer in range(len(tree.answers[several[0]]))
            ]
            taken[known] = worths.index(max(worths))
        return taken[known]

    def find_value(at: int) -> Fraction:
        if at not in values:
            if not tree.following[at]:
                values[at] = tree.rewards[at][seat]
            elif tree.choosers[at] == seat:
                values[at] = find_value(tree.following[at][find_answer(tree.known[at])])
            else:
                ways = zip(tree.chances[at], tree.following[at], strict=True)
                values[at] = sum((way * find_value(to) for way, to in ways if way), Fraction(0))
        return values[at]

    return find_value(0)


def _find_reach(tree: _Tree, seat: int) -> list[Fraction]:
    """The counterfactual reach of each history: the product of the probabilities of chance and the other seats."""
    reach = [Fraction(1)] + [Fraction(0)] * (len(tree.choosers) - 1)
    for at, following in enumerate(tree.following):
        own = tree.choosers[at] == seat
        for way, to in zip(tree.chances[at], following, strict=True):
            reach[to] = reach[at] if own else reach[at] * way
    return reach
