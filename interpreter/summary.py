"""The results of some games of one program, in whole numbers that can be added to those of others.

A stretch of games has a `Summary`, whatever engine, process or machine plays it. Summaries are added up in the order of
their games and none are added after a broken game, so that the numbers depend on the program, the strategies, the seed
and the number of games alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import chain
from operator import add
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.engine import Failure, Outcome
from interpreter.program import VOID, Program, QueryInfo
from interpreter.tally import Quotient, Tally

GameRow: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""One game by itself: its number, who won (`VOID` alone if it is without a result), and the figures of each measure:
the value of each member of the kind that it is per, otherwise the total and the number of its samples."""


@dataclass(frozen=True)
class BrokenGame:
    """The game that could not continue, and why."""

    game: int
    failure: Failure


@dataclass(frozen=True)
class LostAdvice:
    """How often a line of a strategy could not be computed, and in which game first."""

    times: int
    first: int


@dataclass
class Product:
    """The sum over games of the product of the measures `top` and `bottom`."""

    top: int
    bottom: int
    total: int = 0

    def combine(self, other: Product) -> Product:
        return Product(self.top, self.bottom, self.total + other.total)


@dataclass
class Summary:
    """The results of some games. `measures` has a tally for each measure and `members` one for each member of the kind
    it is per, if it is per a kind, `products` has what quotients need beside these; `wins` counts the games each side
    or seat won (more than one may win a game, and nobody wins a drawn one), `shared` the games that several won. All
    these are of the games that count: those without a result, `void`, are counted in `games` and `marks` alone. `marks`
    is how often each site was reached; `lost` has the lines of strategies, by their queries, that could not always be
    computed. `games_of` says how many games each engine played, `words` how much chance machine code drew for them, and
    `rows` has the games one by one where that was asked for: none of these counts when summaries are compared."""

    games: int = 0
    measures: list[Tally] = field(default_factory=list)
    members: list[list[Tally]] = field(default_factory=list)
    products: list[Product] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    drawn: int = 0
    shared: int = 0
    void: int = 0
    marks: list[int] = field(default_factory=list)
    lost: dict[QueryInfo, LostAdvice] = field(default_factory=dict)
    broken: BrokenGame | None = None
    games_of: Counter[str] = field(default_factory=Counter, compare=False)
    words: int = field(default=0, compare=False)
    rows: list[GameRow] = field(default_factory=list, compare=False)

    @classmethod
    def of(cls, program: Program) -> Summary:
        return cls(
            measures=[Tally() for _ in program.measures],
            members=[[Tally() for _ in each.labels] for each in program.measures],
            products=[Product(each.top, each.bottom) for each in program.quotients],
            marks=[0] * len(program.sites),
        )

    def find_quotient(self, number: int) -> Quotient:
        product = self.products[number]
        top, bottom = self.measures[product.top], self.measures[product.bottom]
        return Quotient(top.games, top.total, bottom.total, top.total_total, product.total, bottom.total_total)

    @property
    def count_lost_advice(self) -> int:
        return sum(each.times for each in self.lost.values())

    def add_lost(self, later: Mapping[QueryInfo, LostAdvice]) -> None:
        self.lost = _combine_lost(self.lost, later)

    def add_game(self, outcome: Outcome, game: int | None = None) -> None:
        self.games += 1
        self.marks = list(map(add, self.marks, outcome.marks))
        samples: list[list[int]] = [[] for _ in self.measures]
        for measure, value in outcome.samples:
            samples[measure].append(value)
        void, winners = outcome.position.void, outcome.position.won
        if void:
            self.void += 1
        else:
            self._count(samples, winners)
        if game is not None:
            pairs = zip(self.members, samples, strict=True)
            figures = (tuple(values) if members else (sum(values), len(values)) for members, values in pairs)
            self.rows.append((game, (VOID,) if void else tuple(sorted(winners)), tuple(chain.from_iterable(figures))))

    def _count(self, samples: Sequence[Sequence[int]], winners: Sequence[int]) -> None:
        """Take in what a game that stands gave each measure, and who won it."""
        for tally, members, values in zip(self.measures, self.members, samples, strict=True):
            tally.add_game(values)
            for member, value in zip(members, values, strict=bool(members)):
                member.add_game((value,))
        for product in self.products:
            product.total += sum(samples[product.top]) * sum(samples[product.bottom])
        self.wins.update(winners)
        self.drawn += not winners
        self.shared += len(winners) > 1

    @property
    def decided(self) -> int:
        return self.games - self.void

    def combine(self, later: Summary) -> Summary:
        """These games and those of a summary of later games of the same program; none come after a broken one. The
        games one by one are those of the later summary: they are written down as they come and not gathered."""
        if self.broken is not None:
            return self
        pairs = zip(self.members, later.members, strict=True)
        return Summary(
            self.games + later.games,
            _combine_tallies(self.measures, later.measures),
            [_combine_tallies(mine, other) for mine, other in pairs],
            [one.combine(other) for one, other in zip(self.products, later.products, strict=True)],
            self.wins + later.wins,
            self.drawn + later.drawn,
            self.shared + later.shared,
            self.void + later.void,
            list(map(add, self.marks, later.marks)),
            _combine_lost(self.lost, later.lost),
            later.broken,
            self.games_of + later.games_of,
            self.words + later.words,
            later.rows,
        )


def _combine_lost(
    mine: Mapping[QueryInfo, LostAdvice], later: Mapping[QueryInfo, LostAdvice]
) -> dict[QueryInfo, LostAdvice]:
    found = dict(mine)
    for line, lost in later.items():
        found[line] = LostAdvice(mine[line].times + lost.times, mine[line].first) if line in mine else lost
    return found


def _combine_tallies(mine: list[Tally], other: list[Tally]) -> list[Tally]:
    return [one.combine(another) for one, another in zip(mine, other, strict=True)]
