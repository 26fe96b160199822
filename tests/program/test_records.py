"""Sets of answers, as slots hold them."""

from __future__ import annotations

import pytest

from interpreter.program import ANSWERS_IN_SLOT, ChoiceInfo

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("answers", [(), (0,), (61, 62), (0, 70, 129)])
def test_a_set_of_many_answers_takes_several_slots(answers: tuple[int, ...]) -> None:
    choice = ChoiceInfo("way", "Which?", tuple(range(130)), ("way",) * 130, ("way",) * 130)
    words = choice.hold(answers)
    assert len(words) == choice.words == 3
    assert all(0 <= word < 1 << ANSWERS_IN_SLOT for word in words)
    assert choice.list_offered(words) == answers
