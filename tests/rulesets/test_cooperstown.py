"""The game of two decks: no card is made or lost, and what lies face down is seen by nobody.

`GAMES=20000 pytest tests/rulesets/test_cooperstown.py` plays as many games.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from interpreter import loader
from interpreter.bots.advice import GameView
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.engine import DecisionStop, Drawn, DrawStop, GameOver, Position, View
from interpreter.lower import lower
from interpreter.model import Model
from interpreter.pipeline import check_game
from interpreter.play.trace import Session, explain_moment, narrate
from interpreter.program import Program, ZoneInfo
from interpreter.simulate.simulation import Plan, play_games
from interpreter.stepper import Stepper
from tests.support.views import draw_views

GAMES = int(os.environ.get("GAMES", "160"))
PARTS = 2
OPTIONAL = ("relief_pitchers", "pinch_hitters", "pinch_runners", "stealing", "bunting")


@cache
def game() -> Model:
    source = loader.find_ruleset("cooperstown")
    found = check_game(loader.sources_of(source)).model
    assert found is not None
    return found


@cache
def everything_on() -> Stepper:
    return Stepper(lower(game(), dict.fromkeys(OPTIONAL, 1)), events=False)


def zones(program: Program, like: str) -> list[ZoneInfo]:
    """The zones for the same cards as zone `like`."""
    shape = next(each.shape for each in program.zones if each.name == like)
    return [each for each in program.zones if each.shape == shape]


def held(position: Position, zone: ZoneInfo) -> list[int]:
    """The set of cards at each place."""
    return list(position.slots[zone.first : zone.first + zone.members])


def lies(position: Position, program: Program, like: str) -> list[int]:
    """Every card of one sort, as often as it lies anywhere."""
    sets = [each for zone in zones(program, like) for each in held(position, zone)]
    return sorted(card for each in sets for card in range(62) if each >> card & 1)


def cards(position: Position, program: Program) -> int:
    """How many cards lie anywhere: one in two places counts twice."""
    return sum(each.bit_count() for zone in program.zones for each in held(position, zone))


def conserved(position: Position, program: Program) -> None:
    assert cards(position, program) == 56 + 22
    assert lies(position, program, "box") == list(range(56))
    assert lies(position, program, "dugout") == list(range(22))
    ejected = next(zone for zone in program.zones if zone.name == "ejected")
    beanballs = next(at for at, slot in enumerate(program.slots) if slot.name == "beanballs_seen")
    brawled = position.slots[beanballs] >= 3
    assert held(position, ejected)[0].bit_count() <= (18 if brawled else 0)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.long
def test_no_card_is_made_or_lost(part: int) -> None:
    """Wherever somebody chooses, and at the end, of many games with every optional rule and with whatever choices."""
    stepper = everything_on()

    def choose(stop: DecisionStop, view: View) -> int:
        assert cards(view.position(), stepper.program) == 56 + 22
        return chance.choice(stop.offered)

    for number in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        chance = Random(number)
        outcome = stepper.play_out(None, Stream(1, number), choose)
        assert isinstance(outcome.stop, GameOver)
        conserved(outcome.position, stepper.program)


def test_nor_anywhere_between() -> None:
    """At every draw and every choice of some games."""
    stepper = everything_on()
    for number in range(max(GAMES // 100, 5)):
        chance = Random(number)
        step = stepper.begin()
        while not isinstance(step.stop, GameOver):
            assert isinstance(step.stop, DecisionStop | DrawStop)
            conserved(step.position, stepper.program)
            offered = step.stop.offered if isinstance(step.stop, DecisionStop) else range(step.stop.outcomes)
            step = stepper.answer(step.position, chance.choice(offered))


# ---- what is seen


def exchanged(position: Position, program: Program, chance: Random) -> Position:
    """The same position for everybody who looks on: what lies loose and face down has changed places."""
    slots = list(position.slots)
    for like in ("box", "dugout"):
        unseen = [zone for zone in zones(program, like) if zone.sight == "down" and zone.capacity]
        places = [zone.loose + place for zone in unseen for place in range(zone.members)]
        loose = [card for slot in places for card in range(62) if slots[slot] >> card & 1]
        chance.shuffle(loose)
        for zone in unseen:
            for place in range(zone.members):
                old = slots[zone.loose + place]
                new = sum(1 << loose.pop() for _ in range(old.bit_count()))
                slots[zone.loose + place] = new
                slots[zone.first + place] = slots[zone.first + place] & ~old | new
    return replace(position, slots=tuple(slots))


def test_what_lies_face_down_is_seen_by_nobody() -> None:
    """Views, what is offered and what strategies advise stay the same when unseen cards change places."""
    stepper, chance = everything_on(), Random(7)
    bots = Bots(stepper.program, ["manager", "manager"])
    for _ in range(2):
        step = stepper.begin()
        while not isinstance(step.stop, GameOver):
            if isinstance(step.stop, DecisionStop):
                other = exchanged(step.position, stepper.program, chance)
                for viewer in (-1, 0, 1):
                    seen = draw_views(stepper, step.position, viewer)
                    assert seen == draw_views(stepper, other, viewer)
                    assert "cannot be worked out" not in str(seen)
                assert stepper.resume(other).stop == step.stop
                answer = bots.decide(step.stop, GameView(stepper, step.position))
                assert answer == bots.decide(step.stop, GameView(stepper, other))
                step = stepper.answer(step.position, answer)
            else:
                assert isinstance(step.stop, DrawStop)
                step = stepper.answer(step.position, chance.randrange(step.stop.outcomes))


def test_the_play_by_play_tells_no_card_that_goes_face_down() -> None:
    session = Session(Stepper(everything_on().program), seed=5)
    while isinstance(session.stop, DrawStop):
        moment = session.roll()
        told = " ".join(
            [*(each.text for each in narrate(session.program, moment)), *explain_moment(session.program, moment)]
        )
        for each in moment.events:
            if isinstance(each, Drawn) and session.program.zones[each.onto].sight == "down":
                card = session.program.shapes[session.program.zones[each.zone].shape].labels[each.card]
                assert card not in told


# ---- the averages


def test_runs_and_hits_come_out_as_they_must() -> None:
    """Nine half-innings played in full with a sensible defence: 5.2 to 5.3 runs and 10.8 to 10.9 hits a side."""
    last_half = game().options["last_half"]
    played = last_half.values[last_half.names.index("played")]
    program = lower(game(), {"last_half": played})
    for strategy, runs, hits in (("manager", 5.25, 10.85), ("hold", 8.6, 13.8)):
        summary = play_games(Plan(program, (strategy,) * 2, 12), range(max(GAMES // 20, 50)))
        for measure, expected in (("runs_per_half_inning", runs), ("hits_per_half_inning", hits)):
            tally = summary.measures[[each.name for each in program.measures].index(measure)]
            assert tally.mean is not None
            assert tally.stderr is not None
            # the figures are given to one place in a game of nine half-innings
            assert abs(float(tally.mean) * 9 - expected) < 4 * 9 * tally.stderr + 0.1
