"""What is of use of a value that each member has, by what sets and single members are just then.

Players who are still level throw for the start, and each throw is kept. Whether that of one of them will be looked at
hangs on who is level, and on who is still to throw; but all of it hangs on what these say of the one player alone. So
what is looked at is followed backwards for one member at a time: of a set there is nothing left then but whether the
member is in it, of a slot with a member whether it is this one. With so few bits, everything that they can be together
is listed (a view), and of each block is found in which views the member's own value may still be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from interpreter.analysis.effects import find_effects
from interpreter.analysis.graph import find_ways, turn_round
from interpreter.analysis.liveness import order_last_first, renew_backwards
from interpreter.data_classes import dataclass
from interpreter.program import Kept, Load, Operand, Part, Program, Register, Slot, Store, Target
from interpreter.program.flow import stops
from interpreter.program.instructions.handling import Handling
from interpreter.program.instructions.machine import Place
from interpreter.program.instructions.operators import Operator
from interpreter.program.machines.quiet import QuietMachine

MOST_GUARDS = 6
"""With more sets and members than so many it is not found out what they say."""

TAKING = "lowest", "highest"
"""The operators that take a member out of a set."""

MOST_TAKEN = 2
"""Of so many members that one block takes out of sets it is followed whether they are this one."""

LOOKING = {"and", "shr", *TAKING}
"""The operators by which rules look who is in a set."""


class Truth(NamedTuple):
    """In which views something may be so, and in which it may not, as bits. It may be either where nothing is known."""

    yes: int
    no: int


class Aspects(NamedTuple):
    """What is known of a number: whether it is a set with the member (`has`), or the member itself (`same`); whether
    its lowest bit is set (`odd`); and whether it is anything but 0 (`some`)."""

    has: Truth
    same: Truth
    odd: Truth
    some: Truth


@dataclass(frozen=True)
class Guards:
    """The slots and registers that say whether one member's value is of use: `sets`, and those with single `members`.
    The number of a view has a bit for each of them, in this order."""

    member: int
    sets: tuple[Target, ...]
    members: tuple[Target, ...]

    def list_views(self, held: Mapping[int, int]) -> int:
        """The views in which slots may hold this, as bits: all of a guard that is not told."""
        views = self.all_views
        for at, each in enumerate(self.both):
            if isinstance(each, Slot) and each.index in held:
                value = held[each.index]
                is_so = value >> self.member & 1 == 1 if each in self.sets else value == self.member
                views &= _list_views(len(self.both), at, is_so)
        return views

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slots among them."""
        return tuple(each.index for each in self.both if isinstance(each, Slot))

    @property
    def all_views(self) -> int:
        """Every view there is, as bits."""
        return (1 << (1 << len(self.both))) - 1

    @cached_property
    def both(self) -> tuple[Target, ...]:
        """All of them, in the order of the bits."""
        return self.sets + self.members


@cache
def _list_views(bits: int, bit: int, is_set: bool) -> int:
    """The views of so many bits in which one of them is set, or is not."""
    return sum(1 << view for view in range(1 << bits) if bool(view >> bit & 1) == is_set)


class StaleMembers:
    """In which views one member's value, which a slot holds, may still be looked at.

    `ways` are the blocks and where they lead; `asked` tells that it is looked at wherever somebody decides."""

    def __init__(
        self, program: Program, ways: Mapping[int, Sequence[int]], slot: int, guards: Guards, asked: bool = False
    ) -> None:
        self.program, self.ways, self.slot, self.guards, self.asked = program, ways, slot, guards, asked
        self.before = dict.fromkeys(ways, 0)
        """The views at the beginning of each block in which it may, as bits."""
        self._find()

    def _find(self) -> None:
        passed = {at: Passing(self, self.program.blocks[at].parts) for at in self.ways}

        def renew(at: int) -> bool:
            known = self.before[at]
            self.before[at] = passed[at].find_before(self.before, self.ways[at])
            return self.before[at] != known

        renew_backwards(order_last_first(self.ways), turn_round(self.ways), renew)


class Passing(QuietMachine[Aspects]):
    """What comes of the views at the beginning of a block until its end. `left` are those where the slot still holds
    what it did then, and `used` those where that may have been looked at; `test` is what leads to the first of `two`
    ways. Where the first or last member of a set is taken, whether it is this one is one more bit of the views while
    the block lasts: it is all one to everything that comes of it."""

    def __init__(self, finding: StaleMembers, parts: Sequence[Part]) -> None:
        self.records, self.finding = finding.program, finding
        self.usual = 1 << len(finding.guards.both)
        taking = sum(name in TAKING for each in parts for name in find_operators(finding.program, each))
        self.taking = min(taking, MOST_TAKEN)
        self.taken = 0
        self.all = (1 << (self.usual << self.taking)) - 1
        self.unknown = Truth(self.all, self.all)
        self.held: dict[Target, Aspects] = {}
        for number, guard in enumerate(finding.guards.both):
            self.held[guard] = self._start(number, guard in finding.guards.sets)
        self.left, self.used = self.all, 0
        self.test, self.two = self.unknown, (-1, -1)
        for each in parts:
            self._note(each)
            each.meaning(self)
        ended = [self.held[each] for each in finding.guards.both]
        sets = len(finding.guards.sets)
        self.ended = [each.has if at < sets else each.same for at, each in enumerate(ended)]

    def _start(self, number: int, is_set: bool) -> Aspects:
        known = self._split_by(number)
        if is_set:
            return self._set(known)
        return Aspects(self.unknown, known, self.unknown, self.unknown)

    def _split_by(self, bit: int) -> Truth:
        """Whether a bit of the views is set."""
        bits = len(self.finding.guards.both) + self.taking
        return Truth(_list_views(bits, bit, True), _list_views(bits, bit, False))

    def _note(self, part: Part) -> None:
        """Note what an instruction reads of the slot, but for what is read at a place that is known in part."""
        effects = find_effects(self.finding.program, part)
        slot = self.finding.slot
        if Slot(slot) in effects.reads or Slot(slot) in effects.told or (effects.asks and self.finding.asked):
            self.used |= self.left
        if effects.asks and any(slot in slots for slots in effects.loads):
            self.used |= self.left

    def find_before(self, before: Mapping[int, int], ways: Sequence[int]) -> int:
        """The views before the block in which the slot is of use, by those where it leads."""
        found = self.used
        for each in ways:
            there = {self.two[0]: self.test.yes, self.two[1]: self.test.no}.get(each, self.all)
            found |= self.left & there & self._come_from(before[each])
        usual = 0
        for at in range(1 << self.taking):
            usual |= found >> (at * self.usual) & ((1 << self.usual) - 1)
        return usual

    def _come_from(self, views: int) -> int:
        """The views at the beginning from which some views at the end may come."""
        found = 0
        for view in range(1 << len(self.ended)):
            if views >> view & 1:
                here = self.all
                for number, truth in enumerate(self.ended):
                    here &= truth.yes if view >> number & 1 else truth.no
                found |= here
        return found

    # ---- aspects

    def _set(self, has: Truth) -> Aspects:
        """A set of which is known whether it has the member, and what follows from that."""
        odd = has if self.finding.guards.member == 0 else self.unknown
        return Aspects(has, self.unknown, odd, Truth(self.all, has.no))

    def _number(self, number: int) -> Aspects:
        member = self.finding.guards.member
        tests = (number >> member & 1, number == member, number & 1, number)
        return Aspects(*(Truth(self.all, 0) if each else Truth(0, self.all) for each in tests))

    @property
    def anything(self) -> Aspects:
        return Aspects(self.unknown, self.unknown, self.unknown, self.unknown)

    def read(self, operand: Operand) -> Aspects:
        return self._number(operand) if isinstance(operand, int) else self.held.get(operand, self.anything)

    def write(self, target: Target, number: Aspects) -> None:
        self.held[target] = number
        if target == Slot(self.finding.slot):
            self.left = 0

    def within(self, operand: Operand, low: int, high: int, reason: str, site: int, check: int = -1) -> Aspects:
        return self.read(operand)

    def operate(self, operator: Operator, operands: tuple[Operand, ...], site: int) -> Aspects:
        values = [self.read(each) for each in operands]
        member = self.finding.guards.member
        match operator.name, operands, values:
            case "and", _, [one, other]:
                odd = _both(one.odd, other.odd)
                has = _both(one.has, other.has)
                some = Truth(one.some.yes & other.some.yes, odd.no)
                for mask, value in zip(operands, reversed(values), strict=True):
                    if mask == 1:
                        some = value.odd
                    elif mask == 1 << member:
                        some = value.has
                return Aspects(has, self.unknown, odd, Truth(some.yes, some.no & has.no))
            case "or", _, [one, other]:
                has, odd, some = (_either(one[at], other[at]) for at in (0, 2, 3))
                return Aspects(has, self.unknown, odd, some)
            case "xor", _, [one, other]:
                has, odd = (_one_alone(one[at], other[at]) for at in (0, 2))
                return Aspects(has, self.unknown, odd, Truth(self.all, has.no))
            case "shr", [_, int(places)], [one, _]:
                odd = one.has if places == member else self.unknown
                return Aspects(self.unknown, self.unknown, odd, self.unknown)
            case "shl", [1, _], [_, which]:
                return self._set(which.same)
            case name, _, [one] if name in TAKING:
                this = self.unknown
                if self.taken < self.taking:
                    this = self._split_by(len(self.finding.guards.both) + self.taken)
                    self.taken += 1
                return Aspects(self.unknown, _both(one.has, this), self.unknown, self.unknown)
            case "eq", [_, int(number)], [one, _] if number == member:
                return self._set(self.unknown)._replace(some=one.same)
            case _:
                return self.anything

    def look_up(self, array: int, index: Aspects) -> Aspects:
        return self.anything

    def load(self, slots: range, index: Aspects) -> Aspects:
        if self.finding.slot in slots:
            self.used |= self.left & self._at(slots, index).yes
        return self.anything

    def store(self, slots: range, index: Aspects, number: Aspects) -> None:
        if self.finding.slot in slots:
            self.left &= self._at(slots, index).no
        for each in slots:
            if Slot(each) in self.held:
                self.held[Slot(each)] = self.anything

    def _at(self, slots: range, index: Aspects) -> Truth:
        """Whether one of some slots is this one."""
        return index.same if self.finding.slot - slots.start == self.finding.guards.member else self.unknown

    # ---- ways on, stops and ends

    def go(self, block: int) -> None:
        pass

    def branch(self, condition: Operand, yes: int, no: int) -> None:
        if yes != no:
            self.test, self.two = self.read(condition).some, (yes, no)

    def choose(self, number: Operand, blocks: tuple[int, ...]) -> None:
        pass

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Aspects:
        return self.anything

    def draw(self, place: Place[Aspects], onto: Place[Aspects], site: int) -> Aspects:
        return self.anything

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> Aspects:
        return self.anything

    def handle(
        self, handling: Handling, places: tuple[Place[Aspects], ...], numbers: tuple[Aspects, ...], site: int
    ) -> Aspects:
        return self.anything


def _both(one: Truth, other: Truth) -> Truth:
    return Truth(one.yes & other.yes, one.no | other.no)


def _either(one: Truth, other: Truth) -> Truth:
    return Truth(one.yes | other.yes, one.no & other.no)


def _one_alone(one: Truth, other: Truth) -> Truth:
    return Truth(one.yes & other.no | one.no & other.yes, one.yes & other.yes | one.no & other.no)


# ---- all that may be so in a program


def find_stale(
    program: Program, starts: Sequence[int], live: Mapping[int, int], asked: Collection[int] = ()
) -> dict[int, dict[int, tuple[Guards, int]]]:
    """For each stop the slots that are of use in some views alone: what says which view it is, and the views, as bits.
    `live` are the slots and registers that are of use at the beginning of each block (`liveness`), and `asked` those
    slots that strategies look at."""
    ways = find_ways(program, starts)
    stopping = [at for at in ways if stops(program.blocks[at])]

    def is_live(target: Target, block: int) -> bool:
        return bool(live[block] >> (target.index + (0 if isinstance(target, Slot) else len(program.slots))) & 1)

    found: dict[int, dict[int, tuple[Guards, int]]] = {}
    for slot, guards in list_guarded(program, ways, is_live, stopping).items():
        views = StaleMembers(program, ways, slot, guards, slot in asked).before
        for stop in stopping:
            if views[stop] != guards.all_views:
                found.setdefault(stop, {})[slot] = guards, views[stop]
    return found


# ---- which sets and members it may hang on


def find_operators(program: Program, part: Part) -> list[str]:
    """The names of the operators that an instruction uses."""
    return [each.name for each in find_effects(program, part).operators]


def list_guarded(
    program: Program, ways: Iterable[int], live: Callable[[Target, int], bool], stopping: Sequence[int]
) -> dict[int, Guards]:
    """The states that are written to by members, each with what may say whether they are of use: the sets that are of
    use at one of these stops where it is, and in the loops that go through it; and who it is that is written or read.
    `live` tells whether a slot or register is of use at the beginning of a block."""
    stored: set[range] = set()
    members: dict[range, set[Target]] = {}
    places: dict[range, list[int]] = {}
    sets: set[Target] = set()
    for at in ways:
        for part in program.blocks[at].parts:
            if isinstance(part, Load | Store):
                run = range(part.first, part.first + part.size)
                stored.update([run] if isinstance(part, Store) and program.slots[part.first].kind == "state" else [])
                members.setdefault(run, set()).update([] if isinstance(part.index, int) else [part.index])
                places.setdefault(run, []).append(at)
            elif not LOOKING.isdisjoint(find_operators(program, part)):
                sets.update(each for each in find_effects(program, part).reads if not isinstance(each, int))
    found: dict[int, Guards] = {}
    for run in sorted(stored, key=lambda run: run.start):
        where = [stop for stop in stopping if any(live(Slot(slot), stop) for slot in run)]
        apart = sets - members[run] - {Slot(slot) for slot in run}
        slots = [each for each in apart if isinstance(each, Slot) and any(live(each, stop) for stop in where)]
        passing = [each for each in apart if isinstance(each, Register) and any(live(each, at) for at in places[run])]
        if where and slots and len(slots) + len(passing) + len(members[run]) <= MOST_GUARDS:
            beside = sorted(slots, key=_index) + sorted(passing, key=_index)
            telling = tuple(sorted(members[run], key=lambda each: (isinstance(each, Register), each.index)))
            found.update({slot: Guards(at, tuple(beside), telling) for at, slot in enumerate(run)})
    return found


def _index(each: Target) -> int:
    return each.index
