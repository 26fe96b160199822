"""Why there is a line in the play-by-play, for people: its details, and the rules that led to it.

A line that begins with a space is a detail of the one above it: `  pairs: 2` under `Anna shows four cards: 8.`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.data_classes import dataclass
from interpreter.engine import Event, Reached
from interpreter.play.session import Moment
from interpreter.play.trace import NOBODY, TraceLine, narrate
from interpreter.program import Program, Site

RULES = ("rule", "row", "phase")
"""The kinds of places in a ruleset that are reasons."""


@dataclass(frozen=True)
class Reason:
    """A line, its details, and the rules behind them. `at` are their events."""

    text: str
    details: tuple[str, ...]
    at: tuple[int, ...]
    rules: tuple[Site, ...]


def list_reasons(program: Program, moment: Moment, viewer: int = NOBODY) -> Iterator[Reason]:
    """The lines of a moment that a viewer may read, with their reasons."""
    groups = [[*lines] for lines in _gather(narrate(program, moment, viewer))]
    ends = [*(max(0, lines[0].at) for lines in groups[1:]), len(moment.events)][: len(groups)]
    done = 0
    for (head, *details), end in zip(groups, ends, strict=True):
        # What is said follows from the rules before it; after a roll or a choice come the rules that look at it.
        last = max(each.at for each in (head, *details)) + 1 if head.kind == "said" else end
        rules = _list_rules(program, moment.events[done:last])
        done = last if head.kind == "said" else done
        yield Reason(
            head.text.strip(),
            tuple(each.text.strip() for each in details),
            tuple(each.at for each in (head, *details)),
            tuple(rules),
        )


def _gather(lines: Iterator[TraceLine]) -> Iterator[list[TraceLine]]:
    heads = 0
    numbered: list[tuple[int, TraceLine]] = []
    for line in lines:
        heads += not line.text.startswith(" ")
        numbered.append((heads, line))
    for _, group in groupby(numbered, key=lambda each: each[0]):
        yield [line for _, line in group]


def _list_rules(program: Program, events: Sequence[Event]) -> Iterator[Site]:
    """The rules and rows that were reached, as far as everybody may know."""
    sites = (program.sites[each.site] for each in events if isinstance(each, Reached))
    yield from dict.fromkeys(each for each in sites if each.kind in RULES and each.sight != "down")
