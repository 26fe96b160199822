"""Writes what answers a decision: the only answer, what the chooser's strategy advises, or the default."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.chance import BOT_PLACES, LINE_PLACES
from interpreter.native.advice_writer import ADVICE, LOST, LOT, NONE, Advisers
from interpreter.native.llvm_text import RARELY
from interpreter.native.memory_layout import MemoryLayout
from interpreter.native.superblock_writer import SuperblockWriter
from interpreter.program import Slot
from interpreter.program.machines.ranged import Term
from interpreter.program.operands import Kept


class Decision(NamedTuple):
    """A choice, how many answers it has, who chooses, and the slots that hold what is offered."""

    choice: int
    size: int
    chooser: Kept
    offers: range


class Offers(NamedTuple):
    """How many answers are offered, which is the first, and the set of them, if it is in one slot."""

    size: str
    first: str
    members: str


class DecisionWriter(SuperblockWriter):
    """Writes decisions. `sure` has those whose answer is always the same."""

    layout: MemoryLayout
    advisers: Advisers
    sure: dict[int, int]

    def fold(self, answer: str) -> None:
        """A stop has been answered."""
        raise NotImplementedError

    def answered(self) -> str:
        """How many stops have been answered before this one."""
        raise NotImplementedError

    def decide(self, choice: int, chooser: Kept, offers: range, default: Slot, site: int) -> Term:
        values = self.program.choices[choice].values
        if self.block in self.sure:
            self.fold(str(self.sure[self.block]))
            return self.known(values[self.sure[self.block]])
        answer = self.answer_to(Decision(choice, len(values), chooser, offers), self.read(default))
        self.fold(answer)
        if len(values) == 1:
            return self.known(values[0])
        taken = self.f.element(f"@answers_{choice}", values, answer, (0, len(values) - 1))
        return Term(min(values), max(values), taken)

    def answer_to(self, decision: Decision, default: Term) -> str:
        """The number of the answer."""
        f, answer = self.f, self.f.place()
        advisers = self.advisers.of(decision.choice)
        if not any(advisers):
            self.write_default(decision, default, answer)
            return f.load(answer)
        offered = self.offered(decision)
        self.refuse_unless(f.is_("ne", offered.size, 0))
        f.store(self.pick_start(decision, offered, advisers, default), answer)
        self.write_advice(decision, offered, advisers, answer)
        return f.load(answer)

    def pick_start(
        self, decision: Decision, offered: Offers, advisers: tuple[tuple[int, ...], ...], default: Term
    ) -> str:
        """The answer where nobody advises another: the default if it is offered, or else the first that is. Where a lot
        is drawn anyhow unless only one is offered, that is the first."""
        low, high = self.range_of(decision.chooser)
        if low >= 0 and high < len(advisers) and all(lines and lines[0] == LOT for lines in advisers):
            return offered.first
        return self.f.pick(self.is_offered(decision, default), default.text, offered.first)

    # ---- what is offered

    def members(self, decision: Decision) -> str:
        """The set of the answers that are offered, where one slot holds them."""
        offered = self.read(Slot(decision.offers.start))
        known = (1 << decision.size) - 1
        return offered.text if offered.low >= 0 and offered.high <= known else self.f.op("and", offered.text, known)

    def at_offers(self, decision: Decision) -> str:
        """Where the set lies."""
        return self.f.at(*self.place_of_slot(decision.offers.start))

    def is_offered(self, decision: Decision, answer: Term) -> str:
        """Whether a number is that of an answer that is offered."""
        f = self.f
        if len(decision.offers) > 1:
            given = f"ptr {self.at_offers(decision)}, i64 {decision.size}, i64 {answer.text}"
            return f.is_("ne", f.set(f"call i64 @is_offered({given})"), 0)
        members = self.members(decision)
        if answer.known and 0 <= answer.low < decision.size:
            return f.is_("ne", f.op("and", members, 1 << answer.low), 0)
        inside = f.is_("ult", answer.text, decision.size)
        bit = f.op("and", f.op("lshr", members, f.pick(inside, answer.text, 0)), 1)
        return f.both(inside, f.is_("ne", bit, 0))

    def write_default(self, decision: Decision, default: Term, answer: str) -> None:
        """The default if it is offered, and only otherwise a look at all the others."""
        f, others, after = self.f, self.f.fresh("others"), self.f.fresh("answered")
        f.store(default.text, answer)
        f.branch(self.is_offered(decision, default), after, others, RARELY)
        f.label(others)
        held, ranges = dict(self.held), dict(self.ranges)
        offered = self.offered(decision)
        self.refuse_unless(f.is_("ne", offered.size, 0))
        f.store(offered.first, answer)
        self.held, self.ranges = held, ranges
        f.jump(after)
        f.label(after)

    def offered(self, decision: Decision) -> Offers:
        f = self.f
        if len(decision.offers) > 1:
            both = f.set(f"call {{i64, i64}} @offered(ptr {self.at_offers(decision)}, i64 {decision.size})")
            size, first = (f.set(f"extractvalue {{i64, i64}} {both}, {at}") for at in range(2))
            return Offers(size, first, "")
        members = self.members(decision)
        return Offers(f.size(members), f.set(f"call i64 @llvm.cttz.i64(i64 {members}, i1 false)"), members)

    # ---- advice

    def lead_to_lines(
        self, decision: Decision, advisers: tuple[tuple[int, ...], ...], word: str, otherwise: str
    ) -> dict[tuple[int, ...], str]:
        """Continue with the lines that advise the chooser, or `otherwise`: where each of them begins."""
        labels = {lines: self.f.fresh(word) for lines in dict.fromkeys(advisers) if lines}
        cases = [(number, labels[lines]) for number, lines in enumerate(advisers) if lines]
        self.f.switch(self.read(decision.chooser).text, otherwise, cases)
        return labels

    def write_advice(
        self, decision: Decision, offered: Offers, advisers: tuple[tuple[int, ...], ...], answer: str
    ) -> None:
        """Where several answers are offered, whoever chooses may be advised."""
        f, after = self.f, self.f.fresh("advised")
        several = f.fresh("several")
        f.branch(f.is_("ugt", offered.size, 1), several, after)
        f.label(several)
        for lines, label in self.lead_to_lines(decision, advisers, "ask", after).items():
            f.label(label)
            for line in lines:
                if line == LOT:
                    f.store(self.draw_lot(decision, offered), answer)
                else:
                    self.write_line(decision, line, answer, after)
            f.jump(after)
        f.label(after)

    def write_line(self, decision: Decision, line: int, answer: str, after: str) -> None:
        """Asks a line of a strategy. Its advice is the answer; without any, code continues below."""
        f, advised = self.f, self.ask_offered(decision, line)
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

    def ask(self, decision: Decision, line: int) -> str:
        """What a line of a strategy advises."""
        more = f", i64 {self.place_of_line(decision, line)}" if line in self.advisers.drawing else ""
        return self.f.set(f"call i64 @{ADVICE}_{line}_{decision.choice}(ptr %s, ptr %c{more})")

    def ask_offered(self, decision: Decision, line: int) -> str:
        """What a line advises, if that is offered."""
        f, advised = self.f, self.ask(decision, line)
        answer = f.pick(f.is_("sge", advised, 0), advised, 0)
        offered = f.pick(self.is_offered(decision, Term(0, decision.size - 1, answer)), answer, NONE)
        return f.pick(f.is_("sge", advised, 0), offered, advised)

    def draw_lot(self, decision: Decision, offered: Offers) -> str:
        """One of the answers that are offered, each as likely as any other (see `bots.seats`)."""
        f = self.f
        before = f.set(f"call i64 @lot(ptr %c, i64 {self.place_of_lot(decision)}, i64 {offered.size})")
        if offered.members:
            return f.set(f"call i64 @member(i64 {offered.members}, i64 {before})")
        return f.set(f"call i64 @offered_at(ptr {self.at_offers(decision)}, i64 {before})")

    def place_of_lot(self, decision: Decision) -> str:
        """What separates the chooser's lots from all others."""
        f = self.f
        answered = f.op("mul", self.answered(), BOT_PLACES)
        return f.op("add", f.op("add", answered, self.read(decision.chooser).text), 1)

    def place_of_line(self, decision: Decision, line: int) -> str:
        """The same for a line of a strategy (see `bots.advice`)."""
        return self.f.op("add", self.place_of_lot(decision), LINE_PLACES * (1 + self.program.queries[line].line))

    def count_lost(self, line: int) -> None:
        """A line that could not be worked out is counted, and the first game noted in which that happened."""
        f, times, first = self.f, self.layout["lost"] + 2 * line, self.layout["lost"] + 2 * line + 1
        never = f.is_("eq", f.get("%c", times), 0)
        f.put(f.pick(never, f.get("%c", self.layout["game"]), f.get("%c", first)), "%c", first)
        f.increase("%c", times)
