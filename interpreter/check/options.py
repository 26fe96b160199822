"""Options: alternatives and defaults, and other defaults for a library's options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter import model, syntax
from interpreter.check.citations import describe_declaration, iterate_declarations, make_citation
from interpreter.check.literals import read_bounds
from interpreter.check.world import World
from interpreter.diagnostics.messages import names, types
from interpreter.domains import MemberType, NumberType, Type, YesNoType
from interpreter.settings import WrittenNumbers
from interpreter.source import Span


def declare_options(world: World) -> None:
    given: dict[str, Span] = {}
    for each in iterate_declarations(world, syntax.Option):
        bare = not each.alternatives and each.values is None
        if not world.is_declared_by(each.name, "option"):
            if bare and each.name.text in world.declared.options and _is_first_default(world, each, given):
                _change_default(world, each)
        elif bare:
            world.log.poisoned.add(each.name.text)
            world.report(types.option_bare(each.name.span, each.name.text, list(world.declared.options)))
        else:
            _declare_option(world, each)
            if each.name.text not in world.declared.options:
                world.log.poisoned.add(each.name.text)


def _is_first_default(world: World, node: syntax.Option, given: dict[str, Span]) -> bool:
    """Whether a library's option gets another default for the first time; a second one is reported."""
    first = given.setdefault(node.name.text, node.name.span)
    if first is not node.name.span:
        world.report(names.name_twice(node.name.span, node.name.text, first, "other default", "other default"))
    return first is node.name.span


def _declare_option(world: World, node: syntax.Option) -> None:
    kind, values, written = _check_alternatives(world, node)
    if kind is None:
        return
    default = find_option_number(world, node.name.text, node.default, written, values)
    if default is None:
        return
    texts = tuple(each.text.text for each in node.alternatives)
    question = node.question.text if node.question else ""
    because = node.because.text if node.because else ""
    world.declared.options[node.name.text] = model.OptionInfo(
        kind, default, values, written, texts, question, because, **describe_declaration(world, node)
    )


def _check_alternatives(world: World, node: syntax.Option) -> tuple[Type | None, Sequence[int], Sequence[str]]:
    if node.values is not None:
        values = _check_range(world, node.values)
        return (NumberType(values[0], values[-1]) if values else None), values, WrittenNumbers(values)
    literals = [each.value for each in node.alternatives]
    world.report_twice("alternative", [syntax.Name(each.span.text, span=each.span) for each in literals])
    written = tuple(map(_format_literal, literals))
    sorts = {type(each.value) for each in literals}
    if len(sorts) > 1:
        found, wanted = literals[-1].span, "an alternative of the same sort as the others"
        world.report(types.wrong_type(found, f"`{found.text}`", wanted))
        return None, (), ()
    if sorts != {str}:
        numbers = tuple(int(each.value) for each in literals)
        return YesNoType() if sorts == {bool} else NumberType(min(numbers), max(numbers)), numbers, written
    shown = tuple(each.replace("_", " ") for each in written)
    world.declared.kinds[node.name.text] = model.KindInfo(node.name.text, written, shown, span=node.name.span)
    return MemberType(node.name.text, 0, len(written) - 1), tuple(range(len(written))), written


def _check_range(world: World, ends: syntax.Expression) -> range:
    """The numbers of a range; none, with a diagnostic, if it cannot be that of an option."""
    bounds = read_bounds(ends)
    if bounds is None:
        world.report(types.wrong_type(ends.span, f"`{ends.span.text}`", "a range of numbers such as `1..9`"))
        return range(0)
    low, high = bounds
    if low > high:
        world.report(types.range_backwards(ends.span, str(low), str(high)))
    return range(low, high + 1)


def _format_literal(literal: syntax.Literal) -> str:
    if isinstance(literal.value, bool):
        return "yes" if literal.value else "no"
    return str(literal.value)


def find_option_number(
    world: World, option: str, literal: syntax.Literal, written: Sequence[str], values: Sequence[int]
) -> int | None:
    """The number of a written alternative; None, with a diagnostic, if it is not one."""
    text = _format_literal(literal)
    if text not in written:
        ranged = isinstance(values, range) or (
            len(written) > 2 and list(values) == list(range(values[0], values[0] + len(values)))
        )
        limits = f"{written[0]} to {written[-1]}" if ranged and written[0] == str(values[0]) else ""
        world.report(types.option_value(literal.span, option, text, written, limits))
        return None
    return values[written.index(text)]


def _change_default(world: World, node: syntax.Option) -> None:
    known = world.declared.options[node.name.text]
    default = find_option_number(world, node.name.text, node.default, known.names, known.values)
    if default is None:
        return
    cited = make_citation(world, node.marks)
    because = node.because.text if node.because else known.because
    question = node.question.text if node.question else known.question
    changed = replace(known, default=default, question=question, because=because, citation=cited)
    world.declared.options[node.name.text] = changed
