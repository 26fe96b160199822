"""What is known while a ruleset is being checked: its trees, names, declarations and definitions, and what is reported.

A `World` is filled in stages: first names, then what is declared, then definitions and tables, which are typed when
they are first needed, so that their order in the text does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import field
from fractions import Fraction
from typing import cast

from interpreter import model, syntax
from interpreter.amend import AmendedGame
from interpreter.check.traversal import list_parts
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic, Diagnostics
from interpreter.diagnostics.messages import names, phases, types
from interpreter.domains import (
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    RollType,
    SetType,
    TextType,
    ThrowType,
    Type,
    YesNoType,
)
from interpreter.parser.vocabulary import CLAUSES
from interpreter.parts import name_parts
from interpreter.source import NOWHERE, Span

ANYTHING = "anything"
"""What may stand after `of`, where that is not members of one kind alone."""

BUILT_IN = {
    "highest": "the highest member of a set",
    "lowest": "the lowest member of a set",
    "size": "how many members a set has",
    "total": "the total of a roll",
    "number": "a member's place in its kind, counted from 1",
    "next": "the next member in a circle",
    "left": "the next player round the table",
    "side": "the kind of all sides, and the side a player belongs to",
    "players": "the players of a side",
}
"""Words that stand before `of` and belong to the language."""

ALSO_NAMES: dict[str, tuple[str, ...]] = {
    "total": (), "size": (), "left": ("player",), "number": (ANYTHING,), "next": (ANYTHING,),
    "bottom": (ANYTHING,),
}  # fmt: skip
"""Those that may be names too, each with the kinds whose members it asks something of: nothing that is asked for with
`of` such a member can be called so."""


MAIN = "game"
"""The phase that is the whole game."""

WORD = re.compile(r"\w+")
MAX_CHAIN = 60
"""The most definitions, or rules and phases, that may use one another in a row."""

FOLLOWING = {
    "unknown-name", "wrong-thing", "not-settable", "not-an-action", "not-a-value", "needs-of", "no-of",
    "wrong-arguments", "expected-missing", "main-phase-missing", "cards-nowhere",
}  # fmt: skip
"""Codes that a wrong declaration brings about where its name is used."""


RESERVED = BUILT_IN | {
    "player": "one of the players",
    "chooser": "the player who makes a choice",
    "viewer": "the player who looks at a view",
    "bottom": "the place under the cards of a pile",
}
"""Words that mean something by themselves: names only where `ALSO_NAMES` says so."""


class _InvalidType:
    pass


INVALID = cast("Type", _InvalidType())
"""The type of an expression with an error that has been reported. It fits everywhere, so that nothing is reported
twice. What has an invalid part is left out of the model."""


@dataclass(frozen=True)
class Symbol:
    """A declared name: what it is, and where. `library` is the name of the library it comes from, or ""."""

    word: str
    name: str
    span: Span
    library: str = ""


@dataclass(frozen=True)
class Use:
    """A place where a name stands, and what it means there: what sort of thing that is, and where it is declared."""

    span: Span
    word: str
    name: str
    declared: Span


@dataclass(frozen=True)
class LoadedFile:
    """One parsed file of a ruleset."""

    tree: syntax.File
    library: str


@dataclass(frozen=True)
class Trees:
    """A ruleset as trees: its files, libraries first, and its own header. `before` are the files as they were written,
    and `amended` what house rules made of them."""

    files: tuple[LoadedFile, ...]
    header: syntax.Header
    before: tuple[syntax.File, ...]
    amended: AmendedGame | None = None

    @property
    def standalone(self) -> bool:
        """Whether it is a library that is checked on its own."""
        return self.header.word == "library"


MOST_GUESSED = 100
"""For how many unknown names it is guessed what was meant."""


@dataclass(frozen=True)
class Signature:
    """What a rule or phase is called with, or a choice is asked with."""

    kind: str
    parameters: tuple[model.Variable, ...]
    prepositions: tuple[str | None, ...]
    span: Span


@dataclass
class Log:
    """What is collected for people: diagnostics, and what names mean."""

    diagnostics: Diagnostics
    uses: dict[Span, Use] = field(default_factory=dict)
    """The meaning of each name that was looked up, by its place."""
    unknown: set[tuple[str, str]] = field(default_factory=set)
    """Unknown names, and what was looked for: of each it is said once."""
    poisoned: set[str] = field(default_factory=set)
    """Names whose declaration is wrong: what follows from that where they are used is not reported again."""
    unread: frozenset[str] = frozenset()
    """The words of declarations that could not be read: what they would have declared is not missed twice."""
    dropped: Span | None = None
    """The first place that was left out of the model."""


@dataclass
class Names:
    """What each name means; complete before anything is typed."""

    symbols: dict[str, Symbol] = field(default_factory=dict)
    members: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    """The members of each kind, the offers of choices and the alternatives of options among them."""
    separate: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    """Measures, views and strategies: each sort has names of its own."""


@dataclass
class Declared:
    """What is declared, with its type; complete before any body is typed, but for the variables of choices."""

    kinds: dict[str, model.KindInfo] = field(default_factory=dict)
    players: tuple[int, ...] = (1,)
    bank: str = ""
    """What the bank is called, if there is one."""
    options: dict[str, model.OptionInfo] = field(default_factory=dict)
    dice: dict[str, model.DiceInfo] = field(default_factory=dict)
    decks: dict[str, model.DeckInfo] = field(default_factory=dict)
    zones: dict[str, model.ZoneInfo] = field(default_factory=dict)
    variables: dict[str, model.Variable] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)


@dataclass
class Definitions:
    """Definitions and tables, which are typed when they are first needed."""

    defines: dict[str, model.DefineInfo] = field(default_factory=dict)
    tables: dict[str, model.TableInfo] = field(default_factory=dict)
    pending: dict[str, Callable[[], None]] = field(default_factory=dict)
    """How those are typed that have not been."""
    in_progress: list[str] = field(default_factory=list)
    depth: int = 0
    """How many values are being computed inside one another just now."""
    extents: dict[str, tuple[int, int]] = field(default_factory=dict)
    supposed: list[model.Supposed] = field(default_factory=list)
    changed: dict[str, frozenset[str]] = field(default_factory=dict)
    """The local names that each rule or phase changes."""


@dataclass
class World:
    """Everything known so far."""

    trees: Trees
    log: Log
    names: Names = field(default_factory=Names)
    declared: Declared = field(default_factory=Declared)
    definitions: Definitions = field(default_factory=Definitions)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless it only follows from a name whose own declaration is wrong or unreadable."""
        if diagnostic.code not in FOLLOWING or not (self.log.poisoned | self.log.unread).intersection(diagnostic.about):
            self.log.diagnostics.add(diagnostic)

    def drop(self, span: Span) -> None:
        """Note that something is left out of the model because it could not be understood. There must be an error by
        the end, or the game would be played without it."""
        self.log.dropped = self.log.dropped or span

    def make_invalid(self, span: Span) -> model.Value:
        """The value of an expression with an error that has been reported."""
        self.drop(span)
        return model.TextConstant("", type=INVALID, span=span)

    def is_valid(self, node: model.Placed | model.PreferenceInfo) -> bool:
        """Whether no part of a value, statement or declaration is invalid."""
        return self.log.dropped is None or not any(each.type is INVALID for each in list_parts(node))

    def refuse(self, diagnostic: Diagnostic, *parts: model.Value) -> model.Value:
        """Report an expression, unless one of its parts is invalid already; its value is invalid too."""
        if not any(each.type is INVALID for each in parts):
            self.report(diagnostic)
        return self.make_invalid(diagnostic.span or NOWHERE)

    def mismatch(self, value: model.Value, wanted: str, advice: str = "") -> model.Value:
        """Report a value of the wrong type."""
        if isinstance(value.type, MemberType) and wanted.startswith("a number") and not advice:
            advice = f"`number of {value.span.text}` is its place in `{value.type.kind}`, counted from 1"
        return self.refuse(types.wrong_type(value.span, describe_type(value.type), wanted, advice), value)

    def report_unknown(self, span: Span, name: str, wanted: str, known: Callable[[], Iterable[str]]) -> None:
        """Report an unknown name, once. A likely one is found among those that are known, for the first hundred names
        only."""
        if (name, wanted) not in self.log.unknown:
            guessed = len(self.log.unknown) < MOST_GUESSED
            self.log.unknown.add((name, wanted))
            words = CLAUSES if wanted == "rule or phase" else ()
            self.report(names.unknown_name(span, name, wanted, known() if guessed else (), words))

    def report_twice(self, word: str, called: Iterable[syntax.Name]) -> bool:
        """Report what is called as another thing of its sort is; whether anything is."""
        first, again = dict[str, Span](), False
        for each in called:
            known = first.setdefault(each.text, each.span)
            if known is not each.span:
                self.report(names.name_twice(each.span, each.text, known, word, word))
                again = True
        return again

    def note(self, span: Span, word: str, name: str, declared: Span) -> None:
        """Note what a name means where it stands."""
        self.log.uses[span] = Use(span, word, name, declared)

    def note_symbol(self, span: Span, symbol: Symbol) -> None:
        self.note(span, symbol.word, symbol.name, symbol.span)

    def note_variable(self, span: Span, variable: model.Variable) -> None:
        declared = self.log.uses.get(variable.span)
        self.note(span, declared.word if declared else variable.role, variable.name, variable.span)

    def note_member(self, span: Span, kind: str, name: str) -> None:
        """Note which member of a kind is meant, if each was given its name by itself."""
        if (kind, name) in self.names.members:
            self.note_symbol(span, self.names.members[kind, name])

    def declare_member(self, word: str, kind: str, name: str, span: Span, library: str) -> None:
        self.names.members[kind, name] = Symbol(word, name, span, library)
        self.note_symbol(span, self.names.members[kind, name])

    def declare(self, word: str, name: syntax.Name, library: str, of: str = "") -> bool:
        """Give a name a meaning; False, with a diagnostic, if it has one already. `of` is the kind of whose members it
        is asked for, or what else stands after its `of`."""
        meaning = RESERVED.get(name.text)
        if meaning is not None and not (word == "kind" and name.text == "side") and not is_free(name.text, word, of):
            self.log.poisoned.add(name.text)
            self.report(names.reserved_name(name.span, name.text, meaning))
            return False
        first = self.names.symbols.get(name.text)
        if first is not None:
            self.log.poisoned.add(name.text)
            self.report(names.name_twice(name.span, name.text, first.span, word, first.word))
            return False
        self.names.symbols[name.text] = Symbol(word, name.text, name.span, library)
        self.note_symbol(name.span, self.names.symbols[name.text])
        return True

    def declare_apart(self, word: str, name: syntax.Name, library: str) -> bool:
        """The same for measures, views and strategies, which rules never name: each sort has names of its own."""
        first = self.names.separate.get((word, name.text))
        if first is not None:
            self.report(names.name_twice(name.span, name.text, first.span, word, word))
            return False
        self.names.separate[word, name.text] = Symbol(word, name.text, name.span, library)
        self.note(name.span, word, name.text, name.span)
        return True

    def is_declared_by(self, name: syntax.Name, word: str) -> bool:
        """Whether this very place is where the name got its meaning (and not a second declaration)."""
        symbol = self.names.separate.get((word, name.text)) or self.names.symbols.get(name.text)
        return symbol is not None and symbol.span == name.span

    def list_names(self, *words: str) -> list[str]:
        return [name for name, symbol in self.names.symbols.items() if symbol.word in words]

    def find(self, name: syntax.Name, *words: str) -> Symbol | None:
        """The symbol of that name if it is one of these sorts; None, with a diagnostic, if not."""
        symbol = self.names.symbols.get(name.text)
        if symbol is None:
            self.report_unknown(name.span, name.text, " or ".join(words), lambda: self.list_names(*words))
            return None
        if symbol.word not in words:
            known = self.list_names(*words)
            advice = f"known names: {', '.join(known[:8])}" if known else ""
            self.report(names.wrong_thing(name.span, name.text, symbol.word, words[0], symbol.span, advice, known))
            return None
        self.note_symbol(name.span, symbol)
        return symbol

    def find_kind(self, name: syntax.Name, *others: str) -> Symbol | None:
        """The symbol of a kind, which a choice of named offers is too, or of one of the other sorts."""
        symbol = self.names.symbols.get(name.text)
        if symbol is None or symbol.word != "choice":
            found = self.find(name, *others, "kind")
            return None if found and found.word == "kind" and name.text in self.log.poisoned else found
        if name.text in self.declared.kinds:
            self.note_symbol(name.span, symbol)
            return symbol
        advice = "write the set that this choice picks from; only a choice with named offers is a kind"
        self.report(names.wrong_thing(name.span, name.text, "choice", "kind", symbol.span, advice))
        return None

    def list_offers(self, name: str) -> list[str]:
        """The choices that have an offer of that name."""
        return [
            kind
            for kind, info in self.declared.kinds.items()
            if name in info.members and kind in self.names.symbols and self.names.symbols[kind].word == "choice"
        ]

    def complete(self, name: str, span: Span) -> bool:
        """Make sure a definition or table is typed. False, with a diagnostic, if it needs itself."""
        make = self.definitions.pending.get(name)
        if make is None:
            return name in self.definitions.defines or name in self.definitions.tables
        if name in self.definitions.in_progress:
            chain = [*self.definitions.in_progress[self.definitions.in_progress.index(name) :], name]
            self.report(phases.phase_twice(span, name, chain))
            return False
        if len(self.definitions.in_progress) >= MAX_CHAIN:
            self.log.poisoned.add(name)
            self.report(phases.too_deep(span, name, MAX_CHAIN))
            return False
        self.definitions.in_progress.append(name)
        try:
            make()
        finally:
            self.definitions.in_progress.pop()
            self.definitions.pending.pop(name, None)
        return name in self.definitions.defines or name in self.definitions.tables

    def list_labels(self, kind: str) -> tuple[str, ...]:
        return self.declared.kinds[kind].members

    def find_member(self, name: str) -> tuple[str, int]:
        for kind, info in self.declared.kinds.items():
            if name in info.members and kind in self.names.symbols and self.names.symbols[kind].word == "kind":
                return kind, info.members.index(name)
        raise KeyError(name)

    def all_members(self, kind: str) -> MemberType:
        return MemberType(kind, 0, len(self.declared.kinds[kind].members) - 1)

    def type_of_kind(self, kind: str) -> MemberType | NumberType:
        """The type of the members of a kind, which may be numbers."""
        return self.declared.kinds[kind].numbers or self.all_members(kind)


def is_free(name: str, word: str = "", of: str = "") -> bool:
    """Whether a name that means something in the language may be given to something of this sort all the same."""
    asks = ALSO_NAMES.get(name)
    if asks is None or word == "kind":
        return False
    return not of or (of != ANYTHING and of not in asks and ANYTHING not in asks)


def describe_type(kind: Type) -> str:
    match kind:
        case NumberType(low, high):
            return f"the number {low}" if low == high else f"a number from {low} to {high}"
        case FractionType(low, high, parts):
            return f"the number {Fraction(low, parts)}" if low == high else f"a number in {name_parts(parts)}"
        case YesNoType():
            return "yes or no"
        case MemberType(name, _, _):
            return f"one of `{name}`"
        case SetType(None):
            return "the empty set"
        case SetType(NumberType()):
            return "a set of numbers"
        case SetType(MemberType(name, _, _)):
            return f"a set of `{name}`"
        case MaybeType(some):
            return f"{describe_type(some)} or none"
        case RollType(dice):
            return f"a roll of `{dice}` ({kind.written})"
        case ThrowType(dice):
            return f"dice of `{dice}`"
        case TextType():
            return "a text"
    return "something unknown"
