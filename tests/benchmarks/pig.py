"""Pig against OpenSpiel: the same game, the same ways to decide, in both.

Two players who decide by a coin (in OpenSpiel: any legal action, each as likely), and two who hold at 20. OpenSpiel
plays through Python, as its examples do, and within its C++ core, with bots of its own. That both
play the same game is seen from how many throws a game has.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interpreter import load
from interpreter.native import Native
from tests.benchmarks.measuring import SEED, Row, mean_of, playing, rate, stepping


def ours(coin: bool) -> Iterator[Row]:
    """Both engines of ours."""
    program = load(str(Path(__file__).with_name("pig.rules"))).program({"decided": "by_coin"} if coin else {})
    strategies = () if coin else ("hold_at_20", "hold_at_20")
    throws = f"{mean_of(program, 'throws', strategies):.1f} throws a game"
    name = f"pig, {'a coin decides' if coin else 'hold at 20'}: ours"
    native = Native(program, strategies, tier="best", keep=False)
    native.play(SEED, range(1))
    yield f"{name}, native", rate(playing(native)), throws
    yield f"{name}, stepper", rate(stepping(program, strategies)), throws


def theirs(coin: bool) -> Row:
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

    speed = rate(play)
    how = "a coin decides" if coin else "hold at 20"
    return f"pig, {how}: OpenSpiel, Python", speed, f"{throws / played:.1f} throws a game"


def core() -> Row:
    """OpenSpiel's C++ core by itself."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("pig")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]

    def play(number: int) -> None:
        for seed in range(number):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return "pig, a coin decides: OpenSpiel, C++ core", rate(play), ""


def rows() -> Iterator[Row]:
    """All of it, one after another."""
    there = find_spec("pyspiel") is not None
    for coin in (True, False):
        yield from ours(coin)
        if there:
            yield theirs(coin)
    yield core() if there else ("pig: OpenSpiel", 0, "not installed: pip install open_spiel")


if __name__ == "__main__":
    for what, speed, remark in rows():
        print(f"{what:45} {speed:12,.0f} games/s  {remark}", flush=True)
