"""Examples, as they are checked before they are run: settings, positions, scripts and expectations.

The wording is held in `golden/check/examples`, for examples that cannot be run and for those that fail.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.model import ScriptedRoll
from tests.support.checking import compare, mistakes, model_of, said

pytestmark = pytest.mark.quick

FRAME = """game small "A small game"
kind base: first, second
sides red, blue
players 2..4
dice die = 1d6
option fast = no
  "?"
  no  "no"
  yes "yes"
option most = 3 in 1..9
  "?"
phase game
  keep runs of each side : 0..9 = 0
  count rounds
  repeat turn for red until rounds is most or fast
phase turn for (who: side) in game
  keep held : set of base = none
  count outs to 3 : end turn
  add 1 to rounds
  repeat try
phase try in turn
  keep lead : base = first
  choose call by who
  roll die
  when die is 6 and call is high : add 1 to runs of who
  set lead to next of lead
  set held to lead
  when held is lead : add 1 to outs
choice call
  "?"
  high "high"
  low  "low"
  default high
example "the example"
"""


@pytest.mark.parametrize("path", mistakes("examples"), ids=lambda path: path.stem)
def test_messages(path: Path) -> None:
    compare(path)


@pytest.mark.parametrize(
    ("lines", "start"),
    [
        ("  then outs is 0\n", ""),
        ("  given runs of red is 1\n  then outs is 0\n", "game"),
        ("  given outs is 1\n  then outs is 0\n", "turn"),
        ("  given runs of red is 1, held is none\n  then outs is 0\n", "turn"),
        ("  given lead is second, runs of red is 1\n  then outs is 0\n", "try"),
        ("  given who is blue\n  then outs is 0\n", "turn"),
        ("  start game\n  given outs is 1\n  then outs is 0\n", "game"),
        ("  start try\n  then outs is 0\n", "try"),
    ],
)
def test_where_an_example_starts(lines: str, start: str) -> None:
    (example,) = model_of(FRAME + lines).examples
    assert example.start == start


def test_lines_may_stand_in_any_order() -> None:
    lines = ["with fast = yes", "with most = 2", "players 4", "start turn", "given outs is 1", "given held is first"]
    script = ["roll 3, 4", "choose call is low", "roll 6"]
    orders = [*lines, *script, "then outs is 0"], [*script, *reversed(lines), "then outs is 0"]
    one, other = (model_of(FRAME + "".join(f"  {each}\n" for each in order)).examples[0] for order in orders)
    assert sorted(one.options) == sorted(other.options) == [("fast", 1), ("most", 2)]
    assert (one.players, one.start, len(one.given), one.script) == (4, "turn", 2, other.script)
    assert [isinstance(each, ScriptedRoll) for each in one.script] == [True, True, False, True]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("with fast = maybe", "option-value"),
        ("with most = 10", "option-value"),
        ("with speed = 1", "unknown-name"),
        ("with call = high", "wrong-thing"),
        ("players 3", "out-of-range"),
        ("players 6", "out-of-range"),
        ("start half", "unknown-name"),
        ("start call", "wrong-thing"),
        ("given outs is 4", "out-of-range"),
        ("given held is 3", "wrong-type"),
        ("given runs is 3", "needs-of"),
        ("given outs of red is 3", "no-of"),
        ("given most is 3", "not-settable"),
        ("given rans of red is 3", "unknown-name"),
        ("choose call is maybe", "unknown-name"),
        ("choose call is 3", "wrong-type"),
        ("choose cal is high", "unknown-name"),
        ("choose die is 3", "wrong-thing"),
        ("then outs", "wrong-type"),
        ("then outs is first", "wrong-type"),
        ("then outs is 4", "out-of-range"),
        ("then did turns", "unknown-name"),
        ("then did call", "wrong-thing"),
        ("then did not die", "wrong-thing"),
        ("then ended call", "wrong-thing"),
        ("then ended trun", "unknown-name"),
    ],
)
def test_what_an_example_cannot_say(line: str, wrong: str) -> None:
    found = said(f"{FRAME}  then runs of red is 0\n  {line}\n")
    assert [each.rpartition(" ")[2] for each in found] == [wrong]
    assert found[0].startswith(f"{FRAME.count(chr(10)) + 2}:")


def test_an_example_has_to_expect_something() -> None:
    assert said(FRAME + "  roll 3\n") == ["34:9: example-empty"]


def test_settings_are_given_once() -> None:
    found = said(FRAME + "  with most = 2\n  with most = 3\n  then outs is 0\n")
    assert [each.rpartition(" ")[2] for each in found] == ["name-twice"]
