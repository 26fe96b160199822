"""A game of a text that is being written, for one person against the bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter import api, loader
from interpreter.bots.seats import FAIR
from interpreter.desk.figures import Data
from interpreter.engine import ChanceStop, DecisionStop, DrawStop
from interpreter.lower import lower
from interpreter.model import Model
from interpreter.party import Party
from interpreter.party.places import name_chair
from interpreter.play.move_parsing import list_offered_names
from interpreter.play.session import Session
from interpreter.program import Program
from interpreter.stepper import Stepper
from interpreter.table import Setup, Table
from interpreter.table.seats import SeatAssignment, list_bots, list_people, make_decider

MOST_SEED = 1_000_000

NOT_YET: Data = {"trouble": "Fix the mistakes to play."}


def begin_game(model: Model, program: Program, seed: int, before: Party | None = None, friends: bool = False) -> Party:
    """A game for one person against bots, or for people alone, if they are `friends`. What was played `before`, by an
    earlier text, is played again with the same dice, as far as the same answers are offered."""
    session = Session(Stepper(program), before.table.session.seed if before is not None else seed)
    if before is not None:
        _play_again(session, before.table.session)
    others = SeatAssignment(True) if friends else SeatAssignment(False, FAIR)
    takers = (SeatAssignment(True), *[others] * (len(session.program.seats) - 1))
    return Party(_lay_table(model, session, takers), owner=name_chair(0))


def _lay_table(model: Model, session: Session, takers: Sequence[SeatAssignment]) -> Table:
    decide = make_decider(session.engine, takers, session.seed)
    return Table(model, session, decide, Setup(list_people(takers), bots=list_bots(takers)))


def begin_again(party: Party, seed: int, is_swapped: bool = False) -> Party:
    """Another game for the same people and bots, each on the same seat or on the next."""
    table, count = party.table, len(party.table.program.seats)
    seats = {seat: (seat + is_swapped) % count for seat in range(count)}
    people = {seats[seat]: name for seat, name in table.setup.people.items()}
    bots = {seats[seat]: level for seat, level in table.setup.bots.items()}
    takers = [SeatAssignment(seat in people, bots.get(seat, "")) for seat in range(count)]
    decide = make_decider(table.session.engine, takers, seed)
    setup = replace(table.setup, people=people, bots=bots)
    chairs = {seats[seat]: party.chairs.get(seat, seat) for seat in range(count)}
    return Party(Table(table.model, Session(table.session.engine, seed), decide, setup), chairs, party.owner)


def change_game(party: Party, name: str, seed: int) -> Party | None:
    """Another shipped game for the same people; bots have the other seats. None if there is none of this name."""
    if name not in {each.name for each in loader.read_cards()}:
        return None
    rules, people = api.load(name), party.table.setup.people
    players = next((each for each in rules.players if each >= max(2, len(people))), rules.players[-1])
    return _seat_anew(party, rules.model, rules.program({}, players), seed, SeatAssignment(False, FAIR))


def change_players(party: Party, players: int, seed: int) -> Party | None:
    """The same game for more or fewer: seats that are added are for people where all are. None if it cannot be played
    by so many."""
    table = party.table
    if players not in table.model.players:
        return None
    taker = SeatAssignment(False, FAIR) if table.setup.bots else SeatAssignment(True)
    values = table.setup.values
    anew = _seat_anew(party, table.model, lower(table.model, values or {}, players), seed, taker)
    anew.table.setup = replace(anew.table.setup, values=values)
    return anew


def _seat_anew(party: Party, model: Model, program: Program, seed: int, taker: SeatAssignment) -> Party:
    """Another game, for the same people as far as there are seats; `taker` has the others."""
    people, count = party.table.setup.people, len(program.seats)
    names = [people[seat] for seat in sorted(people)][:count]
    takers = [SeatAssignment(True)] * len(names) + [taker] * (count - len(names))
    table = _lay_table(model, Session(Stepper(program), seed), takers)
    table.setup = replace(table.setup, people={**table.setup.people, **dict(enumerate(names))})
    return Party(table, owner=party.owner)


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
