"""Views, what they draw, and where the members of kinds lie on boards.

A line of a view is a text or a thing. A thing becomes a text too: its values are the first holes, each with a role, and
what is written in quotes follows. So things are worked out, and kept from those who may not see them, as texts are.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter import model, syntax
from interpreter.check.boards import find_board, infer_visited
from interpreter.check.citations import describe_declaration, iterate_named
from interpreter.check.context import Context, bind_variable
from interpreter.check.convert import to_set, to_total
from interpreter.check.members import infer_members
from interpreter.check.products import check_index
from interpreter.check.texts import parse_template
from interpreter.check.values import new_context
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import FractionType, MemberType, NumberType, SetType, ThrowType, Type
from interpreter.source import NOWHERE

NAMED = {
    "board": "layout", "hand": "zone", "pile": "zone", "row": "zone", "trick": "zone", "dice": "dice", "sheet": "state",
    "score": "measure", "chart": "table", "links": "table",
}  # fmt: skip
"""The things that are called by the name of what they draw, and what that is."""

PIECES = ("man", "counter", "peg", "stone", "card", "start")
"""What stands on a board, written `man of PLAYER at PLACE`."""

OWNED = (*PIECES, "seat")
MEASURED = ("lamps", "count", "now", "total", "mark", "tag", "order", "left")
"""The things that show a value, or a text."""

BELOW = {
    "board": (*PIECES, "mark", "links", "pile"),
    "hand": ("tag", "order"),
    "dice": ("left",),
    "sheet": ("now", "total"),
    "score": ("now", "total"),
}
"""What may stand in the lines under a thing, and nowhere else."""

PARTS = {
    **dict.fromkeys(PIECES, ("times", "answers", "body")), "mark": ("answers", "times"),
    "hand": ("turned",), "row": ("turned",), "trick": ("best", "turned"), "seat": ("points",), "total": ("after",),
    "dice": ("times",), "left": ("times",),
}  # fmt: skip
"""What may be said of a thing behind a comma, besides its text."""

SHAPES = ("diamond", "ring", "cross", "grid", "track", "points")

TRAITS = ("serpentine", "upward", "facing")


def check_views(world: World) -> dict[str, model.ViewInfo]:
    made: dict[str, model.ViewInfo] = {}
    layouts = _check_layouts(world)
    for node in iterate_named(world, syntax.View, "view"):
        if node.inside is not None and world.find(node.inside, "phase") is None:
            continue
        viewer = model.Variable("viewer", "", "viewer", world.all_members("player"))
        context = new_context(world, node.name.text, {"viewer": viewer})
        lines: list[model.ViewLine] = []
        for line in node.lines:
            _check_line(context, line, lines, (), None)
        lines = [_place_board(line, layouts) for line in lines]
        inside, when = node.inside.text if node.inside else "game", context.expect_optional(node.condition)
        made[node.name.text] = model.ViewInfo(inside, when, tuple(lines), name=node.name.text, span=node.name.span)
    return {name: info for name, info in made.items() if world.is_valid(info)}


def _place_board(line: model.ViewLine, layouts: dict[str, model.LayoutInfo]) -> model.ViewLine:
    """A board with its layout."""
    if line.thing is None or line.thing.word != "board":
        return line
    return replace(line, thing=replace(line.thing, layout=layouts.get(line.thing.name)))


def _check_line(
    context: Context,
    node: syntax.ViewLine | syntax.ViewEach,
    lines: list[model.ViewLine],
    loops: tuple[model.ViewLoop, ...],
    parent: int | None,
) -> None:
    """Add a line, and those under it."""
    if isinstance(node, syntax.ViewEach):
        domain = to_set(infer_members(context, node.variable, node.domain, node.condition))
        variable = bind_variable(context, node.variable, domain)
        loop = model.ViewLoop(variable, domain, node.order == "highest")
        for below in node.lines:
            _check_line(context.nest(variable), below, lines, (*loops, loop), parent)
    elif not isinstance(node.shown, syntax.Template):
        above = lines[parent].thing if parent is not None else None
        line = ThingCheck(context, node.shown, [*loops], above).check(-1 if parent is None else parent)
        lines += [line] if line is not None else []
        number = len(lines) - 1
        for below in node.lines if line is not None else ():
            _check_line(context, below, lines, loops, number)
    elif parent is not None:
        _refuse(context, node.shown, "a text", "a thing", "write the text in a line of its own, not indented")
    else:
        lines.append(model.ViewLine(parse_template(context, node.shown), loops))


def _refuse(context: Context, node: syntax.Node, found: str, expected: str, advice: str) -> None:
    context.refuse(types.wrong_type(node.span, found, expected, advice))


class ThingCheck:
    """Checks one thing: what it draws, and the values that it has."""

    def __init__(
        self, context: Context, node: syntax.Thing, loops: list[model.ViewLoop], above: model.ThingInfo | None
    ) -> None:
        self.context, self.node, self.loops, self.above = context, node, loops, above
        self.world = context.world
        self.roles: list[tuple[str, model.Value]] = []
        self.lying: Type | None = None

    def check(self, parent: int) -> model.ViewLine | None:
        node, word = self.node, self.node.word.text
        if not self._is_in_place():
            return None
        name = ""
        if word in BELOW["hand"]:
            self._bind_card()
        if word in NAMED and not isinstance(node.subject, syntax.Template):
            name = self._find_named(node.subject, NAMED[word])
            zone = self.world.declared.zones.get(name)
            self.lying = zone.variable.type if zone is not None else None
        elif not isinstance(node.subject, syntax.Template):
            self._add("of" if node.owned else "value", node.subject)
        order, place, text = tuple[str, ...](), "", node.subject if isinstance(node.subject, syntax.Template) else None
        for part in node.parts:
            match part.value:
                case syntax.Template():
                    text = part.value
                case tuple() as names if part.word == "by":
                    order = tuple(each.text for each in names if self.world.find_kind(each) is not None)
                case tuple() as names:
                    place = names[0].text
                case value if part.word in ("to", "at", *PARTS.get(word, ())):
                    self._add(part.word, value)
                case _:
                    self.world.report_unknown(part.span, part.word, "part", partial(list, PARTS.get(word, ())))
        for loop in self.loops:
            if word in ("total", "now") and getattr(loop.variable.type, "kind", "") in ("player", "side"):
                self.roles.append(("of", model.Read(loop.variable, type=loop.variable.type, span=node.span)))
        shown = parse_template(self.context, text) if text is not None else model.Template(("",), ())
        holes = (*(model.Hole(value, None) for _, value in self.roles), *shown.holes)
        template = model.Template(("",) * len(self.roles) + shown.pieces, holes)
        roles = tuple(role for role, _ in self.roles)
        thing = model.ThingInfo(word, name, roles, order, place, parent, span=node.word.span)
        return model.ViewLine(template, tuple(self.loops), thing)

    def _is_in_place(self) -> bool:
        """Whether there is such a thing, written in this way and in this place."""
        node, word = self.node, self.node.word.text
        inner = {each for below in BELOW.values() for each in below}
        possible = BELOW.get(self.above.word, ()) if self.above is not None else (*NAMED, *MEASURED, *OWNED)
        if word not in (*NAMED, *MEASURED, *OWNED):
            known = [each for each in possible if self.above is not None or each not in inner]
            self.world.report_unknown(node.word.span, word, "thing", lambda: known)
            return False
        if self.above is not None and word not in possible:
            _refuse(self.context, node.word, f"`{word}`", "one of " + ", ".join(f"`{each}`" for each in possible),
                    f"write it in a line of its own, not below `{self.above.word}`")  # fmt: skip
            return False
        if self.above is None and word in inner and word != "pile":
            places = " or ".join(f"`{each}`" for each, below in BELOW.items() if word in below)
            _refuse(self.context, node.word, f"`{word}` by itself", f"`{word}` below {places}", "indent it")
            return False
        if isinstance(node.subject, syntax.Template) and word != "tag":
            _refuse(self.context, node.subject, "a text", "a value", f"write what `{word}` shows before its text")
            return False
        if node.owned != (word in OWNED):
            form = f"`{word} of PLAYER`" if word in OWNED else f"`{word} {node.subject.span.text}`"
            _refuse(self.context, node.word, f"`{word}{' of' * node.owned}`", form, f"write {form}")
            return False
        return True

    def _find_named(self, subject: syntax.Expression, sort: str) -> str:
        """The name of what is drawn; that of one of several places has an index."""
        if isinstance(subject, syntax.Of):
            name, declared = subject.name, self.world.declared
            kept = declared.zones.get(name.text) or declared.dice.get(name.text)
            if kept is None or kept.variable.each is None:
                self._add("index", subject.subject)
            else:
                index = check_index(self.context, name.text, subject.subject, kept.variable, subject.span)
                self.roles.append(("index", index))
        elif isinstance(subject, syntax.Reference):
            name = syntax.Name(subject.name, span=subject.span)
        else:
            _refuse(self.context, subject, "a value", f"the name of a {sort}", f"write the name of a {sort}")
            return ""
        symbol = self.world.names.separate.get((sort, name.text))
        if sort == "layout" and symbol is None and name.text in _find_boards(self.world):
            symbol = self.world.find(name, "kind")
        elif sort not in ("layout", "measure"):
            symbol = self.world.find(name, sort)
        elif symbol is None:
            known = [each for word, each in self.world.names.separate if word == sort]
            self.world.report_unknown(name.span, name.text, sort, lambda: known)
        else:
            kind = self.world.log.uses.get(symbol.span)
            meant = (kind.word, kind.name, kind.declared) if kind is not None else (sort, symbol.name, symbol.span)
            self.world.note(name.span, *meant)
        return name.text if symbol is not None else ""

    def _bind_card(self) -> None:
        """What is written over a card, or orders them, for each card of the viewer's hand."""
        zone = self.world.declared.zones.get(self.above.name) if self.above is not None else None
        if zone is None or zone.variable.each is None:
            return
        viewer = self.context.locals["viewer"]
        index: model.Value = model.Read(viewer, type=viewer.type, span=self.node.span)
        if zone.variable.each.kind == "side":
            index = model.SideOf(index, type=zone.variable.each, span=self.node.span)
        held = model.Read(zone.variable, index, type=zone.variable.type, span=self.node.span)
        card = bind_variable(self.context, syntax.Name("card", span=NOWHERE), held)
        self.loops.append(model.ViewLoop(card, held))
        self.context = self.context.nest(card)
        self.roles.append(("card", model.Read(card, type=card.type, span=self.node.span)))

    def _add(self, role: str, node: syntax.Expression) -> None:
        """A value in a role; several, if there are some in parentheses."""
        for each in node.parts if isinstance(node, syntax.Tuple) else (node,):
            value = to_total(self.context.infer(each))
            if role in ("to", "times", "points") or (role == "value" and self.node.word.text != "mark"):
                wanted = FractionType | NumberType if role in ("points", "value") else NumberType
                value = value if isinstance(value.type, wanted) else self.context.mismatch(value, "a number")
            elif role == "of":
                kind = value.type.kind if isinstance(value.type, MemberType) else ""
                value = value if kind in ("player", "side") else self.context.mismatch(value, "a player or a side")
            elif role in ("best", "turned"):
                cards = getattr(self.lying, "member", None)
                fits = value.type == cards or (isinstance(value.type, SetType) and value.type.member == cards)
                value = value if fits else self.context.mismatch(value, "cards that lie there")
            elif isinstance(value.type, ThrowType):
                value = self.context.mismatch(value, "a place or a number")
            self.roles.append((role, value))
            index = value.index if isinstance(value, model.Read) and role == "value" else None
            if index is not None and isinstance(index.type, MemberType) and self.node.word.text == "lamps":
                self.roles.append(("for", index))


# ---- layouts


def _check_layouts(world: World) -> dict[str, model.LayoutInfo]:
    """Those that are declared, and of each board as it is."""
    nodes = {**_find_boards(world), **{each.name.text: each for each in iterate_named(world, syntax.Layout, "layout")}}
    found = ((name, _check_layout(world, node)) for name, node in nodes.items())
    return {name: info for name, info in found if info is not None and world.is_valid(info)}


def _find_boards(world: World) -> dict[str, syntax.Layout]:
    """A layout for each kind that is a board: row by row."""
    boards = [each for each in world.declared.kinds.values() if each.is_board]
    names = [syntax.Name(each.name, span=each.span) for each in boards]
    sizes = [tuple(len(set(part.values)) for part in each.parts) for each in boards]
    made, grid = zip(names, sizes, strict=True), syntax.Name("grid", span=NOWHERE)
    return {name.text: syntax.Layout(name, None, grid, size, (), (), (), span=name.span) for name, size in made}


def _check_layout(world: World, node: syntax.Layout) -> model.LayoutInfo | None:
    context = new_context(world, node.name.text)
    if node.of is None and world.find_kind(node.name, "kind") is None:
        return None
    of = _infer_members(context, node.of or syntax.Everything(node.name, span=node.name.span))
    member = of.type.member if isinstance(of.type, SetType) else None
    if member is None or not _is_known(world, node):
        return None
    names = world.list_labels(member.kind) if isinstance(member, MemberType) else ()
    known = list(names) or [str(each) for each in range(member.low, member.high + 1)]
    lacking = _find_lacking(world, node, known)
    if lacking and (node.shape is not None or find_board(world, member) is None):
        world.report(types.layout_unfit(node.name.span, node.name.text, lacking))
        return None
    rows = tuple((_find_owner(world, row), row.text.text) for row in node.rows)
    shape, traits = node.shape.text if node.shape is not None else "map", tuple(each.text for each in node.traits)
    return model.LayoutInfo(of, shape, node.size, traits, rows, **describe_declaration(world, node))


def _infer_members(context: Context, node: syntax.Expression) -> model.Value:
    """The members of a layout; numbers may be more than fit into a set."""
    if isinstance(node, syntax.Range):
        low, high = context.infer(node.low), context.infer(node.high)
        if isinstance(low.type, NumberType) and isinstance(high.type, NumberType):
            numbers = SetType(NumberType(low.type.low, high.type.high))
            return model.Between(low, high, 0, type=numbers, span=node.span)
    return infer_visited(context, node)


def _is_known(world: World, node: syntax.Layout) -> bool:
    """Whether there is such a shape, and such ways to lie in it."""
    for sort, known, words in (("shape", SHAPES, (node.shape,)), ("way to lie", TRAITS, node.traits)):
        for word in words:
            if word is not None and word.text not in known:
                world.report_unknown(word.span, word.text, sort, partial(list, known))
                return False
    return True


def _find_owner(world: World, row: syntax.MapRow) -> int:
    kind, name = world.declared.kinds["player"], row.owner
    if name is None or name.text in kind.members:
        return -1 if name is None else kind.members.index(name.text)
    world.report_unknown(name.span, name.text, "player", lambda: kind.members)
    return -1


def _find_lacking(world: World, node: syntax.Layout, known: list[str]) -> str:
    """What has no place, in words; words of a map that name nothing are reported."""
    if node.shape is None:
        drawn = [(word, row.text.span) for row in node.rows for word in row.text.text.split() if word != "."]
        for word, span in drawn:
            if word not in known:
                world.report_unknown(span, word, "place", lambda: known)
        there = {word for word, _ in drawn}
        return next((f"`{each}`" for each in known if each not in there), "")
    count = len(known)
    grid = node.size[0] * node.size[1] if len(node.size) == 2 else 0
    cross = count * (count >= 12 and count % 8 in (0, 4))
    room = {"grid": grid, "diamond": 6 * (count >= 4), "points": 24, "cross": cross}
    lacking = count - room.get(node.shape.text, count)
    return f"{lacking} of {count}" if lacking > 0 else ""
