"""Calls of rules and phases: as a step, and, of rules, as a step that is only supposed."""

from __future__ import annotations

from collections import Counter

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.world import Signature
from interpreter.diagnostics.messages import names, phases, types
from interpreter.diagnostics.wording import describe_sort
from interpreter.domains import Type
from interpreter.source import Span


def _report_misfit(
    context: Context, name: syntax.Name, signature: Signature, given: tuple[syntax.Argument, ...], span: Span
) -> None:
    """Report a call with other values, or other words before them, than the rule or phase is declared with."""
    plain = [each.value.span.text for each in given if each.preposition is None]
    texts = [("", _join_plain(plain))] * bool(plain)
    texts += [(each.preposition, each.value.span.text) for each in given if each.preposition]
    found = f"`{' '.join(f'{word} {text}'.strip() for word, text in texts)}`" if given else "nothing"
    known = list(zip(signature.prepositions, signature.parameters, strict=True))
    names_of_plain = [each.name for word, each in known if word is None]
    called = {"": _join_plain(names_of_plain)} if names_of_plain else {}
    called |= {word: each.name for word, each in known if word is not None}
    if len(plain) != len(names_of_plain):
        is_one_meant = len(names_of_plain) == 1 or (len(plain) == 1 and not names_of_plain)
        texts = [("", each) for each in plain[:1] if is_one_meant] + [each for each in texts if each[0]]
    meant = dict(reversed(texts))
    astray = iter([text for word, text in texts if word not in called] if len(texts) == len(called) else [])
    words = [(word, each, meant.get(word) or next(astray, "")) for word, each in called.items()]
    wanted, advice = types.format_call(name.text, words)
    context.world.report(types.wrong_arguments(span, name.text, wanted, found, signature.span, advice))


def _join_plain(values: list[str]) -> str:
    """Values that no word stands before, as they are written."""
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def check_call(
    context: Context, name: syntax.Name, given: tuple[syntax.Argument, ...], span: Span
) -> model.Statement | None:
    world = context.world
    symbol = world.names.symbols.get(name.text)
    if symbol is not None and symbol.word == "table":
        advice = f"use a table with `do {name.text}`"
        world.report(names.wrong_thing(name.span, name.text, "table", "rule", symbol.span, advice))
        return None
    if name.text in context.locals or (symbol is not None and symbol.word not in ("rule", "phase")):
        what = describe_sort(symbol.word) if symbol is not None and name.text not in context.locals else "name"
        advice = "call a rule here; to change a value write `set ... to ...` or `add ... to ...`"
        world.report(types.not_an_action(span, f"the {what} `{name.text}`", advice, name.text))
        return None
    signature = world.declared.signatures.get(name.text) if world.find(name, "rule", "phase") is not None else None
    if signature is None:
        return None
    if Counter(each.preposition for each in given) != Counter(signature.prepositions):
        _report_misfit(context, name, signature, given, span)
        return None
    waiting: dict[str | None, list[syntax.Expression]] = {}
    for argument in given:
        waiting.setdefault(argument.preposition, []).append(argument.value)
    values = [
        context.expect(waiting[preposition].pop(0), each.type)
        for each, preposition in zip(signature.parameters, signature.prepositions, strict=True)
    ]
    return model.CallRoutine(name.text, tuple(values), span=span)


def check_supposed(context: Context, node: syntax.Supposed, hint: Type | None) -> model.Value:
    """`after (move man by die) some man in mine where can_move(man)`: a value as it would be after one rule."""
    match node.step:
        case syntax.Call(name, given):
            call = check_call(context, name, given, node.step.span)
        case syntax.Reference(text):
            call = check_call(context, syntax.Name(text, span=node.step.span), (), node.step.span)
        case syntax.Applied(name, values):
            arguments = tuple(syntax.Argument(each, span=each.span) for each in values)
            call = check_call(context, name, arguments, node.step.span)
        case _:
            context.world.report(phases.not_supposed(node.step.span, node.step.span.text))
            call = None
    value = context.infer(node.value, hint)
    if not isinstance(call, model.CallRoutine):
        return context.world.make_invalid(node.span)
    if context.world.declared.signatures[call.routine].kind == "phase":
        declared = context.world.declared.signatures[call.routine].span
        return context.refuse(phases.suppose_phase(node.step.span, call.routine, declared), value)
    made = model.Supposed(call.routine, call.arguments, value, type=value.type, span=node.span)
    context.world.definitions.supposed.append(made)
    return made
