"""The newest classics in plain Python: `python -m tests.benchmarks.newest_by_hand [NAME ...]` holds their figures
against these programs, which know nothing of the rulesets, for as long as `SECONDS` lets them play.

Played last with 100,000 games of each, the figures that differ most, in standard errors: help your neighbor +1.86,
spinner baseball +.59, kalah -1.37, four dice to the top -1.70, dominoes +1.36, president +.36 (again after players lay
in piles), backgammon -.52, bunco -1.14, oh hell +1.32, gin rummy -2.13, battleships -.97, spades +.97.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import sqrt
from random import Random
from time import monotonic

from tests.benchmarks import by_hand
from tests.support.paths import ROOT
from tests.support.shipped import load

SEED, SECONDS = 1987, 1_200

Figures = Mapping[str, float]
"""What one game brings: measures by their names, and whether a player won as `wins PLAYER`."""


# ---- gin rummy: a card is 4 times its rank from 0 on, and its suit; a hand is a set of bits


def cards_in(hand: int) -> Iterator[int]:
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand ^= lowest


WORTH = tuple(
    tuple(sum(min(card // 4 + 1, 10) for card in cards_in(cards << first)) for cards in range(1 << 13))
    for first in range(0, 52, 13)
)
"""What cards count, thirteen at a time."""

SETS = tuple(tuple(some for some in range(16) if some & suits == some and some.bit_count() >= 3) for suits in range(16))
"""Of the cards of a rank in these suits, those sets that can be made."""

CLUBS = sum(1 << card for card in range(0, 52, 4))


def count_up(hand: int) -> int:
    return sum(WORTH[at][hand >> 13 * at & 8191] for at in range(4))


def find_melds(hand: int) -> Iterator[int]:
    one, two, three, four = (hand >> suit & CLUBS for suit in range(4))
    for rank in cards_in(one & two & (three | four) | (one | two) & three & four):
        yield from (some << rank for some in SETS[hand >> rank & 15])
    for low in cards_in(hand & hand >> 4 & hand >> 8):
        run, high = 0x111 << low, low + 12
        yield run
        while hand >> high & 1:
            run, high = run | 1 << high, high + 4
            yield run


@lru_cache(100)
def part(hand: int) -> tuple[int, tuple[int, ...]]:
    """What is left over at least, and the melds."""

    def best(left: int, melds: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        found: tuple[int, tuple[int, ...]] = count_up(left), ()
        for at, meld in enumerate(melds):
            if meld & left == meld:
                points, others = best(left ^ meld, melds[at + 1 :])
                found = min(found, (points, (meld, *others)), key=lambda each: each[0])
        return found

    return best(hand, tuple(find_melds(hand)))


def is_meld(hand: int) -> bool:
    return hand in find_melds(hand)


@lru_cache(100)
def find_covers(hand: int) -> tuple[tuple[int, int], ...]:
    """Every set of cards that disjoint melds can match, and what is left over of the hand then."""
    covers = [0]
    for meld in find_melds(hand):
        covers += [cover | meld for cover in covers if not cover & meld]
    return tuple((cover, count_up(hand ^ cover)) for cover in covers)


def find_throw(hand: int, kept: int = 0) -> tuple[int, int, int]:
    """What is left over at least after a throw; and of the cards that leave as little, the lowest of those that count
    most, after what it counts, below zero. Cards that are `kept` cannot be thrown."""
    throws = []
    for cover, left in find_covers(hand):
        if loose := hand & ~cover & ~kept:
            points = min((loose.bit_length() + 3) // 4, 10)
            from_there = loose >> 4 * (points - 1)
            card = (from_there & -from_there).bit_length() - 1 + 4 * (points - 1)
            throws.append((left - points, -points, card))
    return min(throws)


def play_gin_rummy(chance: Random, target: int = 100) -> Figures:
    """By the strategy `steady`, up to the score that ends the game."""
    score, won, dealer, hands, turns = [0, 0], [0, 0], 1, 0, 0
    while max(score) < target:
        hands += 1
        stock = list(range(52))
        chance.shuffle(stock)
        held = [sum(1 << stock.pop() for _ in range(10)) for _ in range(2)]
        left = [part(hand)[0] for hand in held]
        discards, refusals, mover = [stock.pop()], 0, 1 - dealer
        while True:
            turns += 1
            own, taken = held[mover], 0
            if refusals != 2 and find_throw(own | 1 << discards[-1])[0] < left[mover]:
                taken = 1 << discards.pop()
                own |= taken
            elif refusals < 2:
                refusals, mover = refusals + 1, 1 - mover
                continue
            else:
                own |= 1 << stock.pop()
            refusals = 3
            left[mover], _, thrown = find_throw(own, taken)
            held[mover] = own ^ 1 << thrown
            discards.append(thrown)
            if left[mover] <= 10:
                knocker_wins, gain = settle_gin(held[mover], held[1 - mover])
                winner = mover if knocker_wins else 1 - mover
                score[winner] += gain
                won[winner] += 1
                dealer = 1 - winner
                break
            if len(stock) <= 2:
                break
            mover = 1 - mover
    first = score[0] > score[1]
    return {"hands": hands, "turns": turns, "wins North": first}


def settle_gin(knocker: int, other: int) -> tuple[bool, int]:
    """Whether the knocker wins, and how much."""
    left, melds = part(knocker)
    if left == 0:
        return True, part(other)[0] + 20
    lying = list(melds)
    while helpful := [
        (card, at)
        for card in cards_in(other)
        for at, meld in enumerate(lying)
        if is_meld(meld | 1 << card) and part(other ^ 1 << card)[0] < part(other)[0]
    ]:
        card, at = max(helpful, key=lambda each: (each[0], -each[1]))
        other, lying[at] = other ^ 1 << card, lying[at] | 1 << card
    rest = part(other)[0]
    return (True, rest - left) if left < rest else (False, left - rest + 10)


# ---- kalah


def play_kalah(chance: Random) -> Figures:
    """Between random players. Houses are 0 to 5 and 7 to 12, stores 6 and 13."""
    pits, mover, turns, sowings = [4] * 6 + [0] + [4] * 6 + [0], 1, 0, 0
    sides = [range(6), range(7, 13)]
    while all(any(pits[at] for at in side) for side in sides):
        mover, again = 1 - mover, True
        turns += 1
        while again and any(pits[at] for at in sides[mover]):
            at = chance.choice([each for each in sides[mover] if pits[each]])
            handful, pits[at] = pits[at], 0
            sowings += 1
            while handful:
                at = (at + 1) % 14
                if at != (13, 6)[mover]:
                    pits[at] += 1
                    handful -= 1
            again = at == (6, 13)[mover]
            if at in sides[mover] and pits[at] == 1 and pits[12 - at]:
                pits[(6, 13)[mover]] += 1 + pits[12 - at]
                pits[at] = pits[12 - at] = 0
    south = pits[6] + sum(pits[at] for at in sides[0])
    return {"turns": turns, "sowings": sowings, "wins South": south > 24, "wins North": south < 24}


# ---- bunco


def play_bunco(chance: Random) -> Figures:
    """Two sets of six rounds, which nobody can influence."""
    won, buncos, starter, throws, turns = [0] * 4, [0] * 4, 0, 0, 0
    for goal in [*range(1, 7)] * 2:
        pair, points, thrower = {0, 1 + (goal - 1) % 3}, [0, 0], starter
        while max(points) < 21:
            turns += 1
            while max(points) < 21:
                dice = [chance.randint(1, 6) for _ in range(3)]
                throws += 1
                hits = dice.count(goal)
                gain = 21 if hits == 3 else 5 if len(set(dice)) == 1 else hits
                buncos[thrower] += hits == 3
                points[thrower in pair] += gain
                if not gain:
                    break
            thrower = (thrower + 1) % 4
        for player in range(4):
            won[player] += (player in pair) == (points[1] >= 21)
        starter = (starter + 1) % 4
    ranks = list(zip(won, buncos, strict=True))
    return {"throws": throws, "turns": turns, "wins North": ranks[0] == max(ranks), "wins West": ranks[3] == max(ranks)}


# ---- oh hell: a card is 4 times its rank, and its suit


def play_oh_hell(chance: Random) -> Figures:
    """Between four random players."""
    points, exact, dealer = [0] * 4, 0, 3
    for many in (*range(10, 0, -1), *range(2, 11)):
        dealer = (dealer + 1) % 4
        pack = list(range(52))
        chance.shuffle(pack)
        held = [[pack.pop() for _ in range(many)] for _ in range(4)]
        trump = pack.pop() % 4
        order = [(dealer + each) % 4 for each in range(1, 5)]
        bids: dict[int, int] = {}
        for player in order:
            free = [bid for bid in range(many + 1) if player != dealer or sum(bids.values()) + bid != many]
            bids[player] = chance.choice(free)
        taken, leader = [0] * 4, order[0]
        for _ in range(many):
            laid: list[tuple[tuple[bool, int], int]] = []
            led = None
            for player in [(leader + each) % 4 for each in range(4)]:
                card = chance.choice([each for each in held[player] if each % 4 == led] or held[player])
                held[player].remove(card)
                led = card % 4 if led is None else led
                if card % 4 in (led, trump):
                    laid.append(((card % 4 == trump, card // 4), player))
            leader = max(laid)[1]
            taken[leader] += 1
        for player, bid in bids.items():
            if taken[player] == bid:
                points[player] += 10 + bid
                exact += 1
    return {
        "points": sum(points) / 4, "exact": exact,
        "wins Player 1": points[0] == max(points), "wins Player 4": points[3] == max(points),
    }  # fmt: skip


# ---- spades: a card is 4 times its rank, and its suit; spades are suit 3

SPADES = 3


def play_spades(chance: Random) -> Figures:
    """By the strategy `careful`; players 0 and 2 are partners."""
    points, bags, dealer, deals = [0, 0], [0, 0], 2, 0
    while points[0] == points[1] or not (max(points) >= 500 or min(points) <= -200):
        deals += 1
        dealer = (dealer + 1) % 4
        pack = list(range(52))
        chance.shuffle(pack)
        held = [{pack.pop() for _ in range(13)} for _ in range(4)]
        bids = [max(1, sum(card // 4 >= (8 if card % 4 == SPADES else 11) for card in own)) for own in held]
        taken, leader, broken = [0] * 4, (dealer + 1) % 4, False
        for _ in range(13):
            trick: list[tuple[int, int]] = []
            for player in [(leader + each) % 4 for each in range(4)]:
                card = play_to_trick(held[player], trick, player, broken, bids, taken)
                held[player].remove(card)
                trick.append((card, player))
                broken = broken or card % 4 == SPADES
            leader = max(trick, key=lambda each: rank_in_trick(each[0], trick[0][0]))[1]
            taken[leader] += 1
        for team in range(2):
            bid, made = bids[team] + bids[team + 2], taken[team] + taken[team + 2]
            over = max(0, made - bid)
            bags[team] += over
            points[team] += (10 * bid if made >= bid else -10 * bid) + over - 100 * (bags[team] // 10)
            bags[team] %= 10
    return {"deals": deals, "points": sum(points) / 2, "wins North and South": points[0] > points[1]}


def rank_in_trick(card: int, first: int) -> tuple[bool, bool, int]:
    return card % 4 == SPADES, card % 4 == first % 4, card


def play_to_trick(
    own: set[int], trick: list[tuple[int, int]], player: int, broken: bool, bids: list[int], taken: list[int]
) -> int:
    def height(card: int) -> tuple[bool, int, int]:
        return card % 4 == SPADES, card // 4, -(card % 4)

    def least(card: int) -> tuple[bool, int, int]:
        return card % 4 == SPADES, card // 4, card % 4

    first = trick[0][0] if trick else 0
    if trick:
        free = [card for card in own if card % 4 == first % 4] or list(own)
    else:
        free = [card for card in own if broken or card % 4 != SPADES] or list(own)
    best, winner = max(trick, key=lambda each: rank_in_trick(each[0], first)) if trick else (0, -1)
    winning = [card for card in free if not trick or rank_in_trick(card, first) > rank_in_trick(best, first)]
    losing = [card for card in free if card not in winning]
    partner = (player + 2) % 4
    wants = taken[player] + taken[partner] < bids[player] + bids[partner]
    if wants and winner != partner and winning:
        return max(winning, key=height)
    return max(losing, key=height) if losing and not wants else min(free, key=least)


# ---- battleships: a square is its column and row from 0 on

SHIPS = (5, 4, 3, 2)


def hide_fleet(chance: Random) -> list[set[tuple[int, int]]]:
    fleet: list[set[tuple[int, int]]] = []
    for length in SHIPS:
        free = list[set[tuple[int, int]]]()
        near = {(x + dx, y + dy) for ship in fleet for x, y in ship for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        for x, y in product(range(10), repeat=2):
            for ship in ({(x + step, y) for step in range(length)}, {(x, y + step) for step in range(length)}):
                if max(map(max, ship)) < 10 and not ship & near:
                    free.append(ship)
        fleet.append(chance.choice(free))
    return fleet


def play_battleships(chance: Random) -> Figures:
    """Between two players who hide ships and fire at random."""
    fleets = [hide_fleet(chance) for _ in range(2)]
    orders = [list(product(range(10), repeat=2)) for _ in range(2)]
    needed = list[int]()
    for player, order in enumerate(orders):
        chance.shuffle(order)
        needed.append(max(order.index(square) for ship in fleets[1 - player] for square in ship) + 1)
    first = needed[0] <= needed[1]
    return {"turns": 2 * needed[0] - 1 if first else 2 * needed[1], "wins North": first}


# ---- dominoes


def play_dominoes(chance: Random) -> Figures:
    """Between two random players, who draw."""
    score, leader, hands, turns = [0, 0], None, 0, 0
    while max(score) < 100:
        hands += 1
        yard = [(low, high) for low in range(7) for high in range(low, 7)]
        chance.shuffle(yard)
        held = [[yard.pop() for _ in range(7)] for _ in range(2)]
        first = max(held[0] + held[1], key=lambda bone: sum(bone) + 20 * (bone[0] == bone[1]))
        mover = (0 if first in held[0] else 1) if leader is None else leader
        line: tuple[int, int] | None = None
        passes = 0
        while passes < 2 and all(held):
            turns += 1
            own = held[mover]

            def moves() -> list[tuple[tuple[int, int], int]]:
                if line is None:  # noqa: B023
                    return [(bone, 0) for bone in own if leader is not None or bone == first]  # noqa: B023
                return [(bone, at) for bone in own for at in range(2) if line[at] in bone]  # noqa: B023

            while len(yard) > 2 and not moves():
                own.append(yard.pop())
            passes = 0 if moves() else passes + 1
            if moves():
                bone, at = chance.choice(moves())
                own.remove(bone)
                open_ends = [*(line or bone)]
                open_ends[at] = open_ends[at] if line is None else sum(bone) - open_ends[at]
                line = open_ends[0], open_ends[1]
            mover = 1 - mover
        left = [sum(map(sum, each)) for each in held]
        if left[0] != left[1]:
            leader = int(left[1] < left[0])
            score[leader] += abs(left[0] - left[1])
    return {"hands": hands, "turns": turns, "points": sum(score) / 2, "wins Player 1": score[0] > score[1]}


# ---- baseball with a spinner: bases are 1 to 3

CHART = ROOT / "rulesets" / "classics" / "charts" / "spinner_baseball.csv"
HITS = {"single": 1, "double": 2, "triple": 3, "homer": 4}


@cache
def read_cards() -> list[list[str]]:
    """For each batter in order what each space of the spinner means."""
    cards: dict[str, list[str]] = {}
    for batter, spaces, play in csv.reader(CHART.read_text(encoding="utf-8").splitlines()[1:]):
        low, _, high = spaces.partition("..")
        cards.setdefault(batter, []).extend([play] * (int(high or low) - int(low) + 1))
    return list(cards.values())


def bat(chance: Random, up: int) -> tuple[int, int]:
    """Half an inning: the runs, and who bats next."""
    outs, runs, bases = 0, 0, set[int]()
    while outs < 3:
        play = chance.choice(read_cards()[up])
        up = (up + 1) % 9
        moved = bases
        if play in HITS:
            moved = {base + HITS[play] for base in bases} | {HITS[play]}
        elif play == "base_on_balls":
            free = next(base for base in range(1, 5) if base not in bases)
            moved = {base + (base < free) for base in bases} | {1}
        else:
            outs += 1
        if play == "grounder" and outs < 3:
            outs += 1 in bases
            moved = {base + 1 for base in bases - {1}}
        if play == "fly":
            moved = {base + (base == 3) for base in bases}
        if outs < 3:
            runs += sum(base > 3 for base in moved)
            bases = {base for base in moved if base < 4}
    return runs, up


def play_spinner_baseball(chance: Random) -> Figures:
    """Who bats first is thrown for; a last half that decides nothing is left out."""
    runs, up, innings, first = [0, 0], [0, 0], 0, chance.randrange(2)
    while innings < 9 or runs[0] == runs[1]:
        innings += 1
        for side in (first, 1 - first):
            if side == first or innings < 9 or runs[side] <= runs[1 - side]:
                gained, up[side] = bat(chance, up[side])
                runs[side] += gained
    return {"innings": innings, "runs": sum(runs) / 2, "wins Red": runs[0] > runs[1]}


# ---- help your neighbor


def play_help_your_neighbor(chance: Random) -> Figures:
    """Six players, and the first in turn of those who pay their last counter with one throw wins."""
    held, throws = [10] * 6, 0
    while all(held):
        for shown in chance.choices(range(6), k=3):
            held[shown] = max(held[shown] - 1, 0)
        throws += 1
    thrower = (throws - 1) % 6
    winner = next(each % 6 for each in range(thrower, thrower + 6) if not held[each % 6])
    return {"throws": throws, "wins Player 1": winner == 0, "wins Player 6": winner == 5}


# ---- president: a card is 4 times its rank, and its suit


def play_president(chance: Random) -> Figures:
    """Five deals among four who play the lowest cards of one rank that beat."""
    points, tricks, order = [0] * 4, 0, list[int]()
    for _ in range(5):
        pack = list(range(52))
        chance.shuffle(pack)
        hands = [sorted(pack[seat::4]) for seat in range(4)]
        if order:
            president, scum = hands[order[0]], hands[order[3]]
            president += [scum.pop(), scum.pop()]
            president.sort()
            scum += [president.pop(0), president.pop(0)]
            scum.sort()
        leader = order[0] if order else next(seat for seat in range(4) if 0 in hands[seat])
        order, more = play_hands(hands, leader)
        tricks += more
        points[order[0]] += 2
        points[order[1]] += 1
    return {
        "tricks": tricks, "wins Player 1": points[0] == max(points), "wins Player 4": points[3] == max(points),
    }  # fmt: skip


def play_hands(hands: list[list[int]], mover: int) -> tuple[list[int], int]:
    """In which order the players are out, and after how many tricks."""
    order, tricks = list[int](), 0
    while len(order) < 3:
        owner, laid, tricks = mover, list[int](), tricks + 1
        while True:
            ranks = Counter(card // 4 for card in hands[mover])
            fitting = [rank for rank in ranks if not laid or (rank > laid[0] // 4 and ranks[rank] >= len(laid))]
            if fitting:
                cards = [card for card in hands[mover] if card // 4 == min(fitting)]
                laid, owner = cards[: len(laid) or len(cards)], mover
                hands[mover] = [card for card in hands[mover] if card not in laid]
                order += [] if hands[mover] else [mover]
            mover = next(seat % 4 for seat in range(mover + 1, mover + 5) if hands[seat % 4] or seat % 4 == owner)
            if mover == owner or len(order) == 3:
                break
        mover = next(seat % 4 for seat in range(owner, owner + 5) if hands[seat % 4])
    return [*order, mover], tricks


# ---- backgammon, and four dice to the top


def play_backgammon(chance: Random) -> Figures:
    turns, winner = by_hand.race(chance)
    return {"turns": turns, "wins White": winner == 0}


def play_four_dice(chance: Random) -> Figures:
    climbs, winner = by_hand.climb(chance)
    return {"climbs": climbs, "wins Player 1": winner == 0, "wins Player 2": winner == 1}


# ---- comparing


@dataclass(frozen=True)
class Twin:
    play: Callable[[Random], Figures]
    quick: int
    """How many games make a quick test."""
    strategy: str = "random"
    players: int | None = None


TWINS = {
    "gin_rummy": Twin(play_gin_rummy, 4, "steady"),
    "bunco": Twin(play_bunco, 1_000),
    "oh_hell": Twin(play_oh_hell, 200, players=4),
    "spades": Twin(play_spades, 30, "careful"),
    "battleships": Twin(play_battleships, 12),
    "dominoes": Twin(play_dominoes, 500, players=2),
    "spinner_baseball": Twin(play_spinner_baseball, 2_000),
    "kalah": Twin(play_kalah, 2_000),
    "help_your_neighbor": Twin(play_help_your_neighbor, 4_000, players=6),
    "president": Twin(play_president, 200, "low", players=4),
    "backgammon": Twin(play_backgammon, 100),
    "four_dice_to_the_top": Twin(play_four_dice, 400, players=2),
}


def play_for(twin: Twin, seconds: float, most: int) -> list[Figures]:
    chance, began = Random(SEED), monotonic()
    played = [twin.play(chance)]
    while len(played) < most and monotonic() - began < seconds:
        played.append(twin.play(chance))
    return played


def compare(name: str, played: list[Figures], games: int) -> dict[str, tuple[float, float, float]]:
    """For each figure: what the ruleset gives, what its twin does, and by how many standard errors they differ."""
    twin = TWINS[name]
    found = load(name).simulate(games, SEED, None, twin.players, {"all": twin.strategy})
    result = {}
    for figure in played[0]:
        drawn = [float(each[figure]) for each in played]
        mean = sum(drawn) / len(drawn)
        error = sum((each - mean) ** 2 for each in drawn) / len(drawn) ** 2
        if figure.startswith("wins "):
            ours = found.winners[figure.removeprefix("wins ")] or 0.0
            more = ours * (1 - ours) / games
        else:
            tally = found.measures[figure]
            ours, more = float(tally.mean or 0), (tally.stderr or 0) ** 2
        result[figure] = ours, mean, (ours - mean) / (sqrt(error + more) or 1)
    return result


if __name__ == "__main__":
    for each in sys.argv[1:] or TWINS:
        games = play_for(TWINS[each], SECONDS, 100_000)
        for figure, (ours, mean, errors) in compare(each, games, len(games)).items():
            print(f"{each:20} {figure:20} {ours:10.4f} {mean:10.4f} {errors:+6.2f}  {len(games):,} games")
