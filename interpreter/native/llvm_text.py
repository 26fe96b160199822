"""Writes functions of machine code as lines of LLVM's own language, from integers and names made here alone.

No word of a ruleset ever gets into a line. All numbers are `i64`; truth values are `i1`. What a game works on lies in
two vectors of such numbers that no pointer leads from one to the other: the slots (`%s`) and everything that is kept
beside them (`%c`, see `memory_layout`).
"""

from __future__ import annotations

from collections.abc import Sequence

RARELY = ", !prof !0"
"""What makes the second way of a branch a rare one."""

HEADER = """\
!0 = !{!"branch_weights", i32 1000000, i32 1}
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.fshl.i64(i64, i64, i64)
"""


def width_of(numbers: Sequence[int]) -> int:
    """In how many bits each of some numbers fits."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    return next(bits for bits in (8, 16, 32, 64) if -(2 ** (bits - 1)) <= low and high < 2 ** (bits - 1))


def constant(name: str, numbers: Sequence[int], bits: int) -> str:
    """An array of numbers that stay as they are."""
    return f"@{name} = internal constant {_listed(numbers, bits)}\n"


def _listed(numbers: Sequence[int], bits: int) -> str:
    return f"[{len(numbers)} x i{bits}] [{', '.join(f'i{bits} {number}' for number in numbers)}]"


class Function:
    """The lines of one function. A line that gives a number makes a name for it."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.places: list[str] = []
        self.lines: list[str] = []
        self._names = 0

    def text(self) -> str:
        """The whole function; first of all the places it keeps for itself."""
        return "\n".join([f"define {self.head} {{", "begin:", *self.places, *self.lines, "}", ""])

    # ---- lines

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def set(self, text: str) -> str:
        """The name of what a line gives."""
        self._names += 1
        self.lines.append(f"  %t{self._names} = {text}")
        return f"%t{self._names}"

    def fresh(self, hint: str = "l") -> str:
        """A label that nothing else has."""
        self._names += 1
        return f"{hint}.{self._names}"

    def label(self, label: str) -> None:
        """What follows can be jumped to."""
        self.lines.append(f"{label}:")

    def place(self, many: int = 1) -> str:
        """A place of the function's own for one number or several."""
        self._names += 1
        kind = "i64" if many == 1 else f"[{many} x i64]"
        self.places.append(f"  %p{self._names} = alloca {kind}, align 8")
        return f"%p{self._names}"

    # ---- numbers in vectors

    def at(self, base: str, *indices: int | str) -> str:
        """Where the number lies that has the sum of these indices."""
        pointer = base
        for index in indices:
            if index != 0:
                pointer = self.set(f"getelementptr inbounds i64, ptr {pointer}, i64 {index}")
        return pointer

    def load(self, pointer: str) -> str:
        return self.set(f"load i64, ptr {pointer}, align 8")

    def store(self, value: str | int, pointer: str) -> None:
        self.line(f"store i64 {value}, ptr {pointer}, align 8")

    def get(self, base: str, *indices: int | str) -> str:
        """A number of a vector."""
        return self.load(self.at(base, *indices))

    def put(self, value: str | int, base: str, *indices: int | str) -> None:
        """A number of a vector written."""
        self.store(value, self.at(base, *indices))

    def increase(self, base: str, *indices: int | str, by: int | str = 1) -> None:
        """A number of a vector made larger."""
        pointer = self.at(base, *indices)
        self.store(self.op("add", self.load(pointer), by), pointer)

    def element(self, array: str, numbers: Sequence[int], at: str | int, within: tuple[int, int]) -> str:
        """A number of a constant array, at a place that lies within some: the place itself where that is what each of
        them has."""
        low, high = max(within[0], 0), min(within[1], len(numbers) - 1)
        if all(number == place for place, number in enumerate(numbers[low : high + 1], low)):
            return str(at)
        bits = width_of(numbers)
        pointer = self.set(f"getelementptr inbounds i{bits}, ptr {array}, i64 {at}")
        value = self.set(f"load i{bits}, ptr {pointer}")
        return value if bits == 64 else self.set(f"sext i{bits} {value} to i64")

    # ---- operators

    def op(self, name: str, left: str | int, right: str | int) -> str:
        """An operator on two numbers."""
        return self.set(f"{name} i64 {left}, {right}")

    def is_(self, relation: str, left: str | int, right: str | int) -> str:
        """The truth of a comparison."""
        return self.set(f"icmp {relation} i64 {left}, {right}")

    def both(self, left: str, right: str) -> str:
        """The truth of two things together."""
        return self.set(f"and i1 {left}, {right}")

    def number(self, truth: str) -> str:
        """A truth as 1 or 0."""
        return self.set(f"zext i1 {truth} to i64")

    def pick(self, truth: str, yes: str | int, no: str | int) -> str:
        return self.set(f"select i1 {truth}, i64 {yes}, i64 {no}")

    def size(self, value: str) -> str:
        """How many bits are on."""
        return self.set(f"call i64 @llvm.ctpop.i64(i64 {value})")

    def lowest(self, value: str) -> str:
        """The lowest bit that is on, of a number that is not 0."""
        return self.set(f"call i64 @llvm.cttz.i64(i64 {value}, i1 true)")

    # ---- ways

    def jump(self, label: str) -> None:
        self.line(f"br label %{label}")

    def branch(self, truth: str, yes: str, no: str, hint: str = "") -> None:
        """On to one of two labels."""
        self.line(f"br i1 {truth}, label %{yes}, label %{no}{hint}")

    def unless(self, truth: str, label: str) -> None:
        """On to a label in the rare case that something does not hold."""
        going_on = self.fresh("ok")
        self.branch(truth, going_on, label, RARELY)
        self.label(going_on)

    def switch(self, value: str, otherwise: str, cases: list[tuple[int, str]]) -> None:
        """On to the label that goes with a number."""
        listed = " ".join(f"i64 {number}, label %{label}" for number, label in cases)
        self.line(f"switch i64 {value}, label %{otherwise} [{listed}]")

    def give(self, value: str | int) -> None:
        """The end of the function, with a number."""
        self.line(f"ret i64 {value}")


class Loop:
    """A loop over 0 .. many - 1: `with Loop(function, many) as index`, whose body falls through to its end."""

    def __init__(self, function: Function, many: str | int) -> None:
        self.function, self.many = function, many

    def __enter__(self) -> str:
        f = self.function
        self.counter = f.place()
        self.head, self.body, self.after = f.fresh("loop"), f.fresh("body"), f.fresh("after")
        f.store(0, self.counter)
        f.jump(self.head)
        f.label(self.head)
        self.index = f.load(self.counter)
        f.branch(f.is_("slt", self.index, self.many), self.body, self.after)
        f.label(self.body)
        return self.index

    def __exit__(self, *_: object) -> None:
        f = self.function
        f.store(f.op("add", self.index, 1), self.counter)
        f.jump(self.head)
        f.label(self.after)


class If:
    """A part that is carried out only if something holds: `with If(function, truth)`."""

    def __init__(self, function: Function, truth: str) -> None:
        self.function, self.truth = function, truth

    def __enter__(self) -> None:
        f = self.function
        then, self.after = f.fresh("then"), f.fresh("after")
        f.branch(self.truth, then, self.after)
        f.label(then)

    def __exit__(self, *_: object) -> None:
        self.function.jump(self.after)
        self.function.label(self.after)
