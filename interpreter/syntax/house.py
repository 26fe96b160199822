"""House rules as written: what they change in a game, one node for each change.

A file of house rules is a file like any other: its header names the game that it is for, and its declarations are
changes or additions. `amend` carries changes out; an ordinary ruleset has none."""

from __future__ import annotations

from interpreter.data_classes import dataclass
from interpreter.syntax.clauses import Branch, Clause
from interpreter.syntax.declarations import Cell, Choice, Count, Example, Keep, Row, WithOption
from interpreter.syntax.nodes import Mark, Name, Node, Text
from interpreter.syntax.values import Expression


@dataclass(frozen=True)
class TakenTable(Node):
    """`table NAME from TABLE of GAME`: another game's table; `table` is None where it has the same name there."""

    name: Name
    table: Name | None
    game: Name
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Removed(Node):
    """A declaration that the game is to do without; an example goes by its title, and can be one of some `games`."""

    word: str
    name: Name | Text
    games: tuple[Name, ...] = ()


@dataclass(frozen=True)
class Around(Node):
    """Clauses that a rule or phase does first, or at its end; `place` is "before" or "after"."""

    place: str
    word: str
    name: Name
    body: tuple[Clause, ...]


@dataclass(frozen=True)
class BesideStep(Node):
    """Clauses that a rule or phase does before or after one of its steps, or in its place, wherever it does that:
    `place` is "before", "after" or "replace", or "remove" without any. The step is given by how it begins: `verb` is
    "roll", "add to", or empty for a call."""

    place: str
    verb: str
    step: Name | Text
    name: Name
    body: tuple[Clause, ...]

    @property
    def begun(self) -> str:
        step = f'"{self.step.text}"' if isinstance(self.step, Text) else self.step.text
        return f"{self.verb} {step}".strip()


@dataclass(frozen=True)
class ChangedDefine(Node):
    """`change define worth : + 50 if is_double otherwise 0`: what a definition is, and this as well."""

    name: Name
    operator: str
    value: Expression


@dataclass(frozen=True)
class OnlyWhen(Node):
    """A rule or phase that does what it says only when a condition holds, and `otherwise` something else; or a
    definition, which otherwise has another value, or does not hold."""

    word: str
    name: Name
    condition: Expression
    otherwise: Branch | Expression | None


@dataclass(frozen=True)
class RowChange(Node):
    """One row of a changed table: a new one, one instead of what `was` there, or one that is `removed`."""

    row: Row
    was: Cell | None
    removed: bool


@dataclass(frozen=True)
class ChangedTable(Node):
    name: Name
    rows: tuple[RowChange, ...]


@dataclass(frozen=True)
class ChangedChoice(Node):
    """`lines` holds what is to be different; the rest of the choice stays. `removed` are offers."""

    name: Name
    lines: Choice
    removed: tuple[Name, ...]


@dataclass(frozen=True)
class ChangedPhase(Node):
    """State of the phase that is changed or added."""

    name: Name
    state: tuple[Keep | Count, ...]


@dataclass(frozen=True)
class ChangedExample(Node):
    """Lines of an example that are to be different; the rest of it stays. Its title may be new: what it `was`."""

    lines: Example
    was: Text | None = None


@dataclass(frozen=True)
class ChangedExamples(Node):
    """Options that everybody else's examples are to have, unless they say otherwise; those of some `games`, or of all.
    """

    options: tuple[WithOption, ...]
    games: tuple[Name, ...] = ()
