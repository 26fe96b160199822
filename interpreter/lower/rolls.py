"""Rolls: of all dice, of some of them, of all but those that are kept; of dice on the table, or of one member's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import MemberType, NumberType, SetType, ThrowType, Type
from interpreter.lower import throws
from interpreter.lower.builder import Builder
from interpreter.lower.phases import PhaseCode
from interpreter.lower.scope import Scope, check_range
from interpreter.lower.slot_layout import SlotLayout


@dataclass(frozen=True)
class RollCode:
    """Makes the code of rolls. `part` and `member` number dice that are rolled together, as in a program."""

    phases: PhaseCode
    part: int = 0
    member: int = -1

    @property
    def builder(self) -> Builder:
        return self.phases.builder

    @property
    def layout(self) -> SlotLayout:
        return self.phases.layout

    def roll(self, scope: Scope, statement: model.RollDice) -> None:
        dice, builder = self.builder.game.dice[statement.dice], self.builder
        if statement.index is not None and isinstance(statement.index.type, SetType):
            self._roll_of_all(scope, statement, statement.index, dice)
            return
        thrower = scope.lower(statement.thrower) if statement.thrower is not None else -1
        site = scope.site(statement.span)
        if isinstance(thrower, program.Register):
            builder.emit(program.Move(self.layout.thrower, thrower))
            thrower = self.layout.thrower
        then = builder.block(f"{statement.dice} rolled")
        if isinstance(dice.variable.type, ThrowType):
            self._roll_apart(scope, statement, dice, thrower)
            return
        if statement.kept is not None:
            self._roll_others(scope, statement, statement.kept, dice, thrower)
            return
        if statement.count is None:
            builder.jump_to(builder.block(f"roll {statement.dice}"))
            self._chance(dice, dice.type.number, thrower, then, site)
        else:
            self._roll_some(scope, statement, dice, thrower, then)
        builder.continue_in(then)
        self.phases.tally(scope, dice=statement.dice)

    def _roll_of_all(self, scope: Scope, statement: model.RollDice, members: model.Value, dice: model.DiceInfo) -> None:
        """Roll the dice of each member of a set: one roll after the other, each a part of its own."""
        builder, site, each = self.builder, scope.site(statement.span), dice.variable.each
        assert each is not None
        numbers, size = builder.game.kinds[each.kind].numbers, self.layout.size_of_kind(each.kind)
        slot = self.layout.slot(model.Variable(f"all of {dice.name}", dice.name, "local", members.type))
        builder.emit(program.Move(slot, scope.lower(members)))
        for at in range(size):
            yes, after = builder.block(f"roll {dice.name} of {at}"), builder.block(f"{dice.name} of {at} rolled")
            bit = builder.binary("shr", slot, at + (numbers.low if numbers is not None else 0), site)
            builder.branch(builder.binary("and", bit, 1, site), yes, after)
            builder.continue_in(yes)
            one = model.Constant(at, type=MemberType(each.kind, at, at), span=members.span)
            thrower = one if statement.thrower is members else statement.thrower
            RollCode(self.phases, self.part, at).roll(scope, replace(statement, thrower=thrower, index=one))
            builder.jump_to(after)
        builder.emit(program.Move(slot, 0))

    def _roll_some(
        self, scope: Scope, statement: model.RollDice, dice: model.DiceInfo, thrower: program.Kept, then: int
    ) -> None:
        """Roll as many of the dice as a value says: one way for each number of them."""
        assert statement.count is not None
        builder, site = self.builder, scope.site(statement.span)
        count, possible = scope.lower(statement.count), NumberType(1, dice.type.number)
        check_range(scope, count, statement.count.type, possible, program.CheckInfo("rolled", dice.name), site)
        ways = tuple(builder.block(f"roll {number + 1} of {dice.name}") for number in range(dice.type.number))
        if isinstance(count, int) and 0 < count <= len(ways):
            builder.close(program.Jump(ways[count - 1]))
        else:
            builder.close(program.Switch(builder.binary("sub", count, 1, site), ways))
        for number, way in enumerate(ways, 1):
            builder.continue_in(way)
            placed = builder.block(f"{number} of {dice.name} rolled")
            self._chance(dice, number, thrower, placed, site)
            builder.continue_in(placed)
            slot = self.layout.slot(dice.variable)
            builder.emit(program.Binary(slot, "add", slot, dice.type.first(number), site))
            builder.close(program.Jump(then))

    def _roll_others(
        self, scope: Scope, statement: model.RollDice, kept: model.Value, dice: model.DiceInfo, thrower: program.Kept
    ) -> None:
        """Roll all dice but those that are kept: one way for each number of them. None is rolled if all are kept."""
        builder, site, kind, slot = self.builder, scope.site(statement.span), kept.type, self.layout.slot(dice.variable)
        assert isinstance(kind, ThrowType)
        held = self.layout.slot(model.Variable(f"kept of {dice.name}", dice.name, "local", kind))
        builder.emit(program.Move(held, scope.lower(kept)))
        throws.check_kept(builder, dice.type, kind, slot, held, site)
        then, after, whole = builder.block(f"{dice.name} rolled"), builder.block("all there"), builder.register()
        ways = tuple(builder.block(f"roll {number} more of {dice.name}") for number in range(kind.number + 1))
        number_kept = throws.count_dice(builder, kind, held, site)
        builder.close(program.Switch(builder.binary("sub", kind.number, number_kept, site), ways))
        builder.continue_in(ways[0])
        builder.close(program.Jump(after))
        for number, way in enumerate(ways[1:], 1):
            builder.continue_in(way)
            placed = builder.block(f"{number} more of {dice.name} rolled")
            self._chance(dice, number, thrower, placed, site)
            builder.continue_in(placed)
            more = throws.lower_dice_of(builder, replace(dice.type, number=number, parts=False), kind, slot, site)
            builder.emit(program.Binary(whole, "add", held, more, site))
            builder.close(program.Jump(then))
        builder.continue_in(then)
        builder.emit(program.Move(slot, throws.find_outcome(builder, dice.type, kind, whole, site)))
        self.phases.tally(scope, dice=statement.dice)
        builder.jump_to(after)

    def _roll_apart(self, scope: Scope, statement: model.RollDice, dice: model.DiceInfo, thrower: program.Kept) -> None:
        """Roll dice of one member, or dice with too many results to enumerate. What is needed after the roll waits in
        slots, which are empty again afterwards: what a hidden roll shows is to be found nowhere but where it lies."""
        builder, site, kind, each = self.builder, scope.site(statement.span), dice.variable.type, dice.variable.each
        assert isinstance(kind, ThrowType)
        lies, size = self.layout.slot(dice.variable), self.layout.size_of_kind(each.kind) if each is not None else 1
        shown, held, whose = self._make_slots(dice, kind, each)
        builder.emit(program.Move(whose, scope.lower(statement.index) if statement.index is not None else 0))
        builder.emit(program.Move(held, 0 if statement.kept is None else scope.lower(statement.kept)))
        if statement.kept is not None:
            lying = builder.register()
            builder.emit(program.Load(lying, lies.index, size, whose, site))
            throws.check_lying(builder, kind, lying, held, site)
        then, after = builder.block(f"{dice.name} rolled"), builder.block("all there")
        for number, way in self._list_ways(scope, statement, kind, held).items():
            builder.continue_in(way)
            if number == 0:
                builder.close(program.Jump(after))
                continue
            self._throw(dice, number, thrower, site, shown, held)
            builder.close(program.Jump(then))
        builder.continue_in(then)
        self.phases.tally(scope, dice=statement.dice)
        builder.jump_to(after)
        builder.emit(program.Store(lies.index, size, whose, held, site))
        for slot in (shown, held, whose):
            builder.emit(program.Move(slot, 0))

    def _throw(
        self,
        dice: model.DiceInfo,
        number: int,
        thrower: program.Kept,
        site: int,
        shown: program.Slot,
        held: program.Slot,
    ) -> None:
        """Roll some dice and put them to those that are held: all at once, or one by one."""
        builder, kind = self.builder, dice.variable.type
        assert isinstance(kind, ThrowType)
        alone = replace(dice.type, number=number).is_large
        for left in range(number, 0, -1) if alone else (0,):
            count = 1 if alone else number
            if left not in (0, number):
                builder.jump_to(builder.block(f"roll a die of {dice.name}"))
            placed = builder.block(f"{left or number} of {dice.name} rolled")
            self._chance(dice, count, thrower, placed, site, shown, left)
            builder.continue_in(placed)
            more = throws.lower_dice_of(builder, replace(dice.type, number=count, parts=False), kind, shown, site)
            builder.emit(program.Binary(held, "add", held, more, site))

    def _make_slots(self, dice: model.DiceInfo, kind: ThrowType, each: MemberType | None) -> Iterator[program.Slot]:
        """Where the roll stands, the dice that are kept, and whose they are."""
        roll = replace(dice.type, number=1 if dice.type.is_large else dice.type.number, parts=False)
        parts: tuple[tuple[str, Type], ...]
        parts = (("roll", roll), ("kept", kind), ("whose", each or NumberType(0, 0)))
        for word, of in parts:
            yield self.layout.slot(model.Variable(f"{word} of {dice.name}", dice.name, "local", of))

    def _list_ways(
        self, scope: Scope, statement: model.RollDice, kind: ThrowType, held: program.Slot
    ) -> dict[int, int]:
        """A block for each number of dice that may be rolled; what comes before it goes to the right one."""
        builder, site = self.builder, scope.site(statement.span)
        count: program.Operand = kind.number
        if statement.kept is not None:
            count = builder.binary("sub", kind.number, throws.count_dice(builder, kind, held, site), site)
        elif statement.count is not None:
            count, possible = scope.lower(statement.count), NumberType(0, kind.number)
            check_range(scope, count, statement.count.type, possible, program.CheckInfo("rolled", kind.dice), site)
        if isinstance(count, int) and 0 <= count <= kind.number:
            builder.jump_to(builder.block(f"roll {count} of {kind.dice}"))
            return {count: builder.here}
        ways = tuple(builder.block(f"roll {number} of {kind.dice}") for number in range(kind.number + 1))
        builder.close(program.Switch(count, ways))
        return dict(enumerate(ways))

    def _chance(
        self,
        dice: model.DiceInfo,
        number: int,
        thrower: program.Kept,
        then: int,
        site: int,
        into: program.Slot | None = None,
        left: int = 0,
    ) -> None:
        outcomes, slot = dice.type.faces**number, into or self.layout.slot(dice.variable)
        thrown = self.builder.dice_of(dice, number, left, self.part, self.member)
        self.builder.close(program.Chance(thrown, outcomes, thrower, slot, then, site))
