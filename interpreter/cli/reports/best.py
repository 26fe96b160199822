"""Best play: its value, how far strategies fall short of it, a table of what to do when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from interpreter.bots.policy import Policy, Values
from interpreter.cli.arguments import ChosenGame
from interpreter.cli.reports.exact import DIGITS, show_fraction
from interpreter.cli.reports.report import Report, Rows
from interpreter.cli.reports.statistics import EXACT_DIGITS
from interpreter.cli.terminal.console import align_columns, aside, strong
from interpreter.data_classes import dataclass
from interpreter.display import call, format_name
from interpreter.odds.best_play import ALIKE, BestPlay, DecisionPoint, Shortfall, find_sides
from interpreter.odds.policies import PolicyTable, Row, list_tables, make_policy
from interpreter.odds.positions import list_names, show_value
from interpreter.program import ChoiceInfo, Decide, Program

MOST_ROWS = 60
"""The rows of a table that are shown."""

MOST_NAMED = 4
"""The values that are named one by one, at most."""

WIDEST = 60
"""Where values take more letters than that, only the number of the others is shown."""


@dataclass(frozen=True)
class Best:
    """Best play of a game, with fractions in the text if they are `exact`. `written` is a short strategy that says the
    same, and how far it falls short. Only a `position` is shown, if one was asked for."""

    chosen: ChosenGame
    best: BestPlay
    shortfalls: Sequence[Shortfall]
    exact: bool
    seconds: float = 0.0
    written: tuple[str, float] | None = None
    position: DecisionPoint | None = None

    @property
    def program(self) -> Program:
        return self.best.setting.program

    @cached_property
    def tables(self) -> tuple[PolicyTable, ...]:
        return tuple(list_tables(self.best))

    @property
    def policy(self) -> Policy:
        return make_policy(self.best, self.tables, self.goal)

    @property
    def goal(self) -> str:
        aim = self.best.aim
        if aim.measure is None:
            return f"{find_sides(self.program)[aim.side]} wins"
        measure = self.program.measures[aim.measure]
        whose = f" of {measure.labels[aim.member]}" if measure.labels else ""
        return f"{'most' if aim.most else 'least'} {measure.name}{whose}"

    def make_report(self) -> Report:
        title = f"{self.chosen.facts.title}: best play"
        return Report(title, self._list_parts(), self._to_object, self._list_figures())

    # ---- text

    def _list_parts(self) -> Iterator[str]:
        best = self.best
        if self.position is not None:
            yield f"played for: {self.goal}"
            yield from self._format_position(self.position)
            return
        is_win = best.aim.measure is None
        shown = f" in {100 * best.value:.4g} % of the games" if is_win else f": {best.value:.4g} on average"
        yield f"With best play, {self.goal}{shown}."
        if self.exact:
            yield f"value {show_fraction(best.exact) if best.exact is not None else self._show(best.value)}"
        kind = "a fraction" if best.exact is not None else f"off by {best.bound:.0e} at most"
        yield aside(f"the value is {kind}; {best.state_count:,} states, {best.decision_count:,} decisions")
        if self.shortfalls:
            yield from ("", strong("how far strategies fall short"))
            yield from align_columns([self._list_cells(each) for each in self.shortfalls], right=(1, 2))
        if self.written is not None:
            text, short = self.written
            yield from ("", strong(f"as a strategy, which falls {self._show_short(short)}"), *text.rstrip().split("\n"))
        for table in self.tables:
            yield from ("", *_format_table(table, self.program))

    def _format_position(self, position: DecisionPoint) -> Iterator[str]:
        """The value of each answer in a position, the best first."""
        choice = _choice_at(self.program, position)
        held = [f"{name} is {value}" for name, value in _name_slots(self.program, position).items()]
        yield f"position: {', '.join(held)}"
        yield f"{self.program.seats[position.chooser]} decides"
        yield f"value from there {self._show(position.value)}"
        yield from (aside(f"off by {self.best.bound:.0e} at most; {self.best.state_count:,} states"), "")
        rows = [("  answer", "comes to", "costs")]
        for answer, worth in sorted(position.answer_values.items(), key=lambda each: abs(each[1] - position.value)):
            cost = abs(worth - position.value)
            costs = self._show(cost) if cost > ALIKE else "nothing"
            rows.append((f"  {choice.labels[answer]}", self._show(worth), costs))
        yield from align_columns(rows, right=(1, 2))

    def _show(self, number: float) -> str:
        return f"{number:.{DIGITS if self.exact else EXACT_DIGITS}f}"

    def _list_cells(self, each: Shortfall) -> tuple[str, ...]:
        if each.value is None or each.short is None:
            return f"  {each.strategy}", "", f"not known: {each.beyond}"
        return f"  {each.strategy}", self._show(each.value), self._show_short(each.short)

    def _show_short(self, short: float) -> str:
        """How far a strategy falls short; rounding makes it no less than nothing."""
        return f"{self._show(max(0.0, short))} short"

    # ---- data

    def _list_figures(self) -> Rows:
        """The rows of all tables; each slot that any of them has is a column."""
        program = self.program
        slots = sorted({slot for table in self.tables for slot in table.slots})
        yield ("choice", *(program.slots[slot].name for slot in slots), "answer", "cost")
        for table in self.tables:
            choice = program.choices[table.choice]
            for row in table.rows:
                held = dict(zip(table.slots, _show_row(program, table, row), strict=True))
                cost = "" if row.cost is None else repr(row.cost)
                yield (choice.name, *(held.get(slot, "any") for slot in slots), choice.names[row.answer], cost)

    def _to_object(self) -> dict[str, object]:
        best, written = self.best, self.written
        return {
            **self.chosen.to_object(),
            "for": self.goal,
            "value": best.value,
            "exact": None if best.exact is None else str(best.exact),
            "bound": best.bound,
            "states": best.state_count,
            "seconds": self.seconds,
            "position": None if self.position is None else _position_to_object(self.program, self.position),
            "strategies": {each.strategy: _shortfall_to_object(each) for each in self.shortfalls},
            "strategy": None if written is None else {"text": written[0], "short": written[1]},
            "policy": [_table_to_object(table, self.program) for table in self.tables if self.position is None],
        }


def _choice_at(program: Program, position: DecisionPoint) -> ChoiceInfo:
    decide = program.blocks[position.stop].terminator
    assert isinstance(decide, Decide), "somebody decides there"
    return program.choices[decide.choice]


def _name_slots(program: Program, position: DecisionPoint) -> dict[str, str]:
    known = list_names(program)
    names = {slot: program.slots[slot].name for slot in position.held}
    return {name: show_value(program, slot, position.held[slot]) for slot, name in names.items() if name in known}


def _format_table(table: PolicyTable, program: Program) -> Iterator[str]:
    choice, site = program.choices[table.choice], program.sites[table.site]
    yield strong(f"{call(choice)} ({site.file}:{site.line})")
    rows = [[*(_say(program.slots[slot].name) for slot in table.slots), "answer", "any worse one costs"]]
    for row in table.rows[:MOST_ROWS]:
        cost = "" if row.cost is None else f"{row.cost:.{EXACT_DIGITS}f}{' or more' * (row.states > 1)}"
        rows.append([*_show_row(program, table, row, _shorten), choice.labels[row.answer], cost])
    yield from align_columns([[f"  {cells[0]}", *cells[1:]] for cells in rows])
    if len(table.rows) > MOST_ROWS:
        yield aside(f"  and {len(table.rows) - MOST_ROWS:,} rows more: `--json` and `--csv FILE` have them all")


def _say(name: str) -> str:
    """`matches of left heap`, for `matches[left_heap]`."""
    return format_name(name.replace("[", " of ").replace("]", "").replace(",", ", "))


def _shorten(several: Sequence[str]) -> str:
    """As many of several texts as there is room for, and the number of the others."""
    shown = list(several)
    while len(shown) > 1 and len(" or ".join(shown)) > WIDEST:
        shown.pop()
    left = len(several) - len(shown)
    return " or ".join([*shown, f"{left} more"] if left else shown)


def _show_row(
    program: Program, table: PolicyTable, row: Row, join: Callable[[Sequence[str]], str] = " or ".join
) -> list[str]:
    return [
        join(_list_values(program, slot, values, table.seen[slot]))
        for slot, values in zip(table.slots, row.held, strict=True)
    ]


def _list_values(program: Program, slot: int, values: Values, seen: Values) -> list[str]:
    """Several values of a slot in words: ranges, a few, or "any" if it never has others there."""
    if values == seen and len(seen) > 1:
        return ["any"]
    if program.shapes[program.slots[slot].shape].form == "number":
        return list(_show_ranges(values, seen))
    shown = [show_value(program, slot, value) for value in values]
    if len(shown) > MOST_NAMED:
        others = [show_value(program, slot, value) for value in seen if value not in values]
        if len(others) <= MOST_NAMED:
            return [f"not {' or '.join(others)}"]
    return shown


def _show_ranges(values: Values, seen: Values) -> Iterator[str]:
    """Numbers as ranges of those that are ever seen."""
    place = {value: at for at, value in enumerate(seen)}
    start = values[0]
    for one, following in zip(values, (*values[1:], None), strict=True):
        if following is not None and place[following] == place[one] + 1:
            continue
        if one == start:
            yield str(one)
        else:
            yield f"{start}+" if one == seen[-1] else f"{start}..{one}"
        start = following if following is not None else start


# ---- an object


def _position_to_object(program: Program, position: DecisionPoint) -> dict[str, object]:
    names = _choice_at(program, position).names
    return {
        "held": _name_slots(program, position),
        "decides": program.seats[position.chooser],
        "value": position.value,
        "answers": {names[answer]: worth for answer, worth in position.answer_values.items()},
    }


def _shortfall_to_object(each: Shortfall) -> dict[str, object]:
    if each.short is None:
        return {"value": None, "short": None, "beyond": each.beyond}
    return {"value": each.value, "short": max(each.short, 0.0)}


def _table_to_object(table: PolicyTable, program: Program) -> dict[str, object]:
    choice, site = program.choices[table.choice], program.sites[table.site]
    names = [program.slots[slot].name for slot in table.slots]
    return {
        "choice": choice.name,
        "file": site.file,
        "line": site.line,
        "rows": [
            {
                "when": dict(zip(names, _show_row(program, table, row), strict=True)),
                "answer": choice.names[row.answer],
                "cost": row.cost,
                "states": row.states,
            }
            for row in table.rows
        ],
    }
