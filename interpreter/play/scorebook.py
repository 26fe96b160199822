"""The scorebook of a game: line scores and box scores, made of what the ruleset declares to be measured.

A measure that is taken each time a phase ends makes a line score: a row for each side or player whose phase it was,
and a column for each time, where the phase or one around it is somebody's (`half for (batting: side)`). A measure of
each side or player makes a column of the box score. What is measured once a game stands below. What is measured of
something hidden is for statistics alone. No measure means anything here beyond that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.diagnostics.rendering import align_columns
from interpreter.display import format_name, format_value
from interpreter.engine import Sampled
from interpreter.model import Model
from interpreter.play.trace import Moment
from interpreter.program import Program

GAME = "game"

MAX_COLUMNS = 24
"""The most columns of a line score; a longer one is summed up."""


@dataclass
class LineScore:
    """The values of a measure as they came, for each of those whose they are ("" for nobody's in particular)."""

    measure: str
    rows: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Scorebook:
    """The measures of a game. `box` has, for each kind of people, its columns: the measure and everybody's
    value; `totals` are the measures of a whole game."""

    lines: list[LineScore] = field(default_factory=list)
    box: dict[tuple[str, ...], list[tuple[str, tuple[int, ...]]]] = field(default_factory=dict)
    totals: list[tuple[str, int]] = field(default_factory=list)


def make_scorebook(model: Model, program: Program, moments: Iterable[Moment]) -> Scorebook:
    book = Scorebook()
    lines = {number: LineScore(format_name(each.name)) for number, each in enumerate(program.measures)}
    finals: dict[int, list[int]] = {}
    for event in (each for moment in moments for each in moment.events if isinstance(each, Sampled)):
        info = program.measures[event.measure]
        if info.hidden:
            continue
        if info.per != GAME and info.per in model.routines:
            lines[event.measure].rows.setdefault(_find_owner(program, event), []).append(event.value)
        else:
            finals.setdefault(event.measure, []).append(event.value)
    book.lines = [line for line in lines.values() if line.rows and not _is_single(line)]
    book.totals = [(line.measure, line.rows[""][0]) for line in lines.values() if _is_single(line)]
    for number, values in finals.items():
        info = program.measures[number]
        if info.labels and len(values) == len(info.labels):
            book.box.setdefault(info.labels, []).append((format_name(info.name), tuple(values)))
        else:
            book.totals.append((format_name(info.name), values[-1]))
    return book


def _is_single(line: LineScore) -> bool:
    return list(line.rows) == [""] and len(line.rows[""]) == 1


def _find_owner(program: Program, event: Sampled) -> str:
    """The side or player whose phase a measure was taken in; nothing if it is nobody's."""
    slot = program.measures[event.measure].whose
    return format_value(program.shapes[program.slots[slot].shape], event.whose) if slot >= 0 else ""


# ---- on paper


def format_scorebook(book: Scorebook) -> list[str]:
    """A scorebook in lines; none if nothing was measured."""
    tables = [align_columns(rows, right=range(1, len(rows[0]))) for rows in list_tables(book)]
    shown = [line for lines in tables for line in ("", *lines)]
    return shown[1:]


def list_tables(book: Scorebook) -> Iterator[list[tuple[str, ...]]]:
    """A scorebook as tables, each with its head; what is summed up is a table of one cell a row."""
    for line in book.lines:
        yield _tabulate(line)
    for names, columns in book.box.items():
        rows = [(name, *(str(values[at]) for _, values in columns)) for at, name in enumerate(names)]
        yield [("", *(name for name, _ in columns)), *rows]
    if book.totals:
        yield [(", ".join(f"{name} {value}" for name, value in book.totals),)]


def _tabulate(line: LineScore) -> list[tuple[str, ...]]:
    longest = max(map(len, line.rows.values()))
    if longest > MAX_COLUMNS:
        return [(f"{line.measure}: {_format_sum(name, values)}",) for name, values in line.rows.items()]
    head = (line.measure, *(str(number + 1) for number in range(longest)), "", "all")
    rows = [
        (name, *(str(values[at]) if at < len(values) else "" for at in range(longest)), "", str(sum(values)))
        for name, values in line.rows.items()
    ]
    return [head, *rows]


def _format_sum(name: str, values: Sequence[int]) -> str:
    return f"{name + ' ' if name else ''}{sum(values)} in {len(values)}, at most {max(values)}"
