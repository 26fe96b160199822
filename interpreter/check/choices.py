"""Choices and strategies, second pass: what is offered, the default, and what is advised."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.answers import list_answers, list_member_answers
from interpreter.check.boards import infer_visited
from interpreter.check.citations import describe_declaration, iterate_named
from interpreter.check.context import YES_NO, Context, check_new_local
from interpreter.check.convert import coerce, to_collection, to_total
from interpreter.check.declarations import list_choice_names
from interpreter.check.texts import check_words, parse_template
from interpreter.check.values import new_context
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MAX_ODDS, NUMBERS_IN_SETS, MaybeType, NumberType, SetType, Type, make_domain

WHOLES = NumberType(1, MAX_ODDS)
PARTS = NumberType(0, MAX_ODDS)


@dataclass(frozen=True)
class Offers:
    """The variable for a candidate, one condition for all candidates, or one for each, what is picked from, and the
    names of the candidate's parts, if it has several; and how many are picked, if that is not one."""

    candidate: model.Variable
    conditions: tuple[model.Value, ...]
    picked_from: tuple[model.Value, ...] = ()
    parts: tuple[model.Variable, ...] = ()
    several: model.Several | None = None


def check_choices(world: World) -> dict[str, model.ChoiceInfo]:
    made = ((node.name.text, _check_choice(world, node)) for node in iterate_named(world, syntax.Choice, "choice"))
    return {name: info for name, info in made if info is not None and world.is_valid(info)}


def _check_choice(world: World, node: syntax.Choice) -> model.ChoiceInfo | None:
    name = node.name.text
    lacks = "default" if node.default is None else "question" if node.question is None else ""
    if node.pick is None and not node.offers:
        lacks = "offers"
    if lacks:
        world.report(types.choice_incomplete(node.name.span, name, lacks))
    variable, parameters = world.declared.variables.get(name), world.declared.signatures[name].parameters
    if variable is None or lacks or node.default is None or node.question is None:
        return None
    known = list_choice_names(world, name)
    context = new_context(world, name, known)
    default = context.for_choice(variable).expect(node.default, variable.type)
    offered = _check_offers(context, node, variable)
    question = parse_template(context, node.question)
    if offered is None:
        return None
    words = check_words(context, node, offered.conditions, offered.picked_from)
    passing = node.pick.passing if node.pick is not None else None
    passes = None
    if passing is not None:
        passes = context.expect_optional(passing.condition) or model.Constant(1, type=YES_NO, span=passing.span)
    called = passing.text.text if passing is not None else ""
    values, written, shown = _list_answers(world, variable.type, offered.several, called)
    if passing is None and all(isinstance(each, model.Constant) and each.value == 0 for each in offered.conditions):
        world.report(types.choice_empty(node.name.span, name))
    plain = "" if question.holes else "".join(question.pieces)
    return model.ChoiceInfo(
        variable, known["chooser"], plain, values, written, shown, offered.candidate, offered.conditions, default,
        node.secret is not None, offered.picked_from, parameters, offered.parts,
        question if question.holes else None, offered.several, passes, words=words,
        **describe_declaration(world, node),
    )  # fmt: skip


def _list_answers(
    world: World, kind: Type, several: model.Several | None, passing: str
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
    """The values of a choice's answers, how they are written, and how they are shown."""
    if several is not None and isinstance(kind, SetType):
        return list_member_answers(world, kind, several, passing)
    written, shown = list_answers(world, kind)
    return make_domain(kind, world.list_labels).values, written, (passing, *shown[1:]) if passing else shown


def _check_offers(context: Context, node: syntax.Choice, variable: model.Variable) -> Offers | None:
    kind = variable.type.some if isinstance(variable.type, MaybeType) else variable.type
    candidate = model.Variable("candidate", node.name.text, "bound", kind)
    if node.pick is not None:
        several = next((each for each in node.pick.parts if each.low is not None), None)
        if several is not None:
            return _check_several(context, node.name.text, node.pick, several)
        return _check_picked(context, node.name.text, node.pick, candidate)
    yes = model.Constant(1, type=YES_NO, span=node.span)
    return Offers(candidate, tuple(context.expect_optional(each.condition) or yes for each in node.offers))


def _check_picked(context: Context, choice: str, pick: syntax.Pick, candidate: model.Variable) -> Offers | None:
    first, parts = pick.parts[0].variable, tuple[model.Variable, ...]()
    if len(pick.parts) == 1:
        candidate = model.Variable(first.text, choice, "bound", candidate.type, span=first.span)
    else:
        kinds = context.world.declared.kinds[choice].parts
        parts = tuple(model.Variable(each.name, choice, "bound", each.type) for each in kinds)
    variables = parts or (candidate,)
    if len(variables) != len(pick.parts):
        return None  # another declaration has the name, which is reported there
    found = [_restrict(context, each, one, pick) for each, one in zip(pick.parts, variables, strict=True)]
    conditions = [each for each, _ in found]
    if pick.condition is not None:
        conditions.append(context.nest(*variables).expect_condition(pick.condition))
    whole = model.Both(tuple(conditions), type=YES_NO, span=pick.span) if len(conditions) > 1 else conditions[0]
    return Offers(candidate, (whole,), tuple(each for _, each in found), parts)


def _restrict(
    context: Context, part: syntax.Picked, candidate: model.Variable, pick: syntax.Pick
) -> tuple[model.Value, model.Value]:
    """The condition that a candidate, or its part, comes from where it is picked; and that place itself."""
    domain = to_collection(infer_visited(context, part.domain), parts=True)
    if part.variable.text in context.locals:
        check_new_local(context, part.variable)
    span = part.span if len(pick.parts) > 1 else pick.span
    picked = model.Read(candidate, type=candidate.type, span=part.variable.span)
    if not part.subsets:
        return model.Contains(domain, picked, type=YES_NO, span=span), domain
    rest = model.Without(picked, domain, type=picked.type, span=span)
    nothing = model.Constant(0, type=domain.type, span=span)
    return model.Comparison("eq", rest, nothing, type=YES_NO, span=span), domain


# ---- several of a set at once: `pick 0..3 cards from held of chooser`


def _check_several(context: Context, choice: str, pick: syntax.Pick, part: syntax.Picked) -> Offers | None:
    assert part.low is not None
    domain = to_collection(context.infer(part.domain), parts=True)
    low, high = (context.expect(each, NUMBERS_IN_SETS) for each in (part.low, part.high or part.low))
    if isinstance(high.type, NumberType) and high.type.high < 1:
        context.world.report(types.never_once(high.span, "are picked"))
    elif isinstance(low, model.Constant) and isinstance(high, model.Constant) and low.value > high.value:
        context.world.report(types.range_backwards(part.span, str(low.value), str(high.value)))
    assert isinstance(domain.type, SetType)
    assert domain.type.member is not None
    nothing, zero = (model.Constant(0, type=each, span=pick.span) for each in (domain.type, NumberType(0, 0)))
    whole = model.Without(domain, nothing, type=domain.type, span=pick.span)
    size = model.OfSet("size", whole, type=NumberType(0, NUMBERS_IN_SETS.high + 1), span=pick.span)
    condition = model.Both(
        tuple(
            model.Comparison(operator, one, other, type=YES_NO, span=pick.span)
            for operator, one, other in (("le", low, size), ("ge", high, zero))
        ),
        type=YES_NO, span=pick.span,
    )  # fmt: skip
    one = model.Variable(part.variable.text, choice, "bound", domain.type.member, span=part.variable.span)
    if pick.condition is None:
        return Offers(one, (condition,), (domain,), several=model.Several(part.variable.text, low, high))
    if part.variable.text in context.locals:
        check_new_local(context, part.variable)
    picked = replace(one, type=domain.type)
    together = context.nest(picked).expect_condition(pick.condition)
    several = model.Several(part.variable.text, low, high, picked)
    return Offers(one, (condition, together), (domain,), several=several)


# ---- strategies


def check_strategies(world: World, made: dict[str, model.ChoiceInfo]) -> dict[str, model.StrategyInfo]:
    """Every strategy; what it picks may depend on the state, as the choice's offers do."""
    found: dict[str, model.StrategyInfo] = {}
    like: dict[str, syntax.Name] = {}
    for node in iterate_named(world, syntax.Strategy, "strategy"):
        world.report_twice("piece of advice", [each.choice for each in node.advice if each.choice.text in made])
        advice = tuple(info for each in node.advice if (info := _check_advice(world, each, made)) is not None)
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
    world.note_symbol(other.span, world.names.separate["strategy", other.text])
    if other.text in chain:
        if chain[0] == other.text == next(each for each in found if each in chain):
            world.report(names.strategy_circle(other.span, [*chain, other.text]))
        return own
    mentioned = {each.choice for each in own}
    others = _list_advice(world, found, like, (*chain, other.text))
    return (*own, *(each for each in others if each.choice not in mentioned))


def _check_advice(world: World, node: syntax.Advice, made: dict[str, model.ChoiceInfo]) -> model.AdviceInfo | None:
    if world.find(node.choice, "choice") is None or node.choice.text not in made:
        return None
    choice = made[node.choice.text]
    context = new_context(world, choice.name, list_choice_names(world, choice.name)).for_choice(choice.variable)
    for each in node.preferences:
        if each.odds is not None and choice.several is not None:
            world.report(errors.several_by_chance(each.odds.span, choice.name, choice.several.noun))
    found = tuple(_check_preference(context, each, choice.variable.type) for each in node.preferences)
    return model.AdviceInfo(choice.name, tuple(filter(world.is_valid, found)))


def _check_preference(context: Context, node: syntax.Preference, kind: Type) -> model.PreferenceInfo:
    test = context.expect_optional(node.condition)
    odds = _check_odds(context, node.odds) if node.odds is not None else None
    return model.PreferenceInfo(test, context.expect(node.value, kind), odds)


def _check_odds(context: Context, node: syntax.Odds) -> tuple[model.Value, model.Value]:
    """`2 in 5`: numbers, and where both are known, no more times than there are."""
    part, whole = (to_total(context.infer(each)) for each in (node.part, node.whole))
    if isinstance(part, model.Constant) and isinstance(whole, model.Constant) and part.value > whole.value > 0:
        context.world.report(types.odds_too_many(node.span, part.value, whole.value))
        return part, whole
    return coerce(context.world, part, PARTS), coerce(context.world, whole, WHOLES)
