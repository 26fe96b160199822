"""Explains why something is not offered: the condition in the ruleset that is not true, down to its smallest part.

The condition under which an answer is offered is a value of the model. It is taken apart at each `and`, at each
`otherwise`, and at each definition, with the arguments substituted. All the parts become queries of a program lowered
for the purpose, which are then asked of the position; the first that is not true, and within it the first, and so on,
is the reason. Comparisons are shown with their values.

Whoever chooses knows what is offered, and no more: a condition that looks at what is hidden from them is never taken
apart or shown with its values, and it is the reason only where no other is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from interpreter import model
from interpreter.check.substitution import substitute
from interpreter.check.visibility import CHOOSER, is_visible
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.display import format_name, format_value, name_file
from interpreter.domains import YesNoType
from interpreter.engine import DecisionStop, Position
from interpreter.lower import lower
from interpreter.lower.shapes import make_shape
from interpreter.play.move_parsing import has_numbers, read_answer
from interpreter.program import Program
from interpreter.source import NOWHERE, Span
from interpreter.stepper import Stepper

Failing: TypeAlias = tuple[model.Value, tuple[int, ...]]
"""A condition that is not true, and what it compared, if that may be known."""

MAX_DEPTH = 8
"""The most definitions inside one another that are taken apart."""

PICK = "pick "
"""The beginning of the source text of an offer that is picked from a set."""


@dataclass(frozen=True)
class Refusal:
    """Why something is not offered, in lines, and the definitions that do not hold, each within the one before.
    `choice` is what offers it at other times; empty if nothing does, or it is offered."""

    lines: tuple[str, ...]
    definitions: tuple[str, ...] = ()
    choice: str = ""


@dataclass(frozen=True)
class ConditionPart:
    """A condition, and what it consists of: all of these have to hold. A definition consists of its own condition."""

    value: model.Value
    parts: tuple[ConditionPart, ...] = ()


def explain_refusal(
    game: model.Model,
    program: Program,
    options: Mapping[str, int],
    position: Position,
    stop: DecisionStop,
    name: str,
) -> Refusal | Diagnostic:
    """Why the answer called `name` is not offered at a decision; or what is wrong with that name."""
    info = game.choices[program.choices[stop.choice].name]
    everything = replace(stop, offered=tuple(range(len(info.values))))
    answer = read_answer(program, everything, name, program.choices[stop.choice].labels)
    if isinstance(answer, Diagnostic):
        return answer
    return explain_absent(game, program, options, position, stop, [answer])[0]


def explain_absent(
    game: model.Model,
    program: Program,
    options: Mapping[str, int],
    position: Position,
    stop: DecisionStop,
    answers: Sequence[int],
) -> list[Refusal]:
    """Why each of some answers is not offered at a decision."""
    info = game.choices[program.choices[stop.choice].name]
    labels = info.labels if info.picked_from else info.names
    refused, picked = dict[int, Refusal](), program.find_picked(stop.choice, position.slots)
    for answer in answers:
        if answer in stop.offered:
            at = "" if has_numbers(program.choices[stop.choice]) else f": it is answer {stop.offered.index(answer) + 1}"
            refused[answer] = Refusal((f"You can choose `{labels[answer]}`{at}.",))
        elif info.several is not None and picked >> info.values[answer] & 1:
            refused[answer] = Refusal((f"`{labels[answer]}` is picked already.",))
    wholes = {answer: _find_condition(game, info, answer) for answer in answers if answer not in refused}
    found = _list_reasons(game, program, options, position, [*wholes.values()]) if wholes else ()
    for answer, reasons in zip(wholes, found, strict=True):
        refused[answer] = _word_refusal(game, info, labels[answer], reasons)
    return [refused[answer] for answer in answers]


def _word_refusal(game: model.Model, info: model.ChoiceInfo, label: str, reasons: Sequence[Failing]) -> Refusal:
    choice = game.called.get(info.name) or format_name(info.name)
    head = f"You cannot choose `{label}` for {choice} ({_format_place(game, info.span)}), because"
    lines = [_format_reason(game, *reason) for reason in reasons] or ["its condition is not true"]
    parts = (each for value, _ in reasons for each in (value, getattr(value, "set", None)))
    named = (each.definition for each in parts if isinstance(each, model.Applied))
    return Refusal((head, *(f"  {line}" for line in lines)), tuple(named), info.name)


def _find_condition(game: model.Model, info: model.ChoiceInfo, answer: int) -> ConditionPart:
    """The condition for an answer to be offered, with the answer substituted."""
    if info.passing is not None and answer == (0 if info.several is None else len(info.values) - 1):
        return _take_apart(game, info.passing)
    if info.several is not None:
        return _find_member_condition(game, info, answer)
    if len(info.conditions) == len(info.values) and len(info.conditions) > 1:
        return _take_apart(game, info.conditions[answer])
    value = info.values[answer]
    put = {info.candidate: model.Constant(value, type=info.candidate.type)}
    for variable, part in zip(info.parts, game.kinds[info.name].parts if info.parts else (), strict=True):
        put[variable] = model.Constant(part.values[value], type=part.type)
    return _take_apart(game, substitute(info.conditions[0], put))


def _find_member_condition(game: model.Model, info: model.ChoiceInfo, answer: int) -> ConditionPart:
    """The condition for a member to be picked, if several are."""
    if info.values[answer] >= info.end:
        return ConditionPart(info.conditions[0])
    member = model.Constant(info.values[answer], type=info.candidate.type, span=info.candidate.span)
    there = model.Contains(info.picked_from[0], member, type=YesNoType(), span=info.conditions[0].span)
    if info.several is None or info.several.picked is None:
        return ConditionPart(there)
    kind = info.variable.type
    already = model.Read(info.variable, type=kind, span=member.span)
    joined = model.Joined(already, model.SetOf(member, type=kind, span=member.span), type=kind, span=member.span)
    together = substitute(info.conditions[1], {info.several.picked: joined})
    return _take_apart(game, model.Both((there, together), type=YesNoType(), span=there.span))


def _take_apart(game: model.Model, value: model.Value, depth: int = 0) -> ConditionPart:
    if isinstance(value, model.Both):
        return ConditionPart(value, tuple(_take_apart(game, each, depth) for each in value.parts))
    if isinstance(value, model.Either):  # none of them holds, and a definition says most
        named = [each for each in value.parts if isinstance(each, model.Applied)]
        return ConditionPart(value, tuple(_take_apart(game, each, depth) for each in named[:1]))
    if isinstance(value, model.Chosen):
        refused = model.Not(value.condition, type=YesNoType(), span=NOWHERE)
        ways = ((refused, value.value), (value.condition, value.other))
        return ConditionPart(value, tuple(_guard(game, *way, depth) for way in ways))
    if isinstance(value, model.Applied) and depth < MAX_DEPTH:
        definition = game.defines[value.definition]
        inside = substitute(definition.value, dict(zip(definition.parameters, value.arguments, strict=True)))
        return ConditionPart(value, (_take_apart(game, inside, depth + 1),))
    if isinstance(value, model.Contains) and depth < MAX_DEPTH:
        return ConditionPart(value, tuple(_take_apart(game, each, depth + 1) for each in _open_set(game, value)))
    if isinstance(value, model.Named):
        return _take_apart(game, substitute(value.inside, {value.variable: value.held}), depth)
    return ConditionPart(value)


def _open_set(game: model.Model, there: model.Contains) -> Iterator[model.Value]:
    """What has to hold for a member to be in a set if that is `those ... where`, or defined so."""
    held = there.set
    if isinstance(held, model.Applied):
        definition = game.defines[held.definition]
        held = substitute(definition.value, dict(zip(definition.parameters, held.arguments, strict=True)))
    if isinstance(held, model.Quantified) and held.quantifier == "those" and not held.subsets:
        yield replace(there, set=held.set, span=held.set.span)
        yield substitute(held.condition, {held.variable: there.member})


def _guard(game: model.Model, other: model.Value, value: model.Value, depth: int) -> ConditionPart:
    """One way of a condition with two, which fails only where it is taken: then `other` does not hold."""
    either = model.Either((other, value), type=YesNoType(), span=NOWHERE)
    return ConditionPart(either, (_take_apart(game, value, depth),))


# ---- asking


def _list_reasons(
    game: model.Model,
    program: Program,
    options: Mapping[str, int],
    position: Position,
    wholes: Sequence[ConditionPart],
) -> Iterator[list[Failing]]:
    """For each of some conditions those in it that are not true, each within the one before, with what they compared,
    if the chooser sees it."""
    parts = [part for whole in wholes for part in _list_parts(whole)]
    sets = {id(each): among for each in parts if (among := _find_picked_set(each.value)) is not None}
    alike = [model.Comparison("eq", each, each, type=YesNoType(), span=each.span) for each in sets.values()]
    questions = [*(each.value for each in parts), *alike]
    asking = _lower_questions(game, program, options, questions)
    stepper = Stepper(asking)
    slots = position.slots + (0,) * len(asking.slots)
    at = replace(position, slots=slots[: len(asking.slots)])
    answers = [stepper.ask(at, asking.query("then", example=0, line=number)) for number in range(len(questions))]
    found = {id(each): answer for each, answer in zip(parts, answers, strict=False)}
    fails = {at: not isinstance(answer, tuple) or not answer[0] for at, answer in found.items()}
    found |= dict(zip(sets, answers[len(parts) :], strict=True))
    for whole in wholes:
        failing = list[Failing]()
        here: ConditionPart | None = whole
        while here is not None:
            answer, seen = found[id(here)], is_visible(game, here.value, CHOOSER)
            if not isinstance(here.value, model.Both) and here.value.span.text:
                failing.append((here.value, answer if isinstance(answer, tuple) and seen else ()))
            inner = (part for part in here.parts if seen or is_visible(game, part.value, CHOOSER))
            here = next((part for part in inner if fails[id(part)]), None)
        yield failing


def _list_parts(part: ConditionPart) -> Iterator[ConditionPart]:
    yield part
    for each in part.parts:
        yield from _list_parts(each)


def _lower_questions(
    game: model.Model, program: Program, options: Mapping[str, int], values: list[model.Value]
) -> Program:
    """The same program with these conditions as questions. Their slots begin alike; what comes behind
    belongs to the questions of each."""
    expectations = tuple(model.ExpectCondition(each) for each in values)
    players = len(program.seats)
    example = model.ExampleInfo(
        name="why not",
        ids=(),
        options=(),
        players=players,
        start="",
        given=(),
        script=(),
        expectations=expectations,
    )
    return lower(game, options, players, [example])


def _find_picked_set(value: model.Value) -> model.Value | None:
    """The set that an offer picks from, if a condition is that something is in it."""
    if isinstance(value, model.Contains) and (value.span == value.set.span or value.span.text.startswith(PICK)):
        return value.set
    is_picked = isinstance(value, model.Comparison) and value.span.text.startswith(PICK)
    return value.left.right if is_picked and isinstance(value.left, model.Without) else None  # type: ignore[union-attr]


# ---- in words


def _format_reason(game: model.Model, value: model.Value, found: tuple[int, ...]) -> str:
    """A condition that is not true, where it stands, and what it compared."""
    place, text = _format_place(game, value.span), value.span.on_one_line
    among = _find_picked_set(value)
    if among is not None and len(found) == 2:
        return f"it is not in `{among.span.on_one_line}`: {_format_value(game, among, found[1])} ({place})"
    if isinstance(value, model.OptionValue | model.Read):
        return f"`{text}` is no ({place})"
    if isinstance(value, model.Comparison) and len(found) == 2 and not isinstance(value.left, model.Constant):
        left = value.left.span.on_one_line
        return f"`{text}` is not true: {left} is {_format_value(game, value.left, found[1])} ({place})"
    return f"`{text}` is not true ({place})"


def _format_value(game: model.Model, value: model.Value, number: int) -> str:
    return format_value(make_shape(game, value.type), number)


def _format_place(game: model.Model, span: Span) -> str:
    """File and line, and the house rules that put it there, if any did."""
    house = next((each.name for each in game.house if span.source.name in each.files), "")
    return f"{name_file(span.source.name)}:{span.line}" + (f", by house rule {house}" if house else "")
