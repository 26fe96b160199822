"""`groundrules web` at the terminal: what it prints, what it refuses, and how it ends. Pages are tried in tests/web."""

from __future__ import annotations

import errno
import os
import signal
import socket
from pathlib import Path

import pytest
from websockets.sync.client import connect

from interpreter.web.server import listen
from tests.support.command import Run
from tests.support.served import PATIENCE, read_links, receive_question, send, start_server


def test_it_tells_the_links_and_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    server = start_server(["two_dice", "--seat", "blue=bot", "--save", str(tmp_path / "game.toml")], tmp_path)
    links = read_links(server)
    assert list(links) == ["Red", "Spectators", "Host"]
    with connect(links["Host"].replace("http", "ws") + "/socket", origin=links["Host"].split("/t/")[0]) as host:
        send(host, again="swap")
        while "bot" not in receive_question(host)["seats"][0]:
            pass  # until the other game has begun, in which red sits on the next seat
    with connect(links["Red"].replace("http", "ws") + "/socket", origin=links["Host"].split("/t/")[0]) as red:
        while not ((state := receive_question(red))["question"]["mine"] and state["seats"][1]["mine"]):
            pass
        send(red, say="")
        receive_question(red)
    server.send_signal(signal.SIGINT)
    told, _ = server.communicate(timeout=PATIENCE)
    assert told.strip() == f"Game saved. Continue any time with: groundrules web --resume {tmp_path}/game-2.toml"
    assert server.returncode == 130
    first, second = (tmp_path / each for each in ("game.toml", "game-2.toml"))
    assert 'seats = ["bot' in second.read_text()
    assert len(second.read_text().split("[moves]")[1].split()) > 1 >= len(first.read_text().split("[moves]")[1].split())


@pytest.mark.quick
def test_a_port_that_is_taken_is_told_and_by_itself_another_is_found(run: Run, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        said = run.refused("web", "two_dice", "--no-save", "--no-browser", "--port", port)
        assert f"error[address-unusable]: port {port} is already in use" in said


@pytest.mark.quick
def test_a_port_that_the_system_refuses_is_told_with_its_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(host: str, port: int) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("interpreter.web.server.listen", refuse)
    said = run.refused("web", "two_dice", "--no-save", "--no-browser", "--port", "80")
    assert "error[address-unusable]: port 80 cannot be used: Permission denied" in said


def test_a_game_of_bots_is_for_who_looks_on_and_is_not_kept(tmp_path: Path) -> None:
    server = start_server(["going_to_boston", "--seed", "7", "--seat", "all=bot"], tmp_path)
    links = read_links(server)
    assert list(links) == ["Spectators", "Host"]
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=PATIENCE)
    assert os.listdir(tmp_path) == []
