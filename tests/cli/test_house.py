"""House rules on the command line: `--house` on every verb, `diff`, `house`, `schema`."""

from __future__ import annotations

import errno
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.simulate.compare import Comparing, Played
from tests.support.command import Run
from tests.support.small_games import ENDLESS, RACE


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


def test_check(run: Run) -> None:
    house = ["--house", "doubles", "--house", "mercy"]
    assert run("check", "two_dice", *house) == (0, "1 ruleset checked: no problems\n", "")
    assert run("check", "mercy") == (0, "1 ruleset checked: no problems\n", "")
    code, out, _ = run("check", "--short", "marker", "--house", "doubles")
    assert code == 1
    assert out.endswith("rulesets/house/doubles.rules:1:63: house-other-game: "
                        "the house rules `doubles` are for `two_dice`, not for `marker`\n")  # fmt: skip


@pytest.mark.quick
def test_house_rules_that_are_not_there(run: Run) -> None:
    code, _, err = run("check", "two_dice", "--house", "mercyy")
    assert code == 1
    assert "error[file-missing]: there are no house rules called `mercyy`" in err
    assert "did you mean `mercy`?" in err
    code, _, err = run("check", "two_dice", "--house", "./none.toml")
    assert code == 1
    assert "there is no file `none.toml`" in err


def test_a_game_is_no_house_rules(run: Run) -> None:
    Path("a.rules").write_text('game a "A"\n\nphase game\n  nothing\n', encoding="utf-8")
    code, out, _ = run("check", "--short", "two_dice", "--house", "./a.rules")
    assert (code, out) == (1, "a.rules:1:6: house-not-rules: `a` is a game, not house rules\n")


def test_house_rules_beside_a_game_of_ones_own(run: Run) -> None:
    Path("a.rules").write_text('game a "A"\n\ndice d = 1d6\n\nphase game\n  roll d\n  say "{d}"\n', encoding="utf-8")
    Path("b.rules").write_text('house_rules b "B" for a\n\nafter phase game\n  say "Over."\n', encoding="utf-8")
    code, out, _ = run("play", "b.rules", "--seat", "all=bot", "--seed", "1")
    assert code == 0
    assert "Over." in out


@pytest.mark.quick
def test_play_names_who_did_it(run: Run) -> None:
    words = ["play", "two_dice", "--house", "doubles", "--seat", "all=bot", "--seed", "3", "--json"]
    code, out, _ = run(*words)
    assert code == 0
    events = [each for each in str(out).split("{") if '"house_rule": "doubles"' in each]
    assert events
    assert all('"doubles.rules' in each for each in events)


def test_simulate(run: Run) -> None:
    words = ("simulate", "two_dice", "-n", "5", "--strategy", "all=random", "--house", "mercy", "--house", "doubles")
    assert run.data(*words)["house_rules"] == ["mercy", "doubles"]


def test_examples(run: Run) -> None:
    code, out, _ = run("test", "two_dice", "--house", "extra_runner")
    assert (code, out.split("  ")[1]) == (0, "38 examples passed")
    Path("x.toml").write_text('house_rules = "x"\nfor = "two_dice"\n[options]\ninnings = 7\n', encoding="utf-8")
    code, out, _ = run("test", "two_dice", "--house", "./x.toml", "--full")
    assert code == 1
    assert "error[house-example-changed]: with `x` the example" in out
    assert "write under `own_examples = '''` `change example" in out
    code, out, _ = run("test", "two_dice", "--house", "./x.toml")
    first, *rest = out.splitlines()
    assert (code, first) == (1, "Under house rules 2 examples of the game no longer hold:")
    assert rest[0] == '  "after nine innings the more runs win"  never used'
    assert "groundrules house mend ./x.toml" in rest[2]
    house = 'house_rules x "X" for pig\n\nbefore phase turn\n  take 1 from score of thrower\n'
    Path("x.rules").write_text(house, encoding="utf-8")
    _, out, _ = run("test", "pig", "--house", "./x.rules")
    assert "`score` would be -1, and must be from 0 to 1,000,000 (x.rules:4)" in out


ODD = """\
house_rules odd "Odd" for two_dice

change table throws
  4, 10 : hit 2 was hit 1
  3     : home_run was hit 3

option innings = 5

example "mine"
  roll 6+5
  then outs is 2
"""
MENDED = """\
change examples
  with  innings = 9

change example "a hit counts only as far as the winning run needs"
  then  ended game, runs of blue is 4

change example "a 4 is a one-base hit"
  then  bases is second, runs of batting is 1
"""


def test_examples_that_house_rules_change_are_restated(run: Run) -> None:
    Path("odd.rules").write_text(ODD, encoding="utf-8")
    code, out, _ = run("house", "mend", "odd.rules")
    assert (code, MENDED in out) == (0, True)
    assert out.endswith("\n\n`--write` puts this at the end of odd.rules\n")
    assert Path("odd.rules").read_text(encoding="utf-8") == ODD, "it is shown before it is written"
    code, out, _ = run("house", "mend", "odd.rules", "--write")
    assert code == 0
    assert out.splitlines()[:2] == [
        "the game's examples keep innings = 9, for which they were written",
        "4 examples updated at the end of odd.rules",
    ]
    text = Path("odd.rules").read_text(encoding="utf-8")
    assert text.startswith(ODD)
    assert MENDED in text
    code, out, _ = run("test", "two_dice", "--house", "./odd.rules")
    assert "1 of 37 examples failed" in out
    assert 'example "mine" failed' in out
    assert run("house", "mend", "odd.rules")[1].endswith("there is nothing to mend\n")


def test_an_example_of_which_nothing_can_be_said_is_taken_away(run: Run) -> None:
    rows, rule = "change table throws\n  6, 9 : over was batter_out\n", "rule over\n  end game\n"
    text = f'house_rules odd "Odd" for two_dice\n\n{rows}\n{rule}'
    Path("odd.rules").write_text(text, encoding="utf-8")
    out = run("house", "mend", "odd.rules", "--write")[1]
    assert "removed, since nothing in it is true now" in out
    assert "remove example" in Path("odd.rules").read_text(encoding="utf-8")
    assert run("test", "two_dice", "--house", "./odd.rules")[0] == 0


MINI = """\
game mini "Mini"
players 1
dice die = 1d6

phase game
  keep points : 0..100 = 10
  repeat 4 times
    roll die
    score

rule score
  add worth(total of die) to points

table worth (pips: 1..6) on pips
  1..5 : pips
  6    : 10

example "two results"
  roll 6
  then points is 20
  roll 6
  then points is 30

example "three results"
  roll 6
  then points is 20
  roll 6
  then points is 15 + 15
  roll 6
  then points is 40
"""
SIXES = {
    "sixes.rules": 'house_rules sixes "Sixes" for mini\n\nchange table worth\n  6 : 6 was 10\n',
    "sixes.toml": 'house_rules = "sixes"\nfor = "mini"\n\n[tables.worth]\n"6" = { was = "10", now = "6" }\n',
}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("name", SIXES)
def test_every_result_of_an_example_is_restated(run: Run, name: str, ends: str) -> None:
    Path("mini.rules").write_text(MINI, encoding="utf-8")
    path = Path(name)
    path.write_text(SIXES[name], encoding="utf-8", newline=ends)
    out = run("house", "mend", name, "--write")[1]
    assert out.startswith("2 examples updated ")
    assert path.read_bytes().count(b"\r\n") == (path.read_bytes().count(b"\n") if ends == "\r\n" else 0)
    assert run("test", name)[1] == f"mini  2 examples passed  {name}\n"
    path.write_text(path.read_text(encoding="utf-8").replace("points is 28", "points is 29"), encoding="utf-8")
    assert run("test", name)[0] == 1


def test_more_goes_to_the_examples_that_toml_has(run: Run) -> None:
    Path("mini.rules").write_text(MINI, encoding="utf-8")
    own = "own_examples = '''\nexample \"one\"\n  roll 6\n  then points is 16\n'''\n"
    Path("a.toml").write_text(SIXES["sixes.toml"].replace("\n\n", f"\n{own}\n", 1), encoding="utf-8")
    assert run("house", "mend", "a.toml", "--write")[0] == 0
    assert run("test", "a.toml")[1] == "mini  3 examples passed  a.toml\n"


def test_an_example_that_stops_the_game_is_shown_and_kept(run: Run) -> None:
    Path("mini.rules").write_text(MINI, encoding="utf-8")
    text = 'house_rules low "Low" for mini\n\nafter rule score\n  take 20 from points\n  take 20 from points\n'
    Path("low.rules").write_text(text, encoding="utf-8")
    code, out, err = run("house", "mend", "low.rules", "--write")
    assert (code, out, Path("low.rules").read_text(encoding="utf-8")) == (1, "", text)
    assert "error[game-failed]: `points` would be -20, and must be from 0 to 100\n --> low.rules:5:3\n" in err


def test_house_rules_that_come_with_the_program_are_left_as_they_are(run: Run) -> None:
    code, out, _ = run("house", "mend", "doubles")
    assert (code, out) == (0, "every example of two_dice shows what it did; there is nothing to mend\n")


def test_show(run: Run) -> None:
    code, out, _ = run("show", "two_dice", "--source", "--house", "doubles")
    lines = [" ".join(each.split()) for each in out.splitlines()]
    assert code == 0
    assert "house rules Doubles are always hits of one base (doubles)" in lines
    assert "3+3 1/36 2.78% hit 1 <- doubles" in lines
    assert "8 4/36 11.11% batter_out [TD-13, TD-21]" in lines


MORE = """\
house_rules more "More of it" for kuhn_poker

replace cards deck: king "King", queen "Queen", jack "Jack"

replace measure winnings per player = 2 * purse of player

replace strategy balanced "Always bets"
  opening : bet

replace rule take_pot (winner: player)
  say "{winner} takes it."
  win winner

before phase betting
  say "Here we go."
"""


def test_everything_that_is_replaced_is_marked(run: Run) -> None:
    Path("more.rules").write_text(MORE, encoding="utf-8")
    code, out, _ = run("show", "kuhn_poker", "--source", "--house", "./more.rules")
    marked = [line.split()[0] for line in out.splitlines() if line.endswith("<- more")]
    assert (code, marked) == (0, ["deck", "phase", "rule", "balanced", "winnings"])


def test_the_table_shows_its_house_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("more.rules").write_text(MORE, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("rules betting\nrules take pot\nquit\n"))
    words = ["play", "kuhn_poker", "--house", "./more.rules", "--plain", "--no-save"]
    out = " ".join(run(*words)[1].split())
    assert "house rules: More of it" in out
    assert 'phase betting in game <- more say "Here we go."' in out
    assert 'rule take_pot (winner: player) <- more say "{winner} takes it."' in out


def test_show_flat(run: Run) -> None:
    code, out, _ = run("show", "two_dice", "--house", "extra_runner", "--flat")
    assert code == 0
    Path("flat.rules").write_text(out, encoding="utf-8")
    assert run("check", "flat.rules")[0] == 0
    words = ("-n", "9", "--seed", "4", "--strategy", "all=random")
    one, other = run.data("simulate", "./flat.rules", *words), run.data("simulate", "extra_runner", *words)
    assert (one["measures"], one["winners"], one["rows"]) == (other["measures"], other["winners"], other["rows"])


def test_list(run: Run) -> None:
    out = run("list")[1]
    assert "mercy           for two_dice, one_die, foster_diamond, marker  Mercy rule" in out
    listed = json.loads(run("list", "--json")[1])["house_rules"]
    assert {"mercy", "wild_pitch"} <= {each["name"] for each in listed}
    assert [each["games"] for each in listed if each["name"] == "wild_pitch"] == [["marker"]]


def test_diff(run: Run) -> None:
    code, out, _ = run("diff", "two_dice", "--house", "doubles", "-n", "20", "--seed", "7")
    assert code == 0
    lines = [" ".join(each.split()) for each in out.splitlines()]
    assert lines[0] == "Two-dice Baseball, and under doubles"
    assert {"2, 12 home_run -> hit 1", "3+3 batter_out -> hit 1", "measure per before after difference"} <= set(lines)
    assert any(each.startswith("runs side ") and " ± " in each for each in lines)
    assert any(each.startswith("rolls game ") for each in lines)
    assert any(each.startswith("Red ") and "%" in each for each in lines)


def test_diff_as_an_object(run: Run) -> None:
    found = json.loads(run("diff", "seven_innings", "-n", "4", "--seed", "7", "--json")[1])
    assert (found["before"], found["house_rules"], found["comparison"]["games"]) == ("one_die", ["seven_innings"], 4)
    option = next(each for each in found["differences"] if each["word"] == "option")
    assert option["cells"] == [{"what": "", "before": "9", "after": "7"}]
    assert found["comparison"]["measures"]["innings"]["difference"] < 0


def test_diff_tells_what_the_games_before_an_endless_one_came_to(run: Run) -> None:
    Path("a.rules").write_text(ENDLESS, encoding="utf-8")
    Path("b.rules").write_text(ENDLESS.replace("set stuck to 1", "set stuck to 0"), encoding="utf-8")
    words = ("diff", "b.rules", "a.rules", "--seed", "7", "--most-stops", "2000")
    code, out, err = run(*words, "-n", "100")
    assert code == 1
    assert "4 games of each with the same dice, seed 7" in out
    assert err.startswith("error[game-failed]")
    assert "it was game 4 of seed 7" in err
    assert err.endswith("the first 4 of 100 games; `-n 4` gives the same numbers.\n")
    code, out, err = run(*words, "-n", "100", "--json")
    assert code == 1
    assert err.startswith("The figures are for the games before that one: the first 4 of 100 games")
    found = json.loads(out)
    assert [each["code"] for each in found.pop("diagnostics")] == ["game-failed"]
    assert found == json.loads(run(*words, "-n", "4", "--json")[1])


def test_diff_tells_what_was_done_before_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Comparing.play

    def play(comparing: Comparing, games: int) -> Iterator[Played]:
        yield from real(comparing, 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(Comparing, "play", play)
    code, out, err = run("diff", "two_dice", "--house", "doubles", "-n", "20", "--seed", "7")
    assert code == 130
    assert "3 games of each with the same dice, seed 7" in out
    assert err == "Interrupted: these are the first 3 of 20 games; `-n 3` gives the same numbers.\n"


DARE = """\
house_rules dare "Dare" for race
replace rule jump
  when six is jumps
    add 12 to gained
    add 12 to score of mover
    say "A jump!"
  when tempo is double : add 1 to score of mover
"""


@pytest.mark.parametrize(
    ("rules", "words", "told"),
    [
        (DARE, (), "what differs changed nothing in these games, though `rule jump` came up."),
        (
            'house_rules dare "Dare" for race\nafter choose tempo in turn\n  when tempo is double : walk 2\n',
            (),
            "what differs never came up in these games.",
        ),
        (DARE, ("--strategy", "all=daring"), None),
    ],
)
def test_diff_says_whether_what_differs_came_up(
    run: Run, tmp_path: Path, rules: str, words: tuple[str, ...], told: str | None
) -> None:
    (tmp_path / "race.rules").write_text(RACE)
    (tmp_path / "dare.rules").write_text(rules)
    both = (str(tmp_path / "race.rules"), "--house", str(tmp_path / "dare.rules"))
    code, out, err = run("diff", *both, "-n", "30", "--seed", "7", *words)
    assert code == 0, err
    assert ("Every game went the same way before and after: " in out) == (told is not None)
    assert (told or "") in out
    assert ("`--strategy all=NAME`, where NAME is one of: daring, wary, random" in out) == (told is not None)


def test_diff_of_two_rulesets(run: Run) -> None:
    code, out, _ = run("diff", "one_die", "two_dice", "-n", "0")
    assert code == 0
    assert "  rule throw_in is gone\n" in out
    assert '- dice swing "the die" = 1d6\n' in out
    assert "difference" not in out


def test_house_new(run: Run) -> None:
    code, out, _ = run(
        "house", "new", "two_dice", "--set", "innings=7", "--set", "tie=draw", "-o", "short.toml"
    )
    assert code == 0
    assert out.startswith("short.toml written")
    assert Path("short.toml").read_text(encoding="utf-8") == (
        'house_rules = "short"\ntitle = "Short"\nfor = "two_dice"\n\n'
        '[options]\ninnings = 7\ntie = "draw"\n\n[examples]\ninnings = 9\ntie = "extra_innings"\n'
    )
    assert run("test", "short.toml")[0] == 0
    assert run("house", "new", "two_dice", "--set", "run_on_last_out=yes")[1].count("true") == 1


def test_house_new_leaves_nothing_half_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    code, _, err = run("house", "new", "two_dice", "--set", "innings=7", "-o", "short.toml")
    assert code != 0
    assert "`short.toml` cannot be written: No space left on device" in err
    assert os.listdir() == []


def test_house_new_after_others(run: Run) -> None:
    words = ["house", "new", "one_die", "--house", "seven_innings", "--set", "innings=5", "-o", "five.toml"]
    assert run(*words)[0] == 0
    assert Path("five.toml").read_text(encoding="utf-8") == (
        'house_rules = "five"\ntitle = "Five"\nfor = "one_die"\nafter = [\n    "seven_innings",\n]\n\n'
        "[options]\ninnings = 5\n\n[examples]\ninnings = 9\n"
    )
    assert run("test", "./five.toml")[0] == 0
    assert run("test", "one_die", "--house", "seven_innings", "--house", "./five.toml")[0] == 0


def test_house_matrix(run: Run) -> None:
    Path("x.rules").write_text(
        'house_rules x "X" for two_dice\n\nchange table throws\n  12 : hit 2 was home_run\n', encoding="utf-8"
    )
    words = ["house", "matrix", "two_dice", "--house", "doubles", "--house", "mercy", "--house", "./x.rules"]
    code, out, _ = run(*words)
    lines = [" ".join(each.split()) for each in out.splitlines()]
    assert code == 0
    assert lines[:4] == ["doubles mercy x", "doubles - together conflict", "mercy together - examples fail",
                         "x conflict examples fail -"]  # fmt: skip
    assert lines[5].startswith("doubles, x: conflict: the house rules `x` and `doubles` both change a row")
    (failing,) = lines[6:]
    assert failing.startswith('mercy, x: examples fail: the example "')
    assert failing.endswith('" and 1 more fail under `x` alone, too')
    assert run("test", *words[2:5], *words[7:])[0] == 1, "the examples are run"
    pairs = json.loads(run(*words, "--json")[1])["pairs"]
    assert [each["verdict"] for each in pairs] == ["together", "conflict", "examples fail"]


def test_schema(run: Run) -> None:
    found = json.loads(run("schema", "going_to_boston")[1])
    assert found["properties"]["options"]["properties"]["ace"]["oneOf"][1]["const"] == "seven"
