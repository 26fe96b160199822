"""`groundrules play`, driven from a pipe."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.api import load, read
from interpreter.chance import Stream
from interpreter.cli import main
from interpreter.cli.terminal.plain_table import MAX_LEFT_COLUMNS, Paper
from interpreter.stepper import Stepper
from tests.support.command import COMMAND
from tests.support.small_games import RACE


class Driven:
    """Runs `play` with typed lines, and gives what it printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.code = 0

    def __call__(self, *words: str, typed: str = "", verb: str = "play") -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.code = main([verb, *words])
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        return str(out + err)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Driven:
    return Driven(monkeypatch, capsys)


def test_a_long_question_is_listed_again_only_when_somebody_asks(play: Driven) -> None:
    text = play("battleships", "--seed", "3", "--no-save", typed="nonsense\nshow\nquit\n")
    assert "choose one of: a1; a2; a3; ...; j6, down (84 in all)." in text
    assert text.count("\n  a1   a2   a3") == 2
    assert text.count("  (`show` lists what you can choose.)\n> show") == 1


# ---- watching


def test_what_is_said_before_the_first_question_is_told(play: Driven, tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text('game small "Small"\nplayers 2\ndice die = 1d6\nphase game\n  say "Welcome."\n  roll die\n')
    assert "Welcome.\n" in play(str(path), "--seat", "all=human", "--no-save", typed="\n")


@pytest.mark.parametrize("name", ["two_dice"])
def test_bots_play_a_whole_game(play: Driven, name: str) -> None:
    text = play(name, "--seat", "all=bot:default", "--seed", "7")
    assert play.code == 0
    game = load(name).game(seed=7)
    game.run()
    said = [line[:MAX_LEFT_COLUMNS].rstrip().removeprefix("    ") for line in text.splitlines()]
    assert [line for line in game.events if len(line) < MAX_LEFT_COLUMNS and line not in said] == []
    assert text.endswith(f"{game.view()}\n\n{game.winners[0]} wins.\n")
    outcome = Stepper(load(name).program()).play_out(None, Stream(7, 0))
    assert outcome.position == game.position, "the same game as a simulation's first"


def test_the_same_seed_is_the_same_game_and_none_is_shown(play: Driven, race: str) -> None:
    assert play(race, "--seat", "all=bot", "--seed", "3") == play(race, "--seat", "all=bot", "--seed", "3")
    first = play(race, "--seat", "all=bot")
    shown = re.match(r"Race to Ten, seed (\d+)\n", first)
    assert shown
    assert play(race, "--seat", "all=bot", "--seed", shown[1]) == first


def test_plain_has_nothing_side_by_side(play: Driven) -> None:
    text = play("two_dice", "--seat", "all=bot", "--seed", "7", "--plain")
    assert "runs per half inning" not in text
    assert text.count("9  R   H") == 1, "a line score is printed once"
    told, _, scores = text.partition("\nThe final score: Red 8, Blue 2.\n")
    assert max(map(len, told.splitlines())) < MAX_LEFT_COLUMNS
    assert scores.endswith("\n\nRed wins.\n")
    assert scores.count("R   H") == 1, "how it ended is shown once"


@pytest.mark.quick
def test_a_game_as_json(play: Driven, race: str) -> None:
    found = json.loads(play(race, "--seat", "all=bot:daring", "--seed", "3", "--json"))
    game = read(RACE).game(seed=3, strategies={"all": "daring"})
    game.run()
    assert found["winners"] == list(game.winners)
    assert found["strategies"] == {"Player 1": "daring", "Player 2": "daring"}
    assert found["views"] == {"board": [game.view()]}
    words = [event["text"] for event in found["events"] if event["kind"] == "said"]
    assert words == [line for line in game.events if line.endswith(".")]
    row = next(event for event in found["events"] if event["text"].startswith("row"))
    assert row["line"] in (32, 33, 34)
    assert row["citation"] == "Kitchen Table Games, 1901, How Far"


@pytest.mark.parametrize("strategy", ["daring", "random"])
def test_any_game_of_a_simulation_can_be_played(play: Driven, race: str, strategy: str) -> None:
    words = [race, "--seat", f"all=bot:{strategy}", "--seed", "3"]
    for number in range(2, 8):
        found = json.loads(play(*words, "--game", str(number), "--json"))
        game = read(RACE).game(seed=3, game=number, strategies={"all": strategy})
        game.run()
        assert (found["seed"], found["game"], found["winners"]) == (3, number, list(game.winners))
        told = [event["text"] for event in found["events"] if event["kind"] == "said"]
        assert told == [line for line in game.events if line[-1] in ".!"]
    assert play(*words, "--game", "2").startswith("Race to Ten, seed 3, game 2\n")


def test_a_game_of_a_simulation_goes_on_with_its_own_dice(play: Driven, race: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.toml"
    words = (race, "--seat", "all=bot:daring", "--seed", "3", "--game", "2")
    first = play(*words, "--json", "--save", str(kept))
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:-3]))
    assert play("--json", str(kept), verb="resume") == first


def test_what_happened_before_a_game_failed_is_told(play: Driven, tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text(
        'game small "Small"\nplayers 2\ndice die = 1d6\nphase game\n  keep sum : 0..6 = 0\n'
        '  repeat\n    roll die\n    say "A roll."\n    add die to sum\n  until sum is 5\n'
    )
    text = play(str(path), "--seat", "all=bot", "--seed", "3", "--game", "1")
    assert play.code == 1
    assert text.index("A roll.\n") < text.index("error[game-failed]: `sum` would be")
    assert "--seed 3 --game 1`" in text


def test_pace_waits_after_each_line(play: Driven, race: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    play(race, "--seat", "all=bot", "--seed", "3", "--pace", "0.25")
    assert sum(waited) >= 1
    assert set(waited) == {0.25}


def test_views_stand_beside_the_lines_that_led_there() -> None:
    paper = Paper(120)
    board = {"one": ("XX", "YY")}
    assert list(paper.add(["a"], board)) == [], "too few lines to hold it"
    assert list(paper.add(["b", "c"], board)) == [
        "a",
        f"{'b':{MAX_LEFT_COLUMNS + 2}}XX",
        f"{'c':{MAX_LEFT_COLUMNS + 2}}YY",
    ]
    assert list(paper.add(["d"], board)) == [], "nothing has changed"
    assert list(paper.flush()) == ["d"]
    assert list(Paper(60).add(["a", "b", "c"], board)) == ["a", "b", "c", "", "XX", "YY", ""], "too narrow"
    assert list(Paper(60).add(["a", "b"], board)) == []
    assert list(Paper(0).add(["a"], {"one": (" X ",), **board, "two": ("Z",)})) == ["a", "    [Z]"]
    long = "l" * 100
    changed = {"one": ("XX", "ZZ")}
    assert list(paper.add([long, long, long], changed)) == [long, f"{long}  XX", f"{long}  ZZ"]


# ---- people


@pytest.mark.quick
def test_enter_rolls_and_choices_are_made_by_number_name_or_beginning(play: Driven, race: str) -> None:
    typed = "2\n\nsafe\n\ndou\n\n"
    text = play(race, "--seat", "all=human", "--seed", "3", typed=typed)
    game = read(RACE).game(seed=3)
    for answer in ("double", "safe", "double"):
        if not game.over:
            game.choose(answer)
            game.roll()
    for line in game.events:
        assert line in text
    assert "  1  safe    as far as the die says   (default)\n  2  double  twice as far, from 4 on\n" in text


@pytest.mark.quick
def test_a_whole_game_of_people(play: Driven, race: str) -> None:
    text = play(race, "--seat", "all=human", "--seed", "4", typed="1\n\n" * 20)
    game = read(RACE).game(seed=4)
    game.run()
    assert text.endswith(f"\n{game.view()}\n\n{game.winners[0]} wins.\n")
    assert play.code == 0


def test_bots_sit_where_they_are_put(play: Driven, race: str) -> None:
    text = play(race, "--seat", "2=bot:daring", "--seat", "1=human", "--seed", "4", typed="1\n\n" * 20)
    assert text.startswith("Race to Ten, seed 4\nPlayer 1: you\nPlayer 2: bot (daring)\n")
    game = read(RACE).game(seed=4, strategies={"2": "daring"})
    game.run()
    assert all(line in text for line in game.events)
    assert "Player 2: Safe" not in text, "bots are not asked"


def test_without_seats_the_first_is_yours(play: Driven, race: str) -> None:
    assert "Player 1: you\nPlayer 2: bot (fair)\n" in play(race, "--seed", "1")
    assert "Red: you\nBlue: bot\n" in play("two_dice", "--seed", "1")


def test_of_seats_that_nothing_is_said_of_the_first_is_yours(play: Driven, race: str) -> None:
    assert "Player 1: you\nPlayer 2: bot (random)\n" in play(race, "--seat", "2=bot:random", "--seed", "1")
    assert "Player 1: bot (fair)\nPlayer 2: you\n" in play(race, "--seat", "1=bot", "--seed", "1")
    assert "Red: you\nBlue: bot (random)\n" in play("two_dice", "--seat", "blue=bot:random", "--seed", "1")


@pytest.mark.parametrize(("level", "strategy"), [("easy", "random"), ("fair", "daring"), ("strong", "search")])
def test_a_level_is_a_strategy(play: Driven, race: str, level: str, strategy: str) -> None:
    said = play(race, "--seat", f"all=bot:{level}", "--seed", "1")
    assert f"Player 1: bot ({level})\n" in said
    assert said.partition("\n\n")[2] == play(race, "--seat", f"all=bot:{strategy}", "--seed", "1").partition("\n\n")[2]


def test_nobody_plays_alone_unless_that_is_wanted(play: Driven) -> None:
    assert "Player 1: you\nPlayer 2: bot (fair)\n" in play("pig", "--seed", "1")
    assert "Player 2" not in play("pig", "--players", "1", "--seed", "1")
    assert "Player 2" not in play("craps", "--seed", "1"), "who plays against the bank has an opponent"


def test_a_bot_without_a_strategy_plays_the_first_of_the_ruleset_in_every_seat(play: Driven, race: str) -> None:
    both = "Player 1: bot (fair)\nPlayer 2: bot (fair)\n"
    assert both in play(race, "--seat", "all=bot", "--seed", "1")
    assert both in play(race, "--seat", "1=bot", "--seat", "2=bot", "--seed", "1")
    mixed = "Player 1: bot (fair)\nPlayer 2: bot (random)\n"
    assert mixed in play(race, "--seat", "all=bot", "--strategy", "2=random", "--seed", "1")
    assert "Player 1: you\nPlayer 2: bot (fair)\n" in play(race, "--strategy", "1=random", "--seed", "1")
    assert "Player 1: bot\nPlayer 2: bot\n" in play(race, "--seat", "all=bot:default", "--seed", "1")
    assert "Red: bot\nBlue: bot\n" in play("two_dice", "--seat", "all=bot", "--seed", "1")


def test_the_program_can_roll_for_people(play: Driven, race: str) -> None:
    text = play(race, "--seat", "all=human", "--auto-roll", "--seed", "4", typed="1\n" * 20)
    assert "press Enter to roll" not in text
    assert text.endswith(" wins.\n")


def test_nobody_is_asked_where_there_is_nothing_to_choose(play: Driven) -> None:
    text = play("marker", "--seat", "all=human", "--seed", "7", "--set", "first_bat=first_named", typed="\nwhy\n")
    assert "set off" not in text
    assert "chooses steal" not in text


def test_options_are_used_and_listed(play: Driven, race: str) -> None:
    text = play(race, "--seed", "1", "--set", "goal=50", typed="options\n")
    assert "  goal = 50\n" in text
    assert "Player 1 0 of 50" in text


# ---- commands


@pytest.mark.quick
def test_why_names_rule_row_line_and_source(play: Driven, race: str) -> None:
    text = play(race, "--seat", "all=human", "--seed", "3", typed="1\n\nwhy\n")
    assert re.search(r"row `2\.\.5` of table steps \(.*race\.rules:33\), Kitchen Table Games, 1901, How Far", text)
    assert re.search(r"rule walk \(.*race\.rules:36\), Kitchen Table Games, 1901, How Far, RT-04", text)


def test_why_goes_back_to_ones_own_last_turn(play: Driven) -> None:
    text = play("two_dice", "--seat", "red=human", "--seed", "7", typed="\nwhy\n")
    why = text.split("> why\n")[1]
    assert why.startswith("Red rolls the dice for first bat")
    assert "Blue rolls the dice: " in why
    assert "row `" in why


def test_odds_are_told_before_a_roll(play: Driven) -> None:
    text = play("two_dice", "--seat", "red=human", "--seed", "7", "--set", "first_bat=first_named", typed="odds\n")
    assert re.search(r"^ +2\.8 % +1 of 36 +4\+4 +walk$", text, re.MULTILINE)
    assert re.search(r"^ +16\.7 % +6 of 36 +7 +\(throws 7\)$", text, re.MULTILINE)
    ends = {line.index(" %") for line in text.splitlines() if " of 36 " in line}
    assert len(ends) == 1, "numbers end below each other"


def test_odds_without_a_roll_are_refused_in_words(play: Driven, race: str) -> None:
    text = play(race, "--seed", "1", typed="odds\n")
    assert "Choose first: the odds are those of the roll that follows." in text


@pytest.mark.quick
def test_undo_takes_back_to_ones_own_last_turn(play: Driven, race: str) -> None:
    far = ("--set", "goal=50")
    text = play(race, *far, "--seat", "1=human", "--seed", "3", typed="1\n\nundo\nshow\nundo\nundo\n1\n\n")
    after = text.split("> undo\n")
    assert after[1].startswith("Taken back: ")
    assert "press Enter to roll die" in after[1]
    assert "Safe, or double or nothing?" in after[2]
    assert after[3].startswith("There is nothing of yours to take back.\n")
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("Player 1 rolls die")]
    assert lines[0] == lines[1], "the same roll comes again"


def test_show_log_and_help(play: Driven, race: str) -> None:
    text = play(race, "--seat", "all=human", "--seed", "3", typed="1\n\nshow\nlog\n?\nhelp\n")
    assert "> show\nPlayer 2 0 of 10\n" in text
    assert re.search(r"> log\nPlayer 1 rolls die \d", text)
    assert text.count("take back your last roll or choice") == 2


def test_a_choice_named_like_a_command_can_be_chosen(play: Driven, tmp_path: Path) -> None:
    path = tmp_path / "race.rules"
    path.write_text(RACE.replace("double", "quit"))
    assert "There is nothing more to read." in play(str(path), "--seed", "1", typed="quit\n")


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
@pytest.mark.quick
def test_quit_leaves_and_says_how_to_come_back(play: Driven, race: str, word: str) -> None:
    text = play(race, "--seat", "1=human", typed=f"{word}\n1\n")
    seed = re.match(r"Race to Ten, seed (\d+)", text)
    assert seed
    assert text.endswith("Game saved. Continue any time with: groundrules resume\n")
    assert play.code == 0


# ---- what makes no sense


@pytest.mark.parametrize("nonsense", ["triple", "0", "3", "-1", "\x00\x1b[2J", "ünïcödé 🎲", "x" * 9_000])
def test_nonsense_gets_a_sentence_and_the_same_question(play: Driven, race: str, nonsense: str) -> None:
    text = play(race, "--seed", "1", typed=f"{nonsense}\n")
    assert text.count("Player 1: Safe, or double or nothing?") == 2
    sentence = text.split("\n>")[1].split("\n")[1]
    assert "You cannot choose" in sentence
    assert len(sentence) < 200
    assert play.code == 0


@pytest.mark.parametrize("nothing", ["", "   "])
def test_nothing_but_enter_takes_the_default(play: Driven, race: str, nothing: str) -> None:
    text = play(race, "--seed", "1", typed=f"{nothing}\nlog\nquit\n")
    first = text.partition("Player 1: Safe, or double or nothing?\n")[2]
    default = next(line for line in first.splitlines() if line.endswith("(default)")).split()[1]
    assert first.count(">") >= 2
    again = play(race, "--seed", "1", typed=f"{default}\nlog\nquit\n")
    assert text.replace(f"> {nothing}".rstrip(), f"> {default}", 1) == again


def test_an_enormous_line_is_one_line_of_nonsense(play: Driven, race: str) -> None:
    text = play(race, "--seed", "1", typed="1" * 5_000_000 + "\nquit\n")
    assert "That line is far too long to be an answer." in text
    assert text.count("Player 1: Safe, or double or nothing?") == 2
    assert len(text) < 3000
    assert "Game saved" in text


def test_nonsense_where_a_roll_is_due(play: Driven) -> None:
    text = play("two_dice", "--seat", "red=human", "--seed", "7", typed="blah\n")
    assert "Press Enter to roll, or type one of: why, odds, undo, redo, show" in text
    assert text.count("Red: press Enter to roll the dice for first bat") == 2


def test_the_end_of_the_input_is_a_clean_stop(play: Driven, race: str) -> None:
    for typed in ("", "1", "1\n", "1\n\n1"):
        text = play(race, "--seat", "all=human", "--seed", "3", typed=typed)
        assert "There is nothing more to read.\nGame saved" in text
        assert play.code == 0


@pytest.mark.parametrize(
    ("words", "cures"),
    [
        ((), "let bots play with `--seat all=bot`"),
        (("--seat", "all=bot", "--dice", "ask"), "omit `--dice ask`"),
        (("--dice", "ask"), "let bots play with `--seat all=bot` and omit `--dice ask`"),
    ],
)
def test_what_lets_a_game_be_printed_as_data_is_told(
    play: Driven, race: str, words: tuple[str, ...], cures: str
) -> None:
    assert f"= help: omit `--json`, or {cures}\n" in play(race, "--json", *words)


def test_a_game_that_breaks_is_told(play: Driven, tmp_path: Path) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(RACE.replace("gained : 0..24", "gained : 0..1"))
    text = play(str(path), "--seat", "all=bot", "--seed", "2")
    assert play.code == 1
    assert "error[game-failed]: `gained` would be" in text
    assert f"it can be seen again with `groundrules play {path} --seat all=bot --seed 2`" in text


def test_house_rules_that_break_a_game_are_part_of_how_to_see_it_again(play: Driven, race: str, tmp_path: Path) -> None:
    house = tmp_path / "breaks.rules"
    house.write_text('house_rules breaks "Breaks" for race\n\nchange phase turn\n  keep gained : 0..1 = 0\n')
    text = play(race, "--house", str(house), "--seat", "all=bot", "--seed", "2")
    assert f"--house {house} --seat all=bot --seed 2`" in text


def test_what_is_not_text_is_nonsense_too(race: str) -> None:
    command = [*COMMAND, "play", race, "--seed", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\x80\n1\n", capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert done.stdout.count(b"Safe, or double or nothing?") == 2


def test_data_of_a_game_of_bots_that_is_kept_and_gone_on_with(play: Driven, race: str, tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept.toml", tmp_path / "whole.toml"
    words = (race, "--seat", "all=bot", "--seed", "4")
    first = play(*words, "--json", "--save", str(whole), "--transcript", str(tmp_path / "game.txt"))
    assert "Player" in (tmp_path / "game.txt").read_text()
    lines = whole.read_text().splitlines(keepends=True)
    kept.write_text("".join(lines[:-3]))
    assert play("--json", str(kept), verb="resume") == first
    assert kept.read_text() == whole.read_text()
