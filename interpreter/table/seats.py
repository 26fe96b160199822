"""Who sits where: people with or without names, bots by their strategies.

A seat's taker is written `human`, `human:NAME`, `bot` or `bot:STRATEGY`, with a strategy of the ruleset's own or one
that every game has (see `seats`). A bot is a function of the seed and of what it is asked: after a saved game is
resumed it is asked anew and answers the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.bots.seats import DEFAULT, Bots, check_strategies
from interpreter.characters import UNSEEN
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import playing as errors
from interpreter.engine import Decide, Engine
from interpreter.model import Model
from interpreter.program import Program

HUMAN, BOT = "human", "bot"

NAME = re.compile(r"\w[\w .'’-]{0,28}[\w.]|\w")


@dataclass(frozen=True)
class SeatAssignment:
    """Who has a seat: a person, perhaps with a name, or a bot with its strategy."""

    human: bool
    name: str = ""

    @property
    def format(self) -> str:
        """As it is written on a command line and in a saved game."""
        kind = HUMAN if self.human else BOT
        return f"{kind}:{self.name}" if self.name not in ("", DEFAULT) else kind


def read_seat(program: Program, text: str, usual: str, found: Diagnostics) -> SeatAssignment:
    """Who is meant; `usual` is the strategy of a bot for which none is named. What makes no sense is reported."""
    kind, colon, name = text.partition(":")
    if kind == HUMAN:
        name = name.strip()
        if colon and (not NAME.fullmatch(name) or UNSEEN.search(name)):
            found.add(errors.name_unfit(name))
        return SeatAssignment(True, name)
    if kind != BOT:
        found.add(errors.player_unknown(text, (HUMAN, f"{HUMAN}:NAME", BOT, f"{BOT}:STRATEGY")))
    elif colon:
        check_strategies(program, [name], found)
    return SeatAssignment(False, name or usual)


def check_names(takers: Sequence[SeatAssignment], found: Diagnostics) -> None:
    names = [each.name.casefold() for each in takers if each.human and each.name]
    for taker in takers:
        if taker.human and names.count(taker.name.casefold()) > 1:
            found.add(errors.name_twice(taker.name))


def name_players(model: Model, program: Program) -> Model:
    """The game whose players are called as in its program."""
    everyone = model.kinds["player"]
    named = replace(everyone, shown=(*program.seats, *everyone.shown[len(program.seats) :]))
    return replace(model, kinds={**model.kinds, "player": named})


def list_people(takers: Sequence[SeatAssignment]) -> dict[int, str]:
    return {seat: taker.name for seat, taker in enumerate(takers) if taker.human}


def list_bots(takers: Sequence[SeatAssignment]) -> dict[int, str]:
    return {seat: taker.name for seat, taker in enumerate(takers) if not taker.human}


def make_decider(engine: Engine, takers: Sequence[SeatAssignment], seed: int, game: int = 0) -> Decide:
    names = [DEFAULT if each.human else each.name or DEFAULT for each in takers]
    return Bots(engine.program, names, seed, game).decide
