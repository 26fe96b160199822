"""A JSON Schema for house rules in TOML, made from a game: its options with their alternatives, its tables with their
keys and outcomes, its dice and choices. An editor that knows it completes and checks a file while it is written."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.domains import YesNoType
from interpreter.model import DiceInfo, Model, OptionInfo, RowInfo, TableInfo

Schema: TypeAlias = dict[str, object]

NAME = r"^[^\W\d]\w*$"
DICE = r"^[0-9]{1,3}d[0-9]{1,4}$"


def schema(game: Model) -> Schema:
    """The schema of house rules for a game."""
    options = {name: _option(info) for name, info in game.options.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"House rules for {game.title}",
        "type": "object",
        "required": ["house_rules", "for"],
        "additionalProperties": False,
        "properties": {
            "house_rules": {"type": "string", "pattern": NAME, "description": "The name of the house rules."},
            "title": {"type": "string", "description": "Their title, as people read it."},
            "for": {"const": game.name, "description": "The game that they change."},
            "after": {
                "description": "House rules that these come after, where both change one thing.",
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            },
            "source": {"type": "string", "description": "The document that they were taken from."},
            "options": _table("Values of options.", options),
            "tables": _table("Rows of tables.", {name: _rows(info) for name, info in game.tables.items()}),
            "dice": _table("Other dice.", {name: _dice(info) for name, info in game.dice.items()}),
            "choices": _table(
                "Other defaults of choices.", {name: _choice(info.names) for name, info in game.choices.items()}
            ),
            "examples": _table("Options that the game's examples were written for.", options),
            "without_examples": {
                "description": "Examples of the game that do not hold any more.",
                "type": "array",
                "items": {"enum": [each.name for each in game.examples]},
            },
            "own_examples": {
                "description": "Examples of what is different, in the language, between three single quotes.",
                "type": "string",
            },
        },
    }


def _table(description: str, properties: dict[str, Schema]) -> Schema:
    return {"description": description, "type": "object", "additionalProperties": False, "properties": properties}


def _option(info: OptionInfo) -> Schema:
    """An option: numbers in their range, yes or no, or one of its names, each with what it means."""
    question = {"description": info.question} if info.question else {}
    if isinstance(info.type, YesNoType):
        return {**question, "type": "boolean"}
    if not any(info.texts):
        return {**question, "type": "integer", "minimum": min(info.values), "maximum": max(info.values)}
    written = [int(each) if each.isdigit() else each for each in info.names]
    return {
        **question,
        "oneOf": [{"const": name, "title": text} for name, text in zip(written, info.texts, strict=True)],
    }


def _rows(info: TableInfo) -> Schema:
    """A table: each key that it has, and any other that house rules may add."""
    outcomes = sorted({row.shown for row in info.rows})
    result: Schema = {"anyOf": [{"enum": outcomes}, {"type": "string"}]}
    keys = {key: _row(row.shown, result) for row in info.rows for key in _keys(info, row)}
    return {"type": "object", "properties": keys, "additionalProperties": _row(None, result)}


def _keys(info: TableInfo, row: RowInfo) -> list[str]:
    """The keys of a row: all together, and where there is one key each by itself."""
    apart = row.text.split(", ") if len(info.keys) == 1 else []
    return list(dict.fromkeys([row.text, *apart]))


def _row(was: str | None, result: Schema) -> Schema:
    """What may stand for a row: a new result, or what it was and is now, or that it goes."""
    there: Schema = {"type": "string"} if was is None else {"const": was}
    changed = {"was": there, "now": result}
    forms: list[Schema] = [
        {"type": "object", "required": ["was", "now"], "additionalProperties": False, "properties": changed},
        {
            "type": "object",
            "required": ["was", "remove"],
            "additionalProperties": False,
            "properties": {"was": there, "remove": {"const": True}},
        },
    ]
    return {"anyOf": [*([result] if was is None else []), *forms]}


def _dice(info: DiceInfo) -> Schema:
    return {"type": "string", "pattern": DICE, "default": f"{info.type.number}d{info.type.faces}"}


def _choice(names: tuple[str, ...]) -> Schema:
    default: Schema = {"anyOf": [{"enum": list(names)}, {"type": "string"}]}
    return _table("", {"default": default})
