"""Loops through the members of a set, or through its subsets, while a value is computed.

The caller writes what is done with each one; this module makes the loop around it. Few possible members are
unrolled, since much is then certain; many, and all subsets, make a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter import program
from interpreter.domains import MOST_UNROLLED, Type
from interpreter.lower.builder import Builder
from interpreter.lower.scope import Scope


@dataclass(frozen=True)
class Iteration:
    """One pass through the loop. Its code ends in a jump to `following`, or to `after`, past all the others."""

    one: program.Operand
    following: int
    after: int


def go_through(scope: Scope, kind: Type, whole: program.Operand, subsets: bool, site: int) -> Iterator[Iteration]:
    """Yield each pass with the builder where its code begins. The builder stands past the loop when there are no more.
    """
    after = scope.builder.block("gone through")
    if subsets:
        yield from _loop_over_subsets(scope.builder, whole, after, site)
    elif len(scope.layout.members_of(kind)) > MOST_UNROLLED:
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
        yield Iteration(place, following, after)
        builder.continue_in(following)


def _loop(builder: Builder, whole: program.Operand, after: int, site: int) -> Iterator[Iteration]:
    rest, member = builder.register(), builder.register()
    builder.emit(program.Move(rest, whole))
    head, present = builder.block("go through"), builder.block("present")
    builder.jump_to(head)
    builder.branch(rest, present, after)
    builder.continue_in(present)
    builder.emit(program.Unary(member, "lowest", rest, site))
    builder.emit(program.Binary(rest, "xor", rest, builder.binary("shl", 1, member, site), site))
    yield Iteration(member, head, after)


def _loop_over_subsets(builder: Builder, whole: program.Operand, after: int, site: int) -> Iterator[Iteration]:
    """From the whole set down to the empty one: what is left of it less one, within the whole."""
    part = builder.register()
    builder.emit(program.Move(part, whole))
    head, following, smaller = (builder.block(each) for each in ("subset", "following", "smaller subset"))
    builder.jump_to(head)
    yield Iteration(part, following, after)
    builder.continue_in(following)
    builder.branch(part, smaller, after)
    builder.continue_in(smaller)
    builder.emit(program.Binary(part, "sub", part, 1, site))
    builder.emit(program.Binary(part, "and", part, whole, site))
    builder.close(program.Jump(head))


def accumulate(builder: Builder, quantifier: str, target: program.Register, met: Iteration, site: int) -> None:
    match quantifier:
        case "count":
            builder.emit(program.Binary(target, "add", target, 1, site))
        case "those":
            builder.emit(program.Binary(target, "or", target, builder.binary("shl", 1, met.one, site), site))
        case _:
            builder.emit(program.Move(target, int(quantifier == "some")))
            builder.close(program.Jump(met.after))
