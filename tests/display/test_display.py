"""Values, texts, places and events as people read them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.display import (
    describe_site,
    event_to_object,
    format_event,
    format_name,
    format_roll,
    format_seat,
    format_site,
    format_site_key,
    format_text,
    format_value,
    format_winner,
    format_winners,
    to_python_value,
)
from interpreter.engine import Awarded, Decided, Event, Reached, Rolled, Said, Sampled
from interpreter.program import (
    Block,
    ChoiceInfo,
    DiceInfo,
    Finish,
    MeasureInfo,
    Program,
    Shape,
    Site,
    Text,
)

pytestmark = pytest.mark.quick

NUMBER = Shape("number")
YES_NO = Shape("yes_no")
BASE = Shape("member", low=1, labels=("first", "second", "third"))
BASES = Shape("set", low=1, labels=("first", "second", "third"))
SWING = Shape("roll", number=2, faces=6)

ROW = Site("row", "throws", "2, 12", "my.rules", 7, 3, "The Leaflet, Throws", ("AA-01", "AA-02"))
RULE = Site("rule", "double_play", "", "my.rules", 9, 1, "", ())

PROGRAM = Program(
    name="sample",
    slots=(),
    registers=0,
    shapes=(NUMBER, YES_NO, BASE, BASES, SWING),
    arrays=(),
    sites=(ROW, RULE),
    checks=(),
    texts=(
        Text(("Runner on ", ", ", " out."), (2, 0), (None, None)),
        Text(("[", "]"), (1,), (("x", " "),)),
        Text(("Play ball!",), (), ()),
    ),
    dice=(DiceInfo("swing", 2, 6), DiceInfo("die", 1, 6), DiceInfo("marks", 3, 6, summed=0)),
    choices=(ChoiceInfo("steal", "Who goes?", (0, 2), ("none", "first"), ("nobody", "the man on first")),),
    measures=(MeasureInfo("runs", "game"),),
    routines=(),
    queries=(),
    blocks=(Block("end", (), Finish()),),
    seats=("Player 1", "Player 2", "Player 3", "Player 4"),
    sides=("Red", "Blue"),
)


@pytest.mark.parametrize(
    ("shape", "value", "shown", "python"),
    [
        (NUMBER, 3, "3", 3),
        (NUMBER, -3, "-3", -3),
        (YES_NO, 1, "yes", True),
        (YES_NO, 0, "no", False),
        (BASE, 1, "first", "first"),
        (BASE, 3, "third", "third"),
        (BASE, 0, "0", "0"),
        (BASES, 0, "none", ()),
        (BASES, 0b1010, "first and third", ("first", "third")),
        (BASES, 0b1110, "first and second and third", ("first", "second", "third")),
        (SWING, 0, "1+1", (1, 1)),
        (SWING, 21, "4+4", (4, 4)),
        (SWING, 35, "6+6", (6, 6)),
        (Shape("roll", number=1, faces=6), 4, "5", (5,)),
    ],
)
def test_values(shape: Shape, value: int, shown: str, python: object) -> None:
    assert format_value(shape, value) == shown
    assert to_python_value(shape, value) == python


def test_texts_have_their_holes_filled() -> None:
    assert format_text(PROGRAM, 0, (2, 3)) == "Runner on second, 3 out."
    assert [format_text(PROGRAM, 1, (value,)) for value in (0, 1, 2)] == ["[ ]", "[x]", "[x]"]
    assert format_text(PROGRAM, 2, ()) == "Play ball!"


def test_rolls_show_a_total_where_somebody_asks_for_it() -> None:
    assert format_roll(PROGRAM, 0, 21) == "4+4 = 8"
    assert format_roll(PROGRAM, 1, 4) == "5"
    assert format_roll(PROGRAM, 2, 2 * 36 + 2 * 6 + 5) == "3, 3 and 6"


def test_seats_are_shown_with_their_side() -> None:
    assert [format_seat(PROGRAM, seat) for seat in range(4)] == [
        "Player 1 (Red)",
        "Player 2 (Blue)",
        "Player 3 (Red)",
        "Player 4 (Blue)",
    ]
    assert format_seat(replace(PROGRAM, seats=("Ann", "Ben")), 1) == "Blue", "one player a side is the side"
    assert format_seat(replace(PROGRAM, sides=()), 1) == "Player 2"


def test_winners_are_sides_where_there_are_sides() -> None:
    assert format_winner(PROGRAM, 1) == "Blue"
    assert format_winner(replace(PROGRAM, sides=()), 1) == "Player 2"
    assert format_winners(PROGRAM, ()) == "Nobody wins."
    assert format_winners(PROGRAM, (1,)) == "Blue wins."
    assert format_winners(PROGRAM, (1, 0, 1)) == "Blue and Red win."


def test_places() -> None:
    assert format_site(ROW) == "row `2, 12` of table throws"
    assert format_site(RULE) == "rule double_play"
    assert format_site(replace(RULE, kind="end", name="half")) == "end of phase half"
    assert format_site(replace(RULE, called="ball to {spot}, {distance}")) == "ball to"
    assert format_site(replace(RULE, called="{distance}-base hit")) == "base hit"
    assert (format_site_key(ROW), format_site_key(RULE)) == ("throws: 2, 12", "rule double_play")
    assert format_name(RULE.name) == "double play"


def test_a_place_is_explained_with_its_line_its_source_and_who_put_it_there() -> None:
    assert describe_site(ROW) == "row `2, 12` of table throws (my.rules:7), The Leaflet, Throws, AA-01, AA-02"
    assert describe_site(RULE) == "rule double_play (my.rules:9)"
    assert describe_site(replace(RULE, overlay="porch")) == "rule double_play (my.rules:9), by house rule porch"


@pytest.mark.parametrize(
    ("event", "shown", "kind"),
    [
        (Reached(0), "row `2, 12` of table throws", "reached"),
        (Said(0, (1, 2), 1), "Runner on first, 2 out.", "said"),
        (Sampled(0, 7), "runs: 7", "sampled"),
        (Awarded(1, 1), "Blue wins.", "awarded"),
        (Rolled(0, 21, 3, 1), "Player 4 (Blue) rolls swing 4+4 = 8", "rolled"),
        (Rolled(1, 4, -1, 1), "die 5", "rolled"),
        (Decided(0, 1, 0, 1), "Player 1 (Red) chooses steal: the man on first", "decided"),
    ],
)
def test_events(event: Event, shown: str, kind: str) -> None:
    assert format_event(PROGRAM, event) == shown
    assert event_to_object(PROGRAM, event)["text"] == shown
    assert event_to_object(PROGRAM, event)["kind"] == kind


def test_places_name_a_file_without_its_folders() -> None:
    site = replace(PROGRAM.sites[0], file="/home/anna/lib/my.rules")
    assert describe_site(site).startswith("row `2, 12` of table throws (my.rules:7)")
    told = event_to_object(replace(PROGRAM, sites=(site,)), Reached(0))
    assert told["file"] == "my.rules"


def test_an_event_as_data_says_where_it_comes_from() -> None:
    assert event_to_object(PROGRAM, Reached(0)) == {
        "kind": "reached",
        "text": "row `2, 12` of table throws",
        "file": "my.rules",
        "line": 7,
        "citation": "The Leaflet, Throws",
        "ids": ["AA-01", "AA-02"],
    }
