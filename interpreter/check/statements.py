"""Statements: from clauses to typed statements.

A name on its own, `name(value)` and `name value by value` are calls of rules and phases; which of them a
name is shows only here.
"""

from __future__ import annotations

from typing import assert_never

from interpreter import model, syntax
from interpreter.check.cards import check_card_statement
from interpreter.check.changes import check_add, check_assign, check_let
from interpreter.check.context import Context, bind_variable
from interpreter.check.convert import find_throw_type, report_unkept_dice, to_set, to_total
from interpreter.check.members import infer_members
from interpreter.check.references import check_arguments
from interpreter.check.rolled_dice import RolledDice, find_rolled
from interpreter.check.texts import parse_template
from interpreter.check.winners import check_win, may_end
from interpreter.check.world import Signature, describe_type
from interpreter.diagnostics.messages import names, types
from interpreter.diagnostics.wording import describe_sort
from interpreter.domains import MemberType, NumberType, RollType, ThrowType
from interpreter.source import Span


def check_clauses(context: Context, nodes: tuple[syntax.Clause, ...]) -> tuple[model.Statement, ...]:
    """The statements of a block. What cannot be understood is reported and left out."""
    return _check_body(context.nest(), nodes)


def _check_body(inner: Context, nodes: tuple[syntax.Clause, ...]) -> tuple[model.Statement, ...]:
    """The same where names that the block gives are known behind it, in an `until`."""
    return tuple(each for node in nodes for each in _check_clause(inner, node))


def _check_clause(context: Context, node: syntax.Clause) -> tuple[model.Statement, ...]:
    match node:
        case syntax.Sequence():
            return check_sequence(context, node)
        case syntax.When():
            return _check_when(context, node)
        case syntax.ForEach():
            return _check_for_each(context, node)
        case syntax.Repeat():
            return _check_repeat(context, node)
        case _:
            assert_never(node)


def check_sequence(context: Context, node: syntax.Sequence) -> tuple[model.Statement, ...]:
    statements: list[model.Statement] = []
    for each in node.statements:
        made = _check_statement(context, each)
        if not made and not isinstance(each, syntax.Nothing):
            context.world.drop(each.span)
        statements.extend(made)
    return tuple(statements)


def _check_statement(context: Context, node: syntax.Statement) -> tuple[model.Statement, ...]:
    match node:
        case syntax.Say(text):
            made = parse_template(context, text)
            return (model.Tell(made, span=node.span),) if made else ()
        case syntax.Roll():
            return _check_roll(context, node)
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
        case syntax.Repeat():
            return _check_repeat(context, node)
        case syntax.End(phase, without_result):
            if not may_end(context.world, node):
                return ()
            return (model.EndPhase(phase.text, without_result, span=node.span),)
        case syntax.Win():
            return check_win(context, node)
        case syntax.Nothing():
            return ()
        case syntax.Either():
            if not _report_long_value(context, node):
                context.world.report(types.either_in_line(node.span))
            return ()
        case syntax.Shuffle() | syntax.Deal() | syntax.Put() | syntax.Swap():
            return check_card_statement(context, node)
        case _:
            return check_item(context, node)


# ---- calls


def check_item(context: Context, node: syntax.Item) -> tuple[model.Statement, ...]:
    match node:
        case syntax.Call(name, given):
            return _check_call(context, name, given, node.span)
        case syntax.Reference(text):
            return _check_call(context, syntax.Name(text, span=node.span), (), node.span)
        case syntax.Applied(name, values):
            return _check_call(
                context, name, tuple(syntax.Argument(each, span=each.span) for each in values), node.span
            )
        case syntax.Grouped(inner):
            return check_item(context, inner)
        case _:
            context.world.report(types.not_an_action(node.span, f"`{node.span.text}`", _suggest_action(node)))
            return ()


def _suggest_action(node: syntax.Expression) -> str:
    if isinstance(node, syntax.Compared) and node.comparator == "is":
        return "write `set ... to ...` to change a value; `is` only compares"
    return "call a rule, or write `set ... to ...`, `add ... to ...` or `say ...`"


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
            return _check_statement(context, node)
    test = context.expect_condition(condition)
    cases = tuple(
        model.Case(held, _check_row_part(context.nest(), each)) for held, each in ((test, first), (None, other))
    )
    return (model.When(cases, span=node.span),) if test is not None else ()


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
            symbol = context.world.symbols.get(name)
            return name not in context.locals and symbol is not None and symbol.word in ("rule", "phase")
        case syntax.Applied(name, _):
            symbol = context.world.symbols.get(name.text)
            return symbol is not None and symbol.word in ("rule", "phase")
        case _:
            return not isinstance(node, syntax.Expression)


def _report_misfit(
    context: Context, name: syntax.Name, signature: Signature, given: tuple[syntax.Argument, ...], span: Span
) -> None:
    """Report a call with other values, or other words before them, than the rule or phase is declared with."""
    texts = [(each.preposition or "", each.value.span.text) for each in given]
    found = f"`{' '.join(f'{word} {text}'.strip() for word, text in texts)}`" if given else "nothing"
    called = {word or "": each.name for word, each in zip(signature.prepositions, signature.parameters, strict=True)}
    meant = dict(reversed(texts))
    astray = iter([text for word, text in texts if word not in called] if len(texts) == len(called) else [])
    words = [(word, each, meant.get(word) or next(astray, "")) for word, each in called.items()]
    wanted, advice = types.format_call(name.text, words)
    context.world.report(types.wrong_arguments(span, name.text, wanted, found, signature.span, advice))


def _check_call(
    context: Context, name: syntax.Name, given: tuple[syntax.Argument, ...], span: Span
) -> tuple[model.Statement, ...]:
    world = context.world
    symbol = world.symbols.get(name.text)
    if symbol is not None and symbol.word == "table":
        world.report(
            names.wrong_thing(
                name.span, name.text, "table", "rule", symbol.span, f"use a table with `do {name.text}`"
            )
        )
        return ()
    if name.text in context.locals or (symbol is not None and symbol.word not in ("rule", "phase")):
        what = describe_sort(symbol.word) if symbol is not None and name.text not in context.locals else "name"
        world.report(
            types.not_an_action(
                span,
                f"the {what} `{name.text}`",
                "call a rule here; to change a value write `set ... to ...` or `add ... to ...`",
                name.text,
            )
        )
        return ()
    if world.find(name, "rule", "phase") is None:
        return ()
    signature = world.signatures.get(name.text)
    if signature is None or not signature.is_sound:
        return ()
    by_preposition = {each.preposition: each for each in given}
    if len(by_preposition) != len(given) or set(by_preposition) != set(signature.prepositions):
        _report_misfit(context, name, signature, given, span)
        return ()
    values = [
        context.expect(by_preposition[preposition].value, each.type)
        for each, preposition in zip(signature.parameters, signature.prepositions, strict=True)
    ]
    if None in values:
        return ()
    return (model.CallRoutine(name.text, tuple(each for each in values if each is not None), span=span),)


# ---- chance, choices, tables


def _check_speaker(context: Context, node: syntax.Expression) -> model.Value | None:
    value = context.infer(node)
    if value is None:
        return None
    if not isinstance(value.type, MemberType) or value.type.kind not in ("player", "side"):
        context.world.report(types.wrong_type(value.span, describe_type(value.type), "a player or a side"))
        return None
    return value


def _check_roll(context: Context, node: syntax.Roll) -> tuple[model.Statement, ...]:
    rolled = find_rolled(node, [name for name, each in context.world.dice.items() if each.variable.each is not None])
    thrower = _check_speaker(context, node.thrower) if node.thrower is not None else None
    dice = context.world.dice.get(rolled.dice.text) if context.world.find(rolled.dice, "dice") else None
    if dice is None or (node.thrower is not None and thrower is None):
        return ()
    least = 0 if dice.variable.each is not None else 1
    count = context.expect(rolled.count, NumberType(least, dice.type.number)) if rolled.count is not None else None
    kept = _check_kept(context, node.kept, dice.type) if node.kept is not None else None
    index = _check_whose(context, node, rolled, dice)
    wanted = (rolled.count, count), (node.kept, kept), (rolled.index or dice.variable.each, index)
    if any(written is not None and value is None for written, value in wanted):
        return ()
    if dice.variable.each is not None and dice.variable.each.kind in ("player", "side"):
        thrower = index
    return (model.RollDice(rolled.dice.text, thrower, count, kept, index, span=node.span),)


def _check_whose(
    context: Context, node: syntax.Roll, rolled: RolledDice, dice: model.DiceInfo
) -> model.Value | None:
    """Whose dice are rolled, where each member of a kind has some."""
    each = dice.variable.each
    if each is None and rolled.index is not None:
        context.world.report(types.no_of(node.place.span, dice.name, "single value"))
    elif each is not None and rolled.index is None:
        context.world.report(types.needs_of(rolled.dice.span, dice.name, each.kind))
    elif each is not None and each.kind in ("player", "side") and node.thrower is not None:
        context.world.report(types.thrown_by_owner(node.thrower.span, dice.name, each.kind))
    elif each is not None and rolled.index is not None:
        return context.expect(rolled.index, each)
    return None


def _check_kept(context: Context, node: syntax.Expression, dice: RollType) -> model.Value | None:
    throw = find_throw_type(dice)
    if throw is None:
        report_unkept_dice(context.world, dice, node.span)
        return None
    return context.expect(node, throw)


def _check_choose(context: Context, node: syntax.Choose) -> tuple[model.Statement, ...]:
    chooser = _check_speaker(context, node.chooser)
    if context.world.find(node.choice, "choice") is None or chooser is None:
        return ()
    parameters = context.world.choice_parameters.get(node.choice.text)
    if parameters is None:
        return ()
    declared = context.world.symbols[node.choice.text].span
    values = check_arguments(context, node.choice, parameters, node.arguments, declared)
    return () if values is None else (model.Ask(node.choice.text, chooser, values, span=node.span),)


def _check_do(context: Context, node: syntax.Do) -> tuple[model.Statement, ...]:
    world = context.world
    if world.find(node.table, "table") is None or not world.complete(node.table.text, node.table.span):
        return ()
    table = world.tables[node.table.text]
    if table.column_types:
        world.report(
            types.not_an_action(
                node.span,
                f"the result of the table `{table.name}`",
                "use the result in a condition or a `let`",
                table.name,
            )
        )
        return ()
    values = check_arguments(context, node.table, table.parameters, node.arguments, table.span)
    return () if values is None else (model.DoTable(table.name, values, span=node.span),)


# ---- ways through


def _check_when(context: Context, node: syntax.When) -> tuple[model.Statement, ...]:
    cases: list[model.Case] = []
    for branch in node.branches:
        test = context.expect_condition(branch.condition) if branch.condition is not None else None
        body = check_clauses(context, branch.body)
        if branch.condition is None or test is not None:
            cases.append(model.Case(test, body))
    return (model.When(tuple(cases), span=node.span),)


def _check_for_each(context: Context, node: syntax.ForEach) -> tuple[model.Statement, ...]:
    domain = context.infer(node.domain)
    if domain is None:
        return ()
    if isinstance(domain.type, RollType | ThrowType):
        return _check_for_each_die(context, node, domain)
    if node.condition is not None:
        domain = infer_members(context, node.variable, node.domain, node.condition)
    if domain is None:
        return ()
    domain = to_set(domain)
    variable = bind_variable(context, node.variable, domain)
    if variable is None:
        return ()
    start = context.expect(node.start, variable.type) if node.start is not None else None
    inner = context.nest(variable)
    body = _check_body(inner, node.body)
    until = inner.expect_condition(node.until) if node.until is not None else None
    if (node.start is not None and start is None) or (node.until is not None and until is None):
        return ()
    if node.order == "right" and variable.type != context.world.all_members("player"):
        context.world.report(types.nobody_to_the_right(domain.span, describe_type(variable.type)))
        return ()
    down = node.order in ("highest", "right")
    return (model.ForEach(variable, domain, down, body, start, node.repeated, until, span=node.span),)


def _check_for_each_die(context: Context, node: syntax.ForEach, roll: model.Value) -> tuple[model.Statement, ...]:
    if node.start is not None or node.repeated:
        context.world.report(types.wrong_type(roll.span, describe_type(roll.type), "a set to go through"))
        return ()
    variable = bind_variable(context, node.variable, roll)
    if variable is None:
        return ()
    inner = context.nest(variable)
    test = inner.expect_condition(node.condition) if node.condition is not None else None
    body = check_clauses(inner, node.body)
    if node.condition is not None:
        body = (model.When((model.Case(test, body),), span=node.span),) if test is not None else ()
    return (model.ForEachDie(variable, roll, node.order == "highest", body, span=node.span),)


def _check_repeat(context: Context, node: syntax.Repeat) -> tuple[model.Statement, ...]:
    times = _check_times(context, node.times) if node.times is not None else None
    inner = context.nest()
    body = _check_body(inner, node.body) if isinstance(node.body, tuple) else check_item(inner, node.body)
    until = inner.expect_condition(node.until) if node.until is not None else None
    if (node.until is not None and until is None) or (node.times is not None and times is None):
        return ()
    return (model.Loop(body, until, times, span=node.span),)


def _check_times(context: Context, node: syntax.Expression) -> model.Value | None:
    times = context.infer(node)
    times = to_total(times) if times is not None else None
    if times is not None and isinstance(times.type, NumberType) and times.type.high < 1:
        context.world.report(types.never_once(times.span, "times it is repeated"))
        return None
    if times is None or isinstance(times.type, NumberType):
        return times
    context.world.report(types.wrong_type(times.span, describe_type(times.type), "a number of times"))
    return None
