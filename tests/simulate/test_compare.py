"""Two games with the same dice: the error of the difference, and what differs in words."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import loader
from interpreter.diagnostics import Diagnostics
from interpreter.house.differences import ChangedCell, find_differences
from interpreter.lower import lower
from interpreter.parser import parse
from interpreter.simulate.compare import MeasurePair, compare
from interpreter.simulate.players import NATIVE, STEPPER, PlayOptions, StepperPlayer, is_native_available
from interpreter.simulate.simulation import Plan, run_simulation
from interpreter.source import Source
from tests.support.housing import model_of, put, under

samples = st.lists(st.integers(-9, 9), min_size=1, max_size=3)


@given(st.lists(st.tuples(samples, samples), min_size=2, max_size=12))
def test_the_error_of_a_difference_by_its_definition(games: list[tuple[list[int], list[int]]]) -> None:
    pair = MeasurePair("x", "game")
    for before, after in games:
        pair.add_game((sum(before), len(before)), (sum(after), len(after)))
    sizes = [sum(len(each[side]) for each in games) for side in (0, 1)]
    means = [Fraction(sum(sum(each[side]) for each in games), sizes[side]) for side in (0, 1)]
    parts = [
        (sum(after) - means[1] * len(after)) / sizes[1] - (sum(before) - means[0] * len(before)) / sizes[0]
        for before, after in games
    ]
    n = len(games)
    assert pair.difference == means[1] - means[0]
    assert pair.squared_error == Fraction(n, n - 1) * sum(each * each for each in parts)
    assert pair.stderr == sqrt(pair.squared_error)


def plan(*names: str) -> Plan:
    model = model_of(under(*names)) if names else model_of(put(loader.find_ruleset("two_dice")))
    program = lower(model)
    return Plan(program, ("default",) * len(program.seats), 7)


@pytest.mark.quick
def test_a_game_does_not_differ_from_itself() -> None:
    found = compare(plan(), plan(), 20)
    pairs = [*found.measures, *found.lengths, *found.winners]
    assert found.games == 20
    assert {each.difference for each in pairs} == {0}
    assert {each.stderr for each in pairs} == {0.0}


def test_both_sides_are_what_simulations_give_and_common_luck_cancels() -> None:
    found = compare(plan(), plan("extra_runner"), 60)
    alone = run_simulation(plan("extra_runner"), 60, "two_dice", {})
    for pair in found.measures:
        assert pair.after.mean == alone.measures[pair.name].mean
    runs = next(each for each in found.measures if each.name == "runs")
    assert runs.stderr is not None
    assert runs.after.stderr is not None
    assert runs.stderr < runs.after.stderr / 2
    assert {each.name for each in found.winners} == {"Red", "Blue", "nobody"}
    assert found.lengths[0].name == "rolls"


@pytest.mark.skipif(not is_native_available(), reason="llvmlite is not installed")
def test_machine_code_compares_the_same() -> None:
    one, other = (
        compare(plan(), plan("extra_runner"), 120, play_options=PlayOptions(engine)) for engine in (STEPPER, NATIVE)
    )
    assert one == other
    assert one.games == 120


STEPS = """\
game steps "Steps"
  source "A page"
players 1
dice die = 1d6
phase game
  keep far : 0+ = 0
  roll die
  when total of die > 2
    add 3 to far
  add 5 to far
  add 6 to far
  add 7 to far
  add 8 to far
  add 9 to far
  say "a  b"
measure far    per game = far
"""


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (
            "    add 3 to far\n",
            "    add 3 to far\n  when far > 90\n    add 3 to far\n",
            ["+   when far > 90", "+     add 3 to far"],
        ),
        ("  say", "  say " + '"c"\n  say', ['+   say "c"']),
        ("a  b", "a b", ['-   say "a  b"', '+   say "a b"']),
    ],
)
def test_changed_lines_begin_with_the_one_that_heads_them(old: str, new: str, lines: list[str]) -> None:
    one, other = (parse(Source("steps.rules", text), Diagnostics()) for text in (STEPS, STEPS.replace(old, new)))
    assert one is not None
    assert other is not None
    assert [list(each.lines) for each in find_differences((one,), (other,))] == [lines]


def test_lines_that_differ_only_in_their_layout_are_not_listed() -> None:
    before = "choice way\n  \"Which way?\"\n  left  \"go  left\"\n  right \"go right\"\n"
    texts = (STEPS + before, STEPS + before + "  straight_on \"go on\"\n")
    one, other = (parse(Source("steps.rules", text), Diagnostics()) for text in texts)
    assert one is not None
    assert other is not None
    assert [list(each.lines) for each in find_differences((one,), (other,))] == [['+   straight_on "go on"']]


def test_lengths_are_what_each_game_tells_of_rolls_and_phases() -> None:
    found = {each.name: each.before.mean for each in compare(plan(), plan("extra_runner"), 30).lengths}
    player, sites = StepperPlayer(plan()), plan().program.sites
    games = [player.play_game(game) for game in range(30)]
    expected = {"rolls": Fraction(sum(sum(each.rolls) for each in games), 30)}
    for at, site in enumerate(sites):
        if site.kind == "phase" and site.name != "game":
            expected[f"phase {site.name}"] = Fraction(sum(each.marks[at] for each in games), 30)
    assert len(expected) > 2
    assert found == expected


@pytest.mark.quick
def test_tables_differ_cell_by_cell() -> None:
    checked = under("doubles")
    assert checked.amended is not None
    found = {(each.word, each.name): each for each in find_differences(checked.before, checked.amended.files)}
    assert found["table", "throws"].cells == (
        ChangedCell("2, 12", "home_run", "hit 1"),
        ChangedCell("4+4", "walk", "hit 1"),
        ChangedCell("3+3", "batter_out", "hit 1"),
    )
    assert found["rule", "home_run"].state == "gone"
    assert found["example", "a 2 is a home run"].state == "gone"


def test_rules_differ_line_by_line_and_options_by_their_values() -> None:
    checked = under("extra_runner")
    assert checked.amended is not None
    found = {(each.word, each.name): each for each in find_differences(checked.before, checked.amended.files)}
    assert found["phase", "half"].lines == ("+   when innings_begun > innings : set bases to second",)
    seven = under("seven_innings")
    assert seven.amended is not None
    options = [each for each in find_differences(seven.before, seven.amended.files) if each.word == "option"]
    assert [(each.name, each.cells) for each in options] == [("innings", (ChangedCell("", "9", "7"),))]


def test_one_and_the_same_game_does_not_differ() -> None:
    checked = put(loader.find_ruleset("marker"))
    assert find_differences(checked.before, checked.before) == ()


SIDES = """\
game pull "Pull"

sides {sides}

dice die = 1d6

phase game
  roll die for red
  when die in 1..2      : win red
  otherwise when die in 3..4 : win {last}
"""


def pull(sides: str, last: str) -> Plan:
    program = lower(model_of(put(Source("pull.rules", SIDES.format(sides=sides, last=last)))))
    return Plan(program, ("default",) * len(program.seats), 7)


def test_what_a_side_wins_that_only_one_of_two_games_has_is_its_own() -> None:
    two, three = pull('red "Red", blue "Blue"', "blue"), pull('red "Red", blue "Blue", green "Green"', "green")
    found = {each.name: each for each in compare(two, three, 60).winners}
    turned = {each.name: each for each in compare(three, two, 60).winners}
    assert set(found) == set(turned) == {"Red", "Blue", "Green", "nobody"}
    assert found["Green"].after.mean == found["Blue"].before.mean != 0
    assert (found["Green"].before.mean, found["Blue"].after.mean) == (0, 0)
    assert found["nobody"].difference == found["Red"].difference == 0
    assert all((turned[name].before, turned[name].after) == (each.after, each.before) for name, each in found.items())


def test_how_often_phases_came_is_compared_where_both_games_have_them() -> None:
    text = SIDES.format(sides='red "Red"', last="red")
    phase = text.replace("  roll die for red\n", "  throw_it\n") + "\nphase throw_it in game\n  roll die for red\n"
    one, other = (lower(model_of(put(Source("pull.rules", each)))) for each in (text, phase))
    for programs in ((one, other), (other, one), (other, other)):
        found = compare(*(Plan(each, ("default",), 7) for each in programs), 3)
        assert [each.name for each in found.lengths] == ["rolls", "phase throw_it"][: 1 + (one not in programs)]


def test_examples_of_a_library_are_no_difference() -> None:
    text = 'library bases "Bases"\n\nrule walk\n  nothing\n'
    plain, more = (parse(Source("bases.rules", each), Diagnostics()) for each in (
        text, text + '\nexample "one walks"\n  roll 3\n  then n is 1\n'
    ))  # fmt: skip
    assert find_differences((plain,), (more,)) == ()
