"""A saved game that is gone on with: what `resume` and `web` go on with."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.command_line import place_at_word
from interpreter.cli.game_loop import GameRun
from interpreter.cli.reopen import OpenedSave, open_saved
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.loader import format_path
from interpreter.play.session import UndoClosed
from interpreter.saved.playback import Playback


@dataclass(frozen=True)
class ResumedGame:
    """A saved game that has been played back, and its file, which nobody else adds to until it is closed."""

    held: autosave.LockedSave
    opened: OpenedSave
    playback: Playback

    def run_on(self, arguments: argparse.Namespace, words: Sequence[str]) -> GameRun:
        """The game as it goes on, kept in the same file. `words` of a command line go on with it once more."""
        saved, session = self.opened.saved, self.playback.session
        save_file = self.held.reopen(session.program, saved.head.seed, len(saved.entries))
        if arguments.no_undo and not self.playback.no_undo:
            save_file.append(UndoClosed())
        opened = self.opened
        return GameRun(
            *(opened.model, session, saved.head, opened.options, opened.takers, save_file, arguments.pace),
            resume=make_visible(shlex.join(["groundrules", *words])),
            groups=self.playback.groups,
            undo=not (self.playback.no_undo or arguments.no_undo),
        )


def format_dropped(line: str) -> str:
    return f"The last line of the file was only half written, and is left out: {make_visible(line[:60])}"


def open_game(file: str | None, arguments: argparse.Namespace) -> ResumedGame:
    """The saved game that is named, or the latest that is not over. Raises `Rejected` if there is none."""
    return _open_named(file, arguments) if file is not None else _open_latest()


def _open_named(file: str, arguments: argparse.Namespace) -> ResumedGame:
    try:
        path = autosave.find_saved(file)
    except Rejected as rejected:
        raise Rejected([place_at_word(arguments, file, each) for each in rejected.diagnostics]) from None
    return _play_back(path)


def _open_latest() -> ResumedGame:
    """The latest game that is not over. A file that cannot be used is reported where it is the latest."""
    for path in autosave.list_saved():
        resumed = _play_back(path)
        if not resumed.playback.session.over:
            return resumed
        resumed.held.close()
    raise Rejected([errors.saved_missing("", (), format_path(autosave.find_games_folder()))])


def _play_back(path: Path) -> ResumedGame:
    held = autosave.LockedSave(path)
    try:
        opened = open_saved(path, source=held.read())
        playback = opened.start_playback()
        for _ in playback.play():
            pass
    except BaseException:
        held.close()
        raise
    return ResumedGame(held, opened, playback)
