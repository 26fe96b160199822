"""Best play as a strategy of the ruleset, where a short one says it: written, checked, and held against the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from interpreter.bots.policy import Values
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Rejected
from interpreter.odds.policies import PolicyTable, Row
from interpreter.odds.positions import NOTHING
from interpreter.pipeline import check_game, lower
from interpreter.program import Program
from interpreter.source import Source, Sources

NAME = "best_found"
"""What the strategy is called."""

MOST_LINES = 12
"""The most lines of a short strategy."""


@dataclass(frozen=True)
class Written:
    """A strategy as text, and the same game with it."""

    text: str
    program: Program


def write_strategy(
    program: Program, tables: Sequence[PolicyTable], sources: Sources, options: Mapping[str, int], players: int | None
) -> Written | None:
    """A short strategy that says what the tables say; None if there is none that the language has words for."""
    model = check_game(sources).model
    if model is None or len({table.choice for table in tables}) < len(tables):
        return None
    words = {shown: name for kind in model.kinds.values() for name, shown in zip(kind.members, kind.shown, strict=True)}
    parts = [_write_choice(program, table, words) for table in tables]
    lines = [line for part in parts for line in part]
    if len(lines) > MOST_LINES + 2 * len(tables):
        return None
    text = "\n".join([f'strategy {NAME} "What solve has found"', *lines]) + "\n"
    game = Source(sources.game.name, f"{sources.game.text}\n{text}")
    try:
        changed = check_game(replace(sources, game=game)).model
        return None if changed is None else Written(text, lower(changed, options, players))
    except Rejected:
        return None


def _write_choice(program: Program, table: PolicyTable, words: Mapping[str, str]) -> list[str]:
    choice = program.choices[table.choice]
    times = Counter[int]()
    for row in table.rows:
        times[row.answer] += row.states
    usual = times.most_common(1)[0][0]
    lines = []
    for row in table.rows:
        if row.answer != usual:
            for condition in _list_conditions(program, table, row, words):
                lines.append(f"when {condition} : {choice.names[row.answer]}")
                if len(lines) > MOST_LINES:
                    return lines
    last = f"otherwise : {choice.names[usual]}" if lines else choice.names[usual]
    if not lines:
        return [f"  {choice.name} : {last}"]
    return [f"  {choice.name}", *(f"    {line}" for line in (*lines, last))]


def _list_conditions(program: Program, table: PolicyTable, row: Row, words: Mapping[str, str]) -> Iterator[str]:
    """Conditions of which one is true in the positions of a row."""
    parts = [
        list(_list_cases(program, slot, values, table.seen[slot], words))
        for slot, values in zip(table.slots, row.held, strict=True)
        if values != table.seen[slot]
    ]
    for several in product(*parts):
        yield " and ".join(several)


def _list_cases(program: Program, slot: int, values: Values, seen: Values, words: Mapping[str, str]) -> Iterator[str]:
    shape, name = program.shapes[program.slots[slot].shape], program.slots[slot].name
    if name.endswith("]"):
        name, _, of = name[:-1].partition("[")
        name = f"{name} of {of}"
    if shape.form == "number" and len(values) > 1:
        at = seen.index(values[0])
        if seen[at : at + len(values)] == values:
            ends = [f"{name} >= {values[0]}"] if at else []
            yield " and ".join([*ends, *([f"{name} <= {values[-1]}"] if values[-1] != seen[-1] else [])])
            return
    for value in values:
        yield f"{name} is {_name_value(program, slot, value, words)}"


def _name_value(program: Program, slot: int, value: int, words: Mapping[str, str]) -> str:
    shape = program.shapes[program.slots[slot].shape]
    if shape.form == "member":
        return words.get(shape.labels[value - shape.low], shape.labels[value - shape.low])
    if shape.form == "set":
        members = [label for at, label in enumerate(shape.labels) if value >> (shape.low + at) & 1]
        return " and ".join(words.get(each, each) for each in members) or NOTHING[0]
    return ("no", "yes")[value] if shape.form == "yes_no" else str(value)
