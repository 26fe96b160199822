"""`groundrules solve`: best play, calculated from the rules themselves."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from interpreter.bits import bits_of
from interpreter.bots.best import keep_policy
from interpreter.bots.policy import write_policy
from interpreter.bots.seats import DEFAULT, RANDOM, list_strategies, map_seat_names
from interpreter.cli.arguments import (
    GIVEN,
    STRATEGIES,
    ChosenGame,
    choose_game,
    list_chain_options,
    read_dice,
    read_exact_strategies,
    read_given,
    read_strategies,
)
from interpreter.cli.best_strategy import NAME as WRITTEN
from interpreter.cli.best_strategy import write_strategy
from interpreter.cli.command_line import JSON, NAME, SETTINGS, Options, add_options, misuse_at, whole_number
from interpreter.cli.hidden_answers import names_cards, show_answers
from interpreter.cli.reports import exploited
from interpreter.cli.reports.best import Best
from interpreter.cli.reports.report import read_output
from interpreter.cli.result_files import check_new_file, write_result
from interpreter.cli.terminal.working import show_working
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import odds as errors
from interpreter.diagnostics.messages import playing, simulating, usage
from interpreter.game_tree.histories import GameFails, TooLarge
from interpreter.game_tree.responses import USUAL_HISTORIES, find_exploitability
from interpreter.markov.best import ManyDeciders
from interpreter.markov.optimal import Endless
from interpreter.markov.out_of_reach import OutOfReach, Unsupported
from interpreter.markov.question import OPEN
from interpreter.markov.space import side_of
from interpreter.odds.answers import list_phases
from interpreter.odds.best_play import (
    ALIKE,
    Aim,
    BestPlay,
    HiddenInformation,
    find_best_play,
    find_position,
    find_shortfalls,
    find_sides,
    is_decided,
)
from interpreter.odds.figures import Setting
from interpreter.settings import find_written_names

WINNING = "winning"
"""What `--for` says for the aim to win."""

MOST_HELD = 500_000
"""In games of more states than this, strategies are not compared with the best: it would take too long."""

FEW = 20_000
"""In games of no more states than this best play is written as a strategy, if a short one says it."""

USUAL_STATES = 2_500_000
"""People wait longer for best play than for odds: half a minute or so."""

BEST: Options = {
    "--for": {
        "metavar": "M",
        "dest": "goal",
        "help": f"what to play for: a measure, or `{WINNING}`; the ruleset's aim if one plays alone, else {WINNING}",
    },
    "--least": {"action": "store_true", "help": "for the least of the measure, not for the most"},
    "--seat": {"metavar": "SEAT", "help": "whose measure, or who wins: a number, a name, a side (default: the first)"},
    "--exact": {"action": "store_true", "help": "the value as a fraction, where the chain is small enough"},
    "--save": {"metavar": "FILE", "help": "keep the answers in FILE.json too, for `best:FILE.json`"},
    "--csv": {"metavar": "FILE", "help": "write the tables to FILE.csv too"},
    "--exploit": {"action": "store_true", "help": "how far strategies, `random` too, can be beaten, in small games"},
    "--most-histories": {
        "metavar": "N",
        "type": whole_number("the number of histories", 1, 10_000_000),
        "default": USUAL_HISTORIES,
        "help": f"with --exploit: how many ways a game may go (default: {USUAL_HISTORIES:,})",
    },
}

BEST_ALONE = ("--given", "--dice", "--least", "--seat", "--exact", "--save", "--csv")
"""Options that cannot be used with `--exploit`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NAME | SETTINGS | STRATEGIES | GIVEN | list_chain_options(USUAL_STATES) | BEST | JSON)


def run(arguments: argparse.Namespace) -> int:
    chosen = _choose_game(arguments)
    if arguments.exploit:
        return _exploit(chosen, arguments)
    program = chosen.program
    aim, given = _read_aim(chosen, arguments), read_given(chosen, arguments)
    if names_cards(program, given):
        show_answers(chosen, aim, given, arguments)
        return 0
    strategies = read_exact_strategies(chosen, arguments, OPEN)
    setting = Setting(program, strategies, read_dice(program, arguments), arguments.most_states)
    output = read_output(arguments)
    kept = check_new_file(arguments, arguments.save, (".json",)) if arguments.save is not None else None
    began = time.perf_counter()
    with show_working():
        best = _find_best_play(chosen, setting, aim, bits_of(given))
        position = find_position(best, given) if given else None
        if given and position is None:
            misuse_at(arguments, arguments.given, errors.position_undecided(arguments.given))
        several = list_strategies(program) if best.state_count <= MOST_HELD and position is None else ()
        found = Best(chosen, best, tuple(find_shortfalls(best, several)), arguments.exact, position=position)
    found = replace(found, seconds=time.perf_counter() - began)
    if best.state_count <= FEW and position is None:
        found = replace(found, written=_write_strategy(found))
    report, policy = found.make_report(), found.policy
    output.write(report)
    keep_policy(policy)
    if kept is not None:
        write_result(kept, write_policy(policy))
    return 0


def _choose_game(arguments: argparse.Namespace) -> ChosenGame:
    """The game; if somebody plays to win, for the fewest who have an opponent, unless it is said how many play."""
    chosen = choose_game(arguments)
    wins = not chosen.program.aims and arguments.goal in (None, WINNING) and arguments.players is None
    if wins and len(chosen.program.parties) == 1 < len(chosen.facts.players):
        return choose_game(argparse.Namespace(**vars(arguments) | {"players": chosen.known.model.usual_players}))
    return chosen


def _find_best_play(chosen: ChosenGame, setting: Setting, aim: Aim, given: int) -> BestPlay:
    """Best play. Raises Rejected where there is none, or where it cannot be found."""
    name, program = chosen.facts.name, setting.program
    undecided = errors.best_undecided(name)
    try:
        if is_decided(setting, aim):
            raise Rejected((undecided,))
        best = find_best_play(setting, aim, given)
    except ManyDeciders as many:
        names = find_sides(program)
        measure = "" if aim.measure is None else program.measures[aim.measure].name
        found = errors.best_many([names[side] for side in many.sides], measure)
    except OutOfReach as reason:
        whole = aim.measure is None and not isinstance(reason, Unsupported)
        named = list_phases(program) if whole else set()
        phases = [each.name for each in program.measures if each.per in named]
        smaller = _describe_smaller(chosen) if reason.names else ""
        endless = isinstance(reason, Endless)
        found = errors.best_out_of_reach(str(reason), name, phases, reason.larger, smaller, endless, reason.names)
    except HiddenInformation:
        found = errors.best_hidden(name, bool(program.zones))
    else:
        alone = aim.measure is None and len(program.parties) == 1
        if alone and best.value > 1 - ALIKE and best.is_indifferent:
            raise Rejected((errors.best_certain(name),))
        if best.decision_count:
            return best
        found = undecided
    raise Rejected((found,))


def _describe_smaller(chosen: ChosenGame) -> str:
    """How the game could be smaller: with fewer players, or with other options."""
    game = chosen.facts
    fewer = "try fewer `--players`" if len(chosen.program.seats) > max(game.players[0], 2) else ""
    shorter = "a shorter game with `--set`" if game.options else ""
    return ", or ".join(filter(None, (fewer, shorter if fewer or not shorter else f"try {shorter}")))


def _write_strategy(found: Best) -> tuple[str, float] | None:
    """A short strategy that says the same, and how far it falls short; None if there is none."""
    chosen, best = found.chosen, found.best
    sources, seats = chosen.known.sources, len(chosen.program.seats)
    written = write_strategy(chosen.program, found.tables, sources, chosen.options, seats)
    if written is None:
        return None
    again = replace(best, setting=replace(best.setting, program=written.program))
    for each in find_shortfalls(again, (WRITTEN,)):
        return None if each.short is None else (written.text, max(each.short, 0.0))
    return None


def _read_aim(chosen: ChosenGame, arguments: argparse.Namespace) -> Aim:
    """What is played for, and by whom. Raises `UsageError`."""
    program, side = chosen.program, _read_side(chosen, arguments)
    if arguments.goal is None and program.aims and len(find_sides(program)) == 1:
        aim = program.aims[0]
        return Aim(aim.measure, 0, bool(aim.most) and not arguments.least, side)
    if arguments.goal in (None, WINNING):
        return Aim(None, side=side)
    names = [each.name for each in program.measures]
    measure = _find_measure(chosen, arguments, names)
    labels = program.measures[measure].labels
    member = labels.index(find_sides(program)[side]) if find_sides(program)[side] in labels else 0
    return Aim(measure, member, not arguments.least, side)


def _find_measure(chosen: ChosenGame, arguments: argparse.Namespace, fit: list[str]) -> int:
    """The number of the measure that `--for` names. Raises `UsageError` if it is not among those that fit."""
    goal: str = arguments.goal
    if goal not in fit:
        misuse_at(arguments, goal, simulating.measure_unknown(goal, [*fit, WINNING], chosen.facts.name))
    return [each.name for each in chosen.program.measures].index(goal)


def _read_side(chosen: ChosenGame, arguments: argparse.Namespace) -> int:
    if arguments.seat is None:
        return 0
    game, program = chosen.facts, chosen.program
    words = map_seat_names(program, find_written_names(game, len(program.seats), bool(program.sides)))
    sides = {side_of(program, seat) for seat in words.get(arguments.seat.strip().casefold().replace(" ", "_"), ())}
    if len(sides) != 1:
        misuse_at(arguments, arguments.seat, playing.seat_unknown(arguments.seat, tuple(words), game.name))
    return sides.pop()


# ---- how far strategies can be beaten


def _exploit(chosen: ChosenGame, arguments: argparse.Namespace) -> int:
    for option in BEST_ALONE:
        if getattr(arguments, option.removeprefix("--")):
            misuse_at(arguments, option, usage.option_unfit(option, "--exploit"))
    game, program = chosen.facts, chosen.program
    fit = (*list_strategies(program), RANDOM)
    strategies = read_strategies(game, program, arguments, DEFAULT, fit)
    measure = _read_own_measure(chosen, arguments)
    began = time.perf_counter()
    try:
        with show_working():
            found = find_exploitability(program, strategies, measure, arguments.most_histories)
    except TooLarge as reason:
        raise Rejected([errors.exploit_out_of_reach(str(reason), game.name)]) from None
    except GameFails as fails:
        raise Rejected([errors.exploit_out_of_reach(f"a game can fail ({fails})", game.name)]) from None
    seconds = time.perf_counter() - began
    goal = WINNING if measure is None else program.measures[measure].name
    read_output(arguments).write(exploited.make_report(chosen, strategies, goal, found, seconds))
    return 0


def _read_own_measure(chosen: ChosenGame, arguments: argparse.Namespace) -> int | None:
    """The measure that each seat plays for; None for winning. Raises `UsageError` for one that is nobody's own."""
    program = chosen.program
    alone = len(program.seats) == 1
    if arguments.goal is None and alone and program.aims:
        return program.aims[0].measure
    if arguments.goal in (None, WINNING):
        return None
    return _find_measure(
        chosen, arguments, [each.name for each in program.measures if alone or each.per in ("player", "side")]
    )
