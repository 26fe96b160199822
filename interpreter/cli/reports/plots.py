"""`--plot FILE`: the figures of `odds` and `sweep` as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from interpreter.cli.reports.exact import Odds
from interpreter.cli.result_files import draw_to
from interpreter.display import format_name
from interpreter.odds.answers import MeasureOdds
from interpreter.odds.figures import name_winners
from interpreter.odds.positions import show_value

if TYPE_CHECKING:
    from interpreter.cli.sweep_grid import Axis
    from interpreter.simulate.simulation import Result
    from interpreter.tally import Quotient, Tally

Point: TypeAlias = "tuple[Mapping[str, str], Tally | Quotient]"
"""A value on every axis of a sweep, and the figure there."""

SEEN = 0.9999
"""The part of a distribution that is drawn: the rest would be too small to see."""

MOST_INCHES = 40
"""The most inches that the columns, or rows, of a table add to a picture."""

MOST_CELLS = 400
"""The most cells of a table whose means are written into them."""


# ---- exact odds: the chance of each value of a measure, or a table of means as a heat map


def draw_odds(report: Odds, path: Path) -> None:
    """Draw the first measure that there are figures of, or else who wins. Raises `Rejected` where the picture cannot be
    written."""
    first = next((each for each in report.answer.measures if each.figure is not None), None)
    if first is None:
        _draw_winners(path, report)
    elif first.table:
        _draw_table(path, report, first)
    else:
        _draw_distribution(path, report, first)


def _draw_winners(path: Path, report: Odds) -> None:
    winners = report.answer.winners
    chances = winners.chances if winners is not None else {}
    names = [name_winners(report.program, won) for won in chances]
    with draw_to(path) as (_, axes):
        axes.bar_label(axes.bar(names, [100 * chance for chance in chances.values()]), fmt="%.4f")
        axes.set_ylabel("wins, per cent")
        axes.set_title(f"{_describe(report)}: who wins")


def _name(each: MeasureOdds) -> str:
    name = format_name(each.measure.name)
    return f"{name} of {each.label}" if each.label else name


def _draw_distribution(path: Path, report: Odds, each: MeasureOdds) -> None:
    assert each.figure is not None, "it is known"
    values, percents, seen = list[int](), list[float](), 0.0
    for value, chance in each.figure.distribution:
        if seen < SEEN:
            values.append(value)
            percents.append(100 * chance)
            seen += chance
    with draw_to(path) as (_, axes):
        axes.bar(values, percents)
        axes.axvline(each.figure.mean, color="#5b6470", linestyle="dotted", label=f"mean {each.figure.mean:.4g}")
        axes.legend()
        axes.set_xlabel(_name(each))
        axes.set_ylabel("chance, per cent")
        axes.set_title(f"{_describe(report)}: {_name(each)}")


def _draw_table(path: Path, report: Odds, each: MeasureOdds) -> None:
    """Means in colours: the last of what the table is over from left to right, all others from top to bottom."""
    program, *others, last = report.program, *report.asked.by
    columns = sorted({cell.values[-1] for cell in each.table})
    rows = list(dict.fromkeys(cell.values[:-1] for cell in each.table))
    means = {(cell.values[:-1], cell.values[-1]): cell.mean for cell in each.table}
    grid = [[means.get((row, column), float("nan")) for column in columns] for row in rows]
    pairs = [zip(others, row, strict=True) for row in rows]
    shown = [", ".join(show_value(program, slot, value) for slot, value in held) for held in pairs]
    width, height = 4 + min(len(columns), MOST_INCHES), 2 + min(0.3 * len(rows), MOST_INCHES)
    with draw_to(path, width, height) as (figure, axes):
        figure.colorbar(axes.imshow(grid, aspect="auto"), label=f"mean {_name(each)} from there on")
        if len(means) <= MOST_CELLS:
            middle = (min(means.values()) + max(means.values())) / 2
            for down, row in enumerate(grid):
                for across, mean in enumerate(row):
                    colour = "black" if mean > middle else "white"
                    axes.text(across, down, f"{mean:.3f}", ha="center", va="center", color=colour)
        axes.set_xticks(range(len(columns)), [show_value(program, last, value) for value in columns])
        axes.set_yticks(range(len(rows)), shown)
        axes.set_xlabel(format_name(program.slots[last].name))
        axes.set_ylabel(", ".join(format_name(program.slots[slot].name) for slot in others))
        axes.set_title(f"{_describe(report)}: {_name(each)}")


def _describe(report: Odds) -> str:
    return f"{report.title}, from where {report.given}" if report.given else report.title


# ---- a sweep: a measure over an option, with its standard error


def draw_sweep(axis: Axis, measure: str, result: Result, points: Sequence[Point], path: Path) -> None:
    """Draw a line for each combination of everything but the option at the bottom. Raises `Rejected` where the picture
    cannot be written."""
    numeric = all(value.isascii() and value.isdigit() for value in axis.values)
    lines: dict[str, list[Point]] = {}
    for at, figure in points:
        label = ", ".join(f"{name} = {value}" for name, value in at.items() if name != axis.name)
        lines.setdefault(label, []).append((at, figure))
    with draw_to(path) as (_, axes):
        for label, line in lines.items():
            values = [at[axis.name] for at, _ in line]
            places = [int(value) if numeric else axis.values.index(value) for value in values]
            means = [float("nan") if figure.mean is None else float(figure.mean) for _, figure in line]
            axes.errorbar(places, means, [figure.stderr or 0 for _, figure in line], fmt="o-", capsize=3, label=label)
        if not numeric:
            axes.set_xticks(range(len(axis.values)), axis.values)
        axes.set_xlabel(format_name(axis.name))
        axes.set_ylabel(f"{format_name(measure)}, mean and standard error")
        about = f"{format_name(measure)} by {format_name(axis.name)}"
        axes.set_title(f"{about}: {result.ruleset}, {result.games:,} games each")
        if len(axes.lines) > 1 and any(lines):
            axes.legend()
