"""Checks house rules in TOML against the schema of their game, the one that `groundrules schema` prints.

What the library jsonschema finds is reported in our own words, at its place in the file. What does not fit is left
out of the table, so that the rest can be read and checked further. The library is loaded only here, when there is
TOML to read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from interpreter.check.options import report_wrong_alternative
from interpreter.check.schema import ABOUT_EXAMPLES, list_row_keys, make_schema
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import house, names
from interpreter.diagnostics.messages import toml as errors
from interpreter.diagnostics.wording import a_or_an
from interpreter.model import Model, RowInfo
from interpreter.parser.toml_house import is_whole_table, read_option_literal, report_no_literal
from interpreter.parser.toml_places import PlacedValue, strip_places, strip_quotes
from interpreter.source import Span

Path: TypeAlias = tuple[str | int, ...]

ABOUT_ITSELF = ("house_rules", "title", "for", "after", "source")
"""Keys that say nothing of the game."""

DOING = {
    "options": ("option", "set"),
    "examples": ("option", "set"),
    "tables": ("table", "change"),
    "dice": ("dice", "replace"),
    "choices": ("choice", "change"),
}
"""What the entries of a table are, and what is done to them."""

DROPPED_DEPTH = {"options": 2, "examples": 2, "dice": 2, "tables": 3, "choices": 3, "after": 2, "without_examples": 2}
"""How long the path is to what is left out where something in it does not fit."""

VAGUE = ("required", "oneOf", "anyOf")
"""Words of a schema that say less than others do, the vaguest last."""


@dataclass(frozen=True)
class SchemaViolation:
    """One thing that does not fit: where, which word of the schema says so, and the keys that it knows there."""

    path: Path
    word: str
    known: tuple[str, ...]

    @property
    def vagueness(self) -> int:
        return VAGUE.index(self.word) + 1 if self.word in VAGUE else 0


def check_against_schema(root: PlacedValue, game: Model) -> tuple[tuple[Diagnostic, ...], PlacedValue]:
    """What does not fit the schema of a game, and the table without it. Of house rules for another game, which has a
    schema of its own, only what they say of themselves is looked at."""
    named = root.table.get("for")
    if named is not None and isinstance(named.value, str) and named.value != game.name:
        root = replace(root, value={key: each for key, each in root.table.items() if key in ABOUT_ITSELF})
    found = list(_find_violations(root, game))
    wording = _Reporter(root, game)
    told = tuple(diagnostic for each in found for diagnostic in wording.report(each))
    return told, _drop_entries(root, {path for each in found for path in wording.list_dropped(each)})


def _find_violations(root: PlacedValue, game: Model) -> Iterator[SchemaViolation]:
    """What jsonschema finds, but for what follows from something else in the same place."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(make_schema(game))
    found = [
        SchemaViolation(tuple(each.absolute_path), each.validator, tuple(each.schema.get("properties", ())))
        for each in validator.iter_errors(strip_places(root))
    ]
    clearest: dict[Path, int] = {}
    for each in found:
        for length in range(len(each.path) + 1):
            above = each.path[:length]
            clearest[above] = min(each.vagueness, clearest.get(above, each.vagueness))
    for each in found:
        if not each.path or each.vagueness == clearest[each.path]:
            yield each


@dataclass(frozen=True)
class _Reporter:
    root: PlacedValue
    game: Model

    def report(self, finding: SchemaViolation) -> Iterator[Diagnostic]:
        entry = _find_entry(self.root, finding.path)
        match finding.word:
            case "additionalProperties":
                yield from (
                    self.report_unknown(finding, key, entry.table[key]) for key in _list_unknown_keys(finding, entry)
                )
            case "required" if not finding.path:
                yield from self.report_missing(entry)
            case _:
                yield from self.report_wrong(finding.path, entry)

    def list_dropped(self, finding: SchemaViolation) -> Iterator[Path]:
        paths = [finding.path]
        if finding.word == "additionalProperties":
            paths = [(*finding.path, key) for key in _list_unknown_keys(finding, _find_entry(self.root, finding.path))]
        for path in paths:
            if path and not self.is_for_another(path):
                depth = DROPPED_DEPTH.get(str(path[0]), 1)
                whole = path[0] == "tables" and len(path) > 2 and is_whole_table(_find_entry(self.root, path[:2]))
                yield path[: depth - whole]

    def is_for_another(self, path: Path) -> bool:
        """Whether the only mistake is that another game is named, which is said wherever house rules are read."""
        return path == ("for",) and isinstance(_find_entry(self.root, path).value, str)

    # ---- keys

    def report_missing(self, entry: PlacedValue) -> Iterator[Diagnostic]:
        first = Span(entry.span.source, 0, min(1, len(entry.span.source.text)))
        for key, name in (("house_rules", "short_game"), ("for", self.game.name)):
            if key not in entry.table:
                yield errors.toml_missing(first, key, f'{key} = "{name}"')

    def report_unknown(self, finding: SchemaViolation, key: str, entry: PlacedValue) -> Diagnostic:
        span = strip_quotes(entry.key)
        match finding.path:
            case (_, *_) if key in (*ABOUT_ITSELF, *ABOUT_EXAMPLES):
                return errors.toml_place(span, key)
            case (str(top),):
                word, doing = DOING[top]
                return house.target_missing(span, word, key, doing, finding.known, _describe_sort(self.game, key))
            case path:
                where = f"for a {'row' if path[0] == 'tables' else 'choice'}" if path else "in house rules"
                return errors.toml_key(span, key, where, finding.known)

    # ---- values

    def report_wrong(self, path: Path, entry: PlacedValue) -> Iterator[Diagnostic]:
        match path:
            case _ if self.is_for_another(path):
                pass
            case ("house_rules" | "for" | "after" as key, *_):
                yield errors.toml_value(entry.span, key, "a name in quotes", f'{key} = "my_game"')
            case ("own_examples",):
                yield errors.not_examples(entry.span)
            case ("title" | "source" as key,):
                yield _report_no_text(entry, key)
            case ("options" | "examples", str(name)):
                yield self.report_option(name, entry)
            case ("dice", str(name)):
                yield errors.toml_value(entry.span, name, "dice in quotes", f'{name} = "2d6"')
            case ("tables", _, str(key)) if key in ABOUT_EXAMPLES:
                yield errors.toml_place(strip_quotes(entry.key), key)
            case ("tables", str(table), str(key), *rest):
                yield self.report_row(table, key, rest, entry)
            case ("choices", str(name), "default"):
                yield self.report_default(name, entry)
            case ("without_examples", *_):
                yield self.report_example(entry)
            case _:
                heading = ".".join(map(str, path))
                yield errors.toml_value(entry.span, str(path[-1]), "a table", f"[{heading}]")

    def report_option(self, name: str, entry: PlacedValue) -> Diagnostic:
        literal, info = read_option_literal(entry), self.game.options[name]
        if literal is None:
            return report_no_literal(entry, name)
        return report_wrong_alternative(name, literal, info.names, info.values)

    def report_default(self, name: str, entry: PlacedValue) -> Diagnostic:
        if not isinstance(entry.value, str):
            return _report_no_text(entry, "default")
        return names.unknown_name(strip_quotes(entry.span), entry.value, "offer", self.game.choices[name].names)

    def report_example(self, entry: PlacedValue) -> Diagnostic:
        if not isinstance(entry.value, str):
            return _report_no_text(entry, "without_examples")
        titles = [each.name for each in self.game.examples]
        return house.target_missing(entry.span, "example", entry.value, "remove", titles)

    # ---- rows

    def report_row(self, table: str, key: str, rest: Sequence[str | int], entry: PlacedValue) -> Diagnostic:
        """A row that is not written as rows are, or that was not as it says."""
        match rest:
            case [] if not self.game.tables[table].crosstab and is_whole_table(self.root.table["tables"].table[table]):
                return errors.toml_value(entry.span, key, "what it is now", f'"{key}" = "..."')
            case [] if key == "replace" and entry.value is False:
                return errors.toml_value(entry.span, key, "true", "replace = true")
            case ["was"] if isinstance(entry.value, str):
                return self.report_difference(table, key, _find_entry(self.root, ("tables", table, key)))
            case ["was" | "now" as part]:
                return _report_no_text(entry, part)
            case ["remove"] if self.game.tables[table].crosstab and entry.value is True:
                row = _find_entry(self.root, ("tables", table, key))
                return house.cell_not_removable(_collect_row_facts(table, row), True, row.key.to(row.span))
            case ["remove"]:
                return errors.toml_value(entry.span, "remove", "true", "remove = true")
        there = _find_row(self.game, table, key)
        if there is not None and {"was", "now"} <= entry.table.keys() and "remove" not in entry.table:
            return self.report_difference(table, key, entry)
        if there is not None and (isinstance(entry.value, str) or entry.table.keys() == {"now"}):
            return house.was_missing(_collect_row_facts(table, entry), there.span, there.shown)
        example = f'"{key}" = {{ was = "...", now = "..." }}'
        return errors.toml_value(entry.span, key, "what it was, and what it is now", example)

    def report_difference(self, table: str, key: str, entry: PlacedValue) -> Diagnostic:
        there = _find_row(self.game, table, key)
        assert there is not None
        return house.row_differs(_collect_row_facts(table, entry), entry.table["was"].inside, there.span, there.shown)


def _report_no_text(entry: PlacedValue, key: str) -> Diagnostic:
    return errors.toml_value(entry.span, key, "a text in quotes", f'{key} = "..."')


def _list_unknown_keys(finding: SchemaViolation, entry: PlacedValue) -> list[str]:
    return [key for key in entry.table if key not in finding.known]


def _find_row(game: Model, table: str, key: str) -> RowInfo | None:
    info = game.tables[table]
    return next((each for each in info.rows if key in list_row_keys(info, each)), None)


def _collect_row_facts(table: str, entry: PlacedValue) -> house.RowFacts:
    result = entry.table.get("now") or entry.table.get("was") or entry
    return house.RowFacts(
        table, strip_quotes(entry.key), strip_quotes(entry.key).text, result.inside, result.inside.text
    )


def _describe_sort(game: Model, name: str) -> str:
    """What else has a name, as `a rule`; nothing if nothing has."""
    sorts: tuple[tuple[str, Collection[str]], ...] = (
        ("option", game.options),
        ("dice", game.dice),
        ("table", game.tables),
        ("choice", game.choices),
        ("define", game.defines),
    )
    found = next((word for word, named in sorts if name in named), "")
    routine = game.routines.get(name)
    word = routine.kind if routine is not None else found
    return a_or_an(word) if word else ""


# ---- tables of TOML


def _find_entry(root: PlacedValue, path: Iterable[str | int]) -> PlacedValue:
    for step in path:
        root = root.value[step] if isinstance(root.value, list) and isinstance(step, int) else root.table[str(step)]
    return root


def _drop_entries(placed: PlacedValue, dropped: Collection[Path], path: Path = ()) -> PlacedValue:
    if isinstance(placed.value, dict):
        kept = {key: _drop_entries(each, dropped, (*path, key)) for key, each in placed.value.items()}
        return replace(placed, value={key: each for key, each in kept.items() if (*path, key) not in dropped})
    if isinstance(placed.value, list):
        items = [(*path, at) for at in range(len(placed.value))]
        return replace(placed, value=[each for each, at in zip(placed.value, items, strict=True) if at not in dropped])
    return placed


def list_texts(root: PlacedValue, key: str) -> list[str]:
    entry = root.table.get(key)
    several = entry.value if entry is not None and isinstance(entry.value, list) else [entry]
    return [each.value for each in several if each is not None and isinstance(each.value, str)]
