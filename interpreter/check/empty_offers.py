"""Choices that offer nothing in some position, where that can be decided.

If what a choice offers depends on few enough values, every combination of them is tried. A combination that the
game never comes to may be among them, so what is found is a warning.
"""

from __future__ import annotations

from itertools import product

from interpreter import model
from interpreter.check.evaluate import Known, Undecided, evaluate, find_unknowns
from interpreter.check.world import World
from interpreter.diagnostics.messages import types
from interpreter.domains import Domain, count_values, make_domain

MOST_POSITIONS = 3000


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
    for numbers in product(*(domain.values for domain in domains.values())):
        known = dict(zip(domains, numbers, strict=True))
        if not any(_is_offered(game, choice, number, known) for number in range(len(choice.values))):
            return tuple(_format_value(key, domains[key], known[key]) for key in domains)
    return None


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
