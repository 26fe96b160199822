"""The arguments of verbs that play and calculate: the game as it is set up, who plays how, numbers, positions, dice."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from interpreter.bots.advice import DEFAULT_PLAYOUTS, MAX_PLAYOUTS
from interpreter.bots.seats import DEFAULT, FAIR, assign_seats, check_strategies, resolve_level, set_playouts
from interpreter.cli.command_line import JSON, SETTINGS, Options, UsageError, check_words, misuse_at, whole_number
from interpreter.cli.loading import CheckedGame, load_checked, read_chosen_players, read_chosen_settings
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics, Rejected
from interpreter.diagnostics.messages import files, playing, settings, simulating
from interpreter.diagnostics.messages import odds as errors
from interpreter.engine import GAME_BUDGET
from interpreter.program import Program
from interpreter.settings import Game, GameFacts, find_written_names, format_settings

if TYPE_CHECKING:
    from interpreter.analysis.weights import Weights
    from interpreter.model import Model
    from interpreter.odds.figures import Setting
    from interpreter.summary import Summary
    from interpreter.table.seats import SeatAssignment

MAX_SEED = 2**64 - 1

SEED_CHOICES = 1_000_000
"""A seed by chance is below this, so that it is easy to type again."""

GAMES = whole_number("the number of games", 1, MAX_SEED)

THINK: Options = {
    "--think": {
        "metavar": "N",
        "type": whole_number("the number of games tried", 1, MAX_PLAYOUTS),
        "help": "how many games a bot that plays by `search` may try before it decides "
        f"(default: {DEFAULT_PLAYOUTS})",
    }
}

STRATEGIES: Options = {
    "--strategy": {
        "dest": "strategies",
        "metavar": "SEAT=NAME",
        "action": "append",
        "default": [],
        "help": "a strategy of the ruleset; SEAT is a number, a name, a side, or `all` (may be given more than once)",
    },
}

HOW_BOTS_DECIDE = "how a bot decides; SEAT is a number, a name, a side, or `all` (may be given more than once)"

PLAYING: Options = {
    **SETTINGS,
    "--strategy": STRATEGIES["--strategy"] | {"help": HOW_BOTS_DECIDE},
    **THINK,
    "--seed": {
        "metavar": "S",
        "type": whole_number("a seed", 0, MAX_SEED),
        "help": f"a whole number from 0 to {MAX_SEED}: the same seed, the same dice",
    },
    **JSON,
}
"""The options of verbs that play games of a ruleset."""

MOST_STOPS: Options = {
    "--most-stops": {
        "metavar": "N",
        "type": whole_number("the number of rolls, draws and choices", 1, 1_000_000_000),
        "default": GAME_BUDGET,
        "help": "how many rolls, draws and choices a game may have before it is given up "
        f"(default: {GAME_BUDGET:,})",
    }
}

GAMES_OF_EACH: Options = {
    "-n/--games": {"metavar": "GAMES", "type": GAMES, "default": 1000, "help": "games of each (default: 1000)"}
}

MEASURES: Options = {
    "--measure": {
        "metavar": "M",
        "action": "append",
        "default": [],
        "help": "only this measure, or these",
        "type": lambda words: words.replace(" ", "_"),
    }
}

GIVEN: Options = {
    "--given": {"metavar": "POSITION", "help": 'from this position on: "STATE is VALUE, STATE is VALUE"'},
}

EXACT: Options = {
    "--exact": {"action": "store_true", "help": "calculate the means from the rules, to 12 digits, without playing"},
}


def list_chain_options(most_states: int) -> Options:
    return {
        "--dice": {"metavar": "FILE", "help": "dice that are not fair: FILE.toml has a weight for each face"},
        "--most-states": {
            "metavar": "N",
            "type": whole_number("the number of states", 1, 10_000_000),
            "default": most_states,
            "help": f"how many states a game may have (default: {most_states:,})",
        },
    }


@contextmanager
def blame_command_line() -> Iterator[None]:
    """Turn a rejection inside the block into an error of the command line, not of a ruleset."""
    try:
        yield
    except UsageError:
        raise
    except Rejected as rejected:
        raise UsageError(rejected.diagnostics) from None


def read_seed(arguments: argparse.Namespace) -> int:
    """The seed given with `--seed`, or one by chance."""
    return secrets.randbelow(SEED_CHOICES) if arguments.seed is None else int(arguments.seed)


# ---- the game


@dataclass(frozen=True)
class ChosenGame:
    """A game with the options, the house rules and the players that a command line names."""

    known: CheckedGame
    options: dict[str, int]
    players: int | None
    program: Program

    @property
    def facts(self) -> GameFacts:
        return self.known.game

    @property
    def key(self) -> str:
        return self.known.make_key(self.options, self.players)

    @property
    def settings(self) -> dict[str, int | str]:
        return format_settings(self.facts, self.options)

    def to_object(self) -> dict[str, object]:
        """What the JSON of every report of a game begins with."""
        return {
            "ruleset": self.facts.name,
            "options": self.settings,
            "house_rules": list(self.facts.house),
            "players": len(self.program.seats),
        }


def choose_game(arguments: argparse.Namespace) -> ChosenGame:
    """Raises `Rejected` for a ruleset with mistakes, and `UsageError` for settings that the game does not have."""
    known = load_checked(arguments.name, arguments.house)
    game = known.game
    with blame_command_line():
        options, players = read_chosen_settings(game, arguments), read_chosen_players(game, arguments)
        return ChosenGame(known, options, players, known.program(options, players))


# ---- who plays


Pairs: TypeAlias = "list[tuple[str, str]]"


def read_pairs(
    game: Game, program: Program, arguments: argparse.Namespace, flag: str, check: Callable[[str, Diagnostics], object]
) -> Pairs:
    """The two halves of every `SEAT=NAME`. Raises `UsageError` for seats that the game does not have, and for names
    that do not pass the `check`."""
    words, sample = (arguments.seats, "all=bot") if flag == "--seat" else (arguments.strategies, f"all={DEFAULT}")

    def check_form(text: str, found: Diagnostics) -> None:
        if not all(text.partition("=")):
            found.add(settings.setting_form(text, "SEAT=NAME", f"{flag} {sample}"))

    def check_pair(text: str, found: Diagnostics) -> None:
        seat, name = _split_pair(text)
        assign_pairs(game, program, [(seat, name)], "", found)
        check(name, found)

    check_words(arguments, words, check_form)
    check_words(arguments, words, check_pair)
    return [_split_pair(text) for text in words]


def _split_pair(text: str) -> tuple[str, str]:
    seat, _, name = text.partition("=")
    return seat.strip(), name.strip()


def assign_pairs(
    game: Game, program: Program, pairs: Pairs, otherwise: str, found: Diagnostics | None = None
) -> tuple[str, ...]:
    called = find_written_names(game, len(program.seats), bool(program.sides))
    return assign_seats(program, pairs, otherwise, found or Diagnostics(), called)


def read_strategies(
    game: Game,
    program: Program,
    arguments: argparse.Namespace,
    otherwise: str = DEFAULT,
    fit: Collection[str] | None = None,
) -> tuple[str, ...]:
    """The strategy of every seat, or `otherwise`. Raises `UsageError` for seats and strategies that the game does not
    have, and for those that are not `fit`, if that is given."""

    def check(name: str, found: Diagnostics) -> None:
        check_strategies(program, [name], found)
        if fit is not None and not found.found and resolve_level(program, name) not in fit:
            found.add(errors.strategy_unfit(name, [each for each in fit if each != DEFAULT]))

    pairs = read_pairs(game, program, arguments, "--strategy", check)
    named = assign_pairs(game, program, pairs, otherwise)
    return apply_think(arguments, (resolve_level(program, each) for each in named))


def read_exact_strategies(chosen: ChosenGame, arguments: argparse.Namespace, otherwise: str) -> tuple[str, ...]:
    """The same, without bots that draw lots or look ahead."""
    fit = (DEFAULT, *chosen.program.strategies)
    return read_strategies(chosen.facts, chosen.program, arguments, otherwise, fit)


def apply_think(arguments: argparse.Namespace, strategies: Iterable[str]) -> tuple[str, ...]:
    playouts = getattr(arguments, "think", None)
    return tuple(each if playouts is None else set_playouts(each, playouts) for each in strategies)


def read_seats(model: Model, program: Program, arguments: argparse.Namespace) -> tuple[SeatAssignment, ...]:
    """Who has each seat. Seats that `--seat` does not name are for bots, with one person among them. Raises
    `UsageError` for what the game does not have."""
    from interpreter.table.seats import BOT, HUMAN, check_names, read_seat

    usual = FAIR if set(program.strategies) - {DEFAULT} else DEFAULT
    strategies = read_strategies(model, program, arguments, "")
    pairs = read_pairs(model, program, arguments, "--seat", lambda name, found: read_seat(program, name, "", found))
    taken = assign_pairs(model, program, pairs, "")
    free = [seat for seat, who in enumerate(taken) if not who]
    if free and not any(who.partition(":")[0] == HUMAN for who in taken):
        first = program.sides[free[0] % len(program.sides)] if program.sides else str(free[0] + 1)
        pairs = [*pairs, (first, HUMAN)]
    wrong = Diagnostics()
    who = assign_pairs(model, program, pairs, BOT)
    takers = tuple(read_seat(program, each, strategies[seat] or usual, wrong) for seat, each in enumerate(who))
    check_names(takers, wrong)
    if wrong.found:
        misuse_at(arguments, arguments.seats[-1], wrong.found[0])
    names = apply_think(arguments, [each.name for each in takers])
    return tuple(each if each.human else replace(each, name=name) for each, name in zip(takers, names, strict=True))


# ---- exact figures


def make_setting(program: Program, strategies: Sequence[str], arguments: argparse.Namespace) -> Setting:
    """How exact means are to be found. Raises `UsageError` for bots that do not decide by lines of the ruleset."""
    from interpreter.odds.figures import Setting

    for name in strategies:
        if name not in (DEFAULT, *program.strategies):
            misuse_at(arguments, name, errors.strategy_unfit(name, program.strategies))
    return Setting(program, tuple(strategies))


def read_given(chosen: ChosenGame, arguments: argparse.Namespace) -> dict[int, int]:
    """The values of slots in the position given. Raises `UsageError` if it makes no sense."""
    from interpreter.odds.positions import NotUnderstood, read_position

    try:
        return read_position(chosen.program, arguments.given or "", chosen.facts.members)
    except NotUnderstood as wrong:
        found = errors.position_unknown(wrong.text, wrong.known)
        if wrong.name:
            found = errors.position_value(wrong.text, wrong.name, wrong.form, wrong.known)
        misuse_at(arguments, arguments.given, found)


def read_dice(program: Program, arguments: argparse.Namespace) -> Weights | None:
    """The weights of measured dice. Raises `UsageError` if they make no sense."""
    from interpreter.odds.weights import WrongWeights, read_weights

    if arguments.dice is None:
        return None
    if not program.dice:
        misuse_at(arguments, arguments.dice, playing.nothing_to_ask(program.name, "dice"))
    faces = {each.name: each.faces for each in program.dice}
    try:
        return read_weights(program, Path(arguments.dice).read_text(encoding="utf-8"))
    except OSError as error:
        misuse_at(arguments, arguments.dice, files.file_unreadable(arguments.dice, error.strerror, error.errno))
    except UnicodeDecodeError:
        misuse_at(arguments, arguments.dice, errors.dice_weights(arguments.dice, "", None, None, faces))
    except WrongWeights as wrong:
        found = errors.dice_weights(arguments.dice, wrong.name, wrong.number, wrong.wrong, faces)
        misuse_at(arguments, arguments.dice, found)


def check_measures(
    arguments: argparse.Namespace, names: Sequence[str], ruleset: str, others: Sequence[str] = ()
) -> None:
    """Raise `UsageError` for a `--measure` that is not among the names, nor among the others, which are not listed."""
    for name in arguments.measure:
        if name not in (*names, *others):
            misuse_at(arguments, name, simulating.measure_unknown(name, names, ruleset))


# ---- when to stop

STOP_FORM = re.compile(r"\s*stderr\s*\(\s*(\w+)\s*\)\s*<\s*([0-9]{0,12}\.?[0-9]{1,12})\s*", re.ASCII)


@dataclass(frozen=True)
class StopCondition:
    """`--until "stderr(runs) < 0.001"`: the standard error of a mean is below a limit.

    It is calculated in fractions, and after numbers of games that are fixed beforehand, so that the same games are
    played on every machine. `measure` is a number; quotients come after all measures.
    """

    text: str
    measure: int
    limit: Fraction

    def holds(self, summary: Summary) -> bool:
        at = self.measure - len(summary.measures)
        squared = (summary.find_quotient(at) if at >= 0 else summary.measures[self.measure]).squared_error
        return squared is not None and squared < self.limit**2


def read_stop_condition(arguments: argparse.Namespace, program: Program) -> StopCondition | None:
    """The condition given with `--until`, if there is one. Raises `UsageError` if it makes no sense."""
    text = arguments.until
    if text is None:
        return None
    names = list(program.figures)
    found = STOP_FORM.fullmatch(text)
    if found is None:
        misuse_at(arguments, text, simulating.until_form(text, names[0] if names else "measure"))
    if found[1] not in names:
        misuse_at(arguments, text, simulating.measure_unknown(found[1], names, program.name))
    limit = Fraction(found[2])
    if not limit:
        misuse_at(arguments, text, simulating.until_form(text, found[1]))
    return StopCondition(f"stderr({found[1]}) < {found[2]}", names.index(found[1]), limit)
