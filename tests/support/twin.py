"""A second engine, as slow and as obvious as can be, to compare others with.

It looks at each instruction when it comes to it and keeps registers in a dictionary that every stop, call and
return empties. It shares nothing with the stepper but the contract in `interpreter.engine`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, assert_never

from interpreter.engine import (
    GAME_BUDGET,
    LOOP_WINDOW,
    STEP_BUDGET,
    AtBlock,
    Awarded,
    ChanceStop,
    Decided,
    DecisionStop,
    Drawn,
    DrawStop,
    Event,
    Failure,
    GameOver,
    Outcome,
    Position,
    RandomSource,
    Reached,
    Rolled,
    Said,
    Sampled,
    Step,
    pick_default_answer,
)
from interpreter.engine import Decide as Decider
from interpreter.program import (
    HIGHEST,
    LOWEST,
    Answer,
    Apply,
    Award,
    Binary,
    Branch,
    Call,
    Chance,
    Check,
    Decide,
    Draw,
    Exchange,
    Finish,
    Gather,
    Instruction,
    Jump,
    Lay,
    Lift,
    Load,
    Lookup,
    Mark,
    Mix,
    Move,
    Operand,
    Peek,
    Pour,
    Program,
    QueryInfo,
    Register,
    Return,
    Reveal,
    Sample,
    Say,
    Slot,
    Store,
    Switch,
    Take,
    Target,
    Unary,
)
from tests.support.twin_cards import Failed, at_place, handle, lie, lying, within


@dataclass
class State:
    """A game in motion."""

    slots: list[int]
    winners: list[int]
    block: int
    registers: dict[int, int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    answer: tuple[int, ...] | None = None

    def read(self, operand: Operand) -> int:
        match operand:
            case Slot(index):
                return self.slots[index]
            case Register(index):
                return self.registers[index]
            case int():
                return operand

    def write(self, target: Target, value: int) -> None:
        if isinstance(target, Slot):
            self.slots[target.index] = value
        else:
            self.registers[target.index] = value

    def position(self) -> Position:
        return Position(self.block, tuple(self.slots), tuple(self.winners))


def fit(value: int, site: int) -> int:
    if value < LOWEST or value > HIGHEST:
        raise Failed(Failure("out-of-range", site, -1, value, LOWEST, HIGHEST))
    return value


def places_in(members: int) -> list[int]:
    return [place for place in range(63) if members >> place & 1]


RESULTS: dict[str, Callable[[int, int], int]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "div": lambda left, right: left // right,
    "mod": lambda left, right: left - right * (left // right),
    "min": min,
    "max": max,
    "and": lambda left, right: left & right,
    "or": lambda left, right: left | right,
    "xor": lambda left, right: left ^ right,
    "shl": lambda left, right: left * 2**right,
    "shr": lambda left, right: left // 2**right,
    "scatter": lambda left, right: sum(2**place for at, place in enumerate(places_in(right)) if at in places_in(left)),
    "eq": lambda left, right: int(left == right),
    "ne": lambda left, right: int(left != right),
    "lt": lambda left, right: int(left < right),
    "le": lambda left, right: int(left <= right),
    "gt": lambda left, right: int(left > right),
    "ge": lambda left, right: int(left >= right),
}


def binary(operator: str, left: int, right: int, site: int) -> int:
    if operator in ("div", "mod") and right == 0:
        raise Failed(Failure("division-by-zero", site))
    if operator in ("shl", "shr"):
        within(right, 0, 62, "out-of-range", site)
    for number in (left, right) if operator == "scatter" else ():
        within(number, 0, HIGHEST, "out-of-range", site)
    return fit(RESULTS[operator](left, right), site)


def unary(operator: str, value: int, site: int) -> int:
    if value < 0:
        raise Failed(Failure("out-of-range", site, -1, value, 0, HIGHEST))
    members = places_in(value)
    if operator == "size":
        return len(members)
    if not members:
        raise Failed(Failure("empty-set", site))
    return members[0] if operator == "lowest" else members[-1]


class Twin:
    """The engine."""

    def __init__(self, program: Program, *, budget: int = STEP_BUDGET, game_budget: int = GAME_BUDGET) -> None:
        self.program = program
        self.budget = budget
        self.game_budget = game_budget

    # ---- one instruction

    def carry_out(self, instruction: Instruction, state: State) -> None:
        match instruction:
            case Move(target, value):
                state.write(target, state.read(value))
            case Binary(target, operator, left, right, site):
                state.write(target, binary(operator, state.read(left), state.read(right), site))
            case Unary(target, operator, value, site):
                state.write(target, unary(operator, state.read(value), site))
            case Lookup(target, array, index, site):
                values = self.program.arrays[array]
                at = within(state.read(index), 0, len(values) - 1, "bad-index", site)
                state.write(target, values[at])
            case Load(target, first, size, index, site):
                at = within(state.read(index), 0, size - 1, "bad-index", site)
                state.write(target, state.slots[first + at])
            case Gather(target, operator, value, first, size, index, array, site):
                places = self.program.arrays[array]
                at = within(state.read(index), -min(places), size - 1 - max(places), "bad-index", site)
                held = [binary(operator, state.slots[first + at + each], state.read(value), site) for each in places]
                state.write(target, sum(1 << member for member, each in enumerate(held) if each))
            case Store(first, size, index, value, site):
                at = within(state.read(index), 0, size - 1, "bad-index", site)
                state.slots[first + at] = state.read(value)
            case Check(value, low, high, what, site):
                within(state.read(value), low, high, "out-of-range", site, what)
            case Apply(target, function, arguments, _):
                state.write(target, self.apply_function(function, tuple(map(state.read, arguments)), state))
            case Mark() | Say() | Sample() | Award():
                self.tell(instruction, state)
            case Lay() | Peek() | Lift() | Reveal() | Take() | Pour() | Exchange() | Mix():
                handle(self.program.zones, instruction, state)
            case _:
                assert_never(instruction)

    def apply_function(self, function: int, arguments: tuple[int, ...], state: State) -> int:
        info, block, slots = self.program.functions[function], state.block, state.slots
        state.slots = [*slots]
        state.registers |= dict(zip(info.parameters, arguments, strict=True))
        state.block = info.entry
        try:
            while self.carry_out_block(state):
                pass
        finally:
            state.block, state.slots = block, slots
        assert state.answer is not None
        (result,), state.answer = state.answer, None
        return result

    def tell(self, instruction: Mark | Say | Sample | Award, state: State) -> None:
        match instruction:
            case Mark(site):
                state.events.append(Reached(site))
            case Say(text, spoken, site):
                state.events.append(Said(text, tuple(map(state.read, spoken)), site))
            case Sample(measure, value):
                state.events.append(Sampled(measure, state.read(value)))
            case Award(winner, site):
                state.winners.append(state.read(winner))
                state.events.append(Awarded(state.read(winner), site))
            case _:
                assert_never(instruction)

    # ---- one block

    def carry_out_block(self, state: State) -> bool:
        """Whether the game goes on."""
        block = self.program.blocks[state.block]
        for instruction in block.instructions:
            self.carry_out(instruction, state)
        end = block.terminator
        match end:
            case Jump(following):
                state.block = following
            case Branch(condition, yes, no):
                state.block = yes if state.read(condition) != 0 else no
            case Switch(value, blocks):
                state.block = blocks[within(state.read(value), 0, len(blocks) - 1, "bad-index", -1)]
            case Call(routine, number, _):
                info = self.program.routines[routine]
                state.slots[info.return_slot] = number
                state.block = info.entry
                state.registers.clear()
            case Return(routine):
                info = self.program.routines[routine]
                number = state.slots[info.return_slot]
                state.block = info.continuations[within(number, 0, len(info.continuations) - 1, "bad-index", -1)]
                state.registers.clear()
            case Answer(values):
                state.answer = tuple(map(state.read, values))
                return False
            case Finish():
                return False
            case Chance() | Draw() | Decide():
                raise AssertionError("stops are not carried out")
            case _:
                assert_never(end)
        return True

    def go(self, state: State, until: int | None = None) -> Failure | None:
        """On to a stop, the end, an answer, a failure, or block `until`."""
        gone: list[int] = []
        stops = Chance | Draw | Decide
        while state.block != until and not isinstance(self.program.blocks[state.block].terminator, stops):
            if len(gone) == self.budget:
                return self.exhausted(gone)
            gone.append(state.block)
            try:
                if not self.carry_out_block(state):
                    return None
            except Failed as failed:
                return failed.failure
        return None

    def exhausted(self, gone: list[int], stops: int | None = None) -> Failure:
        late = gone[-LOOP_WINDOW:]
        times = Counter(late)
        again = [block for block in late if times[block] > 1] or late
        sites: list[int] = []
        for at in again:
            block = self.program.blocks[at]
            for part in (*block.instructions, block.terminator):
                site = getattr(part, "site", -1)
                if site >= 0 and site not in sites:
                    sites.append(site)
        first = sites[0] if sites else -1
        if stops is None:
            endless = any(self.program.blocks[at].name == "repeat" for at in again)
            return Failure("endless-loop" if endless else "step-budget", first, loop=tuple(sites))
        return Failure("stop-budget", first, value=stops, loop=tuple(sites))

    # ---- stops

    def stop(self, state: State) -> Any:
        end = self.program.blocks[state.block].terminator
        match end:
            case Chance():
                return ChanceStop(end.dice, end.outcomes, state.read(end.thrower), end.site)
            case Draw():
                try:
                    return self.draw_stop(end, state)
                except Failed as failed:
                    return failed.failure
            case Decide():
                answers = range(len(self.program.choices[end.choice].values))
                offered = tuple(each for each in answers if state.slots[end.offers + each // 62] >> each % 62 & 1)
                if not offered:
                    return Failure("no-option", end.site)
                return DecisionStop(end.choice, state.read(end.chooser), offered, state.read(end.default), end.site)
            case Finish():
                return GameOver(tuple(state.winners))
            case Answer():
                return Failure("bad-index", -1)
            case _:
                raise AssertionError("this is no stop")

    def draw_stop(self, end: Draw, state: State) -> DrawStop:
        zone, onto = self.program.zones[end.zone], self.program.zones[end.onto]
        index, place = at_place(zone, state.read(end.index), end.site), at_place(onto, state.read(end.place), end.site)
        pile = lying(state, zone, index)
        if not pile.loose:
            raise Failed(Failure("empty-pile", end.site))
        return DrawStop(end.zone, index, tuple(sorted(pile.loose)), end.onto, place, end.site)

    def settle(self, state: State, answer: int) -> None:
        end = self.program.blocks[state.block].terminator
        state.registers.clear()
        if isinstance(end, Chance):
            assert 0 <= answer < end.outcomes
            state.events.append(Rolled(end.dice, answer, state.read(end.thrower), end.site))
            state.write(end.target, answer)
        elif isinstance(end, Draw):
            stop = self.draw_stop(end, state)
            card = stop.cards[answer]
            pile = lying(state, self.program.zones[end.zone], stop.place)
            pile.loose.remove(card)
            lie(state, self.program.zones[end.zone], stop.place, pile)
            state.events.append(Drawn(end.zone, stop.place, card, end.onto, stop.onto_place, end.site))
            state.write(end.target, card)
        else:
            assert isinstance(end, Decide)
            assert answer in self.stop(state).offered
            state.events.append(Decided(end.choice, answer, state.read(end.chooser), end.site))
            state.write(end.target, self.program.choices[end.choice].values[answer])
        state.block = end.then

    # ---- what an engine does

    def state(self, position: Position | None) -> State:
        if position is None:
            return State([0] * len(self.program.slots), [], self.program.start)
        return State(list(position.slots), list(position.winners), position.block)

    def run_to(self, position: Position | None, block: int | None, answer: int | None = None) -> Step:
        state = self.state(position)
        if answer is not None:
            self.settle(state, answer)
        failure = self.go(state, block)
        stop = failure or (AtBlock(state.block) if state.block == block else self.stop(state))
        return Step(state.position(), stop, tuple(state.events))

    def begin(self) -> Step:
        return self.run_to(None, None)

    def resume(self, position: Position) -> Step:
        return self.run_to(position, None)

    def answer(self, position: Position, answer: int) -> Step:
        return self.run_to(position, None, answer)

    def run_query(self, position: Position, query: QueryInfo) -> tuple[State, Failure | None]:
        state = self.state(position)
        state.block = query.entry
        return state, self.go(state)

    def ask(self, position: Position, query: QueryInfo) -> tuple[int, ...] | Failure:
        state, failure = self.run_query(position, query)
        if failure is None:
            assert state.answer is not None
            return state.answer
        return failure

    def apply(self, position: Position, query: QueryInfo) -> Position | Failure:
        state, failure = self.run_query(position, query)
        return failure or Position(position.block, tuple(state.slots), tuple(state.winners))

    def play_out(self, position: Position | None, chances: RandomSource, decide: Decider | None = None) -> Outcome:
        step = self.run_to(position, None)
        events, stops = list(step.events), []
        while isinstance(step.stop, ChanceStop | DrawStop | DecisionStop):
            stops.append(step.position.block)
            if len(stops) > self.game_budget:
                step = Step(step.position, self.exhausted(stops, self.game_budget), ())
                break
            if isinstance(step.stop, ChanceStop | DrawStop):
                answer = chances.randbelow(step.stop.outcomes)
            elif len(step.stop.offered) == 1:
                answer = step.stop.offered[0]
            else:
                answer = decide(step.stop, TwinView(self, step.position)) if decide else pick_default_answer(step.stop)
            step = self.answer(step.position, answer)
            events += step.events
        return self.outcome(step, events)

    def outcome(self, step: Step, events: list[Event]) -> Outcome:
        marks = [0] * len(self.program.sites)
        rolls = [0] * len(self.program.dice)
        for event in events:
            if isinstance(event, Reached):
                marks[event.site] += 1
            if isinstance(event, Rolled):
                rolls[event.dice] += 1
        samples = tuple((event.measure, event.value) for event in events if isinstance(event, Sampled))
        return Outcome(step.position, step.stop, tuple(marks), samples, tuple(rolls), tuple(events))


class TwinView:
    def __init__(self, twin: Twin, position: Position) -> None:
        self.twin = twin
        self.here = position

    def position(self) -> Position:
        return self.here

    def ask(self, query: QueryInfo) -> tuple[int, ...] | Failure:
        return self.twin.ask(self.here, query)
