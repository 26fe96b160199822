"""`groundrules test NAME...`: runs the examples in rulesets, and shows what they reach."""

from __future__ import annotations

import argparse

from interpreter import cache, loader
from interpreter.cli.command_line import HOUSE, JSON, NAME_HELP, WATCH, add_options
from interpreter.cli.loading import ROOMS, check_sources, load_source, read_rulesets
from interpreter.cli.reports.outcomes import Outcomes, TestedRuleset, print_outcomes, summarize, write_outcomes
from interpreter.cli.watching import Edit, Nearness, Watch
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.source import Sources


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="+", help=f"{NAME_HELP}, or a folder")
    add_options(parser, HOUSE)
    parser.add_argument("--full", action="store_true", help="show everything that happened in an example that fails")
    parser.add_argument("--coverage", action="store_true", help="show which rows, rules and ids the examples reach")
    add_options(parser, WATCH | JSON)


def run(arguments: argparse.Namespace) -> int:
    if arguments.watch:
        watch, nearness = Watch([*arguments.names, *arguments.house]), Nearness()
        return watch.run(lambda edit: _test(arguments, _Watched(watch, nearness, edit, arguments.full, arguments.json)))
    return _test(arguments)


def _test(arguments: argparse.Namespace, watched: _Watched | None = None) -> int:
    tested: list[TestedRuleset] = []
    unfit = Diagnostics()
    for name, source in read_rulesets(arguments.names, unfit, libraries=False):
        try:
            house = [loader.find_house_rules(each) for each in arguments.house]
            for sources in loader.all_sources_of(source, house):
                outcomes = _run_examples(sources) if watched is None else watched.run_examples(sources)
                if outcomes is None:
                    return 0
                is_shown = watched is not None and not sources.house
                tested.append(TestedRuleset(source.name, outcomes, [name, *arguments.house][-1], is_shown))
        except Rejected as rejected:
            unfit.extend(rejected.diagnostics)
    if arguments.json:
        write_outcomes(tested, unfit.found, arguments.coverage)
    else:
        print_outcomes(tested, unfit.found, arguments.coverage, arguments.full)
    return int(bool(unfit.found) or any(each.outcomes.failed for each in tested))


def _run_examples(sources: Sources) -> Outcomes:
    """The examples of a game, or of a game under house rules, which are compared with it without them. They are kept
    while all of them pass and no text changes: people want to see what happens in those that fail."""
    game = check_sources(sources)
    found = cache.fetch_objects("examples", game.name, ROOMS, Outcomes)
    if found is None:
        from interpreter.examples.overlay_failures import run_under_house_rules

        found = summarize(run_under_house_rules(game.model, lambda: load_source(sources.game)))
        if not found.failed:
            cache.store_objects("examples", game.name, found)
    return found


@dataclass(frozen=True)
class _Watched:
    """Examples run while files are watched: those nearest to an edit first, and all given up at the next edit."""

    watch: Watch
    nearness: Nearness
    edit: Edit | None
    full: bool
    quiet: bool

    def run_examples(self, sources: Sources) -> Outcomes | None:
        """How they went; None if a file has changed meanwhile. Failures are shown as they come, all but those of
        examples that house rules may have changed: these are compared with the game without them first."""
        from interpreter.cli.reports.failed_examples import print_failure
        from interpreter.examples.run_example import iterate_results, make_report

        if sources.house:
            return _run_examples(sources)
        game = load_source(sources.game)
        results = {}
        for result in iterate_results(game, self.nearness.sort(game.examples, self.edit)):
            results[result.example] = result
            self.nearness.note(result)
            if result.failures and not self.quiet:
                print_failure(result, self.full)
            if self.watch.is_stale():
                return None
        return summarize(make_report(game, [results[each] for each in game.examples]))
