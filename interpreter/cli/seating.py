"""`--seat SEAT=WHO`: who plays, from the words of the command line."""

from __future__ import annotations

import argparse
from dataclasses import replace

from interpreter.cli.asked import chosen_strategies, pairs, thinking, written_sides
from interpreter.cli.words import Misused, at_word
from interpreter.diagnostics import Diagnostics
from interpreter.model import Model
from interpreter.program import Program
from interpreter.seats import assign, strategies_of
from interpreter.table.seating import BOT, HUMAN, Taker, check_names, read_taker

SEAT_HELP = """\
human, human:NAME, bot or bot:STRATEGY, as in bot:random or bot:search; SEAT is a number, a name, a side, or `all`
(may be given several times)"""


def chosen_seats(model: Model, program: Program, arguments: argparse.Namespace) -> tuple[Taker, ...]:
    """Who has each seat. Raises `Misused` for what the game does not have."""
    strategies = chosen_strategies(model, program, arguments)
    written = pairs(arguments, arguments.seats, "--seat", f"all={BOT}")
    sides = written_sides(model, program)
    wrong = Diagnostics()
    for text, pair in zip(arguments.seats, written, strict=True):
        found = Diagnostics()
        assign(program, [pair], BOT, found, sides)
        read_taker(program, pair[1], "", found)
        wrong.extend(at_word(arguments, text, each) for each in found.found)
    if wrong.found:
        raise Misused(wrong.found)
    who = assign(program, written or [_first_seat(program)], _opponent(program, arguments), wrong, sides)
    takers = tuple(read_taker(program, each, strategies[seat], wrong) for seat, each in enumerate(who))
    check_names(takers, wrong)
    if wrong.found:
        name = wrong.found[0]
        raise Misused([at_word(arguments, arguments.seats[-1], name)])
    names = thinking(arguments, [each.name for each in takers])
    return tuple(each if each.human else replace(each, name=name) for each, name in zip(takers, names, strict=True))


def _opponent(program: Program, arguments: argparse.Namespace) -> str:
    """Who has the seats that nothing is said of: where nobody says anything at all, the first strategy of the ruleset."""
    own = strategies_of(program)[1:]
    return f"{BOT}:{own[0]}" if own and not arguments.seats and not arguments.strategies else BOT


def _first_seat(program: Program) -> tuple[str, str]:
    return (program.sides[0] if program.sides else "1"), HUMAN
