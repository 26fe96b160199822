"""Chains as Storm sees them: another program, which knows nothing of how they are made smaller and solved here.

Storm is under the GPL, so no part of this one: these tests are for where `stormpy` is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.chains.finding import find_states
from interpreter.chains.regions import OPEN
from interpreter.chains.states import Edge, States
from interpreter.odds.best_play import Aim, BestPlay, find_best_play
from interpreter.odds.chain_figures import Setting, find_winners, make_search

stormpy: Any = pytest.importorskip("stormpy")


def ask_storm(folder: Path, states: States, formula: str, best: BestPlay | None = None) -> Fraction:
    """What Storm finds from the start of a chain, in fractions. Ends are labelled `over`, and `won_0` where the first
    has won; what is `gained` is a reward of states. With `best` play the first one's answers are open, and the others
    give theirs."""
    path = folder / "chain.drn"
    head = ["@type: " + ("DTMC" if best is None else "MDP"), "@parameters", "", "@reward_models", "gained"]
    every = list(_list_states(states, best))
    choices = sum(line.startswith("\taction") for line in every)
    lines = [*head, "@nr_states", str(len(states.stops)), "@nr_choices", str(choices), "@model", *every]
    path.write_text("\n".join(lines) + "\n")
    model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    (asked,) = stormpy.parse_properties(formula)
    return Fraction(str(stormpy.model_checking(model, asked).get_value(states.start)))


def _list_states(states: States, best: BestPlay | None) -> Iterator[str]:
    for at, edges in enumerate(states.edges):
        labels = ["init"] * (at == states.start) + ["over"] * (not edges)
        labels += [f"won_{each}" for each in states.winners[at] if not edges]
        gained = sum(Fraction(each.chance) * Fraction(each.gain) for each in edges)
        yield f"state {at} [{gained}] {' '.join(labels)}".rstrip()
        for number, way in enumerate(_list_ways(states, at, best)):
            yield f"\taction {number}"
            chances: dict[int, Fraction] = {}
            for each in way or [Edge(Fraction(1), at, 0)]:
                chances[each.to] = chances.get(each.to, Fraction(0)) + Fraction(each.chance)
            yield from (f"\t\t{to} : {chance}" for to, chance in sorted(chances.items()))


def _list_ways(states: States, at: int, best: BestPlay | None) -> list[list[Edge]]:
    """The edges of a state; one by one where the first one decides, and that of a best answer where others do."""
    edges = list(states.edges[at])
    if best is None or at not in states.decisions:
        return [edges]
    decision = states.decisions[at]
    answers = decision.offered if decision.chooser == 0 else best.answers[at][:1]
    return [[edges[decision.offered.index(answer)]] for answer in answers]


def test_half_an_inning(tmp_path: Path) -> None:
    setting = Setting(load("two_dice").program())
    measures = [each.name for each in setting.program.measures]
    states = find_states(make_search(setting, measures.index("runs_per_half_inning")))
    assert ask_storm(tmp_path, states, 'R=? [F "over"]') == Fraction(269109828625, 367845981696)


def test_a_bet_with_the_shooter(tmp_path: Path) -> None:
    setting = Setting(load("craps").program({"rounds": 1, "most_odds": 0}))
    assert ask_storm(tmp_path, find_states(make_search(setting, None)), 'P=? [F "won_0"]') == Fraction(244, 495)


@pytest.mark.parametrize(
    ("name", "options", "strategies"),
    [("craps", {"rounds": 3}, ("default",)), ("pig", {"goal": 30}, ("twenty", "bold"))],
)
def test_who_wins(tmp_path: Path, name: str, options: dict[str, int | str], strategies: tuple[str, ...]) -> None:
    setting = Setting(load(name).program(options, len(strategies)), strategies)
    states = find_states(make_search(setting, None))
    for won, chance in find_winners(setting).chances.items():
        if won:
            found = ask_storm(tmp_path, states, f'P=? [F "won_{won[0]}"]')
            assert float(found) == pytest.approx(chance, abs=1e-12)


def test_best_play_against_best_play(tmp_path: Path) -> None:
    best = find_best_play(Setting(load("pig").program({"goal": 10}, 2), (OPEN, OPEN)), Aim(None))
    assert best.choosers == {0, 1}
    found = ask_storm(tmp_path, best.states, 'Pmax=? [F "won_0"]', best)
    assert float(found) == pytest.approx(best.value, abs=1e-12)
