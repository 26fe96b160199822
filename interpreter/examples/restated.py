"""Examples of a game that do not hold any more under house rules.

Such an example is told where the house rules stand, with the example beside it: either the change was not meant, or
the house rules should say that it is. Examples that house rules bring or restate fail as any example does, and so does
one that did not hold before either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from interpreter.engine import Reached, Said
from interpreter.errors.house import example_changed
from interpreter.examples.running import ExampleReport, ExampleResult
from interpreter.model import Model


def lay_at_the_door(report: ExampleReport, game: Model, failed_before: Collection[str]) -> ExampleReport:
    """The report of a changed game. `failed_before` are the titles of examples that fail without house rules."""
    results = tuple(
        each if each.passed or each.example.name in failed_before or _restated(each, game) else _told(each, game)
        for each in report.results
    )
    return replace(report, results=results)


def _restated(result: ExampleResult, game: Model) -> bool:
    """Whether house rules wrote the example, or some of it."""
    files = {file for each in game.house for file in each.files}
    return result.example.span.source.name in files


def _told(result: ExampleResult, game: Model) -> ExampleResult:
    reached = list(dict.fromkeys(_overlays(result)))
    named = [each for each in game.house if each.name in reached] or list(game.house)
    first = result.failures[0]
    place = first.span or result.example.span
    told = example_changed(
        named[-1].span, [each.name for each in named], result.example.name, place, first.label or first.message
    )
    return replace(result, failures=(told,))


def _overlays(result: ExampleResult) -> Iterator[str]:
    """The house rules whose pieces the example came upon."""
    for event in result.events:
        if isinstance(event, (Reached, Said)) and result.program.sites[event.site].overlay:
            yield result.program.sites[event.site].overlay
