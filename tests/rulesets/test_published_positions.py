"""Backgammon and gin rummy in positions that others have published, with what may be played there and what it counts.

- OpenSpiel: `open_spiel/games/backgammon/backgammon_test.cc` and `open_spiel/games/gin_rummy/gin_rummy_test.cc`, by the
  names of the tests there (`HumanReadableNotation` by the comments in it)
- Games::Backgammon (CPAN), the tests of `legal_moves`
- Walter Trice, Effective Pip Count, Flint Area BackgammoNews, November 2000 (www.bkgm.com)

Each side counts points from its own end, the bar is 25, and a play is a point and a number, in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from interpreter import loader
from interpreter.engine import DecisionStop, Position
from interpreter.examples.run_example import iterate_results
from interpreter.pipeline import check_game
from interpreter.program import Program
from interpreter.source import Source
from interpreter.stepper import Stepper
from tests.benchmarks.by_hand import BAR, list_plays, move_man
from tests.support.housing import model_of
from tests.support.paths import ROOT

GAMES = ROOT / "rulesets" / "classics"

Men = Mapping[int, int]
Play = tuple[int, int]
Board = tuple[tuple[int, ...], ...]


# ---- backgammon


def write_men(men: Men) -> str:
    groups = [f"{many} on {point}" for point, many in men.items()]
    return ", ".join([*groups, "none elsewhere"]) if groups else "none elsewhere"


def write_position(number: int, white: Men, black: Men, dice: tuple[int, int]) -> str:
    """An example that begins with white to play these dice."""
    plays = {dice[0]: 4} if dice[0] == dice[1] else dict.fromkeys(dice, 1)
    home = [15 - sum(men.values()) for men in (white, black)]
    return "\n".join([
        f'example "position {number}"', "  start turn",
        f"  given mover is white, home of white is {home[0]}, home of black is {home[1]}",
        f"  given plays : {write_men(plays)}", f"  given men of white : {write_men(white)}",
        f"  given men of black : {write_men(black)}", "  then  did turn", "",
    ])  # fmt: skip


Begun = tuple[Program, Position]


def begin(positions: Iterable[tuple[Men, Men, tuple[int, int]]]) -> Iterator[Begun]:
    examples = [write_position(number, *each) for number, each in enumerate(positions)]
    text = GAMES.joinpath("backgammon.rules").read_text(encoding="utf-8").split('\nexample "')[0]
    game = model_of(check_game(loader.sources_of(Source("backgammon.rules", "\n".join([text, *examples])))))
    for result in iterate_results(game, game.examples):
        assert result.first is not None, result.failures
        yield result.program, result.first


def read_men(program: Program, position: Position) -> Board:
    """For each side how many men are on each point; those at home are on 0."""
    found = dict(zip((each.name for each in program.slots), position.slots, strict=True))
    return tuple(
        (found[f"home[{side}]"], *(found[f"men[({side}, {point})]"] for point in range(1, BAR + 1)))
        for side in ("white", "black")
    )


def follow(begun: Begun) -> dict[tuple[Play, ...], Board]:
    """All ways to play a throw to its end, from point to point, and what lies where then."""
    program, position = begun
    stepper, found = Stepper(program), dict[tuple[Play, ...], Board]()
    waiting = [(tuple[Play, ...](), stepper.resume(position))]
    while waiting:
        plays, step = waiting.pop()
        if isinstance(step.stop, DecisionStop):
            for answer in step.stop.offered:
                here, goal = divmod(answer, BAR)
                waiting.append(((*plays, (here + 1, goal)), stepper.answer(step.position, answer)))
        else:
            found[plays] = read_men(program, step.position)
    return found


def go(plays: Iterable[Play]) -> tuple[Play, ...]:
    """From which point to which each play leads; 0 is home."""
    return tuple((point, max(point - number, 0)) for point, number in plays)


# The white men, the black men, the dice, and all plays: of a double the first two.
PLAYED: dict[str, tuple[Men, Men, tuple[int, int], set[tuple[Play, ...]]]] = {
    "BearOffFurthestFirstTest": (
        {1: 2, 2: 1}, {19: 2, 15: 1, 10: 1, 9: 2, 4: 1, 3: 6, 2: 2}, (5, 5), {((2, 5), (1, 5))},
    ),
    "NormalBearOffSituation": (
        {6: 1, 4: 2, 3: 2, 2: 1, 1: 9}, {1: 7}, (1, 6),
        {((6, 1), (5, 6)), *(((6, 6), (point, 1)) for point in range(1, 5)),
         *(((point, 1), (6, 6)) for point in range(1, 5))},
    ),
    "NormalBearOffSituation2": (
        {6: 1, 4: 3, 3: 2, 2: 9}, {1: 8, 2: 2, 4: 2, 12: 1, 18: 1, 24: 1}, (4, 4),
        {((6, 4), (4, 4)), ((4, 4), (6, 4)), ((4, 4), (4, 4))},
    ),
    "Check double pass": ({24: 2}, {**dict.fromkeys(range(2, 7), 2), 12: 2}, (5, 3), {()}),
    "Check single pass": ({24: 2}, {**dict.fromkeys(range(2, 7), 2), 12: 2}, (5, 6), {((24, 6),)}),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_backgammon_is_played_as_in_open_spiel(name: str) -> None:
    white, black, dice, plays = PLAYED[name]
    assert {each[:2] for each in follow(next(begin([(white, black, dice)])))} == {go(each) for each in plays}


def test_a_man_outside_comes_in_first() -> None:
    """`BearOffOutsideHome` and `DoublesBearOffOutsideHome`: some of what may be played."""
    one, doubles = begin([
        ({7: 1, 6: 1, 4: 2, 3: 2, 2: 9}, {1: 8, 2: 2, 4: 3, 12: 1, 24: 1}, (1, 6)),
        (
            {8: 2, 6: 3, 5: 2, 4: 3, 3: 3, 1: 2},
            {1: 2, 2: 2, 4: 2, 5: 1, 6: 2, 8: 1, 11: 1, 12: 1, 13: 1, 23: 2}, (4, 4),
        ),
    ])  # fmt: skip
    assert {go([(7, 6), (1, 1)]), go([(7, 1), (6, 6)])} <= set(follow(one))
    assert go([(8, 4), (8, 4), (4, 4), (4, 4)]) in follow(doubles)


# The dice, the white men, the black men, and where White's men can end: twice where Black's can end in two ways.
ENDED: list[tuple[tuple[int, int], Men, Men, list[Men]]] = [
    ((1, 2), {1: 1, 2: 1}, {}, [{}, {1: 1}]),
    ((5, 6), {1: 1, 2: 1}, {}, [{}]),
    ((1, 1), {24: 2}, {}, [{24: 1, 20: 1}, {23: 1, 21: 1}, {22: 2}]),
    ((5, 6), {24: 1}, {7: 1}, [{13: 1}, {13: 1}]),
    ((5, 6), {24: 1}, {7: 2}, [{13: 1}]),
    ((6, 6), {24: 1}, {7: 2}, [{24: 1}]),
    ((5, 6), {BAR: 1}, {6: 1}, [{14: 1}, {14: 1}]),
    ((3, 4), {BAR: 1, 6: 1}, {1: 2, 2: 2, 5: 2, 6: 2, 7: 2, 23: 2}, [{21: 1, 3: 1}]),
]


def test_backgammon_is_played_as_in_games_backgammon() -> None:
    """Where the same men end in two positions, a man of Black's was hit on one of the ways."""
    for (dice, white, black, ends), begun in zip(ENDED, begin((w, b, dice) for dice, w, b, _ in ENDED), strict=True):
        boards = set(follow(begun).values())
        found = [{point: many for point, many in enumerate(own[1:], 1) if many} for own, _ in boards]
        assert sorted(map(sorted, found)) == sorted(map(sorted, ends)), (dice, white, black)


def throw_in_turn(stack: int) -> dict[int, dict[bool, int]]:
    """For so many men and fewer on the last point: how many are left after a throw, of a double and not."""
    sizes = range(1, stack + 1)
    begun = begin(({1: many}, {24: 15}, dice) for many in sizes for dice in ((2, 2), (2, 1)))
    left = ({board[0][1] for board in follow(each).values()} for each in begun)
    return {many: {double: next(left).pop() for double in (True, False)} for many in sizes}


def test_men_on_the_last_point_are_borne_off_as_trice_says() -> None:
    """Seven men take two throws with a chance of 1/36, four with 125/216, and 3.5509259259 on average; times 49/6, the
    mean pips of a throw, thirteen take 50.000004."""
    left = throw_in_turn(13)

    @cache
    def bear_off(many: int) -> dict[int, Fraction]:
        if many == 0:
            return {0: Fraction(1)}
        found = dict[int, Fraction]()
        for double, chance in ((True, Fraction(1, 6)), (False, Fraction(5, 6))):
            for throws, share in bear_off(left[many][double]).items():
                found[throws + 1] = found.get(throws + 1, Fraction(0)) + chance * share
        return found

    def average(many: int) -> float:
        return float(sum(throws * chance for throws, chance in bear_off(many).items()))

    assert bear_off(7) == {2: Fraction(1, 36), 3: 1 - Fraction(1, 36) - Fraction(125, 216), 4: Fraction(125, 216)}
    assert round(average(7), 10) == 3.5509259259
    assert round(average(13) * 49 / 6, 6) == 50.000004


def list_boards(own: list[int], other: list[int], dice: list[int]) -> set[Board]:
    """Where all plays of the program by hand end."""
    found = set[Board]()
    plays = list_plays(own, other, dice) if dice else []
    for die, here in plays:
        mine, theirs, rest = own[:], other[:], dice[:]
        move_man(mine, theirs, here, die)
        rest.remove(die)
        found |= list_boards(mine, theirs, rest)
    return found or {(tuple(own), tuple(other))}


def scatter(random: Random) -> Men:
    """Some men, many of them near home."""
    points = [random.choice([0, *range(1, 7), *range(1, BAR + 1)]) for _ in range(7)]
    return {point: points.count(point) for point in sorted({*points}) if point}


def test_a_throw_ends_where_it_does_by_hand() -> None:
    """The fifteen throws that can open the game, and random ones from random positions."""
    random, start = Random(1987), {24: 2, 13: 5, 8: 3, 6: 5}
    throws: list[tuple[Men, Men, tuple[int, int]]] = [(start, start, dice) for dice in combinations(range(1, 7), 2)]
    for _ in range(40):
        white, black = scatter(random), scatter(random)
        while any(BAR - point in black for point in white):
            black = scatter(random)
        throws.append((white, black, (random.randint(1, 6), random.randint(1, 6))))
    for (white, black, dice), begun in zip(throws, begin(throws), strict=True):
        own, other = ([men.get(point, 0) for point in range(BAR + 1)] for men in (white, black))
        own[0], other[0] = 15 - sum(own), 15 - sum(other)
        expected = list_boards(own, other, list(dice) * (1 + (dice[0] == dice[1])))
        assert set(follow(begun).values()) == expected, (white, black, dice)


# ---- gin rummy


SUITS, RANKS = {"s": "spades", "c": "clubs", "d": "diamonds", "h": "hearts"}, dict(zip("A23456789TJQK", (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
), strict=True))  # fmt: skip


def write_cards(cards: str) -> str:
    return " and ".join(f"{RANKS[card[0]]} of {SUITS[card[1]]}" for card in cards.split())


def count_melds(cards: str) -> str:
    return f"(count of part in subsets of ({write_cards(cards)}) where is_meld(part))"


def knock(knocker: str, thrown: str, other: str) -> list[str]:
    """North draws a card of no use, throws it and knocks."""
    return [
        f"  given held of north is {write_cards(knocker)}", f"  given held of south is {write_cards(other)}",
        "  choose drawn is the_stock", f"  draw {write_cards(thrown)}",
        "  choose knocking is knock", f"  choose thrown is {write_cards(thrown)}",
    ]  # fmt: skip


def lay_off(card: str, spot: int) -> str:
    return f"  choose laid_off is ({write_cards(card)}, {spot})"


BEGIN = ["  start turn", "  given mover is north, refusals is 3, discards is queen of diamonds"]

GIN = {
    "MeldTests": [
        *BEGIN,
        f"  then is_meld({write_cards('As 2s 3s')}), is_meld({write_cards('As Ac Ad')})",
        *(f"  then not is_meld({write_cards(each)})" for each in ("As Ac Ad 2s", "As 2s 3s Ks", "Js Qs Ks Ac")),
        f"  then {count_melds('As Ac Ad Ah 2s 3s')} is 6",
        f"  then {count_melds('4s 4c 4d 4h 5s 5c 5d 5h 6s 6c 6d')} is 14",
        f"  then deadwood({write_cards('4s 4c 4d 4h 5s 5c 5d 2c 3s 3c')}) is 3",
    ],
    "GameplayTest1": [
        "  with undercut_bonus = 20",
        *BEGIN,
        *knock("5s 6s 7s 9c Tc Jc Ks Kc Kd Jd", "Qs", "2s 8s 9s Ac 2c 7c 8c 2d 8d 2h"),
        lay_off("8s", 1), lay_off("9s", 1), lay_off("8c", 2), lay_off("7c", 2),
        "  choose laid_off is none",
        "  then score of south is 21, score of north is 0",
    ],
    "GameplayTest2": [
        *BEGIN,
        *knock("As 5s 6s 7s 5c 6c 7c 5d 6d 7d", "2s", "3s 4s 8s 4c 8c 4d 8d 5h 6h 7h"),
        "  choose laid_off is none",
        "  then score of north is 2, score of south is 0",
    ],
    "GameplayTest3": [
        "  with undercut_bonus = 25",
        *BEGIN,
        *knock("As Js Qs Ks Ac Tc Ad Td 2h Th", "2s", "4s 5s 9s Ts 4c 5c 4d 5d 4h 5h"),
        lay_off("Ts", 3), lay_off("9s", 3),
        "  then score of south is 27, score of north is 0",
    ],
}  # fmt: skip


def test_gin_rummy_counts_as_open_spiel_does() -> None:
    """Melds that go round the corner, melds that share cards (without the six, which is thrown), and hands in which
    laying off makes an undercut."""
    text = GAMES.joinpath("gin_rummy.rules").read_text(encoding="utf-8").split('\nexample "')[0]
    examples = ("\n".join([f'example "{name}"', *lines, ""]) for name, lines in GIN.items())
    game = model_of(check_game(loader.sources_of(Source("gin_rummy.rules", "\n".join([text, *examples])))))
    for result in iterate_results(game, game.examples):
        assert result.passed, (result.example.name, [each.message for each in result.failures])
