"""Choices and strategies, second pass: what is offered, the default, and what is advised."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from interpreter import model, syntax
from interpreter.check.answers import list_answers
from interpreter.check.citations import iterate_declarations, make_citation
from interpreter.check.context import Context, check_new_local
from interpreter.check.convert import coerce, to_collection, to_total
from interpreter.check.declarations import list_choice_names
from interpreter.check.several import check_several, find_several, list_member_answers
from interpreter.check.texts import parse_template
from interpreter.check.values import new_context
from interpreter.check.world import World
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MAX_ODDS, NumberType, SetType, Type, YesNoType, make_domain

WHOLES = NumberType(1, MAX_ODDS)
PARTS = NumberType(0, MAX_ODDS)

Offers: TypeAlias = (
    "tuple[model.Variable, tuple[model.Value, ...], tuple[model.Value, ...], tuple[model.Variable, ...], "
    "model.Several | None]"
)
"""The variable that stands for a candidate, one condition for all candidates, or one for each, what is picked from, and
the names of the candidate's parts, if it has several; and how many are picked, if that is not one."""


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
    question = parse_template(context, node.question)
    if default is None or offered is None or question is None:
        return None
    candidate, conditions, picked_from, parts, several = offered
    values, written, shown = _list_answers(world, variable.type, several)
    if all(isinstance(each, model.Constant) and each.value == 0 for each in conditions):
        world.report(types.choice_empty(node.name.span, name))
    plain = "" if question.holes else "".join(question.pieces)
    return model.ChoiceInfo(
        variable, known["chooser"], plain, values, written, shown, candidate, conditions, default,
        node.secret is not None, picked_from, parameters, parts,
        question if question.holes else None, several,
        name=name, span=node.name.span, citation=make_citation(world, node.marks),
    )  # fmt: skip


def _list_answers(
    world: World, kind: Type, several: model.Several | None
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
    """What the answers of a choice stand for, how they are written, and how they are shown."""
    if several is not None and isinstance(kind, SetType):
        return list_member_answers(world, kind, several)
    return make_domain(kind, world.list_labels).values, *list_answers(world, kind)


def _check_offers(
    context: Context, node: syntax.Choice, variable: model.Variable
) -> Offers | None:
    yes = model.Constant(1, type=YesNoType(), span=node.span)
    candidate = model.Variable("candidate", node.name.text, "bound", variable.type)
    if node.pick is not None:
        return _check_picked(context, node.name.text, node.pick, candidate)
    found = [context.expect_condition(each.condition) if each.condition is not None else yes for each in node.offers]
    conditions = tuple(each for each in found if each is not None)
    return (candidate, conditions, (), (), None) if len(conditions) == len(found) else None


def _check_picked(context: Context, choice: str, pick: syntax.Pick, candidate: model.Variable) -> Offers | None:
    if (part := find_several(pick)) is not None:
        offers = check_several(context, choice, pick, part)
        return (offers.one, (offers.condition,), (offers.domain,), (), offers.several) if offers is not None else None
    first = pick.parts[0].variable
    if len(pick.parts) == 1:
        candidate = model.Variable(first.text, choice, "bound", candidate.type, span=first.span)
    parts = _list_part_names(context, choice) if len(pick.parts) > 1 else ()
    variables = parts or (candidate,)
    if len(variables) != len(pick.parts):
        return None  # another declaration has the name, which is reported there
    found = [_restrict(context, each, one, pick) for each, one in zip(pick.parts, variables, strict=True)]
    known = [each for each in found if each is not None]
    if len(known) < len(found):
        return None
    tests, picked_from = tuple(each[0] for each in known), tuple(each[1] for each in known)
    more = context.nest(*variables).expect_condition(pick.condition) if pick.condition is not None else None
    if more is None and pick.condition is not None:
        return None
    conditions = (*tests, more) if more is not None else tests
    whole = model.Both(conditions, type=YesNoType(), span=pick.span) if len(conditions) > 1 else conditions[0]
    return candidate, (whole,), picked_from, parts, None


def _list_part_names(context: Context, choice: str) -> tuple[model.Variable, ...]:
    return tuple(model.Variable(each.name, choice, "bound", each.type) for each in context.world.kinds[choice].parts)


def _restrict(
    context: Context, part: syntax.Picked, candidate: model.Variable, pick: syntax.Pick
) -> tuple[model.Value, model.Value] | None:
    """What has to hold for a candidate, or its part, to come from where it is picked; and that itself."""
    domain = context.infer(part.domain)
    if domain is None or (part.variable.text in context.locals and not check_new_local(context, part.variable)):
        return None
    span = part.span if len(pick.parts) > 1 else pick.span
    picked = model.Read(candidate, type=candidate.type, span=part.variable.span)
    domain = to_collection(domain, parts=True)
    if not part.subsets:
        return model.Contains(domain, picked, type=YesNoType(), span=span), domain
    rest = model.Without(picked, domain, type=picked.type, span=span)
    nothing = model.Constant(0, type=domain.type, span=span)
    return model.Comparison("eq", rest, nothing, type=YesNoType(), span=span), domain


def check_strategies(world: World, made: dict[str, model.ChoiceInfo]) -> dict[str, model.StrategyInfo]:
    """Every strategy; what it picks may depend on the state, as the choice's offers do."""
    found: dict[str, model.StrategyInfo] = {}
    like: dict[str, syntax.Name] = {}
    for node, _ in iterate_declarations(world, syntax.Strategy):
        if not world.is_declared_by(node.name, "strategy"):
            continue
        advice = tuple(info for each in node.advice if (info := _check_advice(world, node, each, made)) is not None)
        text = node.text.text if node.text else ""
        found[node.name.text] = model.StrategyInfo(text, advice, name=node.name.text, span=node.name.span)
        if node.like is not None:
            like[node.name.text] = node.like
    return {name: replace(each, advice=_list_advice(world, found, like, (name,))) for name, each in found.items()}


def _list_advice(
    world: World, found: dict[str, model.StrategyInfo], like: dict[str, syntax.Name], chain: tuple[str, ...]
) -> tuple[model.AdviceInfo, ...]:
    """A strategy's own advice, and that of the one it is like for all other choices. The chain ends with the strategy;
    what comes before is like it."""
    own, other = found[chain[-1]].advice, like.get(chain[-1])
    if other is None:
        return own
    if other.text not in found:
        world.report_unknown(other.span, other.text, "strategy", lambda: list(found))
        return own
    world.note_symbol(other.span, world.separate_symbols["strategy", other.text])
    if other.text in chain:
        if chain[0] == other.text == next(each for each in found if each in chain):
            world.report(names.strategy_circle(other.span, [*chain, other.text]))
        return own
    mentioned = {each.choice for each in own}
    others = _list_advice(world, found, like, (*chain, other.text))
    return (*own, *(each for each in others if each.choice not in mentioned))


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
    for each in node.preferences:
        if each.odds is not None and choice.several is not None:
            world.report(errors.several_by_chance(each.odds.span, choice.name, choice.several.noun))
    found = [_check_preference(context, each, choice.variable.type) for each in node.preferences]
    return model.AdviceInfo(choice.name, tuple(each for each in found if each is not None))


def _check_preference(context: Context, node: syntax.Preference, kind: Type) -> model.PreferenceInfo | None:
    test = context.expect_condition(node.condition) if node.condition is not None else None
    value = context.expect(node.value, kind)
    odds = _check_odds(context, node.odds) if node.odds is not None else None
    if value is None or (test is None and node.condition is not None) or (odds is None and node.odds is not None):
        return None
    return model.PreferenceInfo(test, value, odds)


def _check_odds(context: Context, node: syntax.Odds) -> tuple[model.Value, model.Value] | None:
    """So many times in so many: numbers, and where both are known, no more times than there are."""
    found = context.infer(node.part), context.infer(node.whole)
    part, whole = (to_total(each) if each is not None else None for each in found)
    if part is None or whole is None:
        return None
    if isinstance(part, model.Constant) and isinstance(whole, model.Constant) and part.value > whole.value > 0:
        context.world.report(types.odds_too_many(node.span, part.value, whole.value))
        return None
    part, whole = (coerce(context.world, each, kind) for each, kind in ((part, PARTS), (whole, WHOLES)))
    return (part, whole) if part is not None and whole is not None else None
