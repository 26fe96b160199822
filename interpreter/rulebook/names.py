"""What things are called in the rulebook: kinds and their members, what is kept, and what stands for something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from interpreter import model as m
from interpreter.bits import indices_of
from interpreter.domains import (
    BEYOND,
    FractionType,
    MaybeType,
    MemberType,
    NumberType,
    SetType,
    ThrowType,
    YesNoType,
    format_set,
)
from interpreter.parts import write_fraction
from interpreter.rulebook.english import is_pointing, is_thing, join_words, pluralise, strip_article
from interpreter.rulebook.folding import Folder

PEOPLE = ("player", "side")


class Names:
    """Names things. `you` are the variables of whoever acts, `names` what bound variables are called here."""

    def __init__(self, game: m.Model, settings: Mapping[str, int]) -> None:
        self.game, self.folder = game, Folder(game, settings)
        self.you: set[m.Variable] = set()
        self.names: dict[m.Variable, list[str]] = {}
        self.rough: list[str] = []
        self.used: dict[str, None] = {}
        self.numbered: dict[str, None] = {}
        """The kinds whose members' numbers are spoken of."""
        self.bare: dict[str, None] = {}
        """The names that stand in sentences as they are, since they have no title."""
        self.groups: dict[str, str] = {}  # a kind's own title is asked for while this is filled
        self.groups |= {
            state.variable.name: self.name_group(state.variable.type.member, state.variable.name)
            for routine in game.routines.values()
            for state in routine.state
            if isinstance(state.variable.type, SetType) and not is_thing(state.variable.name)
        }
        """Sets of members whose names are no nouns: `the players who are still in`."""

    def flag(self, why: str) -> None:
        self.rough.append(why)

    def called(self, name: str) -> str:
        return self.game.called.get(name) or self.groups.get(name, "")

    def name_group(self, member: Any, name: str) -> str:
        if not isinstance(member, MemberType):
            return ""
        who = "who" if member.kind in PEOPLE else "that"
        return f"the {pluralise(self.noun(member.kind))} {who} are {name.replace('_', ' ')}"

    def title(self, name: str) -> str:
        """A name in a sentence: its title, or its words."""
        if not self.called(name):
            self.bare.setdefault(name)
        return self.called(name) or name.replace("_", " ")

    def noun(self, kind: str) -> str:
        if m.PAIRED in kind:
            return "pair" if kind.count(m.PAIRED) == 1 else "group"
        return kind if kind in PEOPLE else "card" if kind in self.game.decks else strip_article(self.title(kind))

    @contextmanager
    def naming(self, variable: m.Variable, *names: str) -> Iterator[None]:
        """Calls a variable by these names, the last of them from then on."""
        before = self.names.get(variable)
        self.names[variable] = [*names]
        yield
        del self.names[variable]
        if before is not None:
            self.names[variable] = before

    def is_you(self, value: Any) -> bool:
        return isinstance(value, m.Read) and value.index is None and value.variable in self.you

    def constant(self, kind: Any, value: int) -> str:
        match kind:
            case MaybeType(some) if value == kind.nothing:
                return "nobody" if isinstance(some, MemberType) and some.kind in PEOPLE else "none"
            case MaybeType(some):
                return self.constant(some, value)
            case MemberType(name) if m.PAIRED in name:
                return f"the {self.noun(name)} of {join_words(self.game.kinds[name].shown[value].split(', '))}"
            case MemberType(name):
                info = self.game.kinds.get(name)
                return info.shown[value].replace("_", " ") if info else str(self.game.options[name].names[value])
            case FractionType(_, _, parts):
                return write_fraction(value, parts)
            case YesNoType():
                return "yes" if value else "no"
            case SetType(MemberType(name)) if value.bit_count() > 2 and _is_row(value):
                first, last = (value & -value).bit_length() - 1, value.bit_length() - 1
                return " to ".join(self.constant(kind.member, each) for each in (first, last))
            case SetType(MemberType(name)) if name in self.game.kinds:
                return format_set(value, self.game.kinds[name].shown).replace("_", " ")
            case SetType(NumberType()) if value >> BEYOND & 1:
                return f"{(value & -value).bit_length() - 1} or more"
            case SetType(NumberType()) if value & value - 1 and _is_row(value):
                return f"{(value & -value).bit_length() - 1} to {value.bit_length() - 1}"
            case SetType(NumberType()) if value:
                return join_words([str(each) for each in indices_of(value)], "or")
            case SetType() | ThrowType():
                return "none" if not value else "some"
            case _:
                return f"{value:,}"

    def refer_to(self, variable: m.Variable) -> str:
        """What a parameter, a part of an answer or a value put aside is called: by its name, or, where that only points
        (`here`, `far`), by what it is, if nothing else beside it is."""
        if not is_pointing(variable.name) or not isinstance(variable.type, MemberType | NumberType | SetType):
            return variable.name.replace("_", " ")
        noun = self.member_noun(variable)
        noun = pluralise(noun) if isinstance(variable.type, SetType) else noun
        beside = self.game.choices.get(variable.owner)
        info = self.game.routines.get(variable.owner) or self.game.defines.get(variable.owner)
        others = beside.parts if beside is not None else info.parameters if info is not None else ()
        is_alone = all(each == variable or self.member_noun(each) != noun for each in others)
        return noun if is_alone else f"“{variable.name.replace('_', ' ')}”"

    def member_noun(self, variable: m.Variable) -> str:
        """What a member of a set is called: a card, a player, a die."""
        of = variable.type.member if isinstance(variable.type, SetType) else variable.type
        kind = getattr(of, "kind", "")
        if kind in self.game.decks:
            return "card"
        if kind in PEOPLE:
            return kind
        if isinstance(of, NumberType):
            return "number"
        return self.noun(kind) if kind else "dice"

    @staticmethod
    def is_nothing(value: m.Constant) -> bool:
        kind = value.type
        if isinstance(kind, MaybeType):
            return value.value == kind.nothing
        return isinstance(kind, SetType | ThrowType) and not value.value


def _is_row(members: int) -> bool:
    """Whether the members of a set follow each other."""
    return "0" not in f"{members:b}".rstrip("0")

