"""Games that are played to find figures, and the figures as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias

from interpreter.bots.seats import DEFAULT
from interpreter.display import format_winner
from interpreter.program import Program
from interpreter.simulate.simulation import Plan, sum_up
from interpreter.summary import Summary
from interpreter.tally import Quotient, Tally

Data: TypeAlias = dict[str, Any]

SEED = 1

MOST_BARS = 60
"""Values shown of a histogram; the others are added up."""


def play(program: Program, games: range) -> Summary:
    plan = Plan(program, (DEFAULT,) * len(program.seats), seed=SEED)
    return sum_up(plan, len(games), first=games.start)


def show_summary(program: Program, summary: Summary) -> Data:
    figures: Iterator[tuple[str, Tally | Quotient]] = chain(
        zip((each.name for each in program.measures), summary.measures, strict=True),
        ((each.name, summary.find_quotient(at)) for at, each in enumerate(program.quotients)),
    )
    counted = summary.games - summary.void
    return {
        "broken": summary.broken is not None,
        "figures": [_show_figure(name.replace("_", " "), each) for name, each in figures if each.mean is not None],
        "winners": [
            {"name": format_winner(program, winner), "share": wins / counted}
            for winner, wins in sorted(summary.wins.items())
        ]
        + ([{"name": "drawn", "share": summary.drawn / counted}] if summary.drawn else []),
    }


def _show_figure(name: str, figure: Tally | Quotient) -> Data:
    assert figure.mean is not None
    return {
        "name": name,
        "mean": float(figure.mean),
        "error": figure.stderr,
        "bars": list(_draw_bars(figure.counts)) if isinstance(figure, Tally) else [],
    }


def _draw_bars(counts: Mapping[int, int]) -> Iterator[tuple[str, float]]:
    """The share of each value; many values are grouped."""
    low, high, total = min(counts), max(counts), sum(counts.values())
    width = (high - low) // MOST_BARS + 1
    for first in range(low, high + 1, width):
        share = sum(counts.get(value, 0) for value in range(first, first + width)) / total
        yield (str(first) if width == 1 else f"{first} to {first + width - 1}", share)
