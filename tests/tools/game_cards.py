"""What the menu says of each game, written to `rulesets/games.json`: `python -m tests.tools.game_cards [NAME ...]`.

Fair bots play `GAMES` games with the default number of players. A throw takes a person 4 seconds, an answer 6, a card
that is dealt half a second: that gives the minutes. Luck is how well a careless player does, who gives every fourth
answer at random and plays as well as all others else: 1 where he wins his share of the games, 0 where he never wins,
none where there is nobody to beat.
Sentences are those of `rulesets/README.md`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

from interpreter import loader
from interpreter.bots.payoff import Payoff
from interpreter.bots.search import find_best_strategy
from interpreter.bots.seats import FAIR, Bots
from interpreter.chance import Stream
from interpreter.cli.loading import load_game
from interpreter.engine import Decided, DecisionStop, Drawn, Rolled, View
from interpreter.lower import lower
from interpreter.program import Program
from interpreter.stepper import Stepper
from tests.support.paths import ROOT

GAMES, LUCK_GAMES, SEED = 20, 400, 1

CARELESS = 0.25

SECONDS = {Rolled: 4, Decided: 6, Drawn: 0.5}

MINUTES = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120)

ROW = re.compile(r"^\| \[(\w+)\]\([^)]*\) \| [^|]* \| (.*) \|$", re.MULTILINE)


def read_sentences() -> dict[str, str]:
    return dict(ROW.findall((ROOT / "rulesets" / "README.md").read_text(encoding="utf-8")))


def estimate_minutes(program: Program) -> int:
    engine, bots = Stepper(program), Bots(program, [FAIR] * len(program.seats), SEED)
    seconds = 0.0
    for game in range(GAMES):
        outcome = engine.play_out(None, Stream(SEED, game), bots.start_game(game))
        seconds += sum(SECONDS.get(type(each), 0) for each in outcome.events)
    return min(MINUTES, key=lambda each: abs(each - seconds / GAMES / 60))


def measure_luck(program: Program) -> float | None:
    worth = Payoff(program)
    if worth.parties < 2:
        return None
    engine, names = Stepper(program, events=False), [find_best_strategy(program)] * len(program.seats)
    bots, lots, won = Bots(program, names, SEED), Random(SEED), list[int]()
    for game in range(LUCK_GAMES):
        careless, usual = game % worth.parties, bots.start_game(game)

        def decide(stop: DecisionStop, view: View) -> int:
            is_careless = stop.chooser % worth.parties == careless and lots.random() < CARELESS  # noqa: B023
            return lots.choice(stop.offered) if is_careless else usual(stop, view)  # noqa: B023

        outcome = engine.play_out(None, Stream(SEED, game), decide)
        if not outcome.position.void:
            won.append(worth.of_winners(outcome.position.won, careless))
    return round(min(1.0, worth.parties * sum(won) / len(won) / worth.whole), 2)


def make_card(name: str) -> dict[str, object]:
    model = load_game(name)
    players = model.players
    program = lower(model, {}, None if model.bank else next((each for each in players if each > 1), None))
    return {
        "about": read_sentences()[name],
        "least": players[0],
        "most": players[-1],
        "minutes": estimate_minutes(program),
        "luck": measure_luck(program),
    }


def main() -> None:
    path = loader.find_shipped_folder("rulesets") / loader.CARDS
    known = json.loads(Path(path).read_text(encoding="utf-8")) if path.exists() else {}
    for name in sys.argv[1:] or loader.list_game_names():
        known[name] = make_card(name)
        print(name, known[name], flush=True)
    rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(known[name])}" for name in loader.list_game_names())
    path.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
