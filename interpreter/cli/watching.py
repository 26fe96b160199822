"""Does something again whenever files change, until it is interrupted (Ctrl-C).

Files are looked at several times a second. Work in progress asks now and then whether they have changed once more, and
gives up if so: it is then done again with the newest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, TypeAlias

from interpreter import loader
from interpreter.cli.terminal.console import strong, write_diagnostics
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected

if TYPE_CHECKING:
    from interpreter.examples.run_example import ExampleResult
    from interpreter.model import ExampleInfo

PAUSE = 0.2
"""How many seconds pass between two looks."""

BELOW, FAR = 10, 1_000_000_000
"""The factor for lines below an edit, which rarely belong to it, and the distance of lines in another file."""

Texts: TypeAlias = dict[Path, str]


@dataclass(frozen=True)
class Edit:
    """A file that changed, and the first line that is different."""

    path: Path
    line: int


@dataclass
class Nearness:
    """How near examples are to an edit: by their own lines, and by those of the rules and rows that they reached when
    they ran last."""

    _lines: dict[str, set[tuple[str, int]]] = field(default_factory=dict)

    def note(self, result: ExampleResult) -> None:
        self._lines[result.example.name] = {(Path(each.file).name, each.line) for each in result.reached}

    def sort(self, examples: Sequence[ExampleInfo], edit: Edit | None) -> list[ExampleInfo]:
        return list(examples) if edit is None else sorted(examples, key=lambda each: self._measure(each, edit))

    def _measure(self, example: ExampleInfo, edit: Edit) -> int:
        own = {(Path(example.span.source.name).name, example.span.line)}
        places = own | self._lines.get(example.name, set())
        lines = [line - edit.line for file, line in places if file == edit.path.name]
        return min((-each if each <= 0 else BELOW * each for each in lines), default=FAR)


@dataclass
class Watch:
    """Files that are watched: those of rulesets and house rules, and everything beside them and in `library`."""

    words: Sequence[str]
    _stamps: dict[Path, tuple[int, int]] = field(default_factory=dict)
    _texts: Texts = field(default_factory=dict)

    def run(self, act: Callable[[Edit | None], object]) -> int:
        """Act now, and again after each change, until Ctrl-C. Returns the exit code."""
        edit: Edit | None = None
        self._note()
        try:
            while True:
                try:
                    act(edit)
                except Rejected as rejected:
                    write_diagnostics(rejected.diagnostics, sys.stdout)
                sys.stdout.flush()
                while not self.is_stale():
                    sleep(PAUSE)
                edit = self._note()
                if edit is not None:
                    print(f"\n{strong(f'{edit.path.name} changed at line {edit.line}')}")
        except KeyboardInterrupt:
            print()
            return 0

    def is_stale(self) -> bool:
        """Whether a file has changed since the work was begun."""
        return self._look() != self._stamps

    def _look(self) -> dict[Path, tuple[int, int]]:
        stamps = {}
        for path in list_watched(self.words):
            try:
                found = path.stat()
            except OSError:
                continue
            stamps[path] = found.st_mtime_ns, found.st_size
        return stamps

    def _note(self) -> Edit | None:
        """Remember the files as they are now; returns what is different from before."""
        self._stamps = self._look()
        texts = {path: _read(path) for path in self._stamps}
        before, self._texts = self._texts, texts
        changed = (path for path, text in texts.items() if path in before and before[path] != text)
        return next((Edit(path, find_first_change(before[path], texts[path])) for path in changed), None)


def list_watched(words: Iterable[str]) -> list[Path]:
    """The files that rulesets and house rules with these names may be read from."""
    folders = dict.fromkeys(folder for word in words for folder in _list_folders(word))
    paths = (path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir()))
    return [path for path in paths if path.suffix in loader.ENDINGS]


def _list_folders(word: str) -> list[Path]:
    path = Path(word)
    if word not in loader.list_game_names() and path.is_dir():
        return [path, *sorted(each for each in path.rglob("*") if each.is_dir())]
    if not path.is_file():
        try:
            source = loader.find_ruleset(word, library_too=True)
        except Rejected:
            return []
        path = source.path if isinstance(source, loader.FileSource) else path
    return [path.parent, path.parent / "library"]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def find_first_change(before: str, after: str) -> int:
    """The number of the first line that is different."""
    lines = after.splitlines()
    for number, (old, new) in enumerate(zip(before.splitlines(), lines, strict=False), 1):
        if old != new:
            return number
    return max(1, min(len(lines), len(before.splitlines()) + 1))
