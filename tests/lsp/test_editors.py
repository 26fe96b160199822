"""Editors that start the language server by the settings that come with it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from grammar.editors.vscode.build import EDITORS, NoPackages, build, package
from tests.support.absent import miss
from tests.support.editor import editing
from tests.support.paths import ROOT, TESTS

VSCODE = EDITORS / "vscode"
COMMAND = ["groundrules", "lsp"]
WRONG = 'game one "One"\n\nphase game\n  say nothing_of_the_kind\n'


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """`groundrules` is the one of this Python."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


def run_program(name: str, *words: str, package: str = "", cwd: Path | None = None) -> str:
    """What a program prints. CI has the editors of `.ci/run`, and of the others those that happen to be there."""
    if shutil.which(name) is None:
        if name == "nvim":
            miss(name, package)
        pytest.skip(f"there is no {name}: apt-get install {package or name}")
    done = subprocess.run([name, *words], capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


# ---- VS Code


def test_the_extension_says_what_it_is_and_what_belongs_to_it() -> None:
    about = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (about["version"], about["license"]) == (project["version"], project["license"])
    (language,), (grammar,) = about["contributes"]["languages"], about["contributes"]["grammars"]
    assert (VSCODE / about["main"]).is_file()
    assert (VSCODE / language["configuration"]).is_file()
    assert (EDITORS / grammar["path"]).is_file()
    colours = json.loads((EDITORS / grammar["path"]).read_text(encoding="utf-8"))
    assert (language["id"], grammar["scopeName"]) == (grammar["language"], colours["scopeName"])
    assert about["contributes"]["configuration"]["properties"]["groundrules.server"]["default"] == COMMAND
    words = json.loads((VSCODE / language["configuration"]).read_text(encoding="utf-8"))["wordPattern"]
    assert re.fullmatch(words, "lead_runner")
    locked = json.loads((VSCODE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert locked[""]["dependencies"] == about["dependencies"]
    assert re.search(r"\d+\.\d+", locked["node_modules/vscode-languageclient"]["engines"]["vscode"]) is not None
    assert locked["node_modules/vscode-languageclient"]["engines"]["vscode"] == about["engines"]["vscode"]


def test_the_extension_starts_the_server_that_marks_mistakes(tmp_path: Path) -> None:
    told = json.loads(run_program("node", str(TESTS / "lsp" / "vscode_host.js"), str(VSCODE), package="nodejs"))
    assert told["options"]["documentSelector"][0] == {"language": "groundrules"}
    command = [told["server"]["command"], *told["server"]["args"]]
    assert command == COMMAND

    async def session() -> None:
        async with editing(tmp_path, command) as editor:
            (mark,) = await editor.write(tmp_path / "one.rules", WRONG)
            assert mark.source == "groundrules"

    asyncio.run(session())


def test_the_extension_is_packaged_with_all_that_it_needs(tmp_path: Path) -> None:
    try:
        built = package(build(tmp_path / "built"), tmp_path)
    except NoPackages as reason:
        pytest.skip(str(reason))
    with zipfile.ZipFile(built) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    assert {"extension.vsixmanifest", "[Content_Types].xml", "extension/package.json", "extension/LICENSE.txt"} <= names
    host = str(TESTS / "lsp" / "vscode_host.js")
    assert '"groundrules"' in run_program("node", host, str(tmp_path / "installed" / "extension"), "whole")


# ---- the others

ASK_NEOVIM = """
if not vim.lsp.start then
  vim.lsp.start = function(config)
    vim.lsp.buf_attach_client(vim.api.nvim_get_current_buf(), vim.lsp.start_client(config))
  end
end
vim.cmd("source {settings}")
vim.cmd("edit {file}")
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
for _, each in ipairs(vim.diagnostic.get(0)) do
  print(vim.bo.filetype, each.code, each.lnum)
end
vim.cmd("qall!")
"""


def test_neovim_shows_mistakes(tmp_path: Path) -> None:
    (tmp_path / "one.rules").write_text(WRONG, encoding="utf-8")
    script = ASK_NEOVIM.replace("{settings}", str(EDITORS / "neovim" / "groundrules.lua"))
    (tmp_path / "ask.lua").write_text(script.replace("{file}", str(tmp_path / "one.rules")), encoding="utf-8")
    words = ["--headless", "--clean", "--cmd", "let g:do_filetype_lua = 1", "-c", f"luafile {tmp_path / 'ask.lua'}"]
    said = run_program("nvim", *words, package="neovim", cwd=tmp_path)
    assert re.search(r"groundrules\s+\S+\s+3", said), said


def test_helix_knows_the_command() -> None:
    settings = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8"))
    server = settings["language-server"]["groundrules"]
    assert [server["command"], *server["args"]] == COMMAND
    (language,) = settings["language"]
    assert language["language-servers"] == ["groundrules"]


def test_emacs_can_read_its_mode() -> None:
    mode = EDITORS / "emacs" / "groundrules-mode.el"
    assert "(\"groundrules\" \"lsp\")" in mode.read_text(encoding="utf-8")
    check = '(with-temp-buffer (insert "# one\\n") (groundrules-mode) (princ (nth 4 (syntax-ppss 3))))'
    assert run_program("emacs", "-Q", "--batch", "-l", str(mode), "--eval", check, package="emacs-nox").strip() == "t"
