"""`simulate --until` and `--per-game`: playing on until a mean is known, and a line for each game."""

from __future__ import annotations

import csv
import errno
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.cli import main, simulating
from interpreter.cli.reports import per_game
from interpreter.cli.verbs import simulate as verb
from interpreter.simulate.players import is_native_available
from interpreter.summary import Summary
from tests.support.command import Run
from tests.support.small_games import RACE

ENGINES = ("stepper", *(["native"] if is_native_available() else []))


# ---- until


@pytest.mark.parametrize("engine", ENGINES)
def test_it_plays_until_the_mean_is_known_so_well(run: Run, race: str, engine: str) -> None:
    words = ("simulate", race, "--seed", "3", "--engine", engine, "--json")
    result = json.loads(run.text(*words, "--until", "stderr( gain )<.055"))
    assert result["until"] == "stderr(gain) < .055"
    assert result["games"] == 1250
    assert result["measures"]["gain"]["stderr"] < 0.055
    assert json.loads(run.text(*words, "-n", "1000"))["measures"]["gain"]["stderr"] >= 0.055, (
        "it could not have stopped sooner"
    )


@pytest.mark.quick
def test_it_plays_no_more_than_asked_and_says_so(run: Run, race: str) -> None:
    code, out, err = run("simulate", race, "--seed", "3", "-n", "1.2e2", "--until", "stderr(gain) < 0.0001")
    assert code == 0
    assert out.startswith("Race to Ten: 120 games")
    assert err == "After 120 games `stderr(gain) < 0.0001` is not true yet.\n"


def test_the_help_names_the_measure_that_was_meant(run: Run, race: str) -> None:
    first, other = (run.refused("simulate", race, "--until", each) for each in ("", "stderr(gain) < 0"))
    assert '"stderr(turns) < 0.01"' in first
    assert '"stderr(gain) < 0.01"' in other


# ---- games one by one


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_line_for_each_game(run: Run, race: str, tmp_path: Path, engine: str, kind: str) -> None:
    path = tmp_path / f"games.{kind}"
    words = ("-n", "130", "--seed", "3", "--engine", engine, "--workers", "1" if engine == "stepper" else "2")
    result = run.data("simulate", race, *words, "--per-game", str(path))
    lines = [*csv.DictReader(path.open())] if kind == "csv" else rows_of(path)
    assert [int(line["game"]) for line in lines] == list(range(130))
    assert sum(line["winners"] == "Player 1" for line in lines) / 130 == result["winners"]["Player 1"]
    gain = result["measures"]["gain"]
    assert sum(int(line["gain"]) for line in lines) == round(gain["mean"] * gain["samples"])
    assert sum(int(line["gain_count"]) for line in lines) == gain["samples"]
    for name, member in result["measures"]["points"]["members"].items():
        assert sum(int(line[f"points[{name}]"]) for line in lines) == round(member["mean"] * 130)
    assert [each.name for each in tmp_path.glob("games*")] == [path.name]


def rows_of(path: Path) -> list[dict[str, str]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    found: list[dict[str, str]] = parquet.read_table(path).to_pylist()
    return found


@pytest.mark.quick
def test_the_order_of_its_columns() -> None:
    program = read(RACE).program(players=2)
    figures = ["turns", "points[Player 1]", "points[Player 2]", "gain", "gain_count"]
    assert [*dict(per_game.list_columns(program))] == figures


def test_parquet_without_its_package(run: Run, race: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(per_game, "find_spec", lambda name: None)
    said = run.refused("simulate", race, "--per-game", str(tmp_path / "games.parquet"))
    assert said.startswith("error[package-missing]")
    assert 'pip install ".[parquet]"' in said


def no_room(*given: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_full_disk_is_told_and_what_was_played_is_not_lost(
    run: Run, race: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
        monkeypatch.setattr(per_game, "convert_to_parquet", no_room)
    path = tmp_path / f"games.{kind}"
    if kind == "csv":
        path.with_name(f"{path.name}.part").symlink_to("/dev/full")
    code, out, err = run("simulate", race, "-n", "3000", "--seed", "3", "--engine", "stepper", "--per-game", str(path))
    assert code == 1
    assert "error[file-unwritable]" in err
    games = int(out.split(" games")[0].rpartition(" ")[2].replace(",", ""))
    if kind == "csv":
        assert 0 < games < 3000
        assert f"the first {games:,} of 3,000 games; `-n {games}` gives the same numbers" in err
    assert not list(tmp_path.glob("games*"))


def test_what_is_broken_off_keeps_another_name(
    capsys: pytest.CaptureFixture[str], race: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = verb.choose_executor

    def impatient(*given: object) -> object:
        people = real(*given)  # type: ignore[arg-type]
        playing = people.play

        def play(games: range) -> Iterator[Summary]:
            for number, part in enumerate(playing(games)):
                if number == 2:
                    raise KeyboardInterrupt
                yield part

        people.play = play  # type: ignore[method-assign]
        return people

    monkeypatch.setattr(verb, "choose_executor", impatient)
    words = ("-n", "500", "--seed", "3", "--engine", "stepper", "--per-game", str(tmp_path / "games.csv"))
    assert main(["simulate", race, *words]) == 130
    out, err = capsys.readouterr()
    done = int(out.removeprefix("Race to Ten: ").split()[0])
    assert 1 < done < 500
    assert f"these are the first {done} of 500 games; `-n {done}` gives the same numbers.\n" in err
    assert "games.csv.part, which is not the whole" in err
    assert len((tmp_path / "games.csv.part").read_text().splitlines()) == done + 1
    assert not (tmp_path / "games.csv").exists()


# ---- engines


def test_machine_code_that_cannot_be_had(run: Run, race: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "is_native_available", lambda: False)
    said = run.refused("simulate", race, "--engine", "native")
    assert said.startswith("error[package-missing]: the native engine needs")


@pytest.mark.quick
def test_other_machines_without_their_package(run: Run, race: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "interpreter.simulate.dask_executor", None)
    said = run.refused("simulate", race, "--dask")
    assert said.startswith("error[package-missing]")
    assert 'pip install ".[dask]"' in said


@pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")
def test_machine_code_does_not_look_ahead(run: Run, race: str) -> None:
    said = run.refused("simulate", race, "--engine", "native", "--strategy", "1=search", "--strategy", "2=random")
    assert said.startswith("error[engine-cannot]: the native engine cannot play by `search`")


LOST = """
define share = 12 / (score of mover mod 4)

strategy lost "Asks too much"
  tempo
    when share > 6 : double
    when 1 / (goal - goal) is 0 : double
    otherwise : safe
"""

LOST_TOLD = """\
warning[advice-lost]: 43 times in 30 games, a line of the strategy `lost` for `tempo` could not be computed
  --> lost.rules:76:10
   |
72 | define share = 12 / (score of mover mod 4)
   |                --------------------------- a number is divided by zero
...
76 |     when share > 6 : double
   |          ^^^^^^^^^^^^^^^^^^ skipped
   = note: the line was skipped, as if its condition were not true
   = note: it first failed in game 0 of seed 3 (the first is game 0); how to see it: `groundrules explain advice-lost`
   = help: check first that the divisor is not 0

warning[advice-lost]: 56 times in 30 games, a line of the strategy `lost` for `tempo` could not be computed
  --> lost.rules:77:10
   |
77 |     when 1 / (goal - goal) is 0 : double
   |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a number is divided by zero
   = note: the line was skipped, as if its condition were not true
   = note: it first failed in game 0 of seed 3 (the first is game 0); how to see it: `groundrules explain advice-lost`
   = help: check first that the divisor is not 0

"""


@pytest.mark.parametrize(
    "engine",
    [
        "stepper",
        pytest.param("native", marks=pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")),
    ],
)
def test_advice_that_is_lost_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path, engine: str) -> None:
    path = tmp_path / "lost.rules"
    path.write_text(RACE + LOST)
    words = ["simulate", str(path), "-n", "30", "--seed", "3", "--strategy", "1=lost", "--json", "--engine", engine]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["unadvised"] == 99
    assert err.replace(str(path), "lost.rules") == LOST_TOLD
