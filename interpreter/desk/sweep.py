"""How the figures of a game change with one of its options, or with how many play.

All points are played with the same dice, a few games each and then more, so that the whole picture is there soon and
grows sharper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from interpreter.data_classes import dataclass
from interpreter.desk.figures import Data, play, show_summary
from interpreter.model import Model
from interpreter.pipeline import lower
from interpreter.program import Program
from interpreter.summary import Summary

PLAYERS = "players"

MOST_POINTS = 25
"""Values that are played; of more, some at equal distances."""


@dataclass(frozen=True)
class Axis:
    """An option that can be swept: its values as numbers and as they are written. `usual` is the index of the
    default."""

    name: str
    question: str
    values: Sequence[int]
    names: Sequence[str]
    usual: int

    def find(self, name: object, otherwise: int) -> int:
        """The place of a value as somebody wrote it; `otherwise` if there is no such value."""
        return self.names.index(name) if isinstance(name, str) and name in self.names else otherwise


def list_axes(model: Model) -> list[Axis]:
    axes = [
        Axis(each.name, each.question, each.values, each.names, each.values.index(each.default))
        for each in model.options.values()
        if len(each.values) > 1
    ]
    if len(model.players) > 1:
        axes.append(Axis(PLAYERS, "How many play?", model.players, [*map(str, model.players)], 0))
    return axes


def show_axis(axis: Axis) -> Data:
    """An axis for a page: all values if they are few, and else the first and the last, and a range about the default.
    """
    few = len(axis.names) <= MOST_POINTS
    last = len(axis.names) - 1
    low, high = (0, last) if few else _find_range(axis)
    return {
        "name": axis.name,
        "question": axis.question,
        "values": [*axis.names] if few else [],
        "ends": [axis.names[0], axis.names[last]],
        "from": axis.names[low],
        "to": axis.names[high],
        "usual": axis.names[axis.usual],
    }


def _find_range(axis: Axis) -> tuple[int, int]:
    """The places of half the default and of twice as much, or of the ends."""
    usual = axis.values[axis.usual]
    low = next((at for at, value in enumerate(axis.values) if 2 * value >= usual), 0)
    high = next((at for at, value in enumerate(axis.values) if value >= 2 * usual), len(axis.values) - 1)
    return min(low, axis.usual), max(high, axis.usual, min(MOST_POINTS, len(axis.values) - 1))


def sweep(model: Model, axis: Axis, first: int, last: int, stages: Sequence[int]) -> Iterator[Data]:
    """Play every point between two places of an axis, and show all points after each; the next stage begins when all
    have had as many games."""
    places = _spread(first, last, axis.usual)
    values = [axis.values[place] for place in places]
    programs = [lower(model, {}, each) if axis.name == PLAYERS else lower(model, {axis.name: each}) for each in values]
    summaries = [Summary.of(program) for program in programs]
    for played, games in pairwise((0, *stages)):
        for at, program in enumerate(programs):
            if summaries[at].broken is None:
                summaries[at] = summaries[at].combine(play(program, range(played, games)))
            yield {
                "axis": axis.name,
                "usual": axis.names[axis.usual],
                "of": stages[-1],
                "stage": games,
                "points": [
                    _show_point(axis.names[place], program, summary)
                    for place, program, summary in zip(places, programs, summaries, strict=True)
                ],
            }


def _spread(first: int, last: int, usual: int) -> range:
    """All places from the first to the last, or every second, third ... of them; the usual one, if it lies there, is
    among them."""
    first, last = min(first, last), max(first, last)
    step = (last - first) // MOST_POINTS + 1
    return range(first + (usual - first) % step if usual >= first else first, last + 1, step)


def _show_point(value: str, program: Program, summary: Summary) -> Data:
    shown = show_summary(program, summary)
    figures = {each["name"]: {"mean": each["mean"], "error": each["error"]} for each in shown["figures"]}
    won = {each["name"]: each["share"] for each in shown["winners"]}
    for winner, share in ({**dict.fromkeys(program.parties, 0.0), **won} if won else {}).items():
        error = math.sqrt(share * (1 - share) / summary.games)
        name = f"share of games {winner}" if winner == "drawn" else f"share of games won by {winner}"
        figures[name] = {"mean": share, "error": error}
    return {"value": value, "games": summary.games, "broken": shown["broken"], "figures": figures}
