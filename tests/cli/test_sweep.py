"""`groundrules sweep`: a game under every combination, each different game played once."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.cli import main
from interpreter.cli.verbs import sweep as verb
from tests.support.command import Run
from tests.support.small_games import ENDLESS, RACE

HOUSE = 'house_rules far "Far" for race\n\noption goal = 12\n'


@pytest.fixture
def house(race: str) -> str:
    path = Path(race).with_name("far.rules")
    path.write_text(HOUSE)
    return str(path)


def test_every_combination_is_what_it_is_alone(run: Run, race: str) -> None:
    words = (race, "-n", "40", "--seed", "3", "--strategy", "1=daring")
    result = run.data("sweep", *words, "--over", "goal=8..9", "--over", "six=stays,jumps", "--over", "players=3")
    assert result["over"] == {"goal": ["8", "9"], "six": ["stays", "jumps"], "players": ["3"]}
    combinations = result["combinations"]
    assert isinstance(combinations, list)
    assert [each["at"]["goal"] + each["at"]["six"] for each in combinations[:3]] == ["8stays", "8jumps", "9stays"]
    for each in combinations:
        options = {"goal": int(each["at"]["goal"]), "six": each["at"]["six"]}
        alone = read(RACE).simulate(40, 3, options, 3, {"1": "daring"}).to_dict()
        assert each["measures"] == json.loads(json.dumps(alone["measures"]))
        assert each["options"] == options


@pytest.mark.quick
def test_the_same_game_under_two_names_is_played_once(
    run: Run, race: str, house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    real = verb._play_combination
    monkeypatch.setattr(verb, "_play_combination", lambda each, *more: played.append(each.at) or real(each, *more))
    words = ("-n", "20", "--seed", "3", "--over", "goal=10,12", "--over", f"house=none,{house}", "--measure", "gain")
    text = run.text("sweep", race, *words)
    assert len(played) == 2
    assert "4 combinations are 2 different games.\n" in text
    lines = text.split("\n")
    assert lines[0] == "Race to Ten: 4 combinations, 20 games each, seed 3"
    assert lines[1].startswith("Gain: lowest with goal ")
    assert lines[3].split()[:3] == ["goal", "house", "gain"]
    assert [line.rstrip().endswith(("as line 1", "as line 3")) for line in lines[4:8]] == [False, True, False, True]
    assert all("█" in line for line in lines[4:8])


def test_the_figures_as_a_file(run: Run, race: str, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    result = run.data("sweep", race, "-n", "30", "--seed", "3", "--over", "goal=6,9", "--csv", str(path))
    combinations = result["combinations"]
    assert isinstance(combinations, list)
    lines = list(csv.DictReader(path.open()))
    assert [line["goal"] for line in lines] == ["6", "9"]
    for line, each in zip(lines, combinations, strict=True):
        assert float(line["gain"]) == each["measures"]["gain"]["mean"]
        assert float(line["gain_stderr"]) == each["measures"]["gain"]["stderr"]
        assert float(line["won Player 2"]) == each["winners"]["Player 2"]


def test_what_not_every_game_measures_is_left_out(run: Run, race: str) -> None:
    house = Path(race).parent / "more.rules"
    house.write_text('house_rules more "More" for race\n\nmeasure thrown per game counts die\n')
    text = run.text("sweep", race, "-n", "5", "--over", f"house={house},none")
    assert "turns" in text
    assert "thrown" not in text


def test_a_plot(run: Run, race: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "out.png"
    words = ("--over", "goal=6,9", "--over", "six=stays,jumps", "--x", "six", "--plot", str(path), "--measure", "gain")
    run.data("sweep", race, "-n", "30", "--seed", "3", *words)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [each.name for each in tmp_path.glob("*out*")] == ["out.png"]


@pytest.mark.parametrize(("axis", "shown"), [("six", ["stays", "jumps"]), ("goal", [])])
def test_names_stand_below_a_plot_and_numbers_do_as_they_are(
    run: Run, race: str, tmp_path: Path, axis: str, shown: list[str]
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "out.svg"
    over = {"six": "six=stays,jumps", "goal": "goal=6,9"}[axis]
    run.data("sweep", race, "-n", "5", "--seed", "3", "--over", over, "--plot", str(path), "--measure", "gain")
    texts = re.findall(r"<!-- (.*?) -->", path.read_text())
    assert [each for each in ("stays", "jumps") if each in texts] == shown
    assert axis == "six" or "7.5" in texts, "a scale of numbers"
    assert any(each.endswith(": race, 5 games each") for each in texts)


def test_a_game_that_breaks_says_under_which_combination(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(RACE.replace("gained : 0..24", "gained : 0..5"))
    err = run.refused("sweep", str(path), "-n", "50", "--seed", "2", "--over", "six=jumps", code=1)
    assert err.startswith("error[game-failed]")
    assert "it was played with six = jumps" in err


def test_what_was_played_before_a_game_that_does_not_end_is_told(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "endless.rules"
    option = 'option trap = no\n  "May it trap?"\n  no "it may not"\n  yes "it may"\ndice die'
    path.write_text(ENDLESS.replace("dice die", option).replace("die is 1 and", "trap is yes and die is 1 and"))
    words = ["sweep", str(path), "-n", "10", "--seed", "7", "--over", "trap=no,yes", "--most-stops", "2000"]
    words += ["--strategy", "all=search@1"]
    code, out, err = run(*words, "--csv", str(tmp_path / "t.csv"))
    assert code == 1
    first, second = (line for line in out.splitlines() if line.startswith(("no ", "yes ")))
    assert out.startswith("It Does Not End: 2 combinations, 10 games each, seed 7\n")
    assert "only" not in first
    assert second.endswith("only 4 games")
    assert err.count("machine code does not play the strategy `search@1`") == 1
    assert "it was played with trap = yes" in err
    assert err.endswith("1 of 2 combinations were played; no file is written.\n")
    assert not (tmp_path / "t.csv").exists()
    assert main([*words, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["games"] for each in found["combinations"]] == [10, 4]
    assert [each["code"] for each in found["diagnostics"]] == ["game-failed"]
