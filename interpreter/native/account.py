"""The results of many games, from the account that machine code keeps of them (see `memory_layout`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import add

from interpreter.bits import indices_of
from interpreter.native.memory_layout import LINE, MemoryLayout
from interpreter.program import VOID, Program, QueryInfo, ZoneInfo
from interpreter.summary import GameRow, LostAdvice, Summary


def add_counted(summary: Summary, layout: MemoryLayout, games: int, counted: memoryview) -> None:
    """Add the account that machine code kept of some games to a summary of games of the same program."""

    def part(name: str) -> list[int]:
        first, size = layout.parts[name]
        return counted[first : first + size].tolist()

    summary.games += games
    summary.wins.update({seat: count for seat, count in enumerate(part("wins")) if count})
    summary.words += part("words")[0]
    summary.add_lost(lost_lines(layout.program, part("lost")))
    summary.drawn += part("drawn")[0]
    summary.shared += part("shared")[0]
    void = part("void")[0]
    summary.void += void
    summary.marks = list(map(add, summary.marks, part("marks")))
    lines, squares = _lines(layout, counted, part("spill")[: 2 * part("spilled")[0]]), part("squares")
    for at, tally in enumerate(summary.measures):
        words = squares[6 * at : 6 * at + 6]
        tally.add_sums(games - void, *(_wide(low, high) for low, high in zip(words[::2], words[1::2], strict=True)))
        first, after = layout.lines[at], layout.lines[at + 1]
        for counts in lines[first:after]:
            tally.counts.update(counts)
        for member, counts in zip(summary.members[at], lines[first:after], strict=False):
            member.counts.update(counts)
            squared = sum(value * value * count for value, count in counts.items())
            member.add_sums(games - void, squared, sum(value * count for value, count in counts.items()), games - void)
    for at, product in enumerate(summary.products):
        product.total += _wide(*part("products")[2 * at : 2 * at + 2])


def lost_lines(program: Program, part: Sequence[int]) -> dict[QueryInfo, LostAdvice]:
    """The lines of strategies that could not always be worked out, from that part of the account."""
    pairs = zip(program.queries, part[::2], part[1::2], strict=True)
    return {query: LostAdvice(times, first) for query, times, first in pairs if times}


def _lines(layout: MemoryLayout, counted: memoryview, spill: list[int]) -> list[Counter[int]]:
    """The histogram of each measure, or of each member of the kind that it is per."""
    lines = []
    for at in range(layout.lines[-1]):
        first = layout["histogram"] + at * LINE
        values = counted[first : first + LINE].tolist()
        lines.append(Counter({value: count for value, count in enumerate(values) if count}))
    for line, value in zip(spill[::2], spill[1::2], strict=True):
        lines[line][value] += 1
    return lines


def rows_of(games: range, numbers: list[int]) -> list[GameRow]:
    """Games one by one, from what machine code wrote of each: who won, as bits, and the figures."""
    width = len(numbers) // max(len(games), 1)
    winners: dict[int, tuple[int, ...]] = {}
    found = []
    for game, at in zip(games, range(0, len(numbers), max(width, 1)), strict=True):
        bits = numbers[at]
        if bits not in winners:
            winners[bits] = _members(bits)
        found.append((game, winners[bits], tuple(numbers[at + 1 : at + width])))
    return found


def _wide(low: int, high: int) -> int:
    """A number of 128 bits from its two halves."""
    return (high << 64) + (low & (2**64 - 1))


def _members(bits: int) -> tuple[int, ...]:
    return (VOID,) if bits >> VOID & 1 else tuple(indices_of(bits))


def tidied(zones: Sequence[ZoneInfo], slots: Sequence[int]) -> tuple[int, ...]:
    """Slots as every engine has them: machine code does not clear those where no card lies any more."""
    found = list(slots)
    for zone in zones:
        for place in range(zone.members if zone.capacity else 0):
            start, height = zone.order + place * zone.capacity, found[zone.height + place]
            found[start + height : start + zone.capacity] = [0] * (zone.capacity - height)
    return tuple(found)
