"""Games that are left at random moments, with cards, faces and answers of every kind."""

from __future__ import annotations

import pytest

from tests.support.paths import read_game
from tests.support.saved_games import Ground
from tests.tools.save_games import play_games


@pytest.mark.parametrize("name", ["blackjack", "kuhn_poker", "liars_dice", "shut_the_box", "going_to_boston"])
def test_nothing_is_lost_of_a_game_that_is_left_anywhere(name: str) -> None:
    games = list(play_games(name, range(95, 105)))
    assert any(0 < game.leaving < len(game.lines) for game in games)


@pytest.mark.parametrize("words", [(), ("--cards", "ask", "--dice", "ask")])
def test_faces_and_cards_that_look_alike_are_the_same_on_paper(ground: Ground, words: tuple[str, ...]) -> None:
    own = ["joker", "0+2", "sun, sun", "1", "The King", "1 2", "sun sun", "", "king", "2 2", "sun, sun", "2"]
    for seed in range(5):
        typed = own if words else ["", "", "4"] * 3
        path = ground.saved(typed, "--seed", str(seed), *words, text=read_game("alike.rules"))
        assert "waits" not in ground("replay", path), path.read_text()
        assert ground.code == 0
