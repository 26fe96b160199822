"""Saved games on disk: where they lie, and how they are extended so that nothing is lost.

A game's file is made whole, head included, under another name and then renamed, so that there is never half a head.
Each entry is one line, written and forced to the disk before the next. Who plays a game holds a lock
on its file from before it is read until the process ends. Games lie in the system's data folder, or in the one that
GROUNDRULES_DATA names.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.messages import files
from interpreter.diagnostics.messages import saved as errors
from interpreter.files import NotRegular, open_regular, read_open_file, read_regular
from interpreter.loader import format_path
from interpreter.play.session import Entry, Session
from interpreter.saved import Head
from interpreter.saved.writer import write_entry, write_head
from interpreter.source import Source

VARIABLE = "GROUNDRULES_DATA"

SUFFIX = ".toml"

MOST_BYTES = 50_000_000

NAME_TIME_FORMAT = "%Y%m%d-%H%M%S"


def find_games_folder() -> Path:
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]) / "games"
    from platformdirs import user_data_path

    return user_data_path("groundrules", appauthor=False) / "games"


def list_saved() -> list[Path]:
    found = [path for path in find_games_folder().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def find_saved(name: str) -> Path:
    """The saved game that is meant: one in the folder by its name, or a path. Raises `Rejected` if there is none."""
    kept = {path.stem: path for path in list_saved()}
    if name in kept:
        return kept[name]
    if not os.path.exists(name):
        raise Rejected([errors.saved_missing(name, tuple(kept), format_path(find_games_folder()))])
    return Path(name)


def read_save(path: Path) -> Source:
    """The text of a saved game. Raises `Rejected` for a file that cannot be one."""
    with _raise_rejected(path):
        content = read_regular(path, MOST_BYTES)
    return _decode(path, content)


@contextmanager
def _raise_rejected(path: Path) -> Iterator[None]:
    """Raise what keeps a saved game from being read as `Rejected`."""
    shown = format_path(path)
    try:
        yield
    except NotRegular as error:
        raise Rejected([files.file_not_regular(shown, error.kind)]) from None
    except OSError as error:
        raise Rejected([files.file_unreadable(shown, error.strerror, error.errno)]) from None
    except ValueError:
        raise Rejected([files.file_unreadable(shown, "no such file")]) from None


def _decode(path: Path, content: bytes) -> Source:
    shown = format_path(path)
    whole = content[: content.rfind(b"\n") + 1]
    reason = ""
    if len(content) > MOST_BYTES:
        reason = f"it is longer than {MOST_BYTES:,} bytes"
    elif not content.strip():
        reason = "it is empty"
    elif b"\0" in whole:
        reason = "it is not a text"
    try:
        text = whole.decode("utf-8") if not reason else ""
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1:,} is not a character in UTF-8"
    if reason:
        raise Rejected([errors.saved_unreadable(shown, reason)])
    rest = content[len(whole) :].decode("utf-8", errors="replace").replace("\0", "")
    return Source(shown, text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}") + rest)


# ---- writing


class SaveFile:
    """The open file of a game: nobody else adds to it until it is closed."""

    def __init__(self, path: Path) -> None:
        """Raises `Rejected` if somebody else holds it, or it cannot be read."""
        self.path, self.number = path, 0
        self._unwritable: OSError | None = None
        self._size = 0
        with _raise_rejected(path):
            self._file = self._open()
            _lock(path, self._file)

    def _open(self) -> FileIO:
        """The file, to be added to if that is allowed. Of a game that is over nobody needs to."""
        try:
            return open_regular(self.path, adding=True)
        except (NotRegular, IsADirectoryError, FileNotFoundError):
            raise
        except OSError as error:
            self._unwritable = error
            return open_regular(self.path)

    def read(self) -> Source:
        """The text in it. Raises `Rejected` if that cannot be a saved game."""
        with _raise_rejected(self.path):
            self._file.seek(0)
            content = read_open_file(self._file, MOST_BYTES)
        self._size = content.rfind(b"\n") + 1
        return _decode(self.path, content)

    def resume(self, number: int) -> None:
        """Continue after the `number` entries that were read; a half-written last line is cut off. Raises `Rejected` if
        the file cannot be written."""
        self.number = number
        try:
            if self._unwritable is not None:
                raise self._unwritable
            self._file.truncate(self._size)
        except OSError as error:
            raise Rejected([errors.saved_unwritable(format_path(self.path), _format_reason(error))]) from None

    def append(self, session: Session, entry: Entry) -> None:
        """Add an entry and force it to the disk. Raises `Rejected` if it cannot be written."""
        rest = f"{write_entry(session.program, session.seed, self.number + 1, entry)}\n".encode()
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Rejected([errors.saved_stopped(format_path(self.path), _format_reason(error))]) from None
        self.number += 1

    def close(self) -> None:
        self._file.close()


def create_save(head: Head, path: Path | None) -> SaveFile:
    """A new file for a game: at a path where nothing is yet, or in the games' folder under a name of its own. Raises
    `Rejected` if it cannot be made."""
    for each in (path,) if path is not None else _propose_names(head.title):
        assert each is not None
        try:
            _make_folder(each.parent)
            _create_file(each, write_head(head))
            return SaveFile(each)
        except FileExistsError:
            continue
        except OSError as error:
            raise Rejected([errors.saved_unwritable(format_path(each), _format_reason(error))]) from None
    raise Rejected([errors.saved_unwritable(format_path(path or find_games_folder()), "there is a file of this name")])


def _make_folder(path: Path) -> None:
    """Make a folder, if there is none. Raises NotADirectoryError if a file has its name."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None


def _propose_names(title: str) -> Iterator[Path]:
    letters = "".join(each if each.isalnum() else "-" for each in title.casefold()).strip("-")[:40] or "game"
    stem = f"{'-'.join(filter(None, letters.split('-')))}-{time.strftime(NAME_TIME_FORMAT)}"
    yield find_games_folder() / f"{stem}{SUFFIX}"
    for number in range(2, 1000):
        yield find_games_folder() / f"{stem}-{number}{SUFFIX}"


def _create_file(path: Path, text: str) -> None:
    """Write a new file, whole or not at all. Raises FileExistsError if there is one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:
        if path.exists():
            raise FileExistsError from None
        beside.rename(path)
    finally:
        beside.unlink(missing_ok=True)


def _lock(path: Path, file: FileIO) -> None:
    """Keep others from adding to the file until it is closed. Raises `Rejected`, and closes it, if somebody else holds
    it."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        file.close()
        raise Rejected([errors.saved_in_use(format_path(path))]) from None


def _format_reason(error: OSError) -> str:
    return error.strerror or "the system gives no reason"
