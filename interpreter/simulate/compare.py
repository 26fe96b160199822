"""Two games played with the same dice, and what differs between them.

Game k of the one and game k of the other draw from the same stream, so that much of their luck is common and cancels
out of a difference. A measure's mean is a ratio of sums over games, r = y / m, on either side (see `tally`). The
standard error of r' - r comes from what each pair of games adds to it,

    d_k = (y'_k - r' m'_k) / m' - (y_k - r m_k) / m,    stderr^2 = n / (n - 1) * sum over k of d_k^2

which opens into sums of products of whole numbers, so nothing is lost however many games there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from fractions import Fraction
from math import sqrt
from typing import Literal, TypeAlias

from interpreter.data_classes import dataclass
from interpreter.display import format_site_key, format_winner
from interpreter.program import VOID, Block, Chance, Instruction, Jump, Mark, MeasureInfo, Program, Sample
from interpreter.simulate.executors import choose_executor, list_games
from interpreter.simulate.players import Plan as Plan
from interpreter.simulate.players import PlayOptions
from interpreter.summary import BrokenGame, GameRow, Summary
from interpreter.tally import Quotient

Sums: TypeAlias = "tuple[int, int] | tuple[()]"
"""What a game adds to a figure: a total and a number; or nothing, where it is without a result."""

Kind: TypeAlias = Literal["measure", "length", "winner"]

GameSums: TypeAlias = dict[tuple[Kind, str], tuple[int, int]]

LENGTH = "length"
"""What measures of lengths are per."""

NOBODY = "nobody"
"""Who wins a drawn game."""


@dataclass
class MeasurePair:
    """A measure on both sides. `crossed` are the sums over games of the products of total and number there with total
    and number here."""

    name: str
    per: str
    before: Quotient = field(default_factory=Quotient)
    after: Quotient = field(default_factory=Quotient)
    crossed: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def add_game(self, before: Sums, after: Sums) -> None:
        self.before.add_game(before)
        self.after.add_game(after)
        (y, m), (y_after, m_after) = before or (0, 0), after or (0, 0)
        for at, product in enumerate((y_after * y, y_after * m, m_after * y, m_after * m)):
            self.crossed[at] += product

    @property
    def difference(self) -> Fraction | None:
        before, after = self.before.mean, self.after.mean
        return None if before is None or after is None else after - before

    @property
    def squared_error(self) -> Fraction | None:
        """The square of the difference's standard error; None where fewer than two games leave it unknown."""
        before, after = self.before.mean, self.after.mean
        if before is None or after is None or self.before.games < 2:
            return None
        n = self.before.games
        together, total_size, size_total, size_size = self.crossed
        common = together - before * total_size - after * size_total + before * after * size_size
        scale = Fraction(n, n - 1) / (self.before.samples * self.after.samples)
        own = (self.before.squared_error or Fraction(0)) + (self.after.squared_error or Fraction(0))
        return own - 2 * scale * common

    @property
    def stderr(self) -> float | None:
        squared = self.squared_error
        return None if squared is None else sqrt(max(squared, Fraction(0)))

    def to_dict(self) -> dict[str, object]:
        difference = self.difference
        return {
            "per": self.per,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "difference": None if difference is None else float(difference),
            "stderr": self.stderr,
        }


@dataclass
class Comparison:
    """Two games compared. `measures` are those that both have; `lengths` counts rolls and how often phases are begun;
    `winners` are shares of the games. All these are of the games that stand; `void` are those without a result, before
    and after. `marks` is how often each rule, row and phase was reached on either side, `differing` how many games
    were measured or won otherwise. `broken` is a game that could not continue, and on which side it was."""

    games: int
    measures: list[MeasurePair]
    lengths: list[MeasurePair]
    winners: list[MeasurePair]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...] = ()
    void: tuple[int, int] = (0, 0)
    marks: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    differing: int = 0
    broken: tuple[bool, BrokenGame] | None = None

    @property
    def kinds(self) -> dict[Kind, list[MeasurePair]]:
        return {"measure": self.measures, "length": self.lengths, "winner": self.winners}

    @property
    def is_alike(self) -> bool:
        """Whether every game took the same course on both sides, as far as can be seen."""
        return not self.differing and self.marks[0] == self.marks[1]

    def add_game(self, programs: Sequence[Program], rows: Sequence[GameRow]) -> None:
        before, after = (sum_up(*each) for each in zip(programs, rows, strict=True))
        self.games += 1
        self.differing += not are_alike(before, after)
        self.void = self.void[0] + (not before), self.void[1] + (not after)
        for kind, pairs in self.kinds.items():
            for pair in pairs:
                pair.add_game(find_sums(before, kind, pair.name), find_sums(after, kind, pair.name))

    def to_dict(self) -> dict[str, object]:
        parts = (("measures", self.measures), ("lengths", self.lengths), ("winners", self.winners))
        figures = {name: {each.name: each.to_dict() for each in pairs} for name, pairs in parts}
        only = {"only_before": list(self.only_before), "only_after": list(self.only_after)}
        without = {"without_result": dict(zip(("before", "after"), self.void, strict=True))}
        return {"games": self.games, "differing_games": self.differing, **without, **figures, **only}


def compare(before: Plan, after: Plan, games: int, *, play_options: PlayOptions | None = None) -> Comparison:
    """Play the games 0 to `games` - 1 of both plans, up to the first that fails."""
    comparing = Comparing(before, after, play_options=play_options)
    for each in comparing.play(games):
        comparing.add(each)
    return comparing.comparison


@dataclass(frozen=True)
class Played:
    """A game played on both sides. `broken` is why it is no use, and on which side."""

    rows: tuple[GameRow, ...]
    broken: tuple[bool, BrokenGame] | None = None

    @property
    def games(self) -> int:
        return int(self.broken is None)


class Comparing:
    """Two games that are being compared, with the comparison so far."""

    def __init__(self, before: Plan, after: Plan, *, play_options: PlayOptions | None = None) -> None:
        plans = [replace(each, program=count_lengths(each.program)) for each in (before, after)]
        self.plans, self.play_options = plans, replace(play_options or PlayOptions(), per_game=True)
        self.comparison = start_comparison(*(each.program for each in plans))

    def play(self, games: int) -> Iterator[Played]:
        """Play the games 0 to `games` - 1 of both, up to the first that fails. They have yet to be added."""
        executors = [choose_executor(each, games, self.play_options) for each in self.plans]
        try:
            sides = (list_games(self._note_marks(late, each.play(range(games)))) for late, each in enumerate(executors))
            for pair in zip(*sides, strict=False):
                failed = [(bool(late), each) for late, each in enumerate(pair) if isinstance(each, BrokenGame)]
                yield Played(tuple(each for each in pair if not isinstance(each, BrokenGame)), (*failed, None)[0])
                if failed:
                    return
        finally:
            for each in executors:
                each.shutdown()

    def _note_marks(self, late: int, parts: Iterator[Summary]) -> Iterator[Summary]:
        for part in parts:
            self.comparison.marks[late].update(count_marks(self.plans[late].program, part.marks))
            yield part

    def add(self, played: Played) -> None:
        self.comparison.broken = played.broken
        if played.broken is None:
            self.comparison.add_game([each.program for each in self.plans], played.rows)


def count_lengths(program: Program) -> Program:
    """The program with measures of how often dice are rolled and how often each phase is begun, which every engine
    counts game by game. Nothing else about the games changes."""
    phases = [at for at, each in enumerate(program.sites) if each.kind == "phase" and each.name != "game"]
    rolls = len(program.measures)
    measures = {site: number for number, site in enumerate(phases, rolls + 1)}
    names = ["rolls", *(f"phase {program.sites[each].name}" for each in phases)]
    blocks = [_count_phases(block, measures) for block in program.blocks]
    for at, block in enumerate(program.blocks):
        if isinstance(block.terminator, Chance):
            blocks[at] = replace(blocks[at], terminator=replace(block.terminator, then=len(blocks)))
            blocks.append(Block(block.name, (Sample(rolls, 1),), Jump(block.terminator.then)))
    infos = (*program.measures, *(MeasureInfo(each, LENGTH) for each in names))
    return replace(program, measures=infos, blocks=tuple(blocks))


def _count_phases(block: Block, measures: dict[int, int]) -> Block:
    found: list[Instruction] = []
    for each in block.instructions:
        found.append(each)
        if isinstance(each, Mark) and each.site in measures:
            found.append(Sample(measures[each.site], 1))
    return replace(block, instructions=tuple(found))


def count_marks(program: Program, marks: Sequence[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for site, times in zip(program.sites, marks, strict=True):
        found[format_site_key(site)] += times
    return found


def are_alike(before: GameSums, after: GameSums) -> bool:
    """Whether a game had the same figures on both sides, as far as both count them."""
    counted = [key for key in before | after if key[0] != "measure" or (key in before and key in after)]
    return bool(before) == bool(after) and all(before.get(key, (0, 1)) == after.get(key, (0, 1)) for key in counted)


def find_sums(sums: GameSums, kind: Kind, name: str) -> Sums:
    """What a game adds to one figure. Who has no seat in a game that stands has not won it."""
    return sums.get((kind, name), (0, 1) if sums and kind == "winner" else ())


def sum_up(program: Program, row: GameRow) -> GameSums:
    """What a game adds to each figure, by its kind and name; nothing, where it is without a result."""
    _, won, cells = row
    if won == (VOID,):
        return {}
    sums = list(_list_measures(program, cells))
    found: GameSums = {}
    for each, pair in zip(program.measures, sums, strict=True):
        if each.per == LENGTH:
            found["length", each.name] = (pair[0], 1)
        else:
            found["measure", each.name] = pair
    for quotient in program.quotients:
        found["measure", quotient.name] = (sums[quotient.top][0], sums[quotient.bottom][0])
    winners = {format_winner(program, each) for each in won} or {NOBODY}
    return found | {("winner", name): (int(name in winners), 1) for name in (*program.parties, NOBODY)}


def _list_measures(program: Program, cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    at = 0
    for each in program.measures:
        if each.labels:
            members = cells[at : at + len(each.labels)]
            yield sum(members), len(members)
        else:
            yield cells[at], cells[at + 1]
        at += len(each.labels) or 2


def _list_names(program: Program) -> dict[Kind, dict[str, str]]:
    """The names of all figures of a game, each with what it is per."""
    per = {each.name: each.per for each in program.measures if each.per != LENGTH}
    per |= {each.name: program.measures[each.bottom].name for each in program.quotients}
    lengths = {each.name: "game" for each in program.measures if each.per == LENGTH}
    return {"measure": per, "length": lengths, "winner": dict.fromkeys(program.parties, "game")}


def start_comparison(before: Program, after: Program) -> Comparison:
    one, other = _list_names(before), _list_names(after)
    kinds: tuple[Kind, ...] = ("measure", "length")
    measures, lengths = (
        [MeasurePair(name, per) for name, per in one[kind].items() if name in other[kind]] for kind in kinds
    )
    winners = [MeasurePair(name, "game") for name in one["winner"] | other["winner"] | {NOBODY: "game"}]
    only_before, only_after = (
        tuple(name for name in mine["measure"] if name not in others["measure"])
        for mine, others in ((one, other), (other, one))
    )
    return Comparison(0, measures, lengths, winners, only_before, only_after)
