"""Which node each rule of the grammar becomes, and which of its fields the parts of the rule are, in their order.

`*x` takes any number of parts, and what is left out is not among them; `x?` is whether the part is there; `x[]` is a
list, empty where it is left out; `x~` is the last of several words; `_` is not needed. Without a list of fields the
parts are those of the node.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from interpreter import syntax
from interpreter.source import Span

Make = Callable[..., Any]
"""Makes a node of the place of a rule in the file and the rule's parts."""


class Entry(NamedTuple):
    """The content of a line of a declaration that is no node by itself."""

    kind: str
    value: Any
    span: Span


READ: dict[str, Callable[[Any], Any]] = {
    "?": lambda part: part is not None,
    "]": lambda part: part or (),
    "~": lambda part: part.split()[-1],
}


def node(kind: Callable[..., Any], fields: str = "", **fixed: Any) -> Make:
    names = fields.split()
    if not names:
        return lambda span, *parts: kind(*parts, **fixed, span=span)
    star = next((at for at, each in enumerate(names) if each[0] == "*"), len(names))
    after = len(names) - star - 1
    plain = [(each.rstrip("?[]~"), READ.get(each[-1])) for each in names if each[0] != "*"]

    def make(span: Span, *parts: Any) -> Any:
        values = dict(fixed)
        if after >= 0:
            end = len(parts) - after
            values[names[star][1:]] = tuple([each for each in parts[star:end] if each is not None])
            parts = parts[:star] + parts[end:]
        for (name, read), part in zip(plain, parts, strict=True):
            values[name] = read(part) if read is not None else part
        values.pop("_", None)
        return kind(**values, span=span)

    return make


def entry(kind: str, fields: str = "value") -> Make:
    return node(partial(Entry, kind), fields)


SAME_NAME = (
    "id_range", "open", "nobody", "anything", "everything", "of", "applied", "column", "grouped", "negated",
    "conditional", "either", "place", "let", "win", "nothing", "shuffle", "deal", "put", "swap", "repeat", "member",
    "bank", "cards_of", "zone", "expects", "note", "alternative", "key", "offer", "odds", "aim", "with_option",
    "given_value", "holds", "replaced", "removed", "changed_example",
)  # fmt: skip
"""Rules that are called as their nodes are."""

NODES: dict[str, Make] = {each: node(getattr(syntax, each.title().replace("_", ""))) for each in SAME_NAME} | {
    # Names, citations, types
    "yes_or_no": node(syntax.YesNoType),
    "set_of": node(syntax.SetType, "member *others"),
    "values": node(syntax.ValuesType),
    "in_parts": node(syntax.InPartsType),
    "parameter": node(syntax.Parameter, preposition=None),
    # Values
    "yes": node(syntax.YesNo, value=True),
    "no": node(syntax.YesNo, value=False),
    "text": node(syntax.Quoted),
    "column_at": node(syntax.Column, "table arguments column"),
    "tuple": node(syntax.Tuple, "*parts"),
    "all_of": node(syntax.AllOf, "*parts"),
    "any_of": node(syntax.AnyOf, "*parts"),
    "span": node(syntax.Range),
    "arithmetic": node(syntax.Arithmetic, "left operator right"),
    "compared": node(syntax.Compared, "left comparator right"),
    "held": node(syntax.Compared, "left comparator right"),
    "alike": node(syntax.Pattern, "number _", form="alike"),
    "in_a_row": node(syntax.Pattern, "number _", form="in_a_row"),
    "supposed": node(syntax.Supposed),
    "lesser_or_greater": node(syntax.LesserOrGreater, "word~ left right"),
    "next_in": node(syntax.Neighbour, "_ domain member", forward=True),
    "last_in": node(syntax.Neighbour, "_ domain member", forward=False),
    "some": node(syntax.Quantified, "variable subsets? domain condition", quantifier="some"),
    "none_of": node(syntax.Quantified, "variable subsets? domain condition", quantifier="no"),
    "counted": node(syntax.Quantified, "variable subsets? domain condition", quantifier="count"),
    "those": node(syntax.Quantified, "variable subsets? domain condition", quantifier="those"),
    "summed": node(syntax.Summed, "value variable subsets? domain condition", word="sum"),
    "most": node(syntax.Summed, "word~ value variable subsets? domain condition"),
    "best": node(syntax.Best, "_ variable subsets? domain condition extreme~ value", all_best=False),
    "the_first": node(syntax.Best, "_ variable subsets? domain condition", all_best=False, extreme="", value=None),
    "all_best": node(syntax.Best, "variable subsets? domain condition extreme~ value", all_best=True),
    "tiles": node(syntax.CardsOf, "rank suit", tiles=True),
    "parted": node(syntax.Parted, "_ asked _ domain part rest condition extreme~ value"),
    "some_best": node(syntax.Best, "_ many variable domain condition extreme~ value", all_best=False, subsets=False),
    # Statements and clauses
    "sequence": node(syntax.Sequence, "*statements"),
    "roll": node(syntax.Roll, "count place *together thrower"),
    "also_rolled": node(syntax.AlsoRolled, "count place", thrower=None),
    "roll_keeping": node(syntax.Roll, "place kept thrower"),
    "choose": node(syntax.Choose, "choice *arguments chooser"),
    "do": node(syntax.Do, "table *arguments"),
    "set": node(syntax.Assign),
    "add": node(syntax.Add, taken=False),
    "take": node(syntax.Add, taken=True),
    "named": node(syntax.Let),
    "end": node(syntax.End, without_result=False),
    "end_without_result": node(syntax.End, without_result=True),
    "win_the_bank": node(syntax.Win, winner=None),
    "put_all": node(syntax.Put, "source target", cards=None),
    "target": node(syntax.Target, bottom=False),
    "bottom": node(syntax.Target, bottom=True),
    "labelled": node(syntax.Argument, "preposition value"),
    "when": node(syntax.When, "*branches"),
    "while": node(syntax.When, "*branches", repeated=True),
    "repeat_block": node(syntax.Repeat, "times _ body until"),
    "repeat_step": node(syntax.Repeat, "times _ *body", until=None, inline=True),
    # Headers and components
    "source": entry("source"),
    "use": entry("use"),
    "about": entry("about"),
    "needs": entry("needs"),
    "comes_after": entry("after"),
    "kind": node(syntax.Kind, "name circle? *members marks", word="kind"),
    "kind_by": node(syntax.Kind, "name *axes marks", word="kind", members=()),
    "axis": node(syntax.Range),
    "spread": node(syntax.Spread, "*parts"),
    "laid": node(syntax.Laid),
    "given_spread": node(syntax.GivenValue),
    "face_up": node(syntax.Sight, face="up"),
    "face_down": node(syntax.Sight, face="down"),
    "seen_by": node(syntax.Sight, "owner", face="owner"),
    "because": entry("because"),
    "question": entry("question"),
    # Rules, definitions, tables
    "rule": node(syntax.Rule, "name parameters marks *body"),
    "define": node(syntax.Define, "name *parameters value marks"),
    "define_block": node(syntax.Define, "name *parameters marks names value"),
    "heading": node(syntax.Heading, "*cells marks"),
    "row": node(syntax.Row, "*cells results marks"),
    "cells": node(syntax.Cell, "*sequences"),
    # Choices and strategies
    "default": entry("default"),
    "picked": node(syntax.Picked, "variable subsets? domain"),
    "picked_several": node(syntax.Picked, "low high variable domain", subsets=False),
    "strategy": node(syntax.Strategy, "name like text *advice"),
    "advice_block": node(syntax.Advice, "choice *preferences"),
    "preferred_when": node(syntax.Preference, "condition odds value"),
    "preferred_sometimes": node(syntax.Preference, "odds value", condition=None),
    "preferred": node(syntax.Preference, "value", condition=None, odds=None),
    # What is measured and shown
    "measure": node(syntax.Measure, "name per value marks", counted=(), divided=None),
    "measure_counts": node(syntax.Measure, "name per counted condition marks", value=None, divided=None),
    "measure_quotient": node(syntax.Measure, "name divided per marks", value=None, counted=()),
    "view": node(syntax.View, "name inside condition *lines"),
    "view_each": node(syntax.ViewEach, "variable domain condition order *lines", inline=True),
    "view_each_below": node(syntax.ViewEach, "variable domain condition order *lines", inline=False),
    "at_part": node(syntax.ThingPart, "value", word="at"),
    "to_part": node(syntax.ThingPart, "value", word="to"),
    "map_row": node(syntax.MapRow),
    # Examples
    "with_options": entry("with", "*value"),
    "given": entry("given", "*value"),
    "rolls": entry("script", "*value"),
    "then": entry("then", "*value"),
    "did": node(syntax.Did, negated=False),
    "did_not": node(syntax.Did, negated=True),
    "ended": node(syntax.Ended, without_result=False, negated=False),
    "ended_without_result": node(syntax.Ended, without_result=True, negated=False),
    "not_ended": node(syntax.Ended, without_result=False, negated=True),
    "asked": node(syntax.Asked, negated=False),
    "not_asked": node(syntax.Asked, negated=True),
    "said": node(syntax.Said, negated=False),
    "not_said": node(syntax.Said, negated=True),
    "won": node(syntax.Won, "_ winner", bank=False),
    "won_the_bank": node(syntax.Won, "_", winner=None, bank=True),
    "drawn": node(syntax.Won, "_", winner=None, bank=False),
    # House rules
    "taken": node(syntax.TakenTable),
    "removed_example": node(syntax.Removed, "name games[]", word="example"),
    "around": node(syntax.Around, "place word name *body"),
    "only_when": node(syntax.OnlyWhen, "name condition otherwise", word="rule"),
    "only_when_phase": node(syntax.OnlyWhen, "name condition otherwise", word="phase"),
    "only_when_define": node(syntax.OnlyWhen, "name condition otherwise", word="define"),
    "changed_define": node(syntax.ChangedDefine),
    "changed_table": node(syntax.ChangedTable, "name *rows"),
    "sometimes": entry("sometimes", "*value"),
    "changed_phase": node(syntax.ChangedPhase, "name *state"),
    "offer_removed": entry("offer_removed"),
}
