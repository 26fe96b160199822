"""Best play as people can read it: a table of the states where somebody decides, with the answer to give there.

States with a best answer in common are merged: slots that do not matter are left out, and a range of a slot is one row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from interpreter.bots.policy import Form, Pairs, Place, Policy, Ranges, Values, Worths, make_digest
from interpreter.data_classes import dataclass
from interpreter.markov.question import Floats, Numbers
from interpreter.odds.best_play import BestPlay, Truths, list_places
from interpreter.program import Decide


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
    """What to answer where a choice is put at one place of the rules. A slot that is alike in all rows is left out."""

    choice: int
    site: int
    stop: int
    slots: tuple[int, ...]
    rows: tuple[Row, ...]
    seen: Mapping[int, Values]
    place: Place


@dataclass(frozen=True)
class _Spots:
    """The states at one place where somebody decides: what `slots` hold in each, by column, which answers are the best,
    and what any other costs at least."""

    states: Numbers
    slots: Values
    held: Numbers
    best: Truths
    costs: Floats

    def group(self, columns: Sequence[int]) -> tuple[Numbers, Numbers]:
        """The spots in an order in which those with equal numbers in some columns are together, and where each group
        begins."""
        if not columns:
            return np.arange(len(self.states)), np.zeros(1, np.int64)
        held = self.held[:, columns]
        order = np.lexsort(held.T[::-1])
        held = held[order]
        first = np.flatnonzero(np.concatenate([[True], (held[1:] != held[:-1]).any(axis=1)]))
        return order, first

    def share_answers(self, columns: Sequence[int]) -> bool:
        """Whether spots with equal numbers in some columns have one of the best answers in common."""
        order, first = self.group(columns)
        return bool(np.logical_and.reduceat(self.best[order], first).any(axis=1).all())


def list_tables(best: BestPlay) -> Iterator[PolicyTable]:
    """The tables of best play, one for each place where a choice is put."""
    program, woven = best.setting.program, best.woven
    for block, end, states in list_places(best.found):
        stop = woven.places[block]
        spots = _find_spots(best, states, len(woven.program.choices[end.choice].values))
        columns = _find_telling(best, spots, set(end.offer_slots(woven.program)))
        slots = tuple(spots.slots[at] for at in columns)
        seen = {slot: tuple(np.unique(spots.held[:, at]).tolist()) for at, slot in zip(columns, slots, strict=True)}
        rows = _list_rows(spots, columns)
        worths = _list_worths(best, spots) if best.decision_count <= MOST_KEPT else {}
        place = Place(spots.slots, _list_forms(best, spots), slots, _find_ranges(rows), worths)
        merged = tuple(merge_rows(widen_rows(rows, seen[slots[-1]] if slots else ())))
        decide = program.blocks[stop].terminator
        assert isinstance(decide, Decide), "somebody decides there"
        yield PolicyTable(decide.choice, decide.site, stop, slots, merged, seen, place)


def make_policy(best: BestPlay, tables: Sequence[PolicyTable], goal: str) -> Policy:
    """The answers of best play, to be kept."""
    return Policy(make_digest(best.setting.program), goal, best.value, {each.stop: each.place for each in tables})


MOST_KEPT = 50_000
"""The most decisions for which the values of all answers are kept."""


def _find_spots(best: BestPlay, states: Numbers, size: int) -> _Spots:
    """What slots of the game hold in some states, as far as it is not the same in all."""
    space, known = best.found.space, best.answers
    rows = space.rows[states]
    varies = (rows != rows[0]).any(axis=0)
    count = len(best.setting.program.slots)
    columns = [(at, slot) for at, slot in enumerate(space.canonical.slots, 1) if varies[at] and slot < count]
    here = np.flatnonzero(np.isin(known.states, states))
    place = np.searchsorted(states, known.states[here])
    good, costs = np.zeros((len(states), size), bool), np.full(len(states), np.inf)
    good[place[known.best[here]], known.answers[here][known.best[here]]] = True
    worse = ~known.best[here] & (known.costs[here] > 0)
    np.minimum.at(costs, place[worse], known.costs[here][worse])
    return _Spots(states, tuple(slot for _, slot in columns), rows[:, [at for at, _ in columns]], good, costs)


def _find_telling(best: BestPlay, spots: _Spots, offers: set[int]) -> list[int]:
    """The columns by which the answer is known; what is offered is the first to be left out, states the last."""
    infos, slots = best.setting.program.slots, spots.slots
    columns = list(range(len(slots)))
    order = sorted(columns, key=lambda at: (slots[at] not in offers, infos[slots[at]].kind == "state", -slots[at]))
    for at in order:
        left = [each for each in columns if each != at]
        if spots.share_answers(left):
            columns = left
    return columns


def _list_rows(spots: _Spots, columns: Sequence[int]) -> list[Row]:
    """Rows in order, each as far along the last slot as one answer is as good as any."""
    order, first = spots.group(columns)
    good = np.logical_and.reduceat(spots.best[order], first)
    usual = spots.best.sum(axis=0)
    held = spots.held[order[first]][:, list(columns)]
    fresh = np.append(True, (held[1:, :-1] != held[:-1, :-1]).any(axis=1))
    runs, common = list[int](), good[0]
    for at in np.flatnonzero(fresh | np.append(True, (good[1:] != good[:-1]).any(axis=1))).tolist():
        shared = common & good[at]
        if fresh[at] or not shared.any():
            runs.append(at)
            shared = good[at]
        common = shared
    shared = np.logical_and.reduceat(good, runs)
    answers = np.where(shared, usual, -1).argmax(axis=1).tolist()
    states = np.add.reduceat(np.diff(first, append=len(order)), runs).tolist()
    costs = np.minimum.reduceat(np.minimum.reduceat(spots.costs[order], first), runs).tolist()
    found = []
    for at, start, end in zip(range(len(runs)), runs, [*runs[1:], len(held)], strict=True):
        last = (tuple(held[start:end, -1].tolist()),) if columns else ()
        parts = (*((value,) for value in held[start, :-1].tolist()), *last)
        found.append(Row(parts, answers[at], states[at], None if costs[at] == np.inf else costs[at]))
    return found


def _find_ranges(rows: Sequence[Row]) -> dict[Values, Ranges]:
    """From which number of the last slot on there is which answer, by what the others hold. Rows are in order."""
    found: dict[Values, Ranges] = {}
    for row in rows:
        *others, last = [values[0] for values in row.held] or [0]
        found[tuple(others)] = (*found.get(tuple(others), ()), (last, row.answer))
    return found


def _list_worths(best: BestPlay, spots: _Spots) -> dict[Values, Worths]:
    states, held = spots.states.tolist(), map(tuple, spots.held.tolist())
    return {each: tuple(best.values_at(state).items()) for state, each in zip(states, held, strict=True)}


def _list_forms(best: BestPlay, spots: _Spots) -> tuple[Form, ...]:
    """How positions at a place are made canonical. What is fixed in all of its states alike need not be looked at."""
    canonical, count = best.found.space.canonical, len(best.setting.program.slots)
    forms = [canonical.forms[at] for at in np.unique(best.found.space.nodes[spots.states]).tolist()]
    alike = set.intersection(*(set(form.fixed) for form in forms))

    def slots_of(columns: Iterable[int]) -> Values:
        return tuple(slot for slot in (canonical.slots[column - 1] for column in columns) if slot < count)

    def pairs_of(pairs: Iterable[tuple[int, int]]) -> Pairs:
        found = ((canonical.slots[column - 1], number) for column, number in pairs)
        return tuple(pair for pair in found if pair[0] < count)

    several = (
        Form(
            pairs_of(pair for pair in form.fixed if pair not in alike),
            slots_of(form.dead.tolist()),
            tuple(slots_of(columns.tolist()) for _, columns in form.groups),
            pairs_of(form.clamps),
        )
        for form in forms
    )
    return tuple(dict.fromkeys(several))


def widen_rows(rows: Sequence[Row], seen: Values) -> list[Row]:
    """Rows of which the last of several along the last slot continues to the end, over values never seen there:
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
    """For each slot, the last one first, in what else rows differ."""
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
