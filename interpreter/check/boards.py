"""Boards: kinds with a member for each place, `kind cell: a..h by 1..8`, which has a column, a row and neighbours. And
tiles, `cards bones: 0..6 with 0..6`: a member for each two numbers, in no order, which are its ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from interpreter import model, syntax
from interpreter.check.context import YES_NO, Context
from interpreter.check.literals import read_bounds, read_letters, strip_parentheses
from interpreter.check.products import MOST_KEPT, make_product
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, SetType, Type
from interpreter.source import Span

NEIGHBOURS, ENDS = "neighbours", "ends"


def make_board(world: World, node: syntax.Kind) -> model.KindInfo | None:
    """`kind cell: a..h by 1..8`: a member for each place of a board, `a1` and so on, with its column and row."""
    columns, rows = read_letters(node.axes[0]), read_bounds(node.axes[-1])
    if columns is None or rows is None or rows[0] > rows[1]:
        span = node.axes[0].span.to(node.axes[-1].span)
        advice = "write letters for the columns and numbers for the rows: `a..h by 1..8`"
        world.report(types.wrong_type(span, f"`{span.text}`", "the columns and rows of a board", advice))
    if columns is None or rows is None:
        return None
    high = range(min(rows), max(rows) + 1)
    if len(columns) * len(high) > MOST_KEPT:
        world.report(types.out_of_range(node.axes[1].span, "so large a board", f"at most {MOST_KEPT:,} places"))
        return None
    column = model.KindPart("column", NumberType(1, len(columns)), tuple(range(1, len(columns) + 1)))
    row, written = model.KindPart("row", NumberType(*sorted(rows)), tuple(high)), [*map(str, high)]
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


Visit = TypeVar("Visit", syntax.Quantified, syntax.Summed, syntax.Best, syntax.ForEach)


def visit_region(context: Context, node: Visit) -> Visit:
    """What goes through the neighbours of a place, or a rectangle, of a board too large for sets goes through all its
    places that are in there."""
    kinds = context.world.declared.kinds.values()
    large = next((each for each in kinds if each.is_board and len(each.members) > MAX_SET_SIZE), None)
    match strip_parentheses(node.domain):
        case syntax.Of(syntax.Name(text="neighbours"), place) | syntax.Range(place) if large is not None:
            board = find_board(context.world, context.infer(place, context.world.all_members(large.name)).type)
        case _:
            return node
    if board is None or len(board.members) <= MAX_SET_SIZE:
        return node
    span, name = node.domain.span, syntax.Reference(node.variable.text, span=node.variable.span)
    inside: syntax.Expression = syntax.Compared("in", name, node.domain, span=span)
    if node.condition is not None:
        inside = syntax.AllOf((inside, syntax.Grouped(node.condition, span=node.condition.span)), span=span)
    return replace(node, domain=syntax.Everything(syntax.Name(board.name, span=span), span=span), condition=inside)


def find_board(world: World, kind: Type) -> model.KindInfo | None:
    info = world.declared.kinds[kind.kind] if isinstance(kind, MemberType) else None
    return info if info is not None and info.is_board else None


def _find_parts(board: model.KindInfo, place: model.Value) -> list[model.Value]:
    """The column and the row of a place."""
    return [model.Attribute(each.name, place, each.values, type=each.type, span=place.span) for each in board.parts]


def is_near(board: model.KindInfo, place: model.Value, other: model.Value) -> model.Value:
    """Whether two places share a side: the squares of how far apart their columns and rows are add up to one."""
    span, wide = other.span, NumberType(-MOST_KEPT, MOST_KEPT**2)
    squares = []
    for one, two in zip(_find_parts(board, place), _find_parts(board, other), strict=True):
        far = model.Calculation("sub", one, two, type=wide, span=span)
        squares.append(model.Calculation("mul", far, far, type=wide, span=span))
    total = model.Calculation("add", *squares, type=wide, span=span)
    return model.Comparison("eq", total, model.Constant(1, type=NumberType(1, 1), span=span), type=YES_NO, span=span)


def is_in_rectangle(board: model.KindInfo, place: model.Value, low: model.Value, high: model.Value) -> model.Value:
    """Whether a place is in the columns and rows from one corner to the other."""
    parts = zip(*(_find_parts(board, each) for each in (place, low, high)), strict=True)
    within = [model.Within(*part, type=YES_NO, span=place.span) for part in parts]
    return model.Both(tuple(within), type=YES_NO, span=place.span)


def make_rectangle(world: World, board: model.KindInfo, low: model.Value, high: model.Value, span: Span) -> model.Value:
    """All places in the columns and rows from one corner to the other."""
    whole = world.all_members(board.name)
    if isinstance(low, model.Constant) and isinstance(high, model.Constant):
        columns, rows = (
            [part.values[low.value] <= each <= part.values[high.value] for each in part.values] for part in board.parts
        )
        bits = sum(1 << at for at, inside in enumerate(zip(columns, rows, strict=True)) if all(inside))
        return model.Constant(bits, type=SetType(whole), span=span)
    place = model.Variable("place", board.name, "bound", whole, span=span)
    places = model.AllOfKind(board.name, type=SetType(whole), span=span)
    test = is_in_rectangle(board, model.Read(place, type=whole, span=span), low, high)
    return model.Quantified("those", place, places, test, subsets=False, type=SetType(whole), span=span)


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
        if part.name in context.world.names.symbols:
            context.world.find_kind(node.name)
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
