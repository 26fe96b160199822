"""The files of a workbench: rulesets and house rules in the folder that it was started in, and nowhere else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from interpreter import loader
from interpreter.data_classes import dataclass
from interpreter.desk.desk import list_shipped
from interpreter.diagnostics import Rejected
from interpreter.files import FOR_EVERYBODY, replace_regular, resolve, write_whole
from interpreter.source import MOST_CHARACTERS

OWN = "own"
"""What stands before the name of a file in the folder, which can be changed."""

ENDINGS = (".rules", ".toml")

MOST_FILES = 500
"""Files of a folder that are listed."""


class NotThere(Exception):
    """A name that leads nowhere, or out of the folder."""


class Changed(Exception):
    """A file that somebody else has changed since it was opened, or that is there already."""


@dataclass(frozen=True)
class Opened:
    """A file that is open: its name, its text, whether it may be saved, and a mark by which another text is known."""

    name: str
    text: str
    writable: bool
    mark: str


def mark_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Folder:
    """A folder of rulesets, and beside it those that come with the program, which can only be read."""

    def __init__(self, path: Path) -> None:
        self.path = resolve(path)
        self._shipped = {name: each.path for name, each in list_shipped().items()}

    def list_names(self) -> Iterator[str]:
        """The names of all files, those of the folder first."""
        yield from (f"{OWN}/{each.relative_to(self.path).as_posix()}" for each in self._list_own())
        yield from self._shipped

    def _list_own(self) -> list[Path]:
        found = []
        for each in self.path.rglob("*"):
            hidden = any(part.startswith(".") for part in each.relative_to(self.path).parts)
            if each.suffix in ENDINGS and not hidden and self._is_inside(each) and each.is_file():
                found.append(each)
            if len(found) == MOST_FILES:
                break
        return sorted(found)

    def _is_inside(self, path: Path) -> bool:
        return resolve(path).is_relative_to(self.path)

    def find(self, name: str) -> Path:
        """The path of a file, which may not be there yet. Raises `NotThere` for what is no name of a file here."""
        if name in self._shipped:
            return self._shipped[name]
        place, _, inside = name.partition("/")
        path = self.path / inside
        plain = bool(inside) and not Path(inside).is_absolute() and "\0" not in name and "\\" not in name
        if place != OWN or not plain or path.suffix not in ENDINGS or not self._is_inside(path):
            raise NotThere(name)
        if any(part in ("..", "") or part.startswith(".") for part in inside.split("/")):
            raise NotThere(name)
        return path

    def open(self, name: str) -> Opened:
        """The text of a file. Raises `NotThere`, or `Rejected` if it cannot be read."""
        source = loader.read_source(self.find(name))
        return Opened(name, source.text, name not in self._shipped, mark_of(source.text))

    def save(self, name: str, text: str, mark: str) -> str:
        """Write a text to its file, and give its new mark. `mark` is that of the text as it was read, or empty for a
        new file. A text that is there already counts as saved: its page may have missed the answer. Raises `NotThere`,
        `OSError`, and `Changed` if the file is not as it was."""
        path = self.find(name)
        if name in self._shipped or len(text) > MOST_CHARACTERS:
            raise NotThere(name)
        try:
            now = mark_of(loader.read_source(path).text) if path.exists() else ""
        except Rejected:
            now = "unreadable"
        if now == mark_of(text):
            return now
        if now != mark:
            raise Changed(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            replace_regular(path, text.encode())
        else:
            write_whole(path, text.encode(), mode=FOR_EVERYBODY, lasting=True)
        return mark_of(text)
