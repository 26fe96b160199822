"""Simulations and sweeps: when they end, where results are written, and workers that help with them."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Label, Severity
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.messages.playing import FailureFacts, explain_failure
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__


@dataclass(frozen=True)
class LostFacts:
    """A line of a strategy that could not be computed: how many times in how many games, why, where in the ruleset,
    and how to see the first such game again."""

    strategy: str
    choice: str
    times: int
    games: int
    why: FailureFacts
    place: Span | None
    replay: str


def advice_lost(span: Span, facts: LostFacts) -> Diagnostic:
    """A line of a strategy that could not always be computed, and was skipped."""
    text, advice = explain_failure(facts.why)
    elsewhere = facts.place is not None and not _within(facts.place, span)
    return Diagnostic("advice-lost", span,
        f"{_counted(facts.times, 'time')} in {_counted(facts.games, 'game')}, a line of the strategy "
        f"`{facts.strategy}` for `{facts.choice}` could not be computed",
        label="skipped" if elsewhere else text,
        labels=(Label(facts.place, text),) if elsewhere and facts.place is not None else (),
        notes=("the line was skipped, as if its condition were not true", facts.replay),
        help=advice,
        severity=Severity.WARNING,
    )


def _within(place: Span, line: Span) -> bool:
    return place.source == line.source and line.start <= place.start < line.end


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- many machines
