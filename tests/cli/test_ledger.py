"""`groundrules ledger`: what is left open, and what each reading of it changes."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.odds.known_means import Mean
from interpreter.simulate.compare import MeasurePair, compare
from interpreter.simulate.pairing import Figure
from interpreter.simulate.players import Plan
from tests.support.command import Run
from tests.support.small_games import RACE

NUMBER = """
option far_enough = 3 in 1..9           open RT-O2
  "How far is far?"
  because "Three is far enough."

option whim = no                        open RT-O3
  "Does anybody care?"
  no  "nobody does"
  yes "nobody does, in other words"

note RT-O4 "The rest is plain."
"""


@pytest.fixture
def torn(tmp_path: Path) -> str:
    """The race with more that is left open: a number, and what changes nothing."""
    path = tmp_path / "race.rules"
    text = RACE.replace("\nphase game\n", f"{NUMBER}\nphase game\n")
    path.write_text(text.replace("if far > 3", "if far > far_enough"))
    return str(path)


@pytest.mark.parametrize("engine", ["stepper", "auto"])
def test_what_a_reading_changes_is_what_both_games_come_to_together(run: Run, race: str, engine: str) -> None:
    found = run.data("ledger", race, "-n", "300", "--seed", "5", "--strategy", "1=daring", "--engine", engine)
    reading = found["readings"][0]
    assert (reading["option"], reading["played"], reading["value"]) == ("six", "jumps", "stays")
    rules, strategies = read(RACE), ("daring", "default")
    before, after = (Plan(rules.program({"six": value}), strategies, 5) for value in ("jumps", "stays"))
    expected = compare(before, after, 300).to_dict()
    for part in ("measures", "winners"):
        told = {
            name: {key: each[key] for key in each if key not in ("weight", "exact")}
            for name, each in reading[part].items()
        }
        assert told == json.loads(json.dumps(expected[part]))


def test_what_matters_most_comes_first_and_what_does_not_is_told_at_the_end(run: Run, torn: str) -> None:
    found = run.data("ledger", torn, "-n", "400", "--seed", "5", "--strategy", "all=daring")
    told = [(each["option"], each["value"]) for each in found["readings"]]
    assert told[0] == ("six", "stays")
    assert sorted(told[1:]) == [("far_enough", "2"), ("far_enough", "4"), ("whim", "yes")]
    weights = [each["weight"] for each in found["readings"]]
    assert weights == sorted(weights, reverse=True)
    assert [each["same_game"] for each in found["readings"] if each["option"] == "whim"] == [True]
    text = run.text("ledger", torn, "-n", "400", "--seed", "5", "--strategy", "all=daring")
    assert text.startswith("Race to Ten: what is left open, and what each reading changes\nOf 4 other readings of 3")
    assert "What does a six do? " in text
    assert " The page is torn here.\n  RT-O1; `--set six=stays`\n  " in text
    end = text.partition("\nChanges nothing in 400 games\n")[2]
    assert " (the same game)\n" in end
    assert end.endswith("\nSettled without an option\n  RT-O4  The rest is plain.\n")


SHY = """
option dare = free                      open RT-O5
  "What does a double give?"
  free "nothing"
  dear "30 points"

option far_away = no                    open RT-O6
  "Does anything happen at 900?"
  no  "no"
  yes "the turn ends"
"""


def test_what_never_comes_up_is_apart_and_other_strategies_are_tried(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    text = RACE.replace("\nphase game\n", f"{SHY}\nphase game\n")
    dear = "  when tempo is double and dare is dear : add 30 to score of mover\n"
    far = "  when score of mover > 900 and far_away : end turn\n"
    path.write_text(text.replace("  roll die for", f"{dear}{far}  roll die for"))
    words = ["-n", "40", "--seed", "5", "--engine", "stepper", "--measure", "points"]
    told = run.text("ledger", str(path), *words)
    shown, _, never = told.partition("\nNever came up in 40 games\n")
    assert "\n  no game differs with the default strategy; with `--strategy all=daring`:\n  points: " in shown
    assert never == (
        "  Does anything happen at 900? The turn ends.\n"
        "  Every game went the same way, with each strategy of the game and with random answers too.\n"
    )


def test_a_reading_that_is_chosen_is_what_the_others_are_held_against(run: Run, race: str) -> None:
    found = run.data("ledger", race, "-n", "20", "--seed", "5", "--set", "six=stays")
    assert [(each["played"], each["value"]) for each in found["readings"]] == [("stays", "jumps")]


def test_figures_are_written_to_a_file(run: Run, race: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger.csv"
    found = run.data("ledger", race, "-n", "50", "--seed", "5", "--csv", str(path))
    lines = list(csv.DictReader(path.open()))
    reading = found["readings"][0]
    assert len(lines) == len(reading["measures"]) + len(reading["winners"])
    for line in lines:
        name = line["figure"]
        share = name.removesuffix(" wins")
        figure = reading["winners"][share] if share != name else reading["measures"][name]
        assert float(line["difference"]) == figure["difference"]


def test_one_measure_may_be_asked_for(run: Run, race: str) -> None:
    found = run.data("ledger", race, "-n", "20", "--seed", "5", "--measure", "gain")
    assert [(list(each["measures"]), each["winners"]) for each in found["readings"]] == [(["gain"], {})]
    assert "error[measure-unknown]" in run.refused("ledger", race, "--measure", "loss")


def test_a_game_may_leave_nothing_open(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE.replace("open RT-O1", ""))
    told = run.text("ledger", str(path))
    assert "No option of this game settles an open point of its document: its options are ways that people play" in told
    assert "(`goal`; `six`)" in told
    assert run.text("ledger", "war").count("\n") == 2


EVERY = """\
game every "Every Turn"
  source "A page"
players 1
dice die = 1d6
option six = counts                     open EV-O1
  "Is a six counted?"
  because "Nobody says."
  counts "it is"
  empty  "it is not"
phase game
  repeat 2 times : turn
phase turn
  keep gained : 0+ = 0
  roll die
  when total of die < 6 or six is counts : add total of die to gained
measure gain per turn = gained
measure turns per game counts turn
"""


def test_means_that_the_rules_tell_soon_are_exact(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "every.rules"
    path.write_text(EVERY)
    reading = run.data("ledger", str(path), "-n", "50", "--seed", "1")["readings"][0]
    exact = reading["measures"]["gain"]["exact"]
    assert [exact[side]["exact"] for side in ("before", "after")] == ["7/2", "5/2"]
    assert (exact["difference"], exact["throughout"]) == (-1, True)
    assert reading["measures"]["turns"]["exact"]["difference"] == 0
    assert "\n  gain: 3.5000 -> 2.5000  (-1.0000, exact)\n" in run.text("ledger", str(path), "-n", "50", "--seed", "1")


def test_a_change_of_the_first_phase_is_told_as_such() -> None:
    pair = MeasurePair("gain", "turn")
    for _ in range(4):
        pair.add_game((6, 2), (8, 2))
    one, same, more = (Mean("turn", mean, None, 1e-9, False) for mean in (3.0, 3.0, 3.5))
    every = [replace(each, throughout=True) for each in (one, same)]
    assert [Figure(pair, False, both).is_exact for both in ((one, more), (one, same), (every[0], every[1]))] == [
        True,
        False,
        True,
    ]
    assert Figure(pair, False, (one, same)).weight == 1
    assert Figure(pair, False, (every[0], every[1])).weight == 0


def test_several_games_are_gone_over(run: Run, torn: str, tmp_path: Path) -> None:
    (tmp_path / "every.rules").write_text(EVERY)
    words = ["-n", "200", "--seed", "5", "--strategy", "all=daring"]
    told = run.text("ledger", str(tmp_path), *words[:4])
    assert told.index("Every Turn: what is left open") < told.index("Race to Ten: what is left open")
    most = told.partition("\nWhat matters most\n")[2].splitlines()
    assert "  Every Turn: Is a six counted? It is not." in most[1] + most[3]
    found = run.data("ledger", torn, str(tmp_path / "every.rules"), *words[:4])
    assert [each["ruleset"] for each in found["rulesets"]] == ["race", "every"]
    assert "error[file-missing]" in run.refused("ledger", str(tmp_path / "nowhere"), torn, code=1)


def test_the_rulebook_shows_what_the_ledger_found_until_the_rules_change(run: Run, race: str) -> None:
    def list_changes(*words: str) -> dict[str, list[list[str]]]:
        book = run.data("show", race, *words)
        known = f"`groundrules ledger {' '.join((race, *words))}` shows all of it." in book["changes_note"]
        assert known == any(each["changes"] for each in book["options"])
        return {each["name"]: each["changes"] for each in book["options"] if each["changes"]}

    few = ("-n", "60", "--seed", "5", "--engine", "stepper")
    assert list_changes() == {}
    run.data("ledger", race, *few, "--measure", "points")
    run.data("ledger", race, *few, "--strategy", "1=daring")
    assert list_changes() == {}
    run.data("ledger", race, *few)
    found = list_changes()
    run.data("ledger", race, "-n", "5", *few[2:])
    assert list_changes() == found
    assert found["six"][0][0] == "stays"
    assert found["six"][0][1].startswith("turns: ")
    assert f"    with stays, {found['six'][0][1]}\n" in run.text("show", race, "--source")
    assert list_changes("--set", "six=stays") == {}
    path = Path(race)
    path.write_text(path.read_text() + "\n# read again\n")
    assert list_changes() == {}
