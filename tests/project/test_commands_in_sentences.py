"""Commands that stand in sentences, or in blocks that show no output, of what people read: each that takes a moment is
run, with the shipped rulesets and with files such as its page has; of the others only the words are looked at.

A verb by itself, as in `groundrules test`, is only named.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.loader import list_codes
from tests.support.paths import MANUAL, ROOT
from tests.support.surroundings import FILES
from tests.support.walkthroughs import read_blocks, write_file

TUTORIAL = ROOT / "grammar" / "tutorial.md"
PAGES = [ROOT / "README.md", ROOT / "grammar" / "guide.md", TUTORIAL, *MANUAL, ROOT / "rulesets" / "README.md"]
MESSAGES = [ROOT / "grammar" / "diagnostics" / f"{code}.md" for code in list_codes()]

PLACEHOLDERS = {
    "NAME": "two_dice",
    "GAME": "two_dice",
    "FILE": "loaded.toml",
    "STRATEGY": "default",
    "COMMAND": "play",
    "VERB": "play",
}
"""What stands in a command for what a reader has, and what a reader could have."""

READERS = {
    "house mend FILE": "house mend long.rules",
    "test GAME --house FILE": "test two_dice --house long.rules",
    "examples FILE --missing": "examples my_game.rules --missing",
    "examples FILE --missing --write": "examples my_game.rules --missing --write",
    "odds --dice FILE": "odds pig --players 1 --set goal=10 --dice weights.toml",
    "check --strict": "check --strict my_game.rules",
    "diff A B": "diff one_die two_dice -n 2",
    "examples --missing": "examples my_game.rules --missing",
    "replay FILE --against NAME": "replay pig.toml --against pig",
    "play two_dice --house quiet.rules --house lucky.rules": "play two_dice --house long.rules --house mercy",
    "replay small.toml --against COPY.rules": "replay pig.toml --against pig",
    "resume": "resume pig.toml",
    "solve NAME": "solve nim",
    "sweep --exact": "sweep pig --players 1 --over goal=10,11 --measure turns --exact",
    "play NAME": "play pig",
    "play GAME --house RULES": "play two_dice --house mercy",
    "play high_throw.rules": "play my_game.rules",
    "play marker --house wild_pitch.rules": "play marker --house wild_pitch",
}
"""Commands of pages, and what a reader with a file of one's own would type."""

SERVERS = ("web", "lsp")
"""What goes on until it is stopped."""

NOT_RUN = {
    "test apples.rules --watch": "goes on until it is stopped",
    "test my_game.rules --watch": "goes on until it is stopped",
    "simulate marker -n 1e6 --workers 2": "takes many seconds, and other processes",
    'simulate marker --until "stderr(runs) < 0.01"': "takes many seconds",
    "simulate two_dice -n 1e5 --per-game games.csv": "takes many seconds: a line for each game is written",
    "simulate cooperstown -n 1e9 --dask tcp://scheduler:8786": "needs other machines",
    "book FOLDER --playground PACKAGE": "needs the package of Pyodide",
    "tournament cribbage --seat-a search": "takes minutes: a bot looks ahead",
    "tournament cooperstown --seat-a search": "takes minutes: a bot looks ahead",
    "tournament hearts": "takes minutes: a bot looks ahead",
    "simulate cribbage": "takes many seconds: ten thousand games",
    "solve pig": "with the players and options of the line above it; takes many seconds",
    "book site": "tests/book writes it, and looks at every page",
}
"""What cannot be run here in a moment, and why."""

EXITS = {"chek": 2, "test GAME --house FILE": 1}
"""The exit codes of what a page shows as a mistake, and of what finds some."""


def find_commands(path: Path, blocks: bool) -> list[str]:
    """The commands in the sentences of a page and, if wanted, in the words of messages that it shows."""
    text = path.read_text(encoding="utf-8")
    prose = text if blocks else re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    inline = [" ".join(each.split()) for each in re.findall(r"`groundrules\s([^`]+)`", prose)]
    shown = re.findall(r"^```(\w*)[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    unrun = [block for language, block in shown if language in ("", "sh")]
    lines = [line.split(" #")[0].strip() for block in unrun for line in block.splitlines()]
    return inline + [line.removeprefix("groundrules ") for line in lines if line.startswith("groundrules ")]


COMMANDS = sorted(
    {each for path in PAGES for each in find_commands(path, False)}
    | {each for path in MESSAGES for each in find_commands(path, True)}
)


def is_named(command: str) -> bool:
    """Whether a command is only called by its name."""
    return command in cli.read_commands()["verbs"] and command not in ("list", "games", "explain", "resume")


RUN = [each for each in COMMANDS if not is_named(each) and each not in NOT_RUN and each.split()[0] not in SERVERS]


@pytest.mark.quick
def test_there_are_commands_and_none_is_left_out_for_nothing() -> None:
    assert len(RUN) > 40
    assert {*NOT_RUN, *READERS, *EXITS} <= set(COMMANDS)


@pytest.mark.quick
@pytest.mark.parametrize("command", [each for each in COMMANDS if not is_named(each) and each not in RUN])
def test_what_is_not_run_makes_sense(command: str) -> None:
    cli.read_arguments(cli.CommandLine(shlex.split(command)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the files of a reader: the tutorial's games, a copy of a shipped one, house rules, a saved game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDRULES_DATA", str(tmp_path / "saved"))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    for block in read_blocks(TUTORIAL.read_text(encoding="utf-8")):
        if block.file:
            write_file(block, tmp_path)
    shutil.copy(ROOT / "rulesets" / "two_dice.rules", tmp_path / "my_game.rules")
    (tmp_path / "long.rules").write_text('house_rules long "Long" for two_dice\n\noption innings = 12\n')
    (tmp_path / "weights.toml").write_text("die = [1, 1, 1, 1, 1, 2]\n")
    cli.main(["play", "pig", "--seed", "1", "--save", "pig.toml", "--plain"])
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("command", RUN)
def test_the_command_runs(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(READERS.get(command, command))]
    words = [word.replace("=STRATEGY", "=default") for word in words]
    try:
        code = cli.main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    printed, wrong = capsys.readouterr()
    assert code == EXITS.get(command, 0), f"{folder}: {printed[-500:]}{wrong}"
