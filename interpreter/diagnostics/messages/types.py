"""Values of the wrong type, out of their range, too many or too few; values and actions mixed up."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Fix, Severity
from interpreter.diagnostics.messages import Messages
from interpreter.diagnostics.wording import find_nearest, join_parts
from interpreter.source import Span

__getattr__ = Messages(__name__).__getattr__

ODDS = "to let chance decide in a strategy, write the odds after a comma: `when ..., 1 in 3 : ...`"

MAY_BE_NONE = "to allow none, declare it with `{} or none`"
"""Help where `none` is given to something that cannot be none."""

ASK_FOR_NONE = "write `{0} is none` or `{0} is not none`"
"""Help where a value that may be none is used as a condition."""


COUNT_IN_PARTS, ROUND_DOWN = "declare it `in {}`, or round down with `/ 1`", "round it down with `/ 1`"
"""Help where a fraction is put where whole numbers, or other parts, are kept."""

HINT_ENDS = "put an end of a range that is longer than a word in parentheses: `(low + 1)..high`"


def format_call(name: str, words: Sequence[tuple[str, str, str]]) -> tuple[str, str]:
    """How a rule is called, and what to write in this case. Of each value: the word before it, what it is called, and
    what is given for it, if anything is."""
    lacking = [called.upper() for _, called, given in words if not given]
    form = " ".join((name, *(f"{word} {called.upper()}".strip() for word, called, _ in words)))
    call = " ".join((name, *(f"{word} {given or called.upper()}".strip() for word, called, given in words)))
    advice = f", with {'a value' if len(lacking) == 1 else 'values'} for {join_parts(lacking)}" if lacking else ""
    return f"`{form}`{'' if words else ' alone'}", f"write `{call}`{advice}"


def needs_of(span: Span, name: str, kind: str) -> Diagnostic:
    """A value kept for each member, without the member."""
    several = kind.split(" and ")
    written = f", as in `{name} of ({', '.join(several)})`" if len(several) > 1 else ""
    return Diagnostic("needs-of", span,
        f"`{name}` is kept for each {kind}, and needs `of`",
        label="of which?" if len(several) > 1 else f"of which {kind}?",
        help=f"write `{name} of` and the {kind}{written}",
        about=(name,),
    )


def set_too_large(span: Span, size: int, most: int, pairs: str = "") -> Diagnostic:
    """A set with too many possible members, which may be `pairs`."""
    each = f"keep a yes or no instead: `of each {pairs} : yes or no`"
    return Diagnostic("set-too-large", span,
        f"this set has {size} possible members; at most {most} are possible",
        label=f"{size} possible members",
        help=each if pairs else f"make it smaller, for example `set of 0..{most - 1}`",
    )


def not_nameable(span: Span, what: str) -> Diagnostic:
    """A `let` of something of an unknown type, or of a text."""
    advice = "use texts only in `say`, in views, in columns of tables and as the value of a definition"
    if "set" in what:
        advice = "write an empty set of the kind as `all KIND without all KIND`"
    return Diagnostic("wrong-type", span,
        f"{what} cannot be given a name",
        label="of what?" if "set" in what else "a text",
        help=advice,
    )


def option_value(span: Span, option: str, found: str, allowed: Sequence[str], limits: str) -> Diagnostic:
    """An option with a value that is not one of its own; `limits` are those of a range of numbers."""
    guess = None if limits else find_nearest(found, allowed)
    number = _find_nearest_number(found, (allowed[0], allowed[-1]) if limits else allowed)
    return Diagnostic("option-value", span,
        f"the option `{option}` cannot be `{found}`",
        label=f"expected a number from {limits}" if limits else f"expected one of {', '.join(allowed)}",
        help=f"did you mean `{guess}`?" if guess else _advise_on_value(option, number, limits),
        fix=Fix(span, guess or number) if guess or number else None,
    )


def _find_nearest_number(found: str, allowed: Sequence[str]) -> str:
    if not all(each.removeprefix("-").isdecimal() for each in (found, *allowed)):
        return ""
    return min(allowed, key=lambda each: abs(int(each) - int(found)))


def _advise_on_value(option: str, number: str, limits: str) -> str:
    if number:
        return f"the nearest value is `{option} = {number}`"
    return f"write a number from {limits}" if limits else "write one of its values"


def case_without_condition(span: Span, hole: Span) -> Diagnostic:
    """More texts between braces than conditions."""
    condition = hole.text.partition("?")[0].strip()
    first, *_ = span.text.split("|")
    return Diagnostic("text-brace", span,
        f"the condition for `{first.strip()}` is missing",
        label="expected a condition and `?` before it",
        help=f"give each case but the last a condition: `{{{condition} ? ...|CONDITION ? {first.strip()}|...}}`",
    )


MAX_PROPOSAL = 200
"""Longer lines are not written out twice."""


def where_unclear(whole: Span, condition: Span, apart: Span, word: str) -> Diagnostic:
    """An `or` or `and` after the condition of a `where`, which may be meant to apply to the whole. `apart` is the word
    and what follows it."""
    taken_in = f"{whole.text[: condition.start - whole.start]}({condition.text})"
    beside = f"({whole.text[: apart.start - whole.start]}) {apart.text.strip()}"
    help = f"write `{' '.join(taken_in.split())}`, or `{' '.join(beside.split())}` if you mean that"
    if len(help) > MAX_PROPOSAL:
        help = f"put the condition after `where` in parentheses, or else everything before this `{word}`"
    return Diagnostic("where-unclear", Span(apart.source, apart.end - len(apart.text.lstrip()), apart.end),
        f"this `{word}` belongs to the condition after `where`, which readers may not expect",
        label="part of the `where`",
        help=help,
        fix=Fix(condition, f"({condition.text})"),
        severity=Severity.WARNING,
    )
