"""Machine code on disk: taken when it is whole, made again when it is not, and never a reason to stop."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path

import pytest

from interpreter import api, cache, tiering
from interpreter.native import Native, Tiered, player
from interpreter.program import Program

SEED = 3


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    cache.take_trouble()
    return tmp_path / "kept"


@pytest.fixture(scope="module")
def program() -> Program:
    return api.load("ace_in_the_pot").program()


def kept(folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.name.startswith("machine"))


def test_what_was_compiled_once_is_taken_from_disk(folder, program, monkeypatch):
    first = Native(program).play(SEED, range(50))
    assert len(kept(folder)) == 1
    monkeypatch.setattr(player, "compiled", lambda *_: pytest.fail("it was compiled again"))
    monkeypatch.setattr(player, "_writer", lambda: pytest.fail("it was written again"))
    assert Native(program).play(SEED, range(50)) == first


def test_whoever_plays_knows_whether_code_is_kept(folder, program):
    assert [Tiered(program, eager=False).is_kept() for _ in range(2)] == [False, False]
    Native(program, tier=Tiered(program, eager=False).tier).play(SEED, range(5))
    assert Tiered(program, eager=False).is_kept()


def test_other_strategies_tiers_and_programs_have_their_own(folder, program):
    for native in (
        Native(program),
        Native(program, game_budget=77),
        Native(api.load("ace_in_the_pot").program(players=3)),
    ):
        native.play(SEED, range(5))
    assert len(kept(folder)) == 3


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_made_again(folder, program, damage):
    first = Native(program).play(SEED, range(50))
    path, whole = kept(folder)[0], kept(folder)[0].read_bytes()
    path.write_bytes(whole[:-9] + b"x" * 9 if damage is None else damage)
    assert Native(program).play(SEED, range(50)) == first
    assert kept(folder)[0].read_bytes() == whole
    assert "damaged" in cache.take_trouble()


def test_where_nothing_can_be_kept_games_are_played_all_the_same(folder, program):
    folder.write_text("a file stands in the way")
    assert Native(program).play(SEED, range(50)).games == 50
    assert str(folder) in cache.take_trouble()


def test_two_processes_may_write_at_once(folder):
    with get_context("spawn").Pool(2) as pool:
        first, second = pool.map(_play, range(2))
    assert first == second
    assert len(kept(folder)) == 1
    assert Native(api.load("ace_in_the_pot").program()).play(SEED, range(50)).marks == first


def _play(_: int) -> list[int]:
    return Native(api.load("ace_in_the_pot").program()).play(SEED, range(50)).marks


def test_better_code_is_taken_at_once_if_it_is_there(folder, program):
    first = Tiered(program, eager=True)
    games = first.play(SEED, range(50))
    first.wait()
    again = Tiered(program)
    assert again.tier == "best"
    assert again.play(SEED, range(50)) == games


def test_better_code_is_made_when_it_is_worth_while(folder, program, monkeypatch):
    patient = Tiered(program)
    patient.play(SEED, range(50))
    patient.wait()
    assert patient.tier == "fast"
    monkeypatch.setattr(tiering, "WORDS", 1)
    eager = Tiered(program)
    eager.play(SEED, range(50))
    eager.wait()
    assert eager.tier == "best"


def test_an_account_takes_little_room(program):
    """However many games are played, the account of them has one size."""
    native = Native(program, keep=False)
    assert 8 * native._layout.length < 4 * 2**20
