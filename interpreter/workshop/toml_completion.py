"""Completions at a place of house rules in TOML, from the schema of their game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from interpreter.parser.toml_gap import TomlGap

Schema: TypeAlias = dict[str, Any]
Fitting: TypeAlias = tuple[str, str, str]
"""What could be written, what sort of thing that is, and a few words on it."""

NO_GAME: Schema = {
    "properties": {
        "house_rules": {"description": "The name of the house rules."},
        "for": {"description": "The game that they change."},
        "title": {"description": "Their title, as people read it."},
    }
}
"""Completions while the game is not known yet."""

BARE = re.compile(r"[A-Za-z0-9_-]+")
MOST_NUMBERS = 20


def list_fitting(schema: Schema, gap: TomlGap) -> Iterator[Fitting]:
    if gap.wanted == "heading":
        for each in _list_headings(schema):
            if each[: len(gap.path)] == gap.path:
                yield _join(each[len(gap.path) :]), "table", ""
        return
    nodes = _follow(schema, gap.path)
    if gap.wanted == "value":
        for value, about in (found for node in nodes for found in _list_values(node)):
            yield write_value(value, gap.quote), "value", about
        return
    for node in nodes:
        yield from _list_keys(node, gap)
    if not gap.quote and gap.path in ((), *_list_headings(schema)):
        yield from ((f"[{_join(each)}]", "table", "") for each in _list_headings(schema))


def write_value(value: str | int, quote: str) -> str:
    """A value as TOML has it; where a quote is there already, what comes after it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) or quote:
        return str(value)
    return f"'{value}'" if '"' in value or "\\" in value else f'"{value}"'


def _follow(schema: Schema, path: tuple[str, ...]) -> list[Schema]:
    """The alternatives that the schema allows at a place."""
    nodes = [schema]
    for key in path:
        nodes = [found for node in nodes for found in _find_property(node, key)]
    return nodes


def _find_property(node: Schema, key: str) -> Iterator[Schema]:
    found = node.get("properties", {}).get(key, node.get("additionalProperties"))
    if isinstance(found, dict):
        yield found.get("else", found)
    for either in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from _find_property(either, key)


def _list_headings(schema: Schema) -> list[tuple[str, ...]]:
    """The tables of the file: `options`, and `tables` with the name of each."""
    found: list[tuple[str, ...]] = []
    for key, node in schema["properties"].items():
        entries = node.get("properties", {})
        inner = [name for name, each in entries.items() if each.get("type") == "object"]
        found += [(key, name) for name in inner] if inner else [(key,)] if entries else []
    return found


def _list_keys(node: Schema, gap: TomlGap) -> Iterator[Fitting]:
    for key, each in node.get("properties", {}).items():
        was = next((value for found in _find_property(each, "was") for value, _ in _list_values(found)), None)
        about = each.get("description", "")
        if "not" in each or (not gap.path and each.get("type") == "object"):
            continue
        if was is not None and not gap.quote:
            yield f'{_join((key,))} = {{ was = {write_value(was, "")}, now = "" }}', "row", about
        else:
            yield key if gap.quote else _join((key,)), "key", about or (f"was {was}" if was is not None else "")


def _list_values(node: Schema) -> Iterator[tuple[str | int, str]]:
    """The values that may stand at a place, with what each means."""
    about: str = node.get("title") or node.get("description") or ""
    for value in (*node.get("enum", ()), *(node[word] for word in ("const", "default") if word in node)):
        yield value, about
    if node.get("type") == "boolean":
        yield from ((True, about), (False, about))
    low, high = node.get("minimum"), node.get("maximum")
    if low is not None and high is not None and high - low < MOST_NUMBERS:
        yield from ((number, about) for number in range(low, high + 1))
    for each in (*node.get("anyOf", ()), *node.get("oneOf", ()), *([node["items"]] if "items" in node else ())):
        yield from _list_values(each)


def _join(keys: tuple[str, ...]) -> str:
    return ".".join(each if BARE.fullmatch(each) else write_value(each, "") for each in keys)
