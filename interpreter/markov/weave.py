"""Weaves strategies into the program: code decides where the game would have stopped.

Each line of a strategy is a query, code that answers the value it advises, if any. It becomes a rule of the program on
slots of its own, which is called where the choice is offered; the first line whose advice is offered is taken, and the
default where there is none. So what explores the program knows no strategies, only rolls and open choices.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeVar

from interpreter.analysis.functions import inline_functions
from interpreter.analysis.graph import find_runs, find_ways
from interpreter.chance import RANDOM
from interpreter.data_classes import dataclass
from interpreter.markov.out_of_reach import Unsupported
from interpreter.markov.question import OPEN
from interpreter.program import (
    ANSWERS_IN_SLOT,
    Answer,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    ChoiceInfo,
    Decide,
    DiceInfo,
    Instruction,
    Jump,
    Load,
    Move,
    Operand,
    Part,
    Program,
    Register,
    Return,
    RoutineInfo,
    Slot,
    SlotInfo,
    Switch,
    Terminator,
)
from interpreter.program.instructions.fields import with_blocks, with_operands, zones_of

FLAG, BIT, NOBODY = Register(0), Register(1), -1

Renamed = TypeVar("Renamed", bound=Part)


@dataclass
class Woven:
    """A program with strategies woven in, the choices that are left open, and where they stood: by the blocks that
    offer them now, those that offered them before."""

    program: Program
    open: frozenset[int]
    places: Mapping[int, int]


def weave(program: Program, strategies: Sequence[str], within: Container[int] | None = None) -> Woven:
    """The program as it is with a strategy for each seat; what a seat with `OPEN` decides is left open, if some blocks
    are given only `within` these, and is the default elsewhere. Raises Unsupported."""
    return _Weaving(inline_functions(program), strategies, within).weave()


@dataclass
class _Weaving:
    program: Program
    strategies: Sequence[str]
    within: Container[int] | None
    blocks: list[Block] = field(default_factory=list)
    slots: list[SlotInfo] = field(default_factory=list)
    routines: list[RoutineInfo] = field(default_factory=list)
    dice: list[DiceInfo] = field(default_factory=list)
    choices: list[ChoiceInfo] = field(default_factory=list)
    lines: dict[int, tuple[int, tuple[int, int] | None]] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)
    places: dict[int, int] = field(default_factory=dict)
    value: int = 0
    number: int = 0
    lot: int = 0

    def weave(self) -> Woven:
        program = self.program
        if RANDOM in self.strategies:
            raise Unsupported("what is drawn by lot has no odds yet")
        self.blocks, self.slots, self.routines = [*program.blocks], [*program.slots], [*program.routines]
        self.dice, self.choices = [*program.dice], [*program.choices]
        self.value, self.number, self.lot = (self.slot(name) for name in ("advised", "number advised", "lot"))
        for at in find_ways(program, [program.start]):
            if isinstance(end := program.blocks[at].terminator, Decide):
                self._decide(at, end)
        program = replace(
            program,
            blocks=tuple(self.blocks),
            slots=tuple(self.slots),
            routines=tuple(self.routines),
            dice=tuple(self.dice),
            choices=tuple(self.choices),
            registers=max(program.registers, 2),
        )
        return Woven(program, frozenset(self.open), self.places)

    def slot(self, name: str) -> int:
        self.slots.append(SlotInfo(name, "local", self.program.slots[0].shape))
        return len(self.slots) - 1

    def block(self, instructions: Iterable[Instruction], end: Terminator) -> int:
        self.blocks.append(Block("advice", tuple(instructions), end))
        return len(self.blocks) - 1

    # ---- where a choice is offered

    def _decide(self, at: int, end: Decide) -> None:
        ways = {each: self._way_of(at, end, each) for each in dict.fromkeys(self.strategies)}
        goals = tuple(ways[each] for each in self.strategies)
        leave = Switch(end.chooser, goals) if len({*goals}) > 1 else Jump(goals[0])
        self.blocks[at] = replace(self.blocks[at], terminator=leave)

    def _way_of(self, at: int, end: Decide, strategy: str) -> int:
        """The block with which a strategy answers a choice."""
        if strategy == OPEN and (self.within is None or at in self.within):
            self.choices.append(self.program.choices[end.choice])
            self.open.add(len(self.choices) - 1)
            offers = self.block([], replace(end, choice=len(self.choices) - 1))
            self.places[offers] = at
            return offers
        goal = self.block([], end)
        for query in reversed(self.program.advice(strategy, end.choice)):
            goal = self._ask(query, end, goal)
        return goal

    def _ask(self, query: int, end: Decide, otherwise: int) -> int:
        """A block that takes the advice of a query if it is offered, and continues `otherwise` if not."""
        taken = self.block([Move(end.target, Slot(self.value))], Jump(end.then))
        routine, odds = self._line(query, self.program.choices[end.choice].values)
        if odds is not None:
            part, whole = odds
            falls = self.block([Binary(FLAG, "lt", Slot(self.lot), part, end.site)], Branch(FLAG, taken, otherwise))
            dice = len(self.dice)
            self.dice.append(DiceInfo("lot", 1, whole))
            taken = self.block([], Chance(dice, whole, NOBODY, Slot(self.lot), falls, end.site))
        words, number, site = len(end.offer_slots(self.program)), Slot(self.number), end.site
        word = [Binary(FLAG, "div", number, ANSWERS_IN_SLOT, site), Load(FLAG, end.offers, words, FLAG, site)]
        bit = [Binary(BIT, "mod", number, ANSWERS_IN_SLOT, site), Binary(FLAG, "shr", FLAG, BIT, site)]
        test = [*word, *bit, Binary(FLAG, "and", FLAG, 1, site)]
        offered = self.block(test, Branch(FLAG, taken, otherwise))
        known = Binary(FLAG, "ge", Slot(self.number), 0, end.site)
        look = self.block([known], Branch(FLAG, offered, otherwise))
        info = self.routines[routine]
        self.routines[routine] = replace(info, continuations=(*info.continuations, look))
        return self.block([], Call(routine, len(info.continuations), look))

    # ---- lines

    def _line(self, query: int, values: Sequence[int]) -> tuple[int, tuple[int, int] | None]:
        """The routine of a query, which leaves the value that is advised and its number among all values (-1 for none);
        and with which odds it is to be taken, if not always."""
        if query not in self.lines:
            entry = self.program.queries[query].entry
            copy = _Copy(self, [*find_ways(self.program, [entry])])
            routine = len(self.routines)
            self.routines.append(RoutineInfo("advice", "rule", 0, self.slot("return of advice"), ()))
            odds = copy.write(routine, values)
            begun = self.block(copy.moves(), Jump(copy.where[entry]))
            self.routines[routine] = replace(self.routines[routine], entry=begun)
            self.lines[query] = routine, odds
        return self.lines[query]


class _Copy:
    """The blocks of a query once more, on slots of their own where they write. `where` each block is now."""

    def __init__(self, weaving: _Weaving, blocks: Sequence[int]) -> None:
        self.weaving, self.blocks = weaving, blocks
        program = weaving.program
        if any(zones_of(part) for at in blocks for part in program.blocks[at].parts):
            raise Unsupported("a strategy looks at cards")
        self.slots: dict[int, int] = {}
        for first, size, written in find_runs(program, blocks):
            if written:
                for slot in range(first, first + size):
                    self.slots[slot] = weaving.slot(f"{program.slots[slot].name} of advice")
        self.where = {at: weaving.block([], Jump(0)) for at in blocks}
        self.renamed: dict[Operand, Operand] = {Slot(slot): Slot(copy) for slot, copy in self.slots.items()}

    def moves(self) -> list[Instruction]:
        return [Move(Slot(copy), Slot(slot)) for slot, copy in self.slots.items()]

    def write(self, routine: int, values: Sequence[int]) -> tuple[int, int] | None:
        """Write all blocks; with which odds what is advised is taken, if not always. Raises Unsupported."""
        odds = set[tuple[int, int] | None]()
        for at in self.blocks:
            block = self.weaving.program.blocks[at]
            instructions = [self._rename(each) for each in block.instructions]
            end = self._rename(block.terminator)
            if isinstance(end, Answer):
                odds.add(_read_odds(end) if end.values else None)
                more, end = self._answer(end.values[:1], routine, values)
                instructions += more
            else:
                end = with_blocks(end, self.where)
            self.weaving.blocks[self.where[at]] = Block(block.name, tuple(instructions), end)
        if len(odds - {None}) > 1:
            raise Unsupported("the odds with which advice is taken depend on the position")
        return next(iter(odds - {None}), None)

    def _rename(self, part: Renamed) -> Renamed:
        if isinstance(part, Call) or getattr(part, "stops", False):
            raise Unsupported("a strategy calls a rule")
        part = with_operands(part, self.renamed)
        firsts = {name: self.slots.get(getattr(part, name)) for name in (*part.named["loaded"], *part.named["stored"])}
        return replace(part, **{name: at for name, at in firsts.items() if at is not None})  # type: ignore[type-var]

    def _answer(
        self, given: Sequence[Operand], routine: int, values: Sequence[int]
    ) -> tuple[list[Instruction], Terminator]:
        """What leaves a value, and its number among all, and returns."""
        weaving, leave = self.weaving, Return(routine)
        none = weaving.block([Move(Slot(weaving.number), -1)], leave)
        if not given:
            return [], Jump(none)
        goal = none
        for number, value in reversed([*enumerate(values)]):
            found = weaving.block([Move(Slot(weaving.number), number)], leave)
            goal = weaving.block([Binary(FLAG, "eq", Slot(weaving.value), value, -1)], Branch(FLAG, found, goal))
        return [Move(Slot(weaving.value), given[0])], Jump(goal)


def _read_odds(end: Answer) -> tuple[int, int] | None:
    if len(end.values) == 1:
        return None
    part, whole = end.values[1:]
    if not (isinstance(part, int) and isinstance(whole, int)):
        raise Unsupported("the odds with which advice is taken depend on the position")
    return part, whole
