"""A text tried out: one of its examples run, some games played, and what house rules have to say of their game's
examples, as an edit of their text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.bots.seats import DEFAULT
from interpreter.check import CheckResult
from interpreter.data_classes import dataclass
from interpreter.diagnostics.rendering import render_full
from interpreter.display import format_event
from interpreter.examples.restating import add_restated, restate_for_house
from interpreter.examples.run_example import run_examples
from interpreter.files import resolve
from interpreter.model import Model
from interpreter.pipeline import check_game, lower
from interpreter.simulate.simulation import Plan, run_simulation
from interpreter.source import Source
from interpreter.workshop.hints import count_common
from interpreter.workshop.naming import Edit, Place
from interpreter.workshop.texts import Workshop

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


@dataclass(frozen=True)
class Restated:
    """The edit that restates a game's examples, if any has to be, and what is wrong with others."""

    edit: Edit | None = None
    advice: tuple[str, ...] = ()


def restate(workshop: Workshop, path: Path) -> Restated | None:
    """Run the game's examples under house rules, and find what these have to say of them. None if there are mistakes in
    the house rules or their game."""
    checkup = workshop.check(path)
    base = workshop.find_base(checkup)
    if checkup.model is None or base is None or base.model is None:
        return None
    source, sources = checkup.source, workshop.find_sources(path)

    def check(house: Sequence[Source]) -> CheckResult:
        return check_game(replace(sources, house=house))

    found = restate_for_house(source, base.model, check)
    advice = tuple(f"the example {title!r} fails: {failure.message}" for title, failure in found.broken.items())
    if not found.text:
        return Restated(advice=advice)
    text = add_restated(source, found.text)
    kept = count_common(source.text, text)
    return Restated(Edit(Place(resolve(path), kept, len(source.text)), text[kept:]), advice)
