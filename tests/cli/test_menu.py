"""The menu of games: what each key does, and that what it says of the games is not stale."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.cli.loading import load_game
from interpreter.cli.terminal.menu import Menu, format_luck

SIZES = [(120, 40), (80, 24), (40, 12)]


def choose(*keys: str, size: tuple[int, int] = (80, 24)) -> list[str] | None:
    async def press() -> list[str] | None:
        menu = Menu(lambda name: f"the rules of {name}")
        async with menu.run_test(size=size) as pilot:
            await pilot.press(*keys)
        return menu.return_value

    return asyncio.run(press())


@pytest.mark.parametrize("size", SIZES)
def test_typing_searches_and_enter_plays(size: tuple[int, int]) -> None:
    assert choose("c", "r", "i", "b", "enter", size=size) == ["play", "cribbage"]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (("enter",), ["play", "backgammon"]),
        (("down", "f"), ["web", "battleships", "--seat", "all=human", "--host", "0.0.0.0"]),
        (("slash", "f", "a", "r", "k", "enter"), ["play", "farkle"]),
        (("slash", "x", "x", "escape", "r", "escape", "enter"), ["play", "backgammon"]),
        (("q",), None),
    ],
)
def test_each_key_does_what_the_foot_says(keys: tuple[str, ...], words: list[str] | None) -> None:
    assert choose(*keys) == words


def test_changing_the_rules_begins_with_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert choose("p", "i", "g", "down", "up", "enter") == ["play", "pig"]
    assert choose("p", "i", "g", "tab", "e") == ["web"]
    assert (tmp_path / "pig.rules").read_bytes() == loader.find_ruleset("pig").path.read_bytes()  # type: ignore[attr-defined]


@pytest.mark.quick
def test_a_card_of_each_game_says_how_many_play() -> None:
    cards = {each.name: each for each in loader.read_cards()}
    assert set(cards) == set(loader.list_game_names())
    sentences = (loader.find_shipped_folder("rulesets") / "README.md").read_text(encoding="utf-8")
    for each in cards.values():
        assert f" {each.about} |" in sentences
        assert 1 <= each.minutes <= 120
        assert each.luck is None or 0 <= each.luck <= 1
    for name in ("pig", "hearts", "blackjack"):
        model = load_game(name)
        assert (cards[name].least, cards[name].most) == (model.players[0], model.players[-1])
    assert format_luck(cards["snakes_and_ladders"]) == "●●●●●"
