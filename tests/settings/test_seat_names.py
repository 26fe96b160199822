"""What a ruleset calls its seats: its own names for the players, in rules, on the command line, in what is shown."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.cli import main
from interpreter.diagnostics import Diagnostics
from interpreter.display import format_seat
from interpreter.formatter import format_file
from interpreter.parser import parse
from interpreter.source import Source
from tests.support.checking import failures, said
from tests.support.paths import read_game

pytestmark = pytest.mark.quick

CHAIRS = read_game("chairs.rules")


def codes(text: str) -> list[str]:
    return [each.rpartition(" ")[2] for each in said(text)]


def formatted(text: str) -> str:
    diagnostics = Diagnostics()
    tree = parse(Source("test.rules", text), diagnostics)
    assert not diagnostics.found
    return format_file(tree)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return str(out + err)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    (tmp_path / "chairs.rules").write_text(CHAIRS)
    return str(tmp_path / "chairs.rules")


def test_names_mean_seats_in_rules_tables_and_examples() -> None:
    rules = read(CHAIRS)
    assert failures(CHAIRS) == []
    game = rules.game(seed=1, players=4)
    game.run()
    assert game.state["points[west]"] == 2
    assert game.state["last"] == "west"
    assert set(game.winners) <= {"north", "east", "South of the River", "west"}


def test_seats_are_called_so_wherever_they_are_spoken_of(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "play", path, "--seed", "3", "--players", "3", "--seat", "south=human", "--no-save")
    assert text.startswith("Chairs, seed 3\nnorth: bot\neast: bot\nSouth of the River: you\n")
    assert "    north rolls die" in text
    assert "South of the River: press Enter to roll die" in text
    assert "no seat called `west`" in run(capsys, "play", path, "--players", "3", "--seat", "west=human", "--no-save")
    by_label = run(capsys, "play", path, "--players", "3", "--seat", "South of the River=human:Anna", "--no-save")
    assert "Anna: press Enter" in by_label
    found = json.loads(
        run(
            capsys,
            "simulate",
            path,
            "-n",
            "20",
            "--players",
            "4",
            "--strategy",
            "south=random",
            "--json",
            "--engine",
            "stepper",
        )
    )
    assert set(found["strategies"]) == {"north", "east", "South of the River", "west"}
    assert found["strategies"]["South of the River"] == "random"
    assert set(found["winners"]) >= {"north", "west"}
    assert '  seats    north, east, south "South of the River", west\n' in run(capsys, "show", path, "--source")


def test_saved_games_and_transcripts_have_the_names(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = str(tmp_path / "game.toml")
    run(capsys, "play", path, "--players", "3", "--seat", "all=bot", "--seed", "3", "--save", saved)
    assert 'by = "South of the River"' in Path(saved).read_text()
    assert "South of the River rolls die" in run(capsys, "replay", saved)


def test_names_and_sides_go_together() -> None:
    text = CHAIRS.replace("dice die", 'sides red "Red", blue "Blue"\n\ndice die', 1).replace(
        ": win one", ": win side of one"
    )
    assert not codes(text)
    program = read(text).program(players=4)
    assert program.seats == ("north", "east", "South of the River", "west")
    assert format_seat(program, 2) == "South of the River (Red)"
    alone = read(text).program(players=2)
    assert [format_seat(alone, seat) for seat in range(2)] == ["Red", "Blue"], "one to a side: called as the side is"


def test_house_rules_change_the_names_too(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "kings.rules"
    house.write_text(
        'house_rules kings "Kings" for chairs\n\nreplace players 2..4 : north "King of the North", east, south, west\n'
    )
    text = run(capsys, "play", path, "--house", str(house), "--seat", "all=bot", "--seed", "3")
    assert "King of the North rolls die" in text
    text = run(capsys, "diff", path, "--house", str(house), "-n", "2")
    assert 'players 2..4 : north "King of the North", east, south, west' in text


def test_the_formatter_keeps_them() -> None:
    text = formatted(CHAIRS)
    assert 'players 2..4 : north, east, south "South of the River", west  cite "Chairs" CH-01\n' in text
    long = CHAIRS.replace("east,", f'east "{"e" * 60}",').replace('"South of', f'"{"s" * 50} South of')
    assert formatted(formatted(long)) == formatted(long)
    assert "players 2..4 : (\n" in formatted(long)


WRONG = {
    "2..4 : north, east, south": "seat-names",
    "2 : north, east, south": "seat-names",
    "2..3 : north, north, east": "name-twice",
    "2..3 : north, die, east": "name-twice",
    "2..3 : north, all, east": "",
    "2..3 : north, side, east": "reserved-name",
    "x : north, east": "wrong-type",
    "2 : north, east\nsides red, blue": "seat-names",
    "2 : north, east\nplayers 3 : red, blue, green": "name-twice",
}


@pytest.mark.parametrize("players", WRONG)
def test_what_is_wrong_with_names_is_said_once(players: str) -> None:
    text = f'game one "One"\nplayers {players}\ndice die = 1d6\nphase game\n  roll die\n  win north\n'
    found = codes(text)
    assert len(found) == 1
    assert WRONG[players] in found[0]


def test_who_does_not_always_play_cannot_be_relied_on() -> None:
    text = CHAIRS.replace("keep last                  : player = east", "keep last : player = south")
    assert codes(text) == ["seat-empty"]
    text = CHAIRS.replace("  players 4\n", "")
    assert set(codes(text)) == {"seat-empty"}
    text = CHAIRS.replace("players 2..4", "players 3..4").replace("player = east", "player = south")
    assert not codes(text)


def test_an_example_with_too_few_players_is_given_more(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(path).write_text(CHAIRS.replace("  players 4\n", ""))
    text = run(capsys, "check", path)
    assert "and this example has 2" in text
    assert "write `players 3` in this example" in text or "write `players 4` in this example" in text
    assert "begin the line" not in text
