"""The program: a game as basic blocks over one flat vector of small integers.

Every variable has a fixed slot, every routine (a rule or a phase) one slot for its return, since there is no
recursion. Registers hold what is worked out between two stops and are not part of a position. Only `Chance`,
`Draw` and `Decide` stop; everything between them is determined. Positions are therefore values: a block to go on
from, and the numbers in the slots.

Queries are pieces of the same code with no stop in them, run on the side: a view's values, a strategy's
advice, an example's expectations. They end in `Answer`.

A block that stops has no instructions of its own, so that a position in it means one thing only, and names its
thrower or chooser by a number or a slot, since registers do not outlive a stop. What numbers may be and when
they fail is said in `engine`. `text` prints a program and parses it back; `verify` says what is wrong with one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from interpreter.program.cards import Draw as Draw
from interpreter.program.cards import Exchange as Exchange
from interpreter.program.cards import Lay as Lay
from interpreter.program.cards import Lift as Lift
from interpreter.program.cards import Mix as Mix
from interpreter.program.cards import Peek as Peek
from interpreter.program.cards import Pour as Pour
from interpreter.program.cards import Reveal as Reveal
from interpreter.program.cards import Take as Take
from interpreter.program.cards import ZoneInfo as ZoneInfo
from interpreter.program.cards import ZoneInstruction as ZoneInstruction
from interpreter.program.operands import HIGHEST as HIGHEST
from interpreter.program.operands import LOWEST as LOWEST
from interpreter.program.operands import Kept as Kept
from interpreter.program.operands import Operand as Operand
from interpreter.program.operands import Register as Register
from interpreter.program.operands import Slot as Slot
from interpreter.program.operands import Target as Target

# ---- instructions

ARITHMETIC = ("add", "sub", "mul", "div", "mod", "min", "max")
BITWISE = ("and", "or", "xor", "shl", "shr")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
BINARY = ARITHMETIC + BITWISE + COMPARISONS
"""Operators on two numbers. `div` rounds towards minus infinity, `mod` goes with it; a divisor of zero fails.
Comparisons give 0 or 1. `and`, `or`, `xor`, `shl`, `shr` work on bits; shifts by more than 62 places fail."""

UNARY = ("lowest", "highest", "size")
"""Operators on a set of up to 62 members, one bit each: index of the lowest or highest bit, number of bits.
`lowest` and `highest` of an empty set fail."""


@dataclass(frozen=True)
class Move:
    """target = value"""

    target: Target
    value: Operand


@dataclass(frozen=True)
class Binary:
    """target = left operator right. `site` is where to say so if it fails (division by zero)."""

    target: Target
    operator: str
    left: Operand
    right: Operand
    site: int


@dataclass(frozen=True)
class Unary:
    """target = operator value. `site` as above (an empty set has no highest member)."""

    target: Target
    operator: str
    value: Operand
    site: int


@dataclass(frozen=True)
class Lookup:
    """target = arrays[array][index]; the index is checked."""

    target: Target
    array: int
    index: Operand
    site: int


@dataclass(frozen=True)
class Load:
    """target = slots[first + index], 0 <= index < size checked."""

    target: Target
    first: int
    size: int
    index: Operand
    site: int


@dataclass(frozen=True)
class Store:
    """slots[first + index] = value, 0 <= index < size checked."""

    first: int
    size: int
    index: Operand
    value: Operand
    site: int


@dataclass(frozen=True)
class Check:
    """Fail at `site` unless low <= value <= high. `what` is an index into `Program.checks`."""

    value: Operand
    low: int
    high: int
    what: int
    site: int


@dataclass(frozen=True)
class Mark:
    """A rule, a phase or a table row is reached: an event that statistics and coverage count."""

    site: int


@dataclass(frozen=True)
class Say:
    """An event in the ruleset's words: a text with the present values."""

    text: int
    values: tuple[Operand, ...]
    site: int


@dataclass(frozen=True)
class Sample:
    """One value of a measure."""

    measure: int
    value: Operand


VOID = 62
"""Awarded in place of a seat or side: the game is without a result, whoever wins it. No seat or side has this index."""


@dataclass(frozen=True)
class Award:
    """The seat, or side, with this index wins (several may); `VOID` leaves the game without a result."""

    winner: Operand
    site: int


Instruction: TypeAlias = (
    Move | Binary | Unary | Lookup | Load | Store | Check | Mark | Say | Sample | Award | ZoneInstruction
)

# ---- terminators


@dataclass(frozen=True)
class Jump:
    """To one block."""

    block: int


@dataclass(frozen=True)
class Branch:
    """To `yes` if the condition is not 0, else to `no`."""

    condition: Operand
    yes: int
    no: int


@dataclass(frozen=True)
class Switch:
    """To blocks[value]; the value is known to be in range."""

    value: Operand
    blocks: tuple[int, ...]


@dataclass(frozen=True)
class Call:
    """Note in the routine's return slot that this is its call number `number`, and go to its entry.
    `then` is where it comes back to: routines[routine].continuations[number]."""

    routine: int
    number: int
    then: int


@dataclass(frozen=True)
class Return:
    """Go to the continuation that the routine's return slot names."""

    routine: int


@dataclass(frozen=True)
class Chance:
    """Stop: one of `outcomes` equally likely results of `dice`, put into `target`, then go on.
    `thrower` is the seat or side that rolls (-1 for nobody in particular). The block has no instructions."""

    dice: int
    outcomes: int
    thrower: Kept
    target: Slot
    then: int
    site: int


@dataclass(frozen=True)
class Decide:
    """Stop: `chooser` picks an answer 0 <= n < the choice's size whose flag, slots[flags + n], is 1.
    `default` holds the default answer's number. The value of the answer, choices[choice].values[n], goes into
    `target`. If no flag is set the game fails at `site`. The block has no instructions."""

    choice: int
    chooser: Kept
    flags: int
    default: Slot
    target: Slot
    then: int
    site: int


@dataclass(frozen=True)
class Finish:
    """The game is over."""


@dataclass(frozen=True)
class Answer:
    """A query is over; its results are these."""

    values: tuple[Operand, ...]


Terminator: TypeAlias = Jump | Branch | Switch | Call | Return | Chance | Draw | Decide | Finish | Answer


@dataclass(frozen=True)
class Block:
    """Instructions done in order, then one terminator. `name` is for people."""

    name: str
    instructions: tuple[Instruction, ...]
    terminator: Terminator


# ---- what stands beside the code


@dataclass(frozen=True)
class SlotInfo:
    """A slot's name for people (`outs`, `runs[red]`) and its type for showing its value (see `Shape`).
    `kind` is "state", "return", "dice", "zone", "choice", "flag", "viewer" (who looks, in a
    view's queries; the seat's number) or "local". `sight` tells who sees a state, as of a zone: "up" everybody, "down"
    nobody, "owner" the player, or side (`owner` says which of the two), with the number `place`."""

    name: str
    kind: str
    shape: int
    sight: str = "up"
    owner: str = ""
    place: int = 0


@dataclass(frozen=True)
class Shape:
    """How a number is shown. `form` is one of
    "number"; "yes_no"; "text" (a text without holes, by its number); "member" (labels[value - low]); "set" (labels of
    the bits that are on, bit = low + index); "pile" (the same, of the cards of zone `number`, which lie in an order);
    "roll" (faces of outcome: `faces` sides each of `number` dice).
    """

    form: str
    low: int = 0
    labels: tuple[str, ...] = ()
    number: int = 0
    faces: int = 0


@dataclass(frozen=True)
class Site:
    """A place in a ruleset. `kind` is "rule", "phase", "row", "clause", "table"; `name` the rule's, phase's or
    table's name, `row` the row as written. `overlay` names the house rule that put it there, if one did."""

    kind: str
    name: str
    row: str
    file: str
    line: int
    column: int
    citation: str
    ids: tuple[str, ...]
    overlay: str = ""


@dataclass(frozen=True)
class Text:
    """A text with holes: pieces[0] hole pieces[1] hole ... Each hole is shown by its shape, or, when it has
    `choices`, by the first of them if the value is not 0, else the second."""

    pieces: tuple[str, ...]
    shapes: tuple[int, ...]
    choices: tuple[tuple[str, str] | None, ...]


@dataclass(frozen=True)
class DiceInfo:
    """`number` dice of `faces` faces. Outcome n of faces**number: the first die is the most significant digit,
    so that faces come in the order of counting: 1+1, 1+2, ..."""

    name: str
    number: int
    faces: int


@dataclass(frozen=True)
class ChoiceInfo:
    """`values[n]` is what answer n puts into the choice's slot; `labels[n]` how it is shown; `names[n]` how it is
    written in a script or typed at the table. If `secret` is 1, only the chooser may be told the answer."""

    name: str
    question: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    secret: int = 0


@dataclass(frozen=True)
class MeasureInfo:
    """`per` is "game", a phase, or a kind (then `labels` names its members, and each game gives that many samples).
    `whose` is the slot that says whose phase it is: the side or player with whom the phase, or the nearest around it,
    was begun; -1 where it is nobody's.
    If `hidden` is 1, its values come from what is hidden, and are for statistics alone."""

    name: str
    per: str
    labels: tuple[str, ...] = ()
    whose: int = -1
    hidden: int = 0


@dataclass(frozen=True)
class RoutineInfo:
    """A rule or a phase. `begun` is, for a phase, the block where its state has just been set up; no register is
    in use there, so that a game can be taken up from it."""

    name: str
    kind: str
    entry: int
    return_slot: int
    continuations: tuple[int, ...]
    begun: int = -1


@dataclass(frozen=True)
class QueryInfo:
    """A pure piece of code: `name` like "view:scoreboard:0", "advice:bold:reroll:0", "given:3", "then:3:0"."""

    name: str
    entry: int


@dataclass(frozen=True)
class Program:
    """A game, ready to run. See each part above; all cross-references are indices."""

    name: str
    slots: tuple[SlotInfo, ...]
    registers: int
    shapes: tuple[Shape, ...]
    arrays: tuple[tuple[int, ...], ...]
    sites: tuple[Site, ...]
    checks: tuple[str, ...]
    texts: tuple[Text, ...]
    dice: tuple[DiceInfo, ...]
    choices: tuple[ChoiceInfo, ...]
    measures: tuple[MeasureInfo, ...]
    routines: tuple[RoutineInfo, ...]
    queries: tuple[QueryInfo, ...]
    blocks: tuple[Block, ...]
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    start: int = 0
    zones: tuple[ZoneInfo, ...] = ()

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies whose advice it has."""
        parts = [each.name.split(":") for each in self.queries]
        return tuple(dict.fromkeys(part[1] for part in parts if part[0] == "advice"))

    @cached_property
    def has_secrets(self) -> bool:
        """Whether some player knows what another does not."""
        sights = {*(zone.sight for zone in self.zones), *(slot.sight for slot in self.slots)}
        return "owner" in sights or any(choice.secret for choice in self.choices)

    def advice(self, strategy: str, choice: int) -> tuple[int, ...]:
        """The numbers of the queries that are the lines of a strategy for a choice, in their order. Each answers a
        value, or nothing where its condition does not hold."""
        prefix = f"advice:{strategy}:{self.choices[choice].name}:"
        return tuple(number for number, each in enumerate(self.queries) if each.name.startswith(prefix))
