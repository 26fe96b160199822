"""Checking takes work that grows with a file, and not with the square of it: four times the text may cost a little more
than four times as much. Work is counted in calls, or in steps of the Python machine where a loop calls nothing, never
in seconds."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from cProfile import Profile
from types import FrameType
from typing import Any

import pytest

from interpreter import loader, pipeline
from interpreter.native.compiler import LONGEST_FUNCTION, effort
from interpreter.source import Source, Sources
from tests.support.afresh import forget_all

HEAD = 'game big "Big"\n\nplayers 62\n\ndice die = 2d6\n\n'

TIMES = 4
"""How many times as many lines of a sort the longer of two files has."""

SMALL, SLACK = 60, 1.02
"""How many lines the shorter file has, and how much more than `TIMES` times the work is allowed for the longer: tables
are made larger now and then."""

AMONG_NAMES = (150, 1.1)
"""The same where names are compared with others: with a limited number of them, which the shorter file has to reach."""


def lines(line: str, number: int) -> str:
    return "".join(line.replace("#", str(at)) + "\n" for at in range(number))


def states(number: int) -> str:
    return f"{HEAD}phase game\n{lines('  keep s# : 0+ = 0', number)}{lines('  add 1 to s#', number)}  roll die\n"


def states_of_players(number: int) -> str:
    kept = lines("  keep s# of each player : 0+ = 0", number)
    added = lines("  add 1 to s# of lowest of all player", number)
    return f"{HEAD}phase game\n{kept}{added}  roll die\n{lines('measure m# per player = s# of player', number)}"


def phases(number: int) -> str:
    calls = lines("  p#", number)
    return f"{HEAD}phase game\n{calls}\n{lines(chr(10).join(('phase p# in game', '  roll die', '')), number)}"


def additions(number: int) -> str:
    return f"{phases(number)}{lines(chr(10).join(('also in p#', '  nothing', '')), number)}"


def unknown(number: int) -> str:
    used = lines("  called#\n  when value# > 3 : nothing", number)
    others = lines("rule caller#\n  nothing\n\ndefine valued# = total of die\n", number)
    return f"{HEAD}phase game\n  roll die\n{used}\n{others}"


def secrets_passed_on(number: int) -> str:
    kept, handed = lines("  keep s# : 0..9 = 0", number + 1), lines("  set s# to sNEXT", number)
    handed = re.sub(r"s(\d+) to sNEXT", lambda found: f"s{found[1]} to s{int(found[1]) + 1}", handed)
    choice = 'choice secret\n  "?"\n  pick x from 0..9\n  seen by its chooser\n  default 1\n'
    asked = f"  choose secret by lowest of all player\n{handed}  set s{number} to secret\n"
    return f"{HEAD}phase game\n{kept}{asked}  roll die\n\n{choice}"


def examples(number: int) -> str:
    each = chr(10).join(('example "e#"', "  roll 7", "  then die is 7", ""))
    return f"{HEAD}phase game\n  roll die\n\n{lines(each, number)}"


FILES: list[Callable[[int], str]] = [
    states, states_of_players, phases, additions, unknown, secrets_passed_on, examples,
]  # fmt: skip


def house(text: str) -> Callable[[int], str]:
    return lambda number: f'house_rules big "Big" for two_dice\n\n{lines(text, number)}'


CHANGES = {
    "options that are not there": "option o# = 3\n",
    "new examples and notes": 'example "e#"\n  roll 7\n  then runs of red is 0\nnote AB-# "x"\n',
    "examples that are not there": 'remove example "e#"\n',
}


def calls(work: Callable[[], object]) -> int:
    """How many calls some work makes, of Python and of C."""
    profile = Profile(builtins=True)
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())


def steps(work: Callable[[], object]) -> int:
    """How many steps of the Python machine some work takes."""
    taken = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal taken
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        taken += event == "opcode"
        return count

    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(None)
    return taken


def check_game(text: str) -> None:
    forget_all()
    pipeline.check_game(Sources(Source("big.rules", text)))


def check_changes(text: str, name: str = "house.rules") -> None:
    game = loader.find_ruleset("two_dice")
    forget_all()
    pipeline.check_game(Sources(game, (Source(name, text),), lambda name: loader.find_library(name, game)))


def hold(cost: Callable[[int], int], small: int = SMALL, slack: float = SLACK) -> None:
    """The work of four times the lines is hardly more than four times that work, less what any file takes."""
    cost(1)  # what is kept for the next time is kept now
    nothing = cost(1)
    assert (cost(TIMES * small) - nothing) / (cost(small) - nothing) < TIMES * slack


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.__name__)
@pytest.mark.long
def test_checking_a_file_grows_with_its_length(file: Callable[[int], str]) -> None:
    sizes = AMONG_NAMES if file is unknown else ()
    hold(lambda number: calls(lambda: check_game(file(number))), *sizes)


@pytest.mark.parametrize("text", CHANGES.values(), ids=CHANGES)
def test_applying_house_rules_grows_with_their_length(text: str) -> None:
    sizes = AMONG_NAMES if text.startswith("option") else ()
    hold(lambda number: calls(lambda: check_changes(house(text)(number))), *sizes)


def test_holding_toml_against_its_schema_grows_with_its_mistakes() -> None:
    def text(number: int) -> str:
        rows = lines('"9#" = { was = "walk", nwo = "walk" }', number)
        return f'house_rules = "big"\nfor = "two_dice"\n\n[tables.throws]\n{rows}'

    hold(lambda number: calls(lambda: check_changes(text(number), "house.toml")), *AMONG_NAMES)


def test_proving_a_table_grows_with_its_rows() -> None:
    def table(row: str) -> Callable[[int], str]:
        def text(number: int) -> str:
            rows = lines(f"  {row} : nothing", number).replace("LAST", str(number - 1))
            return f"{HEAD}phase game\n  keep n : 0..{number - 1} = 0\n  roll die\n  do big\n\ntable big on n\n{rows}"

        return text

    for row in ("#", "#..LAST"):
        hold(lambda number, row=row: steps(lambda: check_game(table(row)(number))), 40, 1.1)


@pytest.mark.quick
def test_a_name_that_a_text_shows_again_and_again_is_parsed_once() -> None:
    def text(number: int) -> str:
        return f'{HEAD}phase game\n  roll die\n  say "{"{die}" * number}"\n'

    one, many = (calls(lambda number=number: check_game(text(number))) for number in (1, 1001))
    assert (many - one) / 1000 < 200  # parsing it takes several hundred


def test_a_very_long_function_is_turned_into_plain_code() -> None:
    line = "  store i64 0, ptr %c\n"
    short, long = (f"\ndefine void @a(ptr %c) {{\n{line * number}}}\n" for number in (100, LONGEST_FUNCTION))
    assert [effort(short * 1000, tier) for tier in ("fast", "best")] == ["fast", "best"]
    assert [effort(short + long, tier) for tier in ("fast", "best")] == ["plain", "plain"]
