"""What a workbench is told of a text, and what becomes of texts that take too long or too much."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from interpreter.desk import Data, Desk
from interpreter.desk.desk import list_templates
from interpreter.desk.games import begin_game
from interpreter.loader import FileSource, find_house_rules, find_ruleset
from interpreter.party import Party

PIG = find_ruleset("pig").text


def ask(what: str, text: str, **more: Any) -> list[Data]:
    return list(Desk().answer({"do": what, "path": "/nowhere/game.rules", "text": text, **more}))


@pytest.mark.quick
def test_mistakes_have_places_and_fixes_that_mend_them() -> None:
    wrong = PIG.replace("most score", "most scroe").replace('"Pig"', '"Pig 🐖"', 1)
    (found,) = ask("check", wrong)
    assert not found["sound"]
    mark = next(each for each in found["marks"] if "scroe" in each["message"])
    as_browsers_count = wrong.encode("utf-16-le")
    assert as_browsers_count[2 * mark["start"] : 2 * mark["end"]].decode("utf-16-le").startswith("scroe")
    fix = mark["fix"]
    start, end = 2 * fix["start"], 2 * fix["end"]
    mended = as_browsers_count[:start] + fix["text"].encode("utf-16-le") + as_browsers_count[end:]
    assert ask("check", mended.decode("utf-16-le"))[0]["sound"]


@pytest.mark.quick
def test_rows_have_their_odds_beside_them() -> None:
    (found,) = ask("check", find_ruleset("two_dice").text)
    assert "1/36" in str([each["text"] for each in found["hints"]])
    assert ("table", "throws") in [(each["word"], each["name"]) for each in found["outline"]]


@pytest.mark.quick
def test_words_are_offered_and_names_described() -> None:
    at = PIG.index("add total of die") + len("add total of di")
    (found,) = ask("complete", PIG, at=at)
    assert "die" in [each["text"] for each in found["offered"]]
    assert found["start"] == PIG.index("add total of die") + len("add total of ")
    (found,) = ask("describe", PIG, at=at)
    assert "1d6" in found["text"]


@pytest.mark.quick
def test_the_rulebook_and_the_examples_of_a_text() -> None:
    (found,) = ask("rulebook", PIG)
    assert found["book"]["title"] == "Pig"
    assert ask("rulebook", "nonsense") == [{"book": None}]
    (found,) = ask("examples", PIG.replace("kept when one stops", "kept when somebody stops"))
    assert found["examples"]
    assert all(each["passed"] for each in found["examples"])


def test_a_simulation_grows_and_stands_beside_the_text_as_it_was() -> None:
    changed = PIG.replace("= 100 in", "= 50 in")
    found = ask("simulate", changed, before=PIG)
    assert [each["games"] for each in found] == [200, 1_000, 5_000, 20_000, 100_000]
    now, before = (
        next(each["mean"] for each in found[-1][which]["figures"] if each["name"] == "turns")
        for which in ("now", "before")
    )
    assert now < before
    assert all(each["winners"] for each in (found[-1]["now"], found[-1]["before"]))


def test_exact_figures_that_are_found_soon() -> None:
    (found,) = ask("odds", find_ruleset("two_dice").text)
    exact = {each["name"]: each["exact"] for each in found["means"]}
    assert exact["runs_per_half_inning"] == "269109828625/367845981696"
    assert ask("odds", "nonsense") == [{"means": []}]


@pytest.mark.quick
def test_what_was_changed_since_the_text_was_opened() -> None:
    (found,) = ask("changes", PIG.replace("when die is 1", "when die is 2"), before=PIG)
    (change,) = found["changes"]
    assert (change["word"], change["name"]) == ("phase", "turn")
    assert any("when die is 2" in line for line in change["lines"])
    assert ask("changes", PIG) == [{"against": "", "changes": []}]


@pytest.mark.quick
def test_house_rules_are_held_against_their_game() -> None:
    source = find_house_rules("doubles")
    assert isinstance(source, FileSource)
    (found,) = Desk().answer({"do": "changes", "path": str(source.path), "text": source.text, "before": None})
    assert found["against"].endswith("two_dice.rules")
    assert any(each["word"] == "table" and each["cells"] for each in found["changes"])


# ---- sweeps


@pytest.mark.quick
def test_what_a_sweep_can_go_over() -> None:
    (found,) = ask("axes", PIG)
    goal, turns, players = found["axes"]
    assert (goal["name"], goal["ends"], goal["usual"], goal["values"]) == ("goal", ["10", "500"], "100", [])
    assert turns["values"] == [turns["from"], turns["to"]] == ["no", "yes"]
    assert players["values"] == [*"12345678"]
    assert ask("axes", "nonsense") == [{"axes": None}]


def test_a_sweep_plays_every_value_and_then_more_of_each() -> None:
    request = {"do": "sweep", "path": "/nowhere/game.rules", "text": PIG, "over": "goal", "from": "30", "to": "10"}
    found = list(Desk((20, 100)).answer(request))
    values = [each["value"] for each in found[-1]["points"]]
    assert values == [*map(str, range(10, 31))]
    assert len(found) == 2 * len(values)
    assert [each["games"] for each in found[0]["points"]] == [20] + [0] * 20
    assert {each["games"] for each in found[-1]["points"]} == {100}
    turns = [each["figures"]["turns"]["mean"] for each in found[-1]["points"]]
    assert turns[0] < turns[10] < turns[20]
    won = found[-1]["points"][0]["figures"]["share of games won by Player 1"]
    assert 0 <= won["mean"] <= 1


@pytest.mark.quick
def test_a_sweep_over_many_values_takes_some_of_them_and_the_usual_one() -> None:
    request = {"do": "sweep", "path": "/nowhere/game.rules", "text": PIG, "over": "goal"}
    points = next(Desk((0, 1)).answer(request))["points"]
    numbers = [int(each["value"]) for each in points]
    assert len(numbers) <= 25
    assert 100 in numbers
    assert len({after - before for before, after in pairwise(numbers)}) == 1


@pytest.mark.quick
@pytest.mark.parametrize("over", ["", "gaol", 7], ids=["nothing", "misspelt", "a number"])
def test_a_sweep_over_what_there_is_not_is_refused(over: object) -> None:
    assert ask("sweep", PIG, over=over) == [{"trouble": "This text has no such option now."}]


@pytest.mark.quick
def test_how_many_play_is_swept_over() -> None:
    request = {"do": "sweep", "path": "/nowhere/game.rules", "text": PIG, "over": "players", "from": "1", "to": "3"}
    *_, found = Desk((5,)).answer(request)
    assert [len([name for name in each["figures"] if "won by" in name]) for each in found["points"]] == [1, 2, 3]


# ---- games


def begin(text: str, before: Party | None = None) -> Party:
    (found,) = ask("play", text)
    return begin_game(found["model"], found["program"], 7, before)


@pytest.mark.quick
def test_a_game_is_played_again_by_a_changed_text_as_far_as_its_answers_are_offered() -> None:
    first = begin(PIG)
    place = next(iter(first.places.values()))
    for line in ("", "again", "", "again", "", "stop"):
        for _ in first.go_on():
            pass
        first.say(place, line)
    told = [moment.events for moment in first.table.session.story]
    same = begin(PIG.replace("gains nothing", "loses all"), first)
    assert [moment.position for moment in same.table.session.story] == [
        moment.position for moment in first.table.session.story
    ]
    assert len(told) > 3
    renamed = re.sub(r"\bagain\b(?! \")", "onward", PIG).replace('  again "throw', '  onward "throw')
    other = begin(renamed, first)
    assert 1 < len(other.table.session.story) < len(told)


@pytest.mark.parametrize("name", [each["name"] for each in list_templates()])
def test_each_template_is_sound_and_can_be_played(name: str) -> None:
    text = next(each["text"] for each in list_templates() if each["name"] == name)
    (found,) = ask("check", text)
    assert not found["marks"]
    (tried,) = ask("examples", text)
    assert all(each["passed"] for each in tried["examples"])
    assert begin(text).table.session.stop is not None
