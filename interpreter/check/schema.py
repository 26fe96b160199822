"""A JSON Schema for house rules in TOML, made from a game: its options with their alternatives, its tables with their
keys and outcomes, its dice and choices. An editor that knows it completes and checks a file while it is written. The
tests hold it against what the checker accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeAlias

from interpreter.domains import MemberType, NumberType, YesNoType
from interpreter.model import ChoiceInfo, DiceInfo, Model, OptionInfo, RoutineInfo, RowInfo, TableInfo, Variable
from interpreter.parser.toml_house import DICE

Schema: TypeAlias = dict[str, object]

END = r"(?![\s\S])"
"""The end of a text. A `$` would let a line's end stand before it."""

WORD = r"[^\W\d]\w*"
NAME = f"^{WORD}{END}"
LONGER = f"^(?!{WORD}{END})"
"""Anything but a single word."""

ABOUT_EXAMPLES = ("without_examples", "own_examples")
"""Keys that nothing in a table is called: they are about the whole file."""

TOKEN = re.compile(r'"[^"]*"|\w+|\S')
WORDS = re.compile(r"\w\w")
SIGN = re.compile(r"[.^$*+?()\[\]{}|\\/]")

NOTHING: Schema = {"not": {}}
TEXT: Schema = {"type": "string"}
NAMED: Schema = {"type": "string", "pattern": NAME}


def make_schema(game: Model) -> Schema:
    options = {name: _option_schema(info) for name, info in game.options.items()}
    titles: Schema = {"type": "string", "enum": [each.name for each in game.examples]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"House rules for {game.title}",
        "type": "object",
        "required": ["house_rules", "for"],
        "additionalProperties": False,
        "properties": {
            "house_rules": {**NAMED, "description": "The name of the house rules."},
            "title": {**TEXT, "description": "Their title, as people read it."},
            "for": {"const": game.name, "description": "The game that they change."},
            "after": _one_or_list("House rules that these come after, where both change one thing.", NAMED),
            "source": {**TEXT, "description": "The document that they were taken from."},
            "options": _table_schema("Values of options.", options),
            "tables": _table_schema(
                "Rows of tables.", {name: _rows_schema(info) for name, info in game.tables.items()}
            ),
            "dice": _table_schema("Other dice.", {name: _dice_schema(info) for name, info in game.dice.items()}),
            "choices": _table_schema(
                "Other defaults of choices.", {name: _choice_schema(game, info) for name, info in game.choices.items()}
            ),
            "examples": _table_schema("Options that the game's examples were written for.", options),
            "without_examples": _one_or_list("Examples of the game that are no longer true.", titles),
            "own_examples": {
                **TEXT,
                "description": "Examples, new and changed, in the language, between three single quotes.",
            },
        },
    }


def _one_or_list(description: str, item: Schema) -> Schema:
    return {"description": description, "type": ["string", "array"], "items": item, "if": TEXT, "then": item}


def _table_schema(description: str, properties: dict[str, Schema]) -> Schema:
    return {"description": description, "type": "object", "additionalProperties": False, "properties": properties}


def _option_schema(info: OptionInfo) -> Schema:
    """An option: numbers in their range, yes or no, or one of its names, each with what it means."""
    question = {"description": info.question} if info.question else {}
    if isinstance(info.type, YesNoType):
        return {**question, "enum": [True, False, "yes", "no"]}
    if isinstance(info.type, NumberType) and not any(info.texts):
        return {**question, "type": "integer", "minimum": info.type.low, "maximum": info.type.high}
    written = [int(each) if each.isdigit() else each for each in info.names]
    return {
        **question,
        "oneOf": [{"const": name, "title": text} for name, text in zip(written, info.texts, strict=True)],
    }


# ---- rows


def _rows_schema(info: TableInfo) -> Schema:
    """A table: each key that it has, and any other that house rules may add; or all rows anew."""
    result: Schema = {"anyOf": [{"enum": sorted({row.shown for row in info.rows})}, TEXT]}
    keys: Schema = {
        key: _row_schema(row.shown, result, info.crosstab) for row in info.rows for key in _list_row_keys(info, row)
    }
    nowhere = dict.fromkeys(ABOUT_EXAMPLES, NOTHING)
    changed: Schema = {"additionalProperties": _row_schema(None, result, info.crosstab)}
    if info.crosstab:
        return {"type": "object", "properties": keys | nowhere, **changed}
    whole: Schema = {"const": True, "description": "All rows of the game's table are replaced."}
    return {
        "type": "object",
        "if": {"properties": {"replace": whole}, "required": ["replace"]},
        "then": {"properties": {"replace": whole, **nowhere}, "additionalProperties": result},
        "else": {"properties": {**keys, "replace": keys.get("replace", whole), **nowhere}, **changed},
    }


def _list_row_keys(info: TableInfo, row: RowInfo) -> list[str]:
    """The keys of a row: all together, and where there is one key each by itself."""
    apart = row.text.split(", ") if len(info.keys) == 1 else []
    return list(dict.fromkeys([row.text, *apart]))


def _row_schema(there: str | None, result: Schema, crosstab: bool) -> Schema:
    """What may be written for a row: what it was and is now, or that it goes; for a row that is new, a result. A cell
    of a crosstab may be as it is to be already."""
    was = TEXT if there is None else _text_schema(there)
    row: Schema = {
        "type": "object",
        "properties": {"was": was, "now": result, "remove": {"type": "boolean"}},
        "additionalProperties": False,
    }
    changed: Schema = {"required": ["now"], "properties": {"remove": {"const": False}}}
    removed: Schema = {"required": ["was", "remove"], "properties": {"remove": {"const": True}, "now": NOTHING}}
    if crosstab:
        either: list[Schema] = [{"properties": {"was": was}}, {"properties": {"now": was}}]
        properties = {"was": TEXT, "now": result, "remove": {"const": False}}
        return {**row, "required": ["was", "now"], "properties": properties, "anyOf": either}
    if there is None:
        return {**row, "type": ["string", "object"], "anyOf": [TEXT, changed, removed]}
    return {**row, "required": ["was"], "anyOf": [changed, removed]}


def _text_schema(written: str) -> Schema:
    """A text in the language, whatever the spaces between its words and signs."""
    tokens = TOKEN.findall(written)
    pattern = SIGN.sub(r"\\\g<0>", tokens[0])
    for before, token in pairwise(tokens):
        apart = "+" if WORDS.fullmatch(before[-1] + token[0]) else "*"
        pattern += rf"\s{apart}" + SIGN.sub(r"\\\g<0>", token)
    return {"anyOf": [{"const": written}, {"type": "string", "pattern": rf"^\s*{pattern}\s*{END}"}]}


# ---- dice and choices


def _dice_schema(info: DiceInfo) -> Schema:
    return {"type": "string", "pattern": f"^{DICE}{END}", "default": info.type.written}


def _choice_schema(game: Model, info: ChoiceInfo) -> Schema:
    """A choice: one of its answers as its default, or an expression. A single word is a value of the game."""
    words = sorted({"lowest", "highest", *_list_values(game, info)} - set(info.names))
    written: Schema = {"type": "string", "pattern": LONGER}
    return _table_schema("", {"default": {"anyOf": [{"enum": list(info.names)}, {"enum": words}, written]}})


def _list_values(game: Model, info: ChoiceInfo) -> Iterator[str]:
    """What a word by itself may mean as the default of a choice. Where the answers are named, only what was
    answered before is of their sort."""
    variables = [each for routine in game.routines.values() for each in _list_variables(routine)]
    variables += [each.variable for each in game.choices.values()]
    kinds = {each.name: each.type for each in variables}
    kinds |= {name: each.value.type for name, each in game.defines.items()}
    named = isinstance(info.variable.type, MemberType) and info.variable.type.kind == info.name
    if named:
        yield from (name for name, kind in kinds.items() if isinstance(kind, MemberType) and kind.kind == info.name)
        return
    yield from kinds
    yield from ("none", "chooser", *game.options, *game.dice, *game.zones)
    declared = (kind for kind in game.kinds.values() if kind.is_declared and not kind.numbers)
    yield from (member for kind in declared for member in kind.members)


def _list_variables(routine: RoutineInfo) -> Iterator[Variable]:
    yield from routine.parameters
    yield from (state.variable for state in routine.state)
