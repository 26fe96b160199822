"""Which phases may be taken as a whole: those of several throws that are come to again and again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_closure, find_ended, find_ways, turn_round
from interpreter.chains.regions import Region
from interpreter.data_classes import dataclass
from interpreter.program import Call, Chance, Program, Return


@dataclass(frozen=True)
class Phase:
    """A phase: its blocks, and the slots that it may write to; those that matter after it are `changed`, and those
    that it writes to behind its last stop alone, and in no phase within it, come `last`."""

    routine: int
    blocks: frozenset[int]
    written: frozenset[int]
    changed: frozenset[int]
    last: frozenset[int]


def find_repeated(region: Region) -> dict[int, Phase]:
    """The phases of several throws that are come to from several places, or again and again, by their entries."""
    program = region.program
    reached = find_ways(program, [program.start])
    found = {}
    for routine, info in enumerate(program.routines):
        if info.kind != "phase" or info.entry not in reached or not _is_repeated(program, routine, reached):
            continue
        ways = find_ways(program, [info.entry])
        blocks = frozenset(ways)
        if _has_several_throws(program, ways) and not _leaves_others(program, blocks, routine):
            after = [at for at in info.continuations if at in region.reached]
            written = _list_written(program, blocks)
            changed = frozenset(slot for slot in written if any(region.is_live(slot, at) for at in after))
            last = frozenset(written - _list_written(program, _list_before_stops(program, ways, routine)))
            found[info.entry] = Phase(routine, blocks, frozenset(written), changed, last)
    return found


def _list_before_stops(program: Program, ways: Mapping[int, Sequence[int]], routine: int) -> frozenset[int]:
    """The blocks of a routine that may lead to a stop, or to the end of a phase within it, and these."""
    ends = ((at, program.blocks[at].terminator) for at in ways)
    stops = [at for at, end in ends if end.stops or (isinstance(end, Return) and end.routine != routine)]
    return frozenset(find_closure(stops, turn_round(ways)))


def _has_several_throws(program: Program, ways: Mapping[int, Sequence[int]]) -> bool:
    throws = [at for at in ways if isinstance(program.blocks[at].terminator, Chance)]
    return len(throws) > 1 or any(at in _list_following(ways, at) for at in throws)


def _list_following(ways: Mapping[int, Sequence[int]], block: int) -> set[int]:
    found: set[int] = set()
    waiting = list(ways[block])
    while waiting:
        at = waiting.pop()
        if at not in found:
            found.add(at)
            waiting.extend(ways[at])
    return found


def _leaves_others(program: Program, blocks: frozenset[int], routine: int) -> bool:
    """Whether a phase may be left together with one around it: it hangs on that, and is no whole by itself."""
    ended = find_ended(program, blocks)
    return any(each != routine and program.routines[each].entry not in blocks for each in ended)


def _list_written(program: Program, blocks: Iterable[int]) -> set[int]:
    return {slot for at in blocks for slot in find_effects(program, program.blocks[at].parts).slots_written()}


def _is_repeated(program: Program, routine: int, reached: Mapping[int, object]) -> bool:
    ends = {at: program.blocks[at].terminator for at in reached}
    calls = {at: end.then for at, end in ends.items() if isinstance(end, Call) and end.routine == routine}
    return len(calls) > 1 or any(at in find_ways(program, [then]) for at, then in calls.items())
