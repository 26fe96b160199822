"""What is said of whole columns of states is what is said of each state by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as draw

from interpreter.chains.relations import Limit, Relations, Test, Truth, Unanswerable, ValueOf
from interpreter.chains.sums import LinearSum
from interpreter.program.instructions.operators import OPERATORS

numpy = pytest.importorskip("numpy")
relating = pytest.importorskip("interpreter.odds.rows_in_relation")

SLOTS = (0, 1, 2)
numbers = draw.integers(0, 6)
terms = draw.dictionaries(draw.sampled_from(SLOTS), draw.sampled_from((-2, -1, 1, 3)), min_size=1)
sums = draw.builds(lambda terms, more: LinearSum(tuple(sorted(terms.items())), more), terms, draw.integers(-9, 9))
comparisons = draw.sampled_from([OPERATORS[name] for name in ("eq", "ne", "lt", "le", "gt", "ge")])
tests = draw.builds(ValueOf, draw.sampled_from(SLOTS)) | draw.builds(Truth, comparisons, sums)
limits = draw.builds(
    lambda guard, other, number: (Limit(((2, guard),), ((other, 1),), number),), numbers, draw.just(1), numbers
)
relations = draw.builds(
    lambda tops, limits: Relations((), tops, {0: limits} if 0 in tops else {}),
    draw.dictionaries(draw.sampled_from(SLOTS), numbers, min_size=1),
    limits,
)
rows = draw.lists(draw.tuples(numbers, numbers, numbers), min_size=1, max_size=8)


def is_doubtful(relations: Relations, test: Test, state: dict[int, int]) -> bool:
    try:
        relations.check(test, state)
    except Unanswerable:
        return True
    return False


@given(relations, tests, rows)
def test_a_column_of_states_is_looked_at_as_each_of_them_is(
    relations: Relations, test: Test, rows: list[tuple[int, ...]]
) -> None:
    columns = {slot: numpy.array([row[slot] for row in rows]) for slot in SLOTS}
    relating.relate_columns(relations, columns)
    states = [dict(zip(SLOTS, row, strict=True)) for row in rows]
    for state in states:
        relations.normalize(state)
    assert {slot: column.tolist() for slot, column in columns.items()} == {
        slot: [state[slot] for state in states] for slot in SLOTS
    }
    for slot in relations.tops:
        high = relating.are_high(relations, slot, columns)
        assert high.tolist() == [relations.is_high(slot, state) for state in states]
    asked = test.sum if isinstance(test, Truth) else LinearSum(((test.slot, 1),), 0)
    total = numpy.array([asked.at(state.__getitem__) for state in states])
    found = relating.are_doubtful(relations, test, columns, total).tolist()
    assert found == [is_doubtful(relations, test, state) for state in states]
