"""Choices and strategies, second pass: what is offered, the default, and what is advised."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.citations import iterate_declarations, make_citation
from interpreter.check.context import Context, check_new_local
from interpreter.check.convert import to_set
from interpreter.check.declarations import list_choice_names
from interpreter.check.values import new_context
from interpreter.check.world import World
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MemberType, SetType, YesNoType, format_set, make_domain


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
    variable, parameters = world.variables.get(name), world.choice_parameters.get(name)
    if variable is None or parameters is None or lacks or node.default is None or node.question is None:
        return None
    known = list_choice_names(world, name)
    context = new_context(world, name, known)
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
        variable, known["chooser"], node.question.text, values, written, shown, candidate, conditions, default,
        node.secret is not None, picked_from, parameters,
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
    if domain is None or (pick.variable.text in context.locals and not check_new_local(context, pick.variable)):
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
    context = new_context(world, choice.name, list_choice_names(world, choice.name)).for_choice(choice.variable)
    preferences: list[tuple[model.Value | None, model.Value]] = []
    for each in node.preferences:
        test = context.expect_condition(each.condition) if each.condition is not None else None
        value = context.expect(each.value, choice.variable.type)
        if value is not None and (test is not None or each.condition is None):
            preferences.append((test, value))
    return model.AdviceInfo(choice.name, tuple(preferences))
