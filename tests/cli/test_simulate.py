"""`groundrules simulate`: what it prints, what it refuses, how it is interrupted."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest

from interpreter.api import load, read
from interpreter.cli import main
from interpreter.cli.reports.statistics import count_digits, draw_histogram
from interpreter.cli.terminal import working
from interpreter.cli.terminal.working import with_progress
from interpreter.simulate import players
from interpreter.summary import Summary
from interpreter.tally import Tally
from tests.support.command import COMMAND, Run, Terminal, watch
from tests.support.small_games import ENDLESS, RACE


def without_time(result: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in result.items() if name not in ("seconds", "games_per_second", "exact")}


# ---- what it prints


def test_exact_means_stand_beside_those_of_the_games(run: Run) -> None:
    words = ("simulate", "pig", "-n", "30", "--seed", "7", "--set", "goal=30")
    for _ in ("found", "kept"):
        lines = run.text(*words).splitlines()
        first = next(at for at, line in enumerate(lines) if line.startswith("measure"))
        assert lines[first].split()[2:4] == ["mean", "exact"]
        cells = {line.split()[0]: line.split()[2:6] for line in lines[first + 1 : first + 6]}
        assert cells["turns"][3] == "9.5250"
        assert "9.5250" not in cells["gained"], "that of the first turn alone is not shown"
        turns = run.data(*words)["exact"]["turns"]  # type: ignore[index]
        assert float(Fraction(turns["exact"])) == turns["mean"] == pytest.approx(9.525, abs=1e-4)
    assert run.data(*words, "--strategy", "all=random")["exact"] == {}
    assert "exact" not in run.text(*words, "--strategy", "all=random")
    said = run.text("simulate", "craps", "-n", "30", "--seed", "7")
    edge = next(line for line in said.splitlines() if line.startswith("house edge"))
    assert edge.split()[-1] == f"{7 / 495:.4f}", "what the house keeps of each stake"


@pytest.mark.quick
def test_json_is_what_the_python_interface_gives(run: Run) -> None:
    result = run.data("simulate", "two_dice", "-n", "30", "--seed", "7")
    expected = load("two_dice").simulate(30, seed=7).to_dict()
    assert without_time(result) == without_time(json.loads(json.dumps(expected)))
    assert isinstance(result["seconds"], float)
    assert isinstance(result["games_per_second"], float)


@pytest.mark.quick
def test_options_players_strategies_and_seed_are_used(run: Run, race: str) -> None:
    words = (race, "-n", "40", "--seed", "3", "--set", "goal=20", "--set", "six=stays", "--players", "3")
    result = run.data("simulate", *words, "--strategy", "2=daring", "--strategy", "all=wary")
    assert result["options"] == {"goal": 20, "six": "stays"}
    assert result["players"] == 3
    assert result["strategies"] == {"Player 1": "wary", "Player 2": "daring", "Player 3": "wary"}
    same = read(RACE).simulate(40, 3, {"goal": 20, "six": "stays"}, 3, {"all": "wary", "2": "daring"})
    assert result["measures"] == json.loads(json.dumps(same.to_dict()["measures"]))
    assert result["rows"] == same.rows


def test_workers_change_nothing(run: Run, race: str) -> None:
    alone = run.data("simulate", race, "-n", "90", "--seed", "3", "--workers", "1")
    shared = run.data("simulate", race, "-n", "90", "--seed", "3", "--workers", "2")
    assert without_time(alone) == without_time(shared)


def test_the_text_has_the_same_figures(run: Run, race: str) -> None:
    result = read(RACE).simulate(400, seed=3, options={"goal": 20})
    text = run.text("simulate", race, "-n", "400", "--seed", "3", "--set", "goal=20")
    assert text.startswith("Race to Ten: 400 games, seed 3\nPlayer 1 wins 58.5 %, Player 2 41.5 %; 8.09 turns")
    assert "\nplayers: 2\noptions: goal = 20\n" in text
    gain = result.measures["gain"]
    assert gain.mean is not None
    assert gain.stderr is not None
    line = next(line for line in text.splitlines() if line.startswith("gain"))
    digits = count_digits(gain.mean, gain.stderr)
    assert line.split()[:8] == [
        "gain",
        "turn",
        f"{float(gain.mean):.{digits}f}",
        "±",
        f"{gain.stderr:.{digits}f}",
        "4.3333",
        "0",
        "12",
    ]
    share = result.winners["Player 1"] or 0
    error = sqrt(share * (1 - share) / 399)
    assert re.search(rf"^Player 1 +{100 * share:.1f} % +± {100 * error:.1f}$", text, re.MULTILINE)
    heads = ["measure", *result.measures]
    assert [line.split()[0] for line in text.splitlines() if line.split()[:1] in [[each] for each in heads]] == heads
    rows = [line.split("  ")[0] for line in text.splitlines() if re.match(r"(steps|rule)", line)]
    assert rows[0] == max(result.rows, key=lambda name: (result.rows[name], name == "rule walk"))
    assert re.search(r"^400 games in [0-9.]+ s, [0-9,]+ a second \([a-z ]+\)$", text, re.MULTILINE)


def test_strategies_that_differ_are_named(run: Run, race: str) -> None:
    said = run.text("simulate", race, "-n", "5", "--seed", "1", "--strategy", "2=daring")
    assert "strategies: Player 1 default, Player 2 daring\n" in said


def test_rules_that_never_came_are_named(run: Run) -> None:
    assert "never: rule choose_order\n" in run.text("simulate", "two_dice", "-n", "3", "--seed", "1")


def test_without_a_seed_one_is_chosen_and_shown(run: Run, race: str) -> None:
    seeds = {run.data("simulate", race, "-n", "1")["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_small_histograms() -> None:
    assert draw_histogram({0: 8, 1: 4, 3: 1}) == "█▄ ▁"
    assert draw_histogram({7: 1}) == "█"
    assert draw_histogram({0: 1_000_000, 1: 1}) == "█▁"
    assert len(draw_histogram(dict.fromkeys(range(1000), 1))) <= 24
    wide = draw_histogram({0: 3, 1: 3, 47: 6})
    assert wide == "█" + " " * 22 + "█", "two values to a bar"


@pytest.mark.parametrize(
    ("samples", "digits"), [([1, 2] * 200, 3), ([1000, 0] * 10, 0), ([0, 10**6], 0), ([5, 5], 0), ([5], 0)]
)
def test_figures_have_the_digits_that_matter(samples: list[int], digits: int) -> None:
    tally = Tally()
    for sample in samples:
        tally.add_game([sample])
    assert tally.mean is not None
    assert count_digits(tally.mean, tally.stderr) == digits


def test_a_terminal_without_the_letters_gets_others(race: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", shown)
    assert main(["simulate", race, "-n", "50", "--seed", "3"]) == 0
    text = shown.buffer.getvalue()  # type: ignore[attr-defined]
    assert b"#" in text
    assert b" ? " in text, "for a plus-minus sign"
    assert text.isascii()


# ---- what it refuses


@pytest.mark.parametrize(("text", "games"), [("7", 7), ("0_7", 7), ("1e1", 10), ("2E1", 20), ("0,012", 12)])
def test_numbers_are_read_as_people_write_them(run: Run, race: str, text: str, games: int) -> None:
    assert run.data("simulate", race, "-n", text, "--seed", "1")["games"] == games


@pytest.mark.quick
def test_several_mistakes_are_told_at_once(run: Run, race: str) -> None:
    words = ("--strategy", "7=daring", "--strategy", "1=x")
    err = run.refused("simulate", race, *words)
    assert err.count("error[") == 2


def test_a_ruleset_with_mistakes_is_not_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text(RACE.replace("do steps", "do stepps"))
    assert run.refused("simulate", str(path), "-n", "5", code=1).startswith("error[unknown-name]")


@pytest.mark.quick
def test_a_game_that_breaks_is_told_with_its_seed_and_number(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(RACE.replace("gained : 0..24", "gained : 0..5"))
    err = run.refused("simulate", str(path), "-n", "50", "--seed", "2", code=1)
    assert err.startswith("error[game-failed]")
    assert re.search(r"it was game \d+ of seed 2", err)
    assert f"{path}:" in err


def test_house_rules_that_break_a_game_are_named(run: Run, tmp_path: Path, race: str) -> None:
    house = tmp_path / "breaks.rules"
    house.write_text('house_rules breaks "Breaks" for race\n\nchange phase turn\n  keep gained : 0..5 = 0\n')
    said = run.refused("simulate", race, "-n", "50", "--seed", "2", "--house", str(house), code=1)
    assert re.search(r"it was game \d+ of seed 2, with `--house breaks`", said)


# ---- games that do not end


@pytest.fixture
def endless(tmp_path: Path) -> str:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS)
    return str(path)


@pytest.mark.parametrize("strategy", ["default", "random"])
def test_after_a_game_that_does_not_end_stands_what_the_games_before_it_came_to(
    run: Run, capsys: pytest.CaptureFixture[str], endless: str, strategy: str
) -> None:
    words = ["simulate", endless, "--seed", "7", "--strategy", f"all={strategy}", "--most-stops", "2000"]
    code, out, err = run(*words, "-n", "300")
    assert code == 1
    assert out.startswith("It Does Not End: 4 games, seed 7\n")
    assert "error[game-failed]: after 2,000 rolls, draws and choices the game has not ended\n" in err
    assert f"the loop: turn ({endless}:9), then turn ({endless}:10)" in err
    assert "it was game 4 of seed 7" in err
    assert err.endswith(
        "The figures are for the games before that one: the first 4 of 300 games; `-n 4` gives the same numbers.\n"
    )
    assert main([*words, "-n", "300", "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    (told,) = result.pop("diagnostics")
    assert told["code"] == "game-failed"
    assert without_time(run.data(*words, "-n", "4")) | {"engine": ""} == without_time(result) | {"engine": ""}


def test_where_the_first_game_does_not_end_there_are_no_figures(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS.replace("until die is 5 and stuck is 0", "until die is 7 - 5 and die is 3"))
    code, out, err = run("simulate", str(path), "-n", "10")
    assert code == 1
    assert out == ""
    assert err.endswith("No games ended before that one, so there are no figures.\n")


def test_more_stops_let_a_game_go_on(capsys: pytest.CaptureFixture[str], race: str) -> None:
    words = ["simulate", race, "-n", "50", "--seed", "5"]
    assert main([*words, "--most-stops", "6"]) == 1
    assert main([*words, "--most-stops", "1e6"]) == 0
    assert main([*words, "--most-stops", "0"]) == 2


# ---- who plays, and how far it has come


def test_that_the_stepper_plays_is_said_at_once_and_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, race: str
) -> None:
    heard: list[str] = []
    real = players.StepperPlayer.play

    def play(player: players.StepperPlayer, games: range) -> Summary:
        heard.append(capsys.readouterr().err)
        return real(player, games)

    monkeypatch.setattr(players.StepperPlayer, "play", play)
    begins = "The plain engine (stepper) plays, which is slower: "
    assert main(["simulate", race, "-n", "10", "--strategy", "1=search@1", "--strategy", "2=search@2", "--json"]) == 0
    assert heard[0] == f"{begins}machine code does not play the strategies `search@1` and `search@2`.\n"
    assert not any(heard[1:])
    monkeypatch.setattr(players, "is_native_available", lambda: False)
    heard.clear()
    assert main(["simulate", race, "-n", "150"]) == 0
    assert heard[0] == f"{begins}machine code needs llvmlite, which is not installed.\n"
    heard.clear()
    assert main(["simulate", race, "-n", "20"]) == 0
    assert main(["simulate", race, "-n", "150", "--engine", "stepper", "--strategy", "all=random"]) == 0
    assert not any(heard), "nothing else was to play"


@pytest.mark.skipif(not players.is_native_available(), reason="llvmlite is not installed")
def test_machine_code_that_cannot_be_made_is_told_of_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, race: str
) -> None:
    def fail(player: players.NativePlayer) -> None:
        raise RuntimeError("no code")

    monkeypatch.setattr(players.NativePlayer, "prepare", fail)
    assert main(["simulate", race, "-n", "150"]) == 0
    assert capsys.readouterr().err == (
        "The plain engine (stepper) plays, which is slower: no machine code can be made here (no code).\n"
    )


def test_the_bar_is_there_before_the_first_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    def parts() -> Iterator[Summary]:
        for _ in range(600):
            if "0/10" in terminal.getvalue():
                break
            time.sleep(0.1)
        assert "0/10" in terminal.getvalue()
        yield Summary(games=1)

    assert len(list(with_progress(parts(), 10))) == 1


# ---- as somebody would run it


def heed_interrupts() -> None:
    """Whoever runs the tests in the background may have had Ctrl-C ignored; the command is not to."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(words: list[str], after: float) -> tuple[int, str, str]:
    """Press Ctrl-C so many seconds after a command was begun: its exit code and what it printed."""
    process = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    time.sleep(after)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out, err


def test_ctrl_c_prints_what_is_done_and_how_to_get_it_again(race: str) -> None:
    words = ["simulate", race, "-n", "10_000_000", "--seed", "5", "--json", "--workers", "2", "--engine", "stepper"]
    for after in (3, 10, 30):
        code, out, err = interrupted(words, after)
        if code == -signal.SIGINT:
            continue  # Python itself had not started
        assert code == 130, err
        assert "Traceback" not in err
        if out and json.loads(out)["games"]:
            break
    result = json.loads(out)
    assert 0 < result["games"] < 10_000_000
    assert err == (
        f"Interrupted: these are the first {result['games']:,} of 10,000,000 games; "
        f"`-n {result['games']}` gives the same numbers.\n"
    )
    again = read(RACE).simulate(result["games"], seed=5)
    assert result["measures"] == json.loads(json.dumps(again.to_dict()["measures"]))


def test_a_terminal_gets_a_bar_and_a_pipe_does_not(race: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["simulate", race, "-n", "25000", "--seed", "5", "--engine", "stepper", "--workers", "1"]
    watched = watch(words)
    assert watched.code == 0
    assert b"25000/25000" in watched.drawn
    assert b"games/s" in watched.drawn
    assert watched.printed.startswith(b"Race to Ten: 25,000 games")
    monkeypatch.setattr(working, "DELAY", 0)
    assert run("simulate", race, "-n", "500", "--engine", "stepper", "--workers", "1").err == ""
