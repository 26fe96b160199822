"""Two programs' games held against each other one by one, from what machine code keeps of each game.

As in `compare`, both have been played with the same dice, so that much of the luck cancels out of a difference. How
much a difference matters is told in standard deviations of what one game gives: so measures of any unit, and shares of
the games that somebody wins, can be put in one order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from interpreter.display import format_winner
from interpreter.program import VOID, Program
from interpreter.simulate.compare import NOBODY, QuotientPair
from interpreter.summary import GameRow

Sums: TypeAlias = "tuple[int, int] | tuple[()]"
"""What a game adds to a figure: a total and a number; or nothing, where it is without a result."""

CERTAIN = 4
"""From so many standard errors on a difference is taken for one. Among a hundred figures that do not differ, one in
three hundred such ledgers would call one different."""


@dataclass(frozen=True)
class Figure:
    """A measure, or the share of the games that somebody wins (`is_share`), and what it came to on both sides."""

    pair: QuotientPair
    is_share: bool

    @property
    def weight(self) -> float:
        """The difference in standard deviations of one game, the greater of both; 0 where it may be luck, and 1 where
        every game gives the same."""
        difference, error = self.pair.difference, self.pair.stderr
        if not difference or error is None or abs(difference) <= CERTAIN * error:
            return 0.0
        spread = max(self.pair.before.stderr or 0.0, self.pair.after.stderr or 0.0) * sqrt(self.pair.before.games)
        return float(abs(difference)) / spread if spread else 1.0

    def to_dict(self) -> dict[str, object]:
        return {**self.pair.to_dict(), "weight": self.weight}


def pair_games(
    before: Program, after: Program, games: Sequence[tuple[GameRow, GameRow]], measures: Sequence[str] = ()
) -> list[Figure]:
    """What both have measured and who has won, by what differs most. `measures` leaves out others, and the winners."""
    names = [name for name in before.figures if name in after.figures and name in (measures or before.figures)]
    winners = [] if measures else [*dict.fromkeys((*before.parties, *after.parties)), NOBODY]
    per = {each.name: each.per for each in before.measures}
    per |= {each.name: before.measures[each.bottom].name for each in before.quotients}
    figures = [Figure(QuotientPair(name, per[name]), False) for name in names]
    figures += [Figure(QuotientPair(name, "game"), True) for name in winners]
    for one, other in games:
        sums, sums_after = _sum_up(before, one), _sum_up(after, other)
        for each in figures:
            key = (each.pair.name, each.is_share)
            each.pair.add_game(sums.get(key, ()), sums_after.get(key, ()))
    return sorted(figures, key=lambda each: -each.weight)


def _sum_up(program: Program, row: GameRow) -> Mapping[tuple[str, bool], Sums]:
    """What a game adds to each figure, by its name and whether it is a share."""
    _, won, cells = row
    if won == (VOID,):
        return {}
    sums = dict(_list_measures(program, cells))
    found: dict[tuple[str, bool], Sums] = {(name, False): pair for name, pair in sums.items()}
    totals = [total for total, _ in sums.values()]
    found |= {(each.name, False): (totals[each.top], totals[each.bottom]) for each in program.quotients}
    winners = {format_winner(program, each) for each in won} or {NOBODY}
    return found | {(name, True): (int(name in winners), 1) for name in (*program.parties, NOBODY)}


def _list_measures(program: Program, cells: Sequence[int]) -> Iterator[tuple[str, tuple[int, int]]]:
    at = 0
    for each in program.measures:
        if each.labels:
            members = cells[at : at + len(each.labels)]
            yield each.name, (sum(members), len(members))
        else:
            yield each.name, (cells[at], cells[at + 1])
        at += len(each.labels) or 2
