"""Values stay inside the ranges that are declared for them: what leaves one is told, by both engines alike."""

from __future__ import annotations

import re

import pytest

from interpreter.api import read
from interpreter.chance import Stream
from interpreter.engine import Failure, GameOver, Stop
from interpreter.lower import lower
from interpreter.program import Program
from interpreter.program.verify import verify
from interpreter.runtime_errors import diagnose_failure
from interpreter.stepper import Stepper
from tests.support.checking import checked, failures, model_of, said, short
from tests.support.paths import ROOT
from tests.support.rivals import agree

HEAD = """game small "A small game"
kind base: first, second, third, fourth
players 2
dice die = 1d6
option pace = 5 in 0..9
"""
KEPT = """phase game
  keep n    : 0..99    = 7
  keep d    : -99..99  = -5
  keep big  : 0+       = 1000000
  keep drawn : set of 0..9 = 3
  keep here : base     = first
  keep done : yes or no = no
"""


def stop_of(body: str, rest: str = "", head: str = HEAD) -> object:
    """How a game of these steps ends, in both engines."""
    steps = "".join(f"  {line}\n" for line in body.splitlines())
    program = lower(model_of(f"{head}{KEPT}{steps}{rest}"))
    assert verify(program) == []
    return told(program, agree(program, 1)[0].outcome.stop)


def told(program: Program, stop: Stop) -> object:
    """What is said where a game breaks; else how it ends."""
    if not isinstance(stop, Failure):
        return stop
    assert stop.reason == "out-of-range"
    return diagnose_failure(program, stop, None).message


def outside(what: str, value: int, low: int, high: int) -> str:
    return f"{what} would be {value:,}, and must be from {low:,} to {high:,}"


def no_member(what: str, allowed: str) -> str:
    return f"{what} would be outside `{allowed}`"


# ---- what is given to tables, rules, definitions and loops

TWO_KEYS = """
table two_keys (a: 0..2, b: 0..3) on a, b
  0 | any : set n to 0
  1 | any : set n to 1
  2 | any : set n to 2
table worth (a: 0..2, b: 0..3) on a, b
  0 | any : 0
  1 | any : b
  2 | any : 2
table single (a: 0..2) on a
  any : a
table moved (goal: second..third) on goal
  second : set n to 2
  third  : set n to 3
table over (few: set of 4..5) on few
  any : set n to size of few
define plain (a: 0..2) = a
rule go (a: 0..2)
  set n to a
"""


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("do two_keys(n, 1)", outside("`a`", 7, 0, 2)),
        ("do two_keys(n - 6, n)", outside("`b`", 7, 0, 3)),
        ("do two_keys(d + 4, 1)", outside("`a`", -1, 0, 2)),
        ("set n to worth(n, 1)", outside("`a`", 7, 0, 2)),
        ("set n to worth(n - 6, n - 3)", outside("`b`", 4, 0, 3)),
        ("set n to single of n", outside("`a`", 7, 0, 2)),
        ("set n to single(n)", outside("`a`", 7, 0, 2)),
        ("do moved(here)", no_member("`goal`", "second..third")),
        ("do over(drawn)", no_member("`few`", "4..5")),
        ("do two_keys(pace, 1)", outside("`a`", 5, 0, 2)),
        ("set n to worth(1, pace)", outside("`b`", 5, 0, 3)),
        ("set n to plain(n)", outside("`a`", 7, 0, 2)),
        ("go n", outside("`a`", 7, 0, 2)),
        ("for each x in drawn, from (n + 3) : set n to x", outside("`x`", 10, 0, 9)),
        ("for each x in second and third, from here : set here to x", no_member("`x`", "second..third")),
        ("roll pace of die", outside("the number of `die` rolled", 5, 1, 1)),
    ],
)
def test_what_is_given_has_to_be_in_its_range(step: str, expected: object) -> None:
    assert stop_of(step, TWO_KEYS) == expected


@pytest.mark.parametrize(
    "step", ["do two_keys(n - 5, 3)", "set n to worth(2, n - 4)", "go (n - 5)", "do moved(here + 1)"]
)
@pytest.mark.quick
def test_what_is_inside_is_let_through(step: str) -> None:
    assert stop_of(step, TWO_KEYS) == GameOver(())


@pytest.mark.parametrize("step", ["do two_keys(3, 1)", "set n to worth(0, 4)", "set n to plain(3)", "go 3"])
def test_what_is_certainly_outside_is_an_error(step: str) -> None:
    assert [each.split(": ")[-1] for each in said(f"{HEAD}{KEPT}  {step}\n{TWO_KEYS}")].count("out-of-range") == 1


def test_what_is_certainly_inside_is_not_checked() -> None:
    program = lower(model_of(f"{HEAD}{KEPT}  do two_keys(n mod 3, n mod 4)\n{TWO_KEYS}"))
    assert program.checks == ()


# ---- tables that are only for some keys

NARROWED = """
table on_yes on done in yes
  yes : set n to 1
table on_high on die in 4..6
  any : set n to 1
table on_members on everywhere in first
  any : set n to 1
define everywhere = none with here with second
rule thrown
  roll die
"""


@pytest.mark.parametrize("step", ["do on_yes", "roll die then do on_high", "do on_members"])
def test_a_key_that_a_table_is_not_for_is_told(step: str) -> None:
    stop = stop_of(step, NARROWED)
    key, _, rest = str(stop).partition("`")
    assert (key, rest.partition("` ")[2]) == ("the key of ", "would not be one of the values after `in`")


PRODUCT = """
define product = (n + 1) * big
define debt = product - 50
define whole = d * big
table t on {key} in {within} -> got
  any : 1
"""


@pytest.mark.parametrize("within", ["99999990+", "(99999990+)"])
def test_a_key_narrowed_without_an_end_goes_as_far_as_it_can_be(within: str) -> None:
    rest = PRODUCT.format(key="product", within=within)
    assert stop_of("set n to 99\nset n to t + whole / big + 5", rest) == GameOver(())
    assert stop_of("set n to t + whole / big + 5", rest) == outside(
        "the key of `t`", 8_000_000, 99_999_990, 100_000_000
    )


def test_and_below_zero_too() -> None:
    rest = PRODUCT.format(key="debt", within="8-")
    assert stop_of("set n to 0\nset big to 0\nset n to t + product", rest) == GameOver(())
    assert stop_of("set n to t + product", rest) == outside("the key of `t`", 7_999_950, -50, 8)


@pytest.mark.quick
def test_one_that_is_too_long_is_not_cut() -> None:
    rest = PRODUCT.format(key="whole", within="8-")
    assert "table-too-large" in " ".join(said(f"{HEAD}{KEPT}  set n to t + product\n{rest}"))


# ---- sums and counts


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("set big to sum of big for x in all base where x > first", outside("`big`", 3_000_000, 0, 1_000_000)),
        ("add sum of big for x in subsets of drawn to n", outside("`n`", 2_000_007, 0, 99)),
        ("set d to sum of (0 - big) for x in (first and second)", outside("`d`", -2_000_000, -99, 99)),
        ("set n to worth(sum of 1 for x in all base, 0)", outside("`a`", 4, 0, 2)),
    ],
)
@pytest.mark.quick
def test_a_sum_is_held_to_the_range_it_goes_to(step: str, expected: object) -> None:
    assert stop_of(step, TWO_KEYS) == expected


def test_a_sum_may_be_larger_than_any_state() -> None:
    assert stop_of("set n to (sum of big for x in all base) / 100000") == GameOver(())


def test_a_number_that_is_too_large_to_work_with_is_told() -> None:
    stop = stop_of("set n to 999999999 * 999999999 * 999999999 mod 10")
    assert stop == outside("a value", 999_999_999**3, -(2**63), 2**63 - 1)


# ---- limits

COUNTED = "phase game\n  keep n : 0..9 = 7\n  count outs to {limit} : nothing\n  set n to 2\n"


def counted(limit: str, step: str) -> object:
    text = f"{HEAD}{COUNTED.format(limit=limit)}  {step}\n  when outs > n : set n to 3\n"
    program = lower(model_of(text))
    return told(program, agree(program, 1)[0].outcome.stop)


@pytest.mark.parametrize(
    ("limit", "step", "expected"),
    [
        ("n - 5", "add 1 to outs", outside("the limit of `outs`", -3, 1, 1_000_000)),
        ("n - 2", "add 1 to outs", outside("the limit of `outs`", 0, 1, 1_000_000)),
        ("n - 1", "add 5 to outs", GameOver(())),
        ("n * 999999", "add 1 to outs", outside("the limit of `outs`", 1_999_998, 1, 1_000_000)),
        ("n + 1", "take 1 from outs", outside("`outs`", -1, 0, 1_000_000)),
        ("pace", "add 1 to outs", GameOver(())),
    ],
)
def test_a_limit_that_is_worked_out_is_one_at_least(limit: str, step: str, expected: object) -> None:
    assert counted(limit, step) == expected


def test_so_is_one_that_an_option_sets() -> None:
    program = lower(model_of(f"{HEAD}{COUNTED.format(limit='pace')}  add n to outs\n"), {"pace": 0})
    assert told(program, Stepper(program).play_out(None, Stream(1, 0)).stop) == outside("the limit of `outs`", 0, 1, 9)


@pytest.mark.parametrize("limit", ["0", "n - 20", "(0)", "n mod 1"])
def test_a_limit_that_is_certainly_less_is_an_error(limit: str) -> None:
    found = checked(f"{HEAD}{COUNTED.format(limit=limit)}  add n to outs\n").diagnostics.errors
    assert [each.code for each in found] == ["out-of-range"]
    assert "1 or more" in found[0].message


# ---- open ranges, and ranges as sets

OPEN = """
phase game
  keep n   : -99..99 = 0
  keep big : -1000000..1000000 = 0
  keep set_of_it : set of 0..61 = none
  roll die
  set n to 0
  set big to number of marks.spot
  set set_of_it to none
define high = 11+
define far = n * big
table reach on n in -5..5 -> spans
  (-5)..(-1) : 3..4
  0..3   : 11+
  4..5   : 7
table marks on n in -99..99 -> spot
  any : first
"""


@pytest.mark.parametrize(
    "expected",
    [
        *("n is 60, big is 900000: far in 11+", "n is 60, big is 900000: far not in 11-"),
        *("n is -60, big is 900000: far in 8-", "n is -60, big is 900000: far not in 8+"),
        *("n is -1: n in 8-", "n is -1: n not in 0..8"),
        *("n is 11: n in high", "n is 10: n not in high", "n is 61: n in high", "n is 62: n in high"),
        *("n is 99: n in high", "n is -99: n not in high", "n is 99, big is 1000000: far in high"),
        *(
            "n is 99, big is -1000000: far not in high",
            "n is 63: n in (high without 20)",
            "n is 20: n not in (high without 20)",
        ),
        *("n is 62: n not in (high without high)", "n is 5: n in (high with 5)", "n is 99: n not in (3..5 with 61)"),
        *("n is 0, big is 99: big in reach.spans", "n is 0, big is 10: big not in reach.spans"),
        *("n is 4, big is 7: big in reach.spans", "n is 4, big is 99: big not in reach.spans"),
        *("n is -3, big is 62: big not in reach.spans", "n is -3, big is 4: big in reach.spans"),
        *(
            "set_of_it is 11..61: set_of_it is not high",
            "set_of_it is 60 with 61: 61 in set_of_it, 62 not in set_of_it",
        ),
    ],
)
def test_an_open_range_has_no_end(expected: str) -> None:
    given, then = expected.split(": ")
    example = f'example "open"\n  given {given}\n  then {then}\n'
    assert failures(f"{HEAD}{OPEN}{example}") == []


@pytest.mark.parametrize("text", ["13..90", "90+", "62+", "-3..5", "70..90", "0..62", "8-"])
def test_a_range_that_a_set_cannot_hold_is_refused(text: str) -> None:
    column = f"define good = t.spans\ntable t on done -> spans\n  yes : 1\n  no : {text}\n"
    for rest in (f"define good = {text}\n", column):
        found = checked(f"{HEAD}{KEPT}  when n in good : set d to 1\n{rest}").diagnostics.errors
        assert [each.code for each in found] == ["out-of-range"], text
        assert f"`when ... in {text}`" in found[0].help
        assert ("`0..8`" in found[0].help) == (text == "8-")


@pytest.mark.parametrize("text", ["0..61", "11+", "61+", "0+", "61..61"])
def test_one_that_it_can_hold_is_not(text: str) -> None:
    assert stop_of("when n in good : set d to 1", f"define good = {text}\n") == GameOver(())


@pytest.mark.parametrize(
    "step",
    [
        *("set n to size of good", "set n to highest of good", "set n to lowest of (good without 12)"),
        *("for each x in good : set n to x", "when some x in good where x > 3 : set n to 1"),
        *("set n to count of x in (good with 3) where x > 3", "set n to sum of 1 for x in good"),
        "choose any_good by lowest of all player",
    ],
)
def test_a_set_without_an_end_is_not_counted_or_gone_through(step: str) -> None:
    rest = 'define good = 11+\nchoice any_good\n  "?"\n  pick x from good\n  default 12\n'
    rest = rest if "choose" in step else "define good = 11+\n"
    found = checked(f"{HEAD}{KEPT}  {step}\n{rest}").diagnostics.errors
    assert "wrong-type" in [each.code for each in found]
    assert "an end" in short(found[0])


def test_it_does_not_fit_a_state_that_has_one() -> None:
    assert stop_of("set drawn to good", "define good = 5+\n") == no_member("`drawn`", "0..9")


def test_it_can_be_shown() -> None:
    program = lower(model_of(f'{HEAD}{KEPT}  say "{{good}}"\ndefine good = 59+\n'))
    assert program.shapes[-1].labels[-3:] == ("60", "61", "more")


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("when 3 in (drawn with (n * 10)) : set n to 1", outside("a number in a set", 70, 0, 61)),
        ("when 3 in (drawn with d..(n + 60)) : set n to 1", outside("a number in a set", -5, 0, 61)),
        ("when 3 in (drawn with n..(n * 10)) : set n to 1", outside("a number in a set", 70, 0, 61)),
        ("when 3 in (drawn with (n + 55)) : set n to 1", outside("a number in a set", 62, 0, 61)),
        ("when 3 in (drawn with d) : set n to 1", outside("a number in a set", -5, 0, 61)),
    ],
)
@pytest.mark.quick
def test_only_small_numbers_get_into_a_set(step: str, expected: object) -> None:
    assert stop_of(step) == expected


@pytest.mark.parametrize("number", ["-2", "62", "999999999"])
def test_what_certainly_does_not_is_an_error(number: str) -> None:
    found = checked(f"{HEAD}{KEPT}  when 3 in (drawn with ({number})) : set n to 1\n").diagnostics.errors
    assert [each.code for each in found] == ["out-of-range"]


# ---- what is looked at before it is settled

CHOSEN = """
choice there
  "Where?"
  pick x from third..fourth
  default fourth
table of_there on there
  third  : set n to 3
  fourth : set n to 4
"""


def test_a_choice_that_has_not_been_made_is_its_lowest_answer() -> None:
    later = "phase later in game\n  choose there by lowest of all player\n  do of_there\n"
    steps = "do of_there\nwhen n is not 3 : do on_yes\nlater"
    assert stop_of(steps, CHOSEN + NARROWED + later) == GameOver(())


def test_a_choice_from_a_single_value_offers_that_value() -> None:
    rest = (
        'choice one_of\n  "?"\n  pick x from n\n  default 7\nchoice there\n  "?"\n  pick y from here\n  default first\n'
    )
    steps = "choose one_of by lowest of all player\nchoose there by lowest of all player\n"
    steps += "when one_of is not 7 or there is not first : do on_yes"
    assert stop_of(steps, rest + NARROWED) == GameOver(())


def test_a_start_does_not_read_through_a_table_what_is_kept_later() -> None:
    kept = (
        "phase game\n  keep n : 0..9 = t\n  keep later : 5..9 = 5\n  set later to n + 5\ntable t on later\n  any : 1\n"
    )
    assert "read-too-early" in " ".join(said(f"{HEAD}{kept}"))


def test_what_is_offered_may_depend_on_what_no_set_holds() -> None:
    rest = 'choice plan\n  "?"\n  bold "bold" when 3 in (drawn with d)\n  shy "shy"\n  default shy\n'
    stop = stop_of("choose plan by lowest of all player", rest)
    assert stop == outside("a number in a set", -5, 0, 61)


@pytest.mark.parametrize("game", range(3))
def test_a_shipped_game_with_larger_dice_stops_by_name(game: int) -> None:
    """A table of it is for the faces of the dice it was written for."""
    text = (ROOT / "rulesets" / "foster_aces.rules").read_text().replace("= 3d6", "= 2d8")
    text = text.replace("dice_in_hand : 1..3 = 3", "dice_in_hand : 1..2 = 2")
    program = read(re.sub(r'^example "(.+\n)*', "", text, flags=re.MULTILINE)).program()
    [played] = agree(program, 1, range(game, game + 1))
    assert told(program, played.outcome.stop) in (outside("`die`", 7, 1, 6), outside("`die`", 8, 1, 6))
