"""What the fields of an instruction refer to, and what follows from it.

An instruction is a dataclass whose fields have the types below. Each type has a role: whether the field is read or
written, which table of the program it indexes, and how it looks in a program's text. What an instruction reads and
writes, its successors, its text and its verification all follow from that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar

from interpreter.data_classes import dataclass
from interpreter.program.instructions.machine import Machine, Number
from interpreter.program.operands import Kept, Operand, Slot, Target
from interpreter.program.records import Records

# ---- the types of fields

Reads: TypeAlias = Operand
ReadsMany: TypeAlias = tuple[Operand, ...]
ReadsKept: TypeAlias = Kept
"""Read where the game stops: a number or a slot, since registers do not outlive a stop."""
ReadsSlot: TypeAlias = Slot
Writes: TypeAlias = Target
WritesSlot: TypeAlias = Slot

LoadsFrom: TypeAlias = int
"""The first of `size` slots, one of which is read."""
StoresTo: TypeAlias = int
"""The first of `size` slots, one of which is written."""
OffersFrom: TypeAlias = int
"""The first of the slots that hold which answers of a choice are offered, as a set."""

BlockIndex: TypeAlias = int
BlockIndices: TypeAlias = tuple[int, ...]
ContinuationIndex: TypeAlias = int
"""The block where a call comes back to: it leads there by way of the routine alone."""
ArrayIndex: TypeAlias = int
CheckIndex: TypeAlias = int
TextIndex: TypeAlias = int
DiceIndex: TypeAlias = int
ChoiceIndex: TypeAlias = int
MeasureIndex: TypeAlias = int
RoutineIndex: TypeAlias = int
ZoneIndex: TypeAlias = int
PileIndex: TypeAlias = int
SiteIndex: TypeAlias = int
FunctionIndex: TypeAlias = int

OperatorName: TypeAlias = str
Count: TypeAlias = int
"""A number that means itself."""

Form: TypeAlias = Literal["operand", "slot", "block", "label", "number", "site", "operator"]


@dataclass(frozen=True)
class Role:
    """What fields of one type are for: how they look in a program's text (`form`; `many` in brackets), and the table of
    the program that they index. They are `read` or `written`, or a block that may come `next`; or the first of `size`
    slots, one of which is `loaded` or `stored`; or a zone that must be a `pile`."""

    form: Form
    table: str = ""
    many: bool = False
    read: bool = False
    written: bool = False
    next: bool = False
    loaded: bool = False
    stored: bool = False
    pile: bool = False


ROLES: dict[str, Role] = {
    "Reads": Role("operand", read=True),
    "ReadsMany": Role("operand", read=True, many=True),
    "ReadsKept": Role("operand", read=True),
    "ReadsSlot": Role("operand", read=True),
    "Writes": Role("operand", written=True),
    "WritesSlot": Role("operand", written=True),
    "LoadsFrom": Role("slot", loaded=True),
    "StoresTo": Role("slot", stored=True),
    "OffersFrom": Role("slot"),
    "BlockIndex": Role("block", "blocks", next=True),
    "BlockIndices": Role("block", "blocks", many=True, next=True),
    "ContinuationIndex": Role("block", "blocks"),
    "ArrayIndex": Role("number", "arrays"),
    "CheckIndex": Role("number", "checks"),
    "TextIndex": Role("number", "texts"),
    "DiceIndex": Role("label", "dice"),
    "ChoiceIndex": Role("label", "choices"),
    "MeasureIndex": Role("label", "measures"),
    "RoutineIndex": Role("label", "routines"),
    "ZoneIndex": Role("label", "zones"),
    "PileIndex": Role("label", "zones", pile=True),
    "FunctionIndex": Role("label", "functions"),
    "SiteIndex": Role("site"),
    "OperatorName": Role("operator"),
    "Count": Role("number"),
}
"""The role of each type, by its name."""


# ---- what an instruction is


class Part:
    """An instruction or a terminator. `form` is its text, with its fields in braces."""

    form: ClassVar[str]
    roles: ClassVar[dict[str, Role]]
    """The role of each field."""
    named: ClassVar[dict[str, tuple[str, ...]]]
    """For each quality that a role can have, the fields that have it."""

    def meaning(self, machine: Machine[Number]) -> None:
        """Do on a machine what the instruction does."""
        raise NotImplementedError


class Instruction(Part):
    """Something done within a block."""


class Terminator(Part):
    """How a block ends. One that `stops` waits for chance or for a player; after one that is `local` registers still
    hold their numbers."""

    stops: ClassVar[bool] = False
    local: ClassVar[bool] = False

    def successors(self, records: Records) -> tuple[int, ...]:
        return _values(self, "next")


End = TypeVar("End", bound=Terminator)

PARTS: dict[str, type[Part]] = {}
"""Every instruction and terminator by the name of its class."""

Kind = TypeVar("Kind", bound=type[Part])


def part(kind: Kind) -> Kind:
    """Register a class of instructions or terminators; a decorator to put above `dataclass`. Each of its fields must
    have one of the types above."""
    kind.roles = {each.name: ROLES[str(each.type)] for each in fields(kind)}  # type: ignore[arg-type]
    kind.named = {
        quality: tuple(name for name, role in kind.roles.items() if getattr(role, quality))
        for quality in ("read", "written", "next", "loaded", "stored")
    }
    PARTS[kind.__name__] = kind
    return kind


# ---- what follows from the fields


def _values(of: Part, quality: str) -> tuple[Any, ...]:
    """The values of the fields that have a quality, flattened."""
    names = of.named[quality]
    if len(names) == 1 and of.roles[names[0]].many:
        values: tuple[Any, ...] = getattr(of, names[0])
        return values
    return tuple([getattr(of, name) for name in names])


def operands(of: Part) -> tuple[Operand, ...]:
    """What an instruction or a terminator reads by name (see `loads` for slots that are found while running)."""
    return _values(of, "read")


def target(of: Part) -> Target | None:
    """What an instruction or a terminator writes by name (see `stores`)."""
    names = of.named["written"]
    return getattr(of, names[0]) if names else None


def loads(of: Part) -> range:
    """The slots one of which is read, found while running."""
    return _run(of, "loaded")


def stores(of: Part) -> range:
    """The slots one of which is written, found while running."""
    return _run(of, "stored")


def _run(of: Part, quality: str) -> range:
    names = of.named[quality]
    if not names:
        return range(0)
    first, size = getattr(of, names[0]), of.size  # type: ignore[attr-defined]
    return range(first, first + size)


def zones_of(of: Part) -> tuple[int, ...]:
    """The zones that an instruction or a terminator handles, in order."""
    return tuple(getattr(of, name) for name, role in of.roles.items() if role.table == "zones")


def with_blocks(terminator: End, now: Mapping[int, int]) -> End:
    """The same terminator with blocks replaced."""
    changed: dict[str, Any] = {}
    for name, role in terminator.roles.items():
        if role.table == "blocks":
            value = getattr(terminator, name)
            changed[name] = tuple(now.get(each, each) for each in value) if role.many else now.get(value, value)
    return replace(terminator, **changed) if changed else terminator  # type: ignore[type-var]


Copied = TypeVar("Copied", bound=Part)


def with_operands(of: Copied, now: Mapping[Operand, Operand]) -> Copied:
    """The same part with operands replaced."""
    changed: dict[str, Any] = {}
    for name in (*of.named["read"], *of.named["written"]):
        value = getattr(of, name)
        changed[name] = tuple(now.get(each, each) for each in value) if of.roles[name].many else now.get(value, value)
    return replace(of, **changed) if changed else of  # type: ignore[type-var]


def site(of: Part) -> int:
    """The place in a ruleset that an instruction or a terminator names; -1 for none."""
    place: int = getattr(of, "site", -1)
    return place
