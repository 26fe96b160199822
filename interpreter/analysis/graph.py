"""The ways through the blocks of a program.

Blocks that only ever follow one another make a superblock: it is entered at its first block alone, and left at its
last. Where a superblock can be reached again without a stop in between, the steps left have to be looked at: at the
`heads`. Large programs are split into parts of neighbouring superblocks, each a function of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping

from interpreter.analysis.effects import find_effects
from interpreter.data_classes import dataclass
from interpreter.program import Call, Program, Return, Slot, Terminator
from interpreter.program.flow import stops
from interpreter.program.instructions.fields import operands


@dataclass(frozen=True)
class Graph:
    """What can be reached from some blocks. `entries` are where one may begin, `superblocks` goes by their first
    blocks, and `ways` leads from one to the next."""

    entries: tuple[int, ...]
    superblocks: dict[int, tuple[int, ...]]
    heads: frozenset[int]
    ways: dict[int, tuple[int, ...]]

    def stops(self, program: Program) -> list[int]:
        return [block for block in self.blocks if stops(program.blocks[block])]

    @property
    def blocks(self) -> list[int]:
        return [block for blocks in self.superblocks.values() for block in blocks]


def find_graph(
    program: Program, starts: Iterable[int], apart: bool = False, heads: frozenset[int] | None = None
) -> Graph:
    """Everything that some blocks can lead to. With `apart`, stops begin a superblock, and so do blocks where something
    is measured. Heads are looked for unless they are given."""
    entries = set(starts)
    ways = find_ways(program, entries)
    beginning = {at for at in ways if _is_apart(program, at)} if apart else set[int]()
    superblocks = {blocks[0]: blocks for blocks in _superblocks(program, ways, entries | beginning | (heads or set()))}
    following = {first: ways[blocks[-1]] for first, blocks in superblocks.items()}
    if heads is None:
        heads = _heads(program, following, {first: blocks[-1] for first, blocks in superblocks.items()}, entries)
    return Graph(tuple(sorted(entries)), superblocks, heads & following.keys(), following)


def _is_apart(program: Program, at: int) -> bool:
    block = program.blocks[at]
    return stops(block) or find_effects(program, block.instructions).samples


NONE_UNDER_WAY: Mapping[int, int] = {}


def find_ways(
    program: Program, starts: Iterable[int], returning: Mapping[int, int] = NONE_UNDER_WAY
) -> dict[int, tuple[int, ...]]:
    """For each block that is reached, what it leads to. A routine returns only to calls that are reached, or to where
    it is `returning`; where that is given, what comes after a call is reached only if the routine may end."""
    called: dict[int, set[int]] = {number: {then} for number, then in returning.items()}
    found: set[int] = set()
    ended: set[int] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        end = program.blocks[at].terminator
        if isinstance(end, Call):
            called.setdefault(end.routine, set()).add(end.then)
            if not returning or end.routine in ended:
                waiting.append(end.then)
        if not isinstance(end, Return):
            waiting.extend(end.successors(program))
        elif returning:
            ended.add(end.routine)
            waiting.extend(called.get(end.routine, ()))
    return {at: _next(program, program.blocks[at].terminator, called) for at in sorted(found)}


def turn_round(ways: Mapping[int, Iterable[int]]) -> dict[int, list[int]]:
    """The blocks that lead to each."""
    found: dict[int, list[int]] = {at: [] for at in ways}
    for at, several in ways.items():
        for each in several:
            found[each].append(at)
    return found


def find_closure(starts: Iterable[int], ways: Mapping[int, Iterable[int]]) -> set[int]:
    """Everything reachable from the starts."""
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting.extend(ways.get(at, ()))
    return found


def _next(program: Program, end: Terminator, called: dict[int, set[int]]) -> tuple[int, ...]:
    if isinstance(end, Return):
        return tuple(sorted(called.get(end.routine, ())))
    return tuple(dict.fromkeys(end.successors(program)))


def _superblocks(program: Program, ways: dict[int, tuple[int, ...]], entries: set[int]) -> list[tuple[int, ...]]:
    """A block that only one other leads to, and leads to nothing else, goes together with that."""
    leading = Counter(following for each in ways.values() for following in each)
    follows: dict[int, int] = {}
    for at, following in ways.items():
        end = program.blocks[at].terminator
        alone = not end.stops and not operands(end) and len(following) == 1
        if alone and leading[following[0]] == 1 and following[0] not in entries and following[0] != at:
            follows[at] = following[0]
    inner = set(follows.values())
    superblocks = []
    for at in ways:
        if at not in inner:
            blocks = [at]
            while blocks[-1] in follows:
                blocks.append(follows[blocks[-1]])
            superblocks.append(tuple(blocks))
    reached = {block for blocks in superblocks for block in blocks}
    return superblocks + [(at,) for at in ways if at not in reached]


def _heads(
    program: Program, following: dict[int, tuple[int, ...]], lasts: dict[int, int], entries: set[int]
) -> frozenset[int]:
    """Superblocks enough to meet one on every way round that has no stop."""
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


def split_graph(graph: Graph, most: int) -> list[list[int]]:
    """The superblocks, by their first blocks, in parts of about as many blocks as that or fewer. Neighbours on the
    ways from the start stay together."""
    order = _in_depth(graph)
    whole = len(graph.blocks)
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


def find_slots_read(program: Program, blocks: Iterable[int], sure: Container[int] = ()) -> set[int]:
    """The slots whose numbers these blocks may read. In `sure` ones a decision is taken without a look."""
    found = zone_slots(program)
    for at in blocks:
        block = program.blocks[at]
        end = block.terminator
        effects = find_effects(program, block.instructions)
        found |= effects.slots_read()
        found.update(each.index for each in effects.shown if isinstance(each, Slot))
        returns_once = isinstance(end, Return) and len(program.routines[end.routine].continuations) == 1
        if at not in sure and not returns_once:
            found |= find_effects(program, end).slots_read()
    return found


def zone_slots(program: Program) -> set[int]:
    return {slot for zone in program.zones for slot in range(zone.first, zone.first + zone.size)}


def find_runs(program: Program, blocks: Iterable[int]) -> list[tuple[int, int, bool]]:
    """The slots that blocks use, in runs that nothing reaches out of: (first, size, whether any is written)."""
    runs: list[tuple[int, int, bool]] = []
    for first, size, written in sorted(find_spans(program, blocks)):
        if runs and first < runs[-1][0] + runs[-1][1]:
            before, length, was_written = runs[-1]
            runs[-1] = before, max(length, first + size - before), written or was_written
        else:
            runs.append((first, size, written))
    return runs


def find_spans(program: Program, blocks: Iterable[int]) -> list[tuple[int, int, bool]]:
    """Runs of slots that are used together, as (first, size, whether they are written), in no order."""
    found, moved = set[tuple[int, int, bool]](), set[int]()
    for at in blocks:
        effects = find_effects(program, program.blocks[at].parts)
        moved.update(effects.moves)
        found.update((slots.start, len(slots), False) for slots in effects.loads)
        found.update((slots.start, len(slots), True) for slots in effects.stores)
        found.update((each.index, 1, True) for each in effects.writes if isinstance(each, Slot))
    found.update((zone.first, zone.size, at in moved) for at, zone in enumerate(program.zones))
    return list(found)
