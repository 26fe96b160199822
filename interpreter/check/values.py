"""Values: from expressions to typed values.

Types flow both ways: a value is worked out with a `hint` of what is wanted, so that the alternatives of an
option or the offers of a choice need no names of their own in the ruleset. Whatever cannot be typed is
reported once and gives None, and whoever asked for it stays silent.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from interpreter import model, syntax
from interpreter.check.convert import as_number, as_set, coerce, hull, number_set, overlaps, total_of
from interpreter.check.world import BUILT_IN, World, describe
from interpreter.domains import (
    LARGEST_SET,
    UNBOUNDED,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    Type,
    YesNoType,
    domain_of,
    roll_faces,
)
from interpreter.errors import names, types
from interpreter.source import Span

YES_NO = YesNoType()


@dataclass
class Context:
    """Where an expression stands: the names known only there, and whom locals belong to."""

    world: World
    owner: str
    locals: dict[str, model.Variable] = field(default_factory=dict)

    def inner(self, *variables: model.Variable) -> Context:
        """The same place with more names known."""
        return replace(self, locals=self.locals | {each.name: each for each in variables})


def wanted(context: Context, node: syntax.Expression, kind: Type) -> model.Value | None:
    """The value of an expression as a given type."""
    value = infer(context, node, kind)
    return None if value is None else coerce(context.world, value, kind)


def condition(context: Context, node: syntax.Expression) -> model.Value | None:
    """The value of an expression that holds or does not."""
    return wanted(context, node, YES_NO)


def infer(context: Context, node: syntax.Expression, hint: Type | None = None) -> model.Value | None:
    """The value of an expression, of whatever type it has."""
    match node:
        case syntax.Number(value):
            return model.Constant(value, type=NumberType(value, value), span=node.span)
        case syntax.YesNo(value):
            return model.Constant(int(value), type=YES_NO, span=node.span)
        case syntax.Nobody():
            return model.Constant(0, type=SetType(None), span=node.span)
        case syntax.Quoted(text):
            return model.TextConstant(text.text, type=TextType(), span=node.span)
        case syntax.Grouped(inner):
            return infer(context, inner, hint)
        case syntax.Faces() | syntax.Anything():
            _not_a_value(context, node)
            return None
        case syntax.OrMore() | syntax.OrLess() | syntax.Range():
            return _range_as_set(context, node, hint)
        case syntax.Reference(name):
            return reference(context, name, node, hint)
        case syntax.Everything(kind):
            return _everything(context, kind)
        case syntax.Of():
            return _of(context, node)
        case syntax.Column():
            return _column(context, node)
        case syntax.Applied():
            return _applied(context, node)
        case syntax.Arithmetic():
            return _arithmetic(context, node, hint)
        case syntax.Minus(operand):
            zero = syntax.Number(0, span=node.span)
            return _arithmetic(context, syntax.Arithmetic("-", zero, operand, span=node.span), hint)
        case syntax.Compared():
            return compare(context, node)
        case syntax.Negated(operand):
            inner_value = condition(context, operand)
            return inner_value and model.Not(inner_value, type=YES_NO, span=node.span)
        case syntax.AllOf():
            return _all_of(context, node, hint)
        case syntax.AnyOf(parts):
            conditions = _conditions(context, parts)
            return None if conditions is None else model.Either(conditions, type=YES_NO, span=node.span)
        case syntax.Conditional():
            return _conditional(context, node, hint)
        case syntax.Quantified():
            return _quantified(context, node)
        case _:
            assert_never(node)


# ---- names


def reference(context: Context, name: str, node: syntax.Expression, hint: Type | None) -> model.Value | None:
    """What a bare name stands for as a value."""
    world, span = context.world, node.span
    local = context.locals.get(name)
    if local is not None:
        return model.Read(local, type=local.type, span=span)
    member = _member_of(world, name, hint)
    if member is not None:
        return model.Constant(member[1], type=MemberType(member[0], member[1], member[1]), span=span)
    symbol = world.symbols.get(name)
    if symbol is None:
        world.report(names.unknown_name(span, name, "value", _known_values(context, hint)))
        return None
    match symbol.word:
        case "member":
            kind, place = world.member(name)
            return model.Constant(place, type=MemberType(kind, place, place), span=span)
        case "state" | "dice" | "choice":
            return _variable(context, name, span)
        case "option":
            option = world.options.get(name)
            return model.OptionValue(name, type=option.type, span=span) if option else None
        case "define":
            return _definition(context, syntax.Name(name, span=span), ())
        case "table":
            return _table_value(context, syntax.Name(name, span=span), (), None, span)
        case _:
            advice = (
                "a rule is carried out, it has no value; use `define` for something worked out"
                if symbol.word == "rule"
                else ""
            )
            world.report(names.wrong_thing(span, name, symbol.word, "value", symbol.span, advice))
            return None


def _member_of(world: World, name: str, hint: Type | None) -> tuple[str, int] | None:
    if isinstance(hint, SetType):
        hint = hint.member
    if isinstance(hint, MemberType) and name in world.kinds[hint.kind].members:
        return hint.kind, world.kinds[hint.kind].members.index(name)
    return None


def _known_values(context: Context, hint: Type | None) -> list[str]:
    known = [*context.locals, *context.world.of_word("state", "dice", "choice", "option", "define", "table", "member")]
    kind = hint.member if isinstance(hint, SetType) else hint
    if isinstance(kind, MemberType):
        return [*context.world.kinds[kind.kind].members, *known]
    return known


def _variable(context: Context, name: str, span: Span) -> model.Value | None:
    if name in context.world.pending:
        context.world.complete(name, span)
    variable = context.world.variables.get(name)
    if variable is None:
        return None
    if variable.each is not None:
        context.world.report(types.needs_of(span, name, variable.each.kind))
        return None
    return model.Read(variable, type=variable.type, span=span)


def is_member(context: Context, node: syntax.Expression) -> bool:
    """Whether an expression is the bare name of a member of a declared kind."""
    if not isinstance(node, syntax.Reference) or node.name in context.locals:
        return False
    symbol = context.world.symbols.get(node.name)
    return symbol is not None and symbol.word == "member"


def _everything(context: Context, kind: syntax.Name) -> model.Value | None:
    if context.world.find(kind, "kind") is None:
        return None
    whole = context.world.whole(kind.text)
    return model.AllOfKind(kind.text, type=SetType(whole), span=kind.span)


def _not_a_value(context: Context, node: syntax.Faces | syntax.Anything) -> None:
    if isinstance(node, syntax.Faces):
        spaced = " + ".join(map(str, node.faces))
        advice = f"compare a roll with it (`swing is {node.span.text}`), or put spaces to add: `{spaced}`"
        context.world.report(types.not_a_value(node.span, f"`{node.span.text}` (the faces of a roll)", advice))
    else:
        context.world.report(types.not_a_value(node.span, "`any`", "`any` stands in the key of a table's row"))


# ---- ranges and sets


def bounds(context: Context, node: syntax.Expression) -> tuple[int, int] | None:
    """The ends of `13..17`, `11+` or `8-` where both are plain numbers."""
    match node:
        case syntax.Grouped(inner):
            return bounds(context, inner)
        case syntax.OrMore(least):
            return least, UNBOUNDED
        case syntax.OrLess(most):
            return 0, most
        case syntax.Range(syntax.Number(low), syntax.Number(high)):
            return low, high
    return None


def _range_as_set(context: Context, node: syntax.Expression, hint: Type | None) -> model.Value | None:
    ends = bounds(context, node)
    if ends is not None:
        return _number_range(context, node, ends)
    assert isinstance(node, syntax.Range)
    member_hint = hint.member if isinstance(hint, SetType) else hint
    low = infer(context, node.low, member_hint)
    high = infer(context, node.high, member_hint)
    if low is None or high is None:
        return None
    joined = hull(low.type, high.type)
    if (
        not isinstance(low, model.Constant)
        or not isinstance(high, model.Constant)
        or not isinstance(joined, MemberType)
    ):
        context.world.report(
            types.not_a_value(node.span, "this range", "a range used as a set has plain ends: `13..17`, `first..third`")
        )
        return None
    bits = sum(1 << place for place in range(low.value, high.value + 1))
    return model.Constant(bits, type=SetType(joined), span=node.span)


def _number_range(context: Context, node: syntax.Expression, ends: tuple[int, int]) -> model.Value | None:
    low, high = ends
    if low > high or low >= LARGEST_SET:
        context.world.report(
            types.out_of_range(node.span, f"`{node.span.text}`", f"0..{LARGEST_SET - 1}, lower end first")
        )
        return None
    kind = SetType(NumberType(low, min(high, LARGEST_SET - 1)))
    return model.Constant(number_set(low, high), type=kind, span=node.span)


def _all_of(context: Context, node: syntax.AllOf, hint: Type | None) -> model.Value | None:
    parts = regroup(context, node.parts)
    if len(parts) == 1:
        return infer(context, parts[0], hint)
    first = infer(context, parts[0], hint)
    if first is None:
        return None
    if isinstance(first.type, MemberType | SetType):
        return _joined(context, parts, first, node)
    conditions = _conditions(context, parts)
    return None if conditions is None else model.Both(conditions, type=YES_NO, span=node.span)


def regroup(context: Context, parts: tuple[syntax.Expression, ...]) -> tuple[syntax.Expression, ...]:
    """`x is first and third` is one comparison with a set: a member after a comparison belongs to its right side."""
    grouped: list[syntax.Expression] = []
    for part in parts:
        last = grouped[-1] if grouped else None
        if (
            isinstance(last, syntax.Compared)
            and last.comparator in ("is", "is not", "in", "not in")
            and is_member(context, part)
        ):
            together = last.right.parts if isinstance(last.right, syntax.AllOf) else (last.right,)
            right = syntax.AllOf((*together, part), span=last.right.span.to(part.span))
            grouped[-1] = replace(last, right=right, span=last.span.to(part.span))
        else:
            grouped.append(part)
    return tuple(grouped)


def _joined(
    context: Context, parts: tuple[syntax.Expression, ...], first: model.Value, node: syntax.AllOf
) -> model.Value | None:
    whole = as_set(first)
    for part in parts[1:]:
        other = infer(context, part, whole.type)
        if other is None:
            return None
        joined = join(context, whole, other, node.span)
        if joined is None:
            return None
        whole = joined
    return whole


def join(context: Context, left: model.Value, right: model.Value, span: Span) -> model.Value | None:
    """Both sets, or members, together."""
    left, right = as_set(left), as_set(right)
    kind = hull(left.type, right.type) if isinstance(left.type, SetType) and isinstance(right.type, SetType) else None
    if kind is None:
        context.world.report(types.wrong_type(right.span, describe(right.type), describe(left.type)))
        return None
    return model.Joined(left, right, type=kind, span=span)


def _conditions(context: Context, parts: tuple[syntax.Expression, ...]) -> tuple[model.Value, ...] | None:
    conditions = [condition(context, part) for part in parts]
    return tuple(each for each in conditions if each is not None) if None not in conditions else None


# ---- arithmetic


def _arithmetic(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value | None:
    if node.operator in ("with", "without"):
        return _with(context, node, hint)
    left = infer(context, node.left, hint if isinstance(hint, MemberType) else None)
    right = infer(context, node.right)
    if left is None or right is None:
        return None
    left, right = total_of(left), total_of(right)
    if isinstance(left.type, MemberType) and node.operator in "+-" and isinstance(right.type, NumberType):
        return _moved(context, left, right, node)
    for side in (left, right):
        if not isinstance(side.type, NumberType):
            context.world.report(
                types.wrong_type(
                    side.span,
                    describe(side.type),
                    "a number",
                    "sets are joined by `with`, parted by `without`" if isinstance(side.type, SetType) else "",
                )
            )
            return None
    assert isinstance(left.type, NumberType)
    assert isinstance(right.type, NumberType)
    operator = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}[node.operator]
    if operator in ("div", "mod") and right.type == NumberType(0, 0):
        context.world.report(types.out_of_range(node.right.span, "a divisor of 0", "every number but 0"))
        return None
    return model.Calculation(operator, left, right, type=_calculated(operator, left.type, right.type), span=node.span)


def _calculated(operator: str, left: NumberType, right: NumberType) -> NumberType:
    """The range of a result, from the ranges of what goes in."""
    ends = [(one, other) for one in (left.low, left.high) for other in (right.low, right.high)]
    match operator:
        case "add":
            return NumberType(left.low + right.low, left.high + right.high)
        case "sub":
            return NumberType(left.low - right.high, left.high - right.low)
        case "mul":
            return NumberType(min(a * b for a, b in ends), max(a * b for a, b in ends))
        case "mod":
            return NumberType(min(0, right.low + 1), max(0, right.high - 1))
    largest = max(abs(left.low), abs(left.high))
    return NumberType(-largest if left.low < 0 or right.low < 0 else 0, largest)


def _moved(context: Context, left: model.Value, right: model.Value, node: syntax.Arithmetic) -> model.Value:
    assert isinstance(left.type, MemberType)
    assert isinstance(right.type, NumberType)
    low, high = right.type.low, right.type.high
    if node.operator == "-":
        low, high = -high, -low
        right = model.Calculation(
            "sub",
            model.Constant(0, type=NumberType(0, 0), span=node.span),
            right,
            type=NumberType(low, high),
            span=right.span,
        )
    top = len(context.world.kinds[left.type.kind].members) - 1
    reach = MemberType(left.type.kind, max(0, min(top, left.type.low + low)), max(0, min(top, left.type.high + high)))
    return model.Moved(left, right, 0, top, type=reach, span=node.span)


def _with(context: Context, node: syntax.Arithmetic, hint: Type | None) -> model.Value | None:
    left = infer(context, node.left, hint)
    if left is None:
        return None
    right = infer(context, node.right, left.type)
    if right is None:
        return None
    if node.operator == "with":
        return join(context, left, right, node.span)
    left, right = as_set(left), as_set(right)
    if not isinstance(left.type, SetType) or not isinstance(right.type, SetType) or hull(left.type, right.type) is None:
        context.world.report(types.not_comparable(node.span, describe(left.type), describe(right.type)))
        return None
    return model.Without(left, right, type=left.type, span=node.span)


# ---- conditions


def compare(context: Context, node: syntax.Compared) -> model.Value | None:
    """`is`, `<`, `in` and their like."""
    if node.comparator.endswith("in"):
        found = _in(context, node)
        return _negated(found, node.comparator == "not in")
    left = infer(context, node.left)
    if left is None:
        return None
    if isinstance(node.right, syntax.Faces):
        return _negated(_roll_is(context, left, node.right, node.span), node.comparator == "is not")
    right = infer(context, node.right, left.type)
    if right is None:
        return None
    operator = {"is": "eq", "is not": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[node.comparator]
    return _compared(context, operator, total_of(left), total_of(right), node)


def _negated(value: model.Value | None, negate: bool) -> model.Value | None:
    return model.Not(value, type=YES_NO, span=value.span) if value is not None and negate else value


def _compared(
    context: Context, operator: str, left: model.Value, right: model.Value, node: syntax.Compared
) -> model.Value | None:
    if isinstance(left.type, SetType) or isinstance(right.type, SetType):
        left, right = as_set(left), as_set(right)
    kind = hull(left.type, right.type)
    ordered = isinstance(left.type, NumberType | MemberType)
    if kind is None or isinstance(kind, TextType) or (operator not in ("eq", "ne") and not ordered):
        context.world.report(types.not_comparable(node.span, describe(left.type), describe(right.type)))
        return None
    if operator in ("eq", "ne") and not overlaps(left.type, right.type):
        side, other = (right, left) if isinstance(right, model.Constant) else (left, right)
        found = f"`{side.span.text}`"
        from interpreter.check.convert import in_words

        context.world.report(
            types.out_of_range(side.span, found, f"{in_words(context.world, other.type)}, so it can never be so")
        )
        return None
    return model.Comparison(operator, left, right, type=YES_NO, span=node.span)


def _roll_is(context: Context, left: model.Value, faces: syntax.Faces, span: Span) -> model.Value | None:
    roll = left.type
    if not isinstance(roll, RollType):
        context.world.report(types.wrong_type(left.span, describe(roll), "a roll, to compare with faces"))
        return None
    if len(faces.faces) != roll.number or not all(1 <= face <= roll.faces for face in faces.faces):
        context.world.report(
            types.out_of_range(faces.span, f"`{faces.span.text}`", f"what {roll.number}d{roll.faces} can show")
        )
        return None
    same = tuple(
        each
        for each in range(roll.outcomes)
        if sorted(roll_faces(each, roll.number, roll.faces)) == sorted(faces.faces)
    )
    return model.RollMatches(left, same, type=YES_NO, span=span)


def _in(context: Context, node: syntax.Compared) -> model.Value | None:
    left = infer(context, node.left)
    if left is None:
        return None
    right_node = node.right.inner if isinstance(node.right, syntax.Grouped) else node.right
    if isinstance(right_node, syntax.Range | syntax.OrMore | syntax.OrLess):
        return _within(context, total_of(left), right_node, node.span)
    right = infer(context, node.right, SetType(left.type) if isinstance(left.type, MemberType) else None)
    if right is None:
        return None
    left, right = total_of(left), as_set(right)
    if (
        not isinstance(right.type, SetType)
        or not isinstance(left.type, MemberType | NumberType)
        or hull(SetType(left.type), right.type) is None
    ):
        context.world.report(
            types.wrong_type(right.span, describe(right.type), f"a set that {describe(left.type)} can be in")
        )
        return None
    return model.Contains(right, left, type=YES_NO, span=node.span)


def _within(context: Context, left: model.Value, node: syntax.Expression, span: Span) -> model.Value | None:
    match node:
        case syntax.Range(low_node, high_node):
            low, high = infer(context, low_node, left.type), infer(context, high_node, left.type)
        case syntax.OrMore(least):
            low, high = _number(least, node.span), _number(UNBOUNDED, node.span)
        case syntax.OrLess(most):
            low, high = _number(-UNBOUNDED, node.span), _number(most, node.span)
        case _:
            raise AssertionError(node)
    if low is None or high is None:
        return None
    low, high = total_of(low), total_of(high)
    if (
        not isinstance(left.type, NumberType | MemberType)
        or hull(hull(left.type, low.type) or left.type, high.type) is None
        or hull(left.type, low.type) is None
    ):
        context.world.report(types.not_comparable(span, describe(left.type), describe(low.type)))
        return None
    return model.Within(left, low, high, type=YES_NO, span=span)


def _number(value: int, span: Span) -> model.Value:
    return model.Constant(value, type=NumberType(value, value), span=span)


def _conditional(context: Context, node: syntax.Conditional, hint: Type | None) -> model.Value | None:
    test = condition(context, node.condition)
    value = infer(context, node.value, hint)
    other = infer(context, node.other, hint or (value.type if value else None))
    if test is None or value is None or other is None:
        return None
    value, other = (total_of(value), total_of(other)) if value.type != other.type else (value, other)
    kind = hull(value.type, other.type)
    if kind is None:
        context.world.report(types.wrong_type(other.span, describe(other.type), describe(value.type)))
        return None
    if isinstance(kind, SetType):
        value, other = as_set(value), as_set(other)
    return model.Chosen(test, value, other, type=kind, span=node.span)


def _quantified(context: Context, node: syntax.Quantified) -> model.Value | None:
    domain = infer(context, node.domain)
    if domain is None:
        return None
    domain = as_set(domain)
    variable = bound(context, node.variable, domain)
    if variable is None:
        return None
    test = condition(context.inner(variable), node.condition)
    if test is None:
        return None
    assert isinstance(domain.type, SetType)
    member = domain.type.member
    kind: Type = YES_NO
    if node.quantifier == "those":
        kind = domain.type
    elif node.quantifier == "count":
        kind = NumberType(0, member.high - member.low + 1 if member else 0)
    return model.Quantified(node.quantifier, variable, domain, test, type=kind, span=node.span)


def bound(context: Context, name: syntax.Name, domain: model.Value) -> model.Variable | None:
    """A name that goes through the members of a set."""
    if not isinstance(domain.type, SetType):
        context.world.report(types.wrong_type(domain.span, describe(domain.type), "a set to go through"))
        return None
    if domain.type.member is None:
        context.world.report(types.no_members(domain.span, "`none`"))
        return None
    if not new_local(context, name):
        return None
    return model.Variable(name.text, context.owner, "bound", domain.type.member, span=name.span)


def new_local(context: Context, name: syntax.Name) -> bool:
    """Whether a local name is free; if not, that is reported."""
    known = context.locals.get(name.text)
    symbol = context.world.symbols.get(name.text)
    if name.text in BUILT_IN:
        context.world.report(names.reserved_name(name.span, name.text, BUILT_IN[name.text]))
        return False
    if known is not None:
        context.world.report(names.name_twice(name.span, name.text, known.span, "local name", "local name"))
        return False
    if symbol is not None:
        context.world.report(names.name_twice(name.span, name.text, symbol.span, "local name", symbol.word))
        return False
    return True


# ---- `of`, columns, definitions


def _of(context: Context, node: syntax.Of) -> model.Value | None:
    name = node.name.text
    if name in BUILT_IN:
        return _built_in(context, node)
    symbol = context.world.find(node.name, "state", "define", "table")
    if symbol is None:
        return None
    if symbol.word == "define":
        return _definition(context, node.name, (node.subject,))
    if symbol.word == "table":
        return _table_value(context, node.name, (node.subject,), None, node.span)
    variable = context.world.variables.get(name)
    if variable is None:
        return None
    if variable.each is None:
        context.world.report(types.no_of(node.name.span, name, "single value"))
        return None
    index = wanted(context, node.subject, variable.each)
    return index and model.Read(variable, index, type=variable.type, span=node.span)


def _built_in(context: Context, node: syntax.Of) -> model.Value | None:
    subject = infer(context, node.subject)
    if subject is None:
        return None
    match node.name.text:
        case "highest" | "lowest" | "size" as operator:
            return _of_set(context, operator, as_set(subject), node.span)
        case "total":
            return (
                total_of(subject) if isinstance(subject.type, RollType) else _wrong_subject(context, subject, "a roll")
            )
        case "next":
            if isinstance(subject.type, MemberType):
                return model.Turn(subject, 1, type=context.world.whole(subject.type.kind), span=node.span)
            return _wrong_subject(context, subject, "a member of a kind")
        case "left":
            if isinstance(subject.type, MemberType) and subject.type.kind == "player":
                return model.Turn(subject, 1, type=context.world.whole("player"), span=node.span)
            return _wrong_subject(context, subject, "a player")
        case "side":
            player = coerce(context.world, subject, context.world.whole("player"))
            if player is None or not _has_sides(context, node.span):
                return None
            return model.SideOf(player, type=context.world.whole("side"), span=node.span)
        case _:
            if not _has_sides(context, node.span):
                return None
            side = coerce(context.world, subject, context.world.whole("side"))
            return side and model.PlayersOf(side, type=SetType(context.world.whole("player")), span=node.span)


def _has_sides(context: Context, span: Span) -> bool:
    if "side" not in context.world.kinds:
        context.world.report(names.unknown_name(span, "side", "kind", context.world.of_word("kind")))
    return "side" in context.world.kinds


def _wrong_subject(context: Context, subject: model.Value, what: str) -> model.Value | None:
    context.world.report(types.wrong_type(subject.span, describe(subject.type), what))
    return None


def _of_set(context: Context, operator: str, subject: model.Value, span: Span) -> model.Value | None:
    if not isinstance(subject.type, SetType):
        return _wrong_subject(context, subject, "a set")
    member = subject.type.member
    if operator == "size":
        return model.OfSet(
            operator, subject, type=NumberType(0, member.high - member.low + 1 if member else 0), span=span
        )
    if member is None:
        context.world.report(types.no_members(span, "`none`"))
        return None
    return model.OfSet(operator, subject, type=member, span=span)


def _column(context: Context, node: syntax.Column) -> model.Value | None:
    return _table_value(context, node.table, (), node.column, node.span)


def _applied(context: Context, node: syntax.Applied) -> model.Value | None:
    symbol = context.world.find(node.name, "define", "table")
    if symbol is None:
        return None
    if symbol.word == "table":
        return _table_value(context, node.name, node.arguments, None, node.span)
    return _definition(context, node.name, node.arguments)


def arguments(
    context: Context,
    name: syntax.Name,
    parameters: tuple[model.Variable, ...],
    given: tuple[syntax.Expression, ...],
    declared: Span,
) -> tuple[model.Value, ...] | None:
    """Values for parameters in their order; None, with a diagnostic, if they do not fit."""
    if len(given) != len(parameters):
        wants = f"{len(parameters)} value{'s' * (len(parameters) != 1)}" if parameters else "nothing"
        context.world.report(
            types.wrong_arguments(
                name.span,
                name.text,
                wants,
                f"{len(given)} value{'s' * (len(given) != 1)}" if given else "nothing",
                declared,
            )
        )
        return None
    values = [wanted(context, node, each.type) for node, each in zip(given, parameters, strict=True)]
    return tuple(each for each in values if each is not None) if None not in values else None


def _definition(context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...]) -> model.Value | None:
    if not context.world.complete(name.text, name.span):
        return None
    define = context.world.defines[name.text]
    values = arguments(context, name, define.parameters, given, define.span)
    return None if values is None else model.Applied(name.text, values, type=define.value.type, span=name.span)


def _table_value(
    context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...], column: syntax.Name | None, span: Span
) -> model.Value | None:
    world = context.world
    if world.find(name, "table") is None or not world.complete(name.text, name.span):
        return None
    table = world.tables[name.text]
    if not table.column_types:
        advice = f"carry it out with `do {name.text}`"
        world.report(types.not_a_value(span, f"the table `{name.text}`, whose results are actions,", advice))
        return None
    place = _which_column(context, table, column, span)
    values = arguments(context, name, table.parameters, given, table.span)
    if place is None or values is None:
        return None
    return model.TableValue(name.text, place, values, type=table.column_types[place], span=span)


def _which_column(context: Context, table: model.TableInfo, column: syntax.Name | None, span: Span) -> int | None:
    if column is None:
        if len(table.column_types) == 1:
            return 0
        context.world.report(
            types.not_a_value(
                span,
                f"the table `{table.name}`, which has several columns,",
                f"name one: {', '.join(f'`{table.name}.{each}`' for each in table.columns)}",
            )
        )
        return None
    if column.text not in table.columns:
        context.world.report(names.unknown_name(column.span, column.text, "column", table.columns))
        return None
    return table.columns.index(column.text)


def all_values(world: World, kind: Type) -> tuple[int, ...]:
    """Every value of a type that is small enough to list."""
    return domain_of(kind, world.member_labels).values


def number_type(kind: Type) -> NumberType | None:
    """The type as a range of numbers, if it is one (a roll counts as its total)."""
    number = as_number(kind)
    return number if isinstance(number, NumberType) else None
