"""What strategies advise: of a ruleset's own strategies, which answer each takes where a game waits for a decision.

Each line of a strategy is a query of the engine's, asked for only when no line above it has been taken. The first whose
condition holds and whose value is offered is taken, else the choice's own default, which is also all that the strategy
`default` ever takes. A line that cannot be computed is passed over, and counted.

A line with odds is taken so many times in so many: a word is drawn for it, which depends on the seed, the game's
number, the seat, how many throws, draws and choices there have been, and which line it is. So a game is repeated by its
bots, on any engine, and its own throws stay what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from interpreter.chance import BOT_PLACES, LINE_PLACES, RANDOM, Lots, falls
from interpreter.data_classes import dataclass
from interpreter.engine import Decide, DecisionStop, Engine, Failure, Position, View, pick_default_answer
from interpreter.program import Program, QueryInfo

DEFAULT = "default"
"""The strategy of every ruleset: each choice's default."""

DEFAULT_PLAYOUTS = 1_000
"""How many playouts a decision by search has, if nobody says."""

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
        for line in self._lines_of(strategy, stop.choice):
            advised = view.ask(line)
            if isinstance(advised, Failure):
                self.lost[line] += 1
                self.causes.setdefault(line, advised)
                continue
            answer = self._answers[stop.choice].get(advised[0]) if advised else None
            if answer is not None and answer in stop.offered and self._is_taken(line, stop, view, advised[1:]):
                return answer
        return pick_default_answer(stop)

    def draw_lots(self, stop: DecisionStop, view: View) -> Lots:
        """The lots for this decision alone."""
        return Lots(self.seed, self.game, 1 + stop.chooser + BOT_PLACES * view.answered())

    def weigh(self, strategy: str, stop: DecisionStop, view: View) -> dict[int, Fraction]:
        """How likely the strategy takes each answer, over all lots that its lines draw."""
        chances: dict[int, Fraction] = {}
        left = Fraction(1)
        for line in self._lines_of(strategy, stop.choice):
            advised = view.ask(line)
            if isinstance(advised, Failure) or not advised:
                continue
            answer = self._answers[stop.choice].get(advised[0])
            if answer is not None and answer in stop.offered:
                taken = left * (Fraction(*advised[1:]) if advised[1:] else 1)
                chances[answer] = chances.get(answer, Fraction(0)) + taken
                left -= taken
        default = pick_default_answer(stop)
        chances[default] = chances.get(default, Fraction(0)) + left
        return {answer: chance for answer, chance in chances.items() if chance}

    def _is_taken(self, line: QueryInfo, stop: DecisionStop, view: View, odds: tuple[int, ...]) -> bool:
        """Whether a line is taken this time, if it is to be only so many times in so many."""
        if not odds:
            return True
        place = 1 + stop.chooser + BOT_PLACES * view.answered() + LINE_PLACES * (1 + line.line)
        return falls(self.seed, self.game, place, *odds)

    def _lines_of(self, strategy: str, choice: int) -> tuple[QueryInfo, ...]:
        key = strategy, choice
        if key not in self._lines:
            queries = self.program.queries
            self._lines[key] = tuple(queries[each] for each in self.program.advice(strategy, choice))
        return self._lines[key]


class AdviceBots:
    """Decides for every seat by the advice of its strategy."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        """`strategies` has one of the program's own names, or `random`, for each seat."""
        self.advice = Advice(program)
        self.strategies = tuple(strategies)

    def start_game(self, seed: int, game: int) -> Decide:
        """`decide`, for the game with this number under a seed."""
        self.advice.seed, self.advice.game = seed, game
        return self.decide

    def decide(self, stop: DecisionStop, view: View) -> int:
        strategy = self.strategies[stop.chooser] if 0 <= stop.chooser < len(self.strategies) else DEFAULT
        return self.advice.advise(strategy, stop, view)


@dataclass(frozen=True)
class GameView:
    """What bots see of a game that waits for a decision, given an engine and a position. `stops` is how many were
    answered before."""

    engine: Engine
    at: Position
    stops: int = 0

    def position(self) -> Position:
        return self.at

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        return self.engine.ask(self.at, query)

    def answered(self) -> int:
        return self.stops
