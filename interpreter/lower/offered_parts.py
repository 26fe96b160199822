"""Choices of a part of something: of the dice that lie there, or of a set. Few of the possible answers are parts of
what is there, so these are gone through, and not all answers."""

from __future__ import annotations

from interpreter import model, program
from interpreter.domains import SetType, ThrowType
from interpreter.lower.builder import Builder
from interpreter.lower.offer_bounds import MOST_UNROLLED
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import go_through
from interpreter.lower.throws import find_throw_position


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


def find_bound_of_parts(
    scope: Scope, choice: model.ChoiceInfo, whole: program.Operand, operator: str, site: int
) -> program.Operand:
    """The lowest or highest part that is offered: the last or first that is met. Where nothing is, it is the lowest
    answer; the game stops there anyhow, since nobody can choose."""
    builder, first = scope.builder, scope.layout.flags[choice.name]
    found, flag = builder.register(), builder.register()
    builder.emit(program.Move(found, choice.values[0]))
    for part in go_through(scope, choice.variable.type, whole, True, site):
        builder.jump_to(part.met)
        builder.emit(program.Load(flag, first, len(choice.values), find_part(builder, choice, part.one, site), site))
        offered = builder.block("offered")
        builder.branch(flag, offered, part.following)
        builder.continue_in(offered)
        builder.emit(program.Move(found, part.one))
        builder.close(program.Jump(part.after if operator == "highest" else part.following))
    return found
