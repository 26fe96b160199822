"""The lines of a strategy are worked out in their order, and none below the one that is taken: both engines and the
stepper's twin against an oracle that goes through the lines by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.api import read
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.engine import Decided, Event, Rolled
from interpreter.native import Native, available
from interpreter.program import Program
from interpreter.simulate.players import Plan, StepperPlayer
from interpreter.stepper import Stepper
from interpreter.summary import LostAdvice
from tests.support.rivals import hold as hold_native
from tests.support.same_games import Reference
from tests.support.twin import Twin

SPOTS = "abcd"

SEED, GAMES = 5, 4


def spots(bits: int) -> list[int]:
    return [at for at in range(len(SPOTS)) if bits >> at & 1]


def written(bits: int) -> str:
    return " and ".join(SPOTS[at] for at in spots(bits)) or "none"


GAME = f"""game asked "Asked"

players 1

kind spot: {", ".join(SPOTS)}

dice throw = 1d16

phase game
  count rounds
  repeat round until rounds is 30

phase round in game
  keep held : set of spot = none
  add 1 to rounds
  roll throw
  set held to holding
  choose place by lowest of all player

table holding on throw
{chr(10).join(f"  {face} : {written(face - 1)}" for face in range(1, 17))}

choice place
  "Where?"
  pick one from all spot where one in held or one is a or one is d
  default d

measure rounds_played per game = rounds
"""


# ---- the oracle


class Impossible(Exception):
    """Something that cannot be worked out."""


def member(of: Callable[[list[int]], int], bits: int) -> int:
    if not bits:
        raise Impossible
    return of(spots(bits))


def divided(by: int) -> int:
    if not by:
        raise Impossible
    return 12 // by


def offered(bits: int) -> list[int]:
    return [at for at in range(len(SPOTS)) if at in spots(bits) or at in (0, 3)]


CONDITIONS: dict[str, Callable[[int], bool]] = {
    "held is none": lambda bits: not bits,
    "held is not none": lambda bits: bool(bits),
    "throw > 6": lambda bits: bits + 1 > 6,
    "highest of held is c": lambda bits: member(max, bits) == 2,
    "12 / size of held is 6": lambda bits: divided(len(spots(bits))) == 6,
    "12 / (throw - 7) > 0 or b in held": lambda bits: divided(bits + 1 - 7) > 0 or 1 in spots(bits),
    "b in held or 12 / size of held > 6": lambda bits: 1 in spots(bits) or divided(len(spots(bits))) > 6,
    "some x in held where x > b": lambda bits: any(at > 1 for at in spots(bits)),
    "otherwise": lambda bits: True,
}

VALUES: dict[str, Callable[[int], int]] = {
    "a": lambda bits: 0,
    "b": lambda bits: 1,
    "highest": lambda bits: offered(bits)[-1],
    "lowest": lambda bits: offered(bits)[0],
    "highest of held": lambda bits: member(max, bits),
    "lowest of (all spot without held)": lambda bits: member(min, 15 ^ bits),
    "a if 12 / size of held > 4 otherwise c": lambda bits: 0 if divided(len(spots(bits))) > 4 else 2,
}


@dataclass(frozen=True)
class Line:
    condition: str
    value: str

    def text(self) -> str:
        asked = self.condition if self.condition == "otherwise" else f"when {self.condition}"
        return f"    {asked} : {self.value}\n"


def advised(lines: list[Line], bits: int, lost: Counter[int]) -> int:
    """What is taken, by the words of the manual; the lines that failed on the way are counted."""
    for number, line in enumerate(lines):
        try:
            if CONDITIONS[line.condition](bits) and VALUES[line.value](bits) in offered(bits):
                return VALUES[line.value](bits)
        except Impossible:
            lost[number] += 1
    return 3


def program_of(lines: list[Line]) -> Program:
    written = "".join(each.text() for each in lines)
    return read(f'{GAME}\nstrategy tried "Tried"\n  place\n{written}').program()


# ---- what is played

conditional = st.sampled_from(sorted(set(CONDITIONS) - {"otherwise"}))
values = st.sampled_from(sorted(VALUES))
lines = st.builds(
    lambda several, last: [*several, *last],
    st.lists(st.builds(Line, conditional, values), min_size=1, max_size=5),
    st.lists(st.builds(Line, st.just("otherwise"), values), max_size=1),
)


def hold(lines: list[Line], events: tuple[Event, ...], lost: Counter[int]) -> None:
    """What was decided after each throw is what the oracle takes."""
    bits = 0
    for event in events:
        if isinstance(event, Rolled):
            bits = event.outcome
        if isinstance(event, Decided):
            expected = advised(lines, bits, lost)
            assert event.answer == expected, (written(bits), lines)


@settings(max_examples=30)
@given(lines)
def test_the_stepper_and_its_twin_take_what_the_oracle_takes(lines: list[Line]) -> None:
    program, names = program_of(lines), ("tried",)
    lost: dict[str, LostAdvice] = {}
    for game in range(GAMES):
        bots, again, times = Bots(program, names), Bots(program, names), Counter[int]()
        outcome = Stepper(program).play_out(None, Stream(SEED, game), bots.decide)
        assert Twin(program).play_out(None, Stream(SEED, game), again.decide) == outcome
        hold(lines, outcome.events, times)
        queries = {line: program.query("advice", "tried", "place", line=line) for line in times}
        assert bots.advice_failures == again.advice_failures == {queries[line]: times[line] for line in times}
        for line, number in bots.advice_failures.items():
            before = lost.get(line, LostAdvice(0, game))
            lost[line] = LostAdvice(before.times + number, before.first)
    assert StepperPlayer(Plan(program, names, SEED)).play(range(GAMES)).lost == lost


@pytest.mark.skipif(not available(), reason="llvmlite is not installed")
@settings(max_examples=12)
@given(lines)
def test_machine_code_takes_what_the_oracle_takes(lines: list[Line]) -> None:
    program, names = program_of(lines), ("tried",)
    played = list(map(Reference(Stepper(program), names, SEED).play, range(GAMES)))
    for each in played:
        hold(lines, each.outcome.events, Counter())
    for tier in ("fast", "best"):
        native = Native(program, names, tier=tier, keep=False, witness=True)
        assert hold_native(native, played, SEED, witness=True) == []


@pytest.mark.quick
def test_a_line_below_the_one_taken_is_not_worked_out() -> None:
    lines = [Line("held is none", "highest"), Line("otherwise", "highest of held")]
    summary = StepperPlayer(Plan(program_of(lines), ("tried",), SEED)).play(range(20))
    assert summary.lost == {}


@pytest.mark.quick
def test_a_line_that_fails_is_not_the_end_of_those_below() -> None:
    lines = [Line("highest of held is c", "a"), Line("throw > 6", "highest of held"), Line("otherwise", "lowest")]
    program, times = program_of(lines), Counter[int]()
    hold(lines, Stepper(program).play_out(None, Stream(SEED, 0), Bots(program, ("tried",)).decide).events, times)
    assert set(times) == {0}
