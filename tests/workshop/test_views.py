"""What a text shows of itself: hovers, odds beside rows, its outline, what would mend it, its canonical form."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.workshop.hints import list_hints
from interpreter.workshop.hovering import describe
from interpreter.workshop.mending import lay_out, list_mends
from interpreter.workshop.naming import apply_edits
from interpreter.workshop.outline import list_folds, list_symbols
from tests.support.desk import GAME, Desk, small_desk

HOUSE = """\
house_rules low "Low throws count" for small

change table hits
  2..6 : hit for thrower was out
"""


def hovered(desk: Desk, name: str, marked: str) -> str:
    found = describe(desk.workshop, *desk.find(name, marked))
    return found.text if found is not None else ""


def test_a_table_is_shown_with_the_odds_of_its_rows(tmp_path: Path) -> None:
    text = hovered(small_desk(tmp_path), "small.rules", "do h^its(mover)")
    assert text.startswith("**hits**: table")
    assert "| 2..6 | out | 15/36 | 41.67% |" in text
    assert "| 7..12 | hit for thrower | 21/36 | 58.33% |" in text


def test_a_table_that_house_rules_changed_says_who_wrote_each_row(tmp_path: Path) -> None:
    text = hovered(small_desk(tmp_path, low=HOUSE), "low.rules", "table h^its")
    assert "| 2..6 | hit for thrower | 15/36 | 41.67% | low |" in text
    assert "in `" in text.splitlines()[0]


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("set run^ner to", "**runner**: kept value\n\n\n\n```rules\nkeep runner : base or none = none\n```"),
        ("rule h^it for", "add points to score of batter"),
        ("take_t^urns", "turns.rules`"),
        ("most score of ^one", "win those one in all player"),
        ("in all ^player with", "one of the players"),
    ],
)
def test_a_name_is_shown_as_it_is_declared(tmp_path: Path, marked: str, said: str) -> None:
    assert said.replace("\n\n\n\n", "\n\n") in hovered(small_desk(tmp_path), "small.rules", marked)


def test_nothing_is_said_of_what_is_no_name(tmp_path: Path) -> None:
    assert hovered(small_desk(tmp_path), "small.rules", "k^eep score") == ""


def test_odds_stand_beside_rows_also_while_something_else_is_broken(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.folder / "small.rules"
    ends = [GAME.index("out\n  7") + 3, GAME.index("thrower\n\nrule") + 7]
    assert [(each.offset, each.text) for each in list_hints(desk.workshop, path)] == [
        (ends[0], "15/36"),
        (ends[1], "21/36"),
    ]
    desk.write("small.rules", GAME.replace("players 2\n", "players 2\nrule wrong\n  say\n"))
    moved = len("rule wrong\n  say\n")
    assert [each.offset for each in list_hints(desk.workshop, path)] == [each + moved for each in ends]
    never_right = desk.write("other.rules", "game other\n")
    assert list_hints(desk.workshop, never_right) == ()


def test_the_outline_has_every_declaration_and_what_is_in_it(tmp_path: Path) -> None:
    desk = small_desk(tmp_path, low=HOUSE)
    found = list_symbols(desk.workshop.check(desk.folder / "small.rules"))
    assert [(each.word, each.name) for each in found][:6] == [
        ("game", "A small game"),
        ("dice", "pair"),
        ("kind", "base"),
        ("players", "players 2"),
        ("phase", "game"),
        ("phase", "turn"),
    ]
    assert [each.name for each in found[4].parts] == ["runner", "mover", "score"]
    assert all(each.span.holds(each.at) for each in found)
    house = list_symbols(desk.workshop.check(desk.folder / "low.rules"))
    assert [(each.word, each.name) for each in house] == [("house_rules", "Low throws count"), ("change", "hits")]


def test_declarations_and_comments_of_several_lines_can_be_folded(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.write("small.rules", "# one\n# two\n\n" + GAME)
    folds = list_folds(desk.workshop.check(path))
    assert folds[:3] == ((1, 2), (4, 5), (10, 15))


def test_a_mistake_can_be_mended_where_it_is_plain_how(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.write("small.rules", GAME.replace("do hits(mover)", "do hitz(mover)"))
    at = desk.text("small.rules").index("hitz")
    (mend,) = list_mends(desk.workshop.check(path), at, at)
    assert mend.title == "write `hits`"
    assert apply_edits(desk.text("small.rules"), [mend.edit]) == GAME
    assert list_mends(desk.workshop.check(path), 0, 3) == ()


def test_a_text_is_laid_out_if_it_can_be_read(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path = desk.folder / "small.rules"
    canonical = lay_out(desk.workshop.check(path))
    assert canonical is not None
    assert "2..6  : out" in canonical
    desk.write("small.rules", canonical)
    assert lay_out(desk.workshop.check(path)) == canonical
    desk.write("small.rules", GAME + "rule\n")
    assert lay_out(desk.workshop.check(path)) is None
