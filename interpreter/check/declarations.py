"""Declarations, first pass: every name gets its meaning, and everything that needs no expressions its type.

Kinds, sides, players, dice, options, the state of phases, the parameters of rules and phases, and the values of
choices are known after this; the bodies of rules and the values of definitions are typed afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.answers import are_few_enough, declare_tuple_kind, find_answer_type, find_picked_type
from interpreter.check.boards import make_board
from interpreter.check.cards import check_owner, declare_cards, declare_zones
from interpreter.check.citations import describe_declaration, iterate_declarations, iterate_named
from interpreter.check.convert import find_throw_type, refuse_unkept_dice
from interpreter.check.dice import find_words
from interpreter.check.literals import read_bounds, read_number
from interpreter.check.namespace import name_everything
from interpreter.check.options import declare_options
from interpreter.check.products import find_each, make_number_kind
from interpreter.check.reassignment import find_partial_dice
from interpreter.check.values import new_context
from interpreter.check.world import INVALID, RESERVED, Signature, World, is_free
from interpreter.check.written_types import resolve_type
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MAX_DOMAIN_SIZE, MAX_SET_SIZE, UNBOUNDED, NumberType, RollType, count_values
from interpreter.throws import fits_number, format_dice_type

MOST_DICE = 16
"""The most dice that are rolled together."""

MAX_FACE = 1000
"""The most faces of a die, and the largest number on one."""


def declare_all(world: World) -> None:
    """Give every name its meaning and its type, in an order in which each finds what it needs."""
    name_everything(world)
    _declare_kinds(world)
    declare_cards(world)
    _declare_players(world)
    _declare_answer_kinds(world)
    declare_zones(world)
    declare_options(world)
    _declare_dice(world)
    _declare_routines(world)
    _declare_choices(world)


# ---- kinds, players, dice


def _declare_kinds(world: World) -> None:
    for each in iterate_named(world, syntax.Kind, "kind"):
        if each.axes:
            _declare_axes(world, each)
            continue
        members = tuple(member.name.text for member in each.members)
        shown = tuple(member.label for member in each.members)
        world.declared.kinds[each.name.text] = model.KindInfo(
            each.name.text, members, shown, circle=each.circle, span=each.name.span
        )


def _declare_axes(world: World, node: syntax.Kind) -> None:
    """Kinds whose members are numbers, or the places of a board."""
    bounds = read_bounds(node.axes[0])
    if len(node.axes) > 1 or bounds is None:
        made = make_board(world, node)
    else:
        made = make_number_kind(world, node.name, node.axes[0].span, *bounds)
    if made is None:
        world.log.poisoned.add(node.name.text)
    else:
        world.declared.kinds[node.name.text] = made


def _declare_answer_kinds(world: World) -> None:
    """What each choice offers by name is a kind of its own, and so are answers in several parts."""
    for each in iterate_named(world, syntax.Choice, "choice"):
        if each.offers:
            _declare_offer_kind(world, each)
        elif each.pick is not None and len(each.pick.parts) > 1:
            declare_tuple_kind(world, each.name, each.pick)


def _declare_offer_kind(world: World, node: syntax.Choice) -> None:
    name = node.name
    world.report_twice("offer", [offer.name for offer in node.offers])
    members = tuple(offer.name.text for offer in node.offers)
    shown = tuple(offer.text.text for offer in node.offers)
    world.declared.kinds[name.text] = model.KindInfo(name.text, members, shown, span=name.span)


BANK = "The bank"
"""What the bank is called if the ruleset does not say."""


def _declare_players(world: World) -> None:
    nodes, made = list(iterate_declarations(world, syntax.Players)), world.declared
    for extra in nodes[1:]:
        world.report(names.name_twice(extra.span, "players", nodes[0].span, *["number of players"] * 2))
    sides = len(made.kinds["side"].members) if "side" in made.kinds else 1
    bank, members = (nodes[0].bank, nodes[0].members) if nodes else (None, ())
    allowed = _count_players(world, nodes[0].number, sides, bank) if nodes else (sides,)
    made.players = allowed or (sides,)
    made.bank = "" if bank is None else bank.text.text if bank.text is not None else BANK
    numbers = range(1, made.players[-1] + 1)
    kind = model.KindInfo("player", tuple(f"player_{n}" for n in numbers), tuple(f"Player {n}" for n in numbers))
    named = bool(members and allowed) and _are_seats_named(world, members, sides)
    if named:
        called, shown = tuple(each.name.text for each in members), tuple(each.label for each in members)
        kind = replace(kind, members=called, shown=shown, span=members[0].span.to(members[-1].span))
    made.kinds["player"] = kind
    for member in (member for each in nodes for member in each.members if not named or member not in members):
        world.log.poisoned.add(member.name.text)
        if world.is_declared_by(member.name, "member"):
            del world.names.symbols[member.name.text]


def _are_seats_named(world: World, named: tuple[syntax.Member, ...], sides: int) -> bool:
    """Whether there is a name for each player. Where each side has a single player, who is called as the side is,
    there must be none."""
    most, alone = world.declared.players[-1], sides > 1 and world.declared.players == (sides,)
    if len(named) == most and not alone:
        return True
    world.report(names.seat_names(named[0].span.to(named[-1].span), len(named), most, alone))
    return False


def _count_players(world: World, node: syntax.Expression, sides: int, bank: syntax.Bank | None) -> tuple[int, ...]:
    """How many may play, as many on each side; empty, with a diagnostic, if that makes no sense."""
    number = read_number(node)
    ends = (number, number) if number is not None else read_bounds(node) if isinstance(node, syntax.Range) else None
    if ends is None:
        world.report(types.wrong_type(node.span, f"`{node.span.text}`", "a number of players, such as `2` or `2..12`"))
        return ()
    most = MAX_SET_SIZE - (bank is not None)
    allowed = tuple(n for n in range(max(ends[0], 1), min(ends[1], most) + 1) if n % sides == 0)
    if not allowed or ends[1] > most or ends[0] < 1:
        advice = (
            f"use the same number of players for each of the {sides} sides"
            if sides > 1
            else "write a number, or a range such as `2..6`"
        )
        world.report(types.out_of_range(node.span, f"`{node.span.text}`", f"1..{most} players", None, advice))
        return ()
    return allowed


def _declare_dice(world: World) -> None:
    parted = find_partial_dice(world)
    for each in iterate_declarations(world, syntax.Dice):
        kind = _find_roll_type(world, each, each.name.text in parted)
        if kind is None:
            world.log.poisoned.add(each.name.text)
        elif world.is_declared_by(each.name, "dice"):
            _declare_dice_of(world, each, kind)


def _find_roll_type(world: World, node: syntax.Dice, parted: bool) -> RollType | None:
    """What such dice show; None, which is reported, for dice that are not possible."""
    words = find_words(world, node) if node.words else None
    if node.words and words is None:
        return None
    shown, kind = (words[1], words[0]) if words else (node.shown, None)
    faces = len(shown) or node.faces
    possible = 1 <= node.number <= MOST_DICE and 2 <= faces <= MAX_FACE
    different = len(set(shown)) or faces
    if not possible or (faces**node.number > MAX_DOMAIN_SIZE and not fits_number(node.number, different)):
        sides: tuple[int | str, ...] = node.shown or tuple(each.text for each in node.words)
        written, single = (format_dice_type(number, faces, sides) for number in (node.number, 1))
        single = single if 2 <= faces <= MAX_FACE and node.number > 1 else ""
        world.report(types.dice_impossible(node.span, written, node.number, faces, single, MAX_DOMAIN_SIZE))
        return None
    beyond = next((each for each in shown if abs(each) > MAX_FACE), None)
    if beyond is not None:
        world.report(types.out_of_range(node.span, f"a face of {beyond}", f"-{MAX_FACE}..{MAX_FACE}"))
        return None
    name, members = (kind.name, kind.members) if kind else ("", ())
    return RollType(node.name.text, node.number, faces, parted, shown, name, members)


def _declare_dice_of(world: World, node: syntax.Dice, kind: RollType) -> None:
    """Dice that lie on the table, or those of each member of a kind, which can be kept. These, and dice with very many
    results, are known by how many show each face."""
    throw = find_throw_type(kind) if node.each is not None or kind.is_large else None
    if node.each is not None and (world.find_kind(node.each) is None or throw is None):
        world.log.poisoned.add(node.name.text)
        if throw is None:
            refuse_unkept_dice(world, kind, node.name.span)
        return
    if node.sight is not None:
        check_owner(world, node.name.text, node.each, node.sight)
    member = world.all_members(node.each.text) if node.each is not None else None
    variable = model.Variable(node.name.text, "", "dice", throw or kind, member, span=node.name.span)
    world.declared.variables[variable.name] = variable
    sight = node.sight.face if node.sight else "up"
    world.declared.dice[variable.name] = model.DiceInfo(kind, variable, sight, **describe_declaration(world, node))


# ---- phases, rules, choices


def _declare_routines(world: World) -> None:
    for phase in iterate_named(world, syntax.Phase, "phase"):
        for parameter in _make_signature(world, "phase", phase).parameters:
            world.declared.variables[parameter.name] = parameter
        _declare_states(world, phase.name.text, phase.state)
    for also in iterate_declarations(world, syntax.Also):
        if world.find(also.phase, "phase") is not None:
            _declare_states(world, also.phase.text, also.state)
        else:
            world.log.poisoned.update(state.name.text for state in also.state)
    for rule in iterate_named(world, syntax.Rule, "rule"):
        _make_signature(world, "rule", rule)


def _make_signature(world: World, word: str, node: syntax.Phase | syntax.Rule | syntax.Choice) -> Signature:
    parameters = declare_parameters(world, node.name.text, node.parameters, positional=word == "choice")
    prepositions = tuple(each.preposition for each in node.parameters)
    world.declared.signatures[node.name.text] = Signature(word, parameters, prepositions, node.name.span)
    return world.declared.signatures[node.name.text]


def declare_parameters(
    world: World, owner: str, nodes: tuple[syntax.Parameter, ...], positional: bool = False
) -> tuple[model.Variable, ...]:
    """Parameters as variables of their owner. Unless positional, each preposition may stand once."""
    parameters: list[model.Variable] = []
    for node in nodes:
        kind = resolve_type(world, node.type)
        if node.name.text in RESERVED and not is_free(node.name.text):
            world.report(names.reserved_name(node.name.span, node.name.text, RESERVED[node.name.text]))
            kind = INVALID
        twice = next((each for each in parameters if each.name == node.name.text), None)
        if twice is not None:
            world.report(names.name_twice(node.name.span, node.name.text, twice.span, "parameter", "parameter"))
        parameters.append(model.Variable(node.name.text, owner, "parameter", kind, span=node.name.span))
        if node.name.span not in world.log.uses:
            world.note(node.name.span, "parameter", node.name.text, node.name.span)
    prepositions = [each.preposition for each in nodes]
    for node in () if positional else nodes:
        if node.preposition and prepositions.count(node.preposition) > 1:
            wanted, advice = "each preposition once", "use another preposition for one of these values"
            found = f"`{node.preposition}` twice"
            world.report(types.wrong_arguments(node.span, owner, wanted, found, node.span, advice))
            break
    return tuple(parameters)


def _declare_states(world: World, phase: str, nodes: tuple[syntax.Keep | syntax.Count, ...]) -> None:
    for node in nodes:
        if world.is_declared_by(node.name, "state"):
            _declare_state(world, phase, node)


def _declare_state(world: World, phase: str, node: syntax.Keep | syntax.Count) -> None:
    name = node.name.text
    if isinstance(node, syntax.Count):
        top = UNBOUNDED
        if isinstance(node.limit, syntax.Number):
            top = node.limit.value
        elif isinstance(node.limit, syntax.Reference) and node.limit.name in world.declared.options:
            kind = world.declared.options[node.limit.name].type
            top = kind.high if isinstance(kind, NumberType) else UNBOUNDED
        world.declared.variables[name] = model.Variable(name, phase, "counter", NumberType(0, top), span=node.name.span)
        return
    kind_found = resolve_type(world, node.type)
    each = find_each(world, node.each)
    if kind_found is not INVALID and (not node.each or each is not None):
        world.declared.variables[name] = model.Variable(name, phase, "state", kind_found, each, span=node.name.span)
    else:
        world.log.poisoned.add(name)


def _declare_choices(world: World) -> None:
    for each in iterate_named(world, syntax.Choice, "choice"):
        name = each.name.text
        _make_signature(world, "choice", each)
        if each.offers and each.pick is not None:
            world.report(types.choice_mixed(each.name.span, name, each.pick.span, each.offers[0].span))
        if not each.offers and each.pick is not None and len(each.pick.parts) == 1:
            _declare_pick_variable(world, each, each.pick)
        elif name in world.declared.kinds:
            kind = find_answer_type(world.all_members(name), each.pick)
            world.declared.variables[name] = model.Variable(name, "", "choice", kind, span=each.name.span)
        else:
            world.log.poisoned.add(name)


def list_by_name(parameters: Sequence[model.Variable]) -> dict[str, model.Variable]:
    """Parameters by their names; the first of those that are called alike."""
    return {each.name: each for each in reversed(parameters)}


def list_choice_names(world: World, name: str) -> dict[str, model.Variable]:
    """The names that are known inside a choice, and where it is advised: who chooses, and what it is asked with."""
    chooser = model.Variable("chooser", name, "parameter", world.all_members("player"))
    return {"chooser": chooser, **{each.name: each for each in world.declared.signatures[name].parameters}}


def _declare_pick_variable(world: World, node: syntax.Choice, whole: syntax.Pick) -> None:
    """The type of what is picked follows from the type of what it is picked from, once that can be computed."""
    name, pick = node.name.text, whole.parts[0]

    def make() -> None:
        world.log.poisoned.add(name)
        picked = find_picked_type(new_context(world, name, list_choice_names(world, name)), pick)
        if picked is INVALID:
            return
        subsets = pick.variable.text if pick.subsets else ""
        if pick.low is None and not are_few_enough(world, count_values(picked), pick.domain.span, subsets):
            return
        kind = find_answer_type(picked, whole)
        world.declared.variables[name] = model.Variable(name, "", "choice", kind, span=node.name.span)
        world.log.poisoned.discard(name)

    world.definitions.pending[name] = make
