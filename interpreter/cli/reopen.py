"""Opens a saved game: finds its rules, makes them ready, and lists what has changed in them since."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from interpreter import loader
from interpreter.cli.autosave import read_save
from interpreter.cli.loading import load_game
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.engine import fingerprint
from interpreter.lower import lower
from interpreter.model import Model
from interpreter.play.session import Session
from interpreter.program import Program
from interpreter.runtime_errors import collect_sources
from interpreter.saved import SAME, Head, Rules, SavedGame
from interpreter.saved.playback import Playback
from interpreter.saved.reader import read_saved
from interpreter.settings import format_settings, read_players, read_settings
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, check_names, name_players, read_seat

OLD = "COPY.rules"
"""What stands in a message for a copy of rules as they were."""


@dataclass(frozen=True)
class OpenedSave:
    """A saved game with its rules: ready to be played back."""

    path: Path
    saved: SavedGame
    model: Model
    options: dict[str, int]
    program: Program
    takers: tuple[SeatAssignment, ...]
    changes: tuple[Diagnostic, ...]

    def start_playback(self) -> Playback:
        head = self.saved.head
        session = Session(Stepper(self.program), head.seed, head.game, head.ask_cards, head.undo != SAME)
        return Playback(self.model, session, self.saved, changed=bool(self.changes))


Loaded: TypeAlias = dict[tuple[str, ...], Model]
"""Games that have been read already, by their own name and those of their house rules."""


def open_saved(
    path: Path,
    name: str = "",
    house: Sequence[str] | None = None,
    loaded: Loaded | None = None,
    source: Source | None = None,
) -> OpenedSave:
    """The saved game in a file, or in its text if that was read already, by the rules that it names or by others.
    Raises `Rejected` if the file or the rules cannot be used."""
    saved = read_saved(source or read_save(path))
    head = saved.head
    own_house = [each.name for each in head.house]
    rules = own_house if house is None else house
    ruleset, loaded = name or head.ruleset.name, {} if loaded is None else loaded
    with _blame_value(saved, "" if name else "ruleset"):
        model = _load_model(ruleset, (), loaded)
    with _blame_value(saved, "" if house else "house"):
        model = _load_model(ruleset, rules, loaded)
    options: dict[str, int] = {}
    for key, value in head.options:
        if not name or key in model.options:
            with _blame_value(saved, key) as found:
                options |= read_settings(model, [(key, str(value))], found)
    with _blame_value(saved, "players") as found:
        players = read_players(model, head.players, found)
    program = lower(model, options, players)
    with _blame_value(saved, "seats") as found:
        takers = tuple(read_seat(program, each, "", found) for each in head.takers)
        check_names(takers, found)
    model = name_players(model, takers)
    program = lower(model, options, players)
    changes = () if name or house is not None else tuple(_find_changes(path, head, model, program))
    return OpenedSave(path, saved, model, options, program, takers, changes)


def _load_model(name: str, house: Sequence[str], loaded: Loaded) -> Model:
    key = (name, *house)
    if key not in loaded:
        loaded[key] = load_game(name, house)
    return loaded[key]


@contextmanager
def _blame_value(saved: SavedGame, key: str) -> Iterator[Diagnostics]:
    """What is found to be wrong meanwhile has its place where this value stands in the saved game, unless it has one
    of its own. Raises `Rejected` with it."""
    found = Diagnostics()
    try:
        yield found
    except Rejected as rejected:
        found.extend(rejected.diagnostics)
    if found.found:
        place = saved.places.get(key)
        nowhere = (each.span is None or not each.span.source.text for each in found.found)
        raise Rejected(
            [
                replace(each, span=place, label=each.label or "the saved game says so here") if lost and place else each
                for each, lost in zip(found.found, nowhere, strict=True)
            ]
        )


def _find_changes(path: Path, head: Head, model: Model, program: Program) -> Iterator[Diagnostic]:
    house = [each.name for each in head.house]
    now = [describe_ruleset(head.ruleset.name, model), *map(describe_house_rules, house)]
    same = fingerprint(program) == head.program
    for before, after in zip((head.ruleset, *head.house), now, strict=True):
        if before.content != after.content:
            is_game = before is head.ruleset
            what = f"the ruleset `{before.name}` has" if is_game else f"the house rules `{before.name}` have"
            against = ["--against", OLD] if is_game else []
            for name in house:
                against += ["--house", OLD if before.name == name else name]
            yield errors.saved_changed(loader.format_path(path), what, same, against)


# ---- the head of a new game


def describe_ruleset(name: str, model: Model) -> Rules:
    """A ruleset with what is in it, and in the libraries it uses."""
    house = {file for each in model.house for file in each.files}
    texts = {each.text for file, each in collect_sources(model).items() if file not in house}
    return Rules(_make_lasting(name), _hash_texts([loader.find_ruleset(name).text, *sorted(texts)]))


def describe_house_rules(name: str) -> Rules:
    return Rules(_make_lasting(name), _hash_texts([loader.find_house_rules(name).text]))


def _make_lasting(name: str) -> str:
    return name if loader.NAME.fullmatch(name) else os.path.abspath(name)


def _hash_texts(texts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def make_head(
    name: str,
    house: Sequence[str],
    model: Model,
    options: dict[str, int],
    program: Program,
    takers: Sequence[SeatAssignment],
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
        takers=tuple(each.format for each in takers),
        seed=seed,
        game=game,
    )
