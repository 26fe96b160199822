"""`groundrules list` and `groundrules explain`: what comes with the program."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.cli import main
from interpreter.diagnostics import Diagnostics
from interpreter.parser import parse


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


@pytest.mark.quick
def test_the_list_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    games, _, libraries = printed(capsys, "list").partition("\n\n")
    assert [line.split()[0] for line in games.split("\n")] == [entry.name for entry in loader.list_games()]
    assert re.search(r"^two_dice +Two-dice Baseball +\S*two_dice.rules$", games, re.MULTILINE)
    assert "\nbaseball " in libraries


def test_the_list_as_an_object(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "list", "--json"))
    names = {each["name"]: each for each in found["games"]}
    assert names["marker"]["title"] == "Marker Baseball"
    assert Path(names["marker"]["file"]).is_file()
    assert [each["name"] for each in found["libraries"]] == [entry.name for entry in loader.list_libraries()]


def test_titles_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  A board of one's own\n" in printed(capsys, "list")
    for entry in (*loader.list_games(), *loader.list_libraries(), *loader.list_house_rules()):
        text = entry.path.read_text(encoding="utf-8")
        if entry.path.suffix == ".toml":
            assert entry.title == tomllib.loads(text)["title"]
        else:
            header = parse(loader.read_source(entry.path), Diagnostics()).header
            assert header is not None
            assert (entry.name, entry.title) == (header.name.text, header.title.text)


@pytest.mark.quick
def test_a_code_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "explain", "file-empty")
    assert page == loader.read_page("file-empty")
    assert json.loads(printed(capsys, "explain", "file-empty", "--json")) == {"code": "file-empty", "page": page}


def test_all_codes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "explain").split() == list(loader.list_codes())
    assert json.loads(printed(capsys, "explain", "--json")) == {"codes": list(loader.list_codes())}


def test_a_code_that_is_none_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "file-emtpy"]) == 2
    assert "did you mean `file-empty`?" in capsys.readouterr().err


def test_nothing_is_guessed_where_no_code_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "zzzzzzzzzz"]) == 2
    told = capsys.readouterr().err
    assert "did you mean" not in told
    assert "lists all codes" in told
