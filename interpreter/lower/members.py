"""Evaluates a condition for all members of a set at once: the result is the set of those that meet it, as bits.

A number is `Fixed`, the same for all members; `Moved`, the member plus an amount; `Listed`, known for each; or
`Gathered`, what a slot of each holds. If it depends on a condition there are several `Pieces`, each for some of the
members. A condition becomes bit operations, a lookup in a table of sets, or a few instructions for each member. All of
this is speculative: the condition is evaluated for members that the loop would skip, so it must not fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import TypeAlias

from interpreter import model, program
from interpreter.bits import list_unions
from interpreter.data_classes import dataclass
from interpreter.domains import BEYOND, MAX_SET_SIZE, MemberType, NumberType, SetType, Type, count_values
from interpreter.lower.certainty import find_range, fits, never_fails
from interpreter.lower.environment import Environment, reads
from interpreter.lower.scope import Scope
from interpreter.lower.set_loops import LOOPING, UNLIMITED, go_through
from interpreter.lower.tabulation import (
    MOST_ENTRIES,
    WIDEST_SET,
    Inputs,
    Unsuited,
    find_entry,
    find_inputs,
    list_domains,
    look_up,
    work_out,
)
from interpreter.program import Operand, Range
from interpreter.program.instructions.operators import OPERATORS, SHIFT_HIGHEST, Impossible

MOST_UNROLLED = 26
"""The most members that may get instructions of their own."""

LONGEST_UNROLLED = 8
"""The most instructions for each of them."""

MOST_TESTED = 8
"""The most numbers of which each is looked up in a set."""

MOST_SETS = 256
"""The most sets in a table, one for each number that something is compared with."""

MOST_PIECES = 8
"""The most forms that a number may have, each for some of the members."""

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
    """The member plus an amount, which is from a range; if it has `ends`, it is held within them."""

    more: Operand
    low: int
    high: int
    ends: Range | None = None


@dataclass(frozen=True)
class Listed:
    """A known number for each member, from the first on, and `plus` to be added to it, which is from a range."""

    numbers: tuple[int, ...]
    plus: Operand = 0
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Gathered:
    """What one of several slots holds for each member: at a known place, counted from an index."""

    slots: range
    index: Operand
    places: tuple[int, ...]


Form: TypeAlias = Fixed | Moved | Listed | Gathered

Pieces: TypeAlias = list[tuple[Operand | None, Form]]
"""A form for each of several sets of members, or one for all (`None`)."""


Ask: TypeAlias = Callable[[Environment, model.Value], Operand]
"""A method that evaluates a condition for all members."""


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
    def env(self) -> Environment:
        return Environment(self.scope, {self.variable: None})

    def where(self, condition: model.Value, evaluated: bool = False) -> Operand:
        """The members that meet a condition; `evaluated` if it is certain to be, for some. Raises Unsuited, and leaves
        no code, if bit operations cannot evaluate it."""
        return self.truth(replace(self.env, evaluated=evaluated), condition)

    def narrow(self, env: Environment, condition: model.Value) -> Operand:
        """The members that meet those conjuncts of a condition which bit operations can evaluate. Of `some` the set is
        narrowed to those with which the condition's own conjuncts are met."""
        found: Operand = self.all
        for inner, each in env.list_conjuncts(condition):
            try:
                if isinstance(each, model.Quantified) and each.quantifier == "some":
                    met = self.quantify(inner, each, self.narrow)
                else:
                    met = self.truth(inner, each)
                found = self.op("and", found, met)
            except Unsuited:
                pass
            if not never_fails(inner.scope, each):
                break
        return found

    def number(self, value: model.Value) -> Form:
        """The form of a number, if it is the same form for all members."""
        start = self.scope.builder.checkpoint()
        try:
            pieces = self.pieces(self.env, value)
            if len(pieces) != 1:
                raise Unsuited
        except Unsuited:
            self.scope.builder.roll_back(start)
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

    def truth(self, env: Environment, value: model.Value) -> Operand:
        """As `where`, in an environment. Bits that belong to no member may be set, too."""
        if not env.depends(value):
            if not env.allows(value):
                raise Unsuited
            return self.spread(env.scope.lower(value))
        ways = (self.truth_by_class, self.tabulate, self.compose, self.unroll)
        for way in ways:
            start = self.scope.builder.checkpoint()
            try:
                return way(env, value)
            except Unsuited:
                self.scope.builder.roll_back(start)
        raise Unsuited

    def truth_by_class(self, env: Environment, value: model.Value) -> Operand:
        """The same by the class of the condition."""
        match value:
            case model.Read(variable, None) if (meant := env.varying.get(variable)) is not None:
                return self.truth(*meant)
            case model.Read():
                return self.combine(env, value, model.Constant(0, type=value.type), partial(self.compare, "ne"))
            case model.Not(operand):
                return self.others(self.truth(env, operand))
            case model.Both(parts) | model.Either(parts):
                return self.join(env, parts, isinstance(value, model.Both))
            case model.Chosen(condition, yes, no):
                return self.choose(env, condition, yes, no)
            case model.Comparison(operator, left, right):
                return self.combine(env, left, right, partial(self.compare, operator))
            case model.Within(inner, low, high):
                above = self.combine(env, inner, low, partial(self.compare, "ge"))
                return self.op("and", above, self.combine(env.speculative, inner, high, partial(self.compare, "le")))
            case model.Contains(members, member) if isinstance(members.type, SetType):
                return self.contain(env, members, member)
            case model.Applied() | model.Named():
                return self.truth(*env.enter(value))
            case model.Quantified("some" | "no"):
                return self.quantify(env, value)
        raise Unsuited

    def join(self, env: Environment, parts: Sequence[model.Value], is_both: bool) -> Operand:
        """A conjunction or disjunction. Conditions that are the same for all members are evaluated first, and may
        decide it: so nothing before them may fail."""
        if env.evaluated and not never_fails(env.scope, parts[0]):
            return self.join_evaluated(env, parts, is_both)
        env = env.speculative
        fixed = [each for each in parts if not env.depends(each)]
        varying = [each for each in parts if env.depends(each)]
        last = max((at for at, each in enumerate(parts) if not env.depends(each)), default=-1)
        if not all(never_fails(env.scope, each) for each in parts[: last + 1]):
            raise Unsuited

        def rest() -> Operand:
            found: Operand = self.all if is_both else 0
            for each in varying:
                found = self.op("and" if is_both else "or", found, self.truth(env, each))
            return found

        if not fixed:
            return rest()
        kind = fixed[0].type
        condition = fixed[0] if len(fixed) == 1 else (model.Both if is_both else model.Either)(tuple(fixed), type=kind)
        if is_both:
            return self.pick(env, condition, rest, lambda: 0)
        return self.pick(env, condition, lambda: self.all, rest)

    def join_evaluated(self, env: Environment, parts: Sequence[model.Value], is_both: bool) -> Operand:
        """The same if the first of them is certain to be evaluated."""
        first = self.truth(env, parts[0])
        if len(parts) == 1:
            return first
        return self.op("and" if is_both else "or", first, self.join(env.speculative, parts[1:], is_both))

    def choose(self, env: Environment, condition: model.Value, yes: model.Value, no: model.Value) -> Operand:
        first, second = (partial(self.truth, env.speculative, each) for each in (yes, no))
        if not env.depends(condition):
            if not env.allows(condition):
                raise Unsuited
            return self.pick(env, condition, first, second)
        where = self.truth(env, condition)
        return self.op("or", self.op("and", where, first()), self.op("and", self.others(where), second()))

    def pick(
        self, env: Environment, condition: model.Value, first: Callable[[], Operand], second: Callable[[], Operand]
    ) -> Operand:
        """One of two sets, by a condition that is the same for all members."""
        builder = self.scope.builder
        holds = env.scope.lower(condition)
        if isinstance(holds, int):
            return first() if holds else second()
        yes, no, after = (builder.block(each) for each in ("for all", "otherwise", "joined"))
        found = builder.register()
        builder.branch(holds, yes, no)
        builder.join(found, after, (yes, first), (no, second))
        return found

    def quantify(self, env: Environment, value: model.Quantified, ask: Ask | None = None) -> Operand:
        """The members for which some, or no, other of a set meets a condition. What is evaluated of the condition may
        be all (`truth`) or some conjuncts (`narrow`)."""
        kind = value.set.type
        if value.subsets or not isinstance(kind, SetType):
            raise Unsuited
        others = self.scope.layout.members_of(kind)
        if env.depends(value.set):
            found = self.relate(env, value, others)
        else:
            found = self.join_others(env, value, others, ask or self.truth)
        return found if value.quantifier == "some" else self.others(found)

    def join_others(self, env: Environment, value: model.Quantified, others: range, ask: Ask) -> Operand:
        """Those for which some other meets a condition: the union of the sets for each of them, unless that is all. The
        others are gone through in a loop if they need not be known."""
        if not env.allows(value.set) or not others or others[-1] >= MAX_SET_SIZE:
            raise Unsuited
        builder, whole = self.scope.builder, env.scope.lower(value.set)
        varying = {name: meant for name, meant in env.varying.items() if name != value.variable}
        for limits in (UNLIMITED,) if isinstance(whole, int) else (LOOPING, UNLIMITED):
            start, total = builder.checkpoint(), builder.register()
            builder.emit(program.Move(total, 0))
            try:
                for each in go_through(self.scope, value.set.type, whole, False, self.site, limits):
                    builder.jump_to(each.met)
                    met = ask(Environment(env.scope.bind({value.variable: each.one}), varying), value.condition)
                    if met == self.all:
                        raise Unsuited
                    builder.emit(program.Binary(total, "or", total, met, self.site))
                    builder.close(program.Jump(each.following))
                return total
            except Unsuited:
                builder.roll_back(start)
        raise Unsuited

    def relate(self, env: Environment, value: model.Quantified, others: range) -> Operand:
        """Those in whose set some other meets a condition, which is the same for all members: a table has the members
        for each set of others, if these are few."""
        inner = Members(env.scope, value.variable, others[0], others[-1], self.site)
        varying = {name: meant for name, meant in env.varying.items() if name != value.variable}
        inputs = self.inputs_of(env, value.set)
        numbers = list_domains(env.scope, inputs)
        sets = self.work_out(env, inputs, numbers, value.set)
        if len(others) > WIDEST_SET or sets is None or Environment(env.scope, varying).depends(value.condition):
            raise Unsuited
        rows = [sets[at : at + len(self.span)] for at in range(0, len(sets), len(self.span))]
        related = [[self.bits([each >> other & 1 for each in row]) for other in others] for row in rows]
        met = self.op("and", inner.truth(Environment(env.scope, {value.variable: None}), value.condition), inner.all)
        entry = find_entry(env.scope, inputs, numbers, self.site)
        place = self.op("add", self.op("shl", entry, len(others)), self.op("shr", met, others[0]))
        return self.scope.builder.lookup([image for row in related for image in list_unions(row)], place, self.site)

    def compose(self, env: Environment, value: model.Value) -> Operand:
        """A definition for which one argument depends on the member: those for which it is one of the arguments with
        which the definition holds (the inverse image of their set)."""
        if not isinstance(value, model.Applied):
            raise Unsuited
        define = env.scope.builder.game.defines[value.definition]
        given = dict(zip(define.parameters, value.arguments, strict=True))
        varying = [each for each, argument in given.items() if env.depends(argument)]
        if len(varying) != 1 or not all(fits(argument.type, each.type) for each, argument in given.items()):
            raise Unsuited
        argument, (low, high) = given.pop(varying[0]), self.range_of(varying[0].type)
        if low < 0 or high >= MAX_SET_SIZE or not all(map(env.allows, given.values())):
            raise Unsuited
        scope = env.scope.bind({each: env.scope.lower(one) for each, one in given.items()})
        inner = Members(scope, varying[0], low, high, self.site)
        whole = self.op("and", inner.truth(inner.env, define.value), inner.all)
        return self.contain_pieces(whole, self.pieces(env, argument), False)

    # ---- numbers

    def pieces(self, env: Environment, value: model.Value) -> Pieces:
        if not env.depends(value):
            known = self.range_of(value.type)
            if not env.allows(value):
                raise Unsuited
            number = env.scope.lower(value)
            return [(None, Fixed(number, *((number, number) if isinstance(number, int) else known)))]
        match value:
            case model.Read(variable, None) if variable in env.varying:
                meant = env.varying[variable]
                return [(None, Moved(0, 0, 0))] if meant is None else self.pieces(*meant)
            case model.Read(variable, index) if index is not None and variable.each is not None:
                return [(where, self.gathered(env.scope, variable, form)) for where, form in self.pieces(env, index)]
            case model.Together(kind, parts):
                return [(None, self.join_parts(env, kind, parts))]
            case model.Moved(member, amount):
                high = self.range_of(value.type)[1]
                form = self.calculate("add", self.piece(env, member), self.piece(env, amount))
                return [(None, self.clamp_form(form, value.low, min(value.high, high)))]
            case model.Calculation(operator, left, right):
                return [
                    (self.common(some, more), self.calculate(operator, one, other))
                    for some, one in self.pieces(env, left)
                    for more, other in self.pieces(env, right)
                ]
            case model.Chosen(condition, yes, no):
                where, inner = self.truth(env, condition), env.speculative
                rest = self.others(where)
                found = [(self.common(where, some), one) for some, one in self.pieces(inner, yes)]
                found += [(self.common(rest, some), one) for some, one in self.pieces(inner, no)]
                if len(found) > MOST_PIECES:
                    raise Unsuited
                return found
            case model.Applied() | model.Named():
                return self.pieces(*env.enter(value))
            case _:
                return [(None, self.list_numbers(env, value))]

    def common(self, one: Operand | None, other: Operand | None) -> Operand | None:
        if one is None or other is None:
            return one if other is None else other
        return self.op("and", one, other)

    def combine(
        self, env: Environment, left: model.Value, right: model.Value, way: Callable[[Form, Form], Operand]
    ) -> Operand:
        """The members for which something holds of two numbers."""
        found: Operand = 0
        for some, one in self.pieces(env, left):
            for more, other in self.pieces(env, right):
                where, met = self.common(some, more), way(one, other)
                found = self.op("or", found, met if where is None else self.op("and", met, where))
        return found

    def list_numbers(self, env: Environment, value: model.Value) -> Listed:
        """A value for each member, if it depends on nothing else."""
        if any(self.inputs_of(env, value)):
            raise Unsuited
        found = self.work_out(env, {}, [], value)
        if found is None:
            raise Unsuited
        return Listed(found)

    def range_of(self, kind: Type) -> Range:
        known = find_range(kind)
        if known is None:
            raise Unsuited
        if isinstance(kind, MemberType):
            return known[0], min(known[1], self.scope.layout.size_of_kind(kind.kind) - 1)
        return known

    def piece(self, env: Environment, value: model.Value) -> Form:
        """The form of a number for all members."""
        (where, form), *others = self.pieces(env, value)
        if others or where is not None:
            raise Unsuited
        return form

    def gathered(self, scope: Scope, variable: model.Variable, form: Form) -> Gathered:
        assert variable.each is not None
        if variable.role in ("viewer", "zone"):
            raise Unsuited
        listed, size = self.list_out(form), scope.layout.size_of_kind(variable.each.kind)
        if min(listed.numbers) + listed.low < 0 or max(listed.numbers) + listed.high >= size:
            raise Unsuited
        first = scope.layout.slot(variable).index
        if not isinstance(listed.plus, int):
            return Gathered(range(first, first + size), listed.plus, listed.numbers)
        least, most = min(listed.numbers) + listed.plus, max(listed.numbers) + listed.plus
        places = tuple(each + listed.plus - least for each in listed.numbers)
        return Gathered(range(first + least, first + most + 1), 0, places)

    def join_parts(self, env: Environment, kind: str, parts: Sequence[model.Value]) -> Form:
        """The number of a member of several parts."""
        at: Form = Fixed(0, 0, 0)
        for part, of in zip(parts, env.scope.builder.game.kinds[kind].parts, strict=True):
            if not isinstance(of.type, MemberType | NumberType) or not fits(part.type, of.type):
                raise Unsuited
            size, low = count_values(of.type), of.type.low
            place = self.calculate("sub", self.piece(env, part), Fixed(low, low, low))
            at = self.calculate("add", self.calculate("mul", at, Fixed(size, size, size)), place)
        return at

    def clamp_form(self, form: Form, low: int, high: int) -> Form:
        """A form whose numbers are held within `low` and `high`."""
        listed = self.list_out(form)
        if low <= min(listed.numbers) + listed.low and max(listed.numbers) + listed.high <= high:
            return form
        if listed.low == listed.high:
            return Listed(tuple(max(low, min(each + listed.low, high)) for each in listed.numbers))
        if isinstance(form, Moved):
            return replace(form, ends=(low, high))
        raise Unsuited

    def list_out(self, form: Form) -> Listed:
        """A form with a known number for each member."""
        match form:
            case Fixed(number, low, high):
                return Listed((0,) * len(self.span), number, low, high)
            case Moved(more, low, high, None):
                return Listed(tuple(self.span), more, low, high)
            case Listed():
                return form
        raise Unsuited

    def list_form(self, form: Form) -> tuple[int, ...]:
        match self.list_out(form):
            case Listed(numbers, int(plus)):
                return tuple(each + plus for each in numbers)
        raise Unsuited

    def calculate(self, operator: str, left: Form, right: Form) -> Form:
        match operator, left, right:
            case _, Fixed(one), Fixed(other):
                ranges = (left.low, left.high), (right.low, right.high)
                low, high = OPERATORS[operator].bounds(*ranges)
                if not OPERATORS[operator].accepts(*ranges) or low < program.LOWEST or high > program.HIGHEST:
                    raise Unsuited
                return Fixed(self.op(operator, one, other), low, high)
            case "add", Moved(one, low, high, None), Fixed(other):
                return Moved(self.op("add", one, other), low + right.low, high + right.high)
            case "add", Fixed(), Moved():
                return self.calculate("add", right, left)
            case "sub", Moved(one, low, high, None), Fixed(other):
                return Moved(self.op("sub", one, other), low - right.high, high - right.low)
            case ("add" | "sub"), _, _:
                return self.add_listed(operator, self.list_out(left), self.list_out(right))
            case "mul", Listed() | Moved(), Fixed(int(times)) if times > 0:
                listed = self.list_out(left)
                scaled = tuple(each * times for each in listed.numbers)
                return Listed(scaled, self.op("mul", listed.plus, times), listed.low * times, listed.high * times)
        try:
            pairs = zip(self.list_form(left), self.list_form(right), strict=True)
            return Listed(tuple(OPERATORS[operator].calculate(one, other) for one, other in pairs))
        except Impossible:
            raise Unsuited from None

    def add_listed(self, operator: str, left: Listed, right: Listed) -> Listed:
        exact, bounds = OPERATORS[operator].exact, OPERATORS[operator].bounds
        numbers = tuple(map(exact, left.numbers, right.numbers))
        low, high = bounds((left.low, left.high), (right.low, right.high))
        plus = self.op(operator, left.plus, right.plus)
        return Listed(tuple(each + low for each in numbers)) if low == high else Listed(numbers, plus, low, high)

    # ---- comparisons and sets of numbers

    def bits(self, truths: Sequence[object]) -> int:
        return sum(1 << at for at, each in zip(self.span, truths, strict=True) if each)

    def compare(self, operator: str, left: Form, right: Form) -> Operand:
        match left, right:
            case Fixed(one), Fixed(other):
                return self.spread(self.op(operator, one, other))
            case Moved(one, _, _, None), Moved(other, _, _, None):
                return self.spread(self.op(operator, one, other))
            case Gathered(), Fixed(number):
                return self.gather(operator, left, number)
            case Moved(more, _, _, None), Fixed(number, low, high):
                return self.compare_members(operator, self.op("sub", number, more), low - left.high, high - left.low)
            case Fixed(), Moved() | Gathered():
                return self.compare(MIRRORED[operator], right, left)
            case Listed(numbers, plus, least, most), Fixed(number, low, high):
                other = self.op("sub", number, plus)
                return self.look_up_listed(operator, numbers, other, low - most, high - least)
            case Fixed(), Listed():
                return self.compare(MIRRORED[operator], right, left)
        pairs = zip(self.list_form(left), self.list_form(right), strict=True)
        return self.bits([OPERATORS[operator].exact(one, other) for one, other in pairs])

    def gather(self, operator: str, held: Gathered, number: Operand) -> Operand:
        builder, found = self.scope.builder, self.scope.builder.register()
        first, size, places = held.slots.start, len(held.slots), builder.array(held.places)
        builder.emit(program.Gather(found, operator, number, first, size, held.index, places, self.site))
        return self.op("shl", found, self.first)

    def compare_members(self, operator: str, other: Operand, low: int, high: int) -> Operand:
        """The members that compare so with a number."""
        if operator in ("gt", "ge"):
            return self.others(self.compare_members("le" if operator == "gt" else "lt", other, low, high))
        if operator == "ne":
            return self.others(self.compare_members("eq", other, low, high))
        if operator == "eq":
            held = self.clamp(other, low, high, self.first - 1, self.last + 1)
            if max(low, self.first - 1) >= 0:
                return self.op("shl", 1, held)
            return self.op("shl", self.op("ge", held, 0), self.op("max", held, 0))
        more = 1 if operator == "le" else 0
        end = self.clamp(self.op("add", other, more), low + more, high + more, 0, self.last + 1)
        return self.op("sub", self.op("shl", 1, end), 1)

    def clamp(self, number: Operand, low: int, high: int, least: int, most: int) -> Operand:
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
        held = self.clamp(number, low, high, least, most)
        return self.scope.builder.lookup(sets, self.op("sub", held, least), self.site)

    def contain(self, env: Environment, members: model.Value, member: model.Value) -> Operand:
        kind = members.type
        assert isinstance(kind, SetType)
        if env.depends(members) or not env.allows(members):
            raise Unsuited
        pieces = self.pieces(env, member)
        return self.contain_pieces(env.scope.lower(members), pieces, kind.endless)

    def contain_pieces(self, whole: Operand, pieces: Pieces, endless: bool) -> Operand:
        """The members whose number is in a set."""
        found: Operand = 0
        for where, form in pieces:
            met = self.contain_form(whole, form, endless)
            found = self.op("or", found, met if where is None else self.op("and", met, where))
        return found

    def contain_form(self, whole: Operand, form: Form, endless: bool) -> Operand:
        match form:
            case Moved(more, low, high, ends):
                if endless and self.last + high >= BEYOND:
                    raise Unsuited
                return self.shift(whole, more, low, high, ends)
            case Listed(numbers, 0):
                if endless and max(numbers) >= BEYOND:
                    raise Unsuited
                if len(set(numbers)) > MOST_TESTED:
                    raise Unsuited
                found: Operand = 0
                for each in sorted(set(numbers)):
                    if 0 <= each < MAX_SET_SIZE:
                        there = self.op("and", self.op("shr", whole, each), 1)
                        mask = self.bits([number == each for number in numbers])
                        found = self.op("or", found, self.op("mul", there, mask))
                return found
            case Fixed(number, low, high):
                if low < 0 or high >= BEYOND:
                    raise Unsuited
                return self.spread(self.op("and", self.op("shr", whole, number), 1))
        raise Unsuited

    def shift(self, whole: Operand, more: Operand, low: int, high: int, ends: Range | None) -> Operand:
        """The members that are in a set once an amount is added to them."""
        off = max(0, -low)
        if high + off > SHIFT_HIGHEST or (ends is not None and max(self.last + high, ends[1]) + off > SHIFT_HIGHEST):
            raise Unsuited
        beyond: Operand = 0
        if ends is not None:
            below, above = (1 << ends[0] + off) - 1, (1 << SHIFT_HIGHEST + 1) - (2 << ends[1] + off)
            lowest, highest = (self.op("and", self.op("shr", whole, each), 1) for each in ends)
            beyond = self.op("or", self.op("mul", lowest, below), self.op("mul", highest, above))
        if off:
            whole = self.op("and", whole, (1 << SHIFT_HIGHEST - off) - 1)
            whole = self.op("shl", whole, off)
        whole = self.op("or", whole, beyond)
        return self.op("shr", whole, self.op("add", more, off))

    # ---- tables of sets, and members one by one

    def inputs_of(self, env: Environment, value: model.Value) -> Inputs:
        """The variables that a value depends on, except the member. Raises Unsuited if one has two meanings."""
        found: Inputs = {}
        meanings: dict[model.Variable, Operand | None] = {}
        for each, part in self.list_meanings(env, value):
            scope = each.scope.bind(dict.fromkeys(each.varying, program.Register(-1)))
            for variable, unordered in find_inputs(scope, part).items():
                if variable not in each.varying:
                    found[variable] = unordered and found.get(variable, True)
                    meaning = each.scope.bound.get(variable)
                    if meanings.setdefault(variable, meaning) != meaning:
                        raise Unsuited
        return found

    def lower_for(
        self, env: Environment, value: model.Value, member: Operand, inputs: Mapping[model.Variable, Operand]
    ) -> Operand:
        bound = {
            each: member if meant is None else self.lower_for(*meant, member, inputs)
            for each, meant in env.varying.items()
            if reads(value, each)
        }
        return env.scope.bind({**inputs, **bound}).lower(value)

    def work_out(
        self,
        env: Environment,
        inputs: Inputs,
        numbers: Sequence[Sequence[int]],
        value: model.Value,
    ) -> tuple[int, ...] | None:
        """The value for each combination of inputs and, changing fastest, members."""

        def make(inner: Scope) -> Operand:
            given = {each: inner.bound[each] for each in inputs}
            return self.lower_for(env, value, inner.bound[self.variable], given)

        return work_out(self.scope, {**inputs, self.variable: False}, [*numbers, self.span], make)

    def tabulate(self, env: Environment, value: model.Value) -> Operand:
        """The members from a table of sets, if the condition depends on few other inputs."""
        inputs = self.inputs_of(env, value)
        numbers = list_domains(self.scope, inputs)
        if prod(map(len, numbers)) * len(self.span) > 8 * MOST_ENTRIES:
            raise Unsuited
        table = self.work_out(env, inputs, numbers, value)
        if table is None:
            raise Unsuited
        size = len(self.span)
        sets = [self.bits(table[at : at + size]) for at in range(0, len(table), size)]
        return look_up(env.scope, inputs, numbers, sets, self.site)

    def unroll(self, env: Environment, value: model.Value) -> Operand:
        """The members one by one, if that takes a few instructions each and no branch."""
        builder, meanings = self.scope.builder, self.list_meanings(env, value)
        if len(self.span) > MOST_UNROLLED or not all(never_fails(each.scope, part) for each, part in meanings):
            raise Unsuited
        found: Operand = 0
        blocks, here = len(builder.blocks), builder.here
        for member in self.span:
            before = len(builder.blocks[here].instructions)
            truth = self.lower_for(env, value, member, {})
            made = len(builder.blocks[here].instructions) - before
            if len(builder.blocks) > blocks or builder.here != here or made > LONGEST_UNROLLED:
                raise Unsuited
            found = self.op("or", found, self.op("shl", truth, member))
        return found

    def list_meanings(self, env: Environment, value: model.Value) -> list[tuple[Environment, model.Value]]:
        """A value, and the values of all names in it."""
        found = [(env, value)]
        for each, meant in env.varying.items():
            if meant is not None and reads(value, each):
                found += self.list_meanings(*meant)
        return found
