"""`groundrules format`: what is written, what is only said, and what is left as it is."""

from __future__ import annotations

import json
import os
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from interpreter.cli import main
from interpreter.cli.verbs import format as verb
from tests.support.command import Run

ROUGH = 'game dozen "A Dozen"  # one\ndice pair=2d6\n# two\n\nphase game\n    roll   pair\n'
NEAT = f'game dozen "A Dozen"{" " * 30}# one\ndice pair = 2d6\n\n# two\n\nphase game\n  roll pair\n'
WRONG = ROUGH.replace("roll   pair", "roll pair)")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path


@pytest.mark.quick
def test_a_file_is_written_once(folder: Path, run: Run) -> None:
    file = folder / "dozen.rules"
    file.write_text(ROUGH)
    file.chmod(0o640)
    assert run.report("format", "dozen.rules") == (0, "dozen.rules formatted\n1 ruleset checked: 1 formatted\n")
    assert file.read_text() == NEAT
    assert file.stat().st_mode & 0o777 == 0o640
    assert run.report("format", ".") == (0, "1 ruleset checked: already tidy\n")
    assert os.listdir(folder) == ["dozen.rules"]


@pytest.mark.quick
def test_check_and_diff_write_nothing(folder: Path, run: Run) -> None:
    file = folder / "dozen.rules"
    file.write_text(ROUGH)
    last = "1 ruleset checked: 1 would change\n"
    assert run.report("format", "--check", ".") == (1, f"dozen.rules would change\n{last}")
    code, out = run.report("format", "--diff", ".")
    assert code == 0
    assert "-    roll   pair\n+  roll pair\n" in out
    assert out.endswith(last)
    code, out = run.report("format", "--check", "--diff", "--json", ".")
    (changed,) = json.loads(out)["changed"]
    assert (code, changed["path"], "+  roll pair" in changed["diff"]) == (1, "dozen.rules", True)
    assert file.read_text() == ROUGH


@pytest.mark.quick
def test_files_with_mistakes_and_house_rules_in_toml_are_left_alone(folder: Path, run: Run) -> None:
    (folder / "dozen.rules").write_text(ROUGH)
    (folder / "wrong.rules").write_text(WRONG)
    (folder / "house").mkdir()
    (folder / "house" / "short.toml").write_text('house_rules="short"\n')
    code, out = run.report("format", ".")
    assert code == 1
    assert "error[" in out
    assert "wrong.rules:6:" in out
    assert "house/short.toml is left as it is: house rules in TOML are not formatted\n" in out
    assert out.endswith("dozen.rules formatted\n2 rulesets checked: 1 formatted, 1 error\n")
    assert (folder / "wrong.rules").read_text() == WRONG
    assert run.report("format", "nowhere.rules")[0] == 1


@pytest.mark.quick
def test_a_file_that_cannot_be_written_stays_whole(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    (folder / "dozen.rules").write_text(ROUGH)
    monkeypatch.setattr(os, "replace", fail)
    code, out = run.report("format", "dozen.rules")
    assert code == 1
    assert "error[file-unwritable]: `dozen.rules` cannot be written: No space left on device" in out
    assert (folder / "dozen.rules").read_text() == ROUGH
    assert os.listdir(folder) == ["dozen.rules"]


@pytest.mark.quick
def test_names_that_have_become_words_get_other_names(folder: Path, run: Run) -> None:
    older = """\
game w "W"

phase game
  keep while : 0+ = 0
  layout 2
  say "while {while}"  # while

rule layout (x: 1..6)
  add x to while
"""
    (folder / "w.rules").write_text(older)
    assert run.report("format", "w.rules") == (0, "w.rules formatted\n1 ruleset checked: 1 formatted\n")
    newer = (folder / "w.rules").read_text()
    assert re.search('say "while {the_while}" +# while', newer)
    assert "rule the_layout (x: 1..6)\n  add x to the_while\n" in newer
    assert main(["check", "w.rules"]) == 0


def test_a_link_stays_a_link(folder: Path, run: Run) -> None:
    (folder / "dozen.rules").write_text(ROUGH)
    (folder / "link.rules").symlink_to("dozen.rules")
    assert run.report("format", "link.rules")[0] == 0
    assert (folder / "link.rules").is_symlink()
    assert (folder / "dozen.rules").read_text() == NEAT


@pytest.mark.quick
def test_what_would_not_be_the_same_is_a_bug_and_is_not_written(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "dozen.rules").write_text(ROUGH)
    monkeypatch.setattr(verb, "format_file", lambda tree: NEAT.replace("# two", ""))
    err = run.refused("format", "dozen.rules", code=70)
    assert "dozen.rules would not be the same when formatted, and is left as it is" in err
    assert "this is a bug in groundrules" in err
    assert (folder / "dozen.rules").read_text() == ROUGH


@pytest.mark.quick
def test_what_comes_in_goes_out_formatted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def come_in(content: bytes) -> int:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
        return main(["format", "-"])

    for text in (ROUGH, NEAT):
        assert come_in(text.encode()) == 0
        assert capsys.readouterr().out == NEAT
    assert come_in(WRONG.encode()) == 1
    assert capsys.readouterr().out == ""
    assert come_in(b"\xff\xfe") == 1
    assert "standard input" in capsys.readouterr().err


def test_line_ends_stay_and_a_long_kind_is_laid_out(folder: Path) -> None:
    path = folder / "dozen.rules"
    path.write_bytes(NEAT.replace("\n", "\r\n").encode())
    assert main(["format", "--check", "dozen.rules"]) == 0
    path.write_bytes(ROUGH.replace("\n", "\r\n").encode())
    assert main(["format", "dozen.rules"]) == 0
    assert path.read_bytes() == NEAT.replace("\n", "\r\n").encode()
    members = ", ".join(f"k{at}" for at in range(2_000))
    path.write_text(f'game a "A"\nplayers 2\nkind k: {members}\nphase game\n  nothing\n')
    assert main(["format", "dozen.rules"]) == 0
    assert main(["format", "--check", "dozen.rules"]) == 0


def test_a_text_that_would_become_too_long_is_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "dozen.rules").write_text(ROUGH)
    monkeypatch.setattr(verb, "MOST_CHARACTERS", 100)
    assert main(["format", "dozen.rules"]) == 1
    assert "is left as it is: formatted, it would have more than 100 characters" in capsys.readouterr().out
    assert (folder / "dozen.rules").read_text() == ROUGH
