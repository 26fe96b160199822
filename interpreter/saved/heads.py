"""The head of a saved game, from a game that is played now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from interpreter import loader
from interpreter.engine import fingerprint
from interpreter.model import Model
from interpreter.program import Program
from interpreter.runtime_errors import collect_sources
from interpreter.saved import Head, Rules
from interpreter.settings import format_settings


def describe_ruleset(name: str, model: Model) -> Rules:
    """A ruleset, with a hash of its text and of the libraries that it uses."""
    house = {file for each in model.house for file in each.files}
    texts = {each.text for file, each in collect_sources(model).items() if file not in house}
    return Rules(loader.make_lasting(name), _hash_texts([loader.find_ruleset(name).text, *sorted(texts)]))


def describe_house_rules(name: str) -> Rules:
    return Rules(loader.make_lasting(name), _hash_texts([loader.find_house_rules(name).text]))


def _hash_texts(texts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def make_head(
    name: str,
    house: Sequence[str],
    model: Model,
    options: Mapping[str, int],
    program: Program,
    takers: Sequence[str],
    seed: int,
    game: int = 0,
) -> Head:
    return Head(
        ruleset=describe_ruleset(name, model),
        title=model.title,
        program=fingerprint(program),
        house=tuple(map(describe_house_rules, house)),
        options=tuple(format_settings(model, options).items()),
        players=len(program.seats),
        takers=tuple(takers),
        seed=seed,
        game=game,
    )
