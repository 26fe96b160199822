"""Cache of check results, valid while every source they used is unchanged: diagnostics, facts for setting up, programs.

Checking a game is a function of texts: its own, those of the house rules, and those that the checker asks the loader
for. So an entry holds the result together with the checker's questions and hashes of their answers. On a hit the
same questions are asked again; if all answers are the same, so is the result, warnings and places included.
Otherwise, and where nothing can be cached, the game is checked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from interpreter import cache
from interpreter.cli.common import find_sources
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Label, Rejected, Severity
from interpreter.domains import NumberType
from interpreter.settings import GameFacts, OptionFacts, WrittenNumbers, extract_facts
from interpreter.source import NOWHERE, Source, Sources, Span

if TYPE_CHECKING:
    from interpreter.model import Model
    from interpreter.program import Program

PROGRAMS = "interpreter.program"
"""Where the classes are that a program is made of; no other is ever loaded."""


@dataclass
class CachedGame:
    """A game that was checked, now or before. `name` is its key in the cache, with all that it depends on."""

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

        name = self.make_key(options, players)
        found = cache.fetch_objects("program", name, [PROGRAMS], Program)
        if found is not None:
            return found
        from interpreter.pipeline import lower

        made = lower(self.model, options, players)
        cache.store_objects("program", name, made)
        return made


def load_checked(name: str, house: Sequence[str] = ()) -> CachedGame:
    """Return the game with this name or at this path, under these house rules. Raises `Rejected` if a file cannot be
    read."""
    return know_sources(find_sources(name, house))


def know_sources(sources: Sources) -> CachedGame:
    """A game checked, now or before. Raises `Rejected` if a file cannot be read."""
    asking = _RecordedLookups(sources)
    name = _make_name(sources)
    found = _recall(name, asking)
    return found if found is not None else _check_and_store(name, asking)


def recall_sources(sources: Sources) -> CachedGame | None:
    """A game that was checked before. Raises `Rejected` if a file cannot be read."""
    return _recall(_make_name(sources), _RecordedLookups(sources))


def _make_name(sources: Sources) -> str:
    texts = map(_hash_source, (sources.game, *sources.house))
    return cache.make_key("checked", *texts, *sources.libraries, *sources.games)


def _hash_source(source: Source | None) -> str:
    if source is None:
        return ""
    return sha256(f"{len(source.name)} {source.name}{source.text}".encode("utf-8", "surrogatepass")).hexdigest()


class _RecordedLookups:
    """Asks the loader for a checker, and records the questions and answers."""

    def __init__(self, given: Sources) -> None:
        self.given = given
        self.doors = {"library": given.find_library, "game": given.find_game}
        self.answers: dict[tuple[str, str], Source | None] = {}

    def ask(self, door: str, name: str) -> Source | None:
        """Return what the loader has; each question is asked once."""
        if (door, name) not in self.answers:
            self.answers[door, name] = self.doors[door](name)
        return self.answers[door, name]

    @property
    def sources(self) -> list[Source]:
        return [self.given.game, *self.given.house, *filter(None, self.answers.values()), NOWHERE.source]

    @property
    def record(self) -> list[list[str]]:
        return [[door, name, _hash_source(answer)] for (door, name), answer in self.answers.items()]


def _check_and_store(name: str, asking: _RecordedLookups) -> CachedGame:
    """The game checked now, and kept if all that was said of it is about texts that can be found again."""
    from interpreter.pipeline import check_game

    library, game = partial(asking.ask, "library"), partial(asking.ask, "game")
    checked = check_game(replace(asking.given, find_library=library, find_game=game))
    facts = extract_facts(checked.model) if checked.model is not None else None
    found = checked.diagnostics.in_order
    try:
        kept = {
            "asked": asking.record,
            "diagnostics": [_diagnostic_to_object(each, asking.sources) for each in found],
            "facts": _facts_to_object(facts) if facts is not None else None,
        }
    except ValueError:
        pass
    else:
        cache.store("checked", name, json.dumps(kept).encode())
    return CachedGame(_make_full_name(name, asking), found, facts, asking.given, checked.model)


def _make_full_name(name: str, asking: _RecordedLookups) -> str:
    return cache.make_key(name, *(part for question in asking.record for part in question))


def _recall(name: str, asking: _RecordedLookups) -> CachedGame | None:
    found = cache.fetch_as("checked", name, partial(_read_checked, asking))
    if found is None or not found[0]:
        return None
    _, diagnostics, facts = found
    return CachedGame(_make_full_name(name, asking), diagnostics, facts, asking.given)


def _read_checked(asking: _RecordedLookups, content: bytes) -> tuple[bool, tuple[Diagnostic, ...], GameFacts | None]:
    """An entry: whether the texts are still the same, and if so what was found. Raises whatever it meets."""
    kept = json.loads(content)
    try:
        if any(_hash_source(asking.ask(door, word)) != digest for door, word, digest in kept["asked"]):
            return False, (), None
    except Rejected:  # a file that cannot be read now: the checker says so
        return False, (), None
    found = tuple(_diagnostic_from_object(each, asking.sources) for each in kept["diagnostics"])
    facts = _facts_from_object(kept["facts"]) if kept["facts"] is not None else None
    if facts is None and not found:
        raise ValueError("a game without facts has no mistake")
    return True, found, facts


# ---- as plain data


def _facts_to_object(facts: GameFacts) -> dict[str, Any]:
    options = [
        (each.name, each.type and (each.type.low, each.type.high), each.default, *_list_values(each), each.texts)
        for each in facts.options.values()
    ]
    return {**vars(facts), "options": options}


def _list_values(option: OptionFacts) -> tuple[list[int], list[str]]:
    """The values of an option, and how they are written; of a range nothing, as its ends say all."""
    return ([], []) if isinstance(option.values, range) else (list(option.values), list(option.names))


def _read_option(kept: Sequence[Any]) -> OptionFacts:
    name, kind, default, values, names, texts = kept
    if kind and not values:
        numbers = range(kind[0], kind[1] + 1)
        return OptionFacts(name, NumberType(*kind), default, numbers, WrittenNumbers(numbers), tuple(texts))
    return OptionFacts(name, kind and NumberType(*kind), default, tuple(values), tuple(names), tuple(texts))


def _facts_from_object(kept: dict[str, Any]) -> GameFacts:
    options = {each[0]: _read_option(each) for each in kept["options"]}
    players, sides, seats, house = (tuple(kept[part]) for part in ("players", "sides", "seats", "house"))
    members = tuple((name, shown) for name, shown in kept["members"])
    return GameFacts(kept["name"], kept["title"], players, options, sides, seats, house, members)


def _diagnostic_to_object(each: Diagnostic, sources: Sequence[Source]) -> dict[str, Any]:
    def placed(span: Span | None) -> list[int] | None:
        if span is None:
            return None
        return [_find_number(span.source, sources), span.start, span.end]

    return {
        **vars(each),
        "severity": each.severity.value,
        "span": placed(each.span),
        "labels": [(placed(label.span), label.text) for label in each.labels],
        "fix": each.fix and (placed(each.fix.span), each.fix.replacement),
    }


def _find_number(source: Source, sources: Sequence[Source]) -> int:
    """Return the number of the text. Raises ValueError for one that the loader did not give."""
    return [*map(id, sources)].index(id(source))


def _diagnostic_from_object(kept: dict[str, Any], sources: Sequence[Source]) -> Diagnostic:
    def place(where: list[int]) -> Span:
        return Span(sources[where[0]], *where[1:])

    return Diagnostic(
        code=kept["code"],
        span=place(kept["span"]) if kept["span"] is not None else None,
        message=kept["message"],
        label=kept["label"],
        labels=tuple(Label(place(where), text) for where, text in kept["labels"]),
        notes=tuple(kept["notes"]),
        help=kept["help"],
        fix=Fix(place(kept["fix"][0]), kept["fix"][1]) if kept["fix"] is not None else None,
        severity=Severity(kept["severity"]),
        about=tuple(kept["about"]),
    )
