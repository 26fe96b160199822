"""Best play of games with millions of states, by NumPy and SciPy: whole arrays of them at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy

from interpreter.chains.forks import OVER
from interpreter.chains.policy import Place, Policy, Ranges, Values, make_digest
from interpreter.chains.searching import Search
from interpreter.chains.states import CUT, OutOfReach
from interpreter.data_classes import dataclass
from interpreter.odds.best_play import ALIKE, Aim, Position, find_sides, find_sign, find_telling, share_of
from interpreter.odds.chain_figures import ROUNDING, Setting
from interpreter.odds.frontiers import Frontiers, Kind, Many
from interpreter.odds.layers import find_values
from interpreter.odds.policies import PolicyTable, Row, merge_rows, widen_rows
from interpreter.odds.rows_in_relation import Array, are_high
from interpreter.program import Decide, Program

MOST_ANSWERS = 60
"""A choice with more answers than that is not made into a table here."""


@dataclass(frozen=True)
class Spots:
    """The states at one place where somebody decides: what slots hold, and which answers are the best (bits)."""

    stop: int
    slots: tuple[int, ...]
    rows: Array
    masks: Array


@dataclass(frozen=True)
class BestOfMany:
    """What a large game comes to with the best answers, and how far off that may be."""

    setting: Setting
    aim: Aim
    chain: Many
    values: Array
    value: float
    bound: float
    exact: None = None

    @property
    def state_count(self) -> int:
        """How many states there are."""
        return self.chain.count

    @property
    def choosers(self) -> frozenset[int]:
        return frozenset(kind.decision.chooser for kind, _, _ in self.chain.kinds if kind.decision is not None)

    @property
    def decision_count(self) -> int:
        """In how many of them somebody decides."""
        return sum(len(ids) for kind, ids, _ in self.chain.kinds if kind.decision is not None)


def explore_many(setting: Setting, aim: Aim) -> tuple[Search, Many]:
    """The chain of a game, and what has found it. Raises OutOfReach."""
    return find_telling(setting, aim, _explore_by_frontiers, _are_told_apart)


def _explore_by_frontiers(search: Search) -> Many:
    return search.find_by(lambda each: Frontiers(each).explore())


def _are_told_apart(chain: Many) -> bool:
    """Whether what slots hold tells what is offered, wherever somebody decides."""
    rows: dict[tuple[int, tuple[int, ...]], dict[tuple[int, ...], list[Array]]] = {}
    for kind, _, held in chain.kinds:
        if kind.decision is not None:
            rows.setdefault((kind.stop, kind.slots), {}).setdefault(kind.decision.offered, []).append(held)
    for by_offered in rows.values():
        if len(by_offered) > 1:
            each = [numpy.unique(numpy.concatenate(several), axis=0) for several in by_offered.values()]
            if len(numpy.unique(numpy.concatenate(each), axis=0)) < sum(map(len, each)):
                return False
    return True


def find_best_of_many(setting: Setting, aim: Aim, chain: Many) -> BestOfMany:
    """What comes of the best answers. Raises OutOfReach, ManyDeciders."""
    worths, cut = _find_worths(setting.program, chain, aim)
    signs = _find_signs(setting.program, chain, aim)
    values = find_values(chain, signs, worths)
    value = float(values[chain.start])
    far = abs(float(find_values(chain, signs, worths + cut)[chain.start]) - value) if cut.any() else 0.0
    value += chain.gained
    return BestOfMany(setting, aim, chain, values, value, ROUNDING * max(1.0, abs(value)) + far)


def find_position(best: BestOfMany, given: Mapping[int, int]) -> Position | None:
    """A position where somebody decides and slots hold this, that is most like the first one."""
    relations = best.chain.relations
    first: Mapping[int, int] | None = None
    found: list[tuple[int, int, dict[int, int], Kind]] = []
    for kind, ids, rows in best.chain.kinds:
        if kind.decision is None:
            continue
        columns = {slot: rows[:, at] for at, slot in enumerate(kind.slots)}
        if first is None:
            first = {slot: int(column[0]) for slot, column in columns.items()}
        fit = numpy.full(len(ids), set(given) <= set(kind.slots))
        for slot in given.keys() & columns.keys():
            same = columns[slot] == given[slot]
            if slot in relations.tops:
                same |= (columns[slot] <= given[slot]) & are_high(relations, slot, columns)
            fit &= same
        if fit.any():
            same = [columns[slot] == first.get(slot) for slot in kind.slots if slot not in given]
            like: Array = sum(same, numpy.zeros(len(ids), numpy.int64))
            at = int(numpy.where(fit, like, -1).argmax())
            held = {slot: int(column[at]) for slot, column in columns.items()}
            found.append((int(like[at]), int(ids[at]), held, kind))
    if not found:
        return None
    _, state, held, kind = max(found, key=lambda each: (each[0], -each[1]))
    assert kind.decision is not None, "somebody decides there"
    edges = best.chain.answers
    here = edges.sources == state
    goals = edges.goals[here]
    worths = edges.gains[here] + best.values[goals]
    answers = dict(zip(edges.weights[here].astype(int).tolist(), worths.tolist(), strict=True))
    return Position(kind.stop, kind.decision.chooser, held, float(best.values[state]), answers)


def _find_signs(program: Program, chain: Many, aim: Aim) -> Array:
    """1 for each state where somebody decides for the most, -1 for the least, 0 for others."""
    deciders = sorted({kind.decision.chooser for kind, _, _ in chain.kinds if kind.decision is not None})
    signs = numpy.zeros(chain.count)
    for kind, ids, _ in chain.kinds:
        if kind.decision is not None:
            signs[ids] = find_sign(program, kind.decision.chooser, deciders, aim)
    return signs


def _find_worths(program: Program, chain: Many, aim: Aim) -> tuple[Array, Array]:
    """What the end of a game is worth, and 1 where it was cut off. Raises OutOfReach where a measure was."""
    worths, cut = numpy.zeros(chain.count), numpy.zeros(chain.count)
    for kind, ids, _ in chain.kinds:
        if kind.stop == OVER:
            worths[ids] = float(share_of(len(find_sides(program)), kind.winners, aim))
        elif kind.stop == CUT:
            cut[ids] = 1.0
    if cut.any() and aim.measure is not None:
        raise OutOfReach("games may go on too long")
    return worths, cut


def list_large_tables(best: BestOfMany) -> Iterator[tuple[PolicyTable, Place]]:
    """The tables of best play, and the answers to be kept."""
    for spots in _list_spots(best):
        decide = best.setting.program.blocks[spots.stop].terminator
        assert isinstance(decide, Decide), "somebody decides there"
        telling = _find_telling(best.setting.program, spots)
        rows, masks, times = _group(spots.rows[:, telling], spots.masks)
        slots = tuple(spots.slots[at] for at in telling)
        answers = _pick(masks, times)
        seen = {slot: tuple(numpy.unique(rows[:, at]).tolist()) for at, slot in enumerate(slots)}
        merged, kept = _make_rows(rows, answers, times)
        wide = tuple(merge_rows(widen_rows(merged, seen[slots[-1]] if slots else ())))
        table = PolicyTable(decide.choice, decide.site, spots.stop, slots, wide, seen, kept)
        yield table, Place(spots.slots, slots, kept, {})


def make_large_policy(best: BestOfMany, places: dict[int, Place], goal: str) -> Policy:
    """The answers of best play, to be kept."""
    return Policy(make_digest(best.setting.program), goal, best.value, best.chain.relations, places)


def _list_spots(best: BestOfMany) -> Iterator[Spots]:
    stops: dict[int, list[tuple[Kind, Array, Array]]] = {}
    chain = best.chain
    masks = _find_masks(best)
    for kind, ids, rows in chain.kinds:
        if kind.decision is not None and max(kind.decision.offered) <= MOST_ANSWERS:
            stops.setdefault(kind.stop, []).append((kind, ids, rows))
    for stop, several in sorted(stops.items()):
        rows = numpy.concatenate([each for _, _, each in several])
        yield Spots(stop, several[0][0].slots, rows, masks[numpy.concatenate([ids for _, ids, _ in several])])


def _find_masks(best: BestOfMany) -> Array:
    """The bits of the best answers in each state."""
    program, chain, values = best.setting.program, best.chain, best.values
    edges, signs = chain.answers, _find_signs(program, chain, best.aim)
    worths = edges.gains + values[edges.goals]
    good = signs[edges.sources] * (worths - values[edges.sources]) >= -ALIKE
    found = numpy.zeros(chain.count, numpy.int64)
    bits = numpy.left_shift(numpy.int64(1), numpy.minimum(edges.weights, MOST_ANSWERS).astype(numpy.int64))
    numpy.bitwise_or.at(found, edges.sources[good], bits[good])
    return found


def _find_telling(program: Program, spots: Spots) -> list[int]:
    """The columns by which the answer can be told."""
    columns = list(range(len(spots.slots)))
    for at in sorted(columns, key=lambda at: (program.slots[spots.slots[at]].kind == "state", -at)):
        left = [each for each in columns if each != at]
        if _group(spots.rows[:, left], spots.masks)[1].all():
            columns = left
    sizes = {at: len(numpy.unique(spots.rows[:, at])) for at in columns}
    return sorted(columns, key=lambda at: (sizes[at] == max(sizes.values()) and at == columns[-1], at))


def _group(rows: Array, masks: Array) -> tuple[Array, Array, Array]:
    """Each row once, in order; the answers that are the best wherever it is found, and how often that is."""
    if not rows.shape[1]:
        return rows[:1], numpy.bitwise_and.reduce(masks)[None], numpy.array([len(masks)])
    order = numpy.lexsort(rows.T[::-1])
    rows, masks = rows[order], masks[order]
    first = numpy.flatnonzero(numpy.r_[True, (rows[1:] != rows[:-1]).any(axis=1)])
    return rows[first], numpy.bitwise_and.reduceat(masks, first), numpy.diff(numpy.r_[first, len(rows)])


def _pick(masks: Array, times: Array) -> Array:
    """One best answer of each row: that which is the best most often of all."""
    usual = [int(times[(masks >> bit) & 1 == 1].sum()) for bit in range(MOST_ANSWERS + 1)]
    answers = numpy.full(len(masks), -1)
    for bit in sorted(range(MOST_ANSWERS + 1), key=lambda bit: -usual[bit]):
        answers[(answers < 0) & ((masks >> bit) & 1 == 1)] = bit
    return answers


def _make_rows(rows: Array, answers: Array, times: Array) -> tuple[list[Row], dict[Values, Ranges]]:
    """Rows of a table in which the last slot has a range where its answer stays the same; and the answers by all other
    slots, from which number of the last one on."""
    others = rows[:, :-1]
    parts = numpy.r_[True, (others[1:] != others[:-1]).any(axis=1) | (answers[1:] != answers[:-1])]
    first = numpy.flatnonzero(parts)
    starts, ends = first.tolist(), [*first[1:].tolist(), len(rows)]
    counts = numpy.add.reduceat(times, first).tolist()
    last = rows[:, -1].tolist() if rows.shape[1] else []
    found: list[Row] = []
    kept: dict[Values, list[tuple[int, int]]] = {}
    several = zip(starts, ends, others[first].tolist(), answers[first].tolist(), counts, strict=True)
    for start, end, here, answer, count in several:
        held = (*((value,) for value in here), *((tuple(last[start:end]),) if last else ()))
        found.append(Row(held, answer, count, None))
        kept.setdefault(tuple(here), []).append((last[start] if last else 0, answer))
    return found, {key: tuple(ranges) for key, ranges in kept.items()}
