"""Instructions on numbers."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.program.instructions.fields import (
    ArrayIndex,
    CheckIndex,
    Count,
    FunctionIndex,
    Instruction,
    LoadsFrom,
    OperatorName,
    Reads,
    ReadsMany,
    SiteIndex,
    StoresTo,
    Writes,
    part,
)
from interpreter.program.instructions.machine import Machine, Number
from interpreter.program.instructions.operators import OPERATORS


@part
@dataclass(frozen=True)
class Move(Instruction):
    """Write a number, or what another slot holds, to a slot."""

    form = "{target} = {value}"
    target: Writes
    value: Reads

    def meaning(self, machine: Machine[Number]) -> None:
        machine.write(self.target, machine.read(self.value))


@part
@dataclass(frozen=True)
class Binary(Instruction):
    """Use an operator on two numbers."""

    form = "{target} = {operator} {left} {right} at {site}"
    target: Writes
    operator: OperatorName
    left: Reads
    right: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        operands = self.left, self.right
        machine.write(self.target, machine.operate(OPERATORS[self.operator], operands, self.site))


@part
@dataclass(frozen=True)
class Unary(Instruction):
    """Use an operator on one number, a set."""

    form = "{target} = {operator} {value} at {site}"
    target: Writes
    operator: OperatorName
    value: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.write(self.target, machine.operate(OPERATORS[self.operator], (self.value,), self.site))


@part
@dataclass(frozen=True)
class Lookup(Instruction):
    """Look a number up in an array."""

    form = "{target} = array {array} index {index} at {site}"
    target: Writes
    array: ArrayIndex
    index: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        size = len(machine.records.arrays[self.array])
        index = machine.within(self.index, 0, size - 1, "bad-index", self.site)
        machine.write(self.target, machine.look_up(self.array, index))


@part
@dataclass(frozen=True)
class Load(Instruction):
    """Read one of several slots."""

    form = "{target} = load {first} size {size} index {index} at {site}"
    target: Writes
    first: LoadsFrom
    size: Count
    index: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        index = machine.within(self.index, 0, self.size - 1, "bad-index", self.site)
        machine.write(self.target, machine.load(range(self.first, self.first + self.size), index))


@part
@dataclass(frozen=True)
class Gather(Instruction):
    """Compare several slots with one number. The result is the set of those for which it holds: member n is the slot
    at the n-th number of an array, counted from an index."""

    form = "{target} = those {operator} {value} load {first} size {size} index {index} at each of {places} at {site}"
    target: Writes
    operator: OperatorName
    value: Reads
    first: LoadsFrom
    size: Count
    index: Reads
    places: ArrayIndex
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        places = machine.records.arrays[self.places]
        index = machine.within(self.index, -min(places), self.size - 1 - max(places), "bad-index", self.site)
        slots = range(self.first, self.first + self.size)
        compared = machine.read(self.value)
        machine.write(self.target, machine.gather(OPERATORS[self.operator], slots, index, places, compared))


@part
@dataclass(frozen=True)
class Store(Instruction):
    """Write one of several slots."""

    form = "store {first} size {size} index {index} value {value} at {site}"
    first: StoresTo
    size: Count
    index: Reads
    value: Reads
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        index = machine.within(self.index, 0, self.size - 1, "bad-index", self.site)
        machine.store(range(self.first, self.first + self.size), index, machine.read(self.value))


@part
@dataclass(frozen=True)
class Check(Instruction):
    """Fail unless a number is from `low` to `high`. `what` says which number, for people."""

    form = "check {value} from {low} to {high} what {what} at {site}"
    value: Reads
    low: Count
    high: Count
    what: CheckIndex
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        machine.within(self.value, self.low, self.high, "out-of-range", self.site, self.what)


@part
@dataclass(frozen=True)
class Apply(Instruction):
    """Work out a function for some arguments."""

    form = "{target} = apply {function} to {arguments} at {site}"
    target: Writes
    function: FunctionIndex
    arguments: ReadsMany
    site: SiteIndex

    def meaning(self, machine: Machine[Number]) -> None:
        numbers = tuple(machine.read(each) for each in self.arguments)
        machine.write(self.target, machine.apply(self.function, numbers, self.site))
