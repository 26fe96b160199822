"""The wheel: everything the program reads is inside, and it runs from there, wherever one stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDERS = ("rulesets", "grammar")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def groundrules(installed: Path, cwd: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", "from interpreter.cli import command; command()", *words]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_every_ruleset_the_grammar_and_every_page_are_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    ours = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
    ours = {path for path in ours if path.is_file() and "__pycache__" not in path.parts}
    assert {f"interpreter/{path.relative_to(ROOT).as_posix()}" for path in ours} <= names
    assert {"interpreter/grammar/ground_rules.lark", "interpreter/rulesets/library/baseball.rules"} <= names
    assert "interpreter/py.typed" in names


def test_every_module_is_inside_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "interpreter").rglob("*.py")}
    assert modules <= names
    data = ("rulesets/", "grammar/", "web/static/", "book/templates/", "diagnostics/messages/")
    beside = tuple(f"interpreter/{each}" for each in data)
    assert {name for name in names - modules if not name.startswith(beside)} == {"interpreter/py.typed"}


def test_extras_are_called_as_the_manual_calls_them(wheel: Path) -> None:
    """Tools that install packages take other ways to write a name for the same, but older ones do not."""
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        declared = re.findall(r"^Provides-Extra: (.*)$", archive.read(metadata).decode(), re.MULTILINE)
    guide = (ROOT / "grammar" / "guide.md").read_text(encoding="utf-8")
    told = re.search(r"install\sthe extra (`plot`).*? The other extras are\s(.*?)\.\n", guide, re.DOTALL)
    assert told is not None
    assert set(re.findall("`(.*?)`", "".join(told.groups()))) == set(declared) - {"test"}


def test_the_command_and_the_licence_are_declared(installed: Path) -> None:
    (about,) = installed.glob("*.dist-info")
    assert "groundrules = interpreter.cli:command" in (about / "entry_points.txt").read_text(encoding="utf-8")
    assert "License-Expression: MIT" in (about / "METADATA").read_text(encoding="utf-8")
    assert list(about.rglob("LICENSE"))


def test_pygments_finds_its_lexer(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    find = "from pygments.lexers import get_lexer_by_name as find; import interpreter; print(find('groundrules').name)"
    # Without its own packages Python would find the one that is being worked on.
    done = subprocess.run(
        [sys.executable, "-c", f"{find}; print(interpreter.__file__)"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    name, place = done.stdout.splitlines()
    assert (name, place.startswith(str(installed))) == ("Ground Rules", True), done.stderr


def test_it_runs_from_another_folder_on_what_is_inside(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "decoy.rules").write_text('game decoy "Decoy"\n', encoding="utf-8")
    listed = groundrules(installed, tmp_path, "list")
    assert listed.returncode == 0, listed.stderr
    assert "decoy" not in listed.stdout
    lines = [line for line in listed.stdout.split("\n") if line.endswith(".rules")]
    assert len(lines) >= 4
    assert all(str(installed) in line for line in lines)


def test_checking_and_explaining_work_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    checked = groundrules(installed, tmp_path, "check", "marker")
    assert (checked.returncode, checked.stdout) == (0, "1 ruleset checked: no problems\n"), checked.stderr
    explained = groundrules(installed, tmp_path, "explain", "file-missing")
    assert explained.stdout.startswith("# file-missing")
