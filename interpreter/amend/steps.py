"""Puts clauses before or after a step of a rule or phase, or in its place, wherever that step is done in it.

A step is known by how it begins: `roll throw`, `choose bid`, `add to score`, the name of a rule. A line on which
several steps are joined by `then` is parted there; what stood behind a colon becomes lines of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import TypeVar

from interpreter import syntax
from interpreter.data_classes import dataclass

Clauses = tuple[syntax.Clause, ...]
Owner = TypeVar("Owner", syntax.Branch, syntax.ForEach)
"""What has clauses in it, perhaps on its own line."""


@dataclass
class StepInserter:
    """One change to be made, in a game with these `dice`. `seen` are the steps that were met, as such a change would
    name them."""

    change: syntax.BesideStep
    dice: frozenset[str]
    seen: list[str] = field(default_factory=list)

    @property
    def is_found(self) -> bool:
        return self.change.begun in self.seen

    def insert(self, clauses: Clauses) -> Clauses:
        return tuple(made for each in clauses for made in self._insert_into(each))

    def _insert_into(self, clause: syntax.Clause) -> Iterator[syntax.Clause]:
        match clause:
            case syntax.Sequence():
                yield from self._part(clause)
            case syntax.When(branches):
                yield replace(clause, branches=tuple(map(self._insert_into_body, branches)))
            case syntax.ForEach():
                yield self._insert_into_body(clause)
            case syntax.Repeat(tuple(body)):
                changed = self.insert(body)
                yield replace(clause, body=changed, inline=clause.inline and changed == body)
            case syntax.Repeat():
                raise AssertionError("a call that is repeated is a statement")

    def _insert_into_body(self, owner: Owner) -> Owner:
        body = self.insert(owner.body)
        return replace(owner, body=body, inline=owner.inline and body == owner.body)

    def _part(self, line: syntax.Sequence) -> Iterator[syntax.Clause]:
        together: list[syntax.Statement] = []
        for statement in line.statements:
            begun = name_step(statement, self.dice)
            self.seen.append(begun)
            if begun != self.change.begun:
                together.append(statement)
            elif self.change.place == "before":
                yield from _join(together)
                yield from self.change.body
                together = [statement]
            elif self.change.place == "replace":
                yield from _join(together)
                yield from self.change.body
                together = []
            elif self.change.place == "remove":
                alone = len(line.statements) == 1
                together += [syntax.Nothing(span=statement.span)] * alone
            else:
                yield from _join([*together, statement])
                yield from self.change.body
                together = []
        if together == list(line.statements):
            yield line
        else:
            yield from _join(together)


def _join(statements: list[syntax.Statement]) -> Iterator[syntax.Sequence]:
    if statements:
        yield syntax.Sequence(tuple(statements), span=statements[0].span.to(statements[-1].span))


def _name_rolled(place: syntax.Place, dice: frozenset[str]) -> str:
    """The dice that are rolled: in `roll several of throw` the name before `of` says how many."""
    match place.subject:
        case syntax.Reference(name) if name in dice:
            return name
        case syntax.Of(name) if name.text in dice:
            return name.text
        case _:
            return place.name.text


def name_step(statement: syntax.Statement, dice: frozenset[str]) -> str:
    """The words that identify a step: its beginning. Empty for a step without a name."""
    match statement:
        case syntax.Roll(place):
            return f"roll {_name_rolled(place, dice)}"
        case syntax.Choose(name):
            return f"choose {name.text}"
        case syntax.Do(name):
            return f"do {name.text}"
        case syntax.Assign(place):
            return f"set {place.name.text}"
        case syntax.Add(_, place, taken):
            return f"{'take from' if taken else 'add to'} {place.name.text}"
        case syntax.Shuffle(zone):
            return f"shuffle {zone.name.text}"
        case syntax.Deal(_, source):
            return f"deal from {source.name.text}"
        case syntax.Put(_, source):
            return f"put from {source.name.text}"
        case syntax.End(name):
            return f"end {name.text}"
        case syntax.Say(text):
            return f'say "{text.text}"'
        case syntax.Repeat(body) if not isinstance(body, tuple):
            return f"repeat {name_step(body, dice)}"
        case syntax.Call(name) | syntax.Applied(name):
            return name.text
        case syntax.Reference(text):
            return text
        case _:
            return ""
