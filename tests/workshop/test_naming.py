"""Where names are declared and used, and what it takes to call them otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import loader
from interpreter.examples.run_example import run_examples
from interpreter.source import Span
from interpreter.workshop import Workshop
from interpreter.workshop.naming import (
    CannotRename,
    Edit,
    apply_edits,
    find_definitions,
    find_references,
    rename,
)
from tests.support.desk import Desk, small_desk

HOUSE = """\
house_rules low "Low throws count" for small

change table hits
  2..4 : hit for thrower was out

replace rule out
  say "Nothing."

remove example "a hit"
"""

TOML = """\
house_rules = "low"
title = "Low throws count"
for = "small"

[tables.hits]
"2..6" = { was = "out", now = "hit for thrower" }
"""


def declared(desk: Desk, name: str, marked: str) -> list[str]:
    """What stands in the line where the name at a place is declared."""
    path, offset = desk.find(name, marked)
    return [line(each) for each in find_definitions(desk.workshop.check(path), offset)]


def line(span: Span) -> str:
    return span.source.line(span.line).strip()


@pytest.mark.parametrize(
    ("marked", "where"),
    [
        ("do ^hits(mover)", "table hits(thrower : player) on pair"),
        ("do hits^(mover)", "table hits(thrower : player) on pair"),
        ("take_t^urns", "rule take_turns"),
        ("roll p^air for", "dice pair = 2d6"),
        ("to score of ^batter", "rule hit for (batter : player)"),
        ("add ^points to", "let points = total of pair"),
        ("most score of ^one", "win those one in all player with most score of one"),
        ("otherwise ^first", "kind base : first, second"),
        ("{p^air}", "dice pair = 2d6"),
        ("given ^runner", "keep runner : base or none = none"),
        ("use tur^ns", 'library turns "Turns"'),
    ],
)
def test_a_name_leads_to_its_declaration(tmp_path: Path, marked: str, where: str) -> None:
    assert declared(small_desk(tmp_path), "small.rules", marked) == [where]


@pytest.mark.parametrize("marked", ["win th^ose", "in all pl^ayer with", '"A small^ game"'])
def test_what_is_no_name_of_the_rules_leads_nowhere(tmp_path: Path, marked: str) -> None:
    assert declared(small_desk(tmp_path), "small.rules", marked) == []


def test_a_row_of_house_rules_leads_to_the_row_it_takes_the_place_of(tmp_path: Path) -> None:
    desk = small_desk(tmp_path, low=HOUSE.replace("2..4", "2..6"))
    assert declared(desk, "low.rules", "  2..^6 : hit") == ["2..6   : out"]
    assert declared(desk, "low.rules", "change table ^hits") == ["table hits(thrower : player) on pair"]
    assert declared(desk, "low.rules", "was ^out") == ["replace rule out"]
    assert declared(desk, "low.rules", "for ^small") == ['game small "A small game"']


def test_references_are_found_in_every_file_that_has_them(tmp_path: Path) -> None:
    desk = small_desk(tmp_path, low=HOUSE)
    path, offset = desk.find("small.rules", "phase t^urn")
    found = [(each.path.name, each.start) for each in find_references(desk.workshop, path, offset)]
    library, game = desk.text("library/turns.rules"), desk.text("small.rules")
    assert sorted(found) == sorted(
        [
            ("small.rules", game.index("turn in game")),
            ("turns.rules", library.index('turn "what')),
            ("turns.rules", library.index("turn", library.index("times"))),
        ]
    )


def test_a_name_that_is_known_in_one_rule_is_looked_for_there_alone(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path, offset = desk.find("small.rules", "add ^points")
    assert len(find_references(desk.workshop, path, offset)) == 2


def changed(desk: Desk, edits: tuple[Edit, ...]) -> dict[str, str]:
    files = {each.place.path for each in edits}
    texts = {file: desk.workshop.read(file).text for file in files}
    return {
        file.name: apply_edits(text, [each for each in edits if each.place.path == file])
        for file, text in texts.items()
    }


@pytest.mark.parametrize(("marked", "new"), [("table ^hits", "blows"), ("rule ^out", "away"), ("rule ^hit", "struck")])
def test_another_name_is_written_wherever_the_old_one_stands(tmp_path: Path, marked: str, new: str) -> None:
    desk = small_desk(tmp_path, low=HOUSE)
    path, offset = desk.find("small.rules", marked)
    old = marked.split("^")[1]
    after = changed(desk, rename(desk.workshop, path, offset, new))
    assert set(after) == {"small.rules", "low.rules"}
    for name, text in after.items():
        assert text == desk.text(name).replace(f"{old} for", f"{new} for").replace(f" {old}\n", f" {new}\n").replace(
            f" {old}(", f" {new}("
        )


def test_house_rules_in_toml_are_renamed_too(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    (desk.folder / "house").mkdir()
    (desk.folder / "house/low.toml").write_text(TOML, encoding="utf-8")
    assert desk.workshop.check(desk.folder / "house/low.toml").own == ()
    for marked, new in (("rule ^out", "away"), ("table ^hits", "blows")):
        path, offset = desk.find("small.rules", marked)
        after = changed(desk, rename(desk.workshop, path, offset, new))
        assert after["low.toml"] == TOML.replace(marked.split("^")[1], new)


@pytest.mark.parametrize(
    ("marked", "new", "why"),
    [
        ("rule ^out", "hit", "declared twice"),
        ("rule ^out", "player", "already means something"),
        ("rule ^out", "two words", "one word"),
        ("rule ^out", "", "one word"),
        ("all ^player with", "people", "word of the language"),
        ("w^in those", "won", "no name"),
    ],
)
def test_a_name_that_would_make_the_rules_wrong_is_refused(tmp_path: Path, marked: str, new: str, why: str) -> None:
    desk = small_desk(tmp_path)
    path, offset = desk.find("small.rules", marked)
    with pytest.raises(CannotRename, match=why):
        rename(desk.workshop, path, offset, new)


def test_a_name_of_a_shipped_library_changes_in_every_game_that_uses_it() -> None:
    library = next(each.path for each in loader.list_libraries() if each.name == "innings")
    workshop = Workshop()
    offset = workshop.read(library).text.index("phase at_bat") + len("phase ")
    edits = rename(workshop, library, offset, "time_at_bat")
    files = {each.place.path for each in edits}
    names = {each.stem for each in files}
    assert names >= {"innings", "marker", "two_dice", "one_die", "cooperstown", "round_the_bases"}
    after = Workshop()
    for file in files:
        after.change(file, apply_edits(workshop.read(file).text, [each for each in edits if each.place.path == file]))
    for name in ("two_dice", "one_die"):
        model = after.check(next(each for each in files if each.stem == name)).model
        assert model is not None
        assert "time_at_bat" in model.routines
        assert "at_bat" not in model.routines
        assert run_examples(model).failed == ()


def test_nothing_is_declared_in_house_rules_for_a_game_that_is_not_there(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.write("low.rules", HOUSE.replace("for small", "for smell"))
    assert find_definitions(desk.workshop.check(path), HOUSE.index("hits")) == ()
