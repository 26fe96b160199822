"""`groundrules solve`: best play, worked out from the rules themselves."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from interpreter.bits import bits_of
from interpreter.bots.advice import list_strategies
from interpreter.bots.best import keep_policy
from interpreter.bots.policy import write_policy
from interpreter.bots.seats import map_seat_names
from interpreter.cli.arguments import blame_command_line
from interpreter.cli.best_strategy import NAME as WRITTEN
from interpreter.cli.best_strategy import write_strategy
from interpreter.cli.check_cache import load_checked
from interpreter.cli.command_line import misuse_at
from interpreter.cli.common import read_chosen_players, read_chosen_settings
from interpreter.cli.exact_arguments import (
    CHAINS,
    GIVEN,
    STRATEGIES,
    read_dice,
    read_given,
    read_strategies,
)
from interpreter.cli.options import JSON, NAME, SETTINGS, Options, add_options
from interpreter.cli.reports.best import BestReport, format_report, show_row, to_object
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.result_files import write_csv, write_result
from interpreter.cli.terminal.console import write_json
from interpreter.cli.terminal.working import show_working
from interpreter.cli.unseen_answers import names_cards, show_answers
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import odds as errors
from interpreter.diagnostics.messages import playing, simulating
from interpreter.markov.best import ManyDeciders, side_of
from interpreter.markov.optimal import Endless
from interpreter.markov.question import OPEN
from interpreter.markov.reach import OutOfReach, Unsupported
from interpreter.odds.answers import list_phases
from interpreter.odds.best_play import (
    ALIKE,
    Aim,
    BestPlay,
    HiddenInformation,
    Position,
    find_best_play,
    find_position,
    find_shortfalls,
    find_sides,
    is_decided,
)
from interpreter.odds.figures import Setting
from interpreter.program import Program
from interpreter.settings import GameFacts, find_written_names, format_settings
from interpreter.source import Sources

ABOUT = """\
Find best play from the rules: the value of the game when every decision is the best one, how
far each strategy of the ruleset falls short of it, and a table of what to do when. One side
decides, for the most or the least of a measure, or two sides who see everything, to win. A
seat with a `--strategy` plays by it, and the others play their best. The result is kept: the
strategy `best` then plays by it, with the same options.

With cards among what is `--given`, and a measure `--for` which a seat plays: the exact mean of
every answer, over all cards that this seat does not see, if the others answer at random."""

EXAMPLE = """\
  groundrules solve marker --for runs_per_half_inning
  groundrules solve pig --players 2 --given "score[player_1] is 80, gathered is 12"
  groundrules solve nim
  groundrules solve cribbage --for dealers_show --given "held of player_1 is ace of hearts and ..."
  groundrules solve pig --players 2 --set goal=20 --strategy 2=twenty"""

WINNING = "winning"
"""How it is said that somebody plays for that, and not for a measure."""

MOST_HELD = 500_000
"""In games of more states than this, strategies are not held against the best: it would take too long."""

FEW = 20_000
"""In games of no more states than this best play is written as a strategy, if a short one says it."""

USUAL_STATES = 2_500_000
"""Whoever asks for best play waits longer than for odds: half a minute or so."""

BEST: Options = {
    "--most-states": {
        **CHAINS["--most-states"],
        "default": USUAL_STATES,
        "help": f"how many states there may be (default: {USUAL_STATES:,})",
    },
    "--for": {
        "metavar": "M",
        "dest": "goal",
        "help": f"what is played for: a measure, or `{WINNING}`; the ruleset's aim if one plays alone, else {WINNING}",
    },
    "--least": {"action": "store_true", "help": "for the least of the measure, not for the most"},
    "--seat": {"metavar": "SEAT", "help": "whose measure, or who wins: a number, a name, a side (else the first)"},
    "--exact": {"action": "store_true", "help": "the value as a fraction, where the chain is small enough"},
    "--save": {"metavar": "FILE", "help": "keep the answers in FILE.json too, for `best:FILE.json`"},
    "--csv": {"metavar": "FILE", "help": "write the tables to FILE.csv too"},
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME | SETTINGS | STRATEGIES | GIVEN | CHAINS | BEST | JSON)


def run(arguments: argparse.Namespace) -> int:
    known = load_checked(arguments.name, arguments.house)
    game = known.game
    with blame_command_line():
        options = read_chosen_settings(game, arguments)
        program = known.program(options, read_chosen_players(game, arguments))
    strategies = read_strategies(game, program, arguments, OPEN)
    setting = Setting(program, strategies, read_dice(program, arguments), arguments.most_states)
    aim = _read_aim(game, program, arguments)
    given = read_given(game, program, arguments)
    if names_cards(program, given):
        show_answers(game, options, program, aim, given, arguments)
        return 0
    file = check_new_file(arguments, arguments.csv, (".csv",)) if arguments.csv is not None else None
    kept = check_new_file(arguments, arguments.save, (".json",)) if arguments.save is not None else None
    began = time.perf_counter()
    with show_working():
        best = _find_best_play(game, setting, aim, bits_of(given))
        position = _find_position(arguments, best, given)
        several = list_strategies(program) if best.state_count <= MOST_HELD and position is None else ()
        shortfalls = tuple(find_shortfalls(best, several))
        report = BestReport(game, format_settings(game, options), best, shortfalls, 0.0, None, position)
    report = replace(report, seconds=time.perf_counter() - began)
    if best.state_count <= FEW and position is None:
        report = replace(report, written=_write_strategy(report, known.sources, options, program))
    if arguments.json:
        write_json(to_object(report))
    else:
        print("\n".join(format_report(report, arguments.exact)), flush=True)
    policy = report.policy
    keep_policy(policy)
    if kept is not None:
        write_result(kept, write_policy(policy))
    if file is not None:
        write_csv(file, _list_rows(report))
    return 0


def _find_position(arguments: argparse.Namespace, best: BestPlay, given: Mapping[int, int]) -> Position | None:
    """The position that is asked for, if one is. Raises `UsageError` if nobody ever decides there."""
    position = find_position(best, given) if given else None
    if given and position is None:
        misuse_at(arguments, arguments.given, errors.position_undecided(arguments.given))
    return position


def _find_best_play(game: GameFacts, setting: Setting, aim: Aim, told: int) -> BestPlay:
    """Best play. Raises Rejected where there is none, or where it cannot be found."""
    program = setting.program
    undecided = errors.best_undecided(game.name)
    try:
        if is_decided(setting, aim):
            raise Rejected((undecided,))
        best = find_best_play(setting, aim, told)
    except ManyDeciders as many:
        names = find_sides(program)
        measure = "" if aim.measure is None else program.measures[aim.measure].name
        found = errors.best_many([names[side] for side in many.sides], measure)
    except OutOfReach as reason:
        phases = [] if isinstance(reason, Unsupported) else _list_measures(setting, aim)
        smaller = _describe_smaller(game, program) if reason.names else ""
        endless = isinstance(reason, Endless)
        found = errors.best_out_of_reach(
            str(reason), game.name, phases, reason.larger, smaller, endless, reason.names
        )
    except HiddenInformation:
        found = errors.best_hidden(game.name, bool(program.zones))
    else:
        alone = aim.measure is None and len(program.parties) == 1
        if alone and best.value > 1 - ALIKE and best.is_indifferent:
            raise Rejected((errors.best_certain(game.name),))
        if best.decision_count:
            return best
        found = undecided
    raise Rejected((found,))


def _describe_smaller(game: GameFacts, program: Program) -> str:
    """How the game could be smaller: with fewer players, or with other options."""
    fewer = "try fewer `--players`" if len(program.seats) > max(game.players[0], 2) else ""
    shorter = "a shorter game with `--set`" if game.options else ""
    return ", or ".join(filter(None, (fewer, shorter if fewer or not shorter else f"try {shorter}")))


def _list_measures(setting: Setting, aim: Aim) -> list[str]:
    """The measures of phases, if the game was asked for, that may be in reach where it is not."""
    phases = list_phases(setting.program) if aim.measure is None else set()
    return [each.name for each in setting.program.measures if each.per in phases]


def _write_strategy(
    report: BestReport, sources: Sources, options: Mapping[str, int], program: Program
) -> tuple[str, float] | None:
    """A short strategy that says the same, and how far it falls short; None if there is none."""
    written = write_strategy(program, report.tables, sources, options, len(program.seats))
    if written is None:
        return None
    again = replace(report.best, setting=replace(report.best.setting, program=written.program))
    for each in find_shortfalls(again, (WRITTEN,)):
        return None if each.short is None else (written.text, max(each.short, 0.0))
    return None


def _read_aim(game: GameFacts, program: Program, arguments: argparse.Namespace) -> Aim:
    """What is played for, and by whom. Raises `UsageError`."""
    side = _read_side(game, program, arguments)
    if arguments.goal is None and program.aims and len(find_sides(program)) == 1:
        aim = program.aims[0]
        return Aim(aim.measure, 0, bool(aim.most) and not arguments.least, side)
    if arguments.goal in (None, WINNING):
        return Aim(None, side=side)
    names = [each.name for each in program.measures]
    if arguments.goal not in names:
        misuse_at(arguments, arguments.goal, simulating.measure_unknown(arguments.goal, [*names, WINNING], game.name))
    measure = names.index(arguments.goal)
    labels = program.measures[measure].labels
    member = labels.index(find_sides(program)[side]) if find_sides(program)[side] in labels else 0
    return Aim(measure, member, not arguments.least, side)


def _read_side(game: GameFacts, program: Program, arguments: argparse.Namespace) -> int:
    if arguments.seat is None:
        return 0
    words = map_seat_names(program, find_written_names(game, len(program.seats), bool(program.sides)))
    sides = {side_of(program, seat) for seat in words.get(arguments.seat.strip().casefold().replace(" ", "_"), ())}
    if len(sides) != 1:
        misuse_at(arguments, arguments.seat, playing.seat_unknown(arguments.seat, tuple(words), game.name))
    return sides.pop()


def _list_rows(report: BestReport) -> Iterator[Sequence[object]]:
    """The rows of all tables; each slot that any of them has is a column."""
    program = report.program
    slots = sorted({slot for table in report.tables for slot in table.slots})
    yield ("choice", *(program.slots[slot].name for slot in slots), "answer", "cost")
    for table in report.tables:
        choice = program.choices[table.choice]
        for row in table.rows:
            held = dict(zip(table.slots, show_row(program, table, row), strict=True))
            cost = "" if row.cost is None else repr(row.cost)
            yield (choice.name, *(held.get(slot, "any") for slot in slots), choice.names[row.answer], cost)
