"""The ways through the blocks of a program, as far as they matter to machine code.

Blocks that only ever follow one another make a `Chain`, which becomes one block of machine code. Where a chain can be
reached again without a stop in between, the steps left have to be looked at: at the `heads`. Large programs are split
into parts of neighbouring chains, each a function of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass

from interpreter.program import (
    Block,
    Call,
    Chance,
    Decide,
    Draw,
    Jump,
    Load,
    Program,
    Return,
    Sample,
    Slot,
    Store,
    Terminator,
)
from interpreter.program.flow import operands, stops, successors, target


@dataclass(frozen=True)
class Graph:
    """What can be reached from some blocks. `entries` are where one may begin, `superblocks` goes by first blocks."""

    entries: tuple[int, ...]
    superblocks: dict[int, tuple[int, ...]]
    heads: frozenset[int]
    ways: dict[int, tuple[int, ...]]

    def stops(self, program: Program) -> list[int]:
        """The blocks where a game stops."""
        return [block for block in self.blocks if stops(program.blocks[block])]

    @property
    def blocks(self) -> list[int]:
        """All blocks."""
        return [block for chain in self.superblocks.values() for block in chain]


def graph_of(
    program: Program, starts: Iterable[int], apart: bool = False, heads: frozenset[int] | None = None
) -> Graph:
    """Everything that some blocks can lead to. With `apart`, stops begin a chain, and so do blocks where something is
    measured. Heads are looked for unless they are given."""
    entries = set(starts)
    ways = ways_of(program, entries)
    beginning = {at for at in ways if _is_apart(program.blocks[at])} if apart else set[int]()
    chains = _chains(program, ways, entries | beginning | (heads or frozenset()))
    following = {chain[0]: ways[chain[-1]] for chain in chains}
    if heads is None:
        heads = _heads(program, following, {chain[0]: chain[-1] for chain in chains}, entries)
    return Graph(tuple(sorted(entries)), {chain[0]: chain for chain in chains}, heads & following.keys(), following)


def _is_apart(block: Block) -> bool:
    return stops(block) or any(isinstance(each, Sample) for each in block.instructions)


def ways_of(program: Program, starts: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """For each block that is reached, what it leads to. A routine returns only to calls that are reached."""
    called: dict[int, set[int]] = {}
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        end = program.blocks[at].terminator
        if isinstance(end, Call):
            called.setdefault(end.routine, set()).add(end.then)
            waiting.append(end.then)
        if not isinstance(end, Return):
            waiting.extend(successors(program, end))
    return {at: _next(program, program.blocks[at].terminator, called) for at in sorted(found)}


def _next(program: Program, end: Terminator, called: dict[int, set[int]]) -> tuple[int, ...]:
    if isinstance(end, Return):
        return tuple(sorted(called.get(end.routine, ())))
    return tuple(dict.fromkeys(successors(program, end)))


def _chains(program: Program, ways: dict[int, tuple[int, ...]], entries: set[int]) -> list[tuple[int, ...]]:
    """A block that only one other leads to, and leads to nothing else, goes together with that."""
    leading = Counter(following for each in ways.values() for following in each)
    follows: dict[int, int] = {}
    for at, following in ways.items():
        end = program.blocks[at].terminator
        alone = isinstance(end, Jump | Call | Return) and len(following) == 1
        if alone and leading[following[0]] == 1 and following[0] not in entries and following[0] != at:
            follows[at] = following[0]
    inner = set(follows.values())
    chains = []
    for at in ways:
        if at not in inner:
            chain = [at]
            while chain[-1] in follows:
                chain.append(follows[chain[-1]])
            chains.append(tuple(chain))
    reached = {block for chain in chains for block in chain}
    return chains + [(at,) for at in ways if at not in reached]


def _heads(
    program: Program, following: dict[int, tuple[int, ...]], lasts: dict[int, int], entries: set[int]
) -> frozenset[int]:
    """Chains enough to meet one on every way round that has no stop."""
    heads: set[int] = set()
    state: dict[int, int] = {}
    for root in [*sorted(entries), *following]:
        waiting = [(root, False)]
        while waiting:
            at, done = waiting.pop()
            if done:
                state[at] = 2
                continue
            if at in state:
                continue
            state[at] = 1
            waiting.append((at, True))
            if stops(program.blocks[lasts[at]]):
                continue
            for each in following[at]:
                if state.get(each) == 1:
                    heads.add(each)
                elif each not in state:
                    waiting.append((each, False))
    return frozenset(heads)


# ---- parts


def parts_of(graph: Graph, most: int) -> list[list[int]]:
    """The chains, by their first blocks, in parts of about as many blocks as that or fewer. Neighbours on the ways
    from the start stay together."""
    order = _in_depth(graph)
    whole = sum(len(chain) for chain in graph.superblocks.values())
    number = max(1, -(-whole // most))
    parts: list[list[int]] = [[]]
    size = 0
    for at in order:
        if size >= whole / number and len(parts) < number:
            parts.append([])
            size = 0
        parts[-1].append(at)
        size += len(graph.superblocks[at])
    return parts


def _in_depth(graph: Graph) -> list[int]:
    seen: dict[int, None] = {}
    waiting = list(reversed(graph.entries))
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen[at] = None
            waiting.extend(reversed(graph.ways[at]))
    return [*seen, *(at for at in graph.superblocks if at not in seen)]


# ---- what is read and written


def slots_read(program: Program, blocks: Iterable[int], sure: Container[int] = ()) -> set[int]:
    """The slots whose numbers these blocks may read. In `sure` ones a decision is taken without a look."""
    found: set[int] = set()
    for at in blocks:
        block = program.blocks[at]
        for instruction in block.instructions:
            found.update(each.index for each in operands(instruction) if isinstance(each, Slot))
            if isinstance(instruction, Load):
                found.update(range(instruction.first, instruction.first + instruction.size))
        end = block.terminator
        if not isinstance(end, Chance) and at not in sure:
            found.update(each.index for each in operands(end) if isinstance(each, Slot))
        if isinstance(end, Return) and len(program.routines[end.routine].continuations) > 1:
            found.add(program.routines[end.routine].return_slot)
        if isinstance(end, Decide) and at not in sure:
            found.update(range(end.flags, end.flags + len(program.choices[end.choice].values)))
    return found | zone_slots(program)


def zone_slots(program: Program) -> set[int]:
    """The slots of all zones."""
    return {slot for zone in program.zones for slot in range(zone.first, zone.first + zone.size)}


def runs_of(program: Program, blocks: Iterable[int]) -> list[tuple[int, int, bool]]:
    """The slots that blocks use, in runs that nothing reaches out of: (first, size, whether any is written)."""
    runs: list[tuple[int, int, bool]] = []
    for first, size, written in sorted(spans(program, blocks)):
        if runs and first < runs[-1][0] + runs[-1][1]:
            before, length, was_written = runs[-1]
            runs[-1] = before, max(length, first + size - before), written or was_written
        else:
            runs.append((first, size, written))
    return runs


def spans(program: Program, blocks: Iterable[int]) -> list[tuple[int, int, bool]]:
    """Runs of slots that are used together, as (first, size, whether they are written), in no order."""
    found = {(zone.first, zone.size, True) for zone in program.zones}
    for at in blocks:
        block = program.blocks[at]
        for instruction in block.instructions:
            if isinstance(instruction, Load | Store):
                found.add((instruction.first, instruction.size, isinstance(instruction, Store)))
            written = target(instruction)
            if isinstance(written, Slot):
                found.add((written.index, 1, True))
        end = block.terminator
        if isinstance(end, Call):
            found.add((program.routines[end.routine].return_slot, 1, True))
        if isinstance(end, Chance | Draw | Decide):
            found.add((end.target.index, 1, True))
        if isinstance(end, Decide):
            found.add((end.flags, len(program.choices[end.choice].values), False))
    return list(found)
