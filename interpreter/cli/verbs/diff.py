"""`groundrules diff A B`, `groundrules diff A --house X`: what differs between two games, and what it does."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain

from interpreter import loader
from interpreter.bots.seats import RANDOM
from interpreter.check import CheckResult
from interpreter.cli.arguments import (
    EXACT,
    GAMES_OF_EACH,
    MAX_SEED,
    MOST_STOPS,
    PLAYING,
    blame_command_line,
    make_setting,
    read_seed,
    read_strategies,
)
from interpreter.cli.command_line import INTERRUPTED, NAME, add_options, misuse_at, whole_number
from interpreter.cli.loading import check_source, read_chosen_players, read_chosen_settings, require_model
from interpreter.cli.reports.exact import list_beyond
from interpreter.cli.reports.exact_means import difference_to_object, format_difference
from interpreter.cli.reports.report import Report, Table, read_output
from interpreter.cli.reports.statistics import count_digits, describe_mean
from interpreter.cli.simulating import BROKEN, describe_games_before, describe_interruption
from interpreter.cli.terminal.console import align_columns, aside, count_noun, strong
from interpreter.cli.terminal.working import defer_interrupts, make_fallback_printer, with_progress
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import usage
from interpreter.display import format_name
from interpreter.house.differences import Difference, find_differences
from interpreter.model import Model
from interpreter.odds.means import find_means
from interpreter.pipeline import check_game, lower
from interpreter.runtime_errors import diagnose_failure, format_replay_note
from interpreter.simulate.compare import Comparing, Comparison, MeasurePair
from interpreter.simulate.players import PlayOptions
from interpreter.simulate.simulation import Plan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    parser.add_argument("other", metavar="OTHER", nargs="?", help="the other ruleset; or give --house")
    number = whole_number("the number of games", 0, MAX_SEED)
    games = {"type": number, "help": "games of each (default: 1000; 0 for none)"}
    add_options(parser, {"-n/--games": GAMES_OF_EACH["-n/--games"] | games} | MOST_STOPS | EXACT)


@dataclass(frozen=True)
class _GamePair:
    before: CheckResult
    after: CheckResult

    @property
    def models(self) -> tuple[Model, Model]:
        return require_model(self.before), require_model(self.after)

    @property
    def strategies(self) -> Sequence[str]:
        return [name for model in self.models for name in model.strategies]

    @property
    def differences(self) -> tuple[Difference, ...]:
        return find_differences(self.before.files, self.after.files)


def run(arguments: argparse.Namespace) -> int:
    games, seed = arguments.games, read_seed(arguments)
    both, output = _load_both(arguments), read_output(arguments)
    if arguments.exact:
        before, after = (
            find_means(make_setting(each.program, each.strategies, arguments))
            for each in _make_plans(both, seed, arguments)
        )
        names = [each.name for each in both.models]
        beyond = list(list_beyond(list(zip(names, (before, after), strict=True))))
        exact = {"exact": difference_to_object(before, after)}
        output.write(_make_report(both, None, 0, format_difference(before, after), exact, beyond))
        return 0 if before.measures or before.winners else BROKEN
    if not games:
        output.write(_make_report(both, None, seed))
        return 0
    plans = _make_plans(both, seed, arguments)
    comparison, interrupted = _play(plans, games)
    broken = _describe_broken(both, plans, comparison)
    figures = _list_figures(both, comparison, seed) if comparison.games else ()
    output.write(_make_report(both, comparison, seed, figures, broken=broken))
    if broken:
        print(describe_games_before(comparison.games, games), file=sys.stderr)
        return BROKEN
    if interrupted:
        print(describe_interruption(comparison.games, games), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _make_report(
    both: _GamePair,
    comparison: Comparison | None,
    seed: int,
    figures: Iterable[str | Table] = (),
    exact: Mapping[str, object] | None = None,
    broken: Sequence[Diagnostic] = (),
) -> Report:
    before, after = both.models
    names = ", ".join(each.name for each in after.house)
    data = {
        "before": before.name,
        "after": after.name,
        "house_rules": [each.name for each in after.house],
        "differences": [asdict(each) for each in both.differences],
        "seed": seed if comparison is not None else None,
        "comparison": comparison.to_dict() if comparison is not None else None,
    }
    title = f"{before.title}, and {f'under {names}' if names else after.title}"
    lead = _describe_in_short(both, comparison)
    parts = chain([lead], _format_differences(both.differences), figures)
    return Report(title, parts, lambda: data | dict(exact or {}), broken=broken)


def _describe_in_short(both: _GamePair, comparison: Comparison | None) -> str:
    """What differs, and what that does to the first measure, in one sentence."""
    rules = [each for each in both.differences if each.word != "example"]
    lead = f"{count_noun(len(rules), 'thing')} {'differs' if len(rules) == 1 else 'differ'} in the rules"
    pairs = comparison.measures[:1] if comparison is not None else ()
    for pair in pairs:
        if pair.before.mean is not None and pair.after.mean is not None:
            before = describe_mean(pair.name, pair.per, float(pair.before.mean))
            return f"{lead}: {before} before, {float(pair.after.mean):.4g} after."
    return f"{lead}."


def _load_both(arguments: argparse.Namespace) -> _GamePair:
    source = loader.find_ruleset(arguments.name)
    house = [loader.find_house_rules(each) for each in arguments.house]
    if arguments.other is not None:
        if house:
            misuse_at(arguments, arguments.other, usage.diff_of_three(arguments.other))
        return _GamePair(check_source(source), check_source(loader.find_ruleset(arguments.other)))
    sources = loader.sources_of(source, house)
    if not sources.house:
        misuse_at(arguments, arguments.name, usage.diff_of_one(arguments.name))
    return _GamePair(check_source(sources.game), check_game(sources))


def _make_plans(both: _GamePair, seed: int, arguments: argparse.Namespace) -> list[Plan]:
    plans = []
    for model in both.models:
        with blame_command_line():
            program = lower(model, read_chosen_settings(model, arguments), read_chosen_players(model, arguments))
            plans.append(Plan(program, read_strategies(model, program, arguments), seed, arguments.most_stops))
    return plans


def _play(plans: Sequence[Plan], games: int) -> tuple[Comparison, bool]:
    play_options = PlayOptions(clock=time.perf_counter, on_fallback=make_fallback_printer())
    comparing = Comparing(*plans, play_options=play_options)
    try:
        for each in with_progress(comparing.play(games), games):
            with defer_interrupts():
                comparing.add(each)
    except KeyboardInterrupt:
        return comparing.comparison, True
    return comparing.comparison, False


def _describe_broken(both: _GamePair, plans: Sequence[Plan], comparison: Comparison) -> list[Diagnostic]:
    """Why a game could not continue, on either side, if one could not."""
    if comparison.broken is None:
        return []
    late, broken = comparison.broken
    model, plan = both.models[late], plans[late]
    note = format_replay_note(broken.game, plan.seed, model)
    return [diagnose_failure(plan.program, broken.failure, model, note)]


# ---- what differs


def _format_differences(found: Sequence[Difference]) -> Iterator[str]:
    yield from ("", strong("What differs"))
    if not found:
        yield "  nothing"
    for each in found:
        if each.word != "example":
            yield from (f"  {line}" for line in _format_difference(each))
    examples = Counter(each.state for each in found if each.word == "example")
    if examples:
        yield f"  examples: {', '.join(f'{count} {STATES[state]}' for state, count in examples.items())}"


STATES = {"new": "new", "gone": "taken away", "changed": "restated"}


def _format_difference(each: Difference) -> Iterator[str]:
    thing = f"{each.word} {each.name}".rstrip()
    if each.word == "option" and each.cells:
        yield f"{thing}: {each.cells[0].before} -> {each.cells[0].after}"
        return
    yield thing + {"new": " is new", "gone": " is gone", "changed": ""}[each.state]
    rows = [(cell.what, cell.before or "(no row)", f"-> {cell.after or '(no row)'}") for cell in each.cells]
    yield from (f"  {line}" for line in align_columns(rows))
    yield from (f"  {line}" for line in each.lines)


# ---- what it does


def _list_figures(both: _GamePair, comparison: Comparison, seed: int) -> Iterator[str | Table]:
    games = count_noun(comparison.games, "game")
    lengths = [each for each in comparison.lengths if each.difference or each is comparison.lengths[0]]
    for title, pairs in (("measure", comparison.measures), ("length", lengths)):
        if pairs:
            columns = (title, "per", "before", "after", "difference", "")
            yield from ("", Table(columns, map(_format_row, pairs), right=(2, 3, 4)))
    columns = ("winner", "", "before", "after", "difference", "")
    yield from ("", Table(columns, map(_format_share, comparison.winners), right=(2, 3, 4)))
    if any(comparison.void):
        before, after = comparison.void
        yield f"without a result, and left out of all these figures: {before} before, {after} after"
    for side, names in (("before", comparison.only_before), ("after", comparison.only_after)):
        if names:
            yield aside(f"measured only {side}: {', '.join(names)}")
    yield ""
    yield aside(f"{games} of each with the same dice, seed {seed}; ± is one standard error of the difference")
    yield from _format_course(both, comparison)


def _format_course(both: _GamePair, comparison: Comparison) -> Iterator[str]:
    """That no game went otherwise, and whether what differs came up."""
    if not both.differences or not comparison.is_alike:
        return
    reached = list(_list_reached(both.differences, comparison.marks[0] + comparison.marks[1]))
    tables = {name.partition(": ")[0] for marks in comparison.marks for name in marks}
    is_read = any(each.word == "table" and each.name not in tables for each in both.differences)
    found = f"what differs {'changed nothing' if is_read else 'never came up'} in these games"
    if reached:
        found = f"what differs changed nothing in these games, though `{reached[0]}` came up"
    names = ", ".join(dict.fromkeys((*both.strategies, RANDOM)))
    yield f"Every game went the same way before and after: {found}."
    yield f"Other strategies may show more: `--strategy all=NAME`, where NAME is one of: {names}"


def _list_reached(differences: Sequence[Difference], marks: Counter[str]) -> Iterator[str]:
    """The rules and rows that differ and were reached."""
    for name in (name for name, times in marks.items() if times):
        table, _, row = name.partition(": ")
        for each in differences:
            cells = {key for cell in each.cells for key in cell.what.split(", ")}
            is_row = each.word == "table" and each.name == table and cells & {*row.split(", ")}
            if is_row or name == f"rule {each.name}":
                yield name


def _format_row(pair: MeasurePair) -> tuple[str, ...]:
    before, after, difference = pair.before.mean, pair.after.mean, pair.difference
    names = [*map(format_name, (pair.name, pair.per))]
    if before is None or after is None or difference is None:
        shown = ["never" if each is None else f"{float(each):.3g}" for each in (before, after)]
        return *names, *shown, "", ""
    error = pair.stderr
    digits = count_digits(difference, error) if error else 4 * bool(before.denominator > 1)
    if not difference and not error:
        return *names, *([f"{float(before):.{digits}f}"] * 2), "same", ""
    shown = [f"{float(each):.{digits}f}" for each in (before, after)]
    return *names, *shown, f"{float(difference):+.{digits}f}", f"± {error or 0:.{digits}f}"


def _format_share(pair: MeasurePair) -> tuple[str, ...]:
    means, difference = (pair.before.mean, pair.after.mean), pair.difference
    shown = ["" if each is None else f"{100 * float(each):.1f} %" for each in means]
    if difference is None:
        return pair.name, "", *shown, "", ""
    return pair.name, "", *shown, f"{100 * float(difference):+.1f}", f"± {100 * (pair.stderr or 0):.1f}"
