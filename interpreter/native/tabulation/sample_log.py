"""Notes what is measured on the way through a table, so that nothing has to be told apart in between.

With each throw the lanes that are measured by any are written down, and only if this one measures is the place for the
next one further on. If the table is left, all that was noted is counted.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.native.game_writer import GameWriter
from interpreter.native.llvm_text import Loop
from interpreter.native.tabulation.lanes import Lanes
from interpreter.native.tabulation.tables import Edge
from interpreter.program import Slot
from interpreter.program.machines.ranged import Term


class SampleLog:
    """What is noted by a table's throws. Where none of them measures anything, nothing is written for it."""

    def __init__(self, edges: list[Edge | None], lanes: Lanes, writer: GameWriter) -> None:
        self.lanes, self.writer = lanes, writer
        several = [edge.samples if edge else () for edge in edges]
        numbers = {samples: number for number, samples in enumerate(dict.fromkeys([(), *several]))}
        self.samples = list(numbers)
        self.kinds = [numbers[each] for each in several]
        slots = {slot for samples in self.samples for _, slot, _ in samples if slot in lanes.at}
        self.words = sorted({lanes.at[slot][0] for slot in slots})
        self.any = len(self.samples) > 1
        self.room = lanes.throws + lanes.table.slack + 1
        self.at, self.kept, self.which = "", dict[int, str](), ""

    def arrays(self) -> dict[str, list[int]]:
        """The numbers, edge by edge, of what is measured, 0 for nothing."""
        return {"samples": self.kinds} if self.any else {}

    def begin(self) -> None:
        """At the beginning of a function: nothing is noted."""
        if not self.any:
            return
        f = self.writer.f
        self.at, self.which = f.place(), f.place(self.room)
        self.kept = {word: f.place(self.room) for word in self.words}
        f.store(0, self.at)

    def note(self, edge: str, look_up: Callable[[str, str], str]) -> None:
        """What a throw that takes an edge measures, before anything is added."""
        if not self.any:
            return
        kind = look_up("samples", edge)
        f, now = self.writer.f, self.writer.f.load(self.at)
        for word, noted in self.kept.items():
            f.put(f.load(self.lanes.places[word]), noted, now)
        if len(self.samples) > 2:
            f.put(kind, self.which, now)
            kind = f.number(f.is_("ne", kind, 0))
        f.store(f.op("add", now, kind), self.at)

    def count(self) -> None:
        """All that was noted is counted, and nothing is noted any more."""
        if not self.any:
            return
        f = self.writer.f
        with Loop(f, f.load(self.at)) as at:
            counted = f.fresh("counted")
            labels = [f.fresh("measured") for _ in self.samples[1:]]
            if len(labels) > 1:
                f.switch(f.get(self.which, at), labels[0], list(enumerate(labels, 1)))
            else:
                f.jump(labels[0])
            for label, samples in zip(labels, self.samples[1:], strict=True):
                f.label(label)
                for measure, slot, more in samples:
                    self.count_one(at, measure, slot, more)
                f.jump(counted)
            f.label(counted)
        f.store(0, self.at)

    def count_one(self, at: str, measure: int, slot: int, more: int) -> None:
        f, lanes, writer = self.writer.f, self.lanes, self.writer
        if slot < 0:
            writer.take_sample(measure, Term(more, more, str(more)))
            return
        held = "0"
        if slot in lanes.at:
            word, lane = lanes.at[slot]
            held = f.op("and", f.op("lshr", f.get(self.kept[word], at), lanes.bits * lane), lanes.full)
        if slot not in lanes.at or slot in lanes.plain:
            held = f.op("add", held, f.get(*writer.place_of_slot(slot)))
        low, high = writer.range_of(Slot(slot))
        writer.take_sample(measure, Term(low + more, high + more, f.op("add", held, more)))
