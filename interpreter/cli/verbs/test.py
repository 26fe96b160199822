"""`groundrules test NAME...`: runs the examples in rulesets, and tells what they reach."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter import loader
from interpreter.cli.common import list_readings, load_source
from interpreter.cli.options import HOUSE, JSON, NAME_HELP, WATCH, add_options
from interpreter.cli.reports.failed_examples import format_changed, format_failure, is_changed
from interpreter.cli.terminal.console import align_columns, count_noun, strong, write_diagnostics, write_json
from interpreter.cli.watching import Edit, Nearness, Watch
from interpreter.diagnostics import Diagnostic, Rejected, rendering
from interpreter.display import format_event
from interpreter.examples.coverage import Coverage
from interpreter.examples.overlay_failures import run_under_house_rules
from interpreter.examples.run_example import ExampleReport, ExampleResult, iterate_results, make_report
from interpreter.examples.writing import MARK
from interpreter.source import Source

ABOUT = """\
Run the examples in rulesets. An example sets up a position, scripts rolls and choices,
and states what must follow. For one that fails, what was expected and what was found
are shown, the moves, and the rules that the last one led to; with --full, everything that
happened. Of a game's examples that house rules change, one line each says what holds instead.
The exit code is 0 if all pass."""

EXAMPLE = """\
  groundrules test two_dice
  groundrules test rulesets --coverage
  groundrules test my_game.rules --watch"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="+", help=f"{NAME_HELP}, or a folder")
    add_options(parser, HOUSE)
    parser.add_argument("--full", action="store_true", help="show everything that happened in an example that fails")
    parser.add_argument("--coverage", action="store_true", help="tell which rows, rules and ids the examples reach")
    add_options(parser, WATCH | JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.watch:
        watch, nearness = Watch([*arguments.names, *arguments.house]), Nearness()
        return watch.run(lambda edit: _test(arguments, _Watched(watch, nearness, edit, arguments.full, arguments.json)))
    return _test(arguments)


def _test(arguments: argparse.Namespace, watched: _Watched | None = None) -> int:
    reports: list[_TestedRuleset] = []
    unfit: list[Diagnostic] = []
    for name in arguments.names:
        for reading in list_readings(name, unfit, libraries=False):
            try:
                source = reading()
                house = [loader.find_house_rules(each) for each in arguments.house]
                report = _run_examples(source, house) if watched is None else watched.run_examples(source, house)
                if report is None:
                    return 0
                is_shown = watched is not None and not house and not loader.is_house_rules(source)
                reports.append(_TestedRuleset(source.name, report, [name, *arguments.house][-1], is_shown))
            except Rejected as rejected:
                unfit.extend(rejected.diagnostics)
    if arguments.json:
        write_json(_to_object(reports, unfit, arguments.coverage))
    else:
        _print(reports, unfit, arguments.coverage, arguments.full)
    return int(bool(unfit) or any(ran.report.failed for ran in reports))


def _run_examples(source: Source, house: Sequence[Source]) -> ExampleReport:
    """The examples of a game, or of a game under house rules, which are compared with it without them."""
    base = loader.sources_of(source, house).game
    return run_under_house_rules(load_source(source, house), lambda: load_source(base))


@dataclass(frozen=True)
class _Watched:
    """Examples run while files are watched: those nearest to an edit first, and all given up at the next edit."""

    watch: Watch
    nearness: Nearness
    edit: Edit | None
    full: bool
    quiet: bool

    def run_examples(self, source: Source, house: Sequence[Source]) -> ExampleReport | None:
        """How they went; None if a file has changed meanwhile. Failures are shown as they come, all but those of
        examples that house rules may have changed: these are compared with the game without them first."""
        game = load_source(source, house)
        if game.house:
            return _run_examples(source, house)
        results = {}
        for result in iterate_results(game, self.nearness.sort(game.examples, self.edit)):
            results[result.example] = result
            self.nearness.note(result)
            if result.failures and not self.quiet:
                _print_failure(result, self.full)
            if self.watch.is_stale():
                return None
        return make_report(game, [results[each] for each in game.examples])


@dataclass(frozen=True)
class _TestedRuleset:
    """A ruleset's file, and how its examples went."""

    file: str
    report: ExampleReport
    house: str
    """The house rules put to it last, as they were named."""
    is_shown: bool = False
    """Whether its failures were shown as they came."""


# ---- as text


def _print(reports: Sequence[_TestedRuleset], unfit: Sequence[Diagnostic], coverage: bool, full: bool) -> None:
    write_diagnostics(unfit, sys.stdout)
    for ran in reports:
        changed = [] if full else [each for each in ran.report.failed if is_changed(each)]
        for result in ran.report.failed:
            if result not in changed and not ran.is_shown:
                _print_failure(result, full)
        if changed:
            print("\n".join(format_changed(changed, ran.house)), end="\n\n")
    print("\n".join(align_columns([(ran.report.name, _format_outcome(ran.report), ran.file) for ran in reports])))
    for ran in reports if coverage else ():
        title = strong(f"What the examples of {ran.report.name} reach")
        print("\n".join(["", title, *_format_coverage(ran.report.coverage)]))


def _print_failure(result: ExampleResult, full: bool) -> None:
    print("\n".join(format_failure(result, full)), end="\n\n", flush=True)


def _format_outcome(report: ExampleReport) -> str:
    number, failed, unread = len(report.results), len(report.failed), len(_list_unread(report))
    if not number:
        return "no examples"
    counted = count_noun(number, "example")
    told = f"{failed} of {counted} failed" if failed else f"{counted} passed"
    return f"{told}, {unread} unread" if unread else told


def _list_unread(report: ExampleReport) -> list[str]:
    """The titles of examples that `groundrules examples` wrote, and that nobody has read since."""
    return [each.example.name for each in report.results if each.example.name.startswith(MARK)]


def _format_coverage(coverage: Coverage) -> Iterator[str]:
    rows = [(place, f"row {row} of table {table}") for table, row, place in coverage.rows_missed]
    rules = [(place, f"rule {name}") for name, place in coverage.rules_missed]
    yield f"  rows    {len(coverage.rows) - len(rows)} of {len(coverage.rows)}"
    yield from (f"    not reached: {line}" for line in align_columns(rows))
    yield f"  rules   {len(coverage.rules) - len(rules)} of {len(coverage.rules)}"
    yield from (f"    not reached: {line}" for line in align_columns(rules))
    yield f"  ids encoded       {_format_ids(coverage.ids_encoded)}"
    yield f"  shown by example  {_format_ids(coverage.ids_shown)}"
    yield f"  only noted        {_format_ids(_find_only_noted(coverage))}"
    yield f"  without example   {_format_ids(_find_untested(coverage))}"


def _find_only_noted(coverage: Coverage) -> list[str]:
    return [each for each in coverage.ids_noted if each not in coverage.ids_shown]


def _find_untested(coverage: Coverage) -> list[str]:
    return [each for each in coverage.ids_encoded if each not in {*coverage.ids_shown, *coverage.ids_noted}]


def _format_ids(ids: Sequence[str]) -> str:
    """Ids with those that follow each other drawn together, and how many there are."""
    if not ids:
        return "none"
    runs: list[list[str]] = []
    for each in ids:
        if runs and _follows(runs[-1][-1], each):
            runs[-1].append(each)
        else:
            runs.append([each])
    shown = (" to ".join((run[0], run[-1])) if len(run) > 2 else ", ".join(run) for run in runs)
    return f"{', '.join(shown)} ({len(ids)})"


def _follows(one: str, other: str) -> bool:
    """Whether the second id is the next after the first: the same but for a number higher by one."""
    kind, number = _split_id(one)
    other_kind, other_number = _split_id(other)
    return kind == other_kind and int(other_number) == int(number) + 1


def _split_id(identifier: str) -> tuple[str, str]:
    kind = identifier.rstrip("0123456789")
    return kind, identifier[len(kind) :] or "0"


# ---- as an object


def _to_object(reports: Sequence[_TestedRuleset], unfit: Sequence[Diagnostic], coverage: bool) -> dict[str, object]:
    return {
        "passed": not unfit and not any(ran.report.failed for ran in reports),
        "rulesets": [_report_to_object(ran.file, ran.report, coverage) for ran in reports],
        "diagnostics": [rendering.to_object(each) for each in unfit],
    }


def _report_to_object(file: str, report: ExampleReport, coverage: bool) -> dict[str, object]:
    return {
        "ruleset": report.name,
        "file": file,
        "examples": len(report.results),
        "failed": len(report.failed),
        "unread": len(_list_unread(report)),
        "results": [_result_to_object(result) for result in report.results],
        **({"coverage": _coverage_to_object(report.coverage)} if coverage else {}),
    }


def _result_to_object(result: ExampleResult) -> dict[str, object]:
    return {
        "example": result.example.name,
        "shows": result.example.ids,
        "place": result.example.span.place,
        "passed": result.passed,
        "diagnostics": [rendering.to_object(each) for each in result.failures],
        "events": [] if result.passed else [format_event(result.program, event) for event in result.events],
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
