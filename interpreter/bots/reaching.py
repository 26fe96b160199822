"""Plays to a position in which somebody decides and sees certain cards.

Chance and all who decide are given lots, but where a card goes to a place whose cards are named it is one of these, and
elsewhere it is none of them, as far as that can be. So a position that is found is one that games come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_

from interpreter.chance import Stream
from interpreter.data_classes import dataclass
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Position
from interpreter.program import Program
from interpreter.stepper import Stepper

SEED = 0

GAMES, STOPS = range(40), 300
"""These games are played, each to this many stops."""


@dataclass(frozen=True)
class Reached:
    """A position where a seat decides, and what is offered."""

    position: Position
    stop: DecisionStop


def reach(
    program: Program, may_decide: Callable[[int], bool], given: Mapping[int, int], games: Iterable[int] = GAMES
) -> Reached | None:
    """The first position found where such a seat decides and slots hold this; None if there is none."""
    stepper = Stepper(program, events=False)
    named = {slot: cards for slot, cards in given.items() if program.slots[slot].kind == "zone"}
    if sum(map(int.bit_count, named.values())) > reduce(or_, named.values(), 0).bit_count():
        return None
    for game in games:
        step, stream = stepper.begin(), Stream(SEED, game)
        for _ in range(STOPS):
            stop, slots = step.stop, step.position.slots
            match stop:
                case DecisionStop(chooser=chooser, offered=offered):
                    if may_decide(chooser) and all(slots[slot] == held for slot, held in given.items()):
                        return Reached(step.position, stop)
                    answer = offered[stream.randbelow(len(offered))]
                case DrawStop():
                    several = _choose_cards(program, stop, named, slots)
                    answer = several[stream.randbelow(len(several))]
                case ChanceStop(outcomes=outcomes):
                    answer = stream.randbelow(outcomes)
                case _:
                    break
            step = stepper.answer(step.position, answer)
    return None


def _choose_cards(
    program: Program, stop: DrawStop, named: Mapping[int, int], slots: tuple[int, ...]
) -> list[int]:
    """The numbers of the cards that may come, for the cards to lie where they are named."""
    slot = program.zones[stop.onto].first + stop.onto_place
    here = named.get(slot, 0)
    elsewhere = sum(cards for at, cards in named.items() if at != slot)
    numbers = list(enumerate(stop.cards))
    wanted = [at for at, card in numbers if here >> card & 1 and not slots[slot] >> card & 1]
    others = [at for at, card in numbers if not (here | elsewhere) >> card & 1]
    return wanted or others or [at for at, _ in numbers]
