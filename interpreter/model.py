"""The typed model: what a ruleset means, every name resolved and every value with its type.

The checker makes it from syntax trees and proves what it can; `lower` turns it into a program. Options are
still open in a model: lowering fixes them. All nodes are frozen; variables are told apart by owner and name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.domains import Domain, MemberType, RollType, Type
from interpreter.source import NOWHERE, Span


@dataclass(frozen=True)
class Citation:
    """Where something comes from, and the ids it encodes or settles."""

    document: str = ""
    section: str = ""
    ids: tuple[str, ...] = ()
    open_ids: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Document and section in one line."""
        return ", ".join(filter(None, (self.document, self.section)))


@dataclass(frozen=True)
class KindInfo:
    """A kind: its members' names as written and as shown."""

    name: str
    members: tuple[str, ...]
    shown: tuple[str, ...]
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class Variable:
    """Something that holds a value. `role` is "state", "counter", "parameter", "local", "bound" (by a quantifier
    or `for each`), "dice" or "choice". `owner` is the phase or routine it belongs to ("" for dice and
    choices). `each` is the kind it is kept for, if any."""

    name: str
    owner: str
    role: str
    type: Type
    each: MemberType | None = None
    span: Span = field(compare=False, repr=False, default=NOWHERE)


# ---- values


@dataclass(frozen=True, kw_only=True)
class Typed:
    """A value's type and place."""

    type: Type
    span: Span = field(compare=False, repr=False, default=NOWHERE)


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
class Total(Typed):
    """A roll's total."""

    roll: Value


@dataclass(frozen=True)
class Calculation(Typed):
    """add, sub, mul, div, mod on numbers."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True)
class Moved(Typed):
    """The member `amount` places later, held within the kind's places `low` to `high`."""

    member: Value
    amount: Value
    low: int
    high: int


@dataclass(frozen=True)
class SetOf(Typed):
    """The set of one member."""

    member: Value


@dataclass(frozen=True)
class Joined(Typed):
    """Both sets together."""

    left: Value
    right: Value


@dataclass(frozen=True)
class Without(Typed):
    """The left set less the right."""

    left: Value
    right: Value


@dataclass(frozen=True)
class AllOfKind(Typed):
    """Every member of a kind (of `player`: as many as play)."""

    kind: str


@dataclass(frozen=True)
class Comparison(Typed):
    """eq, ne, lt, le, gt, ge."""

    operator: str
    left: Value
    right: Value


@dataclass(frozen=True)
class Contains(Typed):
    """Whether a member (or number) is in a set. Numbers outside 0..61 are in no set."""

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
class Turn(Typed):
    """The member `step` places round: next of, left of."""

    member: Value
    step: int


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


Value: TypeAlias = (
    Constant
    | TextConstant
    | OptionValue
    | Read
    | Total
    | Calculation
    | Moved
    | SetOf
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
    | Turn
    | SideOf
    | PlayersOf
    | Applied
    | TableValue
    | Quantified
)


# ---- statements


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A statement's place."""

    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class Hole:
    """A value in a text; with `choices`, the first of them is shown if it holds, else the second."""

    value: Value
    choices: tuple[str, str] | None = None


@dataclass(frozen=True)
class Template:
    """pieces[0] hole pieces[1] hole ... pieces[n]"""

    pieces: tuple[str, ...]
    holes: tuple[Hole, ...]


@dataclass(frozen=True)
class Tell(Placed):
    template: Template


@dataclass(frozen=True)
class RollDice(Placed):
    """`thrower` is a player or a side, or None."""

    dice: str
    thrower: Value | None


@dataclass(frozen=True)
class Ask(Placed):
    """Let a player or side choose."""

    choice: str
    chooser: Value


@dataclass(frozen=True)
class DoTable(Placed):
    table: str
    keys: tuple[Value, ...]


@dataclass(frozen=True)
class Assign(Placed):
    variable: Variable
    index: Value | None
    value: Value


@dataclass(frozen=True)
class AddTo(Placed):
    """Adding to a counter carries out its consequence when the limit is reached."""

    variable: Variable
    index: Value | None
    amount: Value


@dataclass(frozen=True)
class Loop(Placed):
    """The body again and again, until the condition (looked at after each round), if there is one."""

    body: tuple[Statement, ...]
    until: Value | None


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
    """Over the set as it was when the loop began."""

    variable: Variable
    set: Value
    highest_first: bool
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class EndPhase(Placed):
    phase: str


@dataclass(frozen=True)
class Win(Placed):
    winner: Value


@dataclass(frozen=True)
class CallRoutine(Placed):
    """Carry out a rule or a phase; one value for each of its parameters, in their order."""

    routine: str
    arguments: tuple[Value, ...]


Statement: TypeAlias = (
    Tell | RollDice | Ask | DoTable | Assign | AddTo | Loop | When | ForEach | EndPhase | Win | CallRoutine
)


# ---- declarations


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What every declaration has. `file` is the name of the source it stands in."""

    name: str
    span: Span = field(compare=False, repr=False, default=NOWHERE)
    citation: Citation = Citation()


@dataclass(frozen=True)
class OptionInfo(Declared):
    """`values` are the alternatives as numbers (a named alternative is its place), `names` as written."""

    type: Type
    default: int
    values: tuple[int, ...]
    names: tuple[str, ...]
    texts: tuple[str, ...]
    question: str
    because: str


@dataclass(frozen=True)
class DiceInfo(Declared):
    type: RollType
    variable: Variable


@dataclass(frozen=True)
class StateInfo(Declared):
    """State kept by a phase. For a state kept for each member, `start` may read `each_variable`."""

    variable: Variable
    start: Value
    each_variable: Variable | None = None
    limit: Value | None = None
    consequence: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class RoutineInfo(Declared):
    """A rule, or a phase with its state; `inside` is the phase's parent."""

    kind: str
    parameters: tuple[Variable, ...]
    prepositions: tuple[str | None, ...]
    state: tuple[StateInfo, ...]
    body: tuple[Statement, ...]
    inside: str | None = None


@dataclass(frozen=True)
class DefineInfo(Declared):
    parameters: tuple[Variable, ...]
    value: Value


@dataclass(frozen=True)
class RowInfo:
    """One row, or one cell of a crosstab. `text` is its key as written; exactly one of `action` (carried out) and
    `values` (one a column) is given."""

    text: str
    span: Span = field(compare=False, repr=False)
    citation: Citation
    action: tuple[Statement, ...] | None
    values: tuple[Value, ...] = ()
    shown: str = ""


@dataclass(frozen=True)
class TableInfo(Declared):
    """`index[k]` is the row for the flattened key k (the last key varies fastest)."""

    parameters: tuple[Variable, ...]
    keys: tuple[Value, ...]
    domains: tuple[Domain, ...]
    columns: tuple[str, ...]
    column_types: tuple[Type, ...]
    rows: tuple[RowInfo, ...]
    index: tuple[int, ...]
    crosstab: bool = False


@dataclass(frozen=True)
class ChoiceInfo(Declared):
    """Answer n stands for values[n]. `candidate` is bound to a value and `condition` tells whether it is offered.
    `names` are what a script or a player types; `labels` what is shown."""

    variable: Variable
    chooser: Variable
    question: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    candidate: Variable
    conditions: tuple[Value, ...]
    default: Value


@dataclass(frozen=True)
class AdviceInfo:
    choice: str
    preferences: tuple[tuple[Value | None, Value], ...]


@dataclass(frozen=True)
class StrategyInfo(Declared):
    text: str
    advice: tuple[AdviceInfo, ...]


@dataclass(frozen=True)
class MeasureInfo(Declared):
    """`per` is "game", a phase's or a kind's name. Either `value` (which may read `each_variable` when per a kind),
    or what is counted: `rolls` of these dice, and `rules` carried out."""

    per: str
    value: Value | None
    each_variable: Variable | None = None
    rolls: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class ViewInfo(Declared):
    inside: str
    lines: tuple[Template, ...]


@dataclass(frozen=True)
class ScriptedRoll:
    """The outcomes that fit what was scripted, of dice with `number` and `faces`: decided when they are rolled."""

    total: int | None
    faces: tuple[int, ...]
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class ScriptedChoice:
    choice: str
    value: Value
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class ExpectCondition:
    condition: Value
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class ExpectRule:
    """A rule or phase was (or, negated, was not) carried out; `ended` asks for the end of a phase instead."""

    routine: str
    negated: bool
    ended: bool
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class ExpectSaid:
    text: str
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class ExampleInfo(Declared):
    """`given` are assignments carried out once the phase `start` has begun ("" for the game's beginning)."""

    ids: tuple[str, ...]
    options: tuple[tuple[str, int], ...]
    players: int | None
    start: str
    given: tuple[Assign, ...]
    script: tuple[ScriptedRoll | ScriptedChoice, ...]
    expectations: tuple[ExpectCondition | ExpectRule | ExpectSaid, ...]


@dataclass(frozen=True)
class NoteInfo:
    ids: tuple[str, ...]
    text: str
    span: Span = field(compare=False, repr=False, default=NOWHERE)


@dataclass(frozen=True)
class Model:
    """A whole game: the ruleset and the libraries it uses, merged. Dictionaries keep the order of the text."""

    name: str
    title: str
    sources: tuple[str, ...]
    uses: tuple[str, ...]
    players: tuple[int, ...]
    kinds: dict[str, KindInfo]
    options: dict[str, OptionInfo]
    dice: dict[str, DiceInfo]
    routines: dict[str, RoutineInfo]
    defines: dict[str, DefineInfo]
    tables: dict[str, TableInfo]
    choices: dict[str, ChoiceInfo]
    strategies: dict[str, StrategyInfo]
    measures: dict[str, MeasureInfo]
    views: dict[str, ViewInfo]
    examples: tuple[ExampleInfo, ...]
    notes: tuple[NoteInfo, ...]
    cited: tuple[Citation, ...] = ()
    """Citations of what is fixed when the game is set up: kinds, sides, players."""
    span: Span = field(compare=False, repr=False, default=NOWHERE)
