"""The games of `set_speed` in plain Python, each by its rules and from chance of its own, as written by hand.

Every game gives how many turns it took, and who won. What is asked again and again for few different things, such as
what a throw is worth, is remembered.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

Played = tuple[int, set[int]]
"""How many turns a game took, and who has won."""

# ---- Switchback: four dice in two pairs, eleven trails

TOPS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
GUIDES, TRAILS_TO_WIN = 3, 3


def play_switchback(chance: random.Random) -> Played:
    camps = [dict.fromkeys(TOPS, 0) for _ in range(2)]
    turns = 0
    while True:
        for mover in range(2):
            turns += 1
            climb_trails(chance, camps, mover)
            if sum(camps[mover][trail] == top for trail, top in TOPS.items()) >= TRAILS_TO_WIN:
                return turns, {mover}


def climb_trails(chance: random.Random, camps: list[dict[int, int]], mover: int) -> None:
    closed = {trail for trail, top in TOPS.items() if any(camp[trail] == top for camp in camps)}
    guides: dict[int, int] = {}

    def can_climb(trail: int) -> bool:
        if trail in closed:
            return False
        return guides[trail] < TOPS[trail] if trail in guides else len(guides) < GUIDES

    while True:
        splits = [split for split in split_dice(chance) if any(map(can_climb, split))]
        if not splits:
            return
        low, high = split = chance.choice(splits)
        trails = [trail for trail in split if can_climb(trail)]
        if len(trails) == 2 and low != high and len({low, high} - guides.keys()) > GUIDES - len(guides):
            trails = [chance.choice(trails)]
        for trail in trails:
            guides[trail] = min(guides.get(trail, camps[mover][trail]) + 1, TOPS[trail])
        if chance.random() < 0.5:
            camps[mover].update(guides)
            return


def split_dice(chance: random.Random) -> list[tuple[int, int]]:
    first, *others = (chance.randint(1, 6) for _ in range(4))
    totals = [(first + other, sum(others) - other) for other in others]
    return sorted({(min(pair), max(pair)) for pair in totals})


# ---- Ten in Hand: cards in melds

Card = tuple[int, int]
"""Rank and suit."""

DECK = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
KNOCK_AT, STOCK_LEFT = 10, 2


def play_ten_in_hand(chance: random.Random, tidy: bool = False) -> Played:
    stock = chance.sample(DECK, 52)
    hands = [{stock.pop() for _ in range(10)} for _ in range(2)]
    heap = [stock.pop()]
    turns = 0
    while len(stock) > STOCK_LEFT:
        mover = turns % 2
        turns += 1
        hand = hands[mover]
        if tidy:
            from_heap = count_unmelded(frozenset(hand | {heap[-1]})) <= count_unmelded(frozenset(hand))
        else:
            from_heap = chance.random() < 0.5
        hand.add(heap.pop() if from_heap else stock.pop())
        cards = sorted(hand)
        thrown = min(cards, key=lambda card: count_unmelded(frozenset(hand - {card}))) if tidy else chance.choice(cards)
        hand.remove(thrown)
        heap.append(thrown)
        own = count_unmelded(frozenset(hand))
        if own <= KNOCK_AT and (tidy or chance.random() < 0.5):
            return turns, {mover if own < count_unmelded(frozenset(hands[1 - mover])) else 1 - mover}
        if len(stock) <= STOCK_LEFT:
            break
    return turns, set()


@cache
def count_points(cards: frozenset[Card]) -> int:
    return sum(min(rank, 10) for rank, _ in cards)


def count_unmelded(hand: frozenset[Card]) -> int:
    """The points of all cards that are in no meld, if they are melded as well as they can be."""
    return count_points(hand) - count_melded(hand, find_melds(hand))


def count_melded(free: frozenset[Card], melds: list[frozenset[Card]]) -> int:
    best = 0
    for at, meld in enumerate(melds):
        if meld <= free:
            best = max(best, count_points(meld) + count_melded(free - meld, melds[at + 1 :]))
    return best


def find_melds(hand: frozenset[Card]) -> list[frozenset[Card]]:
    melds = []
    for rank in {rank for rank, _ in hand}:
        alike = [card for card in hand if card[0] == rank]
        melds += [frozenset(part) for size in (3, 4) for part in combinations(alike, size)]
    for rank, suit in hand:
        row = [(rank, suit)]
        while (row[-1][0] + 1, suit) in hand:
            row.append((row[-1][0] + 1, suit))
            if len(row) >= 3:
                melds.append(frozenset(row))
    return melds


# ---- The Long Race: men on twenty-four points

BAR, MEN = 25, 15


def play_long_race(chance: random.Random) -> Played:
    men = [[0] * 26 for _ in range(2)]  # a player's points are counted from the own end; on 0 are the men at home
    for own in men:
        own[6] = own[13] = 5
        own[8], own[24] = 3, 2
    turns = 0
    while True:
        mover = turns % 2
        turns += 1
        own, other = men[mover], men[1 - mover]
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        dice = [first] * 4 if first == second else [first, second]
        while dice and (moves := find_moves(own, other, dice)):
            place, die = chance.choice(moves)
            dice.remove(die)
            move_man(own, place, die)
            if own[0] == MEN:
                return turns, {mover}
            goal = place - die
            if goal > 0 and other[25 - goal] == 1:
                other[25 - goal] = 0
                other[BAR] += 1


def find_moves(own: list[int], other: list[int], dice: list[int]) -> list[tuple[int, int]]:
    moves = [(place, die) for die in sorted(set(dice)) for place in range(1, 26) if can_move(own, other, place, die)]
    if len(set(dice)) == 1 or not moves:
        return moves
    both = [(place, die) for place, die in moves if can_follow(own, other, place, die, sum(dice) - die)]
    if both:
        return both
    highest = max(die for _, die in moves)
    return [(place, die) for place, die in moves if die == highest]


def can_move(own: list[int], other: list[int], place: int, die: int) -> bool:
    if not own[place] or (own[BAR] and place != BAR):
        return False
    if place > die:
        return other[25 - (place - die)] < 2
    return not any(own[7:]) and (place == die or not any(own[place + 1 : 7]))


def can_follow(own: list[int], other: list[int], place: int, die: int, next_die: int) -> bool:
    then = list(own)
    move_man(then, place, die)
    return any(can_move(then, other, each, next_die) for each in range(1, 26))


def move_man(own: list[int], place: int, die: int) -> None:
    own[place] -= 1
    own[max(place - die, 0)] += 1


# ---- Hidden Fleets: ships on eight by eight squares

SIDE, SHIPS = 8, (4, 3, 3, 2)
SQUARES = [(x, y) for x in range(SIDE) for y in range(SIDE)]


def play_hidden_fleets(chance: random.Random) -> Played:
    fleets = [hide_ships(chance) for _ in range(2)]
    targets = [list(SQUARES) for _ in range(2)]
    turns = 0
    while True:
        mover = turns % 2
        turns += 1
        shot = targets[mover].pop(chance.randrange(len(targets[mover])))
        fleets[1 - mover].discard(shot)
        if not fleets[1 - mover]:
            return turns, {mover}


def hide_ships(chance: random.Random) -> set[tuple[int, int]]:
    taken: set[tuple[int, int]] = set()
    for length in SHIPS:
        taken.update(chance.choice([berth for berth in find_berths(length) if taken.isdisjoint(berth)]))
    return taken


@cache
def find_berths(length: int) -> list[list[tuple[int, int]]]:
    across = [[(x + step, y) for step in range(length)] for x in range(SIDE - length + 1) for y in range(SIDE)]
    return across + [[(y, x) for x, y in berth] for berth in across]


# ---- Bones in a Row: tiles with two ends

TILES = [(low, high) for low in range(7) for high in range(low, 7)]


def play_bones(chance: random.Random) -> Played:
    boneyard = chance.sample(TILES, 28)
    hands = [[boneyard.pop() for _ in range(7)] for _ in range(2)]
    ends: list[int] = []
    turns = passes = 0
    while passes < 2:
        mover = turns % 2
        turns += 1
        hand = hands[mover]
        while not any(fits(tile, ends) for tile in hand) and boneyard:
            hand.append(boneyard.pop())
        layings = [(tile, at) for tile in hand for at in range(2) if not ends or ends[at] in tile]
        if not layings:
            passes += 1
            continue
        passes = 0
        tile, at = chance.choice(layings)
        hand.remove(tile)
        if ends:
            ends[at] = tile[1] if tile[0] == ends[at] else tile[0]
        else:
            ends = list(tile)
        if not hand:
            return turns, {mover}
    pips = [sum(map(sum, hand)) for hand in hands]
    return turns, {one for one in range(2) if pips[one] == min(pips)}


def fits(tile: tuple[int, int], ends: list[int]) -> bool:
    return not ends or ends[0] in tile or ends[1] in tile


# ---- Farkle

GOAL, OPENING, ENOUGH = 10_000, 500, 300

Dice = tuple[int, ...]


def play_farkle(chance: random.Random, steady: bool = False) -> Played:
    scores = [0, 0]
    turns = 0
    while max(scores) < GOAL:
        for thrower in range(2):
            turns += 1
            gathered = gather_points(chance, scores[thrower], steady)
            if scores[thrower] or gathered >= OPENING:
                scores[thrower] += gathered
    return turns, {one for one in range(2) if scores[one] == max(scores)}


def gather_points(chance: random.Random, score: int, steady: bool) -> int:
    gathered = rest = 0
    while True:
        dice = tuple(sorted(chance.randint(1, 6) for _ in range(rest or 6)))
        laid, points = lay_aside(dice)
        if not points:
            return 0
        gathered += points
        rest = len(dice) - laid
        opened = score > 0 or gathered >= OPENING
        if not steady or (rest and opened and (gathered >= ENOUGH or rest < 3)):
            return gathered


@cache
def lay_aside(dice: Dice) -> tuple[int, int]:
    """How many dice are laid aside so that they bring most, and their points."""
    parts = {part for size in range(len(dice) + 1) for part in combinations(dice, size)}
    best = max(sorted(parts, key=lambda part: part[::-1]), key=count_dice)
    return len(best), count_dice(best)


@cache
def count_dice(laid: Dice) -> int:
    shown = Counter(laid)
    if len(shown) == 6 or list(shown.values()) == [2, 2, 2]:
        return 1500
    points = [count_face(face, number) for face, number in shown.items()]
    return sum(points) if all(points) else 0


def count_face(face: int, number: int) -> int:
    if number >= 3:
        return (1000 if face == 1 else 100 * face) * 2 ** (number - 3)
    return {1: 100, 5: 50}.get(face, 0) * number


def play_steady_farkle(chance: random.Random) -> Played:
    return play_farkle(chance, steady=True)


def play_tidy_ten_in_hand(chance: random.Random) -> Played:
    return play_ten_in_hand(chance, tidy=True)


GAMES: dict[tuple[str, str], Callable[[random.Random], Played]] = {
    ("farkle", "default"): play_farkle,
    ("farkle", "steady"): play_steady_farkle,
    ("switchback", "random"): play_switchback,
    ("ten_in_hand", "random"): play_ten_in_hand,
    ("ten_in_hand", "tidy"): play_tidy_ten_in_hand,
    ("long_race", "random"): play_long_race,
    ("hidden_fleets", "random"): play_hidden_fleets,
    ("bones", "random"): play_bones,
}
"""Rulesets, how all seats play, and the game by hand."""
