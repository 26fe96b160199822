"""Typed values."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.domains import Type
from interpreter.model.basics import Placed, Variable


@dataclass(frozen=True, kw_only=True)
class Typed(Placed):
    """A value's type and place."""

    type: Type


@dataclass(frozen=True)
class Constant(Typed):
    value: int


@dataclass(frozen=True)
class TextConstant(Typed):
    text: str


@dataclass(frozen=True)
class OptionValue(Typed):
    """The value of an option, fixed at lowering."""

    option: str


@dataclass(frozen=True)
class Read(Typed):
    """A variable, or its part for one member."""

    variable: Variable
    index: Value | None = None


@dataclass(frozen=True)
class DiceOf(Typed):
    """The dice of a roll, as a throw of them that can be kept."""

    roll: Value


@dataclass(frozen=True)
class Total(Typed):
    """The total of a roll or throw."""

    roll: Value


@dataclass(frozen=True)
class Calculation(Typed):
    """add, sub, mul, div, mod, min, max on numbers; min and max on members of a kind."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True)
class InParts(Calculation):
    """A number, `left`, counted in smaller parts, or in larger ones: `right` of the smaller to each of the others."""


@dataclass(frozen=True)
class Moved(Typed):
    """The member `amount` places later, held within the kind's places `low` to `high`."""

    member: Value
    amount: Value
    low: int
    high: int


@dataclass(frozen=True)
class Between(Typed):
    """The set of all from `low` to `high`. If the first end is later, it is empty, or, in a circular kind of `round`
    members, passes the last and continues at the first."""

    low: Value
    high: Value
    round: int


@dataclass(frozen=True)
class SetOf(Typed):
    """The set of one member; or, as a throw, the one die that shows a face."""

    member: Value


@dataclass(frozen=True)
class Certain(Typed):
    """A value that may be nothing, which must not be here."""

    maybe: Value


@dataclass(frozen=True)
class Maybe(Typed):
    """A value as one that may be nothing, or may be nothing in another range."""

    value: Value


@dataclass(frozen=True)
class Joined(Typed):
    """Both sets, or throws, together."""

    left: Value
    right: Value


@dataclass(frozen=True)
class Without(Typed):
    """The left set, or throw, less the right."""

    left: Value
    right: Value


@dataclass(frozen=True)
class AllOfKind(Typed):
    """Every member of a kind (of `player`: as many as play)."""

    kind: str


OPPOSITES = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


@dataclass(frozen=True)
class Comparison(Typed):
    """One of `OPPOSITES`."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True)
class Contains(Typed):
    """Whether a member (or number) is in a set. Numbers below 0 are in none, those after 61 in sets without an end."""

    set: Value
    member: Value


@dataclass(frozen=True)
class Within(Typed):
    """Whether low <= value <= high."""

    value: Value
    low: Value
    high: Value


@dataclass(frozen=True)
class RollMatches(Typed):
    """Whether a roll is one of these outcomes."""

    roll: Value
    outcomes: tuple[int, ...]


@dataclass(frozen=True)
class Not(Typed):
    operand: Value


@dataclass(frozen=True)
class Both(Typed):
    """All parts hold; later ones are not looked at once one does not."""

    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Either(Typed):
    """Some part holds; later ones are not looked at once one does."""

    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Chosen(Typed):
    """`value if condition otherwise other`"""

    condition: Value
    value: Value
    other: Value


@dataclass(frozen=True)
class OfSet(Typed):
    """lowest, highest or size of a set."""

    operator: str
    set: Value


@dataclass(frozen=True)
class OfRoll(Typed):
    """Highest or lowest face, number (size) of dice, faces as a set, how many are alike at most, or in_a_row, of a roll
    or throw."""

    operator: str
    roll: Value


@dataclass(frozen=True)
class CountedDice(Typed):
    """some, no, count: over the faces of a roll, with the variable bound to each."""

    quantifier: str
    variable: Variable
    roll: Value
    condition: Value


@dataclass(frozen=True)
class ZonePlace(Placed):
    """A zone, or the one of several for a member."""

    variable: Variable
    index: Value | None


@dataclass(frozen=True)
class TopCard(Typed):
    """The card on top of a pile, or at its `bottom`."""

    zone: ZonePlace
    bottom: bool = False


@dataclass(frozen=True)
class TopCards(Typed):
    """A number of cards from the top of a pile, as a set."""

    zone: ZonePlace
    number: Value


@dataclass(frozen=True)
class Attribute(Typed):
    """The rank, or suit (`name`), of a card: values[card], or -1 for a card that has none. Or a part of an answer that
    has several."""

    name: str
    card: Value
    values: tuple[int, ...]


@dataclass(frozen=True)
class Together(Typed):
    """The member of a kind that has these parts, one for each of them."""

    kind: str
    parts: tuple[Value, ...]


@dataclass(frozen=True)
class Offered(Typed):
    """The lowest or highest of what a choice offers now."""

    operator: str
    choice: str


@dataclass(frozen=True)
class Turn(Typed):
    """The member `step` places round: next of, left of, right of."""

    member: Value
    step: int


@dataclass(frozen=True)
class Neighbour(Typed):
    """The member of a set that comes after (or before) one that need not be in it, going round."""

    forward: bool
    set: Value
    member: Value


@dataclass(frozen=True)
class SideOf(Typed):
    player: Value


@dataclass(frozen=True)
class PlayersOf(Typed):
    side: Value


@dataclass(frozen=True)
class Applied(Typed):
    """A definition's value for these arguments."""

    definition: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True)
class TableValue(Typed):
    """A column of the row found by these keys."""

    table: str
    column: int
    keys: tuple[Value, ...]


@dataclass(frozen=True)
class Quantified(Typed):
    """some, no, count, those: over the members of a set."""

    quantifier: str
    variable: Variable
    set: Value
    condition: Value
    subsets: bool


@dataclass(frozen=True)
class Summed(Typed):
    """The values for the members of a set (or for its subsets) for which the condition, if there is one, holds,
    added up."""

    variable: Variable
    set: Value
    condition: Value | None
    value: Value
    subsets: bool


@dataclass(frozen=True)
class Best(Typed):
    """Of the members of a set (or its subsets), or the dice of a roll, for which the condition, if there is one, holds:
    the first whose value, which may be constant, is `extreme`, "most" or "least"; or the set of all such, if it is
    `all_best`; or, of a set, as `many` of those that come next."""

    all_best: bool
    extreme: str
    variable: Variable
    among: Value
    condition: Value | None
    value: Value
    subsets: bool
    many: Value | None = None


@dataclass(frozen=True)
class Parted(Typed):
    """What is left of a set, or of dice, if parts for which the condition holds are taken out, so that the value of the
    rest is `extreme`, "most" or "least"; or the `first` of these parts, none if there are none. There are at most
    `most` members, and at most `parts` parts."""

    extreme: str
    rest: Variable
    part: Variable
    whole: Value
    condition: Value
    value: Value
    most: int
    parts: int
    first: bool


@dataclass(frozen=True)
class Named(Typed):
    """A value with a name in it for another, which is worked out before it."""

    variable: Variable
    held: Value
    inside: Value


@dataclass(frozen=True)
class Supposed(Typed):
    """A value as it would be if a rule were carried out with these arguments."""

    routine: str
    arguments: tuple[Value, ...]
    value: Value


Value: TypeAlias = (
    Constant
    | TextConstant
    | OptionValue
    | Read
    | DiceOf
    | Total
    | Calculation
    | Moved
    | Between
    | SetOf
    | Certain
    | Maybe
    | Joined
    | Without
    | AllOfKind
    | Comparison
    | Contains
    | Within
    | RollMatches
    | Not
    | Both
    | Either
    | Chosen
    | OfSet
    | OfRoll
    | CountedDice
    | TopCard
    | TopCards
    | Attribute
    | Together
    | Offered
    | Turn
    | Neighbour
    | SideOf
    | PlayersOf
    | Applied
    | TableValue
    | Quantified
    | Summed
    | Best
    | Parted
    | Named
    | Supposed
)
