"""What the throws of a table add to slots, gathered in lanes of a few bits, several to a number.

A slot holds what it held when the lanes were last emptied, and its lane what has come to it since. So nothing has to be
done when a phase ends and the next begins: what looks at a slot in between takes the two together, and only after so
many throws that a lane might run over are the lanes emptied into the slots. Slots that are cleared by some throws are
different: their lanes begin with what they hold, and that is put back whenever the table is left.
"""

from __future__ import annotations

from dataclasses import field

from interpreter.data_classes import dataclass
from interpreter.native.game_writer import GameWriter
from interpreter.native.tabulation.tables import Edge, Table
from interpreter.program import HIGHEST, LOWEST, Slot
from interpreter.program.operands import Range

LONGEST = 1_000
SHORTEST = 64
"""How many throws are played by the table before the lanes are emptied, at most, and at least."""

WIDEST = 12
"""The most bits of a lane."""


@dataclass
class Lanes:
    """The lanes of a table. `throws` is how many may follow one another until they are emptied, and `bounds` are where
    slots have to be when that begins."""

    table: Table
    places: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        table = self.table
        added = [edge.added for several in table.edges for edge in several if edge]
        self.most = max((more for several in added for _, more in several), default=1)
        plain = [slot for slot in table.adding if slot not in table.cleared]
        self.bits = self.best_width(len(plain))
        self.full = 2**self.bits - 1
        self.throws = min(LONGEST, self.full // self.most) - table.slack
        words = [*self.shared_out(plain), *self.shared_out(list(table.cleared))]
        self.words = words
        self.keeping = [bool(set(word) & set(table.cleared)) for word in words]
        self.at = {slot: (at, lane) for at, word in enumerate(words) for lane, slot in enumerate(word)}
        self.plain = frozenset(plain)
        self.stride = 1
        while self.stride < len(words) + sum(self.keeping):
            self.stride *= 2
        self.bounds = self.bounds_of()

    def best_width(self, slots: int) -> int:
        """How many bits a lane has, so that there are few words and they need not be emptied often."""
        widths = range((SHORTEST * self.most).bit_length(), WIDEST + 1)
        return min(widths, key=lambda bits: (-(-slots // (64 // bits)), -bits), default=WIDEST)

    def shared_out(self, slots: list[int]) -> list[list[int]]:
        """Slots in words of as many lanes as there are."""
        lanes = 64 // self.bits
        return [slots[at : at + lanes] for at in range(0, len(slots), lanes)]

    def bounds_of(self) -> dict[int, Range]:
        """Where slots have to be for all throws until the lanes are emptied."""
        found: dict[int, Range] = {}
        clean = [(slot, 0, self.full) for slot in self.table.cleared]
        for slot, low, high in [*self.table.bounds, *clean]:
            room = (self.throws + self.table.slack) * self.most if slot in self.table.adding else 0
            before = found.get(slot, (LOWEST, HIGHEST))
            found[slot] = max(before[0], low), min(before[1], high - room)
        return dict(sorted(found.items()))

    # ---- what edges add

    def row(self, edge: Edge | None) -> tuple[int, ...]:
        """What an edge adds to each word, and what it keeps of those that are cleared."""
        added, cleared = dict(edge.added if edge else ()), dict.fromkeys(edge.cleared if edge else (), self.full)
        kept = [~self.packed(word, cleared) for word, keeping in zip(self.words, self.keeping, strict=True) if keeping]
        row = [*(self.packed(word, added) for word in self.words), *kept]
        return *row, *[0] * (self.stride - len(row))

    def packed(self, word: list[int], numbers: dict[int, int]) -> int:
        """Numbers in the lanes of the slots they belong to."""
        return sum(numbers.get(slot, 0) << self.bits * lane for lane, slot in enumerate(word))

    # ---- code

    def begin(self, writer: GameWriter) -> None:
        """At the beginning of a function: all lanes are empty."""
        self.places = [writer.f.place() for _ in self.words]
        for place in self.places:
            writer.f.store(0, place)

    def add(self, writer: GameWriter, row: str) -> None:
        f, masks = writer.f, len(self.words)
        for word, (place, keeping) in enumerate(zip(self.places, self.keeping, strict=True)):
            before = f.load(place)
            if keeping:
                before = f.op("and", before, f.get(row, masks))
                masks += 1
            f.store(f.op("add", before, f.get(row, word)), place)

    def lane(self, writer: GameWriter, slot: int) -> str:
        """What the lane of a slot has."""
        f, (word, lane) = writer.f, self.at[slot]
        return f.op("and", f.op("lshr", f.load(self.places[word]), self.bits * lane), self.full)

    def empty(self, writer: GameWriter, slot: int) -> None:
        """The lane of a slot is empty from now on."""
        f, (word, lane) = writer.f, self.at[slot]
        f.store(f.op("and", f.load(self.places[word]), ~(self.full << self.bits * lane)), self.places[word])

    def gather(self, writer: GameWriter) -> None:
        """The lanes of slots that are cleared begin with what the slots hold."""
        f = writer.f
        for place, word, keeping in zip(self.places, self.words, self.keeping, strict=True):
            if keeping:
                whole = "0"
                for lane, slot in enumerate(word):
                    whole = f.op("or", whole, f.op("shl", writer.read(Slot(slot)).text, self.bits * lane))
                f.store(whole, place)

    def put_back(self, writer: GameWriter) -> None:
        """Slots that are cleared hold what their lanes have."""
        for word, keeping in zip(self.words, self.keeping, strict=True):
            if keeping:
                for slot in word:
                    writer.f.put(self.lane(writer, slot), *writer.place_of_slot(slot))

    def settle(self, writer: GameWriter) -> None:
        """All other lanes are emptied into their slots."""
        for place, word, keeping in zip(self.places, self.words, self.keeping, strict=True):
            if not keeping:
                for slot in word:
                    writer.f.increase(*writer.place_of_slot(slot), by=self.lane(writer, slot))
                writer.f.store(0, place)
