"""What the manual says is the most there can be is possible, and one more is refused."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from interpreter.diagnostics import Severity
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.checking import checked

pytestmark = pytest.mark.quick

Make = Callable[[int], str]
"""Writes a game in which something is as large as this."""


def write_game(declarations: str = "", steps: str = "nothing", kept: str = "", players: str = "players 2") -> str:
    return f"""game small "Small"

{players}

dice die = 1d6

{declarations}

phase game
  {kept}
  roll die
  {steps}
  win lowest of all player
"""


def list_names(letter: str, number: int) -> str:
    return ", ".join(f"{letter}{each}" for each in range(number))


def use(value: str) -> str:
    return f'when {value} > die : say "More."'


def choose(offers: str, strategy: str = "") -> str:
    choice = f'choice bid\n  "What?"\n  pick {offers}\n  default lowest\n{strategy}'
    return write_game(choice, "choose bid by lowest of all player")


def continue_line(lines: int) -> str:
    members = ",\n".join(f"  a{each}" for each in range(lines - 1))
    return write_game(f"kind row: (\n{members}\n  )", kept="keep here : row = a0", steps="set here to a1")


def keep_dice(dice: int) -> Make:
    return lambda faces: write_game(f"dice cup = {dice}d{faces}", "roll cup", "keep aside : cup = none")


def keep_cards(cards: str) -> str:
    return write_game(f"cards deck: {cards}\npile stock : deck, face down = all deck")


def keep_for_two(number: int) -> str:
    kinds = f"kind row: {list_names('a', number)}\nkind column: {list_names('b', 64)}"
    return write_game(kinds, kept="keep points of each row and column : 0..9 = 0")


def look_up(keys: int) -> str:
    return write_game(f"table value (far: 1..{keys}) on far\n  any : 1", use("value(die)"))


def nest_blocks(blocks: int) -> str:
    return write_game(steps="".join(f"when die is 1\n{'  ' * (each + 2)}" for each in range(blocks - 1)) + 'say "One."')


def nest_values(values: int) -> str:
    return write_game(steps=use(f"{'(' * (values - 2)}die + 1{')' * (values - 2)}"))


def chain_definitions(number: int) -> str:
    links = [f"define d{each} = d{each + 1} + 1" for each in range(1, number)]
    return write_game("\n".join([*links, f"define d{number} = 1"]), use("d1"))


EDGES: dict[str, tuple[Make, int, str]] = {
    "digits of a number": (lambda most: write_game(steps=use("9" * most)), 9, "number-too-large"),
    "lines in parentheses": (continue_line, 400, "unclosed-parenthesis"),
    "dice": (lambda most: write_game(f"dice cup = {most}d2", "roll cup"), 16, "dice-impossible"),
    "faces": (lambda most: write_game(f"dice cup = 1d{most}", "roll cup"), 1000, "dice-impossible"),
    "number on a face": (lambda most: write_game(f"dice cup = 1 of 0, {most}", "roll cup"), 1000, "out-of-range"),
    "faces of one die that is kept": (keep_dice(1), 31, "wrong-type"),
    "faces of three dice that are kept": (keep_dice(3), 20, "wrong-type"),
    "members of a set": (
        lambda most: write_game(f"kind stone: {list_names('a', most)}", kept="keep bag : set of stone = none"),
        62,
        "set-too-large",
    ),
    "different cards": (lambda most: keep_cards(list_names("a", most)), 62, "too-many-cards"),
    "cards in all": (lambda most: keep_cards(f"{most - 1} of low, high"), 1000, "too-many-cards"),
    "players": (lambda most: write_game(players=f"players {most}"), 62, "out-of-range"),
    "against the bank": (lambda most: write_game(players=f"players {most} against the bank"), 61, "out-of-range"),
    "keys of a table": (look_up, 100_000, "table-too-large"),
    "answers": (lambda most: choose(f"a from 1..16 and b from 1..16 and c from 1..{most}"), 16, "out-of-range"),
    "values for two kinds": (keep_for_two, 64, "out-of-range"),
    "counter": (
        lambda most: write_game(steps="add 1 to taken", kept=f"count taken to {most} : end game"),
        999_999_999,
        "number-too-large",
    ),
    "odds of a line": (
        lambda most: choose("a from 1..9", f'strategy rare "Rare"\n  bid\n    1 in {most} : 2'),
        1_000_000,
        "out-of-range",
    ),
    "blocks inside blocks": (nest_blocks, 40, "nested-too-deep"),
    "values inside values": (nest_values, 60, "nested-too-deep"),
    "definitions in a row": (chain_definitions, 60, "too-deep"),
}


def list_errors(text: str) -> list[str]:
    found = check_game(Sources(Source("small", text))).diagnostics.found
    return [each.code for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("what", EDGES)
def test_the_most_is_possible_and_one_more_is_refused(what: str) -> None:
    make, most, code = EDGES[what]
    assert list_errors(make(most)) == []
    assert list_errors(make(most + 1)) == [code]


def test_a_wrong_value_of_an_option_of_many_is_reported_without_listing_them() -> None:
    text = """game many "Many"
players 2
option chips = 5 in -7..999999999
  "How many chips?"
phase game
  keep n : -7..999999999 = chips
example "a slip"
  with chips = -8
  then n is 5
"""
    tracemalloc.start()
    (found,) = checked(text).diagnostics.errors
    assert (found.code, found.help) == ("option-value", "the nearest value is `chips = -7`")
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
