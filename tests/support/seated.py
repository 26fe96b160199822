"""Tables with people and bots at them."""

from __future__ import annotations

from interpreter.api import read
from interpreter.display import call_people
from interpreter.lower import lower
from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, make_decider


def table_of(text: str, people: dict[int, str], seed: int = 3, **asks: bool) -> Table:
    rules = read(text)
    takers = tuple(SeatAssignment(seat in people, people.get(seat, "")) for seat in range(rules.players[0]))
    session = Session(Stepper(call_people(lower(rules.model), people)), seed)
    return Table(rules.model, session, make_decider(session.engine, takers, seed), Setup(people, **asks))
