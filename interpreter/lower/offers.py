"""What a choice offers: a set of its answers by their numbers, in one slot or several (see `program.Decide`)."""

from __future__ import annotations

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.lower.scope import Scope
from interpreter.program import ANSWERS_IN_SLOT


@dataclass(frozen=True)
class Offer:
    """The set of the answers that a choice offers."""

    scope: Scope
    choice: model.ChoiceInfo
    before: int = 0
    """How many answers come before those that are numbered here: the one to pass."""

    @property
    def slots(self) -> range:
        return self.scope.layout.offers[self.choice.name]

    @property
    def site(self) -> int:
        return self.scope.site(self.choice.span)

    def begin(self, certain: int = 0) -> None:
        """Offer nothing but answers that are `certain`, as a set."""
        for at, slot in enumerate(self.slots):
            held = certain >> ANSWERS_IN_SLOT * at & program.ALL_ANSWERS
            self.scope.builder.emit(program.Move(program.Slot(slot), held))

    def add(self, number: program.Operand, offered: program.Operand) -> None:
        """Offer one more answer if `offered` is 1 and not 0."""
        builder, site = self.scope.builder, self.site
        if offered == 0:
            return
        number = builder.binary("add", number, self.before, site)
        if isinstance(number, int):
            self._join(program.Slot(self.slots[number // ANSWERS_IN_SLOT]), number % ANSWERS_IN_SLOT, offered)
        elif len(self.slots) == 1:
            self._join(program.Slot(self.slots.start), number, offered)
        else:
            first, size, word = self.slots.start, len(self.slots), builder.register()
            place = builder.binary("div", number, ANSWERS_IN_SLOT, site)
            bit = builder.binary("mod", number, ANSWERS_IN_SLOT, site)
            builder.emit(program.Load(word, first, size, place, site))
            self._join(word, bit, offered)
            builder.emit(program.Store(first, size, place, word, site))

    def _join(self, word: program.Slot | program.Register, bit: program.Operand, offered: program.Operand) -> None:
        builder, site = self.scope.builder, self.site
        builder.emit(program.Binary(word, "or", word, builder.binary("shl", offered, bit, site), site))

    def add_set(self, members: program.Operand) -> None:
        """Offer the answers whose values are in a set: the values follow one another, and there are at most as many as
        a set may have."""
        word = program.Slot(self.slots.start)
        shifted = self.scope.builder.binary("shr", members, self.choice.values[0], self.site)
        shifted = self.scope.builder.binary("shl", shifted, self.before, self.site)
        self.scope.builder.emit(program.Binary(word, "or", word, shifted, self.site))

    def add_run(self, first: program.Operand, members: program.Operand) -> None:
        """Offer some of the answers that follow one another from the `first` on, as a set of their places."""
        builder, site = self.scope.builder, self.site
        first = builder.binary("add", first, self.before, site)
        if len(self.slots) == 1:
            word = program.Slot(self.slots.start)
            builder.emit(program.Binary(word, "or", word, builder.binary("shl", members, first, site), site))
            return
        place = builder.binary("div", first, ANSWERS_IN_SLOT, site)
        bit = builder.binary("mod", first, ANSWERS_IN_SLOT, site)
        room = builder.binary("sub", ANSWERS_IN_SLOT, bit, site)
        here = builder.binary("sub", builder.binary("shl", 1, room, site), 1, site)
        low = builder.binary("shl", builder.binary("and", members, here, site), bit, site)
        self._join_word(place, low)
        high, more, after = builder.binary("shr", members, room, site), builder.block("more"), builder.block("offered")
        builder.branch(high, more, after)
        builder.continue_in(more)
        self._join_word(builder.binary("add", place, 1, site), high)
        builder.jump_to(after)

    def _join_word(self, place: program.Operand, more: program.Operand) -> None:
        builder, first, size = self.scope.builder, self.slots.start, len(self.slots)
        word = builder.register()
        builder.emit(program.Load(word, first, size, place, self.site))
        builder.emit(program.Store(first, size, place, builder.binary("or", word, more, self.site), self.site))

    def find_bound(self, operator: str) -> program.Operand:
        """The value of the lowest or highest answer that is offered. If there is none, it is any value: the game
        fails there anyway."""
        builder, site, values = self.scope.builder, self.site, self.choice.values
        *others, last = list(enumerate(self.slots))[:: 1 if operator == "lowest" else -1]
        number, after = builder.register(), builder.block("bound of what is offered")
        for at, slot in others:
            found, following = builder.block("offered here"), builder.block("offered further on")
            builder.branch(program.Slot(slot), found, following)
            builder.continue_in(found)
            bit = builder.unary(operator, program.Slot(slot), site)
            builder.emit(program.Move(number, builder.binary("add", bit, at * ANSWERS_IN_SLOT, site)))
            builder.close(program.Jump(after))
            builder.continue_in(following)
        at, slot = last
        end = 1 << (len(values) - 1) % ANSWERS_IN_SLOT if operator == "lowest" else 1
        bit = builder.unary(operator, builder.binary("or", program.Slot(slot), end, site), site)
        builder.emit(program.Move(number, builder.binary("add", bit, at * ANSWERS_IN_SLOT, site)))
        builder.jump_to(after)
        if values == tuple(range(values[0], values[0] + len(values))):
            return builder.binary("add", number, values[0], site)
        return builder.lookup(values, number, site)
