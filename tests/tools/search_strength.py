"""How strong `search` is: its games against the best strategy that each ruleset has of its own.

`python -m tests.tools.search_strength [RULESET ...] [--think N] [--first N] [--rounds N] [--minutes N]` plays rounds as
`tournament` does, each party in turn on the same dice, and prints a row for each ruleset: which strategy is the best,
how many games search tries for a decision, its share of the games, the standard error, what share is fair, how many
games were played and how long a decision takes. It stops after so many rounds, or when the minutes of processor time
for that ruleset are over. The best strategy is the one that
does best against `default` in `TRIALS` rounds of machine code.

Last result, of 24 to 28 November 2026, in several processes with a part of the rounds each: of the first 100 rounds of
Hearts and the first 200 of others, but for Liar's Dice.

| ruleset | against | games tried | share | stderr | fair | games | ms a decision |
| --- | --- | --- | --- | --- | --- | --- | --- |
| marker | default | 2000 | 0.542 | 0.020 | 0.50 | 400 | 8 |
| cooperstown | manager | 1000 | 0.506 | 0.020 | 0.50 | 400 | 221 |
| cribbage | greedy | 800 | 0.615 | 0.018 | 0.50 | 400 | 109 |
| round_the_bases | greedy | 600 | 0.590 | 0.026 | 0.50 | 400 | 140 |
| hearts | careful | 200 | 0.555 | 0.023 | 0.25 | 400 | 33 |
| farkle | steady | 2500 | 0.588 | 0.024 | 0.50 | 400 | 200 |
| royal_game_of_ur | hunter | 3000 | 0.797 | 0.019 | 0.50 | 400 | 14 |
| liars_dice | steady | 300 | 0.333 | 0.050 | 0.50 | 60 | 94 |

Without a gate, Round the Bases had 0.495 ± 0.025 of 400 games, with 400 tried.

The tree (`interpreter.bots.tree`) was held against search without it on 27 November 2026. It won 0.656 ± 0.044 of 90
games of Liar's Dice in the same time (by `steady`, 301 tries against 1,500), and all 40 of Nim (by `default`, 300 tries
against 3,000, in three times the time). With hands of many cards, and where luck comes in between, trees that were not
given up did no better, or far worse: Hearts 0.03 ± 0.03 of 20 games (fair: 0.25), cribbage 0.43 ± 0.05 of 30, Farkle
0.30 ± 0.08 of 20, the Royal Game of Ur, with throws in the tree, 0.30 ± 0.08 of 20.
"""

from __future__ import annotations

import argparse
import sys
import time

from interpreter import load
from interpreter.bots.advice import DEFAULT, DEFAULT_PLAYOUTS, list_strategies
from interpreter.bots.search import Search
from interpreter.program import Program
from interpreter.simulate.players import StepperPlayer
from interpreter.simulate.tournament import Match, Standing, play_match

THINK = {
    "marker": 2_000,
    "cooperstown": 1_000,
    "cribbage": 800,
    "round_the_bases": 600,
    "hearts": 200,
    "farkle": 2_500,
    "royal_game_of_ur": 3_000,
    "liars_dice": 300,
}
"""How many games search tries for a decision, if nobody says: at most about 0.2 seconds' worth."""

TRIALS, SEED, SHOWN = 1_000, 1, 10


def find_best(program: Program) -> str:
    """The strategy of the ruleset that does best against `default`; `default` if none does better."""
    shares = {DEFAULT: 1 / len(program.sides or program.seats)}
    for name in list_strategies(program):
        if name != DEFAULT:
            standing = Standing(match := Match(program, name, DEFAULT, SEED))
            standing.rounds += play_match(match, TRIALS)
            shares[name] = standing.share or 0.0
    return max(shares, key=lambda name: shares[name])


def measure(ruleset: str, think: int, first: int, rounds: int, minutes: float) -> str:
    """The row of a ruleset; what it would be so far goes to standard error, every `SHOWN` rounds."""
    program = load(ruleset).program()
    best = find_best(program)
    match = Match(program, f"search:{best}@{think}" if best != DEFAULT else f"search@{think}", best, SEED)
    standing, players, began = Standing(match), [StepperPlayer(each, True) for each in match.plans], time.process_time()
    Timed.seconds, Timed.decisions = 0.0, 0
    while len(standing.rounds) < rounds and time.process_time() - began < 60 * minutes:
        number = first + len(standing.rounds)
        played = [each.play(range(number, number + 1)) for each in players]
        standing.rounds.append(match.sum_up(each.broken or each.rows[0] for each in played))
        if len(standing.rounds) % SHOWN == 0:
            print(write_row(ruleset, best, think, standing), file=sys.stderr, flush=True)
    return write_row(ruleset, best, think, standing)


def write_row(ruleset: str, best: str, think: int, standing: Standing) -> str:
    error = f"{standing.stderr:.3f}" if standing.stderr is not None else ""
    each = 1000 * Timed.seconds / max(1, Timed.decisions)
    won = f"{standing.share or 0:.3f}"
    cells = (ruleset, best, think, won, error, f"{standing.fair:.2f}", standing.games, f"{each:.0f}")
    return "| " + " | ".join(map(str, cells)) + " |"


class Timed:
    """How long all decisions of `search` took, and how many there were."""

    seconds, decisions = 0.0, 0
    decide = Search.decide


def decide_timed(search: Search, *given: object) -> int:
    began = time.process_time()
    answer = Timed.decide(search, *given)  # type: ignore[arg-type]
    Timed.seconds += time.process_time() - began
    Timed.decisions += 1
    return answer


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=list(THINK))
    parser.add_argument("--think", type=int)
    parser.add_argument("--first", type=int, default=0, help="the first round, to share rounds among processes")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=30)
    arguments = parser.parse_args()
    Search.decide = decide_timed  # type: ignore[method-assign, assignment]
    print("| ruleset | against | games tried | share | stderr | fair | games | ms a decision |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in arguments.rulesets:
        think = arguments.think or THINK.get(name, DEFAULT_PLAYOUTS)
        print(measure(name, think, arguments.first, arguments.rounds, arguments.minutes), flush=True)
