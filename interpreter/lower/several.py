"""Choices that pick several of a set, as `pick 3 cards from held of chooser` does.

The player is asked once; a program stops for each member that is picked, in any order, and where fewer are allowed
one more answer says that it is enough. The choice's own slot holds what has been picked so far. Where the whole set is
known (from a strategy, an example, the default), the member to pick next is computed from it. If the members have to
meet a condition together, each stop tries every set that may be picked, and offers the members of those sets that
include everything picked so far.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.lower.builder import Builder
from interpreter.lower.offers import Offer
from interpreter.lower.scope import Scope, subtract_sets
from interpreter.lower.set_loops import go_through_small_subsets


@dataclass(frozen=True)
class Picking:
    """How far it has come: of the members of `whole` some are `picked`, and there are to be `low` to `high`, which
    are `allowed` together; or none, if `passes`."""

    scope: Scope
    choice: model.ChoiceInfo
    whole: program.Operand
    picked: program.Slot
    low: program.Operand
    high: program.Operand
    passes: program.Operand
    allowed: Callable[[program.Operand], program.Operand]

    @property
    def builder(self) -> Builder:
        return self.scope.builder

    @property
    def site(self) -> int:
        return self.scope.site(self.choice.span)

    @property
    def has_condition(self) -> bool:
        return len(self.choice.conditions) > 1

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
        fits = self.both(fits, self.is_in(members, self.whole))
        if self.has_condition:
            fits = self._ask_condition(members, fits)
        if self.choice.passing is not None:
            none = self.both(self.passes, self.builder.binary("eq", members, 0, self.site))
            fits = self.builder.binary("or", fits, none, self.site)
        return fits

    def _ask_condition(self, members: program.Operand, fits: program.Operand) -> program.Operand:
        """Whether they are allowed together, which is asked only if there are as many as there may be."""
        builder, found = self.builder, self.builder.register()
        fitting, after = builder.block("fitting"), builder.block("asked")
        builder.emit(program.Move(found, fits))
        builder.branch(fits, fitting, after)
        builder.continue_in(fitting)
        builder.emit(program.Move(found, self.allowed(members)))
        builder.jump_to(after)
        return found

    def list_answers(self, visit: Callable[[program.Operand], None]) -> None:
        """Code that tries every set that may still be picked, from the lowest up: what is to be added to those that are
        picked already."""
        builder, site = self.builder, self.site
        left = self.subtract(self.whole, self.picked)
        most = builder.binary("sub", self.high, self.count(self.picked), site)
        for each in go_through_small_subsets(builder, left, most, site):
            builder.jump_to(each.met)
            members = builder.binary("or", self.picked, each.one, site)
            enough, allowed = builder.block("enough"), builder.block("allowed")
            builder.branch(self.is_at_most(self.low, self.count(members)), enough, each.following)
            builder.continue_in(enough)
            builder.branch(self.allowed(members), allowed, each.following)
            builder.continue_in(allowed)
            visit(each.one)
            builder.close(program.Jump(each.following))


def offer_members(picking: Picking, offer: Offer) -> None:
    """Offer the members that may be picked next, that it is enough, if there can be enough before all are picked, and
    to pass, as long as nothing is picked."""
    builder, site, choice = picking.builder, picking.site, picking.choice
    count = picking.count(picking.picked)
    if picking.has_condition:
        left, enough = _find_allowed_next(picking)
    else:
        enough = picking.is_at_most(picking.low, picking.count(picking.whole))
        more = picking.both(enough, picking.is_smaller(count, picking.high))
        left = builder.binary("mul", picking.subtract(picking.whole, picking.picked), more, site)
    offer.begin()
    offer.add_set(left)
    last = len(choice.values) - 1
    may_pass = choice.passing is not None
    if may_pass:
        enough = picking.both(enough, builder.binary("gt", count, 0, site))
        offer.add(last, picking.both(picking.passes, builder.binary("eq", count, 0, site)))
    if choice.several is not None and not choice.several.is_fixed:
        offer.add(last - may_pass, picking.both(enough, picking.is_at_most(picking.low, count)))


def _find_allowed_next(picking: Picking) -> tuple[program.Operand, program.Operand]:
    """The members that may be picked next, and whether those that are picked are allowed, if there is a condition."""
    builder, site = picking.builder, picking.site
    found, done = builder.register(), builder.register()
    builder.emit(program.Move(found, 0))
    builder.emit(program.Move(done, 0))

    def visit(more: program.Operand) -> None:
        builder.emit(program.Binary(found, "or", found, more, site))
        builder.emit(program.Binary(done, "or", done, builder.binary("eq", more, 0, site), site))

    picking.list_answers(visit)
    return found, done


def find_next(picking: Picking, members: program.Operand, strict: bool) -> program.Operand:
    """The value of the answer by which these members are picked, from where the picking has come; a value that is no
    answer's if they cannot be. If it is `strict`, nothing else may have been picked before."""
    builder, choice, found = picking.builder, picking.choice, picking.builder.register()
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
    enough: program.Operand = choice.values[-1]
    if choice.passing is not None and choice.values[-1] > choice.end:
        enough = builder.binary("sub", enough, builder.binary("ne", picking.picked, 0, picking.site), picking.site)
    builder.emit(program.Move(found, enough))
    builder.close(program.Jump(after))
    builder.continue_in(some)
    builder.emit(program.Unary(found, "lowest", left, picking.site))
    builder.jump_to(after)
    return found


def goes_on(picking: Picking, found: program.Operand) -> program.Operand:
    """Whether something will be asked once more after this answer."""
    is_member = picking.is_smaller(found, picking.choice.end)
    more = picking.builder.binary("add", picking.count(picking.picked), 1, picking.site)
    return picking.both(is_member, picking.is_smaller(more, picking.high))


def fill_up(picking: Picking, operator: str) -> program.Operand:
    """The highest or lowest set that may be picked and includes everything picked already."""
    if picking.has_condition:
        return _find_extreme(picking, operator)
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
    if picking.choice.passing is None:
        return members
    possible = picking.is_at_most(picking.low, picking.count(picking.whole))
    begun = builder.binary("ne", picking.picked, 0, site)
    must = builder.binary("or", begun, builder.binary("eq", picking.passes, 0, site), site)
    return builder.binary("mul", members, possible if operator == "highest" else must, site)


def _find_extreme(picking: Picking, operator: str) -> program.Operand:
    """The same where the members have to meet a condition together: the last that is met, or the first; or to pass."""
    builder, site, members = picking.builder, picking.site, picking.builder.register()
    met = builder.register()
    builder.emit(program.Move(members, 0))
    first = operator == "lowest"
    passes = picking.both(picking.passes, builder.binary("eq", picking.picked, 0, site))
    builder.emit(program.Move(met, passes if first else 0))

    def visit(more: program.Operand) -> None:
        whole = builder.binary("or", picking.picked, more, site)
        if first:
            unmet = builder.binary("eq", met, 0, site)
            builder.emit(program.Binary(members, "add", members, builder.binary("mul", whole, unmet, site), site))
            builder.emit(program.Move(met, 1))
        else:
            builder.emit(program.Move(members, whole))

    picking.list_answers(visit)
    return members
