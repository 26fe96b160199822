"""Examples: from what was written to typed settings, scripts and expectations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from interpreter import model, syntax
from interpreter.check.cards import check_zone
from interpreter.check.changes import check_place
from interpreter.check.citations import expand_ids
from interpreter.check.context import Context
from interpreter.check.options import find_option_number
from interpreter.check.spreads import check_given_spread
from interpreter.check.values import new_context
from interpreter.check.winners import find_winner_kind, has_bank, is_bank, may_end
from interpreter.check.world import World
from interpreter.diagnostics.messages import cards, types
from interpreter.diagnostics.messages import examples as errors
from interpreter.domains import MemberType, SetType

Entry = TypeVar("Entry", bound=model.Placed)


def check_examples(world: World, routines: dict[str, model.RoutineInfo]) -> tuple[model.ExampleInfo, ...]:
    """Every example of the game itself, in order (those of a library only when it is checked on its own)."""
    files = [file for file in world.trees.files if not file.library or world.trees.standalone]
    nodes = (each for file in files for each in file.tree.declarations if isinstance(each, syntax.Example))
    for rules in world.trees.amended.stack if world.trees.amended is not None else ():
        for change in rules.tree.declarations:
            if isinstance(change, syntax.ChangedExamples):
                _check_options(world, change.options)
    return tuple(_check_example(world, each, routines) for each in nodes)


def _check_example(world: World, node: syntax.Example, routines: dict[str, model.RoutineInfo]) -> model.ExampleInfo:
    players = _check_players(world, node)
    context = new_context(world, "example", seated=players or world.declared.players[0])
    if not any(isinstance(each, syntax.Expectation) for each in (*node.script, *node.expectations)):
        world.report(errors.example_empty(node.title.span))
    settings = (setting for each in node.given for setting in _check_given(context, each))
    given: tuple[model.Assign | model.Arrange, ...] = _keep_valid(context, settings)
    return model.ExampleInfo(
        ids=expand_ids(node.ids),
        options=_check_options(world, node.options),
        players=players,
        start=_find_start(world, node, given, routines),
        given=given,
        script=_check_script(context, node),
        expectations=_keep_valid(context, (_check_expectation(context, each) for each in node.expectations)),
        name=node.title.text,
        span=node.title.span,
    )


def _check_options(world: World, nodes: Sequence[syntax.WithOption]) -> tuple[tuple[str, int], ...]:
    settings: list[tuple[str, int]] = []
    world.report_twice("setting", [each.option for each in nodes])
    for each in nodes:
        if world.find(each.option, "option") is None or each.option.text not in world.declared.options:
            continue
        option = world.declared.options[each.option.text]
        number = find_option_number(world, option.name, each.value, option.names, option.values)
        if number is not None:
            settings.append((option.name, number))
    return tuple(settings)


def _check_players(world: World, node: syntax.Example) -> int | None:
    if node.players is None:
        return None
    if node.players.number not in world.declared.players:
        allowed = ", ".join(map(str, world.declared.players))
        world.report(types.out_of_range(node.players.span, f"{node.players.number} players", allowed))
        return None
    return node.players.number


def _check_given(context: Context, node: syntax.GivenValue) -> Iterator[model.Assign | model.Arrange | None]:
    if isinstance(node.value, syntax.Spread):
        yield from check_given_spread(context, node, node.value)
        return
    symbol = context.world.names.symbols.get(node.place.name.text)
    if symbol is not None and symbol.word == "zone":
        held = check_zone(context, node.place.name, node.place.subject)
        inside = context.expect(node.value, held.variable.type) if held is not None else None
        yield None if held is None or inside is None else model.Arrange(held, inside, span=node.span)
        return
    target = check_place(context, node.place)
    yield model.Assign(*target, context.expect(node.value, target[0].type), span=node.span) if target else None


def _find_start(
    world: World,
    node: syntax.Example,
    given: tuple[model.Assign | model.Arrange, ...],
    routines: dict[str, model.RoutineInfo],
) -> str:
    if node.start is not None:
        return node.start.phase.text if world.find(node.start.phase, "phase") else ""
    variables = [each.variable for each in given if isinstance(each, model.Assign)]
    owners = {each.owner for each in variables if each.owner in routines}
    return max(owners, key=lambda each: _measure_depth(each, routines), default="")


def _measure_depth(phase: str, routines: dict[str, model.RoutineInfo]) -> int:
    depth, seen, step = 0, set(), routines[phase].inside
    while step is not None and step in routines and step not in seen:
        seen.add(step)
        depth, step = depth + 1, routines[step].inside
    return depth


def _check_script(context: Context, node: syntax.Example) -> tuple[model.ScriptEntry, ...]:
    for stop, following in pairwise(node.script):
        if isinstance(stop, syntax.StopAt):
            context.world.report(errors.stop_not_last(stop.span, following.span))
    return _keep_valid(context, (_check_scripted(context, each) for each in node.script))


def _keep_valid(context: Context, made: Iterable[Entry | None]) -> tuple[Entry, ...]:
    return tuple(each for each in made if each is not None and context.world.is_valid(each))


def _check_rolled(world: World, node: syntax.Rolled) -> model.ScriptedRoll | None:
    dice = node.dice.text if node.dice is not None else ""
    if node.dice is not None and dice not in world.declared.dice and world.find(node.dice, "member") is None:
        return None
    if not node.words:
        return model.ScriptedRoll(node.total, node.faces, dice=dice, span=node.span)
    if any(world.find(word, "member") is None for word in node.words):
        return None
    found = [world.find_member(word.text) for word in node.words]
    kind = found[0][0]
    for word, (other, _) in zip(node.words, found, strict=True):
        if other != kind:
            world.report(types.face_of_another_kind(word.span, word.text, node.words[0].text, kind))
            return None
    return model.ScriptedRoll(None, tuple(place for _, place in found), kind, dice, span=node.span)


def _check_scripted(context: Context, node: syntax.ScriptEntry) -> model.ScriptEntry | None:
    match node:
        case syntax.Rolled():
            return _check_rolled(context.world, node)
        case syntax.Drawn():
            return _check_draw(context, node)
        case syntax.StopAt(choice):
            return model.ScriptedStop(choice.text, span=node.span) if context.world.find(choice, "choice") else None
        case syntax.Chosen():
            return _check_chosen(context, node)
        case _:
            return _check_expectation(context, node)


def _check_chosen(context: Context, node: syntax.Chosen) -> model.ScriptedChoice | None:
    known = context.world.find(node.choice, "choice") is not None
    variable = context.world.declared.variables.get(node.choice.text) if known else None
    if variable is None:
        return None
    value = context.expect(node.value, variable.type)
    return model.ScriptedChoice(node.choice.text, value, node.refused, span=node.span)


def _check_draw(context: Context, node: syntax.Drawn) -> model.ScriptedDraw | None:
    card = context.infer(node.card)
    kind = card.type.kind if isinstance(card.type, MemberType) else ""
    lying = {each.cards for each in context.world.declared.zones.values()}
    if isinstance(card, model.Constant) and kind in lying:
        return model.ScriptedDraw(kind, card.value, node.face_down, span=node.span)
    context.refuse(cards.card_not_named(node.span), card)
    return None


def _check_expectation(context: Context, node: syntax.Expectation) -> model.Expectation | None:
    world, span = context.world, node.span
    match node:
        case syntax.Holds(test):
            return model.ExpectCondition(context.expect_condition(test), span=span)
        case syntax.Did(rule, negated):
            known = world.find(rule, "rule", "phase")
            return model.ExpectRule(rule.text, negated, False, False, span=span) if known else None
        case syntax.Ended(phase, without_result, negated):
            ends = may_end(world, node)
            return model.ExpectRule(phase.text, negated, True, without_result, span=span) if ends else None
        case syntax.Asked(choice, negated):
            return model.ExpectAsked(choice.text, negated, span=span) if world.find(choice, "choice") else None
        case syntax.Said(text, negated):
            return model.ExpectSaid(text.text, negated, span=span)
        case syntax.Won(None, bank):
            return None if bank and not has_bank(world, span) else model.ExpectWinners(None, bank, span=span)
        case syntax.Won(winner):
            if winner is None or is_bank(context, winner):
                return None
            value = context.expect(winner, SetType(find_winner_kind(world)))
            return model.ExpectWinners(value, False, span=span)
