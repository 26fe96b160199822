"""Loops over the members of a set, through its subsets, or through the dice of a roll, while a value is computed.

The caller writes what is done with each one; this module makes the loop around it. Few possible members are
unrolled, since much is then certain; many, and all subsets, make a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import MAX_SET_SIZE, MOST_UNROLLED, RollType, ThrowType, Type, is_beyond_sets
from interpreter.lower.builder import Builder
from interpreter.lower.scope import Scope
from interpreter.lower.throws import lower_die, take_die, take_smaller_part


@dataclass(frozen=True)
class Iteration:
    """One pass through the loop. Its code, in the block `met`, ends in a jump to `following`, or to `after`, past all
    the others."""

    one: program.Operand
    met: int
    following: int
    after: int


@dataclass(frozen=True)
class Limits:
    """Subsets may be limited to those of a `size`, or to those in a class of their highest member with at least as many
    members as `least`."""

    size: program.Operand | None = None
    classes: tuple[int, ...] | None = None
    least: int = 0
    unrolled: bool = True
    """Whether few members are visited one by one, and not in a loop."""


UNLIMITED, LOOPING = Limits(), Limits(unrolled=False)


def go_through(
    scope: Scope, kind: Type, whole: program.Operand, subsets: bool, site: int, limits: Limits = UNLIMITED
) -> Iterator[Iteration]:
    """Yield each pass with the builder where its code begins. The builder stands past the loop when there are no more.
    """
    after = scope.builder.block("gone through")
    if isinstance(kind, RollType):
        yield from _go_through_dice(scope, kind, whole, after, site)
        scope.builder.jump_to(after)
    elif isinstance(kind, ThrowType):
        loop = _loop_over_parts if subsets else _loop_over_dice
        yield from loop(scope.builder, kind, whole, after, site)
    elif subsets and limits.size is not None:
        yield from _loop_over_sized_subsets(scope.builder, whole, limits.size, after, site)
    elif subsets and limits.classes is not None:
        yield from _loop_over_alike_subsets(scope.builder, whole, limits, limits.classes, after, site)
    elif subsets:
        yield from _loop_over_subsets(scope.builder, whole, after, site)
    elif is_beyond_sets(kind):
        yield from _loop(scope.builder, scope.layout.members_of(kind).stop, after, site, counted=True)
    elif len(scope.layout.members_of(kind)) > MOST_UNROLLED or not limits.unrolled:
        yield from _loop(scope.builder, whole, after, site)
    else:
        yield from _unroll(scope, kind, whole, after, site)
        scope.builder.jump_to(after)
    scope.builder.continue_in(after)


def _unroll(scope: Scope, kind: Type, whole: program.Operand, after: int, site: int) -> Iterator[Iteration]:
    builder = scope.builder
    for place in scope.layout.members_of(kind):
        present, following = builder.block("present"), builder.block("following")
        bit = builder.binary("and", builder.binary("shr", whole, place, site), 1, site)
        builder.branch(bit, present, following)
        builder.continue_in(present)
        yield Iteration(place, builder.block("met"), following, after)
        builder.continue_in(following)


def _loop(
    builder: Builder, whole: program.Operand, after: int, site: int, counted: bool = False
) -> Iterator[Iteration]:
    """The lowest first; if they are `counted`, since they are too many for a set, the highest first."""
    rest, member = builder.register(), builder.register()
    builder.emit(program.Move(rest, whole))
    head, present = builder.block("go through"), builder.block("present")
    builder.jump_to(head)
    builder.branch(rest, present, after)
    builder.continue_in(present)
    if counted:
        builder.emit(program.Binary(rest, "sub", rest, 1, site))
        builder.emit(program.Move(member, rest))
    else:
        builder.emit(program.Unary(member, "lowest", rest, site))
        builder.emit(program.Binary(rest, "xor", rest, builder.binary("shl", 1, member, site), site))
    yield Iteration(member, builder.block("met"), head, after)


def _loop_over_subsets(
    builder: Builder, whole: program.Operand, after: int, site: int, name: str = "subset"
) -> Iterator[Iteration]:
    """From the whole set down to the empty one: what is left of it less one, within the whole."""
    part = builder.register()
    builder.emit(program.Move(part, whole))
    head, following, smaller = (builder.block(each) for each in (name, "following", "smaller subset"))
    builder.jump_to(head)
    yield Iteration(part, builder.block("met"), following, after)
    builder.continue_in(following)
    builder.branch(part, smaller, after)
    builder.continue_in(smaller)
    builder.emit(program.Binary(part, "sub", part, 1, site))
    builder.emit(program.Binary(part, "and", part, whole, site))
    builder.close(program.Jump(head))


def _loop_over_alike_subsets(
    builder: Builder, whole: program.Operand, limits: Limits, classes: tuple[int, ...], after: int, site: int
) -> Iterator[Iteration]:
    """The same for subsets in a class of their highest member, in the same order: for each member, the highest first,
    the subsets of those below it that it can be with. At last comes the empty set, which has no `top`."""
    rest, top, fellows, part = (builder.register() for _ in range(4))
    head, highest, begin = (builder.block(each) for each in ("highest", "fellows", "begin"))
    builder.emit(program.Move(rest, whole))
    builder.emit(program.Move(top, 1))
    builder.jump_to(head)
    if limits.least == 0:
        last, empty = builder.block("no more"), builder.block("empty set")
        builder.branch(rest, highest, last)
        builder.continue_in(last)
        builder.branch(top, empty, after)
        builder.continue_in(empty)
        for register in (top, fellows):
            builder.emit(program.Move(register, 0))
        builder.close(program.Jump(begin))
    else:
        builder.branch(rest, highest, after)
    builder.continue_in(highest)
    member = builder.unary("highest", rest, site)
    builder.emit(program.Binary(top, "shl", 1, member, site))
    builder.emit(program.Binary(rest, "xor", rest, top, site))
    builder.emit(program.Binary(fellows, "and", rest, builder.lookup(classes, member, site), site))
    if limits.least > 1:
        builder.branch(builder.binary("ge", builder.unary("size", fellows, site), limits.least - 1, site), begin, head)
        builder.continue_in(begin)
    else:
        builder.jump_to(begin)
    for below in _loop_over_subsets(builder, fellows, head, site, "alike subset"):
        builder.emit(program.Binary(part, "or", top, below.one, site))
        yield replace(below, one=part, after=after)


def _loop_over_sized_subsets(
    builder: Builder, whole: program.Operand, size: program.Operand, after: int, site: int
) -> Iterator[Iteration]:
    """The same for subsets of a size, in the same order: by the members that are left out, as a set of their
    places in the whole, the lowest first (Gosper's hack: Knuth, The Art of Computer Programming, volume 4A, 7.1.3)."""
    left_out, part = builder.register(), builder.register()
    begin, head, following, step, more = (
        builder.block(each) for each in ("sizes", "subset", "following", "next", "next subset")
    )
    members = builder.unary("size", whole, site)
    others = builder.binary("sub", members, size, site)
    fits = builder.binary("and", builder.binary("ge", others, 0, site), builder.binary("ge", size, 0, site), site)
    builder.branch(fits, begin, after)
    builder.continue_in(begin)
    top = builder.binary("shl", 1, members, site)
    builder.emit(program.Move(left_out, builder.binary("sub", builder.binary("shl", 1, others, site), 1, site)))
    _leave_out(builder, left_out, whole, part, site)
    builder.jump_to(head)
    yield Iteration(part, builder.block("met"), following, after)
    builder.continue_in(following)
    builder.branch(left_out, step, after)
    builder.continue_in(step)
    lowest = builder.binary("and", left_out, builder.binary("sub", 0, left_out, site), site)
    ripple = builder.binary("add", left_out, lowest, site)
    ones = builder.binary("xor", left_out, ripple, site)
    places = builder.binary("add", builder.unary("lowest", left_out, site), 2, site)
    builder.emit(program.Binary(left_out, "or", ripple, builder.binary("shr", ones, places, site), site))
    builder.branch(builder.binary("lt", left_out, top, site), more, after)
    builder.continue_in(more)
    _leave_out(builder, left_out, whole, part, site)
    builder.close(program.Jump(head))


def go_through_small_subsets(
    builder: Builder, whole: program.Operand, most: program.Operand, site: int
) -> Iterator[Iteration]:
    """From the empty set up, those with at most `most` members, which is 1 or greater. Sets that differ from a full one
    only in members below its lowest have too many, and are passed over."""
    part, after = builder.register(), builder.block("gone through")
    others = builder.binary("xor", whole, (1 << MAX_SET_SIZE) - 1, site)
    builder.emit(program.Move(part, 0))
    head, following = builder.block("small subset"), builder.block("following")
    builder.jump_to(head)
    yield Iteration(part, builder.block("met"), following, after)
    builder.continue_in(following)
    lowest = builder.binary("and", part, builder.binary("sub", 0, part, site), site)
    is_full = builder.binary("le", most, builder.unary("size", part, site), site)
    below = builder.binary("mul", builder.binary("sub", lowest, 1, site), is_full, site)
    filled = builder.binary("or", builder.binary("or", part, below, site), others, site)
    builder.emit(program.Binary(part, "and", builder.binary("add", filled, 1, site), whole, site))
    builder.branch(part, head, after)
    builder.continue_in(after)


def _leave_out(
    builder: Builder, left_out: program.Register, whole: program.Operand, part: program.Register, site: int
) -> None:
    builder.emit(program.Binary(part, "scatter", left_out, whole, site))
    builder.emit(program.Binary(part, "xor", part, whole, site))


def _loop_over_parts(
    builder: Builder, kind: ThrowType, whole: program.Operand, after: int, site: int
) -> Iterator[Iteration]:
    """From the whole throw down to no dice, equal dice only once."""
    part = builder.register()
    builder.emit(program.Move(part, whole))
    head, following, smaller = (builder.block(each) for each in ("part", "following", "smaller part"))
    builder.jump_to(head)
    yield Iteration(part, builder.block("met"), following, after)
    builder.continue_in(following)
    builder.branch(part, smaller, after)
    builder.continue_in(smaller)
    take_smaller_part(builder, kind, whole, part, site)
    builder.close(program.Jump(head))


def _loop_over_dice(
    builder: Builder, kind: ThrowType, whole: program.Operand, after: int, site: int
) -> Iterator[Iteration]:
    rest = builder.register()
    builder.emit(program.Move(rest, whole))
    head, present = builder.block("go through"), builder.block("present")
    builder.jump_to(head)
    builder.branch(rest, present, after)
    builder.continue_in(present)
    yield Iteration(take_die(builder, kind, "lowest", rest, site), builder.block("met"), head, after)


@lru_cache(maxsize=32)
def _list_shown(kind: RollType, die: int) -> tuple[int, ...]:
    """What a die shows in each outcome, 0 where it was not rolled."""
    return tuple(faces[die] if die < len(faces) else 0 for faces in kind.all_faces)


def _go_through_dice(
    scope: Scope, kind: RollType, outcome: program.Operand, after: int, site: int
) -> Iterator[Iteration]:
    builder = scope.builder
    for die in range(kind.number):
        met, following = builder.block("met"), builder.block("following")
        face = builder.lookup(_list_shown(kind, die), outcome, site)
        if kind.parts and die > 0:
            rolled, is_rolled = builder.block("rolled"), face
            if 0 in kind.sides:
                is_rolled = builder.lookup([int(die < len(faces)) for faces in kind.all_faces], outcome, site)
            builder.branch(is_rolled, rolled, following)
            builder.continue_in(rolled)
        yield Iteration(face, met, following, after)
        builder.continue_in(following)


def accumulate(
    builder: Builder, quantifier: str, kind: Type, target: program.Register, met: Iteration, site: int
) -> None:
    match quantifier:
        case "count":
            builder.emit(program.Binary(target, "add", target, 1, site))
        case "those":
            join = "add" if isinstance(kind, ThrowType) else "or"
            builder.emit(program.Binary(target, join, target, _make_set_of(builder, kind, met.one, site), site))
        case _:
            builder.emit(program.Move(target, int(quantifier == "some")))
            builder.close(program.Jump(met.after))


def _make_set_of(builder: Builder, kind: Type, one: program.Operand, site: int) -> program.Operand:
    """The set of one member, or the throw of one die."""
    if isinstance(kind, ThrowType):
        return lower_die(builder, kind, one, site)
    return builder.binary("shl", 1, one, site)


def keep_best(
    builder: Builder,
    best: model.Best,
    as_one: bool,
    record: tuple[program.Register, program.Register],
    value: program.Operand,
    met: Iteration,
    site: int,
) -> None:
    """Compare the value of a member with the best so far; `record` has those that tie for it, as a set, and the value.
    With `as_one`, where the highest comes first, it has only the last that ties."""
    found, leader = record
    take, compare, level, tie = (builder.block(each) for each in ("better", "compare", "not better", "tie"))
    one = met.one if as_one else _make_set_of(builder, best.type, met.one, site)
    builder.branch(builder.binary("ge", found, 0, site) if as_one else found, compare, take)
    builder.continue_in(compare)
    builder.branch(builder.binary({"most": "gt", "least": "lt"}[best.extreme], value, leader, site), take, level)
    builder.continue_in(level)
    builder.branch(builder.binary("eq", value, leader, site), tie, met.following)
    builder.continue_in(tie)
    join = "add" if isinstance(best.type, ThrowType) else "or"
    builder.emit(program.Move(found, one if as_one else builder.binary(join, found, one, site)))
    builder.close(program.Jump(met.following))
    builder.continue_in(take)
    builder.emit(program.Move(leader, value))
    builder.emit(program.Move(found, one))
    builder.close(program.Jump(met.following))


def find_neighbour(
    builder: Builder, forward: bool, whole: program.Operand, member: program.Operand, site: int
) -> program.Operand:
    """The lowest member of a set above one, or else the lowest of all; backward the highest below it, or of all."""
    if forward:
        after = builder.binary("add", member, 1, site)
        rest = builder.binary("shl", builder.binary("shr", whole, after, site), after, site)
    else:
        below = builder.binary("sub", builder.binary("shl", 1, member, site), 1, site)
        rest = builder.binary("and", whole, below, site)
    found, known, again = builder.register(), builder.block("neighbour"), builder.block("round again")
    builder.emit(program.Move(found, rest))
    builder.branch(rest, known, again)
    builder.continue_in(again)
    builder.emit(program.Move(found, whole))
    builder.jump_to(known)
    return builder.unary("lowest" if forward else "highest", found, site)
