"""A game of a text that is being written, for one person against the bots."""

from __future__ import annotations

from pathlib import Path

from interpreter.bots.seats import DEFAULT, list_strategies
from interpreter.desk.figures import Data
from interpreter.diagnostics import Rejected
from interpreter.party import Party
from interpreter.pipeline import lower
from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, list_people, make_decider
from interpreter.workshop import Workshop

MOST_SEED = 1_000_000

NOT_YET: Data = {"trouble": "There is something wrong with this text: it cannot be played yet."}


def begin_game(path: Path, text: str, seed: int) -> Party | None:
    """None if the text cannot be played."""
    workshop = Workshop()
    try:
        workshop.change(path, text)
        model = workshop.check(path).model
    except Rejected:
        return None
    if model is None:
        return None
    session = Session(Stepper(lower(model)), seed)
    own = list_strategies(session.program)[1:]
    bot = SeatAssignment(False, own[0] if own else DEFAULT)
    takers = (SeatAssignment(True), *[bot] * (len(session.program.seats) - 1))
    return Party(Table(model, session, make_decider(session.engine, takers, seed), Setup(list_people(takers))))
