"""House rules in TOML have in an editor what those in the language have."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.parser.toml_gap import find_toml_gap
from interpreter.workshop.completion import complete
from interpreter.workshop.hovering import describe
from interpreter.workshop.naming import find_definitions, rename
from tests.support.desk import Desk, small_desk

ABOUT = 'house_rules = "short"\nfor = "small"\n'
OPTIONS = """\
players 2
option length = 2 in 1..3
option sort = odd
  odd   "the first"
  even  "the second"
"""
USED = """\
  when sort is even and length is 2 : say "Even."
"""
RULES = (
    ABOUT
    + """
[options]
length = 3

[tables.hits]
"2..6" = { was = "out", now = "hit for thrower" }
"""
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = small_desk(tmp_path)
    game = desk.text("small.rules").replace("players 2\n", OPTIONS)
    desk.write("small.rules", game.replace("rule out\n", "rule out\n" + USED))
    return desk


def offered(desk: Desk, text: str) -> list[str]:
    path = desk.write("house/short.toml", text)
    return [each.text for each in complete(desk.workshop, path, len(text)).offered]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", ["house_rules", "title", "for"]),
        ("[", ["options", "tables.hits", "dice", "examples"]),
        ("[tables.", ["hits"]),
        ("[options]\n", ["length", "sort", "[options]"]),
        ("[options]\nlength = ", ["1", "2", "3"]),
        ("[options]\nsort = ", ['"odd"', '"even"']),
        ('[options]\nsort = "', ["odd", "even"]),
        (
            "[tables.hits]\n",
            ['"2..6" = { was = "out", now = "" }', '"7..12" = { was = "hit for thrower", now = "" }', "replace"],
        ),
        ('[tables.hits]\n"', ["2..6", "7..12"]),
        ('[tables.hits]\n"2..6" = { was = ', ['"out"']),
        ('[tables.hits]\n"2..6" = { was = "out", now = "', ["hit for thrower", "out"]),
        ('tables.hits."2..6".was = ', ['"out"']),
        ("[dice]\npair = ", ['"2d6"']),
        ('without_examples = ["', ["a hit"]),
        ("own_examples = '''\nexample \"new\"\n  roll ", ["pair"]),
        ("# [", []),
        ('title = "one"', []),
    ],
)
def test_what_fits_is_offered(desk: Desk, typed: str, first: list[str]) -> None:
    found = offered(desk, ABOUT + typed)
    assert found[: len(first)] == first
    assert bool(found) == bool(first)


def test_where_no_game_is_named_games_are_offered(desk: Desk) -> None:
    assert offered(desk, "h") == ["house_rules", "for", "title"]
    assert offered(desk, 'for = "')[0] == "small"


def test_what_is_offered_takes_the_place_of_what_is_typed(desk: Desk) -> None:
    text = ABOUT + '[options]\nsort = "ev'
    path = desk.write("house/short.toml", text)
    assert complete(desk.workshop, path, len(text)).start == len(text) - len("ev")


def test_mistakes_stand_at_their_places(desk: Desk) -> None:
    path = desk.write("house/short.toml", RULES.replace("= 3", "= 4"))
    (mark,) = desk.workshop.check(path).own
    assert mark.span is not None
    assert mark.span.text == "4"


def test_names_are_told_of_found_and_changed(desk: Desk) -> None:
    path = desk.write("house/short.toml", RULES)
    assert desk.workshop.check(path).diagnostics == ()
    for name, place in (("length", RULES.index("length")), ("hits", RULES.index("hits"))):
        hover = describe(desk.workshop, path, place)
        assert hover is not None
        assert f"**{name}**" in hover.text
        (declared,) = find_definitions(desk.workshop.check(path), place)
        assert declared.text == name
        assert declared.source.name.endswith("small.rules")
        edits = rename(desk.workshop, path, place, "other")
        assert {each.place.path.name for each in edits} == {"short.toml", "small.rules"}


@given(st.text("[]{}=.,'\"# \nab1", max_size=40))
def test_any_text_has_a_place_or_none(text: str) -> None:
    gap = find_toml_gap(text, len(text))
    assert gap is None or 0 <= gap.start <= len(text)
