"""The answers to a choice that picks: their type, and the kinds of answers in several parts.

An answer in parts is a member of a kind that has the choice's name: its members are all combinations of values of the
parts, in order, the first part counting most.
"""

from __future__ import annotations

from math import prod

from interpreter import model, syntax
from interpreter.check.boards import infer_visited
from interpreter.check.citations import iterate_declarations
from interpreter.check.context import Context
from interpreter.check.convert import join_types, to_collection
from interpreter.check.literals import read_bounds, strip_parentheses
from interpreter.check.products import make_product
from interpreter.check.values import new_context
from interpreter.check.world import INVALID, World, describe_type
from interpreter.check.written_types import resolve_type
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import types
from interpreter.domains import (
    MaybeType,
    MemberType,
    NumberType,
    SetType,
    ThrowType,
    Type,
    count_values,
    format_set,
    make_domain,
)
from interpreter.source import Span
from interpreter.throws import format_dice, name_faces, write_dice

NO_MORE = "no more"
"""How the answer that it is enough is shown."""

MOST_ANSWERS = 4096
"""The most answers a choice may have."""


def find_picked_type(context: Context, pick: syntax.Picked) -> Type:
    """The type of what is picked, which follows from what it is picked from."""
    domain = infer_visited(context, pick.domain, not pick.subsets and pick.low is None)
    kind, text = to_collection(domain, parts=True).type, pick.domain.span.text
    if isinstance(kind, ThrowType) and pick.low is not None:
        return context.refuse(errors.several_dice(pick.domain.span, pick.variable.text, text)).type
    if isinstance(kind, ThrowType):
        return kind if pick.subsets else kind.face
    if not isinstance(kind, SetType) or kind.member is None:
        found = types.wrong_type(pick.domain.span, describe_type(domain.type), "a set to pick from")
        return context.refuse(found, domain).type
    if kind.endless:
        return context.refuse(types.no_end(pick.domain.span, text)).type
    return kind if pick.subsets or pick.low is not None else kind.member


def find_answer_type(picked: Type, pick: syntax.Pick | None) -> Type:
    """The type of an answer to a choice where this is picked: it may be nothing if one can pass."""
    may_pass = pick is not None and pick.passing is not None
    return MaybeType(picked) if may_pass and isinstance(picked, MemberType | NumberType) else picked


def are_few_enough(world: World, number: int, span: Span, subsets: str = "") -> bool:
    """Whether a choice has few enough answers, which is reported if not. What is picked by `subsets` can be picked one
    after another."""
    if number > MOST_ANSWERS:
        world.report(errors.too_many_answers(span, number, MOST_ANSWERS, subsets))
    return number <= MOST_ANSWERS


def list_answers(world: World, kind: Type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How the answers of a type are written, and how they are shown."""
    if isinstance(kind, MaybeType):
        written, shown = list_answers(world, kind.some)
        return ("none", *written), ("none", *shown)
    if isinstance(kind, MemberType):
        info = world.declared.kinds[kind.kind]
        return info.members[kind.low : kind.high + 1], info.shown[kind.low : kind.high + 1]
    values = make_domain(kind, world.list_labels).values
    if isinstance(kind, SetType) and isinstance(kind.member, MemberType):
        info = world.declared.kinds[kind.member.kind]
        return tuple(format_set(each, info.members) for each in values), tuple(
            format_set(each, info.shown) for each in values
        )
    if isinstance(kind, SetType):
        numbers = tuple(str(each) for each in range(64))
        written = tuple(format_set(each, numbers) for each in values)
        return written, written
    if isinstance(kind, ThrowType):
        dice = [kind.unpack(each) for each in values]
        labels = world.declared.kinds[kind.kind].shown if kind.kind else ()
        written = tuple(write_dice(name_faces(each, kind.words)) for each in dice)
        return written, tuple(format_dice(name_faces(each, labels)) for each in dice)
    written = tuple(map(str, values))
    return written, written


def list_member_answers(
    world: World, kind: SetType, several: model.Several, passing: str
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
    """The answers by which members are picked, one after the other, and behind them the one that it is enough, and the
    one to pass."""
    assert kind.member is not None
    values = make_domain(kind.member, world.list_labels).values
    written, shown = list_answers(world, kind.member)
    others = [NO_MORE] * (not several.is_fixed) + [passing] * bool(passing)
    ends = range(values[-1] + 1, values[-1] + 1 + len(others))
    return (*values, *ends), (*written, *["none"] * len(others)), (*shown, *others)


# ---- answers in several parts


def declare_tuple_kind(world: World, name: syntax.Name, pick: syntax.Pick) -> None:
    """Declare the kind of answers in several parts, or none if something is wrong with one of the parts."""
    many = next((each for each in pick.parts if each.low is not None), None)
    if many is not None:
        world.report(errors.several_in_parts(many.span, many.variable.text))
    kinds = [] if many is not None else [_find_part_type(world, name.text, each) for each in pick.parts]
    if (
        not kinds
        or INVALID in kinds
        or world.report_twice("part", [each.variable for each in pick.parts])
        or not are_few_enough(world, prod(map(count_values, kinds)), pick.span)
    ):
        world.log.poisoned.add(name.text)
        return
    factors = [
        (
            model.KindPart(part.variable.text, kind, make_domain(kind, world.list_labels).values),
            *list_answers(world, kind),
        )
        for part, kind in zip(pick.parts, kinds, strict=True)
    ]
    world.declared.kinds[name.text] = make_product(name.text, factors, name.span)


def _find_part_type(world: World, choice: str, part: syntax.Picked) -> Type:
    """The type of a part: of what it is picked from, or of what that can hold."""
    inner, context = strip_parentheses(part.domain), new_context(world, choice)
    plain = isinstance(inner, syntax.Range) and all(map(context.is_member, (inner.low, inner.high)))
    if plain or isinstance(inner, syntax.Everything) or read_bounds(inner) is not None:
        return find_picked_type(context, part)
    found = _find_held_type(world, inner) if not part.subsets else None
    if found is None and world.log.diagnostics.errors:
        return INVALID  # what is picked from may be kept where a mistake hides it
    return found or world.refuse(errors.part_not_plain(part.domain.span, choice, part.variable.text)).type


def _find_held_type(world: World, node: syntax.Expression, within: tuple[str, ...] = ()) -> Type | None:
    """What some cards, or a set that is kept, can hold, as it is declared; or what a definition makes of them, other
    than those that this is `within`."""
    match node:
        case syntax.Everything(called):
            return world.type_of_kind(called.text) if called.text in world.declared.kinds else INVALID
        case syntax.Reference(name) | syntax.Of(syntax.Name(name)):
            zone = next((each for each in iterate_declarations(world, syntax.Zone) if each.name.text == name), None)
            if zone is not None:
                return world.all_members(zone.cards.text) if zone.cards.text in world.declared.kinds else INVALID
            phases: list[syntax.Phase | syntax.Also] = list(iterate_declarations(world, syntax.Phase))
            phases += iterate_declarations(world, syntax.Also)
            kept = (each for phase in phases for each in phase.state if each.name.text == name)
            written = next((each.type for each in kept if isinstance(each, syntax.Keep)), None)
            kind = resolve_type(world, written) if isinstance(written, syntax.SetType) else None
            return kind.member if isinstance(kind, SetType) else _find_defined_type(world, name, within)
        case syntax.Applied(called):
            return _find_defined_type(world, called.text, within)
        case syntax.Number(number):
            return NumberType(number, number)
        case syntax.Quantified("those", _, inner) | syntax.Arithmetic("without", inner):
            return _find_held_type(world, strip_parentheses(inner), within)
        case syntax.Arithmetic("with", left, right):
            some, more = (_find_held_type(world, strip_parentheses(each), within) for each in (left, right))
            whole = isinstance(some, MemberType) and some == world.all_members(some.kind)
            return some if whole or some is None else None if more is None else join_types(some, more)
        case _:
            return None


def _find_defined_type(world: World, name: str, within: tuple[str, ...]) -> Type | None:
    found = (each for each in iterate_declarations(world, syntax.Define) if each.name.text == name)
    body = next((each.value for each in found if name not in within), None)
    return None if body is None else _find_held_type(world, strip_parentheses(body), (*within, name))
