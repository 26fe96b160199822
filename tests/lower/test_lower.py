"""What a checked ruleset comes to when it is played: each part of the language, by rulesets whose outcome is known.

The rulesets of `semantics` hold an example for every way in which a part of the language can be used. All of them
must hold, and none of what they expect may hold the other way round. What examples cannot ask for is tested here:
measures, views, advice, who wins and who is asked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import model
from interpreter.display import format_text
from interpreter.domains import YesNoType
from interpreter.engine import ChanceStop, DecisionStop, Event, Failure, GameOver, Said, Sampled, Step
from interpreter.examples.run_example import run_examples
from interpreter.lower import lower
from interpreter.program.verify import verify
from interpreter.stepper import Stepper
from tests.support.checking import SEMANTICS, model_of
from tests.support.paths import read_game

# ---- the corpus


@cache
def ruleset(path: Path) -> model.Model:
    return model_of(path.read_text())


@pytest.mark.parametrize("path", SEMANTICS, ids=lambda path: path.stem)
def test_what_is_expected_holds(path: Path) -> None:
    report = run_examples(ruleset(path))
    assert [(each.example.name, [one.message for one in each.failures]) for each in report.failed] == []


@pytest.mark.parametrize("path", SEMANTICS, ids=lambda path: path.stem)
def test_its_opposite_does_not(path: Path) -> None:
    """Each expectation turned round fails, and is the only one that fails."""
    game = ruleset(path)
    turned = [turn_round(each, at) for each in game.examples for at in range(len(each.expectations))]
    places = [at for each in game.examples for at in range(len(each.expectations))]
    results = run_examples(replace(game, examples=tuple(turned))).results
    for result, at in zip(results, places, strict=True):
        told = [(each.code, each.span) for each in result.failures]
        assert told == [("example-failed", result.example.expectations[at].span)], result.example.name


def turn_round(example: model.ExampleInfo, at: int) -> model.ExampleInfo:
    """An example with one expectation that says the opposite."""
    expected = example.expectations[at]
    match expected:
        case model.ExpectCondition(condition):
            opposite = model.Not(condition, type=YesNoType(), span=condition.span)
            turned: object = replace(expected, condition=opposite)
        case model.ExpectRule() | model.ExpectAsked():
            turned = replace(expected, negated=not expected.negated)
        case model.ExpectSaid():
            turned = replace(expected, text="what nobody says", negated=False)
        case model.ExpectWinners(winners, bank):
            turned = replace(expected, winners=None, bank=winners is None and not bank)
    return replace(example, expectations=(*example.expectations[:at], turned, *example.expectations[at + 1 :]))


@pytest.mark.parametrize("path", SEMANTICS, ids=lambda path: path.stem)
def test_no_rule_stands_there_untried(path: Path) -> None:
    missed = {rule for rule, _ in run_examples(ruleset(path)).coverage.rules_missed}
    assert missed <= {"game", "nothing_at_all"} or path.stem == "everything"


# ---- what examples cannot ask for

COUNTING = read_game("counting.rules")


def start(players: int = 2, **options: int) -> tuple[Stepper, Step]:
    program = lower(model_of(COUNTING), options, players)
    assert verify(program) == []
    stepper = Stepper(program)
    return stepper, stepper.begin()


def follow(stepper: Stepper, step: Step, answers: str) -> tuple[Step, list[Event]]:
    """Answer stop by stop: a digit is a die's face, or both dice's, a letter the beginning of an offer's name."""
    events: list[Event] = []
    for answer in answers:
        match step.stop:
            case ChanceStop(_, outcomes, _, _):
                number = int(answer) - 1 if outcomes == 6 else (int(answer) - 1) * 7
            case DecisionStop(choice, _, _, _, _):
                names = [each[0] for each in stepper.program.choices[choice].names]
                number = names.index(answer)
            case other:
                raise AssertionError(other)
        step = stepper.answer(step.position, number)
        events.extend(step.events)
    return step, events


def samples(stepper: Stepper, events: list[Event]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for each in events:
        if isinstance(each, Sampled):
            found.setdefault(stepper.program.measures[each.measure].name, []).append(each.value)
    return found


@pytest.mark.quick
def test_measures_of_a_whole_game() -> None:
    stepper, step = start()
    step, events = follow(stepper, step, "3ss" + "4b2s")
    assert isinstance(step.stop, GameOver)
    assert samples(stepper, events) == {
        "bold_turns": [0, 0, 1, 0],
        "seen_a_round": [3, 4 + 4],
        "points": [40, 40],
        "chips_left": [3, 3],
        "suits": [0, 3, 0],
        "rounds_begun": [2],
        "all_rolls": [3],
        "two_rolls": [1],
        "gains": [4 + 2],
        "turns": [4],
    }


def test_a_phase_that_is_cut_short_is_measured_too() -> None:
    stepper, step = start()
    step, events = follow(stepper, step, "3ss" + "5m4")
    assert samples(stepper, events) == {"bold_turns": [0, 0, 0], "seen_a_round": [3, 5]}
    step, events = follow(stepper, step, "6ss")
    assert samples(stepper, events) == {"bold_turns": [0, 0], "seen_a_round": [6]}


def test_members_that_do_not_play_are_not_measured() -> None:
    stepper, step = start(players=6)
    _, events = follow(stepper, step, "3ss" + "4ss")
    assert samples(stepper, events)["chips_left"] == [3, 1, 1, 1, 1, 3]
    assert stepper.program.measures[1].labels == tuple(f"Player {n}" for n in range(1, 7))
    assert stepper.program.measures[0].labels == ("Red side", "Blue side")


@pytest.mark.quick
def test_who_wins() -> None:
    stepper, step = start()
    step, _ = follow(stepper, step, "3ss" + "4s")
    assert step.position.winners == (1,)
    step, _ = follow(stepper, step, "s")
    assert isinstance(step.stop, GameOver)
    assert step.stop.winners == (1, 0)


def test_who_throws_and_who_chooses() -> None:
    """A side is spoken for by its first player."""
    stepper, step = start(players=6)
    assert isinstance(step.stop, ChanceStop)
    assert (step.stop.thrower, step.stop.outcomes) == (0, 6)
    step, _ = follow(stepper, step, "3")
    assert isinstance(step.stop, DecisionStop)
    assert (step.stop.chooser, step.stop.offered, step.stop.default) == (5, (0, 1), 0)
    step, _ = follow(stepper, step, "b")
    assert isinstance(step.stop, ChanceStop)
    assert (step.stop.thrower, step.stop.outcomes) == (5, 36)


def test_what_is_offered_and_the_default_go_by_who_chooses() -> None:
    stepper, step = start(players=6)
    step, _ = follow(stepper, step, "3ss1")
    assert isinstance(step.stop, DecisionStop)
    assert (step.stop.chooser, step.stop.offered, step.stop.default) == (5, (0, 1, 2), 1)


def shown(stepper: Stepper, step: Step, view: str) -> list[str]:
    active = stepper.ask(step.position, stepper.program.query("view", view))
    assert active in ((0,), (1,))
    lines = []
    for query in stepper.program.queries if active == (1,) else ():
        if (query.kind, query.name) == ("view", view) and query.line >= 0:
            found = stepper.ask(step.position, query)
            assert not isinstance(found, Failure)
            lines.append(format_text(stepper.program, found[0], found[1:]))
    return lines


def test_views_are_shown_while_their_phase_is_under_way() -> None:
    stepper, step = start()
    assert shown(stepper, step, "board") == ["0 to 0, 3 Clubs"]
    assert shown(stepper, step, "now") == []
    step, _ = follow(stepper, step, "3")
    assert shown(stepper, step, "now") == ["Blue side otherwise 3 {}", "  1"]
    step, _ = follow(stepper, step, "b")
    assert shown(stepper, step, "now")[0] == "Blue side boldly 3 {}"
    step, _ = follow(stepper, step, "3s")
    assert shown(stepper, step, "now") == []
    assert shown(stepper, step, "board") == ["2 to 2, 3 Clubs"]


def test_a_view_is_gone_when_its_phase_is_cut_short() -> None:
    stepper, step = start()
    step, _ = follow(stepper, step, "3ss1m")
    assert shown(stepper, step, "now") != []
    step, _ = follow(stepper, step, "1")
    assert shown(stepper, step, "now") == []


def advice(stepper: Stepper, step: Step) -> list[object]:
    lines = (stepper.program.query("advice", "wild", "plan", line=line) for line in range(3))
    return [stepper.ask(step.position, line) for line in lines]


@pytest.mark.quick
def test_advice_in_its_order() -> None:
    stepper, step = start()
    step, _ = follow(stepper, step, "1")
    assert advice(stepper, step) == [(), (), (1,)]
    stepper, step = start()
    step, _ = follow(stepper, step, "3")
    assert advice(stepper, step) == [(), (2,), (1,)]


@pytest.mark.quick
def test_what_is_said() -> None:
    for extra, text in ((0, "Round 1 of 9."), (1, "Round 1 of 9 and more.")):
        stepper, step = start(extra=extra)
        _, events = follow(stepper, step, "3b3s")
        said = [format_text(stepper.program, each.text, each.values) for each in events if isinstance(each, Said)]
        assert said == [text]


@pytest.mark.quick
def test_options_and_players_are_fixed() -> None:
    stepper, step = start(bonus=5)
    _, events = follow(stepper, step, "3ss" + "4ss")
    assert samples(stepper, events)["points"] == [100, 100]
    game = model_of(COUNTING)
    with pytest.raises(ValueError, match="no option bonus = 6"):
        lower(game, {"bonus": 6})
    with pytest.raises(ValueError, match="no option bonsu"):
        lower(game, {"bonsu": 1})
    with pytest.raises(ValueError, match="not a number of players: 3"):
        lower(game, {}, 3)


def test_who_throws_may_have_to_be_worked_out() -> None:
    text = """game small "Small"
players 3
dice die = 1d6
phase game
  keep others : set of player = none
  for each one in all player
    when one is not lowest of all player : set others to others and one
  roll die for lowest of others
  say "{die}"
"""
    stop = Stepper(lower(model_of(text))).begin().stop
    assert isinstance(stop, ChanceStop)
    assert stop.thrower == 1
