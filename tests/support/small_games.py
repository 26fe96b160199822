"""Small games with some of everything, for tests of what is built around the rules."""

from __future__ import annotations

from functools import cache

from interpreter.api import Ruleset, read
from interpreter.bots.seats import Bots
from interpreter.play.trace import Session
from interpreter.stepper import Stepper
from tests.support.paths import read_game

RACE = read_game("race.rules")

ENDLESS = read_game("endless.rules")
"""One that comes into a state now and then from which it does not end."""

MARKS = read_game("marks.rules")

TRICKS = read_game("tricks.rules")

ROWS = read_game("rows.rules")

SHOE = read_game("shoe.rules")
"""One with several of each card."""


SHOWDOWN = read_game("showdown.rules")
"""One in which cards lie on the table only in the middle of a step."""

PASSING = read_game("passing.rules")
"""One in which cards are passed on, tricks are taken, and the second player has to follow suit."""

MEMORY = read_game("memory.rules")


@cache
def tricks() -> Ruleset:
    return read(TRICKS)


@cache
def rows() -> Ruleset:
    return read(ROWS)


@cache
def shoe() -> Ruleset:
    return read(SHOE)


@cache
def race() -> Ruleset:
    return read(RACE)


@cache
def marks() -> Ruleset:
    return read(MARKS)


def session_of(rules: Ruleset, seed: int = 7, game: int = 0) -> Session:
    return Session(Stepper(rules.program()), seed, game)


def play_on(session: Session, strategies: tuple[str, ...] = ("default", "default")) -> None:
    bots = Bots(session.program, strategies)
    while not session.over:
        session.step(bots.decide)
