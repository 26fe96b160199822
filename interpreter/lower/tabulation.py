"""Replaces values that depend on few inputs by lookups in tables (memoisation at compile time).

The table is computed by running the code that it replaces, once for each combination of inputs, so the two cannot
differ. A value that may fail for some inputs stays code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, TypeAlias

from interpreter import model, program
from interpreter.check.lying_cards import find_lying
from interpreter.check.traversal import list_parts
from interpreter.domains import (
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
    YesNoType,
    count_values,
)
from interpreter.lower.builder import Builder, DraftBlock
from interpreter.lower.scope import Scope
from interpreter.program.instructions.operators import NOT_ZERO, OPERATORS
from interpreter.throws import find_width, list_throws

MOST_ENTRIES = 8_192
"""How many entries a table may have."""

MOST_WORK = 3_000_000
"""The instructions that may be executed to compute a table."""

LEAST_WORK = 12
"""The fewest instructions a value takes, plus some for each input, for a table to pay."""

WORK_OF_AN_INPUT = 3

WIDEST_SET = 8
"""The most possible members of a set that is the input of a table."""

Make: TypeAlias = Callable[[Scope], program.Operand]


class Unsuited(Exception):
    """Raised for a value that cannot be lowered in this way: it has too many inputs, or may fail."""


# ---- inputs


def find_inputs(scope: Scope, value: model.Value) -> dict[model.Variable, Type]:
    """The variables that a value depends on. Raises Unsuited if it depends on anything else."""
    found: dict[model.Variable, Type] = {}
    _gather(scope, value, frozenset(), found)
    return found


def _gather(
    scope: Scope, value: model.Value, own: frozenset[model.Variable], found: dict[model.Variable, Type]
) -> None:
    game = scope.builder.game
    match value:
        case model.Read(variable, index):
            if variable not in own:
                _gather_read(scope, value, variable, index, found)
            return
        case model.OptionValue(option) if not isinstance(scope.layout.options[option], int):
            raise Unsuited
        case model.TopCard() | model.TopCards() | model.Offered() | model.TextConstant() | model.Supposed():
            raise Unsuited
        case model.Applied(name):
            define = game.defines[name]
            _gather(scope, define.value, own | frozenset(define.parameters), found)
        case model.TableValue(name):
            table = game.tables[name]
            for each in (*table.keys, *(one for row in table.rows for one in row.values)):
                _gather(scope, each, own | frozenset(table.parameters), found)
        case model.Named(variable) | model.Quantified(variable=variable) | model.Summed(variable):
            own |= {variable}
        case model.CountedDice(variable=variable) | model.Best(variable=variable):
            own |= {variable}
        case model.Parted(_, left, taken):
            own |= {left, taken}
        case _:
            pass
    for part in list_parts(value):
        if find_lying(game, part) is not None:
            raise Unsuited
        _gather(scope, part, own, found)


def _gather_read(
    scope: Scope,
    value: model.Read,
    variable: model.Variable,
    index: model.Value | None,
    found: dict[model.Variable, Type],
) -> None:
    if variable in scope.bound:
        if not isinstance(scope.bound[variable], int):
            found[variable] = variable.type
        return
    is_stale = scope.guarded and id(value) in scope.layout.stale_reads
    if variable.role in ("viewer", "zone") or variable.each is not None or index is not None or is_stale:
        raise Unsuited
    found[variable] = variable.type


def list_numbers(scope: Scope, kind: Type) -> Sequence[int]:
    """The numbers that a value of a type may be, in ascending order. Raises Unsuited if there are many."""
    match kind:
        case YesNoType():
            return range(2)
        case MemberType(name, low, high):
            return range(low, min(high, scope.layout.size_of_kind(name) - 1) + 1)
        case NumberType(low, high) if high - low < MOST_ENTRIES:
            return range(low, high + 1)
        case MaybeType(some) if some.high - some.low < MOST_ENTRIES:
            return range(kind.nothing, some.high + 1)
        case SetType(member) if member is not None and member.high - member.low < WIDEST_SET and not kind.endless:
            return range(0, 2 << member.high, 1 << member.low)
        case RollType() if kind.outcomes <= MOST_ENTRIES:
            return range(kind.outcomes)
        case ThrowType() if count_values(kind) <= MOST_ENTRIES:
            return list_throws(kind.number, kind.faces)
    raise Unsuited


# ---- tables


def tabulate(scope: Scope, value: model.Value, make: Make) -> program.Operand | None:
    """A lookup in place of a value, which `make` lowers, if that is possible and pays."""
    builder = scope.builder
    if builder.is_plain or builder.is_trying:
        return None
    try:
        inputs = find_inputs(scope, value)
        numbers = [list_numbers(scope, kind) for kind in inputs.values()]
    except Unsuited:
        return None
    if prod(map(len, numbers)) > MOST_ENTRIES:
        return None
    known = frozenset(each for each in scope.bound.items() if isinstance(each[1], int))
    key = id(value), tuple(inputs), known
    if key not in builder.found.tabulated:
        least = LEAST_WORK + WORK_OF_AN_INPUT * len(inputs)
        builder.found.tabulated[key] = value, work_out(scope, list(inputs), numbers, make, least)
    _, table = builder.found.tabulated[key]
    return look_up(scope, list(inputs), numbers, table, scope.site(value.span)) if table is not None else None


def work_out(
    scope: Scope, inputs: Sequence[model.Variable], numbers: Sequence[Sequence[int]], make: Make, least: int = 0
) -> tuple[int, ...] | None:
    """The results of code for each combination of inputs, the last changing fastest; None if it may fail, or takes too
    few instructions for a table to pay or too many to compute."""
    builder, found, work = scope.builder, list[int](), 0
    combinations = prod(map(len, numbers))
    with builder.trial() as first:
        given = [builder.register() for _ in inputs]
        result = make(scope.bind(dict(zip(inputs, given, strict=True))))
        carry_out = _translate(builder, first, given, result)
    if carry_out is None:
        return None
    try:
        for combination in product(*numbers):
            number, taken = carry_out(combination)
            found.append(number)
            work += taken
            if work > MOST_WORK:
                return None
    except ValueError:
        return None
    pays = work > least * combinations or len(set(found)) == 1
    return tuple(found) if pays else None


def _translate(
    builder: Builder, first: int, given: Sequence[program.Register], result: program.Operand
) -> Callable[[tuple[int, ...]], tuple[int, int]] | None:
    """The blocks from `first` on as Python: from inputs to the result and the number of instructions executed. None if
    they have side effects."""
    lines = ["def carry_out(given):", f" {_name_all(given)} = given", " at = work = 0", " while True:"]
    try:
        for at, block in enumerate(builder.blocks[first:]):
            lines.append(f"  {'if' if at == 0 else 'elif'} at == {at}:")
            lines.append(f"   work += {len(block.instructions) + 1}")
            lines += (f"   {line}" for each in block.instructions for line in _write(each, builder.arrays))
            lines += (f"   {line}" for line in _write_end(block, first, builder.here == first + at, result))
    except Unsuited:
        return None
    names: dict[str, Any] = {"arrays": builder.arrays}
    exec("\n".join(lines), names)
    carry_out: Callable[[tuple[int, ...]], tuple[int, int]] = names["carry_out"]
    return carry_out


def _name_all(registers: Iterable[program.Register]) -> str:
    return "[" + ", ".join(map(_name, registers)) + "]"


def _name(operand: program.Operand) -> str:
    if isinstance(operand, program.Slot):
        raise Unsuited
    return f"({operand:d})" if isinstance(operand, int) else f"r{operand.index:d}"


def _write(instruction: program.Instruction, arrays: Sequence[tuple[int, ...]]) -> list[str]:
    match instruction:
        case program.Move(target, value):
            return [f"{_name(target)} = {_name(value)}"]
        case program.Binary(target, operator, left, right):
            return _write_operator(operator, target, left, right)
        case program.Unary(target, operator, value):
            return _write_operator(operator, target, value)
        case program.Lookup(target, array, index):
            return [
                _require(_name(index), 0, len(arrays[array]) - 1),
                f"{_name(target)} = arrays[{array:d}][{_name(index)}]",
            ]
        case program.Check(value, low, high):
            return [_require(_name(value), low, high)]
    raise Unsuited


def _write_operator(name: str, target: program.Target, *operands: program.Operand) -> list[str]:
    operator, numbers = OPERATORS[name], [_name(each) for each in operands]
    lines = []
    for at, low, high, _ in operator.needs:
        is_zero = f"if not {numbers[at]}: raise ValueError"
        lines.append(is_zero if (low, high) == NOT_ZERO else _require(numbers[at], low, high))
    written = operator.python.format(*numbers)
    result = f"int({written})" if operator.comparison else written
    return [*lines, f"{_name(target)} = {result}", _require(_name(target), program.LOWEST, program.HIGHEST)]


def _require(number: str, low: int, high: int) -> str:
    return f"if not {low:d} <= {number} <= {high:d}: raise ValueError"


def _write_end(block: DraftBlock, first: int, is_last: bool, result: program.Operand) -> list[str]:
    match block.terminator:
        case program.Jump(to):
            return [f"at = {to - first:d}"]
        case program.Branch(condition, yes, no):
            return [f"at = {yes - first:d} if {_name(condition)} else {no - first:d}"]
        case program.Switch(value, blocks):
            places = ", ".join(f"{each - first:d}" for each in blocks)
            return [_require(_name(value), 0, len(blocks) - 1), f"at = ({places},)[{_name(value)}]"]
        case None if is_last:
            return [f"return {_name(result)}, work"]
    raise Unsuited


# ---- looking up


def look_up(
    scope: Scope, inputs: Sequence[model.Variable], numbers: Sequence[Sequence[int]], table: Sequence[int], site: int
) -> program.Operand:
    """The entry for the present values of the inputs."""
    builder = scope.builder
    if len(set(table)) == 1:
        return table[0]
    at: program.Operand = 0
    spread: list[Mapping[int, int]] = []
    sizes: list[int] = []
    for variable, known in zip(inputs, numbers, strict=True):
        held = scope.bound[variable] if variable in scope.bound else scope.layout.slot(variable)
        if isinstance(variable.type, ThrowType):
            place, size = find_throw_place(builder, variable.type, held, site)
            spread.append({each: place_throw(variable.type, each) for each in known})
        else:
            step = known[1] - known[0] if len(known) > 1 else 1
            place = builder.binary("sub", held, known[0], site)
            place, size = builder.binary("shr", place, step.bit_length() - 1, site), len(known)
            spread.append({each: number for number, each in enumerate(known)})
        at = builder.binary("add", builder.binary("mul", at, size, site), place, site)
        sizes.append(size)
    if any(isinstance(each.type, ThrowType) for each in inputs):
        table = _spread(table, numbers, spread, sizes)
    return builder.lookup(table, at, site)


def _spread(
    table: Sequence[int], numbers: Sequence[Sequence[int]], places: Sequence[Mapping[int, int]], sizes: Sequence[int]
) -> list[int]:
    """A table with gaps, since throws do not use all numbers."""
    found = [0] * prod(sizes)
    for combination, entry in zip(product(*numbers), table, strict=True):
        at = 0
        for each, place, size in zip(combination, places, sizes, strict=True):
            at = at * size + place[each]
        found[at] = entry
    return found


@lru_cache(maxsize=16)
def _halve(number: int, faces: int) -> tuple[int, Mapping[int, int], Mapping[int, int]]:
    """The bits of the lower half of the faces, and a number for each value of either half."""
    bits, throws = faces // 2 * find_width(number), list_throws(number, faces)
    lows, highs = sorted({each & (1 << bits) - 1 for each in throws}), sorted({each >> bits for each in throws})
    return bits, {each: at for at, each in enumerate(lows)}, {each: at for at, each in enumerate(highs)}


def place_throw(kind: ThrowType, throw: int) -> int:
    """A number of its own for each throw."""
    bits, lows, highs = _halve(kind.number, kind.faces)
    return highs[throw >> bits] * len(lows) + lows[throw & (1 << bits) - 1]


def find_throw_place(
    builder: Builder, kind: ThrowType, throw: program.Operand, site: int
) -> tuple[program.Operand, int]:
    """The same in the program, and what is above them all."""
    bits, lows, highs = _halve(kind.number, kind.faces)
    lower = [lows.get(each, 0) for each in range(max(lows) + 1)]
    upper = [highs.get(each, 0) * len(lows) for each in range(max(highs) + 1)]
    one = builder.lookup(lower, builder.binary("and", throw, (1 << bits) - 1, site), site)
    other = builder.lookup(upper, builder.binary("shr", throw, bits, site), site)
    return builder.binary("add", one, other, site), len(lows) * len(highs)
