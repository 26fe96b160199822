"""Answers that are gone: where a check is made, where none is, and what happens."""

from __future__ import annotations

import pytest

from interpreter.api import read
from interpreter.chance import Stream
from interpreter.engine import Failure
from interpreter.lower.stale_answers import find_stale_reads
from interpreter.native import Native
from interpreter.stepper import Stepper
from tests.support.checking import failures
from tests.support.rivals import hold
from tests.support.same_games import Reference
from tests.support.twin import Twin

FRAME = """game jail "Jail"
players 2
option strict = yes
  "?"
  yes "yes"
  no  "no"
phase game
  keep money of each player : -50..50 = 0
  keep free : yes or no = no
  for each one in all player : turn for one
  for each one in all player : turn for one
  when leaving is pay_bail : set free to yes
phase turn for (mover: player) in game
  keep rounds : 0..9 = 0
{steps}
rule settle
  when leaving is pay_bail : take 5 from money of mover
rule ask
  choose leaving by mover
define pays = leaving is pay_bail
choice leaving
  "How do you get out?"
  stay_there "wait"
  pay_bail   "pay"
  default pay_bail
strategy waits
  leaving : stay_there
measure paid per turn = pays
"""

CERTAIN = [
    "choose leaving by mover|when pays : settle",
    "ask|settle",
    "repeat|  choose leaving by mover|  add 1 to rounds|until leaving is stay_there or rounds > 2",
    "repeat 2 times : choose leaving by mover|settle",
    "when money of mover > 3 : choose leaving by mover|otherwise : choose leaving by next of mover|settle",
    "when money of mover > 3 : end turn|choose leaving by mover|settle",
    "when strict : choose leaving by mover|when strict : settle",
    "repeat for each one in all player|  choose leaving by one|until pays",
    "when money of mover > 3 : choose leaving by mover|when money of mover > 3 and pays : set rounds to 1",
    "when money of mover > 3 : choose leaving by mover|when money of mover <= 3 or pays : set rounds to 1",
    "when strict and rounds < 2 : ask|when not strict or rounds >= 2 or strict : set rounds to 1",
    "when rounds < 2 : choose leaving by mover|when rounds >= 2 : end turn|otherwise when pays : end game",
]

UNCERTAIN = [
    "when money of mover > 3 : choose leaving by mover|settle",
    "settle|choose leaving by mover",
    "for each one in (those one in all player where money of one > 2) : choose leaving by one|settle",
    "repeat|  when pays : set rounds to 3|  choose leaving by mover|  add 1 to rounds|until rounds > 2",
    "when money of mover > 3 : ask|when money of mover > 2 and pays : set rounds to 1",
    "when money of mover > 3 : ask|add 4 to money of mover|when money of mover > 3 and pays : set rounds to 1",
    "when money of mover > 3 : ask|when money of mover > 3 or pays : set rounds to 1",
    "when not strict : choose leaving by mover|settle",
    "repeat rounds times : choose leaving by mover|settle",
    "repeat for each one in all player where money of one > 9 : choose leaving by one then end game|settle",
    "repeat for each one in all player where pays : choose leaving by one",
    "repeat 2 times : settle then choose leaving by mover",
    "when rounds < 2 : choose leaving by mover|when rounds >= 3 : end turn|otherwise when pays : end game",
]


def make(steps: str) -> str:
    return FRAME.replace("{steps}", "".join(f"  {each}\n" for each in steps.split("|")))


BOTH = [*((each, False) for each in CERTAIN), *((each, True) for each in UNCERTAIN)]


@pytest.mark.parametrize(("steps", "found"), BOTH)
def test_a_check_is_made_where_it_is_not_certain_that_a_choice_was_made(steps: str, found: bool) -> None:
    ruleset = read(make(steps))
    options = {name: each.default for name, each in ruleset.model.options.items()}
    assert bool(find_stale_reads(ruleset.model, options)) is found
    program = ruleset.program()
    assert any(each.name == "gone: leaving" for each in program.slots) is found
    assert any(each.kind == "answer" for each in program.checks) is found


def test_options_are_known() -> None:
    ruleset = read(make("when strict : choose leaving by mover|settle"))
    assert not find_stale_reads(ruleset.model, {"strict": 1})
    assert find_stale_reads(ruleset.model, {"strict": 0})


def test_an_answer_that_is_gone_stops_the_game() -> None:
    program = read(make("when mover is lowest of all player : ask|settle")).program()
    outcome = Stepper(program).play_out(None, Stream(1, 0))
    assert isinstance(outcome.stop, Failure)
    assert program.checks[outcome.stop.what].kind == "answer"
    assert Twin(program).play_out(None, Stream(1, 0)).stop == outcome.stop
    strategies = ("default", "waits")
    reference = Reference(Stepper(program), strategies, 3)
    assert hold(Native(program, strategies), [reference.play(game) for game in range(3)], 3) == [0, 1, 2]


def test_it_is_said_what_is_the_matter() -> None:
    text = make("settle|ask") + 'example "e"\n  then free\n'
    (said,) = failures(text)
    assert "`leaving` is used before it has been chosen in this phase" in said
    assert "game.rules:19:8" in said


def test_behind_its_phase_and_for_statistics_an_answer_stays_what_it_was() -> None:
    text = make("when free or rounds is 0 : ask|when free : settle")
    chosen = "  choose leaving is pay_bail\n" * 4
    assert failures(text + f'example "e"\n{chosen}  then free, money of lowest of all player is 0\n') == []


def test_an_answer_may_be_given_in_an_example() -> None:
    text = make("when rounds > 3 : ask|settle|end game")
    example = 'example "e"\n  start turn\n  given leaving is pay_bail\n  then money of lowest of all player is -5\n'
    assert failures(text + example) == []
    assert "before it has been chosen" in failures(text + example.replace("  given leaving is pay_bail\n", ""))[0]
