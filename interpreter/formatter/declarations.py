"""Declarations as lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from interpreter import syntax
from interpreter.formatter.clauses import MAX_WIDTH, PrintedLine, find_head, print_clauses, print_heading, print_row
from interpreter.formatter.examples import print_example
from interpreter.formatter.house import print_change
from interpreter.formatter.values import (
    format_called,
    format_expression,
    format_for,
    format_ids,
    format_literal,
    format_marks,
    format_parameter,
    format_sequence,
    format_start,
    format_text,
    format_type,
    format_where,
)
from interpreter.source import Span
from interpreter.throws import format_dice_type

GLUE = "\0"
"""Placeholder for a space at which a list is not broken."""


def print_declaration(node: syntax.Declaration) -> Iterator[PrintedLine]:
    """The lines of any declaration; the first is not indented."""
    match node:
        case syntax.Header() | syntax.Kind() | syntax.Players() | syntax.Dice() | syntax.Expects() | syntax.Note():
            return _print_component(node)
        case syntax.Cards() | syntax.Zone():
            return _print_cards(node)
        case syntax.Define() | syntax.Measure() | syntax.Aim() | syntax.View() | syntax.Layout():
            return _print_shown(node)
        case syntax.Option() | syntax.Choice() | syntax.Strategy() | syntax.Example():
            return _print_asked(node)
        case syntax.Phase() | syntax.Also() | syntax.Rule() | syntax.Table():
            return _print_done(node)
        case _:
            return print_change(node, print_declaration)


def _print_component(
    node: syntax.Header | syntax.Kind | syntax.Players | syntax.Dice | syntax.Expects | syntax.Note,
) -> Iterator[PrintedLine]:
    match node:
        case syntax.Header():
            return _print_header(node)
        case syntax.Kind():
            return _print_kind(node)
        case syntax.Players(number, bank, members, marks):
            first = f"players {format_expression(number)}{_format_bank(bank)}"
            return _print_list(node, f"{first} :" if members else first, [*map(_format_card, members)], marks)
        case syntax.Dice(name, number, faces, marks, shown, each, sight, words):
            of_each = f" of each {each.text}" if each else ""
            seen = f", {_format_sight(sight)}" if sight else ""
            of = format_dice_type(number, faces, shown or tuple(word.text for word in words))
            columns = (f"dice {format_called(name)}{of_each}", f"= {of}{seen}")
            return iter([PrintedLine(0, columns, node.span, "dice", format_marks(marks))])
        case syntax.Expects():
            return _print_expects(node)
        case syntax.Note(ids, text):
            return iter([PrintedLine(0, (f"note {format_ids(ids)} {format_text(text)}",), node.span)])
        case _:
            assert_never(node)


def _format_bank(node: syntax.Bank | None) -> str:
    if node is None:
        return ""
    return f" against the bank {format_text(node.text)}" if node.text else " against the bank"


def _print_shown(
    node: syntax.Define | syntax.Measure | syntax.Aim | syntax.View | syntax.Layout,
) -> Iterator[PrintedLine]:
    match node:
        case syntax.Define():
            return _print_define(node)
        case syntax.Measure(name, per, _, _, divided, marks) if divided is not None:
            quotient = (f"measure {name.text}", f"= {divided.text} per {per.text}")
            return iter([PrintedLine(0, quotient, node.span, "quotient", format_marks(marks))])
        case syntax.Measure(name, per, value, counted, _, marks, condition):
            names = ", ".join(each.text for each in counted)
            names += f" when {format_expression(condition)}" if condition is not None else ""
            what = f"= {format_expression(value)}" if value is not None else f"counts {names}"
            columns = (f"measure {name.text}", f"per {per.text}", what)
            return iter([PrintedLine(0, columns, node.span, "measure", format_marks(marks))])
        case syntax.Aim(word, measure, marks):
            aim = (f"aim {word} {measure.text}",)
            return iter([PrintedLine(0, aim, node.span, None, format_marks(marks))])
        case syntax.View():
            return _print_view(node)
        case syntax.Layout():
            return _print_layout(node)
        case _:
            assert_never(node)


def _print_asked(node: syntax.Option | syntax.Choice | syntax.Strategy | syntax.Example) -> Iterator[PrintedLine]:
    match node:
        case syntax.Option():
            return _print_option(node)
        case syntax.Choice():
            return _print_choice(node)
        case syntax.Strategy():
            return _print_strategy(node)
        case syntax.Example():
            return print_example(node)
        case _:
            assert_never(node)


def _print_done(node: syntax.Phase | syntax.Also | syntax.Rule | syntax.Table) -> Iterator[PrintedLine]:
    match node:
        case syntax.Phase():
            return _print_phase(node)
        case syntax.Also():
            return _print_also(node)
        case syntax.Rule():
            return _print_rule(node)
        case syntax.Table():
            return _print_table(node)
        case _:
            assert_never(node)


def _print_define(node: syntax.Define) -> Iterator[PrintedLine]:
    inside = ", ".join(format_parameter(each) for each in node.parameters)
    first = f"define {format_called(node.name)}" + (f" ({inside})" if inside else "")
    if node.names:
        head = find_head(node, node.name, *node.parameters, *node.marks)
        yield PrintedLine(0, (f"{first} =",), head, None, format_marks(node.marks))
        yield from _print_words(node.words)
        for each in node.names:
            yield PrintedLine(1, (f"let {each.name.text}", f"= {format_expression(each.value)}"), each.span, "let")
        yield PrintedLine(1, (format_expression(node.value),), node.value.span)
        return
    columns = (first, f"= {format_expression(node.value)}")
    long = isinstance(node.value, syntax.Grouped) and len(" ".join(columns)) > MAX_WIDTH
    pieces = (f"{first} = (", columns[1][3:-1], ")") if long else ()
    group = None if inside or node.words else "define"
    span = find_head(node, node.value, *node.marks)
    yield PrintedLine(0, columns, span, group, format_marks(node.marks), pieces=pieces)
    yield from _print_words(node.words)


def _print_words(words: Sequence[syntax.Words]) -> Iterator[PrintedLine]:
    for each in words:
        covers = f" also for {', '.join(name.text for name in each.covers)}" if each.covers else ""
        yield PrintedLine(1, (f"{each.word} {format_text(each.text)}{covers}",), each.span)


# ---- headers and components


def _print_header(node: syntax.Header) -> Iterator[PrintedLine]:
    first = f"{node.word} {node.name.text} {format_text(node.title)}{format_for(node.games)}"
    yield PrintedLine(0, (first,), find_head(node, node.title, *node.games))
    for about in node.about:
        yield PrintedLine(1, (f"about {format_text(about)}",), about.span)
    for source in node.sources:
        yield PrintedLine(1, (f"source {format_text(source)}",), source.span)
    for use in node.uses:
        yield PrintedLine(1, (f"use {use.text}",), use.span)
    for other in node.after:
        yield PrintedLine(1, (f"after {other.text}",), other.span)


def _print_kind(node: syntax.Kind) -> Iterator[PrintedLine]:
    first = node.word if node.word == "sides" else f"{node.word} {node.name.text}{' in a circle' * node.circle}:"
    if node.axes:
        line = f"{first} {' by '.join(map(format_expression, node.axes))}"
        yield PrintedLine(0, (line,), node.span, None, format_marks(node.marks))
        return
    yield from _print_list(node, first, [*map(_format_card, node.members)], node.marks)


def _print_list(
    node: syntax.Node, first: str, parts: list[str], marks: tuple[syntax.Mark, ...]
) -> Iterator[PrintedLine]:
    """A line with a list; one that is too long is continued in parentheses."""
    listed = ", ".join(parts)
    line = f"{first} {listed}".rstrip()
    pieces: tuple[str, ...] = ()
    if len(line) > MAX_WIDTH and parts:
        line = f"{first} ({listed})"
        glued = ", ".join(part.replace(" ", GLUE) for part in parts)
        filled = textwrap.wrap(glued, MAX_WIDTH - 2, break_long_words=False, break_on_hyphens=False)
        pieces = (f"{first} (", *(each.replace(GLUE, " ") for each in filled), ")")
    yield PrintedLine(0, (line,), node.span, None, format_marks(marks), pieces=pieces)


def _print_expects(node: syntax.Expects) -> Iterator[PrintedLine]:
    name = node.name.text + (f" in {node.inside.text}" if node.inside else "")
    columns = (f"expects {node.word}", name, *([format_text(node.reason)] if node.reason else []))
    yield PrintedLine(0, columns, node.span, "expects")


def _print_cards(node: syntax.Cards | syntax.Zone) -> Iterator[PrintedLine]:
    match node:
        case syntax.Cards(name, cards, copies, marks):
            listed = [*map(_format_card, cards, copies or [1] * len(cards))]
            yield from _print_list(node, f"cards {name.text}:", listed, marks)
        case syntax.Zone(word, name, each, cards_of, sight, full, marks):
            of_each = f"of each {each.text}" if each else ""
            full_of = f"= all {full.text}" if full else ""
            columns = (f"{word} {format_called(name)}", of_each, f": {cards_of.text}, {_format_sight(sight)}", full_of)
            yield PrintedLine(0, columns, node.span, "zone", format_marks(marks))
        case _:
            assert_never(node)


def _format_sight(sight: syntax.Sight) -> str:
    return f"seen by its {sight.owner.text}" if sight.owner else f"face {sight.face}"


def _format_card(card: syntax.CardsOf | syntax.Member, number: int = 1) -> str:
    several = f"{number} of " if number != 1 else ""
    match card:
        case syntax.CardsOf(rank, suit, tiles):
            return f"{several}{rank.text} {'with' if tiles else 'of'} {suit.text}"
        case syntax.Member(name, shown):
            return several + name.text + (f" {format_text(shown)}" if shown else "")
        case _:
            assert_never(card)


# ---- what is asked


def _print_option(node: syntax.Option) -> Iterator[PrintedLine]:
    first = f"option {node.name.text} = {format_literal(node.default)}"
    within = f" in {format_expression(node.values)}" if node.values else ""
    span = find_head(node, node.default, node.values, *node.marks)
    yield PrintedLine(0, (first + within,), span, None, format_marks(node.marks))
    if node.question is not None:
        yield PrintedLine(1, (format_text(node.question),), node.question.span)
    if node.because is not None:
        yield PrintedLine(1, (f"because {format_text(node.because)}",), node.because.span)
    for each in node.alternatives:
        yield PrintedLine(1, (format_literal(each.value), format_text(each.text)), each.span, "alternative")


def _print_choice(node: syntax.Choice) -> Iterator[PrintedLine]:
    first = f"choice {format_called(node.name)}{_format_plain_parameters(node.parameters)}"
    span = find_head(node, node.name, *node.parameters, *node.marks)
    yield PrintedLine(0, (first,), span, None, format_marks(node.marks))
    yield from _print_words(node.words)
    if node.question is not None:
        yield PrintedLine(1, (format_text(node.question),), node.question.span)
    if node.pick is not None:
        picked = " and ".join(map(_format_picked, node.pick.parts))
        where = f" where {format_expression(node.pick.condition)}" if node.pick.condition else ""
        passing = _format_passing(node.pick.passing) if node.pick.passing else ""
        yield PrintedLine(1, (f"pick {picked}{where}{passing}",), node.pick.span)
    for offer in node.offers:
        when = f" when {format_expression(offer.condition)}" if offer.condition else ""
        yield PrintedLine(1, (offer.name.text, f"{format_text(offer.text)}{when}"), offer.span, "offer")
    if node.secret is not None:
        yield PrintedLine(1, ("seen by its chooser",), node.secret.span)
    if node.default is not None:
        yield PrintedLine(1, (f"default {format_expression(node.default)}",), node.default.span)


def _format_passing(node: syntax.Passing) -> str:
    when = f" when {format_expression(node.condition)}" if node.condition else ""
    return f" or none {format_text(node.text)}{when}"


def _format_picked(node: syntax.Picked) -> str:
    if node.low is not None:
        many = format_expression(node.low) + (f"..{format_expression(node.high)}" if node.high is not None else "")
        return f"{many} {node.variable.text} from {format_expression(node.domain)}"
    return f"{node.variable.text} from {'subsets of ' if node.subsets else ''}{format_expression(node.domain)}"


def _print_strategy(node: syntax.Strategy) -> Iterator[PrintedLine]:
    like = f" like {node.like.text}" if node.like else ""
    text = f" {format_text(node.text)}" if node.text else ""
    span = find_head(node, node.name, node.like, node.text)
    yield PrintedLine(0, (f"strategy {node.name.text}{like}{text}",), span)
    for advice in node.advice:
        first, *others = advice.preferences
        if not others and first.condition is None and first.odds is None:
            columns = (advice.choice.text, f": {format_expression(first.value)}")
            yield PrintedLine(1, columns, advice.span, "advice")
            continue
        yield PrintedLine(1, (advice.choice.text,), find_head(advice, advice.choice))
        for each in advice.preferences:
            yield PrintedLine(2, (_format_lead(each), f": {format_expression(each.value)}"), each.span, "preference")


def _format_lead(node: syntax.Preference) -> str:
    condition = f"when {format_expression(node.condition)}" if node.condition is not None else ""
    odds = f"{format_expression(node.odds.part)} in {format_expression(node.odds.whole)}" if node.odds else ""
    return ", ".join(filter(None, (condition, odds))) or "otherwise"


# ---- what is done


def _format_parameters(parameters: Iterable[syntax.Parameter]) -> str:
    given = list(parameters)
    plain = _format_plain_parameters(each for each in given if not each.preposition)
    return plain + "".join(f" {each.preposition} ({format_parameter(each)})" for each in given if each.preposition)


def _format_plain_parameters(parameters: Iterable[syntax.Parameter]) -> str:
    inside = ", ".join(format_parameter(each) for each in parameters)
    return f" ({inside})" if inside else ""


def _print_phase(node: syntax.Phase) -> Iterator[PrintedLine]:
    inside = f" in {node.inside.text}" if node.inside else ""
    first = f"phase {format_called(node.name)}{_format_parameters(node.parameters)}{inside}"
    span = find_head(node, node.name, *node.parameters, node.inside, *node.marks)
    yield PrintedLine(0, (first,), span, None, format_marks(node.marks))
    yield from _print_words(node.words)
    yield from _print_state(node.state)
    yield from print_clauses(node.body, 1)


def _print_also(node: syntax.Also) -> Iterator[PrintedLine]:
    yield PrintedLine(0, (f"also in {node.phase.text}",), find_head(node, node.phase))
    yield from _print_state(node.state)
    yield from print_clauses(node.body, 1)


def _print_state(state: Sequence[syntax.Keep | syntax.Count]) -> Iterator[PrintedLine]:
    """What a phase keeps and counts. Where it does both, the names stand under each other."""
    keep = "keep " if any(isinstance(each, syntax.Count) for each in state) else "keep"
    for each in state:
        yield _print_keep(each, keep) if isinstance(each, syntax.Keep) else _print_count(each)


def _print_keep(node: syntax.Keep, word: str) -> PrintedLine:
    each = f"of each {' and '.join(kind.text for kind in node.each)}" if node.each else ""
    kind = f": {format_type(node.type)}" + (f", {_format_sight(node.sight)}" if node.sight else "")
    usual = isinstance(node.type, syntax.OrNoneType) and isinstance(node.start, syntax.Nobody)
    columns = (f"{word} {format_called(node.name)}", each, kind, "" if usual else f"= {format_start(node.start)}")
    return PrintedLine(1, columns, node.span, "keep", format_marks(node.marks))


def _print_count(node: syntax.Count) -> PrintedLine:
    seen = f", {_format_sight(node.sight)}" if node.sight else ""
    first, marks = f"count {format_called(node.name)}", format_marks(node.marks)
    if node.limit is None or node.consequence is None:
        return PrintedLine(1, (f"{first}{seen}",), node.span, None, marks)
    columns = (first, f"to {format_expression(node.limit)}{seen}", f": {format_sequence(node.consequence)}")
    return PrintedLine(1, columns, node.span, "count", marks)


def _print_rule(node: syntax.Rule) -> Iterator[PrintedLine]:
    first = f"rule {format_called(node.name)}{_format_parameters(node.parameters)}"
    span = find_head(node, node.name, *node.parameters, *node.marks)
    yield PrintedLine(0, (first,), span, None, format_marks(node.marks))
    yield from _print_words(node.words)
    yield from print_clauses(node.body, 1)


def _format_key(key: syntax.Key) -> str:
    return format_expression(key.value) + (f" in {format_expression(key.within)}" if key.within else "")


def _print_table(node: syntax.Table) -> Iterator[PrintedLine]:
    parts = [f"table {format_called(node.name)}{_format_plain_parameters(node.parameters)}"]
    parts.append(f"on {', '.join(_format_key(key) for key in node.keys)}")
    parts += [f"by {_format_key(node.across)}"] if node.across else []
    parts += [f"-> {', '.join(column.text for column in node.columns)}"] if node.columns else []
    parts += [f"from {format_text(node.chart)}"] if node.chart else []
    span = find_head(node, *node.keys, node.across, *node.columns, node.chart, *node.marks)
    yield PrintedLine(0, (" ".join(parts),), span, None, format_marks(node.marks))
    yield from _print_words(node.words)
    if node.heading is not None:
        yield print_heading(node.heading, 1, id(node))
    for row in node.rows:
        yield print_row(row, 1, id(node))


# ---- what is shown


def _print_view(node: syntax.View) -> Iterator[PrintedLine]:
    inside = f" in {node.inside.text}" if node.inside else ""
    when = f" when {format_expression(node.condition)}" if node.condition is not None else ""
    yield PrintedLine(
        0, (f"view {node.name.text}{inside}{when}",), find_head(node, node.name, node.inside, node.condition)
    )
    for line in node.lines:
        yield from _print_view_line(line, 1)


def _print_view_line(line: syntax.ViewLine | syntax.ViewEach, depth: int) -> Iterator[PrintedLine]:
    if isinstance(line, syntax.ViewEach):
        head = f"for each {line.variable.text} in {format_expression(line.domain)}{format_where(line.condition)}"
        head += f", {line.order} first" if line.order else ""
        if line.inline:
            first, *others = _print_view_line(line.lines[0], depth)
            span = Span(line.span.source, line.span.start, first.span.end)
            yield replace(first, columns=(f"{head} : {first.text}",), span=span)
            yield from others
            return
        yield PrintedLine(depth, (head,), find_head(line, line.variable, line.domain, line.condition))
    elif isinstance(line.shown, syntax.Template):
        yield PrintedLine(depth, (format_text(line.shown),), line.span)
    else:
        yield PrintedLine(depth, (_format_thing(line.shown),), line.shown.span)
    for below in line.lines:
        yield from _print_view_line(below, depth + 1)


def _format_thing(node: syntax.Thing) -> str:
    value = node.subject
    subject = format_text(value) if isinstance(value, syntax.Template) else format_expression(value)
    written = f"{node.word.text}{' of' * node.owned} {subject}"
    for part in node.parts:
        match part.value:
            case syntax.Template():
                written += f" {format_text(part.value)}"
            case tuple():
                written += f" {part.word} {' then '.join(each.text for each in part.value)}"
            case expression:
                comma = "" if part.word in ("to", "at") else ","
                written += f"{comma} {part.word} {format_expression(expression)}"
    return written


def _print_layout(node: syntax.Layout) -> Iterator[PrintedLine]:
    of = f" of {format_expression(node.of)}" if node.of is not None else ""
    shape = f" : {node.shape.text}" if node.shape is not None else ""
    size = f" {' by '.join(map(str, node.size))}" if node.size else ""
    traits = "".join(f", {each.text}" for each in node.traits)
    head = (f"layout {node.name.text}{of}{shape}{size}{traits}",)
    span = find_head(node, node.name, node.of) if node.rows else node.span
    yield PrintedLine(0, head, span, None, format_marks(node.marks))
    for row in node.rows:
        owner = row.owner.text if row.owner is not None else ""
        yield PrintedLine(1, (owner, format_text(row.text)) if owner else (format_text(row.text),), row.span, id(node))
