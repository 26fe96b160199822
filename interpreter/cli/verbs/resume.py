"""`groundrules resume`: continue a saved game."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.cli.command_line import JSON, SHOWING, add_options
from interpreter.cli.game_loop import check_no_people, check_transcript, print_header, run_game
from interpreter.cli.saved_games import ResumedGame, resume_game
from interpreter.cli.terminal.console import aside
from interpreter.diagnostics import Rejected
from interpreter.display import format_winners
from interpreter.engine import Failure
from interpreter.loader import format_path
from interpreter.play.trace import narrate
from interpreter.runtime_errors import diagnose_failure
from interpreter.saved.playback import Playback

REMINDED_LINES = 6
"""The lines of the play-by-play that are shown again when a game is resumed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a saved game (default: the latest unfinished one)")
    add_options(parser, SHOWING | JSON)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    with resume_game(arguments.file, arguments) as resumed:
        head = resumed.opened.saved.head
        if arguments.json:
            check_no_people(resumed.opened.takers, head.ask_dice or head.ask_cards, arguments)
        resumed.print_changes(quiet=arguments.json)
        if not arguments.json and _is_over(resumed):
            return 0
        game_run = resumed.make_run(arguments, ["resume", *([arguments.file] if arguments.file else [])])
        shown = replace(game_run, plain=arguments.plain, transcript=arguments.transcript)
        return run_game(shown, arguments.json)


def _is_over(resumed: ResumedGame) -> bool:
    """Show where the game stands, and say so if it is over. Raises `Rejected` if it cannot continue."""
    opened, session = resumed.opened, resumed.playback.session
    print_header(opened.model, session, opened.takers)
    _remind(resumed.playback)
    if isinstance(session.stop, Failure):
        raise Rejected([diagnose_failure(session.program, session.stop, opened.model)])
    if session.over:
        winners = format_winners(session.program, session.position.winners)
        print(f"This game is over. {winners} `groundrules replay {format_path(opened.path)}` shows it again.")
    return session.over


def _remind(playback: Playback) -> None:
    session = playback.session
    lines: list[str] = []
    for moment in reversed(session.moments):
        lines = [line.text for line in narrate(session.program, moment)] + lines
        if len(lines) >= REMINDED_LINES:
            break
    if lines:
        print(aside("..."))
        print("\n".join(aside(line) for line in lines[-REMINDED_LINES:]))
