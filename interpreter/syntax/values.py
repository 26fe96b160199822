"""Values and types as written."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.syntax.nodes import Name, Node, Text


@dataclass(frozen=True)
class Number(Node):
    value: int


@dataclass(frozen=True)
class YesNo(Node):
    value: bool


@dataclass(frozen=True)
class Nobody(Node):
    """`none`, the empty set."""


@dataclass(frozen=True)
class Anything(Node):
    """`any`, the pattern that matches every key."""


@dataclass(frozen=True)
class Quoted(Node):
    """A text used as a value."""

    text: Text


@dataclass(frozen=True)
class Faces(Node):
    """`4+4`: a roll by its faces."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class OrMore(Node):
    """`11+`"""

    least: int


@dataclass(frozen=True)
class OrLess(Node):
    """`8-`"""

    most: int


@dataclass(frozen=True)
class Reference(Node):
    """A bare name in an expression."""

    name: str


@dataclass(frozen=True)
class Everything(Node):
    """`all suit`: every member of a kind, as a set."""

    kind: Name


@dataclass(frozen=True)
class Of(Node):
    """`score of player`, `highest of hand`."""

    name: Name
    subject: Expression


@dataclass(frozen=True)
class Column(Node):
    """`answers.points`: a column of a table at its present key; `deed(plot).price`: of one with values of its own."""

    table: Name
    column: Name
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Applied(Node):
    """`allowed(given)`"""

    name: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Grouped(Node):
    """An expression in parentheses, kept so that the text can be printed as written."""

    inner: Expression


@dataclass(frozen=True)
class Tuple(Node):
    """`(3, 5)`: an answer in several parts."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Range(Node):
    """`13..17`, `clubs..hearts`"""

    low: Expression
    high: Expression


@dataclass(frozen=True)
class Arithmetic(Node):
    """Operators: + - * / mod with without; `-` with one operand is `Minus`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Minus(Node):
    operand: Expression


@dataclass(frozen=True)
class Compared(Node):
    """Comparators: is, is not, <, <=, >, >=, in, not in, holds."""

    comparator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Pattern(Node):
    """What dice may hold: a number "alike", as in `throw holds 3 alike`, or "in_a_row"."""

    form: str
    number: Expression


@dataclass(frozen=True)
class Negated(Node):
    operand: Expression


@dataclass(frozen=True)
class AllOf(Node):
    """`a and b and c`. Members of a kind joined by `and` make a set: `clubs and hearts`."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class AnyOf(Node):
    """`a or b or c`"""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Conditional(Node):
    """`value if condition otherwise other`"""

    value: Expression
    condition: Expression
    other: Expression


@dataclass(frozen=True)
class Quantified(Node):
    """`some x in s where c`, `no x in ...`, `count of x in ...`, `those x in ...`.

    `quantifier` is one of "some", "no", "count", "those".
    """

    quantifier: str
    variable: Name
    domain: Expression
    condition: Expression
    subsets: bool


@dataclass(frozen=True)
class Summed(Node):
    """`sum of value for variable in domain where condition`; `subsets` ranges over the subsets of the domain. `word` is
    "sum", or "highest" or "lowest" for `the highest of value for ...`."""

    value: Expression
    variable: Name
    domain: Expression
    condition: Expression | None
    subsets: bool
    word: str = "sum"


@dataclass(frozen=True)
class Best(Node):
    """`the x in s where c with most v`: the first of those members for which `value` is highest, or with `least`
    lowest; `all_best`, written `those x in ...`, are all of them. `subsets` ranges over the subsets of the domain. With
    `many`, as in `the 3 x in ...`, the first ones of that number. Without `value`, the first that qualifies."""

    all_best: bool
    variable: Name
    domain: Expression
    condition: Expression | None
    extreme: str
    value: Expression | None
    subsets: bool
    many: Expression | None = None


@dataclass(frozen=True)
class Parted(Node):
    """`the rest of parting held into meld where is_meld(meld) with least points(rest)`: what is left of a set when
    parts are taken out for which the condition holds, so that a value of the rest is the most or the least. Or the
    first of these parts, `the meld of parting held into meld and rest where ...`, where `rest` has its own place."""

    asked: Name
    domain: Expression
    part: Name
    rest: Name | None
    condition: Expression
    extreme: str
    value: Expression


@dataclass(frozen=True)
class LesserOrGreater(Node):
    """`the lesser of a and b`, `the greater of a and b`; `word` is "lesser" or "greater"."""

    word: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Neighbour(Node):
    """`next in s after x`, `last in s before x`: the member of a set that comes next, going round."""

    forward: bool
    domain: Expression
    member: Expression


@dataclass(frozen=True)
class TopOf(Node):
    """`top of stock`: the card on top; with a number, the set of that many: `top 3 of played`."""

    number: Expression | None
    zone: Name
    subject: Expression | None


@dataclass(frozen=True)
class Supposed(Node):
    """`after (move man by die) can_move`: a value as it would be if a rule were carried out; `step` is its call."""

    step: Node
    value: Expression


@dataclass(frozen=True)
class Laid(Node):
    """`5 on 13 and 8`, `none elsewhere`: a value, and of which members it is kept; None for all others."""

    value: Expression
    places: Expression | None = None


@dataclass(frozen=True)
class Spread(Node):
    """`2 on 24, 5 on 13, none elsewhere`: what is kept of each member of a kind, all in one line."""

    parts: tuple[Laid, ...]


Expression: TypeAlias = (
    Number
    | YesNo
    | Nobody
    | Anything
    | Quoted
    | Faces
    | OrMore
    | OrLess
    | Reference
    | Everything
    | Of
    | TopOf
    | Column
    | Tuple
    | Applied
    | Grouped
    | Range
    | Arithmetic
    | Minus
    | Compared
    | Pattern
    | Negated
    | AllOf
    | AnyOf
    | Conditional
    | Quantified
    | Summed
    | Best
    | Parted
    | LesserOrGreater
    | Neighbour
    | Supposed
)


@dataclass(frozen=True)
class YesNoType(Node):
    """`yes or no`"""


@dataclass(frozen=True)
class SetType(Node):
    """`set of suit`, or of one of each: `set of row and number`."""

    member: Type
    others: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class ValuesType(Node):
    """`suit`, `clubs..hearts`, `0..3`, `0+`: an expression that names values."""

    values: Expression


@dataclass(frozen=True)
class InPartsType(Node):
    """`0..10 in halves`"""

    values: Expression
    parts: Name


@dataclass(frozen=True)
class OrNoneType(Node):
    """`suit or none`: one of these values, or nothing."""

    some: Type


Type: TypeAlias = YesNoType | SetType | ValuesType | InPartsType | OrNoneType


@dataclass(frozen=True)
class Parameter(Node):
    """`(card: suit)`, after `preposition` unless it is the bare first one."""

    name: Name
    type: Type
    preposition: str | None
