"""Writes the part of a game's function that plays by a table (see `tables`).

Where a throw comes up at which the table is entered, the number of the state is looked up from the slots. Then each
throw takes one draw and a few loads: what it leads to, and what it adds, which is gathered in lanes of 12 bits, several
to a number. Slots that are cleared now and then have lanes that begin with what they hold. How often each edge was
taken is counted, and made into marks at the end of all games. When the table is left, or after so many throws that a
lane might run over, the slots are set to what they would be, and the game goes on as usual.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from interpreter.native.tables import Table, places_of
from interpreter.native.walking import LONGEST as WALK
from interpreter.native.writing import RARELY
from interpreter.program import HIGHEST, LOWEST, Chance, Slot

if TYPE_CHECKING:
    from interpreter.native.game import GameWriter

LANE = 12
LANES = 5
LONGEST = 1_000
"""How many throws are played by the table before the lanes are emptied, at most."""


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
        self.most = max((more for several in added for _, more in several), default=0)
        self.longest = min(LONGEST, (2**LANE - 1) // max(self.most, 1)) - table.slack
        plain = [slot for slot in table.adding if slot not in table.cleared]
        self.words = [*_shared_out(plain), *_shared_out(list(table.cleared))]
        self.keeping = [bool(set(word) & set(table.cleared)) for word in self.words]
        self.places_of = [places_of(table, stop) for stop in table.entries]
        self.firsts = [0]
        for _, sizes in self.places_of:
            self.firsts.append(self.firsts[-1] + prod(sizes))

    # ---- constants

    def constants(self) -> list[str]:
        """The arrays of the table."""
        table = self.table
        edges = [edge for several in table.edges for edge in several]
        texts = [_array("following", 64, [self.packed(edge.following) if edge else -1 for edge in edges])]
        for number, word in enumerate(self.words):
            added = [_lanes(word, dict(edge.added)) if edge else 0 for edge in edges]
            texts.append(_array(f"added_{number}", 64, added))
            if self.keeping[number]:
                lost = [dict.fromkeys(edge.cleared, 2**LANE - 1) if edge else {} for edge in edges]
                texts.append(_array(f"kept_{number}", 64, [~_lanes(word, each) for each in lost]))
        classes = [number for several in table.classes for number in several]
        index = [-1] * self.firsts[-1]
        for number, state in enumerate(table.states):
            if state[0] < len(table.stops) and table.stops[state[0]] in table.entries:
                index[self.place_of(state)] = number
        texts += [_array("classes", 16, classes), _array("index", 16, index)]
        texts.append(_array("packed", 64, [self.packed(state) for state in range(len(table.states))]))
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

    def packed(self, state: int) -> int:
        """A state in the loop: its first edge, its number, and where the classes of its stop begin. One that the table
        ends with has no edges: minus 2 and its number."""
        stop = self.table.states[state][0]
        if stop >= len(self.table.stops):
            return -2 - state
        return self.first_edges[state] << 32 | state << 16 | stop * self.table.outcomes

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
            names = ("state", "left", "outcome", *(f"word {word}" for word in range(len(self.words))))
            self.places = {name: f.place() for name in names}
        plain = f"plain{stop}"
        need = (self.longest + table.slack) * (1 + table.decisions)
        f.unless(f.is_("sgt", f.load(writer.own["stops"]), need), plain)
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
        first = f.set(f"getelementptr inbounds i64, ptr @packed, i64 {state}")
        f.store(f.load(first), self.places["state"])
        f.store(self.longest, self.places["left"])
        for at, word in enumerate(self.words):
            f.store(self.gathered(word) if self.keeping[at] else 0, self.places[f"word {at}"])
        f.jump("table")
        f.label(plain)
        writer.forget_all()

    def gathered(self, word: list[int]) -> str | int:
        """What the slots of a word hold, each in its lane."""
        f, whole = self.writer.f, "0"
        for lane, slot in enumerate(word):
            whole = f.op("or", whole, f.op("shl", self.writer.read(Slot(slot)), LANE * lane))
        return whole

    def bounds(self) -> list[tuple[int, int, int]]:
        """Where slots have to be for all throws until the lanes are emptied."""
        found: dict[int, tuple[int, int]] = {}
        clean = [(slot, 0, 2**LANE - 1) for slot in self.table.cleared]
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
        left = f.load(places["left"])
        f.branch(f.is_("sgt", left, 0), "throw", "late" if self.table.slack else "spent", RARELY)
        if self.table.slack:
            self.write_late()
        f.label("throw")
        f.store(f.op("sub", left, 1), places["left"])
        outcome = writer.below(self.table.outcomes)
        f.store(outcome, places["outcome"])
        state = f.load(places["state"])
        at = f.op("add", f.op("and", state, 2**16 - 1), outcome)
        kind = f.set(f"load i16, ptr {f.set(f'getelementptr inbounds i16, ptr @classes, i64 {at}')}")
        edge = f.op("add", f.op("lshr", state, 32), f.set(f"zext i16 {kind} to i64"))
        following = f.get("@following", edge)
        f.increase("%c", writer.layout["edges"], edge)
        for word, keeping in enumerate(self.keeping):
            place = places[f"word {word}"]
            before = f.load(place)
            if keeping:
                before = f.op("and", before, f.get(f"@kept_{word}", edge))
            f.store(f.op("add", before, f.get(f"@added_{word}", edge)), place)
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
            stop = f.op("udiv", f.op("and", f.load(places["state"]), 2**16 - 1), self.table.outcomes)
            stops = self.table.entries if name == "plain" else self.table.stops
            cases = [(self.table.stops.index(each), f"{name}{each}") for each in stops]
            f.switch(stop, cases[0][1], cases)
        for each in self.table.stops:
            self.write_thrown(each)

    def number(self) -> str:
        """The number of the state."""
        f = self.writer.f
        return f.op("and", f.op("lshr", f.load(self.places["state"]), 16), 2**16 - 1)

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
        f.store(writer.budget - WALK, writer.fuel)
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
        used = f.op("sub", self.longest, f.load(self.places["left"]))
        stops = f.op("mul", used, 1 + table.decisions)
        f.store(f.op("sub", f.load(writer.own["stops"]), stops), writer.own["stops"])
        row = f.at("@states", f.op("mul", number, len(table.tracked)))
        for at, slot in enumerate(table.tracked):
            base, offset = writer.slot(slot)
            f.put(f.get(row, at), base, offset)
        for at_word, word in enumerate(self.words):
            whole = f.load(self.places[f"word {at_word}"])
            for at, slot in enumerate(word):
                lane = f.op("and", f.op("lshr", whole, LANE * at), 2**LANE - 1)
                base, offset = writer.slot(slot)
                f.put(lane, base, offset) if self.keeping[at_word] else f.increase(base, offset, by=lane)

    def write_thrown(self, stop: int) -> None:
        """The throw that leaves the table."""
        f, writer = self.writer.f, self.writer
        chance = writer.program.blocks[stop].terminator
        assert isinstance(chance, Chance)
        f.label(f"thrown{stop}")
        writer.forget_all()
        f.store(writer.budget, writer.fuel)
        writer.write(chance.target, f.load(self.places["outcome"]), (0, chance.outcomes - 1))
        writer.goto(chance.then)


def _shared_out(slots: list[int]) -> list[list[int]]:
    """Slots in words of as many lanes as there are."""
    return [slots[at : at + LANES] for at in range(0, len(slots), LANES)]


def _lanes(word: list[int], numbers: dict[int, int]) -> int:
    """Numbers in the lanes of the slots they belong to."""
    return sum(numbers.get(slot, 0) << LANE * lane for lane, slot in enumerate(word))


def _array(name: str, bits: int, values: list[int]) -> str:
    listed = ", ".join(f"i{bits} {value}" for value in values)
    return f"@{name} = internal constant [{len(values)} x i{bits}] [{listed}]\n"
