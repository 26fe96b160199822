"""Instructions on plain numbers, done at once.

Most of what a walk carries out works on slots and registers that hold plain numbers, and there is nothing to ask a
state then. That is seen first; whatever else they hold, an instruction means what it says it does. How an operand is
read is written out in each shortcut, since a call would take as long as all the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from interpreter.chains.rolled import Rolled
from interpreter.chains.sums import Value
from interpreter.program import Binary, Branch, Jump, Lookup, Move, Part, Slot, Target, Unary
from interpreter.program.instructions.operators import OPERATORS, Impossible
from interpreter.program.machines.quiet import QuietMachine

Found: TypeAlias = Value | Rolled
"""What a walk has: a sum of slots, or a number that hangs on the roll with which it began."""


class Walking(QuietMachine[Found]):
    """What `slots` and `registers` hold now, of a walk that has written to them; what slots are `known` to have held
    where it began; and which block comes `next`."""

    slots: dict[int, Found]
    registers: dict[int, Found]
    known: dict[int, int]
    next: int


Shortcut: TypeAlias = Callable[[Walking], None]


def shorten(part: Part, arrays: Sequence[Sequence[int]]) -> Shortcut:
    """What carries out an instruction or a terminator; `arrays` are those of its program."""
    match part:
        case Move(target, int(number)):
            return _set(target, number)
        case Move(target, value) if not isinstance(value, int):
            return _move(part, target, value)
        case Binary(target, operator, left, int(right)) if not isinstance(left, int):
            return _operate_on_one(part, target, OPERATORS[operator].calculate, left, right)
        case Binary(target, operator, left, right) if not isinstance(left, int) and not isinstance(right, int):
            return _operate_on_two(part, target, OPERATORS[operator].calculate, left, right)
        case Unary(target, operator, value) if not isinstance(value, int):
            return _operate_on_one(part, target, OPERATORS[operator].calculate, value)
        case Lookup(target, array, index) if not isinstance(index, int):
            return _look_up(part, target, arrays[array], index)
        case Branch(condition, yes, no) if not isinstance(condition, int):
            return _branch(part, condition, yes, no)
        case Jump(block):
            return _jump(block)
    return part.meaning


def _place(operand: Target) -> tuple[bool, int]:
    return isinstance(operand, Slot), operand.index


def _set(target: Target, number: int) -> Shortcut:
    in_slot, at = _place(target)

    def set_number(walk: Walking) -> None:
        (walk.slots if in_slot else walk.registers)[at] = number

    return set_number


def _move(part: Part, target: Target, value: Target) -> Shortcut:
    (to_slot, to), (in_slot, at) = _place(target), _place(value)

    def move(walk: Walking) -> None:
        number = walk.slots.get(at, walk.known.get(at)) if in_slot else walk.registers.get(at)
        if number.__class__ is int:
            (walk.slots if to_slot else walk.registers)[to] = number
        else:
            part.meaning(walk)

    return move


def _operate_on_two(part: Part, target: Target, calculate: Callable[..., int], left: Target, right: Target) -> Shortcut:
    (to_slot, to), (in_slot, at), (other_in_slot, other_at) = _place(target), _place(left), _place(right)

    def operate(walk: Walking) -> None:
        number = walk.slots.get(at, walk.known.get(at)) if in_slot else walk.registers.get(at)
        other = walk.slots.get(other_at, walk.known.get(other_at)) if other_in_slot else walk.registers.get(other_at)
        if number.__class__ is int is other.__class__:
            try:
                (walk.slots if to_slot else walk.registers)[to] = calculate(number, other)
                return
            except Impossible:
                pass
        part.meaning(walk)

    return operate


def _operate_on_one(
    part: Part, target: Target, calculate: Callable[..., int], value: Target, *others: int
) -> Shortcut:
    (to_slot, to), (in_slot, at) = _place(target), _place(value)

    def operate(walk: Walking) -> None:
        number = walk.slots.get(at, walk.known.get(at)) if in_slot else walk.registers.get(at)
        if number.__class__ is int:
            try:
                (walk.slots if to_slot else walk.registers)[to] = calculate(number, *others)
                return
            except Impossible:
                pass
        part.meaning(walk)

    return operate


def _look_up(part: Part, target: Target, array: Sequence[int], index: Target) -> Shortcut:
    (to_slot, to), (in_slot, at), size = _place(target), _place(index), len(array)

    def look_up(walk: Walking) -> None:
        place = walk.slots.get(at, walk.known.get(at)) if in_slot else walk.registers.get(at)
        if isinstance(place, int) and 0 <= place < size:
            (walk.slots if to_slot else walk.registers)[to] = array[place]
        else:
            part.meaning(walk)

    return look_up


def _branch(part: Part, condition: Target, yes: int, no: int) -> Shortcut:
    in_slot, at = _place(condition)

    def branch(walk: Walking) -> None:
        value = walk.slots.get(at, walk.known.get(at)) if in_slot else walk.registers.get(at)
        if value.__class__ is int:
            walk.next = yes if value else no
        else:
            part.meaning(walk)

    return branch


def _jump(block: int) -> Shortcut:
    def jump(walk: Walking) -> None:
        walk.next = block

    return jump
