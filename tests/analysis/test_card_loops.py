"""Loops over cards are worked out at once, those over all of their ranks are written out, and both mean the same."""

from __future__ import annotations

import pytest

from interpreter.analysis.dead_code import trim
from interpreter.analysis.graph import find_graph
from interpreter.analysis.set_loops import replace_set_loops
from interpreter.analysis.unrolling import unroll_loops
from interpreter.api import read
from interpreter.native import Native
from interpreter.native.module import write_module
from interpreter.program import Program, Unary
from interpreter.stepper import Stepper
from tests.support.hands import HANDS
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference

RULES = f"""{HANDS}
define alike (cards: set of deck, which: rank) = count of card in cards where rank of card is which
define worth (card: deck) = 6 if rank of card > r6 otherwise number of rank of card
define most_alike (cards: set of deck) = those which in all rank with most alike(cards, which)

measure score per player = score of player
"""

WRITTEN_OUT = {
    "the best of them": "size of most_alike(held of mover) * 10 + number of lowest of most_alike(held of mover)",
    "those that are so": "size of (those which in all rank where alike(held of mover, which) > 1)",
    "some are": "10 if some which in r3..r9 where alike(held of mover, which) > 1 otherwise 1",
    "none is": "10 if no which in all rank where alike(held of mover, which) > 1 otherwise 1",
    "a sum": "sum of alike(held of mover, which) * number of which for which in r2..r8",
    "one inside another": (
        "count of which in r1..r6 where some other in r1..r6 where alike(held of mover, other) > "
        "alike(held of mover, which)"
    ),
}
NOT_KNOWN = "sum of alike(held of mover, which) for which in most_alike(held of mover)"

AT_ONCE = {
    "a sum of ranks": "sum of number of rank of card for card in held of mover",
    "a sum of cards": "sum of number of card for card in held of mover where suit of card is not red",
    "a sum of what is the same for all": "sum of total of die for card in held of mover where rank of card > r4",
    "a sum of one thing or another": "sum of worth(card) for card in held of mover",
    "a sum for each part": (
        "count of part in subsets of held of mover where sum of worth(card) for card in part is 9 + total of die"
    ),
    "what is held against more": "count of card in held of mover where number of rank of card + total of die < 9",
    "what is held against less": "count of card in held of mover where worth(card) - total of die > 2",
    "the lowest of the same cards": (
        "3 if no card in held of mover where suit of card is not suit of lowest of held of mover otherwise 1"
    ),
}
ONE_OR_ANOTHER = "a sum of one thing or another", "a sum of ranks"
"""Numbers of up to three binary digits, and of up to four."""
SAID = {
    "which are the most": "{size of most_alike(held of mover)} alike",
    "whether there is one": "{some card in held of mover where suit of card is green ? some|none}",
    "how many there are": "{count of card in held of mover where worth(card) + total of die > 7} of them",
}
MAY_BE_LESS_THAN_0 = "20 + sum of (number of card - 5) for card in held of mover"
MAY_FAIL = "count of card in held of mover where suit of card is suit of lowest of held of left of mover"


def find_loops(program: Program) -> tuple[int, int]:
    """How many loops are gone since they are worked out at once, and how many since they are written out."""
    graph = find_graph(program, [program.start])
    every_choice, every_slot = set(range(len(program.choices))), set(range(len(program.slots)))
    left, loops = replace_set_loops(trim(program, graph, every_choice, every_slot), graph)
    return len(loops), len(unroll_loops(left, loops, graph)[1]) - len(loops)


def count_left(program: Program) -> int:
    """How many blocks go round in the end, or are left beside those of the loops that are gone."""
    text = write_module(program, Native(program, ("default",) * 2, keep=False, tier="best")._options)
    return text.count("@llvm.cttz.i64(")


def count_sizes(program: Program) -> int:
    """How often it is counted how many members a set has, once loops are worked out at once."""
    graph = find_graph(program, [program.start])
    every_choice, every_slot = set(range(len(program.choices))), set(range(len(program.slots)))
    left, _ = replace_set_loops(trim(program, graph, every_choice, every_slot), graph)
    parts = (each for at in left.live for each in left.program.blocks[at].instructions)
    return sum(isinstance(each, Unary) and each.operator == "size" for each in parts)


def play(program: Program) -> int:
    """Games are the same in machine code as step by step; how many cannot go on."""
    reference = Reference(Stepper(program), ("default",) * 2)
    played = [reference.play(game) for game in range(8)]
    broken = [each.game for each in played if each.summary.broken is not None]
    native = Native(program, ("default",) * 2, keep=False, tier="best")
    assert hold(native, played, SEED) == broken
    return len(broken)


@pytest.mark.parametrize("value", WRITTEN_OUT.values(), ids=WRITTEN_OUT)
def test_a_loop_is_written_out_and_games_are_the_same(value: str) -> None:
    program = read(RULES.replace("VALUE", value)).program()
    assert find_loops(program)[1] > 0
    assert play(program) == 0


@pytest.mark.parametrize("value", AT_ONCE.values(), ids=AT_ONCE)
def test_a_loop_is_worked_out_at_once_and_games_are_the_same(value: str) -> None:
    program = read(RULES.replace("VALUE", value)).program()
    assert find_loops(program) == (1, 0)
    assert play(program) == 0


def test_numbers_that_may_be_negative_are_added_up_one_by_one() -> None:
    program = read(RULES.replace("VALUE", MAY_BE_LESS_THAN_0)).program()
    assert find_loops(program) == (0, 0)
    assert play(program) == 0


def test_what_fails_for_a_card_fails() -> None:
    program = read(RULES.replace("VALUE", MAY_FAIL)).program()
    assert find_loops(program) == (1, 0)
    assert play(program) == 8


def test_a_loop_over_a_set_that_the_game_makes_stays_a_loop() -> None:
    """Which ranks come is known for the loop that finds them, and not for that which adds them up."""
    program = read(RULES.replace("VALUE", NOT_KNOWN)).program()
    assert find_loops(program)[1] == 1
    assert play(program) == 0


@pytest.mark.parametrize(
    ("value", "too_few", "enough"),
    [(WRITTEN_OUT["the best of them"], 200, 20_000), (AT_ONCE["a sum for each part"], 200, 4_000)],
)
def test_steps_are_counted_as_before(value: str, too_few: int, enough: int) -> None:
    """A game that takes too many steps is refused, and one that does not is not, since cards are few."""
    program = read(RULES.replace("VALUE", value)).program()
    for budget, played in ((too_few, 0), (enough, 3)):
        native = Native(program, ("default",) * 2, keep=False, tier="best", budget=budget)
        assert native.play(SEED, range(3)).games == played


def test_one_thing_or_another_is_added_up_as_one_list() -> None:
    """Each is a share of the cards that is known beforehand, and has no digits of its own."""
    one, other = (read(RULES.replace("VALUE", AT_ONCE[each])).program() for each in ONE_OR_ANOTHER)
    assert count_sizes(one) < count_sizes(other)


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_nothing_is_left_of_loops_for_what_is_said(said: str) -> None:
    rules = RULES.replace("VALUE", "total of die")
    added = "to score of mover\n"
    plain, telling = (read(rules.replace(added, f"{added}{more}")).program() for more in ("", f'    say "{said}"\n'))
    assert find_loops(plain)[0] < find_loops(telling)[0]
    assert count_left(plain) == count_left(telling)
    assert play(telling) == 0
