"""Tables of best play: as few rows as there can be, and how far numbers go said as people say it."""

from __future__ import annotations

from itertools import product

from interpreter.bots.policy import Values
from interpreter.odds.policies import Row, merge_rows, widen_rows

CARRY_ON, STOP = 0, 1


def row_of(answer: int, *held: int | Values) -> Row:
    return Row(tuple((each,) if isinstance(each, int) else each for each in held), answer, 1, None)


def test_rows_are_put_together_in_the_slot_where_most_can_be() -> None:
    """One who is at 3 alone does not keep the other's rows apart:."""
    points = range(4)
    rows = [
        row_of(own * (1 - thrower) + other * thrower, own, other, thrower)
        for own, other, thrower in product(points, points, (0, 1))
    ]
    merged = merge_rows(rows)
    assert len(merged) == 8
    assert {(row.held, row.answer) for row in merged} == {
        *((((own,), tuple(points), (0,)), own) for own in points),
        *(((tuple(points), (other,), (1,)), other) for other in points),
    }


def test_the_last_of_several_rows_goes_on_over_numbers_that_never_come_there() -> None:
    seen = tuple(range(2, 10))
    rows = [
        row_of(CARRY_ON, 0, (2, 3, 4)),
        row_of(STOP, 0, (5, 6)),
        row_of(CARRY_ON, 1, (2, 3)),
        row_of(STOP, 2, (2,)),
        row_of(CARRY_ON, 2, (3, 4)),
        row_of(STOP, 2, (6,)),
    ]
    held = [row.held[-1] for row in widen_rows(rows, seen)]
    assert held == [(2, 3, 4), (5, 6, 7, 8, 9), (2, 3), (2,), (3, 4), (6, 7, 8, 9)]
    assert widen_rows([row_of(STOP)], ()) == [row_of(STOP)]
