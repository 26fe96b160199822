"""`groundrules replay`: a saved game shown again, or compared with other rules."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.command_line import HOUSE, INTERRUPTED, JSON, TRANSCRIPT, add_options, whole_number
from interpreter.cli.game_loop import check_transcript, print_header, write_transcript
from interpreter.cli.saved_games import OpenedSave, find_path, open_saved
from interpreter.cli.terminal.console import aside, write_diagnostics, write_json
from interpreter.cli.terminal.streams import read_line
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.engine import GameOver
from interpreter.loader import format_path
from interpreter.play.session import Entry, MomentAdded, Redone, Session, UndoClosed, Undone
from interpreter.play.trace import describe_wait, format_undone
from interpreter.saved.playback import Playback
from interpreter.saved.transcript import end_to_object, format_end, format_moment, moment_to_object
from interpreter.scene import look_at, write_views

MAX_SPEED = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a saved game (default: the latest)")
    speed, about = whole_number("the speed", 1, MAX_SPEED), "this many lines a second (default: all at once)"
    parser.add_argument("--speed", metavar="LINES", type=speed, default=0, help=about)
    parser.add_argument("--step", action="store_true", help="wait for Enter after each move")
    parser.add_argument("--against", metavar="NAME", help="compare it with this ruleset")
    add_options(parser, HOUSE | TRANSCRIPT | JSON)


def run(arguments: argparse.Namespace) -> int:
    check_transcript(arguments)
    opened = open_saved(_find_path(arguments))
    if arguments.against or arguments.house:
        return _compare(opened, arguments)
    if not arguments.json:
        write_diagnostics(opened.changes, sys.stderr)
    playback = opened.start_playback()
    try:
        if arguments.json:
            _print_json(opened, playback)
        else:
            _show(opened, playback, arguments.speed, arguments.step)
    except KeyboardInterrupt:
        return INTERRUPTED
    if arguments.transcript:
        write_transcript(Path(arguments.transcript), opened.model, playback.session, opened.saved.head)
    return 0


def _find_path(arguments: argparse.Namespace) -> Path:
    """The file that is named, or the latest. Raises `Rejected` if there is none."""
    if arguments.file is not None:
        return find_path(arguments.file, arguments)
    for path in autosave.list_saved():
        return path
    raise Rejected([errors.nothing_saved(format_path(autosave.find_games_folder()))])


# ---- showing


def _show(opened: OpenedSave, playback: Playback, speed: int, step: bool) -> None:
    """Show the game move by move, and the position at the end of the file."""
    session = playback.session
    print_header(opened.model, session, opened.takers)
    _tell(format_moment(session.program, session.moments[0]), speed)
    for _, entry in playback.play():
        lines, _ = _describe_entry(session, entry)
        _tell(lines, speed)
        if step and lines and not _wait_for_enter():
            return
    for line in opened.format_dropped():
        print(aside(line))
    if isinstance(session.stop, GameOver):
        print("\n".join(["", *format_end(opened.model, session)]))
        return
    shown = [line for lines in write_views(look_at(opened.model, session)).values() for line in lines]
    waiting = describe_wait(session.program, session.stop)
    print("\n".join(["", *shown, "", f"Here the table stopped; it waits for {waiting}."]))


def _describe_entry(session: Session, entry: Entry) -> tuple[list[str], dict[str, object]]:
    """An entry as lines, and as an object."""
    match entry:
        case MomentAdded(moment):
            return format_moment(session.program, moment), moment_to_object(session.program, moment)
        case Undone(count):
            return [f"    {format_undone(count)}"], {"undo": count}
        case Redone(count):
            again = [line for each in list(session.moments)[-count:] for line in format_moment(session.program, each)]
            return ["    (done again)", *again], {"redo": count}
        case UndoClosed():
            return ["    (from here on nothing is taken back)"], {"no_undo": True}


def _tell(lines: list[str], speed: int) -> None:
    for line in lines:
        print(line, flush=speed > 0)
        if speed:
            time.sleep(1 / speed)


def _wait_for_enter() -> bool:
    """Wait for Enter; False to stop."""
    print(aside("-- Enter for the next move, q to stop --"), end="", flush=True)
    line = read_line(100)
    if not sys.stdin.isatty():
        print()
    return bool(line) and line.strip().casefold() not in ("q", "quit", "exit")


def _print_json(opened: OpenedSave, playback: Playback) -> None:
    head, session = opened.saved.head, playback.session
    moves = [{"entry": number, **_describe_entry(session, entry)[1]} for number, entry in playback.play()]
    write_json(
        {
            "ruleset": opened.model.name,
            "house_rules": [each.name for each in opened.model.house],
            "options": dict(head.options),
            "seats": list(head.takers),
            "seed": head.seed,
            "game": head.game,
            "changed": [each.message for each in opened.changes],
            "moves": moves,
            "waits_for": describe_wait(session.program, session.stop),
            **end_to_object(opened.model, session),
        }
    )


# ---- against other rules


def _compare(opened: OpenedSave, arguments: argparse.Namespace) -> int:
    """Play the game by both rules, and show the first entry with different results."""
    head = opened.saved.head
    other = open_saved(opened.path, arguments.against or head.ruleset.name, arguments.house)
    names = [_format_rules(each.model.name, [one.name for one in each.model.house]) for each in (opened, other)]
    if names[0] == names[1]:
        before = _format_rules(head.ruleset.name, [each.name for each in head.house])
        names = [before, _format_rules(arguments.against or head.ruleset.name, arguments.house)]
    pairs = zip_longest(_trace_entries(opened.start_playback()), _trace_entries(other.start_playback()))
    parted = next(((number, *pair) for number, pair in enumerate(pairs) if pair[0] != pair[1]), None)
    if arguments.json:
        found = None if parted is None else dict(zip(names, parted[1:], strict=True))
        entries = len(opened.saved.entries)
        write_json({"entries": entries, "parts_at": None if parted is None else parted[0], "then": found})
    elif parted is None:
        print(f"By {names[0]} and by {names[1]} the game is the same: {len(opened.saved.entries)} entries.")
    else:
        number, *courses = parted
        place = f"entry {number} ({opened.saved.entries[number - 1].span.place})" if number else "the beginning"
        print(f"The games part at {place}.")
        for name, course in zip(names, courses, strict=True):
            print(f"\nBy {name}:")
            print("\n".join(f"  {line}" for line in course or ["no more moves"]))
    return 0


def _format_rules(name: str, house: Sequence[str]) -> str:
    return make_visible(name + (f" under {' and '.join(house)}" if house else ""))


def _trace_entries(playback: Playback) -> Iterator[list[str]]:
    """The lines of each entry, and what the game waits for then; at last why it cannot continue, if it cannot."""
    session = playback.session
    yield [*format_moment(session.program, session.moments[0]), _format_waiting(playback)]
    try:
        for _, entry in playback.play():
            yield [*_describe_entry(session, entry)[0], _format_waiting(playback)]
    except Rejected:
        yield [f"this cannot be: {playback.refused}"]


def _format_waiting(playback: Playback) -> str:
    waiting = describe_wait(playback.session.program, playback.session.stop)
    return f"(waits for {waiting})" if waiting else "(over)"
