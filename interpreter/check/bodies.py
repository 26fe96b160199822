"""Declarations, second pass: the bodies of rules, the values of definitions, what is offered, measured and shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from interpreter import model, syntax
from interpreter.check.cards import check_owner
from interpreter.check.citations import expand_ids, iterate_declarations, make_citation
from interpreter.check.context import Context, bind_variable
from interpreter.check.convert import coerce, format_range, to_set, to_total
from interpreter.check.declarations import declare_parameters
from interpreter.check.size_limits import is_within_limits
from interpreter.check.statements import check_clauses, check_sequence
from interpreter.check.tables import check_table
from interpreter.check.texts import parse_template
from interpreter.check.values import new_context
from interpreter.check.world import World, describe_type
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MemberType, NumberType, SetType, Type, YesNoType, format_set, make_domain


def prepare_definitions(world: World) -> None:
    for define, _ in iterate_declarations(world, syntax.Define):
        if world.is_declared_by(define.name, "define"):
            world.pending[define.name.text] = partial(_check_define, world, define)
    for table, _ in iterate_declarations(world, syntax.Table):
        if world.is_declared_by(table.name, "table"):
            world.pending[table.name.text] = partial(check_table, world, table)
    for name in list(world.pending):
        world.complete(name, world.symbols[name].span)


def _check_define(world: World, node: syntax.Define) -> None:
    parameters = declare_parameters(world, node.name.text, node.parameters, positional=True)
    context = new_context(world, node.name.text, {each.name: each for each in parameters})
    value = context.infer(node.value)
    if value is not None:
        cited = make_citation(world, node.marks)
        world.defines[node.name.text] = model.DefineInfo(
            parameters, value, name=node.name.text, span=node.name.span, citation=cited
        )
        is_within_limits(world, node.name.text, node.name.span)


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
    known = {each.name: each for each in reversed(signature.parameters) if each.name not in world.poisoned}
    body = check_clauses(new_context(world, name, known), node.body)
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
    each = model.Variable(variable.each.kind, variable.name, "bound", variable.each) if variable.each else None
    inner = context.nest(each) if each else context
    start = inner.expect(node.start, variable.type)
    if start is None:
        return None
    return model.StateInfo(variable, start, each, sight=sight, name=variable.name, span=node.name.span, citation=cited)


def _find_sight(world: World, node: syntax.Keep | syntax.Count) -> str:
    if node.sight is None:
        return ""
    check_owner(world, node.name.text, node.each if isinstance(node, syntax.Keep) else None, node.sight)
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


# ---- choices and strategies


def check_choices(world: World) -> dict[str, model.ChoiceInfo]:
    made: dict[str, model.ChoiceInfo] = {}
    for node, _ in iterate_declarations(world, syntax.Choice):
        if world.is_declared_by(node.name, "choice") and (info := _check_choice(world, node)) is not None:
            made[node.name.text] = info
    return made


def _check_choice(world: World, node: syntax.Choice) -> model.ChoiceInfo | None:
    name = node.name.text
    lacks = "default" if node.default is None else "question" if node.question is None else ""
    if node.pick is None and not node.offers:
        lacks = "offers"
    if lacks:
        world.report(types.choice_incomplete(node.name.span, name, lacks))
    variable = world.variables.get(name)
    if variable is None or lacks or node.default is None or node.question is None:
        return None
    chooser = model.Variable("chooser", name, "parameter", world.all_members("player"))
    context = new_context(world, name, {"chooser": chooser})
    default = context.for_choice(variable).expect(node.default, variable.type)
    offered = _check_offers(context, node, variable)
    if default is None or offered is None:
        return None
    candidate, conditions, picked_from = offered
    values = make_domain(variable.type, world.list_labels).values
    written, shown = _list_answers(world, variable)
    if all(isinstance(each, model.Constant) and each.value == 0 for each in conditions):
        world.report(types.choice_empty(node.name.span, name))
    return model.ChoiceInfo(
        variable, chooser, node.question.text, values, written, shown, candidate, conditions, default,
        node.secret is not None, picked_from,
        name=name, span=node.name.span, citation=make_citation(world, node.marks),
    )  # fmt: skip


def _check_offers(
    context: Context, node: syntax.Choice, variable: model.Variable
) -> tuple[model.Variable, tuple[model.Value, ...], model.Value | None] | None:
    """The variable that stands for a candidate, one condition for all candidates, or one for each, and what is picked
    from, if anything is."""
    yes = model.Constant(1, type=YesNoType(), span=node.span)
    if node.pick is None:
        conditions = [
            context.expect_condition(each.condition) if each.condition is not None else yes for each in node.offers
        ]
        candidate = model.Variable("candidate", node.name.text, "bound", variable.type)
        return None if None in conditions else (candidate, tuple(each for each in conditions if each is not None), None)
    pick = node.pick
    domain = context.infer(pick.domain)
    if domain is None:
        return None
    candidate = model.Variable(pick.variable.text, node.name.text, "bound", variable.type, span=pick.variable.span)
    picked = model.Read(candidate, type=candidate.type, span=pick.variable.span)
    test = _restrict(picked, to_set(domain), pick)
    if pick.condition is None:
        return candidate, (test,), domain
    more = context.nest(candidate).expect_condition(pick.condition)
    both = None if more is None else model.Both((test, more), type=YesNoType(), span=pick.span)
    return None if both is None else (candidate, (both,), domain)


def _restrict(picked: model.Value, domain: model.Value, pick: syntax.Pick) -> model.Value:
    if not pick.subsets:
        return model.Contains(domain, picked, type=YesNoType(), span=pick.span)
    rest = model.Without(picked, domain, type=picked.type, span=pick.span)
    nothing = model.Constant(0, type=SetType(None), span=pick.span)
    return model.Comparison("eq", rest, nothing, type=YesNoType(), span=pick.span)


def _list_answers(world: World, variable: model.Variable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How the answers of a choice are written, and how they are shown."""
    kind = variable.type
    if isinstance(kind, MemberType):
        info = world.kinds[kind.kind]
        return info.members[kind.low : kind.high + 1], info.shown[kind.low : kind.high + 1]
    values = make_domain(kind, world.list_labels).values
    if isinstance(kind, SetType) and isinstance(kind.member, MemberType):
        info = world.kinds[kind.member.kind]
        return tuple(format_set(each, info.members) for each in values), tuple(
            format_set(each, info.shown) for each in values
        )
    if isinstance(kind, SetType):
        numbers = tuple(str(each) for each in range(64))
        written = tuple(format_set(each, numbers) for each in values)
        return written, written
    written = tuple(map(str, values))
    return written, written


def check_strategies(world: World, made: dict[str, model.ChoiceInfo]) -> dict[str, model.StrategyInfo]:
    """Every strategy; what it picks may depend on the state, as the choice's offers do."""
    found: dict[str, model.StrategyInfo] = {}
    for node, _ in iterate_declarations(world, syntax.Strategy):
        if not world.is_declared_by(node.name, "strategy"):
            continue
        advice = tuple(info for each in node.advice if (info := _check_advice(world, node, each, made)) is not None)
        text = node.text.text if node.text else ""
        found[node.name.text] = model.StrategyInfo(text, advice, name=node.name.text, span=node.name.span)
    return found


def _check_advice(
    world: World, strategy: syntax.Strategy, node: syntax.Advice, made: dict[str, model.ChoiceInfo]
) -> model.AdviceInfo | None:
    if world.find(node.choice, "choice") is None or node.choice.text not in made:
        return None
    first = next(each.choice.span for each in strategy.advice if each.choice.text == node.choice.text)
    if first is not node.choice.span:
        world.report(names.name_twice(node.choice.span, node.choice.text, first, "piece of advice", "piece of advice"))
    choice = made[node.choice.text]
    context = new_context(world, choice.name, {"chooser": choice.chooser}).for_choice(choice.variable)
    preferences: list[tuple[model.Value | None, model.Value]] = []
    for each in node.preferences:
        test = context.expect_condition(each.condition) if each.condition is not None else None
        value = context.expect(each.value, choice.variable.type)
        if value is not None and (test is not None or each.condition is None):
            preferences.append((test, value))
    return model.AdviceInfo(choice.name, tuple(preferences))


# ---- measures and views


def check_measures(world: World) -> dict[str, model.MeasureInfo]:
    made: dict[str, model.MeasureInfo] = {}
    for node, _ in iterate_declarations(world, syntax.Measure):
        if world.is_declared_by(node.name, "measure") and (info := _check_measure(world, node)) is not None:
            made[node.name.text] = info
    return made


def _check_measure(world: World, node: syntax.Measure) -> model.MeasureInfo | None:
    cited = make_citation(world, node.marks)
    per = node.per.text
    if per != "game" and world.find(node.per, "phase", "kind") is None:
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
        advice = "`counts` counts over the whole game"
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
    domain = context.infer(node.domain)
    domain = to_set(domain) if domain is not None else None
    variable = bind_variable(context, node.variable, domain) if domain is not None else None
    made = parse_template(context.nest(variable), node.text) if variable is not None else None
    return model.ViewLine(made, variable, domain) if made else None


def check_notes(world: World) -> tuple[model.NoteInfo, ...]:
    return tuple(
        model.NoteInfo(expand_ids(each.ids), each.text.text, span=each.span)
        for each, _ in iterate_declarations(world, syntax.Note)
    )
