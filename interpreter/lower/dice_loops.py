"""`for each die in throw`: what is done with each die of a roll, or of a throw that is kept."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import model, program
from interpreter.domains import MAX_DOMAIN_SIZE, NumberType, RollType, ThrowType
from interpreter.lower.scope import Scope
from interpreter.lower.throws import take_die


def go_through_dice(scope: Scope, statement: model.ForEachDie, inside: Callable[[], None]) -> None:
    kind = statement.roll.type
    if isinstance(kind, ThrowType):
        _go_through_throw(scope, statement, kind, inside)
    else:
        assert isinstance(kind, RollType)
        _go_through_roll(scope, statement, kind, inside)


def _go_through_roll(scope: Scope, statement: model.ForEachDie, kind: RollType, inside: Callable[[], None]) -> None:
    builder, site = scope.builder, scope.site(statement.span)
    name, owner = statement.variable.name, statement.variable.owner
    place = scope.layout.slot(model.Variable(f"{name} to come", owner, "local", NumberType(0, MAX_DOMAIN_SIZE)))
    last = scope.layout.slot(model.Variable(f"last {name}", owner, "local", NumberType(0, MAX_DOMAIN_SIZE)))
    variable = scope.layout.slot(statement.variable)
    ordered = [sorted(shown, reverse=statement.highest_first) for shown in kind.all_faces]
    faces = [face for each in ordered for face in (*each, *[0] * (kind.number - len(each)))]
    outcome = scope.lower(statement.roll)
    builder.emit(program.Move(place, builder.binary("mul", outcome, kind.number, site)))
    dice = builder.lookup(kind.reduce("size"), outcome, site) if kind.parts else kind.number
    builder.emit(program.Move(last, builder.binary("add", place, dice, site)))
    head, body, after = builder.block("for each die"), builder.block("each die"), builder.block("gone through")
    builder.jump_to(head)
    builder.branch(builder.binary("lt", place, last, site), body, after)
    builder.continue_in(body)
    builder.emit(program.Move(variable, builder.lookup(faces, place, site)))
    builder.emit(program.Move(place, builder.binary("add", place, 1, site)))
    inside()
    builder.close(program.Jump(head))
    builder.continue_in(after)


def _go_through_throw(scope: Scope, statement: model.ForEachDie, kind: ThrowType, inside: Callable[[], None]) -> None:
    builder, site, variable = scope.builder, scope.site(statement.span), statement.variable
    rest = scope.layout.slot(model.Variable(f"{variable.name} to come", variable.owner, "local", kind))
    builder.emit(program.Move(rest, scope.lower(statement.roll)))
    head, body, after = builder.block("for each die"), builder.block("each die"), builder.block("gone through")
    builder.jump_to(head)
    builder.branch(rest, body, after)
    builder.continue_in(body)
    operator = "highest" if statement.highest_first else "lowest"
    builder.emit(program.Move(scope.layout.slot(variable), take_die(builder, kind, operator, rest, site)))
    inside()
    builder.close(program.Jump(head))
    builder.continue_in(after)
