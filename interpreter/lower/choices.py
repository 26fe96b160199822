"""Choices: what is offered, the default, and the stop for an answer."""

from __future__ import annotations

from dataclasses import replace

from interpreter import model, program
from interpreter.bits import bits_of
from interpreter.domains import MAX_SET_SIZE, MaybeType
from interpreter.lower.builder import Builder
from interpreter.lower.offered_parts import find_part, goes_in_a_loop, is_of_parts
from interpreter.lower.offered_rows import find_rows, offer_rows
from interpreter.lower.offers import Offer
from interpreter.lower.quantifiers import find_constant, find_members
from interpreter.lower.scope import Scope, check_arguments, find_place_in_type
from interpreter.lower.set_loops import go_through
from interpreter.lower.several import find_next, offer_members
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.tabulation import Unsuited, find_inputs, tabulate_slots
from interpreter.lower.values import begin_picking


def begin_choices(builder: Builder, layout: SlotLayout) -> None:
    """Set each choice's answer to its lowest, until it is made; of several that are picked there are none."""
    for choice in builder.game.choices.values():
        if choice.values[0] != 0 and choice.several is None:
            builder.emit(program.Move(layout.slot(choice.variable), choice.values[0]))


def lower_choice(scope: Scope, statement: model.Ask) -> None:
    """Compute what is offered and the default, and stop for the answer."""
    builder, choice = scope.builder, scope.builder.game.choices[statement.choice]
    builder.emit(program.Move(scope.layout.slot(choice.chooser), scope.lower(statement.chooser)))
    if choice.parameters:
        _give_values(scope, statement, choice)
    inner = Scope(builder, scope.layout, choice.name, choice.citation, guarded=scope.guarded)
    if choice.several is not None:
        _pick_several(scope, inner, statement, choice)
        return
    if len(choice.conditions) == len(choice.values) and len(choice.conditions) > 1:
        _offer_each(inner, choice)
    else:
        _offer_candidates(inner, choice)
    if choice.passing is not None:
        Offer(inner, choice).add(0, inner.lower(choice.passing))
    default = scope.layout.defaults[choice.name]
    site = inner.site(choice.default.span)
    value, what = inner.lower(choice.default), program.CheckInfo("default", choice.name)
    number = find_place_in_type(inner, value, choice.default.type, choice.variable.type, what, site)
    builder.emit(program.Move(default, number))
    _stop(scope, statement, choice, scope.layout.slot(choice.variable))
    _keep_answer(scope, choice)


def _stop(scope: Scope, statement: model.Ask, choice: model.ChoiceInfo, target: program.Slot) -> None:
    """Wait for an answer, whose value goes into the target."""
    builder, layout = scope.builder, scope.layout
    then = builder.block(f"{choice.name} chosen")
    number = list(builder.game.choices).index(choice.name)
    builder.jump_to(builder.block(f"choose {choice.name}"))
    builder.close(
        program.Decide(
            number,
            layout.slot(choice.chooser),
            layout.offers[choice.name].start,
            layout.defaults[choice.name],
            target,
            then,
            scope.site(statement.span),
        )
    )
    builder.continue_in(then)


def _keep_answer(scope: Scope, choice: model.ChoiceInfo) -> None:
    if choice.name in scope.layout.gone:
        scope.builder.emit(program.Move(scope.layout.gone[choice.name], 0))


def _pick_several(scope: Scope, inner: Scope, statement: model.Ask, choice: model.ChoiceInfo) -> None:
    """Stop for one member after another, until there are enough."""
    builder, layout, several = scope.builder, scope.layout, choice.several
    assert several is not None
    picked, one = layout.slot(choice.variable), layout.slot(choice.candidate)
    head, another, added, after = (
        builder.block(f"{choice.name}: {each}") for each in ("how many", "another", "added", "all")
    )
    builder.emit(program.Move(picked, 0))
    builder.jump_to(head)
    picking = begin_picking(inner, choice)
    builder.branch(picking.is_smaller(picking.count(picked), picking.high), another, after)
    builder.continue_in(another)
    offer_members(picking, Offer(inner, choice))
    value = find_next(picking, inner.lower(choice.default), strict=False)
    site = inner.site(choice.default.span)
    builder.emit(program.Move(layout.defaults[choice.name], builder.binary("sub", value, choice.values[0], site)))
    _stop(scope, statement, choice, one)
    if choice.values[-1] >= choice.end:
        builder.branch(builder.binary("lt", one, choice.end, site), added, after)
        builder.continue_in(added)
    else:
        builder.jump_to(added)
    builder.emit(program.Move(picked, picking.join(picked, one)))
    builder.close(program.Jump(head))
    builder.continue_in(after)
    _keep_answer(scope, choice)


def _give_values(scope: Scope, statement: model.Ask, choice: model.ChoiceInfo) -> None:
    values = [scope.lower(each) for each in statement.arguments]
    check_arguments(scope, choice.parameters, values, statement.arguments, scope.site(statement.span))
    for parameter, value in zip(choice.parameters, values, strict=True):
        scope.builder.emit(program.Move(scope.layout.slot(parameter), value))


def _offer_each(scope: Scope, choice: model.ChoiceInfo) -> None:
    offer, certain = Offer(scope, choice), [find_constant(scope, each) for each in choice.conditions]
    offer.begin(bits_of(place for place, held in enumerate(certain) if held))
    for place, condition in enumerate(choice.conditions):
        if certain[place] is None:
            offer.add(place, scope.lower(condition))


def _offer_candidates(scope: Scope, choice: model.ChoiceInfo) -> None:
    """Find the possible answers for which the condition holds: all at once where they are a set, otherwise unrolled
    if they are few, and in a loop if they are many."""
    offer = Offer(scope, choice)
    if isinstance(choice.variable.type, MaybeType):
        choice = replace(choice, values=choice.values[1:])
        offer = Offer(scope, choice, before=1)
    if _is_set(choice.values) and not choice.parts and not is_of_parts(choice):
        _offer_set(offer)
    elif scope.builder.is_plain or not _look_up_offer(offer):
        _offer_by_code(offer)


def _look_up_offer(offer: Offer) -> bool:
    """Offer what is found in a table, if it depends on few inputs."""
    scope, choice = offer.scope, offer.choice
    try:
        inputs = find_inputs(scope, choice.conditions[0], (choice.candidate, *choice.parts))
        return tabulate_slots(
            scope, inputs, offer.slots, lambda inner: _offer_by_code(replace(offer, scope=inner)), offer.site
        )
    except Unsuited:
        return False


def _offer_by_code(offer: Offer) -> None:
    scope, choice = offer.scope, offer.choice
    if is_of_parts(choice):
        _offer_parts(offer)
    elif choice.parts and not scope.builder.is_plain and (parts := find_rows(scope, choice)):
        offer_rows(offer, parts)
    elif goes_in_a_loop(choice):
        _offer_in_a_loop(offer)
    else:
        offer.begin()
        for place, candidate in enumerate(choice.values):
            offer.add(place, _bind_candidate(scope, choice, candidate).lower(choice.conditions[0]))


def _is_set(values: tuple[int, ...]) -> bool:
    """Whether numbers follow one another and can be members of a set."""
    follow = values == tuple(range(values[0], values[0] + len(values)))
    return follow and values[0] >= 0 and values[-1] < MAX_SET_SIZE


def _offer_set(offer: Offer) -> None:
    scope, choice = offer.scope, offer.choice
    first, last = choice.values[0], choice.values[-1]
    members = find_members(scope, choice.candidate, range(first, last + 1), choice.conditions[0])
    offer.begin()
    offer.add_set(members)


def _bind_candidate(scope: Scope, choice: model.ChoiceInfo, candidate: program.Operand) -> Scope:
    """Bind the names of a candidate and its parts to one of the possible answers."""
    bound: dict[model.Variable, program.Operand] = {choice.candidate: candidate}
    if choice.parts:
        builder, site = scope.builder, scope.site(choice.span)
        for variable, part in zip(choice.parts, builder.game.kinds[choice.name].parts, strict=True):
            bound[variable] = builder.lookup(part.values, candidate, site)
    return scope.bind(bound)


def _offer_parts(offer: Offer) -> None:
    """Only parts of what is there are tried; all else is not offered."""
    scope, choice = offer.scope, offer.choice
    builder, site = scope.builder, offer.site
    builder.jump_to(builder.block(f"{choice.name}: parts"))
    offer.begin()
    whole = scope.lower(choice.picked_from[0])
    for part in go_through(scope, choice.variable.type, whole, True, site):
        builder.jump_to(part.met)
        offered = scope.bind({choice.candidate: part.one}).lower(_find_further_condition(choice))
        offer.add(find_part(builder, choice, part.one, site), offered)
        builder.close(program.Jump(part.following))


def _find_further_condition(choice: model.ChoiceInfo) -> model.Value:
    match choice.conditions[0]:
        case model.Both((_, further)):
            return further
        case condition:
            return model.Constant(1, type=condition.type, span=condition.span)


def _offer_in_a_loop(offer: Offer) -> None:
    scope, choice = offer.scope, offer.choice
    builder, site = scope.builder, offer.site
    number = builder.register()
    offer.begin()
    builder.emit(program.Move(number, 0))
    again, after = builder.block(f"{choice.name}: candidate"), builder.block(f"{choice.name}: offered")
    builder.jump_to(again)
    candidate = builder.lookup(choice.values, number, site)
    offered = _bind_candidate(scope, choice, candidate).lower(choice.conditions[0])
    offer.add(number, offered)
    builder.emit(program.Binary(number, "add", number, 1, site))
    builder.branch(builder.binary("lt", number, len(choice.values), site), again, after)
    builder.continue_in(after)
