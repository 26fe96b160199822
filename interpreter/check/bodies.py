"""Declarations, second pass: the bodies of rules, the values of definitions, what is measured and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import Any, TypeVar

from interpreter import model, syntax
from interpreter.check.cards import check_owner
from interpreter.check.citations import (
    describe_declaration,
    expand_ids,
    iterate_declarations,
    iterate_named,
    make_citation,
)
from interpreter.check.context import KEPT, Context, name_value
from interpreter.check.convert import coerce, format_range, make_maybe, to_total
from interpreter.check.declarations import declare_parameters, list_by_name
from interpreter.check.products import find_each_member
from interpreter.check.sizes import is_within_limits
from interpreter.check.spreads import check_start
from interpreter.check.statements import check_clauses, check_sequence
from interpreter.check.tables import check_table
from interpreter.check.texts import check_words
from interpreter.check.values import new_context
from interpreter.check.world import INVALID, World
from interpreter.diagnostics.messages import names, types
from interpreter.domains import FractionType, NumberType, Type, YesNoType

Node = TypeVar("Node", syntax.Define, syntax.Table)
Info = TypeVar("Info")


def prepare_definitions(world: World) -> None:
    known = world.definitions
    for define in iterate_named(world, syntax.Define, "define"):
        known.pending[define.name.text] = partial(_complete, world, define, _check_define, known.defines)
    for table in iterate_named(world, syntax.Table, "table"):
        known.pending[table.name.text] = partial(_complete, world, table, check_table, known.tables)
    for name in list(known.pending):
        world.complete(name, world.names.symbols[name].span)


def _complete(
    world: World, node: Node, check: Callable[[World, Node], Info | None], known: MutableMapping[str, Info]
) -> None:
    """See what a definition, or a table, is; it is known from then on if it makes sense, and is not too large."""
    made = check(world, node)
    if made is not None:
        known[node.name.text] = made
        is_within_limits(world, node.name.text, node.name.span)


def _check_define(world: World, node: syntax.Define) -> model.DefineInfo | None:
    parameters = declare_parameters(world, node.name.text, node.parameters, positional=True)
    context = new_context(world, node.name.text, list_by_name(parameters))
    value = _infer_with_names(context, node.names, node.value)
    words = check_words(context, node, value)
    if value.type is INVALID:
        return None
    return model.DefineInfo(parameters, value, words=words, **describe_declaration(world, node))


def _infer_with_names(context: Context, names: tuple[syntax.Let, ...], value: syntax.Expression) -> model.Value:
    """The value of a definition, inside the names that it has for others."""
    if not names:
        return make_maybe(context.infer(value))
    first, *others = names
    held = make_maybe(context.infer(first.value))
    variable = name_value(context, first.name, held, "bound")
    if variable.type is INVALID:
        return context.world.make_invalid(first.span)
    inside = _infer_with_names(context.nest(variable), tuple(others), value)
    return model.Named(variable, held, inside, type=inside.type, span=value.span)


# ---- phases and rules


def check_routines(world: World) -> dict[str, model.RoutineInfo]:
    made: dict[str, model.RoutineInfo] = {}
    also_in: dict[str, list[syntax.Also]] = {}
    for also in iterate_declarations(world, syntax.Also):
        also_in.setdefault(also.phase.text, []).append(also)
    for phase in iterate_named(world, syntax.Phase, "phase"):
        made[phase.name.text] = _check_phase(world, phase, also_in.get(phase.name.text, ()))
    for rule in iterate_named(world, syntax.Rule, "rule"):
        made[rule.name.text] = _check_rule(world, rule)
    for name, signature in world.declared.signatures.items():
        if name not in made and signature.kind != "choice":
            made[name] = model.RoutineInfo(signature.kind, (), (), (), (), name=name, span=signature.span)
    return made


def _check_phase(world: World, node: syntax.Phase, besides: Sequence[syntax.Also]) -> model.RoutineInfo:
    if node.inside is not None:
        world.find(node.inside, "phase")
    context = new_context(world, node.name.text)
    states = (*node.state, *(each for also in besides for each in also.state))
    kept = (_check_state(world, context, each) for each in states)
    state = tuple(each for each in kept if each is not None and world.is_valid(each))
    bodies = (node.body, *(also.body for also in besides))
    body = tuple(each for clauses in bodies for each in check_clauses(context, clauses))
    signature, inside = world.declared.signatures[node.name.text], node.inside.text if node.inside else None
    common = describe_declaration(world, node) | {"words": check_words(context, node, body)}
    return model.RoutineInfo("phase", signature.parameters, signature.prepositions, state, body, inside, **common)


def _check_rule(world: World, node: syntax.Rule) -> model.RoutineInfo:
    signature = world.declared.signatures[node.name.text]
    for each in signature.parameters:
        symbol = world.names.symbols.get(each.name)
        if symbol is not None and symbol.word != "kind":
            reason = [KEPT] if symbol.word == "state" else []
            world.report(names.name_twice(each.span, each.name, symbol.span, "parameter", symbol.word, *reason))
    context = new_context(world, node.name.text, list_by_name(signature.parameters))
    body = check_clauses(context, node.body)
    common = describe_declaration(world, node) | {"words": check_words(context, node, body)}
    return model.RoutineInfo("rule", signature.parameters, signature.prepositions, (), body, **common)


def _check_state(world: World, context: Context, node: syntax.Keep | syntax.Count) -> model.StateInfo | None:
    variable = world.declared.variables.get(node.name.text)
    if variable is None or not world.is_declared_by(node.name, "state"):
        return None
    common, sight = describe_declaration(world, node), node.sight.face if node.sight is not None else ""
    if node.sight is not None:
        kinds = node.each if isinstance(node, syntax.Keep) else ()
        check_owner(world, node.name.text, next(iter(kinds), None), node.sight, [each.text for each in kinds])
    if isinstance(node, syntax.Keep):
        return model.StateInfo(variable, *check_start(context, node, variable), sight=sight, **common)
    zero = model.Constant(0, type=variable.type, span=node.name.span)
    limit = _check_limit(context, node.limit, variable.type) if node.limit is not None else None
    consequence = check_sequence(context.nest(), node.consequence) if node.consequence is not None else ()
    return model.StateInfo(variable, zero, None, limit, consequence, sight, **common)


def _check_limit(context: Context, node: syntax.Expression, counter: Type) -> model.Value:
    """Where a counter stops. It is 1 at least: what counts to 0 has nothing to count."""
    assert isinstance(counter, NumberType)
    limit = to_total(context.infer(node))
    if isinstance(limit.type, NumberType) and limit.type.high < 1:
        found = f"a limit of {format_range(context.world, limit.type)}"
        return context.refuse(types.out_of_range(limit.span, found, "1 or more", None, "count to 1 or more"))
    return coerce(context.world, limit, NumberType(1, counter.high))


# ---- measures


def check_measures(world: World) -> dict[str, model.MeasureInfo]:
    nodes = (each for each in iterate_named(world, syntax.Measure, "measure") if each.divided is None)
    made = ((node.name.text, _check_measure(world, node)) for node in nodes)
    return {name: info for name, info in made if info is not None and world.is_valid(info)}


def check_quotients(world: World, measures: Mapping[str, model.MeasureInfo]) -> dict[str, model.QuotientInfo]:
    """Measures of measures: of two that are measured themselves."""
    made: dict[str, model.QuotientInfo] = {}
    quotients = [node for node in iterate_declarations(world, syntax.Measure) if node.divided is not None]
    for node in quotients:
        parts = [each for each in (node.divided, node.per) if each is not None]
        for part in parts:
            other = next((each for each in quotients if each.name.text == part.text), None)
            if other is not None:
                world.report(types.quotient_of_quotient(part.span, part.text, other.span))
            elif ("measure", part.text) not in world.names.separate:
                world.report_unknown(part.span, part.text, "measure", lambda: list(measures))
            else:
                world.note_symbol(part.span, world.names.separate["measure", part.text])
        if world.is_declared_by(node.name, "measure") and all(each.text in measures for each in parts):
            divided, per = (each.text for each in parts)
            made[node.name.text] = model.QuotientInfo(divided, per, **describe_declaration(world, node))
    return made


def check_aim(world: World, measures: Mapping[str, model.MeasureInfo]) -> model.AimInfo | None:
    """What the game is played for, if it says so: a measure of the game, or one that each player or side has."""
    aims = list(iterate_declarations(world, syntax.Aim))
    for extra in aims[1:]:
        world.report(names.aim_twice(extra.span, aims[0].span))
    if not aims:
        return None
    node = aims[0]
    name, found = node.measure.text, measures.get(node.measure.text)
    if ("measure", name) not in world.names.separate:
        world.report_unknown(node.measure.span, name, "measure", lambda: list(measures))
    elif found is None or (found.each_variable is not None and found.per not in ("player", "side")):
        world.report(types.not_an_aim(node.measure.span, name, world.names.separate["measure", name].span))
    else:
        world.note_symbol(node.measure.span, world.names.separate["measure", name])
        return model.AimInfo(name, node.word == "most", make_citation(world, node.marks), span=node.span)
    return None


def _check_measure(world: World, node: syntax.Measure) -> model.MeasureInfo | None:
    common, per = describe_declaration(world, node), node.per.text
    if per != "game" and world.find_kind(node.per, "phase") is None:
        return None
    if node.value is None:
        return _check_counting(world, node, common)
    each = None
    if per in world.declared.kinds and per != "game":
        members = find_each_member(new_context(world, node.name.text), node.name.text, world.all_members(per))
        each = members.variable
        value = members.name(to_total(members.context.infer(node.value)))
    else:
        value = to_total(new_context(world, node.name.text).infer(node.value))
    if not isinstance(value.type, NumberType | YesNoType):
        parts = f"multiply it: `{value.type.parts} * ...`" if isinstance(value.type, FractionType) else ""
        value = world.mismatch(value, "a number to measure", parts)
    return model.MeasureInfo(per, value, each, **common)


def _check_counting(world: World, node: syntax.Measure, common: dict[str, Any]) -> model.MeasureInfo | None:
    rolls: list[str] = []
    rules: list[str] = []
    given: dict[str, model.Variable] = {}
    if node.per.text != "game":
        advice = "write `per game`; `counts` always counts over the whole game"
        world.report(types.wrong_type(node.per.span, f"`per {node.per.text}`", "`per game`", advice))
        return None
    for each in node.counted:
        if each.text == "rolls" and "rolls" not in world.names.symbols:
            rolls.extend(world.declared.dice)
        elif (symbol := world.find(each, "rule", "dice", "phase")) is not None:
            (rolls if symbol.word == "dice" else rules).append(each.text)
        if node.condition is not None and each.text not in rules:
            advice = "count the rule that is carried out after the roll, or the phase in which the dice are rolled"
            world.report(types.wrong_type(each.span, f"`{each.text}`", "a rule or a phase before `when`", advice))
            return None
        if len(node.counted) == 1 and each.text in world.declared.signatures:
            given = list_by_name(world.declared.signatures[each.text].parameters)
    condition = new_context(world, node.name.text, given).expect_optional(node.condition)
    return model.MeasureInfo("game", None, None, tuple(rolls), tuple(rules), condition=condition, **common)


def check_notes(world: World) -> tuple[model.NoteInfo, ...]:
    return tuple(
        model.NoteInfo(expand_ids(each.ids), each.text.text, span=each.span)
        for each in iterate_declarations(world, syntax.Note)
    )
