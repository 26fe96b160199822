"""Verifies the paths through the blocks of a program, each of which is valid by itself. Part of `verify`.

A register is written before it is read on every path since the last stop, call or return; no routine calls itself; the
game and each query return only from what they call; queries reach an answer without a stop, and the game never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.program import Answer, Apply, Call, Finish, Program, Register, Return, Terminator
from interpreter.program.instructions.fields import operands, target


def way_faults(program: Program) -> Iterator[str]:
    for follow in (_registers, _recursion, _game, _queries, _functions):
        yield from follow(program)


def where(program: Program, block: int) -> str:
    """A block, for those who read what is wrong there."""
    return f"block {block} ({program.blocks[block].name})"


# ---- registers are written before they are read


def _registers(program: Program) -> Iterator[str]:
    known = _known_registers(program)
    for at, block in enumerate(program.blocks):
        written = known[at]
        for instruction in block.instructions:
            yield from _unknown(program, at, operands(instruction), written)
            written |= _bit(target(instruction))
        yield from _unknown(program, at, operands(block.terminator), written)


def _known_registers(program: Program) -> list[int]:
    """For each block, one bit for each register that is written on every way to it."""
    known = [-1] * len(program.blocks)
    for entry in _entries(program):
        known[entry] = 0
    for function in program.functions:
        known[function.entry] = _union(1 << each for each in function.parameters)
    writing = [_union(map(_bit, map(target, block.instructions))) for block in program.blocks]
    waiting = [at for at, bits in enumerate(known) if bits >= 0]
    while waiting:
        at = waiting.pop()
        terminator = program.blocks[at].terminator
        for following in terminator.successors(program) if terminator.local else ():
            common = known[following] & (known[at] | writing[at])
            if common != known[following]:
                known[following] = common
                waiting.append(following)
    return known


def _entries(program: Program) -> set[int]:
    """The blocks at whose beginning no register holds anything."""
    entries = {program.start, *(query.entry for query in program.queries)}
    for routine in program.routines:
        entries |= {routine.entry, *routine.continuations} | ({routine.begun} - {-1})
    stopping = [block.terminator for block in program.blocks if block.terminator.stops]
    return entries.union(*(each.successors(program) for each in stopping))


def _union(bits: Iterable[int]) -> int:
    union = 0
    for each in bits:
        union |= each
    return union


def _bit(written: object) -> int:
    return 1 << written.index if isinstance(written, Register) else 0


def _unknown(program: Program, block: int, read: Iterable[object], known: int) -> Iterator[str]:
    for each in read:
        if isinstance(each, Register) and not known >> each.index & 1:
            yield f"{where(program, block)}: register {each.index} is read before it is written"


# ---- the ways through the blocks


def _reached(program: Program, entry: int, into_calls: bool = True) -> set[int]:
    """The blocks that a block can lead to if every call comes back; a return leads nowhere by itself."""
    found: set[int] = set()
    waiting = [entry]
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        terminator = program.blocks[at].terminator
        if isinstance(terminator, Call):
            waiting.append(terminator.then)
        if not isinstance(terminator, Return) and (into_calls or not isinstance(terminator, Call)):
            waiting.extend(terminator.successors(program))
    return found


def _ends(program: Program, blocks: set[int]) -> list[tuple[int, Terminator]]:
    return [(at, program.blocks[at].terminator) for at in sorted(blocks)]


def _recursion(program: Program) -> Iterator[str]:
    calls = [_called(program, _reached(program, routine.entry, into_calls=False)) for routine in program.routines]
    for at, routine in enumerate(program.routines):
        below: set[int] = set()
        waiting = list(calls[at])
        while waiting:
            called = waiting.pop()
            waiting.extend(calls[called] - below if called not in below else ())
            below.add(called)
        if at in below:
            yield f"routine {routine.name}: it calls itself"


def _called(program: Program, blocks: set[int]) -> set[int]:
    return {end.routine for _, end in _ends(program, blocks) if isinstance(end, Call)}


def _game(program: Program) -> Iterator[str]:
    reached = _reached(program, program.start)
    yield from _returns(program, reached, "the game")
    for at, end in _ends(program, reached):
        if isinstance(end, Answer):
            yield f"{where(program, at)}: the game runs into a query's answer"


def _queries(program: Program) -> Iterator[str]:
    returning: dict[int, bool] = {}
    for query in program.queries:
        named = f"query {query}"
        reached = _reached(program, query.entry)
        yield from _returns(program, reached, named)
        for at, end in _ends(program, reached):
            if end.stops or isinstance(end, Finish):
                yield f"{where(program, at)}: {named} stops here"
        if not any(isinstance(end, Answer) for _, end in _ends(program, reached)):
            yield f"{named}: it never answers"
        for routine in sorted(_called(program, reached)):
            if routine not in returning:
                returning[routine] = _comes_back(program, routine)
            if not returning[routine]:
                yield f"{named}: routine {program.routines[routine].name} does not return"


def _functions(program: Program) -> Iterator[str]:
    for at_function, function in enumerate(program.functions):
        named, below = f"function {function.name}", set[int]()
        for at in _reached(program, function.entry):
            block, end = program.blocks[at], program.blocks[at].terminator
            if not end.local and not (isinstance(end, Answer) and len(end.values) == 1):
                yield f"{where(program, at)}: {named} does more than to calculate"
            for each in block.instructions:
                below |= {each.function} if isinstance(each, Apply) else set()
        if any(each >= at_function for each in below):
            yield f"{named}: it applies one that comes after it"


def _returns(program: Program, reached: set[int], named: str) -> Iterator[str]:
    called = _called(program, reached)
    for at, end in _ends(program, reached):
        if isinstance(end, Return) and end.routine not in called:
            yield f"{where(program, at)}: {named} returns from a routine that it does not call"


def _comes_back(program: Program, routine: int) -> bool:
    reached = _reached(program, program.routines[routine].entry)
    return any(end == Return(routine) for _, end in _ends(program, reached))
