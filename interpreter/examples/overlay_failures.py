"""Reports a game's examples that fail under house rules at the house rules that broke them.

Either the change was not meant, or the house rules should say that it is. Examples that house rules bring or restate
fail as any example does, and so does one that did not hold before either.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from interpreter.diagnostics.messages.house import example_changed
from interpreter.diagnostics.wording import join_parts
from interpreter.engine import Reached, Said
from interpreter.examples.run_example import ExampleReport, ExampleResult, run_examples
from interpreter.model import Model


def run_under_house_rules(game: Model, plain: Callable[[], Model]) -> ExampleReport:
    """The examples of a game that may be under house rules; if one fails it is compared with the game without them."""
    report = run_examples(game)
    if not game.house or not report.failed:
        return report
    return attribute_to_overlay(report, game, {each.example.name for each in run_examples(plain()).failed})


def attribute_to_overlay(report: ExampleReport, game: Model, failed_before: Collection[str]) -> ExampleReport:
    """Return the report of a changed game, with failures attributed. `failed_before` are the titles of examples that
    fail without house rules."""
    return replace(report, results=tuple(_attribute_result(each, game, failed_before) for each in report.results))


def list_own_failures(
    report: ExampleReport, game: Model, failed_before: Collection[str], titles: Collection[str] = ()
) -> list[ExampleResult]:
    """The examples of the game itself that house rules break, and do not restate; those called by `titles` in any
    case."""
    return [
        each
        for each in report.failed
        if each.example.name not in failed_before and (each.example.name in titles or not _is_restated(each, game))
    ]


def _attribute_result(result: ExampleResult, game: Model, failed_before: Collection[str]) -> ExampleResult:
    if result.passed:
        return result
    if result.example.name not in failed_before and not _is_restated(result, game):
        return _explain_result(result, game)
    if len(game.house) < 2:
        return result
    note = f"under the house rules {join_parts([f'`{each.name}`' for each in game.house])}"
    return replace(result, failures=tuple(replace(each, notes=(*each.notes, note)) for each in result.failures))


def _is_restated(result: ExampleResult, game: Model) -> bool:
    files = {file for each in game.house for file in each.files}
    return result.example.span.source.name in files


def _explain_result(result: ExampleResult, game: Model) -> ExampleResult:
    sites = [result.program.sites[each.site] for each in result.events if isinstance(each, Reached | Said)]
    reached = list(dict.fromkeys(each.overlay for each in sites if each.overlay))
    blamed = [each for each in game.house if each.name in reached] or list(game.house)
    first = result.failures[0]
    place, names = first.span or result.example.span, [each.name for each in game.house]
    failed = f"{first.message} ({place.source.name}:{place.line})" if first.code == "game-failed" else ""
    told = example_changed(blamed[-1].span, names, result.example.name, place, failed or first.label or first.message)
    return replace(result, failures=(told,))
