"""The operators of a program: one row for each.

A row says what an operator does with known numbers, when it fails, between which numbers its result is for operands
from given ranges, and how it is written in Python and in machine code. Every result must fit 64 bits, or the operator
fails with "out-of-range".
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from interpreter.data_classes import dataclass
from interpreter.program.operands import FULL, HIGHEST, LOWEST, Range

SHIFT_HIGHEST = 62
"""How many places a number can be shifted by, and the highest member that a set can have."""

Needs = tuple[int, int, int, str]
"""Which operand has to be from one number to another, or else the operator fails, and for what reason."""

NOT_ZERO = (1, 0)
"""The range of a `Needs` whose operand may be anything but 0."""


class Impossible(Exception):
    """An operator has no result. `reason` says why, and `value`, `low` and `high` what was found and allowed."""

    def __init__(self, reason: str, value: int = 0, low: int = 0, high: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.value, self.low, self.high = reason, value, low, high


@dataclass(frozen=True, eq=False)
class Operator:
    """One operator on one or two numbers.

    `exact` gives the result for known numbers that it can be used on, `bounds` the range of the result for ranges of
    them, before it is known to fit. `needs` says what operands have to be like, in the order in which it is tested.
    `python` is the operator in Python, `llvm` in LLVM's language, with `{0}` and `{1}` for the operands; `llvm_fits`
    the LLVM function that also says whether the result fits, and `llvm_natural` a quicker form for operands that are
    not negative. A `comparison` is a truth value in both languages."""

    name: str
    exact: Callable[..., int]
    bounds: Callable[..., Range]
    python: str
    llvm: str
    needs: tuple[Needs, ...] = ()
    llvm_fits: str = ""
    llvm_natural: str = ""
    comparison: bool = False

    @property
    def operands(self) -> int:
        return 2 if "{1}" in self.python else 1

    def accepts(self, *ranges: Range) -> bool:
        """Whether all operands from these ranges are as it needs them."""
        for at, least, most, _ in self.needs:
            low, high = ranges[at]
            if (low <= 0 <= high) if (least, most) == NOT_ZERO else (low < least or high > most):
                return False
        return True

    def calculate(self, *numbers: int) -> int:
        for at, low, high, reason in self.needs:
            number = numbers[at]
            if (low, high) == NOT_ZERO:
                if number == 0:
                    raise Impossible(reason)
            elif not low <= number <= high:
                raise Impossible(reason, number, low, high)
        result = self.exact(*numbers)
        if not LOWEST <= result <= HIGHEST:
            raise Impossible("out-of-range", result, LOWEST, HIGHEST)
        return result


# ---- ranges of results


def _sum(left: Range, right: Range) -> Range:
    return left[0] + right[0], left[1] + right[1]


def _difference(left: Range, right: Range) -> Range:
    return left[0] - right[1], left[1] - right[0]


def _product(left: Range, right: Range) -> Range:
    products = [one * other for one in left for other in right]
    return min(products), max(products)


def _quotient(left: Range, right: Range) -> Range:
    if left[0] >= 0 and right[0] >= 0:
        return 0, left[1] // max(right[0], 1)
    return (LOWEST, HIGHEST + 1) if right[0] < 0 else FULL


def _remainder(left: Range, right: Range) -> Range:
    return (0, right[1] - 1) if right[0] > 0 else FULL


def _places(shift: int) -> int:
    return min(max(shift, 0), SHIFT_HIGHEST)


def _shifted_left(left: Range, right: Range) -> Range:
    return _product(left, (2 ** _places(right[0]), 2 ** _places(right[1])))


def _shifted_right(left: Range, right: Range) -> Range:
    return (0, left[1] >> _places(right[0])) if left[0] >= 0 else FULL


def _smaller(left: Range, right: Range) -> Range:
    return min(left[0], right[0]), min(left[1], right[1])


def _larger(left: Range, right: Range) -> Range:
    return max(left[0], right[0]), max(left[1], right[1])


def _common_bits(left: Range, right: Range) -> Range:
    if left[0] >= 0 and right[0] >= 0:
        return 0, min(left[1], right[1])
    return (0, max(left[1], right[1])) if left[0] >= 0 or right[0] >= 0 else FULL


def _all_bits(left: Range, right: Range) -> Range:
    if left[0] >= 0 and right[0] >= 0:
        return 0, 2 ** max(left[1].bit_length(), right[1].bit_length()) - 1
    return FULL


def _truth(surely: Callable[[Range, Range], bool], possibly: Callable[[Range, Range], bool]) -> Callable[..., Range]:
    return lambda left, right: (int(surely(left, right)), int(possibly(left, right)))


def _same(left: Range, right: Range) -> bool:
    return left == right and left[0] == left[1]


def _apart(left: Range, right: Range) -> bool:
    return left[1] < right[0] or right[1] < left[0]


def _count(members: Range) -> Range:
    return 0, max(members[1], 1).bit_length()


def _member(members: Range) -> Range:
    return 0, _count(members)[1] - 1


def _scatter(numbers: int, members: int) -> int:
    places = (place for place in range(members.bit_length()) if members >> place & 1)
    return sum(1 << place for at, place in enumerate(places) if numbers >> at & 1)


# ---- the table

_DIVISOR: tuple[Needs, ...] = ((1, *NOT_ZERO, "division-by-zero"),)
_SHIFT: tuple[Needs, ...] = ((1, 0, SHIFT_HIGHEST, "out-of-range"),)
_SET: tuple[Needs, ...] = ((0, 0, HIGHEST, "out-of-range"),)
_SOME: tuple[Needs, ...] = (*_SET, (0, *NOT_ZERO, "empty-set"))


def _arithmetic(name: str, sign: str, exact: Callable[..., int], bounds: Callable[..., Range]) -> Operator:
    fits = f"@llvm.s{name}.with.overflow.i64"
    return Operator(name, exact, bounds, f"{{0}} {sign} {{1}}", f"{name} nsw i64 {{0}}, {{1}}", llvm_fits=fits)


def _bitwise(name: str, sign: str, exact: Callable[..., int], bounds: Callable[..., Range]) -> Operator:
    return Operator(name, exact, bounds, f"{{0}} {sign} {{1}}", f"{name} i64 {{0}}, {{1}}")


def _comparison(
    name: str,
    sign: str,
    relation: str,
    surely: Callable[[Range, Range], bool],
    possibly: Callable[[Range, Range], bool],
) -> Operator:
    compare = getattr(operator, name)
    return Operator(
        name,
        lambda left, right: int(compare(left, right)),
        _truth(surely, possibly),
        f"{{0}} {sign} {{1}}",
        f"icmp {relation} i64 {{0}}, {{1}}",
        comparison=True,
    )


_ROWS = (
    _arithmetic("add", "+", operator.add, _sum),
    _arithmetic("sub", "-", operator.sub, _difference),
    _arithmetic("mul", "*", operator.mul, _product),
    Operator(
        "div",
        operator.floordiv,
        _quotient,
        "{0} // {1}",
        "call i64 @floor_div(i64 {0}, i64 {1})",
        _DIVISOR,
        llvm_fits="@floor_div.with.overflow",
        llvm_natural="udiv i64 {0}, {1}",
    ),
    Operator(
        "mod",
        operator.mod,
        _remainder,
        "{0} % {1}",
        "call i64 @floor_mod(i64 {0}, i64 {1})",
        _DIVISOR,
        llvm_natural="urem i64 {0}, {1}",
    ),
    Operator("min", min, _smaller, "{0} if {0} < {1} else {1}", "call i64 @llvm.smin.i64(i64 {0}, i64 {1})"),
    Operator("max", max, _larger, "{0} if {0} > {1} else {1}", "call i64 @llvm.smax.i64(i64 {0}, i64 {1})"),
    _bitwise("and", "&", operator.and_, _common_bits),
    _bitwise("or", "|", operator.or_, _all_bits),
    _bitwise("xor", "^", operator.xor, _all_bits),
    Operator(
        "shl",
        operator.lshift,
        _shifted_left,
        "{0} << {1}",
        "shl i64 {0}, {1}",
        _SHIFT,
        llvm_fits="@shift_left.with.overflow",
    ),
    Operator("shr", operator.rshift, _shifted_right, "{0} >> {1}", "ashr i64 {0}, {1}", _SHIFT),
    _comparison("eq", "==", "eq", _same, lambda left, right: not _apart(left, right)),
    _comparison("ne", "!=", "ne", _apart, lambda left, right: not _same(left, right)),
    _comparison("lt", "<", "slt", lambda left, right: left[1] < right[0], lambda left, right: left[0] < right[1]),
    _comparison("le", "<=", "sle", lambda left, right: left[1] <= right[0], lambda left, right: left[0] <= right[1]),
    _comparison("gt", ">", "sgt", lambda left, right: left[0] > right[1], lambda left, right: left[1] > right[0]),
    _comparison("ge", ">=", "sge", lambda left, right: left[0] >= right[1], lambda left, right: left[1] >= right[0]),
    Operator(
        "lowest",
        lambda members: (members & -members).bit_length() - 1,
        _member,
        "({0} & -{0}).bit_length() - 1",
        "call i64 @llvm.cttz.i64(i64 {0}, i1 true)",
        _SOME,
    ),
    Operator(
        "highest",
        lambda members: members.bit_length() - 1,
        _member,
        "{0}.bit_length() - 1",
        "call i64 @highest(i64 {0})",
        _SOME,
    ),
    Operator(
        "scatter",
        _scatter,
        lambda left, right: (0, right[1]),
        "sum(1 << place for at, place in enumerate(place for place in range(63) if {1} >> place & 1) if {0} >> at & 1)",
        "call i64 @scatter(i64 {0}, i64 {1})",
        (*_SET, (1, 0, HIGHEST, "out-of-range")),
    ),
    Operator("size", int.bit_count, _count, "{0}.bit_count()", "call i64 @llvm.ctpop.i64(i64 {0})", _SET),
)

OPERATORS = {each.name: each for each in _ROWS}
"""Every operator by its name. `div` rounds towards minus infinity, and `mod` goes with it. Comparisons give 0 or 1.
`and`, `or` and `xor` work on bits, a negative number being its 64-bit pattern with sign. `lowest`, `highest` and `size`
take a set of up to 63 members, one bit each: the index of its lowest or highest bit, and how many bits it has.
`scatter` gives those members of the second set whose numbers in it are in the first: its lowest has the number 0."""
