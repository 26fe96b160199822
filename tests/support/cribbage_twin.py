"""Cribbage counted a second time, in plain Python and by brute force: the twin of `rulesets/library/cribbage.rules`.

Cards are pairs of rank (1 to 13) and suit (0 to 3). `show` counts a hand, `pegs` what a card in the play is worth,
`told_of_hand` tells a whole hand in the words of the ruleset, and `Score` what becomes of the points. `python -m
tests.support.cribbage_twin` counts all 12,994,800 combinations of a hand and a starter, and holds them against the
published figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
ALIKE = {2: "A pair for two.", 3: "Three alike for six.", 4: "Four alike for twelve."}
TOTALS = {15: "Fifteen for two.", 31: "Thirty-one for two."}

Card = tuple[int, int]

ALL: tuple[Card, ...] = tuple((rank, suit) for rank in range(1, 14) for suit in range(4))


def card(name: str) -> Card:
    """The card with this name."""
    rank, _, suit = name.split()
    return RANKS.index(rank) + 1, SUITS.index(suit)


def called(one: Card) -> str:
    """The name of a card."""
    return f"{RANKS[one[0] - 1]} of {SUITS[one[1]]}"


def listed(cards: Sequence[Card]) -> str:
    """Cards as a text shows a set of them."""
    *before, last = map(called, sorted(cards))
    return f"{', '.join(before)} and {last}" if before else last


# ---- the show


@cache
def counted(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """What fifteens, pairs and runs among these ranks, lowest first, come to."""
    parts = [part for size in range(2, 6) for part in combinations(ranks, size)]
    fifteens = 2 * sum(sum(min(rank, 10) for rank in part) == 15 for part in parts)
    pairs = 2 * sum(len(part) == 2 and part[0] == part[1] for part in parts)
    rows = Counter(len(part) for part in parts if len(part) > 2 and _row(part))
    longest = max(rows, default=0)
    return fifteens, pairs, longest * rows[longest]


def _row(ranks: Sequence[int]) -> bool:
    return all(second - first == 1 for first, second in pairwise(ranks))


def combined(cards: Sequence[Card]) -> int:
    """Fifteens, pairs and runs together."""
    return sum(counted(tuple(sorted(rank for rank, _ in cards))))


def flush(hand: Sequence[Card], starter: Card | None, crib: bool = False) -> int:
    """What a flush in these four cards is worth."""
    if len({suit for _, suit in hand}) > 1:
        return 0
    five = starter is not None and starter[1] == hand[0][1]
    return 5 if five else 0 if crib else 4


def nobs(hand: Sequence[Card], starter: Card) -> int:
    """One for the jack of the starter's suit."""
    return int((11, starter[1]) in hand)


def show(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """What a hand or a crib counts."""
    return combined([*hand, starter]) + flush(hand, starter, crib) + nobs(hand, starter)


def told_of_show(hand: Sequence[Card], starter: Card, crib: bool = False) -> Iterator[str]:
    """The lines that say what is in a hand."""
    fifteens, pairs, runs = counted(tuple(sorted(rank for rank, _ in [*hand, starter])))
    parts = {"fifteens": fifteens, "pairs": pairs, "runs": runs, "his nobs": nobs(hand, starter)}
    parts["a flush"] = flush(hand, starter, crib)
    return (f"  {name}: {points}" for name, points in parts.items() if points)


# ---- the play


def pegs(pile: Sequence[Card]) -> list[tuple[str, int]]:
    """What the last card of this count pegs: words and points."""
    ranks = [rank for rank, _ in pile]
    found = []
    total = sum(min(rank, 10) for rank in ranks)
    if total in TOTALS:
        found.append((TOTALS[total], 2))
    alike = next(size for size in (4, 3, 2, 1) if len(set(ranks[-size:])) == 1 and len(ranks) >= size)
    if alike > 1:
        found.append((ALIKE[alike], alike * (alike - 1)))
    run = next((size for size in range(len(ranks), 2, -1) if _row(sorted(ranks[-size:]))), 0)
    if run:
        found.append((f"A run for {run}.", run))
    return found


@dataclass(frozen=True)
class Hand:
    """One hand as it was played: who dealt, what was cut and played in order, and what lay in the crib."""

    dealer: int
    starter: Card
    played: tuple[Card, ...]
    hands: tuple[frozenset[Card], frozenset[Card]]
    crib: frozenset[Card]


Line = tuple[str, int, int]
"""What is said, and who pegs how much with it."""


def told_of_play(hand: Hand) -> Iterator[Line]:
    """The play, from who had which cards and the order in which they came."""
    left = [set(each) for each in hand.hands]
    turn, pile, gone, cards = 1 - hand.dealer, list[Card](), set[int](), list(hand.played)
    while any(left):
        total = sum(min(rank, 10) for rank, _ in pile)
        able = [any(total + min(rank, 10) <= 31 for rank, _ in each) for each in left]
        if able[turn]:
            one = cards.pop(0)
            left[turn].remove(one)
            pile.append(one)
            last, total = turn, total + min(one[0], 10)
            yield f"Player {turn + 1} plays the {called(one)}: {total}.", turn, 0
            yield from ((words, turn, points) for words, points in pegs(pile))
        elif left[turn] and turn not in gone:
            gone.add(turn)
            yield f"Player {turn + 1} says go at {total}.", turn, 0
        turn = 1 - turn
        if not any(total + min(rank, 10) <= 31 for each in left for rank, _ in each):
            yield from _end_of_count(left, gone, last, total)
            turn, pile, gone = 1 - last, [], set()


def _end_of_count(left: list[set[Card]], gone: set[int], last: int, total: int) -> Iterator[Line]:
    other = 1 - last
    if total < 31 and left[other] and other not in gone:
        yield f"Player {other + 1} says go at {total}.", other, 0
    if total < 31:
        yield f"Player {last + 1}: one for {'the go' if any(left) else 'the last card'}.", last, 1


def told_of_hand(hand: Hand) -> Iterator[Line]:
    """A whole hand after the cut: the play, and the show in its order."""
    if hand.starter[0] == 11:
        yield f"Player {hand.dealer + 1}: two for his heels.", hand.dealer, 2
    yield from told_of_play(hand)
    for who in (1 - hand.dealer, hand.dealer):
        cards = sorted(hand.hands[who])
        points = show(cards, hand.starter)
        yield f"Player {who + 1} shows {listed(cards)}, with the {called(hand.starter)}: {points}.", who, 0
        yield from ((line, who, 0) for line in told_of_show(cards, hand.starter))
        yield "", who, points
    crib = sorted(hand.crib)
    points = show(crib, hand.starter, crib=True)
    said = f"Player {hand.dealer + 1}'s crib is {listed(crib)}, with the {called(hand.starter)}: {points}."
    yield said, hand.dealer, 0
    yield from ((line, hand.dealer, 0) for line in told_of_show(crib, hand.starter, crib=True))
    yield "", hand.dealer, points


# ---- the score


@dataclass
class Score:
    """The points of two players, up to the goal."""

    goal: int
    points: list[int]
    gained: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def won(self) -> bool:
        """Whether somebody has reached the goal."""
        return max(self.points) == self.goal

    def told_of_hand(self, hand: Hand) -> Iterator[str]:
        """A whole hand with the points as they are pegged, to its end or to the end of the game."""
        self.gained = [0, 0]
        for line, who, points in told_of_hand(hand):
            if line:
                yield line
            if points:
                yield from self._told_of_pegging(who, points)
            if self.won:
                return
        yield f"The score: Player 1 has {self.points[0]}, Player 2 has {self.points[1]}."

    def _told_of_pegging(self, who: int, points: int) -> Iterator[str]:
        other, points = self.points[1 - who], min(points, self.goal - self.points[who])
        self.points[who] += points
        self.gained[who] += points
        yield f"  {points} for Player {who + 1}: {self.points[who]} to {other}."
        if self.won:
            yield f"Player {who + 1} has {self.goal} points, and wins."
            skunks = {self.goal - 60: "A double skunk", self.goal - 30: "A skunk"}
            line = next((line for line in skunks if other < line), None)
            if line is not None:
                yield f"{skunks[line]}: Player {2 - who} has not reached {line}."


# ---- all hands there are

PUBLISHED = {29: 4, 28: 76, 27: 0, 26: 0, 25: 0, 24: 3680, 19: 0}


def whole_count() -> Counter[int]:
    """How many of all combinations of a hand and a starter count how much."""
    return Counter(show(hand, one) for hand in combinations(ALL, 4) for one in ALL if one not in hand)


def main() -> None:
    """Count them all, and compare."""
    found = whole_count()
    hands = sum(found.values())
    mean = Fraction(sum(points * times for points, times in found.items()), hands)
    print(f"{hands:,} combinations, {float(mean):.4f} on average")
    for points in sorted(found, reverse=True):
        print(f"{points:3} {found[points]:10,}")
    assert hands == 12_994_800
    assert {points: found[points] for points in PUBLISHED} == PUBLISHED
    assert f"{float(mean):.4f}" == "4.7692"


if __name__ == "__main__":
    main()
