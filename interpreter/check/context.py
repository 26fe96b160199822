"""The place of an expression: the names known there, and how its value is typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from interpreter import model, syntax
from interpreter.check.convert import coerce, make_certain
from interpreter.check.world import BUILT_IN, World, describe_type, is_free
from interpreter.data_classes import dataclass
from interpreter.diagnostics.messages import names, phases, types
from interpreter.domains import (
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
    YesNoType,
)

YES_NO = YesNoType()

MAX_DEPTH = 150
"""The most values computed inside one another, definitions used on the way included."""

REACHES = "the condition after `where` continues to here, unless it is in parentheses"
"""Why a name that is gone through is still known further on in its line."""

Typer: TypeAlias = "Callable[[Context, syntax.Expression, Type | None], model.Value | None]"
"""Gives an expression its value; `values.infer` is the one there is."""


@dataclass(frozen=True)
class Context:
    """The place of an expression: the names known only there, and the owner of locals.

    `locals` grows as a block goes on; `nest` makes a block of its own. `offered` is the choice whose offers are
    known.
    """

    world: World
    owner: str
    locals: dict[str, model.Variable]
    typer: Typer
    offered: model.Variable | None = None

    def nest(self, *variables: model.Variable) -> Context:
        return replace(self, locals=self.locals | {each.name: each for each in variables})

    def for_choice(self, choice: model.Variable) -> Context:
        return replace(self, offered=choice)

    def infer(self, node: syntax.Expression, hint: Type | None = None) -> model.Value | None:
        """The value of an expression, of whatever type it has; `hint` is the type that would suit. What may be nothing
        is taken to be something, unless it is made a `maybe` again."""
        if self.world.depth >= MAX_DEPTH:
            self.world.report(phases.too_deep(node.span, node.span.text[:20], MAX_DEPTH))
            return None
        self.world.depth += 1
        try:
            if isinstance(hint, MaybeType) and not isinstance(node, syntax.Conditional | syntax.Grouped):
                hint = hint.some
            value = self.typer(self, node, hint)
            if value is None:
                self.world.drop(node.span)
            return make_certain(value) if value is not None and isinstance(value.type, MaybeType) else value
        finally:
            self.world.depth -= 1

    def expect(self, node: syntax.Expression, kind: Type) -> model.Value | None:
        """Type an expression as a given type; None, with a diagnostic, if it does not fit."""
        value = self.infer(node, kind)
        return None if value is None else coerce(self.world, value, kind)

    def expect_condition(self, node: syntax.Expression) -> model.Value | None:
        """Type an expression that holds or does not."""
        return self.expect(node, YES_NO)

    def expect_conditions(self, parts: tuple[syntax.Expression, ...]) -> tuple[model.Value, ...] | None:
        """Several conditions; None if one of them makes no sense."""
        conditions = [self.expect_condition(part) for part in parts]
        return tuple(each for each in conditions if each is not None) if None not in conditions else None

    def is_member(self, node: syntax.Expression) -> bool:
        """Whether an expression is a number, the bare name of a member of a declared kind, or a card by name."""
        if isinstance(node, syntax.Number):
            return True
        if isinstance(node, syntax.Of):
            return self.is_member(syntax.Reference(node.name.text, span=node.span))
        if not isinstance(node, syntax.Reference) or node.name in self.locals:
            return False
        symbol = self.world.symbols.get(node.name)
        return symbol.word == "member" if symbol is not None else bool(self.world.list_offers(node.name))


def bind_variable(
    context: Context, name: syntax.Name, domain: model.Value, subsets: bool = False
) -> model.Variable | None:
    """A name that goes through the members of a set or the dice of a throw, or through the parts of either."""
    if isinstance(domain.type, ThrowType) or (isinstance(domain.type, RollType) and not subsets):
        return _bind_dice(context, name, domain.type, subsets)
    member = find_member_type(context, domain, "a set to go through")
    if member is None or not check_new_local(context, name):
        return None
    kind = domain.type if subsets else member
    return model.Variable(name.text, context.owner, "bound", kind, span=name.span)


def find_member_type(context: Context, domain: model.Value, wanted: str) -> MemberType | NumberType | None:
    """The type of a set's members; None, which is reported, if it is no set, or has no members, or no end."""
    if not isinstance(domain.type, SetType):
        context.world.report(types.wrong_type(domain.span, describe_type(domain.type), wanted))
        return None
    if domain.type.member is None:
        context.world.report(types.no_members(domain.span, "`none`"))
        return None
    if domain.type.endless:
        context.world.report(types.no_end(domain.span, domain.span.text))
        return None
    return domain.type.member


def _bind_dice(
    context: Context, name: syntax.Name, kind: RollType | ThrowType, subsets: bool
) -> model.Variable | None:
    if not check_new_local(context, name):
        return None
    each = kind if subsets else kind.face
    return model.Variable(name.text, context.owner, "bound", each, span=name.span)


def check_new_local(context: Context, name: syntax.Name) -> bool:
    """Whether a local name is free; if not, that is reported."""
    known = context.locals.get(name.text)
    symbol = context.world.symbols.get(name.text)
    if name.text in BUILT_IN and not is_free(name.text):
        context.world.report(names.reserved_name(name.span, name.text, BUILT_IN[name.text]))
        return False
    if known is not None:
        reaches = known.role == "bound" and " where " in name.span.source.text[known.span.end : name.span.start]
        reason = [REACHES] if reaches else []
        context.world.report(names.name_twice(name.span, name.text, known.span, "local name", "local name", *reason))
        return False
    if symbol is not None:
        context.world.report(names.name_twice(name.span, name.text, symbol.span, "local name", symbol.word))
        return False
    context.world.note(name.span, "local name", name.text, name.span)
    return True


def is_nameable(context: Context, value: model.Value) -> bool:
    """Whether `let` can give a value a name; if not, that is reported."""
    if isinstance(value.type, TextType) or (isinstance(value.type, SetType) and value.type.member is None):
        context.world.report(types.not_nameable(value.span, describe_type(value.type)))
        return False
    return True
