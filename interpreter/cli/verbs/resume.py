"""`groundrules resume`: go on with a saved game where the table stopped."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from pathlib import Path

from interpreter.characters import visible
from interpreter.cli import autosave
from interpreter.cli.arguments import read_pace
from interpreter.cli.command_line import at_word
from interpreter.cli.common import Verbs, add_json, add_verb
from interpreter.cli.game_loop import Sitting, check_no_people, print_header, sit, sit_for_data
from interpreter.cli.reopen import Opened, open_saved
from interpreter.cli.reports.transcript import check_transcript
from interpreter.cli.terminal.console import aside, write_diagnostics
from interpreter.cli.verbs.play import add_no_undo, add_showing
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.display import show_winners
from interpreter.engine import Failure
from interpreter.loader import shown_path
from interpreter.play.session import UndoClosed
from interpreter.play.trace import retell
from interpreter.runtime_errors import sources_of, tell_failure
from interpreter.saved.playback import Playback

LAST = 6
"""So many lines of the play-by-play are told again before a game goes on."""

ABOUT = """\
Go on with a saved game. Without FILE it is the latest that is not over. FILE is a path, or the name of a game that
`groundrules games` lists."""

EXAMPLE = "  groundrules resume"


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_verb(verbs, "resume", "go on with a saved game", ABOUT, EXAMPLE)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a saved game; the latest unfinished one if left out")
    add_no_undo(parser)
    add_showing(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the game back, tell where it stands, and go on."""
    pace = read_pace(arguments)
    check_transcript(arguments)
    held, opened, playback = _named(arguments) if arguments.file is not None else _latest()
    with closing(held):
        return _go_on(held, opened, playback, arguments, pace)


def _go_on(
    held: autosave.Held, opened: Opened, playback: Playback, arguments: argparse.Namespace, pace: float
) -> int:
    saved, session = opened.saved, playback.session
    if arguments.json:
        check_no_people(opened.takers, saved.head.ask_dice or saved.head.ask_cards, arguments)
    write_diagnostics(opened.changes, sys.stderr)
    if arguments.json:
        return sit_for_data(_sitting(held, opened, playback, arguments, pace))
    if saved.dropped:
        print(f"The last line of the file was only half written, and is left out: {visible(saved.dropped[:60])}")
    print_header(opened.model, session, opened.takers)
    _remind(playback)
    if isinstance(session.stop, Failure):
        raise Rejected([tell_failure(session.program, session.stop, sources_of(opened.model))])
    if session.over:
        winners = show_winners(session.program, session.position.winners)
        print(f"This game is over. {winners} `groundrules replay {shown_path(opened.path)}` shows it again.")
        return 0
    return sit(_sitting(held, opened, playback, arguments, pace))


def _sitting(
    held: autosave.Held, opened: Opened, playback: Playback, arguments: argparse.Namespace, pace: float
) -> Sitting:
    """The table where it stopped, with its file open."""
    saved, session = opened.saved, playback.session
    keeper = held.go_on(session.program, saved.head.seed, len(saved.entries))
    if arguments.no_undo and not playback.no_undo:
        keeper.keep(UndoClosed())
    words = ["groundrules", "resume", *([arguments.file] if arguments.file else [])]
    return Sitting(
        *(opened.model, session, saved.head, opened.options, opened.takers, keeper, pace),
        plain=arguments.plain,
        transcript=arguments.transcript,
        resume=visible(shlex.join(words)),
        groups=playback.groups,
        undo=not (playback.no_undo or arguments.no_undo),
    )


def _named(arguments: argparse.Namespace) -> tuple[autosave.Held, Opened, Playback]:
    try:
        path = autosave.find_saved(arguments.file)
    except Rejected as rejected:
        raise Rejected([at_word(arguments, arguments.file, each) for each in rejected.diagnostics]) from None
    return _played_back(path)


def _latest() -> tuple[autosave.Held, Opened, Playback]:
    """The latest game that is not over. A file that cannot be used is told where it is the latest."""
    for path in autosave.all_saved():
        held, opened, playback = _played_back(path)
        if not playback.session.over:
            return held, opened, playback
        held.close()
    raise Rejected([errors.saved_missing("", (), shown_path(autosave.games_folder()))])


def _played_back(path: Path) -> tuple[autosave.Held, Opened, Playback]:
    """A saved game played back, and its file, which nobody else adds to from now on."""
    held = autosave.Held(path)
    try:
        opened = open_saved(path, source=held.read())
        playback = opened.playback()
        for _ in playback.play():
            pass
    except BaseException:
        held.close()
        raise
    return held, opened, playback


def _remind(playback: Playback) -> None:
    """The last lines of the play-by-play."""
    session = playback.session
    lines: list[str] = []
    for moment in reversed(session.moments):
        lines = [told.text for told in retell(session.program, moment)] + lines
        if len(lines) >= LAST:
            break
    if lines:
        print(aside("..."))
        print("\n".join(aside(line) for line in lines[-LAST:]))
