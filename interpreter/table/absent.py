"""Answers that are not offered now: the possible questions for `why not`."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.diagnostics.wording import join_ends
from interpreter.engine import DecisionStop
from interpreter.play.session import Moment
from interpreter.table.game import Table
from interpreter.table.questions import name_answer

MOST_MOMENTS_BACK = 100
"""Moments searched backwards for a choice."""

NOTHING_CHOSEN = "Nothing has been chosen yet. At a question, type `why not` and the answer that you miss."

ALL_OFFERED = "Every answer is offered."


def may_ask(table: Table, stop: DecisionStop) -> bool:
    """Whether the viewer may ask about a choice: its offers may reveal a hand."""
    return not table.program.has_secrets or stop.chooser == table.viewer


def list_choices(table: Table) -> Iterator[tuple[Moment, DecisionStop]]:
    """The choices about which the viewer may ask, the latest first."""
    for moment in reversed(list(table.session.moments)[-MOST_MOMENTS_BACK:]):
        if isinstance(moment.stop, DecisionStop) and may_ask(table, moment.stop):
            yield moment, moment.stop


def list_absent(table: Table) -> tuple[str, ...] | None:
    """The answers that are not offered at the choice that is put now, or were not at the last one, as they are typed;
    None if there was none."""
    _, stop = next(list_choices(table), (None, None))
    if stop is None:
        return None
    info = table.program.choices[stop.choice]
    picked = bool(table.model.choices[info.name].picked_from)
    names = [name_answer(info, answer, picked)[0] for answer in range(len(info.values))]
    offered = {names[answer] for answer in stop.offered}
    return tuple(name for name in dict.fromkeys(names) if name not in offered)


def format_absent(names: tuple[str, ...] | None) -> str:
    """The reply to `why not` without an answer."""
    if not names:
        return NOTHING_CHOSEN if names is None else ALL_OFFERED
    return f"Not offered: {join_ends(names)}. Type `why not` and one of them to see why."
