"""What a ruleset's strategies advise where a game waits for a decision.

Each line of a strategy is a query of the program. The first line whose condition is true and whose answer is offered
is taken, else the choice's default; the strategy `default` has no lines. A line that cannot be computed is skipped and
counted.

A line with odds is taken by lot. The lot depends on the seed, the game's number, the seat, the number of stops so far
and the line, so a game repeats with its bots on any engine, and its dice stay the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from interpreter.chance import BOT_PLACES, LINE_PLACES, RANDOM, Lots, falls
from interpreter.data_classes import dataclass
from interpreter.engine import DecisionStop, Engine, Failure, Position, View, pick_default_answer
from interpreter.program import Program, QueryInfo

DEFAULT = "default"
"""The strategy of every ruleset: each choice's default."""

DEFAULT_PLAYOUTS = 1_000
"""Playouts of a decision by search, by default."""

MAX_PLAYOUTS = 1_000_000


def list_strategies(program: Program) -> tuple[str, ...]:
    return tuple(dict.fromkeys((DEFAULT, *program.strategies)))


class Advice:
    """The advice of a program's strategies, in the game with this number under a seed."""

    def __init__(self, program: Program, seed: int = 0, game: int = 0) -> None:
        self.program = program
        self.seed, self.game = seed, game
        self._lines: dict[tuple[str, int], tuple[QueryInfo, ...]] = {}
        self._answers = [{value: answer for answer, value in enumerate(each.values)} for each in program.choices]
        self.lost: Counter[QueryInfo] = Counter()
        """How often each line, by its query, could not be computed."""
        self.causes: dict[QueryInfo, Failure] = {}
        """Why it could not be the first time."""

    def advise(self, strategy: str, stop: DecisionStop, view: View) -> int:
        if strategy == RANDOM:
            return stop.offered[self.draw_lots(stop, view).randbelow(len(stop.offered))]
        for line, answer, odds in self._list_answers(strategy, stop, view):
            if not odds or falls(self.seed, self.game, _find_place(stop, view) + LINE_PLACES * (1 + line.line), *odds):
                return answer
        return pick_default_answer(stop)

    def advise_seat(self, strategies: Sequence[str], stop: DecisionStop, view: View) -> int:
        """`strategies` has one of the program's own, or `random`, for each seat."""
        strategy = strategies[stop.chooser] if 0 <= stop.chooser < len(strategies) else DEFAULT
        return self.advise(strategy, stop, view)

    def draw_lots(self, stop: DecisionStop, view: View) -> Lots:
        """The lots for this decision alone."""
        return Lots(self.seed, self.game, _find_place(stop, view))

    def weigh(self, strategy: str, stop: DecisionStop, view: View) -> dict[int, Fraction]:
        """The probability of each answer, over all lots that the strategy's lines draw."""
        chances: dict[int, Fraction] = {}
        left = Fraction(1)
        for _, answer, odds in self._list_answers(strategy, stop, view):
            taken = left * Fraction(*odds or (1,))
            chances[answer] = chances.get(answer, Fraction(0)) + taken
            left -= taken
        default = pick_default_answer(stop)
        chances[default] = chances.get(default, Fraction(0)) + left
        return {answer: chance for answer, chance in chances.items() if chance}

    def _list_answers(
        self, strategy: str, stop: DecisionStop, view: View
    ) -> Iterator[tuple[QueryInfo, int, tuple[int, ...]]]:
        """The lines that apply, in order, each with its answer, which is offered, and its odds, if it has any."""
        for line in self._lines_of(strategy, stop.choice):
            advised = view.ask(line)
            if isinstance(advised, Failure):
                self.lost[line] += 1
                self.causes.setdefault(line, advised)
            elif advised:
                answer = self._answers[stop.choice].get(advised[0])
                if answer is not None and answer in stop.offered:
                    yield line, answer, advised[1:]

    def _lines_of(self, strategy: str, choice: int) -> tuple[QueryInfo, ...]:
        key = strategy, choice
        if key not in self._lines:
            queries = self.program.queries
            self._lines[key] = tuple(queries[each] for each in self.program.advice(strategy, choice))
        return self._lines[key]


def _find_place(stop: DecisionStop, view: View) -> int:
    return 1 + stop.chooser + BOT_PLACES * view.answered()


@dataclass(frozen=True)
class GameView:
    """What bots see of a game that waits for a decision. `stops` is the number of stops so far."""

    engine: Engine
    at: Position
    stops: int = 0

    def position(self) -> Position:
        return self.at

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        return self.engine.ask(self.at, query)

    def answered(self) -> int:
        return self.stops
