"""Reports a `where` whose condition could be read in two ways.

A condition reaches as far as it can, so that an `or` or `and` behind it belongs to it. That is reported where
somebody could read it otherwise and would get something else: where what follows says nothing of the members gone
through, and could as well be beside everything before it. Of `some x in s where a and b` both readings mean the
same if b says nothing of x, so there `and` is left alone; of `no x in s where a and b` they do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter import syntax
from interpreter.check.comparisons import regroup
from interpreter.check.context import Context
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import types
from interpreter.source import Span


@dataclass(frozen=True)
class Tail:
    """The `or` or `and` at the end of a condition after `where`. `variables` are the names bound on the way to
    it; `denied` is whether the whole holds just where the condition does not; `counted` whether it is compared with
    something; `reported` whether it has been pointed out already, further inside."""

    condition: syntax.AllOf | syntax.AnyOf
    parts: tuple[syntax.Expression, ...]
    variables: tuple[str, ...]
    denied: bool = False
    counted: bool = False
    always: bool = True
    reported: bool = False

    @property
    def is_ambiguous(self) -> bool:
        if _mentions(self.parts[-1], self.variables):
            return False
        either = isinstance(self.condition, syntax.AnyOf)
        return self.counted or self.denied or (either and not self.always)

    @property
    def find_first_apart(self) -> int:
        """The first of the last parts that do not mention the bound name; the very first stays."""
        at = len(self.parts) - 1
        while at > 1 and not _mentions(self.parts[at - 1], self.variables):
            at -= 1
        return at


def report_ambiguous_where(context: Context, node: syntax.Expression) -> None:
    """Report a value that ends with the condition of a `where` and could be read in two ways."""
    tail = _find_tail(context, node)
    if tail is None or tail.reported or not tail.is_ambiguous:
        return
    at = tail.find_first_apart
    before, after = tail.parts[at - 1].span, tail.parts[-1].span
    word = "or" if isinstance(tail.condition, syntax.AnyOf) else "and"
    apart = Span(node.span.source, before.end, after.end)
    context.world.report(types.where_unclear(node.span, tail.condition.span, apart, word))


def _find_tail(context: Context, node: syntax.Expression) -> Tail | None:
    match node:
        case syntax.Negated(operand):
            tail = _find_tail(context, operand)
            return tail and replace(tail, denied=not tail.denied)
        case syntax.Compared("in" | "not in" as comparator, _, syntax.Quantified("those") as members):
            tail = _find_domain_tail(context, members)
            return tail and replace(tail, denied=tail.denied != (comparator == "not in"))
        case syntax.Compared(_, _, right):
            tail = _find_counted_tail(context, right)
            return tail and replace(tail, counted=True)
        case syntax.Quantified("some" | "no" as quantifier):
            tail = _find_domain_tail(context, node)
            denied = tail is not None and tail.denied != (quantifier == "no")
            return tail and replace(tail, denied=denied)
        case _:
            return None


def _find_counted_tail(context: Context, node: syntax.Expression) -> Tail | None:
    match node:
        case syntax.Arithmetic(_, _, last) | syntax.Minus(last):
            return _find_counted_tail(context, last)
        case syntax.Quantified("count" | "those") | syntax.Summed():
            return _find_domain_tail(context, node)
        case _:
            return None


def _find_domain_tail(context: Context, node: syntax.Quantified | syntax.Summed) -> Tail | None:
    condition, name = node.condition, node.variable.text
    always = isinstance(node.domain, syntax.Everything) and not node.subsets
    if isinstance(condition, syntax.AllOf | syntax.AnyOf):
        parts = regroup(context, condition.parts) if isinstance(condition, syntax.AllOf) else condition.parts
        return Tail(condition, parts, (name,), always=always) if len(parts) > 1 else None
    tail = _find_tail(context, condition) if condition is not None else None
    if tail is None:
        return None
    told = tail.reported or tail.is_ambiguous
    return replace(tail, variables=(*tail.variables, name), always=tail.always and always, reported=told)


def _mentions(node: syntax.Expression, variables: Sequence[str]) -> bool:
    return any(isinstance(each, syntax.Reference) and each.name in variables for each in syntax.iterate_nodes(node))
