"""Pictures as files, drawn by Matplotlib, which is loaded where one is needed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interpreter.cli.command_line import misuse_at
from interpreter.cli.reports.per_game import check_new_file
from interpreter.cli.result_files import unwritable
from interpreter.diagnostics.messages import simulating as errors

PICTURES = (".png", ".svg", ".pdf")


def check_picture(arguments: argparse.Namespace) -> Path:
    """The file that `--plot` names. Raises `UsageError` if there can be no picture there."""
    path = check_new_file(arguments, arguments.plot, PICTURES)
    if find_spec("matplotlib") is None:
        misuse_at(arguments, arguments.plot, errors.package_missing("a plot", "matplotlib", "plot"))
    return path


@contextmanager
def draw_to(path: Path, width: float = 8, height: float = 5) -> Iterator[tuple[Any, Any]]:
    """A figure of so many inches, and its axes, to be drawn in; written in the end. Raises `Rejected` where the picture
    cannot be written."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    part = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        yield figure, axes
        figure.savefig(part)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise unwritable(str(path), error) from None
    finally:
        pyplot.close(figure)
