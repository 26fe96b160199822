"""Writes the functions that play a game block by block and tell everything: events, failures, the last blocks.

The block functions `careful_N(slots, c, block)` carry out one block and give the number of the next, or its complement
where the game halts. `walk(slots, c, block)` goes from one to the next and counts the steps. What they tell lies in
`%c`: `failure`, the blocks that came last, and a log of events, each its kind and its numbers.

The functions know all strategies of a program: `advisers` says which of them each seat has, as a number into
`strategies_of`. So they are compiled once, whoever plays.
"""

from __future__ import annotations

from interpreter.analysis.dead_code import unspared
from interpreter.analysis.graph import Graph
from interpreter.analysis.steps import Steps
from interpreter.native.advice import Advisers
from interpreter.native.game import GameWriter
from interpreter.native.instructions import Fault
from interpreter.native.layout import (
    BAD_INDEX,
    EMPTY_PILE,
    NO_OPTION,
    NOT_THERE,
    OPERATORS,
    STEPS,
    UNKNOWN,
    Layout,
)
from interpreter.native.runtime import halves, next_word
from interpreter.native.writing import RARELY, Function
from interpreter.program import (
    Answer,
    Award,
    Chance,
    Decide,
    Draw,
    Finish,
    Mark,
    Operand,
    Program,
    Register,
    Sample,
    Say,
    Slot,
    Target,
)
from interpreter.program.flow import carried_registers, stops

REACHED, SAID, SAMPLED, AWARDED, ROLLED, DRAWN, DECIDED = range(7)

LONGEST = 64
"""How many numbers of the log one event takes up at most, unless a text has more holes."""

NOBODY = ""
"""The name of no strategy: the default of every choice."""

CARD_REASONS = {-1: UNKNOWN, -2: EMPTY_PILE, -3: NOT_THERE, -4: BAD_INDEX}


class CarefulWriter(GameWriter):
    """Writes one of the block functions."""

    def __init__(
        self,
        program: Program,
        number: int,
        blocks: list[int],
        layout: Layout,
        advisers: Advisers,
        card_names: set[tuple[str, ...]],
    ) -> None:
        """`advisers` has one for each of `strategies_of`, instead of one for each seat."""
        graph = Graph((), {}, frozenset(), {})
        steps = Steps(0, {}, frozenset())
        super().__init__(unspared(program), graph, number, {}, layout, steps, set(), advisers, card_names)
        self.f = Function(f"internal i64 @careful_{number}(ptr noalias %s, ptr noalias %c, i64 %block)")
        self.blocks = blocks
        self.carried = carried_registers(program)

    def whole(self) -> str:
        """The whole function."""
        self.f.switch("%block", "nowhere", [(block, f"b{block}") for block in self.blocks])
        for block in self.blocks:
            self.write_block(block)
        self.f.label("nowhere")
        self.f.give(-1)
        return self.f.text()

    def write_block(self, block: int) -> None:
        """One block."""
        self.f.label(f"b{block}")
        self.forget_all()
        self.block = block
        for instruction in self.program.blocks[block].instructions:
            self.write_instruction(instruction)
        self.write_end(block, None)

    # ---- where things lie, and what happens when something is impossible

    def register(self, index: int) -> str:
        """Registers lie behind the slots."""
        return self.f.at("%s", len(self.program.slots) + index)

    def is_kept(self, target: Target) -> bool:
        """Everything is kept but registers of one block."""
        return target.index in self.carried if isinstance(target, Register) else True

    def require(self, truth: str, fault: Fault) -> None:
        """Notes a failure and halts unless something holds."""
        f, failed, going_on = self.f, self.f.fresh("failed"), self.f.fresh("ok")
        f.branch(truth, going_on, failed, RARELY)
        f.label(failed)
        self.fail(fault)
        f.label(going_on)

    def fail(self, fault: Fault) -> None:
        """Notes a failure and halts."""
        numbers = (fault.reason, fault.site, fault.what, fault.value, fault.low, fault.high)
        given = ", ".join(f"i64 {each}" for each in (*numbers, OPERATORS.index(fault.operator), fault.right))
        self.f.line(f"call void @fail(ptr %c, {given})")
        self.f.give(~self.block)

    def require_cards(self, result: str, least: int, site: int) -> None:
        """The same for what could not be done with cards."""
        f, failed, going_on = self.f, self.f.fresh("failed"), self.f.fresh("ok")
        f.branch(f.is_("sge", result, least), going_on, failed, RARELY)
        f.label(failed)
        reason = "0"
        for number, each in CARD_REASONS.items():
            reason = f.pick(f.is_("eq", result, number), each, reason)
        f.line(f"call void @fail(ptr %c, i64 {reason}, i64 {site}, i64 -1, i64 0, i64 0, i64 0, i64 0, i64 0)")
        f.give(~self.block)
        f.label(going_on)

    # ---- ways

    def goto(self, block: int) -> None:
        """On to a block."""
        self.f.give(block)

    def label_of(self, block: int) -> str:
        """A label from which it goes on to a block."""
        return self.away.setdefault(block, f"away{block}")

    def write_branch(self, condition: Operand, yes: int, no: int) -> None:
        """A branch."""
        self.f.give(self.f.pick(self.truth(self.read(condition)), yes, no))

    def write_return(self, routine: int, following: int | None) -> None:
        """Back to the call that the return slot names."""
        info = self.program.routines[routine]
        self.choose(Slot(info.return_slot), dict(enumerate(info.continuations)))

    def choose(self, value: Operand, blocks: dict[int, int]) -> None:
        """On to one of several blocks."""
        at = self.checked_index(value, len(blocks), -1)
        f = self.f
        if not blocks:
            f.give(-1)
            return
        labels = {block: f.fresh("to") for block in blocks.values()}
        cases = [(number, labels[block]) for number, block in blocks.items()]
        f.switch(str(at), cases[0][1], cases)
        for block, label in labels.items():
            f.label(label)
            f.give(block)

    def write_last(self, end: Finish | Answer) -> None:
        """The game is over."""
        self.f.give(~self.block)

    # ---- events

    def log(self, kind: int, *numbers: str | int, always: bool = False) -> None:
        """An event for the log."""
        f = self.f
        room = f.set(f"call ptr @room(ptr %c, i64 {1 + len(numbers)}, i64 {int(always)})")
        for at, number in enumerate((kind, *numbers)):
            f.put(number, room, at)

    def tell(self, instruction: Mark | Say | Sample | Award) -> None:
        """An event."""
        match instruction:
            case Mark(site):
                self.f.increase("%c", self.layout["marks"] + site)
                self.log(REACHED, site)
            case Say(text, values, site):
                self.log(SAID, text, site, *map(self.read, values))
            case Sample(measure, value):
                self.log(SAMPLED, measure, self.read(value), always=True)
            case Award(winner, site):
                self.log(AWARDED, self.read(winner), site, always=True)

    # ---- stops

    def write_stop(self, stop: Chance | Draw | Decide) -> None:
        """A stop is answered."""
        if isinstance(stop, Chance):
            self.answer_stop()
            outcome = self.below(stop.outcomes)
            self.f.increase("%c", self.layout["rolls"] + stop.dice)
            self.log(ROLLED, stop.dice, outcome, self.read(stop.thrower), stop.site)
            self.write(stop.target, outcome, (0, stop.outcomes - 1))
        elif isinstance(stop, Draw):
            self.write_draw(stop)
        else:
            self.write_decision(stop)
        self.goto(stop.then)

    def answer_stop(self) -> None:
        """Takes one off the stops that are left; fails if there are none."""
        left = self.f.set(f"call i64 @answering(ptr %c, i64 {self.block})")
        self.require(self.f.is_("ne", left, 0), Fault(STEPS, -1, low=1))

    def below(self, count: str | int) -> str:
        """One of so many results, each equally likely."""
        return self.f.set(f"call i64 @below(ptr %c, i64 {count})")

    def write_draw(self, draw: Draw) -> None:
        """A card is drawn."""
        zone, f = self.program.zones[draw.zone], self.f
        at = self.checked_index(draw.index, zone.members, draw.site)
        place = self.checked_index(draw.place, self.program.zones[draw.onto].members, draw.site)
        loose = f.get("%s", zone.loose, at)
        holds = f.is_("ult", f.op("sub", loose, 1), (1 << zone.cards) - 1)
        self.require(holds, Fault(EMPTY_PILE, draw.site))
        self.answer_stop()
        number = self.below(f.size(loose))
        name = self.cards("pick", draw.zone)
        card = f.set(f"call i64 @{name}(ptr {self.zone(draw.zone)}, i64 {at}, i64 {number})")
        self.log(DRAWN, draw.zone, at, card, draw.onto, place, draw.site)
        self.forget(zone.first, zone.size)
        self.write(draw.target, card, (0, zone.cards - 1))

    def decided(self, decision: Decide) -> str:
        """The number of the answer, which is told."""
        f, size = self.f, len(self.program.choices[decision.choice].values)
        offered, first = self.offered(decision, size)
        self.require(f.is_("ne", offered, 0), Fault(NO_OPTION, decision.site))
        self.answer_stop()
        default = self.read(decision.default)
        inside = f.is_("ult", default, size)
        holds = f.both(inside, f.is_("eq", f.get("%s", decision.flags, f.pick(inside, default, 0)), 1))
        answer = f.place()
        f.store(f.pick(holds, default, first), answer)
        chooser = self.read(decision.chooser)
        advisers = self.advisers.of(decision.choice)
        if any(advisers):
            self.write_advice(decision, offered, advisers, answer)
        taken = f.load(answer)
        self.log(DECIDED, decision.choice, taken, chooser, decision.site)
        return taken

    def adviser(self, chooser: Operand) -> str | int:
        """Which of the strategies is asked: the one that is noted for the seat."""
        f, seat = self.f, self.read(chooser)
        inside = f.is_("ult", seat, len(self.program.seats))
        return f.pick(inside, f.get("%c", self.layout["advisers"], f.pick(inside, seat, 0)), 0)


def strategies_of(program: Program) -> tuple[str, ...]:
    """The strategies that somebody may have: none, and those whose advice the program has."""
    return (NOBODY, *program.strategies)


# ---- what the block functions call


def careful_runtime(program: Program, layout: Layout, parts: dict[int, int], budget: int) -> str:
    """The text of all of it. `parts[block]` is the number of the function that has the block."""
    stopping = " ".join(f"i8 {int(stops(block))}," for block in program.blocks).rstrip(",")
    tables = f"@stopping = internal constant [{len(program.blocks)} x i8] [{stopping}]\n"
    functions = [_fail(layout), _room(layout), _answering(layout, budget), _below(layout), _walk(layout, parts)]
    return tables + "".join(functions)


def _fail(layout: Layout) -> str:
    names = ("reason", "site", "what", "value", "low", "high", "operator", "right")
    f = Function(f"internal void @fail(ptr %c, {', '.join(f'i64 %{name}' for name in names)}) noinline cold")
    for at, name in enumerate(names):
        f.put(f"%{name}", "%c", layout["failure"] + at)
    f.put(1, "%c", layout["failure"] + len(names))
    f.line("ret void")
    return f.text()


def _room(layout: Layout) -> str:
    """Room for so many numbers in the log. Without any left, or for what is not wanted, it is the spill."""
    f = Function("internal ptr @room(ptr %c, i64 %many, i64 %always) noinline")
    wanted, scratch = f.fresh("wanted"), f.fresh("scratch")
    everything = f.op("or", f.get("%c", layout["log_all"]), "%always")
    f.branch(f.is_("ne", everything, 0), wanted, scratch)
    f.label(wanted)
    at = f.get("%c", layout["log_at"])
    after = f.op("add", at, "%many")
    f.put(after, "%c", layout["log_at"])
    fits = f.fresh("fits")
    f.branch(f.is_("sle", after, f.get("%c", layout["log_room"])), fits, scratch)
    f.label(fits)
    base = f.set(f"inttoptr i64 {f.get('%c', layout['log'])} to ptr")
    f.line(f"ret ptr {f.at(base, at)}")
    f.label(scratch)
    f.line(f"ret ptr {f.at('%c', layout['spill'])}")
    return f.text()


def _push(f: Function, layout: Layout, part: str, block: str) -> None:
    size = layout.parts[part][1] - 1
    count = f.get("%c", layout[part])
    f.put(block, "%c", layout[part] + 1, f.op("urem", count, size))
    f.put(f.op("add", count, 1), "%c", layout[part])


def _answering(layout: Layout, budget: int) -> str:
    """Takes one off the stops, if there are any left."""
    f = Function("internal i64 @answering(ptr %c, i64 %block) noinline")
    _push(f, layout, "recent_stops", "%block")
    left = f.get("%c", layout["stops"])
    none, some = f.fresh("none"), f.fresh("some")
    f.branch(f.is_("eq", left, 0), none, some)
    f.label(none)
    f.give(0)
    f.label(some)
    f.put(f.op("sub", left, 1), "%c", layout["stops"])
    f.put(budget, "%c", layout["steps"])
    f.put(0, "%c", layout["recent"])
    f.give(1)
    return f.text()


def _below(layout: Layout) -> str:
    f = Function("internal i64 @below(ptr %c, i64 %count) noinline")
    places = [f.at("%c", layout["random"] + each) for each in range(4)]
    word, state = next_word(f, [f.load(each) for each in places])
    for value, place in zip(state, places, strict=True):
        f.store(value, place)
    upper, lower = halves(f, word, "%count")
    f.give(f.set(f"call i64 @again(ptr %c, i64 {upper}, i64 {lower}, i64 %count)"))
    return f.text()


def _walk(layout: Layout, parts: dict[int, int]) -> str:
    """From block to block; the block where it halts is kept in `%c`."""
    f = Function("void @walk(ptr noalias %s, ptr noalias %c, i64 %first)")
    block = f.place()
    f.store("%first", block)
    head, moving, going, spent, halted = (f.fresh(each) for each in ("head", "moving", "going", "spent", "halted"))
    f.jump(head)
    f.label(head)
    now = f.load(block)
    pointer = f.set(f"getelementptr i8, ptr @stopping, i64 {now}")
    stopping = f.set(f"icmp ne i8 {f.set(f'load i8, ptr {pointer}')}, 0")
    f.branch(stopping, going, moving)
    f.label(moving)
    left = f.get("%c", layout["steps"])
    counted = f.fresh("counted")
    f.branch(f.is_("sgt", left, 0), counted, spent)
    f.label(counted)
    f.put(f.op("sub", left, 1), "%c", layout["steps"])
    _push(f, layout, "recent", now)
    f.jump(going)
    f.label(going)
    labels = {part: f.fresh("part") for part in dict.fromkeys(parts.values())}
    f.switch(now, halted, [(each, labels[part]) for each, part in parts.items()])
    for part, label in labels.items():
        f.label(label)
        following = f.set(f"call i64 @careful_{part}(ptr %s, ptr %c, i64 {now})")
        f.store(following, block)
        ended = f.fresh("ended")
        f.branch(f.is_("sge", following, 0), head, ended)
        f.label(ended)
        f.store(f.op("xor", following, -1), block)
        f.jump(halted)
    f.label(spent)
    f.line(f"call void @fail(ptr %c, i64 {STEPS}, i64 -1, i64 -1, i64 0, i64 0, i64 0, i64 0, i64 0)")
    f.jump(halted)
    f.label(halted)
    f.put(f.load(block), "%c", layout["block"])
    f.line("ret void")
    return f.text()
