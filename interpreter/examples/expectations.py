"""Checks what must follow from an example: in the position at its end, and in the events since its start."""

from __future__ import annotations

from interpreter import model
from interpreter.diagnostics.messages import examples as errors
from interpreter.diagnostics.messages.names import find_nearest
from interpreter.display import format_text, format_value, format_winners
from interpreter.engine import Event, Failure, Position, Reached, Said
from interpreter.examples.run_state import ExampleRun, flatten_text
from interpreter.lower.builder import Builder
from interpreter.source import Span


def check_expectations(run: ExampleRun, position: Position) -> None:
    if run.report_unfinished("another roll or card is wanted before"):
        return
    for number, expected in enumerate(run.example.expectations):
        match expected:
            case model.ExpectCondition():
                _check_condition(run, position, number, expected)
            case model.ExpectRule():
                _check_rule(run, position, expected)
            case model.ExpectAsked():
                _check_asked(run, expected)
            case model.ExpectSaid(text):
                _check_said(run, expected.span, text)


def _check_said(run: ExampleRun, span: Span, text: str) -> None:
    said = [_format_said(run, each) for each in run.events]
    if not any(text in each for each in said):
        wanted = f"that “{text}” is said"
        alike = find_nearest(text, said, 0.4)
        note = f"said was “{alike}”" if alike else ""
        run.failures.append(errors.example_failed(span, run.example.span, wanted, "it was not said", note))


def _format_said(run: ExampleRun, event: Event) -> str:
    return format_text(run.program, event.text, event.values) if isinstance(event, Said) else ""


def _check_asked(run: ExampleRun, expected: model.ExpectAsked) -> None:
    if (expected.choice in run.asked) == expected.negated:
        wanted = f"that {'nobody' if expected.negated else 'somebody'} is asked `{expected.choice}`"
        found = "it was asked" if expected.negated else "nobody had to choose"
        run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, run.ended))


def _check_condition(run: ExampleRun, position: Position, number: int, expected: model.ExpectCondition) -> None:
    found = run.stepper.ask(position, run.query("then", number))
    if isinstance(found, Failure):
        run.record_failure(found)
    elif not found[0]:
        shown = "it does not hold"
        if isinstance(expected.condition, model.Comparison):
            left = expected.condition.left
            shown = f"`{flatten_text(left.span)}` is {_format_value(run, left, found[1])}"
        run.failures.append(
            errors.example_failed(expected.span, run.example.span, f"`{flatten_text(expected.span)}`", shown, run.ended)
        )


def _format_value(run: ExampleRun, value: model.Value, number: int) -> str:
    builder = Builder(run.game)
    return format_value(builder.shapes[builder.shape(value.type)], number)


def _check_rule(run: ExampleRun, position: Position, expected: model.ExpectRule) -> None:
    kinds = ("end",) if expected.ended else ("rule", "phase")
    reached = (run.program.sites[each.site] for each in run.events if isinstance(each, Reached))
    happened = any(site.kind in kinds and site.name == expected.routine for site in reached)
    if happened == expected.negated:
        verb = "ended" if expected.ended else "carried out"
        wanted = f"that `{expected.routine}` is {'not ' if expected.negated else ''}{verb}"
        found = f"it was {verb}" if happened else f"it was not {verb}"
        run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, run.ended))
    elif expected.without_result and not position.void:
        wanted = f"that `{expected.routine}` is ended without a result"
        found = f"it has one: {format_winners(run.program, position.winners)}"
        run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, run.ended))
