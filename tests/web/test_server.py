"""The server of a table: who gets in, what is refused, and that all see what happens."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages.saved import saved_stopped
from interpreter.files import SECRET_BYTES, read_or_make_secret
from interpreter.web import guard, server
from interpreter.web.guard import MESSAGES_AT_ONCE, MOST_MESSAGE_BYTES
from interpreter.web.hall import count_paces
from interpreter.web.links import Links, draw_code, format_code
from tests.support.games_alike import DUEL
from tests.support.seated import table_of
from tests.support.served import PATIENCE, Served, receive, receive_question, send, serving
from tests.support.small_games import PASSING

pytestmark = pytest.mark.quick

NOWHERE = """game nowhere "Nowhere"
players 1
phase game
  count steps
  repeat turn until steps > 5
  win lowest of all player
phase turn in game
  set steps to 0
"""
"""A game that never comes to its end, and asks nobody anything."""


@pytest.fixture(scope="module")
def duel() -> Iterator[Served]:
    with serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served:
        yield served


def fetch(served: Served, path: str, **headers: str) -> http.client.HTTPResponse:
    asking = http.client.HTTPConnection(served.address, timeout=PATIENCE)
    asking.request("GET", path, headers=headers)
    return asking.getresponse()


# ---- playing


def test_what_one_does_all_others_see() -> None:
    with (
        serving(table_of(DUEL, {0: "Anna", 1: "Ben"})) as served,
        served.connect("seat0") as anna,
        served.connect("seat1") as ben,
        served.connect("spectators") as bench,
    ):
        assert receive_question(anna)["question"]["mine"]
        assert not receive_question(ben)["question"]["mine"]
        number = receive_question(bench)["number"]
        send(anna, say="")
        while not receive(ben, "state")["question"]["mine"]:
            pass
        assert receive(bench, "state")["number"] > number
        send(ben, say="why")
        assert receive(ben, "said")["lines"]
        send(ben, why=0)
        assert receive(ben, "why") == 0


def test_an_only_answer_is_held_up_for_whom_it_is_given_until_they_go_on() -> None:
    with (
        serving(table_of(PASSING, {0: "Anna", 1: "Ben"}), pace=60) as served,
        served.connect("seat0") as anna,
        served.connect("seat1") as ben,
    ):
        for page, line in ((anna, ""), (ben, ""), (anna, "3 of Clubs")):
            while not receive(page, "state")["question"]["mine"]:
                pass
            send(page, say=line)
        while not (pictures := receive(ben, "pictures")):
            pass
        assert [each["lines"] for each in pictures] == [["Ben plays 2 of Clubs. (The only choice.)"]]
        assert pictures[0]["for"] == 240_000
        send(ben, looked=True)
        assert receive(anna, "state")["question"]["text"] == "Ben is choosing."
        assert "Ben plays 2 of Clubs." in str(receive(anna, "state")["story"])


def test_another_game_begins_when_all_who_play_agree() -> None:
    table = table_of(DUEL, {0: "Anna", 1: "Ben"})
    while not table.session.over:
        table.session.step(lambda stop, view: stop.offered[0])
    with (
        serving(table) as served,
        served.connect("seat0") as anna,
        served.connect("seat1") as ben,
    ):
        assert receive(ben, "state")["result"]
        send(anna, again="swap")
        proposal = {"text": "Anna wants to play again, with seats swapped.", "mine": True}
        assert receive(ben, "state")["proposal"] == proposal
        send(ben, say="refuse")
        while (state := receive(anna, "state"))["proposal"] is None or state["proposal"]["text"].startswith("Anna"):
            pass
        assert state["proposal"]["text"] == "Ben does not agree, so it stays as it is."
        send(ben, again="again")
        while receive(anna, "state")["proposal"]["text"] != "Ben wants to play again.":
            pass
        send(anna, say="agree")
        while receive(ben, "state")["result"] is not None:
            pass


def test_what_is_told_stays_as_long_as_it_takes_to_read_it() -> None:
    assert [count_paces(lines) for lines in (0, 1, 3, 40)] == [0, 1, 3, 8]
    assert [count_paces(lines, held) for lines, held in ((1, 1), (3, 1), (40, 1), (3, 2))] == [4, 8, 18, 16]


def test_who_comes_back_sees_the_game_as_it_is(duel: Served) -> None:
    with duel.connect("seat0") as anna:
        first = receive_question(anna)
    with duel.connect("seat0") as anna:
        assert receive_question(anna) == first


def test_only_the_host_gets_the_links(duel: Served) -> None:
    with duel.connect("host") as host:
        links = receive(host, "links")
    assert {key: links[key] for key in ("seat0", "seat1", "spectators")} == {
        key: duel.link(key) for key in ("seat0", "seat1", "spectators")
    }
    assert "host" not in links
    host, anna = (duel.links.tokens[each] for each in ("host", "seat0"))
    assert fetch(duel, f"/t/{host}/code/seat1").read().startswith(b"<?xml")
    assert fetch(duel, f"/t/{anna}/code/seat1").status == 404


def test_the_same_game_has_the_same_links_and_no_other_has() -> None:
    first, again = (Links(b"secret", "evening", ["seat0", "host"]).tokens for _ in range(2))
    assert first == again
    others = (Links(b"secret", "morning", ["seat0", "host"]), Links(b"other", "evening", ["seat0", "host"]))
    words = {*first.values(), *(word for each in others for word in each.tokens.values())}
    assert len(words) == 6
    assert all(len(word) == 24 for word in words)


def test_the_secret_of_the_links_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret"
    secret = read_or_make_secret(path)
    assert read_or_make_secret(path) == secret
    assert len(secret) == SECRET_BYTES
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(secret[:5])
    assert len(read_or_make_secret(path)) == SECRET_BYTES


def test_links_are_drawn_as_codes() -> None:
    assert b"<path" in draw_code("http://192.0.2.7:8137/t/abc")
    assert "█" in format_code("http://192.0.2.7:8137/t/abc") or "▄" in format_code("http://192.0.2.7:8137/t/abc")


@pytest.mark.parametrize(
    ("error", "told"),
    [(Rejected([saved_stopped("evening.toml", "no space left")]), "no space left"), (ZeroDivisionError("0"), "bug")],
)
def test_a_game_that_cannot_be_kept_or_has_met_a_bug_stops_and_says_so(error: Exception, told: str) -> None:
    def fail(entry: object) -> None:
        raise error

    table = table_of(DUEL, {0: "Anna", 1: "Ben"})
    with serving(table) as served, served.connect("seat0") as anna, served.connect("seat1") as ben:
        receive_question(anna)
        table.keep = served.hall.party.faces["seat0"].keep = fail
        send(anna, say="")
        assert told in receive(ben, "trouble")


# ---- attacks


def is_closed_after(page: ClientConnection, messages: list[dict[str, object]]) -> bool:
    """Whether a connection ends over some messages."""
    try:
        for message in messages:
            send(page, **message)
        while True:
            page.recv(timeout=PATIENCE)
    except ConnectionClosed:
        return True


@pytest.mark.parametrize("token", ["", "x", "0" * 24, "../host", "%00", "ü" * 8])
def test_a_guessed_link_opens_nothing(duel: Served, token: str) -> None:
    with pytest.raises((InvalidStatus, UnicodeError)):
        duel.connect_to(token)
    assert fetch(duel, f"/t/{token.encode().hex() or 'x'}").status == 404


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_page_from_elsewhere_opens_no_socket(duel: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus):
        duel.connect_to(duel.links.tokens["seat0"], origin)


def test_a_name_that_somebody_points_at_this_machine_gets_nothing(duel: Served) -> None:
    path = f"/t/{duel.links.tokens['seat0']}"
    assert fetch(duel, path).status == 200
    assert fetch(duel, path, Host="evil.example").status == 421
    assert fetch(duel, path, Host=f"localhost:{duel.opening.port}").status == 200


@pytest.mark.parametrize(
    "path",
    [
        *["/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py", "/static//etc/passwd"],
        *["/static/....//server.py", "/static/%2fetc%2fpasswd", "/static/..\\server.py", "/static/table.js%00"],
    ],
)
def test_no_path_leads_out_of_the_page(duel: Served, path: str) -> None:
    assert fetch(duel, path).status in (400, 404, 405)


def test_every_answer_says_what_a_page_may_do(duel: Served) -> None:
    for path in ("/", "/static/table.js", "/nowhere", f"/t/{duel.links.tokens['host']}"):
        answer = fetch(duel, path)
        assert answer.headers["Content-Security-Policy"] == guard.POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "server" not in answer.headers
    assert "unsafe" not in guard.POLICY


def test_a_message_of_a_megabyte_ends_its_connection_and_no_other(duel: Served) -> None:
    with duel.connect("seat0") as anna, duel.connect("seat1") as ben:
        receive_question(anna)
        assert is_closed_after(anna, [{"say": "x" * 1_000_000}])
        send(ben, say="why")
        assert receive(ben, "said")
    assert MOST_MESSAGE_BYTES < 1_000_000


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"say"', "[" * 5_000, '{"say": 7', "\0"])
def test_what_is_no_message_ends_the_connection(duel: Served, text: str) -> None:
    with duel.connect("seat0") as anna:
        receive_question(anna)
        anna.send(text)
        with pytest.raises(ConnectionClosed):
            receive(anna, "said")


@pytest.mark.parametrize("text", ['{"say": 7}', '{"why": "x"}', '{"why": []}', "{}", '{"why": 99999999999999999999}'])
def test_a_message_that_says_nothing_changes_nothing(duel: Served, text: str) -> None:
    with duel.connect("seat0") as anna:
        number = receive_question(anna)["number"]
        anna.send(text)
        send(anna, say="show")
        assert receive(anna, "said")
        assert duel.hall.party.number == number


def test_a_flood_ends_its_connection(duel: Served) -> None:
    with duel.connect("seat0") as anna:
        receive_question(anna)
        assert is_closed_after(anna, [{"say": "show"}] * (3 * MESSAGES_AT_ONCE))


def test_of_too_many_connections_the_last_are_refused(duel: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_CONNECTIONS", 3)
    with ExitStack() as held:
        for _ in range(3):
            receive_question(held.enter_context(duel.connect("spectators")))
        with pytest.raises(InvalidStatus), duel.connect("spectators"):
            pass


@pytest.mark.parametrize("limit", ["MOST_PER_LINK", "MOST_PER_ADDRESS"])
def test_one_guest_with_many_connections_shuts_nobody_out(
    duel: Served, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(guard, limit, 3)
    with ExitStack() as held:
        pages = [held.enter_context(duel.connect("spectators")) for _ in range(3)]
        newest = held.enter_context(duel.connect("spectators" if limit == "MOST_PER_LINK" else "seat1"))
        with duel.connect("seat0") as anna:
            assert receive_question(anna)
            assert receive_question(newest)
        with pytest.raises(ConnectionClosed) as closed:
            receive(pages[0], "never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == guard.CLOSE_CODE_CROWDED


def test_who_connects_and_asks_nothing_is_sent_away(duel: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_IDLE_SECONDS", 1)
    with duel.connect("seat0") as anna:
        receive_question(anna)
        with socket.create_connection(("127.0.0.1", duel.opening.port), timeout=PATIENCE) as idle:
            assert idle.recv(10) == b""
        send(anna, say="show")
        assert receive(anna, "said")


def connect_idle(served: Served, number: int) -> list[socket.socket]:
    return [socket.create_connection(("127.0.0.1", served.opening.port), timeout=PATIENCE) for _ in range(number)]


def test_a_thousand_connections_keep_nobody_from_playing(duel: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="how many files may be open is told by such systems only")
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 3_000:
        pytest.skip("too few files may be open at once here")
    with duel.connect("seat0") as anna:
        receive_question(anna)
        held = connect_idle(duel, 1_000)
        try:
            send(anna, say="show")
            assert receive(anna, "said")
            monkeypatch.setattr(server, "MOST_IDLE_SECONDS", 1)
            assert all(each.recv(10) == b"" for each in held)
            with duel.connect("seat1") as ben:
                assert receive_question(ben)
        finally:
            for each in held:
                each.close()


def test_a_game_whose_rules_lead_nowhere_is_told_as_such() -> None:
    with serving(table_of(NOWHERE, {0: "Anna"})) as served, served.connect("seat0") as anna:
        state = receive(anna, "state")
        while state["question"] is not None:
            state = receive(anna, "state")
        assert "cannot go on" in state["result"]["text"]
