"""Queries: the lines of views, the advice of strategies, and what examples set up, script and expect.

- `view` without a line answers whether the view is drawn now; with a line, the number of a text and its values.
- `thing` is the same for a line whose first values have roles.
- `advice` answers what a line of a strategy picks and, if it is taken with a probability, the numerator and denominator
  of that; nothing if its condition is false.
- `question` answers the text and values of a question.
- `given` sets up part of an example's position, or answers a place of a zone and the cards it is to hold; `begin`
  begins its phase once more, so that what the phase starts with fits what is given of the rest.
- `script` answers the value of a scripted choice; it and `then` answer whether a condition is true, with the value that
  it compares if it is a comparison, and the set of those who should have won.
- `called` and `caller` are in `call_queries`.

A line for each member of a set is as many queries as there may be members, and answers nothing for those not in the
set. So no line is computed before it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from interpreter import model, program
from interpreter.domains import MAX_ODDS, NumberType, is_beyond_sets
from interpreter.lower.builder import Builder
from interpreter.lower.call_queries import Begin, lower_calls
from interpreter.lower.card_values import lower_zone_index
from interpreter.lower.scope import Scope, check_range, find_zone_number
from interpreter.lower.several import find_next, goes_on
from interpreter.lower.slot_layout import SlotLayout
from interpreter.lower.statements import Routines
from interpreter.lower.texts import lower_view_line
from interpreter.lower.values import begin_picking


def lower_queries(
    builder: Builder, layout: SlotLayout, routines: Routines, examples: Sequence[model.ExampleInfo]
) -> tuple[program.QueryInfo, ...]:
    """Every query of a game; or, where there are examples, theirs alone, which need nothing else."""
    made: list[program.QueryInfo] = []

    def begin(query: program.QueryInfo) -> Scope:
        made.append(replace(query, entry=builder.block(str(query))))
        builder.continue_in(made[-1].entry)
        return Scope(builder, layout, str(query), model.Citation())

    calls: set[program.QueryInfo] = set()
    for number, example in enumerate(examples):
        lower_calls(begin, routines, example, calls)
        _lower_example(begin, number, routines, example)
    if not examples:
        _lower_views_and_advice(begin, builder, layout)
    return tuple(made)


def _lower_views_and_advice(begin: Begin, builder: Builder, layout: SlotLayout) -> None:
    for choice in builder.game.choices.values():
        if choice.asked is not None:
            _answer_with_text(begin(program.QueryInfo(0, "question", choice.name)), choice.asked)
    for view in builder.game.views.values():
        query = program.QueryInfo(0, "view", view.name)
        _lower_view_condition(begin(query), view)
        for number, line in enumerate(view.lines):
            _lower_view_line(begin, layout, replace(query, line=number, kind="thing" if line.thing else "view"), line)
    for strategy in builder.game.strategies.values():
        for advice in strategy.advice:
            query = program.QueryInfo(0, "advice", strategy.name, advice.choice)
            for number, preference in enumerate(advice.preferences):
                scope = begin(replace(query, line=number))
                choice = builder.game.choices[advice.choice]
                _lower_preference(replace(scope, routine=str(query)), preference, choice)


def _lower_view_condition(scope: Scope, view: model.ViewInfo) -> None:
    builder, under_way = scope.builder, scope.layout.active[view.inside]
    if view.condition is not None:
        asked, drawn, hidden = (builder.block(name) for name in ("asked", "drawn", "hidden"))
        builder.branch(under_way, asked, hidden)
        builder.continue_in(hidden)
        builder.close(program.Answer((0,)))
        builder.continue_in(asked)
        scope.branch(view.condition, drawn, hidden)
        builder.continue_in(drawn)
    builder.close(program.Answer((under_way,)))


def _lower_view_line(begin: Begin, layout: SlotLayout, query: program.QueryInfo, line: model.ViewLine) -> None:
    """One line, or one for each member that may be in the sets."""
    members_of = layout.members_of
    ranges = [members_of(each.domain.type)[:: -1 if each.highest_first else 1] for each in line.loops]
    for number, members in enumerate(product(*ranges)):
        scope = begin(replace(query, member=number) if members else query)
        builder = scope.builder
        for loop, member in zip(line.loops, members, strict=True):
            shown, skipped = builder.block("shown"), builder.block("skipped")
            match loop.domain:
                case model.Quantified("those", variable, among, condition) if is_beyond_sets(among.type):
                    scope.bind({variable: member}).branch(condition, shown, skipped)
                case domain:
                    there = builder.binary("and", scope.lower(domain), 1 << member, scope.site(domain.span))
                    builder.branch(there, shown, skipped)
            builder.continue_in(skipped)
            builder.close(program.Answer(()))
            builder.continue_in(shown)
            scope = scope.bind({loop.variable: member})
        _answer_with_text(scope, line.template)


def _answer_with_text(scope: Scope, template: model.Template) -> None:
    text, values = lower_view_line(scope, template)
    scope.builder.close(program.Answer((text, *values)))


def _lower_preference(scope: Scope, preference: model.PreferenceInfo, choice: model.ChoiceInfo) -> None:
    """What a line picks, and how often. Where its condition does not hold, the value is not computed."""
    builder = scope.builder
    if preference.condition is not None:
        preferred, passed = builder.block("preferred"), builder.block("passed over")
        scope.branch(preference.condition, preferred, passed)
        builder.continue_in(passed)
        builder.close(program.Answer(()))
        builder.continue_in(preferred)
    value = scope.lower(preference.value)
    if choice.several is not None:
        value = find_next(begin_picking(scope, choice), value, strict=True)
    odds = _lower_odds(scope, preference.odds) if preference.odds is not None else ()
    builder.close(program.Answer((value, *odds)))


def _lower_odds(scope: Scope, odds: tuple[model.Value, model.Value]) -> tuple[program.Operand, ...]:
    part, whole = (scope.lower(each) for each in odds)
    for number, value, low in ((part, odds[0], 0), (whole, odds[1], 1)):
        site = scope.site(value.span)
        check_range(scope, number, value.type, NumberType(low, MAX_ODDS), program.CheckInfo("odds"), site)
    return part, whole


def _lower_example(begin: Begin, number: int, routines: Routines, example: model.ExampleInfo) -> None:
    builder, query = routines.builder, program.QueryInfo(0, "begin", example=number)
    started = builder.game.routines.get(example.start)
    if started is not None and any(not is_given_inside(example, each) for each in example.given):
        scope = begin(query)
        routines.phases.start(scope, started)
        builder.close(program.Answer(()))
    for line, given in enumerate(example.given):
        scope = begin(replace(query, kind="given", line=line))
        if isinstance(given, model.Arrange):
            zone, index = find_zone_number(builder, given.zone), lower_zone_index(scope, given.zone)
            builder.close(program.Answer((zone, index, scope.lower(given.cards))))
        else:
            routines.statements(scope, (given,))
            builder.close(program.Answer(()))
    for kind, entries in (("script", example.script), ("then", example.expectations)):
        for line, entry in enumerate(entries):
            match entry:
                case model.ExpectCondition(condition):
                    scope = begin(replace(query, kind=kind, line=line))
                    builder.close(program.Answer(_lower_compared(scope, condition)))
                case model.ScriptedChoice():
                    scope = begin(replace(query, kind=kind, line=line))
                    builder.close(program.Answer(_lower_scripted(scope, entry)))
                case model.ExpectWinners(winners) if winners is not None:
                    scope = begin(replace(query, kind=kind, line=line))
                    builder.close(program.Answer((scope.lower(winners),)))
                case _:
                    pass


def _lower_scripted(scope: Scope, entry: model.ScriptedChoice) -> tuple[program.Operand, ...]:
    value, choice = scope.lower(entry.value), scope.builder.game.choices[entry.choice]
    if choice.several is None:
        return (value,)
    picking = begin_picking(scope, choice)
    found = find_next(picking, value, strict=True)
    return (found, goes_on(picking, found))


def is_given_inside(example: model.ExampleInfo, given: model.Assign | model.Arrange) -> bool:
    """Whether something given is kept by the very phase that the example starts in, once it is begun."""
    if not isinstance(given, model.Assign) or given.variable.role == "parameter":
        return False
    return given.variable.owner == example.start


def _lower_compared(scope: Scope, condition: model.Value) -> tuple[program.Operand, ...]:
    compared, holds = find_compared(condition), scope.lower(condition)
    return (holds,) if compared is None else (holds, scope.lower(compared[0]))


def find_compared(condition: model.Value) -> tuple[model.Value, model.Value] | None:
    """The value that a condition, or what it negates, compares, and what it compares it with."""
    match condition:
        case model.Not(operand):
            return find_compared(operand)
        case model.Comparison(_, left, right) | model.Within(left, right, _) | model.Contains(right, left):
            return None if isinstance(left, model.Constant) else (left, right)
        case _:
            return None
