"""What could be written at a place: the words that the grammar allows there, and the names that suit."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.workshop.completion import complete
from tests.support.desk import GAME, Desk, small_desk


def offered(desk: Desk, name: str, after: str, typed: str) -> list[str]:
    """What is offered when something is typed behind some text, which was right before."""
    path, offset = desk.find(name, after + "^")
    desk.workshop.check(path)
    text = desk.text(name)
    desk.write(name, text[:offset] + typed + text[offset:])
    return [each.text for each in complete(desk.workshop, path, offset + len(typed)).offered]


@pytest.mark.parametrize(
    ("after", "typed", "first"),
    [
        ("phase turn in game", "\n  do ", ["hits"]),
        ("phase turn in game", "\n  roll ", ["pair"]),
        ("phase turn in game", "\n  set ", ["runner", "mover", "score"]),
        ("phase turn in game", "\n  set runner to ", ["none", "first", "second"]),
        ("phase turn in game", "\n  add 1 to ", ["runner", "mover", "score"]),
        ("phase turn in game", "\n  when runner is ", ["none", "first", "second"]),
        ("rule out", "\n  ", ["take_turns", "hit", "out"]),
        ("table hits(thrower : player) on pair", "\n  ", ["2", "3", "4"]),
        ('game small "A small game"', "\n  use ", ["baseball"]),
        ("rule out", "\n  let points = to", ["runner", "mover", "score"]),
        ("players 2", "\nhand held of each ", ["base"]),
        ("players 2", "\nalso in ", ["game", "turn"]),
    ],
)
def test_names_that_suit_come_first(tmp_path: Path, after: str, typed: str, first: list[str]) -> None:
    found = offered(small_desk(tmp_path), "small.rules", after, typed)
    assert found[: len(first)] == first


def test_words_of_the_language_are_those_that_the_grammar_allows(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    found = offered(desk, "small.rules", "rule out", "\n  ")
    assert {"say", "roll", "choose", "when", "repeat"} <= set(found)
    assert "example" not in found
    found = offered(small_desk(tmp_path), "small.rules", '"Out on {pair}."', "\n\n")
    assert {"rule", "phase", "table", "example"} <= set(found)
    assert "say" not in found


def test_a_name_that_is_known_in_one_rule_is_offered_there_alone(tmp_path: Path) -> None:
    in_hit = offered(small_desk(tmp_path), "small.rules", "let points = total of pair", "\n  set runner to ")
    in_out = offered(small_desk(tmp_path), "small.rules", "rule out", "\n  set runner to ")
    assert {"points", "batter"} <= set(in_hit)
    assert not {"points", "batter"} & set(in_out)


@pytest.mark.parametrize(
    ("after", "typed"),
    [("rule out", "\n  say \"Hello "), ("rule out", "\n  # a rem"), ("rule out", "\n  say )")],
)
def test_where_nothing_can_be_told_nothing_is_offered(tmp_path: Path, after: str, typed: str) -> None:
    assert offered(small_desk(tmp_path), "small.rules", after, typed) == []


def test_each_name_is_offered_once_with_the_line_that_declares_it(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path, offset = desk.find("small.rules", "do hi^ts(mover)")
    desk.workshop.check(path)
    desk.write("small.rules", GAME.replace("do hits(mover)", "do hi"))
    found = complete(desk.workshop, path, offset).offered
    assert [each.detail for each in found if each.text == "hits"] == ["table hits(thrower : player) on pair"]
    assert len({each.text for each in found}) == len(found)


CHOICE = """
choice haste
  "How fast?"
  quick "fast"
  slow  "slowly"
  default quick
"""


def test_the_answers_of_a_choice_are_offered_where_it_is_compared(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    desk.write("small.rules", GAME + CHOICE)
    assert {"quick", "slow"} <= set(offered(desk, "small.rules", "rule out", "\n  when haste is ")[:4])


def test_the_word_that_has_been_begun_is_what_is_written_anew(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    path, offset = desk.find("small.rules", "do hi^ts(mover)")
    assert complete(desk.workshop, path, offset).start == offset - 2


def test_any_place_of_any_text_can_be_asked_about(tmp_path: Path) -> None:
    desk = small_desk(tmp_path)
    for end in range(0, len(GAME), 7):
        path = desk.write("small.rules", GAME[:end])
        complete(desk.workshop, path, end)
