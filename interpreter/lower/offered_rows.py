"""Choices of several parts, as of a square by its column and line.

If bit operations can evaluate the condition, it is evaluated at once for all answers of a slot (`members`). If not, for
all values of the part that has the most; other parts with few values are unrolled, and there is a loop over the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from interpreter import model, program
from interpreter.bits import list_unions
from interpreter.data_classes import dataclass
from interpreter.domains import MAX_SET_SIZE, MOST_UNROLLED, NumberType, SetType
from interpreter.lower.environment import reads
from interpreter.lower.members import Members
from interpreter.lower.offers import Offer
from interpreter.lower.quantifiers import find_members
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import go_through
from interpreter.lower.tabulation import WIDEST_SET, Unsuited
from interpreter.program import ANSWERS_IN_SLOT, Operand


@dataclass(frozen=True)
class Part:
    """A part of an answer: the values it may have, and how far apart they are among the answers."""

    variable: model.Variable
    values: tuple[int, ...]
    step: int

    @property
    def is_set(self) -> bool:
        first, last = self.values[0], self.values[-1]
        return self.values == tuple(range(first, last + 1)) and first >= 0 and last < MAX_SET_SIZE


def find_rows(scope: Scope, choice: model.ChoiceInfo) -> tuple[Part, ...]:
    """The parts of the answers, if these are all combinations in order; else, or if the condition asks for more than
    the parts, none."""
    if len(choice.conditions) != 1 or choice.values != tuple(range(len(choice.values))):
        return ()
    found, step = list[Part](), len(choice.values)
    for variable, part in zip(choice.parts, scope.builder.game.kinds[choice.name].parts, strict=True):
        values = tuple(dict.fromkeys(part.values))
        step //= len(values)
        found.append(Part(variable, values, step))
        if any(each != values[at // max(step, 1) % len(values)] for at, each in enumerate(part.values)):
            return ()
    usable = step == 1 and any(each.is_set for each in found) and not reads(choice.conditions[0], choice.candidate)
    return tuple(found) if usable else ()


def offer_rows(offer: Offer, parts: tuple[Part, ...]) -> None:
    """Offer what meets the condition: all answers of a slot at once if bit operations can evaluate it, otherwise row
    by row."""
    start = offer.scope.builder.checkpoint()
    try:
        _offer_words(offer)
    except Unsuited:
        offer.scope.builder.roll_back(start)
        _offer_row_by_row(offer, parts)


def _offer_words(offer: Offer) -> None:
    """Evaluate the condition for all answers of each slot at once. Raises Unsuited if bit operations cannot."""
    scope, choice, condition = offer.scope, offer.choice, offer.choice.conditions[0]
    number = model.Read(choice.candidate, type=choice.candidate.type, span=choice.span)
    kinds = scope.builder.game.kinds[choice.name].parts
    for at, slot in enumerate(offer.slots):
        places = slice(at * ANSWERS_IN_SLOT, (at + 1) * ANSWERS_IN_SLOT)
        members = Members(scope, choice.candidate, 0, len(choice.values[places]) - 1, offer.site)
        names = {
            variable: model.Attribute(variable.name, number, part.values[places], type=variable.type, span=choice.span)
            for variable, part in zip(choice.parts, kinds, strict=True)
        }
        met = members.truth(members.env.bind(names), condition)
        scope.builder.emit(program.Move(program.Slot(slot), scope.builder.binary("and", met, members.all, offer.site)))


def _offer_row_by_row(offer: Offer, parts: tuple[Part, ...]) -> None:
    row = max((each for each in parts if each.is_set), key=lambda each: (len(each.values), -each.step))
    unrolled, looped = list[Part](), list[Part]()
    for each in sorted((each for each in parts if each is not row), key=lambda each: len(each.values)):
        many = prod(len(one.values) for one in (*unrolled, each))
        (unrolled if many <= MOST_UNROLLED and not looped else looped).append(each)
    offer.begin()
    for scope, first in _go_through(offer, looped):
        _offer_row(offer, scope, first, row, unrolled)


def _go_through(offer: Offer, parts: list[Part]) -> Iterator[tuple[Scope, Operand]]:
    """A scope with the values of some parts, and the first answer that has them: once for all of them, in a loop."""
    if not parts:
        yield offer.scope, 0
        return
    builder, site, at = offer.scope.builder, offer.site, offer.scope.builder.register()
    rows = list(product(*(each.values for each in parts)))
    starts = [sum(each.values.index(one) * each.step for each, one in zip(parts, row, strict=True)) for row in rows]
    builder.emit(program.Move(at, 0))
    again, after = builder.block(f"{offer.choice.name}: row"), builder.block(f"{offer.choice.name}: offered")
    builder.jump_to(again)
    columns = zip(*rows, strict=True)
    bound = {each.variable: builder.lookup(column, at, site) for each, column in zip(parts, columns, strict=True)}
    yield offer.scope.bind(bound), builder.lookup(starts, at, site)
    builder.emit(program.Binary(at, "add", at, 1, site))
    builder.branch(builder.binary("lt", at, len(rows), site), again, after)
    builder.continue_in(after)


def _offer_row(offer: Offer, scope: Scope, first: Operand, row: Part, unrolled: list[Part]) -> None:
    """Offer what meets the condition for each combination of the unrolled parts."""
    builder, site = scope.builder, offer.site
    low, high = row.values[0], row.values[-1]
    together = len(row.values) * row.step <= ANSWERS_IN_SLOT and all(each.step < row.step for each in unrolled)
    total: Operand = 0
    for values in product(*(each.values for each in unrolled)):
        bound: Mapping[model.Variable, int] = {each.variable: one for each, one in zip(unrolled, values, strict=True)}
        more = sum(each.values.index(one) * each.step for each, one in zip(unrolled, values, strict=True))
        members = find_members(scope.bind(bound), row.variable, range(low, high + 1), offer.choice.conditions[0])
        start = builder.binary("add", first, more, site)
        if together:
            spread = _spread(offer, builder.binary("shr", members, low, site), row)
            total = builder.binary("or", total, builder.binary("shl", spread, more, site), site)
        elif row.step == 1:
            offer.add_run(start, builder.binary("shr", members, low, site))
        else:
            for met in go_through(scope, SetType(NumberType(low, high)), members, False, site):
                builder.jump_to(met.met)
                place = builder.binary("mul", builder.binary("sub", met.one, low, site), row.step, site)
                offer.add(builder.binary("add", start, place, site), 1)
                builder.close(program.Jump(met.following))
    if together:
        offer.add_run(first, total)


def _spread(offer: Offer, members: Operand, row: Part) -> Operand:
    """The members, so far apart as they are among the answers."""
    builder, size = offer.scope.builder, len(row.values)
    places = [1 << at * row.step for at in range(size)]
    if row.step == 1:
        return members
    if size > WIDEST_SET:
        return builder.binary("scatter", members, sum(places), offer.site)
    return builder.lookup(list_unions(places), members, offer.site)
