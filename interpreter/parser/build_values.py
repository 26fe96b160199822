"""From Lark's trees to nodes of the syntax tree, leaves first: names, values, statements and clauses.

A rule of the grammar whose parts are just those of a node stands in `NODES`, and in `LISTS` if the node has one tuple
of them. Every other rule has a method of its name, which takes its place in the file and its parts, already built. What
is no node by itself becomes a tuple or a text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partialmethod
from typing import Any, TypeAlias

from lark import Token, Tree

from interpreter import syntax
from interpreter.diagnostics import Diagnostics
from interpreter.parser.chunk_reader import read_part
from interpreter.parser.nesting import report_deep_nesting
from interpreter.parser.templates import read_template
from interpreter.source import NOWHERE, Source, Span

Body: TypeAlias = tuple[tuple[syntax.Clause, ...], bool]

NODES: dict[str, Callable[..., syntax.Node]] = {
    "id_range": syntax.IdRange, "open": syntax.Open, "member": syntax.Member, "bank": syntax.Bank,
    "everything": syntax.Everything, "column": syntax.Column, "of": syntax.Of, "applied": syntax.Applied,
    "nobody": syntax.Nobody, "anything": syntax.Anything, "text": syntax.Quoted, "grouped": syntax.Grouped,
    "negated": syntax.Negated, "span": syntax.Range, "conditional": syntax.Conditional,
    "yes_or_no": syntax.YesNoType, "set_of": syntax.SetType, "values": syntax.ValuesType, "place": syntax.Place,
    "either": syntax.Either, "repeat": syntax.Repeat, "set": syntax.Assign, "let": syntax.Let, "named": syntax.Let,
    "win": syntax.Win, "nothing": syntax.Nothing, "shuffle": syntax.Shuffle, "deal": syntax.Deal, "put": syntax.Put,
    "swap": syntax.Swap, "cards_of": syntax.CardsOf, "zone": syntax.Zone, "expects": syntax.Expects,
    "note": syntax.Note, "alternative": syntax.Alternative, "aim": syntax.Aim, "key": syntax.Key,
    "offer": syntax.Offer, "odds": syntax.Odds, "with_option": syntax.WithOption, "given_value": syntax.GivenValue,
    "holds": syntax.Holds, "taken": syntax.TakenTable, "replaced": syntax.Replaced, "removed": syntax.Removed,
    "changed_example": syntax.ChangedExample,
}  # fmt: skip

LISTS: dict[str, Callable[..., syntax.Node]] = {
    "tuple": syntax.Tuple, "all_of": syntax.AllOf, "any_of": syntax.AnyOf, "sequence": syntax.Sequence,
    "cells": syntax.Cell,
}  # fmt: skip


class ValueBuilder:
    """Builds the nodes that stand for values, and what rules and phases are made of."""

    def __init__(self, origin: Source, diagnostics: Diagnostics) -> None:
        self.origin, self.diagnostics = origin, diagnostics

    def build(self, piece: Tree[Token] | Token | None) -> Any:
        if isinstance(piece, Tree):
            meta, parts = piece.meta, map(self.build, piece.children)
            span = NOWHERE if meta.empty else Span(self.origin, meta.start_pos, meta.end_pos)
            if piece.data in NODES:
                return NODES[piece.data](*parts, span=span)
            if piece.data in LISTS:
                return LISTS[piece.data](tuple(parts), span=span)
            return getattr(self, piece.data)(span, *parts)
        if piece is None or piece.type not in ("NAME", "STRING"):
            return piece if piece is None else str(piece)
        span = Span(self.origin, piece.start_pos or 0, piece.end_pos or 0)
        return syntax.Name(str(piece), span=span) if piece.type == "NAME" else syntax.Text(piece[1:-1], span=span)

    def inserted(self, start: int, end: int) -> syntax.Expression | None:
        """The value that stands between braces; None, and a report, if it is none."""
        tree = read_part(self.origin, start, end, "inserted", self.diagnostics)
        sound = tree is not None and report_deep_nesting(self.origin, tree, self.diagnostics)
        return self.build(tree) if sound else None

    def template(self, text: syntax.Text) -> syntax.Template:
        return read_template(text, self.inserted, self.diagnostics)

    def all_parts(self, _: Span, *parts: Any) -> tuple[Any, ...]:
        return tuple(each for each in parts if each is not None)

    ids = marks = arguments = parameters = keys = names = each = block = lets = step_begun = row_keys = all_parts

    def words(self, _: Span, *words: str) -> str:
        return " ".join(words)

    plus = times = comparator = preposition = zone_word = expected = most_or_least = words
    removable = routine = before_or_after = words

    def only_part(self, _: Span, part: Any) -> Any:
        return part

    line = only_part

    # ---- names, citations

    def named_for_people(self, _: Span, name: syntax.Name, shown: syntax.Text) -> syntax.Name:
        return replace(name, shown=shown.text)

    def cite(self, span: Span, *parts: Any) -> syntax.Cite:
        section = parts[0] if isinstance(parts[0], syntax.Text) else None
        return syntax.Cite(section, parts[-1] if isinstance(parts[-1], tuple) else (), span=span)

    def literal(self, span: Span, *parts: Any) -> syntax.Literal:
        *sign, word = parts
        if isinstance(word, syntax.Name):
            return syntax.Literal(word.text, span=span)
        return syntax.Literal(word == "yes" if word in ("yes", "no") else int("".join(sign) + word), span=span)

    # ---- values

    def number(self, span: Span, digits: str) -> syntax.Number:
        return syntax.Number(int(digits), span=span)

    def faces(self, span: Span, written: str) -> syntax.Faces:
        return syntax.Faces(tuple(map(int, written.split("+"))), span=span)

    def or_more(self, span: Span, written: str) -> syntax.OrMore:
        return syntax.OrMore(int(written[:-1]), span=span)

    def or_less(self, span: Span, written: str) -> syntax.OrLess:
        return syntax.OrLess(int(written[:-1]), span=span)

    def yes(self, span: Span) -> syntax.YesNo:
        return syntax.YesNo(True, span=span)

    def no(self, span: Span) -> syntax.YesNo:
        return syntax.YesNo(False, span=span)

    def name(self, span: Span, name: syntax.Name) -> syntax.Reference:
        return syntax.Reference(name.text, span=span)

    def column_at(self, span: Span, table: syntax.Name, given: Any, column: syntax.Name) -> syntax.Column:
        return syntax.Column(table, column, given, span=span)

    def lesser_or_greater(self, span: Span, word: str, left: Any, right: Any) -> syntax.LesserOrGreater:
        return syntax.LesserOrGreater(word.split()[-1], left, right, span=span)

    def next_in(self, span: Span, _: str, domain: Any, member: Any) -> syntax.Neighbour:
        return syntax.Neighbour(True, domain, member, span=span)

    def last_in(self, span: Span, _: str, domain: Any, member: Any) -> syntax.Neighbour:
        return syntax.Neighbour(False, domain, member, span=span)

    def top_of(self, span: Span, number: Any, zone: syntax.Place) -> syntax.TopOf:
        return syntax.TopOf(number, zone.name, zone.subject, span=span)

    def minus(self, span: Span, operand: syntax.Expression) -> syntax.Expression:
        """The minus belongs to the lower end of a range, and to the first of several faces."""
        if isinstance(operand, syntax.Faces):
            return syntax.Faces((-operand.faces[0], *operand.faces[1:]), span=span)
        if isinstance(operand, syntax.Range) and isinstance(operand.low, syntax.Number):
            low = syntax.Minus(operand.low, span=Span(span.source, span.start, operand.low.span.end))
            return syntax.Range(low, operand.high, span=span)
        return syntax.Minus(operand, span=span)

    def arithmetic(self, span: Span, left: Any, operator: str, right: Any) -> syntax.Arithmetic:
        return syntax.Arithmetic(operator, left, right, span=span)

    def compared(self, span: Span, left: Any, comparator: str, right: Any) -> syntax.Compared:
        return syntax.Compared(comparator, left, right, span=span)

    def held(self, span: Span, left: Any, word: str, right: Any) -> syntax.Compared:
        return syntax.Compared(word, left, right, span=span)

    def alike(self, span: Span, number: Any, _: str) -> syntax.Pattern:
        return syntax.Pattern("alike", number, span=span)

    def in_a_row(self, span: Span, number: Any, _: str) -> syntax.Pattern:
        return syntax.Pattern("in_a_row", number, span=span)

    def quantified(
        self, span: Span, variable: Any, subsets: Any, domain: Any, condition: Any, word: str
    ) -> syntax.Quantified:
        """`some x in ... where ...` and its kin."""
        return syntax.Quantified(word, variable, domain, condition, subsets is not None, span=span)

    some, none_of = partialmethod(quantified, word="some"), partialmethod(quantified, word="no")
    counted, those = partialmethod(quantified, word="count"), partialmethod(quantified, word="those")

    def summed(
        self, span: Span, value: Any, variable: syntax.Name, subsets: Any, domain: Any, condition: Any
    ) -> syntax.Summed:
        """`sum of ... for x in ...`"""
        return syntax.Summed(value, variable, domain, condition, subsets is not None, span=span)

    def best(self, span: Span, *parts: Any) -> syntax.Best:
        """`the x in ... with most ...`, `those x in ... with most ...`"""
        *the, variable, subsets, domain, condition, most, value = parts
        word = most.split()[-1]
        return syntax.Best(not the, variable, domain, condition, word, value, subsets is not None, span=span)

    all_best = best

    def some_best(
        self, span: Span, _: str, many: Any, variable: syntax.Name, domain: Any, condition: Any, most: str, value: Any
    ) -> syntax.Best:
        """`the 3 x in ... with most ...`"""
        return syntax.Best(False, variable, domain, condition, most.split()[-1], value, False, many, span=span)

    # ---- types and parameters

    def or_none(self, span: Span, some: Any, _: str) -> syntax.OrNoneType:
        return syntax.OrNoneType(syntax.ValuesType(some, span=some.span), span=span)

    def parameter(self, span: Span, name: syntax.Name, kind: Any) -> syntax.Parameter:
        return syntax.Parameter(name, kind, None, span=span)

    def labelled_parameter(self, _: Span, preposition: str, parameter: syntax.Parameter) -> syntax.Parameter:
        return replace(parameter, preposition=preposition)

    # ---- statements

    def say(self, span: Span, text: syntax.Text) -> syntax.Say:
        return syntax.Say(self.template(text), span=span)

    def roll(self, span: Span, count: Any, place: syntax.Place, thrower: Any) -> syntax.Roll:
        return syntax.Roll(place, thrower, count, span=span)

    def roll_keeping(self, span: Span, place: syntax.Place, kept: Any, thrower: Any) -> syntax.Roll:
        return syntax.Roll(place, thrower, kept=kept, span=span)

    def choose(self, span: Span, choice: syntax.Name, *given: Any) -> syntax.Choose:
        *arguments, chooser = self.all_parts(span, *given)
        return syntax.Choose(choice, chooser, (*arguments,), span=span)

    def do(self, span: Span, table: syntax.Name, *given: Any) -> syntax.Do:
        return syntax.Do(table, self.all_parts(span, *given), span=span)

    def add(self, span: Span, amount: Any, place: syntax.Place) -> syntax.Add:
        return syntax.Add(amount, place, taken=False, span=span)

    def take(self, span: Span, amount: Any, place: syntax.Place) -> syntax.Add:
        return syntax.Add(amount, place, taken=True, span=span)

    def end(self, span: Span, phase: syntax.Name) -> syntax.End:
        return syntax.End(phase, False, span=span)

    def end_without_result(self, span: Span, phase: syntax.Name) -> syntax.End:
        return syntax.End(phase, True, span=span)

    def win_the_bank(self, span: Span) -> syntax.Win:
        return syntax.Win(None, span=span)

    def put_all(self, span: Span, source: syntax.Place, target: syntax.Target) -> syntax.Put:
        return syntax.Put(None, source, target, span=span)

    def target(self, span: Span, place: syntax.Place) -> syntax.Target:
        return syntax.Target(place, False, span=span)

    def bottom(self, span: Span, place: syntax.Place) -> syntax.Target:
        return syntax.Target(place, True, span=span)

    def call(self, span: Span, name: syntax.Name, *given: Any) -> syntax.Call:
        labelled = (
            each if isinstance(each, syntax.Argument) else syntax.Argument(each, span=each.span) for each in given
        )
        return syntax.Call(name, (*labelled,), span=span)

    call_labelled = call

    def call_parenthesised(self, span: Span, name: syntax.Name, given: Any, *labelled: syntax.Argument) -> syntax.Call:
        return self.call(span, name, *given, *labelled)

    def labelled(self, span: Span, preposition: str, value: Any) -> syntax.Argument:
        return syntax.Argument(value, preposition, span=span)

    # ---- clauses

    def when(self, span: Span, *branches: Any) -> syntax.When:
        return syntax.When(self.all_parts(span, *branches), span=span)

    def branch(self, span: Span, condition: Any, body: Body) -> syntax.Branch:
        return syntax.Branch(condition, *body, span=span)

    def otherwise_when(self, span: Span, branch: syntax.Branch) -> syntax.Branch:
        return replace(branch, span=span)

    def otherwise(self, span: Span, body: Body) -> syntax.Branch:
        return syntax.Branch(None, *body, span=span)

    def body(self, _: Span, inner: Any) -> Body:
        """What follows a colon on the line, or the block below; whether it was on the line."""
        return ((inner,), True) if isinstance(inner, syntax.Sequence) else (inner, False)

    def order(self, _: Span, word: str) -> tuple[str, None]:
        return word, None

    def from_member(self, _: Span, start: Any, right: str | None) -> tuple[str, syntax.Expression]:
        return "right" if right is not None else "", start

    def for_each(
        self, span: Span, variable: syntax.Name, domain: Any, condition: Any, order: Any, body: Body
    ) -> syntax.ForEach:
        """`for each x in set, highest first`"""
        word, start = order or ("", None)
        return syntax.ForEach(variable, domain, word, *body, start, condition, span=span)

    def repeat_for_each(self, span: Span, once: syntax.ForEach, until: Any) -> syntax.ForEach:
        return replace(once, repeated=True, until=until, span=span)

    def repeat_block(self, span: Span, times: Any, *parts: Any) -> syntax.Repeat:
        *_, block, until = parts
        return syntax.Repeat(block, until, times, span=span)

    def repeat_step(self, span: Span, times: Any, _: str, step: syntax.Sequence) -> syntax.Repeat:
        return syntax.Repeat((step,), None, times, inline=True, span=span)
