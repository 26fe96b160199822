"""The machine of LLVM values: writes what instructions mean into a function, whatever function it is.

A number is a range and the text of what holds it: a name, or a decimal. What slots and registers hold is remembered, so
that what was just written is not read again. Where something is impossible the function gives up: it goes to the label
`refused`. Whoever uses the machine says where slots and registers lie.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.native.llvm_text import Function
from interpreter.program import HIGHEST, LOWEST, Operand, Slot, Target
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Operator
from interpreter.program.machines.ranged import RangedMachine, Term
from interpreter.program.operands import FULL, Range
from interpreter.program.records import Records


class LlvmMachine(RangedMachine):
    """Writes instructions into a function. `always` are ranges that hold wherever nothing nearer is known."""

    def __init__(self, records: Records, function: Function) -> None:
        super().__init__(records)
        self.f = function
        self.refused = "refused"
        self.always: dict[Target, Range] = {}
        self.held: dict[Target, str] = {}
        self.truths: dict[str, str] = {}

    # ---- for others to say

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        """Where a slot lies: a vector and the place in it."""
        raise NotImplementedError

    def place_of_register(self, register: int) -> str:
        """Where a register lies that outlives its block."""
        raise NotImplementedError

    def is_kept(self, target: Target) -> bool:
        """Whether what is written there is ever read outside the block."""
        raise NotImplementedError

    def card_function(self, name: str, *zones: int) -> str:
        """The name of a function that does something with the cards of zones."""
        raise NotImplementedError

    def label_of(self, block: int) -> str:
        """The label that leads to a block."""
        raise NotImplementedError

    # ---- what is known

    def forget_all(self) -> None:
        """A block begins of whose past nothing is known."""
        self.held, self.ranges, self.truths = {}, {}, {}

    def forget(self, slots: Iterable[int]) -> None:
        for slot in slots:
            self.held.pop(Slot(slot), None)
            self.ranges.pop(Slot(slot), None)

    def range_of(self, operand: Operand) -> Range:
        if isinstance(operand, int):
            return operand, operand
        return self.ranges.get(operand) or self.always.get(operand, FULL)

    # ---- numbers

    def number(self, number: int) -> str:
        return str(number)

    def text_of(self, operand: Operand) -> str:
        if isinstance(operand, int):
            return str(operand)
        if operand not in self.held:
            self.held[operand] = self.fetch(operand)
        return self.held[operand]

    def fetch(self, target: Target) -> str:
        """What a slot or a register holds."""
        return self.f.load(self._pointer(target))

    def put(self, target: Target, number: Term) -> None:
        self.held[target] = number.text
        if self.is_kept(target):
            self.f.store(number.text, self._pointer(target))

    def _pointer(self, target: Target) -> str:
        if isinstance(target, Slot):
            return self.f.at(*self.place_of_slot(target.index))
        return self.place_of_register(target.index)

    def element(self, array: int, index: Term) -> str:
        return self.f.element(f"@a{array}", self.records.arrays[array], index.text, (index.low, index.high))

    def one_of(self, slots: range, index: Term) -> str:
        return self.f.get(*self.place_of_slot(slots.start), index.text)

    def those_of(self, operator: Operator, slots: range, index: Term, places: tuple[int, ...], number: Term) -> str:
        """The slots that the places lie among are loaded at once, compared as a vector, and put in order: of a vector
        of truths, as many as a power of two, the bits are a number."""
        f, first, many = self.f, min(places), 1 << (len(places) - 1).bit_length()
        span = max(places) - first + 1
        start = self.f.at(*self.place_of_slot(slots.start), index.text, first)
        loaded = f.set(f"load <{span} x i64>, ptr {start}, align 8")
        order = [str(each - first) for each in places] + ["poison"] * (many - len(places))
        mask = ", ".join(f"i32 {each}" for each in order)
        held = f.set(f"shufflevector <{span} x i64> {loaded}, <{span} x i64> poison, <{many} x i32> <{mask}>")
        one = f.set(f"insertelement <{many} x i64> poison, i64 {number.text}, i32 0")
        all_of_them = f"<{many} x i64> {one}, <{many} x i64> poison, <{many} x i32> zeroinitializer"
        relation = operator.llvm.split(" i64")[0]
        truths = f.set(f"{relation} <{many} x i64> {held}, {f.set(f'shufflevector {all_of_them}')}")
        bits = f.set(f"bitcast <{many} x i1> {truths} to i{many}")
        wide = bits if many == 64 else f.set(f"zext i{many} {bits} to i64")
        return wide if many == len(places) else f.op("and", f.set(f"freeze i64 {wide}"), (1 << len(places)) - 1)

    def put_into_one(self, slots: range, index: Term, number: Term) -> None:
        if any(self.is_kept(Slot(slot)) for slot in slots):
            self.f.put(number.text, *self.place_of_slot(slots.start), index.text)

    # ---- what has to hold

    def refuse_unless(self, truth: str) -> None:
        """Give up unless something holds."""
        self.f.unless(truth, self.refused)

    def require(self, number: Term, low: int, high: int, reason: str, site: int, check: int) -> None:
        f, value = self.f, number.text
        if low > high or number.low > high or number.high < low:
            holds = "false"
        elif low == 0:
            holds = f.is_("ule", value, high)
        elif number.low >= low:
            holds = f.is_("sle", value, high)
        else:
            holds = f.both(f.is_("sge", value, low), f.is_("sle", value, high))
        self.refuse_unless(holds)

    def require_other_than_zero(self, number: Term, reason: str, site: int) -> None:
        self.refuse_unless(self.f.is_("ne", number.text, 0))

    # ---- operators

    def compute(self, operator: Operator, numbers: tuple[Term, ...], fits: bool, site: int) -> str:
        f, texts = self.f, [each.text for each in numbers]
        if not fits:
            given = ", ".join(f"i64 {each}" for each in texts)
            both = f.set(f"call {{i64, i1}} {operator.llvm_fits}({given})")
            over = f.set(f"extractvalue {{i64, i1}} {both}, 1")
            self.refuse_unless(f.set(f"xor i1 {over}, true"))
            return f.set(f"extractvalue {{i64, i1}} {both}, 0")
        if operator.name == "mod" and _is_near(*numbers):
            return self.go_round(numbers[0], numbers[1].low)
        natural = all(each.low >= 0 for each in numbers) and operator.llvm_natural
        result = f.set((natural or operator.llvm).format(*texts))
        if not operator.comparison:
            return result
        number = f.number(result)
        self.truths[number] = result
        return number

    def go_round(self, number: Term, size: int) -> str:
        """The place of a number on a circle that it passes once at most."""
        f, found = self.f, number.text
        if number.low < 0:
            found = f.pick(f.is_("slt", number.text, 0), f.op("add", number.text, size), found)
        if number.high >= size:
            found = f.pick(f.is_("sge", number.text, size), f.op("sub", number.text, size), found)
        return found

    def truth(self, number: Term) -> str:
        """Whether a number is not 0."""
        return self.truths.get(number.text) or self.f.is_("ne", number.text, 0)

    # ---- cards

    def zone(self, zone: int) -> str:
        """Where the slots of a zone begin."""
        return self.f.at(*self.place_of_slot(self.records.zones[zone].first))

    def call_handling(
        self, handling: Handling, places: tuple[Place[Term], ...], numbers: tuple[Term, ...], site: int
    ) -> str:
        zones = [f"ptr {self.zone(zone)}" for zone, _ in places]
        given = [f"i64 {each.text}" for each in (*(index for _, index in places), *numbers)]
        name = self.card_function(handling.name, *(zone for zone, _ in places))
        result = self.f.set(f"call i64 @{name}({', '.join([*zones, *given])})")
        self.refuse_unless(self.f.is_("sge", result, handling.least))
        return result

    def call_function(self, function: int, numbers: tuple[Term, ...], site: int) -> str:
        f, info, runs = self.f, self.records.functions[function], list_runs(self.records, function)
        given = [f"i64 {each.text}" for each in (*numbers, *(self.read(Slot(slot)) for slot in info.slots))]
        given += [f"ptr {self.run(each)}" for each in runs]
        both = f.set(f"call {{i64, i1}} @function_{function}({', '.join(['ptr %c', *given])})")
        self.refuse_unless(f.set(f"extractvalue {{i64, i1}} {both}, 1"))
        return f.set(f"extractvalue {{i64, i1}} {both}, 0")

    def run(self, slots: range) -> str:
        """Where several slots lie that are only read."""
        return self.f.at(*self.place_of_slot(slots.start))

    # ---- ways on

    def go(self, block: int) -> None:
        self.f.jump(self.label_of(block))

    def fork(self, condition: Operand, yes: int, no: int) -> None:
        self.f.branch(self.truth(self.read(condition)), self.label_of(yes), self.label_of(no))


def list_runs(records: Records, function: int) -> list[range]:
    """The runs of slots that a function is given the beginnings of, those of cards among them."""
    info, runs = records.functions[function], list[range]()
    zones = (records.zones[each] for each in info.zones)
    several = [*info.loads, *(range(zone.first, zone.first + zone.size) for zone in zones)]
    for each in sorted(several, key=lambda run: (run.start, -run.stop)):
        if runs and each.start < runs[-1].stop:
            runs[-1] = range(runs[-1].start, max(runs[-1].stop, each.stop))
        else:
            runs.append(each)
    return runs


def _is_near(number: Term, size: Term) -> bool:
    """Whether a number passes a circle of this size once at most. For some sizes that is a matter of bits."""
    return size.known and size.low & size.low - 1 != 0 and -size.low <= number.low and number.high < 2 * size.low


# ---- operators that LLVM does not have

FUNCTIONS_OF_OPERATORS = f"""\
define internal i64 @floor_div(i64 %left, i64 %right) alwaysinline {{
  %rest = srem i64 %left, %right
  %signs = xor i64 %rest, %right
  %apart = icmp slt i64 %signs, 0
  %some = icmp ne i64 %rest, 0
  %short = and i1 %some, %apart
  %less = zext i1 %short to i64
  %toward_zero = sdiv i64 %left, %right
  %result = sub i64 %toward_zero, %less
  ret i64 %result
}}
define internal {{i64, i1}} @floor_div.with.overflow(i64 %left, i64 %right) alwaysinline {{
  %backwards = icmp eq i64 %right, -1
  %lowest = icmp eq i64 %left, {LOWEST}
  %over = and i1 %backwards, %lowest
  %divisor = select i1 %over, i64 1, i64 %right
  %result = call i64 @floor_div(i64 %left, i64 %divisor)
  %one = insertvalue {{i64, i1}} poison, i64 %result, 0
  %both = insertvalue {{i64, i1}} %one, i1 %over, 1
  ret {{i64, i1}} %both
}}
define internal i64 @floor_mod(i64 %left, i64 %right) alwaysinline {{
  %backwards = icmp eq i64 %right, -1
  %divisor = select i1 %backwards, i64 1, i64 %right
  %rest = srem i64 %left, %divisor
  %signs = xor i64 %rest, %divisor
  %apart = icmp slt i64 %signs, 0
  %some = icmp ne i64 %rest, 0
  %short = and i1 %some, %apart
  %more = select i1 %short, i64 %divisor, i64 0
  %result = add i64 %rest, %more
  ret i64 %result
}}
define internal {{i64, i1}} @shift_left.with.overflow(i64 %left, i64 %right) alwaysinline {{
  %result = shl i64 %left, %right
  %back = ashr i64 %result, %right
  %over = icmp ne i64 %back, %left
  %one = insertvalue {{i64, i1}} poison, i64 %result, 0
  %both = insertvalue {{i64, i1}} %one, i1 %over, 1
  ret {{i64, i1}} %both
}}
define internal i64 @highest(i64 %members) alwaysinline {{
  %above = call i64 @llvm.ctlz.i64(i64 %members, i1 true)
  %result = sub i64 {HIGHEST.bit_length()}, %above
  ret i64 %result
}}
"""
"""What rows of the table of operators call, beside what LLVM has of its own. Operands are as the row needs them."""
