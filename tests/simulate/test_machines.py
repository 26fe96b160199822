"""Games shared out by Dask: the numbers of one machine, whoever plays and whoever is lost.

The workers are threads of this process; set KILL_WORKERS in the environment to have a real one killed, too.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import cache as once
from pathlib import Path
from typing import Any

import pytest

from interpreter import cache
from interpreter.cli import main
from interpreter.diagnostics import Rejected
from interpreter.simulate import dask_executor
from interpreter.simulate.dask_executor import DaskExecutor
from interpreter.simulate.executors import choose_executor
from interpreter.simulate.players import STEPPER, Plan, PlayOptions
from interpreter.summary import Summary
from tests.support.small_games import RACE, race

dask: Any = pytest.importorskip("dask")
distributed: Any = pytest.importorskip("distributed")

GAMES = 900

WISHES = PlayOptions(STEPPER, per_game=True)


@once
def plan() -> Plan:
    return Plan(race().program(), ("daring", "wary"), 7)


@once
def expected() -> Summary:
    return added_up(choose_executor(plan(), GAMES, WISHES))


def added_up(people: Any, whose: Plan | None = None, games: int = GAMES) -> Summary:
    summary, rows = Summary.of((whose or plan()).program), []
    for part in people.play(range(games)):
        summary = summary.combine(part)
        rows += part.rows
    return replace(summary, rows=rows)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        processes=False,
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        protocol="tcp",
        silence_logs=50,
    ) as found:
        yield found


@pytest.fixture(scope="module")
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


@pytest.mark.parametrize("engine", ["stepper", "auto"])
def test_workers_come_to_the_numbers_of_one_machine(address: str, engine: str) -> None:
    people = DaskExecutor([plan()], replace(WISHES, engine=engine), address)
    try:
        found = added_up(people)
    finally:
        people.shutdown()
    assert found == expected()
    assert found.rows == expected().rows
    assert people.trouble == ""


def test_the_command_line_says_the_same(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    words = ["simulate", str(path), "-n", "500", "--seed", "3", "--engine", "stepper", "--json"]
    told = []
    for more in (["--workers", "1"], ["--dask", address]):
        assert main([*words, *more]) == 0
        told.append(without_seconds(json.loads(capsys.readouterr().out)))
    assert told[0] == told[1]


def test_a_sweep_says_the_same(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    words = ["sweep", str(path), "--over", "goal=8,10", "--over", "six=stays,jumps", "--over", "players=2,3"]
    told = []
    for more in (["--workers", "1"], [f"--dask={address}"]):
        assert main([*words, "-n", "250", "--seed", "3", "--engine", "stepper", "--json", *more]) == 0
        out, err = capsys.readouterr()
        told.append(without_seconds(json.loads(out)))
        assert err == ""
    assert told[0] == told[1]
    assert len(told[0]["combinations"]) == 8


def without_seconds(told: Any) -> Any:
    """The same without what differs from run to run."""
    if isinstance(told, list):
        return [without_seconds(each) for each in told]
    if isinstance(told, dict):
        return {name: without_seconds(each) for name, each in told.items() if "second" not in name}
    return told


def test_when_workers_go_away_during_a_sweep_the_rest_is_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [Plan(race().program(players=players), ("default",) * players, 7) for players in (2, 3, 4)]
    with distributed.LocalCluster(
        processes=False, n_workers=1, dashboard_address="127.0.0.1:0", protocol="tcp", silence_logs=50
    ) as short:
        people = DaskExecutor(plans, WISHES, short.scheduler_address)
        monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT", 1)
        found = []
        for number, executor in enumerate(people.share_games(range(250))):
            found.append(added_up(executor, plans[number], 250))
            if number == 0:
                short.scale(0)
        people.shutdown()
    assert people.trouble
    assert found == [added_up(choose_executor(each, 250, WISHES), each, 250) for each in plans]


def test_a_worker_of_another_version_is_refused_by_name(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "find_worker_version", lambda: "0.0.1 (deadbeef)")
    with pytest.raises(Rejected) as caught:
        DaskExecutor([plan()], WISHES, address)
    first = caught.value.diagnostics[0]
    assert first.code == "worker-version"
    assert "tcp://" in first.message
    assert "has groundrules 0.0.1 (deadbeef)" in first.message
    assert cache.compute_release() in first.label


def test_a_worker_that_came_later_is_held_to_it_too(address: str) -> None:
    assert dask_executor.play_at_worker(b"", None, "another version", range(1)) == dask_executor.VersionMismatch(
        cache.compute_release()
    )


@pytest.mark.parametrize("wrong", ["tcp://127.0.0.1:9", "nonsense", "tcp://"])
def test_an_address_that_does_not_answer(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT", 0.3)
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    assert main(["simulate", str(path), "-n", "50", f"--dask={wrong}"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error[dask-unreachable]")
    assert "Traceback" not in err


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT", 0.3)
    with (
        distributed.LocalCluster(
            processes=False, n_workers=0, dashboard_address="127.0.0.1:0", protocol="tcp", silence_logs=50
        ) as empty,
        pytest.raises(Rejected) as caught,
    ):
        DaskExecutor([plan()], WISHES, empty.scheduler_address)
    assert [each.code for each in caught.value.diagnostics] == ["workers-missing"]


def test_a_scheduler_that_dies_is_told_by_one_sentence_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    with (
        dask.config.set({"distributed.comm.timeouts.connect": 1}),
        distributed.LocalCluster(
            processes=False, n_workers=1, dashboard_address="127.0.0.1:0", protocol="tcp", silence_logs=False
        ) as short,
    ):
        learn = DaskExecutor._learn

        def dies(people: DaskExecutor, told: dask_executor.WorkerResult) -> None:
            learn(people, told)
            short.sync(short.scheduler.close)

        monkeypatch.setattr(DaskExecutor, "_learn", dies)
        monkeypatch.setattr(dask_executor, "CONNECT_TIMEOUT", 1)
        words = ["simulate", str(path), "-n", str(GAMES), "--seed", "3", "--engine", "stepper"]
        capfd.readouterr()
        assert main([*words, f"--dask={short.scheduler_address}"]) == 0
        assert capfd.readouterr().err.startswith("Played here from then on: ")


@pytest.mark.skipif("KILL_WORKERS" not in os.environ, reason="takes long; set KILL_WORKERS to run it")
def test_what_a_killed_worker_had_is_played_again() -> None:
    people = DaskExecutor([plan()], replace(WISHES, workers=2))
    summary = Summary.of(plan().program)
    for number, part in enumerate(people.play(range(GAMES))):
        summary = summary.combine(part)
        if number == 0:
            victim = next(iter(people.cluster.workers.values()))
            os.kill(victim.process.pid, signal.SIGKILL)
    people.shutdown()
    assert summary == expected()
    assert people.trouble == ""
