"""Where the slots of a program are still read.

A slot is live in a block if it may be read there, or later, before it is written; all others may as well hold anything.
"""

from __future__ import annotations

from interpreter.native.graph import Graph
from interpreter.program import Call, Chance, Decide, Draw, Load, Program, Return, Slot
from interpreter.program.flow import closing_operands, operands, target


def live_slots(program: Program, graph: Graph, elsewhere: set[int]) -> dict[int, int]:
    """For each chain the slots that are live where it begins, a bit each. Who throws the dice does not matter to
    machine code. Where somebody may be asked for advice, all slots of `elsewhere` are read."""
    used, written = {}, {}
    asked = sum(1 << each for each in elsewhere)
    for first, chain in graph.chains.items():
        used[first], written[first] = _chain_use(program, graph, chain, asked)
    leading: dict[int, list[int]] = {}
    for first, ways in graph.ways.items():
        for each in ways:
            leading.setdefault(each, []).append(first)
    live = dict(used)
    waiting = set(live)
    while waiting:
        at = waiting.pop()
        after = 0
        for each in graph.ways[at]:
            after |= live[each]
        now = used[at] | (after & ~written[at])
        if now != live[at]:
            live[at] = now
            waiting.update(leading.get(at, ()))
    return live


def _chain_use(program: Program, graph: Graph, chain: tuple[int, ...], asked: int) -> tuple[int, int]:
    """The slots that a chain reads before it writes them, and those that it writes."""
    used = written = 0
    for at in chain:
        for instruction in program.blocks[at].instructions:
            reads = _bits(operands(instruction))
            if isinstance(instruction, Load):
                reads |= _run(instruction.first, instruction.size)
            for name in ("zone", "onto"):
                zone = program.zones[getattr(instruction, name)] if hasattr(instruction, name) else None
                reads |= _run(zone.first, zone.size) if zone else 0
            used |= reads & ~written
            written |= _bits((target(instruction),))
        reads, writes = _end_use(program, at, len(graph.ways[chain[0]]) if at == chain[-1] else 1, asked)
        used |= reads & ~written
        written |= writes
    return used, written


def _end_use(program: Program, at: int, ways: int, asked: int) -> tuple[int, int]:
    end = program.blocks[at].terminator
    match end:
        case Chance():
            return 0, _bits((end.target,))
        case Draw():
            zone = program.zones[end.zone]
            return _bits((end.index, end.place)) | _run(zone.first, zone.size), _bits((end.target,))
        case Decide():
            flags = _run(end.flags, len(program.choices[end.choice].values))
            return flags | asked | _bits((end.default, end.chooser)), _bits((end.target,))
        case Call():
            return 0, 1 << program.routines[end.routine].return_slot
        case Return():
            return (1 << program.routines[end.routine].return_slot if ways > 1 else 0), 0
        case _:
            return _bits(closing_operands(end)), 0


def _run(first: int, size: int) -> int:
    return ((1 << size) - 1) << first


def _bits(several: tuple[object, ...]) -> int:
    found = 0
    for each in several:
        if isinstance(each, Slot):
            found |= 1 << each.index
    return found
