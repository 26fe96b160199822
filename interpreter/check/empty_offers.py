"""Choices that offer nothing in some position, where that can be decided.

If what a choice offers depends on few enough values, every combination of them is tried, but those in which the
conditions around each `choose` say that it is not asked. A combination that the game never comes to may be among them,
so what is found is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from interpreter import model
from interpreter.check.evaluate import Known, Undecided, evaluate, find_unknowns
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import Domain, count_values, make_domain

MOST_POSITIONS = 3000

Guards: TypeAlias = tuple[tuple[model.Value, bool], ...]
"""Conditions, each with whether it holds."""


class _Asked(NamedTuple):
    ask: model.Ask
    guards: Guards


def check_offers(world: World, game: model.Model) -> None:
    for choice in game.choices.values():
        try:
            position = _find_empty_position(world, game, choice)
        except Undecided:
            continue
        if position is not None:
            world.report(types.choice_no_option(choice.span, choice.name, position))


def _find_empty_position(world: World, game: model.Model, choice: model.ChoiceInfo) -> tuple[str, ...] | None:
    domains = _find_domains(world, game, choice)
    positions = 1
    for domain in domains.values():
        positions *= domain.size
    if positions * len(choice.values) > MOST_POSITIONS * 16 or positions > MOST_POSITIONS:
        raise Undecided
    asks = [each for routine in game.routines.values() for each in _find_asks(choice, routine.body, ())]
    for numbers in product(*(domain.values for domain in domains.values())):
        known = dict(zip(domains, numbers, strict=True))
        if all(_is_guarded(game, choice, each, known) for each in asks):
            continue
        if not any(_is_offered(game, choice, number, known) for number in range(len(choice.values))):
            return tuple(_format_value(key, domains[key], known[key]) for key in domains)
    return None


def _find_asks(choice: model.ChoiceInfo, body: tuple[model.Statement, ...], guards: Guards) -> Iterator[_Asked]:
    """Each statement that asks for a choice, with the conditions under which it is come to."""
    for statement in body:
        match statement:
            case model.Ask(name) if name == choice.name:
                yield _Asked(statement, guards)
            case model.When(cases):
                before = guards
                for case in cases:
                    held = case.condition
                    yield from _find_asks(choice, case.body, (*before, (held, True)) if held else before)
                    before = (*before, (held, False)) if held else before
            case model.Loop(body=inner) | model.ForEach(body=inner) | model.ForEachDie(body=inner):
                yield from _find_asks(choice, inner, guards)
            case _:
                pass


def _is_guarded(game: model.Model, choice: model.ChoiceInfo, asked: _Asked, known: Known) -> bool:
    """Whether a condition around the statement says that it does not ask when these values are known."""
    named = {choice.chooser: asked.ask.chooser, **dict(zip(choice.parameters, asked.ask.arguments, strict=True))}
    here = dict(known)
    for variable, value in named.items():
        if isinstance(value, model.Read) and value.index is None and variable in known:
            here[value.variable] = known[variable]
    return any(_is_decided(game, condition, here, not wanted) for condition, wanted in asked.guards)


def _is_decided(game: model.Model, condition: model.Value, known: Known, as_: bool) -> bool:
    try:
        return bool(evaluate(game, condition, known)) is as_
    except Undecided:
        return False


def _find_domains(world: World, game: model.Model, choice: model.ChoiceInfo) -> dict[model.Variable | str, Domain]:
    domains: dict[model.Variable | str, Domain] = {}
    for condition in choice.conditions:
        for part in find_unknowns(game, condition):
            if isinstance(part, model.OptionValue):
                option = game.options[part.option]
                if len(option.values) > MOST_POSITIONS:
                    raise Undecided
                domains[part.option] = Domain(tuple(option.values), tuple(option.names))
            elif part.index is not None or count_values(part.variable.type) > MOST_POSITIONS:
                raise Undecided
            elif part.variable != choice.candidate and part.variable.role != "bound":
                domains[part.variable] = make_domain(part.variable.type, world.list_labels)
    return domains


def _is_offered(game: model.Model, choice: model.ChoiceInfo, number: int, known: Known) -> bool:
    single = len(choice.conditions) == 1
    condition = choice.conditions[0 if single else number]
    parts = game.kinds[choice.name].parts if choice.parts else ()
    of_candidate: Known = {each: part.values[number] for each, part in zip(choice.parts, parts, strict=True)}
    return bool(evaluate(game, condition, {**known, choice.candidate: choice.values[number], **of_candidate}))


def _format_value(key: model.Variable | str, domain: Domain, number: int) -> str:
    name = key if isinstance(key, str) else key.name
    return f"{name} is {domain.labels[domain.index[number]]}"
