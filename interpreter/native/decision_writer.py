"""Writes what answers a decision: the only answer, what the chooser's strategy advises, or the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from interpreter.analysis.guesses import Guess
from interpreter.chance import BOT_PLACES, LINE_PLACES
from interpreter.native.advice_writer import ADVICE, ANYTHING, LOST, LOT, NONE, Advisers
from interpreter.native.chain_writer import ChainWriter
from interpreter.native.llvm_text import RARELY
from interpreter.native.memory_layout import MemoryLayout
from interpreter.program import Register, Slot
from interpreter.program.machines.ranged import Term
from interpreter.program.operands import Kept

FEW_ANSWERS, SET_OF_ANSWERS = 24, 64
"""Up to how many answers are looked at one by one, and up to how many are made a set."""

AT_ONCE = 8
"""How many of those made a set are looked at at once."""


class Decision(NamedTuple):
    """A choice, how many answers it has, who chooses, and where it is said what is offered."""

    choice: int
    size: int
    chooser: Kept
    flags: int


class Offers(NamedTuple):
    """How many answers are offered, which is the first, and the set of them; no set where there are too many."""

    size: str
    first: str
    members: str


class DecisionWriter(ChainWriter):
    """Writes decisions. `sure` has those whose answer is always the same, `guesses` the blocks where an answer is put
    forward before it is known what is offered, and `taken` where its number lies in the block that takes it; `kept` has
    the registers that hold what is offered in a decision as a set."""

    layout: MemoryLayout
    advisers: Advisers
    sure: dict[int, int]
    guesses: Mapping[int, Guess]
    taken: dict[int, str]
    kept: Mapping[int, Register]

    def fold(self, answer: str) -> None:
        """A stop has been answered."""
        raise NotImplementedError

    def answered(self) -> str:
        """How many stops have been answered before this one."""
        raise NotImplementedError

    def decide(self, choice: int, chooser: Kept, flags: int, default: Slot, site: int) -> Term:
        values = self.program.choices[choice].values
        if self.block in self.sure:
            self.fold(str(self.sure[self.block]))
            return self.known(values[self.sure[self.block]])
        decision = Decision(choice, len(values), chooser, flags)
        if self.block in self.guesses:
            answer = self.put_forward(decision, self.read(default), self.guesses[self.block])
        else:
            answer = self.answer_to(decision, self.read(default))
            self.fold(answer)
        if len(values) == 1:
            return self.known(values[0])
        taken = self.f.element(f"@answers_{choice}", values, answer, (0, len(values) - 1))
        return Term(min(values), max(values), taken)

    def answer_to(self, decision: Decision, default: Term) -> str:
        """The number of the answer."""
        f, answer = self.f, self.f.place()
        if self.block in self.taken:
            return f.load(self.taken[self.block])
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
        is drawn anyhow unless one is all that is offered, that is the first."""
        low, high = self.range_of(decision.chooser)
        if low >= 0 and high < len(advisers) and all(lines and lines[0] == LOT for lines in advisers):
            return offered.first
        return self.f.pick(self.is_offered(decision, default, offered.members), default.text, offered.first)

    # ---- an answer that is likely

    def put_forward(self, decision: Decision, default: Term, guess: Guess) -> str:
        """The number of the answer that a strategy advises whatever is offered, or else of the default."""
        f, answer, found, by_default = self.f, self.taken[guess.taken], self.f.fresh("guessed"), self.f.fresh("guess")
        otherwise = self.label_of(guess.otherwise)
        advisers = self.advisers.of(decision.choice)
        for lines, label in self.lead_to_lines(decision, advisers, "guess", by_default).items():
            f.label(label)
            for line in lines:
                if line == LOT or line in self.advisers.drawing:
                    f.jump(otherwise)
                    break
                self.guess_line(decision, line, answer, found, otherwise)
            else:
                f.jump(by_default)
        f.label(by_default)
        f.unless(f.is_("ult", default.text, decision.size), otherwise)
        f.store(default.text, answer)
        f.jump(found)
        f.label(found)
        return f.load(answer)

    def guess_line(self, decision: Decision, line: int, answer: str, found: str, otherwise: str) -> None:
        """A line of a strategy is asked. If it cannot be worked out, that is left to the decision itself."""
        f, advised, passed = self.f, self.ask(decision, line, ANYTHING), self.f.fresh("passed")
        f.store(advised, answer)
        f.unless(f.is_("ne", advised, LOST), otherwise)
        f.branch(f.is_("sge", advised, 0), found, passed)
        f.label(passed)

    # ---- what is offered

    def is_offered(self, decision: Decision, answer: Term, members: str = "") -> str:
        """Whether a number is that of an answer that is offered. The set of those, `members`, may be known already."""
        f = self.f
        members = self.read(self.kept[self.block]).text if self.block in self.kept else members
        if members:
            inside = f.is_("ult", answer.text, decision.size)
            return f.both(inside, self.is_member(members, f.pick(inside, answer.text, 0)))
        if answer.known and 0 <= answer.low < decision.size:
            return f.is_("eq", self.read(Slot(decision.flags + answer.low)).text, 1)
        inside = f.is_("ult", answer.text, decision.size)
        flag = f.get(*self.place_of_slot(decision.flags), f.pick(inside, answer.text, 0))
        return f.both(inside, f.is_("eq", flag, 1))

    def is_member(self, members: str, answer: str) -> str:
        """Whether an answer is one of a set."""
        f = self.f
        return f.is_("ne", f.op("and", f.op("lshr", members, answer), 1), 0)

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
        if self.block in self.kept:
            return self.make_offers(self.read(self.kept[self.block]).text)
        if decision.size > SET_OF_ANSWERS:
            flags = f.at(*self.place_of_slot(decision.flags))
            both = f.set(f"call {{i64, i64}} @offered(ptr {flags}, i64 {decision.size})")
            size, first = (f.set(f"extractvalue {{i64, i64}} {both}, {at}") for at in range(2))
            return Offers(size, first, "")
        members = self.look_one_by_one(decision) if decision.size <= FEW_ANSWERS else self.look_at_several(decision)
        return self.make_offers(members)

    def make_offers(self, members: str) -> Offers:
        first = self.f.set(f"call i64 @llvm.cttz.i64(i64 {members}, i1 false)")
        return Offers(self.f.size(members), first, members)

    def look_one_by_one(self, decision: Decision) -> str:
        """The set of the answers that are offered."""
        f, members = self.f, ""
        for each in range(decision.size):
            bit = f.number(f.is_("eq", self.read(Slot(decision.flags + each)).text, 1))
            bit = f.op("shl", bit, each)
            members = f.op("or", members, bit) if members else bit
        return members

    def look_at_several(self, decision: Decision) -> str:
        """The same, several of them at once."""
        f, members = self.f, "0"
        flags, at = self.place_of_slot(decision.flags)
        for first in range(0, decision.size, AT_ONCE):
            size = min(AT_ONCE, decision.size - first)
            held = f.set(f"load <{size} x i64>, ptr {f.at(flags, at, first)}, align 8")
            ones = ", ".join(["i64 1"] * size)
            bits = f.set(f"bitcast <{size} x i1> {f.set(f'icmp eq <{size} x i64> {held}, <{ones}>')} to i{size}")
            members = f.op("or", members, f.op("shl", f.set(f"zext i{size} {bits} to i64"), first))
        return members

    # ---- advice

    def lead_to_lines(
        self, decision: Decision, advisers: tuple[tuple[int, ...], ...], word: str, otherwise: str
    ) -> dict[tuple[int, ...], str]:
        """Go on with the lines that advise whoever chooses, or `otherwise`: where each of them begin."""
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
        """A line of a strategy is asked. If it advises something that is the answer, and otherwise it goes on below."""
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

    def ask(self, decision: Decision, line: int, flags: int) -> str:
        """What a line of a strategy advises, of what is said to be offered from a slot on."""
        more = f", ptr %c, i64 {self.place_of_line(decision, line)}" if line in self.advisers.drawing else ""
        more = ", ptr %c" if (line, decision.choice) in self.advisers.remembered else more
        return self.f.set(f"call i64 @{ADVICE}_{line}_{decision.choice}(ptr %s, i64 {flags}{more})")

    def ask_offered(self, decision: Decision, line: int) -> str:
        """What a line advises of what is offered."""
        if self.block not in self.kept:
            return self.ask(decision, line, decision.flags)
        f, advised = self.f, self.ask(decision, line, ANYTHING)
        answer = f.pick(f.is_("sge", advised, 0), advised, 0)
        offered = f.pick(self.is_member(self.read(self.kept[self.block]).text, answer), answer, NONE)
        return f.pick(f.is_("sge", advised, 0), offered, advised)

    def draw_lot(self, decision: Decision, offered: Offers) -> str:
        """One of the answers that are offered, each as likely as any other (see `bots.seats`)."""
        f = self.f
        before = f.set(f"call i64 @lot(ptr %c, i64 {self.place_of_lot(decision)}, i64 {offered.size})")
        if offered.members:
            return f.set(f"call i64 @member(i64 {offered.members}, i64 {before})")
        flags = f.at(*self.place_of_slot(decision.flags))
        return f.set(f"call i64 @offered_at(ptr {flags}, i64 {before})")

    def place_of_lot(self, decision: Decision) -> str:
        """What tells the lots of whoever decides from all others."""
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
