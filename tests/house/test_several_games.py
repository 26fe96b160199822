"""House rules for several games: each game has what is for it, and the tools look at all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import loader
from interpreter.api import diagnose
from interpreter.cli import main
from interpreter.examples.run_example import run_examples
from interpreter.house.flatten import flatten
from interpreter.source import Source
from interpreter.workshop.completion import complete
from interpreter.workshop.naming import find_definitions
from interpreter.workshop.texts import Workshop
from tests.support.checking import short
from tests.support.housing import DOZEN, GAME, model_of, put, told

OTHER = Source("score.rules", GAME.replace('game dozen "Dozen"', 'game score "Score"').replace("gain 1\n", "gain 2\n"))
"""A game in which a seven counts two."""

BOTH = """\
house_rules aloud "Aloud" for dozen, score

option loud = yes

example "seven" for dozen
  roll  3+4, 1
  then  gained is 2, said "Next."

example "seven" for score
  roll  3+4, 1
  then  gained is 3, said "Next."

example "for both of them"
  roll  5+6, 1
  then  said "Next."
"""
GAMES = {"dozen": DOZEN, "score": OTHER}


def both(more: str = "", text: str = BOTH) -> Source:
    return Source("aloud.rules", text + more)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_the_examples_that_are_for_it(game: str) -> None:
    checked = put(GAMES[game], both())
    assert told(checked) == []
    titles = [each.name for each in model_of(checked).examples]
    assert titles == ["seven", "for both of them"]
    assert checked.amended is not None
    flat = flatten(checked.before, checked.amended)
    assert ('example "seven"\n' in flat, " for score" in flat) == (True, False)
    assert f"gained is {2 if game == 'dozen' else 3}" in flat
    assert not run_examples(model_of(checked)).failed


CHANGES = """
change examples for dozen
  with  loud = no

change examples for score
  with  loud = no

change example "seven" for dozen
  then  gained is 2

remove example "seven" for score
"""


def test_what_is_said_of_a_games_examples_can_be_for_one_of_them_too() -> None:
    own = '\nexample "seven"\n  roll  3+4, 1\n  then  gained is 2, not said "Next."\n'
    house = both(CHANGES, BOTH.partition("\nexample")[0])
    for each, left in ((DOZEN, ["seven"]), (OTHER, [])):
        checked = put(Source(each.name, each.text + own), house)
        assert told(checked) == []
        assert [example.name for example in model_of(checked).examples] == left


@pytest.mark.parametrize(("line", "code"), [
    ('example "a" for dozens\n  then gained is 0\n', "house-other-game"),
    ('change example "a" for dozens\n  then gained is 0\n', "house-other-game"),
    ('replace example "a" for dozens\n  then gained is 0\n', "house-other-game"),
    ("change examples for dozens\n  with loud = no\n", "house-other-game"),
    ('remove example "a" for dozens\n', "house-other-game"),
    ('example "seven" for score\n  then gained is 0\n', "example-twice"),
])  # fmt: skip
def test_examples_for_no_game_of_theirs(line: str, code: str) -> None:
    for each in (DOZEN, OTHER):
        found = [one for one in put(each, both("\n" + line)).diagnostics.in_order if one.code == code]
        assert bool(found) == (code == "house-other-game" or each is OTHER)
        assert all(one.span is not None and one.span.source.name == "aloud.rules" for one in found)


def test_an_example_of_a_game_is_for_no_other() -> None:
    (found,) = put(Source("dozen.rules", GAME + '\nexample "a" for dozen\n  then gained is 0\n')).diagnostics.found
    assert "house-change-outside: only house rules can have examples `for` one of several games" in short(found)


def test_a_game_that_they_are_not_for() -> None:
    other = Source("third.rules", GAME.replace('game dozen "Dozen"', 'game third "Third"'))
    (found,) = put(other, both()).diagnostics.found
    assert found.message == "the house rules `aloud` are for `dozen` and `score`, not for `third`"
    assert found.span is not None
    assert found.span.text == "dozen, score"


# ---- at the command line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, source in GAMES.items():
        (tmp_path / f"{name}.rules").write_text(source.text, encoding="utf-8")
    (tmp_path / "aloud.rules").write_text(BOTH, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(words)
    return capsys.readouterr().out


def test_each_game_is_tested(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[:4] for line in printed(capsys, "test", "aloud.rules").splitlines()] == [
        ["dozen", "2", "examples", "passed"],
        ["score", "2", "examples", "passed"],
    ]


def test_a_mistake_is_told_once_with_the_games_it_comes_up_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = "\nchange table worth\n  7 : gain 3 was gain 1\n  12 : gain 4 was gain 5\n"
    (folder / "aloud.rules").write_text(BOTH + more, encoding="utf-8")
    found = printed(capsys, "check", "aloud.rules")
    assert found.count("error[") == 2
    assert found.count("this comes up with") == 1
    assert "this comes up with `score`" in found.partition("gain 3 was")[2].partition("error[")[0]


def test_the_examples_of_each_game_are_mended(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = '\nexample "seven alone"\n  roll  3+4, 1\n  then  gained is {}\n'
    for name, source in GAMES.items():
        gained = 2 if name == "dozen" else 3
        (folder / f"{name}.rules").write_text(source.text + own.format(gained), encoding="utf-8")
    (folder / "aloud.rules").write_text(BOTH.partition("\nexample")[0] + "\nbefore rule gain\n  add 1 to gained\n")
    printed(capsys, "house", "mend", "aloud.rules", "--write")
    text = (folder / "aloud.rules").read_text(encoding="utf-8")
    for game, gained in (("dozen", 4), ("score", 5)):
        assert f'change example "seven alone" for {game}\n  then  gained is {gained}\n' in text
    assert main(["test", "aloud.rules"]) == 0


def test_by_themselves_they_are_played_with_the_first_game_or_with_that_of_the_others(folder: Path) -> None:
    source = loader.read_source(folder / "aloud.rules")
    assert loader.sources_of(source).game.name == "dozen.rules"
    mine = Source("mine.rules", 'house_rules mine "Mine" for score\n')
    assert loader.sources_of(source, [mine]).game.name == "score.rules"
    assert [each.game.name for each in loader.all_sources_of(source)] == ["dozen.rules", "score.rules"]
    assert [each.game.name for each in loader.all_sources_of(source, [mine])] == ["score.rules"]


# ---- for editors and programs


def test_editors_and_programs_are_told_of_every_game(folder: Path) -> None:
    more = "\nchange table worth\n  7 : gain 3 was gain 1\n"
    path = folder / "aloud.rules"
    path.write_text(BOTH + more, encoding="utf-8")
    (found,) = diagnose("./aloud.rules")
    assert (found.code, found.notes) == ("house-row-differs", ("this comes up with `score`",))
    workshop = Workshop()
    assert [each.notes for each in workshop.check(path).diagnostics] == [found.notes]
    workshop.change(folder / "score.rules", GAME.replace('game dozen "Dozen"', 'game score "Score"'))
    assert workshop.check(path).diagnostics == (), "the open text of a game that is not the first counts"


def test_each_name_in_the_first_line_leads_to_its_game(folder: Path) -> None:
    workshop, path = Workshop(), folder / "aloud.rules"
    for name in GAMES:
        (found,) = find_definitions(workshop.check(path), BOTH.index(name, BOTH.index("for ")))
        assert found.source.name == f"{name}.rules"
    assert "score" in [each.text for each in complete(workshop, path, BOTH.index("score") + 1).offered]
    offered = complete(workshop, path, BOTH.index("for dozen\n") + len("for ")).offered
    assert [each.text for each in offered] == list(GAMES)
