"""Has advice that depends on few numbers worked out once for each.

Where a line of a strategy looks at no more than what lies in a few slots of small ranges, as at the dice of a throw,
what it advises is kept with the account (`memory_layout`), and looked up the next time that the same numbers lie there.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import Graph
from interpreter.data_classes import dataclass
from interpreter.native.advice_writer import ADVICE, WORKED_OUT
from interpreter.native.llvm_text import Function
from interpreter.native.memory_layout import REMEMBERED
from interpreter.program import FULL, Program, Range, Slot, Target

FEWEST_BLOCKS = 8
"""A line that has fewer blocks is as fast without."""

MOST = REMEMBERED // 2
"""For how many numbers of slots together a line may be remembered."""

BITS, PER_NUMBER = 16, 4
"""In how many bits an answer is remembered, and how many of them there are in one number of the account."""

UNKNOWN = 3
"""What is added to an answer that is remembered, so that 0 means that there is none yet."""


@dataclass(frozen=True)
class Memory:
    """Where in the account it is remembered what a line advises, and the ranges of the slots on which that depends."""

    first: int
    slots: Mapping[int, Range]

    @property
    def size(self) -> int:
        return prod(high - low + 1 for low, high in self.slots.values())


def plan_memories(
    program: Program, lines: Mapping[tuple[int, int], Graph], ranges: Mapping[Target, Range], first: int
) -> dict[tuple[int, int], Memory]:
    """The lines that are remembered, each as a query and a choice, in the part of the account that begins with number
    `first`. `ranges` are those of slots."""
    found: dict[tuple[int, int], Memory] = {}
    left = REMEMBERED
    for line, graph in lines.items():
        memory = Memory(first * PER_NUMBER + REMEMBERED - left, _find_slots(program, graph, ranges))
        fits = len(program.choices[line[1]].values) < 2 ** (BITS - 1) - UNKNOWN
        if memory.slots and len(graph.blocks) >= FEWEST_BLOCKS and fits and memory.size <= min(left, MOST):
            found[line] = memory
            left -= memory.size
    return found


def _find_slots(program: Program, graph: Graph, ranges: Mapping[Target, Range]) -> dict[int, Range]:
    """The slots that a line looks at; none if it looks at more, as at cards, or at what it has written itself."""
    effects = find_effects(program, [part for at in graph.blocks for part in program.blocks[at].parts])
    read = effects.slots_read()
    if effects.handles or read & effects.slots_written():
        return {}
    return {slot: ranges.get(Slot(slot), FULL) for slot in sorted(read)}


def write_remembering(query: int, choice: int, memory: Memory) -> str:
    """`advice_Q_C(slots, c)`: what is not remembered is worked out by the function that has no `c`."""
    f = Function(f"internal i64 @{ADVICE}_{query}_{choice}(ptr noalias %s, ptr noalias %c)")
    fresh, known, result = f.fresh("fresh"), f.fresh("known"), f.place()
    place = f.set(f"getelementptr inbounds i{BITS}, ptr %c, i64 {_write_key(f, memory)}")
    held = f.set(f"sext i{BITS} {f.set(f'load i{BITS}, ptr {place}')} to i64")
    f.store(f.op("sub", held, UNKNOWN), result)
    f.branch(f.is_("ne", held, 0), known, fresh)
    f.label(fresh)
    answer = f.set(f"call i64 @{WORKED_OUT}_{query}_{choice}(ptr %s)")
    f.store(answer, result)
    kept = f.set(f"trunc i64 {f.op('add', answer, UNKNOWN)} to i{BITS}")
    f.line(f"store i{BITS} {kept}, ptr {place}")
    f.jump(known)
    f.label(known)
    f.give(f.load(result))
    return f.text()


def _write_key(f: Function, memory: Memory) -> str:
    """Where it is remembered what is advised. In every game slots are in their ranges (`soundness`)."""
    key: str | int = 0
    for slot, (low, high) in memory.slots.items():
        key = f.op("add", f.op("mul", key, high - low + 1), f.op("sub", f.get("%s", slot), low))
    return f.op("add", key, memory.first)
