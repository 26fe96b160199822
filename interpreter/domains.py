"""Finite sets of values, as small integers: the types of the language and the domains of table keys.

A value of every type is one integer: a number itself; 0 or 1 for no and yes; a member's place in its kind,
from 0; for nothing, where there may be nothing, the number below all others; a set's bits, bit n for the member at
place n (or the number n); a roll's outcome number, the first die being the most significant digit, so that outcomes
come in the order of counting; some dice of a throw as `throws` packs them. A `Domain` lists the values of a type with
what they are called and how likely they are, for the proofs about tables; some of its values can be named again as a
player would write them in a row.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeAlias, assert_never

from interpreter.data_classes import dataclass
from interpreter.throws import (
    count_throws,
    format_dice_type,
    list_dice,
    list_faces,
    list_sides,
    list_throws,
    name_faces,
    reduce_outcomes,
    show_faces,
    show_throw,
    write_dice,
)

UNBOUNDED = 1_000_000
"""The upper end of ranges written without one: `0+`."""

MAX_NUMBER = 999_999_999
"""The greatest number that can be written: nine digits."""

MAX_SET_SIZE = 62
"""The most members a set may have, so that its bits fit a signed 64-bit number."""

BEYOND = MAX_SET_SIZE
"""The bit of a set of numbers that means its own number and every later one, as in `11+`."""

BLANK = -(1 << 62)
"""The value of a hole in a text where nothing is shown. No type has it."""

MOST_UNROLLED = 5
"""Sets with at most this many possible members are unrolled; larger ones need a loop."""

MAX_ODDS = 1_000_000
"""The greatest second number of a chance such as `1 in 3`."""

MAX_DOMAIN_SIZE = 100_000
"""The most keys a table may have."""


@dataclass(frozen=True)
class NumberType:
    """The numbers `low` to `high`, both included."""

    low: int
    high: int


NUMBERS_IN_SETS = NumberType(0, MAX_SET_SIZE - 1)
"""The numbers that can be put into a set."""


@dataclass(frozen=True)
class FractionType:
    """Numbers counted in equal parts, from `low` to `high` of them; `parts` make 1."""

    low: int
    high: int
    parts: int


@dataclass(frozen=True)
class YesNoType:
    """No (0) and yes (1)."""


@dataclass(frozen=True)
class MemberType:
    """Members of a kind, from place `low` to place `high`."""

    kind: str
    low: int
    high: int


NUMBERS = NumberType | FractionType
"""The types that are calculated with."""

ORDERED = NUMBERS | MemberType
"""The types of which one value is greater than another."""


@dataclass(frozen=True)
class SetType:
    """Sets of members or of numbers. A set of no known member is `SetType(None)`: the type of `none`. A set of numbers
    up to `BEYOND` may have no end."""

    member: MemberType | NumberType | None

    @property
    def endless(self) -> bool:
        return isinstance(self.member, NumberType) and self.member.high >= BEYOND


@dataclass(frozen=True)
class MaybeType:
    """One of `some` values, or nothing: the number below all of them."""

    some: MemberType | NumberType

    @property
    def nothing(self) -> int:
        return self.some.low - 1


class _DiceType:
    """Dice by their number and by what is on their faces."""

    number: int
    faces: int
    shown: tuple[int, ...]
    kind: str
    words: tuple[str, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """What each face of a die shows, in order."""
        return list_sides(self.faces, self.shown)

    @property
    def face(self) -> NumberType | MemberType:
        low, high = min(self.sides), max(self.sides)
        return MemberType(self.kind, low, high) if self.kind else NumberType(low, high)

    @property
    def written(self) -> str:
        """The dice as they could be declared: `2d6`."""
        return format_dice_type(self.number, self.faces, name_faces(self.shown, self.words))


@dataclass(frozen=True)
class RollType(_DiceType):
    """The results of dice. If `parts` of them may be thrown, those results come after the results of all, the more
    dice the earlier. What is `shown` on the faces is 1 and so on where nothing else is said: numbers, or the places of
    members of a `kind`, which are written as `words` says."""

    dice: str
    number: int
    faces: int
    parts: bool = False
    shown: tuple[int, ...] = ()
    kind: str = ""
    words: tuple[str, ...] = ()

    @property
    def outcomes(self) -> int:
        """The number of results; of all the dice together they are equally likely."""
        least = 1 if self.parts else self.number
        return sum(self.faces**number for number in range(least, self.number + 1))

    @property
    def is_large(self) -> bool:
        """Whether there are too many results to enumerate: such dice are rolled one by one."""
        return int(self.faces**self.number) > MAX_DOMAIN_SIZE

    @property
    def all_faces(self) -> tuple[tuple[int, ...], ...]:
        return list_faces(self.number, self.sides, self.parts)

    def reduce(self, operator: str) -> tuple[int, ...]:
        """A number for every result: their totals, sizes and so on (see `reduce_faces`)."""
        return reduce_outcomes(operator, self.number, self.sides, self.parts)

    def show(self, outcome: int) -> tuple[int, ...]:
        """What the dice of an outcome show."""
        return show_faces(outcome, self.number, self.faces, self.shown)

    def first(self, number: int) -> int:
        return sum(self.faces**more for more in range(number + 1, self.number + 1))


@dataclass(frozen=True)
class ThrowType(_DiceType):
    """Some of the dice of a throw, none of them up to all, in whatever order. `faces` are how many different ones there
    are, and what is `shown` on them is in ascending order."""

    dice: str
    number: int
    faces: int
    shown: tuple[int, ...] = ()
    kind: str = ""
    words: tuple[str, ...] = ()

    def pack(self, shown: Iterable[int]) -> int:
        return sum(map(list_dice(self.sides, self.number).__getitem__, shown))

    def unpack(self, throw: int) -> tuple[int, ...]:
        return show_throw(throw, self.number, self.faces, self.shown)


@dataclass(frozen=True)
class TextType:
    """A text; only shown, never compared."""


Type: TypeAlias = (
    NumberType | FractionType | YesNoType | MemberType | SetType | MaybeType | RollType | ThrowType | TextType
)


def is_beyond_sets(kind: Type) -> bool:
    """Whether a kind has more members than a set holds: then it is all of them."""
    return isinstance(kind, SetType) and isinstance(kind.member, MemberType) and kind.member.high >= MAX_SET_SIZE


@dataclass(frozen=True)
class Domain:
    """The values a table key can take: `values[i]` is called `labels[i]`.

    `chance` is whether the values are results of dice, so that odds may be given: equally likely ones, or totals of
    the `dice` with this name, where `weights` says how many results each has. `type` is what the values are values of,
    and `members` the names a member or a set may be written with.
    """

    values: tuple[int, ...]
    labels: tuple[str, ...]
    chance: bool = False
    type: Type | None = None
    members: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    dice: str = ""

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def weight(self) -> int:
        """The number of equally likely results of dice."""
        return sum(self.weights) or self.size

    @cached_property
    def index(self) -> dict[int, int]:
        return {value: at for at, value in enumerate(self.values)}

    @property
    def all_bits(self) -> int:
        return (1 << self.size) - 1

    @cached_property
    def in_order(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of the values, in ascending order, and the index of each: a roll counts as its total, any other
        value as itself."""
        counts = self.values
        if isinstance(self.type, RollType):
            of_outcome = self.type.reduce("total")
            counts = tuple(of_outcome[value] for value in self.values)
        elif isinstance(self.type, ThrowType):
            counts = tuple(sum(self.type.unpack(value)) for value in self.values)
        order = sorted(range(self.size), key=counts.__getitem__)
        return tuple(counts[at] for at in order), tuple(order)

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """The least and the most that a value counts as; None where there are no values."""
        counts = self.in_order[0]
        return (counts[0], counts[-1]) if counts else None

    @cached_property
    def _ascends(self) -> bool:
        return self.in_order[1] == tuple(range(self.size))

    @cached_property
    def _below(self) -> Mapping[int, int]:
        """For each number of a value, a bit for every value with a lesser one."""
        below, bits = dict[int, int](), 0
        for count, at in zip(*self.in_order, strict=True):
            below.setdefault(count, bits)
            bits |= 1 << at
        return below

    def bits_between(self, low: int, high: int) -> int:
        """A bit for each index in `between(low, high)`, without a loop."""
        counts = self.in_order[0]
        first, after = bisect_left(counts, low), bisect_right(counts, high)
        if first >= after:
            return 0
        if self._ascends:
            return (1 << after) - (1 << first)
        more = self._below[counts[after]] if after < len(counts) else self.all_bits
        return more & ~self._below[counts[first]]

    def ends_of(self, bits: int) -> tuple[int, int]:
        """The least and the most that one of these values counts as; there is a bit for at least one."""
        counts, numbers = self.in_order[0], self._numbers
        if self._ascends:
            return counts[(bits & -bits).bit_length() - 1], counts[bits.bit_length() - 1]
        above_low = bisect_left(numbers, True, key=lambda number: bits & self._below[number] != 0)
        above_high = bisect_left(numbers, True, key=lambda number: bits & ~self._below[number] == 0)
        return numbers[above_low - 1], numbers[above_high - 1]

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.in_order[0]))

    @cached_property
    def by_number(self) -> Mapping[int, frozenset[int]]:
        return {number: self.between(number, number) for number in self._numbers}

    @property
    def is_narrowed(self) -> bool:
        return self.type is not None and self.size < count_values(self.type)

    def between(self, low: int, high: int) -> frozenset[int]:
        """The indices of the values that count as `low` to `high`, both included; rolls go by their totals."""
        counts, order = self.in_order
        return frozenset(order[bisect_left(counts, low) : bisect_right(counts, high)])

    def narrow(self, indices: Iterable[int]) -> Domain:
        """The domain of these values only, in the same order. Chance stays chance: they remain as likely."""
        kept = sorted(set(indices))
        values, labels = tuple(self.values[at] for at in kept), tuple(self.labels[at] for at in kept)
        weights = tuple(self.weights[at] for at in kept) if self.weights else ()
        return replace(self, values=values, labels=labels, weights=weights)

    def odds(self, indices: frozenset[int]) -> Fraction | None:
        """The probability of one of these values, or None if the key is not random."""
        share = sum(self.weights[at] for at in indices) if self.weights else len(indices)
        return Fraction(share, self.weight) if self.chance else None


def count_values(kind: Type) -> int:
    match kind:
        case NumberType(low, high) | FractionType(low, high) | MemberType(_, low, high):
            return high - low + 1
        case YesNoType():
            return 2
        case SetType(member):
            return 1 if member is None else int(2 ** (member.high - member.low + 1))
        case MaybeType(some):
            return count_values(some) + 1
        case RollType():
            return kind.outcomes
        case ThrowType():
            return count_throws(kind.number, kind.faces)
        case TextType():
            return 0
        case _:
            assert_never(kind)


def make_domain(kind: Type, member_labels: Callable[[str], tuple[str, ...]]) -> Domain:
    """The values of a type. `member_labels` gives the names of a kind's members.

    Raises ValueError for a type with more than MAX_DOMAIN_SIZE values, a text, or fractions.
    """
    if count_values(kind) > MAX_DOMAIN_SIZE or isinstance(kind, TextType | FractionType):
        raise ValueError("not a domain for a table")
    match kind:
        case NumberType(low, high):
            return Domain(tuple(range(low, high + 1)), tuple(map(str, range(low, high + 1))), type=kind)
        case YesNoType():
            return Domain((0, 1), ("no", "yes"), type=kind)
        case MemberType(name, low, high):
            names = member_labels(name)[low : high + 1]
            return Domain(tuple(range(low, high + 1)), names, type=kind, members=names)
        case SetType():
            return _make_set_domain(kind, member_labels)
        case MaybeType(some):
            inner = make_domain(some, member_labels)
            return replace(inner, values=(kind.nothing, *inner.values), labels=("none", *inner.labels), type=kind)
        case RollType():
            labels = tuple(write_dice(name_faces(each, kind.words)) for each in kind.all_faces)
            return Domain(tuple(range(kind.outcomes)), labels, chance=not kind.parts, type=kind, members=kind.words)
        case ThrowType():
            throws = list_throws(kind.number, kind.faces)
            labels = tuple(write_dice(name_faces(kind.unpack(each), kind.words)) for each in throws)
            return Domain(throws, labels, type=kind, members=kind.words)
        case _:
            assert_never(kind)


def make_total_domain(kind: RollType) -> Domain:
    """The totals of dice with too many results to enumerate, each with its number of results."""
    counts = Counter({0: 1})
    for _ in range(kind.number):
        following = Counter[int]()
        for total, side in product(counts, kind.sides):
            following[total + side] += counts[total]
        counts = following
    totals = range(min(counts), max(counts) + 1)
    number = NumberType(totals[0], totals[-1])
    weights = tuple(counts[each] for each in totals)
    return Domain(tuple(totals), tuple(map(str, totals)), chance=True, type=number, weights=weights, dice=kind.dice)


def _make_set_domain(kind: SetType, member_labels: Callable[[str], tuple[str, ...]]) -> Domain:
    member = kind.member
    if member is None:
        return Domain((0,), ("none",), type=kind)
    places = range(member.low, member.high + 1)
    names = member_labels(member.kind) if isinstance(member, MemberType) else tuple(map(str, range(member.high + 1)))
    values = tuple(bits << member.low for bits in range(2 ** len(places)))
    labels = tuple(format_set(value, names) for value in values)
    return Domain(values, labels, type=kind, members=names[member.low : member.high + 1])


def format_set(bits: int, names: tuple[str, ...]) -> str:
    """A set as it is written: `first and third`, or `none`."""
    return " and ".join(name for place, name in enumerate(names) if bits >> place & 1) or "none"


# ---- naming some of a domain's values


def write_patterns(domain: Domain, indices: frozenset[int]) -> tuple[str, ...]:
    """Patterns, as they would be written in a row, that together match exactly these indices.

    `any` for all of them; a roll by whole totals where it can be, else by faces; three or more in a row as a range.
    """
    if len(indices) == domain.size:
        return ("any",)
    match domain.type:
        case RollType():
            return _write_roll_patterns(domain, indices, domain.type.show)
        case ThrowType():
            return _write_roll_patterns(domain, indices, domain.type.unpack)
        case NumberType() | MemberType():
            numbers = sorted(domain.values[at] for at in indices)
            return tuple(text for _, text in _join_ranges(numbers, lambda value: domain.labels[domain.index[value]]))
        case MaybeType(some) if domain.values[0] == domain.type.nothing:
            inner = replace(domain.narrow(range(1, domain.size)), type=some)
            named = write_patterns(inner, frozenset(at - 1 for at in indices if at)) if indices - {0} else ()
            return (*(("none",) if 0 in indices else ()), *named)
        case YesNoType() | SetType() | MaybeType() | TextType() | FractionType() | None:
            return tuple(domain.labels[at] for at in sorted(indices))
        case _:
            assert_never(domain.type)


def _write_roll_patterns(
    domain: Domain, indices: frozenset[int], read_faces: Callable[[int], tuple[int, ...]]
) -> tuple[str, ...]:
    whole = [] if domain.members else [total for total, all_of_it in domain.by_number.items() if all_of_it <= indices]
    rest = indices.difference(*(domain.by_number[total] for total in whole))
    faces = {tuple(sorted(read_faces(domain.values[at]))) for at in rest}
    apart = ((sum(each), write_dice(name_faces(each, domain.members))) for each in sorted(faces))
    named = [*_join_ranges(whole, str), *apart]
    return tuple(text for _, text in sorted(named, key=lambda each: each[0]))


def _join_ranges(numbers: list[int], label: Callable[[int], str]) -> Iterator[tuple[int, str]]:
    """Ascending numbers as texts, three or more neighbours as one range; each with the number it begins at."""
    start = 0
    for at, number in enumerate(numbers, 1):
        if at < len(numbers) and numbers[at] == number + 1:
            continue
        run = numbers[start:at]
        if len(run) > 2:
            yield run[0], f"{label(run[0])}..{label(run[-1])}"
        else:
            yield from ((each, label(each)) for each in run)
        start = at
