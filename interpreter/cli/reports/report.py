"""What a verb that finds figures hands over: one report, drawn here as text, as JSON, as CSV and as a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from interpreter.cli.result_files import check_new_file, check_picture, write_csv
from interpreter.cli.terminal.console import align_columns, strong, write_diagnostics, write_json_of_broken
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic

Rows: TypeAlias = Iterable[Sequence[object]]


@dataclass(frozen=True)
class Table:
    """Columns with their heads; those in `right` are flush right."""

    columns: Sequence[str]
    rows: Iterable[Sequence[str]]
    right: Collection[int] = ()

    def format(self) -> Iterator[str]:
        head, *others = align_columns([self.columns, *self.rows], right=self.right)
        yield strong(head)
        yield from others


@dataclass(frozen=True)
class Report:
    """`parts` are its text: lines and tables. Without a title it has none. `data` gives the JSON object. `figures` are
    the lines of a CSV file, heads first, and `draw` makes the picture; either is left out where there is nothing to
    write. `broken` says what could not be played or calculated."""

    title: str
    parts: Iterable[str | Table]
    data: Callable[[], Mapping[str, object]]
    figures: Rows | None = None
    draw: Callable[[Path], None] | None = None
    broken: Sequence[Diagnostic] = ()

    def format(self) -> Iterator[str]:
        yield strong(self.title)
        for part in self.parts:
            yield from part.format() if isinstance(part, Table) else (part,)


@dataclass(frozen=True)
class Output:
    """Where a command line sends a report."""

    as_json: bool
    table: Path | None = None
    picture: Path | None = None

    def write(self, report: Report) -> None:
        """Raises `Rejected` if a file cannot be written."""
        if self.as_json:
            write_json_of_broken(report.data(), report.broken)
        else:
            if report.title:
                print("\n".join(report.format()), flush=True)
            write_diagnostics(report.broken, sys.stderr)
        if self.table is not None and report.figures is not None:
            write_csv(self.table, report.figures)
        if self.picture is not None and report.draw is not None:
            report.draw(self.picture)


def read_output(arguments: argparse.Namespace) -> Output:
    """What `--json`, `--csv` and `--plot` say. Raises `UsageError` if a file cannot be written."""
    table, picture = getattr(arguments, "csv", None), getattr(arguments, "plot", None)
    return Output(
        arguments.json,
        check_new_file(arguments, table, (".csv",)) if table is not None else None,
        check_picture(arguments) if picture is not None else None,
    )
