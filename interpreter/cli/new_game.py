"""A new game for people, bots or both, from the words of a command line: what `play` and `web` begin with."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.arguments import MAX_SEED, blame_command_line, read_seats, read_seed
from interpreter.cli.command_line import SETTINGS, Options, misuse_at, whole_number
from interpreter.cli.game_loop import GameRun
from interpreter.cli.loading import load_game, read_chosen_players, read_chosen_settings
from interpreter.cli.terminal.console import write_diagnostics
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import playing, usage
from interpreter.display import call_people
from interpreter.lower import lower
from interpreter.play.own_cards import is_unseen
from interpreter.play.trace import Session
from interpreter.program import Draw, Program
from interpreter.saved import ANEW, NEVER, Head
from interpreter.saved.writer import make_head
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, list_people

if TYPE_CHECKING:
    from interpreter.party import Party

ASK, AUTO = "ask", "auto"

SEAT_HELP = """\
human, human:NAME, bot, or bot:LEVEL, which is easy, fair or strong (or a strategy); SEAT is a number, a name, a side,
or `all` (may be given more than once)"""

SEATING: Options = {
    "--players": SETTINGS["--players"] | {"help": "how many play (default: the fewest with an opponent)"},
    "--seat": {"dest": "seats", "metavar": "SEAT=WHO", "action": "append", "default": [], "help": SEAT_HELP},
    "--game": {
        "metavar": "N",
        "type": whole_number("the number of a game", 0, MAX_SEED),
        "default": 0,
        "help": "play this game of the seed, counted from 0 as simulations count theirs (default: 0)",
    },
    "--auto-roll": {"action": "store_true", "help": "roll for people too, and ask them to decide only"},
    "--dice": {
        "choices": (ASK, AUTO),
        "default": AUTO,
        "help": "ask: you throw your own dice and type them",
    },
    "--cards": {
        "choices": (ASK, AUTO),
        "default": AUTO,
        "help": "ask: you deal your own cards, and type those that are face up",
    },
    "--save": {"metavar": "FILE", "help": "save the game in this file, even a game of bots alone"},
    "--no-save": {"action": "store_true", "help": "do not save the game"},
}
"""What a verb takes that begins a game, beside what every game takes."""


def begin_game(arguments: argparse.Namespace) -> GameRun:
    """A game that has just begun and is not kept yet. Raises `Rejected` for what cannot be played."""
    seed = read_seed(arguments)
    model = load_game(arguments.name, arguments.house)
    with blame_command_line():
        options = read_chosen_settings(model, arguments)
        players = read_chosen_players(model, arguments) or model.usual_players
        program = lower(model, options, players)
        takers = read_seats(model, program, arguments)
        _check_asking(program, arguments)
    stepper = Stepper(call_people(program, list_people(takers)))
    session = Session(stepper, seed, arguments.game, own_cards=arguments.cards == ASK)
    written = [each.format for each in takers]
    head = replace(
        make_head(arguments.name, arguments.house, model, options, session.program, written, seed, arguments.game),
        own_dice=not arguments.auto_roll,
        ask_dice=arguments.dice == ASK,
        ask_cards=arguments.cards == ASK,
        undo=NEVER if arguments.no_undo else ANEW,
    )
    words = [*arguments.command_line.words, *([] if arguments.seed is not None else ["--seed", str(seed)])]
    return GameRun(
        *(model, session, head, options, takers, None, arguments.pace),
        again=f"groundrules {make_visible(shlex.join(words))}",
        undo=not arguments.no_undo,
    )


def keep_game(game_run: GameRun, arguments: argparse.Namespace, verb: str, option: str = "") -> GameRun:
    """The same, kept in a file as it goes, unless it is not to be kept. `verb` and `option` resume it later."""
    words = [verb, *([option] if option else []), *([arguments.save] if arguments.save else [])]
    save_file = _open_save(game_run.head, game_run.takers, arguments)
    return replace(game_run, save_file=save_file, resume=f"groundrules {make_visible(shlex.join(words))}")


def follow_game(before: GameRun, party: Party, arguments: argparse.Namespace) -> GameRun:
    """The next game at a table, kept as the one before was, in a file of its own: `NAME-2.toml` follows `NAME.toml`."""
    table = party.table
    model, session, people = table.model, table.session, table.setup.people
    seats = range(len(table.program.seats))
    takers = [SeatAssignment(seat in people, people.get(seat) or table.setup.bots.get(seat, "")) for seat in seats]
    written = [each.format for each in takers]
    if model is before.model:
        head = replace(before.head, takers=tuple(written), seed=session.seed, game=0)
    else:
        head = make_head(model.name, (), model, {}, session.program, written, session.seed)
    stems = (Path(arguments.save).with_stem(f"{Path(arguments.save).stem}-{number}") for number in count(2))
    name = str(next(stem for stem in stems if not stem.exists())) if arguments.save else None
    words = argparse.Namespace(**{**vars(arguments), "save": name})
    game_run = replace(before, model=model, session=session, head=head, takers=takers, again="")
    kept = keep_game(game_run, words, "web", "--resume")
    for each in (table, *party.faces.values()):
        each.keep = kept.keep
    return kept


def _open_save(head: Head, takers: Sequence[SeatAssignment], arguments: argparse.Namespace) -> autosave.SaveFile | None:
    """Where the game is kept: in the file that is named, or, with people in it, among the saved games. A folder for
    these that cannot be written to is reported, and the game begins."""
    if arguments.save:
        if os.path.exists(arguments.save):
            misuse_at(arguments, arguments.save, usage.file_there(arguments.save))
        return autosave.create_save(head, Path(arguments.save))
    if arguments.no_save or not (list_people(takers) or ASK in (arguments.dice, arguments.cards)):
        return None
    try:
        return autosave.create_save(head, None)
    except Rejected as rejected:
        write_diagnostics(rejected.diagnostics, sys.stderr)
        print("The game goes on, but is not kept.", file=sys.stderr)
        return None


def _check_asking(program: Program, arguments: argparse.Namespace) -> None:
    """See that the game has what people want to bring. Raises `UsageError` if not."""
    if arguments.dice == ASK and not program.dice:
        misuse_at(arguments, ASK, playing.nothing_to_ask(program.name, "dice"))
    draws = [each.terminator for each in program.blocks if isinstance(each.terminator, Draw)]
    if arguments.cards == ASK and not draws:
        misuse_at(arguments, ASK, playing.nothing_to_ask(program.name, "cards"))
    zones = program.zones
    if arguments.cards == ASK and any(zones[each.zone].copies and is_unseen(program, each) for each in draws):
        misuse_at(arguments, ASK, playing.alike_unseen(program.name))
