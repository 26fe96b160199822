"""The syntax tree: what was written, frozen, with a span on every node.

Equality ignores spans, so that two texts that say the same compare equal. Comments are kept beside the
declarations, in order. The tree says nothing about what names mean; that is the checker's work.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.source import NOWHERE, Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """Anything with a place in a file."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Name(Node):
    """A name where one is declared or referred to outside an expression."""

    text: str


@dataclass(frozen=True)
class Text(Node):
    """A text in quotes, without them. Its span takes in the quotes, so text begins at span.start + 1."""

    text: str


@dataclass(frozen=True)
class Comment(Node):
    """A comment with its `#`. `own_line` tells whether nothing else stands on its line."""

    text: str
    own_line: bool = True


# ---- citations


@dataclass(frozen=True)
class IdRange(Node):
    """`MK-14`, or `MK-04 to MK-06` with `last`."""

    first: str
    last: str | None = None


@dataclass(frozen=True)
class Cite(Node):
    """Where something comes from: a section's title, and the ids of the facts it encodes."""

    section: Text | None
    ids: tuple[IdRange, ...] = ()


@dataclass(frozen=True)
class Open(Node):
    """The ids of points that the document leaves open."""

    ids: tuple[IdRange, ...]


Mark: TypeAlias = Cite | Open


# ---- values


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
    """`all base`: every member of a kind, as a set."""

    kind: Name


@dataclass(frozen=True)
class Of(Node):
    """`runs of batting`, `highest of bases`."""

    name: Name
    subject: Expression


@dataclass(frozen=True)
class Column(Node):
    """`hit_answers.batter`: a column of a table at its present key."""

    table: Name
    column: Name


@dataclass(frozen=True)
class Applied(Node):
    """`may_steal(thieves)`"""

    name: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Grouped(Node):
    """An expression in parentheses, kept so that the text can be printed as written."""

    inner: Expression


@dataclass(frozen=True)
class Range(Node):
    """`13..17`, `first..third`"""

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
    """Comparators: is, is not, <, <=, >, >=, in, not in."""

    comparator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Negated(Node):
    operand: Expression


@dataclass(frozen=True)
class AllOf(Node):
    """`a and b and c`. Members of a kind joined by `and` make a set: `first and third`."""

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
    | Column
    | Applied
    | Grouped
    | Range
    | Arithmetic
    | Minus
    | Compared
    | Negated
    | AllOf
    | AnyOf
    | Conditional
    | Quantified
)


# ---- types


@dataclass(frozen=True)
class YesNoType(Node):
    """`yes or no`"""


@dataclass(frozen=True)
class SetType(Node):
    """`set of base`"""

    member: Type


@dataclass(frozen=True)
class ValuesType(Node):
    """`base`, `first..third`, `0..3`, `0+`: an expression that names values."""

    values: Expression


Type: TypeAlias = YesNoType | SetType | ValuesType


@dataclass(frozen=True)
class Parameter(Node):
    """`(runner: base)`, after `preposition` unless it is the bare first one."""

    name: Name
    type: Type
    preposition: str | None = None


# ---- statements and clauses


@dataclass(frozen=True)
class Argument(Node):
    """A value given to a call, after `preposition` unless it is the bare first one."""

    value: Expression
    preposition: str | None = None


@dataclass(frozen=True)
class Call(Node):
    """`advance runner by 2`; a rule, a phase. Only calls with a value or preposition parse as one:
    a bare name or `name(value)` arrives as Reference or Applied, and the checker sees what it names."""

    name: Name
    arguments: tuple[Argument, ...]


Item: TypeAlias = Expression | Call


@dataclass(frozen=True)
class Say(Node):
    text: Text


@dataclass(frozen=True)
class Roll(Node):
    dice: Name
    thrower: Expression | None


@dataclass(frozen=True)
class Choose(Node):
    choice: Name
    chooser: Expression


@dataclass(frozen=True)
class Do(Node):
    """Look up a table whose results are actions, and carry out the one found."""

    table: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True)
class Place(Node):
    """Something that can be given a value: `outs`, `runs of batting`."""

    name: Name
    subject: Expression | None


@dataclass(frozen=True)
class Assign(Node):
    """`set place to value`"""

    place: Place
    value: Expression


@dataclass(frozen=True)
class Add(Node):
    """`add amount to place`"""

    amount: Expression
    place: Place


@dataclass(frozen=True)
class Let(Node):
    """`let name = value`: a local name."""

    name: Name
    value: Expression


@dataclass(frozen=True)
class Repeat(Node):
    """`repeat item [until condition]` or a block of clauses."""

    body: Item | tuple[Clause, ...]
    until: Expression | None


@dataclass(frozen=True)
class End(Node):
    """`end half`: end a phase by name, whatever is half-done below it."""

    phase: Name


@dataclass(frozen=True)
class Win(Node):
    winner: Expression


@dataclass(frozen=True)
class Nothing(Node):
    """`nothing`"""


Statement: TypeAlias = Item | Say | Roll | Choose | Do | Assign | Add | Let | Repeat | End | Win | Nothing


@dataclass(frozen=True)
class Sequence(Node):
    """Statements on one line: one, or several joined by `then`."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Branch(Node):
    """A condition and what follows; `inline` tells whether it stood on the same line.
    The last branch of a `When` may have no condition: `otherwise`."""

    condition: Expression | None
    body: tuple[Clause, ...]
    inline: bool = False


@dataclass(frozen=True)
class When(Node):
    """`when ... otherwise when ... otherwise`: the first branch whose condition holds."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class ForEach(Node):
    """`for each x in set[, highest first]`; `order` is "highest" or "lowest"."""

    variable: Name
    domain: Expression
    order: str
    body: tuple[Clause, ...]
    inline: bool = False


Clause: TypeAlias = Sequence | When | ForEach | Repeat


# ---- declarations


@dataclass(frozen=True)
class Header(Node):
    """`game NAME "Title"` or `library NAME "Title"`; `word` says which."""

    word: str
    name: Name
    title: Text
    sources: tuple[Text, ...]
    uses: tuple[Name, ...]


@dataclass(frozen=True)
class Member(Node):
    name: Name
    shown: Text | None


@dataclass(frozen=True)
class Kind(Node):
    """`kind base: first, second, third`; the sides of a game are a Kind with `word` "sides", name `side`."""

    word: str
    name: Name
    members: tuple[Member, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Players(Node):
    """How many may play: a number or a range."""

    number: Expression
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Dice(Node):
    """`dice swing = 2d6`"""

    name: Name
    number: int
    faces: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Expects(Node):
    """What a library needs its game to bring; `word` is dice, phase, rule, table, choice or define."""

    word: str
    name: Name
    inside: Name | None
    reason: Text | None


@dataclass(frozen=True)
class Note(Node):
    """Ids that need no rule of their own, and why."""

    ids: tuple[IdRange, ...]
    text: Text


@dataclass(frozen=True)
class Literal(Node):
    """An option's value: a number, yes, no or a name."""

    value: int | bool | str


@dataclass(frozen=True)
class Alternative(Node):
    value: Literal
    text: Text


@dataclass(frozen=True)
class Option(Node):
    """A point that can be read or played in more than one way. With neither question nor alternatives
    it gives a library's option another default and citation."""

    name: Name
    default: Literal
    values: Expression | None
    question: Text | None
    because: Text | None
    alternatives: tuple[Alternative, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Keep(Node):
    """State: `keep runs of each side : 0+ = 0`. `each` is the kind it is kept for."""

    name: Name
    each: Name | None
    type: Type
    start: Expression
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Count(Node):
    """A counter from zero; at `limit`, `consequence`."""

    name: Name
    limit: Expression | None
    consequence: Sequence | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Phase(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    inside: Name | None
    state: tuple[Keep | Count, ...]
    body: tuple[Clause, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Rule(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: tuple[Clause, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Define(Node):
    """A value worked out when it is asked for."""

    name: Name
    parameters: tuple[Parameter, ...]
    value: Expression
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Key(Node):
    """What a table is looked up by; `within` narrows it."""

    value: Expression
    within: Expression | None


@dataclass(frozen=True)
class Cell(Node):
    """One column of one row: its alternatives (in a key) or its named results (in a result)."""

    sequences: tuple[Sequence, ...]


@dataclass(frozen=True)
class Row(Node):
    """`keys | keys : results`, or in a crosstab `keys | cell | cell` with `results` None
    (then `cells[0]` is the key and the others the cells)."""

    cells: tuple[Cell, ...]
    results: Cell | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Heading(Node):
    """The line of column keys above a crosstab."""

    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Table(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    keys: tuple[Key, ...]
    across: Key | None
    columns: tuple[Name, ...]
    heading: Heading | None
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Pick(Node):
    """`pick thieves from subsets of bases where may_steal(thieves)`"""

    variable: Name
    subsets: bool
    domain: Expression
    condition: Expression | None


@dataclass(frozen=True)
class Offer(Node):
    """One named thing to choose, and when it may be chosen."""

    name: Name
    text: Text
    condition: Expression | None


@dataclass(frozen=True)
class Choice(Node):
    name: Name
    question: Text | None
    pick: Pick | None
    offers: tuple[Offer, ...]
    default: Expression | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Preference(Node):
    """What to pick when a condition holds; the last may have none."""

    condition: Expression | None
    value: Expression


@dataclass(frozen=True)
class Advice(Node):
    """What a strategy picks for one choice: the first preference that holds and is offered."""

    choice: Name
    preferences: tuple[Preference, ...]


@dataclass(frozen=True)
class Strategy(Node):
    name: Name
    text: Text | None
    advice: tuple[Advice, ...]


@dataclass(frozen=True)
class Measure(Node):
    """`measure runs per side = runs of side`, or `counts rolls` with `counted` names."""

    name: Name
    per: Name
    value: Expression | None
    counted: tuple[Name, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class View(Node):
    """Lines of text with values in braces, drawn while `inside` is under way."""

    name: Name
    inside: Name | None
    lines: tuple[Text, ...]


# ---- examples


@dataclass(frozen=True)
class WithOption(Node):
    option: Name
    value: Literal


@dataclass(frozen=True)
class WithPlayers(Node):
    number: int


@dataclass(frozen=True)
class Start(Node):
    phase: Name


@dataclass(frozen=True)
class GivenValue(Node):
    place: Place
    value: Expression


@dataclass(frozen=True)
class Rolled(Node):
    """A scripted roll: a total (any roll that makes it) or exact faces."""

    total: int | None
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Chosen(Node):
    choice: Name
    value: Expression


@dataclass(frozen=True)
class Holds(Node):
    condition: Expression


@dataclass(frozen=True)
class Did(Node):
    """A rule was, or with `negated` was not, carried out."""

    rule: Name
    negated: bool = False


@dataclass(frozen=True)
class Ended(Node):
    phase: Name


@dataclass(frozen=True)
class Said(Node):
    text: Text


Expectation: TypeAlias = Holds | Did | Ended | Said


@dataclass(frozen=True)
class Example(Node):
    """Lines in order: `script` holds the rolls and choices as they must come."""

    title: Text
    ids: tuple[IdRange, ...]
    options: tuple[WithOption, ...]
    players: WithPlayers | None
    start: Start | None
    given: tuple[GivenValue, ...]
    script: tuple[Rolled | Chosen, ...]
    expectations: tuple[Expectation, ...]


Declaration: TypeAlias = (
    Header
    | Kind
    | Players
    | Dice
    | Option
    | Expects
    | Phase
    | Rule
    | Define
    | Table
    | Choice
    | Strategy
    | Measure
    | View
    | Example
    | Note
)


@dataclass(frozen=True)
class File(Node):
    """One file: its declarations and its comments, each in order."""

    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=(), compare=False)

    @property
    def header(self) -> Header | None:
        """The `game` or `library` line, if there is one."""
        return next((each for each in self.declarations if isinstance(each, Header)), None)
