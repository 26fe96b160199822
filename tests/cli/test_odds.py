"""`groundrules odds`: exact figures, positions, tables, dice; and what is out of reach."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from interpreter.cli import main
from tests.support.command import Run

RUNS = ("--measure", "runs_per_half_inning")

STUCK = """\
game stuck "Stuck"
  source "made up"

players 1

dice die "the die" = 1d6

phase game
  keep low : yes or no = no
  repeat throw until die >= 5 and not low

phase throw in game
  roll die
  when die is 1 : set low to yes

measure throws per game counts throw
"""


@pytest.mark.quick
def test_half_an_inning_as_a_fraction(run: Run) -> None:
    lines = run.text("odds", "two_dice", *RUNS, "--exact").split("\n")
    assert "mean 269109828625/367845981696 = 0.73158289614646708423" in lines
    assert f"   0  63.32 %  100.00 %  {'█' * 24}" in lines


def test_what_is_likely_is_shown_and_what_comes_before_and_after_is_summed_up(run: Run) -> None:
    rows = [line.split() for line in run.text("odds", "pig", "--measure", "turns").split("\n") if "%" in line]
    assert [row[0] for row in rows] == ["less", *map(str, range(22, 42)), "more"]
    assert sum(float(row[1]) for row in rows) == pytest.approx(100, abs=0.2)
    assert max(rows, key=lambda row: len(row[-1]))[0] == "30"


def test_a_bank_that_wins_is_named(run: Run) -> None:
    chances = run.data("odds", "craps", "--measure", "winners", "--set", "rounds=2")["winners"]
    assert list(chances) == ["Player 1", "The House", "drawn"]
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        (("two_dice", *RUNS), {"Two-dice Baseball: runs per half inning", "mean 0.7316", "chance, per cent"}),
        (("two_dice", *RUNS, "--by", "bases,outs"), {"bases", "outs", "first base and second base", "0.732"}),
        (("craps", "--measure", "winners", "--set", "rounds=2"), {"Craps: who wins", "The House", "wins, per cent"}),
    ],
)
def test_a_picture(run: Run, tmp_path: Path, words: tuple[str, ...], texts: set[str]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "odds.svg"
    assert main(["odds", *words, "--plot", str(path)]) == 0
    assert texts <= set(re.findall(r"<!-- (.*?) -->", path.read_text()))
    assert "error[file-kind]" in run.refused("odds", *words, "--plot", str(tmp_path / "odds.txt"))


def test_the_object(run: Run) -> None:
    found = run.data("odds", "two_dice", *RUNS)
    assert found["ruleset"] == "two_dice"
    assert (found["players"], found["given"], found["winners"]) == (2, None, None)
    figure = found["measures"]["runs_per_half_inning"]
    assert (figure["per"], figure["exact"]) == ("half", "269109828625/367845981696")
    assert sum(chance for _, chance in figure["distribution"]) == pytest.approx(1, abs=1e-14)


def test_a_table_over_bases_and_outs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    table = run.data("odds", "two_dice", *RUNS, "--by", "bases,outs", "--csv", str(path))["table"]
    assert len(table) == 24
    means = {(each["bases"], each["outs"]): each["mean"] for each in table}
    assert means["none", "0"] == pytest.approx(269109828625 / 367845981696, abs=1e-13)
    with path.open() as file:
        assert [float(row["mean"]) for row in csv.DictReader(file)] == [each["mean"] for each in table]


def test_from_a_position_on(run: Run) -> None:
    found = run.data("odds", "two_dice", *RUNS, "--given", "bases is first and second, outs is 1")
    assert found["measures"]["runs_per_half_inning"]["exact"] == "502219471/444258432"


def test_a_value_that_is_none_is_answered_with_those_there_are(run: Run) -> None:
    for given, told in (
        ("bases is x", "write `none`, or one or several of `plate`, `first`, `second`"),
        ("batting is x", "write one of `red`, `blue`"),
        ("outs is x", "write a whole number\n"),
    ):
        assert f"help: {told}" in run.refused("odds", "two_dice", *RUNS, "--given", given)


def test_measured_dice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    path.write_text('swing = [3, 3, 3.0, "3", 4, "8/2"]\n')
    found = run.data("odds", "two_dice", *RUNS, "--dice", str(path))
    assert found["measures"]["runs_per_half_inning"]["mean"] == pytest.approx(0.813269098, abs=1e-9)
    path.write_text('swing = [3e0, 3.00, 30E-1, "3", 4, 4]\n')
    assert run.data("odds", "two_dice", *RUNS, "--dice", str(path))["measures"] == found["measures"]


WEIGHTS = ("nan", "inf", "-1", "true", "1e999999999", '"1e999999999"', '"a"', '"1/0"', "[1]", "1" + "0" * 5_000)


@pytest.mark.parametrize(("wrong", "told"), [
    ("", "is empty, or not TOML"),
    ("swing\n", "is empty, or not TOML"),
    ("swing = " + "[" * 5_000 + "\n", "is empty, or not TOML"),
    ("swing = 6\n", "has no list of weights for `swing`"),
    ("swing = [1]\n", "has 1 weight for the 6 faces of `swing`"),
    ("bat = [1, 1, 1, 1, 1, 1]\n", "has weights for `bat`, which are not dice of this game"),
    ("swing = [0, 0, 0, 0, 0, 0]\n", "has only weights of 0 for `swing`"),
    ("swing = [-1, 1, 1, 1, 1, 1]\n", "has the weight `-1` for a face of `swing`"),
    *((f"swing = [{each}, 1, 1, 1, 1, 1]\n", "") for each in WEIGHTS),
])  # fmt: skip
def test_weights_that_make_no_sense_are_refused(wrong: str, told: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    path.write_text(wrong)
    said = run.refused("odds", "two_dice", *RUNS, "--dice", str(path))
    assert "error[dice-weights]" in said
    assert told in said
    assert "`swing = [1, 1, 1, 1, 1, 1.2]`" in said


def test_weights_that_cannot_be_read_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    assert "error[file-unreadable]" in run.refused("odds", "two_dice", *RUNS, "--dice", str(path))
    path.write_bytes(b"\xff\x00")
    assert "is empty, or not TOML" in run.refused("odds", "two_dice", *RUNS, "--dice", str(path))


def test_who_wins_and_the_measures_of_a_game_that_is_in_reach(run: Run) -> None:
    found = run.data("odds", "ace_in_the_pot")
    assert found["winners"] == pytest.approx({"Player 1": 0.5, "Player 2": 0.5}, abs=1e-13)
    assert found["measures"]["throws"]["mean"] == pytest.approx(18.257761736857, abs=1e-11)


def test_who_wins_as_a_fraction(run: Run) -> None:
    game = "craps", "--set", "rounds=1", "--measure", "winners"
    said = run.text("odds", *game, "--exact")
    assert "Player 1   49.2929292929 %  244/495 = 0.49292929292929292929" in said.split("\n")
    found = run.data("odds", *game)
    assert found["winners_exact"] == {"Player 1": "244/495", "The House": "251/495"}
    assert sum(found["winners"].values()) == pytest.approx(1, abs=1e-15)


def test_what_the_bank_keeps_of_each_stake(run: Run) -> None:
    """The edge of the house at Craps, 7/495, and at Crown and Anchor, 17/216, follows from what is lost and staked."""
    lines = run.text("odds", "craps", "--set", "rounds=1", "--measure", "house_edge", "--exact").split("\n")
    at = lines.index("house edge")
    assert lines[at + 1 : at + 3] == ["mean 7/495 = 0.014141414141414141414", "lost per staked, in the long run"]
    found = run.data("odds", "crown_and_anchor", "--players", "2", "--measure", "house_edge")
    edge = found["quotients"]["house_edge"]
    assert (edge["of"], edge["per"], edge["exact"]) == ("lost", "staked", "17/216")
    assert edge["mean"] == pytest.approx(17 / 216, abs=1e-15)
    assert edge["bound"] < 1e-12
    assert [*found["measures"]] == [f"{name}[Player {seat}]" for name in ("lost", "staked") for seat in (1, 2)]
    assert "quotients" not in run.data("odds", "crown_and_anchor", "--measure", "lost")


def test_what_hangs_on_cards_is_refused_without_a_game(run: Run) -> None:
    error = run.refused("odds", "cribbage", "--measure", "points_in_a_hand", code=1)
    assert "cannot be computed: cards can be dealt in too many orders" in error
    assert "--most-states" not in error


def test_what_has_no_end_in_sight_is_refused_soon_once_for_each_reason(run: Run) -> None:
    error = run.refused("odds", "ludo", "--most-states", "20000", code=1)
    assert error.count("error[") == 1
    assert "cannot be computed: there are more than 20,000 states" in error
    assert "positions differ in `men[yellow]`, `men[green]`" in error
    assert "`--most-states 200000` tries longer" in error


def test_where_games_never_end_nobody_is_sent_to_simulate_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "stuck.rules"
    path.write_text(STUCK)
    error = run.refused("odds", str(path), "--measure", "throws", code=1)
    assert "some games never end" in error
    assert "simulate" not in error


def test_a_game_that_is_out_of_reach_is_told(run: Run) -> None:
    error = run.refused("odds", "two_dice", "--measure", "winners", "--most-states", "50", code=1)
    assert "cannot be computed: there are more than 50 states" in error
    assert "`--most-states 500` tries longer" in error


TIES = """\
game ties "Ties"

players 4

dice throw = 2d6

phase game
  keep points of each player : 0..12 = 0
  for each one in all player
    roll throw for one
    set points of one to total of throw

measure tie per game = size of (those one in all player with most points of one) > 1
"""


def test_a_measure_that_is_refused_is_not_offered(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ties.rules").write_text(TIES, encoding="utf-8")
    code, out, err = run("odds", str(tmp_path / "ties.rules"), "--most-states", "100")
    assert code == 0
    assert "omitted, since each takes a while or is out of reach: tie; `groundrules simulate ties` estimates" in out
    assert "--measure" not in out + err
