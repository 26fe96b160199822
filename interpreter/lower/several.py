"""Choices that pick several of a set, as `pick 3 cards from held of chooser` does.

Whoever chooses is asked one thing; a program stops as often as members are picked, each over what is left, in whatever
order, and where fewer will do one answer more says that it is enough. The choice's own slot holds what has been picked
so far. Where somebody says the whole set (a strategy, an example, the default), it is worked out which member of it is
next.
"""

from __future__ import annotations

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.lower.builder import Builder
from interpreter.lower.offers import Offer
from interpreter.lower.scope import Scope, subtract_sets


@dataclass(frozen=True)
class Picking:
    """How far it has come: of the members of `whole` some are `picked`, and there are to be `low` to `high`."""

    scope: Scope
    site: int
    whole: program.Operand
    picked: program.Slot
    low: program.Operand
    high: program.Operand

    @property
    def builder(self) -> Builder:
        return self.scope.builder

    def is_smaller(self, left: program.Operand, right: program.Operand) -> program.Operand:
        return self.builder.binary("lt", left, right, self.site)

    def is_at_most(self, left: program.Operand, right: program.Operand) -> program.Operand:
        return self.builder.binary("le", left, right, self.site)

    def both(self, left: program.Operand, right: program.Operand) -> program.Operand:
        return self.builder.binary("and", left, right, self.site)

    def count(self, members: program.Operand) -> program.Operand:
        return self.builder.unary("size", members, self.site)

    def subtract(self, left: program.Operand, right: program.Operand) -> program.Operand:
        return subtract_sets(self.scope, left, right, self.site)

    def join(self, members: program.Operand, one: program.Operand) -> program.Operand:
        added = self.builder.binary("shl", 1, one, self.site)
        return self.builder.binary("or", members, added, self.site)

    def is_in(self, part: program.Operand, whole: program.Operand) -> program.Operand:
        return self.builder.binary("eq", self.subtract(part, whole), 0, self.site)

    def is_allowed(self, members: program.Operand) -> program.Operand:
        """Whether these could be the answer, if nothing had been picked."""
        size = self.count(members)
        fits = self.both(self.is_at_most(self.low, size), self.is_at_most(size, self.high))
        return self.both(fits, self.is_in(members, self.whole))


def offer_members(picking: Picking, offer: Offer, enough: bool) -> None:
    """Offer the members that may be picked next, and, if there can be `enough` before all are picked, that it is."""
    builder, site = picking.builder, picking.site
    count = picking.count(picking.picked)
    possible = picking.is_at_most(picking.low, picking.count(picking.whole))
    more = picking.both(possible, picking.is_smaller(count, picking.high))
    left = builder.binary("mul", picking.subtract(picking.whole, picking.picked), more, site)
    offer.begin()
    offer.add_set(left)
    if enough:
        done = picking.both(possible, picking.is_at_most(picking.low, count))
        offer.add(len(offer.choice.values) - 1, done)


def find_next(picking: Picking, choice: model.ChoiceInfo, members: program.Operand, strict: bool) -> program.Operand:
    """The value of the answer by which these members are picked, from where the picking has come; a value that is no
    answer's if they cannot be. If it is `strict`, nothing else may have been picked before."""
    builder, found = picking.builder, picking.builder.register()
    may_be = picking.is_allowed(members)
    if strict:
        may_be = picking.both(may_be, picking.is_in(picking.picked, members))
    allowed, refused, some, none, after = (
        builder.block(f"{choice.name}: {each}") for each in ("allowed", "not allowed", "next", "enough", "answer")
    )
    builder.branch(may_be, allowed, refused)
    builder.continue_in(refused)
    builder.emit(program.Move(found, choice.values[-1] + 1))
    builder.close(program.Jump(after))
    builder.continue_in(allowed)
    left = picking.subtract(members, picking.picked)
    builder.branch(left, some, none)
    builder.continue_in(none)
    builder.emit(program.Move(found, choice.values[-1]))
    builder.close(program.Jump(after))
    builder.continue_in(some)
    builder.emit(program.Unary(found, "lowest", left, picking.site))
    builder.jump_to(after)
    return found


def goes_on(picking: Picking, choice: model.ChoiceInfo, found: program.Operand) -> program.Operand:
    """Whether something will be asked once more after this answer."""
    is_member = picking.is_smaller(found, choice.end)
    more = picking.builder.binary("add", picking.count(picking.picked), 1, picking.site)
    return picking.both(is_member, picking.is_smaller(more, picking.high))


def fill_up(picking: Picking, operator: str) -> program.Operand:
    """What is picked, and with it as many of the highest as there may be, or of the lowest as there must be."""
    builder, members, site = picking.builder, picking.builder.register(), picking.site
    builder.emit(program.Move(members, picking.picked))
    head, more, after = (builder.block(f"{operator} of what is offered{each}") for each in ("", ": one more", ": all"))
    builder.jump_to(head)
    left = picking.subtract(picking.whole, members)
    wanted = picking.high if operator == "highest" else picking.low
    is_short = picking.is_smaller(picking.count(members), wanted)
    builder.branch(picking.both(is_short, builder.binary("ne", left, 0, site)), more, after)
    builder.continue_in(more)
    builder.emit(program.Move(members, picking.join(members, builder.unary(operator, left, site))))
    builder.close(program.Jump(head))
    builder.continue_in(after)
    return members
