"""`--per-game FILE`: one line for each game, as CSV, or as Parquet where pyarrow is installed.

The file grows beside its place, as `FILE.part`, as the games come in and in their order, so that memory stays flat; it
gets its name when all games are in it. What was broken off keeps the other name, and nobody takes it for the whole.
Parquet is made in the end, from the lines of CSV.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from interpreter.cli.command_line import UsageError, misuse_at, place_at_word
from interpreter.cli.result_files import check_new_file, unwritable
from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import simulating as errors
from interpreter.display import format_winner
from interpreter.program import VOID, Program
from interpreter.summary import GameRow

CSV, PARQUET = KINDS = (".csv", ".parquet")

NO_RESULT = "no result"
"""The winners of a game without a result; a drawn game has nothing there."""


def list_columns(program: Program) -> Iterator[tuple[str, int]]:
    """The columns of measures, and the place of each in the figures of a game. A measure that is per a side, a player
    or the like has a column for each of them; one that is per a phase a column for the total, and one for how many of
    these there were."""
    at = 0
    for each in program.measures:
        names = [f"{each.name}[{label}]" for label in each.labels] or [each.name, f"{each.name}_count"]
        shown = names[:1] if each.per == "game" and not each.labels else names
        yield from zip(shown, range(at, at + len(shown)), strict=True)
        at += len(names)


class PerGame:
    """The file while it grows. Raises `Rejected` where it cannot be written."""

    def __init__(self, path: Path, program: Program) -> None:
        self.path, self.program = path, program
        self.part = path.with_name(f"{path.name}.part")
        self._columns = dict(list_columns(program))
        with self._reject_errors():
            self.file = self.part.open("w", encoding="utf-8", newline="")
            self.writer = csv.writer(self.file, lineterminator="\n")
            self.writer.writerow(["game", "winners", *self._columns])

    def add(self, rows: Sequence[GameRow]) -> None:
        with self._reject_errors():
            self.writer.writerows(map(self._make_line, rows))

    def _make_line(self, row: GameRow) -> list[object]:
        game, winners, figures = row
        won = " and ".join(format_winner(self.program, each) for each in winners)
        return [game, NO_RESULT if VOID in winners else won, *map(figures.__getitem__, self._columns.values())]

    def finish(self, whole: bool) -> str:
        """No more games come. Returns the name of the file: its own only if all are in it."""
        with self._reject_errors():
            self.file.close()
            if self.path.suffix == PARQUET:
                convert_to_parquet(self.part)
            if whole:
                self.part.replace(self.path)
        return str(self.path if whole else self.part)

    def give_up(self) -> None:
        with suppress(OSError):
            self.file.close()
        with suppress(OSError):
            self.part.unlink()

    @contextmanager
    def _reject_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise unwritable(str(self.path), error) from None


def convert_to_parquet(path: Path) -> None:
    """Turn a file of CSV into one of Parquet, a block at a time. Raises OSError."""
    tables: Any = import_module("pyarrow.csv")
    parquet: Any = import_module("pyarrow.parquet")
    arrow: Any = import_module("pyarrow")
    converted = path.with_name(f".{path.name}.converted")
    names = path.open(encoding="utf-8").readline().rstrip("\n")
    kinds = {each: arrow.string() if each == "winners" else arrow.int64() for each in next(csv.reader([names]))}
    options = tables.ConvertOptions(column_types=kinds)
    try:
        blocks = tables.open_csv(path, convert_options=options)
        with blocks, parquet.ParquetWriter(converted, blocks.schema) as writer:
            for block in blocks:
                writer.write_batch(block)
        converted.replace(path)
    finally:
        converted.unlink(missing_ok=True)


def read_per_game(arguments: argparse.Namespace, program: Program) -> PerGame | None:
    """The file given with `--per-game`, begun. Raises `UsageError` if it can never be written, or would be lost."""
    text = arguments.per_game
    if text is None:
        return None
    path = check_new_file(arguments, text, KINDS)
    if path.suffix == PARQUET and find_spec("pyarrow") is None:
        misuse_at(arguments, text, errors.package_missing("a Parquet file", "pyarrow", "parquet"))
    try:
        return PerGame(path, program)
    except Rejected as rejected:
        raise UsageError(place_at_word(arguments, text, each) for each in rejected.diagnostics) from None
