"""What a workbench is asked over its socket: every question has an answer, and what fails says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from interpreter.source import MOST_CHARACTERS
from interpreter.web import Bench, Folder
from interpreter.web.folder import mark_of
from tests.support.served import PATIENCE, send, serving_bench
from tests.support.small_games import RACE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench")


@pytest.fixture(scope="module")
def bench(folder: Path) -> Bench:
    return Bench(Folder(folder))


@pytest.fixture(scope="module")
def page(bench: Bench) -> Iterator[ClientConnection]:
    with serving_bench(bench) as link:
        origin = link.partition("/t/")[0]
        with connect(f"{link.replace('http', 'ws')}/socket", origin=origin) as opened:  # type: ignore[arg-type]
            yield opened


def ask(page: ClientConnection, **message: object) -> dict[str, Any]:
    """All that is answered to a message."""
    send(page, id=1, **message)
    answers: dict[str, Any] = {}
    while "last" not in answers:
        answers |= json.loads(page.recv(PATIENCE))
    return answers


@pytest.mark.parametrize(
    "message",
    [
        {"do": "save", "name": "own/a.rules", "text": 'game x "\ud800"', "mark": ""},
        {"do": "save", "name": "own/a.rules", "text": "x" * (MOST_CHARACTERS + 1), "mark": ""},
        *[{"do": do, "name": "own/\ud800.rules", "text": RACE} for do in ("open", "check", "play", "changes")],
        *[{"do": do, "name": "own/loop.rules", "text": ""} for do in ("open", "play")],
        *[{"do": "play", "name": name, "text": "game"} for name in ("own/a.rules", "own/../a.rules", 7)],
        *[{"do": do} for do in ("open", "save", "check", "never heard of", 7, None)],
    ],
    ids=str,
)
def test_what_cannot_be_done_is_answered(page: ClientConnection, folder: Path, message: dict[str, object]) -> None:
    loop = folder / "loop.rules"
    if not loop.is_symlink():
        loop.symlink_to(loop)
        (folder / "\udcff.rules").write_text(RACE)
    assert "bug" not in ask(page, **message)["trouble"]
    assert ask(page, do="list")["files"]
    assert ask(page, do="check", name="own/loop.rules", text=RACE)["sound"]


def test_a_bug_is_answered_too(page: ClientConnection, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_list", lambda: 1 / 0)
    assert "bug" in ask(page, do="list")["trouble"]


def test_a_save_whose_answer_was_lost_can_be_sent_again(page: ClientConnection, folder: Path) -> None:
    save = {"do": "save", "name": "own/race.rules", "text": RACE, "mark": ""}
    assert ask(page, **save)["mark"] == ask(page, **save)["mark"] == mark_of(RACE)
    assert (folder / "race.rules").read_text() == RACE


def test_a_game_is_checked_by_the_worker(page: ClientConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.workshop.texts.check_game", None)
    assert ask(page, do="play", name="own/race.rules", text=RACE)["url"].startswith("/t/")
