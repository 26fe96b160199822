"""Statements that give a name another value, or a new name one."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.arithmetic import negate_number
from interpreter.check.context import Context, name_value
from interpreter.check.convert import coerce, make_maybe, to_total
from interpreter.check.fractions import count_parts, is_number, to_parts
from interpreter.check.products import check_index
from interpreter.check.reassignment import find_changed_names, widen
from interpreter.diagnostics.messages import types
from interpreter.domains import MaybeType, NumberType, SetType, ThrowType


def check_place(context: Context, node: syntax.Place) -> tuple[model.Variable, model.Value | None] | None:
    world, name = context.world, node.name
    variable = context.locals.get(name.text)
    if variable is None:
        symbol = world.names.symbols.get(name.text)
        if symbol is None:
            world.report_unknown(name.span, name.text, "state", lambda: [*context.locals, *world.list_names("state")])
            return None
        variable = world.declared.variables.get(name.text)
        if symbol.word not in ("state", "dice", "choice") or variable is None:
            world.report(types.not_settable(node.span, name.text, symbol.word))
            return None
    world.note_variable(name.span, variable)
    if variable.role in ("parameter", "bound", "dice", "choice") and context.owner != "example":
        world.report(types.not_settable(node.span, name.text, variable.role))
        return None
    if variable.each is not None and node.subject is not None:
        return variable, check_index(context, name.text, node.subject, variable, node.span)
    if variable.each is not None:
        world.report(types.needs_of(node.span, name.text, variable.each.kind))
    elif node.subject is not None:
        world.report(types.no_of(node.span, name.text, "single value"))
    return (variable, None) if variable.each is None and node.subject is None else None


def check_assign(context: Context, node: syntax.Assign) -> model.Statement | None:
    target = check_place(context, node.place)
    return model.Assign(*target, context.expect(node.value, target[0].type), span=node.span) if target else None


def check_add(context: Context, node: syntax.Add) -> model.Statement | None:
    target = check_place(context, node.place)
    of_set = target is not None and isinstance(target[0].type, SetType)
    amount = to_total(context.infer(node.amount, target[0].type if target is not None and of_set else None))
    if target is None:
        return None
    kind, written = target[0].type, node.place.span.text
    if not is_number(kind):
        whole = model.Read(*target, type=kind, span=node.place.span)
        advice = f"only numbers are {'taken from' if node.taken else 'added to'}"
        if isinstance(kind, SetType | ThrowType):
            advice = f"write `set {written} to {written} {'without' if node.taken else 'with'} ...`"
        elif isinstance(kind, MaybeType) and isinstance(kind.some, NumberType):
            advice = f"write `set {written} to {written} {'-' if node.taken else '+'} ...`"
        context.mismatch(whole, f"a number to {'take from' if node.taken else 'add to'}", advice)
        return None
    if not is_number(amount.type):
        context.mismatch(amount, "a number")
        return None
    if count_parts(kind) % count_parts(amount.type):
        coerce(context.world, amount, kind)
        return None
    amount = to_parts(context.world, amount, count_parts(kind))
    return model.AddTo(*target, negate_number(amount) if node.taken else amount, span=node.span)


def check_let(context: Context, node: syntax.Let) -> model.Statement:
    value = make_maybe(context.infer(node.value))
    variable = name_value(context, node.name, value, "local")
    if node.name.text in find_changed_names(context.world, context.owner):
        variable = replace(variable, type=widen(context.world, variable.type))
    context.locals.setdefault(node.name.text, variable)
    return model.Assign(variable, None, value, span=node.span)
