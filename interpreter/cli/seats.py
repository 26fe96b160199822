"""`--seat SEAT=WHO`: who plays, from the words of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from interpreter.bots.seats import assign, strategies_of
from interpreter.cli.arguments import chosen_strategies, pairs, thinking
from interpreter.cli.command_line import Misused, at_word
from interpreter.diagnostics import Diagnostics
from interpreter.model import Model
from interpreter.program import Program
from interpreter.settings import written_names
from interpreter.table.seats import BOT, HUMAN, Taker, check_names, read_taker

SEAT_HELP = """\
human, human:NAME, bot or bot:STRATEGY, as in bot:random or bot:search; SEAT is a number, a name, a side, or `all`
(may be given several times)"""


def chosen_seats(model: Model, program: Program, arguments: argparse.Namespace) -> tuple[Taker, ...]:
    """Who has each seat. Raises `Misused` for what the game does not have."""
    strategies = chosen_strategies(model, program, arguments)
    written = pairs(arguments, arguments.seats, "--seat", f"all={BOT}")
    called = written_names(model, len(program.seats), bool(program.sides))
    wrong = Diagnostics()
    for text, pair in zip(arguments.seats, written, strict=True):
        found = Diagnostics()
        assign(program, [pair], BOT, found, called)
        read_taker(program, pair[1], "", found)
        wrong.extend(at_word(arguments, text, each) for each in found.found)
    if wrong.found:
        raise Misused(wrong.found)
    written = _with_a_person(program, written, called)
    who = assign(program, written, _opponent(program, arguments), wrong, called)
    takers = tuple(read_taker(program, each, strategies[seat], wrong) for seat, each in enumerate(who))
    check_names(takers, wrong)
    if wrong.found:
        name = wrong.found[0]
        raise Misused([at_word(arguments, arguments.seats[-1], name)])
    names = thinking(arguments, [each.name for each in takers])
    return tuple(each if each.human else replace(each, name=name) for each, name in zip(takers, names, strict=True))


def _opponent(program: Program, arguments: argparse.Namespace) -> str:
    """Who has the seats that nothing is said of: the first strategy of the ruleset, if no strategies are chosen."""
    own = strategies_of(program)[1:]
    return f"{BOT}:{own[0]}" if own and not arguments.strategies else BOT


def _with_a_person(
    program: Program, written: list[tuple[str, str]], called: Sequence[Sequence[str]]
) -> list[tuple[str, str]]:
    """What is written, and a person, if there is none, on the first side or seat that nothing is said of."""
    said = assign(program, written, "", Diagnostics(), called)
    free = [seat for seat, who in enumerate(said) if not who]
    if not free or any(who.partition(":")[0] == HUMAN for who in said):
        return written
    return [*written, (program.sides[free[0] % len(program.sides)] if program.sides else str(free[0] + 1), HUMAN)]
