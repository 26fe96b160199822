"""The texts that are open, and what checking them gave.

An open text replaces its file wherever that is read: as a game, a library, house rules, or the game they are for. The
result of a check is valid until the text, or a text that the checker read, changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property, partial
from pathlib import Path

from interpreter import loader
from interpreter.check import CheckResult
from interpreter.check.world import Use
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.by_game import gather_by_game
from interpreter.files import resolve
from interpreter.loader import FileSource
from interpreter.model import Model
from interpreter.parser import parse
from interpreter.pipeline import check_game
from interpreter.source import Source, Sources
from interpreter.syntax import File
from interpreter.workshop.meanings import find_meanings

Finder = Callable[[str], Source | None]


@dataclass(frozen=True)
class Checkup:
    """What came of a text: everything there is to say of it and of the files it needs, and what the checker made of
    it, unless its game could not even be found. `asked` has the files that were looked for, with what was found."""

    source: FileSource
    diagnostics: tuple[Diagnostic, ...]
    result: CheckResult | None
    asked: tuple[tuple[Finder, str, Source | None], ...] = field(repr=False, default=())

    @property
    def is_sound(self) -> bool:
        """Whether there is nothing wrong with the game."""
        return self.result is not None and self.result.is_sound

    @property
    def model(self) -> Model | None:
        """The game, if there is nothing wrong with it."""
        return self.result.model if self.result is not None else None

    @cached_property
    def tree(self) -> File:
        """The tree of the text itself."""
        return parse(self.source, Diagnostics())

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """What the names of the text itself mean, in their order."""
        return find_meanings(self.tree, self.result) if self.result is not None else ()

    @cached_property
    def declared(self) -> tuple[Use, ...]:
        """Everything that gets a name, in the files that the game is made of."""
        uses = self.result.uses if self.result is not None else {}
        return tuple([each for span, each in uses.items() if span is each.declared or span == each.declared])

    @property
    def own(self) -> tuple[Diagnostic, ...]:
        """What is to be said about the text itself, or about none in particular."""
        name = self.source.name
        return tuple(each for each in self.diagnostics if each.span is None or each.span.source.name == name)

    @property
    def is_current(self) -> bool:
        """Whether the files that were looked for are still what they were."""
        return all(find(name) is found for find, name, found in self.asked)


class Workshop:
    """The texts that are open, by the paths of their files, and what came of each."""

    def __init__(self) -> None:
        self._open: dict[Path, FileSource] = {}
        self._checkups: dict[Path, Checkup] = {}
        self._sound: dict[Path, Checkup] = {}

    def forget(self) -> None:
        """Check every text anew: what is known may be half done."""
        self._checkups, self._sound = {}, {}

    @property
    def open_paths(self) -> tuple[Path, ...]:
        return tuple(self._open)

    def change(self, path: Path, text: str) -> None:
        """A text is opened, or is now this one."""
        path = resolve(path)
        known = self._open.get(path)
        if known is None or known.text != text:
            self._open[path] = FileSource(loader.format_path(path), text, path)

    def close(self, path: Path) -> None:
        """A text is what is in its file again."""
        path = resolve(path)
        for known in (self._open, self._checkups, self._sound):
            known.pop(path, None)

    def read(self, path: Path) -> FileSource:
        """The text at a path: as it is open, or else as it is in its file. Raises `Rejected` if that cannot be read."""
        path = resolve(path)
        return self._open.get(path) or loader.read_source(path)

    def check(self, path: Path) -> Checkup:
        """The checkup of the text at a path. Raises `Rejected` if it is not open and cannot be read."""
        path, source = resolve(path), self.read(path)
        known = self._checkups.get(path)
        if known is None or known.source is not source or not known.is_current:
            known = self._checkups[path] = self._check(source)
        if known.is_sound:
            self._sound[path] = known
        return known

    def find_sound(self, path: Path) -> Checkup | None:
        """What came of the text when there was last nothing wrong with it, perhaps just now; of house rules that never
        were right yet, what came of the game that they are for."""
        checkup = self.check(path)
        known = checkup if checkup.is_sound else self._sound.get(resolve(path))
        return known or self.find_base(checkup)

    def find_base(self, checkup: Checkup) -> Checkup | None:
        """What came of the game that house rules are for, if it is there to be found."""
        if not loader.is_house_rules(checkup.source):
            return None
        try:
            game = self._latest(loader.find_base_game(checkup.source))
        except Rejected:
            return None
        return self.check(game.path) if isinstance(game, FileSource) else None

    def find_sources(self, path: Path) -> Sources:
        """The texts that one is checked with, as they are now. Raises `Rejected` if they cannot be found."""
        return self._list_sources(self.read(path), [])[0]

    def _check(self, source: FileSource) -> Checkup:
        asked: list[tuple[Finder, str, Source | None]] = []
        try:
            games = self._list_sources(source, asked)
        except Rejected as rejected:
            return Checkup(source, rejected.diagnostics, None, tuple(asked))
        results = [check_game(each) for each in games]
        names = [loader.read_name(each.game) for each in games]
        told = gather_by_game([(name, each.diagnostics.in_order) for name, each in zip(names, results, strict=True)])
        return Checkup(source, told, results[0], tuple(asked))

    def _list_sources(self, source: FileSource, asked: list[tuple[Finder, str, Source | None]]) -> list[Sources]:
        """The texts that one is checked with, once for each game; every question for one is noted, with what was found.
        """

        def note(find: Finder) -> Finder:
            def look(name: str) -> Source | None:
                there = find(name)
                return self._latest(there) if there is not None else None

            def ask(name: str) -> Source | None:
                asked.append((look, name, look(name)))
                return asked[-1][2]

            return ask

        def find_chart(sources: Sources, name: str, beside: Source) -> Source | None:
            return note(lambda asked: sources.find_chart(asked, beside))(name)

        games = []
        for each in loader.all_sources_of(source):
            find_game = note(each.find_game)
            named = find_game(Path(each.game.name).stem) if each.house else None
            game = named or self._latest(each.game)
            library, chart = note(each.find_library), partial(find_chart, each)
            games.append(replace(each, game=game, find_library=library, find_game=find_game, find_chart=chart))
        return games

    def _latest(self, source: Source) -> Source:
        """The open text that replaces a file."""
        return self._open.get(resolve(source.path), source) if isinstance(source, FileSource) else source
