"""A game of a text that is being written, for one person against the bots."""

from __future__ import annotations

from interpreter.bots.seats import FAIR, resolve_level
from interpreter.desk.figures import Data
from interpreter.engine import ChanceStop, DecisionStop, DrawStop
from interpreter.model import Model
from interpreter.party import Party
from interpreter.play.move_parsing import list_offered_names
from interpreter.play.session import Session
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, list_people, make_decider

MOST_SEED = 1_000_000

NOT_YET: Data = {"trouble": "Fix the mistakes to play."}


def begin_game(model: Model, program: Program, seed: int, before: Party | None = None, friends: bool = False) -> Party:
    """A game for one person against bots, or for people alone, if they are `friends`. What was played `before`, by an
    earlier text, is played again with the same dice, as far as the same answers are offered."""
    session = Session(Stepper(program), before.table.session.seed if before is not None else seed)
    if before is not None:
        _play_again(session, before.table.session)
    others = SeatAssignment(True) if friends else SeatAssignment(False, resolve_level(program, FAIR))
    takers = (SeatAssignment(True), *[others] * (len(session.program.seats) - 1))
    return Party(Table(model, session, make_decider(session.engine, takers, seed), Setup(list_people(takers))))


def begin_again(party: Party, seed: int) -> Party:
    """Another game for the same people and bots."""
    table = party.table
    return Party(Table(table.model, Session(table.session.engine, seed), table.decide, table.setup))


def _play_again(session: Session, before: Session) -> None:
    given = iter(
        (before.program.choices[moment.answered.choice], moment.answer)
        for moment in before.story
        if isinstance(moment.answered, DecisionStop)
    )
    while session.stops < before.stops:
        match session.stop:
            case ChanceStop() | DrawStop():
                session.roll()
            case DecisionStop() as stop:
                choice, answer = next(given, (None, -1))
                offered = dict(zip(list_offered_names(session.program, stop), stop.offered, strict=True))
                if choice is None or choice.name != session.program.choices[stop.choice].name:
                    return
                if choice.names[answer] not in offered:
                    return
                session.answer(offered[choice.names[answer]])
            case _:
                return
