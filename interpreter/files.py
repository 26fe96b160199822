"""Opening the files that users name, and those that are kept for them: regular files only; and writing files whole.

A pipe, a terminal or another device may have no end, or keep whoever opens it waiting for ever. So a file is opened
without waiting, and then what was opened is looked at: what a name leads to may be another file a moment later.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path

WITHOUT_WAITING = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
"""What a file is opened with, as far as the system knows it."""

KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

CHUNK_BYTES = 1 << 20


def resolve(path: Path) -> Path:
    """The path with its links followed. One that leads in a circle stays as it is; `Path.resolve` raises an error."""
    return Path(os.path.realpath(path))


FOR_EVERYBODY = 0o644
"""The mode of a file that its owner may write, and everybody read."""


class NotRegular(OSError):
    """The file is not regular; `kind` says what it is."""

    def __init__(self, kind: str) -> None:
        super().__init__(errno.EINVAL, f"it is {kind}")
        self.kind = kind


def open_regular(path: str | Path, adding: bool = False) -> FileIO:
    """A file opened to be read, or also to be added to. Raises `OSError` as opening does, `IsADirectoryError` for a
    folder and `NotRegular` for whatever else is no regular file."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    number = os.open(path, (os.O_RDWR | os.O_APPEND if adding else os.O_RDONLY) | WITHOUT_WAITING)
    mode = os.fstat(number).st_mode
    if not stat.S_ISREG(mode):
        os.close(number)
        raise NotRegular(next((kind for is_kind, kind in KINDS if is_kind(mode)), "something else"))
    return FileIO(number, "a+" if adding else "r")


def read_regular(path: str | Path, most: int) -> bytes:
    """The bytes of a file; of a longer one, one more than `most`. Raises `OSError` as `open_regular` does."""
    with open_regular(path) as file:
        return read_open_file(file, most)


def read_open_file(file: FileIO, most: int) -> bytes:
    """The bytes of an open file from where it stands; of a longer one, one more than `most`."""
    content = bytearray()
    while len(content) <= most and (chunk := file.read(min(CHUNK_BYTES, most + 1 - len(content)))):
        content += chunk
    return bytes(content)


def replace_regular(path: str | Path, content: bytes) -> None:
    """Give a file other content: all of it at once, or none. A link stays, and the file that it leads to is replaced.
    Raises `OSError` as `open_regular` does, and where the file or its folder cannot be written."""
    open_regular(path, adding=True).close()
    place = os.path.realpath(path)
    write_whole(place, content, mode=stat.S_IMODE(os.stat(place).st_mode), lasting=True)


def write_whole(path: str | Path, content: bytes, *, mode: int | None = None, lasting: bool = False) -> None:
    """Make a file, or exchange it, so that nobody ever sees a part of it. Only its owner may read or write it, unless
    there is another `mode`; with `lasting` it is on the disk even if the power fails. Raises `OSError`."""
    import tempfile  # takes a while to load, and most commands write nothing

    number, beside = tempfile.mkstemp(prefix=".", suffix=".new", dir=os.path.dirname(path))
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if mode is not None:
            os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


SECRET_BYTES = 32


def read_or_make_secret(path: Path) -> bytes:
    """The secret in a file that only its owner may read; made at random if there is none. Raises `OSError` if it can
    neither be read nor written."""
    with suppress(FileNotFoundError):
        secret = read_regular(path, SECRET_BYTES)
        if len(secret) == SECRET_BYTES:
            return secret
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    secret = os.urandom(SECRET_BYTES)
    with FileIO(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(secret)
    return secret
