"""`groundrules diff A B`, `groundrules diff A --house X`: what differs between two games, and what it does."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from interpreter import loader
from interpreter.check import Checked
from interpreter.cli.arguments import (
    SEEDS,
    add_most_stops,
    add_playing_verb,
    chosen_most_stops,
    chosen_seed,
    chosen_strategies,
    command_line_at_fault,
    read_number,
)
from interpreter.cli.command_line import at_word, misuse
from interpreter.cli.common import NAME_HELP, Verbs, check_source, chosen_players, chosen_settings, model_of
from interpreter.cli.reports.statistics import digits_for
from interpreter.cli.terminal.console import aside, columns, counted, strong, write_diagnostics, write_json_of_broken
from interpreter.cli.terminal.progress import tell_stepper, undivided, with_progress
from interpreter.cli.verbs.simulate import BROKEN, INTERRUPTED, games_before, interrupted_after
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import usage
from interpreter.house.differences import Difference, differences
from interpreter.model import Model
from interpreter.pipeline import check_game, lower
from interpreter.runtime_errors import replay_note, sources_of, tell_failure
from interpreter.simulate.compare import Comparing, Comparison, Pair
from interpreter.simulate.simulation import Plan

ABOUT = """\
Tell what differs between two rulesets, or between a ruleset and the same under house
rules: tables cell by cell, options, rules. Then play both with the same dice and tell what
that does: each measure before and after, with the standard error of the difference."""

EXAMPLE = """\
  groundrules diff two_dice --house doubles -n 500 --seed 7
  groundrules diff one_die two_dice -n 0"""


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_playing_verb(verbs, "diff", "what differs between two rulesets, and what it does", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("other", metavar="OTHER", nargs="?", help="the other ruleset; or give --house")
    parser.add_argument("-n", "--games", metavar="GAMES", default="1000", help="games of each (1000; 0 for none)")
    add_most_stops(parser)


@dataclass(frozen=True)
class _Both:
    """The two games."""

    before: Checked
    after: Checked

    @property
    def models(self) -> tuple[Model, Model]:
        """Their models."""
        return model_of(self.before), model_of(self.after)

    @property
    def found(self) -> tuple[Difference, ...]:
        """What differs."""
        return differences(_files(self.before), _files(self.after))


def _files(checked: Checked) -> Sequence:  # type: ignore[type-arg]
    return checked.amended.files if checked.amended else checked.before


def run(arguments: argparse.Namespace) -> int:
    """Compare and print."""
    games = read_number(arguments, "the number of games", arguments.games, 0, SEEDS)
    seed = chosen_seed(arguments)
    both = _both(arguments)
    if not games:
        _print(both, None, [], seed, arguments.json)
        return 0
    plans = _plans(both, seed, arguments)
    comparison, interrupted = _play(plans, games)
    broken = _broken(both, plans, comparison)
    _print(both, comparison, broken, seed, arguments.json)
    if broken:
        print(games_before(comparison.games, games), file=sys.stderr)
        return BROKEN
    if interrupted:
        print(interrupted_after(comparison.games, games), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _print(both: _Both, comparison: Comparison | None, broken: Sequence[Diagnostic], seed: int, as_json: bool) -> None:
    if as_json:
        write_json_of_broken(_object(both, comparison, seed), broken)
        return
    print("\n".join(_told(both)))
    if comparison is not None and comparison.games:
        print("\n".join(_figures(comparison, seed)), flush=True)
    write_diagnostics(broken, sys.stderr)


def _both(arguments: argparse.Namespace) -> _Both:
    source = loader.find(arguments.name)
    house = [loader.find_house(each) for each in arguments.house]
    if arguments.other is not None:
        if house:
            misuse(at_word(arguments, arguments.other, usage.diff_of_three(arguments.other)))
        return _Both(check_source(source), check_source(loader.find(arguments.other)))
    sources = loader.sources_of(source, house)
    if not sources.house:
        misuse(at_word(arguments, arguments.name, usage.diff_of_one(arguments.name)))
    return _Both(check_source(sources.game), check_game(sources))


def _plans(both: _Both, seed: int, arguments: argparse.Namespace) -> list[Plan]:
    plans, most_stops = [], chosen_most_stops(arguments)
    for model in both.models:
        with command_line_at_fault():
            program = lower(model, chosen_settings(model, arguments), chosen_players(model, arguments))
            plans.append(Plan(program, chosen_strategies(model, program, arguments), seed, most_stops))
    return plans


def _play(plans: Sequence[Plan], games: int) -> tuple[Comparison, bool]:
    """What came of both, and whether Ctrl-C put an end to it."""
    tell_stepper("`diff` compares game by game, and machine code only adds games up")
    comparing = Comparing(*plans)
    try:
        for each in with_progress(comparing.play(games), games):
            with undivided():
                comparing.add(each)
    except KeyboardInterrupt:
        return comparing.comparison, True
    return comparing.comparison, False


def _broken(both: _Both, plans: Sequence[Plan], comparison: Comparison) -> list[Diagnostic]:
    """Why a game could not go on, on either side, if one could not."""
    if comparison.broken is None:
        return []
    late, broken = comparison.broken
    model, plan = both.models[late], plans[late]
    note = replay_note(broken.game, plan.seed, model)
    return [tell_failure(plan.program, broken.failure, sources_of(model), note)]


# ---- what differs


def _told(both: _Both) -> Iterator[str]:
    before, after = both.models
    names = ", ".join(each.name for each in after.house)
    yield strong(f"{before.title}, and {f'under {names}' if names else after.title}")
    found = both.found
    yield from ("", strong("What differs"))
    if not found:
        yield "  nothing"
    for each in found:
        if each.word != "example":
            yield from (f"  {line}" for line in _difference(each))
    examples = Counter(each.state for each in found if each.word == "example")
    if examples:
        yield f"  examples: {', '.join(f'{count} {STATES[state]}' for state, count in examples.items())}"


STATES = {"new": "new", "gone": "taken away", "changed": "restated"}


def _difference(each: Difference) -> Iterator[str]:
    thing = f"{each.word} {each.name}".rstrip()
    if each.word == "option" and each.cells:
        yield f"{thing}: {each.cells[0].before} -> {each.cells[0].after}"
        return
    yield thing + {"new": " is new", "gone": " is gone", "changed": ""}[each.state]
    rows = [(cell.what, cell.before or "(no row)", f"-> {cell.after or '(no row)'}") for cell in each.cells]
    yield from (f"  {line}" for line in columns(rows))
    yield from (f"  {line}" for line in each.lines)


# ---- what it does


def _figures(comparison: Comparison, seed: int) -> Iterator[str]:
    games = counted(comparison.games, "game")
    lengths = [each for each in comparison.lengths if each.difference or each is comparison.lengths[0]]
    for title, pairs in (("measure", comparison.measures), ("length", lengths)):
        if pairs:
            rows = [(title, "per", "before", "after", "difference", ""), *map(_row, pairs)]
            yield from ("", *_headed(rows, (2, 3, 4)))
    rows = [("winner", "", "before", "after", "difference", ""), *map(_share, comparison.winners)]
    yield from ("", *_headed(rows, (2, 3, 4)))
    if any(comparison.void):
        before, after = comparison.void
        yield f"without a result, and left out of all these figures: {before} before, {after} after"
    for side, names in (("before", comparison.only_before), ("after", comparison.only_after)):
        if names:
            yield aside(f"measured only {side}: {', '.join(names)}")
    yield from (
        "",
        aside(f"{games} of each with the same dice, seed {seed}; ± is one standard error of the difference"),
    )


def _headed(rows: Sequence[Sequence[str]], right: tuple[int, ...]) -> Iterator[str]:
    first, *others = columns(rows, right=right)
    yield strong(first)
    yield from others


def _row(pair: Pair) -> tuple[str, ...]:
    before, after, difference = pair.before.mean, pair.after.mean, pair.difference
    if before is None or after is None or difference is None:
        shown = ["never" if each is None else f"{float(each):.3g}" for each in (before, after)]
        return pair.name, pair.per, *shown, "", ""
    error = pair.stderr
    digits = digits_for(difference, error) if error else 4 * bool(before.denominator > 1)
    if not difference and not error:
        return pair.name, pair.per, *([f"{float(before):.{digits}f}"] * 2), "same", ""
    shown = [f"{float(each):.{digits}f}" for each in (before, after)]
    return pair.name, pair.per, *shown, f"{float(difference):+.{digits}f}", f"± {error or 0:.{digits}f}"


def _share(pair: Pair) -> tuple[str, ...]:
    means, difference = (pair.before.mean, pair.after.mean), pair.difference
    shown = ["" if each is None else f"{100 * float(each):.1f} %" for each in means]
    if difference is None:
        return pair.name, "", *shown, "", ""
    return pair.name, "", *shown, f"{100 * float(difference):+.1f}", f"± {100 * (pair.stderr or 0):.1f}"


# ---- as an object


def _object(both: _Both, comparison: Comparison | None, seed: int) -> dict[str, object]:
    before, after = both.models
    return {
        "before": before.name,
        "after": after.name,
        "house_rules": [each.name for each in after.house],
        "differences": [asdict(each) for each in both.found],
        "seed": seed if comparison is not None else None,
        "comparison": comparison.to_dict() if comparison is not None else None,
    }
