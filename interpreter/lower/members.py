"""Evaluates a condition for all members of a set at once: the result is the set of those that meet it, as bits.

A number is `Fixed`, the same for all members; `Moved`, the member plus an amount; or `Listed`, known for each. If it
depends on a condition there are several `Pieces`, each for some of the members. A condition becomes bit operations, a
lookup in a table of sets, or a few instructions for each member. All of this is speculative: the condition is evaluated
for members that the loop would skip, so it must not fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import TypeAlias

from interpreter import model, program
from interpreter.data_classes import dataclass
from interpreter.domains import BEYOND, MAX_SET_SIZE, SetType
from interpreter.lower.certainty import find_range, never_fails
from interpreter.lower.meanings import View, reads
from interpreter.lower.scope import Scope
from interpreter.lower.tabulation import MOST_ENTRIES, Inputs, Unsuited, find_inputs, list_domains, look_up, work_out
from interpreter.program import Operand
from interpreter.program.instructions.operators import OPERATORS, SHIFT_HIGHEST, Impossible

MOST_POINTS = 26
"""The most members that may get instructions of their own."""

LONGEST_POINT = 8
"""The most instructions for each of them."""

MOST_UNROLLED = 8
"""The most members of a set inside a condition, which is unrolled."""

MOST_SETS = 256
"""The most sets in a table, one for each number that something is compared with."""

MOST_PIECES = 8

MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
"""Comparisons with their operands swapped."""


@dataclass(frozen=True)
class Fixed:
    """The same number for all, from a range."""

    number: Operand
    low: int
    high: int


@dataclass(frozen=True)
class Moved:
    """The member plus an amount, which is from a range."""

    more: Operand
    low: int
    high: int


@dataclass(frozen=True)
class Listed:
    """A known number for each member, from the first on, and `plus` to be added to it, which is from a range."""

    numbers: tuple[int, ...]
    plus: Operand = 0
    low: int = 0
    high: int = 0


Form: TypeAlias = Fixed | Moved | Listed

Pieces: TypeAlias = list[tuple[Operand | None, Form]]
"""A form for each of several sets of members, or one for all (`None`)."""


@dataclass(frozen=True)
class Members:
    """The possible members of a set, `first` to `last`, and the variable that each is bound to."""

    scope: Scope
    variable: model.Variable
    first: int
    last: int
    site: int

    @property
    def all(self) -> int:
        return (2 << self.last) - (1 << self.first)

    @property
    def span(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def view(self) -> View:
        return View(self.scope, {self.variable: None})

    def where(self, condition: model.Value, asked: bool = False) -> Operand:
        """The members that meet a condition; `asked` if it is certain to be evaluated for some. Raises Unsuited, and
        leaves no code, if bit operations cannot evaluate it."""
        return self.truth(replace(self.view, asked=asked), condition)

    def narrow(self, condition: model.Value) -> Operand:
        """The members that meet those conjuncts of a condition which bit operations can evaluate."""
        found: Operand = self.all
        for view, each in self.view.list_conjuncts(condition):
            try:
                found = self.op("and", found, self.truth(view, each))
            except Unsuited:
                if not never_fails(view.scope, each):
                    break
        return found

    def number(self, value: model.Value) -> Form:
        """The form of a number, if it is the same form for all members."""
        mark = self.scope.builder.mark()
        try:
            pieces = self.pieces(self.view, value)
            if len(pieces) != 1:
                raise Unsuited
        except Unsuited:
            self.scope.builder.roll_back(mark)
            raise
        return pieces[0][1]

    # ---- operations

    def op(self, name: str, left: Operand, right: Operand) -> Operand:
        return self.scope.builder.binary(name, left, right, self.site)

    def others(self, members: Operand) -> Operand:
        return self.op("xor", self.op("and", members, self.all), self.all)

    def spread(self, truth: Operand) -> Operand:
        """All members if something is 1, and none if it is 0."""
        return self.op("mul", truth, self.all)

    # ---- conditions

    def truth(self, view: View, value: model.Value) -> Operand:
        """As `where`, in a view. Bits that belong to no member may be set, too."""
        if not view.depends(value):
            if not view.allows(value):
                raise Unsuited
            return self.spread(view.scope.lower(value))
        ways = (self.truth_of_sort, self.tabulate, self.go_through_points)
        for way in ways:
            mark = self.scope.builder.mark()
            try:
                return way(view, value)
            except Unsuited:
                self.scope.builder.roll_back(mark)
        raise Unsuited

    def truth_of_sort(self, view: View, value: model.Value) -> Operand:
        """The same by the class of the condition."""
        match value:
            case model.Read(variable, None) if (meant := view.varying.get(variable)) is not None:
                return self.truth(*meant)
            case model.Not(operand):
                return self.others(self.truth(view, operand))
            case model.Both(parts) | model.Either(parts):
                return self.join(view, parts, isinstance(value, model.Both))
            case model.Chosen(condition, yes, no):
                return self.choose(view, condition, yes, no)
            case model.Comparison(operator, left, right):
                return self.combine(view, left, right, partial(self.compare, operator))
            case model.Within(inner, low, high):
                above = self.combine(view, inner, low, partial(self.compare, "ge"))
                return self.op("and", above, self.combine(view.unasked, inner, high, partial(self.compare, "le")))
            case model.Contains(members, member) if isinstance(members.type, SetType):
                return self.contain(view, members, member)
            case model.Applied() | model.Named():
                return self.truth(*view.open(value))
            case model.Quantified("some" | "no"):
                return self.quantify(view, value)
        raise Unsuited

    def join(self, view: View, parts: Sequence[model.Value], is_both: bool) -> Operand:
        """A conjunction or disjunction. Conditions that are the same for all members are evaluated first, and may
        decide it: so nothing before them may fail."""
        if view.asked and not never_fails(view.scope, parts[0]):
            return self.join_asked(view, parts, is_both)
        view = view.unasked
        fixed = [each for each in parts if not view.depends(each)]
        varying = [each for each in parts if view.depends(each)]
        last = max((at for at, each in enumerate(parts) if not view.depends(each)), default=-1)
        if not all(never_fails(view.scope, each) for each in parts[: last + 1]):
            raise Unsuited

        def rest() -> Operand:
            found: Operand = self.all if is_both else 0
            for each in varying:
                found = self.op("and" if is_both else "or", found, self.truth(view, each))
            return found

        if not fixed:
            return rest()
        kind = fixed[0].type
        condition = fixed[0] if len(fixed) == 1 else (model.Both if is_both else model.Either)(tuple(fixed), type=kind)
        if is_both:
            return self.part(view, condition, rest, lambda: 0)
        return self.part(view, condition, lambda: self.all, rest)

    def join_asked(self, view: View, parts: Sequence[model.Value], is_both: bool) -> Operand:
        """The same if the first of them is certain to be evaluated."""
        first = self.truth(view, parts[0])
        if len(parts) == 1:
            return first
        return self.op("and" if is_both else "or", first, self.join(view.unasked, parts[1:], is_both))

    def choose(self, view: View, condition: model.Value, yes: model.Value, no: model.Value) -> Operand:
        first, second = (partial(self.truth, view.unasked, each) for each in (yes, no))
        if not view.depends(condition):
            if not view.allows(condition):
                raise Unsuited
            return self.part(view, condition, first, second)
        where = self.truth(view, condition)
        return self.op("or", self.op("and", where, first()), self.op("and", self.others(where), second()))

    def part(
        self, view: View, condition: model.Value, first: Callable[[], Operand], second: Callable[[], Operand]
    ) -> Operand:
        """One of two sets, by a condition that is the same for all members."""
        builder = self.scope.builder
        holds = view.scope.lower(condition)
        if isinstance(holds, int):
            return first() if holds else second()
        yes, no, after = (builder.block(each) for each in ("for all", "otherwise", "joined"))
        found = builder.register()
        builder.branch(holds, yes, no)
        builder.join(found, after, (yes, first), (no, second))
        return found

    def quantify(self, view: View, value: model.Quantified) -> Operand:
        """The quantifier over a small set that is the same for all members, unrolled."""
        kind = value.set.type
        if value.subsets or not isinstance(kind, SetType) or view.depends(value.set):
            raise Unsuited
        few = self.scope.layout.members_of(kind)
        if len(few) > MOST_UNROLLED or not view.allows(value.set):
            raise Unsuited
        whole = view.scope.lower(value.set)
        varying = {name: meant for name, meant in view.varying.items() if name != value.variable}
        total: Operand = 0
        for each in few:
            met = self.truth(View(view.scope.bind({value.variable: each}), varying), value.condition)
            there = self.op("and", self.op("shr", whole, each), 1)
            total = self.op("or", total, self.op("and", met, self.spread(there)))
        return total if value.quantifier == "some" else self.others(total)

    # ---- numbers

    def pieces(self, view: View, value: model.Value) -> Pieces:
        if not view.depends(value):
            known = find_range(value.type)
            if known is None or not view.allows(value):
                raise Unsuited
            number = view.scope.lower(value)
            return [(None, Fixed(number, *((number, number) if isinstance(number, int) else known)))]
        match value:
            case model.Read(variable, None) if variable in view.varying:
                meant = view.varying[variable]
                return [(None, Moved(0, 0, 0))] if meant is None else self.pieces(*meant)
            case model.Calculation(operator, left, right):
                return [
                    (self.common(some, more), self.calculate(operator, one, other))
                    for some, one in self.pieces(view, left)
                    for more, other in self.pieces(view, right)
                ]
            case model.Chosen(condition, yes, no):
                where, inner = self.truth(view, condition), view.unasked
                rest = self.others(where)
                found = [(self.common(where, some), one) for some, one in self.pieces(inner, yes)]
                found += [(self.common(rest, some), one) for some, one in self.pieces(inner, no)]
                if len(found) > MOST_PIECES:
                    raise Unsuited
                return found
            case model.Applied() | model.Named():
                return self.pieces(*view.open(value))
            case _:
                return [(None, self.list_numbers(view, value))]

    def common(self, one: Operand | None, other: Operand | None) -> Operand | None:
        if one is None or other is None:
            return one if other is None else other
        return self.op("and", one, other)

    def combine(
        self, view: View, left: model.Value, right: model.Value, way: Callable[[Form, Form], Operand]
    ) -> Operand:
        """The members for which something holds of two numbers."""
        found: Operand = 0
        for some, one in self.pieces(view, left):
            for more, other in self.pieces(view, right):
                where, met = self.common(some, more), way(one, other)
                found = self.op("or", found, met if where is None else self.op("and", met, where))
        return found

    def list_numbers(self, view: View, value: model.Value) -> Listed:
        """A value for each member, if it depends on nothing else."""
        if any(self.inputs_of(view, value)):
            raise Unsuited
        found = self.work_out(view, {}, [], value)
        if found is None:
            raise Unsuited
        return Listed(found)

    def list_form(self, form: Form) -> tuple[int, ...]:
        match form:
            case Listed(numbers, int(plus)):
                return tuple(each + plus for each in numbers)
            case Moved(int(more)):
                return tuple(each + more for each in self.span)
            case Fixed(int(number)):
                return (number,) * len(self.span)
        raise Unsuited

    def calculate(self, operator: str, left: Form, right: Form) -> Form:
        match operator, left, right:
            case _, Fixed(one), Fixed(other):
                ranges = (left.low, left.high), (right.low, right.high)
                low, high = OPERATORS[operator].bounds(*ranges)
                if not OPERATORS[operator].accepts(*ranges) or low < program.LOWEST or high > program.HIGHEST:
                    raise Unsuited
                return Fixed(self.op(operator, one, other), low, high)
            case "add", Moved(one, low, high), Fixed(other):
                return Moved(self.op("add", one, other), low + right.low, high + right.high)
            case "add", Fixed(), Moved():
                return self.calculate("add", right, left)
            case "sub", Moved(one, low, high), Fixed(other):
                return Moved(self.op("sub", one, other), low - right.high, high - right.low)
            case ("add" | "sub"), Listed(numbers, plus, low, high), Fixed(other):
                least, most = OPERATORS[operator].bounds((low, high), (right.low, right.high))
                return Listed(numbers, self.op(operator, plus, other), least, most)
            case "add", Fixed(), Listed():
                return self.calculate("add", right, left)
        try:
            pairs = zip(self.list_form(left), self.list_form(right), strict=True)
            return Listed(tuple(OPERATORS[operator].calculate(one, other) for one, other in pairs))
        except Impossible:
            raise Unsuited from None

    # ---- what holds of numbers

    def bits(self, truths: Sequence[object]) -> int:
        return sum(1 << at for at, each in zip(self.span, truths, strict=True) if each)

    def compare(self, operator: str, left: Form, right: Form) -> Operand:
        match left, right:
            case Fixed(one), Fixed(other):
                return self.spread(self.op(operator, one, other))
            case Moved(one), Moved(other):
                return self.spread(self.op(operator, one, other))
            case Moved(more), Fixed(number, low, high):
                return self.compare_members(operator, self.op("sub", number, more), low - left.high, high - left.low)
            case Fixed(), Moved():
                return self.compare(MIRRORED[operator], right, left)
            case Listed(numbers, plus, least, most), Fixed(number, low, high):
                other = self.op("sub", number, plus)
                return self.look_up_listed(operator, numbers, other, low - most, high - least)
            case Fixed(), Listed():
                return self.compare(MIRRORED[operator], right, left)
        pairs = zip(self.list_form(left), self.list_form(right), strict=True)
        return self.bits([OPERATORS[operator].exact(one, other) for one, other in pairs])

    def compare_members(self, operator: str, other: Operand, low: int, high: int) -> Operand:
        """The members that compare so with a number."""
        if operator in ("gt", "ge"):
            return self.others(self.compare_members("le" if operator == "gt" else "lt", other, low, high))
        if operator == "ne":
            return self.others(self.compare_members("eq", other, low, high))
        if operator == "eq":
            held = self.hold(other, low, high, self.first - 1, self.last + 1)
            if max(low, self.first - 1) >= 0:
                return self.op("shl", 1, held)
            return self.op("shl", self.op("ge", held, 0), self.op("max", held, 0))
        more = 1 if operator == "le" else 0
        end = self.hold(self.op("add", other, more), low + more, high + more, 0, self.last + 1)
        return self.op("sub", self.op("shl", 1, end), 1)

    def hold(self, number: Operand, low: int, high: int, least: int, most: int) -> Operand:
        number = self.op("max", number, least) if low < least else number
        return self.op("min", number, most) if high > most else number

    def look_up_listed(self, operator: str, listed: tuple[int, ...], number: Operand, low: int, high: int) -> Operand:
        """The members whose numbers compare so with another, by a table of sets. Numbers beyond it are clamped."""
        least, most = max(min(listed) - 1, low), min(max(listed) + 1, high)
        least, most = min(least, most), max(least, most)
        if most - least >= MOST_SETS:
            raise Unsuited
        exact = OPERATORS[operator].exact
        if isinstance(number, int):
            return self.bits([exact(each, number) for each in listed])
        sets = [self.bits([exact(each, other) for each in listed]) for other in range(least, most + 1)]
        held = self.hold(number, low, high, least, most)
        return self.scope.builder.lookup(sets, self.op("sub", held, least), self.site)

    def contain(self, view: View, members: model.Value, member: model.Value) -> Operand:
        kind = members.type
        assert isinstance(kind, SetType)
        if view.depends(members) or not view.allows(members):
            raise Unsuited
        pieces = self.pieces(view, member)
        whole = view.scope.lower(members)
        found: Operand = 0
        for where, form in pieces:
            met = self.contain_form(whole, kind, form)
            found = self.op("or", found, met if where is None else self.op("and", met, where))
        return found

    def contain_form(self, whole: Operand, kind: SetType, form: Form) -> Operand:
        match form:
            case Moved(more, low, high):
                if kind.endless and self.last + high >= BEYOND:
                    raise Unsuited
                return self.shift(whole, more, low, high)
            case Listed(numbers, 0):
                if kind.endless and max(numbers) >= BEYOND:
                    raise Unsuited
                found: Operand = 0
                for each in sorted(set(numbers)):
                    if 0 <= each < MAX_SET_SIZE:
                        there = self.op("and", self.op("shr", whole, each), 1)
                        mask = self.bits([number == each for number in numbers])
                        found = self.op("or", found, self.op("mul", there, mask))
                if len(set(numbers)) > MOST_UNROLLED:
                    raise Unsuited
                return found
            case Fixed(number, low, high):
                if low < 0 or high >= BEYOND:
                    raise Unsuited
                return self.spread(self.op("and", self.op("shr", whole, number), 1))
        raise Unsuited

    def shift(self, whole: Operand, more: Operand, low: int, high: int) -> Operand:
        """The members that are in a set once an amount is added to them."""
        off = max(0, -low)
        if high + off > SHIFT_HIGHEST:
            raise Unsuited
        if off:
            whole = self.op("and", whole, (1 << SHIFT_HIGHEST - off) - 1)
            whole = self.op("shl", whole, off)
        return self.op("shr", whole, self.op("add", more, off))

    # ---- tables of sets, and members one by one

    def inputs_of(self, view: View, value: model.Value) -> Inputs:
        """The variables that a value depends on, except the member. Raises Unsuited if one has two meanings."""
        found: Inputs = {}
        meanings: dict[model.Variable, Operand | None] = {}
        for each, part in self.list_meanings(view, value):
            scope = each.scope.bind(dict.fromkeys(each.varying, program.Register(-1)))
            for variable, unordered in find_inputs(scope, part).items():
                if variable not in each.varying:
                    found[variable] = unordered and found.get(variable, True)
                    meaning = each.scope.bound.get(variable)
                    if meanings.setdefault(variable, meaning) != meaning:
                        raise Unsuited
        return found

    def lower_for(
        self, view: View, value: model.Value, member: Operand, inputs: Mapping[model.Variable, Operand]
    ) -> Operand:
        bound = {
            each: member if meant is None else self.lower_for(*meant, member, inputs)
            for each, meant in view.varying.items()
            if reads(value, each)
        }
        return view.scope.bind({**inputs, **bound}).lower(value)

    def work_out(
        self,
        view: View,
        inputs: Inputs,
        numbers: Sequence[Sequence[int]],
        value: model.Value,
    ) -> tuple[int, ...] | None:
        """The value for each combination of inputs and, changing fastest, members."""

        def make(inner: Scope) -> Operand:
            given = {each: inner.bound[each] for each in inputs}
            return self.lower_for(view, value, inner.bound[self.variable], given)

        return work_out(self.scope, {**inputs, self.variable: False}, [*numbers, self.span], make)

    def tabulate(self, view: View, value: model.Value) -> Operand:
        """The members from a table of sets, if the condition depends on few other inputs."""
        inputs = self.inputs_of(view, value)
        numbers = list_domains(self.scope, inputs)
        if prod(map(len, numbers)) * len(self.span) > 8 * MOST_ENTRIES:
            raise Unsuited
        table = self.work_out(view, inputs, numbers, value)
        if table is None:
            raise Unsuited
        size = len(self.span)
        sets = [self.bits(table[at : at + size]) for at in range(0, len(table), size)]
        return look_up(view.scope, inputs, numbers, sets, self.site)

    def go_through_points(self, view: View, value: model.Value) -> Operand:
        """The members one by one, if that takes a few instructions each and no branch."""
        builder, meanings = self.scope.builder, self.list_meanings(view, value)
        if len(self.span) > MOST_POINTS or not all(never_fails(each.scope, part) for each, part in meanings):
            raise Unsuited
        found: Operand = 0
        blocks, here = len(builder.blocks), builder.here
        for member in self.span:
            before = len(builder.blocks[here].instructions)
            truth = self.lower_for(view, value, member, {})
            made = len(builder.blocks[here].instructions) - before
            if len(builder.blocks) > blocks or builder.here != here or made > LONGEST_POINT:
                raise Unsuited
            found = self.op("or", found, self.op("shl", truth, member))
        return found

    def list_meanings(self, view: View, value: model.Value) -> list[tuple[View, model.Value]]:
        """A value, and the values of all names in it."""
        found = [(view, value)]
        for each, meant in view.varying.items():
            if meant is not None and reads(value, each):
                found += self.list_meanings(*meant)
        return found
