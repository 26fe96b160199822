"""The records of a program: its slots, dice, choices, places in the ruleset, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple
from itertools import compress

from interpreter.bits import bits_of, list_digits
from interpreter.data_classes import dataclass
from interpreter.program.zones import ZoneInfo
from interpreter.throws import list_sides, name_faces, reduce_outcomes, show_faces


@dataclass(frozen=True)
class SlotInfo:
    """A slot's name for people (`outs`, `runs[red]`) and its type for showing its value (see `Shape`).
    `kind` is "state", "return", "dice", "zone", "choice", "offer", "viewer" (who looks, in a
    view's queries; the seat's number) or "local". `sight` says who sees a state, as of a zone: "up" everybody, "down"
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
    "number" (if there is a label, that is what the number `low` is called; `number` is how many of its parts make 1, if
    it is a fraction); "yes_no"; "text" (a text without holes, by
    its number); "member" (labels[value - low]); "set" (labels of the bits that are on, bit = low + index); "pile" (the
    same, of the cards of zone `number`, which lie in an order);
    "place" (all cards at a place of zone `number`, the value being its index: for texts that are drawn at a position);
    "wide" (as the shape `low`, in at least `number` characters);
    "blank" (as the shape `low`, or nothing if the value is `BLANK`);
    "roll" (faces of outcome: `faces` sides each of `number` dice); "throw" (some of `number` dice, see `throws`).
    `shown` is what stands on the faces of dice, if not 1 and so on; if there are labels, they are the words for that.
    """

    form: str
    low: int = 0
    labels: tuple[str, ...] = ()
    number: int = 0
    faces: int = 0
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Site:
    """A place in a ruleset. `kind` is "rule", "phase", "row", "clause", "table"; `name` the rule's, phase's or
    table's name, `row` the row as written. `overlay` names the house rule that put it there, if one did. `called` is
    the name for people, if the ruleset gives one; dice, zones and choices have it too. `sight` is "up" if everybody may
    know that it is reached, "down" if that may reveal something hidden.
    `leads` are the rules that a row calls, or decides on. A rule `speaks` if it can say what it does."""

    kind: str
    name: str
    row: str
    file: str
    line: int
    column: int
    citation: str
    ids: tuple[str, ...]
    overlay: str = ""
    called: str = ""
    sight: str = "up"
    leads: tuple[str, ...] = ()
    speaks: int = 0


@dataclass(frozen=True)
class Text:
    """A text with holes: pieces[0] hole pieces[1] hole ... Each hole is shown by its shape, or, when it has
    `choices`, by one of them: the last if the value is 0, the one before it if it is 1, and so on. If it is `private`,
    the first value is the seat of the only player who hears it, and the holes come after that."""

    pieces: tuple[str, ...]
    shapes: tuple[int, ...]
    choices: tuple[tuple[str, ...] | None, ...]
    private: int = 0


@dataclass(frozen=True)
class DiceInfo:
    """`number` dice of `faces` faces. Outcome n of faces**number: the first die is the most significant digit,
    so that faces come in the order of counting: 1+1, 1+2, ... `shown` is what stands on the faces, if not 1 and so on.
    `sight` says who sees what they show, as of a zone. If `summed` is 0, nothing asks for their total. If there are
    `words`, `shown` are places among them, and they are what people see. Of dice that are rolled one by one, `left` are
    this one and those that follow at once. Different dice that are rolled together are numbered by `part`, from 1
    on; if they are those of several members of a kind, `member` is whose they are, and `whose` its name unless it rolls
    them itself."""

    name: str
    number: int
    faces: int
    shown: tuple[int, ...] = ()
    sight: str = "up"
    called: str = ""
    summed: int = 1
    words: tuple[str, ...] = ()
    left: int = 0
    part: int = 0
    member: int = -1
    whose: str = ""

    @property
    def order(self) -> tuple[int, int]:
        """The place among all dice that are rolled together; (0, -1) if no others are."""
        return self.part, self.member

    @property
    def sides(self) -> tuple[int, ...]:
        return list_sides(self.faces, self.shown)

    @property
    def totals(self) -> tuple[int, ...]:
        return reduce_outcomes("total", self.number, self.sides, False)

    def show(self, outcome: int) -> tuple[int, ...]:
        return show_faces(outcome, self.number, self.faces, self.shown)

    def name_outcome(self, outcome: int) -> tuple[int | str, ...]:
        return name_faces(self.show(outcome), self.words)


ANSWERS_IN_SLOT = 62
"""Answers for which one slot says whether they are offered, a bit for each."""

ALL_ANSWERS = (1 << ANSWERS_IN_SLOT) - 1


def count_offer_slots(answers: int) -> int:
    """The slots that a set of offered answers takes."""
    return -(-answers // ANSWERS_IN_SLOT)


@dataclass(frozen=True)
class ChoiceInfo:
    """`values[n]` is what answer n puts into the choice's slot; `labels[n]` how it is shown; `names[n]` how it is
    written in a script or typed at the table. If `secret` is 1, only the chooser may know the answer. Where
    several are picked one after the other, `several` is what they are called, and the choice's own slot holds them all.
    """

    name: str
    question: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    secret: int = 0
    called: str = ""
    several: str = ""

    @property
    def words(self) -> int:
        return count_offer_slots(len(self.values))

    def list_offered(self, words: Sequence[int]) -> tuple[int, ...]:
        """The answers in the set that these slots hold."""
        found, numbers = list[int](), range(len(self.values))
        for at, word in enumerate(words):
            found += compress(numbers[at * ANSWERS_IN_SLOT :], list_digits(word & ALL_ANSWERS))
        return tuple(found)

    def offers(self, words: Sequence[int], answer: int) -> bool:
        """Whether an answer is in the set that these slots hold."""
        at, bit = divmod(answer, ANSWERS_IN_SLOT)
        return 0 <= answer < len(self.values) and bool(words[at] >> bit & 1)

    def hold(self, answers: Iterable[int]) -> tuple[int, ...]:
        """A set of answers as slots hold it."""
        held = bits_of(answers)
        return tuple(held >> ANSWERS_IN_SLOT * at & ALL_ANSWERS for at in range(self.words))


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
class QuotientInfo:
    """The measure with the number `top` per unit of the measure `bottom`."""

    name: str
    top: int
    bottom: int


@dataclass(frozen=True)
class AimInfo:
    """What is played for: of the measure with this number as much as can be, if `most` is 1, or else as little."""

    measure: int
    most: int

    def __str__(self) -> str:
        return f"{'most' if self.most else 'least'} {self.measure}"


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
class CheckInfo:
    """What a check looks at. `kind` is "value" (of the variable `name`), "limit" (of a state), "default" (of a choice),
    "answer" (whether that of a choice is gone), "key" (of a table), "listed key" (of a table that lists the members it
    knows), "rolled" (how many of some dice), "dice" (how many are together), "kept" (how many do not lie there), "die"
    (what one shows), "dealt" or "cards" (how many), "parted" (how many members), "in set" (a number that goes into
    one), "attribute" (that a card may be without), "best" (of what may be nothing), "nothing" (what is none, and has to
    be something), or "odds" (how often a line of a strategy is taken).
    `low` and `high` are what people call the ends of the range, where they are members or bound a set's members
    (`members` is then 1)."""

    kind: str
    name: str = ""
    low: str = ""
    high: str = ""
    members: int = 0


@dataclass(frozen=True, order=True)
class QueryInfo:
    """A pure piece of code that begins in the block `entry`. What it answers is said in `lower.queries`, by its `kind`.
    `name` is that of a view, a strategy or a routine; `about` the choice that is advised, or the examples that
    ask about a call; `line` and `member` count the lines of each, and the members that a line is repeated for."""

    entry: int
    kind: str
    name: str = ""
    about: str = ""
    example: int = -1
    line: int = -1
    member: int = -1

    def __str__(self) -> str:
        return ":".join(str(each) for each in astuple(self)[1:] if each not in ("", -1))


@dataclass(frozen=True)
class FunctionInfo:
    """Code that only calculates: it begins in the block `entry`, with its arguments in registers (`parameters`), each
    from `lows` to `highs`, and answers a number from `low` to `high`. It reads these `slots`, runs of slots (`runs` has
    the first and the size of each in turn) and the cards of `zones`. What it writes is its own and is gone when it
    ends: registers, and a copy of the slots. Of these it need not name those that it writes before it reads them."""

    name: str
    entry: int
    parameters: tuple[int, ...]
    lows: tuple[int, ...]
    highs: tuple[int, ...]
    low: int
    high: int
    slots: tuple[int, ...] = ()
    runs: tuple[int, ...] = ()
    zones: tuple[int, ...] = ()

    @property
    def loads(self) -> tuple[range, ...]:
        firsts, sizes = self.runs[::2], self.runs[1::2]
        return tuple(range(first, first + size) for first, size in zip(firsts, sizes, strict=True))


@dataclass(frozen=True)
class Records:
    """All of it. See each part above; all cross-references are indices. `bank` is what the bank is called, if there is
    one: its number among winners comes after those of all sides, or seats where there are none."""

    name: str
    slots: tuple[SlotInfo, ...]
    registers: int
    shapes: tuple[Shape, ...]
    arrays: tuple[tuple[int, ...], ...]
    sites: tuple[Site, ...]
    checks: tuple[CheckInfo, ...]
    texts: tuple[Text, ...]
    dice: tuple[DiceInfo, ...]
    choices: tuple[ChoiceInfo, ...]
    measures: tuple[MeasureInfo, ...]
    routines: tuple[RoutineInfo, ...]
    queries: tuple[QueryInfo, ...]
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    bank: str = ""
    quotients: tuple[QuotientInfo, ...] = ()
    aims: tuple[AimInfo, ...] = ()
    start: int = 0
    zones: tuple[ZoneInfo, ...] = ()
    functions: tuple[FunctionInfo, ...] = ()
