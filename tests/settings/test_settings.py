"""Options and players as people write them."""

from __future__ import annotations

import pytest

from interpreter.api import load
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.wording import shorten_text
from interpreter.settings import format_settings, read_players, read_settings
from tests.support.small_games import race

pytestmark = pytest.mark.quick


def test_settings_are_read_as_the_ruleset_writes_them_and_shown_so() -> None:
    found = Diagnostics()
    written = {"goal": "12", "six": "stays"}
    values = read_settings(race().model, written.items(), found)
    assert not found.found
    assert format_settings(race().model, values) == {"goal": 12, "six": "stays"}
    assert format_settings(race().model, {}) == {"goal": 10, "six": "jumps"}
    shown = format_settings(race().model, values)
    assert read_settings(race().model, [(name, str(value)) for name, value in shown.items()], found) == values


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (("gaol", "5"), "setting-unknown"),
        (("goal", "4"), "setting-value"),
        (("goal", "51"), "setting-value"),
        (("goal", "ten"), "setting-value"),
        (("goal", "-7"), "setting-value"),
        (("goal", "7.0"), "setting-value"),
        (("goal", "9" * 5000), "setting-value"),
        (("goal", ""), "setting-value"),
        (("six", "jump"), "setting-value"),
        (("six", "0"), "setting-value"),
        (("", ""), "setting-unknown"),
    ],
)
def test_other_settings_are_refused(written: tuple[str, str], code: str) -> None:
    found = Diagnostics()
    assert read_settings(race().model, [written], found) == {}
    assert [each.code for each in found.found] == [code]


def test_players_are_as_many_as_the_game_is_for() -> None:
    for players in (None, 2, 4):
        found = Diagnostics()
        assert read_players(race().model, players, found) == players
        assert not found.found
    for players in (1, 5, 0, -1):
        found = Diagnostics()
        assert read_players(race().model, players, found) is None
        assert [each.code for each in found.found] == ["players-number"]


def test_many_numbers_of_players_are_told_in_a_few_words() -> None:
    found = Diagnostics()
    model = load("foster_diamond").model
    assert read_players(model, 3, found) is None
    assert found.found[0].message == "`foster_diamond` is for 2, 4, 6 and so on to 62 players, not 3"


def test_a_long_text_is_cut_where_it_is_repeated() -> None:
    assert shorten_text("x" * 40) == "x" * 40
    assert shorten_text("x" * 41) == f"{'x' * 40}..."
