"""Exact means to be shown beside those of games that are played.

They are kept from run to run, so that only the first simulation of a game takes any time for them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from interpreter import cache
from interpreter.odds.known_means import Mean, Means
from interpreter.program import Program

NO_MEANS = Means({}, {}, 0.0, {})


def find_means_beside(key: str, program: Program, strategies: Sequence[str]) -> Means:
    """The means of what is measured in whole games and in all phases of a kind, where the rules give them at once."""
    name = cache.make_key(key, *strategies)
    content = cache.fetch("means", name)
    if content is not None:
        return replace(NO_MEANS, measures={each: _read_mean(kept) for each, kept in json.loads(content).items()})
    from interpreter.odds.means import BESIDE_GAMES, find_near_means

    try:
        found = find_near_means(program, strategies, [each.name for each in program.measures], **BESIDE_GAMES)
    except KeyboardInterrupt:
        return NO_MEANS
    means = {name: each for name, each in found.measures.items() if each.throughout}
    kept = {each: {**asdict(mean), "exact": _write_fraction(mean.exact)} for each, mean in means.items()}
    cache.store("means", name, json.dumps(kept).encode())
    return replace(NO_MEANS, measures=means)


def _write_fraction(exact: Fraction | None) -> str:
    return "" if exact is None else str(exact)


def _read_mean(kept: dict[str, Any]) -> Mean:
    return Mean(**{**kept, "exact": Fraction(kept["exact"]) if kept["exact"] else None})
