"""Declarations as lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from interpreter import syntax
from interpreter.formatter.clauses import (
    MAX_WIDTH,
    PrintedLine,
    format_marks,
    print_clauses,
    print_head,
    print_heading,
    print_line,
    print_lines,
    print_row,
)
from interpreter.formatter.examples import print_example
from interpreter.formatter.house import print_change
from interpreter.formatter.values import fill, format_node
from interpreter.source import Span
from interpreter.throws import format_dice_type

GLUE = "\0"
"""Placeholder for a space at which a list is not broken."""


def print_declaration(node: syntax.Declaration) -> Iterator[PrintedLine]:
    """The lines of any declaration; the first is not indented."""
    printer = PRINTERS.get(type(node))
    return printer(node) if printer is not None else print_change(node, print_declaration)  # type: ignore[arg-type]


# ---- headers and components


def _print_header(node: syntax.Header) -> Iterator[PrintedLine]:
    yield print_head(node, "{word} {name} {title}[ for {games}]")
    yield from print_lines(node.about, 'about "{text}"')
    yield from print_lines(node.needs, 'needs "{text}"')
    yield from print_lines(node.sources, 'source "{text}"')
    yield from print_lines(node.uses, "use {text}")
    yield from print_lines(node.after, "after {text}")


def _print_kind(node: syntax.Kind) -> Iterator[PrintedLine]:
    first = node.word if node.word == "sides" else fill("{word} {name}{circle? in a circle}:", node)
    if node.axes:
        yield print_line(node, first + " {axes/ by }")
    else:
        yield _print_list(node, first, [*map(format_node, node.members)])


def _print_players(node: syntax.Players) -> Iterator[PrintedLine]:
    first = fill("players {number}[ {bank}]", node)
    yield _print_list(node, f"{first} :" if node.members else first, [*map(format_node, node.members)])


def _print_list(node: syntax.Node, first: str, parts: list[str]) -> PrintedLine:
    """A line with a list; one that is too long is continued in parentheses."""
    listed = ", ".join(parts)
    line = f"{first} {listed}".rstrip()
    pieces: tuple[str, ...] = ()
    if len(line) > MAX_WIDTH and parts:
        line = f"{first} ({listed})"
        glued = ", ".join(part.replace(" ", GLUE) for part in parts)
        filled = textwrap.wrap(glued, MAX_WIDTH - 2, break_long_words=False, break_on_hyphens=False)
        pieces = (f"{first} (", *(each.replace(GLUE, " ") for each in filled), ")")
    return PrintedLine(0, (line,), node.span, None, format_marks(node), pieces=pieces)


def _print_dice(node: syntax.Dice) -> Iterator[PrintedLine]:
    of = format_dice_type(node.number, node.faces, node.shown or tuple(word.text for word in node.words))
    yield print_line(node, "dice {name}[ of each {each}]", f"= {of}[, {{sight}}]", group="dice")


def _print_cards(node: syntax.Cards) -> Iterator[PrintedLine]:
    pairs = zip(node.copies or [1] * len(node.cards), node.cards, strict=True)
    listed = [f"{number} of " * (number != 1) + format_node(card) for number, card in pairs]
    yield _print_list(node, f"cards {node.name.text}:", listed)


def _print_zone(node: syntax.Zone) -> Iterator[PrintedLine]:
    columns = ("{word} {name}", "[of each {each}]", ": {cards}, {sight}", "[= all {full}]")
    yield print_line(node, *columns, group="zone")


def _print_expects(node: syntax.Expects) -> Iterator[PrintedLine]:
    yield print_line(node, "expects {word}", "{name}[ in {inside}]", "{reason|}", group="expects")


def _print_note(node: syntax.Note) -> Iterator[PrintedLine]:
    yield print_line(node, "note {ids} {text}")


# ---- what is asked


def _print_option(node: syntax.Option) -> Iterator[PrintedLine]:
    yield print_head(node, "option {name} = {default}[ in {values}]")
    yield from print_lines([node.question])
    yield from print_lines([node.because], 'because "{text}"')
    yield from print_lines(node.alternatives, "{value}", "{text}", group="alternative")


def _print_choice(node: syntax.Choice) -> Iterator[PrintedLine]:
    yield print_head(node, "choice {name}{parameters(}")
    yield from print_lines([*node.words, node.question, node.pick])
    yield from print_lines(node.offers, "{name}", "{text}[ when {condition}]", group="offer")
    yield from print_lines([node.secret])
    if node.default is not None:
        yield PrintedLine(1, (f"default {format_node(node.default)}",), node.default.span)


def _print_strategy(node: syntax.Strategy) -> Iterator[PrintedLine]:
    yield print_head(node, "strategy {name}[ like {like}][ {text}]")
    for advice in node.advice:
        first, *others = advice.preferences
        if not others and first.condition is None and first.odds is None:
            yield PrintedLine(1, (advice.choice.text, f": {format_node(first.value)}"), advice.span, "advice")
            continue
        yield print_head(advice, "{choice}", depth=1)
        for each in advice.preferences:
            lead = "{odds|otherwise}" if each.condition is None else "when {condition}[, {odds}]"
            yield print_line(each, lead, ": {value}", depth=2, group="preference")


# ---- what is done


def _print_phase(node: syntax.Phase) -> Iterator[PrintedLine]:
    yield print_head(node, "phase {name}{parameters(}[ in {inside}]")
    yield from print_lines(node.words)
    yield from _print_state(node.state)
    yield from print_clauses(node.body, 1)


def _print_also(node: syntax.Also) -> Iterator[PrintedLine]:
    yield print_head(node, "also in {phase}")
    yield from _print_state(node.state)
    yield from print_clauses(node.body, 1)


def _print_state(state: Sequence[syntax.Keep | syntax.Count]) -> Iterator[PrintedLine]:
    """What a phase keeps and counts. Where it does both, the names stand under each other."""
    keep = "keep " if any(isinstance(each, syntax.Count) for each in state) else "keep"
    for each in state:
        yield _print_keep(each, keep) if isinstance(each, syntax.Keep) else _print_count(each)


def _print_keep(node: syntax.Keep, word: str) -> PrintedLine:
    usual = isinstance(node.type, syntax.OrNoneType) and isinstance(node.start, syntax.Nobody)
    columns = (word + " {name}", "[of each {each/ and }]", ": {type}[, {sight}]", "" if usual else "= {start}")
    return print_line(node, *columns, depth=1, group="keep")


def _print_count(node: syntax.Count) -> PrintedLine:
    if node.limit is None or node.consequence is None:
        return print_line(node, "count {name}[, {sight}]", depth=1)
    return print_line(node, "count {name}", "to {limit}[, {sight}]", ": {consequence}", depth=1, group="count")


def _print_rule(node: syntax.Rule) -> Iterator[PrintedLine]:
    yield print_head(node, "rule {name}{parameters(}")
    yield from print_lines(node.words)
    yield from print_clauses(node.body, 1)


def _print_define(node: syntax.Define) -> Iterator[PrintedLine]:
    first = "define {name}{parameters(}"
    if node.names:
        yield print_head(node, f"{first} =")
        yield from print_lines(node.words)
        yield from print_lines(node.names, "let {name}", "= {value}", group="let")
        yield PrintedLine(1, (format_node(node.value),), node.value.span)
        return
    line = print_head(node, first, "= {value}", group=None if node.parameters or node.words else "define")
    lead, value = line.columns
    if isinstance(node.value, syntax.Grouped) and len(f"{lead} {value}") > MAX_WIDTH:
        line = replace(line, pieces=(f"{lead} = (", value[3:-1], ")"))
    yield line
    yield from print_lines(node.words)


def _print_table(node: syntax.Table) -> Iterator[PrintedLine]:
    yield print_head(node, "table {name}{parameters(} on {keys}[ by {across}][ -> {columns}][ from {chart}]")
    yield from print_lines(node.words)
    if node.heading is not None:
        yield print_heading(node.heading, id(node))
    yield from (print_row(row, id(node)) for row in node.rows)


# ---- what is shown


def _print_measure(node: syntax.Measure) -> Iterator[PrintedLine]:
    if node.divided is not None:
        yield print_line(node, "measure {name}", "= {divided} per {per}", group="quotient")
    else:
        what = "= {value}" if node.value is not None else "counts {counted}[ when {condition}]"
        yield print_line(node, "measure {name}", "per {per}", what, group="measure")


def _print_aim(node: syntax.Aim) -> Iterator[PrintedLine]:
    yield print_line(node, "aim {word} {measure}")


def _print_view(node: syntax.View) -> Iterator[PrintedLine]:
    yield print_head(node, "view {name}[ in {inside}][ when {condition}]")
    for line in node.lines:
        yield from _print_view_line(line, 1)


def _print_view_line(line: syntax.ViewLine | syntax.ViewEach, depth: int) -> Iterator[PrintedLine]:
    if isinstance(line, syntax.ViewLine):
        yield print_line(line.shown, depth=depth)
    else:
        head = print_head(line, "for each {variable} in {domain}[ where {condition}][, {order} first]", depth=depth)
        if line.inline:
            first, *others = _print_view_line(line.lines[0], depth)
            span = Span(line.span.source, line.span.start, first.span.end)
            yield replace(first, columns=(f"{head.columns[0]} : {' '.join(first.columns)}",), span=span)
            yield from others
            return
        yield head
    for below in line.lines:
        yield from _print_view_line(below, depth + 1)


def _print_layout(node: syntax.Layout) -> Iterator[PrintedLine]:
    yield print_head(node, "layout {name}[ of {of}][ : {shape}][ {size/ by }][, {traits}]")
    for row in node.rows:
        yield print_line(row, *(["{owner}"] if row.owner is not None else []), "{text}", depth=1, group=id(node))


PRINTERS: dict[type[syntax.Node], Callable[[Any], Iterator[PrintedLine]]] = {
    syntax.Header: _print_header,
    syntax.Kind: _print_kind,
    syntax.Players: _print_players,
    syntax.Dice: _print_dice,
    syntax.Cards: _print_cards,
    syntax.Zone: _print_zone,
    syntax.Expects: _print_expects,
    syntax.Note: _print_note,
    syntax.Option: _print_option,
    syntax.Choice: _print_choice,
    syntax.Strategy: _print_strategy,
    syntax.Example: print_example,
    syntax.Phase: _print_phase,
    syntax.Also: _print_also,
    syntax.Rule: _print_rule,
    syntax.Define: _print_define,
    syntax.Table: _print_table,
    syntax.Measure: _print_measure,
    syntax.Aim: _print_aim,
    syntax.View: _print_view,
    syntax.Layout: _print_layout,
}
