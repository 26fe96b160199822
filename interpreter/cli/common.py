"""What several verbs share: loading a game that is ready for use, and reading the settings it is to have."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import loader
from interpreter.cli.command_line import place_at_word
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.messages import settings as errors
from interpreter.settings import Game, read_players, read_settings
from interpreter.source import Source, Sources

if TYPE_CHECKING:
    from interpreter.check import CheckResult
    from interpreter.model import Model


def check_source(source: Source, house: Sequence[Source] = ()) -> CheckResult:
    """A ruleset checked, with the house rules put to it. Raises `Rejected` if a file cannot be read."""
    from interpreter.pipeline import check_game

    return check_game(loader.sources_of(source, house))


def find_sources(name: str, house: Sequence[str]) -> Sources:
    """The ruleset with this name or at this path, these house rules, and where to look for what they name."""
    return loader.sources_of(loader.find_ruleset(name), [loader.find_house_rules(each) for each in house])


def load_source(source: Source, house: Sequence[Source] = ()) -> Model:
    """The typed game in a source, with the libraries it uses and the house rules put to it. Raises `Rejected` with
    every mistake found in it."""
    return require_model(check_source(source, house))


def require_model(checked: CheckResult) -> Model:
    """The typed game that was checked. Raises `Rejected` with every mistake found in it."""
    if checked.model is None:
        raise Rejected(checked.diagnostics.in_order)
    return checked.model


def load_game(name: str, house: Sequence[str] = ()) -> Model:
    """Return the typed game with this name or at this path, under these house rules. Raises `Rejected` if it cannot be
    used."""
    return load_source(loader.find_ruleset(name), [loader.find_house_rules(each) for each in house])


def list_readings(word: str, unfit: list[Diagnostic], libraries: bool) -> list[Callable[[], Source]]:
    """How to read each ruleset that a word stands for: one, or all in a folder; `libraries` are passed over or not.

    A shipped name goes before a folder of that name. A folder that is not fit is added to `unfit`.
    """
    if not word or word in loader.list_game_names() or not os.path.isdir(word):
        return [partial(loader.find_ruleset, word, library_too=libraries)]
    folder = Path(word)
    try:
        paths = loader.list_rulesets_below(folder)
    except Rejected as rejected:
        unfit.extend(rejected.diagnostics)
        return []
    return [
        partial(loader.read_source, path, within=folder) for path in paths if libraries or path.parent.name != "library"
    ]


def read_chosen_settings(model: Game, arguments: argparse.Namespace) -> dict[str, int]:
    """The options set with `--set`, as `lower` wants them. Raises `Rejected` for what the game does not have."""
    asked: dict[str, int] = {}
    wrong = Diagnostics()
    for text in arguments.settings:
        found = Diagnostics()
        name, sign, value = text.partition("=")
        if sign:
            asked.update(read_settings(model, [(name, value)], found))
        else:
            found.add(errors.setting_form(text, "option=value", f"--set {_sample_setting(model)}"))
        wrong.extend(place_at_word(arguments, text, each) for each in found.found)
    if wrong.found:
        raise Rejected(wrong.found)
    return asked


def read_chosen_players(model: Game, arguments: argparse.Namespace) -> int | None:
    """The number of players given with `--players`, if any. Raises `Rejected` if the game is not for so many."""
    found = Diagnostics()
    players = read_players(model, arguments.players, found)
    if found.found:
        raise Rejected([place_at_word(arguments, str(arguments.players), each) for each in found.found])
    return players


def _sample_setting(model: Game) -> str:
    for option in model.options.values():
        if option.names:
            return f"{option.name}={option.names[-1]}"
    return "option=value"
