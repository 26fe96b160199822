"""Statements: from clauses to typed statements.

A name on its own, `name(value)` and `name value by value` are calls of rules and phases; which of them a
name is shows only here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.boards import infer_visited, visit_region
from interpreter.check.calls import check_call
from interpreter.check.cards import check_card_statement
from interpreter.check.changes import check_add, check_assign, check_let
from interpreter.check.context import YES_NO, Context, bind_variable
from interpreter.check.convert import coerce, find_throw_type, refuse_unkept_dice, to_set, to_total
from interpreter.check.dice import RolledDice, find_rolled
from interpreter.check.members import infer_members
from interpreter.check.products import make_place
from interpreter.check.references import check_arguments
from interpreter.check.texts import parse_template
from interpreter.check.winners import check_win, may_end
from interpreter.check.world import INVALID, describe_type
from interpreter.diagnostics.messages import types
from interpreter.domains import MemberType, NumberType, RollType, SetType, ThrowType, is_beyond_sets


def check_clauses(context: Context, nodes: tuple[syntax.Clause, ...]) -> tuple[model.Statement, ...]:
    """The statements of a block. What cannot be understood is reported and left out."""
    return _check_body(context.nest(), nodes)


def _check_body(inner: Context, nodes: tuple[syntax.Clause, ...]) -> tuple[model.Statement, ...]:
    """The same where names that the block gives are known behind it, in an `until`."""
    return tuple(each for node in nodes for each in _check_clause(inner, node))


def _check_clause(context: Context, node: syntax.Clause) -> Iterator[model.Statement]:
    for each in node.statements if isinstance(node, syntax.Sequence) else (node,):
        if isinstance(each, syntax.Roll):
            yield from _check_throw(context, each)
            continue
        made = _check_statement(context, each)
        if made is not None and context.world.is_valid(made):
            yield made
        elif not isinstance(each, syntax.Nothing):
            context.world.drop(each.span)


def check_sequence(context: Context, node: syntax.Sequence) -> tuple[model.Statement, ...]:
    return tuple(_check_clause(context, node))


def _check_statement(context: Context, node: syntax.Statement | syntax.Clause) -> model.Statement | None:  # noqa: C901
    match node:
        case syntax.Say(text, listener):
            player = context.world.all_members("player")
            heard = context.expect_optional(listener, player)
            return model.Tell(parse_template(context, text), heard, span=node.span)
        case syntax.Choose():
            return _check_choose(context, node)
        case syntax.Do():
            return _check_do(context, node)
        case syntax.Assign():
            return check_assign(context, node)
        case syntax.Add():
            return check_add(context, node)
        case syntax.Let():
            return check_let(context, node)
        case syntax.When(branches):
            cases = [
                model.Case(context.expect_optional(each.condition), check_clauses(context, each.body))
                for each in branches
            ]
            made = model.When(tuple(cases), span=node.span)
            return _repeat_while(made) if node.repeated else made
        case syntax.ForEach():
            return _check_for_each(context, node)
        case syntax.Repeat():
            return _check_repeat(context, node)
        case syntax.End(phase, without_result):
            ends = may_end(context.world, node)
            return model.EndPhase(phase.text, without_result, span=node.span) if ends else None
        case syntax.Win():
            return check_win(context, node)
        case syntax.Nothing() | syntax.Sequence() | syntax.Roll():
            return None
        case syntax.Either():
            if not _report_long_value(context, node):
                context.world.report(types.either_in_line(node.span))
            return None
        case syntax.Shuffle() | syntax.Deal() | syntax.Put() | syntax.Swap():
            return check_card_statement(context, node)
        case _:
            return _check_item(context, node)


def _repeat_while(once: model.When) -> model.When:
    """`while`: as `when`, and then until the condition is not true."""
    ((condition, body),) = ((each.condition, each.body) for each in once.cases)
    assert condition is not None
    until = model.Not(condition, type=YES_NO, span=condition.span)
    loop = model.Loop(body, until, None, span=once.span)
    return replace(once, cases=(model.Case(condition, (loop,)),))


# ---- calls


def _check_item(context: Context, node: syntax.Item) -> model.Statement | None:
    match node:
        case syntax.Call(name, given):
            return check_call(context, name, given, node.span)
        case syntax.Reference(text):
            return check_call(context, syntax.Name(text, span=node.span), (), node.span)
        case syntax.Applied(name, values):
            arguments = tuple(syntax.Argument(each, span=each.span) for each in values)
            return check_call(context, name, arguments, node.span)
        case syntax.Grouped(inner):
            return _check_item(context, inner)
    advice = "call a rule, or write `set ... to ...`, `add ... to ...` or `say ...`"
    if isinstance(node, syntax.Compared) and node.comparator == "is":
        advice = "write `set ... to ...` to change a value; `is` only compares"
    context.world.report(types.not_an_action(node.span, f"`{node.span.text}`", advice))
    return None


def check_row(context: Context, node: syntax.Sequence) -> tuple[model.Statement, ...]:
    """What a row of a table does, which may be one thing or another."""
    return tuple(each for part in node.statements for each in _check_row_part(context, part))


def _check_row_part(context: Context, node: syntax.Statement) -> tuple[model.Statement, ...]:
    match node:
        case syntax.Either(first, condition, other):
            if _report_long_value(context, node):
                return ()
        case syntax.Conditional(first, condition, other) if is_action(context, node):
            pass
        case _:
            made = _check_statement(context, node)
            return () if made is None else (made,)
    test = context.expect_condition(condition)
    cases = tuple(
        model.Case(held, _check_row_part(context.nest(), each)) for held, each in ((test, first), (None, other))
    )
    return (model.When(cases, span=node.span),)


def _report_long_value(context: Context, node: syntax.Either) -> bool:
    """`hit 1 if far otherwise 2`, where what the rule is called with was to be chosen: whether that was reported."""
    first, other = node.first, node.other
    if not isinstance(first, syntax.Call) or not isinstance(other, syntax.Expression) or is_action(context, other):
        return False
    chosen = first.arguments[-1].value.span.to(other.span).text
    context.world.report(types.value_too_long(other.span, first.name.text, chosen))
    return True


def is_action(context: Context, node: syntax.Statement) -> bool:
    match node:
        case syntax.Conditional(first, _, other):
            return is_action(context, first) or is_action(context, other)
        case syntax.Reference(name):
            symbol = context.world.names.symbols.get(name)
            return name not in context.locals and symbol is not None and symbol.word in ("rule", "phase")
        case syntax.Applied(name, _):
            symbol = context.world.names.symbols.get(name.text)
            return symbol is not None and symbol.word in ("rule", "phase")
        case _:
            return not isinstance(node, syntax.Expression)


# ---- chance, choices, tables


def _check_speaker(context: Context, node: syntax.Expression) -> model.Value:
    value = context.infer(node)
    if isinstance(value.type, MemberType) and value.type.kind in ("player", "side"):
        return value
    return context.mismatch(value, "a player or a side")


def _check_throw(context: Context, node: syntax.Roll) -> Iterator[model.Statement]:
    """One roll for each of the dice that are rolled together."""
    others = (replace(each, thrower=node.thrower) for each in node.together)
    for part, each in enumerate((node, *others), 1 if node.together else 0):
        made = _check_roll(context, each)
        if made is not None and context.world.is_valid(made):
            yield replace(made, part=part, span=node.span)
        else:
            context.world.drop(each.span)


def _check_roll(context: Context, node: syntax.Roll) -> model.RollDice | None:
    known = context.world.declared.dice
    rolled = find_rolled(node, [name for name, each in known.items() if each.variable.each is not None])
    thrower = _check_speaker(context, node.thrower) if node.thrower is not None else None
    dice = known.get(rolled.dice.text) if context.world.find(rolled.dice, "dice") else None
    if dice is None:
        return None
    each = dice.variable.each
    count = context.expect_optional(rolled.count, NumberType(1 if each is None else 0, dice.type.number))
    throw = find_throw_type(dice.type)
    if node.kept is not None and throw is None:
        refuse_unkept_dice(context.world, dice.type, node.kept.span)
    kept = context.expect_optional(node.kept, throw) if throw is not None else None
    index = _check_whose(context, node, rolled, dice)
    if each is not None and each.kind in ("player", "side"):
        thrower = index
    return model.RollDice(rolled.dice.text, thrower, count, kept, index, span=node.span)


def _check_whose(context: Context, node: syntax.Roll, rolled: RolledDice, dice: model.DiceInfo) -> model.Value | None:
    """Whose dice are rolled, where each member of a kind has some."""
    each = dice.variable.each
    if each is None and rolled.index is not None:
        context.world.report(types.no_of(node.place.span, dice.name, "single value"))
    elif each is not None and rolled.index is None:
        context.world.report(types.needs_of(rolled.dice.span, dice.name, each.kind))
    elif each is not None and each.kind in ("player", "side") and node.thrower is not None:
        context.world.report(types.thrown_by_owner(node.thrower.span, dice.name, each.kind))
    elif each is not None and rolled.index is not None:
        some = context.world.type_of_kind(each.kind)
        found = context.infer(rolled.index, some)
        is_set = isinstance(found.type, SetType)
        return coerce(context.world, found, SetType(some)) if is_set else make_place(context.world, found, each)
    return None


def _check_choose(context: Context, node: syntax.Choose) -> model.Statement | None:
    chooser = _check_speaker(context, node.chooser)
    signature = context.world.declared.signatures.get(node.choice.text)
    if context.world.find(node.choice, "choice") is None or signature is None:
        return None
    values = check_arguments(context, node.choice, signature.parameters, node.arguments, signature.span)
    return None if values is None else model.Ask(node.choice.text, chooser, values, span=node.span)


def _check_do(context: Context, node: syntax.Do) -> model.Statement | None:
    world = context.world
    if world.find(node.table, "table") is None or not world.complete(node.table.text, node.table.span):
        return None
    table = world.definitions.tables[node.table.text]
    if table.column_types:
        what, advice = f"the result of the table `{table.name}`", "use the result in a condition or a `let`"
        world.report(types.not_an_action(node.span, what, advice, table.name))
        return None
    values = check_arguments(context, node.table, table.parameters, node.arguments, table.span)
    return None if values is None else model.DoTable(table.name, values, span=node.span)


# ---- ways through


def _check_for_each(context: Context, node: syntax.ForEach) -> model.Statement | None:
    node = visit_region(context, node)
    domain = infer_visited(context, node.domain, node.start is None and not node.repeated)
    if domain.type is INVALID:
        return None
    if isinstance(domain.type, RollType | ThrowType):
        return _check_for_each_die(context, node, domain)
    if node.condition is not None and not is_beyond_sets(domain.type):
        domain = infer_members(context, node.variable, node.domain, node.condition)
    domain = to_set(domain)
    variable = bind_variable(context, node.variable, domain)
    start = context.expect_optional(node.start, variable.type)
    inner = context.nest(variable)
    test = inner.expect_optional(node.condition) if is_beyond_sets(domain.type) else None
    body = _check_body(inner, node.body)
    if test is not None:
        body = (model.When((model.Case(test, body),), span=node.span),)
    until = inner.expect_optional(node.until)
    if node.order == "right" and variable.type not in (INVALID, context.world.all_members("player")):
        context.world.report(types.nobody_to_the_right(domain.span, describe_type(variable.type)))
    down = node.order in ("highest", "right")
    return model.ForEach(variable, domain, down, body, start, node.repeated, until, span=node.span)


def _check_for_each_die(context: Context, node: syntax.ForEach, roll: model.Value) -> model.Statement | None:
    if node.start is not None or node.repeated:
        context.mismatch(roll, "a set to go through")
        return None
    variable = bind_variable(context, node.variable, roll)
    inner = context.nest(variable)
    test = inner.expect_optional(node.condition)
    body = check_clauses(inner, node.body)
    if test is not None:
        body = (model.When((model.Case(test, body),), span=node.span),)
    return model.ForEachDie(variable, roll, node.order == "highest", body, span=node.span)


def _check_repeat(context: Context, node: syntax.Repeat) -> model.Statement:
    times = to_total(context.infer(node.times)) if node.times is not None else None
    if times is not None and not isinstance(times.type, NumberType):
        context.mismatch(times, "a number of times")
    elif times is not None and isinstance(times.type, NumberType) and times.type.high < 1:
        context.world.report(types.never_once(times.span, "times it is repeated"))
    inner = context.nest()
    if isinstance(node.body, tuple):
        body = _check_body(inner, node.body)
    else:
        item = _check_item(inner, node.body)
        body = () if item is None else (item,)
    return model.Loop(body, inner.expect_optional(node.until), times, span=node.span)
