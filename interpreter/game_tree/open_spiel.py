"""A ruleset as a game of OpenSpiel, so that its solvers and measures run on it.

The states are histories; what OpenSpiel calls an information state is what a seat has seen so far. Actions are the
numbers of answers, and outcomes of chance. Who plays to win gets 1 for it and -1 for losing where two play; with
more, as many as there are less one, and nothing where the game is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel
from open_spiel.python import policy

from interpreter.bots.advice import Advice
from interpreter.data_classes import dataclass
from interpreter.engine import GAME_BUDGET, DecisionStop
from interpreter.game_tree.histories import GameTree, History
from interpreter.game_tree.responses import weigh_answers
from interpreter.program import Program

FAR = 1e9
"""No reward is larger, where it is not known how large they may be."""


def make_game(program: Program, measure: int | None = None) -> SpielGame:
    """The game of a program, in which a measure is played for, or (None) to win."""
    return SpielGame(GameTree(program, measure))


def make_policy(game: SpielGame, strategies: Sequence[str]) -> StrategyPolicy:
    """Strategies of the ruleset as a policy of OpenSpiel."""
    return StrategyPolicy(game, strategies)


def _describe_type(tree: GameTree) -> Any:
    seats = len(tree.program.seats)
    kind = pyspiel.GameType
    return kind(
        short_name=f"ground_rules_{tree.program.name}",
        long_name=f"Ground Rules: {tree.program.name}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if _is_zero_sum(tree) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _describe_size(tree: GameTree) -> Any:
    program = tree.program
    most = len(program.seats) - 1.0 if tree.measure is None else FAR
    return pyspiel.GameInfo(
        num_distinct_actions=max((len(each.values) for each in program.choices), default=1),
        max_chance_outcomes=max(
            [each.faces**each.number for each in program.dice] + [each.cards for each in program.zones], default=1
        ),
        num_players=len(program.seats),
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if _is_zero_sum(tree) else None,
        max_game_length=GAME_BUDGET,
    )


def _is_zero_sum(tree: GameTree) -> bool:
    return tree.measure is None and not tree.program.sides


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game, from which its states begin."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__(_describe_type(tree), _describe_size(tree), {})
        self.tree = tree

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.tree.begin())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver()


class SpielObserver:
    """The information state as text only, for the parts of OpenSpiel that are not written in Python."""

    tensor: Sequence[float] = ()
    dict: Mapping[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor to be set."""

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat has seen in a state."""
        return state.information_state_string(player)


@dataclass(frozen=True)
class _Place:
    """The place of a state in its tree. OpenSpiel copies states often; this part is shared."""

    tree: GameTree
    history: History

    def __deepcopy__(self, memo: object) -> _Place:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A history of the game, as a state of OpenSpiel."""

    def __init__(self, game: SpielGame, history: History) -> None:
        super().__init__(game)
        self.place = _Place(game.tree, history)

    def current_player(self) -> int:
        history = self.place.history
        if history.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if history.chooser is None else history.chooser

    def is_terminal(self) -> bool:
        return self.place.history.over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.place.history.answers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        answers = self.place.history.answers
        return [(each, 1 / len(answers)) for each in answers]

    def _apply_action(self, action: int) -> None:
        tree = self.place.tree
        self.place = _Place(tree, tree.answer(self.place.history, action))

    def _action_to_string(self, player: int, action: int) -> str:
        stop = self.place.history.stop
        choices = self.place.tree.program.choices
        return choices[stop.choice].names[action] if isinstance(stop, DecisionStop) else str(action)

    def returns(self) -> list[float]:
        tree, history = self.place.tree, self.place.history
        seats = range(len(tree.program.seats))
        if not history.over:
            return [0.0 for _ in seats]
        rewards = [float(tree.reward(history, seat)) for seat in seats]
        parties = len(tree.program.sides or tree.program.seats)
        return rewards if tree.measure is not None else [parties * each - 1 for each in rewards]

    def information_state_string(self, player: int | None = None) -> str:
        who = self.current_player() if player is None else player
        return f"{who}: {self.place.tree.describe_knowledge(self.place.history.known[who])}"

    def __str__(self) -> str:
        return " / ".join(map(self.place.tree.describe_knowledge, self.place.history.known))


class StrategyPolicy(policy.Policy):  # type: ignore[misc]
    """How seats play by strategies of the ruleset."""

    def __init__(self, game: SpielGame, strategies: Sequence[str]) -> None:
        super().__init__(game, list(range(len(game.tree.program.seats))))
        self.strategies, self.advice = strategies, Advice(game.tree.program)

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> Mapping[int, float]:
        weights = weigh_answers(state.place.tree, state.place.history, self.strategies, self.advice)
        return {each: float(weights.get(each, 0)) for each in state.place.history.answers}
