"""A game at the table: going on, taking back, what is shown, why it happened, and what may come."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.api import load, read
from interpreter.bots.seats import Bots
from interpreter.chance import Stream
from interpreter.display import format_event, join_names
from interpreter.engine import GAME_BUDGET, ChanceStop, DecisionStop, Drawn, Failure, GameOver, Reached, Rolled, Said
from interpreter.play import session as session_module
from interpreter.play.scorebook import format_scorebook, make_scorebook
from interpreter.play.trace import (
    Consequence,
    Moment,
    Session,
    describe_wait,
    explain_moment,
    find_consequence,
    find_prospects,
    format_numbers,
    format_outcomes,
    list_named_values,
    narrate,
)
from interpreter.stepper import Stepper
from tests.support.small_games import marks, play_on, race, session_of
from tests.support.views import draw_views

# ---- sessions


@pytest.mark.quick
def test_taking_back_gives_the_same_rolls_again() -> None:
    session = session_of(race())
    bots = Bots(session.program, ("default", "default"))
    before = []
    for _ in range(8):
        before.append((session.position, session.stop))
        session.step(bots.decide)
    events = session.events
    for position, stop in reversed(before):
        assert session.undo()
        assert (session.position, session.stop) == (position, stop)
        assert session.stops == len(session.moments)
    assert not session.undo()
    for _ in range(8):
        session.step(bots.decide)
    assert session.events == events


def rolled(moment: Moment) -> list[int]:
    return [event.outcome for event in moment.events if isinstance(event, Rolled)]


@pytest.mark.quick
def test_another_decision_after_taking_back_draws_anew() -> None:
    """What would have come is not told; but who does the same again gets the same again."""
    rolls = Stream(1, 0)
    session = session_of(race(), seed=1)
    drawn = []
    for answer in (0, 1, 0, 1):
        session.answer(answer)
        drawn.append(rolled(session.roll()))
        session.undo()
        session.undo()
    expected = [[rolls.randbelow(6)], [rolls.randbelow(6)]]
    assert drawn == expected * 2
    session.answer(0)
    session.roll()
    session.answer(1)
    assert rolled(session.roll()) == [rolls.randbelow(6)], "the next that nobody has seen"


def test_older_saved_games_had_the_same_rolls_whatever_was_done() -> None:
    session = Session(Stepper(race().program()), 1, draws_anew=False)
    drawn = []
    for answer in (0, 1):
        session.answer(answer)
        drawn.append(rolled(session.roll()))
        session.undo()
        session.undo()
    assert drawn[0] == drawn[1]


def test_bots_decide_anew_where_nobody_has_been() -> None:
    """Otherwise taking back would tell what a bot is going to choose."""
    found = set()
    for seed in range(20):
        session = session_of(race(), seed)
        bots = Bots(session.program, ("default", "random"), seed)
        decided = []
        for tempo in (0, 1, 0):
            session.answer(tempo)
            session.answer(0)
            decided.append(session.step(bots.decide).answer)
            for _ in range(3):
                session.undo()
        assert decided[0] == decided[2]
        found.add(tuple(decided[:2]))
    assert len(found) == 4


@given(st.integers(0, 3), st.lists(st.sampled_from(["0", "1", "roll", "undo", "undo", "redo", "rule"]), max_size=60))
def test_however_often_is_taken_back_each_way_has_one_outcome(seed: int, acts: list[str]) -> None:
    """A way is what was done from the beginning on; what chance gives on a new one is the next of the stream."""
    session, rolls = session_of(race(), seed), Stream(seed, 0)
    been: dict[tuple[tuple[int, str], ...], int] = {}
    for act in acts:
        stop, way = session.stop, tuple((each.answer, each.ruling) for each in session.moments)
        if act == "undo":
            session.undo()
        elif act == "redo":
            session.redo()
        elif act in ("0", "1") and isinstance(stop, DecisionStop):
            session.answer(int(act))
        elif act == "rule" and not session.over:
            session.change(0, 5, f"ruling {len(been)} {session.moments_made}")
        elif act == "roll" and isinstance(stop, ChanceStop):
            outcome = session.roll().answer
            expected = been[way] if way in been else rolls.randbelow(6)
            assert outcome == expected
            been[way] = outcome


def test_a_roll_by_hand_takes_nothing_from_the_stream() -> None:
    drawn, by_hand = session_of(race()), session_of(race())
    drawn.answer(0)
    drawn.roll()
    first = drawn.events[-1:]
    by_hand.answer(0)
    by_hand.answer(0)
    by_hand.answer(0)
    by_hand.roll()
    falls = [[event.outcome for event in each.events if isinstance(event, Rolled)] for each in (drawn, by_hand)]
    assert first
    assert falls[1] == [0, falls[0][0]]


@pytest.mark.quick
def test_only_what_is_offered_can_be_answered() -> None:
    session = session_of(race())
    with pytest.raises(ValueError, match="chance"):
        session.roll()
    with pytest.raises(ValueError, match="2"):
        session.answer(2)
    play_on(session)
    with pytest.raises(ValueError, match="over"):
        session.answer(0)
    with pytest.raises(ValueError, match="over"):
        session.step(Bots(session.program, ("default",) * 2).decide)
    assert isinstance(session.stop, GameOver)


# ---- what is shown


def test_views_are_shown_while_their_phase_is_under_way() -> None:
    session = session_of(race())
    assert draw_views(session.engine, session.position) == {
        "board": ("Player 1 0 of 10",),
        "pace": (" ___ ", "|.  |  gained 0"),
    }
    play_on(session)
    assert list(draw_views(session.engine, session.position)) == ["board"]


PILES = """\
game piles "Piles"
players 2..4
dice die = 1d6
phase game
  keep pile of each player : 0..6 = 0
  for each one in all player
    roll die for one
    set pile of one to total of die
view table in game
  "Piles:"
  for each one in those other in all player where pile of other > 3 : "{one} has {pile of one}"
  for each face in 1..2 : "{face}{pile of lowest of all player is face ? !|.}"
"""


@pytest.mark.quick
def test_a_view_may_have_a_line_for_each_member_of_a_set() -> None:
    session = Session(Stepper(read(PILES).program(players=3)), 1, 0)
    drawn = []
    for roll in (5, 2, 4):
        drawn.append(draw_views(session.engine, session.position)["table"])
        session.answer(roll - 1)
    assert drawn == [
        ("Piles:", "1.", "2."),
        ("Piles:", "Player 1 has 5", "1.", "2."),
        ("Piles:", "Player 1 has 5", "1.", "2."),
    ]
    assert draw_views(session.engine, session.position)["table"][1:3] == ("Player 1 has 5", "Player 3 has 4")


def test_a_view_may_be_drawn_only_when_something_holds() -> None:
    text = PILES.replace("view table in game", "view table in game when pile of lowest of all player > 3")
    session = Session(Stepper(read(text).program(players=3)), 1, 0)
    drawn = []
    for roll in (3, 2, 4):
        drawn.append("table" in draw_views(session.engine, session.position))
        session.answer(roll - 1)
    again = Session(Stepper(read(text).program(players=3)), 1, 0)
    again.answer(4)
    drawn.append("table" in draw_views(again.engine, again.position))
    assert drawn == [False, False, False, True]


def test_values_have_their_names() -> None:
    session = session_of(marks())
    session.answer(3)
    session.answer(0)
    values = list_named_values(session.program, session.position)
    assert values["marked"] == ("the far east",)
    assert values["pair"] == (1, 1)
    assert values["placed"] == "the far east"


def test_the_play_by_play_tells_rolls_words_and_unusual_decisions() -> None:
    session = session_of(race())
    session.answer(0)
    assert list(narrate(session.program, session.moments[-1])) == []
    session.answer(3)
    lines = [(told.kind, told.text) for told in narrate(session.program, session.moments[-1])]
    assert lines == [("rolled", "Player 1 rolls die 4"), ("said", "Player 1 goes 4.")]
    session.answer(1)
    lines = [(told.kind, told.text) for told in narrate(session.program, session.moments[-1])]
    assert lines == [("decided", "Player 2 chooses tempo: twice as far, from 4 on")]


@pytest.mark.quick
def test_an_explanation_names_rule_row_line_and_source() -> None:
    session = session_of(race())
    session.answer(0)
    session.answer(3)
    assert list(explain_moment(session.program, session.moments[-1]))[:5] == [
        "Player 1 rolls die 4",
        "  row `2..5` of table steps (<text>:33), Kitchen Table Games, 1901, How Far, RT-03",
        "  rule walk (<text>:36), Kitchen Table Games, 1901, How Far, RT-04",
        "  said: Player 1 goes 4.",
        "  measured gain: 4",
    ]


def test_a_consequence_comes_before_anything_else_is_said_or_done() -> None:
    program = race().program()
    row = next(at for at, site in enumerate(program.sites) if site.leads == ("walk",))
    rule = next(at for at, site in enumerate(program.sites) if (site.kind, site.name) == ("rule", "walk"))
    said = Said(0, (0,) * len(program.texts[0].shapes), rule)
    reached = Reached(row), Reached(rule)
    assert find_consequence(program, (*reached, said)) == Consequence("steps 2..5", "walk")
    assert find_consequence(program, reached) == Consequence("steps 2..5", ""), "it speaks for itself, and says nothing"
    assert find_consequence(program, reached[::-1]) == Consequence("", "walk")
    assert find_consequence(program, (Reached(row), said, Reached(rule))) == Consequence("steps 2..5", "")
    assert find_consequence(program, (said, *reached)) == Consequence(said="Player 1 is home with 0.")


def test_what_is_waited_for_is_said() -> None:
    session = session_of(race())
    assert describe_wait(session.program, session.stop) == "Player 1 to choose tempo"
    session.answer(0)
    assert describe_wait(session.program, session.stop) == "Player 1 to roll die (1d6)"
    play_on(session)
    assert describe_wait(session.program, session.stop) == ""


# ---- odds


@pytest.mark.quick
def test_odds_agree_with_playing_each_outcome() -> None:
    session = session_of(marks())
    session.answer(1)
    stop = session.stop
    assert isinstance(stop, ChanceStop)
    found = find_prospects(session.engine, session.position, stop)
    outcomes = Counter(each for one in found for each in one.outcomes)
    assert outcomes == Counter(range(36)), "every outcome leads somewhere, once"
    assert {one.consequence: one.odds for one in found} == {
        Consequence("falls 2..7", ""): Fraction(21, 36),
        Consequence("falls 8..12", ""): Fraction(14, 36),
        Consequence("falls 4+4", ""): Fraction(1, 36),
    }
    shown = {one.consequence.row: format_outcomes(session.program, stop.dice, one.outcomes) for one in found}
    assert shown == {"falls 2..7": "2..7", "falls 8..12": "2+6, 3+5, 3+6, 4+5, ...", "falls 4+4": "4+4"}


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [([3], "3"), ([3, 4], "3, 4"), ([3, 4, 5], "3..5"), ([2, 4, 5, 6, 12], "2, 4..6, 12"), ([], "")],
)
def test_numbers_in_short(numbers: list[int], shown: str) -> None:
    assert format_numbers(numbers) == shown


def test_a_game_with_too_many_stops_is_stopped() -> None:
    session = session_of(race())
    session.stops = GAME_BUDGET - 1
    session.answer(0)
    assert isinstance(session.stop, ChanceStop)
    session.roll()
    assert isinstance(session.stop, Failure)
    assert (session.stop.reason, session.stop.value) == ("stop-budget", GAME_BUDGET)
    assert session.over


IN_A_ROW = """game in_a_row "In a Row"
players 1
kind rank: one, two, three, four, five, six
kind suit: red
cards numbers: rank of suit
pile stock : numbers, face down = all numbers
pile row   : numbers, face up
phase game
  shuffle stock
  repeat
    deal from stock to row
  until size of stock is 0
  win lowest of all player
view table in game
  "row: {row}"
"""


@pytest.mark.quick
def test_a_pile_is_shown_as_it_lies() -> None:
    session = Session(Stepper(read(IN_A_ROW).program()), 3)
    lying: list[str] = []
    while not session.over:
        assert draw_views(session.engine, session.position)["table"] == (f"row: {join_names(lying)}",)
        events = session.step(lambda stop, view: stop.default).events
        lying += [format_event(session.program, each).partition(": ")[2] for each in events if isinstance(each, Drawn)]
    assert sorted(lying) != lying


IN_ONE_GO = """game in_one_go "Two turns to a throw"
players 2
dice die = 1d6
phase game
  count rounds
  repeat round until rounds is 3
phase round in game
  add 1 to rounds
  roll die
  for each one in all player
    turn for one
phase turn for (owner: player) in round
  keep gained : 0..20 = 0
  set gained to 10 * number of owner - total of die
measure gains per turn = gained
"""


def test_what_is_measured_stands_under_whose_phase_it_was() -> None:
    """Though several phases begin and end between two stops."""
    rules = read(IN_ONE_GO)
    session = Session(Stepper(rules.program()), 3)
    thrown = []
    while not session.over:
        events = session.step(lambda stop, view: stop.default).events
        thrown += [each.outcome + 1 for each in events if isinstance(each, Rolled)]
    (line,) = make_scorebook(rules.model, session.program, session.story).lines
    assert line.rows == {f"Player {seat}": [10 * seat - each for each in thrown] for seat in (1, 2)}


def test_what_happened_is_kept_longer_than_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The transcript and the scorebook of a long game are whole."""
    told = []
    for most in (session_module.MOST_MOMENTS, 5):
        monkeypatch.setattr(session_module, "MOST_MOMENTS", most)
        rules = load("two_dice")
        session = Session(Stepper(rules.program({"innings": 2})), 4)
        while not session.over:
            session.step(lambda stop, view: stop.default)
        assert len(session.moments) == min(most, session.stops)
        told.append(
            [retell_all(session), format_scorebook(make_scorebook(rules.model, session.program, session.story))]
        )
    assert told[0] == told[1]


def retell_all(session: Session) -> list[str]:
    return [each.text for moment in session.story for each in narrate(session.program, moment)]
