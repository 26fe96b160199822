"""Checks what must follow from an example: in a position, and in the events since the example's start."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from interpreter import model
from interpreter.bits import indices_of
from interpreter.diagnostics.messages import examples as errors
from interpreter.diagnostics.wording import find_nearest
from interpreter.display import format_text, format_value, format_winners
from interpreter.engine import Failure, Position, Reached, Said
from interpreter.examples.run_state import ExampleRun
from interpreter.examples.writing import write_value
from interpreter.lower.queries import find_compared
from interpreter.lower.shapes import make_shape
from interpreter.program import QueryInfo

COMPARED = re.compile(r"(.*\S) *(?:\bis not|\bis|\bnot in|\bin|<=?|>=?)[ (]*")
"""A value, and what stands between it and the one with which it is compared."""

FindQuery: TypeAlias = Callable[[], QueryInfo]


def check_expectations(run: ExampleRun, position: Position) -> None:
    if run.report_unfinished("it needs another roll or card first"):
        return
    for number, expected in enumerate(run.example.expectations):
        _check_one(run, position, partial(run.query, "then", number), expected)


def check_due(run: ExampleRun, position: Position) -> None:
    for number, expected in run.list_due():
        run.at, run.ended = number + 1, "this is looked at where the next line of the script comes"
        _check_one(run, position, partial(run.query, "script", number), expected)


def _check_one(run: ExampleRun, position: Position, find_query: FindQuery, expected: model.Expectation) -> None:
    match expected:
        case model.ExpectCondition():
            _check_condition(run, position, find_query(), expected)
        case model.ExpectRule():
            _check_rule(run, position, expected)
        case model.ExpectAsked():
            _check_asked(run, expected)
        case model.ExpectSaid():
            _check_said(run, expected)
        case model.ExpectWinners():
            _check_winners(run, position, find_query, expected)


def _check_winners(run: ExampleRun, position: Position, find_query: FindQuery, expected: model.ExpectWinners) -> None:
    result = f'the result is "{format_winners(run.program, position.winners)}"'
    found = result if position.winners or run.over else "nobody has won yet"
    wanted: tuple[int, ...] = (len(run.program.parties) - 1,) if expected.bank else ()
    if expected.winners is not None:
        asked = run.stepper.ask(position, find_query())
        if isinstance(asked, Failure):
            run.record_failure(asked)
            return
        wanted = tuple(indices_of(asked[0]))
    if set(position.winners) != set(wanted) or not (wanted or run.over):
        _report(run, expected, found, run.ended, _name_winners(run, position))


def _name_winners(run: ExampleRun, position: Position) -> str:
    """The winners as an example writes them; empty if there are none yet, or one has no name."""
    kind = run.game.kinds.get("side") or run.game.kinds["player"]
    labels = [kind.members[each] for each in position.winners if 0 <= each < len(kind.members)]
    if labels and all(each.isidentifier() for each in labels):
        return f"won {' and '.join(labels)}"
    return "drawn" if run.over and not position.winners else ""


def _check_said(run: ExampleRun, expected: model.ExpectSaid) -> None:
    text, said = expected.text, [each for each in run.events if isinstance(each, Said)]
    said_texts = [format_text(run.program, each.text, each.values) for each in said]
    heard = any(text in each for each in said_texts)
    if expected.negated and heard:
        _report(run, expected, f'"{text}" was said', run.ended, f'said "{text}"')
    elif not expected.negated and not heard:
        alike = find_nearest(text, said_texts, 0.4)
        note = f'the game said "{alike}"' if alike else ""
        _report(run, expected, f'"{text}" was not said', note, f'not said "{text}"')


def _check_asked(run: ExampleRun, expected: model.ExpectAsked) -> None:
    if (expected.choice in (choice for choice, _ in run.asked)) == expected.negated:
        word = "" if expected.negated else "not "
        _report(run, expected, f"`{expected.choice}` was {word}asked", run.ended, f"{word}asked {expected.choice}")


def _check_condition(run: ExampleRun, position: Position, query: QueryInfo, expected: model.ExpectCondition) -> None:
    found = run.stepper.ask(position, query)
    if isinstance(found, Failure):
        run.record_failure(found)
    elif not found[0]:
        shown, instead = f"`{expected.span.on_one_line}` is not true", f"not ({expected.span.on_one_line})"
        compared = find_compared(expected.condition)
        text = "" if compared is None else _find_text(*compared)
        if compared is not None and text:
            written = write_value(run.game, compared[0].type, found[1])
            instead = f"{text} is {written}" if written else instead
            value = format_value(make_shape(run.game, compared[0].type), found[1])
            shown = f"found `{instead}`" if written else f"`{text}` is {value}"
        _report(run, expected, shown, run.ended, instead)


def _find_text(value: model.Value, other: model.Value) -> str:
    """The text of a value that is compared with another; empty for `throw holds 3 alike`, whose number is not
    written."""
    text = value.span.source.text[value.span.start : other.span.start]
    found = COMPARED.fullmatch(" ".join(text.split()) + " ")
    return found[1] if found is not None else ""


def _check_rule(run: ExampleRun, position: Position, expected: model.ExpectRule) -> None:
    kinds = ("end",) if expected.ended else ("rule", "phase")
    reached = (run.program.sites[each.site] for each in run.events if isinstance(each, Reached))
    happened = any(site.kind in kinds and site.name == expected.routine for site in reached)
    if happened == expected.negated:
        verb = "end" if expected.ended else "happen"
        instead = f"{'not ended' if expected.ended else 'did not'} {expected.routine}"
        instead = f"{'ended' if expected.ended else 'did'} {expected.routine}" if happened else instead
        shown = f"`{expected.routine}` {f'{verb}ed' if happened else f'did not {verb}'}"
        _report(run, expected, shown, run.ended, instead)
    elif expected.without_result and not position.void:
        result = format_winners(run.program, position.winners)
        _report(run, expected, f'the result is "{result}"', run.ended, f"ended {expected.routine}")


def _report(run: ExampleRun, expected: model.Expectation, found: str, note: str, instead: str) -> None:
    wanted = expected.span.on_one_line
    later = next((choice for choice, scripted in run.asked if scripted is None), "")
    run.failures.append(errors.example_failed(expected.span, run.example.span, wanted, found, note, instead, later))
