"""What cannot be seen is refused in every text, and shown by a sign wherever it comes to a terminal all the same."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from interpreter import loader
from interpreter.api import read
from interpreter.characters import UNSEEN, escape_invisible, make_visible
from interpreter.cli import main
from interpreter.diagnostics import Diagnostics, Rejected, rendering
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from tests.support.small_games import RACE

SEEN = (
    "Dürer, Việt Nam, Ünïcödé\u0301, 日本語, 한국어, ไทย — “x” … ♠ Q\u00a0♥",
    "مَكتَبة می\u200cخواهم",  # a non-joiner, as Persian is written
    "בְּרֵאשִׁית",
    "श\u094dर\u0940 क\u094d\u200dष",  # a joiner, as Hindi is written
    "\U0001f469\u200d\U0001f680 \U0001f3f4\u200d\u2620\ufe0f \U0001f44d\U0001f3fd",  # emoji joined, coloured
    "\u2660\ufe0f \u2665\ufe0e 1\ufe0f\u20e3 \u2764\ufe0f",  # suits of cards, as emoji and as plain signs
    "\u182e\u1823\u1829\u182d\u1823\u182f\u180b",
)

HIDDEN = (
    *"\x00\x07\x1b\x7f\x85\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c",
    *"\u202d\u202e\u2060\u2061\u2064\u2066\u2067\u2068\u2069\u206a\u3164\ufeff\uffa0\ufff9\ufe00\U000e0041\U000e0100",
)

FEW = HIDDEN[1::5]
"""Some of them, for where all are treated alike."""

MISPLACED = ("a\u200db", "a\u200cb", "\u0627\u200c ", "\u200d\U0001f680", "a\ufe0f", "1\ufe0f", "\u2764\ufe0f\ufe0f")

STACKED = "e" + "\u0301" * 5


@pytest.mark.parametrize("text", SEEN)
def test_what_languages_need_is_seen(text: str) -> None:
    assert make_visible(text) == text
    found = Diagnostics()
    parse(Source("a.rules", f'game a "{text}"  # {text}\n'), found)
    parse(Source("a.toml", f'house_rules = "a"\nfor = "b"\ntitle = "{text}"  # {text}\n'), found)
    assert not found.found


@pytest.mark.parametrize("text", [*HIDDEN, *MISPLACED, STACKED], ids=ascii)
@pytest.mark.quick
def test_what_nobody_sees_is_found_and_shown_by_a_sign(text: str) -> None:
    found = UNSEEN.search(f"x{text}y")
    assert found is not None
    shown = make_visible(f"x{text}y")
    assert len(shown) == len(text) + 2
    assert not UNSEEN.search(shown)


def test_no_other_character_steers_a_terminal() -> None:
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") and character not in "\t\n":
            assert UNSEEN.search(character), hex(code)
        if unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"):
            assert UNSEEN.search(character), hex(code)


@pytest.mark.parametrize("hidden", [*FEW, "\u200d", "\ufe0f"], ids=ascii)
@pytest.mark.parametrize(
    "form",
    ['game a "x{}y"', 'game a "A"  # x{}y', 'game a "A"\n# x{}', 'game a "A"\n  source "{}"', 'game a "A"\nrule x{}y'],
)
def test_rulesets_hold_nothing_that_cannot_be_seen(form: str, hidden: str) -> None:
    found = Diagnostics()
    text = form.format(hidden)
    parse(Source("a.rules", text), found)
    told = next(each for each in found.found if each.code == "unknown-character")
    assert told.span is not None
    assert told.span.start == text.index(hidden)
    assert not UNSEEN.search(rendering.render_full(told))


@pytest.mark.parametrize("hidden", FEW, ids=ascii)
@pytest.mark.parametrize("form", ['title = "x{}y"', "# x{}", "own_examples = '''\n# {}\n'''", '"x{}" = 1'])
def test_house_rules_in_toml_hold_nothing_that_cannot_be_seen(form: str, hidden: str) -> None:
    found = Diagnostics()
    text = f'house_rules = "a"\r\nfor = "b"\n{form.format(hidden)}\n'
    assert parse(Source("a.toml", text), found).declarations == ()
    (told,) = found.found
    assert (told.code, told.span and told.span.start) == ("unknown-character", text.index(hidden))
    assert not UNSEEN.search(rendering.render_full(told))


@pytest.mark.parametrize(
    "line",
    ['house_rules = "\\u3164"', 'title = "\\u202e"', 'without_examples = ["\\u202e"]', '[options]\ntie = "\\uffa0"'],
)
def test_an_escape_of_toml_hides_nothing(line: str) -> None:
    head = "" if line.startswith("house_rules") else 'house_rules = "a"\n'
    house, game = Source("a.toml", f'{head}for = "two_dice"\n{line}\n'), loader.find_ruleset("two_dice")
    checked = check_game(Sources(game, (house,), lambda name: loader.find_library(name, game)))
    (told,) = checked.diagnostics.found
    assert told.code in ("toml-value", "house-target-missing")
    assert not UNSEEN.search(rendering.render_full(told))


def test_too_many_marks_on_a_letter_are_told() -> None:
    found = Diagnostics()
    parse(Source("a.rules", f'game a "{STACKED}"\n'), found)
    assert [each.help for each in found.found] == ["remove it; a letter can have four marks at most"]


# ---- names of players, saved games, paths


@pytest.mark.parametrize("hidden", FEW, ids=ascii)
def test_players_are_called_by_what_can_be_seen(
    hidden: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, saved = tmp_path / "race.rules", tmp_path / "game.toml"
    path.write_text(RACE)
    for name in (f"An{hidden}na", hidden):
        assert main(["play", str(path), "--seat", f"1=human:{name}", "--no-save"]) == 2
        out, err = capsys.readouterr()
        assert err.startswith("error[player-unknown]")
        assert not UNSEEN.search(out + err)
    monkeypatch.setattr("sys.stdin.readline", lambda most: "")
    assert main(["play", str(path), "--seat", "1=human:Anna", "--seed", "1", "--save", str(saved)]) == 0
    whole = saved.read_text()
    escape = json.dumps(hidden)[1:-1] if ord(hidden) < 0x10000 else f"\\U{ord(hidden):08x}"
    for old, code in (("human:Anna", "player-unknown"), ("Race to Ten", "saved-head")):
        for new in (escape, hidden) if ord(hidden) > 0x9F else (escape,):
            saved.write_text(whole.replace(old, f"{old[:-1]}{new}{old[-1]}", 1), newline="")
            capsys.readouterr()
            for verb in ("resume", "replay"):
                assert main([verb, str(saved)]) == 1
                out, err = capsys.readouterr()
                assert err.startswith(f"error[{code}]")
                assert not UNSEEN.search(out + err)


def test_a_half_written_line_is_shown_by_signs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, saved = tmp_path / "race.rules", tmp_path / "game.toml"
    path.write_text(RACE)
    words = ["play", str(path), "--seat", "all=bot", "--seed", "1", "--save", str(saved)]
    assert main(words) == 0
    with saved.open("ab") as file:
        file.write("half \u202e\x1b[31m".encode())
    for verb in ("resume", "replay"):
        capsys.readouterr()
        assert main([verb, str(saved)]) == 0
        out, err = capsys.readouterr()
        assert "half \N{REPLACEMENT CHARACTER}" in out
        assert not UNSEEN.search(out + err)


@pytest.mark.parametrize("name", ["a\u202eb", "a\x1b[31mb", "a\nb", "a\u200bb"], ids=ascii)
def test_a_path_is_shown_by_signs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDRULES_DATA", str(tmp_path))
    path = Path(f"{name}.rules")
    path.write_text(RACE)
    Path(f"{name}.toml").write_text('house_rules = "a"\nfor = "race"\n')
    seats = ["--seat", "1=human:Anna", "--seed", "1"]
    monkeypatch.setattr("sys.stdin.readline", lambda most: "")
    for words in (
        ["check", str(path)],
        ["check", "."],
        ["test", str(path)],
        ["show", f"{name}.text"],
        ["play", str(path), *seats],
        ["play", str(path), *seats, "--save", f"games/{name}.toml"],
        ["resume", f"games/{name}.toml"],
        ["games"],
        ["replay", f"games/{name}.toml", "--against", str(path)],
        ["house", "new", "two_dice", "-o", f"{name}-new.toml"],
        ["simulate", str(path), "-n", "5", "--per-game", f"{name}.csv"],
        ["sweep", str(path), "--over", "goal=8,10", "-n", "2", "--csv", f"{name}-sweep.csv"],
        ["diff", str(path), f"./{path}", "-n", "2"],
    ):
        main(words)
        out, err = capsys.readouterr()
        assert not UNSEEN.search(out + err), words
        assert make_visible(name) in out + err or name not in out + err, words


@pytest.mark.quick
def test_json_says_the_same_with_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.rules"
    path.write_text('game a "x\u202e\U000e0041 é"\n')
    assert main(["check", str(path), "--json"]) == 1
    out = capsys.readouterr().out
    assert not UNSEEN.search(out)
    assert (
        json.loads(escape_invisible(json.dumps("x\u202e\U000e0041\x85é", ensure_ascii=False)))
        == "x\u202e\U000e0041\x85é"
    )


def test_no_ruleset_that_comes_with_the_program_holds_any() -> None:
    for entry in (*loader.list_games(), *loader.list_libraries(), *loader.list_house_rules()):
        assert not UNSEEN.search(entry.path.read_text(encoding="utf-8")), entry.path


def test_a_text_given_from_python_is_refused_as_well() -> None:
    with pytest.raises(Rejected):
        read('game a "x\u2066"\n')
