"""Values: from typed values to instructions.

A value becomes an operand: a known number, a slot, or a register that instructions fill. Conditions become
branches where the way depends on them, so that what need not be looked at is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from interpreter import model, program
from interpreter.check.lying_cards import find_lying
from interpreter.check.traversal import list_parts, walk_values
from interpreter.domains import (
    BEYOND,
    MAX_SET_SIZE,
    NUMBERS_IN_SETS,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    ThrowType,
    Type,
    count_values,
)
from interpreter.lower import throws
from interpreter.lower.builder import Builder
from interpreter.lower.certainty import find_range, never_fails
from interpreter.lower.copies import Lying, make_lying
from interpreter.lower.functions import apply_function
from interpreter.lower.maybe_values import fit_maybe, make_maybe_set
from interpreter.lower.members import Fixed, Members, View
from interpreter.lower.offers import Offer
from interpreter.lower.positions import find_position
from interpreter.lower.scope import (
    Scope,
    check_arguments,
    check_range,
    find_place_in_type,
    find_zone_number,
    subtract_sets,
)
from interpreter.lower.set_loops import Iteration, accumulate, find_neighbour, go_through, keep_best
from interpreter.lower.several import Picking, fill_up
from interpreter.lower.tabulation import Unsuited, tabulate

MAY_BE_TABLES = (
    model.Applied | model.Named | model.Chosen | model.Quantified | model.Summed | model.CountedDice | model.Best
    | model.TableValue | model.Calculation | model.Comparison | model.Both | model.Either | model.Contains
    | model.OfRoll | model.Total | model.Parted
)  # fmt: skip


def lower_value(scope: Scope, value: model.Value) -> program.Operand:
    if isinstance(value, MAY_BE_TABLES):
        found = tabulate(scope, value, lambda inner: _lower_by_sort(inner, value))
        if found is not None:
            return found
    return _lower_by_sort(scope, value)


def _lower_by_sort(scope: Scope, value: model.Value) -> program.Operand:  # noqa: C901
    builder = scope.builder
    site = scope.site(value.span)
    match value:
        case model.Constant(number):
            return number
        case model.TextConstant():
            return builder.intern(builder.texts, program.Text((value.text,), (), ()))
        case model.OptionValue(option):
            return scope.layout.options[option]
        case model.Read():
            return _lower_read(scope, value, site)
        case model.Total(roll):
            return _lower_total(scope, roll, site)
        case model.Calculation(operator, left, right) | model.Comparison(operator, left, right):
            return builder.binary(operator, lower_value(scope, left), lower_value(scope, right), site)
        case model.Moved():
            return _lower_moved(scope, value, site)
        case model.Between():
            return _lower_between(scope, value, site)
        case model.DiceOf() | model.SetOf() | model.Joined() | model.Without():
            return _lower_collection(scope, value, site)
        case model.Certain() | model.Maybe():
            return _lower_maybe(scope, value, site)
        case model.AllOfKind(kind):
            return (1 << scope.layout.size_of_kind(kind)) - 1
        case model.OfSet(operator, members):
            return _lower_of_set(scope, operator, members, site)
        case model.OfRoll(operator, roll):
            return _lower_of_roll(scope, operator, roll, site)
        case model.TopCard() | model.TopCards() | model.Attribute():
            return _lower_card_value(scope, value, site)
        case model.Offered() | model.Together():
            return _lower_answer(scope, value, site)
        case model.Turn() | model.Neighbour():
            return _lower_turn(scope, value, site)
        case model.SideOf(player):
            return builder.binary("mod", lower_value(scope, player), scope.layout.size_of_kind("side"), site)
        case model.PlayersOf(side):
            return _lower_players_of(scope, side, site)
        case model.Applied() | model.Supposed():
            return _lower_applied(scope, value, site)
        case model.Named(variable, held, inside):
            return lower_value(scope.bind({variable: lower_value(scope, held)}), inside)
        case model.TableValue():
            return _lower_table_value(scope, value, site)
        case model.Chosen(condition, first, other):
            return _lower_conditional(scope, condition, first, other)
        case model.Quantified() | model.Summed() | model.CountedDice():
            return _lower_over_members(scope, value, site)
        case model.Best() | model.Parted():
            return _lower_best(scope, value, site)
        case model.Not(operand):
            return builder.binary("eq", lower_value(scope, operand), 0, site)
        case model.Contains() | model.Within() | model.RollMatches() | model.Both() | model.Either():
            return _lower_as_number(scope, value)
        case _:
            assert_never(value)


# ---- reading


def _lower_read(scope: Scope, value: model.Read, site: int) -> program.Operand:
    if value.variable in scope.bound:
        return scope.bound[value.variable]
    if scope.guarded and id(value) in scope.layout.stale_reads:
        gone = scope.layout.gone[value.variable.name]
        scope.builder.check(gone, 0, 0, program.CheckInfo("answer", value.variable.name), site)
    slot = scope.layout.slot(value.variable)
    if value.variable.role == "viewer":
        return scope.builder.lookup(range(scope.layout.size_of_kind("player")), slot, site)
    if value.index is None or value.variable.each is None:
        return slot
    index = lower_value(scope, value.index)
    size = scope.layout.size_of_kind(value.variable.each.kind)
    if isinstance(index, int) and 0 <= index < size:
        return program.Slot(slot.index + index)
    target = scope.builder.register()
    scope.builder.emit(program.Load(target, slot.index, size, index, site))
    return target


def _lower_total(scope: Scope, roll: model.Value, site: int) -> program.Operand:
    kind = roll.type
    if isinstance(kind, ThrowType):
        return throws.add_up(scope.builder, kind, lower_value(scope, roll), site)
    assert isinstance(kind, RollType)
    return scope.builder.lookup(kind.reduce("total"), lower_value(scope, roll), site)


def _lower_applied(scope: Scope, value: model.Applied | model.Supposed, site: int) -> program.Operand:
    if isinstance(value, model.Supposed):
        assert scope.builder.suppose is not None
        return scope.builder.suppose(scope, value)
    define, applied = _apply(scope, value, site)
    return lower_value(applied, define.value) if isinstance(applied, Scope) else applied


def _apply(scope: Scope, value: model.Applied, site: int) -> tuple[model.DefineInfo, program.Operand | Scope]:
    """A definition that is applied, and its value by a function; or the scope in which that is to be lowered."""
    define = scope.builder.game.defines[value.definition]
    arguments = [lower_value(scope, each) for each in value.arguments]
    check_arguments(scope, define.parameters, arguments, value.arguments, site)
    found = apply_function(scope, define, arguments, lambda inner: lower_value(inner, define.value), site)
    if found is not None:
        return define, found
    return define, scope.bind(dict(zip(define.parameters, arguments, strict=True)))


# ---- cards


def find_copies_of(scope: Scope, value: model.Value) -> Lying | None:
    """The place whose cards a value is, if there are several of a card."""
    read = find_lying(scope.builder.game, value)
    if read is None:
        return None
    return make_lying(scope, read, 0 if read.index is None else lower_value(scope, read.index))


def _lower_of_set(scope: Scope, operator: str, members: model.Value, site: int) -> program.Operand:
    lying = find_copies_of(scope, members) if operator == "size" else None
    if lying is None:
        return scope.builder.unary(operator, lower_value(scope, members), site)
    if isinstance(members, model.Read):
        return lying.count_all(scope.builder)
    target, whole = scope.builder.register(), lower_value(scope, members)
    scope.builder.emit(program.Move(target, 0))
    for met in go_through(scope, members.type, whole, False, site):
        scope.builder.jump_to(met.met)
        scope.builder.emit(program.Binary(target, "add", target, lying.count(scope.builder, met.one), site))
        scope.builder.close(program.Jump(met.following))
    return target


def lower_zone_index(scope: Scope, place: model.ZonePlace) -> program.Operand:
    return 0 if place.index is None else lower_value(scope, place.index)


def _lower_card_value(
    scope: Scope, value: model.TopCard | model.TopCards | model.Attribute, site: int
) -> program.Operand:
    match value:
        case model.TopCard(zone):
            return _lower_top(scope, zone, site)
        case model.TopCards(zone, number):
            wanted = lower_value(scope, number)
            assert isinstance(value.type, SetType)
            assert isinstance(value.type.member, MemberType)
            most = sum(scope.builder.game.decks[value.type.member.kind].copies) or MAX_SET_SIZE
            check_range(scope, wanted, number.type, NumberType(0, most), program.CheckInfo("cards"), site)
            return _lower_tops(scope, zone, wanted, site)
        case model.Attribute(name, card, values):
            return _lower_attribute(scope, name, lower_value(scope, card), values, site)
        case _:
            assert_never(value)


def _lower_top(scope: Scope, place: model.ZonePlace, site: int) -> program.Operand:
    target = _lower_tops(scope, place, 1, site)
    found = scope.builder.register()
    scope.builder.emit(program.Unary(found, "lowest", target, site))
    return found


def _lower_tops(scope: Scope, place: model.ZonePlace, number: program.Operand, site: int) -> program.Operand:
    zone, target = find_zone_number(scope.builder, place), scope.builder.register()
    scope.builder.emit(program.Reveal(target, zone, lower_zone_index(scope, place), number, site))
    return target


def _lower_attribute(
    scope: Scope, name: str, card: program.Operand, values: tuple[int, ...], site: int
) -> program.Operand:
    found = scope.builder.lookup(values, card, site)
    if -1 in values:
        scope.builder.check(found, 0, max(values), program.CheckInfo("attribute", name), site)
    return found


# ---- members and sets


def _lower_collection(
    scope: Scope, value: model.DiceOf | model.SetOf | model.Joined | model.Without, site: int
) -> program.Operand:
    if isinstance(value.type, ThrowType):
        parts = [lower_value(scope, each) for each in list_parts(value)]
        return throws.lower_throw(scope.builder, value, value.type, parts, site)
    match value:
        case model.SetOf(member):
            return _lower_set_of(scope, member, site)
        case model.Joined(left, right):
            return scope.builder.binary("or", lower_value(scope, left), lower_value(scope, right), site)
        case model.Without(left, right):
            return subtract_sets(scope, lower_value(scope, left), lower_value(scope, right), site)
        case model.DiceOf():
            raise AssertionError(value)


def _lower_set_of(scope: Scope, member: model.Value, site: int) -> program.Operand:
    one = lower_value(scope, member)
    if isinstance(member.type, MaybeType):
        return make_maybe_set(scope, one, member.type, site)
    check_range(scope, one, member.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
    return scope.builder.binary("shl", 1, one, site)


def _lower_maybe(scope: Scope, value: model.Certain | model.Maybe, site: int) -> program.Operand:
    match value:
        case model.Certain(maybe):
            assert isinstance(maybe.type, MaybeType)
            found, some = lower_value(scope, maybe), maybe.type.some
            scope.builder.check(found, some.low, some.high, program.CheckInfo("nothing", maybe.span.on_one_line), site)
            return found
        case model.Maybe(inner):
            return fit_maybe(scope, lower_value(scope, inner), inner.type, value.type, site)


def _lower_between(scope: Scope, value: model.Between, site: int) -> program.Operand:
    builder, found = scope.builder, scope.builder.register()
    low, high = lower_value(scope, value.low), lower_value(scope, value.high)
    forward, back, after = builder.block("range"), builder.block("range back"), builder.block("after range")
    builder.branch(builder.binary("le", low, high, site), forward, back)
    builder.continue_in(forward)
    for end, written in ((low, value.low), (high, value.high)):
        check_range(scope, end, written.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
    before, upto = builder.binary("shl", 1, low, site), builder.binary("shl", 2, high, site)
    builder.emit(program.Move(found, builder.binary("sub", upto, before, site)))
    builder.close(program.Jump(after))
    builder.continue_in(back)
    builder.emit(program.Move(found, _lower_round(scope, value.round, low, high, site) if value.round else 0))
    builder.jump_to(after)
    return found


def _lower_round(scope: Scope, size: int, low: program.Operand, high: program.Operand, site: int) -> program.Operand:
    """All from a place to the last of so many, and from the first to another place."""
    builder = scope.builder
    late = builder.binary("sub", 1 << size, builder.binary("shl", 1, low, site), site)
    early = builder.binary("sub", builder.binary("shl", 2, high, site), 1, site)
    return builder.binary("or", late, early, site)


def _lower_moved(scope: Scope, value: model.Moved, site: int) -> program.Operand:
    moved = scope.builder.binary("add", lower_value(scope, value.member), lower_value(scope, value.amount), site)
    high = (
        scope.layout.players - 1 if isinstance(value.type, MemberType) and value.type.kind == "player" else value.high
    )
    return scope.builder.binary("min", scope.builder.binary("max", moved, value.low, site), high, site)


def _lower_turn(scope: Scope, value: model.Turn | model.Neighbour, site: int) -> program.Operand:
    if isinstance(value, model.Neighbour):
        whole, member = lower_value(scope, value.set), lower_value(scope, value.member)
        check_range(scope, member, value.member.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
        return find_neighbour(scope.builder, value.forward, whole, member, site)
    assert isinstance(value.member.type, MemberType)
    size = scope.layout.size_of_kind(value.member.type.kind)
    later = scope.builder.binary("add", lower_value(scope, value.member), value.step % size, site)
    return scope.builder.binary("mod", later, size, site)


def _lower_players_of(scope: Scope, side: model.Value, site: int) -> program.Operand:
    sides = scope.layout.size_of_kind("side")
    sets = [sum(1 << player for player in range(each, scope.layout.players, sides)) for each in range(sides)]
    return scope.builder.lookup(sets, lower_value(scope, side), site)


def _lower_answer(scope: Scope, value: model.Offered | model.Together, site: int) -> program.Operand:
    match value:
        case model.Offered(operator, choice):
            info = scope.builder.game.choices[choice]
            if info.several is not None:
                return fill_up(begin_picking(scope, info), operator)
            return Offer(scope, info).find_bound(operator)
        case model.Together(kind, parts):
            return _lower_together(scope, kind, parts, site)
        case _:
            assert_never(value)


def begin_picking(scope: Scope, choice: model.ChoiceInfo) -> Picking:
    """How far the picking of several has come."""
    assert choice.several is not None
    low, high = (lower_value(scope, each) for each in (choice.several.low, choice.several.high))
    whole, picked = lower_value(scope, choice.picked_from[0]), scope.layout.slot(choice.variable)

    def is_allowed(members: program.Operand) -> program.Operand:
        """Whether they meet the condition for all of them together, if there is one."""
        if choice.several is None or choice.several.picked is None:
            return 1
        return lower_value(scope.bind({choice.several.picked: members}), choice.conditions[1])

    passes = lower_value(scope, choice.passing) if choice.passing is not None else 0
    return Picking(scope, choice, whole, picked, low, high, passes, is_allowed)


def _lower_together(scope: Scope, kind: str, parts: tuple[model.Value, ...], site: int) -> program.Operand:
    """The place of a member by its parts, the first counting most."""
    builder = scope.builder
    at: program.Operand = 0
    for part, of in zip(parts, builder.game.kinds[kind].parts, strict=True):
        what = program.CheckInfo("value", of.name)
        place = find_place_in_type(scope, lower_value(scope, part), part.type, of.type, what, site)
        at = builder.binary("add", builder.binary("mul", at, count_values(of.type), site), place, site)
    return at


# ---- conditions


def lower_condition(scope: Scope, value: model.Value, yes: int, no: int) -> None:
    """End the present block on the way to `yes` if the condition holds, else to `no`."""
    builder = scope.builder
    if isinstance(value, MAY_BE_TABLES):
        known = tabulate(scope, value, lambda inner: _lower_by_sort(inner, value))
        if known is not None:
            builder.branch(known, yes, no)
            return
    _branch_by_sort(scope, value, yes, no)


def _branch_by_sort(scope: Scope, value: model.Value, yes: int, no: int) -> None:
    """The same for a condition that is no table."""
    builder = scope.builder
    site = scope.site(value.span)
    match value:
        case model.Not(operand):
            lower_condition(scope, operand, no, yes)
        case model.Both(parts) | model.Either(parts):
            _lower_chain(scope, parts, isinstance(value, model.Both), yes, no)
        case model.Contains(members, member):
            _lower_contains(scope, members, member, yes, no, site)
        case model.Within(inner, low, high):
            held = lower_value(scope, inner)
            between = builder.block("within")
            builder.branch(builder.binary("ge", held, lower_value(scope, low), site), between, no)
            builder.continue_in(between)
            builder.branch(builder.binary("le", held, lower_value(scope, high), site), yes, no)
        case model.RollMatches(roll, outcomes):
            builder.branch(_match_roll(scope, roll, outcomes, site), yes, no)
        case model.Named(variable, held, inside):
            lower_condition(scope.bind({variable: lower_value(scope, held)}), inside, yes, no)
        case model.Applied():
            define, applied = _apply(scope, value, site)
            if isinstance(applied, Scope):
                lower_condition(applied, define.value, yes, no)
            else:
                builder.branch(applied, yes, no)
        case _:
            builder.branch(_lower_by_sort(scope, value), yes, no)


def _match_roll(scope: Scope, roll: model.Value, outcomes: tuple[int, ...], site: int) -> program.Operand:
    """Whether a roll is one of some outcomes."""
    assert isinstance(roll.type, RollType)
    matches = tuple(int(each in outcomes) for each in range(roll.type.outcomes))
    return scope.builder.lookup(matches, lower_value(scope, roll), site)


def _lower_chain(scope: Scope, parts: tuple[model.Value, ...], all_must_hold: bool, yes: int, no: int) -> None:
    for part in parts[:-1]:
        following = scope.builder.block("and" if all_must_hold else "or")
        lower_condition(scope, part, following if all_must_hold else yes, no if all_must_hold else following)
        scope.builder.continue_in(following)
    lower_condition(scope, parts[-1], yes, no)


def _lower_contains(scope: Scope, members: model.Value, member: model.Value, yes: int, no: int, site: int) -> None:
    builder = scope.builder
    one, whole = lower_value(scope, member), lower_value(scope, members)
    if isinstance(members.type, ThrowType):
        _lower_contains_die(builder, members.type, whole, one, yes, no, site)
        return
    if isinstance(member.type, NumberType) and member.type.low < 0:
        above = builder.block("not negative")
        builder.branch(builder.binary("ge", one, 0, site), above, no)
        builder.continue_in(above)
    if isinstance(member.type, NumberType) and member.type.high > BEYOND:
        one = builder.binary("min", one, BEYOND, site)
    bit = builder.binary("and", builder.binary("shr", whole, one, site), 1, site)
    builder.branch(bit, yes, no)


def _lower_contains_die(
    builder: Builder, kind: ThrowType, whole: program.Operand, face: program.Operand, yes: int, no: int, site: int
) -> None:
    if kind.face.high - kind.face.low >= kind.faces:
        known = builder.block("a face")
        builder.branch(builder.binary("ge", throws.find_rank(builder, kind.sides, face, site), 0, site), known, no)
        builder.continue_in(known)
    builder.branch(throws.count_face(builder, kind, whole, face, site), yes, no)


def _lower_as_number(scope: Scope, value: model.Value) -> program.Operand:
    builder = scope.builder
    found = None if builder.is_plain else _lower_without_branches(scope, value)
    if found is not None:
        return found
    yes, no, after = builder.block("holds"), builder.block("fails"), builder.block("known")
    target = builder.register()
    _branch_by_sort(scope, value, yes, no)
    for block, number in ((yes, 1), (no, 0)):
        builder.continue_in(block)
        builder.emit(program.Move(target, number))
        builder.close(program.Jump(after))
    builder.continue_in(after)
    return target


MOST_AT_ONCE = 8
"""Up to how many values conditions joined by `and` or `or` are all worked out, without a look at what is settled."""

SIMPLE = (
    model.Constant | model.OptionValue | model.Read | model.Total | model.Calculation | model.Comparison | model.Not
    | model.Contains | model.RollMatches | model.Attribute | model.AllOfKind
)  # fmt: skip


def _lower_without_branches(scope: Scope, value: model.Value) -> program.Operand | None:
    """A condition as a number, where that is a matter of a few operations."""
    builder, site = scope.builder, scope.site(value.span)
    match value:
        case model.RollMatches(roll, outcomes):
            return _match_roll(scope, roll, outcomes, site)
        case model.Contains(members, member) if isinstance(members.type, SetType):
            known = find_range(member.type)
            if known is None or known[0] < 0 or known[1] > BEYOND:
                return None
            one, whole = lower_value(scope, member), lower_value(scope, members)
            return builder.binary("and", builder.binary("shr", whole, one, site), 1, site)
        case model.Both(parts) | model.Either(parts):
            inside = [each for part in parts for each in walk_values(part)]
            is_simple = len(inside) <= MOST_AT_ONCE and all(isinstance(each, SIMPLE) for each in inside)
            if not is_simple or not all(never_fails(scope, each) for each in parts):
                return None
            found = lower_value(scope, parts[0])
            for each in parts[1:]:
                operator = "and" if isinstance(value, model.Both) else "or"
                found = builder.binary(operator, found, lower_value(scope, each), site)
            return found
    return None


def _lower_conditional(scope: Scope, condition: model.Value, first: model.Value, other: model.Value) -> program.Operand:
    builder = scope.builder
    yes, no, after = builder.block("if"), builder.block("otherwise"), builder.block("chosen")
    target = builder.register()
    lower_condition(scope, condition, yes, no)
    for block, value in ((yes, first), (no, other)):
        builder.continue_in(block)
        builder.emit(program.Move(target, lower_value(scope, value)))
        builder.close(program.Jump(after))
    builder.continue_in(after)
    return target


MOST_TABULATED = 10
"""Of so many members there are sums for each set of them at most."""


def _lower_over_members(
    scope: Scope, value: model.Quantified | model.Summed | model.CountedDice, site: int
) -> program.Operand:
    builder = scope.builder
    among = value.roll if isinstance(value, model.CountedDice) else value.set
    target, whole = builder.register(), lower_value(scope, among)
    lying = find_copies_of(scope, among)
    subsets = not isinstance(value, model.CountedDice) and value.subsets
    condition = value.condition
    if lying is None and not subsets and isinstance(among.type, SetType):
        whole, condition = _narrow(scope, value.variable, scope.layout.members_of(among.type), whole, value.condition)
        if condition is None and isinstance(value, model.Quantified):
            return _ask_set(builder, value.quantifier, whole, site)
    if isinstance(value, model.Summed) and lying is None and condition is None and not subsets:
        found = _add_up(scope, value, whole, site)
        if found is not None:
            return found
    quantifier = "sum" if isinstance(value, model.Summed) else value.quantifier
    builder.emit(program.Move(target, int(quantifier == "no")))
    size = _find_size(scope, value.variable, condition) if subsets else None
    for met in go_through(scope, among.type, whole, subsets, site, size):
        inner = _meet(scope, value.variable, condition, met)
        if isinstance(value, model.Summed):
            each = lower_value(inner, value.value)
            more = each if lying is None else builder.binary("mul", each, lying.count(builder, met.one), site)
            builder.emit(program.Binary(target, "add", target, more, site))
        elif lying is not None and quantifier == "count":
            builder.emit(program.Binary(target, "add", target, lying.count(builder, met.one), site))
        else:
            accumulate(builder, value.quantifier, among.type, target, met, site)
        builder.close(program.Jump(met.following))
    return target


def _ask_set(builder: Builder, quantifier: str, members: program.Operand, site: int) -> program.Operand:
    """What is asked of the members for which a condition holds."""
    match quantifier:
        case "those":
            return members
        case "count":
            return builder.unary("size", members, site)
        case _:
            return builder.binary("ne" if quantifier == "some" else "eq", members, 0, site)


def find_members(scope: Scope, variable: model.Variable, span: range, condition: model.Value) -> program.Operand:
    """The set of those from a span for which a condition holds."""
    builder, site = scope.builder, scope.site(condition.span)
    all_of_them = (1 << span.stop) - (1 << span.start)
    whole, left = _narrow(scope, variable, span, all_of_them, condition)
    if left is None:
        return whole
    found, kind = builder.register(), SetType(NumberType(span.start, span.stop - 1))
    builder.emit(program.Move(found, 0))
    for met in go_through(scope, kind, whole, False, site):
        _meet(scope, variable, left, met)
        accumulate(builder, "those", kind, found, met, site)
        builder.close(program.Jump(met.following))
    return found


def _narrow(
    scope: Scope, variable: model.Variable, span: range, whole: program.Operand, condition: model.Value | None
) -> tuple[program.Operand, model.Value | None]:
    """The members of a set for which a condition holds as far as that is found for all of them at once, and what is
    left of the condition. What may fail is asked of nobody of whom it would not have been asked before."""
    builder = scope.builder
    if condition is None or builder.is_plain or builder.is_trying or not span or span[-1] >= MAX_SET_SIZE:
        return whole, condition
    members = Members(scope, variable, span[0], span[-1], lower_value, scope.site(condition.span))
    left: list[model.Value] = []
    for each in _list_conjuncts(condition):
        try:
            if not all(never_fails(scope, before) for before in left):
                left.append(each)
                continue
            found = members.where(each)
        except Unsuited:
            asked = None if left else _ask(members, whole, each)
            if asked is not None:
                whole = asked
                continue
            left.append(each)
            found = members.narrow(each)
        if found != members.all:
            whole = builder.binary("and", whole, found, members.site)
    if len(left) > 1:
        return whole, model.Both(tuple(left), type=condition.type, span=condition.span)
    return whole, left[0] if left else None


def _ask(members: Members, whole: program.Operand, condition: model.Value) -> program.Operand | None:
    """The members of a set for which a condition holds that may fail, if only one is asked; None if that is not known.
    """
    builder = members.scope.builder
    mark, found = builder.mark(), builder.register()
    some, none, after = (builder.block(each) for each in ("some to ask", "none to ask", "asked"))
    builder.branch(whole, some, none)
    builder.continue_in(none)
    builder.emit(program.Move(found, 0))
    builder.close(program.Jump(after))
    builder.continue_in(some)
    try:
        holds = members.where(condition, asked=True)
    except Unsuited:
        builder.roll_back(mark)
        return None
    builder.emit(program.Move(found, builder.binary("and", whole, holds, members.site)))
    builder.jump_to(after)
    return found


def _find_size(scope: Scope, variable: model.Variable, condition: model.Value | None) -> program.Operand | None:
    """How many members a subset is to have, if its condition says so before anything that may fail."""
    if condition is None or not isinstance(variable.type, SetType) or scope.builder.is_plain:
        return None
    for view, each in View(scope, {variable: None}).list_conjuncts(condition, lower_value):
        match each:
            case model.Comparison("eq", model.OfSet("size", part), many) if not view.depends(many):
                read = view.resolve(part)
                is_it = isinstance(read, model.Read) and read.variable == variable
                if is_it and never_fails(view.scope, many):
                    return lower_value(view.scope, many)
        if not never_fails(view.scope, each):
            break
    return None


def _list_conjuncts(condition: model.Value) -> Iterator[model.Value]:
    if isinstance(condition, model.Both):
        for each in condition.parts:
            yield from _list_conjuncts(each)
    else:
        yield condition


def _add_up(scope: Scope, value: model.Summed, whole: program.Operand, site: int) -> program.Operand | None:
    """The sum for all members of a set, where it is known what each of them counts, or all count the same."""
    if table := _tabulate_sums(scope, value):
        lowest, sums = table
        return scope.builder.lookup(sums, scope.builder.binary("shr", whole, lowest, site), site)
    if not isinstance(value.set.type, SetType):
        return None
    builder, span = scope.builder, scope.layout.members_of(value.set.type)
    if builder.is_plain or builder.is_trying or not span or span[-1] >= MAX_SET_SIZE:
        return None
    members = Members(scope, value.variable, span[0], span[-1], lower_value, site)
    try:
        form = members.number(value.value)
        if isinstance(form, Fixed):
            return builder.binary("mul", form.number, builder.unary("size", whole, site), site)
        numbers = members.list_form(form)
    except Unsuited:
        return None
    return _add_digits(builder, span, numbers, whole, site)


def _add_digits(
    builder: Builder, span: range, numbers: Sequence[int], whole: program.Operand, site: int
) -> program.Operand | None:
    """The sum of a number for each member of a set: how many of them have each binary digit in theirs."""
    least = min(*numbers, 0)
    total: program.Operand = builder.binary("mul", least, builder.unary("size", whole, site), site) if least else 0
    for digit in range((max(numbers) - least).bit_length()):
        mask = sum(1 << at for at, each in zip(span, numbers, strict=True) if each - least >> digit & 1)
        many = builder.unary("size", builder.binary("and", whole, mask, site), site)
        total = builder.binary("add", total, builder.binary("shl", many, digit, site), site)
    return total


def _tabulate_sums(scope: Scope, value: model.Summed) -> tuple[int, list[int]] | None:
    """What each set comes to, if there are few and members always count the same: the lowest member, and the sums for
    all sets in order."""
    kind = value.set.type
    if not isinstance(kind, SetType) or kind.member is None:
        return None
    low, high = kind.member.low, kind.member.high
    sums = [0]
    if high - low >= MOST_TABULATED:
        return None
    for member in range(low, high + 1):
        each = find_constant(scope.bind({value.variable: member}), value.value)
        if each is None:
            return None
        sums += [before + each for before in sums]
    return low, sums


def find_constant(scope: Scope, value: model.Value) -> int | None:
    """The number that a value always is; None if it is worked out in the game."""
    builder = scope.builder
    with builder.trial() as first:
        number = lower_value(scope, value)
        made = len(builder.blocks) > first + 1 or builder.blocks[first].instructions
    return number if isinstance(number, int) and not made else None


def _meet(scope: Scope, variable: model.Variable, condition: model.Value | None, met: Iteration) -> Scope:
    """Go on where the condition, if there is one, holds of what is met; the scope knows it by its name."""
    inner = scope.bind({variable: met.one})
    if condition is None:
        scope.builder.jump_to(met.met)
    else:
        lower_condition(inner, condition, met.met, met.following)
    scope.builder.continue_in(met.met)
    return inner


def _lower_parted(scope: Scope, parted: model.Parted, site: int) -> program.Operand:
    """One loop inside another for each part, over the subsets of what is left. So that no parts are found
    twice, each comes after the one before it: by its lowest member, or, of dice, as a smaller throw."""
    builder, kind = scope.builder, parted.type
    whole, found, leader = lower_value(scope, parted.whole), builder.register(), builder.register()
    many = builder.unary("size", whole, site) if isinstance(kind, SetType) else 0
    builder.check(many, 0, parted.most, program.CheckInfo("parted"), site)
    builder.emit(program.Move(found, whole))
    builder.emit(program.Move(leader, lower_value(scope.bind({parted.rest: whole}), parted.value)))
    size = _find_size(scope, parted.part, parted.condition)

    def take_out(left: int, rest: program.Operand, among: program.Operand, before: program.Operand) -> None:
        for met in go_through(scope, kind, among, True, site, size):
            if isinstance(kind, ThrowType) and rest != whole:
                in_order = builder.block("in order")
                builder.branch(builder.binary("le", met.one, before, site), in_order, met.following)
                builder.continue_in(in_order)
            _meet(scope, parted.part, parted.condition, met)
            less = builder.binary("xor" if isinstance(kind, SetType) else "sub", rest, met.one, site)
            value = lower_value(scope.bind({parted.rest: less}), parted.value)
            better, after = builder.block("better"), builder.block("rest valued")
            sign = "gt" if parted.extreme == "most" else "lt"
            builder.branch(builder.binary(sign, value, leader, site), better, after)
            builder.continue_in(better)
            builder.emit(program.Move(leader, value))
            builder.emit(program.Move(found, less))
            builder.jump_to(after)
            if left > 1:
                take_out(left - 1, less, _find_later(builder, kind, less, met.one, site), met.one)
            builder.close(program.Jump(met.following))

    take_out(parted.parts, whole, whole, whole)
    return found


def _find_later(
    builder: Builder, kind: Type, rest: program.Operand, part: program.Operand, site: int
) -> program.Operand:
    """The members of a set above the lowest of a part; of dice the whole rest."""
    if not isinstance(kind, SetType):
        return rest
    first = builder.binary("add", builder.unary("lowest", part, site), 1, site)
    return builder.binary("shl", builder.binary("shr", rest, first, site), first, site)


def _lower_best(scope: Scope, best: model.Best | model.Parted, site: int) -> program.Operand:
    if isinstance(best, model.Parted):
        return _lower_parted(scope, best, site)
    whole, among = lower_value(scope, best.among), best.among.type
    if isinstance(among, SetType) and not best.subsets:
        span = scope.layout.members_of(among)
        whole, condition = _narrow(scope, best.variable, span, whole, best.condition)
        best = replace(best, condition=condition)
    if best.many is not None:
        return _lower_some_best(scope, best, whole, lower_value(scope, best.many), site)
    found = _find_best(scope, best, whole, site)
    return found if best.all_best or best.subsets else scope.builder.unary("lowest", found, site)


def _lower_some_best(
    scope: Scope, best: model.Best, whole: program.Operand, many: program.Operand, site: int
) -> program.Operand:
    """The best of what is left is found so many times, or until nothing is left for which the condition holds."""
    builder, left, some = scope.builder, scope.builder.register(), scope.builder.register()
    head, again, add, after = (builder.block(f"so many of the best: {each}") for each in ("head", "one", "add", "all"))
    builder.emit(program.Move(left, whole))
    builder.emit(program.Move(some, 0))
    builder.jump_to(head)
    builder.branch(builder.binary("lt", builder.unary("size", some, site), many, site), again, after)
    builder.continue_in(again)
    found = _find_best(scope, best, left, site)
    builder.branch(found, add, after)
    builder.continue_in(add)
    one = builder.binary("shl", 1, builder.unary("lowest", found, site), site)
    builder.emit(program.Binary(some, "or", some, one, site))
    builder.emit(program.Binary(left, "xor", left, one, site))
    builder.close(program.Jump(head))
    builder.continue_in(after)
    return some


def _find_best(scope: Scope, best: model.Best, whole: program.Operand, site: int) -> program.Operand:
    """All that tie for the best, as a set; or the best of the subsets."""
    builder = scope.builder
    found, leader = builder.register(), builder.register()
    builder.emit(program.Move(found, -1 if best.subsets else 0))
    builder.emit(program.Move(leader, 0))
    size = _find_size(scope, best.variable, best.condition) if best.subsets else None
    for met in go_through(scope, best.among.type, whole, best.subsets, site, size):
        value = lower_value(_meet(scope, best.variable, best.condition, met), best.value)
        keep_best(builder, best, (found, leader), value, met, site)
    if best.subsets:
        builder.check(found, 0, (1 << MAX_SET_SIZE) - 1, program.CheckInfo("best"), site)
    return found


def _lower_of_roll(scope: Scope, operator: str, roll: model.Value, site: int) -> program.Operand:
    kind = roll.type
    if isinstance(kind, ThrowType):
        return throws.reduce_throw(scope.builder, operator, kind, lower_value(scope, roll), site)
    assert isinstance(kind, RollType)
    return scope.builder.lookup(kind.reduce(operator), lower_value(scope, roll), site)


# ---- tables


def lower_row(scope: Scope, table: model.TableInfo, site: int) -> program.Operand:
    builder = scope.builder
    at: program.Operand = 0
    for key, domain in zip(table.keys, table.domains, strict=True):
        what = program.CheckInfo("key" if isinstance(key.type, NumberType) else "listed key", table.name)
        found = find_position(scope, lower_value(scope, key), key.type, domain, what, site)
        at = builder.binary("add", builder.binary("mul", at, domain.size, site), found, site)
    return builder.lookup(table.index, at, site)


def _lower_table_value(scope: Scope, value: model.TableValue, site: int) -> program.Operand:
    builder, table = scope.builder, scope.builder.game.tables[value.table]
    arguments = [lower_value(scope, each) for each in value.keys]
    check_arguments(scope, table.parameters, arguments, value.keys, site)
    inner = scope.bind(dict(zip(table.parameters, arguments, strict=True)))
    target, after = builder.register(), builder.block(f"{table.name} read")
    blocks = tuple(builder.block(f"{table.name}: {row.text}") for row in table.rows)
    builder.close(program.Switch(lower_row(inner, table, site), blocks))
    for block, row in zip(blocks, table.rows, strict=True):
        builder.continue_in(block)
        if builder.is_plain:
            builder.emit(program.Mark(make_row_site(scope, table, row)))
        builder.emit(program.Move(target, lower_value(inner, row.values[value.column])))
        builder.close(program.Jump(after))
    builder.continue_in(after)
    return target


def make_row_site(scope: Scope, table: model.TableInfo, row: model.RowInfo) -> int:
    """The place of a row; one that cites nothing itself has what its table cites, unless house rules put it there."""
    own, of, overlay = row.citation, table.citation, scope.builder.overlay
    bare = own.section == of.section and not (own.ids or own.open_ids)
    cited = of if bare and overlay(row.span) == overlay(table.span) else own
    return scope.builder.site("row", table.name, row.span, cited, row)
