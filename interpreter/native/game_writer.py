"""Writes the functions that play a game from a position to its end, as fast as can be.

Each part of a program is a function `game_N(slots, c, block)`, which tail-calls the next part. It
gives 0 for a game that is over, and 1 for one that machine code cannot play: because something impossible is asked for,
because it uses up nearly all its steps or stops, or because it is too large for the account that is kept of it.
"""

from __future__ import annotations

from interpreter.analysis.dead_code import Trimmed
from interpreter.analysis.graph import Graph, find_runs
from interpreter.analysis.steps import Steps
from interpreter.data_classes import dataclass
from interpreter.engine import MULTIPLIER
from interpreter.native.advice_writer import Advisers
from interpreter.native.decision_writer import DecisionWriter
from interpreter.native.llvm_text import RARELY, Function
from interpreter.native.memory_layout import MemoryLayout
from interpreter.native.runtime import GAME, SMALL, halves, next_word, winner_fits
from interpreter.native.step_writer import StepWriter
from interpreter.program import VOID, Mark, Operand, Program, Register, Slot, Target, Terminator, ZoneInfo
from interpreter.program.instructions.machine import Place
from interpreter.program.machines.ranged import Term
from interpreter.program.operands import Kept


def marks_of(program: Program, superblock: tuple[int, ...]) -> list[int]:
    """The sites that a superblock marks, as often as it does."""
    return [each.site for block in superblock for each in program.blocks[block].instructions if isinstance(each, Mark)]


@dataclass(frozen=True)
class Game:
    """What is to be written. `parts` has the part of each superblock; only slots of `read` are ever read, those of
    `elsewhere` by other functions. Where time is spent on faster code (`thorough`), and there is but one part, slots
    that nobody else looks at get places of the function's own. `counting` says whether marks are counted, `witness`
    whether a digest is kept; `showing` blocks are those where a game ends and every slot is to be seen."""

    left: Trimmed
    graph: Graph
    parts: dict[int, int]
    layout: MemoryLayout
    steps: Steps
    read: set[int]
    elsewhere: set[int]
    advisers: Advisers
    card_names: set[tuple[str, ...]]
    thorough: bool
    counting: bool
    witness: bool
    showing: frozenset[int] = frozenset()

    @property
    def whole(self) -> bool:
        """Whether there is but one part."""
        return len(set(self.parts.values())) == 1


class GameWriter(DecisionWriter, StepWriter):
    """Writes one part of a game as a function."""

    def __init__(self, game: Game, part: int) -> None:
        head = f"internal {GAME} @game_{part}(ptr noalias %s, ptr noalias %c, i64 %block)"
        super().__init__(game.left.program, Function(head), game.graph, game.card_names)
        self.game, self.part, self.parts, self.layout, self.steps = game, part, game.parts, game.layout, game.steps
        self.advisers, self.always, self.sure = game.advisers, game.left.ranges, game.left.sure
        self.homes: dict[int, tuple[str, int]] = {}
        self.away: dict[int, str] = {}
        names = ["random", "random 1", "random 2", "random 3", "stops", "steps"]
        names += ["digest"] if game.witness else []
        names += ["answered"] if game.advisers.draws_lots else []
        self.own = {name: self.f.place() for name in names}
        self.fuel = self.own["steps"]

    def text(self, entered: set[int]) -> str:
        """The whole function. `entered` are the blocks of this part where it may be entered."""
        f = self.f
        self.fetch_own(tuple(self.own))
        if self.game.thorough and self.game.whole:
            self.move_in()
        stops = self.graph.stops(self.program) if self.part == 0 else []
        stops = [each for each in stops if each < len(self.layout.program.blocks)]
        cases = [(block, self.label_of(block)) for block in sorted(entered - set(stops))]
        f.switch("%block", self.refused, [*cases, *((block, f"stop{block}") for block in stops)])
        for block in stops:
            self.write_entry(block)
        for first, part in self.parts.items():
            if part == self.part:
                self.write_superblock(first)
        for block, label in self.away.items():
            self.write_departure(block, label)
        self.write_refusal(1)
        return f.text()

    # ---- what is kept beside the slots

    def _kept(self, name: str) -> str:
        part, _, offset = name.partition(" ")
        return self.f.at("%c", self.layout[part] + int(offset or 0))

    def fetch_own(self, names: tuple[str, ...]) -> None:
        """Takes over what was kept."""
        for name in names:
            self.f.store(self.f.load(self._kept(name)), self.own[name])

    def keep_own(self, names: tuple[str, ...]) -> None:
        """Keep a value for the other parts."""
        for name in names:
            self.f.store(self.f.load(self.own[name]), self._kept(name))

    def write_departure(self, block: int, label: str) -> None:
        """Continue the game in another part."""
        self.f.label(label)
        self.keep_own(tuple(self.own))
        name = f"@game_{self.parts[block]}"
        result = self.f.set(f"musttail call {GAME} {name}(ptr noalias %s, ptr noalias %c, i64 {block})")
        self.f.give(result)

    def label_of(self, block: int) -> str:
        """The label that leads to a block, if need be in another part."""
        if self.parts[block] == self.part:
            return f"b{block}"
        return self.away.setdefault(block, f"away{block}")

    def write_start(self, first: int) -> None:
        """Where a way comes round, all steps that may be taken until the next time are counted. All marks of a
        superblock are counted together."""
        f = self.f
        self.spend_ahead(first)
        if self.game.counting and marks_of(self.program, self.graph.superblocks[first]):
            f.increase("%c", self.layout["counters"] + first)

    def write_entry(self, block: int) -> None:
        """A stop where a game is taken up: nothing is known of what was before, so no decision is sure."""
        self.f.label(f"stop{block}")
        self.block, self.following = -1, None
        self.forget_all()
        self.write_end(self.program.blocks[block].terminator)

    # ---- where things lie

    def place_of_slot(self, slot: int) -> tuple[str, int]:
        """Slots lie in their vector, unless the function has a place of its own for them."""
        return self.homes.get(slot, ("%s", slot))

    def move_in(self) -> None:
        """Slots that nobody else looks at are copied to places of the function's own."""
        for first, size, _ in find_runs(self.program, self.graph.blocks):
            slots = set(range(first, first + size))
            if slots & self.game.elsewhere or not slots & self.game.read:
                continue
            place = self.f.place(size)
            for at in range(size):
                self.homes[first + at] = place, at
                self.f.put(self.f.get("%s", first + at), place, at)

    def place_of_register(self, register: int) -> str:
        """Registers lie behind the slots, for other parts to find."""
        if self.game.whole:
            return super().place_of_register(register)
        return self.f.at("%s", len(self.program.slots) + register)

    def is_kept(self, target: Target) -> bool:
        """What nobody reads is not kept."""
        return super().is_kept(target) if isinstance(target, Register) else target.index in self.game.read

    # ---- events

    def sample(self, measure: int, value: Operand) -> None:
        self.take_sample(measure, self.read(value))

    def take_sample(self, measure: int, value: Term) -> None:
        """A value of a measure is counted."""
        small = "true" if value.low >= -SMALL and value.high <= SMALL else "false"
        taken = self.f.set(f"call i64 @sample_{measure}(ptr %c, i64 {value.text}, i1 {small})")
        self.refuse_unless(self.f.is_("ne", taken, 0))

    def award(self, winner: Operand, site: int) -> None:
        f, won = self.f, self.read(winner).text
        if not self.layout.program.voidable or winner != VOID:
            self.refuse_unless(winner_fits(f, won))
        place = f.at("%c", self.layout["winners"])
        f.store(f.op("or", f.load(place), f.op("shl", 1, won)), place)

    # ---- stops

    def write_end(self, end: Terminator) -> None:
        """A stop is answered at once. This many words may be drawn, less the decisions there were, as there may be
        stops: so draws need not be counted."""
        f = self.f
        if end.stops:
            (then,) = end.successors(self.records)
            self.count_stop()
            self.refuse_unless(f.is_("slt", f.load(self.own["random 3"]), f.load(self.own["stops"])))
            f.store(self.steps.budget - self.steps.taken(then), self.fuel)
        super().write_end(end)

    def count_stop(self) -> None:
        """One more stop is about to be answered, where that has to be known."""
        if "answered" in self.own:
            place = self.own["answered"]
            self.f.store(self.f.op("add", self.f.load(place), 1), place)

    def answered(self) -> str:
        return self.f.op("sub", self.f.load(self.own["answered"]), 1)

    def fold(self, answer: str) -> None:
        """The digest of the game, if there is one, with one more answer (see `engine.fold`)."""
        if "digest" in self.own:
            f, place = self.f, self.own["digest"]
            f.store(f.op("add", f.op("mul", f.load(place), MULTIPLIER), f.op("add", answer, 1)), place)

    def below(self, count: str | int) -> str:
        """One of `count` equally likely results."""
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
        self.keep_own(names)
        given = f"i64 {upper}, i64 {lower}, i64 {count}"
        f.store(f.set(f"call i64 @again(ptr %c, {given})"), result)
        self.fetch_own(names)
        f.jump(after)
        f.label(after)
        return f.load(result)

    def roll(self, dice: int, outcomes: int, thrower: Kept, site: int) -> Term:
        outcome = self.below(outcomes)
        self.fold(outcome)
        return Term(0, outcomes - 1, outcome)

    def draw(self, place: Place[Term], onto: Place[Term], site: int) -> Term:
        f, (number, index) = self.f, place
        zone = self.records.zones[number]
        loose = f.get(*self.place_of_slot(zone.loose), index.text)
        self.refuse_unless(f.is_("ult", f.op("sub", loose, 1), (1 << zone.cards) - 1))
        drawn = self.below(self._count_loose(zone, index, loose))
        name = self.card_function("pick", number)
        card = f.set(f"call i64 @{name}(ptr {self.zone(number)}, i64 {index.text}, i64 {drawn})")
        self.forget(range(zone.first, zone.first + zone.size))
        self.fold(card)
        return Term(0, zone.cards - 1, card)

    def _count_loose(self, zone: ZoneInfo, index: Term, loose: str) -> str:
        """How many cards may come, of which these are the loose ones as a set."""
        if not zone.copies:
            return self.f.size(loose)
        many, height = (self.f.get(*self.place_of_slot(slot), index.text) for slot in (zone.many, zone.height))
        return self.f.op("sub", many, height)

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        limit = self.own["stops"]
        self.f.store(self.f.op("sub", self.f.load(limit), 1), limit)
        return super().decide(choice, chooser, offers, default, site)

    # ---- the end

    def finish(self) -> None:
        self.keep_own(("random 3", *(["digest"] if self.game.witness else [])))
        if self.game.witness:
            self.f.put(self.block, "%c", self.layout["block"])
        self.f.give(0)

    def answer(self, values: tuple[Operand, ...]) -> None:
        """A game that runs into a query's answer fails, unless that is how it shows its slots."""
        if self.block in self.game.showing:
            for slot, value in enumerate(values):
                self.f.put(self.read(value).text, "%s", slot)
            self.finish()
        else:
            self.f.jump(self.refused)
