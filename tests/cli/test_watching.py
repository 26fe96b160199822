"""`--watch`: what is done again after an edit, the nearest first, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.cli import main, watching
from interpreter.cli.watching import find_first_change, list_watched
from tests.support.command import Run

GAME = """\
game small "Small"

dice die = 1d6

phase game
  count points
  roll die
  do result

table result on total of die
  1    : add 1 to points
  2..6 : add 2 to points

example "a one"
  roll 1
  then points is 1

example "a three"
  roll 3
  then points is 2
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(GAME)
    return path


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What is done while it waits, one thing each time; then somebody presses Ctrl-C."""

    def plan(*actions: Callable[[], object]) -> None:
        left = list(actions)

        def wait(seconds: float) -> None:
            if not left:
                raise KeyboardInterrupt
            left.pop(0)()

        monkeypatch.setattr(watching, "sleep", wait)

    return plan


def test_tests_run_again_the_nearest_first(small: Path, edits: Callable[..., None], run: Run) -> None:
    both_wrong = GAME.replace("1    : add 1", "1    : add 5").replace("2..6 : add 2", "2..6 : add 6")
    edits(
        lambda: small.write_text(GAME.replace("2..6 : add 2", "2..6 : add 3")),
        lambda: small.write_text(GAME),
        lambda: small.write_text(both_wrong.replace("then points is 2", "then points is 22")),
    )
    first, second, third, fourth = run.text("test", str(small), "--watch").split("small.rules changed at line")
    assert "2 examples passed" in first
    assert 'example "a three" failed' in second
    assert second.count("1 of 2 examples failed") == 1
    assert "2 examples passed" in third
    assert fourth.startswith(" 11")
    assert fourth.count(" failed\n") == 2


def test_the_example_that_an_edit_is_about_comes_first(
    small: Path, edits: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = GAME.replace("points is 1", "points is 8")
    small.write_text(wrong)
    edits(lambda: small.write_text(wrong.replace("points is 2", "points is 9")))
    main(["test", str(small), "--watch"])
    shown = capsys.readouterr().out.partition("changed at line")[2]
    assert shown.index('"a three" failed') < shown.index('"a one" failed')


@pytest.mark.quick
def test_checks_run_again_and_what_cannot_be_read_is_told(small: Path, edits: Callable[..., None], run: Run) -> None:
    edits(lambda: small.write_text(GAME.replace("roll die\n", "roll dye\n")), small.unlink, lambda: None)
    out = run.text("check", str(small), "--watch")
    assert "1 ruleset checked: no problems" in out or "1 ruleset checked" in out
    assert "dye" in out
    assert out.count("small.rules changed at line 7") == 1


def test_an_edit_while_they_run_begins_anew(
    small: Path, edits: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([False, True, True])
    monkeypatch.setattr(watching.Watch, "is_stale", lambda self: next(looks, False))
    edits()
    main(["test", str(small), "--watch"])
    assert capsys.readouterr().out.count("examples passed") == 1


def test_what_lies_beside_a_ruleset_is_watched(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    for name in ("a.rules", "house.toml", "library/b.rules", "notes.txt"):
        (tmp_path / name).write_text("")
    found = {path.relative_to(tmp_path).as_posix() for path in list_watched([str(tmp_path / "a.rules")])}
    assert found == {"a.rules", "house.toml", "library/b.rules"}
    assert {path.name for path in list_watched(["two_dice"])} >= {"two_dice.rules", "baseball.rules"}
    assert list_watched(["no_such_game"]) == []


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [("a\nb\n", "a\nc\n", 2), ("a\n", "a\nb\n", 2), ("a\nb\n", "a\n", 1), ("", "a\n", 1), ("a\n", "", 1)],
)
def test_the_first_line_that_is_different(before: str, after: str, line: int) -> None:
    assert find_first_change(before, after) == line
