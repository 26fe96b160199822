"""`groundrules games`: the saved games there are."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

from interpreter.characters import make_visible
from interpreter.cli.autosave import find_games_folder, list_saved
from interpreter.cli.command_line import JSON, add_options
from interpreter.cli.saved_games import Loaded, open_saved
from interpreter.cli.terminal.console import align_columns, strong, write_json
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.display import format_winners
from interpreter.engine import GameOver
from interpreter.loader import format_path
from interpreter.play.trace import describe_wait
from interpreter.scene import look_at, write_views

DATE_FORMAT = "%Y-%m-%d %H:%M"

RECENT_GAMES = 20

MAX_SCORE_WIDTH = 90


@dataclass(frozen=True)
class ListedGame:
    """A line of the list."""

    name: str
    played: str
    title: str
    seats: tuple[str, ...]
    entries: int
    score: str
    state: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=f"list all of them, not only the latest {RECENT_GAMES}")
    add_options(parser, JSON)


def run(arguments: argparse.Namespace) -> int:
    paths = list_saved()
    loaded: Loaded = {}
    listed = [_describe_game(path, loaded) for path in (paths if arguments.all else paths[:RECENT_GAMES])]
    if arguments.json:
        write_json({"folder": str(find_games_folder()), "games": [vars(each) for each in listed]})
    elif not listed:
        print(f"There are no saved games in {format_path(find_games_folder())}.")
    else:
        for each in listed:
            print(strong(make_visible(each.name)))
            rows = [("  ", each.played, f"{each.title}: {', '.join(each.seats)}"), ("  ", "", each.state)]
            rows += [("  ", "", each.score)] if each.score else []
            print("\n".join(align_columns(rows)))
        left_out = len(paths) - len(listed)
        print(
            f"\nThey lie in {format_path(find_games_folder())}."
            + (f" {left_out} older ones: --all" if left_out else "")
        )
    return 0


def _describe_game(path: Path, loaded: Loaded) -> ListedGame:
    played = time.strftime(DATE_FORMAT, time.localtime(path.stat().st_mtime))
    try:
        opened = open_saved(path, loaded=loaded)
        playback = opened.play_back()
    except Rejected as rejected:
        return ListedGame(path.stem, played, "cannot be used", (), 0, "", rejected.diagnostics[0].message)
    session = playback.session
    shown = write_views(look_at(opened.model, session))
    score = next((lines[0].strip() for lines in shown.values() if len(lines) == 1), _format_score(shown.values()))
    if isinstance(session.stop, GameOver):
        state = f"over: {format_winners(session.program, session.position.winners)}"
    else:
        state = f"waits for {describe_wait(session.program, session.stop) or 'nothing: it broke'}"
    state += "; the rules have changed since" if opened.changes else ""
    entries = len(opened.saved.entries)
    return ListedGame(path.stem, played, opened.saved.head.title, opened.saved.head.takers, entries, score, state)


def _format_score(shown: Iterable[tuple[str, ...]]) -> str:
    lines = next((lines for lines in shown if lines), ())
    line = "; ".join(" ".join(each.split()) for each in lines)
    return line if len(line) <= MAX_SCORE_WIDTH else f"{line[:MAX_SCORE_WIDTH]}..."
