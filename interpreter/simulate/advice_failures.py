"""Finds why a line of a strategy failed: the first game in which that happened is played again."""

from __future__ import annotations

from interpreter.bots.advice import GameView
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Engine, Failure, Step
from interpreter.program import QueryInfo
from interpreter.simulate.plan import Plan


def find_cause(plan: Plan, line: QueryInfo, game: int) -> Failure | None:
    """What was impossible in a line, by its query, when it first failed in a game. The game is played no
    further than that."""
    from interpreter.stepper import Stepper

    engine, stream = Stepper(plan.program, events=False), Stream(plan.seed, game)
    bots, stops = Bots(plan.program, plan.strategies, plan.seed, game), 0
    step = engine.begin()
    while line not in bots.failure_causes and (answer := _answer_stop(engine, step, stops, bots, stream)) is not None:
        step, stops = engine.answer(step.position, answer), stops + 1
    return bots.failure_causes.get(line)


def _answer_stop(engine: Engine, step: Step, stops: int, bots: Bots, stream: Stream) -> int | None:
    """What the game is answered where it stops, nothing where it is over."""
    match step.stop:
        case ChanceStop(outcomes=outcomes):
            return stream.randbelow(outcomes)
        case DrawStop(cards=cards):
            return stream.randbelow(len(cards))
        case DecisionStop(offered=(only,)):
            return only
        case DecisionStop():
            return bots.decide(step.stop, GameView(engine, step.position, stops))
        case _:
            return None
