"""`for each one in set`, once for each member, or round and round: what is done with the members of a set."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import model, program
from interpreter.domains import MAX_SET_SIZE, NumberType, is_beyond_sets
from interpreter.lower.card_values import find_copies_of
from interpreter.lower.copies import repeat_for_copies
from interpreter.lower.scope import Scope, check_range
from interpreter.lower.set_loops import find_neighbour


def go_through(scope: Scope, statement: model.ForEach, inside: Callable[[], None]) -> None:
    """A loop over a set, with what `inside` makes as its body; or over all members that are too `many` for a set, where
    it is counted how many are to come."""
    builder, site = scope.builder, scope.site(statement.span)
    kind, name, owner = statement.set.type, f"{statement.variable.name} to come", statement.variable.owner
    many = scope.layout.members_of(kind).stop if is_beyond_sets(kind) else 0
    rest = scope.layout.slot(model.Variable(name, owner, "local", NumberType(0, many) if many else kind))
    variable = scope.layout.slot(statement.variable)
    builder.emit(program.Move(rest, many or scope.lower(statement.set)))
    below = _before(scope, statement, site)
    head, body, after = builder.block("for each"), builder.block("each"), builder.block("gone through")
    builder.jump_to(head)
    builder.branch(rest, body, after)
    builder.continue_in(body)
    if many:
        left, less = (rest, 1) if statement.highest_first else (many, rest)
        builder.emit(program.Binary(variable, "sub", left, less, site))
    elif below is None:
        builder.emit(program.Unary(variable, "highest" if statement.highest_first else "lowest", rest, site))
    else:
        _next_round(scope, statement, below, rest, variable, site)
    if statement.repeated:
        builder.emit(program.Move(_last_slot(scope, statement), variable))
    if many:
        builder.emit(program.Move(rest, builder.binary("sub", rest, 1, site)))
    else:
        builder.emit(program.Move(rest, builder.binary("xor", rest, builder.binary("shl", 1, variable, site), site)))
    with repeat_for_copies(scope, find_copies_of(scope, statement.set), variable, statement.variable):
        inside()
    builder.close(program.Jump(head))
    builder.continue_in(after)


def go_round(scope: Scope, statement: model.ForEach, inside: Callable[[], None]) -> None:
    """A loop that looks each time who in the set comes after the last one."""
    builder, site, last = scope.builder, scope.site(statement.span), _last_slot(scope, statement)
    builder.emit(program.Move(last, _before_first(scope, statement, site)))
    head, body, after = builder.block("repeat for each"), builder.block("each"), builder.block("nobody left")
    builder.jump_to(head)
    whole = scope.lower(statement.set)
    builder.branch(whole, body, after)
    builder.continue_in(body)
    variable = scope.layout.slot(statement.variable)
    builder.emit(program.Move(last, find_neighbour(builder, not statement.highest_first, whole, last, site)))
    builder.emit(program.Move(variable, last))
    inside()
    if statement.until is None:
        builder.close(program.Jump(head))
    else:
        scope.branch(statement.until, after, head)
    builder.continue_in(after)


def _last_slot(scope: Scope, statement: model.ForEach) -> program.Slot:
    """The slot of the member who had the last turn of a loop that goes round and round."""
    name, owner = f"last {statement.variable.name}", statement.variable.owner
    return scope.layout.slot(model.Variable(name, owner, "local", NumberType(-1, MAX_SET_SIZE)))


def _before_first(scope: Scope, statement: model.ForEach, site: int) -> program.Operand:
    """The place before the first of a loop that goes round and round, which need not be a member."""
    down = statement.highest_first
    if statement.start is None:
        return MAX_SET_SIZE if down else -1
    return scope.builder.binary("add" if down else "sub", _find_start(scope, statement, site), 1, site)


def _find_start(scope: Scope, statement: model.ForEach, site: int) -> program.Operand:
    assert statement.start is not None
    start = scope.lower(statement.start)
    named = program.CheckInfo("value", statement.variable.name)
    check_range(scope, start, statement.start.type, statement.variable.type, named, site)
    return start


def _before(scope: Scope, statement: model.ForEach, site: int) -> program.Slot | None:
    """The members before the one to start from, or up to it if it goes down; kept as long as the loop runs.
    """
    if statement.start is None:
        return None
    name = f"before the first {statement.variable.name}"
    kept = scope.layout.slot(model.Variable(name, statement.variable.owner, "local", statement.set.type))
    start = _find_start(scope, statement, site)
    first = scope.builder.binary("shl", 2 if statement.highest_first else 1, start, site)
    scope.builder.emit(program.Move(kept, scope.builder.binary("sub", first, 1, site)))
    return kept


def _next_round(
    scope: Scope, statement: model.ForEach, below: program.Slot, rest: program.Slot, variable: program.Slot, site: int
) -> None:
    """The lowest that is left from the start on, or the highest; once there is none, that of all others."""
    builder, down = scope.builder, statement.highest_first
    ahead = builder.binary("and", rest, below, site)
    ahead = ahead if down else builder.binary("xor", rest, ahead, site)
    some_ahead, round_again, after = builder.block("ahead"), builder.block("round again"), builder.block("next")
    builder.branch(ahead, some_ahead, round_again)
    for block, members in ((some_ahead, ahead), (round_again, rest)):
        builder.continue_in(block)
        builder.emit(program.Unary(variable, "highest" if down else "lowest", members, site))
        builder.close(program.Jump(after))
    builder.continue_in(after)
