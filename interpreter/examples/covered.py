"""What examples cover, as data."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass

SiteKey: TypeAlias = tuple[str, str, str, int]
"""What identifies a site: kind, name, row and line."""


@dataclass(frozen=True)
class Coverage:
    """What the examples of a ruleset reach."""

    rows: tuple[tuple[str, str, str], ...]
    """Every table row: table, row, place."""
    rules: tuple[tuple[str, str], ...]
    """Every reachable rule and phase: name, place."""
    rows_missed: tuple[tuple[str, str, str], ...]
    rules_missed: tuple[tuple[str, str], ...]
    ids_encoded: tuple[str, ...]
    """The ids that something cites, leaves open or notes."""
    ids_shown: tuple[str, ...]
    """The ids that examples show."""
    ids_noted: tuple[str, ...]
    """The ids that a note says need no rule."""
    missed: tuple[SiteKey, ...]
    """The rows, rules and phases that are not reached, in the order of the text."""
