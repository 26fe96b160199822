"""Sitting at a table from now to its end, or until everybody leaves: what `verbs/play` and `verbs/resume` share."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.bots.seats import DEFAULT
from interpreter.cli.autosave import Keeper
from interpreter.cli.command_line import at_word, misuse
from interpreter.cli.reports.transcript import write_transcript
from interpreter.cli.terminal.console import aside, strong, write_json
from interpreter.cli.terminal.paper import Paper
from interpreter.cli.terminal.plain_table import Lines
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing
from interpreter.display import event_object, show_seat, show_winner
from interpreter.engine import Failure
from interpreter.model import Model
from interpreter.play.session import Entry
from interpreter.play.trace import Session, views
from interpreter.runtime_errors import sources_of, tell_failure
from interpreter.saved import Head
from interpreter.settings import show_settings
from interpreter.table import Setup, Table
from interpreter.table.seats import BOT, HUMAN, Taker, decider, people_of, settings_lines

INTERRUPTED = 130

LEAST_COLUMNS, LEAST_LINES = 40, 12
"""A terminal smaller than this has plain lines."""

WIDE = 200
"""The columns of paper that is no terminal."""


@dataclass(frozen=True)
class Sitting:
    """A game that is about to go on: its rules and where it stands, who plays, where it is kept, and how it is shown.
    `again` says how the same dice come again, `resume` how the game is gone on with; without `undo` nothing is taken
    back."""

    model: Model
    session: Session
    head: Head
    options: dict[str, int]
    takers: Sequence[Taker]
    keeper: Keeper | None
    pace: float = 0
    plain: bool = False
    transcript: str | None = None
    again: str = ""
    resume: str = ""
    groups: Sequence[int] = ()
    undo: bool = True

    def table(self) -> Table:
        """The table, with everybody at it."""
        head = self.head
        settings = settings_lines(self.model, self.options)
        dice = (head.own_dice, head.ask_dice, head.ask_cards)
        setup = Setup(people_of(self.takers), settings, self.options, *dice, self.undo, self._rulebook)
        table = Table(self.model, self.session, decider(self.session.engine, self.takers, head.seed), setup, self.keep)
        table.restore(self.groups)
        return table

    def _rulebook(self) -> tuple[str, ...]:
        from interpreter.cli.rulebook import rulebook
        from interpreter.cli.rulebook.text import rulebook_lines

        return tuple(rulebook_lines(rulebook(self.model, self.options), str))

    def keep(self, entry: Entry) -> None:
        """Write down what has happened."""
        if self.keeper is not None:
            self.keeper.keep(entry)


def sit(sitting: Sitting) -> int:
    """Play on, and tell what happens; the result is the exit code."""
    code = 0
    try:
        if not _play(sitting, sitting.table()):
            print(_farewell(sitting))
    except KeyboardInterrupt:
        print(f"\n{_farewell(sitting)}")
        code = INTERRUPTED
    finally:
        if sitting.keeper is not None:
            sitting.keeper.close()
        if sitting.transcript is not None:
            write_transcript(Path(sitting.transcript), sitting.model, sitting.session, sitting.head)
    _refuse_failure(sitting)
    return code


def check_no_people(takers: Sequence[Taker], asking: bool, arguments: argparse.Namespace) -> None:
    """See that nobody would be asked anything; `asking` tells whether dice or cards of people's own are. Raises
    `Misused` if somebody would."""
    if people_of(takers) or asking:
        misuse(at_word(arguments, "--json", playing.people_without_words()))


def sit_for_data(sitting: Sitting) -> int:
    """Let bots play on, and print the whole game as one object."""
    session = sitting.session
    try:
        for _ in sitting.table().go_on():
            pass
    finally:
        if sitting.keeper is not None:
            sitting.keeper.close()
    if sitting.transcript is not None:
        write_transcript(Path(sitting.transcript), sitting.model, session, sitting.head)
    _refuse_failure(sitting)
    write_json(_as_object(sitting))
    return 0


def _as_object(sitting: Sitting) -> dict[str, object]:
    model, session, program = sitting.model, sitting.session, sitting.session.program
    return {
        "ruleset": model.name,
        "options": show_settings(model, sitting.options),
        "house_rules": [each.name for each in model.house],
        "players": len(program.seats),
        "strategies": {show_seat(program, seat): taker.name or DEFAULT for seat, taker in enumerate(sitting.takers)},
        "seed": session.seed,
        "events": [event_object(program, event) for event in session.events],
        "winners": [show_winner(program, each) for each in session.position.won],
        "without_result": session.position.void,
        "views": {name: list(lines) for name, lines in views(session.engine, session.position).items()},
    }


def _play(sitting: Sitting, table: Table) -> bool:
    """Play on the whole screen, where people sit at a terminal that has one, else line by line; False if somebody left
    before the end."""
    people = people_of(sitting.takers) or sitting.head.ask_dice or sitting.head.ask_cards
    lines = Lines(table, None if people else _paper(sitting.plain), sitting.pace)
    if sitting.plain or not people or not fits_screen():
        return lines.play()
    from interpreter.cli.terminal.screen import play_on_screen

    who = header_lines(sitting.session, sitting.takers)
    finished = play_on_screen(table, sitting.model.title, who, sitting.pace)
    if finished and not isinstance(sitting.session.stop, Failure):
        lines.finish()
    return finished


def fits_screen() -> bool:
    """Whether there is a terminal, for keys and for showing, that can show a whole screen and is large enough."""
    if os.environ.get("TERM", "") in ("", "dumb") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES


def print_header(model: Model, session: Session, takers: Sequence[Taker]) -> None:
    """The title, and who plays."""
    print(strong(f"{model.title}, seed {session.seed}"))
    for line in header_lines(session, takers):
        print(aside(line))
    if not people_of(takers):
        print()


def header_lines(session: Session, takers: Sequence[Taker]) -> list[str]:
    """Who plays, a line for each seat."""
    alone = len(people_of(takers)) == 1
    lines = []
    for seat, taker in enumerate(takers):
        place = show_seat(session.program, seat)
        if taker.human:
            shown = taker.name if taker.name and taker.name not in place else "you" if alone else HUMAN
        else:
            shown = BOT if taker.name in ("", DEFAULT) else f"{BOT} ({taker.name})"
        lines.append(f"{place}: {shown}")
    return lines


def _paper(plain: bool) -> Paper:
    """As wide as the terminal; what goes to a pipe is as wide as it needs to be."""
    if plain:
        return Paper(0)
    return Paper(shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE)


def _farewell(sitting: Sitting) -> str:
    if sitting.keeper is None:
        return f"The game stops here. For the same dice again: {sitting.again}"
    return f"The game stops here, and nothing of it is lost. To go on: {sitting.resume}"


def _refuse_failure(sitting: Sitting) -> None:
    session = sitting.session
    if isinstance(session.stop, Failure):
        again = sitting.again or f"--seed {session.seed}"
        note = f"it can be seen again with `{again}`"
        raise Rejected([tell_failure(session.program, session.stop, sources_of(sitting.model), note)])
