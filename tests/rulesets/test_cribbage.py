"""Cribbage against its twin and another program: every line of whole games, many hands, what greedy lays away; other
games on the library.

`HANDS=4000 pytest tests/rulesets/test_cribbage.py` counts more hands, and `python -m tests.support.cribbage_twin` all
that there are, by the twin.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from cribbage_scorer import cribbage_scorer

from interpreter import Choice, loader, read
from interpreter.api import Game, Ruleset
from interpreter.chance import Stream
from interpreter.display import format_event
from interpreter.engine import (
    DecisionStop,
    DrawStop,
    GameOver,
    Said,
    Step,
    Stop,
    pick_default_answer,
)
from interpreter.examples.run_example import run_examples
from interpreter.lower import lower
from interpreter.pipeline import check_game
from interpreter.play.scorebook import make_scorebook
from interpreter.play.trace import Session
from interpreter.program import Program
from interpreter.simulate.simulation import Plan, play_games
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, make_decider
from tests.support.cribbage_twin import ALL, PUBLISHED, Card, Hand, Score, card, combined, flush, show
from tests.support.housing import model_of, put
from tests.support.paths import read_game
from tests.support.shipped import load
from tests.support.views import draw_views

HANDS = int(os.environ.get("HANDS", "400"))
PLAYED = re.compile(r"Player (\d) plays the (.*): \d+\.")
SHOWN = re.compile(r"Player (\d) shows (.*), with the .*: \d+\.")
CRIB = re.compile(r"Player \d's crib is (.*), with the .*: \d+\.")
CUT = re.compile(r"Player \d cuts the (.*)\.")
DEALS = re.compile(r"Player (\d) deals\.")
SCRIPTED = re.compile(r"Player \d chooses |.*: from stock |Player \d cuts |The crib is laid away")


@cache
def cribbage() -> Ruleset:
    return load("cribbage")


def cards(names: str) -> frozenset[Card]:
    return frozenset(card(name) for name in re.split(", | and ", names))


# ---- whole games


def hands_told(events: Sequence[str]) -> Iterator[list[str]]:
    """The lines of each hand, without those of the cut for the deal."""
    starts = [at for at, line in enumerate(events) if DEALS.fullmatch(line)]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield list(events[start:end])


def found(pattern: re.Pattern[str], lines: Sequence[str]) -> list[re.Match[str]]:
    return [match for line in lines if (match := pattern.fullmatch(line))]


def hand_of(lines: Sequence[str]) -> Hand | None:
    """The hand that these lines tell; None where they break off before all of it is shown."""
    crib = found(CRIB, lines)
    if not crib:
        return None
    shown = {int(match[1]): cards(match[2]) for match in found(SHOWN, lines)}
    return Hand(
        dealer=int(found(DEALS, lines)[0][1]) - 1,
        starter=card(found(CUT, lines)[0][1]),
        played=tuple(card(match[2]) for match in found(PLAYED, lines)),
        hands=(shown[1], shown[2]),
        crib=cards(crib[0][1]),
    )


def said_in(lines: Sequence[str]) -> list[str]:
    return [line for line in lines[1:] if not SCRIPTED.match(line)]


def pegged(game: Game) -> list[int]:
    return [int(str(game.state[f"points[player_{seat}]"])) for seat in (1, 2)]


def played(seed: int) -> tuple[Game, list[list[int]]]:
    """A game with any choices, and the points of both before each of its hands."""
    chance, game, before = Random(seed), cribbage().game(seed=seed), list[list[int]]()
    while isinstance(choice := game.waiting, Choice):
        if len(choice.options) == 6 and choice.who != game.state["dealer"]:
            before.append(pegged(game))
        game.choose(chance.choice(choice.options))
    assert game.over
    return game, before


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_are_told_as_the_twin_tells_them(seed: int) -> None:
    game, before = played(seed)
    score = Score(121, [0, 0])
    hands = list(hands_told(game.events))
    assert len(hands) == len(before)
    for lines, had in zip(hands, before, strict=True):
        assert had == score.points
        if (hand := hand_of(lines)) is None:
            break
        assert said_in(lines) == list(score.told_of_hand(hand))
    assert any(line.endswith("has 121 points, and wins.") for line in game.events[-2:])
    assert max(pegged(game)) == 121


@pytest.mark.parametrize("goal", [31, 121])
def test_what_hands_are_measured_to_bring_is_what_both_have(goal: int) -> None:
    """Points past the goal do not count, and every point is the dealer's or pegged against the dealer."""
    program = cribbage().program({"goal": goal})
    names = [each.name for each in program.measures]
    measured = {names.index("dealers_points"), names.index("points_dealers_allow")}
    stepper = Stepper(program, events=False)
    points = [at for at, slot in enumerate(program.slots) if slot.name.startswith("points[")]
    for number in range(6):
        outcome = stepper.play_out(None, Stream(5, number))
        had = sum(outcome.position.slots[at] for at in points)
        assert sum(value for measure, value in outcome.samples if measure in measured) == had


@pytest.mark.parametrize("seed", range(2))
def test_the_box_score_has_every_hand_with_who_showed_it(seed: int) -> None:
    rules = cribbage()
    session = Session(Stepper(rules.program()), seed)
    while not session.over:
        session.step(lambda stop, view: pick_default_answer(stop))
    told = [format_event(session.program, each) for each in session.events if isinstance(each, Said)]
    shown = {
        name: [int(line.rpartition(": ")[2][:-1]) for line in told if line.startswith(f"{name} shows")]
        for name in ("Player 1", "Player 2")
    }
    lines = {line.measure: line.rows for line in make_scorebook(rules.model, session.program, session.story).lines}
    assert lines["points in a hand"] == shown


# ---- who may look at what was laid away


def test_a_player_may_look_at_what_he_laid_away_and_nobody_else_may() -> None:
    rules = cribbage()
    session, laid = Session(Stepper(rules.program()), 5), {0: set[str](), 1: set[str]()}
    while question(session.program, session.stop) != "card_played":
        stop = session.stop
        if isinstance(stop, DecisionStop):
            laid[stop.chooser].add(session.program.choices[stop.choice].labels[pick_default_answer(stop)])
        session.step(lambda stop, view: pick_default_answer(stop))
    for seat, own in laid.items():
        lines = draw_views(session.engine, session.position, seat)["cards_on_the_table"]
        [line] = [line for line in lines if "laid away" in line]
        assert set(line.removeprefix("you laid away ").split(" and ")) == own
        assert len(own) == 2
        assert not any(each in line for line in lines for each in laid[1 - seat])
    assert "laid away" not in str(draw_views(session.engine, session.position))


@pytest.mark.parametrize("seed", range(4))
def test_the_deal_goes_back_and_forth(seed: int) -> None:
    game = cribbage().game(seed=seed)
    game.run()
    dealers = [match[1] for match in found(DEALS, game.events)]
    assert {first != second for first, second in pairwise(dealers)} == {True}
    cut = [card(match[1])[0] for match in found(re.compile(r"Player \d cuts the (.*)\."), game.events)]
    assert dealers[0] == ("1" if cut[2 * first_unlike(cut)] < cut[2 * first_unlike(cut) + 1] else "2")


def first_unlike(cut: Sequence[int]) -> int:
    return next(at for at in range(len(cut) // 2) if cut[2 * at] != cut[2 * at + 1])


# ---- the show, over many hands

SHOWING = read_game("showing.rules")


@cache
def shows() -> tuple[tuple[list[Card], Card, int, int], ...]:
    """Four cards, a starter, and what they count as a hand and as a crib."""
    game = read(SHOWING).game(seed=89, options={"hands": min(HANDS, 4000)})
    game.run()
    lines = found(re.compile(r"(.*), (.*): (\d+), (\d+)\."), game.events)
    assert len(lines) == min(HANDS, 4000)
    return tuple((sorted(cards(line[1])), card(line[2]), int(line[3]), int(line[4])) for line in lines)


def test_the_show_counts_as_the_twin_does() -> None:
    for hand, starter, as_hand, as_crib in shows():
        assert (as_hand, as_crib) == (show(hand, starter), show(hand, starter, crib=True)), (hand, starter)


def test_the_show_is_spread_as_published() -> None:
    points = [as_hand for _, _, as_hand, _ in shows()]
    assert abs(fmean(points) - 4.7692) < 4 * stdev(points) / sqrt(len(points))
    assert not {one for one, times in PUBLISHED.items() if times == 0} & set(points)


# ---- against another program

NO_SHOW = """house_rules no_show "Only the play counts" for cribbage

rule the_show only when goal < 0

rule starter_counts only when goal < 0

before rule points_pegged
  say "{pegger} gains {gained}."
"""

PLAYS = re.compile(r"(Player \d) plays the (.*): (\d+)\.")
GAINED = re.compile(r"Player \d gains (\d+)\.")


def theirs(one: Card) -> tuple[int, str]:
    return one[0], "CDHS"[one[1]]


def series_played(games: int) -> Iterator[tuple[list[Card], list[int]]]:
    """The cards of every count up to 31 in games with any choices, and what each pegs, the last as the last too."""
    model = model_of(put(loader.find_ruleset("cribbage"), Source("no_show.rules", NO_SHOW)))
    program = lower(model, {"goal": 200})
    stepper = Stepper(program)
    for number in range(games):
        chance = Random(number)
        outcome = stepper.play_out(None, Stream(3, number), lambda stop, _, chance=chance: chance.choice(stop.offered))
        played, pegs = list[Card](), list[int]()
        for line in (format_event(program, each) for each in outcome.events if isinstance(each, Said)):
            if match := PLAYS.fullmatch(line):
                one = card(match[2])
                if int(match[3]) == min(one[0], 10) and played:
                    yield played, pegs
                    played, pegs = [], []
                played.append(one)
                pegs.append(0)
            elif match := GAINED.fullmatch(line):
                pegs[-1] += int(match[1])


def test_the_play_counts_as_another_program_does() -> None:
    """Card by card, and the go or last card at the end of each count, over many deals."""
    counts = 0
    for played, pegs in series_played(max(HANDS // 80, 1)):
        counts += 1
        cards_played = [theirs(one) for one in played]
        found = [cribbage_scorer.play_score_ongoing(cards_played[:end])[1] for end in range(1, len(played))]
        assert [*found, cribbage_scorer.play_score_ongoing(cards_played, last_card=True)[1]] == pegs, played
    assert counts > HANDS


def test_the_show_counts_as_another_program_does() -> None:
    for hand, starter, as_hand, as_crib in shows():
        four, cut = [theirs(one) for one in hand], theirs(starter)
        assert cribbage_scorer.show_calc_score(cut, four)[0] == as_hand, (hand, starter)
        assert cribbage_scorer.show_calc_score(cut, four, crib=True)[0] == as_crib, (hand, starter)


# ---- what greedy lays away


def kept(hand: Sequence[Card]) -> int:
    return combined(hand) + flush(hand, None)


def gain(laid: Sequence[Card], hand: Sequence[Card], own: bool) -> int:
    """What laying these away is worth: what is kept, and what the crib gets."""
    return kept([one for one in hand if one not in laid]) + (combined(laid) if own else -combined(laid))


def find_best(hand: Sequence[Card], own: bool) -> list[set[Card]]:
    """The best that can be laid away from a hand: several pairs may be as good."""
    gains = {laid: gain(laid, hand, own) for laid in combinations(hand, 2)}
    return [set(laid) for laid, points in gains.items() if points == max(gains.values())]


@pytest.mark.parametrize("seed", range(2))
def test_greedy_lays_away_what_the_twin_finds_best(seed: int) -> None:
    session = Session(Stepper(cribbage().program()), seed)
    takers = [SeatAssignment(False, "greedy")] * 2
    decide = make_decider(session.engine, takers, seed)
    dealer = [each.name for each in session.program.slots].index("dealer")
    for _ in range(6):
        while question(session.program, stop := session.stop) != "discard":
            session.step(decide)
        assert isinstance(stop, DecisionStop)
        hand, own = [*map(to_card, stop.offered)], stop.chooser == session.position.slots[dealer]
        laid = {to_card(session.step(decide).answer) for _ in range(2)}
        assert laid in find_best(hand, own), (hand, own)


def to_card(number: int) -> Card:
    rank, suit = divmod(number, 4)
    return rank + 1, suit


HARD = (
    "three of hearts, four of diamonds, four of hearts, six of clubs, six of diamonds, six of hearts",
    "ace of clubs, ace of diamonds, three of clubs, three of diamonds, three of hearts, three of spades",
    "ace of clubs, two of clubs, three of clubs, three of diamonds, three of hearts, three of spades",
    "five of clubs, five of diamonds, five of hearts, five of spades, jack of clubs, jack of diamonds",
    "four of clubs, four of diamonds, five of clubs, five of diamonds, six of clubs, six of diamonds",
    "ace of hearts, two of hearts, three of hearts, four of hearts, five of hearts, six of hearts",
)
"""Hands over which the best takes long to find."""


def dealt_hands() -> Iterator[list[Card]]:
    yield from (sorted(cards(names)) for names in HARD)
    chance = Random(17)
    yield from (sorted(chance.sample(ALL, 6)) for _ in range(HANDS // 4))


def test_greedy_always_finds_what_to_lay_away() -> None:
    """In at most 75,000 steps, whatever the hand, for one's own crib and for the other's."""
    program = cribbage().program()
    stepper = Stepper(program, events=False, budget=75_000)
    step = next(each for each in steps_of(stepper, 3) if question(program, each.stop) == "discard")
    assert isinstance(step.stop, DecisionStop)
    held = next(zone for zone in program.zones if zone.name == "held").first + step.stop.chooser
    dealer = [slot.name for slot in program.slots].index("dealer")
    for hand in dealt_hands():
        for own in (False, True):
            slots = list(step.position.slots)
            slots[held] = sum(1 << 4 * (rank - 1) + suit for rank, suit in hand)
            slots[dealer] = step.stop.chooser if own else 1 - step.stop.chooser
            query = stepper.program.query("advice", "greedy", "discard", line=0)
            advice = stepper.ask(replace(step.position, slots=tuple(slots)), query)
            assert isinstance(advice, tuple), (hand, own)
            assert any(to_card(advice[-1]) in each for each in find_best(hand, own)), (hand, own)


def steps_of(stepper: Stepper, seed: int) -> Iterator[Step]:
    """The stops of a game, each answered by chance."""
    chance, step = Random(seed), stepper.begin()
    while not isinstance(step.stop, GameOver):
        yield step
        assert isinstance(step.stop, DecisionStop | DrawStop)
        offered = step.stop.offered if isinstance(step.stop, DecisionStop) else range(step.stop.outcomes)
        step = stepper.answer(step.position, chance.choice(offered))


def question(program: Program, stop: Stop) -> str:
    return program.choices[stop.choice].name if isinstance(stop, DecisionStop) else ""


@pytest.mark.parametrize("strategy", ["greedy", "steady"])
def test_no_advice_is_lost_in_whole_games(strategy: str) -> None:
    program = cribbage().program()
    assert play_games(Plan(program, (strategy,) * 2, 4), range(max(HANDS // 100, 2))).count_lost_advice == 0


# ---- other games on the same library

PARTNERS = read_game("partners.rules")


def test_four_may_play_and_a_jack_may_void_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "partners.rules"
    path.write_text(PARTNERS)
    source = loader.find_ruleset(str(path))
    checked = check_game(loader.sources_of(source))
    assert checked.model is not None, [each.message for each in checked.diagnostics.found]
    failed = run_examples(checked.model).failed
    assert [failure.message for one in failed for failure in one.failures] == []
