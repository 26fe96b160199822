"""Figures that are easily wrong, and games without a result, which do not count."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import main
from tests.support.command import Run
from tests.support.odds_faults import ARMIES

FIRST = """\
game first "The first phase is not like the others"
players 2
dice die  = 1d6
dice coin = 1d2
phase game
  keep base  : 0..100 = 0
  keep turns : 0+ = 0
  roll die
  set base to total of die * 10
  repeat turn until turns > 3
phase turn in game
  keep got : 0..1000 = 0
  roll coin
  set got to base + total of coin
  add 1 to turns
measure got per turn = got
"""

ZERO = ARMIES.replace("0..9 = 3", "0..60 = 15")

VOID = """\
game void "Some games do not count"
players 1 against the bank
dice die = 1d6
phase game
  roll die
  when die is 6 : end game without result
  when die > 3  : win the bank
  otherwise     : win the bank
  when die is 1 : win lowest of all player
  when die is 1 : win the bank
measure thrown per game = total of die
"""

ENDLESS = """\
game endless "A die that gets stuck"
players 1
dice die = 1d6
phase game
  keep score : 0+ = 0
  keep stuck : yes or no = no
  repeat throw until die is 6 and not stuck
phase throw in game
  roll die
  when die is 1 : set stuck to yes
measure score per game = score
"""

LONE = """\
game lone "A player alone who can fail"
players 1
dice die = 1d6
phase game
  choose way by lowest of all player
  roll die
  when die > 3 - number of way : win lowest of all player
choice way
  "Which way?"
  slow "slowly"
  fast "fast"
  default slow
"""


def write(folder: Path, text: str) -> str:
    path = folder / f"{text.split()[1]}.rules"
    path.write_text(text)
    return str(path)


def test_two_choices_in_a_row(run: Run, tmp_path: Path) -> None:
    assert run.data("solve", write(tmp_path, ZERO))["exact"] == "1/2"


def test_a_phase_that_begins_in_many_ways_is_shown_by_all_of_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["odds", write(tmp_path, FIRST), "--exact"]) == 0
    shown = capsys.readouterr()
    assert "got of each turn of a game\nmean 73/2 = 36.5\n" in shown.out


def test_games_without_a_result_do_not_count(run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = write(tmp_path, VOID)
    found = run.data("odds", game)
    assert found["winners_exact"] == {"Player 1 and The bank": "1/5", "The bank": "4/5"}
    assert found["without_result"] == pytest.approx(1 / 6)
    assert found["measures"]["thrown"]["mean"] == pytest.approx(3), "of those that count"
    assert main(["odds", game]) == 0
    shown = capsys.readouterr()
    assert "16.67 % end without a result" in shown.out


def test_a_game_that_never_ends_has_no_winners(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["odds", write(tmp_path, ENDLESS)]) == 1
    shown = capsys.readouterr()
    assert "some games never end" in shown.err
    assert "who wins" not in shown.out


def test_who_plays_alone_can_fail_to_win(run: Run, tmp_path: Path) -> None:
    assert run.data("solve", write(tmp_path, LONE))["exact"] == "5/6"
