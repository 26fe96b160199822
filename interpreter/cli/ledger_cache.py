"""What the ledger of a game found, kept for its rulebook: what other values of its options change.

It is kept under a key of the checked game (`CachedGame.make_key`). So what was found for other texts, other options, or
by another version of this program, is never shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeAlias

from interpreter import cache
from interpreter.data_classes import dataclass

Changes: TypeAlias = tuple[tuple[str, str], ...]
"""Other values of an option, and in words what each changes most ("" where nothing is seen)."""


@dataclass(frozen=True)
class LedgerEntry:
    """What a ledger found by so many games of each value, by options."""

    games: int
    seed: int
    changes: Mapping[str, Changes]


def keep_ledger(key: str, entry: LedgerEntry) -> None:
    """Keep it, unless one of more games is there."""
    before = recall_ledger(key)
    if before is None or before.games <= entry.games:
        cache.store("ledger", key, json.dumps(asdict(entry)).encode())


def recall_ledger(key: str) -> LedgerEntry | None:
    return cache.fetch_as("ledger", key, _read_entry)


def _read_entry(content: bytes) -> LedgerEntry:
    kept = json.loads(content)
    changes = {option: tuple((value, change) for value, change in found) for option, found in kept["changes"].items()}
    return LedgerEntry(kept["games"], kept["seed"], changes)
