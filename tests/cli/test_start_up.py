"""What a command loads: only what it needs, so that nobody waits for the rest of the program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RUNS = """\
import sys
from interpreter.cli import main
assert main(sys.argv[1:]) == 0
print(*sys.modules)
"""
"""Runs a command, and says what was loaded for it."""

UNDERSTANDING = {"parser", "check", "model", "lower", "stepper", "native"}
"""The rooms that make a game out of a text, and play it."""


def load(*words: str) -> set[str]:
    """The modules that a command loads."""
    ran = subprocess.run([sys.executable, "-c", RUNS, *words], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def run(*words: str) -> set[str]:
    """The rooms that a command loads."""
    return {each.split(".")[1] for each in load(*words) if each.startswith("interpreter.")}


@pytest.mark.parametrize("verb", ["check", "test"])
def test_a_text_that_has_not_changed_is_not_read_again(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "tail.rules"
    path.write_text('game tail "A Tail"\n\ndice coin = 1d2\n\nphase game\n  roll coin\n  say "Tossed."\n')
    assert run(verb, str(path)) & UNDERSTANDING >= {"parser", "check", "model"}
    assert not run(verb, str(path)) & UNDERSTANDING
    path.write_text(path.read_text().replace("A Tail", "Two Tails"))
    assert run(verb, str(path)) & UNDERSTANDING >= {"parser", "check", "model"}


@pytest.mark.parametrize("words", [("list",), ("explain", "wrong-type"), ("schema", "--help")])
def test_what_needs_no_game_loads_nothing_that_makes_one(words: tuple[str, ...]) -> None:
    assert not run(*words) & UNDERSTANDING


def test_a_simulation_beside_which_means_are_kept_loads_nothing_that_finds_them(tmp_path: Path) -> None:
    path = tmp_path / "tail.rules"
    path.write_text('game tail "A Tail"\n\ndice coin = 1d2\n\nphase game\n  roll coin\n\nmeasure up per game = coin\n')
    simulate = "simulate", str(path), "-n", "10", "--engine", "stepper"
    assert "numpy" not in load(*simulate, "--strategy", "all=random"), "no means are found where seats play by lot"
    assert "interpreter.odds.answers" in load(*simulate)
    assert "interpreter.odds.answers" not in load(*simulate)
