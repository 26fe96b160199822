"""The command line as a whole: what is wrong with it, how it ends, colour, and help."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from interpreter import cli
from interpreter.cli import main
from interpreter.cli.verbs import list as list_verb
from tests.support.command import COMMAND, Run

VERBS = tuple(cli.read_commands()["verbs"])

STAGES = "expected one of tree, amended, model, program"


@pytest.fixture(autouse=True)
def no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


# ---- wrong usage


@pytest.mark.quick
def test_a_wrong_verb_gets_the_nearest(run: Run) -> None:
    assert run.refused("chek", "rulesets") == (
        "error[verb-unknown]: there is no command `chek`\n"
        " --> <command line>:1:13\n"
        "  |\n"
        "1 | groundrules chek rulesets\n"
        f"  |             ^^^^ expected one of {', '.join(VERBS)}\n"
        "  = help: did you mean `check`?\n\n"
    )


@pytest.mark.quick
def test_no_verb_at_all_is_greeted_with_five_things_to_try(run: Run) -> None:
    tried = re.findall(r"^  groundrules (.*?)  ", run.text(), re.MULTILINE)
    assert len(tried) == 5
    for each in tried:
        cli.read_arguments(cli.CommandLine(each.split()))


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.quick
def test_a_wrong_option_gets_the_nearest(verb: str, run: Run) -> None:
    said = run.refused(verb, "--hlep", "two_dice")
    assert f"error[flag-unknown]: `{verb}` has no option `--hlep`" in said
    assert "did you mean `--help`?" in said


@pytest.mark.parametrize(
    ("words", "message", "under"),
    [
        (("show",), "the name of a ruleset is missing", ""),
        (("check", "--json"), "the path of a ruleset or a folder is missing", ""),
        (("show", "two_dice", "marker"), "`show` does not expect `marker`", "marker"),
        (("show", "two_dice", "--stage"), "the value after `--stage` is missing", "--stage"),
        (("show", "two_dice", "--stage", "modle"), f"`--stage` cannot be `modle`; {STAGES}", "modle"),
        (("show", "two_dice", "--stage=modle"), f"`--stage` cannot be `modle`; {STAGES}", "--stage=modle"),
        (("show", "two_dice", "--players", "six"), "`--players` expects a whole number, not `six`", "six"),
        (("list", "--json=yes"), "`--json` cannot have a value, and `yes` was given", "--json=yes"),
        (("list", "marker"), "`list` does not expect `marker`", "marker"),
        (("--json", "list"), "`groundrules` has no option `--json`", "--json"),
        (("list", "-x"), "`list` has no option `-x`", "-x"),
        (("explain", "table-gpa"), "there is no message with the code `table-gpa`", "table-gpa"),
    ],
)  # fmt: skip
@pytest.mark.quick
def test_wrong_arguments_are_pointed_at(words: tuple[str, ...], message: str, under: str, run: Run) -> None:
    said = run.refused(*words).split("\n")
    assert said[0].endswith(f": {message}")
    line, carets = said[3], said[4]
    assert line[carets.index("^") : carets.rindex("^") + 1] == under


def test_words_that_need_quotes_and_words_that_are_no_text(run: Run) -> None:
    said = run.refused("list", "two words", "\udcff")
    assert "groundrules list 'two words' '?'\n  |                  ^^^^^^^^^^^ " in said


@pytest.mark.parametrize(
    "words",
    [
        "check {}",
        "check two_dice --house {}",
        "schema {}",
        "resume {}",
        "play two_dice --seat all=bot --save {}",
        "simulate two_dice -n 5 --per-game {}.csv",
        "house new two_dice -o {}.toml",
        "house new two_dice -o nowhere/short.toml",
    ],
)
def test_a_name_that_no_file_can_have_is_told(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.format("x" * 5000).split()) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


# ---- completion


@pytest.mark.parametrize(
    ("typed", "offered"), [("pl", "play "), ("play cribb", "cribbage "), ("play cribbage --no-s", "--no-save ")]
)
def test_a_shell_that_asks_gets_commands_games_and_options(typed: str, offered: str, tmp_path: Path) -> None:
    line, answer = f"groundrules {typed}", tmp_path / "answer"
    asking = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "COMP_LINE": line}
    subprocess.run(COMMAND, env={**os.environ, **asking, "COMP_POINT": str(len(line))}, check=True)
    assert answer.read_text() == offered


# ---- settings


def test_settings_that_the_game_does_not_have_are_all_told(run: Run) -> None:
    said = run.refused("show", "two_dice", "--set", "tie=drwa", "--set=inings=3", "--set", "innings", code=1)
    assert "error[setting-value]: `tie` cannot be `drwa`" in said
    assert "did you mean `draw`?" in said
    assert "error[setting-unknown]: `two_dice` has no option called `inings`" in said
    assert "did you mean `innings`?" in said
    assert "error[setting-form]: `innings` does not have the form `option=value`" in said


def test_a_number_of_players_the_game_is_not_for(run: Run) -> None:
    assert "error[players-number]" in run.refused("show", "two_dice", "--players", "9", code=1)


# ---- rulesets that cannot be used


@pytest.mark.parametrize("verb", ["show", "test", "play", "simulate"])
@pytest.mark.quick
def test_no_verb_shows_a_traceback_for_a_file_that_is_not_there(verb: str, run: Run) -> None:
    code, out, err = run(verb, "markr")
    assert code == 1
    assert "error[file-missing]" in out + err
    assert "did you mean `marker`?" in out + err
    assert "Traceback" not in out + err


@pytest.mark.parametrize("verb", ["show", "test", "simulate"])
@pytest.mark.quick
def test_with_json_the_reasons_are_an_object(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([verb, "baseball", "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert found["code"] == "library-alone"
    assert found["place"]["line"] == 1


# ---- how it ends


def test_a_bug_of_our_own_says_so(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(list_verb, "run", lambda arguments: 1 // 0)
    said = run.refused("list", code=70)
    assert "ZeroDivisionError" in said
    assert "\nthis is a bug in groundrules, not in your ruleset; " in said


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def interrupt(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(list_verb, "run", interrupt)
    assert run.refused("list", code=130) == ""


def run(words: list[str], **how: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], text=True, stderr=subprocess.PIPE, check=False, **how)  # type: ignore[call-overload,no-any-return]


def test_a_reader_that_goes_away_is_no_mistake() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run(["show", "marker"], stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["list"], ["show", "marker", "--stage", "model"]])
def test_a_full_disk_is_told(words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = run(words, stdout=full)
    assert done.returncode == 74
    assert done.stderr.startswith("error[output-failed]: the output cannot be written: No space left on device")
    assert "Traceback" not in done.stderr


# ---- colour


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_a_pipe_gets_colour_only_when_asked_for(
    variables: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    main(["show", "markr"])
    assert ("\x1b[" in capsys.readouterr().err) == coloured


# ---- help


@pytest.mark.parametrize("words", [["--help"], *([verb, "--help"] for verb in VERBS)], ids=" ".join)
@pytest.mark.quick
def test_every_help_ends_with_an_example_that_works(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 0
    text, _, example = capsys.readouterr().out.partition("\nexample:\n")
    assert text.startswith("usage: groundrules")
    lines = example.rstrip("\n").split("\n")
    assert lines
    for line in lines:
        assert line.startswith(f"  groundrules {'' if words[0] == '--help' else words[0]}")
        cli.read_arguments(cli.CommandLine(shlex.split(line)[1:]))


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("groundrules ")
