"""A text tried out: one of its examples run, some games played."""

from __future__ import annotations

from dataclasses import replace

from interpreter.bots.seats import DEFAULT
from interpreter.data_classes import dataclass
from interpreter.diagnostics.rendering import render_full
from interpreter.display import format_event
from interpreter.examples.run_example import run_examples
from interpreter.model import Model
from interpreter.pipeline import lower
from interpreter.simulate.simulation import Plan, run_simulation

GAMES = 10_000
"""How many games are played to try a ruleset out."""


@dataclass(frozen=True)
class Trial:
    """The result of an example: whether it passed, what did not follow, and what happened, in lines of text."""

    passed: bool
    failures: tuple[str, ...]
    events: tuple[str, ...]


def try_example(model: Model, title: str) -> Trial | None:
    """Run the example with a title; None if there is none."""
    chosen = tuple(each for each in model.examples if each.name == title)
    if not chosen:
        return None
    (result,) = run_examples(replace(model, examples=chosen[:1])).results
    failures = tuple(map(render_full, result.failures))
    return Trial(result.passed, failures, tuple(format_event(result.program, each) for each in result.events))


def sample_measures(model: Model, games: int = GAMES) -> tuple[str, ...]:
    """The measures of the game, over a number of games by the default strategy, each in a line with its standard
    error."""
    program = lower(model)
    plan = Plan(program, (DEFAULT,) * len(program.seats), seed=1)
    figures = run_simulation(plan, games, model.name, {}, workers=1, engine="auto").figures
    known = ((name, float(each.mean), each.stderr) for name, each in figures.items() if each.mean is not None)
    return tuple(
        f"{name} {mean:.4f}" + (f" \N{PLUS-MINUS SIGN} {error:.4f}" if error is not None else "")
        for name, mean, error in known
    )
