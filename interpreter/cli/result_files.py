"""Files that somebody asked a command for: there whole or not at all, and everybody may read them."""

from __future__ import annotations

import argparse
import csv
import errno
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interpreter.cli.command_line import misuse_at
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.diagnostics.messages import usage
from interpreter.files import FOR_EVERYBODY, replace_regular, write_whole
from interpreter.loader import FileSource
from interpreter.source import Source

PICTURES = (".png", ".svg", ".pdf")


QUIET = dict.fromkeys(
    ("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color"), "#5b6470"
) | {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "grid.color": "#88888840",
}
"""Pictures in greys that can be read on light and on dark pages."""


def unwritable(name: str, error: OSError | ValueError) -> Rejected:
    return Rejected([errors.file_unwritable(name, getattr(error, "strerror", "") or str(error))])


def write_result(path: Path, content: str | bytes, *, folders: bool = False) -> None:
    """Make or replace a file, and with `folders` make the folders above it. Raises `Rejected` if it cannot be written;
    what was there before stays then."""
    try:
        if folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content.encode() if isinstance(content, str) else content, mode=FOR_EVERYBODY)
    except (OSError, ValueError) as error:
        raise unwritable(str(path), error) from None


def write_csv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """The same for a table of comma-separated values, of which the first row has the heads."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    write_result(path, text.getvalue())


def replace_source(source: Source, text: str) -> None:
    """Write a ruleset's new text to its file. Raises `Rejected` if it cannot be written."""
    if isinstance(source, FileSource):
        try:
            replace_regular(source.path, text.encode())
        except OSError as error:
            raise unwritable(source.name, error) from None


def check_new_file(arguments: argparse.Namespace, text: str, kinds: Sequence[str]) -> Path:
    """The path of a file to be written, which is not there yet, in a folder that is. Raises `UsageError` for any
    other."""
    path = Path(text)
    if path.suffix not in kinds:
        misuse_at(arguments, text, errors.file_kind(text, kinds))
    if os.path.exists(path):
        misuse_at(arguments, text, usage.file_there(text))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        number = errno.EACCES if path.parent.is_dir() else errno.ENOENT
        misuse_at(arguments, text, errors.file_unwritable(text, os.strerror(number)))
    return path


# ---- pictures, drawn by Matplotlib, which is loaded where one is needed


def check_picture(arguments: argparse.Namespace) -> Path:
    """The file that `--plot` names. Raises `UsageError` if there can be no picture there."""
    path = check_new_file(arguments, arguments.plot, PICTURES)
    if find_spec("matplotlib") is None:
        misuse_at(arguments, arguments.plot, errors.package_missing("a plot", "matplotlib", "plot"))
    return path


@contextmanager
def draw_to(path: Path, width: float = 8, height: float = 5) -> Iterator[tuple[Any, Any]]:
    """A figure of this size in inches, and its axes, to be drawn in; written in the end. Raises `Rejected` where the
    picture cannot be written."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    pyplot: Any = import_module("matplotlib.pyplot")
    with matplotlib.rc_context(QUIET):
        figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    part = path.with_name(f".{path.name}.part{path.suffix}")
    try:
        yield figure, axes
        figure.savefig(part, transparent=True)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise unwritable(str(path), error) from None
    finally:
        pyplot.close(figure)
