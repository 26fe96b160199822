"""Saved games whose rules have changed; replays, and the list of games."""

from __future__ import annotations

import json
import re
import time

import pytest

from interpreter.play.session import HAND, TOTAL, Session
from interpreter.saved.transcript import moment_to_object
from interpreter.stepper import Stepper
from tests.support.saved_games import TYPED, WORDS, Ground
from tests.support.shipped import load
from tests.support.small_games import RACE
from tests.tools.kill_a_game import moves_of

SLOW = """\
house_rules slow "Slow" for race

change table steps
  5 : say "Slow." was walk total of die
"""


# ---- the rules have changed


def test_a_game_whose_rules_have_changed_says_so(ground: Ground) -> None:
    path = ground.saved(["1", "", "2"])
    ground.rules(RACE.replace("Nothing.", "Nothing at all."))
    text = ground("resume", path)
    assert "warning[saved-changed]: the ruleset" in text
    assert "only in its wording" in text
    ground.rules(RACE.replace("2 * far", "3 * far"))
    assert "and may play differently now" in ground("replay", path)
    ground.rules(RACE.replace("1d6", "1d8").replace("6      :", "6..8   :"))
    text = ground("resume", path)
    assert "error[saved-move]: entry 2 of this saved game is impossible: seed 3 gives 6 here, not 5" in text
    assert "= note: the rules have changed since then" in text


def test_the_first_point_where_two_rules_part(ground: Ground) -> None:
    path = ground.saved(["1", "", "2", ""])
    other = ground.rules(RACE.replace("2..5   : walk", "2..4   : walk").replace("6      :", "5..6   :"), "other")
    text = ground("replay", path, "--against", other)
    assert re.match(r"The games part at entry 2 \(game\.toml:\d+:5\)\.\n", text)
    assert "  Anna goes 5.\n" in text
    assert "  A jump!\n" in text
    same = ground.rules(RACE.replace("6      : jump", "6      : walk 6"), "same")
    found = json.loads(ground("replay", path, "--against", same, "--json"))
    assert found["parts_at"] == 4
    assert "the game is the same: 4 entries" in ground("replay", path, "--against", ground.folder / "race.rules")
    house = ground.folder / "slow.rules"
    house.write_text(
        'house_rules slow "Slow" for race\n\nchange table steps\n  2 : say "Nothing." was walk total of die\n'
    )
    assert "under slow the game is the same" in ground("replay", path, "--house", house)


@pytest.mark.quick
def test_house_rules_are_kept_with_the_game(ground: Ground) -> None:
    house = ground.folder / "slow.rules"
    house.write_text(SLOW)
    path = ground.saved(["1", "", "2"], *WORDS, "--house", str(house))
    assert "Slow." in ground("replay", path)
    house.write_text(SLOW.replace("Slow.", "Too slow."))
    assert "the house rules `" in ground("replay", path)


def test_the_help_for_rules_that_have_changed_leads_to_where_they_part(ground: Ground) -> None:
    house = ground.folder / "slow.rules"
    house.write_text(SLOW)
    path = ground.saved(["1", "", "2"], *WORDS, "--house", str(house))
    (ground.folder / "old_slow.rules").write_text(SLOW)
    house.write_text(SLOW.replace('say "Slow."', "jump"))
    assert _follow_help(ground, ground("replay", path), "old_slow").startswith("The games part at entry 2")
    house.write_text(SLOW)
    ground.rules(RACE, "old_race")
    ground.rules(RACE.replace("2 * far", "3 * far"))
    text = _follow_help(ground, ground("replay", path), "old_race")
    assert text.startswith("By ")
    assert text.count(f"under {house}") == 2


def _follow_help(ground: Ground, told: str, copy: str) -> str:
    """What the command says that the help shows, with a copy of the old rules."""
    command = re.search(r"`groundrules ([^`]+)`", told.partition("= help")[2])
    assert command is not None
    words = command[1].replace("COPY.rules", str(ground.folder / f"{copy}.rules")).split()
    assert words[0] == "replay"
    return ground(*words)


# ---- replay and the list


@pytest.mark.quick
def test_a_replay_tells_the_game_again(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ground.saved(["1", "", "2", "", "undo", "redo", "umpire roll 3", "quit"])
    text = ground("replay", path)
    lines = ["Anna goes 5.", "    (taken back: 1 move)", "    (done again)", "* The umpire rules: die is 3."]
    assert [line for line in text.splitlines() if line in lines] == lines
    assert text.endswith("Here the table stopped; it waits for Anna to choose tempo.\n")
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    ground("replay", path, "--speed", "4")
    assert len(waited) > 5
    assert set(waited) == {0.25}
    stepped = ground("replay", path, "--step", typed=["", "q"])
    assert stepped.count("-- Enter for the next move, q to stop --") == 2
    assert "Ben chooses tempo" in stepped
    assert "Ben rolls" not in stepped


def test_a_replay_as_data(ground: Ground) -> None:
    path = ground.saved(TYPED)
    found = json.loads(ground("replay", path, "--json"))
    assert [move["entry"] for move in found["moves"]] == list(range(1, moves_of(path).count("\n") + 1))
    assert next(move["override"] for move in found["moves"] if "override" in move) == "The umpire rules: die is 5."
    assert found["over"]
    assert found["seats"] == ["human:Anna", "human:Ben"]
    row = next(event for move in found["moves"] for event in move.get("events", ()) if event["text"].startswith("row"))
    assert row["citation"] == "Kitchen Table Games, 1901, How Far"


def test_a_total_is_shown_as_data_without_the_faces_that_nobody_named() -> None:
    program = load("two_dice").program()
    for source, shown in ((TOTAL, "4"), (HAND, "2+2 = 4")):
        session = Session(Stepper(program), 1)
        session.answer(7, source)
        events = json.loads(json.dumps(moment_to_object(program, session.moments[-1])["events"]))
        assert [each["text"] for each in events] == [f"Red rolls the dice for first bat: {shown}"]


def test_the_list_of_games(ground: Ground) -> None:
    rules = ground.rules(RACE)
    ground("play", rules, *WORDS, typed=["1", "", "quit"])
    ground("play", rules, "--seat", "1=human", "--set", "goal=5", "--seed", "4", typed=["1", ""] * 9)
    text = ground("games")
    assert "waits for Ben to choose tempo" in text
    assert "over: Player" in text
    assert "Ben 0 of 30" in text
    (ground.folder / "data" / "games" / "bad.toml").write_text("nonsense\n")
    listed = json.loads(ground("games", "--json"))["games"]
    assert {each["title"] for each in listed} == {"Race to Ten", "cannot be used"}
    assert ground("resume", listed[1]["name"] if listed[0]["title"] == "cannot be used" else listed[0]["name"])
