"""Values, types, statements and citations as text on one line.

Parentheses are printed where the tree has them, so what was parsed is printed as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from interpreter import syntax

LEADS = {"some": "some", "no": "no", "count": "count of", "those": "those"}
BARE = (
    *(syntax.Number, syntax.YesNo, syntax.Nobody, syntax.Everything),
    *(syntax.Reference, syntax.Of, syntax.TopOf, syntax.Column, syntax.Applied),
    *(syntax.LesserOrGreater, syntax.Neighbour),
)
"""What may follow the name of a call without parentheses."""


def join_expressions(expressions: Iterable[syntax.Expression]) -> str:
    return ", ".join(format_expression(each) for each in expressions)


def format_expression(expression: syntax.Expression) -> str:
    match expression:
        case syntax.Number() | syntax.YesNo() | syntax.Nobody() | syntax.Anything() | syntax.Quoted():
            return _format_plain(expression)
        case syntax.Faces() | syntax.OrMore() | syntax.OrLess() | syntax.Pattern():
            return _format_pattern(expression)
        case syntax.Reference() | syntax.Everything() | syntax.Column() | syntax.Applied():
            return _format_named(expression)
        case syntax.Of() | syntax.TopOf() | syntax.LesserOrGreater() | syntax.Neighbour():
            return _format_of(expression)
        case syntax.Grouped() | syntax.Tuple() | syntax.Range() | syntax.Arithmetic() | syntax.Minus():
            return _format_sum(expression)
        case syntax.Compared() | syntax.Negated() | syntax.AllOf() | syntax.AnyOf() | syntax.Supposed():
            return _format_condition(expression)
        case syntax.Conditional() | syntax.Quantified() | syntax.Summed() | syntax.Best() | syntax.Parted():
            return _format_long(expression)
        case _:
            assert_never(expression)


def _format_plain(
    expression: syntax.Number | syntax.YesNo | syntax.Nobody | syntax.Anything | syntax.Quoted,
) -> str:
    match expression:
        case syntax.Number(value):
            return str(value)
        case syntax.YesNo(value):
            return "yes" if value else "no"
        case syntax.Nobody():
            return "none"
        case syntax.Anything():
            return "any"
        case syntax.Quoted(text):
            return format_text(text)
        case _:
            assert_never(expression)


def _format_pattern(expression: syntax.Faces | syntax.OrMore | syntax.OrLess | syntax.Pattern) -> str:
    match expression:
        case syntax.Faces(faces):
            return "+".join(map(str, faces))
        case syntax.OrMore(least):
            return f"{least}+"
        case syntax.OrLess(most):
            return f"{most}-"
        case syntax.Pattern(form, number):
            return f"{format_expression(number)} {form.replace('_', ' ')}"
        case _:
            assert_never(expression)


def format_called(name: syntax.Name) -> str:
    """A declared name, with the name for people."""
    return f'{name.text} "{name.shown}"' if name.shown else name.text


def _format_named(expression: syntax.Reference | syntax.Everything | syntax.Column | syntax.Applied) -> str:
    match expression:
        case syntax.Reference(name):
            return name
        case syntax.Everything(kind):
            return f"all {kind.text}"
        case syntax.Column(table, column, arguments):
            given = f"({join_expressions(arguments)})" if arguments else ""
            return f"{table.text}{given}.{column.text}"
        case syntax.Applied(name, arguments):
            return f"{name.text}({join_expressions(arguments)})"
        case _:
            assert_never(expression)


def _format_of(expression: syntax.Of | syntax.TopOf | syntax.LesserOrGreater | syntax.Neighbour) -> str:
    match expression:
        case syntax.Of(name, subject):
            return f"{name.text} of {format_expression(subject)}"
        case syntax.TopOf(number, zone, subject):
            of = f" of {format_expression(subject)}" if subject else ""
            return f"top {format_expression(number)} of {zone.text}{of}" if number else f"top of {zone.text}{of}"
        case syntax.LesserOrGreater(word, left, right):
            return f"the {word} of {format_expression(left)} and {format_expression(right)}"
        case syntax.Neighbour(forward, domain, member):
            first, then = ("next", "after") if forward else ("last", "before")
            return f"{first} in {format_expression(domain)} {then} {format_expression(member)}"
        case _:
            assert_never(expression)


def _format_sum(
    expression: syntax.Grouped | syntax.Tuple | syntax.Range | syntax.Arithmetic | syntax.Minus,
) -> str:
    match expression:
        case syntax.Tuple(parts):
            return f"({join_expressions(parts)})"
        case syntax.Grouped(inner):
            return f"({format_expression(inner)})"
        case syntax.Range(low, high):
            return f"{format_expression(low)}..{format_expression(high)}"
        case syntax.Arithmetic(operator, left, right):
            return f"{format_expression(left)} {operator} {format_expression(right)}"
        case syntax.Minus(operand):
            return f"-{format_expression(operand)}"
        case _:
            assert_never(expression)


def _format_condition(
    expression: syntax.Compared | syntax.Negated | syntax.AllOf | syntax.AnyOf | syntax.Supposed,
) -> str:
    match expression:
        case syntax.Supposed(step, value):
            return f"after ({format_item(step)}) {format_expression(value)}"  # type: ignore[arg-type]
        case syntax.Compared(comparator, left, right):
            return f"{format_expression(left)} {comparator} {format_expression(right)}"
        case syntax.Negated(operand):
            return f"not {format_expression(operand)}"
        case syntax.AllOf(parts):
            return " and ".join(format_expression(part) for part in parts)
        case syntax.AnyOf(parts):
            return " or ".join(format_expression(part) for part in parts)
        case _:
            assert_never(expression)


def _format_long(
    expression: syntax.Conditional | syntax.Quantified | syntax.Summed | syntax.Best | syntax.Parted,
) -> str:
    match expression:
        case syntax.Parted(rest, domain, part, condition, extreme, value):
            lead = f"the {rest.text} of parting {format_expression(domain)} into {part.text}"
            return f"{lead}{format_where(condition)} with {extreme} {format_expression(value)}"
        case syntax.Conditional(value, condition, other):
            first = f"{format_expression(value)} if {format_expression(condition)}"
            return f"{first} otherwise {format_expression(other)}"
        case syntax.Quantified(quantifier, variable, domain, condition, subsets):
            lead = f"{LEADS[quantifier]} {variable.text} in {_format_domain(domain, subsets)}"
            return lead + format_where(condition)
        case syntax.Summed(value, variable, domain, condition, subsets, word):
            which = word if word == "sum" else f"the {word}"
            lead = f"{which} of {format_expression(value)} for {variable.text} in {_format_domain(domain, subsets)}"
            return lead + format_where(condition)
        case syntax.Best(all_best, variable, domain, condition, extreme, value, subsets, many):
            which = "those" if all_best else f"the {format_expression(many)}" if many is not None else "the"
            lead = f"{which} {variable.text} in {_format_domain(domain, subsets)}"
            return f"{lead}{format_where(condition)} with {extreme} {format_expression(value)}"
        case _:
            assert_never(expression)


def format_start(value: syntax.Expression | syntax.Spread) -> str:
    """A value, or what is kept of each of several members."""
    return ", ".join(map(_format_laid, value.parts)) if isinstance(value, syntax.Spread) else format_expression(value)


def _format_laid(node: syntax.Laid) -> str:
    where = f"on {format_expression(node.places)}" if node.places else "elsewhere"
    return f"{format_expression(node.value)} {where}"


def format_where(condition: syntax.Expression | None) -> str:
    return f" where {format_expression(condition)}" if condition else ""


def _format_domain(domain: syntax.Expression, subsets: bool) -> str:
    return ("subsets of " if subsets else "") + format_expression(domain)


# ---- texts, types, parameters, citations


def format_text(text: syntax.Text) -> str:
    return f'"{text.text}"'


def format_type(kind: syntax.Type) -> str:
    match kind:
        case syntax.YesNoType():
            return "yes or no"
        case syntax.SetType(member):
            return f"set of {format_type(member)}"
        case syntax.ValuesType(values):
            return format_expression(values)
        case syntax.OrNoneType(some):
            return f"{format_type(some)} or none"
        case _:
            assert_never(kind)


def format_parameter(parameter: syntax.Parameter) -> str:
    """A parameter as it is written: `name: type`."""
    return f"{parameter.name.text}: {format_type(parameter.type)}"


def format_literal(literal: syntax.Literal) -> str:
    if isinstance(literal.value, bool):
        return "yes" if literal.value else "no"
    return str(literal.value)


def format_for(games: Sequence[syntax.Name]) -> str:
    """The games that house rules, or examples there, are for: ` for one, other`; nothing where none is named."""
    return f" for {', '.join(each.text for each in games)}" if games else ""


def format_ids(ids: Iterable[syntax.IdRange]) -> str:
    """Cited facts as they are written, with several in a row as one: `MK-01, MK-04 to MK-06`."""
    return ", ".join(each.first if each.last is None else f"{each.first} to {each.last}" for each in ids)


def format_mark(mark: syntax.Mark) -> str:
    match mark:
        case syntax.Cite(section, ids):
            return " ".join(["cite", *([format_text(section)] if section else []), *([format_ids(ids)] if ids else [])])
        case syntax.Open(ids):
            return f"open {format_ids(ids)}"
        case _:
            assert_never(mark)


def format_marks(marks: Iterable[syntax.Mark]) -> str:
    return " ".join(format_mark(mark) for mark in marks)


# ---- statements


def format_sequence(sequence: syntax.Sequence) -> str:
    return " then ".join(format_statement(each) for each in sequence.statements)


def format_statement(statement: syntax.Statement) -> str:
    match statement:
        case syntax.Say() | syntax.Roll() | syntax.Choose() | syntax.Do():
            return _format_ask(statement)
        case syntax.Assign() | syntax.Add() | syntax.Let():
            return _format_change(statement)
        case syntax.Repeat() | syntax.End() | syntax.Win() | syntax.Nothing():
            return _format_go(statement)
        case syntax.Shuffle() | syntax.Deal() | syntax.Put() | syntax.Swap():
            return _format_handle(statement)
        case syntax.Either(first, condition, other):
            either = f"{format_statement(first)} if {format_expression(condition)}"
            return f"{either} otherwise {format_statement(other)}"
        case _:
            return format_item(statement)


def _format_ask(statement: syntax.Say | syntax.Roll | syntax.Choose | syntax.Do) -> str:
    match statement:
        case syntax.Say(text, listener):
            lead = f"tell {format_expression(listener)}" if listener else "say"
            return f"{lead} {format_text(text)}"
        case syntax.Roll(place, thrower, count, kept):
            some = f"{format_expression(count)} of " if count else ""
            keeping = f" keeping {format_expression(kept)}" if kept else ""
            by = f" for {format_expression(thrower)}" if thrower else ""
            return f"roll {some}{format_place(place)}{keeping}{by}"
        case syntax.Choose(choice, chooser, arguments):
            return f"choose {choice.text}{_format_arguments(arguments)} by {format_expression(chooser)}"
        case syntax.Do(table, arguments):
            return f"do {table.text}{_format_arguments(arguments)}"
        case _:
            assert_never(statement)


def _format_arguments(arguments: tuple[syntax.Expression, ...]) -> str:
    return f"({join_expressions(arguments)})" if arguments else ""


def _format_change(statement: syntax.Assign | syntax.Add | syntax.Let) -> str:
    match statement:
        case syntax.Assign(place, value):
            return f"set {format_place(place)} to {format_expression(value)}"
        case syntax.Add(amount, place, True):
            return f"take {format_expression(amount)} from {format_place(place)}"
        case syntax.Add(amount, place):
            return f"add {format_expression(amount)} to {format_place(place)}"
        case syntax.Let(name, value):
            return f"let {name.text} = {format_expression(value)}"
        case _:
            assert_never(statement)


def _format_go(statement: syntax.Repeat | syntax.End | syntax.Win | syntax.Nothing) -> str:
    match statement:
        case syntax.Repeat(body, until):
            assert not isinstance(body, tuple)
            return f"repeat {format_item(body)}" + (f" until {format_expression(until)}" if until else "")
        case syntax.End(phase, without_result):
            return f"end {phase.text}{' without result' if without_result else ''}"
        case syntax.Win(winner):
            return f"win {format_expression(winner) if winner is not None else 'the bank'}"
        case syntax.Nothing():
            return "nothing"
        case _:
            assert_never(statement)


def _format_handle(statement: syntax.Shuffle | syntax.Deal | syntax.Put | syntax.Swap) -> str:
    match statement:
        case syntax.Shuffle(zone):
            return f"shuffle {format_place(zone)}"
        case syntax.Deal(number, source, target):
            some = f"deal {format_expression(number)}" if number else "deal"
            return f"{some} from {format_place(source)} to {_format_target(target)}"
        case syntax.Put(cards, source, target):
            which = format_expression(cards) if cards else "all"
            return f"put {which} from {format_place(source)} to {_format_target(target)}"
        case syntax.Swap(first, second):
            return f"swap {format_place(first)} with {format_place(second)}"
        case _:
            assert_never(statement)


def _format_target(target: syntax.Target) -> str:
    return ("bottom of " if target.bottom else "") + format_place(target.zone)


def format_place(place: syntax.Place) -> str:
    return place.name.text + (f" of {format_expression(place.subject)}" if place.subject else "")


def format_item(item: syntax.Item) -> str:
    if not isinstance(item, syntax.Call):
        return format_expression(item)
    bare = [each.value for each in item.arguments if each.preposition is None]
    labelled = [f" {each.preposition} {format_expression(each.value)}" for each in item.arguments if each.preposition]
    plain = len(bare) == 1 and isinstance(bare[0], BARE)
    first = f" {join_expressions(bare)}" if plain else f"({join_expressions(bare)})" if bare else ""
    return item.name.text + first + "".join(labelled)
