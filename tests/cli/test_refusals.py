"""Command lines that cannot be carried out: each verb says what is wrong, where, and how it is written."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.support.command import Run

MISUSED = """
diff two_dice                               | wrong-usage]: `groundrules diff` needs something to compare
diff two_dice one_die --house mercy         | wrong-usage]: `--house` cannot be used with two rulesets
house matrix two_dice --house mercy         | wrong-usage]: expected two or more house rules to compare
house new two_dice -o there.csv             | wrong-usage]: the file `there.csv` already exists
odds two_dice --given "bsaes is first"      | position-unknown]: `bsaes` does not describe
odds two_dice --given "bases are first"     | position-unknown]: `bases are first` does not describe
odds two_dice --given "bases is first and fourth" | position-unknown]: `bases` cannot be `fourth`
odds two_dice --given "outs is few"         | position-unknown]: `outs` cannot be `few`
odds two_dice --given "outs is 3" --measure runs_per_half_inning | position-unreached
odds two_dice --by inns                     | position-unknown
odds two_dice --measure goals               | measure-unknown
odds two_dice --strategy all=random         | odds-strategy
odds cribbage --dice any.toml               | wrong-usage]: `cribbage` has no dice
play race --seat human                      | setting-form
play race --seat 1=humna                    | player-unknown
play race --seat 1=human:                   | player-unknown
play race --seat all=human:Anna             | player-unknown
play race --seat 1=bot:dareing              | strategy-unknown
play race --seat 1=bot:                     | strategy-unknown
play race --seat 9=human                    | seat-unknown
play race --seat red=human                  | seat-unknown
play race --strategy all=x                  | strategy-unknown
play race --seed x                          | number-expected
play race --pace fast                       | number-expected
play race --pace -1                         | number-expected
play race --pace nan                        | number-expected
play race --pace 1000                       | number-expected
play race --json                            | people-and-json
play race --set goal=1                      | setting-value
play race --players 1                       | players-number
simulate race -n 0                          | number-expected
simulate race -n -5                         | number-expected
simulate race -n 1.5                        | number-expected
simulate race -n many                       | number-expected
simulate race -n ""                         | number-expected
simulate race -n 1e                         | number-expected
simulate race -n e3                         | number-expected
simulate race -n ٣                          | number-expected
simulate race -n {many}                     | number-expected
simulate race -n 1e99                       | number-expected
simulate race --seed -1                     | number-expected
simulate race --seed 18446744073709551616   | number-expected
simulate race --seed x                      | number-expected
simulate race --workers 0                   | number-expected
simulate race --workers 1000000             | number-expected
simulate race --most-stops 0                | number-expected
simulate race --set goal                    | setting-form
simulate race --set gaol=5                  | setting-unknown
simulate race --set goal=99                 | setting-value
simulate race --set six=jump                | setting-value
simulate race --players 9                   | players-number
simulate race --strategy daring             | setting-form
simulate race --strategy =daring            | setting-form
simulate race --strategy 7=daring           | seat-unknown
simulate race --strategy all=dareing        | strategy-unknown
simulate race --until ""                    | until-form
simulate race --until "gain < 3"            | until-form
simulate race --until "stderr(gain) > 1"    | until-form
simulate race --until "stderr(gain) < -1"   | until-form
simulate race --until "stderr(gain) < 0"    | until-form
simulate race --until "stderr(gain) < ٣"    | until-form
simulate race --until "stderr(gian) < 1"    | measure-unknown
simulate race --per-game games.txt          | file-kind
simulate race --per-game there.csv          | wrong-usage
simulate race --per-game nowhere/games.csv  | file-unwritable
simulate nim --set first_heap=9 --strategy 1=best              | best-unknown
simulate nim --set first_heap=9 --strategy 1=best:nowhere.json | best-unknown
solve nim --for goals                       | measure-unknown
solve nim --seat 9                          | seat-unknown
solve cribbage --given "{fives}, points[player_1] is 3" --for dealers_show | position-unreached
solve cribbage --given "{fives}" --for dealers_show --save best            | unseen-option
solve cribbage --given "{fives}" --for dealers_show --strategy 2=search    | odds-strategy
solve --exploit kuhn_poker --strategy all=brave     | strategy-unknown
solve --exploit kuhn_poker --strategy balanced      | setting-form
solve --exploit kuhn_poker --csv found.csv          | wrong-usage
solve --exploit kuhn_poker --strategy all=search    | odds-strategy
solve --exploit kuhn_poker --for gold               | measure-unknown
solve --exploit two_dice --for innings              | measure-unknown
sweep race                                  | wrong-usage]: `--over` is missing
sweep race --over goal                      | over-form
sweep race --over goal=                     | over-form
sweep race --over goal=6,,7                 | over-form
sweep race --over goal=9..6                 | over-form
sweep race --over =6                        | over-form
sweep race --over goal=6 --over goal=7      | over-twice
sweep race --over goal=6 --set goal=7       | over-twice
sweep race --over players=2 --players 2     | over-twice
sweep race --over goal=6 --over six=1..9999 --over players=1..9 | grid-too-large
sweep race --over gaol=6                    | setting-unknown
sweep race --over goal=999                  | setting-value
sweep race --over players=1..3              | players-number
sweep race --over goal=6 --measure gian     | measure-unknown
sweep race --over goal=6 --plot x.txt       | file-kind
sweep race --over goal=6 --plot x.png --x six | plot-axis
sweep race --over goal=6 --x goal           | plot-axis
sweep race --over goal=6 -n 0               | number-expected
sweep race --over goal=6,7 --exact --csv table.csv       | sweep-exact
sweep race --over goal=6,7 --exact --strategy all=random | odds-strategy
tournament race --seat-a serch              | strategy-unknown
tournament race --seat-b search:daringly    | strategy-unknown
tournament race --think 0                   | number-expected
tournament race -n many                     | number-expected
tournament race --workers 0                 | number-expected
tournament craps                            | nobody-to-beat
web --host 0.0.0.0                          | wrong-usage]: the workbench can only be used on this computer
web two_dice --seat green=human             | seat-unknown
web two_dice --port 70000                   | number-expected
web two_dice --host 203.0.113.77 --no-save --no-browser   | address-unusable]: `203.0.113.77` is not
web two_dice --host "no such name" --no-save --no-browser | address-unusable
web two_dice --json                         | flag-unknown
"""
"""What makes no sense, and what is said of it."""

UNFIT = """
solve --exploit liars_dice --most-histories 1000 | exploit-out-of-reach
solve kuhn_poker                            | best-hidden
solve ace_in_the_pot                        | best-undecided
solve nim --most-states 5                   | best-out-of-reach
solve nim --set first_heap=0 --set second_heap=1 --set third_heap=2 --for turns | best-many
solve ludo --most-states 5000               | best-out-of-reach
sweep race --over house=mercy               | house-other-game
web nonesuch                                | file-missing
web --resume nonesuch                       | saved-missing
"""
"""What the ruleset, or a file, is not fit for."""

FACTS = {"fives": "dealer is Player 1, held[player_1] is five of clubs and five of hearts", "many": "1" * 5_000}


def read_cases(table: str) -> list[list[str]]:
    return [[each.strip() for each in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.fixture(autouse=True)
def folder(race: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there.csv").write_text("mine")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("line", "said"), read_cases(MISUSED))
@pytest.mark.quick
def test_what_makes_no_sense_is_pointed_at(line: str, said: str, run: Run, tmp_path: Path) -> None:
    code, out, err = run(*shlex.split(line.format(**FACTS).replace(" race", " ./race.rules")))
    assert (code, out) == (2, "")
    assert err.startswith(f"error[{said}")
    assert "--> <command line>:1:" in err
    assert "help: " in err
    assert (tmp_path / "there.csv").read_text() == "mine"
    assert len([*tmp_path.iterdir()]) == 2


@pytest.mark.parametrize(("line", "said"), read_cases(UNFIT))
def test_what_is_not_fit_is_told(line: str, said: str, run: Run) -> None:
    assert run.refused(*shlex.split(line.replace(" race", " ./race.rules")), code=1).startswith(f"error[{said}")
