"""The well-known games: played alike by both engines, and with the figures that they are known for."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, hypot, inf, sqrt
from random import Random
from statistics import mean, stdev

import pytest

from interpreter import loader
from interpreter.bots.seats import DEFAULT
from interpreter.engine import STEP_BUDGET
from interpreter.native import Native
from interpreter.odds.figures import Setting
from interpreter.odds.known_means import Means, find_quotient
from interpreter.odds.means import find_means
from interpreter.simulate.simulation import Result
from interpreter.stepper import Stepper
from tests.benchmarks.newest_by_hand import TWINS, compare, play_for
from tests.support.rivals import hold
from tests.support.same_games import Reference
from tests.support.shipped import load

NAMES = [entry.name for entry in loader.list_classics()]
SEED = 1987

VERY_LONG = frozenset({"president", "gin_rummy"})
LONG = frozenset({"war", "hearts", "five_card_draw", "backgammon"})
"""Games of which the stepper plays only a few in a second."""


@pytest.mark.parametrize("name", NAMES)
def test_both_engines_play_the_same_games(name: str) -> None:
    """All strategies, as many at one table as there are seats: making machine code is what takes time."""
    program = load(name).program()
    strategies = (DEFAULT, *program.strategies)
    for first in range(0, len(strategies), len(program.seats)):
        seats = tuple(strategies[(first + seat) % len(strategies)] for seat in range(len(program.seats)))
        reference = Reference(Stepper(program, budget=STEP_BUDGET), seats, SEED)
        native = Native(program, seats, witness=True, keep=False, budget=STEP_BUDGET)
        games = range(1 if name in VERY_LONG else 2 if name in LONG else 6)
        assert hold(native, [reference.play(game) for game in games], SEED, witness=True) == []


# ---- figures


@cache
def simulate(
    name: str, games: int, strategy: str = DEFAULT, players: int | None = None, **options: str | int
) -> Result:
    return load(name).simulate(games, SEED, options, players, {"all": strategy})


def figure(
    name: str, measure: str, games: int, strategy: str = DEFAULT, players: int | None = None, **options: str | int
) -> tuple[float, float]:
    """The mean of a measure over many games, and its standard error."""
    tally = simulate(name, games, strategy, players, **options).measures[measure]
    assert tally.mean is not None
    assert tally.stderr is not None
    return float(tally.mean), tally.stderr


def find_exact(
    name: str, measures: Sequence[str], strategies: tuple[str, ...], players: int | None = None, **options: str | int
) -> tuple[Means, Fraction | None]:
    """The means of measures by the rules, or all and who wins, and that of the first quotient. One strategy is that of
    every seat."""
    program = load(name).program(options, players)
    means = find_means(Setting(program, strategies * (len(program.seats) // len(strategies))), measures)
    quotients = [find_quotient(means, program, each) for each in program.quotients]
    return means, next((each.exact for each in quotients if each is not None), None)


def assert_near(found: tuple[float, float], known: float, stderr: float = 0) -> None:
    """Within four standard errors of both."""
    mean, error = found
    assert abs(mean - known) < 4 * hypot(error, stderr), (found, known)


def battles_of_war(random: Random) -> int:
    """One game: a card face down for each war, won cards shuffled under the stack, a last card fights on."""
    cards = [rank for rank in range(13) for _ in range(4)]
    random.shuffle(cards)
    stacks = [deque(cards[:26]), deque(cards[26:])]
    battles = 0
    while all(stacks):
        battles += 1
        spoils: list[int] = []
        winner = None
        while winner is None:
            up = [stack.popleft() for stack in stacks]
            spoils += up
            if up[0] != up[1]:
                winner = 0 if up[0] > up[1] else 1
            elif not all(stacks):
                winner = 0 if stacks[0] else 1
            else:
                spoils += [stack.popleft() for stack in stacks if len(stack) > 1]
        random.shuffle(spoils)
        stacks[winner].extend(spoils)
    return battles


def test_war_lasts_as_long_as_it_does_elsewhere() -> None:
    random = Random(SEED)
    lengths = [battles_of_war(random) for _ in range(2_000)]
    assert_near(figure("war", "battles", 20_000), mean(lengths), stdev(lengths) / sqrt(len(lengths)))


LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
SNAKES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}


def throws_of_snakes_and_ladders() -> float:
    """How many throws one player needs, from the chances of standing on each square after each throw."""
    leads_to = {**{square: square for square in range(107)}, **LADDERS, **SNAKES}
    standing, throws = {0: 1.0}, 0.0
    while sum(standing.values()) > 1e-12:
        throws += sum(standing.values())
        then: defaultdict[int, float] = defaultdict(float)
        for square, chance in standing.items():
            for face in range(1, 7):
                then[leads_to[square + face] if square + face <= 100 else square] += chance / 6
        then.pop(100, None)
        standing = then
    return throws


def test_snakes_and_ladders_takes_as_many_throws_as_its_chain() -> None:
    known = throws_of_snakes_and_ladders()
    assert round(known, 3) == 39.225  # as Althoen, King and Schilling found, Mathematical Gazette, 1993
    means, _ = find_exact("snakes_and_ladders", ["throws"], (DEFAULT,), 1)
    assert means.measures["throws"].mean == pytest.approx(known, abs=1e-9)


LUCK = (4, 8, 14)


def throws_of_ur() -> tuple[float, float]:
    """How many throws a game of one piece each takes, and how often the first player wins, from the chances of each
    position: where the piece of whoever throws stands, where the other's, and whether the first throws."""
    positions, throws, first_wins = {(0, 0, True): 1.0}, 0.0, 0.0
    while sum(positions.values()) > 1e-12:
        throws += sum(positions.values())
        following: defaultdict[tuple[int, int, bool], float] = defaultdict(float)
        for (own, other, first), chance in positions.items():
            for marks, ways in enumerate((1, 4, 6, 4, 1)):
                goal, odds = own + marks, chance * ways / 16
                if goal == 15:
                    first_wins += odds * first
                elif marks == 0 or goal > 15 or goal == other == 8:
                    following[other, own, not first] += odds
                else:
                    left = 0 if goal == other and 5 <= goal <= 12 else other
                    following[(goal, left, first) if goal in LUCK else (left, goal, not first)] += odds
        positions = following
    return throws, first_wins


@pytest.mark.parametrize("strategy", ["racer", "hunter"])
def test_ur_with_a_piece_each_takes_as_many_throws_as_its_chain(strategy: str) -> None:
    throws, first_wins = throws_of_ur()
    means, _ = find_exact("royal_game_of_ur", (), (strategy,), pieces=1)
    assert means.measures["throws"].mean == pytest.approx(throws, abs=1e-9)
    assert means.winners["Light"] == pytest.approx(first_wins, abs=1e-9)


def throws_of_ludo() -> tuple[float, float]:
    """How many throws two take with a man each, and how many men are sent back, from the chances of each position: the
    steps of whoever throws and of the other, and how many throws are left."""
    positions, throws, taken = {(0, 0, 3): 1.0}, 0.0, 0.0
    while sum(positions.values()) > 1e-10:
        throws += sum(positions.values())
        following: defaultdict[tuple[int, int, int], float] = defaultdict(float)
        for (own, other, left), chance in positions.items():
            for die in range(1, 7):
                goal = (1 if die == 6 else 0) if own == 0 else own + die if own + die <= 44 else own
                sent = own != goal <= 40 and other > 0 and (goal - other) % 40 == 20
                taken += chance / 6 * sent
                rest, more = 0 if sent else other, 1 if die == 6 else left - 1
                if goal <= 40:
                    position = (goal, rest, more) if more else (rest, goal, 1 if rest else 3)
                    following[position] += chance / 6
        positions = following
    return throws, taken


@pytest.mark.parametrize("strategy", ["runner", "hunter"])
def test_ludo_with_a_man_each_takes_as_many_throws_as_its_chain(strategy: str) -> None:
    throws, taken = throws_of_ludo()
    means, _ = find_exact("ludo", ["throws", "taken"], (strategy,), 2, each_has=1)
    assert means.measures["throws"].mean == pytest.approx(throws, abs=1e-6)
    assert means.measures["taken"].mean == pytest.approx(taken, abs=1e-6)


def score_of_shut_the_box(best: Callable[[list[frozenset[int]]], frozenset[int]]) -> tuple[float, float]:
    """What one player scores with nine flaps, and how often the box is shut, if the flaps to shut are chosen so."""
    subsets = [frozenset(each) for size in range(10) for each in combinations(range(1, 10), size)]
    totals: dict[int, list[frozenset[int]]] = defaultdict(list)
    for each in subsets:
        totals[sum(each)].append(each)

    @cache
    def play(standing: frozenset[int]) -> tuple[float, float]:
        if not standing:
            return 0.0, 1.0
        one = max(standing) <= 6
        throws = list(range(1, 7)) if one else [a + b for a in range(1, 7) for b in range(1, 7)]
        found = []
        for throw in throws:
            offers = [each for each in totals[throw] if each <= standing]
            found.append(play(standing - best(offers)) if offers else (float(sum(standing)), 0.0))
        return tuple(sum(part) / len(found) for part in zip(*found, strict=True))  # type: ignore[return-value]

    return play(frozenset(range(1, 10)))


@pytest.mark.parametrize(("strategy", "best"), [("high", max), ("low", min)])
def test_shut_the_box_scores_what_its_states_say(strategy: str, best: Callable[..., list[int]]) -> None:
    score, shut = score_of_shut_the_box(lambda offers: frozenset(best(sorted(each, reverse=True) for each in offers)))
    assert_near(figure("shut_the_box", "score", 50_000, strategy, players=1), score)
    assert_near(figure("shut_the_box", "shut", 50_000, strategy, players=1), shut)


@cache
def turn_of_pig(missing: int) -> dict[int, float]:
    """What a turn brings one who holds at twenty, or as soon as that many points are there: the chance of each gain."""

    def throw(gathered: int) -> dict[int, float]:
        if gathered >= min(20, missing):
            return {gathered: 1.0}
        found = Counter({0: 1 / 6})
        for face in range(2, 7):
            found.update({gain: chance / 6 for gain, chance in throw(gathered + face).items()})
        return found

    return throw(0)


def game_of_pig() -> tuple[float, float]:
    """How often the first of two who hold at twenty wins, and the mean gain of all turns of the game."""
    before = {(0, 0): 1.0}
    won, turns, gained, mover = [0.0, 0.0], 0.0, 0.0, 0
    while sum(before.values()) > 1e-12:
        then: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (own, other), chance in before.items():
            for gain, part in turn_of_pig(100 - own).items():
                turns += chance * part
                gained += chance * part * gain
                if own + gain >= 100:
                    won[mover] += chance * part
                else:
                    then[other, own + gain] += chance * part
        before, mover = then, 1 - mover
    return won[0], gained / turns


def test_pig_goes_as_its_chances_say() -> None:
    assert round(sum(gain * chance for gain, chance in turn_of_pig(100).items()), 2) == 8.14
    first, gain = game_of_pig()
    share = simulate("pig", 200_000, "twenty", 2).winners["Player 1"]
    assert share is not None
    assert_near((share, sqrt(first * (1 - first) / 200_000)), first)
    assert_near(figure("pig", "gained", 200_000, "twenty", 2), gain)


def throws_of_yacht() -> Counter[tuple[int, ...]]:
    """What a turn ends with, and how often, if all dice but those of which there are most are thrown again twice."""
    found = Counter({(): 1.0})
    for _ in range(3):
        then: Counter[tuple[int, ...]] = Counter()
        for throw, chance in found.items():
            most = max(throw, key=lambda face: (throw.count(face), face), default=0)
            kept = tuple(face for face in throw if face == most)
            for others in product(range(1, 7), repeat=5 - len(kept)):
                then[tuple(sorted(kept + others))] += chance / 6 ** len(others)
        found = then
    return found


def test_five_of_a_kind_are_thrown_at_yacht_as_often_as_they_should_be() -> None:
    chance = sum(part for throw, part in throws_of_yacht().items() if len(set(throw)) == 1)
    assert chance == pytest.approx(347897 / 7558272), "the well-known chance of five of a kind"
    assert_near(figure("yacht", "fives", 6_000, "five", players=1), chance)


@pytest.mark.parametrize("last_match", ["wins", "loses"])
def test_perfect_play_never_loses_at_nim(last_match: str) -> None:
    seats = {"1": "perfect", "2": "random"}
    found = load("nim").simulate(100, SEED, {"last_match": last_match}, strategies=seats)
    assert found.winners["Player 1"] == 1, "three, four and five matches do not cancel out, so the first player wins"


Chances = Mapping[int, float]


def value_of_kuhn_poker(opens: Chances, calls: Chances, after_pass: Chances, after_bet: Chances) -> float:
    """What the first player wins. For each card, these are the chances that he bets, that he calls after a pass of his,
    and that the second player bets after a pass, and calls a bet."""

    def worth(mine: int, other: int) -> float:
        more = 1 if mine > other else -1
        bet = after_bet[other] * 2 * more + (1 - after_bet[other])
        passed = (1 - after_pass[other]) * more
        passed += after_pass[other] * (calls[mine] * 2 * more - (1 - calls[mine]))
        return opens[mine] * bet + (1 - opens[mine]) * passed

    return mean(worth(mine, other) for mine, other in permutations(range(3), 2))


@pytest.mark.parametrize("bluffs", [0, 2, 4])
def test_nobody_gains_on_who_mixes_at_kuhn_poker(bluffs: int) -> None:
    opens, calls = {0: bluffs / 12, 1: 0, 2: bluffs / 4}, {0: 0, 1: (bluffs + 4) / 12, 2: 1}
    pure = [dict(enumerate(each)) for each in product((0.0, 1.0), repeat=3)]
    against_him = [value_of_kuhn_poker(opens, calls, one, other) for one in pure for other in pure]
    assert min(against_him) == pytest.approx(-1 / 18)
    second = {0: 1 / 3, 1: 0, 2: 1}, {0: 0, 1: 1 / 3, 2: 1}
    assert value_of_kuhn_poker(opens, calls, *second) == pytest.approx(-1 / 18)
    assert max(value_of_kuhn_poker(one, other, *second) for one in pure for other in pure) == pytest.approx(-1 / 18)
    found = load("kuhn_poker").simulate(300_000, SEED, {"bluffs": bluffs}, strategies={"all": "balanced"})
    first = found.summary.members[0][0]
    assert_near((float(first.mean or 0), first.stderr or 0), -1 / 18)


def round_of_craps(barred: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Of one round: what is lost of a stake on the shooter, and against, how often there is a point, and the throws."""
    ways = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    chance = {total: Fraction(each, 36) for total, each in ways.items()}
    points = [total for total in chance if total not in (2, 3, 7, 11, 12)]
    made = sum((chance[each] * chance[each] / (chance[each] + chance[7]) for each in points), Fraction(0))
    wins = chance[7] + chance[11] + made
    throws = 1 + sum((chance[each] / (chance[each] + chance[7]) for each in points), Fraction(0))
    return 1 - 2 * wins, 2 * wins + chance[barred] - 1, sum((chance[each] for each in points), Fraction(0)), throws


def test_the_house_has_its_edge_at_craps() -> None:
    shooter, against, point, throws = round_of_craps(12)
    assert (shooter, against, throws) == (Fraction(7, 495), Fraction(3, 220), Fraction(557, 165))
    for edge, strategy, times in ((shooter, "default", 0), (shooter, "with_odds", 2), (against, "against", 0)):
        _, house_edge = find_exact("craps", ["lost", "staked"], (strategy,), rounds=1, most_odds=times)
        assert house_edge == edge / (1 + times * point)
    assert find_exact("craps", ["throws"], (DEFAULT,), rounds=1)[0].measures["throws"].exact == throws


def test_aces_may_be_barred_at_craps() -> None:
    """Of a stake of thirty."""
    means, _ = find_exact("craps", ["lost"], ("against", DEFAULT), 2, rounds=1, most_odds=0, barred="aces")
    shooter, against, *_ = round_of_craps(2)
    assert means.measures["lost[Player 1]"].exact == 30 * against
    assert means.measures["lost[Player 2]"].exact == 30 * shooter


@pytest.mark.parametrize("three_alike", [3, 20, 30])
def test_the_bank_has_its_edge_at_crown_and_anchor(three_alike: int) -> None:
    shown = Counter(sum(die == 0 for die in dice) for dice in product(range(6), repeat=3))
    edge = Fraction(shown[0] - shown[1] - 2 * shown[2] - three_alike * shown[3], 216)
    assert edge == Fraction(20 - three_alike, 216)
    strategies = (DEFAULT, "high_stakes")
    found = find_exact("crown_and_anchor", ["lost", "staked"], strategies, 2, three_alike=three_alike, rounds=1)
    assert found[1] == edge


@cache
def go_on_at_liars_dice(mine: int, theirs: int) -> tuple[float, float]:
    """Who begins bids a single one, and is not believed: how many rounds there are still, and the chance to win."""
    if not mine or not theirs:
        return 0.0, float(mine > 0)
    there = 1 - (5 / 6) ** (mine + theirs)
    rounds, won = go_on_at_liars_dice(theirs - 1, mine)
    more, lost = go_on_at_liars_dice(mine - 1, theirs)
    return 1 + there * rounds + (1 - there) * more, there * (1 - won) + (1 - there) * lost


def play_liars_dice(random: Random) -> tuple[int, int]:
    """A game of two who both play `steady`: how many rounds it has, and who wins."""
    left, starter, rounds = [5, 5], 0, 0
    while all(left):
        rounds += 1
        cups = [[random.randint(1, 6) for _ in range(each)] for each in left]
        number, bidder, standing = sum(left), starter, (0, 0)
        while True:
            own = cups[bidder]
            best = max(range(1, 7), key=lambda face: (own.count(face), face))
            if standing == (0, 0):
                standing = (max(own.count(best) + (number - len(own)) // 6, 1), best)
            else:
                many, face = standing
                bid = (many if best > face else many + 1, best)
                lowest = (many, face + 1) if face < 6 else (many + 1, 1)
                standing = bid if bid[0] <= number else lowest
            seen, (many, face) = cups[1 - bidder], standing
            if many > seen.count(face) + (number - len(seen)) // 6 + 1 or standing == (number, 6):
                break
            bidder = 1 - bidder
        there = sum(each.count(standing[1]) for each in cups)
        starter = 1 - bidder if there >= standing[0] else bidder
        left[starter] -= 1
    return rounds, int(left[1] > 0)


def test_liars_dice_goes_as_its_chances_say() -> None:
    rounds, won = go_on_at_liars_dice(5, 5)
    assert_near(figure("liars_dice", "rounds", 100_000, players=2), rounds)
    share = simulate("liars_dice", 100_000, DEFAULT, 2).winners["Player 1"]
    assert share is not None
    assert_near((share, sqrt(won * (1 - won) / 100_000)), won)
    random = Random(SEED)
    games = [play_liars_dice(random) for _ in range(20_000)]
    lengths = [each[0] for each in games]
    assert_near(figure("liars_dice", "rounds", 50_000, "steady"), mean(lengths), stdev(lengths) / sqrt(len(games)))


def chance_to_bust(shoe: tuple[int, ...], hard: int = 0, ace: bool = False, cards: int = 0) -> float:
    """How likely a hand goes over 21 that draws below 17; `shoe` has how many cards there are worth 1 to 10."""
    points = hard + 10 if ace and hard <= 11 else hard
    if points >= 17 and cards >= 2:
        return float(hard > 21)
    left = enumerate(shoe, 1)
    drawn = ((pips, many / sum(shoe), (*shoe[: pips - 1], many - 1, *shoe[pips:])) for pips, many in left if many)
    return sum(
        share * chance_to_bust(rest, hard + pips, ace or pips == 1, cards + 1) for pips, share, rest in drawn
    )


def test_blackjack_from_six_decks_goes_as_is_known() -> None:
    """Against the best play of these rules the house has 0.42 % of a stake: 0.56 % where six decks are played, any two
    may be doubled and the dealer stands on soft seventeen, 0.14 % less where hands from a pair may be doubled
    (blackjackreview.com, Blackjack Rule Variations and Odds; thecolorofblackjack.com has the same sum from one deck).
    `groundrules simulate blackjack --games 2e8 --seed 5 --strategy all=by_the_book` found 0.4045 % ± 0.0082.
    """
    aces, tens = 24, 96
    natural = 2 * aces * tens / (312 * 311)
    assert_near(figure("blackjack", "naturals", 400_000), natural)
    shoe = (*[24] * 9, tens)
    without = (23, *[24] * 8, tens - 1)
    assert_near(figure("blackjack", "busts", 400_000), chance_to_bust(shoe) - natural * chance_to_bust(without))
    found = load("blackjack").simulate(1_500_000, SEED, strategies={"all": "by_the_book"}).measures["lost"]
    assert found.mean is not None
    assert found.stderr is not None
    assert_near((float(found.mean) / 10, found.stderr / 10), 0.0042)


def test_a_natural_that_pays_six_to_five_costs_three_chips() -> None:
    """Unless the dealer has one as well."""
    games, alone = 400_000, 2 * 24 * 96 / (312 * 311) * (1 - 2 * 23 * 95 / (310 * 309))
    less, _ = figure("blackjack", "lost", games, natural_pays="six_to_five")
    usual, _ = figure("blackjack", "lost", games)
    assert_near((less - usual, 3 * sqrt(alone / games)), 3 * alone)


QUEEN_OF_SPADES = 43
"""Cards are numbered as the ruleset has them: clubs, diamonds, hearts, spades of each rank."""


def may_play_at_hearts(hand: set[int], led: int | None, first: bool, broken: bool) -> list[int]:
    others = [card for card in hand if card % 4 != 2]
    if led is None:
        return [0] if first else [*hand] if broken or not others else others
    following = [card for card in hand if card % 4 == led]
    harmless = [card for card in others if card != QUEEN_OF_SPADES]
    return following or (harmless if first else []) or [*hand]


def play_round_of_hearts(random: Random, passed_by: int) -> list[int]:
    """What each takes, if all pass their three highest cards so many seats on, and play the lowest card they may."""
    pack = random.sample(range(52), 52)
    hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
    passed = [set(sorted(hand)[-3:]) for hand in hands]
    hands = [(hand - passed[seat]) | passed[seat - passed_by] for seat, hand in enumerate(hands)]
    leader, broken, taken = next(seat for seat in range(4) if 0 in hands[seat]), False, [0] * 4
    for trick in range(13):
        laid: dict[int, int] = {}
        for seat in ((leader + further) % 4 for further in range(4)):
            led = laid[leader] % 4 if laid else None
            laid[seat] = min(may_play_at_hearts(hands[seat], led, trick == 0, broken))
            hands[seat].remove(laid[seat])
            broken |= laid[seat] % 4 == 2
        leader = max((card, seat) for seat, card in laid.items() if card % 4 == laid[leader] % 4)[1]
        taken[leader] += sum((card % 4 == 2) + 13 * (card == QUEEN_OF_SPADES) for card in laid.values())
    return taken


def play_hearts(random: Random, goal: int) -> tuple[int, int]:
    """How many rounds a game has, and in how many somebody takes all."""
    points, rounds, moons = [0] * 4, 0, 0
    while max(points) < goal:
        taken = play_round_of_hearts(random, (1, 3, 2, 0)[rounds % 4])
        rounds += 1
        moons += 26 in taken
        taken = [26 - each for each in taken] if 26 in taken else taken
        points = [before + more for before, more in zip(points, taken, strict=True)]
    return rounds, moons


def test_hearts_takes_as_many_rounds_as_it_does_elsewhere() -> None:
    random = Random(SEED)
    games = [play_hearts(random, 40) for _ in range(400)]
    for measure, found in zip(("rounds", "moons"), zip(*games, strict=True), strict=True):
        assert_near(figure("hearts", measure, 4_000, goal=40), mean(found), stdev(found) / sqrt(len(games)))


def test_all_that_counts_at_hearts_is_taken_in_every_round() -> None:
    """Twenty-six points a round, or three times as many where one player takes all."""
    found = load("hearts").simulate(2_000, SEED, strategies={"all": "careful"}).measures
    points, rounds, moons = (found[name].mean for name in ("points", "rounds", "moons"))
    assert points is not None
    assert rounds is not None
    assert moons is not None
    assert 4 * points == pytest.approx(26 * rounds + 52 * moons)


HANDS = {
    "a high card": 1_302_540,
    "a pair": 1_098_240,
    "two pairs": 123_552,
    "three of a kind": 54_912,
    "a straight": 10_200,
    "a flush": 5_108,
    "a full house": 3_744,
    "four of a kind": 624,
    "a straight flush": 40,
}
"""How many of the 2,598,960 hands of five cards are of each sort."""


def test_hands_of_five_cards_are_dealt_as_often_as_there_are_ways_to_have_them() -> None:
    assert sum(HANDS.values()) == comb(52, 5)
    games, hands = 2_000, 40
    summary = load("five_card_draw").simulate(games, SEED, {"deals": hands // 2}, 2).summary
    for (name, ways), found in zip(HANDS.items(), summary.members[1], strict=True):
        chance = ways / comb(52, 5)
        stderr = sqrt(chance * (1 - chance) / (games * hands))
        assert found.mean is not None
        assert abs(found.mean / hands - chance) < 4 * stderr, name


@pytest.mark.parametrize("name", TWINS)
def test_the_newest_classics_agree_with_programs_written_by_hand(name: str) -> None:
    quick = TWINS[name].quick
    for figure, (ours, by_hand, errors) in compare(name, play_for(TWINS[name], inf, quick), quick).items():
        assert abs(errors) < 4, (figure, ours, by_hand)
