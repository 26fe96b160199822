"""Plays a game at the terminal to its end, or until everybody leaves: what `play` and `resume` share."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from interpreter.bots.seats import DEFAULT
from interpreter.cli.autosave import SaveFile
from interpreter.cli.command_line import INTERRUPTED, misuse_at
from interpreter.cli.result_files import write_result
from interpreter.cli.terminal.console import aside, can_use_screen, strong, write_json
from interpreter.cli.terminal.plain_table import Paper, PlainTable
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing, usage
from interpreter.display import event_to_object, format_seat, format_winner, list_shown
from interpreter.engine import Failure
from interpreter.model import Model
from interpreter.play.session import Entry
from interpreter.play.trace import Session
from interpreter.runtime_errors import diagnose_failure
from interpreter.saved import Head
from interpreter.saved.transcript import format_transcript, list_transcript_objects, to_json_lines
from interpreter.scene import look_at, write_views
from interpreter.settings import format_settings
from interpreter.table import Setup, Table
from interpreter.table.seats import BOT, HUMAN, SeatAssignment, list_bots, list_people, make_decider

TRANSCRIPTS = (".txt", ".jsonl")

MAX_RULEBOOK_WIDTH = 200
"""The columns of paper that is no terminal."""


@dataclass(frozen=True)
class GameRun:
    """A game about to be played: its rules and where it stands, who plays, where it is saved, and how it is shown.
    `again` says how the same dice come again, `resume` how the game is resumed; without `undo` nothing is taken
    back."""

    model: Model
    session: Session
    head: Head
    options: dict[str, int]
    takers: Sequence[SeatAssignment]
    save_file: SaveFile | None
    pace: float
    plain: bool = False
    transcript: str | None = None
    again: str = ""
    resume: str = ""
    groups: Sequence[int] = ()
    undo: bool = True

    def make_table(self) -> Table:
        head = self.head
        chosen = format_settings(self.model, self.options)
        settings = [f"{name} = {value}" for name, value in chosen.items()]
        dice = (head.own_dice, head.ask_dice, head.ask_cards)
        bots = list_bots(self.takers)
        setup = Setup(list_people(self.takers), settings, self.options, *dice, self.undo, self._write_rulebook, bots)
        decide = make_decider(self.session.engine, self.takers, head.seed, head.game)
        table = Table(self.model, self.session, decide, setup, self.keep)
        table.restore(self.groups)
        return table

    def _write_rulebook(self) -> tuple[str, ...]:
        from interpreter.cli.reports.rulebook import format_rulebook
        from interpreter.rulebook.overlay_marks import make_marked_rulebook

        return tuple(format_rulebook(make_marked_rulebook(self.model, self.options), str))

    def keep(self, entry: Entry) -> None:
        if self.save_file is not None:
            self.save_file.append(self.session, entry)


def run_game(game_run: GameRun, as_json: bool) -> int:
    """Play to the end, and give the exit code. As JSON nobody is asked anything."""
    code = 0
    table = game_run.make_table()
    try:
        if as_json:
            deque(table.go_on(), maxlen=0)
        elif not _play(game_run, table):
            print(format_farewell(game_run))
    except KeyboardInterrupt:
        print(f"\n{format_farewell(game_run)}", file=sys.stderr if as_json else sys.stdout)
        code = INTERRUPTED
    finally:
        if game_run.save_file is not None:
            game_run.save_file.close()
        if game_run.transcript is not None:
            write_transcript(Path(game_run.transcript), game_run.model, game_run.session, game_run.head)
    refuse_failure(game_run)
    if as_json and not code:
        write_json(_to_object(game_run))
    return code


def check_no_people(
    takers: Sequence[SeatAssignment], asking: bool, arguments: argparse.Namespace, asked: Sequence[str] = ()
) -> None:
    """Raise `UsageError` if somebody would be asked: a person in a seat, or people who bring their own dice or cards
    (`asking`), as the words `asked` on the command line say."""
    people = list_people(takers)
    if people or asking:
        misuse_at(arguments, "--json", playing.people_without_words(bool(people), asked))


def _to_object(game_run: GameRun) -> dict[str, object]:
    model, session, program = game_run.model, game_run.session, game_run.session.program
    return {
        "ruleset": model.name,
        "options": format_settings(model, game_run.options),
        "house_rules": [each.name for each in model.house],
        "players": len(program.seats),
        "strategies": {format_seat(program, seat): taker.name or DEFAULT for seat, taker in enumerate(game_run.takers)},
        "seed": session.seed,
        "game": session.game,
        "events": [event_to_object(program, event) for event in list_shown(program, session.events)],
        "winners": [format_winner(program, each) for each in session.position.won],
        "without_result": session.position.void,
        "views": {name: list(lines) for name, lines in write_views(look_at(game_run.model, session)).items()},
    }


def _play(game_run: GameRun, table: Table) -> bool:
    """Play on the whole screen, where people sit at a terminal that has one, else line by line; False if somebody left
    before the end."""
    people = list_people(game_run.takers) or game_run.head.ask_dice or game_run.head.ask_cards
    lines = PlainTable(table, None if people else _make_paper(game_run.plain), game_run.pace)
    if game_run.plain or not people or not can_use_screen():
        return lines.play()
    from interpreter.cli.terminal.screen import play_on_screen

    who = format_header(game_run.model, game_run.session, game_run.takers)
    finished = play_on_screen(table, game_run.model.title, who, game_run.pace)
    if finished and not isinstance(game_run.session.stop, Failure):
        lines.finish()
    return finished


def print_header(model: Model, session: Session, takers: Sequence[SeatAssignment]) -> None:
    number = f", game {session.game}" if session.game else ""
    print(strong(f"{model.title}, seed {session.seed}{number}"))
    for line in format_header(model, session, takers):
        print(aside(line))
    if not list_people(takers):
        print()


def format_header(model: Model, session: Session, takers: Sequence[SeatAssignment]) -> list[str]:
    """The house rules in force, and who plays."""
    alone = len(list_people(takers)) == 1
    lines = [f"house rules: {each.title}" for each in model.house]
    for seat, taker in enumerate(takers):
        place = format_seat(session.program, seat)
        if taker.human:
            shown = taker.name if taker.name and taker.name not in place else "you" if alone else HUMAN
        else:
            shown = BOT if taker.name in ("", DEFAULT) else f"{BOT} ({taker.name})"
        lines.append(f"{place}: {shown}")
    return lines


def _make_paper(plain: bool) -> Paper:
    """As wide as the terminal; what goes to a pipe is as wide as it needs to be."""
    if plain:
        return Paper(0)
    return Paper(shutil.get_terminal_size().columns if sys.stdout.isatty() else MAX_RULEBOOK_WIDTH)


def format_farewell(game_run: GameRun) -> str:
    if game_run.save_file is None:
        return "Game not saved." + f" For the same dice again: {game_run.again}" * bool(game_run.again)
    return f"Game saved. Continue any time with: {game_run.resume}"


def refuse_failure(game_run: GameRun) -> None:
    session = game_run.session
    if isinstance(session.stop, Failure):
        again = game_run.again or f"--seed {session.seed}{f' --game {session.game}' if session.game else ''}"
        note = f"it can be seen again with `{again}`"
        raise Rejected([diagnose_failure(session.program, session.stop, game_run.model, note)])


# ---- transcripts: text, or, for FILE.jsonl, lines of JSON


def check_transcript(arguments: argparse.Namespace) -> None:
    """See that a transcript can be written where it is expected. Raises `UsageError` for a name that does not say
    how."""
    name = arguments.transcript
    if name is not None and Path(name).suffix not in TRANSCRIPTS:
        misuse_at(arguments, name, usage.transcript_ending(name))


def write_transcript(path: Path, model: Model, session: Session, head: Head) -> None:
    """Write the play-by-play, over an older one in this file. Raises `Rejected` if it cannot be written."""
    if path.suffix == TRANSCRIPTS[1]:
        lines = to_json_lines(list_transcript_objects(model, session, head))
    else:
        lines = format_transcript(model, session, head)
    write_result(path, "".join(f"{line}\n" for line in lines))
