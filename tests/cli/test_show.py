"""`groundrules show`: the rulebook with exact odds, and the stages of the road."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter import load, loader
from interpreter.rulebook import format_numbers, make_table
from tests.support.command import Run
from tests.support.golden import compare_golden
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden" / "show"
GAME = (GOLDEN / "dozen.rules").read_text(encoding="utf-8")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    (tmp_path / "dozen.rules").write_text(GAME, encoding="utf-8")
    return "dozen.rules"


@pytest.mark.quick
def test_the_rules_in_prose(path: str, run: Run) -> None:
    compare_golden(GOLDEN / "dozen_prose.md", run.text("show", path))


@pytest.mark.quick
def test_the_rulebook(path: str, run: Run) -> None:
    compare_golden(GOLDEN / "dozen.txt", run.text("show", "--source", path))


def test_options_set_otherwise_are_marked(path: str, run: Run) -> None:
    text = run.text("show", "--source", path, "--set", "tone=loud", "--set", "house=3")
    assert "  house = 3, 1 to 3  (by default 2)  open DZ-O1\n" in text
    assert "  tone = loud  (by default soft)  open DZ-O2\n" in text
    assert "      soft in a low voice\n    * loud with a shout\n" in text


@pytest.mark.quick
def test_as_an_object(path: str, run: Run) -> None:
    book = run.data("show", "--source", path)
    assert book["name"] == "dozen"
    cited = {"section": "Dice", "ids": ["DZ-01"], "open": []}
    assert book["dice"] == [{"name": "pair", "dice": "2d6", "cited": cited, "by": ""}]
    wins = book["tables"][0]
    assert [(row["key"], row["odds"]) for row in wins["rows"]] == [("2..11", "35/36"), ("12", "1/36")]
    assert wins["rows"][1]["place"] == "dozen.rules:38:3"
    assert book["rules"][0]["place"] == "dozen.rules:29:6"


@pytest.mark.parametrize("name", [entry.name for entry in loader.list_games()])
def test_the_odds_of_a_table_on_dice_alone_add_up(name: str, run: Run) -> None:
    tables = run.data("show", "--source", name)["tables"]
    summed = [sum(Fraction(row["odds"] or 0) for row in each["rows"]) for each in tables if len(each["keys"]) == 1]
    assert summed
    assert set(summed) <= {0, 1}


def test_the_odds_of_the_shipped_throws(run: Run) -> None:
    text = run.text("show", "--source", "marker")
    assert "    4, 5, 6     19/216    8.80%  foul  " in text
    assert "    18           1/216    0.46%  home_run  " in text


@pytest.mark.quick
def test_every_stage_can_be_shown(path: str, run: Run) -> None:
    tree = run.text("show", "--source", path, "--stage", "tree")
    assert "Dice\n  name: Name(text='pair')\n  number: 2\n  faces: 6\n" in tree
    assert "Comment(text='# in between', own_line=True)" in tree
    assert "    pair: DiceInfo\n" in run.text("show", "--source", path, "--stage", "model")
    assert run.text("show", "--source", path, "--stage", "program").startswith('program name="dozen" ')


def test_a_program_is_lowered_with_the_options_and_players_asked_for(path: str, run: Run) -> None:
    program = run.text("show", "--source", path, "--stage", "program", "--set", "tone=loud", "--players", "3")
    assert '"Player 3"' in program.split("\n")[0]
    assert program != run.text("show", "--source", path, "--stage", "program", "--players", "3")


def test_a_stage_as_an_object(path: str, run: Run) -> None:
    found = run.data("show", "--source", path, "--stage", "tree")
    assert found["stage"] == "tree"
    assert found["lines"][0] == "Header"


def test_the_tree_of_a_ruleset_that_does_not_check_can_be_shown(path: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / path).write_text(GAME.replace("do wins", "do winz"), encoding="utf-8")
    assert "winz" in run.text("show", "--source", path, "--stage", "tree")
    assert "error[unknown-name]" in run.refused("show", path, "--stage", "model", code=1)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((2,), "2"),
        ((2, 4), "2 or 4"),
        ((2, 3, 4), "2 to 4"),
        ((2, 4, 6), "2, 4, 6"),
        ((2, 4, 6, 8, 10), "2, 4, 6 ... 10"),
        ((1, 2, 4), "1, 2, 4"),
    ],
)
def test_numbers_of_players(numbers: tuple[int, ...], words: str) -> None:
    assert format_numbers(numbers) == words


def test_keys_that_are_narrowed_say_to_what() -> None:
    model = load("cooperstown").model
    assert make_table(model, model.tables["fixed_results"]).narrowed[0] == "ace..four"


def test_what_a_library_brings_comes_after_the_game_s_own(run: Run) -> None:
    text = run.text("show", "--source", "going_to_boston")
    headings = ("Phases", "From library highest_total", "From library parlour")
    own, highest_total, parlour = (text.index(f"\n{each}\n") for each in headings)
    assert own < text.index("phase turn in bout") < highest_total < text.index("phase round in game") < parlour
    assert parlour < text.index("  rule stake_for (payer: player)") < text.index("\nMeasures\n")
    book = run.data("show", "--source", "going_to_boston")
    places = {each["name"]: each["library"] for each in (*book["phases"], *book["definitions"], *book["choices"])}
    assert (places["turn"], places["bout"], places["game"]) == ("", "highest_total", "parlour")
    assert (places["best_die"], places["seat"], places["beginner"]) == ("", "parlour", "parlour")


@pytest.mark.quick
def test_cards_and_where_they_lie(run: Run) -> None:
    text = run.text("show", "--source", str(TESTS / "semantics" / "cards.rules"))
    assert (
        "Cards\n  pack   joker, rank of suit, blank  10 cards\n  fates  rank of fate                8 cards\n" in text
    )
    assert "  stock                pile of pack   seen by nobody      begins with all pack\n" in text
    assert "  held of each player  hand of pack   seen by its player\n" in text
    assert "  shelf of each side   hand of pack   seen by its side\n" in text
    assert "    king..ace | hearts           2/8   25.00%  6\n" in text
    assert "    two of clubs..ace of hearts          7/10   70.00%  2\n" in text
    assert "\n  pack  joker" not in text.partition("\nCards\n")[0]


def test_cards_as_an_object(run: Run) -> None:
    book = run.data("show", "--source", str(TESTS / "semantics" / "cards.rules"))
    assert [each["made_of"] for each in book["cards"]] == [["joker", "rank of suit", "blank"], ["rank of fate"]]
    row = book["zones"][2]
    assert (row["name"], row["sort"], row["each"], row["seen_by"]) == ("row", "pile", "spot", "everybody")
    assert {each["name"]: each["odds_of"] for each in book["tables"]} == dict.fromkeys(
        ("by_rank", "worth", "played_one"), "cards"
    )
