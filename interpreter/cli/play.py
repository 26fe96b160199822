"""`groundrules play`: one game, with people, bots or both."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import time
from collections.abc import Iterable, Sequence

from interpreter.cli.asked import (
    add_playing_verb,
    chosen_seed,
    chosen_strategies,
    command_line_at_fault,
    pairs,
    read_pace,
    thinking,
    written_sides,
)
from interpreter.cli.common import NAME_HELP, Verbs, chosen_players, chosen_settings, load
from interpreter.cli.console import aside, strong, write_json
from interpreter.cli.table import Table
from interpreter.cli.watching import Paper
from interpreter.cli.words import Misused, at_word, misuse
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.engine import Failure
from interpreter.errors import playing
from interpreter.lower import lower
from interpreter.mishaps import sources_of, tell_failure
from interpreter.model import Model
from interpreter.play import Moment, Session, Told, retell, views
from interpreter.program import Program
from interpreter.seats import DEFAULT, Bots, assign, check_strategies
from interpreter.settings import show_settings
from interpreter.stepper import Stepper
from interpreter.wording import event_object, show_seat, show_winner, show_winners

HUMAN, BOT = "human", "bot"

INTERRUPTED = 130

LONGEST_LINE = 10_000

REPEATED = 100
"""Of a line that did not come from a keyboard, so much is repeated."""

WIDE = 200
"""The columns of paper that is no terminal."""

INDENT = "    "

ABOUT = """\
Play one game at the terminal: people, bots, or both. Each seat is taken by `human`, by `bot`, which plays the
ruleset's defaults, or by `bot:STRATEGY`. Without --seat the first side, or the first player, is yours. Type ? at
any question for what else you can do there. The same seed gives the same dice."""

EXAMPLE = "  groundrules play two_dice --seat all=bot --seed 7"


def register(verbs: Verbs) -> None:
    """Say what arguments the verb takes."""
    parser = add_playing_verb(verbs, "play", "play a game at the terminal: people, bots or both", ABOUT, EXAMPLE)
    parser.add_argument("name", metavar="NAME", help=NAME_HELP)
    parser.add_argument(
        "--seat",
        dest="seats",
        metavar="SEAT=WHO",
        action="append",
        default=[],
        help="human, bot or bot:STRATEGY; SEAT is a number, a name, a side, or `all` (may be given several times)",
    )
    parser.add_argument("--auto-roll", action="store_true", help="roll for people too, and ask them to decide only")
    parser.add_argument("--pace", metavar="SECONDS", default="0", help="wait so long after each line")
    parser.add_argument("--plain", action="store_true", help="one line after another: nothing side by side")


def run(arguments: argparse.Namespace) -> int:
    """Play, and tell what happens."""
    seed, pace = chosen_seed(arguments), read_pace(arguments)
    model = load(arguments.name, arguments.house)
    with command_line_at_fault():
        options = chosen_settings(model, arguments)
        program = lower(model, options, chosen_players(model, arguments))
        people, strategies = _seats(model, program, arguments)
    session = Session(Stepper(program), seed)
    settings = tuple(f"{name} = {value}" for name, value in show_settings(model, options).items())
    if arguments.json:
        return _print_json(model, session, strategies, options, arguments, people)
    _print_header(model, session, people, strategies)
    table = Table(session, Bots(program, strategies, seed), people, settings, not arguments.auto_roll)
    screen = Screen(table, _paper(arguments.plain) if not people else None, pace)
    try:
        finished = _play(table, screen)
    except KeyboardInterrupt:
        print(f"\n{_farewell(arguments, seed)}")
        return INTERRUPTED
    if not finished:
        print(_farewell(arguments, seed))
    _refuse_failure(model, session)
    return 0


# ---- who plays


def _seats(model: Model, program: Program, arguments: argparse.Namespace) -> tuple[frozenset[int], tuple[str, ...]]:
    """The seats of people, and every seat's strategy. Raises `Misused` for what the game does not have."""
    strategies = list(chosen_strategies(model, program, arguments))
    written = pairs(arguments, arguments.seats, "--seat", f"all={BOT}")
    sides = written_sides(model, program)
    wrong = Diagnostics()
    for text, pair in zip(arguments.seats, written, strict=True):
        found = Diagnostics()
        assign(program, [pair], BOT, found, sides)
        _check_player(program, pair[1], found)
        wrong.extend(at_word(arguments, text, each) for each in found.found)
    if wrong.found:
        raise Misused(wrong.found)
    who = assign(program, written or [_first_seat(program)], BOT, wrong, sides)
    for seat, player in enumerate(who):
        strategies[seat] = player.partition(":")[2] or strategies[seat]
    return frozenset(seat for seat, player in enumerate(who) if player == HUMAN), thinking(arguments, strategies)


def _first_seat(program: Program) -> tuple[str, str]:
    return (program.sides[0] if program.sides else "1"), HUMAN


def _check_player(program: Program, player: str, found: Diagnostics) -> None:
    kind, colon, strategy = player.partition(":")
    if kind not in (HUMAN, BOT) or (kind == HUMAN and colon):
        found.add(playing.player_unknown(player, (HUMAN, BOT, f"{BOT}:STRATEGY")))
    elif colon:
        check_strategies(program, [strategy], found)


# ---- on the screen


class Screen:
    """Prints what happens as it comes. With paper nobody is asked anything, and the views go beside the lines;
    without, they are drawn before each question if they have changed."""

    def __init__(self, table: Table, paper: Paper | None, pace: float) -> None:
        self.table = table
        self.session = table.session
        self.paper = paper
        self.pace = pace
        self.drawn: dict[str, tuple[str, ...]] = {}

    def tell(self, moment: Moment) -> None:
        """Print the play-by-play of what led to a moment."""
        lines = [_line(told) for told in retell(self.session.program, moment)]
        if self.paper:
            lines = list(self.paper.add(lines, {} if self.session.over else self._views()))
        self._print(lines)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(line, flush=self.pace > 0)
            time.sleep(self.pace)

    def draw(self) -> None:
        """Print how the game stands, unless nothing has changed."""
        shown = self._views()
        if shown != self.drawn:
            print("\n".join(["", *(line for lines in shown.values() for line in lines), ""]))
        self.drawn = shown

    def finish(self) -> None:
        """Print how the game ended."""
        self._print(self.paper.flush() if self.paper else ())
        self.drawn = {}
        self.draw()
        print(strong(show_winners(self.session.program, self.session.position.winners)))

    def _views(self) -> dict[str, tuple[str, ...]]:
        return self.table.views


def _line(told: Told) -> str:
    return told.text if told.kind == "said" else f"{INDENT}{told.text}"


def _paper(plain: bool) -> Paper:
    """As wide as the terminal; what goes to a pipe is as wide as it needs to be."""
    if plain:
        return Paper(0)
    return Paper(shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE)


def _print_header(model: Model, session: Session, people: frozenset[int], strategies: Sequence[str]) -> None:
    program = session.program
    print(strong(f"{model.title}, seed {session.seed}"))
    for seat, strategy in enumerate(strategies):
        bot = BOT if strategy == DEFAULT else f"{BOT} ({strategy})"
        print(aside(f"{show_seat(program, seat)}: {HUMAN if seat in people else bot}"))
    if not people:
        print()


def _farewell(arguments: argparse.Namespace, seed: int) -> str:
    words = list(arguments.command_line.words)
    again = words if arguments.seed is not None else [*words, "--seed", str(seed)]
    return f"The game stops here. For the same dice again: groundrules {shlex.join(again)}"


# ---- playing


def _play(table: Table, screen: Screen) -> bool:
    """Play to the end; False if somebody left before, or there was no more to read."""
    session = table.session
    screen.tell(session.moments[0])
    while True:
        for moment in table.go_on():
            screen.tell(moment)
        if session.over:
            break
        screen.draw()
        if not _answer(table, screen):
            return False
    if not isinstance(session.stop, Failure):
        screen.finish()
    return True


def _answer(table: Table, screen: Screen) -> bool:
    """Put the question, and do what the answer says; False to leave."""
    line = _ask(table.question())
    if line is None:
        print("There is nothing more to read.")
        return False
    if len(line) > LONGEST_LINE:
        print("That line is far too long to be an answer.")
        return True
    before = table.session.stops
    reply = table.respond(line)
    if table.session.stops > before:
        screen.tell(table.session.moments[-1])
    for each in reply.lines:
        print(each)
    if table.session.stops < before:
        screen.drawn = table.views
    return not reply.leave


def _ask(question: Sequence[str]) -> str | None:
    """The line that is typed; None at the end of the input. What does not come from a keyboard is repeated, so that
    what is printed can be read on its own."""
    at_keyboard = sys.stdin.isatty()
    print("\n".join(map(strong, question)))
    if at_keyboard:
        print("> ", end="", flush=True)
    line = sys.stdin.readline(LONGEST_LINE + 2)
    rest = line
    while len(rest) > LONGEST_LINE and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST_LINE + 2)
    if not line:
        return None
    if not at_keyboard:
        print(f"> {line[:REPEATED].rstrip()}".rstrip())
    return line.removesuffix("\n")


def _refuse_failure(model: Model, session: Session) -> None:
    if isinstance(session.stop, Failure):
        note = f"it can be seen again with `--seed {session.seed}`"
        raise Rejected([tell_failure(session.program, session.stop, sources_of(model), note)])


# ---- as data


def _print_json(
    model: Model,
    session: Session,
    strategies: Sequence[str],
    options: dict[str, int],
    arguments: argparse.Namespace,
    people: frozenset[int],
) -> int:
    """Play a game of bots and print it as one object."""
    if people:
        misuse(at_word(arguments, "--json", playing.people_without_words()))
    bots = Bots(session.program, strategies, session.seed)
    events = [*session.moments[0].events]
    while not session.over:
        events += session.step(bots.decide).events
    _refuse_failure(model, session)
    program = session.program
    write_json(
        {
            "ruleset": model.name,
            "options": show_settings(model, options),
            "house_rules": [],
            "players": len(program.seats),
            "strategies": {show_seat(program, seat): name for seat, name in enumerate(strategies)},
            "seed": session.seed,
            "events": [event_object(program, event) for event in events],
            "winners": [show_winner(program, each) for each in dict.fromkeys(session.position.winners)],
            "views": {name: list(lines) for name, lines in views(session.engine, session.position).items()},
        }
    )
    return 0
