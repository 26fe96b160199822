"""The place of an expression: the names known there, and how its value is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from interpreter import model, syntax
from interpreter.check.convert import coerce, make_certain
from interpreter.check.world import BUILT_IN, INVALID, World, describe_type, is_free
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import names, phases, types
from interpreter.domains import MaybeType, RollType, SetType, TextType, ThrowType, Type, YesNoType

YES_NO = YesNoType()

MAX_DEPTH = 150
"""The most values computed inside one another, definitions used on the way included."""

KEPT = "what a phase keeps has its name in the whole game"
REACHES = "the condition after `where` continues to here, unless it is in parentheses"
"""Why a bound name is still known later in its line."""

Typer: TypeAlias = "Callable[[Context, syntax.Expression, Type | None], model.Value]"
"""Gives an expression its value; `values.infer` is the one there is."""


@dataclass(frozen=True)
class Context:
    """The place of an expression: the names known only there, and the owner of locals.

    `locals` grows along a block; `nest` makes a block of its own. `offered` is the choice whose offers are
    known.
    """

    world: World
    owner: str
    locals: dict[str, model.Variable]
    typer: Typer
    offered: model.Variable | None = None
    seated: int = 0
    """How many play in an example; 0 elsewhere, where as few play as can."""

    def nest(self, *variables: model.Variable) -> Context:
        return replace(self, locals=self.locals | {each.name: each for each in variables})

    def for_choice(self, choice: model.Variable) -> Context:
        return replace(self, offered=choice)

    def infer(self, node: syntax.Expression, hint: Type | None = None) -> model.Value:
        """The value of an expression, of whatever type it has; `hint` is the type that would suit. What may be nothing
        is taken to be something, unless it is made a `maybe` again."""
        if self.world.definitions.depth >= MAX_DEPTH:
            return self.world.refuse(phases.too_deep(node.span, node.span.text[:20], MAX_DEPTH))
        if isinstance(hint, MaybeType) and not isinstance(node, syntax.Conditional | syntax.Grouped):
            hint = hint.some
        self.world.definitions.depth += 1
        try:
            value = self.typer(self, node, hint)
        finally:
            self.world.definitions.depth -= 1
        if value.type is INVALID or not self.world.is_valid(value):
            return self.world.make_invalid(node.span)
        return make_certain(value)

    def expect(self, node: syntax.Expression, kind: Type) -> model.Value:
        """Type an expression as a given type; if it does not fit, that is reported."""
        return coerce(self.world, self.infer(node, kind), kind)

    def expect_optional(self, node: syntax.Expression | None, kind: Type = YES_NO) -> model.Value | None:
        """The same where something may be left out, as a condition may."""
        return None if node is None else self.expect(node, kind)

    def expect_condition(self, node: syntax.Expression) -> model.Value:
        """Type an expression that holds or does not."""
        return self.expect(node, YES_NO)

    def expect_conditions(self, parts: tuple[syntax.Expression, ...]) -> tuple[model.Value, ...]:
        return tuple(map(self.expect_condition, parts))

    def refuse(self, diagnostic: Diagnostic, *parts: model.Value) -> model.Value:
        return self.world.refuse(diagnostic, *parts)

    def mismatch(self, value: model.Value, wanted: str, advice: str = "") -> model.Value:
        return self.world.mismatch(value, wanted, advice)

    def is_member(self, node: syntax.Expression) -> bool:
        """Whether an expression is a number, a member in parts, the bare name of one of a declared kind, or a card."""
        if isinstance(node, syntax.Number | syntax.Tuple):
            return True
        if isinstance(node, syntax.Of):
            return self.is_member(syntax.Reference(node.name.text, span=node.span))
        if not isinstance(node, syntax.Reference) or node.name in self.locals:
            return False
        symbol = self.world.names.symbols.get(node.name)
        return symbol.word == "member" if symbol is not None else bool(self.world.list_offers(node.name))


def bind_variable(context: Context, name: syntax.Name, domain: model.Value, subsets: bool = False) -> model.Variable:
    """A name for each member of a set or die of a throw, or for each part of either."""
    kind = domain.type
    if not isinstance(kind, ThrowType) and (subsets or not isinstance(kind, RollType)):
        member = find_member_type(context, domain, "a set to go through")
        each = kind if subsets and member is not INVALID else member
    else:
        each = kind if subsets else kind.face
    if not check_new_local(context, name):
        each = INVALID
    return model.Variable(name.text, context.owner, "bound", each, span=name.span)


def find_member_type(context: Context, domain: model.Value, wanted: str) -> Type:
    """The type of a set's members; invalid, which is reported, if it is no set, or has no members, or no end."""
    if not isinstance(domain.type, SetType):
        return context.mismatch(domain, wanted).type
    if domain.type.member is None:
        return context.refuse(types.no_members(domain.span, "`none`")).type
    if domain.type.endless:
        return context.refuse(types.no_end(domain.span, domain.span.text)).type
    return domain.type.member


def check_new_local(context: Context, name: syntax.Name) -> bool:
    """Whether a local name is free; if not, that is reported."""
    known = context.locals.get(name.text)
    symbol = context.world.names.symbols.get(name.text)
    if name.text in BUILT_IN and not is_free(name.text):
        context.world.report(names.reserved_name(name.span, name.text, BUILT_IN[name.text]))
        return False
    if known is not None:
        reaches = known.role == "bound" and " where " in name.span.source.text[known.span.end : name.span.start]
        reason = [REACHES] if reaches else []
        context.world.report(names.name_twice(name.span, name.text, known.span, "local name", "local name", *reason))
        return False
    if symbol is not None:
        reason = [KEPT] if symbol.word == "state" else []
        context.world.report(names.name_twice(name.span, name.text, symbol.span, "local name", symbol.word, *reason))
        return False
    context.world.note(name.span, "local name", name.text, name.span)
    return True


def name_value(context: Context, name: syntax.Name, value: model.Value, role: str) -> model.Variable:
    """The variable by which a value is known from here on, as after `let`."""
    kind = value.type
    if not check_new_local(context, name):
        kind = INVALID
    elif isinstance(kind, TextType) or (isinstance(kind, SetType) and kind.member is None):
        kind = context.refuse(types.not_nameable(value.span, describe_type(kind))).type
    return model.Variable(name.text, context.owner, role, kind, span=name.span)
