"""Declarations as written."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.syntax.clauses import Clause, Let, Place, Sequence, Template
from interpreter.syntax.components import Sight
from interpreter.syntax.nodes import IdRange, Mark, Name, Node, Text
from interpreter.syntax.values import Expression, Parameter, Spread, Type


@dataclass(frozen=True)
class Header(Node):
    """`game NAME "Title"`, `library NAME "Title"` or `house_rules NAME "Title" for GAME, GAME`; `word` says which.
    House rules come `after` others."""

    word: str
    name: Name
    title: Text
    sources: tuple[Text, ...]
    uses: tuple[Name, ...]
    games: tuple[Name, ...] = ()
    after: tuple[Name, ...] = ()
    about: tuple[Text, ...] = ()
    needs: tuple[Text, ...] = ()


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
class Words(Node):
    """What a rulebook for readers says: `in words "..." also for NAME` in place of the declaration it stands in (and of
    those it covers), or a `remark` besides."""

    word: str
    text: Template
    covers: tuple[Name, ...] = ()


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
    """State: `keep score of each player : 0+ = 0`. `each` is the kind it is kept for, or several that go together;
    `sight` says who sees it, if the line does."""

    name: Name
    each: tuple[Name, ...]
    type: Type
    start: Expression | Spread
    marks: tuple[Mark, ...]
    sight: Sight | None


@dataclass(frozen=True)
class Count(Node):
    """A counter from zero; at `limit`, `consequence`."""

    name: Name
    limit: Expression | None
    consequence: Sequence | None
    marks: tuple[Mark, ...]
    sight: Sight | None


@dataclass(frozen=True)
class Phase(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    inside: Name | None
    state: tuple[Keep | Count, ...]
    body: tuple[Clause, ...]
    marks: tuple[Mark, ...]
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Also(Node):
    """Further state of a phase declared elsewhere, and steps after all its own: `also in half`."""

    phase: Name
    state: tuple[Keep | Count, ...]
    body: tuple[Clause, ...]


@dataclass(frozen=True)
class Rule(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: tuple[Clause, ...]
    marks: tuple[Mark, ...]
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Define(Node):
    """A value computed when it is asked for; the `names` known inside it are computed before it, in order."""

    name: Name
    parameters: tuple[Parameter, ...]
    value: Expression
    marks: tuple[Mark, ...]
    names: tuple[Let, ...] = ()
    words: tuple[Words, ...] = ()


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
    """A table with its rows; or, until it has been read, with the `chart` that has them."""

    name: Name
    parameters: tuple[Parameter, ...]
    keys: tuple[Key, ...]
    across: Key | None
    columns: tuple[Name, ...]
    heading: Heading | None
    rows: tuple[Row, ...]
    marks: tuple[Mark, ...]
    words: tuple[Words, ...] = ()
    chart: Text | None = None


@dataclass(frozen=True)
class Picked(Node):
    """What is picked, and from what: all of an answer, or one part of it. With `low`, that number of members is picked,
    or from `low` to `high`."""

    variable: Name
    subsets: bool
    domain: Expression
    low: Expression | None = None
    high: Expression | None = None


@dataclass(frozen=True)
class Passing(Node):
    """`or none "pass" when laid is not none`: what picking nothing is called, and when that is possible."""

    text: Text
    condition: Expression | None


@dataclass(frozen=True)
class Pick(Node):
    """`pick given from subsets of hand where allowed(given)`, `pick many from 1..10 and face from 1..6`"""

    parts: tuple[Picked, ...]
    condition: Expression | None
    passing: Passing | None = None


@dataclass(frozen=True)
class Offer(Node):
    """One named thing to choose, and when it may be chosen."""

    name: Name
    text: Text
    condition: Expression | None


@dataclass(frozen=True)
class Secret(Node):
    """`seen by its chooser`: nobody else sees the answer."""


@dataclass(frozen=True)
class Choice(Node):
    name: Name
    question: Template | None
    pick: Pick | None
    offers: tuple[Offer, ...]
    default: Expression | None
    marks: tuple[Mark, ...]
    secret: Secret | None = None
    parameters: tuple[Parameter, ...] = ()
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class Odds(Node):
    """`1 in 3`: once in three times, by chance."""

    part: Expression
    whole: Expression


@dataclass(frozen=True)
class Preference(Node):
    """What to pick when a condition holds; the last may have none. Where there are `odds`, only so often."""

    condition: Expression | None
    value: Expression
    odds: Odds | None


@dataclass(frozen=True)
class Advice(Node):
    """What a strategy picks for one choice: the first preference that holds and is offered."""

    choice: Name
    preferences: tuple[Preference, ...]


@dataclass(frozen=True)
class Strategy(Node):
    """`strategy bold like careful`: what it does not mention, it does as the other one."""

    name: Name
    text: Text | None
    advice: tuple[Advice, ...]
    like: Name | None


@dataclass(frozen=True)
class Measure(Node):
    """`measure score per player = score of player`, or `counts rolls` with `counted` names, perhaps only when a
    `condition` is true. `measure edge = lost per staked` is one measure `divided` by another, which is then what it is
    per."""

    name: Name
    per: Name
    value: Expression | None
    counted: tuple[Name, ...]
    divided: Name | None
    marks: tuple[Mark, ...]
    condition: Expression | None = None


@dataclass(frozen=True)
class Aim(Node):
    """`aim most score`: what is played for, with `word` "most" or "least"."""

    word: str
    measure: Name
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class ThingPart(Node):
    """What is said of a thing: `by` names, `in` a name, a text in quotes (with no word), or a word and a value."""

    word: str
    value: Expression | Template | tuple[Name, ...]


@dataclass(frozen=True)
class Thing(Node):
    """`hand held by suit`, or `man of one at place`, with an `owner`."""

    word: Name
    subject: Expression | Template
    owned: bool
    parts: tuple[ThingPart, ...]


@dataclass(frozen=True)
class ViewLine(Node):
    """A line of a view: a text, or a thing with what is on it."""

    shown: Template | Thing
    lines: tuple[ViewLine | ViewEach, ...] = ()


@dataclass(frozen=True)
class ViewEach(Node):
    """Lines `for each variable in domain where condition`, or one `inline`."""

    variable: Name
    domain: Expression
    condition: Expression | None
    order: str | None
    lines: tuple[ViewLine | ViewEach, ...]
    inline: bool


@dataclass(frozen=True)
class MapRow(Node):
    """A row of a map, perhaps that of one player or side."""

    owner: Name | None
    text: Text


@dataclass(frozen=True)
class Layout(Node):
    """`layout square of 1..100 : grid 10 by 10, upward`: where the members of a kind, or numbers, lie on a board, in a
    shape or on a map."""

    name: Name
    of: Expression | None
    shape: Name | None
    size: tuple[int, ...]
    traits: tuple[Name, ...]
    rows: tuple[MapRow, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class View(Node):
    """Lines of text with values in braces, drawn while `inside` is under way and the condition, if any, holds."""

    name: Name
    inside: Name | None
    condition: Expression | None
    lines: tuple[ViewLine | ViewEach, ...]


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
    value: Expression | Spread


@dataclass(frozen=True)
class Rolled(Node):
    """A scripted roll: a total (any roll that makes it) or exact faces, which are numbers or words. It may say of which
    dice, by their name or that of the member that has them."""

    total: int | None
    faces: tuple[int, ...] = ()
    words: tuple[Name, ...] = ()
    dice: Name | None = None


@dataclass(frozen=True)
class Drawn(Node):
    """A scripted draw: the card that comes next, perhaps where nobody sees it."""

    card: Expression
    face_down: bool


@dataclass(frozen=True)
class Chosen(Node):
    """What is chosen, or with `refused` what is not among the offers."""

    choice: Name
    value: Expression
    refused: bool


@dataclass(frozen=True)
class StopAt(Node):
    """The example ends where this choice comes next."""

    choice: Name


@dataclass(frozen=True)
class Holds(Node):
    condition: Expression


@dataclass(frozen=True)
class Did(Node):
    """A rule was, or with `negated` was not, carried out."""

    rule: Name
    negated: bool


@dataclass(frozen=True)
class Ended(Node):
    phase: Name
    without_result: bool
    negated: bool


@dataclass(frozen=True)
class Said(Node):
    text: Text
    negated: bool


@dataclass(frozen=True)
class Won(Node):
    """Who has won the game; None if the bank has, or else if it is over and nobody has."""

    winner: Expression | None
    bank: bool


@dataclass(frozen=True)
class Asked(Node):
    """Somebody was, or with `negated` was not, given a choice between several things."""

    choice: Name
    negated: bool


Expectation: TypeAlias = Holds | Did | Ended | Said | Asked | Won

ScriptEntry: TypeAlias = Rolled | Drawn | Chosen | StopAt | Expectation
"""What comes next; or what must hold where the entry after it comes."""


UNREAD = "unread: "
"""How the title of an example begins that was written by the program, until somebody has read it."""


@dataclass(frozen=True)
class Example(Node):
    """Lines in order: `script` holds the rolls, draws and choices as they must come, `expectations` what must hold at
    the end. One of house rules for several games can be for some of these `games`."""

    title: Text
    ids: tuple[IdRange, ...]
    options: tuple[WithOption, ...]
    players: WithPlayers | None
    start: Start | None
    given: tuple[GivenValue, ...]
    script: tuple[ScriptEntry, ...]
    expectations: tuple[Expectation, ...]
    games: tuple[Name, ...] = ()
