"""Best play as people can read it: a table of the states where somebody decides, with the answer to give there.

States are put together where the same answer is as good as any: what does not matter is left out, and several numbers
of a slot become one row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from interpreter.chains.policy import Place, Policy, Ranges, Values, Worths, make_digest
from interpreter.data_classes import dataclass
from interpreter.odds.best_play import BestPlay
from interpreter.program import Decide, Program


@dataclass(frozen=True)
class Row:
    """Of a table: the values of each slot, of which one each is as good as the other; the `answer`, how many states
    are meant, and what any other answer costs there at least: None if there is none that is worse."""

    held: tuple[Values, ...]
    answer: int
    states: int
    cost: float | None


@dataclass(frozen=True)
class PolicyTable:
    """What to answer where a choice is put at one place of the rules. A slot that no row tells apart is left out."""

    choice: int
    site: int
    stop: int
    slots: tuple[int, ...]
    rows: tuple[Row, ...]
    seen: Mapping[int, Values]
    answers: Mapping[Values, Ranges]


@dataclass(frozen=True)
class _Spot:
    held: Mapping[int, int]
    answers: frozenset[int]
    cost: float | None


def list_tables(best: BestPlay) -> Iterator[PolicyTable]:
    """The tables of best play, one for each place where a choice is put."""
    spots: dict[int, list[_Spot]] = {}
    for state in sorted(best.signs):
        spots.setdefault(best.states.stops[state], []).append(_look_at(best, state))
    for stop, several in sorted(spots.items()):
        decide = best.region.program.blocks[stop].terminator
        assert isinstance(decide, Decide), "somebody decides there"
        slots = _find_telling(best.setting.program, several)
        seen = {slot: tuple(sorted({spot.held[slot] for spot in several})) for slot in slots}
        rows = _list_rows(slots, several)
        merged = tuple(merge_rows(widen_rows(rows, seen[slots[-1]] if slots else ())))
        yield PolicyTable(decide.choice, decide.site, stop, slots, merged, seen, _find_ranges(rows))


MOST_KEPT = 50_000
"""Of no more states than this it is kept what each answer comes to."""


def _find_ranges(rows: Sequence[Row]) -> dict[Values, Ranges]:
    """From which number of the last slot on there is which answer, by what the others hold. Rows are in order."""
    found: dict[Values, Ranges] = {}
    for row in rows:
        *others, last = [values[0] for values in row.held] or [0]
        found[tuple(others)] = (*found.get(tuple(others), ()), (last, row.answer))
    return found


def make_policy(best: BestPlay, tables: Sequence[PolicyTable], goal: str) -> Policy:
    """The answers of best play, to be kept."""
    held: dict[int, tuple[int, ...]] = {}
    worths: dict[int, dict[Values, Worths]] = {table.stop: {} for table in tables}
    for state in best.signs:
        here = best.states.held[state]
        held[best.states.stops[state]] = tuple(here)
        if len(best.signs) <= MOST_KEPT:
            worths[best.states.stops[state]][tuple(here.values())] = tuple(best.worths(state).items())
    places = {table.stop: Place(held[table.stop], table.slots, table.answers, worths[table.stop]) for table in tables}
    return Policy(make_digest(best.setting.program), goal, best.value, best.states.relations, places)


def _look_at(best: BestPlay, state: int) -> _Spot:
    worths, answers = best.worths(state), best.answers[state]
    sign = best.signs[state]
    others = [sign * (worths[answers[0]] - worth) for answer, worth in worths.items() if answer not in answers]
    return _Spot(best.states.held[state], frozenset(answers), min(others, default=None))


def _find_telling(program: Program, spots: Sequence[_Spot]) -> tuple[int, ...]:
    """The slots by which the answer can be told."""
    slots = [slot for slot in spots[0].held if all(slot in spot.held for spot in spots)]
    for slot in sorted(slots, key=lambda slot: (program.slots[slot].kind == "state", -slot)):
        left = [each for each in slots if each != slot]
        if all(answers for answers, _ in _group(left, spots).values()):
            slots = left
    return tuple(slots)


def _group(slots: Sequence[int], spots: Sequence[_Spot]) -> dict[Values, tuple[frozenset[int], list[_Spot]]]:
    """The spots that slots do not tell apart, and the answers that are best at all of them."""
    found: dict[Values, tuple[frozenset[int], list[_Spot]]] = {}
    for spot in spots:
        key = tuple(spot.held[slot] for slot in slots)
        answers, several = found.get(key, (spot.answers, []))
        several.append(spot)
        found[key] = answers & spot.answers, several
    return found


@dataclass
class _Run:
    """States that differ in the last slot alone, and the answers that are best at all of them."""

    others: Values
    last: list[int]
    answers: frozenset[int]
    spots: list[_Spot]


def _list_rows(slots: Sequence[int], spots: Sequence[_Spot]) -> list[Row]:
    """Rows in order, each as far along the last slot as one answer is as good as any."""
    runs: list[_Run] = []
    for key, (answers, several) in sorted(_group(slots, spots).items()):
        others = key[:-1]
        if runs and runs[-1].others == others and runs[-1].answers & answers:
            runs[-1].answers &= answers
        else:
            runs.append(_Run(others, [], answers, []))
        runs[-1].last += key[-1:]
        runs[-1].spots += several
    usual = Counter(answer for spot in spots for answer in spot.answers)
    return [_make_row(run, max(sorted(run.answers), key=usual.__getitem__)) for run in runs]


def _make_row(run: _Run, answer: int) -> Row:
    costs = [spot.cost for spot in run.spots if spot.cost is not None]
    held = (*((value,) for value in run.others), *((tuple(run.last),) if run.last else ()))
    return Row(held, answer, len(run.spots), min(costs, default=None))


def widen_rows(rows: Sequence[Row], seen: Values) -> list[Row]:
    """Rows of which the last of several along the last slot goes on to the end, over values that never come there:
    "20 or more" says more than how far it may come. All values that are `seen` are in order."""
    found: list[Row] = []
    for row, following in zip(rows, (*rows[1:], None), strict=True):
        is_last = following is None or following.held[:-1] != row.held[:-1]
        if is_last and found and row.held and found[-1].held[:-1] == row.held[:-1]:
            *others, last = row.held
            row = Row((*others, (*last, *seen[bisect_right(seen, last[-1]) :])), row.answer, row.states, row.cost)
        found.append(row)
    return found


def merge_rows(rows: list[Row]) -> list[Row]:
    """Fewer rows: those that differ in one slot alone become one, in the slot first where most do."""
    while rows:
        keys = min(_list_keys(rows), key=lambda each: len(set(each[1])), default=None)
        if keys is None or len(set(keys[1])) == len(rows):
            break
        rows = _merge_by(rows, *keys)
    return rows


def _list_keys(rows: Sequence[Row]) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """For each slot, the last one first, what tells rows apart besides it."""
    answers, codes = [row.answer for row in rows], dict[Values, int]()
    held = zip(*(row.held for row in rows), strict=True)
    columns = [[codes.setdefault(values, len(codes)) for values in column] for column in held]
    for at in reversed(range(len(columns))):
        yield at, list(zip(answers, *columns[:at], *columns[at + 1 :], strict=True))


def _merge_by(rows: Sequence[Row], at: int, keys: Sequence[tuple[int, ...]]) -> list[Row]:
    """One row of those with the same key, which differ in one slot."""
    found: dict[tuple[int, ...], list[Row]] = {}
    for row, key in zip(rows, keys, strict=True):
        found.setdefault(key, []).append(row)
    return [_join(several, at) if len(several) > 1 else several[0] for several in found.values()]


def _join(rows: Sequence[Row], at: int) -> Row:
    values = tuple(sorted({value for row in rows for value in row.held[at]}))
    costs = [row.cost for row in rows if row.cost is not None]
    held = (*rows[0].held[:at], values, *rows[0].held[at + 1 :])
    return Row(held, rows[0].answer, sum(row.states for row in rows), min(costs, default=None))
