"""The show over all 12,994,800 combinations of four cards and a starter, counted by the rules of `library/cribbage`.

`python -m tests.tools.count_shows` asks the program itself (a query of the stepper about `hand_points`) and holds what
comes out against the published distribution. Suits differ in name only, so hands that become the same when suits are
renamed count the same with all starters: of the 270,725 hands one of each such class is asked, 16,432 with 48 starters
each, and counted as often as there are others. That takes six minutes. That renaming changes nothing is tried first, on
a thousand combinations in all 24 ways. `python -m tests.tools.count_shows --every` asks all of them one by one, on
every processor; about an hour and a half on one, and nothing is taken for granted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from multiprocessing import Pool, cpu_count
from random import Random

from interpreter import read
from interpreter.engine import Position
from interpreter.lower import lower
from interpreter.stepper import Stepper

PUBLISHED = {29: 4, 28: 76, 27: 0, 26: 0, 25: 0, 24: 3680, 19: 0}

COMBINATIONS, MEAN = 12_994_800, "4.7692"

GAME = """game counting "A hand and a starter, counted"
  use cribbage

players 1

dice pause = 1d6

define cards_dealt     = 6
define cards_laid_away = 2

phase game
  deal 4 from stock to opened_crib
  deal from stock to turned
  roll pause for lowest of all player
  hand for lowest of all player

define points_to_go = 29
define hand_is_void = no

rule points_pegged
  nothing

rule starter_counts
  nothing

rule meanwhile
  nothing

view counted in game
  "{hand_points(opened_crib)}"
"""


@cache
def stepper() -> Stepper:
    """The game above, ready to be asked."""
    return Stepper(lower(read(GAME).model), events=False)


@cache
def table() -> tuple[Position, int, int, int]:
    """A position with four cards shown and a starter, and the slots that say which."""
    step = stepper().begin()
    for _ in range(5):
        step = stepper().answer(step.position, 0)
    zones = {each.name: each for each in stepper().program.zones}
    return step.position, zones["opened_crib"].first, zones["turned"].first, zones["turned"].order


def show(cards: Sequence[int]) -> int:
    """What the program counts for four cards and the starter. A card's number is four times its rank, and its suit."""
    position, shown, turned, on_top = table()
    slots = list(position.slots)
    slots[shown] = sum(1 << card for card in cards[:4])
    slots[turned], slots[on_top] = 1 << cards[4], cards[4]
    answer = stepper().ask(replace(position, slots=tuple(slots)), stepper().program.query("view", "counted", line=0))
    assert isinstance(answer, tuple), answer
    return answer[1]


def every(first: int, steps: int) -> Iterator[tuple[int, ...]]:
    """One part of several of all combinations: four cards and the starter."""
    for at, kept in enumerate(combinations(range(52), 4)):
        if at % steps == first:
            yield from ((*kept, starter) for starter in range(52) if starter not in kept)


def renamed(cards: Iterable[int], suits: Sequence[int]) -> tuple[int, ...]:
    """The same cards, in order, with the suits called otherwise."""
    return tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards))


def classes() -> Counter[tuple[int, ...]]:
    """Four cards of each class, and how often there are others that become the same by renaming suits."""
    suits = list(permutations(range(4)))
    return Counter(min(renamed(kept, each) for each in suits) for kept in combinations(range(52), 4))


def try_renaming() -> None:
    """Stop if the program counts any of a thousand combinations otherwise when suits are renamed."""
    chance = Random(1)
    for _ in range(1000):
        cards = chance.sample(range(52), 5)
        ways = permutations(range(4))
        counted = {show([*renamed(cards[:4], suits), *renamed(cards[4:], suits)]) for suits in ways}
        assert len(counted) == 1, cards


def counted_part(part: tuple[int, int]) -> Counter[int]:
    """What the combinations of one part count."""
    return Counter(show(cards) for cards in every(*part))


def counted_all() -> Counter[int]:
    """Every combination by itself, on all processors."""
    parts = [(first, 64) for first in range(64)]
    with Pool(cpu_count()) as pool:
        return sum(pool.imap_unordered(counted_part, parts), Counter[int]())


def counted_by_class() -> Counter[int]:
    """Four cards of each class with every starter, as often as there are others like them."""
    total: Counter[int] = Counter()
    for kept, times in classes().items():
        for starter in range(52):
            if starter not in kept:
                total[show([*kept, starter])] += times
    return total


def main() -> None:
    """Count, tell, and compare."""
    if "--every" in sys.argv:
        total = counted_all()
    else:
        try_renaming()
        total = counted_by_class()
    for points in sorted(total, reverse=True):
        print(f"{points:3} {total[points]:10,}")
    mean = Fraction(sum(points * times for points, times in total.items()), total.total())
    print(f"{total.total():,} combinations, {float(mean):.4f} on average")
    assert total.total() == COMBINATIONS
    assert {points: total[points] for points in PUBLISHED} == PUBLISHED
    assert f"{float(mean):.4f}" == MEAN


if __name__ == "__main__":
    main()
