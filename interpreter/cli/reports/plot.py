"""`sweep --plot FILE`: a measure over an option, with its standard error, as a picture. Matplotlib draws it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from interpreter.cli.command_line import misuse_at
from interpreter.cli.reports.picture import check_picture, draw_to
from interpreter.cli.sweep_grid import Axis
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import simulating as errors
from interpreter.simulate.simulation import Result
from interpreter.tally import Quotient, Tally

Figure: TypeAlias = Tally | Quotient


@dataclass(frozen=True)
class Plot:
    """What is drawn, and where to."""

    path: Path
    measure: str
    axis: Axis


def read_plot(arguments: argparse.Namespace, axes: Sequence[Axis], measures: Sequence[str]) -> Plot | None:
    """The plot asked for, if there is one: of the first measure shown, over `--x`. Raises `UsageError` if it cannot be
    drawn."""
    if arguments.plot is None:
        if arguments.x is not None:
            misuse_at(arguments, arguments.x, errors.plot_axis(arguments.x, []))
        return None
    path = check_picture(arguments)
    wanted = arguments.x or axes[0].name
    axis = next((each for each in axes if each.name == wanted), None)
    if axis is None:
        misuse_at(arguments, wanted, errors.plot_axis(wanted, [each.name for each in axes]))
    if not measures:
        misuse_at(arguments, arguments.plot, errors.measure_unknown("", [], arguments.name))
    return Plot(path, measures[0], axis)


def draw(plot: Plot, result: Result, points: Sequence[tuple[Mapping[str, str], Figure]]) -> None:
    """Draw a line for each combination of everything but the option at the bottom. Raises `Rejected` where the picture
    cannot be written."""
    with draw_to(plot.path) as (_, axes):
        for label, line in _group_points(plot, points).items():
            places = [_place_value(plot.axis, value) for value, _ in line]
            means = [float(tally.mean) if tally.mean is not None else float("nan") for _, tally in line]
            axes.errorbar(places, means, [tally.stderr or 0 for _, tally in line], fmt="o-", capsize=3, label=label)
        if not _is_numeric(plot.axis):
            axes.set_xticks(range(len(plot.axis.values)), plot.axis.values)
        axes.set_xlabel(plot.axis.name)
        axes.set_ylabel(plot.measure)
        axes.set_title(f"{result.ruleset}: {result.games:,} games each, seed {result.plan.seed}")
        if len(axes.lines) > 1 and any(_group_points(plot, points)):
            axes.legend()


def _group_points(
    plot: Plot, points: Sequence[tuple[Mapping[str, str], Figure]]
) -> dict[str, list[tuple[str, Figure]]]:
    lines: dict[str, list[tuple[str, Figure]]] = {}
    for at, tally in points:
        label = ", ".join(f"{name} = {value}" for name, value in at.items() if name != plot.axis.name)
        lines.setdefault(label, []).append((at[plot.axis.name], tally))
    return lines


def _is_numeric(axis: Axis) -> bool:
    return all(value.isascii() and value.isdigit() for value in axis.values)


def _place_value(axis: Axis, value: str) -> int:
    """Where a value stands at the bottom: numbers at their place, words one after another."""
    return int(value) if _is_numeric(axis) else axis.values.index(value)
