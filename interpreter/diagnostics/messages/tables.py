"""Tables: keys without a row, rows that contradict each other or are never used, patterns that match nothing.

Keys arrive as patterns, as they would be written in a row, one list for each key of the table: `KeyFacts`. Odds
arrive as counts of rolls. What is listed is shortened here, so callers may hand over as much as they have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Fix, Label, Severity
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import find_nearest
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

Box: TypeAlias = tuple[tuple[str, ...], ...]
"""Keys for a row: for each key of the table some patterns, any of them with any of the others."""

MAX_LISTED_KEYS = 6
"""Longer lists are cut to this many items and the number of the others."""

MAX_SUGGESTED = 3
"""The most rows that a help line suggests."""


@dataclass(frozen=True)
class OddsFacts:
    """`fewest` to `most` of `of` rolls, or with `cards` of the cards of a deck. `together` is whether the key is more
    than one roll, `narrowed` whether the table is for some of them only. `among` lists the other keys that this is
    about, if it is not about all."""

    fewest: int
    most: int
    of: int
    together: bool = False
    narrowed: bool = False
    among: tuple[Box, ...] = ()
    cards: bool = False


@dataclass(frozen=True)
class KeyFacts:
    """Some keys of a table, in `boxes` that do not overlap, and how likely they are, if they are chance."""

    boxes: tuple[Box, ...]
    odds: tuple[OddsFacts, ...] = ()


@dataclass(frozen=True)
class PatternFacts:
    """What a key can be. `sort` is "roll", "throw", "words" (a roll or throw of dice with words), "number", "member",
    "set", "yes or no" or "a text"; `name` the dice's or the kind's name; `least` and `most` the ends of its range as
    written; `dice` such as "2d6", and `sample` a roll of them by its faces, if that can say more than its total. `none`
    is for a key that can also be none."""

    sort: str
    name: str = ""
    least: str = ""
    most: str = ""
    members: tuple[str, ...] = ()
    dice: str = ""
    sample: str = ""
    none: bool = False


@dataclass(frozen=True)
class RowName:
    """A row of a table, or a cell of a crosstab, as messages name it. `more` is the number of other cells in the same
    line or column with the same mistake."""

    table: str
    span: Span
    text: str
    cell: bool = False
    more: int = 0

    @property
    def in_words(self) -> str:
        return f"the {'cell' if self.cell else 'row'} `{self.text}` of table `{self.table}`"

    @property
    def notes(self) -> tuple[str, ...]:
        return (f"so for {self.more} more {_choose_verb(self.more, 'cell', 'cells')}",) if self.more else ()


@dataclass(frozen=True)
class RowEnd:
    """A row, and a result for another row like it."""

    span: Span
    result: str


# ---- tables


def table_gap(name: str, span: Span, missing: KeyFacts, crosstab: bool, last: RowEnd | None = None) -> Diagnostic:
    """`last` is the row after which another can be written."""
    return Diagnostic("table-gap", span,
        (
            f"table `{name}` has no {'cell' if crosstab else 'row'} for {_format_keys(missing)}{_format_odds(missing)}"
        ),
        label="a value without a row",
        help=_suggest_row(missing.boxes, crosstab),
        fix=_add_rows(missing.boxes, last) if last is not None and not crosstab else None,
    )


def table_overlap(
    row: RowName, shared: KeyFacts, others: Sequence[str], places: Sequence[tuple[Span, KeyFacts]], unreported: int = 0
) -> Diagnostic:
    """A row that gives another result than others for the same keys, while neither is more specific. `places` are
    where the first of the others stand; `unreported` counts rows in the same case that get no message."""
    rows = f"{_join_items(_quote_names([row.text, *others]), 'and')} of table `{row.table}`"
    left_out = (f"{unreported} more rows of this table contradict each other",) if unreported else ()
    return Diagnostic("table-overlap", row.span,
        f"{rows} give different results for {_format_keys(shared)}{_format_odds(shared)}",
        label=f"one result for {_format_keys(shared)}",
        labels=tuple(Label(where, f"another result for {_format_keys(keys)}") for where, keys in places),
        notes=(*row.notes, *left_out),
        help="remove these values from all rows but one, or add a row for these values alone, which beats the others",
    )


def table_row_unreachable(row: RowName, catches_all: bool, takers: Sequence[tuple[Span, KeyFacts]]) -> Diagnostic:
    """A row that is never used, since more specific rows match all its keys."""
    why = "every value has a row of its own" if catches_all else "more specific rows match all that it matches"
    return Diagnostic("table-row-unreachable", row.span,
        f"{row.in_words} is never used: {why}",
        label="never used",
        labels=_label_takers(takers),
        notes=row.notes,
        help="remove it, or correct its patterns or those of the other rows",
        fix=_leave_row_out(row),
    )


def table_pattern_unreachable(
    row: RowName, patterns: Sequence[str], takers: Sequence[tuple[Span, KeyFacts]]
) -> Diagnostic:
    """Patterns that are never used, in a row that is; the row's span is the first pattern's."""
    listed, number = _join_items(_quote_names(patterns), "and"), len(patterns)
    return Diagnostic("table-pattern-unreachable", row.span,
        f"{listed} in {row.in_words} {_choose_verb(number, 'is', 'are')} never used: "
        f"more specific rows match all that {_choose_verb(number, 'it matches', 'they match')}",
        label="never used",
        labels=_label_takers(takers),
        notes=row.notes,
        help=f"remove {_choose_verb(number, 'it', 'them')}, if the other rows are right",
        fix=_leave_pattern_out(row),
        severity=Severity.WARNING,
    )


def table_pattern_repeated(row: RowName, patterns: Sequence[str]) -> Diagnostic:
    """Patterns that occur twice in one row; the row's span is the first repetition's."""
    return Diagnostic("table-pattern-repeated", row.span,
        f"{row.in_words} has {_join_items(_quote_names(patterns), 'and')} more than once",
        label="already in this row",
        notes=row.notes,
        help="remove it, or write the pattern that you mean",
        fix=_leave_pattern_out(row),
    )


def _leave_row_out(row: RowName) -> Fix | None:
    """Remove a row with its lines."""
    text, start = row.span.source.text, row.span.start - row.span.column + 1
    end = text.find("\n", row.span.end) + 1
    return Fix(Span(row.span.source, start, end), "") if end and not row.cell else None


def _leave_pattern_out(row: RowName) -> Fix | None:
    """Remove a pattern with the comma beside it."""
    text, span = row.span.source.text, row.span
    before = re.search(r"[ \t]*,[ \t]*\Z", text[: span.start])
    after = re.match(r"[ \t]*,[ \t]*", text[span.end :])
    if row.cell or not (before or after):
        return None
    start = before.start() if before else span.start
    end = span.end if before or not after else span.end + after.end()
    return Fix(Span(span.source, start, end), "")


def table_too_large(name: str, span: Span, size: int, largest: int, keys: int = 1) -> Diagnostic:
    """A key of a table, or all `keys` of one together, with too many possible values."""
    how_many = f"{size:,}" if size < 10**15 else "far too many"
    have, what = ("key of `{}` has", "values") if keys == 1 else ("keys of `{}` have", "combinations")
    return Diagnostic("table-too-large", span,
        f"the {have.format(name)} {how_many} possible {what}; a table can have at most {largest:,}",
        label=f"{how_many} possible {what}",
        help="narrow a key with `in`, as in `on score in 0..20`, or use several smaller tables",
    )


# ---- patterns


def table_pattern_outside(span: Span, text: str, outside: Sequence[str], key: PatternFacts) -> Diagnostic:
    """A pattern for keys that cannot occur; `outside` lists its impossible parts, or nothing if all of it is."""
    listed = _join_items(_quote_names(outside), "and")
    message = f"{listed} in `{text}` can never happen here" if outside else f"`{text}` can never happen here"
    return Diagnostic("table-pattern-outside", span,
        message,
        label="partly outside the range of the key" if outside else "outside the range of the key",
        help=_format_range(key),
    )


def not_a_pattern(span: Span, text: str, key: PatternFacts, separated: Sequence[str] = ()) -> Diagnostic:
    """Something that is not a key. `separated` are patterns with only the commas between them missing."""
    rewritten = ", ".join(separated)
    return Diagnostic("not-a-pattern", span,
        f"`{text}` is not a pattern for this table",
        label=f"the key is {_describe_key(key)}",
        help=f"separate patterns with commas: `{rewritten}`" if separated else _suggest_pattern(key),
        fix=Fix(span, rewritten) if separated else None,
    )


def pattern_name_unknown(span: Span, name: str, key: PatternFacts) -> Diagnostic:
    """A name that is not one of the members a key can be."""
    guess = find_nearest(name, key.members)
    members = _join_items(_quote_names((*key.members, "none") if key.none else key.members), "or")
    return Diagnostic("pattern-name-unknown", span,
        f"`{name}` is not a member of `{key.name}`" if key.name else f"there is nothing called `{name}` here",
        label=f"the key is {_describe_key(key)}",
        help=f"did you mean `{guess}`?" if guess else f"write {members}",
        fix=Fix(span, guess) if guess else None,
    )


def faces_miscounted(span: Span, text: str, found: int, key: PatternFacts, wanted: int) -> Diagnostic:
    return Diagnostic("faces-miscounted", span,
        f"`{text}` shows {_name_dice(found)}, but `{key.name}` is {_name_dice(wanted)} ({key.dice})",
        label=f"{_name_dice(found)} here",
        help=_suggest_faces(key, wanted),
    )


def _suggest_faces(key: PatternFacts, wanted: int) -> str:
    if wanted == 1:
        return f"write the face alone, {f'as in `{key.sample}`' if key.members else f'`{key.least}` to `{key.most}`'}"
    return f"write {wanted} faces, such as `{key.sample}`{'' if key.members else ', or the total'}"


def faces_beyond_die(
    span: Span, text: str, face: int | str, key: PatternFacts, sides: tuple[int | str, ...]
) -> Diagnostic:
    return Diagnostic("faces-beyond-die", span,
        f"no die of `{key.name}` ({key.dice}) shows {face}",
        label=f"`{text}` can never be rolled",
        help=f"each face is {list_faces(sides)}",
    )


def list_faces(sides: tuple[int | str, ...]) -> str:
    """The faces of a die, in words."""
    numbers = sorted({each for each in sides if isinstance(each, int)})
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"a number from {numbers[0]} to {numbers[-1]}"
    different: list[int | str] = [*numbers] or [*dict.fromkeys(sides)]
    return " or ".join(filter(None, (", ".join(map(str, different[:-1])), str(different[-1]))))


# ---- lists, keys and odds in words


def format_percentage(share: Fraction) -> str:
    """A share of the whole: `5.6%`, `50%`; with more digits where it would look like nothing or everything."""
    for digits in range(1, 12):
        scale = 10**digits
        rounded = (share * 100 * scale + Fraction(1, 2)) // 1
        if (0 < rounded < 100 * scale) or share in (0, 1):
            break
    whole, part = divmod(int(rounded), scale)
    return f"{whole}.{part:0{digits}}".rstrip("0").rstrip(".") + "%"


def _join_items(items: Sequence[str], word: str) -> str:
    if len(items) > MAX_LISTED_KEYS + 1:
        return f"{', '.join(items[:MAX_LISTED_KEYS])} and {len(items) - MAX_LISTED_KEYS} more"
    # an item with an "and" of its own needs a comma before the last, unless it is quoted
    comma = "," if any(" and " in each and not each.startswith("`") for each in items) else ""
    return f"{comma} {word} ".join(filter(None, (", ".join(items[:-1]), items[-1]))) if items else ""


def _join_patterns(patterns: Sequence[str]) -> str:
    return _join_items(["anything" if each == "any" else each.replace("..", " to ") for each in patterns], "or")


def _join_boxes(boxes: Sequence[Box]) -> str:
    spoken = [" with ".join(map(_join_patterns, box)) for box in boxes]
    if len(spoken) > MAX_LISTED_KEYS + 1:
        return f"{'; '.join(spoken[:MAX_LISTED_KEYS])}; and {len(spoken) - MAX_LISTED_KEYS} more"
    return "; ".join(spoken)


def _format_keys(keys: KeyFacts) -> str:
    return _join_boxes(keys.boxes)


def _format_odds(keys: KeyFacts) -> str:
    return ": " + "; ".join(map(_format_one_odds, keys.odds)) if keys.odds else ""


def _format_one_odds(odds: OddsFacts) -> str:
    rolls = "cards" if odds.cards else "combinations of rolls" if odds.together else "rolls"
    whole = f"of the {odds.of} {rolls} the table is for" if odds.narrowed else f"of {odds.of} {rolls}"
    fewest, most = format_percentage(Fraction(odds.fewest, odds.of)), format_percentage(Fraction(odds.most, odds.of))
    if odds.fewest != odds.most:
        return f"{odds.fewest} to {odds.most} {whole}, {fewest} to {most}, depending on the other keys"
    return f"{odds.fewest} {whole}, {fewest}" + (f", with {_join_boxes(odds.among)}" if odds.among else "")


def _add_rows(boxes: Sequence[Box], last: RowEnd) -> Fix | None:
    """Rows for keys without one, below the last; where they are many, one row for all other keys."""
    source, start = last.span.source, last.span.start - last.span.column + 1
    indent = source.text[start : last.span.start]
    if indent.strip(" \t"):
        return None
    end = source.text.find("\n", last.span.end)
    place = len(source.text) if end < 0 else end
    keys = [("any",) * len(boxes[0])] if _are_many(boxes) else [tuple(map(", ".join, box)) for box in boxes]
    rows = "".join(f"\n{indent}{' | '.join(each)} : {last.result}" for each in keys)
    return Fix(Span(source, place, place), rows)


def _are_many(boxes: Sequence[Box]) -> bool:
    return len(boxes) > MAX_SUGGESTED or any(len(patterns) > MAX_LISTED_KEYS for box in boxes for patterns in box)


def _suggest_row(boxes: Sequence[Box], crosstab: bool) -> str:
    if crosstab:
        return _suggest_cell(boxes)
    width = len(boxes[0])
    rest = f"`{' | '.join(['any'] * width)} : ...` for all other keys"
    if _are_many(boxes):
        return f"add a row {rest}"
    rows = [f"`{' | '.join(map(', '.join, box))} : ...`" for box in boxes]
    return f"add {'a row' if len(rows) == 1 else 'rows'} {_join_items(rows, 'and')}"


def _suggest_cell(boxes: Sequence[Box]) -> str:
    if len(boxes) == 1 and boxes[0][-1] == ("any",):
        return f"add a line for `{' | '.join(', '.join(each) for each in boxes[0][:-1])}`"
    if len(boxes) == 1 and all(each == ("any",) for each in boxes[0][:-1]):
        return f"add a column headed `{', '.join(boxes[0][-1])}`"
    return "add a line or column for `any`"


def _label_takers(takers: Sequence[tuple[Span, KeyFacts]]) -> tuple[Label, ...]:
    return tuple(Label(span, f"matches {_format_keys(keys)}") for span, keys in takers)


def _choose_verb(number: int, one: str, several: str) -> str:
    return one if number == 1 else several


def _name_dice(number: int) -> str:
    return "one die" if number == 1 else f"{number} dice"


def _describe_key(key: PatternFacts) -> str:
    return f"{_describe_sort(key)}{' or none' if key.none else ''}"


def _describe_sort(key: PatternFacts) -> str:
    match key.sort:
        case "roll" | "words":
            return f"a roll of `{key.name}` ({key.dice})"
        case "throw":
            return f"dice of `{key.name}` ({key.dice})"
        case "number":
            return f"a number from {key.least} to {key.most}"
        case "member":
            return f"one of `{key.name}`"
        case "set":
            return f"a set of `{key.name}`" if key.name else "a set"
        case _:
            return key.sort


def _format_range(key: PatternFacts) -> str:
    if key.none:
        return f"{_format_range(replace(key, none=False)).removesuffix(' here')}, or `none`"
    match key.sort:
        case "roll" | "throw":
            return f"the total of `{key.name}` ({key.dice}) goes from {key.least} to {key.most} here"
        case "words":
            return f"the key is {_describe_key(key)} here"
        case "number":
            return f"the key goes from {key.least} to {key.most} here"
        case "member":
            return f"the key is {_join_items(_quote_names(key.members), 'or')} here"
        case "set":
            return f"the key is `none` or a set of {_join_items(_quote_names(key.members), 'or')} here"
        case _:
            return f"the key is {key.sort} here"


def _suggest_pattern(key: PatternFacts) -> str:
    """The ways to write a key of this sort, with the ends of its own range as samples."""
    if key.none:
        return _suggest_pattern(replace(key, none=False)).replace(", or `any`", ", `none`, or `any`")
    low, high = key.least, key.most
    span = "" if low == high else f", a range such as `{low}..{high}`"
    match key.sort:
        case "roll":
            faces = f", faces such as `{key.sample}`" if key.sample else ""
            return f"write a total from {low} to {high}{span}, `{low}+` or `{high}-`{faces}, or `any`"
        case "throw":
            return f"write a total from {low} to {high}{span}, dice such as `{key.sample}`, `none`, or `any`"
        case "words":
            return f"write what the dice show, such as `{key.sample}`, or `any`"
        case "number":
            return f"write a number from {low} to {high}{span}, `{low}+` or `{high}-`, or `any`"
        case "member":
            return f"write {_join_items(_quote_names(key.members), 'or')}{span}, or `any`; separate several with commas"
        case "set":
            some = f", such as `none` or `{' and '.join(key.members[:2])}`" if key.members else " (`none`)"
            return f"write a set{some}, or `any`; separate several with commas"
        case "yes or no":
            return "write `yes`, `no` or `any`"
        case _:
            return "look up a number or a member of a kind instead; a text cannot be a key"


def _quote_names(names: Iterable[str]) -> list[str]:
    return [f"`{each}`" for each in names]
