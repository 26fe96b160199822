"""Many pairs of games that differ only in what a seat may not see: `python -m tests.tools.secrecy PAIRS [FIRST_SEED]`.

Shipped rulesets with cards in turn with random ones; of each pair everything that the seat is shown is compared, the
answers to `why` included. Of the 10,158 pairs of the seeds 0 to 3619, on 29 November 2026, fourteen showed a
difference, all at cribbage or in the cribbage of 'Round the Bases. In the eight that were looked into a player cannot
play and says go: the game tells everybody that.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count, islice

from interpreter.api import Rejected, Ruleset, load, read
from interpreter.loader import list_game_names
from interpreter.stepper import Stepper
from tests.play.test_secrecy import shown
from tests.support.games_alike import find_alike
from tests.support.random_rulesets import random_ruleset

MOST_STOPS = 80
PAIRS_A_GAME = 4


def main() -> None:
    pairs = int(sys.argv[1])
    shipped = [ruleset for ruleset in map(load, list_game_names()) if has_hidden_cards(ruleset)]
    found, differing = Counter[str](), Counter[str]()
    for seed in count(int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        for ruleset in (shipped[seed % len(shipped)], *read_random(seed)):
            name = ruleset.model.name
            games = find_alike(Stepper(ruleset.program()), seed, MOST_STOPS) if has_hidden_cards(ruleset) else ()
            for engine, seat, first, second in islice(games, PAIRS_A_GAME):
                found[name] += 1
                if shown(engine, first, seat) != shown(engine, second, seat):
                    differing[name] += 1
                    print(f"{name}, seed {seed}, seat {seat}: different", flush=True)
        if seed % 20 == 19:
            print(f"seed {seed}: {found.total()} pairs, {differing.total()} with a difference", flush=True)
        if found.total() >= pairs:
            break
    print(f"{found.total()} pairs, {differing.total()} with a difference: {dict(found)}")


def read_random(seed: int) -> list[Ruleset]:
    try:
        return [read(random_ruleset(seed))]
    except Rejected:
        return []


def has_hidden_cards(ruleset: Ruleset) -> bool:
    return any(zone.sight != "up" for zone in ruleset.program().zones)


if __name__ == "__main__":
    main()
