"""Boards: kinds with a member for each place, `kind cell: a..h by 1..8`, which has a column, a row and neighbours. And
tiles, `cards bones: 0..6 with 0..6`: a member for each two numbers, in no order, which are its ends."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.context import Context
from interpreter.check.literals import read_bounds, read_letters, strip_parentheses
from interpreter.check.products import MOST_KEPT, make_product
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, SetType

NEIGHBOURS, ENDS = "neighbours", "ends"


def make_board(world: World, node: syntax.Kind) -> model.KindInfo | None:
    """`kind cell: a..h by 1..8`: a member for each place of a board, `a1` and so on, with its column and row."""
    columns, rows = read_letters(node.axes[0]), read_bounds(node.axes[-1])
    if columns is None or rows is None or rows[0] > rows[1]:
        span = node.axes[0].span.to(node.axes[-1].span)
        advice = "write letters for the columns and numbers for the rows: `a..h by 1..8`"
        world.report(types.wrong_type(span, f"`{span.text}`", "the columns and rows of a board", advice))
        return None
    if len(columns) * (rows[1] - rows[0] + 1) > MOST_KEPT:
        world.report(types.out_of_range(node.axes[1].span, "so large a board", f"at most {MOST_KEPT:,} places"))
        return None
    high = range(rows[0], rows[1] + 1)
    column = model.KindPart("column", NumberType(1, len(columns)), tuple(range(1, len(columns) + 1)))
    row, written = model.KindPart("row", NumberType(*rows), tuple(high)), [*map(str, high)]
    made = make_product(node.name.text, [(column, columns, columns), (row, written, written)], node.name.span)
    names = tuple(f"{letter}{number}" for letter in columns for number in high)
    return replace(made, members=names, shown=names, is_board=True)


def make_tiles(world: World, name: syntax.Name, numbers: tuple[syntax.Name, syntax.Name]) -> model.KindInfo | None:
    """`cards bones: 0..6 with 0..6`: a card for each number with each, itself too."""
    (low, high), other = ((int(end) for end in each.text.split("..")) for each in numbers)
    if low > high or [low, high] != list(other):
        span = numbers[0].span.to(numbers[1].span)
        world.report(types.wrong_type(span, f"`{span.text}`", "the same numbers twice, such as `0..6 with 0..6`"))
        return None
    pairs = [(one, two) for one in range(low, high + 1) for two in range(one, high + 1)]
    kind = NumberType(low, high)
    lows, highs = zip(*pairs, strict=True)
    parts = (model.KindPart("low", kind, lows), model.KindPart("high", kind, highs))
    names, shown = (tuple(form.format(*each) for each in pairs) for form in ("({}, {})", "{}-{}"))
    return model.KindInfo(name.text, names, shown, parts, is_tiles=True, span=name.span)


def make_everything(context: Context, kind: syntax.Name, visited: bool = False) -> model.Value:
    """All members of a kind. More than a set can have may be `visited`, which makes no set of them."""
    if context.world.find_kind(kind) is None:
        return context.world.make_invalid(kind.span)
    whole = context.world.type_of_kind(kind.text)
    if whole.high >= MAX_SET_SIZE and not (visited and isinstance(whole, MemberType)):
        return context.refuse(types.set_too_large(kind.span, whole.high + 1, MAX_SET_SIZE))
    if isinstance(whole, NumberType):
        return model.Constant((2 << whole.high) - (1 << whole.low), type=SetType(whole), span=kind.span)
    return model.AllOfKind(kind.text, type=SetType(whole), span=kind.span)


def infer_visited(context: Context, node: syntax.Expression, one_by_one: bool = True) -> model.Value:
    """The set whose members are visited. If that is done one by one, it may be all of a kind too large for sets."""
    bare = strip_parentheses(node)
    if one_by_one and isinstance(bare, syntax.Everything):
        return make_everything(context, bare.kind, visited=True)
    return context.infer(node)


def find_whole(context: Context, part: str) -> MemberType | None:
    """The only kind whose members have such a part: `row of (3, 4)` is that of a place of the board."""
    kinds = context.world.declared.kinds.values()
    fit = [each for each in kinds if part in (one.name for one in each.parts) or (each.is_board and part == NEIGHBOURS)]
    return context.world.all_members(fit[0].name) if len(fit) == 1 else None


def check_of_part(context: Context, node: syntax.Of, subject: model.Value) -> model.Value | None:
    """`row of cell`, `column of cell`, `neighbours of cell`; `low`, `high` and `ends of bone`; or a part of an answer
    that has several. None if members of the kind have no such part."""
    info = context.world.declared.kinds[subject.type.kind] if isinstance(subject.type, MemberType) else None
    part = next((each for each in info.parts if each.name == node.name.text), None) if info is not None else None
    if part is not None:
        return model.Attribute(part.name, subject, part.values, type=part.type, span=node.span)
    if info is not None and info.is_tiles and node.name.text == ENDS:
        ends = tuple(1 << low | 1 << high for low, high in zip(*(each.values for each in info.parts), strict=True))
        number = info.parts[0].type
        assert isinstance(number, NumberType)
        return model.Attribute(ENDS, subject, ends, type=SetType(number), span=node.span)
    if info is None or not info.is_board or node.name.text != NEIGHBOURS:
        return None
    whole = context.world.all_members(info.name)
    if whole.high >= MAX_SET_SIZE:
        return context.refuse(types.set_too_large(node.span, whole.high + 1, MAX_SET_SIZE))
    places = list(zip(*(each.values for each in info.parts), strict=True))
    near = tuple(
        sum(1 << at for at, (x, y) in enumerate(places) if abs(x - column) + abs(y - row) == 1)
        for column, row in places
    )
    return model.Attribute(NEIGHBOURS, subject, near, type=SetType(whole), span=node.span)
