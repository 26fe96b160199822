"""Values: their sorts and ranges; calls; doing and being worth something; texts; players, dice, options.

The wording is held in `golden/check/types`, and that of slips of every sort in one file in `golden/check/together`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.domains import MemberType, NumberType, SetType, YesNoType
from tests.support.checking import compare, failures, mistakes, model_of, said

FRAME = """game small "A small game"
kind base: plate, first, second, home
sides red, blue
players 2..4
dice swing = 2d6
dice die = 1d6
option way = plain
  "?"
  plain "plainly"
  fancy "otherwise"
option fast = no
  "?"
  no  "no"
  yes "yes"
option most = 3 in 1..9
  "?"
phase game
  keep n : -9..9 = 0
  keep lead : first..second = first
  keep spot : base = plate
  keep held : set of first..second = none
  keep lucky : set of 0..9 = none
  keep sure : yes or no = no
  keep who : side = red
  keep one : player = lowest of all player
  keep runs of each side : 0+ = 0
  roll swing for one
  roll die for who
  say "{n} {lead} {spot} {held} {lucky} {sure} {who} {one} {runs of red} {swing} {die} {way} {fast} {most}"
"""


@pytest.mark.parametrize("path", [*mistakes("types"), *mistakes("together")], ids=lambda path: path.stem)
@pytest.mark.quick
def test_messages(path: Path) -> None:
    compare(path)


@pytest.mark.parametrize(
    "line",
    [
        "set n to swing - 3",
        "set n to total of swing - die",
        "set n to swing / 2 mod 5 * -1",
        "set n to size of held + 3 if sure otherwise 2",
        "set n to most if fast otherwise -most",
        "add swing to n",
        "take swing from n",
        "take 1 from runs of side of one",
        "roll 1 of swing for one",
        "roll n of swing",
        "roll (size of swing) of swing",
        "roll (die - 1) of swing\n  when swing is 6 or swing is 1+1 : add size of swing to n",
        "add 1 to runs of side of one",
        "set spot to lead",
        "set spot to lead + die",
        "set lead to spot",
        "set lead to highest of held",
        "set held to first",
        "set held to first and second",
        "set held to none",
        "set held to all base without (plate and home)",
        "set held to those x in all base where x in held",
        "set held to first if sure otherwise none",
        "set held to held with spot",
        "set lucky to 3",
        "set lucky to 3..7",
        "set lucky to lucky with (swing - 3)",
        "set lucky to n",
        "set who to next of who",
        "set who to side of one",
        "set one to left of highest of players of who",
        "set sure to n > 3 or sure",
        "set sure to some x in held where x > lead",
        "when held is first and second : nothing",
        "when held is lead : nothing",
        "when lead in held : nothing",
        "when spot in held : nothing",
        "when spot in lead..home : nothing",
        "when spot is lead : nothing",
        "when n in lucky : nothing",
        "when swing in lucky : nothing",
        "when swing in 3 : nothing",
        "when swing in 11+ or swing in 3- : nothing",
        "when swing is 4+4 or swing is not 7 : nothing",
        "when swing > die : nothing",
        "when swing is die : nothing",
        "when fast and not sure and way is fancy : nothing",
        "when (n > 3) is sure : nothing",
        "when n < most and most <= 8 : nothing",
        "when runs of who > runs of next of who : win who",
        "when one is left of one : win side of one",
        "for each x in held, highest first : set lead to x",
        "for each x in all player : set one to x",
        "for each x in 1..9 : set n to x",
        "for each x in first : set lead to x",
        "let best = plate then set best to home",
        "let found = 0 then add 100 to found",
        "let mine = held then set mine to first",
        "let kept = swing then set n to kept - 4",
    ],
)
def test_what_makes_sense_is_taken_without_a_word(line: str) -> None:
    assert said(f"{FRAME}  {line}\n") == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("set n to 10", "out-of-range"),
        ("set n to -10", "out-of-range"),
        ("set lead to plate", "out-of-range"),
        ("set held to plate", "out-of-range"),
        ("set lucky to 10", "out-of-range"),
        ("set n to swing + 8", "out-of-range"),
        ("when n is 10 : nothing", "out-of-range"),
        ("when lead is home : nothing", "out-of-range"),
        ("when n > 9 : nothing", "always-same"),
        ("when n <= 9 : nothing", "always-same"),
        ("when n in 10..12 : nothing", "always-same"),
        ("when swing >= 2 : nothing", "always-same"),
        ("when lead > plate : nothing", "always-same"),
        ("when most > 9 : nothing", "always-same"),
        ("when swing is 2..3 : nothing", "range-compared"),
        ("when n is 3+ : nothing", "range-compared"),
        ("when spot is first..home : nothing", "range-compared"),
        ("when n in 3..1 : nothing", "range-backwards"),
        ("set held to second..first", "range-backwards"),
        ("roll 3 of swing", "out-of-range"),
        ("roll 0 of swing", "out-of-range"),
        ("roll spot of swing", "wrong-type"),
        ("roll 1 of swing\n  when swing is 1+1+1 : nothing", "out-of-range"),
        ("take lead from n", "wrong-type"),
        ("take 1 from held", "wrong-type"),
        ("repeat 0 times\n    nothing", "out-of-range"),
    ],
)
@pytest.mark.quick
def test_what_is_certain_is_told(line: str, code: str) -> None:
    assert [each.rpartition(" ")[2] for each in said(f"{FRAME}  {line}\n")] == [code]


@pytest.mark.parametrize(
    "line",
    [
        "set n to swing",
        "set n to n + 1",
        "set lead to spot + 1",
        "set held to held with home",
        "set n to n * n",
        "when n is 9 : nothing",
        "when n > 8 : nothing",
        "when lead + 1 is home : nothing",
    ],
)
def test_what_may_go_wrong_is_left_to_the_game(line: str) -> None:
    assert said(f"{FRAME}  {line}\n") == []


@pytest.mark.quick
def test_types_are_what_was_written() -> None:
    variables = {each.name: each.variable for each in model_of(FRAME).routines["game"].state}
    assert {name: each.type for name, each in variables.items()} == {
        "n": NumberType(-9, 9),
        "lead": MemberType("base", 1, 2),
        "spot": MemberType("base", 0, 3),
        "held": SetType(MemberType("base", 1, 2)),
        "lucky": SetType(NumberType(0, 9)),
        "sure": YesNoType(),
        "who": MemberType("side", 0, 1),
        "one": MemberType("player", 0, 3),
        "runs": NumberType(0, 1_000_000),
    }
    assert [name for name, each in variables.items() if each.each is not None] == ["runs"]


@pytest.mark.parametrize(
    ("lines", "players"),
    [
        ("", (1,)),
        ("players 3\n", (3,)),
        ("players 2..5\n", (2, 3, 4, 5)),
        ("sides red, blue\n", (2,)),
        ("sides red, blue\nplayers 2..7\n", (2, 4, 6)),
        ("players 3..9\nsides a, b, c\n", (3, 6, 9)),
    ],
)
def test_how_many_may_play(lines: str, players: tuple[int, ...]) -> None:
    assert model_of(f'game g "G"\n{lines}phase game\n  say "x"\n').players == players


@pytest.mark.parametrize("number", ["0", "4..2", "63", "2..1000000", "many", "2+", "2 + 2", "-1", "yes"])
def test_how_many_may_not(number: str) -> None:
    found = said(f'game g "G"\nplayers {number}\nphase game\n  say "x"\n')
    assert len(found) == 1
    assert found[0].startswith("2:9")


@pytest.mark.parametrize("number", ["3", "1", "3..3", "64"])
def test_sides_have_as_many_players_each(number: str) -> None:
    assert said(f'game g "G"\nsides a, b\nplayers {number}\nphase game\n  say "x"\n') == ["3:9: out-of-range"]


def test_a_name_that_may_be_changed_has_room() -> None:
    """The type of a local name is that of its value, but wide where it is changed."""
    text = FRAME + "  let fixed = 3\n  let open_one = 3\n  add 1 to open_one\n"
    assert said(text + "  when fixed > 3 : nothing\n  when open_one > 3 : nothing\n") == ["33:8: always-same"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{n is 0 ? none|n is 1 ? one|more}", []),
        ("{n is 0 ? none|m is 1 ? one|more}", ["unknown-name"]),
        ("{n is 0 ? none|n ? one|more}", ["wrong-type"]),
        ("{n ? none|n is 1 ? one|more}", ["wrong-type"]),
        ("{n is 0 ? none| ? one|more}", ["unfinished-line"]),
        ("{n is 0 ? none|{m}, {n}}", ["unknown-name"]),
        ("{n is 0 ? none|{n ? one|two}}", ["wrong-type"]),
        ("{for each box in 1..2: {m} {n + {box}}}", ["unknown-name", "text-brace"]),
        ("{n is 0 ? {n|two}", ["text-brace"]),
    ],
)
def test_each_case_in_braces_has_a_condition(text: str, wrong: list[str]) -> None:
    found = said(f'{FRAME}  say "{text}"\n')
    assert [each.rpartition(" ")[2] for each in found] == wrong


def test_both_ends_of_a_range_and_an_options_values_may_be_below_zero() -> None:
    text = """game floor "Floor"
players 1
dice die = 1d6
option floor = -10 in -50..-1
  "How low may the purse go?"
option start = -2
  "Where does it begin?"
  -2 "two below"
  3  "three above"
phase game
  keep purse : -99..-1 = floor
  keep other : -9..9 = start
  roll die
measure purse per game = purse + other
example "lower"
  with floor = -50
  with start = 3
  roll 3
  then purse is -50, other is 3
"""
    game = model_of(text)
    assert (game.options["floor"].default, game.options["floor"].values[0]) == (-10, -50)
    assert game.options["start"].values == (-2, 3)
    assert failures(text) == []
