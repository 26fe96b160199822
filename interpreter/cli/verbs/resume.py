"""`groundrules resume`: go on with a saved game where the table stopped."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from pathlib import Path

from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.command_line import place_at_word
from interpreter.cli.game_loop import GameRun, check_no_people, print_header, run_game, run_game_for_data
from interpreter.cli.options import JSON, SHOWING, add_options
from interpreter.cli.reopen import OpenedSave, open_saved
from interpreter.cli.reports.transcript import check_transcript
from interpreter.cli.terminal.console import aside, write_diagnostics
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.display import format_winners
from interpreter.engine import Failure
from interpreter.loader import format_path
from interpreter.play.session import UndoClosed
from interpreter.play.trace import narrate
from interpreter.runtime_errors import collect_sources, diagnose_failure
from interpreter.saved.playback import Playback

REMINDED_LINES = 6
"""So many lines of the play-by-play are told again before a game goes on."""

ABOUT = """\
Go on with a saved game. Without FILE it is the latest that is not over. FILE is a path, or the name of a game that
`groundrules games` lists."""

EXAMPLE = "  groundrules resume"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a saved game; the latest unfinished one if left out")
    add_options(parser, SHOWING | JSON)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    held, opened, playback = _open_named(arguments) if arguments.file is not None else _open_latest()
    with closing(held):
        return _go_on(held, opened, playback, arguments)


def _go_on(
    held: autosave.LockedSave, opened: OpenedSave, playback: Playback, arguments: argparse.Namespace
) -> int:
    saved, session = opened.saved, playback.session
    if arguments.json:
        check_no_people(opened.takers, saved.head.ask_dice or saved.head.ask_cards, arguments)
    write_diagnostics(opened.changes, sys.stderr)
    if arguments.json:
        return run_game_for_data(_make_run(held, opened, playback, arguments))
    if saved.dropped:
        print(f"The last line of the file was only half written, and is left out: {make_visible(saved.dropped[:60])}")
    print_header(opened.model, session, opened.takers)
    _remind(playback)
    if isinstance(session.stop, Failure):
        raise Rejected([diagnose_failure(session.program, session.stop, collect_sources(opened.model))])
    if session.over:
        winners = format_winners(session.program, session.position.winners)
        print(f"This game is over. {winners} `groundrules replay {format_path(opened.path)}` shows it again.")
        return 0
    return run_game(_make_run(held, opened, playback, arguments))


def _make_run(
    held: autosave.LockedSave, opened: OpenedSave, playback: Playback, arguments: argparse.Namespace
) -> GameRun:
    saved, session = opened.saved, playback.session
    save_file = held.reopen(session.program, saved.head.seed, len(saved.entries))
    if arguments.no_undo and not playback.no_undo:
        save_file.append(UndoClosed())
    words = ["groundrules", "resume", *([arguments.file] if arguments.file else [])]
    return GameRun(
        *(opened.model, session, saved.head, opened.options, opened.takers, save_file, arguments.pace),
        plain=arguments.plain,
        transcript=arguments.transcript,
        resume=make_visible(shlex.join(words)),
        groups=playback.groups,
        undo=not (playback.no_undo or arguments.no_undo),
    )


def _open_named(arguments: argparse.Namespace) -> tuple[autosave.LockedSave, OpenedSave, Playback]:
    try:
        path = autosave.find_saved(arguments.file)
    except Rejected as rejected:
        raise Rejected([place_at_word(arguments, arguments.file, each) for each in rejected.diagnostics]) from None
    return _play_back(path)


def _open_latest() -> tuple[autosave.LockedSave, OpenedSave, Playback]:
    """The latest game that is not over. A file that cannot be used is told where it is the latest."""
    for path in autosave.list_saved():
        held, opened, playback = _play_back(path)
        if not playback.session.over:
            return held, opened, playback
        held.close()
    raise Rejected([errors.saved_missing("", (), format_path(autosave.find_games_folder()))])


def _play_back(path: Path) -> tuple[autosave.LockedSave, OpenedSave, Playback]:
    """A saved game played back, and its file, which nobody else adds to from now on."""
    held = autosave.LockedSave(path)
    try:
        opened = open_saved(path, source=held.read())
        playback = opened.start_playback()
        for _ in playback.play():
            pass
    except BaseException:
        held.close()
        raise
    return held, opened, playback


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
