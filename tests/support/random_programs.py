"""A Hypothesis strategy for well-formed random programs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies

from interpreter.program import (
    HIGHEST,
    LOWEST,
    VOID,
    Answer,
    Apply,
    Award,
    Binary,
    Block,
    Branch,
    Call,
    Chance,
    Check,
    CheckInfo,
    ChoiceInfo,
    Decide,
    DiceInfo,
    Draw,
    Exchange,
    Finish,
    FunctionInfo,
    Gather,
    Instruction,
    Jump,
    Lay,
    Lift,
    Load,
    Lookup,
    Mark,
    MeasureInfo,
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
    RoutineInfo,
    Sample,
    Say,
    Shape,
    Site,
    Slot,
    SlotInfo,
    Store,
    Switch,
    Take,
    Target,
    Terminator,
    Text,
    Unary,
    ZoneInfo,
)
from interpreter.program.instructions.operators import OPERATORS

REGISTERS = 6
CARRIED = 3
STATES = 5
CARDS = 5
PLACES = (0, 2, 2)
"""How many places each zone has: a single pile, two piles, two hands."""

NAMES = ("outs", "runs[red]", "a name", "été", "then", '"', "x@3", "", "line\nbreak", "%0", "#1", "-3", "(", "nobody")
PLAIN_NUMBERS = (0, 0, 1, 1, 2, 3, 5)
WILD_NUMBERS = (-1, -7, 61, 62, 63, 64, 2**31, 2**62, 2**62 - 1, HIGHEST, HIGHEST - 1, LOWEST, LOWEST + 1)
BINARY = tuple(name for name, each in OPERATORS.items() if each.operands == 2)
UNARY = tuple(name for name, each in OPERATORS.items() if each.operands == 1)
OFTEN = ("add", "sub", "and", "or", "xor", "min", "max", "eq", "ne", "lt", "ge", "mod")


@dataclass
class Part:
    """The game, a routine or a query while it is being made: the numbers of its blocks, the first one its entry.
    `needs[block]` are the registers that must hold something where the block begins. From the blocks in `draws` a card
    is drawn; each is followed by a block that lays it down and that nothing else leads to."""

    kind: str
    number: int
    blocks: list[int]
    needs: dict[int, frozenset[int]] = field(default_factory=dict)
    draws: dict[int, tuple[int, int | Slot, int, int | Slot]] = field(default_factory=dict)


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
        self.copies = (2, 1, 3, 1, 2)[:CARDS] if seed % 3 == 2 else ()

    def make(self) -> Program:
        """The program. From each block a way leads on to the next of its part, and so to the part's end."""
        routines = self.random.randint(0, 3)
        self.quiet = [self.random.random() < 0.5 for _ in range(routines)]
        self.continuations = [[] for _ in range(routines)]
        self.kinds += ["return"] * routines + ["local", "offer"]
        for kind, number in [("game", 0), *(("routine", each) for each in range(routines)), ("query", 0), ("query", 1)]:
            self.add_part(kind, number)
        for part in self.parts:
            for block in part.blocks:
                self.blocks[block] = self.block(part, block)
        for function in self.functions:
            self.write_function(function)
        return self.program()

    # ---- functions: two, the second of which may apply the first

    @property
    def functions(self) -> tuple[FunctionInfo, ...]:
        first = sum(len(part.blocks) for part in self.parts)
        infos = []
        for number in range(2):
            one = REGISTERS + 3 + 4 * number
            full = (LOWEST,) * 2, (HIGHEST,) * 2, LOWEST, HIGHEST
            infos.append(FunctionInfo(f"f{number}", first + 3 * number, (one, one + 1), *full, (0, 1), (2, 3)))
        return tuple(infos)

    def write_function(self, info: FunctionInfo) -> None:
        """It reads the slots 0 and 1 and one of those from 2 to 4, writes to its own copy of one, and branches once."""
        one, other = map(Register, info.parameters)
        found, more = Register(other.index + 1), Register(other.index + 2)
        reads = (one, other, Slot(0), Slot(1), 1, 2)
        operator, site = self.random.choice(OFTEN[:-1]), self.site()
        first = [
            Binary(found, operator, self.random.choice(reads), self.random.choice(reads), site),
            Load(more, 2, 3, self.random.choice((0, 1, 2, Slot(0))), site),
        ]
        first.append(self.random.choice([Move(Slot(0), found), Store(2, 3, Slot(1), more, site)]))
        if info.name == "f1":
            first.append(Apply(more, 0, (found, self.random.choice(reads)), site))
        entry, last = info.entry, (found, more)
        second = Binary(found, self.random.choice(OFTEN[:-1]), more, self.random.choice(reads), site)
        self.blocks[entry] = Block("function", tuple(first), Branch(self.random.choice(last), entry + 1, entry + 2))
        self.blocks[entry + 1] = Block("function", (second,), Jump(entry + 2))
        self.blocks[entry + 2] = Block("function", (), Answer((self.random.choice(last),)))

    def apply(self, known: set[int]) -> Instruction:
        given = self.operand(known), self.operand(known)
        return Apply(self.target(), self.random.randrange(2), given, self.site())

    def add_part(self, kind: str, number: int) -> None:
        first = sum(len(part.blocks) for part in self.parts)
        part = Part(kind, number, list(range(first, first + self.random.randint(3, 3 + self.size))))
        for block in part.blocks:
            part.needs[block] = frozenset(each for each in range(CARRIED) if self.random.random() < 0.1)
        part.needs.update(dict.fromkeys(part.blocks[:3] if kind == "game" else part.blocks[:1], frozenset()))
        for block in part.blocks[1:-2]:
            if block - 1 not in part.draws and self.may_stop(part) and self.random.random() < 0.25:
                part.draws[block] = (*self.pile(), *self.zone())
                part.needs.update({block: frozenset(), block + 1: frozenset()})
        self.parts.append(part)

    # ---- blocks

    def block(self, part: Part, block: int) -> Block:
        if block in part.draws:
            zone, index, onto, place = part.draws[block]
            return Block("draw", (), Draw(zone, index, onto, place, self.drawn(), block + 1, self.site()))
        known = set(part.needs[block])
        laid = block - 1 in part.draws
        alone = not laid and not known and block != part.blocks[0] and part.needs.get(block + 1) == frozenset()
        likely = 0.8 if part.kind == "game" else 0.4
        is_stop = alone and self.may_stop(part) and self.random.random() < likely
        instructions = self.handling(known) if not is_stop and self.random.random() < 0.4 else []
        instructions += [] if is_stop else [self.instruction(known) for _ in range(self.random.randint(0, 3))]
        if laid:
            _, _, onto, place = part.draws[block - 1]
            instructions.insert(0, Lay(onto, place, self.drawn(), self.random.randrange(2), self.site()))
        if part.kind == "game" and block == part.blocks[0]:
            offered = sum(1 << at for at in range(4) if self.random.random() < 0.8)
            instructions.append(Move(Slot(self.offers()), offered))
            instructions[:0] = self.cards_at_the_start()
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
        fitting = [each for each in part.blocks if part.needs[each] <= known and each - 1 not in part.draws]
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
            odds = self.random.choice(((), (self.random.randint(0, 4), self.random.randint(1, 4))))
            return Answer(self.random.choice(((), (self.operand(known), *odds))))
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
        return Decide(0, kept, self.offers(), self.slot(), self.slot(), then, site)

    # ---- instructions

    def instruction(self, known: set[int]) -> Instruction:
        make = self.random.choice(
            [
                self.move,
                self.move,
                self.binary,
                self.binary,
                self.sum,
                self.unary,
                self.lookup,
                self.load,
                self.gather,
                self.store,
                self.check,
                self.apply,
                self.tell,
                self.tell,
                self.offer,
            ]
        )
        instruction = make(known)
        target = getattr(instruction, "target", None)
        if isinstance(target, Register):
            known.add(target.index)
        return instruction

    def site(self) -> int:
        return self.random.randrange(-1, 6)

    def offers(self) -> int:
        return len(self.kinds) - 1

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

    def gather(self, known: set[int]) -> Instruction:
        first, operator = self.random.randrange(STATES), self.random.choice(("eq", "ne", "lt", "ge"))
        size, places = self.random.randint(1, STATES - first), self.random.randint(2, 5)
        return Gather(self.target(), operator, self.operand(known), first, size, self.index(known), places, self.site())

    def store(self, known: set[int]) -> Instruction:
        first = self.random.randrange(STATES)
        size = self.random.randint(1, STATES - first)
        return Store(first, size, self.index(known), self.operand(known), self.site())

    def check(self, known: set[int]) -> Instruction:
        value = Register(0) if 0 in known and self.random.random() < 0.7 else self.operand(known)
        low, high = self.random.choice((LOWEST, -9, 0, 0)), self.random.choice((9, 99, HIGHEST))
        return Check(value, low, high, 0, self.site())

    def tell(self, known: set[int]) -> Instruction:
        return self.random.choice(
            [
                Mark(self.random.randrange(6)),
                Say(0, (self.operand(known), self.operand(known)), self.site()),
                Say(1, (), self.site()),
                Sample(0, self.operand(known)),
                Award(VOID if self.random.random() < 0.1 else self.operand(known), self.site()),
            ]
        )

    def offer(self, known: set[int]) -> Instruction:
        """Other answers offered, or more; bits of no answer mean nothing."""
        value = self.random.randrange(1, 16) if self.random.random() < 0.7 else self.operand(known)
        offers = Slot(self.offers())
        return Binary(offers, "or", offers, value, self.site()) if self.random.random() < 0.5 else Move(offers, value)

    # ---- cards: each lies in one place, and what is taken up is laid down at once

    def zones(self) -> tuple[ZoneInfo, ...]:
        first, found = len(self.kinds), list[ZoneInfo]()
        for at, places in enumerate(PLACES):
            names, capacity = ("here", "there")[:places], (sum(self.copies) or CARDS) if at < 2 else 0
            sight = ("down", "up", "owner")[at]
            owner = "player" if sight == "owner" else ""
            full, deck = int(at == 0), "deck" if self.copies else ""
            found.append(ZoneInfo(f"zone{at}", 1, CARDS, names, first, capacity, sight, owner, full, deck))
            found[-1] = replace(found[-1], copies=self.copies)
            first += found[-1].size
        return tuple(found)

    def drawn(self) -> Slot:
        return Slot(self.offers() - 1)

    def cards_at_the_start(self) -> list[Instruction]:
        zones, everything = self.zones(), (1 << CARDS) - 1
        last = zones[-1].first + zones[-1].size
        held = dict.fromkeys((zones[0].first, zones[0].first + 1), everything)
        if self.copies:
            held[zones[0].many] = sum(self.copies)
            for start in (zones[0].counts(0), zones[0].loose_counts(0)):
                held.update(enumerate(self.copies, start))
        return [Move(Slot(each), held.get(each, 0)) for each in range(zones[0].first, last)]

    def zone(self) -> tuple[int, int | Slot]:
        """A zone and one of its places, rarely one that it may not have."""
        zone = self.random.randrange(len(PLACES))
        wild = self.random.random() < 0.03
        return zone, self.slot() if wild else self.random.randrange(max(PLACES[zone], 1))

    def pile(self) -> tuple[int, int | Slot]:
        zone, place = 0, 0
        if self.random.random() < 0.4:
            zone, place = 1, self.random.randrange(2)
        return zone, place

    def handling(self, known: set[int]) -> list[Instruction]:
        """Something done with cards, in registers of its own."""
        site, (zone, index), (onto, place) = self.site(), self.pile(), self.zone()
        card, bottom = Register(REGISTERS), self.random.randrange(2)
        match self.random.randrange(9):
            case 0 | 1:
                return [Pour(*self.zone(), onto, place, bottom, site)]
            case 2:
                return [Exchange(zone, index, *self.pile(), site)]
            case 3:
                return [Exchange(2, 0, 2, self.random.randrange(2), site)]
            case 4:
                return [Mix(zone, index, site)]
            case 5:
                return [Peek(self.target_of(known), zone, index, site)]
            case 6:
                many = self.random.choice((0, 1, 1, 2, 9, self.operand(known)))
                return [Reveal(self.target_of(known), zone, index, many, site)]
            case 7:
                return [Lift(card, zone, index, site), Lay(onto, place, card, bottom, site)]
            case _:
                return [*self.taken(self.zone()[0], card), Lay(onto, place, card, bottom, site)]

    def taken(self, zone: int, card: Register) -> list[Instruction]:
        """The lowest card of a place taken away."""
        info, place, site = self.zones()[zone], self.random.randrange(max(PLACES[zone], 1)), self.site()
        held, bit = Register(REGISTERS + 1), Register(REGISTERS + 2)
        return [
            Load(held, info.first, info.members, place, site),
            Unary(card, "lowest", held, site),
            Binary(bit, "shl", 1, card, site),
            Take(zone, place, bit, site),
        ]

    def target_of(self, known: set[int]) -> Target:
        target = self.target()
        if isinstance(target, Register):
            known.add(target.index)
        return target

    # ---- the whole

    def program(self) -> Program:
        routines = [part for part in self.parts if part.kind == "routine"]
        queries = [part for part in self.parts if part.kind == "query"]
        zones = self.zones()
        kinds = self.kinds + ["zone"] * sum(zone.size for zone in zones)
        names = self.random.choices(NAMES, k=len(kinds))
        return Program(
            name=self.random.choice(NAMES),
            slots=tuple(SlotInfo(name, kind, 0) for name, kind in zip(names, kinds, strict=True)),
            registers=REGISTERS + 11,
            shapes=(Shape("number"), Shape("member", 1, ("one", "two"))),
            arrays=((3, 1, 4, 1, 5), (0, -2), (0, 1, 2), (2, 1, 0), (1, 0, 1), (0,)),
            sites=tuple(Site("rule", str(each), "", "file", each + 1, 1, "", ("X-1",)) for each in range(6)),
            checks=(CheckInfo("value", "value"),),
            texts=(Text(("a", "b", "c; d"), (0, 1), (None, ("yes", "no"))), Text(('say "so"',), (), ())),
            dice=(DiceInfo(self.random.choice(NAMES), 2, 2),),
            zones=zones,
            choices=(ChoiceInfo("choice", "Which?", (10, -1, HIGHEST), ("a", "b", "c"), ("A", "B", "C")),),
            measures=(MeasureInfo("measure", "game"),),
            routines=tuple(
                RoutineInfo(f"routine{part.number}", "rule", part.blocks[0], STATES + part.number, tuple(back))
                for part, back in zip(routines, self.continuations, strict=True)
            ),
            functions=self.functions,
            queries=tuple(QueryInfo(part.blocks[0], f"query{part.number}") for part in queries),
            blocks=tuple(self.blocks[at] for at in range(len(self.blocks))),
            seats=("Ann", "Ben"),
            sides=(),
        )


def random_program(seed: int, size: int) -> Program:
    """A well-formed program; each of its parts has up to `size` blocks more than three."""
    return Maker(seed, size).make()


programs = strategies.builds(random_program, strategies.integers(0, 2**32 - 1), strategies.integers(0, 8))
