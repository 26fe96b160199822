"""Rulesets as games of OpenSpiel, held against its own games. Skipped where it is not installed."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import load
from interpreter.game_tree.responses import find_exploitability
from tests.support.small_liars_dice import read_small_liars_dice

pyspiel = pytest.importorskip("pyspiel")
policy = pytest.importorskip("open_spiel.python.policy")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")


def make_game(program: Any, measure: int | None = None) -> Any:
    from interpreter.game_tree import open_spiel

    return open_spiel.make_game(program, measure)


def beaten(game: Any, how: Any) -> float:
    return float(exploitability.nash_conv(game, how, use_cpp_br=False)) / 2


def test_kuhn_poker_is_openspiels_own() -> None:
    game, own = make_game(load("kuhn_poker").program(), 0), pyspiel.load_game("kuhn_poker")
    assert beaten(game, policy.UniformRandomPolicy(game)) == pytest.approx(11 / 24)
    assert beaten(own, policy.UniformRandomPolicy(own)) == pytest.approx(11 / 24)


def test_what_openspiel_does_outside_python_finds_the_same() -> None:
    game = make_game(read_small_liars_dice(2).program())
    how = policy.UniformRandomPolicy(game)
    assert exploitability.exploitability(game, how) == pytest.approx(beaten(game, how))
    solver = cfr.CFRSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < beaten(game, how) / 10


@pytest.mark.parametrize("strategy", ["balanced", "default"])
def test_strategies_are_policies(strategy: str) -> None:
    from interpreter.game_tree.open_spiel import make_policy

    program = load("kuhn_poker").program()
    game = make_game(program, 0)
    expected = find_exploitability(program, (strategy, strategy), 0).mean_gain
    assert beaten(game, make_policy(game, (strategy, strategy))) == pytest.approx(float(expected))


class DoubtOrRaise(policy.Policy):  # type: ignore[misc]
    """In OpenSpiel's Liar's Dice: doubts every second time, and raises to any higher bid alike."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        actions = state.legal_actions()
        doubt = state.get_game().num_distinct_actions() - 1
        bids = [each for each in actions if each != doubt]
        if len(bids) in (0, len(actions)):
            return dict.fromkeys(actions, 1 / len(actions))
        return dict.fromkeys(bids, 0.5 / len(bids)) | {doubt: 0.5}


@pytest.mark.parametrize("faces", [3, 4])
def test_liars_dice_with_one_die_each_is_openspiels_own(faces: int) -> None:
    """There the highest face is wild, and doubting and bidding are one decision. With six faces both say 0.774009 too,
    after 17 seconds here and 6 there."""
    own = pyspiel.load_game("liars_dice", {"players": 2, "numdice": 1, "dice_sides": faces})
    table = DoubtOrRaise(own, [0, 1]).to_tabular()
    chances = {
        seen: [(action, chance) for action, chance in enumerate(table.action_probability_array[at]) if chance]
        for seen, at in table.state_lookup.items()
    }
    expected = pyspiel.nash_conv(own, pyspiel.TabularPolicy(chances), True) / 2
    program = read_small_liars_dice(faces, wild=faces).program()
    found = find_exploitability(program, ("random", "random"), most=1_000_000)
    assert 2 * float(found.mean_gain) == pytest.approx(expected)


def test_openspiel_finds_the_same_in_a_small_liars_dice() -> None:
    program = read_small_liars_dice(2).program()
    game = make_game(program)
    found = find_exploitability(program, ("random", "random"))
    assert beaten(game, policy.UniformRandomPolicy(game)) == pytest.approx(2 * float(found.mean_gain))
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.clone().chance_outcomes() == [(0, 0.5), (1, 0.5)]
