"""Statements that give a name another value, or a new name one."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.arithmetic import negate_number
from interpreter.check.context import Context, check_new_local, is_nameable
from interpreter.check.convert import make_maybe, to_total
from interpreter.check.kept_for import check_index
from interpreter.check.reassignment import find_changed_names, widen
from interpreter.check.world import describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import MaybeType, NumberType, SetType, ThrowType


def check_place(context: Context, node: syntax.Place) -> tuple[model.Variable, model.Value | None] | None:
    world = context.world
    variable = context.locals.get(node.name.text)
    if variable is None:
        symbol = world.symbols.get(node.name.text)
        if symbol is None:
            name = node.name
            world.report_unknown(name.span, name.text, "state", lambda: [*context.locals, *world.list_names("state")])
            return None
        variable = world.variables.get(node.name.text)
        if symbol.word not in ("state", "dice", "choice") or variable is None:
            world.report(types.not_settable(node.span, node.name.text, symbol.word))
            return None
    world.note_variable(node.name.span, variable)
    if variable.role in ("parameter", "bound", "dice", "choice") and context.owner != "example":
        world.report(types.not_settable(node.span, node.name.text, variable.role))
        return None
    if variable.each is None:
        if node.subject is not None:
            world.report(types.no_of(node.span, node.name.text, "single value"))
            return None
        return variable, None
    if node.subject is None:
        world.report(types.needs_of(node.span, node.name.text, variable.each.kind))
        return None
    index = check_index(context, node.name.text, node.subject, variable, node.span)
    return None if index is None else (variable, index)


def check_assign(context: Context, node: syntax.Assign) -> tuple[model.Statement, ...]:
    target = check_place(context, node.place)
    if target is None:
        return ()
    value = context.expect(node.value, target[0].type)
    return () if value is None else (model.Assign(*target, value, span=node.span),)


def check_add(context: Context, node: syntax.Add) -> tuple[model.Statement, ...]:
    target = check_place(context, node.place)
    amount = context.infer(node.amount)
    if target is None or amount is None:
        return ()
    amount = to_total(amount)
    if not isinstance(target[0].type, NumberType):
        advice = (
            f"write `set {node.place.span.text} to {node.place.span.text} {'without' if node.taken else 'with'} ...`"
            if isinstance(target[0].type, SetType | ThrowType)
            else f"write `set {node.place.span.text} to {node.place.span.text} {'-' if node.taken else '+'} ...`"
            if isinstance(target[0].type, MaybeType) and isinstance(target[0].type.some, NumberType)
            else f"only numbers are {'taken from' if node.taken else 'added to'}"
        )
        wanted = "a number to take from" if node.taken else "a number to add to"
        context.world.report(types.wrong_type(node.place.span, describe_type(target[0].type), wanted, advice))
        return ()
    if not isinstance(amount.type, NumberType):
        context.world.report(types.wrong_type(amount.span, describe_type(amount.type), "a number"))
        return ()
    return (model.AddTo(*target, negate_number(amount) if node.taken else amount, span=node.span),)


def check_let(context: Context, node: syntax.Let) -> tuple[model.Statement, ...]:
    value = context.infer(node.value)
    value = value and make_maybe(value)
    if value is None or not check_new_local(context, node.name):
        context.world.poisoned.add(node.name.text)
        return ()
    if not is_nameable(context, value):
        context.world.poisoned.add(node.name.text)
        return ()
    changed = node.name.text in find_changed_names(context.world, context.owner)
    kind = widen(context.world, value.type) if changed else value.type
    variable = model.Variable(node.name.text, context.owner, "local", kind, span=node.name.span)
    context.locals[node.name.text] = variable
    return (model.Assign(variable, None, value, span=node.span),)
