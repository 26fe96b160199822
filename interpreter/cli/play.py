"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from collections.abc import Sequence

from interpreter.cli.asked import add_playing_verb, chosen_seed, command_line_at_fault, read_pace
from interpreter.cli.common import NAME_HELP, Verbs, chosen_players, chosen_settings, load
from interpreter.cli.console import aside, strong, write_json
from interpreter.cli.lines import Lines
from interpreter.cli.seating import SEAT_HELP, chosen_seats
from interpreter.cli.watching import Paper
from interpreter.cli.words import at_word, misuse
from interpreter.diagnostics import Rejected
from interpreter.engine import Failure
from interpreter.errors import playing
from interpreter.lower import lower
from interpreter.mishaps import sources_of, tell_failure
from interpreter.model import Model
from interpreter.play import Session, views
from interpreter.seats import DEFAULT
from interpreter.settings import show_settings
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seating import BOT, HUMAN, Taker, decider, people_of, settings_lines, with_names
from interpreter.wording import event_object, show_seat, show_winner

INTERRUPTED = 130

WIDE = 200
"""The columns of paper that is no terminal."""

ABOUT = """\
Play one game at the terminal: people, bots, or both. Each seat is taken by `human` or `human:NAME`, by `bot`, which
plays the ruleset's defaults, or by `bot:STRATEGY`. Without --seat the first side, or the first player, is yours. Type ?
at any question for what else you can do there. The same seed gives the same dice."""

EXAMPLE = "  groundrules play two_dice --seat all=bot --seed 7"


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_playing_verb(verbs, "play", "play a game at the terminal: people, bots or both", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument("--seat", dest="seats", metavar="SEAT=WHO", action="append", default=[], help=SEAT_HELP)
    parser.add_argument("--auto-roll", action="store_true", help="roll for people too, and ask them to decide only")
    parser.add_argument("--pace", metavar="SECONDS", default="0", help="wait so long after each line")
    parser.add_argument("--plain", action="store_true", help="one line after another: nothing side by side")


def run(arguments: argparse.Namespace) -> int:
    """Play, and tell what happens."""
    seed, pace = chosen_seed(arguments), read_pace(arguments)
    model = load(arguments.name, arguments.house)
    with command_line_at_fault():
        options = chosen_settings(model, arguments)
        players = chosen_players(model, arguments)
        takers = chosen_seats(model, lower(model, options, players), arguments)
    model = with_names(model, takers)
    session = Session(Stepper(lower(model, options, players)), seed)
    if arguments.json:
        return _print_json(model, session, takers, options, arguments)
    _print_header(model, session, takers)
    people = people_of(takers)
    setup = Setup(people, settings_lines(model, options), options, not arguments.auto_roll)
    table = Table(model, session, decider(session.engine, takers, seed), setup)
    face = Lines(table, _paper(arguments.plain) if not people else None, pace)
    try:
        finished = face.play()
    except KeyboardInterrupt:
        print(f"\n{_farewell(arguments, seed)}")
        return INTERRUPTED
    if not finished:
        print(_farewell(arguments, seed))
    _refuse_failure(model, session)
    return 0


def _paper(plain: bool) -> Paper:
    """As wide as the terminal; what goes to a pipe is as wide as it needs to be."""
    if plain:
        return Paper(0)
    return Paper(shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE)


def _print_header(model: Model, session: Session, takers: Sequence[Taker]) -> None:
    print(strong(f"{model.title}, seed {session.seed}"))
    for seat, taker in enumerate(takers):
        place = show_seat(session.program, seat)
        if taker.human:
            shown = taker.name if taker.name and taker.name not in place else HUMAN
        else:
            shown = BOT if taker.name == DEFAULT else f"{BOT} ({taker.name})"
        print(aside(f"{place}: {shown}"))
    if not people_of(takers):
        print()


def _farewell(arguments: argparse.Namespace, seed: int) -> str:
    words = list(arguments.command_line.words)
    again = words if arguments.seed is not None else [*words, "--seed", str(seed)]
    return f"The game stops here. For the same dice again: groundrules {shlex.join(again)}"


def _refuse_failure(model: Model, session: Session) -> None:
    if isinstance(session.stop, Failure):
        note = f"it can be seen again with `--seed {session.seed}`"
        raise Rejected([tell_failure(session.program, session.stop, sources_of(model), note)])


# ---- as data


def _print_json(
    model: Model, session: Session, takers: Sequence[Taker], options: dict[str, int], arguments: argparse.Namespace
) -> int:
    """Play a game of bots and print it as one object."""
    if people_of(takers):
        misuse(at_word(arguments, "--json", playing.people_without_words()))
    decide = decider(session.engine, takers, session.seed)
    events = [*session.moments[0].events]
    while not session.over:
        events += session.step(decide).events
    _refuse_failure(model, session)
    program = session.program
    write_json(
        {
            "ruleset": model.name,
            "options": show_settings(model, options),
            "house_rules": [],
            "players": len(program.seats),
            "strategies": {show_seat(program, seat): taker.name for seat, taker in enumerate(takers)},
            "seed": session.seed,
            "events": [event_object(program, event) for event in events],
            "winners": [show_winner(program, each) for each in dict.fromkeys(session.position.winners)],
            "views": {name: list(lines) for name, lines in views(session.engine, session.position).items()},
        }
    )
    return 0
