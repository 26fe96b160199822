"""Games as somebody would write them in Python by hand, each by its rules and from chance of its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

SHARED, ROSETTES, MIDDLE = range(5, 13), (4, 8, 14), 8


def play_ur(chance: random.Random) -> int:
    """A game of Ur between random players; how many throws it takes."""
    men: list[set[int]] = [set(), set()]
    waiting, home = [7, 7], [0, 0]
    mover, throws = 0, 0
    while True:
        own, other = men[mover], men[1 - mover]
        marks, again = sum(chance.randint(0, 1) for _ in range(4)), False
        throws += 1
        ready = sorted(own) + ([0] if waiting[mover] else [])
        goals = {spot: spot + marks for spot in ready if marks and spot + marks <= 15}
        moves = [at for at, goal in goals.items() if goal not in own and not (goal == MIDDLE and goal in other)]
        if moves:
            spot = chance.choice(moves)
            goal = spot + marks
            if spot:
                own.remove(spot)
            else:
                waiting[mover] -= 1
            if goal == 15:
                home[mover] += 1
            else:
                own.add(goal)
            if goal in SHARED and goal in other:
                other.remove(goal)
                waiting[1 - mover] += 1
            if home[mover] == 7:
                return throws
            again = goal in ROSETTES
        if not again:
            mover = 1 - mover


def play_ludo(chance: random.Random) -> int:
    """A game of Ludo between two random players; how many throws it takes."""
    men: list[set[int]] = [set(), set()]
    mover, throws = 0, 0
    while True:
        own, other = men[mover], men[1 - mover]
        tries = 1 if any(step < 44 and step + 1 not in own for step in own) else 3
        while tries:
            die = chance.randint(1, 6)
            throws += 1
            tries = 1 if die == 6 else tries - 1
            waiting = len(own) < 4
            goals = {step: step + die for step in sorted(own) if step + die <= 44}
            if waiting and die == 6:
                goals[0] = 1
            moves = [step for step, goal in goals.items() if goal not in own]
            pressing = [step for step in moves if step == 0 or (step == 1 and waiting)]
            if not moves:
                continue
            step = chance.choice(pressing or moves)
            own.discard(step)
            own.add(goals[step])
            if goals[step] <= 40:
                met = (goals[step] - 1 + 20) % 40 + 1
                other.discard(met)
            if len(own) == 4 and min(own) > 40:
                return throws
        mover = 1 - mover


BAR, AT_START = 25, {24: 2, 13: 5, 8: 3, 6: 5}


def list_moves(own: list[int], other: list[int], die: int) -> list[int]:
    """The points from which a man may move by a number. Each side counts from its own end; 0 is at home, 25 the bar."""
    if own[BAR]:
        return [BAR] if other[die] < 2 else []
    outside = any(own[7:])
    return [
        here
        for here in range(1, BAR)
        if own[here]
        and (
            other[BAR - here + die] < 2
            if here > die
            else not outside and (here == die or not any(own[here + 1 : 7]))
        )
    ]


def move_man(own: list[int], other: list[int], here: int, die: int) -> None:
    goal = max(here - die, 0)
    own[here] -= 1
    own[goal] += 1
    if goal and other[BAR - goal] == 1:
        other[BAR - goal], other[BAR] = 0, other[BAR] + 1


def list_plays(own: list[int], other: list[int], dice: list[int]) -> list[tuple[int, int]]:
    """The first plays of those sequences that use most of the dice; of one die alone, the higher if it can be used."""
    plays = [(die, here) for die in set(dice) for here in list_moves(own, other, die)]
    if len(set(dice)) < 2 or not plays:
        return plays
    both = []
    for die, here in plays:
        mine, theirs = own[:], other[:]
        move_man(mine, theirs, here, die)
        if list_moves(mine, theirs, sum(dice) - die):
            both.append((die, here))
    return both or [play for play in plays if play[0] == max(plays)[0]]


def race(chance: random.Random) -> tuple[int, int]:
    """A game of backgammon between two random players: how many turns it takes, and who wins."""
    men = [[AT_START.get(here, 0) for here in range(BAR + 1)] for _ in range(2)]
    dice, turns = (0, 0), 0
    while dice[0] == dice[1]:
        dice = chance.randint(1, 6), chance.randint(1, 6)
    mover = int(dice[0] < dice[1])
    while True:
        turns += 1
        own, other = men[mover], men[1 - mover]
        left = list(dice) * (2 if dice[0] == dice[1] else 1)
        while left and (plays := list_plays(own, other, left)):
            ways = {(here, max(here - die, 0)): (die, here) for die, here in plays}
            die, here = chance.choice(list(ways.values()))
            move_man(own, other, here, die)
            left.remove(die)
            if own[0] == 15:
                return turns, mover
        mover, dice = 1 - mover, (chance.randint(1, 6), chance.randint(1, 6))


LENGTHS = {path: 13 - 2 * abs(7 - path) for path in range(2, 13)}


def play_backgammon(chance: random.Random) -> int:
    return race(chance)[0]


def climb(chance: random.Random) -> tuple[int, int]:
    """A game of Four Dice to the Top between two random players: how many climbs it takes, and who wins."""
    camps, climbs = [dict.fromkeys(LENGTHS, 0), dict.fromkeys(LENGTHS, 0)], 0
    while True:
        own, steps = camps[climbs % 2], dict[int, int]()
        climbs += 1
        while climb_once(chance, camps, own, steps) and chance.randrange(2):
            pass
        own.update(steps)
        if sum(own[path] == length for path, length in LENGTHS.items()) >= 3:
            return climbs, (climbs - 1) % 2


def play_four_dice(chance: random.Random) -> int:
    return climb(chance)[0]


def climb_once(
    chance: random.Random, camps: list[dict[int, int]], own: dict[int, int], steps: dict[int, int]
) -> bool:
    """A throw, and the steps that it brings; nothing is left of the steps if there are none."""

    def is_open(path: int) -> bool:
        free = all(camp[path] < LENGTHS[path] for camp in camps) and steps.get(path, 0) < LENGTHS[path]
        return free and (path in steps or len(steps) < 3)

    dice = sorted(chance.randint(1, 6) for _ in range(4))
    sums = sorted({tuple(sorted((dice[3] + low, sum(dice) - dice[3] - low))) for low in dice[:3]})
    usable = [(low, high) for low, high in sums if is_open(low) or is_open(high)]
    if not usable:
        steps.clear()
        return False
    first, second = chance.choice(usable)
    both = [path for path in (first, second) if is_open(path)]
    if len(both) == 2 and first != second and len(steps | dict.fromkeys(both)) > 3:
        both = [chance.choice(both)]
    for path in both:
        if is_open(path):
            steps[path] = steps.get(path, own[path]) + 1
    return True


SUITS, RANKS = ("clubs", "diamonds", "hearts", "spades"), range(2, 15)
DECK = [(rank, suit) for rank in RANKS for suit in SUITS]
QUEEN, TWO = (12, "spades"), (2, "clubs")
TO_LEFT, TO_RIGHT, ACROSS = 1, 3, 2

Card = tuple[int, str]


def play_hearts(chance: random.Random) -> int:
    """A game of Hearts between players who play any card that they may; how many rounds it takes."""
    points, rounds = [0] * 4, 0
    while max(points) < 100:
        cards = chance.sample(DECK, 52)
        hands = [set(cards[13 * one : 13 * one + 13]) for one in range(4)]
        distance = (TO_LEFT, TO_RIGHT, ACROSS, 0)[rounds % 4]
        if distance:
            passed = [chance.sample(sorted(hand), 3) for hand in hands]
            for one in range(4):
                hands[one] = hands[one].difference(passed[one]).union(passed[one - distance])
        rounds += 1
        taken = play_round(chance, hands)
        if 26 in taken:
            taken = [26 - each for each in taken]
        points = [before + more for before, more in zip(points, taken, strict=True)]
    return rounds


def play_round(chance: random.Random, hands: list[set[Card]]) -> list[int]:
    """The points that each player takes in a round."""
    taken, broken, beginning = [0] * 4, False, True
    leader = next(one for one in range(4) if TWO in hands[one])
    while hands[leader]:
        laid: dict[Card, int] = {}
        led = ""
        for at in range(4):
            one = (leader + at) % 4
            card = chance.choice(sorted(find_playable(hands[one], led, beginning, broken)))
            hands[one].remove(card)
            laid[card] = one
            led = led or card[1]
            broken = broken or card[1] == "hearts"
        leader = laid[max(card for card in laid if card[1] == led)]
        taken[leader] += sum(13 if card == QUEEN else card[1] == "hearts" for card in laid)
        beginning = False
    return taken


def find_playable(hand: set[Card], led: str, beginning: bool, broken: bool) -> set[Card]:
    clean = {card for card in hand if card[1] != "hearts"}
    if not led:
        return {TWO} if beginning else hand if broken else clean or hand
    following = {card for card in hand if card[1] == led}
    return following or (beginning and clean - {QUEEN}) or hand


USUAL = (3, 6, 9, 12, 15, 18, 22, 12, 25, 25, 25, 12, 22)
THREE_ALIKE, FOUR_ALIKE, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, FIVE_ALIKE, CHANCE = range(6, 13)


def play_yacht(chance: random.Random) -> int:
    """A game of Yacht alone, by the strategy `steady`; what it brings."""
    score: dict[int, int] = {}
    while len(score) < 13:
        dice = [chance.randint(1, 6) for _ in range(5)]
        for _ in range(2):
            kept = keep_dice(dice, score)
            dice = kept + [chance.randint(1, 6) for _ in range(5 - len(kept))]
        box = max((each for each in range(13) if each not in score), key=lambda each: worth(dice, each) - USUAL[each])
        score[box] = worth(dice, box)
    upper = sum(score[each] for each in range(6))
    return sum(score.values()) + (35 if upper >= 63 else 0)


def keep_dice(dice: list[int], score: dict[int, int]) -> list[int]:
    wanted = [box for box in (FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT) if box not in score]
    if any(worth(dice, box) for box in wanted):
        return dice
    shown = Counter(dice)
    frequent = max(shown, key=lambda face: (shown[face], face))
    return [frequent] * shown[frequent]


def worth(dice: list[int], box: int) -> int:
    """What dice bring in a box."""
    shown = Counter(dice)
    most = max(shown.values())
    if box < THREE_ALIKE:
        return (box + 1) * shown[box + 1]
    if box in (SMALL_STRAIGHT, LARGE_STRAIGHT):
        length = 4 if box == SMALL_STRAIGHT else 5
        rows = (range(first, first + length) for first in range(1, 8 - length))
        return length * 10 - 10 if any(all(face in shown for face in row) for row in rows) else 0
    if box == FULL_HOUSE:
        return 25 if sorted(shown.values()) == [2, 3] else 0
    if box == FIVE_ALIKE:
        return 50 if most == 5 else 0
    return sum(dice) if box == CHANCE or most >= (3 if box == THREE_ALIKE else 4) else 0


PLAIN_DECK = [(rank, suit) for rank in range(1, 14) for suit in SUITS]
JACK, PLAYED_TO, POINTS_TO_WIN = 11, 31, 121


class PeggedOut(Exception):
    """A player has all points that it takes to win."""


def play_cribbage(chance: random.Random) -> float:
    """A game of cribbage between players who always take the lowest card; how many points a player has in the end."""
    cut = chance.sample(PLAIN_DECK, 2)
    while cut[0][0] == cut[1][0]:
        cut = chance.sample(PLAIN_DECK, 2)
    points, dealer = [0, 0], int(cut[1] < cut[0])
    try:
        while True:
            play_hand(chance, points, dealer)
            dealer = 1 - dealer
    except PeggedOut:
        return sum(points) / 2


def peg(points: list[int], one: int, amount: int) -> None:
    points[one] = min(points[one] + amount, POINTS_TO_WIN)
    if points[one] == POINTS_TO_WIN:
        raise PeggedOut


def play_hand(chance: random.Random, points: list[int], dealer: int) -> None:
    cards = chance.sample(PLAIN_DECK, 13)
    dealt, starter = [sorted(cards[:6]), sorted(cards[6:12])], cards[12]
    crib, kept = dealt[0][:2] + dealt[1][:2], [dealt[0][2:], dealt[1][2:]]
    if starter[0] == JACK:
        peg(points, dealer, 2)
    play_to_the_end(points, [list(each) for each in kept], dealer)
    for one in (1 - dealer, dealer):
        peg(points, one, count_cards(kept[one], starter, 4))
    peg(points, dealer, count_cards(crib, starter, 0))


def play_to_the_end(points: list[int], hands: list[list[Card]], dealer: int) -> None:
    """Cards are played until nobody has any; hands are in order."""
    turn = last = 1 - dealer
    while any(hands):
        played: list[int] = []
        total = 0
        while any(hand and total + min(hand[0][0], 10) <= PLAYED_TO for hand in hands):
            if hands[turn] and total + min(hands[turn][0][0], 10) <= PLAYED_TO:
                rank, _ = hands[turn].pop(0)
                total, last = total + min(rank, 10), turn
                played.append(rank)
                if brought := count_played(played, total):
                    peg(points, turn, brought)
            turn = 1 - turn
        if total < PLAYED_TO:
            peg(points, last, 1)
        turn = 1 - last


def count_played(played: list[int], total: int) -> int:
    """The points for the card that was played last."""
    alike = next((at for at, rank in enumerate(reversed(played)) if rank != played[-1]), len(played))
    runs = [length for length in range(3, min(len(played), 7) + 1) if is_row(played[-length:])]
    return 2 * (total in (15, PLAYED_TO)) + alike * (alike - 1) + max(runs, default=0)


def is_row(ranks: Sequence[int]) -> bool:
    return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1


def count_cards(kept: list[Card], starter: Card, flush: int) -> int:
    """The points of a hand, or of the crib; four cards of a suit are a `flush` of so many."""
    ranks = [rank for rank, _ in (*kept, starter)]
    parts = [part for size in range(2, 6) for part in combinations(ranks, size)]
    points = 2 * sum(sum(min(rank, 10) for rank in part) == 15 for part in parts)
    points += 2 * sum(one == other for one, other in combinations(ranks, 2))
    lengths = [len(part) for part in parts if len(part) > 2 and is_row(part)]
    if lengths:
        points += max(lengths) * lengths.count(max(lengths))
    if len({suit for _, suit in kept}) == 1:
        points += 5 if starter[1] == kept[0][1] else flush
    return points + ((JACK, starter[1]) in kept)


RANKINGS = "high card", "pair", "two pairs", "three", "straight", "flush", "full house", "four", "straight flush"
BY_GROUPS = {(2, 1, 1, 1): "pair", (2, 2, 1): "two pairs", (3, 1, 1): "three", (3, 2): "full house", (4, 1): "four"}
WHEEL = [14, 5, 4, 3, 2]


def play_showdowns(chance: random.Random) -> int:
    """Ten deals of two poker hands, one chip from each; how many pairs are dealt."""
    purses, pairs = [0, 0], 0
    for _ in range(10):
        cards = chance.sample(DECK, 10)
        values = [value_hand(cards[:5]), value_hand(cards[5:])]
        pairs += sum(RANKINGS[ranking] == "pair" for ranking, _ in values)
        winners = [one for one in range(2) if values[one] == max(values)]
        for one in range(2):
            purses[one] += (2 // len(winners) if one in winners else 0) - 1
    return pairs


def value_hand(cards: list[Card]) -> tuple[int, list[int]]:
    """The ranking of five cards, and their ranks, those of which there are most first."""
    counts = Counter(rank for rank, _ in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if len(ranks) < 5:
        return RANKINGS.index(BY_GROUPS[tuple(counts[rank] for rank in ranks)]), ranks
    one_suit, in_row = len({suit for _, suit in cards}) == 1, ranks[0] - ranks[4] == 4 or ranks == WHEEL
    even = "flush" if one_suit else "straight" if in_row else "high card"
    ranking = "straight flush" if one_suit and in_row else even
    return RANKINGS.index(ranking), [5] if ranks == WHEEL else ranks


GAMES: dict[str, Callable[[random.Random], float]] = {
    "royal_game_of_ur": play_ur,
    "ludo": play_ludo,
    "backgammon": play_backgammon,
    "four_dice_to_the_top": play_four_dice,
    "hearts": play_hearts,
    "yacht": play_yacht,
    "cribbage": play_cribbage,
    "five_card_draw": play_showdowns,
}
"""The games by their rulesets; each gives a measure of its ruleset, most the first."""
