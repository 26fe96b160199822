"""Choices that pick several of a set at once: `pick 3 cards from held of chooser`, `pick 0..3 cards from ...`."""

from __future__ import annotations

import re

from interpreter import model, syntax
from interpreter.check.answers import list_answers
from interpreter.check.context import Context
from interpreter.check.convert import coerce, to_collection
from interpreter.check.world import World
from interpreter.data_classes import dataclass
from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.messages import choices as errors
from interpreter.diagnostics.messages import types
from interpreter.domains import NUMBERS_IN_SETS, NumberType, SetType, YesNoType, make_domain
from interpreter.source import Span

ENOUGH = "none", "no more"
"""How the answer that it is enough is written, and shown."""


@dataclass(frozen=True)
class SeveralOffers:
    """What several are picked from, how many there are to be, and what has to hold for anything to be offered."""

    several: model.Several
    domain: model.Value
    condition: model.Value
    one: model.Variable


def find_several(pick: syntax.Pick | None) -> syntax.Picked | None:
    """The part of a choice that picks several, if one does."""
    return next((each for each in pick.parts if each.low is not None), None) if pick is not None else None


def check_several(context: Context, choice: str, pick: syntax.Pick, part: syntax.Picked) -> SeveralOffers | None:
    if pick.condition is not None:
        context.world.report(_report_condition(pick.condition.span, part))
    if pick.condition is not None or part.low is None:
        return None
    domain, low = context.infer(part.domain), _check_number(context, part.low)
    high = _check_number(context, part.high) if part.high is not None else low
    if domain is None or low is None or high is None or not _is_in_order(context, part, low, high):
        return None
    domain = to_collection(domain, parts=True)
    assert isinstance(domain.type, SetType)
    assert domain.type.member is not None
    whole = model.Without(domain, model.Constant(0, type=domain.type, span=pick.span), type=domain.type, span=pick.span)
    size = model.OfSet("size", whole, type=NumberType(0, NUMBERS_IN_SETS.high + 1), span=pick.span)
    condition = model.Both(
        (
            model.Comparison("le", low, size, type=YesNoType(), span=pick.span),
            model.Comparison("ge", high, model.Constant(0, type=NumberType(0, 0), span=pick.span),
                             type=YesNoType(), span=pick.span),
        ),
        type=YesNoType(), span=pick.span,
    )  # fmt: skip
    one = model.Variable(part.variable.text, choice, "bound", domain.type.member, span=part.variable.span)
    return SeveralOffers(model.Several(part.variable.text, low, high), domain, condition, one)


def _report_condition(span: Span, part: syntax.Picked) -> Diagnostic:
    noun, condition = part.variable.text, span.on_one_line
    numbers = [each.span.on_one_line for each in (part.low, part.high) if each is not None]
    together = re.search(rf"\b(?:in|(?:size|highest|lowest) of) {re.escape(noun)}\b", condition) is not None
    return errors.several_where(
        span, f"pick {'..'.join(numbers)} {noun}", noun, part.domain.span.text, condition, together
    )


def _check_number(context: Context, node: syntax.Expression) -> model.Value | None:
    found = context.infer(node)
    return coerce(context.world, found, NumberType(0, NUMBERS_IN_SETS.high)) if found is not None else None


def _is_in_order(context: Context, part: syntax.Picked, low: model.Value, high: model.Value) -> bool:
    if isinstance(high.type, NumberType) and high.type.high < 1:
        context.world.report(types.never_once(high.span, "are picked"))
        return False
    if isinstance(low, model.Constant) and isinstance(high, model.Constant) and low.value > high.value:
        context.world.report(types.range_backwards(part.span, str(low.value), str(high.value)))
        return False
    return True


def list_member_answers(
    world: World, kind: SetType, several: model.Several
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...]]:
    """The answers by which members are picked, one after the other, and behind them the one that it is enough."""
    assert kind.member is not None
    values = make_domain(kind.member, world.list_labels).values
    written, shown = list_answers(world, kind.member)
    if several.is_fixed:
        return values, written, shown
    return (*values, values[-1] + 1), (*written, ENOUGH[0]), (*shown, ENOUGH[1])
