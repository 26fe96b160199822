"""`groundrules list` and `groundrules explain`: what comes with the program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.diagnostics import Diagnostics
from interpreter.parser import parse
from tests.support.command import Run


@pytest.mark.quick
def test_the_list_has_a_line_for_each(run: Run) -> None:
    games, _, libraries = run.text("list").partition("\n\n")
    assert [line.split()[0] for line in games.split("\n")] == [entry.name for entry in loader.list_games()]
    assert re.search(r"^two_dice +Two-dice Baseball +\S*two_dice.rules$", games, re.MULTILINE)
    assert "\nbaseball " in libraries


def test_the_list_as_an_object(run: Run) -> None:
    found = run.data("list")
    names = {each["name"]: each for each in found["games"]}
    assert names["marker"]["title"] == "Marker Baseball"
    assert Path(names["marker"]["file"]).is_file()
    assert [each["name"] for each in found["libraries"]] == [entry.name for entry in loader.list_libraries()]


def test_titles_are_whole(run: Run) -> None:
    assert "  A board of one's own\n" in run.text("list")
    for entry in (*loader.list_games(), *loader.list_libraries(), *loader.list_house_rules()):
        text = entry.path.read_text(encoding="utf-8")
        if entry.path.suffix == ".toml":
            assert entry.title == tomllib.loads(text)["title"]
        else:
            header = parse(loader.read_source(entry.path), Diagnostics()).header
            assert header is not None
            assert (entry.name, entry.title) == (header.name.text, header.title.text)


@pytest.mark.quick
def test_a_code_is_explained(run: Run) -> None:
    page = run.text("explain", "file-empty")
    assert page == loader.read_page("file-empty")
    assert run.data("explain", "file-empty") == {"code": "file-empty", "page": page}


def test_all_codes_are_listed(run: Run) -> None:
    assert run.text("explain").split() == list(loader.list_codes())
    assert run.data("explain") == {"codes": list(loader.list_codes())}


def test_a_code_that_is_none_gets_the_nearest(run: Run) -> None:
    assert "did you mean `file-empty`?" in run.refused("explain", "file-emtpy")


def test_nothing_is_guessed_where_no_code_is_near(run: Run) -> None:
    told = run.refused("explain", "zzzzzzzzzz")
    assert "did you mean" not in told
    assert "lists all codes" in told
