"""Replaces values that depend on few inputs by lookups in tables (memoisation at compile time).

The table is computed by running the code that it replaces, once for each combination of inputs, so the two cannot
differ. A value that may fail for some inputs stays code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from interpreter.lower.throws import find_throw_position
from interpreter.program.instructions import fields
from interpreter.program.instructions.operators import NOT_ZERO, OPERATORS
from interpreter.throws import list_throws

MOST_ENTRIES = 8_192
"""How many entries a table may have."""

MOST_WORK = 5_000_000
"""The instructions that may be executed to compute a table."""

LEAST_WORK = 12
"""The fewest instructions a value takes, plus some for each input, for a table to pay."""

WORK_OF_AN_INPUT = 3

WIDEST_SET = 10
"""The most possible members of a set that is the input of a table."""

FEW_OUTCOMES = 256
"""A roll with no more outcomes is looked up as it is, and not by its dice in whatever order."""

Make: TypeAlias = Callable[[Scope], program.Operand]
Inputs: TypeAlias = dict[model.Variable, bool]
"""Variables, and whether each is a roll of which only the dice matter, and not their order."""

UNORDERED = model.DiceOf | model.Total | model.OfRoll | model.CountedDice
"""What is the same for the same dice in another order."""


class Unsuited(Exception):
    """Raised for a value that cannot be lowered in this way: it has too many inputs, or may fail."""


# ---- inputs


def find_inputs(scope: Scope, value: model.Value, own: Iterable[model.Variable] = ()) -> Inputs:
    """The variables that a value depends on, but for its `own`. Raises Unsuited if it depends on anything else."""
    found: Inputs = {}
    _gather(scope, value, frozenset(own), False, found)
    return _omit_constants(scope, found)


def _omit_constants(scope: Scope, found: Inputs) -> Inputs:
    return {each: unordered for each, unordered in found.items() if not isinstance(scope.bound.get(each), int)}


def _gather(scope: Scope, value: model.Value, own: frozenset[model.Variable], unordered: bool, found: Inputs) -> None:
    game = scope.builder.game
    match value:
        case model.Read(variable):
            if variable not in own:
                _gather_read(scope, value, unordered, found)
            return
        case model.OptionValue(option) if not isinstance(scope.layout.options[option], int):
            raise Unsuited
        case model.TopCard() | model.TopCards() | model.Offered() | model.TextConstant() | model.Supposed():
            raise Unsuited
        case model.Applied(name):
            define = game.defines[name]
            _gather(scope, define.value, own | frozenset(define.parameters), False, found)
        case model.TableValue(name):
            table = game.tables[name]
            for each in (*table.keys, *(one for row in table.rows for one in row.values)):
                _gather(scope, each, own | frozenset(table.parameters), False, found)
        case model.Named(variable) | model.Quantified(variable=variable) | model.Summed(variable):
            own |= {variable}
        case model.CountedDice(variable=variable) | model.Best(variable=variable):
            own |= {variable}
        case model.Parted(_, left, taken):
            own |= {left, taken}
    for part in list_parts(value):
        if find_lying(game, part) is not None:
            raise Unsuited
        _gather(scope, part, own, isinstance(value, UNORDERED), found)


def _gather_read(scope: Scope, read: model.Read, unordered: bool, found: Inputs) -> None:
    variable = read.variable
    if not isinstance(variable.type, RollType) or variable.type.outcomes <= FEW_OUTCOMES:
        unordered = False
    if variable not in scope.bound:
        is_stale = scope.guarded and id(read) in scope.layout.stale_reads
        if variable.role in ("viewer", "zone") or variable.each is not None or read.index is not None or is_stale:
            raise Unsuited
    found[variable] = unordered and found.get(variable, True)


def list_numbers(scope: Scope, kind: Type, unordered: bool) -> Sequence[int]:
    """The numbers that a value of a type may be, in ascending order; of the outcomes of a roll in whatever order, the
    first of each. Raises Unsuited if there are many."""
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
        case RollType() if unordered:
            return _sort_outcomes(kind)[0]
        case RollType() if kind.outcomes <= MOST_ENTRIES:
            return range(kind.outcomes)
        case ThrowType() if count_values(kind) <= MOST_ENTRIES:
            return list_throws(kind.number, kind.faces)
    raise Unsuited


def list_domains(scope: Scope, inputs: Inputs) -> list[Sequence[int]]:
    """The numbers that each input may be. Raises Unsuited if there are many combinations."""
    numbers = [list_numbers(scope, each.type, unordered) for each, unordered in inputs.items()]
    if prod(map(len, numbers)) > MOST_ENTRIES:
        raise Unsuited
    return numbers


@lru_cache(maxsize=16)
def _sort_outcomes(roll: RollType) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first outcome of each throw in whatever order, and where that of each outcome stands among them."""
    if roll.is_large:
        raise Unsuited
    known: dict[tuple[int, ...], int] = {}
    first, places = list[int](), list[int]()
    for outcome, faces in enumerate(roll.all_faces):
        places.append(known.setdefault(tuple(sorted(faces)), len(known)))
        if len(known) > len(first):
            first.append(outcome)
    return tuple(first), tuple(places)


# ---- tables


def tabulate(scope: Scope, value: model.Value, make: Make) -> program.Operand | None:
    """A lookup in place of a value, which `make` lowers, if that is possible and pays."""
    builder, found = scope.builder, dict[model.Variable, bool]()
    if builder.is_plain:
        return None
    try:
        _gather(scope, value, frozenset(), False, found)
        inputs = _omit_constants(scope, found)
        numbers = list_domains(scope, inputs)
    except Unsuited:
        return None
    key = id(value), tuple((each, None if each in inputs else scope.bound[each]) for each in found)
    if key not in builder.found.tabulated:
        least = LEAST_WORK + WORK_OF_AN_INPUT * len(inputs)
        builder.found.tabulated[key] = value, work_out(scope, inputs, numbers, make, least)
    _, table = builder.found.tabulated[key]
    return look_up(scope, inputs, numbers, table, scope.site(value.span)) if table is not None else None


def tabulate_slots(
    scope: Scope, inputs: Inputs, slots: Iterable[int], write: Callable[[Scope], None], site: int
) -> bool:
    """Look up the numbers that go into some slots, in place of the code that writes them, which depends on some inputs
    and reads no other slots. Whether that is possible. Raises Unsuited if there are many combinations."""
    written = [program.Slot(each) for each in slots]

    def make(inner: Scope) -> Sequence[program.Operand]:
        write(inner)
        return written

    numbers = list_domains(scope, inputs)
    if (rows := _work_out(scope, inputs, numbers, make)) is None:
        return False
    place = find_entry(scope, inputs, numbers, site)
    for slot, column in zip(written, zip(*rows, strict=True), strict=True):
        number = column[0] if len(set(column)) == 1 else scope.builder.lookup(column, place, site)
        scope.builder.emit(program.Move(slot, number))
    return True


def work_out(
    scope: Scope, inputs: Inputs, numbers: Sequence[Sequence[int]], make: Make, least: int = 0
) -> tuple[int, ...] | None:
    """The results of code for each combination of inputs, the last changing fastest; None if it may fail, or takes too
    few instructions for a table to pay or too many to compute."""
    rows = _work_out(scope, inputs, numbers, lambda inner: [make(inner)], least)
    return None if rows is None else tuple(number for (number,) in rows)


def _work_out(
    scope: Scope,
    inputs: Inputs,
    numbers: Sequence[Sequence[int]],
    make: Callable[[Scope], Sequence[program.Operand]],
    least: int = 0,
) -> list[tuple[int, ...]] | None:
    """The same for code with several results."""
    builder, found, work = scope.builder, list[tuple[int, ...]](), 0
    combinations = prod(map(len, numbers))
    with builder.trial() as first:
        given = [builder.register() for _ in inputs]
        results = make(scope.bind(dict(zip(inputs, given, strict=True))))
        carry_out = _translate(builder, first, given, results)
    if carry_out is None:
        return None
    try:
        for combination in product(*numbers):
            row, taken = carry_out(combination)
            found.append(row)
            work += taken
            if work > MOST_WORK:
                return None
    except (ValueError, KeyError):
        return None
    return found if work > least * combinations or len(set(found)) == 1 else None


def _translate(
    builder: Builder, first: int, given: Sequence[program.Register], results: Sequence[program.Operand]
) -> Callable[[tuple[int, ...]], tuple[tuple[int, ...], int]] | None:
    """The blocks from `first` on as Python: from inputs to results and the number of instructions executed. None if
    they have side effects other than on the slots that are results; it raises KeyError where another slot is read."""
    written = {each.index for each in results if isinstance(each, program.Slot)}
    lines = ["def carry_out(given):", f" {_name_all(given)} = given", " slots, at, work = {}, 0, 0", " while True:"]
    try:
        for at, block in enumerate(builder.blocks[first:]):
            lines.append(f"  {'if' if at == 0 else 'elif'} at == {at}:")
            lines.append(f"   work += {len(block.instructions) + 1}")
            lines += (f"   {line}" for each in block.instructions for line in _write(each, builder.arrays, written))
            lines += (f"   {line}" for line in _write_end(block, first, builder.here == first + at, results))
    except Unsuited:
        return None
    names: dict[str, Any] = {"arrays": tuple(builder.arrays)}
    exec("\n".join(lines), names)
    carry_out: Callable[[tuple[int, ...]], tuple[tuple[int, ...], int]] = names["carry_out"]
    return carry_out


def _name_all(registers: Iterable[program.Register]) -> str:
    return "[" + ", ".join(map(_name, registers)) + "]"


def _name(operand: program.Operand) -> str:
    if isinstance(operand, program.Slot):
        return f"slots[{operand.index:d}]"
    return f"({operand:d})" if isinstance(operand, int) else f"r{operand.index:d}"


def _write(instruction: program.Instruction, arrays: Sequence[tuple[int, ...]], written: set[int]) -> list[str]:
    match fields.target(instruction):
        case program.Slot(slot) if slot not in written:
            raise Unsuited
    match instruction:
        case program.Load(register, start, size, place):
            return [_require(_name(place), 0, size - 1), f"{_name(register)} = slots[{start:d} + {_name(place)}]"]
        case program.Store(start, size, place, value) if written.issuperset(range(start, start + size)):
            return [_require(_name(place), 0, size - 1), f"slots[{start:d} + {_name(place)}] = {_name(value)}"]
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


def _write_end(block: DraftBlock, first: int, is_last: bool, results: Iterable[program.Operand]) -> list[str]:
    match block.terminator:
        case program.Jump(to):
            return [f"at = {to - first:d}"]
        case program.Branch(condition, yes, no):
            return [f"at = {yes - first:d} if {_name(condition)} else {no - first:d}"]
        case program.Switch(value, blocks):
            places = ", ".join(f"{each - first:d}" for each in blocks)
            return [_require(_name(value), 0, len(blocks) - 1), f"at = ({places},)[{_name(value)}]"]
        case None if is_last:
            return [f"return ({''.join(f'{_name(each)}, ' for each in results)}), work"]
    raise Unsuited


# ---- looking up


def look_up(
    scope: Scope, inputs: Inputs, numbers: Sequence[Sequence[int]], table: Sequence[int], site: int
) -> program.Operand:
    """The entry for the present values of the inputs."""
    if len(set(table)) == 1:
        return table[0]
    return scope.builder.lookup(table, find_entry(scope, inputs, numbers, site), site)


def find_entry(scope: Scope, inputs: Inputs, numbers: Sequence[Sequence[int]], site: int) -> program.Operand:
    """The place of the entry for the present values of the inputs."""
    builder = scope.builder
    at: program.Operand = 0
    for (variable, unordered), known in zip(inputs.items(), numbers, strict=True):
        held = scope.bound[variable] if variable in scope.bound else scope.layout.slot(variable)
        place = _find_place(builder, variable.type, unordered, held, known, site)
        at = builder.binary("add", builder.binary("mul", at, len(known), site), place, site)
    return at


def _find_place(
    builder: Builder, kind: Type, unordered: bool, held: program.Operand, known: Sequence[int], site: int
) -> program.Operand:
    """The place of a number among those known."""
    match kind:
        case RollType() if unordered:
            return builder.lookup(_sort_outcomes(kind)[1], held, site)
        case ThrowType():
            return find_throw_position(builder, kind, held, site)
        case _:
            step = known[1] - known[0] if len(known) > 1 else 1
            return builder.binary("shr", builder.binary("sub", held, known[0], site), step.bit_length() - 1, site)
