"""Typed declarations, and the model that holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

from interpreter.data_classes import dataclass
from interpreter.domains import Domain, RollType, Type
from interpreter.model.basics import NOT_CITED, Citation, KindInfo, Placed, Variable
from interpreter.model.statements import Arrange, Assign, Statement, Template
from interpreter.model.values import Value
from interpreter.source import Span


@dataclass(frozen=True)
class Words(Placed):
    """What a rulebook for readers says: "in words" in place of a declaration, and of those that it `covers`; or a
    "remark" besides."""

    word: str
    text: Template
    covers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Declared(Placed):
    """The fields that every declaration has."""

    name: str
    citation: Citation = NOT_CITED
    words: tuple[Words, ...] = ()


@dataclass(frozen=True)
class OptionInfo(Declared):
    """`values` are the alternatives as numbers (a named alternative is its place), `names` as written; `texts` are
    those of alternatives, none of a range."""

    type: Type
    default: int
    values: Sequence[int]
    names: Sequence[str]
    texts: tuple[str, ...]
    question: str
    because: str


@dataclass(frozen=True)
class DiceInfo(Declared):
    """Dice: what a roll of them shows, and the variable that holds it; those that there are for each member of a kind
    are held as a throw. `sight` is that of a zone."""

    type: RollType
    variable: Variable
    sight: str = "up"


@dataclass(frozen=True)
class DeckInfo(Declared):
    """Cards; each part is the kind of the ranks, the kind of the suits, and the place of the first card they make."""

    parts: tuple[tuple[str, str, int], ...]
    copies: tuple[int, ...]
    """How many there are of each card, or nothing if there is one of each."""


@dataclass(frozen=True)
class ZoneInfo(Declared):
    """A place where cards lie, or the members of a kind. `variable` holds the set of them; `ordered` is whether it is a
    pile; `sight` is "up", "down" or "owner"; `full` is whether all the cards lie here when the game begins."""

    variable: Variable
    cards: str
    ordered: bool
    sight: str
    full: bool
    copies: tuple[int, ...]
    """How many there are of each card, or nothing if there is one of each."""


@dataclass(frozen=True)
class StateInfo(Declared):
    """State kept by a phase. For a state kept for each member, `start` may read `each_variable`. `sight` is that of a
    zone, or "" where nothing is said."""

    variable: Variable
    start: Value
    each_variable: Variable | None
    limit: Value | None = None
    consequence: tuple[Statement, ...] = ()
    sight: str = ""


@dataclass(frozen=True)
class Hidden(Placed):
    """Why a variable is not open to all: who sees it ("down" for nobody, "owner" for the player or side whose it is),
    and, if it is hidden because of what it is given, something hidden that this comes from, and where it is given."""

    sight: str
    source: Variable | None = None


@dataclass(frozen=True)
class RoutineInfo(Declared):
    """A rule, or a phase with its state; `inside` is the phase's parent."""

    kind: str
    parameters: tuple[Variable, ...]
    prepositions: tuple[str | None, ...]
    state: tuple[StateInfo, ...]
    body: tuple[Statement, ...]
    inside: str | None = None

    @cached_property
    def state_by_variable(self) -> Mapping[Variable, StateInfo]:
        return {each.variable: each for each in self.state}


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
    values: tuple[Value, ...]
    shown: str


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
    crosstab: bool

    @property
    def values(self) -> tuple[Value, ...]:
        """What the table computes: its keys, and the results of its rows."""
        return (*self.keys, *(each for row in self.rows for each in row.values))

    @property
    def actions(self) -> tuple[tuple[Statement, ...], ...]:
        return tuple(row.action for row in self.rows if row.action is not None)


@dataclass(frozen=True)
class Several:
    """From `low` to `high` members of a set are picked; a fixed number if these are the same value. `noun` is what the
    ruleset calls them. If they have to meet a condition together, it is the second of the choice, and is about the
    members that are `picked`."""

    noun: str
    low: Value
    high: Value
    picked: Variable | None = None

    @property
    def is_fixed(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True)
class ChoiceInfo(Declared):
    """Answer n means values[n]. `candidate` is bound to a value, and `condition` is whether it is offered.
    `names` are what a script or a player types; `labels` what is shown. If it is `secret`, only its chooser sees the
    answer. `picked_from` are the sets that are picked from, if answers are not offered one by one; where they are
    several, so are the `parts` of the candidate. `asked` is a question with values in it, `question` one without.
    Where `several` are picked, the answers are the members of the set, each of which is picked by itself, and behind
    them, if there may be fewer, that it is enough; `candidate` is then the one picked last. When `passing`
    holds, nothing may be picked, whatever the condition says: the first answer, or, where several are picked, the last.
    """

    variable: Variable
    chooser: Variable
    question: str
    values: tuple[int, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    candidate: Variable
    conditions: tuple[Value, ...]
    default: Value
    secret: bool
    picked_from: tuple[Value, ...] = ()
    parameters: tuple[Variable, ...] = ()
    parts: tuple[Variable, ...] = ()
    asked: Template | None = None
    several: Several | None = None
    passing: Value | None = None

    @property
    def end(self) -> int:
        """What is beyond every member, where several are picked."""
        others = (self.passing is not None) + (self.several is not None and not self.several.is_fixed)
        return self.values[-1] + 1 - others

    @property
    def told(self) -> tuple[Value, ...]:
        """The values in its question."""
        return tuple(hole.value for hole in self.asked.holes) if self.asked is not None else ()


@dataclass(frozen=True)
class PreferenceInfo:
    """A line of a strategy: `value` where the condition holds, if there is one, and with the probability `odds`, if
    there are any."""

    condition: Value | None
    value: Value
    odds: tuple[Value, Value] | None

    @property
    def parts(self) -> tuple[Value, ...]:
        return tuple(each for each in (self.condition, self.value, *(self.odds or ())) if each is not None)


@dataclass(frozen=True)
class AdviceInfo:
    choice: str
    preferences: tuple[PreferenceInfo, ...]


@dataclass(frozen=True)
class StrategyInfo(Declared):
    text: str
    advice: tuple[AdviceInfo, ...]


@dataclass(frozen=True)
class QuotientInfo(Declared):
    """The quotient of two measures: `top` per `bottom`."""

    top: str
    bottom: str


@dataclass(frozen=True)
class AimInfo(Placed):
    """What is played for: the most, or the least, of a measure."""

    measure: str
    most: bool
    citation: Citation


@dataclass(frozen=True)
class MeasureInfo(Declared):
    """`per` is "game", a phase's or a kind's name. Either `value` (which may read `each_variable` when per a kind),
    or what is counted: `rolls` of these dice, and `rules` and phases carried out; of rules that begin, and of phases
    that end, only when the `condition` is true, if there is one. It is `hidden` if its value comes from what is hidden.
    """

    per: str
    value: Value | None
    each_variable: Variable | None
    rolls: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    hidden: bool = False
    condition: Value | None = None


@dataclass(frozen=True)
class ViewLoop:
    """Over the members of a set, upwards or downwards."""

    variable: Variable
    domain: Value
    highest_first: bool = False


@dataclass(frozen=True)
class LayoutInfo(Declared):
    """Where the members of a set lie: in a shape of a `size`, or on a map of `rows`, each the number of whose it is (-1
    for everybody's) and a word for each place."""

    of: Value
    shape: str
    size: tuple[int, ...]
    traits: tuple[str, ...]
    rows: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class ThingInfo(Placed):
    """A thing that a view draws: its `word`, and the `name` of the zone, state and so on that it draws, if it has one.
    The first values of its line have these `roles`; the rest is its text. Cards lie in the `order` of their attributes;
    a board has a `layout`, and a piece lies in a `place` beside those of it. `parent` is the line that it stands under,
    or -1."""

    word: str
    name: str
    roles: tuple[str, ...]
    order: tuple[str, ...]
    place: str
    parent: int
    layout: LayoutInfo | None = None


@dataclass(frozen=True)
class ViewLine:
    """A line of a view, one for each member that its loops go through; a text, or a thing."""

    template: Template
    loops: tuple[ViewLoop, ...] = ()
    thing: ThingInfo | None = None


@dataclass(frozen=True)
class ViewInfo(Declared):
    inside: str
    condition: Value | None
    lines: tuple[ViewLine, ...]


@dataclass(frozen=True)
class ScriptedRoll(Placed):
    """The outcomes that fit what was scripted: decided when dice are rolled. Faces with words are members of `kind`. If
    it says so, the `dice` must have this name, or be those of the member with this name."""

    total: int | None
    faces: tuple[int, ...]
    kind: str = ""
    dice: str = ""


@dataclass(frozen=True)
class ScriptedDraw(Placed):
    """The card that comes next from a shuffled pile of `cards`, perhaps where nobody sees it."""

    cards: str
    card: int
    face_down: bool


@dataclass(frozen=True)
class ScriptedChoice(Placed):
    """What is chosen; or, refused, what must not be among the offers, the default being taken."""

    choice: str
    value: Value
    refused: bool


@dataclass(frozen=True)
class ScriptedStop(Placed):
    """The example ends where this choice comes next."""

    choice: str


@dataclass(frozen=True)
class ExpectCondition(Placed):
    condition: Value


@dataclass(frozen=True)
class ExpectRule(Placed):
    """A rule or phase was (or, negated, was not) carried out; `ended` asks for the end of a phase instead, that of the
    game perhaps `without_result`."""

    routine: str
    negated: bool
    ended: bool
    without_result: bool


@dataclass(frozen=True)
class ExpectAsked(Placed):
    """Somebody had, or negated nobody had, to choose between several things."""

    choice: str
    negated: bool


@dataclass(frozen=True)
class ExpectSaid(Placed):
    text: str
    negated: bool


@dataclass(frozen=True)
class ExpectWinners(Placed):
    """The set of those who have won; None if the bank has, or else if the game is over and nobody has."""

    winners: Value | None
    bank: bool


Expectation: TypeAlias = ExpectCondition | ExpectRule | ExpectAsked | ExpectSaid | ExpectWinners
ScriptEntry: TypeAlias = ScriptedRoll | ScriptedDraw | ScriptedChoice | ScriptedStop | Expectation
"""What comes next; or what must hold where the entry after it comes."""


@dataclass(frozen=True)
class ExampleInfo(Declared):
    """`given` are assignments, and zones with the cards they hold, carried out once the phase `start` has begun (""
    for the game's beginning)."""

    ids: tuple[str, ...]
    options: tuple[tuple[str, int], ...]
    players: int | None
    start: str
    given: tuple[Assign | Arrange, ...]
    script: tuple[ScriptEntry, ...]
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True)
class NoteInfo(Placed):
    ids: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class HouseInfo(Placed):
    """House rules that changed the game; `files` are the names of the sources whose pieces they put there, `changed`
    the words and names of declarations that they changed, each with what it says at last."""

    name: str
    title: str
    files: tuple[str, ...]
    changed: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Model(Placed):
    """A whole game: the ruleset and the libraries it uses, merged. Dictionaries keep the order of the text."""

    name: str
    title: str
    about: tuple[str, ...]
    """What kind of game it is, in a sentence or two."""
    needs: tuple[str, ...]
    """Equipment other than dice and cards."""
    sources: tuple[str, ...]
    uses: tuple[str, ...]
    players: tuple[int, ...]
    kinds: dict[str, KindInfo]
    options: dict[str, OptionInfo]
    dice: dict[str, DiceInfo]
    decks: dict[str, DeckInfo]
    zones: dict[str, ZoneInfo]
    routines: dict[str, RoutineInfo]
    defines: dict[str, DefineInfo]
    tables: dict[str, TableInfo]
    choices: dict[str, ChoiceInfo]
    strategies: dict[str, StrategyInfo]
    measures: dict[str, MeasureInfo]
    views: dict[str, ViewInfo]
    examples: Sequence[ExampleInfo]
    notes: tuple[NoteInfo, ...]
    cited: tuple[Citation, ...]
    """Citations of what is fixed when the game is set up: kinds, sides, players."""
    quotients: dict[str, QuotientInfo]
    aim: AimInfo | None
    bank: str
    """What the bank is called that they play against; empty if there is none."""
    called: Mapping[str, str]
    """The names for people of dice, rules and so on, where the ruleset gives one."""
    house: tuple[HouseInfo, ...]
    """The house rules that changed it, in order."""
    hidden: Mapping[Variable, Hidden] = field(default_factory=dict)
    """The variables that are not open to all."""
    unseen: frozenset[str] = frozenset()
    """Tables, rules, phases and counters that may be reached because of something hidden: no trace shows that."""

    @property
    def usual_players(self) -> int:
        """The fewest who have an opponent, if any number of players has: somebody else, or the bank."""
        return next((each for each in self.players if each > 1 or self.bank), self.players[0])

    def state_of(self, variable: Variable) -> StateInfo | None:
        """The declaration of what a phase keeps; None for any other variable."""
        owner = self.routines.get(variable.owner)
        return owner.state_by_variable.get(variable) if owner is not None else None

    def values_of(self, name: str) -> tuple[Value, ...]:
        """What a definition or a table computes."""
        return (self.defines[name].value,) if name in self.defines else self.tables[name].values
