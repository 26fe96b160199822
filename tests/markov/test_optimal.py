"""Best play of games given as arrays: known values, and small random games against all strategies there are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from interpreter.markov.best import find_best_sum
from interpreter.markov.optimal import Endless, Game, evaluate, find_optimum
from interpreter.markov.question import Question
from tests.support.brute_force import OPEN, Undefined, solve
from tests.support.odds_questions import count_equal, list_cases
from tests.support.random_dice_games import write_dice_game
from tests.support.shipped import load

MOST, LEAST, CHANCE = 1, -1, 0


def make_game(
    sides: list[int], edges: list[tuple[int, int, float, float]], final: dict[int, float] | None = None
) -> Game:
    """Edges are where they begin and lead, how likely they are, and the reward."""
    sources, goals, chances, rewards = map(np.array, zip(*edges, strict=True))
    worth = np.array([(final or {}).get(state, 0.0) for state in range(len(sides))])
    return Game(np.array(sides), sources, goals, chances * 1.0, rewards * 1.0, worth)


def play_pig(goal: int) -> tuple[Game, int]:
    """Two play Pig: the die before the first throw of a turn is state (seat, scores, 0)."""
    names: dict[tuple[int, ...], int] = {}
    sides, edges = list[int](), list[tuple[int, int, float, float]]()

    def number(*key: int) -> int:
        if key not in names:
            names[key] = len(sides)
            sides.append(0 if len(key) != 5 else 1 - 2 * key[0])
            waiting.append(key)
        return names[key]

    waiting: list[tuple[int, ...]] = []
    ends = [number(0), number(1)]
    start = number(0, 0, 0, 0)
    while waiting:
        key = waiting.pop()
        if len(key) == 1:
            continue
        seat, own, other, gathered, *asked = key
        if asked:
            edges.append((names[key], number(seat, own, other, gathered), 1, 0))
            edges.append((names[key], number(1 - seat, other, own + gathered, 0), 1, 0))
            continue
        edges.append((names[key], number(1 - seat, other, own, 0), 1 / 6, 0))
        for face in range(2, 7):
            won = own + gathered + face >= goal
            to = ends[seat] if won else number(seat, own, other, gathered + face, 1)
            edges.append((names[key], to, 1 / 6, 0))
    return make_game(sides, edges, {ends[0]: 1.0}), start


def list_strategies(game: Game) -> Iterator[list[tuple[int, int]]]:
    """All pairs of a strategy of one side and one of the other, as the edges that are chosen."""
    answers = [np.flatnonzero(game.sources == state).tolist() for state in np.flatnonzero(game.sides)]
    for chosen in product(*answers):
        yield [(int(game.sources[edge]), edge) for edge in chosen]


def find_values(game: Game, chosen: list[tuple[int, int]]) -> list[Fraction] | None:
    """What each state is worth with these answers, None where play never ends."""
    weights: list[dict[int, Fraction]] = [{} for _ in range(game.size)]
    base = {state: Fraction(final) for state, final in enumerate(game.final.tolist())}
    for edge in [*np.flatnonzero(game.sides[game.sources] == 0).tolist(), *(edge for _, edge in chosen)]:
        source, goal, chance = int(game.sources[edge]), int(game.goals[edge]), Fraction(game.chances[edge])
        weights[source][goal] = weights[source].get(goal, Fraction(0)) + chance
        base[source] += chance * Fraction(game.rewards[edge])
    try:
        return solve(weights, base)
    except Undefined:
        return None


def try_all_strategies(game: Game) -> tuple[list[Fraction], bool]:
    """The most that one side can get of each state if the other answers best, among strategies under which play ends;
    and whether it does under all."""
    answered: dict[tuple[int, ...], list[list[Fraction]]] = {}
    always = True
    for chosen in list_strategies(game):
        values = find_values(game, chosen)
        always &= values is not None
        if values is not None:
            own = tuple(edge for source, edge in chosen if game.sides[source] == MOST)
            answered.setdefault(own, []).append(values)
    least = [list(map(min, zip(*each, strict=True))) for each in answered.values()]
    return list(map(max, zip(*least, strict=True))) if least else [], always


def draw_game(random: np.random.Generator) -> Game:
    size, ends = int(random.integers(2, 7)), 2
    sides = [*random.choice([MOST, LEAST, CHANCE, CHANCE], size).tolist(), CHANCE, CHANCE]
    if random.random() < 0.5:
        alone = int(random.choice([MOST, LEAST]))
        sides = [alone * abs(side) for side in sides]
    kind, edges = random.integers(3), []
    for state in range(size):
        many = int(random.choice([1, 2, 2, 2, 4]))
        goals = random.integers(0, size + ends, many).tolist() if random.random() < 0.7 else [size, state]
        for goal in goals:
            reward = 0 if kind == 0 else int(random.integers(-2, 1 if kind == 1 else 3)) * int(random.integers(2))
            edges.append((state, goal, 1.0 if sides[state] else 1 / len(goals), reward))
    return make_game(sides, edges, {size: 1.0, size + 1: float(random.integers(-1, 1))})


def check_random_game(seed: int) -> bool:
    """Whether best play is found, which has to be right."""
    game = draw_game(np.random.default_rng(seed))
    try:
        found = find_optimum(game)
    except Endless:
        assert not try_all_strategies(game)[1]
        return False
    right, _ = try_all_strategies(game)
    assert found.values == pytest.approx(list(map(float, right)), abs=1e-12)
    assert found.bounds.max() < 1e-11
    for state in range(game.size):
        assert evaluate(game, found.chosen, state) == pytest.approx(float(right[state]), abs=1e-12)
    return True


def test_small_random_games_are_worth_what_all_strategies_say() -> None:
    assert sum(map(check_random_game, range(80))) > 40


@pytest.mark.parametrize(("goal", "value"), [(2, 6 / 7), (20, 0.615558549805)])
def test_pig(goal: int, value: float) -> None:
    game, start = play_pig(goal)
    found = find_optimum(game)
    assert found.values[start] == pytest.approx(value, abs=1e-12)
    assert evaluate(game, found.chosen, start) == pytest.approx(value, abs=1e-12)
    assert found.bounds[start] < 1e-12


def test_who_may_look_again_for_ever_goes_on_in_the_end() -> None:
    # 0 and 1 lead to each other; from 1 one can leave for 1/2, from 0 for 1/4
    edges = [(0, 1, 1, 0), (0, 2, 1, 0), (1, 0, 1, 0), (1, 3, 1, 0), (2, 4, 0.25, 0), (2, 5, 0.75, 0)]
    edges += [(3, 4, 0.5, 0), (3, 5, 0.5, 0)]
    for side, value in ((MOST, 0.5), (LEAST, 0.25)):
        game = make_game([side, side, CHANCE, CHANCE, CHANCE, CHANCE], edges, {4: 1.0})
        found = find_optimum(game)
        assert found.values[:2] == pytest.approx([value, value])
        assert [evaluate(game, found.chosen, state) for state in (0, 1)] == pytest.approx([value, value])


def test_a_loop_that_costs_is_left_at_once() -> None:
    edges = [(0, 0, 1, -1), (0, 1, 1, -3), (1, 0, 0.5, 0), (1, 2, 0.5, 0)]
    found = find_optimum(make_game([MOST, CHANCE, CHANCE], edges))
    assert found.values[0] == pytest.approx(-6)


def test_large_rewards_leave_bounds() -> None:
    edges = [(0, 1, 1, 0), (0, 2, 1, 5e6), (1, 3, 1, 2e7), (2, 0, 0.5, 0), (2, 3, 0.5, -1)]
    found = find_optimum(make_game([MOST, CHANCE, CHANCE, CHANCE], edges))
    assert found.values[0] == pytest.approx(2e7)
    assert found.bounds[0] < 1e-6


def test_gambler_who_plays_boldly() -> None:
    # Dubins and Savage: with 2/5 to win, stakes as high as possible are best; from 1/2 that is 2/5
    edges: list[tuple[int, int, float, float]] = []
    for owned in range(1, 8):
        for stake in range(1, min(owned, 8 - owned) + 1):
            bet = 9 + len({source for source, *_ in edges if source > 8})
            edges += [(owned, bet, 1, 0), (bet, owned + stake, 0.4, 0), (bet, owned - stake, 0.6, 0)]
    sides = [CHANCE, *[MOST] * 7, CHANCE, *[CHANCE] * 16]
    found = find_optimum(make_game(sides, edges, {8: 1.0}))
    assert found.values[[4, 2, 6]] == pytest.approx([0.4, 0.16, 0.64])


@pytest.mark.parametrize(
    ("sides", "edges"),
    [
        ([MOST, CHANCE], [(0, 0, 1, 1), (0, 1, 1, 0)]),  # gather and stay
        ([MOST, LEAST, CHANCE], [(0, 1, 1, 0), (0, 2, 1, 0), (1, 0, 1, 0), (1, 2, 1, 0)]),  # both pass
        ([MOST, CHANCE, CHANCE], [(0, 1, 1, 0), (0, 2, 1, 0), (1, 1, 1, 0)]),  # a trap
        ([MOST, CHANCE, CHANCE], [(0, 1, 1, -1), (0, 2, 1, 0), (1, 1, 1, -1)]),  # a trap that costs
    ],
)
def test_games_that_need_never_end_are_refused(sides: list[int], edges: list[tuple[int, int, float, float]]) -> None:
    with pytest.raises(Endless):
        find_optimum(make_game(sides, edges))


@pytest.mark.parametrize("seed", [16, 41])
def test_random_games_are_played_best_as_by_brute_force(seed: int) -> None:
    case = next(each for each in list_cases(write_dice_game(seed)) if OPEN in each.strategies)
    assert count_equal(case) > 2


def test_least_score_of_shut_the_box() -> None:
    program = load("shut_the_box").program({}, 1)
    number = [each.name for each in program.measures].index("score")
    found = find_best_sum(program, Question(number, open=frozenset([0])), most=False)
    assert found.value == pytest.approx(11.663174265221, abs=1e-12)
