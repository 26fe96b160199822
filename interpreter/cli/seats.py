"""`--seat SEAT=WHO`: who plays, from the words of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from interpreter.bots.seats import assign_seats, list_strategies
from interpreter.cli.arguments import apply_think, read_pairs, read_strategies, split_pair
from interpreter.cli.command_line import check_words, misuse_at
from interpreter.diagnostics import Diagnostics
from interpreter.model import Model
from interpreter.program import Program
from interpreter.settings import find_written_names
from interpreter.table.seats import BOT, HUMAN, SeatAssignment, check_names, read_seat

SEAT_HELP = """\
human, human:NAME, bot or bot:STRATEGY, as in bot:random or bot:search; SEAT is a number, a name, a side, or `all`
(may be given more than once)"""


def read_seats(
    model: Model, program: Program, arguments: argparse.Namespace, others: str = ""
) -> tuple[SeatAssignment, ...]:
    """Who has each seat; `others` those of which nothing is said, or else bots, and a person if there is none. Raises
    `UsageError` for what the game does not have."""
    strategies = read_strategies(model, program, arguments, _find_usual_strategy(program))
    written = read_pairs(arguments, arguments.seats, "--seat", f"all={BOT}")
    called = find_written_names(model, len(program.seats), bool(program.sides))

    def check(text: str, found: Diagnostics) -> None:
        pair = split_pair(text)
        assign_seats(program, [pair], BOT, found, called)
        read_seat(program, pair[1], "", found)

    check_words(arguments, arguments.seats, check)
    wrong = Diagnostics()
    if not others:
        written = _add_person(program, written, called)
    who = assign_seats(program, written, others or BOT, wrong, called)
    takers = tuple(read_seat(program, each, strategies[seat], wrong) for seat, each in enumerate(who))
    check_names(takers, wrong)
    if wrong.found:
        misuse_at(arguments, arguments.seats[-1], wrong.found[0])
    names = apply_think(arguments, [each.name for each in takers])
    return tuple(each if each.human else replace(each, name=name) for each, name in zip(takers, names, strict=True))


def _find_usual_strategy(program: Program) -> str:
    """How bots play for which no strategy is chosen: the first strategy of the ruleset, else the default."""
    default, *own = list_strategies(program)
    return own[0] if own else default


def _add_person(
    program: Program, written: list[tuple[str, str]], called: Sequence[Sequence[str]]
) -> list[tuple[str, str]]:
    """What is written, and a person, if there is none, on the first side or seat that nothing is said of."""
    said = assign_seats(program, written, "", Diagnostics(), called)
    free = [seat for seat, who in enumerate(said) if not who]
    if not free or any(who.partition(":")[0] == HUMAN for who in said):
        return written
    return [*written, (program.sides[free[0] % len(program.sides)] if program.sides else str(free[0] + 1), HUMAN)]
