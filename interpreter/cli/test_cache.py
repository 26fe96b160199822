"""Keeps what the examples of a game came to, as long as all of them pass and no text that they depend on changes.

An entry lies under the key of the checked game, so a changed text or another version of this program has none.
Examples that fail are run again, since people want to see what happened in them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from interpreter import cache
from interpreter.cli.check_cache import CachedGame
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages.conventions import UNREAD
from interpreter.examples.covered import Coverage

if TYPE_CHECKING:
    from interpreter.examples.run_example import ExampleReport, ExampleResult

SORT = "examples"


@dataclass(frozen=True)
class Outcome:
    """How an example went: its title, the ids that it shows, its place."""

    title: str
    ids: tuple[str, ...]
    place: str
    passed: bool


@dataclass(frozen=True)
class Outcomes:
    """How the examples of a game went. `failed` has everything about those that did not pass."""

    game: str
    examples: tuple[Outcome, ...]
    coverage: Coverage
    failed: tuple[ExampleResult, ...] = ()

    @property
    def unread(self) -> int:
        """How many examples the program wrote, and nobody has read since."""
        return sum(each.title.startswith(UNREAD) for each in self.examples)


def summarize(report: ExampleReport) -> Outcomes:
    examples = ((each.example, each.passed) for each in report.results)
    outcomes = tuple(Outcome(each.name, each.ids, each.span.place, passed) for each, passed in examples)
    return Outcomes(report.name, outcomes, report.coverage, report.failed)


def recall_outcomes(game: CachedGame) -> Outcomes | None:
    """How the examples went when all of them passed, if nothing has changed since."""
    return cache.fetch_as(SORT, game.name, _read_outcomes)


def _read_outcomes(content: bytes) -> Outcomes:
    kept = json.loads(content)
    examples = tuple(Outcome(title, tuple(ids), place, True) for title, ids, place in kept["examples"])
    return Outcomes(kept["game"], examples, _read_coverage(kept["coverage"]))


def store_outcomes(game: CachedGame, outcomes: Outcomes) -> None:
    """Keep how the examples went, if all of them passed."""
    if outcomes.failed:
        return
    examples = [(each.title, each.ids, each.place) for each in outcomes.examples]
    kept = {"game": outcomes.game, "examples": examples, "coverage": asdict(outcomes.coverage)}
    cache.store(SORT, game.name, json.dumps(kept).encode())


def _read_coverage(kept: dict[str, Any]) -> Coverage:
    return Coverage(**{each.name: _freeze(kept[each.name]) for each in fields(Coverage)})


def _freeze(items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(tuple(each) if isinstance(each, list) else each for each in items)
