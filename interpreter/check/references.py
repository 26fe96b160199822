"""Names in expressions: variables, members, definitions, tables, and what stands before `of`."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.cards import check_attribute, find_card, is_attribute
from interpreter.check.context import Context
from interpreter.check.convert import coerce, to_member, to_set, to_total
from interpreter.check.held_dice import find_faces
from interpreter.check.kept_for import check_index
from interpreter.check.lying_cards import count_lying
from interpreter.check.tuples import check_part
from interpreter.check.world import BUILT_IN, World, describe_type, is_free
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MAX_SET_SIZE, MemberType, NumberType, RollType, SetType, ThrowType, Type
from interpreter.source import Span

NOT_VALUES = {
    "rule": "use `define` for a value; a rule is an action without one",
    "phase": "use a value here; a phase has none",
    "kind": "write `all {name}` for all its members",
}
"""What to say of names that stand for no value."""


HAVE_VALUES = ("state", "dice", "zone", "choice", "option", "define", "member")
"""What is worth something, besides tables."""


def check_reference(context: Context, name: str, node: syntax.Expression, hint: Type | None) -> model.Value | None:
    world, span = context.world, node.span
    local = context.locals.get(name)
    if local is not None:
        world.note_variable(span, local)
        return model.Read(local, type=local.type, span=span)
    member = _find_member(world, name, hint)
    if member is not None:
        return _make_member(world, *member, span)
    symbol = world.symbols.get(name)
    if symbol is None and name in BUILT_IN and not (is_free(name) and world.list_offers(name)):
        return _check_bare_word(context, name, span)
    if symbol is None:
        return _find_offer(context, name, span, hint)
    if symbol.word != "member":
        world.note_symbol(span, symbol)
    match symbol.word:
        case "member":
            return _make_member(world, *world.find_member(name), span)
        case "state" | "dice" | "choice" | "zone":
            return _read_variable(context, name, span)
        case "option":
            option = world.options.get(name)
            return model.OptionValue(name, type=option.type, span=span) if option else None
        case "define":
            return _apply_definition(context, syntax.Name(name, span=span), ())
        case "table":
            return _look_up_table(context, syntax.Name(name, span=span), (), None, span)
        case _:
            advice = NOT_VALUES.get(symbol.word, "").format(name=name)
            world.report(names.wrong_thing(span, name, symbol.word, "value", symbol.span, advice))
            return None


def _make_member(world: World, kind: str, place: int, span: Span) -> model.Value:
    """A member by its name. A player has to be one who always plays."""
    if kind == "player" and place >= world.seated:
        members = world.kinds[kind].members
        fewest, most = world.seated, len(members)
        world.report(names.seat_empty(span, members[place], fewest, place + 1, most, world.in_example))
    world.note_member(span, kind, world.kinds[kind].members[place])
    return model.Constant(place, type=MemberType(kind, place, place), span=span)


def _find_member(world: World, name: str, hint: Type | None) -> tuple[str, int] | None:
    if isinstance(hint, SetType):
        hint = hint.member
    if isinstance(hint, MemberType) and name in world.kinds[hint.kind].members:
        return hint.kind, world.kinds[hint.kind].members.index(name)
    return None


def _report_measure(world: World, name: str, span: Span) -> None:
    """A measure is no value. In a line with two of them that is said once."""
    if ("a measure", "value") not in world.unknown:
        world.unknown.add(("a measure", "value"))
        world.report(names.measure_no_value(span, name, world.separate_symbols["measure", name].span))


def _find_offer(context: Context, name: str, span: Span, hint: Type | None) -> model.Value | None:
    """A name that stands for nothing else is that of an offer, if just one choice has it."""
    world, choices = context.world, context.world.list_offers(name)
    if len(choices) == 1:
        return _make_member(world, choices[0], world.kinds[choices[0]].members.index(name), span)
    if choices:
        world.report(names.offer_unclear(span, name, choices))
    elif ("measure", name) in world.separate_symbols:
        _report_measure(world, name, span)
    else:
        world.report_unknown(span, name, "value", lambda: _list_known_values(context, hint))
    return None


def _check_bare_word(context: Context, word: str, span: Span) -> model.Value | None:
    """A word that otherwise has `of` after it: `lowest` by itself is the lowest of what is offered."""
    choice, of_offers = context.offered, word in ("lowest", "highest")
    if choice is not None and of_offers:
        return model.Offered(word, choice.name, type=choice.type, span=span)
    context.world.report(types.lacks_of(span, word, of_offers))
    return None


def _list_known_values(context: Context, hint: Type | None) -> list[str]:
    known = [
        *context.locals,
        *context.world.list_names("state", "zone", "dice", "choice", "option", "define", "table", "member"),
    ]
    kind = hint.member if isinstance(hint, SetType) else hint
    if isinstance(kind, MemberType):
        return [*context.world.kinds[kind.kind].members, *known]
    return known


def _read_variable(context: Context, name: str, span: Span) -> model.Value | None:
    if name in context.world.pending:
        context.world.complete(name, span)
    variable = context.world.variables.get(name)
    if variable is None:
        if name not in context.world.poisoned:
            context.world.report(types.not_known_yet(span, name))
        return None
    if variable.each is not None:
        context.world.report(types.needs_of(span, name, variable.each.kind))
        return None
    return model.Read(variable, type=variable.type, span=span)


def make_everything(context: Context, kind: syntax.Name) -> model.Value | None:
    if context.world.find_kind(kind) is None:
        return None
    whole = context.world.all_members(kind.text)
    if whole.high >= MAX_SET_SIZE and context.world.kinds[kind.text].parts:
        context.world.report(types.set_too_large(kind.span, whole.high + 1, MAX_SET_SIZE))
        return None
    return model.AllOfKind(kind.text, type=SetType(whole), span=kind.span)


# ---- `of`


def check_of(context: Context, node: syntax.Of) -> model.Value | None:
    """`score of player`, `highest of hand`: state kept for each, a definition, a table, or a word of the language."""
    name = node.name.text
    if name in BUILT_IN or (name == "right" and name not in context.world.symbols and name not in context.locals):
        subject = context.infer(node.subject)
        if subject is None or not _is_kept_for(context, name, subject):
            return subject and _check_built_in(context, node, subject)
    if is_attribute(context.world, name):
        return check_attribute(context, node)
    if _may_be_rank(context, name):
        return find_card(context, node)
    if name == "faces" and name not in context.world.symbols:
        return _find_faces_of(context, node)
    symbol = context.world.find(node.name, "state", "zone", "dice", "define", "table")
    if symbol is None:
        return None
    if symbol.word == "define":
        return _apply_definition(context, node.name, (node.subject,))
    if symbol.word == "table":
        return _look_up_table(context, node.name, (node.subject,), None, node.span)
    variable = context.world.variables.get(name)
    if variable is None:
        return None
    if variable.each is None:
        context.world.report(types.no_of(node.name.span, name, "single value"))
        return None
    index = check_index(context, name, node.subject, variable, node.span)
    return index and model.Read(variable, index, type=variable.type, span=node.span)


def _find_faces_of(context: Context, node: syntax.Of) -> model.Value | None:
    subject = context.infer(node.subject)
    if subject is None or isinstance(subject.type, RollType | ThrowType):
        return subject and find_faces(context, subject, subject.type, node.span)  # type: ignore[arg-type]
    return _report_wrong_subject(context, subject, "dice")


def _may_be_rank(context: Context, name: str) -> bool:
    """Whether a name before `of` can stand for the rank of a card: a member, where cards are made of such, or a value
    given or kept that is one."""
    world = context.world
    if name in context.locals:
        return _is_part(world, context.locals[name].type)
    symbol, kept = world.symbols.get(name), world.variables.get(name)
    if symbol is not None and symbol.word == "member":
        return any(deck.parts for deck in world.decks.values())
    return kept is not None and kept.role == "state" and kept.each is None and _is_part(world, kept.type)


def _is_part(world: World, kind: Type) -> bool:
    return isinstance(kind, MemberType) and is_attribute(world, kind.kind)


def _is_kept_for(context: Context, name: str, subject: model.Value) -> bool:
    """Whether the game keeps something, by a name that is a word of the language too, for each of such members."""
    variable = context.world.variables.get(name)
    each = variable.each if variable is not None and name in context.world.symbols else None
    return each is not None and isinstance(subject.type, MemberType) and subject.type.kind == each.kind


def _check_built_in(context: Context, node: syntax.Of, subject: model.Value) -> model.Value | None:
    if node.name.text in ("number", "next"):
        subject = to_member(subject)
    match node.name.text:
        case "highest" | "lowest" | "size" as operator:
            if isinstance(subject.type, RollType | ThrowType):
                return _reduce_roll(operator, subject, subject.type, node.span)
            return _reduce_set(context, operator, to_set(subject), node.span)
        case "total":
            if not isinstance(subject.type, RollType | ThrowType):
                return _report_wrong_subject(context, subject, "a roll")
            worded = bool(subject.type.words)
            return _report_wrong_subject(context, subject, "a roll of numbers") if worded else to_total(subject)
        case "number":
            if not isinstance(subject.type, MemberType):
                return _report_wrong_subject(context, subject, "a member of a kind")
            one = model.Constant(1, type=NumberType(1, 1), span=node.span)
            kind = NumberType(subject.type.low + 1, subject.type.high + 1)
            return model.Calculation("add", subject, one, type=kind, span=node.span)
        case "next":
            if isinstance(subject.type, MemberType):
                return model.Turn(subject, 1, type=context.world.all_members(subject.type.kind), span=node.span)
            return _report_wrong_subject(context, subject, "a member of a kind")
        case "left" | "right" as way:
            if isinstance(subject.type, MemberType) and subject.type.kind == "player":
                step = 1 if way == "left" else -1
                return model.Turn(subject, step, type=context.world.all_members("player"), span=node.span)
            return _report_wrong_subject(context, subject, "a player")
        case "side":
            player = coerce(context.world, subject, context.world.all_members("player"))
            if player is None or not _check_sides(context, node.span):
                return None
            return model.SideOf(player, type=context.world.all_members("side"), span=node.span)
        case _:
            if not _check_sides(context, node.span):
                return None
            side = coerce(context.world, subject, context.world.all_members("side"))
            return side and model.PlayersOf(side, type=SetType(context.world.all_members("player")), span=node.span)


def _check_sides(context: Context, span: Span) -> bool:
    if "side" not in context.world.kinds:
        context.world.report_unknown(span, "side", "kind", lambda: context.world.list_names("kind"))
    return "side" in context.world.kinds


def _report_wrong_subject(context: Context, subject: model.Value, what: str) -> model.Value | None:
    context.world.report(types.wrong_type(subject.span, describe_type(subject.type), what))
    return None


def _reduce_roll(operator: str, roll: model.Value, kind: RollType | ThrowType, span: Span) -> model.Value:
    fewest = 0 if isinstance(kind, ThrowType) else 1 if kind.parts else kind.number
    found = NumberType(fewest, kind.number) if operator == "size" else kind.face
    return model.OfRoll(operator, roll, type=found, span=span)


def _reduce_set(context: Context, operator: str, subject: model.Value, span: Span) -> model.Value | None:
    if not isinstance(subject.type, SetType):
        return _report_wrong_subject(context, subject, "a set or a roll")
    member = subject.type.member
    if subject.type.endless:
        context.world.report(types.no_end(subject.span, subject.span.text))
        return None
    if operator == "size":
        most = count_lying(context.world, subject) or (member.high - member.low + 1 if member else 0)
        return model.OfSet(operator, subject, type=NumberType(0, most), span=span)
    if member is None:
        context.world.report(types.no_members(span, "`none`"))
        return None
    return model.OfSet(operator, subject, type=member, span=span)


# ---- definitions and tables


def check_applied(context: Context, node: syntax.Applied) -> model.Value | None:
    kept = context.world.variables.get(node.name.text)
    if kept is not None and kept.role == "state" and kept.each is not None:
        context.world.report(types.needs_of(node.span, node.name.text, kept.each.kind))
        return None
    symbol = context.world.find(node.name, "define", "table")
    if symbol is None:
        return None
    if symbol.word == "table":
        return _look_up_table(context, node.name, node.arguments, None, node.span)
    return _apply_definition(context, node.name, node.arguments)


def check_arguments(
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
    values = [context.expect(node, each.type) for node, each in zip(given, parameters, strict=True)]
    return tuple(each for each in values if each is not None) if None not in values else None


def _apply_definition(context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...]) -> model.Value | None:
    if not context.world.complete(name.text, name.span):
        return None
    define = context.world.defines[name.text]
    values = check_arguments(context, name, define.parameters, given, define.span)
    return None if values is None else model.Applied(name.text, values, type=define.value.type, span=name.span)


def check_column(context: Context, node: syntax.Column) -> model.Value | None:
    symbol = context.world.symbols.get(node.table.text)
    if node.arguments:
        return _look_up_table(context, node.table, node.arguments, node.column, node.span)
    if node.table.text in context.locals or (symbol is not None and symbol.word in HAVE_VALUES):
        return check_part(context, node)
    return _look_up_table(context, node.table, (), node.column, node.span)


def _look_up_table(
    context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...], column: syntax.Name | None, span: Span
) -> model.Value | None:
    world = context.world
    if world.find(name, "table") is None or not world.complete(name.text, name.span):
        return None
    table = world.tables[name.text]
    if not table.column_types:
        advice = f"use it with `do {name.text}`"
        world.report(types.not_a_value(span, f"the table `{name.text}`, whose results are actions,", advice, name.text))
        return None
    place = _find_column(context, table, column, span)
    values = check_arguments(context, name, table.parameters, given, table.span) if place is not None else None
    if place is None or values is None:
        return None
    return model.TableValue(name.text, place, values, type=table.column_types[place], span=span)


def _find_column(context: Context, table: model.TableInfo, column: syntax.Name | None, span: Span) -> int | None:
    if column is None:
        if len(table.column_types) == 1:
            return 0
        whole = f"{table.name}({', '.join(each.name for each in table.parameters)})" if table.parameters else table.name
        context.world.report(
            types.not_a_value(
                span,
                f"the table `{table.name}`, which has several columns,",
                f"name one: {', '.join(f'`{whole}.{each}`' for each in table.columns)}",
                table.name,
            )
        )
        return None
    if column.text not in table.columns:
        context.world.report_unknown(column.span, column.text, "column", lambda: table.columns)
        return None
    context.world.note_member(column.span, table.name, column.text)
    return table.columns.index(column.text)
