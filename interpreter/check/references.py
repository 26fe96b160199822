"""Names in expressions: variables, members, definitions, tables, and what stands before `of`."""

from __future__ import annotations

from interpreter import model, syntax
from interpreter.check.boards import check_of_part, find_whole
from interpreter.check.cards import check_attribute, check_end, find_card, has_lost_cards, is_attribute
from interpreter.check.context import Context
from interpreter.check.convert import coerce, to_member, to_set, to_total
from interpreter.check.dice import find_faces
from interpreter.check.lying_cards import count_lying
from interpreter.check.products import check_index, check_part
from interpreter.check.world import BUILT_IN, INVALID, World, is_free
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MemberType, NumberType, RollType, SetType, ThrowType, Type
from interpreter.source import Span

NOT_VALUES = {
    "rule": "use `define` for a value; a rule is an action without one",
    "phase": "use a value here; a phase has none",
    "kind": "write `all {name}` for all its members",
}
"""Advice on names without a value."""


HAVE_VALUES = ("state", "dice", "zone", "choice", "option", "define", "member")
"""What has a value, except tables."""


def check_reference(context: Context, name: str, node: syntax.Expression, hint: Type | None) -> model.Value:
    world, span = context.world, node.span
    local = context.locals.get(name)
    if local is not None:
        world.note_variable(span, local)
        return model.Read(local, type=local.type, span=span)
    member = _find_member(world, name, hint)
    if member is not None:
        return _make_member(context, *member, span)
    symbol = world.names.symbols.get(name)
    if symbol is None and name in BUILT_IN and not (is_free(name) and world.list_offers(name)):
        return _check_bare_word(context, name, span)
    if symbol is None:
        return _find_offer(context, name, span, hint)
    if symbol.word != "member":
        world.note_symbol(span, symbol)
    match symbol.word:
        case "member":
            return _make_member(context, *world.find_member(name), span)
        case "state" | "dice" | "choice" | "zone":
            return _read_variable(context, name, span)
        case "option":
            option = world.declared.options.get(name)
            return model.OptionValue(name, type=option.type, span=span) if option else world.make_invalid(span)
        case "define":
            return _apply_definition(context, syntax.Name(name, span=span), ())
        case "table":
            return _look_up_table(context, syntax.Name(name, span=span), (), None, span)
        case _:
            advice = NOT_VALUES.get(symbol.word, "").format(name=name)
            return world.refuse(names.wrong_thing(span, name, symbol.word, "value", symbol.span, advice))


def _make_member(context: Context, kind: str, place: int, span: Span) -> model.Value:
    """A member by its name. A player has to be one who always plays."""
    world = context.world
    members, fewest = world.declared.kinds[kind].members, context.seated or world.declared.players[0]
    if kind == "player" and place >= fewest:
        in_example = context.seated > 0
        world.report(names.seat_empty(span, members[place], fewest, place + 1, len(members), in_example))
    world.note_member(span, kind, members[place])
    return model.Constant(place, type=MemberType(kind, place, place), span=span)


def _find_member(world: World, name: str, hint: Type | None) -> tuple[str, int] | None:
    if isinstance(hint, SetType):
        hint = hint.member
    if isinstance(hint, MemberType) and name in world.declared.kinds[hint.kind].members:
        return hint.kind, world.declared.kinds[hint.kind].members.index(name)
    return None


def _find_offer(context: Context, name: str, span: Span, hint: Type | None) -> model.Value:
    """A name that means nothing else is that of an offer, if just one choice has it. A measure is no value: in a line
    with two of them that is said once."""
    world, choices = context.world, context.world.list_offers(name)
    if len(choices) == 1:
        return _make_member(context, choices[0], world.declared.kinds[choices[0]].members.index(name), span)
    if choices:
        return world.refuse(names.offer_unclear(span, name, choices))
    measure = world.names.separate.get(("measure", name))
    if measure is None:
        world.report_unknown(span, name, "value", lambda: _list_known_values(context, hint))
    elif ("a measure", "value") not in world.log.unknown:
        world.log.unknown.add(("a measure", "value"))
        world.report(names.measure_no_value(span, name, measure.span))
    return world.make_invalid(span)


def _check_bare_word(context: Context, word: str, span: Span) -> model.Value:
    """A word that otherwise has `of` after it: `lowest` by itself is the lowest of what is offered."""
    choice, of_offers = context.offered, word in ("lowest", "highest")
    if choice is not None and of_offers:
        return model.Offered(word, choice.name, type=choice.type, span=span)
    return context.refuse(types.lacks_of(span, word, of_offers))


def _list_known_values(context: Context, hint: Type | None) -> list[str]:
    known = [
        *context.locals,
        *context.world.list_names("state", "zone", "dice", "choice", "option", "define", "table", "member"),
    ]
    kind = hint.member if isinstance(hint, SetType) else hint
    if isinstance(kind, MemberType):
        return [*context.world.declared.kinds[kind.kind].members, *known]
    return known


def _read_variable(context: Context, name: str, span: Span) -> model.Value:
    world = context.world
    if name in world.definitions.pending:
        world.complete(name, span)
    variable = world.declared.variables.get(name)
    if variable is None and name not in world.log.poisoned:
        return world.refuse(types.not_known_yet(span, name))
    if variable is None:
        return world.make_invalid(span)
    if variable.each is not None:
        return world.refuse(types.needs_of(span, name, variable.each.kind))
    return model.Read(variable, type=variable.type, span=span)


# ---- `of`


def check_of(context: Context, node: syntax.Of) -> model.Value:
    """`score of player`, `highest of hand`: state kept for each, a definition, a table, or a word of the language."""
    world, name = context.world, node.name.text
    if name in BUILT_IN or (name == "right" and name not in world.names.symbols and name not in context.locals):
        subject = context.infer(node.subject)
        if subject.type is INVALID:
            return subject
        if not _is_kept_for(context, name, subject):
            return _check_built_in(context, node, subject)
    if (end := check_end(context, node)) is not None:
        return end
    if is_attribute(world, name):
        return check_attribute(context, node)
    if _may_be_rank(context, name):
        return find_card(context, node)
    if name == "faces" and name not in world.names.symbols:
        subject = context.infer(node.subject)
        if isinstance(subject.type, RollType | ThrowType):
            return find_faces(context, subject, subject.type, node.span)
        return context.mismatch(subject, "dice")
    named = world.names.symbols.get(name)
    if named is None or named.word == "kind":
        subject = context.infer(node.subject, find_whole(context, name))
        part = check_of_part(context, node, subject)
        if part is not None or subject.type is INVALID:
            return part or subject
    symbol = world.find(node.name, "state", "zone", "dice", "define", "table")
    if symbol is not None and symbol.word == "define":
        return _apply_definition(context, node.name, (node.subject,))
    if symbol is not None and symbol.word == "table":
        return _look_up_table(context, node.name, (node.subject,), None, node.span)
    variable = world.declared.variables.get(name)
    if symbol is None or variable is None:
        return world.make_invalid(node.span)
    if variable.each is None:
        return world.refuse(types.no_of(node.name.span, name, "single value"))
    index = check_index(context, name, node.subject, variable, node.span)
    return model.Read(variable, index, type=variable.type, span=node.span)


def _may_be_rank(context: Context, name: str) -> bool:
    """Whether a name before `of` can be the rank of a card: a member, where cards are made of such, or a value given or
    kept that is one."""
    world = context.world
    if name in context.locals:
        return _is_part(world, context.locals[name].type)
    symbol, kept = world.names.symbols.get(name), world.declared.variables.get(name)
    if symbol is not None and symbol.word == "member":
        return has_lost_cards(world) or any(deck.parts for deck in world.declared.decks.values())
    return kept is not None and kept.role == "state" and kept.each is None and _is_part(world, kept.type)


def _is_part(world: World, kind: Type) -> bool:
    return isinstance(kind, MemberType) and is_attribute(world, kind.kind)


def _is_kept_for(context: Context, name: str, subject: model.Value) -> bool:
    """Whether the game keeps something, by a name that is a word of the language too, for each of such members."""
    variable = context.world.declared.variables.get(name)
    each = variable.each if variable is not None and name in context.world.names.symbols else None
    return each is not None and isinstance(subject.type, MemberType) and subject.type.kind == each.kind


def _check_built_in(context: Context, node: syntax.Of, subject: model.Value) -> model.Value:
    world, word, span = context.world, node.name.text, node.span
    if word in ("number", "next"):
        subject = to_member(subject)
    kind = subject.type
    match word:
        case "highest" | "lowest" | "size" if isinstance(kind, RollType | ThrowType):
            fewest = 0 if isinstance(kind, ThrowType) else 1 if kind.parts else kind.number
            found = NumberType(fewest, kind.number) if word == "size" else kind.face
            return model.OfRoll(word, subject, type=found, span=span)
        case "highest" | "lowest" | "size":
            return _reduce_set(context, word, to_set(subject), span)
        case "total":
            if isinstance(kind, RollType | ThrowType) and not kind.words:
                return to_total(subject)
            return world.mismatch(subject, f"a roll{' of numbers' * isinstance(kind, RollType | ThrowType)}")
        case "number" | "next" if not isinstance(kind, MemberType):
            return world.mismatch(subject, "a member of a kind")
        case "number" if isinstance(kind, MemberType):
            one = model.Constant(1, type=NumberType(1, 1), span=span)
            return model.Calculation("add", subject, one, type=NumberType(kind.low + 1, kind.high + 1), span=span)
        case "next" if isinstance(kind, MemberType):
            return model.Turn(subject, 1, type=world.all_members(kind.kind), span=span)
        case "left" | "right":
            players = world.all_members("player")
            if isinstance(kind, MemberType) and kind.kind == "player":
                return model.Turn(subject, 1 if word == "left" else -1, type=players, span=span)
            return world.mismatch(subject, "a player")
    if "side" not in world.declared.kinds:
        world.report_unknown(span, "side", "kind", lambda: world.list_names("kind"))
        return world.make_invalid(span)
    players, sides = world.all_members("player"), world.all_members("side")
    if word == "side":
        return model.SideOf(coerce(world, subject, players), type=sides, span=span)
    return model.PlayersOf(coerce(world, subject, sides), type=SetType(players), span=span)


def _reduce_set(context: Context, operator: str, subject: model.Value, span: Span) -> model.Value:
    if not isinstance(subject.type, SetType):
        return context.mismatch(subject, "a set or a roll")
    member = subject.type.member
    if subject.type.endless:
        return context.refuse(types.no_end(subject.span, subject.span.text))
    if operator == "size":
        most = count_lying(context.world, subject) or (member.high - member.low + 1 if member else 0)
        return model.OfSet(operator, subject, type=NumberType(0, most), span=span)
    if member is None:
        return context.refuse(types.no_members(span, "`none`"))
    return model.OfSet(operator, subject, type=member, span=span)


# ---- definitions and tables


def check_applied(context: Context, node: syntax.Applied) -> model.Value:
    kept = context.world.declared.variables.get(node.name.text)
    if kept is not None and kept.role == "state" and kept.each is not None:
        return context.refuse(types.needs_of(node.span, node.name.text, kept.each.kind))
    symbol = context.world.find(node.name, "define", "table")
    if symbol is None:
        return context.world.make_invalid(node.span)
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
    """Values for parameters in their order; None, with a diagnostic, if there are too many or too few."""
    if len(given) != len(parameters):
        wanted, found = (
            f"{len(each)} value{'s' * (len(each) != 1)}" if each else "nothing" for each in (parameters, given)
        )
        context.world.report(types.wrong_arguments(name.span, name.text, wanted, found, declared))
        return None
    return tuple(context.expect(node, each.type) for node, each in zip(given, parameters, strict=True))


def _apply_definition(context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...]) -> model.Value:
    if not context.world.complete(name.text, name.span):
        return context.world.make_invalid(name.span)
    define = context.world.definitions.defines[name.text]
    values = check_arguments(context, name, define.parameters, given, define.span)
    if values is None:
        return context.world.make_invalid(name.span)
    return model.Applied(name.text, values, type=define.value.type, span=name.span)


def check_column(context: Context, node: syntax.Column) -> model.Value:
    symbol = context.world.names.symbols.get(node.table.text)
    has_value = node.table.text in context.locals or (symbol is not None and symbol.word in HAVE_VALUES)
    if has_value and not node.arguments:
        return check_part(context, node)
    return _look_up_table(context, node.table, node.arguments, node.column, node.span)


def _look_up_table(
    context: Context, name: syntax.Name, given: tuple[syntax.Expression, ...], column: syntax.Name | None, span: Span
) -> model.Value:
    world = context.world
    if world.find(name, "table") is None or not world.complete(name.text, name.span):
        return world.make_invalid(span)
    table = world.definitions.tables[name.text]
    if not table.column_types:
        what, advice = f"the table `{name.text}`, whose results are actions,", f"use it with `do {name.text}`"
        return world.refuse(types.not_a_value(span, what, advice, name.text))
    if column is None and len(table.columns) > 1:
        whole = f"{table.name}({', '.join(each.name for each in table.parameters)})" if table.parameters else table.name
        advice = f"name one: {', '.join(f'`{whole}.{each}`' for each in table.columns)}"
        what = f"the table `{table.name}`, which has several columns,"
        return world.refuse(types.not_a_value(span, what, advice, table.name))
    if column is not None and column.text not in table.columns:
        world.report_unknown(column.span, column.text, "column", lambda: table.columns)
        return world.make_invalid(span)
    if column is not None:
        world.note_member(column.span, table.name, column.text)
    values = check_arguments(context, name, table.parameters, given, table.span)
    if values is None:
        return world.make_invalid(span)
    place = table.columns.index(column.text) if column is not None else 0
    return model.TableValue(name.text, place, values, type=table.column_types[place], span=span)
