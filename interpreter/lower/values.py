"""Lowers typed values to operands, by dispatch on their class.

An operand is a known number, a slot, or a register that instructions fill. Modules for sets, cards, conditions and
quantifiers lower the values inside theirs by `Scope.lower` and `Scope.branch`, which lead back here.
"""

from __future__ import annotations

from typing import assert_never

from interpreter import model, program
from interpreter.domains import NUMBERS_IN_SETS, MemberType, NumberType, RollType, ThrowType, count_values
from interpreter.lower import throws
from interpreter.lower.best_members import lower_best
from interpreter.lower.card_values import lower_card_value, lower_of_set
from interpreter.lower.collections import lower_between, lower_collection, lower_maybe
from interpreter.lower.conditions import branch_on, lower_as_number
from interpreter.lower.functions import apply_function
from interpreter.lower.offers import Offer
from interpreter.lower.positions import find_position
from interpreter.lower.quantifiers import lower_over_members
from interpreter.lower.scope import Scope, check_arguments, check_range, find_place_in_type
from interpreter.lower.set_loops import find_neighbour
from interpreter.lower.several import Picking, fill_up
from interpreter.lower.tabulation import tabulate

MAY_BE_TABLES = (
    model.Applied | model.Named | model.Chosen | model.Quantified | model.Summed | model.CountedDice | model.Best
    | model.TableValue | model.Calculation | model.Comparison | model.Both | model.Either | model.Contains
    | model.OfRoll | model.Total | model.Parted
)  # fmt: skip


def lower_value(scope: Scope, value: model.Value) -> program.Operand:
    if isinstance(value, MAY_BE_TABLES):
        found = tabulate(scope, value, lambda inner: _lower_by_class(inner, value))
        if found is not None:
            return found
    return _lower_by_class(scope, value)


def _lower_by_class(scope: Scope, value: model.Value) -> program.Operand:  # noqa: C901
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
            return builder.binary(operator, scope.lower(left), scope.lower(right), site)
        case model.Moved():
            return _lower_moved(scope, value, site)
        case model.Between():
            return lower_between(scope, value, site)
        case model.DiceOf() | model.SetOf() | model.Joined() | model.Without():
            return lower_collection(scope, value, site)
        case model.Certain() | model.Maybe():
            return lower_maybe(scope, value, site)
        case model.AllOfKind(kind):
            return (1 << scope.layout.size_of_kind(kind)) - 1
        case model.OfSet(operator, members):
            return lower_of_set(scope, operator, members, site)
        case model.OfRoll(operator, roll):
            return _lower_of_roll(scope, operator, roll, site)
        case model.TopCard() | model.TopCards() | model.Attribute():
            return lower_card_value(scope, value, site)
        case model.Offered() | model.Together():
            return _lower_answer(scope, value, site)
        case model.Turn() | model.Neighbour():
            return _lower_turn(scope, value, site)
        case model.SideOf(player):
            return builder.binary("mod", scope.lower(player), scope.layout.size_of_kind("side"), site)
        case model.PlayersOf(side):
            return _lower_players_of(scope, side, site)
        case model.Applied() | model.Supposed():
            return _lower_applied(scope, value, site)
        case model.Named(variable, held, inside):
            return scope.bind({variable: scope.lower(held)}).lower(inside)
        case model.TableValue():
            return _lower_table_value(scope, value, site)
        case model.Chosen(condition, first, other):
            return _lower_conditional(scope, condition, first, other)
        case model.Quantified() | model.Summed() | model.CountedDice():
            return lower_over_members(scope, value, site)
        case model.Best() | model.Parted():
            return lower_best(scope, value, site)
        case model.Not(operand):
            return builder.binary("eq", scope.lower(operand), 0, site)
        case model.Contains() | model.Within() | model.RollMatches() | model.Both() | model.Either():
            return lower_as_number(scope, value)
        case _:
            assert_never(value)


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
    index = scope.lower(value.index)
    size = scope.layout.size_of_kind(value.variable.each.kind)
    if isinstance(index, int) and 0 <= index < size:
        return program.Slot(slot.index + index)
    target = scope.builder.register()
    scope.builder.emit(program.Load(target, slot.index, size, index, site))
    return target


def _lower_total(scope: Scope, roll: model.Value, site: int) -> program.Operand:
    kind = roll.type
    if isinstance(kind, ThrowType):
        return throws.add_up(scope.builder, kind, scope.lower(roll), site)
    assert isinstance(kind, RollType)
    return scope.builder.lookup(kind.reduce("total"), scope.lower(roll), site)


def _lower_applied(scope: Scope, value: model.Applied | model.Supposed, site: int) -> program.Operand:
    if isinstance(value, model.Supposed):
        return scope.builder.recursion.supposed(scope, value)
    define, applied = _apply(scope, value, site)
    return applied.lower(define.value) if isinstance(applied, Scope) else applied


def _apply(scope: Scope, value: model.Applied, site: int) -> tuple[model.DefineInfo, program.Operand | Scope]:
    """A definition, and its result from a function; or the scope to inline it in."""
    define = scope.builder.game.defines[value.definition]
    arguments = [scope.lower(each) for each in value.arguments]
    check_arguments(scope, define.parameters, arguments, value.arguments, site)
    found = apply_function(scope, define, arguments, lambda inner: inner.lower(define.value), site)
    if found is not None:
        return define, found
    return define, scope.bind(dict(zip(define.parameters, arguments, strict=True)))


def _lower_moved(scope: Scope, value: model.Moved, site: int) -> program.Operand:
    moved = scope.builder.binary("add", scope.lower(value.member), scope.lower(value.amount), site)
    high = (
        scope.layout.players - 1 if isinstance(value.type, MemberType) and value.type.kind == "player" else value.high
    )
    return scope.builder.binary("min", scope.builder.binary("max", moved, value.low, site), high, site)


def _lower_turn(scope: Scope, value: model.Turn | model.Neighbour, site: int) -> program.Operand:
    if isinstance(value, model.Neighbour):
        whole, member = scope.lower(value.set), scope.lower(value.member)
        check_range(scope, member, value.member.type, NUMBERS_IN_SETS, program.CheckInfo("in set"), site)
        return find_neighbour(scope.builder, value.forward, whole, member, site)
    assert isinstance(value.member.type, MemberType)
    size = scope.layout.size_of_kind(value.member.type.kind)
    later = scope.builder.binary("add", scope.lower(value.member), value.step % size, site)
    return scope.builder.binary("mod", later, size, site)


def _lower_players_of(scope: Scope, side: model.Value, site: int) -> program.Operand:
    sides = scope.layout.size_of_kind("side")
    sets = [sum(1 << player for player in range(each, scope.layout.players, sides)) for each in range(sides)]
    return scope.builder.lookup(sets, scope.lower(side), site)


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
    """The state of a choice that picks several."""
    assert choice.several is not None
    low, high = (scope.lower(each) for each in (choice.several.low, choice.several.high))
    whole, picked = scope.lower(choice.picked_from[0]), scope.layout.slot(choice.variable)

    def is_allowed(members: program.Operand) -> program.Operand:
        if choice.several is None or choice.several.picked is None:
            return 1
        return scope.bind({choice.several.picked: members}).lower(choice.conditions[1])

    passes = scope.lower(choice.passing) if choice.passing is not None else 0
    return Picking(scope, choice, whole, picked, low, high, passes, is_allowed)


def _lower_together(scope: Scope, kind: str, parts: tuple[model.Value, ...], site: int) -> program.Operand:
    """The position of a member from its parts, the first the most significant."""
    builder = scope.builder
    at: program.Operand = 0
    for part, of in zip(parts, builder.game.kinds[kind].parts, strict=True):
        what = program.CheckInfo("value", of.name)
        place = find_place_in_type(scope, scope.lower(part), part.type, of.type, what, site)
        at = builder.binary("add", builder.binary("mul", at, count_values(of.type), site), place, site)
    return at


def lower_condition(scope: Scope, value: model.Value, yes: int, no: int) -> None:
    """End the block with a branch to `yes` if the condition holds, else to `no`."""
    builder = scope.builder
    if isinstance(value, MAY_BE_TABLES):
        known = tabulate(scope, value, lambda inner: _lower_by_class(inner, value))
        if known is not None:
            builder.branch(known, yes, no)
            return
    match value:
        case model.Named(variable, held, inside):
            scope.bind({variable: scope.lower(held)}).branch(inside, yes, no)
        case model.Applied():
            define, applied = _apply(scope, value, scope.site(value.span))
            if isinstance(applied, Scope):
                applied.branch(define.value, yes, no)
            else:
                builder.branch(applied, yes, no)
        case model.Not() | model.Contains() | model.Within() | model.RollMatches() | model.Both() | model.Either():
            branch_on(scope, value, yes, no)
        case _:
            builder.branch(_lower_by_class(scope, value), yes, no)


def _lower_conditional(scope: Scope, condition: model.Value, first: model.Value, other: model.Value) -> program.Operand:
    builder = scope.builder
    yes, no, after = builder.block("if"), builder.block("otherwise"), builder.block("chosen")
    target = builder.register()
    scope.branch(condition, yes, no)
    builder.join(target, after, (yes, lambda: scope.lower(first)), (no, lambda: scope.lower(other)))
    return target


def _lower_of_roll(scope: Scope, operator: str, roll: model.Value, site: int) -> program.Operand:
    kind = roll.type
    if isinstance(kind, ThrowType):
        return throws.reduce_throw(scope.builder, operator, kind, scope.lower(roll), site)
    assert isinstance(kind, RollType)
    return scope.builder.lookup(kind.reduce(operator), scope.lower(roll), site)


def lower_row(scope: Scope, table: model.TableInfo, site: int) -> program.Operand:
    builder = scope.builder
    at: program.Operand = 0
    for key, domain in zip(table.keys, table.domains, strict=True):
        what = program.CheckInfo("key" if isinstance(key.type, NumberType) else "listed key", table.name)
        found = find_position(scope, scope.lower(key), key.type, domain, what, site)
        at = builder.binary("add", builder.binary("mul", at, domain.size, site), found, site)
    return builder.lookup(table.index, at, site)


def _lower_table_value(scope: Scope, value: model.TableValue, site: int) -> program.Operand:
    builder, table = scope.builder, scope.builder.game.tables[value.table]
    arguments = [scope.lower(each) for each in value.keys]
    check_arguments(scope, table.parameters, arguments, value.keys, site)
    inner = scope.bind(dict(zip(table.parameters, arguments, strict=True)))
    target, after = builder.register(), builder.block(f"{table.name} read")
    blocks = tuple(builder.block(f"{table.name}: {row.text}") for row in table.rows)
    builder.close(program.Switch(lower_row(inner, table, site), blocks))
    for block, row in zip(blocks, table.rows, strict=True):
        builder.continue_in(block)
        if builder.is_plain:
            builder.emit(program.Mark(make_row_site(scope, table, row)))
        builder.emit(program.Move(target, inner.lower(row.values[value.column])))
        builder.close(program.Jump(after))
    builder.continue_in(after)
    return target


def make_row_site(scope: Scope, table: model.TableInfo, row: model.RowInfo) -> int:
    """The site of a row. Without a citation of its own it has its table's, unless house rules brought it."""
    own, of, overlay = row.citation, table.citation, scope.builder.overlay
    bare = own.section == of.section and not (own.ids or own.open_ids)
    cited = of if bare and overlay(row.span) == overlay(table.span) else own
    return scope.builder.site("row", table.name, row.span, cited, row)
