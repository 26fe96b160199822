"""Small card games played anyhow: no card is made or lost, nobody sees what is hidden, and nothing breaks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from interpreter.api import Ruleset, read
from interpreter.chance import Stream
from interpreter.display import format_event
from interpreter.engine import (
    ChanceStop,
    DecisionStop,
    DrawStop,
    Failure,
    GameOver,
    Position,
    Step,
)
from interpreter.play.trace import NOBODY
from interpreter.program import Program, ZoneInfo
from interpreter.program.cards import read as lying
from interpreter.program.cards import write
from interpreter.program.text import parse_program, print_program
from interpreter.program.verify import verify
from interpreter.stepper import Stepper
from tests.support.small_games import rows, shoe, tricks
from tests.support.twin import Twin
from tests.support.views import draw_views

GAMES = {"tricks": tricks, "rows": rows, "shoe": shoe}
by_game = pytest.mark.parametrize("name", GAMES)


def program_of(name: str) -> Program:
    rules: Ruleset = GAMES[name]()
    return rules.program()


def steps(stepper: Stepper, seed: int, most: int = 80) -> Iterator[Step]:
    """A game with any answers."""
    chance, step = random.Random(seed), stepper.begin()
    yield step
    for _ in range(most):
        if isinstance(step.stop, GameOver | Failure):
            return
        step = stepper.answer(step.position, answer(step, chance))
        yield step


def answer(step: Step, chance: random.Random) -> int:
    match step.stop:
        case ChanceStop() | DrawStop() as stop:
            return chance.randrange(stop.outcomes)
        case DecisionStop() as stop:
            return chance.choice(stop.offered)
        case other:
            raise AssertionError(other)


def held(zone: ZoneInfo, position: Position, index: int) -> set[int]:
    return {card for card in range(63) if position.slots[zone.first + index] >> card & 1}


def order(zone: ZoneInfo, position: Position, index: int) -> list[int]:
    """The cards of a pile that lie in a known order."""
    start = zone.order + index * zone.capacity
    return list(position.slots[start : start + position.slots[zone.height + index]])


# ---- positions


@by_game
@pytest.mark.parametrize("seed", [pytest.param(each, marks=[pytest.mark.quick] * (each < 4)) for each in range(6)])
def test_no_card_is_made_or_lost(name: str, seed: int) -> None:
    program = program_of(name)
    for step in steps(Stepper(program), seed):
        assert not isinstance(step.stop, Failure)
        for shape in {zone.shape for zone in program.zones}:
            alike = [zone for zone in program.zones if zone.shape == shape]
            places = [lying(list(step.position.slots), zone, index) for zone in alike for index in range(zone.members)]
            found = Counter(card for cards in places if cards is not None for card in cards.order)
            assert found == dict(enumerate(alike[0].copies or [1] * alike[0].cards))


@by_game
@pytest.mark.parametrize("seed", range(6))
def test_each_state_of_the_cards_is_one_position(name: str, seed: int) -> None:
    program = program_of(name)
    for step in steps(Stepper(program), seed):
        slots = step.position.slots
        for zone in (each for each in program.zones if each.capacity):
            for index in range(zone.members):
                known, loose = order(zone, step.position, index), slots[zone.loose + index]
                apart = {card for card in range(zone.cards) if loose >> card & 1}
                assert held(zone, step.position, index) == apart | set(known)
                assert zone.copies or (len(set(known)) == len(known) and apart.isdisjoint(known))
                assert 0 <= slots[zone.under + index] <= (len(known) if loose else 0)
                free = zone.order + index * zone.capacity + len(known)
                assert not any(slots[free : zone.order + (index + 1) * zone.capacity])


@by_game
def test_programs_with_cards_are_well_formed_and_printed_in_full(name: str) -> None:
    program = program_of(name)
    assert verify(program) == []
    assert parse_program(print_program(program)) == program


@by_game
@pytest.mark.parametrize("seed", range(4))
def test_the_twin_agrees_and_the_same_seed_gives_the_same_game(name: str, seed: int) -> None:
    program = program_of(name)
    outcome = Stepper(program).play_out(None, Stream(seed, 0))
    assert Stepper(program).play_out(None, Stream(seed, 0)) == outcome
    assert Twin(program).play_out(None, Stream(seed, 0)) == outcome
    assert Stepper(program, events=False).play_out(None, Stream(seed, 0)) == replace(outcome, events=())
    twin = Twin(program)
    for step in steps(Stepper(program), seed):
        assert twin.resume(step.position).stop == step.stop


# ---- who sees what


def hidden_from(program: Program, viewer: int) -> Iterator[tuple[ZoneInfo, int]]:
    """The places whose cards a player does not see. Sides are seats in turn."""
    for zone in program.zones:
        for index in range(zone.members):
            own = viewer % zone.members if zone.owner == "side" else viewer
            if zone.sight == "down" or (zone.sight == "owner" and index != own):
                yield zone, index


def exchanged(program: Program, position: Position, viewer: int, chance: random.Random) -> Position:
    """The position with two cards that the viewer does not see in each other's places."""
    places = [place for place in hidden_from(program, viewer) if held(place[0], position, place[1])]
    zone, index = chance.choice(places)
    other, place = chance.choice([each for each in places if each[0].shape == zone.shape])
    first, second = (chance.choice(sorted(held(*each))) for each in ((zone, position, index), (other, position, place)))
    slots = list(position.slots)
    found = {each: lying(slots, *each) for each in ((zone, index), (other, place))}
    places = []
    for where, card in (((zone, index), first), ((other, place), second)):
        cards = found[where]
        assert cards is not None
        part = next(each for each in (cards.beneath, cards.loose, cards.above) if card in each)
        places.append((part, part.index(card)))
    (one, at), (another, there) = places
    one[at], another[there] = another[there], one[at]
    for where, cards in found.items():
        assert cards is not None
        write(slots, *where, replace(cards, loose=sorted(cards.loose)))
    return replace(position, slots=tuple(slots))


@by_game
@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_does_not_show(name: str, seed: int) -> None:
    program, chance, changed = program_of(name), random.Random(seed), 0
    stepper = Stepper(program)
    for step in steps(stepper, seed, 40):
        for viewer in range(len(program.seats)):
            shown = draw_views(stepper, step.position, viewer)
            assert shown
            for _ in range(3):
                after = exchanged(program, step.position, viewer, chance)
                changed += after != step.position
                assert draw_views(stepper, after, viewer) == shown
                assert draw_views(stepper, after, NOBODY) == draw_views(stepper, step.position, NOBODY)
    assert changed > 5


@by_game
def test_what_is_told_does_not_name_hidden_cards(name: str) -> None:
    program = program_of(name)
    seen = 0
    for step in steps(Stepper(program), 3):
        for event in step.events:
            text = format_event(program, event)
            if hasattr(event, "onto") and program.zones[event.onto].sight != "up":
                assert text.endswith(": a card")
                seen += 1
    assert seen


# ---- nonsense


@by_game
@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_position_fails_or_goes_on_but_breaks_nothing(name: str, seed: int) -> None:
    """Any numbers in the slots of the cards, and in those that name places."""
    program, chance = program_of(name), random.Random(seed)
    wild = (-1, 0, 1, 2, 5, 13, 62, 63, 64, -(2**63), 2**63 - 1, 2**40, 4095, 8191, 2**62)
    for step in list(steps(Stepper(program), seed, 30))[::5]:
        slots = list(step.position.slots)
        damaged = [at for at, slot in enumerate(program.slots) if slot.kind in ("zone", "local")]
        for at in chance.sample(damaged, chance.choice((1, 3, len(damaged)))):
            slots[at] = chance.choice(wild)
        position = replace(step.position, slots=tuple(slots))
        stepper = Stepper(program)
        for viewer in (NOBODY, 0):
            draw_views(stepper, position, viewer)
        outcome = Stepper(program, budget=2000, game_budget=60).play_out(position, Stream(seed, 0))
        bare = Stepper(program, budget=2000, game_budget=60, events=False).play_out(position, Stream(seed, 0))
        assert bare == replace(outcome, events=())
        for event in outcome.events:
            assert format_event(program, event)
        after, tries = stepper.resume(position), 0
        while not isinstance(after.stop, GameOver | Failure) and tries < 20:
            for event in after.events:
                assert format_event(program, event)
            after, tries = stepper.answer(after.position, answer(after, chance)), tries + 1


SPOTS = """game spots "Spots"
kind suit: clubs, hearts, spades
kind spot: near, middle, far
cards pack: suit of spot
pile stock : pack, face down = all pack
pile heap of each spot : pack, face down
pile shown : pack, face up
phase game
  shuffle stock
  for each place in all spot
    deal 3 from stock to heap of place
    shuffle heap of place
  for each place in all spot
    deal 3 from heap of place to shown
"""


@pytest.mark.parametrize("seed", range(3))
def test_every_place_of_a_zone_is_drawn_from(seed: int) -> None:
    stepper = Stepper(read(SPOTS).program())
    *_, last = steps(stepper, seed)
    assert isinstance(last.stop, GameOver)
    zones = {zone.name: zone for zone in stepper.program.zones}
    shown = lying(last.position.slots, zones["shown"], 0)
    assert shown is not None
    assert sorted(shown.above) == list(range(9))
