"""Writes the part of a game's function that plays by a table (see `tables`).

Where one of the table's throws comes up, the number of the state is looked up from the slots. Then each throw takes one
draw and a few loads: what it leads to, and what it adds, which is gathered in lanes of 12 bits, several to a number.
How often each edge was taken is counted, and made into marks at the end of all games. When the table is left, or after
so many throws that a lane might run over, the slots are set to what they would be, and the game goes on as usual.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.native.tables import Table, room_of
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
        self.width = max(len(several) for several in table.edges)
        added = [edge.added for several in table.edges for edge in several if edge]
        self.most = max((more for several in added for _, more in several), default=0)
        self.longest = min(LONGEST, (2**LANE - 1) // max(self.most, 1))
        columns = list(zip(*table.states, strict=True))[1:]
        self.lows = [min(0, *column) for column in columns]
        self.sizes = [max(0, *column) - low + 1 for column, low in zip(columns, self.lows, strict=True)]
        self.words = -(-len(table.adding) // LANES)

    # ---- constants

    def constants(self) -> list[str]:
        """The arrays of the table."""
        table = self.table
        following, added = [], [list[int]() for _ in range(self.words)]
        for several in table.edges:
            for edge in (*several, *[None] * (self.width - len(several))):
                following.append(self.packed(edge.following) if edge else -1)
                for word, numbers in enumerate(added):
                    numbers.append(self.lanes(dict(edge.added), word) if edge else 0)
        texts = [_array("following", 64, following)]
        texts += [_array(f"added_{word}", 64, numbers) for word, numbers in enumerate(added)]
        classes = [number for several in table.classes for number in several]
        index = [-1] * self.room
        for number, state in enumerate(table.states):
            index[self.place_of(state)] = number
        texts += [_array("classes", 16, classes), _array("index", 16, index)]
        texts.append(_array("ends", 16, [max(state[0] - len(table.stops), -1) for state in table.states]))
        texts.append(_array("states", 64, [value for state in table.states for value in state[1:]]))
        return [*texts, _array("edge_marks", 64, self.marks())]

    @property
    def room(self) -> int:
        """How many places the index has."""
        return room_of(self.table)

    def place_of(self, state: tuple[int, ...]) -> int:
        """The place of a state in the index."""
        place = state[0]
        for value, low, size in zip(state[1:], self.lows, self.sizes, strict=True):
            place = place * size + value - low
        return place

    def packed(self, state: int) -> int:
        """A state in the loop: its first edge, and where the classes of its stop begin. One that the table ends with
        has no edges: minus 2 and its number."""
        if self.table.states[state][0] >= len(self.table.stops):
            return -2 - state
        return state * self.width << 32 | self.table.states[state][0] * self.table.outcomes

    def lanes(self, added: dict[int, int], word: int) -> int:
        """What is added to the slots of one number of lanes."""
        slots = self.table.adding[word * LANES : (word + 1) * LANES]
        return sum(added.get(slot, 0) << LANE * lane for lane, slot in enumerate(slots))

    def marks(self) -> list[int]:
        """Each edge that marks a site, with the site and how often, one after the other."""
        return [
            number
            for state, several in enumerate(self.table.edges)
            for kind, edge in enumerate(several)
            if edge
            for site, times in edge.marks
            for number in (state * self.width + kind, site, times)
        ]

    # ---- into the table

    def write_entry(self, stop: int) -> None:
        """At one of the table's stops: into the table, if the slots allow it."""
        f, writer, table = self.writer.f, self.writer, self.table
        if not self.places:
            names = ("state", "left", "outcome", *(f"word {word}" for word in range(self.words)))
            self.places = {name: f.place() for name in names}
        plain = f"plain{stop}"
        need = self.longest * (1 + table.decisions)
        f.unless(f.is_("sgt", f.load(writer.own["stops"]), need), plain)
        for slot, low, high in self.bounds():
            known = writer.range_of(Slot(slot))
            if known[0] < low:
                f.unless(f.is_("sge", writer.read(Slot(slot)), low), plain)
            if known[1] > high:
                f.unless(f.is_("sle", writer.read(Slot(slot)), high), plain)
        place: str | int = table.stops.index(stop)
        for slot, low, size in zip(table.tracked, self.lows, self.sizes, strict=True):
            value = writer.read(Slot(slot)) if table.live[stop] >> slot & 1 else 0
            offset = f.op("sub", value, low)
            f.unless(f.is_("ult", offset, size), plain)
            place = f.op("add", f.op("mul", place, size), offset)
        pointer = f.set(f"getelementptr inbounds i16, ptr @index, i64 {place}")
        number = f.set(f"sext i16 {f.set(f'load i16, ptr {pointer}')} to i64")
        f.unless(f.is_("sge", number, 0), plain)
        first = f.op("shl", f.op("mul", number, self.width), 32)
        f.store(f.op("or", first, table.stops.index(stop) * table.outcomes), self.places["state"])
        f.store(self.longest, self.places["left"])
        for word in range(self.words):
            f.store(0, self.places[f"word {word}"])
        f.jump("table")
        f.label(plain)
        writer.forget_all()

    def bounds(self) -> list[tuple[int, int, int]]:
        """Where slots have to be for all throws until the lanes are emptied."""
        found: dict[int, tuple[int, int]] = {}
        for slot, low, high in self.table.bounds:
            room = self.longest * self.most if slot in self.table.adding else 0
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
        f.branch(f.is_("ne", left, 0), "throw", "spent", RARELY)
        f.label("throw")
        f.store(f.op("sub", left, 1), places["left"])
        outcome = writer.below(self.table.outcomes)
        f.store(outcome, places["outcome"])
        state = f.load(places["state"])
        at = f.op("add", f.op("and", state, 2**32 - 1), outcome)
        kind = f.set(f"load i16, ptr {f.set(f'getelementptr inbounds i16, ptr @classes, i64 {at}')}")
        edge = f.op("add", f.op("lshr", state, 32), f.set(f"zext i16 {kind} to i64"))
        following = f.get("@following", edge)
        f.increase("%c", writer.layout["edges"], edge)
        for word in range(self.words):
            place = places[f"word {word}"]
            f.store(f.op("add", f.load(place), f.get(f"@added_{word}", edge)), place)
        f.branch(f.is_("sge", following, 0), "taken", "away")
        f.label("taken")
        f.store(following, places["state"])
        f.jump("table")
        f.label("away")
        f.branch(f.is_("eq", following, -1), "left", "ended")
        self.write_ended(following)
        for label, name in (("spent", "plain"), ("left", "thrown")):
            f.label(label)
            self.settle(f.op("udiv", f.op("lshr", f.load(places["state"]), 32), self.width))
            stop = f.op("udiv", f.op("and", f.load(places["state"]), 2**32 - 1), self.table.outcomes)
            cases = [(number, f"{name}{each}") for number, each in enumerate(self.table.stops)]
            f.switch(stop, cases[0][1], cases)
        for each in self.table.stops:
            self.write_thrown(each)

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
        for at, slot in enumerate(table.adding):
            word = f.load(self.places[f"word {at // LANES}"])
            lane = f.op("and", f.op("lshr", word, LANE * (at % LANES)), 2**LANE - 1)
            base, offset = writer.slot(slot)
            f.increase(base, offset, by=lane)

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


def _array(name: str, bits: int, values: list[int]) -> str:
    listed = ", ".join(f"i{bits} {value}" for value in values)
    return f"@{name} = internal constant [{len(values)} x i{bits}] [{listed}]\n"
