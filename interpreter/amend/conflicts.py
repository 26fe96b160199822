"""What each change touches, and whether two house rules conflict.

A touch is the path to what is changed: an option's value, a row, the beginning of a rule. Two touches meet when one
path leads to, or through, the other; rows meet when their keys overlap. Changes that meet and say the same agree.
Others conflict, unless one of the house rules says that it comes after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from interpreter import syntax
from interpreter.amend.draft import name_of, place_of, strip_citations, word_of
from interpreter.amend.patterns import Extent, Meanings, covers, is_single, overlap, single_extents
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import house as errors
from interpreter.source import Span

Path = tuple[str, ...]

FindTable = Callable[[str], syntax.Table | None]
"""The table of the game that has this name."""


@dataclass(frozen=True)
class Touch:
    """One thing that a change touches; `says` is what it makes of it. `rows` are the keys of a row, and `was` is its
    result before."""

    path: Path
    says: object
    span: Span
    rows: tuple[tuple[Extent, ...], ...] = ()
    was: syntax.Cell | None = None

    def meets(self, other: Touch) -> bool:
        if self.rows and other.rows:
            return self.path == other.path and any(
                len(one) == len(two) and all(map(overlap, one, two)) for one in self.rows for two in other.rows
            )
        shorter = min(len(self.path), len(other.path))
        return self.path[:shorter] == other.path[:shorter]

    def is_within(self, other: Touch) -> bool:
        """Whether these rows are exceptions to those of the other: `4+4` to `8`."""
        pairs = [(one, two) for one in self.rows for two in other.rows if len(one) == len(two)]
        meeting = [(one, two) for one, two in pairs if all(map(overlap, one, two))]
        narrower = (all(map(covers, two, one)) and not all(map(covers, one, two)) for one, two in meeting)
        return bool(meeting) and all(narrower)

    def is_apart_from(self, other: Touch) -> bool:
        """Whether these rows are exceptions with rows of their own, before or after the change."""
        return self.is_within(other) and self.was != other.was

    @property
    def removes_something(self) -> bool:
        return isinstance(self.says, syntax.Removed) or (isinstance(self.says, tuple) and None in self.says)

    @property
    def is_example(self) -> bool:
        """Whether this is an example of the house rules' own, and not one of the game that they change."""
        return isinstance(self.says, syntax.Example)

    @property
    def describe(self) -> str:
        word, name, *part = self.path
        thing = f'the example "{name}"' if word == "example" else f"{word} `{name}`" if name else f"the {word}"
        match part:
            case [] if word == "examples":
                return f"what all examples have for `{name}`"
            case ["row"]:
                return f"a row of {thing}"
            case ["before"]:
                return f"the beginning of {thing}"
            case ["after"]:
                return f"the end of {thing}"
            case [step] if " " in step:
                return f"what is done {step} in {thing}"
            case [_, inner]:
                return f"`{inner}` of {thing}"
            case [inner]:
                return f"the {inner} of {thing}"
            case _:
                return thing


def find_touches(node: syntax.Declaration, find_table: FindTable, meanings: Meanings) -> Iterator[Touch]:  # noqa: C901
    match node:
        case syntax.ChangedTable(name, rows):
            for each in rows:
                yield _touch_row(name.text, each, find_table(name.text), meanings)
        case syntax.ChangedChoice():
            yield from _touch_choice(node)
        case syntax.ChangedPhase(name, state):
            for kept in state:
                yield Touch(("phase", name.text, "state", kept.name.text), strip_citations(kept), kept.name.span)
        case syntax.ChangedExample(lines, was):
            title = was or lines.title
            yield Touch(("example", title.text), node, title.span)
        case syntax.ChangedExamples(options):
            for option in options:
                yield Touch(("examples", option.option.text), option.value, option.span)
        case syntax.Around(place, word, name, body):
            yield Touch((word, name.text, place), body, name.span)
        case syntax.BesideStep(place, _, _, name, body):
            # A rule and a phase never share a name: one of the two is there.
            done = f"{place} {node.begun}" if place in ("before", "after") else f"instead of {node.begun}"
            for word in ("rule", "phase"):
                yield Touch((word, name.text, done), body, node.step.span.to(name.span))
        case syntax.ChangedDefine(name, operator, value):
            # What several house rules add does not conflict.
            yield Touch(("define", name.text, f"{operator} {value.span.on_one_line}"), node, name.span)
        case syntax.OnlyWhen(word, name):
            yield Touch((word, name.text), replace(node, name=name), name.span)
        case syntax.Replaced(declaration):
            says = replace(node, declaration=_strip_reasons(declaration))
            yield Touch((word_of(declaration), name_of(declaration)), says, place_of(declaration).span)
        case syntax.Removed(word, name):
            yield Touch((word, name.text), node, name.span)
        case syntax.Header():
            pass
        case syntax.Also(phase):
            yield Touch(("phase", phase.text, "also"), node, phase.span)
        case syntax.Note():
            yield Touch(("note", repr(node.ids)), node, node.span)
        case _:
            yield Touch((word_of(node), name_of(node)), _strip_reasons(node), place_of(node).span)


def _strip_reasons(node: syntax.Declaration) -> syntax.Declaration:
    plain = strip_citations(node)
    return replace(plain, because=None) if isinstance(plain, syntax.Option) else plain


def _touch_row(table: str, change: syntax.RowChange, known: syntax.Table | None, meanings: Meanings) -> Touch:
    rows: tuple[tuple[Extent, ...], ...] = ()
    if known is not None:
        keys = [*known.keys, *([known.across] if known.across else [])]
        rows = ((),)
        for at, cell in enumerate(change.row.cells):
            key = keys[at] if at < len(keys) else None
            rows = tuple((*row, meanings.find_extent(each, key)) for row in rows for each in cell.sequences)
    says = (None if change.removed else change.row.results, change.row.cells)
    span = change.row.cells[0].span.to(change.row.cells[-1].span)
    was = change.row.results if change.removed else change.was
    return Touch(("table", table, "row"), says, span, rows, was)


def sort_rows(node: syntax.ChangedTable, table: syntax.Table, meanings: Meanings) -> list[syntax.RowChange]:
    """Changed rows, exceptions first: what a row was is then what it was before the house rules."""
    ordered: list[tuple[syntax.RowChange, Touch]] = []
    for each in node.rows:
        touch = _touch_row(node.name.text, each, table, meanings)
        wide = (at for at, (_, other) in enumerate(ordered) if not all(all(map(is_single, row)) for row in other.rows))
        ordered.insert(next((at for at in wide if touch.is_within(ordered[at][1])), len(ordered)), (each, touch))
    return [each for each, _ in ordered]


def _touch_choice(node: syntax.ChangedChoice) -> Iterator[Touch]:
    path, lines = ("choice", node.name.text), node.lines
    if lines.question is not None:
        yield Touch((*path, "question"), lines.question, lines.question.span)
    if lines.pick is not None:
        yield Touch((*path, "pick"), lines.pick, lines.pick.span)
    if lines.default is not None:
        yield Touch((*path, "default"), lines.default, lines.default.span)
    for offer in lines.offers:
        yield Touch((*path, "offer", offer.name.text), offer, offer.span)
    for name in node.removed:
        yield Touch((*path, "offer", name.text), None, name.span)


# ---- several house rules


@dataclass(frozen=True)
class StackedRules:
    """House rules in a stack: their header, and what they declare."""

    header: syntax.Header
    tree: syntax.File

    @property
    def name(self) -> str:
        return self.header.name.text


def collect_order(stack: Sequence[StackedRules]) -> dict[str, set[str]]:
    """For each house rules of a stack, those that it follows, directly or not."""
    direct = {each.name: {name.text for name in each.header.after} for each in stack}
    found = {name: set(before) for name, before in direct.items()}
    for _ in stack:
        for before in found.values():
            before |= {further for each in tuple(before) for further in found.get(each, ())}
    return found


def sort_stack(stack: Sequence[StackedRules]) -> tuple[list[StackedRules], list[Diagnostic]]:
    """Order a stack so that house rules follow those they come after; otherwise the given order stays."""
    ordered: list[StackedRules] = []
    waiting, wrong = list(stack), list[Diagnostic]()
    after, names = collect_order(stack), {each.name for each in stack}
    for each in stack:
        for line in each.header.after:
            if line.text == each.name or each.name in after.get(line.text, ()):
                chain = [each.name, line.text] if line.text == each.name else [each.name, line.text, each.name]
                wrong.append(errors.order_circle(line.span, chain))
    while waiting and not wrong:
        placed = {each.name for each in ordered}
        ready = next(each for each in waiting if after[each.name] & names <= placed)
        ordered.append(ready)
        waiting.remove(ready)
    return ordered, wrong[:1]


@dataclass
class TouchIndex:
    """Touches of one thing, each with its house rules, in order; rows that may meet are found by what their first keys
    cover."""

    every: list[tuple[str, Touch]] = field(default_factory=list)
    _wide: list[int] = field(default_factory=list)
    _single: dict[Extent, list[int]] = field(default_factory=dict)

    def add(self, name: str, touch: Touch) -> None:
        for one in _single_extents(touch) or ():
            self._single.setdefault(one, []).append(len(self.every))
        if _single_extents(touch) is None:
            self._wide.append(len(self.every))
        self.every.append((name, touch))

    def find_near(self, touch: Touch) -> list[tuple[str, Touch]]:
        singles = _single_extents(touch)
        if singles is None:
            return self.every
        return [
            self.every[at] for at in sorted({*self._wide, *(at for one in singles for at in self._single.get(one, ()))})
        ]


def _single_extents(touch: Touch) -> frozenset[Extent] | None:
    """The values of the first keys of touched rows, if each has one; None for anything else."""
    return single_extents(row[0] for row in touch.rows if row) or None


@dataclass
class TouchRegister:
    """The touches of earlier house rules, to compare later ones with."""

    after: dict[str, set[str]]
    meanings: Meanings

    def __post_init__(self) -> None:
        self.known: list[tuple[str, Touch]] = []
        self._alike: dict[Path, TouchIndex] = {}
        """The same by what is touched, whole: what touches different things never meets."""
        self.undecided: list[str] = []
        """Titles of examples that several restate in different ways: what holds under all of them nobody has said."""

    def enter(self, name: str, node: syntax.Declaration, find_table: FindTable) -> tuple[list[Touch], list[Diagnostic]]:
        """Add what a declaration touches. Return the earlier touches that agree with it, and the conflicts."""
        agreed: list[Touch] = []
        wrong: list[Diagnostic] = []
        for touch in find_touches(node, find_table, self.meanings):
            alike = self._alike.setdefault(touch.path[:2], TouchIndex())
            for other, earlier in alike.find_near(touch):
                if not self._is_conflict(name, other, touch, earlier):
                    continue
                if touch.path == earlier.path and touch.says == earlier.says:
                    agreed.append(touch)
                elif touch.path[0] == "example" and name != other and not (touch.is_example and earlier.is_example):
                    said = earlier.says
                    named = said.lines.title.text if isinstance(said, syntax.ChangedExample) else touch.path[1]
                    self.undecided += (touch.path[1], named)
                    agreed.append(touch)
                else:
                    wrong.append(errors.conflict(touch.span, touch.describe, name, other, earlier.span))
                break
            self.known.append((name, touch))
            alike.add(name, touch)
        return agreed, wrong[:1]

    def _is_conflict(self, name: str, other: str, touch: Touch, earlier: Touch) -> bool:
        if name == other:
            is_exception = touch.is_within(earlier) or earlier.is_within(touch)
            return touch.path == earlier.path and touch.meets(earlier) and touch.path[0] != "note" and not is_exception
        is_apart = touch.is_apart_from(earlier) or earlier.is_apart_from(touch)
        return other not in self.after.get(name, ()) and touch.meets(earlier) and not is_apart
