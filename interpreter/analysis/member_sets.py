"""What instructions mean for all members of a set at once.

A number that is worked out for each member of a set is the same for all (`Fixed`), the member and so much more
(`Moved`; `Round` on a circle), the set of the member alone (`Alone`), a set from the member's place on (`Rest`), or a
truth value, which is kept as the set of the members for which it holds (`Truth`), or what an array has for the member
and so much more (`Listed`): compared with a number that is the same for all, it is a truth value, and which members
it holds for is looked up in an array of sets. What is worked out cannot fail, whoever asks for it: otherwise `Unsuited`
is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TypeAlias

from interpreter.analysis.loop_shapes import Unsuited
from interpreter.bits import indices_of
from interpreter.data_classes import dataclass
from interpreter.program import (
    FULL,
    HIGHEST,
    LOWEST,
    Binary,
    Instruction,
    Load,
    Lookup,
    Operand,
    Range,
    Register,
    Slot,
    Target,
    Unary,
)
from interpreter.program.instructions.operators import OPERATORS, SHIFT_HIGHEST, Impossible

MOST_PLACES = 128
"""How far apart places may be, at most, that members come to on a circle."""

MOST_DIFFERENT = 5
"""How many different numbers there may be in an array that is looked up for each member, to go on with each of them."""

MOST_SETS = 64
"""How many sets there may be in an array of those members for which a number from an array compares so with another."""

MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
"""Comparisons, and what they are with the operands the other way round."""


@dataclass(frozen=True)
class Fixed:
    """The same number for all."""

    number: Operand


@dataclass(frozen=True)
class Moved:
    """The member and so much more."""

    more: Operand


@dataclass(frozen=True)
class Alone:
    """The set of the member alone."""


@dataclass(frozen=True)
class Rest:
    """A set from the member's place, moved by so much, on."""

    whole: Operand
    more: Operand


@dataclass(frozen=True)
class Truth:
    """1 for members of a set, and 0 for others."""

    members: Operand


@dataclass(frozen=True)
class Round:
    """The member and so much more, on a circle of some size."""

    more: Operand
    size: int


@dataclass(frozen=True)
class Listed:
    """What a list has at the member and so much more; and `plus` to be added to that."""

    values: tuple[int, ...]
    more: Operand
    plus: Operand = 0


Value: TypeAlias = Fixed | Moved | Round | Alone | Rest | Truth | Listed


@dataclass
class MemberSets:
    """Emits instructions that work on sets of members up to `top`. `arrays` are the program's, `ranges` what is known
    of numbers, and `register` the first register that is free. `shares` has, for what is all of the set that is gone
    through or a certain share of it, the members that the share can have."""

    arrays: tuple[tuple[int, ...], ...]
    ranges: Mapping[Target, Range]
    top: int
    register: int
    code: list[Instruction] = field(default_factory=list)
    found: dict[Target, Range] = field(default_factory=dict)
    shares: dict[Operand, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.top >= SHIFT_HIGHEST:
            raise Unsuited
        self.all = 2 ** (self.top + 1) - 1

    # ---- numbers that are the same for all

    def range_of(self, operand: Operand) -> Range:
        if isinstance(operand, int):
            return operand, operand
        return self.found.get(operand) or self.ranges.get(operand, FULL)

    def emit(self, make: Callable[[Register], Instruction], known: Range) -> Operand:
        if known[0] == known[1]:
            return known[0]
        target = self.take_register(known)
        self.code.append(make(target))
        return target

    def take_register(self, known: Range) -> Register:
        """A new register, for numbers from a range."""
        self.register += 1
        self.found[Register(self.register - 1)] = known
        return Register(self.register - 1)

    def work_out(self, name: str, *operands: Operand, site: int) -> Operand:
        """What an operator gives, which it must be sure to give."""
        operator, ranges = OPERATORS[name], [self.range_of(each) for each in operands]
        if not operator.accepts(*ranges):
            raise Unsuited
        numbers = [each for each in operands if isinstance(each, int)]
        known = len(numbers) == len(operands)
        low, high = (operator.exact(*numbers),) * 2 if known else operator.bounds(*ranges)
        if low < LOWEST or high > HIGHEST:
            raise Unsuited
        if known:
            return low
        if len(operands) == 1:
            return self.emit(lambda target: Unary(target, name, operands[0], site), (low, high))
        left, right = operands
        share = self.find_share(name, left, right)
        if share is not None:
            return self.take_share(share, lambda target: Binary(target, name, left, right, site), (low, high))
        if name == "and" and (left == right or self.has_all(right, ranges[0])):
            return left
        if name == "and" and self.has_all(left, ranges[1]):
            return right
        if right == 0 and name in ("add", "sub", "or", "xor", "shl", "shr"):
            return left
        if left == 0 and name in ("add", "or", "xor"):
            return right
        return self.emit(lambda target: Binary(target, name, left, right, site), (low, high))

    def find_share(self, name: str, left: Operand, right: Operand) -> int | None:
        """Which share of the set an operator gives, if it gives one."""
        one, other = self.shares.get(left), self.shares.get(right)
        if name == "and" and isinstance(right, int) and one is not None:
            return one & right
        if name == "and" and isinstance(left, int) and other is not None:
            return left & other
        if name in ("and", "or", "xor") and one is not None and other is not None:
            return OPERATORS[name].exact(one, other)
        return None

    def take_share(self, share: int, make: Callable[[Register], Instruction], known: Range) -> Operand:
        """A share of the set, which may have been worked out before."""
        if share == 0:
            return 0
        for each, other in self.shares.items():
            if other == share:
                return each
        found = self.emit(make, known)
        if isinstance(found, Register):
            self.shares[found] = share
        return found

    def has_all(self, operand: Operand, known: Range) -> bool:
        """Whether a number has all bits that one from a range can have."""
        return isinstance(operand, int) and known[0] >= 0 and operand == 2 ** operand.bit_length() - 1 >= known[1]

    def look_up(self, array: int, index: Value, site: int) -> list[tuple[Operand | None, Value]]:
        """What is in an array, for some sets of members each, or for all (`None`)."""
        if isinstance(index, Moved):
            return self.look_up_members(self.arrays[array], index, site)
        if isinstance(index, Listed):
            return [(None, self.look_up_listed(self.arrays[array], index))]
        return [(None, self.look_up_fixed(array, index, site))]

    def look_up_members(
        self, values: tuple[int, ...], index: Moved, site: int
    ) -> list[tuple[Operand | None, Value]]:
        self.require_within(index, 0, len(values) - 1)
        if values == tuple(range(values[0], values[0] + len(values))):
            return [(None, Moved(self.work_out("add", index.more, values[0], site=site)))]
        different = sorted(set(values))
        if len(values) > SHIFT_HIGHEST:
            raise Unsuited
        if len(different) > MOST_DIFFERENT:
            return [(None, Listed(values, index.more))]
        places = {each: sum((value == each) << at for at, value in enumerate(values)) for each in different}
        if different == [0, 1]:
            return [(None, Truth(self.shift(places[1], index.more, site)))]
        return [(self.shift(places[each], index.more, site), Fixed(each)) for each in different]

    def look_up_listed(self, values: tuple[int, ...], index: Listed) -> Value:
        """What an array has at places that are listed."""
        if min(index.values) < 0 or max(index.values) >= len(values) or index.plus != 0:
            raise Unsuited
        return Listed(tuple(values[each] for each in index.values), index.more)

    def look_up_fixed(self, array: int, index: Value, site: int) -> Value:
        values, number = self.arrays[array], self.fixed(index)
        low, high = self.range_of(number)
        if low < 0 or high >= len(values):
            raise Unsuited
        inside = values[low : high + 1]
        return Fixed(self.emit(lambda to: Lookup(to, array, number, site), (min(inside), max(inside))))

    def load(self, first: int, size: int, index: Value, site: int) -> Value:
        number = self.fixed(index)
        low, high = self.range_of(number)
        if low < 0 or high >= size:
            raise Unsuited
        ranges = [self.range_of(Slot(first + at)) for at in range(low, high + 1)]
        known = min(each for each, _ in ranges), max(each for _, each in ranges)
        return Fixed(self.emit(lambda to: Load(to, first, size, number, site), known))

    def fixed(self, value: Value) -> Operand:
        if not isinstance(value, Fixed):
            raise Unsuited
        return value.number

    # ---- sets of members

    def shift(self, whole: Operand, more: Operand, site: int) -> Operand:
        """The members that are in a set if they are moved on. Higher ones of the result mean nothing."""
        low, high = self.range_of(more)
        off = max(0, -low)
        if high + off > SHIFT_HIGHEST or self.range_of(whole)[0] < 0:
            raise Unsuited
        if off:
            whole = self.work_out("and", whole, 2 ** (SHIFT_HIGHEST - off) - 1, site=site)
            whole = self.work_out("shl", whole, off, site=site)
        return self.work_out("shr", whole, self.work_out("add", more, off, site=site), site=site)

    def up_to(self, last: Operand, site: int) -> Operand:
        """The members up to one."""
        low, high = self.range_of(last)
        if high > self.top:
            last = self.work_out("min", last, self.top, site=site)
        if low < -1:
            last = self.work_out("max", last, -1, site=site)
        power = self.work_out("shl", 1, self.work_out("add", last, 1, site=site), site=site)
        return self.work_out("sub", power, 1, site=site)

    def others(self, members: Operand, site: int) -> Operand:
        return self.work_out("xor", self.work_out("and", members, self.all, site=site), self.all, site=site)

    def truth(self, value: Value, site: int) -> Operand:
        """The members for which something is other than 0."""
        match value:
            case Truth(members):
                return members
            case Fixed(number):
                holds = number if self.is_truth(number) else self.work_out("ne", number, 0, site=site)
                return self.work_out("mul", holds, self.all, site=site)
        raise Unsuited

    def is_truth(self, number: Operand) -> bool:
        return self.range_of(number) in ((0, 0), (0, 1), (1, 1))

    def require_within(self, value: Value, low: int, high: int) -> None:
        """A number is between two for each member, or else nothing can be said of all."""
        least, most = self.range_of(value.more if isinstance(value, Moved) else self.fixed(value))
        if least < low or most + (self.top if isinstance(value, Moved) else 0) > high:
            raise Unsuited

    # ---- operators

    def operate(self, name: str, left: Value, right: Value, site: int) -> Value:  # noqa: C901
        match name, left, right:
            case _, Fixed(one), Fixed(other):
                return Fixed(self.work_out(name, one, other, site=site))
            case "add", Moved(one), Fixed(other):
                return Moved(self.work_out("add", one, other, site=site))
            case "add", Fixed(one), Moved(other):
                return Moved(self.work_out("add", one, other, site=site))
            case "sub", Moved(one), Fixed(other):
                return Moved(self.work_out("sub", one, other, site=site))
            case "mod", Moved(more), Fixed(int(size)) if size > 0:
                return Round(more, size)
            case ("eq" | "ne"), Round(more, size), Fixed(other):
                members = self.meet(more, size, other, site)
                return Truth(members if name == "eq" else self.others(members, site))
            case "shl", Fixed(1), Moved(0):
                return Alone()
            case "shr", Fixed(whole), Moved(more):
                self.require_within(right, 0, SHIFT_HIGHEST)
                return Rest(whole, more)
            case "and", Rest(whole, more), Fixed(1):
                return Truth(self.shift(whole, more, site))
            case ("eq" | "ne"), Truth(members), Fixed(0):
                return Truth(members if name == "ne" else self.others(members, site))
            case ("and" | "or"), Truth(one), Truth(other):
                return Truth(self.work_out(name, one, other, site=site))
            case _, Moved(one), Moved(other) if name in MIRRORED:
                return Fixed(self.work_out(name, one, other, site=site))
            case _, Moved(more), Fixed(other) if name in MIRRORED:
                return Truth(self.compare(name, self.work_out("sub", other, more, site=site), site))
            case _, Fixed(other), Moved(more) if name in MIRRORED:
                return Truth(self.compare(MIRRORED[name], self.work_out("sub", other, more, site=site), site))
            case _, Listed(), Fixed(other) if name in MIRRORED:
                return Truth(self.compare_listed(name, left, other, site))
            case _, Fixed(other), Listed() if name in MIRRORED:
                return Truth(self.compare_listed(MIRRORED[name], right, other, site))
            case _, Listed(plus=0), Fixed(int(other)):
                return self.operate_listed(name, left, other)
            case ("add" | "sub"), Listed(), Fixed(other):
                return self.add_to_listed(name, left, other, site)
            case "add", Fixed(other), Listed():
                return self.add_to_listed(name, right, other, site)
        raise Unsuited

    # ---- sums, and numbers from lists

    def add_up(self, members: Operand, value: Value, site: int) -> Operand:
        """The sum of a value for each of some members. It is never less than what a part of them comes to."""
        match value:
            case Fixed(number) if self.range_of(number)[0] >= 0:
                return self.work_out("mul", number, self.work_out("size", members, site=site), site=site)
            case Moved(more):
                self.require_within(value, 0, SHIFT_HIGHEST)
                return self.add_up_listed(members, Listed(tuple(range(SHIFT_HIGHEST + 1)), more), site)
            case Listed(plus=0) if min(value.values) >= 0:
                return self.add_up_listed(members, value, site)
        raise Unsuited

    def join_listed(self, pieces: list[tuple[Operand, Value]]) -> Listed | None:
        """One list for what is known of several shares, if no more has to be added up for that."""
        joined, digits = [0] * (self.top + 1), 0
        for members, value in pieces:
            share, values = self.shares.get(members), self.list_values(value)
            if share is None or values is None:
                return None
            digits += max(values).bit_length() if isinstance(value, Listed) else 1
            for at in indices_of(share):
                joined[at] = values[at]
        return Listed(tuple(joined), 0) if max(joined).bit_length() <= digits else None

    def list_values(self, value: Value) -> tuple[int, ...] | None:
        """What a value is for each member, if that is known, and nowhere below 0."""
        match value:
            case Fixed(int(number)) if number >= 0:
                return (number,) * (self.top + 1)
            case Listed(values, 0, 0) if min(values) >= 0 and len(values) > self.top:
                return values
        return None

    def add_up_listed(self, members: Operand, value: Listed, site: int) -> Operand:
        """The sum of what a list has for each of some members: how many have each binary digit."""
        found: Operand = 0
        for digit in range(max(value.values).bit_length()):
            places = sum((each >> digit & 1) << at for at, each in enumerate(value.values))
            met = self.work_out("and", members, self.shift(places, value.more, site), site=site)
            many = self.work_out("shl", self.work_out("size", met, site=site), digit, site=site)
            found = self.work_out("add", found, many, site=site)
        return found

    def operate_listed(self, name: str, left: Listed, other: int) -> Value:
        """What an operator gives for each number of a list and the same other one."""
        try:
            return Listed(tuple(OPERATORS[name].calculate(each, other) for each in left.values), left.more)
        except Impossible:
            raise Unsuited from None

    def add_to_listed(self, name: str, listed: Listed, other: Operand, site: int) -> Value:
        """Some more, or less, than what a list has."""
        plus = self.work_out(name, listed.plus, other, site=site)
        low, high = self.range_of(plus)
        if low + min(listed.values) < LOWEST or high + max(listed.values) > HIGHEST:
            raise Unsuited
        return replace(listed, plus=plus)

    def compare_listed(self, name: str, listed: Listed, other: Operand, site: int) -> Operand:
        """The members for which a comparison of what a list has with a number holds. It is the same with all numbers
        beyond the list's own."""
        least, most = min(listed.values) - 1, max(listed.values) + 1
        if most - least >= MOST_SETS:
            raise Unsuited
        other = self.work_out("sub", other, listed.plus, site=site)
        low, high = self.range_of(other)
        if low < least:
            other, low = self.work_out("max", other, least, site=site), least
        if high > most:
            other, high = self.work_out("min", other, most, site=site), most
        low, high = min(low, most), max(high, least)
        compares = OPERATORS[name].exact
        sets = tuple(
            sum(compares(value, each) << at for at, value in enumerate(listed.values)) for each in range(low, high + 1)
        )
        return self.shift(self.look_up_set(sets, other, low, site), listed.more, site)

    def look_up_set(self, sets: tuple[int, ...], index: Operand, low: int, site: int) -> Operand:
        """One of some sets, the first of which goes with the number `low`."""
        if sets not in self.arrays:
            self.arrays += (sets,)
        found, array = self.work_out("sub", index, low, site=site), self.arrays.index(sets)
        return self.emit(lambda to: Lookup(to, array, found, site), (min(sets), max(sets)))

    def meet(self, more: Operand, size: int, other: Operand, site: int) -> Operand:
        """The members that come to one place of a circle: every so many, from one that is looked up."""
        least, most = self.range_of(other)
        first = self.work_out("sub", other, more, site=site)
        low, high = self.range_of(first)
        if least < 0 or most >= size or high - low >= MOST_PLACES:
            raise Unsuited
        places = range(low, high + 1)
        sets = tuple(sum(1 << at for at in range(each % size, self.top + 1, size)) for each in places)
        return self.look_up_set(sets, first, low, site)

    def compare(self, name: str, other: Operand, site: int) -> Operand:
        """The members of which a comparison with a number holds."""
        if name in ("gt", "ge"):
            return self.others(self.compare("le" if name == "gt" else "lt", other, site), site)
        if name == "le":
            return self.up_to(other, site)
        below = self.up_to(self.work_out("sub", other, 1, site=site), site)
        if name == "lt":
            return below
        same = self.work_out("xor", below, self.up_to(other, site), site=site)
        return same if name == "eq" else self.others(same, site)
