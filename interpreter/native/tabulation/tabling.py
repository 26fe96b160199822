"""Writes the part of a game's function that plays by a table (see `tables`).

Where a throw comes up at which the table is entered, the number of the state is looked up from the slots. Then each
throw takes one draw and a few loads: what it leads to, and what it adds, which is gathered in lanes of a few bits,
several to a number. Slots that are cleared now and then have lanes that begin with what they hold. How often each edge
was taken is counted, and made into marks at the end of all games. When the table is left, or after so many throws that
a lane might run over, the slots are set to what they would be, and the game goes on as usual.

The time that a throw takes is that from one state to the next, so as little as can be is done in between: a state is
its first edge, and by how much to shift what is known of an outcome (its class at each stop) to have the class. What
edges lead to is kept as small as can be; all that they add lies side by side, and may take its time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from interpreter.native.tabulation.tables import Edge, Table, places_of
from interpreter.native.writing import RARELY
from interpreter.program import HIGHEST, LOWEST, Chance, Slot

if TYPE_CHECKING:
    from interpreter.native.game import GameWriter

LONGEST = 1_000
SHORTEST = 64
"""How many throws are played by the table before the lanes are emptied, at most, and at least."""

WIDEST = 12
"""The most bits of a lane."""


@dataclass
class TableWriter:
    """Writes what a game's function needs for a table."""

    table: Table
    writer: GameWriter
    places: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        self.first_edges = [0]
        for several in table.edges:
            self.first_edges.append(self.first_edges[-1] + len(several))
        added = [edge.added for several in table.edges for edge in several if edge]
        self.most = max((more for several in added for _, more in several), default=1)
        plain = [slot for slot in table.adding if slot not in table.cleared]
        self.bits = self.best_lane(len(plain))
        self.longest = min(LONGEST, (2**self.bits - 1) // self.most) - table.slack
        self.words = [*self.shared_out(plain), *self.shared_out(list(table.cleared))]
        self.keeping = [bool(set(word) & set(table.cleared)) for word in self.words]
        self.stride = 1
        while self.stride < len(self.words) + sum(self.keeping):
            self.stride *= 2
        self.places_of = [places_of(table, stop) for stop in table.entries]
        self.firsts = [0]
        for _, sizes in self.places_of:
            self.firsts.append(self.firsts[-1] + prod(sizes))

    def best_lane(self, slots: int) -> int:
        """How many bits a lane has, so that there are few words and they need not be emptied often."""
        lanes = range((SHORTEST * self.most).bit_length(), WIDEST + 1)
        return min(lanes, key=lambda bits: (-(-slots // (64 // bits)), -bits), default=WIDEST)

    def shared_out(self, slots: list[int]) -> list[list[int]]:
        """Slots in words of as many lanes as there are."""
        lanes = 64 // self.bits
        return [slots[at : at + lanes] for at in range(0, len(slots), lanes)]

    def lanes(self, word: list[int], numbers: dict[int, int]) -> int:
        """Numbers in the lanes of the slots they belong to."""
        return sum(numbers.get(slot, 0) << self.bits * lane for lane, slot in enumerate(word))

    # ---- constants

    def constants(self) -> list[str]:
        """The arrays of the table."""
        table = self.table
        edges = [edge for several in table.edges for edge in several]
        texts = [_array("following", 32, [self.packed(edge.following) if edge else -1 for edge in edges])]
        texts.append(_array("words", 64, [number for edge in edges for number in self.row(edge)]))
        texts.append(_array("owner", 16, [state for state, several in enumerate(table.edges) for _ in several]))
        outcomes = [
            sum(classes[outcome] << 16 * stop for stop, classes in enumerate(table.classes))
            for outcome in range(table.outcomes)
        ]
        index = [-1] * self.firsts[-1]
        for number, state in enumerate(table.states):
            if state[0] < len(table.stops) and table.stops[state[0]] in table.entries:
                index[self.place_of(state)] = number
        texts += [_array("outcomes", 64, outcomes), _array("index", 16, index)]
        texts.append(_array("packed", 32, [self.packed(state) for state in range(len(table.states))]))
        texts.append(_array("ends", 16, [max(state[0] - len(table.stops), -1) for state in table.states]))
        texts.append(_array("whole", 8, [int(each) for each in table.whole]))
        texts.append(_array("states", 64, [value for state in table.states for value in state[1:]]))
        return [*texts, _array("edge_marks", 64, self.marks())]

    def place_of(self, state: tuple[int, ...]) -> int:
        """The place of a state in the index."""
        place, entry = 0, self.table.entries.index(self.table.stops[state[0]])
        for value, low, size in zip(state[1:], *self.places_of[entry], strict=True):
            place = place * size + value - low
        return self.firsts[entry] + place

    def row(self, edge: Edge | None) -> list[int]:
        """What an edge adds to each word, and what it keeps of those that are cleared."""
        added, cleared = dict(edge.added if edge else ()), dict.fromkeys(edge.cleared if edge else (), 2**self.bits - 1)
        kept = [~self.lanes(word, cleared) for word, keeping in zip(self.words, self.keeping, strict=True) if keeping]
        row = [*(self.lanes(word, added) for word in self.words), *kept]
        return row + [0] * (self.stride - len(row))

    def packed(self, state: int) -> int:
        """A state in the loop: its first edge, and by how much to shift what is known of an outcome. One that the table
        ends with has no edges: minus 2 and its number."""
        stop = self.table.states[state][0]
        if stop >= len(self.table.stops):
            return -2 - state
        return self.first_edges[state] << 16 | 16 * stop

    def marks(self) -> list[int]:
        """Each edge that marks a site, with the site and how often, one after the other."""
        return [
            number
            for state, several in enumerate(self.table.edges)
            for kind, edge in enumerate(several)
            if edge
            for site, times in edge.marks
            for number in (self.first_edges[state] + kind, site, times)
        ]

    # ---- into the table

    def write_entry(self, stop: int) -> None:
        """At one of the table's stops: into the table, if the slots allow it."""
        f, writer, table = self.writer.f, self.writer, self.table
        if not self.places:
            names = ("state", "limit", "outcome", *(f"word {word}" for word in range(len(self.words))))
            self.places = {name: f.place() for name in names}
        plain = f"plain{stop}"
        need = (self.longest + table.slack) * (1 + table.decisions)
        left = f.op("sub", f.load(writer.own["stops"]), f.load(writer.own["random 3"]))
        f.unless(f.is_("sgt", left, need), plain)
        for slot, low, high in self.bounds():
            known = writer.range_of(Slot(slot))
            if known[0] < low:
                f.unless(f.is_("sge", writer.read(Slot(slot)), low), plain)
            if known[1] > high:
                f.unless(f.is_("sle", writer.read(Slot(slot)), high), plain)
        number, place = table.entries.index(stop), "0"
        for slot, low, size in zip(table.tracked, *self.places_of[number], strict=True):
            if not table.live[stop] >> slot & 1:
                continue
            offset = f.op("sub", writer.read(Slot(slot)), low)
            f.unless(f.is_("ult", offset, size), plain)
            place = f.op("add", f.op("mul", place, size), offset)
        place = f.op("add", place, self.firsts[number])
        pointer = f.set(f"getelementptr inbounds i16, ptr @index, i64 {place}")
        state = f.set(f"sext i16 {f.set(f'load i16, ptr {pointer}')} to i64")
        f.unless(f.is_("sge", state, 0), plain)
        f.store(self.state_in("packed", state), self.places["state"])
        f.store(f.op("add", f.load(writer.own["random 3"]), self.longest), self.places["limit"])
        for at, word in enumerate(self.words):
            f.store(self.gathered(word) if self.keeping[at] else 0, self.places[f"word {at}"])
        f.jump("table")
        f.label(plain)
        writer.forget_all()

    def gathered(self, word: list[int]) -> str | int:
        """What the slots of a word hold, each in its lane."""
        f, whole = self.writer.f, "0"
        for lane, slot in enumerate(word):
            whole = f.op("or", whole, f.op("shl", self.writer.read(Slot(slot)), self.bits * lane))
        return whole

    def bounds(self) -> list[tuple[int, int, int]]:
        """Where slots have to be for all throws until the lanes are emptied."""
        found: dict[int, tuple[int, int]] = {}
        clean = [(slot, 0, 2**self.bits - 1) for slot in self.table.cleared]
        for slot, low, high in [*self.table.bounds, *clean]:
            room = (self.longest + self.table.slack) * self.most if slot in self.table.adding else 0
            before = found.get(slot, (LOWEST, HIGHEST))
            found[slot] = max(before[0], low), min(before[1], high - room)
        return [(slot, low, high) for slot, (low, high) in sorted(found.items())]

    # ---- the table

    def write(self) -> None:
        """The loop over throws, and the ways out of it."""
        f, writer, places = self.writer.f, self.writer, self.places
        f.label("table")
        writer.forget_all()
        in_time = f.is_("slt", f.load(writer.own["random 3"]), f.load(places["limit"]))
        f.branch(in_time, "throw", "late" if self.table.slack else "spent", RARELY)
        if self.table.slack:
            self.write_late()
        f.label("throw")
        outcome = writer.below(self.table.outcomes)
        f.store(outcome, places["outcome"])
        state = f.load(places["state"])
        shifted = f.op("lshr", f.get("@outcomes", outcome), f.op("and", state, 63))
        edge = f.op("add", f.op("lshr", state, 16), f.op("and", shifted, 2**16 - 1))
        following = self.state_in("following", edge)
        if writer.counting:
            f.increase("%c", writer.layout["edges"], edge)
        row = f.at("@words", f.op("mul", edge, self.stride))
        masks = len(self.words)
        for word, keeping in enumerate(self.keeping):
            place = places[f"word {word}"]
            before = f.load(place)
            if keeping:
                before = f.op("and", before, f.get(row, masks))
                masks += 1
            f.store(f.op("add", before, f.get(row, word)), place)
        f.branch(f.is_("sge", following, 0), "taken", "away")
        f.label("taken")
        f.store(following, places["state"])
        f.jump("table")
        f.label("away")
        f.branch(f.is_("eq", following, -1), "left", "ended")
        self.write_ended(following)
        for label, name in (("spent", "plain"), ("left", "thrown")):
            f.label(label)
            self.settle(self.number())
            stop = f.op("lshr", f.op("and", f.load(places["state"]), 63), 4)
            stops = self.table.entries if name == "plain" else self.table.stops
            cases = [(self.table.stops.index(each), f"{name}{each}") for each in stops]
            f.switch(stop, cases[0][1], cases)
        for each in self.table.stops:
            self.write_thrown(each)

    def state_in(self, array: str, at: str) -> str:
        """A state as it is in the loop, from an array."""
        f = self.writer.f
        pointer = f.set(f"getelementptr inbounds i32, ptr @{array}, i64 {at}")
        return f.set(f"sext i32 {f.set(f'load i32, ptr {pointer}')} to i64")

    def number(self) -> str:
        """The number of the state."""
        f = self.writer.f
        first = f.op("lshr", f.load(self.places["state"]), 16)
        pointer = f.set(f"getelementptr inbounds i16, ptr @owner, i64 {first}")
        return f.set(f"zext i16 {f.set(f'load i16, ptr {pointer}')} to i64")

    def write_late(self) -> None:
        """The time has come to empty the lanes, as soon as a state is whole."""
        f = self.writer.f
        f.label("late")
        pointer = f.set(f"getelementptr inbounds i8, ptr @whole, i64 {self.number()}")
        f.branch(f.set(f"icmp ne i8 {f.set(f'load i8, ptr {pointer}')}, 0"), "spent", "throw")

    def write_ended(self, following: str) -> None:
        """On from a block that is no throw."""
        f, writer, table = self.writer.f, self.writer, self.table
        f.label("ended")
        number = f.op("sub", -2, following)
        self.settle(number)
        f.store(writer.steps.budget - writer.steps.most, writer.fuel)
        writer.forget_all()
        if len(table.ends) < 2:
            writer.goto(table.ends[0]) if table.ends else f.jump(writer.refused)
            return
        end = f.set(f"load i16, ptr {f.set(f'getelementptr inbounds i16, ptr @ends, i64 {number}')}")
        cases = [(at, writer.label_of(block)) for at, block in enumerate(table.ends)]
        f.switch(f.set(f"sext i16 {end} to i64"), writer.refused, cases)

    def settle(self, number: str) -> None:
        """All slots as they would be in a state."""
        f, writer, table = self.writer.f, self.writer, self.table
        if table.decisions:
            left = f.op("sub", f.load(self.places["limit"]), f.load(writer.own["random 3"]))
            stops = f.op("mul", f.op("sub", self.longest, left), table.decisions)
            f.store(f.op("sub", f.load(writer.own["stops"]), stops), writer.own["stops"])
        row = f.at("@states", f.op("mul", number, len(table.tracked)))
        for at, slot in enumerate(table.tracked):
            base, offset = writer.slot(slot)
            f.put(f.get(row, at), base, offset)
        for at_word, word in enumerate(self.words):
            whole = f.load(self.places[f"word {at_word}"])
            for at, slot in enumerate(word):
                lane = f.op("and", f.op("lshr", whole, self.bits * at), 2**self.bits - 1)
                base, offset = writer.slot(slot)
                f.put(lane, base, offset) if self.keeping[at_word] else f.increase(base, offset, by=lane)

    def write_thrown(self, stop: int) -> None:
        """The throw that leaves the table."""
        f, writer = self.writer.f, self.writer
        chance = writer.program.blocks[stop].terminator
        assert isinstance(chance, Chance)
        f.label(f"thrown{stop}")
        writer.forget_all()
        f.store(writer.steps.budget - writer.steps.taken(chance.then), writer.fuel)
        writer.write(chance.target, f.load(self.places["outcome"]), (0, chance.outcomes - 1))
        writer.goto(chance.then)


def _array(name: str, bits: int, values: list[int]) -> str:
    listed = ", ".join(f"i{bits} {value}" for value in values)
    return f"@{name} = internal constant [{len(values)} x i{bits}] [{listed}], align 64\n"
