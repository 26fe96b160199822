"""A program that works sets out at once plays the same games as the plain one that goes through them one by one."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from interpreter.api import Rejected, Ruleset, read
from interpreter.bots.seats import DEFAULT, RANDOM
from interpreter.diagnostics import Severity
from interpreter.engine import DecisionStop
from interpreter.lower import lower
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.checking import model_of
from tests.support.hands import HANDS
from tests.support.paths import ROOT, read_game
from tests.support.random_conditions import random_conditions
from tests.support.random_rulesets import REFUSED, random_ruleset
from tests.support.rivals import hold
from tests.support.same_games import SEED, Reference, describe
from tests.support.shipped import load

STEPPING, KEEPING, BOARDS = (read_game(f"{name}.rules") for name in ("stepping", "keeping", "boards"))
ASKED, FOLLOWING = read_game("asked.rules"), read_game("following.rules")

ASKED_OF_STEPS = (
    "step in held of left of mover",
    "step + total of die in held of mover",
    "step + 2 * total of die <= 33 and step > total of die",
    "step is total of die * 3 or step - total of die > 20 - total of die * 3",
    "step >= total of die * 5 and not (step is 30 or step + 1 is 21)",
    "(step in held of one if total of die > 3 otherwise step in held of two) and step >= 4",
    "(step if step < 20 otherwise step + total of die) in held of mover",
    "(step + total of die * 9) mod 40 is total of die * 6",
    "(step + total of die) mod 7 is total of die mod 3",
    "size of held of mover > 3 and step is not 12",
    "step is highest of held of mover",
    "10 mod (step + 1) is 0",
)
FAILS_FOR_SOME = "near(step + total of die)", "late(step)"

ON_OFFER = (
    "suit of card is led if can_follow(chooser) otherwise low(chooser) > 9 or card > r2 of red",
    "number of rank of card < 14 - size of held of chooser or suit of card is led or not can_follow(chooser)",
    "rank of card is r3 or suit of card is led or number_of(card) mod 4 > 1 or not can_follow(chooser)",
    "can_follow(chooser) and suit of card is led or (no other in held of chooser where suit of other is led)",
    "13 mod number_of(card) < 13 or can_follow(chooser)",
)

COUNTED = (
    "count of part in mine where size of part is 2 and alike(part)",
    "1000 * count of part in mine where size of part is 3",
    "count of part in mine where size of part is total of die - 3 and ranks(part) < 20",
    "3 + count of part in mine where size of part is 7 and alike(part)",
    "sum of ranks(part) for part in mine where size of part is 2 and alike(part)",
    "3 if some part in mine where size of part is 2 and ranks(part) is 9 otherwise 1",
    "3 if no part in mine where (size of part is 2 or size of part is 3) and alike(part) otherwise 1",
    "number of lowest of (the part in mine where size of part is 1 with most ranks(part) mod 3)",
    "size of (the part in mine where ranks(part) <= 12 with most ranks(part) * 8)",
    "count of part in mine where part is not none and alike(part)",
    "count of part in mine where alike(part) and size of part is not 2",
    "count of part in mine where size of part >= 2 and (alike(part) or of_a_rank(part))",
    "count of part in mine where size of part > 1 and (alike(part) or ranks(part) is 15)",
    "size of (the part in mine where alike(part) with most ranks(part) mod 7)",
    "10 * size of unmatched(held of mover) + (sum of number of card for card in unmatched(held of mover))",
    "sum of (count of other in held where (number of other * number of card) mod 5 is 0) for card in held",
    "size of most_alike(held of mover) * 10 + number of lowest of most_alike(held of mover)",
    "10 if some which in r3..r9 where of_rank(held of mover, which) > 1 otherwise 1",
    "sum of of_rank(held of mover, which) * number of which for which in most_alike(held of mover)",
    "sum of (total of die if suit of card is red otherwise number of card) for card in held where rank of card > r4",
    "count of card in held where worth(card) - total of die > 2",
    "20 + sum of (number of card - 5) for card in held",
)
FAILING_SUBSETS = "count of part in mine where 9 / (1 - the lesser of 1 and strangers(part)) > 0 and alike(part)"
FAILING = "count of card in held where suit of card is suit of lowest of held of left of mover"

OF_HANDS = """
define alike (cards: set of deck) = no card in cards where suit of card is not suit of lowest of cards
define strangers (cards: set of deck) = count of card in cards where suit of card is not suit of lowest of cards
define ranks (cards: set of deck) = sum of number of rank of card for card in cards
define of_a_rank (cards: set of deck) = no card in cards where rank of highest of cards is not rank of card
define unmatched (cards: set of deck) = (
  the rest of parting cards into part where size of part >= 2 and (of_a_rank(part) or alike(part))
  with least (ranks(rest) + 9) / 10
  )
define of_rank (cards: set of deck, which: rank) = count of card in cards where rank of card is which
define worth (card: deck) = 6 if rank of card > r6 otherwise number of rank of card
define most_alike (cards: set of deck) = those which in all rank with most of_rank(cards, which)

measure score per player = score of player
"""

FREE = "men of chooser where (step > 35 or step + total of die not in men of chooser) and step + total of die > 3"
FEW = "0..40 where step in men of chooser and step + total of die < 41 or step is 0"
BREAKING = "men of chooser where step < 12 and 12 / (step + total of die) < 12"

STEPS = (
    ("men of chooser where step < 35 + total of die * 2", "highest", ("eager", "random")),
    (FREE, "lowest", ("lost", "random")),
    (FREE, "12", ("low", "lost")),
    (FEW, "highest of free(chooser)", ("eager", "default")),
    (BREAKING, "lowest", ("eager", "random")),
)
"""From what one is picked, the default, and who plays."""

BY_TURNS = "(size of dice > 1 if total of throw > 12 otherwise size of dice < 3)"

KEPT = (
    ("size of dice < 3", "none", ("bold", "random")),
    ("dice is not before", "throw", ("lost", "bold")),
    ("total of dice mod 2 is 0 or size of dice is 4", "before", ("bold", "default")),
    (BY_TURNS, "highest", ("bold", "lost")),
    ("not dice is even", "those die in throw where die is highest of throw", ("bold", "default")),
    ("12 / (total of dice - 6) < 9", "throw", ("bold", "default")),
)
"""Which dice may be kept, the default, and who plays."""

ASKED_OF_BOARDS = (
    "place where men of (mover, place) > 1",
    "place where not (men of (left of mover, place) <= number of place - 3) or height of place is not 0",
    "place where (men of (left of mover, place) is 0 if total of die > 2 otherwise height of place >= 0)",
    "place where height of place is men of (mover, place)",
    "place where is_free(place)",
    "place where low_free(place)",
    "place where is_free(place + total of die)",
    "place where low_free(place - total of other)",
    "place where is_high(place + 2, total of die - 3) and not is_high(place, 0)",
    "place where goes_back(place, total of die)",
    "place where no back in (place + 1)..p6 where men of (mover, back) > 0",
    "place where some back in (place - total of die)..(place + 1) where height of back < 0",
    "place where some step in faces where can_go(place, step)",
    "place where some step in faces where both_go(place, step)",
    "place where some step in 2..4 where is_free(place + step) and height of place < step",
    "place where 12 mod (number of place + total of die) > 2 and may_go(place, total of die)",
)
ASKED_OF_COLUMNS = (
    "x where lies of (x, l2) is not none",
    "x where shut of (mover, x) or lies of (x, l1) is green",
    "x where not shut of (left of mover, x) and some y in all line where lies of (x, y) is blue",
    "x where no y in l2..l4 where lies of (x, y) is none",
    "x where no next in x..(x + (total of die - 1)) where lies of (next, l3) is not none",
    "x where lies of (x + total of die, l1) is none",
    "x where shade_of(lies of (x, l4)) > 1",
)
STEPPED = "(after (step_on p3 by 2) height of p5 < number of x)"
FREE_THERE = "lies of (x, y) is none"
PUT_THERE = (
    ("lies of (x, y) is none or shade is red", "highest"),
    ("not shut of (chooser, x) and lies of (x, y) is not shade or total of die > 3 or x is e", "lowest"),
    ("no next in x..(x + (total of die - 1)) where lies of (next, y) is shade", "lowest"),
    (f"({FREE_THERE} if shade is blue otherwise no z in y..l4 where lies of (x, z) is blue) or x is a", "highest"),
    ("12 / (number of x - total of other) < 12 and lies of (x, y) is none", "lowest"),
    (f"number of x > total of other + 2 and ({STEPPED} if 12 / (number of y - 2) > 0 otherwise x is a)", "lowest"),
)
"""Where something may be put, and by default."""

RULESETS = int(os.environ.get("RANDOM_RULESETS", "3"))
GAMES = 6


def compare(ruleset: Ruleset, strategies: Sequence[str], games: int = GAMES) -> tuple[Program, int]:
    """Both programs play the same games. The one that is not plain, and how many games come to their end."""
    told = []
    for is_plain in (True, False):
        program = lower(ruleset.model, plain=is_plain)
        seats = (tuple(strategies) * len(program.seats))[: len(program.seats)]
        played = list(map(Reference(Stepper(program), seats).play, range(games)))
        told.append([describe(program, each) for each in played])
    assert told[0] == told[1]
    return program, sum(each.summary.broken is None for each in played)


def hold_native(program: Program, strategies: Sequence[str], games: int = GAMES) -> None:
    """Machine code plays the program as the stepper does, and refuses what cannot go on."""
    played = list(map(Reference(Stepper(program), strategies).play, range(games)))
    native = Native(program, strategies, keep=False, tier="best", witness=True)
    refused = hold(native, played, SEED, witness=True)
    assert refused == [each.game for each in played if each.summary.broken is not None]


@pytest.mark.parametrize(("where", "default", "strategies"), STEPS)
def test_members_that_are_offered_are_the_same(where: str, default: str, strategies: tuple[str, ...]) -> None:
    program, ended = compare(read(STEPPING.replace("WHERE", where).replace("DEFAULT", default)), strategies, 8)
    hold_native(program, strategies, 8)
    assert (ended < 8) == (where == BREAKING)


@pytest.mark.parametrize(("offered", "default", "strategies"), KEPT)
def test_dice_that_may_be_kept_are_the_same(offered: str, default: str, strategies: tuple[str, ...]) -> None:
    program, ended = compare(read(KEEPING.replace("OFFERED", offered).replace("DEFAULT", default)), strategies, 8)
    hold_native(program, strategies, 8)
    assert (ended < 8) == ("12 /" in offered)


def test_dice_to_lay_aside_are_looked_up() -> None:
    """What may be taken of a throw, and the best of it, are found for all throws before a game begins."""
    program = load("farkle").program()
    names = {each.name for each in program.blocks}
    assert "throw rolled" in names
    assert "smaller part" not in names
    assert "smaller part" in {each.name for each in lower(load("farkle").model, plain=True).blocks}


@pytest.mark.parametrize("conditions", [ASKED_OF_STEPS, *((each,) for each in FAILS_FOR_SOME)])
def test_what_is_asked_of_members_is_the_same(conditions: tuple[str, ...]) -> None:
    steps = (
        f"set found to those step in held of mover where {each}\n"
        f"  add size of found * 7 + (count of step in held of mover where {each}) + 1 to score\n"
        f"  when some step in held of mover where {each} : add 50 to score\n"
        f"  when no step in held of mover where {each}   : add 20 to score\n  "
        for each in conditions
    )
    _, ended = compare(read(ASKED.replace("ASKED", "".join(steps) + "nothing")), (DEFAULT,))
    assert (ended < GAMES) == (conditions[0] in FAILS_FOR_SOME)


def ask_boards(asked: Sequence[str], offered: str, default: str, order: str) -> Ruleset:
    line = "add (count of ASKED) to score of mover\n  when some ASKED : add 20 to score of mover\n  "
    steps = (line.replace("ASKED", each) for each in asked)
    parts = {"x": "x from all column", "y": "y from all line", "s": "shade from all colour"}
    text = BOARDS.replace("PARTS", " and ".join(parts[each] for each in order))
    return read(text.replace("ASKED", "".join(steps)).replace("OFFERED", offered).replace("DEFAULT", default))


@pytest.mark.parametrize(("offered", "default"), PUT_THERE)
def test_what_lies_on_boards_is_the_same(offered: str, default: str) -> None:
    order = ("xys", "sxy")[len(offered) % 2]
    asked = [each.replace("place where", "place in all spot where") for each in ASKED_OF_BOARDS]
    asked += [each.replace("x where", "x in all column where") for each in ASKED_OF_COLUMNS]
    asked = asked[PUT_THERE.index((offered, default)) :: len(PUT_THERE)]
    games = 8 if "12 /" in offered else 3
    program, ended = compare(ask_boards(asked, offered, default, order), (RANDOM, DEFAULT), games)
    hold_native(program, (RANDOM, DEFAULT), games)
    assert (ended < games) == ("12 /" in offered)


def test_what_lies_on_boards_is_asked_at_once() -> None:
    """All places are compared by one instruction, where they are held within the board, too, and all squares that are
    named by column and line; the only loops over places are for those that have to be tried."""
    asked = [each.replace("place where", "place in all spot where") for each in ASKED_OF_BOARDS[:-3]]
    program = lower(ask_boards(asked, *PUT_THERE[0], "xys").model)
    parts = Counter(type(part).__name__ for each in program.blocks for part in each.instructions)
    names = Counter(each.name for each in program.blocks)
    assert (parts["Gather"], names["go through"], names["none"], names["put_there: row"]) == (38, 11, 2, 0)


@pytest.mark.parametrize("condition", ON_OFFER)
def test_cards_that_are_offered_are_the_same(condition: str) -> None:
    compare(read(FOLLOWING.replace("CONDITION", condition)), (DEFAULT, RANDOM), 3)


@pytest.mark.parametrize("values", [COUNTED, (FAILING,), (FAILING_SUBSETS,)])
def test_what_is_counted_in_hands_is_the_same(values: tuple[str, ...]) -> None:
    counted = "    add VALUE to score of mover\n"
    written = (each.replace("mine", "subsets of held of mover") for each in values)
    lines = "".join(counted.replace("VALUE", f"({each})") for each in written)
    text = (HANDS.replace(counted, lines) + OF_HANDS).replace("in held ", "in held of mover ")
    _, ended = compare(read(text.replace("in held)", "in held of mover)")), (DEFAULT,), 3)
    assert (ended < 3) == (values != COUNTED)


def test_only_subsets_of_alike_members_are_visited() -> None:
    """Melds are sets of one rank or runs in one suit, of three cards at least."""
    model = model_of((ROOT / "tests" / "benchmarks" / "ten_in_hand.rules").read_text())
    names = Counter(each.name for each in lower(model).blocks)
    assert names["alike subset"] == 4
    assert names["subset"] == names["empty set"] == 0


def test_a_game_is_taken_up_with_less_on_offer() -> None:
    program = read(STEPPING.replace("WHERE", FREE).replace("DEFAULT", "highest")).program()
    stepper, strategies = Stepper(program), ("eager", "random")
    step = stepper.begin()
    while not isinstance(step.stop, DecisionStop):
        step = stepper.answer(step.position, 2)
    offered = step.stop.offered
    place = next(at for at, each in enumerate(program.slots) if each.kind == "offer")
    for left in (offered[1:], offered[:1], offered[:2]):
        slots = list(step.position.slots)
        slots[place] = sum(1 << each for each in left)
        start = replace(step.position, slots=tuple(slots))
        played = list(map(Reference(stepper, strategies, SEED, start).play, range(20)))
        native = Native(program, strategies, keep=False, tier="best", witness=True, anywhere=True)
        assert hold(native, played, SEED, start, witness=True) == []


def accepted(write: Callable[[int], str]) -> Iterator[tuple[int, Ruleset]]:
    """Random rulesets, but the few that go beyond what a type may have."""
    seed = found = 0
    while found < RULESETS:
        try:
            yield seed, read(write(seed))
            found += 1
        except Rejected as rejected:
            errors = {each.code for each in rejected.diagnostics if each.severity is Severity.ERROR}
            if not errors <= REFUSED | {"always-same"}:
                raise
        seed += 1


@pytest.mark.parametrize("write", [random_conditions, random_ruleset])
def test_random_rulesets_are_the_same(write: Callable[[int], str]) -> None:
    """Some of them; `RANDOM_RULESETS` in the environment says how many."""
    whole = 0
    for seed, ruleset in accepted(write):
        names = (DEFAULT, RANDOM, *ruleset.model.strategies)
        whole += compare(ruleset, tuple(names[(seed + at) % len(names)] for at in range(2)))[1]
    assert whole > RULESETS * GAMES / 4
