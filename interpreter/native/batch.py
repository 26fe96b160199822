"""What many games came to, in whole numbers that can be added up.

A `Batch` says of each measure what `tally` needs to know: how often each value was sampled, and sums over games of
products of the number of a game's samples (`size`) and what they add up to (`total`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.engine import Failure, Outcome
from interpreter.native.layout import LINE, Layout
from interpreter.program import Program


@dataclass
class Measured:
    """What one measure, or one member of the kind it is per, came to."""

    counts: Counter[int] = field(default_factory=Counter)
    games: int = 0
    total_total: int = 0
    total_size: int = 0
    size_size: int = 0

    def add_game(self, samples: Sequence[int]) -> None:
        """Take in all samples of one more game."""
        total, size = sum(samples), len(samples)
        self.counts.update(samples)
        self.add_sums(1, total * total, total * size, size * size)

    def add_sums(self, games: int, total_total: int, total_size: int, size_size: int) -> None:
        """Take in the sums over more games."""
        self.games += games
        self.total_total += total_total
        self.total_size += total_size
        self.size_size += size_size


@dataclass
class PerGame:
    """One row a game, in order: who won, and of each measure what its samples add up to and how many there were."""

    winners: list[tuple[int, ...]] = field(default_factory=list)
    totals: list[array[int]] = field(default_factory=list)
    sizes: list[array[int]] = field(default_factory=list)


@dataclass
class Batch:
    """What some games came to. `measures` and `members` go by measure, and within a measure by member; `wins` counts
    the games that each side or seat won, `drawn` those that nobody won, `shared` those that several won; `marks` goes
    by site. `broken` is the number of the first game that failed, which is not counted and the last that was played,
    and why. `unadvised` is how often a strategy's advice could not be worked out. `words` tells how much work it was:
    the words of chance drawn. `per_game` is there if it was asked for."""

    games: int = 0
    measures: list[Measured] = field(default_factory=list)
    members: list[list[Measured]] = field(default_factory=list)
    wins: Counter[int] = field(default_factory=Counter)
    drawn: int = 0
    shared: int = 0
    marks: list[int] = field(default_factory=list)
    unadvised: int = 0
    broken: tuple[int, Failure] | None = None
    words: int = 0
    per_game: PerGame | None = None

    @classmethod
    def of(cls, program: Program, per_game: bool = False) -> Batch:
        """No games."""
        number = len(program.measures)
        return cls(
            measures=[Measured() for _ in range(number)],
            members=[[Measured() for _ in each.labels] for each in program.measures],
            marks=[0] * len(program.sites),
            per_game=PerGame([], [array("q") for _ in range(number)], [array("q") for _ in range(number)])
            if per_game
            else None,
        )

    def add_game(self, outcome: Outcome, unadvised: int = 0) -> None:
        """Take in a game that was played the careful way."""
        self.games += 1
        self.unadvised += unadvised
        samples: list[list[int]] = [[] for _ in self.measures]
        for measure, value in outcome.samples:
            samples[measure].append(value)
        for measured, members, values in zip(self.measures, self.members, samples, strict=True):
            measured.add_game(values)
            for member, value in zip(members, values, strict=bool(members)):
                member.add_game((value,))
        winners = set(outcome.position.winners)
        self.wins.update(winners)
        self.drawn += not winners
        self.shared += len(winners) > 1
        self.marks = [mine + more for mine, more in zip(self.marks, outcome.marks, strict=True)]
        if self.per_game is not None:
            self.per_game.winners.append(tuple(sorted(winners)))
            for at, values in enumerate(samples):
                self.per_game.totals[at].append(sum(values))
                self.per_game.sizes[at].append(len(values))

    # ---- taking in what machine code has counted

    def add_counted(self, layout: Layout, games: int, counted: memoryview) -> None:
        """Take in the account of games that were played fast."""

        def part(name: str) -> list[int]:
            first, size = layout.parts[name]
            return counted[first : first + size].tolist()

        self.games += games
        self.wins.update({seat: count for seat, count in enumerate(part("wins")) if count})
        self.words += part("words")[0]
        self.unadvised += part("lost")[0]
        self.drawn += part("drawn")[0]
        self.shared += part("shared")[0]
        self.marks = [mine + more for mine, more in zip(self.marks, part("marks"), strict=True)]
        squares = part("squares")
        lines = [Counter[int]() for _ in range(layout.lines[-1])]
        for at, line in enumerate(lines):
            first = layout["histogram"] + at * LINE
            values = counted[first : first + LINE].tolist()
            line.update({value: count for value, count in enumerate(values) if count})
        spill = part("spill")
        for at in range(part("spilled")[0]):
            lines[spill[2 * at]][spill[2 * at + 1]] += 1
        for at, measured in enumerate(self.measures):
            words = squares[6 * at : 6 * at + 6]
            sums = [_wide(low, high) for low, high in zip(words[::2], words[1::2], strict=True)]
            measured.add_sums(games, *sums)
            first, after = layout.lines[at], layout.lines[at + 1]
            for counts in lines[first:after]:
                measured.counts.update(counts)
            for member, counts in zip(self.members[at], lines[first:after], strict=False):
                member.counts.update(counts)
                squared = sum(value * value * count for value, count in counts.items())
                member.add_sums(games, squared, sum(value * count for value, count in counts.items()), games)

    def add_rows(self, rows: memoryview | None, games: int) -> None:
        """Take in a row for each of some games."""
        if self.per_game is None or rows is None:
            return
        numbers, width = rows.tolist(), 1 + 2 * len(self.measures)
        self.per_game.winners += [_members(numbers[at * width]) for at in range(games)]
        for measure in range(len(self.measures)):
            self.per_game.totals[measure].extend(numbers[1 + 2 * measure : games * width : width])
            self.per_game.sizes[measure].extend(numbers[2 + 2 * measure : games * width : width])


def _wide(low: int, high: int) -> int:
    """A number of 128 bits from its two halves."""
    return (high << 64) + (low & (2**64 - 1))


def _members(bits: int) -> tuple[int, ...]:
    return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)


@dataclass
class Playouts:
    """What the rest of some games came to, for whoever looks ahead: `wins` by seat or side, `drawn` and `shared` as in
    `Batch`, and for each measure the sum of all samples and how many there were. `failed` games are not in the rest."""

    games: int
    wins: list[int]
    drawn: int
    shared: int
    totals: list[int]
    sizes: list[int]
    failed: int = 0

    @classmethod
    def of(cls, program: Program) -> Playouts:
        """No games."""
        number = len(program.measures)
        return cls(0, [0] * len(program.sides or program.seats), 0, 0, [0] * number, [0] * number)

    def add_counted(self, layout: Layout, games: int, kept: memoryview) -> None:
        """Take in the account of games that were played fast."""
        self.games += games
        first, sums = layout["wins"], layout["sums"]
        self.wins = [mine + more for mine, more in zip(self.wins, kept[first : first + len(self.wins)], strict=True)]
        self.drawn += kept[layout["drawn"]]
        self.shared += kept[layout["shared"]]
        for at in range(len(self.totals)):
            self.totals[at] += kept[sums + 2 * at]
            self.sizes[at] += kept[sums + 2 * at + 1]

    def add_outcome(self, outcome: Outcome) -> None:
        """Take in a game that was played the careful way."""
        if isinstance(outcome.stop, Failure):
            self.failed += 1
            return
        self.games += 1
        winners = {each for each in outcome.position.winners if 0 <= each < len(self.wins)}
        for each in winners:
            self.wins[each] += 1
        self.drawn += not winners
        self.shared += len(winners) > 1
        for measure, value in outcome.samples:
            self.totals[measure] += value
            self.sizes[measure] += 1
