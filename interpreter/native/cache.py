"""Machine code kept on disk, so that a program that was compiled once need not be again.

An object file goes by a hash of everything it depends on: what the program does, the strategies, the budgets, how hard
the compiler worked, this package's own code, llvmlite, and the processor. Its file begins with a hash of what follows;
one that does not verify is thrown away. Files are written under another name and then moved into place, so that of two
processes writing at once the last wins and nobody ever reads half a file. Where nothing can be written, nothing is
kept, and `Cache.trouble` says why.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from interpreter.program import Program

MOST = 400
"""How many files are kept; the ones not used for longest go first."""

ENDING = ".object"


def default_folder() -> Path:
    """Where machine code is kept unless something else is said: the place that the system has for such things."""
    from platformdirs import user_cache_path

    return user_cache_path("groundrules", appauthor=False) / "native"


def key_of(program: Program, *others: object) -> str:
    """The name for what is compiled from a program, and from other things whose text says all about them."""
    parts = (
        program.start,
        program.registers,
        len(program.slots),
        len(program.sites),
        program.arrays,
        [(each.number, each.faces) for each in program.dice],
        [(each.first, each.members, each.capacity, each.cards, each.deck) for each in program.zones],
        [(each.name, each.values) for each in program.choices],
        [(len(each.labels)) for each in program.measures],
        [(each.entry, each.return_slot, each.continuations) for each in program.routines],
        [(each.name, each.entry) for each in program.queries],
        [(each.instructions, each.terminator) for each in program.blocks],
        _own_code(),
        others,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _own_code() -> list[tuple[str, int, int]]:
    """Which version of this package it is, as the files of it tell."""
    try:
        with os.scandir(Path(__file__).parent) as found:
            stats = [(each.name, each.stat()) for each in found if each.name.endswith(".py")]
    except OSError:
        return []
    return sorted((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats)


@dataclass
class Cache:
    """A folder with machine code; None for nothing that is kept. `trouble` says why something could not be."""

    folder: Path | None
    trouble: str = ""

    def get(self, key: str) -> bytes | None:
        """What was kept under a name, if it is whole."""
        if self.folder is None:
            return None
        path = self.folder / (key + ENDING)
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        if hashlib.sha256(whole[32:]).digest() != whole[:32]:
            self._throw_away(path)
            return None
        return whole[32:]

    def put(self, key: str, data: bytes) -> None:
        """Keep something under a name, if that can be done."""
        if self.folder is None:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(data).digest() + data)
                os.replace(name, self.folder / (key + ENDING))
            except OSError:
                self._throw_away(Path(name))
                raise
            self._make_room()
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def throw_away(self, key: str) -> None:
        """Forget what was kept under a name."""
        if self.folder is not None:
            self._throw_away(self.folder / (key + ENDING))

    def _throw_away(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _make_room(self) -> None:
        if self.folder is None:
            return
        with os.scandir(self.folder) as found:
            kept = sorted((each.stat().st_mtime, each.path) for each in found if each.name.endswith(ENDING))
        for _, path in kept[: max(len(kept) - MOST, 0)]:
            self._throw_away(Path(path))
