"""Rulesets that a command line names: found, checked and set up, with a cache of results.

Checking a game is a function of texts: its own, those of the house rules, and those that the checker asks the loader
for. So an entry of the cache holds the result together with the checker's questions and hashes of their answers. On a
hit the same questions are asked again; if all answers are the same, so is the result, warnings and places included.
Everything else that is kept of a game has the key of the checked game in its own.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from interpreter import cache, loader
from interpreter.cli.command_line import place_at_word
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Rejected
from interpreter.diagnostics.messages import settings as errors
from interpreter.settings import Game, GameFacts, extract_facts, read_players, read_settings
from interpreter.source import NOWHERE, Source, Sources

if TYPE_CHECKING:
    from interpreter.check import CheckResult
    from interpreter.model import Model
    from interpreter.program import Program

Kept = TypeVar("Kept")

ROOMS = (
    *("interpreter.program", "interpreter.odds", "interpreter.markov.out_of_reach", "interpreter.diagnostics"),
    *("interpreter.settings", "interpreter.domains", "interpreter.source.Span", "interpreter.examples.covered"),
    *("interpreter.cli.loading", "interpreter.cli.reports.outcomes", "fractions", "builtins.range"),
)
"""Where the classes are of which anything is kept; no other is ever loaded."""


# ---- finding and checking


def find_sources(name: str, house: Sequence[str]) -> Sources:
    """The ruleset with this name or at this path, these house rules, and where to look for what they name."""
    return loader.sources_of(loader.find_ruleset(name), [loader.find_house_rules(each) for each in house])


def check_source(source: Source, house: Sequence[Source] = ()) -> CheckResult:
    """A ruleset checked, with the house rules put to it. Raises `Rejected` if a file cannot be read."""
    from interpreter.pipeline import check_game

    return check_game(loader.sources_of(source, house))


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
    """The typed game with this name or at this path, under these house rules. Raises `Rejected` if it cannot be
    used."""
    return load_source(loader.find_ruleset(name), [loader.find_house_rules(each) for each in house])


def read_rulesets(words: Iterable[str], unfit: Diagnostics, libraries: bool) -> Iterator[tuple[str, Source]]:
    """Each word with each ruleset that it names: one, or all in a folder, with its `libraries` or without.

    A shipped name goes before a folder of that name. What cannot be read is added to `unfit`.
    """
    for word in words:
        try:
            readings = _list_readings(word, libraries)
        except Rejected as rejected:
            unfit.extend(rejected.diagnostics)
            continue
        for reading in readings:
            try:
                source = reading()
            except Rejected as rejected:
                unfit.extend(rejected.diagnostics)
            else:
                yield word, source


def _list_readings(word: str, libraries: bool) -> list[Callable[[], Source]]:
    if not word or word in loader.list_game_names() or not os.path.isdir(word):
        return [partial(loader.find_ruleset, word, library_too=libraries)]
    folder = Path(word)
    paths = [each for each in loader.list_rulesets_below(folder) if libraries or each.parent.name != "library"]
    return [partial(loader.read_source, path, within=folder) for path in paths]


# ---- games that are checked, now or before


@dataclass
class CheckedGame:
    """A game that was checked, now or before. `name` is its key in the cache, with everything that it depends on."""

    name: str
    diagnostics: tuple[Diagnostic, ...]
    facts: GameFacts | None
    sources: Sources
    _model: Model | None = field(default=None, repr=False)

    @property
    def game(self) -> GameFacts:
        """What sets the game up. Raises `Rejected` with every mistake found in it."""
        if self.facts is None:
            raise Rejected(self.diagnostics)
        return self.facts

    @property
    def model(self) -> Model:
        """The typed game, for which it is checked again if it was checked before. Raises `Rejected` as `game` does."""
        if self._model is None:
            from interpreter.pipeline import check_game

            self._model = check_game(self.sources).model
        if self._model is None:
            raise Rejected(self.diagnostics)
        return self._model

    def make_key(self, options: Mapping[str, int], players: int | None, *parts: str) -> str:
        """A key of what depends on the game played with these options, and on these parts."""
        changed = sorted((name, value) for name, value in options.items() if value != self.game.options[name].default)
        return cache.make_key(self.name, json.dumps([changed, players or self.game.players[0]]), *parts)

    def program(self, options: Mapping[str, int], players: int | None) -> Program:
        from interpreter.program import Program

        def make() -> Program:
            from interpreter.pipeline import lower

            return lower(self.model, options, players)

        return cached("program", self.make_key(options, players), Program, make)


def cached(sort: str, key: str, kind: type[Kept], make: Callable[[], Kept]) -> Kept:
    """The object that is cached under this key, or else made and cached."""
    return cache.cached(sort, key, ROOMS, kind, make)


def load_checked(name: str, house: Sequence[str] = ()) -> CheckedGame:
    """The game with this name or at this path, under these house rules. Raises `Rejected` if a file cannot be read."""
    return check_sources(find_sources(name, house))


def check_sources(sources: Sources) -> CheckedGame:
    """A game checked, now or before. Raises `Rejected` if a file cannot be read."""
    texts = _RecordedTexts(sources)
    return _recall(texts) or _check_and_store(texts)


def find_checked(sources: Sources) -> CheckedGame | None:
    """A game that was checked before. Raises `Rejected` if a file cannot be read."""
    return _recall(_RecordedTexts(sources))


@dataclass(frozen=True)
class _Checked:
    """The cached result of a check, with the texts that were asked for, as hashes."""

    asked: tuple[tuple[str, str, str], ...]
    diagnostics: tuple[Diagnostic, ...]
    facts: GameFacts | None


class _RecordedTexts:
    """The texts that a checker is given, and those that it asks the loader for, with its questions recorded."""

    def __init__(self, given: Sources) -> None:
        self.given = given
        self.doors = {"library": given.find_library, "game": given.find_game, "chart": self._find_chart}
        self.answers: dict[tuple[str, str], Source | None] = {}
        texts = map(_hash_source, (given.game, *given.house))
        self.name = cache.make_key("checked", *texts, *given.libraries, *given.games)

    @property
    def full_name(self) -> str:
        """The key of the game with everything that was asked for."""
        return cache.make_key(self.name, *(part for question in self.record for part in question))

    @property
    def record(self) -> tuple[tuple[str, str, str], ...]:
        return tuple((door, name, _hash_source(answer)) for (door, name), answer in self.answers.items())

    def ask(self, door: str, name: str) -> Source | None:
        """What the loader has; each question is asked once."""
        if (door, name) not in self.answers:
            self.answers[door, name] = self.doors[door](name)
        return self.answers[door, name]

    def ask_chart(self, name: str, beside: Source) -> Source | None:
        return self.ask("chart", f"{name}\n{beside.name}")

    def _find_chart(self, question: str) -> Source | None:
        """A chart beside a text that was given or asked for."""
        name, _, beside = question.partition("\n")
        texts = (self.given.game, *self.given.house, *self.answers.values())
        found = next((each for each in texts if each is not None and each.name == beside), None)
        return self.given.find_chart(name, found) if found is not None else None

    def find_name(self, part: object) -> object:
        """The name under which a text is kept. Raises ValueError for one that the loader did not give."""
        if not isinstance(part, Source):
            return None
        texts = {id(each): at for at, each in enumerate((NOWHERE.source, self.given.game, *self.given.house))}
        texts |= {id(answer): question for question, answer in self.answers.items()}  # type: ignore[misc]
        if id(part) not in texts:
            raise ValueError(f"{part.name} was not asked for")
        return texts[id(part)]

    def find(self, name: int | tuple[str, str]) -> Source | None:
        if isinstance(name, int):
            return (NOWHERE.source, self.given.game, *self.given.house)[name]
        try:
            return self.ask(*name)
        except Rejected:
            return None

    def is_unchanged(self, asked: Sequence[tuple[str, str, str]]) -> bool:
        """Whether the loader gives the same answers. A file that cannot be read now has changed."""
        try:
            return all(_hash_source(self.ask(door, word)) == digest for door, word, digest in asked)
        except Rejected:
            return False


def _hash_source(source: Source | None) -> str:
    if source is None:
        return ""
    return sha256(f"{len(source.name)} {source.name}{source.text}".encode("utf-8", "surrogatepass")).hexdigest()


def _check_and_store(texts: _RecordedTexts) -> CheckedGame:
    """The game checked now, and kept if all diagnostics are about texts that can be found again."""
    from interpreter.pipeline import check_game

    library, game = partial(texts.ask, "library"), partial(texts.ask, "game")
    checked = check_game(replace(texts.given, find_library=library, find_game=game, find_chart=texts.ask_chart))
    facts = extract_facts(checked.model) if checked.model is not None else None
    found = _Checked(texts.record, checked.diagnostics.in_order, facts)
    with suppress(ValueError):
        cache.store_objects("checked", texts.name, found, texts.find_name)
    return CheckedGame(texts.full_name, found.diagnostics, facts, texts.given, checked.model)


def _recall(texts: _RecordedTexts) -> CheckedGame | None:
    found = cache.fetch_objects("checked", texts.name, ROOMS, _Checked, texts.find)
    if found is None or not texts.is_unchanged(found.asked):
        return None
    return CheckedGame(texts.full_name, found.diagnostics, found.facts, texts.given)


# ---- settings


def read_chosen_settings(model: Game, arguments: argparse.Namespace) -> dict[str, int]:
    """The options set with `--set`. Raises `Rejected` for what the game does not have."""
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
    """The number of players given with `--players`, if any. Raises `Rejected` if the game cannot have them."""
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


# ---- what the ledger found, for the rulebook

Changes: TypeAlias = tuple[tuple[str, str], ...]
"""Other values of an option, and in words what each changes most ("" where nothing is seen)."""


@dataclass(frozen=True)
class LedgerEntry:
    """What a ledger found in this many games of each value, by options."""

    games: int
    seed: int
    changes: Mapping[str, Changes]


def keep_ledger(key: str, entry: LedgerEntry) -> None:
    """Keep it under the key of the game (`CheckedGame.make_key`), unless one of more games is there."""
    before = recall_ledger(key)
    if before is None or before.games <= entry.games:
        cache.store_objects("ledger", key, entry)


def recall_ledger(key: str) -> LedgerEntry | None:
    return cache.fetch_objects("ledger", key, ROOMS, LedgerEntry)
