"""The program under construction, and the block that instructions are added to.

The builder hands out registers, slots and blocks, interns shapes, sites, texts and arrays, and folds constants, so
that fixed options leave no trace in the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import Type
from interpreter.lower.outcomes import find_called_rules, find_decided_rules, speaks
from interpreter.lower.shapes import make_shape
from interpreter.lower.summed_dice import find_summed
from interpreter.program.instructions.operators import OPERATORS, Impossible
from interpreter.source import Span

Item = TypeVar("Item")


@dataclass
class DraftBlock:
    """A basic block that is still being written."""

    name: str
    instructions: list[program.Instruction] = field(default_factory=list)
    terminator: program.Terminator | None = None


class Checkpoint(NamedTuple):
    """The state of a program under construction, to return to."""

    here: int
    blocks: int
    registers: int
    instructions: int
    terminator: program.Terminator | None
    known_functions: dict[object, int]
    arrays: int
    sites: int
    known_sites: int


@dataclass
class Found:
    """Facts about the game, memoised. The values whose ids are keys are kept with them, so that no id is used again."""

    tabulated: dict[object, tuple[model.Value, tuple[int, ...] | None]] = field(default_factory=dict)
    certain: dict[object, tuple[model.Value, bool]] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    """The depth of nested loops in each definition and table (`functions`)."""
    copies: dict[tuple[model.Variable, int], program.Slot] = field(default_factory=dict)
    """The copies of the slots that a supposed step changes, by how deep steps are supposed (`supposing`)."""


class Recursion(NamedTuple):
    """The functions by which lowering is mutually recursive. Each takes a scope; modules call them through `Scope`."""

    value: Callable[[Any, model.Value], program.Operand]
    condition: Callable[[Any, model.Value, int, int], None]
    supposed: Callable[[Any, model.Supposed], program.Operand]


def _refuse(*arguments: object) -> Any:
    raise AssertionError("this builder lowers no values")


@dataclass
class Builder:
    """A program under construction. `here` is the block that instructions go into."""

    game: model.Model
    blocks: list[DraftBlock] = field(default_factory=list)
    slots: list[program.SlotInfo] = field(default_factory=list)
    shapes: list[program.Shape] = field(default_factory=list)
    arrays: list[tuple[int, ...]] = field(default_factory=list)
    sites: list[program.Site] = field(default_factory=list)
    checks: list[program.CheckInfo] = field(default_factory=list)
    texts: list[program.Text] = field(default_factory=list)
    dice: list[program.DiceInfo] = field(default_factory=list)
    registers: int = 0
    here: int = -1
    is_plain: bool = False
    """Whether values are lowered member by member and without tables: slower, but simpler, to compare with."""
    is_trying: bool = False
    """Whether the code is thrown away (`trial`): then nothing is tried that only makes it faster."""
    found: Found = field(default_factory=lambda: Found())
    functions: list[program.FunctionInfo] = field(default_factory=list)
    known_functions: dict[object, int] = field(default_factory=dict)
    """The function of each definition, for the arguments that are known numbers."""
    recursion: Recursion = field(default_factory=lambda: Recursion(_refuse, _refuse, _refuse))
    _kept: dict[tuple[int, object], int] = field(default_factory=dict)
    _sites: dict[tuple[object, ...], tuple[int, model.Citation]] = field(default_factory=dict)
    """The number of each place asked for. Its citation is kept with it, so that its id is not used again."""

    @cached_property
    def decided(self) -> Mapping[str, tuple[str, ...]]:
        return find_decided_rules(self.game)

    @cached_property
    def summed(self) -> frozenset[str]:
        return find_summed(self.game)

    # ---- blocks and instructions

    def block(self, name: str) -> int:
        self.blocks.append(DraftBlock(name))
        return len(self.blocks) - 1

    def continue_in(self, block: int) -> None:
        self.here = block

    def emit(self, instruction: program.Instruction) -> None:
        """Add an instruction, unless the block is closed."""
        draft = self.blocks[self.here]
        if draft.terminator is None:
            draft.instructions.append(instruction)

    def close(self, terminator: program.Terminator) -> None:
        draft = self.blocks[self.here]
        if draft.terminator is None:
            draft.terminator = terminator

    def join(self, target: program.Register, after: int, *ways: tuple[int, Callable[[], program.Operand]]) -> None:
        """Move the value of each of some blocks into a target, and continue after them all."""
        for block, value in ways:
            self.continue_in(block)
            self.emit(program.Move(target, value()))
            self.close(program.Jump(after))
        self.continue_in(after)

    def jump_to(self, block: int) -> None:
        """End the block with a jump, and continue in the target."""
        self.close(program.Jump(block))
        self.continue_in(block)

    def branch(self, condition: program.Operand, yes: int, no: int) -> None:
        """End the block with a branch, or a jump if the condition is constant."""
        if isinstance(condition, int):
            self.close(program.Jump(yes if condition else no))
        else:
            self.close(program.Branch(condition, yes, no))

    @contextmanager
    def trial(self) -> Iterator[int]:
        """A block for code that is thrown away afterwards. Yields its number."""
        start, before, self.is_trying = self.checkpoint(), self.is_trying, True
        first = self.block("trial")
        self.continue_in(first)
        try:
            yield first
        finally:
            self.is_trying = before
            self.roll_back(start)

    def checkpoint(self) -> Checkpoint:
        draft, interned = self.blocks[self.here], (len(self.arrays), len(self.sites), len(self._sites))
        written = len(draft.instructions), draft.terminator
        return Checkpoint(self.here, len(self.blocks), self.registers, *written, dict(self.known_functions), *interned)

    def roll_back(self, to: Checkpoint) -> None:
        self.here, self.registers, self.known_functions = to.here, to.registers, to.known_functions
        del self.blocks[to.blocks :]
        del self.functions[len(to.known_functions) :]
        del self.blocks[self.here].instructions[to.instructions :]
        self.blocks[self.here].terminator = to.terminator
        for items, size in ((self.arrays, to.arrays), (self.sites, to.sites)):
            while len(items) > size:
                del self._kept[id(items), items.pop()]
        while len(self._sites) > to.known_sites:
            self._sites.popitem()

    # ---- numbers

    def register(self) -> program.Register:
        self.registers += 1
        return program.Register(self.registers - 1)

    def binary(self, operator: str, left: program.Operand, right: program.Operand, site: int) -> program.Operand:
        if isinstance(left, int) and isinstance(right, int):
            try:
                return OPERATORS[operator].calculate(left, right)
            except Impossible:
                pass  # it fails in the game
        if operator in ("add", "sub", "or", "shl", "shr", "xor") and right == 0:
            return left
        if operator in ("add", "or", "xor") and left == 0:
            return right
        if operator in ("and", "mul") and (left == 0 or right == 0):
            return 0
        if operator in ("mul", "div") and right == 1:
            return left
        if operator == "mul" and left == 1:
            return right
        target = self.register()
        self.emit(program.Binary(target, operator, left, right, site))
        return target

    def unary(self, operator: str, value: program.Operand, site: int) -> program.Operand:
        if isinstance(value, int) and operator == "size":
            return value.bit_count()
        target = self.register()
        self.emit(program.Unary(target, operator, value, site))
        return target

    def lookup(self, values: Sequence[int], index: program.Operand, site: int) -> program.Operand:
        if isinstance(index, int) and 0 <= index < len(values):
            return values[index]
        target = self.register()
        self.emit(program.Lookup(target, self.array(tuple(values)), index, site))
        return target

    def check(self, value: program.Operand, low: int, high: int, what: program.CheckInfo, site: int) -> None:
        """Fail unless a number is in its range."""
        if not (isinstance(value, int) and low <= value <= high):
            self.emit(program.Check(value, low, high, self.intern(self.checks, what), site))

    # ---- what is kept once

    def intern(self, items: list[Item], item: Item) -> int:
        """The index of an item in a list, to which it is added if it is new."""
        key = (id(items), item)
        if key not in self._kept:
            items.append(item)
            self._kept[key] = len(items) - 1
        return self._kept[key]

    def array(self, values: tuple[int, ...]) -> int:
        return self.intern(self.arrays, values)

    def slot(
        self, name: str, kind: str, shape: int, sight: str = "up", owner: str = "", place: int = 0
    ) -> program.Slot:
        """A new slot, and who sees it (see `SlotInfo`)."""
        self.slots.append(program.SlotInfo(name, kind, shape, sight, owner, place if owner else 0))
        return program.Slot(len(self.slots) - 1)

    def site(self, kind: str, name: str, span: Span, citation: model.Citation, row: model.RowInfo | None = None) -> int:
        key = (kind, name, row.text if row is not None else "", id(span.source), span.start, id(citation))
        if key not in self._sites:
            self._sites[key] = (self._site(kind, name, span, citation, row), citation)
        return self._sites[key][0]

    def _site(self, kind: str, name: str, span: Span, citation: model.Citation, row: model.RowInfo | None) -> int:
        line, column = span.source.position(span.start)
        site = program.Site(
            kind,
            name,
            row.text if row is not None else "",
            span.source.name,
            line,
            column,
            citation.text,
            (*citation.ids, *citation.open_ids),
            self.overlay(span),
            self.game.called.get(name, ""),
            "down" if name in self.game.unseen else "up",
            self._find_leads(name, row) if row is not None else (),
            int(kind == "rule" and speaks(self.game, name)),
        )
        return self.intern(self.sites, site)

    def _find_leads(self, table: str, row: model.RowInfo) -> tuple[str, ...]:
        return self.decided.get(table, ()) if row.action is None else find_called_rules(self.game, row.action)

    def dice_of(
        self, dice: model.DiceInfo, number: int | None = None, left: int = 0, part: int = 0, member: int = -1
    ) -> int:
        """Some of the dice, or all of them, as the program knows them."""
        kind, called, each = dice.type, self.game.called.get(dice.name, ""), dice.variable.each
        is_named = each is not None and member >= 0 and each.kind not in ("player", "side")
        whose = self.game.kinds[each.kind].shown[member] if each is not None and is_named else ""
        count = kind.number if number is None else number
        summed = dice.name in self.summed
        words = self.game.kinds[kind.kind].shown if kind.kind else ()
        shown = (kind.shown, dice.sight, called, int(summed), words)
        return self.intern(self.dice, program.DiceInfo(dice.name, count, kind.faces, *shown, left, part, member, whose))

    def overlay(self, span: Span) -> str:
        """The house rules that a span of text comes from; "" if it is the game's own."""
        return next((each.name for each in self.game.house if span.source.name in each.files), "")

    def shape(self, kind: Type) -> int:
        return self.intern(self.shapes, make_shape(self.game, kind))
