"""Groups of slots that matter only up to a common shift: scores whose difference counts, and sums that are not read
before they are sampled.

This is type inference in the manner of dimensions (Kennedy, "Relational Parametricity and Units of Measure", 1997):
each slot is absolute or belongs to a group, and each value has a degree, a sum of groups with whole coefficients. If
all slots of a group are shifted by c, a value of degree d changes by d[group] * c.

Soundness. Two states that differ in the shift alone take the same path, by induction over its steps, if
- values that are compared have equal degrees, and whatever else a branch, choice, index or context depends on has none;
- what is written to a slot has the degree of the slot; a constant has none, and may be written only where all of the
  group is dead at every stop from which the node is reached, so that the shift so far is 0 by choice;
- every value sampled has the same degree;
- where a slot of a group holds a known number, so do all of its slots that are live.
A slot that breaks a rule is made absolute, or its group is joined with another, until nothing changes.

Each state is kept with its groups shifted so that the least live slot of each is 0. What a step adds to the shift is a
reward on the edge, which counts as often as the sample's degree says. A shift begins at 0 where its group is born: at
the start, and on edges from a state in which it is dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from interpreter.bits import bits_of, indices_of
from interpreter.markov.liveness import Liveness
from interpreter.program import (
    Award,
    Binary,
    Branch,
    Chance,
    Check,
    Decide,
    Gather,
    Load,
    Lookup,
    Move,
    Operand,
    Part,
    Sample,
    Slot,
    Store,
    Switch,
    Target,
    Unary,
)
from interpreter.program.instructions.fields import stores, target

Degree: TypeAlias = Mapping[int, int]
NONE: Degree = {}

COMPARISONS = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})


class Shifts:
    """`groups` are the slots of each group, by its number, and `weights` the coefficient of each shift in a sample.
    `absolute` bits belong to no group. Summarised phases are included."""

    def __init__(self, live: Liveness, absolute: int = 0) -> None:
        self.live, self.graph = live, live.graph
        self.stops = frozenset([0, *live.graph.stops])
        self.parent: dict[int, int] = {}
        self.members = {slot: 1 << slot for slot in range(live.slots)}
        self.absolute = {at for at in range(absolute.bit_length()) if absolute >> at & 1}
        self.bodies = [_Body(each, before) for each, before in live.bodies().items()]
        self.shared = frozenset(bit for each in self.bodies for bit in each.find_shared())
        self.bodies[0].unborn = self._find_unborn()
        self.sampled: Degree | None = None
        self.changed = True
        while self.changed:
            self.changed, self.sampled = False, None
            for body in self.bodies:
                for at, (parts, unborn) in enumerate(zip(body.parts, body.unborn, strict=True)):
                    _NodeDegrees(self, unborn).infer(parts)
                    self.pin(dict.fromkeys(indices_of(body.split[at]), 1))
            if not self.changed:
                self._require_one_birth()
                self._require_whole_groups()
        self.groups = self._list_groups()
        self.weights = dict(self.normal(self.sampled or NONE).items())

    def is_shifted(self, operand: Operand) -> bool:
        """Whether an operand belongs to a group, as far as is known."""
        return not isinstance(operand, int) and self.root(self.bit(operand)) not in self.absolute

    # ---- groups

    def bit(self, target: Target) -> int:
        return target.index if isinstance(target, Slot) else self.live.slots + target.index

    def root(self, bit: int) -> int:
        while (up := self.parent.get(bit, bit)) != bit:
            bit = up
        return bit

    def join(self, one: int, other: int) -> None:
        one, other = sorted((self.root(one), self.root(other)))
        if one != other:
            self.parent[other] = one
            self.members[one] = self.members.get(one, 0) | self.members.get(other, 0)
            if other in self.absolute:
                self.absolute.add(one)
            self.changed = True

    def pin(self, degree: Degree) -> None:
        """Make everything that a value depends on absolute."""
        for group in degree:
            if (root := self.root(group)) not in self.absolute:
                self.absolute.add(root)
                self.changed = True

    def normal(self, degree: Degree) -> Degree:
        found: dict[int, int] = {}
        for group, times in degree.items():
            if (root := self.root(group)) not in self.absolute:
                found[root] = found.get(root, 0) + times
        return {group: times for group, times in found.items() if times}

    def require_equal(self, one: Degree, other: Degree) -> None:
        apart = self.normal(add(one, other, -1))
        if sorted(apart.values()) == [-1, 1]:
            self.join(*apart)
        else:
            self.pin(apart)

    def _list_groups(self) -> dict[int, tuple[int, ...]]:
        seen = 0
        for at in self.stops:
            seen |= self.live.before[at]
        found: dict[int, list[int]] = {}
        for slot in range(self.live.slots):
            if seen >> slot & 1 and (root := self.root(slot)) not in self.absolute:
                found.setdefault(root, []).append(slot)
        return {root: tuple(slots) for root, slots in found.items()}

    # ---- where groups are unborn

    def _find_unborn(self) -> list[int]:
        """The bits that are dead at every stop from which a node is reached without another stop; at a stop, those that
        are dead there."""
        unborn = [-1] * len(self.graph.nodes)
        for at in self.stops:
            is_start = at == 0 and self.graph.scope.routine is None
            unborn[at] = -1 if is_start else ~self.live.before[at]
        waiting = [*self.stops]
        while waiting:
            at = waiting.pop()
            for each in self.live.ways[at]:
                if each not in self.stops and unborn[each] & unborn[at] != unborn[each]:
                    unborn[each] &= unborn[at]
                    waiting.append(each)
        return unborn

    def is_unborn(self, group: int, unborn: int) -> bool:
        return not self.members.get(group, 0) & ~unborn

    def _require_whole_groups(self) -> None:
        """Where one live slot of a group is a constant, all must be: a constant cannot be shifted."""
        for at in self.stops:
            known = bits_of(self.graph.constants[at])
            live = self.live.before[at]
            for group in self.normal(dict.fromkeys(indices_of(live & known), 1)):
                if self.members.get(group, 0) & live & ~known:
                    self.pin({group: 1})

    def _require_one_birth(self) -> None:
        """A sample may depend on several groups only if none of them dies and is born again: its shift would begin
        anew, those of the others not. The same for a group that is live at both entry and exit of a scope. Twins cannot
        check this, since it takes more than one step."""
        counted = self.normal(self.sampled or NONE)
        for body in self.bodies:
            through = body.live.before[0] & body.live.outside
            groups = set(self.normal({bit: 1 for bit in range(self.live.slots) if through >> bit & 1}))
            for group in groups | (counted.keys() if len(counted) > 1 else set()):
                if body.is_reborn(self.members.get(group, 0)):
                    self.pin({group: 1})


class _Body:
    """The live parts of the nodes of a scope, and for each the bits that are unborn there: in a summarised phase, those
    that are dead at its entry."""

    def __init__(self, live: Liveness, entered: int) -> None:
        self.live = live
        self.parts = [live.live_parts(at) for at in range(len(live.graph.nodes))]
        self.unborn = [~entered] * len(self.parts)
        ways = zip(live.graph.split, live.ways, strict=True)
        self.split = [split if len(several) > 1 else 0 for split, several in ways]

    def is_reborn(self, bits: int) -> bool:
        """Whether some of these bits may be live, or be written to be read, after a stop at which all are dead."""
        live = self.live
        stops = {0, *live.graph.stops}
        alive = {at for at, before in enumerate(live.before) if before & bits}
        born = {at for at, parts in enumerate(self.parts) for each in parts if bits & bits_of(_list_written(each))}
        found, waiting = set[int](), [at for at in stops if at not in alive and at != 0]
        while waiting:
            at = waiting.pop()
            for each in live.ways[at]:
                if each not in found:
                    found.add(each)
                    if each not in stops:
                        waiting.append(each)
        return bool(found & (alive | born))

    def find_shared(self) -> list[int]:
        """The bits of registers that are live at the beginning of some node."""
        live = 0
        for each in self.live.before:
            live |= each
        return [at for at in range(self.live.slots, live.bit_length()) if live >> at & 1]


def _list_written(part: Part) -> Iterable[int]:
    """The slots that a part may write."""
    goal = target(part)
    return stores(part) if isinstance(part, Store) else [goal.index] if isinstance(goal, Slot) else []


class _NodeDegrees:
    """Infers the degrees of what a node computes, and constrains the groups."""

    def __init__(self, shifts: Shifts, unborn: int) -> None:
        self.shifts, self.unborn = shifts, unborn
        self.local: dict[Target, Degree] = {}

    def infer(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self._part(part)

    def _part(self, part: Part) -> None:
        shifts = self.shifts
        match part:
            case Check() | Decide() | Chance():
                if isinstance(part, Chance | Decide):
                    self._write(part.target, NONE)
                if isinstance(part, Decide):
                    self._pin(*self._asked(part))
            case Move(target=goal, value=value):
                self._write(goal, self._read(value))
            case Binary(target=goal):
                self._write(goal, self._operate(part))
            case Unary(target=goal, value=value):
                self._pin(value)
                self._write(goal, NONE)
            case Lookup(target=goal, index=index):
                self._pin(index)
                self._write(goal, NONE)
            case Load(target=goal, first=first, size=size, index=index):
                self._pin(index)
                self._write(goal, self._element(first, size))
            case Gather(target=goal, first=first, size=size, index=index, value=value):
                self._pin(index)
                self.shifts.require_equal(self._element(first, size), self._read(value))
                self._write(goal, NONE)
            case Store(first=first, size=size, index=index, value=value):
                self._pin(index)
                self._element(first, size)
                self._write(Slot(first), self._read(value))
            case Branch(condition=value) | Switch(value=value) | Award(winner=value):
                self._pin(value)
            case Sample(value=value):
                degree = self._read(value)
                if shifts.sampled is not None:
                    shifts.require_equal(degree, shifts.sampled)
                shifts.sampled = degree

    def _asked(self, part: Decide) -> list[Operand]:
        return [part.default, part.chooser, *map(Slot, part.offer_slots(self.shifts.graph.program))]

    def _pin(self, *several: Operand) -> None:
        for each in several:
            self.shifts.pin(self._read(each))

    def _element(self, first: int, size: int) -> Degree:
        for each in range(first + 1, first + size):
            self.shifts.join(first, each)
        return self._read(Slot(first))

    def _operate(self, part: Binary) -> Degree:
        left, right, name = self._read(part.left), self._read(part.right), part.operator
        if name in ("add", "sub"):
            return add(left, right, 1 if name == "add" else -1)
        if name in COMPARISONS or name in ("min", "max"):
            self.shifts.require_equal(left, right)
            return NONE if name in COMPARISONS else left
        if name == "mul" and isinstance(part.right, int):
            return {group: times * part.right for group, times in left.items()}
        if name == "mul" and isinstance(part.left, int):
            return {group: times * part.left for group, times in right.items()}
        self._pin(part.left, part.right)
        return NONE

    def _read(self, operand: Operand) -> Degree:
        if isinstance(operand, int):
            return NONE
        if operand in self.local:
            return self.shifts.normal(self.local[operand])
        return self.shifts.normal({self.shifts.bit(operand): 1})

    def _write(self, goal: Target, degree: Degree) -> None:
        shifts, bit = self.shifts, self.shifts.bit(goal)
        degree = shifts.normal(degree)
        if not isinstance(goal, Slot):
            self.local[goal] = degree
            if bit not in shifts.shared:
                return
        root = shifts.root(bit)
        if root in shifts.absolute:
            shifts.pin(degree)
        elif not degree:
            if not (isinstance(goal, Slot) and shifts.is_unborn(root, self.unborn)):
                shifts.pin({root: 1})
        elif degree != {root: 1}:
            if list(degree.values()) == [1]:
                shifts.join(root, *degree)
            elif degree.get(root) == 1:
                shifts.pin({group: times for group, times in degree.items() if group != root})
            else:
                shifts.pin({**degree, root: 1})


def add(one: Degree, other: Degree, times: int) -> Degree:
    found = dict(one)
    for group, each in other.items():
        found[group] = found.get(group, 0) + times * each
    return found
