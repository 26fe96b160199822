"""Choices: what is offered, the default, and the stop for an answer."""

from __future__ import annotations

from interpreter import model, program
from interpreter.lower.builder import Builder
from interpreter.lower.offer_bounds import MOST_UNROLLED
from interpreter.lower.scope import Scope, check_arguments, find_place_in_type
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.values import lower_value


def begin_choices(builder: Builder, layout: SlotLayout) -> None:
    """Set each choice's answer to its lowest, until it is made."""
    for choice in builder.game.choices.values():
        if choice.values[0] != 0:
            builder.emit(program.Move(layout.slot(choice.variable), choice.values[0]))


def lower_choice(scope: Scope, statement: model.Ask) -> None:
    """Work out what is offered and what the default is, and stop for the answer."""
    builder, choice = scope.builder, scope.builder.game.choices[statement.choice]
    builder.emit(program.Move(scope.layout.slot(choice.chooser), lower_value(scope, statement.chooser)))
    if choice.parameters:
        _give_values(scope, statement, choice)
    inner = Scope(builder, scope.layout, choice.name, choice.citation)
    if len(choice.conditions) == len(choice.values) and len(choice.conditions) > 1:
        _offer_each(inner, choice)
    else:
        _offer_candidates(inner, choice)
    default = scope.layout.defaults[choice.name]
    site = inner.site(choice.default.span)
    value, what = lower_value(inner, choice.default), program.CheckInfo("default", choice.name)
    number = find_place_in_type(inner, value, choice.default.type, choice.variable.type, what, site)
    builder.emit(program.Move(default, number))
    then = builder.block(f"{choice.name} chosen")
    number = list(builder.game.choices).index(choice.name)
    target = scope.layout.slot(choice.variable)
    builder.jump_to(builder.block(f"choose {choice.name}"))
    builder.close(
        program.Decide(
            number,
            scope.layout.slot(choice.chooser),
            scope.layout.flags[choice.name],
            default,
            target,
            then,
            scope.site(statement.span),
        )
    )
    builder.continue_in(then)


def _give_values(scope: Scope, statement: model.Ask, choice: model.ChoiceInfo) -> None:
    values = [lower_value(scope, each) for each in statement.arguments]
    check_arguments(scope, choice.parameters, values, statement.arguments, scope.site(statement.span))
    for parameter, value in zip(choice.parameters, values, strict=True):
        scope.builder.emit(program.Move(scope.layout.slot(parameter), value))


def _offer_each(scope: Scope, choice: model.ChoiceInfo) -> None:
    for place, condition in enumerate(choice.conditions):
        scope.builder.emit(
            program.Move(program.Slot(scope.layout.flags[choice.name] + place), lower_value(scope, condition))
        )


def _offer_candidates(scope: Scope, choice: model.ChoiceInfo) -> None:
    """Try every possible answer: few of them one by one, since much is then certain, many in a loop."""
    if len(choice.values) > MOST_UNROLLED:
        _offer_in_a_loop(scope, choice)
        return
    for place, candidate in enumerate(choice.values):
        offered = lower_value(_bind_candidate(scope, choice, candidate), choice.conditions[0])
        scope.builder.emit(program.Move(program.Slot(scope.layout.flags[choice.name] + place), offered))


def _bind_candidate(scope: Scope, choice: model.ChoiceInfo, candidate: program.Operand) -> Scope:
    """Let the names of a candidate and its parts stand for one of the possible answers."""
    bound: dict[model.Variable, program.Operand] = {choice.candidate: candidate}
    if choice.parts:
        builder, site = scope.builder, scope.site(choice.span)
        for variable, part in zip(choice.parts, builder.game.kinds[choice.name].parts, strict=True):
            bound[variable] = builder.lookup(part.values, candidate, site)
    return scope.bind(bound)


def _offer_in_a_loop(scope: Scope, choice: model.ChoiceInfo) -> None:
    builder, site = scope.builder, scope.site(choice.span)
    number = builder.register()
    builder.emit(program.Move(number, 0))
    again, after = builder.block(f"{choice.name}: candidate"), builder.block(f"{choice.name}: offered")
    builder.jump_to(again)
    candidate = builder.lookup(choice.values, number, site)
    offered = lower_value(_bind_candidate(scope, choice, candidate), choice.conditions[0])
    builder.emit(program.Store(scope.layout.flags[choice.name], len(choice.values), number, offered, site))
    builder.emit(program.Binary(number, "add", number, 1, site))
    builder.branch(builder.binary("lt", number, len(choice.values), site), again, after)
    builder.continue_in(after)
