"""Declarations as lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import assert_never

from interpreter import syntax
from interpreter.formatter.clauses import Printed, head, print_clauses, print_heading, print_row
from interpreter.formatter.examples import print_example
from interpreter.formatter.house import print_change
from interpreter.formatter.values import (
    format_expression,
    format_ids,
    format_literal,
    format_marks,
    format_parameter,
    format_sequence,
    format_text,
    format_type,
)
from interpreter.source import Span

LONGEST = 120
GLUE = "\0"
"""Definitions longer than this are broken where they stand in parentheses."""


def print_declaration(node: syntax.Declaration) -> Iterator[Printed]:
    """The lines of any declaration; the first stands in the first column."""
    match node:
        case syntax.Header() | syntax.Kind() | syntax.Players() | syntax.Dice() | syntax.Expects() | syntax.Note():
            return _component(node)
        case syntax.Cards() | syntax.Zone():
            return _cards(node)
        case syntax.Define() | syntax.Measure() | syntax.View():
            return _shown(node)
        case syntax.Option() | syntax.Choice() | syntax.Strategy() | syntax.Example():
            return _asked(node)
        case syntax.Phase() | syntax.Also() | syntax.Rule() | syntax.Table():
            return _done(node)
        case _:
            return print_change(node, print_declaration)


def _component(
    node: syntax.Header | syntax.Kind | syntax.Players | syntax.Dice | syntax.Expects | syntax.Note,
) -> Iterator[Printed]:
    match node:
        case syntax.Header():
            return _header(node)
        case syntax.Kind():
            return _kind(node)
        case syntax.Players(number, members, marks):
            first = f"players {format_expression(number)}"
            return _list(node, f"{first} :" if members else first, [*map(_card, members)], marks)
        case syntax.Dice(name, number, faces, marks):
            columns = (f"dice {name.text}", f"= {number}d{faces}")
            return iter([Printed(0, columns, node.span, "dice", format_marks(marks))])
        case syntax.Expects():
            return _expects(node)
        case syntax.Note(ids, text):
            return iter([Printed(0, (f"note {format_ids(ids)} {format_text(text)}",), node.span)])
        case _:
            assert_never(node)


def _shown(node: syntax.Define | syntax.Measure | syntax.View) -> Iterator[Printed]:
    match node:
        case syntax.Define():
            return _define(node)
        case syntax.Measure(name, per, value, counted, marks):
            names = ", ".join(each.text for each in counted)
            what = f"= {format_expression(value)}" if value is not None else f"counts {names}"
            columns = (f"measure {name.text}", f"per {per.text} {what}")
            return iter([Printed(0, columns, node.span, "measure", format_marks(marks))])
        case syntax.View():
            return _view(node)
        case _:
            assert_never(node)


def _asked(node: syntax.Option | syntax.Choice | syntax.Strategy | syntax.Example) -> Iterator[Printed]:
    match node:
        case syntax.Option():
            return _option(node)
        case syntax.Choice():
            return _choice(node)
        case syntax.Strategy():
            return _strategy(node)
        case syntax.Example():
            return print_example(node)
        case _:
            assert_never(node)


def _done(node: syntax.Phase | syntax.Also | syntax.Rule | syntax.Table) -> Iterator[Printed]:
    match node:
        case syntax.Phase():
            return _phase(node)
        case syntax.Also():
            return _also(node)
        case syntax.Rule():
            return _rule(node)
        case syntax.Table():
            return _table(node)
        case _:
            assert_never(node)


def _define(node: syntax.Define) -> Iterator[Printed]:
    inside = ", ".join(format_parameter(each) for each in node.parameters)
    columns = (f"define {node.name.text}" + (f"({inside})" if inside else ""), f"= {format_expression(node.value)}")
    marks = format_marks(node.marks)
    if isinstance(node.value, syntax.Grouped) and len(" ".join(columns)) > LONGEST:
        yield from _broken(node, columns[0], node.value, marks)
    else:
        yield Printed(0, columns, node.span, "define", marks)


def _broken(node: syntax.Define, first: str, value: syntax.Grouped, marks: str) -> Iterator[Printed]:
    """A long definition in parentheses, with a line of its own for what is inside."""
    closing = Span(value.span.source, max(value.span.end - 1, 0), value.span.end)
    yield Printed(0, (f"{first} = (",), head(node, node.name, *node.parameters))
    yield Printed(2, (format_expression(value.inner),), value.inner.span)
    yield Printed(1, (")",), head(syntax.Node(span=closing), *node.marks), None, marks)


# ---- headers and components


def _header(node: syntax.Header) -> Iterator[Printed]:
    game = f" for {node.game.text}" if node.game else ""
    first = f"{node.word} {node.name.text} {format_text(node.title)}{game}"
    yield Printed(0, (first,), head(node, node.title, node.game))
    for source in node.sources:
        yield Printed(1, (f"source {format_text(source)}",), source.span)
    for use in node.uses:
        yield Printed(1, (f"use {use.text}",), use.span)
    for other in node.after:
        yield Printed(1, (f"after {other.text}",), other.span)


def _kind(node: syntax.Kind) -> Iterator[Printed]:
    first = node.word if node.word == "sides" else f"{node.word} {node.name.text}:"
    yield from _list(node, first, [*map(_card, node.members)], node.marks)


def _list(node: syntax.Node, first: str, parts: list[str], marks: tuple[syntax.Mark, ...]) -> Iterator[Printed]:
    """A line with a list; one that is too long goes on in parentheses."""
    line = f"{first} {', '.join(parts)}".rstrip()
    if len(line) <= LONGEST or not parts:
        yield Printed(0, (line,), node.span, None, format_marks(marks))
        return
    yield Printed(0, (f"{first} (",), head(node))
    filled = textwrap.fill(", ".join(part.replace(" ", GLUE) for part in parts), LONGEST - 2, break_long_words=False)
    for each in filled.replace(GLUE, " ").split("\n"):
        yield Printed(1, (each,), head(node))
    yield Printed(1, (")",), head(node), None, format_marks(marks))


def _expects(node: syntax.Expects) -> Iterator[Printed]:
    first = f"expects {node.word} {node.name.text}" + (f" in {node.inside.text}" if node.inside else "")
    columns = (first, format_text(node.reason)) if node.reason else (first,)
    yield Printed(0, columns, node.span, "expects")


def _cards(node: syntax.Cards | syntax.Zone) -> Iterator[Printed]:
    match node:
        case syntax.Cards(name, cards, marks):
            yield from _list(node, f"cards {name.text}:", [*map(_card, cards)], marks)
        case syntax.Zone(word, name, each, cards_of, sight, full, marks):
            of_each = f"of each {each.text}" if each else ""
            full_of = f"= all {full.text}" if full else ""
            columns = (f"{word} {name.text}", of_each, f": {cards_of.text}, {_sight(sight)}", full_of)
            yield Printed(0, columns, node.span, "zone", format_marks(marks))
        case _:
            assert_never(node)


def _sight(sight: syntax.Sight) -> str:
    return f"seen by its {sight.owner.text}" if sight.owner else f"face {sight.face}"


def _card(card: syntax.CardsOf | syntax.Member) -> str:
    match card:
        case syntax.CardsOf(rank, suit):
            return f"{rank.text} of {suit.text}"
        case syntax.Member(name, shown):
            return name.text + (f" {format_text(shown)}" if shown else "")
        case _:
            assert_never(card)


# ---- what is asked


def _option(node: syntax.Option) -> Iterator[Printed]:
    first = f"option {node.name.text} = {format_literal(node.default)}"
    within = f" in {format_expression(node.values)}" if node.values else ""
    span = head(node, node.default, node.values, *node.marks)
    yield Printed(0, (first + within,), span, None, format_marks(node.marks))
    if node.question is not None:
        yield Printed(1, (format_text(node.question),), node.question.span)
    if node.because is not None:
        yield Printed(1, (f"because {format_text(node.because)}",), node.because.span)
    for each in node.alternatives:
        yield Printed(1, (format_literal(each.value), format_text(each.text)), each.span, "alternative")


def _choice(node: syntax.Choice) -> Iterator[Printed]:
    yield Printed(0, (f"choice {node.name.text}",), head(node, node.name, *node.marks), None, format_marks(node.marks))
    if node.question is not None:
        yield Printed(1, (format_text(node.question),), node.question.span)
    if node.pick is not None:
        domain = f"{'subsets of ' if node.pick.subsets else ''}{format_expression(node.pick.domain)}"
        where = f" where {format_expression(node.pick.condition)}" if node.pick.condition else ""
        yield Printed(1, (f"pick {node.pick.variable.text} from {domain}{where}",), node.pick.span)
    for offer in node.offers:
        when = f" when {format_expression(offer.condition)}" if offer.condition else ""
        yield Printed(1, (offer.name.text, f"{format_text(offer.text)}{when}"), offer.span, "offer")
    if node.secret is not None:
        yield Printed(1, ("seen by its chooser",), node.secret.span)
    if node.default is not None:
        yield Printed(1, (f"default {format_expression(node.default)}",), node.default.span)


def _strategy(node: syntax.Strategy) -> Iterator[Printed]:
    text = f" {format_text(node.text)}" if node.text else ""
    yield Printed(0, (f"strategy {node.name.text}{text}",), head(node, node.name, node.text))
    for advice in node.advice:
        first, *others = advice.preferences
        if not others and first.condition is None:
            columns = (advice.choice.text, f": {format_expression(first.value)}")
            yield Printed(1, columns, advice.span, "advice")
            continue
        yield Printed(1, (advice.choice.text,), head(advice, advice.choice))
        for each in advice.preferences:
            lead = "otherwise" if each.condition is None else f"when {format_expression(each.condition)}"
            yield Printed(2, (lead, f": {format_expression(each.value)}"), each.span, "preference")


# ---- what is done


def _parameters(parameters: Iterable[syntax.Parameter]) -> str:
    return "".join(
        f" {each.preposition} ({format_parameter(each)})" if each.preposition else f" ({format_parameter(each)})"
        for each in parameters
    )


def _phase(node: syntax.Phase) -> Iterator[Printed]:
    inside = f" in {node.inside.text}" if node.inside else ""
    first = f"phase {node.name.text}{_parameters(node.parameters)}{inside}"
    span = head(node, node.name, *node.parameters, node.inside, *node.marks)
    yield Printed(0, (first,), span, None, format_marks(node.marks))
    yield from map(_kept, node.state)
    yield from print_clauses(node.body, 1)


def _also(node: syntax.Also) -> Iterator[Printed]:
    yield Printed(0, (f"also in {node.phase.text}",), head(node, node.phase))
    yield from map(_kept, node.state)
    yield from print_clauses(node.body, 1)


def _kept(state: syntax.Keep | syntax.Count) -> Printed:
    return _keep(state) if isinstance(state, syntax.Keep) else _count(state)


def _keep(node: syntax.Keep) -> Printed:
    each = f"of each {node.each.text}" if node.each else ""
    kind = f": {format_type(node.type)}" + (f", {_sight(node.sight)}" if node.sight else "")
    columns = (f"keep {node.name.text}", each, kind, f"= {format_expression(node.start)}")
    return Printed(1, columns, node.span, "keep", format_marks(node.marks))


def _count(node: syntax.Count) -> Printed:
    seen = f", {_sight(node.sight)}" if node.sight else ""
    first, marks = f"count {node.name.text}", format_marks(node.marks)
    if node.limit is None or node.consequence is None:
        return Printed(1, (f"{first}{seen}",), node.span, None, marks)
    columns = (first, f"to {format_expression(node.limit)}{seen}", f": {format_sequence(node.consequence)}")
    return Printed(1, columns, node.span, "count", marks)


def _rule(node: syntax.Rule) -> Iterator[Printed]:
    first = f"rule {node.name.text}{_parameters(node.parameters)}"
    span = head(node, node.name, *node.parameters, *node.marks)
    yield Printed(0, (first,), span, None, format_marks(node.marks))
    yield from print_clauses(node.body, 1)


def _key(key: syntax.Key) -> str:
    return format_expression(key.value) + (f" in {format_expression(key.within)}" if key.within else "")


def _table(node: syntax.Table) -> Iterator[Printed]:
    inside = ", ".join(format_parameter(each) for each in node.parameters)
    parts = [f"table {node.name.text}" + (f"({inside})" if inside else "")]
    parts.append(f"on {', '.join(_key(key) for key in node.keys)}")
    parts += [f"by {_key(node.across)}"] if node.across else []
    parts += [f"-> {', '.join(column.text for column in node.columns)}"] if node.columns else []
    span = head(node, *node.keys, node.across, *node.columns, *node.marks)
    yield Printed(0, (" ".join(parts),), span, None, format_marks(node.marks))
    if node.heading is not None:
        yield print_heading(node.heading, 1, id(node))
    for row in node.rows:
        yield print_row(row, 1, id(node))


# ---- what is shown


def _view(node: syntax.View) -> Iterator[Printed]:
    inside = f" in {node.inside.text}" if node.inside else ""
    when = f" when {format_expression(node.condition)}" if node.condition is not None else ""
    yield Printed(0, (f"view {node.name.text}{inside}{when}",), head(node, node.name, node.inside, node.condition))
    for line in node.lines:
        each = f"for each {line.variable.text} in " if line.variable else ""
        over = f"{format_expression(line.domain)} : " if line.domain else ""
        yield Printed(1, (f"{each}{over}{format_text(line.text)}",), line.span)
