"""Declarations, second pass: the bodies of rules, the values of definitions, what is measured and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import TypeVar

from interpreter import model, syntax
from interpreter.check.cards import check_owner
from interpreter.check.citations import expand_ids, iterate_declarations, make_citation
from interpreter.check.context import Context, bind_variable, check_new_local, is_nameable
from interpreter.check.convert import coerce, format_range, make_maybe, to_set, to_total
from interpreter.check.declarations import declare_parameters, list_typed
from interpreter.check.kept_for import check_start
from interpreter.check.members import infer_members
from interpreter.check.size_limits import is_within_limits
from interpreter.check.statements import check_clauses, check_sequence
from interpreter.check.tables import check_table
from interpreter.check.texts import parse_template
from interpreter.check.values import new_context
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import names, types
from interpreter.domains import NumberType, Type, YesNoType

Node = TypeVar("Node", syntax.Define, syntax.Table)
Info = TypeVar("Info")


def prepare_definitions(world: World) -> None:
    for define, _ in iterate_declarations(world, syntax.Define):
        if world.is_declared_by(define.name, "define"):
            world.pending[define.name.text] = partial(_complete, world, define, _check_define, world.defines)
    for table, _ in iterate_declarations(world, syntax.Table):
        if world.is_declared_by(table.name, "table"):
            world.pending[table.name.text] = partial(_complete, world, table, check_table, world.tables)
    for name in list(world.pending):
        world.complete(name, world.symbols[name].span)


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
    context = new_context(world, node.name.text, list_typed(world, parameters))
    value = _infer_with_names(context, node.names, node.value)
    if value is None:
        return None
    cited = make_citation(world, node.marks)
    return model.DefineInfo(parameters, value, name=node.name.text, span=node.name.span, citation=cited)


def _infer_with_names(
    context: Context, names: tuple[syntax.Let, ...], value: syntax.Expression
) -> model.Value | None:
    """The value of a definition, inside the names that it has for others."""
    if not names:
        worth = context.infer(value)
        return worth and make_maybe(worth)
    first, *others = names
    held = context.infer(first.value)
    held = held and make_maybe(held)
    if held is None or not check_new_local(context, first.name) or not is_nameable(context, held):
        context.world.poisoned.add(first.name.text)
        return None
    variable = model.Variable(first.name.text, context.owner, "bound", held.type, span=first.name.span)
    inside = _infer_with_names(context.nest(variable), tuple(others), value)
    return inside and model.Named(variable, held, inside, type=inside.type, span=value.span)


# ---- phases and rules


def check_routines(world: World) -> dict[str, model.RoutineInfo]:
    made: dict[str, model.RoutineInfo] = {}
    also_in: dict[str, list[syntax.Also]] = {}
    for also, _ in iterate_declarations(world, syntax.Also):
        also_in.setdefault(also.phase.text, []).append(also)
    for phase, _ in iterate_declarations(world, syntax.Phase):
        if world.is_declared_by(phase.name, "phase"):
            made[phase.name.text] = _check_phase(world, phase, also_in.get(phase.name.text, ()))
    for rule, _ in iterate_declarations(world, syntax.Rule):
        if world.is_declared_by(rule.name, "rule"):
            made[rule.name.text] = _check_rule(world, rule)
    for name, signature in world.signatures.items():
        if name not in made:
            made[name] = model.RoutineInfo(signature.kind, (), (), (), (), name=name, span=signature.span)
    return made


def _check_phase(world: World, node: syntax.Phase, besides: Sequence[syntax.Also]) -> model.RoutineInfo:
    name = node.name.text
    if node.inside is not None:
        world.find(node.inside, "phase")
    context = new_context(world, name)
    added = [each for also in besides for each in also.state]
    state = tuple(info for each in (*node.state, *added) if (info := _check_state(world, context, each)) is not None)
    body = check_clauses(context, node.body) + tuple(
        each for also in besides for each in check_clauses(context, also.body)
    )
    signature = world.signatures[name]
    return model.RoutineInfo(
        "phase", signature.parameters, signature.prepositions, state, body, node.inside.text if node.inside else None,
        name=name, span=node.name.span, citation=make_citation(world, node.marks),
    )  # fmt: skip


def _check_rule(world: World, node: syntax.Rule) -> model.RoutineInfo:
    name = node.name.text
    signature = world.signatures[name]
    for each in signature.parameters:
        symbol = world.symbols.get(each.name)
        if symbol is not None and symbol.word != "kind":
            world.poisoned.add(each.name)
            world.report(names.name_twice(each.span, each.name, symbol.span, "parameter", symbol.word))
    body = check_clauses(new_context(world, name, list_typed(world, signature.parameters)), node.body)
    return model.RoutineInfo(
        "rule",
        signature.parameters,
        signature.prepositions,
        (),
        body,
        name=name,
        span=node.name.span,
        citation=make_citation(world, node.marks),
    )


def _check_state(world: World, context: Context, node: syntax.Keep | syntax.Count) -> model.StateInfo | None:
    variable = world.variables.get(node.name.text)
    if variable is None or not world.is_declared_by(node.name, "state"):
        return None
    cited = make_citation(world, node.marks)
    sight = _find_sight(world, node)
    if isinstance(node, syntax.Count):
        zero = model.Constant(0, type=variable.type, span=node.name.span)
        limit = _check_limit(context, node.limit, variable.type) if node.limit is not None else None
        consequence = check_sequence(context.nest(), node.consequence) if node.consequence is not None else ()
        return model.StateInfo(
            variable, zero, None, limit, consequence, sight, name=variable.name, span=node.name.span, citation=cited
        )
    start, each = check_start(context, node, variable)
    if start is None:
        return None
    return model.StateInfo(variable, start, each, sight=sight, name=variable.name, span=node.name.span, citation=cited)


def _find_sight(world: World, node: syntax.Keep | syntax.Count) -> str:
    if node.sight is None:
        return ""
    kinds = node.each if isinstance(node, syntax.Keep) else ()
    check_owner(world, node.name.text, next(iter(kinds), None), node.sight, [each.text for each in kinds])
    return node.sight.face


def _check_limit(context: Context, node: syntax.Expression, counter: Type) -> model.Value | None:
    """Where a counter stops. It is 1 at least: what counts to 0 has nothing to count."""
    assert isinstance(counter, NumberType)
    limit = context.infer(node)
    if limit is None:
        return None
    limit = to_total(limit)
    if isinstance(limit.type, NumberType) and limit.type.high < 1:
        found = f"a limit of {format_range(context.world, limit.type)}"
        context.world.report(types.out_of_range(limit.span, found, "1 or more", None, "count to 1 or more"))
        return None
    return coerce(context.world, limit, NumberType(1, counter.high))


# ---- measures and views


def check_measures(world: World) -> dict[str, model.MeasureInfo]:
    made: dict[str, model.MeasureInfo] = {}
    for node, _ in iterate_declarations(world, syntax.Measure):
        if node.divided is not None or not world.is_declared_by(node.name, "measure"):
            continue
        if (info := _check_measure(world, node)) is not None:
            made[node.name.text] = info
    return made


def check_quotients(world: World, measures: Mapping[str, model.MeasureInfo]) -> dict[str, model.QuotientInfo]:
    """Measures of measures: of two that are measured themselves."""
    made: dict[str, model.QuotientInfo] = {}
    quotients = [node for node, _ in iterate_declarations(world, syntax.Measure) if node.divided is not None]
    for node in quotients:
        parts = [each for each in (node.divided, node.per) if each is not None]
        for part in parts:
            other = next((each for each in quotients if each.name.text == part.text), None)
            if other is not None:
                world.report(types.quotient_of_quotient(part.span, part.text, other.span))
            elif ("measure", part.text) not in world.separate_symbols:
                world.report_unknown(part.span, part.text, "measure", lambda: list(measures))
            else:
                world.note_symbol(part.span, world.separate_symbols["measure", part.text])
        if world.is_declared_by(node.name, "measure") and all(each.text in measures for each in parts):
            names = [each.text for each in parts]
            cited = make_citation(world, node.marks)
            info = model.QuotientInfo(*names, name=node.name.text, span=node.name.span, citation=cited)
            made[node.name.text] = info
    return made


def check_aim(world: World, measures: Mapping[str, model.MeasureInfo]) -> model.AimInfo | None:
    """What the game is played for, if it says so: a measure of the game, or one that each player or side has."""
    aims = [node for node, _ in iterate_declarations(world, syntax.Aim)]
    for extra in aims[1:]:
        world.report(names.aim_twice(extra.span, aims[0].span))
    if not aims:
        return None
    node = aims[0]
    name, found = node.measure.text, measures.get(node.measure.text)
    if ("measure", name) not in world.separate_symbols:
        world.report_unknown(node.measure.span, name, "measure", lambda: list(measures))
    elif found is None or (found.each_variable is not None and found.per not in ("player", "side")):
        world.report(types.not_an_aim(node.measure.span, name, world.separate_symbols["measure", name].span))
    else:
        world.note_symbol(node.measure.span, world.separate_symbols["measure", name])
        return model.AimInfo(name, node.word == "most", make_citation(world, node.marks), span=node.span)
    return None


def _check_measure(world: World, node: syntax.Measure) -> model.MeasureInfo | None:
    cited = make_citation(world, node.marks)
    per = node.per.text
    if per != "game" and world.find_kind(node.per, "phase") is None:
        return None
    if node.value is None:
        return _check_counting(world, node, cited)
    each = None
    if per in world.kinds and per != "game":
        each = model.Variable(per, node.name.text, "bound", world.all_members(per))
    value = new_context(world, node.name.text, {per: each} if each else {}).infer(node.value)
    number = coerce_number(world, value)
    if number is None:
        return None
    return model.MeasureInfo(per, number, each, name=node.name.text, span=node.name.span, citation=cited)


def coerce_number(world: World, value: model.Value | None) -> model.Value | None:
    """A measure's value: a number, or a condition counted as 0 or 1."""
    if value is None:
        return None
    value = to_total(value)
    if not isinstance(value.type, NumberType | YesNoType):
        world.report(types.wrong_type(value.span, describe_type(value.type), "a number to measure"))
        return None
    return value


def _check_counting(world: World, node: syntax.Measure, cited: model.Citation) -> model.MeasureInfo | None:
    rolls: list[str] = []
    rules: list[str] = []
    if node.per.text != "game":
        advice = "write `per game`; `counts` always counts over the whole game"
        world.report(types.wrong_type(node.per.span, f"`per {node.per.text}`", "`per game`", advice))
        return None
    for each in node.counted:
        if each.text == "rolls" and "rolls" not in world.symbols:
            rolls.extend(world.dice)
        elif (symbol := world.find(each, "rule", "dice", "phase")) is not None:
            (rolls if symbol.word == "dice" else rules).append(each.text)
    return model.MeasureInfo(
        "game", None, None, tuple(rolls), tuple(rules), name=node.name.text, span=node.name.span, citation=cited
    )


def check_views(world: World) -> dict[str, model.ViewInfo]:
    made: dict[str, model.ViewInfo] = {}
    for node, _ in iterate_declarations(world, syntax.View):
        if not world.is_declared_by(node.name, "view") or (
            node.inside is not None and world.find(node.inside, "phase") is None
        ):
            continue
        viewer = model.Variable("viewer", "", "viewer", world.all_members("player"))
        context = new_context(world, node.name.text, {"viewer": viewer})
        lines = [_check_view_line(context, each) for each in node.lines]
        inside = node.inside.text if node.inside else "game"
        when = context.expect_condition(node.condition) if node.condition is not None else None
        made[node.name.text] = model.ViewInfo(
            inside, when, tuple(each for each in lines if each), name=node.name.text, span=node.name.span
        )
    return made


def _check_view_line(context: Context, node: syntax.ViewLine) -> model.ViewLine | None:
    if node.variable is None or node.domain is None:
        made = parse_template(context, node.text)
        return model.ViewLine(made) if made else None
    domain = infer_members(context, node.variable, node.domain, node.condition)
    domain = to_set(domain) if domain is not None else None
    variable = bind_variable(context, node.variable, domain) if domain is not None else None
    made = parse_template(context.nest(variable), node.text) if variable is not None else None
    return model.ViewLine(made, variable, domain) if made else None


def check_notes(world: World) -> tuple[model.NoteInfo, ...]:
    return tuple(
        model.NoteInfo(expand_ids(each.ids), each.text.text, span=each.span)
        for each, _ in iterate_declarations(world, syntax.Note)
    )
