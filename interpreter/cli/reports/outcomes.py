"""How the examples of rulesets went, as text or as one object of JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.cli.terminal.console import align_columns, count_noun, strong, write_diagnostics, write_json
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, rendering
from interpreter.examples.covered import Coverage
from interpreter.syntax import UNREAD

if TYPE_CHECKING:
    from interpreter.examples.run_example import ExampleReport, ExampleResult


@dataclass(frozen=True)
class Outcome:
    """How an example went: its title, the ids that it shows, its place."""

    title: str
    ids: tuple[str, ...]
    place: str
    passed: bool


@dataclass(frozen=True)
class Outcomes:
    """How the examples of a game went. `failed` has everything about those that did not pass."""

    game: str
    examples: tuple[Outcome, ...]
    coverage: Coverage
    failed: tuple[ExampleResult, ...] = ()

    @property
    def unread(self) -> int:
        """How many examples the program wrote, and nobody has read since."""
        return sum(each.title.startswith(UNREAD) for each in self.examples)


def summarize(report: ExampleReport) -> Outcomes:
    examples = ((each.example, each.passed) for each in report.results)
    outcomes = tuple(Outcome(each.name, each.ids, each.span.place, passed) for each, passed in examples)
    return Outcomes(report.name, outcomes, report.coverage, report.failed)


@dataclass(frozen=True)
class TestedRuleset:
    """A ruleset's file, and how its examples went."""

    file: str
    outcomes: Outcomes
    house: str
    """The house rules put to it last, as they were named."""
    is_shown: bool = False
    """Whether its failures were shown as they came."""


# ---- as text


def print_outcomes(tested: Sequence[TestedRuleset], unfit: Sequence[Diagnostic], coverage: bool, full: bool) -> None:
    write_diagnostics(unfit, sys.stdout)
    for each in tested:
        if each.outcomes.failed:
            _print_failed(each, full)
    lines = [(each.outcomes.game, _format_outcomes(each.outcomes), each.file) for each in tested]
    print("\n".join(align_columns(lines)))
    for each in tested if coverage else ():
        title = strong(f"What the examples of {each.outcomes.game} reach")
        print("\n".join(["", title, *_format_coverage(each.outcomes.coverage)]))


def _print_failed(tested: TestedRuleset, full: bool) -> None:
    from interpreter.cli.reports.failed_examples import format_changed, is_changed, print_failure

    changed = [] if full else [each for each in tested.outcomes.failed if is_changed(each)]
    for result in tested.outcomes.failed:
        if result not in changed and not tested.is_shown:
            print_failure(result, full)
    if changed:
        print("\n".join(format_changed(changed, tested.house)), end="\n\n")


def _format_outcomes(outcomes: Outcomes) -> str:
    number, failed, unread = len(outcomes.examples), len(outcomes.failed), outcomes.unread
    if not number:
        return "no examples"
    counted = count_noun(number, "example")
    result = f"{failed} of {counted} failed" if failed else f"{counted} passed"
    return f"{result}, {unread} unread" if unread else result


def _format_coverage(coverage: Coverage) -> Iterator[str]:
    rows = [(place, f"row {row} of table {table}") for table, row, place in coverage.rows_missed]
    rules = [(place, f"rule {name}") for name, place in coverage.rules_missed]
    yield f"  rows    {len(coverage.rows) - len(rows)} of {len(coverage.rows)}"
    yield from (f"    not reached: {line}" for line in align_columns(rows))
    yield f"  rules   {len(coverage.rules) - len(rules)} of {len(coverage.rules)}"
    yield from (f"    not reached: {line}" for line in align_columns(rules))
    yield f"  ids encoded       {_format_ids(coverage.ids_encoded)}"
    yield f"  shown by example  {_format_ids(coverage.ids_shown)}"
    yield f"  only noted        {_format_ids([each for each in coverage.ids_noted if each not in coverage.ids_shown])}"
    yield f"  without example   {_format_ids(_find_untested(coverage))}"


def _find_untested(coverage: Coverage) -> list[str]:
    return [each for each in coverage.ids_encoded if each not in {*coverage.ids_shown, *coverage.ids_noted}]


def _format_ids(ids: Sequence[str]) -> str:
    """Ids, as ranges where their numbers follow each other, and their number."""
    if not ids:
        return "none"

    def find_run(place: tuple[int, str]) -> tuple[str, int]:
        at, one = place
        kind = one.rstrip("0123456789")
        return kind, int(one[len(kind) :] or "0") - at

    runs = [[one for _, one in group] for _, group in groupby(enumerate(ids), find_run)]
    shown = (" to ".join((run[0], run[-1])) if len(run) > 2 else ", ".join(run) for run in runs)
    return f"{', '.join(shown)} ({len(ids)})"


# ---- as an object


def write_outcomes(tested: Sequence[TestedRuleset], unfit: Sequence[Diagnostic], coverage: bool) -> None:
    write_json(
        {
            "passed": not unfit and not any(each.outcomes.failed for each in tested),
            "rulesets": [_outcomes_to_object(each.file, each.outcomes, coverage) for each in tested],
            "diagnostics": [rendering.to_object(each) for each in unfit],
        }
    )


def _outcomes_to_object(file: str, outcomes: Outcomes, coverage: bool) -> dict[str, object]:
    failed = {each.example.span.place: each for each in outcomes.failed}
    return {
        "ruleset": outcomes.game,
        "file": file,
        "examples": len(outcomes.examples),
        "failed": len(outcomes.failed),
        "unread": outcomes.unread,
        "results": [_outcome_to_object(each, failed.get(each.place)) for each in outcomes.examples],
        **({"coverage": _coverage_to_object(outcomes.coverage)} if coverage else {}),
    }


def _outcome_to_object(outcome: Outcome, failure: ExampleResult | None) -> dict[str, object]:
    from interpreter.display import format_event

    return {
        "example": outcome.title,
        "shows": outcome.ids,
        "place": outcome.place,
        "passed": outcome.passed,
        "diagnostics": [rendering.to_object(each) for each in failure.failures] if failure else [],
        "events": [format_event(failure.program, event) for event in failure.events] if failure else [],
    }


def _coverage_to_object(coverage: Coverage) -> dict[str, object]:
    return {
        "rows": len(coverage.rows),
        "rows_missed": [{"table": table, "row": row, "place": place} for table, row, place in coverage.rows_missed],
        "rules": len(coverage.rules),
        "rules_missed": [{"rule": name, "place": place} for name, place in coverage.rules_missed],
        "ids_encoded": coverage.ids_encoded,
        "ids_shown": coverage.ids_shown,
        "ids_noted": coverage.ids_noted,
        "ids_without_example": _find_untested(coverage),
    }
