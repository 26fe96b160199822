"""What stands on one line, as text: a template for each sort of node.

`{field}` writes a field: a node by its own template, several joined by commas, or `{parts/ and }` by another word.
`{field?one|other}` writes one text if the field is true, else the other, and `{field|text}` a text where there is
nothing. `{parameters(}` writes them in parentheses. What is in brackets is left out where a field in it has nothing.
The tree has the parentheses that were written, so what was parsed is printed as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from interpreter import syntax
from interpreter.throws import write_dice

PIECE = re.compile(r"\[([^][]*)\]|\{(\w+)([/?|(]?)([^{}]*)\}")

BARE = (
    *(syntax.Number, syntax.YesNo, syntax.Nobody, syntax.Everything),
    *(syntax.Reference, syntax.Of, syntax.TopOf, syntax.Column, syntax.Applied),
    *(syntax.LesserOrGreater, syntax.Neighbour),
)
"""What may follow the name of a call without parentheses."""

DOMAIN = "{variable} in {subsets?subsets of }{domain}[ where {condition}]"

def is_fraction(node: syntax.Arithmetic) -> bool:
    return node.operator == "/" and isinstance(node.left, syntax.Number) and isinstance(node.right, syntax.Number)


TEMPLATES: dict[type[syntax.Node], str | Callable[[Any], str]] = {
    # ---- names, texts, citations
    syntax.Name: '{text}[ "{shown}"]',
    syntax.Text: '"{text}"',
    syntax.Template: '"{text}"',
    syntax.IdRange: "{first}[ to {last}]",
    syntax.Cite: "cite[ {section}][ {ids}]",
    syntax.Open: "open {ids}",
    # ---- values
    syntax.Number: "{value}",
    syntax.YesNo: "{value?yes|no}",
    syntax.Nobody: "none",
    syntax.Anything: "any",
    syntax.Quoted: "{text}",
    syntax.Faces: "{faces/+}",
    syntax.OrMore: "{least}+",
    syntax.OrLess: "{most}-",
    syntax.Pattern: lambda node: "{number} " + node.form.replace("_", " "),
    syntax.Reference: "{name}",
    syntax.Everything: "all {kind}",
    syntax.Column: "{table}[({arguments})].{column}",
    syntax.Applied: "{name}({arguments})",
    syntax.Of: "{name} of {subject}",
    syntax.TopOf: "top[ {number}] of {zone}[ of {subject}]",
    syntax.LesserOrGreater: "the {word} of {left} and {right}",
    syntax.Neighbour: "{forward?next|last} in {domain} {forward?after|before} {member}",
    syntax.Grouped: "({inner})",
    syntax.Tuple: "({parts})",
    syntax.Range: "{low}..{high}",
    syntax.Arithmetic: lambda node: "{left}/{right}" if is_fraction(node) else "{left} {operator} {right}",
    syntax.Minus: "-{operand}",
    syntax.Compared: "{left} {comparator} {right}",
    syntax.Negated: "not {operand}",
    syntax.AllOf: "{parts/ and }",
    syntax.AnyOf: "{parts/ or }",
    syntax.Supposed: "after ({step}) {value}",
    syntax.Conditional: "{value} if {condition} otherwise {other}",
    syntax.Quantified: lambda node: ("count of " if node.quantifier == "count" else "{quantifier} ") + DOMAIN,
    syntax.Summed: lambda node: ("" if node.word == "sum" else "the ") + "{word} of {value} for " + DOMAIN,
    syntax.Best: "{all_best?those|the}[ {many}] " + DOMAIN + "[ with {extreme} {value}]",
    syntax.Parted: (
        "the {asked} of parting {domain} into {part}[ and {rest}]"
        "[ where {condition}] with {extreme} {value}"
    ),
    syntax.Laid: lambda node: "{value} on {places}" if node.places else "{value} elsewhere",
    syntax.Spread: "{parts}",
    syntax.Literal: lambda node: "{value?yes|no}" if isinstance(node.value, bool) else "{value}",
    # ---- types
    syntax.YesNoType: "yes or no",
    syntax.SetType: "set of {member}[ and {others/ and }]",
    syntax.ValuesType: "{values}",
    syntax.InPartsType: "{values} in {parts}",
    syntax.OrNoneType: "{some} or none",
    syntax.Parameter: "{name}: {type}",
    # ---- statements
    syntax.Sequence: "{statements/ then }",
    syntax.Say: "{listener?tell|say}[ {listener}] {text}",
    syntax.Roll: "roll [{count} of ]{place}[ keeping {kept}][ and {together/ and }][ for {thrower}]",
    syntax.AlsoRolled: "[{count} of ]{place}",
    syntax.Choose: "choose {choice}[({arguments})] by {chooser}",
    syntax.Do: "do {table}[({arguments})]",
    syntax.Assign: "set {place} to {value}",
    syntax.Add: lambda node: "take {amount} from {place}" if node.taken else "add {amount} to {place}",
    syntax.Let: "let {name} = {value}",
    syntax.Repeat: "repeat {body}[ until {until}]",
    syntax.End: "end {phase}{without_result? without result}",
    syntax.Win: "win {winner|the bank}",
    syntax.Nothing: "nothing",
    syntax.Shuffle: "shuffle {zone}",
    syntax.Deal: "deal[ {number}] from {source} to {target}",
    syntax.Put: "put {cards|all} from {source} to {target}",
    syntax.Swap: "swap {first} with {second}",
    syntax.Target: "{bottom?bottom of }{zone}",
    syntax.Place: "{name}[ of {subject}]",
    syntax.Either: "{first} if {condition} otherwise {other}",
    # ---- parts of declarations
    syntax.Cell: "{sequences}",
    syntax.Key: "{value}[ in {within}]",
    syntax.Words: "{word} {text}[ also for {covers}]",
    syntax.Member: "{name}[ {shown}]",
    syntax.CardsOf: "{rank} {tiles?with|of} {suit}",
    syntax.Sight: lambda node: "seen by its {owner}" if node.owner else "face {face}",
    syntax.Bank: "against the bank[ {text}]",
    syntax.Picked: lambda node: ("{variable} from {subsets?subsets of }{domain}" if node.low is None
                                 else "{low}[..{high}] {variable} from {domain}"),
    syntax.Passing: "or none {text}[ when {condition}]",
    syntax.Pick: "pick {parts/ and }[ where {condition}][ {passing}]",
    syntax.Secret: "seen by its chooser",
    syntax.Odds: "{part} in {whole}",
    syntax.Thing: "{word}{owned? of} {subject}{parts/}",
    syntax.ThingPart: lambda node: (" {value}" if isinstance(node.value, syntax.Template)
                                    else " {word} {value/ then }" if isinstance(node.value, tuple)
                                    else ("" if node.word in ("to", "at") else ",") + " {word} {value}"),
    # ---- lines of examples
    syntax.WithOption: "{option} = {value}",
    syntax.WithPlayers: "{number}",
    syntax.Start: "{phase}",
    syntax.GivenValue: lambda node: "{place} " + (":" if isinstance(node.value, syntax.Spread) else "is") + " {value}",
    syntax.Rolled: lambda node: "[{dice} ]" + (
        write_dice(node.faces or [each.text for each in node.words]) if node.total is None else "{total}"
    ),
    syntax.Drawn: "{card}",
    syntax.Chosen: "{choice} is {value}",
    syntax.StopAt: "{choice}",
    syntax.Holds: "{condition}",
    syntax.Did: "did {negated?not }{rule}",
    syntax.Ended: "{negated?not }ended {phase}{without_result? without result}",
    syntax.Asked: "{negated?not }asked {choice}",
    syntax.Said: "{negated?not }said {text}",
    syntax.Won: lambda node: "won {winner}" if node.winner else "won the bank" if node.bank else "drawn",
}  # fmt: skip
"""The template of each sort of node, or what chooses it."""


@cache
def _split(template: str) -> tuple[tuple[str, ...], ...]:
    """Each piece: the text before it, the template in brackets, and a field with how to write it."""
    pieces, at = [], 0
    for found in PIECE.finditer(template):
        pieces.append((template[at : found.start()], *found.groups(default="")))
        at = found.end()
    return *pieces, (template[at:], "", "", "", "")


@cache
def list_fields(template: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{(\w+)", template))


def _is_there(value: object) -> bool:
    return value is not None and value != "" and value != ()


def fill(template: str, node: syntax.Node) -> str:
    """A template with the fields of a node."""
    text = ""
    for before, option, name, sign, more in _split(template):
        text += before
        if name:
            text += _write_field(getattr(node, name), sign, more)
        elif option and all(_is_there(getattr(node, each)) for each in list_fields(option)):
            text += fill(option, node)
    return text


def _write_field(value: object, sign: str, more: str) -> str:
    if sign == "?":
        one, _, other = more.partition("|")
        return one if value else other
    if sign == "(":
        return _format_parameters(value)  # type: ignore[arg-type]
    if sign == "|" and not _is_there(value):
        return more
    return format_node(value, more if sign == "/" else ", ")


def format_node(part: object, joint: str = ", ") -> str:
    """A node on one line, or several with a text between them."""
    match part:
        case tuple():
            return joint.join(map(format_node, part))
        case syntax.Call():
            return _format_call(part)
        case syntax.Node():
            template = TEMPLATES[type(part)]
            return fill(template if isinstance(template, str) else template(part), part)
        case _:
            return str(part)


def _format_parameters(parameters: Iterable[syntax.Parameter]) -> str:
    given = tuple(parameters)
    plain = tuple(each for each in given if not each.preposition)
    labelled = "".join(f" {each.preposition} ({format_node(each)})" for each in given if each.preposition)
    return (f" ({format_node(plain)})" if plain else "") + labelled


def _format_call(call: syntax.Call) -> str:
    bare = tuple(each.value for each in call.arguments if each.preposition is None)
    labelled = [f" {each.preposition} {format_node(each.value)}" for each in call.arguments if each.preposition]
    plain = len(bare) == 1 and isinstance(bare[0], BARE)
    first = f" {format_node(bare)}" if plain else f"({format_node(bare)})" if bare else ""
    return call.name.text + first + "".join(labelled)
