"""Liar's Dice with one small die each, so that all of it can be gone through."""

from __future__ import annotations

from interpreter import loader, read
from interpreter.api import Ruleset


def read_small_liars_dice(faces: int, wild: int = 0) -> Ruleset:
    """The ruleset for two players who have one die each, with so many faces; one of them may be wild."""
    text = loader.find_ruleset("liars_dice").text.partition("# ---- examples")[0]
    changes = {
        "5d6": f"1d{faces}",
        "0..5, face up = 5": "0..1, face up = 1",
        "1..6": f"1..{faces}",
        "(dice_in_play, 6)": f"(dice_in_play, {faces})",
        "players 2..6": "players 2",
        "1..30": "1..2",
        "0..30": "0..2",
        "(die is 1 and ones is wild)": f"die is {wild}" if wild else "(die is 1 and ones is wild)",
    }
    for old, new in changes.items():
        text = text.replace(old, new)
    return read(text)
