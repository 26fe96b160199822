"""Games without a result: neither won nor drawn, and left out of every mean and share, by whatever plays and counts."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from interpreter.api import read
from interpreter.bots.payoff import Payoff
from interpreter.bots.playouts import Playouts
from interpreter.chance import Stream
from interpreter.cli import main
from interpreter.engine import Outcome
from interpreter.examples.run_example import run_examples
from interpreter.native import Native
from interpreter.native import available as native_available
from interpreter.pipeline import check_game
from interpreter.program import VOID, Program
from interpreter.simulate.compare import compare
from interpreter.simulate.simulation import Plan, play_games
from interpreter.simulate.tournament import Match, Standing, play_match
from interpreter.source import Source, Sources
from interpreter.stepper import Stepper
from interpreter.tally import Tally
from tests.support.paths import read_game

GAMES, SEED = 300, 7

SHOWER = read_game("shower.rules")

SHOWERY = SHOWER.format(rain="yes")


def shower() -> Program:
    return read(SHOWERY).program()


def outcomes(program: Program, games: int = GAMES) -> list[Outcome]:
    stepper = Stepper(program)
    return [stepper.play_out(None, Stream(SEED, game)) for game in range(games)]


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "shower.rules"
    file.write_text(SHOWERY)
    return str(file)


# ---- the game itself


def test_whoever_has_won_it_has_not() -> None:
    void = [each.position for each in outcomes(shower()) if each.position.void]
    assert 0 < len(void) < GAMES
    assert {each.won for each in void} == {()}
    assert any(len(each.winners) > 1 for each in void), "it was awarded to somebody, too"


@pytest.mark.quick
def test_it_is_over_and_nobody_has_won() -> None:
    rules = read(SHOWERY)
    games = [rules.game(seed=SEED, game=each) for each in range(40)]
    for each in games:
        each.run()
    assert {(each.over, each.without_result, bool(each.winners)) for each in games} >= {
        (True, True, False),
        (True, False, True),
    }


def test_examples_can_ask_for_it() -> None:
    checked = check_game(Sources(Source("shower.rules", SHOWERY)))
    assert checked.model is not None
    assert [each.failures for each in run_examples(checked.model).results] == [(), ()]
    wrong = SHOWERY.replace("then  ended game, runs of red is 16", "then  ended game without result, runs of red is 16")
    checked = check_game(Sources(Source("shower.rules", wrong)))
    assert checked.model is not None
    (found,) = run_examples(checked.model).results[1].failures
    assert found.message == 'expected `ended game without result`; the result is "Red wins."'


def test_result_may_still_be_a_name() -> None:
    checked = check_game(Sources(Source("shower.rules", SHOWERY.replace("puddle", "result"))))
    assert [each.message for each in checked.diagnostics.in_order] == []


# ---- what is counted


def by_hand(program: Program) -> tuple[int, list[Tally], dict[str, float]]:
    """How many games stand, what each measure comes to in them, and the shares of the winners."""
    stand = [each for each in outcomes(program) if VOID not in each.position.winners]
    tallies = [Tally() for _ in program.measures]
    for each in stand:
        for at, tally in enumerate(tallies):
            tally.add_game([value for measure, value in each.samples if measure == at])
    won = {name: sum(at in set(each.position.winners) for each in stand) for at, name in enumerate(program.sides)}
    won["drawn"] = sum(not each.position.winners for each in stand)
    return len(stand), tallies, {name: many / len(stand) for name, many in won.items()}


@pytest.mark.parametrize("engine", ["stepper", *(["native"] if native_available() else [])])
def test_means_and_shares_are_of_the_games_that_stand(engine: str) -> None:
    result = read(SHOWERY).simulate(GAMES, seed=SEED, engine=engine)
    stand, tallies, shares = by_hand(shower())
    assert (result.games, result.without_result) == (GAMES, GAMES - stand)
    assert list(result.measures.values()) == tallies
    assert result.winners == shares
    assert result.rows["rule rained_off"] + result.rows["rule award"] == GAMES, "rules are counted in all of them"


@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
@pytest.mark.parametrize("tier", ["fast", "best"])
@pytest.mark.parametrize("strategy", ["default", "careful"])
def test_machine_code_counts_as_the_stepper_does(tier: str, strategy: str) -> None:
    plan = Plan(shower(), (strategy,) * 2, SEED)
    native = Native(plan.program, plan.strategies, tier=tier, keep=False)
    found, right = native.play(SEED, range(GAMES), per_game=True), play_games(plan, range(GAMES))
    assert found == right
    assert 0 < found.void < GAMES
    assert {winners for _, winners, _ in found.rows} == {(0,), (1,), (0, 1), (VOID,)}
    assert native.play(SEED, range(100)).combine(native.play(SEED, range(100, GAMES))) == right


@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
def test_so_do_the_rest_of_games_and_those_who_look_ahead() -> None:
    program, start = shower(), Stepper(shower()).begin().position
    right = outcomes(program, 60)
    found = Native(program, keep=False).play(SEED, range(60), start=start)
    assert found.void == sum(each.position.void for each in right)
    assert found.games == 60
    samples = sum(len(each.samples) for each in right if not each.position.void)
    assert sum(each.samples for each in found.measures) == samples
    positions = [start] * 60
    stepped = Playouts(program, ("default",) * 2, native=False).ends(positions, SEED, 0)
    native = Playouts(program, ("default",) * 2, native=True).ends(positions, SEED, 0)
    assert [set(each or ()) for each in native] == [set(each or ()) for each in stepped]


def test_it_is_worth_the_same_to_all() -> None:
    worth = Payoff(shower())
    assert [worth.of_winners((0, VOID), seat) for seat in (0, 1)] == [worth.of_winners((), seat) for seat in (0, 1)]


def test_two_games_are_compared_by_those_that_stand() -> None:
    rules = read(SHOWERY)
    plans = [Plan(rules.program(options={"rain": rain}), ("default",) * 2, SEED) for rain in ("yes", "no")]
    found = compare(plans[0], plans[1], GAMES)
    stand, tallies, shares = by_hand(plans[0].program)
    assert found.void == (GAMES - stand, 0)
    assert [each.before.mean for each in found.measures] == [each.mean for each in tallies]
    assert [float(each.before.mean or 0) for each in found.winners] == list(shares.values())
    assert found.to_dict()["without_result"] == {"before": GAMES - stand, "after": 0}


@pytest.mark.quick
def test_a_tournament_leaves_them_out() -> None:
    match = Match(shower(), "default", "careful", SEED)
    standing = Standing(match, list(play_match(match, 60)))
    assert 0 < standing.void < standing.games == 120
    worth = [each for one in standing.rounds for each in one.worth]
    stand = [each for each in worth if each is not None]
    assert len(stand) == 120 - standing.void
    assert standing.share == sum(stand) / len(stand) / standing.worth.whole
    assert standing.to_dict()["without_result"] == standing.void
    only = Standing(match, [each for each in standing.rounds if each.worth == (None, None)][:1])
    assert (only.share, only.find_share_from(0), only.stderr) == (None, None, None)


# ---- what is told


def test_a_simulation_says_how_many_were_left_out(capsys: pytest.CaptureFixture[str], path: str) -> None:
    assert main(["simulate", path, "-n", "300", "--seed", "7"]) == 0
    void = GAMES - by_hand(shower())[0]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Shower: 300 games, seed 7"
    assert f"without a result, and left out of measures and shares: {void}" in lines
    assert main(["simulate", path, "-n", "300", "--seed", "7", "--set", "rain=no"]) == 0
    assert "without a result" not in capsys.readouterr().out


def test_each_game_by_itself_says_that_it_has_none(tmp_path: Path, path: str) -> None:
    file = tmp_path / "games.csv"
    assert main(["simulate", path, "-n", "300", "--seed", "7", "--per-game", str(file)]) == 0
    winners = [line["winners"] for line in csv.DictReader(file.open())]
    assert [each == "no result" for each in winners] == [each.position.void for each in outcomes(shower())]
    assert set(winners) == {"Red", "Blue", "Red and Blue", "no result"}


def test_a_sweep_shows_the_share_of_each(capsys: pytest.CaptureFixture[str], path: str, tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    words = ["sweep", path, "-n", "100", "--seed", "7", "--over", "rain=yes,no", "--measure", "runs"]
    assert main([*words, "--csv", str(file)]) == 0
    out = capsys.readouterr().out
    void = sum(each.position.void for each in outcomes(shower(), 100))
    assert "no result" in out
    assert f"{void}.0 %" in out
    assert "Games without a result are left out of measures and shares.\n" in out
    assert [line["without_result"] for line in csv.DictReader(file.open())] == [str(void), "0"]


def test_a_tournament_and_a_comparison_say_so(capsys: pytest.CaptureFixture[str], path: str, tmp_path: Path) -> None:
    assert main(["tournament", path, "--seat-a", "careful", "--seat-b", "default", "-n", "40", "--seed", "7"]) == 0
    assert "games without a result: " in capsys.readouterr().out
    dry = tmp_path / "dry.rules"
    dry.write_text('house_rules dry "Dry" for shower\n\noption rain = no\n\nchange examples\n  with rain = yes\n')
    assert main(["diff", path, "--house", str(dry), "-n", "40", "--seed", "7"]) == 0
    assert "without a result, and left out of all these figures: " in capsys.readouterr().out


def test_a_game_at_the_table_ends_with_it(capsys: pytest.CaptureFixture[str], path: str, tmp_path: Path) -> None:
    stepper = Stepper(shower())
    seed = next(seed for seed in range(GAMES) if stepper.play_out(None, Stream(seed, 0)).position.void)
    words = ["play", path, "--seat", "all=bot:default", "--seed", str(seed)]
    transcript = tmp_path / "shower.jsonl"
    assert main([*words, "--plain", "--transcript", str(transcript)]) == 0
    assert capsys.readouterr().out.endswith("The game is without a result.\n")
    end = json.loads(transcript.read_text().splitlines()[-1])
    assert (end["winners"], end["without_result"]) == ([], True)
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["winners"], found["without_result"]) == ([], True)
    site = next(each for each in found["events"] if each["kind"] == "awarded" and "without" in each["text"])
    assert site["text"] == "The game is without a result."
