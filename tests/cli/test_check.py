"""`groundrules check`: files, folders, libraries; each form of the report; the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import Run

SOUND = """\
game dozen "A Dozen"

dice pair = 2d6

phase game
  roll pair
  do wins

table wins on pair
  2..11 : nothing
  12    : say "A dozen!"
"""

GAP = SOUND.replace("2..11", "3..11")
"""Without a row for a 2."""

UNKNOWN = SOUND.replace("roll pair", "roll piar")

WARNED = SOUND + "\ndice spare = 1d6\n"
"""With dice that are never used."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_sound_ruleset(folder: Path, run: Run) -> None:
    write(folder, sound=SOUND)
    assert run.report("check", "sound.rules") == (0, "1 ruleset checked: no problems\n")


@pytest.mark.quick
def test_a_mistake_in_full_with_a_count_at_the_end(folder: Path, run: Run) -> None:
    write(folder, gap=GAP)
    code, out = run.report("check", "gap.rules")
    assert code == 1
    assert "error[table-gap]" in out
    assert " --> gap.rules:9:7\n" in out
    assert "9 | table wins on pair\n  |       ^^^^ " in out
    assert out.endswith("\n\n1 ruleset checked: 1 error\n")


def test_the_short_form_is_a_line_for_each(folder: Path, run: Run) -> None:
    write(folder, gap=GAP, unknown=UNKNOWN)
    code, out = run.report("check", "--short", "gap.rules", "unknown.rules")
    assert code == 1
    first, *others = out.rstrip("\n").split("\n")
    assert first.startswith("gap.rules:9:7: table-gap: ")
    assert others[0].startswith("unknown.rules:6:8: unknown-name: ")


@pytest.mark.quick
def test_as_an_object(folder: Path, run: Run) -> None:
    write(folder, gap=GAP, sound=SOUND, warned=WARNED)
    code, out = run.report("check", "--json", "gap.rules", "sound.rules", "warned.rules")
    found = json.loads(out)
    assert code == 1
    assert (found["checked"], found["errors"], found["warnings"]) == (3, 1, 1)
    assert [each["severity"] for each in found["diagnostics"]] == ["error", "warning"]
    assert found["diagnostics"][0]["place"]["line"] == 9


@pytest.mark.quick
def test_warnings_fail_only_where_one_is_strict(folder: Path, run: Run) -> None:
    write(folder, warned=WARNED)
    code, out = run.report("check", "warned.rules")
    assert code == 0
    assert out.endswith("1 ruleset checked: 1 warning\n")
    assert run.report("check", "warned.rules", "--strict")[0] == 1


@pytest.mark.quick
def test_one_who_is_strict_sees_what_readers_would_miss(folder: Path, run: Run) -> None:
    write(folder, sound=SOUND)
    code, out = run.report("check", "sound.rules", "--strict", "--short")
    assert (code, out.count("\n")) == (1, 1)
    assert out.startswith("sound.rules:1:6: example-missing: ")
    write(folder, sound=SOUND + '\nexample "unread: 12"\n  roll 12\n  then ended game\n')
    assert "example-unread" in run.report("check", "sound.rules", "--strict")[1]
    write(folder, sound=SOUND + '\nexample "a twelve"\n  roll 12\n  then ended game\n')
    assert run.report("check", "sound.rules", "--strict") == (0, "1 ruleset checked: no problems\n")


@pytest.mark.quick
def test_a_folder_means_every_ruleset_below_it(folder: Path, run: Run) -> None:
    write(folder, one=SOUND, deep__two=GAP, deep__three=SOUND)
    code, out = run.report("check", ".")
    assert code == 1
    assert "deep/two.rules:9:7" in out
    assert out.endswith("3 rulesets checked: 1 error\n")


def test_a_file_that_cannot_be_read_does_not_hide_others(folder: Path, run: Run) -> None:
    write(folder, a=SOUND, c=GAP)
    (folder / "b.rules").write_bytes(b"\xff\xff")
    (folder / "empty").mkdir()
    code, out = run.report("check", "--short", ".", "nowhere.rules", "empty")
    assert code == 1
    told = [line.split(": ")[1] for line in out.rstrip("\n").split("\n")]
    assert sorted(told) == ["file-missing", "file-not-utf8", "folder-without-rules", "table-gap"]


def test_a_mistake_in_a_library_is_told_once(folder: Path, run: Run) -> None:
    library = 'library shared "Shared"\n\nexpects dice pair\n\ndefine odd = total of piar mod 2\n'
    using = SOUND.replace('"A Dozen"\n', '"A Dozen"\n  use shared\n')
    write(folder, library__shared=library, one=using, two=using)
    code, out = run.report("check", "--short", ".")
    assert code == 1
    assert out.count("library/shared.rules:5:") == 1


def test_a_library_by_its_name(run: Run) -> None:
    assert run.report("check", "baseball") == (0, "1 ruleset checked: no problems\n")


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, run: Run) -> None:
    write(folder, secret="the secret\n", games__sound=SOUND)
    (folder / "games" / "link.rules").symlink_to(folder / "secret.rules")
    code, out = run.report("check", "games")
    assert code == 1
    assert "error[file-outside]" in out
    assert "the secret" not in out


def test_a_mistake_is_never_a_traceback(folder: Path, run: Run) -> None:
    for number, text in enumerate(["\x1b[2J\n", "game\n", '"', "\t \tgame", 'game x "y"\n' * 500, "(" * 5000, "é"]):
        write(folder, **{f"file{number}": text})
    code, out = run.report("check", ".")
    assert code == 1
    assert "\x1b" not in out
