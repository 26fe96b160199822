"""The program: a game as basic blocks over one flat vector of small integers.

Every variable has a fixed slot, every routine (a rule or a phase) one slot for its return, since there is no
recursion. Registers hold intermediate results between two stops and are not part of a position. Only `Chance`, `Draw`
and `Decide` stop; everything between them is determined. So a position is a value: a block, and the numbers in the
slots.

Queries are pieces of the same code with no stop in them: a view's values, a strategy's advice, an example's
expectations. They end in `Answer`.

A block that stops has no instructions of its own, so that a position in it is unambiguous, and names its thrower or
chooser by a number or a slot, since registers do not outlive a stop. `engine` says what numbers may be and when they
fail. `text` prints a program and parses it back; `verify` lists what is wrong with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import cached_property

from interpreter.data_classes import dataclass
from interpreter.program.instructions.cards import Exchange as Exchange
from interpreter.program.instructions.cards import Lay as Lay
from interpreter.program.instructions.cards import Lift as Lift
from interpreter.program.instructions.cards import Mix as Mix
from interpreter.program.instructions.cards import Peek as Peek
from interpreter.program.instructions.cards import Pour as Pour
from interpreter.program.instructions.cards import Reveal as Reveal
from interpreter.program.instructions.cards import Take as Take
from interpreter.program.instructions.events import VOID as VOID
from interpreter.program.instructions.events import Award as Award
from interpreter.program.instructions.events import Mark as Mark
from interpreter.program.instructions.events import Sample as Sample
from interpreter.program.instructions.events import Say as Say
from interpreter.program.instructions.fields import Instruction as Instruction
from interpreter.program.instructions.fields import Part as Part
from interpreter.program.instructions.fields import Terminator as Terminator
from interpreter.program.instructions.numbers import Apply as Apply
from interpreter.program.instructions.numbers import Binary as Binary
from interpreter.program.instructions.numbers import Check as Check
from interpreter.program.instructions.numbers import Gather as Gather
from interpreter.program.instructions.numbers import Load as Load
from interpreter.program.instructions.numbers import Lookup as Lookup
from interpreter.program.instructions.numbers import Move as Move
from interpreter.program.instructions.numbers import Store as Store
from interpreter.program.instructions.numbers import Unary as Unary
from interpreter.program.instructions.terminators import Answer as Answer
from interpreter.program.instructions.terminators import Branch as Branch
from interpreter.program.instructions.terminators import Call as Call
from interpreter.program.instructions.terminators import Chance as Chance
from interpreter.program.instructions.terminators import Decide as Decide
from interpreter.program.instructions.terminators import Draw as Draw
from interpreter.program.instructions.terminators import Finish as Finish
from interpreter.program.instructions.terminators import Jump as Jump
from interpreter.program.instructions.terminators import Return as Return
from interpreter.program.instructions.terminators import Switch as Switch
from interpreter.program.operands import FULL as FULL
from interpreter.program.operands import HIGHEST as HIGHEST
from interpreter.program.operands import LOWEST as LOWEST
from interpreter.program.operands import Kept as Kept
from interpreter.program.operands import Operand as Operand
from interpreter.program.operands import Range as Range
from interpreter.program.operands import Register as Register
from interpreter.program.operands import Slot as Slot
from interpreter.program.operands import Target as Target
from interpreter.program.records import ALL_ANSWERS as ALL_ANSWERS
from interpreter.program.records import ANSWERS_IN_SLOT as ANSWERS_IN_SLOT
from interpreter.program.records import AimInfo as AimInfo
from interpreter.program.records import CheckInfo as CheckInfo
from interpreter.program.records import ChoiceInfo as ChoiceInfo
from interpreter.program.records import DiceInfo as DiceInfo
from interpreter.program.records import FunctionInfo as FunctionInfo
from interpreter.program.records import MeasureInfo as MeasureInfo
from interpreter.program.records import QueryInfo as QueryInfo
from interpreter.program.records import QuotientInfo as QuotientInfo
from interpreter.program.records import Records as Records
from interpreter.program.records import RoutineInfo as RoutineInfo
from interpreter.program.records import Shape as Shape
from interpreter.program.records import Site as Site
from interpreter.program.records import SlotInfo as SlotInfo
from interpreter.program.records import Text as Text
from interpreter.program.records import count_offer_slots as count_offer_slots
from interpreter.program.zones import ZoneInfo as ZoneInfo

UNBOUNDED = "repeat"
"""The name of a block that begins a loop without a bound."""

UNDER_WAY = "under way: "
"""How the name of the slot begins that says whether a phase is under way: the phase's name follows."""


@dataclass(frozen=True)
class Block:
    """Instructions done in order, then one terminator. `name` is for people."""

    name: str
    instructions: tuple[Instruction, ...]
    terminator: Terminator

    @property
    def parts(self) -> tuple[Part, ...]:
        return (*self.instructions, self.terminator)


@dataclass(frozen=True)
class Program(Records):
    """A game, ready to run: records and code."""

    blocks: tuple[Block, ...] = field(kw_only=True)

    @property
    def strategies(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.name for each in self.queries if each.kind == "advice"))

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all measures, and of those that are one measure per another."""
        return (*(each.name for each in self.measures), *(each.name for each in self.quotients))

    @property
    def parties(self) -> tuple[str, ...]:
        """Who can win, by number: the sides, or the seats in a game without sides; last the bank, if there is one."""
        return (*(self.sides or self.seats), *([self.bank] if self.bank else []))

    @cached_property
    def has_secrets(self) -> bool:
        sights = {*(zone.sight for zone in self.zones), *(slot.sight for slot in self.slots)}
        private = any(each.private for each in self.texts)
        return private or "owner" in sights or any(choice.secret for choice in self.choices)

    @cached_property
    def voidable(self) -> bool:
        instructions = (each for block in self.blocks for each in block.instructions)
        return any(isinstance(each, Award) and each.winner == VOID for each in instructions)

    def find_picked(self, choice: int, slots: Sequence[int]) -> int:
        """The set picked so far at a choice of several; 0 for other choices."""
        if not self.choices[choice].several:
            return 0
        return slots[self._answer_slots[self.choices[choice].name]]

    @cached_property
    def _answer_slots(self) -> dict[str, int]:
        return {info.name: slot for slot, info in enumerate(self.slots) if info.kind == "choice"}

    def advice(self, strategy: str, choice: int) -> tuple[int, ...]:
        """The numbers of the queries that are the lines of a strategy for a choice, in their order. Each answers a
        value, or nothing where its condition does not hold."""
        wanted = "advice", strategy, self.choices[choice].name
        found = enumerate((each.kind, each.name, each.about) for each in self.queries)
        return tuple(number for number, each in found if each == wanted)

    @cached_property
    def _queries(self) -> dict[QueryInfo, QueryInfo]:
        return {replace(query, entry=0): query for query in self.queries}

    def query(
        self, kind: str, name: str = "", about: str = "", *, example: int = -1, line: int = -1, member: int = -1
    ) -> QueryInfo:
        return self._queries[QueryInfo(0, kind, name, about, example, line, member)]
