"""Arithmetic with some dice of a throw, all faces at once (see `interpreter.throws`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb

from interpreter import model, program
from interpreter.domains import RollType, ThrowType
from interpreter.lower.builder import Builder
from interpreter.throws import find_width, list_throws

GROUP_BITS = 8
"""The most bits of the faces that are looked up together where a throw's position is found."""


def find_guards(kind: ThrowType) -> int:
    """The highest bit of every face's place, which is 0 in a throw."""
    width = find_width(kind.number)
    return sum(1 << (face + 1) * width - 1 for face in range(kind.faces))


def _find_digit(kind: ThrowType) -> int:
    """The largest number in the place of a face. A throw modulo it is its number of dice (casting out nines)."""
    return (1 << find_width(kind.number)) - 1


def lower_throw(
    builder: Builder,
    value: model.DiceOf | model.SetOf | model.Joined | model.Without,
    kind: ThrowType,
    parts: Sequence[program.Operand],
    site: int,
) -> program.Operand:
    """A value that is a throw, from its parts: a roll, the face of a die, or two throws."""
    match value:
        case model.DiceOf(roll):
            assert isinstance(roll.type, RollType)
            return lower_dice_of(builder, roll.type, kind, parts[0], site)
        case model.SetOf():
            check_die(builder, kind, parts[0], site)
            return lower_die(builder, kind, parts[0], site)
        case model.Joined():
            return join_throws(builder, kind, parts[0], parts[1], site)
        case model.Without():
            return subtract_throws(builder, kind, parts[0], parts[1], site)


def reduce_throw(
    builder: Builder, operator: str, kind: ThrowType, throw: program.Operand, site: int
) -> program.Operand:
    match operator:
        case "size":
            return count_dice(builder, kind, throw, site)
        case "faces":
            return _find_faces(builder, kind, throw, site)
        case "alike":
            return _count_alike(builder, kind, throw, site)
        case "in_a_row":
            return _count_in_a_row(builder, kind, throw, site)
        case _:
            return find_extreme(builder, kind, operator, throw, site)


def _find_faces(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    found: program.Operand = 0
    for face in kind.sides:
        there = builder.binary("min", count_face(builder, kind, throw, face, site), 1, site)
        found = builder.binary("or", found, builder.binary("shl", there, face, site), site)
    return found


def _count_alike(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    """How many dice show the face that most of them show."""
    most: program.Operand = 0
    for face in kind.sides:
        most = builder.binary("max", count_face(builder, kind, throw, face, site), most, site)
    return most


def _count_in_a_row(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    """The length of the longest row of faces, each one higher than the one before it."""
    most: program.Operand = 0
    row: program.Operand = 0
    for below, face in pairwise((kind.sides[0] - 1, *kind.sides)):
        there = builder.binary("min", count_face(builder, kind, throw, face, site), 1, site)
        before = builder.binary("mul", there, row, site) if face == below + 1 else 0
        row = builder.binary("add", there, before, site)
        most = builder.binary("max", row, most, site)
    return most


def lower_dice_of(
    builder: Builder, roll: RollType, kind: ThrowType, outcome: program.Operand, site: int
) -> program.Operand:
    return builder.lookup(_pack_outcomes(roll, kind), outcome, site)


@lru_cache(maxsize=16)
def _pack_outcomes(roll: RollType, kind: ThrowType) -> tuple[int, ...]:
    return tuple(kind.pack(shown) for shown in roll.all_faces)


def lower_die(builder: Builder, kind: ThrowType, face: program.Operand, site: int) -> program.Operand:
    return builder.binary("shl", 1, _find_place(builder, kind, face, site), site)


def _find_place(builder: Builder, kind: ThrowType, face: program.Operand, site: int) -> program.Operand:
    return builder.binary("mul", find_rank(builder, kind.sides, face, site), find_width(kind.number), site)


def find_rank(builder: Builder, sides: tuple[int, ...], face: program.Operand, site: int) -> program.Operand:
    """Which of the sides shows a face, from 0; -1 where none does, but which has to be from the lowest to the highest.
    """
    low, high = min(sides), max(sides)
    above = builder.binary("sub", face, low, site)
    if sides == tuple(range(low, high + 1)):
        return above
    return builder.lookup([sides.index(each) if each in sides else -1 for each in range(low, high + 1)], above, site)


def check_die(builder: Builder, kind: ThrowType, face: program.Operand, site: int) -> None:
    low, high, what = kind.sides[0], kind.sides[-1], program.CheckInfo("die", kind.dice)
    builder.check(face, low, high, what, site)
    if len(kind.sides) < high - low + 1:
        builder.check(find_rank(builder, kind.sides, face, site), 0, kind.faces - 1, what, site)


def count_dice(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    return builder.binary("mod", throw, _find_digit(kind), site)


def add_up(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    """The total: for each face how many dice show it or a higher one, times what it is more than the face below; for
    the lowest, times the face itself."""
    total: program.Operand = 0
    for rank, (below, face) in enumerate(pairwise((0, *kind.sides))):
        above = builder.binary("shr", throw, rank * find_width(kind.number), site)
        more = count_dice(builder, kind, above, site) if face != below else 0
        more = builder.binary("mul", more, face - below, site) if face - below not in (0, 1) else more
        total = builder.binary("add", total, more, site)
    return total


def find_extreme(
    builder: Builder, kind: ThrowType, operator: str, throw: program.Operand, site: int
) -> program.Operand:
    bit = builder.unary(operator, throw, site)
    rank = builder.binary("div", bit, find_width(kind.number), site)
    low = kind.sides[0]
    if kind.sides == tuple(range(low, low + kind.faces)):
        return builder.binary("add", rank, low, site)
    return builder.lookup(kind.sides, rank, site)


def join_throws(
    builder: Builder, kind: ThrowType, left: program.Operand, right: program.Operand, site: int
) -> program.Operand:
    """The dice of both; it fails where they are more than there are."""
    both = builder.binary("add", left, right, site)
    number = count_dice(builder, kind, both, site)
    builder.check(number, 0, kind.number, program.CheckInfo("dice", kind.dice), site)
    return both


def subtract_throws(
    builder: Builder, kind: ThrowType, left: program.Operand, right: program.Operand, site: int
) -> program.Operand:
    """The left dice without the right ones, face by face, down to none. A guard that is still there after the
    subtraction says of its face that there were enough."""
    guards = find_guards(kind)
    rest = _subtract_guarded(builder, guards, left, right, site)
    enough = builder.binary("and", rest, guards, site)
    lower = builder.binary("shr", enough, find_width(kind.number) - 1, site)
    return builder.binary("and", rest, builder.binary("sub", enough, lower, site), site)


def _subtract_guarded(
    builder: Builder, guards: int, left: program.Operand, right: program.Operand, site: int
) -> program.Operand:
    return builder.binary("sub", builder.binary("or", left, guards, site), right, site)


def check_kept(
    builder: Builder, roll: RollType, kind: ThrowType, outcome: program.Operand, kept: program.Operand, site: int
) -> None:
    """Fail where dice are kept that the roll does not show."""
    check_lying(builder, kind, lower_dice_of(builder, roll, kind, outcome, site), kept, site)


def check_lying(builder: Builder, kind: ThrowType, lying: program.Operand, kept: program.Operand, site: int) -> None:
    missing = count_dice(builder, kind, subtract_throws(builder, kind, kept, lying, site), site)
    builder.check(missing, 0, 0, program.CheckInfo("kept", kind.dice), site)


def find_outcome(
    builder: Builder, roll: RollType, kind: ThrowType, throw: program.Register, site: int
) -> program.Operand:
    """The outcome that shows all the dice of a throw, in ascending order; the throw is used up."""
    outcome: program.Operand = 0
    for _ in range(kind.number):
        face = take_die(builder, kind, "lowest", throw, site)
        higher = builder.binary("mul", outcome, roll.faces, site)
        outcome = builder.binary("add", higher, find_rank(builder, roll.sides, face, site), site)
    return outcome


def count_face(
    builder: Builder, kind: ThrowType, throw: program.Operand, face: program.Operand, site: int
) -> program.Operand:
    place = _find_place(builder, kind, face, site)
    return builder.binary("and", builder.binary("shr", throw, place, site), _find_digit(kind), site)


def find_throw_position(builder: Builder, kind: ThrowType, throw: program.Operand, site: int) -> program.Operand:
    """Where a throw stands among all, in ascending order: for each group of faces, the highest first, how many come
    before."""
    width = find_width(kind.number)
    size = max(1, GROUP_BITS // width)
    position: program.Operand = 0
    row: program.Operand = kind.number << size * width
    for first in reversed(range(0, kind.faces, size)):
        shown = builder.binary("shr", throw, first * width, site)
        if first + size < kind.faces:
            shown = builder.binary("and", shown, (1 << size * width) - 1, site)
        before, taken = _count_below(kind.number, size, first)
        at = builder.binary("add", row, shown, site)
        position = builder.binary("add", position, builder.lookup(before, at, site), site)
        row = builder.binary("sub", row, builder.lookup(taken, shown, site), site) if first else 0
    return position


@lru_cache(maxsize=64)
def _count_below(number: int, faces: int, lower: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For a group of faces with `lower` faces below it: the number of throws that come before one, by the number of
    dice for the group and all below it (a row each) and what the group shows; and the rows up that its dice lead."""
    size = 1 << faces * find_width(number)
    before, taken = [0] * size * (number + 1), [0] * size
    for left in range(number + 1):
        passed = 0
        for shown in list_throws(number, faces):
            dice = shown % ((1 << find_width(number)) - 1)
            before[left * size + shown], taken[shown] = passed, dice * size
            passed += comb(left - dice + lower, lower) if dice <= left else 0
    return tuple(before), tuple(taken)


def take_smaller_part(
    builder: Builder, kind: ThrowType, whole: program.Operand, part: program.Register, site: int
) -> None:
    """From a part of a throw, which is not empty, to the next smaller one: a die less of its lowest face, and all
    dice of the faces below."""
    width = find_width(kind.number)
    bit = builder.unary("lowest", part, site)
    place = builder.binary("sub", bit, builder.binary("mod", bit, width, site), site)
    die = builder.binary("shl", 1, place, site)
    below = builder.binary("and", whole, builder.binary("sub", die, 1, site), site)
    builder.emit(program.Binary(part, "sub", part, die, site))
    builder.emit(program.Binary(part, "add", part, below, site))


def take_die(
    builder: Builder, kind: ThrowType, operator: str, rest: program.Register | program.Slot, site: int
) -> program.Operand:
    """Take the lowest or highest die away from what is left, and return its face."""
    face = find_extreme(builder, kind, operator, rest, site)
    builder.emit(program.Binary(rest, "sub", rest, lower_die(builder, kind, face, site), site))
    return face
