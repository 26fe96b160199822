"""Machine code that keeps what is offered as a set plays the same games as the stepper, and takes games up anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.offer_sets import keep_offers
from interpreter.analysis.steps import ReplacedLoop
from interpreter.api import read
from interpreter.engine import DecisionStop, Position
from interpreter.native import Native, module, player
from interpreter.program import Program, Register
from interpreter.stepper import Stepper
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = """\
game stepping "Stepping"
  source "made up"

players 2

dice die = 1d6

phase game
  keep men of each player : set of 0..40 = all_at_start
  keep score of each player : 0..100000 = 0
  repeat 10 times
    turn for player_1
    turn for player_2
  win those one in all player with most score of one

phase turn for (mover: player) in game
  roll die for mover
  choose moved by mover
  set men of mover to men of mover without moved with goal_of(moved)
  add moved to score of mover
  AGAIN

choice moved
  "Whom do you move?"
  pick step from WHERE
  default DEFAULT

define all_at_start = 0 and 3 and 7 and 12 and 20 and 21
define goal_of (step: 0..40) = (step + total of die) mod 41
define free (one: player) = those step in men of one where goal_of(step) not in men of one

strategy eager "Moves as it likes"
  moved
    when total of die is 6            : 40
    when score of chooser mod 3 is 0  : highest of men of chooser
    when score of chooser mod 3 is 1, 1 in 2 : lowest of men of chooser
    when score of chooser mod 5 is 2  : 3

strategy lost "Asks too much now and then"
  moved
    when 12 / (total of die - 3) > 6 : 20
    when total of die > 2            : 7

strategy low "Looks at what is offered"
  moved : lowest

measure score per player = score of player
"""

FROM = "men of chooser"
FREE = "men of chooser where (step > 35 or step + total of die not in men of chooser) and step + total of die > 3"
FEW = "0..40 where step in men of chooser and step + total of die < 41 or step is 0"
BREAKING = "men of chooser where step < 12 and 12 / (step + total of die) < 12"

KEPT = (
    (FROM, "lowest", ("default", "default")),
    (FROM, "highest", ("eager", "random")),
    (FREE, "highest", ("random", "random")),
    (FREE, "lowest", ("lost", "random")),
    (FREE, "12", ("eager", "lost")),
    (FEW, "highest of free(chooser)", ("eager", "default")),
    (FEW, "highest", ("lost", "eager")),
)
"""From what is picked, the default, and who plays."""


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Register]:
    """The registers of all sets in machine code that is made from now on."""
    found: list[Register] = []

    def keep(*given: Any) -> tuple[Trimmed, dict[int, ReplacedLoop], dict[int, Register]]:
        left, loops, kept = keep_offers(*given)
        found.extend(kept.values())
        return left, loops, kept

    monkeypatch.setattr(module, "keep_offers", keep)
    return found


def program_where(where: str, default: str, again: str = "") -> Program:
    return read(RULES.replace("WHERE", where).replace("DEFAULT", default).replace("AGAIN", again)).program()


def hold_games(
    program: Program, strategies: tuple[str, ...], start: Position | None = None, *, anywhere: bool = False
) -> tuple[int, int]:
    """Games that have to be the same: how many machine code leaves to the stepper, and how many cannot go on."""
    played = list(map(Reference(Stepper(program), strategies, SEED, start).play, range(60)))
    native = Native(program, strategies, keep=False, tier="best", witness=True, anywhere=anywhere)
    refused = hold(native, played, SEED, start, witness=True)
    return len(refused), sum(each.summary.broken is not None for each in played)


@pytest.mark.parametrize(("where", "default", "strategies"), KEPT)
def test_games_are_the_same(where: str, default: str, strategies: tuple[str, ...], kept: list[Register]) -> None:
    assert hold_games(program_where(where, default), strategies) == (0, 0)
    assert len(kept) == 1


@pytest.mark.parametrize(("most", "is_kept"), [(8, False), (9, True), (13, True), (15, True)])
@pytest.mark.parametrize("strategies", [("default", "default"), ("eager", "random")])
def test_what_is_offered_of_a_small_set_is_kept(
    most: int, is_kept: bool, strategies: tuple[str, ...], kept: list[Register]
) -> None:
    """Of ten members or more, the set is what is offered; of fewer each has its flag."""
    text = RULES.replace("0..40", f"0..{most}").replace("mod 41", f"mod {most + 1}").replace("AGAIN", "")
    text = text.replace(" and 12 and 20 and 21", "").replace(": 40", f": {most}").replace(": 20", ": 8")
    program = read(text.replace("WHERE", FROM).replace("DEFAULT", "highest")).program()
    assert hold_games(program, strategies) == (0, 0)
    assert len(kept) == is_kept


def test_what_a_strategy_looks_at_is_not_kept(kept: list[Register]) -> None:
    assert hold_games(program_where(FREE, "highest"), ("low", "eager")) == (0, 0)
    assert kept == []


def test_games_are_the_same_in_code_of_several_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(player.PART, "best", 20)
    assert hold_games(program_where(FREE, "highest"), ("eager", "random")) == (0, 0)


def test_what_is_chosen_twice_is_kept_twice(kept: list[Register]) -> None:
    program = program_where(FREE, "highest", "choose moved by left of mover")
    assert hold_games(program, ("eager", "random")) == (0, 0)
    assert len(kept) == 2


def test_games_that_cannot_go_on_are_left_to_the_stepper() -> None:
    refused, broken = hold_games(program_where(BREAKING, "lowest"), ("eager", "random"))
    assert refused == broken > 0


@pytest.mark.parametrize("strategies", [("eager", "random"), ("default", "default")])
def test_a_game_is_taken_up_with_less_on_offer(strategies: tuple[str, ...]) -> None:
    program = program_where(FREE, "highest")
    stepper = Stepper(program)
    step = stepper.begin()
    while not isinstance(step.stop, DecisionStop):
        step = stepper.answer(step.position, 2)
    assert len(step.stop.offered) > 3
    flags = [at for at, each in enumerate(program.slots) if each.kind == "flag" and step.position.slots[at]]
    for off in ([flags[0]], flags[1:], flags[2:]):
        slots = [0 if at in off else value for at, value in enumerate(step.position.slots)]
        start = replace(step.position, slots=tuple(slots))
        assert hold_games(program, strategies, start, anywhere=True) == (0, 0)
