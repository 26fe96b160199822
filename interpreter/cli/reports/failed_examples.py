"""A failed example in lines: what is wrong, the moves, and the rules and rows that the last of them led to.

Everything else that happened is left to `--full`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from interpreter.cli.terminal.console import align_columns, count_noun, palette, strong
from interpreter.diagnostics import rendering
from interpreter.display import format_event
from interpreter.engine import Decided, Drawn, Event, Reached, Rolled, Said
from interpreter.examples.run_example import ExampleResult

MOST_MOVES = 30
"""How many moves are shown at most: the last ones."""

MOST_AFTER = 12
"""How many lines are shown at most of what came after the last move: the first ones."""


def _format_failure(result: ExampleResult, full: bool) -> Iterator[str]:
    yield strong(f'example "{result.example.name}" failed')
    for failure in result.failures:
        yield rendering.render_full(failure, palette(sys.stdout))
    shown = list(result.events) if full else _abridge(result.events)
    yield "what happened:"
    for event in shown:
        yield f"  {'  ' * isinstance(event, Reached)}{format_event(result.program, event)}"
    if not result.events:
        yield "  nothing"
    if len(shown) < len(result.events):
        yield f"  ({count_noun(len(result.events) - len(shown), 'more line')}: --full)"


def print_failure(result: ExampleResult, full: bool) -> None:
    print("\n".join(_format_failure(result, full)), end="\n\n", flush=True)


def is_changed(result: ExampleResult) -> bool:
    """Whether an example fails for nothing else than that house rules change what it shows."""
    return all(each.code == "house-example-changed" for each in result.failures)


def format_changed(results: Sequence[ExampleResult], house: str) -> Iterator[str]:
    """Examples of a game that house rules change, a line each, and what can be done about them."""
    verb = "holds" if len(results) == 1 else "hold"
    yield strong(f"Under house rules {count_noun(len(results), 'example')} of the game no longer {verb}:")
    yield from align_columns([(f'  "{each.example.name}"', each.failures[0].labels[0].text) for each in results])
    yield f"If that is meant, `groundrules house mend {house}` shows what holds instead, and writes it with `--write`."
    yield "With `--full` each of them is shown whole."


def _abridge(events: Sequence[Event]) -> list[Event]:
    """The moves, and after the last of them what was said and which rules and rows were reached, each once."""
    moves = [number for number, each in enumerate(events) if isinstance(each, Rolled | Drawn | Decided)]
    after = dict.fromkeys(each for each in events[moves[-1] + 1 if moves else 0 :] if isinstance(each, Said | Reached))
    return [*(events[number] for number in moves[-MOST_MOVES:]), *list(after)[:MOST_AFTER]]
