"""Calls, statements and clauses as written."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.syntax.nodes import Name, Node, Text
from interpreter.syntax.values import Expression


@dataclass(frozen=True)
class Argument(Node):
    """A value given to a call, after `preposition` unless it is the bare first one."""

    value: Expression
    preposition: str | None = None


@dataclass(frozen=True)
class Call(Node):
    """`move peg by 2`; a rule, a phase. Only calls with a value or preposition parse as one:
    a bare name or `name(value)` arrives as Reference or Applied, and the checker sees what it names."""

    name: Name
    arguments: tuple[Argument, ...]


Item: TypeAlias = Expression | Call


@dataclass(frozen=True)
class Hole(Node):
    """A value between the braces of a text, None if it could not be read; with `choices`, the first of them is shown if
    it holds, else that of the first of the `further` conditions that holds, else the last. With a name for `each` of
    the members `among` which it goes, there is one for each of these, in a row; a text for them is the only choice. It
    has at least `width` characters."""

    value: Expression | None
    choices: tuple[Template, ...] | None = None
    further: tuple[Expression | None, ...] = ()
    each: Name | None = None
    among: Expression | None = None
    highest_first: bool = False
    width: int = 0


@dataclass(frozen=True)
class Template(Text):
    """A text as written, and what it is made of: pieces[0] hole pieces[1] hole ... pieces[n]"""

    pieces: tuple[str, ...]
    holes: tuple[Hole, ...]


@dataclass(frozen=True)
class Say(Node):
    """`say "..."` for everybody, or for one `listener`."""

    text: Template
    listener: Expression | None = None


@dataclass(frozen=True)
class Roll(Node):
    """`roll dice [for thrower]`; `count` is how many of them are rolled, all without it; `kept` those that
    are not rolled again. Where a name stands before the dice (`roll several of throw`), it is a `place` like those of
    somebody (`roll cup of one`): which of them it is, the names say. Other dice may be rolled `together` with them."""

    place: Place
    thrower: Expression | None
    count: Expression | None = None
    kept: Expression | None = None
    together: tuple[AlsoRolled, ...] = ()


@dataclass(frozen=True)
class AlsoRolled(Roll):
    """The other dice in `roll white and colour of red for one`."""


@dataclass(frozen=True)
class Choose(Node):
    """`choose sort(place, 2) by mover`"""

    choice: Name
    chooser: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Do(Node):
    """Look up a table whose results are actions, and carry out the one found."""

    table: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Place(Node):
    """Something that can be given a value: `points`, `score of player`."""

    name: Name
    subject: Expression | None


@dataclass(frozen=True)
class Assign(Node):
    """`set place to value`"""

    place: Place
    value: Expression


@dataclass(frozen=True)
class Add(Node):
    """`add amount to place`, or `take amount from place`"""

    amount: Expression
    place: Place
    taken: bool


@dataclass(frozen=True)
class Let(Node):
    """`let name = value`: a local name."""

    name: Name
    value: Expression


@dataclass(frozen=True)
class Repeat(Node):
    """`repeat item [until condition]` or a block of clauses, perhaps with a number of `times`; `inline` as in
    `Branch`."""

    body: Item | tuple[Clause, ...]
    until: Expression | None
    times: Expression | None = None
    inline: bool = False


@dataclass(frozen=True)
class End(Node):
    """`end round`: end a phase by name, whatever is half-done below it; `end game without result` for nothing."""

    phase: Name
    without_result: bool


@dataclass(frozen=True)
class Win(Node):
    """`win red`, or `win the bank`, without a winner."""

    winner: Expression | None


@dataclass(frozen=True)
class Nothing(Node):
    """`nothing`"""


@dataclass(frozen=True)
class Shuffle(Node):
    """`shuffle stock`"""

    zone: Place


@dataclass(frozen=True)
class Target(Node):
    """Where cards go: onto a zone, or with `bottom` beneath what lies there."""

    zone: Place
    bottom: bool


@dataclass(frozen=True)
class Deal(Node):
    """`deal 6 from stock to hand of dealer`: cards from the top, one after the other; one if `number` is left out."""

    number: Expression | None
    source: Place
    target: Target


@dataclass(frozen=True)
class Put(Node):
    """`put card from hand of one to pool`: these cards; all of them if `cards` is None."""

    cards: Expression | None
    source: Place
    target: Target


@dataclass(frozen=True)
class Swap(Node):
    """`swap row of first_place with row of second_place`: each gets what the other had."""

    first: Place
    second: Place


@dataclass(frozen=True)
class Either(Node):
    """`walk if condition otherwise hit 1`, in a row of a table: one action or the other."""

    first: Statement
    condition: Expression
    other: Statement


Statement: TypeAlias = (
    Item | Say | Roll | Choose | Do | Assign | Add | Let | Repeat | End | Win | Nothing | Shuffle | Deal | Put | Swap
    | Either
)


@dataclass(frozen=True)
class Sequence(Node):
    """Statements on one line: one, or several joined by `then`."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Branch(Node):
    """A condition and its body; `inline` is whether the body was on the same line.
    The last branch of a `When` may have no condition: `otherwise`."""

    condition: Expression | None
    body: tuple[Clause, ...]
    inline: bool


@dataclass(frozen=True)
class When(Node):
    """`when ... otherwise when ... otherwise`: the first branch whose condition holds. The only branch of a `while` is
    `repeated` as long as its condition holds."""

    branches: tuple[Branch, ...]
    repeated: bool = False


@dataclass(frozen=True)
class ForEach(Node):
    """`[repeat ]for each x in set[ where condition][, highest first | , from start[ to the right]]`, and if it is
    `repeated`, perhaps `until`; `order` is "highest", "lowest", "right" or ""."""

    variable: Name
    domain: Expression
    order: str
    body: tuple[Clause, ...]
    inline: bool
    start: Expression | None
    condition: Expression | None
    repeated: bool = False
    until: Expression | None = None


Clause: TypeAlias = Sequence | When | ForEach | Repeat
