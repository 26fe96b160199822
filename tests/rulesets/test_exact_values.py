"""Runs in a half-inning: what many games come to, beside what they must come to.

The expected number of runs is worked out here a second time, from the printed rules and with nothing of the
interpreter, by going through all positions of a half-inning: who stands on the bases, how many are out, and what the
batter's count is. The simulated mean has to lie within four of its standard errors. That the figures are those of the
checklist is tested too, so that neither of the two can drift away.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from interpreter import loader
from interpreter.bots.seats import DEFAULT
from interpreter.lower import lower
from interpreter.pipeline import check_game
from interpreter.simulate.players import is_native_available
from interpreter.simulate.simulation import Plan, Summary, simulate

SEED = 12

Bases = tuple[bool, bool, bool]
Position = tuple[Bases, int]
Result = tuple[Bases, int, int]
"""Bases, outs and runs after a play."""

EMPTY: Bases = (False, False, False)


def totals(dice: int) -> dict[int, Fraction]:
    """How likely each total of so many dice is."""
    rolls = [sum(each) for each in product(range(1, 7), repeat=dice)]
    return {total: Fraction(rolls.count(total), len(rolls)) for total in sorted(set(rolls))}


# ---- men on bases


def hit(bases: Bases, man: int, others: int) -> tuple[Bases, int]:
    """A batter goes to base number `man` and every runner on by `others`; the fourth base is home."""
    at = [number + others for number, held in enumerate(bases, 1) if held] + [man]
    return (1 in at, 2 in at, 3 in at), sum(each >= 4 for each in at)


def walk(bases: Bases) -> tuple[Bases, int]:
    """A batter on first, and those move who must."""
    first, second, third = bases
    return (True, second or first, third or (first and second)), int(first and second and third)


def without(bases: Bases, base: int) -> Bases:
    return (bases[0] and base != 1, bases[1] and base != 2, bases[2] and base != 3)


def lead(bases: Bases) -> int:
    return max((number for number, held in enumerate(bases, 1) if held), default=0)


# ---- a half-inning whose times at bat are one throw each

Play = Callable[[Bases, int, int], Result]
"""What a throw does, with these bases and outs."""


def runs_in_a_half(chances: Mapping[int, Fraction], play: Play) -> Fraction:
    """The expected runs from the start, by solving for every position with the same number of outs together."""
    expected: dict[Position, Fraction] = {(bases, 3): Fraction(0) for bases in product((False, True), repeat=3)}
    for outs in (2, 1, 0):
        here = [(bases, outs) for bases in product((False, True), repeat=3)]
        rows: list[list[Fraction]] = []
        for bases, _ in here:
            row = [Fraction(int(each == (bases, outs))) for each in here] + [Fraction(0)]
            for throw, chance in chances.items():
                after, out, runs = play(bases, outs, throw)
                row[-1] += chance * runs
                if min(out, 3) == outs:
                    row[here.index((after, outs))] -= chance
                else:
                    row[-1] += chance * expected[after, min(out, 3)]
            rows.append(row)
        expected.update(zip(here, solved(rows), strict=True))
    return expected[EMPTY, 0]


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, each row's last number being its right side."""
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [mine - factor * its for mine, its in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def one_die(full_bases: int) -> Play:
    """`full_bases` is whom a 5 catches when the bases are full."""
    caught = {(): 0, (1,): 1, (2,): 2, (3,): 3, (1, 2): 2, (1, 3): 1, (2, 3): 0, (1, 2, 3): full_bases}

    def play(bases: Bases, outs: int, throw: int) -> Result:
        if throw <= 4:
            after, runs = hit(bases, throw, throw)
            return after, outs, runs
        man = caught[tuple(number for number, held in enumerate(bases, 1) if held)] if throw == 5 else 0
        if man == 0 or outs == 2:
            return bases, outs + 1, 0
        return without(bases, man), outs + 2, 0

    return play


def two_dice(run_on_last_out: bool) -> Play:
    """Throw 14 stands for double four, which is a walk; every other 8 is an out."""
    hits = {2: 4, 12: 4, 4: 1, 10: 1, 11: 2, 3: 3}

    def play(bases: Bases, outs: int, throw: int) -> Result:
        if throw in hits:
            after, runs = hit(bases, hits[throw], hits[throw])
            return after, outs, runs
        if throw == 14:
            after, runs = walk(bases)
            return after, outs, runs
        if throw == 5 and (outs < 2 or run_on_last_out):
            moved, runs = hit(bases, 9, 1)
            return moved, outs + 1, runs - 1
        if throw == 7 and outs < 2 and lead(bases):
            return without(bases, lead(bases)), outs + 2, 0
        return bases, outs + 1, 0

    return play


TWO_DICE = totals(2) | {8: Fraction(4, 36), 14: Fraction(1, 36)}


# ---- a half-inning of Marker, whose times at bat have a count

THREE_DICE = totals(3)
FOUL_ANSWERS = {4: 9, 5: 10, 6: 11}
HIT_ANSWERS = {13: (11, 1, 1), 14: (12, 1, 2), 15: (12, 2, 2), 16: (13, 2, 3), 17: (14, 3, 3)}

Outcome = tuple[str, int, int]
"""What comes of a time at bat: how it ends, and by how many bases batter and runners go on."""


@cache
def at_bat(strikes: int, balls: int) -> dict[Outcome, Fraction]:
    """How likely each end of a time at bat is, from a count on; nobody steals."""
    ends: dict[Outcome, Fraction] = {}

    def add(outcome: Outcome, chance: Fraction) -> None:
        ends[outcome] = ends.get(outcome, Fraction(0)) + chance

    def go_on(strikes: int, balls: int, chance: Fraction) -> None:
        if strikes == 3 or balls == 4:
            add(("out", 0, 0) if strikes == 3 else ("walk", 0, 0), chance)
            return
        for outcome, likely in at_bat(strikes, balls).items():
            add(outcome, chance * likely)

    for throw, chance in THREE_DICE.items():
        if throw == 3 or (throw in FOUL_ANSWERS and strikes == 2):
            add(("out", 0, 0), chance)
        elif throw in FOUL_ANSWERS:
            for answer, likely in THREE_DICE.items():
                if answer == 18:
                    add(("side out", 0, 0), chance * likely)
                elif answer >= FOUL_ANSWERS[throw]:
                    add(("out", 0, 0), chance * likely)
                else:
                    go_on(strikes + 1, balls, chance * likely)
        elif throw in (7, 8, 9):
            go_on(strikes + 1, balls, chance)
        elif throw in (10, 11, 12):
            go_on(strikes, balls + 1, chance)
        elif throw == 18:
            add(("hit", 4, 4), chance)
        else:
            least, batter, runners = HIT_ANSWERS[throw]
            for answer, likely in THREE_DICE.items():
                end = "side out" if answer == 18 else "out" if answer >= least else "hit"
                double = f"double {end}" if answer in (16, 17) else end
                add((double, batter, runners) if end == "hit" or double != end else (end, 0, 0), chance * likely)
    return ends


def marker(ends: list[Outcome]) -> Play:
    """The throw is the number of an end of a time at bat. A double play with nobody on base is what it is without."""

    def play(bases: Bases, outs: int, throw: int) -> Result:
        end, batter, runners = ends[throw]
        double = end.startswith("double ")
        end = end.removeprefix("double ")
        if double and lead(bases):
            return (without(bases, lead(bases)), outs + 2, 0) if outs < 2 else (bases, 3, 0)
        match end:
            case "out":
                return bases, outs + 1, 0
            case "side out":
                return bases, 3, 0
            case "walk":
                after, runs = walk(bases)
            case _:
                after, runs = hit(bases, batter, runners)
        return after, outs, runs

    return play


def runs_of_marker() -> Fraction:
    ends = sorted(at_bat(0, 0))
    return runs_in_a_half({at: at_bat(0, 0)[end] for at, end in enumerate(ends)}, marker(ends))


# ---- the figures, three times

GAMES = int(os.environ.get("EXACT_GAMES", "0"))
"""How many games to play instead of what fits an ordinary run: `EXACT_GAMES=1000000`."""
TIMES = 10 if is_native_available() else 1
"""How many times as many games machine code plays."""
ONE_DIE = totals(1)
CASES: dict[str, tuple[str, dict[str, str], str, Callable[[], Fraction], int]] = {
    "marker": ("marker", {}, "1.341554", runs_of_marker, 800),
    "one die": ("one_die", {}, "4.011257", lambda: runs_in_a_half(ONE_DIE, one_die(1)), 2000),
    "one die, nobody caught": (
        "one_die", {"five_with_bases_full": "nobody"}, "4.026918", lambda: runs_in_a_half(ONE_DIE, one_die(0)), 2000,
    ),
    "a diamond": ("foster_diamond", {}, "4.026918", lambda: runs_in_a_half(ONE_DIE, one_die(0)), 2000),
    "two dice": ("two_dice", {}, "0.731583", lambda: runs_in_a_half(TWO_DICE, two_dice(False)), 3000),
    "two dice, run on last out": (
        "two_dice", {"run_on_last_out": "yes"}, "0.761228", lambda: runs_in_a_half(TWO_DICE, two_dice(True)), 3000,
    ),
}  # fmt: skip
"""The ruleset, its options, the checklist's figure, the reckoning, and how many games are played."""


@pytest.mark.parametrize("case", CASES)
@pytest.mark.quick
def test_the_reckoning_gives_the_figure_of_the_checklist(case: str) -> None:
    _, _, figure, reckoned, _ = CASES[case]
    assert f"{float(reckoned()):.6f}" == figure


@pytest.mark.parametrize("case", CASES)
def test_many_games_come_to_it(case: str) -> None:
    name, options, _, reckoned, few = CASES[case]
    games = GAMES or few * TIMES
    summary, number = simulated(name, options, games)
    tally = summary.measures[number]
    assert summary.broken is None
    assert tally.mean is not None
    assert tally.stderr is not None
    assert tally.samples >= 17 * games
    assert tally.stderr < 0.05
    assert abs(float(tally.mean - reckoned())) < 4 * tally.stderr


def simulated(name: str, options: dict[str, str], games: int) -> tuple[Summary, int]:
    """What many games come to, and the number of the measure that is looked at."""
    source = loader.find_ruleset(name)
    model = check_game(loader.sources_of(source)).model
    assert model is not None
    infos = {each: model.options[each] for each in options}
    numbers = {each: info.values[info.names.index(options[each])] for each, info in infos.items()}
    program = lower(model, numbers)
    summary = Summary.of(program)
    for part in simulate(Plan(program, (DEFAULT,) * len(program.seats), SEED), games):
        summary = summary.combine(part)
    return summary, [each.name for each in program.measures].index("runs_per_half_inning")
