"""What strategies advise: of a ruleset's own strategies, which answer each takes where a game waits for a decision.

A strategy's advice is asked of the engine as a query: values in the order it prefers them, each with whether its
condition holds; the first that holds and is offered is taken, else the choice's own default, which is also all that
the strategy `default` ever takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine import DecisionStop, Failure, View, default_answer
from interpreter.program import Program

DEFAULT = "default"
"""The strategy of every ruleset: each choice's default."""

THINK = 200
"""How many playouts a decision by search has, if nobody says."""

MOST_THINK = 1_000_000


def strategies_of(program: Program) -> tuple[str, ...]:
    """The names of a program's strategies, `default` first."""
    return tuple(dict.fromkeys((DEFAULT, *program.strategies)))


class Advice:
    """The advice of a program's strategies."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._queries = {each.name for each in program.queries}
        self._answers = [{value: answer for answer, value in enumerate(each.values)} for each in program.choices]
        self.lost = 0
        """How often advice could not be worked out."""

    def of(self, strategy: str, stop: DecisionStop, view: View) -> int:
        """The number of the answer that `strategy` takes, whoever the chooser is. Advice that cannot be worked out
        in a position is no advice."""
        query = f"advice:{strategy}:{self.program.choices[stop.choice].name}"
        advice = view.ask(query) if query in self._queries else ()
        if isinstance(advice, Failure):
            self.lost += 1
            return default_answer(stop)
        for holds, value in zip(advice[::2], advice[1::2], strict=True):
            answer = self._answers[stop.choice].get(value) if holds else None
            if answer is not None and answer in stop.offered:
                return answer
        return default_answer(stop)


class Advised:
    """Decides for every seat by the advice of its strategy."""

    def __init__(self, program: Program, strategies: Sequence[str]) -> None:
        """`strategies` has one of the program's own names for each seat."""
        self.advice = Advice(program)
        self.strategies = tuple(strategies)

    def decide(self, stop: DecisionStop, view: View) -> int:
        """The number of the answer that the chooser's strategy takes."""
        strategy = self.strategies[stop.chooser] if 0 <= stop.chooser < len(self.strategies) else DEFAULT
        return self.advice.of(strategy, stop, view)
