"""Programs to try engines on: some written by hand, and a Hypothesis strategy for well-formed random ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from random import Random

from hypothesis import strategies

from interpreter.program import (
    BINARY,
    HIGHEST,
    LOWEST,
    UNARY,
    Answer,
    Award,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    Check,
    ChoiceInfo,
    Decide,
    DiceInfo,
    Finish,
    Instruction,
    Jump,
    Load,
    Lookup,
    Mark,
    MeasureInfo,
    Move,
    Operand,
    Program,
    QueryInfo,
    Register,
    Return,
    RoutineInfo,
    Sample,
    Say,
    Shape,
    Site,
    Slot,
    SlotInfo,
    Store,
    Switch,
    Target,
    Terminator,
    Text,
    Unary,
)
from interpreter.program.text import parse_program

# Eighteen halves of three outs; three dice a throw, looked up in a table; a walk loop over the runners.
# About as many instructions a throw as a real game has.
HALVES = """\
program name="halves" registers=8 start=0 seats=["Ann","Ben"] sides=[]

what 0 "outs"
what 1 "runs"

array 0 {rows}

shape 0 form="number"
shape 1 form="set" labels=["first","second","third"]

slot 0 name="throw" kind="dice" shape=0
slot 1 name="outs" kind="state" shape=0
slot 2 name="runs[Ann]" kind="state" shape=0
slot 3 name="runs[Ben]" kind="state" shape=0
slot 4 name="bases" kind="state" shape=1
slot 5 name="half" kind="state" shape=0
slot 6 name="batting" kind="state" shape=0
slot 7 name="score_return" kind="return" shape=0
slot 8 name="advance_return" kind="return" shape=0
slot 9 name="distance" kind="local" shape=0
slot 10 name="left" kind="local" shape=0
slot 11 name="who" kind="local" shape=0
slot 12 name="offer[0]" kind="flag" shape=0
slot 13 name="offer[1]" kind="flag" shape=0
slot 14 name="default" kind="local" shape=0
slot 15 name="steal" kind="choice" shape=0
slot 16 name="target" kind="local" shape=0

site 0 kind="rule" name="score" row="" file="halves" line=1 column=1 citation="" ids=[]
site 1 kind="rule" name="advance" row="" file="halves" line=2 column=1 citation="" ids=[]
site 2 kind="row" name="throws" row="out" file="halves" line=3 column=1 citation="" ids=[]
site 3 kind="row" name="throws" row="hit 1" file="halves" line=4 column=1 citation="" ids=[]
site 4 kind="row" name="throws" row="hit 2" file="halves" line=5 column=1 citation="" ids=[]
site 5 kind="row" name="throws" row="hit 4" file="halves" line=6 column=1 citation="" ids=[]
site 6 kind="row" name="throws" row="nothing" file="halves" line=7 column=1 citation="" ids=[]
site 7 kind="clause" name="game" row="" file="halves" line=8 column=1 citation="" ids=[]

text 0 pieces=["A run: ","."] shapes=[0] choices=[null]
text 1 pieces=["Out."] shapes=[] choices=[]

dice 0 name="throw" number=3 faces=6

choice 0 name="steal" question="Steal?" values=[0,1] names=["none","first"] labels=["none","first"]

measure 0 name="runs_per_half" per="half"
measure 1 name="runs" per="side" labels=["Ann","Ben"]

routine 0 name="score" kind="rule" entry=16 return_slot=7 continuations=[18]
routine 1 name="advance" kind="rule" entry=17 return_slot=8 continuations=[10,10,10]

query 0 name="view" entry=24
query 1 name="advice" entry=25
query 2 name="given" entry=26

block 0 "game"
  half = 0
  jump half_begins

block 1 "half_begins"
  outs = 0
  bases = 0
  batting = mod half 2 at #7
  jump at_bat

block 2 "at_bat"
  %0 = ne bases 0 at #7
  if %0 then ask_steal else throw

block 3 "throw"
  roll throw outcomes 216 by batting into throw then thrown at #7

block 4 "thrown"
  %0 = array 0 index throw at #7
  switch %0 to (row_out, row_hit_1, row_hit_2, row_hit_4, row_nothing)

block 5 "row_out"
  mark #2
  say 1 with () at #2
  %0 = add outs 1 at #2
  check %0 from 0 to 3 what 0 at #2
  outs = %0
  %1 = ge outs 3 at #2
  if %1 then half_ends else after_throw

block 6 "row_hit_1"
  mark #3
  distance = 1
  call advance number 0 then after_throw

block 7 "row_hit_2"
  mark #4
  distance = 2
  call advance number 1 then after_throw

block 8 "row_hit_4"
  mark #5
  distance = 4
  call advance number 2 then after_throw

block 9 "row_nothing"
  mark #6
  jump after_throw

block 10 "after_throw"
  jump at_bat

block 11 "half_ends"
  sample runs_per_half value outs
  %0 = add half 1 at #7
  check %0 from 0 to 1000 what 0 at #7
  half = %0
  %0 = ge half 18 at #7
  if %0 then game_ends else half_begins

block 12 "game_ends"
  sample runs value runs[Ann]
  sample runs value runs[Ben]
  %0 = gt runs[Ann] runs[Ben] at #7
  if %0 then ann_wins else ben_wins

block 13 "ann_wins"
  award 0 at #7
  jump over

block 14 "ben_wins"
  award 1 at #7
  jump over

block 15 "over"
  finish

block 16 "score"
  mark #0
  %0 = load runs[Ann] size 2 index batting at #0
  %0 = add %0 1 at #0
  check %0 from 0 to 1000 what 1 at #0
  store runs[Ann] size 2 index batting value %0 at #0
  say 0 with (%0) at #0
  return from score

block 17 "advance"
  mark #1
  %0 = mul bases 2 at #1
  %0 = or %0 1 at #1
  left = %0
  bases = 0
  jump next_runner

block 18 "next_runner"
  %0 = eq left 0 at #1
  if %0 then advanced else move_runner

block 19 "move_runner"
  who = highest left at #1
  %0 = shl 1 who at #1
  left = xor left %0 at #1
  target = add who distance at #1
  %0 = gt target 3 at #1
  if %0 then scores else stays

block 20 "scores"
  call score number 0 then next_runner

block 21 "stays"
  %0 = sub target 1 at #1
  %0 = shl 1 %0 at #1
  bases = or bases %0 at #1
  jump next_runner

block 22 "next_runner_again"
  jump next_runner

block 23 "advanced_return"
  jump after_throw

block 24 "view"
  answer (runs[Ann], runs[Ben], outs, bases)

block 25 "advice"
  %0 = lt outs 2 at #7
  answer (%0)

block 26 "given"
  outs = 2
  bases = 5
  answer ()

block 27 "advanced"
  return from advance

block 28 "ask_steal"
  offer[0] = 1
  %0 = and bases 1 at #7
  %1 = and bases 2 at #7
  %1 = eq %1 0 at #7
  %0 = and %0 %1 at #7
  offer[1] = %0
  default = 0
  jump choose_steal

block 29 "choose_steal"
  choose steal by batting flags offer[0] default default into steal then steal_chosen at #7

block 30 "steal_chosen"
  %0 = eq steal 1 at #7
  if %0 then stealing else throw

block 31 "stealing"
  bases = xor bases 3 at #7
  jump throw
"""


def _row_of(total: int) -> int:
    return 0 if total <= 8 else 4 if total <= 11 else 1 if total <= 14 else 2 if total <= 16 else 3


HALVES_ROWS = [_row_of(sum(faces)) for faces in product(range(1, 7), repeat=3)]


def halves() -> Program:
    """The little game above."""
    return parse_program(HALVES.replace("{rows}", str(HALVES_ROWS)))


SMALL = """\
program name="small" registers=2 start=0 seats=[] sides=[]
what 0 "the count"
array 0 [5,6,7]
array 1 []
shape 0 form="number"
slot 0 name="a" kind="state" shape=0
slot 1 name="b" kind="state" shape=0
slot 2 name="c" kind="state" shape=0
slot 3 name="f[0]" kind="flag" shape=0
slot 4 name="f[1]" kind="flag" shape=0
slot 5 name="f[2]" kind="flag" shape=0
site 0 kind="clause" name="first" row="" file="small" line=1 column=1 citation="" ids=[]
site 1 kind="clause" name="second" row="" file="small" line=2 column=1 citation="" ids=[]
site 2 kind="clause" name="third" row="" file="small" line=3 column=1 citation="" ids=[]
text 0 pieces=["It is ","."] shapes=[0] choices=[null]
dice 0 name="dice" number=1 faces=6
choice 0 name="choice" question="Which?" values=[10,20,30] names=["x","y","z"] labels=["X","Y","Z"]
measure 0 name="count" per="game"
query 0 name="query" entry=4
block 0 "game"
{game}
block 1 "other"
{other}
block 2 "end"
  finish
block 3 "stop"
  {stop}
block 4 "query"
{query}
"""


def small(game: str, *, other: str = "  jump end", stop: str = "finish", query: str = "  answer ()") -> Program:
    """A program of a few blocks: what the game does, where it may go, where it may stop, and a query."""
    return parse_program(SMALL.format(game=game, other=other, stop=stop, query=query))


# ---- random programs

REGISTERS = 3
STATES = 5
NAMES = ("outs", "runs[red]", "a name", "été", "then", '"', "x@3", "", "line\nbreak", "%0", "#1", "-3", "(", "nobody")
PLAIN_NUMBERS = (0, 0, 1, 1, 2, 3, 5)
WILD_NUMBERS = (-1, -7, 61, 62, 63, 64, 2**31, 2**62, 2**62 - 1, HIGHEST, HIGHEST - 1, LOWEST, LOWEST + 1)
OFTEN = ("add", "sub", "and", "or", "xor", "min", "max", "eq", "ne", "lt", "ge", "mod")


@dataclass
class Part:
    """The game, a routine or a query while it is being made: the numbers of its blocks, the first one its entry.
    `needs[block]` are the registers that must hold something where the block begins."""

    kind: str
    number: int
    blocks: list[int]
    needs: dict[int, frozenset[int]] = field(default_factory=dict)


class Maker:
    """Makes one random program. Calls go only to later routines, queries and the rules they use do not stop, and
    wild numbers are rare, so that many games come to more than one stop."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = Random(seed)
        self.size = size
        self.parts: list[Part] = []
        self.blocks: dict[int, Block] = {}
        self.continuations: list[list[int]] = []
        self.kinds = ["state"] * STATES

    def make(self) -> Program:
        """The program. From each block a way leads on to the next of its part, and so to the part's end."""
        routines = self.random.randint(0, 3)
        self.quiet = [self.random.random() < 0.5 for _ in range(routines)]
        self.continuations = [[] for _ in range(routines)]
        self.kinds += ["return"] * routines + ["flag"] * 3
        for kind, number in [("game", 0), *(("routine", each) for each in range(routines)), ("query", 0), ("query", 1)]:
            self.add_part(kind, number)
        for part in self.parts:
            for block in part.blocks:
                self.blocks[block] = self.block(part, block)
        return self.program()

    def add_part(self, kind: str, number: int) -> None:
        first = sum(len(part.blocks) for part in self.parts)
        part = Part(kind, number, list(range(first, first + self.random.randint(3, 3 + self.size))))
        registers = range(REGISTERS)
        for block in part.blocks:
            part.needs[block] = frozenset(each for each in registers if self.random.random() < 0.1)
        part.needs.update(dict.fromkeys(part.blocks[:3] if kind == "game" else part.blocks[:1], frozenset()))
        self.parts.append(part)

    # ---- blocks

    def block(self, part: Part, block: int) -> Block:
        known = set(part.needs[block])
        alone = not known and block != part.blocks[0] and part.needs.get(block + 1) == frozenset()
        likely = 0.8 if part.kind == "game" else 0.4
        is_stop = alone and self.may_stop(part) and self.random.random() < likely
        instructions = [] if is_stop else [self.instruction(known) for _ in range(self.random.randint(0, 3))]
        if part.kind == "game" and block == part.blocks[0]:
            instructions += [Move(Slot(self.flags() + each), int(self.random.random() < 0.8)) for each in range(3)]
        if not is_stop and block + 1 in part.blocks:
            instructions += [Move(Register(each), self.operand(known)) for each in part.needs[block + 1] - known]
            known |= part.needs[block + 1]
        name = f"{part.kind}{part.number}.{block}" if self.random.random() < 0.7 else self.random.choice(NAMES)
        end = self.stop(block + 1) if is_stop else self.terminator(part, block, known)
        return Block(name, tuple(instructions), end)

    def may_stop(self, part: Part) -> bool:
        return part.kind == "game" or (part.kind == "routine" and not self.quiet[part.number])

    def any_block(self, part: Part, block: int, known: set[int]) -> int:
        """A block of the same part, more often behind this one, that needs no more than is known."""
        fitting = [each for each in part.blocks if part.needs[each] <= known]
        later = [each for each in fitting if each > block]
        return self.random.choice(later if later and self.random.random() < 0.85 else fitting)

    def terminator(self, part: Part, block: int, known: set[int]) -> Terminator:
        if block == part.blocks[-1]:
            return self.last(part, known)
        following, draw = block + 1, self.random.random()
        if draw < 0.25:
            return Jump(following)
        if draw < 0.6:
            ways = [following, self.any_block(part, block, known)]
            self.random.shuffle(ways)
            return Branch(self.operand(known), *ways)
        if draw < 0.7:
            ways = [following, *(self.any_block(part, block, known) for _ in range(self.random.randint(0, 3)))]
            self.random.shuffle(ways)
            return Switch(self.operand(known), tuple(ways))
        return (self.call(part, following) if not part.needs[following] else None) or Jump(following)

    def last(self, part: Part, known: set[int]) -> Terminator:
        if part.kind == "query":
            return Answer(tuple(self.operand(known) for _ in range(self.random.randint(0, 2))))
        if part.kind == "routine":
            return Return(part.number)
        return Finish() if self.random.random() < 0.4 else Jump(part.blocks[0])

    def call(self, part: Part, then: int) -> Call | None:
        first = part.number + 1 if part.kind == "routine" else 0
        callable_ = [each for each in range(first, len(self.quiet)) if self.may_stop(part) or self.quiet[each]]
        if not callable_:
            return None
        routine = self.random.choice(callable_)
        self.continuations[routine].append(then)
        return Call(routine, len(self.continuations[routine]) - 1, then)

    def stop(self, then: int) -> Terminator:
        site = self.site()
        kept = self.random.choice([-1, 0, Slot(self.random.randrange(STATES))])
        if self.random.random() < 0.5:
            return Chance(0, 4, kept, self.slot(), then, site)
        return Decide(0, kept, self.flags(), self.slot(), self.slot(), then, site)

    # ---- instructions

    def instruction(self, known: set[int]) -> Instruction:
        make = self.random.choice(
            [self.move, self.move, self.binary, self.binary, self.sum, self.unary, self.lookup, self.load, self.store,
             self.check, self.tell, self.tell, self.flag]
        )
        instruction = make(known)
        target = getattr(instruction, "target", None)
        if isinstance(target, Register):
            known.add(target.index)
        return instruction

    def site(self) -> int:
        return self.random.randrange(-1, 6)

    def flags(self) -> int:
        return len(self.kinds) - 3

    def slot(self) -> Slot:
        return Slot(self.random.randrange(STATES))

    def target(self) -> Target:
        return self.slot() if self.random.random() < 0.5 else Register(self.random.randrange(REGISTERS))

    def operand(self, known: set[int]) -> Operand:
        draw = self.random.random()
        if draw < 0.02:
            return self.random.choice(WILD_NUMBERS)
        if draw < 0.4:
            return self.random.choice(PLAIN_NUMBERS)
        return Register(self.random.choice(sorted(known))) if known and draw < 0.7 else self.slot()

    def index(self, known: set[int]) -> Operand:
        return 0 if self.random.random() < 0.7 else self.operand(known)

    def move(self, known: set[int]) -> Instruction:
        return Move(self.target(), self.operand(known))

    def binary(self, known: set[int]) -> Instruction:
        operator = self.random.choice(OFTEN if self.random.random() < 0.8 else BINARY)
        right = self.random.choice((1, 2, 3)) if operator == "mod" else self.operand(known)
        return Binary(self.target(), operator, self.operand(known), right, self.site())

    def sum(self, known: set[int]) -> Instruction:
        operator = self.random.choice(("add", "sub", "mul"))
        return Binary(Register(0), operator, self.operand(known), self.operand(known), self.site())

    def unary(self, known: set[int]) -> Instruction:
        operator = self.random.choice(("size", "size", "size", "size", "size", *UNARY))
        return Unary(self.target(), operator, self.operand(known), self.site())

    def lookup(self, known: set[int]) -> Instruction:
        return Lookup(self.target(), self.random.randrange(2), self.index(known), self.site())

    def load(self, known: set[int]) -> Instruction:
        first = self.random.randrange(STATES)
        return Load(self.target(), first, self.random.randint(1, STATES - first), self.index(known), self.site())

    def store(self, known: set[int]) -> Instruction:
        first = self.random.randrange(STATES)
        size = self.random.randint(1, STATES - first)
        return Store(first, size, self.index(known), self.operand(known), self.site())

    def check(self, known: set[int]) -> Instruction:
        value = Register(0) if 0 in known and self.random.random() < 0.7 else self.operand(known)
        low, high = self.random.choice((LOWEST, -9, 0, 0)), self.random.choice((9, 99, HIGHEST))
        return Check(value, low, high, 0, self.site())

    def tell(self, known: set[int]) -> Instruction:
        return self.random.choice([
            Mark(self.random.randrange(6)),
            Say(0, (self.operand(known), self.operand(known)), self.site()),
            Say(1, (), self.site()),
            Sample(0, self.operand(known)),
            Award(self.operand(known), self.site()),
        ])

    def flag(self, known: set[int]) -> Instruction:
        value = 1 if self.random.random() < 0.7 else self.operand(known)
        return Move(Slot(self.flags() + self.random.randrange(3)), value)

    # ---- the whole

    def program(self) -> Program:
        routines = [part for part in self.parts if part.kind == "routine"]
        queries = [part for part in self.parts if part.kind == "query"]
        names = self.random.choices(NAMES, k=len(self.kinds))
        return Program(
            name=self.random.choice(NAMES),
            slots=tuple(SlotInfo(name, kind, 0) for name, kind in zip(names, self.kinds, strict=True)),
            registers=REGISTERS,
            shapes=(Shape("number"), Shape("member", 1, ("one", "two"))),
            arrays=((3, 1, 4, 1, 5), (0, -2)),
            sites=tuple(Site("rule", str(each), "", "file", each + 1, 1, "", ("X-1",)) for each in range(6)),
            checks=("value",),
            texts=(Text(("a", "b", "c; d"), (0, 1), (None, ("yes", "no"))), Text(('say "so"',), (), ())),
            dice=(DiceInfo(self.random.choice(NAMES), 2, 2),),
            choices=(ChoiceInfo("choice", "Which?", (10, -1, HIGHEST), ("a", "b", "c"), ("A", "B", "C")),),
            measures=(MeasureInfo("measure", "game"),),
            routines=tuple(
                RoutineInfo(f"routine{part.number}", "rule", part.blocks[0], STATES + part.number, tuple(back))
                for part, back in zip(routines, self.continuations, strict=True)
            ),
            queries=tuple(QueryInfo(f"query{part.number}", part.blocks[0]) for part in queries),
            blocks=tuple(self.blocks[at] for at in range(len(self.blocks))),
            seats=("Ann", "Ben"),
            sides=(),
        )


def random_program(seed: int, size: int) -> Program:
    """A well-formed program; each of its parts has up to `size` blocks more than three."""
    return Maker(seed, size).make()


programs = strategies.builds(random_program, strategies.integers(0, 2**32 - 1), strategies.integers(0, 8))
