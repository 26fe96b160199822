"""The machine that works with sums of slots, and asks of a state no more than it must.

A comparison of sums is a test on its truth; where a number itself is needed, an index or a set, it is a test on the
value. What a state answers is kept in the order of the tests, so that whoever walks knows for which other states the
same walk would do. A slot that no state tells yet is asked for (`Needed`), but not before it matters: a quotient may
stay unknown that nobody looks at. Some slots are known only in relation: of a group only the differences, of a counter
at its top only that it is there; what such a state cannot answer is `Unanswerable`. What no walk can go through is
`Impassable`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.analysis.calculations import Calculation
from interpreter.chains.calculated import Numbers
from interpreter.chains.partly_known import Needed
from interpreter.chains.regions import OPEN, Region
from interpreter.chains.relations import Relations, Test, Truth, ValueOf
from interpreter.chains.rolled import Rolled
from interpreter.chains.shortcuts import Found, Walking
from interpreter.chains.sums import LinearSum, Value, combine, held_by, replace_known
from interpreter.program import FULL, HIGHEST, LOWEST, Kept, Operand, Range, Slot, Target
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import OPERATORS, Impossible, Operator

ADD, SUBTRACT, MULTIPLY = OPERATORS["add"], OPERATORS["sub"], OPERATORS["mul"]
LOWER, HIGHER, NOT_EQUAL = OPERATORS["min"], OPERATORS["max"], OPERATORS["ne"]
AT_LEAST, AT_MOST = OPERATORS["ge"], OPERATORS["le"]
EQUALITIES = OPERATORS["eq"], OPERATORS["ne"]

MOST_STEPS = 1_000_000
"""So many steps loops may take that only calculate, or strategies, in one walk."""

FEW = 8
"""A slot with no more values than that is looked at sooner than a roll that it is held against."""


class Impassable(Exception):
    """What comes cannot be told beforehand, for this reason."""


def takes_too_long(steps: int) -> Impassable:
    """What says that a walk has more steps than so many."""
    return Impassable(f"one roll or choice takes more than {steps:,} steps of the rules")


class Opened(Exception):
    """It comes to a decision that is open: these answers are `offered` to the seat that chooses."""

    def __init__(self, chooser: int, offered: tuple[int, ...]) -> None:
        super().__init__(f"seat {chooser} decides")
        self.chooser, self.offered = chooser, offered


class Sampled(Exception):
    """The goal is reached: this value is sampled."""

    def __init__(self, value: Found) -> None:
        super().__init__(f"{value} is sampled")
        self.value = value


class Asking(Walking):
    """How far a walk has come, from a `state`, which says what some slots held where it began.

    `slots` and `registers` are what they hold now; `tests` were met on the way, each with the answer of the state, and
    `asking` is the last one; `winners` too. So many samples are `left_out` before one is raised as Sampled. `block` is
    where it is and `next` comes then; `answered` is what a query came to. Of the numbers that hang on the roll with
    which it began, `told` are those that it had to know, and `made` those that it worked out."""

    def __init__(
        self, region: Region, state: Mapping[int, int], relations: Relations, left_out: int
    ) -> None:
        self.records, self.region, self.state, self.relations = region.program, region, state, relations
        self.slots: dict[int, Found] = {}
        self.registers: dict[int, Found] = {}
        self.tests: dict[Test, int] = {}
        self.asking: Test | None = None
        self.known: dict[int, int] = {}
        self.winners: list[int] = []
        self.left_out = left_out
        self.block = self.next = -1
        self.answered: tuple[int, ...] = ()
        self.outcome = -1
        self.told: dict[Rolled, int] = {}
        self.made: list[Rolled] = []

    # ---- the roll

    def roll_to(self, outcome: int, target: int) -> None:
        """Begin with a roll that comes to an outcome, which is written to a slot."""
        self.outcome, self.slots[target] = outcome, self.region.rolls.outcome

    def know_roll(self) -> None:
        """Settle the roll: all numbers that hang on it are plain ones, and no other outcome goes alike."""
        if self.outcome >= 0:
            self.told[self.region.rolls.outcome] = self.outcome
            for slot, value in self.slots.items():
                self.slots[slot] = value.at(self.outcome) if isinstance(value, Rolled) else value

    def goes_alike(self, outcome: int) -> bool:
        """Whether the walk would be the same with another outcome."""
        try:
            if any(each.at(outcome) != number for each, number in self.told.items()):
                return False
            for each in self.made:
                each.at(outcome)
        except Impossible:
            return False
        return True

    # ---- tests

    def ask(self, test: Test, slots: frozenset[int]) -> None:
        """Have the state asked for what a test needs. Raises Needed, Unanswerable."""
        self.asking = test
        missing = slots - self.state.keys()
        if missing:
            raise Needed(missing)
        self.relations.check(test, self.state)

    def number(self, value: Found) -> int:
        """The number that a value is."""
        if isinstance(value, int):
            return value
        if isinstance(value, Rolled):
            self.told[value] = number = value.at(self.outcome)
            return number
        for slot in sorted(value.slots):
            if slot not in self.known:
                test = ValueOf(slot)
                self.ask(test, frozenset({slot}))
                self.known[slot] = self.tests[test] = self.state[slot]
        return value.at(self.known.__getitem__)

    def truth(self, operator: Operator, value: Found) -> int:
        """Whether a value compares so with 0."""
        if not isinstance(value, LinearSum):
            return operator.calculate(self.number(value), 0)
        if value.unasked:
            raise Needed(value.unasked, doubtful=True)
        low, high = operator.bounds(value.range(self.range_of_slot), (0, 0))
        if low == high:
            return low
        test = Truth(operator, value)
        if test not in self.tests:
            self.ask(test, value.slots)
            self.tests[test] = operator.calculate(value.at(self.state.__getitem__), 0)
        return self.tests[test]

    def range_of_slot(self, slot: int) -> Range:
        """Between which numbers a slot is in every game."""
        return self.region.slot_ranges.get(slot, FULL)

    # ---- numbers

    def read(self, operand: Operand) -> Found:
        if isinstance(operand, int):
            return operand
        value: Found | None
        if isinstance(operand, Slot):
            value = self.slots.get(operand.index)
            if value is None:
                value = self.known.get(operand.index)
                if value is None:
                    return held_by(operand.index)
        else:
            value = self.registers[operand.index]
        if isinstance(value, LinearSum) and self.known:
            return replace_known(value, self.known)
        return value

    def write(self, target: Target, number: Found) -> None:
        if isinstance(target, Slot):
            self.slots[target.index] = number
        else:
            self.registers[target.index] = number

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Found:
        value = self.read(operand)
        if not isinstance(value, LinearSum):
            if not low <= (value if isinstance(value, int) else value.at(self.outcome)) <= high:
                raise Impassable(f"a game may fail ({reason})")
            if isinstance(value, Rolled):
                self.number(self.region.rolls.calculate(AT_LEAST, (value, low)))
                self.number(self.region.rolls.calculate(AT_MOST, (value, high)))
        elif reason != "out-of-range":
            return self.number(value)
        return value

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Found:
        values = tuple([each if isinstance(each, int) else self.read(each) for each in operands])
        for value in values:
            if not isinstance(value, int):
                break
        else:
            return self._calculate(operator, values)
        numbers = [each for each in values if not isinstance(each, LinearSum)]
        if operator in EQUALITIES and len(numbers) == 1 and isinstance(numbers[0], Rolled):
            values = tuple([self.number(each) if self._has_few_values(each) else each for each in values])
            numbers = [each for each in values if not isinstance(each, LinearSum)]
        if len(numbers) == len(values):
            return self._operate_on_rolled(operator, tuple(numbers))
        sums = tuple([self.number(each) if isinstance(each, Rolled) else each for each in values])
        found = self._operate_on_sums(operator, *sums) if len(sums) == 2 else None
        if found is not None:
            return found
        unasked = self._list_untold(sums)
        if unasked and self._is_safe(operator, sums):
            return LinearSum((), 0, unasked)
        return self._calculate(operator, tuple(map(self.number, sums)))

    def _has_few_values(self, value: Found) -> bool:
        """Whether a value is what one slot holds that the state tells, and there are few that it may hold: they are
        told apart sooner than all that a roll may come to."""
        if not isinstance(value, LinearSum) or value.unasked or len(value.slots) != 1:
            return False
        low, high = value.range(self.range_of_slot)
        return high - low < FEW and value.slots <= self.state.keys() and value.slots.isdisjoint(self.relations.slots)

    def _operate_on_rolled(self, operator: Operator, values: tuple[int | Rolled, ...]) -> Rolled:
        """What an operator comes to where it hangs on the roll alone."""
        found = self.region.rolls.calculate(operator, values)
        try:
            found.at(self.outcome)
        except Impossible as impossible:
            raise Impassable(f"a game may fail ({impossible.reason})") from None
        self.made.append(found)
        return found

    def _list_untold(self, values: tuple[Value, ...]) -> frozenset[int]:
        """The slots in some values that the state does not tell."""
        slots = frozenset[int]().union(*(value.slots for value in values if isinstance(value, LinearSum)))
        return slots.difference(self.state)

    def _is_safe(self, operator: Operator, values: tuple[Value, ...]) -> bool:
        """Whether an operator has a result whatever slots hold."""
        ranges = [(each, each) if isinstance(each, int) else each.range(self.range_of_slot) for each in values]
        low, high = operator.bounds(*ranges)
        return low >= LOWEST and high <= HIGHEST and operator.accepts(*ranges)

    def _calculate(self, operator: Operator, values: tuple[Found, ...]) -> int:
        try:
            return operator.calculate(*values)  # type: ignore[arg-type]
        except Impossible as impossible:
            raise Impassable(f"a game may fail ({impossible.reason})") from None

    def _operate_on_sums(self, operator: Operator, left: Value, right: Value) -> Value | None:
        if operator is ADD or operator is SUBTRACT:
            return combine(left, right, 1 if operator is ADD else -1)
        if operator is MULTIPLY and isinstance(left, int):
            return combine(0, right, left)
        if operator is MULTIPLY and isinstance(right, int):
            return combine(0, left, right)
        if operator.comparison:
            return self.truth(operator, combine(left, right, -1))
        if operator is LOWER or operator is HIGHER:
            lower = self.truth(AT_MOST, combine(left, right, -1))
            return left if lower == (operator is LOWER) else right
        return None

    def look_up(self, array: int, index: Found) -> Found:
        if isinstance(index, Rolled):
            return self.region.rolls.look_up(array, self.records.arrays[array], index)
        return self.records.arrays[array][self._index(index, len(self.records.arrays[array]))]

    def load(self, slots: range, index: Found) -> Found:
        return self.read(Slot(slots[self._index(index, len(slots))]))

    def store(self, slots: range, index: Found, number: Found) -> None:
        self.slots[slots[self._index(index, len(slots))]] = number

    def clear(self, slots: range) -> None:
        self.slots.update(dict.fromkeys(slots, 0))

    def _index(self, index: Found, size: int) -> int:
        number = self.number(index)
        if not 0 <= number < size:
            raise Impassable("a game may fail (bad-index)")
        return number

    def handle(
        self, handling: Handling, places: tuple[Place[Found], ...], numbers: tuple[Found, ...], site: int
    ) -> Found:
        raise Impassable("cards are handled")

    # ---- loops that only calculate

    def go_on_to(self, block: int) -> None:
        """Go on to a block, to which it comes without a stop; or to the end of a query, with -1."""
        first, calculated, carried_out = self.next, self.region.calculated, self.region.carried_out
        while self.next != block:
            at = self.block = self.next
            if at in calculated.loops and at != first and self.calculate(calculated.loops[at]):
                continue
            instructions, _, leave, steps = carried_out[at]
            calculated.steps += steps
            if calculated.steps > MOST_STEPS:
                raise takes_too_long(MOST_STEPS)
            for carry_out in instructions:
                carry_out(self)
            leave(self)

    def calculate(self, loop: Calculation) -> bool:
        """Take a loop as one step that only calculates, if what it reads hangs on the roll at most; whether it does."""
        inputs: list[int | Rolled | None] = []
        for each in loop.inputs:
            value = self.read(each) if isinstance(each, Slot) else self.registers.get(each.index)
            if isinstance(value, LinearSum):
                return False
            inputs.append(value)
        numbers = tuple([each.at(self.outcome) if isinstance(each, Rolled) else each for each in inputs])
        results: Sequence[int | Rolled | None] = _find_results(self.region, loop, numbers)
        if any(isinstance(each, Rolled) for each in inputs):
            rolled = [_make_rolled(self.region, loop, tuple(inputs), at) for at, _ in enumerate(loop.results)]
            self.made += rolled
            results = rolled
        for target, number in zip(loop.results, results, strict=True):
            if number is not None:
                self.registers[target.index] = number
        self.next = loop.after
        return True

    # ---- events

    def sample(self, measure: int, value: Operand) -> None:
        number = self.read(value)
        if isinstance(number, LinearSum) and number.unasked:
            raise Needed(number.unasked)
        if self.left_out == 0:
            raise Sampled(number)
        self.left_out -= 1

    def award(self, winner: Operand, site: int) -> None:
        self.winners.append(self.number(self.read(winner)))

    # ---- ways on

    def go(self, block: int) -> None:
        self.next = block

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        value = self.read(condition)
        self.next = yes if (value if isinstance(value, int) else self.truth(NOT_EQUAL, value)) else no

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        self.next = blocks[self._index(self.read(number), len(blocks))]

    def leave(self, routine: int) -> None:
        ways = [each for each in self.records.routines[routine].continuations if each in self.region.reached]
        if len(ways) == 1:
            self.next = ways[0]
        else:
            super().leave(routine)

    # ---- stops and ends

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Found:
        raise AssertionError("walks end at dice")

    def draw(self, place: Place[Found], onto: Place[Found], site: int) -> Found:
        raise Impassable("cards are drawn")

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> Found:
        values = self.records.choices[choice].values
        if self.block in self.region.sure:
            return values[self.region.sure[self.block]]
        offered = self._list_offered(range(flags, flags + len(values)))
        if not offered:
            raise Impassable("a game may fail (nothing is offered)")
        if len(offered) == 1:
            return values[offered[0]]
        return values[self._decide(choice, chooser, offered, default)]

    def _list_offered(self, flags: range) -> list[int]:
        """The answers whose flags are 1."""
        held: list[Found | None] = list(map(self.slots.get, flags))
        if set(map(type, held)) != {int}:
            held = [self.number(self.read(Slot(slot))) for slot in flags]
        offered, at = list[int](), -1
        for _ in range(held.count(1)):
            at = held.index(1, at + 1)
            offered.append(at)
        return offered

    def _decide(self, choice: int, chooser: Kept, offered: list[int], default: Slot) -> int:
        """The answer that a strategy takes, else the default. Raises Opened where the seat has none."""
        strategy = self._strategy(chooser)
        if strategy == OPEN:
            raise Opened(self.number(self.read(chooser)), tuple(offered))
        for entry in self.region.advice_of(choice, strategy):
            advised = self._query(entry)
            if len(advised) > 1:
                raise Impassable("a strategy draws lots")
            values = self.records.choices[choice].values
            if advised and (answer := next((at for at in offered if values[at] == advised[0]), None)) is not None:
                return answer
        answer = self.number(self.read(default))
        return answer if answer in offered else offered[0]

    def _strategy(self, chooser: Kept) -> str:
        if len(set(self.region.strategies)) == 1:
            return self.region.strategies[0]
        seat = self.number(self.read(chooser))
        return self.region.strategies[seat] if 0 <= seat < len(self.region.strategies) else ""

    def _query(self, entry: int) -> tuple[int, ...]:
        """What a query answers here and now."""
        slots, registers, block, at = dict(self.slots), self.registers, self.block, self.next
        self.registers, self.next = {}, entry
        self.go_on_to(-1)
        self.slots, self.registers, self.block, self.next = slots, registers, block, at
        return self.answered

    def finish(self) -> None:
        self.next = -1

    def answer(self, values: tuple[Operand, ...]) -> None:
        self.answered = tuple(self.number(self.read(value)) for value in values)
        self.next = -1


def _find_results(region: Region, loop: Calculation, inputs: Numbers) -> Numbers:
    """What a loop that only calculates comes to. Raises Impassable."""
    found = region.calculated.recall(loop, inputs)
    if found is None:
        machine = Asking(region, {}, Relations(), 0)
        for target, number in zip(loop.inputs, inputs, strict=True):
            if number is not None:
                machine.write(target, number)
        machine.next = loop.head
        machine.go_on_to(loop.after)
        known = [machine.registers.get(each.index) for each in loop.results]
        found = tuple([each if isinstance(each, int) else None for each in known])
        region.calculated.keep(loop, inputs, found)
    return found


def _make_rolled(region: Region, loop: Calculation, inputs: tuple[int | Rolled | None, ...], at: int) -> Rolled:
    """One of the results of a loop that only calculates, which hang on a roll."""

    def go(*numbers: int | None) -> int:
        try:
            return _find_results(region, loop, numbers)[at] or 0
        except Impassable as reason:
            raise Impossible(str(reason)) from None

    return region.rolls.work_out((loop.head, at), inputs, go)
