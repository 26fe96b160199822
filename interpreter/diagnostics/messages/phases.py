"""Phases: state used outside its phase, ends that end nothing, loops that never end, recursion."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Label, Severity
from interpreter.source import Span


def _way(chain: Sequence[str]) -> tuple[str, ...]:
    return (f"called by: {' -> '.join(chain)}",) if len(chain) > 1 else ()


def state_outside(span: Span, name: str, phase: str, chain: Sequence[str], declared: Span) -> Diagnostic:
    """State read or changed where its phase may not be under way."""
    return Diagnostic("state-outside-phase", span,
        f"`{name}` belongs to the phase `{phase}`, which is not under way here",
        label=f"used outside `{phase}`",
        labels=(Label(declared, "declared here"),),
        notes=_way(chain),
        help=f"use it only in rules called during `{phase}`, or declare it in an outer phase",
    )


def end_outside(span: Span, phase: str, chain: Sequence[str]) -> Diagnostic:
    """`end` of a phase that may not be under way."""
    return Diagnostic("end-outside-phase", span,
        f"`{phase}` cannot be ended here, where it is not under way",
        label=f"outside `{phase}`",
        notes=_way(chain),
        help=f"move this into `{phase}`, or into a rule that is called only there",
    )


def end_without_result(span: Span, phase: str) -> Diagnostic:
    """`without result` of a phase that is not the whole game."""
    return Diagnostic("end-without-result", span,
        f"`{phase}` cannot end without a result; only the whole game can",
        label="not the whole game",
        help=f"write `game` instead of `{phase}`, or omit `without result`",
    )


def phase_outside(span: Span, phase: str, parent: str, chain: Sequence[str]) -> Diagnostic:
    """A phase begun outside the phase it is declared in."""
    return Diagnostic("phase-outside-parent", span,
        f"the phase `{phase}` belongs to `{parent}`, which is not under way here",
        label=f"begun outside `{parent}`",
        notes=_way(chain),
        help=f"begin it inside `{parent}`, or change `in {parent}` in its declaration",
    )


def phase_twice(span: Span, phase: str, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("recursion", span,
        f"`{phase}` calls itself: {' -> '.join(chain)}",
        label="back to the first one",
        help="remove one of these steps, or write a loop with `repeat`",
    )


def too_deep(span: Span, name: str, most: int) -> Diagnostic:
    """Too long a chain of definitions or calls."""
    return Diagnostic("too-deep", span,
        f"`{name}` is too far down a chain of definitions or calls; at most {most} are possible",
        label="too deep",
        help="make the chain shorter",
    )


_SMALLER = {
    "rule": "move a part of it into a rule of its own",
    "definition": "if a value is used several times, give it a name with `let`",
    "nesting": "in the rule that uses it, give a part a name with `let`, and go on from there",
}


def too_large(span: Span, name: str, found: int, most: int, sort: str) -> Diagnostic:
    """A rule or a definition with too many parts, or a definition with too deep a nesting of parts, when everything it
    uses is written out."""
    size = f"parts nested {found:,} deep" if sort == "nesting" else f"{found:,} parts"
    return Diagnostic("too-large", span,
        f"`{name}` has {size} when the definitions that it uses are written out in it; at most {most:,} are possible",
        label="too large",
        help=_SMALLER[sort],
    )


def read_too_early(span: Span, name: str, reads: str, declared: Span) -> Diagnostic:
    """A start value that depends on something the phase has not set up yet."""
    itself = name == reads
    return Diagnostic("read-too-early", span,
        f"`{name}` starts from {'itself' if itself else f'`{reads}`, which is not set up yet'}",
        label=f"reads `{reads}`",
        labels=() if itself else (Label(declared, "set up only here"),),
        help="start it from another value" if itself else f"move it below `{reads}`, or start it from another value",
    )


def never_reached(span: Span, before: Span) -> Diagnostic:
    """A step behind one that always ends a phase around both."""
    return Diagnostic("never-reached", span,
        "this step is never reached",
        label="never happens",
        labels=(Label(before, "this always ends the phase"),),
        help="move it before the step that ends the phase, or remove it",
        severity=Severity.WARNING,
    )


def never_ends(span: Span, chain: Sequence[str], until: bool) -> Diagnostic:
    """`until`: it has a condition, which is never true."""
    advice = "make its `until` true for some values, or add" if until else "add `until ...` below it, or"
    return Diagnostic("never-ends", span,
        "nothing can end this `repeat`",
        label="would repeat forever",
        notes=_way(chain),
        help=f"{advice} an `end` of a phase inside it",
    )


def may_take_long(span: Span, most: int) -> Diagnostic:
    return Diagnostic("may-take-long", span,
        f"this may take more than {most:,} steps at once",
        label="too many rounds",
        help="go through fewer numbers, members or subsets, or keep results that are needed again",
        severity=Severity.WARNING,
    )
