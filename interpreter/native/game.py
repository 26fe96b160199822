"""Writes the functions that play a game from a position to its end, as fast as can be.

Each part of a program is a function `game_N(slots, c, block)`, which goes on in the next part without coming back. It
gives 0 for a game that is over, and 1 for one that cannot be played in this way: because something impossible is asked
for, because it uses up nearly all its steps or stops, or because it is too large for the account that is kept of it.
"""

from __future__ import annotations

from interpreter.analysis.dead_code import Spared
from interpreter.analysis.graph import Graph, runs_of
from interpreter.analysis.steps import Steps
from interpreter.native.advice import LOST, Advisers
from interpreter.native.blocks import ChainWriter
from interpreter.native.instructions import Value
from interpreter.native.layout import Layout
from interpreter.native.runtime import GAME, SMALL, halves, next_word, winner_fits
from interpreter.native.tabulation.tabling import TableWriter
from interpreter.native.writing import RARELY, Function, bits_of
from interpreter.program import (
    VOID,
    Answer,
    Award,
    Chance,
    Decide,
    Draw,
    Finish,
    Instruction,
    Mark,
    Operand,
    Program,
    Register,
    Sample,
    Say,
    Slot,
    Target,
)
from interpreter.program.ranges import Range

FEW = 24
"""Up to how many answers are looked at all at once."""


def marks_of(program: Program, chain: tuple[int, ...]) -> list[int]:
    """The sites that a chain marks, as often as it does."""
    return [each.site for block in chain for each in program.blocks[block].instructions if isinstance(each, Mark)]


class GameWriter(ChainWriter):
    """Writes one part."""

    def __init__(
        self,
        spared: Spared,
        graph: Graph,
        number: int,
        parts: dict[int, int],
        layout: Layout,
        steps: Steps,
        read: set[int],
        advisers: Advisers,
        card_names: set[tuple[str, ...]],
    ) -> None:
        head = f"internal {GAME} @game_{number}(ptr noalias %s, ptr noalias %c, i64 %block)"
        super().__init__(spared.program, Function(head), graph, card_names)
        self.number, self.parts, self.layout, self.steps = number, parts, layout, steps
        self.read_slots, self.advisers, self.always, self.sure = read, advisers, spared.ranges, spared.sure
        self.elsewhere: set[int] = set()
        self.moves_in = False
        self.counting = True
        self.table: TableWriter | None = None
        self.homes: dict[int, tuple[str, int]] = {}
        self.away: dict[int, str] = {}
        self.own: dict[str, str] = {}

    def text(self, entered: set[int]) -> str:
        """The whole function. `entered` are the blocks of this part where it may be entered."""
        f = self.f
        names = ("random", "random 1", "random 2", "random 3", "stops", "steps")
        self.own = {name: f.place() for name in names}
        self.fuel = self.own["steps"]
        self.fetch(names)
        if self.moves_in:
            self.move_in()
        if self.table:
            self.table.begin()
        stops = self.graph.stops(self.program) if self.number == 0 else []
        cases = [(block, self.label_of(block)) for block in sorted(entered - set(stops))]
        f.switch("%block", self.refused, [*cases, *((block, f"stop{block}") for block in stops)])
        for block in stops:
            self.write_entry(block)
        for first, part in self.parts.items():
            if part == self.number:
                self.write_chain(first)
        if self.table:
            self.table.write()
        for block, label in self.away.items():
            self.write_departure(block, label)
        self.write_refusal()
        return f.text()

    # ---- what is kept beside the slots

    def _kept(self, name: str) -> str:
        part, _, offset = name.partition(" ")
        return self.f.at("%c", self.layout[part] + int(offset or 0))

    def fetch(self, names: tuple[str, ...]) -> None:
        """Takes over what was kept."""
        for name in names:
            self.f.store(self.f.load(self._kept(name)), self.own[name])

    def keep(self, names: tuple[str, ...]) -> None:
        """Keeps it for others."""
        for name in names:
            self.f.store(self.f.load(self.own[name]), self._kept(name))

    def write_departure(self, block: int, label: str) -> None:
        """On in another part."""
        self.f.label(label)
        self.keep(tuple(self.own))
        name = f"@game_{self.parts[block]}"
        result = self.f.set(f"musttail call {GAME} {name}(ptr noalias %s, ptr noalias %c, i64 {block})")
        self.f.give(result)

    def label_of(self, block: int) -> str:
        """The label that leads to a block, if need be in another part."""
        if self.table and self.table.going.active:
            return self.table.going.label_of(block)
        if self.parts[block] == self.number:
            return f"b{block}"
        return self.away.setdefault(block, f"away{block}")

    def write_steps(self, first: int) -> None:
        """Where a way comes round, all that may be taken until the next time is counted."""
        f = self.f
        if first in self.graph.heads:
            left = f.op("sub", f.load(self.fuel), self.steps.ahead[first])
            f.unless(f.is_("sge", left, 0), self.refused)
            f.store(left, self.fuel)

    def write_start(self, first: int) -> None:
        """All marks of a chain are counted together; a throw of the table's is played by it."""
        if self.table and first == self.table.table.home:
            self.table.write_entry()
        if self.counting and marks_of(self.program, self.graph.chains[first]):
            self.f.increase("%c", self.layout["counters"] + first)

    def write_entry(self, block: int) -> None:
        """A stop where a game is taken up: nothing is known of what was before, so no decision is sure."""
        end = self.program.blocks[block].terminator
        self.f.label(f"stop{block}")
        self.block = -1
        self.forget_all()
        if isinstance(end, Chance | Draw | Decide):
            self.write_stop(end)

    # ---- where things lie

    def slot(self, first: int) -> tuple[str, int]:
        """Slots lie in their vector, unless the function has a place of its own for them."""
        return self.homes.get(first, ("%s", first))

    def move_in(self) -> None:
        """Where there is but one part, slots that nobody else looks at are copied to places of the function's own."""
        for first, size, _ in runs_of(self.program, self.graph.blocks):
            slots = set(range(first, first + size))
            if slots & self.elsewhere or not slots & self.read_slots:
                continue
            place = self.f.place(size)
            for at in range(size):
                self.homes[first + at] = place, at
                self.f.put(self.f.get("%s", first + at), place, at)

    def register(self, index: int) -> str:
        """Registers lie behind the slots, for other parts to find."""
        if len(set(self.parts.values())) == 1:
            return super().register(index)
        return self.f.at("%s", len(self.program.slots) + index)

    def is_kept(self, target: Target) -> bool:
        """What nobody reads is not kept."""
        return super().is_kept(target) if isinstance(target, Register) else target.index in self.read_slots

    def read(self, operand: Operand) -> Value:
        """A slot may have a lane beside it."""
        going = self.table.going if self.table else None
        if going and isinstance(operand, Slot) and operand not in self.known and going.has_lane(operand.index):
            self.known[operand] = going.whole(operand.index, self.f.get(*self.slot(operand.index)))
        return super().read(operand)

    def write(self, target: Target, value: Value, known: Range) -> None:
        """So may what is written to."""
        super().write(target, value, known)
        if self.table and isinstance(target, Slot) and self.table.going.has_lane(target.index):
            self.table.going.written(target.index, known)

    def write_instruction(self, instruction: Instruction) -> None:
        """And one of several."""
        if self.table:
            self.table.going.before(instruction)
        super().write_instruction(instruction)

    # ---- events

    def tell(self, instruction: Mark | Say | Sample | Award) -> None:
        """Events are counted."""
        f = self.f
        match instruction:
            case Mark():
                pass
            case Sample(measure, value):
                self.take_sample(measure, self.read(value), self.range_of(value))
            case Award(winner, _):
                won = self.read(winner)
                if not self.layout.voidable or winner != VOID:
                    f.unless(winner_fits(f, won), self.refused)
                place = f.at("%c", self.layout["winners"])
                f.store(f.op("or", f.load(place), f.op("shl", 1, won)), place)
            case Say():
                pass

    def take_sample(self, measure: int, value: Value, known: Range) -> None:
        """A value of a measure is counted."""
        small = "true" if known[0] >= -SMALL and known[1] <= SMALL else "false"
        taken = self.f.set(f"call i64 @sample_{measure}(ptr %c, i64 {value}, i1 {small})")
        self.f.unless(self.f.is_("ne", taken, 0), self.refused)

    # ---- stops

    def write_stop(self, stop: Chance | Draw | Decide) -> None:
        """A stop is answered at once. So many words may be drawn, less the decisions there were, as there may be
        stops: so draws need not be counted."""
        f = self.f
        limit = f.load(self.own["stops"])
        f.unless(f.is_("slt", f.load(self.own["random 3"]), limit), self.refused)
        if isinstance(stop, Decide):
            f.store(f.op("sub", limit, 1), self.own["stops"])
        f.store(self.steps.budget - self.steps.taken(stop.then), self.fuel)
        if isinstance(stop, Chance):
            outcome = self.below(stop.outcomes)
            self.write(stop.target, outcome, (0, stop.outcomes - 1))
        elif isinstance(stop, Draw):
            self.write_draw(stop)
        else:
            self.write_decision(stop)
        self.goto(stop.then)

    def below(self, count: str | int) -> str:
        """One of so many results, each equally likely."""
        f, names = self.f, ("random", "random 1", "random 2", "random 3")
        word, state = next_word(f, [f.load(self.own[name]) for name in names])
        for name, value in zip(names, state, strict=True):
            f.store(value, self.own[name])
        upper, lower = halves(f, word, count)
        if isinstance(count, int) and count & (count - 1) == 0:
            return upper
        rare, after = f.fresh("rare"), f.fresh("drawn")
        result = f.place()
        f.store(upper, result)
        f.branch(f.is_("uge", lower, count), after, rare, RARELY)
        f.label(rare)
        self.keep(names)
        given = f"i64 {upper}, i64 {lower}, i64 {count}"
        f.store(f.set(f"call i64 @again(ptr %c, {given})"), result)
        self.fetch(names)
        f.jump(after)
        f.label(after)
        return f.load(result)

    def write_draw(self, draw: Draw) -> None:
        """A card is drawn."""
        zone, f = self.program.zones[draw.zone], self.f
        at = self.checked_index(draw.index, zone.members, draw.site)
        self.checked_index(draw.place, self.program.zones[draw.onto].members, draw.site)
        base, first = self.slot(zone.loose)
        loose = f.get(base, first, at)
        f.unless(f.is_("ult", f.op("sub", loose, 1), (1 << zone.cards) - 1), self.refused)
        number = self.below(f.size(loose))
        name = self.cards("pick", draw.zone)
        card = f.set(f"call i64 @{name}(ptr {self.zone(draw.zone)}, i64 {at}, i64 {number})")
        self.forget(zone.first, zone.size)
        self.write(draw.target, card, (0, zone.cards - 1))

    def write_decision(self, decision: Decide) -> None:
        """The only answer, what the chooser's strategy advises, or the default."""
        values = self.program.choices[decision.choice].values
        if self.block in self.sure:
            value = values[self.sure[self.block]]
            self.write(decision.target, value, (value, value))
            return
        answer = self.decided(decision)
        if len(values) == 1:
            taken: str | int = values[0]
        else:
            taken = self.f.look_up(f"@answers_{decision.choice}", answer, bits_of(values))
        self.write(decision.target, taken, (min(values), max(values)))

    def decided(self, decision: Decide) -> str:
        """The number of the answer."""
        f, size = self.f, len(self.program.choices[decision.choice].values)
        default, answer = self.read(decision.default), f.place()
        advisers = self.advisers.of(decision.choice)
        if not any(advisers):
            self.write_default(decision, default, answer)
            return f.load(answer)
        offered, first = self.offered(decision, size)
        f.unless(f.is_("ne", offered, 0), self.refused)
        f.store(f.pick(self.is_offered(decision, default), default, first), answer)
        self.write_advice(decision, offered, advisers, answer)
        return f.load(answer)

    def is_offered(self, decision: Decide, answer: str | int) -> str:
        """Whether a number is that of an answer that is offered."""
        f, size = self.f, len(self.program.choices[decision.choice].values)
        if isinstance(answer, int) and 0 <= answer < size:
            return f.is_("eq", self.read(Slot(decision.flags + answer)), 1)
        inside = f.is_("ult", answer, size)
        base, at = self.slot(decision.flags)
        return f.both(inside, f.is_("eq", f.get(base, at, f.pick(inside, answer, 0)), 1))

    def write_default(self, decision: Decide, default: str | int, answer: str) -> None:
        """The default if it is offered, and only otherwise a look at all the others."""
        f, others, after = self.f, self.f.fresh("others"), self.f.fresh("answered")
        f.store(default, answer)
        f.branch(self.is_offered(decision, default), after, others, RARELY)
        f.label(others)
        known, ranges = dict(self.known), dict(self.ranges)
        offered, first = self.offered(decision, len(self.program.choices[decision.choice].values))
        f.unless(f.is_("ne", offered, 0), self.refused)
        f.store(first, answer)
        self.known, self.ranges = known, ranges
        f.jump(after)
        f.label(after)

    def offered(self, decision: Decide, size: int) -> tuple[str, str]:
        """How many answers are offered, and the first of them."""
        f = self.f
        base, at = self.slot(decision.flags)
        if size > FEW:
            flags = f.at(base, at)
            both = f.set(f"call {{i64, i64}} @offered(ptr {flags}, i64 {size})")
            return f.set(f"extractvalue {{i64, i64}} {both}, 0"), f.set(f"extractvalue {{i64, i64}} {both}, 1")
        bits = ""
        for each in range(size):
            bit = f.number(f.is_("eq", self.read(Slot(decision.flags + each)), 1))
            bit = f.op("shl", bit, each)
            bits = f.op("or", bits, bit) if bits else bit
        return f.size(bits), f.set(f"call i64 @llvm.cttz.i64(i64 {bits}, i1 false)")

    def write_advice(self, decision: Decide, offered: str, advisers: tuple[tuple[int, ...], ...], answer: str) -> None:
        """Where several answers are offered, whoever chooses may be advised."""
        f, after = self.f, self.f.fresh("advised")
        several = f.fresh("several")
        f.branch(f.is_("ugt", offered, 1), several, after)
        f.label(several)
        labels = {lines: f.fresh("ask") for lines in dict.fromkeys(advisers) if lines}
        cases = [(number, labels[lines]) for number, lines in enumerate(advisers) if lines]
        f.switch(str(self.adviser(decision.chooser)), after, cases)
        for lines, label in labels.items():
            f.label(label)
            for line in lines:
                self.write_line(decision, line, answer, after)
            f.jump(after)
        f.label(after)

    def write_line(self, decision: Decide, line: int, answer: str, after: str) -> None:
        """A line of a strategy is asked. If it advises something that is the answer, and otherwise it goes on below."""
        f = self.f
        advised = f.set(f"call i64 @advice_{line}_{decision.choice}(ptr %s, i64 {decision.flags})")
        taken, passed, lost, below = (f.fresh(each) for each in ("taken", "passed", "lost", "below"))
        f.branch(f.is_("sge", advised, 0), taken, passed)
        f.label(taken)
        f.store(advised, answer)
        f.jump(after)
        f.label(passed)
        f.branch(f.is_("ne", advised, LOST), below, lost, RARELY)
        f.label(lost)
        self.count_lost(line)
        f.jump(below)
        f.label(below)

    def count_lost(self, line: int) -> None:
        """A line that could not be worked out is counted, and the first game noted in which that happened."""
        f, times, first = self.f, self.layout["lost"] + 2 * line, self.layout["lost"] + 2 * line + 1
        never = f.is_("eq", f.get("%c", times), 0)
        f.put(f.pick(never, f.get("%c", self.layout["game"]), f.get("%c", first)), "%c", first)
        f.increase("%c", times)

    def adviser(self, chooser: Operand) -> str | int:
        """Which of the advisers is asked: that of the seat."""
        return self.read(chooser)

    def write_last(self, end: Finish | Answer) -> None:
        """The game is over; one that runs into a query's answer is not."""
        if isinstance(end, Finish):
            self.keep(("random 3",))
        self.f.give(0 if isinstance(end, Finish) else 1)
