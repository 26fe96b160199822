"""Random players here and in OpenSpiel: games that both have, where any legal answer is as likely as any other.

OpenSpiel plays within its C++ core: as the playouts of its tree search where a game gives points at its end alone, else
with a bot of its own for each seat. How often players choose among several answers in a game tells how far both play
the same game; where rules differ, `Pair.differing` says in what. A game of Hearts is one round in OpenSpiel, so Hearts
is counted in rounds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interpreter.bots.seats import Bots
from interpreter.chance import RANDOM, Stream
from interpreter.engine import DecisionStop, View
from interpreter.native import Native
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.benchmarks.measuring import SEED, Way, best_code, middle, playing, program_of, speeds, spread, table

PIG = str(Path(__file__).with_name("pig.rules"))
"""Pig as OpenSpiel plays it."""

MEMORY = 100
"""For a search of OpenSpiel, in megabytes: it has one node."""

COUNTED = 2_000
"""Games from which it is told how many rounds one has."""

WATCHED = 60
"""Games in which choices are counted."""


@dataclass(frozen=True)
class Pair:
    """A game that both have: what it is called here and there, the players, options there, the measure that
    counts rounds where a game has several, and in what the rules differ."""

    ours: str
    theirs: str
    players: int
    parameters: Mapping[str, object] = field(default_factory=dict)
    rounds: str = ""
    differing: str = ""

    @property
    def program(self) -> Program:
        return program_of(self.ours, self.players)

    @property
    def game(self) -> Any:
        """The game of OpenSpiel."""
        return import_module("pyspiel").load_game(self.theirs, dict(self.parameters))


PAIRS = {
    "pig": Pair(PIG, "pig", 2),
    "hearts": Pair("hearts", "hearts", 4, parameters={"qs_breaks_hearts": False}, rounds="rounds"),
    "cribbage": Pair("cribbage", "cribbage", 2, differing="there both cards for the crib are one choice"),
    "yacht": Pair("yacht", "yacht", 2, differing="13 boxes, there 12"),
}


def rounds_of(pair: Pair, native: Native) -> float:
    """How many rounds a game has here, on average."""
    if not pair.rounds:
        return 1.0
    summary = native.play(SEED, range(COUNTED))
    names = [each.name for each in pair.program.measures]
    return float(summary.measures[names.index(pair.rounds)].mean or 0)


# ---- how often players choose


def choices_here(program: Program) -> float:
    """How often players choose among several answers in a game, on average; machine code cannot tell."""
    stepper, bots, several = Stepper(program, events=False), Bots(program, (RANDOM,) * len(program.seats)), 0

    def decide(stop: DecisionStop, view: View) -> int:
        nonlocal several
        several += len(stop.offered) > 1
        return bots.decide(stop, view)

    for game in range(WATCHED):
        bots.start_game(game)
        stepper.play_out(None, Stream(SEED, game), decide)
    return several / WATCHED


def choices_there(game: Any) -> float:
    """The same in OpenSpiel."""
    chance, several = random.Random(SEED), 0
    for _ in range(WATCHED):
        state = first_decision(game, chance)
        while not state.is_terminal():
            legal = state.legal_actions()
            several += len(legal) > 1
            state.apply_action(chance.choice(legal))
            leave_to_chance(state, chance)
    return several / WATCHED


# ---- speeds of OpenSpiel


def way_of(pair: Pair) -> Way:
    """How its C++ core plays a game."""
    pyspiel = import_module("pyspiel")
    at_end = pair.game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL
    return playouts(pair) if at_end else with_bots(pair)


def playouts(pair: Pair) -> Way:
    """Games of OpenSpiel's C++ core, as its tree search plays them to judge where it stands."""
    pyspiel, game, chance = import_module("pyspiel"), pair.game, random.Random(SEED)

    def play(number: int) -> None:
        state = first_decision(game, chance)
        judge = pyspiel.RandomRolloutEvaluator(number, chance.randrange(2**30))
        pyspiel.MCTSBot(game, judge, 1.0, 1, MEMORY, False, SEED, False).step(state)

    return play


def first_decision(game: Any, chance: random.Random) -> Any:
    """A game of OpenSpiel at the first place where a player decides."""
    state = game.new_initial_state()
    leave_to_chance(state, chance)
    return state


def leave_to_chance(state: Any, chance: random.Random) -> None:
    """Carry out what chance decides, up to the next choice of a player."""
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, odds)[0])


def with_bots(pair: Pair) -> Way:
    """Games of OpenSpiel's C++ core with a bot for each seat."""
    pyspiel, game = import_module("pyspiel"), pair.game
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(pair.players)]

    def play(number: int) -> None:
        for seed in range(number):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return play


# ---- the table


def rows() -> Iterator[list[str]]:
    """A row for each game: speeds, their ratio, choices a game, and in what the rules differ."""
    for name, pair in PAIRS.items():
        native = best_code(pair.program, (RANDOM,) * pair.players)
        rounds = rounds_of(pair, native)
        turns = speeds({"ours": playing(native), "theirs": way_of(pair)})
        ratio = spread([rounds * turn["ours"] / turn["theirs"] for turn in turns])
        choices = f"{choices_here(pair.program) / rounds:.1f}, {choices_there(pair.game):.1f}"
        ours, theirs = rounds * middle(turns, "ours"), middle(turns, "theirs")
        yield [name, f"{ours:,.0f}", f"{theirs:,.0f}", ratio, choices, pair.differing]


def compare_open_spiel() -> None:
    """The table, if OpenSpiel is installed."""
    title = "Random players against OpenSpiel's C++ core: games (of Hearts: rounds) a second"
    if find_spec("pyspiel") is None:
        print(f"\n{title}: OpenSpiel is not installed (pip install open_spiel)")
        return
    heads = ["game", "ours", "OpenSpiel", "ours / OpenSpiel", "choices a game, here and there", "rules that differ"]
    table(title, heads, list(rows()))


if __name__ == "__main__":
    compare_open_spiel()
