"""Saved games on their way back to the table: found, opened by their rules, played back, and resumed.

`resume`, `replay`, `games` and `web --resume` go this way, as far as each needs. A game that is resumed is locked from
before it is read until it is closed. Changes in its rules since then are reported.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from interpreter import loader
from interpreter.characters import make_visible
from interpreter.cli import autosave
from interpreter.cli.command_line import place_at_word
from interpreter.cli.game_loop import GameRun
from interpreter.cli.loading import load_game
from interpreter.cli.terminal.console import write_diagnostics
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.messages import saved as errors
from interpreter.display import call_people
from interpreter.engine import fingerprint
from interpreter.lower import lower
from interpreter.model import Model
from interpreter.play.session import Session, UndoClosed
from interpreter.program import Program
from interpreter.saved import SAME, Head, SavedGame
from interpreter.saved.playback import Playback
from interpreter.saved.reader import read_saved
from interpreter.saved.writer import describe_house_rules, describe_ruleset
from interpreter.settings import read_players, read_settings
from interpreter.source import Source
from interpreter.stepper import Stepper
from interpreter.table.seats import SeatAssignment, check_names, list_people, read_seat

MAX_DROPPED = 60
"""The characters that are shown of a half-written line."""

OLD = "COPY.rules"
"""The name that messages give a copy of the old rules."""


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

    def play_back(self) -> Playback:
        """All of it, to where the table stopped. Raises `Rejected` for moves that cannot be."""
        playback = self.start_playback()
        for _ in playback.play():
            pass
        return playback

    def format_dropped(self) -> list[str]:
        line = make_visible(self.saved.dropped[:MAX_DROPPED])
        return [f"The last line of the file was only half written, and is left out: {line}"] if line else []


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
    saved = read_saved(source or autosave.read_save(path))
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
    program = call_people(program, list_people(takers))
    changes = () if name or house is not None else tuple(_find_changes(path, head, model, program))
    return OpenedSave(path, saved, model, options, program, takers, changes)


def _load_model(name: str, house: Sequence[str], loaded: Loaded) -> Model:
    key = (name, *house)
    if key not in loaded:
        loaded[key] = load_game(name, house)
    return loaded[key]


@contextmanager
def _blame_value(saved: SavedGame, key: str) -> Iterator[Diagnostics]:
    """Place the diagnostics of the block at this value of the saved game, unless they have a place. Raises `Rejected`
    with them."""
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


# ---- finding and resuming


def find_path(name: str, arguments: argparse.Namespace) -> Path:
    """The file of the saved game that a word of the command line names. Raises `Rejected` if there is none."""
    try:
        return autosave.find_saved(name)
    except Rejected as rejected:
        raise Rejected([place_at_word(arguments, name, each) for each in rejected.diagnostics]) from None


@dataclass(frozen=True)
class ResumedGame:
    """A saved game that has been played back, and its file, which nobody else adds to until it is closed."""

    save_file: autosave.SaveFile
    opened: OpenedSave
    playback: Playback

    def print_changes(self, quiet: bool = False) -> None:
        """Report changes in the rules, and a half-written last line."""
        write_diagnostics(self.opened.changes, sys.stderr)
        for line in () if quiet else self.opened.format_dropped():
            print(line)

    def make_run(self, arguments: argparse.Namespace, words: Sequence[str]) -> GameRun:
        """The game from here on, kept in the same file. `words` of a command line resume it once more."""
        opened, head = self.opened, self.opened.saved.head
        session = self.playback.session
        self.save_file.resume(len(opened.saved.entries))
        if arguments.no_undo and not self.playback.no_undo:
            self.save_file.append(session, UndoClosed())
        return GameRun(
            *(opened.model, session, head, opened.options, opened.takers, self.save_file, arguments.pace),
            resume=make_visible(shlex.join(["groundrules", *words])),
            groups=self.playback.groups,
            undo=not (self.playback.no_undo or arguments.no_undo),
        )


@contextmanager
def resume_game(name: str | None, arguments: argparse.Namespace) -> Iterator[ResumedGame]:
    """The saved game that is named, or the latest that is not over; a file that cannot be used is reported where it is
    the latest. Raises `Rejected` if there is none."""
    for path in autosave.list_saved() if name is None else [find_path(name, arguments)]:
        save_file = autosave.SaveFile(path)
        try:
            opened = open_saved(path, source=save_file.read())
            resumed = ResumedGame(save_file, opened, opened.play_back())
            if name is not None or not resumed.playback.session.over:
                yield resumed
                return
        finally:
            save_file.close()
    raise Rejected([errors.saved_missing("", (), loader.format_path(autosave.find_games_folder()))])
