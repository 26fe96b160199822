"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.arguments import PLAYING, blame_command_line, read_seed
from interpreter.cli.command_line import misuse_at
from interpreter.cli.common import load_game, read_chosen_players, read_chosen_settings
from interpreter.cli.game_loop import GameRun, check_no_people, print_header, run_game, run_game_for_data
from interpreter.cli.options import NAME, SHOWING, add_options
from interpreter.cli.reopen import make_head
from interpreter.cli.reports.transcript import check_transcript
from interpreter.cli.seats import SEAT_HELP, read_seats
from interpreter.cli.terminal.console import write_diagnostics
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing, usage
from interpreter.lower import lower
from interpreter.model import Model
from interpreter.play.own_cards import is_unseen
from interpreter.play.trace import Session
from interpreter.program import Draw, Program
from interpreter.saved import ANEW, NEVER, Head
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, list_people, name_players

ASK, AUTO = "ask", "auto"

ABOUT = """\
Play one game at the terminal: people, bots, or both. Each seat is taken by `human` or `human:NAME`, by `bot`, which
plays the ruleset's defaults, or by `bot:STRATEGY`. If no person is named, the first side or player of which nothing is
said is yours; the others play the first strategy that the ruleset has. Type ? at any question for what else you can do
there. The same seed gives the same dice. A game with people in it is kept as it goes, and `groundrules resume` goes on
with it. The seed stands in that file: whoever reads the file, or knows the seed, can work out what is to come."""

EXAMPLE = "  groundrules play two_dice --seat all=bot --seed 7\n  groundrules play two_dice --seat red=human:Anna"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PLAYING | NAME)
    parser.add_argument("--seat", dest="seats", metavar="SEAT=WHO", action="append", default=[], help=SEAT_HELP)
    parser.add_argument("--auto-roll", action="store_true", help="roll for people too, and ask them to decide only")
    parser.add_argument("--dice", choices=(ASK, AUTO), default=AUTO, help="ask: you throw your own dice and type them")
    parser.add_argument(
        "--cards", choices=(ASK, AUTO), default=AUTO, help="ask: you deal your own cards, and type those that are seen"
    )
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file, whoever plays")
    parser.add_argument("--no-save", action="store_true", help="do not keep the game")
    add_options(parser, SHOWING)


def run(arguments: argparse.Namespace) -> int:
    seed = read_seed(arguments)
    check_transcript(arguments)
    model = load_game(arguments.name, arguments.house)
    with blame_command_line():
        options = read_chosen_settings(model, arguments)
        players = read_chosen_players(model, arguments)
        program = lower(model, options, players)
        takers = read_seats(model, program, arguments)
        _check_asking(program, arguments)
    model = name_players(model, takers)
    session = Session(Stepper(lower(model, options, players)), seed, own_cards=arguments.cards == ASK)
    if arguments.json:
        check_no_people(takers, ASK in (arguments.dice, arguments.cards), arguments)
    head = _make_head(model, options, session, takers, arguments)
    save_file = _open_save(head, session, takers, arguments)
    resume = ["resume", arguments.save] if arguments.save else ["resume"]
    game_run = GameRun(
        *(model, session, head, options, takers, save_file, arguments.pace),
        plain=arguments.plain,
        transcript=arguments.transcript,
        again=_format_repeat_command(arguments, seed),
        resume=f"groundrules {make_visible(shlex.join(resume))}",
        undo=not arguments.no_undo,
    )
    if arguments.json:
        return run_game_for_data(game_run)
    print_header(model, session, takers)
    return run_game(game_run)


def _format_repeat_command(arguments: argparse.Namespace, seed: int) -> str:
    words = list(arguments.command_line.words)
    more = [] if arguments.seed is not None else ["--seed", str(seed)]
    return f"groundrules {make_visible(shlex.join([*words, *more]))}"


def _make_head(
    model: Model,
    options: dict[str, int],
    session: Session,
    takers: Sequence[SeatAssignment],
    arguments: argparse.Namespace,
) -> Head:
    head = make_head(arguments.name, arguments.house, model, options, session.program, takers, session.seed)
    asked = {"ask_dice": arguments.dice == ASK, "ask_cards": arguments.cards == ASK}
    return replace(head, own_dice=not arguments.auto_roll, undo=NEVER if arguments.no_undo else ANEW, **asked)


def _open_save(
    head: Head, session: Session, takers: Sequence[SeatAssignment], arguments: argparse.Namespace
) -> autosave.SaveFile | None:
    """Where the game is kept: in the file that is named, or, with people in it, among the saved games. A folder for
    these that cannot be written to is told, and the game goes on."""
    if arguments.save:
        if os.path.exists(arguments.save):
            misuse_at(arguments, arguments.save, usage.file_there(arguments.save))
        return autosave.create_save(head, session.program, Path(arguments.save))
    if arguments.no_save or not (list_people(takers) or ASK in (arguments.dice, arguments.cards)):
        return None
    try:
        return autosave.create_save(head, session.program, None)
    except Rejected as rejected:
        write_diagnostics(rejected.diagnostics, sys.stderr)
        print("The game goes on, but is not kept.", file=sys.stderr)
        return None


def _check_asking(program: Program, arguments: argparse.Namespace) -> None:
    """See that the game has what people want to bring. Raises `UsageError` if not."""
    if arguments.dice == ASK and not program.dice:
        misuse_at(arguments, ASK, playing.nothing_to_ask(program.name, "dice"))
    draws = [each.terminator for each in program.blocks if isinstance(each.terminator, Draw)]
    if arguments.cards == ASK and not draws:
        misuse_at(arguments, ASK, playing.nothing_to_ask(program.name, "cards"))
    zones = program.zones
    if arguments.cards == ASK and any(zones[each.zone].copies and is_unseen(program, each) for each in draws):
        misuse_at(arguments, ASK, playing.alike_unseen(program.name))
