"""Translates options between what people write and the numbers that lowering expects.

What `format_settings` gives can be given to `read_settings` again. A game is a model here, or its `GameFacts`: the part
that setting up needs, small enough to cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, overload

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostics
from interpreter.diagnostics.messages import settings as errors
from interpreter.domains import NumberType

if TYPE_CHECKING:
    from interpreter.model import Model, OptionInfo


WRITTEN_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class WrittenNumbers(Sequence[str]):
    """The numbers of a range as they are written, none of which is, before it is asked for."""

    numbers: range

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return tuple(map(str, self.numbers[at])) if isinstance(at, slice) else str(self.numbers[at])

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and WRITTEN_NUMBER.fullmatch(text) is not None and int(text) in self.numbers

    def index(self, text: str, *_: int) -> int:
        """The index of a number that is among them."""
        return self.numbers.index(int(text))


@dataclass(frozen=True)
class OptionFacts:
    """An option as one sets it. `type` is None unless its values are numbers."""

    name: str
    type: NumberType | None
    default: int
    values: Sequence[int]
    names: Sequence[str]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class GameFacts:
    """The facts of a game that setting it up needs. `sides` and `seats`, as many as may play, are written as in the
    ruleset; `house` names the house rules. `members` of kinds that people read otherwise than they are written stand
    here as they are written, and as people read them."""

    name: str
    title: str
    players: tuple[int, ...]
    options: dict[str, OptionFacts]
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    house: tuple[str, ...]
    members: tuple[tuple[str, str], ...]


Game: TypeAlias = "Model | GameFacts"
Option: TypeAlias = "OptionInfo | OptionFacts"


def extract_facts(model: Model) -> GameFacts:
    options = {
        each.name: OptionFacts(
            each.name,
            each.type if isinstance(each.type, NumberType) else None,
            each.default,
            each.values,
            each.names,
            each.texts,
        )
        for each in model.options.values()
    }
    sides = model.kinds["side"].members if "side" in model.kinds else ()
    house = tuple(each.name for each in model.house)
    every = (pair for kind in model.kinds.values() for pair in zip(kind.members, kind.shown, strict=True))
    members = tuple(dict.fromkeys((name, shown) for name, shown in every if name != shown))
    seats = model.kinds["player"].members
    return GameFacts(model.name, model.title, model.players, options, sides, seats, house, members)


def find_written_names(model: Game, seats: int, by_side: bool) -> tuple[tuple[str, ...], ...]:
    """The names of sides, if seats belong to sides, and of this number of players, as in the ruleset."""
    facts = model if isinstance(model, GameFacts) else extract_facts(model)
    return (facts.sides if by_side else (), facts.seats[:seats])


def read_settings(model: Game, written: Iterable[tuple[str, str]], diagnostics: Diagnostics) -> dict[str, int]:
    """The values asked for, by option; of several for one option the last counts. What cannot be used is left out
    and reported."""
    values: dict[str, int] = {}
    for name, text in written:
        option = model.options.get(name.strip())
        if option is None:
            diagnostics.add(errors.setting_unknown(name.strip(), tuple(model.options), model.name))
            continue
        value = _read_value(option, text.strip())
        if value is None:
            alternatives = tuple(zip(option.names, option.texts, strict=True)) if any(option.texts) else ()
            kind, limits = option.type, ""
            if isinstance(kind, NumberType) and not alternatives:
                limits = f"a whole number from {kind.low} to {kind.high}"
            diagnostics.add(errors.setting_value(option.name, text.strip(), alternatives, limits))
        else:
            values[option.name] = value
    return values


def read_players(model: Game, players: int | None, diagnostics: Diagnostics) -> int | None:
    if players is not None and players not in model.players:
        diagnostics.add(errors.players_number(players, model.players, model.name))
        return None
    return players


def format_settings(model: Game, values: Mapping[str, int]) -> dict[str, int | str]:
    """The value of every option, as written in a ruleset: the given one, or the default."""
    return {name: format_setting(option, values.get(name, option.default)) for name, option in model.options.items()}


def format_setting(option: Option, value: int) -> int | str:
    """One value of an option, as written in a ruleset; numbers as numbers."""
    if isinstance(option.type, NumberType) or value not in option.values:
        return value
    return option.names[option.values.index(value)]


def to_plain_value(option: Option, value: int) -> int | str | bool:
    """One value of an option, as TOML has it."""
    shown = format_setting(option, value)
    return {"yes": True, "no": False}.get(str(shown), shown)


def _read_value(option: Option, text: str) -> int | None:
    if text in option.names:
        return option.values[option.names.index(text)]
    if not isinstance(option.type, NumberType) or not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    return int(text) if int(text) in option.values else None
