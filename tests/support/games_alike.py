"""Pairs of games that a seat cannot tell apart: what is hidden from it lies otherwise in the second.

A game is played at random. Where a seat decides, two cards that it has not seen since they last lay shuffled
together are taken, and the game is played again from there with each in the place of the other: the same dice, the
same answers from this seat, from the others the answers that their changed hands make of theirs. Where that goes
through the same stops it is a game that this seat cannot tell from the first. Both games are played by the rules, so
whatever the rules keep beside the cards (a card just dealt, an answer in secret) is changed with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from interpreter import api
from interpreter.api import Ruleset, read
from interpreter.engine import Decided, DecisionStop, DrawStop, Engine, Failure, GameOver, Position, Step, Stop
from interpreter.program import Decide, Program, ZoneInfo
from interpreter.stepper import Stepper
from interpreter.stepper.run import Run
from interpreter.stepper.translate import Code
from tests.support.paths import TESTS, read_game
from tests.support.shipped import load
from tests.support.small_games import SHOWDOWN, rows, tricks

DUEL, LEAK = read_game("duel.rules"), read_game("leak.rules")


@dataclass(frozen=True)
class Turn:
    """A stop of a game: where it was, with the events before it, and how it was answered. `lain` are, by place, the
    cards that lay there at any time since the stop before, as bits."""

    step: Step
    answer: int
    lain: dict[tuple[int, int], int]


class Watched(list[Code]):
    """The blocks of a stepper; after each, what lies where is added to what has lain there."""

    def __init__(self, engine: Stepper) -> None:
        super().__init__(engine._walker._singles)
        self.zones = list(enumerate(engine.program.zones))
        self.lain: Counter[tuple[int, int]] = Counter()
        engine._walker._singles = self

    def __getitem__(self, block: int) -> Code:  # type: ignore[override]
        carry_out = super().__getitem__(block)

        def and_look(values: list[int], run: Run) -> int:
            following = carry_out(values, run)
            for number, zone in self.zones:
                for at in range(zone.members):
                    self.lain[number, at] |= values[zone.first + at]
            return following

        return and_look


def played(engine: Stepper, seed: int, most: int) -> list[Turn]:
    """A game of random answers, or its first stops."""
    watched = Watched(engine)
    random, turns, step = Random(seed), [], engine.begin()
    while len(turns) < most and not isinstance(step.stop, GameOver | Failure):
        turns.append(Turn(step, random.choice(possible(step.stop)), dict(watched.lain)))
        watched.lain.clear()
        step = engine.answer(step.position, turns[-1].answer)
    return turns


def possible(stop: Stop) -> range | tuple[int, ...]:
    return stop.offered if isinstance(stop, DecisionStop) else range(stop.outcomes)  # type: ignore[union-attr]


def sees(program: Program, zone: ZoneInfo, place: int, seat: int) -> bool:
    own = seat % len(program.sides) if zone.owner == "side" else seat
    return zone.sight == "up" or (zone.sight == "owner" and place == own)


def in_sight(program: Program, turn: Turn, deck: str, seat: int) -> int:
    """The cards that a seat has seen since the stop before, as bits, and those that it was openly told of."""
    seen = 0
    for (number, at), cards in turn.lain.items():
        zone = program.zones[number]
        seen |= cards if zone.deck == deck and sees(program, zone, at, seat) else 0
    for event in turn.step.events:
        if isinstance(event, Decided) and picks_card(program, event.choice, deck):
            info = program.choices[event.choice]
            seen |= 0 if info.secret and event.chooser != seat else 1 << info.values[event.answer]
    return seen


def loose_together(program: Program, position: Position, deck: str, pair: tuple[int, int]) -> bool:
    """Whether two cards lie in one shuffled pile, so that each could as well be the other."""
    both = 1 << pair[0] | 1 << pair[1]
    return any(
        zone.deck == deck and zone.capacity and position.slots[zone.loose + at] & both == both
        for zone in program.zones
        for at in range(zone.members)
    )


def alike(program: Program, turns: list[Turn], deck: str, pair: tuple[int, int], seat: int) -> int | None:
    """The last turn at which two cards were alike, if the seat has seen neither since."""
    for at in reversed(range(len(turns))):
        if loose_together(program, turns[at].step.position, deck, pair):
            return at
        if in_sight(program, turns[at], deck, seat) & (1 << pair[0] | 1 << pair[1]):
            return None
    return None


def replayed(engine: Engine, turns: list[Turn], deck: str, pair: tuple[int, int], seat: int) -> list[Turn] | None:
    """The same turns with two cards in each other's place; None where the game goes another way."""
    again = [turns[0]]
    for at, turn in enumerate(turns[:-1]):
        answer = changed(engine.program, turn, again[-1].step.stop, deck, pair, seat)
        if answer is None:
            return None
        step = engine.answer(again[-1].step.position, answer)
        if step.position.block != turns[at + 1].step.position.block or isinstance(step.stop, Failure):
            return None
        again[-1] = replace(again[-1], answer=answer)
        again.append(Turn(step, -1, {}))
    return again


def changed(program: Program, turn: Turn, now: Stop, deck: str, pair: tuple[int, int], seat: int) -> int | None:
    """The answer to a stop of the second game that goes with that of the first."""
    stop = turn.step.stop
    other = dict(zip(pair, reversed(pair), strict=True))
    if isinstance(stop, DrawStop) and isinstance(now, DrawStop):
        card = stop.cards[turn.answer]
        card = other.get(card, card) if program.zones[stop.zone].deck == deck else card
        return now.cards.index(card) if card in now.cards else None
    if isinstance(stop, DecisionStop) and isinstance(now, DecisionStop):
        answer, info = turn.answer, program.choices[stop.choice]
        if stop.chooser != seat and info.values[answer] in other and picks_card(program, stop.choice, deck):
            answer = info.values.index(other[info.values[answer]])
        return answer if answer in now.offered and now.chooser == stop.chooser else None
    return turn.answer


def picks_card(program: Program, choice: int, deck: str) -> bool:
    shapes = {zone.shape for zone in program.zones if zone.deck == deck}
    targets = (block.terminator for block in program.blocks if isinstance(block.terminator, Decide))
    return any(each.choice == choice and program.slots[each.target.index].shape in shapes for each in targets)


def decisions(turns: list[Turn], random: Random) -> Iterator[tuple[int, DecisionStop]]:
    """The turns at which there is something to decide, in some order."""
    for at in random.sample(range(len(turns)), len(turns)):
        stop = turns[at].step.stop
        if isinstance(stop, DecisionStop) and len(stop.offered) > 1:
            yield at, stop


def games_alike(name: str, seed: int, most: int) -> Iterator[tuple[Stepper, int, list[Turn], list[Turn]]]:
    """Games up to a decision, each with one that looks the same from the seat that decides."""
    rules, options = find_game(name)
    yield from find_alike(Stepper(rules.program(options)), seed, most)


@cache
def find_game(name: str) -> tuple[Ruleset, dict[str, int | str]]:
    return GAMES[name]()


def find_alike(engine: Stepper, seed: int, most: int) -> Iterator[tuple[Stepper, int, list[Turn], list[Turn]]]:
    random = Random(seed)
    turns = played(engine, seed, most)
    decks = {zone.deck: zone.cards for zone in engine.program.zones}
    for at, stop in decisions(turns, random):
        deck = random.choice(list(decks))
        seen = in_sight(engine.program, turns[at], deck, stop.chooser)
        unseen = [card for card in range(decks[deck]) if not seen >> card & 1]
        if len(unseen) < 2:
            continue
        one, other = random.sample(unseen, 2)
        start = alike(engine.program, turns[: at + 1], deck, (one, other), stop.chooser)
        if start is None:
            continue
        again = replayed(engine, turns[start : at + 1], deck, (one, other), stop.chooser)
        if again is not None and again[-1].step.position != turns[at].step.position:
            yield engine, stop.chooser, turns[start : at + 1], again


GAMES: dict[str, Callable[[], tuple[Ruleset, dict[str, int | str]]]] = {
    "duel": lambda: (read(DUEL), {}),
    "leak": lambda: (read(LEAK), {}),
    "telling": lambda: (api.load(str(TESTS / "semantics" / "telling.rules")), {}),
    "tricks": lambda: (tricks(), {}),
    "rows": lambda: (rows(), {}),
    "showdown": lambda: (read(SHOWDOWN), {}),
    "cribbage": lambda: (load("cribbage"), {"goal": 12}),
    "cooperstown": lambda: (load("cooperstown"), {"innings": 1}),
    "round_the_bases": lambda: (load("round_the_bases"), {"innings": 1}),
}
