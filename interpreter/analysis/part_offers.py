"""Finds where a program offers the parts of a throw, as `lower.choices` does it.

At first no answer is offered; then, for each part of the throw from the whole down to no dice, it is found out whether
one answer is; and last comes the default. Each answer stands for one part: so it can be told of one alone whether it is
offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.analysis.effects import Effects, find_effects
from interpreter.analysis.graph import Leading
from interpreter.analysis.loop_shapes import Unsuited, find_bodies
from interpreter.data_classes import dataclass
from interpreter.program import (
    Binary,
    Block,
    Branch,
    Clear,
    Decide,
    Instruction,
    Jump,
    Lookup,
    Move,
    Program,
    Register,
    Store,
    Target,
    Unary,
)
from interpreter.program.instructions.fields import operands, target
from interpreter.program.machines.exact import ExactMachine, Failed
from interpreter.throws import count_parts, list_smaller


@dataclass(frozen=True)
class PartOffer:
    """From the block `beginning` to the block `decision`, which ends in `decide`, where one answers with one of some
    `values`. It comes from the `entries`. The first block has nothing offered and finds the `whole` throw, whose parts
    are gone through one by one from `head`: the blocks `bodies` find out whether a `part` is offered, and the last of
    them, `last`, stores that. The blocks `stepping` go on to the next part, and the blocks `ending` find the default.
    Each part takes `width` bits for each face, and there are at most so many `parts`."""

    decision: int
    decide: Decide
    values: Sequence[int]
    entries: tuple[int, ...]
    beginning: int
    whole: Register
    part: Register
    head: int
    bodies: dict[int, Block]
    last: int
    stepping: tuple[int, int]
    ending: dict[int, Block]
    width: int
    parts: int

    @property
    def flags(self) -> range:
        """The slots that say what is offered."""
        return range(self.decide.flags, self.decide.flags + len(self.values))

    @property
    def after(self) -> int:
        """The first of the blocks that find the default."""
        return next(iter(self.ending))


def find_part_offer(program: Program, decision: int, leading: Leading) -> PartOffer:
    """The offer before a decision. Raises Unsuited where it is none of this kind."""
    end = program.blocks[decision].terminator
    assert isinstance(end, Decide)
    values = program.choices[end.choice].values
    beginning = _find_beginning(program, Clear(end.flags, len(values)), leading)
    entries = tuple(sorted(leading[beginning]))
    head = _find_next(program, beginning)
    smaller = _find_only(leading.get(head, set()) - {beginning})
    following = _find_only(leading.get(smaller, ()))
    part, after = _find_part(program.blocks[following], smaller)
    whole, width = _find_step(program.blocks[smaller], part, head)
    bodies, ending = find_bodies(program, head, {following}), find_bodies(program, after, {decision})
    last = _find_only(leading.get(following, ()))
    inside = {beginning, smaller, following, *bodies, *ending}
    _see_closed(leading, inside, set(entries), beginning, decision)
    _see_same_numbers(program, bodies[last], part, end.flags, values)
    throws = _find_throws(program, beginning, whole, part)
    if not throws <= set(values) or not all(set(list_smaller(each, width)) <= set(values) for each in values):
        raise Unsuited
    parts = max(count_parts(each, width) for each in throws)
    return PartOffer(
        decision, end, values, entries, beginning, whole, part, head, bodies, last, (following, smaller), ending,
        width, parts,
    )  # fmt: skip


def _find_only(blocks: Iterable[int]) -> int:
    several = tuple(blocks)
    if len(several) != 1:
        raise Unsuited
    return several[0]


def _find_next(program: Program, block: int) -> int:
    end = program.blocks[block].terminator
    if not isinstance(end, Jump):
        raise Unsuited
    return end.block


def _find_beginning(program: Program, clear: Clear, leading: Leading) -> int:
    """The block where it is said that nothing is offered."""
    return _find_only(at for at in leading if clear in program.blocks[at].instructions)


def _find_part(following: Block, smaller: int) -> tuple[Register, int]:
    """The part that is gone through, and where the last leads to."""
    match following.instructions, following.terminator:
        case (), Branch(Register() as part, yes, after) if yes == smaller:
            return part, after
    raise Unsuited


def _find_step(block: Block, part: Register, head: int) -> tuple[Register, int]:
    """The whole of which there is a next smaller part, and how many bits each face has (`take_smaller_part`)."""
    match block.instructions, block.terminator:
        case (
            (
                Unary(bit, "lowest", taken),
                Binary(over, "mod", bit_again, int(width)),
                Binary(place, "sub", bit_once_more, over_again),
                Binary(die, "shl", 1, place_again),
                Binary(lower, "sub", die_again, 1),
                Binary(below, "and", Register() as whole, lower_again),
                Binary(less, "sub", less_again, die_taken),
                Binary(more, "add", more_again, below_again),
            ),
            Jump(back),
        ) if (
            {taken, less, less_again, more, more_again} == {part}
            and (bit_again, bit_once_more, over_again, place_again) == (bit, bit, over, place)
            and (die_again, lower_again, die_taken, below_again) == (die, lower, die, below)
            and len({bit, over, place, die, lower, below, whole, part}) == 8
            and back == head
        ):
            return whole, width
    raise Unsuited


def _see_closed(leading: Leading, inside: set[int], entries: set[int], beginning: int, decision: int) -> None:
    """An offer is made from its beginning to its end, and without it the game does not come to the decision."""
    whole = {*inside, decision}
    outside = {at: leading[at] - inside for at in whole & leading.keys()}
    if len(outside) < len(whole) or outside.pop(beginning) != entries or any(outside.values()):
        raise Unsuited


def _find_throws(program: Program, beginning: int, whole: Register, part: Register) -> set[int]:
    """Which throws may be the whole, of which the first part is all."""
    instructions = program.blocks[beginning].instructions
    written = [each for each in instructions if target(each) in (whole, part)]
    match written:
        case [Lookup(one, array, _), Move(first, all_of_it)] if (one, first, all_of_it) == (whole, part, whole):
            return set(program.arrays[array])
    raise Unsuited


# ---- which answer a part is


def list_numbering(block: Block, part: Register) -> tuple[Instruction, ...]:
    """The instructions of a block that find the answer's number, which needs nothing but the part."""
    store = block.instructions[-1]
    if not isinstance(store, Store):
        raise Unsuited
    wanted, found = {store.index}, list[Instruction]()
    for each in reversed(block.instructions[:-1]):
        if target(each) in wanted:
            if not isinstance(each, Binary | Unary | Lookup | Move):
                raise Unsuited
            found.append(each)
            wanted.discard(target(each))
            wanted |= {used for used in operands(each) if not isinstance(used, int)}
    if wanted != {part}:
        raise Unsuited
    return tuple(reversed(found))


def _see_same_numbers(program: Program, block: Block, part: Register, flags: int, values: Sequence[int]) -> None:
    """Each answer is stored under its own number, when its value is the part."""
    numbering, store = list_numbering(block, part), block.instructions[-1]
    assert isinstance(store, Store)
    if (store.first, store.size) != (flags, len(values)) or target(store) is not None:
        raise Unsuited
    machine = ExactMachine(program, [0] * (len(program.slots) + program.registers))
    for number, value in enumerate(values):
        machine.write(part, value)
        try:
            for each in numbering:
                each.meaning(machine)
        except Failed:
            raise Unsuited from None
        if machine.read(store.index) != number:
            raise Unsuited


# ---- what an offer reads and writes


def see_apart(program: Program, offer: PartOffer, live: Mapping[int, int]) -> None:
    """No part of an offer reads what another has written, but for the whole throw and its parts; and it does nothing
    else than to find what is offered, and the default. `live` has what is live before each block (bits)."""
    own = {*offer.flags, offer.decide.default.index}
    flags, beginning = set(offer.flags), find_effects(program, program.blocks[offer.beginning].parts)
    bodies, ending = (_find_effects(program, blocks) for blocks in (offer.bodies, offer.ending))
    for each, written in ((beginning, flags), (bodies, flags), (ending, own - flags)):
        if each.lasting or each.says or each.slots_written() - written or each.slots_read() & own:
            raise Unsuited
    carried = {*bodies.writes} - {offer.part}
    _see_dead(program, live.get(offer.head, -1), carried)
    _see_dead(program, live.get(offer.after, -1), {*carried, offer.part, *beginning.writes})


def _find_effects(program: Program, blocks: Mapping[int, Block]) -> Effects:
    return find_effects(program, [each for block in blocks.values() for each in block.parts])


def _see_dead(program: Program, live: int, targets: Iterable[Target]) -> None:
    """None of some registers is live."""
    if any(live >> len(program.slots) + each.index & 1 for each in targets if isinstance(each, Register)):
        raise Unsuited
