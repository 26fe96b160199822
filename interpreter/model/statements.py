"""Typed statements."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.model.basics import Placed, Variable
from interpreter.model.values import Value, ZonePlace


@dataclass(frozen=True)
class Hole:
    """A value in a text; with `choices`, one of them is shown: the last if it is no or 0, the one before it if it is
    yes or 1, and so on. It takes at least `width` characters, or none where its value is `BLANK`."""

    value: Value
    choices: tuple[str, ...] | None
    width: int = 0
    may_be_blank: bool = False


@dataclass(frozen=True)
class Template:
    """pieces[0] hole pieces[1] hole ... pieces[n]"""

    pieces: tuple[str, ...]
    holes: tuple[Hole, ...]


@dataclass(frozen=True)
class Tell(Placed):
    """A text for everybody, or for one player, the `listener`."""

    template: Template
    listener: Value | None = None


@dataclass(frozen=True)
class RollDice(Placed):
    """`thrower` is a player or a side, or None; `count` is how many of the dice are rolled, or None for all; `kept` are
    those that stay as they lie. Of dice that there are for each member of a kind, `index` says whose: one member's, or
    those of all in a set. Dice that are rolled together are one roll after the other, with a `part` from 1 on."""

    dice: str
    thrower: Value | None
    count: Value | None
    kept: Value | None
    index: Value | None
    part: int = 0


@dataclass(frozen=True)
class Ask(Placed):
    """Let a player or side choose; one value for each parameter of the choice."""

    choice: str
    chooser: Value
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class DoTable(Placed):
    table: str
    keys: tuple[Value, ...]


@dataclass(frozen=True)
class Change(Placed):
    """Give a variable, or what it keeps for `index`, another value, worked out from all values of the statement."""

    variable: Variable
    index: Value | None


@dataclass(frozen=True)
class Assign(Change):
    value: Value


@dataclass(frozen=True)
class AddTo(Change):
    """Adding to a counter carries out its consequence when the limit is reached."""

    amount: Value


@dataclass(frozen=True)
class Loop(Placed):
    """Repeats the body until the condition (evaluated after each round), if there is one, and at most `times`, if
    given."""

    body: tuple[Statement, ...]
    until: Value | None
    times: Value | None


@dataclass(frozen=True)
class Case:
    condition: Value | None
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class When(Placed):
    """The first case whose condition holds; a case without one always does."""

    cases: tuple[Case, ...]


@dataclass(frozen=True)
class ForEach(Placed):
    """Over the set as it was when the loop began: upwards or downwards, and round again if it is from `start`. If it is
    `repeated`, round and round: who is next is found anew in the set each time, until there is none or the condition
    holds (looked at after each)."""

    variable: Variable
    set: Value
    highest_first: bool
    body: tuple[Statement, ...]
    start: Value | None = None
    repeated: bool = False
    until: Value | None = None


@dataclass(frozen=True)
class ForEachDie(Placed):
    """Over what each die of a roll shows, as it was when the loop began: the lowest first, or the highest."""

    variable: Variable
    roll: Value
    highest_first: bool
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class EndPhase(Placed):
    """End a phase; the game may end `without_result`."""

    phase: str
    without_result: bool


@dataclass(frozen=True)
class Win(Placed):
    """Somebody wins; the bank, if no one is named."""

    winner: Value | None


@dataclass(frozen=True)
class CallRoutine(Placed):
    """Carry out a rule or a phase; one value for each of its parameters, in their order."""

    routine: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class ShuffleZone(Placed):
    """All cards of a pile in an order that nobody knows."""

    zone: ZonePlace


@dataclass(frozen=True)
class DealCards(Placed):
    """Deals cards (one, by default) from the top of a pile, one after the other."""

    number: Value | None
    source: ZonePlace
    target: ZonePlace
    bottom: bool


@dataclass(frozen=True)
class PutCards(Placed):
    """These cards, lowest first; or, without `cards`, all of them in the order they lie in."""

    cards: Value | None
    source: ZonePlace
    target: ZonePlace
    bottom: bool


@dataclass(frozen=True)
class SwapZones(Placed):
    """Each of two zones gets what the other had."""

    first: ZonePlace
    second: ZonePlace


@dataclass(frozen=True)
class Arrange(Placed):
    """In an example: a zone is to hold these cards and no others."""

    zone: ZonePlace
    cards: Value


Statement: TypeAlias = (
    ShuffleZone
    | DealCards
    | PutCards
    | SwapZones
    | Tell
    | RollDice
    | Ask
    | DoTable
    | Assign
    | AddTo
    | Loop
    | When
    | ForEach
    | ForEachDie
    | EndPhase
    | Win
    | CallRoutine
)
