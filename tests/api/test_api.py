"""The Python interface, as a notebook uses it. The page of the package is run as it stands."""

from __future__ import annotations

import doctest
from fractions import Fraction
from pathlib import Path

import pytest

import interpreter
from interpreter import Choice, Rejected, Roll, diagnose, load, read, show
from tests.support.small_games import RACE, race


def refused(rejected: pytest.ExceptionInfo[Rejected]) -> list[str]:
    return [each.code for each in rejected.value.diagnostics]


def test_the_page_of_the_package_is_true() -> None:
    tried = doctest.testmod(interpreter)
    assert tried.attempted > 15
    assert tried.failed == 0


@pytest.mark.quick
def test_all_names_are_there() -> None:
    for name in interpreter.__all__:
        assert getattr(interpreter, name).__doc__, name
    with pytest.raises(AttributeError, match="nothing_like_it"):
        interpreter.nothing_like_it  # noqa: B018


# ---- rulesets


def test_a_ruleset_is_found_by_name_or_path(tmp_path: Path) -> None:
    assert load("two_dice").title == "Two-dice Baseball"
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    assert load(str(path)).name == "race"


def test_a_ruleset_under_house_rules() -> None:
    rules = load("two_dice", house=["mercy", "doubles"])
    assert rules.simulate(2, seed=1).house_rules == ("mercy", "doubles")
    assert load("seven_innings").options["innings"].default == 7
    assert diagnose("mercy") == ()
    with pytest.raises(Rejected) as rejected:
        load("marker", house=["doubles"])
    assert refused(rejected) == ["house-other-game"]


@pytest.mark.quick
def test_what_is_wrong_is_raised_and_can_be_read() -> None:
    with pytest.raises(Rejected) as rejected:
        read(RACE.replace("do steps", "do stepps"))
    assert refused(rejected) == ["unknown-name"]
    assert "do stepps" in str(rejected.value), "the line concerned is shown"
    assert "did you mean `steps`?" in show(rejected.value.diagnostics[0])
    with pytest.raises(Rejected) as rejected:
        load("two_dize")
    assert refused(rejected) == ["file-missing"]


@pytest.mark.quick
def test_diagnose_lists_everything_without_raising(tmp_path: Path) -> None:
    assert diagnose("two_dice") == ()
    path = tmp_path / "bad.rules"
    path.write_text(RACE.replace("do steps", "do stepps").replace("else", "").replace("by mover", "by moover"))
    assert {each.code for each in diagnose(str(path))} == {"unknown-name"}
    with pytest.raises(Rejected) as rejected:
        diagnose(str(tmp_path))
    assert refused(rejected) == ["file-is-folder"]


@pytest.mark.quick
def test_options_say_what_they_are() -> None:
    goal, six = race().options["goal"], race().options["six"]
    assert (goal.default, goal.alternatives, goal.range) == (10, {}, range(5, 51))
    assert goal.question == "How far is it?"
    assert (six.default, six.range) == ("jumps", None)
    assert six.alternatives == {"jumps": "it counts double", "stays": "it counts nothing"}
    assert (six.because, six.ids) == ("The page is torn here.", ("RT-O1",))


# ---- games


@pytest.mark.quick
def test_a_game_is_answered_stop_by_stop() -> None:
    game = race().game(seed=1)
    assert game.waiting == Choice("tempo", "Safe, or double or nothing?", "Player 1", ("safe", "double"), "safe")
    game.choose("d")
    assert game.waiting == Roll("die", 1, 6, "Player 1")
    game.roll(5)
    assert game.state["score[player_1]"] == 10
    assert game.over
    assert game.waiting is None
    assert game.winners == ("Player 1",)
    assert game.events[-1] == "Player 1 is home with 10."
    assert game.view() == "Player 1 10 of 10"
    assert "rule walk (<text>:36)" in game.why()
    assert repr(game) == "<Game of race: over>"


def test_options_players_and_strategies_are_kept() -> None:
    game = race().game(options={"goal": 50, "six": "stays"}, players=3, strategies={"2": "daring"})
    game.choose("safe")
    game.roll(6)
    assert game.state["score[player_1]"] == 0
    game.step()
    assert game.events[-1] == "Player 2 chooses tempo: twice as far, from 4 on"
    assert "score[player_3]" in game.state
    assert race().program({"goal": 50}) is race().program({"goal": 50}), "a program is made once"
    assert race().program({"goal": 50}) is not race().program({"goal": 49})


def test_rolls_can_be_given_as_faces_or_total() -> None:
    for shown in ("4+4", (4, 4), [4, 4]):
        game = load("two_dice").game(options={"first_bat": "first_named"})
        game.roll(shown)
        assert game.state["swing"] == (4, 4)
    game = load("two_dice").game(options={"first_bat": "first_named"})
    game.roll(8)
    assert game.state["swing"] == (2, 6)


@pytest.mark.quick
def test_taking_back_and_going_on_is_the_same_game() -> None:
    game, again = race().game(seed=5), race().game(seed=5)
    game.run()
    while game.undo():
        pass
    assert game.position == again.position
    assert hash(game.position) == hash(again.position)
    game.run()
    again.run()
    assert (game.position, game.events) == (again.position, again.events)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (lambda game: game.roll(3), "move-out-of-place"),
        (lambda game: game.choose("nothing"), "answer-not-offered"),
        (lambda game: (game.choose(1), game.roll(7)), "roll-impossible"),
        (lambda game: (game.choose(1), game.roll((1, 1))), "roll-impossible"),
        (lambda game: (game.choose(1), game.choose(1)), "move-out-of-place"),
        (lambda game: (game.run(), game.step()), "move-out-of-place"),
        (lambda game: (game.run(), game.roll()), "move-out-of-place"),
    ],
)
@pytest.mark.quick
def test_moves_that_cannot_be_made_are_refused_and_change_nothing(move: object, code: str) -> None:
    game = race().game()
    assert callable(move)
    with pytest.raises(Rejected) as rejected:
        move(game)
    assert refused(rejected) == [code]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"options": {"gaol": 5}}, "setting-unknown"),
        ({"options": {"goal": True}}, "setting-value"),
        ({"players": 7}, "players-number"),
        ({"strategies": {"all": "bold"}}, "strategy-unknown"),
        ({"strategies": {"5": "daring"}}, "seat-unknown"),
        ({"seed": -1}, "number-expected"),
        ({"seed": 2**64}, "number-expected"),
    ],
)
@pytest.mark.quick
def test_games_that_cannot_be_set_up_are_refused(wrong: dict[str, object], code: str) -> None:
    for begin in (race().game, lambda **given: race().simulate(5, **given)):
        with pytest.raises(Rejected) as rejected:
            begin(**wrong)
        assert refused(rejected) == [code]


def test_yes_and_no_may_be_true_and_false() -> None:
    for value in (True, "yes"):
        program = load("two_dice").program({"run_on_last_out": value})
        assert program is not load("two_dice").program()
    rules = load("two_dice")
    assert rules.program({"run_on_last_out": True}) is rules.program({"run_on_last_out": "yes"})


# ---- simulations


@pytest.mark.quick
def test_a_simulation_counts_exactly() -> None:
    result = race().simulate(40, seed=3, strategies={"1": "daring"})
    assert repr(result) == "<Result of 40 games of race, seed 3>"
    games = [race().game(seed=3, game=number, strategies={"1": "daring"}) for number in range(40)]
    for game in games:
        game.run()
    wins = sum(game.winners == ("Player 1",) for game in games)
    assert result.winners["Player 1"] == wins / 40
    rolls = [sum(" rolls " in line for line in game.events) for game in games]
    assert result.measures["turns"].mean == Fraction(sum(rolls), 40)
    assert result.to_dict()["strategies"] == {"Player 1": "daring", "Player 2": "default"}


@pytest.mark.parametrize("games", [0, -1, 1.5, "many", 10**30])
def test_a_number_of_games_is_a_number(games: int) -> None:
    with pytest.raises(Rejected) as rejected:
        race().simulate(games)
    assert refused(rejected) == ["number-expected"]


BREAKS = RACE.replace("gained : 0..24", "gained : 0..5")


def test_a_game_that_breaks_says_where_and_which() -> None:
    with pytest.raises(Rejected) as rejected:
        read(BREAKS).simulate(50, seed=2)
    assert refused(rejected) == ["game-failed"]
    told = str(rejected.value)
    assert "`gained` would be 12, and must be from 0 to 5" in told
    assert "add 12 to gained" in told
    number = int(told.split("it was game ")[1].split()[0])
    game = read(BREAKS).game(seed=2, game=number)
    with pytest.raises(Rejected, match="gained"):
        game.run()
    assert game.undo(), "it can be looked at, from before"
    assert game.waiting is not None
