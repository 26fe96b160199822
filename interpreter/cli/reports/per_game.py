"""`--per-game FILE`: one line for each game, as CSV, or as Parquet where pyarrow is installed.

The file grows beside its place, as `FILE.part`, as the games come in and in their order, so that memory stays flat; it
gets its name when all games are in it. What was broken off keeps the other name, and nobody takes it for the whole.
"""

from __future__ import annotations

import argparse
import csv
import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from interpreter.cli.command_line import UsageError, misuse_at, place_at_word
from interpreter.cli.result_files import unwritable
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.diagnostics.messages import usage
from interpreter.display import format_winner
from interpreter.program import VOID, MeasureInfo, Program
from interpreter.summary import GameRow

KINDS = (".csv", ".parquet")

NO_RESULT = "no result"
"""What stands in place of the winners of a game without a result; a drawn game has nothing there."""

GROUP = 50_000
"""How many games are written to a Parquet file at once."""


class Sink(Protocol):
    """Where lines go. Raises OSError where they cannot."""

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        ...

    def close(self) -> None:
        ...

    def give_up(self) -> None:
        """Discard the file. Raises nothing."""
        ...


def list_column_names(program: Program) -> list[str]:
    """The first line. A measure that is per a side, a player or the like has a column for each of them; one that is
    per a phase a column for the total, and one for how many of these there were."""
    names = ["game", "winners"]
    for each in program.measures:
        names += [f"{each.name}[{label}]" for label in each.labels] or [each.name, f"{each.name}_count"][
            : _count_columns(each)
        ]
    return names


def _count_columns(measure: MeasureInfo) -> int:
    return len(measure.labels) or (1 if measure.per == "game" else 2)


def _list_columns(program: Program) -> Iterator[int]:
    at = 0
    for measure in program.measures:
        yield from range(at, at + _count_columns(measure))
        at += len(measure.labels) or 2


class PerGame:
    """The file while it grows. Raises `Rejected` where it cannot be written."""

    def __init__(self, path: Path, program: Program) -> None:
        self.path, self.program = path, program
        self.part = path.with_name(f"{path.name}.part")
        self._columns = list(_list_columns(program))
        names = list_column_names(program)
        with self._reject_errors():
            self.sink: Sink = _ParquetSink(self.part, names) if path.suffix == KINDS[1] else _CsvSink(self.part, names)

    def add(self, rows: Sequence[GameRow]) -> None:
        with self._reject_errors():
            self.sink.write([self._make_line(each) for each in rows])

    def _make_line(self, row: GameRow) -> list[object]:
        game, winners, figures = row
        won = " and ".join(format_winner(self.program, each) for each in winners)
        return [game, NO_RESULT if VOID in winners else won, *map(figures.__getitem__, self._columns)]

    def finish(self, whole: bool) -> str:
        """No more games come. Gives the name of the file: its own only if all are in it."""
        with self._reject_errors():
            self.sink.close()
            if whole:
                self.part.replace(self.path)
        return str(self.path if whole else self.part)

    def give_up(self) -> None:
        self.sink.give_up()
        with suppress(OSError):
            self.part.unlink()

    def _reject_errors(self) -> _RejectErrors:
        return _RejectErrors(str(self.path))


class _RejectErrors:
    """Report what cannot be written."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise unwritable(self.path, error) from None


class _CsvSink:
    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self.file = path.open("w", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file, lineterminator="\n")
        self.writer.writerow(names)

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        self.writer.writerows(rows)

    def close(self) -> None:
        self.file.close()

    def give_up(self) -> None:
        with suppress(OSError):
            self.file.close()


class _ParquetSink:
    def __init__(self, path: Path, names: Sequence[str]) -> None:
        import pyarrow
        import pyarrow.parquet

        self.arrow: Any = pyarrow
        types = [pyarrow.string() if name == "winners" else pyarrow.int64() for name in names]
        self.schema = pyarrow.schema(list(zip(names, types, strict=True)))
        self.writer: Any = pyarrow.parquet.ParquetWriter(str(path), self.schema)
        self.waiting: list[Sequence[object]] = []

    def write(self, rows: Sequence[Sequence[object]]) -> None:
        self.waiting += rows
        while len(self.waiting) >= GROUP:
            self._put(self.waiting[:GROUP])
            self.waiting = self.waiting[GROUP:]

    def _put(self, rows: Sequence[Sequence[object]]) -> None:
        columns = zip(*rows, strict=True)
        arrays = [self.arrow.array(each, field.type) for each, field in zip(columns, self.schema, strict=True)]
        self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))

    def close(self) -> None:
        if self.waiting:
            self._put(self.waiting)
            self.waiting = []
        self.writer.close()

    def give_up(self) -> None:
        with suppress(OSError, ValueError):  # a writer that failed once says that its file is closed
            self.writer.close()


def read_per_game(arguments: argparse.Namespace, program: Program) -> PerGame | None:
    """The file given with `--per-game`, begun. Raises `UsageError` if it can never be written, or would be lost."""
    text = arguments.per_game
    if text is None:
        return None
    path = check_new_file(arguments, text, KINDS)
    if path.suffix == KINDS[1] and not _has_pyarrow():
        misuse_at(arguments, text, errors.package_missing("a Parquet file", "pyarrow", "parquet"))
    try:
        return PerGame(path, program)
    except Rejected as rejected:
        raise UsageError(place_at_word(arguments, text, each) for each in rejected.diagnostics) from None


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


def _has_pyarrow() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None
