"""Rows of a table changed one by one.

A changed row takes the place of every alternative it covers: `12 : wild was ball` leaves `10, 11 : ball` of a row for
10, 11 and 12. Where it lies within a wider key it is added beside it, and beats it by what the language says of keys.
What `was` there is compared with what is there, so that a change made for other rules is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import product

from interpreter import syntax
from interpreter.amend.patterns import Extent, Meanings, covers, is_single
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import house as errors
from interpreter.source import Source, Span

Report = Callable[[Diagnostic], None]
Combination = tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A combination of alternatives of one row, and how it relates to the key that is changed."""

    row: int
    at: Combination
    within: bool
    around: bool
    by_faces: bool


@dataclass(frozen=True)
class RowEdit:
    """One change of a row, with what is needed to carry it out. `note` gets what is replaced.
    Exceptions that come from a file in `kept` stay as they are."""

    table: syntax.Table
    change: syntax.RowChange
    meanings: Meanings
    report: Report
    note: Callable[[Span], None]
    kept: Sequence[Source]

    @property
    def facts(self) -> errors.RowFacts:
        row = self.change.row
        keys = row.cells[0].span.to(row.cells[-1].span)
        assert row.results is not None
        return errors.RowFacts(self.table.name.text, keys, _join(row), row.results.span, row.results.span.on_one_line)

    def for_key(self, combination: Sequence[syntax.Sequence]) -> RowEdit:
        cells = tuple(syntax.Cell((each,), span=each.span) for each in combination)
        return replace(self, change=replace(self.change, row=replace(self.change.row, cells=cells)))

    @property
    def expected_result(self) -> syntax.Cell | None:
        return self.change.row.results if self.change.removed else self.change.was


def change_row(changing: RowEdit) -> syntax.Table:
    """Return the table with one row changed; unchanged, with a diagnostic, if that is impossible."""
    table, change = changing.table, changing.change
    if len(change.row.cells) != len(table.keys):
        changing.report(errors.row_missing(changing.facts, find_nearest(changing), keys=len(table.keys)))
        return table
    taken: set[tuple[int, Combination]] = set()
    several = [(each, list(find_matches(changing, each))) for each in combine_alternatives(change.row.cells)]
    alike = len({tuple(_list_results(changing, found)) for _, found in several}) == 1
    for combination, found in several:
        if not check_expected(changing if alike else changing.for_key(combination), found, alike):
            return table
        if change.was is not None or change.removed:
            taken.update((each.row, each.at) for each in found if each.within and is_expected(changing, each.row))
    for at in sorted({row for row, _ in taken}):
        changing.note(table.rows[at].span)
    return replace(table, rows=tuple(_rebuild_rows(changing, taken)))


def combine_alternatives(cells: Sequence[syntax.Cell]) -> Iterator[tuple[syntax.Sequence, ...]]:
    return product(*(cell.sequences for cell in cells))


# ---- what is there


def find_matches(changing: RowEdit, combination: Sequence[syntax.Sequence]) -> Iterator[Match]:
    table, meanings = changing.table, changing.meanings
    wanted = [meanings.find_extent(each, key) for each, key in zip(combination, table.keys, strict=True)]
    faces = any(isinstance(each.statements[0], syntax.Faces) for each in combination)
    single = is_single(wanted[0])
    for number, row in enumerate(table.rows):
        if len(row.cells) != len(table.keys):
            continue
        of_row = meanings.row_extents(table, row)
        if single and of_row.is_disjoint(wanted[0]):
            continue
        extents = of_row.extents
        for at in product(*(range(len(each)) for each in extents)):
            here = [extents[key][place] for key, place in enumerate(at)]
            within, around = _all_cover(wanted, here), _all_cover(here, wanted)
            written = [row.cells[key].sequences[place].statements[0] for key, place in enumerate(at)]
            finer = not faces and any(isinstance(each, syntax.Faces) for each in written)
            if around or (within and row.span.source not in changing.kept):
                yield Match(number, at, within, around, finer and not around)


def _all_cover(outer: Iterable[Extent], inner: Iterable[Extent]) -> bool:
    return all(covers(one, other) for one, other in zip(outer, inner, strict=True))


def is_expected(changing: RowEdit, row: int) -> bool:
    return changing.table.rows[row].results == changing.expected_result


def _list_results(changing: RowEdit, found: Sequence[Match]) -> Iterator[str]:
    for each in found:
        results = changing.table.rows[each.row].results
        yield results.span.on_one_line if results is not None else ""


def check_expected(changing: RowEdit, found: Sequence[Match], alike: bool) -> bool:
    """Whether the rows found are what the change says; reported if not. `alike` is whether the other keys of the same
    line find the same."""
    change, rows = changing.change, changing.table.rows
    here = [each for each in found if each.within and not each.by_faces]
    here = [each for each in here if each.around] or here
    if change.was is None and not change.removed:
        for each in here:
            if each.around:
                changing.report(errors.was_missing(changing.facts, *_describe_row(rows[each.row]), apart=not alike))
                return False
        return True
    wrong = [each for each in here if not is_expected(changing, each.row)]
    if not here and not change.removed:
        wider = [each for each in found if each.around]
        if any(is_expected(changing, each.row) for each in wider):
            return True
        if wider:
            assert change.was is not None
            shown = _describe_row(rows[wider[0].row])
            changing.report(errors.row_of_others(changing.facts, change.was.span, *shown, apart=not alike))
            return False
    if wrong:
        assert changing.expected_result is not None
        shown = _describe_row(rows[wrong[0].row])
        changing.report(errors.row_differs(changing.facts, changing.expected_result.span, *shown, apart=not alike))
    elif not here:
        changing.report(report_missing(changing))
    return bool(here) and not wrong


def report_missing(changing: RowEdit) -> Diagnostic:
    never, was = _find_impossible(changing), changing.change.was
    return errors.row_missing(changing.facts, find_nearest(changing), never=never, new=was is not None and not never)


def _find_impossible(changing: RowEdit) -> str:
    """The dice that cannot show what a key says; "" if there are none."""
    pairs = zip(changing.change.row.cells, changing.table.keys, strict=False)
    impossible = (
        key.value.span.on_one_line
        for cell, key in pairs
        if any(changing.meanings.is_impossible(each, key) for each in cell.sequences)
    )
    return next(impossible, "")


def _describe_row(row: syntax.Row) -> tuple[Span, str]:
    assert row.results is not None
    return row.cells[0].span.to(row.results.span), row.results.span.on_one_line


def find_nearest(changing: RowEdit) -> errors.NearRow:
    """The row most like the one that is missed: with the same result, or else with a key that looks like it; and how
    to change that one, if the change would do so in its place."""
    expected, facts = changing.expected_result, changing.facts

    def likeness(row: syntax.Row) -> tuple[bool, float]:
        return row.results is not None and row.results == expected, SequenceMatcher(None, _join(row), facts.key).ratio()

    row = max(changing.table.rows, key=likeness)
    span = row.cells[0].span.to((row.results or row.cells[-1]).span)
    if row.results is None or len(row.cells) != len(changing.change.row.cells):
        return errors.NearRow(span, span.on_one_line)
    there, result = replace(facts, key=_join(row)), row.results.span.on_one_line
    instead = there.removed(result) if changing.change.removed else there.changed(result)
    return errors.NearRow(span, span.on_one_line, instead)


def _join(row: syntax.Row) -> str:
    """The keys of a row as they are written."""
    return " | ".join(each.span.on_one_line for each in row.cells)


# ---- the changed table


def _rebuild_rows(changing: RowEdit, taken: set[tuple[int, Combination]]) -> Iterator[syntax.Row]:
    """The rows without what is taken; the new one stands where the first of that stood, or at the end."""
    first = min((row for row, _ in taken), default=-1)
    new = () if changing.change.removed else (changing.change.row,)
    for number, row in enumerate(changing.table.rows):
        gone = {at for other, at in taken if other == number}
        yield from [row] if not gone else _split_rest(row, gone)
        if number == first:
            yield from new
    if first < 0:
        yield from new


def _split_rest(row: syntax.Row, gone: set[Combination]) -> Iterator[syntax.Row]:
    """The rest of a row: one row, or several if a corner was cut out of it."""
    everything = set(product(*(range(len(cell.sequences)) for cell in row.cells)))
    for box in make_boxes(everything - gone, len(row.cells)):
        cells = tuple(narrow_cell(cell, places) for cell, places in zip(row.cells, box, strict=True))
        yield replace(row, cells=cells)


def narrow_cell(cell: syntax.Cell, places: Iterable[int]) -> syntax.Cell:
    return replace(cell, sequences=tuple(cell.sequences[at] for at in places))


def make_boxes(cells: set[Combination], keys: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Cover combinations with a few boxes that do not overlap: for each key some of its places, any with any of the
    others."""
    if keys == 1:
        if cells:
            yield (tuple(sorted(at for (at,) in cells)),)
        return
    by_first: dict[int, set[Combination]] = {}
    for first, *rest in cells:
        by_first.setdefault(first, set()).add(tuple(rest))
    alike: dict[frozenset[Combination], list[int]] = {}
    for first, others in by_first.items():
        alike.setdefault(frozenset(others), []).append(first)
    for remaining, firsts in alike.items():
        for box in make_boxes(set(remaining), keys - 1):
            yield (tuple(sorted(firsts)), *box)
