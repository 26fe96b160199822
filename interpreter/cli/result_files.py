"""Files that somebody asked a command for: there whole or not at all, and everybody may read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages.simulating import file_unwritable
from interpreter.files import FOR_EVERYBODY, write_whole


def unwritable(name: str, error: OSError | ValueError) -> Rejected:
    """What is raised where a file cannot be written."""
    return Rejected([file_unwritable(name, getattr(error, "strerror", "") or str(error))])


def write_result(path: Path, content: str | bytes, *, folders: bool = False) -> None:
    """Make a file, or exchange it, and with `folders` those that it lies in. Raises `Rejected` if it cannot be written;
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
