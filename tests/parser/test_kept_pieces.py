"""What one process has read, another fetches: the same trees, and nothing that others may have put there."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interpreter import cache
from interpreter.diagnostics import Diagnostics
from interpreter.loader import find_ruleset
from interpreter.parser import chunk_reader, parse
from interpreter.parser.kept_pieces import PiecesOnDisk
from interpreter.parser.pieces import KnownPieces
from interpreter.source import Source
from interpreter.syntax import File
from tests.parser.test_pieces import assert_same

TEXT = find_ruleset("two_dice").text


class Reads:
    """Counts the declarations that are really read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        usual = chunk_reader.ChunkReader.read

        def read(reader: chunk_reader.ChunkReader) -> object:
            self.count += 1
            return usual(reader)

        monkeypatch.setattr(chunk_reader.ChunkReader, "read", read)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Reads:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return Reads(monkeypatch)


def read_as_if_new(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[File, Diagnostics]:
    """The tree of a text, as a process reads it that knows nothing yet."""
    known, found = KnownPieces(), Diagnostics()
    monkeypatch.setattr("interpreter.parser.KNOWN", known)
    monkeypatch.setattr("interpreter.parser.ON_DISK", PiecesOnDisk(known))
    return parse(Source("games/my_game.rules", text), found), found


def test_what_was_read_before_is_fetched(reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = read_as_if_new(TEXT, monkeypatch)
    assert reads.count == len(first.declarations)
    again, _ = read_as_if_new(TEXT, monkeypatch)
    assert reads.count == len(first.declarations), "nothing is read again"
    assert_same(again, first)


def test_after_a_change_only_that_is_read(reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as_if_new(TEXT, monkeypatch)
    reads.count = 0
    changed = TEXT.replace("rule ", "# a remark\n\nrule ", 1).replace("innings", "in nings", 1)
    again, found = read_as_if_new(changed, monkeypatch)
    assert reads.count == 2
    monkeypatch.setenv(cache.VARIABLE, "off")
    afresh, found_afresh = read_as_if_new(changed, monkeypatch)
    assert_same(again, afresh)
    assert [(each.code, each.message) for each in found.found] == [
        (each.code, each.message) for each in found_afresh.found
    ]


@pytest.mark.parametrize(
    "content",
    [b"", b"\x80", pickle.dumps([]), pickle.dumps({"game": print}), pickle.dumps(Path())],
    ids=["nothing", "half", "a list", "a function", "another class"],
)
def test_what_is_no_reading_is_not_used(reads: Reads, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    first, _ = read_as_if_new(TEXT, monkeypatch)
    (entry,) = [path for path in Path(cache.find_folder() or "").iterdir() if path.name.startswith("pieces-")]
    cache.store("pieces", entry.name.removeprefix("pieces-"), content)
    again, _ = read_as_if_new(TEXT, monkeypatch)
    assert reads.count == 2 * len(first.declarations)
    assert_same(again, first)
