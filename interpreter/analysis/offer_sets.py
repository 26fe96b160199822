"""Keeps what is offered in a decision as a set, where otherwise each answer would have a flag, to be looked at later.

An offer is found at once for all answers (`set_loops`), and then spread over the flags in a loop. Where nobody looks at
the flags but the decision, and the search for the lowest or highest answer that is offered, that loop is left out, and
so is the search. That is for machine code only; where a game is taken up at the decision, the flags are as ever.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.analysis.dead_code import Trimmed, replace_blocks
from interpreter.analysis.decisions import find_slots_read_beside, group_decisions
from interpreter.analysis.graph import Graph, Leading, find_leading
from interpreter.analysis.loop_shapes import Unsuited, find_last
from interpreter.analysis.set_loops import replace_set_loops
from interpreter.analysis.steps import ReplacedLoop
from interpreter.data_classes import dataclass
from interpreter.program import (
    Binary,
    Block,
    Branch,
    Decide,
    Jump,
    Load,
    Operand,
    Program,
    Register,
    Store,
    Unary,
)
from interpreter.program.instructions.fields import site, stores

SEARCH = 3
"""How many blocks a search has."""

FEWEST, MOST = 10, 62
"""How many answers there may be: of fewer the flags are known one by one (`lower.choices`), more make no set."""


@dataclass(frozen=True)
class _Search:
    """A loop that looks for the lowest or highest answer that is offered, and puts its number in `place`; where it
    goes on, and whether it goes `upwards`."""

    head: int
    place: Register
    upwards: bool
    found: int


@dataclass(frozen=True)
class _Offer:
    """The loop that begins with the block `spreading` says of each answer whether it is offered; behind it come some
    searches and, as the only way out, the decision."""

    decision: int
    flags: range
    spreading: int
    searches: tuple[_Search, ...]


def keep_offers(
    left: Trimmed, graph: Graph, asked: set[int]
) -> tuple[Trimmed, dict[int, ReplacedLoop], dict[int, Register]]:
    """What is left of a program with offers as sets, the loops that are gone by their heads, and in which register each
    decision has its own set. `asked` are the slots that strategies look at."""
    kept, loops = dict[int, Register](), dict[int, ReplacedLoop]()
    offers = _find_offers(left, graph, asked)
    heads = {each.spreading for each in offers if _find_taken(left.program.blocks[each.spreading]) is None}
    if heads:
        left, loops = replace_set_loops(left, graph, heads)
    for each in offers:
        taken = _find_taken(left.program.blocks[each.spreading])
        if taken is not None:
            kept[each.decision] = Register(left.program.registers)
            left = _put_in_place(left, each, taken)
            loops |= {search.head: ReplacedLoop(search.head, len(each.flags), SEARCH, ()) for search in each.searches}
    return left, loops, kept


def _find_taken(block: Block) -> tuple[Operand, int] | None:
    """The set that a loop spreads over flags, and where it goes on, if that is what it does."""
    match block.instructions, block.terminator:
        case (
            (Binary(bits, "shr", taken, number), Binary(bit, "and", shifted, 1), Store(_, _, at, value), _, _),
            Branch(_, _, after),
        ) if shifted == bits and value == bit and at == number and taken not in (bits, bit, number):
            return taken, after
    return None


def _put_in_place(left: Trimmed, offer: _Offer, taken: tuple[Operand, int]) -> Trimmed:
    """What is left where a set is kept, in a new register, and searched by its bits."""
    program, blocks = left.program, dict[int, Block]()
    kept, some = Register(program.registers), Register(program.registers + 1)
    keeping = Binary(kept, "and", taken[0], 2**len(offer.flags) - 1, 0)
    blocks[offer.spreading] = Block(program.blocks[offer.spreading].name, (keeping,), Jump(taken[1]))
    for each in offer.searches:
        last, how = (1 << len(offer.flags) - 1, "lowest") if each.upwards else (1, "highest")
        instructions = Binary(some, "or", kept, last, 0), Unary(each.place, how, some, 0)
        blocks[each.head] = Block(program.blocks[each.head].name, instructions, Jump(each.found))
    program = replace(replace_blocks(program, blocks), registers=program.registers + 2)
    ranges = left.ranges | {kept: (0, 2**len(offer.flags) - 1), some: (1, 2**len(offer.flags) - 1)}
    return replace(left, program=program, ranges=ranges)


# ---- where offers are made


def _find_offers(left: Trimmed, graph: Graph, asked: set[int]) -> list[_Offer]:
    """All offers that may be kept, if those are of one choice."""
    found, leading = list[_Offer](), find_leading(left.program, graph)
    for decisions in group_decisions(left, graph):
        try:
            offers = [_find_offer(left, each, leading) for each in decisions]
            _see_unread(left.program, graph, offers, asked)
        except Unsuited:
            continue
        found += offers
    return found


def _find_offer(left: Trimmed, decision: int, leading: Leading) -> _Offer:
    program = left.program
    end = program.blocks[decision].terminator
    assert isinstance(end, Decide)
    flags = range(end.flags, end.flags + len(program.choices[end.choice].values))
    if not FEWEST <= len(flags) <= MOST:
        raise Unsuited
    latch, inside = _find_behind(program, decision, flags, leading)
    spreading = _find_spreading(program, latch, flags, leading)
    if spreading in inside:
        raise Unsuited
    found = (_find_search(left, at, flags, leading) for at in sorted(inside))
    return _Offer(decision, flags, spreading, tuple(each for each in found if each is not None))


def _find_behind(program: Program, decision: int, flags: range, leading: Leading) -> tuple[int, set[int]]:
    """The block that says last which answers are offered, and all between that and the decision."""
    inside, latches, waiting = set[int](), set[int](), [decision]
    while waiting:
        at = waiting.pop()
        if not leading.get(at):
            raise Unsuited
        for before in leading[at] - inside:
            if any(isinstance(each, Store) and stores(each) == flags for each in program.blocks[before].instructions):
                latches.add(before)
            else:
                inside.add(before)
                waiting.append(before)
    ends = [program.blocks[at].terminator for at in inside]
    if len(latches) != 1 or not all(each.local and {*each.successors(program)} <= {*inside, decision} for each in ends):
        raise Unsuited
    return latches.pop(), inside


def _find_spreading(program: Program, latch: int, flags: range, leading: Leading) -> int:
    """Where the loop begins that ends with a block in which answers get their flags, each in turn."""
    block, size = program.blocks[latch], len(flags)
    match block.instructions[-3:], block.terminator:
        case (
            (Store(_, _, Register() as number, _), Binary(to, "add", one, 1), Binary(more, "lt", other, most)),
            Branch(condition, head, _),
        ) if (to, one, other, condition, most) == (number, number, number, more, size):
            entries = leading.get(head, set()) - {latch}
            if entries and all(find_last(program.blocks[each].instructions, number) == 0 for each in entries):
                return head
    raise Unsuited


def _find_search(left: Trimmed, head: int, flags: range, leading: Leading) -> _Search | None:
    """The search for an answer that is offered, if it begins with a block (`lower.offer_bounds`)."""
    blocks = left.program.blocks
    match blocks[head].instructions, blocks[head].terminator:
        case (Load(Register() as flag, first, size, Register() as place),), Branch(condition, found, other) if (
            (condition, first, size) == (flag, flags.start, len(flags)) and leading[other] == {head}
        ):
            pass
        case _:
            return None
    match blocks[other].instructions, blocks[other].terminator:
        case (Binary(Register() as done, "eq", here, int(last)),), Branch(condition, again, further) if (
            (here, condition, again) == (place, done, found) and leading[further] == {other}
        ):
            pass
        case _:
            return None
    step, begin = ("add", 0) if last else ("sub", len(flags) - 1)
    entries = leading[head] - {further}
    begins = all(find_last(blocks[each].instructions, place) == begin for each in entries)
    goes_on = blocks[further] == Block(blocks[further].name, (_step(blocks[further], step, place),), Jump(head))
    dead = not any(left.live.get(found, -1) >> len(left.program.slots) + each.index & 1 for each in (flag, done))
    if last in (0, len(flags) - 1) and begins and goes_on and dead:
        return _Search(head, place, last > 0, found)
    return None


def _step(block: Block, step: str, place: Register) -> Binary:
    """The next place, at the site of a block."""
    return Binary(place, step, place, 1, site(block.instructions[0]) if block.instructions else 0)


def _see_unread(program: Program, graph: Graph, offers: list[_Offer], asked: set[int]) -> None:
    """Nothing looks at flags but these decisions and searches."""
    decisions = {each.decision for each in offers}
    passed = {search.head for each in offers for search in each.searches}
    read = asked | find_slots_read_beside(program, graph, decisions, passed)
    if any(not read.isdisjoint(each.flags) for each in offers):
        raise Unsuited
