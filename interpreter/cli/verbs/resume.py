"""`groundrules resume`: go on with a saved game where the table stopped."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from dataclasses import replace

from interpreter.cli.command_line import JSON, SHOWING, add_options
from interpreter.cli.game_loop import GameRun, check_no_people, print_header, run_game, run_game_for_data
from interpreter.cli.reports.transcript import check_transcript
from interpreter.cli.resumed_game import ResumedGame, format_dropped, open_game
from interpreter.cli.terminal.console import aside, write_diagnostics
from interpreter.diagnostics import Rejected
from interpreter.display import format_winners
from interpreter.engine import Failure
from interpreter.loader import format_path
from interpreter.play.trace import narrate
from interpreter.runtime_errors import collect_sources, diagnose_failure
from interpreter.saved.playback import Playback

REMINDED_LINES = 6
"""So many lines of the play-by-play are shown again before a game goes on."""

ABOUT = """\
Go on with a saved game. FILE is a path, or a name that `groundrules games` lists. Without FILE, it is the latest game
that is not over."""

EXAMPLE = "  groundrules resume"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a saved game (default: the latest unfinished one)")
    add_options(parser, SHOWING | JSON)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    resumed = open_game(arguments.file, arguments)
    with closing(resumed.held):
        return _go_on(resumed, arguments)


def _go_on(resumed: ResumedGame, arguments: argparse.Namespace) -> int:
    opened, session = resumed.opened, resumed.playback.session
    head = opened.saved.head
    if arguments.json:
        check_no_people(opened.takers, head.ask_dice or head.ask_cards, arguments)
    write_diagnostics(opened.changes, sys.stderr)
    if arguments.json:
        return run_game_for_data(_make_run(resumed, arguments))
    if opened.saved.dropped:
        print(format_dropped(opened.saved.dropped))
    print_header(opened.model, session, opened.takers)
    _remind(resumed.playback)
    if isinstance(session.stop, Failure):
        raise Rejected([diagnose_failure(session.program, session.stop, collect_sources(opened.model))])
    if session.over:
        winners = format_winners(session.program, session.position.winners)
        print(f"This game is over. {winners} `groundrules replay {format_path(opened.path)}` shows it again.")
        return 0
    return run_game(_make_run(resumed, arguments))


def _make_run(resumed: ResumedGame, arguments: argparse.Namespace) -> GameRun:
    game_run = resumed.run_on(arguments, ["resume", *([arguments.file] if arguments.file else [])])
    return replace(game_run, plain=arguments.plain, transcript=arguments.transcript)


def _remind(playback: Playback) -> None:
    session = playback.session
    lines: list[str] = []
    for moment in reversed(session.moments):
        lines = [told.text for told in narrate(session.program, moment)] + lines
        if len(lines) >= REMINDED_LINES:
            break
    if lines:
        print(aside("..."))
        print("\n".join(aside(line) for line in lines[-REMINDED_LINES:]))
