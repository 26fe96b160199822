"""Breaks on purpose each rule by which states are left out, to see that it is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from interpreter.markov import canonical, liveness
from interpreter.markov.clamps import find_clamps
from interpreter.markov.exploration import Exploration
from interpreter.markov.question import Question
from interpreter.markov.shifts import Shifts
from interpreter.markov.unfold import Graph
from interpreter.markov.uses import Use, find_uses
from interpreter.program import Branch


def _forget_branches(graph: Graph, question: Question) -> list[tuple[Use, ...]]:
    """Uses as if no branch read anything."""
    found = find_uses(graph, question)
    for at, parts in enumerate(graph.parts):
        if isinstance(parts[-1], Branch):
            found[at] = (*found[at][:-1], found[at][-1]._replace(read=0))
    return found


RULES: dict[str, tuple[Any, str, Any]] = {
    "liveness": (liveness, "find_uses", _forget_branches),
    "shifts": (Shifts, "pin", lambda self, degree: None),
    "clamps": (canonical, "find_clamps", lambda shifts: dict.fromkeys(find_clamps(shifts), 1)),
}


@contextmanager
def break_rule(rule: str, checked: bool) -> Iterator[None]:
    """A rule proposes what is wrong, and states are held to it while they are explored, or not."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(*RULES[rule]))
        if not checked:
            stack.enter_context(mock.patch.object(Exploration, "_check_twins", return_value=None))
        yield
