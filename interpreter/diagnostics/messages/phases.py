"""Phases: state used where it is not kept, ends that end nothing, loops that never end, recursion."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Label
from interpreter.source import Span


def _way(chain: Sequence[str]) -> tuple[str, ...]:
    return (f"the way here: {' -> '.join(chain)}",) if len(chain) > 1 else ()


def state_outside(span: Span, name: str, phase: str, chain: Sequence[str], declared: Span) -> Diagnostic:
    """State read or changed where its phase need not be under way."""
    return Diagnostic("state-outside-phase", span,
        f"`{name}` is kept by the phase `{phase}`, which is not under way here",
        label=f"there is no `{name}` outside `{phase}`",
        labels=(Label(declared, "kept here"),),
        notes=_way(chain),
        help=f"use it only in rules that are carried out during `{phase}`, or keep it in an outer phase",
    )


def end_outside(span: Span, phase: str, chain: Sequence[str]) -> Diagnostic:
    """`end` of a phase that need not be under way."""
    return Diagnostic("end-outside-phase", span,
        f"`end {phase}`, but `{phase}` is not under way here",
        label="there is nothing to end",
        notes=_way(chain),
        help="a phase can be ended only by what happens inside it",
    )


def end_without_result(span: Span, phase: str) -> Diagnostic:
    """`without result` of a phase that is not the whole game."""
    return Diagnostic("end-without-result", span,
        f"`{phase}` is a part of the game, and only the whole game can end without a result",
        label="not the whole game",
        help=f"write `game` instead of `{phase}`, or leave out `without result`",
    )


def phase_outside(span: Span, phase: str, parent: str, chain: Sequence[str]) -> Diagnostic:
    """A phase begun outside the phase it is declared in."""
    return Diagnostic("phase-outside-parent", span,
        f"the phase `{phase}` belongs in `{parent}`, which is not under way here",
        label=f"begun outside `{parent}`",
        notes=_way(chain),
        help=f"begin it inside `{parent}`, or change `in {parent}` where it is declared",
    )


def phase_twice(span: Span, phase: str, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("recursion", span,
        f"`{phase}` comes round to itself: {' -> '.join(chain)}",
        label="this closes the circle",
        help="take one of these steps out; what should go on and on is said with `repeat`",
    )


def too_deep(span: Span, name: str, most: int) -> Diagnostic:
    """Definitions or calls that use one another in too long a row."""
    return Diagnostic("too-deep", span,
        f"`{name}` stands at the end of more than {most} things that use one another",
        label="too deep",
        help="say it in fewer steps",
    )


def too_large(span: Span, name: str, most: int, deepest: int) -> Diagnostic:
    """Something that comes to too much when everything it uses is written out."""
    return Diagnostic("too-large", span,
        f"`{name}` comes to more than {most:,} parts when everything it uses is written out"
        + (f", or more than {deepest} inside one another" if deepest else ""),
        label="too large",
        help="keep a value with `let` instead of working it out again and again, or put a part into a rule of its own",
    )


def read_too_early(span: Span, name: str, reads: str, declared: Span) -> Diagnostic:
    """A start value that depends on something the phase has not set up yet."""
    itself = name == reads
    return Diagnostic("read-too-early", span,
        f"`{name}` starts from {'itself' if itself else f'`{reads}`, which is not set up yet'}",
        label=f"reads `{reads}`",
        labels=() if itself else (Label(declared, "set up only here"),),
        help="start it from a plain value, from an outer phase, or from what the phase keeps above it",
    )


def never_ends(span: Span, chain: Sequence[str]) -> Diagnostic:
    return Diagnostic("never-ends", span,
        "nothing can end this `repeat`",
        label="goes round for ever",
        notes=_way(chain),
        help="add `until ...`, or an `end` of a phase somewhere inside it",
    )
