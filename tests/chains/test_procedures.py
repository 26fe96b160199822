"""Phases that are taken as a whole: whatever is found so is what is found without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load, read
from interpreter.chains import exploring, patience, procedures
from interpreter.chains.exploring import SOME
from interpreter.chains.finding import explore, find_states
from interpreter.chains.forks import OVER, Fork, Forks, Goal
from interpreter.chains.phase_exploring import PhaseExploration, Way
from interpreter.chains.procedures import Procedures
from interpreter.chains.regions import Region
from interpreter.chains.relations import Met, Relations, Test, Truth, ValueOf
from interpreter.chains.searching import Gains, Outcome, Search, Summary
from interpreter.chains.states import Bounds, OutOfReach, Start, States
from interpreter.chains.sums import combine, held_by
from interpreter.odds.chain_figures import Setting, find_winners
from interpreter.odds.condensing import Condensing
from interpreter.odds.distribution import find_all_ends, find_cut, find_ends
from interpreter.odds.merging import merge_states
from interpreter.odds.solving import find_moments
from interpreter.program import Program
from interpreter.program.instructions.operators import OPERATORS

RACE = """
game race "A race"
players 2..2
dice pair = 2d4
phase game
  keep score of each player : 0..200 = 0
  keep begun : 0..9 = 0
  repeat round until begun >= 2
  win those one in all player with most score of one
phase round in game
  add 1 to begun
  for each one in all player : turn for one
phase turn for (mover: player) in game
  keep misses : 0..2 = 0
  keep throws_here : 0..50 = 0
  repeat once until misses is 2 STOP
phase once in turn
  roll pair
  when total of pair > 5 : add 1 to score of mover
  otherwise : add 1 to misses
END
measure score per player = score of player
measure rounds per game = begun
measure throws per game counts once
"""


POOL = """
game pool "Rounds for a pool"
players 2..2
dice pair = 2d3
phase game
  keep won of each player : 0..9 = 0
  keep purse of each player : -50..50 = 0
  keep pool : 0..50 = 0
  keep settled : 0..9 = 0
  repeat round until settled >= 2
  win those one in all player with most won of one
phase round in game
  keep points of each player : 0..40 = 0
  add 2 to pool
  for each one in all player : turn for one
  settle (those one in all player with most points of one)
rule settle (best: set of player)
  let share = pool / size of best
  for each one in best
    take share from pool
    add share to purse of one
    add 1 to won of one
  add 1 to settled
phase turn for (mover: player) in round
  keep throws_here : 0..2 = 0
  repeat once until total of pair is 2 or throws_here is 2
LAST
phase once in turn
  roll pair
  add 1 to throws_here
  add total of pair to points of mover
measure purse per player = purse of player
"""


LAST_THROW = "  roll 1 of pair\n  add total of pair to points of mover"


@pytest.fixture(params=["", LAST_THROW])
def pool(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    path = tmp_path / "pool.rules"
    path.write_text(POOL.replace("LAST", request.param))
    return load(str(path)).program()


def name_tracked(region: Region, states: States) -> set[str]:
    slots = {slot for held in states.held for slot in held}
    return {region.program.slots[slot].name.partition("[")[0] for slot in slots}


def name_whole(program: Program, procedures: Procedures) -> list[str]:
    """The phases that are taken as a whole."""
    return [program.routines[each].name for each in procedures.entries.values()]


def find_turn(program: Program, procedures: Procedures) -> int:
    """Where a turn begins."""
    return next(at for at, phase in procedures.phases.items() if program.routines[phase.routine].name == "turn")


def test_the_last_step_of_a_phase_may_add_to_several_slots(pool: Program) -> None:
    _, plain, _ = ways(pool, whole=False)
    _, whole, procedures = ways(pool, whole=True)
    assert procedures is not None
    assert name_whole(pool, procedures) == ["round", "turn"]
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


def test_what_is_asked_for_after_a_phase_does_not_begin_it_anew(pool: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[tuple[int, int]] = []
    look_at_more = PhaseExploration.look_at_more

    def note(inner: PhaseExploration, after: frozenset[int]) -> bool:
        could = look_at_more(inner, after)
        looked_at.append((len(inner.waiting), len(inner.stops)) if could else (0, 0))
        return could

    monkeypatch.setattr(PhaseExploration, "look_at_more", note)
    _, whole, _ = ways(pool, whole=True, measure=0)
    again, states = map(sum, zip(*looked_at, strict=True))
    assert 0 < again < states, "only some states are those from which a round may end"
    monkeypatch.setattr(PhaseExploration, "look_at_more", lambda inner, after: False)
    _, anew, _ = ways(pool, whole=True, measure=0)
    assert chances(whole) == pytest.approx(chances(anew), abs=1e-15)


def test_a_quotient_is_asked_for_only_where_it_matters(pool: Program) -> None:
    region, states, _ = ways(pool, whole=False)
    assert "settled" in name_tracked(region, states)
    assert "pool" not in name_tracked(region, states), "who wins does not hang on what the pool holds"
    region, states, _ = ways(pool, whole=False, measure=0)
    assert "pool" in name_tracked(region, states)


def test_what_a_quotient_adds_to_a_purse_is_known(pool: Program) -> None:
    means = []
    for whole in (False, True):
        chain = merge_states(ways(pool, whole, measure=0)[1])
        means.append(find_moments(chain).means[chain.start] + chain.gained)
    assert means == pytest.approx([2, 2], abs=1e-12), "each has half of what was put in"


ENDING = "  when score of mover > 6 : win mover then end game\n"


@pytest.fixture(params=[("", ""), ("or score of mover > 6", ""), ("", ENDING)])
def race(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    path, (stop, end) = tmp_path / "race.rules", request.param
    path.write_text(RACE.replace("STOP", stop).replace("END\n", end))
    return load(str(path)).program()


def cut_of(states: States) -> float:
    return find_cut(find_all_ends(states))


def ways(program: Program, whole: bool, measure: int | None = None) -> tuple[Region, States, Procedures | None]:
    region = Region(program, measure)
    procedures = Procedures(region, Condensing) if whole else None
    goal = Goal(measure) if measure is not None else Goal()
    states = explore(region, Start(program.start), goal, Bounds(20_000, 60, 40), whole=procedures)
    return region, states, procedures


def chances(states: States) -> dict[tuple[int, tuple[int, ...]], float]:
    chain = merge_states(states)
    return dict(find_ends(chain, chain.start).ends)


def test_with_and_without_phases_as_a_whole_the_same_side_wins(race: Program) -> None:
    _, plain, _ = ways(race, whole=False)
    _, whole, procedures = ways(race, whole=True)
    assert procedures is not None
    assert procedures.found
    assert len(whole.stops) < len(plain.stops)
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


@pytest.mark.parametrize("measure", [0, 1, 2])
def test_with_and_without_phases_as_a_whole_as_much_is_gained(race: Program, measure: int) -> None:
    found = []
    for whole in (False, True):
        chain = merge_states(ways(race, whole, measure)[1])
        assert chain.squares is None or (whole and measure == 2), "only how many throws a turn takes is a mean"
        moments = find_moments(chain)
        mean = moments.means[chain.start]
        found.append((mean + chain.gained, moments.squares[chain.start] - mean**2))
    assert found[0] == pytest.approx(found[1], abs=1e-9)


NEXT = "next in all player after mover"
LEADS = "those other in all player where other is not mover and score of mover > score of other"
LONG_RACE = (
    RACE.replace("begun >= 2", "begun >= 5")
    .replace("END\n", "")
    .replace("  keep misses", "  keep mark : 0..9 = 0\n  keep misses")
)


@pytest.fixture
def long_race(request: pytest.FixtureRequest, tmp_path: Path) -> Program:
    """A race of five rounds. The parameter has two texts: what ends a turn besides, and a line more for a throw."""
    path, (stop, line) = tmp_path / "race.rules", request.param
    text = LONG_RACE.replace("STOP", stop)
    path.write_text(text.replace("  roll pair\n", "  roll pair\n" + line))
    return load(str(path)).program()


@pytest.mark.parametrize(
    ("long_race", "will_do"),
    [
        ((f"or {LEADS} is not none", ""), True),
        ((f"or (begun is 4 and {LEADS} is not none)", ""), True),
        (("", f"  when total of pair is 8 and {LEADS} is none : add 3 to score of mover\n"), True),
        (("", f"  when total of pair is 4 and {LEADS} is none : add 2 to score of mover\n"), True),
        ((f"or {LEADS} is not none", f"  when total of pair is 8 : add 1 to score of {NEXT}\n"), False),
    ],
    indirect=["long_race"],
)
def test_edges_may_hang_on_a_lead_that_states_do_not_tell(long_race: Program, will_do: bool) -> None:
    _, plain, _ = ways(long_race, whole=False)
    _, whole, procedures = ways(long_race, whole=True)
    assert procedures is not None
    assert any(lead for *_, lead in procedures.inner) == will_do
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-10)


@pytest.mark.parametrize(
    ("long_race", "stand_in"),
    [
        (("or (misses is 1 and begun >= 3)", ""), {1: 2, 2: 2, 4: 3}),
        (("or (misses is 1 and begun is 2)", ""), {4: 3}),
        (("or (misses is 1 and begun >= 3) or mark is 2", "  when total of pair is 2 : set mark to begun\n"), {}),
        (("or (misses is 1 and begun >= 3) or (misses is 1 and begun mod 2 is 1)", ""), {}),
    ],
    indirect=["long_race"],
)
def test_numbers_that_a_phase_does_not_tell_apart_stand_in_for_each_other(
    long_race: Program, stand_in: dict[int, int]
) -> None:
    _, plain, _ = ways(long_race, whole=False)
    _, whole, procedures = ways(long_race, whole=True)
    assert procedures is not None
    begun = next(at for at, slot in enumerate(long_race.slots) if slot.name == "begun")
    turn = find_turn(long_race, procedures)
    for number in range(1, 5):
        assert procedures.stand_ins.of(turn, begun, number) == stand_in.get(number, number)
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-10)


OPENING = """
game opening "A score that is opened"
players 2..2
dice pair = 2d3
phase game
  keep score of each player : 0..60 = 0
  repeat round until some one in all player where score of one >= 9
  win those one in all player with most score of one
phase round in game
  for each one in all player : turn for one
phase turn for (mover: player) in game
  keep gathered : 0..60 = 0
  repeat 2 times
    roll pair
    add total of pair to gathered
  when LOOKED_AT : LAST
measure score per player = score of player
"""
OPENED, ADDED = "score of mover > 0 or gathered >= 8", "add gathered to score of mover"


@pytest.fixture
def opening(request: pytest.FixtureRequest) -> Program:
    """The parameter says what a turn looks at in the end, and what it does then."""
    looked_at, last = request.param
    return read(OPENING.replace("LOOKED_AT", looked_at).replace("LAST", last)).program()


@pytest.mark.parametrize(
    ("opening", "stands_in"),
    [
        ((OPENED, ADDED), True),
        ((OPENED, f"add gathered to score of {NEXT}"), True),
        ((OPENED, "set score of mover to gathered"), False),
        ((OPENED, "add (gathered + score of mover) / 2 to score of mover"), False),
        (("(score of mover + gathered) mod 2 is 0", ADDED), False),
        (("score of mover + gathered > 9", ADDED), False),
        ((f"score of mover > 0 or gathered >= 8 : {ADDED}\n  when score of mover > 4", ADDED), False),
    ],
    indirect=["opening"],
)
def test_numbers_stand_in_for_what_a_phase_adds_to_behind_its_last_stop(opening: Program, stands_in: bool) -> None:
    _, plain, _ = ways(opening, whole=False)
    _, whole, procedures = ways(opening, whole=True)
    assert procedures is not None
    assert bool(procedures.stand_ins.list_added_to(find_turn(opening, procedures))) == stands_in
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


UNTIL = "  repeat once until gathered >= 7\n"
ONCE = "phase once in turn\n  roll pair\n  add total of pair to gathered\n"


def test_a_counter_that_a_phase_adds_in_the_end_is_known_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "MANY", 4)
    before, last = OPENING.split("  repeat 2 times\n")
    text = before.replace("gathered : 0..60", "gathered : 0..6000") + UNTIL + last.partition("to gathered\n")[2] + ONCE
    program = read(text.replace("LOOKED_AT", OPENED).replace("LAST", ADDED)).program()
    _, plain, _ = ways(program, whole=False)
    _, whole, procedures = ways(program, whole=True)
    assert procedures is not None
    assert "turn" in name_whole(program, procedures)
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


LOOKING = """
game looking "A score that is looked at again"
players 2..2
dice pair = 2d3
phase game
  keep score : 0..60 = 0
  keep extra : 0..9  = 0
  keep begun : 0..9  = 0
  repeat round until begun >= 3
  win (lowest of all player if extra > 1 otherwise highest of all player)
phase round in game
  add 1 to begun
  when score > 3
    roll pair
    turn
  otherwise : turn
  when score > 6 : add 1 to extra
phase turn in round
  repeat 2 times
    roll pair
  add total of pair to score
"""


def test_nothing_stands_in_for_what_is_left_to_a_phase_within() -> None:
    program = read(LOOKING).program()
    _, plain, _ = ways(program, whole=False)
    _, whole, procedures = ways(program, whole=True)
    assert procedures is not None
    assert name_whole(program, procedures) == ["round", "turn"]
    assert len(chances(plain)) == 2
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-13)


@pytest.mark.parametrize("opening", [(OPENED, "set score of mover to gathered")], indirect=True)
def test_a_phase_that_is_entered_in_another_way_each_time_is_given_up(
    opening: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for some in (procedures.SOME_WAYS, 1_000):
        monkeypatch.setattr(procedures, "SOME_WAYS", some)
        _, states, whole = ways(opening, whole=True)
        assert whole is not None
        found.append((name_whole(opening, whole), chances(states)))
    assert [names for names, _ in found] == [["round"], ["round", "turn"]]
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-13)


def test_walks_stay_when_slots_are_known_in_relation_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    program, steps, found = load("going_to_boston").program(), [], []
    for keep in (Forks.keep_trees, lambda forks, before, gone: None):
        monkeypatch.setattr(Forks, "keep_trees", keep)
        region = Region(program, None)
        whole = Procedures(region, Condensing)
        search = Search(region, Start(program.start), Goal(), Bounds(20_000, 60, 40), whole)
        found.append(chances(find_states(search)))
        assert search.relations.groups
        steps.append(search.patience.taken)
    assert steps[0] < steps[1]
    assert found[0] == pytest.approx(found[1], abs=1e-13)


def test_walks_are_forgotten_that_ask_what_differences_do_not_tell() -> None:
    region = Region(load("three_dice").program(), None)
    before = Forks(region, Goal(), Relations(), Met())
    at_least, apart = OPERATORS["ge"], combine(held_by(2), held_by(3), -1)
    asked: list[Test] = [Truth(at_least, apart), Truth(at_least, held_by(4)), Truth(at_least, held_by(2)), ValueOf(3)]
    before.trees = {(stop, 0): Fork(test, {}) for stop, test in enumerate(asked)}
    after = Forks(region, Goal(), Relations((frozenset({2, 3}),)), Met())
    after.keep_trees(before, frozenset())
    assert after.trees.keys() == {(0, 0), (1, 0)}


@pytest.mark.parametrize("name", ["going_to_boston", "ace_in_the_pot"])
def test_shipped_games_come_to_the_same(name: str) -> None:
    program = load(name).program()
    _, whole, _ = ways(program, whole=True)
    assert sum(chances(whole).values()) == pytest.approx(1, abs=1e-12)
    assert chances(whole) == pytest.approx({(-1, (0,)): 0.5, (-1, (1,)): 0.5}, abs=1e-12)


def test_a_half_inning_is_used_again_and_again() -> None:
    program = load("two_dice").program({"innings": 2, "tie": "draw"})
    region = Region(program, None)
    procedures = Procedures(region, Condensing)
    states = explore(region, Start(program.start), Goal(), whole=procedures, find_cut=cut_of)
    assert name_whole(program, procedures) == ["half"]
    assert len(states.stops) < 1_000
    assert cut_of(states) < 1e-12


def test_a_half_that_hangs_on_the_lead_has_one_chain_for_all_leads() -> None:
    program = load("two_dice").program({"innings": 1, "last_half": "walk_off", "tie": "draw"})
    _, plain, _ = ways(program, whole=False)
    _, whole, procedures = ways(program, whole=True)
    assert procedures is not None
    half = next(each for each, routine in procedures.entries.items() if program.routines[routine].name == "half")
    assert procedures.use[half].ways > 60
    assert 0 < sum(entry == half for entry, *_ in procedures.inner) < procedures.use[half].ways / 2
    assert chances(whole) == pytest.approx(chances(plain), abs=1e-12)


def test_too_narrow_a_chain_is_told_to_lose_games() -> None:
    program = load("two_dice").program({"innings": 2})
    region = Region(program, None)
    states = explore(region, Start(program.start), Goal(), Bounds(apart=3), whole=Procedures(region, Condensing))
    assert 1e-3 < cut_of(states) < 0.5


def test_what_takes_too_long_is_refused_with_phases_as_a_whole() -> None:
    region = Region(load("three_dice").program(), None)
    whole = Procedures(region, Condensing)
    with pytest.raises(OutOfReach):
        explore(region, Start(region.program.start), Goal(), Bounds(100, 1), whole, cut_of)


def test_what_takes_too_long_is_refused_in_the_midst_of_a_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "FEW", 400)
    program = load("going_to_boston").program()
    search = Search(Region(program, None), Start(program.start), Goal(), Bounds(400, 1))
    with pytest.raises(OutOfReach):
        find_states(search)
    assert search.patience.taken < 800


def test_what_matters_after_a_large_phase_is_found_before_its_ends_are_solved_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A round of four at Ace in the Pot begins with each of them, and is solved once for each."""
    starts: list[int] = []
    solve = Condensing.ways_from

    def ways_from(condensing: Condensing, start: int, lead: int = 0) -> list[Way]:
        starts.extend([start] if len(condensing.edges.counts) > SOME else [])
        return solve(condensing, start, lead)

    monkeypatch.setattr(Condensing, "ways_from", ways_from)
    find_winners(Setting(load("ace_in_the_pot").program({}, 4)))
    assert len(starts) == len(set(starts)) == 4


@pytest.mark.parametrize(
    ("gain", "square", "expected"),
    [
        (2.0, 4.0, Gains([5, 0], None)),
        (2.0 - 4e-16, 4.0 + 9e-16, Gains([5, 0], None)),
        (2.0, 4.5, Gains([5.0, 0.0], [25.5, 0.0])),
        (1.5, 2.25, Gains([4.5, 0.0], [20.25, 0.0])),
        (2.0 + 1e-9, 4.0 + 4e-9, Gains([5.0 + 1e-9, 0.0], [25.0 + 1e-8, 0.0])),
    ],
)
def test_what_is_gained_is_a_whole_number_where_it_is_one_but_for_rounding(
    gain: float, square: float, expected: Gains
) -> None:
    one = Outcome(0.5, OVER, {}, {}, 7, 3, gain, square, ())
    found = Summary([one, replace(one, added=0, gain=0.0, square=0.0)]).gains(((7, 1),))
    assert (found.squares is None) == (expected.squares is None)
    assert found.means == pytest.approx(expected.means, abs=0 if expected.squares is None else 1e-12)
    assert found.squares == (expected.squares and pytest.approx(expected.squares))
