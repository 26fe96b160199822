"""Tables with people and bots at them."""

from __future__ import annotations

from interpreter.api import read
from interpreter.lower import lower
from interpreter.play.session import Session
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, make_decider, name_players


def table_of(text: str, people: dict[int, str], seed: int = 3, **asks: bool) -> Table:
    rules = read(text)
    takers = tuple(SeatAssignment(seat in people, people.get(seat, "")) for seat in range(rules.players[0]))
    model = name_players(rules.model, takers)
    session = Session(Stepper(lower(model)), seed)
    return Table(model, session, make_decider(session.engine, takers, seed), Setup(people, **asks))
