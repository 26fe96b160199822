"""Definitions with nested loops over sets become functions of the program: their code is there once, and engines
memoise its results (`program.FunctionInfo`). The others are inlined where they are applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from interpreter import model, program
from interpreter.check.traversal import list_parts, walk_used_values
from interpreter.domains import Type
from interpreter.lower.builder import Builder
from interpreter.lower.certainty import find_range
from interpreter.lower.scope import Scope
from interpreter.program import FULL, HIGHEST, LOWEST, Operand, Range
from interpreter.program.instructions.fields import loads, operands, target, zones_of

DEEP = 3
"""The depth of nested loops from which on a definition becomes a function. A loop over subsets counts as two."""

Make: TypeAlias = Callable[[Scope], Operand]


def apply_function(
    scope: Scope, define: model.DefineInfo, arguments: Sequence[Operand], make: Make, site: int
) -> Operand | None:
    """The value of a definition for some arguments, by a function; None if there is none. `make` lowers its value in a
    scope where its parameters are known."""
    builder = scope.builder
    if builder.is_plain or builder.is_trying or not _takes_long(builder, define):
        return None
    known = tuple(each if isinstance(each, int) else None for each in arguments)
    key = define.name, known, scope.guarded and _reads_stale(scope, define), scope.supposed
    if key not in builder.known_functions:
        builder.known_functions[key] = _make_function(scope, define, arguments, make)
    target = builder.register()
    given = tuple(each for each in arguments if not isinstance(each, int))
    builder.emit(program.Apply(target, builder.known_functions[key], given, site))
    return target


def _make_function(scope: Scope, define: model.DefineInfo, arguments: Sequence[Operand], make: Make) -> int:
    """The number of a new function, for known arguments where they are numbers."""
    builder, here = scope.builder, scope.builder.here
    entry = builder.block(f"define {define.name}")
    builder.continue_in(entry)
    varying = [each for each, given in zip(define.parameters, arguments, strict=True) if not isinstance(given, int)]
    registers = {each: builder.register() for each in varying}
    known = {each: given for each, given in zip(define.parameters, arguments, strict=True) if isinstance(given, int)}
    inner = replace(scope, routine=define.name, citation=define.citation, bound={**known, **registers})
    result = make(inner)
    low, high = _find_bounds(define.value.type)
    if (low, high) != FULL:
        builder.check(result, low, high, program.CheckInfo("value", define.name), inner.site(define.value.span))
    builder.close(program.Answer((result,)))
    builder.continue_in(here)
    ranges = [_find_bounds(each.type) for each in varying]
    builder.functions.append(
        program.FunctionInfo(
            define.name,
            entry,
            tuple(each.index for each in registers.values()),
            tuple(least for least, _ in ranges),
            tuple(most for _, most in ranges),
            low,
            high,
            *_find_reads(builder, entry),
        )
    )
    return len(builder.functions) - 1


def _reads_stale(scope: Scope, define: model.DefineInfo) -> bool:
    """Whether a definition reads the answer to a choice where it may be gone."""
    stale = scope.layout.stale_reads
    return bool(stale) and any(id(each) in stale for each in walk_used_values(scope.builder.game, define.value))


def _takes_long(builder: Builder, define: model.DefineInfo) -> bool:
    """Whether a definition has loops nested deep enough to become a function. What supposes a step depends on the whole
    position, which takes long to compare: it becomes one only if it is the same for all members of a loop."""
    return _find_depth(builder, define.value) >= DEEP and not (
        define.parameters
        and any(isinstance(each, model.Supposed) for each in walk_used_values(builder.game, define.value))
    )


def _count_loops(value: model.Value) -> int:
    match value:
        case model.Quantified() | model.Summed() | model.Best():
            return 2 if value.subsets else 1
        case model.CountedDice():
            return 1
        case model.Parted():
            return DEEP
        case _:
            return 0


def _find_depth(builder: Builder, value: model.Value) -> int:
    """The depth of the nested loops that evaluate a value."""
    inside = [_find_depth(builder, each) for each in list_parts(value)]
    match value:
        case model.Applied(name) | model.TableValue(name):
            if name not in builder.found.depths:
                values = builder.game.values_of(name)
                builder.found.depths[name] = max((_find_depth(builder, each) for each in values), default=0)
            inside.append(builder.found.depths[name])
        case _:
            pass
    return _count_loops(value) + max(inside, default=0)


def _list_next(end: program.Terminator | None) -> tuple[int, ...]:
    match end:
        case program.Jump(block):
            return (block,)
        case program.Branch(_, yes, no):
            return yes, no
        case program.Switch(_, blocks):
            return blocks
        case _:
            return ()


def _find_bounds(kind: Type) -> Range:
    low, high = find_range(kind) or FULL
    return max(low, LOWEST), min(high, HIGHEST)


def _find_reads(builder: Builder, entry: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The slots that are live where code begins, the runs of slots, as the first and the size of each in turn, that it
    reads them from, and its zones."""
    ways, waiting = dict[int, tuple[int, ...]](), [entry]
    while waiting:
        if (at := waiting.pop()) not in ways:
            ways[at] = _list_next(builder.blocks[at].terminator)
            waiting += ways[at]
    drafts = {at: builder.blocks[at] for at in ways}
    reads = {
        at: [_Reads(builder, each) for each in (*draft.instructions, draft.terminator) if each is not None]
        for at, draft in drafts.items()
    }
    live, before = {at: set[int]() for at in ways}, -1
    while before != (before := sum(map(len, live.values()))):
        for at in reversed(ways):
            live[at] = set().union(*(live[each] for each in ways[at]))
            for each in reversed(reads[at]):
                live[at] = (live[at] - each.written).union(each.slots, *each.runs)
    every = [each for several in reads.values() for each in several]
    runs = {(run.start, len(run)) for each in every for run in each.runs if not live[entry].isdisjoint(run)}
    alone = live[entry].difference(*(range(first, first + size) for first, size in runs))
    zones = {zone for each in every for zone in each.zones}
    return tuple(sorted(alone)), tuple(number for run in sorted(runs) for number in run), tuple(sorted(zones))


class _Reads:
    """What an instruction or a terminator reads, and the slot that it writes."""

    def __init__(self, builder: Builder, part: program.Part) -> None:
        goal, run = target(part), loads(part)
        self.written = {goal.index} if isinstance(goal, program.Slot) else set[int]()
        self.slots = {each.index for each in operands(part) if isinstance(each, program.Slot)}
        self.runs, self.zones = [run] if run else list[range](), zones_of(part)
        if isinstance(part, program.Apply):
            info = builder.functions[part.function]
            self.slots.update(info.slots)
            self.runs, self.zones = [*info.loads], info.zones
