"""What is kept from one run to the next: right or not there at all, whatever happens to the folder."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import cache, cli, loader
from interpreter.cli.loading import LedgerEntry, check_source, check_sources, keep_ledger, load_checked, recall_ledger
from interpreter.lower import lower
from interpreter.odds.answers import Answer
from interpreter.odds.known_means import Means
from interpreter.parser import grammar
from interpreter.program import Program
from tests.support.small_games import RACE


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GROUNDRULES_CACHE", str(tmp_path / "kept"))
    yield tmp_path / "kept"
    cache.take_trouble()


def entry(place: Path, sort: str) -> Path:
    (found,) = place.glob(f"{sort}-*")
    return found


# ---- the folder


@pytest.mark.quick
def test_what_is_kept_is_found_again_and_nothing_else(place: Path) -> None:
    assert cache.fetch("a", cache.make_key("x")) is None
    cache.store("a", cache.make_key("x"), b"content")
    assert cache.fetch("a", cache.make_key("x")) == b"content"
    assert cache.fetch("b", cache.make_key("x")) is None
    assert cache.make_key("x", "y") != cache.make_key("xy") != cache.make_key("x", "", "y")
    assert [each.name for each in place.iterdir()] == [f"a-{cache.make_key('x')}"], "nothing half written is left"
    assert cache.take_trouble() == ""


def test_a_program_whose_files_have_changed_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    versions = []
    for content in ("", "x = 1"):
        (tmp_path / "part.py").write_text(content)
        versions.append(cache.compute_version.__wrapped__())
    (tmp_path / "part.py").rename(tmp_path / "other.py")
    assert len({*versions, cache.compute_version.__wrapped__()}) == 3


@pytest.mark.parametrize("damage", [b"", b"groundrules\n", b"x" * 100])
@pytest.mark.quick
def test_what_is_damaged_is_thrown_away_and_told(place: Path, damage: bytes) -> None:
    cache.store("a", "x", b"content")
    path = entry(place, "a")
    path.write_bytes(damage)
    assert cache.fetch("a", "x") is None
    assert "was damaged" in cache.take_trouble()
    assert not path.exists()


@pytest.mark.quick
def test_one_letter_changed_is_damage(place: Path) -> None:
    cache.store("a", "x", b"content")
    path = entry(place, "a")
    path.write_bytes(path.read_bytes()[:-1] + b"T")
    assert cache.fetch("a", "x") is None


def test_a_folder_that_cannot_be_made_is_told_and_does_no_harm(place: Path) -> None:
    place.write_text("a file stands there")
    cache.store("a", "x", b"content")
    assert cache.fetch("a", "x") is None
    assert str(place) in cache.take_trouble()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="who may write is told otherwise there")
def test_a_folder_in_which_others_write_is_not_trusted(place: Path) -> None:
    cache.store("a", "x", b"content")
    place.chmod(0o777)
    assert cache.fetch("a", "x") is None
    assert "others may write there" in cache.take_trouble()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="who may write is told otherwise there")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_may_write_is_not_used(place: Path, mode: int) -> None:
    cache.store("a", "x", b"content")
    entry(place, "a").chmod(mode)
    assert cache.fetch("a", "x") is None
    assert "others may have written it" in cache.take_trouble()
    cache.store("a", "x", b"content")
    assert cache.fetch("a", "x") == b"content", "it is made again"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="who owns it is told otherwise there")
def test_an_entry_that_somebody_else_put_there_is_not_used(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store("a", "x", b"content")
    owner, real = os.getuid(), os.fstat

    def of_another(number: int) -> os.stat_result:
        about = list(real(number))
        about[4] = owner + 1
        return os.stat_result(about)

    monkeypatch.setattr(os, "fstat", of_another)
    assert cache.fetch("a", "x") is None
    assert "others may have written it" in cache.take_trouble()


def test_nothing_is_kept_where_that_is_not_wanted(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDRULES_CACHE", "off")
    cache.store("a", "x", b"content")
    assert cache.fetch("a", "x") is None
    assert (place.exists(), cache.take_trouble()) == (False, "")


def test_the_oldest_make_room(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 4)
    for number in range(5):
        cache.store("a", str(number), b"content")
        os.utime(place / f"a-{number}", (number, number))
    cache.store("a", "5", b"content")
    assert sorted(each.name for each in place.iterdir()) == ["a-4", "a-5"] or len(list(place.iterdir())) <= 4
    assert cache.fetch("a", "5") == b"content"


def test_the_command_line_says_what_could_not_be_kept(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place.write_text("a file stands there")
    assert cli.main(["check", "two_dice"]) == 0
    out, err = capsys.readouterr()
    assert out == "1 ruleset checked: no problems\n"
    assert err.startswith("warning[cache-unusable]: ")


# ---- the tables of the grammar


def test_tables_that_were_kept_read_as_those_that_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "load_shipped_tables", lambda text: None)
    grammar.load_parser.cache_clear()
    made = grammar.load_parser()
    grammar.load_parser.cache_clear()
    monkeypatch.setattr(grammar, "make_tables", lambda text: pytest.fail("they were not kept"))
    kept = grammar.load_parser()
    text = "rule hit (distance: 1..3)"
    assert kept.parse_interactive(text, start="declaration").exhaust_lexer() == list(
        made.parse_interactive(text, start="declaration").exhaust_lexer()
    )


def test_another_grammar_is_read_by_tables_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = grammar.make_tables

    def built(text: str) -> dict[str, object]:
        asked.append(text)
        return real(text)

    monkeypatch.setattr(grammar, "make_tables", built)
    text = grammar.read_grammar()
    for version in (text + "\n// one\n", text + "\n// more\n", text + "\n// one\n"):
        monkeypatch.setattr(grammar, "read_grammar", lambda version=version: version)
        grammar.load_parser.cache_clear()
        grammar.load_parser()
    assert asked == [text + "\n// one\n", text + "\n// more\n"]
    grammar.load_parser.cache_clear()


# ---- games


WRONG = 'game wrong "Wrong"\n  use parlour\n\nphase game\n  keep points : 0..3 = 5\n  nothng\n  set pionts to 3\n'


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.rules"
    path.write_text(RACE)
    return path


def test_what_was_said_is_said_again_word_for_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text(WRONG)
    expected = check_source(loader.find_ruleset(str(path))).diagnostics.in_order
    first = load_checked(str(path)).diagnostics
    monkeypatch.setattr("interpreter.pipeline.check_game", None)
    source = loader.find_ruleset(str(path))
    again = check_sources(loader.sources_of(source)).diagnostics
    assert len(first) > 1

    def plain(found: object) -> str:
        return repr(found)

    assert plain(first) == plain(again) == plain(expected)
    assert {each.span.source.name for each in again if each.span} == {source.name}


@pytest.mark.parametrize("name", ["two_dice", "cribbage"])
def test_a_program_is_the_same_from_memory(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = load_checked(name)
    made = known.program({}, None)
    assert made == lower(known.model)
    monkeypatch.setattr("interpreter.pipeline.check_game", None)
    again = load_checked(name)
    assert again.game == known.game
    assert again.program({}, None) == made


@pytest.mark.quick
def test_a_changed_text_library_or_house_rule_is_not_what_was_checked(tmp_path: Path) -> None:
    library = tmp_path / "library" / "more.rules"
    library.parent.mkdir()
    library.write_text('library more "More"\n\ndefine worth = 1\n')
    game = tmp_path / "mine.rules"
    text = 'game mine "Mine"\n  use more\n\nphase game\n  when worth > 0 : win highest of all player\n'
    game.write_text(text)
    house = tmp_path / "other.rules"
    house.write_text('house_rules other "Other" for mine\n\ndefine worth = 2\n')
    seen = {load_checked(str(game)).name}
    assert seen == {load_checked(str(game)).name}
    house.write_text('house_rules other "Other" for mine\n\nbefore phase game\n  nothing\n')
    seen.add(load_checked(str(game), [str(house)]).name)
    library.write_text('library more "More"\n\ndefine worth = 2\n')
    seen.add(load_checked(str(game)).name)
    game.write_text(text + "\n")
    seen.add(load_checked(str(game)).name)
    library.unlink()
    assert load_checked(str(game)).facts is None
    assert len(seen) == 4


@pytest.mark.quick
def test_options_and_players_have_programs_of_their_own(race: Path) -> None:
    known = load_checked(str(race))
    usual = known.program({}, None)
    for options, players in (({"goal": 20}, None), ({}, 3)):
        assert known.program(options, players) == lower(known.model, options, players) != usual
        assert load_checked(str(race)).program(options, players) == lower(known.model, options, players)


class Stranger:
    """What somebody might put into the folder."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("echo harm",)


@pytest.mark.parametrize("strange", [Stranger(), replace, sys.exit, [Path("x")], [7]])
def test_nothing_but_a_program_comes_out_of_the_folder(place: Path, race: Path, strange: object) -> None:
    made = load_checked(str(race)).program({}, None)
    name = entry(place, "program").name.removeprefix("program-")
    cache.store("program", name, pickle.dumps(strange))
    assert load_checked(str(race)).program({}, None) == made


EMPTY = {"answer": Answer, "means": Means, "program": Program}
"""Classes of what is kept: an object with nothing in it is as wrong as one of another class."""


def test_an_entry_with_the_right_hash_and_wrong_content_is_made_again(
    place: Path, race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate = ["simulate", "--seed", "1", "-n", "100", "--engine", "native"]
    commands = [[*words, str(race)] for words in (["check"], ["test"], ["odds"], simulate)]

    def run(number: int) -> list[tuple[int, str]]:
        return [(cli.main(words), capsys.readouterr().out.partition("games in")[0]) for words in commands[:number]]

    first = run(4)
    keep_ledger("0", LedgerEntry(1, 1, {}))
    entries = [each.name.split("-") for each in place.iterdir()]
    assert {sort for sort, _ in entries} >= {"checked", "program", "examples", "answer", "machine", "means"}
    for wrong, number in ((b"[]", 4), (b"{}", 3), (pickle.dumps({7: 7}), 3), (None, 3)):
        for sort, key in entries:
            if wrong is not None:
                cache.store(sort, key, wrong)
            elif sort in EMPTY:
                cache.store_objects(sort, key, object.__new__(EMPTY[sort]))
        assert run(number) == first[:number]
        assert recall_ledger("0") is None


def test_what_is_kept_under_another_name_is_not_used(place: Path) -> None:
    cache.store("a", "x", b"content")
    entry(place, "a").rename(place / "a-y")
    assert cache.fetch("a", "y") is None
