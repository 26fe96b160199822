"""The lowest or highest of what a choice offers: found by the flags that say what is offered."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import model, program
from interpreter.lower.builder import Builder
from interpreter.lower.scope import Scope

MOST_UNROLLED = 16
"""Up to so many possible answers of a choice are tried one by one."""

MOST_MEMBERS = 9
"""And of those that are offered if they are in a set, whatever they are. Of more the set is what is offered, and code
for a loop over it can be made that knows (`analysis.offer_sets`)."""


def goes_in_a_loop(choice: model.ChoiceInfo) -> bool:
    """Whether the possible answers of a choice are tried in a loop."""
    is_set = len(choice.conditions) == 1 and isinstance(choice.conditions[0], model.Contains) and not choice.parts
    return len(choice.values) > (MOST_MEMBERS if is_set else MOST_UNROLLED)


def find_offer_bound(scope: Scope, operator: str, name: str, site: int) -> program.Operand:
    """The first answer that is offered, from the lowest upwards or from the highest downwards. Where nothing is, it is
    the last one tried; the game stops there anyhow, since nobody can choose."""
    builder, choice = scope.builder, scope.builder.game.choices[name]
    first, values = scope.layout.flags[name], choice.values
    if goes_in_a_loop(choice):
        return builder.lookup(values, _loop(builder, first, len(values), operator, site), site)
    places = range(len(values))
    return _unroll(builder, first, values, places if operator == "lowest" else places[::-1])


def _unroll(builder: Builder, first: int, values: Sequence[int], places: range) -> program.Operand:
    found, after = builder.register(), builder.block("offer found")
    for place in places[:-1]:
        there, following = builder.block("offered"), builder.block("not offered")
        builder.branch(program.Slot(first + place), there, following)
        builder.continue_in(there)
        builder.emit(program.Move(found, values[place]))
        builder.close(program.Jump(after))
        builder.continue_in(following)
    builder.emit(program.Move(found, values[places[-1]]))
    builder.jump_to(after)
    return found


def _loop(builder: Builder, first: int, size: int, operator: str, site: int) -> program.Operand:
    begin, end, step = (0, size - 1, "add") if operator == "lowest" else (size - 1, 0, "sub")
    place, flag = builder.register(), builder.register()
    builder.emit(program.Move(place, begin))
    head, following, further, after = (
        builder.block(each) for each in ("offered?", "not offered", "next offer", "offer found")
    )
    builder.jump_to(head)
    builder.emit(program.Load(flag, first, size, place, site))
    builder.branch(flag, after, following)
    builder.continue_in(following)
    builder.branch(builder.binary("eq", place, end, site), after, further)
    builder.continue_in(further)
    builder.emit(program.Binary(place, step, place, 1, site))
    builder.close(program.Jump(head))
    builder.continue_in(after)
    return place
