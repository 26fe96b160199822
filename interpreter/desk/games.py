"""A game of a text that is being written, for one person against the bots."""

from __future__ import annotations

from interpreter.bots.seats import DEFAULT, list_strategies
from interpreter.desk.figures import Data
from interpreter.model import Model
from interpreter.party import Party
from interpreter.play.session import Session
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, list_people, make_decider

MOST_SEED = 1_000_000

NOT_YET: Data = {"trouble": "There is something wrong with this text: it cannot be played yet."}


def begin_game(model: Model, program: Program, seed: int) -> Party:
    session = Session(Stepper(program), seed)
    own = list_strategies(session.program)[1:]
    bot = SeatAssignment(False, own[0] if own else DEFAULT)
    takers = (SeatAssignment(True), *[bot] * (len(session.program.seats) - 1))
    return Party(Table(model, session, make_decider(session.engine, takers, seed), Setup(list_people(takers))))
