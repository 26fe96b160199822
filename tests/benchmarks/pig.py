"""Pig against OpenSpiel: the same game, the same ways to decide, in both.

Two players who decide by a coin (in OpenSpiel: any legal action, each as likely), and two who hold at 20. OpenSpiel
plays through Python, as its examples do, and within its C++ core, with bots of its own. That both
play the same game is seen from how many throws a game has.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from interpreter import Ruleset, load  # noqa: E402

REPEATS = 3

Row = tuple[str, float, str]
"""What was played, games a second, and a remark."""


def rate(play: Callable[[int], None], games: int) -> float:
    """Games a second of the processor, the median of several."""
    speeds = []
    for _ in range(REPEATS):
        began = time.process_time()
        play(games)
        speeds.append(games / (time.process_time() - began))
    return median(speeds)


def ours(rules: Ruleset, engine: str, games: int, coin: bool) -> Row:
    """One engine of ours."""
    options = {"decided": "by_coin"} if coin else {}
    strategies = {} if coin else {"all": "hold_at_20"}

    def play(number: int) -> None:
        nonlocal throws
        result = rules.simulate(number, 1, options, strategies=strategies, engine=engine)
        throws = float(result.measures["throws"].mean or 0)

    throws = 0.0
    play(200)
    speed = rate(play, games)
    return f"pig, {'a coin decides' if coin else 'hold at 20'}: ours, {engine}", speed, f"{throws:.1f} throws a game"


def theirs(coin: bool, games: int) -> Row:
    """OpenSpiel through Python."""
    game: Any = import_module("pyspiel").load_game("pig")
    source, throws, played = random.Random(1), 0, 0

    def play(number: int) -> None:
        nonlocal throws, played
        for _ in range(number):
            state, gained = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    action = source.choices(actions, odds)[0]
                    throws += 1
                    gained = 0 if action == 0 else gained + action + 1
                else:
                    legal = state.legal_actions()
                    action = source.choice(legal) if coin or len(legal) == 1 else int(gained >= 20)
                    gained = 0 if action == 1 else gained
                state.apply_action(action)
        played += number

    speed = rate(play, games)
    how = "a coin decides" if coin else "hold at 20"
    return f"pig, {how}: OpenSpiel, Python", speed, f"{throws / played:.1f} throws a game"


def core(games: int) -> Row:
    """OpenSpiel's C++ core by itself."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("pig")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]

    def play(number: int) -> None:
        for seed in range(number):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return "pig, a coin decides: OpenSpiel, C++ core", rate(play, games), ""


def rows() -> Iterator[Row]:
    """All of it, one after another."""
    rules = load(str(HERE / "pig.rules"))
    for coin in (True, False):
        yield ours(rules, "native", 100_000, coin)
        yield ours(rules, "stepper", 1_000, coin)
        if find_spec("pyspiel") is not None:
            yield theirs(coin, 2_000)
    if find_spec("pyspiel") is None:
        yield "pig: OpenSpiel", 0, "not installed: pip install open_spiel"
    else:
        yield core(20_000)


if __name__ == "__main__":
    for name, speed, remark in rows():
        print(f"{name:45} {speed:12,.0f} games/s  {remark}")
