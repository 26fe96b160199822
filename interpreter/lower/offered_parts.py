"""Choices of some of the dice or members that are there. The subsets of what is there are visited, not all possible
answers, most of which are no subsets."""

from __future__ import annotations

from interpreter import model, program
from interpreter.domains import SetType, ThrowType
from interpreter.lower.builder import Builder
from interpreter.lower.throws import find_throw_position

MOST_UNROLLED = 16
"""The most answers of a choice that are tried one by one."""


def goes_in_a_loop(choice: model.ChoiceInfo) -> bool:
    """Whether the possible answers of a choice are tried in a loop."""
    return len(choice.values) > MOST_UNROLLED


def is_of_parts(choice: model.ChoiceInfo) -> bool:
    """Whether parts of dice are picked; or of a set, where there are many possible answers."""
    if choice.several is not None or len(choice.picked_from) != 1:
        return False
    match choice.variable.type:
        case ThrowType():
            return True
        case SetType():
            return len(choice.values) > MOST_UNROLLED and choice.values == _list_sets(choice.values)
        case _:
            return False


def _list_sets(values: tuple[int, ...]) -> tuple[int, ...]:
    """As many values, if they are all sets of some numbers that follow one another."""
    return tuple(range(0, len(values) * values[1], values[1]))


def find_part(builder: Builder, choice: model.ChoiceInfo, part: program.Operand, site: int) -> program.Operand:
    """The number of the answer that a part is."""
    kind = choice.variable.type
    if isinstance(kind, ThrowType):
        return find_throw_position(builder, kind, part, site)
    return builder.binary("shr", part, choice.values[1].bit_length() - 1, site)
