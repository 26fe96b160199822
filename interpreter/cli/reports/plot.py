"""`sweep --plot FILE`: a measure over an option, with its standard error, as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from interpreter.cli.command_line import misuse_at
from interpreter.cli.result_files import draw_to
from interpreter.cli.sweep_grid import Axis
from interpreter.diagnostics.messages import simulating as errors
from interpreter.display import format_name
from interpreter.simulate.simulation import Result
from interpreter.tally import Quotient, Tally

Point: TypeAlias = "tuple[Mapping[str, str], Tally | Quotient]"
"""A value on every axis, and the figure there."""


def read_plot_axis(arguments: argparse.Namespace, axes: Sequence[Axis], measures: Sequence[str]) -> Axis:
    """The axis named by `--x`, or the first. Raises `UsageError` if nothing can be drawn over it."""
    if arguments.plot is None and arguments.x is not None:
        misuse_at(arguments, arguments.x, errors.plot_axis(arguments.x, []))
    name = arguments.x or axes[0].name
    axis = next((each for each in axes if each.name == name), None)
    if axis is None:
        misuse_at(arguments, name, errors.plot_axis(name, [each.name for each in axes]))
    if arguments.plot is not None and not measures:
        misuse_at(arguments, arguments.plot, errors.measure_unknown("", [], arguments.name))
    return axis


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
