"""Plays random games to a position where a seat decides and slots hold what is given.

A card that is named for a place goes there and nowhere else, where the rules allow it. So the position found is one
that a game can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from interpreter.chance import Stream
from interpreter.engine import ChanceStop, DecisionStop, DrawStop, Position
from interpreter.program import Program
from interpreter.stepper import Stepper

SEED, GAMES, STOPS = 0, range(40), 300
"""The games that are played, and the stops of each."""


def reach(
    program: Program, may_decide: Callable[[int], bool], given: Mapping[int, int], games: Iterable[int] = GAMES
) -> tuple[Position, DecisionStop] | None:
    stepper = Stepper(program, events=False)
    named = {slot: cards for slot, cards in given.items() if program.slots[slot].kind == "zone"}
    if sum(map(int.bit_count, named.values())) > reduce(or_, named.values(), 0).bit_count():
        return None
    for game in games:
        step, stream = stepper.begin(), Stream(SEED, game)
        for _ in range(STOPS):
            slots = step.position.slots
            match step.stop:
                case DecisionStop(chooser=chooser, offered=offered) as stop:
                    if may_decide(chooser) and all(slots[slot] == held for slot, held in given.items()):
                        return step.position, stop
                    answers: Sequence[int] = offered
                case DrawStop() as stop:
                    answers = _choose_cards(program, stop, named, slots)
                case ChanceStop(outcomes=outcomes):
                    answers = range(outcomes)
                case _:
                    break
            step = stepper.answer(step.position, answers[stream.randbelow(len(answers))])
    return None


def _choose_cards(program: Program, stop: DrawStop, named: Mapping[int, int], slots: tuple[int, ...]) -> list[int]:
    slot = program.zones[stop.onto].first + stop.onto_place
    here, all_named = named.get(slot, 0) & ~slots[slot], reduce(or_, named.values(), 0)
    wanted = [at for at, card in enumerate(stop.cards) if here >> card & 1]
    others = [at for at, card in enumerate(stop.cards) if not all_named >> card & 1]
    return wanted or others or [*range(len(stop.cards))]
