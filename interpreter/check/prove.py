"""The proof that a table is total and unambiguous.

The keys of a table are numbered: all combinations of its keys' values, the last key fastest. What an alternative
matches is then one whole number with a bit for each key. An alternative beats another when its keys lie strictly
within the other's, so what an alternative wins are its bits less those of every alternative strictly within it
(`containment` finds these). Keys that nobody wins are gaps; keys that rows with different results win are overlaps;
rows that win nothing are never used. The order of rows does not matter.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import prod

from interpreter.bits import indices_of
from interpreter.check import key_facts
from interpreter.check.containment import find_next_larger, unite
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics, Severity
from interpreter.diagnostics.messages import tables as errors
from interpreter.domains import MAX_DOMAIN_SIZE, Domain
from interpreter.source import Span

MOST_OVERLAPS = 25
"""The most overlaps of one table that are reported one by one."""


@dataclass(frozen=True)
class Alternative:
    """One combination of patterns of a row: for each key of the table, the indices into its domain that it matches,
    as bits."""

    row: int
    span: Span
    text: str
    sets: tuple[int, ...]


@dataclass(frozen=True)
class ProofRow:
    """A row, or a cell of a crosstab. Rows with equal results agree; `catch_all` is a row of nothing but `any`; `cell`
    is the line and column of a cell."""

    span: Span
    text: str
    result: Hashable
    catch_all: bool = False
    cell: tuple[int, int] | None = None
    shown: str = ""
    """The result, for another row that may have the same."""


def prove_table(
    name: str,
    span: Span,
    domains: tuple[Domain, ...],
    alternatives: Sequence[Alternative],
    rows: Sequence[ProofRow],
    diagnostics: Diagnostics,
    cards: tuple[int, ...] = (),
) -> tuple[int, ...] | None:
    """The row that each key finds, or None if the table has an error, which is then in `diagnostics`. `cards` are the
    keys of all cards of a deck, for a table on cards.

    Of rows that agree on a key the first is given. An alternative that matches nothing counts as an error that was
    reported when its pattern was read: it is passed over here, and gaps and unused rows that it may have caused are
    not reported.
    """
    size = prod(domain.size for domain in domains)
    if size > MAX_DOMAIN_SIZE:
        diagnostics.add(errors.table_too_large(name, span, size, MAX_DOMAIN_SIZE, len(domains)))
        return None
    sound = [each for each in alternatives if all(each.sets)]
    spoilt = frozenset(each.row for each in alternatives if not all(each.sets))
    proof = _Proof(name, span, domains, tuple(sound), tuple(rows), spoilt, cards)
    found: list[Diagnostic] = [
        *proof.find_overlaps(),
        *proof.find_unused_rows(),
        *proof.find_repeated_patterns(),
        *proof.find_idle_patterns(),
        *proof.find_gaps(),
    ]
    diagnostics.extend(found)
    if spoilt or any(each.severity is Severity.ERROR for each in found):
        return None
    return proof.index()


# ---- sets of keys as bits


def _spread_bits(bits: int, stride: int) -> int:
    if stride == 1:
        return bits
    digits = bin(bits)[2:].encode()
    spread = bytearray(b"0") * (len(digits) * stride)
    spread[stride - 1 :: stride] = digits
    return int(spread, 2)


def _spread_sets(domains: Sequence[Domain], alternatives: Sequence[Alternative]) -> list[dict[int, int]]:
    """For each key of the table, its sets as bits so far apart that the product of one of each is the combinations."""
    spreads: list[dict[int, int]] = []
    stride = prod(domain.size for domain in domains)
    for position, domain in enumerate(domains):
        stride //= domain.size
        different = dict.fromkeys(each.sets[position] for each in alternatives)
        spreads.append({one: _spread_bits(one, stride) for one in different})
    return spreads


def _identify_mistake(row: int, cell: tuple[int, int] | None, partial: set[int]) -> tuple[str, int]:
    """What is one mistake: a row; a cell's whole column; or, where only part of that is concerned, the cell's line."""
    if cell is None:
        return "row", row
    return ("line", cell[0]) if cell[1] in partial else ("column", cell[1])


# ---- the verdict


@dataclass(frozen=True)
class _Proof:
    """A table with what its alternatives and rows win. `poisoned` are the rows with a pattern that matches nothing."""

    name: str
    span: Span
    domains: tuple[Domain, ...]
    alternatives: tuple[Alternative, ...]
    rows: tuple[ProofRow, ...]
    poisoned: frozenset[int]
    cards: tuple[int, ...]

    @cached_property
    def known_facts(self) -> dict[int, errors.KeyFacts]:
        return {}

    @cached_property
    def spreads(self) -> list[dict[int, int]]:
        return _spread_sets(self.domains, self.alternatives)

    @cached_property
    def matches(self) -> tuple[int, ...]:
        return tuple(
            prod(spread[one] for spread, one in zip(self.spreads, each.sets, strict=True)) for each in self.alternatives
        )

    @cached_property
    def wins(self) -> tuple[int, ...]:
        """The keys that each alternative wins: those it matches and nothing within it does."""
        taken = [0] * len(self.alternatives)
        for at, larger in enumerate(
            find_next_larger(self.domains, [each.sets for each in self.alternatives], self.matches)
        ):
            for other in larger:
                taken[other] |= self.matches[at]
        return tuple(matched & ~lost for matched, lost in zip(self.matches, taken, strict=True))

    @cached_property
    def of_row(self) -> tuple[tuple[int, ...], ...]:
        places: list[list[int]] = [[] for _ in self.rows]
        for at, each in enumerate(self.alternatives):
            places[each.row].append(at)
        return tuple(map(tuple, places))

    @cached_property
    def row_wins(self) -> tuple[int, ...]:
        return tuple(unite(self.wins[at] for at in own) for own in self.of_row)

    def index(self) -> tuple[int, ...]:
        found = [0] * prod(domain.size for domain in self.domains)
        taken = 0
        for row, won in enumerate(self.row_wins):
            for key in indices_of(won & ~taken):
                found[key] = row
            taken |= won
        return tuple(found)

    def find_gaps(self) -> Iterator[Diagnostic]:
        size = prod(domain.size for domain in self.domains)
        missing = ((1 << size) - 1) & ~unite(self.row_wins)
        if missing and not self.poisoned:
            crosstab = any(row.cell for row in self.rows)
            last = self.rows[-1] if self.rows else None
            end = errors.RowEnd(last.span, last.shown) if last is not None and last.shown else None
            yield errors.table_gap(self.name, self.span, self._describe_keys(missing), crosstab, end)

    def find_overlaps(self) -> Iterator[Diagnostic]:
        disputed = self._find_disputed()
        reported = list(self._group_rows(list(disputed)))
        for row, more in reported[:MOST_OVERLAPS]:
            others = [other for other in range(row) if self._find_shared(row, other)]
            places = [
                (self.rows[at].span, self._describe_keys(self._find_shared(row, at)))
                for at in others[: errors.MAX_LISTED_KEYS]
            ]
            yield errors.table_overlap(
                self._name_row(row, more),
                self._describe_keys(disputed[row]),
                [self.rows[at].text for at in others],
                places,
                max(0, len(reported) - MOST_OVERLAPS),
            )

    def _find_disputed(self) -> dict[int, int]:
        seen = seen_twice = 0
        of_result: dict[Hashable, int] = {}
        disputed = {}
        for row, won in enumerate(self.row_wins):
            own = of_result.get(self.rows[row].result, 0)
            keys_at_odds = won & (seen_twice | seen & ~own)
            if keys_at_odds:
                disputed[row] = keys_at_odds
            of_result[self.rows[row].result] = own | won
            seen_twice |= keys_at_odds
            seen |= won
        return disputed

    def _find_shared(self, row: int, other: int) -> int:
        agree = self.rows[row].result == self.rows[other].result
        return 0 if agree else self.row_wins[row] & self.row_wins[other]

    def find_unused_rows(self) -> Iterator[Diagnostic]:
        unused = [row for row, won in enumerate(self.row_wins) if not won and row not in self.poisoned]
        for row, more in self._group_rows(unused):
            takers = self._list_takers(self.of_row[row])
            yield errors.table_row_unreachable(self._name_row(row, more), self.rows[row].catch_all, takers)

    def find_repeated_patterns(self) -> Iterator[Diagnostic]:
        repeated = {}
        for row, own in enumerate(self.of_row):
            first = {self.alternatives[at].sets: at for at in reversed(own)}
            repeated[row] = [at for at in own if first[self.alternatives[at].sets] != at]
        for row, more in self._group_rows([row for row, again in repeated.items() if again]):
            again = repeated[row]
            yield errors.table_pattern_repeated(self._name_row(row, more, again[0]), self._list_texts(again))

    def find_idle_patterns(self) -> Iterator[Diagnostic]:
        """One diagnostic for each row that is used, but not for all its patterns."""
        idle = {row: [at for at in own if not self.wins[at]] for row, own in enumerate(self.of_row)}
        for row, more in self._group_rows([row for row, never in idle.items() if never and self.row_wins[row]]):
            never = idle[row]
            named = self._name_row(row, more, never[0])
            yield errors.table_pattern_unreachable(named, self._list_texts(never), self._list_takers(never))

    def _group_rows(self, rows: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The rows to report and for how many more the same goes: one for a whole column or line of a crosstab."""
        affected = {cell for row in rows if (cell := self.rows[row].cell)}
        partial = {row.cell[1] for row in self.rows if row.cell and row.cell not in affected}
        gathered: dict[tuple[str, int], list[int]] = {}
        for row in rows:
            gathered.setdefault(_identify_mistake(row, self.rows[row].cell, partial), []).append(row)
        for alike in gathered.values():
            yield alike[0], len(alike) - 1

    def _name_row(self, row: int, more: int, at: int | None = None) -> errors.RowName:
        facts = self.rows[row]
        span = facts.span if at is None else self.alternatives[at].span
        return errors.RowName(self.name, span, facts.text, facts.cell is not None, more)

    def _list_texts(self, places: Iterable[int]) -> list[str]:
        return list(dict.fromkeys(self.alternatives[at].text for at in places))

    def _list_takers(self, places: Iterable[int]) -> list[tuple[Span, errors.KeyFacts]]:
        lost = unite(self.matches[at] for at in places)
        takers = islice((row for row, won in enumerate(self.row_wins) if won & lost), errors.MAX_LISTED_KEYS)
        return [(self.rows[row].span, self._describe_keys(self.row_wins[row] & lost)) for row in takers]

    def _describe_keys(self, mask: int) -> errors.KeyFacts:
        if mask not in self.known_facts:
            self.known_facts[mask] = key_facts.collect_key_facts(self.domains, list(indices_of(mask)), self.cards)
        return self.known_facts[mask]
