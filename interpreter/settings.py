"""Options as people write them, to the numbers that lowering wants, and back.

What `show_settings` gives can be given to `read_settings` again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.diagnostics import Diagnostics
from interpreter.domains import NumberType
from interpreter.errors import settings as errors
from interpreter.model import Model, OptionInfo


def read_settings(model: Model, written: Iterable[tuple[str, str]], diagnostics: Diagnostics) -> dict[str, int]:
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
            diagnostics.add(errors.setting_value(option.name, text.strip(), _alternatives(option), _limits(option)))
        else:
            values[option.name] = value
    return values


def read_players(model: Model, players: int | None, diagnostics: Diagnostics) -> int | None:
    """The number of players asked for, if the game is for so many."""
    if players is not None and players not in model.players:
        diagnostics.add(errors.players_number(players, model.players, model.name))
        return None
    return players


def show_settings(model: Model, values: Mapping[str, int]) -> dict[str, int | str]:
    """The value of every option, as written in a ruleset: the given one, or the default."""
    return {name: show_setting(option, values.get(name, option.default)) for name, option in model.options.items()}


def show_setting(option: OptionInfo, value: int) -> int | str:
    """One value of an option, as written in a ruleset; numbers as numbers."""
    if isinstance(option.type, NumberType) or value not in option.values:
        return value
    return option.names[option.values.index(value)]


def _read_value(option: OptionInfo, text: str) -> int | None:
    if text in option.names:
        return option.values[option.names.index(text)]
    if not isinstance(option.type, NumberType) or not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    return int(text) if int(text) in option.values else None


def _alternatives(option: OptionInfo) -> tuple[tuple[str, str], ...]:
    if not any(option.texts):
        return ()
    return tuple(zip(option.names, option.texts, strict=True))


def _limits(option: OptionInfo) -> str:
    if any(option.texts) or not isinstance(option.type, NumberType):
        return ""
    return f"a whole number from {option.type.low} to {option.type.high}"
